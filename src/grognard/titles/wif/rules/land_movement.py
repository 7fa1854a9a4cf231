"""11.10: land movement, unit by unit or stack by stack. Costs and entry of a step are in land_steps.py, overruns in overrun.py.

A single unit goes as far as it likes in one answer, by the cheapest way, or by hexes its owner names one after the other; a stack
goes hex by hex. Either may go on, drop units off or overrun while points are left, and is finished before the next one starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import GERMANY, SIDE_OF_POWER
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.access import note_trespass
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.control import TAKES_NO_HEX, claimant, hostile_hex, take_hex
from grognard.titles.wif.rules.fuel import SHIP, burn, may_fuel
from grognard.titles.wif.rules.land_steps import chill, may_cross, may_enter, slips_by, step_cost
from grognard.titles.wif.rules.loyalty import try_loyalty
from grognard.titles.wif.rules.overrun import drive_off, led_into, may_overrun, overrun_defenders, overrun_price
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.spheres import may_walk_in, note_entry, walk_in
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.supply import draw_supply, in_supply
from grognard.titles.wif.rules.units import land_at, put, turn_down
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.LAND_MOVE) + 1


class Marching(Subject, frozen=True):
    """A major power's land movement."""

    power: Annotated[int, Power]


@dataclass
class Reach:
    """Where a unit can go: points spent by hex, the hex before, and hexes it would enter with too few points."""

    cost: dict[int, int] = field(default_factory=dict)
    before: dict[int, int] = field(default_factory=dict)
    worn: set[int] = field(default_factory=set)

    def path(self, space: int) -> list[int]:
        """The hexes entered on the way."""
        way = [space]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return way[-2::-1]


class March(Subject, frozen=True):
    """Units on the march: what each has spent, whether they have left their hex, who of them began out of supply, and who has
    been in snow on the way (option 15)."""

    power: Annotated[int, Power]
    units: tuple[Annotated[int, Unit], ...]
    at: Annotated[int, Hex]
    spent: tuple[int, ...]
    begun: bool
    supplied: bool
    unfed: tuple[Annotated[int, Unit], ...] = ()
    chilled: tuple[Annotated[int, Unit], ...] = ()

    @once
    def reach(self, g: War) -> Reach:
        return march_reach(g, self)

    def points(self, g: War, n: int) -> int:
        """Movement points the n-th unit has left."""
        return g.roster.moves[self.units[n]] - self.spent[n]


