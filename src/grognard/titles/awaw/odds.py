"""What an attack promises: the combat table of ours 15.6 played out round by round, halved defenders in proportion.

Rules and odds read the same strengths (rules/strength.py). Used by the agents and by the question of an attack half announced.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from grognard.titles.awaw.charts import combat_table, odds_column


class Forecast(msgspec.Struct, frozen=True):
    """Chance that the hex is cleared, and the mean losses of either side in factors."""

    clear: float
    attacker: float
    defender: float


@lru_cache(maxsize=20000)
def forecast(ground: int, support: int, factors: int, value: int, less: int, cover: int, rounds: int) -> Forecast:
    """`value`: the defenders' factors times their multipliers; `less`: what one step off every multiplier takes from it."""
    return _play(ground, support, factors, value, less, cover, rounds, 0)


def _play(ground: int, support: int, factors: int, value: int, less: int, cover: int, rounds: int, done: int) -> Forecast:
    attack = ground + min(support, 3 * ground)
    if ground <= 0 or factors <= 0 or done >= rounds or attack * 4 < value + cover:
        return Forecast(float(factors <= 0), 0.0, 0.0)
    column = odds_column(attack, value + cover)
    clear = attacker = defender = 0.0
    for roll in range(1, 7):
        result = combat_table(column, roll, done)
        if result == "D":
            found = Forecast(1.0, 0.0, float(factors))
        elif result.startswith("Ex"):
            owed = max(factors, value - less * {"Ex-1": 1, "Ex-2": 2}.get(result, 0))
            found = Forecast(float(ground > owed // 2), float(min(ground, owed)), float(factors))
        elif result == "d":
            lost = -(-factors // 2)
            left = factors - lost
            then = _play(ground, support, left, value * left // factors, less * left // factors, cover, rounds, done + 1)
            found = Forecast(then.clear, then.attacker, lost + then.defender)
        else:
            owed = min(ground, -(-value // 2) if result == "a" else value)
            then = _play(ground - owed, support, factors, value, less, cover, rounds, done + 1)
            found = Forecast(then.clear, owed + then.attacker, then.defender)
        clear += found.clear / 6
        attacker += found.attacker / 6
        defender += found.defender / 6
    return Forecast(clear, attacker, defender)
