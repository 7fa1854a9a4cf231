"""Printed hex sheets that number columns westward and rows northward, and the curved paper that carries degrees onto them.

A `Lattice` is one continuous net of pointy hexes; several printed maps may share it (West and East Europe, Asia and the
Pacific). A `Sheet` fits a projection to the places whose hex a rulebook prints, then pulls each into its hex. What lies in a
hex is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Proj
from shapely.geometry.base import BaseGeometry

Cell = tuple[int, int]  # column, row in the numbering of the lattice
XY = tuple[float, float]
Floats = NDArray[np.float64]

STEP = sqrt(3) / 2
AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # north-east, west and so on, in skewed coordinates


@dataclass(frozen=True)
class Lattice:
    """A net of hexes: columns grow to the west, rows to the north, odd rows lie half a hex further west."""

    name: str
    width: float
    origin: XY  # the centre of column 0, row 0

    @property
    def size(self) -> float:
        """From the centre to a corner."""
        return self.width / sqrt(3)

    def centre(self, cell: Cell) -> XY:
        col, row = cell
        return self.origin[0] - (col + 0.5 * (row & 1)) * self.width, self.origin[1] - row * STEP * self.width

    def corners(self, cell: Cell) -> list[XY]:
        x, y = self.centre(cell)
        return [(x + self.size * dx, y + self.size * dy) for dx, dy in CORNERS]

    def at(self, x: float, y: float) -> Cell:
        """The cell that holds a point."""
        guess = (self.origin[1] - y) / (STEP * self.width)
        best, found = 1e18, (0, 0)
        for row in (int(np.floor(guess)), int(np.ceil(guess))):
            across = (self.origin[0] - x) / self.width - 0.5 * (row & 1)
            for col in (int(np.floor(across)), int(np.ceil(across))):
                cx, cy = self.centre((col, row))
                far = (cx - x) ** 2 + (cy - y) ** 2
                if far < best:
                    best, found = far, (col, row)
        return found

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The six cells around, clockwise from the north-east."""
        col, row = cell
        shift = row & 1
        return [(col - 1 + shift, row + 1), (col - 1, row), (col - 1 + shift, row - 1),
                (col + shift, row - 1), (col + 1, row), (col + shift, row + 1)]

    def side(self, cell: Cell, k: int) -> tuple[XY, XY]:
        """The ends of the hexside towards neighbour k."""
        corners = self.corners(cell)
        return corners[k], corners[(k + 1) % 6]


CORNERS = ((0.0, -1.0), (STEP, -0.5), (STEP, 0.5), (0.0, 1.0), (-STEP, 0.5), (-STEP, -0.5))


@dataclass(frozen=True)
class Pin:
    """A place and the cell in which a rulebook prints it."""

    name: str
    lon: float
    lat: float
    cell: Cell
    weight: float = 1.0


@dataclass
class Sheet:
    """Degrees to drawing units: a projection, the best straight map of it onto the lattice, and a rubber sheet."""

    lattice: Lattice
    projection: str
    pins: Sequence[Pin]
    layout: Sequence[Pin] = ()  # ours: pulled, but no part of the fit
    slack: float = 0.30
    reach: float = 16.0  # hexes
    misses: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._proj = Proj(self.projection, R=6371000)
        flat = self._flat(np.array([(p.lon, p.lat) for p in self.pins]))
        want = np.array([self.lattice.centre(p.cell) for p in self.pins])
        weight = np.array([p.weight for p in self.pins])[:, None]
        full = np.column_stack((flat, np.ones(len(flat))))
        self._matrix: Floats = np.linalg.lstsq(full * weight, want * weight, rcond=None)[0]
        every = [*self.pins, *self.layout]
        at = self._stiff(np.array([(p.lon, p.lat) for p in every]))
        aims = np.array([self.lattice.centre(p.cell) for p in every])
        off = np.hypot(*(aims - at).T) / self.lattice.width
        self.misses = {p.name: round(float(d), 2) for p, d in zip(every, off)}
        keep = np.minimum(1.0, self.slack / np.maximum(off, 1e-9))[:, None]
        self._at = at
        kernel = self._kernel(at, at) + 1e-6 * np.eye(len(at))
        self._weights: Floats = np.linalg.solve(kernel, (aims - at) * (1 - keep))

    @property
    def rms(self) -> float:
        """How far the pins lie from their hex centres before the rubber sheet, in hexes."""
        return float(np.sqrt(np.mean([self.misses[p.name] ** 2 for p in self.pins])))

    def _flat(self, lonlat: Floats) -> Floats:
        x, y = self._proj(lonlat[:, 0], lonlat[:, 1])
        return np.column_stack((np.asarray(x), np.asarray(y))) / 80000.0

    def _stiff(self, lonlat: Floats) -> Floats:
        flat = self._flat(lonlat)
        return np.asarray(np.column_stack((flat, np.ones(len(flat)))) @ self._matrix)

    def _kernel(self, a: Floats, b: Floats) -> Floats:
        far = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1]) / (self.reach * self.lattice.width)
        r = np.minimum(far, 1.0)
        return np.asarray((1 - r) ** 4 * (4 * r + 1))

    def points(self, lonlat: Floats) -> Floats:
        """Drawing positions of an (n, 2) array of degrees."""
        flat = self._stiff(np.asarray(lonlat, dtype=float))
        out = np.empty_like(flat)
        for start in range(0, len(flat), 20000):
            part = flat[start:start + 20000]
            out[start:start + 20000] = part + self._kernel(part, self._at) @ self._weights
        return np.round(out, 3)

    def xy(self, lon: float, lat: float) -> XY:
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def cell(self, lon: float, lat: float) -> Cell:
        return self.lattice.at(*self.xy(lon, lat))

    def lonlat(self, points: Floats) -> Floats:
        """The inverse, by corrections of the unstretched inverse."""
        want = np.asarray(points, dtype=float)
        turn, shift = self._matrix[:2], self._matrix[2]
        back = np.linalg.inv(turn)
        guess = want.copy()
        for _ in range(9):
            guess = guess + 0.9 * (want - self._pulled(guess))
        flat = (guess - shift) @ back * 80000.0
        lon, lat = self._proj(flat[:, 0], flat[:, 1], inverse=True)
        return np.column_stack((lon, lat))

    def _pulled(self, stiff: Floats) -> Floats:
        out = np.empty_like(stiff)
        for start in range(0, len(stiff), 20000):
            part = stiff[start:start + 20000]
            out[start:start + 20000] = part + self._kernel(part, self._at) @ self._weights
        return out

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees as a geometry in drawing units."""
        return shapely.transform(geometry, self.points)


def spots(lattice: Lattice, cells: Iterable[Cell], fineness: int = 7) -> tuple[Floats, int]:
    """Sample points spread over each cell, as one (cells x n, 2) array, and n."""
    unit = np.array([(i / fineness, j / fineness) for i in range(-fineness, fineness + 1) for j in range(-fineness, fineness + 1)
                     if abs(i / fineness) <= 0.98 * STEP and abs(i / fineness) / sqrt(3) + abs(j / fineness) <= 0.98])
    centres = np.array([lattice.centre(c) for c in cells], dtype=float)
    return (centres[:, None, :] + unit[None, :, :] * lattice.size).reshape(-1, 2), len(unit)
