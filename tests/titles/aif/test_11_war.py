"""10 to 14 on the American maps by the shared rules: actions, the sea, the air, land combat, production."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.aif.facts import AmericanBox
from grognard.titles.wif.charts import air_result, land_result
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules import naval_air_combat, naval_combat, naval_damage, naval_search, sailing
from grognard.titles.wif.rules.actions import Choice, limit, may_choose, may_do
from grognard.titles.wif.rules.building import Purse, build, force_pools, may_build, may_finish, may_repair, may_scrap
from grognard.titles.wif.rules.flight import SECTION_COSTS, flying_reach, highest_section, sea_reach
from grognard.titles.wif.rules.interception import succeeds
from grognard.titles.wif.rules.land_attack import Declaring, Resolving, join_attack, may_attack, resolve
from grognard.titles.wif.rules.land_odds import fight, shore_modifier
from grognard.titles.wif.rules.land_steps import may_enter, step_cost
from grognard.titles.wif.rules.land_strength import odds_column
from grognard.titles.wif.rules.landings import Invading, may_invade
from grognard.titles.wif.rules.missions import tactical_factors
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.naval_damage import Toll
from grognard.titles.wif.rules.naval_movement import may_gather
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.overrun import may_overrun
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.production import build_points, multiple
from grognard.titles.wif.rules.rail import Railing
from grognard.titles.wif.rules.rebase import Move, Rebasing, may_take
from grognard.titles.wif.rules.reorganisation import price, reorganise_finally
from grognard.titles.wif.rules.resources import routing, useable_factories
from grognard.titles.wif.rules.return_to_base import must_return
from grognard.titles.wif.rules.task_forces import Admiralty, TaskForce
from grognard.titles.wif.state import CONSTRUCTION_POOL, FORCE_POOL, REPAIR_POOL, slot_of

from ..wif.field import act, at, drive, hold, put, sides, sky
from ..wif.test_11_sea import at_sea, convoys, ship
from .field import america, favour

CARIBBEAN = "Caribbean Sea"


# --- 10: actions --------------------------------------------------------------------------------------------------------------


def test_10_2_a_and_b_limits_of_this_edition() -> None:
    """aif-10.2-a, aif-10.2-b: an American combined action has two naval moves; a German naval action three air missions."""
    g = america(turn="May/Jun 1946")
    act(g, "USA", Action.COMBINED)
    assert limit(g, USA, Activity.NAVAL_MOVE) == 2
    act(g, "Germany", Action.NAVAL)
    assert limit(g, GERMANY, Activity.NAVAL_AIR) == 3


def test_10_2_the_commonwealth_and_france_have_half() -> None:
    g = america()
    base = g.charts
    for name, power in (("Commonwealth", COMMONWEALTH), ("France", FRANCE)):
        g.powers[power].share = 50 if power == COMMONWEALTH else 100
        g.powers[power].conquered = int(power == FRANCE)
        act(g, name, Action.LAND)
        full = base.limit(Activity.LAND_MOVE, Action.COMBINED, power, g.year)
        act(g, name, Action.COMBINED)
        assert limit(g, power, Activity.LAND_MOVE) == (full + 1) // 2


def test_10_1_one_action_a_power() -> None:
    g = america()
    assert may_choose(g, Choice(USA), "land") is None
    assert may_choose(g, Choice(USA), "picnic") is not None


def test_11_1_a_a_power_that_passes_starts_nothing() -> None:
    """aif-11.1-a: it cannot begin a naval combat; its ships are there when another begins one."""
    g = america()
    ship(g, "Commonwealth", "CA", "any", CARIBBEAN, 1)
    ship(g, "Italy", "CA", "any", CARIBBEAN, 1)
    act(g, "Commonwealth", Action.PASS)
    assert may_do(g, COMMONWEALTH, Activity.NAVAL_COMBAT) is not None
    hunt = Sides(at(g, CARIBBEAN), ALLIES)
    naval_search.commit(g, hunt)
    assert len(hunt.committed[ALLIES]) == 1


# --- 11.3, 11.4: over and on the sea ------------------------------------------------------------------------------------------


def test_11_3_b_and_c_sections() -> None:
    """aif-11.3-b, aif-11.3-c: 0, 1, 3, 6 and 10 points left reach sections 0 to 4; leaving 4 costs 10, 3 costs 6."""
    assert [highest_section(n) for n in (0, 1, 3, 6, 10)] == [0, 1, 2, 3, 4]
    assert SECTION_COSTS[4] == 10 and SECTION_COSTS[3] == 6


def test_11_3_a_a_flight_of_twelve() -> None:
    """aif-11.3-a: one hex and one hexdot cost four; of twelve points eight are left: section 3 at most."""
    g = america()
    inland = next(
        s
        for s in range(g.board.size)
        if g.ground.land[s] and not g.ground.seas[s] and sea_reach(g, s, 12).get(at(g, CARIBBEAN)) == 4
    )
    assert highest_section(12 - sea_reach(g, inland, 12)[at(g, CARIBBEAN)]) == 3


def test_11_4_2_b_veracruz() -> None:
    """aif-11.4.2-b: from Veracruz one sails into the Gulf of Mexico."""
    g = america()
    assert [g.board.label(s) for s in g.ground.seas[at(g, "Veracruz")]] == ["Gulf of Mexico"]


def test_11_4_2_c_the_maryland() -> None:
    """aif-11.4.2-c: beside a Commonwealth ship in Norfolk the Maryland pays one more; movement, not range, stops her."""
    g = america()
    maryland = ship(g, "USA", "BB", "Maryland", "Norfolk")
    ship(g, "Commonwealth", "TRS", "any", "Norfolk")
    reach = sailing.courses(g, maryland)
    sheet = g.units[maryland].sheet
    first = reach[at(g, CARIBBEAN)]
    assert sailing.surcharge(g, maryland) == 1
    assert (first.range, first.move) == (sheet.range - 1, sheet.move - 2)
    assert all(course.move >= 0 and course.range >= 0 for course in reach.values())
    assert max(len(sailing.way(reach, s)) for s in reach) <= min(sheet.range, sheet.move - 1)


def test_11_4_2_d_the_vittorio_veneto() -> None:
    """aif-11.4.2-d: movement 5, range 2: after two sea areas three points of movement are left, sections 0 to 3."""
    g = america()
    hold(g, "Italy", "Kingston")
    unit = ship(g, "Italy", "BB", "Vittorio Veneto", "Kingston")
    reach = sailing.courses(g, unit)
    far = [s for s in reach if g.ground.sea[s] and len(sailing.way(reach, s)) == 2]
    assert far and all((reach[s].range, sailing.sections_open([reach], s)) == (0, 3) for s in far)


def test_11_4_2_a_box_takes_tolls() -> None:
    """Leaving the German box costs two, three or four of both movement and range."""
    g = america()
    unit = next(n for n, c in enumerate(g.facts.counters) if c.naval and c.power == "Germany" and c.range == 4 and c.move == 5)
    boat = g.units.add(counter=unit, power=GERMANY, country=g.facts.country["germany"], at=at(g, "German box")).index
    reach = sailing.courses(g, boat)
    left = {g.board.token(s): reach[s] for s in g.ground.seas[at(g, "German box")]}
    assert (left["davis_strait"].range, left["davis_strait"].move) == (2, 3)
    assert (left["river_plate"].range, left["river_plate"].move) == (0, 1)


def test_11_4_1_a_and_c_what_is_a_naval_move() -> None:
    """aif-11.4.1-a, aif-11.4.1-c: ships of one port to one section are one move; submarines of two sections are two."""
    g = america()
    act(g, "USA", Action.COMBINED)
    for _ in range(3):
        ship(g, "USA", "CA", "any", "Norfolk")
    assert may_gather(g, Admiralty(USA), at(g, "Norfolk")) is None
    g.powers[USA].naval = 2
    assert may_gather(g, Admiralty(USA), at(g, "Norfolk")) is not None
    assert TaskForce(USA, at(g, "Norfolk")).ships == ()


def test_11_4_6_a_interception_in_a_storm() -> None:
    """aif-11.4.6-a: a 2 in a storm is a 3: the units of sections 3 and 4 are there, without any bonus for planes."""
    g = america()
    sky(g, Weather.STORM)
    units = [ship(g, "Commonwealth", "CA", "any", CARIBBEAN, n) for n in range(5)]
    hunt = Sides(at(g, CARIBBEAN), ALLIES)
    ship(g, "Germany", "CA", "any", CARIBBEAN, 0)
    naval_search.commit(g, hunt)
    roll = 2 + naval_search.roll_modifier(g, at(g, CARIBBEAN), [], plain=True)
    assert roll == 3 and succeeds(g, hunt, ALLIES, 2)
    assert [n for n, u in enumerate(units) if naval_search.search_number(g, units, hunt.area, n) >= roll and u >= 0] == [3, 4]


# --- 11.5: naval combat -------------------------------------------------------------------------------------------------------


def test_11_5_5_b_rain_in_the_gulf_of_panama() -> None:
    """aif-11.5.5-b: rain and five convoy points cancel; a NAV makes section 3 count as 4."""
    g = america()
    sky(g, Weather.RAIN)
    gulf = "Gulf of Panama"
    own = [ship(g, "USA", "BB", "any", gulf, 1), ship(g, "USA", "CA", "any", gulf, 4)]
    nav = put(g, "USA NAV any", "Norfolk")
    at_sea(g, gulf, 3, nav)
    foes = [convoys(g, "Japan", gulf, 5)]
    area = at(g, gulf)
    assert naval_search.roll_modifier(g, area, foes) == 0
    assert [naval_search.search_number(g, [*own, nav], area, n) for n in (1, 3, 4)] == [1, 4, 4]


def test_11_5_6_a_surprise_points() -> None:
    """aif-11.5.6-a: 0 and 1 for a carrier and the enemy's 3 are 4; 4 and 7 are 11."""
    g = america()
    carrier = ship(g, "Commonwealth", "CV", "any", CARIBBEAN, 0)
    cruiser = ship(g, "Italy", "CA", "any", CARIBBEAN, 4)
    sky(g, Weather.RAIN)
    hunt = Sides(at(g, CARIBBEAN), AXIS)
    hunt.included = hunt.committed = [[cruiser], [carrier]]
    hunt.rolls = [3, 7]
    assert [naval_search.surprise_points(g, hunt, side) for side in (ALLIES, AXIS)] == [4, 11]


