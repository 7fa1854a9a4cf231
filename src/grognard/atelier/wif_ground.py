"""What the ground of many hexes is: shares of land, lake and seas, countries of 1939, height, climate; all at once.

A board's rings (regions.csv, wilds.csv, sea_areas.csv) are laid over the globe's rasters. Thresholds and vocabulary of the
title are in wif.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from grognard.atelier.borders1939 import ring, rows
from grognard.atelier.globe import LAKE, LAND, SEA, Floats, Globe, look
from grognard.atelier.sheets import Cell, Lattice, Sheet, spots


@dataclass
class Ground:
    """One hex."""

    lon: float
    lat: float
    land: float
    lake: float
    sea: float
    seas: Counter[str] = field(default_factory=Counter)
    countries: Counter[str] = field(default_factory=Counter)
    regions: Counter[str] = field(default_factory=Counter)
    height: float = 0.0
    rough: float = 0.0
    range: float = 0.0
    climate: str = ""
    arid: float = 0.0
    wild: str = ""
    points: int = 0


class Survey:
    """The tables of a board over the globe."""

    def __init__(self, folder: Path, globe: Globe) -> None:
        self.folder, self.globe = folder, globe

    @cached_property
    def of_state(self) -> list[str]:
        """The country of 1939 by number of modern state."""
        made = {state: row["id"] for row in rows(self.folder / "countries.csv") for state in row["modern"].split("|") if state}
        return [made.get(name, "") for name in self.globe.state_names]

    @cached_property
    def sea_names(self) -> list[str]:
        return ["", *(row["id"] for row in rows(self.folder / "sea_areas.csv"))]

    @cached_property
    def seas(self) -> NDArray[np.uint8]:
        rings = []
        for row in rows(self.folder / "sea_areas.csv"):
            shape = ring(row["ring"])
            rings.append((row["id"], shape if shape is not None else Polygon()))
        out = self.globe.areas(rings).copy()
        for _ in range(60):  # seams between rings take the nearest area
            empty = out == 0
            if not empty.any():
                break
            for axis, by in ((0, 1), (0, -1), (1, 1), (1, -1)):
                moved = np.roll(out, by, axis)
                fill = empty & (moved != 0)
                out[fill] = moved[fill]
                empty &= ~fill
        return out

    def sea_at(self, lon: float, lat: float) -> str:
        return self.sea_names[int(look(self.seas, np.array([[lon, lat]]))[0])]

    @cached_property
    def rings(self) -> list[tuple[str, str, frozenset[int], Polygon | None]]:
        number = {name: n for n, name in enumerate(self.globe.state_names)}
        return [(r["kind"], r["name"], frozenset(number[m] for m in r["modern"].split("|") if m in number), ring(r["ring"]))
                for r in rows(self.folder / "regions.csv")]

    @cached_property
    def wilds(self) -> list[tuple[str, float, Polygon]]:
        out = []
        for row in rows(self.folder / "wilds.csv"):
            shape = ring(row["ring"])
            assert shape is not None, f"{row['name']} has no ring"
            out.append((row["kind"], float(row["share"]), shape))
        return out

    def countries(self, lonlat: Floats) -> tuple[NDArray[np.object_], list[tuple[str, NDArray[np.bool_]]]]:
        """Country of 1939 and region words of points."""
        state = look(self.globe.states, lonlat)
        out = np.array(self.of_state, dtype=object)[state]
        words = []
        for kind, name, modern, shape in self.rings:
            held = np.isin(state, list(modern))
            if shape is not None:
                near = held.nonzero()[0]
                held[near] = shapely.contains_xy(shape, lonlat[near, 0], lonlat[near, 1])
            if kind == "country":
                out[held] = name
            else:
                words.append((name, held))
        return out, words

    def grounds(self, lattice: Lattice, sheet: Sheet, cells: list[Cell], fineness: int = 7) -> dict[Cell, Ground]:
        points, n = spots(lattice, cells, fineness)
        lonlat = sheet.lonlat(points)
        ground = look(self.globe.ground, lonlat).reshape(-1, n)
        seas = look(self.seas, lonlat).reshape(-1, n)
        country, words = self.countries(lonlat)
        country = country.reshape(-1, n)
        marks = [(name, held.reshape(-1, n)) for name, held in words]
        height = look(self.globe.relief, lonlat).reshape(-1, n).astype(float)
        raster, zones = self.globe.climate
        zone = look(raster, lonlat).reshape(-1, n)
        ranges = look(self.globe.ranges, lonlat).reshape(-1, n)
        wilds = [(kind, share, shapely.contains_xy(shape, lonlat[:, 0], lonlat[:, 1]).reshape(-1, n))
                 for kind, share, shape in self.wilds]
        degrees = lonlat.reshape(-1, n, 2)
        out = {}
        for k, cell in enumerate(cells):
            dry, wet = ground[k] == LAND, ground[k] == SEA
            lake = float((ground[k] == LAKE).mean())
            found = Counter(self.sea_names[int(s)] for s in seas[k][wet] if s)
            climates = Counter(zones.get(int(z), "Ocean") for z in zone[k][dry])
            climates.pop("Ocean", None)
            whole = sum(climates.values())
            middle = n // 2
            out[cell] = Ground(
                float(degrees[k, middle, 0]), float(degrees[k, middle, 1]), float(dry.mean()), lake, float(wet.mean()),
                found, Counter(c for c in country[k][dry] if c),
                Counter({name: int((held[k] & dry).sum()) for name, held in marks if (held[k] & dry).any()}),
                float(height[k].mean()), float(height[k].std()), float(ranges[k].mean()),
                climates.most_common(1)[0][0] if climates else "",
                sum(v for z, v in climates.items() if z.startswith("BW")) / whole if whole else 0.0,
                next((kind for kind, share, held in wilds if held[k].mean() >= share), ""), int(dry.sum()))
        return out

    def side_shares(self, sheet: Sheet, lattice: Lattice, sides: list[tuple[Cell, int]]) -> Floats:
        """For each hexside its share of dry land and of lake."""
        steps = np.linspace(0.04, 0.96, 24)
        ends = np.array([lattice.side(cell, k) for cell, k in sides], dtype=float)
        points = ends[:, None, 0, :] * (1 - steps)[None, :, None] + ends[:, None, 1, :] * steps[None, :, None]
        found = look(self.globe.ground, sheet.lonlat(points.reshape(-1, 2))).reshape(-1, len(steps))
        return np.column_stack(((found == LAND).mean(axis=1), (found == LAKE).mean(axis=1)))
