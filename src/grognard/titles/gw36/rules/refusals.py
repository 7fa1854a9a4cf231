"""Why an order is not offered: tasks of Combat Movement (8.4-8.11, 9.11-9.17), strategic and paired moves (10.4, 10.6, 12.2).

The orders themselves are sea_orders.py, air_orders.py and strategic.py; here a player who asks for one is told which rule is
in the way, the unit first, then the target, then the distance.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.flow import Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    FACILITY_KIND,
    FACILITY_NAMES,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_SUBMARINE,
    IS_WARSHIP,
    KIND,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.rules import air_orders, annexation, convoys, obstacles, sea_contact, sea_orders, strategic
from grognard.titles.gw36.rules.bombing import most_rail_damage
from grognard.titles.gw36.rules.movement import air_reach, land_move_reach, landing_places, may_stay_out, naval_reach, room_for
from grognard.titles.gw36.rules.nations import first_refusal, is_enemy_zone
from grognard.titles.gw36.rules.raiding import may_raid
from grognard.titles.gw36.rules.units import blockers, enemy_units
from grognard.titles.gw36.state import BOMB, CARPET, NAMES, Site, Unit, War


def combat_order(g: War, u: int, option: Option, zone: int) -> No | None:
    """Why an order of Combat Movement is not on the list of a unit; None where nothing more is known."""
    test = COMBAT.get(option.verb)
    return test(g, u, option, zone) if test is not None else None


# --- aircraft and guns ---------------------------------------------------------------------------------------------------------


@rule("8.3")
def may_fly_to(g: War, u: int, zone: int) -> No | None:
    """Why an aircraft cannot act over a zone: the way there, or the way back."""
    if not IS_AIR[g.units.kind[u]]:
        return None
    if g.units.duty[u]:
        return No("8.7", "it must end its patrol before it does anything else")
    return first_refusal(air_orders.may_take_off(g, u), obstacles.in_the_air(g, u, zone, back=True))


@rule("9.16", "9.18", "12.7", "12.9", "15.10", "7.3")
def may_bomb(g: War, u: int, site: Site) -> No | None:
    """Why a unit does not bomb a facility."""
    kind, sort = g.units.kind[u], FACILITY_KIND[site.kind]
    if kind not in air_orders.BOMBERS and kind != air_orders.ROCKET:
        return No("9.16", "only Medium, Strategic and Heavy Strategic Bombers bomb facilities, and Strategic Rockets")
    if sort == "fort":
        return No(g.values.facilities[site.kind].section, f"{FACILITY_NAMES[site.kind]} is not damaged by strategic bombing")
    if sort == "canal" and not g.options.bomb_canals:
        return No("15.10", "the bombing of canals is not played")
    if not site.built and not g.options.bomb_construction:
        return No("7.3", "the bombing of facilities under construction is not played")
    if not is_enemy_zone(g, site.at, g.units.nation[u]):
        return No("8.1", f"{g.zones[site.at].label} is not in enemy hands")
    if any(g.units.carrier[v] == u for v in g.units.stacks[g.units.at[u]]):
        return No("9.15", "it has a unit aboard")
    if site.built and site.damage >= g.values.max_damage[site.kind]:
        return No("9.18", "it has its maximum damage")
    return may_fire_rocket(g, u, site.at) if kind == air_orders.ROCKET else may_fly_to(g, u, site.at)


@rule("7.8")
def may_fire_rocket(g: War, u: int, zone: int) -> No | None:
    near = air_orders.in_range(g, g.units.at[u], air_orders.ROCKET_RANGE)
    return None if zone in near else No("7.8", "a rocket reaches three zones")


def _bomb(g: War, u: int, option: Option, zone: int) -> No | None:
    site = option.args[1] if len(option.args) > 1 else None
    return may_bomb(g, u, site) if isinstance(site, Site) else None


@rule("9.16", "12.10")
def _bomb_rail(g: War, u: int, option: Option, zone: int) -> No | None:
    """Railways: bombers alone, an enemy end, damage that can still be done."""
    if g.units.kind[u] not in air_orders.BOMBERS and g.units.kind[u] != air_orders.ROCKET:
        return No("9.16", "only Medium, Strategic and Heavy Strategic Bombers bomb railways, and Strategic Rockets")
    ends = [a.index for a in option.args[1:]]
    border = next((n for b, n in air_orders.enemy_railways(g, ends[0]) if b == ends[-1]), None)
    if border is None:
        return No("12.10", "no railway crosses that border")
    if not any(is_enemy_zone(g, z, g.units.nation[u]) for z in ends):
        return No("8.1", "the railway is not in enemy hands")
    if g.rail_damage.get(border, 0) >= most_rail_damage(g, border):
        return No("9.18", "it has its maximum damage")
    return may_fly_to(g, u, zone)


@rule("9.17")
def _carpet(g: War, u: int, option: Option, zone: int) -> No | None:
    """Carpet bombing: Strategic Bombers against land units."""
    if g.units.kind[u] not in air_orders.CARPETS:
        return No("9.17", "only Strategic and Heavy Strategic Bombers carpet-bomb")
    if not enemy_units(g, zone, g.units.nation[u]):
        return No("9.17", "no enemy unit is there")
    return may_fly_to(g, u, zone)


@rule("8.5", "9.16")
def _escort_bombers(g: War, u: int, option: Option, zone: int) -> No | None:
    """Escorts: fighters, where bombers of theirs go."""
    if g.units.kind[u] not in air_orders.ESCORTS:
        return No("9.16", "only Fighters and Jet Fighters escort bombers")
    if not any(g.units.duty[v] in (BOMB, CARPET) for v in g.units.stacks[zone]):
        return No("8.5", "no bomber has orders for that zone")
    return may_fly_to(g, u, zone)


@rule("9.15", "12.2")
def _drop(g: War, u: int, option: Option, zone: int) -> No | None:
    """Airborne assaults: who carries, who jumps, where."""
    if g.units.kind[u] not in air_orders.LIFTS:
        return No("9.15", "only Air Transports and Strategic Bombers carry an Airborne Assault")
    jumper = option.args[1] if len(option.args) > 1 else None
    if isinstance(jumper, Unit) and jumper.kind not in air_orders.AIRBORNE:
        return No("9.15", "only Airborne Infantry is dropped")
    if isinstance(jumper, Unit) and (jumper.used or jumper.spent or jumper.duty):
        return No("8.4", f"{jumper.label} has moved or has orders")
    if not is_enemy_zone(g, zone, g.units.nation[u]):
        return No("9.15", "no enemy zone")
    return may_fly_to(g, u, zone)


@rule("8.7")
def _patrol(g: War, u: int, option: Option, zone: int) -> No | None:
    """Patrols: who flies them, and how far."""
    distance = sea_contact.patrol_range(g, u) if IS_AIR[g.units.kind[u]] else 0
    if not distance:
        return No("8.7", f"{UNIT_NAMES[g.units.kind[u]]} flies no Maritime Air Patrol")
    if not geography(g).is_sea[zone]:
        return No("8.7", "patrols are flown over the sea")
    if air_reach(g, u).get(zone, (99, 0))[0] > distance:
        return No("8.7", f"its patrol range is {distance}")
    return None


@rule("7.8")
def _shell(g: War, u: int, option: Option, zone: int) -> No | None:
    """Attrition attacks: Advanced Artillery next door, rockets three zones far."""
    kind, at = g.units.kind[u], g.units.at[u]
    if kind not in WITH["attrition"] and kind != air_orders.ROCKET:
        return No("7.8", "only Advanced Artillery and Strategic Rockets fire into another zone")
    if not enemy_units(g, zone, g.units.nation[u]):
        return No("7.8", "no enemy unit is there")
    if kind == air_orders.ROCKET:
        return may_fire_rocket(g, u, zone)
    return None if any(b == zone for b, _ in geography(g).land[at]) else No("7.8", "it is not a neighbouring land zone")


# --- ships ---------------------------------------------------------------------------------------------------------------------


@rule("9.11", "9.12", "9.13", "9.14")
def _raid(g: War, u: int, option: Option, zone: int) -> No | None:
    """Raids and mines: the raider and the line, then the distance."""
    if not geography(g).is_sea[zone]:
        return No("9.11", "convoys are raided at sea")
    no = may_raid(g, u, zone, mines=option.verb == "mine")
    if no is None and IS_AIR[g.units.kind[u]]:
        no = _patrol(g, u, option, zone)
    return no if no is not None else _sails(g, u, zone)


def _sails(g: War, u: int, zone: int) -> No | None:
    """Why a ship cannot come to a sea zone."""
    if IS_AIR[g.units.kind[u]] or zone in naval_reach(g, u, combat=True):
        return None
    return obstacles.at_sea(g, u, zone, combat=True)


@rule("9.11", "15.7")
def _escort(g: War, u: int, option: Option, zone: int) -> No | None:
    """Escort duty: surface warships on a line of friends."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if not IS_WARSHIP[kind]:
        return No("9.11", "only surface warships escort convoys")
    if g.options.advanced_escort and kind in sea_orders.NO_ESCORT:
        return No("15.7", f"{UNIT_NAMES[kind]} provides no escort")
    if zone not in convoys.protected(g, nation):
        return No("9.11", "no convoy line of yours or of an Aligned nation runs there")
    return first_refusal(_enemies_there(g, u, zone), _sails(g, u, zone))


