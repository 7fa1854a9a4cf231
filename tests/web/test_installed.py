"""Every installed title on the server: its board, a game, views for all, answers, a what-if, files, and its store."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from grognard.kernel import saves
from grognard.kernel.title import titles
from tests.titles.whole_games import FOLDER, LARGE
from tests.web.running import Person, Server, hear


@pytest.fixture(scope="module")
def ann(local: Server) -> Person:
    return local.person()


@pytest.mark.parametrize("code", sorted(titles()))
def test_a_title_is_served(local: Server, ann: Person, code: str) -> None:
    (info,) = [t for t in ann.get("/titles") if t["code"] == code]
    board = ann.get(f"/titles/{code}/board")
    known = {space["id"] for space in board["spaces"]}
    assert all(a in known and b in known for a, b, _ in board["borders"])
    scenario = info["scenarios"][0]["key"]
    seats = [seat["key"] for seat in info["seats"][scenario]]
    wish = {"title": code, "scenario": scenario, "seats": dict.fromkeys(seats, "me"), "seed": 11, "listed": True}
    game = ann.post("/games", wish)["id"]
    with ann.socket(game) as line:
        opening = hear(line, "view")["view"]
        assert opening["questions"]
        ann.play(game, 12)
        assert hear(line, "delta")["delta"]["step"] >= 1
    view = ann.view(game)
    after = opening["step"] + 12  # a game may begin with standing answers
    assert view["step"] == after and all(piece["at"] in known for piece in view["picture"]["pieces"] if piece["at"])
    watcher = local.person()
    assert watcher.view(game)["questions"] == [] and watcher.view(game)["step"] == after
    fork = ann.post(f"/games/{game}/fork")["id"]
    ann.play(fork, 2)
    assert ann.view(fork)["step"] == after + 2
    copy = ann.post("/import", ann.get(f"/games/{game}/export"))["id"]
    assert ann.view(copy)["picture"] == view["picture"]
    assert ann.get(f"/games/{game}/mail", seat=seats[0])
    assert ann.view(game, at=3)["step"] == 3
    assert ann.get(f"/games/{game}/stats")["series"]
    asked = view["questions"][0]
    assert ann.post(f"/games/{game}/suggest", {"seat": asked["seat"], "agent": "random"})["option"]


RECORDED = [file for file in sorted(FOLDER.rglob("*.gz")) if file.stat().st_size < LARGE]


@pytest.mark.parametrize("file", RECORDED, ids=[f"{file.parent.name}-{file.name}" for file in RECORDED])
def test_every_position_of_a_recorded_game_can_be_stood_in(file: Path) -> None:
    """What bringing a saved game to the table looks at: each checkpoint, also where the sequence of play has grown since."""
    session = saves.load(file, data=gzip.decompress(file.read_bytes()))
    for point in session.checkpoints:
        if point.state:
            assert session.at(point.at).count == point.at
