"""Movement points and the company of units: bases and technologies that change them (12.5, 12.6, 7.8), who stands where (0.5).

Combat values are in chapter 9's modules; where a unit can go is in movement.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    AIR,
    CARRIERS,
    CLASS,
    IS_AIR,
    IS_SUBMARINE,
    IS_SURFACE,
    IS_WARSHIP,
    NAVAL,
    SEAPLANE,
    STAGES,
    TECHNOLOGY,
    UNIT_IDS,
    WITH,
)
from grognard.titles.gw36.powers import BRITAIN, FRANCE, FREE_FRANCE, GERMANY, NATION, NATIONS, POWER, RESEARCHED, USA, USSR
from grognard.titles.gw36.rules.nations import is_friendly, roundels
from grognard.titles.gw36.state import ESCORT, NATIONALIST, PATROL, REPUBLICAN, SIGNED, Site, War, members

_LONG_RANGE = TECHNOLOGY["long_range_aircraft"]
_STRATEGIC = WITH["long_range_two"]
SHIPS, SUBMARINES, AIRCRAFT, SEAPLANES = range(4)


@derived("sites.at", "sites.damage", "sites.built", "sites.kind")
def bases(g: War) -> tuple[frozenset[int], ...]:
    """Zones with an undamaged base that lends movement to ships, submarines, aircraft, seaplanes."""
    found: tuple[set[int], ...] = (set(), set(), set(), set())
    v = g.values
    for kind, at, damage, built in zip(g.sites.kind, g.sites.at, g.sites.damage, g.sites.built):
        if damage or not built or at < 0:
            continue
        for sort, lending in enumerate((v.moves_ships, v.moves_submarines, v.moves_aircraft, v.moves_seaplanes)):
            if kind in lending:
                found[sort].add(at)
    return tuple([frozenset(zones) for zones in found])


@rule("12.1", "12.5", "12.6")
def allowance(g: War, u: int) -> int:
    """Movement points in this national turn: printed, technology, base at its start (GW36-AMB-26), damage, tow."""
    units = g.units
    kind, nation, start = units.kind[u], units.nation[u], units.start[u]
    points = g.values.move[kind] + units.bonus[u] - units.old[u]  # 15.9: early fighters move 3
    unit_class = CLASS[kind]
    if unit_class == NAVAL:
        if units.hits[u]:
            points += lost_speed(g, kind, units.hits[u])
        if start >= 0 and starts_at_base(g, start, nation, SUBMARINES if IS_SUBMARINE[kind] else SHIPS):
            points += 1
    elif unit_class == AIR:
        if has_technology(g, nation, _LONG_RANGE):
            points += 2 if kind in _STRATEGIC else 1
        if start >= 0 and starts_at_base(g, start, nation, SEAPLANES if kind == SEAPLANE else AIRCRAFT):
            points += 1
    return max(points, 0)


@rule("12.2")
def lost_speed(g: War, kind: int, hits: int) -> int:
    """Movement a damaged ship loses (GW36-AMB-04), 0 or less."""
    row = g.facts.damaged.get((UNIT_IDS[kind], hits))
    if row is None:
        return 0
    return (row.move_v43 if g.options.v43_damaged_movement else row.move) - g.facts.units[row.unit].move


@rule("12.5", "2.5")
def starts_at_base(g: War, start: int, nation: int, sort: int) -> bool:
    """Whether a usable base of that sort stands where a unit began; for ships, on any shore of its sea zone."""
    zones = bases(g)[sort]
    geo = g.board.geo
    if geo.is_sea[start]:
        if sort != AIRCRAFT:
            for z in geo.coast[start]:
                if z in zones and _may_use(g, z, nation):
                    return True
        return False
    return start in zones and is_friendly(g, start, nation)


def _may_use(g: War, zone: int, nation: int) -> bool:
    """A base of one's own or of an Aligned nation, of Spain for its patron (13.1), or Basis Nord for Germany (14.2)."""
    if is_friendly(g, zone, nation):
        return True
    owner = g.zones.owner[zone]
    if g.basis_nord and nation == GERMANY and g.board.ids[zone] == "murmansk":
        return True
    if g.scenario != "1936" or owner < 0:
        return False
    patron = (g.spain == NATIONALIST and nation == GERMANY and owner == NATION["nationalist_spain"]) or (
        g.spain == REPUBLICAN and nation == USSR and owner == NATION["republican_spain"]
    )
    return bool(patron)


@rule("7.7", "2.3")
def has_technology(g: War, nation: int, technology: int) -> bool:
    """Whether the nation's power has completed a technology; the Commonwealth shares one chart."""
    return g.tech.get(POWER[nation] * RESEARCHED + technology, 0) >= STAGES


def points_left(g: War, u: int) -> int:
    """What a unit can still move in this national turn."""
    return 0 if g.units.spent[u] else allowance(g, u) - g.units.used[u]


# who is where


@derived("units.kind")
def of_kinds(g: War, kinds: frozenset[int]) -> tuple[int, ...]:
    """The units of some kinds, dead ones included."""
    return tuple([u for u, kind in enumerate(g.units.kind) if kind in kinds])


