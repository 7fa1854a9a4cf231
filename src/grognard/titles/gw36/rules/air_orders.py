"""Orders of aircraft and dropped units in the Combat Movement Phase (8.3, 8.5, 8.7, 9.13-9.17).

Reach and landing are movement.py; patrols that meet ships sea_contact.py; bombers and rockets bombers.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import (
    IS_AIR,
    IS_SUBMARINE,
    KIND,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.rules import convoys, obstacles, sea_contact
from grognard.titles.gw36.rules.air_movement import air_reach, can_land_from, way_home
from grognard.titles.gw36.rules.attacks import alike, is_target, joins, targets
from grognard.titles.gw36.rules.bombers import (
    BOMBERS,
    CARPETS,
    ESCORTS,
    bombing,
    bombing_targets,
    fly,
    may_carpet,
    may_escort,
    may_fly_to,
    may_take_off,
    no_target,
)
from grognard.titles.gw36.rules.holding import HOLDING, Found, listing, to_zone
from grognard.titles.gw36.rules.movement import Reach
from grognard.titles.gw36.rules.nations import first_refusal, is_enemy_zone, is_friendly
from grognard.titles.gw36.rules.sea_orders import has_sisters
from grognard.titles.gw36.rules.seats import roster
from grognard.titles.gw36.rules.units import cargo_of, enemy_units, opposition, points_left
from grognard.titles.gw36.state import (
    ATTACK,
    BOMB,
    BOMB_ESCORT,
    CARPET,
    DROP,
    MINE,
    PATROL,
    RAID,
    Unit,
    War,
    Zone,
)
from grognard.titles.gw36.subjects import Orders

AIRBORNE = WITH["airborne_assault"]
LIFTS = frozenset([KIND[name] for name in ("air_transport", "strategic_bomber", "heavy_strategic_bomber")])
NO_ATTACK_AIR = LIFTS | {KIND["seaplane"]}


def orders_of(g: War, u: int) -> Found:
    """Every order of an aircraft, by verb."""
    unit = g.units[u]
    kind, nation, at = unit.kind, unit.nation, unit.at
    if unit.duty == PATROL:
        return {"attack": [at]} if may_attack(g, u, at) is None else {}
    if may_take_off(g, u) is not None:
        return {}
    left, sea = points_left(g, u), g.board.geo.is_sea
    reach, met, aims = air_reach(g, u, left), opposition(g, nation), targets(g, nation)
    home: dict[int, int] | None = None
    found: Found = {"attack": [], "bomb": [], "bomb_rail": [], "carpet": [], "escort_bombers": []}
    for z, (used, _) in reach.items():
        hostile = z in met.met and (z in aims or sea[z])
        enemy = z in aims and is_enemy_zone(g, z, nation)  # GW36-AMB-181
        if not hostile and not enemy:
            continue
        if home is None:
            home = way_home(g, u)
        if z not in home or home[z] > left - used:
            continue
        if hostile and may_strike(g, u, z, used) is None and joins(g, nation, z) is None:
            found["attack"].append(z)
        if not sea[z]:
            _bombing_orders(g, u, z, hostile, enemy, found)
    if found["attack"] and len(alike(g, u)) > 1:
        found["all"] = found["attack"]
    _patrol_orders(g, u, reach, found)
    if kind in LIFTS:
        found["drop"] = _drops(g, u, reach, left)
    return found


@rule("8.9", "9.10", "12.2")
def may_strike(g: War, u: int, zone: int, used: int) -> No | None:
    """Why an aircraft that has flown some zones does not attack units: no Attack there, submarines out of patrol range."""
    kind, units = g.units.kind[u], g.units
    at_sea = g.board.geo.is_sea[zone]
    if kind in LIFTS or (kind in NO_ATTACK_AIR and not at_sea):
        return No("12.2", f"a {UNIT_NAMES[kind]} does not attack units {'at sea' if at_sea else 'on land'}")
    if at_sea and used > sea_contact.patrol_range(g, u):
        found = enemy_units(g, zone, units.nation[u])
        if found and all(IS_SUBMARINE[units.kind[v]] for v in found):
            return No("9.10", "submarines are attacked only by aircraft in patrol range")
    return None


@rule("8.2", "8.3", "8.7")
def may_attack(g: War, u: int, zone: int) -> No | None:
    """Why an aircraft does not attack in a zone: its patrol, what is there, the way there and back."""
    unit = g.units[u]
    if not IS_AIR[unit.kind]:
        return No("8.3", "only aircraft fly")
    if unit.duty == PATROL and zone != unit.at:
        return No("8.7", "it must end its patrol before it does anything else")
    grounded = first_refusal(may_take_off(g, u), no_target(g, unit.nation, zone))
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
def _drops(g: War, u: int, reach: Reach, left: int) -> list[tuple[int, int]]:
    """An Airborne Infantry is picked up where the aircraft starts or on its way, and dropped into an enemy zone."""
    unit, units, geo = g.units[u], g.units, g.board.geo
    jumpers: dict[int, int] = {}
    for v in roster(g, (unit.nation,)):
        at = units.at[v]
        if units.kind[v] not in AIRBORNE or units.used[v] or units.spent[v] or units.duty[v] or units.carrier[v] >= 0:
            continue
        if at in reach and not geo.is_sea[at] and is_friendly(g, at, unit.nation):
            jumpers.setdefault(at, v)
    found = []
    for at, v in jumpers.items():
        used = reach[at][0]
        onward = reach if at == unit.at else air_reach(g, v, left - used)
        for z, (more, _) in onward.items():
            if geo.is_sea[z] or g.zones.owner[z] < 0 or not is_target(g, unit.nation, z) or joins(g, unit.nation, z) is not None:
                continue
            if can_land_from(g, u, z, left - used - more):
                found.append((v, z))
    return found


def _bombing_orders(g: War, u: int, zone: int, hostile: bool, enemy: bool, found: Found) -> None:
    """Strategic bombing in a zone of an enemy, carpet bombing of units on land, escorts for bombers (8.5, 9.16, 9.17)."""
    units, kind = g.units, g.units.kind[u]
    if kind in BOMBERS and not cargo_of(g, u):
        if enemy:
            bombing_targets(g, u, zone, found)
        if kind in CARPETS and hostile:
            found["carpet"].append(zone)
    if kind in ESCORTS and any(units.duty[v] in (BOMB, CARPET) for v in g.units.stacks[zone]):
        found["escort_bombers"].append(zone)


@rule("8.7", "9.14", "9.13")
def _patrol_orders(g: War, u: int, reach: Reach, found: Found) -> None:
    """Start a Maritime Air Patrol within patrol range; raid or mine from it with the options."""
    kind, nation, sea = g.units.kind[u], g.units.nation[u], g.board.geo.is_sea
    distance = sea_contact.patrol_range(g, u)
    if not distance:
        return
    found["patrol"] = [z for z, (used, _) in reach.items() if 0 < used <= distance and sea[z]]
    if g.options.air_raiders and kind in WITH["air_raider"]:
        found["raid"] = [z for z in found["patrol"] if z in convoys.raidable(g, nation)]
    if g.options.mine_warfare and kind in WITH["mines"]:
        found["mine"] = [z for z in found["patrol"] if z in convoys.raidable(g, nation)]


# --- the tests of the orders ------------------------------------------------------------------------


def may_all(g: War, orders: Orders, zone: int) -> No | None:
    u = orders.unit
    if g.units.duty[u] == PATROL:
        return No("8.7", "each patrol is ordered by itself")
    return first_refusal(may_attack(g, u, zone), has_sisters(g, u))


@rule("9.15", "12.2")
def may_drop(g: War, orders: Orders, drop: tuple[int, int]) -> No | None:
    """Airborne assaults: who carries, who jumps, where."""
    u, (v, zone) = orders.unit, drop
    jumper = g.units[v]
    if g.units.kind[u] not in LIFTS:
        return No("9.15", "only Air Transports and Strategic Bombers carry an Airborne Assault")
    if jumper.kind not in AIRBORNE:
        return No("9.15", "only Airborne Infantry is dropped")
    if jumper.used or jumper.spent or jumper.duty or jumper.carrier >= 0 or jumper.at < 0:
        return No("8.4", f"{jumper.label} has moved or has orders")
    if not is_target(g, g.units.nation[u], zone) or g.zones.owner[zone] < 0:
        return No("9.15", "no enemy zone")
    no = first_refusal(joins(g, g.units.nation[u], zone), may_fly_to(g, u, zone) if jumper.at == g.units.at[u] else None)
    if no is not None or drop in _drops(g, u, air_reach(g, u), points_left(g, u)):
        return no
    return No("9.15", "it takes the first of its nation in a zone on its way, drops it, and must keep the points to land")


@rule("8.7")
def may_patrol(g: War, u: int, zone: int) -> No | None:
    """Patrols: who flies them, and how far."""
    distance = sea_contact.patrol_range(g, u) if IS_AIR[g.units.kind[u]] else 0
    if not distance:
        return No("8.7", f"{UNIT_NAMES[g.units.kind[u]]} flies no Maritime Air Patrol")
    if not g.board.geo.is_sea[zone]:
        return No("8.7", "patrols are flown over the sea")
    if g.units.duty[u]:
        return No("8.7", "it must end its patrol before it does anything else")
    grounded = may_take_off(g, u)
    if grounded is not None:
        return grounded
    used = air_reach(g, u).get(zone, (99, 0))[0]
    return None if 0 < used <= distance else No("8.7", f"its patrol range is {distance}, and it flies to another zone")


@rule("9.13", "9.14")
def may_raid(g: War, u: int, zone: int, *, mines: bool) -> No | None:
    return first_refusal(convoys.may_raid(g, u, zone, mines=mines), may_patrol(g, u, zone))


# --- carrying out ------------------------------------------------------------------------


def attack(g: War, aircraft: Iterable[int], zone: int) -> None:
    """Aircraft fly into combat."""
    for u in aircraft:
        unit = g.units[u]
        if unit.duty == PATROL:
            unit.target = zone  # it goes back to its patrol (`flies_patrol`)
        elif unit.at != zone:
            fly(g, u, zone)
        unit.duty = ATTACK


def fly_on(g: War, u: int, zone: int, duty: int) -> None:
    """An aircraft goes to a zone with a task."""
    fly(g, u, zone)
    g.units[u].duty = duty


@rule("9.15")
def drop(g: War, orders: Orders, drop: tuple[int, int]) -> None:
    """An aircraft takes an Airborne Infantry up and drops it."""
    u, (v, zone) = orders.unit, drop
    unit, jumper = g.units[u], g.units[v]
    if jumper.at != unit.at:
        fly(g, u, jumper.at)
    fly(g, u, zone)
    unit.duty, unit.target = DROP, v
    jumper.came = jumper.at
    g.put(v, zone)
    jumper.duty, jumper.target, jumper.used = DROP, u, 1


# --- the acts ------------------------------------------------------------------------


AIR_ORDERS: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        orders_of,
        "attack",
        "8.2",
        "Attack {0}",
        may=lambda g, orders, zone: may_attack(g, orders.unit, zone),
        do=lambda g, orders, zone: attack(g, [orders.unit], zone),
    ),
    to_zone(
        orders_of,
        "all",
        "8.2",
        "All of this sort to {0}",
        may=may_all,
        do=lambda g, orders, zone: attack(g, alike(g, orders.unit), zone),
    ),
    *bombing(orders_of),
    to_zone(
        orders_of,
        "carpet",
        "9.17",
        "Carpet bomb {0}",
        may=may_carpet,
        do=lambda g, orders, zone: fly_on(g, orders.unit, zone, CARPET),
    ),
    to_zone(
        orders_of,
        "escort_bombers",
        "8.5",
        "Escort the bombers to {0}",
        may=may_escort,
        do=lambda g, orders, zone: fly_on(g, orders.unit, zone, BOMB_ESCORT),
    ),
    to_zone(
        orders_of,
        "patrol",
        "8.7",
        "Patrol {0}",
        may=lambda g, orders, zone: may_patrol(g, orders.unit, zone),
        do=lambda g, orders, zone: fly_on(g, orders.unit, zone, PATROL),
    ),
    to_zone(
        orders_of,
        "raid",
        "9.14",
        "Raid convoys in {0}",
        may=lambda g, orders, zone: may_raid(g, orders.unit, zone, mines=False),
        do=lambda g, orders, zone: fly_on(g, orders.unit, zone, RAID),
    ),
    to_zone(
        orders_of,
        "mine",
        "9.13",
        "Lay mines in {0}",
        may=lambda g, orders, zone: may_raid(g, orders.unit, zone, mines=True),
        do=lambda g, orders, zone: fly_on(g, orders.unit, zone, MINE),
    ),
    Act[War, Orders, tuple[int, int]](
        "drop",
        "9.15",
        "Drop the {0} on {1}",
        takes=(Unit, Zone),
        listed=listing(orders_of, "drop"),
        may=may_drop,
        do=drop,
    ),
)
