"""Games by mail: what a file hides, and how it comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.mail import for_seat, receive
from grognard.kernel.saves import dump, load, read
from grognard.kernel.session import Session
from tests.kernel.conftest import new_game, play_random

PEOPLE = {"blue": "ann", "red": "bob", "rust": "bob"}


def mailed(session: Session, seat: str) -> Session:
    return load(Path("mail"), data=for_seat(session, seat))


def test_a_mailed_file_holds_no_seed_and_no_secret() -> None:
    session = new_game(players=PEOPLE)
    session.apply("red", "bid 4")
    data = for_seat(session, "blue")
    assert session.seed is not None
    assert session.seed.hex().encode() not in data
    found = read(Path("mail"), data=data)
    assert found.seed is None
    assert found.steps[1].option == "?"
    assert load(Path("mail"), data=data).g.gold_red == 0
    own = read(Path("mail"), data=for_seat(session, "red"))
    assert own.steps[1].option == "bid 4"


def test_an_answered_file_comes_back() -> None:
    session = new_game(players=PEOPLE)
    session.apply("red", "bid 4")
    away = mailed(session, "blue")
    away.apply("blue", "bid 2")
    assert away.away
    assert away.pending == {}
    done = receive(session, dump(away))
    assert (done.applied, done.left) == (1, 0)
    assert session.steps[2].option == "bid 2"
    assert not away.at(1).away
    away.undo(1, "blue")
    assert not away.away
    assert list(away.pending) == ["blue"]


def test_answers_stop_where_dice_are_needed() -> None:
    session = new_game(players=PEOPLE, options={"interception": False})
    for n in range(2000):
        if not session.pending:
            session = new_game(n, players=PEOPLE, options={"interception": False})
        seat = next(iter(session.pending))
        attack = next((o for o in session.pending[seat].options if o.verb == "attack"), None)
        if attack is not None:
            away = mailed(session, seat)
            away.apply(seat, attack.text)
            assert away.away
            before = session.count
            receive(session, dump(away))
            assert session.count == before + 1
            assert session.g.rolled > away.g.rolled
            return
        play_random(session, 1, n)
    raise AssertionError("nobody ever attacked")


def test_conflicts_are_explained() -> None:
    session = new_game(players=PEOPLE)
    session.apply("red", "bid 4")
    data = for_seat(session, "blue")
    away = load(Path("mail"), data=data)
    away.apply("blue", "bid 2")
    answered = dump(away)
    session.apply("blue", "bid 0")
    with pytest.raises(GrognardError, match="has moved on .* 1 answers then, 2 now"):
        receive(session, answered)
    with pytest.raises(GrognardError, match="another game"):
        receive(new_game(9), answered)
    with pytest.raises(GrognardError, match="a whole session"):
        receive(session, dump(session))
    with pytest.raises(GrognardError, match="no seat 'green'"):
        for_seat(session, "green")


def test_nobody_answers_for_another_seat() -> None:
    session = new_game(players=PEOPLE)
    away = mailed(session, "blue")
    away.apply("red", "bid 0")
    with pytest.raises(GrognardError, match="by red, the file was mailed to blue"):
        receive(session, dump(away))


def test_an_answer_that_is_refused_stops_there() -> None:
    session = new_game(players=PEOPLE)
    away = mailed(session, "blue")
    away.apply("blue", "bid 1")
    away.steps[-1].option = "bid 77"
    done = receive(session, dump(away))
    assert (done.applied, done.left) == (0, 1)
    assert done.reason == "you have 5 gold (4.1)"
