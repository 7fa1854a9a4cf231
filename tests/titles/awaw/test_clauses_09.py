"""9, sentence by sentence: clauses that a third reader of the text found wrong."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.sequence import Part, Segment
from grognard.titles.awaw.designs import DESIGNS, Kind
from grognard.titles.awaw.ground import ARROW, FRONT, FRONTS
from grognard.titles.awaw.nations import ALLIES, BRITAIN, CHINA, EUROPEAN_AXIS, FRANCE, GERMANY, ITALY, RUSSIA, US
from grognard.titles.awaw.rules import airlift, grants, quays, raiders
from grognard.titles.awaw.rules.battle import fight_attack
from grognard.titles.awaw.rules.combat import Plan, join, launch, may_join, may_launch, may_rush, rush, widen
from grognard.titles.awaw.rules.exploitation import Breach, Raider, may_cross_fronts, may_place, ride
from grognard.titles.awaw.rules.landing import invade, may_invade
from grognard.titles.awaw.rules.movement import AIRLIFT, Marcher
from grognard.titles.awaw.rules.operations import full_offensive, may_attrition, mud_allows, pay
from grognard.titles.awaw.rules.ships import burn_oil, fuelled
from grognard.titles.awaw.rules.voyages import FIGHTING, MOVING, Harbour, may_sail, sail
from grognard.titles.awaw.rules.want import NAVY, OWN_USE
from grognard.titles.awaw.sequence import SEQUENCE
from grognard.titles.awaw.state import ABOARD, FALL, ISOLATED, SAILING, SHELLING, SPRING, SUMMER, World, ledger_place

from .kit import campaign, drive, fight, hold, put, puts, space, world

EASTERN, WESTERN = FRONT["eastern"], FRONT["western"]
PLACES = len(FRONTS)


def cost_on(g: World, front: int, faction: int = EUROPEAN_AXIS) -> int:
    return g.cost[faction * PLACES + front]


# --- 9.57, 9.61, 9.75: paid once, counted on every front ------------------------------------------------------------------


def test_9_75_a_unit_paid_in_the_west_counts_in_the_east_as_well():
    """Twelve AAF paid for in the west and used again in the east cost nothing there and still count: three more make fifteen, and
    no attrition is left in the east. A second use on the same front adds nothing."""
    g = world()
    wings = puts(g, 12, "germany aaf", "eK34")
    assert pay(g, GERMANY, space(g, "eK33"), wings) == 12
    assert pay(g, GERMANY, space(g, "eK35"), wings) == 0  # 9.57
    assert (cost_on(g, WESTERN), cost_on(g, EASTERN)) == (12, 12)
    pay(g, GERMANY, space(g, "eK35"), wings)
    assert cost_on(g, EASTERN) == 12
    pay(g, GERMANY, space(g, "eK35"), puts(g, 3, "germany aaf", "eK34"))
    refusal = may_attrition(g, EUROPEAN_AXIS, EASTERN)
    assert refusal is not None and refusal.rule == "9.61"
    assert not full_offensive(g, GERMANY, EASTERN)  # only three were spent there
    assert may_attrition(g, EUROPEAN_AXIS, WESTERN) is None


def test_9_61_partisans_do_not_count_but_what_follows_does():
    """Armor that fought partisans is paid for; when it acts against others later it counts."""
    g = world()
    tank = put(g, "germany arm 4-6", "eK36")
    pay(g, GERMANY, space(g, "eK37"), [tank], partisans=True)
    assert cost_on(g, EASTERN) == 0
    pay(g, GERMANY, space(g, "eK37"), [tank])
    assert (cost_on(g, EASTERN), g.nations.level[GERMANY]) == (4, 96)


def two_hexes(first: str) -> tuple[World, Plan]:
    """Germans at K34 in the east attack K33 in the west and K35 in the east together, this one named first."""
    g = world()
    g.stage = 1
    hold(g, "russia", "eK33", "eK35")
    for token in ("eK33", "eK35"):
        put(g, "russia i 1-3", token)
    plan = Plan(GERMANY, space(g, first))
    join(g, plan, put(g, "germany arm 4-6", "eK34"))
    widen(g, plan, space(g, "eK35" if first == "eK33" else "eK33"))
    return g, plan


def test_9_75_the_front_on_which_the_attackers_stand_is_charged():
    """awaw-9.75-a: units on one front attack a hex of their own front and one of another: counted on both, charged to their own,
    whichever hex was named first."""
    for first in ("eK33", "eK35"):
        g, plan = two_hexes(first)
        drive(g, launch(g, plan, None))
        assert (g.spent[ledger_place(GERMANY, WESTERN)], g.spent[ledger_place(GERMANY, EASTERN)]) == (0, 4)
        assert (cost_on(g, WESTERN), cost_on(g, EASTERN)) == (4, 4)


def test_9_66_mud_of_a_hex_attacked_together_with_another():
    """Eleven BRPs used in the mud leave three: four factors against a dry hex and a muddy one together are too many."""
    g = world(season=SPRING)
    g.mud, g.stage = 1, 1
    wet = next(s for s in range(g.board.size) if g.ground.weather[s] == "pact_east" and g.ground.field[s]
               and any(g.ground.weather[o] != "pact_east" for o, _ in g.ground.ways[s]))  # fmt: skip
    here, dry = next((h, d) for h, _ in g.ground.ways[wet] for d, _ in g.ground.ways[h]
                     if g.ground.weather[d] != "pact_east" and d in {o for o, _ in g.ground.ways[h]} and d != wet)  # fmt: skip
    for s in (wet, dry):
        g.hexes[s].holder = RUSSIA
        g.units[put(g, "russia i 1-3", "eK41")].at = s
    tank = put(g, "germany arm 4-6", "eK34")
    g.units[tank].at = here
    plan = Plan(GERMANY, dry)
    join(g, plan, tank)
    g.mud_cost[EUROPEAN_AXIS] = 11
    assert may_launch(g, plan) is None
    widen(g, plan, wet)
    refusal = may_launch(g, plan)
    assert refusal is not None and refusal.rule == "9.63C"
    g.mud_cost[EUROPEAN_AXIS] = 10
    assert may_launch(g, plan) is None
    drive(g, launch(g, plan, None))
    assert g.mud_cost[EUROPEAN_AXIS] == 14


def test_9_66_exploiting_armor_uses_up_what_mud_allows():
    """Armor paid for on dry ground counts once when it comes into the mud."""
    g = world(season=SPRING)
    g.mud = 1
    tank = put(g, "germany arm 4-6", "eK36")
    pay(g, GERMANY, space(g, "eM34"), [tank])
    g.mud_cost[EUROPEAN_AXIS] = 11
    wet = space(g, "eK40")
    assert mud_allows(g, tank, wet, 4) is not None
    g.units[tank].exploiting, g.stage = 1, 2
    g.units[tank].at = space(g, "eK39")
    g.mud_cost[EUROPEAN_AXIS] = 10
    pay(g, GERMANY, wet, [tank])
    pay(g, GERMANY, wet, [tank])
    assert g.mud_cost[EUROPEAN_AXIS] == 14


# --- 9.76 -----------------------------------------------------------------------------------------------------------------


def test_9_76_exploitation_attacks_on_another_front():
    """Armor at K34 that exploits in the east attacks K33 in the west within a limited offensive there, or with a full one."""
    g = world()
    hold(g, "russia", "eK33")
    put(g, "russia i 1-3", "eK33")
    tank = put(g, "germany arm 4-6", "eK34", exploiting=1)
    pay(g, GERMANY, space(g, "eK35"), [tank])
    g.stage = 2
    plan = Plan(GERMANY, space(g, "eK33"))
    assert may_join(g, plan, tank) is None
    g.cost[EUROPEAN_AXIS * PLACES + WESTERN] = 11
    refusal = may_join(g, plan, tank)
    assert refusal is not None and refusal.rule == "9.76"
    g.spent[ledger_place(ITALY, WESTERN)] = 15  # the partner's full offensive
    assert may_join(g, plan, tank) is None


def test_9_75_a_ride_counts_once_on_a_front():
    """Into the west, back and into the west again: four, not eight."""
    g = world()
    hold(g, "russia", "eK33", "eK32")
    tank = put(g, "germany arm 4-6", "eK34", exploiting=1)
    g.stage = 2
    ride(g, Raider(tank), space(g, "eK33"))
    assert cost_on(g, WESTERN) == 4
    g.units[tank].at, g.units[tank].spent = space(g, "eK34"), 0
    g.cost[EUROPEAN_AXIS * PLACES + WESTERN] = 13
    assert may_cross_fronts(g, Raider(tank), space(g, "eK33")) is None
    ride(g, Raider(tank), space(g, "eK33"))
    assert cost_on(g, WESTERN) == 13


# --- 9.82 -----------------------------------------------------------------------------------------------------------------


def test_9_82_isolated_units_do_not_join_a_partners_attack_for_nothing():
    """Supplied Germans attack a hex: isolated Italians beside it may join only if they are paid for."""
    g = world("germany", "italy", "russia")
    g.stage = 1
    hold(g, "russia", "eM36")
    put(g, "russia i 1-3", "eM36")
    join(g, Plan(GERMANY, space(g, "eM36")), put(g, "germany i 3-3", "eN35"))
    cut = put(g, "italy i 2-3", "eM35", supply=ISOLATED)
    theirs = Plan(ITALY, space(g, "eM36"))
    join(g, theirs, cut)
    refusal = may_rush(g, theirs)
    assert refusal is not None and refusal.rule == "9.82"


def test_9_82_all_who_attacked_for_nothing_are_rebuilt_at_double_cost():
    """Lost by the dice (an A against them) or removed afterwards, both times at double cost this turn."""
    for roll in (1, 6):
        g = world()
        g.stage = 1
        hold(g, "russia", "eM36")
        put(g, "russia i 3-3", "eM36")
        cut = puts(g, 2, "germany i 3-3", "eM35", supply=ISOLATED)
        plan = Plan(GERMANY, space(g, "eM36"))
        for u in cut:
            join(g, plan, u)
        rush(g, plan, None)
        drive(g, fight_attack(g, plan.space), dice=[roll, roll, roll])
        assert [g.units.at[u] for u in cut] == [-1, -1]
        assert [(g.units.double[u], g.units.free[u]) for u in cut] == [(1, 0), (1, 0)]


# --- 9.11, 9.21, 9.23: aircraft -------------------------------------------------------------------------------------------


def test_9_21_f_air_transport_is_offered_in_movement_and_paid_for():
    """A 1-3 goes by air from Breslau to Dresden: one BRP for the transport, none for the unit (9.52); not out of a base without
    supply (9.11C)."""
    g = world()
    one = put(g, "germany i 1-3", "breslau")
    put(g, "germany at", "breslau")
    there = space(g, "dresden")
    assert there in list(AIRLIFT.candidates(g, Marcher(one)))
    hold(g, "russia", "berlin", *[g.board.token(s) for s in g.ground.objectives if g.ground.country[s] == GERMANY])
    refusal = AIRLIFT.why(g, Marcher(one), there)
    assert refusal is not None and refusal.rule == "9.11"
    hold(g, "germany", "berlin", *[g.board.token(s) for s in g.ground.objectives if g.ground.country[s] == GERMANY])
    drive(g, airlift.transport_by_air(g, airlift.Flight(one), there))
    assert (g.units.at[one], g.nations.level[GERMANY]) == (there, 99)


def test_9_23_redeployment_flies_at_no_cost():
    """A German 1-3 is flown to Dresden; a Russian air factor waits there and a German one fights it: in redeployment nothing is
    paid, in movement one BRP for the transport and one for the air factor."""
    for free, level in ((True, 100), (False, 98)):
        g = world()
        one = put(g, "germany i 1-3", "breslau")
        put(g, "germany at", "breslau")
        put(g, "germany aaf", "breslau")
        put(g, "russia aaf", "lodz")
        hold(g, "russia", "lodz")
        there, flight = space(g, "dresden"), airlift.Flight(one)
        flow = airlift.fly(g, flight, there) if free else airlift.transport_by_air(g, flight, there)
        prompts = drive(g, flow, ["fly eN33 1", "fly eO32 1"], dice=[1] * 8)
        assert len(prompts) >= 2
        assert g.nations.level[GERMANY] == level


def test_9_11_aircraft_hunt_from_operational_bases_only():
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "germany", "italy", "britain", "us")
    boat = put(g, "germany sub", "kiel")
    g.units[boat].patrol = next(s for s in g.ground.within(space(g, "malta"), 2) if not g.ground.land[s])
    put(g, "britain aaf", "malta")
    assert quays.may_hunt(g, BRITAIN, boat) is None
    for n in (BRITAIN, FRANCE):
        g.nations[n].surrendered = 1  # no source is left
    refusal = quays.may_hunt(g, BRITAIN, boat)
    assert refusal is not None and refusal.rule == "ours 21.4184C"


def test_9_21_air_supply_obeys_what_offensive_operations_obey():
    """9.21D with 9.91: in Fall 1939 Germans are supplied by air in Poland, not in France."""
    g = world("germany", "poland", "france", year=1939, season=FALL)
    puts(g, 2, "germany at", "breslau")
    put(g, "germany at", "cologne")
    east, west = put(g, "germany i 1-3", "eO34", supply=ISOLATED), put(g, "germany i 1-3", "eO24", supply=ISOLATED)
    assert airlift.may_supply_by_air(g, GERMANY, g.units.at[east]) is None
    refusal = airlift.may_supply_by_air(g, GERMANY, g.units.at[west])
    assert refusal is not None and refusal.rule == "9.91"


# --- 9.31, 9.32, 9.71: ships ------------------------------------------------------------------------------------------------


def test_9_71_sea_transport_into_a_box_without_a_front():
    """From Suez to the South Africa box: two destroyers are paid on the front of Suez."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "germany", "britain")
    suez, cape = space(g, "suez"), space(g, "south_africa")
    ships = puts(g, 2, "britain dd", "suez", mission=SAILING)
    put(g, "britain i 1-3", "suez", mission=ABOARD)
    put(g, "britain tr", "sw_indian")
    h = Harbour(BRITAIN, suez, MOVING)
    assert may_sail(g, h, cape) is None
    before = list(g.spent)
    drive(g, sail(g, h, cape))
    gained = [n for n, (now, then) in enumerate(zip(g.spent, before)) if now != then]
    assert gained == [ledger_place(BRITAIN, FRONT["mediterranean"])] and g.spent[gained[0]] == 2
    assert all(g.units.at[u] == cape for u in ships)


