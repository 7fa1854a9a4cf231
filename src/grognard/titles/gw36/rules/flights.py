"""The moves of aircraft in the Non-Combat Movement Phase (8.4, 8.7, 10.3, 12.2, 15.3): land, lift, leave a deck.

Where units can go is movement.py; rail, strategic naval movement and the Soviet routes are strategic.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE, Row
from grognard.titles.gw36.kinds import CARRIERS, IS_AIR, IS_LAND, KIND, WITH
from grognard.titles.gw36.rules import obstacles, strategic
from grognard.titles.gw36.rules.air_movement import air_reach, bound_to_deck, fly_the_hump, free_deck, landing_places
from grognard.titles.gw36.rules.holding import HOLDING, Found, listing, to_zone
from grognard.titles.gw36.rules.movement import may_stay_out, path, room_for, transports_near
from grognard.titles.gw36.rules.moves import LOADING, RAILING, may_load, members
from grognard.titles.gw36.rules.nations import aligned
from grognard.titles.gw36.rules.placement import commit, reliefs
from grognard.titles.gw36.rules.sea_contact import patrol_range
from grognard.titles.gw36.rules.seats import acting, roster
from grognard.titles.gw36.state import IDLE, PATROL, Entry, Unit, War, Zone
from grognard.titles.gw36.subjects import Orders

DECK, AIR_TRANSPORT = WITH["carrier_aircraft"], KIND["air_transport"]


def flights(g: War, u: int) -> Found:
    """Every move of an aircraft, by verb."""
    unit, geo = g.units[u], g.board.geo
    found: Found = {"fly": [], "load": [], "airlift": [], "swap": []}
    if may_start(g, u) is None:
        reach = air_reach(g, u, patrol_range(g, u) if unit.duty == PATROL else None)
        for z in carrier_rule(g, u, landing_places(g, u, reach)):
            if z != unit.at or (unit.carrier < 0 and geo.is_sea[z]):
                found["fly"].append(z)
        if not unit.used and not geo.is_sea[unit.at]:
            found["load"] = [t for t in transports_near(g, unit.at, members(g, unit.nation)) if may_load(g, u, t) is None]
        if unit.kind == AIR_TRANSPORT and not geo.is_sea[unit.at]:
            found["airlift"] = _airlifts(g, u)
        if g.options.advanced_carriers:
            found["swap"] = _swaps(g, u)
    found["rail"] = strategic.rail_goals(g, u)
    return found


@rule("12.2")
def may_start(g: War, u: int) -> No | None:
    """Why an aircraft does not take off from a ship."""
    carrier = g.units.carrier[u]
    if carrier >= 0 and g.units.hits[carrier]:
        return No("12.2", "no aircraft takes off from a damaged carrier")
    return None


@rule("15.3")
def carrier_rule(g: War, u: int, places: list[int]) -> list[int]:
    """With the option, an aircraft that began on a carrier lands on a carrier and nowhere else."""
    return [z for z in places if g.board.geo.is_sea[z]] if bound_to_deck(g, u) else places


@rule("15.3")
def _swaps(g: War, u: int) -> list[tuple[Row, Row]]:
    """An aircraft leaves its carrier for the land when another takes its place: one that lands, or one in the Place Units box."""
    unit, units = g.units[u], g.units
    if unit.carrier < 0 or not bound_to_deck(g, u):
        return []
    shores = [z for z in landing_places(g, u, air_reach(g, u)) if not g.board.geo.is_sea[z]]
    if not shores:
        return []
    relief: dict[tuple[int, ...], Row] = {}
    for v in roster(g, acting(g)):
        if _can_relieve(g, v, unit.carrier):
            key = (units.kind[v], units.nation[v], units.at[v], units.used[v])
            if key not in relief and unit.at in air_reach(g, v):
                relief[key] = g.units[v]
    rows = (*relief.values(), *[order for order, _ in reliefs(g, unit.carrier)])
    return [(row, g.zones[z]) for row in rows for z in shores]


@rule("15.3", "12.2")
def _can_relieve(g: War, v: int, ship: int) -> bool:
    """Whether an aircraft that can still move may land on a carrier in another's place: not cargo, not from a damaged deck."""
    units = g.units
    if units.at[v] < 0 or units.kind[v] not in DECK or units.spent[v] or units.duty[v]:
        return False
    from_deck = units.carrier[v]
    if from_deck >= 0 and (from_deck == ship or units.kind[from_deck] not in CARRIERS or units.hits[from_deck]):
        return False
    return aligned(g, units.nation[v], units.nation[ship])


@rule("15.3")
def may_swap(g: War, orders: Orders, swap: tuple[Row, ...]) -> No | None:
    """Why an aircraft does not leave its deck to another."""
    u = orders.unit
    if not g.options.advanced_carriers or g.units.carrier[u] < 0 or not bound_to_deck(g, u):
        return No("15.3", "only an aircraft that is bound to a deck is relieved there")
    no = may_start(g, u)
    if no is not None or swap in _swaps(g, u):
        return no
    return No("15.3", "it lands ashore within its reach, and another that can fly or be placed there takes its deck")


def swap_deck(g: War, orders: Orders, swap: tuple[Row, ...]) -> None:
    _swap(g, orders.unit, swap[0], swap[1].index)


