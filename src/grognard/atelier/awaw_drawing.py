"""How the boards of A World at War look: two maps side by side, the boxes of rule 5 around them.

The coastline is real where the hex list leaves room: land hexes are filled, sea hexes are kept wet, joined hexes are joined, so
that a player never reads a passage that is none. Colours and sizes only; what a hex is stands in spaces.csv and borders.csv.
"""

from __future__ import annotations

from collections import defaultdict
from math import atan2, degrees
from pathlib import Path
from typing import Any

import shapely
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier import render, svg
from grognard.atelier.awaw import GRIDS, SIZE, WINDOWS, Making
from grognard.atelier.draft import Draft, Space
from grognard.atelier.grid import Grid
from grognard.atelier.labels import Name, Room, lettering, place
from grognard.atelier.land import polygons
from grognard.atelier.render import Layer, layer
from grognard.atelier.sources import layer as geography
from grognard.atelier.sources import within

INK, SEA_INK, LAND_INK = "#2b2622", "#2d5f7c", "#7a3b2e"
BOX = (440.0, 250.0)
TINTS = {"mountain": "#c9b48f", "forest": "#b9c79a", "swamp": "#b5c8b4", "jungle": "#a9c48b", "jungle_mountain": "#a3a878"}
GLYPHS = {
    "mountain": ("peak", 5),
    "forest": ("tree", 8),
    "swamp": ("reed", 6),
    "jungle": ("tree", 9),
    "jungle_mountain": ("peak", 5),
}
Land = dict[str, BaseGeometry]


def drawing(m: Making) -> dict[str, Any]:
    """The whole `drawing.json`."""
    land = {name: coast(m, name) for name in GRIDS}
    whole = unary_union(list(land.values()))
    frame = box(0, 0, *SIZE)
    layers = [layer("sea", "polygon", [{"rings": [[[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]]]}], fill="#8fb3c4")]
    plain = whole.simplify(6)
    for reach, fill in ((70, "#9dbfcc"), (28, "#b0cdd6")):
        layers.append(
            layer(
                "depth",
                "polygon",
                render.area_features(plain.buffer(reach, quad_segs=2).intersection(frame), 5, 200),
                fill=fill,
            )
        )
    layers.append(layer("land", "polygon", render.area_features(whole, 1.6, 60), fill="#e2dcba"))
    layers += terrain(m, land)
    layers.append(
        layer(
            "coast",
            "line",
            [
                {"points": render.points(r.simplify(1.6).coords)}
                for p in polygons(whole)
                if p.area > 60
                for r in (p.exterior, *p.interiors)
            ],
            stroke="#4d7385",
            stroke_width=1.8,
            join="round",
        )
    )
    for grid in GRIDS.values():
        layers += render.rivers(m.draft, grid)
        layers += borders(m.draft, grid)
        layers += front_lines(m.draft, grid)
    layers += render.railways(m.draft)
    layers += [closed_sides(m), straits(m), *marks(m), *veil(), *boxes(m), *symbols(m), *names(m)]
    sizes = {name: {"orientation": "pointy", "size": round(grid.size, 3)} for name, grid in GRIDS.items()}
    outlines = {s.id: {"outline": [corners(s)]} for s in m.draft.spaces.values() if s.kind == "box"}
    return {
        "provenance": "public Natural Earth fitted under the recovered hex list (MIT); reconstructed layers as in board.toml",
        "size": list(SIZE),
        "hex": {"orientation": "pointy", "size": round(GRIDS["europe"].size, 3), "maps": sizes},
        "spaces": outlines,
        "layers": layers,
    }


# --- coasts ---------------------------------------------------------------------------------------------------------------


