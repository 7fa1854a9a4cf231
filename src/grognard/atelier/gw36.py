"""The board of Global War 1936-1945: a world of land and sea zones made from Natural Earth and the tables in ``data/gw36_*.csv``.

``python -m grognard.atelier.gw36`` builds the shapes, reads the borders off them, applies the corrections and writes the title's
``data/board``. How the board looks is in render_areas.py.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.atelier import areas
from grognard.atelier.areas import XY, Claim, Lens, WorldMap
from grognard.atelier.sources import layer

DATA = Path(__file__).parent / "data"
BOARD = Path(__file__).parents[1] / "titles" / "gw36" / "data" / "board"

WORLD = WorldMap(cut=-141.0, south=-57.0, north=81.0, width=7200.0, lenses=(Lens(19, 48, 1.0, 40), Lens(122, 29, 0.4, 28)))
GREAT_LAKES = ("Lake Superior", "Lake Michigan", "Lake Huron", "Lake Erie", "Lake Ontario")
ISLET = 200.0  # square units: smaller islets are drawn as water
TOLERANCE = 3.8  # of the simplified outlines
CHANNEL = 9.0  # water kept open round an island that is drawn larger than it is
LEAST_BORDER = 6.0  # shorter contacts are corners: 0.8 allows no movement across a vertex
CITY, ISLAND = 25.0, 21.0  # least radius of a city's disc and of an island's

BROAD = frozenset(("ussr", "finland", "spain", "mongolia", "tanna_tuva", "brazil", "portugal", "lithuania", "latvia", "estonia"))

SPACE_COLUMNS = [
    "id", "name", "kind", "map", "col", "row", "x", "y", "terrain", "country", "ipp", "city", "capital", "victory_city", "island",
    "region", "home", "owner_1936", "owner_1939", "facilities", "number", "v43", "aliases", "provenance", "notes",
]
BORDER_COLUMNS = ["a", "b", "features", "terrain_ab", "terrain_ba", "rail_gauge", "line", "provenance", "notes"]

Row = dict[str, str]
Pair = tuple[str, str]


def table(name: str) -> list[Row]:
    """The rows of a data table of this board; # lines are notes."""
    text = (DATA / f"gw36_{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in io.StringIO(text) if not line.startswith("#")))


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


# --- the shapes ---------------------------------------------------------------------------------------------------------


@dataclass
class Shapes:
    zones: dict[str, BaseGeometry]
    land: set[str]
    faults: list[str] = field(default_factory=list)


def _enlargement(lon: float, lat: float) -> float:
    """Drawing units to a degree at a place."""
    north, south = WORLD.point(lon, lat + 0.25), WORLD.point(lon, lat - 0.25)
    west, east = WORLD.point(lon - 0.25, lat), WORLD.point(lon + 0.25, lat)
    return 2 * math.sqrt(math.dist(north, south) * math.dist(west, east))


@lru_cache(maxsize=1)
def shapes(geo: str | None = None) -> Shapes:
    """Every zone's shape in drawing units, simplified, neighbours sharing their border point for point."""
    faults: list[str] = []
    claims = [Claim.parse(row["id"], row["geometry"]) for row in table("land")]
    frame = shapely.box(0, 0, WORLD.width, WORLD.height)
    lakes = unary_union([WORLD.shape(f.shape.buffer(0)) for f in layer("ne_50m_lakes", geo) if f.name in GREAT_LAKES])
    zones: dict[str, BaseGeometry] = {}
    for zone, parts in areas.Provinces(claims, geo).hand_out().items():
        whole = WORLD.shape(unary_union(parts).buffer(0))
        zones[zone] = areas.trimmed(areas.polygons(whole.difference(lakes).intersection(frame)), ISLET)
    zones = areas.simplified(areas.coverage(_snapped(zones)), TOLERANCE)
    coast = unary_union(list(zones.values()))
    zones = areas.with_discs(zones, _discs(claims), coast, CHANNEL)
    zones = {zone: areas.trimmed(shape, ISLET) for zone, shape in zones.items()}
    water = areas.polygons(frame.difference(unary_union(list(zones.values()))))
    land = set(zones)
    seeds = {row["id"]: [WORLD.point(*_degrees(s)) for s in row["seeds"].split()] for row in table("sea")}
    for row in table("sea"):
        faults += [f"{row['id']}: seed {s} is not on water" for s in row["seeds"].split() if not _wet(s, water)]
    zones.update(areas.sea_zones(water, {z: [s for s in spots if water.contains(Point(s))] for z, spots in seeds.items()}))
    return Shapes(areas.coverage(_snapped(zones)), land, faults)


def _snapped(zones: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    return {zone: shapely.set_precision(shape, 0.1) for zone, shape in zones.items()}


def _discs(claims: list[Claim]) -> list[tuple[str, XY, float, str]]:
    discs = []
    for claim in claims:
        for lon, lat, r in claim.cities:
            discs.append((claim.zone, WORLD.point(lon, lat), r * max(CITY, 0.7 * _enlargement(lon, lat)), "city"))
        discs += [(claim.zone, WORLD.point(lon, lat), r * ISLAND, "island") for lon, lat, r in claim.islands]
        discs += [(claim.zone, WORLD.point(lon, lat), r * ISLAND, "rock") for lon, lat, r in claim.rocks]
    return discs


def _degrees(text: str) -> XY:
    lon, lat = text.split(",")
    return float(lon), float(lat)


def _wet(seed: str, water: BaseGeometry) -> bool:
    return bool(water.contains(Point(WORLD.point(*_degrees(seed)))))


# --- the borders --------------------------------------------------------------------------------------------------------


@dataclass
class BorderRow:
    a: str
    b: str
    features: list[str]
    terrain_ab: str = ""
    terrain_ba: str = ""
    rail_gauge: str = ""
    line: str = ""
    provenance: str = "reconstructed from the shapes"
    notes: str = ""

    def entering(self, zone: str, terrain: str) -> None:
        """Border terrain met on entering a zone over this border (1.7); a river and a range add up."""
        old = self.terrain_ab if zone == self.b else self.terrain_ba
        words = old.split()
        new = " ".join(sorted({*words, terrain}))
        if zone == self.b:
            self.terrain_ab = new
        else:
            self.terrain_ba = new

    def add(self, *words: str) -> None:
        self.features += [w for w in words if w not in self.features]


@dataclass
class Borders:
    rows: dict[Pair, BorderRow]
    from_shapes: set[Pair]
    faults: list[str]

    def at(self, a: str, b: str, why: str) -> BorderRow | None:
        row = self.rows.get(pair(a, b))
        if row is None:
            self.faults.append(f"{why}: {a} and {b} do not touch")
        return row


def borders(made: Shapes) -> Borders:
    """Every border with its features: the shapes first, then corrections, passages, terrain, rivers and rails."""
    lengths = areas.shared_borders(made.zones, LEAST_BORDER, WORLD.width)
    found = Borders({}, set(lengths), [])
    for a, b in lengths:
        found.rows[a, b] = BorderRow(a, b, [_kind(a, b, made.land)])
    _correct(found, made.land)
    _passages(found, made.land)
    _terrain(found)
    _rivers(found)
    _rails(found)
    return found


def _kind(a: str, b: str, land: set[str]) -> str:
    return {2: "land", 1: "coast", 0: "sea"}[(a in land) + (b in land)]


def _correct(found: Borders, land: set[str]) -> None:
    for row in table("corrections"):
        key = pair(row["a"], row["b"])
        if row["action"] == "remove":
            if found.rows.pop(key, None) is None:
                found.faults.append(f"correction: {key} is not there to remove")
        elif row["action"] == "add":
            if key in found.rows:
                found.rows[key].notes = row["reason"]
                continue
            found.rows[key] = BorderRow(*key, [_kind(*key, land)], provenance=_source(row["reason"]), notes=row["reason"])
        else:
            border = found.rows.get(key)
            if border is not None:
                border.add("impassable")
                border.provenance, border.notes = _source(row["reason"]), row["reason"]


def _source(reason: str) -> str:
    return reason.split(":")[0] if reason.startswith(("rulebook", "public")) else "reconstructed " + reason


PASSAGE_WORDS = {
    "strait": ("strait",), "canal": ("canal",), "river_canal": ("canal", "waterway"), "route": ("northern_sea_route",),
    "narrow": ("narrow",), "channel_port": ("narrow", "channel_port"), "road": ("burma_road",),
    "fortified_line": ("fortified_line",), "reef": ("reef",),
}


def _passages(found: Borders, land: set[str]) -> None:
    for row in table("passages"):
        key = pair(row["a"], row["b"])
        words = PASSAGE_WORDS[row["kind"]]
        if "narrow" in words and key not in found.rows:  # 1.20: no common border, the crossing is the only way over
            found.rows[key] = BorderRow(*key, ["crossing"], provenance=row["provenance"])
        border = found.at(*key, row["id"])
        if border is not None:
            border.add(*words)
            border.line = " ".join([*border.line.split(), row["id"]])
            border.provenance = row["provenance"]


def _terrain(found: Borders) -> None:
    for row in table("border_terrain"):
        border = found.at(row["a"], row["b"], "border terrain")
        if border is not None:
            border.entering(row["b"], row["entering"])


def _rivers(found: Borders) -> None:
    for row in table("rivers"):
        course = row["zones"].split()
        for a, b in pairwise(course):
            border = found.at(a, b, row["river"])
            if border is not None:
                border.add("waterway")
        for crossing in row["crossings"].split():
            a, b = crossing.replace(">", "=").split("=")
            border = found.at(a, b, row["river"])
            if border is not None:
                border.add("river")
                border.entering(b, "river")
                if "=" in crossing:
                    border.entering(a, "river")


def _rails(found: Borders) -> None:
    nation = {row["id"]: row["country"] for row in table("land")}
    for row in table("rails"):
        course = row["zones"].split()
        for a, b in pairwise(course):
            if a not in nation or b not in nation:
                found.faults.append(f"{row['line']}: no zone {a} or {b}")
                continue
            border = found.at(a, b, row["line"])
            if border is not None:
                broad = (nation[a] in BROAD) + (nation[b] in BROAD)
                border.add("rail")
                border.rail_gauge = ("regular", "break", "broad")[broad]


# --- what is written ----------------------------------------------------------------------------------------------------


CHARTED = frozenset((  # named by the public v4.3 chart of neutral forces
    "crete", "peloponnese", "liberia", "yemen", "northern_norway", "galicia_and_leon", "western_andalucia", "eastern_andalucia",
    "balearic_islands", "canary_islands", "rio_de_oro", "portugal", "madrid", "helsinki",
))


def named_in() -> dict[str, str]:
    """Where each zone's name comes from: the first line of the rulebook, else of the v4.3 rulebook, that states it."""
    lines: dict[str, tuple[bool, int]] = {}
    for row in table("anchors"):
        for zone in (row["a"], *row["b"].split()):
            key = (row["edition"] != "v3", int(row["line"]))
            lines[zone] = min(lines.get(zone, key), key)
    return {zone: f"public v4.3 rulebook, line {line}" if later else f"rulebook line {line}"
            for zone, (later, line) in lines.items()}


def standing(made: Shapes) -> dict[str, XY]:
    """Where pieces and names of each zone stand: the place it is named after, else the middle of its largest circle."""
    found = {zone: areas.middle(shape) for zone, shape in made.zones.items()}
    for row in table("places"):
        spot = WORLD.point(float(row["lon"]), float(row["lat"]))
        if made.zones[row["id"]].contains(Point(spot)):
            found[row["id"]] = spot
        else:
            made.faults.append(f"{row['id']}: {row['lon']},{row['lat']} is not inside it")
    return found


def space_rows(made: Shapes) -> list[Row]:
    rows, named, spots = [], named_in(), standing(made)
    for row in table("land"):
        x, y = spots[row["id"]]
        charted = "public v4.3 neutrals chart" if row["id"] in CHARTED else "reconstructed name"
        other = "public the v4.3 zone list" if row["v43"] else charted
        where = {"x": f"{x:.1f}", "y": f"{y:.1f}", "provenance": named.get(row["id"], other)}
        rows.append(row | {"kind": "area", "map": "world"} | where)
    for row in table("sea"):
        x, y = spots[row["id"]]
        rows.append(row | {
            "kind": "sea", "map": "world", "x": f"{x:.1f}", "y": f"{y:.1f}", "terrain": "sea", "ipp": "0",
            "region": row["ocean"], "provenance": row["number_from"].replace("reconstructed", "reconstructed number"),
        })
    return rows


def decisions(found: Borders) -> list[Row]:
    """Every pair on which the shapes, the recovered list or a correction differ, and what was decided."""
    recovered = {pair(r["a"], r["b"]) for r in table("recovered")}
    reasons = {pair(r["a"], r["b"]): r["reason"] for r in table("corrections")}
    reasons |= {pair(r["a"], r["b"]): f"{r['provenance']}: {r['name']}" for r in table("passages")} | reasons
    names = {row["id"]: row["name"] for row in (*table("land"), *table("sea"))}
    known = {row["id"] for row in (*table("land"), *table("sea")) if row["v43"]}
    around: dict[str, set[str]] = defaultdict(set)
    for a, b in found.rows:
        around[a].add(b)
        around[b].add(a)
    rows = []
    for key in sorted(recovered | set(found.rows) | found.from_shapes):
        ours = key in found.rows
        if ours == (key in recovered) and ours == (key in found.from_shapes):
            continue
        reason = reasons.get(key)
        if not reason and ours:
            reason = "they touch" if key[0] in known and key[1] in known else "new zone, not in the recovered list"
        rows.append({
            "a": key[0], "b": key[1], "recovered": str(int(key in recovered)), "shapes": str(int(key in found.from_shapes)),
            "ours": str(int(ours)), "reason": reason or _between(around[key[0]] & around[key[1]], names),
        })
    return rows


def _between(common: set[str], names: dict[str, str]) -> str:
    """Why two zones of the recovered list are not neighbours here: what lies between them."""
    if not common:
        return "far apart on the map; no text states the border"
    return "no text states it; between them: " + ", ".join(names[zone] for zone in sorted(common)[:3])


def write_csv(path: Path, provenance: str, notes: list[str], columns: list[str], rows: list[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        out.write(f"# provenance: {provenance}\n" + "".join(f"# {note}\n" for note in notes))
        writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_board(folder: Path, made: Shapes, found: Borders) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(
        folder / "spaces.csv", "reconstructed zones from rulebook names, the public v4.3 zone list and public Natural Earth",
        ["the provenance column says where a row's name and value come from; values that changed say so in notes",
         "country: nation of the printed roundel; home: nations whose Home Country it is in; region: of 0.7, for a sea its ocean",
         "number: of a sea zone; only 6, 7, 16, 25, 49 and 54 are printed numbers, the others follow the same order"],
        SPACE_COLUMNS, space_rows(made),
    )
    rows = [vars(r) | {"features": " ".join(r.features)} for _, r in sorted(found.rows.items())]
    write_csv(
        folder / "borders.csv", "reconstructed from the shapes of the zones, corrected by rulebook 1 and public v4.3 facts",
        ["terrain_ab: border terrain met on entering b from a (1.7); rail_gauge: regular, broad, or break where it changes",
         "line: the passage, crossing or fortified line of passages.csv on this border; a fortified line protects its holder"],
        BORDER_COLUMNS, rows,
    )
    write_csv(
        folder / "decisions.csv", "reconstructed comparison of our borders with public the v4.3 adjacency list",
        ["recovered, shapes, ours: 1 where that source has the border"],
        ["a", "b", "recovered", "shapes", "ours", "reason"], decisions(found),
    )
    for name in ("board.toml", "passages.csv", "convoys.csv", "rivers.csv", "rails.csv", "regions.csv", "anchors.csv"):
        (folder / name).write_text((DATA / f"gw36_{name}").read_text(encoding="utf-8"), encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Make the gw36 board.")
    parser.add_argument("--geo", default=None, help="the geography folder")
    parser.add_argument("--out", type=Path, default=BOARD)
    given = parser.parse_args(arguments)
    made = shapes(given.geo)
    found = borders(made)
    write_board(given.out, made, found)
    for fault in (*made.faults, *found.faults):
        print(fault)
    print(len(made.zones), "spaces,", len(found.rows), "borders")


if __name__ == "__main__":
    main()
