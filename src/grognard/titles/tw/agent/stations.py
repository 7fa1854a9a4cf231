"""Where units stand when they do not attack: on what must be held, in the enemy's way, forward where the side is strong, in
supply, and not where they would be lost for nothing."""

from __future__ import annotations

from grognard.kernel.paths import Reach
from grognard.titles.tw.agent.estimate import prizes
from grognard.titles.tw.agent.ground_view import View, key
from grognard.titles.tw.agent.landings import coast
from grognard.titles.tw.agent.orders import Leg, Move, Orders
from grognard.titles.tw.agent.sketch import finish, march, reach_of
from grognard.titles.tw.kinds import EXPLOITING, GUNLESS, Kind
from grognard.titles.tw.rules.movement import movers
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import friends_in, ground_at, presence
from grognard.titles.tw.rules.zones import zoned_designs, zones
from grognard.titles.tw.state import FULL, War

UNFED = 6.0
STARVED = 0.65  # of its worth that a unit out of supply loses
RISK = 0.3  # of its worth that a unit in danger counts as lost: it costs the enemy time to take it
ISOLATED = 0.6  # of the worth of an enemy that is cut off
CANDIDATES = 10
ON_GUARD = 0.7  # of what a beach wants that its first guard is worth
STEALS = 0.1  # the chance that the enemy comes to an empty objective


