"""A board in the making: spaces and borders as the recipe fills them, and the files it becomes.

The file format is the kernel's (`kernel/board.py`); a title's own columns follow the common ones. Nothing here decides what
a space is.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path


def slug(name: str) -> str:
    """`Mers-el-Kébir` -> `mers_el_kebir`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


@dataclass
class Space:
    """One space. Sets hold words; they are written sorted, lists in their order."""

    id: str
    kind: str
    map: str
    x: float
    y: float
    name: str = ""
    col: int | None = None
    row: int | None = None
    terrain: str = ""
    country: str = ""
    columns: dict[str, object] = field(default_factory=dict)

    def words(self, column: str) -> set[str]:
        value = self.columns.setdefault(column, set())
        assert isinstance(value, set), f"column {column} is not a set of words"
        return value

    def listed(self, column: str) -> list[str]:
        value = self.columns.setdefault(column, [])
        assert isinstance(value, list), f"column {column} is not a list"
        return value


@dataclass
class Border:
    a: str
    b: str
    features: set[str] = field(default_factory=set)
    columns: dict[str, object] = field(default_factory=dict)


class Draft:
    """Spaces by id and borders by pair; `border(a, b)` and `border(b, a)` are the same."""

    def __init__(self) -> None:
        self.spaces: dict[str, Space] = {}
        self.borders: dict[tuple[str, str], Border] = {}

    def add(self, space: Space) -> Space:
        assert space.id not in self.spaces, f"two spaces {space.id}"
        self.spaces[space.id] = space
        return space

    def border(self, a: str, b: str) -> Border:
        key = (a, b) if a < b else (b, a)
        if key not in self.borders:
            self.borders[key] = Border(*key)
        return self.borders[key]

    def has_border(self, a: str, b: str) -> bool:
        return ((a, b) if a < b else (b, a)) in self.borders

    def neighbours(self, a: str) -> list[tuple[str, Border]]:
        return [(b.b if b.a == a else b.a, b) for b in self.borders.values() if a in (b.a, b.b)]


def _cell(value: object) -> str:
    if isinstance(value, set | frozenset):
        return " ".join(sorted(str(v) for v in value))
    if isinstance(value, list | tuple):
        return " ".join(str(v) for v in value)
    return "" if value is None else str(value)


def _table(path: Path, notes: Iterable[str], header: list[str], rows: Iterable[list[str]]) -> None:
    text = io.StringIO()
    for note in notes:
        text.write(f"# {note}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8")


SPACE_COLUMNS = ["id", "name", "kind", "map", "col", "row", "x", "y", "terrain", "country"]


def write_spaces(draft: Draft, path: Path, notes: list[str], extra: list[str]) -> None:
    _table(path, notes, SPACE_COLUMNS + extra, (
        [s.id, s.name, s.kind, s.map, _cell(s.col), _cell(s.row), f"{s.x:g}", f"{s.y:g}", s.terrain, s.country,
         *(_cell(s.columns.get(c)) for c in extra)] for s in draft.spaces.values()))


def write_borders(draft: Draft, path: Path, notes: list[str], extra: list[str]) -> None:
    order = {id: n for n, id in enumerate(draft.spaces)}
    kept = sorted(draft.borders.values(), key=lambda b: tuple(sorted((order[b.a], order[b.b]))))
    _table(path, notes, ["a", "b", "features", *extra], (
        [*sorted((b.a, b.b), key=lambda i: order[i]), _cell(b.features), *(_cell(b.columns.get(c)) for c in extra)]
        for b in kept))
