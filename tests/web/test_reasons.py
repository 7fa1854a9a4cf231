"""Why agents did what they did: kept with the game, read by others only when the turn is over, never where things are hidden."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import grognard.agents
from grognard.agents import Agent, Telling
from grognard.kernel.flow import Option
from grognard.kernel.session import Session
from grognard.kernel.title import Title
from grognard.server import agents as workers
from grognard.server import rows, table
from grognard.server.settings import title_specs
from tests.kernel.skirmish import Skirmish
from tests.web.running import PATIENCE, SKIRMISH, Person, Server, hear, serving


class OpenSkirmish(Skirmish):
    """The test title with its cards on the table."""

    code = "open"
    conceal = Title.conceal


OPEN = OpenSkirmish()


class Talker(Agent):
    """Takes the last option of its list and has a word to say on each."""

    name = "talker"

    def choose(self, session: Session, seat: str) -> Option:
        ask = session.pending[seat]
        option = ask.options[-1]
        self.reason = Telling("at once", f"because of {option.text} ({seat}, {session.count})")
        return option


class Parrot(Talker):
    """Says the same again and again."""

    name = "parrot"

    def choose(self, session: Session, seat: str) -> Option:
        option = super().choose(session, seat)
        self.reason = Telling("it pays")
        return option


def talking_work(pipe: Any) -> None:
    grognard.agents.LADDER.update(talker=Talker, parrot=Parrot)
    workers.work(pipe)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Any]:
    """Opens a server with the talking agents and both titles; always the same store."""
    monkeypatch.setitem(grognard.agents.LADDER, "talker", Talker)
    monkeypatch.setitem(grognard.agents.LADDER, "parrot", Parrot)
    monkeypatch.setattr(workers, "work", talking_work)
    monkeypatch.setattr(workers, "names", lambda title: list(grognard.agents.LADDER))
    specs = title_specs((SKIRMISH, f"{__name__}:OPEN"))
    return lambda: serving(tmp_path, titles=specs)


def seated(ann: Person, title: str = "open", agent: str = "talker") -> str:
    seats = {"blue": "me", "red": f"agent:{agent}", "rust": f"agent:{agent}"}
    return ann.create(title=title, seats=seats, options={"storms": False}, seed=7, listed=True)


def turn(person: Person, game: str) -> int:
    return next(int(t["value"]) for t in person.view(game)["picture"]["tracks"] if t["key"] == "turn")


def play_until(person: Person, game: str, there: Callable[[], bool]) -> None:
    """Blue bids little, so that Red begins, and takes its last option until something holds."""
    until = time.monotonic() + 2 * PATIENCE
    while not there():
        assert time.monotonic() < until
        view = person.view(game)
        if view["questions"]:
            texts = [label["text"] for label in view["questions"][0]["options"]]
            option = texts[0 if texts[0].startswith("bid") else -1]
            person.answer(game, "blue", option, view["step"], status=(200, 201, 409))
        else:
            time.sleep(0.02)


def kept(server: Server, game: str) -> list[Any]:
    """All that is kept, whoever may read it."""
    found = server.uvicorn.config.app.state.hall.tables[game].reasons  # type: ignore[union-attr]
    return list(found)


def test_reasons_are_kept_and_told_when_the_turn_is_over(hall: Callable[[], Any]) -> None:
    with hall() as server:
        ann, eve = server.person(), server.person()
        game = seated(ann)
        play_until(ann, game, lambda: bool(kept(server, game)))
        assert turn(ann, game) == 1
        for person in (ann, eve):
            assert person.get(f"/games/{game}/reasons") == [] and person.get(f"/games/{game}")["reasoned"] == 0
        with ann.socket(game) as line:
            hear(line, "view")
            play_until(ann, game, lambda: turn(ann, game) == 2)
            while not hear(line, "info")["game"]["reasoned"]:
                pass
        for person in (ann, eve):
            found = person.get(f"/games/{game}/reasons")
            assert found and {r["turn"] for r in found} == {"Turn 1"} and {r["seat"] for r in found} <= {"red", "rust"}
            assert person.get(f"/games/{game}")["reasoned"] == found[-1]["step"]
        steps = server.uvicorn.config.app.state.hall.tables[game].session.steps  # type: ignore[union-attr]
        for reason in found:
            given = steps[reason["step"]]
            assert given.seat == reason["seat"] and reason["text"].startswith(f"because of {given.option} (")
            assert not given.secret, "what was bid in secret is not explained"
        assert any(step.secret and step.seat == "red" for step in steps)
        assert b"because" not in ann.get(f"/games/{game}/export")
        ann.post(f"/games/{game}/pause", {"paused": True})
        before = ann.get(f"/games/{game}/reasons")
    with hall() as again:
        ann.http.base_url = f"{again.url}/api/v1"
        assert ann.get(f"/games/{game}/reasons") == before


def test_who_lets_an_agent_play_their_seat_reads_along(hall: Callable[[], Any]) -> None:
    with hall() as server:
        ann, bob = server.person(), server.person()
        game = ann.create(title="open", seats={"blue": "me", "rust": "agent:talker"}, options={"storms": False}, listed=True)
        bob.post(f"/games/{game}/join", {"seat": "red"})
        bob.post(f"/games/{game}/seats/red", {"to": "agent:talker"})
        play_until(ann, game, lambda: any(r.seat == "red" for r in kept(server, game)))
        assert turn(ann, game) == 1
        assert {r["seat"] for r in bob.get(f"/games/{game}/reasons")} == {"red"} and ann.get(f"/games/{game}/reasons") == []


def test_where_things_are_hidden_nobody_reads_before_the_end(hall: Callable[[], Any]) -> None:
    with hall() as server:
        ann, bob = server.person(), server.person()
        game = ann.create(title="skirmish", seats={"blue": "me", "rust": "agent:talker"}, options={"storms": False}, listed=True)
        bob.post(f"/games/{game}/join", {"seat": "red"})
        bob.post(f"/games/{game}/seats/red", {"to": "agent:talker"})
        play_until(ann, game, lambda: turn(ann, game) == 2)
        assert kept(server, game)
        for person in (ann, bob, server.person()):
            assert person.get(f"/games/{game}/reasons") == [] and person.get(f"/games/{game}")["reasoned"] == 0
        ann.post(f"/games/{game}/concede", {"seat": "blue"})
        assert {r["turn"] for r in ann.get(f"/games/{game}/reasons")} >= {"Turn 1"}


def test_what_a_part_of_a_reason_is_about_is_told_once_in_a_turn() -> None:
    at: Any = SimpleNamespace(reasons=[], session=SimpleNamespace(count=3, steps=[SimpleNamespace(secret=False)]))
    plan = "attack A: odds 90%; attack B: odds 50%"
    for turn, words in (("1", plan), ("1", "attack B: odds 60%; raid C: takes 2"), ("1", "attack A: odds 99%"), ("2", plan)):
        table.Table.keep_reason(at, turn, "red", words)
    assert [(r.turn, r.words) for r in at.reasons] == [("1", plan), ("1", "raid C: takes 2"), ("2", plan)]


def test_taking_back_takes_the_reasons_back(hall: Callable[[], Any]) -> None:
    with hall() as server:
        ann = server.person()
        game = seated(ann)
        play_until(ann, game, lambda: turn(ann, game) == 2)
        ann.post(f"/games/{game}/agent/cancel")
        first = ann.get(f"/games/{game}/reasons")[0]["step"]
        assert ann.post(f"/games/{game}/undo", {"to": first})["done"]
        left = {r.step for r in kept(server, game)}
        assert max(left, default=0) <= ann.view(game)["step"]  # an answer under way when the agent was stopped may still come in
        ann.post(f"/games/{game}/agent/resume")
        play_until(ann, game, lambda: turn(ann, game) == 2)
        steps = [r["step"] for r in ann.get(f"/games/{game}/reasons")]
        assert len(steps) == len(set(steps)) and len(steps) > 1


def test_the_same_is_said_once_in_a_turn_and_the_oldest_are_forgotten(
    hall: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall() as server:
        ann = server.person()
        game = seated(ann, agent="parrot")
        play_until(ann, game, lambda: turn(ann, game) == 2)
        found = [(r["turn"], r["seat"]) for r in ann.get(f"/games/{game}/reasons")]
        assert len(found) == len(set(found)) > 0
        monkeypatch.setattr(rows, "REASONS_KEPT", 2)
        monkeypatch.setattr(table, "REASONS_KEPT", 2)
        game = seated(ann)
        play_until(ann, game, lambda: turn(ann, game) == 2)
        ann.post(f"/games/{game}/pause", {"paused": True})
        left = kept(server, game)
        assert len(left) == 2 and left[0].step > 2
    with hall() as again:
        ann.http.base_url = f"{again.url}/api/v1"
        ann.get(f"/games/{game}")
        assert kept(again, game) == left