class Stations:
    """The places of the units of a side, weighed in a sketch."""

    def __init__(self, h: War, side: int, view: View | None = None) -> None:
        self.h, self.side = h, side
        self.view = view or View(h, side)
        self.attacked: set[int] = set()
        self.coast = coast(h, side)

    def value(self, unit: int, space: int) -> float:
        """What it is worth that a unit stands in a hex."""
        h, view = self.h, self.view
        kinds = h.roster.kinds
        others = [u for u in friends_in(h, space, self.side) if u != unit and kinds[u] not in GUNLESS]
        if kinds[unit] in GUNLESS:
            return 0.3 * prizes(h).get(space, 0) - 0.2 * abs(view.near.get(space, 12) - 3)
        before = sum(view.defence(u, space) for u in others)
        after = before + view.defence(unit, space)
        risk, alone = view.fall(space, after), view.fall(space, before)
        value = -RISK * view.blood * risk * view.worth(unit)
        points = prizes(h).get(space, 0)
        if points:
            held = view.sides[space] == self.side
            value += view.point * points * ((alone - risk) if held and not others else 0.8 * (alone - risk))
            if not held:
                value += view.point * points * (1.0 - risk)
        value += self._screen(unit, space, bool(others))
        value += self.coast.get(space, 0.0) * (ON_GUARD if not others else ON_GUARD / 4)
        value += view.bold * view.advance.get(space, -6.0)
        if not view.fed[space]:
            value -= max(UNFED, STARVED * view.worth(unit)) * view.blood
        if others:
            value -= 0.25 * len(others)
        return value

    def _screen(self, unit: int, space: int, held: bool) -> float:
        """What a unit bars to the enemy: its own hex, and by its zone the hexes beside it."""
        h, view = self.h, self.view
        shield = view.shield
        value = 0.0 if held else shield.get(space, 0.0)
        if zoned_designs(h)[unit] and not h.units.depleted[unit]:
            mine = zones(h)[self.side]
            there = presence(h)
            for b in h.ground.dry[space]:
                if not mine[b] and not there[b]:
                    value += 0.5 * shield.get(b, 0.0)
        return value * (1.0 - 0.6 * view.bold)

    def seize(self, orders: Orders, keep: set[int]) -> None:
        """Send the unit that can best be spared into each empty objective of the enemy that somebody can reach."""
        h, view = self.h, self.view
        there, enemy = presence(h), 2 >> self.side
        empty = [s for s in prizes(h) if view.sides[s] == 1 - self.side and not there[s] & enemy]
        if not empty:
            return
        reaches = {u: reach_of(h, [u]) for u in movers(h) if h.roster.kinds[u] not in GUNLESS}
        for space in sorted(empty, key=lambda s: (-prizes(h)[s], s)):
            able = [u for u, reach in reaches.items() if reach.can_end(space) and self._worth_leaving(u, space, keep)]
            if not able:
                continue
            unit = max(able, key=lambda u: (self.value(u, space) - 0.35 * view.worth(u), -u))
            march(h, [unit], reaches.pop(unit).path(space))
            finish(h, [unit])
            keep.add(unit)
            view.sides[space] = self.side
            reason = f"{h.units[unit].label} takes {h.board.label(space)}, which stands empty"
            orders.moves.append(Move([unit], [Leg(space)], reason))

    def man(self, orders: Orders, keep: set[int]) -> None:
        """Send the least of those who can come into each empty objective of the side's own that the enemy can walk into."""
        h, view = self.h, self.view
        open_to_him = [
            s
            for s in prizes(h)
            if view.sides[s] == self.side and not friends_in(h, s, self.side) and (view.fall(s, 0.0) > STEALS or key(h, s))
        ]
        if not open_to_him:
            return
        reaches = {u: reach_of(h, [u]) for u in movers(h) if h.roster.kinds[u] not in GUNLESS and u not in keep}
        for space in sorted(open_to_him, key=lambda s: (-prizes(h)[s], s)):
            near = (u for u, reach in reaches.items() if reach.can_end(space))
            able = [u for u in near if key(h, space) or self.value(u, space) > self.value(u, reaches[u].start)]
            if not able:
                continue
            unit = min(able, key=lambda u: (view.worth(u), reaches[u].costs[space], u))
            march(h, [unit], reaches.pop(unit).path(space))
            finish(h, [unit])
            keep.add(unit)
            orders.moves.append(Move([unit], [Leg(space)], f"{h.units[unit].label} holds {h.board.label(space)}"))

    def _worth_leaving(self, unit: int, space: int, keep: set[int]) -> bool:
        """Whether a garrison may go for another objective: what it leaves must be worth clearly less."""
        if unit not in keep:
            return True
        h = self.h
        home = h.units.at[unit]
        stay = prizes(h).get(home, 0) * self.view.fall(home, 0.0)
        return prizes(h)[space] * (1.0 - self.view.fall(space, self.view.defence(unit, space))) > stay + 0.5

    # --- moves ------------------------------------------------------------------------------------------------------------

    def run(self, orders: Orders, keep: set[int]) -> None:
        """Order every unit that can still move to where it is worth most."""
        h = self.h
        kinds, strengths = h.roster.kinds, h.roster.strengths
        ready = [u for u in movers(h) if kinds[u] not in (Kind.FLAK, Kind.MOTFLAK)]
        ready.sort(key=lambda u: (u in keep, self.view.near.get(h.units.at[u], 13), -strengths[u], u))
        for u in ready:
            if u in keep:
                continue
            place = self.best(u, reach_of(h, [u]))
            if place is None:
                continue
            space, reason, path = place
            march(h, [u], path)
            finish(h, [u])
            orders.moves.append(Move([u], [Leg(space)], f"{h.units[u].label} to {h.board.label(space)}: {reason}"))

    def best(self, unit: int, reach: Reach) -> tuple[int, str, list[int]] | None:
        """The hex to go to; None to stay."""
        h = self.h
        start = reach.start
        exploiting = h.impulse == 1 and h.roster.kinds[unit] in EXPLOITING
        here = self.value(unit, start) + self._follow(start, exploiting) + 0.15
        scored = [(self.value(unit, s) + self._follow(s, exploiting), -s) for s in reach.costs if s != start and reach.can_end(s)]
        if not scored:
            return None
        scored.sort(reverse=True)
        if h.impulse == 2:
            return self._cutting(unit, reach, here, scored)
        top, space = scored[0]
        if top <= here:
            return None
        return -space, f"worth {top:.1f} against {here:.1f} here", reach.path(-space)

    def _follow(self, space: int, exploiting: bool) -> float:
        """Tanks wait beside hexes that are attacked, to go through the Breach."""
        return 3.0 if exploiting and any(t in self.attacked for t in self.h.ground.steps[space]) else 0.0

    def _cutting(
        self, unit: int, reach: Reach, here: float, scored: list[tuple[float, int]]
    ) -> tuple[int, str, list[int]] | None:
        """In the second impulse: the best of the good places by the enemies it cuts off."""
        h = self.h
        home = h.units.at[unit]
        best, where = here + self.isolated(), None
        deep = sorted(scored, key=lambda pair: -self._depth(-pair[1]))[:CANDIDATES]
        for value, negative in {*scored[:CANDIDATES], *deep}:
            h.units[unit].at = -negative
            total = value + self.isolated()
            if total > best + 0.1:
                best, where = total, -negative
        h.units[unit].at = home
        if where is None:
            return None
        return where, f"worth {best:.1f} with what it cuts off", reach.path(where)

    def _depth(self, space: int) -> float:
        """How far behind the enemy's front a hex lies: enemy land, enemies beside."""
        sides = self.view.sides
        enemy = 2 >> self.side
        there = presence(self.h)
        value = 1.0 if sides[space] == 1 - self.side else 0.0
        ring = self.h.ground.steps[space]
        return value + sum(0.2 for b in ring if sides[b] == 1 - self.side) - sum(0.1 for b in ring if there[b] & enemy)

    def isolated(self) -> float:
        """The worth of enemies without a line of supply in the sketch."""
        h = self.h
        net = lines(h, 1 - self.side)
        sides, kinds = h.roster.sides, h.roster.kinds
        total = 0.0
        for units in ground_at(h).values():
            for u in units:
                if sides[u] == 1 - self.side and kinds[u] <= Kind.PART and net.state(h, u) != FULL:
                    total += self.view.worth(u)
        return ISOLATED * self.view.blood * total
