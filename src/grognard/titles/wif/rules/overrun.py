"""11.10.6: overruns. What may be overrun by whom, and what becomes of aircraft and ships in a hex that is taken."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import CLEAR, DESERT
from grognard.titles.wif.kinds import ARMOUR, OVERRUNNING, Type
from grognard.titles.wif.rules.carriers import planes_aboard
from grognard.titles.wif.rules.control import first_home, friendly, hostile_hex
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.hq_benefits import lent_strength
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.land_strength import anti_tank, attack_factors, defence_factors, final_odds, fort_share
from grognard.titles.wif.rules.naval_damage import HOMEWARD
from grognard.titles.wif.rules.rebase import rebase_reach
from grognard.titles.wif.rules.sailing import courses, way
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import supplied_at
from grognard.titles.wif.rules.surprise import catches
from grognard.titles.wif.rules.units import air_at, destroy, land_at, of_side, put, ships_at, turn_down, units_at
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, REPAIR_POOL, Hex, Unit, War

LEAST_ODDS = Fraction(7)
RAZERS: list[Callable[[War, int, int], None]] = []  # facilities.py: what becomes of works in a hex that is entered
KEPT, CAPTURED = 5, 1  # 11.10.6: a ship is kept on 5 or more, captured on 1, destroyed between


class Fleeing(Subject, frozen=True):
    """A unit that must leave a hex the enemy has entered."""

    unit: Annotated[int, Unit]


def defenders(g: War, there: int, side: int) -> list[int]:
    """The land units of the other side in a hex."""
    return of_side(g, land_at(g, there), 1 - side)


@rule("11.10.6")
def may_overrun(g: War, units: tuple[int, ...], start: int, there: int) -> No | None:
    """Whether these units, next to a hex, may overrun the land units in it."""
    power = g.units.power[units[0]]
    side = SIDE_OF_POWER[power]
    foes = defenders(g, there, side)
    types = g.roster.types
    label = g.board.label(there)
    if not foes:
        return No("11.10.6", f"no enemy land unit is in {label}")
    if not all(hostile_hex(g, there, u) for u in units) and any(types[foe] != Type.PART for foe in foes):
        return No("11.10.6", f"{label} is not controlled by an enemy")
    if g.terrain_by_space[there] not in (CLEAR, DESERT) or g.ground.city[there]:
        return No("11.10.6", "only clear and desert hexes without a city are overrun")
    if fort_share(g, start, there) < 1:
        return No("11.10.6", "nobody is overrun across a fort hexside")
    if not any(types[u] in OVERRUNNING for u in units):
        return No("11.10.6", "an overrun needs an ARM, a MECH or an HQ-A")
    if not _enough_armour(g, units, foes):
        return No("11.10.6", "the defender has as much armour")
    if not all(supplied_at(g, u, start) for u in units):
        return No("11.10.6", f"out of supply in {g.board.label(start)}")
    odds = overrun_odds(g, units, start, there)
    if odds < LEAST_ODDS:
        return No("11.10.6", f"odds of {_told(odds)}, and 7:1 are needed")
    return None


@rule("11.10.6")
def overrun_odds(
    g: War, units: tuple[int, ...], start: int, there: int, helped: Collection[int] | None = None
) -> Fraction:
    """The odds of an overrun; against no factors at all they are 7:1."""
    foes = defenders(g, there, SIDE_OF_POWER[g.units.power[units[0]]])
    defence = sum((defence_factors(g, u) for u in foes), Fraction(0))
    if defence == 0:
        return LEAST_ODDS
    surprised = any(catches(g, units, foe) for foe in foes)
    factors = {u: attack_factors(g, u, start, there, surprised) for u in units}
    odds = final_odds(g, sum(factors.values(), Fraction(0)), defence, there, units)
    if odds < LEAST_ODDS and helped is None:
        helped = lent_strength(g, g.units.power[units[0]], units)
    if odds < LEAST_ODDS and helped:
        total = sum((n * (2 if u in helped else 1) for u, n in factors.items()), Fraction(0))
        return final_odds(g, total, defence, there, units)
    return odds


@rule("16.3.3")
def led_into(g: War, units: tuple[int, ...], start: int, there: int) -> list[int]:
    """Units of an overrun that need the help of the HQ of a land offensive (WIF-DEC-157)."""
    if overrun_odds(g, units, start, there, ()) >= LEAST_ODDS:
        return []
    return lent_strength(g, g.units.power[units[0]], units)


def _told(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def _enough_armour(g: War, units: tuple[int, ...], foes: list[int]) -> bool:
    """More ARM and HQ-A than a defender that has any; any, or more MECH, against a defender with MECH alone."""
    types = g.roster.types
    mine, theirs = _strength(g, units, ARMOUR), _strength(g, foes, ARMOUR) + anti_tank(g, foes)
    if theirs:
        return mine > theirs
    mech = frozenset((Type.MECH,))
    return not _strength(g, foes, mech) or mine > 0 or _strength(g, units, mech) > _strength(g, foes, mech) or not types


def _strength(g: War, units: tuple[int, ...] | list[int], kinds: frozenset[Type]) -> Fraction:
    known = g.roster
    return sum((Fraction(1) if known.corps[u] else Fraction(1, 2) for u in units if known.types[u] in kinds), Fraction(0))


@rule("11.10.6")
def overrun_price(g: War, there: int, side: int) -> int:
    """How many times the terrain cost an overrun pays: twice, by most editions only against more than no factors."""
    if not g.settings.free_overrun_of_none:
        return 2
    return 2 if sum(defence_factors(g, u) for u in defenders(g, there, side)) > 0 else 1


@rule("11.10.6")
def overrun_defenders(g: War, there: int, by: int) -> None:
    """Overrun land units are destroyed"""
    g.say("{} overruns {}", g.units[by], g.hexes[there], rule="11.10.6")
    for unit in defenders(g, there, SIDE_OF_POWER[g.units.power[by]]):
        if g.roster.types[unit] == Type.SUPPLY and g.roster.types[by] != Type.PART:
            seize(g, there, g.units.power[by])
        destroy(g, unit, FORCE_POOL)


@rule("22.3")
def seize(g: War, space: int, power: int) -> None:
    """A supply unit that is overrun serves its captor: one of his own, drawn from his force pool, stands there (WIF-DEC-75)."""
    types = g.roster.types
    own = [u for u in units_at(g, FORCE_POOL) if g.units.power[u] == power and types[u] == Type.SUPPLY]
    if own:
        unit = g.pick(own, 1, "A supply unit is captured", "22.3")[0]
        g.units[unit].at = g.units[unit].from_ = space
        g.say("{} is captured stores", g.units[unit], rule="22.3")


@rule("11.10.6")
def drive_off(g: War, space: int, by: int) -> Flow[None]:
    """Enemy aircraft in a hex that is entered are lost if face-down, else they flee; ships are rolled for, and flee"""
    side = SIDE_OF_POWER[g.units.power[by]]
    for raze in RAZERS:
        raze(g, space, side)
    for unit in of_side(g, air_at(g, space), 1 - side):
        surprised = catches(g, (by,), unit)
        if g.units.down[unit] or surprised:
            destroy(g, unit, FORCE_POOL)
        else:
            yield from flee(g, unit, air_refuges(g, unit))
    for unit in of_side(g, ships_at(g, space), 1 - side):
        surprised = catches(g, (by,), unit)
        if g.units.down[unit] or surprised:
            stake = Stake(f"Fate of {g.units[unit].label}", "11.10.6", side, 1 - side, with_units(g, (unit, by)), fight=True)
            roll = yield from cast(g, stake)
            if roll <= CAPTURED and g.roster.types[by] != Type.PART:  # partisans keep no ships
                capture(g, unit, g.units.power[by])
                continue
            if roll < KEPT:
                destroy(g, unit, FORCE_POOL)
                continue
        yield from flee(g, unit, ship_refuges(g, unit))


@rule("11.10.6", "13.7.1")
def capture(g: War, unit: int, power: int) -> None:
    """A ship of a port that was overrun, or has changed hands, is taken into its captor's repair pool; its planes are lost."""
    row = g.units[unit]
    for plane in planes_aboard(g, unit):  # 14.4.1
        destroy(g, plane, FORCE_POOL)
    g.say("{} is captured", row, rule="11.10.6")
    take_prize(g, unit, power)
    if g.settings.captured_ships_repair:
        row.at, row.down = REPAIR_POOL, 0


