"""Expeditions across the ocean: landing craft, marines and guns gather in the base before the next islands, empty transports go
to those who wait, and whoever landed on an island is relieved by a garrison. All are operations as in sea.py."""

from __future__ import annotations

from grognard.titles.wif.agent import islands
from grognard.titles.wif.agent.overseas import lacking_east
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import CARRIERS, INVADING, INVADING_FROM_AMPH, TRANSPORTS, Type
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import land_at, mine, of_side, roster, ships_at
from grognard.titles.wif.state import NOWHERE, War

VENTURE, CALLED, GATHERED = 5.0, 3.0, 1.2  # troops on their way, an empty ship to those who wait, a ship that gathers
FAITH, MATES = 0.6, 3  # what craft, guns and troops that are there already add to a base, and how many count
MAJOR = 0.3  # room for a fleet
BATTERY, DECKS, HOP = 4, 5, 1  # guns and carriers of an expedition; sea areas that a voyage must bring them nearer
MOST = 6
FAR = 99


def expeditions(admiral: Admiral) -> list[Operation]:
    """What gathers where, best first; nothing without a place to go for."""
    g, power = admiral.g, admiral.power
    base = forward_base(g, power)
    if base == NOWHERE:
        return []
    found = [*_troops(admiral, base), *_guns(admiral, base)]
    return sorted(found, key=lambda o: -o.value)[:MOST]


def forward_base(g: War, power: int) -> int:
    """The port from which most can be landed on, by preference one where craft and troops are already."""
    known, types = islands.harbours(g, power), roster(g).types

    def fitness(port: int) -> tuple[float, int]:
        ships = [types[u] for u in mine(g, ships_at(g, port), power)]
        craft, guns = sum(t in TRANSPORTS for t in ships), sum(t == Type.BB for t in ships)
        troops = sum(types[u] in INVADING_FROM_AMPH for u in mine(g, land_at(g, port), power))
        there = sum(min(n, MATES) for n in (craft, guns, troops)) / MATES
        return known[port] * (1.0 + FAITH * there + MAJOR * (g.ground.port[port] == MAJOR_PORT)), -port

    return max(known, key=fitness, default=NOWHERE)


def _goal(admiral: Admiral, ships: list[int], port: int, base: int, *, troops: int = 0) -> int:
    """Where ships go on their way to a base: there, or to the port in their reach that is nearest to it; their own if none is."""
    g, power = admiral.g, admiral.power
    side, way = admiral.side, _sea_way(g, base)

    def fits(s: int) -> bool:
        room = land_limit(g, s) - len(of_side(g, land_at(g, s), side)) if g.ground.land[s] else -1
        return room >= troops and friendly(g, s, power)

    able = set.intersection(*(set(admiral.courses(u)) for u in ships)) if ships else set()
    ports = [s for s in able if fits(s)]
    if base in ports:
        return base
    best = min(ports, key=lambda s: (_steps(g, way, s), -islands.base_of_fleet(g, s, power), s), default=port)
    if _steps(g, way, best) + HOP <= _steps(g, way, port):
        return best
    # from a sea home to the next port
    seas = [s for s in able if g.ground.sea[s] and way.get(s, FAR) + HOP <= _steps(g, way, port)]
    sea = min(seas, key=lambda s: (way[s], s), default=NOWHERE)
    return port if sea == NOWHERE else g.ground.sections[sea][0]


def _sea_way(g: War, base: int) -> dict[int, int]:
    """Sea areas by their distance from a port."""
    ring, found, steps = set(g.ground.seas[base]), dict[int, int](), 0
    while ring:
        found.update(dict.fromkeys(ring, steps))
        ring = {b for a in ring for b in g.ground.waters[a]} - set(found)
        steps += 1
    return found


def _steps(g: War, way: dict[int, int], port: int) -> int:
    return min((way[sea] for sea in g.ground.seas[port] if sea in way), default=len(g.ground.sections))


def waiting(g: War, admiral: Admiral, port: int, *, amph: bool) -> list[int]:
    """Troops of a port that could land from a ship and may leave it, marines first."""
    types, kinds = roster(g).types, INVADING_FROM_AMPH if amph else INVADING
    here = [u for u in mine(g, land_at(g, port), admiral.power) if types[u] in kinds and not g.units.down[u]]
    here.sort(key=lambda u: (types[u] not in INVADING, -g.units[u].sheet.strength, u))
    return here if admiral._leaves_garrison(here) else here[:-1]


