"""The globe as rasters in degrees: land, lakes, modern states, sea areas, relief, climate; looked up for many points at once.

Drawn from Natural Earth polygons (and a board's own rings), so that thousands of hexes of several maps are judged in seconds.
What a hex makes of the numbers is the recipe's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier.land import polygons
from grognard.atelier.sources import climate, lakes_of_1939, layer, relief
from grognard.atelier.terrain import NOT_RANGES

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

SEA, LAND, LAKE = 0, 1, 2
FINE = 50  # cells of a degree for land and lakes
COARSE = 20  # for states and sea areas


def paint(shapes: Iterable[tuple[BaseGeometry, int]], per_degree: int, holes: int | None = None) -> Bytes:
    """Shapes in degrees drawn one over the other on a picture of the globe; longitudes beyond 180 wrap."""
    picture = Image.new("L", (360 * per_degree, 180 * per_degree), 0)
    pen = ImageDraw.Draw(picture)
    for shape, value in shapes:
        for part in polygons(shape):
            _ring(pen, part.exterior.coords, per_degree, value)
            if holes is not None:
                for hole in part.interiors:
                    _ring(pen, hole.coords, per_degree, holes)
    return np.asarray(picture)


def _ring(pen: ImageDraw.ImageDraw, ring: object, per_degree: int, value: int) -> None:
    points: Floats = np.asarray(ring, dtype=float)
    if len(points) < 3:
        return
    xs, ys = (points[:, 0] + 180) * per_degree, (90 - points[:, 1]) * per_degree
    for turn in (0, -360 * per_degree, 360 * per_degree):
        if xs.min() + turn < 360 * per_degree and xs.max() + turn > 0:
            pen.polygon([(float(x) + turn, float(y)) for x, y in zip(xs, ys)], fill=value)


def look(raster: Bytes, lonlat: Floats) -> Bytes:
    """The values of a global raster at points in degrees."""
    rows, cols = raster.shape
    i = ((lonlat[:, 0] + 180) % 360 / 360 * cols).astype(int) % cols
    j = np.clip(((90 - lonlat[:, 1]) / 180 * rows).astype(int), 0, rows - 1)
    return np.asarray(raster[j, i])


class Globe:
    """Everything the recipes ask of the world."""

    def __init__(self, geo: str | None = None) -> None:
        self.geo = geo

    @cached_property
    def ground(self) -> Bytes:
        """SEA, LAND or LAKE."""
        land = [f.shape for name in ("ne_10m_land", "ne_10m_minor_islands") for f in layer(name, self.geo)]
        picture = paint([(s, LAND) for s in land], FINE, holes=SEA)
        lakes = paint([(f.shape, 1) for f in lakes_of_1939(self.geo)], FINE, holes=0)
        out = picture.copy()
        out[(lakes == 1) & (picture == LAND)] = LAKE
        return out

    @cached_property
    def state_names(self) -> list[str]:
        return ["", *sorted({str(f.properties["name"]) for f in layer("ne_50m_admin_0_countries", self.geo)})]

    @cached_property
    def states(self) -> Bytes:
        """The number of the modern state, spread a little over the sea so that every coast has one."""
        number = {name: n for n, name in enumerate(self.state_names)}
        order = sorted(layer("ne_50m_admin_0_countries", self.geo), key=lambda f: -f.shape.area)
        out = paint([(f.shape, number[str(f.properties["name"])]) for f in order], COARSE).copy()
        for _ in range(14):
            empty = out == 0
            for axis, by in ((0, 1), (0, -1), (1, 1), (1, -1)):
                moved = np.roll(out, by, axis)
                fill = empty & (moved != 0)
                out[fill] = moved[fill]
                empty &= ~fill
        return out

    @cached_property
    def relief(self) -> Bytes:
        return relief(self.geo).cells

    @cached_property
    def climate(self) -> tuple[Bytes, dict[int, str]]:
        raster, names = climate()
        return raster.cells, names

    @cached_property
    def ranges(self) -> Bytes:
        named = [f.shape.buffer(0) for f in layer("ne_10m_geography_regions_polys", self.geo)
                 if f.kind.lower().startswith("range") and f.name.title() not in NOT_RANGES]
        return paint([(s, 1) for s in named], COARSE)

    def areas(self, rings: Sequence[tuple[str, Polygon]]) -> Bytes:
        """Rings drawn so that the first one that holds a point wins; value 0 is none, n is the n-th ring."""
        numbered = [(shape, n) for n, (_, shape) in enumerate(rings, 1)]
        return paint(reversed(numbered), COARSE)

    @cached_property
    def coast(self) -> BaseGeometry:
        """Land without its lakes, for drawing, in degrees."""
        land = unary_union([f.shape.buffer(0) for name in ("ne_50m_land",) for f in layer(name, self.geo)])
        return shapely.make_valid(land)
