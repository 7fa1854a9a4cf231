"""Ours 30: who is supplied, from where, and what becomes of those who are not.

Lines run from unlimited sources over friendly land, and by sea from port to port; lines out of a box take transports (5.28H).
Interception of sea lines is left out (AW-DEC-09).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import BRITAIN, CHINA, FACTION, INDEX, MAJORS, RUSSIA, US
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    all_at,
    bridgeheads,
    held_by,
    here,
    is_port,
    landing_places,
    masters,
    other,
    side_on,
    unit_sides,
)
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.seas import NO_WAY, Seas, seas_of
from grognard.titles.awaw.state import FORTRESS, FULL, ISOLATED, PARTIAL, World

WESTERN_FRONT = FRONT["western"]
SEA_SUPPLY = "sea supply and sea escort"  # a line of naval_ranges.csv (ours 30.33)
LAND_LEG, ROUGH_LEG = 6, 4
EDGES = {"india_box": ("pCC2",), "australia_box": ("pNN15", "pNN24", "pNN31")}  # 5.48A, 5.58A: ranges count from these
LANES = {"us_atlantic": "sw_atlantic", "us_pacific": "sw_pacific", "india_box": "sw_indian", "australia_box": "sw_pacific"}
SHIPPING = tuple(sorted({*LANES.values()}))
BRIDGEHEAD_UNITS = 5  # ours 30.332, 31.2
HOSTED_UNITS = 5  # of a friendly power on the capital of a minor country (ours 30.21)
LOST = {"india_box": 511, "australia_box": 512}  # keys of `booked`: dominions that surrendered (ours 71.5, 72.5)
BOXES = {
    RUSSIA: ("urals",), BRITAIN: ("south_africa", "india_box", "australia_box", "us_atlantic", "us_pacific"),  # 5.23, 5.25
    US: ("us_atlantic", "us_pacific"),
}  # fmt: skip


@rule("ours 30.2", "5.25", "5.35", "5.45", "5.55", "5.75")
def sources(g: World, faction: int, side: int) -> list[int]:
    """Unlimited sources of a faction: home capitals, or two other home objectives after their loss; boxes."""
    found: list[int] = []
    for power in MAJORS:
        if (
            FACTION[power] != faction
            or g.nations.surrendered[power]
            or side not in (g.nations.side[power], g.nations.east[power])
        ):
            continue
        hexes = [s for s in capitals(g, power) if held_by(g, s) == side]
        if not hexes:
            home = [s for s in g.ground.objectives if g.ground.country[s] == power and held_by(g, s) == side]
            hexes = home if len(home) >= 2 else []
        found += hexes
        boxes = [g.board.space(token) for token in BOXES.get(power, ())]
        found += [s for s in boxes if side_on(g, power, s) == side and s not in found
                  and not g.booked.get(LOST.get(g.board.token(s), -1), 0)]  # fmt: skip
    return found


def capitals(g: World, nation: int) -> list[int]:
    """The capital hexes of a country."""
    if nation in g.books.powers:
        token = g.books.powers[nation].capital_hex
        prefix = "p" if nation in (INDEX["japan"], CHINA) else "e"
        return [] if token == "box" else [g.board.space(prefix + token)]
    minor = g.books.minors.get(nation)
    words = minor.capital_hexes.split() if minor else []
    prefix = "p" if minor and minor.map == "pacific" else "e"
    return [g.board.space(prefix + w) for w in words if g.board.knows(prefix + w)]


@derived("hexes.holder", "nations.side", "nations.east")
def land_of(g: World, side: int) -> list[bool]:
    """Spaces that nations of a side hold."""
    west, east = g.nations.side, g.nations.east if g.both_boards else g.nations.side
    return [h >= 0 and (west if e else east)[h] == side for h, e in zip(g.hexes.holder, g.ground.europe)]


@derived(zones, masters, land_of)
def open_to(g: World, side: int) -> list[bool]:
    """Spaces a supply line of a side may pass: friendly, no enemy zone unless a friendly unit stands there, no partisans."""
    foe, stands = other(side), masters(g)
    shut, mine = zones(g, foe), land_of(g, side).copy()
    for s in shut:
        if stands.get(s) != side:
            mine[s] = False
    for s, who in stands.items():
        if who == foe:
            mine[s] = False
    return mine


def _lines_from(g: World, faction: int, side: int) -> tuple[object, ...]:
    """All that the lines of a faction depend on."""
    merchants = tuple(transports_in(g, lane, side) for lane in map(g.board.space, SHIPPING)) if g.sheet.whole else ()
    return (open_to(g, side), sources(g, faction, side), landing_places(g, side), shut_straits(g, side), merchants,
            g.version("hexes.railhead"))  # fmt: skip


@derived("units.at", "units.design", "units.supply", "nations.side", "nations.east", "nations.surrendered", "hexes.holder",
         "hexes.works",
         "hexes.railhead", "hexes.bridgehead", "hexes.harbour", "surprise", "turn", "side", given=_lines_from)  # fmt: skip
@rule("ours 30.3", "ours 30.33", "ours 30.331B", "4.732")
def network(g: World, faction: int, side: int) -> frozenset[int]:
    """Every space that a line of the faction reaches."""
    ground, free = g.ground, open_to(g, side)
    best: dict[int, int] = {}
    beaches = landing_places(g, side) if g.sheet.fleets else []
    islands = [s for s in ground.roadsteads if free[s]] if g.sheet.fleets else []  # ours 30.331B
    ports = [*(s for s in [*ground.ports, *beaches] if free[s]), *islands]
    first = sources(g, faction, side)
    over_sea = [s for s in first if g.board.token(s) in LANES or g.board.token(s) == "south_africa"]
    _flood(g, side, [s for s in first if s not in over_sea], free, ports, best)
    _flood(g, side, over_sea, free, ports, best)
    for box, port in box_lines(g, side, over_sea, ports):
        if port not in best and line_left(g, side, box, port, best):
            best[LINE + len(best)] = lane_of(g, box, port)
            _flood(g, side, [port], free, ports, best)
    return frozenset(s if s >= 0 else ~s for s in best if s < LINE)


LINE = 1_000_000  # keys above: lines out of boxes, each with the lane that gives its transport


@rule("ours 30.3")
def _flood(g: World, side: int, start: list[int], free: list[bool], ports: list[int], best: dict[int, int]) -> None:
    """Everything that lines reach from these spaces by land, and by sea from port to port: any length in Europe and between
    cities, ports and railheads of the far lands, then six hexes, four if one of them is rough. `best`: hexes from the last of
    these, under ~hex where a rough one lies between."""
    ground = g.ground
    queue: deque[tuple[int, int]] = deque()
    for s in start:
        best[s] = 0
        queue.append((s, 0))
    shipped, railed = set[int](), set[int]()
    port, harbour, turn, theatre = ground.port, g.hexes.harbour, g.turn, ground.theatre
    ways, desert, city, railhead, rough = ground.ways, ground.desert, ground.city, g.hexes.railhead, ground.rough
    cut_off = [p for p in ports if p not in best]
    while queue:
        key, leg = queue.popleft()
        s = key if key >= 0 else ~key
        if cut_off and (port[s] or harbour[s] >= turn) and s not in shipped:
            shipped.add(s)
            far, most, here = by_sea(g, s, side), g.sea_reach(SEA_SUPPLY, europe=ground.europe[s]), theatre[s]
            landed = [p for p in cut_off if far[p] <= most and p not in best and theatre[p] == here]
            if landed:
                best.update(dict.fromkeys(landed, 0))
                queue += [(p, 0) for p in landed]
                cut_off = [p for p in cut_off if p not in best]
        if s not in railed and (ground.box[s] or (ground.linked[s] and (city[s] or railhead[s] >= 0))):
            for o in _linked(g, s, free, railed):
                if best.get(o, 1):
                    best[o] = 0
                    queue.append((o, 0))
        for o, _ in ways[s]:
            if not free[o]:
                continue
            stretch, place = 0, o
            if desert[o] and not (city[o] or railhead[o] >= 0):
                hard = key < 0 or rough[o]
                stretch, place = leg + 1, ~o if hard else o
                if stretch > (ROUGH_LEG if hard else LAND_LEG):
                    continue
            if place not in best or stretch < best[place]:
                best[place] = stretch
                queue.append((place, stretch))


@rule("ours 30.3")
def _linked(g: World, start: int, free: list[bool], railed: set[int]) -> list[int]:
    """Cities and railheads that friendly land of China, Manchuria, Korea, India, Siberia or Africa joins at any length."""
    ground = g.ground
    found, edge, nodes = {start}, [start], [start]
    while edge:
        after = []
        for s in edge:
            for o, _ in ground.ways[s]:
                if o not in found and free[o] and ground.linked[o]:
                    found.add(o)
                    after.append(o)
                    if ground.city[o] or g.hexes.railhead[o] >= 0:
                        nodes.append(o)
        edge = after
    railed.update(nodes)
    return nodes[1:]


@rule("5.28", "5.38", "5.48", "5.58", "ours 30.33", "ours 30.331C")
def box_lines(g: World, side: int, boxes: list[int], ports: list[int]) -> list[tuple[int, int]]:
    """Lines that could run from boxes to ports, the shortest first; off-board hexes count."""
    found = []
    for box in boxes:
        token = g.board.token(box)
        for p in ports:
            if g.ground.theatre[p] != g.ground.theatre[box]:
                continue
            far = range_from(g, token, p, supply=True) if token in EDGES else sea_distance(g, box, p, side)
            if far <= g.sea_reach(SEA_SUPPLY, europe=g.ground.europe[p]):
                found.append((far, box, p))
    return [(box, p) for _, box, p in sorted(found)]


def lane_of(g: World, box: int, port: int) -> int:
    """The SW box that gives the transport of a line: the Indian Ocean for Suez, Basra and Abadan from South Africa."""
    token = g.board.token(box)
    if token == "south_africa":
        token = "sw_atlantic" if g.ground.front[port] == WESTERN_FRONT else "sw_indian"
    return int(g.board.space(LANES.get(token, token)))


@rule("5.28", "5.38", "5.48", "5.58", "ours 30.331C")
def line_left(g: World, side: int, box: int, port: int, best: dict[int, int]) -> bool:
    """Whether a transport is left for another line out of a box; scenarios without shipping lanes do not ask."""
    if not g.sheet.whole:
        return True  # AW-DEC-28 for the rest
    lane = lane_of(g, box, port)
    return sum(where == lane for key, where in best.items() if key >= LINE) < transports_in(g, lane, side)


def transports_in(g: World, lane: int, side: int) -> int:
    """Transports of a side in a box of shipping lanes."""
    sides = unit_sides(g)
    return sum(KIND[g.units.design[u]] == Kind.TRANSPORT and sides[u] == side for u in all_at(g).get(lane, ()))


@derived("units.at", "units.design", "units.supply", "nations.side", "nations.east", "nations.surrendered", "hexes.holder",
         "hexes.works", "hexes.railhead", "hexes.bridgehead", "hexes.harbour", "surprise", "turn", "side")  # fmt: skip
@rule("ours 30.332", "ours 31.2")
def overloaded(g: World, side: int) -> frozenset[int]:
    """Ground units beyond the five that a bridgehead feeds, where nothing else feeds the land behind it."""
    heads = bridgeheads(g).get(side, []) if g.sheet.fleets else []
    if not heads:
        return frozenset()
    free, seen, found = open_to(g, side), set(), set()
    fed = {s for faction in {FACTION[p] for p in MAJORS} for s in sources(g, faction, side)}
    sides = unit_sides(g)
    for head in heads:
        if head in seen:
            continue
        land, edge = {head}, [head]
        while edge:
            found_now = {o for s in edge for o, _ in g.ground.ways[s] if o not in land and (free[o] or o in heads)}
            land |= found_now
            edge = sorted(found_now)
        seen |= land
        if any(is_port(g, s) or s in fed for s in land):
            continue
        units = [u for s in sorted(land) for u in here(g, s) if sides[u] == side and KIND[g.units.design[u]] != Kind.PARTISAN]
        units.sort(key=lambda u: (g.hexes.bridgehead[g.units.at[u]] != side, u))
        found.update(units[BRIDGEHEAD_UNITS * sum(h in land for h in heads) :])
    return frozenset(found)


class Straits(NamedTuple):
    """What is closed to a side: the Turkish straits, that of Gibraltar, the Suez canal, and the arrows of each board."""

    turkish: bool
    iberian: bool
    canal: bool
    west: frozenset[tuple[int, int]] = frozenset()
    east: frozenset[tuple[int, int]] = frozenset()


@derived("hexes.holder", "nations.side", "nations.east")
@rule("ours 29.6", "ours 79.1", "4.63", "4.631", "4.51")
def shut_straits(g: World, side: int) -> Straits:
    """Whether the Turkish straits, that of Gibraltar and the Suez canal are closed to a side: the first to all while Turkey is
    neutral, then to the enemies of who holds Istanbul; the second where Spain and Gibraltar are both the enemy's; the third to
    all who do not hold both of its ends. The water under an arrow is open to friends of who holds the land beside it only."""
    named = g.ground.named
    owner = g.hexes.holder[named["istanbul"]]
    turkish = owner >= 0 and g.nations.side[owner] != side
    rock, madrid = g.hexes.holder[named["gibraltar"]], g.hexes.holder[named["madrid"]]
    foe = other(side)
    iberian = foe >= 0 and rock >= 0 and madrid >= 0 and g.nations.side[rock] == foe and g.nations.side[madrid] == foe
    canal = any(held_by(g, named[city]) != side for city in ("suez", "port_said"))
    west, east = (frozenset(pair for pair in g.ground.arrows if g.ground.europe[pair[0]] == europe and _closed(g, pair, side))
                  for europe in (True, False))  # fmt: skip
    return Straits(turkish, iberian, canal, west, east)


def _closed(g: World, pair: tuple[int, int], side: int) -> bool:
    """Land on both shores that somebody holds, and neither is the side's."""
    return all(g.hexes.holder[s] >= 0 and held_by(g, s) != side for s in pair)  # AW-DEC-38


