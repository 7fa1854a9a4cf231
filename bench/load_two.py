"""Load on one server and on two servers that share a PostgreSQL, in one run: many games, each with a socket at either server.

    .venv/bin/python bench/load_two.py --games 1000 --seconds 40 --rate 0.1

With two servers the players of a game sit at different ones, so that every answer crosses the store's bell. In mid-load one is
killed (-9): its clients resume at the other and play on; every acknowledged answer must be in the store. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import psycopg
from load import HEADERS, SKIRMISH, Chair, Figures, Player, memory, own_lag, percentile, processor
from tests.web.running import cluster
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from grognard.server.run import free_port


class Roamer(Player):
    """A player whose two chairs stand at different servers, and move when one of them is gone."""

    def __init__(self, urls: list[str], number: int, figures: Figures, rate: float) -> None:
        super().__init__(urls[number % len(urls)], number, figures, rate)
        self.urls = urls
        self.resumed: list[float] = []

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks, self.chairs = [], []
        wish = {"title": "skirmish", "seats": {"blue": "me"}, "options": {"length": "long", "interception": False}}
        answer = await http.post(f"{self.url}/api/v1/games", json=wish, headers={"Cookie": self.cookies[0]})
        answer.raise_for_status()
        self.game = answer.json()["id"]
        for seat in ("red", "rust"):
            path = f"{self.url}/api/v1/games/{self.game}/join"
            (await http.post(path, json={"seat": seat}, headers={"Cookie": self.cookies[1]})).raise_for_status()
        for n, cookie in enumerate(self.cookies):
            chair = Chair(await self._line(self.urls[(self.number + n) % len(self.urls)], cookie))
            self.chairs.append(chair)
            self.tasks.append(asyncio.create_task(self.keep(chair, cookie)))

    async def _line(self, url: str, cookie: str, since: int = 0) -> Any:
        where = f"ws{url[4:]}/api/v1/games/{self.game}/ws?since={since}"
        return await connect(where, additional_headers={"Cookie": cookie}, compression=None, open_timeout=60)

    async def keep(self, chair: Chair, cookie: str) -> None:
        """Listen; where the line breaks, sit down at a server that answers."""
        while True:
            with contextlib.suppress(ConnectionClosed):
                await chair.listen()
            broke = time.perf_counter()
            for future in chair.receipts.values():
                future.cancel()
            chair.receipts.clear()
            while True:
                try:
                    chair.line = await self._line(self.urls[0], cookie, chair.seq)
                    break
                except OSError:
                    await asyncio.sleep(0.2)
            self.resumed.append(time.perf_counter() - broke)

    async def play(self, http: httpx.AsyncClient, until: float) -> None:
        await asyncio.sleep(self.rng.random() / self.rate)
        while time.perf_counter() < until:
            start = time.perf_counter()
            try:
                await self.answer()
            except (asyncio.CancelledError, ConnectionClosed):
                if asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    raise
            await asyncio.sleep(max(0.0, 1 / self.rate - (time.perf_counter() - start)))


def start(address: str, data: Path, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "grognard.server", "--title", SKIRMISH, "--port", str(port), "--data", str(data),
               "--newcomers", "100000"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "DATABASE_URL": address})
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return running
        time.sleep(0.05)
    raise SystemExit("the server did not start")


async def load(servers: dict[str, subprocess.Popen[bytes]], given: argparse.Namespace) -> dict[str, Any]:
    figures = Figures()
    urls = list(servers)
    players = [Roamer(urls, n, figures, given.rate) for n in range(given.games)]
    began = time.perf_counter()
    http = httpx.AsyncClient(headers=HEADERS, timeout=60)
    http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # people carry their own
    for some in range(0, len(players), 4):
        await asyncio.gather(*(_ready(player, http) for player in players[some : some + 4]))
    told: dict[str, Any] = {"servers": len(urls), "games": given.games, "sockets": 2 * given.games}
    told["setup_seconds"] = round(time.perf_counter() - began, 1)
    before, begin = [processor(p.pid) for p in servers.values()], time.perf_counter()
    own, lag = time.process_time(), asyncio.create_task(own_lag(figures))
    playing = [asyncio.create_task(player.play(http, begin + 3600)) for player in players]
    await asyncio.sleep(given.seconds)
    took = time.perf_counter() - begin
    told["answers"], told["answers_per_second"] = len(figures.waits), round(len(figures.waits) / took, 1)
    for share in (0.5, 0.95, 0.99):
        told[f"answer_p{int(share * 100)}_ms"] = round(percentile(figures.waits, share), 1)
    told["answers_over_250_ms_by_5_s"] = slow_parts(figures, begin, given.seconds)
    heard = [chair.seen_at[step] - sent for chair, step, sent in figures.watched if step in chair.seen_at]
    for share in (0.5, 0.95):
        told[f"other_socket_p{int(share * 100)}_ms"] = round(percentile(heard, share), 1)
    told["other_socket_unheard"] = len(figures.watched) - len(heard)
    told["server_cpu_shares"] = [round((processor(p.pid) - b) / took, 2) for p, b in zip(servers.values(), before)]
    told["generator_cpu_share"] = round((time.process_time() - own) / took, 2)
    told["generator_lag_p95_ms"] = round(percentile(figures.lags, 0.95), 1)
    told["memory_mb"] = [round(memory(p.pid)[0]) for p in servers.values()]
    told["refused"] = figures.refused
    # kill the last one; of a single server another is started in its place
    acknowledged = len(figures.acknowledged)
    victim = servers[urls[-1]]
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait()
    if len(urls) == 1:
        servers[urls[0]] = await asyncio.to_thread(start, given.address, given.data, int(urls[0].rpartition(":")[2]))
    await asyncio.sleep(given.after)
    for task in [lag, *playing, *(t for p in players for t in p.tasks)]:
        task.cancel()
    await asyncio.gather(*playing, *(t for p in players for t in p.tasks), return_exceptions=True)
    await http.aclose()
    resumed = [seconds for player in players for seconds in player.resumed]
    told["after_kill"] = {
        "sockets_resumed": len(resumed),
        "resume_p95_s": round(percentile(resumed, 0.95) / 1000, 2),
        "answers": len(figures.acknowledged) - acknowledged,
    }
    told["kill_9"] = compare(given.address, figures)
    told["load_average"] = round(os.getloadavg()[0], 1)
    return told


def slow_parts(figures: Figures, begin: float, seconds: float) -> list[int]:
    """How many answers took more than 250 ms, for each five seconds of the load: a start in a crowd, a stall, or all the time."""
    found = [0] * (int(seconds) // 5 + 1)
    for at, wait in zip(figures.times, figures.waits):
        if wait > 0.25 and at - wait < begin + seconds:
            found[int(at - wait - begin) // 5] += 1
    return found


async def _ready(player: Roamer, http: httpx.AsyncClient) -> None:
    for _ in range(2):
        answer = await http.post(f"{player.url}/api/v1/guest", json={})
        answer.raise_for_status()
        player.cookies.append(answer.headers["set-cookie"].partition(";")[0])
    await player.sit_down(http)


def compare(address: str, figures: Figures) -> dict[str, Any]:
    """Every acknowledged answer must be in the store at its step, and the steps of a game without a gap."""
    with psycopg.connect(address) as store:
        rows = store.execute("select game, token, step, option from answered").fetchall()
        kept = {(game, token.partition(":")[2]): (step, option) for game, token, step, option in rows}
        steps = {(g, n): o for g, n, o in store.execute("select game, n, option from steps")}
        missing = [a for a in figures.acknowledged if kept.get((a[0], a[1])) != (a[3], a[2]) or steps.get((a[0], a[3])) != a[2]]
        rows = store.execute("select game, max(n), count(*) from steps group by game").fetchall()
    gaps = sum(count != top + 1 for _, top, count in rows)
    return {"acknowledged": len(figures.acknowledged), "lost": len(missing), "games_with_gaps": gaps}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--after", type=float, default=15, help="seconds that are played on after the kill")
    parser.add_argument("--rate", type=float, default=0.1, help="answers per second and game")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    results = []
    for count in (1, 2):
        with tempfile.TemporaryDirectory(prefix="grognard-load-") as folder, cluster(durable=True) as address:
            given.address, given.data = address, Path(folder)
            servers: dict[str, subprocess.Popen[bytes]] = {}
            try:
                for _ in range(count):
                    port = free_port()
                    servers[f"http://127.0.0.1:{port}"] = start(address, given.data, port)
                results.append(asyncio.run(load(servers, given)))
                print(json.dumps(results[-1], indent=2), flush=True)
            finally:
                for running in servers.values():
                    if running.poll() is None:
                        running.kill()
                    running.wait()


if __name__ == "__main__":
    main()
