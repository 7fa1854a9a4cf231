"""Attackers: hostile clients for bench/load.py, on loopback, each kind for a share of the time while others play.

What is measured is what the players beside them feel: the percentiles of answers while each attack runs. The 250 ms of
docs/server.md are compared with the longest of them.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from websockets.asyncio.client import connect

HEADERS = {"X-Grognard": "1"}


class Attackers:
    """One account, several ways to be a nuisance."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", headers=HEADERS, timeout=60)
        self.game = ""
        self.refused = 0
        self.tried = 0
        self.bomb = ""

    async def run(self, seconds: float) -> None:
        """Every attack in turn, first nothing; prints when each began and ended."""
        (await self.http.post("/guest", json={})).raise_for_status()
        wish = {"title": "skirmish", "seats": {"blue": "me", "red": "me", "rust": "me"}, "seed": 1, "listed": False}
        self.game = (await self.http.post("/games", json=wish)).json()["id"]
        for _ in range(12):
            view = (await self.http.get(f"/games/{self.game}/view")).json()["view"]
            for question in view["questions"][:1]:
                body = {"seat": question["seat"], "option": question["options"][0]["text"], "step": view["step"],
                        "key": secrets.token_hex(8)}
                await self.http.post(f"/games/{self.game}/answer", json=body)
        self.bomb = base64.b64encode(zlib.compress(b"\0" * 50_000_000, 9)).decode()
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "nobody": self.nothing, "views": self.views, "past": self.past, "bombs": self.bombs, "large files": self.large_files,
            "mailed files": self.mailed_files, "look-ups": self.look_ups, "resumes": self.resumes, "lines": self.lines,
            "half-open": self.half_open, "new games": self.new_games, "what-ifs": self.what_ifs, "log-ins": self.log_ins,
        }
        for kind, attack in kinds.items():
            begin, self.refused, self.tried = time.perf_counter(), 0, 0
            crowd = [asyncio.create_task(self._again(attack)) for _ in range(4)]
            await asyncio.sleep(seconds / len(kinds))
            for task in crowd:
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)
            told = {"kind": kind, "begin": begin, "end": time.perf_counter(), "tried": self.tried, "refused": self.refused}
            print(json.dumps(told), flush=True)
        await self.http.aclose()

    async def _again(self, attack: Callable[[], Awaitable[None]]) -> None:
        while True:
            with contextlib.suppress(httpx.HTTPError, OSError):
                await attack()
            self.tried += 1
            await asyncio.sleep(0)

    def _count(self, answer: httpx.Response) -> None:
        self.refused += answer.status_code >= 400
        assert answer.status_code < 500 or answer.status_code == 503, answer.text

    async def nothing(self) -> None:
        await asyncio.sleep(0.1)

    async def views(self) -> None:
        self._count(await self.http.get(f"/games/{self.game}/view"))

    async def past(self) -> None:
        self._count(await self.http.get(f"/games/{self.game}/view?at=3"))

    async def _file(self) -> bytes:
        return (await self.http.get(f"/games/{self.game}/export")).content

    async def bombs(self) -> None:
        lines = [json.loads(line) for line in (await self._file()).splitlines()]
        for record in lines:
            if "state" in record:
                record["state"] = self.bomb
        await self._upload(lines)

    async def _upload(self, records: list[dict[str, Any]]) -> None:
        self._count(await self.http.post("/import", content=b"".join(json.dumps(r).encode() + b"\n" for r in records)))

    async def large_files(self) -> None:
        lines = (await self._file()).splitlines()
        self._count(await self.http.post("/import", content=b"\n".join([lines[0], *([lines[2]] * 60_000)]) + b"\n"))

    async def mailed_files(self) -> None:
        data = (await self.http.get(f"/games/{self.game}/mail?seat=blue")).content
        self._count(await self.http.post(f"/games/{self.game}/mail", content=data + data.splitlines()[-1] * 5000))

    async def look_ups(self) -> None:
        name = secrets.token_hex(20)
        self._count(await self.http.put("/notices/settings", json={"webhook": f"http://{name}.invalid/x"}))

    async def _line(self) -> Any:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.url[4:]}/api/v1/games/{self.game}/ws"
        return await connect(address, additional_headers={"Cookie": cookie}, max_queue=None)

    async def resumes(self) -> None:
        line = await self._line()
        with contextlib.suppress(Exception):
            for _ in range(200):
                await line.send('{"type":"resume","seq":1}')
                await line.recv()
        self.refused += 1
        await line.close()

    async def lines(self) -> None:
        opened = [await self._line() for _ in range(20)]
        for line in opened:
            await line.close()

    async def half_open(self) -> None:
        host, port = "127.0.0.1", int(self.url.rpartition(":")[2])
        opened = [await asyncio.open_connection(host, port) for _ in range(20)]
        for _, writer in opened:
            writer.write(b"POST /api/v1/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n\r\n")
        await asyncio.sleep(0.5)
        for _, writer in opened:
            writer.close()

    async def new_games(self) -> None:
        self._count(await self.http.post("/games", json={"title": "skirmish", "seats": {"blue": "me"}, "listed": False}))

    async def what_ifs(self) -> None:
        self._count(await self.http.post(f"/games/{self.game}/fork"))

    async def log_ins(self) -> None:
        body = {"name": secrets.token_hex(6), "password": "wrong wrong"}
        self._count(await self.http.post("/login", json=body))


async def felt(url: str, seconds: float, times: list[float], waits: list[float]) -> dict[str, Any]:
    """Run the attackers in a process of their own beside a load; what its answers took while each attack ran, in ms."""
    command = [sys.executable, __file__, url, str(seconds)]
    running = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert running.stdout is not None
    found = {}
    async for raw in running.stdout:
        told = json.loads(raw)
        mine = sorted(wait * 1000 for at, wait in zip(times, waits) if told["begin"] <= at <= told["end"]) or [0.0]
        shares = {f"p{round(100 * s)}_ms": round(mine[min(len(mine) - 1, int(s * len(mine)))], 1) for s in (0.5, 0.95)}
        found[told["kind"]] = {"answers": len(mine), **shares, "longest_ms": round(mine[-1], 1), "tried": told["tried"],
                               "refused": told["refused"]}
    await running.wait()
    return found


if __name__ == "__main__":
    asyncio.run(Attackers(sys.argv[1]).run(float(sys.argv[2])))
