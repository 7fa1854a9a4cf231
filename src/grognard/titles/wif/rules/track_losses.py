"""13.6.10: what bombs and enemies do to units on production tracks (option 40)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import FRANCE, SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import FACILITIES, ON_SHIPS, ON_TROOPS, WHOLE
from grognard.titles.wif.rules.building import HULL
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.overrun import RAZERS, take_prize
from grognard.titles.wif.rules.sailing import courses_from
from grognard.titles.wif.rules.track_building import lose_from_track
from grognard.titles.wif.rules.tracks import (
    cost_to_complete,
    cost_to_start_over,
    cycle_turns,
    in_pools,
    is_free,
    may_occupy,
    on_track,
    places_for,
)
from grognard.titles.wif.rules.units import destroy_silently, units_at
from grognard.titles.wif.state import CONSTRUCTION_POOL, NOWHERE, REPAIR_POOL, TRACK, Hex, Unit, War, slot_of

CAPTURED, DESTROYED = 1, 4  # 11.10.6, one is subtracted from the roll
LAUNCHED = 3  # captured ships from this box on are hulls again


class Bombed(Subject, frozen=True):
    """A point of damage falls on a unit under construction. `side`: who chooses."""

    space: Annotated[int, Hex]
    side: int
    units: Annotated[tuple[int, ...], Unit]


class Aiming(Subject, frozen=True):
    """Bombers over a place where ships and other units are being built."""

    space: Annotated[int, Hex]
    side: int


class Dividing(Subject, frozen=True):
    """Bombers over such a place of whom it is not said yet what they strike."""

    space: Annotated[int, Hex]
    units: Annotated[tuple[int, ...], Unit]


@rule("13.6.10")
def targets(g: War, space: int) -> list[int]:
    """Units that bombs over a hex can harm: in boxes, and in the Deploy box, which come next turn."""
    types = g.roster.types
    waiting = [u for u in units_at(g, slot_of(g.turn + 1)) if g.units.yard[u] == space and types[u] not in FACILITIES]
    return [*on_track(g, space), *waiting]


@rule("13.6.10")
def set_back(g: War, unit: int) -> None:
    """A point of damage: a box up, a bomb marker on a unit that is paid for or at its highest box; too much and it is lost."""
    row, free = g.units[unit], is_free(g, unit)
    if row.at != TRACK:  # out of the Deploy box
        row.at, row.stage, row.paid = TRACK, 1, 99
        free = True
    if row.stage < cycle_turns(g, unit):
        row.stage += 1
        if free:
            row.bombs += 1
        else:
            row.paid = max(row.paid - 1, 0)
    else:
        row.bombs += 1
    if cost_to_complete(g, unit) >= cost_to_start_over(g, unit):
        lose_from_track(g, unit)


@rule("13.6.10", "11.7")
def divide_raid(g: War, space: int, units: list[int]) -> Flow[list[tuple[list[int], int]]]:
    """Where ships and other units are being built their player says which bombers strike which"""
    if not g.options.factories_in_flames or len({g.roster.naval[u] for u in targets(g, space)}) < 2:
        return [(units, WHOLE)]
    ships: list[int] = []
    while len(ships) < len(units):
        rest = tuple(u for u in units if u not in ships)
        answer, unit = yield from menu(
            g, g.seat(g.power), "Which bombers over {0} strike the ships?", Dividing(space, rest), THE_OTHERS, AT_SHIPS,
            named=(g.hexes[space],),
        )  # fmt: skip
        if answer.verb == THE_OTHERS.name:
            break
        ships.append(unit)
    parts = (([u for u in units if u not in ships], ON_TROOPS), (ships, ON_SHIPS))
    return [(group, aimed) for group, aimed in parts if group]


@rule("13.6.10", "11.7")
def bomb_tracks(g: War, space: int, side: int, points: int, aimed: int = WHOLE) -> Flow[int]:
    """Points of damage fall on units under construction, the defender choosing first, then by turns; gives what is left"""
    power = powers_by_hex(g)[space]
    seats = [g.seat(power), g.seat(g.power)]
    naval = g.roster.naval
    hit = targets(g, space)
    if aimed == WHOLE and any(naval[u] for u in hit) and not all(naval[u] for u in hit):  # reading WIF-DEC-186
        answer, _ = yield from menu(
            g, seats[1], "Bombs on {0}: what is the target?", Aiming(space, side), TROOPS, SHIPS, named=(g.hexes[space],)
        )
        aimed = ON_SHIPS if answer.verb == SHIPS.name else ON_TROOPS
    hit = [u for u in hit if aimed == WHOLE or naval[u] == (aimed == ON_SHIPS)]
    chooser = 0
    while points:
        hit = [u for u in hit if u in targets(g, space)]
        if not hit:
            break
        unit = hit[0]
        if len(hit) > 1:
            subject = Bombed(space, side if chooser else 1 - side, tuple(hit))
            _, unit = yield from menu(
                g, seats[chooser], "A point of damage in {0}: on what?", subject, STRIKE, named=(g.hexes[space],)
            )
        set_back(g, unit)
        points, chooser = points - 1, 1 - chooser
    return points


@rule("13.6.10", "11.10.6")
def overrun_tracks(g: War, space: int, side: int) -> None:
    """A place is taken: land and air units under construction are lost, and hulls; other ships escape, are lost or captured."""
    if not g.options.factories_in_flames:
        return
    naval, holder = g.roster.naval, NOWHERE
    building = [u for u in targets(g, space) if SIDE_OF_POWER[g.units.power[u]] != side]
    for unit in building:
        if not naval[unit] or g.units.cycle[unit] == HULL:
            lose_from_track(g, unit)
    rest = [u for u in building if naval[u] and g.units.yard[u] == space]
    for unit in [*rest, *(u for u in in_pools(g, space) if SIDE_OF_POWER[g.units.power[u]] != side)]:
        row = g.units[unit]
        roll = g.roll(D10, f"Fate of {row.label} under construction", "13.6.10") - 1
        if roll > DESTROYED:
            _escape(g, unit, space)
        elif roll <= CAPTURED and row.counter != NOWHERE:
            holder = g.power if SIDE_OF_POWER[g.power] == side else NOWHERE
            if holder < 0:
                lose_from_track(g, unit)
                continue
            pool = CONSTRUCTION_POOL if row.at == CONSTRUCTION_POOL or row.stage >= LAUNCHED else REPAIR_POOL
            destroy_silently(g, unit, pool)
            take_prize(g, unit, holder)
            row.stage = row.paid = row.bombs = row.marker = 0
            g.say("{} is captured", row, rule="13.6.10")
        else:
            lose_from_track(g, unit)


@rule("13.6.10", "13.7.1")
def leave_lost_yards(g: War) -> None:
    """Places that have come into other hands without a fight: land and air units there are lost, ships go elsewhere."""
    waiting = [u for pool in (TRACK, CONSTRUCTION_POOL, REPAIR_POOL) for u in units_at(g, pool) if g.units.yard[u] != NOWHERE]
    for unit in waiting:
        holder, power = g.powers_by_hex[g.units.yard[unit]], g.units.power[unit]
        if holder == power or (holder >= 0 and SIDE_OF_POWER[holder] == SIDE_OF_POWER[power]):
            continue
        if g.roster.naval[unit]:
            _escape(g, unit, g.units.yard[unit])
        else:
            lose_from_track(g, unit)


def _escape(g: War, unit: int, space: int) -> None:
    """A ship that is not complete goes to another port where it can stay what it is; without one it is lost."""
    row = g.units[unit]
    reach = courses_from(g, unit, space)
    spots = [s for s in reach if g.ground.port[s] != NO_PORT and _may_stay(g, unit, s)]
    if not spots:
        lose_from_track(g, unit)
        return
    row.yard = spots[0]
    g.say("{} escapes to {}", row, g.hexes[spots[0]], rule="13.6.10")


def _may_stay(g: War, unit: int, port: int) -> bool:
    """Whether a ship can stay in a port what it is: damaged ones in any of its power's, hulls and boxes at home."""
    row = g.units[unit]
    if g.powers_by_hex[port] != row.power:
        return False
    home = port in places_for(g, unit)
    if row.at == TRACK:
        return home and may_occupy(g, unit, port, row.stage) is None
    return home or row.at == REPAIR_POOL


