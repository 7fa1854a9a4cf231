"""29.7: convoys on the map: U-Boats lie in wait in the North Atlantic under counters of which most are dummies, and the Allies
choose the way of the convoy. What a wolf pack does that meets it replaces the stars of the U-Boat table."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.uboats import AMBUSH, MASSACRE, PLAIN_SHIPPING
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import Hex, War

BOATS, DUMMIES = 3, 6
WATERS = ("north_atlantic", "british_home_waters", "celtic_sea", "channel")
ATLANTIC = "north_atlantic"
CLOSE, NEAR = 1, 2  # hexes
MASSACRED, AMBUSHED = 6, 5  # rolls
FEAR = {0: 12, 1: 12, 2: 5}  # what a hex near a counter costs who looks for a way


class Wolfpack(Subject, frozen=True):
    """Convoy Intercepted counters that Germany has still to place."""

    left: int


class Lane(Subject, frozen=True):
    """A convoy that looks for its way; the counters that lie face down."""

    counters: tuple[Annotated[int, Hex], ...]


@derived()
def sea_hexes(g: War) -> dict[str, frozenset[int]]:
    """By sea area of the convoys, its hexes."""
    seas = g.board.column("seas")
    wet = [s for s, kind in enumerate(g.board.kind) if kind == "hex" and not g.ground.land[s]]
    return {name: frozenset([s for s in wet if name in seas[s].split()]) for name in WATERS}


def packs_of(uboats: int) -> int:
    """One counter for three U-Boats, rounded up."""
    return -(-uboats // BOATS)


@rule("29.7")
def may_lurk(g: War, space: int) -> No | None:
    """Whether a counter can lie in a hex: in the North Atlantic, one to a hex."""
    if space not in sea_hexes(g)[ATLANTIC]:
        return No("29.7", "they lie in wait in the North Atlantic")
    return No("29.7", "a counter lies there") if space in g.packs else None


@rule("29.7")
def lie_in_wait(g: War, uboats: int) -> Flow[None]:
    """Germany places its counters; six dummies fall among them by chance, which only Germany sees"""
    g.packs, g.decoys = [], []
    while len(g.packs) < packs_of(uboats):
        left = packs_of(uboats) - len(g.packs)
        words = f"Wolf packs: {left} to place"
        choice, space = yield from menu(g, g.seat(AXIS), words, Wolfpack(left), SCATTER, LURKING, rule="29.7")
        g.packs = [*g.packs, space] if choice.verb == "lurk" else [*g.packs, *_scattered(g, left)]
    free = sorted(sea_hexes(g)[ATLANTIC] - set(g.packs))
    g.decoys = g.pick(free, DUMMIES, "dummies in the North Atlantic", "29.7", only=(g.seat(AXIS),))


def _scattered(g: War, count: int) -> list[int]:
    return g.pick(sorted(sea_hexes(g)[ATLANTIC] - set(g.packs)), count, "wolf packs", "29.7", only=(g.seat(AXIS),))


@derived()
def entries(g: War) -> tuple[int, ...]:
    """Hexes of the western edge where a convoy comes on."""
    return tuple(sorted([s for s in sea_hexes(g)[ATLANTIC] if "edge_west" in g.ground.regions[s]]))


def harbours(g: War) -> list[int]:
    """British ports at home that a convoy can make for."""
    return [s for s in western_ports(g) if hex_sides(g)[s] == g.nations.side[BRITAIN]]


@derived()
def western_ports(g: War) -> tuple[int, ...]:
    """British ports that the four waters lead to."""
    home = [s for s in g.ground.homeland["britain"] if g.ground.port[s] and g.ground.land[s]]
    return tuple([s for s in home if lane(g, entries(g)[0], s, ())])


@rule("29.7")
def lane(g: War, start: int, port: int, counters: tuple[int, ...]) -> list[int]:
    """The way of a convoy through the four waters: short, and as far from the counters as may be; empty where there is none."""
    wet = frozenset().union(*sea_hexes(g).values())

    def price(s: int) -> int:
        return 1 + FEAR.get(min([g.ground.far(s, c) for c in counters], default=9), 0)

    best, before, queue = {start: price(start)}, {start: -1}, [(price(start), start)]
    while queue:
        cost, at = heappop(queue)
        if cost > best[at]:
            continue
        if any(b == port for b, _ in g.board.neighbours[at]):
            way = [at]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return way[::-1]
        for b, _ in g.board.neighbours[at]:
            total = cost + price(b) if b in wet else 0
            if b in wet and total < best.get(b, 10**9):
                best[b], before[b] = total, at
                heappush(queue, (total, b))
    return []


def hazard(g: War, start: int, port: int, counters: tuple[int, ...]) -> int:
    """How near the way of a convoy comes to the counters, all its hexes counted."""
    return sum([FEAR.get(min([g.ground.far(s, c) for c in counters], default=9), 0) for s in lane(g, start, port, counters)])


@rule("29.7")
def peril(g: War, way: list[int]) -> int:
    """What threatens a convoy on its way: a Massacre beside a wolf pack or in its hex, an Ambush within two hexes of one."""
    far = min([g.ground.far(s, pack) for s in way for pack in g.packs], default=99)
    return MASSACRE if far <= CLOSE else AMBUSH if far <= NEAR else PLAIN_SHIPPING


@rule("29.7")
def convoy_run(g: War, uboats: int) -> Flow[int]:
    """The season's convoy: whether it is ambushed or massacred (TW-AMB-155)"""
    if not uboats or not harbours(g):
        return PLAIN_SHIPPING
    yield from lie_in_wait(g, uboats)
    counters = tuple(sorted({*g.packs, *g.decoys}))
    route: tuple[int, int]
    _, route = yield from menu(g, g.seat(ALLIES), "The way of the convoy", Lane(counters), SAILING, rule="29.7")
    threat = peril(g, lane(g, route[0], route[1], counters))
    g.packs, g.decoys = [], []
    if threat == PLAIN_SHIPPING:
        return PLAIN_SHIPPING
    needed = MASSACRED if threat == MASSACRE else AMBUSHED
    words = "a Convoy Massacre" if threat == MASSACRE else "a Convoy Ambush"
    struck = g.roll(D10, f"{words}, {needed} or less", "29.7", aim=aim(g, most=needed)) <= needed
    return threat if struck else PLAIN_SHIPPING


def forget_packs(g: War, seat: str | None) -> None:
    """In a copy for a seat that is not Germany's: wolf packs and dummies look alike."""
    if seat == g.seat(AXIS) or not g.decoys:
        return
    every = sorted({*g.packs, *g.decoys})
    count = len(g.packs)
    g.packs, g.decoys = every[:count], every[count:]


SCATTER: Act[War, Wolfpack, None] = Act("scatter", "29.7", "Scatter them", do=lambda g, s, _: None)
LURKING: Act[War, Wolfpack, int] = Act(
    "lurk", "29.7", "A wolf pack at {0}", takes=Hex, among=lambda g, s: sorted(sea_hexes(g)[ATLANTIC]),
    may=lambda g, s, h: may_lurk(g, h), do=lambda g, s, h: h,
)  # fmt: skip
SAILING: Act[War, Lane, tuple[int, int]] = Act(
    "convoy", "29.7", "From {0} to {1}", takes=(Hex, Hex), rolls=True,
    among=lambda g, s: [(a, p) for a in entries(g) for p in harbours(g)],
    may=lambda g, s, c: None if c[0] in entries(g) and c[1] in harbours(g) else No("29.7", "from the western edge to a port"),
    do=lambda g, s, c: c,
)  # fmt: skip
