"""Names on a board, placed without collisions: greedy, the weightiest first, each at the first of its spots that is free.

Text widths are estimated from letter counts (no font is opened), on the generous side. What names there are, and how they
look, is the renderer's business.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.atelier.render import Layer, layer
from grognard.atelier.widths import text_width

Box = tuple[float, float, float, float]
Inside = Callable[[float, float], bool]



@dataclass(frozen=True)
class Name:
    """A label that wants a place: beside a point (radius > 0) or centred on it."""

    text: str
    x: float
    y: float
    size: float
    weight: float
    radius: float = 0.0
    spacing: float = 0.0
    style: tuple[tuple[str, object], ...] = ()
    must: bool = False  # placed even where it collides
    shifts: tuple[tuple[float, float], ...] = ((0.0, 0.0),)  # for a centred name: other spots to try
    of: str = ""  # the country or sea it names


@dataclass(frozen=True)
class Placed:
    name: Name
    x: float  # of the anchor, on the text's baseline
    y: float
    anchor: str
    box: Box


def within_outline(
    text: str, size: float, spacing: float, spots: Sequence[tuple[float, float]], inside: Inside, most: int = 40
) -> list[tuple[float, float]]:
    """Spots for a centred name, best first: those where most of its box lies inside, then those nearest to the middle of all.
    A spot whose own point is outside is no spot."""
    width, high = text_width(text, size, spacing), 0.76 * size
    cx, cy = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    found: list[tuple[float, float, float, float]] = []
    for x, y in spots:
        if not inside(x, y):
            continue
        held = sum(inside(x + width * (i / 6 - 0.5), y + high * (j - 1) / 2) for i in range(7) for j in range(3))
        found.append((-held, (x - cx) ** 2 + (y - cy) ** 2, x, y))
    return [(x, y) for *_, x, y in sorted(found)[:most]]


class Room:
    """What is taken already, in coarse cells so that a board of ten thousand names stays quick."""

    def __init__(self, cell: float = 120.0) -> None:
        self.cell = cell
        self.taken: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def _cells(self, box: Box) -> Iterable[tuple[int, int]]:
        for i in range(int(box[0] // self.cell), int(box[2] // self.cell) + 1):
            for j in range(int(box[1] // self.cell), int(box[3] // self.cell) + 1):
                yield i, j

    def free(self, box: Box) -> bool:
        return not any(b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3]
                       for cell in self._cells(box) for b in self.taken.get(cell, ()))

    def take(self, box: Box) -> None:
        for cell in self._cells(box):
            self.taken[cell].append(box)


def spots(name: Name) -> Iterable[tuple[float, float, str, Box]]:
    """The spots a name may take, best first: (x, y of the baseline, anchor, box)."""
    width, high = text_width(name.text, name.size, name.spacing), 0.76 * name.size
    if not name.radius:
        for dx, dy in name.shifts:
            x, y = name.x + dx, name.y + dy
            yield x, y + high / 2, "middle", (x - width / 2, y - high / 2, x + width / 2, y + high / 2 + 0.2 * name.size)
        return
    r = name.radius + 0.18 * name.size
    for dx, dy, anchor in ((r, 0.0, "start"), (-r, 0.0, "end"), (0.6 * r, -0.9 * r, "start"), (0.6 * r, 0.9 * r, "start"),
                           (-0.6 * r, -0.9 * r, "end"), (-0.6 * r, 0.9 * r, "end"), (0.0, -1.1 * r - high / 2, "middle"),
                           (0.0, 1.1 * r + high / 2, "middle"), (1.6 * r, -0.5 * r, "start"), (-1.6 * r, 0.5 * r, "end")):
        x, y = name.x + dx, name.y + dy
        left = x if anchor == "start" else x - width if anchor == "end" else x - width / 2
        yield x, y + high / 2, anchor, (left, y - high / 2, left + width, y + high / 2 + 0.2 * name.size)


def place(names: Iterable[Name], room: Room, bounds: Box) -> list[Placed]:
    """Place what fits; the rest is left out (a lower zoom level shows it)."""
    out = []
    for name in sorted(names, key=lambda n: (-n.weight, n.text)):
        first = None
        for x, y, anchor, box in spots(name):
            first = first or Placed(name, x, y, anchor, box)
            inside = bounds[0] <= box[0] and box[2] <= bounds[2] and bounds[1] <= box[1] and box[3] <= bounds[3]
            if inside and room.free(box):
                room.take(box)
                out.append(Placed(name, x, y, anchor, box))
                break
        else:
            if name.must and first:
                room.take(first.box)
                out.append(first)
    return out


def lettering(zoom: int, placed: Iterable[Placed], size: float, ink: str, halo: float) -> Layer:
    """The layer of the names of one zoom."""
    words = [_feature(p) for p in placed]
    return layer(
        f"labels_{zoom}", "label", words, zoom=(zoom, zoom), above=True, font_size=size, fill=ink, halo="#f4efdd", halo_width=halo
    )


def _feature(p: Placed) -> dict[str, Any]:
    made: dict[str, Any] = {"text": p.name.text, "x": round(p.x, 1), "y": round(p.y, 1), "anchor": p.anchor}
    style = dict(p.name.style)
    style["font_size"] = p.name.size
    if p.name.spacing:
        style["letter_spacing"] = p.name.spacing
    made["style"] = style
    if p.name.of:
        made["of"] = p.name.of
    return made
