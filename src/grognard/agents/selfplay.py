"""Whole games between agents: fixtures, tournaments and balance start here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from grognard.agents import Agent, agent
from grognard.kernel.dice import seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.session import Session
from grognard.kernel.title import Title

RUNAWAY = 2_000_000


class Played(msgspec.Struct):
    """A finished game in numbers."""

    title: str
    scenario: str
    seed: int
    result: dict[str, Any]
    scores: dict[str, float]
    turns: int
    answers: int
    seconds: float
    file: str = ""
    digest: str = ""


def seat_agents(
    title: Title[Any], scenario: str, options: Mapping[str, Any], names: Sequence[str], seed: int
) -> dict[str, Agent]:
    """One agent for each seat: one name plays every seat; else as many names as there are seats or sides."""
    seats = title.seats(scenario, title.read_options(options))
    sides = list(dict.fromkeys(seat.side for seat in seats))
    if len(names) == 1:
        picked = {seat.key: names[0] for seat in seats}
    elif len(names) == len(seats):
        picked = {seat.key: name for seat, name in zip(seats, names)}
    elif len(names) == len(sides):
        picked = {seat.key: names[sides.index(seat.side)] for seat in seats}
    else:
        raise GrognardError(
            f"{len(names)} agents for {len(seats)} seats and {len(sides)} sides",
            remedy=f"name one, one for each side ({', '.join(sides)}) or one for each seat ({', '.join(s.key for s in seats)})",
        )
    return {seat: agent(name, seed * 1000 + n) for n, (seat, name) in enumerate(picked.items())}


def play_out(
    session: Session, agents: Mapping[str, Agent], *, limit: int = RUNAWAY, progress: Callable[[Session], None] | None = None
) -> None:
    """Let the agents answer until the game is over."""
    while session.pending:
        seat = next(iter(session.pending))
        session.apply(seat, agents[seat].choose(session, seat))
        if session.count >= limit:
            raise GrognardError(f"the game is not over after {limit} answers", remedy="raise the limit, or look for a loop")
        if progress is not None:
            progress(session)


def selfplay(
    title: Title[Any],
    names: Sequence[str],
    *,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    seed: int = 0,
    packs: Sequence[Pack] = (),
    progress: Callable[[Session], None] | None = None,
) -> tuple[Session, Played]:
    """One game from set-up to its end."""
    scenario = scenario or title.scenarios[0].key
    agents = seat_agents(title, scenario, options or {}, names, seed)
    players = {seat: f"agent:{a.name}" for seat, a in agents.items()}
    began = time.perf_counter()
    session = Session.new(title, scenario, options, players=players, seed=seed_from(seed), packs=packs)
    play_out(session, agents, progress=progress)
    outcome = session.outcome
    assert outcome is not None
    turn = session.g.scalars.get("turn", 0)
    return session, Played(
        title.code,
        scenario,
        seed,
        msgspec.to_builtins(outcome),
        dict(outcome.scores) or title.scores(session.g),
        turn if isinstance(turn, int) else 0,
        session.count,
        round(time.perf_counter() - began, 3),
        digest=session.g.digest(),
    )
