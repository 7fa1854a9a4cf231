"""The judgement behind the planner: exact expectations, drives and attacks taken and left, garrisons, duels, reasons."""

from __future__ import annotations

import msgspec
import pytest

from grognard.agents import agent
from grognard.agents.selfplay import selfplay
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.agent import air, draw_up, efforts, search
from grognard.titles.tw.agent.estimate import clash, unit_worth
from grognard.titles.tw.agent.ground_view import View, garrisons
from grognard.titles.tw.agent.orders import Orders
from grognard.titles.tw.agent.search import POINT, lead, troops
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY
from grognard.titles.tw.odds import forecast
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.state import FORTIFICATION
from grognard.titles.tw.subjects import AirEffort
from tests.titles.tw.kit import hold, put, session, space, unit, war

SEED = b"\7" * 32


def east(*, side=AXIS):
    """An empty front in White Russia in Fall 1941 with turns to come."""
    g = war("germany", "ussr", year=1941, season=2, side=side)
    g.last_turn = g.turn + 2
    g.barbarossa = g.turn - 1
    return g


def first_question(scenario: str, rule: str, name: str = "planner") -> tuple[Session, str, Ask]:
    game = Session.new(TITLE, scenario, {}, seed=SEED)
    seats = {seat: agent(name, 5) for seat in ("axis", "allies")}
    while True:
        seat = next(iter(game.pending))
        if game.pending[seat].rule == rule:
            return game, seat, game.pending[seat]
        game.apply(seat, seats[seat].choose(game, seat))


# --- expectations -------------------------------------------------------------------------------------------------------------


def test_an_attack_is_expected_as_the_odds_card_has_it():
    g = east()
    foe = put(g, "ussr INF 4-5", "1317")
    tanks = [put(g, "germany ARM 8-8", "1318") for _ in range(3)]
    battle = Battle(space(g, "1317"), AXIS, 1, tanks)
    seen, card = clash(g, battle), forecast(g, battle)
    assert seen.taken == pytest.approx(card.taken)
    assert seen.theirs <= unit_worth(g, foe) and 0 <= seen.mine < sum(unit_worth(g, u) for u in tanks)
    assert clash(g, battle, shift=-2).taken <= seen.taken


def test_nobody_enters_a_hex_that_costs_all_attackers():
    """An exchange that takes the last attacker clears the hex and leaves nobody to go in."""
    g = east()
    put(g, "ussr INF 4-5", "1317")
    lone = put(g, "germany INF 6-5", "1318")
    battle = Battle(space(g, "1317"), AXIS, 1, [lone])
    assert clash(g, battle).taken < forecast(g, battle).taken


def test_a_position_is_worth_its_objectives_and_what_the_troops_have_become():
    """Sedan is one point for one side and against the other; a lost unit counts until the game is over, then victory does."""
    game = session("west")
    g, before = game.g, troops(game.g, AXIS)
    calm = lead(game, AXIS, before)
    assert calm == -lead(game, ALLIES, -before) == POINT * (4 - 14)
    hold(g, "germany", "sedan")
    assert lead(game, AXIS, before) == calm + 2 * POINT
    lost = unit(g, "ger_inf_i")
    worth = unit_worth(g, lost)
    g.units[lost].at = -1
    assert lead(game, AXIS, before) == pytest.approx(calm + 2 * POINT - worth)


def drafted(monkeypatch, gains):
    """The style taken when every other draft is better than the plain one by these amounts, sample by sample."""
    game = session("west")
    plain = msgspec.json.encode(Orders(flights={0: [0]}))
    monkeypatch.setattr(search, "_played", lambda _, text, _follow, k, _before: 0.0 if text == plain else gains[k])
    styles = list(search.DRAFTS["strong"])
    orders = search.best_draft(game, "strong", lambda g, style: Orders(flights={styles.index(style): [0]}), lambda s, o: None)
    return styles[next(iter(orders.flights))].name


def test_another_draft_must_be_better_by_more_than_chance(monkeypatch):
    assert drafted(monkeypatch, [12, 14, 13, 12, 15, 12]) != "plain"
    assert drafted(monkeypatch, [2, 4, 3, 2, 5, 2]) == "plain"  # better, but not worth it
    assert drafted(monkeypatch, [30, 14, 3, -50]) == "plain"  # it looked so at first
    assert drafted(monkeypatch, [150, -80, 60, -50, 50, -60]) == "plain"  # 12 on average, by luck


# --- orders -------------------------------------------------------------------------------------------------------------------


def overruns(g):
    return [leg.space for move in draw_up(g).moves for leg in move.legs if leg.overrun]


def test_tanks_drive_over_what_cannot_stand():
    g = east()
    hold(g, "germany", "1618", "1619")
    put(g, "ussr ARM 2-8", "1617")
    for _ in range(3):
        put(g, "germany ARM 8-8", "1618")
    assert overruns(g) == [space(g, "1617")]


def test_works_are_never_driven_over():
    g = east()
    hold(g, "germany", "1618", "1619")
    put(g, "ussr INF 2-5", "1617")
    g.hexes[space(g, "1617")].works = FORTIFICATION
    for _ in range(3):
        put(g, "germany ARM 8-8", "1618")
    orders = draw_up(g)
    assert not [leg for move in orders.moves for leg in move.legs if leg.overrun]
    assert space(g, "1617") in orders.attacks