class Joining(Subject, frozen=True):
    """Whether a power lets a unit of its own march with a friend's stack."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]


# the step


@rule("11.10")
def move_land_units(g: War) -> Flow[None]:
    """Land movement: choose a unit, and whom to take along"""
    subject = Marching(g.power)
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: move a land unit", subject, DONE, PICK, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    leave_sweden(g)
    yield from enforce_stacking(g)


@rule("11.10")
def may_march(g: War, subject: Marching, unit: int) -> No | None:
    """Whether a unit may begin a land move."""
    units = g.units
    if units.power[unit] != subject.power:
        return No("11.10", "it is not yours to move")
    if not g.roster.land[unit] or units.at[unit] < 0 or not g.ground.land[units.at[unit]] or units.aboard[unit] != NOWHERE:
        return No("11.10", "only land units on the map make land moves")
    if g.roster.types[unit] == Type.ACV:
        return No("22.12", "air cavalry flies")
    if units.down[unit]:
        return No("11.10", "it is face-down")
    if units.moved[unit] == MOVED:
        return No("11.10", "it has moved in this step")
    if g.roster.moves[unit] <= 0:
        return No("11.10.1", "it has no movement points")
    no = may_do(g, subject.power, Activity.LAND_MOVE)
    return may_fuel(g, (unit,), SHIP, Activity.LAND_MOVE) if no is None else no


def marchers(g: War, subject: Marching) -> list[int]:
    """Every unit that may begin a land move."""
    if left(g, subject.power, Activity.LAND_MOVE) <= 0:
        return []
    units, known = g.units, g.roster
    return [
        u
        for u, whose in enumerate(units.power)
        if whose == subject.power
        and known.land[u]
        and known.types[u] != Type.ACV
        and units.at[u] >= 0
        and not units.down[u]
        and units.moved[u] != MOVED
        and units.aboard[u] == NOWHERE
        and known.moves[u] > 0
        and g.ground.land[units.at[u]]
        and may_fuel(g, (u,), SHIP, Activity.LAND_MOVE) is None
    ]


def march(g: War, subject: Marching, unit: int) -> Flow[None]:
    """A unit, alone or with others of its hex, makes its land move"""
    fed = in_supply(g, unit)
    way = March(subject.power, (unit,), g.units.at[unit], (0,), False, fed, () if fed else (unit,))
    while True:
        answer, after = yield from menu(g, g.seat(subject.power), "{0} in {1}", way, STAY, GO, OVERRUN, TAKE_ALONG, DROP_OFF,
                                        named=(g.units[way.units[0]], g.hexes[way.at]), rule="11.10.1")  # fmt: skip
        if after is None:
            return
        way = after


@rule("19.7")
def leave_sweden(g: War) -> None:
    """No German unit ends a step in a neutral Sweden: who did not come through is back where he began (reading WIF-DEC-107)."""
    country = g.facts.country.get("sweden", NOWHERE)
    if country < 0 or g.countries.power[country] >= 0 or g.power != GERMANY:
        return
    for space in g.ground.homeland.get("sweden", ()):
        for unit in [u for u in land_at(g, space) if g.units.power[u] == GERMANY]:
            put(g, unit, g.units.from_[unit])
            turn_down(g, unit)


# how far


@rule("11.10.1")
def march_reach(g: War, way: March) -> Reach:
    """Where the units can go from here: a single unit as far as its points last, a stack one hex."""
    found = Reach()
    if not may_go_on(g, way):
        return found
    if len(way.units) > 1:
        for there, _ in g.ground.steps[way.at]:
            if all(may_enter(g, u, way.at, there) is None for u in way.units):
                found.cost[there] = 1
                found.before[there] = way.at
        return found
    unit, budget = way.units[0], way.points(g, 0)
    side = SIDE_OF_POWER[way.power]
    spent, cold = {way.at: 0}, {way.at: unit in way.chilled}
    queue = [(0, way.at)]
    while queue:
        cost, here = heappop(queue)
        if (
            cost > spent[here]
            or here in found.worn
            or (here != way.at and in_enemy_zone(g, here, side) and not slips_by(g, unit, here))
        ):
            continue
        for there, _ in g.ground.steps[here] if cost < budget else ():
            if spent.get(there, 999) <= cost and there not in found.worn:  # no step is cheaper than nothing
                continue
            if may_enter(g, unit, here, there) is not None:
                continue
            snow = 0 if cold[here] else chill(g, unit, there)
            total = cost + step_cost(g, unit, here, there) + snow
            worn = total > budget
            if (worn and there in spent) or (not worn and there not in found.worn and total >= spent.get(there, 999)):
                continue
            spent[there], cold[there] = min(total, budget), bool(cold[here] or snow)
            found.before[there] = here
            if worn:
                found.worn.add(there)
            else:
                found.worn.discard(there)
                heappush(queue, (total, there))
    spent.pop(way.at)
    found.before.pop(way.at, None)
    found.cost = spent
    return found


def may_go_on(g: War, way: March) -> bool:
    """Whether a march may go on at all: points left, nobody worn out, and no zone of control entered."""
    if any(way.points(g, n) <= 0 or g.units.down[u] for n, u in enumerate(way.units)):
        return False
    if way.begun and in_enemy_zone(g, way.at, SIDE_OF_POWER[way.power]) and not all(slips_by(g, u, way.at) for u in way.units):
        return False
    return way.begun or has_moves(g, way.units)


@rule("11.10.1")
def may_go(g: War, way: March, there: int) -> No | None:
    """Whether the march can reach a hex."""
    if there in way.reach(g).cost:
        return None
    label = g.board.label(there)
    if there == way.at:
        return No("11.10.1", f"it stands in {label}")
    if way.begun and in_enemy_zone(g, way.at, SIDE_OF_POWER[way.power]):
        return No("11.10.1", "it entered an enemy zone of control and must stop")
    if any(way.points(g, n) <= 0 for n in range(len(way.units))):
        return No("11.10.1", "a unit has no movement points left")
    if not way.begun and not has_moves(g, way.units):
        return No("10.2", "too few land moves are left this impulse")
    for step, _ in g.ground.steps[way.at]:
        if step == there:
            refused = [no for u in way.units if (no := may_enter(g, u, way.at, there)) is not None]
            if refused:
                return refused[0]
    for beside, _ in g.ground.steps[there]:
        if beside in way.reach(g).cost:
            no = may_enter(g, way.units[0], beside, there)
            if no is not None:
                return no
    return No("11.10.1", f"{label} is out of reach of {len(way.units)} unit(s)")


# deeds


def go(g: War, way: March, there: int) -> Flow[March | None]:
    """The march goes on to a hex by the cheapest way"""
    reach = way.reach(g)
    path = reach.path(there)
    start_of_march(g, way)
    spent, at = list(way.spent), way.at
    for space in path:
        if g.title.ambushed(g, way.units[0], space):
            return halt(g, way, at, spent)
        way, snow = through_snow(g, way, space)
        for n, unit in enumerate(way.units):
            price = step_cost(g, unit, at, space) + snow[n]
            if spent[n] + price > g.roster.moves[unit]:
                turn_down(g, unit)
                price = g.roster.moves[unit] - spent[n]
            spent[n] += price
        yield from enter(g, way.units, space)
        at = space
        if g.title.uncovered(g) and in_enemy_zone(g, at, SIDE_OF_POWER[way.power]):
            return halt(g, way, at, spent)
    return finish(g, way, at, spent)


@rule("11.10.2")
def through_snow(g: War, way: March, there: int) -> tuple[March, list[int]]:
    """A march enters a hex: what snow costs each unit more (option 15), and the march with those who have been in it."""
    snow = [0 if unit in way.chilled else chill(g, unit, there) for unit in way.units]
    if not any(snow):
        return way, snow
    return msgspec.structs.replace(way, chilled=(*way.chilled, *(u for u, more in zip(way.units, snow) if more))), snow


def halt(g: War, way: March, at: int, spent: Sequence[int]) -> March | None:
    """The enemy shows himself: the march is over, unless it can overrun him."""
    after = finish(g, way, at, spent)
    if after is None or overrun_targets(g, after):
        return after
    turn_down(g, *after.unfed)
    return None


def start_of_march(g: War, way: March) -> None:
    """The first step counts the land moves (10.2)."""
    if not way.begun:
        whose = [g.units.power[u] for u in way.units]
        burn(g, way.units, SHIP, Activity.LAND_MOVE)
        for power in sorted(set(whose)):
            count(g, power, Activity.LAND_MOVE, whose.count(power))
        draw_supply(g, *(u for u in way.units if u not in way.unfed))
        for unit in way.units:
            g.units[unit].moved = MOVED


@rule("11.10.1", "2.5.3")
def enter(g: War, units: tuple[int, ...], space: int) -> Flow[None]:
    """Units enter a hex: what flies or floats there flees, and an enemy hex changes hands"""
    if may_walk_in(g, g.units.power[units[0]], space):
        walk_in(g, space)
    for unit in units:
        put(g, unit, space)
        note_entry(g, unit, space)
        note_trespass(g, unit, space)
    takers = [u for u in units if g.roster.types[u] not in TAKES_NO_HEX]
    if all(g.roster.types[u] == Type.PART for u in units) or hostile_hex(g, space, units[0]):
        yield from drive_off(g, space, units[0])
        if takers:  # 13.1.3, 22.3: the others control no hexes
            take_hex(g, space, claimant(g, takers))


@rule("11.10.1", "2.4.3")
def finish(g: War, way: March, at: int, spent: Sequence[int]) -> March | None:
    """What is left of a march: the worn out stay behind; nothing once nobody can move. Who began out of supply turns face-down
    where he ends."""
    fresh = [n for n, u in enumerate(way.units) if not g.units.down[u]]
    unfed = tuple(u for u in way.unfed if not g.units.down[u])
    after = March(
        way.power, tuple(way.units[n] for n in fresh), at, tuple(spent[n] for n in fresh), True, not unfed, unfed, way.chilled
    )  # fmt: skip
    if fresh and (may_go_on(g, after) or overrun_targets(g, after) or _could_part(g, after)):
        return after
    turn_down(g, *unfed)
    return None


def _could_part(g: War, way: March) -> bool:
    """Whether some of a stack have points left when others have not: it goes on without them."""
    parts = [_part(way, n) for n in range(len(way.units))] if len(way.units) > 1 else []
    return any(may_go_on(g, part) or overrun_targets(g, part) for part in parts)


def _part(way: March, n: int) -> March:
    unit = way.units[n]
    unfed = tuple(u for u in way.unfed if u == unit)
    return March(way.power, (unit,), way.at, (way.spent[n],), way.begun, not unfed, unfed, way.chilled)


def overrun_targets(g: War, way: March) -> list[int]:
    """Neighbouring hexes the march may overrun now."""
    if any(g.units.down[u] for u in way.units) or not way.supplied:
        return []
    return [there for there, _ in g.ground.steps[way.at] if may_overrun_now(g, way, there) is None]


@rule("11.10.6")
def may_overrun_now(g: War, way: March, there: int) -> No | None:
    """Whether the march may overrun the land units in the next hex."""
    if not way.begun and not has_moves(g, way.units):
        return No("10.2", "too few land moves are left this impulse")
    if not way.supplied:
        return No("11.10.6", "it began its move out of supply")
    if any(way.points(g, n) <= 0 for n in range(len(way.units))):
        return No("11.10.1", "a unit has no movement points left")
    for unit in way.units:
        no = may_cross(g, unit, way.at, there)
        if no is not None:
            return no
    return may_overrun(g, way.units, way.at, there)


def overrun(g: War, way: March, there: int) -> Flow[March | None]:
    """The march overruns the land units of the next hex"""
    start_of_march(g, way)
    if g.options.offensive_points:
        g.powers[way.power].enhanced += len(led_into(g, way.units, way.at, there))
    if g.vichy:
        yield from try_loyalty(g, there, list(way.units))
    costly = overrun_price(g, there, SIDE_OF_POWER[way.power])
    overrun_defenders(g, there, way.units[0])
    spent, at = list(way.spent), way.at
    way, snow = through_snow(g, way, there)
    for n, unit in enumerate(way.units):
        price = step_cost(g, unit, at, there, costly) + snow[n]
        if spent[n] + price > g.roster.moves[unit]:
            turn_down(g, unit)
            price = g.roster.moves[unit] - spent[n]
        spent[n] += price
    yield from enter(g, way.units, there)
    if g.title.uncovered(g) and in_enemy_zone(g, there, SIDE_OF_POWER[way.power]):
        return halt(g, way, there, spent)
    return finish(g, way, there, spent)


@rule("11.10.1")
def may_take_along(g: War, way: March, unit: int) -> No | None:
    """Whether another unit of the hex may join before the march begins."""
    if way.begun:
        return No("11.10.1", "a stack picks nobody up on the way")
    if unit in way.units or g.units.at[unit] != way.at:
        return No("11.10.1", "only another unit of the same hex joins")
    if not g.roster.land[unit] or not all(co_operate(g, unit, other) for other in way.units):
        return No("18.2", "it does not co-operate with them")
    no = may_march(g, Marching(g.units.power[unit]), unit)
    if no is not None:
        return no
    if not has_moves(g, (*way.units, unit)):
        return No("10.2", "too few land moves are left this impulse")
    return may_fuel(g, (*way.units, unit), SHIP, Activity.LAND_MOVE)


@rule("11.10.1")
def _take_along(g: War, way: March, unit: int) -> Flow[March]:
    """Another unit of the stack comes along; a friend's only if its owner agrees"""
    power = g.units.power[unit]
    if g.seat(power) != g.seat(way.power):
        answer, _ = yield from menu(
            g, g.seat(power), "{0} would march with a stack of {1}", Joining(power, unit), AGREE, REFUSE,
            named=(g.units[unit], g.powers[way.power]),
        )  # fmt: skip
        if answer.verb == REFUSE.name:
            return way
    unfed = way.unfed if in_supply(g, unit) else (*way.unfed, unit)
    return March(way.power, (*way.units, unit), way.at, (*way.spent, 0), False, not unfed, unfed)


