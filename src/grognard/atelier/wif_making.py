"""What is read and computed on the way to the boards of World in Flames and America in Flames: places, hexes, their ground."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Draft, slug
from grognard.atelier.globe import Floats, Globe
from grognard.atelier.sheets import Cell, Lattice, Sheet
from grognard.atelier.wif_ground import Ground, Survey
from grognard.atelier.wif_sheets import AFRICA, EUROPE, WIF, Plan, PrintedMap

ASIAN_EDGE = 26  # up to this row the Asian map ends with column 30, above it with column 32
WEST, EAST, AFRICAN = WIF.map("W"), WIF.map("E"), WIF.map("AF")


@dataclass(frozen=True)
class Place:
    name: str
    lon: float
    lat: float
    hex: str
    roles: frozenset[str]
    goods: dict[str, str]
    named: str

    @property
    def id(self) -> str:
        return slug(self.name)


@dataclass
class Making:
    """Everything read and computed on the way."""

    geo: str | None = None
    plan: Plan = WIF
    draft: Draft = field(default_factory=Draft)
    problems: list[str] = field(default_factory=list)

    @cached_property
    def globe(self) -> Globe:
        return Globe(self.geo)

    @cached_property
    def survey(self) -> Survey:
        return Survey(self.plan.folder, self.globe)

    @cached_property
    def sheets(self) -> dict[str, Sheet]:
        return self.plan.sheets()

    @cached_property
    def cells(self) -> dict[Lattice, dict[Cell, PrintedMap]]:
        """The hexes of every map, by lattice."""
        out: dict[Lattice, dict[Cell, PrintedMap]] = defaultdict(dict)
        for there in self.plan.maps:
            here = list(there.cells())
            kept = (
                set(here)
                if there.id in ["W", "E", "M"]
                else {c for c, covered in zip(here, self.covered(there, here)) if not covered}
            )
            for cell in here:
                if cell in kept:
                    out[there.lattice][cell] = there
        return out

    def covered(self, there: PrintedMap, cells: list[Cell]) -> list[bool]:
        """Whether a hex of a Pacific scale map lies on a European map, or off the edge its map has."""
        points = [there.lattice.centre(c) for c in cells]
        degrees = self.sheets[there.lattice.name].lonlat(as_floats(points))
        european = [EUROPE.at(x, y) for x, y in self.sheets["europe"].points(degrees)]
        out = []
        for cell, under in zip(cells, european):
            hidden = under in WEST or (under in EAST and under[0] > 1)
            if there.id == "A":
                hidden |= cell[0] > (30 if cell[1] <= ASIAN_EDGE else 32)
            if there.id == "AF":
                hidden |= asian(cell)[0] <= (30 if asian(cell)[1] <= ASIAN_EDGE else 32)
            if there.id == "P":
                hidden = False
            out.append(hidden)
        return out

    @cached_property
    def grounds(self) -> dict[Lattice, dict[Cell, Ground]]:
        return {
            lattice: self.survey.grounds(lattice, self.sheets[lattice.name], list(cells), 5)
            for lattice, cells in self.cells.items()
        }

    @cached_property
    def places(self) -> list[Place]:
        return [
            Place(
                r["name"],
                float(r["lon"]),
                float(r["lat"]),
                r["hex"],
                frozenset(r["roles"].split()),
                {k: r[k] for k in ("blue", "red", "green", "resources", "oil") if r.get(k)},
                r["named"],
            )
            for r in rows(self.plan.folder / "places.csv")
        ]

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of countries."""
        return {row["id"]: row["name"] for row in rows(self.plan.folder / "countries.csv")}

    @cached_property
    def theatres(self) -> dict[str, list[str]]:
        """Parts of the board a player may jump to, by two corner hexes."""
        return {row["name"]: row["corners"].split() for row in rows(self.plan.folder / "theatres.csv")}

    @cached_property
    def owners(self) -> dict[str, str]:
        """Who controls a country in September 1939; a neutral controls itself."""
        return {row["id"]: row["controller"] for row in rows(self.plan.folder / "countries.csv")}

    @cached_property
    def off_map(self) -> list[dict[str, str]]:
        return list(rows(self.plan.folder / "off_map.csv"))

    @cached_property
    def homes(self) -> dict[str, list[Place]]:
        """The places of each space; one that lies off the maps of the base game stands in its off-map hex."""
        out: dict[str, list[Place]] = defaultdict(list)
        off = {row["name"]: row["id"] for row in self.off_map}
        for place in self.places:
            for code in self.spots(place, off):
                out[code].append(place)
        return out

    def spots(self, place: Place, off: dict[str, str]) -> list[str]:
        """The hexes of a place: where the text or its position puts it; off the maps of the base game, its off-map hex and the
        hex of the optional map."""
        if place.name in off:
            more = [c for c in (self.code_at(n, place.lon, place.lat) for n in ("africa", "scandinavia")) if c]
            return [off[place.name], *(more or self.nearest_african(place))]
        if place.hex:
            return [place.hex]
        for name in ("europe", "pacific", "africa", "scandinavia", "americas"):
            code = self.code_at(name, place.lon, place.lat)
            if code:
                return [code]
        self.problems.append(f"{place.name} lies on no map")
        return []

    def nearest_african(self, place: Place) -> list[str]:
        """The hex of the African map nearest to a place that falls between it and the Asian map."""
        if place.lat > 40:
            return []
        x, y = self.sheets["africa"].xy(place.lon, place.lat)
        cells = self.cells[AFRICA]
        cell = min(cells, key=lambda c: (AFRICA.centre(c)[0] - x) ** 2 + (AFRICA.centre(c)[1] - y) ** 2)
        return [cells[cell].code(cell)]

    @cached_property
    def islands(self) -> dict[str, str]:
        """The country of hexes that are land because a table says so."""
        out = {}
        for row in rows(self.plan.folder / "islands.csv"):
            named = [c for c, here in self.homes.items() if any(p.name == row["place"] for p in here)]
            codes = [row["hex"]] if row["hex"] else named
            out.update(dict.fromkeys(codes, row["country"]))
        return out

    @cached_property
    def port_seas(self) -> dict[str, list[str]]:
        return {row["place"]: row["seas"].split() for row in rows(self.plan.folder / "port_seas.csv")}

    def code_at(self, lattice: str, lon: float, lat: float) -> str:
        if lattice == "americas" and not -175 < lon < -25:
            return ""
        if lattice == "pacific" and -152 < lon < 20:
            return ""
        cell = self.sheets[lattice].cell(lon, lat)
        there = self.cells[self.sheets[lattice].lattice].get(cell)
        return there.code(cell) if there else ""


def as_floats(points: list[tuple[float, float]]) -> Floats:
    return np.array(points, dtype=float)


def asian(cell: Cell) -> Cell:
    """The cell of the Asian lattice that an African hex is (2.1.1: 0209, 0308, 0207 are A3012, A3011, A3010)."""
    col, row = cell
    return (col + 28 if row % 2 else col + 27), row + 3
