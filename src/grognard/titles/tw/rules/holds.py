"""1.2, 7.5, 7.7.1, 8.3.3: what goes into the hold of a Fleet: one whole unit, two depleted ones, or three pieces of broken units,
whosever they are."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.titles.tw.state import War

HOLD = 6  # in sixths of a whole unit
DEPLETED, PIECE = 3, 2


@rule("7.5", "1.2", "9.6.3")
def load(g: War, unit: int) -> int:
    """What a unit takes of a hold of six: all of it, half when it is depleted, a third when it is a piece."""
    if g.units.parent[unit]:
        return PIECE
    return DEPLETED if g.units.depleted[unit] else HOLD


def fits(g: War, units: Iterable[int], fleets: int = 1) -> bool:
    """Whether units have room in so many holds."""
    return sum([load(g, u) for u in units]) <= HOLD * fleets
