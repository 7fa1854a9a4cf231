"""The commands: what they print, and what they say to bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.cli import app

ROOT = Path(__file__).parents[2]
SPEC = "tests.kernel.skirmish:TITLE"
GROGNARD = Path(sys.executable).parent / "grognard"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GROGNARD, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)


def object_of(*arguments: object) -> Any:
    """What a command prints with --json: exactly one object."""
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout)


def error_of(*arguments: object) -> Any:
    done = run(*arguments, "--json")
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)["error"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.grognard"
    object_of("new", SPEC, "--seed", 4, "-o", path)
    return path


def test_titles() -> None:
    for title in object_of("titles")["titles"]:
        assert set(title) == {"code", "name", "stage", "scenarios", "seats", "options", "kits"}
    assert run("titles").returncode == 0


def test_a_game_by_commands(game: Path) -> None:
    questions = object_of("options", game)["questions"]
    assert [q["seat"] for q in questions] == ["blue", "red"]
    assert object_of("answer", game, "--seat", "blue", "bid 1")["given"] == [{"seat": "blue", "option": "bid 1"}]
    given = object_of("answer", game, "bid", "3")
    assert given["answers"] == 2
    assert given["log"][0]["text"] == "Red moves first"
    shown = object_of("show", game)
    assert (shown["answers"], shown["place"][-1], shown["title"]) == (2, "Storms", "skirmish")
    assert shown["questions"][0]["crumbs"][0] == {"what": "Storms", "rule": "4.2"}
    refusal = object_of("explain", game, "--seat", "blue", "storm", "0")
    assert (refusal["legal"], refusal["rule"]) == (False, "4.2")
    assert refusal["reason"] == "the weather is like that already"
    assert object_of("explain", game, "--seat", "blue", "storm 1")["legal"] is True
    assert object_of("undo", game)["answers"] == 1
    assert object_of("verify", game)["ok"] is True
    for command in (("show", game), ("options", game), ("explain", game, "fly"), ("undo", game), ("verify", game)):
        assert run(*command).stdout.strip()


def test_selfplay_prints_and_saves_a_result(tmp_path: Path) -> None:
    path = tmp_path / "played.grognard"
    played = object_of("selfplay", SPEC, "--agents", "random,random", "--scenario", "ambush", "--seed", 3, "-o", path)
    assert set(played) == {"title", "scenario", "seed", "result", "scores", "turns", "answers", "seconds", "file", "digest"}
    assert object_of("verify", path)["digest"] == played["digest"]
    assert (
        object_of("selfplay", SPEC, "--agents", "random,random", "--scenario", "ambush", "--seed", 3)["digest"]
        == played["digest"]
    )
    assert "wins" in run("selfplay", SPEC).stdout


def test_fuzz_reports_and_fails_when_it_finds_something(tmp_path: Path) -> None:
    report = object_of("fuzz", SPEC, "--answers", 500, "--random-options")
    for key in ("title", "games", "finished", "answers", "answers_per_s", "crashes", "dead_ends", "invariant_failures"):
        assert key in report
    assert report["answers"] == 500
    done = run("fuzz", SPEC, "--answers", 50_000, "--option", "broken=on", "--option", "length=long", "--failures", tmp_path)
    assert done.returncode == 1
    assert "gold appeared" in done.stdout
    saved = next(tmp_path.iterdir())
    assert object_of("show", saved)["title"] == "skirmish"
    assert "games" in run("fuzz", SPEC, "--games", 2).stdout
    told = run("fuzz", SPEC, "--games", 2, "--progress", "--json")
    lines = [json.loads(line) for line in told.stderr.splitlines()]
    assert [line["games"] for line in lines if "games" in line] == [1, 2]
    assert lines[-1]["answers"] == json.loads(told.stdout)["answers"]


def test_rules_and_data() -> None:
    found = object_of("rules", SPEC)
    assert set(found["sections"][0]) == {"section", "title", "status", "where", "cases", "readings", "reason", "source"}
    assert found["totals"]["missing"] == 1
    assert [e["section"] for e in object_of("rules", SPEC, "--status", "missing")["sections"]] == ["2.2"]
    assert "Interception" in run("rules", SPEC).stdout
    listed = object_of("data", SPEC)
    assert "sections.csv" in {f["path"] for f in listed["files"]}
    assert listed["problems"] == []
    assert "sections.csv" in run("data", SPEC).stdout


def test_bad_input_is_refused_and_the_file_untouched(game: Path, tmp_path: Path) -> None:
    before = game.read_bytes()
    assert "you have 5 gold" in error_of("answer", game, "--seat", "blue", "bid 9")["message"]
    assert error_of("answer", game, "--seat", "rust", "bid 1")["message"].startswith("rust is not asked")
    assert "name one with --seat" in error_of("answer", game, "bid 1")["remedy"]
    assert "cannot go back" in error_of("undo", game, "7")["message"]
    assert game.read_bytes() == before
    (tmp_path / "cut.grognard").write_bytes(before[:-20])
    error = error_of("show", tmp_path / "cut.grognard")
    assert (error["line"], "--repair" in error["remedy"]) == (4, True)
    (tmp_path / "edited.grognard").write_bytes(before.replace(b'"bid', b'"bad').replace(b"lake", b"mere"))
    assert "line" in error_of("answer", tmp_path / "edited.grognard", "bid 1")
    assert "exists already" in error_of("new", SPEC, "-o", game)["message"]
    assert "key=value" in error_of("new", SPEC, "-o", tmp_path / "x", "--option", "storms")["message"]
    assert "no title" in error_of("new", "chess", "-o", tmp_path / "x")["message"]
    assert "pack.toml" in json.dumps(error_of("new", SPEC, "-o", tmp_path / "x", "--pack", tmp_path))
    assert "No such file" in run("show", tmp_path / "nothing").stderr
    assert game.read_bytes() == before


def test_a_torn_file_is_repaired_by_name(game: Path) -> None:
    whole = game.read_bytes()
    game.write_bytes(whole + b'{"seat"')
    assert object_of("verify", game, "--repair")["dropped_bytes"] == 7
    assert game.read_bytes() == whole


def test_bench_names_what_it_knows() -> None:
    assert "no benchmark nothing" in error_of("bench", "nothing")["message"]


def test_every_command_explains_itself() -> None:
    for command in app.registered_commands:
        assert command.callback is not None
        done = CliRunner().invoke(app, [command.callback.__name__, "--help"])
        assert done.exit_code == 0
        assert (command.callback.__doc__ or "").splitlines()[0][:30] in done.output
    assert os.access(GROGNARD, os.X_OK)
