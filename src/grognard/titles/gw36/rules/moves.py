"""The moves of land units, cargo and ships in the Non-Combat Movement Phase (8.4, 10.1, 10.4-10.6, 12.2, 15.3).

Aircraft are flights.py. Where units can go is movement.py; rail, strategic naval movement and the Soviet routes are strategic.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import CARRIERS, FACILITY, IS_AIR, IS_FACTORY, IS_LAND, IS_NAVAL, TRANSPORTS, WITH
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules import obstacles, sightings, strategic
from grognard.titles.gw36.rules.amphibious import crossing_fire
from grognard.titles.gw36.rules.attacks import alike
from grognard.titles.gw36.rules.crossings import crossing_between, may_ferry
from grognard.titles.gw36.rules.holding import HOLDING, Found, listing, to_zone
from grognard.titles.gw36.rules.movement import (
    boarded_ally,
    land_move_reach,
    may_enter,
    may_move_to,
    may_stay_out,
    naval_reach,
    path,
    room_for,
    transports_near,
)
from grognard.titles.gw36.rules.nations import first_refusal
from grognard.titles.gw36.rules.sea_orders import has_sisters
from grognard.titles.gw36.rules.units import allowance
from grognard.titles.gw36.state import IDLE, Unit, War, Zone
from grognard.titles.gw36.subjects import Orders

TOWS = WITH["tows"]


# --- land units ------------------------------------------------------------------------


def marches(g: War, u: int) -> Found:
    """Every move of a land unit ashore, by verb."""
    unit = g.units[u]
    reach = land_move_reach(g, u)
    found: Found = {"move": [z for z in reach if z != unit.at], "ferry": [], "take": []}
    if found["move"] and len(alike(g, u)) > 1:
        found["all"] = found["move"]
    for crossing in g.board.geo.crossings_at.get(unit.at, ()):
        z = crossing.b if crossing.a == unit.at else crossing.a
        if z not in reach and may_take_ferry(g, u, z) is None:
            found["ferry"].append(z)
    if unit.kind in TOWS:
        far = [z for z, (used, _) in reach.items() if used == 2]
        found["take"] = [(v, z) for v in tows(g, u) for z in far]
    found["load"] = [t for t in transports_near(g, unit.at, members(g, unit.nation)) if may_load(g, u, t) is None]
    found["rail"] = strategic.rail_goals(g, u)
    return found


@rule("12.2")
def tows(g: War, u: int) -> list[int]:
    """What a unit may take along: the first fresh gun of each kind in its zone."""
    unit, units = g.units[u], g.units
    found: dict[int, int] = {}
    for v in units.stacks[unit.at]:
        fresh = not units.used[v] and not units.spent[v] and units.carrier[v] < 0
        if fresh and units.kind[v] in WITH["towed"] and units.nation[v] == unit.nation:
            found.setdefault(units.kind[v], v)
    return list(found.values())


@rule("8.4")
def members(g: War, nation: int) -> list[int]:
    """Nations whose transports a unit may use: its own and members of its alliance."""
    mask = g.relations.allied[nation]
    return [n for n in range(PLAYED) if mask >> n & 1] if nation < PLAYED else [nation]


@rule("8.4")
def may_load(g: War, u: int, transport: int) -> No | None:
    """Why a unit may not go aboard a transport near by: room, one that has unloaded, an ally that is not of the alliance."""
    if g.units.spent[transport] and g.units.used[transport]:
        return No("8.4", "the transport has unloaded this turn")
    if not g.relations.allied[g.units.nation[u]] >> g.units.nation[transport] & 1:
        return No("8.4", "not a member of the alliance")
    return room_for(g, transport, g.units.kind[u])


@rule("8.4")
def may_board(g: War, orders: Orders, transport: int) -> No | None:
    """Why a unit does not go aboard a transport."""
    u = orders.unit
    if IS_NAVAL[g.units.kind[u]] or g.units.carrier[u] >= 0:
        return No("8.4", "land and air units ashore go aboard")
    if IS_AIR[g.units.kind[u]] and g.units.used[u]:
        return No("8.4", "it has flown")
    near = transports_near(g, g.units.at[u], members(g, g.units.nation[u])) if not g.board.geo.is_sea[g.units.at[u]] else []
    return may_load(g, u, transport) if transport in near else No("8.4", "no such transport of the alliance lies off this shore")


@rule("10.1", "1.20", "1.21", "8.4")
def may_march(g: War, orders: Orders, zone: int) -> No | None:
    """Why a land unit does not go to a zone: who holds it, a narrow crossing, an obstacle on the way."""
    u = orders.unit
    unit = g.units[u]
    if not IS_LAND[unit.kind]:
        return No("10.1", "land units march")
    if unit.carrier >= 0:
        return No("8.4", "it is aboard a transport")
    if zone == unit.at:
        return No("10.1", f"{unit.label} is in {g.zones[zone].label}")
    no = may_move_to(g, u, zone)
    if no is None or no.rule != "0.8":
        return no
    if crossing_between(g, unit.at, zone) is not None:
        return No("1.20", "it takes the narrow crossing: a ferry, no march")
    way = obstacles.on_land(g, u, zone)
    return no if way is None else way


def may_march_all(g: War, orders: Orders, zone: int) -> No | None:
    return first_refusal(may_march(g, orders, zone), has_sisters(g, orders.unit))


@rule("1.20", "1.21")
def may_take_ferry(g: War, u: int, zone: int) -> No | None:
    """Why a land unit does not cross a narrow crossing."""
    unit = g.units[u]
    crossing = crossing_between(g, unit.at, zone)
    if not IS_LAND[unit.kind] or unit.carrier >= 0:
        return No("1.20", "land units ashore take a ferry")
    if crossing is None:
        return No("1.20", "no narrow crossing leads there")
    if zone in land_move_reach(g, u):
        return No("1.20", "it can march there")
    captured = No("10.1", "conquered this turn") if g.zones.captured[zone] else None
    return first_refusal(may_enter(g, zone, unit.nation), captured, may_ferry(g, u, crossing), may_stay_out(g, u, zone))


@rule("12.2")
def may_tow(g: War, orders: Orders, tow: tuple[int, int]) -> No | None:
    """Why a unit does not take a gun along to a zone."""
    u, (towed, zone) = orders.unit, tow
    if g.units.kind[u] not in TOWS:
        return No("12.2", "only Motorized Infantry tows")
    if g.units.carrier[u] >= 0 or towed not in tows(g, u):
        return No("12.2", "it tows a fresh Artillery or Anti-Aircraft Artillery of its zone and nation: the first of each")
    used, _ = land_move_reach(g, u).get(zone, (0, 0))
    return None if used == 2 else No("12.2", "a gun is towed two zones far; where it goes one zone it marches itself")


def march(g: War, orders: Orders, zone: int) -> None:
    """A land unit moves."""
    _march(g, [orders.unit], zone)


def _march(g: War, soldiers: Iterable[int], zone: int) -> None:
    for u in soldiers:
        unit = g.units[u]
        unit.used = max(1, allowance(g, u))
        g.put(u, zone)
        unit.spent = 1


def cross(g: War, orders: Orders, zone: int) -> None:
    """A land unit takes a ferry."""
    unit = g.units[orders.unit]
    border = g.board.border(unit.at, zone)
    assert border is not None
    g.crossed[border] = g.crossed.get(border, 0) + 1
    g.put(orders.unit, zone)
    unit.used = unit.spent = 1


def tow(g: War, orders: Orders, tow: tuple[int, int]) -> None:
    """Two units go together."""
    towed, zone = tow
    for v in (orders.unit, towed):
        g.put(v, zone)
        g.units[v].used, g.units[v].spent = 2, 1


def board(g: War, orders: Orders, transport: int) -> None:
    """A unit goes aboard."""
    unit = g.units[orders.unit]
    g.put(orders.unit, g.units.at[transport])
    unit.carrier, unit.used = transport, max(unit.used, 1)


# --- cargo ------------------------------------------------------------------------


def unloads(g: War, u: int) -> Found:
    """Where cargo goes ashore."""
    at, geo = g.units.at[u], g.board.geo
    return {"unload": [z for z in geo.coast[at] if may_unload(g, u, z) is None] if geo.is_sea[at] else []}


@rule("8.4", "10.1", "10.2")
def may_unload(g: War, u: int, zone: int) -> No | None:
    """Why cargo may not go ashore in a zone."""
    unit = g.units[u]
    if unit.carrier < 0 or not (IS_LAND[unit.kind] or g.units.kind[unit.carrier] in TRANSPORTS):
        return No("8.4", "it is no cargo of a transport")
    if not g.board.geo.is_sea[unit.at]:
        return No("8.4", "its transport is not at sea")
    if zone not in g.board.geo.coast[unit.at]:
        return No("8.4", "the zone is not on this sea")
    if boarded_ally(g, u):
        return No("8.4", "units on an ally's transport unload in their next turn")
    refusal = may_enter(g, zone, unit.nation)
    if refusal is not None:
        return refusal
    if g.zones.captured[zone] and not _captured_port(g, zone):
        return No("10.1", "conquered this turn")
    return may_stay_out(g, u, zone)


def _captured_port(g: War, zone: int) -> bool:
    majors = {FACILITY["major_port"], FACILITY["major_shipyard"], FACILITY["major_dockyard"]}
    return bool(g.options.captured_bases) and any(site.kind in majors for site in g.sites.where(at=zone, built=1, damage=0))


def go_ashore(g: War, orders: Orders, zone: int) -> None:
    """Cargo is unloaded: its transport moves no more."""
    unit = g.units[orders.unit]
    g.units[unit.carrier].spent = 1
    g.units[unit.carrier].used = max(1, g.units[unit.carrier].used)
    unit.carrier = NOWHERE
    g.put(orders.unit, zone)
    unit.used = unit.spent = 1


# --- ships ------------------------------------------------------------------------


def sailings(g: War, u: int) -> Found:
    """Every move of a ship, by verb."""
    unit = g.units[u]
    found: Found = {"move": [z for z in homeward(g, u, naval_reach(g, u, combat=False)) if z != unit.at]}
    if found["move"] and may_sail_together(g, u) is None:
        found["all"] = found["move"]
    found["route"] = strategic.route_goals(g, u)
    found["ship"] = strategic.ports(g, u)
    found["rail_submarine"] = strategic.railed_submarine(g, u)
    return found


@rule("15.3")
def homeward(g: War, u: int, reach: Iterable[int]) -> list[int]:
    """With the option, a carrier without aircraft goes only to zones nearer to its nation's nearest factory."""
    unit = g.units[u]
    units = g.units
    if not g.options.advanced_carriers or unit.kind not in CARRIERS or any(units.carrier[v] == u for v in units.stacks[unit.at]):
        return list(reach)
    distance = factory_distance(g, unit.nation)
    here = distance.get(unit.at, 99)
    return [z for z in reach if distance.get(z, 99) < here]


