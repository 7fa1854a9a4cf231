"""Whole games of gw36, replayed: every answer legal, every roll, line and digest as recorded, and the result the same."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from grognard.kernel.saves import load, verify
from tests.titles.whole_games import GAMES, paths


@pytest.mark.parametrize("fixture", paths("gw36"), ids=lambda path: path.name.split(".")[0])
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.grognard"
    file.write_bytes(gzip.decompress(fixture.read_bytes()))
    recorded = load(file)
    assert recorded.outcome is not None
    found = verify(file)
    assert found.answers == recorded.count > 1000
    assert found.digest == recorded.g.digest()
    assert list(recorded.title.invariants(recorded.g)) == []


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("gw36")} == set(GAMES["gw36"])
