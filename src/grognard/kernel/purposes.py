"""What a roll is for, in codes beside its words: a client decides by these and shows the words in any language.

The words of the log are English and kept so. Games saved before rolls had an `Aim` tell it in their words alone: `read_aim`
reads those, and nothing else does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

OLD_NEEDS = re.compile(r"(\d+) or (less|more)")
OLD_COLUMN = re.compile(r"column ([\d-]+)")
OLD_ADDED = re.compile(r"[;,] ([+-]\d+) ")
GONE = re.compile(r" lost| eliminated|: leaves ")
COME = re.compile(r" arrives in ")


class Aim(msgspec.Struct, array_like=True, frozen=True, omit_defaults=True):
    """Where the dice fall and who has a part in it (tokens), the faces that are a success from the one to the other, the table
    that is read with the labels of its line and what is added to the roll, and the side whose dice they are."""

    at: str = ""
    who: tuple[str, ...] = ()
    good: tuple[int, int] | None = None
    cell: tuple[str, tuple[str, ...], int] | None = None
    side: str = ""


def aim(
    g: Any,
    at: int = -1,
    who: Iterable[int] = (),
    *,
    most: float | None = None,
    least: float | None = None,
    table: str = "",
    line: str | tuple[str, ...] = (),
    added: int = 0,
    side: str = "",
) -> Aim:
    """The aim of a roll at a space, with these units: a success is `most` or less, or `least` or more, where a number decides.
    `table`: the file in which the result is looked up, `line`: the labels of its columns or rows that the dice do not choose."""
    good = (0, int(most)) if most is not None else (int(least), 999) if least is not None else None
    units = tuple(g.units[u].token for u in who)
    labels = (line,) if isinstance(line, str) else line
    return Aim(g.board.token(at) if at >= 0 else "", units, good, (table, labels, added) if table else None, side)


def read_aim(text: str) -> Aim | None:
    """The aim of a roll in a game saved before rolls had one."""
    found, column = OLD_NEEDS.search(text), OLD_COLUMN.search(text)
    if found is None and column is None:
        return None
    good = None
    if found is not None:
        good = (0, int(found[1])) if found[2] == "less" else (int(found[1]), 999)
    cell = None
    if column is not None:  # only The War named its column, that of ground combat
        cell = ("ground_combat", (column[1],), sum(map(int, OLD_ADDED.findall(text, column.start()))))
    return Aim("", (), good, cell)


def fate_of(came: str, went: str, text: str) -> str:
    """Whether units that went from one place to another were lost or came; nothing where both are spaces, or words tell it."""
    if came and went:
        return ""
    if came and GONE.search(text):
        return "lost"
    return "came" if COME.search(text) else ""
