"""14, 11.8, 11.15.4, 11.16: missions, air-to-air combat, ground strikes, ground support and rebases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, USSR
from grognard.titles.wif.ground import JUNGLE
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.rules.air_combat import bombers, combat_value, fight_in_the_air, fighters, meets, strength
from grognard.titles.wif.rules.air_missions import carry_out, strike_targets, support_targets, through
from grognard.titles.wif.rules.bombardment import bombing_targets, strategic_factors
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.homeward import bases
from grognard.titles.wif.rules.land_attack import attack_on, declare_attacks
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.missions import (
    Flight,
    last_flight,
    may_fly,
    may_take_off,
    outward_range,
    send,
    tactical_factors,
)
from grognard.titles.wif.rules.overrun import air_refuges
from grognard.titles.wif.rules.rebase import Move, Rebasing, may_move, may_take, rebase_aircraft
from grognard.titles.wif.state import BOMBER, CLEARED, ESCORT, GROUNDED, INTERCEPTOR, War
from tests.titles.wif.field import act, at, beside, drive, hold, put, sky, war, without

STRIKE = "ground strike"


def sky_war(action: Action = Action.AIR, *, bounces: bool = False) -> War:
    g = war(("Germany", "USSR"), bounce_combat=bounces)
    hold(g, "USSR", "Minsk")
    act(g, "Germany", action)
    return g


def plane(g: War, what: str, where: str, role: int = GROUNDED, base: str = "Warsaw") -> int:
    unit = put(g, what, where, mission=role)
    g.units[unit].base = at(g, base)
    return unit


def set_values(g: War, **values: Any) -> None:
    """Give the newest counter other printed values, in this game alone."""
    number = g.units.counter[len(g.units) - 1]
    facts = g.facts
    counters = list(facts.counters)
    counters[number] = msgspec.structs.replace(counters[number], **values)
    g.__dict__["facts"] = msgspec.structs.replace(facts, counters=tuple(counters))


def test_2_1_1_d_a_flight_between_scales_pays_the_greater() -> None:
    """wif-2.1.1-d: from Asyut to Cairo costs 6."""
    g = war()
    asyut, cairo = g.board.space("E1201"), at(g, "Cairo")
    assert g.board.adjacent(asyut, cairo)
    assert flying_reach(g, {asyut: 0}, 6)[cairo] == 6
    assert cairo not in flying_reach(g, {asyut: 0}, 5)


def test_2_6_a_interceptors_have_half_their_range_rounded_up() -> None:
    """wif-2.6-a: a range of 3 becomes 2."""
    g = sky_war()
    unit = put(g, "Germany FTR any", "Warsaw")
    set_values(g, range=3)
    assert outward_range(g, unit, INTERCEPTOR) == 2
    assert outward_range(g, unit, ESCORT) == 3 and outward_range(g, unit, BOMBER) == 2


def test_14_2_who_may_take_off() -> None:
    g = sky_war()
    bomber, fighter = put(g, "Germany LND any", "Warsaw"), put(g, "Germany FTR any", "Warsaw")
    set_values(g, tactical=0)
    assert may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), bomber) is None
    assert may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), fighter) is not None  # no tactical factors
    assert may_take_off(g, Flight(GERMANY, STRIKE, ESCORT), fighter) is None
    assert may_take_off(g, Flight(GERMANY, STRIKE, ESCORT), bomber) is not None
    g.units[bomber].down = 1
    refused = may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), bomber)
    assert refused is not None and "face-up" in refused.reason


def test_11_8_targets_are_face_up_units_within_range_and_out_of_storms() -> None:
    g = sky_war()
    foe = put(g, "USSR INF any", "Brest-Litovsk")
    hold(g, "USSR", "Brest-Litovsk")
    unit = put(g, "Germany LND any", "Warsaw")
    subject, target = Flight(GERMANY, STRIKE, BOMBER), at(g, "Brest-Litovsk")
    assert strike_targets(g, GERMANY) == [target]
    assert may_fly(g, subject, (unit, target)) is None
    sky(g, Weather.STORM)
    assert may_fly(g, Flight(GERMANY, STRIKE, BOMBER), (unit, target)) is not None
    sky(g, Weather.FINE)
    g.units[foe].down = 1
    assert strike_targets(g, GERMANY) == []


def test_10_2_a_land_action_limits_the_strikes() -> None:
    g = sky_war(Action.LAND)
    put(g, "USSR INF any", "Brest-Litovsk")
    hold(g, "USSR", "Brest-Litovsk")
    unit = put(g, "Germany LND any", "Warsaw")
    g.powers[GERMANY].air = 4
    refused = may_fly(g, Flight(GERMANY, STRIKE, BOMBER), (unit, at(g, "Brest-Litovsk")))
    assert refused is not None and refused.rule == "10.2"


def test_14_2_3_rain_and_cover_halve_tactical_factors() -> None:
    """The example of 11.8: two factors in rain over jungle are a half, which rounds to one."""
    g = sky_war()
    unit = put(g, "Germany LND any", "Warsaw")
    set_values(g, tactical=2)
    target = at(g, "Minsk")
    without(g, 0)
    assert tactical_factors(g, unit, target) == 2 or g.board.terrain_name(target) != "clear"
    g.ground.terrain = [JUNGLE if s == target else t for s, t in enumerate(g.ground.terrain)]
    sky(g, Weather.RAIN)
    assert tactical_factors(g, unit, target) == Fraction(1, 2)


def test_11_8_a_strike_turns_units_face_down_and_comes_home() -> None:
    g = sky_war()
    foes = [put(g, "USSR INF any", "Brest-Litovsk") for _ in range(2)]
    hold(g, "USSR", "Brest-Litovsk")
    unit = plane(g, "Germany LND any", "Brest-Litovsk", BOMBER)
    set_values(g, tactical=4)
    sky(g, Weather.FINE)
    drive(g, carry_out(STRIKE)(g), dice=[4, 5])
    factors = tactical_factors(g, unit, at(g, "Brest-Litovsk"))
    assert [bool(g.units.down[f]) for f in foes] == [factors >= 4, factors >= 5]
    assert g.units.at[unit] == at(g, "Warsaw") and g.units.down[unit] and g.units.mission[unit] == GROUNDED


# air-to-air


def dogfight() -> tuple[War, list[int], list[int]]:
    """Two German fighters and a bomber over Minsk against two Soviet fighters."""
    g = sky_war()
    mine = [plane(g, "Germany FTR any", "Minsk", ESCORT), plane(g, "Germany FTR any", "Minsk", ESCORT)]
    mine.append(plane(g, "Germany LND any", "Minsk", BOMBER))
    theirs = [plane(g, "USSR FTR any", "Minsk", INTERCEPTOR, "Smolensk") for _ in range(2)]
    return g, mine, theirs


def test_14_3_2_the_front_fighter_and_a_tenth_of_the_others() -> None:
    g, mine, _ = dogfight()
    ratings = sorted((g.units[u].sheet.air_to_air for u in mine[:2]), reverse=True)
    assert strength(g, at(g, "Minsk"), AXIS) == ratings[0] + Fraction(ratings[1], 10)
    assert fighters(g, at(g, "Minsk"), AXIS)[0] in mine[:2] and bombers(g, at(g, "Minsk"), AXIS) == [mine[2]]


def test_14_3_2_values_round_half_up() -> None:
    """6.5 against 4 is +3 for one side and -2 for the other."""
    g = sky_war()
    minsk = at(g, "Minsk")
    plane(g, "Germany FTR any", "Minsk", ESCORT)
    set_values(g, air_to_air=6)
    plane(g, "Germany FTR any", "Minsk", ESCORT)
    set_values(g, air_to_air=5)
    plane(g, "USSR FTR any", "Minsk", INTERCEPTOR)
    set_values(g, air_to_air=4)
    assert (combat_value(g, minsk, AXIS), combat_value(g, minsk, ALLIES)) == (3, -2)


def test_14_3_no_combat_without_fighters() -> None:
    g = sky_war()
    plane(g, "Germany LND any", "Minsk", BOMBER)
    plane(g, "USSR LND any", "Minsk", BOMBER)
    assert not meets(g, at(g, "Minsk"))


def test_14_3_2_bombers_get_through_where_nobody_stops_them() -> None:
    g = sky_war()
    unit = plane(g, "Germany LND any", "Minsk", BOMBER)
    escort = plane(g, "Germany FTR any", "Minsk", ESCORT)
    foe = plane(g, "USSR LND any", "Minsk", BOMBER)
    drive(g, fight_in_the_air(g, at(g, "Minsk")), ["ready"], dice=[1, 1] * 20)
    assert g.units.mission[unit] == CLEARED and through(g, at(g, "Minsk"), AXIS) == [unit]
    assert escort >= 0 and foe >= 0


def test_14_3_3_results_fall_on_the_other_side_and_the_roller_chooses_with_a() -> None:
    g, mine, theirs = dogfight()
    answers = ["ready", "ready", f"hit u{mine[2]}"]
    flow = fight_in_the_air(g, at(g, "Minsk"))
    drive(g, flow, [*answers, "abort"], dice=[10, 10, 5, 6])  # 20 destroys at any value
    assert g.units.at[mine[2]] < 0  # the Soviets rolled first, and chose the bomber
    assert all(g.units.mission[u] in (GROUNDED, ESCORT, INTERCEPTOR) or g.units.at[u] < 0 for u in mine + theirs)


def test_14_3_2_who_aborts_goes_home_face_down() -> None:
    g, mine, _ = dogfight()
    drive(g, fight_in_the_air(g, at(g, "Minsk")), ["ready", "ready", "abort"], dice=[6, 6, 6, 6])
    home = [u for u in mine if g.units.at[u] >= 0 and g.units.mission[u] == GROUNDED]
    assert home and all(g.units.down[u] for u in home)


def test_14_2_5_only_fighters_intercept_and_only_where_enemies_fly() -> None:
    g = sky_war()
    fighter = put(g, "USSR FTR any", "Minsk")
    subject = Flight(USSR, STRIKE, INTERCEPTOR)
    assert may_fly(g, subject, (fighter, at(g, "Minsk"))) is not None
    plane(g, "Germany LND any", "Minsk", BOMBER)
    assert may_fly(g, Flight(USSR, STRIKE, INTERCEPTOR), (fighter, at(g, "Minsk"))) is None


def test_15_1_the_surprised_do_not_intercept() -> None:
    g = sky_war()
    fighter = put(g, "USSR FTR any", "Minsk")
    bomber = plane(g, "Germany LND any", "Minsk", BOMBER)
    g.units[bomber].from_ = at(g, "Warsaw")
    g.powers[USSR].surprised_by = 1 << GERMANY
    refused = may_fly(g, Flight(USSR, STRIKE, INTERCEPTOR), (fighter, at(g, "Minsk")))
    assert refused is not None


# ground support


def test_11_15_4_support_adds_tactical_factors_up_to_the_land_factors() -> None:
    g = sky_war(Action.LAND)
    start = at(g, "Konigsberg")
    target = next(b for b, _ in g.ground.steps[start] if g.board.terrain_name(b) == "clear" and not g.ground.city[b])
    token = g.board.token(target)
    hold(g, "USSR", token)
    put(g, "USSR INF 5-3", token)
    unit = put(g, "Germany INF 6-3", "Konigsberg")
    drive(g, declare_attacks(g), [f"attack u{unit} {token}", "done"])
    attack = attack_on(g, target)
    before = fight(g, attack).attack
    assert support_targets(g, GERMANY) == [target]
    bomber = plane(g, "Germany LND any", token, BOMBER)
    set_values(g, tactical=5)
    drive(g, carry_out("ground support")(g))
    assert g.attacks.support[attack] == 60 * 5 and g.units.down[bomber]
    assert fight(g, attack).attack == before + min(before, Fraction(5))


# rebases


def test_11_16_a_rebase_goes_twice_the_range_and_stays_face_up() -> None:
    g = sky_war()
    unit = put(g, "Germany FTR any", "Warsaw")
    set_values(g, range=4, marks=frozenset())
    there = at(g, "Krakow")
    cost = flying_reach(g, {at(g, "Warsaw"): 0}, 30)[there]
    subject = Move(GERMANY, unit)
    assert (may_move(g, subject, there) is None) == (cost <= 8)
    refused = may_move(g, Move(GERMANY, unit), at(g, "Rome"))
    assert refused is not None and refused.rule == "11.16"
    drive(g, rebase_aircraft(g), [f"rebase u{unit}", f"base {g.board.token(there)}"] if cost <= 8 else ["done"])
    assert not g.units.down[unit]


def test_11_16_face_down_aircraft_and_those_that_rebased_stay() -> None:
    g = sky_war()
    down = put(g, "Germany FTR any", "Warsaw", down=1)
    assert may_take(g, Rebasing(GERMANY), down) is not None
    act(g, "Germany", Action.PASS)
    assert may_take(g, Rebasing(GERMANY), put(g, "Germany FTR any", "Warsaw")) is not None


# strategic bombardment


def test_11_7_bombers_take_production_points_no_more_than_the_hex_has() -> None:
    """19 to 24 factors and a roll of 8, one more where nothing opposed them, take four points; a hex loses what it can make."""
    g = sky_war()
    target = next(s for s in range(g.board.size) if g.ground.factories[s] >= 2 and g.ground.country[s] == "ussr")
    unit = plane(g, "Germany LND any", g.board.token(target), BOMBER)
    set_values(g, strategic=20, range=60)
    assert target in bombing_targets(g, GERMANY)
    drive(g, carry_out("strategic bombardment")(g), dice=[8])
    assert g.hexes.bombed[target] == min(4, g.ground.factories[target]) and g.units.down[unit]
    g.hexes[target].bombed = g.ground.factories[target]
    assert target not in bombing_targets(g, GERMANY)


def test_11_7_only_aircraft_with_strategic_factors_bomb_factories() -> None:
    g = sky_war()
    unit = put(g, "Germany LND any", "Warsaw")
    set_values(g, strategic=0)
    assert may_take_off(g, Flight(GERMANY, "strategic bombardment", BOMBER), unit) is not None
    set_values(g, strategic=2)
    assert may_take_off(g, Flight(GERMANY, "strategic bombardment", BOMBER), unit) is None
    sky(g, Weather.RAIN)
    assert strategic_factors(g, unit, at(g, "Moscow")) == 1


def test_14_1_1_fighters_that_bomb_fly_home_half_their_range() -> None:
    """A range of 8 takes a fighter home 8 hexes as an escort, 4 after it bombed, whether it got through or was turned back."""
    g = sky_war()
    unit = plane(g, "Germany FTR any", "Warsaw", ESCORT)
    set_values(g, range=8)
    escort = set(bases(g, unit))
    for role in (BOMBER, CLEARED):
        g.units[unit].mission = role
        assert set(bases(g, unit)) == escort & set(flying_reach(g, {at(g, "Warsaw"): 0}, 4))
    assert at(g, "Berlin") in escort and at(g, "Berlin") not in bases(g, unit)


def test_11_10_6_overrun_aircraft_flee_as_far_as_they_rebase() -> None:
    """Range 3: six hexes, nine over its own ground alone; with extended range twelve over the enemy's."""
    g = sky_war()
    unit = put(g, "USSR LND any", "Minsk")
    set_values(g, range=3, marks=())
    minsk = at(g, "Minsk")
    far = flying_reach(g, {minsk: 0}, 13)
    ring = {n: next(s for s, cost in far.items() if cost == n and g.ground.country[s] == "ussr") for n in (6, 9, 10, 12, 13)}
    hold(g, "USSR", "ussr")
    assert {n for n, s in ring.items() if s in air_refuges(g, unit)} == {6, 9}
    hold(g, "Germany", "ussr")
    hold(g, "USSR", *(g.board.token(s) for s in ring.values()))
    assert {n for n, s in ring.items() if s in air_refuges(g, unit)} == {6}
    set_values(g, marks=("extended",))
    assert {n for n, s in ring.items() if s in air_refuges(g, unit)} == {6, 9, 10, 12}


def test_14_2_the_last_aircraft_that_may_fly_is_marked_as_followed_by_dice() -> None:
    """Issue of the table: an answer that may roll is marked; one of two strikers is not the last, the second is."""
    g = sky_war()
    target = at(g, "Minsk")
    put(g, "USSR INF any", "Minsk")
    near = beside(g, "Minsk")
    hold(g, "Germany", near)
    many = [put(g, "Germany LND any", near, fed=1) for _ in range(6)]
    subject = Flight(GERMANY, "ground strike", BOMBER)
    able = sorted({u for u, _ in subject.pairs(g)} & set(many))
    for unit in many:
        g.units[unit].down = unit not in able[:2]
    subject, (first, second) = Flight(GERMANY, "ground strike", BOMBER), able[:2]
    assert {first, second} <= {u for u, _ in subject.pairs(g)}
    assert not last_flight(g, subject, (first, target))
    send(g, subject, (first, target))
    again = Flight(GERMANY, "ground strike", BOMBER)
    assert last_flight(g, again, (second, target))