def test_a_hopeless_attack_is_left_alone():
    g = east(side=ALLIES)
    hold(g, "germany", "1317", "1318")
    for _ in range(3):
        put(g, "germany INF 6-5", "1317")
    put(g, "ussr INF 3-5", "1316")
    assert not draw_up(g).attacks


def test_no_more_troops_than_an_attack_needs():
    g = east()
    hold(g, "germany", "1618", "1619", "1717")
    put(g, "ussr STA 2-3", "1617")
    for at in ("1618", "1618", "1618", "1717", "1717", "1717"):
        put(g, "germany INF 6-5", at)
    force = draw_up(g).attacks[space(g, "1617")].force
    assert 0 < len(force) < 6


def test_an_empty_objective_is_taken_and_a_threatened_one_is_kept():
    g = east()
    hold(g, "germany", "1318", "1319", "minsk")
    g.points[space(g, "smolensk")], g.points[space(g, "minsk")] = 2, 3
    guard = put(g, "germany INF 6-5", "minsk")
    runner = put(g, "germany ARM 8-8", "1318")
    put(g, "ussr CAV 2-6", "1316")
    assert guard in garrisons(g, AXIS, View(g, AXIS))
    moves = {u: move.legs[-1].space for move in draw_up(g).moves for u in move.stack}
    assert moves[runner] == space(g, "smolensk") and guard not in moves


def test_an_objective_out_of_reach_needs_no_guard():
    g = east()
    hold(g, "germany", "minsk")
    g.points[space(g, "minsk")] = 3
    put(g, "germany INF 6-5", "minsk")
    put(g, "ussr INF 4-5", "moscow")
    assert not garrisons(g, AXIS, View(g, AXIS))


def test_planning_leaves_the_game_as_it_is():
    game, _, _ = first_question("barbarossa", "9.2")
    before = game.g.digest()
    assert draw_up(game.g).attacks
    assert game.g.digest() == before


def test_orders_are_legal_in_their_order():
    """Every order of the first impulse is found among the options when its time comes."""
    game, seat, _ = first_question("barbarossa", "9.2")
    barred = 0
    player = agent("planner", 5)
    while game.pending.get(seat) is not None and game.pending[seat].rule in ("9.2", "9.3"):
        game.apply(seat, player.choose(game, seat))
        barred += player.reason == "the way is barred"
    assert barred <= 2


# --- efforts, air, levels -----------------------------------------------------------------------------------------------------


def test_an_effort_is_chosen_for_the_troops_it_moves():
    game, _, ask = first_question("barbarossa", "4.0")
    option, reason = efforts.choose(game.g, ask)
    assert option.verb in ("sle", "rle") and "NARFs" in reason and "moves" in reason


def test_markers_go_where_the_troops_are():
    g = east()
    for at in ("1318", "1319"):
        hold(g, "germany", at)
        put(g, "germany ARM 8-8", at, active=0)
    put(g, "ussr INF 4-5", "1316")
    (best, gain), *_ = efforts.cover(g, GERMANY, "rle", 3)
    assert g.ground.far(best, space(g, "1318")) <= 4 and gain > 20


@pytest.mark.parametrize(("duel", "verb"), [((7, -4), "effort"), ((0, 4), "plain")])
def test_an_air_effort_only_where_it_multiplies_gains(duel, verb):
    ask = Ask("axis", "?", [Option("plain"), Option("effort", 3)], "11.9", subject=AirEffort(*duel))
    found = air.effort(ask)
    assert found is not None and found[0].verb == verb


def test_fighters_win_duels_against_lone_bombers():
    g = east()
    ours = [put(g, "germany FTR 3-3-2", "1318"), put(g, "germany FTR 3-3-2", "1319")]
    theirs = [put(g, "ussr TAC 1-5-4", "minsk")]
    assert air.duel(g, ours, theirs, space(g, "minsk")) > 0 > air.duel(g, theirs, ours, space(g, "minsk"))


def test_attacks_tell_their_odds_and_what_follows():
    game, seat, ask = first_question("barbarossa", "10.0")
    player = agent("planner", 5)
    player.choose(game, seat)
    for word in ("taken", "counter-attack", "worth"):
        assert word in player.reason
    reasons = [a.reason for a in draw_up(first_question("barbarossa", "9.2")[0].g).attacks.values()]
    assert any("breach" in r and "exploits up to" in r for r in reasons)


def test_the_strongest_level_compares_drafts():
    game, seat, _ = first_question("north_africa", "9.2")
    player = agent("planner:strong", 5)
    before = game.g.digest()
    player.choose(game, seat)
    assert game.g.digest() == before
    while game.pending[seat].rule in ("9.2", "9.3"):
        game.apply(seat, player.choose(game, seat))
    assert game.pending[seat].rule == "10.0"
    player.choose(game, seat)
    assert "best of" in player.reason and "drafts" in player.reason


def test_the_same_seed_plays_the_same_game():
    first, again = (selfplay(TITLE, ["planner"], scenario="west", seed=11)[1] for _ in range(2))
    assert first.digest == again.digest


@pytest.mark.parametrize("scenario", ["north_africa", "west", "kursk"])
def test_random_is_beaten(scenario):
    axis = selfplay(TITLE, ["planner", "random"], scenario=scenario, seed=3)[1].scores
    allies = selfplay(TITLE, ["random", "planner"], scenario=scenario, seed=3)[1].scores
    assert axis["axis"] - axis["allies"] > allies["axis"] - allies["allies"]
