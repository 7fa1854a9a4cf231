"""Goods over ways that carry only so much: the most, at the least price, and what holds the rest back."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel.goods import Bottleneck, Haul, Route, Way, haul

MINES = {"kiruna": 3, "ploesti": 2}


def convoys(north_sea: int = 2) -> Haul[str]:
    """Ore by rail to a port and over two seas to a factory; oil by rail."""
    ways = [
        Way("kiruna", "narvik"),
        Way("narvik", "norwegian_sea"),
        Way("norwegian_sea", "north_sea"),
        Way("north_sea", "hamburg"),
        Way("ploesti", "hamburg", price=1),
    ]
    return haul(MINES, {"hamburg": 6}, ways, {"norwegian_sea": 3, "north_sea": north_sea})


def test_a_sea_without_enough_convoys_holds_back() -> None:
    found = convoys()
    assert found.amount == 4 and found.cost == 2 and found.arrived == {"hamburg": 4}
    assert found.spent == {"kiruna": 2, "ploesti": 2} and found.through("north_sea") == 2
    assert found.routes() == [
        Route(2, ("kiruna", "narvik", "norwegian_sea", "north_sea", "hamburg")),
        Route(2, ("ploesti", "hamburg")),
    ]
    assert found.bottleneck("hamburg") == Bottleneck((), ("north_sea",), ("ploesti",))
    assert found.why("hamburg") == (
        "hamburg gets 4 of 6: north_sea passes on 2 and no more; ploesti has no more than 2"
    )
    enough = convoys(3)
    assert enough.amount == 5
    assert enough.bottleneck("hamburg") == Bottleneck((), ("north_sea",), ("ploesti",))


def test_the_cheapest_way_is_filled_first() -> None:
    ways = [Way("a", "b", most=2, price=1), Way("a", "c", price=2), Way("c", "b", price=2)]
    found = haul({"a": 5}, {"b": 5}, ways)
    assert found.amount == 5 and found.cost == 2 * 1 + 3 * 4
    assert {(way.a, way.b): amount for way, amount in found.carried()} == {("a", "b"): 2, ("a", "c"): 3, ("c", "b"): 3}


def test_a_greedy_first_way_is_taken_back() -> None:
    """The short way a-b-d would block both others: what was sent is sent another way."""
    ways = [Way("a", "b", 1), Way("a", "c", 1, 5), Way("b", "c", 1), Way("b", "d", 1, 5), Way("c", "d", 1)]
    found = haul({"a": 2}, {"d": 2}, ways)
    assert found.amount == 2 and found.cost == 10


def test_nothing_and_nowhere() -> None:
    found = haul({"a": 3}, {"b": 2}, [])
    assert found.amount == 0 and found.why("b") == "b gets 0 of 2: no way leads there"
    assert haul({"a": 3}, {"a": 2}, []).routes() == [Route(2, ("a",))]
    assert haul({}, {"b": 0}, []).why("b") == "b gets 0 of 0"


EDGES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2), st.integers(0, 3)), max_size=5)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(EDGES, st.integers(0, 2), st.dictionaries(st.integers(1, 3), st.integers(0, 2), max_size=2))
def test_it_is_the_most_and_the_cheapest(edges: list[tuple[int, int, int, int]], supply: int, most: dict[int, int]) -> None:
    """Against trying every amount on every way."""
    ways = [Way(a, b, n, price) for a, b, n, price in edges if a != b]
    sources, wants = {0: supply, 1: 1}, {4: 2, 3: 1}
    found = haul(sources, wants, ways, most)
    best = (0, 0)
    for amounts in product(*(range((way.most or 0) + 1) for way in ways)):
        balance = dict.fromkeys(range(5), 0)
        coming = dict.fromkeys(range(5), 0)
        for way, amount in zip(ways, amounts):
            balance[way.a] += amount
            balance[way.b] -= amount
            coming[way.b] += amount
        for given_out in product(*(range(n + 1) for n in sources.values())):
            for got in product(*(range(n + 1) for n in wants.values())):
                gives, takes = dict(zip(sources, given_out)), dict(zip(wants, got))
                if all(
                    balance[n] == gives.get(n, 0) - takes.get(n, 0) and coming[n] + gives.get(n, 0) <= most.get(n, 99)
                    for n in range(5)
                ):
                    cost = sum(way.price * amount for way, amount in zip(ways, amounts))
                    best = max(best, (sum(got), -cost))
    assert (found.amount, -found.cost) == best
    assert sum(route.amount for route in found.routes()) == found.amount == sum(found.arrived.values())
    for place in wants:
        cut = found.bottleneck(place)
        assert (cut is None) == (found.arrived[place] == wants[place])


def test_an_answer_that_is_kept_holds_no_scratch_of_the_search() -> None:
    """The edges of every node are made again only for who asks for routes or a bottleneck."""
    found = haul({"mine": 4}, {"works": 5}, [Way("mine", "quay"), Way("quay", "works", most=3)])
    assert "out" not in vars(found) and "price" not in vars(found)
    assert [(r.amount, r.places) for r in found.routes()] == [(3, ("mine", "quay", "works"))]
    assert found.bottleneck("works") is not None
