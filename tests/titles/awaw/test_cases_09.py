"""9, clause by clause: what each phase allows, who pays for it, and what stays refused."""

from __future__ import annotations

from grognard.titles.awaw.designs import DESIGNS, STRATEGIC, operation_cost
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, BRITAIN, EUROPEAN_AXIS, GERMANY, RUSSIA
from grognard.titles.awaw.rules import airdrops, airlift, quays
from grognard.titles.awaw.rules.attrition import counted
from grognard.titles.awaw.rules.combat import Plan, Staff, join, launch, may_attack, may_join, may_widen, widen
from grognard.titles.awaw.rules.exploitation import Breach, Raider, may_cross_fronts, may_place, place
from grognard.titles.awaw.rules.landing import invade, may_invade, may_raid_port
from grognard.titles.awaw.rules.movement import Marcher, can_overrun, may_overrun, movement, overrun
from grognard.titles.awaw.rules.operations import cost, may_attrition, pay, payers
from grognard.titles.awaw.rules.voyages import FIGHTING, Harbour
from grognard.titles.awaw.state import ABOARD, FULL, SAILING, SUMMER, World, ledger_place

from .kit import campaign, drive, fight, hold, put, puts, space, world

EASTERN, WESTERN = FRONT["eastern"], FRONT["western"]


def sea(mover: str = "britain") -> World:
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover=mover)
    fight(g, "germany", "italy", "britain", "us")
    return g


# --- 9.21 ---------------------------------------------------------------------------------------------------------------


def test_9_21_aircraft_hunt_submarines_on_patrol_in_movement():
    """9.21B: a boat on patrol within range of an army air factor is attacked; one in port is not, nor without aircraft."""
    g = sea()
    boat = put(g, "germany sub", "kiel")
    near = next(s for s in g.ground.within(space(g, "plymouth"), 2) if not g.ground.land[s])
    g.units[boat].patrol = near
    refusal = quays.may_hunt(g, BRITAIN, boat)
    assert refusal is not None and refusal.rule == "ours 21.4184C"  # nobody flies
    put(g, "britain aaf", "plymouth")
    assert quays.may_hunt(g, BRITAIN, boat) is None
    g.units[boat].patrol = -1
    assert quays.may_hunt(g, BRITAIN, boat) is not None


def test_9_21_air_transport_in_movement():
    """9.21F: one infantry factor beside an air transport; not three, and not without a transport."""
    g = world()
    one, three = put(g, "germany i 1-3", "breslau"), put(g, "germany i 3-3", "breslau")
    assert airlift.can_fly(g, airlift.Flight(one)) is not None
    put(g, "germany at", "breslau")
    assert airlift.can_fly(g, airlift.Flight(one)) is None
    assert airlift.can_fly(g, airlift.Flight(three)) is not None


def test_9_21_ground_support_for_an_overrun():
    """9.21G: army air flies for the overrun and is paid for with the armor: eight factors and four AAF, twelve BRPs."""
    g = world()
    tank = puts(g, 2, "germany arm 4-6", "eL36")[0]
    puts(g, 4, "germany aaf", "eM35")
    put(g, "russia i 1-3", "eL37")
    drive(g, overrun(g, Marcher(tank), space(g, "eL37")), ["fly eM35 4"])
    assert 100 - g.nations.level[GERMANY] == 8 + 4
    assert g.units.at[tank] == space(g, "eL37")


# --- 9.32, 9.33 ---------------------------------------------------------------------------------------------------------


def aboard(g: World, ships: int) -> Harbour:
    puts(g, ships, "britain dd", "portsmouth", mission=SAILING)
    put(g, "britain i 1-3", "portsmouth", mission=ABOARD)
    return Harbour(BRITAIN, space(g, "portsmouth"), FIGHTING)


def test_9_32_b_seaborne_invasions():
    """9.32B: troops aboard and destroyers enough invade a beach of the enemy; not without destroyers."""
    g = sea()
    hold(g, "germany", "eN20")
    h = aboard(g, 0)
    assert may_invade(g, h, space(g, "eN20")) is not None
    put(g, "britain dd", "portsmouth", mission=SAILING)
    assert may_invade(g, h, space(g, "eN20")) is None


def test_9_32_d_fast_carriers_alone_attack_bases():
    """9.32D: an escort carrier with squadrons does not attack a port, a fast carrier does."""
    g = sea()
    put(g, "italy b Cavour", "taranto")
    puts(g, 3, "britain nas", "malta")
    put(g, "britain cve", "malta", mission=SAILING)
    h = Harbour(BRITAIN, space(g, "malta"), FIGHTING)
    refusal = may_raid_port(g, h, space(g, "taranto"))
    assert refusal is not None and refusal.rule == "9.32"
    put(g, "britain cv Ark Royal", "malta", mission=SAILING)
    assert may_raid_port(g, h, space(g, "taranto")) is None


