"""Hexsides of the World in Flames maps: rivers, railways, roads, alpine sides, fortifications, and what the tables add.

Rivers follow Natural Earth's lines, railways chains of places; `hexsides.csv` has the last word, with a reason each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

from grognard.atelier import rails
from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Draft
from grognard.atelier.globe import Globe, look
from grognard.atelier.rivers import courses, snapped_within
from grognard.atelier.sheets import XY, Cell, Lattice, Sheet
from grognard.kernel.errors import GrognardError

ALPINE = 92.0  # mean relief along a side between two mountain hexes from which it is alpine
MOUNTAINS = ("mountain", "desert_mountain")


@dataclass(frozen=True)
class Net:
    """The hexes of a lattice that carry land, for the rivers."""

    lattice: Lattice
    cells: frozenset[Cell]

    @property
    def width(self) -> float:
        return self.lattice.width

    def pairs(self) -> Iterator[tuple[Cell, Cell, int]]:
        for cell in sorted(self.cells):
            for k in (1, 2, 3):
                other = self.lattice.neighbours(cell)[k]
                if other in self.cells:
                    yield cell, other, k

    def side(self, cell: Cell, side: int) -> tuple[XY, XY]:
        return self.lattice.side(cell, side)


def lay_rivers(draft: Draft, folder: Path, net: Net, sheet: Sheet, codes: dict[Cell, str], geo: str | None) -> None:
    """River sides between land hexes of one lattice."""
    outline = unary_union([Polygon(net.lattice.corners(c)).buffer(0.2) for c in net.cells]).buffer(0)
    found = snapped_within(courses(folder / "rivers.csv", sheet, geo), net, outline)
    for (a, b), _ in found.items():
        border = draft.border(codes[a], codes[b])
        if not border.features & {"sea", "lake"}:
            border.features.add("river")


def lay_rails(draft: Draft, folder: Path, hex_of: dict[str, str]) -> list[str]:
    """Railways, and roads where a board has a table of them; returns the hops that found no way."""
    _, lost = rails.lay(draft, folder / "rails.csv", hex_of)
    if (folder / "roads.csv").exists():
        lost += rails.lay(draft, folder / "roads.csv", hex_of, "road")[1]
    for border in draft.borders.values():
        if "rail" in border.features:
            border.features.discard("road")
    return lost


def lay_alpine(draft: Draft, net: Net, sheet: Sheet, codes: dict[Cell, str], globe: Globe) -> None:
    """Sides between two mountain hexes that lie very high."""
    pairs = [(a, b, k) for a, b, k in net.pairs() if draft.spaces[codes[a]].terrain in MOUNTAINS
             and draft.spaces[codes[b]].terrain in MOUNTAINS]
    if not pairs:
        return
    steps = np.linspace(0.05, 0.95, 12)
    ends = np.array([net.side(a, k) for a, _, k in pairs])
    points = ends[:, None, 0, :] * (1 - steps)[None, :, None] + ends[:, None, 1, :] * steps[None, :, None]
    heights = look(globe.relief, sheet.lonlat(points.reshape(-1, 2))).reshape(-1, len(steps)).mean(axis=1)
    for (a, b, _), height in zip(pairs, heights):
        border = draft.border(codes[a], codes[b])
        if height >= ALPINE and not border.features & {"sea", "lake", "river"}:
            border.features.add("alpine")


def apply_table(draft: Draft, path: Path) -> None:
    """hexsides.csv: the last word."""
    for row in rows(path):
        kind, a, b = row["kind"], row["a"], row["b"]
        if a not in draft.spaces or b not in draft.spaces or not draft.has_border(a, b):
            raise GrognardError(f"no hexside {a} {b}", file=path, remedy="check the codes")
        features = draft.border(a, b).features
        if kind.startswith("-"):
            features.discard(kind[1:])
        else:
            features.add(kind)
            if kind in ("strait", "canal", "river", "rail", "fort"):
                features -= {"sea", "lake"} if kind != "strait" else {"lake"}
            if kind == "strait":
                features.discard("sea")
