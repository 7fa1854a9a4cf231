"""State: columns, rows, copies, digests, encoding."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import row_options
from grognard.kernel.state import Game, Row, column, mapping, numbers, scalar, table


class Piece(Row, prefix="p"):
    at = column(-1)
    hits = column(2)


class Power(Row, prefix="n"):
    cash = column(10)


class Small(Game):
    pieces = table(Piece)
    powers = table(Power, tokens=("germany", "france"))
    turn = scalar(1)
    weather = scalar("fair")
    queue = numbers()
    debts = mapping()


@pytest.fixture
def g() -> Small:
    made = Small()
    made.board = made.options = made.title = made.dice = made.journal = None
    made.powers.fill(2)
    for at in (4, 7, 4):
        made.pieces.add(at=at)
    made.queue.append(3)
    made.debts[5] = 9
    return made


def test_a_row_reads_and_writes_its_cells(g: Small) -> None:
    piece = g.pieces[1]
    piece.hits -= 1
    assert (piece.at, piece.hits) == (7, 1)
    assert g.pieces.hits == [2, 1, 2]
    assert [p.index for p in g.pieces.where(at=4)] == [0, 2]


def test_rows_name_themselves_and_are_found_again(g: Small) -> None:
    assert [p.token for p in g.pieces] == ["p0", "p1", "p2"]
    assert g.powers[1].token == "n.france"
    assert g.pieces.find("p2") == g.pieces[2]
    assert g.powers.find("n.germany") == g.powers[0]
    for odd in ("p3", "q1", "n.spain", "n0", "p"):
        assert g.pieces.find(odd) is None
        assert g.powers.find(odd) is None


def test_unknown_columns_are_refused(g: Small) -> None:
    with pytest.raises(AttributeError, match="no attribute .speed."):
        _ = g.pieces.speed  # type: ignore[column]
    with pytest.raises(AssertionError, match="no column speed"):
        g.pieces.add(speed=3)  # type: ignore[call-arg]


def test_a_copy_shares_nothing_that_changes(g: Small) -> None:
    twin = g.copy()
    twin.pieces[0].at = 99
    twin.turn = 5
    twin.queue.append(1)
    twin.debts[5] = 0
    twin.standing["red war"] = "never"
    assert g.pieces[0].at == 4
    assert (g.turn, g.queue, g.debts, g.standing) == (1, [3], {5: 9}, {})
    assert twin.pieces.game is twin


def test_versions_move_with_writes(g: Small) -> None:
    before = [g.version(p) for p in ("pieces.at", "pieces.hits", "turn", "queue", "debts")]
    g.pieces[0].at = 4
    g.turn = 2
    g.queue.append(1)
    g.debts[1] = 1
    after = [g.version(p) for p in ("pieces.at", "pieces.hits", "turn", "queue", "debts")]
    assert [a != b for a, b in zip(before, after)] == [True, False, True, True, True]


def test_the_digest_sees_every_field(g: Small) -> None:
    base = g.digest()
    for change in (
        lambda s: s.pieces.columns[0].__setitem__(0, 5),
        lambda s: setattr(s, "turn", 2),
        lambda s: setattr(s, "weather", "storm"),
        lambda s: s.queue.append(0),
        lambda s: s.debts.update({5: 8}),
        lambda s: s.cursor.append([0]),
        lambda s: s.standing.update({"a b": "c"}),
        lambda s: setattr(s, "rolled", 1),
        lambda s: setattr(s, "outcome", "x"),
    ):
        twin = g.copy()
        assert twin.digest() == base
        change(twin)
        assert twin.digest() != base


def test_the_digest_is_the_same_in_every_process() -> None:
    code = "from tests.kernel.conftest import new_game, play_random\ns = new_game(7); play_random(s, 60, 3); print(s.g.digest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(found) == 1
    assert len(found.pop().strip()) == 32


def test_encode_and_decode_are_the_identity(g: Small) -> None:
    g.rolled = 7
    twin = Small()
    twin.decode(g.encode())
    assert twin.digest() == g.digest()
    assert twin.weather == "fair"


def test_what_a_save_does_not_hold_takes_its_default(g: Small) -> None:
    class Marked(Piece):
        rank = column(3)

    class Other(Small):
        pieces = table(Marked)  # type: ignore[assignment]
        extra = scalar(7)
        list_of_now = numbers()

    twin = Other()
    assert twin.decode(g.encode()) is False
    assert twin.extra == 7 and twin.list_of_now == []
    assert twin.pieces.rank == [3] * len(g.pieces) and twin.pieces.rank
    assert twin.pieces.at == g.pieces.at
    again = Small()
    assert again.decode(g.encode()) is True


def test_names_added_at_the_end_of_a_table_have_defaults(g: Small) -> None:
    class Other(Small):
        powers = table(Power, tokens=("germany", "france", "poland"))

    g.powers[0].cash = 3
    twin = Other()
    assert twin.decode(g.encode()) is False
    assert twin.powers.cash == [3, 10, 10]


def test_what_only_the_save_holds_is_refused(g: Small) -> None:
    class Other(Small):
        extra = scalar(0)

    with pytest.raises(GrognardError, match=r"holds a scalar that this version does not know: 'extra'") as caught:
        Small().decode(Other().encode())
    assert "update Grognard" in str(caught.value.remedy)
    with pytest.raises(GrognardError, match="cannot be read"):
        Small().decode(b"nonsense")


def test_rows_compare_by_table_and_place(g: Small) -> None:
    assert g.pieces[0] == g.copy().pieces[0]
    assert g.pieces[0] != g.powers[0]
    assert {g.pieces[1], g.pieces[1]} == {g.pieces[1]}
    assert repr(g.pieces[1]) == "p1"
    assert g.pieces[1].label == "p1"
    assert g.pieces[2].game is g
    assert [10, 20, 30][g.pieces[2]] == 30


def test_a_copy_like_an_earlier_one_shares_what_was_not_written(g: Small) -> None:
    first = g.copy()
    g.pieces[0].hits = 7
    second = g.copy(first)
    assert second.pieces.at is first.pieces.at
    assert second.pieces.at is not g.pieces.at
    assert second.pieces.hits is not first.pieces.hits
    assert second.digest() == g.digest() != first.digest()
    again = second.copy()
    again.pieces[0].at = 5
    assert (first.pieces.at[0], second.pieces.at[0], again.pieces.at[0]) == (4, 4, 5)


def test_a_list_that_copies_share_keeps_no_older_copy_alive(g: Small) -> None:
    first = g.copy()
    second = g.copy(first)
    assert second.queue is first.queue and second.debts is first.debts
    older = weakref.ref(first)
    del first
    gc.collect()
    assert older() is None and second.queue == [3]


def test_a_whole_column_is_written_at_once(g: Small) -> None:
    before = g.version("pieces.hits")
    cells = g.pieces.hits
    g.pieces.rewrite(Piece.hits, [9, 8, 9])
    assert g.pieces.hits is cells == [9, 8, 9]
    written = g.version("pieces.hits")
    assert written != before
    g.pieces.rewrite(Piece.hits, [9, 8, 9])
    assert g.version("pieces.hits") == written
    with pytest.raises(AssertionError):
        g.pieces.rewrite(Piece.hits, [9])


def test_choices_are_made_once_in_a_game(g: Small) -> None:
    hit = row_options(g, "hit", g.pieces)
    assert hit[1] is row_options(g, "hit", g.pieces)[1]
    assert (hit[1].text, row_options(g, "heal", g.pieces)[1].text) == ("hit p1", "heal p1")
    twin = g.copy()
    other = row_options(twin, "hit", twin.pieces)[1]
    assert other == hit[1]
    assert other.arg.table is twin.pieces
