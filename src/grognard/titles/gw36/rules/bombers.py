"""What bombers, their escorts, rockets and guns that fire far can be ordered to do (7.8, 8.3, 8.5, 9.16, 9.17, 12.10).

Other orders of aircraft are air_orders.py; bombing itself is bombing.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import (
    FACILITY_KIND,
    FACILITY_NAMES,
    KIND,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules import obstacles
from grognard.titles.gw36.rules.air_movement import air_reach, fly_the_hump
from grognard.titles.gw36.rules.attacks import is_target
from grognard.titles.gw36.rules.bombing import most_rail_damage
from grognard.titles.gw36.rules.holding import HOLDING, Finder, Found, listing
from grognard.titles.gw36.rules.movement import path
from grognard.titles.gw36.rules.nations import first_refusal, is_enemy_zone
from grognard.titles.gw36.rules.units import cargo_of, enemy_units, foes, sites_in
from grognard.titles.gw36.state import ATTRITION, BOMB, CARPET, Site, War, Zone
from grognard.titles.gw36.subjects import Orders

ROCKET_RANGE = 3
ROCKET, ESCORTS = KIND["strategic_rocket"], WITH["escorts"]
BOMBERS = frozenset([KIND[name] for name in ("medium_bomber", "strategic_bomber", "heavy_strategic_bomber")])
CARPETS = frozenset([KIND[name] for name in ("strategic_bomber", "heavy_strategic_bomber")])


@rule("0.8")
def in_range(g: War, start: int, distance: int) -> list[int]:
    """Zones within some borders of one, over land and sea; crossings and the route off the map are no borders."""
    geo, found, ring = g.board.geo, {start: 0}, [start]
    for step in range(1, distance + 1):
        ring = [b for a in ring for b, _ in geo.air[a] if found.setdefault(b, step) == step]
    return sorted(found)


@rule("7.8")
def rocket_orders(g: War, u: int) -> Found:
    """Rockets fire three zones far at what can be bombed, or at units."""
    found: Found = {"bomb": [], "bomb_rail": [], "shell": []}
    nation = g.units.nation[u]
    for z in in_range(g, g.units.at[u], ROCKET_RANGE):
        if is_enemy_zone(g, z, nation):
            bombing_targets(g, u, z, found)
            if enemy_units(g, z, nation):
                found["shell"].append(z)
    return found


@rule("9.16", "9.18", "12.10", "7.3", "15.10")
def bombing_targets(g: War, u: int, zone: int, found: Found) -> None:
    """What can be strategically bombed in an enemy zone: facilities and railways that can still be damaged."""
    most, nation = g.values.max_damage, g.units.nation[u]
    for site in sites_in(g, zone):
        sort = FACILITY_KIND[site.kind]
        if sort != "rail" and site.damage < most[site.kind] and (sort != "canal" or g.options.bomb_canals):
            found["bomb"].append(site.index)
    if g.options.bomb_construction:
        found["bomb"] += [site.index for site in sites_in(g, zone, built=0) if FACILITY_KIND[site.kind] != "fort"]  # GW36-AMB-180
    for b, border in enemy_railways(g, zone):
        if (b > zone or not is_enemy_zone(g, b, nation)) and g.rail_damage.get(border, 0) < most_rail_damage(g, border):
            found["bomb_rail"].append((zone, b))


def enemy_railways(g: War, zone: int) -> list[tuple[int, int]]:
    """Railways over the borders of a zone, printed and built."""
    printed = g.board.geo.rail_ways[zone]
    return [*printed, *[(b, n) for b, n in g.board.neighbours[zone] if n in g.rail_built and n not in g.board.geo.rail]]


# --- the tests ------------------------------------------------------------------------


@rule("12.2", "8.4")
def may_take_off(g: War, u: int) -> No | None:
    """Why an aircraft does not leave the ship that carries it."""
    carrier, units = g.units.carrier[u], g.units
    if carrier < 0:
        return None
    if units.kind[carrier] in TRANSPORTS:
        return No("8.4", "it is cargo of a transport, and goes ashore before it flies")
    return No("12.2", "no aircraft takes off from a damaged carrier") if units.hits[carrier] else None


def no_target(g: War, nation: int, zone: int) -> No | None:
    """Why nothing is attacked in a zone whoever comes: it belongs to nobody this nation fights."""
    owner = g.zones.owner[zone]
    if g.board.geo.is_sea[zone] or owner < 0 or foes(g, nation, zone) >> owner & 1:
        return None
    if g.relations.aligned[nation] >> owner & 1:
        return No("8.1", f"{g.zones[zone].label} is a friendly zone: it is entered in Non-Combat Movement")
    return No("8.1", f"{NAMES[nation]} is not at war with {NAMES[owner]}")


@rule("8.3")
def may_fly_to(g: War, u: int, zone: int) -> No | None:
    """Why an aircraft cannot act over a zone: its patrol, its deck, the way there, or the way back."""
    if g.units.duty[u]:
        return No("8.7", "it must end its patrol before it does anything else")
    no = first_refusal(may_take_off(g, u), obstacles.in_the_air(g, u, zone, back=True))
    if no is not None or zone in air_reach(g, u):
        return no
    return No("8.3", f"its movement does not lead to {g.zones[zone].label}")


@rule("9.16", "9.18", "12.7", "12.9", "15.10", "7.3")
def may_bomb(g: War, orders: Orders, at: int) -> No | None:
    """Why a unit does not bomb a facility."""
    u, site = orders.unit, g.sites[at]
    kind, sort = g.units.kind[u], FACILITY_KIND[site.kind]
    if kind not in BOMBERS and kind != ROCKET:
        return No("9.16", "only Medium, Strategic and Heavy Strategic Bombers bomb facilities, and Strategic Rockets")
    if site.at < 0:
        return No("9.16", "it is not on the board")
    if sort in ("fort", "rail"):  # GW36-AMB-180
        return No(g.values.facilities[site.kind].section, f"{FACILITY_NAMES[site.kind]} is not damaged by strategic bombing")
    if sort == "canal" and not g.options.bomb_canals:
        return No("15.10", "the bombing of canals is not played")
    if not site.built and not g.options.bomb_construction:
        return No("7.3", "the bombing of facilities under construction is not played")
    if not is_enemy_zone(g, site.at, g.units.nation[u]):  # GW36-AMB-181
        return No("8.1", f"{g.zones[site.at].label} is not in enemy hands")
    if site.built and site.damage >= g.values.max_damage[site.kind]:
        return No("9.18", "it has its maximum damage")
    return may_come_to_bomb(g, u, site.at)


def may_come_to_bomb(g: War, u: int, zone: int) -> No | None:
    """Why a bomber or rocket does not act in a zone: what it carries, the distance."""
    if g.units.kind[u] == ROCKET:
        near = in_range(g, g.units.at[u], ROCKET_RANGE)
        return None if zone in near else No("7.8", "a rocket reaches three zones")
    return No("9.15", "it has a unit aboard") if cargo_of(g, u) else may_fly_to(g, u, zone)


@rule("9.16", "12.10")
def may_bomb_rail(g: War, orders: Orders, ends: tuple[int, int]) -> No | None:
    """Railways: bombers alone, an enemy end, damage that can still be done."""
    u, (zone, other) = orders.unit, ends
    kind, nation = g.units.kind[u], g.units.nation[u]
    if kind not in BOMBERS and kind != ROCKET:
        return No("9.16", "only Medium, Strategic and Heavy Strategic Bombers bomb railways, and Strategic Rockets")
    border = next((n for b, n in enemy_railways(g, zone) if b == other), None)
    if border is None:
        return No("12.10", "no railway crosses that border")
    if not is_enemy_zone(g, zone, nation):
        return No("8.1", f"the railway in {g.zones[zone].label} is not in enemy hands")
    if g.rail_damage.get(border, 0) >= most_rail_damage(g, border):
        return No("9.18", "it has its maximum damage")
    if other < zone and is_enemy_zone(g, other, nation):
        return No("12.10", f"it is named from {g.zones[other].label}")
    return may_come_to_bomb(g, u, zone)


@rule("9.17")
def may_carpet(g: War, orders: Orders, zone: int) -> No | None:
    """Carpet bombing: Strategic Bombers against units on land."""
    u = orders.unit
    if g.units.kind[u] not in CARPETS:
        return No("9.17", "only Strategic and Heavy Strategic Bombers carpet-bomb")
    if g.board.geo.is_sea[zone]:
        return No("9.17", "ships are not carpet-bombed")
    if not enemy_units(g, zone, g.units.nation[u]):
        return No("9.17", "no enemy unit is there")
    return first_refusal(no_target(g, g.units.nation[u], zone), may_come_to_bomb(g, u, zone))


@rule("8.5", "9.16")
def may_escort(g: War, orders: Orders, zone: int) -> No | None:
    """Escorts: fighters, where bombers have orders."""
    u = orders.unit
    if g.units.kind[u] not in ESCORTS:
        return No("9.16", "only Fighters and Jet Fighters escort bombers")
    if not any(g.units.duty[v] in (BOMB, CARPET) for v in g.units.stacks[zone]):
        return No("8.5", "no bomber has orders for that zone")
    hostile = is_enemy_zone(g, zone, g.units.nation[u]) or (
        is_target(g, g.units.nation[u], zone) and bool(enemy_units(g, zone, g.units.nation[u]))
    )
    return may_fly_to(g, u, zone) if hostile else No("8.5", "no enemy is there")


@rule("7.8")
def may_shell(g: War, orders: Orders, zone: int) -> No | None:
    """Attrition attacks: Advanced Artillery next door, rockets three zones far."""
    u = orders.unit
    kind, at, nation = g.units.kind[u], g.units.at[u], g.units.nation[u]
    if kind not in WITH["attrition"] and kind != ROCKET:
        return No("7.8", "only Advanced Artillery and Strategic Rockets fire into another zone")
    if not enemy_units(g, zone, nation):
        return No("7.8", "no enemy unit is there")
    if kind == ROCKET:
        near = None if is_enemy_zone(g, zone, nation) else No("7.8", "a rocket is fired into an enemy zone")
        return first_refusal(near, may_come_to_bomb(g, u, zone))
    return None if any(b == zone for b, _ in g.board.geo.land[at]) else No("7.8", "it is not a neighbouring land zone")


# --- carrying out ------------------------------------------------------------------------


def fly(g: War, u: int, zone: int) -> None:
    unit = g.units[u]
    reach = air_reach(g, u)
    unit.used += reach[zone][0]
    unit.came = reach[zone][1]
    unit.carrier = -1
    if fly_the_hump(g, u, [unit.at, *path(reach, zone)]):
        g.put(u, zone)


@rule("8.5", "9.16", "7.8")
def bomb(g: War, orders: Orders, site: int) -> None:
    """A bomber goes to its target zone; a rocket fires from where it is."""
    _bomb(g, orders.unit, g.sites.at[site], site)


def bomb_rail(g: War, orders: Orders, ends: tuple[int, int]) -> None:
    """A railway is written as -2 - border."""
    border = g.board.border(*ends)
    _bomb(g, orders.unit, ends[0], -2 - (border if border is not None else 0))


def _bomb(g: War, u: int, zone: int, target: int) -> None:
    unit = g.units[u]
    unit.duty, unit.target = BOMB, target
    if unit.kind != ROCKET:
        fly(g, u, zone)


@rule("7.8")
def shell(g: War, orders: Orders, zone: int) -> None:
    """Rockets and artillery fire from where they are."""
    unit = g.units[orders.unit]
    unit.duty, unit.target, unit.spent = ATTRITION, zone, 1


# --- the acts ------------------------------------------------------------------------


def bombing(find: Finder) -> tuple[Act[War, Orders, Any], ...]:
    """Bombs on facilities and railways, of aircraft or of rockets."""
    return (
        Act[War, Orders, int](
            "bomb", "9.16", "Bomb the {0}", takes=Site, listed=listing(find, "bomb"), may=may_bomb, do=bomb
        ),
        Act[War, Orders, tuple[int, int]](
            "bomb_rail", "12.10", "Bomb the railway from {0} to {1}", takes=(Zone, Zone), listed=listing(find, "bomb_rail"),
            may=may_bomb_rail, do=bomb_rail,
        ),
    )  # fmt: skip


def shelling(find: Finder) -> Act[War, Orders, int]:
    """Fire into another zone, of guns or of rockets."""
    return Act("shell", "7.8", "Shell {0}", takes=Zone, listed=listing(find, "shell"), may=may_shell, do=shell)


ROCKET_ORDERS: tuple[Act[War, Orders, Any], ...] = (HOLDING, *bombing(rocket_orders), shelling(rocket_orders))
