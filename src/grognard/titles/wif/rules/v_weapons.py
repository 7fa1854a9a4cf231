"""22.17: V-weapons and atomic bombs (option 24). A V-1 flies strategic bombardment like a bomber (missions.py), a V-2 and a V-3
cannot be stopped and are launched by themselves; a heavy bomber takes an atomic bomb along and drops it if it gets through."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.actions import count, may_do
from grognard.titles.wif.rules.bombardment import bombing_targets, strategic_factors, take_effect
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.missions import NO_FLYING
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy_silently, turn_down
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, Hex, Power, Unit, War

HEAVY = 6  # printed strategic factors of a bomber that carries an atomic bomb
UNSTOPPABLE = ("V-2", "V-3", "A-10")
Pair = tuple[int, int]


class Launching(Subject, frozen=True):
    """A power may launch its rockets."""

    power: Annotated[int, Power]


class Arming(Subject, frozen=True):
    """A heavy bomber takes off beside an atomic bomb."""

    unit: Annotated[int, Unit]
    bomb: Annotated[int, Unit]


class Bombardier(Subject, frozen=True):
    """A bomber with an atomic bomb is over its target."""

    unit: Annotated[int, Unit]
    space: Annotated[int, Hex]


# --- rockets ------------------------------------------------------------------------------------------------------------------


@rule("22.17")
def may_launch(g: War, subject: Launching, pair: Pair) -> No | None:
    """Whether a rocket is launched at a hex: face-up, in supply, unmoved, within range, for an air mission."""
    unit, target = pair
    row = g.units[unit]
    if row.power != subject.power or row.at < 0 or g.roster.types[unit] != Type.VWEAP or row.aboard != NOWHERE:
        return No("22.17", "only V-weapons of your own on the map are launched")
    if row.sheet.name not in UNSTOPPABLE:
        return No("22.17", "a V-1 flies with the bombers")
    if row.down or row.moved:
        return No("22.17", "it is face-down, or has moved this impulse")
    if not g.ground.land[row.at] or not in_supply(g, unit):
        return No("2.4.3", "it is out of supply")
    if target not in bombing_targets(g, subject.power) or weather_at(g, target) in NO_FLYING:
        return No("11.7", "no target lies there, or the weather hides it")
    if target not in flying_reach(g, {row.at: 0}, row.sheet.range):
        return No("14.1.1", "it is out of range")
    return may_do(g, subject.power, Activity.STRATEGIC_BOMBARDMENT)


def launches(g: War, subject: Launching) -> list[Pair]:
    types, units = g.roster.types, g.units
    ready = [u for u, k in enumerate(types) if k == Type.VWEAP and units.power[u] == subject.power and not units.down[u]]
    targets = bombing_targets(g, subject.power) if ready else []
    return [(u, s) for u in ready for s in targets if may_launch(g, subject, (u, s)) is None]


def launching_powers(g: War) -> list[int]:
    """For the sequence: powers with rockets and something to fire them at."""
    if not g.options.v_weapons:
        return []
    return [p for p in powers_of(g, g.side) if launches(g, Launching(p))]


@rule("22.17")
def launch_rockets(g: War) -> Flow[None]:
    """Rockets are fired at cities"""
    while launches(g, Launching(g.power)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: launch rockets?", Launching(g.power), HOLD, LAUNCH, named=(g.powers[g.power],)
        )
        if answer.verb == HOLD.name:
            return


def launch(g: War, subject: Launching, pair: Pair) -> Flow[None]:
    """A rocket strikes, where a title has it with an atomic bomb: nothing intercepts it and no gun reaches it; the launcher is
    face-down"""
    unit, target = pair
    count(g, subject.power, Activity.STRATEGIC_BOMBARDMENT)
    turn_down(g, unit)
    g.units[unit].base = g.units.at[unit]
    yield from g.title.arm_bomber(g, unit)
    atomic = yield from g.title.drop_bombs(g, target, [unit])
    disarm(g, unit)
    factors = strategic_factors(g, unit, target, atomic=unit in atomic)
    total = int(factors + factors % 1)
    if total <= 0:
        return
    told, side = f"{g.units[unit].label} at {g.board.label(target)}, {total} factors", SIDE_OF_POWER[subject.power]
    roll = yield from cast(g, Stake(told, "22.17", side, side, with_units(g, [unit]), fight=True))
    roll += g.settings.unopposed_bombing
    chart = g.charts.bombardment
    result = chart[chart.column(total), roll]
    yield from take_effect(g, target, side, result.points)
    g.title.wreck(g, target, result.stars)


# --- atomic bombs -------------------------------------------------------------------------------------------------------------


@rule("22.17")
def lifts_bomb(g: War, unit: int) -> No | None:
    """Whether a unit can carry an atomic bomb: a bomber with six or more printed strategic factors."""
    heavy = g.roster.air[unit] and g.units[unit].sheet.strategic >= HEAVY
    return None if heavy else No("22.17", f"only bombers with {HEAVY} or more strategic factors carry one")


@rule("22.17")
def may_arm(g: War, subject: Arming) -> No | None:
    """Whether a bomber takes an atomic bomb along: one that can, with a face-up bomb where it took off."""
    row, bomb = g.units[subject.unit], g.units[subject.bomb]
    no: No | None = g.title.lifts_bomb(g, subject.unit)
    if no is not None:
        return no
    if bomb.power != row.power or bomb.at != row.base or bomb.down or bomb.aboard != NOWHERE:
        return No("22.17", "no face-up bomb of its power lies where it took off")
    return None


def bombs_at(g: War, space: int, power: int) -> list[int]:
    types = g.roster.types
    there = [u for u in g.units.stacks.get(space, ()) if types[u] == Type.ABOMB]
    return [u for u in there if g.units.power[u] == power and not g.units.down[u] and g.units.aboard[u] == NOWHERE]


@rule("22.17")
def has_bomb(g: War, unit: int) -> bool:
    """Whether a bomber on the ground could take an atomic bomb along, or has one aboard."""
    if not g.options.v_weapons:
        return False
    if any(by == unit and g.roster.types[u] == Type.ABOMB for u, by in enumerate(g.units.aboard)):
        return True
    return bool(bombs_at(g, g.units.at[unit], g.units.power[unit])) and g.title.lifts_bomb(g, unit) is None


@rule("22.17")
def arm_bomber(g: War, unit: int) -> Flow[None]:
    """A heavy bomber that takes off may carry an atomic bomb"""
    if not g.options.v_weapons:
        return
    bombs = bombs_at(g, g.units.base[unit], g.units.power[unit])
    if bombs and may_arm(g, Arming(unit, bombs[0])) is None:
        yield from menu(g, g.seat(g.units.power[unit]), "{0}: take an atomic bomb?", Arming(unit, bombs[0]), PLAIN, ARM,
                        named=(g.units[unit],))  # fmt: skip


def _arm(g: War, subject: Arming, nothing: None) -> None:
    g.units[subject.bomb].aboard = subject.unit
    g.units[subject.bomb].at = g.units.at[subject.unit]


def disarm(g: War, unit: int) -> None:
    """A rocket that was launched without its bomb leaves it on the ground."""
    g.units[unit].base = NOWHERE
    for bomb, by in enumerate(g.units.aboard):
        if by == unit:
            g.units[bomb].aboard = NOWHERE


@rule("22.17")
def drop_bombs(g: War, space: int, units: list[int]) -> Flow[list[int]]:
    """Bombers that got through with an atomic bomb may drop it; gives those that did"""
    found: list[int] = []
    if not g.options.v_weapons:
        return found
    for unit in units:
        bombs = [u for u, by in enumerate(g.units.aboard) if by == unit and g.roster.types[u] == Type.ABOMB]
        if not bombs:
            continue
        answer, _ = yield from menu(g, g.seat(g.units.power[unit]), "{0} over {1}", Bombardier(unit, space), CONVENTIONAL, DROP,
                                    named=(g.units[unit], g.hexes[space]))  # fmt: skip
        if answer.verb == DROP.name:
            g.say("{} drops an atomic bomb on {}", g.units[unit], g.hexes[space], rule="22.17")
            g.units[bombs[0]].aboard = NOWHERE
            destroy_silently(g, bombs[0], FORCE_POOL)
            found.append(unit)
    return found


HOLD: Act[War, Launching, None] = Act("hold", "22.17", "No more", do=lambda g, s, _: None)
LAUNCH: Act[War, Launching, Pair] = Act(
    "launch", "22.17", "{0} at {1}", takes=(Unit, Hex), listed=launches, may=may_launch, do=launch, rolls=True
)
PLAIN: Act[War, Arming, None] = Act("plain", "22.17", "Leave it", do=lambda g, s, _: None)
ARM: Act[War, Arming, None] = Act("arm", "22.17", "Take it", who=may_arm, do=_arm)
CONVENTIONAL: Act[War, Bombardier, None] = Act("conventional", "22.17", "Keep it", do=lambda g, s, _: None)
DROP: Act[War, Bombardier, None] = Act("drop", "22.17", "Drop it", do=lambda g, s, _: None, rolls=True)
