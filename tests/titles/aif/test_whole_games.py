"""Whole games of aif, a short one, Star Spangled Banner and the campaign of 1945 to their end, replayed and compared. All are for
soak: the shortest takes longer than a test of every day may."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, paths, replayed

FIXTURES = {path.name.split(".")[0]: path for path in paths("aif")}


@pytest.mark.soak
@pytest.mark.parametrize("fixture", [pytest.param(path, id=name) for name, path in FIXTURES.items()])
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 5000


def test_every_fixture_is_there() -> None:
    assert set(FIXTURES) == set(GAMES["aif"])
