"""Whole games of tw, every scenario to its end, replayed and compared."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from grognard.kernel.saves import load, verify
from tests.titles.whole_games import GAMES, paths


@pytest.mark.parametrize("fixture", paths("tw"), ids=lambda path: path.name.split(".")[0])
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.grognard"
    file.write_bytes(gzip.decompress(fixture.read_bytes()))
    recorded = load(file)
    assert recorded.outcome is not None
    found = verify(file)
    assert found.answers == recorded.count
    assert found.digest == recorded.g.digest()
    assert list(recorded.title.invariants(recorded.g)) == []


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("tw")} == set(GAMES["tw"])
