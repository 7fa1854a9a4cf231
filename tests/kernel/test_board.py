"""The board: looking up, borders, hex distances, reading, validators."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.kernel.board import Board, Map, hex_grid
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files

TOML = '''provenance = "reconstructed for tests"
name = "Small war"
[[maps]]
id = "W"
kind = "hex"
orientation = "pointy"
layout = "odd"
[[maps]]
id = "seas"
kind = "area"
[terrain]
clear = "open ground"
forest = "woods"
[features]
river = "a river"
rail = "a railway"
coast = "a coast"
'''
SPACES = """# provenance: public atlas
id,name,kind,map,col,row,x,y,terrain,country,oil
W0000,Warsaw,hex,W,0,0,0,0,clear,poland,
W0001,,hex,W,1,0,1,0,forest,poland,2
W0100,,hex,W,0,1,0.5,0.87,clear,germany,
baltic,Baltic Sea,sea,seas,,,3,3,,,
usa,United States,box,,,,9,9,,usa,7
"""
BORDERS = """# provenance: public atlas
a,b,features,capacity
W0000,W0001,river rail,3
W0100,W0000,,
W0001,baltic,coast,1
baltic,usa,,
"""


def written(folder: Path, toml: str = TOML, spaces: str = SPACES, borders: str = BORDERS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("board.toml", toml), ("spaces.csv", spaces), ("borders.csv", borders)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board.load(written(tmp_path / "board"))


# --- looking up


def test_spaces_have_ids_names_and_columns(board: Board) -> None:
    warsaw = board.space("W0000")
    assert board.token(warsaw) == "W0000"
    assert board.named("Warsaw") == warsaw
    assert [board.label(s) for s in range(board.size)] == ["Warsaw", "W0001", "W0100", "Baltic Sea", "United States"]
    assert board.kind == ["hex", "hex", "hex", "sea", "box"]
    assert board.country[:3] == ["poland", "poland", "germany"]
    assert [board.terrain_name(s) for s in range(3)] == ["clear", "forest", "clear"]
    assert board.terrain[1] == board.terrains.index("forest") == 1
    assert board.column("oil") == ["", "2", "", "", "7"]
    assert board.ints("oil") == board.ints("oil") == [0, 2, 0, 0, 7]
    assert (board.x[2], board.y[2], board.col[3]) == (0.5, 0.87, None)
    assert board.knows("usa")
    assert not board.knows("W9999")
    assert repr(board) == "<Board Small war: 5 spaces, 4 borders>"


def test_unknown_and_ambiguous_names_are_refused(board: Board) -> None:
    with pytest.raises(GrognardError, match="no space 'W9999'"):
        board.space("W9999")
    with pytest.raises(GrognardError, match="no spaces named 'Paris'"):
        board.named("Paris")
    with pytest.raises(GrognardError, match="3 spaces named 'x'"):
        Board.build([{"id": token, "name": "x"} for token in "abc"], []).named("x")


def test_spaces_by_kind_map_and_terrain(board: Board) -> None:
    assert board.spaces(kind="sea") == [board.space("baltic")]
    assert board.spaces(map="W", terrain="clear") == [0, 2]
    assert board.spaces() == [0, 1, 2, 3, 4]


def test_numbers_are_checked(board: Board) -> None:
    board.columns["oil"][1] = "much"
    with pytest.raises(GrognardError, match="column 'oil' of 'W0001' has 'much'"):
        board.ints("oil")


# --- borders


def test_borders_have_features_and_columns(board: Board) -> None:
    border = board.border(1, 0)
    assert border == board.border(0, 1) == 0
    assert board.border(0, 3) is None
    assert board.adjacent(3, 4)
    assert not board.adjacent(0, 4)
    assert board.has(border, board.bits("river"))
    assert not board.has(border, board.bits("coast"))
    assert board.has(border, board.bits("coast", "rail"))
    assert board.feature_names(border) == ["river", "rail"]
    assert board.border_column("capacity") == ["3", "", "1", ""]
    assert board.neighbours[0] == ((1, 0), (2, 1))


def test_links_leave_out_and_ask_for_features(board: Board) -> None:
    assert board.links()[0] == (1, 2)
    assert board.links(without=board.bits("river"))[0] == (2,)
    assert board.links(need=board.bits("rail", "coast"))[1] == (0, 3)
    assert board.links(without=board.bits("river")) is board.links(without=board.bits("river"))


# --- distances


@pytest.mark.parametrize("layout", ["odd", "even", "axial"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_hex_distance_equals_the_number_of_steps(orientation: str, layout: str) -> None:
    board = hex_grid(7, 6, orientation=orientation, layout=layout)
    assert board.problems() == []
    steps_only = Board.build(board.ids, [(board.ids[a], board.ids[b]) for a, b in board.ends])
    if layout == "axial":  # a skewed sheet: corners poke out, so the way round is never shorter than the straight one
        assert all(board.distance(a, b) <= steps_only.distance(a, b) for a in range(board.size) for b in range(board.size))  # type: ignore[operator]
    else:
        assert all(board.distance(a, b) == steps_only.distance(a, b) for a in range(board.size) for b in range(board.size))


def test_a_hex_in_the_middle_has_six_neighbours_and_whole_rings() -> None:
    board = hex_grid(9, 9, orientation="pointy", layout="even")
    centre = board.space("0404")
    assert len(board.neighbours[centre]) == 6
    assert [len(ring) for ring in board.rings(centre, 4)] == [1, 6, 12, 18, 24]
    assert sorted(board.ring(centre, 1)) == sorted(s for s, _ in board.neighbours[centre])
    assert len(board.within(centre, 2)) == 19
    assert board.within(centre, 2)[0] == centre
    assert all(board.distance(centre, s) == 3 for s in board.ring(centre, 3))
    assert len(board.within(board.space("0000"), 1)) < 5


def test_the_layout_tells_which_hexes_touch() -> None:
    """Odd rows of a pointy sheet are set off towards higher columns: 1707 touches 1607, 1608, 1807 and 1808 (row, column)."""
    board = hex_grid(12, 20, orientation="pointy", layout="odd")
    around = {board.token(s) for s, _ in board.neighbours[board.space("0717")]}
    assert around == {"0617", "0817", "0716", "0816", "0718", "0818"}


def test_lines_are_straight_and_the_same_both_ways() -> None:
    board = hex_grid(10, 8)
    for a in range(0, board.size, 3):
        for b in range(0, board.size, 7):
            line = board.line(a, b)
            assert line == board.line(b, a)[::-1]
            assert len(line) == board.distance(a, b) + 1  # type: ignore[operator]
            assert all(board.adjacent(s, t) for s, t in pairwise(line))


def test_lines_need_one_hex_map(board: Board) -> None:
    for a, b, words in ((0, 3, "baltic is not a hex"), (3, 0, "baltic is not a hex")):
        with pytest.raises(AssertionError, match=words):
            board.line(a, b)


def test_distance_off_the_grid_counts_borders(board: Board) -> None:
    assert board.distance(board.space("W0000"), board.space("usa")) == 3
    assert board.within(3, 1) == [3, 1, 4]
    assert sorted(board.within(0, 3)) == [0, 1, 2]
    assert sorted(board.within(0, 2, across=True)) == [0, 1, 2, 3]
    assert board.within(0, 3, across=True)[-1] == board.space("usa")
    island = Board.build(["a", "b"], [])
    assert island.distance(0, 1) is None


# --- reading


def test_load_from_a_titles_files(tmp_path: Path) -> None:
    written(tmp_path / "tw" / "data" / "board")
    assert Board.load(Files(tmp_path / "tw", {})).size == 5


def test_a_whole_board_has_no_problems(board: Board) -> None:
    assert board.problems() == []
    assert [len(part) for part in board.parts()] == [5]


@pytest.mark.parametrize(("name", "old", "new", "line", "words"), [
    ("borders", "baltic,usa,,", "baltic,usa,swamp,", 6, "unknown feature 'swamp'"),
    ("borders", "baltic,usa,,", "baltic,france,,", 6, "unknown space 'france'"),
    ("borders", "baltic,usa,,", "italy,usa,,", 6, "unknown space 'italy'"),
    ("borders", "baltic,usa,,", "usa,usa,,", 6, "'usa' borders itself"),
    ("borders", "baltic,usa,,", "W0001,W0000,rail,", 6, "border W0001-W0000 stands twice"),
    ("spaces", "W0001,", "W0000,", 4, "space 'W0000' stands twice"),
    ("spaces", "usa,United States", ",United States", 7, "a space has no id"),
    ("spaces", ",forest,", ",jungle,", 4, "unknown terrain 'jungle'"),
    ("spaces", "box,,", "fleet,,", 7, "unknown kind 'fleet'"),
    ("spaces", "box,,", "box,Z,", 7, "unknown map 'Z'"),
    ("spaces", "hex,W,1,0", "hex,W,one,0", 4, "column 'col' has 'one'"),
    ("spaces", "9,9,,usa", "east,9,,usa", 7, "column 'x' has 'east'"),
    ("spaces", "terrain,country", "terrain,owner", None, "missing column 'country'"),
    ("toml", 'orientation = "pointy"', 'orientation = "round"', None, "map 'W' is not understood"),
])
def test_faults_are_refused_with_their_line(tmp_path: Path, name: str, old: str, new: str, line: int | None, words: str) -> None:
    text = {"toml": TOML, "spaces": SPACES, "borders": BORDERS}
    assert old in text[name]
    text[name] = text[name].replace(old, new, 1)
    with pytest.raises(GrognardError) as caught:
        Board.load(written(tmp_path, **text))
    assert words in caught.value.message
    assert caught.value.line == line
    assert caught.value.remedy


def test_problems_lists_every_fault_when_not_strict(tmp_path: Path) -> None:
    borders = BORDERS.replace("baltic,usa,,", "baltic,usa,swamp,\nusa,usa,,\nusa,france,,")
    board = Board.load(written(tmp_path, borders=borders, spaces=SPACES.replace(",forest,", ",jungle,")), strict=False)
    found = board.problems()
    assert [words in problem for words, problem in zip(("jungle", "swamp", "borders itself", "france"), found)] == [True] * 4
    assert len(found) == 4
    assert board.border_column("capacity") == ["3", "", "1", ""]


def test_problems_of_the_graph(tmp_path: Path) -> None:
    hexes: list[dict[str, object]] = [
        {"id": token, "kind": "hex", "map": "m", "col": col, "row": 0} for token, col in (("a", 0), ("b", 2), ("c", 2))]
    far = Board.build([*hexes, "x", "y", "z"], [("a", "b"), ("x", "y")], maps=[Map("m")])
    assert far.problems() == [
        "hexes b and c have the same place", "border a-b joins hexes 2 apart", "space 'c' has no border",
        "space 'z' has no border", "a part of 2 spaces around 'x' is cut off from the rest"]
    twice = Board.load(written(tmp_path, spaces=SPACES.replace("W0001,", "W0000,")), strict=False)
    assert "space 'W0000' stands twice" in twice.problems()


def test_an_empty_board_can_be_read(tmp_path: Path) -> None:
    head = SPACES.splitlines(keepends=True)[:2]
    board = Board.load(written(tmp_path, spaces="".join(head), borders="".join(BORDERS.splitlines(keepends=True)[:2])))
    assert (board.size, board.problems()) == (0, [])


def test_build_makes_features_and_columns() -> None:
    board = Board.build([{"id": "a", "ipp": 3, "terrain": "hills"}, "b"], [("a", "b", "canal rail")], features=["rail"])
    assert board.ints("ipp") == [3, 0]
    assert board.feature_bits == {"rail": 1, "canal": 2}
    assert board.terrain_name(0) == "hills"
    with pytest.raises(AssertionError, match="borders itself"):
        Board.build(["a"], [("a", "a")])
