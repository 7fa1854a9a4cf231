"""What fleets do in a campaign besides landings: they stand by convoys, hunt the enemy's, fill gaps in the lines; armies they
carry are in lift.py.

All are operations as in sea.py. They are many and small: values are rules of thumb, in build points.
"""

from __future__ import annotations

from grognard.titles.wif.agent import lift
from grognard.titles.wif.agent.expeditions import expeditions
from grognard.titles.wif.agent.sea import Admiral, Operation
from grognard.titles.wif.agent.view import cost
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.kinds import CARRIERS, SCS, Type
from grognard.titles.wif.rules.convoys import is_convoy
from grognard.titles.wif.rules.hulls import sails_as_convoy
from grognard.titles.wif.rules.powers import at_war, playing
from grognard.titles.wif.rules.sailing import Course, courses, is_sub
from grognard.titles.wif.rules.units import air_at, mine, of_side, roster, ships_at
from grognard.titles.wif.state import NOWHERE, War

LOT, HOP = 5, 0.9  # convoy points worth a voyage to another port, and what it is worth
PACK = 4  # ships that go together to guard or to hunt
LINES: dict[int, dict[str, int]] = {  # convoy points by sea area that keep the lines open
    COMMONWEALTH: {
        "Faeroes Gap": 10, "North Atlantic": 10, "Canadian Coast": 5, "US East Coast": 5, "Caribbean Sea": 5, "Bay of Biscay": 5,
        "Cape St Vincent": 5, "Cape Verde Basin": 5, "Gulf of Guinea": 5, "Cape Basin": 5,
    },
    JAPAN: {"Japanese Coast": 10, "Sea of Japan": 5, "China Sea": 5, "South China Sea": 5},
    ITALY: {"Italian Coast": 5, "Western Mediterranean": 5},
    FRANCE: {"Western Mediterranean": 5},
    USA: {
        "US East Coast": 5, "North Atlantic": 5, "Faeroes Gap": 5, "US West Coast": 3, "Mendocino": 3, "Hawaiian Islands": 3,
        "Marshalls": 3,
    },
}  # fmt: skip
ARCTIC = {"US East Coast": 10, "North Atlantic": 10, "Faeroes Gap": 10, "Norwegian Sea": 5, "Arctic Ocean": 5}  # to the USSR


def duties(admiral: Admiral) -> list[Operation]:
    """What is worth a naval move in a campaign, best first."""
    found = [*lift.ferries(admiral), *lift.fetches(admiral), *lift.gatherings(admiral), *expeditions(admiral), *relays(admiral)]
    if any(at_war(admiral.g, admiral.power, p) for p in playing(admiral.g)):
        found += [*guards(admiral), *hunts(admiral)]
    return sorted(found, key=lambda o: -o.value)


def cargo_in(g: War, area: int, side: int) -> int:
    """Convoy points of a side in a sea area."""
    here = [u for box in g.ground.sections[area] for u in of_side(g, ships_at(g, box), side)]
    return sum(g.units.points[u] for u in here if is_convoy(g, u))


def warships_in(g: War, area: int, side: int) -> list[int]:
    """Surface ships and naval aircraft of a side in a sea area."""
    types = roster(g).types
    return [
        u for box in g.ground.sections[area] for u in of_side(g, (*ships_at(g, box), *air_at(g, box)), side)
        if types[u] in SCS or types[u] in (Type.CV, Type.CVL, Type.NAV)
    ]  # fmt: skip


def guards(admiral: Admiral) -> list[Operation]:
    """Cruisers to the convoys that have none: those that carry most first, and where hunters are."""
    g, side, types = admiral.g, admiral.side, roster(admiral.g).types
    bare = {}
    for area in g.ground.sections:
        points = cargo_in(g, area, side)
        if points and not warships_in(g, area, side):
            hunters = sum(not g.units.down[u] for box in g.ground.sections[area] for u in of_side(g, ships_at(g, box), 1 - side))
            bare[area] = 0.25 * points + 0.6 * min(hunters, 4)
    found = []
    for port, ships in admiral.ready().items():
        fit = sorted((u for u in ships if types[u] in SCS), key=lambda u: (types[u] == Type.BB, cost(g, u), u))
        for area, value in bare.items():
            able = [u for u in fit if area in admiral.courses(u) and admiral.courses(u)[area].move >= 1][:2]
            if able:
                section = min(min(admiral.courses(u)[area].move for u in able), 3)
                told = f"{len(able)} ships to the convoys in {g.board.label(area)}"
                found.append(Operation(port, able, [], g.ground.sections[area][section], NOWHERE, value, told))
    return found


