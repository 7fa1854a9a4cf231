"""Sea areas: which area each piece of water belongs to, which areas touch, and which hexes lie on them.

A board's `sea_areas.csv` gives rings in degrees; a point of the sea belongs to the first ring that holds it. Links a
rulebook states beyond the map (off-map areas, canals) are in the recipe and the corrections.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely import prepare
from shapely.geometry import Point, Polygon

from grognard.atelier.borders1939 import ring, rows, sample
from grognard.atelier.grid import Cell, Projection
from grognard.atelier.land import Surface

LEAST_WATER = 0.008  # of a hex: less water than this opens no coast


@dataclass(frozen=True)
class SeaArea:
    id: str
    name: str
    rank: str
    group: str
    strait: bool
    shape: Polygon


def sea_areas(path: Path) -> list[SeaArea]:
    out = []
    for row in rows(path):
        shape = ring(row["ring"])
        if shape is None:
            shape = Polygon()
        prepare(shape)
        out.append(SeaArea(row["id"], row["name"], row["rank"], row["group"], bool(row["strait"]), shape))
    return out


def area_at(areas: list[SeaArea], lon: float, lat: float) -> str | None:
    point = Point(lon, lat)
    return next((a.id for a in areas if a.shape.intersects(point)), None)


def waters(surface: Surface, projection: Projection, areas: list[SeaArea], cell: Cell) -> Counter[str]:
    """How many sample points of a hex lie in each sea area."""
    points = sample(surface.grid, cell, 8)
    land = [p for _, p in surface.land_in(surface.grid.polygon(cell))]
    wet = [(x, y) for x, y in points if not any(p.intersects(Point(x, y)) for p in land)]
    found: Counter[str] = Counter()
    if wet:
        for lon, lat in projection.lonlat(np.array(wet)):
            area = area_at(areas, float(lon), float(lat))
            if area is not None:
                found[area] += 1
    least = max(1, round(LEAST_WATER * len(points)))
    return Counter({a: n for a, n in found.items() if n >= least})


def touching(water: dict[Cell, Counter[str]], pairs: list[tuple[Cell, Cell]], least: int = 2) -> dict[frozenset[str], int]:
    """Areas that share hexes or hexsides of open water, with the number of places where they meet."""
    met: Counter[frozenset[str]] = Counter()
    for found in water.values():
        names = sorted(found)
        for i, a in enumerate(names):
            for b in names[i + 1:]:
                met[frozenset((a, b))] += 1
    for a_cell, b_cell in pairs:
        a_main, b_main = water.get(a_cell), water.get(b_cell)
        if a_main and b_main:
            a, b = a_main.most_common(1)[0][0], b_main.most_common(1)[0][0]
            if a != b:
                met[frozenset((a, b))] += 1
    return {pair: n for pair, n in met.items() if n >= least}
