"""How long each attack holds the server's loop: the longest piece of work on it, in processor time.

    .venv/bin/python bench/bench_loop.py --seconds 40

The server runs in a thread here and every step of its loop is timed with the thread's own clock, so that other programs on the
machine do not count; nor does waiting for the interpreter's lock, which bench/load.py --attackers feels.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.running import Server, settings

HELD: list[tuple[float, float]] = []
run: Any = asyncio.events.Handle._run


def timed(handle: asyncio.events.Handle) -> None:
    """One step of the loop, noted if it took more than a millisecond."""
    start = time.thread_time()
    run(handle)
    took = time.thread_time() - start
    if took > 0.001:
        HELD.append((time.perf_counter(), took * 1000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40)
    given = parser.parse_args()
    asyncio.events.Handle._run = timed  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory(prefix="grognard-loop-") as folder:
        server = Server(settings(Path(folder))).start()
        command = [sys.executable, str(Path(__file__).parent / "attackers.py"), server.url, str(given.seconds)]
        told = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        server.stop()
    for raw in told.splitlines():
        kind = json.loads(raw)
        mine = [took for at, took in HELD if kind["begin"] <= at <= kind["end"]]
        print(json.dumps({"kind": kind["kind"], "longest_ms": round(max(mine, default=0.0), 1), "tried": kind["tried"]}))


if __name__ == "__main__":
    main()