def hunts(admiral: Admiral) -> list[Operation]:
    """Submarines to convoys of the enemy that few ships guard, and carriers to those that none guards and few aircraft reach."""
    g, side, types = admiral.g, admiral.side, roster(admiral.g).types
    foes = [p for p in playing(g) if SIDE_OF_POWER[p] != side and at_war(g, admiral.power, p)]
    prey = {area: sum(_points(g, area, p) for p in foes) for area in g.ground.sections}
    found = []
    for port, ships in admiral.ready().items():
        boats = [u for u in ships if is_sub(g, u)]
        for area, points in prey.items():
            able = [u for u in boats if area in admiral.courses(u) and admiral.courses(u)[area].move >= 1][:PACK]
            if points and able:
                value = 0.3 * points + 0.4 * len(able) - 0.3 * len(warships_in(g, area, 1 - side)) - 0.5
                section = min(min(admiral.courses(u)[area].move for u in able), 3)
                told = f"{len(able)} submarines against {points} convoy points in {g.board.label(area)}"
                found.append(Operation(port, able, [], g.ground.sections[area][section], NOWHERE, value, told))
            deep = [u for u in ships if area in admiral.courses(u) and admiral.courses(u)[area].move >= 2]
            decks = [u for u in deep if types[u] in CARRIERS][:PACK]
            if points and decks and not warships_in(g, area, 1 - side) and admiral.land_air.get(area, 0) <= len(decks):
                guns = sorted((u for u in deep if types[u] in SCS), key=lambda u: (cost(g, u), u))[:PACK]
                told = f"{len(decks + guns)} ships with carriers against {points} convoy points in {g.board.label(area)}"
                section = min(min(admiral.courses(u)[area].move for u in decks + guns), 4)
                found.append(Operation(port, decks + guns, [], g.ground.sections[area][section], NOWHERE, 0.3 * points, told))
    return [o for o in found if o.value > 0]


def _points(g: War, area: int, power: int) -> int:
    return sum(g.units.points[u] for box in g.ground.sections[area] for u in mine(g, ships_at(g, box), power) if is_convoy(g, u))


def gaps(g: War, power: int) -> dict[int, int]:
    """Sea areas of a power's lines with too few convoy points, and how many are missing."""
    lines = ARCTIC if power == USA and at_war(g, USA, GERMANY) and at_war(g, GERMANY, USSR) else LINES.get(power, {})
    found = {}
    for name, wanted in lines.items():
        area = g.ground.places.get(name.lower().replace(" ", "_"), NOWHERE)
        if area >= 0 and area in g.ground.sections and _points(g, area, power) < wanted - 2:
            found[area] = wanted - _points(g, area, power)
    return found


def seas_to_gaps(g: War, power: int) -> dict[int, int]:
    """Every sea area with its distance from the nearest gap."""
    ring, found = set(gaps(g, power)), dict[int, int]()
    steps = 0
    while ring:
        found.update(dict.fromkeys(ring, steps))
        ring = {b for a in ring for b in g.ground.waters[a]} - set(found)
        steps += 1
    return found


def relays(admiral: Admiral) -> list[Operation]:
    """Convoy points from port to sea areas whose line has a gap, or to a port that is nearer to it."""
    g, power, found = admiral.g, admiral.power, list[Operation]()
    missing, away = gaps(g, power), seas_to_gaps(g, power)
    own = [u for u, p in enumerate(g.units.power) if p == power and g.units.at[u] >= 0]
    for heap in [u for u in own if sails_as_convoy(g, u)] if missing else ():
        port = g.units.at[heap]
        if not g.ground.land[port] or g.units.down[heap]:
            continue
        reach = _lot_courses(g, heap)
        near = [area for area in missing if area in reach]
        for area in near:
            told = f"convoys fill the line in {g.board.label(area)}"
            value = 0.6 + 0.3 * min(missing[area], 10)
            found.append(Operation(port, [heap], [], g.ground.sections[area][0], NOWHERE, value, told))
        if not near and g.units.points[heap] >= LOT:
            ports = [s for s in reach if g.ground.land[s] and s != port]
            best = min(ports, key=lambda s: (_away(g, away, s), s), default=port)
            if _away(g, away, best) < _away(g, away, port):
                told = f"convoys go to {g.board.label(best)}, nearer to their line"
                found.append(Operation(port, [heap], [], best, NOWHERE, HOP, told))
    return found


def _lot_courses(g: War, heap: int) -> dict[int, Course]:
    """Where a lot of a heap gets to: small ports have no room for all of it."""
    if g.units.points[heap] <= LOT:
        return courses(g, heap)
    h = g.copy()
    h.units[heap].points = LOT
    return courses(h, heap)


def _away(g: War, away: dict[int, int], port: int) -> int:
    return min((away[sea] for sea in g.ground.seas[port] if sea in away), default=len(away))
