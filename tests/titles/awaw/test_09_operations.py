"""9: offensive operations. Cases of the text under their ids, and what each section allows and refuses."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.designs import DESIGNS, Kind, operation_cost, squadrons_cost
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, BRITAIN, CHINA, EUROPEAN_AXIS, GERMANY, INDEX, ITALY, JAPAN, SOVIET, US
from grognard.titles.awaw.rules.attrition import counted, touching
from grognard.titles.awaw.rules.combat import Plan, against_partisans, may_join, may_launch, may_rush, rush
from grognard.titles.awaw.rules.exploitation import Raider, may_cross_fronts, may_ride, ride
from grognard.titles.awaw.rules.far_lands import INDOCHINA
from grognard.titles.awaw.rules.landing import invade, may_invade, through_western_waters
from grognard.titles.awaw.rules.operations import (
    BRITAIN_ONLY,
    PARALYSED,
    cost,
    front_of,
    full_offensive,
    may_attrition,
    may_operate,
    may_pay,
    mud_allows,
    paralysed,
    pay,
    price,
)
from grognard.titles.awaw.rules.supply import ready_base
from grognard.titles.awaw.rules.voyages import FIGHTING, Harbour
from grognard.titles.awaw.state import ABOARD, FALL, ISOLATED, SAILING, SPRING, SUMMER, WINTER, ledger_place

from .kit import campaign, drive, fight, hold, put, puts, space, world

EASTERN = FRONT["eastern"]


def design(kind: Kind, strength: int):
    return next(d for d in DESIGNS if d.kind == kind and d.strength == strength)


# --- 3.1 and 9.51 -------------------------------------------------------------------------------------------------------


def test_3_1_notation_of_cruisers_and_destroyers():
    """awaw-3.11-a, awaw-3.11-b: a CA counter is a unit of two factors, CA4 two of them, CA6 three; DD3 is three factors."""
    assert design(Kind.CA, 2).strength == 2
    assert all(d.strength == 2 for d in DESIGNS if d.kind == Kind.CA)
    assert all(d.strength == 1 for d in DESIGNS if d.kind == Kind.DD)


@pytest.mark.parametrize(
    ("kind", "strength", "brps"),
    [(Kind.INF, 3, 3), (Kind.ARM, 4, 4), (Kind.AAF, 1, 1), (Kind.TRANSPORT_AIR, 1, 1), (Kind.DD, 1, 1), (Kind.CA, 2, 1),
     (Kind.BB, 4, 1), (Kind.CV, 3, 1), (Kind.SUB, 1, 0), (Kind.BOMBER, 1, 0), (Kind.PARTISAN, 1, 1)],
)  # fmt: skip
def test_9_51_cost_by_kind(kind, strength, brps):
    """A factor costs one, a cruiser or a named ship one, submarines and strategic warfare nothing (9.56)."""
    assert operation_cost(design(kind, strength)) == brps


def test_9_51_squadrons():
    """9.51C: three land-based squadrons cost one, part of three counts whole; see AW-OURS-18-b."""
    assert [squadrons_cost(n) for n in (1, 3, 6, 7)] == [1, 1, 2, 3]


# --- 9.57, 9.58, 9.61, 9.63 ---------------------------------------------------------------------------------------------


def test_9_57_a_unit_is_paid_for_once():
    """awaw-9.57-a: the second operation of a unit costs nothing."""
    g = world()
    tank = put(g, "germany arm 4-6", "eM36")
    assert pay(g, GERMANY, space(g, "eM37"), [tank]) == 4
    assert cost(g, [tank]) == 0
    assert pay(g, GERMANY, space(g, "eM37"), [tank]) == 0
    assert g.nations.level[GERMANY] == 96


def test_9_58_costs_add_up_as_the_turn_runs():
    """awaw-9.58-a: two destroyers, then three, then six ground factors: eleven; carried and unopposed infantry cost nothing."""
    g = world()
    target = space(g, "eM37")
    two, three = puts(g, 2, "germany dd", "eJ30"), puts(g, 3, "germany dd", "eJ30")
    six = puts(g, 2, "germany i 3-3", "eM36")
    assert [pay(g, GERMANY, target, units) for units in (two, three, six)] == [2, 3, 6]
    assert g.spent[ledger_place(GERMANY, EASTERN)] == 11


def test_9_58_interceptors_cost_one_each():
    """awaw-9.58-b, awaw-9.58-c: three AAF more make fourteen and leave attrition; a fourth makes fifteen and forbids it."""
    g = world()
    target = space(g, "eM37")
    pay(g, GERMANY, target, [*puts(g, 5, "germany dd", "eJ30"), *puts(g, 2, "germany i 3-3", "eM36")])
    wings = puts(g, 4, "germany aaf", "eM35")
    assert pay(g, GERMANY, target, wings[:3]) == 3
    assert may_attrition(g, EUROPEAN_AXIS, EASTERN) is None
    assert not full_offensive(g, GERMANY, EASTERN)
    assert pay(g, GERMANY, target, wings[3:]) == 1
    refusal = may_attrition(g, EUROPEAN_AXIS, EASTERN)
    assert refusal is not None and refusal.rule == "9.61"
    assert full_offensive(g, GERMANY, EASTERN)


def test_9_63_fifteen_is_the_most_a_front_costs():
    """9.63A: beyond fifteen everything on the front is free, for minors of the power too."""
    g = world("germany", "russia", "rumania")
    army = puts(g, 6, "germany arm 4-6", "eM36")
    assert pay(g, GERMANY, space(g, "eM37"), army) == 15
    rumanian = put(g, "rumania i 2-3", "eS35")
    assert price(g, GERMANY, space(g, "eR36"), [rumanian]) == 0
    assert price(g, GERMANY, space(g, "eO24"), [put(g, "germany i 3-3", "eO25")]) == 3  # another front


def test_9_63_mud_and_partisans():
    """awaw-9.63-a, AW-OURS-34-c: 12 AAF and 11 factors against partisans pay fifteen in all, and attrition is still allowed."""
    g = world(year=1943, season=SPRING)
    g.mud = 1
    target = space(g, "eN49")
    hold(g, "germany", "eN48")
    assert pay(g, GERMANY, target, puts(g, 12, "germany aaf", "eM45")) == 12
    assert pay(g, GERMANY, target, puts(g, 11, "germany i 1-3", "eN48"), partisans=True) == 3
    assert g.spent[ledger_place(GERMANY, EASTERN)] == 15
    assert may_attrition(g, EUROPEAN_AXIS, EASTERN) is None


def test_9_66_mud_caps_operations():
    """Fourteen is the most others than Russia may spend in mud; Russia is free, and so is everybody west of the Pact line."""
    g = world(year=1942, season=SPRING)
    g.mud = 1
    target = space(g, "eK40")
    tanks = puts(g, 4, "germany arm 4-6", "eK39")
    refusal = may_pay(g, GERMANY, target, tanks)
    assert refusal is not None and refusal.rule == "9.63C"
    assert may_pay(g, GERMANY, target, tanks[:3]) is None
    assert mud_allows(g, put(g, "russia arm 3-5", "eK41"), target, 99) is None
    assert may_pay(g, GERMANY, space(g, "eM34"), tanks) is None


# --- 9.7 ----------------------------------------------------------------------------------------------------------------


def test_9_71_the_hex_acted_upon_decides_the_front():
    """awaw-9.72-d, awaw-9.72-f: Italians in Turin against France: western; off Indochina: Southeast Asian."""
    g = world()
    assert front_of(g, space(g, "eU20")) == FRONT["western"]
    assert front_of(g, space(g, "eU21")) == FRONT["mediterranean"]
    assert front_of(g, space(g, "pAA14")) == FRONT["southeast_asian"]
    assert front_of(g, space(g, "pQ26")) == FRONT["pacific"]


def test_9_72_indochina_and_china():
    """awaw-9.72-h, awaw-9.72-i: attackers from Indochina act on the Asian front and then count for no attrition there."""
    g = world("japan", "nationalist_china", mover="japan")
    hold(g, "japan", "pT16")
    assert g.ground.crossing.get((space(g, "pT16"), space(g, "pS17"))) is not None
    unit = put(g, "japan i 3-2", "pT16")
    put(g, "nationalist_china i 1-2", "pS17")
    assert front_of(g, space(g, "pS17")) == FRONT["asian"]
    assert counted(g, 1) == {FRONT["asian"]: [unit]}
    g.units[unit].fought = 1
    assert counted(g, 1) == {}


def test_9_74_a_unit_counts_on_one_front_only():
    """A unit that touches enemies on two fronts is counted once."""
    g = world("germany", "russia", "britain")
    unit = put(g, "germany i 3-3", "eO32")
    hold(g, "russia", "eO33")
    hold(g, "britain", "eN32")
    put(g, "russia i 1-3", "eO33")
    put(g, "britain i 1-3", "eN32")
    found = counted(g, EUROPEAN_AXIS)
    assert sum(unit in units for units in found.values()) == 1


def test_9_75_two_fronts():
    """awaw-9.75-a: the cost counts on both fronts for attrition, on one for the fifteen."""
    g = world()
    west = FRONT["western"]
    army = puts(g, 5, "germany i 3-3", "eO32")
    pay(g, GERMANY, space(g, "eN31"), army, also=(space(g, "eO33"),))
    assert may_attrition(g, EUROPEAN_AXIS, west) is not None
    assert may_attrition(g, EUROPEAN_AXIS, EASTERN) is not None
    assert full_offensive(g, GERMANY, west) and not full_offensive(g, GERMANY, EASTERN)


# --- 9.8, 9.9 -----------------------------------------------------------------------------------------------------------


def test_9_82_isolated_units_attack_for_nothing_and_are_lost():
    g = world()
    hold(g, "russia", "eM36")
    cut = put(g, "germany i 3-3", "eM35", supply=ISOLATED)
    fed = put(g, "germany i 3-3", "eN35")
    put(g, "russia i 1-3", "eM36")
    plan = Plan(GERMANY, space(g, "eM36"))
    g.stage = 1
    assert may_join(g, plan, cut) is None
    g.units[cut].mission, g.units[cut].target = 1, plan.space
    assert may_rush(g, plan) is None
    assert may_launch(g, plan) is None  # it may also pay
    rush(g, plan, None)
    assert (g.nations.level[GERMANY], g.cost[EASTERN]) == (100, 0)
    refusal = may_join(g, plan, fed)
    assert refusal is not None and refusal.rule == "9.82"


def test_9_82_supplied_units_may_not():
    g = world()
    hold(g, "russia", "eM36")
    put(g, "russia i 1-3", "eM36")
    fed = put(g, "germany i 3-3", "eN35", mission=1)
    g.units[fed].target = space(g, "eM36")
    refusal = may_rush(g, Plan(GERMANY, space(g, "eM36")))
    assert refusal is not None and refusal.rule == "9.82"


def test_9_91_fall_1939_only_poland():
    """awaw-9.91-a: Germany acts against Poland alone, not in the west or the Mediterranean."""
    g = world("germany", "poland", "france", year=1939, season=FALL)
    unit = put(g, "germany i 3-3", "eM33")
    assert may_operate(g, unit, space(g, "eM35")) is None
    refusal = may_operate(g, unit, space(g, "eO24"))
    assert refusal is not None and refusal.rule == "9.91"


def test_9_93_italians_in_the_east():
    g = world("germany", "italy", "russia")
    tank, foot = put(g, "italy arm 2-5", "eM36"), put(g, "italy i 3-3", "eM36")
    target = space(g, "eM37")
    refusal = may_operate(g, tank, target)
    assert refusal is not None and refusal.rule == "9.93B"
    assert may_operate(g, foot, target) is None
    hold(g, "russia", "eY22")
    refusal = may_operate(g, foot, target)
    assert refusal is not None and refusal.rule == "9.93A"
    assert g.faction(ITALY) == EUROPEAN_AXIS and g.faction(INDEX["russia"]) == SOVIET


def test_9_61_partisans_do_not_count():
    g = world()
    hold(g, "germany", "eK40", "eK41")
    put(g, "russia partisan_com 1-3", "eK41")
    assert against_partisans(g, space(g, "eK41"))
    put(g, "russia i 1-3", "eK41")
    assert not against_partisans(g, space(g, "eK41"))

    assert touching(g, [put(g, "germany i 1-3", "eK40")], EASTERN) != []


def test_9_81_isolated_units_may_attrition():
    """An isolated unit counts for attrition like any other."""
    g = world()
    hold(g, "russia", "eM36")
    put(g, "russia i 1-3", "eM36")
    cut = put(g, "germany i 3-3", "eM35", supply=ISOLATED)
    assert counted(g, EUROPEAN_AXIS) == {EASTERN: [cut]}


def test_9_92_paralysis():
    """In the Allied turn after an attack that found them unprepared the Western Allies make no operations in the Pacific; America
    may if Britain alone was attacked; China and Europe are free."""
    g = world("japan", "us", "britain", "nationalist_china", side=ALLIES, mover="us")
    soldier = put(g, "us marine 1-3", "manila")
    target = space(g, "taipei")
    assert paralysed(g, US, target) is None
    g.booked[PARALYSED] = g.turn
    assert may_operate(g, soldier, target).rule == "9.92"
    assert paralysed(g, CHINA, target) is None
    assert paralysed(g, US, space(g, "paris")) is None
    g.booked[BRITAIN_ONLY] = 1
    assert paralysed(g, US, target) is None
    assert paralysed(g, BRITAIN, target).rule == "9.92"


# --- clauses that a reader of the text found wrong ----------------------------------------------------------------------


def test_9_11_offensive_operations_from_operational_bases():
    """A port cut off from every source sends out no invasion and no patrol; a supplied one does."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    assert ready_base(g, space(g, "portsmouth"), ALLIES) is None
    hold(g, "germany", "portsmouth")
    assert ready_base(g, space(g, "portsmouth"), ALLIES).rule == "9.11"


