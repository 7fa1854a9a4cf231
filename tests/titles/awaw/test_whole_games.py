"""Whole games of awaw, every scenario to its end, replayed and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.titles.whole_games import GAMES, LARGE, games, paths, replayed, sound


@pytest.mark.parametrize("fixture", games("awaw"))
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 50


@pytest.mark.parametrize("fixture", [p for p in paths("awaw") if p.stat().st_size > LARGE], ids=lambda p: p.name.split(".")[0])
def test_a_campaign_can_be_opened(fixture: Path) -> None:
    """The campaigns are replayed in soak; every day their files, their end and their last position are looked at."""
    assert sound("awaw", fixture).count > 10_000


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("awaw")} == set(GAMES["awaw"])