def test_11_5_8_d_cells_of_the_naval_chart() -> None:
    """aif-11.5.8-d: 7 factors against three ships: D, A, A; 20 factors: X, A."""
    g = america()
    assert naval_combat.result_of(g, "surface", 7, 3, 0) == ["D", "A", "A"]
    assert naval_combat.result_of(g, "surface", 20, 3, 0) == ["X", "A"]


def test_11_5_8_a_b_and_c_hits() -> None:
    """aif-11.5.8-a, aif-11.5.8-b, aif-11.5.8-c: above its defence a D is an A and an A half of one; an X is a D; the damaged ship
    goes home and to the repair pool."""
    g = america()
    hold(g, "Germany", "Fort-de-France")
    first, second, cruiser = (ship(g, "USA", kind, "any", CARIBBEAN, 1) for kind in ("BB", "BB", "CA"))
    toll = Toll()
    for unit, result, off in ((first, "D", 1), (second, "A", 1), (cruiser, "A", 0)):
        g.dice = FixedDice(min(naval_damage.defence_value(g, unit) + off, 10))
        naval_damage.suffer(g, unit, result, toll)
    assert first in toll.aborting and cruiser in toll.aborting and second not in toll.aborting
    raider = ship(g, "Germany", "BB", "any", CARIBBEAN, 1)
    g.dice = FixedDice(min(naval_damage.defence_value(g, raider) + 1, 10))
    naval_damage.suffer(g, raider, "X", toll)
    assert g.units.damaged[raider] == 1
    drive(g, naval_damage.abort(g, raider))
    assert g.units.at[raider] == REPAIR_POOL


