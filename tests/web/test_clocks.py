"""Clocks: what runs when, and what happens at zero."""

from __future__ import annotations

import time
from typing import Any

import pytest

from grognard.server import clocks
from grognard.server.rows import GameRow, SeatRow
from tests.web.running import ALL_MINE, Person, Server, until_true


def game(kind: str | None, seconds: int = 100) -> tuple[GameRow, dict[str, SeatRow]]:
    clock = {"kind": kind, "seconds": seconds, "then": "concede"} if kind else None
    head: tuple[Any, ...] = ("g", "skirmish", "1", "lake", {}, "", "ann", "on", None, False, 0, 0.0, 0.0, False, "")
    row = GameRow(*head, clock, False, "", 0, {}, None, None, 0, ["blue"])  # type: ignore
    return row, {"blue": SeatRow("blue", "ann"), "red": SeatRow("red", "bob")}


def test_no_clock() -> None:
    row, seats = game(None)
    clocks.turn(row, seats, 10.0)
    assert row.deadline is None and clocks.left(row, seats["blue"], 50.0) is None


def test_a_clock_per_game_adds_up() -> None:
    row, seats = game("game")
    clocks.turn(row, seats, 10.0)
    assert row.deadline == 110.0 and clocks.left(row, seats["blue"], 30.0) == 80.0
    clocks.moved(row, seats["blue"], 30.0)
    row.waiting = ["red"]
    clocks.turn(row, seats, 30.0)
    assert clocks.left(row, seats["blue"], 90.0) == 80.0 and row.deadline == 130.0
    row.waiting = ["blue"]
    clocks.turn(row, seats, 50.0)
    assert row.deadline == 130.0 and clocks.left(row, seats["red"], 99.0) == 80.0


def test_a_clock_per_move_begins_anew() -> None:
    row, seats = game("move")
    clocks.turn(row, seats, 10.0)
    clocks.moved(row, seats["blue"], 60.0)
    clocks.turn(row, seats, 60.0)
    assert row.deadline == 160.0
    row.waiting = ["red"]
    clocks.turn(row, seats, 90.0)
    row.waiting = ["blue"]
    clocks.turn(row, seats, 95.0)
    assert clocks.left(row, seats["blue"], 95.0) == 100.0


@pytest.mark.parametrize("kind", ["move", "game"])
def test_a_pause_stops_the_clock_and_gives_no_time_back(kind: str) -> None:
    row, seats = game(kind)
    clocks.turn(row, seats, 10.0)
    row.paused = True
    clocks.turn(row, seats, 50.0)
    assert row.deadline is None and clocks.left(row, seats["blue"], 500.0) == 60.0
    row.paused = False
    clocks.turn(row, seats, 500.0)
    assert row.deadline == 560.0


def test_open_seats_and_agents_have_no_clock() -> None:
    row, seats = game("move")
    seats["blue"].person = ""
    clocks.turn(row, seats, 10.0)
    assert row.deadline is None
    row, seats = game("move")
    seats["blue"].agent = "random"
    clocks.turn(row, seats, 10.0)
    assert row.deadline is None and clocks.expired(row, seats, 1e9) == []


@pytest.fixture
def ann(local: Server) -> Person:
    return local.person()


def test_time_up_concedes(ann: Person) -> None:
    clock = {"kind": "move", "seconds": 2, "then": "concede"}
    made = ann.post("/games", {"title": "skirmish", "seats": ALL_MINE, "clock": clock})
    id = made["id"]
    assert made["clock"]["running"] == ["blue", "red"]
    wait_for(ann, id, lambda info: info["status"] == "over")
    wait_for(ann, id, lambda _: any(n["kind"] == "clock" for n in ann.get("/notices")))


def test_time_up_gives_the_seat_to_an_agent_and_it_can_be_taken_back(ann: Person) -> None:
    id = ann.create(clock={"kind": "game", "seconds": 1, "then": "agent:random"})
    wait_for(ann, id, lambda info: info["seats"]["blue"]["agent"] == "random")
    info = ann.post(f"/games/{id}/seats/blue", {"to": "me"})
    assert info["seats"]["blue"]["agent"] == "" or info["status"] == "over"


def test_time_up_pauses_where_nothing_else_was_wished(ann: Person) -> None:
    id = ann.create(clock={"kind": "move", "seconds": 1})
    assert ann.get(f"/games/{id}")["clock"]["then"] == "pause"
    wait_for(ann, id, lambda info: info["status"] == "paused")
    wait_for(ann, id, lambda _: any("the game is paused" in line["text"] for line in ann.get(f"/games/{id}/chat")))

    def answered() -> bool:
        """The second begins anew with every try; on a slow machine it may be over before the answer is there."""
        ann.post(f"/games/{id}/pause", {"paused": False})
        return "step" in ann.answer(id, "blue", "bid 1", 0, status=(200, 201, 409))

    until_true(answered)


def test_agents_do_not_play_on_when_nobody_is_left(ann: Person) -> None:
    id = ann.create(clock={"kind": "game", "seconds": 1, "then": "agent:random"}, seats={"blue": "me", "red": "agent:random"})
    wait_for(ann, id, lambda info: info["seats"]["blue"]["agent"] == "random" and info["status"] == "paused")


def test_the_clock_of_an_open_seat_begins_when_somebody_sits_down() -> None:
    row, seats = game("move")
    row.waiting, seats["red"].person = ["red"], ""
    clocks.turn(row, seats, 10.0)
    assert seats["red"].asked is None
    seats["red"].person = "bob"
    clocks.sat_down(seats["red"])
    clocks.turn(row, seats, 100_000.0)
    assert row.deadline == 100_100.0 and clocks.expired(row, seats, 100_050.0) == []


def test_what_ran_out_while_the_server_was_away_has_a_time_of_grace() -> None:
    row, seats = game("move")
    clocks.turn(row, seats, 10.0)
    assert clocks.expired(row, seats, 5000.0, began=4990.0, grace=300.0) == []
    assert clocks.expired(row, seats, 5291.0, began=4990.0, grace=300.0) == ["blue"]
    assert clocks.expired(row, seats, 111.0, began=100.0, grace=300.0) == ["blue"]


def test_nobody_sets_the_clocks_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clocks.now()
    monkeypatch.setattr(time, "time", lambda: 9e9)
    assert clocks.now() < before + 60


def wait_for(person: Person, game: str, what: object) -> None:
    assert callable(what)
    until_true(lambda: what(person.get(f"/games/{game}")))
