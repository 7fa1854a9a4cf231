"""Terrain of a hex: mountains from named ranges and relief, deserts from climate, forests and marshes from a board's rings.

The order of judgement: marsh and forest rings of the board, then mountains, then desert and wasteland by climate and distance
from the coast, else clear. A title's vocabulary and its exceptions are in its recipe and its corrections.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely import prepare
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from grognard.atelier.borders1939 import ring, rows, sample
from grognard.atelier.grid import Cell, Grid, Projection
from grognard.atelier.sources import Raster, climate, layer, relief, within

# Natural Earth's "Range/mtn" polygons are drawn for labels; these hold lowlands and would make plains of mountains
NOT_RANGES = frozenset({"Ural Mountains", "Volga Upland", "Central Russian Upland", "Smolensk-Moscow Upland", "Valdai Hills"})


@dataclass(frozen=True)
class Nature:
    """What the ground of a hex is like."""

    height: float  # mean relief, 0 to 255
    rough: float  # its standard deviation
    range: float  # share within named mountain ranges
    climate: str  # the commonest zone
    dry: float  # share with a desert climate
    wilds: dict[str, float]  # shares of the board's rings, by kind and name


class Country:
    """Everything terrain is judged by, over one board."""

    def __init__(self, projection: Projection, grid: Grid, wilds: Path, window: tuple[float, float, float, float],
                 geo: str | None = None) -> None:
        self.projection, self.grid = projection, grid
        self.relief: Raster = relief(geo)
        self.climate, self.zones = climate()
        ranges = [f for f in within(layer("ne_10m_geography_regions_polys", geo), *window)
                  if f.kind.lower().startswith("range") and f.name.title() not in NOT_RANGES]
        self.ranges = unary_union([f.shape.buffer(0) for f in ranges])
        prepare(self.ranges)
        self.wilds: list[tuple[str, str, float, Polygon]] = []
        for row in rows(wilds):
            shape = ring(row["ring"])
            assert shape is not None, f"{row['name']} has no ring"
            prepare(shape)
            self.wilds.append((row["kind"], row["name"], float(row["share"]), shape))

    def nature(self, cell: Cell) -> Nature:
        degrees = self.projection.lonlat(sample(self.grid, cell, 6))
        points = [Point(lon, lat) for lon, lat in degrees]
        heights = np.array([self.relief.at(lon, lat) for lon, lat in degrees])
        zones = Counter(self.zones.get(self.climate.at(lon, lat), "Ocean") for lon, lat in degrees)
        zones.pop("Ocean", None)
        land = sum(zones.values())
        return Nature(
            float(heights.mean()), float(heights.std()), sum(self.ranges.intersects(p) for p in points) / len(points),
            zones.most_common(1)[0][0] if zones else "", sum(n for z, n in zones.items() if z.startswith("BW")) / max(1, land),
            {f"{kind} {name}": sum(shape.intersects(p) for p in points) / len(points) for kind, name, _, shape in self.wilds},
        )

    def wild(self, nature: Nature) -> str:
        """The kind of the first ring that fills enough of the hex."""
        for kind, name, share, _ in self.wilds:
            if nature.wilds[f"{kind} {name}"] >= share:
                return kind
        return ""
