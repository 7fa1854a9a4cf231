"""Rails: chains of named cities laid over the land as cheapest paths from hex to hex.

A board's `rails.csv` lists the chains. Mountains and water are dear, ground that already carries rails is cheap, so lines join.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from grognard.atelier.borders1939 import rows
from grognard.atelier.draft import Draft
from grognard.atelier.ways import cheapest

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
    def steps(here: str) -> Iterator[tuple[str, float]]:
        for there, wet in graph[here]:
            terrain = draft.spaces[there].terrain
            if terrain not in CLOSED:
                known = ((here, there) if here < there else (there, here)) in laid
                yield there, 0.55 if known else COST.get(terrain, 1.0) + 0.2 * wet

    return cheapest(start, goal, steps)
