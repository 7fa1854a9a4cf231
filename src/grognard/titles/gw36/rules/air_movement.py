"""Where aircraft can go (8.3, 10.3, 1.24, 15.3): skies that are open, decks and bases within reach, the way home.

A reach is a map from zone to (points used, the zone before). Missions and their choices are air_orders.py and flights.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.kernel.dice import D12
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import (
    AIR_BASE,
    CARRIERS,
    FIGHTERS,
    IS_NAVAL_FACILITY,
    SEAPLANE,
    SEAPLANE_BASE,
    WITH,
)
from grognard.titles.gw36.powers import NAMES, USA
from grognard.titles.gw36.rules.movement import Reach, may_stay_out, us_at_peace
from grognard.titles.gw36.rules.nations import at_war_with_major, is_friendly, strangers
from grognard.titles.gw36.rules.terrain import (
    is_closed_ground,
)
from grognard.titles.gw36.rules.units import (
    foes,
    of_kinds,
    points_left,
    quarrels,
)
from grognard.titles.gw36.state import SIGNED, War

_CARRIER_AIRCRAFT = WITH["carrier_aircraft"]


@derived("units.at", "units.nation", "units.kind", given=War.stirred)
def fighter_zones(g: War, enemies: int) -> frozenset[int]:
    """Zones with a fighter of one of these nations: closed to overflight (8.3)."""
    ats, nations = g.units.at, g.units.nation
    return frozenset([ats[u] for u in of_kinds(g, FIGHTERS) if ats[u] >= 0 and enemies >> nations[u] & 1])


@rule("8.3")
def may_overfly(g: War, zone: int, nation: int) -> No | None:
    """Why aircraft may not cross a zone: neutrals, nations neither Aligned nor at war, enemy fighters."""
    owner = g.zones.owner[zone]
    rel = g.relations
    if owner >= 0 and not (rel.hosts[nation] | foes(g, nation, zone)) >> owner & 1:
        return No("8.3", f"aircraft may not fly over {NAMES[owner]}")
    if zone in fighter_zones(g, rel.enemies[nation]):
        return No("8.3", "an enemy fighter is there")
    return None


def overflown(g: War, nation: int) -> list[bool]:
    """Zones that aircraft of a nation may cross."""
    return _overflown(g, nation, fighter_zones(g, g.relations.enemies[nation]))


@derived("news", "zones.owner", "pact")
def _overflown(g: War, nation: int, closed: frozenset[int]) -> list[bool]:
    return [free and z not in closed for z, free in enumerate(_skies(g, nation))]


def _skies(g: War, nation: int) -> list[bool]:
    """The sea, land of nobody, of friends, of enemies and of those fought there without war."""
    rel, owner = g.relations, g.zones.owner
    open_to = rel.hosts[nation] | rel.enemies[nation]
    found = [o < 0 or bool(open_to >> o & 1) for o in owner]
    for zone, mask in quarrels(g, nation).items() if g.monroe or g.pact == SIGNED else ():
        found[zone] = found[zone] or bool(mask >> owner[zone] & 1)
    return found


@derived("news", "zones.owner")
def closed_skies(g: War, nation: int) -> frozenset[int]:
    """Borders at sea that aircraft may not cross: canals through land they may not fly over; straits are open (1.15 b)."""
    rel, owner = g.relations, g.zones.owner
    open_to = rel.hosts[nation] | rel.enemies[nation]
    geo = g.board.geo
    return frozenset([
        border
        for border, index in geo.passage_of.items()
        if geo.passages[index].kind != "strait"
        and any(owner[z] >= 0 for z in geo.passages[index].holders)
        and not any(owner[z] >= 0 and open_to >> owner[z] & 1 for z in geo.passages[index].holders)
    ])


@derived("news", "zones.owner", "pact", "nations.income", "nations.wartime")
def open_skies(g: War, nation: int) -> list[bool]:
    """Zones to which aircraft of a nation may fly, fighters there or not: no neutral land, and the USA at peace stays near."""
    found = _skies(g, nation)
    if nation == USA and not at_war_with_major(g, USA):
        found = [free and us_at_peace(g, z) is None for z, free in enumerate(found)]
    return found


def landing_distance(g: War, nation: int, decks: bool, land: bool = True) -> dict[int, int]:
    """Steps from each zone to the nearest landing place: a friendly zone held since the turn began, or a carrier."""
    rel = g.relations
    carriers = deck_zones(g, rel.hosts[nation]) if decks else frozenset()
    return _landing_distance(g, nation, carriers, fighter_zones(g, rel.enemies[nation]), land)


@derived("units.at", "units.nation", "units.kind", "units.hits")
def deck_zones(g: War, friends: int) -> frozenset[int]:
    """Zones with an undamaged carrier of one of these nations."""
    units = g.units
    return frozenset([
        units.at[u] for u in of_kinds(g, CARRIERS) if units.at[u] >= 0 and friends >> units.nation[u] & 1 and not units.hits[u]
    ])


@derived("news", "zones.owner", "zones.captured", "pact")
def _landing_distance(g: War, nation: int, carriers: frozenset[int], fighters: frozenset[int], land: bool) -> dict[int, int]:
    friends = g.relations.hosts[nation]
    owner, captured, geo, passable = g.zones.owner, g.zones.captured, g.board.geo, _overflown(g, nation, fighters)
    ring = [z for z, o in enumerate(owner) if land and o >= 0 and friends >> o & 1 and not captured[z]]
    ring += carriers
    found = dict.fromkeys(ring, 0)
    closed = closed_skies(g, nation)
    steps = 0
    while ring and steps < 9:
        steps += 1
        following = []
        for a in ring:
            if steps > 1 and not passable[a]:
                continue  # the way back may begin over it, not pass it
            for b, border in geo.air[a]:
                if b not in found and border not in closed:
                    found[b] = steps
                    following.append(b)
        ring = following
    return found


@rule("8.3", "0.8", "1.15")
def air_reach(g: War, u: int, budget: int | None = None) -> Reach:
    """Zones an aircraft can fly to, whether or not it can come back or stay."""
    units = g.units
    start, nation = units.at[u], units.nation[u]
    budget = points_left(g, u) if budget is None else budget
    geo, passable, open_to, closed = g.board.geo, overflown(g, nation), open_skies(g, nation), closed_skies(g, nation)
    found: Reach = {start: (0, -1)}
    ring = [start]
    for used in range(1, budget + 1):
        following = []
        for a in ring:
            for b, border in geo.air[a]:
                if b not in found and open_to[b] and border not in closed:
                    found[b] = (used, a)
                    if passable[b]:
                        following.append(b)
        ring = following
    return found


@rule("1.24")
def fly_the_hump(g: War, u: int, way: list[int]) -> bool:
    """With the option, an aircraft that crosses the Himalaya is lost on 11 or 12; whether it arrives."""
    if not g.options.himalayan_hump:
        return True
    for a, b in itertools.pairwise(way):
        if g.board.border(a, b) in g.board.geo.impassable and (
            g.roll(D12, f"{g.units[u].label} flies the hump, lost on 11 or 12", "1.24") >= 11
        ):
            g.remove(u)
            return False
    return True


@rule("15.3")
def bound_to_deck(g: War, u: int) -> bool:
    """With the option an aircraft that began its turn on a carrier must return to one."""
    return bool(g.options.advanced_carriers and g.units.deck[u])


@rule("8.3", "10.3")
def can_land_from(g: War, u: int, zone: int, left: int) -> bool:
    """Whether an aircraft that attacks in a zone keeps enough points to land, carriers where they are (GW36-AMB-134)."""
    distance = way_home(g, u).get(zone)
    return distance is not None and distance <= left


def way_home(g: War, u: int) -> dict[int, int]:
    """Steps from each zone to the nearest landing place of an aircraft."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    return landing_distance(g, nation, kind in _CARRIER_AIRCRAFT, not bound_to_deck(g, u))


