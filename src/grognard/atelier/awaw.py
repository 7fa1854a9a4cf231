"""The recipe of the two boards of A World at War: Europe and the Pacific, from a recovered hex list and real coastlines.

What a hex and a hexside are comes from `hexes.csv` (public, MIT) and the text's own statements (`anchors.csv`,
`corrections.csv`); fronts, objectives, crossing arrows and closed sides from the stand-in charts beside it; rivers and railways
from geography. The projection only brings the coastline under the hexes. How it looks is in awaw_drawing.py.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot

import numpy as np

from grognard.atelier import corrections, rails
from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Draft, Space, slug, write_borders, write_spaces
from grognard.atelier.grid import Anchor, Cell, Grid, Projection, stretched
from grognard.atelier.rivers import River, courses, snapped
from grognard.atelier.sources import PROJECT, layer

FOLDER = PROJECT / "src" / "grognard" / "titles" / "awaw" / "data" / "board"
SIZE = (11960.0, 4230.0)
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(c * 2 for c in "ABCDEFGHIJKLMN")]


@dataclass(frozen=True)
class Printed(Grid):
    """A grid whose hexes carry printed labels: row letters and a number that runs askew (L31)."""

    prefix: str = ""

    def id(self, cell: Cell) -> str:
        return self.prefix + self.label(cell)

    def label(self, cell: Cell) -> str:
        return f"{LETTERS[cell[0]]}{cell[1] + 16 - cell[0] // 2}"


EUROPE = Printed("europe", range(40), range(52), 100.0, "pointy", "east", "odd", (330.0, 330.0), prefix="e")
PACIFIC = Printed("pacific", range(40), range(53), 100.0, "pointy", "east", "odd", (6160.0, 330.0), prefix="p")
GRIDS = {"europe": EUROPE, "pacific": PACIFIC}

PARAMETERS = {
    "europe": {"proj": "aea", "lat_1": 35, "lat_2": 65, "lat_0": 48, "lon_0": 25},
    "pacific": {"proj": "merc", "lon_0": 150},
}
WINDOWS = {
    "europe": ((-32.0, 14.0, 75.0, 76.0),),
    "pacific": ((60.0, -40.0, 180.0, 70.0), (-180.0, -40.0, -140.0, 70.0)),
}
REACH = {"europe": 9.0, "pacific": 22.0}  # hexes
FARTHEST = {
    "europe": 4.5,
    "pacific": 11.0,
}  # hexes from its printed hex: a wider miss is another place of that name
GREY = {
    "US",
    "Canada",
    "South Africa",
    "Italy",
    "Russia",
    "India",
    "Australia",
}  # owners of the art of boxes
ISLANDS = {"N10": "Nationalist China"}  # a hex without a coast string that is land all round
SEAS = {"europe": ("F14", "Z50", "NN42"), "pacific": ("Z40",)}  # a hex of every water that ships or lines may use
FRAGMENTS = {"europe": {"BB49"}, "pacific": {"H33", "DD14"}}  # 4.42: a grey bit of land in a sea hex is not there
AFRICA = 33  # rows from HH on: Italian land there is Libya
NO_ISLAND = {"eF33", "eG32"}  # 4.42, 4.73: the island at the northern tip of Denmark
TERRAIN = {"": "clear", "marsh": "swamp"}
EXTRA = ["label", "owner", "front", "weather", "cities", "features", "harbours", "group", "oil", "ic"]
SIDES = {"sea": "0", "land": "1", "both": "234"}

Row = dict[str, str]


@dataclass
class Making:
    """Everything read and computed on the way to the board."""

    geo: str | None = None
    draft: Draft = field(default_factory=Draft)
    problems: list[str] = field(default_factory=list)
    cells: dict[str, list[Cell]] = field(default_factory=dict)

    @cached_property
    def hexes(self) -> dict[str, dict[Cell, Row]]:
        out: dict[str, dict[Cell, Row]] = {"europe": {}, "pacific": {}}
        for r in rows(FOLDER / "hexes.csv"):
            cell = int(r["y"]), int(r["x"])
            assert GRIDS[r["map"]].label(cell) == r["hex"], f"label of {r}"
            out[r["map"]][cell] = r
        return out

    @cached_property
    def projections(self) -> dict[str, Projection]:
        return {name: projection(self, name) for name in GRIDS}

    @cached_property
    def rivers(self) -> dict[str, list[River]]:
        mine = {name: FOLDER / f"rivers_{name}.csv" for name in GRIDS}
        return {name: courses(path, self.projections[name], self.geo) for name, path in mine.items()}


# --- the coastline under the hexes --------------------------------------------------------------------------------------


def gazetteer(m: Making, name: str) -> list[Anchor]:
    """Named hexes with a known position: our table first, then Natural Earth's places of that name."""
    own = {r["name"]: (float(r["lon"]), float(r["lat"])) for r in rows(FOLDER / "places.csv") if r["map"] == name}
    known: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for f in layer("ne_10m_populated_places_simple", m.geo):
        p = f.properties
        for word in {p.get("name"), p.get("nameascii"), *str(p.get("namealt") or "").split("|")} - {None, ""}:
            lon = f.shape.x if name == "europe" or f.shape.x > 0 else f.shape.x + 360
            known[slug(str(word))].append((float(p.get("pop_max") or 0), lon, f.shape.y))
    out = []
    for cell, r in m.hexes[name].items():
        city = r["city"]
        if city in own:
            out.append(Anchor(city, *own[city], cell))
        elif city and slug(city) in known:
            out += [Anchor(city, lon, lat, cell) for _, lon, lat in sorted(known[slug(city)], reverse=True)[:3]]
    return out


