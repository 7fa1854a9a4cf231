"""What minds keep, and copies of a game that are played on."""

from __future__ import annotations

from collections import Counter

from grognard.agents import as_seen
from grognard.agents.notebooks import Notebook
from grognard.agents.playouts import EvenDice, even_copy, play_on, start_of
from grognard.kernel.dice import Die
from grognard.kernel.session import Session
from tests.kernel.skirmish import TITLE


def game() -> Session:
    return Session.new(TITLE, seed=b"7" * 32)


def test_a_page_is_kept_until_another_key_is_asked_for() -> None:
    session, book = game(), Notebook[list[int]]()
    page = book.page(session, "one", list)
    page.append(1)
    assert book.page(session, "one", list) is page and book.find(session, "two") is None
    assert book.page(session, "two", list) == []
    assert book.find(session, "one") is None
    assert book.newest(game()) is None


def test_pages_belong_to_the_real_game_or_to_the_copy() -> None:
    session = game()
    seat = next(iter(session.pending))
    copy = session.fork(seat=seat)
    seen = as_seen(session, seat)
    real, own = Notebook[str](), Notebook[str](of_copy=True)
    for book in (real, own):
        book.write(session, 1, "real")
    assert real.find(seen, 1) == "real"
    assert real.find(copy, 1) is None and own.find(copy, 1) is None


def test_even_dice_show_every_face_equally_often_and_depend_on_the_position_alone() -> None:
    faces = Counter(EvenDice(0.3).roll(0, 600, Die(6, 1)))
    assert set(faces) == set(range(1, 7)) and max(faces.values()) - min(faces.values()) <= 4
    assert start_of(game(), 0) == start_of(Session.new(TITLE, seed=b"8" * 32), 0) != start_of(game(), 1)


def test_a_play_out_stops_when_told_at_its_bound_and_leaves_the_game_alone() -> None:
    session = game()
    seat = next(iter(session.pending))

    def first(twin: Session, who: str) -> None:
        twin.apply(who, twin.pending[who].options[0])

    twin = play_on(even_copy(session, seat, 0.5), first, lambda t: t.count >= 4, 50)
    assert twin.count == 4 and session.count == 0
    assert play_on(even_copy(session, seat, 0.5), first, lambda t: False, 3).count == 3
