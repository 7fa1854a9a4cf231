"""14.1.1: how far aircraft fly. Costs by scale; nothing else on the way matters."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.rules import rule
from grognard.titles.wif.ground import FLYING_COST
from grognard.titles.wif.state import War

MOST_KEPT = 3000  # flights that a ground remembers: they never change


@rule("14.1.1", "2.1.1", "2.8")
def flying_reach(g: War, starts: dict[int, int], points: int) -> dict[int, int]:
    """Movement points to every hex and hexdot within reach. `starts`: where the flight begins, and what was spent to be there."""
    ground = g.ground
    known = tuple(sorted(starts.items())), points
    kept = ground.flights.get(known)
    if kept is not None:
        return kept
    scale, land, dot, neighbours = ground.scale, ground.land, ground.dot, g.board.neighbours
    found = dict(starts)
    queue = [(spent, s) for s, spent in starts.items()]
    while queue:
        spent, here = heappop(queue)
        if spent > found[here]:
            continue
        for there, _ in neighbours[here]:
            if not (land[there] or dot[there]):
                continue
            total = spent + FLYING_COST[max(scale[here], scale[there])]
            if total <= points and total < found.get(there, points + 1):
                found[there] = total
                heappush(queue, (total, there))
    if len(ground.flights) >= MOST_KEPT:
        ground.flights.clear()
    ground.flights[known] = found
    return found
