"""14.1.1: how far aircraft fly. Costs by scale; nothing else on the way matters."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.rules import rule
from grognard.titles.wif.ground import FLYING_COST
from grognard.titles.wif.state import War


@rule("14.1.1", "2.1.1", "2.8")
def flying_reach(g: War, starts: dict[int, int], points: int) -> dict[int, int]:
    """Movement points to every hex and hexdot within reach. `starts`: where the flight begins, and what was spent to be there."""
    ground = g.ground
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
    return found
