"""How both sides decide inside a battle while its odds are worked out: who is lost first, who fights on, who advances.

The answers are given to the questions of the rules themselves, so that odds and games cannot drift apart. Each is what its owner
would mostly do; docs/odds.md lists them. What to attack and with whom is not here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grognard.kernel.flow import Ask, Flow, Option
from grognard.titles.tw.charts import AIR_COMBAT
from grognard.titles.tw.kinds import EXPLOITING, FIGHTERS, fragile
from grognard.titles.tw.rules.air_combat import ROUNDS
from grognard.titles.tw.rules.units import friends_in
from grognard.titles.tw.state import War
from grognard.titles.tw.subjects import Advance, AirEffort, Losses, Round


class Doctrine(msgspec.Struct, frozen=True):
    """Choices inside a battle. `rounds` and `defender_rounds`: after how many rounds in the air each side breaks off."""

    rounds: int = ROUNDS
    defender_rounds: int = ROUNDS
    efforts: bool = True  # 4.1, 4.2: an air effort is announced where it hurts the enemy more than oneself

    def answer(self, g: War, ask: Ask) -> Option:
        """The answer to a question asked in the middle of a battle."""
        verbs = {o.verb for o in ask.options}
        subject = ask.subject
        if isinstance(subject, AirEffort):
            return ask.options[int(self.announces(subject.column, subject.modifier))]
        if isinstance(subject, Round):
            limit = self.rounds if g.side_of(ask.seat) == g.side else self.defender_rounds
            return ask.options[int(subject.number >= limit)]
        if "lose" in verbs:
            return self._lose(g, ask)
        if "deplete" in verbs:
            return min(ask.options, key=lambda o: (bleeding(g, o.arg.index), o.arg.index))
        if "advance" in verbs:
            return self._advance(g, ask)
        return ask.options[0]  # accept what was rolled, stay in a fortress, retreat along the first way

    def announces(self, column: int, modifier: int) -> bool:
        """Whether an air effort pays: more enemy than own units hit on average, a loss counted as two depletions."""
        if not self.efforts:
            return False
        balance = 0
        for roll in range(1, 11):
            result = AIR_COMBAT[column, roll + modifier]
            balance += (2 * result.lost + result.depleted) * (-1 if result.attacker else 1)
        return balance > 0

    def _lose(self, g: War, ask: Ask) -> Option:
        units = [o.arg.index for o in ask.options]
        if isinstance(ask.subject, Losses):
            chosen = cheapest(g, units, ask.subject.worth, ask.subject.factors)[0]
        else:
            chosen = first_in_the_air(g, units)
        return ask.options[units.index(chosen)]

    def _advance(self, g: War, ask: Ask) -> Option:
        """Tanks, mechanised troops and horse go on, the strongest first; others only where nobody else holds the hex."""
        kinds, strengths = g.roster.kinds, g.roster.strengths
        units = [o.arg.index for o in ask.options[1:]]
        running = [u for u in units if kinds[u] in EXPLOITING]
        if not running and isinstance(ask.subject, Advance) and friends_in(g, ask.subject.space, g.roster.sides[units[0]]):
            return ask.options[0]
        chosen = max(running or units, key=lambda u: (strengths[u], -u))
        return ask.options[1 + units.index(chosen)]


def first_in_the_air(g: War, units: Sequence[int]) -> int:
    """Which of several aircraft of the same rating suffers: a fighter before a bomber, so that the shift remains."""
    kinds, strengths = g.roster.kinds, g.roster.strengths
    return min(units, key=lambda u: (kinds[u] not in FIGHTERS, strengths[u], u))


def bleeding(g: War, unit: int) -> int:
    """What a depletion costs, in half factors: all of a unit that cannot bear it, half of one that can."""
    strength = g.roster.strengths[unit]
    return 2 * strength if g.units.depleted[unit] or fragile(g.designs[g.units.design[unit]]) else strength


def cheapest(g: War, units: Sequence[int], worth: Mapping[int, int], factors: int) -> list[int]:
    """The units that pay so many factors with the least printed strength; all of them where that is not enough."""
    strengths = g.roster.strengths
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for u in units:
        for paid, (cost, taken) in list(best.items()):
            if paid >= factors:
                continue
            now, more = min(paid + worth[u], factors), cost + strengths[u]
            if now > paid and (now not in best or (more, len(taken) + 1) < (best[now][0], len(best[now][1]))):
                best[now] = (more, [*taken, u])
    return best[factors][1] if factors in best and best[factors][1] else list(units)


class Mute:
    """A journal nobody reads."""

    def say(self, text: str, about: tuple[Any, ...], rule: str, only: tuple[str, ...]) -> None: ...
    def roll(self, purpose: str, die: Any, values: list[int], rule: str, only: tuple[str, ...], aim: Any) -> None: ...
    def reveal(self) -> None: ...


def scratch(g: War) -> War:
    """A copy to try things in; what is known of the board stays known."""
    twin = g.copy()
    twin.derived = dict(g.derived)
    twin.journal = Mute()
    return twin


def run(g: War, flow: Flow[Any], doctrine: Doctrine) -> Any:
    """Run a procedure to its end; the doctrine answers."""
    try:
        ask = next(flow)
        while True:
            assert isinstance(ask, Ask)
            ask = flow.send(doctrine.answer(g, ask))
    except StopIteration as done:
        return done.value
