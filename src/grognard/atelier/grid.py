"""Projections and hex grids: from degrees to drawing units, from drawing units to printed hex numbers, and back.

A board may have several maps, each with its own projection, grid and scale; `Grid.origin` puts a map beside another.
A projection is a standard one, a scale and an origin, then a rubber sheet: control points move by small amounts so that every
place whose hex the rulebook prints falls into that hex. What lies inside a hex is not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, hypot, pi, sin, sqrt
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Proj
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

Cell = tuple[int, int]  # row, column, as printed
XY = tuple[float, float]
Floats = NDArray[np.float64]

SIDES = ("north_east", "east", "south_east", "south_west", "west", "north_west")  # of a pointy hex, k = 0..5


@dataclass(frozen=True)
class Grid:
    """A hex map. `width` is the distance between the centres of neighbours in drawing units.

    Pointy: rows of hexes, every second one shifted half a hex. Flat: the same with rows and columns exchanged.
    `columns_run` is "east" or "west": the way the printed column number grows. `shifted` names the parity of the lines
    (rows of a pointy map, columns of a flat one) that lie half a hex further right (down for flat).
    """

    map: str
    rows: range
    columns: range
    width: float = 100.0
    orientation: str = "pointy"
    columns_run: str = "east"
    shifted: str = "odd"
    origin: XY = (0.0, 0.0)
    number: str = "{row:02d}{col:02d}"
    absent: frozenset[Cell] = field(default_factory=frozenset)

    @property
    def size(self) -> float:
        """From the centre to a corner."""
        return self.width / sqrt(3)

    def id(self, cell: Cell) -> str:
        return self.number.format(row=cell[0], col=cell[1])

    def cells(self) -> Iterator[Cell]:
        for row in self.rows:
            for col in self.columns:
                if (row, col) not in self.absent:
                    yield row, col

    def __contains__(self, cell: Cell) -> bool:
        return cell[0] in self.rows and cell[1] in self.columns and cell not in self.absent

    def _shift(self, line: int) -> float:
        return 0.5 if (line % 2 == 1) == (self.shifted == "odd") else 0.0

    def centre(self, cell: Cell) -> XY:
        row, col = cell
        across = col - self.columns[0] if self.columns_run == "east" else self.columns[-1] - col
        down = row - self.rows[0]
        step = self.width * sqrt(3) / 2
        if self.orientation == "pointy":
            x, y = (across + 0.5 + self._shift(row)) * self.width, down * step + self.size
        else:
            x, y = across * step + self.size, (down + 0.5 + self._shift(col)) * self.width
        return self.origin[0] + x, self.origin[1] + y

    def corners(self, cell: Cell) -> list[XY]:
        """Six corners; side k lies between corners k and k + 1."""
        x, y = self.centre(cell)
        turn = -pi / 2 if self.orientation == "pointy" else 0.0
        return [(x + self.size * cos(turn + k * pi / 3), y + self.size * sin(turn + k * pi / 3)) for k in range(6)]

    def polygon(self, cell: Cell) -> Polygon:
        return Polygon(self.corners(cell))

    def at(self, x: float, y: float) -> Cell:
        """The cell that holds a point; it may lie outside the map."""
        step = self.width * sqrt(3) / 2
        gx, gy = x - self.origin[0], y - self.origin[1]
        guess = (gy - self.size) / step + self.rows[0] if self.orientation == "pointy" else (gx - self.size) / step
        best: tuple[float, Cell] | None = None
        for line in (int(np.floor(guess)), int(np.ceil(guess))):
            for cell in self._candidates(line, gx, gy):
                cx, cy = self.centre(cell)
                distance = hypot(cx - x, cy - y)
                if best is None or distance < best[0]:
                    best = (distance, cell)
        assert best is not None
        return best[1]

    def _candidates(self, line: int, gx: float, gy: float) -> Iterator[Cell]:
        if self.orientation == "pointy":
            across = gx / self.width - 0.5 - self._shift(line)
            for k in (int(np.floor(across)), int(np.ceil(across))):
                yield line, (self.columns[0] + k if self.columns_run == "east" else self.columns[-1] - k)
        else:
            col = self.columns[0] + line if self.columns_run == "east" else self.columns[-1] - line
            down = gy / self.width - 0.5 - self._shift(col)
            for k in (int(np.floor(down)), int(np.ceil(down))):
                yield self.rows[0] + k, col

    def across(self, cell: Cell, side: int) -> Cell:
        """The cell beyond side k, on the map or not."""
        corners = self.corners(cell)
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        x, y = self.centre(cell)
        return self.at(ax + bx - x, ay + by - y)

    def neighbours(self, cell: Cell) -> list[Cell]:
        return [n for n in (self.across(cell, k) for k in range(6)) if n in self]

    def pairs(self) -> Iterator[tuple[Cell, Cell, int]]:
        """Every two neighbours once, with the side of the first that they share."""
        for cell in self.cells():
            for side in (1, 2, 3):
                other = self.across(cell, side)
                if other in self:
                    yield cell, other, side

    def side(self, cell: Cell, side: int) -> tuple[XY, XY]:
        corners = self.corners(cell)
        return corners[side], corners[(side + 1) % 6]

    def distance(self, a: Cell, b: Cell) -> float:
        """Centre to centre, in hexes."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return hypot(ax - bx, ay - by) / self.width


@dataclass(frozen=True)
class Control:
    """One point of the rubber sheet: a place, and by how much its drawing position moves."""

    name: str
    lon: float
    lat: float
    dx: float
    dy: float


