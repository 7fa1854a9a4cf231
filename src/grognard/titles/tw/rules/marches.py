"""9.2, 9.3, 9.8, 29.1: the questions of a movement phase: which stack, where to, what it overruns. What a step costs is in
movement.py."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.paths import Reach
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import Row
from grognard.titles.tw.ground import DESERT, SWAMP
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules import automatic_victory, drops, logistics
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import captured_fortress, pass_through
from grognard.titles.tw.rules.movement import Steps, any_mover, exploit_supply, movers, steps_reach
from grognard.titles.tw.rules.stacking import enforce_stacking, overfull
from grognard.titles.tw.rules.units import army_rating, deplete, ground_at, hex_sides
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import FORTRESS, PASS_TURN, Hex, Unit, War
from grognard.titles.tw.subjects import Entry, Movers, Stack

SLOW_SWAMP, FAST_SWAMP = 4, 2  # 10.6.7: tanks, mechanised troops and horse wade slowest (TW-AMB-16)
FORCED_MARCH = 2  # 29.1


@rule("9.2", "9.3")
def move_units(g: War) -> Flow[None]:
    """Move stacks one after another, or land from the air"""
    seat = g.seat(g.side)
    while True:
        landings, agents = drops.ready(g), drops.agents_home(g)
        if not landings and not agents and not any_mover(g):
            break
        acts = _mover_acts(g, landings, agents)
        choice, _ = yield from menu(
            g, seat, f"Impulse {g.impulse}: choose a unit to move", Movers(g.impulse), *acts, rule="9.2",
            rests=True,
        )  # fmt: skip
        if choice.verb == "done":
            break
        if choice.verb == "exfiltrate":
            drops.exfiltrate(g, choice.arg)
        elif choice.verb == "drop":
            yield from drops.airborne_landing(g, choice.arg)
        else:
            yield from move_stack(g, choice.arg)
    yield from enforce_stacking(g, g.side)


def _mover_acts(g: War, landings: list[int], agents: list[int]) -> tuple[Act[War, Any, Any], ...]:
    """Take a unit, land one from the air, or end; where too many stand, the crowd is thinned out first."""

    @cache
    def able() -> tuple[list[int], bool]:
        ready, thick = movers(g), set(overfull(g, g.side))
        crowd = [u for u in ready if g.units.at[u] in thick]
        return crowd or ready, bool(crowd)

    def early() -> No | None:
        return No("9.6", "too many units stand in a hex: some can still leave it") if able()[1] else None

    fly = one_of("exfiltrate", "2.6", "Fly {0} home", Unit, agents, "no commandos behind the lines", rolls=True)
    homeward = (fly,) if agents else ()
    return (
        one_of("take", "9.2", "Move {0}", Unit, lambda: able()[0], CROWD_FIRST, why=may_take),
        one_of("drop", "11.14.1", "Drop {0}", Unit, landings, "no parachutist that can land now", why=drops.may_drop),
        *homeward,
        unless("done", "9.2", "Done", early),
    )


CROWD_FIRST = "it has moved in this impulse, cannot leave its hex, or must wait until a crowd is thinned out"


def may_take(g: War, unit: int) -> No | None:
    """Whether a unit can be moved in this impulse."""
    if g.roster.sides[unit] != g.side:
        return No("9.2", "it is not yours")
    return may_move(g, unit, g.impulse)


@rule("9.3", "9.8", "29.1")
def move_stack(g: War, first: Unit) -> Flow[None]:
    """Move one stack"""
    seat, impulse = g.seat(g.side), g.impulse
    stack = [first.index]
    spent = 0
    marched = 0
    forced = 0
    in_swamp = g.ground.terrain[first.at] == SWAMP and not (frozen(g) and g.ground.eastern[first.at])
    begun = went = overran = False
    points = 0
    while True:
        points = points - spent if begun else min([allowance(g, u, impulse) for u in stack]) + forced
        spent = 0
        one_hex = not begun and (_passing(g, stack) or (impulse == 2 and any(army_rating(g, u) == 4 for u in stack)))
        steps = Steps(g, stack, in_swamp=in_swamp)
        halted = went and isinstance(steps.stop(g.units.at[first.index]), No)
        left = 0 if halted else points
        where = steps_reach(steps, left, one_hex=one_hex)
        prompt = f"Move {', '.join([g.units[u].label for u in stack])}: {left} points left"
        about = Stack(tuple(stack), g.units.at[stack[0]], left)
        acts = _stack_acts(g, stack, steps, where, begun, left, marched, overran)
        choice, _ = yield from menu(g, seat, prompt, about, *acts, rule="9.3")
        if choice.verb == "stop":
            break
        if choice.verb == "with":
            stack.append(choice.arg.index)
        elif choice.verb == "force":
            marched = 1
            forced, depleting = forced_march(g, first)
            if depleting:
                marched = 2
        elif choice.verb == "overrun":
            target = choice.arg
            victory = yield from automatic_victory.overrun(g, stack, target, [a for a in choice.args[1:] if isinstance(a, Unit)])
            begun, overran = True, overran or victory
            if victory and (yield from _enter(g, target)):
                went = True
                price = Steps(g, stack, in_swamp=in_swamp).cost(g.units.at[first.index], target.index, 0)
                assert isinstance(price, int), str(price)
                spent = price
                yield from march(g, stack, [g.units.at[first.index], target.index])
        elif choice.verb == "detach":
            stack.remove(choice.arg.index)
            _finish(g, [choice.arg.index], begun=True)
            first = g.units[stack[0]]
        else:
            space = choice.arg.index
            spent = where.costs[space]
            begun = went = True
            yield from march(g, stack, where.path(space))
    _finish(g, stack, begun=begun)
    if marched == 2 and first.at >= 0:
        deplete(g, first, "29.1")


def _finish(g: War, units: Sequence[int], *, begun: bool) -> None:
    """These units have made their move of the impulse."""
    for u in units:
        g.units[u].moved = g.units.moved[u] | g.impulse
        if begun and g.impulse == 2:
            exploit_supply(g, u)


@rule("4.5")
def _passing(g: War, stack: Sequence[int]) -> bool:
    """On a Pass every ground unit moves one hex, whatever it costs; so do commandos behind the enemy's lines (2.6)."""
    return any(logistics.effort_of(g, u) == PASS_TURN or g.units.covert[u] for u in stack)


