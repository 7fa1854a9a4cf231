"""Notices: in the page, by webhook, by mail; not to those who look, not twice, and tried again when they fail."""

from __future__ import annotations

import asyncio
import http.server
import json
import threading
import time
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path

import pytest

from grognard.server.notices import Notices
from grognard.server.rows import NoticeRow, PersonRow
from grognard.server.store import Store
from tests.web.running import Server, hear, serving, settings, until_true


class Hook(http.server.BaseHTTPRequestHandler):
    """A webhook that remembers, and answers what it is told to."""

    heard: list[dict[str, str]] = []
    status = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        type(self).heard.append(json.loads(body))
        self.send_response(self.status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hook() -> Iterator[str]:
    Hook.heard, Hook.status = [], 200
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, mail=f"file:{tmp_path}/mail", private_webhooks=True, address="https://table.example") as server:
        server.uvicorn.config.app.state.hall.notices.pause = 0.05  # type: ignore[union-attr]
        yield server


def test_a_turn_goes_out_by_webhook_and_mail(post_office: Server, hook: str, tmp_path: Path) -> None:
    ann, bob = post_office.person(), post_office.person()
    bob.http.put("/notices/settings", json={"webhook": hook, "mail": "bob@example.org", "delay": 0}).raise_for_status()
    game = ann.create(seats={"blue": "me", "red": "me", "rust": "me"}, options={"storms": False}, name="Two fronts")
    for seat in ("red", "rust"):
        ann.hand(game, seat, bob)
    until_true(lambda: any(h["kind"] == "seat" for h in Hook.heard))
    found = next(h for h in Hook.heard if h["kind"] == "seat")
    assert "Two fronts" in found["text"] and found["link"] == f"https://table.example/#/game/{game}"
    until_true(lambda: (tmp_path / "mail").exists() and "bob@example.org" in (tmp_path / "mail").read_text())
    letter = message_from_string((tmp_path / "mail").read_text()[(tmp_path / "mail").read_text().index("Subject:") :])
    assert f"https://table.example/#/game/{game}" in letter.get_payload(decode=True).decode()  # type: ignore[union-attr]
    bob.answer(game, "red", "bid 0")
    ann.answer(game, "blue", "bid 4")
    ann.answer(game, "blue", "done")
    until_true(lambda: any(h["kind"] == "turn" for h in Hook.heard))
    assert {"seat", "turn"} <= {n["kind"] for n in bob.get("/notices")}
    assert bob.get("/me")["unseen"] >= 1
    bob.post("/notices/seen")
    assert bob.get("/me")["unseen"] == 0


def test_no_notice_to_somebody_who_looks(local: Server) -> None:
    ann, bob = local.person(), local.person()
    game = ann.create(seats={"blue": "me"}, options={"storms": False})
    for seat in ("red", "rust"):
        bob.post(f"/games/{game}/join", {"seat": seat})
    with bob.socket(game) as line:
        hear(line, "view")
        bob.answer(game, "red", "bid 0")
        ann.answer(game, "blue", "bid 4")
        for option in ("pick u0", "stop u0", "done"):
            ann.answer(game, "blue", option)
        assert bob.view(game)["waiting"] == ["red"]
    assert not any(n["kind"] == "turn" and n["game"] == game for n in bob.get("/notices"))
    for seat, option in (("red", "done"), ("rust", "done")):
        bob.answer(game, seat, option)
    assert ann.view(game)["waiting"] == ["blue"] or ann.view(game)["waiting"] == ["blue", "red"]
    assert any(n["kind"] == "turn" and n["game"] == game for n in ann.get("/notices"))


def run_once(
    tmp_path: Path, webhook: str, *, delay: int, made_ago: float, times: int = 1, kind: str = "draw"
) -> tuple[list[int], NoticeRow]:
    """Deliver one notice so many times, with the clock far ahead each time."""
    store = Store(settings(tmp_path))
    notices = Notices(settings(tmp_path, private_webhooks=True), store)

    async def run() -> tuple[list[int], NoticeRow]:
        now = time.time()
        await store.add_person(PersonRow("p", "P", "p", "", True, now, webhook, "", delay))
        await store.add_notices([NoticeRow("n", "p", "g", kind, "look here", now - made_ago, due=now - made_ago)])
        sent = [await notices.deliver_once(now + n * 100_000 + 1) for n in range(times)]
        return sent, (await store.notices("p"))[0]

    try:
        return asyncio.run(run())
    finally:
        store.stop()


def test_a_turn_waits_for_its_delay(tmp_path: Path, hook: str) -> None:
    sent, notice = run_once(tmp_path, hook, delay=500, made_ago=5, kind="turn")
    assert sent == [0] and Hook.heard == [] and notice.due is not None


def test_a_turn_that_is_over_is_not_announced(tmp_path: Path, hook: str) -> None:
    sent, notice = run_once(tmp_path, hook, delay=0, made_ago=5, kind="turn")
    assert sent == [0] and Hook.heard == [] and notice.due is None


def test_a_message_is_sent_once(tmp_path: Path, hook: str) -> None:
    sent, notice = run_once(tmp_path, hook, delay=0, made_ago=5, times=3)
    assert sent == [1, 0, 0] and len(Hook.heard) == 1 and notice.due is None


def test_what_fails_is_tried_again_and_then_given_up(tmp_path: Path, hook: str) -> None:
    Hook.status = 302
    sent, notice = run_once(tmp_path, hook, delay=0, made_ago=5, times=8)
    assert sum(sent) == 0 and len(Hook.heard) == 4 and notice.due is None


def test_a_person_without_wishes_is_sent_nothing(tmp_path: Path) -> None:
    sent, notice = run_once(tmp_path, "", delay=0, made_ago=5)
    assert sent == [0] and notice.due is None
