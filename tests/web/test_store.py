"""The store on both databases: nothing acknowledged is lost, a game comes back as it was, writers that clash are told."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.kernel.errors import GrognardError
from grognard.server.database import Conflict, Connection
from grognard.server.rows import PersonRow
from grognard.server.run import free_port
from grognard.server.store import Store
from tests.web.running import PATIENCE, SKIRMISH, Person, serving, settings


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else ""


@pytest.fixture
def store(database: str, tmp_path: Path) -> Iterator[Store]:
    made = Store(settings(tmp_path, database=database))
    yield made
    made.stop()


def person(name: str) -> PersonRow:
    unique = f"{name}{time.time_ns()}"
    return PersonRow(unique, unique, unique.casefold(), "", True, 0.0)


def test_a_group_with_one_bad_member_keeps_the_others(store: Store) -> None:
    """Many writes share a commit; one that fails is told so and takes nobody along."""
    first = person("a")

    async def run() -> list[Any]:
        await store.add_person(first)
        rows = [person(f"p{n}") for n in range(20)]
        return await asyncio.gather(*(store.add_person(p) for p in [*rows[:10], first, *rows[10:]]), return_exceptions=True)

    results = asyncio.run(run())
    assert [r for r in results if r is not None] == [results[10]] and isinstance(results[10], Conflict)


def test_a_failed_write_leaves_nothing(store: Store) -> None:
    one = person("x")

    def work(c: Connection) -> None:
        c.run("insert into logins (token, person, expires) values (?, ?, ?)", (one.id, one.id, 1.0))
        raise ValueError("in the middle")

    async def run() -> Any:
        with pytest.raises(ValueError, match="in the middle"):
            await store.write(work)
        return await store.read(lambda c: c.run("select * from logins where token = ?", (one.id,)))

    assert asyncio.run(run()) == []


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    made = Store(settings(tmp_path))
    asyncio.run(made.write(lambda c: c.run("update meta set value = '99' where name = 'version'")))
    made.stop()
    with pytest.raises(GrognardError, match="version 99"):
        Store(settings(tmp_path))


def test_postgres_that_does_not_answer_is_named(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(GrognardError, match="does not answer"):
        Store(settings(tmp_path, database=f"postgresql://nobody@127.0.0.1:{free_port()}/none"))


def test_a_game_comes_back_as_it_was(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database=database) as first:
        ann = first.person()
        game = ann.create(seed=3, options={"length": "long"})
        ann.play(game, 60)
        ann.post(f"/games/{game}/undo", {"to": 55})
        ann.play(game, 3)
        ann.post(f"/games/{game}/chat", {"to": "all", "text": "good night"})
        before = [ann.get(f"/games/{game}{path}") for path in ("", "/log", "/stats")], ann.view(game)
        past = ann.view(game, at=30)
    with serving(tmp_path, database=database) as second:
        again = Person(second.url)
        again.http.cookies.update(dict(ann.http.cookies))
        after = [again.get(f"/games/{game}{path}") for path in ("", "/log", "/stats")], again.view(game)
        assert after == before
        assert again.view(game, at=30) == past
        assert again.get(f"/games/{game}/chat")[-1]["text"] == "good night"
        again.play(game, 5)
        assert again.view(game)["step"] == 63


def test_two_servers_on_one_store_do_not_both_answer(database: str, tmp_path: Path) -> None:
    """The second is told that the game has moved on, and sees it when it looks again."""
    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        ann = one.person()
        game = ann.create()
        other = Person(two.url)
        other.http.cookies.update(dict(ann.http.cookies))
        assert other.view(game)["step"] == 0
        ann.answer(game, "blue", "bid 1", 0)
        assert other.answer(game, "blue", "bid 2", 0, status=409)["error"]["code"] == "stale"
        assert other.view(game)["step"] == 1


# kill -9


@contextlib.contextmanager
def process(data: Path, database: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    command = [sys.executable, "-m", "grognard.server", "--title", SKIRMISH, "--port", str(port), "--data", str(data)]
    env = {**os.environ, "DATABASE_URL": database}
    running = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 2 * PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{url}/api/v1/hello", timeout=PATIENCE)
                break
            assert running.poll() is None and time.monotonic() < until, "the server did not start"
            time.sleep(0.05)
        yield running, url
    finally:
        if running.poll() is None:
            running.kill()
        running.wait()


def test_what_is_acknowledged_survives_kill_9(database: str, tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}
    with process(tmp_path, database) as (running, url):
        ann = Person(url)
        ann.post("/guest")
        games = [ann.create(options={"length": "long"}) for _ in range(3)]
        cookies = dict(ann.http.cookies)
        for n in range(45):
            game = games[n % 3]
            view = ann.view(game)
            question = view["questions"][0]
            done = ann.answer(game, question["seat"], question["options"][0]["text"], view["step"])
            acknowledged[game] = done["step"]
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    with process(tmp_path, database) as (_, url):
        again = Person(url)
        again.http.cookies.update(cookies)
        for game, step in acknowledged.items():
            assert again.view(game)["step"] == step == 15
            again.play(game, 2)


def test_a_connection_that_breaks_is_opened_again(postgres: str, tmp_path: Path) -> None:
    import psycopg

    with serving(tmp_path, database=postgres) as server:
        ann = server.person()
        game = ann.create()
        ann.answer(game, "blue", "bid 1", 0)
        with psycopg.connect(postgres, autocommit=True) as admin:
            others = "from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"
            admin.execute(f"select pg_terminate_backend(pid) {others}")
        ann.answer(game, "red", "bid 2", 1)
        assert ann.view(game)["step"] == 2
        assert game in [g["id"] for g in ann.get("/games")["mine"]]
