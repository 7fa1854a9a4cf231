"""A case for each stand-in rule of air, sea and strategic warfare, 17 to 26: what it allows and what it refuses."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.charts import training
from grognard.titles.awaw.designs import CAPITAL, COUNTERS, DESIGNS, NAVAL, Kind, operation_cost
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, JAPAN, US
from grognard.titles.awaw.rules import air, airlift, bombing, landing, lanes, quays, seabattle, strategic, voyages
from grognard.titles.awaw.rules.boats import hunted
from grognard.titles.awaw.rules.boxes import may_intercept_from, may_sail_to
from grognard.titles.awaw.rules.construction import may_appear, sites
from grognard.titles.awaw.rules.end import end_turn
from grognard.titles.awaw.rules.fleet import LIGHT, fleet_factors, lot
from grognard.titles.awaw.rules.interception import Passage, may_meet
from grognard.titles.awaw.rules.movement import Marcher, can_stage
from grognard.titles.awaw.rules.raiders import guard
from grognard.titles.awaw.rules.ships import deck_room, havens, load, slow
from grognard.titles.awaw.rules.stacking import air_capacity, air_room
from grognard.titles.awaw.rules.units import air_factors, air_range, is_air_base, naval_air_range, squadrons
from grognard.titles.awaw.rules.voyages import MOVING, REDEPLOYING, Harbour
from grognard.titles.awaw.state import COVERING, SAILING, SPRING, SUMMER, SUPPORTING, World

from .kit import CHARTS, campaign, drive, fight, hold, put, puts, space, world


def refused(no: object, rule: str) -> bool:
    return getattr(no, "rule", None) == rule


def pacific_war(mover: str = "us", side: int = ALLIES) -> World:
    """Japan at war with Britain and America in 1942, on empty boards."""
    g = campaign("pacific", year=1942, season=SUMMER, side=side, mover=mover)
    fight(g, "japan", "us", "britain")
    return g


def war_in_europe(mover: str = "britain", side: int = ALLIES, season: int = SUMMER) -> World:
    g = campaign(year=1942, season=season, side=side, mover=mover)
    fight(g, "germany", "italy", "britain", "us")
    return g


# --- 17: air units --------------------------------------------------------------------------------------------------------


def test_ours_17_1_seven_kinds_of_aircraft():
    """Two of them are units of strategic warfare, which cost nothing to use (9.56)."""
    kinds = {DESIGNS[c.design].kind for c in COUNTERS}
    flying = {Kind.AAF, Kind.NAS, Kind.ELITE_NAS, Kind.JET, Kind.TRANSPORT_AIR, Kind.BOMBER, Kind.INTERCEPTOR}
    assert flying <= kinds
    free = {d.kind for d in DESIGNS if d.kind in flying and operation_cost(d) == 0}
    assert free == {Kind.BOMBER, Kind.INTERCEPTOR}


def test_ours_17_2_army_air_factors():
    """Range four in Europe and three in the Pacific, three squadrons to a factor."""
    g = world()
    plane = put(g, "germany aaf", "berlin")
    assert (air_range(g, space(g, "berlin")), air_range(g, space(g, "tokyo"))) == (4, 3)
    assert squadrons(g, plane) == 3
    g.units[plane].short = 1
    assert squadrons(g, plane) == 2 and air_factors(g, [plane]) == 0


def test_ours_17_22_roles_of_squadrons():
    """Cover and search are chosen, three search at most, what is left attacks; one role for the whole battle."""
    force = seabattle.Force(BRITAIN, 0, (), 9)
    g = world()
    assert seabattle.may_assign(g, force, (2, 3)) is None
    assert refused(seabattle.may_assign(g, force, (2, 4)), "ours 22.4")
    assert refused(seabattle.may_assign(g, force, (8, 2)), "ours 23.3")


def test_ours_17_3_naval_air():
    """Squadrons: range three and two; carriers fly as many as they have factors."""
    g = pacific_war()
    assert (naval_air_range(g, space(g, "london")), naval_air_range(g, space(g, "tokyo"))) == (3, 2)
    carrier = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.CV and g.units[u].sheet.strength == 3)
    assert deck_room(g, [carrier]) == 3
    g.units[carrier].damage = 1
    assert deck_room(g, [carrier]) == 0


def test_ours_17_6_air_transports_never_fight():
    g = world()
    put(g, "germany at", "breslau")
    assert not air.squadrons_ready(g, GERMANY)
    foot, big = put(g, "germany i 1-3", "breslau"), put(g, "germany i 3-3", "breslau")
    assert airlift.can_fly(g, airlift.Flight(foot)) is None
    assert refused(airlift.can_fly(g, airlift.Flight(big)), "ours 18.54")


def test_ours_17_72_targets_in_range_of_a_base_on_the_front():
    """Bombers of the western section reach Essen, not Warsaw, and with no operational base on that front nothing."""
    g = war_in_europe()
    put(g, "britain bomber", "sw_atlantic")
    raid = bombing.Raid(BRITAIN, space(g, "sw_atlantic"))
    assert bombing.may_bomb(g, raid, (space(g, "essen"), 1)) is None
    hold(g, "germany", "warsaw")
    assert refused(bombing.may_bomb(g, raid, (space(g, "warsaw"), 1)), "ours 17.72")


def test_ours_17_9_air_counters_break_down():
    """Every air counter of the mix is a row a factor: so any part of them flies."""
    g = world()
    puts(g, 3, "germany aaf", "breslau")
    g.hexes[space(g, "eM36")].holder = BRITAIN
    sortie = air.Sortie(GERMANY, space(g, "eM36"), SUPPORTING, 9)
    assert [n for _, n in air.hangars(g, sortie)] == [1, 2, 3]
    assert {d.strength for d in DESIGNS if d.kind in (Kind.AAF, Kind.JET, Kind.NAS)} == {1}


# --- 18, 19 ---------------------------------------------------------------------------------------------------------------


def test_ours_18_1_bases():
    """Cities, ports and airbase counters; a plain hex only with a counter."""
    g = world()
    plane = put(g, "germany aaf", "berlin")
    plain = next(s for s in g.ground.homeland[GERMANY] if not g.ground.city[s] and not g.ground.port[s])
    assert is_air_base(g, space(g, "breslau")) and not is_air_base(g, plain)
    assert refused(air_room(g, plane, plain, AXIS), "ours 17.21")
    g.hexes[plain].airbase = GERMANY
    assert air_room(g, plane, plain, AXIS) is None and air_capacity(g, plain) == 5


def test_ours_18_2_staging():
    """Eight hexes in one stage, once, uninverted."""
    g = world()
    plane = put(g, "germany aaf", "berlin")
    assert air.may_stage(g, plane, space(g, "breslau")) is None
    assert refused(air.may_stage(g, plane, space(g, "kiev")), "ours 13.7")
    g.units[plane].spent = 1
    assert refused(can_stage(g, Marcher(plane)), "ours 13.7")


def test_ours_18_42_offensive_missions_from_operational_bases():
    """Cut off from every source a base supports no attack, but its aircraft may defend."""
    g = world()
    put(g, "germany aaf", "minsk")
    hold(g, "germany", "minsk")
    target = next(o for o, _ in g.ground.ways[space(g, "minsk")])
    offensive, defensive = (air.Sortie(GERMANY, target, purpose, 9) for purpose in (SUPPORTING, COVERING))
    assert refused(air.may_come(g, offensive, space(g, "minsk")), "ours 18.42")
    assert air.may_come(g, defensive, space(g, "minsk")) is None


def test_ours_18_54_air_transport_from_base_to_base():
    g = world()
    foot, plane = put(g, "germany i 1-3", "breslau"), put(g, "germany at", "breslau")
    flight = airlift.Flight(foot)
    assert airlift.may_fly(g, flight, space(g, "dresden")) is None
    plain = next(s for s in g.ground.within(space(g, "breslau"), 3) if not is_air_base(g, s))
    assert refused(airlift.may_fly(g, flight, plain), "ours 18.54")
    assert refused(airlift.may_fly(g, flight, space(g, "konigsberg")), "ours 18.3")
    drive(g, airlift.fly(g, flight, space(g, "dresden")))
    assert g.units.at[foot] == g.units.at[plane] == space(g, "dresden")


def test_ours_18_55_ground_support_is_fixed_before_attacks():
    """Four hexes from the base at most, and no more than three times the ground factors."""
    g = world()
    puts(g, 5, "germany aaf", "breslau")
    g.hexes[space(g, "eM36")].holder = BRITAIN
    sortie = air.Sortie(GERMANY, space(g, "eM36"), SUPPORTING, 3)
    assert air.may_fly(g, sortie, (space(g, "breslau"), 3)) is None
    assert refused(air.may_fly(g, sortie, (space(g, "breslau"), 4)), "ours 15.41")


def test_ours_18_56_defensive_air_is_intercepted_where_it_flies():
    g = world()
    puts(g, 2, "germany aaf", "breslau")
    covered, bare = space(g, "eM36"), space(g, "eL37")
    put(g, "russia aaf", "moscow", mission=COVERING, target=covered)
    sky = air.Sky(GERMANY)
    assert air.may_intercept(g, sky, covered) is None
    assert refused(air.may_intercept(g, sky, bare), "ours 18.56")


def test_ours_18_57_army_air_joins_bombers_two_for_one():
    g = war_in_europe()
    put(g, "britain bomber", "sw_atlantic")
    puts(g, 3, "britain aaf", "london")
    raid = bombing.Raid(BRITAIN, space(g, "sw_atlantic"), space(g, "calais"), 1)
    hold(g, "germany", "calais")
    assert len(bombing.helpers_of(g, raid)) == 2
    assert bombing.may_assist(g, raid, 2) is None
    assert refused(bombing.may_assist(g, raid, 1), "ours 26.3")


def test_ours_18_58_aircraft_in_range_cover_ships():
    """They join the battle at sea within their range, not beyond it."""
    g = war_in_europe()
    put(g, "britain aaf", "london")
    near = next(s for s in g.ground.within(space(g, "london"), 4) if not g.ground.land[s])
    far = space(g, "gibraltar")
    assert air.any_hangar(g, air.Sortie(BRITAIN, near, 10, 99))
    assert not air.any_hangar(g, air.Sortie(BRITAIN, far, 10, 99))


def test_ours_18_622_counter_interception_of_an_air_transport():
    """Enemy aircraft meet the transport; own aircraft in range drive them off, so that it arrives."""
    g = world()
    foot = put(g, "germany i 1-3", "breslau")
    put(g, "germany at", "breslau")
    hold(g, "russia", "leipzig")
    enemy = put(g, "russia aaf", "leipzig")
    puts(g, 5, "germany aaf", "breslau")
    answers = [f"fly {g.board.token(space(g, base))} {n}" for base, n in (("leipzig", 1), ("breslau", 5))]
    drive(g, airlift.fly(g, airlift.Flight(foot), space(g, "dresden")), answers, dice=[6, 6, 1, 1])
    assert g.units.at[foot] == space(g, "dresden") and g.units.at[enemy] < 0


def test_ours_18_7_uninversion():
    """At the end of the own turn at an operational base; at one that is cut off they stay inverted."""
    g = world()
    ready, cut = put(g, "germany aaf", "berlin", inverted=1), put(g, "germany aaf", "minsk", inverted=1)
    hold(g, "germany", "minsk")
    end_turn(g)
    assert (g.units.inverted[ready], g.units.inverted[cut]) == (0, 1)


def test_ours_19_4_a_mission_goes_on_with_what_is_left():
    """Both sides must want a second round; one that breaks off ends the battle."""
    g = world()
    mine, theirs = puts(g, 5, "germany aaf", "breslau"), puts(g, 5, "russia aaf", "moscow")
    for u in (*mine, *theirs):
        g.units[u].mission, g.units[u].target = COVERING, space(g, "eM36")
    drive(g, air.fight(g, space(g, "eM36"), mine, theirs), ["again", "break_off"], dice=[1, 1, 1, 1])
    left = drive.value
    assert left[0] and left[1]


# --- 20: naval units ------------------------------------------------------------------------------------------------------


def test_ours_20_11_light_and_heavy_ships():
    assert {Kind.DD, Kind.CA, Kind.CVE, Kind.TRANSPORT} == LIGHT
    assert not LIGHT & set(CAPITAL) and Kind.CV not in LIGHT
    assert {Kind.DD, Kind.CA, Kind.CVE, Kind.CV} <= NAVAL and Kind.SUB not in NAVAL


def test_ours_20_121_slow_ships():
    g = war_in_europe()
    fast, old = (next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.BB and g.units[u].sheet.slow == orange)
                 for orange in (False, True))  # fmt: skip
    assert (slow(g, fast), slow(g, old), slow(g, put(g, "britain cve", "london"))) == (False, True, True)
    g.units[fast].damage = 1
    assert slow(g, fast)


def test_ours_20_163_the_marker_stays_at_sea():
    """A task force that has lost ships keeps its number, and is dissolved in port only."""
    g = pacific_war("japan", AXIS)
    ships = puts(g, 4, "japan dd", "truk", force=1)
    h = Harbour(JAPAN, space(g, "truk"), MOVING)
    assert quays.here_forces(g, h) == [1]
    g.units[ships[0]].patrol = space(g, "wake")
    assert quays.forces_of(g, JAPAN) == [1]
    quays.dissolve(g, h, 1)
    assert not any(g.units.force[u] for u in ships)


def test_ours_20_23_destroyers_carry_a_factor_each():
    g = war_in_europe()
    foot = put(g, "britain mech 3-4", "portsmouth")
    h = Harbour(BRITAIN, space(g, "portsmouth"), MOVING)
    for count, fits in ((2, False), (3, True)):
        for u in puts(g, count - len(voyages.fleet_of(g, h)), "britain dd", "portsmouth"):
            g.units[u].mission = SAILING
        assert (voyages.may_load(g, h, foot) is None) == fits


def test_ours_20_24_cruisers_of_two():
    assert {d.strength for d in DESIGNS if d.kind == Kind.CA} == {2}
    assert {operation_cost(d) for d in DESIGNS if d.kind == Kind.CA} == {1}  # 9.51G


def test_ours_20_25_the_sizes_of_capital_ships():
    sizes = {kind: {d.strength for d in DESIGNS if d.kind == kind} for kind in (Kind.BB, Kind.BC, Kind.PB)}
    assert sizes[Kind.BB] == {3, 4, 5} and sizes[Kind.BC] <= {2, 3} and sizes[Kind.PB] == {2}
    assert all(d.name for d in DESIGNS if d.kind in sizes)


def test_ours_20_3_carriers():
    assert {d.strength for d in DESIGNS if d.kind == Kind.CV} <= {2, 3, 4}
    g = pacific_war()
    light = next(n for n, d in enumerate(DESIGNS) if d.kind == Kind.CV and d.strength == 2)
    u = g.units.add(design=light, at=space(g, "pearl_harbor")).index
    assert deck_room(g, [u]) == 2


def test_ours_20_523_lots_of_hits():
    """No more than twice the factors and one on a target."""
    g = war_in_europe()
    ship = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.BB and g.units[u].sheet.strength == 4)
    assert (lot(g, ship, 20), lot(g, ship, 3)) == (9, 3)


def test_ours_20_53_a_damaged_ship():
    """Half factors, no offensive operation, no deck."""
    g = war_in_europe()
    ship = put(g, "britain b", "london")
    whole = fleet_factors(g, [ship])
    g.units[ship].damage = 1
    assert fleet_factors(g, [ship]) == -(-whole // 2)
    assert refused(voyages.available(g, Harbour(BRITAIN, space(g, "london"), MOVING), ship), "ours 21.3")


def test_ours_20_6_what_a_transport_carries():
    """Five factors each: ten need two of a box, eleven three."""
    g = war_in_europe()
    puts(g, 2, "britain tr", "sw_atlantic")
    assert 5 * len(voyages.free_transports(g, space(g, "us_atlantic"))) == 10
    put(g, "britain dd", "us_atlantic")
    cargo = [put(g, "canada mech 3-4", "us_atlantic") for _ in range(4)]
    h = Harbour(BRITAIN, space(g, "us_atlantic"), REDEPLOYING)
    for u in cargo[:3]:
        assert voyages.may_load(g, h, u) is None
        voyages.board(g, h, u)
    assert refused(voyages.may_load(g, h, cargo[3]), "ours 28.5")


def test_ours_20_64_a_transport_for_five_factors():
    g = war_in_europe()
    foot = put(g, "canada mech 3-4", "us_atlantic")
    h = Harbour(BRITAIN, space(g, "us_atlantic"), REDEPLOYING)
    assert voyages.may_load(g, h, foot) is not None
    put(g, "britain tr", "sw_atlantic")
    assert voyages.may_load(g, h, foot) is None


def test_ours_20_7_submarines_hunt_where_they_are():
    """In a box they meet transports, in port they do not."""
    for where, lost in (("sw_atlantic", True), ("kiel", False)):
        g = war_in_europe("germany", AXIS)
        puts(g, 6, "germany sub", where)
        prey = puts(g, 9, "britain tr", "sw_atlantic")
        g.dice = type(g.dice)(6, 6, 1, 1)
        strategic.contest(g, "sw_atlantic", AXIS)
        assert any(g.units.at[u] < 0 for u in prey) == lost


def test_ours_20_9_ships_break_down():
    assert {d.strength for d in DESIGNS if d.kind in (Kind.DD, Kind.CVE, Kind.SUB, Kind.ASW, Kind.TRANSPORT)} == {1}
    assert all(d.name for d in DESIGNS if d.kind in (*CAPITAL, Kind.CV))  # 6.22: named ships do not


# --- 21 to 23 -------------------------------------------------------------------------------------------------------------


def test_ours_21_11_a_port_holds_fifty_factors():
    g = war_in_europe()
    port = next(s for s in g.ground.ports if g.ground.harbours[s] == 1 and g.ground.country[s] == BRITAIN and g.ground.europe[s])
    puts(g, 49, "britain dd", g.board.token(port))
    room = [voyages.port_room(g, port, ALLIES, n) for n in (1, 2)]
    assert room[0] is None and refused(room[1], "ours 12.5")


def test_ours_21_217_off_board_only_by_boxes_that_are_joined():
    g = war_in_europe()
    atlantic = space(g, "sw_atlantic")
    assert lanes.may_cross(g, BRITAIN, space(g, "portsmouth"), atlantic) is None
    assert refused(lanes.may_cross(g, BRITAIN, space(g, "australia_box"), atlantic), "ours 21.217")


def test_ours_21_224_between_the_theatres_ships_are_inverted():
    g = campaign("global_war", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain", "germany")
    for goal, inverted in (("us_pacific", 1), ("plymouth", 0)):
        ship = put(g, "us dd", "us_atlantic")
        h = Harbour(US, space(g, "us_atlantic"), MOVING)
        g.units[ship].mission = SAILING
        drive(g, voyages.sail(g, h, space(g, goal)))
        assert (g.units.at[ship], g.units.inverted[ship]) == (space(g, goal), inverted)


def test_ours_21_361_ranges_are_those_of_the_chart():
    g = war_in_europe()
    assert g.sea_reach("sea transport", europe=True) == 20
    assert g.sea_reach("seaborne invasion", europe=False) == 20
    with pytest.raises(KeyError):
        g.sea_reach("a stroll", europe=True)


def test_ours_21_3612_a_port_every_twenty_hexes():
    """From Gibraltar ships reach Portsmouth by friendly ports; Murmansk, without one on the way, they do not."""
    g = war_in_europe()
    reach = havens(g, space(g, "gibraltar"), ALLIES)
    assert space(g, "portsmouth") in reach
    assert space(g, "kiel") not in reach  # an enemy port


def test_ours_21_4184c_aircraft_hunt_submarines_on_patrol_in_range():
    g = war_in_europe()
    near = next(s for s in g.ground.within(space(g, "london"), 4) if not g.ground.land[s])
    boat = put(g, "germany sub", "kiel", patrol=near)
    assert boat in hunted(g, ALLIES, space(g, "london"), 4)
    g.units[boat].patrol = -1
    assert boat not in hunted(g, ALLIES, space(g, "london"), 4)


def test_ours_21_433a_from_the_atlantic_coast():
    g = war_in_europe("us")
    assert may_sail_to(g, "us_atlantic", "sea_transport", space(g, "liverpool")) is None
    assert refused(may_sail_to(g, "us_atlantic", "sea_transport", space(g, "gibraltar")), "5.28C")


def test_ours_21_433b_from_the_pacific_coast():
    g = pacific_war()
    for place, fits in (("dutch_harbor", True), ("pearl_harbor", True), ("tahiti", True), ("noumea", False)):
        assert (may_sail_to(g, "us_pacific", "sea_transport", space(g, place)) is None) == fits


def test_ours_21_55_missions_of_fast_carriers():
    """Escort carriers attack no base."""
    g = pacific_war()
    h = Harbour(US, space(g, "pearl_harbor"), 2)
    put(g, "us cve", "pearl_harbor", mission=SAILING)
    put(g, "us nas", "pearl_harbor")
    assert refused(landing.may_raid_port(g, h, space(g, "kwajalein")), "9.32")


def test_ours_21_553_ships_of_the_boxes_join_by_their_lanes():
    g = pacific_war()
    assert lanes.lanes_beside(g, space(g, "australia_box")) == space(g, "sw_pacific")
    assert lanes.lanes_beside(g, space(g, "india_box")) == space(g, "sw_indian")
    assert lanes.lanes_beside(g, space(g, "urals")) == -1


def test_ours_21_6_ships_of_the_lanes_escort():
    """A ready ship of the box beside the port may be called, an inverted one not."""
    g = war_in_europe()
    ship = put(g, "britain dd", "sw_atlantic")
    h = Harbour(BRITAIN, space(g, "us_atlantic"), REDEPLOYING)
    assert voyages.may_call(g, h, ship) is None
    g.units[ship].inverted = 1
    assert refused(voyages.may_call(g, h, ship), "ours 25.35")


def test_ours_21_7_ships_are_ready_again_in_an_operational_port():
    g = war_in_europe()
    home, lone = put(g, "britain dd", "portsmouth", inverted=1), put(g, "britain dd", "portsmouth", inverted=2)
    end_turn(g)
    assert (g.units.inverted[home], g.units.inverted[lone]) == (0, 1)  # the second left a box in redeployment


def test_ours_22_12_interception_is_free_and_only_between_enemies():
    g = war_in_europe("britain")
    puts(g, 3, "germany dd", "kiel")
    way = (space(g, "kiel"),)
    level = g.nations.level[GERMANY]
    passage = Passage(GERMANY, "sea transport", way, 5)
    assert may_meet(g, passage, space(g, "kiel")) is None
    assert refused(may_meet(g, Passage(FRANCE, "sea transport", way, 5), space(g, "kiel")), "ours 22.11")
    assert g.nations.level[GERMANY] == level


def test_ours_22_31_one_group_a_side():
    """AW-DEC-12: the whole force of a side is one group, its cargo ships among it."""
    g = war_in_europe()
    ships = [*puts(g, 3, "britain dd", "portsmouth"), put(g, "britain cve", "portsmouth")]
    assert seabattle.Side(g, ships, []).ships == ships


def test_ours_22_41_roles_first_then_search_then_strikes():
    """Both sides settle their squadrons before any die is rolled: three aboard may all strike, none searches beyond three."""
    g = pacific_war()
    force = seabattle.Force(US, space(g, "midway"), (), 5)
    found = seabattle.assignments(g, force)
    assert (0, 0) in found and (2, 3) in found and (0, 4) not in found


def test_ours_22_6_who_leaves_may_be_pursued_by_a_faster_enemy():
    """Slow ships that leave are engaged once more; fast ones are not."""
    for leaver, asked in (("britain cve", True), ("britain dd", False)):
        g = war_in_europe()
        runner = seabattle.Side(g, puts(g, 2, leaver, "portsmouth"), [])
        hunter = seabattle.Side(g, puts(g, 3, "germany dd", "kiel"), [])
        prompts = drive(g, seabattle.pursuit(g, space(g, "kiel"), runner, hunter), ["keep_off"] if asked else [])
        assert bool(prompts) == asked


def test_ours_22_7_rounds_by_training():
    assert [training(CHARTS, level).naval_rounds for level in range(4)] == [1, 2, 3, 4]


def test_ours_22_8_lost_destroyers_lose_their_cargo():
    """Six factors with six destroyers; three sunk: three factors arrive at most."""
    g = war_in_europe()
    fleet = puts(g, 6, "britain dd", "portsmouth")
    cargo = [put(g, "britain mech 3-4", "portsmouth") for _ in range(2)]
    h = Harbour(BRITAIN, space(g, "portsmouth"), MOVING)
    for u in fleet[:3]:
        g.units[u].at = -1
    voyages.arrive(g, h, space(g, "plymouth"), fleet, cargo, [])
    assert load(g, [u for u in cargo if g.units.at[u] == space(g, "plymouth")]) == 3


def test_ours_23_2_squadrons_over_the_ships():
    """Those on patrol meet a strike; without any it comes through."""
    g = pacific_war()
    side = seabattle.Side(g, [put(g, "us dd", "pearl_harbor")], puts(g, 3, "us nas", "pearl_harbor"))
    assert not side.patrol
    side.cap = 2
    assert len(side.patrol) == 2


def test_ours_23_3_what_squadrons_of_a_carrier_do():
    g = pacific_war()
    force = seabattle.Force(US, space(g, "midway"), (), 6)
    assert seabattle.may_assign(g, force, (6, 0)) is None
    assert refused(seabattle.may_assign(g, force, (7, 0)), "ours 23.3")


def test_ours_23_31_surprise():
    """A die, two more for three search results, less radar and earlier strikes."""
    g = pacific_war()
    one = seabattle.Side(g, [put(g, "us dd", "pearl_harbor")], [])
    two = seabattle.Side(g, [put(g, "japan dd", "truk")], [])
    for found, strikes, level in ((1, 0, 4), (3, 0, 6), (3, 2, 4)):
        two.found = found
        g.dice = type(g.dice)(4)
        assert seabattle.surprise(g, one, two, strikes) == level


def test_ours_23_32_one_roll_for_each_ship_that_is_attacked():
    """Four squadrons, two at each of two destroyers: two rolls; a ship out of the group is not aimed at."""
    g = pacific_war()
    prey = puts(g, 2, "japan dd", "truk")
    strike = seabattle.Strike(US, space(g, "truk"), 4, tuple(prey))
    assert seabattle.may_aim(g, strike, (prey[0], 4)) is None
    assert refused(seabattle.may_aim(g, strike, (prey[0], 5)), "ours 23.32")
    assert refused(seabattle.may_aim(g, strike, (put(g, "japan dd", "tokyo"), 1)), "ours 23.32")
    drive(g, seabattle.bomb_ships(g, US, space(g, "truk"), 4, prey, 0, in_port=True),
          [f"bomb u{prey[0]} 2", f"bomb u{prey[1]} 2"], dice=[6, 6, 1, 1])  # fmt: skip
    assert g.units.at[prey[0]] < 0


def test_ours_23_33_squadrons_without_a_deck_are_lost():
    g = pacific_war()
    light = next(n for n, d in enumerate(DESIGNS) if d.kind == Kind.CV and d.strength == 2)
    carrier = g.units.add(design=light, at=space(g, "pearl_harbor")).index
    wings = puts(g, 2, "us nas", "pearl_harbor")
    side = seabattle.Side(g, [carrier], wings)
    seabattle.recover(g, side)
    assert all(g.units.at[u] >= 0 for u in wings)
    g.units[carrier].damage = 1
    seabattle.recover(g, side)
    assert all(g.units.at[u] < 0 for u in wings)


def test_ours_23_44_the_attack_roll():
    """More squadrons, more hits; the ship's own worth is taken off the dice at sea, not in port."""
    g = pacific_war()
    found = []
    for in_port in (False, True):
        ship = put(g, "japan b", "truk")
        drive(g, seabattle.bomb_ships(g, US, space(g, "truk"), 1, [ship], 0, in_port=in_port), [f"bomb u{ship} 1"], dice=[5, 5])
        found.append(g.units.damage[ship] or int(g.units.at[ship] < 0))
    assert found[1] >= found[0]


