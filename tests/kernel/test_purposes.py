"""What a line of the log says in codes besides its words."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel.dice import D10, FixedDice
from grognard.kernel.play import Line
from grognard.kernel.purposes import Aim, aim, fate_of, read_aim
from grognard.kernel.session import Session
from grognard.kernel.telling import told
from grognard.kernel.title import title


@pytest.mark.parametrize(
    ("purpose", "good"),
    [
        ("Infantry at Warsaw, 3 or less", (0, 3)),
        ("Jets, stage 2 on 9 or more", (9, 999)),
        ("the weather in the east", None),
    ],
)
def test_the_words_of_an_old_save_are_read(purpose: str, good: tuple[int, int] | None) -> None:
    found = read_aim(purpose)
    assert (found.good if found else None) == good


def test_the_cell_of_an_old_roll() -> None:
    purpose = "Brussels: 50:8 is 6-1, column 5-1; -3 rating 1 against 3 (10.8), -1 surprise in the West (18.2)"
    assert told(None, 0, 0, "", Line(purpose, die="D10", dice=[4])).cell == ("ground_combat", ("5-1",), 0)
    assert read_aim("weather") is None


def test_codes_decide_and_words_do_not() -> None:
    """A roll with an aim is told by it, whatever its words say."""
    aimed = Aim("1432", ("u1",), (0, 5), ("ground_combat", ("3-1",), 2))
    line = Line("5 oder weniger, 9 or more", die="D10", dice=[4], aim=aimed)
    shown = told(None, 0, 0, "", line)
    assert (shown.good, shown.cell, shown.at, shown.who) == ((0, 5), ("ground_combat", ("3-1",), 6), "1432", ("u1",))


def test_what_is_drawn_shows_no_faces() -> None:
    """The numbers of counters in a pile are no dice."""
    assert told(None, 0, 0, "", Line("Germany builds INF", die="of 7", dice=[944])).dice == ()


def test_the_aim_of_a_roll_is_in_the_log_and_in_the_save() -> None:
    session = Session.new(title("tw"), "poland", seed=bytes(16))
    g = session.g
    u = next(u for u, at in enumerate(g.units.at) if at >= 0)
    g.dice = FixedDice(3)
    assert g.roll(D10, "a trial", aim=aim(g, g.units.at[u], (u,), most=4)) == 3
    line = session.play.journal.lines[-1]
    assert line.aim == Aim(g.board.token(g.units.at[u]), (g.units[u].token,), (0, 4))
    assert msgspec.json.decode(msgspec.json.encode(line), type=Line) == line


@pytest.mark.parametrize(
    ("came", "went", "text", "fate"),
    [
        ("W1", "W2", "Infantry: A to B", ""),
        ("W1", "", "German Infantry is lost in A", "lost"),
        ("W1", "", "Infantry: leaves A", "lost"),
        ("W1", "", "Infantry goes back to the pool", ""),
        ("", "W1", "Infantry: arrives in A", "came"),
    ],
)
def test_the_fate_of_a_deed(came: str, went: str, text: str, fate: str) -> None:
    assert fate_of(came, went, text) == fate
