"""A suggestion, a what-if and a mailed game are made of a copy that holds what its seat may know; there is always one."""

from __future__ import annotations

from random import Random

import pytest

from grognard.kernel.mail import copy_for
from grognard.kernel.session import Session
from grognard.kernel.title import title

GAMES = [
    ("gw36", "1939", 60), ("tw", "poland", 60), ("wif", "barbarossa_1941", 60), ("aif", "short_game", 40),
    ("awaw", "barbarossa", 60),
]  # fmt: skip


@pytest.mark.parametrize(("code", "scenario", "answers"), GAMES)
def test_there_is_a_copy_for_whoever_is_asked(code: str, scenario: str, answers: int) -> None:
    """Units that go somewhere are told beside what the rules say; the copy tells of them as the game does."""
    session, rng, went = Session.new(title(code), scenario, seed=b"c" * 32), Random(5), 0
    for _ in range(answers):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, rng.choice(ask.options))
        for asked in list(session.pending)[:1]:
            copy = copy_for(session, [asked])
            newest = [line for line in session.steps[-1].lines if not line.only]
            assert [line for line in copy.steps[-1].lines if not line.only] == newest
            went += any(line.deed for line in newest)
    assert went or code in ("aif", "gw36")  # those open with treaties, purchases and courts