@dataclass(frozen=True)
class Projection:
    """Degrees to drawing units: pyproj parameters, units per kilometre, the offset of the origin, and the rubber sheet."""

    parameters: Mapping[str, Any]
    per_km: float
    x0: float
    y0: float
    controls: tuple[Control, ...] = ()
    reach: float = 1200.0  # how far a control point pulls, in drawing units

    @cached_property
    def _proj(self) -> Proj:
        return Proj(**{"R": 6371000, **self.parameters})

    @cached_property
    def _sheet(self) -> tuple[Floats, Floats]:
        at = self._stiff(np.array([(c.lon, c.lat) for c in self.controls], dtype=float))
        moves = np.array([(c.dx, c.dy) for c in self.controls], dtype=float)
        kernel = self._kernel(at, at) + 1e-9 * np.eye(len(at))
        return at, np.linalg.solve(kernel, moves)

    def _kernel(self, a: Floats, b: Floats) -> Floats:
        r = np.minimum(np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1]) / self.reach, 1.0)
        return np.asarray((1 - r) ** 4 * (4 * r + 1))  # Wendland: smooth, and nothing beyond its reach

    def _stiff(self, lonlat: Floats) -> Floats:
        x, y = self._proj(lonlat[:, 0], lonlat[:, 1])
        return np.column_stack((self.x0 + np.asarray(x) / 1000 * self.per_km, self.y0 - np.asarray(y) / 1000 * self.per_km))

    def points(self, lonlat: Floats) -> Floats:
        """Drawing positions of an (n, 2) array of degrees."""
        flat = self._stiff(np.asarray(lonlat, dtype=float))
        if not self.controls:
            return flat
        at, weights = self._sheet
        out = np.empty_like(flat)
        for start in range(0, len(flat), 20000):
            part = flat[start:start + 20000]
            out[start:start + 20000] = part + self._kernel(part, at) @ weights
        return np.round(out, 6)  # a ring must close exactly, whatever the block its ends fall into

    def xy(self, lon: float, lat: float) -> XY:
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def lonlat(self, points: Floats) -> Floats:
        """The inverse, by a few corrections of the unstretched inverse."""
        want = np.asarray(points, dtype=float)
        flat = want.copy()
        for _ in range(8 if self.controls else 1):
            x, y = (flat[:, 0] - self.x0) / self.per_km * 1000, (self.y0 - flat[:, 1]) / self.per_km * 1000
            lon, lat = self._proj(x, y, inverse=True)
            degrees = np.column_stack((lon, lat))
            flat = flat + (want - self.points(degrees))
        return degrees

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees as a geometry in drawing units."""
        return shapely.transform(geometry, self.points)


@dataclass(frozen=True)
class Anchor:
    """A place and the hex in which the rulebook prints it."""

    name: str
    lon: float
    lat: float
    cell: Cell
    weight: float = 1.0
    spot: XY | None = None  # where in the hex it should lie, in hex widths from the centre; None: wherever the fit leaves it


@dataclass(frozen=True)
class Fit:
    """A projection fitted to anchors: without rubber sheet, and how far each anchor lies from its hex centre, in hexes."""

    projection: Projection
    misses: dict[str, float]
    misses_left_out: dict[str, float]


def fit(parameters: Mapping[str, Any], grid: Grid, anchors: Sequence[Anchor]) -> Fit:
    """The best scale and origin (no rotation, no stretch: three numbers) for a projection, by least squares."""
    whole = _solve(parameters, grid, anchors)
    misses = {a.name: _miss(whole, grid, a) for a in anchors}
    left_out = {a.name: _miss(_solve(parameters, grid, [b for b in anchors if b is not a]), grid, a) for a in anchors}
    return Fit(whole, misses, left_out)


def _solve(parameters: Mapping[str, Any], grid: Grid, anchors: Sequence[Anchor]) -> Projection:
    unit = Projection(parameters, 1.0, 0.0, 0.0)
    flat = unit.points(np.array([(a.lon, a.lat) for a in anchors]))
    want = np.array([grid.centre(a.cell) for a in anchors])
    weight = np.array([a.weight for a in anchors])
    rows = np.vstack([np.column_stack((flat[:, 0], np.ones(len(flat)), np.zeros(len(flat)))),
                      np.column_stack((flat[:, 1], np.zeros(len(flat)), np.ones(len(flat))))])
    doubled = np.concatenate((weight, weight))
    per_km, x0, y0 = np.linalg.lstsq(rows * doubled[:, None], np.concatenate((want[:, 0], want[:, 1])) * doubled, rcond=None)[0]
    return Projection(parameters, float(per_km), float(x0), float(y0))


def _miss(projection: Projection, grid: Grid, anchor: Anchor) -> float:
    x, y = projection.xy(anchor.lon, anchor.lat)
    cx, cy = grid.centre(anchor.cell)
    return hypot(x - cx, y - cy) / grid.width


def stretched(
    projection: Projection, grid: Grid, anchors: Sequence[Anchor], slack: float = 0.30, reach: float = 12.0
) -> Projection:
    """The projection with a rubber sheet that brings every anchor within `slack` hexes of its hex centre."""
    controls = []
    for a in anchors:
        x, y = projection.xy(a.lon, a.lat)
        cx, cy = grid.centre(a.cell)
        if a.spot is not None:
            controls.append(Control(a.name, a.lon, a.lat, cx + a.spot[0] * grid.width - x, cy + a.spot[1] * grid.width - y))
            continue
        distance = hypot(x - cx, y - cy) / grid.width
        keep = min(1.0, slack / distance) if distance else 1.0
        controls.append(Control(a.name, a.lon, a.lat, (cx - x) * (1 - keep), (cy - y) * (1 - keep)))
    return Projection(projection.parameters, projection.per_km, projection.x0, projection.y0, tuple(controls), reach * grid.width)
