"""How the board of The War looks: the layers, symbols and names of its `drawing.json`, and its pictures.

Colours and sizes only; what a hex is stands in spaces.csv and borders.csv.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

from shapely import contains_xy, prepare
from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from grognard.atelier import ground, render, svg, tracks
from grognard.atelier.cities import Place
from grognard.atelier.draft import Draft, Space
from grognard.atelier.grid import XY
from grognard.atelier.labels import Name, Room, lettering, place, within_outline
from grognard.atelier.render import Layer, layer
from grognard.atelier.tw import GRID, SIZE, Making

COUNTRY_NAMES = {"ussr": "SOVIET UNION", "britain": "GREAT BRITAIN", "spanish_morocco": "SPANISH MOROCCO"}
BOX_SIZE = {"box": (300.0, 190.0), "sea": (300.0, 190.0)}
INK, SEA_INK, LAND_INK = "#2b2622", "#2d5f7c", "#7a3b2e"
APART, INWARD = 24.0, 34.0  # marks of places: least distance from each other, most from the middle of their hex


def drawing(m: Making) -> dict[str, Any]:
    """The whole `drawing.json`."""
    dry = unary_union(m.surface.land).difference(unary_union(m.surface.lakes))
    spots = ashore(place_spots(m), m, dry)
    layers = render.water_and_land(m.surface, SIZE)
    layers.append(layer("relief", "raster", [{
        "href": ground.paint(m.draft, GRID, m.surface, m.projection, m.country.relief, SIZE), "x": 0, "y": 0,
        "width": SIZE[0], "height": SIZE[1]}]))
    layers += render.lakes_and_coast(m.surface, SIZE)
    layers += render.glyphs(m.draft, m.surface, GRID, busy(m, spots))
    layers += render.rivers(m.draft, GRID)
    layers += render.railways(m.draft, lambda hops: courses(m, hops, spots, dry), spots.values())
    layers += render.sea_limits(m.draft, GRID)
    layers += render.frontiers(m.draft, GRID, {"eastern_poland": ("#7a1f1f", "pact_line"), "vichy": ("#4a4a8a", "vichy_line"),
                                               "karelia": ("#7a1f1f", "pact_line"), "bessarabia": ("#7a1f1f", "pact_line")})
    layers += [closed_sides(m), straits(m)]
    layers += marks(m)
    layers += render.veil(GRID, SIZE)
    layers += margins(m)
    layers += legend()
    layers += symbols(m, spots)
    layers += names(m, spots)
    outlines = render.sea_outlines(m.draft, GRID)
    for space in m.draft.spaces.values():
        if "off_map" in space.words("regions"):
            outlines[space.id] = {"outline": [box_corners(space)]}
    return {"provenance": "public Natural Earth 4.1 to 5.1; relief of three-globe (MIT); reconstructed layers as in board.toml",
            "size": list(SIZE), "hex": {"orientation": "pointy", "size": round(GRID.size, 3),
                                        "maps": {GRID.map: {"orientation": "pointy", "size": round(GRID.size, 3)}}},
            "spaces": outlines, "layers": layers}


def place_spots(m: Making) -> dict[str, XY]:
    """Where each place's mark stands: its true position, kept well inside its hex and apart from its neighbours in it. Two that
    are too near are pushed apart along the line between them, so that what lies north of the other still does."""
    out: dict[str, XY] = {}
    for cell, here in m.at.items():
        cx, cy = GRID.centre(cell)
        spots = [m.projection.xy(p.lon, p.lat) for p in here]
        for _ in range(30):
            spots = [_kept_in(x, y, cx, cy) for x, y in spots]
            for i, j in combinations(range(len(spots)), 2):
                (ax, ay), (bx, by) = spots[i], spots[j]
                apart = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
                if apart < APART:
                    dx, dy = ((bx - ax) / apart, (by - ay) / apart) if apart > 0.5 else (0.0, 1.0)
                    push = (APART - apart) / 2
                    spots[i], spots[j] = (ax - dx * push, ay - dy * push), (bx + dx * push, by + dy * push)
        for p, spot in zip(here, spots):
            out[p.id] = _kept_in(*spot, cx, cy)
    return out


def _kept_in(x: float, y: float, cx: float, cy: float) -> XY:
    reach = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
    return (x, y) if reach <= INWARD else (cx + (x - cx) * INWARD / reach, cy + (y - cy) * INWARD / reach)


def ashore(spots: dict[str, XY], m: Making, dry: BaseGeometry) -> dict[str, XY]:
    """Marks that would stand in the water go to the land of their hex that is nearest to where they truly lie."""
    prepare(dry)
    out = dict(spots)
    for cell, here in m.at.items():
        for p in here:
            if not contains_xy(dry, *spots[p.id]):
                land = dry.intersection(GRID.polygon(cell).buffer(-4))
                if not land.is_empty:
                    out[p.id] = nearest_points(land, Point(m.projection.xy(p.lon, p.lat)))[0].coords[0]
    return out


def courses(m: Making, hops: list[tuple[str, str]], spots: dict[str, XY], dry: BaseGeometry) -> list[LineString]:
    """Railways meet in the greatest town of a hex and run over dry ground."""
    ids = {id for hop in hops for id in hop}
    hexes = {GRID.id(cell): GRID.polygon(cell) for cell in GRID.cells() if GRID.id(cell) in ids}
    towns = {GRID.id(cell): spots[max(here, key=rank).id] for cell, here in m.at.items() if here}
    return tracks.tracks(hops, hexes, tracks.stations(hexes, towns, dry), dry)


def rank(p: Place) -> tuple[bool, bool, bool]:
    return "capital" in p.roles, "city" in p.roles, "port" in p.roles


def busy(m: Making, spots: dict[str, XY]) -> dict[str, list[XY]]:
    """Spots in each hex that terrain glyphs keep clear of: the number, the places and their names."""
    out: dict[str, list[XY]] = defaultdict(list)
    for space in m.draft.spaces.values():
        if space.kind == "hex":
            out[space.id] = [(space.x, space.y - 39)]
    for p in m.places:
        x, y = spots[p.id]
        out[GRID.id(p.cell)] += [(x, y), (x + 16, y), (x + 30, y), (x - 8, y)]
    return out


def shown(p: Place) -> bool:
    return bool(p.roles & {"city", "port"})


def box_corners(space: Space) -> render.Points:
    w, h = BOX_SIZE[space.kind]
    return [[space.x - w / 2, space.y - h / 2], [space.x + w / 2, space.y - h / 2],
            [space.x + w / 2, space.y + h / 2], [space.x - w / 2, space.y + h / 2]]


# --- marks of hexes and sides -------------------------------------------------------------------------------------------


def closed_sides(m: Making) -> Layer:
    chains = render.side_chains(m.draft, GRID, lambda b, *_: "impassable" in b.features)
    return layer("features", "line", [{"points": c} for c in chains], stroke="#5b2a12", stroke_width=7, stroke_opacity=0.85,
                 cap="butt", dash=[10, 3])


def straits(m: Making) -> Layer:
    """Crossing arrows over crossable straits (10.6.10)."""
    from math import atan2, degrees

    out = []
    for b in m.draft.borders.values():
        if "strait" in b.features and m.draft.spaces[b.a].kind == "hex":
            a, c = m.draft.spaces[b.a], m.draft.spaces[b.b]
            out.append({"symbol": "strait", "x": round((a.x + c.x) / 2, 1), "y": round((a.y + c.y) / 2, 1),
                        "angle": round(degrees(atan2(c.y - a.y, c.x - a.x)), 1)})
    return layer("features", "symbol", out, size=36, fill="none", stroke="#9c2b23", stroke_width=3.4)


def marks(m: Making) -> list[Layer]:
    """Objectives ringed in orange, as the rules describe them; fortresses and beaches."""
    hexes = [s for s in m.draft.spaces.values() if s.kind == "hex"]
    rings = [{"rings": [render.inset(GRID, s, 0.06)], "space": s.id} for s in hexes if "objective" in s.words("features")]
    forts = [{"rings": [render.inset(GRID, s, 0.14)], "space": s.id} for s in hexes if "fortress" in s.words("features")]
    beaches = [{"symbol": "beach", **beach_spot(m, s), "space": s.id} for s in hexes if "beach" in s.words("features")]
    return [
        layer("objectives", "polygon", rings, fill="none", stroke="#e07b1f", stroke_width=4.2, stroke_opacity=0.9),
        layer("features", "polygon", forts, fill="none", stroke="#4b4038", stroke_width=4.4, stroke_opacity=0.9),
        layer("features", "symbol", beaches, zoom=(0, 2), size=17, fill="none", stroke="#a8741a", stroke_width=2.6),
    ]


def beach_spot(m: Making, space: Space) -> dict[str, float]:
    """On the water side of the hex, towards its middle."""
    assert space.row is not None
    assert space.col is not None
    hexagon = GRID.polygon((space.row, space.col))
    wet = hexagon
    for _, land in m.surface.land_in(hexagon):
        wet = wet.difference(land)
    core = wet.intersection(box(space.x - 36, space.y - 36, space.x + 36, space.y + 40)).buffer(-3)
    if core.is_empty:
        core = wet.buffer(-1)
    if core.is_empty:  # the shore is a river mouth too small to draw
        return {"x": round(space.x + 30, 1), "y": round(space.y + 30, 1)}
    spot = core.representative_point()
    return {"x": round(float(spot.x), 1), "y": round(float(spot.y), 1)}


def margins(m: Making) -> list[Layer]:
    """The off-map boxes and sea areas of 8.8, framed."""
    off = [s for s in m.draft.spaces.values() if "off_map" in s.words("regions")]
    land = [{"rings": [box_corners(s)], "space": s.id} for s in off if s.kind == "box"]
    sea = [{"rings": [box_corners(s)], "space": s.id} for s in off if s.kind == "sea"]
    return [
        layer("boxes", "polygon", sea, fill="#a3c3cf", stroke="#3f6c86", stroke_width=3.0),
        layer("boxes", "polygon", land, fill="#efe7cf", stroke="#5b4a3a", stroke_width=4.0),
    ]


LEGEND = (
    ("clear", "Clear"), ("forest", "Forest"), ("mountain", "Mountain"), ("swamp", "Swamp"), ("desert", "Desert"),
    ("wasteland", "Wasteland: closed"),
)
LEGEND_SYMBOLS = (("capital", "Capital"), ("city", "City"), ("port", "Port"), ("shipyard", "Shipyard"), ("industry", "Industry"),
                  ("oil", "Oil"), ("beach", "Beach"), ("strait", "Crossable strait"))
LEGEND_LINES: tuple[tuple[str, str, float, list[float]], ...] = (
    ("River", "#4f8aa8", 6, []), ("Border of 1939", "#8e2f2a", 3, [16, 6, 3, 6]), ("Pact line", "#7a1f1f", 3.4, [3, 7]),
    ("Vichy line", "#4a4a8a", 3.4, [3, 7]), ("Railway", "#6b5d4d", 2.4, []), ("Sea area limit", "#3f6c86", 3, [12, 9]),
    ("Objective", "#e07b1f", 5, []), ("Fortress", "#4b4038", 5, []),
)


def legend() -> list[Layer]:
    """The title and the key, over the Sahara where nothing can happen."""
    x0, y0, wide, high = 396.0, 3318.0, 1130.0, 800.0
    frame = [[x0, y0], [x0 + wide, y0], [x0 + wide, y0 + high], [x0, y0 + high]]
    inner = [[x0 + 12, y0 + 12], [x0 + wide - 12, y0 + 12], [x0 + wide - 12, y0 + high - 12], [x0 + 12, y0 + high - 12]]
    middle = x0 + wide / 2
    words: list[dict[str, Any]] = [
        {"text": "THE WAR", "x": middle, "y": y0 + 112, "style": {"font_size": 92, "font_weight": "bold", "letter_spacing": 14}},
        {"text": "EUROPE 1939 – 1945", "x": middle, "y": y0 + 172,
         "style": {"font_size": 44, "letter_spacing": 9, "fill": LAND_INK}},
        {"text": "A reconstruction from public geography; hex numbers as in the rules, row from the north, column from the east",
         "x": middle, "y": y0 + 218, "style": {"font_size": 21, "font_style": "italic"}},
    ]
    tints, glyphs, marks_, lines = [], [], [], []
    shapes = {"forest": "tree", "mountain": "peak", "swamp": "reed", "desert": "dune", "wasteland": "dune"}
    for k, (terrain, name) in enumerate(LEGEND):
        x, y = x0 + 86, y0 + 292 + k * 78
        corner = [[round(x + 38 * c, 1), round(y + 38 * s, 1)] for c, s in HEXAGON]
        colour = "#{:02x}{:02x}{:02x}".format(*ground.COLOURS[terrain])
        tints.append({"rings": [corner], "style": {"fill": colour}})
        if terrain in shapes:
            glyphs += [{"symbol": shapes[terrain], "x": x + dx, "y": y + dy} for dx, dy in ((-13, -6), (12, -9), (1, 13))]
        words.append({"text": name, "x": x + 56, "y": y + 10, "anchor": "start", "style": {"font_size": 28}})
    for k, (symbol, name) in enumerate(LEGEND_SYMBOLS):
        x, y = x0 + 480, y0 + 280 + k * 60
        marks_.append({"symbol": symbol, "x": x, "y": y})
        words.append({"text": name, "x": x + 44, "y": y + 10, "anchor": "start", "style": {"font_size": 28}})
    for k, (name, stroke, thick, dash) in enumerate(LEGEND_LINES):
        x, y = x0 + 770, y0 + 280 + k * 60
        style: dict[str, Any] = {"stroke": stroke, "stroke_width": thick, **({"dash": dash} if dash else {})}
        lines.append({"points": [[x, y], [x + 78, y]], "style": style})
        words.append({"text": name, "x": x + 98, "y": y + 10, "anchor": "start", "style": {"font_size": 28}})
    return [
        layer("legend", "polygon", [{"rings": [frame]}], above=True, fill="#efe7cf", stroke="#5b4a3a", stroke_width=5),
        layer("legend", "polygon", [{"rings": [inner]}], above=True, fill="none", stroke="#5b4a3a", stroke_width=1.6),
        layer("legend", "polygon", tints, above=True, fill="#dfd9b5", stroke="#6b6252", stroke_width=1.6),
        layer("legend", "symbol", glyphs, above=True, size=15, fill="#8a9a6a", stroke="#54503f", stroke_width=1.1),
        layer("legend", "symbol", marks_, above=True, size=30, fill="#2b2622", stroke="#2b2622", stroke_width=2.4),
        layer("legend", "line", lines, above=True, cap="butt"),
        layer("legend", "label", words, above=True, font_size=28, fill=INK),
    ]


HEXAGON = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))


def symbols(m: Making, spots: dict[str, XY]) -> list[Layer]:
    def at(p: Place, dx: float = 0.0, dy: float = 0.0) -> dict[str, Any]:
        x, y = spots[p.id]
        return {"x": round(x + dx, 1), "y": round(y + dy, 1), "space": GRID.id(p.cell)}

    towns = [p for p in m.places if "city" in p.roles]
    capitals = [{"symbol": "capital", **at(p)} for p in towns if "capital" in p.roles]
    plain = [{"symbol": "city", **at(p)} for p in towns if "capital" not in p.roles]
    quays = [{"symbol": "shipyard" if "shipyard" in p.roles else "port", **at(p, *((0, 17) if "city" in p.roles else (0, 0)))}
             for p in m.places if "port" in p.roles]
    works = [{"symbol": "industry", **at(p, -17, 0)} for p in towns if "industry" in p.roles]
    wells = [{"symbol": "oil", **at(p, 0, -19)} for p in m.places if "oil" in p.roles]
    return [
        layer("symbols", "symbol", plain, above=True, size=15, fill="#2b2622", stroke="#fff", stroke_width=1.6),
        layer("symbols", "symbol", capitals, above=True, size=17, fill="#a3231f", stroke="#fff", stroke_width=1.4),
        layer("symbols", "symbol", quays, above=True, zoom=(1, 2), size=13, fill="none", stroke="#1d4e6e", stroke_width=2.0),
        layer("symbols", "symbol", works, above=True, zoom=(1, 2), size=14, fill="#4b4038", stroke="#fff", stroke_width=0.8),
        layer("symbols", "symbol", wells, above=True, zoom=(1, 2), size=16, fill="none", stroke="#1b1b1b", stroke_width=1.8),
    ]


# --- names --------------------------------------------------------------------------------------------------------------


def names(m: Making, spots: dict[str, XY]) -> list[Layer]:
    """Three layers of names, each without collisions of its own."""
    land = unary_union(m.surface.land)
    prepare(land)

    def ashore_here(x: float, y: float) -> bool:
        return bool(contains_xy(land, x, y))

    out = []
    for zoom, (country, sea, city) in enumerate(((54.0, 34.0, 30.0), (40.0, 25.0, 21.0), (28.0, 19.0, 15.0))):
        room = Room()
        room.take((390.0, 3310.0, 1532.0, 4124.0))  # the legend
        for p in m.places:
            if shown(p):
                x, y = spots[p.id]
                room.take((x - 9, y - 9, x + 9, y + 9))
        wanted = [*box_names(m.draft, zoom), *city_names(m, spots, city, zoom), *sea_names(m, sea, ashore_here),
                  *country_names(m, country)]
        if zoom:
            wanted += river_names(m, city * 0.82)
        placed = place(wanted, room, (8.0, 8.0, SIZE[0] - 8, SIZE[1] - 8))
        out.append(lettering(zoom, placed, city, INK, round(city * 0.17, 1)))
    return out


def city_names(m: Making, spots: dict[str, XY], size: float, zoom: int) -> list[Name]:
    out = []
    for p in m.places:
        if not shown(p):
            continue
        worth = {"capital": 40, "objective": 30, "city": 15}
        weight = 20 + sum(worth.get(role, 0) for role in p.roles) + 10 * (p.named == "rulebook")
        if zoom == 0 and weight < 60:
            continue
        x, y = spots[p.id]
        bold = "bold" if "capital" in p.roles else "normal"
        grown = size * (1.0 if weight >= 60 else 0.86)
        out.append(Name(p.name, x, y, round(grown, 1), weight, 10.0, style=(("font_weight", bold), ("font_family", "sans"))))
    return out


def sea_names(m: Making, size: float, dry: Callable[[float, float], bool]) -> list[Name]:
    """Names of the seas, on their water: also beside islands and in a gulf that no hex holds alone."""
    style = (("fill", SEA_INK), ("font_style", "italic"), ("halo", "#b9d3dc"), ("halo_width", round(size * 0.12, 1)))
    here: dict[str, list[Space]] = defaultdict(list)
    for s in m.draft.spaces.values():
        if s.kind == "hex":
            for sea in s.listed("seas"):
                here[sea].append(s)
    out = []
    for s in m.draft.spaces.values():
        if s.kind == "sea" and "off_map" not in s.words("regions"):
            mine = [h for h in here[s.id] if h.terrain == "water"] or here[s.id]
            out += inside_name(m, s.name, s.id, mine, size, 75, round(size * 0.09, 1), style, here[s.id], dry)
    return out


def country_names(m: Making, size: float) -> list[Name]:
    mine: dict[str, list[Space]] = defaultdict(list)
    for s in m.draft.spaces.values():
        if s.kind == "hex" and s.country:
            mine[s.country].append(s)
    style = (("fill", LAND_INK), ("font_weight", "bold"), ("halo", "#f4efdd"), ("halo_width", 3.0), ("opacity", 0.85))
    out = []
    for country, hexes in mine.items():
        shown_size = round(size if len(hexes) >= 25 else size * 0.62 if len(hexes) >= 8 else size * 0.45, 1)
        if country == "algeria":
            hexes = [s for s in hexes if s.terrain != "wasteland"] or hexes
        name = COUNTRY_NAMES.get(country, country.replace("_", " ").upper())
        if len(hexes) == 1 and any(p.name.upper() == name for p in m.places):
            continue  # the city's name says it
        weight = 10 + len(hexes) / 20 if len(hexes) >= 8 else 30
        out += inside_name(m, name, country, hexes, shown_size, weight, round(shown_size * 0.22, 1), style, hexes)
    return out


BESIDE = ((0, 0), (0.5, 0), (0, 0.42), (0, -0.42), (0, 0.3), (0.25, 0), (-0.25, 0), (0.25, 0.42), (-0.25, 0.42))


def inside_name(m: Making, name: str, of: str, over: list[Space], size: float, weight: float, spacing: float,
                style: tuple[tuple[str, object], ...], ground: list[Space],
                barred: Callable[[float, float], bool] = lambda x, y: False) -> list[Name]:
    """A name that keeps to the hexes it speaks of, and off what is `barred` to it; none if it has no hex."""
    held = {s.id for s in ground}
    width = GRID.width

    def inside(x: float, y: float) -> bool:
        return GRID.id(GRID.at(x, y)) in held and not barred(x, y)

    tried = [(s.x + dx * width, s.y + dy * width) for s in over for dx, dy in BESIDE]
    spots = within_outline(name, size, spacing, tried, inside)
    if not spots:
        return []
    x, y = spots[0]
    return [Name(name, x, y, size, weight, spacing=spacing, style=style, shifts=tuple((a - x, b - y) for a, b in spots), of=of)]


def river_names(m: Making, size: float) -> list[Name]:
    style = (("fill", "#2f6f96"), ("font_style", "italic"), ("halo", "#f4efdd"), ("halo_width", 2.0))
    out = []
    for river in m.rivers:
        for course in river.course[:1]:
            middle = course.interpolate(0.5, normalized=True)
            shifts = tuple((d, e) for d in (0, -30, 30) for e in (-20, 20, -45, 45))
            out.append(Name(river.name, middle.x, middle.y, round(size, 1), 5, style=style, shifts=shifts))
    return out


def box_names(draft: Draft, zoom: int) -> list[Name]:
    size = (34.0, 32.0, 26.0)[zoom]
    style = (("font_weight", "bold"), ("halo", "#efe7cf"))
    wet = (("fill", SEA_INK), ("font_style", "italic"), ("halo", "#a3c3cf"))
    off = [s for s in draft.spaces.values() if "off_map" in s.words("regions")]
    out = [Name(s.name, s.x, s.y - (62 if s.kind == "box" else 0), size if s.kind == "box" else size * 0.9, 500, must=True,
                style=style if s.kind == "box" else wet) for s in off]
    small = (("font_style", "italic"), ("halo", "#efe7cf"))
    told = {s.id: ", ".join(sorted(s.words("features") & {"port", "shipyard", "beach"})) for s in off if s.kind == "box"}
    return out + [Name(told[s.id], s.x, s.y + 70, 21.0, 499, must=True, style=small) for s in off if told.get(s.id)]


# --- pictures -----------------------------------------------------------------------------------------------------------

CLOSE_UPS = {  # a part of the board: centre longitude and latitude, width and height in hexes
    "low_countries": (5.2, 50.9, 9.0, 6.6), "dardanelles": (26.9, 40.6, 9.0, 6.6), "leningrad": (30.8, 60.1, 9.0, 6.6),
    "libya_and_egypt": (26.0, 31.0, 14.0, 9.6), "alps_and_po": (10.6, 46.2, 9.0, 6.6),
    "kiev_and_dnieper": (31.8, 49.6, 10.0, 7.3),
}


def pictures(drawn: dict[str, Any], spaces: list[dict[str, str]], m: Making, folder: Path) -> None:
    """docs/boards/tw.svg, tw.png and the six close-ups."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = svg.svg(drawn, spaces, zoom=0, width=2660)
    (folder / "tw.svg").write_text(whole, encoding="utf-8")
    svg.png(whole, folder / "tw.png", 2660, round(2660 * SIZE[1] / SIZE[0]), 224)
    for name, (lon, lat, wide, high) in CLOSE_UPS.items():
        x, y = m.projection.xy(lon, lat)
        view = (x - wide * 50, y - high * 50, wide * 100, high * 100)
        part = svg.svg(drawn, spaces, view=view, zoom=2 if wide < 12 else 1, numbers=True, width=1500)
        svg.png(part, folder / f"tw_{name}.png", 1500, round(1500 * high / wide), 224)
