"""Attackers with a file in hand: bombs, files that hold too much, positions no title allows, and what is left out of a past.

Nothing here looks at a watch: where one person must not wait for another, the other's work is held until the first is served.
"""

from __future__ import annotations

import base64
import json
import threading
import zlib
from typing import Any

import msgspec
import pytest

from grognard.kernel import history
from grognard.kernel.bounds import Bounds
from grognard.server import uploads
from grognard.server.uploads import Upload, Uploads, answer
from tests.web.running import PATIENCE, Person, Server, hall_of, meanwhile, until_true
from tests.web.test_hostile import rewritten


@pytest.fixture
def ann(local: Server) -> Person:
    return local.person()


@pytest.fixture
def bob(local: Server) -> Person:
    return local.person()


# 7. files that unfold, and files that never end


def exported(ann: Person, answers: int = 6) -> bytes:
    game = ann.create(seed=3)
    ann.play(game, answers)
    data: bytes = ann.get(f"/games/{game}/export")
    return data


def state_line(data: bytes) -> int:
    return max(n for n, raw in enumerate(data.splitlines()) if b'"state"' in raw)


@pytest.mark.parametrize("size", [17_000_000, 200_000_000])
def test_a_state_does_not_unfold_without_bound(ann: Person, size: int) -> None:
    data = exported(ann)
    bomb = base64.b64encode(zlib.compress(b"\0" * size, 9)).decode()
    error = ann.post("/import", rewritten(data, state_line(data), lambda r: r.update(state=bomb)), 422)["error"]
    assert "too large" in error["message"]


def test_many_small_bombs_are_no_way_round(ann: Person) -> None:
    """A thousand checkpoints, spelt so that a search for the word finds none of them."""
    data = exported(ann)
    lines = data.decode().splitlines()
    bomb = base64.b64encode(zlib.compress(b"\0" * 15_000_000, 9)).decode()
    where = state_line(data)
    extra = json.dumps({"segment": "Bids", "at": 0, "state": bomb, "sum": ""}).replace('"state"', '"\\u0073tate"')
    file = rewritten("\n".join([*lines[:where], *([extra] * 600), *lines[where:]]).encode(), -1, lambda r: None)
    assert ann.post("/import", file, 422)["error"]["remedy"]


@pytest.mark.parametrize(
    ("change", "words"),
    [({"lines": [["x" * 5000]]}, "too long"), ({"lines": [["x"]] * 400_001}, "log is too long"),
     ({"lines": [["r", "", [], [], "D6", [1] * 2000]]}, "too many dice"), ({"option": "bid " + "1" * 5000}, "too long")],
)
def test_what_a_file_may_hold_is_bounded(ann: Person, change: dict[str, Any], words: str) -> None:
    data = exported(ann)
    where = next(n for n, raw in enumerate(data.splitlines()) if b'"option":"' in raw)
    assert words in ann.post("/import", rewritten(data, where, lambda r: r.update(change)), 422)["error"]["message"]


