"""Judgement over the shipping lanes: escorts for the convoys of the Atlantic, so that oil and armies come over."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, US
from grognard.titles.awaw.rules.strategic import ATLANTIC, INDIAN, escorts_in, in_box, submarines
from grognard.titles.awaw.rules.units import KIND, patron, ships
from grognard.titles.awaw.state import POOL, World

GUARDS = (BRITAIN, US)
ESCORTS = (Kind.DD, Kind.CVE)
KEPT = {BRITAIN: 12, US: 6}  # destroyers that stay for landings
KEPT_LATER, LATER = 24, 1943  # by America, and from when
SPARE = 3  # escorts beyond the submarines seen
MOST_CARRIERS = 24  # escort carriers that still help (ours 25.2)
DESTROYERS_EACH = 3
BOATS_OF, LATER_BOATS = {1939: 2, 1940: 5, 1941: 12, 1942: 16}, 18  # submarines that must be reckoned with
HULLS = 8  # transports in the pools that are enough for two turns
OIL_FLEET = 12  # transports without which Britain's needs of oil are not met (ours 20.65, 33.4)


def of_kind(g: World, kind: Kind) -> list[int]:
    return [u for u in range(len(g.units)) if KIND[g.units.design[u]] == kind]


def short_of_escorts(g: World) -> int:
    """Escorts that the convoys of the Atlantic lack against the submarines out there."""
    if not g.sheet.whole or g.sheet.theatre == "pacific":
        return 0
    boats = len(submarines(g, AXIS, ATLANTIC))
    return max(0, boats + SPARE - escorts_in(g, ALLIES, ATLANTIC)) if boats else 0


def in_pools(g: World, kind: Kind) -> int:
    """Units of the convoys that Britain and America may build."""
    units = g.units
    return sum(units.pool[u] == POOL and units.at[u] < 0 and patron(g, u) in GUARDS for u in of_kind(g, kind))


def escorts_to_come(g: World) -> int:
    """Escorts that the lanes will lack against the submarines of the year, beyond those afloat and in the pools."""
    if not g.sheet.whole or g.sheet.theatre == "pacific" or g.nations.surrendered[GERMANY]:
        return 0
    boats = max(len(submarines(g, AXIS, ATLANTIC)), BOATS_OF.get(g.year, LATER_BOATS))
    return max(0, boats + SPARE - escorts_in(g, ALLIES, ATLANTIC) - in_pools(g, Kind.ASW))


def convoy_ships(g: World, power: int, port: int) -> list[int]:
    """Destroyers and escort carriers in a port that should go into the lanes now."""
    if power not in GUARDS or g.nations.side[power] != ALLIES or g.board.token(port) == ATLANTIC:
        return []
    short = short_of_escorts(g)
    there = [u for u in ships(g).get(port, ()) if patron(g, u) == power and not g.units.damage[u]]
    decks = len(in_box(g, Kind.CVE, ALLIES))
    carriers = [u for u in there if KIND[g.units.design[u]] == Kind.CVE][: max(0, MOST_CARRIERS - decks)]
    lanes = g.board.space(ATLANTIC)
    fleet = sum(
        KIND[g.units.design[u]] == Kind.DD and g.units.at[u] not in (-1, lanes) and patron(g, u) == power
        for u in range(len(g.units))
    )
    kept = KEPT_LATER if power == US and g.year >= LATER else KEPT[power]
    able = min(DESTROYERS_EACH * short, max(0, fleet - kept))
    return [*carriers, *[u for u in there if KIND[g.units.design[u]] == Kind.DD][:able]]


def reassigned(g: World, u: int, goal: int) -> float:
    """Transports of the Indian Ocean come where oil and armies wait for them; escorts leave the dock for the lanes."""
    if g.board.token(goal) != ATLANTIC or g.nations.side[patron(g, u)] != ALLIES or g.sheet.theatre == "pacific":
        return -1.0
    if KIND[g.units.design[u]] == Kind.ASW:
        return 1.5
    if KIND[g.units.design[u]] != Kind.TRANSPORT:
        return -1.0
    here, there = len(in_box(g, Kind.TRANSPORT, ALLIES)), len(in_box(g, Kind.TRANSPORT, ALLIES, INDIAN))
    starved = here < OIL_FLEET
    wanting = here < g.number("25.4 transports needed in the Atlantic")
    spare = there > g.number("25.4 transports needed in the Indian Ocean")
    docked = g.units.at[u] != g.board.space(INDIAN)
    return 1.5 if docked or starved or (wanting and spare) else -1.0