def test_11_5_8_convoys_defend_with_five() -> None:
    g = america()
    heap = convoys(g, "Germany", CARIBBEAN, 10)
    assert naval_damage.defence_value(g, heap) == 5 and naval_damage.ship_number(g, [heap]) == 2


def test_11_5_9_a_and_b_air_values() -> None:
    """aif-11.5.9-a, aif-11.5.9-b: 7 against 4 are +3 and -3, +4 with two points; against 3 it is +5, in the same column."""
    g = america()
    for power in ("Japan", "USA"):
        put(g, f"{power} FTR any", "Chicago")
    planes = [[Plane(0, 7, 0, True, False)], [Plane(1, 4, 0, True, False)]]
    assert [naval_air_combat.air_value(g, planes, side, [0, 0]) for side in (0, 1)] == [3, -3]
    assert naval_air_combat.air_value(g, planes, 0, [1, 0]) == 4
    weaker = [planes[0], [Plane(1, 3, 0, True, False)]]
    assert naval_air_combat.air_value(g, weaker, 0, [1, 0]) == 5
    chart = g.charts.air_to_air
    assert chart.column(4) == chart.column(5)


def test_11_5_9_c_anti_air_cells() -> None:
    """aif-11.5.9-c: 67 factors and three columns against six bombers: the best two of four dice; with two the lowest three."""
    g = america()
    column = g.charts.naval_columns["anti-air"].column(67)
    best, worse = g.charts.anti_air[f"c{column + 3}", 6], g.charts.anti_air[f"c{column + 2}", 6]
    assert (best.added, best.dice, best.lowest) == (2, 4, False)
    assert (worse.added, worse.dice, worse.lowest) == (3, 4, True)


