"""Orders of aircraft, rockets and dropped units in the Combat Movement Phase (8.3, 8.5, 8.7, 9.13-9.17).

Reach and landing are movement.py; patrols that meet ships sea_contact.py; bombing itself bombing.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.flow import Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    FACILITY_KIND,
    IS_SUBMARINE,
    KIND,
    TRANSPORTS,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.rules import convoys, obstacles, sea_contact
from grognard.titles.gw36.rules.attacks import alike, is_target, joins, targets
from grognard.titles.gw36.rules.bombing import most_rail_damage
from grognard.titles.gw36.rules.movement import (
    Reach,
    air_reach,
    can_land_from,
    fly_the_hump,
    path,
    way_home,
)
from grognard.titles.gw36.rules.nations import (
    first_refusal,
    is_enemy_zone,
    is_friendly,
    roster,
)
from grognard.titles.gw36.rules.units import enemy_units, opposition, points_left, sites_in
from grognard.titles.gw36.state import (
    ATTRITION,
    BOMB,
    BOMB_ESCORT,
    CARPET,
    DROP,
    PATROL,
    War,
    chosen,
)

ROCKET_RANGE = 3
AIRBORNE, ROCKET, ESCORTS = WITH["airborne_assault"], KIND["strategic_rocket"], WITH["escorts"]
BOMBERS = frozenset(KIND[name] for name in ("medium_bomber", "strategic_bomber", "heavy_strategic_bomber"))
CARPETS = frozenset(KIND[name] for name in ("strategic_bomber", "heavy_strategic_bomber"))
LIFTS = frozenset(KIND[name] for name in ("air_transport", "strategic_bomber", "heavy_strategic_bomber"))
NO_ATTACK_AIR = LIFTS | {KIND["seaplane"]}


@rule("0.8")
def in_range(g: War, start: int, distance: int) -> list[int]:
    """Zones within some borders of one, over land and sea; crossings and the route off the map are no borders."""
    geo, found, ring = geography(g), {start: 0}, [start]
    for step in range(1, distance + 1):
        ring = [b for a in ring for b, _ in geo.air[a] if found.setdefault(b, step) == step]
    return sorted(found)


@rule("7.8")
def rocket_orders(g: War, u: int) -> Iterator[Option]:
    """Rockets fire three zones far at what can be bombed, or at units"""
    unit = g.units[u]
    for z in in_range(g, unit.at, ROCKET_RANGE):
        if is_enemy_zone(g, z, unit.nation):
            yield from bombing_targets(g, u, z)
            if enemy_units(g, z, unit.nation):
                yield Option("shell", unit, g.zones[z])


@rule("9.16", "9.18", "12.10", "7.3", "15.10")
def bombing_targets(g: War, u: int, zone: int) -> Iterator[Option]:
    """What can be strategically bombed in an enemy zone: facilities and railways that can still be damaged"""
    unit, most = g.units[u], g.values.max_damage
    for site in sites_in(g, zone):
        sort = FACILITY_KIND[site.kind]
        if sort != "rail" and site.damage < most[site.kind] and (sort != "canal" or g.options.bomb_canals):
            yield Option("bomb", unit, site)
    if g.options.bomb_construction:
        for site in sites_in(g, zone, built=0):
            if FACILITY_KIND[site.kind] != "fort":  # GW36-AMB-180
                yield Option("bomb", unit, site)
    for b, border in enemy_railways(g, zone):
        if (b > zone or not is_enemy_zone(g, b, unit.nation)) and g.rail_damage.get(border, 0) < most_rail_damage(g, border):
            yield Option("bomb_rail", unit, g.zones[zone], g.zones[b])


def enemy_railways(g: War, zone: int) -> list[tuple[int, int]]:
    """Railways over the borders of a zone, printed and built."""
    printed = geography(g).rail_ways[zone]
    return [*printed, *((b, n) for b, n in g.board.neighbours[zone] if n in g.rail_built and n not in geography(g).rail)]


def orders_of(g: War, u: int) -> Iterator[Option]:
    unit = g.units[u]
    kind, nation, at = unit.kind, unit.nation, unit.at
    group = len(alike(g, u)) > 1
    if unit.duty == PATROL:
        if why_not_attack(g, u, at) is None:
            yield Option("attack", unit, g.zones[at])
        return
    if may_take_off(g, u) is not None:
        return
    left = points_left(g, u)
    reach, met, aims = air_reach(g, u, left), opposition(g, nation), targets(g, nation)
    home: dict[int, int] | None = None
    for z, (used, _) in reach.items():
        hostile = z in met.met and (z in aims or geography(g).is_sea[z])
        target_zone = z in aims and is_enemy_zone(g, z, nation)  # GW36-AMB-181
        if not hostile and not target_zone:
            continue
        if home is None:
            home = way_home(g, u)
        if z not in home or home[z] > left - used:
            continue
        if hostile and may_strike(g, u, z, used) is None and joins(g, nation, z) is None:
            yield Option("attack", unit, g.zones[z])
            if group:
                yield Option("all", unit, g.zones[z])
        if hostile or target_zone:
            yield from _bombing_orders(g, u, z, hostile, target_zone)
    yield from _patrol_orders(g, u, reach)
    if kind in LIFTS:
        yield from _drops(g, u, reach, left)


@rule("8.9", "9.10", "12.2")
def may_strike(g: War, u: int, zone: int, used: int) -> No | None:
    """Why an aircraft that has flown some zones does not attack units: no Attack there, submarines out of patrol range."""
    kind, units = g.units.kind[u], g.units
    at_sea = geography(g).is_sea[zone]
    if kind in LIFTS or (kind in NO_ATTACK_AIR and not at_sea):
        return No("12.2", f"a {UNIT_NAMES[kind]} does not attack units {'at sea' if at_sea else 'on land'}")
    if at_sea and used > sea_contact.patrol_range(g, u):
        found = enemy_units(g, zone, units.nation[u])
        if found and all(IS_SUBMARINE[units.kind[v]] for v in found):
            return No("9.10", "submarines are attacked only by aircraft in patrol range")
    return None


@rule("12.2", "8.4")
def may_take_off(g: War, u: int) -> No | None:
    """Why an aircraft does not leave the ship that carries it."""
    carrier, units = g.units.carrier[u], g.units
    if carrier < 0:
        return None
    if units.kind[carrier] in TRANSPORTS:
        return No("8.4", "it is cargo of a transport, and goes ashore before it flies")
    return No("12.2", "no aircraft takes off from a damaged carrier") if units.hits[carrier] else None


@rule("8.2", "8.3", "8.7")
def why_not_attack(g: War, u: int, zone: int) -> No | None:
    """Why an aircraft does not attack in a zone: its patrol, what is there, the way there and back."""
    unit = g.units[u]
    if unit.duty == PATROL and zone != unit.at:
        return No("8.7", "it must end its patrol before it does anything else")
    grounded = may_take_off(g, u)
    if grounded is not None:
        return grounded
    if not enemy_units(g, zone, unit.nation):
        return No("8.2", "no enemy units are there, and aircraft take no zone")
    if unit.duty == PATROL:  # it stays on patrol: no way home is asked
        return joins(g, unit.nation, zone)
    return first_refusal(
        may_strike(g, u, zone, air_reach(g, u).get(zone, (0, 0))[0]),
        obstacles.in_the_air(g, u, zone, back=True),
        joins(g, unit.nation, zone),
    )


@rule("8.4", "9.15")
def _drops(g: War, u: int, reach: Reach, left: int) -> Iterator[Option]:
    """An Airborne Infantry is picked up where the aircraft starts or on its way, and dropped into an enemy zone"""
    unit, units, geo = g.units[u], g.units, geography(g)
    jumpers: dict[int, int] = {}
    for v in roster(g, (unit.nation,)):
        at = units.at[v]
        if units.kind[v] not in AIRBORNE or units.used[v] or units.spent[v] or units.duty[v] or units.carrier[v] >= 0:
            continue
        if at in reach and not geo.is_sea[at] and is_friendly(g, at, unit.nation):
            jumpers.setdefault(at, v)
    for at, v in jumpers.items():
        used = reach[at][0]
        onward = reach if at == unit.at else air_reach(g, v, left - used)
        for z, (more, _) in onward.items():
            if geo.is_sea[z] or g.zones.owner[z] < 0 or not is_target(g, unit.nation, z) or joins(g, unit.nation, z) is not None:
                continue
            if can_land_from(g, u, z, left - used - more):
                yield Option("drop", unit, g.units[v], g.zones[z])


def _bombing_orders(g: War, u: int, zone: int, hostile: bool, enemy: bool) -> Iterator[Option]:
    """Strategic bombing in a zone of an enemy, carpet bombing of units on land, escorts for bombers (8.5, 9.16, 9.17)."""
    unit, units = g.units[u], g.units
    kind = unit.kind
    if geography(g).is_sea[zone]:
        return
    if kind in BOMBERS and not any(units.carrier[v] == u for v in g.units.stacks[unit.at]):
        if enemy:
            yield from bombing_targets(g, u, zone)
        if kind in CARPETS and hostile:
            yield Option("carpet", unit, g.zones[zone])
    if kind in ESCORTS and any(units.duty[v] in (BOMB, CARPET) for v in g.units.stacks[zone]):
        yield Option("escort_bombers", unit, g.zones[zone])


@rule("8.7", "9.14", "9.13")
def _patrol_orders(g: War, u: int, reach: Reach) -> Iterator[Option]:
    """Start a Maritime Air Patrol within patrol range; raid or mine from it with the options"""
    unit = g.units[u]
    distance = sea_contact.patrol_range(g, u)
    if not distance:
        return
    for z, (used, _) in reach.items():
        if 0 < used <= distance and geography(g).is_sea[z]:
            yield Option("patrol", unit, g.zones[z])
            if g.options.air_raiders and unit.kind in WITH["air_raider"] and z in convoys.raidable(g, unit.nation):
                yield Option("raid", unit, g.zones[z])
            if g.options.mine_warfare and unit.kind in WITH["mines"] and z in convoys.raidable(g, unit.nation):
                yield Option("mine", unit, g.zones[z])


def fly(g: War, u: int, zone: int) -> None:
    unit = g.units[u]
    reach = air_reach(g, u)
    unit.used += reach[zone][0]
    unit.came = reach[zone][1]
    unit.carrier = -1
    if fly_the_hump(g, u, [unit.at, *path(reach, zone)]):
        g.put(u, zone)


@rule("8.5", "9.15", "9.16", "9.17", "7.8")
def fly_to_bomb(g: War, u: int, choice: Option) -> None:
    """Aircraft go to their target zone with a task; rockets and artillery fire from where they are."""
    unit = g.units[u]
    verb = choice.verb
    if verb == "shell":
        unit.duty, unit.target, unit.spent = ATTRITION, chosen(choice, 1), 1
        return
    if verb == "bomb":
        site = choice.args[1]
        unit.duty, unit.target = BOMB, site.index
        if unit.kind != ROCKET:
            fly(g, u, site.at)
        return
    if verb == "drop":
        zone = chosen(choice, 2)
        jumper = choice.args[1]
        if jumper.at != unit.at:
            fly(g, u, jumper.at)
        fly(g, u, zone)
        unit.duty, unit.target = DROP, jumper.index
        jumper.came = jumper.at
        g.put(jumper.index, zone)
        jumper.duty, jumper.target, jumper.used = DROP, u, 1
        return
    zone = chosen(choice, 1)
    if unit.kind != ROCKET:
        fly(g, u, zone)
    unit.duty = {"carpet": CARPET, "escort_bombers": BOMB_ESCORT, "bomb_rail": BOMB}[verb]
    if verb == "bomb_rail":  # a railway is written as -2 - border
        border = g.board.border(zone, chosen(choice, 2))
        unit.target = -2 - (border if border is not None else 0)
