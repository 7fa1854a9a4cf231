"""Agents in worker processes: a time limit, cancelling, failures, and a server that answers meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard.agents
from grognard.agents import Agent, agent
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Option
from grognard.kernel.session import Session
from grognard.kernel.title import title
from grognard.server import agents as workers
from grognard.server.agents import Thinkers, position, session_at
from tests.kernel.skirmish import TITLE
from tests.web.running import SKIRMISH, Server, hear, serving, settings, until_true


class Sleeper(Agent):
    """Thinks for ever."""

    name = "sleeper"

    def choose(self, session: Session, seat: str) -> Option:
        time.sleep(1000)
        raise AssertionError


class Breaker(Agent):
    """Fails."""

    name = "breaker"

    def choose(self, session: Session, seat: str) -> Option:
        raise RuntimeError("out of ideas")


def slow_work(pipe: Any) -> None:
    """A worker that also knows the two agents above."""
    grognard.agents.LADDER.update(sleeper=Sleeper, breaker=Breaker)
    workers.work(pipe)


@pytest.fixture
def odd_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(grognard.agents.LADDER, "sleeper", Sleeper)
    monkeypatch.setitem(grognard.agents.LADDER, "breaker", Breaker)
    monkeypatch.setattr(workers, "work", slow_work)
    monkeypatch.setattr(workers, "GRACE", 0.2)
    monkeypatch.setattr(workers, "names", lambda title: list(grognard.agents.LADDER))


@pytest.fixture
def table(odd_agents: None, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, agent_limit=0.5) as server:
        yield server


def test_a_position_is_the_session_without_its_dice() -> None:
    session = Session.new(TITLE, seed=seed_from(9))
    for _ in range(12):
        seat = next(iter(session.pending))
        session.apply(seat, session.pending[seat].options[0])
    twin = session_at(position(SKIRMISH, session))
    assert twin.g.digest() == session.g.digest() and list(twin.pending) == list(session.pending)
    assert twin.seed != session.seed and len(twin.steps) < len(session.steps)


def test_an_agent_that_overruns_is_stopped_and_the_game_goes_on(table: Server) -> None:
    ann = table.person()
    game = ann.create(seats={"blue": "me", "red": "agent:sleeper", "rust": "agent:random"})
    until_true(lambda: "red" not in ann.get(f"/games/{game}")["waiting"])


def test_an_agent_that_fails_does_not_stop_the_game(table: Server) -> None:
    ann = table.person()
    game = ann.create(seats={"blue": "me", "red": "agent:breaker", "rust": "agent:random"})
    until_true(lambda: "red" not in ann.get(f"/games/{game}")["waiting"])
    ann.post(f"/games/{game}/suggest", {"seat": "blue", "agent": "breaker"}, 409)


def test_the_server_answers_while_an_agent_thinks_and_thinking_can_be_cancelled(odd_agents: None, tmp_path: Path) -> None:
    with serving(tmp_path, agent_limit=60) as server:
        ann = server.person()
        game = ann.create(seats={"blue": "me", "red": "agent:sleeper", "rust": "me"})
        with ann.socket(game) as line:
            hear(line, "view")
            until_true(lambda: ann.get(f"/games/{game}")["thinking"] == "red")
            ann.answer(game, "blue", "bid 1")
            other = ann.create()
            ann.play(other, 5)
            ann.post(f"/games/{game}/agent/cancel")
            info = ann.get(f"/games/{game}")
            assert info["held"] is True and info["thinking"] == "" and info["waiting"] == ["red"]
            ann.post(f"/games/{game}/seats/red", {"to": "me"})
            ann.answer(game, "red", "bid 2")
            assert ann.view(game)["step"] == 2


def test_a_worker_is_used_again_and_a_killed_one_replaced(tmp_path: Path) -> None:
    session = Session.new(TITLE, seed=seed_from(9))

    async def run() -> tuple[set[int], list[workers.Given], list[workers.Given]]:
        thinkers = Thinkers(settings(tmp_path))
        playing = dict.fromkeys(session.seats, "random")
        first = await thinkers.answers("skirmish", session, "blue", playing, lambda *_: None)
        pids = {w.process.pid or 0 for w in thinkers.idle}
        second = await thinkers.answers("skirmish", session, "blue", playing, lambda *_: None)
        pids |= {w.process.pid or 0 for w in thinkers.idle}
        thinkers.idle[0].process.kill()
        thinkers.idle[0].process.join()
        await thinkers.answers("skirmish", session, "blue", playing, lambda *_: None)
        third = await thinkers.answers("skirmish", session, "blue", playing, lambda *_: None)
        thinkers.stop()
        assert first == second
        return pids, first, third

    pids, first, third = asyncio.run(run())
    assert len(pids) == 1 and first == third and len(first) >= 2


def test_a_held_agent_goes_on_after_the_next_answer_of_a_person(local: Server) -> None:
    ann = local.person()
    game = ann.create(options={"storms": False})
    ann.post(f"/games/{game}/agent/cancel")
    ann.post(f"/games/{game}/seats/red", {"to": "agent:random"})
    ann.answer(game, "blue", "bid 1")
    until_true(lambda: "red" not in ann.get(f"/games/{game}")["waiting"] or ann.view(game)["step"] >= 2)


def test_a_game_of_agents_alone_is_directed_by_its_owner(local: Server) -> None:
    ann, eve = local.person(), local.person()
    game = ann.create(seats={"blue": "agent:random", "red": "agent:random", "rust": "agent:random"}, listed=True)
    eve.post(f"/games/{game}/agent/cancel", {}, 403)
    ann.post(f"/games/{game}/agent/cancel")
    info = ann.get(f"/games/{game}")
    assert info["held"] is True or info["status"] == "over"


def test_agents_go_on_when_the_server_starts_again(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        ann = first.person()
        game = ann.create(options={"storms": False})
        ann.post(f"/games/{game}/pause", {"paused": True})
        ann.post(f"/games/{game}/seats/red", {"to": "agent:random"})
        ann.post(f"/games/{game}/agent/cancel")
        ann.post(f"/games/{game}/pause", {"paused": False})
        assert ann.view(game)["step"] == 0
    with serving(tmp_path) as second:
        ann.http.base_url = f"{second.url}/api/v1"
        until_true(lambda: ann.view(game)["step"] > 0)


@pytest.mark.parametrize(("at_most", "segments"), [(1, 0), (2, 1)])
def test_a_worker_plays_a_segment_out_before_it_reports(at_most: int, segments: int) -> None:
    """So that a plan is made once; a suggestion is one answer."""
    session = Session.new(title("gw36"), "1939", seed=seed_from(1))
    while not session.pending or not next(iter(session.pending.values())).prompt.startswith("Combat movement: choose"):
        seat = next(iter(session.pending))
        session.apply(seat, agent("planner", 1).choose(session, seat))
    seat = next(iter(session.pending))
    playing = dict.fromkeys(session.seats, "planner")
    report = workers._answers(workers.Task(position("gw36", session), seat, playing, 60.0, at_most), lambda _: None)
    began = session.checkpoints[-1].at
    for who, text, _ in report.answers[:-1]:
        session.apply(who, text)
        assert session.checkpoints[-1].at == began
    session.apply(*report.answers[-1][:2])
    assert (session.steps[-1].barrier or session.checkpoints[-1].at > began) is bool(segments)
    assert (len(report.answers) > at_most) is bool(segments)


def test_suggestions_lead_on() -> None:
    """The planner of A World at War looks at each unit once and lets most of them stay: who asks for advice at every question, of
    a mind that remembers nothing, comes to the end of the movement all the same."""
    session = Session.new(title("awaw"), "barbarossa", seed=b"k" * 32)
    for seat in session.setting.players:
        session.setting.players[seat] = "person:1"
    segment, stood = session.segment_start, set[tuple[str, str]]()
    for _ in range(60):
        seat = next(iter(session.pending))
        task = workers.Task(position("awaw", session), seat, {seat: "planner"}, 60.0, 1)
        session.give(seat, workers._answers(task, lambda _: None).answers[0][1])
        if session.segment_start != segment:
            break
        here = (session.g.digest(), str(session.pending[next(iter(session.pending))].prompt))
        assert here not in stood
        stood.add(here)