def test_ours_23_7_japan_strikes_those_who_are_not_prepared():
    g = pacific_war("japan", AXIS)
    pearl = space(g, "pearl_harbor")
    assert not quays.unprepared(g, JAPAN, pearl)
    g.booked[702] = g.turn
    assert quays.unprepared(g, JAPAN, pearl)
    assert not quays.unprepared(g, US, pearl)


# --- 24 to 26 -------------------------------------------------------------------------------------------------------------


def test_ours_24_1_units_of_strategic_warfare_fight_in_the_owners_turn():
    g = war_in_europe("britain", ALLIES)
    put(g, "germany sub", "sw_atlantic")
    assert not strategic.submarines(g, ALLIES, "sw_atlantic")
    assert len(strategic.submarines(g, AXIS, "sw_atlantic")) == 1


def test_ours_24_2_pools_grow_by_production():
    """Submarines that wait for production cannot be bought before it."""
    g = campaign(year=1941, season=SPRING, empty=False)
    from_pool = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.SUB and g.units[u].sheet.nation == GERMANY]
    assert {g.units.pool[u] for u in from_pool} >= {5}  # LATER
    assert sum(g.units.pool[u] == 1 for u in from_pool) < len(from_pool)


def test_ours_24_3_what_is_there_at_the_start():
    g = campaign(empty=False)
    assert len(strategic.in_box(g, Kind.TRANSPORT, ALLIES, "sw_atlantic")) > 20
    assert strategic.submarines(g, AXIS, "sw_atlantic") or any(
        g.units[u].sheet.kind == Kind.SUB and g.units.at[u] >= 0 for u in range(len(g.units))
    )


