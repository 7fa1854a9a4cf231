"""The index of places and what makes pieces alike: kept move by move, equal to a rebuild after anything."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.kernel.cache import Stirred, check_caches
from grognard.kernel.state import NOWHERE, Game, Row, column, place, table


class Piece(Row, prefix="p", alike=("kind", "at")):
    """A piece on a board."""

    kind = column()
    at = place()
    hits = column()


class Box(Game):
    """Pieces and nothing else."""

    pieces = table(Piece)
    plain = table(Row)


stirred = Stirred("pieces", "kind")
ACTS = st.lists(st.tuples(st.sampled_from("amtrcwk"), st.integers(0, 7), st.integers(-1, 5)), max_size=30)


def rebuilt(g: Box) -> dict[int, list[int]]:
    return {at: [u for u, there in enumerate(g.pieces.at) if there == at] for at in set(g.pieces.at)}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(ACTS)
def test_the_index_equals_a_rebuild(acts: list[tuple[str, int, int]]) -> None:
    g = Box()
    for n in range(4):
        g.pieces.add(kind=n % 2, at=n % 3)
    counts = {kind: stirred(g, (kind,)) for kind in (0, 1)}
    for act, u, at in acts:
        before = [list(row) for row in zip(*g.pieces.columns)]
        u %= len(g.pieces)
        if act == "a":
            g.pieces.add(kind=u % 2, at=at)
        elif act == "m":
            g.pieces[u].at = at
        elif act == "t":
            g.pieces.move(u, at)
        elif act == "r":
            g.pieces.rewrite(Piece.at, [at] * len(g.pieces))
        elif act == "c":
            g = g.copy()
            counts = {kind: stirred(g, (kind,)) for kind in (0, 1)}
            before = [list(row) for row in zip(*g.pieces.columns)]
        elif act == "w":
            g.pieces[u].hits += 1
        else:
            g.pieces[u].kind = (at + 1) % 2
        assert g.pieces.stacks == rebuilt(g)
        check_caches(g)
        after = [list(row) for row in zip(*g.pieces.columns)]
        for kind in (0, 1):
            now = stirred(g, (kind,))
            of_kind = [[row for row in rows if row[0] == kind] for rows in (before, after)]
            assert now != counts[kind] or of_kind[0] == of_kind[1], (act, kind)
            counts[kind] = now


def test_stirring_tells_sides_apart() -> None:
    g = Box()
    for kind in (0, 1):
        g.pieces.add(kind=kind, at=0)
    ours, theirs = stirred(g, (0,)), stirred(g, (1,))
    g.pieces[0].at = 3
    assert stirred(g, (0,)) != ours and stirred(g, (1,)) == theirs


def test_an_empty_place_reads_as_empty() -> None:
    g = Box()
    piece = g.pieces.add(at=3)
    assert g.pieces.stacks[3] == [0] and g.pieces.stacks[4] == [] and 4 not in g.pieces.stacks
    piece.at = NOWHERE
    assert 3 not in g.pieces.stacks and g.pieces.stacks[NOWHERE] == [0]


def test_a_write_past_the_table_is_found() -> None:
    g = Box()
    g.pieces.add(at=3)
    assert g.pieces.stacks[3] == [0]
    g.pieces.at[0] = 5
    with pytest.raises(AssertionError, match="places of pieces are stale"):
        check_caches(g)
    g.pieces.touch(Piece.at.place, row=0)
    check_caches(g)
    assert g.pieces.stacks[5] == [0]


def test_pieces_that_are_alike() -> None:
    g = Box()
    for kind, at, hits in ((1, 0, 0), (2, 0, 0), (1, 0, 1), (1, 4, 0), (2, 0, 0)):
        g.pieces.add(kind=kind, at=at, hits=hits)
    rows = range(5)
    assert g.pieces.kinds(rows) == {(1, 0): [0, 2], (2, 0): [1, 4], (1, 4): [3]}
    assert g.pieces.firsts(reversed(rows)) == [4, 3, 2] and g.pieces.firsts([]) == []


def test_what_cannot_be_declared() -> None:
    with pytest.raises(AssertionError, match="not all columns"):
        type("Odd", (Row,), {"kind": column()}, alike=("sort",))
    with pytest.raises(AssertionError, match="one place at a time"):
        type("Twice", (Row,), {"at": place(), "also": place()})
    with pytest.raises(AssertionError, match="no column that is a place"):
        _ = Box().plain.stacks
