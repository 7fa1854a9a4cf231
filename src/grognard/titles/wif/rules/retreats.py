"""11.15.5: retreats of defenders, one hex, by the attacker's choice within the priorities; shattering."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import OFF_MAP
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import hostile_hex, sides_by_hex, take_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.land_steps import may_enter
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.production import note_loss
from grognard.titles.wif.rules.stacking import land_excess, may_stack
from grognard.titles.wif.rules.units import destroy, land_at, of_side, put, turn_down, units_at
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import FORCE_POOL, Hex, Power, Unit, War, slot_of

FURTHEST = 12  # a retreat that never finds a place ends here


class Retreat(Subject, frozen=True):
    """A unit that must retreat; the attacker says where to."""

    unit: Annotated[int, Unit]
    by: Annotated[int, Power]
    start: Annotated[int, Hex]


@rule("11.15.5")
def refuges(g: War, unit: int) -> list[int]:
    """Hexes of the best priority into which a unit can retreat."""
    side, here = SIDE_OF_POWER[g.units.power[unit]], g.units.at[unit]
    if flies_away(g, unit):
        reach = flying_reach(g, {here: 0}, g.roster.moves[unit])
        safe = [s for s in sorted(reach) if s != here and g.ground.land[s] and sides_by_hex(g)[s] == side]
        return [s for s in safe if may_base(g, unit, s) is None and may_stack(g, unit, s) is None]
    ranked: dict[int, list[int]] = {}
    for there, _ in g.ground.steps[here]:
        if may_enter(g, unit, here, there) is not None or of_side(g, units_at(g, there), 1 - side):
            continue  # a retreat overruns nobody, not even aircraft and ships (11.10.3)
        friends = of_side(g, land_at(g, there), side)
        zone = in_enemy_zone(g, there, side)
        if zone and not friends:
            continue
        crowded = land_excess(g, there, [*friends, unit]) > 0
        ranked.setdefault(2 * zone + crowded, []).append(there)
    return ranked[min(ranked)] if ranked else []


@rule("22.12")
def flies_away(g: War, unit: int) -> bool:
    """Air cavalry retreats as aircraft return to base: its owner says where, and it is face-down then."""
    return g.roster.types[unit] == Type.ACV and g.settings.cavalry_flies_away


@rule("11.15.5")
def retreat(g: War, unit: int, by: int, still_attacked: set[int]) -> Flow[None]:
    """A defender retreats until it finds a hex in which it may stay, or is destroyed"""
    if g.roster.moves[unit] <= 0:
        note_loss(g, unit, g.units.at[unit])
        destroy(g, unit, FORCE_POOL)
        return
    start = g.units.at[unit]
    if g.ground.scale[start] == OFF_MAP and not g.units.down[unit]:
        return
    for _ in range(FURTHEST):
        if not refuges(g, unit):
            break
        chooser = g.seat(g.units.power[unit] if flies_away(g, unit) else by)
        yield from menu(g, chooser, "Where does {0} retreat?", Retreat(unit, by, start), RETREAT, named=(g.units[unit],))
        if _may_stay(g, unit, start, still_attacked):
            return
    note_loss(g, unit, g.units.at[unit])
    destroy(g, unit, FORCE_POOL)


def _may_stay(g: War, unit: int, start: int, still_attacked: set[int]) -> bool:
    at, side = g.units.at[unit], SIDE_OF_POWER[g.units.power[unit]]
    company = of_side(g, land_at(g, at), side)
    if at == start or at in still_attacked or land_excess(g, at, company):
        return False
    return all(co_operate(g, unit, other) for other in company)


@rule("11.15.5")
def shatter(g: War, unit: int) -> None:
    """A unit that could have retreated returns next turn; one that could not is destroyed"""
    if g.roster.moves[unit] > 0 and g.roster.types[unit] != Type.PART and refuges(g, unit):  # 13.1.3
        row = g.units[unit]
        row.at, row.down = slot_of(g.turn + 1), 0
        g.say("{} is shattered and returns next turn", row, rule="11.15.5")
    else:
        note_loss(g, unit, g.units.at[unit])
        destroy(g, unit, FORCE_POOL)


def _may_retreat(g: War, subject: Retreat, there: int) -> No | None:
    if there in refuges(g, subject.unit):
        return None
    return No("11.15.5", "a neighbouring hex it may enter, of the best priority: no enemy zone, room, else beside a friend")


def _retreat(g: War, subject: Retreat, there: int) -> None:
    put(g, subject.unit, there)
    if hostile_hex(g, there, subject.unit):
        take_hex(g, there, subject.unit)  # 2.5.3: nobody else is there
    if flies_away(g, subject.unit):
        turn_down(g, subject.unit)


RETREAT: Act[War, Retreat, int] = Act(
    "retreat", "11.15.5", "To {0}", takes=Hex, listed=lambda g, s: refuges(g, s.unit), may=_may_retreat, do=_retreat
)
