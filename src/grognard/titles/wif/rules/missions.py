"""14.1, 14.2: air missions. Who may fly what and how far, the way out, and the return to base; the frame all missions share.

A mission step runs in segments: patrols of the other side, bombers and escorts, interceptors of both sides, then hex by hex
air-to-air combat (air_combat.py), the mission's effect, and the return. A `Kind` of mission says what is special.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import FOREST, JUNGLE, SWAMP
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules.actions import count, left, limit, may_do
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.flight import flying_reach, homeward_reach
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import is_surprise
from grognard.titles.wif.rules.units import destroy, flying_at, roster, turn_down
from grognard.titles.wif.rules.weather import terrain_by_space, weather_at
from grognard.titles.wif.state import (
    BOMBER,
    ESCORT,
    FORCE_POOL,
    GROUNDED,
    INTERCEPTOR,
    NOWHERE,
    PATROL,
    Hex,
    Power,
    Unit,
    War,
)

FIGHTER_ROLES = frozenset((ESCORT, PATROL, INTERCEPTOR))
NO_FLYING = frozenset((Weather.STORM, Weather.BLIZZARD))
HALVING = frozenset((Weather.RAIN, Weather.SNOW))
COVER = frozenset((FOREST, JUNGLE, SWAMP))  # 14.5
Pair = tuple[int, int]
HALF = Fraction(1, 2)


class Kind(msgspec.Struct, frozen=True):
    """A kind of mission: its name and rule, what counts it, which hexes are its targets, who may bomb, what it does there."""

    name: str
    rule: str
    activity: Activity | None  # None: it counts against no limit
    targets: Callable[[War, int], list[int]]  # hexes a power may fly it to
    may_bomb: Callable[[War, int], No | None]  # whether an aircraft can take part as a bomber
    effect: Callable[[War, int, int], Flow[None]]  # what cleared bombers of a side do in a hex
    defended: bool = False  # ground support: the other side may answer with bombers of its own
    load: Callable[[War, int], Flow[None]] | None = None  # what a bomber takes along once it is sent (11.14)
    own_battle: bool = False  # port attack: the effect begins with searches and holds the air-to-air combat


class Flight(Subject, frozen=True):
    """A power sends aircraft on missions of a kind, in a role."""

    power: Annotated[int, Power]
    kind: str
    role: int

    @once
    def goals(self, g: War) -> list[int]:
        return goals(g, self)

    @once
    def pairs(self, g: War) -> list[Pair]:
        return flights(g, self)


class Landing(Subject, frozen=True):
    """An aircraft returns to base."""

    unit: Annotated[int, Unit]

    @once
    def bases(self, g: War) -> list[int]:
        return bases(g, self.unit)


KINDS: dict[str, Kind] = {}


def declare(kind: Kind) -> Kind:
    """Make a kind of mission known by its name."""
    KINDS[kind.name] = kind
    return kind


# who flies, and how far


@rule("14.1.1", "14.2")
def outward_range(g: War, unit: int, role: int) -> int:
    """How far an aircraft flies to its target: interceptors half, fighters that bomb half."""
    printed = g.units[unit].sheet.range
    halved = role == INTERCEPTOR or (role == BOMBER and roster(g).types[unit] == Type.FTR)
    return int(printed * HALF + HALF) if halved else printed  # 2.6: half rounds up


@rule("14.2", "14.2.2", "14.2.3", "14.2.5", "14.2.6", "2.4.3")
def may_take_off(g: War, subject: Flight, unit: int) -> No | None:
    """Whether an aircraft may fly in a role at all."""
    units = g.units
    if units.power[unit] != subject.power or not roster(g).air[unit] or units.at[unit] < 0:
        return No("14.2", "only aircraft of your own fly")
    if not g.ground.land[units.at[unit]] or units.mission[unit] != GROUNDED:
        return No("14.2", "it is at sea or in the air")
    if units.down[unit]:
        return No("14.2", "only face-up aircraft fly")
    if not in_supply(g, unit):
        return No("2.4.3", "out of supply it only rebases")
    if subject.role == BOMBER:
        return KINDS[subject.kind].may_bomb(g, unit)
    if roster(g).types[unit] != Type.FTR:
        return No("14.2.5", "only fighters patrol, escort and intercept")
    return None


def goals(g: War, subject: Flight) -> list[int]:
    """Hexes aircraft of a power may be sent to in a role."""
    kind, power = KINDS[subject.kind], subject.power
    side = SIDE_OF_POWER[power]
    calm = [s for s in kind.targets(g, power) if weather_at(g, s) not in NO_FLYING] if subject.role == BOMBER else []
    if subject.role == BOMBER:
        return calm
    present = sorted(s for s in g.units.stacks if s >= 0 and flying_at(g, s))
    if subject.role == ESCORT:
        return [s for s in present if any(g.units.mission[u] == BOMBER and _side(g, u) == side for u in flying_at(g, s))]
    if subject.role == INTERCEPTOR:
        return [s for s in present if any(_side(g, u) != side for u in flying_at(g, s)) and not unseen(g, s, power)]
    return sorted({s for p in powers_of(g, 1 - side) for s in kind.targets(g, p) if weather_at(g, s) not in NO_FLYING})


def _side(g: War, unit: int) -> int:
    return SIDE_OF_POWER[g.units.power[unit]]


@rule("15.1")
def unseen(g: War, space: int, power: int) -> bool:
    """Whether the enemy aircraft over a hex surprise a power, which then cannot intercept them."""
    foes = [u for u in flying_at(g, space) if SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[power]]
    return is_surprise(g, foes, power)


@rule("14.2", "14.2.1")
def may_fly(g: War, subject: Flight, pair: Pair) -> No | None:
    """Whether an aircraft may fly to a hex in a role."""
    unit, target = pair
    no = may_take_off(g, subject, unit)
    if no is not None:
        return no
    if target not in subject.goals(g):
        return No(KINDS[subject.kind].rule, f"{g.board.label(target)} is no hex to fly to now")
    if subject.role == BOMBER and KINDS[subject.kind].activity is not None and g.side == SIDE_OF_POWER[subject.power]:
        activity = KINDS[subject.kind].activity
        assert activity is not None
        no = may_do(g, subject.power, activity)
        if no is not None:
            return no
    if target not in flying_reach(g, {g.units.at[unit]: 0}, outward_range(g, unit, subject.role)):
        return No("14.1.1", f"{g.board.label(target)} is out of range")
    return None


def flights(g: War, subject: Flight) -> list[Pair]:
    """Every aircraft with every hex it may fly to."""
    wanted = subject.goals(g)
    if not wanted or not _flights_left(g, subject):
        return []
    found: list[Pair] = []
    for unit, whose in enumerate(g.units.power):
        if whose == subject.power and roster(g).air[unit] and may_take_off(g, subject, unit) is None:
            reach = flying_reach(g, {g.units.at[unit]: 0}, outward_range(g, unit, subject.role))
            found += [(unit, s) for s in wanted if s in reach]
    return found


def _flights_left(g: War, subject: Flight) -> bool:
    activity = KINDS[subject.kind].activity
    if subject.role != BOMBER or activity is None or g.side != SIDE_OF_POWER[subject.power]:
        return True
    return left(g, subject.power, activity) > 0


def send(g: War, subject: Flight, pair: Pair) -> int:
    """An aircraft takes off; gives it."""
    unit, target = pair
    row = g.units[unit]
    row.base, row.at, row.mission, row.line = row.at, target, subject.role, 0
    activity = KINDS[subject.kind].activity
    if subject.role == BOMBER and activity is not None and g.side == SIDE_OF_POWER[subject.power]:
        count(g, subject.power, activity)
    return unit


# the segments


def fly(kind: str, role: int) -> Callable[[War], Flow[None]]:
    """The segment in which a power sends its aircraft in a role."""

    @rule("14.2")
    def send_aircraft(g: War) -> Flow[None]:
        """Send aircraft on missions"""
        subject = Flight(g.power, kind, role)
        while flights(g, subject):
            answer, unit = yield from menu(
                g,
                g.seat(g.power),
                "{0}: {1}, {2}",
                subject,
                DONE,
                FLYING,
                named=(g.powers[g.power], kind, WORDS[role]),
                rests=True,
            )
            if answer.verb == DONE.name:
                return
            load = KINDS[kind].load
            if role == BOMBER and load is not None:
                yield from load(g, unit)

    return send_aircraft


def flyers(kind: str, role: int, active_side: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers of a side that can send aircraft in a role now."""

    def powers(g: War) -> list[int]:
        side = g.side if active_side else 1 - g.side
        if role == PATROL and not _expected(g, kind):
            return []
        able = [p for p in powers_of(g, side) if active(g, p) and (not active_side or g.powers.action[p] != Action.PASS)]
        return [p for p in able if flights(g, Flight(p, kind, role))]

    return powers


