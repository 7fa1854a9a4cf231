"""Saves outlive columns and sequences: games of older versions load, or say what is missing and what to do."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel import saves
from grognard.kernel.dice import seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.saves import dump, load, read
from grognard.kernel.sequence import Each, Part, Segment, When, place
from grognard.kernel.session import Session
from grognard.kernel.state import Encoded, column, numbers, scalar, table
from grognard.kernel.verifying import verify
from tests.kernel.conftest import TITLE, new_game, play_random
from tests.kernel.skirmish import MOVEMENT, SEQUENCE, Field, Hex, Skirmish, Unit, attacks, bid, finish, storms, upkeep

NUMBERS = Path(__file__).parents[1] / "fixtures" / "skirmish" / "cursor-as-numbers.grognard.gz"


class Veteran(Unit):
    medals = column(1)


class Later(Field):
    units = table(Veteran)  # type: ignore[assignment]
    ruins = table(Hex, spaces=True)
    morale = scalar(4)
    news = numbers()


class LaterSkirmish(Skirmish):
    """The test title one version on: a column, a table, a scalar and a list more."""

    game = Later


def read_by(monkeypatch: pytest.MonkeyPatch, title: Any) -> None:
    monkeypatch.setattr(saves, "title", lambda code: title)


def old_game() -> tuple[Path, bytes]:
    return NUMBERS, gzip.decompress(NUMBERS.read_bytes())


def test_a_game_from_before_the_names_loads_and_verifies(tmp_path: Path) -> None:
    path, data = old_game()
    back = load(path, data=data)
    assert back.count == 45 and list(back.pending) == ["rust"]
    assert place(TITLE.sequence, back.g)[-2:] == ("Side", "Movement")
    file = tmp_path / "old.grognard"
    file.write_bytes(data)
    found = verify(file)
    assert found.answers == 45 and found.digests == 0  # it names no layout: answers, dice and log are what is compared
    assert play_random(back, 5)


def test_a_new_column_takes_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session = new_game(3)
    play_random(session, 25, 1)
    data = dump(session)
    read_by(monkeypatch, LaterSkirmish())
    for older in (data, old_game()[1]):
        back = load(tmp_path / "x", data=older)
        assert set(back.g.units.medals) == {1}
        assert len(back.g.ruins) == back.g.board.size
        assert back.g.morale == 4 and back.g.news == []
        assert play_random(back, 5000) and back.outcome is not None
    back = load(tmp_path / "x", data=data)
    assert back.steps == session.steps
    assert [o.text for o in back.pending[next(iter(back.pending))].options]
    again = load(tmp_path / "x", data=dump(back))
    assert again.g.digest() == back.g.digest()
    file = tmp_path / "carried.grognard"
    play_random(again, 200)
    file.write_bytes(dump(again))
    assert verify(file).digests == 0  # from its start it might be another state: what was missing was a default


def test_answers_dice_and_log_are_compared_over_versions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session = new_game(3)
    play_random(session, 40, 1)
    file = tmp_path / "game.grognard"
    file.write_bytes(dump(session))
    assert verify(file).digests > 0
    read_by(monkeypatch, LaterSkirmish())
    found = verify(file)
    assert (found.answers, found.digests) == (40, 0)
    session.steps[30].lines.append(session.steps[30].lines[0] if session.steps[30].lines else session.steps[0].lines[0])
    file.write_bytes(dump(session))
    with pytest.raises(GrognardError, match="after answer 30"):
        verify(file)


def test_a_column_given_up_is_named_unless_it_is_migrated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read_by(monkeypatch, LaterSkirmish())
    session = load(tmp_path / "x", data=old_game()[1])
    play_random(session, 60)
    data = dump(session)
    read_by(monkeypatch, TITLE)
    with pytest.raises(GrognardError, match="does not know: 'ruins'") as caught:
        load(tmp_path / "x", data=data)
    assert "version that wrote it" in str(caught.value.remedy)

    def without(saved: Encoded) -> None:
        del saved.tables["ruins"], saved.tables["units"]["medals"], saved.scalars["morale"], saved.lists["news"]

    class Thinner(Skirmish):
        version = "3"
        migrations = {"2": without}

    LaterSkirmish.version = "2"
    try:
        data = dump(session)
    finally:
        del LaterSkirmish.version
    read_by(monkeypatch, Thinner())
    back = load(tmp_path / "x", data=data)
    assert back.g.units.at == session.g.units.at


def turn(*children: Part | Segment) -> Part:
    return Part("", Each("Turn", "turn", lambda g: range(1, 7), *children), Segment("Victory", finish))


def sides(*children: Part | Segment) -> Each:
    return Each("Side", "mover", lambda g: (g.mover, 1 - g.mover), *children)


MOVES, FIGHTS = MOVEMENT, Segment("Combat", attacks)
BIDS, STORMS, UPKEEP = Segment("Bids", bid), Segment("Storms", storms), Segment("Upkeep", upkeep)


def reordered(sequence: Part) -> Skirmish:
    made = Skirmish()
    made.sequence = sequence  # type: ignore[misc]
    return made


def test_a_change_of_the_sequence_is_found_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session = load(*old_game()[:1], data=old_game()[1])
    data = dump(session)
    news = Segment("News", lambda g: None)
    read_by(monkeypatch, reordered(turn(news, BIDS, When("Weather", lambda g: True, STORMS), sides(news, FIGHTS, MOVES), UPKEEP)))
    back = load(tmp_path / "x", data=data)
    assert place(back.title.sequence, back.g) == place(SEQUENCE, session.g)
    assert back.g.cursor != session.g.cursor
    assert {s: [o.text for o in a.options] for s, a in back.pending.items()} == {
        s: [o.text for o in a.options] for s, a in session.pending.items()
    }
    assert read(tmp_path / "x", data=data).header.layout != back.title.layout


def test_parts_without_a_name_are_known_by_what_they_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Saved in the second part without a name; in the next version another stands before it, and one behind."""

    def unnamed(*children: Part | Segment) -> When:
        return When("", lambda g: True, *children)

    before = reordered(turn(BIDS, unnamed(STORMS), unnamed(sides(MOVES, FIGHTS)), UPKEEP))
    session = Session.new(before, seed=seed_from(4))
    while place(before.sequence, session.g)[-1] != "Movement":
        play_random(session, 1)
    data = dump(session)
    news = [Segment(name, lambda g: None, when=lambda g: False) for name in ("News", "Leak")]
    parts = [unnamed(news[0]), unnamed(STORMS), unnamed(sides(MOVES, FIGHTS)), unnamed(news[1])]
    read_by(monkeypatch, reordered(turn(BIDS, *parts, UPKEEP)))
    back = load(tmp_path / "x", data=data)
    assert place(back.title.sequence, back.g) == place(before.sequence, session.g)
    assert back.g.cursor != session.g.cursor and list(back.pending) == list(session.pending)


@pytest.mark.parametrize("named", [True, False])
def test_a_segment_put_into_a_loop_is_entered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: bool) -> None:
    data = old_game()[1]
    session = load(tmp_path / "x", data=data)
    if named:
        data = dump(session)
    looped = Each("Once", "storm", lambda g: (g.storm,), MOVES)
    leak = Segment("Leak", lambda g: None, when=lambda g: False)
    read_by(monkeypatch, reordered(turn(BIDS, When("Weather", lambda g: True, STORMS), leak, sides(looped, FIGHTS), UPKEEP)))
    back = load(tmp_path / "x", data=data)
    assert place(back.title.sequence, back.g)[-2:] == ("Once", "Movement")
    assert list(back.pending) == list(session.pending)


def test_a_segment_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = old_game()[1]
    read_by(monkeypatch, reordered(turn(BIDS, STORMS, Segment("Leak", lambda g: None), sides(FIGHTS), UPKEEP)))
    with pytest.raises(GrognardError, match="stands in 'Movement', which the sequence of play no longer has"):
        load(tmp_path / "x", data=data)
