"""Rests: where a segment is whole in its columns it can be started again, and a fork there costs a copy."""

from __future__ import annotations

import random

import pytest

from grognard.agents.fuzz import fuzz
from grognard.kernel import session as sessions
from grognard.kernel.acts import menu
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, Flow
from grognard.kernel.play import Play
from grognard.kernel.replaying import give_again
from grognard.kernel.sequence import segments
from grognard.kernel.session import Session
from tests.kernel import skirmish
from tests.kernel.conftest import TITLE, new_game
from tests.kernel.skirmish import DONE, PICKING, SEATS, Field, Turn


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "REST_EVERY", 1)


def moving(number: int = 1, answers: int = 4) -> Session:
    """A game in the middle of a movement segment that has rested."""
    session = new_game(number)
    rng = random.Random(number)
    while not (session.rests and session.count >= session.rests[-1].at + answers):
        seat = rng.choice(list(session.pending))
        session.apply(seat, rng.choice(session.pending[seat].options))
    return session


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the answers given again."""
    given: list[int] = []

    def counted(session: Session, play: Play, n: int, checked: bool) -> None:
        given.append(n)
        give_again(session, play, n, checked)

    monkeypatch.setattr(sessions, "give_again", counted)
    return given


def same(one: Session, other: Session) -> bool:
    texts = [{s: [o.text for o in a.options] for s, a in it.pending.items()} for it in (one, other)]
    return one.g.digest() == other.g.digest() and texts[0] == texts[1] and one.play.crumbs == other.play.crumbs


def test_rests_are_apart_from_checkpoints_and_a_fork_begins_there(replayed: list[int]) -> None:
    session = moving(answers=0)
    assert session.rests and session.checkpoints[-1].at < session.rests[-1].at == session.count
    assert all(not point.rest for point in session.checkpoints)
    assert session.segment_start == session.checkpoints[-1].at
    twin = session.fork(seed_from(7))
    assert replayed == [] and same(twin, session)
    assert twin.segment_start == session.segment_start


def test_a_fork_leaves_a_rest_behind_for_the_next(monkeypatch: pytest.MonkeyPatch, replayed: list[int]) -> None:
    monkeypatch.setattr(sessions, "REST_EVERY", 1000)
    for number in range(1, 60):
        session = new_game(number)
        rng = random.Random(number)
        while session.pending:
            ask = next(iter(session.pending.values()))
            since = session.count - session.segment_start
            if isinstance(session.play.question, Ask) and not ask.rests and ask.prompt.startswith("Move ") and since > 4:
                assert session.rests == []
                first = session.fork(seed_from(1))
                cost = len(replayed)
                second = session.fork(seed_from(2))
                assert len(replayed) - cost < cost and session.rests
                assert same(first, session) and same(second, session)
                return
            seat = rng.choice(list(session.pending))
            session.apply(seat, rng.choice(session.pending[seat].options))
    raise AssertionError("no movement was long enough")


def test_earlier_positions_and_undo_begin_at_rests_too(replayed: list[int]) -> None:
    session = moving(2, 0)
    digests = [session.at(n).g.digest() for n in range(session.count + 1)]
    rest = session.rests[-1].at
    del replayed[:]
    assert session.at(rest).g.digest() == digests[rest]
    assert replayed == []
    to = session.segment_start + 1
    session.undo(to, next(iter(session.seats)), session.seats)
    assert all(point.at <= to for point in session.rests)
    assert session.g.digest() == digests[to]


def test_a_new_segment_and_a_failed_answer_forget_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    session = moving(3, 0)
    kept = list(session.rests)
    seat, ask = next(iter(session.pending.items()))
    monkeypatch.setattr(session, "_record", lambda *rest: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.apply(seat, ask.options[0])
    monkeypatch.undo()
    assert [p.at for p in session.rests][: len(kept)] == [p.at for p in kept]
    assert all(point.at <= session.count for point in session.rests)
    rng = random.Random(1)
    start = session.segment_start
    while session.pending and session.segment_start == start:
        seat = rng.choice(list(session.pending))
        session.apply(seat, rng.choice(session.pending[seat].options))
    assert all(point.at >= session.segment_start for point in session.rests)


def test_whole_games_are_the_same_with_rests_at_every_question() -> None:
    """Forks on the way, at rests and inside menus, never differ from the game; the fuzzer starts every rest again."""
    for number in range(1, 12):
        session = new_game(number)
        rng = random.Random(number)
        while session.pending:
            if rng.random() < 0.3:
                assert same(session.fork(seed_from(5)), session)
            if rng.random() < 0.1:
                back = rng.randrange(session.count + 1)
                assert session.at(back).count == back
            seat = rng.choice(list(session.pending))
            session.apply(seat, rng.choice(session.pending[seat].options))
    report = fuzz(TITLE, answers=2500, seed=9, random_options=True)
    assert report.failures == [] and report.rests > 200


def test_a_copy_for_a_seat_is_concealed_before_it_starts_again() -> None:
    """The options of the copy come from what the seat may know, and the real game may refuse what they lead to."""
    session = moving(4, 0)
    seat = next(iter(session.pending))
    twin = session.fork(seed_from(3), seat=seat)
    assert twin.segment_start == session.segment_start
    hidden = [u.index for u in session.g.units if u.hidden and u.side != skirmish.SIDE_OF[seat]]
    assert [twin.g.units[u].steps for u in hidden] == [session.fork(seed_from(3), seat=seat).g.units[u].steps for u in hidden]
    assert all(1 <= twin.g.units[u].steps <= 2 for u in hidden)
    twin.apply(seat, twin.pending[seat].options[0])
    assert session.reapply(twin).left == 0


def test_what_the_real_game_refuses_is_told() -> None:
    session = moving(4, 0)
    twin = session.fork(seed_from(3))
    seat = next(iter(twin.pending))
    twin.apply(seat, twin.pending[seat].options[0])
    session.apply(seat, session.pending[seat].options[-1])
    done = session.reapply(twin)
    assert (done.applied, done.left) == (0, 1) and done.reason


def test_a_rest_that_is_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A procedure with a local variable that counts is not whole in its columns."""

    def counting(g: Field) -> Flow[None]:
        turn = Turn(SEATS[g.mover][g.place], g.mover)
        moved = 0
        while skirmish.unmoved(g, turn) and moved < 2:
            choice, _ = yield from menu(g, turn.seat, f"Move: {moved} have", turn, PICKING, DONE, rests=True)
            moved += 1
            if choice.verb == "done":
                break
        g.marches = 0

    movement = next(s for s in segments(TITLE.sequence) if s.name == "Movement")
    monkeypatch.setattr(movement, "procedure", counting)
    report = fuzz(TITLE, answers=300, seed=1)
    assert report.invariant_failures == 1
    assert "started again at its rest, Movement has another question" in report.failures[0].message


def test_nothing_is_begun_twice() -> None:
    session = moving(1, 0)
    assert session.g.marches >= 100
    assert session.fork(seed_from(1)).g.marches == session.g.marches


def test_a_fork_at_any_rest_plays_nothing_again(monkeypatch: pytest.MonkeyPatch, replayed: list[int]) -> None:
    monkeypatch.setattr(sessions, "REST_EVERY", 1000)
    session, rng, met = new_game(3), random.Random(3), 0
    while session.pending and met < 8:
        question = session.play.question
        if isinstance(question, Ask) and question.rests:
            twin = session.fork(seed_from(met))
            assert replayed == [] and same(twin, session) and twin.play.last == session.play.last
            met += 1
        seat = rng.choice(list(session.pending))
        session.apply(seat, rng.choice(session.pending[seat].options))
    assert met == 8


def test_a_still_copy_is_looked_back_at_without_being_played() -> None:
    """Every position of it, the newest at a rest included, is the game's own."""
    session, rng = new_game(3), random.Random(3)
    while session.count < 12:
        seat = rng.choice(list(session.pending))
        session.apply(seat, rng.choice(session.pending[seat].options))
    still = session.still()
    for count in range(session.count + 1):
        assert same(still.at(count), session.at(count))
