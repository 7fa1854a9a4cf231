"""Reach, ranges and supply, each with the path that proves the answer or the refusal that explains it.

`reach` moves one piece within a budget. `flood` traces supply from sources over legs (rail, land, one sea voyage). `spread` is
the fast case of a flood: open or closed spaces and no legs. Terrain costs, zones of control and who may pass belong to titles.
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
        cut = _cut(self.board, space, self.costs, self._refusal)
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
    mask = _mask(board, passable)
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
        return cut[-1][2] if cut else None if space in self else _nowhere(self.board, space, self.sources, self.rule)

    def cut(self, space: Space, why: Callable[[Space], No] | None = None) -> list[Refusal]:
        """The steps that are refused on the way with fewest obstacles, from the supplied side to the space."""
        return [] if space in self else _cut(self.board, space, self, partial(self._refusal, why))

    def _refusal(self, why: Callable[[Space], No] | None, a: Space, b: Space, border: Border) -> No | None:
        if b not in self.links[a]:
            features = ", ".join(self.board.feature_names(border)) or "the border"
            return No(self.rule, f"{features} between {self.board.label(a)} and {self.board.label(b)}")
        for shut in (a if self.mask[a] == LAST and a not in self.sources else None, b if not self.mask[b] else None):
            if shut is not None:
                return why(shut) if why else No(self.rule, f"{self.board.label(shut)} is closed")
        return None


# --- supply over legs --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Leg:
    """A stretch of a supply path. A step of its `kind` stays in it; another kind needs a leg among `then`. `limit` bounds what
    its steps cost together; the count starts anew with each leg unless it `carries` the count of the one before."""

    name: str
    kind: str = ""
    limit: int | None = None
    then: tuple[str, ...] = ()
    carries: bool = False

    def travels(self) -> str:
        return self.kind or self.name


LAND = Leg("land")
Way = tuple[str, int]
Step = Callable[[Space, Space, Border], "int | Way | list[Way] | No"]
Move = tuple[Space, int, int, bool]  # the space entered, the leg there, the cost, whether the count goes on
ENDLESS = 1 << 60


class Network:
    """The steps that supply may take over given legs. Each is asked of the title once and kept: for many floods over the same
    ground, which then differ in their masks."""

    def __init__(self, board: Board, step: Step, legs: Sequence[Leg] = (LAND,)) -> None:
        self.board, self.step, self.legs = board, step, tuple(legs)
        number = {leg.name: n for n, leg in enumerate(legs)}
        assert all(name in number for leg in legs for name in leg.then), "a leg follows that does not exist"
        self.follow: list[dict[str, int]] = []
        for n, leg in enumerate(legs):
            table = {legs[number[name]].travels(): number[name] for name in reversed(leg.then)}
            table[leg.travels()] = n
            self.follow.append(table)
        self.limits = [ENDLESS if leg.limit is None else leg.limit for leg in legs]
        self._moves: list[list[tuple[Move, ...]] | None] = [None] * board.size

    def moves(self, a: Space) -> list[tuple[Move, ...]]:
        """By leg, the moves out of a space."""
        known = self._moves[a]
        if known is None:
            asked = [(b, self.ways(a, b, border)) for b, border in self.board.neighbours[a]]
            open_ways = [(b, kind, price) for b, ways in asked if not isinstance(ways, No) for kind, price in ways]
            known = [tuple((b, table[kind], price, table[kind] == leg or self.legs[table[kind]].carries)
                           for b, kind, price in open_ways if kind in table) for leg, table in enumerate(self.follow)]
            self._moves[a] = known
        return known

    def ways(self, a: Space, b: Space, border: Border) -> list[Way] | No:
        """The title's answer for one step, as a list of choices."""
        answer = self.step(a, b, border)
        if isinstance(answer, int):
            return [(self.legs[0].travels(), answer)]
        return [answer] if isinstance(answer, tuple) else answer


def flood(
    board: Board, sources: Sequence[Space], step: Step | Network, *, legs: Sequence[Leg] = (LAND,), through: Stop | None = None,
    mask: Sequence[int] | None = None, why: Callable[[Space], No] | None = None, rule: str = "",
) -> Flood:
    """Supply from sources outwards. `step(a, b, border)`: supply flows from a to b at a cost, as (kind, cost), as a list of such
    choices, or not at all; a `Network` has asked already and brings its legs. The first leg is the one that begins at a source.
    `through(space)` false, or a `No` that says why: supply enters the space and goes no further (sources excepted). `mask` and
    `why` shut spaces as in `spread`."""
    network = step if isinstance(step, Network) else Network(board, step, legs)
    return Flood(board, tuple(sources), network, through, mask, why, rule)


