"""What a line of the log says besides its words, in codes: a client decides by these and shows the words in any language.

The log is written in English and kept so; how a purpose names the faces it wants ("3 or less") and the column of its table is a
convention of all titles, read here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grognard.kernel.play import Deed

NEEDS = re.compile(r"(\d+) or (less|more)")
COLUMN = re.compile(r"column ([\d-]+)")
ADDED = re.compile(r"[;,] ([+-]\d+) ")
GONE = re.compile(r" lost| eliminated|: leaves ")
COME = re.compile(r" arrives in ")


def fate_of(deed: Deed, text: str) -> str:
    """Whether the units of a deed were lost or came; nothing where they went from one space to another, or words tell it."""
    if deed.came and deed.went:
        return ""
    if deed.came and GONE.search(text):
        return "lost"
    return "came" if COME.search(text) else ""


def wanted_faces(purpose: str, die: str) -> tuple[int, int] | None:
    """The faces that are a success, from the one to the other; None where more than a number decides."""
    found = NEEDS.search(purpose)
    if found is None:
        return None
    number, most = int(found[1]), int(die[1:]) if die[1:].isdecimal() else 99
    return (0, number) if found[2] == "less" else (number, most)


def table_cell(purpose: str, dice: Sequence[int]) -> tuple[str, int] | None:
    """The column a purpose names and the first die with all modifiers that follow it."""
    found = COLUMN.search(purpose)
    if found is None or not dice:
        return None
    return found[1], dice[0] + sum(int(more) for more in ADDED.findall(purpose, found.start()))
