"""What to expect of a diplomatic roll (16.1.3), from what a side knows: its own POPs; for those of the defender, which are
secret, a case for each number he may have. Chits are left out."""

from __future__ import annotations

from collections import Counter

from grognard.odds.forecast import Case, Chance, Forecast
from grognard.titles.tw.rules.diplomacy import CONFLICT, Offensive, roll_modifiers, strengths
from grognard.titles.tw.rules.influence import bloc_pops
from grognard.titles.tw.rules.status import BLOC_WORDS
from grognard.titles.tw.state import War

GUESSES = (0, 1, 2, 3, 4)  # POPs of the defender
WORDS = {
    "taken": "The country moves towards us", "case": "It moves towards us", "results": "Levels", "columns": "Odds",
    "air": "If the defender has",
}  # fmt: skip


def diplomatic_forecast(g: War, attack: Offensive) -> Forecast:
    """The chances of each result, against no POPs and against more."""
    modifiers = roll_modifiers(g, attack)
    cases = [_case(g, attack, pops) for pops in GUESSES]
    first = cases[0]
    ours, theirs = _strengths(g, attack, 0)
    column = CONFLICT.label(CONFLICT.column(ours, theirs))
    return Forecast(
        f"{g.nations[attack.target].label}, against {BLOC_WORDS[attack.defender]}", f"{ours} to {theirs}", column, [],
        [str(m) for m in modifiers.counted], first.results, first.taken_chance, 0.0, first.columns, [],
        air=first.air, with_air=cases[1:], words=WORDS,
    )  # fmt: skip


def _strengths(g: War, attack: Offensive, pops: int) -> tuple[int, int]:
    """POPs of both with status and country, the defender's own replaced by a guess: what he has is not looked at."""
    ours, theirs = strengths(g, attack)
    return ours, theirs - bloc_pops(g, attack.defender, attack.target) + pops


def _case(g: War, attack: Offensive, pops: int) -> Case:
    column, more = CONFLICT.column(*_strengths(g, attack, pops)), roll_modifiers(g, attack).total
    levels = Counter([CONFLICT[column, roll + more] for roll in range(1, 11)])
    results = [Chance(_words(n), count / 10) for n, count in sorted(levels.items())]
    good = sum([c for n, c in levels.items() if n > 0]) / 10
    return Case(f"{pops} POP{'s' * (pops != 1)}", good, 0.0, [Chance(CONFLICT.label(column), 1.0)], results, [])


def _words(levels: int) -> str:
    return f"{levels:+} level" + ("s" if abs(levels) > 1 else "") if levels else "no effect"
