"""Reach by prices and scales, compared with the reach that asks a function."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel.board import Board, Map, hex_grid
from grognard.kernel.paths import reach
from grognard.kernel.prices import priced
from grognard.kernel.rules import No

GRID = hex_grid(6, 5)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.lists(st.integers(0, 3), min_size=30, max_size=30),
    st.lists(st.integers(1, 3), min_size=30, max_size=30),
    st.lists(st.integers(0, 4), min_size=30, max_size=30),
    st.integers(0, 29),
    st.integers(0, 9),
    st.booleans(),
)
def test_it_is_the_reach_of_paths(
    enter: list[int], counts: list[int], marks: list[int], start: int, budget: int, greater: bool
) -> None:
    last = [int(mark == 4) for mark in marks]

    def cost(a: int, b: int, border: int) -> int | No:
        if not enter[b]:
            return No("1", "shut")
        return enter[b] * (max(counts[a], counts[b]) if greater else counts[b])

    slow = reach(GRID, start, budget, cost, stop=lambda s: bool(last[s]))
    fast = priced(GRID, [start], budget, enter, counts=counts, greater=greater, last=last)
    assert fast.costs == slow.costs
    for s, price in fast.costs.items():
        way = fast.path(s)
        assert way[0] == start and way[-1] == s
        assert sum(cost(a, b, 0) for a, b in pairwise(way)) == price  # type: ignore[misc]
        assert fast.why_not(s) is None
    for s in range(GRID.size):
        assert s in fast or fast.why_not(s) is not None


def two_maps() -> Board:
    """A hex map of small hexes beside one of large, joined at their edges, a sea with sections, and places beside the map."""
    spaces: list[dict[str, Any]] = [
        *({"id": f"w{n}", "kind": "hex", "map": "W", "col": n, "row": 0} for n in range(3)),
        *({"id": f"p{n}", "kind": "hex", "map": "P", "col": n, "row": 0} for n in range(3)),
        {"id": "sea", "kind": "sea"},
        {"id": "sea_0", "kind": "box"},
        {"id": "sea_1", "kind": "box"},
    ]
    borders = [("w0", "w1"), ("w1", "w2"), ("w2", "p0"), ("p0", "p1"), ("p1", "p2"), ("w0", "sea"),
               ("sea", "sea_0", "section"), ("sea", "sea_1", "section")]  # fmt: skip
    board = Board.build(spaces, borders, maps=[Map("W", scale="european"), Map("P", scale="pacific")])
    board.scales = {"european": {"air": 1}, "pacific": {"air": 2}}
    return board


def test_a_step_counts_by_the_scale_of_its_map() -> None:
    board = two_maps()
    counts = board.counts("air")
    assert counts[:6] == [1, 1, 1, 2, 2, 2] and board.counts("rail") == [1] * board.size
    found = priced(board, [board.space("w0")], 5, [1] * board.size, counts=counts, greater=True)
    assert {board.token(s): price for s, price in found.costs.items() if board.map[s]} == {
        "w0": 0, "w1": 1, "w2": 2, "p0": 4,
    }  # fmt: skip
    assert str(found.why_not(board.space("p1"))) == "p1 costs 6, and there are 5"
    assert [board.ends[border] for border in board.joins()] == [(2, 3)]


def test_sections_of_a_sea_and_places_beside_the_map() -> None:
    board = two_maps()
    sea = board.space("sea")
    assert [board.token(s) for s in board.sections(sea)] == ["sea_0", "sea_1"]
    assert board.area_of(board.space("sea_1")) == sea and board.area_of(sea) is None
    assert board.sections(board.space("w0")) == []
    size = board.size
    pools = board.add_places("pool", {"pool.germany": "German force pool", "lost": "The dead"})
    assert pools == [size, size + 1] and board.size == size + 2
    assert board.space("pool.germany") == size and board.label(size) == "German force pool"
    assert board.neighbours[size] == () and board.counts("air")[size] == 1
    assert board.border(0, 1) is not None and board.problems() == []