def test_9_32_raiders_sail_from_operational_ports_for_their_own_power():
    """Germans from Kiel, in Fall 1939 too (9.91); Italians are Italy's and stay while Rome is in Allied hands (9.93A)."""
    g = campaign(year=1939, season=FALL)
    german, italian = put(g, "germany b Bismarck", "kiel"), put(g, "italy b Cavour", "taranto")
    put(g, "italy i 2-3", "tripoli")
    fight(g, "germany", "italy", "britain")
    assert raiders.may_sail(g, raiders.Cruise(GERMANY, 0), german) is None
    assert raiders.may_sail(g, raiders.Cruise(GERMANY, 0), italian) is not None
    assert raiders.may_sail(g, raiders.Cruise(ITALY, 0), italian) is None
    hold(g, "britain", "eY22")
    refusal = raiders.may_sail(g, raiders.Cruise(ITALY, 0), italian)
    assert refusal is not None and refusal.rule == "9.93A"


def test_5_931_d_ships_of_the_lanes_bombard_for_landings_out_of_the_boxes_only():
    """A battleship called out of the Atlantic box goes with an invasion from Portsmouth and does not shell the beach; the
    one from Portsmouth does. With an invasion out of the U.S. box the ship of the lanes shells."""
    for port, called in (("portsmouth", False), ("us_atlantic", True)):
        g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
        fight(g, "germany", "italy", "britain", "us")
        hold(g, "germany", "eN20")
        nation, power = ("britain", BRITAIN) if port == "portsmouth" else ("us", US)
        puts(g, 4, f"{nation} dd", port, mission=SAILING)
        put(g, f"{nation} i 1-3" if nation == "britain" else "us marine 1-3", port, mission=ABOARD)
        own = put(g, f"{nation} b", port, mission=SAILING)
        lent = put(g, f"{nation} b", port, mission=SAILING, home=space(g, "sw_atlantic"))
        puts(g, 2, "britain tr", "sw_atlantic")
        drive(g, invade(g, Harbour(power, space(g, port), FIGHTING), space(g, "eN20")))
        assert g.units.mission[own] == SHELLING
        assert (g.units.mission[lent] == SHELLING) == called


