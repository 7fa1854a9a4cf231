"""Drawing an area board: the layers of `drawing.json` for zones, sea zones, passages, convoy lines, rails and names.

The format is that of render.py (docs/boards/drawing-format.md); what the zones are is in the board's recipe, the picture
writer is svg.py. Owner tints are not in the drawing: a client paints them, and `tinted` does it for the pictures.
"""

from __future__ import annotations

import base64
import heapq
import io
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
import shapely.ops
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier import areas
from grognard.atelier.areas import XY, Floats, WorldMap
from grognard.atelier.labels import Name, Room, place
from grognard.atelier.render import Layer, Points, layer, points, smooth
from grognard.atelier.sources import Feature, Raster

Row = dict[str, str]

GROUND = {
    "normal": (221, 214, 178), "mountain": (203, 187, 156), "desert": (236, 217, 170), "jungle": (170, 190, 138),
    "marsh": (178, 196, 168), "tundra": (222, 224, 214),
}
GLYPHS = {"mountain": ("peak", 5200.0), "desert": ("dune", 9000.0), "jungle": ("tree", 5200.0), "marsh": ("reed", 4200.0)}
INK, SEA_INK, RED, WHITE = "#2b2622", "#2c5a74", "#a3231c", "#fbf8ef"


@dataclass(frozen=True)
class Zone:
    """A zone as it is drawn."""

    row: Row
    shape: BaseGeometry
    x: float
    y: float
    radius: float  # of the largest circle about (x, y)

    @property
    def id(self) -> str:
        return self.row["id"]

    @property
    def sea(self) -> bool:
        return self.row["kind"] == "sea"

    @property
    def words(self) -> list[str]:
        return self.row.get("facilities", "").split()


def zones(rows: list[Row], shapes: dict[str, BaseGeometry]) -> dict[str, Zone]:
    out = {}
    for row in rows:
        x, y = float(row["x"]), float(row["y"])
        out[row["id"]] = Zone(row, shapes[row["id"]], x, y, shapes[row["id"]].boundary.distance(Point(x, y)))
    return out


# --- water and land -----------------------------------------------------------------------------------------------------


def area_features(shape: BaseGeometry, tolerance: float, least: float, digits: int = 1) -> list[dict[str, Any]]:
    return [{"rings": areas.rings(p, digits)} for p in areas.pieces(shape.simplify(tolerance)) if p.area >= least]


def water_and_land(board: dict[str, Zone], world: WorldMap) -> list[Layer]:
    """The sea, lighter towards the coasts, and the land above it."""
    size = (world.width, world.height)
    frame = shapely.box(0, 0, *size)
    land = unary_union([z.shape for z in board.values() if not z.sea])
    plain = land.simplify(6)
    out = [layer("sea", "polygon", [{"rings": [[[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]]}], fill="#85abbf")]
    for reach, fill in ((150, "#8cb1c4"), (90, "#95b9ca"), (48, "#a0c2d0"), (20, "#afcdd7")):
        wide = plain.buffer(reach, quad_segs=4).intersection(frame)
        out.append(layer("depth", "polygon", area_features(wide, 3.5 if reach > 24 else 2.5, 200, 0), fill=fill))
    out.append(layer("land", "polygon", area_features(land, 0.8, 1, 0), fill="#ddd6b2", stroke="#41677a", stroke_width=3.0,
                     join="round"))
    return out


def ground(board: dict[str, Zone], world: WorldMap, relief: Raster, step: float = 4.5) -> Layer:
    """Terrain colours softly joined and shaded by relief, as one picture with a transparent sea."""
    width, height = round(world.width / step), round(world.height / step)
    colour = Image.new("RGB", (width, height), GROUND["normal"])
    mask = Image.new("L", (width * 2, height * 2), 0)
    pen, hole = ImageDraw.Draw(colour), ImageDraw.Draw(mask)
    for zone in board.values():
        for part in areas.pieces(zone.shape) if not zone.sea else ():
            corners = [(x, y) for x, y in part.exterior.coords]
            pen.polygon([(x / step, y / step) for x, y in corners], fill=GROUND[zone.row["terrain"]])
            hole.polygon([(x / step * 2, y / step * 2) for x, y in corners], fill=255)
    for zone in board.values():
        for part in areas.pieces(zone.shape) if zone.sea else ():
            if part.area < 60000:  # lakes and straits inside land, painted over with it above
                hole.polygon([(x / step * 2, y / step * 2) for x, y in part.exterior.coords], fill=0)
    tint = np.asarray(colour.filter(ImageFilter.GaussianBlur(14 / step)), dtype=float)
    heights = _heights(world, relief, step, width, height)
    dy, dx = np.gradient(heights)
    light = np.tanh((dx + dy) / 3.6)[..., None]
    high = np.clip((heights - 34) / 120, 0, 1)[..., None]
    tint = tint * (1 - 0.5 * high) + np.array((235.0, 229.0, 221.0)) * 0.5 * high
    lit = (tint + (255 - tint) * np.clip(light, 0, 1) * 0.45) * (1 + np.clip(light, -1, 0) * 0.42)
    picture = Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8), "RGB")
    picture.putalpha(mask.resize((width, height), Image.Resampling.BOX))
    stream = io.BytesIO()
    picture.save(stream, "WEBP", quality=54, alpha_quality=50, method=6)
    href = "data:image/webp;base64," + base64.b64encode(stream.getvalue()).decode()
    size = {"width": round(world.width, 1), "height": round(world.height, 1)}
    return layer("relief", "raster", [{"href": href, "x": 0, "y": 0, **size}])


