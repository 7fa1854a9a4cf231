"""The boards of A World at War: every statement of the text about the maps, under its line number, and the boards' own health."""

from __future__ import annotations

import csv
import json

import pytest

from grognard.atelier.awaw_check import WORLD_STATEMENTS
from grognard.atelier.check import TITLES, BoardFiles, board_report, holds
from grognard.kernel.board import Board

FOLDER = TITLES / "awaw" / "data" / "board"


def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


@pytest.fixture(scope="module")
def files() -> BoardFiles:
    return BoardFiles(FOLDER)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER)


def case_id(a: dict[str, str]) -> str:
    return f"line_{a['line']}_{a['kind']}_{a['a']}_{a['b']}".replace(" ", "_").rstrip("_")


@pytest.mark.parametrize("anchor", table("anchors.csv"), ids=case_id)
def test_statement(files: BoardFiles, anchor: dict[str, str]) -> None:
    """One statement of the text about the maps."""
    assert holds(files, anchor), anchor["fact"]


def test_statements_can_fail(files: BoardFiles) -> None:
    """Each kind of statement this title adds is refused where it is not true."""
    wrong = {
        "ships": ("eL31", "eM31"),
        "closed": ("eL31", "eM31"),
        "capital_port": ("moscow", ""),
        "arrows": ("europe", "7"),
        "group": ("fiji", "3"),
        "objectives": ("western", "13"),
        "front": ("eL31", "eastern"),
    }
    assert wrong.keys() == WORLD_STATEMENTS.keys()
    assert [k for k, (a, b) in wrong.items() if holds(files, {"kind": k, "a": a, "b": b})] == []


def test_no_problems(board: Board) -> None:
    report = board_report("awaw")
    assert report["problems"] == []
    assert board.problems() == []
    assert report["anchors"]["held"] == report["anchors"]["stated"] >= 97


def test_the_hex_law(board: Board) -> None:
    """Ours 0.1: labels, neighbours and distances of the printed grid."""

    def law(a: str, b: str) -> int:
        (r, c), (s, d) = (split(t) for t in (a, b))
        return max(abs(d - c), abs(s - r), abs(d - c + s - r))

    for a, b, apart in (("eL31", "eM35", 5), ("eH47", "eL31", 16), ("pZ31", "pP53", 22), ("pL32", "pP53", 25)):
        assert board.distance(board.space(a), board.space(b)) == law(a, b) == apart
    around = {board.token(s) for s, _ in board.neighbours[board.space("eO22")]}
    assert around == {"eO21", "eO23", "eP22", "eP21", "eN22", "eN23"}


def split(token: str) -> tuple[int, int]:
    letters = token[1:].rstrip("0123456789")
    row = ord(letters[0]) - 65 + (26 if len(letters) == 2 else 0)
    return row, int(token[1 + len(letters) :])


def test_sides_agree(board: Board) -> None:
    """A side that ships pass has water in both hexes; one that ground units cross has land in both."""
    sea, ships = board.bits("sea"), board.bits("ships")
    for border, (a, b) in enumerate(board.ends):
        if board.kind[a] == board.kind[b] == "hex":
            wet = [board.terrain_name(s) == "sea" for s in (a, b)]
            if any(wet):
                assert board.has(border, sea), (board.token(a), board.token(b))
            if all(wet):
                assert board.has(border, ships), (board.token(a), board.token(b))


def test_boxes(board: Board) -> None:
    """5.1: the boxes of the text are spaces, each tied to the map or to another box."""
    boxes = {board.token(s) for s in board.spaces(kind="box")}
    assert {
        "us_atlantic",
        "us_pacific",
        "south_africa",
        "india_box",
        "australia_box",
        "ethiopia",
        "urals",
        "murmansk",
        "sw_atlantic",
        "sw_pacific",
        "sw_indian",
    } <= boxes
    assert all(board.neighbours[board.space(b)] for b in boxes)


def test_drawing() -> None:
    drawn = json.loads((FOLDER / "drawing.json").read_text(encoding="utf-8"))
    assert drawn["provenance"].startswith("public")
    assert set(drawn["hex"]["maps"]) == {"europe", "pacific"}
    names = {one["name"] for one in drawn["layers"]}
    assert {"land", "coast", "terrain", "rivers", "fronts", "objectives", "boxes", "symbols", "labels_1"} <= names


def test_every_land_hex_has_a_front_and_weather() -> None:
    for r in table("spaces.csv"):
        if r["kind"] == "hex" and r["terrain"] != "sea":
            assert r["front"] in {"western", "eastern", "mediterranean", "pacific", "asian", "southeast_asian"}, r["id"]
            assert r["weather"], r["id"]
