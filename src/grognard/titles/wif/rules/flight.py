"""14.1.1, 11.3: how far aircraft fly, over land and into sea-boxes and back. Costs by scale; nothing else on the way matters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from heapq import heappop, heappush

from grognard.kernel.rules import rule
from grognard.titles.wif.ground import FLYING_COST
from grognard.titles.wif.state import War

FAR = 1000  # movement points that reach round the world
NO_LEAPS: dict[int, int] = {}
MOST_KEPT = 3000  # flights that a ground remembers: they never change
SECTION_COSTS = (0, 1, 3, 6, 10)  # 11.3: points that a section of a sea-box takes, going in and coming out
LAST_STEP = 2  # 11.3: the most that the last hexdot before a sea-box costs, and the first hex after it


@rule("14.1.1", "2.1.1", "2.8")
def flying_reach(g: War, starts: dict[int, int], points: int, *, over_land: bool = True) -> dict[int, int]:
    """Movement points to every hex and hexdot within reach. `starts`: where the flight begins, and what was spent to be there;
    without `over_land` only hexdots are entered."""
    ground = g.ground
    known = tuple(sorted(starts.items())), points, over_land
    kept = ground.flights.get(known)
    if kept is not None:
        return kept
    found = _flood(g, starts, points, over_land=over_land)
    if len(ground.flights) >= MOST_KEPT:
        ground.flights.clear()
    ground.flights[known] = found
    return found


@rule("19.2", "13.9")
def air_distance(g: War, space: int, capitals: tuple[int, ...]) -> int:
    """Movement points of an aircraft from a hex to the nearest of some capitals; FAR if there is none."""
    reach = g.ground.capital_flights.get(capitals)
    if reach is None:  # the way back costs the same
        reach = g.ground.capital_flights[capitals] = _flood(g, dict.fromkeys(capitals, 0), FAR, over_land=True)
    return reach.get(space, FAR)


def _flood(g: War, starts: dict[int, int], points: int, *, over_land: bool) -> dict[int, int]:
    steps, found = g.ground.air_steps, dict(starts)
    queue = [(spent, s) for s, spent in starts.items()]
    while queue:
        spent, here = heappop(queue)
        if spent > found[here]:
            continue
        for there, cost in steps.get((here, over_land)) or _air_steps(g, here, over_land):
            total = spent + cost
            if total <= points and total < found.get(there, points + 1):
                found[there] = total
                heappush(queue, (total, there))
    return found


def _air_steps(g: War, here: int, over_land: bool) -> tuple[tuple[int, int], ...]:
    """The hexes and hexdots next to one that a flight can enter, with what they cost; laid out once for a board."""
    ground = g.ground
    scale, leaps = ground.scale, ground.leaps.get(here, NO_LEAPS)
    near = [there for there, _ in g.board.neighbours[here] if ground.dot[there] or (over_land and ground.land[there])]
    found = tuple((there, leaps.get(there) or FLYING_COST[max(scale[here], scale[there])]) for there in near)
    ground.air_steps[here, over_land] = found
    return found


@rule("15")
def open_way(g: War, starts: Collection[int], goal: int, points: int, shut: Callable[[int], bool]) -> bool:
    """Whether a flight reaches a hex without passing hexes that are shut to it; those it starts from and its goal are not."""
    found = dict.fromkeys(starts, 0)
    queue = [(0, s) for s in found]
    while queue:
        spent, here = heappop(queue)
        if here == goal:
            return True
        if spent > found[here] or (here not in starts and shut(here)):
            continue
        for there, cost in g.ground.air_steps.get((here, True)) or _air_steps(g, here, True):
            total = spent + cost
            if total <= points and total < found.get(there, points + 1):
                found[there] = total
                heappush(queue, (total, there))
    return False


def _step(g: War, here: int, there: int) -> int:
    """What a step next to a sea-box costs: off the map no more than 2."""
    scale = g.ground.scale
    return min(FLYING_COST[max(scale[here], scale[there])], LAST_STEP)


@rule("11.3")
def sea_reach(g: War, base: int, points: int) -> dict[int, int]:
    """Movement points to every sea area within reach of a base, before any section. WIF-DEC-13: seas without hexdots."""
    ground = g.ground
    kept = ground.flights.get(("sea", base, points))
    if kept is not None:
        return kept
    before = _before_seas(g)
    found: dict[int, int] = {}
    for here, spent in flying_reach(g, {base: 0}, points).items():
        for area, step in before.get(here, ()):
            total = spent + step
            if total <= points and total < found.get(area, points + 1):
                found[area] = total
    ground.flights["sea", base, points] = found
    return found


def _before_seas(g: War) -> dict[int, list[tuple[int, int]]]:
    """The sea areas a step away from each hex and hexdot, with what the step costs."""
    ground, neighbours = g.ground, g.board.neighbours
    if not ground.before_seas:
        least: dict[int, dict[int, int]] = {}
        for area, dots in ground.dots.items():
            steps = [(a, _step(g, a, dot)) for dot in dots for a, _ in neighbours[dot]]
            if not dots:
                steps = [(s, _step(g, s, s)) for s in ground.shores.get(area, ())]
            for here, cost in steps:
                row = least.setdefault(here, {})
                row[area] = min(cost, row.get(area, cost))
        ground.before_seas.update({here: sorted(row.items()) for here, row in least.items()})
    return ground.before_seas


@rule("11.3")
def highest_section(points: int) -> int:
    """The highest section of a sea-box an aircraft enters with so many points left; -1 with none to spare."""
    return sum(cost <= points for cost in SECTION_COSTS) - 1


@rule("11.3", "13.4.1")
def homeward_reach(g: War, box: int, points: int) -> dict[int, int]:
    """Movement points to every hex an aircraft reaches from a section: the section's cost, hexdots, a first hex for at most 2."""
    ground, neighbours = g.ground, g.board.neighbours
    area, spent = ground.area[box], SECTION_COSTS[ground.section[box]]
    if spent > points:
        return {}
    kept = ground.flights.get(("home", box, points))
    if kept is not None:
        return kept
    shores: dict[int, int] = {}
    dots = dict.fromkeys(ground.dots[area], spent)
    steps = [(total, dot, s) for dot, total in flying_reach(g, dots, points, over_land=False).items() for s, _ in neighbours[dot]]
    if not dots:
        steps = [(spent, s, s) for s in ground.shores.get(area, ())]
    for total, dot, s in steps:
        cost = total + _step(g, dot, s)
        if ground.land[s] and cost <= min(points, shores.get(s, points)):
            shores[s] = cost
    found = ground.flights["home", box, points] = flying_reach(g, shores, points)
    return found
