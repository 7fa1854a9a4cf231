"""The gw36 board against the texts: every place, value and adjacency they state, under its line number (anchors.csv)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import grognard.titles
from grognard.atelier.check import BoardFiles, board_report, holds
from grognard.kernel.board import Board
from grognard.kernel.files import read_sheet

FOLDER = Path(next(iter(grognard.titles.__path__))) / "gw36" / "data" / "board"


def rows(name: str) -> list[dict[str, str]]:
    sheet = read_sheet(FOLDER / f"{name}.csv")
    return [dict(zip(sheet.header, row)) for row in sheet.rows]


ANCHORS = rows("anchors")
FILES = BoardFiles(FOLDER)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER)


def _of(board: Board, column: str, zone: str) -> str:
    return board.column(column)[board.space(zone)]


def adjacent(board: Board, a: str, b: str) -> bool:
    return board.border(board.space(a), board.space(b)) is not None


def income(board: Board, nation: str, scenario: int) -> int:
    owners, values = board.column(f"owner_{scenario}"), board.ints("ipp")
    return sum(value for owner, value in zip(owners, values) if owner == nation)


def case(anchor: dict[str, str]) -> str:
    return "{edition}-L{line}-{kind}-{a}-{b}".format(**anchor).replace(" ", "_")


@pytest.mark.parametrize("anchor", ANCHORS, ids=case)
def test_stated_in_the_text(anchor: dict[str, str]) -> None:
    assert holds(FILES, anchor), anchor["fact"]


@pytest.mark.parametrize(
    ("kind", "a", "b"),
    [
        ("link", "berlin", "paris"),
        ("country", "berlin", "france"),
        ("rail", "london", "paris"),
        ("home", "berlin", "italy"),
        ("entering", "belgium", "picardy mountain"),
        ("facility", "abyssinia", "major_factory"),
        ("income", "usa", "64"),
        ("apart", "berlin", "eastern_germany"),
    ],
)
def test_a_false_statement_fails(kind: str, a: str, b: str) -> None:
    assert not holds(FILES, {"kind": kind, "a": a, "b": b})


def test_the_board_has_no_problems(board: Board) -> None:
    assert board.problems() == []
    report = board_report("gw36")
    assert report["problems"] == []
    assert report["anchors"]["held"] == report["anchors"]["stated"] == len(ANCHORS)


def test_the_sixty_adjacencies_of_the_texts_are_anchors() -> None:
    assert sum(row["kind"] in ("link", "apart") for row in ANCHORS) >= 60


@pytest.mark.parametrize(
    ("nation", "scenario", "total"),
    [
        ("usa", 1936, 63),
        ("usa", 1939, 63),
        ("great_britain", 1936, 25),
        ("great_britain", 1939, 25),
        ("france", 1936, 18),
        ("ussr", 1936, 46),
        ("germany", 1939, 24),
        ("italy", 1936, 10),
        ("italy", 1939, 10),
        ("japan", 1936, 16),
        ("kmt", 1936, 6),
        ("kmt", 1939, 7),
        ("ccp", 1936, 2),
    ],
)
def test_incomes(board: Board, nation: str, scenario: int, total: int) -> None:
    """Value of the zones a nation holds: rulebook 3.4, 5.4 and the public reference sheets."""
    assert income(board, nation, scenario) == total


def test_japan_reaches_24_in_1939_with_siam(board: Board) -> None:
    """Siam joins Japan in its first production phase of the 1939 scenario (Table 4-5); the sheet's 24 counts it."""
    assert income(board, "japan", 1939) + income(board, "siam", 1939) == 24


def test_every_land_zone_has_a_nation_a_region_and_a_legal_terrain(board: Board) -> None:
    regions = {row["id"] for row in rows("regions")}
    for space, kind in enumerate(board.kind):
        if kind == "area":
            assert board.country[space], board.token(space)
            assert board.column("region")[space] in regions, board.token(space)
            assert board.terrain_name(space) != "sea", board.token(space)


def test_every_naval_facility_has_a_coast(board: Board) -> None:
    naval = ("_port", "_shipyard", "_dockyard", "submarine_base", "seaplane_base")
    for space, words in enumerate(board.column("facilities")):
        if any(word.endswith(naval) for word in words.split()):
            assert any(board.kind[n] == "sea" for n, _ in board.neighbours[space]), board.token(space)


def test_facility_words_are_the_facilities_of_chapter_12(board: Board) -> None:
    known = {f"{size}_{what}" for size in ("minor", "major") for what in ("factory", "port", "shipyard", "dockyard")}
    known |= {"medium_factory", "air_base", "submarine_base", "seaplane_base"}
    assert {word for words in board.column("facilities") for word in words.split()} <= known


def test_sea_zones_are_numbered_without_a_gap(board: Board) -> None:
    numbers = [int(n) for n in board.column("number") if n]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert all(f"sz_{n}" == board.token(s) for s, n in enumerate(board.column("number")) if n)


def test_convoy_lines_run_through_neighbouring_seas_to_their_ends(board: Board) -> None:
    for line in rows("convoys"):
        course = line["zones"].split()
        for a, b in pairwise(course):
            assert adjacent(board, a, b), (line["id"], a, b)
        for end in line["ends"].split():
            assert any(adjacent(board, end, zone) for zone in course), (line["id"], end)


def test_three_british_lines_worth_fifteen_meet_before_gibraltar() -> None:
    """v4.3 10.9 (line 4866): A44, our sea zone 48."""
    met = [row["values"] for row in rows("convoys") if "sz_48" in row["zones"].split()]
    assert len(met) == 3
    assert sum(int(v.split(":")[1]) for v in met) == 15


def test_every_difference_from_the_recovered_list_has_a_reason() -> None:
    listed = rows("decisions")
    assert listed
    assert all(row["reason"] for row in listed)


def test_rails_keep_to_land_and_name_their_gauge(board: Board) -> None:
    gauges = board.border_column("rail_gauge")
    for border, (a, b) in enumerate(board.ends):
        railed = bool(board.features[border] & board.feature_bits["rail"])
        assert railed == (gauges[border] in ("regular", "broad", "break"))
        if railed:
            assert board.kind[a] == board.kind[b] == "area"


def test_the_gauge_breaks_where_poland_meets_the_soviet_union(board: Board) -> None:
    border = board.border(board.space("east_poland"), board.space("western_ukraine"))
    assert border is not None
    assert board.border_column("rail_gauge")[border] == "break"
