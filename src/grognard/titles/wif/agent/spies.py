"""What intelligence is worth (13.6.11): rolls bought by the rich, a point on one's own combats, the worst of the dice again."""

from __future__ import annotations

from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.intelligence import AGAIN, Doubting, Effort, Tampering
from grognard.titles.wif.state import NO_SIDE, War

Answer = tuple[Option, str]
RICH = 20  # build points from which a roll is bought
WORSE = 0.3  # a roll is had again if no more than this share of all rolls is as bad


def effort(g: War, ask: Ask, subject: Effort) -> Answer:
    """One roll for a rich power; Bletchley Park evenly over what is left of the year."""
    if subject.bletchley and ask.find("decode 0") is not None:
        number = -(-subject.bletchley // (6 - g.turn % 6))
        return ask.find(f"decode {number}") or ask.options[0], "evenly over the year"
    number = int(subject.points >= RICH)
    return ask.find(f"buy {number}") or ask.options[0], "a little intelligence" if number else "the points are for units"


def tamper(g: War, ask: Ask, subject: Tampering) -> Answer:
    """A point where our own units are, unless it is needed for a roll had again."""
    ours = SIDE_OF_POWER[subject.power]
    spare = subject.points - subject.cost
    if subject.high == NO_SIDE or subject.cost > 1 or 0 < spare + 1 - AGAIN[True] < 1 or ours != subject.side:
        return ask.options[0], "not worth it"
    verb = "raise" if subject.high == ours else "lower"
    return ask.find(verb) or ask.options[0], "a point for our own fight"


def doubt(g: War, ask: Ask, subject: Doubting) -> Answer:
    """What went badly is had again."""
    if subject.high == NO_SIDE or subject.dice > 1:
        return ask.options[0], "not worth it"
    upwards = subject.high == SIDE_OF_POWER[subject.power]
    as_bad = (subject.roll if upwards else 11 - subject.roll) / 10
    if as_bad > WORSE:
        return ask.options[0], "good enough"
    return ask.find("higher" if upwards else "lower") or ask.options[0], "it can hardly be worse"
