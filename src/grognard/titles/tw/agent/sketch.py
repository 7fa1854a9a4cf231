"""A position the planner thinks of: a copy of the game in which it moves units about, so that rules can be asked about it.

The game itself is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.paths import Reach
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.control import pass_through
from grognard.titles.tw.rules.movement import stack_reach
from grognard.titles.tw.rules.units import army_rating, enemies_in
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import LOST, War


class Silent:
    """A journal that nobody reads."""

    def say(self, *words: Any) -> None:
        """Nothing is written."""

    roll = reveal = say


def sketch(g: War) -> War:
    """A copy to think in, with dice of its own: a capital taken in thought may roll for a fleet (23.37)."""
    h = g.copy()
    h.journal, h.dice = Silent(), Dice(seed_from(0))
    return h


def reach_of(h: War, stack: Sequence[int], points: int | None = None) -> Reach:
    """Where a stack can go from where it stands."""
    at = h.units.at[stack[0]]
    in_swamp = h.ground.terrain[at] == SWAMP and not (frozen(h) and h.ground.eastern[at])
    if points is None:
        points = min(allowance(h, u, h.impulse) for u in stack)
    one_hex = h.impulse == 2 and any(army_rating(h, u) == 4 for u in stack)
    return stack_reach(h, stack, points, in_swamp=in_swamp, one_hex=one_hex)


def march(h: War, stack: Sequence[int], path: Sequence[int]) -> None:
    """Move a stack along a path and take what it passes."""
    for u in stack:
        h.units[u].at = path[-1]
    pass_through(h, stack[0], list(path[1:]))


def finish(h: War, stack: Sequence[int]) -> None:
    """The stack has moved in this impulse."""
    for u in stack:
        h.units[u].moved = h.units.moved[u] | h.impulse


def sweep(h: War, space: int) -> None:
    """The enemies in a hex are gone."""
    for u in enemies_in(h, space, h.side):
        row = h.units[u]
        row.at, row.pool = NOWHERE, LOST
