"""Why an order of Non-Combat Movement is not offered: strategic and paired moves (10.4, 10.6, 12.2).

The orders themselves are sea_orders.py, air_orders.py and strategic.py; here a player who asks for one is told which rule is
in the way, the unit first, then the target, then the distance.
"""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    IS_LAND,
    IS_NAVAL,
    KIND,
    WITH,
)
from grognard.titles.gw36.rules import strategic
from grognard.titles.gw36.rules.movement import air_reach, land_move_reach, landing_places, may_stay_out, room_for
from grognard.titles.gw36.state import Unit, War

# --- Non-Combat Movement --------------------------------------------------------------------------------------------------------


STRATEGIC = ("rail", "rail_submarine", "ship", "route", "airlift", "take")


@rule("10.4", "10.6", "1.15", "1.19", "12.2")
def strategic_order(g: War, u: int, option: Option, zone: int) -> No | None:
    """Why a strategic move, a Soviet route, an airlift or a tow is not offered; None for other orders."""
    if option.verb == "rail":
        return strategic.may_rail(g, u, zone)
    if option.verb == "rail_submarine":
        return strategic.may_rail_submarine(g, u, *(a.index for a in option.args[1:]))
    if option.verb == "ship":
        return strategic.may_ship(g, u, zone) if IS_NAVAL[g.units.kind[u]] else No("10.6", "only ships and submarines")
    if option.verb == "route":
        return _route(g, u, zone)
    if option.verb == "airlift":
        return _airlift(g, u, option)
    if option.verb == "take":
        towed = option.args[1]
        return may_tow(g, u, towed.index, zone) if isinstance(towed, Unit) else No("12.2", "a tow names what is towed")
    return None


@rule("12.2")
def may_tow(g: War, u: int, towed: int, zone: int) -> No | None:
    """Why a unit does not take a gun along to a zone."""
    if g.units.kind[u] not in WITH["tows"]:
        return No("12.2", "only Motorized Infantry tows")
    if towed not in tows(g, u):
        return No("12.2", "it tows a fresh Artillery or Anti-Aircraft Artillery of its zone and nation: the first of each")
    used, _ = land_move_reach(g, u).get(zone, (0, 0))
    return None if used == 2 else No("12.2", "a gun is towed two zones far; where it goes one zone it marches itself")


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


def _route(g: War, u: int, zone: int) -> No | None:
    at = g.units.at[u]
    name = next((name for name, ends in geography(g).route.items() if at in ends and zone in ends), "")
    if not name or not IS_NAVAL[g.units.kind[u]]:
        return No("1.19", "the route is for ships that begin at one of its ends")
    return strategic.may_route(g, u, name)


def _airlift(g: War, u: int, option: Option) -> No | None:
    if g.units.kind[u] != KIND["air_transport"]:
        return No("12.2", "only Air Transports carry units in Non-Combat Movement")
    rider = option.args[1] if len(option.args) > 1 else None
    if not isinstance(rider, Unit):
        return No("12.2", "an airlift names its rider")
    no = room_for(g, u, rider.kind)
    if no is not None:
        return no
    here, nation = g.units.at[u], g.units.nation[u]
    fresh = not rider.used and not rider.spent and rider.carrier < 0 and IS_LAND[rider.kind]
    if rider.at != here or rider.nation != nation or not fresh:
        return No("10.3", "the rider is elsewhere, or has moved, or belongs to another nation")
    zone = option.args[-1].index
    if zone == here or geography(g).is_sea[zone] or g.zones.captured[zone] or zone not in landing_places(g, u, air_reach(g, u)):
        return No("10.3", "there is no landing place in reach there")
    return may_stay_out(g, rider.index, zone)
