"""Ours 18.54 and 9.23: air transports carry a ground factor from base to base; enemy aircraft may meet them."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import MAJORS
from grognard.titles.awaw.rules.air import fight, flying, gather, land_all
from grognard.titles.awaw.rules.operations import may_pay, pay
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    air_range,
    air_units,
    eliminate,
    held_by,
    here,
    is_air_base,
    other,
    patron,
    stance,
    unit_sides,
)
from grognard.titles.awaw.rules.want import AIR_FORCE, wants
from grognard.titles.awaw.state import ABOARD, COVERING, FULL, INTERCEPTING, ISOLATED, NO_MISSION, Unit, World

CARRIED = (Kind.INF, Kind.REP, Kind.AIRBORNE, Kind.AAF)
FLOWN = 16  # a bit of `moved`
AIR_FED, FED = 60000, 3  # key of `booked`, and the hex: the player turn of air supply; units fed


class Flight(Subject, frozen=True):
    """A unit that may be flown."""

    unit: Annotated[int, Unit]


def carrier(g: World, u: int) -> int:
    """A ready air transport of the same power at the unit's base, or -1."""
    units = g.units
    there = [t for t in air_units(g).get(units.at[u], ()) if KIND[units.design[t]] == Kind.TRANSPORT_AIR]
    able = (t for t in there if not units.inverted[t] and units.mission[t] == NO_MISSION and not units.moved[t] & FLOWN)
    return next((t for t in able if patron(g, t) == patron(g, u)), -1)


@rule("ours 18.54", "ours 17.6", "9.21")
def can_fly(g: World, flight: Flight) -> No | None:
    """One factor of infantry, replacements or airborne, or an air factor, beside a ready air transport."""
    u = flight.unit
    if KIND[g.units.design[u]] not in CARRIED or g.units[u].sheet.strength != 1:
        return No("ours 18.54", "one factor of infantry, replacement, airborne or army air is carried")
    if g.units.spent[u] or g.units.moved[u] & FLOWN or g.units.fought[u]:
        return No("ours 18.54", "it has moved")
    return None if carrier(g, u) >= 0 else No("ours 18.54", "no air transport is ready there")


@rule("ours 18.54", "9.23")
def may_fly(g: World, flight: Flight, base: int) -> No | None:
    """A friendly base in range with room for both."""
    u = flight.unit
    at, side = g.units.at[u], unit_sides(g)[u]
    if base == at or not is_air_base(g, base) or held_by(g, base) != side:
        return No("ours 18.54", "no other friendly base")
    if g.ground.box[at] or g.ground.theatre[base] != g.ground.theatre[at]:
        return No("ours 18.54", "not from or to a box")
    if (g.board.distance(at, base) or 99) > air_range(g, at):
        return No("ours 18.3", f"more than {air_range(g, at)} hexes away")
    no = air_room(g, carrier(g, u), base, side)
    if no is not None:
        return no
    return air_room(g, u, base, side) if KIND[g.units.design[u]] == Kind.AAF else room_for(g, u, base, side)


@rule("9.21", "9.51", "9.52", "9.11")
def may_transport(g: World, flight: Flight, base: int) -> No | None:
    """In movement it is an offensive operation: out of an operational base, and the transport is paid for."""
    no = may_fly(g, flight, base)
    if no is not None:
        return no
    u = flight.unit
    if not operational(g, g.units.at[u], unit_sides(g)[u]) or wants(g, patron(g, u), AIR_FORCE, g.units.at[u]):
        return No("9.11", "the base is not operational")
    return may_pay(g, patron(g, u), base, [carrier(g, u)])


def transportable(g: World, flight: Flight) -> list[int]:
    return [s for s in bases(g, flight) if may_transport(g, flight, s) is None]


@rule("9.21", "9.52", "ours 18.54")
def transport_by_air(g: World, flight: Flight, base: int) -> Flow[None]:
    """An air transport in the movement phase"""
    pay(g, patron(g, flight.unit), base, [carrier(g, flight.unit)])
    yield from fly(g, flight, base, free=False)