def invaders(g, port: str, count: int) -> Harbour:
    """Troops and destroyers of Britain aboard in a port."""
    h = Harbour(BRITAIN, space(g, port), FIGHTING)
    for u in puts(g, count, "britain dd", port):
        g.units[u].mission = SAILING
    troops = put(g, "britain mech 3-4", port)
    g.units[troops].mission = ABOARD
    return h


def test_9_72_winter_invasions_by_the_waters_that_are_crossed():
    """awaw-9.72-b: southern France may be invaded from the Mediterranean in winter; the Channel coast not."""
    g = campaign(year=1942, season=WINTER, side=ALLIES, mover="britain")
    hold(g, "germany", "eU19", "eN20")
    hold(g, "britain", "cagliari")
    assert not through_western_waters(g, space(g, "cagliari"), space(g, "eU19"))
    assert through_western_waters(g, space(g, "portsmouth"), space(g, "eN20"))
    assert may_invade(g, invaders(g, "cagliari", 6), space(g, "eU19")) is None
    h = invaders(g, "portsmouth", 6)
    assert may_invade(g, h, space(g, "eN20")).rule == "ours 34.23A"
    g.turn -= 1
    assert may_invade(g, h, space(g, "eN20")) is None


def test_9_72_okinawa_is_too_far_from_india():
    """awaw-9.72-g: ships of Okinawa reach Indochina, but no hex of India: more than 20 hexes."""
    g = campaign("pacific", year=1942, season=SUMMER, mover="japan")
    fight(g, "japan", "britain")
    hold(g, "japan", "pQ26")
    hold(g, "britain", "pV18", "pAA14")
    h = Harbour(JAPAN, space(g, "pQ26"), FIGHTING)
    for u in puts(g, 6, "japan dd", "pQ26"):
        g.units[u].mission = SAILING
    g.units[put(g, "japan i 1-2", "pQ26")].mission = ABOARD
    india = [s for s in g.ground.field_hexes if g.ground.country[s] == INDEX["india"] and g.ground.beach[s]]
    hold(g, "britain", *(g.board.token(s) for s in india))
    near = [s for s in g.ground.homeland[INDOCHINA] if g.ground.beach[s]]
    hold(g, "britain", *(g.board.token(s) for s in near))
    assert india and all(may_invade(g, h, s).rule == "ours 21.512" for s in india)
    assert any(may_invade(g, h, s) is None for s in near)


