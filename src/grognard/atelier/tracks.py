"""Where a railway is drawn: from place to place over dry ground, never through a bay or a lake that it would run around.

Which hexsides carry rails is decided in rails.py; here each hop gets its line. A hop that has no dry way (a bridge, a ferry)
is drawn straight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from shapely import contains_xy, prepare
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from grognard.atelier.grid import XY
from grognard.atelier.land import polygons
from grognard.atelier.ways import cheapest

STEPS = 11  # points of the lattice across one hex
SHORE = 0.05  # of a hex's width: how far from the water a line keeps if it can
Hop = tuple[str, str]


def stations(hexes: dict[str, Polygon], towns: dict[str, XY], dry: BaseGeometry) -> dict[str, XY]:
    """Where the lines of each hex meet: its town, else its middle, else the dry ground nearest to its middle."""
    prepare(dry)
    out: dict[str, XY] = {}
    for id, shape in hexes.items():
        x, y = towns.get(id, (shape.centroid.x, shape.centroid.y))
        if not contains_xy(dry, x, y):
            ground = dry.intersection(shape)
            if not ground.is_empty:
                width = shape.bounds[2] - shape.bounds[0]
                inner = ground.buffer(-SHORE * width)
                x, y = nearest_points(inner if not inner.is_empty else ground, Point(x, y))[0].coords[0]
        out[id] = x, y
    return out


def tracks(hops: Iterable[Hop], hexes: dict[str, Polygon], at: dict[str, XY], dry: BaseGeometry) -> list[LineString]:
    return [LineString(_way(at[a], at[b], unary_union([hexes[a], hexes[b]]).buffer(0.5), dry)) for a, b in hops]


def _way(start: XY, goal: XY, room: BaseGeometry, dry: BaseGeometry) -> list[XY]:
    ground = dry.intersection(room)
    straight = [start, goal]
    if ground.is_empty or ground.buffer(0.5).covers(LineString(straight)):
        return straight
    mine = [p for p in polygons(ground) if p.distance(Point(start)) < 1 and p.distance(Point(goal)) < 1]
    if not mine:
        return straight
    land = mine[0]
    width = max(abs(start[0] - goal[0]), abs(start[1] - goal[1]), 1.0)
    step = width / STEPS
    x0, y0, x1, y1 = land.bounds
    inner = land.buffer(-SHORE * width)
    prepare(land)
    nodes: dict[tuple[int, int], float] = {}
    for i in range(int((x1 - x0) / step) + 1):
        for j in range(int((y1 - y0) / step) + 1):
            x, y = x0 + i * step, y0 + j * step
            if contains_xy(land, x, y):
                nodes[i, j] = 1.0 if contains_xy(inner, x, y) else 2.0
    if not nodes:
        return straight
    first, last = (_nearest(nodes, spot, (x0, y0), step) for spot in (start, goal))
    found = cheapest(first, last, lambda here: _steps(nodes, here))
    if not found:
        return straight
    way = [start, *((x0 + i * step, y0 + j * step) for i, j in found[1:-1]), goal]
    return _pulled(way, land.buffer(0.5))


def _nearest(nodes: dict[tuple[int, int], float], to: XY, origin: XY, step: float) -> tuple[int, int]:
    return min(nodes, key=lambda n: (origin[0] + n[0] * step - to[0]) ** 2 + (origin[1] + n[1] * step - to[1]) ** 2)


def _steps(nodes: dict[tuple[int, int], float], here: tuple[int, int]) -> Iterator[tuple[tuple[int, int], float]]:
    for dx, dy in product((-1, 0, 1), repeat=2):
        there = here[0] + dx, here[1] + dy
        if there in nodes and there != here:
            yield there, nodes[there] * (1.0 if 0 in (dx, dy) else 1.414)


def _pulled(way: list[XY], land: BaseGeometry) -> list[XY]:
    """The way without the corners it does not need."""
    prepare(land)
    out, n = [way[0]], 0
    while n < len(way) - 1:
        far = next(k for k in range(len(way) - 1, n, -1) if k == n + 1 or land.covers(LineString([way[n], way[k]])))
        out.append(way[far])
        n = far
    return out


def wet_share(lines: Iterable[list[list[float]]], dry: BaseGeometry) -> float:
    """How much of the lines drawn lies in water, of their whole length."""
    prepare(dry)
    made = [LineString(pair) for line in lines for pair in pairwise(line)]
    whole = sum(line.length for line in made)
    return 1 - sum(line.length if dry.covers(line) else line.intersection(dry).length for line in made) / whole if whole else 0.0
