"""11.4.6: enemies try to intercept a task force as it enters their sea area; it stops there, or fights its way through.

Not kept yet, so the section is not marked: a unit turned down once serves for further tries, and the section a force fought
through from comes off its movement for the rest of its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.naval_combat import combat, speaker
from grognard.titles.wif.rules.naval_search import BLIND, Sides, can_fight, found_sections
from grognard.titles.wif.rules.sailing import Course, is_sub
from grognard.titles.wif.rules.units import air_at, of_side, put, ships_at, turn_down
from grognard.titles.wif.rules.weather import weather_by_space
from grognard.titles.wif.state import NOWHERE, Hex, Unit, War


class Passing(Subject, frozen=True):
    """A task force enters a sea area."""

    area: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]
    side: int  # of the hunters


class Caught(Subject, frozen=True):
    """A force was intercepted. `deepest`: the highest section it may enter."""

    area: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit]
    deepest: int


@rule()
def hunters(g: War, area: int, ships: list[int]) -> list[int]:
    """Units of the other side in a sea area that are at war with the force; no aircraft in storm or blizzard."""
    side = 1 - SIDE_OF_POWER[g.units.power[ships[0]]]
    blind = weather_by_space(g)[area] in BLIND
    boxes = g.ground.sections[area]
    there = [u for box in boxes for u in of_side(g, (*ships_at(g, box), *(() if blind else air_at(g, box))), side)]
    return [u for u in there if can_fight(g, u, ships)]


def callers(g: War, area: int, ships: list[int]) -> list[int]:
    """Hunters that can be turned face-down to try an interception."""
    return [u for u in hunters(g, area, ships) if not g.units.down[u] and g.units.counter[u] != NOWHERE]


@rule()
def may_call(g: War, subject: Passing, unit: int) -> No | None:
    if unit in callers(g, subject.area, list(subject.ships)):
        return None
    return No("11.4.6", "only a face-up ship or aircraft there that is at war with the force intercepts")


@rule()
def meet(g: War, ships: list[int], area: int, reach: Mapping[int, Course], *, base: bool) -> Flow[list[int]]:
    """A force enters a sea area; gives the ships that can go on. `base`: it returns to base and may not stop"""
    if is_sub(g, ships[0]):
        return ships
    eager = callers(g, area, ships)
    if not eager:
        return ships
    side = SIDE_OF_POWER[g.units.power[eager[0]]]
    subject = Passing(area, tuple(ships), side)
    answer, unit = yield from menu(
        g, speaker(g, eager), "{1} ships enter {0}: intercept?", subject, LET, INTERCEPT, named=(g.hexes[area], len(ships))
    )
    if answer.verb == LET.name:
        return ships
    turn_down(g, unit)
    sides = Sides(area, 1 - side)
    subs = any(is_sub(g, u) for u in hunters(g, area, ships))
    if subs:
        answer, _ = yield from menu(
            g, speaker(g, eager), "Commit submarines in {0}?", subject, KEEP, COMMIT, named=(g.hexes[area],)
        )
        sides.subs[side] = answer.verb == COMMIT.name
    sides.committed[side] = [u for u in hunters(g, area, ships) if sides.subs[side] or not is_sub(g, u)]
    roll = g.roll(D10, f"Interception in {g.board.label(area)}", "11.4.6")
    if not found_sections(g, sides, side, roll, plain=True):
        g.say("the force is not found in {}", g.hexes[area], rule="11.4.6")
        return ships
    return (yield from _caught(g, sides, ships, reach, roll, base))


def _caught(g: War, sides: Sides, ships: list[int], reach: Mapping[int, Course], roll: int, base: bool) -> Flow[list[int]]:
    deepest = 0 if base else min(min(reach[u].move for u in ships), 4)
    subject = Caught(sides.area, tuple(ships), deepest)
    acts = (FIGHT_THROUGH,) if base else (FIGHT_THROUGH, STOP)
    answer, section = yield from menu(g, speaker(g, ships), "Intercepted in {0}", subject, *acts, named=(g.hexes[sides.area],))
    box = g.ground.sections[sides.area][section]
    for u in ships:
        put(g, u, box)
    if answer.verb == STOP.name:
        g.hexes[sides.area].entered |= 1 << sides.active
        return []
    yield from combat(g, sides, moving=frozenset(ships), roll=roll)
    left = [u for u in ships if g.units.at[u] == box]
    if not left or base:
        return left
    spent = min(reach[u].move for u in left) - section
    if spent < 0:
        return []
    return left


LET: Act[War, Passing, None] = Act("let", "11.4.6", "Let them pass", do=lambda g, s, _: None)
INTERCEPT: Act[War, Passing, int] = Act(
    "intercept", "11.4.6", "Intercept with {0}", takes=Unit, among=lambda g, s: callers(g, s.area, list(s.ships)), may=may_call,
    do=lambda g, s, unit: unit, rolls=True,
)  # fmt: skip
COMMIT: Act[War, Passing, None] = Act("commit_subs", "11.4.6", "Commit them", do=lambda g, s, _: None, rolls=True)
KEEP: Act[War, Passing, None] = Act("keep_subs", "11.4.6", "Keep them out", do=lambda g, s, _: None, rolls=True)
FIGHT_THROUGH: Act[War, Caught, int] = Act(
    "through", "11.4.6", "Fight through from section {0}", takes=int, among=lambda g, s: range(s.deepest + 1),
    may=lambda g, s, n: None if 0 <= n <= s.deepest else No("11.4.6", "they have not the movement for that section"),
    do=lambda g, s, n: n, rolls=True,
)  # fmt: skip
STOP: Act[War, Caught, int] = Act(
    "stop", "11.4.6", "Stop in section {0}", takes=int, among=lambda g, s: range(s.deepest + 1),
    may=lambda g, s, n: None if 0 <= n <= s.deepest else No("11.4.6", "they have not the movement for that section"),
    do=lambda g, s, n: n,
)  # fmt: skip