def test_11_5_10_a_submarines() -> None:
    """aif-11.5.10-a: ten Allied convoy points, a cruiser and a NAV of two are ten factors; ten against three boats X and A; eight
    against two convoys D, D, A, A, A."""
    g = america()
    units = [convoys(g, "USA", CARIBBEAN, 10), ship(g, "USA", "CA", "any", CARIBBEAN, 0)]
    assert naval_damage.asw_factors(g, units, 2) == 10
    assert naval_combat.result_of(g, "ASW", 10, 3, 0) == ["X", "A"]
    assert naval_combat.result_of(g, "SUB", 8, 2, 0) == ["D", "D", "A", "A", "A"]


def test_11_5_10_axis_convoys_are_worse_guarded() -> None:
    g = america()
    assert naval_damage.asw_factors(g, [convoys(g, "Japan", CARIBBEAN, 10)]) == 4


def test_2_6_halves_of_damaged_ships_and_planes_are_rounded_once() -> None:
    """Two damaged carriers are half a factor each against submarines: one together, not two; half a factor of aircraft in the
    rain is added before the sum is rounded."""
    g = america()
    carriers = [ship(g, "USA", "CV", "any", CARIBBEAN, 0) for _ in range(3)]
    for unit in carriers[:2]:
        g.units[unit].damaged = 1
    assert naval_damage.asw_factors(g, carriers[:2]) == 1
    assert naval_damage.asw_factors(g, carriers) == 2
    assert naval_damage.asw_factors(g, carriers[:1], Fraction(1, 2)) == 1


def test_11_7_a_a_raid() -> None:
    """aif-11.7-a: the column 19-24 gives 4 and an asterisk on 8; nothing is added for a raid nobody meets."""
    g = america()
    chart = g.charts.bombardment
    found = chart[chart.column(20), 8]
    assert (found.points, found.stars) == (4, 1) and g.settings.unopposed_bombing == 0