def _expected(g: War, kind: str) -> bool:
    """Whether anybody of the active side could fly such a mission now."""
    activity = KINDS[kind].activity
    able = [p for p in powers_of(g, g.side) if activity is None or limit(g, p, activity)]
    return any(flights(g, Flight(p, kind, BOMBER)) for p in able)


# factors and the return


@rule("14.2.3", "14.5")
def tactical_factors(g: War, unit: int, target: int) -> Fraction:
    """An aircraft's tactical factors over a hex, after weather and terrain."""
    found = Fraction(g.units[unit].sheet.tactical)
    if g.units.extended[unit]:
        found *= HALF
    if weather_at(g, target) in HALVING:
        found *= HALF
    return found * HALF if terrain_by_space(g)[target] in COVER else found


@rule("14.2.4", "13.4.1")
def bases(g: War, unit: int) -> list[int]:
    """Friendly hexes within an aircraft's range in which it may stack, the one it came from first."""
    power, here = g.units.power[unit], g.units.at[unit]
    points = g.units[unit].sheet.range * (1 + g.units.extended[unit])
    reach = homeward_reach(g, here, points) if g.ground.section[here] >= 0 else flying_reach(g, {here: 0}, points)
    found = [s for s in reach if g.ground.land[s] and friendly(g, s, power) and may_stack(g, unit, s) is None]
    return sorted(found, key=lambda s: (s != g.units.base[unit], reach[s], s))


