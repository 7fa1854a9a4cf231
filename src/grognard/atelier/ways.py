"""The cheapest way from one node to another, for railways over hexes and their lines over the ground."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Node = TypeVar("Node", bound=Any)  # nodes of equal cost are taken in their own order


def cheapest(start: Node, goal: Node, steps: Callable[[Node], Iterable[tuple[Node, float]]]) -> list[Node] | None:
    """The nodes from start to goal; None where no way leads. `steps`: where one gets from a node, and at what cost."""
    best, came = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == goal:
            way = [goal]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        for there, step in steps(here):
            if cost + step < best.get(there, 1e18):
                best[there], came[there] = cost + step, here
                heapq.heappush(queue, (best[there], there))
    return None
