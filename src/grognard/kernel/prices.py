"""Reach by prices alone: where a piece gets to when every space has a price, on maps of one scale or several.

`reach` in paths.py asks a function of the title at every step; this is the same from lists of ints, for the many pieces
(aircraft, supply by hexes, rail) whose price of a step depends on the spaces and not on the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from grognard.kernel.board import Board, Space
from grognard.kernel.rules import No


def priced(
    board: Board,
    starts: Iterable[Space],
    budget: int,
    enter: Sequence[int],
    *,
    counts: Sequence[int] | None = None,
    greater: bool = False,
    last: Sequence[int] | None = None,
    links: list[tuple[Space, ...]] | None = None,
    why: Callable[[Space], No] | None = None,
    rule: str = "",
) -> Priced:
    """Where one gets to from the starts for `budget` points. `enter[s]` is the price of entering a space, 0 where it is shut.
    `counts` (`board.counts("air")`) multiplies it by scale: that of the space entered, with `greater` the greater of the two a
    step joins. A space marked in `last` is entered and not left. `why(space)` explains a shut one."""
    links = board.links() if links is None else links
    counts = [1] * board.size if counts is None else counts
    found = Priced(board, budget, enter, counts, greater, last, links, why, rule)
    found.run(starts)
    return found


@dataclass
class Priced:
    """What `priced` found: the price of every space reached, the way to it, or the reason why not."""

    board: Board
    budget: int
    enter: Sequence[int]
    counts: Sequence[int]
    greater: bool
    last: Sequence[int] | None
    links: list[tuple[Space, ...]]
    why: Callable[[Space], No] | None
    rule: str
    costs: dict[Space, int] = field(default_factory=dict)
    before: dict[Space, Space] = field(default_factory=dict)

    def run(self, starts: Iterable[Space]) -> None:
        """Fill costs and ways; spaces are taken by price, so the first price that is settled is the lowest."""
        enter, counts, links, last, greater, budget = self.enter, self.counts, self.links, self.last, self.greater, self.budget
        costs, before = self.costs, self.before
        waves: dict[int, list[Space]] = {0: list(dict.fromkeys(starts))}
        sources = set(waves[0])
        costs.update(dict.fromkeys(waves[0], 0))
        for spent in range(budget):
            for a in waves.pop(spent, ()):
                if costs[a] != spent or (last is not None and last[a] and a not in sources):
                    continue
                scale = counts[a]
                for b in links[a]:
                    price = enter[b]
                    if not price:
                        continue
                    there = counts[b]
                    total = spent + price * (scale if greater and scale > there else there)
                    if total <= budget and costs.get(b, budget + 1) > total:
                        costs[b] = total
                        before[b] = a
                        waves.setdefault(total, []).append(b)

    def __contains__(self, space: object) -> bool:
        return space in self.costs

    def path(self, space: Space) -> list[Space]:
        """The cheapest way, both ends included."""
        way = [space]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return way[::-1]

    def why_not(self, space: Space) -> No | None:
        """Why a space is out of reach; None if it is not."""
        if space in self.costs:
            return None
        label = self.board.label(space)
        if not self.enter[space]:
            return self.why(space) if self.why is not None else No(self.rule, f"{label} cannot be entered")
        starts = [s for s, price in self.costs.items() if not price]
        most = sum(self.enter) * max(self.counts)
        whole = Priced(self.board, most, self.enter, self.counts, self.greater, self.last, self.links, self.why, self.rule)
        whole.run(starts)
        if space not in whole:
            return No(self.rule, f"no way leads to {label}")
        return No(self.rule, f"{label} costs {whole.costs[space]}, and there are {self.budget}")
