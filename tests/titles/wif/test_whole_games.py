"""Whole games of wif, both short campaigns to their end, replayed and compared; one every day, the others for soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, paths, replayed

EVERY_DAY = "barbarossa"
FIXTURES = {path.name.split(".")[0]: path for path in paths("wif")}


@pytest.mark.parametrize(
    "fixture",
    [pytest.param(path, id=name, marks=[] if name == EVERY_DAY else [pytest.mark.soak]) for name, path in FIXTURES.items()],
)
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 300


def test_every_fixture_is_there() -> None:
    assert set(FIXTURES) == set(GAMES["wif"])
