"""Every statement of the World in Flames rulebook about its maps, under its line: codes, neighbours, distances, hexsides."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

import grognard.titles.wif as wif
from grognard.atelier.check import BoardFiles, board_report, holds

FOLDER = Path(wif.__file__).parent / "data" / "board"


@lru_cache(maxsize=1)
def files() -> BoardFiles:
    return BoardFiles(FOLDER)


STATED = files().rows("anchors.csv")


@pytest.mark.parametrize("stated", STATED, ids=[f"L{s['line']}-{s['kind']}-{s['a']}-{s['b'].replace(' ', '-')}" for s in STATED])
def test_the_board_agrees_with_the_text(stated: dict[str, str]) -> None:
    assert holds(files(), stated), stated["fact"]


def test_a_false_statement_does_not_hold() -> None:
    assert not holds(files(), {"kind": "at", "a": "berlin", "b": "W0438"})
    assert not holds(files(), {"kind": "distance", "a": "W0437", "b": "W0532 4"})
    assert not holds(files(), {"kind": "river", "a": "W1029", "b": "W0930"})
    assert not holds(files(), {"kind": "at", "a": "atlantis", "b": "W0438"})


def test_the_report_finds_no_problem() -> None:
    report = board_report("wif")
    assert report["problems"] == []
    assert report["anchors"]["held"] == report["anchors"]["stated"] == len(STATED)
