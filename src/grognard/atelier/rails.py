"""Rails: chains of named cities laid over the land as cheapest paths from hex to hex.

A board's `rails.csv` lists the chains. Mountains and water are dear, ground that already carries rails is cheap, so lines join.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Draft

COST = {"mountain": 3.0, "desert_mountain": 3.0, "swamp": 2.5, "jungle": 1.5, "forest": 1.2, "desert": 1.3}
CLOSED = {"water", "wasteland", "sea", "lake"}


def lay(draft: Draft, path: Path, hex_of: dict[str, str], word: str = "rail") -> tuple[int, list[str]]:
    """Mark the borders that carry rails; returns their number and the hops that found no way."""
    graph: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for border in draft.borders.values():
        a, b = draft.spaces[border.a], draft.spaces[border.b]
        if a.kind == b.kind == "hex" and not border.features & {"sea", "impassable"}:
            graph[a.id].append((b.id, bool(border.features & {"river", "strait", "canal"})))
            graph[b.id].append((a.id, bool(border.features & {"river", "strait", "canal"})))
    laid: set[tuple[str, str]] = set()
    lost = []
    for row in rows(path):
        for start, goal in pairwise(row["chain"].split(";")):
            way = _way(draft, graph, laid, hex_of[start], hex_of[goal])
            if way is None:
                lost.append(f"{start} to {goal}")
            else:
                laid.update((a, b) if a < b else (b, a) for a, b in pairwise(way))
    for one, other in laid:
        draft.border(one, other).features.add(word)
    return len(laid), lost


def _way(
    draft: Draft, graph: dict[str, list[tuple[str, bool]]], laid: set[tuple[str, str]], start: str, goal: str
) -> list[str] | None:
    best, came = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == goal:
            way = [goal]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        for there, wet in graph[here]:
            terrain = draft.spaces[there].terrain
            if terrain in CLOSED:
                continue
            step = 0.55 if ((here, there) if here < there else (there, here)) in laid else COST.get(terrain, 1.0) + 0.2 * wet
            if cost + step < best.get(there, 1e9):
                best[there], came[there] = cost + step, here
                heapq.heappush(queue, (best[there], there))
    return None