@derived("units.nation", "units.kind")
def by_nation(g: War) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    """The units of each nation, its surface ships and its aircraft, dead ones included."""
    every: list[list[int]] = [[] for _ in NATIONS]
    for u, nation in enumerate(g.units.nation):
        every[nation].append(u)
    kinds = g.units.kind
    surface = [[u for u in units if IS_SURFACE[kinds[u]]] for units in every]
    aircraft = [[u for u in units if IS_AIR[kinds[u]]] for units in every]
    return every, surface, aircraft


@derived("units.duty")
def on_duty(g: War) -> tuple[int, ...]:
    """The units with a duty, dead ones included."""
    return tuple(compress(range(len(g.units)), g.units.duty))


@rule("5.7", "14.2")
def foes(g: War, nation: int, zone: int) -> int:
    """The nations this one fights in a zone, as bits: its enemies, and whom it may fight there without a war."""
    enemies = g.relations.enemies[nation]
    if g.monroe or g.pact == SIGNED:
        enemies |= frictions(g).get((zone, nation), 0)
    return enemies


@derived("news", "zones.owner", "pact")
def frictions(g: War) -> dict[tuple[int, int], int]:
    """Fights without war: zone and nation -> opponents. The Monroe Doctrine (5.7); Poland, Karjala (14.2)."""
    found: dict[tuple[int, int], int] = {}

    def oppose(zone: int, a: int, b: int) -> None:
        found[zone, a] = found.get((zone, a), 0) | 1 << b
        found[zone, b] = found.get((zone, b), 0) | 1 << a

    for other in g.monroe:
        for zone in sorted(american_zones(g)):
            if monroe_zone(g, zone, other):
                oppose(zone, USA, other)
    if g.pact == SIGNED:
        for name in SOVIET_SPHERE:
            zone = g.board.space(name)
            owner = g.zones.owner[zone]
            if may_enter_sphere(g, zone, owner):
                oppose(zone, USSR, owner)
    return found


SOVIET_SPHERE = ("east_poland", "lubelskie", "karjala")
POLAND, FINLAND = NATION["poland"], NATION["finland"]
POLISH = (POLAND, BRITAIN, FRANCE, FREE_FRANCE)  # 15.11: with the option Poland Aligns with France


@rule("14.2")
def may_enter_sphere(g: War, zone: int, owner: int) -> bool:
    """Under the pact the USSR attacks Karjala, and eastern Poland once Germany holds Warsaw, without a declaration of war."""
    if g.board.ids[zone] == "karjala":
        return owner == FINLAND
    return owner in POLISH and g.zones.owner[g.board.space("warsaw")] == GERMANY


def monroe_zone(g: War, zone: int, nation: int) -> bool:
    """A captured zone in the Americas held by the nation, or a sea zone on an American shore."""
    if zone not in american_zones(g):
        return False
    return g.board.geo.is_sea[zone] or (g.zones.owner[zone] == nation and roundels(g)[zone] != nation)


AMERICAS = ("north_america", "south_america")


@once_per_board
def american_zones(g: War) -> frozenset[int]:
    """Land zones in the Americas and the sea zones on their shores."""
    geo, region = g.board.geo, g.board.column("region")
    land = {z for z in range(g.board.size) if not geo.is_sea[z] and region[z] in AMERICAS}
    shores = {z for z in range(g.board.size) if geo.is_sea[z] and any(region[b] in AMERICAS for b in geo.coast[z])}
    return frozenset(land | shores)


@dataclass(frozen=True)
class Opposition:
    """Where a nation meets units of those it fights."""

    enemies: frozenset[int]  # zones with units of nations at war with it, cargo included
    present: frozenset[int]  # the same with fights without war (5.7, 14.2)
    met: frozenset[int]  # cargo left out: `enemy_units`
    blocked: frozenset[int]  # `blockers`
    patrolled: frozenset[int]  # `patrols`


@derived("news", "zones.owner", "pact")
def targets(g: War, nation: int) -> frozenset[int]:
    """Land zones a nation may attack: of its enemies, of nobody, and those of fights without war (5.7, 14.2)."""
    enemies, owner, sea = g.relations.enemies[nation], g.zones.owner, g.board.geo.is_sea
    found = {z for z, o in enumerate(owner) if not sea[z] and (o < 0 or enemies >> o & 1)}
    if g.monroe or g.pact == SIGNED:
        for (zone, who), mask in frictions(g).items():
            if who == nation and not sea[zone] and owner[zone] >= 0 and mask >> owner[zone] & 1:
                found.add(zone)
    return frozenset(found)


@derived(frictions)
def quarrels(g: War, nation: int) -> dict[int, int]:
    """Zones where the nation fights without war, and whom, as bits."""
    return {zone: mask for (zone, who), mask in frictions(g).items() if who == nation}


def _opponents_stand(g: War, nation: int) -> tuple[object, ...]:
    """What the opposition to a nation depends on: relations, fights without war, and what stirs among its opponents."""
    beside, against = quarrels(g, nation), g.relations.enemies[nation]
    for mask in beside.values():
        against |= mask
    return g.news, beside, g.stirred(against)


