"""9.2: garrison values of units, which pacts, partisans and conquest count."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import GUNS, Type
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import War

HEAVY = frozenset((Type.HQ_A, Type.ARM, Type.MECH, Type.MTN))
HALF = Fraction(1, 2)


def garrison_value(g: War, unit: int) -> Fraction:
    """What a unit counts as a garrison: face-up land and air units that are in no enemy zone of control."""
    known, at = g.roster, g.units.at[unit]
    if known.naval[unit] or g.units.down[unit] or at < 0 or not g.ground.land[at]:
        return Fraction(0)
    kind = known.types[unit]
    if kind in (Type.PART, Type.CVP) or in_enemy_zone(g, at, SIDE_OF_POWER[g.units.power[unit]]):
        return Fraction(0)
    if known.land[unit] and (not known.corps[unit] or kind in GUNS):
        return HALF
    heavy = kind in HEAVY or (known.land[unit] and "ss" in g.units[unit].sheet.marks)
    return Fraction(2 if heavy else 1)


def garrison(g: War, units: Iterable[int]) -> Fraction:
    """The garrison value of units together."""
    return sum((garrison_value(g, u) for u in units), Fraction(0))
