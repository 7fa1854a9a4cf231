"""Where units can go on land and at sea (0.8, 8.2, 8.4, 10.1): the reach of a unit in either movement phase.

A reach is a map from zone to (points used, the zone before). Moving itself and the choices of a mover are in combat_movement.py
and non_combat.py; aircraft are air_movement.py; submarines, patrols and screens met on the way sea_contact.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import ROUGH
from grognard.titles.gw36.kinds import (
    CLASS,
    FORTIFICATION,
    IS_SUBMARINE,
    KIND,
    MILITIA,
    NAVAL,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.powers import CCP, KMT, MAJORS, NAMES, NATION, PLAYED, USA
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import at_war_with_major, first_refusal, home_mask, is_friendly, may_share, visitors
from grognard.titles.gw36.rules.passages import closed_passages
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.straits import may_force
from grognard.titles.gw36.rules.terrain import (
    border_terrain,
    fortified_line,
    is_city,
    is_closed_ground,
    mountain_zones,
    rough_zones,
    zone_terrain,
)
from grognard.titles.gw36.rules.units import (
    AMERICAS,
    enemy_units,
    opposition,
    points_left,
    targets,
)
from grognard.titles.gw36.state import War

Reach = dict[int, tuple[int, int]]

_MOUNTAIN_MOVE = WITH["mountain_move"]


def path(reach: Reach, zone: int) -> list[int]:
    """The way to a zone of a reach, the start left out."""
    way = []
    while reach[zone][1] >= 0:
        way.append(zone)
        zone = reach[zone][1]
    return way[::-1]


# --- who may leave home ------------------------------------------------------------------------


@rule("12.2", "13.2", "13.3.1", "13.3.2", "5.0", "4.5")
def may_stay_out(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not be in a zone whatever its movement: Militia, China, the USA at peace."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if kind == MILITIA and (nation not in MAJORS or zone not in home_mask(g)[nation]):
        return No("12.2", "Militia moves only inside a Major Power's Home Country")
    if nation in (KMT, CCP) and not g.nations.evolved[nation] and not g.board.geo.is_sea[zone]:
        if zone not in home_mask(g)[nation]:
            return No("13.3.2" if nation == KMT else "13.3.1", f"{NAMES[nation]} stays in China until it is a Major Power")
    elif nation == USA and not at_war_with_major(g, USA):
        return us_at_peace(g, zone)
    elif nation == ABYSSINIA and g.board.ids[zone] not in ("abyssinia", "eritrea") and not g.board.geo.is_sea[zone]:
        return No("13.2", "Abyssinian forces attack Eritrea and nothing else")
    return None


ABYSSINIA = NATION["abyssinia"]


@rule("5.0")
def us_at_peace(g: War, zone: int) -> No | None:
    """The USA at peace stays in the Americas, its possessions and the waters next to them below an income of 20 (GW36-AMB-38)."""
    if zone in us_waters(g) or current_income(g, USA) >= 20:
        return None
    return No("5.0", "the USA at peace moves outside the Americas from an income of 20")


@derived("zones.owner")
def us_waters(g: War) -> frozenset[int]:
    """American land, US possessions, sea zones next to either, and the sea zones between them."""
    region, owner, geo = g.board.column("region"), g.zones.owner, g.board.geo
    land = {z for z in range(g.board.size) if not geo.is_sea[z] and (owner[z] == USA or region[z] in AMERICAS)}
    seas = {s for z in land for s in geo.coast[z]}
    seas |= {b for s in seas for b, _ in geo.sea[s]}
    return frozenset(land | seas)


# --- land ------------------------------------------------------------------------


@rule("0.8", "1.8", "1.9", "1.10", "1.11")
def land_step(g: War, kind: int, a: int, b: int, used: int) -> No | None:
    """Why a land unit that has used some points may not take a step: rough ground cuts movement to 1."""
    if is_closed_ground(g, b):
        return No("1.13", "tundra and ice are impassable to land units")
    return _slow(g, kind, a, b) if used and slows(g, kind, a, b) else None


@rule("1.8", "1.9", "1.10", "1.11")
def slows(g: War, kind: int, a: int, b: int) -> bool:
    """Whether rough ground on a step cuts the movement of a land unit to 1; cavalry ignores mountains."""
    zones, steps = rough_zones(g)
    if a not in zones and b not in zones and (a, b) not in steps:
        return False
    if kind not in _MOUNTAIN_MOVE:
        return True
    free, free_steps = mountain_zones(g)
    return (a in zones and a not in free) or (b in zones and b not in free) or ((a, b) in steps and (a, b) not in free_steps)


def _slow(g: War, kind: int, a: int, b: int) -> No:
    """The refusal of the ground that slows a step."""
    met = (zone_terrain(g, b), *border_terrain(g, a, b), zone_terrain(g, a))
    word = next(word for word in met if word in ROUGH and not (word == "mountain" and kind in _MOUNTAIN_MOVE))
    return No(g.facts.terrain[word].section, f"movement is 1 in {word}")


class Advance(NamedTuple):
    """How a land unit can come to attack: the zones it can be in on the way, and for each target every last zone before it."""

    reach: Reach
    into: dict[int, list[tuple[int, int]]]  # target: (points used, zone before), the nearest over the easiest border first


@rule("8.2", "0.8")
def land_advance(g: War, u: int, *, blitz: bool = False) -> Advance:
    """Ways to the zones a land unit can attack. `blitz`: it passes through empty enemy zones (table 9-3) to attack beyond
    (GW36-AMB-135)."""
    start, kind, nation = g.units.at[u], g.units.kind[u], g.units.nation[u]
    budget = points_left(g, u)
    friends, aims = g.relations.hosts[nation], targets(g, nation)
    owner, geo = g.zones.owner, g.board.geo
    reach: Reach = {start: (g.units.used[u], -1)}  # the zones it can go on from
    into: dict[int, list[tuple[int, int]]] = {}
    ring = [(start, 0)]
    while ring:
        a, used = ring.pop(0)
        for b, _ in geo.land[a]:
            if b == start or (used and slows(g, kind, a, b)) or is_closed_ground(g, b):
                continue
            if a in into and (fortified(g, a, b) or fortified_line(g, a, b)):
                continue  # table 9-3: no blitz against fortifications
            hostile = b in aims
            if not hostile and not (owner[b] >= 0 and friends >> owner[b] & 1):
                continue
            if may_stay_out(g, u, b) is not None:
                continue
            if hostile:
                into.setdefault(b, []).append((used + 1, a))
                if not (blitz and may_blitz_through(g, nation, a, b)):
                    continue
            if b not in reach and used + 1 < budget and not slows(g, kind, a, b):
                reach[b] = (used + 1, a)
                ring.append((b, used + 1))
    for zone, ways in into.items():
        if len(ways) > 1:
            ways.sort(key=lambda way: (way[0], hardship(g, way[1], zone)))
    return Advance(reach, into)


@rule("8.2")
def land_attack_reach(g: War, u: int, *, blitz: bool = False) -> Reach:
    """Zones a land unit can attack by its nearest way, over the easiest border where several are as near."""
    reach, into = land_advance(g, u, blitz=blitz)
    ends = {zone: ways[0] for zone, ways in into.items()}
    start = g.units.at[u]
    ends[start] = reach[start]
    for _, before in list(ends.values()):
        while before >= 0 and before not in ends:
            ends[before] = reach[before]
            before = reach[before][1]
    return ends


def hardship(g: War, came: int, zone: int) -> int:
    """How much a border hinders an attack: not at all, by its terrain, by works (1.8-1.12, 1.22, 1.23, 12.7)."""
    if fortified_line(g, came, zone) or fortified(g, came, zone):
        return 2
    return int(bool(border_terrain(g, came, zone)))


@rule("8.2", "0.8")
def way_over(g: War, u: int, via: int, zone: int, *, blitz: bool = False) -> tuple[list[int], int]:
    """The way of a land unit that attacks a zone out of another one, and the points it uses; empty where there is none."""
    reach, into = land_advance(g, u, blitz=blitz)
    for used, before in into.get(zone, ()):
        if before == via:
            return [*path(reach, via), zone], used
    return [], 0


@rule("8.2", "9.5", "1.16")
def may_blitz_through(g: War, nation: int, came: int, zone: int) -> bool:
    """An empty enemy zone that armor may pass: no units, no city, no rough ground, no fortified border (table 9-3)."""
    zones, steps = rough_zones(g)
    if zone in zones or came in zones or (came, zone) in steps or is_city(g, zone):
        return False
    if fortified_line(g, came, zone) or fortified(g, came, zone):
        return False
    return not enemy_units(g, zone, nation)


@rule("12.7", "12.8")
def fortified(g: War, came: int, zone: int) -> bool:
    """Whether a built fortification protects a zone from a neighbour."""
    borders = forts(g).get(zone)
    return borders is not None and (came in borders or -1 in borders)


@derived("sites.kind", "sites.at", "sites.built", "sites.border")
def forts(g: War) -> dict[int, set[int]]:
    """The borders of each zone that a built fortification protects; -1: all of them."""
    found: dict[int, set[int]] = {}
    for site in g.sites.where(kind=FORTIFICATION, built=1):
        found.setdefault(site.at, set()).add(site.border)
    return found


@rule("10.1")
def land_move_reach(g: War, u: int) -> Reach:
    """Zones a land unit can move to without combat: friendly, not conquered this turn."""
    start, kind, nation = g.units.at[u], g.units.kind[u], g.units.nation[u]
    budget = points_left(g, u)
    friends = g.relations.hosts[nation]
    owner, captured, geo = g.zones.owner, g.zones.captured, g.board.geo
    aligned = g.relations.aligned[nation]
    found: Reach = {start: (0, -1)}
    ring = [(start, 0)]
    while ring:
        a, used = ring.pop(0)
        for b, _ in geo.land[a]:
            if b in found or captured[b]:
                continue
            free = owner[b] < 0
            if may_claim(g, b, nation) is not None if free else not friends >> owner[b] & 1:
                continue
            if owner[b] != nation and visitors(g, b) & ~aligned:
                continue  # 0.5
            if (used and slows(g, kind, a, b)) or is_closed_ground(g, b) or may_stay_out(g, u, b) is not None:
                continue
            found[b] = (used + 1, a)
            if used + 1 < budget and not free and not slows(g, kind, a, b):
                ring.append((b, used + 1))
    return found


@rule("9.22")
def may_claim(g: War, zone: int, nation: int) -> No | None:
    """Why a nation may not move into a land zone and have it: somebody owns it or stands there (GW36-AMB-148)."""
    if g.zones.owner[zone] >= 0 or g.board.geo.is_sea[zone]:
        return No("9.22", f"{g.zones[zone].label} is not a surrendered zone without an owner")
    if nation >= PLAYED:
        return No("9.22", "minors claim no surrendered land")
    if any(g.units.nation[v] != nation for v in g.units.stacks[zone]):
        return No("9.22", f"others stand in {g.zones[zone].label}")
    return None


@rule("0.5", "4.4")
def may_enter(g: War, zone: int, nation: int) -> No | None:
    """Why units of a nation may not enter a land zone in peace: it is not Friendly, or its Aligned owner denies it."""
    if not is_friendly(g, zone, nation):
        return No("0.5", f"{g.zones[zone].label} is not friendly to {NAMES[nation]}")
    owner = g.zones.owner[zone]
    if not g.relations.hosts[nation] >> owner & 1:
        return No("4.4", f"{NAMES[owner]} keeps {NAMES[nation]} out")
    return may_share(g, zone, nation)


@rule("9.4", "4.4", "0.5")
def may_go_back(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not go back to a land zone: to return where it began the turn is not to enter (GW36-AMB-128)."""
    nation = g.units.nation[u]
    if zone == g.units.start[u] and is_friendly(g, zone, nation):
        return None
    return may_enter(g, zone, nation)


