"""Ours 12.5, 20 and 21: ships in port: which are ready, how far and which way they sail, what they carry, what a port holds."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import CAPITAL, GROUND, NAVAL, Kind
from grognard.titles.awaw.rules.boxes import may_use, route_to
from grognard.titles.awaw.rules.supply import EDGES, by_sea, range_from, sea_distance, seas
from grognard.titles.awaw.rules.units import (
    KIND,
    STRENGTH,
    air_units,
    all_at,
    eliminate,
    held_by,
    is_port,
    landing_places,
    patron,
    ships,
    unit_sides,
)
from grognard.titles.awaw.rules.want import NAVY, OWN_USE, own_use, wants
from grognard.titles.awaw.state import NO_MISSION, World

PORT_FACTORS = 50
CARGO_SHIPS = frozenset((Kind.SUB, Kind.ADVANCED_SUB, Kind.ASW, Kind.TRANSPORT))  # units of the lanes, in port
FLEET_CARRIER, BATTLESHIP = 3, 4  # factors of the ships that may sail in spite of a want of oil (3.11)
TRANSPORT, INVASION, CARRIERS = "sea transport", "seaborne invasion", "fast carrier mission"  # lines of naval_ranges.csv
BASE_CHANGE = "base change and NR"
SQUADRONS = (Kind.NAS, Kind.ELITE_NAS)


def ready(g: World, u: int) -> bool:
    """Uninverted, undamaged, no mission, in a port or box."""
    units = g.units
    ashore = units.at[u] >= 0 and units.patrol[u] < 0
    return ashore and not units.inverted[u] and not units.damage[u] and units.mission[u] == NO_MISSION


def ready_ships(g: World, port: int, side: int, power: int = -1) -> list[int]:
    """Ships of a side (of one power) in a port that may act."""
    sides = unit_sides(g)
    return [u for u in ships(g).get(port, ()) if sides[u] == side and ready(g, u) and (power < 0 or patron(g, u) == power)]


def ready_squadrons(g: World, port: int, side: int, power: int = -1) -> list[int]:
    """Naval air in a port that may go aboard carriers."""
    sides = unit_sides(g)
    return [u for u in air_units(g).get(port, ()) if KIND[g.units.design[u]] in SQUADRONS and sides[u] == side and ready(g, u)
            and (power < 0 or patron(g, u) == power)]  # fmt: skip


@rule("ours 20.121", "ours 20.53")
def slow(g: World, u: int) -> bool:
    """Damaged ships, escort carriers, orange capital ships, transports."""
    return bool(g.units.damage[u]) or g.units[u].sheet.slow or KIND[g.units.design[u]] in (Kind.CVE, Kind.TRANSPORT)


@rule("ours 12.5", "ours 21.11")
def port_room(g: World, port: int, side: int, more: int) -> No | None:
    """Fifty factors for each port of a hex; boxes take all."""
    if g.ground.box[port]:
        return None
    sides = unit_sides(g)
    used = sum(STRENGTH[g.units.design[u]] for u in ships(g).get(port, ()) if sides[u] == side)
    most = PORT_FACTORS * max(1, g.ground.harbours[port])
    return No("ours 12.5", f"{most} factors fill the port") if used + more > most else None


def friendly_port(g: World, space: int, side: int) -> bool:
    ruined = bool(g.ruins) and g.ruins.get(space, -1) >= g.turn
    return is_port(g, space) and held_by(g, space) == side and not ruined


@derived("hexes.bridgehead", "hexes.harbour", "hexes.holder", "nations.side", "nations.east", "turn")
def friendly_ports(g: World, side: int, theatre: str) -> list[int]:
    """Ports of a side on a board, its port counters, and its bridgeheads, which troops reach like a port (ours 31.2)."""
    return [s for s in [*g.ground.ports, *landing_places(g, side)] if g.ground.theatre[s] == theatre and held_by(g, s) == side]


@rule("ours 21.2", "4.51")
def sea_way(g: World, start: int, goal: int) -> list[int]:
    """The hexes of a shortest way by sea, start and goal among them; empty where none leads."""
    return seas(g, start).way(start, goal)


def sea_hexes(g: World, start: int, goal: int) -> int:
    """How far it is by sea to any hex."""
    return sea_distance(g, start, goal)


@derived("hexes.bridgehead", "hexes.harbour", "hexes.holder", "nations.side", "nations.east", "turn", "side")
@rule("ours 21.361", "ours 21.3612")
def havens(g: World, start: int, side: int) -> dict[int, int]:
    """Friendly ports a ship reaches by touching a port every 20 hexes (10 in the Pacific), with the total distance."""
    found = chain(g, {start: 0}, g.ground.theatre[start], side)
    del found[start]
    return found


@rule("ours 21.3612", "5.12", "5.28")
def havens_of_box(g: World, box: int, side: int) -> dict[int, int]:
    """Friendly ports that ships of a box reach on the map: from the first that the box's routes name (those of India
    and Australia within the leg of the Pacific, off-board hexes among it) on by a chain of ports."""
    token, theatre = g.board.token(box), g.ground.theatre[box]
    ports = friendly_ports(g, side, theatre)
    if token in EDGES:
        first = {p: range_from(g, token, p) for p in ports}
        return chain(g, {p: far for p, far in first.items() if far <= g.sea_reach(BASE_CHANGE, europe=False)}, theatre, side)
    return chain(g, {p: 0 for p in ports if route_to(g, token, "nr", p) is not None}, theatre, side)


def chain(g: World, first: dict[int, int], theatre: str, side: int) -> dict[int, int]:
    """Friendly ports, and islands without one at the end, that a chain of legs reaches from these."""
    leg = g.sea_reach(BASE_CHANGE, europe=theatre == "europe")
    found, edge = dict(first), list(first)
    left = [p for p in friendly_ports(g, side, theatre) if p not in found]
    while edge and left:
        after: list[int] = []
        for a in edge:
            way, far = found[a], by_sea(g, a, g.side)
            new = [b for b in left if far[b] <= leg]
            if new:
                found.update((b, way + far[b]) for b in new)
                left = [b for b in left if far[b] > leg]
                after += new
        edge = after
    islands = [s for s in g.ground.roadsteads if g.ground.theatre[s] == theatre and held_by(g, s) == side and s not in found]
    ends: dict[int, int] = {}
    for p, way in found.items() if islands else ():  # 4.732, 4.75, ours 28.511: troops land there, nobody goes on from there
        far = by_sea(g, p, g.side)
        for s in islands:
            if far[s] <= leg:
                ends[s] = min(way + far[s], ends.get(s, way + far[s]))
    found.update((s, ends[s]) for s in islands if s in ends)
    return found


def naval_factors(g: World, force: list[int]) -> int:
    return sum(STRENGTH[g.units.design[u]] for u in force)


def destroyers(g: World, force: list[int]) -> list[int]:
    return [u for u in force if KIND[g.units.design[u]] == Kind.DD]


def heavy(g: World, u: int) -> bool:
    return KIND[g.units.design[u]] in CAPITAL or KIND[g.units.design[u]] == Kind.CV


@rule("3.1", "9.11", "ours 33.4", "ours 33.72D")
def fuelled(g: World, power: int, port: int, fleet: list[int]) -> No | None:
    """A port under a want of naval oil is not operational; a force with a fast battleship of four or five or a fleet carrier in
    it may act, for a counter for five factors of all its ships."""  # AW-DEC-43
    if not fleet or not wants(g, power, NAVY, port):
        return None
    big = any(not slow(g, u) and ((KIND[g.units.design[u]] == Kind.CV and STRENGTH[g.units.design[u]] >= FLEET_CARRIER)
                                  or (KIND[g.units.design[u]] in CAPITAL and STRENGTH[g.units.design[u]] >= BATTLESHIP))
              for u in fleet)  # fmt: skip
    if not big:
        return No("ours 33.63", "no oil: the port is not operational")
    enough = own_use(g, power, NAVY) >= naval_factors(g, fleet)
    return None if enough else No("ours 33.72D", "a counter of oil moves five factors")


@rule("ours 33.72D")
def burn_oil(g: World, power: int, port: int, fleet: list[int]) -> None:
    """What a fleet that acts in spite of the want uses up."""
    place = OWN_USE + power * 8 + NAVY
    if wants(g, power, NAVY, port) and g.booked.get(place, 0):
        g.booked[place] = max(0, g.booked[place] - naval_factors(g, fleet))


@rule("ours 20.3", "ours 17.3")
def deck_room(g: World, force: list[int]) -> int:
    """Squadrons the undamaged carriers of a force can fly: their factors."""
    decks = (Kind.CV, Kind.CVE)
    return sum(STRENGTH[g.units.design[u]] for u in force if KIND[g.units.design[u]] in decks and not g.units.damage[u])


@rule("ours 21.43")
def load(g: World, cargo: list[int]) -> int:
    """Factors that ships must carry: ground factors, an air factor one, three squadrons one."""
    ground = sum(STRENGTH[g.units.design[u]] for u in cargo if KIND[g.units.design[u]] in GROUND)
    squadrons = sum(KIND[g.units.design[u]] in SQUADRONS for u in cargo)
    air = len(cargo) - sum(KIND[g.units.design[u]] in GROUND for u in cargo) - squadrons
    return ground + air - (-squadrons // 3)


@rule("5.48", "5.32", "ours 21.15")
def beyond_the_ocean(g: World, u: int, port: int) -> int:
    """Ships displaced from Suez, Basra or Abadan may go to the India box, never to South Africa; -1 where they may not."""
    box = g.board.space("india_box")
    open_sea = g.both_boards and port in (g.ground.named[c] for c in ("suez", "basra", "abadan"))
    return int(box) if open_sea and may_use(g, u, box) is None else -1


@rule("ours 21.15")
def flee_by_sea(g: World, port: int, side: int) -> None:
    """Ships of a port that an enemy has entered go to the nearest friendly port within 20 hexes, inverted; else they are sunk."""
    sides = unit_sides(g)
    afloat = [u for u in all_at(g).get(port, ()) if KIND[g.units.design[u]] in NAVAL or KIND[g.units.design[u]] in CARGO_SHIPS]
    for u in [u for u in afloat if sides[u] == side]:
        row = g.units[u]
        near = sorted((sea_hexes(g, port, p), p) for p in friendly_ports(g, side, g.ground.theatre[port]) if p != port)
        most = g.sea_reach(TRANSPORT, europe=g.ground.europe[port])
        home = next((p for far, p in near if far <= most and port_room(g, p, side, STRENGTH[row.design]) is None), -1)
        if home < 0:
            home = beyond_the_ocean(g, u, port)
        if home < 0:
            eliminate(g, u)
        else:
            row.at, row.inverted, row.mission, row.target = home, 1, NO_MISSION, -1
