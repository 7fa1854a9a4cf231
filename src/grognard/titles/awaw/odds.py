"""What an attack promises: the combat table of ours 15.6 played out round by round, halved defenders in proportion.

Rules and odds read the same strengths (rules/strength.py). Used by the agents and by the question of an attack half announced.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from grognard.kernel.flow import Option
from grognard.titles.awaw.charts import Charts, combat_table, odds_column, training
from grognard.titles.awaw.rules.battle import attackers_of, battle_at
from grognard.titles.awaw.rules.combat import Plan, Staff, joinable
from grognard.titles.awaw.rules.operations import price
from grognard.titles.awaw.rules.strength import Battle, attack, battle_training, defence, modified_value, multiplier
from grognard.titles.awaw.rules.units import factors
from grognard.titles.awaw.state import World


class Forecast(msgspec.Struct, frozen=True):
    """Chance that the hex is cleared, and the mean losses of either side in factors."""

    clear: float
    attacker: float
    defender: float


class Item(msgspec.Struct, frozen=True):
    """One line of a sum: what it is, what it is worth, which rule grants it."""

    label: str
    value: int
    rule: str = ""


class Chance(msgspec.Struct, frozen=True):
    """A result of the first round and its probability."""

    result: str
    chance: float


class Outlook(msgspec.Struct, frozen=True):
    """An attack as it stands: strengths item by item, the column, the first round, and the whole attack."""

    title: str
    odds: str
    attack: list[Item]
    defence: list[Item]
    results: list[Chance]
    clear: float
    attacker_losses: float
    defender_losses: float
    price: int


def outlook(g: World, subject: object, option: Option) -> Outlook | None:
    """What to expect of an attack half announced, or of one named on the list of targets."""
    if isinstance(subject, Plan):
        space, power = subject.space, subject.power
        units = list(attackers_of(g, space))
        if option.verb == "join" and option.args[0].index not in units:
            units.append(option.args[0].index)
    elif isinstance(subject, Staff) and option.verb in ("attack", "resolve"):
        space, power = option.args[0].index, subject.power
        units = list(attackers_of(g, space)) or joinable(g, Plan(power, space))
    else:
        return None
    if not units:
        return None
    announced = battle_at(g, space, g.side)
    battle = Battle(space, units, announced.defenders, announced.support, announced.cover, announced.exploiting)
    value = modified_value(g, battle)
    level = battle_training(g, battle)
    rounds = 1 if battle.exploiting else max(1, training(g.charts, level).ground_rounds)
    ground = factors(g, units)
    less = value - modified_value(g, battle, 1)
    prospect = forecast(g.charts, ground, battle.support, factors(g, battle.defenders), value, less, battle.cover, rounds)
    column = odds_column(g.charts, attack(g, battle), defence(g, battle))
    counts = Counter(combat_table(g.charts, column, roll) for roll in range(1, 7))
    mine = [Item(g.units[u].label, g.units[u].sheet.strength, "ours 15.41") for u in units]
    if battle.support:
        mine.append(Item("ground support", battle.support, "ours 18.55"))
    return Outlook(
        f"Attack on {g.board.label(space)}", g.charts.odds.labels[column], mine, _defenders(g, battle),
        [Chance(result, n / 6) for result, n in counts.items()], prospect.clear, prospect.attacker, prospect.defender,
        price(g, power, space, units),
    )  # fmt: skip


def _defenders(g: World, battle: Battle) -> list[Item]:
    """Each defender with its multiplier in words, and the air over the hex."""
    found = []
    for u in battle.defenders:
        mods = multiplier(g, battle, u)
        found.append(Item(f"{g.units[u].label} x {mods.total}: {mods}", g.units[u].sheet.strength * mods.total, "ours 15.3"))
    if battle.cover:
        found.append(Item("defensive air", battle.cover, "ours 15.34"))
    return found


@lru_cache(maxsize=20000)
def forecast(charts: Charts, ground: int, support: int, factors: int, value: int, less: int, cover: int, rounds: int) -> Forecast:
    """`value`: the defenders' factors times their multipliers; `less`: what one step off every multiplier takes from it."""
    return _play(charts, ground, support, factors, value, less, cover, rounds, 0)


def _play(
    charts: Charts, ground: int, support: int, factors: int, value: int, less: int, cover: int, rounds: int, done: int
) -> Forecast:
    attack = ground + min(support, 3 * ground)
    if ground <= 0 or factors <= 0 or done >= rounds or attack * 4 < value + cover:
        return Forecast(float(factors <= 0), 0.0, 0.0)
    column = odds_column(charts, attack, value + cover)
    clear = attacker = defender = 0.0
    for roll in range(1, 7):
        result = combat_table(charts, column, roll, done)
        if result == "D":
            found = Forecast(1.0, 0.0, float(factors))
        elif result.startswith("Ex"):
            owed = max(factors, value - less * {"Ex-1": 1, "Ex-2": 2}.get(result, 0))
            found = Forecast(float(ground > owed // 2), float(min(ground, owed)), float(factors))
        elif result == "d":
            lost = -(-factors // 2)
            left = factors - lost
            then = _play(charts, ground, support, left, value * left // factors, less * left // factors, cover, rounds, done + 1)
            found = Forecast(then.clear, then.attacker, lost + then.defender)
        else:
            owed = min(ground, -(-value // 2) if result == "a" else value)
            then = _play(charts, ground - owed, support, factors, value, less, cover, rounds, done + 1)
            found = Forecast(then.clear, owed + then.attacker, then.defender)
        clear += found.clear / 6
        attacker += found.attacker / 6
        defender += found.defender / 6
    return Forecast(clear, attacker, defender)