@derived(frictions, "units.at", "units.nation", "units.kind", "units.duty", "units.carrier", "units.hits", given=_opponents_stand)
def opposition(g: War, nation: int) -> Opposition:
    """Where the nation meets enemies: looked up by every mover, computed again when one of them has been written."""
    units, hostile = g.units, members(g.relations.enemies[nation])
    ats, duties, carriers = units.at, units.duty, units.carrier
    every, surface, aircraft = by_nation(g)
    enemies = {ats[u] for n in hostile for u in every[n]}
    met = {ats[u] for n in hostile for u in every[n] if carriers[u] < 0}
    blocked = {ats[u] for n in hostile for u in surface[n] if carriers[u] < 0 and duties[u] != ESCORT}
    patrolled = {ats[u] for n in hostile for u in aircraft[n] if ats[u] >= 0 and _watches_sea(g, u)}
    for zones in (enemies, met, blocked):
        zones.discard(NOWHERE)
    present = enemies.copy()
    for z, mask in quarrels(g, nation).items():
        if any(mask >> units.nation[u] & 1 for u in g.units.stacks[z]):
            present.add(z)
            for there, zones in ((enemy_units, met), (blockers, blocked), (patrols, patrolled)):
                if there(g, z, nation):
                    zones.add(z)
    return Opposition(frozenset(enemies), frozenset(present), frozenset(met), frozenset(blocked), frozenset(patrolled))


@rule("0.9")
def enemy_units(g: War, zone: int, nation: int) -> list[int]:
    """Units in a zone whose nations this one fights; cargo left out."""
    stack = g.units.stacks[zone]
    if not stack:
        return []
    against = foes(g, nation, zone)
    nations, carriers = g.units.nation, g.units.carrier
    return [u for u in stack if against >> nations[u] & 1 and carriers[u] < 0]


def own_units(g: War, zone: int, nation: int) -> list[int]:
    nations = g.units.nation
    return [u for u in g.units.stacks[zone] if nations[u] == nation]


@rule("8.9", "8.7", "9.11")
def blockers(g: War, zone: int, nation: int) -> list[int]:
    """Enemy units in a sea zone that stop surface ships: surface ships except those on escort duty, which a mover may ignore."""
    stack = g.units.stacks[zone]
    if not stack:
        return []
    against = foes(g, nation, zone)
    units = g.units
    nations, kinds, duty, carriers = units.nation, units.kind, units.duty, units.carrier
    return [u for u in stack if against >> nations[u] & 1 and carriers[u] < 0 and IS_SURFACE[kinds[u]] and duty[u] != ESCORT]


@rule("8.7")
def patrols(g: War, zone: int, nation: int) -> list[int]:
    """Enemy aircraft on Maritime Air Patrol in a sea zone, those of sound carriers included."""
    stack = g.units.stacks[zone]
    if not stack:
        return []
    against = foes(g, nation, zone)
    nations, kinds = g.units.nation, g.units.kind
    return [u for u in stack if IS_AIR[kinds[u]] and against >> nations[u] & 1 and _watches_sea(g, u)]


def _watches_sea(g: War, u: int) -> bool:
    """Whether an aircraft is on patrol, or on a sound carrier."""
    units, carrier = g.units, g.units.carrier[u]
    return units.duty[u] == PATROL or (carrier >= 0 and units.kind[carrier] in CARRIERS and not units.hits[carrier])


@rule("8.7")
def flies_patrol(g: War, u: int) -> bool:
    """Whether an attacking aircraft has its patrol where it fights, from this turn or before: it stays there after the battle."""
    unit = g.units[u]
    if unit.carrier >= 0 or not g.board.geo.is_sea[unit.at]:
        return False
    return unit.target == unit.at or (unit.start == unit.at and unit.used == 0)


def submarines(g: War, zone: int, nation: int) -> list[int]:
    """Enemy submarines in a sea zone."""
    against, nations, kinds = foes(g, nation, zone), g.units.nation, g.units.kind
    return [u for u in g.units.stacks[zone] if IS_SUBMARINE[kinds[u]] and against >> nations[u] & 1]


def warships(g: War, zone: int, nation: int) -> list[int]:
    """The nation's surface warships in a sea zone."""
    nations, kinds = g.units.nation, g.units.kind
    return [u for u in g.units.stacks[zone] if IS_WARSHIP[kinds[u]] and nations[u] == nation]


@derived("sites.at")
def _sites_by_zone(g: War) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for n, at in enumerate(g.sites.at):
        if at >= 0:
            found.setdefault(at, []).append(n)
    return found


def sites_in(g: War, zone: int, *, built: int = 1) -> list[Site]:
    """The finished facilities of a zone, or those under construction."""
    return [g.sites[n] for n in _sites_by_zone(g).get(zone, ()) if g.sites.built[n] == built]


def cargo_of(g: War, u: int) -> list[int]:
    """What a unit carries."""
    carriers = g.units.carrier
    return [c for c in g.units.stacks[g.units.at[u]] if carriers[c] == u]
