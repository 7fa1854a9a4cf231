"""Armies that go to war over the sea: the coasts the staff wants to land on, the bases before them, the quays where troops wait.

Only geography and control: what single ships carry is fleets.py, who marches to a quay is orders.py, who takes a train rear.py.
"""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.titles.wif.agent.council import shores_wanted
from grognard.titles.wif.agent.fronts import wide_water
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import enemy_hex, sides_by_hex
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, land_by_hex, of_side, roster
from grognard.titles.wif.state import War

CROSSING = 4  # sea areas from a wanted coast within which a port is a quay
NEARNESS = (1.0, 0.75, 0.5, 0.3, 0.15)  # what a port is worth as a base, by sea areas from a wanted coast
DETOUR = 4  # steps a sea area more is worth
HOME_GUARD = frozenset((Type.GAR, Type.MIL, Type.TERR))  # they stay where they are
WALK = 40  # steps over which a quay is felt


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def crossings(g: War, power: int) -> dict[int, int]:
    """Sea areas by their distance from coasts that the staff wants a power to land on; empty while it wants none."""
    ground = g.ground
    ring = {
        sea for country in shores_wanted(g, power) for s in ground.homeland.get(country, ())
        if ground.wet[s] and enemy_hex(g, s, power) for sea in ground.seas[s]
    }  # fmt: skip
    found: dict[int, int] = {}
    for steps in range(CROSSING + 1):
        found.update(dict.fromkeys(ring, steps))
        ring = {b for a in ring for b in ground.waters[a]} - set(found)
    return found


def base(g: War, power: int, port: int) -> float:
    """What a port is worth as a base for landings: one before the coast itself, less the farther."""
    known = crossings(g, power)
    return max((NEARNESS[known[sea]] for sea in g.ground.seas[port] if sea in known), default=0.0)


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def quays(g: War, power: int) -> tuple[int, ...]:
    """Ports of the side from which ships get to the coasts that are wanted."""
    if not crossings(g, power):
        return ()
    sides, ground, known = sides_by_hex(g), g.ground, crossings(g, power)
    ports = [s for s in range(g.board.size) if ground.port[s] != NO_PORT and sides[s] == SIDE_OF_POWER[power]]
    return tuple(s for s in ports if any(sea in known for sea in ground.seas[s]))


@derived("units.at", *GROUND_FACTS)
def assembled(g: War, power: int) -> int:
    """Armies of the side in the countries of the bases before the coasts that are wanted: those who follow the first wave."""
    countries = {g.ground.country[s] for s in quays(g, power) if base(g, power, s) >= 1.0} - set(shores_wanted(g, power))
    side, known = SIDE_OF_POWER[power], roster(g)
    here = (u for s, units in land_by_hex(g).items() if g.ground.country[s] in countries for u in of_side(g, units, side))
    return sum(known.types[u] not in HOME_GUARD for u in here)


@derived("units.at", *GROUND_FACTS)
def ashore(g: War, power: int) -> int:
    """Armies of the side in the countries where the staff wants to land; partisans do not count."""
    side, countries, known = SIDE_OF_POWER[power], shores_wanted(g, power), roster(g)
    here = (u for s, units in land_by_hex(g).items() if g.ground.country[s] in countries for u in of_side(g, units, side))
    return sum(known.types[u] != Type.PART for u in here)


@derived("units.at", *GROUND_FACTS)
def ways_to_ships(g: War, power: int) -> dict[int, int]:
    """Steps over land to a quay that has room for another unit; quays farther from the coast that is wanted count as farther."""
    side, known = SIDE_OF_POWER[power], crossings(g, power)
    found: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    for s in quays(g, power):
        if len(of_side(g, land_at(g, s), side)) < land_limit(g, s):
            found[s] = DETOUR * min(known[sea] for sea in g.ground.seas[s] if sea in known)
            heappush(queue, (found[s], s))
    while queue:
        steps, here = heappop(queue)
        if steps > found[here] or steps >= WALK:
            continue
        for there, bits in g.ground.steps[here]:
            if steps + 1 < found.get(there, WALK + 1) and not wide_water(bits):
                found[there] = steps + 1
                heappush(queue, (steps + 1, there))
    return found


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
