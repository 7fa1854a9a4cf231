"""Hostile clients: each gets a clear refusal, nothing changes, and nothing leaks."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from grognard.server.accounts import COOKIE, Limit
from grognard.server.notices import check_webhook
from grognard.server.troubles import Clash, TooMany
from tests.web.running import PATIENCE, Person, Server, hear, until_true


@pytest.fixture
def ann(local: Server) -> Person:
    return local.person()


@pytest.fixture
def eve(local: Server) -> Person:
    return local.person()


# other people's seats and games


def test_answers_for_another_seat(ann: Person, eve: Person) -> None:
    game = ann.create(seats={"blue": "me"})
    eve.post(f"/games/{game}/join", {"seat": "red"})
    for path, body in (
        ("answer", {"seat": "blue", "option": "bid 1", "step": 0, "key": "k"}),
        ("explain", {"seat": "blue", "option": "bid 1"}),
        ("odds", {"seat": "blue", "option": "bid 1"}),
        ("suggest", {"seat": "blue"}),
        ("concede", {"seat": "blue"}),
        ("standing", {"seat": "blue", "kind": "storm", "condition": "never"}),
    ):
        error = eve.post(f"/games/{game}/{path}", body, 403)["error"]
        assert error["code"] == "not_yours" and error["remedy"]
    eve.get(f"/games/{game}/view", 403, seat="blue")
    eve.get(f"/games/{game}/mail", 403, seat="blue")
    assert ann.view(game)["step"] == 0
    with eve.socket(game) as line:
        hear(line, "view")
        line.send('{"type":"answer","seat":"blue","option":"bid 1","step":0,"key":"k"}')
        assert hear(line, "refused")["error"]["code"] == "not_yours"
    with eve.socket(game, "?seat=blue") as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_other_peoples_games_are_not_there(ann: Person, eve: Person) -> None:
    """A private game and a game that does not exist get the same answer, on every route."""
    game = ann.create()
    missing = "x" * len(game)
    gets = ["", "/view", "/log", "/chat", "/stats", "/export", "/mail?seat=blue", "/view?at=0"]
    posts = {
        "join": {"seat": "blue"}, "seats/blue": {"to": "me"}, "undo": {"to": 0}, "rollback": {"agree": True},
        "draw": {"agree": True},
        "pause": {"paused": True}, "concede": {"seat": "blue"}, "chat": {"to": "all", "text": "hi"}, "fork": {}, "apply": {},
        "answer": {"seat": "blue", "option": "bid 1", "step": 0, "key": "k"}, "explain": {"seat": "blue", "option": "bid 1"},
        "odds": {"seat": "blue", "option": "bid 1"}, "suggest": {"seat": "blue"}, "agent/cancel": {}, "agent/resume": {},
        "invite": {},
        "standing": {"seat": "blue", "kind": "storm", "condition": "never"}, "mail": {},
    }
    for path in gets:
        answers = [eve.http.get(f"/games/{id}{path}") for id in (game, missing)]
        assert [a.status_code for a in answers] == [404, 404], path
        assert answers[0].text == answers[1].text, path
    for path, body in posts.items():
        answers = [eve.http.post(f"/games/{id}/{path}", json=body) for id in (game, missing)]
        assert [a.status_code for a in answers] == [404, 404], path
        assert answers[0].text == answers[1].text, path
    for id in (game, missing):
        with eve.socket(id) as line, pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    found = eve.get("/games")
    assert game not in json.dumps(found)
    assert ann.view(game)["step"] == 0 and len(game) >= 16


def test_an_invitation_is_not_shown_to_spectators(ann: Person, eve: Person) -> None:
    game = ann.create(seats={"blue": "me"})
    assert eve.get(f"/games/{game}")["invite"] is None
    assert all(g["invite"] is None for g in eve.get("/games")["open"])


def test_a_what_if_of_somebody_else_cannot_be_applied(ann: Person, eve: Person) -> None:
    game = ann.create()
    fork = ann.post(f"/games/{game}/fork")["id"]
    eve.post(f"/games/{fork}/apply", {}, 404)
    eve.get(f"/games/{fork}/view", 404)


# malformed and oversized


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"{", b"\xff\xfe", b'{"seat":1}', b'{"seat":"blue","option":"bid 1","step":-1,"key":"k"}',
     b'{"seat":"blue","option":"bid 1","step":0,"key":"a b"}',
     b'{"seat":"blue","option":"bid 1","step":0,"key":"k","more":1}',
     b'{"seat":"blue","option":"bid 1","step":1e300,"key":"k"}',
     b'{"seat":"' + b"a" * 300 + b'","option":"b","step":0,"key":"k"}'],
)
def test_malformed_answers(ann: Person, body: bytes) -> None:
    game = ann.create()
    error = ann.post(f"/games/{game}/answer", body, 400)["error"]
    assert error["code"] == "malformed" and error["message"]
    assert "Traceback" not in json.dumps(error)


def test_oversized_bodies(ann: Person) -> None:
    assert ann.post("/games", b'{"title":"' + b"x" * 100_000 + b'"}', 413)["error"]["code"] == "too_large"
    ann.post("/import", b"x" * 100_000, 422)


@pytest.mark.parametrize(
    "message",
    ["{", "[]", '{"type":"sing"}', '{"type":"answer"}', '{"type":"resume","seq":"x"}', '{"type":"ping","x":1}', "x" * 20_000],
)
def test_malformed_socket_messages_end_the_line(ann: Person, message: str) -> None:
    game = ann.create()
    with ann.socket(game) as line:
        hear(line, "view")
        line.send(message)
        assert hear(line, "refused")["error"]["code"] == "malformed"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=PATIENCE)
    assert ann.view(game)["step"] == 0


def send_and_listen(line: ClientConnection, messages: Sequence[str | bytes]) -> None:
    for message in messages:
        line.send(message)
    for _ in range(900):
        line.recv(timeout=PATIENCE)


def test_oversized_and_binary_socket_messages(ann: Person) -> None:
    game = ann.create()
    for message in ("x" * 200_000, b"\x00\x01"):
        with ann.socket(game) as line:
            hear(line, "view")
            with pytest.raises(ConnectionClosed):
                send_and_listen(line, [message])
    assert ann.view(game)["step"] == 0


def test_a_flood_on_a_socket_ends_it(ann: Person) -> None:
    game = ann.create()
    with ann.socket(game) as line, pytest.raises(ConnectionClosed):
        send_and_listen(line, ['{"type":"ping"}'] * 600)
    assert ann.view(game)["step"] == 0


# paths


@pytest.mark.parametrize(
    "path",
    ["/../settings.py", "/..%2fsettings.py", "/%2e%2e/settings.py", "/assets/../../app.py", "/assets/..%2f..%2fapp.py",
     "//etc/passwd", "/etc/passwd", "/%00", "/index.html%00.js", "/static/",
     "/.git/config", "/" + "a" * 5000, "/app.py", "/..\\settings.py"],
)
def test_path_tricks(local: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", local.port), timeout=PATIENCE) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{local.port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := raw.recv(65536):
            answer += part
    status = int(answer.split(b" ", 2)[1])
    assert status in (400, 404, 414), answer[:200]
    assert b"import" not in answer and b"root:" not in answer


BAD_NAMES = ["../x", "a/b", "<script>alert(1)</script>", "a\nBcc: x@y.z", " ", "", "a" * 33, "\u202eevil", "a  b", "-rm"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_are_plain(local: Server, name: str) -> None:
    visitor = local.visitor()
    error = visitor.post("/register", {"name": name, "password": "long enough"}, (400, 409))["error"]
    assert error["message"]
    visitor.get("/me", 401)


def test_script_in_chat_and_game_names_is_only_text(ann: Person, eve: Person) -> None:
    """It is kept as text, sent as JSON that no browser runs, and pages carry a policy that forbids foreign script."""
    evil = "<script>alert('x')</script>"
    game = ann.create(seats={"blue": "me"}, name=evil)
    eve.post(f"/games/{game}/chat", {"to": "all", "text": evil})
    answer = ann.http.get(f"/games/{game}/chat")
    assert answer.json()[-1]["text"] == evil
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["cache-control"] == "no-store"
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    ann.post(f"/games/{game}/chat", {"to": "all", "text": "\u0000\u0007"}, 409)


def test_control_characters_in_game_names_are_dropped(ann: Person) -> None:
    game = ann.create(name="a\r\nSet-Cookie: x=y\u0000")
    assert ann.get(f"/games/{game}")["name"] == "a Set-Cookie: x=y"


# sessions and other sites


def test_session_fixation(local: Server) -> None:
    """A token a client brings along is never the one it is signed in with."""
    planted = "planted-token-of-the-attacker"
    victim = local.visitor()
    victim.http.cookies.set(COOKIE, planted)
    victim.post("/guest")
    fresh = victim.http.cookies.get(COOKIE, domain="127.0.0.1") or ""
    assert fresh and fresh != planted
    attacker = local.visitor()
    attacker.http.cookies.set(COOKIE, planted)
    attacker.get("/me", 401)


def test_signing_in_again_ends_the_old_session(local: Server) -> None:
    person = local.person()
    old = dict(person.http.cookies)
    person.post("/guest")
    thief = local.visitor()
    thief.http.cookies.update(old)
    thief.get("/me", 401)
    person.get("/me")


def test_the_cookie_is_out_of_reach_of_scripts(local: Server) -> None:
    answer = httpx.post(f"{local.url}/api/v1/guest", json={}, headers={"X-Grognard": "1"}, timeout=PATIENCE)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert "password" not in answer.text


def test_cross_site_requests(local: Server, ann: Person) -> None:
    game = ann.create()
    body = {"seat": "blue", "option": "bid 1", "step": 0, "key": "k"}
    plain = ann.http.post(f"/games/{game}/answer", json=body, headers={"X-Grognard": ""})
    assert plain.status_code == 403 and plain.json()["error"]["code"] == "gate"
    foreign = ann.http.post(f"/games/{game}/answer", json=body, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert ann.view(game)["step"] == 0
    own = ann.http.post(f"/games/{game}/answer", json=body, headers={"Origin": local.url})
    assert own.status_code == 200
    preflight = ann.http.options(f"/games/{game}/answer", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in preflight.headers


def test_sockets_of_other_sites(ann: Person) -> None:
    game = ann.create()
    with pytest.raises((InvalidStatus, ConnectionClosed)), ann.socket(game, origin="https://evil.example") as line:
        line.recv(timeout=PATIENCE)


def test_an_unknown_host_is_refused(local: Server) -> None:
    """A name that an attacker's DNS points at this machine."""
    answer = httpx.get(f"{local.url}/api/v1/titles", headers={"Host": "evil.example"}, timeout=PATIENCE)
    assert answer.status_code == 421


