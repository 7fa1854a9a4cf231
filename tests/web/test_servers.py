"""Several servers on one PostgreSQL: each hears of the others, what is done once is done once, and one may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from grognard.server.run import free_port
from tests.web.running import PATIENCE, SKIRMISH, Person, Server, hear, serving, until_true


@pytest.fixture(scope="module")
def two(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    one, other = (tmp_path_factory.mktemp(name) for name in "ab")
    how: dict[str, Any] = {"database": postgres, "lease": 2.0, "pause": 0.2}
    with serving(one, **how) as a, serving(other, **how) as b:
        until_true(lambda: all(look(f"{s.url}/health").status_code == 200 for s in (a, b)))
        yield a, b


def look(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, timeout=PATIENCE)


def asked(person: Person, game: str) -> bool:
    return bool(person.view(game)["questions"])


def at(other: Server | str, person: Person) -> Person:
    """The same person at another server: the cookie is good at both."""
    same = Person(other if isinstance(other, str) else other.url)
    same.http.cookies.update(person.http.cookies)
    return same


def test_an_answer_at_one_is_heard_at_the_other(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create(listed=True)
    with there.socket(game) as line:
        step = hear(line, "view")["view"]["step"]
        for n in range(1, 9):  # also over the ends of segments
            ann.play(game, 1)
            assert hear(line, "delta")["delta"]["step"] == step + n
    assert there.view(game) == ann.view(game)
    there.play(game, 3)
    until_true(lambda: ann.view(game)["step"] == there.view(game)["step"])
    assert ann.view(game)["picture"] == there.view(game)["picture"]


def test_whoever_is_late_at_the_other_is_told_so_and_stays_connected(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create()
    view = there.view(game)
    question = view["questions"][0]
    ann.answer(game, question["seat"], question["options"][0]["text"], view["step"], key="one")
    with there.socket(game) as line:
        hear(line, "view")
        refused = there.answer(game, question["seat"], question["options"][-1]["text"], view["step"], key="two", status=409)
        assert refused["error"]["code"] == "stale"
        again = there.answer(game, question["seat"], question["options"][0]["text"], view["step"], key="one")
        assert again["step"] == view["step"] + 1  # the same answer at another server is the same answer
        ann.play(game, 1)
        hear(line, "delta")


def test_two_answer_in_secret_at_two_servers(two: tuple[Server, Server]) -> None:
    a, b = two
    ann, bob = a.person(), b.person()
    game = ann.create(seats={"blue": "me", "red": "open", "rust": "me"})
    bob.post(f"/games/{game}/join", {"seat": "red", "token": ann.get(f"/games/{game}")["invite"]})
    mine, theirs = ann.view(game), until_true(lambda: bob.view(game))
    assert [q["seat"] for q in theirs["questions"]] == ["red"]
    ann.answer(game, "blue", mine["questions"][0]["options"][0]["text"], mine["step"])
    bob.answer(game, "red", theirs["questions"][0]["options"][0]["text"], theirs["step"])  # the step before Ann's answer
    until_true(lambda: ann.view(game)["step"] == theirs["step"] + 2)


def test_an_answer_in_secret_is_taken_where_the_other_was_not_heard_yet(two: tuple[Server, Server]) -> None:
    a, b = two
    ann, bob = a.person(), b.person()
    game = ann.create(seats={"blue": "me", "red": "open", "rust": "me"})
    bob.post(f"/games/{game}/join", {"seat": "red", "token": ann.get(f"/games/{game}")["invite"]})
    theirs = bob.view(game)
    until_true(lambda: ann.get(f"/games/{game}")["seats"]["red"]["player"])
    bell = b.uvicorn.config.app.state.hall.following.bell  # type: ignore[union-attr]
    heard, bell.heard = bell.heard, lambda ring: None
    try:
        mine = ann.view(game)
        ann.answer(game, "blue", mine["questions"][0]["options"][0]["text"], mine["step"])
        bob.answer(game, "red", theirs["questions"][0]["options"][0]["text"], theirs["step"])
        late = bob.answer(game, "red", theirs["questions"][0]["options"][-1]["text"], theirs["step"], status=409)
        assert late["error"]["code"] == "stale"
    finally:
        bell.heard = heard
    until_true(lambda: ann.view(game)["step"] == bob.view(game)["step"] == theirs["step"] + 2)


def test_undo_is_followed(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create()
    ann.play(game, 2)
    there.view(game)
    before = ann.view(game)
    ann.play(game, 1)
    until_true(lambda: there.view(game)["step"] == before["step"] + 1)
    ann.post(f"/games/{game}/undo", {"to": before["step"]})
    until_true(lambda: there.view(game)["step"] == ann.view(game)["step"])
    there.play(game, 2)
    until_true(lambda: there.view(game)["step"] == ann.view(game)["step"])
    assert ann.view(game)["picture"] == there.view(game)["picture"]


def test_chat_seats_and_removal_are_followed(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create()
    with there.socket(game) as line:
        hear(line, "view")
        ann.post(f"/games/{game}/chat", {"to": "all", "text": "good evening"})
        assert hear(line, "chat")["text"] == "good evening"
        ann.http.patch(f"/games/{game}", json={"name": "Renamed"}).raise_for_status()
        until_true(lambda: there.get(f"/games/{game}")["name"] == "Renamed")
        ann.http.delete(f"/games/{game}").raise_for_status()
    until_true(lambda: there.http.get(f"/games/{game}").status_code == 404)


def test_who_signs_out_at_one_is_out_at_both(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    there.get("/notices")
    ann.post("/logout")
    until_true(lambda: there.http.get("/notices").status_code == 401)


def test_a_notice_is_shown_where_its_reader_is(two: tuple[Server, Server]) -> None:
    a, b = two
    ann, bob = a.person(), b.person()
    game, other = ann.create(), bob.create()
    with bob.socket(other) as line:
        hear(line, "view")
        ann.post(f"/games/{game}/seats/red", {"to": f"user:{bob.get('/me')['name']}"})
        assert hear(line, "notice")["game"] == game


def test_clocks_run_out_once(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create(clock={"kind": "move", "seconds": 1, "then": "pause"})
    there.view(game)
    until_true(lambda: there.get(f"/games/{game}")["paused"])

    def said() -> list[str]:
        return [line["text"] for line in ann.get(f"/games/{game}/chat") if "is up" in line["text"]]

    until_true(said)
    time.sleep(1.0)  # for a second word, which must not come
    assert len(said()) == 1, said()


def _sees_a_question(someone: Person, game: str, seen: list[dict[str, Any]]) -> bool:
    """Whether a person is asked, with the view that says so: the next one may already be without, as agents play on."""
    seen.append(someone.view(game))
    return bool(seen[-1]["questions"])


def test_agents_answer_once_and_are_seen_at_both(two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "agent:random"}, seed=3)
    for n in range(6):
        someone = ann if n % 2 else there
        seen: list[dict[str, Any]] = []
        until_true(partial(_sees_a_question, someone, game, seen))
        view = seen[-1]
        question = view["questions"][0]
        someone.answer(game, "blue", question["options"][0]["text"], view["step"], status=(200, 201, 409))
    until_true(lambda: ann.view(game)["step"] == there.view(game)["step"])
    assert ann.view(game)["picture"] == there.view(game)["picture"]


def test_one_server_is_first_and_another_takes_over(postgres: str, tmp_path: Path, two: tuple[Server, Server]) -> None:
    def firsts() -> list[str]:
        figures = [look(f"{server.url}/metrics").text.split("\n") for server in two]
        return sorted(next(line for line in lines if line.startswith("grognard_first ")) for lines in figures)

    until_true(lambda: firsts() == ["grognard_first 0", "grognard_first 1"])
    with psycopg.connect(postgres, autocommit=True) as admin:  # the one that was first falls silent
        admin.execute("update leases set holder = 'a dead one', until = 0 where name = 'watch'")

        def holder() -> str:
            row = admin.execute("select holder from leases where name = 'watch'").fetchone()
            return str(row[0]) if row else ""

        until_true(lambda: holder() not in ("", "a dead one"))


def test_health_and_metrics(two: tuple[Server, Server]) -> None:
    a, _ = two
    until_true(lambda: look(f"{a.url}/health", host="anything").json() == {"status": "ok", "store": True, "bell": True})
    text = look(f"{a.url}/metrics").text
    for line in text.strip().split("\n"):
        assert line.startswith("# ") or (line.startswith("grognard_") and float(line.rpartition(" ")[2]) >= 0)
    assert 'grognard_answer_seconds_bucket{le="+Inf"}' in text
    assert httpx.get(f"{a.url}/metrics", headers={"x-forwarded-for": "1.2.3.4"}, timeout=PATIENCE).status_code == 404


def test_a_bell_that_breaks_is_heard_again(postgres: str, two: tuple[Server, Server]) -> None:
    a, b = two
    ann = a.person()
    there = at(b, ann)
    game = ann.create()
    there.view(game)
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' or query = 'select 1'")
    ann.play(game, 2)
    until_true(lambda: there.view(game)["step"] == ann.view(game)["step"])
    until_true(lambda: look(f"{b.url}/health").status_code == 200)


# a server of its own process


def begin(postgres: str, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    port = free_port()
    words = [sys.executable, "-m", "grognard.server", "--title", SKIRMISH, "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(words, env={**os.environ, "DATABASE_URL": postgres}, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"

    def well() -> bool:
        try:
            return look(f"{url}/health").status_code == 200
        except httpx.HTTPError:
            assert process.poll() is None, "the server ended at once"
            return False

    until_true(well, 2 * PATIENCE)
    return process, url


def test_a_server_is_killed_under_load_and_its_clients_go_on_at_another(postgres: str, tmp_path: Path) -> None:
    first, one = begin(postgres, tmp_path / "one")
    second, other = begin(postgres, tmp_path / "other")
    try:
        ann = Person(one)
        ann.post("/guest", {})
        games = [ann.create() for _ in range(6)]
        acknowledged: dict[str, int] = dict.fromkeys(games, 0)
        views = {game: ann.view(game) for game in games}
        given, killed = 0, False
        try:
            while True:
                for game in games:
                    question = views[game]["questions"][0]
                    key = f"k{given}"
                    got = ann.answer(game, question["seat"], question["options"][0]["text"], views[game]["step"], key=key)
                    acknowledged[game] = got["step"]
                    given += 1
                    if given > 30 and not killed:
                        first.send_signal(signal.SIGKILL)
                        killed = True
                    views[game] = ann.view(game)
        except (httpx.HTTPError, IndexError):
            pass
        first.wait(PATIENCE)
        assert killed
        there = at(other, ann)
        for game in games:
            assert there.view(game)["step"] >= acknowledged[game]
            with there.socket(game, f"?since={10**15}") as line:
                hear(line, "view")
                if there.view(game)["questions"]:
                    there.play(game, 1)
                    hear(line, "delta")
    finally:
        for process in (first, second):
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE)
