"""Printed maps: how their hexes are numbered, what a step on them counts, and the words for spaces that files may use."""

from __future__ import annotations

from dataclasses import dataclass

Space = int
Border = int
Link = tuple[Space, Border]

SPACE_KINDS = ("hex", "area", "sea", "box", "pool", "slot")  # the last two: places beside the map, without borders
SECTION = "section"  # the feature of a border that joins a part of a sea area to it
SPACE_COLUMNS = ("id", "name", "kind", "map", "col", "row", "x", "y", "terrain", "country")
ORIENTATIONS = ("flat", "pointy")
LAYOUTS = ("odd", "even", "axial")


@dataclass(frozen=True)
class Map:
    """One printed map. A hex map has `orientation` flat (columns are straight) or pointy (rows are straight) and a `layout`:
    which columns (flat) or rows (pointy) are set off by half a hex towards higher numbers, or "axial" for skewed numbering."""

    id: str
    kind: str = "hex"
    orientation: str = "flat"
    layout: str = "odd"
    scale: str = ""  # the name of its scale in `Board.scales`
    name: str = ""

    def axial(self, col: int, row: int) -> tuple[int, int]:
        """Skewed coordinates, in which distance is simple."""
        if self.layout == "axial":
            return col, row
        straight, across = (col, row) if self.orientation == "flat" else (row, col)
        odd = straight & 1
        across -= (straight - odd if self.layout == "odd" else straight + odd) // 2
        return (straight, across) if self.orientation == "flat" else (across, straight)


def axial_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