# log-in


def test_log_in_is_limited(local: Server) -> None:
    name = f"Target{time.time_ns()}"[:30]
    local.visitor().post("/register", {"name": name, "password": "long enough"})
    eve = local.visitor()
    for _ in range(local.settings.login_tries):
        eve.post("/login", {"name": name, "password": "wrong wrong"}, 401)
    answer = eve.http.post("/login", json={"name": name, "password": "long enough"})
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


def test_unknown_names_and_wrong_passwords_look_the_same(local: Server) -> None:
    name = f"Known{time.time_ns()}"[:30]
    local.visitor().post("/register", {"name": name, "password": "long enough"})
    errors = [local.visitor().post("/login", {"name": n, "password": "wrong wrong"}, 401) for n in (name, name + "x")]
    assert errors[0] == errors[1]


def test_guests_have_no_password_to_guess(local: Server) -> None:
    guest = local.person()
    local.visitor().post("/login", {"name": guest.get("/me")["name"], "password": "        "}, 401)


def test_limit() -> None:
    limit = Limit(2, 60)
    limit.check("a")
    limit.check("a")
    limit.check("b")
    with pytest.raises(TooMany):
        limit.check("a")


def test_chat_is_limited(ann: Person) -> None:
    game = ann.create()
    said = [ann.http.post(f"/games/{game}/chat", json={"to": "all", "text": "spam"}).status_code for _ in range(20)]
    assert 429 not in said
    until_true(lambda: ann.http.post(f"/games/{game}/chat", json={"to": "all", "text": "spam"}).status_code == 429)


