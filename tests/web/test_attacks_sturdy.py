"""Attackers at the door: bombs, floods, half-open requests, look-ups that hang, a store that fails. Each of these once worked.

Nothing here looks at a watch: where one person must not wait for another, the other's work is held until the first is served.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.kernel.foretelling import dice_that_fall
from grognard.kernel.session import Session
from grognard.server import notices, patience
from grognard.server import turnstile as turnstiles
from grognard.server.api import play
from grognard.server.database import Conflict
from grognard.server.hall import LINES, OFFERS
from grognard.server.rows import NoticeRow, PersonRow
from grognard.server.store import Store
from grognard.server.table import Table
from grognard.server.troubles import Clash, Outage
from grognard.server.turnstile import Turnstile
from tests.web.running import PATIENCE, Person, Server, hall_of, hear, meanwhile, serving, settings, until_true


@pytest.fixture
def ann(local: Server) -> Person:
    return local.person()


@pytest.fixture
def bob(local: Server) -> Person:
    return local.person()


# 8. one person's requests do not hold up the others


def test_a_look_up_that_hangs_hangs_nobody_else(
    local: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bob.create()
    held, asked = threading.Event(), threading.Event()

    real = socket.getaddrinfo

    def slow(host: Any, *rest: Any, **more: Any) -> Any:
        if host != "slow.example":
            return real(host, *rest, **more)
        asked.set()
        assert held.wait(PATIENCE)
        raise OSError("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with meanwhile(lambda: ann.http.put("/notices/settings", json={"webhook": "http://slow.example/"}).status_code) as found:
        assert asked.wait(PATIENCE)
        bob.answer(game, "blue", "bid 1")
        held.set()
    assert found == [200]


def test_asking_again_makes_no_view_again(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ann.create()
    made = []
    real = Table.view

    def counted(self: Table, audience: Any) -> Any:
        made.append(audience)
        return real(self, audience)

    monkeypatch.setattr(Table, "view", counted)
    with ann.socket(game) as line:
        hear(line, "view")
        for _ in range(5):
            line.send('{"type":"resume","seq":1}')
            hear(line, "view")
            ann.view(game)
        assert len(made) == 1
        ann.answer(game, "blue", "bid 1")
        hear(line, "delta")
        assert len(made) == 2
        with contextlib.suppress(ConnectionClosed):
            for _ in range(30):
                line.send('{"type":"resume","seq":1}')
        with pytest.raises(ConnectionClosed):
            hear(line, "never")


def test_a_flood_of_what_ifs_leaves_time_for_the_others(
    local: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds, reasons, dice that would fall and the log are worked out one after the other for each person, with rests between
    them in which Bob is served: what Ann asks for meanwhile waits for its turn."""
    game, other = ann.create(seed=3), bob.create(seed=4)
    held, resting, begun = threading.Event(), threading.Event(), [0]
    asked = {"seat": "blue", "step": 0}

    def slow(session: Session, seat: str) -> dict[str, bool]:
        begun[0] += 1
        time.sleep(0.05)
        return dice_that_fall(session, seat)

    async def rest(self: Turnstile, seconds: float) -> None:
        assert 0 < seconds < 60
        resting.set()
        await asyncio.to_thread(held.wait, PATIENCE)

    monkeypatch.setattr(play, "dice_that_fall", slow)
    monkeypatch.setattr(Turnstile, "sleep", rest)
    people = [Person(ann.url) for _ in range(4)]
    for one in people:
        one.http.cookies.update(dict(ann.http.cookies))
    with contextlib.ExitStack() as stack:
        told = [stack.enter_context(meanwhile(partial(one.post, f"/games/{game}/falls", asked))) for one in people]
        assert resting.wait(PATIENCE)
        bob.answer(other, "blue", "bid 1")
        assert begun == [1], "the others of the flood wait while Bob is served"
        held.set()
    assert [found[0]["step"] for found in told] == [0, 0, 0, 0] and begun == [4]


