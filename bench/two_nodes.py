"""The arena on a cluster of two nodes on this machine, one of them killed in mid-run, and a run that is interrupted and resumed.

The files of all games are compared byte by byte with those played in processes.
Run: python bench/two_nodes.py [--title tw --scenario poland --games 80]
"""

from __future__ import annotations

import argparse
import filecmp
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ray.cluster_utils import Cluster

PORT = 20001


def lines(folder: Path) -> int:
    file = folder / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def begin(given: argparse.Namespace, folder: Path, *more: str) -> subprocess.Popen[bytes]:
    program = str(Path(sys.executable).parent / "grognard")
    match = ["--scenario", given.scenario, "--agents", "greedy,random", "--games", str(given.games)]
    words = [program, "ladder", given.title, *match]
    print("$ grognard", *words[1:], "--keep --run", folder.name, *more, flush=True)
    return subprocess.Popen([*words, "--keep", "--run", str(folder), *more], env=dict(os.environ, COLUMNS="120"))


def wait_for(folder: Path, count: int) -> None:
    until = time.monotonic() + 120
    while lines(folder) < count and time.monotonic() < until:
        time.sleep(0.1)


def compare(one: Path, other: Path) -> None:
    names = sorted(p.name for p in (other / "games").iterdir())
    _, differing, missing = filecmp.cmpfiles(one / "games", other / "games", names, shallow=False)
    print(f"= {one.name} and {other.name}: {len(names)} games, {len(differing)} differ, {len(missing)} missing", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="tw")
    parser.add_argument("--scenario", default="poland")
    parser.add_argument("--games", type=int, default=80)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="two-nodes-") as room:
        here, cluster_run, twice = (Path(room) / name for name in ("processes", "cluster", "twice"))
        memory = {"num_cpus": 1, "object_store_memory": 80_000_000}
        cluster = Cluster(True, head_node_args={**memory, "include_dashboard": False, "ray_client_server_port": PORT})
        second = cluster.add_node(**memory)
        cluster.wait_for_nodes()
        try:
            run = begin(given, cluster_run, "--on", f"ray://127.0.0.1:{PORT}")
            wait_for(cluster_run, given.games // 4)
            print(f"= {lines(cluster_run)} games are done: the second node is killed", flush=True)
            cluster.remove_node(second, allow_graceful=False)
            print(f"= status {run.wait()}, {lines(cluster_run)} games", flush=True)
        finally:
            cluster.shutdown()
        begin(given, here).wait()
        compare(cluster_run, here)
        run = begin(given, twice)
        wait_for(twice, given.games // 4)
        run.send_signal(signal.SIGINT)
        print(f"= status {run.wait()} after an interrupt, {lines(twice)} games are kept", flush=True)
        print(f"= begun again: status {begin(given, twice).wait()}", flush=True)
        compare(twice, here)


if __name__ == "__main__":
    main()
