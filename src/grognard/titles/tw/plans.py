"""The planner's plan of an impulse: which enemy hexes to attack, and who marches where for it. Values come from the exact
outlook of an attack in agent.py; nothing here changes the state."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.titles.tw.kinds import BOMBERS, EXPLOITING, Kind
from grognard.titles.tw.rules.movement import allowance, movers, stack_reach
from grognard.titles.tw.rules.stacking import LIMITS, counted
from grognard.titles.tw.rules.strength import attack_value
from grognard.titles.tw.rules.units import army_rating, ground_at, presence, unit_kinds, unit_sides, unit_strengths
from grognard.titles.tw.state import War

GOOD, FAIR = 0.8, 0.25  # outlooks: enough for one hex, and the least worth announcing
Outlook = Callable[[War, int, list[int]], float]


class Plan(msgspec.Struct):
    """Where units go, and which hexes they go for."""

    goals: dict[int, int]
    targets: dict[int, float]
    reasons: dict[int, str]


def plan_impulse(g: War, outlook: Outlook, distance: dict[int, int]) -> Plan:
    """Assign units that can move to attacks, the most promising hex first."""
    side = g.side
    reach = {u: _reach(g, u) for u in movers(g)}
    free = _garrisons_aside(g, reach)
    plan = Plan({}, {}, {})
    room: dict[int, int] = {}
    enemies = [s for s, bits in enumerate(presence(g)) if bits & (2 >> side)]
    near = {t: [p for p in g.ground.steps[t] if not presence(g)[p] & (2 >> side)] for t in enemies}
    worth = {t: 1.0 + 3.0 * g.points.get(t, 0) + 8.0 / (4 + distance.get(t, 40)) for t in enemies}
    for target in sorted(enemies, key=lambda t: -worth[t]):
        _assign(g, plan, target, near[target], reach, free, room, outlook, worth[target])
    return plan


def _reach(g: War, unit: int) -> dict[int, int]:
    """Hexes a unit can end in, with their cost; its own among them."""
    found = stack_reach(g, [unit], allowance(g, unit, g.impulse), in_swamp=False, one_hex=False)
    return {s: cost for s, cost in found.costs.items() if s == found.start or found.can_end(s)}


def _garrisons_aside(g: War, reach: dict[int, dict[int, int]]) -> set[int]:
    """Units that may leave: not the last one on an objective of the side, not static troops."""
    kinds = unit_kinds(g)
    return {
        u
        for u in reach
        if kinds[u] not in (Kind.STA, Kind.FLAK) and not (g.units.at[u] in g.points and len(ground_at(g)[g.units.at[u]]) == 1)
    }


def _assign(
    g: War,
    plan: Plan,
    target: int,
    positions: list[int],
    reach: dict[int, dict[int, int]],
    free: set[int],
    room: dict[int, int],
    outlook: Outlook,
    worth: float,
) -> None:
    """Gather the strongest units that reach the target until the attack looks good; leave it if it never does."""
    strengths, kinds = unit_strengths(g), unit_kinds(g)
    fixed = [u for p in positions for u in ground_at(g).get(p, ()) if unit_sides(g)[u] == g.side and u not in reach]
    force = [
        u for u in fixed if attack_value(g, u, target) and (g.impulse == 1 or kinds[u] in EXPLOITING) and u not in plan.goals
    ]
    able = sorted(
        (u for u in free if u not in plan.goals and attack_value(g, u, target) and any(p in reach[u] for p in positions)),
        key=lambda u: (-(kinds[u] == Kind.ARM), -strengths[u], u),
    )
    chosen: dict[int, int] = {}
    taken = dict(room)
    best = outlook(g, target, force) if force else -1.0
    for u in able:
        if best >= GOOD:
            break
        place = _place(g, u, positions, reach[u], taken)
        if place is None:
            continue
        taken[place] = taken.get(place, _standing(g, place, reach)) + (1 if counted(g, [u]) else 0)
        chosen[u] = place
        best = outlook(g, target, [*force, *chosen]) + _air(g, target)
    if best >= FAIR and (chosen or force):
        plan.goals.update(chosen)
        plan.targets[target] = best
        room.update(taken)
        for u in chosen:
            plan.reasons[u] = f"to attack {g.board.label(target)}, outlook {best:.2f}, worth {worth:.1f}"


def _standing(g: War, place: int, reach: dict[int, dict[int, int]]) -> int:
    """Units of the side in a hex that will not move away."""
    return len(counted(g, [u for u in ground_at(g).get(place, ()) if unit_sides(g)[u] == g.side and u not in reach]))


def _place(g: War, unit: int, positions: list[int], reach: dict[int, int], taken: dict[int, int]) -> int | None:
    """The cheapest hex beside the target that has room for the unit."""
    limit = LIMITS[army_rating(g, unit)]
    found = [p for p in positions if p in reach and taken.get(p, 0) < limit]
    return min(found, key=lambda p: (reach[p], p), default=None)


def _air(g: War, target: int) -> float:
    """What bombers in range add to an outlook."""
    kinds, sides = unit_kinds(g), unit_sides(g)
    near = sum(
        1
        for u, at in enumerate(g.units.at)
        if at >= 0 and kinds[u] in BOMBERS and sides[u] == g.side and g.units.active[u] and g.ground.far(at, target) <= 5
    )
    return 0.15 * min(near, 2)