def _heights(world: WorldMap, relief: Raster, step: float, width: int, height: int) -> Floats:
    xs, ys = np.meshgrid((np.arange(0, width, 2) + 0.5) * step, (np.arange(0, height, 2) + 0.5) * step)
    degrees = world.degrees(np.column_stack((xs.ravel(), ys.ravel())))
    rows, cols = relief.cells.shape
    fx = (degrees[:, 0] + 180) / 360 * cols - 0.5
    fy = np.clip((90 - degrees[:, 1]) / 180 * rows - 0.5, 0, rows - 2)
    i, j = np.floor(fx).astype(int), fy.astype(int)
    u, v = fx - i, fy - j
    cells, left, right = relief.cells.astype(float), i % cols, (i + 1) % cols
    above = cells[j, left] * (1 - u) + cells[j, right] * u
    below = cells[j + 1, left] * (1 - u) + cells[j + 1, right] * u
    value = above * (1 - v) + below * v
    field = Image.fromarray(value.reshape(xs.shape).astype(np.float32), "F").resize((width, height), Image.Resampling.BICUBIC)
    heights = np.asarray(field, dtype=float)
    for _ in range(2):  # the source is coarse: soften its steps
        heights = (2 * heights + np.roll(heights, 1, 0) + np.roll(heights, -1, 0)) / 4
        heights = (2 * heights + np.roll(heights, 1, 1) + np.roll(heights, -1, 1)) / 4
    return heights


def lakes_and_rivers(board: dict[str, Zone], world: WorldMap, lakes: list[Feature], rivers: list[Feature]) -> list[Layer]:
    land = unary_union([z.shape for z in board.values() if not z.sea]).buffer(1.5).buffer(-2.5)
    shapely.prepare(land)  # without slits between zones that would cut a river
    wet = [world.shape(f.shape.buffer(0)) for f in lakes]
    kept = unary_union([w for w in wet if w.area > 120]).intersection(land)
    lines: dict[float, list[dict[str, Any]]] = defaultdict(list)
    for river in rivers:
        for run in world.line(river.shape):
            course = LineString(run).simplify(2.0)
            if course.length > 14 and land.intersects(course):
                inside = course.intersection(land)
                for part in getattr(inside, "geoms", [inside]):
                    if part.geom_type == "LineString" and part.length > (3 if river.rank <= 3 else 12):
                        lines[3.6 if river.rank <= 3 else 1.6].append({"points": points(part.coords)})
    out = [layer("rivers", "line", found, stroke="#5b93ad", stroke_width=width, stroke_opacity=0.85, cap="round", join="round")
           for width, found in sorted(lines.items())]
    out.append(layer("lakes", "polygon", area_features(areas.polygons(kept), 1.2, 60), fill="#a0c2d0", stroke="#5f8698",
                     stroke_width=0.8))
    return out