def test_11_9_strikes_in_rain_and_jungle() -> None:
    """A bomber's factors are halved twice; the printed example is in test_11_printed_results.py."""
    g = america()
    sky(g, Weather.RAIN)
    jungle = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "jungle")
    bomber = put(g, "Japan LND any", "Japanese box")
    assert tactical_factors(g, bomber, jungle) == Fraction(g.units[bomber].sheet.tactical) / 4


# --- land ---------------------------------------------------------------------------------------------------------------------


def test_11_10_rail_moves_need_an_action() -> None:
    g = america()
    act(g, "USA", Action.NAVAL)
    assert limit(g, USA, Activity.RAIL) == 0
    act(g, "USA", Action.LAND)
    assert limit(g, USA, Activity.RAIL) > 0 and Railing(USA).power == USA


def test_11_11_2_all_units_pay_leg_costs_and_rails_help() -> None:
    g = america()
    corps, armour = put(g, "USA INF any", "Chicago"), put(g, "USA ARM any", "Chicago")
    off = [(s, b) for s, b in g.ground.steps[at(g, "Chicago")] if not b & (1 << 7)]
    on = [(s, b) for s, b in g.ground.steps[at(g, "Chicago")] if b & (1 << 7)]
    assert on
    for there, _ in (*off, *on):
        assert step_cost(g, corps, at(g, "Chicago"), there) == step_cost(g, armour, at(g, "Chicago"), there)
    plain = america(railway_bonus=False)
    again = put(plain, "USA INF any", "Chicago")
    there = on[0][0]
    assert step_cost(plain, again, at(plain, "Chicago"), there) - step_cost(g, corps, at(g, "Chicago"), there) == 1


def test_11_11_3_and_11_11_5_where_units_go() -> None:
    """Into own, friendly and enemy hexes; not into a neutral's, nor where enemies stand."""
    g = america()
    hold(g, "Germany", "Detroit")
    corps = put(g, "USA INF any", "Chicago")
    near = g.ground.steps[at(g, "Chicago")][0][0]
    assert may_enter(g, corps, at(g, "Chicago"), near) is None
    put(g, "Germany INF 6-3", g.board.token(near))
    assert may_enter(g, corps, at(g, "Chicago"), near) is not None
    border = next((s, b) for s in g.ground.homeland["usa"] for b, _ in g.ground.steps[s] if g.ground.country[b] == "mexico")
    other = put(g, "USA INF any", g.board.token(border[0]))
    refused = may_enter(g, other, *border)
    assert refused is not None and "neutral" in refused.reason


def test_11_11_6_overruns_need_seven_to_one() -> None:
    g = america()
    plain = next(
        s
        for s in range(g.board.size)
        if g.ground.land[s]
        and g.board.terrain_name(s) == "clear"
        and g.ground.country[s] == "usa"
        and not g.ground.city[s]
        and len(g.ground.steps[s]) == 6
    )
    here = g.ground.steps[plain][0][0]
    hold(g, "Germany", g.board.token(here))
    armour = put(g, "Germany ARM any", g.board.token(here), fed=1)
    put(g, "USA INF any", g.board.token(plain))
    assert may_overrun(g, (armour,), here, plain) is not None


def test_8_2_7_d_shore_modifiers_in_rain() -> None:
    """aif-8.2.7-d: 0 with an asterisk is 1 in rain."""
    g = america()
    coast = at(g, "Miami")
    section = g.ground.sections[g.ground.seas[coast][0]][3]
    assert shore_modifier(g, coast, section) == 0
    sky(g, Weather.RAIN)
    assert shore_modifier(g, coast, section) == 1


