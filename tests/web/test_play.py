"""`grognard play --check`: from the command to the first prompt."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

from grognard.cli.play import answers, usual_port
from tests.web.running import SKIRMISH

COMMAND = "import typer; from grognard.cli.play import play; app = typer.Typer(); app.command()(play); app()"


def test_check_tells_what_it_saw(tmp_path: Path) -> None:
    env = {**os.environ, "GROGNARD_DATA": str(tmp_path / "untouched"), "DATABASE_URL": ""}
    command = [sys.executable, "-c", COMMAND, "--check", "--title", SKIRMISH]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=True)
    seen = json.loads(done.stdout)
    assert "skirmish" in seen["titles"] and seen["page_bytes"] > 0
    assert seen["first_view"]["prompt"] and seen["first_view"]["options"] > 0
    assert not (tmp_path / "untouched").exists()


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-c", COMMAND, "--check", "--title", SKIRMISH, "--port", port, "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0 and "did not start" in done.stderr


def test_a_table_keeps_its_port(tmp_path: Path) -> None:
    """The port of last time is taken again; another only where something else sits on it."""
    first = usual_port(tmp_path, "127.0.0.1")
    assert usual_port(tmp_path, "127.0.0.1") == first and (tmp_path / "port").read_text() == f"{first}\n"
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        (tmp_path / "port").write_text(f"{other.getsockname()[1]}\n")
        assert usual_port(tmp_path, "127.0.0.1") != other.getsockname()[1]
    assert not answers("http://127.0.0.1:1")
