"""Cities, ports and other named places: from a board's `places.csv` to the hexes that hold them.

A place goes to the hex its position falls into, unless its row names a hex (because the rulebook does, or because two places
must not share one). What a role means to a rule is the title's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import slug
from grognard.atelier.grid import Cell, Grid, Projection


@dataclass(frozen=True)
class Place:
    name: str
    lon: float
    lat: float
    roles: frozenset[str]
    cell: Cell
    natural: Cell  # where the projection alone puts it
    pinned: bool
    named: str

    @property
    def id(self) -> str:
        return slug(self.name)


def places(path: Path, grid: Grid, projection: Projection) -> list[Place]:
    by_id = {grid.id(c): c for c in grid.cells()}
    out = []
    for row in rows(path):
        lon, lat = float(row["lon"]), float(row["lat"])
        natural = grid.at(*projection.xy(lon, lat))
        cell = by_id[row["hex"]] if row["hex"] else natural
        out.append(Place(row["name"], lon, lat, frozenset(row["roles"].split()), cell, natural, bool(row["hex"]), row["named"]))
    return out
