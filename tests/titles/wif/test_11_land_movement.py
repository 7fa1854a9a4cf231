"""11.10: land movement and overruns."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import GERMANY, ITALY, USSR
from grognard.titles.wif.ground import JUNGLE, PACIFIC
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.land_movement import (
    DROP_OFF,
    March,
    Marching,
    finish,
    march,
    march_reach,
    may_go,
    may_march,
    may_overrun_now,
    may_take_along,
    move_land_units,
    through_snow,
)
from grognard.titles.wif.rules.land_steps import may_enter, step_cost
from grognard.titles.wif.rules.land_strength import LADDER, attack_factors, defence_factors, final_odds, odds_column
from grognard.titles.wif.rules.overrun import drive_off, may_overrun
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import FORCE_POOL, REPAIR_POOL, War, slot_of
from tests.titles.wif.field import act, align, at, drive, hold, named, put, sides, sky, war


def east(winter: bool = False) -> War:
    g = war(("Germany", "USSR"), winterised_movement=winter)
    hold(g, "USSR", "Eastern Poland", "Lithuania")
    hold(g, "Germany", "Warsaw")
    act(g, "Germany", Action.LAND)
    return g


def clear_neighbours(g: War, start: int) -> list[int]:
    return [b for b, f in g.ground.steps[start] if g.board.terrain_name(b) == "clear" and not g.ground.city[b]]


def test_11_10_2_costs_double_in_rain() -> None:
    g = east()
    unit = put(g, "Germany INF any", "Warsaw")
    there = clear_neighbours(g, at(g, "Warsaw"))[0]
    assert step_cost(g, unit, at(g, "Warsaw"), there) == 1
    sky(g, Weather.RAIN)
    assert step_cost(g, unit, at(g, "Warsaw"), there) == 2
    sky(g, Weather.SNOW)
    assert step_cost(g, unit, at(g, "Warsaw"), there) == 1


def test_11_10_2_option_15_the_first_hex_of_snow_costs_one_more() -> None:
    """WIF-DEC-06: once in a step, wherever the unit began; not for winterised units, nor in an advance after combat."""
    g = east(winter=True)
    german = put(g, "Germany INF any", "Warsaw")
    start = at(g, "Warsaw")
    sky(g, Weather.SNOW)
    reach = march_reach(g, March(GERMANY, (german,), start, (0,), False, True))
    near = clear_neighbours(g, start)[0]
    assert reach.cost[near] == 2 and step_cost(g, german, start, near) == 1
    far = next(s for s in clear_neighbours(g, near) if s != start and s not in [b for b, _ in g.ground.steps[start]])
    assert reach.cost[far] == 3, "the second hex costs no more"
    way, snow = through_snow(g, March(GERMANY, (german,), start, (0,), False, True), near)
    assert snow == [1] and through_snow(g, way, far)[1] == [0]
    after = march_reach(g, March(GERMANY, (german,), near, (2,), True, True, chilled=way.chilled))
    assert after.cost[far] == 1
    climber = put(g, "Germany MTN any", "Warsaw")
    assert march_reach(g, March(GERMANY, (climber,), start, (0,), False, True)).cost[near] == 1
    sky(g, Weather.FINE)
    assert march_reach(g, March(GERMANY, (german,), start, (0,), False, True)).cost[near] == 1


def test_11_10_3_no_step_into_enemy_land_units() -> None:
    g = east()
    unit = put(g, "Germany INF any", "Warsaw")
    there = clear_neighbours(g, at(g, "Warsaw"))[0]
    hold(g, "USSR", g.board.token(there))
    assert may_enter(g, unit, at(g, "Warsaw"), there) is None
    put(g, "USSR INF any", g.board.token(there))
    refused = may_enter(g, unit, at(g, "Warsaw"), there)
    assert refused is not None and refused.rule == "11.10.3"


def test_11_10_5_neutrals_are_closed() -> None:
    g = east()
    unit = put(g, "Germany INF any", "Konigsberg")
    turkish = next(s for s in g.ground.homeland["sweden"])
    refused = may_enter(g, unit, at(g, "Konigsberg"), turkish)
    assert refused is not None and refused.rule == "11.10.5"


def test_11_10_1_a_unit_goes_and_takes_what_it_passes() -> None:
    g = east()
    unit = put(g, "Germany ARM 8-6", "Konigsberg")
    start = at(g, "Konigsberg")
    soviet = clear_neighbours(g, start)[0]
    hold(g, "USSR", g.board.token(soviet))
    drive(g, move_land_units(g), [f"pick u{unit}", f"go {g.board.token(soviet)}", "stay", "done"])
    assert g.units.at[unit] == soviet and not g.units.down[unit] and g.units.moved[unit]
    assert g.facts.countries[g.hexes.controller[soviet]].id == "germany"
    assert g.powers.land[GERMANY] == 1


def test_11_10_1_a_unit_stops_in_a_zone_of_control() -> None:
    g = east()
    unit = put(g, "Germany ARM 8-6", "Konigsberg")
    start = at(g, "Konigsberg")
    reach = march_reach(g, March(GERMANY, (unit,), start, (0,), False, True))
    far = next(s for s in reach.cost if reach.cost[s] == 3)
    hold(g, "USSR", g.board.token(far))
    foe = put(g, "USSR INF any", g.board.token(far))
    zone = {b for b, _ in g.ground.steps[far]}
    after = march_reach(g, March(GERMANY, (unit,), start, (0,), False, True))
    assert far not in after.cost
    assert all(after.before.get(s) not in zone for s in after.cost)
    stopped = next(s for s in after.cost if s in zone)
    way = March(GERMANY, (unit,), stopped, (after.cost[stopped],), True, True)
    refused = may_go(g, way, next(b for b, _ in g.ground.steps[stopped] if b != far))
    assert refused is not None and "zone of control" in refused.reason
    assert foe >= 0


def test_11_10_1_too_few_points_enter_one_more_hex_face_down() -> None:
    g = east()
    unit = put(g, "Germany INF 6-3", "Konigsberg")
    reach = march_reach(g, March(GERMANY, (unit,), at(g, "Konigsberg"), (0,), False, True))
    sky(g, Weather.RAIN)
    wet = march_reach(g, March(GERMANY, (unit,), at(g, "Konigsberg"), (0,), False, True))
    assert not reach.worn or max(reach.cost.values()) <= 3
    assert wet.worn  # 3 points, hexes of 2: the second hex wears it out
    there = min(wet.worn)
    drive(g, move_land_units(g), [f"pick u{unit}", f"go {g.board.token(there)}", "done"])
    assert g.units.at[unit] == there and g.units.down[unit]


def test_11_10_1_face_down_units_and_those_of_others_do_not_move() -> None:
    g = east()
    down, soviet = put(g, "Germany INF any", "Warsaw", down=1), put(g, "USSR INF any", "Minsk")
    plane = put(g, "Germany FTR any", "Warsaw")
    for unit in (down, soviet, plane):
        assert may_march(g, Marching(GERMANY), unit) is not None
    act(g, "Germany", Action.NAVAL)
    refused = may_march(g, Marching(GERMANY), put(g, "Germany INF any", "Warsaw"))
    assert refused is not None and refused.rule == "10.2"


def test_11_10_1_a_stack_moves_together_and_counts_each_unit() -> None:
    g = east()
    one, two = put(g, "Germany INF any", "Warsaw"), put(g, "Germany INF any", "Warsaw")
    there = clear_neighbours(g, at(g, "Warsaw"))[0]
    hold(g, "Germany", g.board.token(there))
    drive(g, move_land_units(g), [f"pick u{one}", f"with u{two}", f"go {g.board.token(there)}", "stay", "done"])
    assert g.units.at[one] == g.units.at[two] == there and g.powers.land[GERMANY] == 2


def test_11_15_1_rivers_halve_and_mountains_double() -> None:
    g = east()
    unit = put(g, "Germany ARM 8-6", "Warsaw")
    flat = clear_neighbours(g, at(g, "Warsaw"))[0]
    assert attack_factors(g, unit, at(g, "Warsaw"), flat) in (Fraction(8), Fraction(4))
    hill = next(s for s in g.ground.homeland["ussr"] if g.board.terrain_name(s) == "mountain")
    defender = put(g, "USSR INF 5-3", g.board.token(hill))
    assert defence_factors(g, defender) == 10


def test_2_4_3_face_down_out_of_supply_defends_with_one_or_three() -> None:
    g = east()
    lone = next(s for s in g.ground.homeland["ussr"] if g.board.terrain_name(s) == "clear" and not g.ground.city[s])
    unit = put(g, "USSR INF 6-3", g.board.token(lone))
    for country in ("ussr",):
        hold(g, "Germany", country)
    assert defence_factors(g, unit) == 6
    g.units[unit].down = 1
    assert defence_factors(g, unit) == (3 if g.units[unit].sheet.white else 1)


def test_11_15_5_odds_round_down_and_weather_takes_columns() -> None:
    assert LADDER[odds_column(Fraction(23), Fraction(6))] == 3
    assert LADDER[odds_column(Fraction(2), Fraction(3))] == Fraction(1, 2)
    g = east()
    target = clear_neighbours(g, at(g, "Warsaw"))[0]
    assert final_odds(g, Fraction(9), Fraction(1), target, []) == 9
    sky(g, Weather.SNOW)
    assert final_odds(g, Fraction(9), Fraction(1), target, []) == 7
    assert final_odds(g, Fraction(3), Fraction(1), target, []) == Fraction(3, 2)


def overrun_field(foe: str = "USSR GAR 2-1") -> tuple[War, tuple[int, int], int, int]:
    g = east()
    start = at(g, "Konigsberg")
    target = clear_neighbours(g, start)[0]
    hold(g, "USSR", g.board.token(target))
    units = (put(g, "Germany ARM 8-6", "Konigsberg"), put(g, "Germany ARM 7-5", "Konigsberg"))
    defender = put(g, foe, g.board.token(target))
    return g, units, target, defender


def test_11_10_6_odds_of_seven_to_one_overrun() -> None:
    g, units, target, defender = overrun_field("USSR MIL any")
    g.units[defender].down = 1
    strength = g.units[defender].sheet.strength
    no = may_overrun(g, units, at(g, "Konigsberg"), target)
    share = attack_factors(g, units[0], at(g, "Konigsberg"), target) + attack_factors(g, units[1], at(g, "Konigsberg"), target)
    assert (no is None) == (share >= 7 * defence_factors(g, defender))
    assert strength >= 1


def test_11_10_6_no_overrun_without_armour_or_in_a_city() -> None:
    g, units, target, _ = overrun_field("USSR MIL any")
    infantry = (put(g, "Germany INF any", "Warsaw"),)
    refused = may_overrun(g, infantry, at(g, "Konigsberg"), target)
    assert refused is not None and "ARM" in refused.reason
    put(g, "USSR MIL any", "Minsk")
    city = may_overrun(g, units, at(g, "Konigsberg"), at(g, "Minsk"))
    assert city is not None and "city" in city.reason


def test_11_10_6_equal_armour_is_not_overrun() -> None:
    g, units, target, _ = overrun_field("USSR ARM any")
    refused = may_overrun(g, units[:1], at(g, "Konigsberg"), target)
    assert refused is not None and "armour" in refused.reason


def test_11_10_6_face_down_aircraft_are_lost_and_others_flee() -> None:
    g = east()
    hold(g, "USSR", "Minsk", "Smolensk", "Moscow")
    down, up = put(g, "USSR FTR any", "Minsk", down=1), put(g, "USSR LND any", "Minsk")
    by = put(g, "Germany ARM 8-6", "Minsk")
    drive(g, drive_off(g, at(g, "Minsk"), by))
    assert g.units.at[down] < 0
    assert g.units.at[up] >= 0 and g.units.at[up] != at(g, "Minsk") and g.units.down[up]


def test_11_10_6_face_down_ships_are_captured_on_one_and_lost_up_to_four() -> None:
    for die, fate in ((1, REPAIR_POOL), (4, FORCE_POOL)):
        g = east()
        ship = named(g, "USSR", "Marat", "Leningrad", down=1)
        by = put(g, "Germany ARM 8-6", "Leningrad")
        drive(g, drive_off(g, at(g, "Leningrad"), by), dice=[die])
        assert g.units.at[ship] == fate
        assert g.units.power[ship] == (GERMANY if die == 1 else USSR)


def test_11_10_6_a_prize_arrives_at_its_captor_s_and_is_his_until_it_is_lost() -> None:
    g = east()
    ship = named(g, "USSR", "Marat", "Leningrad", down=1)
    by = put(g, "Germany ARM 8-6", "Leningrad")
    drive(g, drive_off(g, at(g, "Leningrad"), by), dice=[1])
    row = g.units[ship]
    assert (row.power, row.country) == (GERMANY, g.facts.country["germany"])
    row.at = slot_of(g.turn)  # repaired
    arrival = Arrival(GERMANY, ship)
    kiel = at(g, "Kiel")
    assert may_arrive(g, arrival, kiel) is None and may_arrive(g, arrival, at(g, "Leningrad")) is not None
    row.at = kiel
    destroy(g, ship, FORCE_POOL)
    assert (row.at, row.power, row.country) == (FORCE_POOL, USSR, g.facts.country["ussr"]) and not row.prize


def test_11_10_6_kept_ships_flee_to_another_port_face_down() -> None:
    g = east()
    ship = named(g, "USSR", "Marat", "Leningrad", down=1)
    hold(g, "USSR", "Riga")
    by = put(g, "Germany ARM 8-6", "Leningrad")
    drive(g, drive_off(g, at(g, "Leningrad"), by), [f"flee {g.board.token(at(g, 'Riga'))}"], dice=[5])
    assert g.units.at[ship] == at(g, "Riga") and g.units.down[ship]


def partisans(g: War, where: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    return g.units.add(counter=number, at=at(g, where), power=USSR, country=g.facts.country["ussr"]).index


def test_11_10_6_partisans_are_overrun_in_a_hex_of_ones_own_and_other_units_are_not() -> None:
    g, units, target, defender = overrun_field()
    token = g.board.token(target)
    hold(g, "Germany", token)
    way = March(GERMANY, units, at(g, "Konigsberg"), (0, 0), False, True)
    refused = may_overrun_now(g, way, target)
    assert refused is not None and "controlled" in refused.reason
    g.units[defender].at = FORCE_POOL
    partisans(g, token)
    assert may_overrun_now(g, way, target) is None
    g.hexes[target].controller = g.facts.country["sweden"]
    assert may_overrun_now(g, way, target) is not None  # a neutral's partisans are its own affair


def test_11_10_6_partisans_destroy_the_ship_that_others_would_capture() -> None:
    g = east()
    hold(g, "Germany", "Riga")
    ship = named(g, "Germany", "Gneisenau", "Riga", down=1)
    drive(g, drive_off(g, at(g, "Riga"), partisans(g, "Riga")), dice=[1])
    assert g.units.at[ship] == FORCE_POOL and g.units.power[ship] == GERMANY


def test_11_10_2_option_25_the_railway_bonus_has_a_floor_by_weather_and_comes_after_an_overrun() -> None:
    g = war(("Germany", "USSR"), railway_bonus=True)
    unit = put(g, "Germany INF any", "Warsaw")
    there = clear_neighbours(g, at(g, "Warsaw"))[0]
    sides(g, "Warsaw", g.board.token(there))
    for weather, cost in ((Weather.FINE, 1), (Weather.SNOW, 1), (Weather.RAIN, 2), (Weather.BLIZZARD, 2)):
        sky(g, weather)
        assert step_cost(g, unit, at(g, "Warsaw"), there) == cost
    assert step_cost(g, unit, at(g, "Warsaw"), there, 2) == 3
    sky(g, Weather.FINE)
    g.ground.scale = [PACIFIC] * g.board.size
    assert step_cost(g, unit, at(g, "Warsaw"), there) == 2


# --- stacks in which not all are alike (11.10.1, 2.4.3) -----------------------------------------------------------------------


def starving(g: War, *units: int) -> None:
    """Nothing feeds these units: the Germans hold only the hexes they stand in."""
    hold(g, "USSR", "Germany", "Warsaw")
    hold(g, "Germany", *(g.board.token(g.units.at[u]) for u in units))


def test_11_10_1_who_starts_out_of_supply_chooses_the_way_and_turns_down_at_its_end() -> None:
    g = east()
    unit = put(g, "Germany ARM 8-6", "E1933")
    starving(g, unit)
    first = clear_neighbours(g, at(g, "E1933"))[0]
    second = next(b for b in clear_neighbours(g, first) if b != at(g, "E1933"))
    token = g.board.token
    drive(g, move_land_units(g), [f"pick u{unit}", f"go {token(first)}", f"go {token(second)}", "stay", "done"])
    assert g.units.at[unit] == second and g.units.down[unit] and g.powers.land[GERMANY] == 1


def test_2_4_3_in_a_stack_only_those_out_of_supply_turn_down() -> None:
    g = east()
    tanks, foot = put(g, "Germany ARM 8-6", "E1933"), put(g, "Germany INF 6-3", "E1933")
    starving(g, tanks)
    g.units[tanks].fed = 1
    there = g.board.token(clear_neighbours(g, at(g, "E1933"))[0])
    drive(g, move_land_units(g), [f"pick u{tanks}", f"with u{foot}", f"go {there}", "stay", "done"])
    assert not g.units.down[tanks] and g.units.down[foot]


def test_11_10_1_the_worn_out_stay_behind_and_the_others_go_on() -> None:
    g = east()
    tanks, foot = put(g, "Germany ARM 8-6", "Konigsberg"), put(g, "Germany INF 6-3", "Konigsberg")
    sky(g, Weather.RAIN)
    first = clear_neighbours(g, at(g, "Konigsberg"))[0]
    there = next(b for b in clear_neighbours(g, first) if b != at(g, "Konigsberg"))
    third = next(b for b in clear_neighbours(g, there) if b not in (first, at(g, "Konigsberg")))
    token = g.board.token
    drive(
        g, move_land_units(g),
        [f"pick u{tanks}", f"with u{foot}", f"go {token(first)}", f"go {token(there)}", f"go {token(third)}", "done"],
    )  # fmt: skip
    assert g.units.at[foot] == there and g.units.down[foot]  # two hexes of two points with three
    assert g.units.at[tanks] == third and not g.units.down[tanks]


def test_11_10_1_a_stack_goes_on_without_those_who_have_no_points_left() -> None:
    g = east()
    tanks, foot = put(g, "Germany ARM 8-6", "Konigsberg"), put(g, "Germany INF 6-3", "Konigsberg")
    way = March(GERMANY, (tanks, foot), at(g, "Konigsberg"), (3, 3), True, True)
    refused = may_go(g, way, clear_neighbours(g, at(g, "Konigsberg"))[0])
    assert refused is not None and "no movement points" in refused.reason
    alone = finish(g, way, way.at, way.spent)
    assert alone == way  # it may drop the infantry off, and then go on
    after = DROP_OFF.do(g, way, foot)
    assert after is not None and after.units == (tanks,) and after.reach(g).cost and not g.units.down[foot]
    spent = March(GERMANY, (tanks, foot), at(g, "Konigsberg"), (6, 3), True, True)
    assert finish(g, spent, spent.at, spent.spent) is None


def test_11_10_1_units_of_powers_that_co_operate_march_as_one_stack() -> None:
    """A German and an Italian corps leave Munich together: a land move of each power; no Soviet one comes along, and an Italian
    one does not while Italy has no land move left."""
    g = war(("Germany", "USSR"), ("Italy", "USSR"))
    act(g, "Italy", Action.LAND)
    act(g, "Germany", Action.LAND)
    german, italian = put(g, "Germany INF any", "Munich"), put(g, "Italy INF any", "Munich")
    start = at(g, "Munich")
    there = next(b for b, bits in g.ground.steps[start] if not bits and g.sides_by_hex[b] == 0)
    drive(g, march(g, Marching(GERMANY), german), [f"with u{italian}", "agree", f"go {g.board.token(there)}", "stay"])
    assert {g.units.at[u] for u in (german, italian)} == {there}
    assert (g.powers[GERMANY].land, g.powers[ITALY].land) == (1, 1)
    for power, kind in (("USSR", "18.2"), ("Italy", "10.2")):
        act(g, "Italy", Action.NAVAL)
        act(g, "Germany", Action.LAND)
        other, mine = put(g, f"{power} INF any", "Munich"), put(g, "Germany INF any", "Munich")
        refused = may_take_along(g, March(GERMANY, (mine,), start, (0,), False, True), other)
        assert refused is not None and refused.rule == kind


def test_11_15_5_every_level_below_one_to_two_costs_one() -> None:
    """At 1:7 five levels are missing, at 1:5 in snow another two: the die says how many there are."""
    low = LADDER.index(Fraction(1, 2))
    assert odds_column(Fraction(1), Fraction(7)) - low == -5
    g = war(("Germany", "USSR"))
    unit = put(g, "Germany INF any", "Warsaw")
    sky(g, Weather.SNOW)
    assert final_odds(g, Fraction(1), Fraction(5), g.units.at[unit], (unit,)) == Fraction(1, 7)


def test_11_10_2_jungle_is_easier_for_japanese_infantry_alone() -> None:
    """Not for a minor's under Japan; the terrain of a hex in Siam is made jungle for the case."""
    g = war(("Japan", "Commonwealth"), scenario="global_war_1939")
    align(g, "siam", "Japan")
    bangkok = at(g, "Bangkok")
    near = g.ground.steps[bangkok][0][0]
    g.ground.terrain = [JUNGLE if s == bangkok else t for s, t in enumerate(g.ground.terrain)]
    ours, siamese = (put(g, "Japan INF any", g.board.token(near)) for _ in range(2))
    g.units[siamese].country = g.facts.country["siam"]
    g.__dict__.pop("terrain_by_space", None)
    assert step_cost(g, ours, near, bangkok) == step_cost(g, siamese, near, bangkok) - 1