def coast(m: Making, name: str) -> BaseGeometry:
    """The land of one map: real shores inside the coast hexes, nothing in sea hexes, everything in land hexes."""
    grid, project = GRIDS[name], m.projections[name]
    shore = [
        f.shape
        for window in WINDOWS[name]
        for source in ("ne_10m_land", "ne_10m_minor_islands")
        for f in within(geography(source, m.geo), *window)
    ]
    pieces = [p.buffer(0) for s in shore for p in polygons(project.shape(shapely.segmentize(s, 0.7)))]
    tree = STRtree(pieces)
    mine = [s for s in m.draft.spaces.values() if s.kind == "hex" and s.map == name]
    by_id = {s.id: s for s in mine}
    sides: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
    for b in m.draft.borders.values():
        if b.a in by_id and b.b in by_id:
            sides[b.a].append((b.b, b.features))
            sides[b.b].append((b.a, b.features))
    made, channels = [], []
    for s in mine:
        if s.terrain == "sea":
            continue
        hexagon = polygon(grid, s)
        wet = any("ships" in f for _, f in sides[s.id])
        if not wet:
            made.append(hexagon.buffer(0.4))
            continue
        real = unary_union([shapely.intersection(pieces[i], hexagon) for i in tree.query(hexagon, predicate="intersects")])
        share = real.area / hexagon.area
        if share < 0.16:
            made.append(Point(s.x, s.y).buffer(30 if "island" not in s.words("features") else 19, quad_segs=5))
        made.append(real)
        for other, features in sides[s.id]:
            there = by_id[other]
            if "sea" not in features:
                made.append(LineString([(s.x, s.y), (there.x, there.y)]).buffer(20 if "ships" in features else 27))
            elif there.terrain != "sea" and other > s.id:
                channels.append(LineString(shared_side(grid, s, there)).buffer(10))
    sea = unary_union([polygon(grid, s) for s in mine if s.terrain == "sea"])
    whole = unary_union(made).difference(sea).difference(unary_union(channels))
    return whole.buffer(5, quad_segs=3).buffer(-9, quad_segs=3).buffer(4, quad_segs=3)


def polygon(grid: Grid, s: Space) -> Polygon:
    assert s.row is not None and s.col is not None
    return grid.polygon((s.row, s.col))


def shared_side(grid: Grid, a: Space, b: Space) -> list[tuple[float, float]]:
    mine, theirs = list(polygon(grid, a).exterior.coords)[:-1], list(polygon(grid, b).exterior.coords)[:-1]
    return [p for p in mine if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 1 for q in theirs)]


def terrain(m: Making, land: Land) -> list[Layer]:
    """A tint over the land part of the hex (4.64), and a few glyphs."""
    out: list[dict[str, Any]] = []
    signs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    spots = ((-22, -8), (20, -12), (0, 20), (-4, -26), (26, 16), (-28, 18), (10, 2), (-12, 6), (16, -30))
    for s in m.draft.spaces.values():
        if s.kind != "hex" or s.terrain not in TINTS:
            continue
        for p in polygons(polygon(GRIDS[s.map], s).buffer(-1.5).intersection(land[s.map])):
            if p.area > 100:
                out.append({"rings": render.rings(p.simplify(1.5)), "style": {"fill": TINTS[s.terrain]}})
        symbol, count = GLYPHS[s.terrain]
        for dx, dy in spots[:count]:
            if land[s.map].contains(Point(s.x + dx, s.y + dy)):
                signs[symbol].append({"symbol": symbol, "x": round(s.x + dx, 1), "y": round(s.y + dy, 1)})
    styles: dict[str, dict[str, Any]] = {
        "tree": {"size": 10, "fill": "#6d8f57", "stroke": "#4c6b3d", "stroke_width": 0.8},
        "peak": {"size": 16, "fill": "#a98f74", "stroke": "#6e5842", "stroke_width": 1.1},
        "reed": {"size": 11, "fill": "none", "stroke": "#46766b", "stroke_width": 1.2},
    }
    return [
        layer("terrain", "polygon", out, fill="#ddd", fill_opacity=0.8),
        *(layer("terrain", "symbol", signs[k], zoom=(1, 2), **style) for k, style in styles.items()),
    ]


# --- lines ----------------------------------------------------------------------------------------------------------------


def borders(draft: Draft, grid: Grid) -> list[Layer]:
    lines = [
        {"points": c}
        for c in render.side_chains(
            draft,
            grid,
            lambda f, a, b: "sea" not in f.features and a.country != b.country and "sea" not in (a.terrain, b.terrain),
        )
    ]
    return [layer("borders", "line", lines, stroke="#4a3f36", stroke_width=2.8, dash=[12, 7], cap="butt")]


def front_lines(draft: Draft, grid: Grid) -> list[Layer]:
    lines = [{"points": c} for c in render.side_chains(draft, grid, lambda f, a, b: a.columns["front"] != b.columns["front"])]
    return [layer("fronts", "line", lines, stroke="#b3261e", stroke_width=4.4, stroke_opacity=0.75, cap="round", join="round")]


def closed_sides(m: Making) -> Layer:
    chains = [c for grid in GRIDS.values() for c in render.side_chains(m.draft, grid, lambda b, *_: "impassable" in b.features)]
    return layer(
        "features",
        "line",
        [{"points": c} for c in chains],
        stroke="#5b2a12",
        stroke_width=7,
        stroke_opacity=0.85,
        cap="butt",
        dash=[10, 3],
    )


