"""Running servers for tests: one in a thread on a free port, on SQLite or on a PostgreSQL cluster of the test's own."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from grognard.server import uploads
from grognard.server.hall import Hall
from grognard.server.run import config, free_port
from grognard.server.settings import Settings, title_specs

SKIRMISH = "tests.kernel.skirmish:TITLE"
PATIENCE = 120.0  # seconds: what is waited for may take that long on a machine that does much else
uploads.SECONDS = PATIENCE  # files too


class Server:
    """A server in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.door = socket.socket()  # bound at once: nobody else takes the port before the server listens
        self.door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.door.bind(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        self.uvicorn = uvicorn.Server(config(settings, "127.0.0.1", self.port))
        self.thread = threading.Thread(target=lambda: self.uvicorn.run([self.door]), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.uvicorn.started:
            assert self.thread.is_alive() and time.monotonic() < until, "the server did not start"
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(timeout=PATIENCE)
        self.door.close()

    def visitor(self) -> Person:
        return Person(self.url)

    def person(self, name: str = "") -> Person:
        """Somebody signed in: a guest."""
        person = Person(self.url)
        person.post("/guest", {"name": name} if name else {})
        return person


class Person:
    """A client with its own cookies."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers={"X-Grognard": "1"}, timeout=2 * PATIENCE)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        kind = answer.headers.get("content-type", "")
        return answer.json() if "json" in kind and "ndjson" not in kind else answer.content

    def post(self, path: str, body: Any = None, status: int | tuple[int, ...] = (200, 201)) -> Any:
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        answer = self.http.post(path, content=content)
        allowed = (status,) if isinstance(status, int) else status
        assert answer.status_code in allowed, (path, answer.status_code, answer.text)
        return answer.json()

    def create(self, **wish: Any) -> str:
        return str(self.post("/games", {"title": "skirmish", "seats": ALL_MINE, **wish})["id"])

    def hand(self, game: str, seat: str, to: Person) -> None:
        """Offer somebody a seat; they take it."""
        self.post(f"/games/{game}/seats/{seat}", {"to": f"user:{to.get('/me')['name']}"})
        to.post(f"/games/{game}/seats/{seat}", {"to": "me"})

    def view(self, game: str, **query: Any) -> Any:
        return self.get(f"/games/{game}/view", **query)["view"]

    def answer(self, game: str, seat: str, option: str, step: int | None = None, key: str = "", status: Any = (200, 201)) -> Any:
        if step is None:
            step = self.view(game)["step"]
        body = {"seat": seat, "option": option, "step": step, "key": key or f"k{time.time_ns()}"}
        return self.post(f"/games/{game}/answer", body, status)

    def play(self, game: str, answers: int, seats: tuple[str, ...] | None = None) -> None:
        """Give the first listed answer so many times."""
        for _ in range(answers):
            view = self.view(game)
            questions = [q for q in view["questions"] if seats is None or q["seat"] in seats]
            if not questions:
                return
            question = questions[0]
            self.answer(game, question["seat"], question["options"][0]["text"], view["step"])

    @contextlib.contextmanager
    def socket(self, game: str, query: str = "", origin: str | None = None) -> Iterator[ClientConnection]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"ws{self.url[4:]}/api/v1/games/{game}/ws{query}"
        headers = {"Cookie": cookie} if cookie else {}
        with connect(url, additional_headers=headers, origin=origin, open_timeout=PATIENCE, max_queue=None) as line:  # type: ignore
            yield line


ALL_MINE = {"blue": "me", "red": "me", "rust": "me"}


def until_true(what: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Look again and again until something is so, and give what was found."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, f"it did not come to pass: {found!r}"
        time.sleep(0.05)
    return found


def hear(line: ClientConnection, kind: str, seconds: float = PATIENCE) -> Any:
    """The next message of a kind."""
    until = time.monotonic() + seconds
    while True:
        message = json.loads(line.recv(timeout=max(0.01, until - time.monotonic())))
        if message["type"] == kind:
            return message


def settings(data: Path, **changes: Any) -> Settings:
    made = Settings(data, titles=title_specs((SKIRMISH,)), login_tries=5, agent_limit=30.0)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


@contextlib.contextmanager
def serving(data: Path, **changes: Any) -> Iterator[Server]:
    server = Server(settings(data, **changes)).start()
    try:
        yield server
    finally:
        server.stop()


def hall_of(server: Server) -> Hall:
    hall: Hall = server.uvicorn.config.app.state.hall  # type: ignore[union-attr]
    return hall


@contextlib.contextmanager
def meanwhile(work: Callable[[], Any]) -> Iterator[list[Any]]:
    """Do something in a thread; its result is in the list when the block has ended."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    yield found
    thread.join(timeout=PATIENCE)
    assert not thread.is_alive()


# PostgreSQL


def program(name: str) -> str | None:
    """A program of PostgreSQL: on the path, or where Debian keeps its newest version."""
    kept = sorted(str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (kept[-1] if kept else None)


def postgres_missing() -> str:
    """Why there can be no cluster here; empty if there can."""
    if program("initdb") is None or program("pg_ctl") is None:
        return "there is no initdb: install postgresql (make database) to test that store"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed: pip install 'grognard[postgres]'"
    if os.geteuid() == 0 and _other_user() is None:
        return "PostgreSQL does not run as root and there is no user postgres"
    return ""


def _other_user() -> str | None:
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return None


@contextlib.contextmanager
def cluster(durable: bool = False) -> Iterator[str]:
    """A cluster of our own; gives the address to connect to. `durable`: commits reach the disk."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    prefix: list[str] = []
    if os.geteuid() == 0:
        user = _other_user()
        assert user is not None
        shutil.chown(folder, user)
        prefix = ["runuser", "-u", user, "--"]
    port = free_port()
    run = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    data = str(folder / "data")
    subprocess.run([*prefix, program("initdb"), "-D", data, "-U", "grognard", "-A", "trust", "--no-sync", "-E", "UTF8"], **run)  # type: ignore[call-overload]
    options = f"-p {port} -k {folder} -h 127.0.0.1 -c fsync={'on' if durable else 'off'}"
    subprocess.run([*prefix, program("pg_ctl"), "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start"], **run)  # type: ignore[call-overload]
    try:
        yield f"postgresql://grognard@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*prefix, program("pg_ctl"), "-D", data, "-w", "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]
        shutil.rmtree(folder, ignore_errors=True)
