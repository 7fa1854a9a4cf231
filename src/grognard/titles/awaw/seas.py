"""Waters of the boards (4.51, 4.52, 4.614, 4.631): coast hexes that land parts have several, and ships pass from one to another
only where water joins them. What is closed to whom is said by supply.py; here a set of closed hexsides gives a graph.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.board import Space
from grognard.kernel.cache import once_per_board
from grognard.kernel.files import read_csv
from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import FOLDER

if TYPE_CHECKING:
    from grognard.titles.awaw.ground import Ground

COMPASS = ("NE", "E", "SE", "SW", "W", "NW")
FARTHEST, NO_WAY = 45, 255  # hexes by sea that are counted; what stands for more of them, or for no way at all
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(c * 2 for c in "ABCDEFGHIJKLMN")]
Pair = tuple[Space, Space]


class Ring(msgspec.Struct, frozen=True):
    """A row of waters.csv: a coast hex, its sides clockwise as water and land, the side on whose water its port lies."""

    hex: str
    ring: str
    port: str = ""


RINGS = {row.hex: row for row in read_csv(FOLDER / "data" / "board" / "waters.csv", Ring)}


def around(token: str) -> list[str]:
    """Ids of the six hexes around one, clockwise from the north-east."""
    letters = token[1:].rstrip("0123456789")
    row, number = LETTERS.index(letters), int(token[1 + len(letters) :])
    steps = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
    return [f"{token[0]}{LETTERS[row + r]}{number + n}" if 0 <= row + r < len(LETTERS) else "" for r, n in steps]


def _beside(ground: Ground, s: Space, side: int) -> Space:
    """The hex on a side, -1 off the board."""
    token = around(ground.board.token(s))[side]
    return ground.board.space(token) if token and ground.board.knows(token) else -1


class Seas:
    """The waters of a board with some hexsides closed; nodes are pieces of water, one in most hexes."""

    @rule("4.52", "4.614", "4.631")
    def __init__(self, ground: Ground, shut: frozenset[Pair]) -> None:
        self.place: list[Space] = []
        self.waters: dict[Space, list[int]] = {}
        self.docks: dict[Space, list[int]] = {}  # where the port of a hex lies
        beside: dict[Pair, list[int]] = {}  # waters of a hex at a side, as passed clockwise
        for s in range(ground.board.size):
            if not ground.lanes[s] or ground.box[s]:
                continue
            runs = self._runs(ground, s, shut)
            first = len(self.place)
            self.place += [s] * max(1, len(runs))
            self.waters[s] = list(range(first, len(self.place)))
            passed = sorted((spot, other, first + n) for n, run in enumerate(runs) for spot, other in run if other >= 0)
            for _, other, node in passed:
                beside.setdefault((s, other), []).append(node)
            ring = RINGS.get(ground.board.token(s))
            wanted = _beside(ground, s, COMPASS.index(ring.port)) if ring and ring.port else -1
            self.docks[s] = beside.get((s, wanted)) or self.waters[s]
        self.ways: list[list[int]] = [[] for _ in self.place]
        for s, mine in self.waters.items():
            for o in ground.lanes[s]:
                if ground.box[o] or (s, o) in shut:
                    continue
                here, there = beside.get((s, o), mine), beside.get((o, s), self.waters[o])
                if len(here) == len(there) == 2:  # a neck of land parts the side
                    there = there[::-1]
                    pairs = list(zip(here, there))
                else:
                    pairs = [(a, b) for a in here for b in there]
                for a, b in pairs:
                    if b not in self.ways[a]:
                        self.ways[a].append(b)
        self.doors = {s: [n for o in ground.lanes[s] if not ground.box[o] for n in self.waters[o]]
                      for s in range(ground.board.size) if ground.box[s]}  # fmt: skip
        self.size = ground.board.size
        self.search = cache(self._search)
        self.to_one_of = cache(self._to_one_of)

    def _runs(self, ground: Ground, s: Space, shut: frozenset[Pair]) -> list[list[tuple[int, Space]]]:
        """Sides of a hex, each with its place on the way round, by the water they lie on; empty where all lie on one."""
        row = RINGS.get(ground.board.token(s))
        if row is None:
            return []
        pieces: list[tuple[str, Space]] = []
        for n, side in enumerate(row.ring.split()):
            other = _beside(ground, s, n)
            closed = (s, other) in shut and (s, other) in ground.arrows
            pieces += [(piece, other) for piece in ("L" if closed else side)]
        first = next((n for n, (piece, _) in enumerate(pieces) if piece == "L"), -1)
        if first < 0:
            return []
        runs: list[list[tuple[int, Space]]] = [[]]
        for spot in (*range(first + 1, len(pieces)), *range(first + 1)):
            piece, other = pieces[spot]
            if piece == "L":
                runs.append([])
            else:
                runs[-1].append((spot, other))
        return [run for run in runs if run]

    @rule("4.51", "ours 21.2")
    def far(self, start: Space) -> bytearray:
        """Hexes by sea from a port, a coast or a box to every space of its map; NO_WAY where none leads."""
        return self.search(start)[0]

    def _search(self, start: Space) -> tuple[bytearray, dict[int, int]]:
        """Distances, and for each water the one before it; `search` makes them once."""
        ring = list(self.doors.get(start) or self.docks.get(start) or [])
        before = {n: n for n in ring}
        far, first = bytearray([NO_WAY]) * self.size, 2 if start in self.doors else 1
        far[start] = 0
        for n in ring if first == 2 else ():
            far[self.place[n]] = 1
        for steps in range(first, FARTHEST + 1):
            after = []
            for a in ring:
                for b in self.ways[a]:
                    if b not in before:
                        before[b] = a
                        after.append(b)
                        if far[self.place[b]] == NO_WAY and b in self.docks[self.place[b]]:
                            far[self.place[b]] = steps
            if not after:
                break
            ring = after
        return far, before

    def way(self, start: Space, goal: Space) -> list[Space]:
        """The hexes of a shortest way, both ends among them; empty where none leads."""
        far, before = self.search(start)
        if far[goal] == NO_WAY:
            return []
        lengths = []
        for n in self.docks[goal]:
            if n in before:
                path = [n]
                while before[path[-1]] != path[-1]:
                    path.append(before[path[-1]])
                lengths.append(path)
        shortest = min(lengths, key=len)
        return [self.place[n] for n in reversed(shortest)]

    def _to_one_of(self, start: Space, goals: tuple[Space, ...]) -> list[Space]:
        """The hexes of a shortest way to the nearest of some spaces, the first of equals; `to_one_of` finds it once."""
        far = self.far(start)
        reached = [(far[s], s) for s in goals if far[s] != NO_WAY]
        return self.way(start, min(reached)[1]) if reached else []

    def flood(self, start: Space) -> frozenset[Space]:
        """Every hex whose water hangs together with that of a hex."""
        edge = list(self.waters.get(start) or [])
        found = set(edge)
        while edge:
            edge = [b for a in edge for b in self.ways[a] if b not in found]
            found.update(edge)
            edge = list(dict.fromkeys(edge))
        return frozenset(self.place[n] for n in found)


@once_per_board
def seas_of(ground: Ground, shut: frozenset[Pair]) -> Seas:
    """The waters with these hexsides closed."""
    return Seas(ground, shut)