def straits(m: Making) -> Layer:
    out = []
    for b in m.draft.borders.values():
        if "strait" in b.features:
            a, c = m.draft.spaces[b.a], m.draft.spaces[b.b]
            out.append(
                {
                    "symbol": "strait",
                    "x": round((a.x + c.x) / 2, 1),
                    "y": round((a.y + c.y) / 2, 1),
                    "angle": round(degrees(atan2(c.y - a.y, c.x - a.x)), 1),
                }
            )
    return layer("features", "symbol", out, size=40, fill="none", stroke="#1f5fa8", stroke_width=4)


def marks(m: Making) -> list[Layer]:
    hexes = [s for s in m.draft.spaces.values() if s.kind == "hex"]

    def rings(word: str, by: float) -> list[dict[str, Any]]:
        return [{"rings": [render.inset(GRIDS[s.map], s, by)], "space": s.id} for s in hexes if word in s.words("features")]

    beaches = [
        {"symbol": "beach", "x": s.x, "y": round(s.y + 34, 1), "space": s.id} for s in hexes if "beach" in s.words("features")
    ]
    closed = [{"rings": [render.inset(GRIDS[s.map], s, 0.02)], "space": s.id} for s in hexes if "closed" in s.words("features")]
    return [
        layer("features", "polygon", closed, fill="#8d8579", fill_opacity=0.55),
        layer(
            "objectives",
            "polygon",
            rings("objective", 0.07),
            fill="none",
            stroke="#c4281f",
            stroke_width=4.4,
            stroke_opacity=0.85,
        ),
        layer(
            "features", "polygon", rings("fortress", 0.16), fill="none", stroke="#4b4038", stroke_width=4.4, stroke_opacity=0.9
        ),
        layer("features", "symbol", beaches, zoom=(1, 2), size=17, fill="none", stroke="#a8741a", stroke_width=2.6),
    ]


def veil() -> list[Layer]:
    """What lies off the hexes, dimmed, and a line around each map."""
    return [one for grid in GRIDS.values() for one in around(grid)]


_BOARD: dict[str, BaseGeometry] = {}


def around(grid: Grid) -> list[Layer]:
    return [
        layer(
            "veil",
            "polygon",
            [{"rings": render.rings(p)} for p in polygons(_BOARD[grid.map])],
            fill="none",
            stroke="#5b4a3a",
            stroke_width=3.2,
        )
    ]


def corners(space: Space) -> render.Points:
    w, h = BOX
    return [
        [space.x - w / 2, space.y - h / 2],
        [space.x + w / 2, space.y - h / 2],
        [space.x + w / 2, space.y + h / 2],
        [space.x - w / 2, space.y + h / 2],
    ]


def boxes(m: Making) -> list[Layer]:
    """The paper around the maps and the boxes upon it."""
    paper = box(0, 0, *SIZE).difference(unary_union([p.buffer(1) for p in _BOARD.values()]))
    off = [s for s in m.draft.spaces.values() if s.kind == "box"]
    land = [{"rings": [corners(s)], "space": s.id} for s in off if "sw" not in s.words("features")]
    sea = [{"rings": [corners(s)], "space": s.id} for s in off if "sw" in s.words("features")]
    return [
        layer("boxes", "polygon", [{"rings": render.rings(p)} for p in polygons(paper)], fill="#ece4cb"),
        layer("boxes", "polygon", sea, fill="#a3c3cf", stroke="#3f6c86", stroke_width=4.0),
        layer("boxes", "polygon", land, fill="#f3ecd8", stroke="#5b4a3a", stroke_width=4.0),
    ]


# --- symbols and names ------------------------------------------------------------------------------------------------------


def symbols(m: Making) -> list[Layer]:
    towns = [s for s in m.draft.spaces.values() if s.kind == "hex" and s.listed("cities")]

    def at(s: Space, dx: float = 0.0, dy: float = 0.0) -> dict[str, Any]:
        return {"x": round(s.x + dx, 1), "y": round(s.y + dy, 1), "space": s.id}

    def has(s: Space, word: str) -> bool:
        return word in s.words("features")

    capitals = [{"symbol": "capital", **at(s)} for s in towns if has(s, "capital")]
    plain = [{"symbol": "city", **at(s)} for s in towns if has(s, "city") and not has(s, "capital")]
    quays = [{"symbol": "shipyard" if has(s, "shipyard") else "port", **at(s, 0, 20)} for s in towns if has(s, "port")]
    wells = [{"symbol": "oil", **at(s, -22, 0)} for s in towns if s.columns["oil"]]
    works = [{"symbol": "industry", **at(s, 22, 0)} for s in towns if s.columns["ic"]]
    return [
        layer("symbols", "symbol", plain, above=True, size=15, fill="#2b2622", stroke="#fff", stroke_width=1.6),
        layer("symbols", "symbol", capitals, above=True, size=19, fill="#a3231f", stroke="#fff", stroke_width=1.4),
        layer("symbols", "symbol", quays, above=True, zoom=(1, 2), size=14, fill="none", stroke="#1d4e6e", stroke_width=2.0),
        layer("symbols", "symbol", works, above=True, zoom=(1, 2), size=16, fill="#4b4038", stroke="#fff", stroke_width=0.8),
        layer("symbols", "symbol", wells, above=True, zoom=(1, 2), size=18, fill="none", stroke="#1b1b1b", stroke_width=1.8),
    ]


