"""The war across the oceans as geography: each power that fights there has a road of islands and coasts, taken as they come near;
how far every sea is from those that an enemy still holds, and which ports are bases for them.

Only what everybody sees counts: who holds a place, what stands in it.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.titles.wif.agent.council import is_target, may_land, stakes
from grognard.titles.wif.facts import COMMONWEALTH, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, of_side, roster
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import NOWHERE, War

Road = tuple[tuple[str, str], ...]  # places, each from when on
ROADS: dict[int, Road] = {
    USA: (
        ("kwajalein", "Jan/Feb 1942"), ("rabaul", "Jan/Feb 1942"), ("tarawa", "Jan/Feb 1942"), ("truk", "Sep/Oct 1942"),
        ("manila", "Jan/Feb 1943"), ("batavia", "Jan/Feb 1943"), ("guam", "Jan/Feb 1943"), ("saipan", "Sep/Oct 1943"),
        ("saigon", "Jul/Aug 1943"), ("singapore", "Jul/Aug 1943"), ("taihoku", "Jan/Feb 1944"), ("iwo_jima", "Jul/Aug 1944"),
        ("naha", "Jul/Aug 1944"), ("hong_kong", "Jan/Feb 1944"), ("diego_suarez", "Jan/Feb 1944"), ("shanghai", "Sep/Oct 1944"),
        ("seoul", "Nov/Dec 1944"), ("port_arthur", "Nov/Dec 1944"), ("tokyo", "Jul/Aug 1944"), ("kure", "Jul/Aug 1944"),
        ("sapporo", "Jul/Aug 1944"), ("nagoya", "Jul/Aug 1944"), ("fukouka", "Jul/Aug 1944"),
    ),
    COMMONWEALTH: (
        ("diego_suarez", "Jan/Feb 1942"), ("hong_kong", "Jan/Feb 1944"), ("rangoon", "Jan/Feb 1943"), ("batavia", "Jul/Aug 1942"),
        ("singapore", "Jan/Feb 1943"), ("saigon", "Jan/Feb 1944"),
    ),
    JAPAN: tuple(
        (place, "Sep/Oct 1941") for place in (
            "hong_kong", "manila", "singapore", "batavia", "balikpapan", "palembang", "surabaya", "rabaul", "guam", "tarawa",
            "rangoon", "kota_bharu",
        )
    ),
}  # fmt: skip
LAST: dict[int, int] = {JAPAN: turn_number("Nov/Dec 1943")}  # beyond which nothing more is gone for
OCEAN = frozenset((  # with the way there by Panama
    "US West Coast", "Gulf of Alaska", "Mendocino", "Hawaiian Islands", "Bering Sea", "North Pacific", "Central Pacific",
    "Marshalls", "Christmas Island", "Polynesia", "New Zealand Coast", "South-West Pacific", "Solomons", "Coral Sea",
    "Tasman Sea", "Bismarck Sea", "Timor Sea", "Marianas", "Japanese Coast", "Sea of Okhotsk", "Sea of Japan",
    "China Sea", "South China Sea",
    "Great Australian Bight", "Cape Naturaliste", "East Indian Ocean", "Bay of Bengal", "Indian Ocean", "Mascarenes",
    "Azanian Sea", "Arabian Sea", "Gulf of Panama", "Caribbean Sea", "Gulf of Mexico",
))  # fmt: skip
REACHED = (1.0, 0.6, 0.2)  # what a place is worth to a port, by sea areas between them
GARRISON = 0.15  # a factor of those who hold it
LEAST_PLACE = 0.3  # of a place without value of its own
CROWDED = 2  # land units for which a base must have room


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def open_places(g: War, power: int) -> tuple[int, ...]:
    """Places of a power's road that an enemy of today or of the day of its strike holds, once their time has come."""
    if not political(g) or g.turn > LAST.get(power, g.last_turn):
        return ()
    due = [g.ground.places.get(place, NOWHERE) for place, first in ROADS.get(power, ()) if g.turn >= turn_number(first)]
    return tuple(s for s in due if s >= 0 and is_target(g, power, s) and may_land(g, power, s))


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def away(g: War, power: int) -> dict[int, int]:
    """Sea areas, those of other oceans too, by their distance from the open places of a power's road."""
    ring, found = {sea for s in open_places(g, power) for sea in g.ground.seas[s]}, dict[int, int]()
    steps = 0
    while ring:
        found.update(dict.fromkeys(ring, steps))
        ring = {b for a in ring for b in g.ground.waters[a]} - set(found)
        steps += 1
    return found


def out_there(g: War, space: int) -> bool:
    """Whether a port, a sea area or a section of one belongs to the ocean."""
    seas = g.ground.seas[space] if g.ground.land[space] else (g.ground.area[space],)
    return any(g.board.label(sea) in OCEAN for sea in seas)


def far(g: War, power: int, port: int) -> int:
    """Sea areas from a port to the nearest open place of the road."""
    known = away(g, power)
    return min((known[sea] for sea in g.ground.seas[port] if sea in known), default=len(g.ground.sections))


@derived("units.at", *GROUND_FACTS)
def harbours(g: War, power: int) -> dict[int, float]:
    """Ports of the side in the ocean as bases: what can be landed on from their seas and the next, held by few first."""
    side, sides, ground = SIDE_OF_POWER[power], sides_by_hex(g), g.ground
    aims: dict[int, dict[int, float]] = {}  # by place what it is worth to a port on each sea
    for s in open_places(g, power):
        held = sum(g.units[u].sheet.strength for u in of_side(g, land_at(g, s), 1 - side))
        value = max(stakes(g).get(s, 0.0), LEAST_PLACE) / (1.0 + GARRISON * held)
        ring, known = set(ground.seas[s]), dict[int, float]()
        for nearness in REACHED:
            known.update(dict.fromkeys(ring - set(known), nearness * value))
            ring = {b for a in ring for b in ground.waters[a]}
        aims[s] = known
    if not aims:
        return {}
    found: dict[int, float] = {}
    for s in range(g.board.size):
        if ground.port[s] != NO_PORT and sides[s] == side and out_there(g, s) and land_limit(g, s) >= CROWDED:
            value = sum(max((known.get(sea, 0.0) for sea in ground.seas[s]), default=0.0) for known in aims.values())
            if value:
                found[s] = value
    return found


def base_of_fleet(g: War, port: int, power: int) -> float:
    """A port as a base for the road, of the best there is."""
    known = harbours(g, power)
    return known.get(port, 0.0) / max(known.values()) if known else 0.0


def keeps_to_ships(g: War, unit: int) -> bool:
    """Whether marines wait for their ships instead of marching: their power has islands to take, and they stand on none."""
    power = g.units.power[unit]
    if roster(g).types[unit] != Type.MAR or not open_places(g, power):
        return False
    return g.units.at[unit] not in open_places(g, power)