@rule("15.3")
def _swap(g: War, u: int, relief: Row, zone: int) -> None:
    """An aircraft lands ashore and its relief takes the deck, at once or when units are placed."""
    unit = g.units[u]
    deck, sea = unit.carrier, unit.at
    land(g, u, zone)
    if isinstance(relief, Entry):
        commit(g, relief, dict(reliefs(g, deck))[relief], deck)
    else:
        g.put(relief.index, sea)
        g.units[relief.index].carrier, g.units[relief.index].spent = deck, 1


@rule("8.4", "12.2")
def _airlifts(g: War, u: int) -> list[tuple[int, int]]:
    """An Air Transport takes one infantry-class unit to a friendly zone."""
    rider = _rider(g, u)
    places = landing_places(g, u, air_reach(g, u)) if rider >= 0 else []
    return [(rider, z) for z in places if may_lift_to(g, u, rider, z) is None]


def _rider(g: War, u: int) -> int:
    """The first unit that an Air Transport can take along."""
    unit, units = g.units[u], g.units
    for v in units.stacks[unit.at]:
        fresh = not units.used[v] and not units.spent[v] and units.carrier[v] < 0 and IS_LAND[units.kind[v]]
        if fresh and units.nation[v] == unit.nation and room_for(g, u, units.kind[v]) is None:
            return v
    return NOWHERE


def may_lift_to(g: War, u: int, rider: int, zone: int) -> No | None:
    """Why an Air Transport does not set a rider down in a zone."""
    if zone == g.units.at[u] or g.board.geo.is_sea[zone] or g.zones.captured[zone] or not landing_places(g, u, [zone]):
        return No("10.3", "there is no landing place there")
    return may_stay_out(g, rider, zone)


@rule("10.3", "12.2")
def may_airlift(g: War, orders: Orders, lift: tuple[int, int]) -> No | None:
    """Why an Air Transport does not take a unit somewhere."""
    u, (rider, zone) = orders.unit, lift
    if g.units.kind[u] != AIR_TRANSPORT:
        return No("12.2", "only Air Transports carry units in Non-Combat Movement")
    if g.board.geo.is_sea[g.units.at[u]]:
        return No("12.2", "it takes a unit up on land")
    no = room_for(g, u, g.units.kind[rider])
    if no is not None:
        return no
    if rider != _rider(g, u):
        return No("10.3", "the rider is elsewhere, or has moved, belongs to another nation, or another stands for it")
    if zone not in air_reach(g, u):
        return No("10.3", "there is no landing place in reach there")
    return may_lift_to(g, u, rider, zone)


def airlift(g: War, orders: Orders, lift: tuple[int, int]) -> None:
    rider, zone = lift
    land(g, orders.unit, zone)
    g.put(rider, zone)
    g.units[rider].used = g.units[rider].spent = 1


@rule("10.3", "8.7")
def may_fly(g: War, orders: Orders, zone: int) -> No | None:
    """Why an aircraft does not land in a zone."""
    u = orders.unit
    unit = g.units[u]
    if not IS_AIR[unit.kind]:
        return No("10.3", "aircraft fly")
    if zone == unit.at and not (unit.carrier < 0 and g.board.geo.is_sea[zone]):
        return No("10.1", f"{unit.label} is in {g.zones[zone].label}")
    grounded = may_start(g, u)
    if grounded is not None:
        return grounded
    if not landing_places(g, u, [zone]):
        return No("10.3", "no landing place")
    if bound_to_deck(g, u) and not g.board.geo.is_sea[zone]:
        return No("15.3", "it returns to a carrier unless another aircraft lands on its deck or is committed to it")
    if unit.duty == PATROL:
        near = zone in air_reach(g, u, patrol_range(g, u))
        return None if near else No("8.7", f"a patrol ends within its range of {patrol_range(g, u)}")
    no = obstacles.in_the_air(g, u, zone, back=False)
    return No("0.8", f"its movement does not lead to {g.zones[zone].label}") if no is None and zone not in air_reach(g, u) else no


@rule("10.3", "8.7")
def land(g: War, u: int, zone: int) -> None:
    """An aircraft lands: on land, or on a free deck."""
    unit = g.units[u]
    if g.options.himalayan_hump:
        reach = air_reach(g, u)
        if zone in reach and not fly_the_hump(g, u, [unit.at, *path(reach, zone)]):
            return
    unit.duty = IDLE
    unit.carrier = NOWHERE
    g.put(u, zone)
    if g.board.geo.is_sea[zone]:
        unit.carrier = free_deck(g, zone, unit.nation, u)
    unit.spent = 1


# --- the acts ------------------------------------------------------------------------

AIR_MOVES: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        flights,
        "fly",
        "10.3",
        "Fly to {0}",
        may=may_fly,
        do=lambda g, orders, zone: land(g, orders.unit, zone),
    ),
    Act[War, Orders, int]("load", "8.4", "Aboard the {0}", listed=listing(flights, "load"), **LOADING),
    Act[War, Orders, tuple[int, int]](
        "airlift",
        "12.2",
        "To {1} with the {0}",
        takes=(Unit, Zone),
        listed=listing(flights, "airlift"),
        may=may_airlift,
        do=airlift,
    ),
    Act[War, Orders, tuple[Row, ...]](
        "swap",
        "15.3",
        "To {1}; the {0} takes its deck",
        takes=Row,
        listed=listing(flights, "swap"),
        may=may_swap,
        do=swap_deck,
    ),
    Act[War, Orders, int]("rail", "10.4", "By rail to {0}", listed=listing(flights, "rail"), **RAILING),
)
