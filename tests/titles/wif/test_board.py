"""The board of World in Flames as it stands: whole, connected, and with the codes of the rules on their places."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

import grognard.titles.wif as wif
from grognard.kernel.board import Board
from grognard.titles.wif.board import sections
from grognard.titles.wif.rules.flight import air_distance
from tests.titles.wif.field import war

FOLDER = Path(wif.__file__).parent / "data" / "board"


@lru_cache(maxsize=1)
def board() -> Board:
    return Board.load(FOLDER)


def test_the_board_has_no_problem() -> None:
    assert board().problems() == []


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("Berlin", "W0437"),
        ("London", "W1536"),
        ("Moscow", "E1344"),
        ("Tokyo", "P2638"),
        ("Wellington", "P1302"),
        ("Delhi", "A1834"),
        ("Murmansk", "E1653"),
        ("Dakar", "W2301"),
        ("Boston", "M0619"),
        ("Houston", "M0916"),
    ],
)
def test_a_code_of_the_rules_is_its_place(place: str, code: str) -> None:
    assert board().names[board().space(code)] == place


def test_2_8_berlin_is_five_hexes_from_nuremberg() -> None:
    assert board().distance(board().space("W0437"), board().space("W0532")) == 5


def test_2_1_2_every_sea_area_has_five_sections() -> None:
    for area in board().spaces(kind="sea"):
        assert len(sections(board(), area)) == 5


def test_2_1_1_an_aircraft_pays_the_greater_scale() -> None:
    b, g = board(), war(("Germany", "USSR"))
    for one, next_to, cost in (("E1201", "E1303", 6), ("W0437", "W0436", 1)):
        assert air_distance(g, b.space(one), (b.space(next_to),)) == cost