def test_9_53_troops_are_paid_for_when_they_meet_the_enemy():
    """Six destroyers and a 3-4 against a defended beach: nine BRPs; six against an empty one; one for the destroyer that is left
    where nothing can be landed any more."""
    for defended, lost, paid in ((True, 0, 9), (False, 0, 6), (True, 5, 1)):
        g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
        hold(g, "germany", "eN20")
        if defended:
            put(g, "germany i 1-3", "eN20")
        h = invaders(g, "portsmouth", 6)
        fleet = [u for u in range(len(g.units)) if g.units.mission[u] == SAILING]
        for u in fleet[:lost]:
            g.units[u].at = -1
        level = g.nations.level[BRITAIN]
        drive(g, invade(g, h, space(g, "eN20")))
        assert level - g.nations.level[BRITAIN] == paid, (defended, lost)


def test_9_91_no_attrition_in_the_west_in_fall_1939():
    g = campaign()
    assert may_attrition(g, EUROPEAN_AXIS, FRONT["western"]).rule == "9.91"
    assert may_attrition(g, EUROPEAN_AXIS, FRONT["mediterranean"]).rule == "9.91"
    assert may_attrition(g, EUROPEAN_AXIS, EASTERN) is None
    g.turn += 1
    assert may_attrition(g, EUROPEAN_AXIS, FRONT["western"]) is None


