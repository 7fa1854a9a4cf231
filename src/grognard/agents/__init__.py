"""Agents: programs that play any title. A ladder of rungs, each deterministic for a seed.

An agent sees a session, chooses among the listed options and says why. It may fork the session to try things; a fork for a
seat has fresh dice and only what the seat may know. What is worth how much is the title's own judgement (its `mind`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol
from weakref import WeakKeyDictionary, ref

from grognard.kernel.dice import seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session

LEVELS = ("quick", "normal", "strong")


class Telling(str):
    """A reason that is worth reading again after the turn: `kept` is what to keep, the reason itself if nothing else is said.

    It may have several parts, with `; ` between them; what a part is about stands before its `: ` and is told once in a turn.
    """

    kept: str

    def __new__(cls, words: str, kept: str = "") -> Telling:
        made = super().__new__(cls, words)
        made.kept = kept or words
        return made


Listener = Callable[[float, str], None]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Have whatever thinks inside report to a listener how far it is, from 0 to 1, and at what."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def report(fraction: float, words: str) -> None:
    """Say how far the thinking about an answer is; for minds that think long."""
    listener = _listener.get()
    if listener is not None:
        listener(fraction, words)


class Mind(Protocol):
    """A title's judgement, given by its `agent.py` as `Title.mind`.

    One that tries nothing in play and reads nothing of the state that its seat may not know may say so (`discreet = True`, or a
    method of game and seat): it is then shown the real game, which spares it a copy for every question. Its title has a test that
    seals what is hidden.
    """

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """What an option is worth at once; greedy takes the best."""
        ...

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        """The planner's choice and its reason, `Telling` where it should be kept. It may keep a plan between questions, keyed by
        session and segment."""
        ...


class Agent:
    """One rung of the ladder at one seat or several."""

    name = ""

    def __init__(self, seed: int = 0, level: str = "quick") -> None:
        self.rng = random.Random(seed)
        self.level = level
        self.reason = ""

    def choose(self, session: Session, seat: str) -> Option:
        """The answer to the question this seat is asked."""
        raise NotImplementedError

    @property
    def telling(self) -> str:
        """What to keep of the reason for the last answer; mostly nothing."""
        return self.reason.kept if isinstance(self.reason, Telling) else ""


class RandomAgent(Agent):
    """Any legal option."""

    name = "random"

    def choose(self, session: Session, seat: str) -> Option:
        self.reason = "any legal answer"
        return self.rng.choice(session.pending[seat].options)


class GreedyAgent(Agent):
    """The option of the best immediate value; ties are broken by chance."""

    name = "greedy"

    def choose(self, session: Session, seat: str) -> Option:
        session = as_seen(session, seat)
        ask = session.pending[seat]
        mind = _mind(session, self.name)
        best, top = [ask.options[0]], float("-inf")
        if len(ask.options) > 1:
            for option in ask.options:
                value = mind.value(session, seat, ask, option)
                if value > top:
                    best, top = [option], value
                elif value == top:
                    best.append(option)
        self.reason = f"best at once ({top:.2f})" if top > float("-inf") else "the only answer"
        return best[0] if len(best) == 1 else self.rng.choice(best)


class PlannerAgent(Agent):
    """Plans whole segments with the title's judgement."""

    name = "planner"

    def choose(self, session: Session, seat: str) -> Option:
        session = as_seen(session, seat)
        ask = session.pending[seat]
        option, self.reason = _mind(session, self.name).plan(session, seat, ask, self.rng, self.level)
        return option


def as_seen(session: Session, seat: str) -> Session:
    """The game an agent thinks about: where anything is hidden from its seat, a copy in which that is dealt again."""
    discreet = getattr(session.title.mind, "discreet", False)
    if (discreet(session, seat) if callable(discreet) else discreet) or not session.veils(seat):
        return session
    seen = session.fork(seed_from(session.count), seat)
    _ORIGINALS[seen] = ref(session)
    return seen


def original(session: Session) -> Session:
    """The real game behind one an agent thinks about: what a plan is kept under from question to question."""
    known = _ORIGINALS.get(session)
    return (known() if known is not None else None) or session


_ORIGINALS: WeakKeyDictionary[Session, ref[Session]] = WeakKeyDictionary()


def _mind(session: Session, name: str) -> Mind:
    mind: Mind | None = session.title.mind
    if mind is None:
        raise GrognardError(f"{session.title.code} has no judgement for {name} yet", remedy="use random")
    return mind


LADDER: dict[str, Callable[[int, str], Agent]] = {agent.name: agent for agent in (RandomAgent, GreedyAgent, PlannerAgent)}


def agent(name: str, seed: int = 0) -> Agent:
    """An agent by name: `random`, `greedy`, `planner`, or with a level, `planner:strong`."""
    rung, _, level = name.partition(":")
    if rung not in LADDER or (level and level not in LEVELS):
        known = ", ".join(LADDER)
        raise GrognardError(f"there is no agent {name!r}", remedy=f"use one of {known}, with :{', :'.join(LEVELS)} for its level")
    return LADDER[rung](seed, level or "quick")


def names(title: Any) -> list[str]:
    """The agents that can play a title."""
    return list(LADDER) if title.mind is not None else ["random"]
