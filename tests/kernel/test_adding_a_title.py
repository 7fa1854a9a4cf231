"""The page docs/adding-a-title.md, run as it stands."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-title.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, and in it the page's code."""
    made = tmp_path_factory.mktemp("two_hills")
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (made / "two_hills.py").write_text("\n\n".join(blocks))
    return made


def grognard(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "grognard", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_commands_of_the_page_work(folder: Path) -> None:
    commands = re.findall(r"^\$ grognard (.*)$", PAGE, re.MULTILINE)
    assert len(commands) == 6
    outputs = []
    for line in commands:
        words = [w.strip('"') for w in re.findall(r'"[^"]*"|\S+', line)]
        done = grognard(folder, *words)
        assert done.returncode == 0, (line, done.stderr)
        outputs.append(done.stdout)
    assert "go s0 hill_west" in outputs[1] and "Go to hill_west" in outputs[1]
    assert "a scout moves to an adjacent area (1.1)" in outputs[3]
    assert "50 games, 50 finished" in outputs[5]
    assert "list and test: 0 of " in outputs[5]


def test_its_lists_and_tests_agree(folder: Path) -> None:
    done = grognard(folder, "fuzz", "two_hills:TITLE", "--games", "20", "--json", "--profile")
    found = json.loads(done.stdout)
    assert (found["contradictions"], found["unexplained"]) == (0, 0)
    assert found["listed"] > 300 and found["unlisted"] > 300
    assert found["calls_per_answer"] > 0


def test_the_title_is_played_to_its_end(folder: Path) -> None:
    done = grognard(folder, "selfplay", "two_hills:TITLE", "--seed", "3", "--json", "-o", "end.grognard")
    assert json.loads(done.stdout)["result"]["rule"] == "2.1"
    assert json.loads(grognard(folder, "verify", "end.grognard", "--json").stdout)["ok"] is True