def test_9_74_a_unit_counts_on_the_front_that_is_open():
    """K34 touches the western and the eastern front: with fifteen BRPs spent in the west it counts in the east."""
    g = world("germany", "russia")
    u = put(g, "germany i 3-3", "eK34")
    for token in ("eK33", "eK35"):
        put(g, "russia i 1-3", token)
    western = FRONT["western"]
    assert u in counted(g, EUROPEAN_AXIS)[western]
    g.cost[EUROPEAN_AXIS * 6 + western] = 15
    assert u in counted(g, EUROPEAN_AXIS)[EASTERN] and western not in counted(g, EUROPEAN_AXIS)


def test_9_76_exploitation_onto_another_front():
    """From K34 in the east to K33 in the west: within a limited offensive there, counted there (9.75); or with a full one."""
    g = world("germany", "russia")
    hold(g, "russia", "eK33", "eK32")
    tank = put(g, "germany arm 4-6", "eK34", exploiting=1)
    g.stage = 2
    west = FRONT["western"]
    rider, goal = Raider(tank), space(g, "eK33")
    assert may_ride(g, rider, goal) is None
    g.cost[EUROPEAN_AXIS * 6 + west] = 12
    assert may_cross_fronts(g, rider, goal).rule == "9.76"
    g.spent[ledger_place(GERMANY, west)] = 15
    assert may_cross_fronts(g, rider, goal) is None
    ride(g, rider, goal)
    assert g.cost[EUROPEAN_AXIS * 6 + west] == 16