class Flood:
    """Which spaces are supplied, over which legs, from which source. A label is a way to stand in a space: leg, cost, before."""

    def __init__(
        self, board: Board, sources: tuple[Space, ...], network: Network, through: Stop | None, mask: Sequence[int] | None,
        why: Callable[[Space], No] | None, rule: str,
    ) -> None:
        self.board, self.sources, self.network, self.through, self.why, self.rule = board, sources, network, through, why, rule
        self.legs = network.legs
        self.mask = _mask(board, mask)
        self.space: list[Space] = []
        self.leg: list[int] = []
        self.used: list[int] = []
        self.before: list[int] = []
        self.best: dict[int, int] = {}
        self.first: dict[Space, int] = {}
        self._run([source for source in dict.fromkeys(sources) if self.mask[source]])

    def _run(self, sources: list[Space]) -> None:
        many = len(self.legs)
        mask, limits, moves = self.mask, self.network.limits, self.network.moves
        space, leg_of, used_by, before, best = self.space, self.leg, self.used, self.before, self.best
        least = [ENDLESS] * (self.board.size * many)
        ends: dict[Space, bool] = {}
        for label, source in enumerate(sources):
            least[source * many] = 0
            best[source * many] = label
            ends[source] = False
            space.append(source)
            leg_of.append(0)
            used_by.append(0)
            before.append(-1)
        label = 0
        while label < len(space):
            a, leg, used = space[label], leg_of[label], used_by[label]
            if best[a * many + leg] == label and not (ends[a] if a in ends else ends.setdefault(a, self._ends(a))):
                for b, after, price, goes_on in moves(a)[leg]:
                    spent = used + price if goes_on else price
                    node = b * many + after
                    if spent < least[node] and spent <= limits[after] and mask[b]:
                        least[node] = spent
                        best[node] = len(space)
                        space.append(b)
                        leg_of.append(after)
                        used_by.append(spent)
                        before.append(label)
            label += 1
        for label in range(len(space) - 1, -1, -1):
            self.first[space[label]] = label

    def _ends(self, space: Space) -> bool:
        return self.mask[space] == LAST or (self.through is not None and not _passes(self.through(space)))

    def __contains__(self, space: object) -> bool:
        return space in self.first

    def by(self, space: Space) -> Space:
        """The source that supplies a space."""
        return self.path(space)[0]

    def costs(self, space: Space) -> dict[str, int]:
        """By leg, the least that the leg has cost when it stands in the space."""
        many = len(self.legs)
        return {leg.name: self.used[self.best[space * many + n]]
                for n, leg in enumerate(self.legs) if space * many + n in self.best}

    def path(self, space: Space, leg: str | None = None) -> list[Space]:
        """The proof: spaces from the source to the space, on the shortest way found or on the cheapest that ends in a leg."""
        return [s for s, _ in self.legs_to(space, leg)]

    def legs_to(self, space: Space, leg: str | None = None) -> list[tuple[Space, str]]:
        """The proof, with the leg on which each space was entered."""
        label = self.first[space]
        if leg is not None:
            label = self.best[space * len(self.legs) + [one.name for one in self.legs].index(leg)]
        way = []
        while label >= 0:
            way.append((self.space[label], self.legs[self.leg[label]].name))
            label = self.before[label]
        return way[::-1]

    def why_not(self, space: Space) -> No | None:
        """Why a space is not supplied: the refused step nearest to it on the way with fewest refusals; None if it is supplied."""
        cut = self.cut(space)
        return cut[-1][2] if cut else None if space in self else _nowhere(self.board, space, self.sources, self.rule)

    def cut(self, space: Space) -> list[Refusal]:
        """The refused steps on the way with fewest of them, from the supplied side to the space."""
        return [] if space in self else _cut(self.board, space, self.first, self._refusal)

    def _refusal(self, a: Space, b: Space, border: Border) -> No | None:
        ways = self.network.ways(a, b, border)
        if isinstance(ways, No):
            return ways
        ends = a not in self.sources and self._ends(a)
        if ends and self.through is not None and not _passes(answer := self.through(a)):
            return answer if isinstance(answer, No) else No(self.rule, f"supply ends in {self.board.label(a)}")
        if ends or not self.mask[b]:
            shut = a if ends else b
            return self.why(shut) if self.why else No(self.rule, f"{self.board.label(shut)} is closed")
        return self._leg_refusal(a, b, ways) if a in self.first else None

    def _leg_refusal(self, a: Space, b: Space, ways: list[Way]) -> No:
        """Why no leg that stands in a goes on to b: nearest is the one that only lacks length."""
        many = len(self.legs)
        nearest: tuple[int, No] | None = None
        for n, leg in enumerate(self.legs):
            label = self.best.get(a * many + n)
            if label is None:
                continue
            for kind, price in ways:
                after = self.network.follow[n].get(kind)
                if after is None:
                    no = (1, No(self.rule, f"no {kind} leg after {leg.name} in {self.board.label(a)}"))
                else:
                    goal = self.legs[after]
                    spent = self.used[label] + price if after == n or goal.carries else price
                    no = (0, No(self.rule, f"{self.board.label(b)} would be {spent} of {goal.limit} by {goal.name}"))
                if nearest is None or no[0] < nearest[0]:
                    nearest = no
        assert nearest is not None, "a step with no choice"
        return nearest[1]


# --- explaining ----------------------------------------------------------------------------------------------------------------


def _cut(
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


def _nowhere(board: Board, space: Space, sources: Sequence[Space], rule: str) -> No:
    if not sources:
        return No(rule, "there is no source")
    return No(rule, f"no way leads from a source to {board.label(space)}")


def _stops(answer: bool | No | None) -> bool:
    """Whether a title's `stop` holds; a `No` gives the reason."""
    return isinstance(answer, No) or bool(answer)


def _passes(answer: bool | No | None) -> bool:
    """Whether a title's `through` lets supply pass; a `No` says why it does not."""
    return answer is None or (not isinstance(answer, No) and answer)


def _mask(board: Board, passable: Callable[[Space], bool] | Sequence[int] | None) -> Sequence[int]:
    if passable is None:
        return b"\1" * board.size
    if callable(passable):
        return bytearray(1 if passable(s) else 0 for s in range(board.size))
    return passable
