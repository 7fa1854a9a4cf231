"""Sections of 2 to 16 under their own numbers: of each a case accepted and one refused."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, ITALY, USSR
from grognard.titles.wif.kinds import Action, Activity, Weather, Zone
from grognard.titles.wif.rules import air_combat, initiative, naval_combat, naval_search, return_to_base
from grognard.titles.wif.rules.actions import choose_action, may_do
from grognard.titles.wif.rules.homeward import bases
from grognard.titles.wif.rules.homeward import return_to_base as land
from grognard.titles.wif.rules.impulses import begin_action_stage
from grognard.titles.wif.rules.impulses import test_last_impulse as last_impulse
from grognard.titles.wif.rules.land_movement import Marching, may_enter, may_march, move_land_units
from grognard.titles.wif.rules.missions import Flight, may_fly, may_take_off, tactical_factors
from grognard.titles.wif.rules.naval_movement import may_move as may_sail
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.offensives import Offensive, may_rouse, spend_points, spending_powers
from grognard.titles.wif.rules.port_attack import has_sea_factors
from grognard.titles.wif.rules.reorganisation import reorganise
from grognard.titles.wif.state import BOMBER, ESCORT, GROUNDED, INTERCEPTOR, PATROL

from .field import act, align, at, drive, hold, named, outcome, put, sky, war
from .test_11_naval_air import box, channel, patrol
from .test_11_sea import ship
from .test_14_air import STRIKE, dogfight, plane, set_values, sky_war

NORTH_SEA = "North Sea"

# --- 6, 8 ---------------------------------------------------------------------------------------------------------------------


def test_6_2_the_winner_of_the_initiative_may_let_the_other_side_move_first() -> None:
    """The side that won says who moves first, and keeps the initiative whatever it says."""
    for holder in (AXIS, ALLIES):
        for word, first in (("go_first", holder), ("go_second", 1 - holder)):
            g = war(("Germany", "USSR"))
            g.holder, g.first_side = holder, -1
            drive(g, initiative.choose_first_side(g), [word])
            assert g.first_side == first and g.holder == holder


def test_8_2_2_the_marker_advances_by_the_number_of_the_weather_unless_the_turn_ends() -> None:
    for advance in (1, 3):
        for roll, ended in ((10, False), (1, True)):
            g = war(("Germany", "USSR"))
            g.first_turn -= 1
            g.first_side = AXIS
            begin_action_stage(g)
            act(g, "Germany", Action.LAND)
            g.box = next(b for b, n in g.charts.impulses.items() if n == 3)
            before, g.advance, g.dice = g.box, advance, FixedDice(roll)
            outcome(g, last_impulse(g))
            assert bool(g.ended) == ended
            assert g.box == (before if ended else before + advance)


# --- 11 -----------------------------------------------------------------------------------------------------------------------


def test_11_5_4_all_but_submarines_must_be_committed_and_those_all_or_none() -> None:
    g = war(("Germany", "Commonwealth"))
    raider = ship(g, "Germany", "BB", "any", NORTH_SEA, 3)
    boats = [ship(g, "Germany", "SUB", "any", NORTH_SEA, n) for n in (1, 4)]
    lazy = ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0)
    for subs, wanted in ((False, {raider}), (True, {raider, *boats})):
        sides = Sides(at(g, NORTH_SEA), 0)
        sides.subs[AXIS] = subs
        naval_search.commit(g, sides)
        assert set(sides.committed[AXIS]) == wanted and sides.committed[ALLIES] == [lazy]


def test_11_5_4_units_at_war_with_nobody_there_are_left_out() -> None:
    """A ship of a power at peace with all the enemies there does not fight; after it goes to war it must."""
    for fights in (False, True):
        g = war(("Germany", "Commonwealth"), *([("Italy", "Commonwealth")] if fights else []))
        g.powers[ITALY].plays = 1
        german, italian = ship(g, "Germany", "BB", "any", NORTH_SEA, 3), ship(g, "Italy", "BB", "any", NORTH_SEA, 3)
        ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0)
        sides = Sides(at(g, NORTH_SEA), 0)
        naval_search.commit(g, sides)
        assert sides.committed[AXIS] == [german, italian][: 1 + fights]


def test_11_5_4_aircraft_are_not_committed_in_storm_or_blizzard() -> None:
    for weather, flies in ((Weather.FINE, True), (Weather.SNOW, True), (Weather.STORM, False), (Weather.BLIZZARD, False)):
        g = channel()
        unit = patrol(g)
        g.units[unit].at = box(g, NORTH_SEA, 2)
        ship(g, "Commonwealth", "CL", "any", NORTH_SEA, 0)
        sky(g, weather)
        sides = Sides(at(g, NORTH_SEA), 0)
        naval_search.commit(g, sides)
        assert sides.committed[AXIS] == ([unit] if flies else [])


def test_11_5_4_who_has_the_most_submarine_factors_decides_for_the_side() -> None:
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"))
    german = [ship(g, "Germany", "SUB", "any", NORTH_SEA, 1)]
    italians = [ship(g, "Italy", "SUB", "any", NORTH_SEA, 1)]
    while sum(g.units[u].sheet.attack for u in italians) <= g.units[german[0]].sheet.attack:
        assert naval_combat._most_torpedoes(g, [*italians, *german]) == german or len(italians) > 1
        italians.append(ship(g, "Italy", "SUB", "any", NORTH_SEA, 1))
    assert naval_combat._most_torpedoes(g, [*german, *italians]) == italians


def test_11_10_4_a_neutral_power_s_units_keep_to_its_own_hexes_and_its_minors() -> None:
    """Italy neutral: into its own hexes and those of an aligned minor; not into Germany's, nor a neutral minor's."""
    g = war(("Germany", "France"), turn="Sep/Oct 1939", scenario="global_war_1939")
    g.powers[ITALY].plays = 1
    act(g, "Italy", Action.COMBINED)
    homes = g.ground.homeland
    here, there = next((a, b) for a in homes["italy"] for b, _ in g.ground.steps[a] if b in homes["germany"])
    unit = put(g, "Italy MTN any", g.board.token(here))
    own = next(b for b, _ in g.ground.steps[here] if b in homes["italy"])
    assert may_enter(g, unit, here, own) is None
    refused = may_enter(g, unit, here, there)
    assert refused is not None and refused.rule == "11.10.4"
    here, there = next((a, b) for a in homes["italy"] for b, _ in g.ground.steps[a] if b in homes["yugoslavia"])
    g.units[unit].at = here
    assert may_enter(g, unit, here, there) is not None
    align(g, "yugoslavia", "Italy")
    assert may_enter(g, unit, here, there) is None


def test_11_10_4_german_units_do_not_enter_neutral_italy() -> None:
    for at_war in (False, True):
        wars = [("Germany", "France"), ("Italy", "France")][: 1 + at_war]
        g = war(*wars, turn="Sep/Oct 1939", scenario="global_war_1939")
        g.powers[ITALY].plays = 1
        act(g, "Germany", Action.LAND)
        here, there = next(
            (b, a) for a in g.ground.homeland["italy"] for b, _ in g.ground.steps[a] if b in g.ground.homeland["germany"]
        )
        unit = put(g, "Germany MTN any", g.board.token(here))
        refused = may_enter(g, unit, here, there)
        assert (refused is None) == at_war
        assert at_war or (refused is not None and refused.rule == "11.10.4")


# --- 13.4 ---------------------------------------------------------------------------------------------------------------------


def test_13_4_1_an_aircraft_at_sea_needs_a_base_within_its_range_less_its_section() -> None:
    """Leaving section 3 costs 6 points and the first hex at most 2: with 8 it is home in Kiel, with 6 nowhere, unless it flew at
    extended range, which is doubled on the way home too."""
    for far, extended, home in ((8, 0, True), (6, 0, False), (6, 1, True)):
        g = channel()
        unit = patrol(g, range=far)
        g.units[unit].at, g.units[unit].extended = box(g, NORTH_SEA, 3), extended
        assert (at(g, "Kiel") in return_to_base.havens(g, unit)) == home
    g.units[unit].at = box(g, NORTH_SEA, 0)
    assert at(g, "London") not in return_to_base.havens(g, unit), "no base of the enemy"


# --- 14 -----------------------------------------------------------------------------------------------------------------------


def test_14_2_1_support_and_interception_are_free_and_strikes_are_limited() -> None:
    """After a land action that used up its air missions a power strikes no more; it still intercepts and escorts; after an air
    action it strikes without limit."""
    for action, free in ((Action.LAND, False), (Action.AIR, True)):
        g = sky_war(action)
        put(g, "USSR INF any", "Brest-Litovsk")
        hold(g, "USSR", "Brest-Litovsk")
        bomber, fighter = put(g, "Germany LND any", "Warsaw"), put(g, "Germany FTR any", "Warsaw")
        set_values(g, range=8)
        target = at(g, "Brest-Litovsk")
        plane(g, "USSR FTR any", "Brest-Litovsk", PATROL, "Minsk")
        g.powers[GERMANY].air = 50
        refused = may_fly(g, Flight(GERMANY, STRIKE, BOMBER), (bomber, target))
        assert (refused is None) == free
        assert free or (refused is not None and refused.rule == "10.2")
        plane(g, "Germany LND any", "Brest-Litovsk", BOMBER)
        for role in (ESCORT, INTERCEPTOR):
            assert may_fly(g, Flight(GERMANY, STRIKE, role), (fighter, target)) is None


def test_14_2_2_who_may_fly_what() -> None:
    """Tactical factors strike, fighters alone patrol, escort and intercept; not face-down; out of supply nobody."""
    g = sky_war()
    bomber = put(g, "Germany LND any", "Warsaw")
    set_values(g, tactical=3, air_to_sea=0)
    freight = put(g, "Germany ATR any", "Warsaw")
    fighter = put(g, "Germany FTR any", "Warsaw")
    assert may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), bomber) is None
    assert may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), freight) is not None
    for role in (PATROL, ESCORT, INTERCEPTOR):
        assert may_take_off(g, Flight(GERMANY, STRIKE, role), fighter) is None
        refused = may_take_off(g, Flight(GERMANY, STRIKE, role), bomber)
        assert refused is not None and refused.rule == "14.2.5"
    assert has_sea_factors(g, bomber) is not None
    g.units[fighter].down = 1
    assert may_take_off(g, Flight(GERMANY, STRIKE, ESCORT), fighter) is not None


def test_14_2_2_out_of_supply_aircraft_fly_no_mission() -> None:
    for lost in (False, True):
        g = sky_war()
        unit = put(g, "Germany LND any", "Lodz")
        set_values(g, tactical=3)
        if lost:
            hold(g, "USSR", "germany", "poland")
            hold(g, "Germany", "Lodz")
        refused = may_take_off(g, Flight(GERMANY, STRIKE, BOMBER), unit)
        assert (refused is not None) == lost
        assert not lost or (refused is not None and refused.rule == "2.4.3")


def test_14_2_4_home_to_a_friendly_hex_in_range_and_face_down() -> None:
    g = sky_war()
    unit = plane(g, "Germany LND any", "Brest-Litovsk", BOMBER)
    set_values(g, range=4)
    hold(g, "USSR", "Brest-Litovsk", "Minsk")
    found = bases(g, unit)
    assert found[0] == at(g, "Warsaw") and at(g, "Minsk") not in found and at(g, "Berlin") not in found
    g.units[unit].extended = 1
    assert len(bases(g, unit)) > len(found), "twice as far after a flight at extended range"
    drive(g, land(g, unit), [f"land {g.board.token(at(g, 'Warsaw'))}"])
    assert g.units.at[unit] == at(g, "Warsaw") and g.units.down[unit] and g.units.mission[unit] == GROUNDED


def test_14_2_6_a_fighter_that_strikes_is_a_bomber_one_that_escorts_is_none() -> None:
    g, mine, _ = dogfight()
    minsk = at(g, "Minsk")
    assert air_combat.bombers(g, minsk, AXIS) == [mine[2]] and set(air_combat.fighters(g, minsk, AXIS)) == set(mine[:2])
    raider = plane(g, "Germany FTR any", "Minsk", BOMBER)
    assert set(air_combat.bombers(g, minsk, AXIS)) == {mine[2], raider} and raider not in air_combat.fighters(g, minsk, AXIS)


def test_14_3_1_a_side_says_who_flies_in_front_and_he_alone_bears_the_result() -> None:
    for n in (0, 1):
        g, mine, theirs = dogfight()
        minsk = at(g, "Minsk")
        first = air_combat.fighters(g, minsk, AXIS)[0]
        other = next(u for u in mine[:2] if u != first)
        drive(g, air_combat.arrange(g, minsk, AXIS), ["ready"] if n == 0 else [f"front u{other}", "ready"])
        assert air_combat.fighters(g, minsk, AXIS)[0] == (first if n == 0 else other)
        assert air_combat.bombers(g, minsk, AXIS) == [mine[2]] and set(air_combat.fighters(g, minsk, ALLIES)) == set(theirs)


def test_14_5_forest_jungle_and_swamp_halve_tactical_factors_clear_land_does_not() -> None:
    g = sky_war()
    unit = put(g, "Germany LND any", "Warsaw")
    set_values(g, tactical=4)
    plain = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "clear")
    assert tactical_factors(g, unit, plain) == 4
    for name in ("forest", "jungle", "swamp"):
        wood = next(s for s in range(g.board.size) if g.board.terrain_name(s) == name)
        assert tactical_factors(g, unit, wood) == 2
        sky(g, Weather.RAIN)
        assert tactical_factors(g, unit, wood) == 1, "weather and terrain are cumulative"
        sky(g, Weather.FINE)


# --- 8.1, 10, 11.4, 11.10, 11.17, 16.1 ----------------------------------------------------------------------------------------


def test_8_1_a_hex_and_a_sea_area_have_the_weather_of_their_zone_and_no_other() -> None:
    """Storm in the north temperate zone: over Berlin and the North Sea, not over Rome, the Western Mediterranean or Sydney."""
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939")
    g.weather = [int(Weather.STORM if zone is Zone.N_TEMPERATE else Weather.FINE) for zone in Zone]
    for name in ("Berlin", NORTH_SEA):
        assert g.weather_by_space[at(g, name)] == Weather.STORM
    for name in ("Rome", "Western Mediterranean", "Sydney"):
        assert g.weather_by_space[at(g, name)] == Weather.FINE


def test_10_every_power_chooses_and_may_choose_otherwise_in_its_next_impulse() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.PASS)
    for word, action in (("land", Action.LAND), ("air", Action.AIR), ("naval", Action.NAVAL)):
        drive(g, choose_action(g), [f"act {word}"])
        assert g.powers.action[GERMANY] == action
        refused = may_do(g, GERMANY, Activity.LAND_MOVE)
        assert (refused is None) == (action == Action.LAND), "the choice binds for the impulse"


def test_11_4_only_naval_units_make_naval_moves() -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Germany", Action.NAVAL)
    assert may_sail(g, GERMANY, ship(g, "Germany", "BB", "any", "Kiel")) is None
    for what in ("Germany INF any", "Germany NAV any"):
        refused = may_sail(g, GERMANY, put(g, what, "Kiel"))
        assert refused is not None and refused.rule == "11.4"


def test_11_10_only_face_up_land_units_move_and_once_a_step() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    unit, wing = put(g, "Germany INF any", "Konigsberg"), put(g, "Germany LND any", "Konigsberg")
    subject, there = Marching(GERMANY), next(iter(b for b, _ in g.ground.steps[at(g, "Konigsberg")] if g.ground.land[b]))
    hold(g, "Germany", g.board.token(there))
    assert may_march(g, subject, unit) is None
    refused = may_march(g, subject, wing)
    assert refused is not None and refused.rule == "11.10"
    g.units[unit].down = 1
    refused = may_march(g, subject, unit)
    assert refused is not None and "face-down" in refused.reason
    g.units[unit].down = 0
    drive(g, move_land_units(g), [f"pick u{unit}", f"go {g.board.token(there)}", "stay", "done"])
    refused = may_march(g, subject, unit)
    assert g.units.at[unit] == there and refused is not None and refused.rule == "11.10"


def test_11_17_a_reorganised_unit_moves_again_one_left_face_down_does_not() -> None:
    g = war(("Germany", "USSR"))
    hold(g, "USSR", "Smolensk")
    act(g, "USSR", Action.LAND)
    hq = named(g, "USSR", "Timoshenko", "Smolensk")
    turned, left_down = (put(g, "USSR INF any", "Smolensk", down=1) for _ in range(2))
    assert may_march(g, Marching(USSR), turned) is not None
    drive(g, reorganise(g), [f"points u{hq}", f"reorganise u{turned}", "done"])
    assert may_march(g, Marching(USSR), turned) is None
    assert may_march(g, Marching(USSR), left_down) is not None and g.units.down[hq]


def test_16_1_points_are_spent_as_long_as_there_are_any_and_not_after_a_pass() -> None:
    """Two HQs are roused one after the other, and nothing is spent that one does not have; who passed spends none."""
    g = war(("Germany", "USSR"), turn="Sep/Oct 1942", scenario="global_war_1939", offensive_points=True)
    act(g, "Germany", Action.LAND)
    hqs = [named(g, "Germany", name, "Berlin", down=1) for name in ("Rundstedt", "Manstein")]
    prices = [2 + g.units[u].sheet.reorganisation for u in hqs]
    g.powers[GERMANY].offensive = sum(prices) - 1
    drive(g, spend_points(g), [f"rouse u{hqs[0]}", "enough"])
    assert not g.units.down[hqs[0]] and g.powers.offensive[GERMANY] == prices[1] - 1
    assert may_rouse(g, Offensive(GERMANY, g.powers.offensive[GERMANY]), hqs[1]) is not None
    g.powers[GERMANY].offensive = prices[1]
    assert spending_powers(g) == [GERMANY]
    drive(g, spend_points(g), [f"rouse u{hqs[1]}", "enough"])
    assert not g.units.down[hqs[1]] and spending_powers(g) == []
    g.powers[GERMANY].offensive = 9
    act(g, "Germany", Action.PASS)
    assert spending_powers(g) == []


# --- 2.5 ----------------------------------------------------------------------------------------------------------------------


def test_2_5_a_land_unit_takes_the_enemy_hex_it_enters_and_an_aircraft_takes_none() -> None:
    """A German corps that walks into an empty Soviet hex controls it; German bombers over one do not."""
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    start = at(g, "Konigsberg")
    near = [b for b, _ in g.ground.steps[start] if g.board.terrain_name(b) == "clear" and g.ground.land[b]]
    entered, over = near[0], at(g, "Minsk")
    hold(g, "USSR", g.board.token(entered), "Minsk")
    unit = put(g, "Germany ARM 8-6", "Konigsberg")
    bomber = plane(g, "Germany LND any", "Minsk", BOMBER)
    drive(g, move_land_units(g), [f"pick u{unit}", f"go {g.board.token(entered)}", "stay", "done"])
    drive(g, land(g, bomber))
    assert g.powers_by_hex[entered] == GERMANY and g.powers_by_hex[over] == USSR
