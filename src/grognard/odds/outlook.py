"""The answer of the calculators: what a battle is expected to bring, and how sure that is."""

from __future__ import annotations

import math

import msgspec

from grognard.odds.battle import Side

WON, HELD, NOBODY, RETREATED, OPEN = range(5)
ENDS = ("won", "held", "nobody", "retreated", "open")


class SideOutlook(msgspec.Struct, frozen=True):
    """One side: mean losses and units left by name, the value lost, and how likely each number of units is left."""

    losses: dict[str, float]
    left: dict[str, float]
    value_lost: float
    left_chances: dict[int, float]


class Outlook(msgspec.Struct, frozen=True):
    """What to expect. Chances of the ends: the attacker has won, the defender held, nobody is left, the attacker retreated, the
    battle is open after its last round. captured: won with a unit that holds ground. error: one standard error of
    `won` (0: exact). value_error: of the difference of what is lost; money: what that is counted in."""

    method: str
    battles: int
    won: float
    held: float
    nobody: float
    retreated: float
    open: float
    captured: float
    rounds: float
    attacker: SideOutlook
    defender: SideOutlook
    error: float = 0.0
    value_error: float = 0.0
    money: str = ""


def side_outlook(side: Side, mean_left: list[float], chances: dict[int, float]) -> SideOutlook:
    """Mean counts by kind, added up by name. Kinds that are the same unit in another condition share their name."""
    start: dict[str, float] = {}
    left: dict[str, float] = {}
    value = 0.0
    for kind, mean in zip(side.kinds, mean_left):
        if not kind.name:
            continue
        start[kind.name] = start.get(kind.name, 0.0) + kind.count
        left[kind.name] = left.get(kind.name, 0.0) + mean
        value += kind.price * (kind.count - mean)
    losses = {name: _tidy(start[name] - left[name]) for name in start if start[name]}
    return SideOutlook(
        losses, {n: _tidy(m) for n, m in left.items() if start[n]}, _tidy(value), {n: c for n, c in sorted(chances.items()) if c}
    )


def standard_error(share: float, battles: int) -> float:
    return math.sqrt(max(share * (1 - share), 0.25 / battles) / battles)


def _tidy(x: float) -> float:
    return 0.0 if abs(x) < 1e-12 else x
