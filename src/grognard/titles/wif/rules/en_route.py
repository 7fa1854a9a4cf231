"""14.2.5, option 43: bombers are met on the way. When the other side asks for it, they fly to their target by way stations four
movement points apart, with escorts, interceptors and a combat at each.

A group is all bombers that one power sent from one base, or from the carriers of one sea area, to one hex (WIF-DEC-204).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.air_combat import fight_in_the_air
from grognard.titles.wif.rules.carriers import launched
from grognard.titles.wif.rules.flight import FAR, flying_reach
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.missions import (
    BOMBERS_ONLY,
    DONE,
    FLYING,
    KINDS,
    WORDS,
    Flight,
    can_fly,
    outward_range,
    unseen,
)
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.rules.units import flying, flying_at, put
from grognard.titles.wif.state import BOMBER, CLEARED, ESCORT, INTERCEPTOR, NOWHERE, Hex, Power, Unit, War

STAGE = 4  # movement points between way stations


class Ambush(Subject, frozen=True):
    """A side may meet bombers on their way from a base to their target."""

    power: Annotated[int, Power]
    kind: str
    groups: tuple[Annotated[int, Unit], ...]  # the first bomber of each group


class Leg(Subject, frozen=True):
    """Bombers on their way: the next way station, or home. `left`: movement points they can still fly."""

    units: Annotated[tuple[int, ...], Unit]
    space: Annotated[int, Hex]
    target: Annotated[int, Hex]
    left: int


def group_of(g: War, unit: int) -> list[int]:
    """Bombers of one power that fly from one base to one hex."""
    units = g.units
    start, space = start_of(g, unit), units.over[unit]
    return [
        u for u in flying_at(g, space)
        if units.mission[u] == BOMBER and units.power[u] == units.power[unit] and start_of(g, u) == start
    ]  # fmt: skip


@rule("14.2.5", "14.4")
def start_of(g: War, unit: int) -> int:
    """Where a flight began: its base, or for carrier planes the hexdot of their sea area that is nearest to the target; NOWHERE
    if that is nowhere near."""
    if not launched(g, unit):
        return g.units.base[unit]
    area, target = g.ground.area[g.units.at[unit]], g.units.over[unit]
    dots = g.ground.dots[area] or g.ground.shores.get(area, []) if area >= 0 else []
    away = {dot: distance(g, dot, target) for dot in dots}
    return min(away, key=lambda dot: (away[dot], dot), default=NOWHERE)


@rule("14.2.5")
def groups(g: War, power: int, kind: str) -> list[int]:
    """The first bomber of each group of the active side that a power could meet on the way, the target more than a stage off."""
    found: dict[tuple[int, int, int], int] = {}
    for space in sorted(flying(g)):
        for u in flying_at(g, space):
            raider = g.units.mission[u] == BOMBER and SIDE_OF_POWER[g.units.power[u]] == g.side
            if raider and not g.units.met[u] and not unseen(g, space, power):
                start = start_of(g, u)
                key = g.units.power[u], start, space
                if key not in found and start >= 0 and distance(g, start, space) > STAGE:
                    found[key] = u
    return list(found.values())


def distance(g: War, here: int, there: int) -> int:
    """Movement points between two hexes in the air."""
    return flying_reach(g, {here: 0}, FAR).get(there, FAR)


def ambushers(kind: str) -> Callable[[War], list[int]]:
    """For the sequence: powers of the other side with fighters that could meet bombers on the way."""

    def powers(g: War) -> list[int]:
        if not g.options.en_route_interception or not flying(g):
            return []
        able = [p for p in powers_of(g, 1 - g.side) if active(g, p) and groups(g, p, kind)]
        return [p for p in able if any(_ready(g, p, u) for u in range(len(g.units.at)))]

    return powers


def _ready(g: War, power: int, unit: int) -> bool:
    units = g.units
    grounded = units.power[unit] == power and units.at[unit] >= 0 and not units.down[unit] and not units.mission[unit]
    return grounded and g.roster.types[unit].printed == "FTR" and g.ground.land[units.at[unit]]


def lie_in_wait(kind: str) -> Callable[[War], Flow[None]]:
    """The segment in which a power says which bombers it meets on their way."""

    @rule("14.2.5")
    def meet_on_the_way(g: War) -> Flow[None]:
        """Bombers that are to be met fly by way stations"""
        while firsts := groups(g, g.power, kind):
            subject = Ambush(g.power, kind, tuple(firsts))
            answer, unit = yield from menu(
                g, g.seat(g.power), "{0}: meet bombers on the way?", subject, LET_PASS, MEET, named=(g.powers[g.power],),
                rests=True,
            )  # fmt: skip
            if answer.verb == LET_PASS.name:
                return
            yield from by_way_stations(g, kind, group_of(g, unit))

    return meet_on_the_way


@rule("14.2.5", "14.3")
def by_way_stations(g: War, kind: str, bombers: list[int]) -> Flow[None]:
    """Bombers fly stage by stage; at each station escorts, interceptors of both sides, and a combat"""
    units = g.units
    target, here = units.over[bombers[0]], start_of(g, bombers[0])
    flown = 0
    for u in bombers:
        units[u].met = 1
    while bombers and here != target:
        left = min(outward_range(g, u, BOMBER) for u in bombers) - flown
        subject = Leg(tuple(bombers), here, target, left)
        acts = (FLY_ON, TURN_BACK) if flown else (FLY_ON,)
        seat = g.seat(units.power[bombers[0]])
        answer, there = yield from menu(g, seat, "Bombers to {0}: the next stage", subject, *acts, named=(g.hexes[target],))
        if answer.verb == TURN_BACK.name:
            for u in bombers:
                yield from return_to_base(g, u)
            return
        flown += distance(g, here, there)
        here = there
        escorts = [u for u in flying_at(g, subject.space) if units.mission[u] == ESCORT and units.met[u]]
        for u in (*bombers, *escorts):
            _shift(g, u, here)
        if here == target:
            return  # 14.2.5: at the target it is a mission like any other
        _same_hour(g, target, here)
        yield from _gather(g, kind, here)
        yield from fight_in_the_air(g, here, strict=KINDS[kind].mixed == BOMBERS_ONLY)
        bombers = yield from _part(g, bombers, here, target)


def _shift(g: War, unit: int, there: int) -> None:
    """An aircraft flies to a way station, or on to its target."""
    if not launched(g, unit):  # 14.4: the carrier stays where it is
        put(g, unit, there)
    g.units[unit].over = there


def _same_hour(g: War, target: int, here: int) -> None:
    """A raid by night or at high altitude is one on the way too (11.7)."""
    if g.hexes.raid_high[target] or g.hexes.raid_night[target]:
        g.hexes[here].raid_high, g.hexes[here].raid_night = g.hexes.raid_high[target], g.hexes.raid_night[target]


def _gather(g: War, kind: str, here: int) -> Flow[None]:
    """Escorts, then interceptors of the other side, then of the bombers' own fly to a way station"""
    for role, side in ((ESCORT, g.side), (INTERCEPTOR, 1 - g.side), (INTERCEPTOR, g.side)):
        for power in [p for p in powers_of(g, side) if active(g, p)]:
            while can_fly(g, Flight(power, kind, role, here)):
                answer, unit = yield from menu(
                    g, g.seat(power), "{0}: {1}, {2}", Flight(power, kind, role, here), DONE, FLYING,
                    named=(g.powers[power], "on the way", WORDS[role]),
                )  # fmt: skip
                if answer.verb == DONE.name:
                    break
                g.units[unit].met = 1


