"""Armies that go to war over the sea: the coasts the staff wants to land on, the bases before them, the quays where troops wait.

Only geography and control: what single ships carry is fleets.py, who marches to a quay is orders.py, who takes a train rear.py.
"""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.titles.wif.agent.council import EAST, EUROPE, PARTS_OVERSEAS, is_target, shores_wanted
from grognard.titles.wif.agent.fronts import marches
from grognard.titles.wif.facts import COMMONWEALTH, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, land_by_hex, of_side, roster
from grognard.titles.wif.state import War

CROSSING = 4  # sea areas from a wanted coast within which a port is a quay
NEARNESS = (1.0, 0.75, 0.5, 0.3, 0.15)  # what a port is worth as a base, by sea areas from a wanted coast
DETOUR = 4  # steps a sea area more is worth
HOME_GUARD = frozenset((Type.GAR, Type.MIL, Type.TERR))  # they stay where they are
WALK = 40  # steps over which a quay is felt


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def crossings(g: War, power: int, theatre: int) -> dict[int, int]:
    """Sea areas by their distance from coasts that the staff wants a power to land on in a theatre; empty while it wants none."""
    ground = g.ground
    ring = {
        sea for country in shores_wanted(g, power, theatre) for s in ground.homeland.get(country, ())
        if ground.wet[s] and is_target(g, power, s) for sea in ground.seas[s]
    }  # fmt: skip
    found: dict[int, int] = {}
    for steps in range(CROSSING + 1):
        found.update(dict.fromkeys(ring, steps))
        ring = {b for a in ring for b in ground.waters[a]} - set(found)
    return found


def crossed(g: War, power: int) -> dict[int, int]:
    """The same for the nearest coast of any theatre."""
    found = dict(crossings(g, power, EUROPE))
    for sea, steps in crossings(g, power, EAST).items():
        found[sea] = min(steps, found.get(sea, steps))
    return found


def base(g: War, power: int, port: int) -> float:
    """What a port is worth as a base for landings: one before the coast itself, less the farther."""
    return max(base_for(g, power, port, EUROPE), base_for(g, power, port, EAST))


def base_for(g: War, power: int, port: int, theatre: int) -> float:
    """The same for landings in one theatre."""
    known = crossings(g, power, theatre)
    return max((NEARNESS[known[sea]] for sea in g.ground.seas[port] if sea in known), default=0.0)


def theatre_of(g: War, power: int, port: int) -> int:
    """The theatre for whose coasts a port serves."""
    return EAST if base_for(g, power, port, EAST) > base_for(g, power, port, EUROPE) else EUROPE


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def quays(g: War, power: int) -> tuple[int, ...]:
    """Ports of the side from which ships get to the coasts that are wanted."""
    known = crossed(g, power)
    if not known:
        return ()
    sides, ground = sides_by_hex(g), g.ground
    ports = [s for s in range(g.board.size) if ground.port[s] != NO_PORT and sides[s] == SIDE_OF_POWER[power]]
    return tuple(s for s in ports if any(sea in known for sea in ground.seas[s]))


@derived("units.at", *GROUND_FACTS)
def assembled(g: War, power: int, theatre: int = EUROPE) -> int:
    """Armies of the side in the countries of the bases before the coasts that are wanted: those who follow the first wave."""
    bases = [s for s in quays(g, power) if base_for(g, power, s, theatre) >= 1.0]
    countries = {g.ground.country[s] for s in bases} - set(shores_wanted(g, power, theatre))
    side, known = SIDE_OF_POWER[power], roster(g)
    here = (u for s, units in land_by_hex(g).items() if g.ground.country[s] in countries for u in of_side(g, units, side))
    return sum(known.types[u] not in HOME_GUARD for u in here)


@derived("units.at", *GROUND_FACTS)
def ashore(g: War, power: int, theatre: int = EUROPE) -> int:
    """Armies of the side in the countries where the staff wants to land; partisans do not count."""
    side, countries, known = SIDE_OF_POWER[power], shores_wanted(g, power, theatre), roster(g)
    here = (u for s, units in land_by_hex(g).items() if g.ground.country[s] in countries for u in of_side(g, units, side))
    return sum(known.types[u] != Type.PART for u in here)


