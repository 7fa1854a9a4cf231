"""What the board says once and for all: coasts, land and sea ways, passages, narrow crossings, railways, rivers, convoy lines.

Read from data/board by `survey` and kept on the board as `g.board.geo`. Who may use a way, and when, is in rules/.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from grognard.kernel.board import Board
from grognard.kernel.files import Files, Sheet, read_sheet
from grognard.kernel.rules import rule

ROUGH = ("mountain", "desert", "jungle", "marsh")  # terrain that cuts movement to 1 (1.8-1.11)

T = TypeVar("T")
Way = tuple[int, int]  # the zone on the other side, and the border


@dataclass(frozen=True)
class Passage:
    """A strait, canal or route between two sea zones; `holders` are the land zones whose owner rules it (1.15)."""

    id: str
    name: str
    kind: str
    a: int
    b: int
    holders: tuple[int, ...]

    @property
    def word(self) -> str:
        """What options call it: some passages are named like the zone beside them."""
        return f"{self.id}_passage"


@dataclass(frozen=True)
class Crossing:
    """A narrow crossing between two land zones (1.20); `seas` lie on both; `channel`: a Channel Port (1.21)."""

    id: str
    name: str
    border: int
    a: int
    b: int
    limit: int
    channel: bool
    seas: tuple[int, ...]


@dataclass(frozen=True)
class ConvoyLine:
    """A convoy line (1.6): what each nation can lose on it, its sea zones, and the land zones where it ends."""

    id: str
    name: str
    values: dict[str, int]
    zones: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def word(self) -> str:
        """What options call it: some lines are named like a sea beside them."""
        return f"{self.id}_line"


@dataclass
class Geography:
    """The ways of the board by zone."""

    is_sea: list[bool]
    land: list[tuple[Way, ...]] = field(default_factory=list)  # land to land, on foot
    beside: list[frozenset[int]] = field(default_factory=list)  # the same without the borders
    coast: list[tuple[int, ...]] = field(default_factory=list)  # land to sea and sea to land
    sea: list[tuple[Way, ...]] = field(default_factory=list)  # sea to sea, canals and straits included
    air: list[tuple[Way, ...]] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    passage_of: dict[int, int] = field(default_factory=dict)  # border -> passage
    crossings: list[Crossing] = field(default_factory=list)
    crossings_at: dict[int, list[Crossing]] = field(default_factory=dict)
    entering: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)  # (from, to) -> border terrain (1.7)
    zone_terrain: list[str] = field(default_factory=list)
    city: list[bool] = field(default_factory=list)
    rail: dict[int, str] = field(default_factory=dict)  # border -> regular, broad, break
    rail_ways: list[tuple[Way, ...]] = field(default_factory=list)
    river_ways: list[tuple[int, ...]] = field(default_factory=list)  # zones a river joins: its course and its banks (1.12)
    banks: list[tuple[int, ...]] = field(default_factory=list)  # zones across a river that is the border (1.12)
    canal_ways: dict[int, tuple[int, ...]] = field(default_factory=dict)  # zones that a canal joins like a river (1.15)
    fortified: dict[tuple[int, int], str] = field(default_factory=dict)  # (from, protected zone) -> id of the line (1.22)
    burma_road: Way | None = None
    route: dict[str, tuple[int, int]] = field(default_factory=dict)  # northern_sea_route, baltic_white_sea
    lines: list[ConvoyLine] = field(default_factory=list)
    lines_at: dict[int, list[int]] = field(default_factory=dict)
    reefs: frozenset[tuple[int, int]] = frozenset()
    impassable: frozenset[int] = frozenset()  # borders no land unit crosses: the Himalaya and its like


ROUTES = ("northern_sea_route", "baltic_white_sea")


@rule("1.1", "1.2", "1.6", "1.14")
def survey(board: Board, files: Files | Path) -> Geography:
    """Read the ways of a loaded board."""
    folder = files.path("data/board/passages.csv").parent if isinstance(files, Files) else files
    sheet = read_sheet(folder / "passages.csv")
    geo = Geography([kind == "sea" for kind in board.kind])
    geo.zone_terrain = [board.terrain_name(z) for z in range(board.size)]
    geo.city = [bool(n) for n in board.ints("city")]
    _passages(geo, board, sheet)
    _ways(geo, board)
    _terrain(geo, board)
    _rails(geo, board)
    _convoys(geo, board, read_sheet(folder / "convoys.csv"))
    return geo


def _rows(sheet: Sheet) -> list[dict[str, str]]:
    return [dict(zip(sheet.header, row)) for row in sheet.rows]


def _passages(geo: Geography, board: Board, sheet: Sheet) -> None:
    reefs = []
    for row in _rows(sheet):
        a, b = board.space(row["a"]), board.space(row["b"])
        border = board.border(a, b)
        if border is None:
            continue
        holders = tuple([board.space(z) for z in row["holder"].split()])
        kind = row["kind"]
        if kind in ("strait", "canal", "river_canal", "route"):
            geo.passage_of[border] = len(geo.passages)
            geo.passages.append(Passage(row["id"], row["name"], kind, a, b, holders))
            if row["id"] in ROUTES:
                geo.route[row["id"]] = (a, b)
        elif kind in ("narrow", "channel_port"):
            seas = tuple([s for s, _ in board.neighbours[a] if geo.is_sea[s] and board.adjacent(s, b)])
            made = Crossing(row["id"], row["name"], border, a, b, int(row["units"] or 1), kind == "channel_port", seas)
            geo.crossings.append(made)
            geo.crossings_at.setdefault(a, []).append(made)
            geo.crossings_at.setdefault(b, []).append(made)
        elif kind == "road":
            geo.burma_road = (a, b)
        elif kind == "fortified_line":
            geo.fortified[a, b] = row["id"]
        elif kind == "reef":
            reefs += [(a, b), (b, a)]
    geo.reefs = frozenset(reefs)


def _ways(geo: Geography, board: Board) -> None:
    bits = board.feature_bits
    impassable = bits.get("impassable", 0)
    land, coast, sea = bits.get("land", 0), bits.get("coast", 0), bits.get("sea", 0)
    closed = impassable | bits.get("burma_road", 0)
    has = board.features
    routes = {board.border(*ends) for ends in geo.route.values()}
    geo.impassable = frozenset([n for n, mask in enumerate(has) if mask & impassable])
    for z in range(board.size):
        links = board.neighbours[z]
        geo.land.append(tuple([(b, n) for b, n in links if has[n] & land and not has[n] & closed]))
        geo.beside.append(frozenset([b for b, _ in geo.land[z]]))
        geo.coast.append(tuple([b for b, n in links if has[n] & coast and not has[n] & impassable]))
        geo.sea.append(tuple([(b, n) for b, n in links if has[n] & sea and n not in routes]))
        ways = [(b, n) for b, n in links if has[n] & (land | coast | sea) and n not in routes]
        geo.air.append(tuple(sorted(ways, key=lambda way: way[1] in geo.impassable)))


def _terrain(geo: Geography, board: Board) -> None:
    forward, back = board.border_column("terrain_ab"), board.border_column("terrain_ba")
    for border, (a, b) in enumerate(board.ends):
        if forward[border]:
            geo.entering[a, b] = tuple(forward[border].split())
        if back[border]:
            geo.entering[b, a] = tuple(back[border].split())


def _rails(geo: Geography, board: Board) -> None:
    gauge = board.border_column("rail_gauge")
    rail, water = board.feature_bits.get("rail", 0), board.feature_bits.get("waterway", 0)
    has = board.features
    geo.rail = {n: gauge[n] or "regular" for n in range(len(board.ends)) if has[n] & rail}
    for z in range(board.size):
        geo.rail_ways.append(tuple([(b, n) for b, n in board.neighbours[z] if has[n] & rail]))
        geo.banks.append(tuple([b for b, _ in geo.land[z] if _river_between(geo, z, b)]))
    course = [tuple([b for b, n in board.neighbours[z] if has[n] & water and not geo.is_sea[b]]) for z in range(board.size)]
    for z in range(board.size):
        across = [b for b in geo.banks[z] if course[z] or course[b]]
        geo.river_ways.append(tuple(dict.fromkeys((*course[z], *across))))
    for passage in geo.passages:
        if passage.kind == "river_canal":  # of the St. Lawrence all shores of the lakes
            zones = {*passage.holders, *(geo.coast[passage.b] if passage.id == "st_lawrence" else ())}
            for z in zones:
                geo.canal_ways[z] = tuple(sorted(zones - {z}))


def _river_between(geo: Geography, a: int, b: int) -> bool:
    return "river" in geo.entering.get((a, b), ()) and "river" in geo.entering.get((b, a), ())


def _convoys(geo: Geography, board: Board, sheet: Sheet) -> None:
    for row in _rows(sheet):
        values: dict[str, int] = {}
        for cell in row["values"].split():
            nation, _, amount = cell.partition(":")
            values[nation] = int(amount or 0)
        zones = tuple([board.space(z) for z in row["zones"].split()])
        for zone in zones:
            geo.lines_at.setdefault(zone, []).append(len(geo.lines))
        ends = tuple([board.space(z) for z in row["ends"].split() if board.knows(z)])
        geo.lines.append(ConvoyLine(row["id"], row["name"], values, zones, ends))