def glyphs(board: dict[str, Zone]) -> list[Layer]:
    """Peaks, dunes, trees and reeds, scattered the same way every time, away from where pieces and names stand."""
    out: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for zone in board.values():
        if zone.row["terrain"] not in GLYPHS or zone.row.get("city") == "1":
            continue
        symbol, room = GLYPHS[zone.row["terrain"]]
        dice, inner = random.Random(zone.id), zone.shape.buffer(-9)
        if inner.is_empty:
            continue
        shapely.prepare(inner)
        west, south, east, north = inner.bounds
        put: list[XY] = []
        for _ in range(90):
            x, y = dice.uniform(west, east), dice.uniform(south, north)
            clear = math.hypot(x - zone.x, (y - zone.y) * 1.3) > min(34.0, zone.radius * 0.7)
            if clear and all(math.hypot(x - px, y - py) > 26 for px, py in put) and inner.contains(Point(x, y)):
                put.append((x, y))
                out[symbol].append({"symbol": symbol, "x": round(x, 1), "y": round(y, 1)})
            if len(put) >= min(26, 2 + zone.shape.area / room):
                break
    styles: dict[str, dict[str, Any]] = {
        "peak": {"size": 13, "fill": "#a98f74", "stroke": "#6e5842", "stroke_width": 0.9},
        "dune": {"size": 8, "fill": "none", "stroke": "#b98f4e", "stroke_width": 1.0},
        "tree": {"size": 9, "fill": "#6d8f57", "stroke": "#4c6b3d", "stroke_width": 0.7},
        "reed": {"size": 9, "fill": "none", "stroke": "#46766b", "stroke_width": 1.0},
    }
    return [layer("terrain", "symbol", sorted(out[s], key=lambda f: float(f["y"])), **style)
            for s, style in styles.items() if out[s]]


def tinted(drawing: dict[str, Any], board: dict[str, Zone], colours: dict[str, str], owner: str, *, band_too: bool
           ) -> dict[str, Any]:
    """The drawing with the land in its owners' colours, as a client shows it: a wash, and a band inside each border."""
    wash, band = [], []
    for zone in board.values():
        colour = colours.get(zone.row.get(owner, ""), colours[""])
        if zone.sea:
            continue
        wash += [{"rings": areas.rings(part), "style": {"fill": colour}} for part in areas.pieces(zone.shape)]
        if not band_too:
            continue
        rim = areas.polygons(zone.shape.difference(zone.shape.buffer(-min(9.0, zone.radius * 0.35))))
        band += [{"rings": areas.rings(part), "style": {"fill": colour}} for part in areas.pieces(rim)]
    new = [layer("owners", "polygon", wash, fill_opacity=0.42), layer("owners", "polygon", band, fill_opacity=0.4)]
    layers = drawing["layers"]
    at = 1 + max(k for k, one in enumerate(layers) if one["name"] == "relief")
    return drawing | {"layers": [*layers[:at], *new, *layers[at:]]}


# --- borders, and what lies on them -------------------------------------------------------------------------------------


def limits(board: dict[str, Zone], lines: dict[tuple[str, str], list[LineString]], closed: set[tuple[str, str]]) -> list[Layer]:
    """Limits of sea zones, borders inside a nation and between nations, and the borders no land unit crosses."""
    sea, inner, outer, wall = [], [], [], []
    for (a, b), parts in lines.items():
        one, other = board[a], board[b]
        found = [{"points": points(p.coords)} for p in parts if p.length > 1]
        if one.sea and other.sea:
            sea += found
        elif one.sea or other.sea:
            continue  # the outline of the land layer
        elif (a, b) in closed:
            wall += found
        elif one.row["country"] == other.row["country"]:
            inner += found
        else:
            outer += found
    return [
        layer("sea_limits", "line", sea, stroke="#f4f8f6", stroke_width=2.2, stroke_opacity=0.8, join="round"),
        layer("sea_limits", "line", sea, stroke="#3d6d86", stroke_width=1.1, stroke_opacity=0.7, join="round"),
        layer("borders", "line", inner, stroke="#4a4036", stroke_width=1.7, stroke_opacity=0.85, cap="round", join="round"),
        layer("borders", "line", outer, stroke="#37291f", stroke_width=2.4, cap="round", join="round"),
        layer("impassable", "line", wall, stroke="#5b4636", stroke_width=7.5, stroke_opacity=0.9, dash=[3, 3], cap="butt"),
    ]


