"""The campaigns of Fall 1939: every counter of the mix that stands on the boards, in a pool or on the stocks (7.2, 7.3, ours V).

Short scenarios name each counter in their file (setup.py). Here the recovered list of counters decides; a scenario file says
which board is played, who is at war, and in which ports the fleets lie, which the list does not tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import COUNTERS, DESIGNS, GROUND, STRATEGIC, Counter, Kind
from grognard.titles.awaw.nations import COUNTRIES, INDEX, KEYS, MAJORS, slug
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import held_by, side_on
from grognard.titles.awaw.state import GONE, IN_PLAY, LATER, NEVER, POOL, RESERVE, YARD, World, turn_of

BOX_LABELS = {
    "eA19": "sw_atlantic", "eB19": "us_atlantic", "eC15": "us_atlantic", "eC16": "us_atlantic", "eD15": "us_atlantic",
    "eD17": "us_atlantic", "eG17": "sw_atlantic", "eH13": "sw_atlantic", "eH14": "sw_atlantic", "eH15": "sw_atlantic",
    "eJJ47": "sw_indian", "eKK46": "cairo", "eKK47": "suez", "eLL46": "ethiopia", "eNN45": "south_africa",
    "eNN46": "south_africa", "pC61": "sw_pacific", "pC65": "sw_pacific", "pF63": "us_pacific", "pG61": "us_pacific",
    "pG63": "us_pacific", "pH63": "us_pacific",
}  # fmt: skip
BEYOND = {
    "europe": ("canada", "south_africa", "australia", "india", "ukraine", "vlasov", "wafdist"),
    "pacific": ("canada", "australia", "india", "wang", "indian_nat_army", "communist_china"),
}  # countries without a hex on a board whose counters fight there
SEASONS = {"Fall": 2, "Winter": 3, "Spring": 0, "Summer": 1}
FIXED = {"Grouping 1": turn_of(1941, 0)}
BY_YARD = frozenset((Kind.DD, Kind.CA, Kind.CVE, Kind.BB, Kind.BC, Kind.PB, Kind.CV))


def group_turn(group: str) -> int | None:
    """The turn of `Spring 41`, `Fall '39`, `Spring 1940`; None where a group waits for something else."""
    if group in FIXED:
        return FIXED[group]
    season, _, year = group.partition(" ")
    digits = year.strip("'")
    if season not in SEASONS or not digits.isdigit():
        return None
    return turn_of(1900 + int(digits) % 100, SEASONS[season])


@rule("ours 27.1", "ours 27.6", "7.224", "7.32")
def where_to(counter: Counter) -> tuple[int, int]:
    """The pool of a counter that is not in play at the start, and the turn from which it may be built."""
    kind, turn = DESIGNS[counter.design].kind, group_turn(counter.group)
    if counter.location == "shipyard":
        return YARD, 0
    if turn is not None:
        return POOL, turn
    if counter.group in ("initial", "Volunteers"):
        return RESERVE, 0
    if counter.group == "Partisans":
        return POOL, 0
    if counter.group == "Naval Builds" and kind in BY_YARD and kind not in STRATEGIC:
        return POOL, 0
    return LATER, 0


@rule("7.211", "7.221", "7.223", "7.31")
def counters_in(g: World) -> Iterator[tuple[Counter, str]]:
    """Counters that belong to the boards of the scenario, with the space where each begins (empty: none)."""
    theatre, fleets, share = g.sheet.theatre, g.sheet.fleets, g.sheet.share
    turn_at: dict[int, int] = {}
    for counter in COUNTERS:
        nation = DESIGNS[counter.design].nation
        if not takes_part(g, nation):
            continue
        if counter.location == "map":
            if theatre not in ("both", counter.map):
                continue
            label = ("e" if counter.map == "europe" else "p") + counter.hex
            yield counter, BOX_LABELS.get(label, label)
        elif counter.location == "task_force":
            ports = fleets.get(KEYS[nation], [])
            place = turn_at.get(nation, 0)
            turn_at[nation] = place + 1
            if ports and (place % share[KEYS[nation]] == 0 if KEYS[nation] in share else True):
                yield counter, ports[place % len(ports)]
        else:
            yield counter, ""


def takes_part(g: World, nation: int) -> bool:
    """Whether a country is on the boards of the scenario."""
    theatre = g.sheet.theatre
    if theatre == "both" or nation in MAJORS:
        return theatre == "both" or KEYS[nation] in g.sheet.powers
    if any(g.ground.theatre[s] == theatre for s in g.ground.homeland.get(nation, ())):
        return True
    return KEYS[nation] in BEYOND[theatre]


@rule("7.32", "7.224", "ours 24.3", "ours 37.1", "ours 80.2")
def place_counters(g: World) -> None:
    """Every counter begins on a board, in a pool, on the stocks or with the army of a country at peace."""
    for counter, token in counters_in(g):
        if token:
            u = g.units.add(design=counter.design, at=g.ground.space(token), pool=IN_PLAY).index
            make_room(g, u)
            continue
        pool, due = where_to(counter)
        stage = 2 if pool == YARD else 0  # ours 27.73
        g.units.add(design=counter.design, pool=pool, due=due, built=NEVER, stage=stage)
    count_partisans(g)


@rule("ours 11.1", "ours 11.2")
def count_partisans(g: World) -> None:
    """The chart says how many bands of a country and colour there are, and how many of them wait for production."""
    bands: dict[tuple[int, int], list[int]] = {}
    for u in range(len(g.units)):
        design = DESIGNS[g.units.design[u]]
        if design.kind == Kind.PARTISAN:
            bands.setdefault((design.nation, design.colour), []).append(u)
    for key, chart in g.charts.uprisings.items():
        mine = sorted(bands.get(key, ()), key=g.units.pool.__getitem__)
        ready = chart.count - chart.later if mine and g.units.pool[mine[0]] == POOL else 0
        for n, u in enumerate(mine):
            pool = POOL if n < ready else LATER if n < chart.count else GONE
            if g.units.pool[u] != pool:
                g.units[u].pool = pool


@rule("ours 12.3", "7.25")
def make_room(g: World, u: int) -> None:
    """A ground unit whose hex of the recovered set-up is full begins in the nearest hex of its side that has room."""
    at, nation = g.units.at[u], DESIGNS[g.units.design[u]].nation
    if DESIGNS[g.units.design[u]].kind not in GROUND or g.ground.box[at]:
        return
    side = side_on(g, nation, at)
    if room_for(g, u, at, side) is None:
        return
    near = (int(s) for ring in g.board.rings(at, 6) for s in ring if g.ground.field[s] and held_by(g, int(s)) == side)
    g.units[u].at = next((s for s in near if room_for(g, u, s, side) is None), at)


def owner_of(nation: int) -> int:
    """The power or country whose colony, part or ally a country is at the start."""
    row = COUNTRIES[nation]
    whose = slug(row.colony_of or row.part_of or row.allied_with)
    commonwealth = {"canada": "britain", "communist_china": "nationalist_china"}.get(KEYS[nation], whose)
    return INDEX.get(commonwealth, -1)


@rule("ours 29.1", "ours 65.1")
def dependants(g: World) -> None:
    """Colonies and parts stand where their owners stand; a country without an owner is neutral unless the file names it."""
    for n in range(len(KEYS)):
        if n in MAJORS or KEYS[n] in g.sheet.nations:
            continue
        owner = owner_of(n)
        root = owner
        while root >= 0 and root not in MAJORS and owner_of(root) >= 0:
            root = owner_of(root)
        if root < 0:
            continue
        row, above = g.nations[n], g.nations[root]
        row.side, row.east, row.patron = above.side, above.east, above.patron
