"""Foretelling: with which of the plain answers to a question dice really fall, found by trying them in a copy without dice.

A title marks the acts that may roll; whether they do can hang on what follows: `done` rolls for the end of the turn only where
nobody else is asked. What lies hidden from other people may decide that too, so where it does nothing is tried.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grognard.kernel.dice import HeldDice, Unannounced
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Ask, Option
from grognard.kernel.state import Row

if TYPE_CHECKING:
    from grognard.kernel.session import Session

FEW = 4  # so many answers are tried whatever they name
MANY = 12  # so many that name no piece and no space; of longer lists only the plain words, such as done
PATIENCE = 0.06  # seconds of work: what has not been tried by then keeps the title's mark


def dice_that_fall(session: Session, seat: str, patience: float = PATIENCE) -> dict[str, bool]:
    """For the answers that were tried, whether dice fall (or something is drawn) at once."""
    ask = session.pending.get(seat)
    if ask is None or session.outcome or session.play.is_secret or session.away:
        return {}
    if session.title.conceals(session.g) and session.others(seat):
        return {}  # that dice would fall could betray what lies hidden
    found: dict[str, bool] = {}
    until = time.thread_time() + patience
    for option in _plain(ask):
        falls = _falls(session, seat, option)
        if falls is not None:
            found[option.text] = falls
        if time.thread_time() > until:
            break
    return found


def _plain(ask: Ask) -> list[Option]:
    if len(ask.options) <= FEW:
        return list(ask.options)
    words = [option for option in ask.options if not any(isinstance(arg, Row) for arg in option.args)]
    return words if len(words) <= MANY else [option for option in words if not option.args][:FEW]


def _falls(session: Session, seat: str, option: Option) -> bool | None:
    twin = session.fork()
    twin.g.dice = HeldDice()
    try:
        twin.apply(seat, option.text)
    except Unannounced:
        return True
    except GrognardError:
        return None
    return False
