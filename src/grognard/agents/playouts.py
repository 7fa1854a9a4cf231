"""Play-outs: a copy of the game played on to see where a plan leads. The real dice and what a seat may not know stay unknown.

The work is bounded by the number of answers, never by the clock, so that an agent answers alike on any machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from grognard.kernel.dice import Die, seed_from
from grognard.kernel.session import Session

GOLDEN = 0.6180339887498949


class EvenDice:
    """Dice of middling luck: any run of them shows each face about equally often."""

    def __init__(self, start: float) -> None:
        self.at = start

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        values = []
        for _ in range(count):
            self.at = (self.at + GOLDEN) % 1.0
            values.append(die.first + int(self.at * die.sides))
        return values


def start_of(session: Session, number: int) -> float:
    """Where the even dice of a play-out begin: by the position alone, never by the seed of the game."""
    mark = hashlib.blake2b(f"{session.g.digest()} {number}".encode(), digest_size=6).digest()
    return int.from_bytes(mark, "big") / 2**48


def even_copy(session: Session, seat: str, start: float) -> Session:
    """A copy for a seat that rolls even dice."""
    twin = session.fork(seed_from(int(start * 2**48)), seat)
    twin.stream = twin.g.dice = EvenDice(start)
    return twin


def play_on(twin: Session, answer: Callable[[Session, str], None], stop: Callable[[Session], bool], most: int) -> Session:
    """Answer question after question until it is time to stop, the game is over, or so many answers were given."""
    for _ in range(most):
        if not twin.pending or stop(twin):
            break
        answer(twin, next(iter(twin.pending)))
    return twin