def test_ours_24_4_built_into_a_box_at_once():
    g = war_in_europe()
    boat = put(g, "britain tr", "sw_atlantic")
    assert may_appear(g, boat, space(g, "sw_atlantic")) is None
    assert refused(may_appear(g, boat, space(g, "portsmouth")), "5.934")
    assert sites(g, boat) == [space(g, "sw_atlantic")]


def test_ours_25_12_submarines_do_not_leave_in_movement():
    g = war_in_europe("germany", AXIS)
    boat = put(g, "germany sub", "sw_atlantic")
    assert refused(lanes.may_leave_berth(g, GERMANY, boat), "5.934")
    hold(g, "germany", "brest")
    assert lanes.may_station(g, GERMANY, boat, space(g, "brest")) is None  # in redeployment


def test_ours_25_13a_to_the_indian_ocean_by_the_canal():
    g = war_in_europe("germany", AXIS)
    boat = put(g, "germany sub", "taranto")
    goal = space(g, "sw_indian")
    assert refused(lanes.may_station(g, GERMANY, boat, goal), "ours 25.13A")
    hold(g, "germany", "suez", "port_said")
    no = lanes.may_station(g, GERMANY, boat, goal)
    assert not refused(no, "ours 25.13A")


def test_ours_25_3_ships_in_a_box_guard_the_transports():
    g = war_in_europe()
    ship = put(g, "britain b", "sw_atlantic")
    assert ship in guard(g)
    g.units[ship].damage = 1
    assert ship not in guard(g)


