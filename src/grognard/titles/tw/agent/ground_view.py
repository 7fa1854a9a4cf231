"""The ground as a side sees it: what draws it forward, what it must shield, and where the enemy can strike.

A view is made from a sketch and holds fields by hex; stations.py weighs them.
"""

from __future__ import annotations

from grognard.kernel.paths import ranges, reach
from grognard.titles.tw.agent.estimate import blood, point_worth, prizes, turns_left, unit_worth
from grognard.titles.tw.kinds import EXPLOITING, GUNLESS, HOUSED, Kind
from grognard.titles.tw.nations import ALLIES
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.strength import factor, shelter
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import army_rating, ground_at, hex_sides, presence, weakened
from grognard.titles.tw.state import NONE, War

STRIKE = (1.0, 1.0, 1.0, 0.8, 0.6, 0.45, 0.3, 0.2)  # the part of an enemy's strength that counts so many hexes away
RING = 0.12
BREAK = 0.3  # the part of the threat that does not mind the lines that stand in its way
KEY = 3  # the worth of such a place
SLOW = (1.0, 1.0, 1.0, 0.7, 0.4, 0.15)


def pull_of(g: War, side: int) -> dict[int, float]:
    """How much each hex draws a side on: near to objectives the enemy holds."""
    sides = hex_sides(g)
    open_land = [int(land and held != 2) for land, held in zip(g.ground.land, sides)]
    found: dict[int, float] = {}
    for s, points in prizes(g).items():
        if sides[s] != 1 - side:
            continue
        for b, far in ranges(g.board, [s], 14, open_land).items():
            found[b] = found.get(b, 0.0) + 0.8 * points * 0.75**far
    return found


def garrisons(g: War, side: int, view: View | None = None) -> set[int]:
    """The last unit on each objective of the side; with a view, only where the enemy can come, but always on the places that
    decide the whole war."""
    sides = g.roster.sides
    found = set()
    for s in prizes(g):
        there = [u for u in ground_at(g).get(s, ()) if sides[u] == side]
        if key(g, s) and there:
            found.add(max(there, key=lambda u: (g.roster.kinds[u] not in GUNLESS, g.roster.strengths[u], -u)))
        elif len(there) == 1 and (view is None or view.fall(s, 0.0) > 0.1):
            found.add(there[0])
    return found


def key(g: War, space: int) -> bool:
    """Whether a place decides the whole war, and is never left empty."""
    return bool(g.campaign) and prizes(g).get(space, 0) >= KEY


def might(g: War, side: int) -> float:
    """Factors of a side in the field, by the rating of its troops."""
    sides, kinds, strengths = g.roster.sides, g.roster.kinds, g.roster.strengths
    return sum(
        strengths[u] * (2.0 - 0.3 * army_rating(g, u))
        for u, at in enumerate(g.units.at)
        if at >= 0 and sides[u] == side and kinds[u] <= Kind.PART and kinds[u] != Kind.STA
    )


