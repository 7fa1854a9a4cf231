"""The board: one graph of hexes, areas, sea areas with boxes and off-map boxes.

Spaces and borders are ints; what a title knows of them stands in columns. Hex maps also have a metric: distance, rings and lines
by coordinates. What moves along the graph, and at what price, is in paths.py; outlines for drawing are not read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from grognard.kernel.board_files import read_board
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files, read_document, read_sheet
from grognard.kernel.maps import SECTION, SPACE_COLUMNS, SPACE_KINDS, Link, axial_distance
from grognard.kernel.maps import Border as Border
from grognard.kernel.maps import Map as Map
from grognard.kernel.maps import Space as Space


@dataclass
class Board:
    """The spaces and borders of one title. `neighbours[s]` holds (space, border) pairs; features of a border are bits."""

    name: str
    maps: dict[str, Map]
    ids: list[str]
    names: list[str]
    kind: list[str]
    map: list[str]
    col: list[int | None]
    row: list[int | None]
    x: list[float]
    y: list[float]
    terrain: list[int]
    terrains: list[str]
    country: list[str]
    columns: dict[str, list[str]]
    ends: list[tuple[Space, Space]]
    features: list[int]
    feature_bits: dict[str, int]
    border_columns: dict[str, list[str]]
    neighbours: list[tuple[Link, ...]] = field(default_factory=list)
    scales: dict[str, dict[str, int]] = field(default_factory=dict)
    """What a step counts on maps of each scale, by purpose: {"pacific": {"air": 2}}. Without a word it counts one."""
    faults: list[GrognardError] = field(default_factory=list)
    """What the validators found in the files: unknown words and ids, borders given twice."""
    laid: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What titles work out of the board once (`cache.once_per_board`), and the counters and charts that were loaded with it."""

    def __post_init__(self) -> None:
        size = len(self.ids)
        self.size = size
        self._space = {token: s for s, token in enumerate(self.ids)}
        around: list[list[Link]] = [[] for _ in range(size)]
        self._border: dict[int, Border] = {}
        for border, (a, b) in enumerate(self.ends):
            around[a].append((b, border))
            around[b].append((a, border))
            self._border[a * size + b] = self._border[b * size + a] = border
        self.neighbours = [tuple(links) for links in around]
        self._hex: list[tuple[str, int, int] | None] = [None] * size
        for s in range(size):
            col, row, there = self.col[s], self.row[s], self.maps.get(self.map[s])
            if col is not None and row is not None and there is not None and there.kind == "hex":
                self._hex[s] = (there.id, *there.axial(col, row))
        self._at = {place: s for s, place in enumerate(self._hex) if place is not None}
        self._links: dict[tuple[int, int], list[tuple[Space, ...]]] = {}
        self._ints: dict[str, list[int]] = {}
        self._counts: dict[str, list[int]] = {}

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.size} spaces, {len(self.ends)} borders>"

    # --- looking things up ----------------------------------------------------------------------------------------------------

    def space(self, token: str) -> Space:
        """The space with an id: `board.space("W1536")`."""
        try:
            return self._space[token]
        except KeyError:
            raise GrognardError(f"no space '{token}' on the board '{self.name}'", remedy="use an id of spaces.csv") from None

    def knows(self, token: str) -> bool:
        """Whether a space has this id."""
        return token in self._space

    def token(self, space: Space) -> str:
        return self.ids[space]

    def label(self, space: Space) -> str:
        """What a player calls the space: its name, or its id."""
        return self.names[space] or self.ids[space]

    def named(self, name: str) -> Space:
        """The one space with a name: `board.named("Warsaw")`."""
        found = [s for s, known in enumerate(self.names) if known == name]
        if len(found) != 1:
            raise GrognardError(f"{len(found) or 'no'} spaces named '{name}' on the board '{self.name}'", remedy="use its id")
        return found[0]

    def column(self, name: str) -> list[str]:
        """A title's own column of spaces.csv, as text."""
        return self.columns[name]

    def ints(self, name: str) -> list[int]:
        """A title's own column of spaces.csv, as numbers; an empty cell is 0."""
        if name not in self._ints:
            self._ints[name] = _numbers(self.columns[name], name, self.ids)
        return self._ints[name]

    def border_column(self, name: str) -> list[str]:
        return self.border_columns[name]

    def terrain_name(self, space: Space) -> str:
        return self.terrains[self.terrain[space]]

    def spaces(self, *, kind: str | None = None, map: str | None = None, terrain: str | None = None) -> list[Space]:
        """All spaces, or those of a kind, on a map, of a terrain."""
        return [s for s in range(self.size) if (kind is None or self.kind[s] == kind) and (map is None or self.map[s] == map)
                and (terrain is None or self.terrains[self.terrain[s]] == terrain)]

    # --- borders --------------------------------------------------------------------------------------------------------------

    def border(self, a: Space, b: Space) -> Border | None:
        return self._border.get(a * self.size + b)

    def adjacent(self, a: Space, b: Space) -> bool:
        return a * self.size + b in self._border

    def bits(self, *features: str) -> int:
        """The mask of some features: `board.bits("alpine", "lake")`."""
        mask = 0
        for name in features:
            mask |= self.feature_bits[name]
        return mask

    def has(self, border: Border, mask: int) -> bool:
        """Whether a border has any of the features in the mask."""
        return bool(self.features[border] & mask)

    def feature_names(self, border: Border) -> list[str]:
        return [name for name, bit in self.feature_bits.items() if self.features[border] & bit]

    def links(self, *, without: int = 0, need: int = 0) -> list[tuple[Space, ...]]:
        """Per space the neighbours over borders with none of `without` and, if given, any of `need`; made once."""
        key = (without, need)
        if key not in self._links:
            has = self.features
            self._links[key] = [tuple(b for b, border in links
                                      if not has[border] & without and (not need or has[border] & need))
                                for links in self.neighbours]
        return self._links[key]

    # --- scales, parts of the sea, places beside the map ----------------------------------------------------------------------

    def counts(self, purpose: str) -> list[int]:
        """What a step counts for a purpose by space, after the scale of the space (its column `scale`) or of its map."""
        if purpose not in self._counts:
            own = self.columns.get("scale", [""] * self.size)
            names = [word or (self.maps[there].scale if there in self.maps else "") for word, there in zip(own, self.map)]
            self._counts[purpose] = [self.scales.get(name, {}).get(purpose, 1) for name in names]
        return self._counts[purpose]

    def joins(self) -> list[Border]:
        """The borders between two maps: where one goes over from one to the other."""
        return [border for border, (a, b) in enumerate(self.ends) if self.map[a] and self.map[b] and self.map[a] != self.map[b]]

    def sections(self, area: Space) -> list[Space]:
        """The parts of a sea area as places of their own, in the order of the files."""
        mask = self.feature_bits.get(SECTION, 0)
        return [b for b, border in self.neighbours[area] if self.features[border] & mask and self.kind[b] != "sea"]

    def area_of(self, section: Space) -> Space | None:
        """The sea area a section is part of."""
        mask = self.feature_bits.get(SECTION, 0)
        return next((a for a, border in self.neighbours[section] if self.features[border] & mask and self.kind[a] == "sea"), None)

    def add_places(self, kind: str, names: Mapping[str, str]) -> list[Space]:
        """Places beside the map, by id: a force pool, the slots of a production circle, the box of the dead. For titles, while
        they load their board; they are spaces like others, without borders."""
        assert kind in SPACE_KINDS
        first = self.size
        for token, name in names.items():
            assert token not in self._space, f"space '{token}' stands twice"
            self.ids.append(token)
            self.names.append(name)
            self.kind.append(kind)
            self.map.append("")
            self.col.append(None)
            self.row.append(None)
            self.x.append(0.0)
            self.y.append(0.0)
            self.terrain.append(0)
            self.country.append("")
            for cells in self.columns.values():
                cells.append("")
        self.__post_init__()
        return list(range(first, self.size))

    # --- distance -------------------------------------------------------------------------------------------------------------

    def distance(self, a: Space, b: Space) -> int | None:
        """Hexes from a to b by coordinates on one hex map, else steps over borders; None where there is no way."""
        p, q = self._hex[a], self._hex[b]
        if p is not None and q is not None and p[0] == q[0]:
            return axial_distance(p[1:], q[1:])
        seen, ring, steps = {a}, [a], 0
        while ring:
            if b in seen:
                return steps
            ring = self._next_ring(ring, seen)
            steps += 1
        return None

    def within(self, space: Space, n: int, *, across: bool = False) -> list[Space]:
        """Spaces at distance n or less, itself first, near before far. From a hex: the hexes of its map; `across=True` adds what
        lies within n steps on other maps and off the grid."""
        return [s for ring in self.rings(space, n, across=across) for s in ring]

    def ring(self, space: Space, n: int) -> list[Space]:
        """Spaces at distance n exactly."""
        *_, last = self.rings(space, n)
        return last

    def rings(self, space: Space, n: int, *, across: bool = False) -> Iterator[list[Space]]:
        """Spaces by distance, from 0 to n."""
        centre = self._hex[space]
        seen, ring = {space}, [space]
        for steps in range(n + 1):
            if steps:
                ring = self._next_ring(ring, seen) if centre is None or across else []
            if centre is None:
                yield ring
                continue
            on_map = [s for place in _axial_ring(centre, steps) if (s := self._at.get(place)) is not None]
            yield on_map + [s for s in ring if (there := self._hex[s]) is None or there[0] != centre[0]]

    def line(self, a: Space, b: Space) -> list[Space]:
        """The hexes of the map on a straight line from a to b, both included, the same in either direction. Where the line runs
        between two hexes it takes the same side all along, or the other where that side is off the map."""
        if a > b:
            return self.line(b, a)[::-1]
        p, q = self._hex[a], self._hex[b]
        assert p is not None, f"{self.ids[a]} is not a hex"
        assert q is not None, f"{self.ids[b]} is not a hex"
        assert p[0] == q[0], f"{self.ids[a]} and {self.ids[b]} are on different maps"
        n = axial_distance(p[1:], q[1:])
        found = [a]
        for i in range(1, n + 1):
            for side in (1e-6, -1e-6):
                place = _rounded(p[1] + (q[1] - p[1]) * i / n + side, p[2] + (q[2] - p[2]) * i / n + side)
                if (there := self._at.get((p[0], *place))) is not None:
                    found.append(there)
                    break
        return found

    def _next_ring(self, ring: list[Space], seen: set[Space]) -> list[Space]:
        found = []
        for s in ring:
            for b, _ in self.neighbours[s]:
                if b not in seen:
                    seen.add(b)
                    found.append(b)
        return found

    # --- validators -----------------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What is wrong with the board, in words: nothing if it is whole."""
        found = [str(fault) for fault in self.faults]
        if len(self._space) != self.size:
            twice = sorted({token for token in self.ids if self.ids.count(token) > 1})
            found += [f"space '{token}' stands twice" for token in twice]
        found += [f"hexes {self.ids[s]} and {self.ids[self._at[place]]} have the same place"
                  for s, place in enumerate(self._hex) if place is not None and self._at[place] != s]
        for border, (a, b) in enumerate(self.ends):
            p, q = self._hex[a], self._hex[b]
            if p and q and p[0] == q[0] and axial_distance(p[1:], q[1:]) > 1:
                found.append(f"border {self.ids[a]}-{self.ids[b]} joins hexes {axial_distance(p[1:], q[1:])} apart")
            assert self.border(a, b) == self.border(b, a) == border
        found += [f"space '{self.ids[s]}' has no border" for s in range(self.size)
                  if not self.neighbours[s] and self.size > 1 and self.kind[s] not in ("pool", "slot")]
        used = {one.scale for one in self.maps.values()} | set(self.columns.get("scale", ())) - {""}
        found += [f"scale '{name}' is not described" for name in sorted(used - {""}) if self.scales and name not in self.scales]
        parts = [part for part in self.parts() if len(part) > 1]
        found += [f"a part of {len(part)} spaces around '{self.ids[part[0]]}' is cut off from the rest" for part in parts[1:]]
        return found

    def parts(self) -> list[list[Space]]:
        """The connected parts of the board, largest first."""
        seen: set[Space] = set()
        found = []
        for s in range(self.size):
            if s not in seen:
                seen.add(s)
                ring, part = [s], [s]
                while ring:
                    ring = self._next_ring(ring, seen)
                    part += ring
                found.append(part)
        return sorted(found, key=len, reverse=True)

    # --- making one -----------------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, source: Files | Path, *, folder: str = "data/board", strict: bool = True) -> Self:
        """Read board.toml, spaces.csv and borders.csv from a title's files or from a folder. Not strict: faults are kept for
        `problems` and the rows that cannot be used are left out."""
        paths = [source.path(f"{folder}/{name}") if isinstance(source, Files) else source / name
                 for name in ("board.toml", "spaces.csv", "borders.csv")]
        document = read_document(paths[0])[1]
        board = read_board(cls, paths[0], document, read_sheet(paths[1]), read_sheet(paths[2]))
        if strict and board.faults:
            raise board.faults[0]
        return board

    @classmethod
    def build(
        cls, spaces: Iterable[str | Mapping[str, Any]], borders: Iterable[Sequence[str]], *, name: str = "board",
        maps: Iterable[Map] = (), features: Iterable[str] = (), terrains: Iterable[str] = (),
    ) -> Self:
        """A board from Python: spaces as ids or mappings of columns, borders as (a, b) or (a, b, "river rail")."""
        rows: list[dict[str, Any]] = [{"id": one} if isinstance(one, str) else dict(one) for one in spaces]
        own = list(dict.fromkeys(key for row in rows for key in row if key not in SPACE_COLUMNS))
        words = dict.fromkeys(str(row.get("terrain", "")) for row in rows)
        known = list(dict.fromkeys([*terrains, *words]))
        index = {str(row["id"]): s for s, row in enumerate(rows)}
        bits: dict[str, int] = {word: 1 << i for i, word in enumerate(features)}
        ends: list[tuple[Space, Space]] = []
        masks: list[int] = []
        for a, b, *rest in borders:
            assert a != b, f"{a} borders itself"
            ends.append((index[a], index[b]))
            mask = 0
            for word in (rest[0] if rest else "").split():
                mask |= bits.setdefault(word, 1 << len(bits))
            masks.append(mask)
        return cls(
            name=name, maps={one.id: one for one in maps}, ids=list(index), names=[str(row.get("name", "")) for row in rows],
            kind=[str(row.get("kind", "area")) for row in rows], map=[str(row.get("map", "")) for row in rows],
            col=[row.get("col") for row in rows], row=[row.get("row") for row in rows],
            x=[float(row.get("x", 0)) for row in rows], y=[float(row.get("y", 0)) for row in rows],
            terrain=[known.index(str(row.get("terrain", ""))) for row in rows], terrains=known,
            country=[str(row.get("country", "")) for row in rows],
            columns={key: [str(row.get(key, "")) for row in rows] for key in own},
            ends=ends, features=masks, feature_bits=bits, border_columns={},
        )


