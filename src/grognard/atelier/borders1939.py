"""Who owned the land on 1 September 1939: Natural Earth's modern states, then rings drawn by hand over them.

A board's `regions.csv` holds the rings: kind country moves points to another country, kind region adds a word. The
result is a share per hex; the recipe decides ties. Comparison with maps that may not be shipped is in `tw-comparison.md`.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely import prepare
from shapely.geometry import Point, Polygon

from grognard.atelier.grid import Cell, Floats, Grid, Projection
from grognard.atelier.land import Surface
from grognard.atelier.sources import Finder, layer


def rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a board's table; lines that begin with # are its provenance and notes."""
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(line for line in stream if not line.startswith("#"))


def ring(text: str) -> Polygon | None:
    """A ring written as `lon lat;lon lat;...`; empty means everywhere."""
    if not text.strip():
        return None
    return Polygon([(float(lon), float(lat)) for lon, lat in (pair.split() for pair in text.split(";"))]).buffer(0)


@dataclass(frozen=True)
class Ring:
    kind: str
    name: str
    modern: frozenset[str]
    shape: Polygon | None

    def holds(self, state: str, point: Point) -> bool:
        return state in self.modern and (self.shape is None or bool(self.shape.intersects(point)))


class Atlas1939:
    """Country and regions of a point of the land."""

    def __init__(self, regions: Path, states: dict[str, str], geo: str | None = None) -> None:
        self.states = states
        self.finder = Finder([f for f in layer("ne_50m_admin_0_countries", geo) if f.properties["name"] in states])
        self.rings = [Ring(r["kind"], r["name"], frozenset(r["modern"].split("|")), ring(r["ring"])) for r in rows(regions)]
        for r in self.rings:
            if r.shape is not None:
                prepare(r.shape)

    def at(self, lon: float, lat: float) -> tuple[str, frozenset[str]]:
        held = self.finder.holding(lon, lat)
        state = str((held[0] if held else self.finder.nearest(lon, lat)).properties["name"])
        point = Point(lon, lat)
        country, words = self.states[state], set()
        for r in self.rings:
            if r.holds(state, point):
                if r.kind == "country":
                    country = r.name
                else:
                    words.add(r.name)
        return country, frozenset(words)


@dataclass(frozen=True)
class Ownership:
    """The land of one hex: shares of countries and of region words among its dry sample points."""

    countries: Counter[str]
    regions: Counter[str]
    points: int


def sample(grid: Grid, cell: Cell, step: int = 9) -> Floats:
    """Points spread evenly over a hex."""
    x, y = grid.centre(cell)
    out = []
    for i in range(-step, step + 1):
        for j in range(-step, step + 1):
            px, py = i / step, j / step
            if abs(px) <= 0.98 * np.sqrt(3) / 2 and abs(px) / np.sqrt(3) + abs(py) <= 0.98:
                out.append((x + px * grid.size, y + py * grid.size))
    return np.array(out)


def ownership(surface: Surface, projection: Projection, atlas: Atlas1939, cell: Cell) -> Ownership:
    """Who owns how much of a hex's dry land."""
    points = sample(surface.grid, cell, 7)
    land = [p for _, p in surface.land_in(surface.grid.polygon(cell))]
    dry = np.array([any(part.intersects(Point(x, y)) for part in land) for x, y in points])
    if not dry.any() and land:  # a small island between the sample points
        spot = max(land, key=lambda p: p.area).representative_point()
        points, dry = np.array([[spot.x, spot.y]]), np.array([True])
    countries: Counter[str] = Counter()
    regions: Counter[str] = Counter()
    for lon, lat in projection.lonlat(points[dry]) if dry.any() else ():
        country, words = atlas.at(float(lon), float(lat))
        countries[country] += 1
        regions.update(words)
    return Ownership(countries, regions, int(dry.sum()))