@rule("17.3.2", "13.6.10")
def lose_french_builds(g: War) -> None:
    """Vichy is installed: French units on the tracks that are not ships and not paid for are lost."""
    for unit in [u for u in units_at(g, TRACK) if g.units.power[u] == FRANCE and not g.roster.naval[u]]:
        if is_free(g, unit):
            g.units[unit].at, g.units[unit].stage = slot_of(g.turn + g.units.stage[unit]), 0
        else:
            lose_from_track(g, unit)


def _may_strike(g: War, subject: Bombed, unit: int) -> No | None:
    return None if unit in subject.units else No("13.6.10", "it is not built there, or not the target of the bombers")


RAZERS.append(overrun_tracks)
STRIKE: Act[War, Bombed, int] = Act(
    "strike", "13.6.10", "{0}", takes=Unit, among=lambda g, s: s.units, may=_may_strike, do=lambda g, s, u: u
)
TROOPS: Act[War, Aiming, None] = Act("troops", "13.6.10", "Land and air units", do=lambda g, s, _: None)
SHIPS: Act[War, Aiming, None] = Act("ships", "13.6.10", "Ships", do=lambda g, s, _: None)
THE_OTHERS: Act[War, Dividing, None] = Act(
    "the_others", "13.6.10", "The others strike land and air units", do=lambda g, s, _: None, rolls=True
)
AT_SHIPS: Act[War, Dividing, int] = Act(
    "at_ships", "13.6.10", "{0}", takes=Unit, among=lambda g, s: s.units, do=lambda g, s, u: u,
    rolls=lambda g, s, u: len(s.units) < 2,
    may=lambda g, s, u: None if u in s.units else No("13.6.10", "it did not get through, or strikes the ships already"),
)  # fmt: skip
