"""Whole games of wif to their end: both short campaigns replayed and compared every day, what is larger in soak. Every game is
loaded every day and held to its last state."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.errors import GrognardError
from tests.titles import whole_games
from tests.titles.whole_games import GAMES, games, paths, replayed, sound, take


@pytest.mark.parametrize("fixture", games("wif"))
def test_a_whole_game_replays_to_the_same_end(fixture: Path, tmp_path: Path) -> None:
    assert replayed(fixture, tmp_path).answers > 300


@pytest.mark.parametrize("fixture", paths("wif"), ids=lambda path: path.name.split(".")[0])
def test_a_whole_game_loads_and_has_ended(fixture: Path) -> None:
    session = sound("wif", fixture)
    assert session.count > (30_000 if fixture.name.startswith("global-war") else 300)


def test_a_game_that_stopped_or_was_changed_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    whole = gzip.decompress(next(path for path in paths("wif") if path.name.startswith("barbarossa.")).read_bytes())
    file = tmp_path / "barbarossa.grognard.gz"

    def held(data: Any) -> None:
        file.write_bytes(gzip.compress(data))
        sound("wif", file)

    held(whole)
    with pytest.raises(AssertionError):
        held(b"".join(whole.splitlines(keepends=True)[:-5]))
    other = file.with_name("barbarossa-planner.grognard.gz")
    other.write_bytes(gzip.compress(whole))
    with pytest.raises(AssertionError):
        sound("wif", other)
    with pytest.raises(GrognardError, match="changed after it was written"):
        held(whole.replace(b'"option":"', b'"option":"x', 1))


@pytest.mark.parametrize(("limit", "suffix"), [(700_000, "gz"), (7_000, "xz")])
def test_a_saved_game_that_stopped_is_played_on_to_a_fixture(
    limit: int, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = gzip.decompress(next(path for path in paths("wif") if path.name.startswith("guadalcanal.")).read_bytes())
    lines = whole.splitlines(keepends=True)
    answers = [n for n, line in enumerate(lines) if b'"option":' in line]
    file = tmp_path / "stopped.wif"
    file.write_bytes(b"".join(lines[: answers[-20]]))
    monkeypatch.setattr(whole_games, "FOLDER", tmp_path)
    monkeypatch.setattr(whole_games, "TOO_LARGE", limit)
    taken = take("wif", "guadalcanal", file)
    (fixture,) = paths("wif")
    assert fixture.name == f"guadalcanal.grognard.{suffix}"
    session = sound("wif", fixture)
    assert 0 < taken < session.count
    assert taken == len(answers) - 20


def test_every_fixture_is_there() -> None:
    assert {path.name.split(".")[0] for path in paths("wif")} == set(GAMES["wif"])
