"""Which enemy hexes are attacked and by whom: forces are gathered unit by unit while the next one adds more than it risks,
the most rewarding attack first. All of it in a sketch, at exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.paths import Reach
from grognard.titles.tw.agent.air import expected_cover
from grognard.titles.tw.agent.estimate import CUT_OFF, Clash, blood, clash, point_worth, prizes, unit_worth, weighs
from grognard.titles.tw.agent.ground_view import View
from grognard.titles.tw.agent.orders import PLAIN, Attack, Leg, Move, Orders, Style
from grognard.titles.tw.agent.sketch import finish, march, reach_of
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, USSR
from grognard.titles.tw.rules.air_support import OAS, bombers_for
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.capitulation import SOVIET_CITIES, SOVIET_END, soviet_modifiers
from grognard.titles.tw.rules.combat import fair_odds, may_attack
from grognard.titles.tw.rules.movement import movers
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle, attack_value, columns
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import enemies_in, friends_in, ground_at, hex_sides, presence
from grognard.titles.tw.state import FULL, War

MARGIN = 0.5  # one more unit must add this much
MOST = 9  # units to one attack
SURRENDER = 150.0  # the worth of a great power that stays in the war
LAMENTED = 1.5  # times the worth of a unit whose loss brings a surrender nearer
STRANDED = 0.4  # of its worth that a unit risks which leaves supply for an attack: the enemy moves before it can come back


def rescued(h: War) -> dict[int, float]:
    """What it is worth to retake the cities whose loss makes the Soviets roll for surrender (21.1), shared among them."""
    if not h.campaign or h.side != ALLIES or h.barbarossa < 0 or h.nations.surrendered[USSR]:
        return {}
    sides = hex_sides(h)
    lost = [s for s in map(h.ground.named, SOVIET_CITIES) if sides[s] == AXIS]
    chance = min(max(soviet_modifiers(h).total + 11 - SOVIET_END, 0), 10) / 10
    return dict.fromkeys(lost, SURRENDER * chance / len(lost)) if lost else {}


class Gathering:
    """The attacks of an impulse as they grow in a sketch."""

    def __init__(
        self,
        h: War,
        orders: Orders,
        pull: dict[int, float],
        keep: set[int],
        view: View,
        style: Style = PLAIN,
        *,
        in_place: bool = False,
    ) -> None:
        self.h, self.orders, self.pull, self.view, self.style = h, orders, pull, view, style
        self.used: set[int] = set()
        self.keep = {u for u in keep if len(friends_in(h, h.units.at[u], h.side)) == 1}
        able = [] if in_place else movers(h)
        self.ready = {u for u in able if u not in keep and h.roster.kinds[u] not in (Kind.STA, Kind.FLAK, Kind.MOTFLAK)}
        self.reach: dict[int, Reach] = {u: reach_of(h, [u]) for u in self.ready}
        self.rescued = rescued(h)
        self.planes: dict[int, list[int]] = {}
        self.sent: set[int] = set()
        net = lines(h, 1 - h.side)
        self.starved = {
            u
            for u, at in enumerate(h.units.at)
            if at >= 0 and h.roster.sides[u] == 1 - h.side and h.roster.kinds[u] <= Kind.PART and net.state(h, u) != FULL
        }

    def run(self) -> None:
        """Take the best attack, then the next, until none is worth it."""
        found: dict[int, tuple[float, list[tuple[int, int]], Clash, int]] = {}
        stale = set(self.targets())
        while True:
            for t in stale:
                best = self.gather(t)
                if best is None:
                    found.pop(t, None)
                else:
                    found[t] = best
            if not found:
                return
            target = max(found, key=lambda t: (found[t][0], -t))
            value, force, outlook, shift = found.pop(target)
            if not all(self._comes(u, spot) for u, spot in force):
                stale = {target}  # what was ordered since has closed the way
                continue
            self.order(target, value, force, outlook, shift)
            moved = {u for u, _ in force}
            stale = {t for t, (_, f, _, _) in found.items() if moved & {u for u, _ in f} or any(self.full(p) for _, p in f)}
            for t in stale:
                found.pop(t, None)

    def _comes(self, unit: int, spot: int) -> bool:
        """Whether a unit of a force still gets to its hex."""
        return unit not in self.ready or spot in self.reach[unit].costs or spot == self.h.units.at[unit]

    def full(self, space: int) -> bool:
        return space in {m.legs[-1].space for m in self.orders.moves if m.legs}

    def targets(self) -> list[int]:
        """Enemy hexes that somebody can get beside."""
        h = self.h
        there, enemy = presence(h), 2 >> h.side
        near: set[int] = set()
        spots = {p for reach in self.reach.values() for p in reach.costs}
        spots |= {at for at, units in ground_at(h).items() if any(h.roster.sides[u] == h.side for u in units)}
        for p in spots:
            near.update(t for t in h.ground.steps[p] if there[t] & enemy)
        return sorted(near)

    def prize(self, target: int) -> float:
        """What the hex itself is worth."""
        h = self.h
        return 1.0 + self.pull.get(target, 0.0) + 0.7 * point_worth(h) * prizes(h).get(target, 0) + self.rescued.get(target, 0.0)

    def value(self, target: int, force: list[int], shift: int) -> tuple[float, Clash]:
        """The worth of an attack with these units as they stand in the sketch."""
        h = self.h
        outlook = clash(h, Battle(target, h.side, h.impulse, force), shift)
        theirs = outlook.theirs
        if theirs and all(u in self.starved for u in enemies_in(h, target, h.side)):
            theirs *= CUT_OFF
        breach = 1.5 if h.impulse == 1 and any(h.roster.kinds[u] == Kind.ARM for u in force) else 0.0
        toll = self.style.losses * (LAMENTED if weighs(h, force) else 1.0)
        worth = blood(h) * (1.15 * theirs - toll * outlook.mine) + outlook.taken * (self.prize(target) + breach)
        return worth - blood(h) * self.stranded(force), outlook

    def stranded(self, force: Sequence[int]) -> float:
        """What units risk that go out of supply for an attack: in the second impulse they are fed for their own turn and the
        enemy's, and no longer (10.2.7)."""
        h, fed = self.h, self.view.fed
        if h.impulse != 2:
            return 0.0
        out = [u for u in force if u in self.reach and fed[self.reach[u].start] and not fed[h.units.at[u]]]
        return STRANDED * sum(unit_worth(h, u) for u in out)

    def support(self, target: int) -> int:
        """Columns of air support that are still free for a hex, with caution."""
        h = self.h
        free = [u for u in bombers_for(h, target, OAS) if u not in self.sent]
        mine = columns(h, free[:2], target, h.side) if free else 0
        return mine - expected_cover(h, target)

    def gather(self, target: int) -> tuple[float, list[tuple[int, int]], Clash, int] | None:
        """The best force for a hex: units that stand beside it and cannot move, then those that can come."""
        h = self.h
        shift = self.support(target)
        sides = h.roster.sides
        beside = [p for p in h.ground.steps[target] if not presence(h)[p] & (2 >> h.side)]
        fixed = [
            u
            for p in beside
            for u in ground_at(h).get(p, ())
            if sides[u] == h.side and u not in self.ready and u not in self.used and self._fights(u, target)
        ]
        able = [
            u
            for u in self.ready
            if u not in self.used and self._fights(u, target) and any(p in self.reach[u].costs for p in beside)
        ]
        able.sort(key=lambda u: self._preference(u, target))
        lead = next((u for u in able if h.roster.kinds[u] == Kind.ARM), None)
        if h.impulse == 1 and lead is not None and not any(h.roster.kinds[u] == Kind.ARM for u in fixed):
            able.remove(lead)
            able.insert(0, lead)
        force: list[int] = []
        best, outlook = -1e9, None
        for u in fixed:
            value, seen = self.value(target, [*force, u], shift)
            if u in self.keep and seen.mine > 0.12 * unit_worth(h, u):
                continue  # it has an objective to hold
            if not force or value > best:
                force.append(u)
                best, outlook = value, seen
        home: list[tuple[int, int]] = []
        misses = 0
        trial = list(force)
        for u in able:
            if len(trial) >= MOST or misses > 3:
                break
            spot = self._spot(u, beside, target)
            if spot is None:
                continue
            home.append((u, h.units.at[u]))
            if h.units.at[u] != spot:
                h.units[u].at = spot
            trial.append(u)
            value, seen = self.value(target, trial, shift)
            if outlook is None or value > best + MARGIN:
                best, outlook = value, seen
                force = list(trial)
                misses = 0
            else:
                misses += 1
        if outlook is not None:
            force, best, outlook = self._spare(target, force, best, outlook, shift)
        placed = [(u, h.units.at[u]) for u in force]
        legal = bool(force) and fair_odds(h, target, force)
        for u, at in reversed(home):
            if h.units.at[u] != at:
                h.units[u].at = at
        if outlook is None or not legal or best < self.style.least:
            return None
        return best, placed, outlook, shift

    def _spare(self, target: int, force: list[int], best: float, outlook: Clash, shift: int) -> tuple[list[int], float, Clash]:
        """Leave out whoever is not needed."""
        for u in sorted(force, key=lambda u: -unit_worth(self.h, u)):
            if len(force) == 1:
                break
            fewer = [v for v in force if v != u]
            value, seen = self.value(target, fewer, shift)
            if value > best - MARGIN:
                force, best, outlook = fewer, value, seen
        return force, best, outlook

    def _fights(self, unit: int, target: int) -> bool:
        return attack_value(self.h, unit, target) > 0 and may_attack(self.h, unit) is None

    def _preference(self, unit: int, target: int) -> tuple[float, ...]:
        """Foot before tanks, the strong before the weak, those beside the hex first; a tank leads for the Breach."""
        h = self.h
        kind = h.roster.kinds[unit]
        near = h.ground.far(h.units.at[unit], target)
        tank = kind in EXPLOITING
        return (float(tank) * (0.5 if h.impulse == 1 else 0.0), -h.roster.strengths[unit], near, unit)

    def _spot(self, unit: int, beside: list[int], target: int) -> int | None:
        """The hex beside the target from which a unit attacks: not over a river, cheap, already held."""
        reach, h = self.reach[unit], self.h
        across = h.ground.river[target]
        spots = [
            p
            for p in beside
            if p in reach.costs
            and (p == reach.start or overstacked(h, p, [*(v for v in friends_in(h, p, h.side) if v != unit), unit]) is None)
        ]
        return min(spots, key=lambda p: (p in across, p != reach.start, reach.costs[p], p), default=None)

    def order(self, target: int, value: float, force: list[tuple[int, int]], outlook: Clash, shift: int) -> None:
        """Write the attack and the marches into the orders, and move the sketch on."""
        h = self.h
        label = h.board.label(target)
        reason = f"{label}: {outlook.odds}, {outlook.text}{self._prospect(target, force, outlook)}, worth {value:.1f}"
        if shift > 0:
            chosen = [u for u in bombers_for(h, target, OAS) if u not in self.sent]
            bare = self.value_at(target, force, 0)
            if value - bare > 0.5:
                for u in chosen[:2]:
                    self.sent.add(u)
                    if columns(h, [u], target, h.side) >= shift:
                        break
        for u, spot in force:
            self.used.add(u)
            if u in self.ready:
                self.ready.discard(u)
                if spot != h.units.at[u]:
                    march(h, [u], self.reach[u].path(spot))
                    self.orders.moves.append(Move([u], [Leg(spot)], f"to attack {reason}"))
                finish(h, [u])
            h.units[u].fought = h.impulse
        self.orders.attacks[target] = Attack([u for u, _ in force], value, reason, column=outlook.column, shift=shift)
        self._refresh(force)

    def _prospect(self, target: int, force: list[tuple[int, int]], outlook: Clash) -> str:
        """What follows from an attack: how far tanks get through the Breach, and what the enemy may do to those who advance."""
        h = self.h
        tanks = [u for u, _ in force if h.roster.kinds[u] == Kind.ARM]
        text = ""
        if tanks and h.impulse == 1:
            far = max(allowance(h, u, 2) for u in tanks)
            text = f", breach {outlook.taken:.0%}, exploits up to {far} hexes"
        guard = sum(sorted((self.view.defence(u, target) for u, _ in force), reverse=True)[:3])
        return f"{text}; counter-attack {self.view.fall(target, guard):.0%}"

    def value_at(self, target: int, force: list[tuple[int, int]], shift: int) -> float:
        """The worth of an attack from given hexes."""
        h = self.h
        home = [(u, h.units.at[u]) for u, _ in force]
        for u, spot in force:
            if h.units.at[u] != spot:
                h.units[u].at = spot
        value = self.value(target, [u for u, _ in force], shift)[0]
        for u, at in home:
            if h.units.at[u] != at:
                h.units[u].at = at
        return value

    def _refresh(self, force: list[tuple[int, int]]) -> None:
        """Reaches that may have changed since units moved: stacking only, tested again when a unit is placed."""
        h = self.h
        for u in list(self.ready):
            self.reach[u] = reach_of(h, [u])
