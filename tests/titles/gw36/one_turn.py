"""One national turn of a changed position, played by agents in every seat: for tests of what a planner does with a whole turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from grognard.agents.selfplay import play_out, seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.sequence import Each, Part
from grognard.kernel.session import Session
from grognard.titles.gw36 import GlobalWar, setup
from grognard.titles.gw36.rules import calendar
from grognard.titles.gw36.sequence import SEQUENCE
from grognard.titles.gw36.state import War
from tests.titles.gw36.workshop import TITLE_SLOTS


class Answers(list[tuple[str, str]]):
    """Who answered what, as texts."""

    def of(self, verb: str) -> list[str]:
        return [text for _, text in self if text.split()[0] == verb]


def national_turn(
    nation: str, when: str, change: Callable[[War], None], *, turns: int = 1, level: str = "quick", seed: int = 1
) -> tuple[War, Answers]:
    """The position after a nation's turn (and the turns of nobody else), and the answers given in it."""

    class OneTurn(GlobalWar):
        sequence = _of(TITLE_SLOTS[nation], turns)

        def setup(self, g: War) -> None:
            setup.set_up(g)
            g.turn = calendar.turn_of(g, when)
            change(g)

    title = OneTurn()
    session = Session.new(title, "1939", {}, seed=seed_from(seed))
    given = Answers()

    def note(session: Session) -> None:
        given.append((session.steps[-1].seat, session.steps[-1].option))

    play_out(session, seat_agents(title, "1939", {}, [f"planner:{level}"], seed), limit=4_000, progress=note)
    return cast(War, session.g), given


def _of(slot: int, turns: int) -> Part:
    calendar_turn = SEQUENCE.children[0]
    assert isinstance(calendar_turn, Part)
    each = next(node for node in calendar_turn.children if isinstance(node, Each))
    return Part("", Each("", "slot", lambda g: [slot] * turns, *each.children))
