"""11.16: aircraft rebase: far, safe and face-up."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.stacking import enforce_stacking, may_stack
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import GROUNDED, NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.AIR_REBASE) + 1
BOX_FLIGHT = 22  # between an off-map box and the edge of the map (America in Flames 14.1.2)


class Rebasing(Subject, frozen=True):
    """A major power's rebases."""

    power: Annotated[int, Power]


class Move(Subject, frozen=True):
    """An aircraft on its way to another base."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]

    @once
    def reach(self, g: War) -> dict[int, int]:
        return rebase_reach(g, self.unit)


@rule("11.16")
def rebase_aircraft(g: War) -> Flow[None]:
    """Aircraft rebase: choose one, then its new base"""
    subject = Rebasing(g.power)
    while movable(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: rebase an aircraft", subject, DONE, TAKE, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    yield from enforce_stacking(g)


@rule("11.16")
def may_take(g: War, subject: Rebasing, unit: int) -> No | None:
    """Whether an aircraft may rebase: face-up, on land, even out of supply."""
    units = g.units
    if units.power[unit] != subject.power or not roster(g).air[unit] or units.at[unit] < 0 or not g.ground.land[units.at[unit]]:
        return No("11.16", "only aircraft of your own on land rebase")
    if units.aboard[unit] != NOWHERE:
        return No("11.16", "it is aboard a transport")
    if units.down[unit] or units.mission[unit] != GROUNDED:
        return No("11.16", "only face-up aircraft rebase")
    if units.moved[unit] == MOVED:
        return No("10.2", "it has rebased in this step")
    if units[unit].sheet.range <= 0:
        return No("11.16", "it has no range")
    return may_do(g, subject.power, Activity.AIR_REBASE)


def movable(g: War, subject: Rebasing) -> list[int]:
    if left(g, subject.power, Activity.AIR_REBASE) <= 0:
        return []
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_take(g, subject, u) is None]


@rule("11.16", "14.1.1")
def rebase_reach(g: War, unit: int) -> dict[int, int]:
    """Hexes within twice an aircraft's range, four times with extended range (WIF-DEC-12: not thrice over safe ground)."""
    sheet, ground, at = g.units[unit].sheet, g.ground, g.units.at[unit]
    points = sheet.range * (4 if "extended" in sheet.marks else 2)
    if ground.box[at]:
        return flying_reach(g, dict.fromkeys(ground.edge_dots[at], BOX_FLIGHT), points) if points >= BOX_FLIGHT else {}
    found = flying_reach(g, {at: 0}, points)
    for box, dots in ground.edge_dots.items():
        least = min((found[dot] + BOX_FLIGHT for dot in dots if dot in found), default=points + 1)
        if least <= points:
            found = {**found, box: least}
    return found


@rule("11.16")
def may_move(g: War, subject: Move, there: int) -> No | None:
    """Whether an aircraft may rebase to a hex."""
    if there == g.units.at[subject.unit]:
        return No("11.16", "it is there")
    if not g.ground.land[there] or not friendly(g, there, subject.power):
        return No("11.16", "aircraft rebase to hexes of their side")
    if there not in subject.reach(g):
        return No("11.16", f"{g.board.label(there)} is out of range")
    return may_stack(g, subject.unit, there)


def _take(g: War, subject: Rebasing, unit: int) -> Flow[None]:
    """An aircraft rebases"""
    yield from menu(g, g.seat(subject.power), "{0}: its new base", Move(subject.power, unit), STAY, MOVE, named=(g.units[unit],))


def _move(g: War, subject: Move, there: int) -> None:
    row = g.units[subject.unit]
    row.at, row.moved = there, MOVED
    count(g, subject.power, Activity.AIR_REBASE)


DONE: Act[War, Rebasing, None] = Act("done", "11.16", "Rebases are done", do=lambda g, s, _: None)
TAKE: Act[War, Rebasing, int] = Act("rebase", "11.16", "{0}", takes=Unit, listed=movable, may=may_take, do=_take)
STAY: Act[War, Move, None] = Act("stay", "11.16", "Stay", do=lambda g, s, _: None)
MOVE: Act[War, Move, int] = Act("base", "11.16", "To {0}", takes=Hex, among=lambda g, s: s.reach(g), may=may_move, do=_move)