def factory_distance(g: War, nation: int) -> dict[int, int]:
    """Sea steps from each sea zone to the nearest shore with a factory of the nation."""
    geo = g.board.geo
    ring = [
        s
        for kind, at in zip(g.sites.kind, g.sites.at)
        if at >= 0 and IS_FACTORY[kind] and g.zones.owner[at] == nation
        for s in geo.coast[at]
    ]
    found = dict.fromkeys(ring, 0)
    steps = 0
    while ring:
        steps += 1
        ring = [b for a in ring for b, _ in geo.sea[a] if found.setdefault(b, steps) == steps and b not in ring]
        ring = list(dict.fromkeys(ring))
    return found


@rule("10.1", "15.3")
def may_sail(g: War, orders: Orders, zone: int) -> No | None:
    """Why a ship does not sail to a sea zone."""
    u = orders.unit
    if not IS_NAVAL[g.units.kind[u]]:
        return No("10.1", "ships sail")
    if zone == g.units.at[u]:
        return No("10.1", f"{g.units[u].label} is in {g.zones[zone].label}")
    no = obstacles.at_sea(g, u, zone, combat=False)
    if no is None and zone not in naval_reach(g, u, combat=False):
        no = No("0.8", f"its movement does not lead to {g.zones[zone].label}")
    if no is None and not homeward(g, u, [zone]):
        no = No("15.3", "a carrier without aircraft sails nearer to a factory")
    return no


