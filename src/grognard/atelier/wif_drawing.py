"""How the boards of World in Flames and America in Flames look: the layers of `drawing.json`.

One sheet of paper for all maps; sea areas have their sea-box with five sections. Colours and sizes only: what a hex is stands in
spaces.csv and borders.csv. Pictures are in wif_board.py, symbols and names in wif_names.py.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier import wif_ground_paint
from grognard.atelier.draft import Border, Space
from grognard.atelier.land import polygons
from grognard.atelier.render import Layer, Points, area_features, joined, layer, points, rings, smooth
from grognard.atelier.sheets import Lattice
from grognard.atelier.sources import lakes_of_1939
from grognard.atelier.wif import is_water
from grognard.atelier.wif_making import Making
from grognard.atelier.wif_names import marks, names, symbols
from grognard.atelier.wif_shapes import BOX, LAND_INK, PAPER, SEA_INK, area_ring, box_ring, hexagon, is_section, section_ring

TITLE_SIZE = 13  # of the letters over it


class Chart:
    """What several layers need: shapes of land and maps in drawing units, hexes by lattice."""

    def __init__(self, m: Making) -> None:
        self.m = m
        self.codes = {lattice: {cell: there.code(cell) for cell, there in cells.items()} for lattice, cells in m.cells.items()}
        self.frames = {
            lattice: unary_union([Polygon(lattice.corners(c)).buffer(0.4) for c in cells]).simplify(0.5)
            for lattice, cells in self.codes.items()
        }
        self.land = unary_union([self.ashore(lattice) for lattice in self.codes])

    def ashore(self, lattice: Lattice) -> BaseGeometry:
        """The land of one lattice, cut to its hexes; an island too small for the layer is a dot of land."""
        sheet = self.m.sheets[lattice.name]
        windows = next(f.windows for f in self.m.plan.fits if f.lattice is lattice)
        parts = [shapely.segmentize(shapely.intersection(self.m.globe.coast, box(*window)), 1.0) for window in windows]
        land = unary_union([p.buffer(0) for part in parts for p in polygons(sheet.shape(part))])
        lakes = unary_union(
            [
                p.buffer(0)
                for f in lakes_of_1939(self.m.geo, "ne_50m_lakes")
                if f.shape.area > 0.3
                for p in polygons(sheet.shape(f.shape))
            ]
        )
        land = land.difference(lakes).intersection(self.frames[lattice])
        dots = []
        for code in self.codes[lattice].values():
            space = self.m.draft.spaces[code]
            if not is_water(space) and land.intersection(Point(space.x, space.y).buffer(lattice.size * 0.8)).area < 40:
                dots.append(Point(space.x, space.y).buffer(lattice.width * 0.11))
        return unary_union([land, *dots])


def drawing(m: Making, legend: Callable[[], list[Layer]]) -> dict[str, Any]:
    """The whole `drawing.json`."""
    chart = Chart(m)
    size = m.plan.size
    parts = [(lattice, m.sheets[lattice.name], codes) for lattice, codes in chart.codes.items()]
    layers = [layer("paper", "polygon", [{"rings": [frame(size)]}], fill=PAPER)]
    layers += sea_and_land(chart)
    layers.append(
        layer(
            "relief",
            "raster",
            [
                {
                    "href": wif_ground_paint.paint(m.draft, m.globe, chart.land, parts, size),
                    "x": 0,
                    "y": 0,
                    "width": size[0],
                    "height": size[1],
                }
            ],
        )
    )
    layers += coasts(chart)
    layers += glyphs(chart)
    layers += side_lines(chart)
    layers += railways(m)
    layers += off_map(m)
    layers += sea_boxes(m)
    layers += marks(m)
    layers += legend()
    layers += symbols(m)
    layers += names(m)
    return {
        "provenance": "public Natural Earth 4.1 to 5.1; relief of three-globe (MIT); reconstructed layers as in board.toml",
        "size": list(size),
        "hex": {
            "orientation": "pointy",
            "size": round(34.641, 3),
            "dots": True,
            "maps": {one.id: {"orientation": "pointy", "size": round(one.lattice.size, 3)} for one in m.plan.maps},
        },
        "spaces": outlines(m),
        "jumps": jumps(m),
        "layers": layers,
    }


def frame(size: tuple[float, float]) -> Points:
    return [[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]


def jumps(m: Making) -> list[dict[str, Any]]:
    """The theatres a player may jump to: name and window."""
    out: list[dict[str, Any]] = []
    spaces = m.draft.spaces
    for name, corners in m.theatres.items():
        here = [spaces[c] for c in corners]
        xs, ys = [s.x for s in here], [s.y for s in here]
        out.append({"name": name, "box": [round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))]})
    return out


# --- ground -----------------------------------------------------------------------------------------------------------


def sea_and_land(chart: Chart) -> list[Layer]:
    seas = [{"rings": rings(p)} for shape in chart.frames.values() for p in polygons(shape)]
    out = [layer("sea", "polygon", seas, fill="#8fb3c4")]
    whole = unary_union(list(chart.frames.values()))
    plain = chart.land.simplify(4)
    for reach, fill in ((70, "#9cbdcb"), (34, "#a9c8d3"), (12, "#bdd6dc")):
        wide = plain.buffer(reach, quad_segs=2).intersection(whole)
        out.append(layer("depth", "polygon", area_features(wide, 4, 200 if reach > 12 else 900), fill=fill))
    great, small = by_size(chart.land)
    out.append(layer("land", "polygon", area_features(great, 1.2, 12), fill="#dfd9b5"))
    out.append(layer("land", "polygon", area_features(small, 1.2, 12), zoom=(1, 2), fill="#dfd9b5"))
    out.append(layer("veil", "polygon", seas, fill="none", stroke="#5b4a3a", stroke_width=3.0))
    return out


def by_size(land: BaseGeometry) -> tuple[BaseGeometry, BaseGeometry]:
    """Land that shows on the whole board, and islets that show only closer."""
    parts = polygons(land)
    return unary_union([p for p in parts if p.area >= 500]), unary_union([p for p in parts if p.area < 500])


def coasts(chart: Chart) -> list[Layer]:
    great, small = by_size(chart.land)
    return [
        layer("coast", "line", shore(great), stroke="#4d7385", stroke_width=1.5, join="round"),
        layer("coast", "line", shore(small), zoom=(1, 2), stroke="#4d7385", stroke_width=1.5, join="round"),
    ]


def shore(land: BaseGeometry) -> list[dict[str, Any]]:
    edges = (r for p in polygons(land) if p.area > 20 for r in (p.exterior, *p.interiors) if r.length > 20)
    return [{"points": points(r.simplify(1.2).coords)} for r in edges]


def glyphs(chart: Chart) -> list[Layer]:
    """Small trees, peaks, reeds and dunes, scattered the same way every time, away from the middle and the number."""
    kinds = {
        "forest": ("tree", 4),
        "jungle": ("tree", 6),
        "mountain": ("peak", 3),
        "swamp": ("reed", 4),
        "desert": ("dune", 1),
        "desert_mountain": ("peak", 2),
    }
    out: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for lattice, codes in chart.codes.items():
        for code in codes.values():
            space = chart.m.draft.spaces[code]
            if space.terrain not in kinds:
                continue
            symbol, count = kinds[space.terrain]
            dice = random.Random(code)
            put: list[tuple[float, float]] = []
            for _ in range(24):
                x, y = dice.uniform(-0.38, 0.38) * lattice.width, dice.uniform(-0.36, 0.4) * lattice.width
                if (
                    abs(x) / lattice.width + abs(y) / lattice.width * 1.5 < 0.7
                    and y > -0.24 * lattice.width
                    and all((x - px) ** 2 + (y - py) ** 2 > 11**2 for px, py in put)
                ):
                    put.append((x, y))
                    out[symbol].append({"symbol": symbol, "x": round(space.x + x), "y": round(space.y + y)})
                if len(put) >= count:
                    break
    styles: dict[str, dict[str, Any]] = {
        "tree": {"size": 7, "fill": "#5f8a4d", "stroke": "#47683a", "stroke_width": 0.6},
        "peak": {"size": 11, "fill": "#a98f74", "stroke": "#6e5842", "stroke_width": 0.9},
        "reed": {"size": 8, "fill": "none", "stroke": "#46766b", "stroke_width": 1.0},
        "dune": {"size": 7, "fill": "none", "stroke": "#b98f4e", "stroke_width": 0.9},
    }
    return [
        layer("terrain", "symbol", sorted(out[s], key=lambda f: (f["y"], f["x"])), zoom=(1, 2), **style)
        for s, style in styles.items()
    ]


# --- hexsides -----------------------------------------------------------------------------------------------------------


def chains(chart: Chart, wanted: Callable[[Border, Space, Space], bool]) -> list[Points]:
    """Hexsides of all lattices chosen by a test, joined into long lines."""
    lines = []
    draft = chart.m.draft
    for lattice, codes in chart.codes.items():
        for cell, code in codes.items():
            for k in (1, 2, 3):
                other = codes.get(lattice.neighbours(cell)[k])
                if other and wanted(draft.border(code, other), draft.spaces[code], draft.spaces[other]):
                    (ax, ay), (bx, by) = lattice.side(cell, k)
                    lines.append(LineString([(round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))]))
    return joined(lines) if len(lines) > 1 else [points(line.coords) for line in lines]


def feature_lines(chart: Chart, word: str, softened: int = 0) -> list[dict[str, Any]]:
    return [{"points": smooth(c, softened) if softened else c} for c in chains(chart, lambda b, *_: word in b.features)]


def side_lines(chart: Chart) -> list[Layer]:
    def dry(a: Space, b: Space) -> bool:
        return not is_water(a) and not is_water(b)

    rivers = feature_lines(chart, "river", 1)
    frontier = [
        {"points": c} for c in chains(chart, lambda f, a, b: dry(a, b) and a.country != b.country and "sea" not in f.features)
    ]
    limits = [
        {"points": c}
        for c in chains(chart, lambda f, a, b: a.terrain == b.terrain == "sea" and a.listed("seas")[:1] != b.listed("seas")[:1])
    ]
    wet = [{"points": c} for c in chains(chart, lambda f, a, b: dry(a, b) and "sea" in f.features)]
    special = []
    for word, stroke, name in (
        ("eastern_poland", "#7a1f1f", "pact_line"),
        ("bessarabia", "#7a1f1f", "pact_line"),
        ("finnish_borderlands", "#7a1f1f", "pact_line"),
        ("vichy_france", "#4a4a8a", "vichy_line"),
        ("occupied_china", "#8a3a1f", "front_line"),
    ):
        dotted = chains(
            chart,
            lambda f, a, b, w=word: (
                dry(a, b)
                and a.country == b.country  # type: ignore[misc]
                and (w in a.words("regions")) != (w in b.words("regions"))
            ),
        )
        special.append(
            layer(name, "line", [{"points": c} for c in dotted], stroke=stroke, stroke_width=2.6, dash=[3, 6], cap="round")
        )
    return [
        layer("features", "line", wet, zoom=(1, 2), stroke="#6fa0bb", stroke_width=4.4, stroke_opacity=0.75),
        layer("rivers", "line", rivers, stroke="#eef4f2", stroke_width=5.6, stroke_opacity=0.5, cap="round", join="round"),
        layer("rivers", "line", rivers, stroke="#4f8aa8", stroke_width=3.4, cap="round", join="round"),
        layer("lakes", "line", feature_lines(chart, "lake"), stroke="#4f9ac8", stroke_width=6.5, cap="round"),
        layer("canals", "line", feature_lines(chart, "canal"), stroke="#2f6f96", stroke_width=4.5, dash=[6, 4], cap="butt"),
        layer("straits", "line", feature_lines(chart, "strait"), stroke="#9c2b23", stroke_width=4.5, dash=[4, 4], cap="butt"),
        layer(
            "features", "line", feature_lines(chart, "alpine"), stroke="#6b5f55", stroke_width=4.6, stroke_opacity=0.8, cap="butt"
        ),
        layer("sea_limits", "line", limits, stroke="#2f5f80", stroke_width=2.4, stroke_opacity=0.8, cap="round"),
        layer("borders", "line", frontier, stroke="#b0483c", stroke_width=6, stroke_opacity=0.2, cap="round", join="round"),
        layer("borders", "line", frontier, stroke="#8e2f2a", stroke_width=1.8, dash=[10, 4, 2, 4], cap="butt", join="round"),
        *special,
        layer("forts", "line", feature_lines(chart, "fort"), stroke="#4b4038", stroke_width=7, dash=[5, 3], cap="butt"),
    ]


def railways(m: Making) -> list[Layer]:
    lines: dict[str, list[LineString]] = defaultdict(list)
    for border in m.draft.borders.values():
        a, b = m.draft.spaces[border.a], m.draft.spaces[border.b]
        for word in ("rail", "road"):
            if word in border.features and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 150**2:
                lines[word].append(LineString([(a.x, a.y), (b.x, b.y)]))
    made = [{"points": smooth(c, 1)} for c in joined(lines["rail"])]
    roads = [{"points": smooth(c, 1)} for c in joined(lines["road"])]
    return [
        layer("rails", "line", made, stroke="#5d5044", stroke_width=1.5, stroke_opacity=0.6, join="round"),
        layer(
            "rails", "line", made, zoom=(1, 2), stroke="#5d5044", stroke_width=4.0, stroke_opacity=0.55, dash=[1.2, 7], cap="butt"
        ),
        layer("roads", "line", roads, zoom=(1, 2), stroke="#8a6a3a", stroke_width=1.8, dash=[6, 4], cap="butt"),
    ]


# --- off-map hexes, sea-boxes ---------------------------------------------------------------------------------------------




def off_map(m: Making) -> list[Layer]:
    """Off-map hexes in purple, as 2.1.3 has them, with their grey lines; blue lines between hexdots of different maps."""
    spaces = m.draft.spaces
    off = [s for s in spaces.values() if s.kind == "area"]
    boxes = [s for s in spaces.values() if s.kind == "box" and not is_section(s)]
    grey, blue = [], []
    for border in m.draft.borders.values():
        a, b = spaces[border.a], spaces[border.b]
        if "line" in border.features and "area" in (a.kind, b.kind) and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 900**2:
            grey.append({"points": [[a.x, a.y], [b.x, b.y]]})
        if "blue" in border.features and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 900**2:
            blue.append({"points": [[a.x, a.y], [b.x, b.y]]})
    return [
        layer(
            "boxes",
            "polygon",
            [{"rings": [box_ring(s)], "space": s.id} for s in boxes],
            fill="#efe7cf",
            stroke="#5b4a3a",
            stroke_width=4.0,
        ),
        layer(
            "labels_boxes",
            "label",
            [{"text": s.name.upper(), "x": s.x, "y": s.y - 120, "anchor": "middle"} for s in boxes],
            above=True,
            font_size=30,
            fill=LAND_INK,
        ),
        layer("lines", "line", grey, stroke="#8a8478", stroke_width=2.4, stroke_opacity=0.45),
        layer("lines", "line", blue, zoom=(1, 2), stroke="#3f78a8", stroke_width=1.8, stroke_opacity=0.35, dash=[12, 8]),
        layer(
            "boxes",
            "polygon",
            [{"rings": [hexagon(s)], "space": s.id} for s in off if s.terrain == "sea"],
            fill="#a3c3cf",
            stroke="#6b4a86",
            stroke_width=2.6,
        ),
        layer(
            "boxes",
            "polygon",
            [{"rings": [hexagon(s)], "space": s.id, "style": {"fill": tint(s.terrain)}} for s in off if s.terrain != "sea"],
            stroke="#6b4a86",
            stroke_width=2.6,
        ),
    ]


def tint(terrain: str) -> str:
    return "#{:02x}{:02x}{:02x}".format(*wif_ground_paint.COLOURS.get(terrain, (236, 228, 203)))








def narrow(name: str, ring: list[list[float]]) -> dict[str, Any]:
    """Smaller letters where the title is wider than its box, as on those that stand upright."""
    fits = (ring[1][0] - ring[0][0] - 4) / (0.62 * len(name))
    return {"style": {"font_size": round(fits, 1)}} if fits < TITLE_SIZE else {}


def sea_boxes(m: Making) -> list[Layer]:
    areas = [s for s in m.draft.spaces.values() if s.kind == "sea"]
    sections = [m.draft.spaces[f"{a.id}_{n}"] for a in areas for n in range(5)]
    shades = ("#c9dde3", "#bcd5de", "#aecbd8", "#9fc0d1", "#8fb3c8")
    boxes = [{"rings": [section_ring(s)], "space": s.id, "style": {"fill": shades[int(s.id[-1])]}} for s in sections]
    numbers = [
        {"text": s.id[-1], "x": round(s.x + BOX * 0.36, 1), "y": round(s.y + BOX * 0.33, 1), "anchor": "middle"} for s in sections
    ]
    titles = [
        {
            "text": a.name.upper(),
            "x": round(sum(p[0] for p in area_ring(m, a)) / 4, 1),
            "y": round(area_ring(m, a)[0][1] + 17, 1),
            "anchor": "middle",
            **narrow(a.name, area_ring(m, a)),
        }
        for a in areas
    ]
    return [
        layer(
            "sea_boxes",
            "polygon",
            [{"rings": [area_ring(m, a)], "space": a.id} for a in areas],
            fill="#dbe7ea",
            fill_opacity=0.82,
            stroke="#3f6c86",
            stroke_width=2.0,
        ),
        layer("sea_boxes", "polygon", boxes, stroke="#5f8ba3", stroke_width=1.2),
        layer("sea_boxes", "label", numbers, zoom=(1, 2), above=True, font_size=12, font_family="sans", fill="#41647a"),
        layer(
            "labels_sea",
            "label",
            titles,
            zoom=(1, 2),
            above=True,
            font_size=TITLE_SIZE,
            font_family="sans",
            font_weight="bold",
            fill=SEA_INK,
        ),
    ]


def outlines(m: Making) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for s in m.draft.spaces.values():
        if s.kind == "area":
            out[s.id] = {"outline": [hexagon(s)]}
        elif s.kind == "sea":
            out[s.id] = {"outline": [area_ring(m, s)]}
        elif s.kind == "box":
            out[s.id] = {"outline": [section_ring(s)] if is_section(s) else [box_ring(s)]}
    return out