def test_9_33_escorts_take_part_and_are_paid_for():
    """A battleship that only protects the landing costs its BRP too: three destroyers 3, with the battleship 4."""
    for escort, paid in ((False, 3), (True, 4)):
        g = sea()
        hold(g, "germany", "eN20")
        h = aboard(g, 3)
        if escort:
            put(g, "britain b", "portsmouth", mission=SAILING)
        level = g.nations.level[BRITAIN]
        drive(g, invade(g, h, space(g, "eN20")))
        assert level - g.nations.level[BRITAIN] == paid


# --- 9.41, 9.42 ---------------------------------------------------------------------------------------------------------


def test_9_41_overruns_in_the_movement_phase():
    """Armor overruns at six to one in movement and pays its factors; a weaker force and infantry do not."""
    g = world()
    tanks = puts(g, 2, "germany arm 4-6", "eL36")
    foot = put(g, "germany i 3-3", "eL36")
    puts(g, 4, "germany aaf", "eM35")
    foe = put(g, "russia i 1-3", "eL37")
    goal = space(g, "eL37")
    assert can_overrun(g, Marcher(foot)) is not None
    assert may_overrun(g, Marcher(tanks[0]), goal) is None
    token = g.board.token(goal)
    drive(g, movement(g), [f"pick u{tanks[0]}", f"overrun {token}", "fly eM35 4"])
    assert g.units.at[foe] < 0 and g.units.at[tanks[0]] == goal
    strong = put(g, "russia i 3-3", "eL38")
    g.units[strong].at = space(g, "eL38")
    assert may_overrun(g, Marcher(tanks[1]), space(g, "eL38")) is not None


def test_9_42_a_ground_attacks_on_defended_hexes():
    """9.42A: a hex with an enemy ground unit is attacked by who stands beside it; an empty one is not, nor from afar."""
    g = world()
    g.stage = 1
    hold(g, "russia", "eM37", "eL37")
    put(g, "russia i 1-3", "eM37")
    near, far = put(g, "germany i 3-3", "eM36"), put(g, "germany i 3-3", "eM34")
    staff = Staff(GERMANY)
    assert may_attack(g, staff, space(g, "eM37")) is None
    assert may_attack(g, staff, space(g, "eL37")) is not None  # nobody stands there
    plan = Plan(GERMANY, space(g, "eM37"))
    assert may_join(g, plan, near) is None
    assert may_join(g, plan, far) is not None
    join(g, plan, near)
    drive(g, launch(g, plan, None))
    assert g.nations.level[GERMANY] == 97


def breach() -> tuple[World, int]:
    """A German breakthrough at L37."""
    g = world()
    gap = space(g, "eL37")
    hold(g, "germany", "eL37")
    g.breaks.append(gap)
    g.hexes[gap].broken = 1 + g.nations.ctl[GERMANY]
    return g, gap


def test_9_42_b_armor_alone_exploits():
    """9.42B: armor beside the breakthrough is placed on it; infantry never."""
    g, gap = breach()
    tank, foot = put(g, "germany arm 4-6", "eL36", supply=FULL), put(g, "germany i 3-3", "eL36", supply=FULL)
    assert may_place(g, Breach(GERMANY), (tank, gap)) is None
    refusal = may_place(g, Breach(GERMANY), (foot, gap))
    assert refusal is not None and refusal.rule == "ours 16.2"


# --- 9.54, 9.55, 9.56 ---------------------------------------------------------------------------------------------------


def test_9_54_airborne_units_are_paid_for_when_they_fight():
    """The transport's BRP always; the airborne unit's too where a defender stands."""
    for defended, paid in ((False, 1), (True, 2)):
        g = world()
        jumper = put(g, "germany airborne 1-3", "breslau")
        put(g, "germany at", "breslau")
        put(g, "germany i 3-3", "breslau")
        near = [s for s in g.ground.within(space(g, "breslau"), 3) if g.ground.field[s] and not g.ground.rough[s]]
        target = next(s for s in near if not g.ground.city[s] and s != space(g, "breslau"))
        g.hexes[target].holder = RUSSIA
        if defended:
            g.units[put(g, "russia i 1-3", "breslau")].at = target
        g.stage = 1
        drop = airdrops.Drop(GERMANY)
        assert airdrops.may_drop(g, drop, (jumper, target)) is None
        drive(g, airdrops.jump(g, drop, (jumper, target)))
        assert 100 - g.nations.level[GERMANY] == paid


def test_9_55_the_carrier_pays_for_its_squadrons():
    """Two carriers with six squadrons cost two; the same six flying from land cost two more by themselves."""
    g = sea()
    decks, wings = puts(g, 2, "britain cv Ark Royal", "malta"), puts(g, 6, "britain nas", "malta")
    assert cost(g, payers(g, "carriers", [*decks, *wings], [])) == 2
    assert cost(g, wings, space(g, "taranto")) == 2


