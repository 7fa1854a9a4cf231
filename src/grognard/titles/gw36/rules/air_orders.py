"""Orders of aircraft, rockets and dropped units in the Combat Movement Phase (8.3, 8.5, 8.7, 9.13-9.17).

Reach and landing are movement.py; patrols that meet ships sea_contact.py; bombing itself bombing.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.flow import Option
from grognard.kernel.rules import rule
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    FACILITY_KIND,
    KIND,
    WITH,
)
from grognard.titles.gw36.rules import sea_contact, sea_orders
from grognard.titles.gw36.rules.attacks import alike, is_target, joins
from grognard.titles.gw36.rules.movement import (
    Reach,
    air_reach,
    can_land_from,
    fly_the_hump,
    path,
)
from grognard.titles.gw36.rules.nations import (
    is_enemy_zone,
    relations,
)
from grognard.titles.gw36.rules.units import enemy_units, points_left, sites_in
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

AIRBORNE, ROCKET, ESCORTS = WITH["airborne_assault"], KIND["strategic_rocket"], WITH["escorts"]
BOMBERS = frozenset(KIND[name] for name in ("medium_bomber", "strategic_bomber", "heavy_strategic_bomber"))
CARPETS = frozenset(KIND[name] for name in ("strategic_bomber", "heavy_strategic_bomber"))
LIFTS = frozenset(KIND[name] for name in ("air_transport", "strategic_bomber", "heavy_strategic_bomber"))
NO_ATTACK_AIR = LIFTS | {KIND["seaplane"]}


def rocket_orders(g: War, u: int) -> Iterator[Option]:
    """Rockets fire three zones far at a facility or at units (7.8)."""
    unit = g.units[u]
    for z in g.board.within(unit.at, 3):
        if is_enemy_zone(g, z, unit.nation):
            for site in sites_in(g, z):
                if g.values.max_damage[site.kind] and site.damage < g.values.max_damage[site.kind]:
                    yield Option("bomb", unit, site)
            if enemy_units(g, z, unit.nation):
                yield Option("shell", unit, g.zones[z])


def orders(g: War, u: int) -> Iterator[Option]:
    unit, units, geo = g.units[u], g.units, geography(g)
    kind, nation, at = unit.kind, unit.nation, unit.at
    group = len(alike(g, u)) > 1
    if unit.duty == PATROL:
        if enemy_units(g, at, nation):
            yield Option("attack", unit, g.zones[at])
        return
    if unit.carrier >= 0 and units.hits[unit.carrier]:
        return  # a damaged carrier launches nothing (12.2)
    left = points_left(g, u)
    reach = air_reach(g, u, left)
    enemies = relations(g).enemies[nation]
    for z, (used, _) in reach.items():
        stack = g.stacks[z]
        hostile = any(enemies >> units.nation[v] & 1 for v in stack) or (bool(g.monroe) and bool(enemy_units(g, z, nation)))
        target_zone = not geo.is_sea[z] and g.zones.owner[z] >= 0 and is_target(g, nation, z)
        if not hostile and not target_zone:
            continue
        if not can_land_from(g, u, z, left - used):
            continue
        if hostile and (kind not in NO_ATTACK_AIR or (kind not in LIFTS and geo.is_sea[z])) and joins(g, nation, z) is None:
            yield Option("attack", unit, g.zones[z])
            if group:
                yield Option("all", unit, g.zones[z])
        if target_zone:
            yield from _bombing_orders(g, u, z, hostile)
    yield from _patrol_orders(g, u, reach)


def _bombing_orders(g: War, u: int, zone: int, hostile: bool) -> Iterator[Option]:
    """Strategic and carpet bombing, escorts for bombers, airborne drops (8.5, 9.15-9.17)."""
    unit, units = g.units[u], g.units
    kind = unit.kind
    if kind in BOMBERS and not any(units.carrier[v] == u for v in g.stacks[unit.at]):
        for site in sites_in(g, zone):
            if (
                g.values.max_damage[site.kind]
                and FACILITY_KIND[site.kind] != "rail"
                and site.damage < g.values.max_damage[site.kind]
                and (FACILITY_KIND[site.kind] != "canal" or g.options.bomb_canals)
            ):
                yield Option("bomb", unit, site)
        if g.options.bomb_construction:
            for site in sites_in(g, zone, built=0):
                yield Option("bomb", unit, site)
        for b, _border in geography(g).rail_ways[zone]:
            if b > zone or not is_enemy_zone(g, b, unit.nation):
                yield Option("bomb_rail", unit, g.zones[zone], g.zones[b])
        if kind in CARPETS and hostile:
            yield Option("carpet", unit, g.zones[zone])
    if kind in ESCORTS and any(units.duty[v] in (BOMB, CARPET) for v in g.stacks[zone]):
        yield Option("escort_bombers", unit, g.zones[zone])
    if kind in LIFTS and joins(g, unit.nation, zone) is None:
        for v in g.stacks[unit.at]:
            if (
                units.kind[v] in AIRBORNE
                and units.nation[v] == unit.nation
                and not units.used[v]
                and not units.duty[v]
                and units.carrier[v] < 0
                and not geography(g).is_sea[unit.at]
            ):
                yield Option("drop", unit, g.units[v], g.zones[zone])
                break


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
            if g.options.air_raiders and unit.kind in WITH["air_raider"] and sea_orders.raidable(g, unit.nation, z):
                yield Option("raid", unit, g.zones[z])
            if g.options.mine_warfare and unit.kind in WITH["mines"] and sea_orders.raidable(g, unit.nation, z):
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
        fly(g, u, zone)
        unit.duty, unit.target = DROP, jumper.index
        jumper.came = jumper.at
        g.put(jumper.index, zone)
        jumper.duty, jumper.target, jumper.used = DROP, u, 1
        return
    zone = chosen(choice, 1)
    fly(g, u, zone)
    unit.duty = {"carpet": CARPET, "escort_bombers": BOMB_ESCORT, "bomb_rail": BOMB}[verb]
    if verb == "bomb_rail":  # a railway is written as -2 - border
        border = g.board.border(zone, chosen(choice, 2))
        unit.target = -2 - (border if border is not None else 0)
