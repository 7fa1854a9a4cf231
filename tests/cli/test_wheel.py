"""The wheel: built here, installed into an empty environment, and played without this repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.title import titles

ROOT = Path(__file__).parents[2]


def run(*words: object, cwd: Path) -> str:
    bare = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    bare["GROGNARD_DATA"] = str(cwd / "games")
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (found,) = folder.glob("grognard-*.whl")
    return found


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel and what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "venv", with_pip=True)
    run(folder / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return folder


def test_it_holds_the_client_and_every_board(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "grognard/server/static/index.html" in names
    assert any(name.startswith("grognard/server/static/assets/") and name.endswith(".js") for name in names)
    for code in titles():
        assert f"grognard/titles/{code}/data/board/drawing.json" in names
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    assert not {name.removeprefix("src/") for name in tracked if name and (ROOT / name).exists()} - names


def test_it_plays_without_the_repository(home: Path) -> None:
    program = home / "venv" / "bin" / "grognard"
    seen: dict[str, Any] = json.loads(run(program, "play", "--check", cwd=home))
    assert seen["titles"] == sorted(titles()) and seen["first_view"]["options"] > 0 and seen["page_bytes"] > 0
    where = run(home / "venv" / "bin" / "python", "-c", "import grognard; print(grognard.__file__)", cwd=home)
    assert Path(where.strip()).is_relative_to(home)
    for code in titles():
        run(program, "new", code, "-o", f"{code}.grognard", cwd=home)
        assert json.loads(run(program, "options", f"{code}.grognard", "--json", cwd=home))["questions"]
