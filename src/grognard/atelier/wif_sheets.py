"""The printed maps of World in Flames as sheets of hexes: numbering, pins and where each map lies in our one world.

West and East Europe turn out to be one lattice (W column c, row r is E column c + 30, row r + 1), Asia and the Pacific another
(P column c is A column c - 31): see docs/boards/wif.md. Codes are those of the rules; what lies in a hex is in wif.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grognard.atelier.borders1939 import rows
from grognard.atelier.sheets import STEP, Cell, Lattice, Pin, Sheet
from grognard.atelier.sources import PROJECT

FOLDER = PROJECT / "src" / "grognard" / "titles" / "wif" / "data" / "board"
AMERICA = PROJECT / "src" / "grognard" / "titles" / "aif" / "data" / "board"

EUROPE = Lattice("europe", 60.0, (4180.0, 3290.0))
PACIFIC = Lattice("pacific", 60.0, (6260.0, 5400.0))
AFRICA = Lattice("africa", 60.0, (6260.0 - 27.5 * 60, 5400.0 - 3 * 60 * STEP))  # one lattice with Asia
SCANDINAVIA = Lattice("scandinavia", 60.0, (1180.0, 570.0))
MINI = Lattice("americas", 104.0, (8010.0, 2520.0))
OFF_MAP = Lattice("off_map", 96.0, (0.0, 0.0))
SIZE = (8200.0, 5540.0)


@dataclass(frozen=True)
class PrintedMap:
    """One map: its letter, its scale, its numbering within the lattice, and the hexes it has."""

    id: str
    name: str
    lattice: Lattice
    scale: str
    columns: range
    rows: range
    dcol: int = 0  # lattice column of printed column 0
    drow: int = 0
    option: str = ""  # the optional rule that brings this map

    def cell(self, col: int, row: int) -> Cell:
        return col + self.dcol, row + self.drow

    def code(self, cell: Cell) -> str:
        return f"{self.id}{cell[0] - self.dcol:02d}{cell[1] - self.drow:02d}"

    def printed(self, cell: Cell) -> tuple[int, int]:
        return cell[0] - self.dcol, cell[1] - self.drow

    def __contains__(self, cell: Cell) -> bool:
        return cell[0] - self.dcol in self.columns and cell[1] - self.drow in self.rows

    def cells(self) -> Iterator[Cell]:
        for row in self.rows:
            for col in self.columns:
                yield self.cell(col, row)

    @property
    def layout(self) -> str:
        """Which printed rows lie half a hex towards higher columns."""
        return "odd" if self.drow % 2 == 0 else "even"


MAPS = (
    PrintedMap("W", "West Europe", EUROPE, "european", range(1, 34), range(2, 51), 30, 1),
    PrintedMap("E", "East Europe", EUROPE, "european", range(1, 31), range(3, 52)),
    PrintedMap("A", "Asia", PACIFIC, "pacific", range(1, 33), range(52)),
    PrintedMap("P", "Pacific", PACIFIC, "pacific", range(1, 32), range(52), -31, 0),
    PrintedMap("AF", "Africa", AFRICA, "pacific", range(1, 33), range(37), option="africa"),
    PrintedMap("SC", "Scandinavia", SCANDINAVIA, "pacific", range(1, 12), range(1, 9), option="scandinavia"),
    PrintedMap("M", "Americas", MINI, "off_map", range(1, 17), range(1, 25)),
)


@dataclass(frozen=True)
class Fit:
    """How a lattice is laid over the globe: a projection, the maps whose pins it takes, how far a pin pulls (in hexes)."""

    lattice: Lattice
    projection: str
    letters: str
    reach: float
    windows: tuple[tuple[float, float, float, float], ...]  # west, south, east, north of the coasts it draws


@dataclass(frozen=True)
class Plan:
    """The maps of one title and the folder of their tables."""

    title: str
    folder: Path
    maps: tuple[PrintedMap, ...]
    fits: tuple[Fit, ...]
    size: tuple[float, float]

    def map(self, letters: str) -> PrintedMap:
        return next(m for m in self.maps if m.id == letters)

    def cell_of(self, code: str) -> tuple[PrintedMap, Cell]:
        """The map and the lattice cell of a printed code."""
        letters = code.rstrip("0123456789")
        there, digits = self.map(letters), code[len(letters):]
        return there, there.cell(int(digits[:2]), int(digits[2:]))

    def pins(self, letters: str) -> list[Pin]:
        """The places of pins.csv on some maps; a doubtful spot weighs less."""
        out = []
        for row in rows(self.folder / "pins.csv"):
            if row["hex"].rstrip("0123456789") in letters.split():
                _, cell = self.cell_of(row["hex"])
                out.append(Pin(row["name"], float(row["lon"]), float(row["lat"]), cell, float(row["weight"] or 1)))
        return out

    def sheets(self) -> dict[str, Sheet]:
        """The sheet of each lattice."""
        out = {}
        for fit in self.fits:
            every = self.pins(fit.letters)
            out[fit.lattice.name] = Sheet(fit.lattice, fit.projection, [p for p in every if p.weight >= 0.2],
                                          [p for p in every if p.weight < 0.2], reach=fit.reach)
        return out


WIF = Plan("wif", FOLDER, MAPS, (
    Fit(EUROPE, "+proj=lcc +lat_1=30 +lat_2=37 +lat_0=45 +lon_0=14", "W E", 12.0, ((-40, 22, 66, 67),)),
    Fit(PACIFIC, "+proj=mill +lon_0=120", "A P", 18.0, ((18, -52, 180, 70), (-180, -52, -140, 70))),
    Fit(AFRICA, "+proj=laea +lat_0=2 +lon_0=18", "AF", 14.0, ((-35, -45, 60, 38),)),
    Fit(SCANDINAVIA, "+proj=laea +lat_0=65 +lon_0=22", "SC", 8.0, ((-12, 54, 62, 78),)),
    Fit(MINI, "+proj=mill +lon_0=-85", "M", 9.0, ((-178, -62, -10, 75),)),
), SIZE)
