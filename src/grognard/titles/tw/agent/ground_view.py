"""The ground as a side sees it: what draws it forward and what it must not leave."""

from __future__ import annotations

from grognard.kernel.paths import ranges
from grognard.titles.tw.rules.units import ground_at, hex_sides, unit_sides
from grognard.titles.tw.state import War


def pull_of(g: War, side: int, point: float) -> dict[int, float]:
    """How much each hex draws a side on: near to objectives the enemy holds."""
    sides = hex_sides(g)
    open_land = [int(land and held != 2) for land, held in zip(g.ground.land, sides)]
    found: dict[int, float] = {}
    for s, points in g.points.items():
        if sides[s] != 1 - side:
            continue
        for b, far in ranges(g.board, [s], 14, open_land).items():
            found[b] = found.get(b, 0.0) + 0.35 * points * 0.75**far
    return found


def garrisons(g: War, side: int) -> set[int]:
    """The last unit on each objective of the side."""
    sides = unit_sides(g)
    found = set()
    for s in g.points:
        there = [u for u in ground_at(g).get(s, ()) if sides[u] == side]
        if len(there) == 1:
            found.add(there[0])
    return found