def may_sail_together(g: War, u: int) -> No | None:
    """Why ships of a sort do not sail together: what they carry tells them apart."""
    if g.units.kind[u] in TRANSPORTS or g.units.kind[u] in CARRIERS:
        return No("10.1", "transports and carriers sail one by one")
    return has_sisters(g, u)


def sail(g: War, u: int, zone: int) -> None:
    """A ship moves, under the fire of the batteries it passes."""
    unit = g.units[u]
    reach = naval_reach(g, u, combat=False)
    unit.used += reach[zone][0]
    unit.duty = IDLE
    if not runs_batteries(g, u, path(reach, zone)):
        return
    g.put(u, zone)
    unit.spent = int(unit.used >= allowance(g, u))


def set_sail(g: War, ships: Iterable[int], zone: int) -> Flow[None]:
    """Ships move and may be sighted"""
    for u in ships:
        sail(g, u, zone)
        if g.units.at[u] >= 0:
            yield from sightings.sighted(g, u)


@rule("12.9")
def runs_batteries(g: War, u: int, way: list[int]) -> bool:
    """Coastal artillery at the narrow crossings a ship passes fires at it; whether it arrives (GW36-AMB-81)."""
    for sea in way:
        crossing_fire(g, u, sea)
        if g.units.at[u] < 0:
            return False
    return True