class View:
    """Fields by hex for one side."""

    def __init__(self, g: War, side: int) -> None:
        self.g, self.side = g, side
        self.sides = list(hex_sides(g))
        self.open_land = [int(land and held != 2) for land, held in zip(g.ground.land, self.sides)]
        self.point, self.blood = point_worth(g), blood(g)
        self.last = g.side == side == ALLIES and not turns_left(g)  # nobody moves after this
        mine, theirs = might(g, side), might(g, 1 - side)
        self.bold = max(0.0, min(1.0, 1.6 * (mine / max(mine + theirs, 1.0)) - 0.35))
        self.threat, self.near, self.quality = self._threat()
        self.advance = self._advance()
        self.shield = self._shield()
        self.fed = lines(g, side).network.reached

    def _threat(self) -> tuple[dict[int, float], dict[int, int], float]:
        """Enemy factors that can come to bear on each hex, the distance of the nearest enemy, and how good they are."""
        g, side = self.g, self.side
        strengths, kinds, sides = g.roster.strengths, g.roster.kinds, g.roster.sides
        by_hex: dict[int, tuple[float, float]] = {}
        movable: list[int] = []
        rated = total = 0.0
        mine = mass = 0.0
        for u, at in enumerate(g.units.at):
            if at < 0 or kinds[u] > Kind.PART or kinds[u] in GUNLESS:
                continue
            value = strengths[u]
            if sides[u] == side:
                mine += value * army_rating(g, u)
                mass += value
            elif sides[u] == 1 - side and kinds[u] != Kind.STA:
                rated += value * army_rating(g, u)
                total += value
                if g.units.supply[u] == NONE:
                    value = value // 2
                else:
                    movable.append(u)
                quick, slow = by_hex.get(at, (0.0, 0.0))
                fast = g.designs[g.units.design[u]].move >= 7
                by_hex[at] = (quick + value, slow) if fast else (quick, slow + value)
        threat: dict[int, float] = {}
        for at, (quick, slow) in by_hex.items():
            for b, far in ranges(g.board, [at], len(STRIKE) if quick else len(SLOW), self.open_land).items():
                bearing = quick * STRIKE[far - 1 if far else 0] if 0 <= far <= len(STRIKE) else 0.0
                if 0 <= far <= len(SLOW):
                    bearing += slow * SLOW[far - 1 if far else 0]
                threat[b] = threat.get(b, 0.0) + BREAK * bearing
        self.entered: dict[int, float] = {}
        for u in movable:
            for b in self._struck(u):
                threat[b] = threat.get(b, 0.0) + (1.0 - BREAK) * strengths[u]
        near = ranges(g.board, list(by_hex), 12, self.open_land) if by_hex else {}
        gap = mine / max(mass, 1.0) - rated / max(total, 1.0)  # positive: the enemy is better
        return threat, near, 1.0 + 0.45 * gap if gap > 0 else 1.0 / (1.0 - 0.6 * gap)

    def _struck(self, unit: int) -> set[int]:
        """Hexes an enemy can enter or attack in the first impulse of its next turn, as the lines stand."""
        g = self.g
        points = g.designs[g.units.design[unit]].move
        steps = Steps(g, [unit], in_swamp=False)
        twice = points - army_rating(g, unit) if g.roster.kinds[unit] in EXPLOITING else 0
        costs = reach(g.board, g.units.at[unit], points + max(twice, 0), steps.cost, stop=steps.stop).costs
        found = [s for s, cost in costs.items() if cost <= points]
        there, mine = presence(g), 1 << self.side
        for s, cost in costs.items():
            chance = 0.9 if cost <= points else 0.6
            self.entered[s] = max(self.entered.get(s, 0.0), chance)
            for b in g.ground.steps[s]:  # a hex that its guard would leave
                if there[b] & mine and b not in costs and cost < points + max(twice, 0):
                    self.entered[b] = max(self.entered.get(b, 0.0), chance)
        return {b for s in found for b in g.ground.steps[s]} | set(found)

    def _advance(self) -> dict[int, float]:
        """How far on the way to what the enemy holds a hex is, in worth."""
        found: dict[int, float] = {}
        for s, points in prizes(self.g).items():
            if self.sides[s] != 1 - self.side:
                continue
            for b, far in ranges(self.g.board, [s], 22, self.open_land).items():
                value = 1.2 * points**0.5 - 0.35 * far
                if value > found.get(b, -99.0):
                    found[b] = value
        return found

    def _shield(self) -> dict[int, float]:
        """How much it matters that the enemy does not come through a hex: near to one's own objectives, on his side of them."""
        found: dict[int, float] = {}
        for s, points in prizes(self.g).items():
            if self.sides[s] != self.side or self.near.get(s, 99) > 11:
                continue
            own = self.near.get(s, 99)
            for b, far in ranges(self.g.board, [s], 9, self.open_land).items():
                ahead = 1.0 if self.near.get(b, 99) <= own else 0.3
                value = 0.6 * ahead * points * 0.82**far
                if far == 1:
                    value += RING * ahead * points * self.point  # who stands here keeps the enemy from the place itself
                found[b] = found.get(b, 0.0) + value
        return found

    def defence(self, unit: int, space: int) -> float:
        """What a unit is worth in defence of a hex, with something for rivers before it."""
        g = self.g
        kind, value = g.roster.kinds[unit], float(g.roster.strengths[unit])
        if kind in GUNLESS:
            return 0.0
        if weakened(g, unit):
            return value
        times = float(factor(g, space, kind, 1, river=False, only_air=False))
        ahead = [b for b in g.ground.steps[space] if self.near.get(b, 99) <= self.near.get(space, 99)]
        wet = sum(b in g.ground.river[space] for b in ahead)
        if ahead and times < 3:
            times += (3.0 - times) * (wet / len(ahead)) ** 2
        return value * times + (shelter(g, space, []) if kind in HOUSED else 0)

    def fall(self, space: int, defence: float) -> float:
        """The chance that a hex with so much defence is lost to the enemy's next turn."""
        if self.last:
            return 0.0
        strike = min(self.threat.get(space, 0.0), 60.0) * 0.55 * self.quality
        if strike <= 0:
            return 0.0
        if defence <= 0:
            return max(self.entered.get(space, 0.0), min(0.2, strike / 100.0))
        return max(0.0, min(0.93, (strike / defence - 0.7) / 2.6))

    def worth(self, unit: int) -> float:
        return unit_worth(self.g, unit)