# what the server itself may be made to call


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org/", "http://", "javascript:alert(1)", "http://127.0.0.1/x", "http://localhost:1/", "http://10.0.0.1/",
     "http://169.254.169.254/latest", "http://[::1]/", "http://user:pw@example.org/", "http://0/", "http://[::"],
)
def test_webhooks_into_private_networks(ann: Person, address: str) -> None:
    with pytest.raises(Clash):
        asyncio.run(check_webhook(address, private=False))
    answer = ann.http.put("/notices/settings", json={"webhook": address})
    assert answer.status_code == 409


def test_mail_addresses_cannot_carry_headers(ann: Person) -> None:
    for address in ("a@b.c\nBcc: d@e.f", "a b@c.d", "nobody", "<a@b.c>", "a@b.c,d@e.f"):
        assert ann.http.put("/notices/settings", json={"mail": address}).status_code == 409


def test_errors_do_not_tell_about_the_machine(ann: Person) -> None:
    for path in ("/games/x/view", "/nothing", "/titles/..%2f..%2fx/board"):
        text = ann.http.get(path).text
        assert "Traceback" not in text and "/src/" not in text and ".py" not in text


# files of strangers


def rewritten(data: bytes, number: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A session file with one line changed and every sum made right again: what a clever stranger sends."""
    import hashlib

    lines, last = [], ""
    for n, raw in enumerate(data.splitlines()):
        record = json.loads(raw)
        record.pop("sum")
        if n == number:
            change(record)
        body = json.dumps(record, separators=(",", ":")).encode()
        last = hashlib.blake2b(last.encode() + body, digest_size=4).hexdigest()
        lines.append(body[:-1] + f',"sum":"{last}"}}'.encode())
    return b"\n".join(lines) + b"\n"


def exported(ann: Person) -> tuple[str, bytes]:
    game = ann.create(seed=3)
    ann.play(game, 6)
    return game, ann.get(f"/games/{game}/export")


def test_a_file_cannot_name_a_module_to_load(ann: Person) -> None:
    _, data = exported(ann)
    assert ann.post("/import", rewritten(data, 0, lambda r: None))["step"] == 6
    for name in ("os:system", "this:d", "tests.web.running:Server", "nothing"):
        file = rewritten(data, 0, lambda r, name=name: r.update(title=name))  # type: ignore[misc]
        assert ann.post("/import", file, 404)["error"]["code"] == "missing"
    assert "this" not in sys.modules


def test_a_file_cannot_fill_the_memory(ann: Person) -> None:
    _, data = exported(ann)
    bomb = base64.b64encode(zlib.compress(b"\0" * 200_000_000, 9)).decode()
    where = next(n for n, raw in enumerate(data.splitlines()) if b'"state"' in raw)
    error = ann.post("/import", rewritten(data, where, lambda r: r.update(state=bomb)), 422)["error"]
    assert "too large" in error["message"]


IMPOSSIBLE = [{"option": "bid 77"}, {"option": "fly u0 moon"}, {"seat": "green"}, {"option": ""}, {"lines": [[1]]}]


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_a_file_with_impossible_answers_is_refused_or_harmless(ann: Person, change: dict[str, Any]) -> None:
    _, data = exported(ann)
    where = next(n for n, raw in enumerate(data.splitlines()) if b'"option":"' in raw)
    answer = ann.http.post("/import", content=rewritten(data, where, lambda r: r.update(change)))
    assert answer.status_code in (201, 422), answer.text
    state = next(n for n, raw in enumerate(data.splitlines()) if b'"state"' in raw)
    for text in ("", "AAAA", "not base64!"):
        answer = ann.http.post("/import", content=rewritten(data, state, lambda r, text=text: r.update(state=text)))  # type: ignore[misc]
        assert answer.status_code in (201, 422), answer.text


def test_signing_out_ends_open_lines(local: Server) -> None:
    person = local.person()
    game = person.create()
    with person.socket(game) as line:
        hear(line, "info")
        person.post("/logout")
        with pytest.raises(ConnectionClosed):
            hear(line, "never")


def test_a_new_invitation_makes_the_old_one_worthless(ann: Person, eve: Person) -> None:
    game = ann.create(seats={"blue": "me"}, listed=False)
    old = ann.get(f"/games/{game}")["invite"]
    fresh = ann.post(f"/games/{game}/invite")["invite"]
    assert fresh != old
    eve.post(f"/games/{game}/join", {"seat": "red", "token": old}, 404)
    eve.post(f"/games/{game}/join", {"seat": "red", "token": fresh})
    eve.post(f"/games/{game}/invite", {}, 403)
