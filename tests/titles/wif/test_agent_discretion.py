"""The agents read nothing that their seat may not know: they judge the real game with every hidden marker under seal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest

from grognard.kernel.session import Session
from grognard.kernel.state import Game, Hand, NumberList, Pile
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import MIND
from grognard.titles.wif.facts import JAPAN
from grognard.titles.wif.rules.entry import entry_level
from grognard.titles.wif.state import War


class Sealed(NumberList):
    """How many markers there are may be known, not which."""

    def _refuse(self, *_: Any) -> NoReturn:
        raise AssertionError("a marker under seal was read")

    def copy_for(self, game: Game) -> NumberList:
        return Sealed([0] * len(self), game, self.version)

    __iter__ = __getitem__ = __contains__ = count = index = _refuse


@contextmanager
def under_seal(g: War, seat: str) -> Iterator[None]:
    """Seal what the seat does not know."""
    kept = {}
    for name, field in g.fields.items():
        if isinstance(field, Pile) or (isinstance(field, Hand) and not field.known_to(g, seat)):
            kept[name] = g.__dict__[name]
            g.__dict__[name] = Sealed(kept[name], g, kept[name].version)
    g.derived.clear()
    g.lasting.clear()
    try:
        yield
    finally:
        g.__dict__.update(kept)


def advanced() -> Session:
    """A game in its third turn: markers lie in the pools and on borders."""
    session, rng = Session.new(TITLE, "global_war_1939", seed=b"d" * 32), random.Random(3)
    while session.g.turn < session.g.first_turn + 2:
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))
    return session


def test_planner_and_greedy_answer_with_the_markers_of_others_under_seal() -> None:
    session, rng = advanced(), random.Random(4)
    asked = set()
    for n in range(160):
        seat, ask = next(iter(session.pending.items()))
        assert ask.options
        with under_seal(session.g, seat):
            option = MIND.at_once(session, ask)[0] if n % 2 else MIND.plan(session, seat, ask, rng, "quick")[0]
        asked.add(type(ask.subject).__name__)
        session.apply(seat, option)
    assert len(asked) >= 6


def test_a_seal_is_noticed() -> None:
    g = advanced().g
    assert entry_level(g, JAPAN) >= 0
    with under_seal(g, "japan"), pytest.raises(AssertionError, match="under seal"):
        entry_level(g, JAPAN)
    with under_seal(g, "usa"):
        assert entry_level(g, JAPAN) >= 0
