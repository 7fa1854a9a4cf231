"""Titles: how they are found, and what they refuse."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.title import Title, title, titles
from tests.kernel.conftest import SPEC, TITLE, new_game


def test_registered_titles_are_found_by_code() -> None:
    for code, found in titles().items():
        assert title(code) is found
        assert found.code == code


def test_a_title_under_development_is_found_by_its_place() -> None:
    assert title(SPEC) is TITLE
    assert TITLE.spec == SPEC
    with pytest.raises(GrognardError, match="no title 'chess'"):
        title("chess")
    with pytest.raises(GrognardError, match="cannot be loaded"):
        title("no.such.module:TITLE")


def test_options_are_attributes() -> None:
    options = TITLE.read_options({"storms": "no"})
    assert options.storms is False
    assert options.length == "short"
    with pytest.raises(AttributeError, match="no option snow"):
        _ = options.snow


def test_a_title_must_say_who_sits_where_and_how_to_start() -> None:
    bare: Title[object] = Title()  # type: ignore[type-var]
    with pytest.raises(NotImplementedError):
        bare.seats("", {})
    with pytest.raises(NotImplementedError):
        bare.setup(None)  # type: ignore[arg-type]
    assert bare.board(None) is None  # type: ignore[arg-type]
    bare.conceal(None, None)  # type: ignore[arg-type]
    assert bare.explain(None, "", None) is None  # type: ignore[arg-type]
    assert bare.segment_label(None) == ()  # type: ignore[arg-type]


def test_the_board_is_made_once() -> None:
    assert new_game().g.board is new_game().g.board
