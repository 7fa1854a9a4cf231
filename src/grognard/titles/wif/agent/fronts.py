"""Fronts: where two armies face each other over land. Each has its own balance of factors and its own weather, so that a power
may attack in one part of the world and hold in another."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.kernel.cache import once_per_board
from grognard.titles.wif.ground import ALL_SEA, STRAITS
from grognard.titles.wif.state import War

FAR = 99
BELT = 5  # steps from army to army, over a hex between them, that make a front
DEPTH = 5  # steps from the enemy at which a unit counts


def wide_water(bits: int) -> bool:
    """Whether a hexside is all sea and no strait: armies do not cross it."""
    return bool(bits & ALL_SEA) and not bits & STRAITS


@once_per_board
def marches(g: War) -> list[tuple[int, ...]]:
    """By hex those beside it that armies could walk to; the same for every game on a board."""
    return [tuple(there for there, bits in row if not wide_water(bits)) for row in g.ground.steps]


@dataclass
class Front:
    """One front, as a power sees it."""

    mine: float = 1.0  # factors near the enemy, and his near us
    theirs: float = 1.0
    own: float = 0.0  # of ours those of the power itself
    line: list[int] = field(default_factory=list)  # own hexes close to the enemy
    where: dict[str, float] = field(default_factory=dict)  # his factors by the country they stand in

    @property
    def balance(self) -> float:
        return self.mine / self.theirs


class Fronts:
    """The fronts of a power, and to which of them every hex belongs."""

    def __init__(self, g: War, to_enemy: Mapping[int, int], to_friend: Mapping[int, int]) -> None:
        self.fronts: list[Front] = []
        self.of: dict[int, int] = {}
        steps, dry = g.ground.steps, marches(g)
        belt = {s for s, far in to_enemy.items() if far + to_friend.get(s, FAR) <= BELT}
        for start in belt:
            if start in self.of:
                continue
            self.of[start] = len(self.fronts)
            edge = [start]
            while edge:
                here = edge.pop()
                for there, _ in steps[here]:
                    if there in belt and there not in self.of:
                        self.of[there] = len(self.fronts)
                        edge.append(there)
            self.fronts.append(Front())
        queue = deque(self.of)
        while queue:  # what lies behind belongs to the nearest
            here = queue.popleft()
            for there in dry[here]:
                if there not in self.of and there in to_enemy:
                    self.of[there] = self.of[here]
                    queue.append(there)

    def count_mine(self, space: int, factors: float, own: float) -> None:
        """Weigh those of us who stand in a hex near the enemy."""
        front = self.at(space)
        if front is not None:
            front.mine += factors
            front.own += own
            front.line.append(space)

    def count_theirs(self, space: int, factors: float, country: str) -> None:
        front = self.at(space)
        if front is not None:
            front.theirs += factors
            front.where[country] = front.where.get(country, 0.0) + factors

    def at(self, space: int) -> Front | None:
        """The front that a hex belongs to."""
        number = self.of.get(space)
        return self.fronts[number] if number is not None else None

    @property
    def main(self) -> Front | None:
        """The front with most of the power's own factors, of those where it has any."""
        return max((f for f in self.fronts if f.own > 0), key=lambda f: f.own, default=None)