@derived("units.at", *GROUND_FACTS)
def sent_east(g: War, power: int) -> float:
    """The part of a power's armies that is in the ports and on the coasts of its second theatre, or aboard ships there."""
    known, shores = roster(g), set(shores_wanted(g, power, EAST))
    ports = {s for s in quays(g, power) if theatre_of(g, power, s) == EAST}
    seas = crossings(g, power, EAST)
    everybody = there = 0
    for u, whose in enumerate(g.units.power):
        s = g.units.at[u]
        if whose == power and s >= 0 and known.land[u] and known.types[u] not in HOME_GUARD:
            everybody += 1
            there += s in ports or g.ground.country[s] in shores or g.ground.area[s] in seas
    return there / max(everybody, 1)


@derived("units.at", *GROUND_FACTS)
def ways_to_ships(g: War, power: int) -> dict[int, int]:
    """Steps over land to a quay that has room for another unit; quays farther from the coast that is wanted count as farther, and
    those of the second theatre are left out once it has its part."""
    side, known = SIDE_OF_POWER[power], crossed(g, power)
    enough = sent_east(g, power) >= PARTS_OVERSEAS.get(power, 0.0)
    found: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    dry = marches(g)
    for s in quays(g, power):
        if enough and theatre_of(g, power, s) == EAST:
            continue
        if len(of_side(g, land_at(g, s), side)) < land_limit(g, s):
            found[s] = DETOUR * min(known[sea] for sea in g.ground.seas[s] if sea in known)
            heappush(queue, (found[s], s))
    while queue:
        steps, here = heappop(queue)
        if steps > found[here] or steps >= WALK:
            continue
        for there in dry[here]:
            if steps + 1 < found.get(there, WALK + 1):
                found[there] = steps + 1
                heappush(queue, (steps + 1, there))
    return found


EASTWARD: dict[int, dict[Type, float]] = {  # of what a power builds, the part that goes to its second theatre
    COMMONWEALTH: {Type.MAR: 1.0, Type.AMPH: 0.5, Type.TRS: 0.2},
    USA: {
        Type.MAR: 0.7, Type.AMPH: 0.5, Type.TRS: 0.35, Type.CV: 0.8, Type.CVL: 0.8, Type.SUB: 0.8, Type.BB: 0.6, Type.CA: 0.6,
        Type.NAV: 0.6, Type.LND: 0.3, Type.FTR: 0.3,
    },
}  # fmt: skip


@derived("units.at", *GROUND_FACTS)
def lacking_east(g: War, power: int, kind: Type, least: float = 0.0) -> bool:
    """Whether the second theatre has less than its part of a class, of such a part at least: what lies in the ports before its
    coasts, and on its seas."""
    part = EASTWARD.get(power, {}).get(kind, 0.0)
    seas = crossings(g, power, EAST) if part > least else {}
    if not seas:
        return False
    types, everybody, there = roster(g).types, 0, 0
    for u, whose in enumerate(g.units.power):
        s = g.units.at[u]
        if whose == power and s >= 0 and types[u] == kind:
            everybody += 1
            there += any(sea in seas for sea in (g.ground.seas[s] if g.ground.land[s] else [g.ground.area[s]]))
    return there < part * (everybody + 1)


@derived("units.at", "units.down", *GROUND_FACTS)
def landing_seas(g: War, side: int) -> frozenset[int]:
    """Sea areas from which the enemies of a side could land: two AMPH or three TRS of theirs lie within two areas of it."""
    types, lift = roster(g).types, dict[int, float]()
    for unit, at in enumerate(g.units.at):
        share = SHARE.get(types[unit], 0.0)
        if at < 0 or not share or SIDE_OF_POWER[g.units.power[unit]] == side or not g.powers.wars[g.units.power[unit]]:
            continue
        ring = {g.ground.area[at]} if not g.ground.land[at] else set(g.ground.seas[at])
        for area in ring | {b for a in ring for b in g.ground.waters[a]}:
            lift[area] = lift.get(area, 0.0) + share
    return frozenset(area for area, number in lift.items() if number >= 1.0)


SHARE = {Type.AMPH: 0.5, Type.TRS: 0.34}  # of a force that can land