def projection(m: Making, name: str) -> Projection:
    """Scale and origin by a robust fit to the named hexes, then the rubber sheet."""
    grid, anchors = GRIDS[name], gazetteer(m, name)
    unit = Projection(PARAMETERS[name], 1.0, 0.0, 0.0)
    flat = unit.points(np.array([(a.lon, a.lat) for a in anchors]))
    want = np.array([grid.centre(a.cell) for a in anchors])
    n = len(anchors)
    one, none = np.ones(n), np.zeros(n)
    matrix = np.vstack([np.column_stack((flat[:, 0], one, none)), np.column_stack((flat[:, 1], none, one))])
    target, weight = np.concatenate((want[:, 0], want[:, 1])), np.ones(2 * n)
    for _ in range(8):
        scale, x0, y0 = np.linalg.lstsq(matrix * weight[:, None], target * weight, rcond=None)[0]
        miss = matrix @ (scale, x0, y0) - target
        away = np.hypot(miss[:n], miss[n:]) / grid.width
        weight = np.tile(1 / np.maximum(1.0, away) ** 1.5, 2)
    plain = Projection(PARAMETERS[name], float(scale), float(x0), float(y0))
    kept: dict[str, Anchor] = {}
    for a, d in sorted(zip(anchors, away), key=lambda pair: float(pair[1])):
        if (
            d <= FARTHEST[name]
            and a.name not in kept
            and not any(hypot(a.lon - b.lon, a.lat - b.lat) < 0.2 for b in kept.values())
        ):
            kept[a.name] = a
    return stretched(plain, grid, list(kept.values()), slack=0.22, reach=REACH[name])


# --- hexes --------------------------------------------------------------------------------------------------------------


def build(geo: str | None = None) -> Making:
    """Both boards with their boxes, corrections applied."""
    m = Making(geo)
    for name in GRIDS:
        lay_hexes(m, name)
        lay_sides(m, name)
        lay_rivers(m, name)
    mark(m)
    lay_boxes(m)
    corrections.apply(m.draft, FOLDER / "corrections.csv")
    hex_of = {s.listed("cities")[0]: s.id for s in m.draft.spaces.values() if s.kind == "hex" and s.listed("cities")}
    _, lost = rails.lay(m.draft, FOLDER / "rails.csv", hex_of)
    m.problems += [f"no way for the rails from {hop}" for hop in lost]
    return m