@rule("ours 29.6", "4.631")
def barred(g: World, straits: Straits, *, europe: bool) -> frozenset[tuple[int, int]]:
    """Sea hexsides of a board that closed straits shut."""
    if not europe:
        return straits.east
    shut = (g.ground.turkish if straits.turkish else frozenset()) | (g.ground.iberian if straits.iberian else frozenset())
    return shut | (g.ground.canal if straits.canal else frozenset()) | straits.west


@derived("hexes.holder", "nations.side", "nations.east")
@rule("4.51", "4.52", "4.614", "ours 21.2", "ours 29.6")
def open_seas(g: World, side: int) -> tuple[Seas, Seas]:
    """The waters of both boards as they are open to a side: the Pacific, Europe."""
    straits = shut_straits(g, side)
    east, west = (seas_of(g.ground, barred(g, straits, europe=europe)) for europe in (False, True))
    return east, west


def seas(g: World, near: int, side: int | None = None) -> Seas:
    """The waters of a hex's board as they are open to a side."""
    return open_seas(g, g.side if side is None else side)[g.ground.europe[near]]


def by_sea(g: World, start: int, side: int) -> bytearray:
    """Hexes by sea from a hex to all of its map, over waters that are open to a side; NO_WAY where none leads."""
    return seas(g, start, side).far(start)