def test_rests_of_those_who_are_gone_are_forgotten() -> None:
    turnstile = Turnstile()
    for n in range(3 * turnstiles.MOST):
        with turnstile.work(str(n)):
            pass
    assert len(turnstile.rested) < 2 * turnstiles.MOST


def test_lines_of_one_person_are_counted(ann: Person) -> None:
    game = ann.create()
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(ann.socket(game))
        rest = [stack.enter_context(ann.socket(game)) for _ in range(LINES)]
        with pytest.raises(ConnectionClosed):
            hear(first, "never")
        hear(rest[-1], "view")


def test_the_past_is_looked_at_beside_the_table(
    local: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spectator who replays keeps nobody from answering, and does not replay without end."""
    game = ann.create(seats={"blue": "me"}, listed=True)
    ann.answer(game, "blue", "bid 1")
    held, looking = threading.Event(), threading.Event()
    real = Table.past

    def slow(self: Table, *rest: Any) -> Any:
        looking.set()
        assert held.wait(PATIENCE)
        return real(self, *rest)

    monkeypatch.setattr(Table, "past", slow)
    red = local.person()
    with meanwhile(lambda: bob.view(game, at=0)["step"]) as found:
        assert looking.wait(PATIENCE)
        red.post(f"/games/{game}/join", {"seat": "red"})
        red.answer(game, "red", "bid 3")
        held.set()
    assert found == [0]


# 9. webhooks


def test_a_name_that_turns_inward_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unknown when it is checked, this machine when it is called, and something else at every look."""
    looks = iter([OSError("unknown"), "127.0.0.1", "93.184.216.34"])

    def look(host: str, port: int, **_: Any) -> Any:
        found = next(looks)
        if isinstance(found, OSError):
            raise found
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, port))]

    called = []

    async def connect(machine: str, *rest: Any, **_: Any) -> Any:
        called.append(machine)
        raise OSError("not here")

    monkeypatch.setattr(socket, "getaddrinfo", look)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    asyncio.run(notices.check_webhook("http://turns.example/", private=False))
    with pytest.raises(Clash, match="private network"):
        asyncio.run(notices.post("http://turns.example/", b"{}", private=False))
    assert called == []
    with pytest.raises(OSError, match="not here"):
        asyncio.run(notices.post("http://turns.example/", b"{}", private=False))
    assert called == ["93.184.216.34"]


@pytest.mark.parametrize(
    "ip", ["127.0.0.1", "10.1.2.3", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
           "fe80::1%eth0", "0.0.0.0", "169.254.169.254", "100.64.0.1", "224.0.0.1", "fd00::1"],
)
def test_inner_addresses_in_every_dress(ip: str) -> None:
    assert not notices.is_public(ip)
    assert notices.is_public("93.184.216.34") and notices.is_public("2606:2800:220:1::1")


def test_a_receiver_that_drips_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One receiver answers a byte at a time without end; another person's notice goes out meanwhile."""
    monkeypatch.setattr(notices, "DEADLINE", 3.0)
    store = Store(settings(tmp_path))

    async def run() -> tuple[list[bytes], list[NoticeRow]]:
        heard: list[bytes] = []

        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    writer.write(b"H")
                    await writer.drain()
                    await asyncio.sleep(0.01)

        async def hear_it(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.append(await reader.readuntil(b"}"))
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()

        servers = [await asyncio.start_server(handler, "127.0.0.1", 0) for handler in (drip, hear_it)]
        carrier = notices.Notices(settings(tmp_path, private_webhooks=True), store)
        carrier.pause = 0.01
        now = time.time()
        for n, server in enumerate(servers):
            hook = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            await store.add_person(PersonRow(f"p{n}", f"P{n}", f"p{n}", "", True, now, hook, "", 0))
            await store.add_notices([NoticeRow(f"n{n}", f"p{n}", "g", "draw", "look", now - 10, due=now - 10)])
        loop = asyncio.create_task(carrier.deliver())
        while not heard:
            await asyncio.sleep(0.01)
        while (await store.notices("p1"))[0].due is not None:
            await asyncio.sleep(0.05)
        while not (slow := (await store.notices("p0"))[0]).tries:
            await asyncio.sleep(0.05)
        loop.cancel()
        for server in servers:
            server.close()
        return heard, [slow, (await store.notices("p1"))[0]]

    try:
        heard, rows = asyncio.run(run())
    finally:
        store.stop()
    assert heard and rows[0].due is not None and rows[1].due is None


# 10. what runs in the background


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, pause=0.02) as running:
        yield running


