"""Names, values and facilities on an area board: each inside its zone where it fits, at the three zoom levels.

A zone's block is its name in one to three lines and under it a row with its value and its facilities. Where pieces stand (the
zone's centre) is left free if there is room elsewhere. Islands and narrow zones carry their name beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import shapely

from grognard.atelier.areas import XY, pieces
from grognard.atelier.labels import Box, Name, Room, place
from grognard.atelier.render import Layer, layer
from grognard.atelier.render_areas import INK, RED, SEA_INK, WHITE, Zone
from grognard.atelier.widths import text_width

SYMBOL = {
    "major_factory": ("industry", 1.25), "medium_factory": ("industry", 1.05), "minor_factory": ("industry", 0.85),
    "major_shipyard": ("shipyard", 0.95), "minor_shipyard": ("shipyard", 0.7), "major_dockyard": ("shipyard", 0.95),
    "minor_dockyard": ("shipyard", 0.7), "major_port": ("port", 1.15), "minor_port": ("port", 0.8), "air_base": ("airbase", 0.8),
    "submarine_base": ("anchorage", 0.8), "seaplane_base": ("anchorage", 0.8),
}
SIZES = {1: (20.0, 18.0, 16.0, 14.5, 13.0), 2: (13.0, 11.5, 10.0, 9.0, 8.0, 7.2)}
SPOTS = ((0, -0.42), (0, -0.6), (0, -0.2), (0, 0.45), (-0.3, -0.4), (0.3, -0.4), (0, 0.0), (-0.5, 0.1), (0.5, 0.1), (0, 0.7),
         (0, -0.85), (-0.8, -0.2), (0.8, -0.2), (-0.8, 0.4), (0.8, 0.4), (0, 1.0), (-1.2, 0), (1.2, 0))


@dataclass(frozen=True)
class Block:
    """A name as it will be printed: lines, size, and the width of the row under it."""

    lines: tuple[str, ...]
    size: float
    row: float

    @property
    def width(self) -> float:
        return max(*(text_width(line, self.size) for line in self.lines), self.row)

    @property
    def height(self) -> float:
        return self.size * 1.02 * len(self.lines) + (self.size * 1.25 if self.row else 0.0)

    def box(self, x: float, y: float) -> Box:
        return x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2


def broken(name: str) -> list[tuple[str, ...]]:
    """A name in one line, two and three, broken where the lines come out evenly."""
    words = name.replace("-", "- ").split()
    out: list[tuple[str, ...]] = [(name,)]
    for count in (2, 3):
        if len(words) < count:
            break
        cuts = [(i,) for i in range(1, len(words))] if count == 2 else [
            (i, j) for i in range(1, len(words)) for j in range(i + 1, len(words))]
        def lines(cut: tuple[int, ...]) -> tuple[str, ...]:
            ends = (0, *cut, len(words))
            return tuple(" ".join(words[a:b]).replace("- ", "-") for a, b in pairwise(ends))
        out.append(min((lines(c) for c in cuts), key=lambda t: max(len(one) for one in t)))
    return out


def row_width(zone: Zone, size: float) -> float:
    marks = sum(SYMBOL[w][1] for w in zone.words) * size * 1.05
    value = text_width(zone.row["ipp"], size * 1.15) if zone.row["ipp"] != "0" else 0.0
    return marks + value + (size * 0.35 if marks and value else 0.0)


class Names:
    """The label and symbol layers of one zoom level."""

    def __init__(self, room: Room, level: int) -> None:
        self.room, self.level = room, level
        self.labels: list[dict[str, Any]] = []
        self.values: list[dict[str, Any]] = []
        self.marks: list[dict[str, Any]] = []

    def zone(self, zone: Zone) -> None:
        """Put a land zone's block inside it, as large as fits; else beside it."""
        home = max(pieces(zone.shape), key=lambda p: p.area)
        shapely.prepare(home)
        for size in SIZES[self.level]:
            for lines in broken(zone.row["name"]):
                block = Block(lines, size, row_width(zone, size))
                spot = self._inside(block, zone, home)
                if spot:
                    self._print(block, *spot, zone)
                    return
        self._beside(zone)

    def _inside(self, block: Block, zone: Zone, home: Any) -> XY | None:
        if block.height > 2.6 * zone.radius and block.width > 2.6 * zone.radius:
            return None
        for dx, dy in SPOTS:
            x, y = zone.x + dx * zone.radius, zone.y + dy * zone.radius
            box = block.box(x, y)
            if home.contains(shapely.box(*box)) and self.room.free(box):
                self.room.take(box)
                return x, y
        return None

    def _beside(self, zone: Zone) -> None:
        size = SIZES[self.level][-2]
        tiny = zone.radius < 30
        for lines in broken(zone.row["name"]):
            block = Block(lines, size, row_width(zone, size))
            reach = zone.radius if tiny else zone.radius * 0.6
            for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8), (0, 0)):
                x = zone.x + dx * (reach + block.width / 2 + 2)
                y = zone.y + dy * (reach + block.height / 2 + 2)
                box = block.box(x, y)
                if self.room.free(box):
                    self.room.take(box)
                    self._print(block, x, y, zone)
                    return
        block = Block(broken(zone.row["name"])[-1], size, row_width(zone, size))
        self.room.take(block.box(zone.x, zone.y))
        self._print(block, zone.x, zone.y, zone)

    def _print(self, block: Block, x: float, y: float, zone: Zone) -> None:
        left, top, _, _ = block.box(x, y)
        bold = {"font_weight": "bold"} if zone.row.get("city") == "1" or zone.row.get("capital") == "1" else {}
        for k, line in enumerate(block.lines):
            self.labels.append({"text": line, "x": round(x, 1), "y": round(top + block.size * (0.82 + 1.02 * k), 1),
                                "of": zone.id, "style": {"font_size": block.size, **bold}})
        if block.row:
            self._row(zone, x - block.row / 2, top + block.size * (1.02 * len(block.lines) + 0.68), block.size)

    def _row(self, zone: Zone, x: float, y: float, size: float) -> None:
        if zone.row["ipp"] != "0":
            self.values.append({"text": zone.row["ipp"], "x": round(x, 1), "y": round(y + size * 0.42, 1), "anchor": "start",
                                "style": {"font_size": round(size * 1.15, 1)}})
            x += text_width(zone.row["ipp"], size * 1.15) + size * 0.35
        for word in zone.words:
            symbol, scale = SYMBOL[word]
            wide = scale * size * 1.05
            self.marks.append({"symbol": symbol, "x": round(x + wide / 2, 1), "y": round(y, 1),
                               "style": {"size": round(scale * size * 0.86, 1)}})
            x += wide

    def sea(self, zone: Zone) -> None:
        """The number of a sea zone, large, and its name under it."""
        big, small = (30.0, 15.0) if self.level == 1 else (17.0, 10.0)
        for scale in (1.0, 0.8, 0.62):
            for lines in broken(zone.row["name"]):
                width = max(text_width(line, small * scale) for line in lines)
                height = (big + small * 1.05 * len(lines)) * scale
                for dx, dy in SPOTS:
                    x, y = zone.x + dx * zone.radius, zone.y + dy * zone.radius
                    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                    if zone.shape.contains(shapely.box(*box)) and self.room.free(box):
                        self.room.take(box)
                        self._print_sea(zone, lines, x, box[1], round(big * scale, 1), round(small * scale, 1))
                        return
        self._print_sea(zone, (), zone.x, zone.y - big / 2, big * 0.75, small)

    def _print_sea(self, zone: Zone, lines: tuple[str, ...], x: float, top: float, big: float, small: float) -> None:
        self.labels.append({"text": zone.row["number"], "x": round(x, 1), "y": round(top + big * 0.8, 1), "of": zone.id,
                            "style": {"font_size": big, "font_weight": "bold", "fill": SEA_INK, "opacity": 0.75,
                                      "halo_width": 0.1}})
        for k, line in enumerate(lines):
            self.labels.append({"text": line, "x": round(x, 1), "y": round(top + big + small * (0.7 + 1.05 * k), 1),
                                "style": {"font_size": small, "font_style": "italic", "fill": SEA_INK, "halo_width": 0.1}})

    def layers(self) -> list[Layer]:
        at, size = (self.level, self.level), SIZES[self.level][2]
        return [
            layer(f"symbols_{self.level}", "symbol", self.marks, zoom=at, above=True, size=size, fill="#3c3128", stroke="#3c3128",
                  stroke_width=1.1),
            layer(f"labels_{self.level}", "label", self.values, zoom=at, above=True, font_size=size, font_weight="bold",
                  font_family="sans", fill=RED, halo=WHITE, halo_width=2.2),
            layer(f"labels_{self.level}", "label", self.labels, zoom=at, above=True, font_size=size, fill=INK, halo=WHITE,
                  halo_width=2.4),
        ]


