"""Area boards: land cut into zones, water cut into sea zones, and the borders that follow from the shapes.

A zone takes whole provinces of modern states, by the seed points of its row; a city is a disc, a small island gets a disc
large enough to hold pieces; a sea zone is the water nearest to its seeds. What a border means to a rule is in the board's recipe.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Point, Polygon, STRtree
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier.sources import Feature, layer

XY = tuple[float, float]
Floats = NDArray[np.float64]
STATES_BY_SEEDS = ("DEU",)  # cut midway between seeds: their province centres give odd shapes
STATES_WITH_PROVINCES = ("RUS", "USA", "IND", "CHN", "BRA", "CAN", "AUS", "ZAF", "IDN")  # ne_50m_admin_1 has their outlines


# --- the projection -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lens:
    """A place shown larger than the rest: the radius r about it becomes r (1 + power exp(-(r/reach)^2)), one to one."""

    lon: float
    lat: float
    power: float
    reach: float

    def __post_init__(self) -> None:
        assert self.power < math.exp(1.5) / 2, "a stronger lens would fold the map"


@dataclass(frozen=True)
class WorldMap:
    """Miller's cylindrical projection cut at one meridian, seen through lenses; x and y in drawing units, y downwards."""

    cut: float
    south: float
    north: float
    width: float
    lenses: tuple[Lens, ...]

    def flat(self, lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
        x = (lon - self.cut) % 360.0
        y = np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(lat))))
        return x, -y

    def bend(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        for lens in self.lenses:
            cx, cy = self.flat(np.array([lens.lon]), np.array([lens.lat]))
            dx, dy = x - cx[0], y - cy[0]
            grow = 1 + lens.power * np.exp(-(dx * dx + dy * dy) / lens.reach**2)
            x, y = cx[0] + dx * grow, cy[0] + dy * grow
        return x, y

    @property
    def frame(self) -> tuple[float, float, float]:
        """Scale, top and bottom in bent degrees. The lenses leave the frame's edges nearly where they were."""
        _, top = self.flat(np.array([0.0]), np.array([self.north]))
        _, bottom = self.flat(np.array([0.0]), np.array([self.south]))
        return self.width / 360.0, float(top[0]), float(bottom[0])

    @property
    def height(self) -> float:
        scale, top, bottom = self.frame
        return scale * (bottom - top)

    def project(self, points: Floats) -> Floats:
        scale, top, _ = self.frame
        x, y = self.flat(points[:, 0], points[:, 1])
        x, y = self.bend(x, y)
        return np.column_stack([x * scale, (y - top) * scale])

    def degrees(self, points: Floats) -> Floats:
        """Longitude and latitude of points on the map, for the relief."""
        scale, top, _ = self.frame
        x, y = points[:, 0] / scale, points[:, 1] / scale + top
        for lens in reversed(self.lenses):
            cx, cy = self.flat(np.array([lens.lon]), np.array([lens.lat]))
            dx, dy = x - cx[0], y - cy[0]
            seen = np.hypot(dx, dy)
            low, high = np.zeros_like(seen), seen.copy()
            for _ in range(36):  # the lens grows with the radius, so halving finds it
                guess = (low + high) / 2
                more = guess * (1 + lens.power * np.exp(-((guess / lens.reach) ** 2))) < seen
                low, high = np.where(more, guess, low), np.where(more, high, guess)
            shrink = np.divide(low, seen, out=np.ones_like(seen), where=seen > 0)
            x, y = cx[0] + dx * shrink, cy[0] + dy * shrink
        lon = (x + self.cut + 180) % 360 - 180
        lat = np.degrees(2.5 * (np.arctan(np.exp(-0.8 * np.radians(y))) - np.pi / 4))
        return np.column_stack([lon, lat])

    def point(self, lon: float, lat: float) -> XY:
        [[x, y]] = self.project(np.array([[lon, lat]]))
        return float(x), float(y)

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees on the map: cut at the seam, bent, mended."""
        window = shapely.box(-180, self.south - 1, 180, min(self.north + 1, 89.5))
        parts = []
        for west, east, eps in ((-180.0, self.cut, -1e-9), (self.cut, 180.0, 1e-9)):
            half = geometry.intersection(window).intersection(shapely.box(west, -90, east, 90))
            if half.is_empty:
                continue
            fine = shapely.segmentize(half, 0.75)
            # a point on the seam itself belongs to the side its half lies on
            bent = shapely.transform(fine, lambda p, eps=eps, west=west: self.project(self._sided(p, west, eps)))
            parts.append(polygons(shapely.make_valid(bent)))
        return polygons(unary_union(parts)) if parts else Polygon()

    def _sided(self, points: Floats, west: float, eps: float) -> Floats:
        out = points.copy()
        seam = np.abs(out[:, 0] - self.cut) < 1e-9
        out[seam, 0] = self.cut + eps
        if west == -180.0:  # the western half keeps its own -180; the eastern one its +180
            out[out[:, 0] <= -180.0, 0] = -180.0
        else:
            out[out[:, 0] >= 180.0, 0] = 180.0
        return out

    def line(self, geometry: BaseGeometry) -> list[list[XY]]:
        """A line in degrees as runs of map points, cut at the seam."""
        runs: list[list[XY]] = []
        for part in getattr(geometry, "geoms", [geometry]):
            if part.geom_type != "LineString":
                continue
            points = self.project(np.asarray(shapely.segmentize(part, 0.75).coords)[:, :2])
            run: list[XY] = []
            for x, y in points:
                if run and abs(x - run[-1][0]) > self.width / 3:
                    runs.append(run)
                    run = []
                run.append((float(x), float(y)))
            runs.append(run)
        return [run for run in runs if len(run) > 1]


def polygons(geometry: BaseGeometry) -> BaseGeometry:
    """Only the areas of a geometry."""
    if geometry.geom_type in ("Polygon", "MultiPolygon"):
        return geometry
    return unary_union([g for g in getattr(geometry, "geoms", []) if g.geom_type in ("Polygon", "MultiPolygon")])


def pieces(geometry: BaseGeometry) -> list[Polygon]:
    if geometry.is_empty:
        return []
    if geometry.geom_type == "Polygon":
        return [geometry]
    return [g for g in geometry.geoms if g.geom_type == "Polygon"]


# --- who gets which land ------------------------------------------------------------------------------------------------


@dataclass
class Claim:
    """What a zone asks of the land: states it may take from, seeds, provinces by name, discs for cities and small islands."""

    zone: str
    states: list[str] = field(default_factory=list)
    seeds: list[XY] = field(default_factory=list)
    provinces: list[tuple[str, str]] = field(default_factory=list)
    cities: list[tuple[float, float, float]] = field(default_factory=list)
    islands: list[tuple[float, float, float]] = field(default_factory=list)
    rocks: list[tuple[float, float, float]] = field(default_factory=list)

    @classmethod
    def parse(cls, zone: str, text: str) -> Claim:
        claim = cls(zone)
        for word in text.split():
            if word[:2] in ("o:", "i:", "r:"):
                lon, lat, *rest = (float(n) for n in word[2:].split(","))
                discs = {"o": claim.cities, "i": claim.islands, "r": claim.rocks}[word[0]]
                discs.append((lon, lat, rest[0] if rest else 1.0))
            elif word.startswith("p:"):
                state, _, name = word[2:].partition("/")
                claim.provinces.append((state, name.replace("_", " ")))
            elif "," in word:
                lon, lat = (float(n) for n in word.split(","))
                claim.seeds.append((lon, lat))
            else:
                claim.states.append(word)
        return claim


def _span(a: XY, b: XY) -> float:
    """A distance good enough to choose the nearest seed by."""
    lon = (a[0] - b[0] + 180) % 360 - 180
    return math.hypot(lon * math.cos(math.radians((a[1] + b[1]) / 2)), a[1] - b[1])


class Provinces:
    """Land in pieces small enough to hand out: provinces of the large states, cells about province centres of the others."""

    def __init__(self, claims: Iterable[Claim], geo: str | None = None) -> None:
        self.claims = list(claims)
        self.by_state: dict[str, list[Claim]] = defaultdict(list)
        for claim in self.claims:
            for state in claim.states:
                self.by_state[state].append(claim)
        self.named = {pair: c.zone for c in self.claims for pair in c.provinces}
        self.states = {str(f.properties["adm0_a3"]): f for f in layer("ne_50m_admin_0_countries", geo)}
        self.outlines = layer("ne_50m_admin_1_states_provinces", geo)
        self.centres: dict[str, list[Feature]] = defaultdict(list)
        for f in layer("ne_10m_admin_1_label_points", geo):
            self.centres[str(f.properties["sr_adm0_a3"])].append(f)

    def hand_out(self) -> dict[str, list[BaseGeometry]]:
        """Each zone's pieces of land, in degrees."""
        land: dict[str, list[BaseGeometry]] = defaultdict(list)
        wanted = set(self.by_state) | {state for state, _ in self.named}
        for state in sorted(wanted):
            if state not in self.states:
                continue
            for name, piece in self._pieces(state):
                for zone, part in self._owners(state, name, piece):
                    land[zone].append(part)
        return land

    def _pieces(self, state: str) -> list[tuple[str, BaseGeometry]]:
        whole = self.states[state].shape.buffer(0)
        if state in STATES_WITH_PROVINCES:
            found = [(f.name, f.shape.buffer(0)) for f in self.outlines if f.properties["adm0_a3"] == state]
            rest = whole.difference(unary_union([g for _, g in found]).buffer(0.02))
            return found + [("", part) for part in pieces(polygons(rest)) if part.area > 0.01]
        if state in STATES_BY_SEEDS or (len(self.by_state[state]) < 2 and not any(s == state for s, _ in self.named)):
            return [("", whole)]
        return _cells(whole, self.centres[state])

    def _owners(self, state: str, name: str, piece: BaseGeometry) -> list[tuple[str, BaseGeometry]]:
        if (state, name) in self.named:
            return [(self.named[state, name], piece)]
        claims = self.by_state[state]
        if not claims:
            return []
        if len(claims) == 1:
            return [(claims[0].zone, piece)]
        seeds = [(seed, c.zone) for c in claims for seed in c.seeds]
        shapely.prepare(piece)
        inside = [(seed, zone) for seed, zone in seeds if piece.contains(Point(seed))]
        if len({zone for _, zone in inside}) > 1:
            return _split(piece, inside)
        if inside:
            return [(inside[0][1], piece)]
        owned = []
        for part in pieces(piece):
            centre = part.representative_point()
            _, zone = min(seeds, key=lambda s: _span(s[0], (centre.x, centre.y)))
            owned.append((zone, part))
        return owned


def _cells(whole: BaseGeometry, centres: list[Feature]) -> list[tuple[str, BaseGeometry]]:
    """A state cut into the cells about its province centres."""
    spots = {}
    for f in centres:
        spots[round(f.shape.x, 2), round(f.shape.y, 2)] = f.name
    if len(spots) < 2:
        return [("", whole)]
    points = sorted(spots)
    cut = []
    for cell, name in _voronoi([(p, spots[p]) for p in points], whole):
        part = polygons(cell.intersection(whole))
        if not part.is_empty:
            cut.append((name, part))
    return cut


def _split(piece: BaseGeometry, seeds: list[tuple[XY, str]]) -> list[tuple[str, BaseGeometry]]:
    """A piece shared between the zones whose seeds lie in it."""
    shares: dict[str, list[BaseGeometry]] = defaultdict(list)
    for cell, zone in _voronoi(seeds, piece):
        part = polygons(cell.intersection(piece))
        if not part.is_empty:
            shares[zone].append(part)
    return [(zone, unary_union(parts)) for zone, parts in sorted(shares.items())]


def _voronoi(seeds: list[tuple[XY, str]], over: BaseGeometry) -> list[tuple[Polygon, str]]:
    """The cell of each seed, wide enough to cover a shape."""
    if len(seeds) == 1:
        return [(over.envelope.buffer(1), seeds[0][1])]
    west, south, east, north = over.bounds
    frame = shapely.box(west - 40, south - 40, east + 40, north + 40)
    points = shapely.MultiPoint([s for s, _ in seeds])
    cells = pieces(shapely.voronoi_polygons(points, extend_to=frame))
    tree = STRtree(cells)
    out = []
    for seed, name in seeds:
        home = tree.query(Point(seed), predicate="intersects")
        out.append((cells[int(home[0])], name))
    return out


# --- the sea ------------------------------------------------------------------------------------------------------------


def sea_zones(water: BaseGeometry, seeds: dict[str, list[XY]]) -> dict[str, BaseGeometry]:
    """Water cut by the nearest seed, in map units. Water that a cell reaches only across land goes to the sea it lies on."""
    flat = [(spot, zone) for zone, spots in seeds.items() for spot in spots]
    shares: dict[str, list[BaseGeometry]] = defaultdict(list)
    for cell, zone in _voronoi_wide(flat, water):
        part = polygons(cell.intersection(water))
        if not part.is_empty:
            shares[zone].append(part)
    home: dict[str, BaseGeometry] = {}
    strays: list[Polygon] = []
    for zone, parts in shares.items():
        kept = []
        for part in pieces(polygons(unary_union(parts))):
            if any(part.distance(Point(spot)) < 0.01 for spot in seeds[zone]):
                kept.append(part)
            else:
                strays.append(part)
        home[zone] = unary_union(kept) if kept else Polygon()
    return _take_in(home, strays)


def _voronoi_wide(seeds: list[tuple[XY, str]], over: BaseGeometry) -> list[tuple[Polygon, str]]:
    west, south, east, north = over.bounds
    frame = shapely.box(west - 999, south - 999, east + 999, north + 999)
    cells = pieces(shapely.voronoi_polygons(shapely.MultiPoint([s for s, _ in seeds]), extend_to=frame))
    tree = STRtree(cells)
    return [(cells[int(tree.query(Point(seed), predicate="intersects")[0])], name) for seed, name in seeds]


def _take_in(home: dict[str, BaseGeometry], strays: list[Polygon]) -> dict[str, BaseGeometry]:
    """Strays join the zone they share most border with, largest first, until none can."""
    strays = sorted(strays, key=lambda p: -p.area)
    moved = True
    while strays and moved:
        moved, left = False, []
        for stray in strays:
            best, shared = "", 0.05
            for zone, shape in home.items():
                if shape.distance(stray) > 0.02:
                    continue
                common = shape.buffer(0.05).intersection(stray.boundary).length
                if common > shared:
                    best, shared = zone, common
            if best:
                home[best] = home[best].union(stray)
                moved = True
            else:
                left.append(stray)
        strays = left
    return home


# --- one coverage of land and sea, and its borders ----------------------------------------------------------------------


def with_discs(
    zones: dict[str, BaseGeometry], discs: list[tuple[str, XY, float, str]], land: BaseGeometry, channel: float
) -> dict[str, BaseGeometry]:
    """A city takes land from its neighbours, an island water, a rock (a fortress on a cape) both, where they are too small."""
    for zone, spot, radius, kind in discs:
        disc: BaseGeometry = Point(spot).buffer(radius, quad_segs=10)
        own = zones.get(zone, Polygon())
        if kind == "island":  # a channel stays open between the island and any other land
            disc = polygons(disc.difference(land.difference(own.buffer(1)).buffer(channel)))
        elif kind == "city":
            disc = polygons(disc.intersection(land))
        for other, shape in zones.items():
            if other != zone and shape.intersects(disc):
                zones[other] = polygons(shape.difference(disc))
        zones[zone] = polygons(own.union(disc))
    return zones


def trimmed(shape: BaseGeometry, least: float) -> BaseGeometry:
    """Without islets smaller than `least`, but never without the largest piece."""
    parts = sorted(pieces(shape), key=lambda p: -p.area)
    kept = [Polygon(p.exterior) if not p.interiors else p for k, p in enumerate(parts) if k == 0 or p.area >= least]
    return unary_union(kept) if kept else Polygon()


SLIVER = 0.6  # half the width of a gap that only rounding has left


def coverage(zones: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """The same zones with every gap and overlap given to one of them, so that neighbours share their border exactly."""
    names = list(zones)
    shapes = [zones[n] for n in names]
    tree = STRtree(shapes)
    faces = pieces(shapely.polygonize([unary_union([s.boundary for s in shapes])]))
    owned: dict[str, list[Polygon]] = defaultdict(list)
    for face in faces:
        spot = face.representative_point()
        home = sorted(tree.query(spot, predicate="intersects"))
        if not home and not face.buffer(-SLIVER).is_empty:
            continue  # open water between the zones, no gap
        owned[names[int(home[0] if home else tree.nearest(face))]].append(face)
    return {name: shapely.coverage_union_all(owned[name]) for name in names}


def simplified(zones: dict[str, BaseGeometry], tolerance: float) -> dict[str, BaseGeometry]:
    """Fewer points, the same neighbours: shared borders stay shared."""
    names = list(zones)
    shapes = shapely.coverage_simplify([zones[n] for n in names], tolerance, simplify_boundary=True)
    return dict(zip(names, shapes))


Segment = tuple[XY, XY]


def segments(zones: dict[str, BaseGeometry]) -> dict[Segment, list[str]]:
    """Every stretch of outline and the one or two zones it belongs to."""
    owners: dict[Segment, list[str]] = defaultdict(list)
    for name, shape in zones.items():
        for part in pieces(shape):
            for ring in (part.exterior, *part.interiors):
                points = [(round(x, 2), round(y, 2)) for x, y in ring.coords]
                for p, q in pairwise(points):
                    owners[(p, q) if p < q else (q, p)].append(name)
    return owners


def border_lines(zones: dict[str, BaseGeometry]) -> dict[tuple[str, str], list[LineString]]:
    """The common border of each pair of neighbours, as few lines as possible."""
    shared: dict[tuple[str, str], list[LineString]] = defaultdict(list)
    for (p, q), names in segments(zones).items():
        if len(set(names)) == 2:
            a, b = sorted(set(names))
            shared[a, b].append(LineString([p, q]))
    return {pair: _merged(lines) for pair, lines in sorted(shared.items())}


def _merged(lines: list[LineString]) -> list[LineString]:
    whole = shapely.line_merge(shapely.MultiLineString(lines))
    return [whole] if whole.geom_type == "LineString" else list(whole.geoms)


def shared_borders(zones: dict[str, BaseGeometry], least: float, wrap: float | None = None) -> dict[tuple[str, str], float]:
    """The length of each border between two zones, if at least `least`; with `wrap`, also across the seam of that width."""
    lengths = {pair: sum(line.length for line in lines) for pair, lines in border_lines(zones).items()}
    if wrap is not None:
        for pair, length in _across_the_seam(zones, wrap).items():
            lengths[pair] = lengths.get(pair, 0.0) + length
    return {pair: length for pair, length in sorted(lengths.items()) if length >= least}


def seam(zones: dict[str, BaseGeometry], width: float) -> list[tuple[str, str, float, float]]:
    """Where zones meet across the edge of the map: (zone at the western edge, zone at the eastern, top, bottom)."""
    west = [(name, low, high) for name, shape in zones.items() for low, high in _edge(shape, 0.0)]
    east = [(name, low, high) for name, shape in zones.items() for low, high in _edge(shape, width)]
    met = []
    for a, low, high in west:
        for b, bottom, top in east:
            if min(high, top) - max(low, bottom) > 0:
                met.append((a, b, max(low, bottom), min(high, top)))
    return met


def _across_the_seam(zones: dict[str, BaseGeometry], width: float) -> dict[tuple[str, str], float]:
    """How much of the two edges of the map each pair of zones shares."""
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for a, b, top, bottom in seam(zones, width):
        if a != b:
            lengths[(a, b) if a < b else (b, a)] += bottom - top
    return lengths


def _edge(shape: BaseGeometry, x: float) -> list[tuple[float, float]]:
    """The stretches of an upright edge of the map that a shape lies on."""
    found = []
    for part in pieces(shape):
        for (ax, ay), (bx, by) in pairwise(part.exterior.coords):
            if abs(ax - x) < 1 and abs(bx - x) < 1:
                found.append((min(ay, by), max(ay, by)))
    return found


def middle(shape: BaseGeometry) -> XY:
    """Where pieces stand: the centre of the largest circle that fits into the largest part."""
    largest = max(pieces(shape), key=lambda p: p.area)
    line = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    x, y = line.coords[0]
    return float(x), float(y)


def rings(shape: BaseGeometry, digits: int = 1) -> list[list[list[float]]]:
    """Outlines for drawing.json: outer and inner rings, last point not repeated."""
    out = []
    for part in sorted(pieces(shape), key=lambda p: -p.area):
        for ring in (part.exterior, *part.interiors):
            points = [[_short(x, digits), _short(y, digits)] for x, y in list(ring.coords)[:-1]]
            if len(points) > 2:
                out.append(points)
    return out


def _short(value: float, digits: int) -> float:
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded
