"""11.9, 11.17, 13.5, 15: rail movement, reorganisation, surprise."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, USSR
from grognard.titles.wif.ground import RAIL, RIVER, STRAITS
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.impulses import begin_impulse
from grognard.titles.wif.rules.land_strength import attack_factors
from grognard.titles.wif.rules.rail import Railing, at_stations, is_station, lines, may_entrain, move_by_rail, rail_price
from grognard.titles.wif.rules.reorganisation import (
    Reorganising,
    hq_range,
    may_open,
    may_reach,
    may_turn_up,
    payment,
    price,
    reorganise,
    reorganise_finally,
)
from grognard.titles.wif.rules.surprise import is_surprise
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import War
from tests.titles.wif.field import act, align, at, beside, drive, hold, named, put, sides, war, without


def track(g: War) -> list[str]:
    """A railway of four hexes from Smolensk, its last hex a stop for HQs only."""
    without(g, RAIL)
    way = ["Smolensk"]
    seen = {at(g, "Smolensk")}
    for _ in range(3):
        here = at(g, way[-1])
        there = next(
            b for b, _ in g.ground.steps[here] if b not in seen and not g.ground.city[b] and g.ground.country[b] == "ussr"
        )
        seen.add(there)
        way.append(g.board.token(there))
    sides(g, *way)
    return way


def soviet(action: Action = Action.LAND) -> War:
    g = war(("Germany", "USSR"))
    act(g, "USSR", action)
    return g


def test_11_9_from_station_to_station_along_the_line_and_face_down() -> None:
    g = soviet()
    way = track(g)
    unit = put(g, "USSR INF any", "Smolensk")
    assert is_station(g, at(g, "Smolensk"), unit) and not is_station(g, at(g, way[3]), unit)
    assert lines(g, unit).stations == []
    named(g, "USSR", "Zhukov", way[3])  # a hex with an HQ is a station
    assert lines(g, unit).stations == [at(g, way[3])]
    drive(g, move_by_rail(g), [f"rail u{unit}", f"ride {way[3]}", "done"])
    assert g.units.at[unit] == at(g, way[3]) and g.units.down[unit] and g.powers.rail[USSR] == 1


def test_11_9_every_rail_hex_is_a_station_for_an_hq() -> None:
    g = soviet()
    way = track(g)
    hq = named(g, "USSR", "Zhukov", "Smolensk")
    assert set(lines(g, hq).stations) == {at(g, w) for w in way[1:]}


def test_11_9_enemy_hexes_and_zones_stop_trains() -> None:
    g = soviet()
    way = track(g)
    hq = named(g, "USSR", "Zhukov", "Smolensk")
    hold(g, "Germany", way[2])
    assert set(lines(g, hq).stations) == {at(g, way[1])}
    hold(g, "USSR", way[2])
    foe = put(g, "Germany INF any", beside(g, way[3], 0))
    in_zone = {b for b, _ in g.ground.steps[g.units.at[foe]]}
    assert not set(lines(g, hq).stations) & in_zone


def test_11_9_actions_decide_what_is_railed() -> None:
    for action, land, air in ((Action.LAND, True, False), (Action.AIR, False, True), (Action.COMBINED, True, True)):
        g = soviet(action)
        way = track(g)
        named(g, "USSR", "Zhukov", way[3])
        unit, plane = put(g, "USSR INF any", "Smolensk"), put(g, "USSR FTR any", "Smolensk")
        assert (may_entrain(g, Railing(USSR), unit) is None, may_entrain(g, Railing(USSR), plane) is None) == (land, air)
    g = soviet(Action.NAVAL)
    track(g)
    assert at_stations(g, Railing(USSR)) == []


def test_11_9_a_face_down_unit_is_not_railed() -> None:
    g = soviet()
    way = track(g)
    named(g, "USSR", "Zhukov", way[3])
    refused = may_entrain(g, Railing(USSR), put(g, "USSR INF any", "Smolensk", down=1))
    assert refused is not None and "face-up" in refused.reason


def test_11_9_one_unit_a_side_crosses_a_strait_in_an_impulse() -> None:
    g = soviet()
    way = track(g)
    sides(g, way[1], way[2], bits=STRAITS)
    hqs = [named(g, "USSR", "Zhukov", "Smolensk"), put(g, "USSR HQ-I any", "Smolensk")]
    drive(g, move_by_rail(g), [f"rail u{hqs[0]}", f"ride {way[3]}", "done"])
    assert at(g, way[2]) not in lines(g, hqs[1]).stations
    begin_impulse(g)
    assert at(g, way[2]) in lines(g, hqs[1]).stations


def test_11_9_baku_to_vladivostok_counts_two() -> None:
    g = soviet()
    unit = put(g, "USSR INF any", "Moscow")
    assert rail_price(g, unit, at(g, "Kiev")) == 1
    assert rail_price(g, unit, at(g, "Vladivostok")) == 2


def test_11_17_2_an_hq_turns_as_many_units_up_as_its_value() -> None:
    g = soviet()
    hq = named(g, "USSR", "Timoshenko", "Smolensk")
    value = g.units[hq].sheet.reorganisation
    units = [put(g, "USSR INF any", beside(g, "Smolensk", n), down=1) for n in range(3)]
    answers = [f"points u{hq}", *(f"reorganise u{u}" for u in units[: min(value, 3)])]
    drive(g, reorganise(g), answers)
    assert g.units.down[hq] and sum(not g.units.down[u] for u in units) == min(value, 3)
    assert not any(g.units.points_left)


def test_11_17_2_reach_is_the_value_in_motorised_points_and_always_a_hex() -> None:
    g = soviet()
    hq = named(g, "USSR", "Timoshenko", "Smolensk")
    reach = hq_range(g, hq)
    assert {b for b, _ in g.ground.steps[at(g, "Smolensk")]} <= reach
    assert at(g, "Moscow") not in reach
    far = put(g, "USSR INF any", "Moscow", down=1)
    refused = may_reach(g, hq, far)
    assert refused is not None and refused.rule == "11.17.2"


def test_11_17_4_the_price_is_one_in_its_own_action_else_two_doubled_by_friends() -> None:
    g = soviet(Action.LAND)
    infantry, plane = put(g, "USSR INF any", "Smolensk", down=1), put(g, "USSR FTR any", "Smolensk", down=1)
    assert (price(g, infantry, False), price(g, plane, False), price(g, plane, True)) == (1, 2, 4)
    act(g, "USSR", Action.AIR)
    assert (price(g, infantry, False), price(g, plane, False)) == (2, 1)


def test_11_17_4_a_minor_s_unit_pays_double_for_points_of_its_power() -> None:
    """The text's own sum: a Rumanian ARM in an air action costs 8 German points with option 29, 4 without it; 1 in a land action
    of Rumania's own points, 2 of German ones. An Australian is no stranger to a British HQ."""
    g = war(("Germany", "USSR"), variable_reorganisation=True)
    align(g, "rumania", "Germany")
    hq = named(g, "Germany", "v. Bock", "Ploesti")
    tanks, foot = put(g, "Rumania ARM any", "Ploesti", down=1), put(g, "Rumania INF any", "Ploesti", down=1)
    own = put(g, "Germany INF any", "Ploesti", down=1)
    subject = Reorganising(GERMANY)
    act(g, "Germany", Action.AIR)
    g.units[hq].points_left = 8
    assert payment(g, subject, tanks) == {hq: 16}
    g.units[hq].points_left = 7
    assert payment(g, subject, tanks) is None
    act(g, "Germany", Action.LAND)
    assert payment(g, subject, foot) == {hq: 4} and payment(g, subject, own) == {hq: 2}
    empire = war(("Germany", "Commonwealth"))
    act(empire, "Commonwealth", Action.LAND)
    staff = named(empire, "Commonwealth", "Wavell", "London", points_left=1)
    digger = put(empire, "Commonwealth INF any", "London", down=1)
    empire.units[digger].country = empire.facts.country["australia"]
    assert payment(empire, Reorganising(COMMONWEALTH), digger) == {staff: 2}


