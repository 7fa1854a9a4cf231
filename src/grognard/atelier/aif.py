"""The recipe of the board of America in Flames: North and South America at Pacific scale, and the two off-map boxes.

The rulebook prints bare numbers (1017, 2844); both maps share one numbering, N before those of the northern map, S before those
of the southern. The method is that of wif.py; the tables are in the title's own folder.
"""

from __future__ import annotations

from functools import cached_property

from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Space
from grognard.atelier.sheets import Cell, Lattice
from grognard.atelier.wif import blank, lay_features, lay_hexes, lay_seas, lay_sides
from grognard.atelier.wif_making import Making, Place
from grognard.atelier.wif_sheets import AMERICA, Fit, Plan, PrintedMap

LATTICE = Lattice("america", 60.0, (3600.0, 4100.0))
SOUTHERN_EDGE = 36  # the first row of the northern map
AIF = Plan("aif", AMERICA, (
    PrintedMap("N", "North America", LATTICE, "pacific", range(58), range(SOUTHERN_EDGE, 76)),
    PrintedMap("S", "South America", LATTICE, "pacific", range(58), range(SOUTHERN_EDGE)),
), (Fit(LATTICE, "+proj=merc +lon_0=-90", "N S", 16.0, ((-179, -66, -10, 78),)),), (3720.0, 4200.0))


class American(Making):
    """The same making with places on one lattice and no off-map hexes."""

    @cached_property
    def off_map(self) -> list[dict[str, str]]:
        return []

    def spots(self, place: Place, off: dict[str, str]) -> list[str]:
        code = place.hex or self.code_at("america", place.lon, place.lat)
        if not code:
            self.problems.append(f"{place.name} lies on no map")
        return [code] if code else []

    def covered(self, there: PrintedMap, cells: list[Cell]) -> list[bool]:
        return [False] * len(cells)


def build(geo: str | None = None) -> American:
    """The whole board, corrections applied."""
    m = American(geo, AIF)
    lay_hexes(m)
    for space in m.draft.spaces.values():
        space.columns["also"] = space.id[1:]  # the bare number of the rules
    lay_sides(m)
    lay_features(m)
    lay_seas(m)
    lay_boxes(m)
    return m


def lay_boxes(m: Making) -> None:
    """2.1.3: the Japanese box opens on the western edge, the German and Italian ones on the eastern; points: what a fleet pays.
    A box is a city and a great port of its own (2.3.1), with the factories and resources printed in it (13.6.10)."""
    edges = list(rows(m.plan.folder / "edges.csv"))
    for row in rows(m.plan.folder / "boxes.csv"):
        made = Space(row["id"], "box", "", float(row["x"]), float(row["y"]), name=row["name"], country=row["country"])
        made.terrain = "clear"
        space = blank(m.draft.add(made), "off_map", "")
        space.columns.update(blue=row["blue"], resources=row["resources"])
        space.columns["roles"] = {"capital", "city", "port", "major"}
        space.columns["seas"] = [edge["sea"] for edge in edges if edge["box"] == row["id"]]
    for row in edges:
        border = m.draft.border(row["box"], row["sea"])
        border.features.add("edge")
        border.columns["points"] = row["points"]
