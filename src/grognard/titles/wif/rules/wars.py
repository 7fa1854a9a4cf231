"""9.1, 9.7, 4.1.2, 13.7.7: going to war and coming to peace: what changes for the powers, their militia and their reserves."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import FRANCE, GERMANY, JAPAN, POWERS, USA, USSR, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.control import hand_over
from grognard.titles.wif.rules.powers import at_war, pact_key, political
from grognard.titles.wif.rules.units import destroy_silently
from grognard.titles.wif.state import ACTIVE, CIRCLE, FORCE_POOL, GONE, NEUTRAL, NOWHERE, RESERVE_POOL, War

NATIONAL_GUARD = 39  # US entry option


@rule("9.1")
def make_war(g: War, a: int, b: int) -> None:
    """Two major powers are at war from now on, and active."""
    if {a, b} == {JAPAN, USSR} and not at_war(g, a, b):
        g.eastern_wars += 1
    for one, other in ((a, b), (b, a)):
        row = g.powers[one]
        row.wars |= 1 << other
        if row.status != ACTIVE:
            row.status = ACTIVE
            raise_militia(g, one)
        hand_over(g, one, other)
    g.pacts.pop(pact_key(a, b), None)


@rule("9.1")
def make_peace(g: War, a: int, b: int) -> None:
    """Two major powers are no longer at war; who is at war with nobody is neutral again."""
    for one, other in ((a, b), (b, a)):
        row = g.powers[one]
        row.wars &= ~(1 << other)
        row.declared &= ~(1 << other)
        if not row.wars and row.status == ACTIVE:
            row.status = NEUTRAL
            dismiss(g, one)
    if {a, b} == {USSR, GERMANY}:
        dismiss(g, USSR, only="Ge")


@rule("4.1.2")
def raise_militia(g: War, power: int) -> None:
    """A power goes to war: its militia enters the force pools, that of the reserves the reserve pool."""
    if not political(g):
        return
    known = {counter: unit for unit, counter in enumerate(g.units.counter)}
    for number, counter in enumerate(g.facts.counters):
        if counter.power != POWERS[power] or counter.type != Type.MIL or counter.available not in ("", "Res"):
            continue
        if counter.option and not g.options.get(NUMBERS.get(counter.option, "")):
            continue
        unit = known.get(number)
        pool = RESERVE_POOL if counter.reserve else FORCE_POOL
        if unit is None:
            country = g.facts.nation[number]
            if country >= 0:
                g.units.add(counter=number, power=power, country=country, at=pool)
        elif g.units.at[unit] == GONE and not g.units.scrapped[unit] and g.units.power[unit] == power and not counter.reserve:
            g.units[unit].at = pool


@rule("13.7.7")
def dismiss(g: War, power: int, only: str = "") -> None:
    """At peace with everybody: reserves and militia go to the reserve pool, those in the force pools leave the game. Against one
    power only those reserves that are called out against it."""
    types, name = g.roster.types, POWERS[FRANCE if power == VICHY else power]  # 17.3.2: Vichy's soldiers are French counters
    g.powers[power].dismissed = 1
    for unit, whose in enumerate(g.units.power):
        counter = g.units.counter[unit]
        if whose != power or counter == NOWHERE:
            continue
        sheet = g.facts.counters[counter]
        if sheet.power != name or not (sheet.available == only if only else sheet.reserve or types[unit] == Type.MIL):
            continue
        at = g.units.at[unit]
        if at >= 0 or at <= CIRCLE:
            destroy_silently(g, unit, RESERVE_POOL)
        elif at == FORCE_POOL:
            g.units[unit].at = GONE


@rule("9.7", "13.3.2")
def may_be_called(g: War, unit: int) -> bool:
    """Whether a reserve can be called out now: its power is at war with a major power, or with the one the counter names."""
    power = g.units.power[unit]
    if g.units.counter[unit] != NOWHERE and g.units[unit].sheet.guards:  # 22.4: they come by promotion alone
        return False
    named = g.units[unit].sheet.available if g.units.counter[unit] != NOWHERE else ""
    if power == USA and NATIONAL_GUARD in g.entry_options:
        return True
    return at_war(g, power, GERMANY) if named == "Ge" else bool(g.powers.wars[power])
