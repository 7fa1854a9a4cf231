"""6, 7, 8, 12: initiative, weather and the last impulse test."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import ALLIES, AXIS, POWER_INDEX
from grognard.titles.wif.kinds import Action, Weather, Zone
from grognard.titles.wif.rules.impulses import begin_action_stage, end_modifiers
from grognard.titles.wif.rules.impulses import test_last_impulse as last_impulse
from grognard.titles.wif.rules.initiative import determine_initiative, winner
from grognard.titles.wif.rules.weather import roll_weather, terrain_by_space, weather_at
from grognard.titles.wif.state import War
from tests.titles.wif.field import act, drive, outcome, sky, war


def field() -> War:
    g = war(("Germany", "USSR"))
    g.first_turn -= 1  # no first turn: dice are rolled
    return g


def test_6_1_a_in_a_tie_the_holder_loses() -> None:
    assert winner(5, 5, AXIS) == ALLIES
    assert winner(5, 5, ALLIES) == AXIS
    assert winner(6, 5, AXIS) == AXIS


def test_6_1_b_a_re_roll_moves_the_marker_and_is_final() -> None:
    """wif-6.1-a, wif-6.1-b: Axis +2, rolls 3 and 5 tie; the Axis demands a re-roll from Axis +1 and ties again."""
    g = field()
    g.track, g.holder = 1, AXIS
    prompts = drive(g, determine_initiative(g), ["reroll", "go_first"], [3, 5, 5, 6])
    assert g.track == 2
    assert g.holder == ALLIES and g.first_side == ALLIES
    assert sum("re-roll" in p for p in prompts) == 1


def test_6_1_nobody_is_asked_where_the_track_grants_no_re_roll() -> None:
    g = field()
    g.track, g.holder = 5, ALLIES
    prompts = drive(g, determine_initiative(g), ["keep", "go_second"], [3, 5])
    assert "re-roll" in prompts[0] and len(prompts) == 2
    assert g.holder == ALLIES and g.first_side == AXIS


def test_8_a_asterisks_are_added_to_the_next_roll() -> None:
    """wif-8-a: a roll of 8 in Jul/Aug after two asterisks."""
    g = war(("Germany", "USSR"), turn="Jul/Aug 1941")
    g.first_turn, g.asterisks, g.dice = g.turn - 1, 2, FixedDice(8)
    outcome(g, roll_weather(g))
    assert [Weather(w) for w in g.weather] == [Weather.STORM if z == Zone.N_MONSOON else Weather.FINE for z in Zone]
    assert g.asterisks == 1


def test_8_2_1_deserts_are_milder_and_swamps_freeze() -> None:
    g = war(("Germany", "USSR"))
    sky(g, Weather.BLIZZARD)
    desert = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "desert")
    swamp = next(s for s in range(g.board.size) if g.ground.land[s] and g.board.terrain_name(s) == "swamp")
    assert weather_at(g, desert) == Weather.SNOW and weather_at(g, swamp) == Weather.BLIZZARD
    assert g.board.terrains[0] and terrain_by_space(g)[swamp] != g.ground.terrain[swamp]
    sky(g, Weather.RAIN)
    assert weather_at(g, desert) == Weather.FINE
    assert terrain_by_space(g)[swamp] == g.ground.terrain[swamp]


def test_12_a_first_and_last_impulse_costs_a_space_of_the_track() -> None:
    """wif-12-a: Axis first, end number 3, a roll of 2."""
    g = field()
    g.track, g.first_side = 2, AXIS
    begin_action_stage(g)
    g.box, g.dice = next(b for b, n in g.charts.impulses.items() if n == 3), FixedDice(2)
    act(g, "Germany", Action.LAND)
    outcome(g, last_impulse(g))
    assert g.ended and g.track == 3


def test_12_else_the_marker_moves_by_the_weather_and_the_other_side_is_on() -> None:
    g = field()
    g.first_side = AXIS
    begin_action_stage(g)
    g.advance, g.dice = 4, FixedDice(9)
    act(g, "Germany", Action.LAND)
    outcome(g, last_impulse(g))
    assert not g.ended and g.box == 5 and g.side == ALLIES and g.pair == 1 and g.track == 3


def test_12_passing_ends_turns_sooner_on_small_and_large_maps() -> None:
    g = field()
    act(g, "Germany", Action.PASS)
    assert end_modifiers(g).total == -1  # one map
    act(g, "Germany", Action.LAND)
    assert end_modifiers(g).total == 0


def test_12_all_but_one_count_only_in_games_of_three_maps() -> None:
    g = war(("Japan", "USA"), ("Japan", "Commonwealth"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    act(g, "USA", Action.NAVAL)
    assert g.map_count == 2
    assert end_modifiers(g).total == 0
    g.powers[POWER_INDEX["USA"]].action = int(Action.PASS)
    assert end_modifiers(g).total == -1


def test_12_option_34_no_roll_before_two_impulses_each() -> None:
    g = war(("Germany", "USSR"), impulse_limits=True)
    g.first_side = AXIS
    begin_action_stage(g)
    g.box, g.dice = 15, FixedDice()
    outcome(g, last_impulse(g))
    assert not g.ended
    g.impulses, g.dice = [2, 1], FixedDice(1)
    g.side = ALLIES
    outcome(g, last_impulse(g))
    assert g.ended
