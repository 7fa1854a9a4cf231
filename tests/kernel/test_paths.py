"""Reach, ranges and supply: what is found, the path that proves it, the refusal that explains it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel.board import Board, Map, hex_grid
from grognard.kernel.legs import Leg, Network, Step, Way, flood
from grognard.kernel.paths import LAST, OPEN, SHUT, ranges, reach, spread
from grognard.kernel.rules import No

STACK = No("9.6", "too many units")
ZOC = No("9.7", "must stop in an enemy zone of control")
ALPINE = No("9.4", "no unit crosses an alpine border")
ENEMY = No("12.1", "an enemy stands there")


def chain(*tokens: str, features: dict[str, str] | None = None) -> Board:
    """Spaces in a row: chain("a", "b", "c")."""
    return Board.build(tokens, [(a, b, (features or {}).get(a + b, "")) for a, b in pairwise(tokens)])


def tokens(board: Board, spaces: list[int]) -> str:
    return "".join(board.token(s) for s in spaces)


def one(a: int, b: int, border: int) -> int:
    return 1


# --- reach


def test_reach_ends_with_the_budget() -> None:
    board = chain(*"abcdef")
    found = reach(board, 0, 3, one, rule="9.2")
    assert found.costs == {0: 0, 1: 1, 2: 2, 3: 3}
    assert tokens(board, found.path(3)) == "abcd"
    assert found.ends() == [1, 2, 3]
    assert 3 in found
    assert 4 not in found
    assert found.why_not(2) is None
    assert found.why_not(4) == No("9.2", "e costs 1, and 0 of 3 are left in d")


def test_reach_takes_the_cheaper_way_round() -> None:
    board = Board.build("abcd", [("a", "b", "swamp"), ("a", "c"), ("c", "d"), ("d", "b")])
    swamp = board.bits("swamp")
    found = reach(board, 0, 9, lambda a, b, border: 5 if board.has(border, swamp) else 1)
    assert found.costs[1] == 3
    assert tokens(board, found.path(1)) == "acdb"


def test_a_refused_step_says_why_along_the_best_approach() -> None:
    board = chain(*"abcd", features={"bc": "alpine"})
    found = reach(board, 0, 9, lambda a, b, border: ALPINE if board.has(border, board.bits("alpine")) else 1)
    assert found.why_not(2) == ALPINE
    assert found.why_not(3) == ALPINE


def test_stop_ends_the_move_on_entry_but_not_at_the_start() -> None:
    board = chain(*"abcd")
    found = reach(board, 0, 9, one, stop=lambda s: ZOC if s in (0, 2) else None)
    assert sorted(found.costs) == [0, 1, 2]
    assert found.why_not(3) == ZOC
    plain = reach(board, 0, 9, one, stop=lambda s: s == 2, rule="9.7")
    assert plain.why_not(3) == No("9.7", "must stop in c")
    assert sorted(reach(board, 0, 9, one, stop=lambda s: False).costs) == [0, 1, 2, 3]


def test_a_space_may_be_passed_where_the_move_may_not_end() -> None:
    board = chain(*"abc")
    found = reach(board, 0, 2, one, end=lambda s: STACK if s == 1 else None)
    assert found.ends() == [2]
    assert not found.can_end(1)
    assert found.why_not(1) == STACK
    assert found.why_not(2) is None


def test_always_one_step_however_dear() -> None:
    board = chain(*"abc")
    assert sorted(reach(board, 0, 2, lambda a, b, border: 5).costs) == [0]
    found = reach(board, 0, 2, lambda a, b, border: 5, always_one=True)
    assert found.costs == {0: 0, 1: 2}
    assert found.why_not(2) == No("", "c costs 5, and 0 of 2 are left in b")


def test_a_place_without_a_way() -> None:
    assert reach(Board.build("ab", []), 0, 3, one, rule="9").why_not(1) == No("9", "no way leads to b")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 9))
def test_reach_agrees_with_plain_relaxation(seed: int, budget: int) -> None:
    board = hex_grid(6, 5)
    dice = random.Random(seed)
    price = {(a, b): dice.choice([1, 1, 2, 3, 0, None]) for s, t in board.ends for a, b in ((s, t), (t, s))}
    stops = {s for s in range(board.size) if dice.random() < 0.2}

    def cost(a: int, b: int, border: int) -> int | No:
        found = price[a, b]
        return ALPINE if found is None else found

    found = reach(board, 14, budget, cost, stop=stops.__contains__)
    plain = {14: 0}
    for _ in range(board.size):
        for (a, b), points in price.items():
            if a in plain and (a == 14 or a not in stops) and points is not None and plain[a] + points <= budget:
                plain[b] = min(plain.get(b, 99), plain[a] + points)
    assert found.costs == plain
    for s in range(board.size):
        if s in plain:
            way = found.path(s)
            assert sum(price[step] or 0 for step in pairwise(way)) == plain[s]
            assert not stops & set(way[1:-1])
        else:
            assert isinstance(found.why_not(s), No)


# --- ranges


def test_ranges_as_the_crow_flies_and_through_what_is_open() -> None:
    board = hex_grid(9, 9)
    a, b = board.space("0000"), board.space("0808")
    near = ranges(board, [a, b], 2)
    assert near == {**{s: d for s in board.within(a, 2) if (d := board.distance(a, s)) is not None},
                    **{s: d for s in board.within(b, 2) if (d := board.distance(b, s)) is not None}}
    wall = {board.space(f"04{row:02d}") for row in range(8)}
    assert board.distance(a, board.space("0800")) == 8
    round_it = ranges(board, [a], None, lambda s: s not in wall)
    assert round_it[board.space("0800")] > 8
    assert not wall & round_it.keys()
    mask = bytearray(s not in wall for s in range(board.size))
    assert ranges(board, [a], 5, mask) == {s: d for s, d in round_it.items() if d <= 5}
    assert ranges(board, [a])[b] == board.distance(a, b)


def test_ranges_cross_from_hexes_to_other_spaces() -> None:
    hexes = [{"id": f"h{n}", "kind": "hex", "map": "m", "col": n, "row": 0} for n in range(3)]
    board = Board.build([*hexes, "sea", "box"], [("h0", "h1"), ("h1", "h2"), ("h1", "sea"), ("sea", "box")], maps=[Map("m")])
    assert ranges(board, [0], 2) == {0: 0, 1: 1, 2: 2, 3: 2}


# --- spread


def test_spread_passes_open_spaces_and_ends_in_last_ones() -> None:
    board = chain(*"abcdef")
    found = spread(board, [0], [OPEN, OPEN, LAST, OPEN, SHUT, OPEN], rule="12")

    def why(space: int) -> No:
        return ENEMY if space == 4 else ZOC

    assert [s in found for s in range(6)] == [True, True, True, False, False, False]
    assert tokens(board, found.path(2)) == "abc"
    assert found.why_not(3, why) == ZOC
    assert found.why_not(4, why) == ENEMY
    assert found.why_not(2, why) is None
    assert [(a, b) for a, b, _ in found.cut(5)] == [(2, 3), (3, 4)]
    assert spread(board, [0], b"\1\1\0\1\1\1", rule="12").why_not(5) == No("12", "c is closed")


def test_spread_over_links_that_leave_out_borders() -> None:
    board = chain(*"abc", features={"bc": "lake"})
    found = spread(board, [0], b"\1\1\1", links=board.links(without=board.bits("lake")), rule="2.4")
    assert 2 not in found
    assert found.why_not(2) == No("2.4", "lake between b and c")


def test_spread_tells_all_sources() -> None:
    board = chain(*"abcdefg")
    found = spread(board, [0, 6, 3, 1, 4], [OPEN, OPEN, LAST, OPEN, SHUT, OPEN, OPEN])
    assert found.by(0) == found.by(1) == [0, 1]
    assert found.by(2) == [0, 3, 1]
    assert found.by(3) == [3]
    assert found.by(4) == []
    assert found.by(5) == [6]


def test_a_source_in_a_last_space_supplies_its_neighbours() -> None:
    board = chain(*"abcdef")
    found = spread(board, [2, 0], [OPEN, OPEN, LAST, LAST, OPEN, OPEN])
    assert found.by(1) == [2, 0]
    assert found.by(3) == [2]
    assert found.by(4) == []
    assert tokens(board, found.path(3)) == "cd"
    assert tokens(board, found.path(1)) == "ab"
    alone = spread(board, [2], [OPEN, OPEN, LAST, OPEN, SHUT, OPEN])
    assert tokens(board, alone.path(0)) == "cba"
    assert alone.by(3) == [2]


def test_a_shut_source_supplies_nothing() -> None:
    board = Board.build("abc", [("a", "b")])
    assert spread(board, [0], b"\0\1\1", rule="12").why_not(1) == No("12", "no way leads from a source to b")
    assert spread(board, [], b"\1\1\1", rule="12").why_not(1) == No("12", "there is no source")
    assert spread(board, [0], b"\1\1\1", rule="12").why_not(2) == No("12", "no way leads from a source to c")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_spread_agrees_with_a_flood_per_source(seed: int) -> None:
    board = hex_grid(6, 6)
    dice = random.Random(seed)
    mask = [dice.choice([SHUT, OPEN, OPEN, LAST]) for _ in range(board.size)]
    sources = dice.sample(range(board.size), 4)
    found = spread(board, sources, mask, rule="12")
    for n, source in enumerate(sources):
        alone = flood(board, [source] if mask[source] else [], lambda a, b, border: 1 if mask[b] else ENEMY,
                      through=lambda s: mask[s] == OPEN)
        assert [s in alone for s in range(board.size)] == [bool(bits >> n & 1) for bits in found.reached]
    for s in range(board.size):
        if s in found:
            way = found.path(s)
            assert way[0] in sources
            assert way[-1] == s
            assert all(board.adjacent(a, b) for a, b in pairwise(way))
            assert all(mask[t] == OPEN for t in way[1:-1])
            assert found.why_not(s) is None
        else:
            assert isinstance(found.why_not(s), No)


# --- flood

ONE_VOYAGE = (Leg("land", then=("sea",)), Leg("sea", then=("inland",)), Leg("inland", kind="land"))


def test_flood_goes_from_the_sources_and_proves_it() -> None:
    board = chain(*"abcde")
    found = flood(board, [0, 4], lambda a, b, border: ENEMY if b == 2 else 1, rule="12")
    assert [s in found for s in range(5)] == [True, True, False, True, True]
    assert tokens(board, found.path(3)) == "ed"
    assert found.by(3) == 4
    assert found.costs(3) == {"land": 1}
    assert found.why_not(2) == ENEMY
    assert found.why_not(3) is None


def coast(board: Board) -> Step:
    """Steps between a sea space (upper case) and anything are by sea."""
    def step(a: int, b: int, border: int) -> Way:
        return ("sea", 0) if board.token(b).isupper() else ("land", 1)
    return step


def test_one_voyage_and_no_second() -> None:
    board = chain(*"abSTcdUe")
    found = flood(board, [0], coast(board), legs=ONE_VOYAGE, rule="2.4.2")
    assert tokens(board, [s for s in range(board.size) if s in found]) == "abSTcd"
    assert found.legs_to(4) == [(0, "land"), (1, "land"), (2, "sea"), (3, "sea"), (4, "inland")]
    assert found.why_not(7) == found.why_not(6) == No("2.4.2", "no sea leg after inland in d")


def test_a_leg_is_bounded_and_the_next_begins_anew_unless_it_carries() -> None:
    board = chain(*"abScde")
    fresh = (Leg("land", limit=2, then=("sea",)), Leg("sea", then=("inland",)), Leg("inland", kind="land", limit=2))
    found = flood(board, [0], coast(board), legs=fresh, rule="2.4.2")
    assert tokens(board, [s for s in range(board.size) if s in found]) == "abScd"
    assert found.why_not(5) == No("2.4.2", "e would be 3 of 2 by inland")
    carried = (Leg("land", limit=2, then=("sea",)), Leg("sea", carries=True, then=("inland",)),
               Leg("inland", kind="land", limit=2, carries=True))
    found = flood(board, [0], coast(board), legs=carried)
    assert tokens(board, [s for s in range(board.size) if s in found]) == "abSc"
    assert found.costs(3) == {"inland": 2}


def test_rail_then_some_hexes_off_rail() -> None:
    board = chain(*"abcdefgh", features={"ab": "rail", "bc": "rail", "ef": "rail", "fg": "rail", "gh": "rail"})
    rail = board.bits("rail")

    def step(a: int, b: int, border: int) -> list[Way]:
        return [("rail", 0), ("off", 1)] if board.has(border, rail) else [("off", 1)]

    found = flood(board, [0], step, legs=(Leg("rail", then=("off",)), Leg("off", limit=4)), rule="12.2")
    assert tokens(board, [s for s in range(board.size) if s in found]) == "abcdefg"
    assert found.costs(2) == {"rail": 0, "off": 1}
    assert found.legs_to(2, "off") == [(0, "rail"), (1, "rail"), (2, "off")]
    assert found.why_not(7) == No("12.2", "h would be 5 of 4 by off")


def test_the_longer_way_wins_where_it_costs_less() -> None:
    board = Board.build("sabcxy", [("s", "a", "desert"), ("a", "x", "desert"), ("s", "b"), ("b", "c"), ("c", "x"), ("x", "y")])
    desert = board.bits("desert")
    found = flood(board, [0], lambda a, b, border: 2 if board.has(border, desert) else 1, legs=[Leg("land", limit=4)])
    assert board.space("y") in found
    assert tokens(board, found.path(board.space("y"))) == "sbcxy"
    assert found.costs(board.space("x")) == {"land": 3}


def test_legs_that_begin_anew_in_a_ring_still_prove_themselves() -> None:
    board = Board.build("sabc", [("s", "a"), ("a", "b"), ("b", "c"), ("c", "a")])
    rings = (Leg("x", limit=3, then=("y",)), Leg("y", limit=3, then=("x",)))
    found = flood(board, [0], lambda a, b, border: [("x", 1), ("y", 1)], legs=rings)
    for s in range(board.size):
        for leg in found.costs(s):
            way = found.path(s, leg)
            assert (way[0], way[-1]) == (0, s)
            assert all(board.adjacent(a, b) for a, b in pairwise(way))


def test_supply_enters_but_does_not_pass() -> None:
    board = chain(*"abcd")
    found = flood(board, [0], one, through=lambda s: ZOC if s in (0, 1) else True)
    assert [s in found for s in range(4)] == [True, True, False, False]
    assert found.why_not(3) == ZOC
    assert flood(board, [0], one, through=lambda s: s != 1, rule="12").why_not(2) == No("12", "supply ends in b")
    assert 3 in flood(board, [0], one, through=lambda s: None)


def test_why_not_names_the_front_nearest_to_the_pocket() -> None:
    """The pocket x-e-f is cut off by d on one side and, nearer to f, by a double line g, h on the other: d is the reason."""
    board = Board.build("abcdxefghi", [*((a, b) for a, b in pairwise("abcdxefghi")), ("i", "a")])
    reasons = {board.space(token): No("12", f"enemy in {token}") for token in "dgh"}
    found = flood(board, [0], lambda a, b, border: reasons.get(b, 1))
    assert found.why_not(board.space("f")) == No("12", "enemy in d")
    assert [board.token(b) for _, b, _ in found.cut(board.space("f"))] == ["d"]
    assert found.why_not(board.space("g")) == No("12", "enemy in g")
    assert found.cut(0) == []


def test_no_source_and_no_way() -> None:
    board = Board.build("abc", [("a", "b")])
    assert flood(board, [], one, rule="12").why_not(1) == No("12", "there is no source")
    assert flood(board, [0, 0], one, rule="12").why_not(2) == No("12", "no way leads from a source to c")


def test_a_step_is_asked_once() -> None:
    board = hex_grid(5, 5)
    asked: list[tuple[int, int]] = []

    def step(a: int, b: int, border: int) -> list[Way]:
        asked.append((a, b))
        return [("land", 1), ("sea", 1)]

    flood(board, [0], step, legs=ONE_VOYAGE)
    assert len(asked) == len(set(asked))


def test_of_two_legs_of_a_kind_the_first_named_follows() -> None:
    board = chain(*"abcd")
    short, far = Leg("short", kind="sea", limit=1), Leg("far", kind="sea")
    for then, last in (("short", "far"), "ab"), (("far", "short"), "abcd"):
        found = flood(board, [0], lambda a, b, border: ("sea", 1), legs=(Leg("land", then=then), short, far))
        assert tokens(board, [s for s in range(4) if s in found]) == last


def test_a_leg_that_does_not_exist_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="does not exist"):
        flood(chain("a", "b"), [0], one, legs=(Leg("land", then=("see",)),))


# --- a network kept for many floods


def test_a_network_is_asked_once_and_serves_many_masks() -> None:
    board = chain(*"abSTcd")
    asked: list[tuple[int, int]] = []
    step = coast(board)

    def counted(a: int, b: int, border: int) -> int | Way | list[Way] | No:
        asked.append((a, b))
        return step(a, b, border)

    network = Network(board, counted, ONE_VOYAGE)
    free = flood(board, [0], network)
    assert 5 in free
    first = len(asked)
    blocked = flood(board, [0], network, mask=[OPEN, OPEN, OPEN, SHUT, OPEN, OPEN], why=lambda s: ENEMY, rule="2.4.2")
    assert tokens(board, [s for s in range(board.size) if s in blocked]) == "abS"
    assert len(asked) == first
    assert blocked.why_not(5) == ENEMY


def test_a_mask_shuts_spaces_and_ends_supply_in_others() -> None:
    board = chain(*"abcd")
    found = flood(board, [0], one, mask=[LAST, LAST, OPEN, OPEN], rule="12")
    assert [s in found for s in range(4)] == [True, True, False, False]
    assert found.why_not(2) == No("12", "b is closed")
    assert 0 not in flood(board, [0], one, mask=[SHUT, OPEN, OPEN, OPEN])
    both = flood(board, [0], one, mask=[OPEN] * 4, through=lambda s: ZOC if s == 1 else None)
    assert both.why_not(3) == ZOC


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_a_masked_network_agrees_with_steps_that_look(seed: int) -> None:
    board = hex_grid(7, 6)
    dice = random.Random(seed)
    mask = [dice.choice([SHUT, OPEN, OPEN, OPEN, LAST]) for _ in range(board.size)]
    rails = {border for border in range(len(board.ends)) if dice.random() < 0.4}
    legs = (Leg("rail", then=("off",)), Leg("off", limit=3))
    sources = [s for s in dice.sample(range(board.size), 3) if mask[s]]

    def open_step(a: int, b: int, border: int) -> list[Way]:
        return [("rail", 0), ("off", 1)] if border in rails else [("off", 1)]

    def step(a: int, b: int, border: int) -> list[Way] | No:
        return open_step(a, b, border) if mask[b] else ENEMY

    masked = flood(board, sources, Network(board, open_step, legs), mask=mask)
    plain = flood(board, sources, step, legs=legs, through=lambda s: mask[s] == OPEN)
    assert [masked.costs(s) for s in range(board.size)] == [plain.costs(s) for s in range(board.size)]
    for s in range(board.size):
        if s in masked:
            assert [leg for _, leg in masked.legs_to(s)].count("off") <= 3
            assert all(mask[t] == OPEN or t in sources for t in masked.path(s)[:-1])
        else:
            assert isinstance(masked.why_not(s), No)


def test_supply_of_two_fronts_at_sea_and_on_land() -> None:
    """A unit ashore is supplied over one voyage from home; convoys sunk in the second sea area cut it off and say so."""
    board = Board.build(
        ["london", {"id": "SEA1", "name": "North Sea"}, {"id": "SEA2", "name": "Norwegian Sea"}, "narvik", "hills", "camp"],
        [("london", "SEA1", "port"), ("SEA1", "SEA2"), ("SEA2", "narvik", "port"), ("narvik", "hills"), ("hills", "camp"),
         ("SEA1", "hills", "coast")])
    convoys = {board.space("SEA1"), board.space("SEA2")}
    port = board.bits("port")

    def step(a: int, b: int, border: int) -> Way | No:
        if board.token(b).isupper():
            if b not in convoys:
                return No("2.4.2", f"no convoy in the {board.label(b)}")
            return ("sea", 0)
        if board.token(a).isupper() and not board.has(border, port):
            return No("2.4.2", f"{board.label(b)} has no port")
        return ("land", 1)

    legs = (Leg("land", limit=4, then=("sea",)), Leg("sea", then=("inland",), carries=True),
            Leg("inland", kind="land", limit=4, carries=True))
    camp = board.space("camp")
    supplied = flood(board, [board.space("london")], step, legs=legs)
    assert [board.token(s) for s in supplied.path(camp)] == ["london", "SEA1", "SEA2", "narvik", "hills", "camp"]
    assert supplied.costs(camp) == {"inland": 3}
    convoys.remove(board.space("SEA2"))
    cut = flood(board, [board.space("london")], step, legs=legs)
    assert camp not in cut
    assert cut.why_not(camp) == No("2.4.2", "hills has no port")
    assert cut.why_not(board.space("narvik")) == No("2.4.2", "no convoy in the Norwegian Sea")