# --- 9.21E, 9.22G, 8.24 to 8.26: grants -------------------------------------------------------------------------------------


def test_9_21_e_the_hump_costs_nothing_and_uses_the_transports():
    """AW-OURS-40-a: three air transports carry six BRPs over the Hump at no cost and are inverted; a second grant finds none."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="us")
    fight(g, "japan", "britain", "us")
    planes = puts(g, 3, "us at", "ledo")
    hold(g, "japan", "rangoon")
    level, theirs = g.nations.level[US], g.nations.level[CHINA]
    assert grants.may_grant(g, grants.Treasury(US), (CHINA, 6)) is None
    drive(g, grants.grant(g, grants.Treasury(US), (CHINA, 6)))
    assert (level - g.nations.level[US], g.nations.level[CHINA] - theirs) == (6, 6)
    assert all(g.units.inverted[u] for u in planes)
    assert sum(g.spent) == 0 and grants.hump(g) == 0


def walk(node: Part | Segment) -> Iterator[Part | Segment]:
    yield node
    for child in getattr(node, "children", ()):
        yield from walk(child)


def test_8_26_grants_after_combat():
    """Grants may be made before movement and after combat, within the same limits of the player turn."""
    names = [part.name for part in walk(SEQUENCE)]
    assert names.index("Grants") < names.index("Movement") < names.index("Post-combat adjustments")
    assert names.index("Post-combat adjustments") < names.index("Grants after combat") < names.index("Construction")


# --- 3.11, 9.11: operational ports, adjacent hexes ----------------------------------------------------------------------------


def test_3_1_a_port_without_naval_oil_is_not_operational():
    """Under a want of naval oil no invasion and no sea transport leave Portsmouth; base changes do. A fast battleship of four
    acts for a counter that moves five factors, and uses it up."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "germany", "italy", "britain")
    hold(g, "germany", "eN20")
    puts(g, 3, "britain dd", "portsmouth", mission=SAILING)
    troops = put(g, "britain i 1-3", "portsmouth", mission=ABOARD)
    landing, moving = (Harbour(BRITAIN, space(g, "portsmouth"), phase) for phase in (FIGHTING, MOVING))
    assert may_invade(g, landing, space(g, "eN20")) is None
    assert may_sail(g, moving, space(g, "plymouth")) is None
    g.nations[BRITAIN].dry = NAVY
    for refusal in (may_invade(g, landing, space(g, "eN20")), may_sail(g, moving, space(g, "plymouth"))):
        assert refusal is not None and refusal.rule == "ours 33.63"
    g.units[troops].mission = 0
    assert may_sail(g, moving, space(g, "plymouth")) is None  # a base change is no offensive operation
    name = next(d.name for d in DESIGNS if d.kind == Kind.BB and d.strength == 4 and d.nation == BRITAIN and not d.slow)
    big = put(g, f"britain b {name}", "portsmouth")
    refusal = fuelled(g, BRITAIN, space(g, "portsmouth"), [big])
    assert refusal is not None and refusal.rule == "ours 33.72D"
    g.booked[OWN_USE + BRITAIN * 8 + NAVY] = 5
    assert fuelled(g, BRITAIN, space(g, "portsmouth"), [big]) is None
    burn_oil(g, BRITAIN, space(g, "portsmouth"), [big])
    assert fuelled(g, BRITAIN, space(g, "portsmouth"), [big]) is not None  # one factor is left


def test_3_1_nobody_is_adjacent_across_an_arrow():
    """A breakthrough on one side of a strait lets no armor through from the other; from beside it by land it does."""
    g = world("germany", "italy", "britain")
    a, b = next((a, b) for (a, b), over in sorted(g.ground.crossing.items()) if over == ARROW and g.ground.europe[a]
                and g.ground.touching[a] and b not in g.ground.touching[a])  # fmt: skip
    beside = next(o for o in g.ground.touching[a] if g.ground.field[o])
    for s in (a, b, beside):
        g.hexes[s].holder = GERMANY
    g.breaks.append(a)
    g.hexes[a].broken = 1 + g.nations.ctl[GERMANY]
    tank = put(g, "germany arm 4-6", "berlin")
    g.units[tank].at = b
    refusal = may_place(g, Breach(GERMANY), (tank, a))
    assert refusal is not None and "beside" in refusal.reason
    g.units[tank].at = beside
    assert may_place(g, Breach(GERMANY), (tank, a)) is None