@rule("10.1", "0.5")
def may_move_to(g: War, u: int, zone: int) -> No | None:
    """Why a land unit may not end a non-combat move in a zone; for explanations."""
    nation = g.units.nation[u]
    if g.zones.captured[zone]:
        return No("10.1", "conquered this turn")
    entry = may_enter(g, zone, nation) if g.zones.owner[zone] >= 0 else may_claim(g, zone, nation)
    refusal = first_refusal(entry, may_stay_out(g, u, zone))
    if refusal is not None:
        return refusal
    return None if zone in land_move_reach(g, u) else No("0.8", f"{g.zones[zone].label} is out of reach")


# --- sea ------------------------------------------------------------------------


@rule("8.2", "8.9", "1.15", "10.1")
def naval_reach(g: War, u: int, *, combat: bool) -> Reach:
    """Sea zones a naval unit can enter. Enemy surface ships stop surface ships, patrols stop submarines (8.9); in Non-Combat
    Movement zones with either are closed (GW36-AMB-40)."""
    start, kind, nation = g.units.at[u], g.units.kind[u], g.units.nation[u]
    ways, met = g.board.geo.sea, opposition(g, nation)
    closed = shut_to(g, kind, nation, combat=combat)
    stops = met.patrolled if IS_SUBMARINE[kind] else met.blocked
    barred = frozenset() if combat else met.patrolled | met.blocked
    peaceful = nation == USA and not at_war_with_major(g, USA)
    found: Reach = {start: (0, -1)}
    ring = [start]
    watched = {start: False}  # whether enemies lie on the way: of two equal ways the quiet one is sailed
    for used in range(1, points_left(g, u) + 1):
        following: list[int] = []
        for a in sorted(ring, key=watched.__getitem__):
            for b, border in ways[a]:
                if b in found or border in closed or b in barred or (peaceful and us_at_peace(g, b) is not None):
                    continue
                watched[b] = watched[a] or b in met.present
                found[b] = (used, a)
                if b not in stops:
                    following.append(b)
        ring = following
    return found


