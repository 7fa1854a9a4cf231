"""11.12, 11.13: land units go ashore from the sea: onto friendly coasts, or against the enemy's.

Invaders are placed in the hex they invade and their attack is declared at once (11.15.1); a notional unit meets them there.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import INVADING, INVADING_FROM_AMPH, Activity, Weather
from grognard.titles.wif.rules.access import note_trespass
from grognard.titles.wif.rules.actions import count, may_do, may_do_any
from grognard.titles.wif.rules.control import friendly, hostile_hex, take_hex
from grognard.titles.wif.rules.fuel import SHIP, may_fuel
from grognard.titles.wif.rules.guests import partisans_hold
from grognard.titles.wif.rules.land_attack import extra_attack, join_attack
from grognard.titles.wif.rules.land_steps import shore_price
from grognard.titles.wif.rules.powers import co_operate, powers_of
from grognard.titles.wif.rules.stacking import enforce_stacking, land_excess, may_stack
from grognard.titles.wif.rules.transport import amphibious_rules, is_transport, lands_as_amph
from grognard.titles.wif.rules.units import hexes_of_partisans, land_at, of_side, turn_down
from grognard.titles.wif.rules.weather import closed_port, weather_at
from grognard.titles.wif.state import INVASION, NOWHERE, Hex, Power, Unit, War

ASHORE, INVADED = int(Activity.DEBARK) + 1, int(Activity.INVASION) + 1
ROUGH = frozenset((Weather.STORM, Weather.SNOW, Weather.BLIZZARD))
Pair = tuple[int, int]


class Debarking(Subject, frozen=True):
    """A power's units at sea go ashore on friendly coasts."""

    power: Annotated[int, Power]


class Invading(Subject, frozen=True):
    """A power's units at sea invade enemy coasts."""

    power: Annotated[int, Power]


@rule("11.12", "11.13")
def may_leave_ship(g: War, power: int, unit: int) -> No | None:
    """Whether a unit can go ashore from its ship at sea at all."""
    ship = g.units.aboard[unit]
    if g.units.power[unit] != power or not g.roster.land[unit] or ship == NOWHERE or g.ground.land[g.units.at[unit]]:
        return No("11.12", "only land units of your own aboard ships at sea go ashore")
    if not is_transport(g, ship) or g.units.down[ship]:
        return No("11.12", "only from a face-up TRS or AMPH")
    if g.units.down[unit]:
        return No("11.12", "it is face-down")
    return None


def passengers(g: War, power: int) -> list[int]:
    """A power's land units at sea that can go ashore."""
    return [u for u, ship in enumerate(g.units.aboard) if ship != NOWHERE and may_leave_ship(g, power, u) is None]


def powers_with_passengers(activity: Activity):  # type: ignore[no-untyped-def]
    """For the sequence: powers of the active side that have units at sea and an action that lets them land."""
    return lambda g: [p for p in powers_of(g, g.side) if may_do_any(g, p, activity) and passengers(g, p)]


# debarking