@rule("9.8")
def _enter(g: War, target: Hex) -> Flow[bool]:
    """The victors of an overrun need not enter the hex, and then save the extra point"""
    words = (("enter", "Enter {0}"), ("keep_out", "Stay out of {0}"))
    acts = [one_of(verb, "9.8", text, Hex, [target.index], "another hex was overrun") for verb, text in words]
    choice, _ = yield from menu(g, g.seat(g.side), f"Enter {target.label}?", Entry(target.index), *acts)
    entered: bool = choice.verb == "enter"
    return entered


def _stack_acts(
    g: War, stack: list[int], steps: Steps, where: Reach, begun: bool, left: int, marched: int, overran: bool
) -> tuple[Act[War, Any, Any], ...]:
    """What a stack in the hand can do."""
    start = g.units.at[stack[0]]

    def company() -> list[int]:
        here = () if begun else ground_at(g).get(start, ())
        return [u for u in here if u not in stack and g.roster.sides[u] == g.side and may_move(g, u, g.impulse) is None]

    def blocked(g: War, space: int) -> No | None:
        no = where.why_not(space)
        return no if no is not None or space == start else steps.end(space)

    def overruns() -> list[tuple[Row, ...]]:
        return [o.args for o in automatic_victory.overruns(g, stack, left)] if left > 0 else []

    def shielded(g: War, rows: Any) -> No | None:
        target = rows[0] if rows else None
        return automatic_victory.why_not(g, stack, target.index, where.budget) if isinstance(target, Hex) else None

    forced = [stack[0]] if not begun and may_force(g, stack, marched) else []
    rests = stack if overran and len(stack) > 1 else []  # 9.8: they need not stay together
    return (
        STOP,
        one_of("detach", "9.8", "Leave behind {0}", Unit, rests, "only after an overrun a stack parts"),
        one_of("with", "9.3", "Take along {0}", Unit, company, "it is elsewhere, or the move has begun", why=may_take),
        one_of("force", "29.1", "Forced march of {0}", Unit, forced, "a lone INF or MOT tries once, before it moves", rolls=True),
        one_of("to", "9.3", "To {0}", Hex, lambda: steps.ends(where), "it stands there", why=blocked),
        one_of("overrun", "9.8", _overrun_words, Row, overruns, "the odds fall short, or need other aircraft", why=shielded),
    )


STOP: Act[War, Any, None] = word("stop", "9.3", "End this move")


def _overrun_words(g: War, stack: Any, rows: Any) -> str:
    where, *aircraft = [row.label for row in rows]
    return f"Overrun {where} with {', '.join(aircraft)}" if aircraft else f"Overrun {where}"


@rule("1.2", "9.4")
def march(g: War, stack: Sequence[int], path: list[int]) -> Flow[None]:
    """Go along a path, taking control on the way"""
    there = path[-1]
    fortresses = [s for s in path[1:] if g.hexes.works[s] == FORTRESS and hex_sides(g)[s] != g.side]
    for u in stack:
        g.units[u].at = there
    pass_through(g, stack[0], path[1:])
    for u in stack:
        if g.units.covert[u] and hex_sides(g)[there] == g.side:
            g.units[u].covert = 0
    g.say("{} moves to {}", ", ".join([g.units[u].label for u in stack]), g.hexes[there], rule="9.3")
    for s in fortresses:
        yield from captured_fortress(g, s, g.side)


# --- forced march (29.1) ------------------------------------------------------------------------------------------------------


def may_force(g: War, stack: list[int], marched: int) -> bool:
    """29.1: a single INF or MOT may try for two more hexes in the first impulse, once."""
    if not g.options.forced_march or g.impulse != 1 or marched or len(stack) > 1:
        return False
    return g.roster.kinds[stack[0]] in (Kind.INF, Kind.MOT)


@rule("29.1")
def forced_march(g: War, unit: Unit) -> tuple[int, bool]:
    """The extra points, and whether the unit is depleted at the end of its march."""
    hard = g.ground.terrain[unit.at] == DESERT or g.ground.ussr_1939[unit.at]
    roll = g.roll(D10, f"{unit.label}: forced march", "29.1") - int(hard)
    if roll <= 3:
        return FORCED_MARCH, True
    return (FORCED_MARCH, False) if roll <= 7 else (0, False)