# --- the acts ------------------------------------------------------------------------

LOADING: dict[str, Any] = {"takes": Unit, "may": may_board, "do": board}
RAILING: dict[str, Any] = {
    "takes": Zone,
    "may": lambda g, orders, zone: strategic.may_rail(g, orders.unit, zone),
    "do": lambda g, orders, zone: strategic.go_by_rail(g, orders.unit, zone),
}
LAND_MOVES: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    Act[War, Orders, int]("move", "10.1", "To {0}", takes=Zone, listed=listing(marches, "move"), may=may_march, do=march),
    to_zone(
        marches,
        "all",
        "10.1",
        "All of this sort to {0}",
        may=may_march_all,
        do=lambda g, orders, zone: _march(g, alike(g, orders.unit), zone),
    ),
    to_zone(
        marches,
        "ferry",
        "1.20",
        "By ferry to {0}",
        may=lambda g, orders, zone: may_take_ferry(g, orders.unit, zone),
        do=cross,
    ),
    Act[War, Orders, tuple[int, int]](
        "take", "12.2", "To {1} with the {0}", takes=(Unit, Zone), listed=listing(marches, "take"), may=may_tow, do=tow
    ),
    Act[War, Orders, int]("load", "8.4", "Aboard the {0}", listed=listing(marches, "load"), **LOADING),
    Act[War, Orders, int]("rail", "10.4", "By rail to {0}", listed=listing(marches, "rail"), **RAILING),
)
CARGO_MOVES: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        unloads,
        "unload",
        "8.4",
        "Ashore in {0}",
        may=lambda g, orders, zone: may_unload(g, orders.unit, zone),
        do=go_ashore,
    ),
)
SHIP_MOVES: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        sailings,
        "move",
        "10.1",
        "To {0}",
        may=may_sail,
        do=lambda g, orders, zone: set_sail(g, [orders.unit], zone),
    ),
    to_zone(
        sailings,
        "all",
        "10.1",
        "All of this sort to {0}",
        may=lambda g, orders, zone: first_refusal(may_sail(g, orders, zone), may_sail_together(g, orders.unit)),
        do=lambda g, orders, zone: set_sail(g, alike(g, orders.unit), zone),
    ),
    to_zone(
        sailings,
        "route",
        "1.19",
        "By the sea route to {0}",
        may=lambda g, orders, zone: strategic.may_route_to(g, orders.unit, zone),
        do=lambda g, orders, zone: strategic.take_route(g, orders.unit, zone),
    ),
    to_zone(
        sailings,
        "ship",
        "10.6",
        "By sea to {0}",
        may=lambda g, orders, zone: strategic.may_ship(g, orders.unit, zone),
        do=lambda g, orders, zone: strategic.go_by_sea(g, orders.unit, zone),
    ),
    Act[War, Orders, tuple[int, int, int]](
        "rail_submarine",
        "10.4",
        "By rail to {2}",
        takes=(Zone, Zone, Zone),
        listed=listing(sailings, "rail_submarine"),
        may=lambda g, orders, way: strategic.may_rail_submarine(g, orders.unit, *way),
        do=lambda g, orders, way: strategic.rail_submarine(g, orders.unit, *way),
    ),
)
