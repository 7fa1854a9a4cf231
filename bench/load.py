"""Load on the server: many games, two sockets each, answers every second; then kill -9 in mid-load and a look at the store.

    .venv/bin/python bench/load.py --games 200 --seconds 60
    .venv/bin/python bench/load.py --games 60 --seconds 60 --attackers     with hostile clients beside it (bench/attackers.py)
    .venv/bin/python bench/load.py --games 40 --seconds 3 --kills 100      killed so many times under load

Prints the percentiles of an answer (from sending it to its receipt, which comes after the commit), the server's memory and
processor time, and whether every answer acknowledged before the kill is in the store.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from attackers import felt
from websockets.asyncio.client import ClientConnection, connect

from grognard.server.run import free_port

SKIRMISH = "tests.kernel.skirmish:TITLE"
HEADERS = {"X-Grognard": "1"}


@dataclass
class Figures:
    """What was measured."""

    waits: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    watched: list[tuple[Chair, int, float]] = field(default_factory=list)
    acknowledged: list[tuple[str, str, str, int]] = field(default_factory=list)
    refused: int = 0
    over: int = 0
    sent: int = 0
    lags: list[float] = field(default_factory=list)


class Seen(msgspec.Struct):
    """The parts of a view or of a change to it that a player of this load looks at; the rest is skipped in reading."""

    step: int | None = None
    questions: list[dict[str, Any]] | None = None
    outcome: dict[str, Any] | None = None


class Message(msgspec.Struct):
    type: str
    seq: int = 0
    key: str = ""
    step: int = 0
    view: Seen | None = None
    delta: Seen | None = None


read = msgspec.json.Decoder(Message).decode


@dataclass
class Chair:
    """One socket of one person: what it sees, as its deltas make it."""

    line: ClientConnection
    step: int = 0
    questions: list[dict[str, Any]] = field(default_factory=list)
    over: bool = False
    seq: int = 0
    receipts: dict[str, asyncio.Future[Message]] = field(default_factory=dict)
    seen_at: dict[int, float] = field(default_factory=dict)

    async def listen(self) -> None:
        async for raw in self.line:
            message = read(raw)
            if message.type == "view" and message.view:
                self.see(message.view, message.seq)
            elif message.type == "delta" and message.delta:
                assert message.seq == self.seq + 1, "a change was lost"
                self.see(message.delta, message.seq)
            elif message.type in ("answered", "refused"):
                future = self.receipts.pop(message.key, None)
                if future and not future.done():
                    future.set_result(message)

    def see(self, seen: Seen, seq: int) -> None:
        self.seq = seq
        self.step = self.step if seen.step is None else seen.step
        self.questions = self.questions if seen.questions is None else seen.questions
        self.over = self.over or seen.outcome is not None
        self.seen_at[self.step] = time.perf_counter()


class Player:
    """Plays one game through both its chairs."""

    def __init__(self, url: str, number: int, figures: Figures, rate: float) -> None:
        self.url, self.number, self.figures, self.rate = url, number, figures, rate
        self.rng = random.Random(number)
        self.game = ""
        self.cookies: list[str] = []
        self.chairs: list[Chair] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def sign_in(self, http: httpx.AsyncClient) -> None:
        for _ in range(2):
            answer = await http.post(f"{self.url}/api/v1/guest", json={})
            answer.raise_for_status()
            self.cookies.append(answer.headers["set-cookie"].partition(";")[0])
            http.cookies.clear()

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        """A new game for two people, and both look at it."""
        for task, chair in zip(self.tasks, self.chairs):
            task.cancel()
            await chair.line.close()
        self.tasks, self.chairs, cookies = [], [], self.cookies
        wish = {"title": "skirmish", "seats": {"blue": "me"}, "options": {"length": "long", "interception": False}}
        answer = await http.post(f"{self.url}/api/v1/games", json=wish, headers={"Cookie": cookies[0]})
        answer.raise_for_status()
        self.game = answer.json()["id"]
        for seat in ("red", "rust"):
            path = f"{self.url}/api/v1/games/{self.game}/join"
            (await http.post(path, json={"seat": seat}, headers={"Cookie": cookies[1]})).raise_for_status()
        for cookie in cookies:
            line = await connect(f"ws{self.url[4:]}/api/v1/games/{self.game}/ws", additional_headers={"Cookie": cookie},
                                 compression=None)
            chair = Chair(line)
            self.chairs.append(chair)
            self.tasks.append(asyncio.create_task(chair.listen()))

    async def play(self, http: httpx.AsyncClient, until: float) -> None:
        await asyncio.sleep(self.rng.random() / self.rate)
        while time.perf_counter() < until:
            start = time.perf_counter()
            if not await self.answer():
                await self.sit_down(http)
            await asyncio.sleep(max(0.0, 1 / self.rate - (time.perf_counter() - start)))

    async def answer(self) -> bool:
        chair = next((c for c in self.chairs if c.questions), None)
        if chair is None:
            if any(c.over for c in self.chairs):
                self.figures.over += 1
                return False
            return True
        question = self.rng.choice(chair.questions)
        option = self.choice(question["options"])
        key = f"k{self.number}.{self.figures.sent}"
        self.figures.sent += 1
        message = {"type": "answer", "seat": question["seat"], "option": option, "step": chair.step, "key": key}
        receipt = chair.receipts[key] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        await chair.line.send(json.dumps(message))
        done = await receipt
        if done.type == "refused":
            self.figures.refused += 1
            return True
        self.figures.waits.append(time.perf_counter() - start)
        self.figures.times.append(time.perf_counter())
        self.figures.acknowledged.append((self.game, key, option, done.step))
        other = next(c for c in self.chairs if c is not chair)
        self.figures.watched.append((other, done.step, start))
        return True

    def choice(self, options: list[dict[str, Any]]) -> str:
        """Anything but fighting, so that the games last."""
        quiet = [o["text"] for o in options if not o["text"].startswith(("attack", "intercept"))]
        return self.rng.choice(quiet or [o["text"] for o in options])


async def own_lag(figures: Figures) -> None:
    """How late this program itself is woken: what it adds to every figure."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(0.02)
        figures.lags.append(time.perf_counter() - start - 0.02)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


