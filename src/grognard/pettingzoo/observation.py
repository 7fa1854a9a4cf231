"""What a seat observes, as one array of whole numbers whose parts a schema names, and what its options are about.

The numbers are the columns of the state as this seat may know it: where a title hides anything they come from a copy in which
that is concealed (kernel/veil.py). Nothing is taken from other seats' questions, the dice, or sealed answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.kernel.flow import Option
from grognard.kernel.session import Session
from grognard.kernel.state import Row
from grognard.kernel.veil import conceal

Numbers = NDArray[np.int32]

LIST = 64  # so many entries of a list are seen, and so many places a mapping is folded into
ARGUMENTS = 3
WIDTH = 1 + 2 * ARGUMENTS  # the verb, and for each argument its kind and its number
LIMIT = 2**31 - 1
ABSENT = -1_000_000  # what stands where a table has no row


class Part(msgspec.Struct, frozen=True):
    """A part of the observation: its numbers are `observation[start:stop].reshape(shape)`."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    columns: tuple[str, ...] = ()


def word(text: str) -> int:
    """A number for a word; the same everywhere."""
    return crc32(text.encode()) & LIMIT


def number(value: Any) -> int:
    """A value of the state as a number that fits."""
    return max(-LIMIT, min(LIMIT, int(value))) if isinstance(value, int) else word(str(value))


class Schema:
    """The layout of what is observed in one scenario, and what fills it."""

    def __init__(self, session: Session) -> None:
        g = session.g
        self.tables = list(g.tables)
        self.seats = session.seats
        self.parts: list[Part] = []
        self.size = 0
        self._add("me", (len(self.seats),))
        self._add("asked", (len(self.seats),))
        self._add("scalars", (len(g.scalars),), tuple(g.scalars))
        self._add("lists", (len(g.lists), LIST), tuple(g.lists))
        self._add("maps", (len(g.maps), LIST), tuple(g.maps))
        for name, table in g.tables.items():
            rows = len(table) if table.spaces else max(2 * len(table), len(table) + 64)
            self._add(name, (rows, len(table.row.places)), tuple(table.row.places))
        self.named = {part.name: part for part in self.parts}
        self._kept: dict[str, tuple[Sequence[object], Numbers]] = {}

    def _add(self, name: str, shape: tuple[int, ...], columns: tuple[str, ...] = ()) -> None:
        stop = self.size + int(np.prod(shape))
        self.parts.append(Part(name, self.size, stop, shape, columns))
        self.size = stop

    def forget(self) -> None:
        """Another game begins."""
        self._kept = {}

    def view(self, observation: Numbers) -> dict[str, Numbers]:
        """The parts of an observation by name, each in its shape."""
        return {part.name: observation[part.start : part.stop].reshape(part.shape) for part in self.parts}

    def observe(self, session: Session, seat: str) -> Numbers:
        """The state as a seat may know it."""
        g, hides = session.g, session.title.hides
        if hides:
            g = g.copy()
            conceal(session.title, g, seat)
        out = np.zeros(self.size, np.int32)
        shown = self.view(out)
        shown["me"][self.seats.index(seat)] = 1
        for other in session.pending:
            shown["asked"][self.seats.index(other)] = 1
        shown["scalars"][:] = [number(value) for value in g.scalars.values()]
        for n, cells in enumerate(g.lists.values()):
            few = [number(cell) for cell in cells[:LIST]]
            shown["lists"][n, : len(few)] = few
        for n, cells in enumerate(g.maps.values()):
            for key, value in cells.items():
                shown["maps"][n, number(key) % LIST] += number(value)
        for name in self.tables:
            shown[name][:] = self._table(g.tables[name], self.named[name].shape, keep=not hides)
        return out

    def _table(self, table: Any, shape: tuple[int, ...], keep: bool) -> Numbers:
        """A table's columns side by side; each is made again only when it was written."""
        rows, stamps = min(len(table), shape[0]), [(version, len(table)) for version in table.versions]
        before, made = self._kept.get(table.name, ([None] * len(stamps), np.full(shape, ABSENT, np.int32)))
        for n, cells in enumerate(table.columns):
            if stamps[n] != before[n]:
                made[:rows, n] = np.clip(np.array(cells[:rows], np.int64), -LIMIT, LIMIT)
        if keep:
            self._kept[table.name] = (stamps, made)
        return made


def options_array(options: Sequence[Option], count: int, tables: Mapping[str, int]) -> Numbers:
    """What options are about: the verb as a word, and for up to three arguments their kind and their number.

    Kinds: 0 nothing, 1 a number, 2 a word, 3 and on a row of a table in the order of the schema.
    """
    out = np.zeros((count, WIDTH), np.int32)
    for n, option in enumerate(options[:count]):
        line = [word(option.verb)]
        for argument in option.args[:ARGUMENTS]:
            if isinstance(argument, Row):
                line += [3 + tables[argument.table.name], argument.index]
            elif isinstance(argument, int):
                line += [1, number(argument)]
            else:
                line += [2, word(str(argument))]
        out[n, : len(line)] = line
    return out
