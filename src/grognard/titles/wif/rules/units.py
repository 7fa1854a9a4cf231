"""Units: what kinds they are, whose, and where they stand. Lists that every other rule reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from grognard.kernel.cache import derived, rows_by
from grognard.titles.wif.facts import SIDE_OF_POWER, Counter
from grognard.titles.wif.kinds import HQ, Type
from grognard.titles.wif.state import GONE, NOWHERE, War

CONVOY = Type.CP


class Roster(msgspec.Struct, frozen=True):
    """What never changes about the units in play, as lists by unit."""

    types: list[Type]
    land: list[bool]
    air: list[bool]
    naval: list[bool]
    hq: list[bool]
    corps: list[bool]
    moves: list[int]
    motorised: list[bool]


@derived("units.counter")
def roster(g: War) -> Roster:
    """The printed facts of every unit."""
    sheets: Sequence[Counter | None] = [g.facts.counters[c] if c >= 0 else None for c in g.units.counter]
    return Roster(
        [c.type if c else CONVOY for c in sheets],
        [bool(c and c.land) for c in sheets],
        [bool(c and c.air) for c in sheets],
        [c is None or c.naval for c in sheets],
        [bool(c and c.type in HQ) for c in sheets],
        [bool(c and c.land and not c.division) for c in sheets],
        [c.move if c else 0 for c in sheets],
        [bool(c and c.motorised) for c in sheets],
    )


@rows_by("units")
def units_by_place(g: War, unit: int) -> int | None:
    """Units by the place they are in: a space, a pool, a slot of the circle."""
    at = g.units.at[unit]
    return None if at == GONE else at


@rows_by("units", "units.counter")
def land_by_hex(g: War, unit: int) -> int | None:
    """Land units on the map that are not aboard anything."""
    units = g.units
    at = units.at[unit]
    return at if at >= 0 and units.aboard[unit] == NOWHERE and roster(g).land[unit] else None


@rows_by("units", "units.counter")
def air_by_hex(g: War, unit: int) -> int | None:
    units = g.units
    at = units.at[unit]
    return at if at >= 0 and units.aboard[unit] == NOWHERE and roster(g).air[unit] else None


@rows_by("units", "units.counter")
def ships_by_place(g: War, unit: int) -> int | None:
    at = g.units.at[unit]
    return at if at >= 0 and roster(g).naval[unit] else None


def side(g: War, unit: int) -> int:
    """The side a unit fights for."""
    return SIDE_OF_POWER[g.units.power[unit]]


def land_at(g: War, space: int) -> list[int]:
    return land_by_hex(g).get(space, [])


def air_at(g: War, space: int) -> list[int]:
    return air_by_hex(g).get(space, [])


def ships_at(g: War, space: int) -> list[int]:
    return ships_by_place(g).get(space, [])


def mine(g: War, units: Iterable[int], power: int) -> list[int]:
    """Those of the units that a major power controls."""
    whose = g.units.power
    return [u for u in units if whose[u] == power]


def of_side(g: War, units: Iterable[int], wanted: int) -> list[int]:
    whose = g.units.power
    return [u for u in units if SIDE_OF_POWER[whose[u]] == wanted]


def put(g: War, unit: int, place: int) -> None:
    """Move a unit, and all it carries, to a place."""
    g.units[unit].at = place
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            g.units[cargo].at = place


def turn_down(g: War, *units: int) -> None:
    """Turn units face-down."""
    for unit in units:
        if not g.units.down[unit]:
            g.units[unit].down = 1


def destroy(g: War, unit: int, pool: int) -> None:
    """Take a unit off the map into a pool; what it carries is lost with it."""
    g.say("{} is destroyed", g.units[unit])
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            g.units[cargo].aboard = NOWHERE
            destroy(g, cargo, pool)
    row = g.units[unit]
    row.at, row.aboard, row.down, row.damaged, row.landed, row.no_planes = pool, NOWHERE, 0, 0, 0, 0
