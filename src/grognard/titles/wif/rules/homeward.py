"""14.2.4: the way home. How far an aircraft flies back from its mission, where it may land, and its return to base."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.carriers import launched
from grognard.titles.wif.rules.control import open_hexes
from grognard.titles.wif.rules.flight import flying_reach, homeward_reach
from grognard.titles.wif.rules.flying_bombs import spent
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.missions import outward_range, printed_range
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.units import destroy, flying, turn_down
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, GROUNDED, NOWHERE, Hex, Unit, War


class Landing(Subject, frozen=True):
    """An aircraft returns to base."""

    unit: Annotated[int, Unit]

    @once
    def bases(self, g: War) -> list[int]:
        return bases(g, self.unit)


@rule("14.1.1", "14.2.4")
def homeward_range(g: War, unit: int) -> int:
    """How far an aircraft flies home: twice its range after a flight at extended range, fighters that bombed a hex half."""
    bombed = g.units.mission[unit] in (BOMBER, CLEARED) and g.ground.land[g.units.at[unit]]
    if bombed and g.roster.types[unit] == Type.FTR and not g.units.extended[unit]:
        return outward_range(g, unit, BOMBER)
    return printed_range(g, unit) * (1 + g.units.extended[unit])


@rule("14.2.4", "13.4.1")
def bases(g: War, unit: int) -> list[int]:
    """Friendly hexes within an aircraft's range in which it may stack, the one it came from first."""
    power, here = g.units.power[unit], g.units.at[unit]
    if g.roster.types[unit] == Type.VWEAP:  # 22.17: the launcher has not left its place
        return [g.units.base[unit]]
    if g.units[unit].sheet.flying_bomb and g.ground.section[here] >= 0:  # 14.7
        return []
    if g.units.base[unit] == here and g.units.mission[unit] in (BOMBER, CLEARED) and unit in g.units.aboard:
        return [here]  # 11.11, 14.3.3: a loaded transport that is back at its base aborts to that hex
    reach = landing_places(g, unit)
    sides, side, opened = g.sides_by_hex, SIDE_OF_POWER[power], open_hexes(g, power)
    near = [s for s in reach if sides[s] == side or s in opened]
    found = [s for s in near if may_base(g, unit, s) is None and may_stack(g, unit, s) is None]
    return sorted(found, key=lambda s: (s != g.units.base[unit], reach[s], s))


def landing_places(g: War, unit: int) -> dict[int, int]:
    """Hexes within an aircraft's range on its way home, with what they cost."""
    here, points = g.units.at[unit], homeward_range(g, unit)
    return homeward_reach(g, here, points) if g.ground.section[here] >= 0 else flying_reach(g, {here: 0}, points)


@rule("14.2.4")
def return_to_base(g: War, unit: int) -> Flow[None]:
    """An aircraft returns to a friendly hex within its range and turns face-down, or is lost; carrier planes to their ship"""
    if launched(g, unit):
        row = g.units[unit]
        row.mission, row.over, row.wing, row.base = GROUNDED, NOWHERE, 0, NOWHERE
        turn_down(g, unit)
        return
    if spent(g, unit):
        return
    subject = Landing(unit)
    if not subject.bases(g):
        destroy(g, unit, FORCE_POOL)
        return
    yield from menu(g, g.seat(g.units.power[unit]), "{0} returns to base", subject, LANDING, named=(g.units[unit],))


def _land(g: War, subject: Landing, space: int) -> None:
    row = g.units[subject.unit]
    row.at, row.mission, row.base, row.extended, row.down, row.over = space, GROUNDED, NOWHERE, 0, 1, NOWHERE
    for cargo in [u for u, by in enumerate(g.units.aboard) if by == subject.unit]:  # 11.11: an aborted transport's turns down too
        g.units[cargo].at, g.units[cargo].aboard = space, NOWHERE
        turn_down(g, cargo)


def _may_land(g: War, subject: Landing, space: int) -> No | None:
    return None if space in subject.bases(g) else No("14.2.4", "a friendly hex with room within its range")


def others_aloft(g: War, subject: Landing, space: int) -> bool:
    """Whether other aircraft are on missions still: their combats and bombs may follow a landing at once."""
    return any(u != subject.unit for units in flying(g).values() for u in units)


LANDING: Act[War, Landing, int] = Act(
    "land", "14.2.4", "In {0}", takes=Hex, listed=lambda g, s: s.bases(g), may=_may_land, do=_land, rolls=others_aloft
)