def test_ours_25_31b_the_bases_of_the_pacific_box():
    g = pacific_war()
    box = space(g, "sw_pacific")
    assert lanes.may_cross(g, US, space(g, "pearl_harbor"), box) is None
    assert refused(lanes.may_cross(g, US, space(g, "noumea"), box), "ours 25.31B")
    assert lanes.may_cross(g, JAPAN, space(g, "truk"), box) is None
    assert refused(lanes.may_cross(g, JAPAN, space(g, "saipan"), box), "ours 25.31B")


def test_ours_25_33_over_the_edge_of_the_map():
    g = war_in_europe()
    way = lanes.edge_way(g, space(g, "portsmouth"), space(g, "sw_atlantic"))
    assert way and way[0] == space(g, "portsmouth") and way[-1] in g.ground.lanes[space(g, "sw_atlantic")]
    assert not lanes.edge_way(g, space(g, "konigsberg"), space(g, "sw_pacific"))


def test_ours_25_372_out_of_a_box_in_redeployment():
    """Inverted until after the next enemy turn; in another box ready."""
    g = war_in_europe()
    for goal, inverted in (("portsmouth", 2), ("sw_indian", 0)):
        ship = put(g, "britain dd", "sw_atlantic")
        h = Harbour(BRITAIN, space(g, "sw_atlantic"), REDEPLOYING)
        g.units[ship].mission = SAILING
        drive(g, voyages.sail(g, h, space(g, goal)))
        assert (g.units.at[ship], g.units.inverted[ship]) == (space(g, goal), inverted)


def test_ours_26_1_not_over_the_indian_ocean():
    g = war_in_europe()
    bomber = put(g, "britain bomber", "sw_atlantic")
    assert may_appear(g, bomber, space(g, "sw_atlantic")) is None
    assert refused(may_appear(g, bomber, space(g, "sw_indian")), "5.942")


def test_ours_26_6_no_more_than_the_value_of_a_city():
    g = war_in_europe()
    assert bombing.value(g, space(g, "essen")) == bombing.key_values(g)[space(g, "essen")]
    assert bombing.value(g, space(g, "brest")) == 5
    assert bombing.value(g, next(s for s in g.ground.homeland[GERMANY] if not g.ground.city[s])) == 0


def test_ours_22_11_no_interception_from_the_boxes_that_forbid_it():
    g = war_in_europe()
    assert refused(may_intercept_from(g, "us_atlantic"), "5.28G")
    assert refused(may_intercept_from(g, "south_africa"), "5.38F")
    assert may_intercept_from(g, "india_box") is None