class Ways:
    """Lines from zone to zone: through the middles of the borders they cross, broken at the seam of the map."""

    def __init__(self, board: dict[str, Zone], lines: dict[tuple[str, str], list[LineString]], width: float) -> None:
        self.board, self.lines, self.width = board, lines, width

    def gate(self, a: str, b: str) -> XY | None:
        parts = self.lines.get((a, b) if a < b else (b, a))
        if not parts:
            return None
        longest = max(parts, key=lambda p: p.length)
        spot = longest.interpolate(0.5, normalized=True)
        return float(spot.x), float(spot.y)

    def course(self, stops: list[str]) -> list[Points]:
        """A smooth line through the stops, in one run or, across the seam, two."""
        runs: list[Points] = [[]]
        for k, stop in enumerate(stops):
            zone = self.board[stop]
            self._go(runs, (zone.x, zone.y))
            if k + 1 < len(stops):
                gate = self.gate(stop, stops[k + 1])
                if gate is not None:
                    self._go(runs, gate)
        return [points(LineString(smooth(run, 2)).simplify(0.4).coords) for run in runs if len(run) > 1]

    def voyage(self, stops: list[str]) -> list[Points]:
        """A line through sea zones that keeps off the land; the first and the last stop may be ports."""
        runs: list[Points] = [[]]
        spots: list[XY] = []
        for k, stop in enumerate(stops):
            zone = self.board[stop]
            before = self.gate(stops[k - 1], stop) if k else None
            after = self.gate(stop, stops[k + 1]) if k + 1 < len(stops) else None
            if zone.sea:
                start, end = before or (zone.x, zone.y), after or (zone.x, zone.y)
                spots += [start, *self._sail(zone, start, end), end]
            else:
                spots.append(before or after or (zone.x, zone.y))
        for spot in spots:
            self._go(runs, spot)
        return [points(LineString(smooth(run, 2)).simplify(0.4).coords) for run in runs if len(run) > 1]

    def _sail(self, zone: Zone, start: XY, end: XY) -> list[XY]:
        """The bends of a way through a sea zone: none if it is open water, else the shortest way over a grid."""
        if zone.shape.buffer(-3).buffer(6).contains(LineString([start, end])) or abs(start[0] - end[0]) > self.width / 2:
            return []
        for shore, step in ((8.0, 12.0), (4.0, 8.0), (1.0, 4.0)):
            water = zone.shape.buffer(-shore)
            if water.is_empty:
                continue
            west, north, east, south = water.bounds
            xs, ys = np.meshgrid(np.arange(west, east + step, step), np.arange(north, south + step, step))
            wet = shapely.contains_xy(water, xs, ys)
            if not wet.any():
                continue
            first, last = (_nearest_wet(wet, xs, ys, spot) for spot in (start, end))
            cells = _shortest(wet, first, last)
            ends = [LineString([start, (xs[first], ys[first])]), LineString([end, (xs[last], ys[last])])]
            afloat = all(zone.shape.buffer(2).contains(end) for end in ends)  # no jump over land to the nearest water
            if cells[-1] == last and len(cells) > 1 and (afloat or step == 4.0):
                way = LineString([(xs[c], ys[c]) for c in cells]).simplify(0.8 * step)
                return [(float(x), float(y)) for x, y in way.coords]
        return []

    def _go(self, runs: list[Points], spot: XY) -> None:
        run = runs[-1]
        if run and abs(run[-1][0] - spot[0]) > self.width / 2:
            edge, far = (0.0, self.width) if run[-1][0] < spot[0] else (self.width, 0.0)
            gap = abs(run[-1][0] - edge) + abs(spot[0] - far)
            y = run[-1][1] + (spot[1] - run[-1][1]) * abs(run[-1][0] - edge) / max(gap, 1.0)
            run.append([edge, y])
            runs.append([[far, y]])
        runs[-1].append([spot[0], spot[1]])


