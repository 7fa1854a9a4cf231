"""Titles: how they are found, and what they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.kernel import title as registry
from grognard.kernel.errors import GrognardError
from grognard.kernel.title import Title, broken, title, titles
from grognard.server.settings import from_environment
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


class Point:
    """An entry point."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value


def test_a_broken_title_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever goes wrong while a title is loaded, the others are listed and it is named with the error and a remedy."""
    (tmp_path / "broken_title.py").write_text("raise ValueError('the counters are wet')")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [Point("skirmish", SPEC), Point("wet", "broken_title:TITLE"), Point("gone", "no.such.module:TITLE")]
    monkeypatch.setattr(registry, "entry_points", lambda **how: [p for p in points if how.get("name", p.name) == p.name])
    assert list(titles()) == ["skirmish"]
    assert list(broken()) == ["gone", "wet"]
    assert "ValueError: the counters are wet" in str(broken()["wet"]) and broken()["wet"].remedy
    with pytest.raises(GrognardError, match="the counters are wet"):
        title("wet")
    settings = from_environment(tmp_path)
    assert list(settings.titles) == ["skirmish"] and set(settings.broken) == {"gone", "wet"}


def test_options_are_attributes() -> None:
    options: Any = TITLE.read_options({"storms": "no"})
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