def test_11_17_4_hqs_and_face_up_units_are_not_reorganised() -> None:
    g = soviet()
    named(g, "USSR", "Timoshenko", "Smolensk")
    other, up = named(g, "USSR", "Zhukov", "Smolensk", down=1), put(g, "USSR INF any", "Moscow")
    for unit in (other, up):
        assert may_turn_up(g, Reorganising(USSR), unit) is not None
    refused = may_open(g, Reorganising(USSR), up)
    assert refused is not None and refused.rule == "11.17"


def test_11_17_3_an_empty_transport_at_sea_helps_one_unit_on_the_coast() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    trs = put(g, "Germany TRS any", "Konigsberg")
    g.units[trs].at = g.ground.sections[at(g, "Baltic Sea")][1]
    unit = put(g, "Germany INF any", "Konigsberg", down=1)
    assert may_open(g, Reorganising(GERMANY), trs) is None
    drive(g, reorganise(g), [f"points u{trs}", f"reorganise u{unit}"])
    assert not g.units.down[unit] and g.units.down[trs]
    cargo = put(g, "Germany INF any", "Konigsberg", aboard=trs)
    g.units[trs].down = 0
    g.units[cargo].at = g.units.at[trs]
    assert may_open(g, Reorganising(GERMANY), trs) is not None


