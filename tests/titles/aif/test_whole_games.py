"""Whole games of aif to their end, replayed and compared: one every day, which an auction of sides makes short (23.3); Star
Spangled Banner, the short game and the campaign of 1945 for soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, games, paths, replayed

EVERY_DAY = "after-an-auction"


@pytest.mark.parametrize("fixture", games("aif", EVERY_DAY))
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 2000


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("aif")} == set(GAMES["aif"])
