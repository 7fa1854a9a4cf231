"""15: surprise. Who is surprised by whom this impulse; what that does stands in the chapters that ask.

A power is surprised by the powers that declared war on it this impulse, unless somebody who was at war with it before takes part,
or the acting units come from, or are carried by, such a country.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.flight import open_way
from grognard.titles.wif.state import GROUNDED, NOWHERE, War


@rule("15")
def declared_war_on(g: War, power: int, victim: int) -> bool:
    """Whether a power declared war on another this impulse."""
    return bool(g.powers.surprised_by[victim] >> power & 1)


@rule("15")
def is_surprise(g: War, units: Iterable[int], victim: int) -> bool:
    """Whether these units, acting together, surprise a power."""
    own = list(units)
    return bool(own) and all(_surprises(g, u, victim) for u in own)


@rule("15")
def catches(g: War, units: Iterable[int], foe: int) -> bool:
    """Whether these units, acting together, surprise a unit: through its power, or its minor country alone."""
    own = list(units)
    return is_surprise(g, own, g.units.power[foe]) or catches_country(g, own, g.units.country[foe])


@rule("15")
def catches_country(g: War, units: Iterable[int], country: int) -> bool:
    """Whether all of these units are of powers that declared war on a minor country this impulse."""
    bits, own = g.countries.surprised_by[country], list(units)
    return bool(bits and own) and all(bits >> g.units.power[u] & 1 for u in own)


@rule("15.1", "11.15.1")
def catches_garrison(g: War, units: Iterable[int], space: int) -> bool:
    """Whether these units surprise the notional unit of a hex without troops: it is of the country that holds the hex."""
    own, holder, country = list(units), powers_by_hex(g)[space], g.hexes.controller[space]
    return holder >= 0 and (is_surprise(g, own, holder) or catches_country(g, own, country))


@rule("15.1", "11.15.1")
def catches_all(g: War, units: Iterable[int], space: int, foes: Iterable[int]) -> bool:
    """Whether these units surprise all land units of a hex, of one without troops its notional unit."""
    own, there = list(units), list(foes)
    return all(catches(g, own, foe) for foe in there) if there else catches_garrison(g, own, space)


def _surprises(g: War, unit: int, victim: int) -> bool:
    if not declared_war_on(g, g.units.power[unit], victim):
        return False
    carrier, start = g.units.aboard[unit], g.units.from_[unit]
    brought = g.units.power[carrier] if carrier != NOWHERE else g.units.brought[unit] - 1
    if brought >= 0 and was_at_war(g, brought, victim):
        return False
    if g.units.mission[unit] != GROUNDED and not _keeps_clear(g, unit, victim):
        return False
    behind = powers_by_hex(g)[start] if start >= 0 else NOWHERE
    return behind < 0 or not was_at_war(g, behind, victim)


@rule("15")
def was_at_war(g: War, power: int, victim: int) -> bool:
    """Whether two powers were at war before this impulse."""
    return bool(g.powers.wars_before[victim] >> power & 1)


@rule("15")
def _keeps_clear(g: War, unit: int, victim: int) -> bool:
    """Whether an aircraft comes to its target without flying over a hex of a country that was at war with the victim before
    (reading WIF-DEC-260)."""
    row, ground, whose = g.units[unit], g.ground, g.powers_by_hex
    goal = row.over if row.over >= 0 else row.at
    if goal < 0 or not ground.land[goal]:
        return True
    starts = [row.base] if row.base >= 0 and ground.land[row.base] else ground.dots.get(ground.area[row.at], ())
    points = row.sheet.range * (1 + row.extended)
    if not starts or points <= 0:
        return True
    base = frozenset(starts)
    if open_way(g, base, goal, points, lambda s: whose[s] >= 0 and was_at_war(g, whose[s], victim)):
        return True
    return not open_way(g, base, goal, points, lambda s: False)
