"""Games saved by older versions: every checkpoint they hold loads, and the answers behind it are still legal there."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from grognard.kernel.saves import load, read, restored
from tests.titles.whole_games import FOLDER, paths

GAMES = ("1939-random", "west", "barbarossa")
OLDER = sorted(FOLDER.glob("*/older/*.grognard.gz"))  # by rules that have changed since: they load, and are not replayed
FILES = [path for code in ("gw36", "tw") for path in paths(code) if path.name.split(".")[0] in GAMES] + OLDER


@pytest.mark.parametrize("fixture", FILES, ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}")
def test_every_checkpoint_of_an_older_game_loads(fixture: Path) -> None:
    data = gzip.decompress(fixture.read_bytes())
    points = [point for point in read(fixture, data=data).checkpoints if point.state]
    assert points
    for point in points:
        found = read(fixture, data=data)
        found.checkpoints = [point]
        found.steps = found.steps[: point.at + 60]
        found.header.version = "0"  # every answer is looked up on its list
        back = restored(found)
        assert back.count == len(found.steps) - 1
        if not back.outcome:
            assert back.title.waymarks(back.g) and back.pending
    assert load(fixture, data=data).outcome is not None
