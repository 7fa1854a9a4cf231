"""Small maps of a board: land and sea once, and on them who holds what, for chronicles and films.

Areas are drawn by their outlines in the committed drawing, hexes as strips along their rows; a board without a drawing by dots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from math import sqrt
from typing import Any

import msgspec

from grognard.kernel.board import Board
from grognard.kernel.title import Title

WIDTH = 720
OTHERS = (
    "#5d6d7e",
    "#7b5e57",
    "#5f7355",
    "#8a6d3b",
    "#6b5b7b",
    "#3f6f75",
    "#8c5a5a",
    "#54688a",
    "#75703f",
    "#4f5b52",
    "#86607a",
    "#486a8c",
)
SEA, LAND = "#c9d8e0", "#efe9d8"

Ring = list[tuple[int, int]]
Held = Mapping[str, str]
Heaps = Mapping[str, Mapping[str, int]]


@dataclass
class Sketch:
    """A board at a small scale: the outlines of its land, of its areas, and the middles of its spaces."""

    height: int
    land: list[Ring] = field(default_factory=list)
    areas: dict[str, list[Ring]] = field(default_factory=dict)
    rows: dict[tuple[str, int], list[tuple[float, str]]] = field(default_factory=dict)
    spots: dict[str, tuple[float, float]] = field(default_factory=dict)
    hexes: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Half the width and half the height of the strip of a hex."""

    def base(self) -> str:
        """What is the same on every map, as an SVG symbol, and the outlines of the areas to be used with a colour."""
        ground = "".join(_path(ring) for ring in self.land)
        areas = "".join(
            f'<path id="a{n}" d="{"".join(_path(r) for r in rings)}"/>' for n, rings in enumerate(self.areas.values())
        )
        box = f"0 0 {WIDTH} {self.height}"
        return (
            f'<svg width="0" height="0" aria-hidden="true"><defs><symbol id="base" viewBox="{box}"><rect width="{WIDTH}" '
            f'height="{self.height}" fill="{SEA}"/><path d="{ground}" fill="{LAND}"/></symbol>{areas}</defs></svg>'
        )

    def frame(self, tokens: Iterable[str]) -> tuple[float, float, float, float]:
        """The part of the board in which these spaces lie: x, y, width, height; all of it where they fill most of it."""
        spots = [self.spots[token] for token in tokens if token in self.spots] or [(0.0, 0.0), (float(WIDTH), float(self.height))]
        x0, x1 = min(x for x, _ in spots) - 20, max(x for x, _ in spots) + 20
        y0, y1 = min(y for _, y in spots) - 20, max(y for _, y in spots) + 20
        if x1 - x0 > 0.7 * WIDTH:
            return 0.0, 0.0, float(WIDTH), float(self.height)
        wide, high = max(x1 - x0, 1.5 * (y1 - y0), 160.0), max(y1 - y0, 100.0)
        left = min(max(0.0, (x0 + x1 - wide) / 2), max(0.0, WIDTH - wide))
        return left, max(0.0, y0), min(wide, float(WIDTH)), min(high, float(self.height))

    def map(self, control: Held, counters: Heaps, colours: Held, name: str, box: tuple[float, ...]) -> str:
        """Who holds what, and where counters lie."""
        numbers = {token: n for n, token in enumerate(self.areas)}
        seen = " ".join(f"{v:.0f}" for v in box)
        parts = [
            f'<svg class="map" viewBox="{seen}" role="img" aria-label="{escape(name)}">'
            f'<use href="#base" width="{WIDTH}" height="{self.height}"/>'
        ]
        areas: dict[str, list[str]] = {}
        hexes: dict[str, list[str]] = {}
        for token, side in control.items():
            if token in numbers:
                areas.setdefault(side, []).append(f'<use href="#a{numbers[token]}"/>')
        for side, strip in self.strips(control):
            hexes.setdefault(side, []).append(strip)
        for side, uses in areas.items():
            fill = tone(side, colours)
            parts.append(f'<g fill="{fill}" fill-opacity=".55" stroke="#fff" stroke-width=".4">{"".join(uses)}</g>')
        for side, strips in hexes.items():
            parts.append(f'<path d="{"".join(strips)}" fill="{tone(side, colours)}" fill-opacity=".55"/>')
        scale = box[2] / WIDTH
        for x, y, size, side in self.heaps(counters):
            parts.append(
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{max(1.0, size * scale**0.5):.1f}" fill="{tone(side, colours)}"/>'
            )
        return "".join([*parts, "</svg>"])

    def strips(self, control: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Runs of hexes in one hand, row by row, as paths."""
        for (_, _), row in self.rows.items():
            start, run, last, held = 0.0, "", 0.0, ""
            for x, token in [*row, (1e9, "")]:
                side = control.get(token, "")
                if run and (side != run or x - last > 2.2 * self.hexes[held][0]):
                    wide_held, high_held = self.hexes[held]
                    y = self.spots[held][1]
                    length = last - start + 2 * wide_held
                    yield run, f"M{start - wide_held:.1f} {y - high_held:.1f}h{length:.1f}v{2 * high_held:.1f}h-{length:.1f}z"
                    run = ""
                if side and not run:
                    start, run = x, side
                if side:
                    last, held = x, token

    def heaps(self, counters: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[float, float, float, str]]:
        for token, held in counters.items():
            if token in self.spots and held:
                side = max(held, key=lambda one: held[one])
                x, y = self.spots[token]
                yield x, y, 1.2 + min(3.5, 0.55 * sqrt(sum(held.values()))), side


def tone(side: str, colours: Mapping[str, str]) -> str:
    """The colour of a side; one the title gives none gets a quiet one of its own, as in the client."""
    number = 0
    for letter in side:
        number = (number * 31 + ord(letter)) & 0xFFFFFFFF
    return colours.get(side) or OTHERS[number % len(OTHERS)]


def _path(ring: Ring) -> str:
    (x, y), *rest = ring
    parts = [f"M{x} {y}l"]
    for a, b in rest:
        parts.append(f"{a - x} {b - y} ")
        x, y = a, b
    return "".join(parts).rstrip() + "z"


def _ring(points: Iterable[tuple[float, float]], scale: float) -> Ring:
    found: Ring = []
    for x, y in points:
        spot = (round(x * scale), round(y * scale))
        if not found or found[-1] != spot:
            found.append(spot)
    return found


def sketch(title: Title[Any], board: Board, sheet: str = "") -> Sketch:
    """The small map of a title's board."""
    found = title.drawing(sheet)
    drawing = msgspec.json.decode(found) if found is not None else {}
    xs, ys = ([float(v) for v in values] for values in (board.x, board.y))
    wide, high = drawing.get("size") or (max(xs, default=1) * 1.05 or 1, max(ys, default=1) * 1.05 or 1)
    scale = WIDTH / wide
    made = Sketch(max(1, round(high * scale)))
    for layer in drawing.get("layers", ()):
        if layer["name"] == "land" and layer["kind"] == "polygon":
            drawn = (_ring(ring, scale) for feature in layer["features"] for ring in feature.get("rings", ()))
            made.land += [ring for ring in drawn if len(ring) > 3]
    for token, area in (drawing.get("spaces") or {}).items():
        rings = [ring for ring in (_ring(ring, scale) for ring in area["outline"]) if len(ring) > 2]
        if rings:
            made.areas[token] = rings
    grid = drawing.get("hex") or {}
    maps = grid.get("maps") or {}
    for s, token in enumerate(board.ids):
        made.spots[token] = (xs[s] * scale, ys[s] * scale)
        if token in made.areas:
            continue
        of = maps.get(board.map[s]) or (grid if grid.get("size") else None)
        size = (of["size"] if of else wide / 60) * scale
        flat = of is not None and of["orientation"] == "flat"
        made.hexes[token] = (size * (0.75 if flat else sqrt(3) / 2), size * (sqrt(3) / 2 if flat else 0.75))
        made.rows.setdefault((board.map[s], round(ys[s] * scale * 2)), []).append((xs[s] * scale, token))
    for row in made.rows.values():
        row.sort()
    return made