def test_9_56_submarines_and_strategic_warfare_cost_nothing():
    """Boats, bombers and interceptors are free; the AAF that bombs and the jet that escorts are not."""
    g = world()
    free = [put(g, "germany sub", "kiel"), put(g, "germany bomber", "berlin"), put(g, "germany interceptor", "berlin")]
    assert cost(g, free) == 0
    assert pay(g, GERMANY, space(g, "eM37"), free) == 0 and g.nations.level[GERMANY] == 100
    assert cost(g, [put(g, "germany aaf", "berlin")]) == 1
    assert cost(g, [put(g, "germany jet", "berlin")]) == 1
    assert all(operation_cost(d) == 0 for d in DESIGNS if d.kind in STRATEGIC)


# --- 9.64, 9.65 ---------------------------------------------------------------------------------------------------------


def test_9_64_exploitation_beside_an_attrition():
    """Ten BRPs spent and a 4-6 that exploits make fourteen: attrition stays; from eleven they make fifteen and end it."""
    for before, allowed in ((10, True), (11, False)):
        g, gap = breach()
        pay(g, GERMANY, gap, puts(g, before, "germany aaf", "eM35"))
        tank = put(g, "germany arm 4-6", "eL36", supply=FULL)
        assert may_place(g, Breach(GERMANY), (tank, gap)) is None
        place(g, Breach(GERMANY), (tank, gap))
        assert g.spent[ledger_place(GERMANY, EASTERN)] == before + 4
        refusal = may_attrition(g, EUROPEAN_AXIS, EASTERN)
        assert (refusal is None) == allowed
        assert refusal is None or refusal.rule == "9.61"


def test_9_65_who_attacked_is_not_counted():
    """A unit that attacked does not count for attrition; one that overran does."""
    g = world()
    hold(g, "russia", "eL38")
    put(g, "russia i 1-3", "eL38")
    tanks = puts(g, 2, "germany arm 4-6", "eL36")
    puts(g, 4, "germany aaf", "eM35")
    put(g, "russia i 1-3", "eL37")
    drive(g, overrun(g, Marcher(tanks[0]), space(g, "eL37")), ["fly eM35 4"])
    assert g.units.at[tanks[0]] == space(g, "eL37")
    assert sorted(counted(g, EUROPEAN_AXIS)[EASTERN]) == sorted(tanks)
    g.units[tanks[0]].fought = 1
    assert counted(g, EUROPEAN_AXIS)[EASTERN] == tanks[1:]


def test_9_65_a_ground_unit_attacks_once():
    """Who has attacked joins no second attack in the phase."""
    g = world()
    g.stage = 1
    for token in ("eM37", "eL37"):
        hold(g, "russia", token)
        put(g, "russia i 1-3", token)
    unit = put(g, "germany i 3-3", "eM36")
    assert may_join(g, Plan(GERMANY, space(g, "eM37")), unit) is None
    g.units[unit].fought = 1
    refusal = may_join(g, Plan(GERMANY, space(g, "eM37")), unit)
    assert refusal is not None and refusal.rule == "ours 15.23"


# --- 9.73 ---------------------------------------------------------------------------------------------------------------


def test_9_73_one_attack_on_two_fronts():
    """9.73A: from K34 one attack goes against K33 in the west and K35 in the east; once joined, no separate attack is left."""
    g = world()
    g.stage = 1
    hold(g, "russia", "eK33", "eK35")
    for token in ("eK33", "eK35"):
        put(g, "russia i 1-3", token)
    unit = put(g, "germany arm 4-6", "eK34")
    west, east = space(g, "eK33"), space(g, "eK35")
    assert (g.ground.front[west], g.ground.front[east]) == (WESTERN, EASTERN)
    plan = Plan(GERMANY, west)
    join(g, plan, unit)
    assert may_join(g, Plan(GERMANY, east), unit) is not None  # not a second attack of its own
    assert may_widen(g, plan, east) is None
    widen(g, plan, east)
    refusal = may_attack(g, Staff(GERMANY), east)
    assert refusal is not None and refusal.rule == "ours 15.44"


def test_9_73_b_exploiting_onto_another_front():
    """9.73B: armor rides from K34 into the west; not when it would spend more than a limited offensive there."""
    g = world()
    hold(g, "russia", "eK33", "eK32")
    tank = put(g, "germany arm 4-6", "eK34", exploiting=1)
    g.stage = 2
    assert may_cross_fronts(g, Raider(tank), space(g, "eK33")) is None
    g.cost[EUROPEAN_AXIS * 6 + WESTERN] = 11
    refusal = may_cross_fronts(g, Raider(tank), space(g, "eK33"))
    assert refusal is not None and refusal.rule == "9.76"
