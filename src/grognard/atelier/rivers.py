"""Rivers snapped to hexsides: the cheapest chain of hexsides along each river's true course.

A board's `rivers.csv` says which rivers it shows. Lines come from Natural Earth. Canals and crossable straits are
corrections of the board, not rivers.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString, Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from grognard.atelier.borders1939 import rows
from grognard.atelier.grid import XY, Cell, Grid
from grognard.atelier.sources import layer

Corner = tuple[int, int]  # a hex corner, its drawing position rounded
Side = tuple[Cell, Cell]

LAYERS = ("ne_10m_rivers_lake_centerlines", "ne_10m_rivers_europe", "ne_50m_rivers_lake_centerlines")


class Paper(Protocol):
    """Whatever carries degrees to drawing units."""

    def shape(self, geometry: BaseGeometry) -> BaseGeometry: ...


class Net(Protocol):
    """Whatever has hexes with sides: a grid, or the hexes of a lattice that are there."""

    @property
    def width(self) -> float: ...

    def pairs(self) -> Iterable[tuple[Cell, Cell, int]]: ...

    def side(self, cell: Cell, side: int) -> tuple[XY, XY]: ...


@dataclass(frozen=True)
class River:
    name: str
    course: tuple[LineString, ...]  # in drawing units


def courses(path: Path, projection: Paper, geo: str | None = None) -> list[River]:
    """The rivers a board shows, in drawing units."""
    out = []
    for row in rows(path):
        names = set(row["lines"].split("|"))
        west, south, east, north = (float(v) for v in row["span"].split())
        window = box(west, south, east, north)
        found: list[BaseGeometry] = []
        for source in LAYERS:
            found = [f.shape.intersection(window) for f in layer(source, geo)
                     if (f.name in names or f.properties.get("name_en") in names) and f.shape.intersects(window)]
            if found:
                break
        out.append(River(row["name"], tuple(_long_parts(projection.shape(unary_union(found))))))
    return out


def _long_parts(course: BaseGeometry, least: float = 20.0) -> list[LineString]:
    merged = linemerge(course) if course.geom_type == "MultiLineString" else course
    parts = list(merged.geoms) if isinstance(merged, MultiLineString) else [merged]
    return [p for p in parts if isinstance(p, LineString) and p.length >= least]


class Banks:
    """The graph of hexsides and hex corners of a grid."""

    def __init__(self, grid: Net) -> None:
        self.grid = grid
        self.at: dict[Corner, XY] = {}
        self.edges: dict[Corner, list[tuple[Corner, Side]]] = defaultdict(list)
        for a, b, side in grid.pairs():
            p, q = grid.side(a, side)
            cp, cq = self._corner(p), self._corner(q)
            self.edges[cp].append((cq, (a, b)))
            self.edges[cq].append((cp, (a, b)))
        self.corners = list(self.at)
        self._tree = STRtree([Point(self.at[c]) for c in self.corners])

    def _corner(self, p: XY) -> Corner:
        key = (round(p[0]), round(p[1]))
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                if (key[0] + dx, key[1] + dy) in self.at:
                    return key[0] + dx, key[1] + dy
        self.at[key] = p
        return key

    def nearest(self, p: Point) -> Corner:
        return self.corners[int(self._tree.nearest(p))]

    def chain(self, line: LineString) -> list[Side]:
        """The hexsides that follow a line, from its first point to its last."""
        return [side for a, b in self._hops(line) for side in self._path(a, b, line)]

    def _hops(self, line: LineString) -> list[tuple[Corner, Corner]]:
        """The line cut into hops of about two and a half hexes, so that a winding river is not cut short."""
        count = max(1, round(line.length / (2.5 * self.grid.width)))
        stops = [self.nearest(line.interpolate(k / count, normalized=True)) for k in range(count + 1)]
        return [(a, b) for a, b in pairwise(stops) if a != b]

    def _path(self, start: Corner, goal: Corner, line: LineString) -> list[Side]:
        best: dict[Corner, float] = {start: 0.0}
        came: dict[Corner, tuple[Corner, Side]] = {}
        queue: list[tuple[float, Corner]] = [(0.0, start)]
        while queue:
            cost, corner = heapq.heappop(queue)
            if corner == goal:
                break
            if cost > best[corner]:
                continue
            for other, side in self.edges[corner]:
                (ax, ay), (bx, by) = self.at[corner], self.at[other]
                away = line.distance(Point((ax + bx) / 2, (ay + by) / 2)) / self.grid.width
                reached = cost + 1 + 12 * away * away
                if reached < best.get(other, 1e9):
                    best[other], came[other] = reached, (corner, side)
                    heapq.heappush(queue, (reached, other))
        out: list[Side] = []
        while goal in came:
            goal, side = came[goal]
            out.append(side)
        return out[::-1]


def snapped(rivers: list[River], grid: Grid, least_sides: int = 2) -> dict[Side, set[str]]:
    """Every hexside with a river, and the names of its rivers."""
    west, north = grid.origin
    board = box(west, north, west + (len(grid.columns) + 0.5) * grid.width, north + (len(grid.rows) + 0.35) * grid.width * 0.866)
    return snapped_within(rivers, grid, board, least_sides)


def snapped_within(rivers: list[River], grid: Net, board: BaseGeometry, least_sides: int = 2) -> dict[Side, set[str]]:
    """The same for the part of the rivers that lies within an outline."""
    banks = Banks(grid)
    out: dict[Side, set[str]] = defaultdict(set)
    for river in rivers:
        for part in river.course:
            inside = part.intersection(board)
            for line in _long_parts(inside, 0.6 * grid.width):
                sides = _without_spurs(banks.chain(line))
                if len(sides) >= least_sides:
                    for side in sides:
                        out[side].add(river.name)
    return out


def _without_spurs(sides: list[Side]) -> list[Side]:
    """A chain without the sides it runs along twice (there and back)."""
    return [s for s in sides if sides.count(s) % 2 == 1]
