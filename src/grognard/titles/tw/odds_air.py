"""Air battles exactly: who is left of both sides after rounds and flak, with what chance (11.5, 11.9, 11.12).

A chain over rounds: a state is who still flies on either side and who is depleted. Columns, modifiers and losses come from the
rules themselves (air_combat.py), on a copy of the game. Weights are whole numbers: WHOLE is certainty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grognard.titles.tw.charts import AIR_COMBAT, LIGHT_FLAK, AirResult
from grognard.titles.tw.doctrine import Doctrine, run, scratch
from grognard.titles.tw.kinds import BOMBERS
from grognard.titles.tw.rules import air_combat
from grognard.titles.tw.rules.air_support import still_flying
from grognard.titles.tw.rules.airbases import defensive_range
from grognard.titles.tw.state import War

WHOLE = 10**8  # eight dice at most: three rounds, flak before each in a strike, and the ground
HOME = 2  # broken off
Planes = tuple[tuple[int, int], ...]  # (unit, depleted) of those that still fly, HOME added for those that left
Skies = dict[tuple[Planes, Planes], int]
KEPT = ("at", "depleted", "supply", "pool", "reserve", "free_until", "spearhead")


class Sky:
    """The air over one hex."""

    def __init__(self, g: War, space: int, doctrine: Doctrine) -> None:
        self.g = scratch(g)
        self.space = space
        self.doctrine = doctrine
        self.kept: dict[int, list[int]] = {}
        self.wounds: dict[tuple[Planes, AirResult, int], Planes] = {}
        self.rounds: dict[tuple[Planes, Planes], list[tuple[tuple[Planes, Planes], int]]] = {}

    def planes(self, units: Iterable[int]) -> Planes:
        """Aircraft as they stand now."""
        g = self.g
        return tuple([(u, g.units.depleted[u]) for u in units if still_flying(g, u)])

    def over(self, sent: Sequence[int], cover: Sequence[int]) -> Skies:
        """Who is left after the battle over a hex that is attacked on the ground, and after the flak of its defenders."""
        start = (self.planes(sent), self.planes(cover))
        found = self.battle(start)
        guns = air_combat.firing_factors(self.g, self.space, units_only=True)
        return self.flak(found, guns) if guns else found

    def battle(self, start: tuple[Planes, Planes]) -> Skies:
        """One to three rounds."""
        now: Skies = {start: WHOLE}
        last = min(air_combat.ROUNDS, self.doctrine.rounds, self.doctrine.defender_rounds)
        for _ in range(last):
            after: Skies = Counter()
            for state, weight in now.items():
                if not state[0] or not state[1]:
                    after[state] += weight
                    continue
                for then, tenths in self.round(state):
                    after[then] += weight * tenths // 10
            now = after
        return self._break_off(now, last) if last < air_combat.ROUNDS else now

    def _break_off(self, now: Skies, last: int) -> Skies:
        """Whoever leaves takes no further part."""
        left: Skies = Counter()
        for (sent, cover), weight in now.items():
            if sent and cover:
                sent = sent if self.doctrine.rounds > last else tuple([(u, d + HOME) for u, d in sent])
                cover = cover if self.doctrine.defender_rounds > last else tuple([(u, d + HOME) for u, d in cover])
            left[sent, cover] += weight
        return left

    def round(self, state: tuple[Planes, Planes]) -> list[tuple[tuple[Planes, Planes], int]]:
        """What one round makes of a state, in tenths."""
        known = self.rounds.get(state)
        if known is None:
            known = self.rounds[state] = self._round(state)
        return known

    def _round(self, state: tuple[Planes, Planes]) -> list[tuple[tuple[Planes, Planes], int]]:
        g = self.g
        self.place(*state)
        sent, cover = ([u for u, _ in planes] for planes in state)
        column = air_combat.air_column(g, sent, cover)
        modifier = air_combat.air_modifiers(g, sent, cover, self.space).total
        many = air_combat.effort_factor(g, sent)
        if many > 1 and not self.doctrine.announces(column, modifier):
            many = 1
        rolls = Counter([AIR_COMBAT[column, roll + modifier] for roll in range(1, 11)])
        found = []
        for result, tenths in rolls.items():
            if result.attacker:
                found.append(((self.hurt(state[0], result, many), state[1]), tenths))
            else:
                found.append(((state[0], self.hurt(state[1], result, many)), tenths))
        return found

    def flak(self, now: Skies, guns: int) -> Skies:
        """Flak of the ground units fires once at whatever brings bombers."""
        kinds = self.g.roster.kinds
        after: Skies = Counter()
        for state, weight in now.items():
            sent = there(state[0])
            if not any(kinds[u] in BOMBERS for u in sent):
                after[state] += weight
                continue
            self.place(*state)
            modifier = air_combat.flak_modifier(self.g, sent)
            rolls = Counter([LIGHT_FLAK[min(guns, 4) - 1, roll + modifier] for roll in range(1, 11)])
            for result, tenths in rolls.items():
                hit = self.hurt(state[0], result, 1) if result.lost or result.depleted else state[0]
                after[hit, state[1]] += weight * tenths // 10
        return after

    def hurt(self, planes: Planes, result: AirResult, many: int) -> Planes:
        """What is left of a force after a result, by the rules and the doctrine."""
        key = (planes, result, many)
        known = self.wounds.get(key)
        if known is None:
            self.place(planes)
            force = [u for u, _ in planes]
            run(self.g, air_combat.air_losses(self.g, force, result, many), self.doctrine)
            units = self.g.units
            known = self.wounds[key] = tuple([(u, units.depleted[u]) for u in force if units.at[u] >= 0])
        return known

    def place(self, *forces: Planes) -> None:
        """Put aircraft back as a state has them."""
        units = self.g.units
        for planes in forces:
            for u, depleted in planes:
                known = self.kept.get(u)
                if known is None:
                    self.kept[u] = [getattr(units, name)[u] for name in KEPT]
                else:
                    for name, value in zip(KEPT, known):
                        getattr(units, name)[u] = value
                units.depleted[u] = depleted % HOME

    def near(self, cover: Planes) -> list[int]:
        """Covering aircraft that can act over the hex itself (11.4.1)."""
        g = self.g
        return [u for u in there(cover) if g.ground.far(g.units.at[u], self.space) <= defensive_range(g, u)]


def there(planes: Planes) -> list[int]:
    """Aircraft that did not break off."""
    return [u for u, depleted in planes if depleted < HOME]


def air_toll(g: War, before: Planes, found: Iterable[tuple[Planes, int]]) -> tuple[float, float]:
    """Expected factors lost, and depleted, of a force."""
    strengths = g.roster.strengths
    lost = depleted = 0
    for after, weight in found:
        left = dict(after)
        for u, was in before:
            if u not in left:
                lost += weight * strengths[u]
            elif left[u] % HOME > was:
                depleted += weight * strengths[u]
    return lost / WHOLE, depleted / WHOLE