def zoomed(board: dict[str, Zone], level: int, taken: list[Box]) -> list[Layer]:
    """Names of zoom level 1 or 2: the most confined zones choose first."""
    room = Room()
    for box in taken:
        room.take(box)
    names = Names(room, level)
    for zone in sorted(board.values(), key=lambda z: (z.sea, z.radius, z.id)):
        if zone.sea:
            names.sea(zone)
        else:
            names.zone(zone)
    return names.layers()


def overview(board: dict[str, Zone], nations: dict[str, str], lands: dict[str, str], bounds: Box) -> list[Layer]:
    """Zoom level 0: the names of nations and lands, then of zones with room, and the numbers of the sea zones."""
    wanted = []
    for nation, text in nations.items():
        own = [z for z in board.values() if not z.sea and z.row["country"] == nation]
        own = [z for z in own if nation in z.row["home"].split()] or own
        parts = pieces(shapely.union_all([z.shape for z in own]).buffer(2)) if own else []
        if not parts:
            continue
        wanted.append(_title(text, max(parts, key=lambda p: p.area), 10.0, (("font_weight", "bold"),)))
    for text, where in lands.items():
        wanted.append(_title(text, max(pieces(board[where].shape), key=lambda p: p.area), 5.0, (("opacity", 0.8),)))
    for zone in board.values():
        if zone.sea:
            wanted.append(Name(zone.row["number"], zone.x, zone.y, 34, 1 + zone.radius / 100,
                               style=(("font_size", 34), ("fill", SEA_INK), ("font_weight", "bold"), ("opacity", 0.85))))
        elif zone.radius > 34 or zone.row["island"] == "1":
            wanted.append(Name(zone.row["name"], zone.x, zone.y, 25, zone.radius / 1000,
                               radius=0.0 if zone.radius > 34 else zone.radius,
                               style=(("font_size", 25),), shifts=((0, 0), (0, 26), (0, -26), (0, 50), (0, -50))))
    placed = place(wanted, Room(), bounds)
    features = [{"text": p.name.text, "x": round(p.x, 1), "y": round(p.y, 1), "anchor": p.anchor, "style": dict(p.name.style)}
                for p in placed]
    return [layer("labels_0", "label", features, zoom=(0, 0), above=True, font_size=30, fill=INK, halo=WHITE, halo_width=4)]


def _title(text: str, home: Any, weight: float, style: tuple[tuple[str, object], ...]) -> Name:
    """A name in spaced capitals, as large as its land allows."""
    spot = shapely.maximum_inscribed_circle(home, tolerance=2)
    x, y = spot.coords[0]
    size = max(24.0, min(92.0, 3.9 * spot.length / max(4, len(text))))
    spaced = round(size * 0.14, 1)
    return Name(text, x, y, size, weight + home.area**0.5 / 100, spacing=spaced,
                style=(("font_size", round(size, 1)), ("letter_spacing", spaced), *style),
                shifts=((0, 0), (0, size), (0, -size), (size, 0), (-size, 0)))