def _enemies_there(g: War, u: int, zone: int) -> No | None:
    return No("8.2", "enemy ships are there and must be fought") if blockers(g, zone, g.units.nation[u]) else None


@rule("8.11")
def _blockade(g: War, u: int, option: Option, zone: int) -> No | None:
    """Blockades: surface warships off an enemy's naval facility."""
    if not IS_WARSHIP[g.units.kind[u]]:
        return No("8.11", "only surface warships blockade")
    if zone not in sea_orders.blockable(g, g.units.nation[u]):
        return No("8.11", "no naval facility of an enemy lies on that sea zone")
    return first_refusal(_enemies_there(g, u, zone), _sails(g, u, zone))


@rule("8.10", "9.7")
def _screen(g: War, u: int, option: Option, zone: int) -> No | None:
    """Screens and the force behind them."""
    kind = g.units.kind[u]
    if not g.options.screening:
        return No("9.7", "screening forces are not played")
    if option.verb == "screen" and not (IS_WARSHIP[kind] or IS_SUBMARINE[kind]):
        return No("8.10", "a screen is made of warships")
    if not blockers(g, zone, g.units.nation[u]):
        return No("8.10", "no enemy ships bar that sea zone")
    no = _sails(g, u, zone)
    if no is not None or option.verb == "screen":
        return no
    return sea_orders.may_stay_behind(g, u, zone, option.args[-1].index)


