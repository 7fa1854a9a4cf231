"""The fuzzer and the agents, on the test title: nothing to find, and then something to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.agents import agent, checks, names
from grognard.agents import fuzz as fuzzing
from grognard.agents.fuzz import Doubt, Late, Tally, fuzz
from grognard.agents.ladder import balance, mirrored
from grognard.agents.selfplay import selfplay
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Ask, Option
from grognard.kernel.rules import No
from grognard.kernel.saves import load, save
from grognard.kernel.session import Session
from tests.kernel import skirmish
from tests.kernel.conftest import SPEC, TITLE, new_game


def test_random_play_finds_nothing_and_reaches_everything() -> None:
    report = fuzz(TITLE, answers=6000, seed=100, random_options=True)
    assert (report.crashes, report.dead_ends, report.invariant_failures) == (0, 0, 0)
    assert report.answers == 6000
    assert report.finished >= report.games - 1 > 20
    assert report.missed_segments == ["Leak"]
    assert {"bid", "storm", "intercept", "attack", "retreat"} <= set(report.verbs)


def test_a_seeded_bug_is_found_shortened_and_saved(tmp_path: Path) -> None:
    report = fuzz(TITLE, answers=50_000, options={"broken": True, "length": "long"}, folder=tmp_path)
    assert report.invariant_failures == 1
    failure = report.failures[0]
    assert "gold appeared from nowhere" in failure.message
    assert failure.after < failure.before
    back = load(Path(failure.file))
    assert list(TITLE.invariants(back.g)) != []
    assert back.count == failure.after


def test_a_run_tells_what_it_sees_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every doubt at once with its game, answer and reason; every game, and a long one every so many answers."""
    heard: list[Doubt | Tally] = []
    monkeypatch.setattr(skirmish.PICKING, "may", lambda g, subject, one: No("9.9", "never"))
    monkeypatch.setattr(fuzzing, "TOLD_EVERY", 20)
    report = fuzz(TITLE, games=3, seed=100, told=heard.append)
    doubts = [one for one in heard if isinstance(one, Doubt)]
    assert len(doubts) == report.contradictions + report.unexplained > 0
    assert {one.kind for one in doubts if "never" in one.what} == {"refused"}
    assert {one.game for one in doubts} <= {100, 101, 102}
    ends = [one for one in heard if isinstance(one, Tally)]
    assert len(ends) > 3
    assert (ends[-1].games, ends[-1].answers, ends[-1].contradictions) == (3, report.answers, report.contradictions)


def test_a_crash_and_a_dead_end_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = skirmish.check_end

    def crash(g: skirmish.Field) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(skirmish, "check_end", crash)
    report = fuzz(TITLE, answers=50_000, folder=tmp_path)
    assert (report.crashes, report.dead_ends) == (1, 0)
    assert "boom" in report.failures[0].trace
    assert load(Path(report.failures[0].file)).outcome is None
    monkeypatch.setattr(skirmish, "check_end", real)
    monkeypatch.setattr(Ask, "options", property(lambda self: () if self.prompt.startswith("Retreat") else real_options(self)))
    report = fuzz(TITLE, answers=50_000, folder=tmp_path)
    assert (report.crashes, report.dead_ends) == (0, 1)


def real_options(ask: Ask) -> tuple[Option, ...]:
    source = ask._options() if callable(ask._options) else ask._options
    return tuple(source)


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda m: m.setattr(TITLE, "conceal", lambda g, seat: setattr(g, "turn", 99)), "may not know"),
        (lambda m: m.setattr(checks, "load", lambda p, data: new_game(77)), "save and load"),
        (lambda m: m.setattr(Session, "fork", lambda self, seed: new_game(77)), "a fork differs"),
        (lambda m: m.setattr(Session, "at", lambda self, n: new_game(77)), "does not come back"),
        (lambda m: m.setattr(checks, "read_option", lambda g, text: Option("other")), "does not read back"),
        (
            lambda m: m.setattr(checks, "check_caches", lambda g: (_ for _ in ()).throw(AssertionError("stale"))),
            "rebuild: stale",
        ),
    ],
)
def test_every_identity_is_checked(break_it: object, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)  # type: ignore[operator]
    report = fuzz(TITLE, answers=3000)
    assert report.invariant_failures == 1
    assert message in report.failures[0].message


def test_a_runaway_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "RUNAWAY", 20)
    report = fuzz(TITLE, games=2)
    assert report.crashes == 1
    assert "not over after 20" in report.failures[0].message


def test_the_same_seed_is_the_same_game() -> None:
    first = selfplay(TITLE, ["random"], seed=4)[1]
    second = selfplay(TITLE, ["random"], seed=4)[1]
    other = selfplay(TITLE, ["random"], seed=5)[1]
    assert first.digest == second.digest != other.digest
    assert first.scores == second.scores


def test_a_match_is_mirrored() -> None:
    match = mirrored(SPEC, "random", "random", pairs=4, workers=1)
    assert match.pairs == 4
    assert {p.side for p in match.details} == {"blue", "red"}
    assert sum(of for _, of in match.by_side.values()) == 4
    assert match.won + match.drawn <= 4
    found = balance(SPEC, "random", games=6, workers=2)
    assert sum(found.wins.values()) + found.draws == 6
    assert sum(found.reasons.values()) == 6


def test_agents_are_named_per_game_side_or_seat() -> None:
    assert selfplay(TITLE, ["random", "random"], seed=1)[1].answers > 0
    assert selfplay(TITLE, ["random"] * 3, seed=1)[1].answers > 0
    with pytest.raises(GrognardError, match="4 agents for 3 seats and 2 sides"):
        selfplay(TITLE, ["random"] * 4)
    with pytest.raises(GrognardError, match="no agent 'clever'"):
        agent("clever")
    with pytest.raises(GrognardError, match="no agent 'random:wild'"):
        agent("random:wild")
    with pytest.raises(GrognardError, match="no judgement for greedy"):
        selfplay(TITLE, ["greedy"])
    assert names(TITLE) == ["random"]


def test_a_sparing_run_compares_less_often_but_asks_for_invariants_after_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("grognard.agents.fuzz.check", lambda session, option: asked.append(session.count))
    close = fuzz(TITLE, answers=600, seed=100)
    sparing = fuzz(TITLE, answers=600, seed=100, sparing=10)
    assert len(asked) == 1200
    assert sparing.verbs == close.verbs  # the same games
    assert 0 < sparing.rests < close.rests / 4
    assert 0 < sparing.listed < close.listed / 4


def test_random_play_takes_over_from_agents_and_from_saved_games(tmp_path: Path) -> None:
    """What is found after them is shortened from where they stopped; their own answers are not counted."""
    late = Late(answers=12, agents=("random",))
    report = fuzz(TITLE, games=4, seed=100, late=late)
    assert report.games == report.finished == 4 and not report.failures
    game = new_game(5)
    for _ in range(3):
        seat, ask = next(iter(game.pending.items()))
        game.apply(seat, ask.options[0])
    path = tmp_path / "game.grognard"
    save(game, path)
    report = fuzz(TITLE, games=3, seed=7, late=Late((path,), each=4))
    assert report.answers == 12 and not report.failures and not report.finished
    report = fuzz(TITLE, answers=50_000, options={"broken": True, "length": "long"}, folder=tmp_path, late=late)
    assert report.invariant_failures == 1
    back = load(Path(report.failures[0].file))
    assert list(TITLE.invariants(back.g)) != [] and report.failures[0].after <= back.count