def value(r: Row, side: int) -> str:
    """What the hex list says of one side: sea, land, both; of a hex without a coast string by its kind."""
    if r["sides_raw"] == "all" or (r["hex"] in ISLANDS and r["owner_prewar"] == ISLANDS[r["hex"]]):
        return "land"
    if not r["sides_raw"] or (r["hex"] in FRAGMENTS[r["map"]] and not r["owner_prewar"]):
        return "sea"
    digit = r["sides_raw"].split(",")[side]
    return next(word for word, digits in SIDES.items() if digit in digits)


def playable(m: Making, name: str) -> list[Cell]:
    """Hexes of play: land that is somebody's, and the seas that hang together with a sea of the text; no grey, no box art."""
    grid, here = GRIDS[name], m.hexes[name]
    art = {
        c
        for c, r in here.items()
        if r["kind"] == "?"
        and not r["one_hex_island"]
        and (not r["city"] or r["city"] == "US Pac Box")
        and r["owner_prewar"] in GREY
        and edge(c, grid)
    }
    solid = {c for c, r in here.items() if r["kind"] != "sea" and r["owner_prewar"] and c not in art}
    wet = {c for c, r in here.items() if r["kind"] == "sea" or r["hex"] in FRAGMENTS[name]}
    found: set[Cell] = set()
    by_label = {r["hex"]: c for c, r in here.items()}
    for start in SEAS[name]:
        queue = deque([by_label[start]])
        found.add(by_label[start])
        while queue:
            cell = queue.popleft()
            for other in grid.neighbours(cell):
                if other not in found and (other in wet or (other in solid and here[other]["kind"] in ("coast", "?"))):
                    found.add(other)
                    queue.append(other)
    return [c for c in grid.cells() if c in solid or (c in found and c in wet and not under_a_box(c, name))]


def under_a_box(cell: Cell, name: str) -> bool:
    """Water that the printed boxes and edges cover: left of A23 in Europe (5.28A) and east of the Urals run of 5.76; right of
    A59 down to row H in the Pacific (5.28A, 5.9)."""
    row, col = cell
    if name == "europe":
        return (row < 5 and col < 7) or col > 49 or (row > 30 and col > 47)
    return (row < 8 and col > 43) or col > 50


def edge(cell: Cell, grid: Grid) -> bool:
    """Near enough to an edge of the map to be art of a box."""
    row, col = cell
    return (row < 8 and (col < 6 or col > 44)) or (row > 29 and (col < 12 or col > 45))


def lay_hexes(m: Making, name: str) -> None:
    grid, here = GRIDS[name], m.hexes[name]
    fronts = {r["hex"]: r["front"] for r in rows(FOLDER / "front_hexes.csv") if r["map"] == name}
    m.cells[name] = playable(m, name)
    for cell in m.cells[name]:
        r = here[cell]
        x, y = grid.centre(cell)
        named = r["city"] and r["city"] not in ("outback", "Himalaya")
        space = m.draft.add(Space(grid.id(cell), "hex", name, round(x, 1), round(y, 1), col=cell[1], row=cell[0]))
        space.name = r["city"] if named else ""
        land = r["kind"] != "sea" and bool(r["owner_prewar"])
        space.terrain = TERRAIN.get(r["terrain"], r["terrain"]) if land else "sea"
        space.country = slug(r["owner_prewar"]) if land else ""
        if name == "europe" and space.country == "italy" and cell[0] >= AFRICA:
            space.country = "libya"  # the list gives colonies of Italy to Italy
        features = {
            word
            for word, on in (
                ("capital", r["capital"]),
                ("port", r["ports"]),
                ("beach", r["beach"]),
                ("island", r["one_hex_island"]),
                ("shipyard", r["shipyard"]),
                ("fortress", r["fortress"]),
                ("city", is_city(r)),
            )
            if on
        }
        if r["kind"] == "?" and all(value(r, k) == "sea" for k in range(6)):
            features.add("island")
        if space.id in NO_ISLAND:
            features.discard("island")
        space.columns.update(
            label=r["hex"],
            owner=slug(r["owner_prewar"]) if land else "",
            front=slug(fronts.get(r["hex"], "")),
            weather="",
            cities=[slug(r["city"])] if named else [],
            features=features,
            harbours=r["ports"] or "",
            group="",
            oil="",
            ic="",
        )


