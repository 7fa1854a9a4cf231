"""Units: what kinds they are, whose, and where they stand. Lists that every other rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.kernel.cache import derived, rows_by
from grognard.kernel.dice import D10
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kept import Roster
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import COMPLETE, DISMISSED, FORCE_POOL, GONE, GROUNDED, NOWHERE, War, slot_of

LOST_FOR_GOOD = 5  # 13.7.1: the roll with which a lost unit of a conquered country leaves the game


def roster(g: War) -> Roster:
    """The printed facts of every unit."""
    return g.roster


@rows_by("units")
def land_by_hex(g: War, unit: int) -> int | None:
    """Land units on the map that are not aboard anything, by hex."""
    at = g.units.at[unit]
    return at if at >= 0 and g.roster.land[unit] and g.units.aboard[unit] == NOWHERE else None


@rows_by("units")
def air_by_space(g: War, unit: int) -> int | None:
    """Aircraft on the map and at sea, by space."""
    at = g.units.at[unit]
    return at if at >= 0 and g.roster.air[unit] and g.units.aboard[unit] == NOWHERE else None


@rows_by("units")
def ships_by_space(g: War, unit: int) -> int | None:
    """Ships in port and at sea, by space."""
    at = g.units.at[unit]
    return at if at >= 0 and g.roster.naval[unit] and g.units.aboard[unit] == NOWHERE else None


@rows_by("units")
def fleet(g: War, unit: int) -> int | None:
    """Ships on the map and at sea, by power."""
    return g.units.power[unit] if g.units.at[unit] >= 0 and g.roster.naval[unit] else None


@rows_by("units")
def armies(g: War, unit: int, side: int) -> int | None:
    """A side's land units on the map that are not aboard anything, by hex."""
    at = g.units.at[unit]
    if at < 0 or not g.roster.land[unit] or g.units.aboard[unit] != NOWHERE:
        return None
    return at if SIDE_OF_POWER[g.units.power[unit]] == side else None


@rows_by("units")
def hqs_by_hex(g: War, unit: int) -> int | None:
    """HQs on the map that are not aboard anything, by hex."""
    at = g.units.at[unit]
    return at if at >= 0 and g.roster.hq[unit] and g.units.aboard[unit] == NOWHERE else None


POWER_BITS = 4


@rows_by("units")
def units_by_sea(g: War, unit: int) -> int | None:
    """Units at sea by sea area and power: the area times sixteen, and the power."""
    at = g.units.at[unit]
    area = g.ground.area[at] if at >= 0 else NOWHERE
    return (area << POWER_BITS) + g.units.power[unit] if area >= 0 else None


def seas_of(g: War, powers: int) -> set[int]:
    """Sea areas in which units of some powers are, given as bits."""
    return {key >> POWER_BITS for key in units_by_sea(g) if powers >> (key & (1 << POWER_BITS) - 1) & 1}


GROUND_FACTS = (
    "units.aboard", "units.landed", "units.power", "units.counter", "hexes.controller", "hexes.lost", "countries.power",
    "countries.status", "countries.wars", "countries.home", "countries.host", "hexes.nation",
    "powers.wars", "powers.status", "countries.surprised_by", "weather", "turn", "entry_options", "units.primed", "communist",
    "hexes.laid", "hexes.rail_gone", "hostile", "installer",
)  # fmt: skip


def on_the_ground(g: War, *_: int) -> tuple[object, ...]:
    """All that zones of control and supply depend on: aircraft that change their base on land change nothing."""
    return places_on_the_ground(g), g.stamp(GROUND_FACTS)


@derived("units.at", "units.counter", lasting=True)
def places_on_the_ground(g: War) -> tuple[int, ...]:
    """Where units are; aircraft on land count as nowhere, and so does what is not on the map."""
    land, air = g.ground.land, g.roster.air
    return tuple([NOWHERE if at < 0 or (air[u] and land[at]) else at for u, at in enumerate(g.units.at)])


@derived("units.at", lasting=True)
def busy_seas(g: War) -> list[int]:
    """Sea areas in which anything is."""
    area = g.ground.area
    return sorted({area[place] for place, units in g.units.stacks.items() if place >= 0 and area[place] >= 0 and units})


def side(g: War, unit: int) -> int:
    """The side a unit fights for."""
    return SIDE_OF_POWER[g.units.power[unit]]


def units_at(g: War, place: int) -> list[int]:
    """The units in a place: a space, a pool, a slot of the circle."""
    return g.units.stacks.get(place, [])


NOBODY: list[int] = []


def land_at(g: War, space: int) -> list[int]:
    """Land units in a hex."""
    return land_by_hex(g).get(space, NOBODY).copy()


def air_at(g: War, space: int) -> list[int]:
    """Aircraft in a hex or a section of a sea that fly no mission now."""
    mission = g.units.mission
    return [u for u in air_by_space(g).get(space, NOBODY) if mission[u] == GROUNDED]


def flying_at(g: War, space: int) -> list[int]:
    """Aircraft that fly a mission to a space, carrier planes among them."""
    return flying(g).get(space, [])


@derived("units.mission", "units.over", "units.at", lasting=True)
def flying(g: War) -> dict[int, list[int]]:
    """Aircraft on missions by the hex they fly to: a carrier's planes fly while the ship stays where it is (14.4)."""
    found: dict[int, list[int]] = {}
    if any(g.units.mission):
        for u, mission in enumerate(g.units.mission):
            if mission != GROUNDED:
                found.setdefault(g.units.over[u] if g.units.over[u] >= 0 else g.units.at[u], []).append(u)
    return found


