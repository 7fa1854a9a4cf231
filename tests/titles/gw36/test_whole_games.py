"""Whole games of gw36, replayed: every answer legal, every roll and line as recorded, and the result the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, games, paths, replayed


@pytest.mark.parametrize("fixture", games("gw36", always="1939-greedy"))
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 1000


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("gw36")} == set(GAMES["gw36"])
