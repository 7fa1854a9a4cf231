"""Land, sea and lakes: how much of each lies in every hex, and whether a hexside can be walked across.

The shapes come from Natural Earth's 10 m land, minor islands and lakes. What grows on the land is in terrain.py, which
sea a piece of water belongs to is in seas.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely import STRtree
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier.grid import Cell, Grid, Projection
from grognard.atelier.sources import lakes_of_1939, layer, within

LEAST_LAKE = 300.0  # drawing units squared: smaller lakes do not part two hexes


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry, whatever it is."""
    if geometry.geom_type == "Polygon":
        return [geometry] if not geometry.is_empty else []
    return [p for part in getattr(geometry, "geoms", ()) for p in polygons(part)]


@dataclass(frozen=True)
class Ground:
    """One hex: shares of its area."""

    dry: float
    lake: float
    sea: float
    masses: frozenset[int]  # the landmasses that fill at least 3 percent of it


class Surface:
    """Land and lakes in drawing units, cut to a board."""

    def __init__(
        self, projection: Projection, grid: Grid, window: tuple[float, float, float, float], geo: str | None = None
    ) -> None:
        self.grid = grid
        shore = [f.shape for name in ("ne_10m_land", "ne_10m_minor_islands") for f in within(layer(name, geo), *window)]
        self.land = [p.buffer(0) for shape in shore for p in polygons(projection.shape(shapely.segmentize(shape, 0.5)))]
        self.land = polygons(unary_union(self.land))
        inland = within(tuple(lakes_of_1939(geo)), *window)
        lakes = [p.buffer(0) for f in inland for p in polygons(projection.shape(f.shape))]
        self.lakes = [p for p in polygons(unary_union(lakes)) if p.area >= LEAST_LAKE]
        self._land_tree, self._lake_tree = STRtree(self.land), STRtree(self.lakes)
        self._grounds: dict[Cell, Ground] = {}

    def land_in(self, shape: BaseGeometry) -> list[tuple[int, BaseGeometry]]:
        """The pieces of each landmass inside a shape."""
        return [(int(i), shapely.intersection(self.land[i], shape)) for i in self._land_tree.query(shape, predicate="intersects")]

    def lakes_in(self, shape: BaseGeometry) -> BaseGeometry:
        near = self._lake_tree.query(shape, predicate="intersects")
        return unary_union([shapely.intersection(self.lakes[i], shape) for i in near])

    def ground(self, cell: Cell) -> Ground:
        if cell not in self._grounds:
            self._grounds[cell] = self._ground(self.grid.polygon(cell))
        return self._grounds[cell]

    def _ground(self, hexagon: Polygon) -> Ground:
        pieces = self.land_in(hexagon)
        lake = self.lakes_in(hexagon)
        land_area = sum(p.area for _, p in pieces)
        wet = sum(p.intersection(lake).area for _, p in pieces) if not lake.is_empty else 0.0
        masses = frozenset(i for i, p in pieces if p.area >= 0.03 * hexagon.area)
        return Ground((land_area - wet) / hexagon.area, wet / hexagon.area, 1 - land_area / hexagon.area, masses)

    def dry_share(self, a: Cell, b: Cell, side: int) -> float:
        """The share of a hexside that is dry land of a landmass present in both hexes."""
        line = LineString(self.grid.side(a, side))
        common = self.ground(a).masses & self.ground(b).masses
        dry = sum(p.length for i, p in self.land_in(line) if i in common)
        lake = self.lakes_in(line)
        return float(max(0.0, dry - (lake.length if not lake.is_empty else 0.0)) / line.length)

    def lake_share(self, cell: Cell, side: int) -> float:
        line = LineString(self.grid.side(cell, side))
        return float(self.lakes_in(line).length / line.length)