def _troops(admiral: Admiral, base: int) -> list[Operation]:
    """Ships with those they can land to the base; without, to where such troops wait; else to the base alone."""
    g, power, types = admiral.g, admiral.power, roster(admiral.g).types
    found = list[Operation]()
    ready = {port: ships for port, ships in admiral.ready().items() if belongs(admiral, port)}
    calls: dict[bool, dict[int, int]] = {True: {}, False: {}}  # by whether an AMPH is needed: troops without a ship
    for port in {g.units.at[u] for u, p in enumerate(g.units.power) if p == power and types[u] in INVADING_FROM_AMPH}:
        if port >= 0 and g.ground.port[port] and islands.out_there(g, port):
            lift = [u for u in mine(g, ships_at(g, port), power) if types[u] in TRANSPORTS]
            craft = sum(types[u] == Type.AMPH for u in lift)
            marines = len(waiting(g, admiral, port, amph=False))
            calls[False][port] = marines - len(lift)
            calls[True][port] = len(waiting(g, admiral, port, amph=True)) - max(craft, len(lift) if marines else craft)
    for port, ships in ready.items():
        lift = [u for u in ships if types[u] in TRANSPORTS]
        loads = admiral._loads([port], lift) if lift else []
        there = islands.out_there(g, port)
        loads = [(u, s) for u, s in loads if g.units.at[u] == port and (there or types[u] in INVADING)]
        busy = {s for _, s in loads}
        if loads and port != base:
            goal = _goal(admiral, [s for _, s in loads], port, base, troops=len(loads))
            if goal != port:
                told = f"{len(loads)} unit(s) with {g.units[loads[0][0]].label} go to {g.board.label(goal)}, before the islands"
                found.append(Operation(port, [s for _, s in loads], loads, goal, NOWHERE, VENTURE * len(loads), told))
        for ship in [u for u in lift if u not in busy]:
            amph = types[ship] == Type.AMPH
            if not there and not amph:
                continue  # other transports of the Atlantic serve Europe
            able = [s for s, n in calls[amph].items() if n > 0 and s != port and s in admiral.courses(ship)]
            if able:
                goal = max(able, key=lambda s: (min(calls[amph][s], 2), islands.base_of_fleet(g, s, power), -s))
                calls[amph][goal] -= 1
                told = f"a transport to those in {g.board.label(goal)} who wait for the islands"
                found.append(Operation(port, [ship], [], goal, NOWHERE, CALLED, told))
            elif port != base and amph:
                goal = _goal(admiral, [ship], port, base)
                if goal != port:
                    told = f"an AMPH goes to {g.board.label(goal)}, before the islands"
                    found.append(Operation(port, [ship], [], goal, NOWHERE, GATHERED, told))
    return found


def belongs(admiral: Admiral, port: int) -> bool:
    """Whether ships of a port serve in the ocean: they are there, or the ocean has too few of their kind."""
    g = admiral.g
    if islands.out_there(g, port):
        return True
    types = roster(g).types
    if any(types[u] in INVADING for u in mine(g, land_at(g, port), admiral.power)) and lacking_east(g, admiral.power, Type.MAR):
        return True
    lift = [u for u in admiral.ready().get(port, ()) if types[u] == Type.AMPH]
    return bool(lift) and lacking_east(g, admiral.power, Type.AMPH)


def _guns(admiral: Admiral, base: int) -> list[Operation]:
    """Battleships and carriers of the ocean to the base, as many as an expedition needs."""
    g, power, types = admiral.g, admiral.power, roster(admiral.g).types
    there = [types[u] for u in mine(g, ships_at(g, base), power)]
    guns, decks = BATTERY - sum(t in (Type.BB, Type.CA) for t in there), DECKS - sum(t in CARRIERS for t in there)
    found = list[Operation]()
    for port, ships in admiral.ready().items():
        if port == base or not islands.out_there(g, port) or islands.base_of_fleet(g, port, power) >= 1.0:
            continue
        heavy = sorted((u for u in ships if types[u] in (Type.BB, Type.CA)), key=lambda u: -g.units[u].sheet.bombardment)
        fleet = [*heavy[: max(guns, 0)], *[u for u in ships if types[u] in CARRIERS][: max(decks, 0)]]
        able = [u for u in fleet if base in admiral.courses(u)]
        goal = base if able else _goal(admiral, fleet, port, base)
        if fleet and goal != port:
            fleet = able or fleet
            told = f"{len(fleet)} great ships go to {g.board.label(goal)}, before the islands"
            found.append(Operation(port, fleet, [], goal, NOWHERE, 0.5 * GATHERED * len(fleet), told))
    return found
