"""Reach, ranges and supply, each with the path that proves the answer or the refusal that explains it.

`reach` moves one piece within a budget. `spread` traces supply from sources over open and closed spaces; legs.py has supply that
changes its means on the way. Terrain costs, zones of control and who may pass belong to titles.
A result asks its title's functions again when it explains: use it while the state it was made from stands.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush

from grognard.kernel.board import Board, Border, Space
from grognard.kernel.rules import No

Cost = Callable[[Space, Space, Border], "int | No"]
Stop = Callable[[Space], "bool | No | None"]
End = Callable[[Space], "No | None"]
Refusal = tuple[Space, Space, No]

SHUT, OPEN, LAST = 0, 1, 2  # how supply treats a space: not entered, passed through, entered but not passed


# --- movement ----------------------------------------------------------------------------------------------------------------


def reach(
    board: Board, start: Space, budget: int, cost: Cost, *, stop: Stop | None = None, end: End | None = None,
    always_one: bool = False, rule: str = "",
) -> Reach:
    """Where a piece can go from `start` for `budget` points. `cost(a, b, border)` prices a step or refuses it; `stop(space)`
    true, or a `No` that says why, ends the move on entry; `end(space)` refuses to end there; `always_one` allows one step at any
    price; `rule` is cited when points run out."""
    costs = {start: 0}
    before: dict[Space, Space] = {}
    stops: set[Space] = set()
    queue = [(0, start)]
    neighbours = board.neighbours
    while queue:
        spent, a = heappop(queue)
        if spent > costs[a] or a in stops:
            continue
        for b, border in neighbours[a]:
            known = costs.get(b)
            if known is not None and known <= spent:
                continue
            price = cost(a, b, border)
            if isinstance(price, No):
                continue
            total = spent + price
            if total > budget:
                if a != start or not always_one:
                    continue
                total = budget
            if known is None or total < known:
                costs[b] = total
                before[b] = a
                if known is None and stop is not None and _stops(stop(b)):
                    stops.add(b)
                heappush(queue, (total, b))
    return Reach(board, start, budget, costs, before, stops, cost, stop, end, rule)


@dataclass
class Reach:
    """Where a piece can go: `costs` of the spaces it can enter, the path to each, and why not to the others."""

    board: Board
    start: Space
    budget: int
    costs: dict[Space, int]
    before: dict[Space, Space]
    stops: set[Space]
    cost: Cost
    stop: Stop | None
    end: End | None
    rule: str

    def __contains__(self, space: object) -> bool:
        return space in self.costs

    def can_end(self, space: Space) -> bool:
        return space in self.costs and (self.end is None or self.end(space) is None)

    def ends(self) -> list[Space]:
        """Every space where the move may end, the start left out."""
        return [s for s in self.costs if s != self.start and self.can_end(s)]

    def path(self, space: Space) -> list[Space]:
        """The cheapest way, from the start to the space."""
        way = [space]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return way[::-1]

    def why_not(self, space: Space) -> No | None:
        """The refusal that keeps the piece out: the first along the best approach; None if it can end its move there."""
        if space in self.costs:
            return None if self.end is None else self.end(space)
        cut = cut_off(self.board, space, self.costs, self._refusal)
        return cut[0][2] if cut else No(self.rule, f"no way leads to {self.board.label(space)}")

    def _refusal(self, a: Space, b: Space, border: Border) -> No | None:
        price = self.cost(a, b, border)
        if isinstance(price, No):
            return price
        if a not in self.costs:
            return None
        if a in self.stops:
            assert self.stop is not None
            reason = self.stop(a)
            return reason if isinstance(reason, No) else No(self.rule, f"must stop in {self.board.label(a)}")
        left = self.budget - self.costs[a]
        here, there = self.board.label(a), self.board.label(b)
        return No(self.rule, f"{there} costs {price}, and {left} of {self.budget} are left in {here}")


def ranges(
    board: Board, sources: Iterable[Space], limit: int | None = None,
    passable: Callable[[Space], bool] | Sequence[int] | None = None,
) -> dict[Space, int]:
    """Distance from the nearest source. With a limit and without `passable` it is as the crow flies (by coordinates on a hex
    map), else in steps over borders through passable spaces. Sources always count, passable or not."""
    if passable is None and limit is not None:
        found: dict[Space, int] = {}
        for source in sources:
            for steps, ring in enumerate(board.rings(source, limit, across=True)):
                for s in ring:
                    if found.get(s, limit + 1) > steps:
                        found[s] = steps
        return found
    mask = open_mask(board, passable)
    links = board.links()
    ring = list(dict.fromkeys(sources))
    found = dict.fromkeys(ring, 0)
    steps = 0
    while ring and (limit is None or steps < limit):
        steps += 1
        wave = []
        for a in ring:
            for b in links[a]:
                if mask[b] and b not in found:
                    found[b] = steps
                    wave.append(b)
        ring = wave
    return found


# --- supply over open and closed spaces ----------------------------------------------------------------------------------------


def spread(
    board: Board, sources: Sequence[Space], mask: Sequence[int], *, links: list[tuple[Space, ...]] | None = None, rule: str = "",
) -> Spread:
    """Supply from sources through spaces whose `mask` is OPEN, and into but not beyond those that are LAST. `links` are the
    neighbours to use (`board.links(without=...)` shuts borders). A shut source supplies nothing."""
    links = board.links() if links is None else links
    before = [-1] * board.size
    part = [0] * board.size
    bits: list[int] = [0]
    edges: list[list[Space]] = [[]]

    def fill(s: Space, parent: Space, bit: int) -> None:
        if not part[s]:
            bits.append(0)
            edges.append(_fill(s, parent, len(edges), mask, links, before, part))
        bits[part[s]] |= bit

    for n, source in enumerate(sources):
        if mask[source] == OPEN:
            fill(source, source, 1 << n)
    last = [(n, source) for n, source in enumerate(sources) if mask[source] == LAST]
    for n, source in last:
        before[source] = source
        for b in links[source]:
            if mask[b] == OPEN:
                fill(b, source, 1 << n)
            elif mask[b] and before[b] < 0:
                before[b] = source
    reached = [bits[p] for p in part]
    for here, edge in enumerate(edges):
        for s in edge:
            reached[s] |= bits[here]
    for n, source in last:
        for s in (source, *links[source]):
            if mask[s]:
                reached[s] |= 1 << n
    return Spread(board, tuple(sources), mask, links, reached, before, rule)


def _fill(
    first: Space, parent: Space, here: int, mask: Sequence[int], links: list[tuple[Space, ...]], before: list[Space],
    part: list[int],
) -> list[Space]:
    """Number the open spaces joined to the first; return the last spaces at their edge."""
    edge: list[Space] = []
    part[first] = here
    before[first] = parent
    wave = [first]
    while wave:
        ring = []
        for a in wave:
            for b in links[a]:
                if mask[b] == OPEN:
                    if not part[b]:
                        part[b] = here
                        before[b] = a
                        ring.append(b)
                elif mask[b]:
                    edge.append(b)
                    if before[b] < 0:
                        before[b] = a
        wave = ring
    return edge


@dataclass
class Spread:
    """Which spaces the sources supply. `reached[s]` has bit n where sources[n] supplies s. It holds nothing of a game: what
    explains a shut or a last space is given by whoever asks (`why(space)`)."""

    board: Board
    sources: tuple[Space, ...]
    mask: Sequence[int]
    links: list[tuple[Space, ...]]
    reached: list[int]
    before: list[Space]
    rule: str

    def __contains__(self, space: object) -> bool:
        return isinstance(space, int) and self.reached[space] != 0

    def by(self, space: Space) -> list[Space]:
        """The sources that supply a space."""
        return [source for n, source in enumerate(self.sources) if self.reached[space] >> n & 1]

    def path(self, space: Space) -> list[Space]:
        """A way from a source to the space."""
        way = [space]
        while self.before[way[-1]] != way[-1]:
            way.append(self.before[way[-1]])
        return way[::-1]

    def why_not(self, space: Space, why: Callable[[Space], No] | None = None) -> No | None:
        """Why a space is not supplied: the obstacle nearest to it on the way with fewest obstacles; None if it is supplied."""
        cut = self.cut(space, why)
        return cut[-1][2] if cut else None if space in self else nowhere(self.board, space, self.sources, self.rule)

    def cut(self, space: Space, why: Callable[[Space], No] | None = None) -> list[Refusal]:
        """The steps that are refused on the way with fewest obstacles, from the supplied side to the space."""
        return [] if space in self else cut_off(self.board, space, self, partial(self._refusal, why))

    def _refusal(self, why: Callable[[Space], No] | None, a: Space, b: Space, border: Border) -> No | None:
        if b not in self.links[a]:
            features = ", ".join(self.board.feature_names(border)) or "the border"
            return No(self.rule, f"{features} between {self.board.label(a)} and {self.board.label(b)}")
        for shut in (a if self.mask[a] == LAST and a not in self.sources else None, b if not self.mask[b] else None):
            if shut is not None:
                return why(shut) if why else No(self.rule, f"{self.board.label(shut)} is closed")
        return None


# --- explaining ----------------------------------------------------------------------------------------------------------------


def cut_off(
    board: Board, space: Space, reached: Container[Space], refusal: Callable[[Space, Space, Border], No | None]
) -> list[Refusal]:
    """The way into `space` from what is reached with fewest refused steps, and of these the shortest: its refusals in order."""
    after: dict[Space, tuple[Space, No | None]] = {}
    done: set[Space] = set()
    queue: list[tuple[int, int, int, Space]] = [(0, 0, 0, space)]
    price = {space: (0, 0)}
    pushed = 0
    while queue:
        refused, steps, _, b = heappop(queue)
        if b in done:
            continue
        done.add(b)
        if b in reached:
            found: list[Refusal] = []
            while b != space:
                a, (b, no) = b, after[b]
                if no is not None:
                    found.append((a, b, no))
            return found
        for a, border in board.neighbours[b]:
            if a in done:
                continue
            no = refusal(a, b, border)
            offer = (refused + (no is not None), steps + 1)
            if a not in price or offer < price[a]:
                price[a] = offer
                after[a] = (b, no)
                pushed += 1
                heappush(queue, (*offer, pushed, a))
    return []


def nowhere(board: Board, space: Space, sources: Sequence[Space], rule: str) -> No:
    if not sources:
        return No(rule, "there is no source")
    return No(rule, f"no way leads from a source to {board.label(space)}")


def _stops(answer: bool | No | None) -> bool:
    """Whether a title's `stop` holds; a `No` gives the reason."""
    return isinstance(answer, No) or bool(answer)


def open_mask(board: Board, passable: Callable[[Space], bool] | Sequence[int] | None) -> Sequence[int]:
    if passable is None:
        return b"\1" * board.size
    if callable(passable):
        return bytearray(1 if passable(s) else 0 for s in range(board.size))
    return passable