def shut_to(g: War, kind: int, nation: int, *, combat: bool) -> frozenset[int]:
    """Straits and canals a ship does not pass; in combat movement those it may force are open (option of 1.15)."""
    closed = closed_passages(g, kind, nation, combat=combat)
    if closed and combat and g.options.forcing_straits:
        closed = frozenset([border for border in closed if may_force(g, nation, border) is not None])
    return closed


@rule("8.2", "0.8", "9.4")
def last_seas(g: War, u: int, zone: int, reach: Reach) -> list[int]:
    """Sea zones out of which a ship can enter another to attack it, that of its own way first: it falls back to one of them."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    first = reach[zone][1]
    if first < 0:
        return []
    met, closed, points = opposition(g, nation), shut_to(g, kind, nation, combat=True), points_left(g, u)
    stops, start = met.patrolled if IS_SUBMARINE[kind] else met.blocked, g.units.at[u]
    return [first] + [
        a
        for a, border in g.board.geo.sea[zone]
        if a != first
        and a in reach
        and reach[a][0] < points
        and border not in closed
        and (a == start or a not in stops)
        and zone not in path(reach, a)
    ]


# --- transports ------------------------------------------------------------------------


@rule("8.4", "12.2")
def room_for(g: War, transport: int, kind: int) -> No | None:
    """Why a transport cannot take a unit: two infantry-class, or one infantry-class and one other land or air unit."""
    units = g.units
    carrier_kind = units.kind[transport]
    aboard = [units.kind[c] for c in g.units.stacks[units.at[transport]] if units.carrier[c] == transport]
    if carrier_kind in TRANSPORTS:
        if CLASS[kind] == NAVAL:
            return No("12.2", "a transport carries land and air units")
        if kind == MILITIA:  # GW36-AMB-136
            return No("12.2", "Militia moves only inside a Major Power's Home Country")
        heavy = [k for k in (*aboard, kind) if CLASS[k] != 0]
        if len(aboard) >= g.values.capacity[carrier_kind] or len(heavy) > 1:
            return No("12.2", "a transport carries two infantry-class units, or one and one other")
        return None
    if aboard:
        return No("12.2", "it carries one unit already")
    if carrier_kind == KIND["air_transport"]:
        return None if CLASS[kind] == 0 else No("12.2", "an Air Transport carries one infantry-class unit")
    return None if kind in WITH["airborne_assault"] else No("12.2", "a bomber carries one Airborne unit")


@rule("8.4")
def boarded_ally(g: War, u: int) -> bool:
    """Whether a unit went aboard an ally's transport in this turn: the ally must move it before it goes ashore."""
    carrier, start, nations = g.units.carrier[u], g.units.start[u], g.units.nation
    if carrier < 0 or nations[carrier] == nations[u] or start < 0 or g.board.geo.is_sea[start]:
        return False
    return nations[carrier] not in acting(g)


def transports_near(g: War, zone: int, nations: Iterable[int]) -> list[int]:
    """Transports of these nations in sea zones next to a land zone."""
    units, wanted = g.units, set(nations)
    near = [u for sea in g.board.geo.coast[zone] for u in units.stacks[sea] if units.kind[u] in TRANSPORTS]
    return [u for u in near if units.nation[u] in wanted]