def test_11_14_infantry_lands_from_transports_in_section_1() -> None:
    g = america()
    act(g, "Germany", Action.LAND)
    boat, corps = ship(g, "Germany", "TRS", "any"), put(g, "Germany INF 6-3", "German box")
    coast = at(g, "Miami")
    area = g.ground.seas[coast][0]
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[area][1]
    g.units[corps].aboard = boat
    assert may_invade(g, Invading(GERMANY), (corps, coast)) is None
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[area][0]
    assert may_invade(g, Invading(GERMANY), (corps, coast)) is not None
    for u in (boat, corps):
        g.units[u].at = g.ground.sections[area][2]
    sky(g, Weather.SNOW)
    assert may_invade(g, Invading(GERMANY), (corps, coast)) is not None


def test_11_16_1_a_jungle_takes_a_column() -> None:
    """aif-11.16.1-a: unless every attacker is Japanese."""
    shifts = []
    for power, foe in (("USA", "Japan"), ("Japan", "USA")):
        g = america()
        target = next(
            s
            for s in range(g.board.size)
            if g.ground.land[s] and g.board.terrain_name(s) == "jungle" and not g.ground.city[s] and g.ground.steps[s]
        )
        here = g.ground.steps[target][0][0]
        hold(g, foe, g.board.token(target))
        hold(g, power, g.board.token(here))
        put(g, f"{foe} INF any", g.board.token(target))
        corps = put(g, f"{power} INF any", g.board.token(here), fed=1)
        act(g, power, Action.LAND)
        join_attack(g, g.power, corps, target)
        battle = fight(g, 0)
        shifts.append(odds_column(battle.attack, battle.defence) - battle.column)
    assert shifts == [1, 0]


def test_11_15_b_and_11_16_5_cells_of_the_tables() -> None:
    """aif-11.15-b, aif-11.16.5-f, aif-11.16.5-g: the assault at 3:1 with 5 is 1/1; the blitzkrieg at 3:2 with 11 is */1B, the
    assault costs the defender two and turns the attackers down."""
    g = america()
    assault, blitz = g.charts.assault, g.charts.blitzkrieg
    assert assault[assault.column(3, 1), 5] == land_result("1/1")
    assert blitz[blitz.column(3, 2), 11] == land_result("*/1B")
    other = assault[assault.column(3, 2), 11]
    assert other.defender >= 2 and other.stay != "*"


def test_13_6_3_an_attack_that_was_fought_in_a_home_country() -> None:
    g = america()
    here = at(g, "Detroit")
    near = g.ground.steps[here][0][0]
    hold(g, "Germany", g.board.token(near))
    sides(g, "Detroit", g.board.token(near), bits=1)
    put(g, "USA INF any", "Detroit")
    corps = put(g, "Germany INF 7-4", g.board.token(near), fed=1)
    act(g, "Germany", Action.LAND)
    join_attack(g, GERMANY, corps, here)
    assert g.powers.invaded[USA] == 0  # announced, not fought
    drive(g, resolve(g, Resolving(GERMANY), 0), dice=[1])
    assert g.powers.invaded[USA] == 1


def test_11_16_1_who_may_attack() -> None:
    g = america()
    near = g.ground.steps[at(g, "Denver")][0][0]
    hold(g, "Germany", g.board.token(near))
    put(g, "USA INF any", "Denver")
    corps = put(g, "Germany INF 6-3", g.board.token(near), fed=1)
    act(g, "Germany", Action.LAND)
    assert may_attack(g, Declaring(GERMANY), (corps, at(g, "Denver"))) is None
    g.units[corps].down = 1
    assert may_attack(g, Declaring(GERMANY), (corps, at(g, "Denver"))) is not None


def test_11_17_rebases() -> None:
    g = america()
    act(g, "USA", Action.AIR)
    plane = put(g, "USA FTR any", "Chicago")
    assert may_take(g, Rebasing(USA), plane) is None
    assert at(g, "Detroit") in Move(USA, plane).reach(g)
    g.units[plane].down = 1
    assert may_take(g, Rebasing(USA), plane) is not None