def is_city(r: Row) -> bool:
    """A named hex of the list is a city unless the name is that of an island or a region without any sign."""
    return (
        bool(r["city"])
        and (bool(r["capital"] or r["ports"]) or r["kind"] == "land" or not r["one_hex_island"])
        and r["city"]
        not in (
            "outback",
            "Himalaya",
            "Honshu",
            "Shikoku",
            "Hokaido",
            "Celebes",
            "Timor",
            "Ceram",
            "New Britain",
            "New Ireland",
            "Halmahera",
            "Samar",
            "Sakhalin",
            "Karafuto",
            "New Caledonia",
            "Bhutan",
            "Lake Ladoga",
            "Palawan",
        )
    )


def lay_sides(m: Making, name: str) -> None:
    """`sea`: all water, no ground unit crosses. `ships`: blue on both sides. Both, neither or one of them may hold."""
    grid, here = GRIDS[name], m.hexes[name]
    cells = set(m.cells[name])
    for a, b, side in grid.pairs():
        if a not in cells or b not in cells:
            continue
        one, other = value(here[a], side), value(here[b], (side + 3) % 6)
        border = m.draft.border(grid.id(a), grid.id(b))
        inland = "all" in (here[a]["sides_raw"], here[b]["sides_raw"])  # a hex without any coast wins where the two disagree
        if inland and "sea" not in (here[a]["kind"], here[b]["kind"]):
            continue
        if "sea" in (one, other):
            border.features |= {"sea"}
        if "land" not in (one, other):
            border.features |= {"ships"}


def lay_rivers(m: Making, name: str) -> None:
    grid = GRIDS[name]
    cells = set(m.cells[name])
    for (a, b), names in snapped(m.rivers[name], grid).items():
        if a in cells and b in cells:
            border = m.draft.border(grid.id(a), grid.id(b))
            if "sea" not in border.features:
                border.features.add("river")
                border.columns["rivers"] = {slug(n) for n in names} | set(border.columns.get("rivers", ()))  # type: ignore[call-overload]


def mark(m: Making) -> None:
    """Objectives, crossing arrows, closed sides, island groups, industry, oil and weather."""
    prefix = {name: grid.prefix for name, grid in GRIDS.items()}
    spaces = m.draft.spaces
    for r in rows(FOLDER / "objectives.csv"):
        spaces[prefix[r["map"]] + r["hex"]].words("features").add("objective")
    for r in rows(FOLDER / "crossing_arrows.csv"):
        border = m.draft.border(prefix[r["map"]] + r["hex_a"], prefix[r["map"]] + r["hex_b"])
        border.features |= {"strait", "sea", "ships"}
    for r in rows(FOLDER / "impassable.csv"):
        p = prefix[r["map"]]
        if r["kind"] == "hexside" and p + r["hex_a"] in spaces and p + r["hex_b"] in spaces:
            m.draft.border(p + r["hex_a"], p + r["hex_b"]).features.add("impassable")
        elif r["kind"] == "hex":
            spaces[p + r["hex_a"]].words("features").add("closed")
        elif r["kind"] == "owner":
            for s in spaces.values():
                if s.country == slug(r["hex_a"]):
                    s.words("features").update({"closed", "no_flight"})
    for r in rows(FOLDER / "groups.csv"):
        for word in r["islands"].split():
            spaces["p" + word].columns["group"] = r["id"]
    for r in rows(FOLDER / "marks.csv"):
        for token in r["hexes"].split():
            if r["kind"] == "oil":
                spaces[token].columns["oil"] = r["value"]
            elif r["kind"] == "ic":
                spaces[token].columns["ic"] = r["value"]
            else:
                spaces[token].words("features").add(r["kind"])
    for s in spaces.values():
        s.columns["weather"] = weather(s)