def test_the_clocks_go_on_after_the_store_was_away(quick: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.person()
    store = hall_of(quick).store
    failed: list[float] = []
    real = store.expired

    async def expired(now: float) -> list[str]:
        if len(failed) < 3:
            failed.append(now)
            raise Outage("gone") if len(failed) < 3 else RuntimeError("and worse")
        return await real(now)

    monkeypatch.setattr(store, "expired", expired)
    until_true(lambda: len(failed) == 3)
    game = ann.create(clock={"kind": "move", "seconds": 1, "then": "concede"})
    until_true(lambda: ann.get(f"/games/{game}")["status"] == "over")


def test_agents_play_on_after_a_fault(quick: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    store = hall_of(quick).store
    failed: list[Any] = []
    real = store.save

    async def save(change: Any) -> None:
        if change.steps and len(failed) < 2:
            failed.append(change)
            raise Outage("gone")
        await real(change)

    monkeypatch.setattr(store, "save", save)
    ann = quick.person()
    game = ann.create(seats={"blue": "me", "red": "agent:random", "rust": "agent:random"})
    until_true(lambda: ann.view(game)["step"] > 0)
    assert len(failed) == 2


def test_a_broken_game_is_set_aside_and_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        ann = first.person()
        games = [ann.create(listed=True, clock={"kind": "move", "seconds": 3600, "then": "concede"}) for _ in range(4)]
    store = sqlite3.connect(tmp_path / "grognard.sqlite3")
    store.execute("update checkpoints set state = ? where game = ?", (b"nonsense", games[0]))
    store.execute("update games set options = '{\"gone\": true}' where id = ?", (games[1],))
    store.execute("update games set offers = 'nonsense' where id = ?", (games[2],))
    store.execute("update games set deadline = 1, updated = updated + 1")
    store.execute("update seats set asked = 1 where asked is not null")
    store.execute("update seats set agent = 'random' where seat = 'rust'")
    store.commit()
    store.close()
    with serving(tmp_path, pause=0.02, grace=0.0) as second:
        again = Person(second.url)
        again.http.cookies.update(dict(ann.http.cookies))
        until_true(lambda: again.get(f"/games/{games[3]}")["status"] == "over")
        for game in games[:3]:
            error = again.get(f"/games/{game}", 409)["error"]
            assert error["code"] == "aside" and "nothing of it is lost" in error["message"]

        def listed() -> dict[str, Any]:
            return {g["id"]: g for g in again.get("/games")["mine"]}

        until_true(lambda: listed()[games[3]]["status"] == "over")  # the list follows the store, a moment behind the game
        found = listed()
        assert found[games[0]]["status"] == found[games[1]]["status"] == "aside" and found[games[0]]["trouble"]
        assert games[2] not in found
        again.create()


# 11. two servers on one store


def test_two_servers_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        ann = one.person()
        game = ann.create(listed=True, seats={"blue": "me", "red": "me"})
        other, bob = Person(two.url), two.person()
        other.http.cookies.update(dict(ann.http.cookies))
        ann.answer(game, "blue", "bid 1", 0)
        assert other.view(game)["step"] == 1
        ann.answer(game, "red", "bid 3", 1)
        ann.play(game, 3)
        last = ann.view(game)["step"]
        assert other.post(f"/games/{game}/undo", {"to": 0}, 409)["error"]["code"] == "stale"
        assert ann.view(game)["step"] == last == other.view(game)["step"]
        ann.post(f"/games/{game}/seats/red", {"to": "agent:random"})
        bob.post(f"/games/{game}/join", {"seat": "rust"}, 409)  # seen by the other server as it was before
        assert bob.get(f"/games/{game}")["seats"]["red"]["agent"] == "random"
        for person, words in ((ann, "one"), (other, "two"), (ann, "three")):
            person.post(f"/games/{game}/chat", {"to": "all", "text": words})
        said = [line["text"] for line in ann.get(f"/games/{game}/chat")]
        assert [w for w in said if w in ("one", "two", "three")] == ["one", "two", "three"]


def test_a_write_names_what_it_was_made_on(local: Server, ann: Person) -> None:
    game = ann.create()
    table = hall_of(local).tables[game]
    change = table.change()
    change.game.revision -= 1
    try:
        with pytest.raises(Conflict):
            asyncio.run(Store(local.settings).save(change))
    finally:
        change.game.revision += 1


# 12. doors


def test_a_header_is_believed_from_a_proxy_alone(tmp_path: Path) -> None:
    wrong = {"name": "Owner", "password": "wrong wrong"}
    right = {"name": "Owner", "password": "long enough"}

    def tries(server: Server, address: str, body: dict[str, str]) -> int:
        headers = {"X-Forwarded-For": f"9.9.9.9, {address}", "X-Grognard": "1"}
        return httpx.post(f"{server.url}/api/v1/login", json=body, headers=headers, timeout=PATIENCE).status_code

    with serving(tmp_path / "a", proxies=(), login_tries=2) as bare:
        bare.visitor().post("/register", right)
        codes = [tries(bare, f"8.8.8.{n}", wrong) for n in range(11)]
        assert codes[-1] == 429  # another address in the header is no other address
    with serving(tmp_path / "b", proxies=("127.0.0.1",), login_tries=2) as behind:
        behind.visitor().post("/register", right)
        codes = [tries(behind, "8.8.8.8", wrong) for _ in range(3)]
        assert codes[-1] == 429
        assert tries(behind, "7.7.7.7", right) == 200  # the owner is not locked out by a stranger's tries


def test_half_open_requests_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience.PatientProtocol, "head", 0.2)
    monkeypatch.setattr(patience.PatientProtocol, "body", 0.4)
    with serving(tmp_path) as server:
        starts = [b"", b"GET /api/v1/hello HTTP/1.1\r\nHost: 127.0.0.1\r\n",
                  b"POST /api/v1/import HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Grognard: 1\r\nContent-Length: 99999\r\n\r\nabc"]
        for start in starts:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
                line.sendall(start)
                with contextlib.suppress(ConnectionError):
                    while line.recv(4096):
                        pass
        monkeypatch.setattr(patience.PatientProtocol, "body", PATIENCE)
        monkeypatch.setattr(patience.PatientProtocol, "head", PATIENCE)
        ann = server.person()
        game = ann.create()
        monkeypatch.setattr(patience.PatientProtocol, "head", 3.0)
        with ann.socket(game) as open_line:  # a line that is used is left alone
            hear(open_line, "view")
            time.sleep(3.2)  # longer than the patience with a head
            open_line.send('{"type":"ping"}')
            hear(open_line, "pong")


ODD = ["\x00", "a\x00b", "\ud800", "x" * 300, "\uffff\u202e", "9" * 400, "-1", "1e999", "NaN", "%00", "..", "{}", "'; drop --"]


def test_odd_characters_and_numbers_are_the_clients_fault(server: Server) -> None:
    """Everywhere a text or a number goes in: a 4xx, never a 500, on both stores."""
    ann = server.person()
    game = ann.create()
    http, stranger = ann.http, server.visitor().http

    def check(answer: httpx.Response) -> None:
        assert answer.status_code < 500, (answer.request.url, answer.request.content[:200], answer.text)

    for odd in ODD:
        quoted = "".join(f"%{b:02x}" for b in odd.encode("utf-8", "surrogatepass"))
        for path in (f"/games/{quoted}", f"/games/{quoted}/view", f"/titles/{quoted}/board", f"/games/{game}/view?seat={quoted}",
                     f"/games/{game}/view?at={quoted}", f"/games/{game}/view?line={quoted}", f"/games/{game}/log?from={quoted}",
                     f"/games/{game}/mail?seat={quoted}", f"/games/{game}/chat?from={quoted}"):
            check(http.get(path))
        text = json.dumps(odd)
        bodies = {
            "/login": f'{{"name": {text}, "password": "long enough"}}', "/guest": f'{{"name": {text}}}',
            "/register": f'{{"name": {text}, "password": "long enough"}}',
            "/games": f'{{"title": "skirmish", "name": {text}, "seed": {text}, "scenario": {text}, "options": {{{text}: true}}}}',
            f"/games/{game}/answer": f'{{"seat": {text}, "option": {text}, "step": 0, "key": "k"}}',
            f"/games/{game}/explain": f'{{"seat": "blue", "option": {text}}}',
            f"/games/{game}/odds": f'{{"seat": "blue", "option": {text}}}',
            f"/games/{game}/standing": f'{{"seat": "blue", "kind": {text}, "condition": {text}}}',
            f"/games/{game}/chat": f'{{"to": {text}, "text": {text}}}',
            f"/games/{game}/join": f'{{"seat": {text}, "token": {text}}}',
            f"/games/{game}/seats/blue": json.dumps({"to": f"user:{odd}"}),
            f"/games/{game}/seats/{quoted}": f'{{"to": {text}}}',
            f"/games/{game}/suggest": f'{{"seat": "blue", "agent": {text}}}',
            f"/games/{game}/undo": f'{{"to": {text}}}',
        }
        for path, body in bodies.items():
            who = stranger if path in ("/login", "/guest", "/register") else http
            check(who.post(path, content=body.encode("utf-8", "surrogatepass")))
        check(http.put("/notices/settings", content=f'{{"webhook": "http://{odd}/", "mail": {text}}}'.encode("utf-8", "replace")))
        check(http.put("/notices/settings", content=json.dumps({"webhook": f"http://{odd}.example/", "delay": 1}).encode()))
    for number in ("1e999", "99999999999999999999999", "-1", "1.5", '"1"'):
        for path, body in ((f"/games/{game}/answer", '{"seat": "blue", "option": "bid 1", "key": "k", "step": %s}'),
                           (f"/games/{game}/undo", '{"to": %s}'), ("/games", '{"title": "skirmish", "seed": %s}')):
            check(http.post(path, content=(body % number).encode()))
    for raw in (b"\xff\xfe\xfd", b'{"name": "\xff"}', b'{"seat": "\xc3\x28"}'):
        for path in ("/games", f"/games/{game}/answer", "/import", f"/games/{game}/mail"):
            check(http.post(path, content=raw))
        check(stranger.post("/guest", content=raw))
    check(http.get(f"/games/{game}/view", headers={b"Cookie": b"grognard_session=\xff\xfe"}))
    check(http.get("/hello", headers={"Cookie": "grognard_session=" + "x" * 5000}))
    assert ann.view(game)["step"] == 0


def test_an_outage_tells_players_nothing_of_the_machine(local: Server, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ann.create()
    clerk = hall_of(local).store.writer

    async def gone(what: Any) -> Any:
        raise sqlite3.OperationalError("unable to open /secret/place/grognard.sqlite3 at 10.0.0.7")

    monkeypatch.setattr(clerk, "do", gone)
    answer = ann.http.post(f"/games/{game}/answer", json={"seat": "blue", "option": "bid 1", "step": 0, "key": "k"})
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "outage"
    assert "secret" not in answer.text and "10.0.0.7" not in answer.text
    monkeypatch.undo()
    assert ann.view(game)["step"] == 0
    ann.answer(game, "blue", "bid 1", 0)


def test_nobody_is_seated_unasked_or_asked_without_end(local: Server, ann: Person, bob: Person) -> None:
    name = bob.get("/me")["name"]
    game = ann.create()
    codes = [ann.http.post(f"/games/{game}/seats/red", json={"to": f"user:{name}"}).status_code for _ in range(OFFERS + 1)]
    assert set(codes[:-1]) == {200} and codes[-1] == 429
    info = bob.get(f"/games/{game}")
    assert not info["seats"]["red"]["you"] and info["seats"]["red"]["asked"]
    assert bob.view(game)["questions"] == []