@rule("14.2.5")
def _part(g: War, bombers: list[int], here: int, target: int) -> Flow[list[int]]:
    """After a combat interceptors go home, and escorts whose range ends there; the bombers that are left fly on"""
    units = g.units
    for u in [u for u in flying_at(g, here) if u not in bombers]:
        onward = units.mission[u] == ESCORT and start_of(g, u) >= 0
        reach = outward_range(g, u, ESCORT) if onward else -1
        stage = min(distance(g, here, target), STAGE)
        if not onward or distance(g, start_of(g, u), here) + stage > reach:
            yield from return_to_base(g, u)
    going = [u for u in bombers if units.mission[u] in (BOMBER, CLEARED) and u in flying_at(g, here)]
    for u in going:
        units[u].mission = BOMBER  # who got through there is met again
    if not going:
        for u in list(flying_at(g, here)):
            yield from return_to_base(g, u)
    return going


def stations(g: War, leg: Leg) -> list[int]:
    """Hexes a stage further from which the target is still within reach; the target itself at the end."""
    near = flying_reach(g, {leg.space: 0}, STAGE)
    if leg.target in near:
        return [leg.target]
    onward = flying_reach(g, {leg.target: 0}, leg.left)
    away = distance(g, leg.space, leg.target)
    free = [s for s in near if s in onward and s not in flying(g)]  # not over the targets of others
    return [s for s in free if near[s] and near[s] + onward[s] <= leg.left and onward[s] < away] or [leg.target]


LET_PASS: Act[War, Ambush, None] = Act("let_pass", "14.2.5", "No more", do=lambda g, s, _: None)
MEET: Act[War, Ambush, int] = Act(
    "meet", "14.2.5", lambda g, s, u: f"{g.units[u].label} and who flies with it to {g.board.label(g.units.over[u])}", takes=Unit,
    among=lambda g, s: s.groups, do=lambda g, s, u: u,
    may=lambda g, s, u: None if u in s.groups else No("14.2.5", "bombers that fly more than four points to their target are met"),
)  # fmt: skip
FLY_ON: Act[War, Leg, int] = Act(
    "stage", "14.2.5", "{0}", takes=Hex, listed=stations, do=lambda g, s, there: there,
    may=lambda g, s, there: None if there in stations(g, s) else No("14.2.5", "up to four points, and the target within reach"),
)  # fmt: skip
TURN_BACK: Act[War, Leg, None] = Act("turn_back", "14.2.5", "Back to base", do=lambda g, s, _: None)
