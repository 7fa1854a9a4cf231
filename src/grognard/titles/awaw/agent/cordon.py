"""How a place of our armor lengthens or cuts the enemy's supply: the cheapest kill on the board (ours 10.342, 30.3, 30.6)."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from grognard.titles.awaw.designs import GROUND
from grognard.titles.awaw.rules.supply import SEA_SUPPLY, network, open_to, sea_distance, sources
from grognard.titles.awaw.rules.units import KIND, STRENGTH, ground_units, other, unit_sides
from grognard.titles.awaw.state import World

CUT = 12  # a detour of so many hexes counts as no way at all
NEAR = 5  # hexes around a place whose enemies are looked at


class Cordon:
    """The supply of one side's enemy as it is now, and as it would be."""

    def __init__(self, g: World, side: int) -> None:
        self.g, self.side, self.foe = g, side, other(side)
        self.free = open_to(g, self.foe)
        self.starts: list[int] = []
        for faction in sorted({g.faction(n) for n in range(len(g.nations)) if g.nations.side[n] == self.foe}):
            lines = network(g, faction, self.foe)
            ports = [s for s in g.ground.ports if s in lines]
            self.starts += sources(g, faction, self.foe)
            legs = {europe: g.sea_reach(SEA_SUPPLY, europe=europe) for europe in (True, False)}
            self.starts += [p for p in ports if any(o != p and g.ground.theatre[o] == g.ground.theatre[p]
                            and sea_distance(g, p, o) <= legs[g.ground.europe[p]] for o in ports)]  # fmt: skip

    @cached_property
    def army(self) -> dict[int, int]:
        """Enemy ground factors by hex."""
        sides, design = unit_sides(self.g), self.g.units.design
        found = {}
        for s, units in ground_units(self.g).items():
            there = sum(STRENGTH[design[u]] for u in units if sides[u] == self.foe and KIND[design[u]] in GROUND)
            if there and not self.g.ground.box[s]:
                found[s] = there
        return found

    def _steps(self, shut: frozenset[int]) -> dict[int, int]:
        """Steps from a source of the enemy to every hex his lines reach."""
        ways, free = self.g.ground.ways, self.free
        far = dict.fromkeys(self.starts, 0)
        queue = deque(self.starts)
        while queue:
            s = queue.popleft()
            more = far[s] + 1
            for o, _ in ways[s]:
                if o not in far and free[o] and o not in shut:
                    far[o] = more
                    queue.append(o)
        return far

    @cached_property
    def now(self) -> dict[int, int]:
        return self._steps(frozenset())

    def worth(self, space: int, armor: bool) -> float:
        """Enemy factors near a place whose way to their sources it bars, in part where it only makes the way longer."""
        g = self.g
        near = [s for s in g.ground.within(space, NEAR) if s in self.army]
        if not near:
            return 0.0
        shut = {space}
        if armor:
            shut |= {o for o in g.ground.touching[space] if o not in self.army}
        if not any(s in self.now for s in shut):
            return 0.0
        then = self._steps(frozenset(shut))
        found = 0.0
        for s in near:
            before = self.now.get(s, -1)
            if before >= 0:
                found += self.army[s] * min(then.get(s, before + CUT) - before, CUT) / CUT
        return found