def ships_at(g: War, space: int) -> list[int]:
    """Ships in a port or a section of a sea."""
    return ships_by_space(g).get(space, NOBODY).copy()


def hostile_partisans(g: War, space: int, side: int) -> list[int]:
    """Partisans of the other side in a hex: always at war with who holds it."""
    types = g.roster.types
    return [u for u in land_at(g, space) if types[u] == Type.PART and SIDE_OF_POWER[g.units.power[u]] != side]


@rows_by("units")
def hexes_of_partisans(g: War, unit: int, side: int) -> int | None:
    """Partisans that are against a side, by hex (13.1.3)."""
    if g.roster.types[unit] != Type.PART or SIDE_OF_POWER[g.units.power[unit]] == side:
        return None
    at = g.units.at[unit]
    return at if at >= 0 else None


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
    """Take a unit off the map into a pool; what it carries is lost with it, each unit by the fate of its own country."""
    g.say("{} is destroyed", g.units[unit])
    for cargo in [u for u, carrier in enumerate(g.units.aboard) if carrier == unit]:
        grave = home_of_the_dead(g, cargo, pool)
        if pool == FORCE_POOL:
            _save_pilot(g, unit, cargo)
        g.units[cargo].aboard = NOWHERE
        destroy_silently(g, cargo, grave)
    destroy_silently(g, unit, home_of_the_dead(g, unit, pool))


FED: list[Callable[[War, int], bool]] = []  # supply.py: whether a unit is in supply where it is


@rule("19.4.2", "13.7.1")
def home_of_the_dead(g: War, unit: int, pool: int) -> int:
    """Where a destroyed unit goes: those of a minor that was not taken into the force pools leave the game, of a country that has
    fallen those out of supply, and half of the others by a roll (reading WIF-DEC-70)."""
    if pool != FORCE_POOL or g.units.counter[unit] == NOWHERE:
        return pool
    country = g.units.country[unit]
    if g.countries.set_up[country] == DISMISSED:
        return GONE
    if g.countries.fallen[country] and g.units.at[unit] >= 0 and not all(fed(g, unit) for fed in FED):
        return GONE
    if (
        g.countries.fallen[country]
        and g.roll(D10, f"{g.units[unit].label}: 5 or less and it never returns", "13.7.1", aim=aim(g, most=LOST_FOR_GOOD))
        <= LOST_FOR_GOOD
    ):
        return GONE
    return pool


def destroy_silently(g: War, unit: int, pool: int) -> None:
    """Take a unit off the map into a pool, without a line."""
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            if pool == FORCE_POOL:
                _save_pilot(g, unit, cargo)
            g.units[cargo].aboard = NOWHERE
            destroy_silently(g, cargo, pool)
    if pool == FORCE_POOL:
        pool = g.title.grave(g, unit)
    row = g.units[unit]
    row.at, row.aboard, row.down, row.damaged, row.landed, row.no_planes = pool, NOWHERE, 0, 0, 0, 0
    row.mission, row.extended, row.target, row.over, row.wing = GROUNDED, 0, NOWHERE, NOWHERE, 0
    row.bombards, row.shots, row.primed = NOWHERE, 0, 0
    if row.prize and pool in (FORCE_POOL, GONE):  # 11.10.6: it was the captor's until now
        row.power, row.prize = row.prize - 1, 0
        if row.counter >= 0 and g.facts.nation[row.counter] >= 0:
            row.country = g.facts.nation[row.counter]
        row.at = GONE if g.powers.conquered[row.power] == COMPLETE else pool  # 13.7.1
    if row.yard != NOWHERE or row.stage:  # 13.6.10
        row.yard, row.stage, row.paid, row.bombs, row.marker = NOWHERE, 0, 0, 0, 0


def _save_pilot(g: War, ship: int, cargo: int) -> None:
    if g.options.pilots and g.roster.air[cargo] and _pilot_swims(g, ship):
        g.powers[g.units.power[cargo]].pilots += 1


@rule("14.6.4")
def _pilot_swims(g: War, ship: int) -> bool:
    """Whether the pilot of an aircraft that is lost with the ship that carried it lives: in port, and at sea where his side has
    another ship or a port; not if it was his carrier."""
    at, side = g.units.at[ship], SIDE_OF_POWER[g.units.power[ship]]
    if not g.roster.naval[ship] or g.roster.deck[ship] or at < 0:
        return False
    if g.ground.section[at] < 0:
        return True
    area = g.ground.area[at]
    afloat = [u for box in g.ground.sections[area] for u in ships_at(g, box) if u != ship]
    ashore = g.ground.shores.get(area, ())
    return any(SIDE_OF_POWER[g.units.power[u]] == side for u in afloat) or any(
        g.ground.port[s] != NO_PORT and g.sides_by_hex[s] == side for s in ashore
    )


def send_away(g: War, unit: int) -> None:
    """A unit that may not stay where it is arrives as a reinforcement in two turns."""
    if g.options.pilots and g.roster.air[unit]:
        g.powers[g.units.power[unit]].pilots += 1  # 14.6.3: his machine comes back without him
    destroy_silently(g, unit, slot_of(g.turn + 2))
    g.say("{} is sent away and returns in two turns", g.units[unit])