@rule("10.2")
def has_moves(g: War, units: Sequence[int]) -> bool:
    """Whether the powers of a stack have a land move left for each of its units."""
    whose = [g.units.power[u] for u in units]
    return all(left(g, power, Activity.LAND_MOVE) >= whose.count(power) for power in set(whose))


def _may_drop(g: War, way: March, unit: int) -> No | None:
    if unit not in way.units or len(way.units) < 2:
        return No("11.10.1", "only a unit of a stack is dropped off")
    return None


def _drop(g: War, way: March, unit: int) -> March | None:
    keep = [n for n, u in enumerate(way.units) if u != unit]
    units, spent = tuple(way.units[n] for n in keep), tuple(way.spent[n] for n in keep)
    unfed = tuple(u for u in way.unfed if u != unit)
    after = March(way.power, units, way.at, spent, way.begun, not unfed, unfed, way.chilled)
    if not way.begun:
        return after
    if unit in way.unfed:
        turn_down(g, unit)
    return finish(g, after, way.at, spent)


def _stay(g: War, way: March, _: None) -> None:
    if way.begun:
        turn_down(g, *way.unfed)


def _going(g: War, way: March, there: int) -> str:
    name = g.board.label(there)
    return f"Go to {name}, worn out" if there in way.reach(g).worn else f"Go to {name}"


