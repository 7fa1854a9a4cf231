"""Shared by the kernel's tests: the test title, and random games of it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.kernel.title import title
from tests.kernel.skirmish import Skirmish

SPEC = "tests.kernel.skirmish:TITLE"
TITLE: Skirmish = title(SPEC)  # type: ignore[assignment]


def new_game(number: int = 1, **rest: object) -> Session:
    """A fresh skirmish with the dice of this number."""
    return Session.new(TITLE, seed=seed_from(number), **rest)  # type: ignore[arg-type]


def play_random(session: Session, answers: int, seed: int = 0) -> list[tuple[str, str]]:
    """Give so many random answers (or until the game ends)."""
    rng = random.Random(seed)
    given: list[tuple[str, str]] = []
    while session.pending and len(given) < answers:
        seat = rng.choice(list(session.pending))
        option = rng.choice(session.pending[seat].options)
        session.apply(seat, option)
        given.append((seat, option.text))
    return given


@pytest.fixture
def game() -> Callable[..., Session]:
    return new_game