def test_11_18_4_prices_of_reorganisation() -> None:
    """One point for a land unit in a land action, two in others, twice as much with another power's points."""
    g = america()
    corps, plane = put(g, "USA INF any", "Chicago"), put(g, "USA FTR any", "Chicago")
    act(g, "USA", Action.LAND)
    assert (price(g, corps, False), price(g, plane, False)) == (1, 2)
    act(g, "USA", Action.COMBINED)
    assert price(g, corps, False) == 2 and price(g, corps, True) == 4


def test_13_4_who_must_come_home() -> None:
    g = america()
    cruiser, high = ship(g, "USA", "CA", "any", CARIBBEAN, 0), ship(g, "USA", "CA", "any", CARIBBEAN, 2)
    heap = convoys(g, "USA", CARIBBEAN, 5)
    assert must_return(g, cruiser) and not must_return(g, high) and not must_return(g, heap)


def test_13_5_everybody_is_turned_up() -> None:
    g = america()
    corps = put(g, "USA INF any", "Chicago", down=1)
    reorganise_finally(g)
    assert not g.units.down[corps]


# --- production ---------------------------------------------------------------------------------------------------------------


def test_13_6_1_c_convoys_limit_what_arrives() -> None:
    """aif-13.6.1-c: resources by the Caribbean with ten convoy points and the Mouths of the Amazon with five: five arrive."""
    g = america()
    for minor in ("Venezuela", "Cuba"):
        favour(g, minor, "Germany", 5)
    hold(g, "Germany", *[g.board.token(s) for s in g.ground.homeland["trinidad"]])
    alone = routing(g, GERMANY).points
    convoys(g, "Germany", CARIBBEAN, 10)
    convoys(g, "Germany", "Mouths of the Amazon", 5)
    assert routing(g, GERMANY).points == alone + 5


def test_13_6_2_a_seattle() -> None:
    """aif-13.6.2-a: a blue and a red factory make two points of any number of resources."""
    g = america()
    assert useable_factories(g, USA, at(g, "Seattle")) == 2
    hold(g, "Japan", "Seattle")
    assert useable_factories(g, JAPAN, at(g, "Seattle")) == 1


def test_13_6_3_an_attack_at_home_is_worth_half_as_much_again() -> None:
    g = america()
    assert multiple(g, USA) == 1 and build_points(g, USA, 41) == 41
    g.powers[USA].invaded = 1
    assert multiple(g, USA) == Fraction(3, 2) and build_points(g, USA, 41) == 62
    assert multiple(g, GERMANY) == 1


def test_13_6_10_boxes_produce_by_themselves() -> None:
    """All resources of a box reach its factories; idle ones wait for goods from the maps."""
    g = america()
    for power, box in ((GERMANY, "German box"), (ITALY, "Italian box"), (JAPAN, "Japanese box")):
        s = at(g, box)
        assert routing(g, power).points == g.ground.resources[s] < useable_factories(g, power, s)


def test_13_6_5_d_what_a_builder_chooses() -> None:
    """aif-13.6.5-d: type and cost from the force pool, the unit is drawn; in the yards the very ship."""
    g = america()
    two = [
        n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.INF and c.cost == 3 and not c.division
    ][:2]
    for n in two:
        g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=FORCE_POOL)
    purse = Purse(USA, 9)
    assert list(force_pools(g, USA)) == [("INF", 3)]
    assert may_build(g, purse, ("INF", 3)) is None and may_build(g, purse, ("INF", 5)) is not None
    hull, wreck = ship(g, "USA", "CA", "any"), ship(g, "USA", "CA", "any")
    g.units[hull].at, g.units[wreck].at = CONSTRUCTION_POOL, REPAIR_POOL
    assert may_finish(g, purse, hull) is None and may_finish(g, purse, wreck) is not None
    assert may_repair(g, purse, wreck) is None and may_repair(g, purse, hull) is not None