Cell = tuple[int, int]


def _nearest_wet(wet: NDArray[np.bool_], xs: Floats, ys: Floats, spot: XY) -> Cell:
    far = np.where(wet, np.hypot(xs - spot[0], ys - spot[1]), np.inf)
    row, col = np.unravel_index(int(np.argmin(far)), far.shape)
    return int(row), int(col)


def _shortest(wet: NDArray[np.bool_], start: Cell, end: Cell) -> list[Cell]:
    """Dijkstra over the eight neighbours; the start alone if there is no way."""
    back: dict[Cell, Cell | None] = {}
    queue: list[tuple[float, Cell, Cell | None]] = [(0.0, start, None)]
    while queue and end not in back:
        cost, here, before = heapq.heappop(queue)
        if here in back:
            continue
        back[here] = before
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            there = (here[0] + dr, here[1] + dc)
            if 0 <= there[0] < wet.shape[0] and 0 <= there[1] < wet.shape[1] and wet[there] and there not in back:
                heapq.heappush(queue, (cost + math.hypot(dr, dc), there, here))
    way: list[Cell] = []
    at: Cell | None = end if end in back else start
    while at is not None:
        way.append(at)
        at = back.get(at)
    return way[::-1]


def rails(ways: Ways, chains: list[list[str]], gauge: dict[tuple[str, str], str]) -> list[Layer]:
    """Checkered lines, as the rules describe them; broad gauge wider (1.14)."""
    runs: dict[bool, list[dict[str, Any]]] = defaultdict(list)
    for chain in chains:
        for a, b in pairwise(chain):
            wide = gauge.get((a, b) if a < b else (b, a)) == "broad"
            runs[wide] += [{"points": run} for run in ways.course([a, b])]
    out = []
    for wide, found in sorted(runs.items()):
        base = 3.6 if wide else 2.6
        out += [layer("rails", "line", found, stroke="#3b332b", stroke_width=base, stroke_opacity=0.8, cap="butt"),
                layer("rails", "line", found, zoom=(1, 2), stroke="#f3ecd9", stroke_width=base - 1.3, stroke_opacity=0.95,
                      dash=[4, 4] if wide else [6, 6], cap="butt")]
    return out


def disc(x: float, y: float, radius: float, corners: int = 20) -> Points:
    return [[round(x + radius * math.cos(k * math.tau / corners), 1), round(y + radius * math.sin(k * math.tau / corners), 1)]
            for k in range(corners)]


def convoys(ways: Ways, rows: list[Row], colours: dict[str, str], room: Room) -> list[Layer]:
    """White dotted lines; a ring in the nation's colour holds what it can lose there, in blue (1.6)."""
    lines, rings, numbers = [], [], []
    for row in rows:
        seas, ends = row["zones"].split(), row["ends"].split()
        stops = list(seas)
        for end in ends:
            if ways.gate(end, stops[0]) and len(stops) == len(seas):
                stops.insert(0, end)
            elif ways.gate(end, stops[-1]):
                stops.append(end)
        runs = ways.voyage(stops) if len(stops) > 1 else []
        lines += [{"points": run} for run in runs]
        for run in runs:
            for spot in _along(LineString(run), 14.0):
                room.take((spot[0] - 5, spot[1] - 5, spot[0] + 5, spot[1] + 5))
        course = LineString(max(runs, key=len)) if runs else Point(ways.board[seas[0]].x, ways.board[seas[0]].y)
        values = row["values"].split()
        for k, word in enumerate(values):
            nation, _, value = word.partition(":")
            spot = course if runs else Point(course.x + 30 * k, course.y)
            x, y = _on_the_line(spot, (k + 1) / (len(values) + 1), room)
            rings.append({"rings": [disc(x, y, 12)], "style": {"stroke": colours.get(nation, INK)}})
            numbers.append({"text": value, "x": round(x, 1), "y": round(y + 5.2, 1)})
    return [
        layer("convoys", "line", lines, stroke="#3d6d86", stroke_width=5.0, stroke_opacity=0.28, cap="round", join="round"),
        layer("convoys", "line", lines, stroke=WHITE, stroke_width=3.0, dash=[1.5, 8], cap="round", join="round"),
        layer("convoy_values", "polygon", rings, zoom=(1, 2), fill=WHITE, stroke_width=3.2),
        layer("convoy_values", "label", numbers, zoom=(1, 2), font_size=15, font_weight="bold", font_family="sans",
              fill="#1f5fa8"),
    ]