@rule("14.2.4")
def return_to_base(g: War, unit: int) -> Flow[None]:
    """An aircraft returns to a friendly hex within its range and turns face-down, or is lost"""
    subject = Landing(unit)
    if not subject.bases(g):
        destroy(g, unit, FORCE_POOL)
        return
    yield from menu(g, g.seat(g.units.power[unit]), "{0} returns to base", subject, LANDING, named=(g.units[unit],))


def _land(g: War, subject: Landing, space: int) -> None:
    row = g.units[subject.unit]
    row.at, row.mission, row.base, row.extended, row.down = space, GROUNDED, NOWHERE, 0, 1
    for cargo in [u for u, by in enumerate(g.units.aboard) if by == subject.unit]:  # 11.11: an aborted transport's turns down too
        g.units[cargo].at, g.units[cargo].aboard = space, NOWHERE
        turn_down(g, cargo)


def _may_land(g: War, subject: Landing, space: int) -> No | None:
    return None if space in subject.bases(g) else No("14.2.4", "a friendly hex with room within its range")


WORDS = {BOMBER: "bombers", ESCORT: "escorts", PATROL: "combat air patrol", INTERCEPTOR: "interceptors"}
DONE: Act[War, Flight, None] = Act("done", "14.2", "No more", do=lambda g, s, _: None)
FLYING: Act[War, Flight, Pair] = Act(
    "fly", "14.2", "{0} to {1}", takes=(Unit, Hex), listed=lambda g, s: s.pairs(g), may=may_fly, do=send
)
LANDING: Act[War, Landing, int] = Act(
    "land", "14.2.4", "In {0}", takes=Hex, listed=lambda g, s: s.bases(g), may=_may_land, do=_land
)
