"""Goods on their way: how much gets from sources to where it is wanted over ways and places that carry only so much.

Resources go by rail and convoy to factories, oil to units, lend lease to its receiver. `haul` finds the most that arrives and,
among all ways to bring that much, a cheapest one: exactly, in whole numbers, always the same for the same question. The answer
tells the routes, and for whoever gets less than wanted the bottleneck: the full ways and places that keep the rest away.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Generic, TypeVar

import msgspec

N = TypeVar("N", bound=Hashable)

NO_LIMIT = 1 << 40


class Way(msgspec.Struct, Generic[N], frozen=True):
    """A way from one place to another: what it carries at most (None: any amount), and what one unit of goods pays on it."""

    a: N
    b: N
    most: int | None = None
    price: int = 0
    name: str = ""


@dataclass(frozen=True)
class Route(Generic[N]):
    """So much, from a source to where it was wanted, by these places."""

    amount: int
    places: tuple[N, ...]


@dataclass(frozen=True)
class Bottleneck(Generic[N]):
    """Why no more arrives: ways and places that are full, and sources that are empty. What is listed carries all that arrives."""

    ways: tuple[Way[N], ...]
    places: tuple[N, ...]
    sources: tuple[N, ...]


class Haul(Generic[N]):
    """What `haul` found."""

    def __init__(self, sources: Mapping[N, int], wants: Mapping[N, int], ways: Iterable[Way[N]], most: Mapping[N, int]) -> None:
        self.ways = list(ways)
        self.wants = dict(wants)
        self.sources = dict(sources)
        self.most = dict(most)
        self.names: list[N] = list(dict.fromkeys([*sources, *wants, *[n for way in self.ways for n in (way.a, way.b)]]))
        self._number = {name: n for n, name in enumerate(self.names)}
        size = len(self.names)
        # two nodes to a place, in and out; then all sources and all wants
        self.source, self.sink = 2 * size, 2 * size + 1
        self.out = [[] for _ in range(2 * size + 2)]
        self.to: list[int] = []
        self.left: list[int] = []
        self.price: list[int] = []
        for n, name in enumerate(self.names):
            self._edge(2 * n, 2 * n + 1, self.most.get(name, NO_LIMIT), 0)
        self._first_way = len(self.to)
        for way in self.ways:
            assert way.price >= 0 and (way.most is None or way.most >= 0), way
            limit = NO_LIMIT if way.most is None else way.most
            self._edge(2 * self._number[way.a] + 1, 2 * self._number[way.b], limit, way.price)
        self._first_source = len(self.to)
        for name, amount in self.sources.items():
            self._edge(self.source, 2 * self._number[name], amount, 0)
        self._first_want = len(self.to)
        for name, amount in self.wants.items():
            self._edge(2 * self._number[name] + 1, self.sink, amount, 0)
        self.amount = self.cost = 0
        self._run()
        del self.out, self.price  # an answer may be kept for long, and most is never asked for its routes

    @cached_property
    def out(self) -> list[list[int]]:
        """The ways out of each node, by number."""
        found: list[list[int]] = [[] for _ in range(2 * len(self.names) + 2)]
        for e in range(len(self.to)):
            found[self.to[e ^ 1]].append(e)
        return found

    def _edge(self, a: int, b: int, most: int, price: int) -> None:
        self.out[a].append(len(self.to))
        self.out[b].append(len(self.to) + 1)
        self.to += (b, a)
        self.left += (most, 0)
        self.price += (price, -price)

    # the most at the least price: along all cheapest ways at once, then with the next price

    def _run(self) -> None:
        height = [0] * len(self.out)  # the price from the source so far: no way that is left is cheaper than it says
        while True:
            reached = self._prices(height)
            if reached is None:
                return
            for node, price in reached.items():
                height[node] += min(price, reached[self.sink])
            for node in range(len(height)):
                if node not in reached:
                    height[node] += reached[self.sink]
            while True:
                level = self._levels(height)
                if self.sink not in level:
                    break
                tried = [0] * len(self.out)
                while True:
                    sent = self._send(height, level, tried)
                    if not sent:
                        break
                    self.amount += sent
                    self.cost += sent * (height[self.sink] - height[self.source])

    def _prices(self, height: list[int]) -> dict[int, int] | None:
        """The cheapest prices from the source over what is left; None if nothing more arrives."""
        found = {self.source: 0}
        queue = [(0, self.source)]
        while queue:
            spent, a = heappop(queue)
            if a == self.sink:
                break
            if spent > found[a]:
                continue
            for e in self.out[a]:
                if self.left[e]:
                    b = self.to[e]
                    total = spent + self.price[e] + height[a] - height[b]
                    if b not in found or total < found[b]:
                        found[b] = total
                        heappush(queue, (total, b))
        return found if self.sink in found else None

    def _levels(self, height: list[int]) -> dict[int, int]:
        """Steps from the source over the cheapest ways that are left."""
        level = {self.source: 0}
        queue = deque([self.source])
        while queue:
            a = queue.popleft()
            for e in self.out[a]:
                b = self.to[e]
                if self.left[e] and b not in level and self.price[e] + height[a] == height[b]:
                    level[b] = level[a] + 1
                    if b == self.sink:
                        return level
                    queue.append(b)
        return level

    def _send(self, height: list[int], level: dict[int, int], tried: list[int]) -> int:
        """Send as much as one such way carries; 0 if there is none."""
        way: list[int] = []
        a = self.source
        while a != self.sink:
            edges = self.out[a]
            while tried[a] < len(edges):
                e = edges[tried[a]]
                b = self.to[e]
                if self.left[e] and level.get(b) == level[a] + 1 and self.price[e] + height[a] == height[b]:
                    break
                tried[a] += 1
            if tried[a] < len(edges):
                way.append(edges[tried[a]])
                a = self.to[way[-1]]
            elif not way:
                return 0
            else:
                a = self.to[way.pop() ^ 1]
                tried[a] += 1
        sent = min(self.left[e] for e in way)
        for e in way:
            self.left[e] -= sent
            self.left[e ^ 1] += sent
        return sent

    # what it says

    def _used(self, e: int) -> int:
        return self.left[e ^ 1]

    @property
    def arrived(self) -> dict[N, int]:
        """What each place that wants something gets."""
        return {name: self._used(self._first_want + 2 * n) for n, name in enumerate(self.wants)}

    @property
    def spent(self) -> dict[N, int]:
        """What each source gives."""
        return {name: self._used(self._first_source + 2 * n) for n, name in enumerate(self.sources)}

    def carried(self) -> list[tuple[Way[N], int]]:
        """The ways in use and what goes over each."""
        found = ((way, self._used(self._first_way + 2 * n)) for n, way in enumerate(self.ways))
        return [(way, amount) for way, amount in found if amount]

    def through(self, place: N) -> int:
        """What goes through a place, or begins or ends there."""
        return self._used(2 * self._number[place])

    def routes(self) -> list[Route[N]]:
        """All that arrives, route by route."""
        used = [self._used(e) if not e & 1 else 0 for e in range(len(self.to))]
        found: list[Route[N]] = []
        for n, amount in enumerate(self.spent.values()):
            while amount:
                edges = [self._first_source + 2 * n]
                a = self.to[edges[0]]
                seen = {a: 0}
                while a != self.sink:
                    e = next(e for e in self.out[a] if used[e])
                    edges.append(e)
                    a = self.to[e]
                    if a in seen:  # goods that go round in a circle for nothing stay where they are
                        lost = edges[seen[a] + 1 :]
                        least = min(used[c] for c in lost)
                        for c in lost:
                            used[c] -= least
                        del edges[seen[a] + 1 :]
                        seen = {self.to[edge]: k for k, edge in enumerate(edges)}
                    else:
                        seen[a] = len(edges) - 1
                sent = min(amount, *(used[e] for e in edges))
                for e in edges:
                    used[e] -= sent
                amount -= sent
                places = dict.fromkeys(self.names[self.to[e] // 2] for e in edges[:-1])
                found.append(Route(sent, tuple(places)))
        return found

    def bottleneck(self, place: N) -> Bottleneck[N] | None:
        """What keeps the rest away from a place that gets less than it wants, nearest to it; None if it has all it wants."""
        if self.arrived[place] == self.wants[place]:
            return None
        behind = {2 * self._number[place] + 1}  # from here goods could still get to it
        queue = deque(behind)
        while queue:
            b = queue.popleft()
            for e in self.out[b]:
                a = self.to[e]
                if self.left[e ^ 1] and a not in behind and a not in (self.source, self.sink):
                    behind.add(a)
                    queue.append(a)
        number = self._number
        ways = tuple(way for way in self.ways if 2 * number[way.b] in behind and 2 * number[way.a] + 1 not in behind)
        places = tuple(name for n, name in enumerate(self.names) if 2 * n + 1 in behind and 2 * n not in behind)
        sources = tuple(name for name in self.sources if 2 * self._number[name] in behind)
        return Bottleneck(ways, places, sources)

    def why(self, place: N, label: dict[N, str] | None = None) -> str:
        """In words: what a place gets, and why no more."""
        names = label or {}

        def say(name: N) -> str:
            return names.get(name, str(name))

        head = f"{say(place)} gets {self.arrived[place]} of {self.wants[place]}"
        found = self.bottleneck(place)
        if found is None:
            return head
        reasons = [f"{way.name or f'{say(way.a)} to {say(way.b)}'} carries {way.most} and no more" for way in found.ways]
        reasons += [f"{say(name)} passes on {self.most[name]} and no more" for name in found.places]
        reasons += [f"{say(name)} has no more than {self.sources[name]}" for name in found.sources]
        return f"{head}: {'; '.join(reasons) or 'no way leads there'}"


def haul(
    sources: Mapping[N, int], wants: Mapping[N, int], ways: Iterable[Way[N]], most: Mapping[N, int] | None = None
) -> Haul[N]:
    """Bring as much as possible from the sources to where it is wanted, as cheaply as that can be done. `most`: what a place
    passes on at most (the convoys of a sea area). A way carries goods in one direction; give two for both."""
    return Haul(sources, wants, ways, most or {})