def _along(course: LineString, step: float) -> Iterator[XY]:
    """Points on a line, one after the other."""
    for n in range(int(course.length / step) + 1):
        spot = course.interpolate(n * step)
        yield float(spot.x), float(spot.y)


def islets(board: dict[str, Zone], world: WorldMap, land: Sequence[Feature], rows: list[Row], room: Room) -> list[Layer]:
    """Islands that belong to no zone, as they lie in the sea, each with a small name."""
    zones = unary_union([z.shape for z in board.values() if not z.sea]).buffer(4)
    shapely.prepare(zones)
    found, names = [], []
    parts = [part for f in land for part in areas.pieces(f.shape) if part.area < 12]
    homes = [Point(float(row["lon"]), float(row["lat"])) for row in rows]
    outlines = [world.shape(part.buffer(0)) for part in parts if any(part.distance(home) < 4 for home in homes)]
    for row in rows:
        x, y = world.point(float(row["lon"]), float(row["lat"]))
        near = [s for s in outlines if s.distance(Point(x, y)) < 40 and not zones.intersects(s)] if not row["radius"] else []
        shapes = near or [Point(x, y).buffer(float(row["radius"] or 6))]
        shapes = [s for s in shapes if s.area > 30] or [Point(s.centroid).buffer(4.5) for s in shapes]
        found += [one for shape in shapes for one in area_features(shape, 0.6, 1)]
        low = max(shape.bounds[3] for shape in shapes)
        names.append({"text": row["name"], "x": round(x, 1), "y": round(low + 11, 1)})
        room.take((x - 4.5 * len(row["name"]) / 2, low, x + 4.5 * len(row["name"]) / 2, low + 14))
        for shape in shapes:
            west, south, east, north = shape.bounds
            room.take((west, south, east, north))
    return [
        layer("islets", "polygon", found, fill="#ddd6b2", stroke="#41677a", stroke_width=2.0, join="round"),
        layer("labels_2", "label", names, zoom=(1, 2), above=True, font_size=9, font_style="italic", fill=INK, halo=WHITE,
              halo_width=2),
    ]


def _on_the_line(course: BaseGeometry, share: float, room: Room) -> XY:
    """A free spot for a value on a convoy line, as near to a share of its length as may be."""
    x, y = (course.x, course.y) if course.geom_type == "Point" else (0.0, 0.0)
    for away in (0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.22, -0.22, 0.3, -0.3):
        if course.geom_type != "Point":
            spot = course.interpolate(min(0.95, max(0.05, share + away)), normalized=True)
            x, y = float(spot.x), float(spot.y)
        if room.free((x - 17, y - 17, x + 17, y + 17)):
            break
    room.take((x - 15, y - 15, x + 15, y + 15))
    return x, y