def sea_distance(g: World, a: int, b: int, side: int | None = None) -> int:
    """Hexes by sea between two hexes of one map, over waters open to a side; 999 where no way leads."""
    far = by_sea(g, a, g.side if side is None else side)[b]
    return far if far != NO_WAY else 999


@rule("5.12", "5.42", "5.48", "5.52", "5.58")
def range_from(g: World, box: str, space: int, *, supply: bool = False) -> int:
    """Hexes of range from the ports of a box to a hex of the Pacific board: off-board hexes and the way by sea from the edge. The
    boxes of the United States and South Africa are at no distance, nor is anything beyond the Indian Ocean."""
    if box not in EDGES or g.ground.box[space] or g.ground.europe[space]:
        return 0
    edges = [(off_board_hexes(g, box, edge), g.board.space(edge)) for edge in EDGES[box]
             if not (supply and edge == "pNN15")]  # 5.58G: supply comes through NN24 or NN31
    return int(min(off + sea_distance(g, edge, space) for off, edge in edges))


@rule("5.22", "5.32", "5.42", "5.52", "5.62", "5.72", "5.932")
def off_board_hexes(g: World, box: str, edge: str) -> int:
    """Hexes of range between a box and the edge of the map; zero where they are adjacent."""
    border = g.board.border(g.board.space(box), g.board.space(edge))
    return 0 if border is None else int(g.board.border_column("hexes")[border] or 0)