@rule("10.3", "12.2")
def landing_places(g: War, u: int, reach: Iterable[int]) -> list[int]:
    """Zones of a reach where an aircraft may end its turn."""
    nation, kind = g.units.nation[u], g.units.kind[u]
    friends, start = g.relations.hosts[nation], g.units.start[u]
    owner, captured, geo = g.zones.owner, g.zones.captured, g.board.geo
    found = []
    for z in reach:
        if geo.is_sea[z]:
            if kind in _CARRIER_AIRCRAFT and free_deck(g, z, nation, u) >= 0:
                found.append(z)
        elif (
            owner[z] >= 0
            and (friends >> owner[z] & 1 or (z == start and is_friendly(g, z, nation)))  # 4.4: to stay is not to enter
            and may_stay_out(g, u, z) is None
            and not is_closed_ground(g, z)
            and (not captured[z] or landing_at_captured_base(g, z, kind))
            and not strangers(g, z, nation)
        ):
            found.append(z)
    return found


@rule("10.2")
def landing_at_captured_base(g: War, zone: int, kind: int) -> bool:
    """With the option, aircraft land at an air base captured this turn, seaplanes at naval and seaplane bases."""
    if not g.options.captured_bases:
        return False
    for site in g.sites.where(at=zone, built=1, damage=0):  # 12.5: a damaged base cannot be used
        if site.kind == AIR_BASE or (kind == SEAPLANE and (site.kind == SEAPLANE_BASE or IS_NAVAL_FACILITY[site.kind])):
            return True
    return False


@rule("12.2", "7.8")
def free_deck(g: War, zone: int, nation: int, u: int) -> int:
    """An undamaged carrier of the nation or an Aligned one with room for an aircraft, or -1 (GW36-AMB-175)."""
    units = g.units
    friends = g.relations.aligned[nation]
    promised = committed(g) if g.options.advanced_carriers else {}
    for c in g.units.stacks[zone]:
        if units.kind[c] in CARRIERS and friends >> units.nation[c] & 1 and not units.hits[c]:
            aboard = sum([1 for x in g.units.stacks[zone] if units.carrier[x] == c and x != u]) + promised.get(c, 0)
            if aboard < g.values.capacity[units.kind[c]]:
                return c
    return -1


@rule("15.3")
@derived("entries.subject", "entries.what", "entries.gone")
def committed(g: War) -> dict[int, int]:
    """Places on decks that are kept for aircraft in the Place Units box."""
    found: dict[int, int] = {}
    for subject, what, gone in zip(g.entries.subject, g.entries.what, g.entries.gone):
        if subject >= 0 and what == 0 and not gone:
            found[subject] = found.get(subject, 0) + 1
    return found
