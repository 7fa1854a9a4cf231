"""The strong level plays plans out before it chooses: a position where that changes the choice, and one where it does not."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from grognard.agents import heard_by, report
from grognard.agents.playouts import EvenDice, start_of
from grognard.kernel.dice import D12, seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.kernel.state import Game
from grognard.titles.gw36 import TITLE, agent
from grognard.titles.gw36.agent import MIND
from grognard.titles.gw36.agent.attacks import Plan, plan_attacks, rival_plans
from grognard.titles.gw36.agent.foresight import balance, best_of, played_out, theatre
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Movers
from tests.titles.gw36.battlefield import put, zone
from tests.titles.gw36.workshop import game, war

GERMANY, FRANCE = NATION["germany"], NATION["france"]
SEAT = "player1"


@lru_cache
def _combat_movement(seed: int) -> Session:
    """Germany is about to move in July 1939."""
    session = Session.new(TITLE, "1939", seed=seed_from(seed))
    while True:
        seat, ask = next(iter(session.pending.items()))
        if isinstance(ask.subject, Movers) and ask.subject.combat:
            return session
        session.apply(seat, ask.find("done") or ask.find("pass") or ask.options[0])


def _border(french: int, seed: int = 1) -> tuple[Session, list[Plan]]:
    """Four German infantry face an empty Alsace-Lorraine, a French army in Picardy; they march in, or they hold."""
    session = _combat_movement(seed).fork(seed_from(seed))
    state = session.checkpoints[-1].state
    assert isinstance(state, Game)
    g = state.copy()
    assert isinstance(g, War)
    for u, at in enumerate(g.units.at):
        if at >= 0:
            g.units[u].at = -1
    army = put(g, "germany", "western_germany", "4 infantry")
    put(g, "germany", "berlin", "2 infantry")
    put(g, "france", "paris", "2 infantry")
    put(g, "france", "picardy", f"{french} infantry", f"{french // 2} artillery", f"{french // 2} medium_armor")
    session.checkpoints[-1].state = g
    session.checkpoints[-1].digest = ""
    session.restore(session.count)
    march = Plan([(u, f"attack u{u} alsace_lorraine") for u in army], dict.fromkeys(army, "march"), "march in")
    return session, [march, Plan(summary="hold everywhere")]


def _begin(twin: Session, plan: Plan) -> None:
    MIND.plans.write(twin, (twin.segment_start, SEAT), Plan(list(plan.steps), plan.reasons, plan.summary))


def _answer(twin: Session, seat: str, ask: Ask, level: str) -> Option:
    return MIND.plan(twin, seat, ask, random.Random(0), level)[0]


def _after(session: Session, plan: Plan) -> War:
    return played_out(session, SEAT, plan, _begin, _answer, start_of(session, 0))


def test_a_conquest_that_an_army_takes_back_is_left_alone() -> None:
    session, plans = _border(french=12)
    after = _after(session, plans[0])
    assert after.zones.owner[zone(after, "alsace_lorraine")] == FRANCE
    assert not any(at == zone(after, "alsace_lorraine") for at, n in zip(after.units.at, after.units.nation) if n == GERMANY)
    assert best_of(session, SEAT, plans, _begin, _answer) == 1


def test_the_same_conquest_is_made_where_no_army_stands() -> None:
    session, plans = _border(french=0)
    after = _after(session, plans[0])
    assert after.zones.owner[zone(after, "alsace_lorraine")] == GERMANY
    assert best_of(session, SEAT, plans, _begin, _answer) == 0
    assert best_of(session, SEAT, plans[::-1], _begin, _answer) == 1


def test_the_first_plan_stands_against_one_that_does_the_same() -> None:
    session, plans = _border(french=0)
    assert best_of(session, SEAT, [plans[0], plans[0]], _begin, _answer) == 0
    assert best_of(session, SEAT, plans[:1], _begin, _answer) == 0


def test_playing_out_leaves_the_game_and_its_dice_alone() -> None:
    session, plans = _border(french=12)
    before = session.g.digest(), session.count, session.g.rolled, session.pending[SEAT].prompt
    best_of(session, SEAT, plans, _begin, _answer)
    assert (session.g.digest(), session.count, session.g.rolled, session.pending[SEAT].prompt) == before


def test_the_dice_of_the_game_are_not_known() -> None:
    """Two games in the same position with other dice to come: the same play-outs."""
    ends = []
    for seed in (1, 2):
        session, plans = _border(french=5, seed=seed)
        ends.append((start_of(session, 0), _after(session, plans[0]).digest()))
    assert ends[0] == ends[1]
    session, _ = _border(french=6)
    assert start_of(session, 0) != ends[0][0]
    assert start_of(session, 0) != start_of(session, 1)


@pytest.mark.parametrize("start", [0.0, 0.3, 0.77])
def test_even_dice_hit_as_often_as_they_should(start: float) -> None:
    dice = EvenDice(start)
    for number in range(20):
        rolled = dice.roll(number, 24, D12)
        assert all(face in D12.faces for face in rolled)
        for target in (2, 4, 6, 9):
            assert abs(sum(face <= target for face in rolled) - 2 * target) <= 2


def test_only_what_plans_order_differently_is_counted() -> None:
    session, (march, hold) = _border(french=12)
    g = session.g
    where = theatre(g, [march, hold])
    assert zone(g, "picardy") in where
    assert zone(g, "tokyo") not in where
    first, *others = march.steps
    less = theatre(g, [march, Plan([first]), Plan(others)])
    assert less == where  # no order is given by all
    assert not theatre(g, [march, march])


def test_a_zone_lost_and_units_lost_count_against_a_plan() -> None:
    session, _ = _border(french=12)
    before: War = session.g
    where = {zone(before, "western_germany"), zone(before, "picardy")}
    after = before.copy()
    assert balance(before, after, where) == 0.0
    u = next(u for u in after.units.stacks[zone(after, "western_germany")])
    after.remove(u)
    lost = balance(before, after, where)
    assert lost == -before.values.price[before.units.kind[u]]
    assert balance(before, after, {zone(before, "picardy")}) == 0.0
    after.zones[zone(after, "western_germany")].owner = FRANCE
    assert balance(before, after, where) < lost - 10.0
    last = before.copy()
    last.last = last.turn + 1
    assert balance(last, after, where) < -30.0  # a point and more of the end


@pytest.mark.parametrize(("french", "taken"), [(12, "hold everywhere"), (0, "march in")])
def test_the_strong_level_does_what_it_foresees(monkeypatch: pytest.MonkeyPatch, french: int, taken: str) -> None:
    session, plans = _border(french)
    monkeypatch.setattr(agent, "rival_plans", lambda g, seat, most: plans)
    assert MIND._plan(session, SEAT, "strong").summary == taken


def test_drafts_worth_playing_out_differ_and_the_best_comes_first() -> None:
    """July 1939 at war with Poland and France: more than one plan is worth a thought."""
    g = game("germany")
    war(g, "germany", "france")
    war(g, "germany", "poland")
    plans = rival_plans(g, SEAT, 5)
    assert 2 <= len(plans) <= 5
    assert len({frozenset(plan.steps) for plan in plans}) == len(plans)
    assert plans[0].steps == plan_attacks(g, SEAT, "strong").steps
    assert len(rival_plans(g, SEAT, 1)) == 1


def test_playing_out_is_reported_and_heard_only_by_a_listener() -> None:
    heard: list[tuple[float, str]] = []
    session, plans = _border(french=12)
    with heard_by(lambda fraction, words: heard.append((fraction, words))):
        best_of(session, SEAT, plans, _begin, _answer)
    assert [words for _, words in heard[:2]] == ["plays plan 1 of 2 out: march in", "plays plan 2 of 2 out: hold everywhere"]
    fractions = [fraction for fraction, _ in heard]
    assert fractions == sorted(set(fractions))
    assert 0.0 == fractions[0] < fractions[-1] < 1.0
    report(0.5, "nobody listens")
    assert heard[-1][1] != "nobody listens"