def passages(ways: Ways, rows: list[Row], world: WorldMap, room: Room) -> list[Layer]:
    """Straits and canals, narrow crossings with their number, fortified lines as a toothed wall."""
    marks, crossings, walls, teeth, names = [], [], [], [], []
    for row in rows:
        board, kind = ways.board, row["kind"]
        a, b = board[row["a"]], board[row["b"]]
        if kind in ("strait", "canal", "river_canal"):
            lon, lat = row["mark"].split(",")
            x, y = world.point(float(lon), float(lat))
            marks.append({"symbol": "strait", "x": round(x, 1), "y": round(y, 1)})
            room.take((x - 14, y - 8, x + 14, y + 8))
            names.append(Name(row["name"], x, y, 11, 3.0, radius=9, style=(("font_style", "italic"), ("fill", SEA_INK))))
        elif kind in ("narrow", "channel_port", "road"):
            red = kind == "channel_port"
            p, q = shapely.ops.nearest_points(a.shape, b.shape) if kind != "road" else (Point(a.x, a.y), Point(b.x, b.y))
            ends = [_inward(p, a), _inward(q, b)] if kind != "road" else [(a.x, a.y), (b.x, b.y)]
            colour = "#c22a1f" if red else "#7a4a21" if kind == "road" else INK
            crossings.append({"points": points(ends), "style": {"stroke": colour}})
            x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
            room.take((x - 8, y - 8, x + 8, y + 8))
            text = "Burma Road" if kind == "road" else row["units"]
            names.append(Name(text, x, y, 10, 4.0, radius=5, style=(("font_weight", "bold"), ("fill", colour))))
        elif kind == "fortified_line":
            for part in ways.lines.get((min(row["a"], row["b"]), max(row["a"], row["b"])), []):
                walls.append({"points": points(part.coords)})
                teeth += _teeth(part, board[row["b"]])
    placed = place(names, room, (0, 0, 1e9, 1e9))
    labels = [{"text": p.name.text, "x": round(p.x, 1), "y": round(p.y, 1), "anchor": p.anchor, "style": dict(p.name.style)}
              for p in placed]
    return [
        layer("features", "line", walls, stroke="#3d342b", stroke_width=4.0, join="round"),
        layer("features", "line", teeth, stroke="#3d342b", stroke_width=3.0, cap="butt"),
        layer("features", "line", crossings, stroke_width=2.6, dash=[2, 4], cap="round"),
        layer("features", "symbol", marks, size=17, fill="none", stroke="#1e4f6b", stroke_width=2.0),
        layer("passage_names", "label", labels, zoom=(1, 2), above=True, font_size=11, halo=WHITE, halo_width=2.6),
    ]


def _inward(spot: Point, zone: Zone) -> XY:
    """A little inside the zone from its coast, so that the crossing is seen to land."""
    away = max(1.0, math.hypot(zone.x - spot.x, zone.y - spot.y))
    step = min(9.0, away / 2)
    return spot.x + (zone.x - spot.x) / away * step, spot.y + (zone.y - spot.y) / away * step


def _teeth(line: LineString, keeper: Zone) -> list[dict[str, Any]]:
    found = []
    for k in range(int(line.length // 9)):
        p, q = line.interpolate(9 * k + 3), line.interpolate(9 * k + 6)
        dx, dy = q.x - p.x, q.y - p.y
        size = max(0.1, math.hypot(dx, dy))
        for side in (1, -1):
            end = Point(p.x - side * dy / size * 7, p.y + side * dx / size * 7)
            if keeper.shape.contains(end):
                found.append({"points": [[round(p.x, 1), round(p.y, 1)], [round(end.x, 1), round(end.y, 1)]]})
                break
    return found


def cities(board: dict[str, Zone]) -> list[Layer]:
    """The ring of each round city zone (1.16), and a mark for capitals and Objective Cities where pieces do not stand."""
    ring = [{"rings": areas.rings(z.shape), "space": z.id} for z in board.values() if z.row.get("city") == "1"]
    star = [{"symbol": "fortress", "x": round(z.x, 1), "y": round(z.y - 0.72 * z.radius, 1), "space": z.id}
            for z in board.values() if z.row.get("victory_city") == "1"]
    return [
        layer("cities", "polygon", ring, fill=WHITE, fill_opacity=0.28, stroke="#37291f", stroke_width=2.6),
        layer("cities", "symbol", star, size=11, fill="#b3261e", stroke="#6d1812", stroke_width=0.8),
    ]


def seam_names(board: dict[str, Zone], met: list[tuple[str, str, float, float]], width: float) -> Layer:
    """At each edge of the map, what lies beyond it: the number of the sea zone, or the name of the land."""
    features = []
    for west, east, top, bottom in met:
        if bottom - top < 30:
            continue
        y = round((top + bottom) / 2, 1)
        for zone, x, anchor, arrow in ((board[east], 6.0, "start", "\u25c2 {}"), (board[west], width - 6.0, "end", "{} \u25b8")):
            text = arrow.format(zone.row["number"] if zone.sea else zone.row["name"])
            features.append({"text": text, "x": x, "y": y, "anchor": anchor})
    return layer("seam", "label", features, zoom=(1, 2), above=True, font_size=16, font_weight="bold", fill=SEA_INK, halo=WHITE,
                 halo_width=2.4)
