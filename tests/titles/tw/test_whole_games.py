"""Whole games of tw, every scenario to its end, replayed and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, games, paths, replayed


@pytest.mark.parametrize("fixture", games("tw"))
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 50


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("tw")} == set(GAMES["tw"])