@rule("11.10.6", "13.6.10")
def take_prize(g: War, unit: int, power: int) -> None:
    """A ship serves its captor, of the Commonwealth the United Kingdom, until it is destroyed."""
    row = g.units[unit]
    row.prize = row.prize or row.power + 1
    row.power, row.country, row.yard = power, first_home(g, power), NOWHERE


def flee(g: War, unit: int, refuges: list[int]) -> Flow[None]:
    """A unit flees to a base its owner names, or is lost"""
    if not refuges:
        destroy(g, unit, FORCE_POOL)
        return
    seat = g.seat(g.units.power[unit])
    yield from menu(g, seat, "{0} must leave: choose its base", Fleeing(unit), FLEE, named=(g.units[unit],))


@rule("11.10.6", "11.16")
def air_refuges(g: War, unit: int) -> list[int]:
    """Friendly hexes with room as far as an aircraft rebases."""
    reach = rebase_reach(g, unit)
    power, here = g.units.power[unit], g.units.at[unit]
    near = [s for s in reach if friendly(g, s, power) and s != here]
    return [s for s in near if may_base(g, unit, s) is None and may_stack(g, unit, s) is None]


@rule("11.10.6", "13.4", "11.4.4")
def ship_refuges(g: War, unit: int) -> list[int]:
    """Ports a ship can return to with twice its range, by waters that are open to it; in the older edition the nearest."""
    port, reach = g.units.at[unit], courses(g, unit, flight=True)
    found = sorted(s for s in reach if g.ground.land[s] and s != port)
    if not g.settings.flee_to_nearest or not found:
        return found
    least = min(len(way(reach, s)) for s in found)
    return [s for s in found if len(way(reach, s)) == least]


def _refuges(g: War, subject: Fleeing) -> list[int]:
    unit = subject.unit
    return ship_refuges(g, unit) if g.roster.naval[unit] else air_refuges(g, unit)


def _may_flee(g: War, subject: Fleeing, space: int) -> No | None:
    return None if space in _refuges(g, subject) else No("11.10.6", "a friendly base with room, within its reach")


def _flee(g: War, subject: Fleeing, space: int) -> Flow[None]:
    """A unit flees; ships may be intercepted and fight through from section 0"""
    unit = subject.unit
    if g.roster.naval[unit]:
        for area in [s for s in way(courses(g, unit, flight=True), space) if g.ground.sea[s]]:
            for meet in HOMEWARD:
                if not (yield from meet(g, [unit], area)):
                    return
    put(g, unit, space)
    turn_down(g, unit)


FLEE: Act[War, Fleeing, int] = Act("flee", "11.10.6", "To {0}", takes=Hex, listed=_refuges, may=_may_flee, do=_flee)