@rule("ours 30.21")
def own_capital(g: World, u: int, space: int) -> bool:
    """A minor's army lives on its own capital inside the country and one hex beyond."""
    whose, side = NATION[g.units.design[u]], unit_sides(g)[u]
    if whose in MAJORS or not any(held_by(g, s) == side for s in capitals(g, whose)):
        return False
    country = g.ground.country
    return country[space] == whose or any(country[o] == whose for o, _ in g.ground.ways[space])


@rule("ours 30.4", "ours 30.5", "5.65")
def supply_of(g: World, u: int) -> int:
    """The supply of a ground unit where it stands now."""
    at, what = g.units.at[u], KIND[g.units.design[u]]
    if what == Kind.PARTISAN or g.ground.box[at]:
        return FULL
    side = unit_sides(g)[u]
    faction = g.faction(NATION[g.units.design[u]])
    lines = network(g, faction, side)
    if own_capital(g, u, at):
        return FULL
    if u in overloaded(g, side):
        return PARTIAL
    if at in lines:
        return FULL
    near = [o for o, _ in g.ground.ways[at] if o in lines and o not in zones(g, other(side))]
    if near and held_by(g, at) == side and at not in zones(g, other(side)):
        return FULL
    return PARTIAL if limited_source(g, u, at) or u in guests_of_a_capital(g, at, side) else ISOLATED