EAST = {"russia", "eastpoland", "baltics", "bessarabia", "finnish_border", "finland"}


def weather(s: Space) -> str:
    """The weather area of a land hex (ours 34.1): east of the Pact line, siberia, monsoon, or its front's winter."""
    if s.map == "europe":
        return "pact_east" if s.country in EAST else str(s.columns["front"])
    if s.country in ("russia", "japan") and s.columns["front"] == "asian" and s.row is not None and s.row < 12:
        return "siberia"
    return "monsoon" if s.columns["front"] == "southeast_asian" and not s.words("features") & {"island"} else "pacific"


# --- boxes --------------------------------------------------------------------------------------------------------------


def lay_boxes(m: Making) -> None:
    """The boxes of rule 5 as spaces; `boxes.csv` says which edge hexes and boxes each touches, and for what."""
    for r in rows(FOLDER / "boxes.csv"):
        space = m.draft.add(Space(r["id"], "box", r["map"], float(r["x"]), float(r["y"]), r["name"]))
        space.country = r["owner"]
        space.columns.update(
            label=r["name"],
            owner=r["owner"],
            front=r["front"],
            weather="",
            cities=[],
            features={"box", *r["features"].split()},
            harbours="",
            group="",
            oil="",
            ic="",
        )
    for r in rows(FOLDER / "box_links.csv"):
        for token in edge_run(m, r["to"]):
            border = m.draft.border(r["box"], token)
            border.features |= set(r["features"].split())
            if r["hexes"]:
                border.columns["hexes"] = r["hexes"]


def edge_run(m: Making, text: str) -> list[str]:
    """A space, several, or a run of edge hexes such as `east:A-Z:land`, `west:A-EE:sea`, `south:NN24-NN45:sea`."""
    if ":" not in text:
        return text.split()
    where, span, kind, name = text.split(":")
    grid, first_last = GRIDS[name], span.split("-")
    here = [
        s
        for s in m.draft.spaces.values()
        if s.kind == "hex" and s.map == name and s.row is not None and (s.terrain == "sea") == (kind == "sea")
    ]
    if where == "south":
        row = LETTERS.index("NN")
        low, high = (int(w.removeprefix("NN")) for w in first_last)
        return [s.id for s in here if s.row == row and low <= int(str(s.columns["label"])[2:]) <= high]
    top, bottom = (LETTERS.index(w) for w in first_last)
    out = []
    for row in range(top, bottom + 1):
        line = [s for s in here if s.row == row]
        if line:
            pick = max if where == "east" else min
            out.append(pick(line, key=lambda s: s.x).id)
    return [token for token in out if grid.map == name]


def write(m: Making) -> None:
    note = "public Joegrundman/nodeplanner snapshot 8704e89 (MIT): hexes, coasts; reconstructed rivers, rails, fronts, boxes"
    write_spaces(
        m.draft,
        FOLDER / "spaces.csv",
        [
            f"provenance: {note}",
            "Per layer: board.toml. Made by python -m grognard.atelier awaw; corrections.csv has the last word.",
        ],
        EXTRA,
    )
    write_borders(
        m.draft,
        FOLDER / "borders.csv",
        [
            f"provenance: {note}",
            "sea: all water, no ground unit crosses; ships: blue on both sides; strait: crossing arrow; boxes: ground air naval",
        ],
        ["rivers", "hexes"],
    )