@rule("11.12")
def debark(g: War) -> Flow[None]:
    """Land units debark from ships at sea onto friendly coasts"""
    subject = Debarking(g.power)
    while debarkations(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: debark units", subject, STOP_DEBARKING, DEBARK, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == STOP_DEBARKING.name:
            break
    _turn_ships(g, ASHORE)
    yield from enforce_stacking(g)


def _turn_ships(g: War, code: int) -> None:
    """Ships from which somebody landed turn face-down at the end of the step."""
    turn_down(g, *(u for u, moved in enumerate(g.units.moved) if moved == code and g.roster.naval[u]))


@rule("11.12")
def may_debark(g: War, subject: Debarking, pair: Pair) -> No | None:
    """Whether a unit may debark into a hex."""
    unit, there = pair
    no = may_leave_ship(g, subject.power, unit)
    if no is not None:
        return no
    ship, ground = g.units.aboard[unit], g.ground
    if ground.area[g.units.at[unit]] not in ground.seas[there] or not (
        friendly(g, there, subject.power) or partisans_hold(g, unit, there)
    ):
        return No("11.12", "units debark on friendly coasts of their sea area")
    if there in hexes_of_partisans(g, SIDE_OF_POWER[subject.power]):
        return No("13.1.3", "partisans are there: only an invasion lands")
    anywhere = g.roster.hq[unit] or g.roster.marine[unit] or lands_as_amph(g, ship) or not amphibious_rules(g)
    harbour = ground.port[there] != NO_PORT and not closed_port(g, there)
    if not anywhere and not harbour and not any(g.roster.hq[u] and co_operate(g, u, unit) for u in land_at(g, there)):
        return No("11.12", "it needs an open port, or an HQ ashore")
    no = may_do(g, subject.power, Activity.DEBARK)
    return no if no is not None else may_stack(g, unit, there)


def debarkations(g: War, subject: Debarking) -> list[Pair]:
    """Units at sea with the coasts they may debark on."""
    shores = g.ground.shores
    found = ((u, s) for u in passengers(g, subject.power) for s in shores.get(g.ground.area[g.units.at[u]], ()))
    return [pair for pair in found if may_debark(g, subject, pair) is None]


def _debark(g: War, subject: Debarking, pair: Pair) -> None:
    unit, there = pair
    row, ship = g.units[unit], g.units.aboard[unit]
    g.units[ship].moved = ASHORE
    row.aboard, row.at, row.fed, row.moved = NOWHERE, there, 1, ASHORE
    note_trespass(g, unit, there)
    if shore_price(g, unit, there) > g.roster.moves[unit]:
        turn_down(g, unit)
    count(g, subject.power, Activity.DEBARK)
    if not friendly(g, there, subject.power):
        take_hex(g, there, unit)  # 13.1.3: partisans held it for him
    g.say("{} debarks in {}", row, g.hexes[there], rule="11.12")


# invasions


@rule("11.13")
def invade(g: War) -> Flow[None]:
    """Land units invade enemy coasts from ships at sea"""
    subject = Invading(g.power)
    while invasions(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: invade", subject, STOP_INVADING, INVADE, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == STOP_INVADING.name:
            break
    _turn_ships(g, INVADED)


@rule("11.13")
def may_invade(g: War, subject: Invading, pair: Pair) -> No | None:
    """Whether a unit may invade a hex."""
    unit, there = pair
    no = may_leave_ship(g, subject.power, unit)
    if no is not None:
        return no
    ship, ground, at = g.units.aboard[unit], g.ground, g.units.at[unit]
    no = may_storm(g, unit, ship, there)
    if no is not None:
        return no
    if ground.section[at] < g.settings.lowest_invasion:
        return No("11.13", f"invasions start from section {g.settings.lowest_invasion} or higher")
    if ground.area[at] not in ground.seas[there] or not ground.wet[there]:
        return No("11.13", f"{g.board.label(there)} has no open coast on this sea area")
    bands = there in hexes_of_partisans(g, SIDE_OF_POWER[subject.power])
    if not bands and not (hostile_hex(g, there, ship) and hostile_hex(g, there, unit)):
        return No("11.13", f"{g.board.label(there)} is not an enemy's hex, and no enemy partisans are there")
    if there in hexes_of_partisans(g, 1 - SIDE_OF_POWER[subject.power]):
        return No("11.13", "friendly partisans are there: units debark")
    if weather_at(g, there) in ROUGH:
        return No("11.13", "not in storm, snow or blizzard")
    waves = [u for u in of_side(g, land_at(g, there), SIDE_OF_POWER[subject.power]) if g.units.landed[u]]
    if land_excess(g, there, [*waves, unit]):
        return No("2.3.1", "no more units can land there")
    if not all(co_operate(g, unit, u) for u in waves):
        return No("18.2", "it does not co-operate with those who landed there")
    begun = any(g.units.power[u] == subject.power for u in waves)
    for activity in (Activity.LAND_MOVE, *(() if begun else (Activity.INVASION,))):  # 10.2: moves and attacks both count
        no = may_do(g, subject.power, activity)
        if no is not None:
            return no
    return may_fuel(g, (unit,), SHIP, extra_attack(g, subject.power, there))


@rule("11.13", "22.1", "22.1.1")
def may_storm(g: War, unit: int, ship: int, there: int) -> No | None:
    """Whether a unit's kind may invade from a ship: marines from any, eligible divisions too, others from AMPH or with the help
    of marine engineers who land there; garrisons and engineers on foot never."""
    known = g.roster
    kind, small = known.types[unit], g.units[unit].sheet.division
    from_amph = lands_as_amph(g, ship) or not amphibious_rules(g)
    if kind in INVADING or known.marine[unit]:
        return None
    if kind in INVADING_FROM_AMPH and not known.engineer[unit] and (from_amph or small or _lifted(g, unit, there)):
        return None
    return No("11.13", "marines and divisions invade from any transport, some others from AMPH, the rest not at all")


@rule("22.1.1")
def _lifted(g: War, unit: int, there: int) -> bool:
    """Whether marine engineers who landed there from the same section still improve a TRS."""
    known, units = g.roster, g.units
    waves = [u for u in land_at(g, there) if units.landed[u] == INVASION and units.shore[u] == units.at[unit]]
    room = sum(units[u].sheet.strength for u in waves if known.engineer[u] and known.marine[u])
    used = sum(not units.amphibious[u] and not known.marine[u] and not units[u].sheet.division for u in waves)
    return used < room


def invasions(g: War, subject: Invading) -> list[Pair]:
    """Units at sea with the coasts they may invade."""
    shores = g.ground.shores
    found = ((u, s) for u in passengers(g, subject.power) for s in shores.get(g.ground.area[g.units.at[u]], ()))
    return [pair for pair in found if may_invade(g, subject, pair) is None]


def _invade(g: War, subject: Invading, pair: Pair) -> None:
    unit, there = pair
    row, ship = g.units[unit], g.units.aboard[unit]
    g.units[ship].moved, g.units[ship].shelled = INVADED, there + 1
    row.shore, row.amphibious, row.brought = row.at, int(lands_as_amph(g, ship)), g.units.power[ship] + 1
    row.aboard, row.at, row.landed, row.moved = NOWHERE, there, INVASION, INVADED
    note_trespass(g, unit, there)
    count(g, subject.power, Activity.LAND_MOVE)
    g.title.ambushed(g, unit, there)
    join_attack(g, subject.power, unit, there)
    g.say("{} invades {}", row, g.hexes[there], rule="11.13")


STOP_DEBARKING: Act[War, Debarking, None] = Act("done", "11.12", "Nobody else debarks", do=lambda g, s, _: None)
DEBARK: Act[War, Debarking, Pair] = Act(
    "debark", "11.12", "{0} in {1}", takes=(Unit, Hex), listed=debarkations, may=may_debark, do=_debark
)
STOP_INVADING: Act[War, Invading, None] = Act("done", "11.13", "No more invasions", do=lambda g, s, _: None)
INVADE: Act[War, Invading, Pair] = Act(
    "invade", "11.13", "{0} invades {1}", takes=(Unit, Hex), listed=invasions, may=may_invade, do=_invade
)