@rule("8.2", "8.9")
def _sail(g: War, u: int, option: Option, zone: int) -> No | None:
    """Sailing in Combat Movement."""
    if not geography(g).is_sea[zone]:
        return No("0.8", "ships stay at sea")
    no = _sails(g, u, zone)
    if no is None and not IS_SUBMARINE[g.units.kind[u]]:
        no = _enemies_there(g, u, zone)
    if no is not None:
        return no
    if zone != g.units.at[u] and sea_orders.is_combat_move(g, u, zone, naval_reach(g, u, combat=True)):
        return None
    return No("8.2", "that is no combat move: ships without a task move in Non-Combat Movement")


@rule("8.4")
def _join(g: War, u: int, option: Option, zone: int) -> No | None:
    """Transports that come with an attack (GW36-AMB-47)."""
    if IS_WARSHIP[g.units.kind[u]] or IS_SUBMARINE[g.units.kind[u]]:
        return No("8.4", "it attacks itself: only unarmed ships come with others")
    no = _sails(g, u, zone)
    if no is None and not sea_orders.joins_attack(g, u, zone):
        no = No("8.4", f"no warships of {NAMES[g.units.nation[u]]} attack there")
    return no


@rule("0.9")
def _annex(g: War, u: int, option: Option, zone: int) -> No | None:
    nation, label = g.units.nation[u], g.zones[zone].label
    if not IS_LAND[g.units.kind[u]] or g.units.carrier[u] >= 0:
        return No("0.9", "land units annex, overland")
    if zone not in annexation.zones(g, nation):
        return No("0.9", f"{NAMES[nation]} may not annex {label} now")
    return None if any(b == zone for b, _ in geography(g).land[g.units.at[u]]) else No("0.9", f"{label} is not adjacent")


COMBAT: dict[str, Callable[[War, int, Option, int], No | None]] = {
    "bomb": _bomb,
    "bomb_rail": _bomb_rail,
    "carpet": _carpet,
    "escort_bombers": _escort_bombers,
    "drop": _drop,
    "patrol": _patrol,
    "shell": _shell,
    "raid": _raid,
    "mine": _raid,
    "escort": _escort,
    "blockade": _blockade,
    "screen": _screen,
    "behind": _screen,
    "sail": _sail,
    "join": _join,
    "annex": _annex,
}


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