def hex_grid(
    cols: int, rows: int, *, orientation: str = "flat", layout: str = "odd", map: str = "m", terrain: str = "clear",
    features: Iterable[str] = (),
) -> Board:
    """A full rectangle of hexes numbered CCRR from 0000, all neighbours joined: for tests and small titles."""
    sheet = Map(map, "hex", orientation, layout)
    at = {sheet.axial(c, r): (c, r) for c in range(cols) for r in range(rows)}
    width = 0.75 if orientation == "flat" else 3**0.5 / 2
    spaces = [{"id": f"{c:02d}{r:02d}", "kind": "hex", "map": map, "col": c, "row": r, "x": c * width, "y": float(r),
               "terrain": terrain} for c, r in at.values()]
    borders = []
    for (q, r), (col, row) in at.items():
        for there in ((q + 1, r), (q, r + 1), (q - 1, r + 1)):
            if there in at:
                borders.append((f"{col:02d}{row:02d}", "{:02d}{:02d}".format(*at[there])))
    return Board.build(spaces, borders, name=f"{cols} x {rows}", maps=[sheet], features=features)


def _numbers(cells: list[str], name: str, ids: list[str]) -> list[int]:
    result = []
    for cell, token in zip(cells, ids):
        try:
            result.append(int(cell or 0))
        except ValueError:
            raise GrognardError(f"column '{name}' of '{token}' has {cell!r}", remedy="write a whole number") from None
    return result


# --- hex arithmetic -----------------------------------------------------------------------------------------------------------


def _axial_ring(centre: tuple[str, int, int], n: int) -> Iterator[tuple[str, int, int]]:
    there, q, r = centre
    if n == 0:
        yield centre
        return
    q, r = q - n, r + n
    for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
        for _ in range(n):
            yield there, q, r
            q, r = q + dq, r + dr


def _rounded(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    da, db, dc = abs(a - q), abs(b - r), abs(c - s)
    if da > db and da > dc:
        a = -b - c
    elif db > dc:
        b = -a - c
    return a, b
