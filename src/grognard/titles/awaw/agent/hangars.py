"""Which aircraft fly where: each attack draws first on the bases that can do little else."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.titles.awaw.rules.units import air_range, squadrons_ready
from grognard.titles.awaw.state import World


class Hangars:
    """The free aircraft of a power in one phase, and the places they are wanted at."""

    def __init__(self, g: World, power: int, wanted: Iterable[int] = ()) -> None:
        self.free = {base: len(units) for base, units in squadrons_ready(g, power).items()}
        self.near = {base: frozenset(g.ground.within(base, air_range(g, base))) for base in self.free}
        places = list(wanted)
        self._calls = {base: sum(s in near for s in places) for base, near in self.near.items()}
        self.drawn: dict[int, dict[int, int]] = {}  # by place: how many from which base

    def left(self, space: int) -> int:
        """Aircraft in range of a place that have no order yet."""
        return sum(n for base, n in self.free.items() if space in self.near[base])

    def draw(self, space: int, count: int) -> None:
        """Order so many to a place, from the bases in whose range the fewest places lie."""
        bases = [base for base, n in self.free.items() if n and space in self.near[base]]
        for base in sorted(bases, key=lambda b: (self._calls[b], b)):
            n = min(count, self.free[base])
            if n:
                self.free[base] -= n
                orders = self.drawn.setdefault(space, {})
                orders[base] = orders.get(base, 0) + n
                count -= n
