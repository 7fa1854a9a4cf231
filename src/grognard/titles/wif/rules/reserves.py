"""9.7: calling out the reserves. When they may come is wars.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWERS, USA
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.powers import active, playing, political, powers_of
from grognard.titles.wif.rules.reinforcements import ARRIVE, Arrival, may_arrive
from grognard.titles.wif.rules.ukraine import is_lost_militia
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.rules.wars import NATIONAL_GUARD, may_be_called
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, RESERVE_POOL, Power, Unit, War


class Levy(Subject, frozen=True):
    """A power may call out reserves of its own and of its minors."""

    power: Annotated[int, Power]


def reserves(g: War, power: int) -> list[int]:
    """Units in the reserve pool that may be called out and have somewhere to go."""
    waiting = [u for u in units_at(g, RESERVE_POOL) if g.units.power[u] == power and may_be_called(g, u)]
    return [u for u in waiting if _has_place(g, power, u)]


def _has_place(g: War, power: int, unit: int) -> bool:
    subject = Arrival(power, unit)
    return any(may_arrive(g, subject, s) is None for s in subject.candidates(g))


@rule("9.7")
def may_call(g: War, subject: Levy, unit: int) -> No | None:
    """Whether a reserve can be called out."""
    if g.units.at[unit] != RESERVE_POOL or g.units.power[unit] != subject.power:
        return No("9.7", "it is not in your reserve pool")
    if not may_be_called(g, unit):
        return No("9.7", "not while its power is at peace with those it is held against")
    return None if _has_place(g, subject.power, unit) else No("4.2.1", "there is no place where it could arrive")


def removed(g: War, power: int) -> list[int]:
    """Reserves and militia of a power that were removed from the game and may be called out again."""
    types, found = g.roster.types, []
    for unit, at in enumerate(g.units.at):
        if at != GONE or g.units.power[unit] != power or g.units.counter[unit] == NOWHERE:
            continue
        sheet = g.units[unit].sheet
        called = sheet.power == POWERS[power] and (sheet.reserve or types[unit] == Type.MIL)
        if not called or g.countries.fallen[g.units.country[unit]]:
            continue
        if may_be_called(g, unit) and not is_lost_militia(g, unit) and not sheet.marks & {"warlord", "volunteer"}:
            found.append(unit)
    return found


def calling_powers(g: War) -> list[int]:
    """For the sequence: powers of the moving side with reserves to call."""
    if not political(g):
        return []
    return [p for p in powers_of(g, g.side) if active(g, p) and (reserves(g, p) or (g.powers.dismissed[p] and removed(g, p)))]


@rule("13.3.2")
def national_guard(g: War) -> list[int]:
    """For the sequence: the neutral USA may set up reserves in the reinforcement stage after option 39."""
    if not political(g) or NATIONAL_GUARD not in g.entry_options or active(g, USA) or USA not in playing(g):
        return []
    return [USA] if g.entry_since.get(NATIONAL_GUARD, g.turn) < g.turn and reserves(g, USA) else []


@rule("9.7")
def call_reserves(g: War) -> Flow[None]:
    """A power at war may call out its reserves; they arrive face-down"""
    power = g.power
    if g.powers.dismissed[power]:
        g.powers[power].dismissed = 0
        for unit in removed(g, power):
            g.units[unit].at = FORCE_POOL
    g.powers[power].called_out = 1
    while reserves(g, power):
        answer, unit = yield from menu(
            g, g.seat(power), "{0}: call out reserves?", Levy(power), NO_MORE, CALL, named=(g.powers[power],), rests=True
        )
        if answer.verb == NO_MORE.name:
            return
        yield from menu(g, g.seat(power), "Where is {0} raised?", Arrival(power, unit), ARRIVE, named=(g.units[unit],))
        row = g.units[unit]
        row.down, row.from_ = int(active(g, power)), row.at  # the National Guard comes as reinforcements do


NO_MORE: Act[War, Levy, None] = Act("no_more", "9.7", "No more", do=lambda g, s, _: None)
CALL: Act[War, Levy, int] = Act(
    "call", "9.7", "Call out {0}", takes=Unit, among=lambda g, s: reserves(g, s.power), may=may_call, do=lambda g, s, u: u
)