@rule("ours 30.21")
def guests_of_a_capital(g: World, space: int, side: int) -> list[int]:
    """Units of friends that live on the capital of a minor country that is not conquered, to which land leads them: five, those
    first that nothing else feeds."""
    free = open_to(g, side)
    land, edge = {space}, [space]
    while edge:
        beyond = {o for s in edge for o, _ in g.ground.ways[s] if free[o]} - land
        land |= beyond
        edge = sorted(beyond)
    hosts = [n for n in g.books.minors if g.nations.conquered[n] < 0 and n not in MAJORS
             and any(s in land and g.hexes.holder[s] == n for s in capitals(g, n))]  # fmt: skip
    if not hosts:
        return []
    sides = unit_sides(g)
    there = [u for s in sorted(land) for u in here(g, s) if sides[u] == side and NATION[g.units.design[u]] not in hosts
             and KIND[g.units.design[u]] != Kind.PARTISAN]  # fmt: skip
    hungry = [u for u in there if g.units.at[u] not in network(g, g.faction(NATION[g.units.design[u]]), side)]
    return hungry[: HOSTED_UNITS * len(hosts)]


@rule("ours 30.61")
def limited_source(g: World, u: int, space: int) -> bool:
    """A fortress or one-hex island feeds what stands on it for one check after it was cut off."""
    sheltered = g.hexes.works[space] == FORTRESS or g.ground.island[space]
    return sheltered and g.units.supply[u] == FULL


@rule("ours 30.1", "ours 30.4")
def determine_supply(g: World, side: int) -> int:
    """Initial determination: mark every unit of a side; returns how many are isolated."""
    sides, cut = unit_sides(g), 0
    marks = {u: supply_of(g, u) for u in range(len(g.units)) if g.units.at[u] >= 0 and sides[u] == side
             and KIND[g.units.design[u]] <= Kind.PARTISAN}  # fmt: skip
    for u, found in marks.items():
        if g.units.supply[u] != found:
            g.units[u].supply = found
        cut += found == ISOLATED
    if cut:
        g.say("{} units are isolated", cut, rule="ours 30.4")
    return cut


@rule("9.11")
def ready_base(g: World, base: int, side: int) -> No | None:
    """Offensive operations come from operational bases only; a scenario cut out around a place has no lines to ask for."""
    fit = bool(g.sheet.around) or operational(g, base, side)
    return None if fit else No("9.11", "the base is not operational")


@rule("ours 30.62", "3.1")
def operational(g: World, base: int, side: int) -> bool:
    """An air base or port that is controlled and fully supplied."""
    holder = g.hexes.holder[base]
    if holder < 0 or side_on(g, holder, base) != side:
        return g.ground.box[base]
    faction = g.faction(holder)
    return base in network(g, faction, side) or (g.ground.country[base] == holder and holder not in MAJORS)