def test_one_file_at_a_time_for_each_person(local: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a file of Ann's is read, a second one is refused, and Bob's answers come through."""
    data, game = exported(ann), bob.create()
    held, reading = threading.Event(), threading.Event()
    real = Uploads._ask

    def slow(self: Uploads, raw: bytes) -> Any:
        reading.set()
        assert held.wait(PATIENCE)
        return real(self, raw)

    monkeypatch.setattr(Uploads, "_ask", slow)
    with meanwhile(lambda: ann.post("/import", data)["step"]) as found:
        assert reading.wait(PATIENCE)
        other = Person(ann.url)
        other.http.cookies.update(dict(ann.http.cookies))
        assert other.post("/import", data, 409)["error"]["code"] == "clash"
        bob.answer(game, "blue", "bid 1")
        held.set()
    assert found == [6]


def test_a_mailed_file_is_read_beside_the_table(
    local: Server, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Ann's file is read Bob answers at the same table."""
    game = ann.create(seats={"blue": "me"}, listed=True)
    bob.post(f"/games/{game}/join", {"seat": "red"})
    data = ann.get(f"/games/{game}/mail", seat="blue")
    held, reading = threading.Event(), threading.Event()
    real = Uploads._ask

    def slow(self: Uploads, raw: bytes) -> Any:
        reading.set()
        assert held.wait(PATIENCE)
        return real(self, raw)

    monkeypatch.setattr(Uploads, "_ask", slow)
    with meanwhile(lambda: ann.http.post(f"/games/{game}/mail", content=data).json()) as found:
        assert reading.wait(PATIENCE)
        bob.answer(game, "red", "bid 1")
        held.set()
    assert "has moved on" in found[0]["error"]["message"]


def test_garbage_is_told_as_the_files_fault() -> None:
    titles = {"skirmish": "tests.kernel.skirmish:TITLE"}
    for data in (b"", b"\xff\xfe", b"[" * 100_000, b"{}", b'{"grognard":1,"title":"skirmish"}', b"\n" * 1000):
        for mailed in (False, True):
            report = answer(msgspec.msgpack.encode(Upload(data, titles, mailed)))
            assert report.trouble and report.remedy


# 13. states no title allows


def test_a_game_that_breaks_the_invariants_is_refused_in_their_words(local: Server, ann: Person) -> None:
    game = ann.create(seed=3)
    session = hall_of(local).tables[game].session
    for g in (session.g, session.checkpoints[-1].state):
        g.gold_blue = 99
    session.checkpoints[-1].digest = ""
    data = ann.get(f"/games/{game}/export")
    error = ann.post("/import", data, 422)["error"]
    assert "gold appeared from nowhere" in error["message"]


@pytest.fixture
def long(local: Server, ann: Person, monkeypatch: pytest.MonkeyPatch) -> tuple[str, bytes]:
    """A game with many positions in its file, and a reading that never finds time for the older ones at once."""
    monkeypatch.setattr(history, "KEEP_EVERY", 1)
    monkeypatch.setattr(history, "LIVE_CHECKPOINTS", 2)
    monkeypatch.setattr(uploads, "PIECE", 0.0)
    monkeypatch.setattr(Uploads, "_ask", lambda self, raw: answer(raw))
    game = ann.create(seed=3)
    ann.play(game, 60)
    data = ann.get(f"/games/{game}/export")
    assert sum(b'"state"' in raw for raw in data.splitlines()) > 3
    return game, data


def table_says(person: Person, game: str) -> list[str]:
    return [said["text"] for said in person.get(f"/games/{game}/chat")]


def test_the_older_positions_of_a_long_file_are_checked_behind_the_players_back(
    ann: Person, long: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import answers with the newest position; older ones cannot be reached before they have been checked."""
    game, data = long
    held, real = threading.Event(), uploads.read_game

    def slow(data: bytes, before: int | None = None) -> Any:
        assert before is None or held.wait(PATIENCE)
        return real(data, before)

    monkeypatch.setattr(uploads, "read_game", slow)
    copy = ann.post("/import", data)
    assert ann.view(copy["id"])["picture"] == ann.view(game)["picture"]
    for error in (ann.get(f"/games/{copy['id']}/view", 409, at=3), ann.post(f"/games/{copy['id']}/undo", {"to": 3}, 409)):
        assert "still being checked" in error["error"]["message"]
    assert "still being checked" in ann.post("/import", data, 409)["error"]["message"]
    ann.play(copy["id"], 1)
    held.set()
    until_true(lambda: any("All positions" in said for said in table_says(ann, copy["id"])))
    assert ann.view(copy["id"], at=3) == ann.view(game, at=3)
    assert len(ann.get(f"/games/{copy['id']}/stats")["series"]) == len(ann.get(f"/games/{game}/stats")["series"])
    ann.post("/import", data)


def test_a_stretch_without_a_checkpoint_is_left_out(
    local: Server, ann: Person, long: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file whose checkpoints lie further apart than a look back may cost: the game goes on and begins behind the stretch."""
    game, _ = long
    session = hall_of(local).tables[game].session
    whole = session.checkpoints
    monkeypatch.setattr(uploads, "Bounds", lambda: Bounds(since=20))
    for kept in ([whole[0], whole[-1]], [whole[0], *whole[-3:]]):  # only the newest is left, or some before it
        session.checkpoints = kept
        copy = ann.post("/import", ann.get(f"/games/{game}/export"))["id"]
        first, gap = kept[1].at, kept[1].at - kept[0].at
        assert gap > 20
        said = until_true(lambda copy=copy: [words for words in table_says(ann, copy) if "left out" in words])  # type: ignore[misc]
        assert said == [f"All before step {first} was left out: {gap} answers without a checkpoint lie before it"]
        assert "begins at step" in ann.get(f"/games/{copy}/view", 409, at=first - 1)["error"]["message"]
        assert ann.view(copy, at=first)["step"] == first
        ann.play(copy, 1)
    session.checkpoints = whole[:1]  # where the game stands is too far from it
    refused = ann.post("/import", ann.get(f"/games/{game}/export"), 422)["error"]["message"]
    assert "answers after its last checkpoint" in refused
    session.checkpoints = whole


def test_an_older_position_that_breaks_a_rule_is_never_reached(
    local: Server, ann: Person, long: tuple[str, bytes]
) -> None:
    """It was put into the file by a stranger: the game goes on, what lies before stays shut, and the table says why."""
    game, _ = long
    session = hall_of(local).tables[game].session
    forged: Any = session.setting.blank()
    assert isinstance(session.checkpoints[1].state, bytes)
    forged.decode(session.checkpoints[1].state, session.checkpoints[1].segment)
    forged.gold_blue = 99
    session.checkpoints[1].state, session.checkpoints[1].digest = forged.encode(), ""
    copy = ann.post("/import", ann.get(f"/games/{game}/export"))["id"]
    said = until_true(lambda: [words for words in table_says(ann, copy) if "left out" in words])
    assert "gold appeared from nowhere" in said[0]
    assert "begins at step" in ann.get(f"/games/{copy}/view", 409, at=session.checkpoints[1].at)["error"]["message"]
    ann.play(copy, 1)
    assert ann.view(copy, at=session.count)["step"] == session.count
