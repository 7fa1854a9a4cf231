"""Drives: automatic victories as part of movement (9.8), alone or in stacks, one after another as long as points last."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.paths import Reach
from grognard.titles.tw.agent.estimate import blood, point_worth, prizes, unit_worth
from grognard.titles.tw.agent.orders import Leg, Move, Orders
from grognard.titles.tw.agent.sketch import finish, march, reach_of, sweep
from grognard.titles.tw.charts import VICTORY_COLUMN
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.rules.air_support import AV, bombers_for, log_mission
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.automatic_victory import overrun_column, why_not
from grognard.titles.tw.rules.movement import Steps, movers
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import columns
from grognard.titles.tw.rules.units import army_rating, enemies_in, friends_in, presence
from grognard.titles.tw.state import War

PLANE = 1.2  # the worth a drive must bring for each air unit it takes from other missions
RISK = 0.75  # chance that a drive with aircraft succeeds
LEAST = 1.0


def plan_drives(h: War, orders: Orders, pull: dict[int, float]) -> None:
    """Order every drive that pays, the best first; the sketch is moved on."""
    while True:
        best: tuple[float, list[int], list[Leg]] | None = None
        for stack in _stacks(h):
            found = best_drive(h, stack, pull)
            if found is not None and (best is None or found[0] > best[0]):
                best = (found[0], stack, found[1])
        if best is None:
            return
        _carry_out(h, orders, best[1], best[2], pull, best[0])


def _stacks(h: War) -> list[list[int]]:
    """Armoured stacks that can still move: each tank alone, and all mobile troops of a hex together."""
    kinds = h.roster.kinds
    ready = [u for u in movers(h) if army_rating(h, u) == 1]
    by_hex: dict[int, list[int]] = {}
    for u in ready:
        if kinds[u] in EXPLOITING:
            by_hex.setdefault(h.units.at[u], []).append(u)
    found: list[list[int]] = []
    for units in by_hex.values():
        units.sort(key=lambda u: (kinds[u] != Kind.ARM, -allowance(h, u, h.impulse)))
        if kinds[units[0]] != Kind.ARM:
            continue
        found += [units[:n] for n in range(1, min(len(units), 3) + 1)]
    return found


def best_drive(
    h: War, stack: list[int], pull: dict[int, float], reach: Reach | None = None
) -> tuple[float, list[Leg], int] | None:
    """The drive of a stack that pays best: its worth, its legs, the points it costs."""
    reach = reach or reach_of(h, stack)
    there, enemy, steps = presence(h), 2 >> h.side, h.ground.steps
    ways: dict[int, list[int]] = {}
    for p in reach.costs:
        for t in steps[p]:
            if there[t] & enemy:
                ways.setdefault(t, []).append(p)
    best: tuple[float, list[Leg], int] | None = None
    home = [h.units.at[u] for u in stack]
    for target, beside in ways.items():
        gain = drive_worth(h, target, pull) - 0.6 * (len(stack) - 1)
        if gain < LEAST or (best is not None and gain <= best[0]):
            continue
        for p in sorted(beside, key=lambda s: reach.costs[s])[:3]:
            found = _feasible(h, stack, p, target, reach)
            if found is None:
                continue
            planes, price = found
            value = gain * (RISK if planes else 1.0) - PLANE * len(planes) - 0.1 * (reach.costs[p] + price)
            if value >= LEAST and (best is None or value > best[0]):
                legs = [Leg(p)] if p != reach.start else []
                best = (value, [*legs, Leg(target, True, planes)], reach.costs[p] + price)
            break
    for u, at in zip(stack, home):
        if h.units.at[u] != at:
            h.units[u].at = at
    return best


def drive_worth(h: War, target: int, pull: dict[int, float]) -> float:
    """Enemies destroyed, the hex, and the way it opens."""
    theirs = sum(unit_worth(h, u) for u in enemies_in(h, target, h.side))
    return blood(h) * theirs + 1.0 + pull.get(target, 0.0) + 0.7 * point_worth(h) * prizes(h).get(target, 0)


def _feasible(h: War, stack: Sequence[int], p: int, target: int, reach: Reach) -> tuple[tuple[int, ...], int] | None:
    """The aircraft needed and the price of overrunning a hex from another, if the stack can do it."""
    for u in stack:
        if h.units.at[u] != p:
            h.units[u].at = p
    left = reach.budget - reach.costs[p]
    if p != reach.start and (p in reach.stops or not left):
        return None
    if p != reach.start and not reach.can_end(p) and overstacked(h, p, friends_in(h, p, h.side)) is not None:
        return None
    if why_not(h, stack, target, left) is not None:
        return None
    column = overrun_column(h, stack, target)
    if column < 0 or overstacked(h, target, stack) is not None:
        return None
    need = VICTORY_COLUMN - column
    price = _price(h, stack, target)
    if need <= 0:
        return (), price
    if need > 2:
        return None
    planes = bombers_for(h, target, AV)
    single = [u for u in planes if columns(h, [u], target, h.side) >= need]
    if single:
        return (min(single, key=lambda u: unit_worth(h, u) + (h.roster.kinds[u] == Kind.MDM) * (need == 1)),), price
    pair = [u for u in planes if columns(h, [u], target, h.side) >= 1][:2]
    if len(pair) == 2 and columns(h, pair, target, h.side) >= need:
        return tuple(pair), price
    return None


def _price(h: War, stack: Sequence[int], target: int) -> int:
    """Points to enter after the victory: the defenders' zones are gone, others may remain."""
    zone = Steps(h, stack, in_swamp=False).zone
    return 2 + zone[target] + zone[h.units.at[stack[0]]]


def _carry_out(h: War, orders: Orders, stack: list[int], legs: list[Leg], pull: dict[int, float], value: float) -> None:
    """Move the stack in the sketch, over and over while it finds another drive within its points."""
    names = ", ".join(h.units[u].label for u in stack)
    done: list[Leg] = []
    where: list[str] = []
    points = min(allowance(h, u, h.impulse) for u in stack)
    while True:
        reach = reach_of(h, stack, points)
        for leg in legs:
            if leg.overrun:
                a = h.units.at[stack[0]]
                for plane in leg.planes:
                    log_mission(h, plane, AV)
                sweep(h, leg.space)
                h.hexes[leg.space].overrun = h.player_turn
                price = Steps(h, stack, in_swamp=False).cost(a, leg.space, 0)
                march(h, stack, [a, leg.space])
                points -= price if isinstance(price, int) else points
                where.append(h.board.label(leg.space))
            else:
                points -= reach.costs[leg.space]
                march(h, stack, reach.path(leg.space))
            done.append(leg)
        if points <= 0:
            break
        more = best_drive(h, stack, pull, reach_of(h, stack, points))
        if more is None:
            break
        value += more[0]
        legs = more[1]
    finish(h, stack)
    orders.moves.append(Move(list(stack), done, f"{names}: automatic victory at {', '.join(where)}, worth {value:.1f}"))
