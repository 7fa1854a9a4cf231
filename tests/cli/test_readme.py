"""The commands of README.md, run in order as they stand."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_of_the_readme_works(tmp_path: Path) -> None:
    commands = re.findall(r"^\$ grognard (.*?)(?:\s+#.*)?$", README, re.MULTILINE)
    assert len(commands) >= 8
    outputs = {}
    for line in commands:
        done = subprocess.run(
            [Path(sys.executable).parent / "grognard", *shlex.split(line)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (line, done.stderr)
        outputs[line.split()[0]] = done.stdout
    assert "income of 63 needed (5.5)" in outputs["explain"]
    assert "as recorded" in outputs["verify"]
    assert "%" in outputs["odds"]


def test_the_two_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^\$ make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_every_page_the_readme_points_to_is_there() -> None:
    for page in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / page).exists(), page