def start_server(data: Path, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "grognard.server", "--title", SKIRMISH, "--port", str(port), "--data", str(data),
               "--newcomers", "100000"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(400):
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/v1/hello")
            return running
        except httpx.TransportError:
            time.sleep(0.05)
    raise SystemExit("the server did not start")


def memory(pid: int) -> tuple[float, float]:
    """Resident now and at most, in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    found = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith(("VmRSS", "VmHWM"))}
    return found["VmRSS"], found["VmHWM"]


def processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(
    url: str, running: subprocess.Popen[bytes], games: int, seconds: float, rate: float, hostile: bool = False
) -> tuple[Figures, dict[str, Any]]:
    figures = Figures()
    players = [Player(url, n, figures, rate) for n in range(games)]
    began = time.perf_counter()
    http = httpx.AsyncClient(headers=HEADERS, timeout=60)
    for player in players:
        await player.sign_in(http)
        await player.sit_down(http)
    await asyncio.sleep(1.0)
    told: dict[str, Any] = {"setup_seconds": round(time.perf_counter() - began, 1)}
    told["memory_idle_mb"] = round(memory(running.pid)[0])
    before, start = processor(running.pid), time.perf_counter()
    until = start + seconds
    lag = asyncio.create_task(own_lag(figures))
    own = time.process_time()
    playing = [asyncio.create_task(player.play(http, until + 3600)) for player in players]
    if hostile:
        told["attacks"] = await felt(url, seconds, figures.times, figures.waits)
    else:
        await asyncio.sleep(seconds)
    took = time.perf_counter() - start
    told["server_cpu_share"] = round((processor(running.pid) - before) / took, 2)
    told["generator_cpu_share"] = round((time.process_time() - own) / took, 2)
    told["memory_mb"], told["memory_peak_mb"] = (round(m) for m in memory(running.pid))
    told["answers_per_second"] = round(len(figures.acknowledged) / took, 1)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    await asyncio.sleep(0.5)
    for task in [lag, *playing, *(t for p in players for t in p.tasks)]:
        task.cancel()
    await asyncio.gather(*playing, *(t for p in players for t in p.tasks), return_exceptions=True)
    await http.aclose()
    return figures, told


def compare(data: Path, figures: Figures) -> dict[str, Any]:
    """Every acknowledged answer must be in the store at its step, and the steps of a game without a gap."""
    store = sqlite3.connect(data / "grognard.sqlite3")
    kept = {(g, t.partition(":")[2]): (s, o) for g, t, s, o in store.execute("select game, token, step, option from answered")}
    steps = {(g, n): o for g, n, o in store.execute("select game, n, option from steps")}
    missing = [a for a in figures.acknowledged if kept.get((a[0], a[1])) != (a[3], a[2]) or steps.get((a[0], a[3])) != a[2]]
    gaps = [g for g, top, count in store.execute("select game, max(n), count(*) from steps group by game") if count != top + 1]
    store.close()
    return {"acknowledged": len(figures.acknowledged), "in_store": len(kept), "lost": len(missing), "games_with_gaps": len(gaps)}


def reopen(data: Path, figures: Figures) -> dict[str, Any]:
    """The server starts again and every game is there."""
    port = free_port()
    start = time.perf_counter()
    running = start_server(data, port)
    took = time.perf_counter() - start
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", headers=HEADERS, timeout=30) as http:
            http.post("/guest", json={})
            newest: dict[str, int] = {}
            for game, _, _, step in figures.acknowledged:
                newest[game] = max(step, newest.get(game, 0))
            loaded = [http.get(f"/games/{game}/view").json()["view"]["step"] >= step for game, step in newest.items()]
    finally:
        running.kill()
        running.wait()
    return {"restart_seconds": round(took, 2), "games_reopened": f"{sum(loaded)} of {len(loaded)}"}


def soak(games: int, seconds: float, rate: float, kills: int) -> dict[str, Any]:
    """Kill and start again on one store; everything acknowledged in any round must be there after the last."""
    total, waits = Figures(), []
    with tempfile.TemporaryDirectory(prefix="grognard-soak-") as folder:
        data = Path(folder)
        for n in range(kills):
            port = free_port()
            running = start_server(data, port)
            try:
                pause = seconds * (0.5 + random.Random(n).random())
                figures, _ = asyncio.run(load(f"http://127.0.0.1:{port}", running, games, pause, rate))
            finally:
                if running.poll() is None:
                    running.kill()
            total.acknowledged += figures.acknowledged
            waits += figures.waits
            lost = compare(data, total)["lost"]
            print(f"kill {n + 1}: {len(total.acknowledged)} acknowledged, {lost} lost", file=sys.stderr)
        found = compare(data, total)
    return {"kills": kills, **found, "answer_p95_ms": round(percentile(waits, 0.95), 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2.0, help="answers per second and game: 2 is one for each of its sockets")
    parser.add_argument("--attackers", action="store_true", help="hostile clients beside the players, one kind after the other")
    parser.add_argument("--kills", type=int, default=0, help="kill the server so many times, each time after so many seconds")
    given = parser.parse_args()
    if given.kills:
        print(json.dumps(soak(given.games, given.seconds, given.rate, given.kills), indent=2))
        return
    with tempfile.TemporaryDirectory(prefix="grognard-load-") as folder:
        data, port = Path(folder), free_port()
        running = start_server(data, port)
        try:
            figures, told = asyncio.run(load(f"http://127.0.0.1:{port}", running, given.games, given.seconds, given.rate,
                                              given.attackers))
        finally:
            if running.poll() is None:
                running.kill()
        answers = {f"answer_p{int(share * 100)}_ms": round(percentile(figures.waits, share), 1) for share in (0.5, 0.95, 0.99)}
        heard = [chair.seen_at[step] - start for chair, step, start in figures.watched if step in chair.seen_at]
        others = {f"other_socket_p{int(share * 100)}_ms": round(percentile(heard, share), 1) for share in (0.5, 0.95)}
        told["generator_lag_p95_ms"] = round(percentile(figures.lags, 0.95), 1)
        told["load_average"] = round(os.getloadavg()[0], 1)
        result = {
            "games": given.games, "sockets": given.games * 2, "seconds": given.seconds, **told, **answers, **others,
            "refused": figures.refused, "games_over": figures.over, "kill_9": compare(data, figures), **reopen(data, figures),
        }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