def test_13_6_7_a_and_b_the_circle() -> None:
    """aif-13.6.7-a, aif-13.6.7-b: an ARM of four turns built in Sep/Oct 1946 lies on May/Jun 1947."""
    g = america(turn="Sep/Oct 1946")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type == Type.ARM and c.turns == 4)
    unit = g.units.add(counter=number, power=USA, country=g.facts.country["usa"], at=FORCE_POOL).index
    g.powers[USA].build_points, g.dice = 20, FixedDice(unit)
    build(g, Purse(USA, 20), ("ARM", g.units[unit].sheet.cost))
    assert g.units.at[unit] == slot_of(g.turn + 4) and (g.turn + 4) % 6 == 2


def test_13_6_9_old_counters_are_scrapped() -> None:
    g = america(turn="Jan/Feb 1947")
    old = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.land and c.year == 1944)
    new = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.land and c.year == 1946)
    units = [g.units.add(counter=n, power=USA, country=g.facts.country["usa"], at=FORCE_POOL).index for n in (old, new)]
    assert may_scrap(g, Purse(USA, 0), units[0]) is None and may_scrap(g, Purse(USA, 0), units[1]) is not None


# --- air ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "roll", "code"), [(-2, 6, "DA"), (3, 18, "AX"), (-5, 8, "AC"), (-4, 4, "DX"), (5, 10, "AC"), (5, 12, "-")]
)
def test_14_3_3_cells_of_air_to_air(value: int, roll: int, code: str) -> None:
    """aif-14.3.3-b, aif-14.3.3-c, aif-14.3.3-d, aif-14.3.3-e: the rolls of the battle over the Caribbean."""
    chart = america().charts.air_to_air
    assert chart[chart.column(value), roll] == air_result(code)


def test_14_3_2_a_and_14_3_3_a_strengths() -> None:
    """aif-14.3.2-a, aif-14.3.3-a: 5 and 3 are +2 and -2; a Tempest of 8 with a carrier plane behind is 8.5 against 6: +3, -2."""
    g = america()
    for who in ("Germany FTR any", "USA FTR any", "Italy FTR any"):
        put(g, who, "Chicago")
    five, three = [Plane(0, 5, 0, True, False)], [Plane(1, 3, 0, True, False)]
    assert [naval_air_combat.air_value(g, [five, three], side, [0, 0]) for side in (0, 1)] == [2, -2]
    tempest = [Plane(0, 8, 0, True, False), Plane(1, 7, 0, True, True)]
    reggiane = [Plane(2, 6, 0, True, False)]
    assert naval_air_combat.strength(g, tempest, reggiane) == Fraction(17, 2)
    assert [naval_air_combat.air_value(g, [tempest, reggiane], side, [0, 0]) for side in (0, 1)] == [3, -2]


def test_14_4_carriers_keep_one_component() -> None:
    g = america()
    carrier = ship(g, "USA", "CV", "any", CARIBBEAN, 1)
    before = naval_search.air_component(g, carrier)
    g.turn += 24
    assert naval_search.air_component(g, carrier) == before == g.units[carrier].sheet.carrier + 2


def test_14_1_1_two_points_for_a_hex() -> None:
    g = america()
    here = at(g, "Chicago")
    near = g.ground.steps[here][0][0]
    assert flying_reach(g, {here: 0}, 2)[near] == 2 and near not in flying_reach(g, {here: 0}, 1)


def test_18_2_minors_do_not_mix() -> None:
    g = america()
    for minor in ("peru", "chile"):
        row = g.countries[g.facts.country[minor]]
        row.status, row.power = 1, JAPAN
    one, two = put(g, "Peru INF any", "Lima"), put(g, "Chile INF any", "Santiago")
    own = put(g, "Japan INF any", "Lima")
    assert not co_operate(g, one, two) and co_operate(g, one, own)


def test_the_shared_charts_and_this_edition_s_own() -> None:
    g = america()
    box = g.title.box(g.board)
    assert isinstance(box, AmericanBox) and box.charts is g.charts
