"""Drawing a hex board: the layers of `drawing.json`, which the client and the pictures share.

The format (docs/boards/drawing-format.md):
``{"provenance", "size": [w, h], "hex": {"orientation", "size", "maps"} | null, "spaces": {id: {"outline": [rings]}},
"layers": [{"name", "kind", "style", "minzoom", "maxzoom", "above", "features"}]}`` with kinds polygon (``rings``), line
(``points``), raster (``href, x, y, width, height``), label (``text, x, y, anchor, angle``) and symbol (``symbol, x, y``).
Units are those of spaces.csv, y grows down. Layers are drawn in their order. The picture writer is `svg.py`.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from grognard.atelier.draft import Border, Draft, Space
from grognard.atelier.grid import XY, Grid
from grognard.atelier.land import Surface, polygons

Layer = dict[str, Any]
Points = list[list[float]]
Course = Callable[[list[tuple[str, str]]], list[LineString]]  # the lines of hops from hex to hex


def layer(name: str, kind: str, features: Iterable[dict[str, Any]], *, zoom: tuple[int, int] = (0, 2), above: bool = False,
          **style: Any) -> Layer:
    made: Layer = {"name": name, "kind": kind, "style": style, "minzoom": zoom[0], "maxzoom": zoom[1], "features": list(features)}
    if above:
        made["above"] = True
    return made


def points(line: Iterable[Sequence[float]], digits: int = 1) -> Points:
    out: Points = []
    for x, y, *_ in line:
        p = [round(x, digits), round(y, digits)]
        if not out or out[-1] != p:
            out.append(p)
    return out


def rings(shape: Polygon) -> list[Points]:
    """The rings of a polygon, last point not repeated."""
    made = [points(r.coords)[:-1] for r in (shape.exterior, *shape.interiors)]
    return [r for r in made if len(r) >= 3]


def area_features(shape: BaseGeometry, tolerance: float, least: float) -> list[dict[str, Any]]:
    return [{"rings": rings(p)} for p in polygons(shape.simplify(tolerance)) if p.area >= least and rings(p)]


def smooth(line: Points, times: int = 2) -> Points:
    """Corners cut (Chaikin), ends kept."""
    for _ in range(times):
        if len(line) < 3:
            return line
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [[0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by], [0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by]]
        line = [*cut, line[-1]]
    return [[round(x, 1), round(y, 1)] for x, y in line]


# --- land and water -----------------------------------------------------------------------------------------------------


def water_and_land(surface: Surface, size: tuple[float, float]) -> list[Layer]:
    """The sea, lighter towards the coast, and the land above it."""
    frame = box(0, 0, *size)
    land = [p.intersection(frame) for p in surface.land if p.intersects(frame) and p.area > 6]
    whole = unary_union(land)
    out = [layer("sea", "polygon", [{"rings": [[[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]]}], fill="#8fb3c4")]
    plain = whole.simplify(4)
    for reach, fill in ((120, "#98bac9"), (64, "#a3c3cf"), (30, "#b0cdd6"), (10, "#c2dade")):
        wide = plain.buffer(reach, quad_segs=3).intersection(frame)
        out.append(layer("depth", "polygon", area_features(wide, 3 if reach > 12 else 1.6, 60), fill=fill))
    out.append(layer("land", "polygon", area_features(whole, 1.0, 9), fill="#dfd9b5"))
    return out


def lakes_and_coast(surface: Surface, size: tuple[float, float]) -> list[Layer]:
    frame = box(0, 0, *size)
    lakes = [p for p in surface.lakes if p.intersects(frame)]
    coast = [p.intersection(frame) for p in surface.land if p.intersects(frame) and p.area > 6]
    shore = [{"points": points(r.simplify(1.0).coords)} for s in coast for p in polygons(s) if p.area > 9
             for r in (p.exterior, *p.interiors) if r.length > 12]
    return [
        layer("lakes", "polygon", area_features(unary_union(lakes), 1.0, 60), fill="#b0cdd6", stroke="#5f8698", stroke_width=1.0),
        layer("coast", "line", shore, stroke="#4d7385", stroke_width=1.5, join="round"),
    ]


# --- lines along hexsides and between centres ---------------------------------------------------------------------------


def side_chains(draft: Draft, grid: Grid, wanted: Callable[[Border, Space, Space], bool]) -> list[Points]:
    """Hexsides chosen by a test, joined into long lines."""
    lines = []
    for a, b, side in grid.pairs():
        one, other = draft.spaces.get(grid.id(a)), draft.spaces.get(grid.id(b))
        if one is None or other is None:
            continue
        border = draft.border(one.id, other.id)
        if wanted(border, one, other):
            (ax, ay), (bx, by) = grid.side(a, side)
            lines.append(LineString([(round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))]))
    return joined(lines)


def joined(lines: list[LineString]) -> list[Points]:
    if not lines:
        return []
    merged = linemerge(unary_union(lines))
    parts = list(merged.geoms) if hasattr(merged, "geoms") else [merged]
    return [points(p.coords) for p in parts]


def rivers(draft: Draft, grid: Grid) -> list[Layer]:
    chains = [smooth(c, 1) for c in side_chains(draft, grid, lambda b, *_: "river" in b.features)]
    canals = side_chains(draft, grid, lambda b, *_: "canal" in b.features)
    lines = [{"points": c} for c in chains]
    return [
        layer("rivers", "line", lines, stroke="#eef4f2", stroke_width=8.5, stroke_opacity=0.55, cap="round", join="round"),
        layer("rivers", "line", lines, stroke="#4f8aa8", stroke_width=5.2, cap="round", join="round"),
        layer("canals", "line", [{"points": c} for c in canals], stroke="#2f6f96", stroke_width=6, dash=[9, 5], cap="butt"),
    ]


def railways(draft: Draft, course: Course | None = None, towns: Iterable[XY] = ()) -> list[Layer]:
    """The lines of the railways, through the towns; without a course of their own, from middle to middle."""
    hops = [(b.a, b.b) for b in draft.borders.values() if "rail" in b.features]
    lines = course(hops) if course else [LineString([(s.x, s.y) for s in (draft.spaces[a], draft.spaces[b])]) for a, b in hops]
    halts = {(round(x, 1), round(y, 1)) for x, y in towns}
    features = [{"points": smooth(part, 2)} for c in joined(lines) for part in _parted(c, halts)]
    return [
        layer("rails", "line", features, stroke="#6b5d4d", stroke_width=2.0, stroke_opacity=0.55, join="round"),
        layer("rails", "line", features, zoom=(1, 2), stroke="#6b5d4d", stroke_width=5.5, stroke_opacity=0.5, dash=[1.4, 11],
              cap="butt"),
    ]


def _parted(line: Points, halts: set[tuple[float, float]]) -> Iterator[Points]:
    """A line in parts that end where it stops: a corner that is smoothed away would miss the town."""
    ends = [0, *(n for n, (x, y) in enumerate(line[1:-1], 1) if (x, y) in halts), len(line) - 1]
    return (line[a : b + 1] for a, b in pairwise(ends))


def frontiers(draft: Draft, grid: Grid, special: dict[str, tuple[str, str]]) -> list[Layer]:
    """Borders of 1939 along hexsides; `special` maps a region word to the (stroke, name) of its dotted limit."""

    def land(a: Space, b: Space) -> bool:
        return "water" not in (a.terrain, b.terrain)

    lines = [{"points": c} for c in side_chains(draft, grid, lambda f, a, b: land(a, b) and a.country != b.country
                                                 and not ("sea" in f.features and not f.features & {"strait", "canal"}))]
    out = [
        layer("borders", "line", lines, stroke="#b0483c", stroke_width=9, stroke_opacity=0.22, cap="round", join="round"),
        layer("borders", "line", lines, stroke="#8e2f2a", stroke_width=2.6, dash=[16, 6, 3, 6], cap="butt", join="round"),
    ]
    for word, (stroke, name) in special.items():
        dotted = side_chains(draft, grid, lambda f, a, b, w=word: land(a, b) and a.country == b.country  # type: ignore[misc]
                             and (w in a.words("regions")) != (w in b.words("regions")))
        out.append(layer(name, "line", [{"points": c} for c in dotted], zoom=(0, 2), stroke=stroke, stroke_width=3.0, dash=[3, 7],
                         cap="round"))
    return out


def sea_limits(draft: Draft, grid: Grid) -> list[Layer]:
    """Limits of the sea areas along the sides of water hexes."""

    def limit(border: Border, a: Space, b: Space) -> bool:
        mine, theirs = a.listed("seas")[:1], b.listed("seas")[:1]
        return bool(mine and theirs and mine != theirs and "sea" in border.features)

    lines = [{"points": c} for c in side_chains(draft, grid, limit)]
    return [layer("sea_limits", "line", lines, stroke="#3f6c86", stroke_width=2.4, stroke_opacity=0.75, dash=[12, 9], cap="butt")]


def veil(grid: Grid, size: tuple[float, float]) -> list[Layer]:
    """What lies off the hexes, dimmed, and a line around the board."""
    board = unary_union([grid.polygon(c).buffer(0.3) for c in grid.cells()]).simplify(0.5)
    outside = box(0, 0, *size).difference(board)
    return [
        layer("veil", "polygon", [{"rings": rings(p)} for p in polygons(outside)], fill="#ece4cb", fill_opacity=0.66),
        layer("veil", "polygon", [{"rings": rings(p)} for p in polygons(board)], fill="none", stroke="#5b4a3a", stroke_width=3.2),
    ]


# --- what stands in a hex -----------------------------------------------------------------------------------------------


def glyphs(draft: Draft, surface: Surface, grid: Grid, busy: dict[str, list[XY]]) -> list[Layer]:
    """Small trees, peaks, reeds and dunes, scattered the same way every time, away from what stands in the hex."""
    kinds = {"forest": ("tree", 9), "mountain": ("peak", 6), "swamp": ("reed", 7), "desert": ("dune", 3),
             "wasteland": ("dune", 6)}
    out: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for space in draft.spaces.values():
        if space.terrain not in kinds or space.row is None or space.col is None:
            continue
        symbol, count = kinds[space.terrain]
        dice = random.Random(space.id)
        hexagon = grid.polygon((space.row, space.col))
        land = unary_union([p for _, p in surface.land_in(hexagon)]).difference(surface.lakes_in(hexagon)).buffer(-5)
        put: list[XY] = list(busy.get(space.id, ()))
        for _ in range(60):
            x = space.x + dice.uniform(-0.43, 0.43) * grid.width
            y = space.y + dice.uniform(-0.43, 0.43) * grid.width
            inside = abs(x - space.x) / grid.width + abs(y - space.y) / grid.width * 1.6 < 0.8
            clear = all((x - px) ** 2 + ((y - py) * 1.2) ** 2 > 20**2 for px, py in put)
            if inside and clear and land.intersects(box(x - 4, y - 4, x + 4, y + 4)):
                put.append((x, y))
                out[symbol].append({"symbol": symbol, "x": round(x, 1), "y": round(y, 1)})
            if len(put) - len(busy.get(space.id, ())) >= count:
                break
    styles: dict[str, dict[str, Any]] = {
        "tree": {"size": 9, "fill": "#6d8f57", "stroke": "#4c6b3d", "stroke_width": 0.8},
        "peak": {"size": 15, "fill": "#a98f74", "stroke": "#6e5842", "stroke_width": 1.1},
        "reed": {"size": 10, "fill": "none", "stroke": "#46766b", "stroke_width": 1.2},
        "dune": {"size": 8, "fill": "none", "stroke": "#b98f4e", "stroke_width": 1.1},
    }
    return [layer("terrain", "symbol", sorted(out[s], key=lambda f: f["y"]), zoom=(0, 2), **style) for s, style in styles.items()]


def inset(grid: Grid, space: Space, by: float) -> Points:
    """The outline of a hex drawn a little smaller."""
    assert space.row is not None
    assert space.col is not None
    return [[round(space.x + (x - space.x) * (1 - by), 1), round(space.y + (y - space.y) * (1 - by), 1)]
            for x, y in grid.corners((space.row, space.col))]


def sea_outlines(draft: Draft, grid: Grid) -> dict[str, dict[str, Any]]:
    """Each sea area as the union of the water hexes that are mostly its own; of coastal ones where it has no others."""
    cells: dict[str, list[Polygon]] = defaultdict(list)
    coastal: dict[str, list[Polygon]] = defaultdict(list)
    for space in draft.spaces.values():
        if space.kind == "hex" and space.listed("seas") and space.row is not None and space.col is not None:
            mine = cells if space.terrain == "water" else coastal
            mine[space.listed("seas")[0]].append(grid.polygon((space.row, space.col)).buffer(0.2))
    cells |= {sea: shapes for sea, shapes in coastal.items() if sea not in cells}
    return {sea: {"outline": [r for p in polygons(unary_union(shapes).simplify(0.5)) for r in rings(p)]}
            for sea, shapes in sorted(cells.items())}
