"""Supply over legs (rail, then land, one sea voyage), each with the path that proves it or the refusal that explains it.

`flood` is the general case of paths.spread, for titles whose supply changes its means on the way. A result asks its title's
functions again when it explains: use it while the state it was made from stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grognard.kernel.board import Board, Border, Space
from grognard.kernel.paths import LAST, Refusal, Stop, cut_off, nowhere, open_mask
from grognard.kernel.rules import No


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
        self.mask = open_mask(board, mask)
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
        return cut[-1][2] if cut else None if space in self else nowhere(self.board, space, self.sources, self.rule)

    def cut(self, space: Space) -> list[Refusal]:
        """The refused steps on the way with fewest of them, from the supplied side to the space."""
        return [] if space in self else cut_off(self.board, space, self.first, self._refusal)

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


def _passes(answer: bool | No | None) -> bool:
    """Whether a title's `through` lets supply pass; a `No` says why it does not."""
    return answer is None or (not isinstance(answer, No) and answer)