DONE: Act[War, Marching, None] = Act("done", "11.10", "Land movement is done", do=lambda g, s, _: None)
PICK: Act[War, Marching, int] = Act("pick", "11.10", "{0}", takes=Unit, listed=marchers, may=may_march, do=march)
STAY: Act[War, March, None] = Act("stay", "11.10.1", "Stop here", do=_stay)
GO: Act[War, March, int] = Act(
    "go", "11.10.1", _going,
    takes=Hex, listed=lambda g, way: list(way.reach(g).cost), may=may_go, do=go,
)  # fmt: skip
OVERRUN: Act[War, March, int] = Act(
    "overrun", "11.10.6", "Overrun {0}", takes=Hex, listed=overrun_targets, may=may_overrun_now, do=overrun
)
TAKE_ALONG: Act[War, March, int] = Act(
    "with", "11.10.1", "Take {0} along", takes=Unit, among=lambda g, way: [] if way.begun else land_at(g, way.at),
    may=may_take_along, do=_take_along,
)  # fmt: skip
DROP_OFF: Act[War, March, int] = Act(
    "drop",
    "11.10.1",
    "Drop {0} off",
    takes=Unit,
    among=lambda g, way: way.units if len(way.units) > 1 else (),
    may=_may_drop,
    do=_drop,
)
AGREE: Act[War, Joining, None] = Act("agree", "11.10.1", "It marches with them", do=lambda g, s, _: None)
REFUSE: Act[War, Joining, None] = Act("refuse", "11.10.1", "It stays", do=lambda g, s, _: None)