def names(m: Making) -> list[Layer]:
    out = []
    for zoom, (city, country) in enumerate(((30.0, 76.0), (24.0, 60.0), (17.0, 44.0))):
        room = Room()
        wanted = []
        for s in m.draft.spaces.values():
            if s.kind == "box":
                style = (("font_weight", "bold"), ("fill", INK))
                wanted.append(Name(s.name.upper(), s.x, s.y - 88, 27.0, 500, style=style, must=True))
            elif s.listed("cities"):
                wanted += city_name(s, city, zoom)
        wanted += country_names(m.draft, country)
        placed = place(wanted, room, (8.0, 8.0, SIZE[0] - 8, SIZE[1] - 8))
        out.append(lettering(zoom, placed, city, INK, round(city * 0.17, 1)))
    return out


def city_name(s: Space, size: float, zoom: int) -> list[Name]:
    words = s.words("features")
    weight = 20 + 40 * ("capital" in words) + 30 * ("objective" in words) + 15 * ("port" in words)
    if zoom == 0 and weight < 60:
        return []
    red = "#b3261e" if "objective" in words else INK
    bold = "bold" if "capital" in words else "normal"
    return [
        Name(
            s.name,
            s.x,
            s.y,
            round(size if weight >= 60 else size * 0.88, 1),
            weight,
            12.0,
            style=(("font_weight", bold), ("font_family", "sans"), ("fill", red)),
        )
    ]


SPELLED = {"philipines": "PHILIPPINES", "dutch_e_indies": "DUTCH EAST INDIES"}


def country_names(draft: Draft, size: float) -> list[Name]:
    mine: dict[tuple[str, str], list[Space]] = defaultdict(list)
    for s in draft.spaces.values():
        if s.kind == "hex" and s.country:
            mine[s.map, s.country].append(s)
    out = []
    for (_, country), hexes in mine.items():
        if len(hexes) < 4:
            continue
        grown = size if len(hexes) >= 40 else size * 0.6 if len(hexes) >= 12 else size * 0.42
        x, y = sum(s.x for s in hexes) / len(hexes), sum(s.y for s in hexes) / len(hexes)
        shifts = tuple((dx, dy) for dy in (0, -45, 45, -90, 90) for dx in (0, -60, 60, -130, 130))
        style = (("fill", LAND_INK), ("font_weight", "bold"), ("halo", "#f4efdd"), ("halo_width", 3.0), ("opacity", 0.7))
        out.append(
            Name(
                SPELLED.get(country, country.replace("_", " ").upper()),
                x,
                y,
                round(grown, 1),
                10 + len(hexes) / 20,
                spacing=round(grown * 0.2, 1),
                style=style,
                shifts=shifts,
            )
        )
    return out


def outline(m: Making) -> None:
    """Each map's hexes as one shape, for the frame and the paper around it."""
    for name, grid in GRIDS.items():
        _BOARD[name] = unary_union([grid.polygon(c).buffer(0.3) for c in m.cells[name]]).simplify(0.5)


CLOSE_UPS = {
    "low_countries": ("eM26", 16, 11),
    "leningrad": ("eF44", 16, 11),
    "dardanelles": ("eAA31", 16, 11),
    "singapore": ("pFF13", 18, 12),
    "japan": ("pL30", 18, 12),
}


def pictures(drawn: dict[str, Any], spaces: list[dict[str, str]], m: Making, folder: Path) -> None:
    """docs/boards/awaw.png and close-ups."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = svg.svg(drawn, spaces, zoom=0, width=3000)
    svg.png(whole, folder / "awaw.png", 3000, round(3000 * SIZE[1] / SIZE[0]), 224)
    for name, (centre, wide, high) in CLOSE_UPS.items():
        s = m.draft.spaces[centre]
        view = (s.x - wide * 50, s.y - high * 50, wide * 100, high * 100)
        part = svg.svg(drawn, spaces, view=view, zoom=1, numbers=True, width=1500)
        svg.png(part, folder / f"awaw_{name}.png", 1500, round(1500 * high / wide), 224)
