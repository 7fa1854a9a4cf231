"""5.93 and ours 24.5, 25.3: the boxes of the shipping lanes: how ships and strategic units get in and out of them.

What submarines do there is in strategic.py, raiders in raiders.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import AXIS, GERMANY, JAPAN
from grognard.titles.awaw.rules.boxes import AIRSPACE, SHIPPING, US_BOXES, may_occupy, may_transfer
from grognard.titles.awaw.rules.construction import BOMBING, may_base_bombers
from grognard.titles.awaw.rules.ships import BASE_CHANGE, friendly_port, port_room
from grognard.titles.awaw.rules.strategic import BOATS, TIED
from grognard.titles.awaw.rules.supply import off_board_hexes, seas
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, held_by, on_map, patron, side_on
from grognard.titles.awaw.state import USAT, Hex, Unit, World

STATIONED = 64  # a bit of `moved`
PACIFIC_BASES = ("pearl_harbor", "tahiti", "us_pacific", "australia_box")  # 5.932B
TRUK = "truk"
SUEZ = ("suez", "port_said")
AT_SEA = frozenset((*BOATS, Kind.ASW, Kind.TRANSPORT))


@rule("5.932", "ours 25.33")
def edge_way(g: World, port: int, box: int) -> list[int]:
    """The hexes of a shortest way by sea from a port to the edge where a box begins; empty where none leads."""
    return seas(g, port).to_one_of(port, g.ground.lanes[box])


@rule("5.932", "ours 25.31", "ours 25.31B", "ours 21.217")
def may_cross(g: World, power: int, port: int, box: int) -> No | None:
    """Between a port (or box) and a box of shipping lanes: over the edge of the map, from the bases the Pacific box allows."""
    token = g.board.token(box)
    if token not in SHIPPING or (g.board.token(port) in AIRSPACE and g.board.token(port) not in SHIPPING):
        return No("5.92", "no box of shipping lanes")
    if token == "sw_pacific":
        japanese = power == JAPAN
        home = port in g.ground.japan or port == g.ground.named[TRUK]  # 3.11: a port in Japan
        bases = [g.ground.space(word) for word in PACIFIC_BASES]
        if not (home if japanese else port in bases):
            return No("ours 25.31B", "the Pacific box has bases of its own for each side")
        if japanese or not g.ground.box[port]:
            return None
    if g.ground.box[port]:
        joined = g.board.border(port, box) is not None
        return None if joined else No("ours 21.217", "the two boxes are not joined")
    way = edge_way(g, port, box)
    if not way:
        return No("ours 21.217", "no way over the edge of the map")
    far = len(way) - 1 + off_board_hexes(g, token, g.board.token(way[-1]))
    most = g.sea_reach(BASE_CHANGE, europe=g.ground.europe[port]) + 8
    return None if far <= most else No("ours 21.3612", f"{far} hexes to the edge")


@rule("ours 25.35", "ours 21.6", "ours 21.553")
def lanes_beside(g: World, port: int) -> int:
    """The box of shipping lanes whose ships may join an activity that begins in a port or box; -1 for none."""
    token = g.board.token(port)
    by_box = {"us_atlantic": "sw_atlantic", "us_pacific": "sw_pacific", "australia_box": "sw_pacific", "india_box": "sw_indian",
              "south_africa": "sw_indian"}  # fmt: skip
    if g.ground.box[port]:
        return g.board.space(by_box[token]) if token in by_box else -1
    if port in (g.ground.named["suez"], g.ground.named["basra"], g.ground.named["abadan"]):
        return int(g.board.space("sw_indian"))
    if not g.ground.europe[port]:
        return int(g.board.space("sw_pacific"))
    return int(g.board.space("sw_atlantic")) if g.ground.front[port] == FRONT["western"] else -1


# --- strategic units change station -------------------------------------------------------------------------------------


@rule("ours 24.52", "ours 24.4", "ours 26.21", "ours 25.13A", "ours 25.12", "ours 28.82", "5.934", "5.935", "5.943")
def may_station(g: World, power: int, u: int, goal: int) -> No | None:
    """In redeployment: between the boxes, between fronts of the airspace, between port and box."""
    units, what = g.units, KIND[g.units.design[u]]
    if units.at[u] < 0 or patron(g, u) != power or (what not in AT_SEA and what not in BOMBING):
        return No("ours 24.52", "no strategic unit of this power")
    if units.moved[u] & STATIONED:
        return No("ours 24.52", "it has changed its station")
    at = units.at[u]
    if goal == at:
        return No("ours 24.52", "it is there")
    start, end = g.board.token(at), g.board.token(goal)
    if what in BOMBING:
        no = may_occupy(g, u, end)
        return no if no is not None else may_base_bombers(g, u, goal)
    if end in SHIPPING and not played(g, end):
        return No("ours 24.52", "not on the boards that are played")
    if start in SHIPPING and end in SHIPPING:
        return may_transfer(g, u, start, end)
    if start not in SHIPPING and end not in SHIPPING:
        return No("5.934", "into or out of a box of shipping lanes only")
    if what not in BOATS and not {start, end}.isdisjoint(US_BOXES):
        box, other = (goal, start) if end in SHIPPING else (at, end)
        joined = g.board.token(box) in SHIPPING and _beside(g, box, other)
        return None if joined else No("ours 24.52", "the two boxes are not joined")
    return _boat(g, power, u, goal)


def _beside(g: World, box: int, other: str) -> bool:
    return bool({"us_atlantic": "sw_atlantic", "us_pacific": "sw_pacific"}[other] == g.board.token(box))


def played(g: World, box: str) -> bool:
    return (
        g.sheet.theatre == "both"
        or box in {"europe": ("sw_atlantic", "sw_indian"), "pacific": ("sw_pacific", "sw_indian")}[g.sheet.theatre]
    )


def _boat(g: World, power: int, u: int, goal: int) -> No | None:
    """A submarine, transport or ASW between a port and a box."""
    at = g.units.at[u]
    into, port = g.board.token(goal) in SHIPPING, at if g.board.token(goal) in SHIPPING else goal
    side = side_on(g, NATION[g.units.design[u]], port)
    if not into:
        if not friendly_port(g, goal, side) and not g.ground.box[goal]:
            return No("ours 25.31", "no friendly port")
        no = half_at_sea(g, u) if KIND[g.units.design[u]] in BOATS else None
        if no is None:
            no = port_room(g, goal, side, STRENGTH[g.units.design[u]])
        if no is not None:
            return no
    box = goal if into else at
    if g.board.token(box) == "sw_indian" and side == AXIS and power != JAPAN:
        through = g.ground.front[port] == FRONT["mediterranean"] and all(held_by(g, g.ground.named[c]) == AXIS for c in SUEZ)
        return None if through else No("ours 25.13A", "only from a Mediterranean port through the Suez canal")
    return may_cross(g, power, port, box)


@rule("ours 24.53")
def half_at_sea(g: World, u: int) -> No | None:
    """Once the tension with America is fifteen at least half of the German submarines stay in the boxes."""
    if NATION[g.units.design[u]] != GERMANY or not g.tension:
        return None
    if g.tension[USAT] < g.number("24.53 tension from which half of the German submarines are at sea"):
        return None
    boxes = {g.board.space(token) for token in SHIPPING}
    boats = [o for o in range(len(g.units)) if g.units.at[o] >= 0 and NATION[g.units.design[o]] == GERMANY
             and KIND[g.units.design[o]] in BOATS]  # fmt: skip
    left = sum(g.units.at[o] in boxes for o in boats if o != u)
    return None if 2 * left >= len(boats) else No("ours 24.53", "half of the German submarines must be at sea")


def stations(g: World, power: int) -> Iterator[tuple[int, int]]:
    """Strategic units, one of each sort in a place, and where they may go."""
    seen = set()
    boxes = [g.board.space(token) for token in SHIPPING]
    airspace = [g.board.space(token) for token in AIRSPACE]
    docks = [g.board.space(token) for token in ("us_atlantic", "us_pacific")]
    units = g.units
    for u in sorted(on_map(g).get(power, ()), key=units.at.__getitem__):
        what, at = KIND[units.design[u]], units.at[u]
        if (what not in AT_SEA and what not in BOMBING) or units.moved[u] & STATIONED:
            continue
        sort = units.design[u], at, units.inverted[u]
        if sort in seen:
            continue
        seen.add(sort)
        goals = airspace if what in BOMBING else [*boxes, *docks]
        if at in boxes:
            goals = [*goals, *g.ground.ports]
        for goal in goals:
            if may_station(g, power, u, goal) is None:
                yield u, goal


def station(g: World, u: int, goal: int) -> None:
    row = g.units[u]
    row.at, row.moved = goal, row.moved | STATIONED
    g.say("{} goes to {}", row, g.hexes[goal], rule="ours 24.52")


# --- transports and ASW change base in movement -------------------------------------------------------------------------


class Berth(Subject, frozen=True):
    """A transport or ASW that changes base in the movement phase."""

    power: int
    unit: Annotated[int, Unit]


@rule("5.934", "ours 25.12")
def may_leave_berth(g: World, power: int, u: int) -> No | None:
    """Transports and ASW go into or out of a box of shipping lanes in movement too; submarines do not, nor who has moved."""
    units = g.units
    if not g.sheet.whole or units.at[u] < 0 or patron(g, u) != power:
        return No("5.934", "no transport or ASW of this power")
    if KIND[units.design[u]] not in (Kind.ASW, Kind.TRANSPORT):
        return No("5.934", "in movement transports and ASW only")
    if units.moved[u] & (STATIONED | TIED) or units.mission[u]:
        return No("5.934", "it is at work, or has changed its station")  # AW-DEC-51
    if u not in first_berths(g, power):
        return No("5.934", "another of the same sort stands for it")
    b = Berth(power, u)
    open_ = any(may_berth(g, b, s) is None for s in goals_from(g, units.at[u]))
    return None if open_ else No("5.934", "it can go nowhere from there")


def first_berths(g: World, power: int) -> list[int]:
    units = g.units
    mine = [u for u in on_map(g).get(power, ()) if KIND[units.design[u]] in (Kind.ASW, Kind.TRANSPORT)
            and not units.moved[u] & (STATIONED | TIED) and not units.mission[u]]  # fmt: skip
    return units.firsts(sorted(mine), "at", "inverted") if g.sheet.whole else []


@rule("5.934", "5.935")
def may_berth(g: World, b: Berth, goal: int) -> No | None:
    """Between port and box; from one box to another in redeployment only."""
    if g.board.token(g.units.at[b.unit]) in SHIPPING and g.board.token(goal) in SHIPPING:
        return No("5.935", "from box to box in redeployment only")
    return may_station(g, b.power, b.unit, goal)


def goals_from(g: World, at: int) -> list[int]:
    boxes = [g.board.space(token) for token in SHIPPING]
    return [*(g.board.space(token) for token in US_BOXES), *g.ground.ports] if at in boxes else boxes


def berths(g: World, b: Berth) -> list[int]:
    return [s for s in goals_from(g, g.units.at[b.unit]) if may_berth(g, b, s) is None]


REMAIN: Act[World, Berth, None] = Act("stay", "5.934", "Stay", do=lambda g, b, _: None)
BERTH: Act[World, Berth, int] = Act("berth", "5.934", "To {0}", takes=Hex, listed=berths, may=may_berth,
                                    do=lambda g, b, s: station(g, b.unit, s))  # fmt: skip
