"""The board of America in Flames: whole, connected, and every statement of its rulebook about the maps under its line."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

import grognard.titles.aif as aif
from grognard.atelier.check import BoardFiles, board_report, holds
from grognard.kernel.board import Board
from grognard.titles.wif.facts import COMMONWEALTH, USA
from grognard.titles.wif.rules.resources import routing

from .field import america

FOLDER = Path(aif.__file__).parent / "data" / "board"


@lru_cache(maxsize=1)
def files() -> BoardFiles:
    return BoardFiles(FOLDER)


STATED = files().rows("anchors.csv")


@pytest.mark.parametrize("stated", STATED, ids=[f"L{s['line']}-{s['kind']}-{s['a']}-{s['b'].replace(' ', '-')}" for s in STATED])
def test_the_board_agrees_with_the_text(stated: dict[str, str]) -> None:
    assert holds(files(), stated), stated["fact"]


def test_the_board_has_no_problem() -> None:
    assert Board.load(FOLDER).problems() == []
    assert board_report("aif")["problems"] == []


def test_a_false_statement_does_not_hold() -> None:
    assert not holds(files(), {"kind": "distance", "a": "montevideo", "b": "curitiba 5"})
    assert not holds(files(), {"kind": "total", "a": "blue", "b": "27"})


def test_the_bare_number_of_the_rules_leads_to_its_hex() -> None:
    assert files().spaces["S1017"]["also"] == "1017"


def test_13_7_1_the_island_is_newfoundland_s() -> None:
    """The territory of 1945 is the island and Labrador; Sept-Iles and the strait's other shore are Canada's."""
    country = {row["name"]: row["country"] for row in files().spaces.values()}
    assert {country[name] for name in ("St John's", "Gander", "Corner Brook", "Goose Bay")} == {"newfoundland"}
    assert country["Sept-Iles"] == "canada"


def test_13_6_2_resources_reach_the_factories_by_rail() -> None:
    """Every resource of the mainland lies on the railway net: the USA makes 39 production points in 1945 (two resources of Alaska
    want convoys), Canada five; it was half of that while mines and oil fields had no line."""
    g = america()
    assert routing(g, USA).points == 39 and routing(g, COMMONWEALTH).points == 5
    cut = g.ground.named("Duluth")
    g.hexes[cut].controller = g.facts.country["germany"]
    assert routing(g, USA).points == 39 - g.ground.resources[cut]