def bases(g: World, flight: Flight) -> list[int]:
    at = g.units.at[flight.unit]
    return [s for s in g.ground.within(at, air_range(g, at)) if is_air_base(g, s) and may_fly(g, flight, s) is None]


@rule("ours 18.54", "9.21", "9.23")
def fly(g: World, flight: Flight, base: int, *, free: bool = True) -> Flow[None]:
    """The transport flies; enemy aircraft in range may meet it, our own may meet them, in redeployment at no cost"""
    u = flight.unit
    transport, side, power = carrier(g, u), unit_sides(g)[u], patron(g, u)
    foes: list[int] = []
    g.units[u].mission = ABOARD  # it does not fight for itself on the way
    for enemy in MAJORS:
        if stance(g, enemy) == other(side) and enemy != power:
            yield from gather(g, enemy, base, COVERING, 5, "Intercept an air transport to {0}")
    foes = flying(g, base, COVERING, other(side))
    if foes:
        yield from gather(g, power, base, INTERCEPTING, 5, "Fight those who wait over {0}", free=free)
        mine = flying(g, base, INTERCEPTING, side)
        if mine:
            _, foes = yield from fight(g, base, mine, foes)
        land_all(g, COVERING, INTERCEPTING, target=base)
    row = g.units[transport]
    row.inverted, row.moved = 1, row.moved | FLOWN
    if foes:
        g.say("an air transport is shot down", rule="ours 18.62")
        eliminate(g, transport)
        eliminate(g, u)
        return
    row.at = base
    cargo = g.units[u]
    cargo.mission = NO_MISSION
    cargo.at, cargo.spent, cargo.moved = base, max(1, cargo.sheet.move), cargo.moved | FLOWN
    g.say("{} is flown to {}", cargo, g.hexes[base], rule="ours 18.54")




# --- air supply ---------------------------------------------------------------------------------------------------------


@rule("ours 18.53")
def may_supply_by_air(g: World, power: int, space: int) -> No | None:
    """A ready air transport in range of a hex with isolated ground units of the power's faction; once a turn for a hex."""
    if g.booked.get(AIR_FED + space, -1) == g.turn * 2 + g.side % 2:
        return No("ours 18.53", "it is supplied by air already")
    if not hungry(g, power, space):
        return No("ours 18.53", "no isolated unit of ours is there")
    plane = plane_for(g, power, space)
    return may_pay(g, power, space, [plane]) if plane >= 0 else No("ours 18.53", "no air transport is ready in range")


def hungry(g: World, power: int, space: int) -> list[int]:
    """Isolated ground units of a faction in a hex."""
    mine = g.faction(power)
    return [u for u in here(g, space) if g.units.supply[u] == ISOLATED and unit_sides(g)[u] == g.side
            and g.faction(NATION[g.units.design[u]]) == mine]  # fmt: skip


def plane_for(g: World, power: int, space: int) -> int:
    for base in g.ground.within(space, air_range(g, space)):
        for u in air_units(g).get(base, ()):
            ready = KIND[g.units.design[u]] == Kind.TRANSPORT_AIR and not g.units.inverted[u] and not g.units.spent[u]
            if ready and patron(g, u) == power and operational(g, base, g.side):
                return u
    return -1


def air_drops(g: World, power: int) -> list[int]:
    spaces = {g.units.at[u] for u in range(len(g.units)) if g.units.at[u] >= 0 and g.units.supply[u] == ISOLATED}
    return [s for s in sorted(spaces) if not g.ground.box[s] and may_supply_by_air(g, power, s) is None]


@rule("ours 18.53")
def supply_by_air(g: World, power: int, space: int) -> None:
    """Three ground units of a hex are supplied until the end of the turn."""
    plane = plane_for(g, power, space)
    pay(g, power, space, [plane])
    g.units[plane].inverted = 1
    g.booked[AIR_FED + space] = g.turn * 2 + g.side % 2
    for u in hungry(g, power, space)[:FED]:
        g.units[u].supply = FULL
        g.units[u].fed = 1
    g.say("{} is supplied by air", g.hexes[space], rule="ours 18.53")