def test_13_5_everybody_turns_face_up_at_the_end_of_the_turn() -> None:
    g = soviet()
    units = [put(g, "USSR INF any", "Smolensk", down=1), named(g, "USSR", "Zhukov", "Moscow", down=1)]
    reorganise_finally(g)
    assert not any(g.units.down[u] for u in units)


def test_15_a_victim_is_surprised_only_by_those_who_declared_war() -> None:
    """wif-15 in kind: Germany is at war with the USSR, Italy declares war now."""
    g = war(("Germany", "USSR"))
    g.open_war = 1
    begin_impulse(g)
    make_war(g, ITALY, USSR)
    g.powers[USSR].surprised_by |= 1 << ITALY
    german, italian = put(g, "Germany INF any", "Warsaw"), put(g, "Italy INF any", "Rome")
    g.units[italian].from_ = at(g, "Rome")
    assert is_surprise(g, [italian], USSR)
    assert not is_surprise(g, [german], USSR) and not is_surprise(g, [italian, german], USSR)
    g.units[italian].from_ = at(g, "Berlin")  # from a country at war with the victim before
    assert not is_surprise(g, [italian], USSR)


def test_15_rivers_do_not_shield_the_surprised() -> None:
    g = war(("Germany", "USSR"))
    there = beside(g, "Warsaw")
    sides(g, "Warsaw", there, bits=RIVER)
    unit = put(g, "Germany ARM 8-6", "Warsaw")
    assert attack_factors(g, unit, at(g, "Warsaw"), at(g, there)) == 4
    assert attack_factors(g, unit, at(g, "Warsaw"), at(g, there), surprised=True) == 8


def test_19_4_3_half_of_a_minors_units_stay_at_home() -> None:
    g = war(("Germany", "USSR"))
    align(g, "rumania", "Germany")
    units = [put(g, "Rumania INF any", "Bucharest") for _ in range(2)]
    assert may_leave_home(g, units[0]) is None
    g.units[units[1]].at = at(g, "Odessa")
    third = put(g, "Rumania CAV any", "Odessa")
    assert third >= 0
    refused = may_leave_home(g, units[0])
    assert refused is not None and refused.rule == "19.4.3"


def test_11_9_no_train_into_the_hexes_of_a_neutral_friend() -> None:
    """11.10.4: from Munich no German unit is railed to Milan while Italy is neutral; it is once both are at war."""
    for enemies in ((("Germany", "USSR"),), (("Germany", "USSR"), ("Italy", "USSR"))):
        g = war(*enemies)
        act(g, "Germany", Action.LAND)
        unit = put(g, "Germany INF any", "Munich")
        assert (at(g, "Milan") in lines(g, unit).stations) == (len(enemies) == 2)
