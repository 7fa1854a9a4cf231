"""13.6.10: land and air units under construction go by rail from one production track to another (option 40)."""

from __future__ import annotations

from collections.abc import Container

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.actions import left, may_do
from grognard.titles.wif.rules.rail import FREIGHT, MOVED, Railing, count_rail, line_from, maps_apart, may_rail_kind
from grognard.titles.wif.rules.track_building import under_way
from grognard.titles.wif.rules.tracks import may_occupy, places_for
from grognard.titles.wif.state import NOWHERE, TRACK, Hex, Unit, War

Pair = tuple[int, int]


@rule("13.6.10", "11.9")
def may_forward(g: War, subject: Railing, pair: Pair) -> No | None:
    """Whether a unit under construction is railed to the same box of another track of its home country."""
    unit, place = pair
    no = _may_leave(g, subject, unit)
    if no is not None:
        return no
    if place == g.units.yard[unit] or place not in places_for(g, unit):
        return No("13.6.10", "it is not built there, or is there")
    no = _may_arrive(g, subject, unit, place)
    if no is not None:
        return no
    if place in line_from(g, subject.power, g.units.yard[unit]).before:
        return None
    return No("11.9", "no line of your side leads there")


def _may_leave(g: War, subject: Railing, unit: int) -> No | None:
    """What forbids the journey wherever it leads."""
    row = g.units[unit]
    if row.at != TRACK or row.power != subject.power or row.yard == NOWHERE or g.roster.naval[unit]:
        return No("13.6.10", "only land and air units on your production tracks")
    return No("11.9", "it has been railed in this step") if row.moved == MOVED else None


def _may_arrive(g: War, subject: Railing, unit: int, place: int) -> No | None:
    """What forbids the journey to a place where the unit can be built, but for the line."""
    no = may_occupy(g, unit, place, g.units.stage[unit])
    if no is None:
        no = may_do(g, subject.power, Activity.RAIL)
    if no is not None:
        return no
    times = price(g, unit, place)
    if left(g, subject.power, Activity.RAIL) < times:
        return No("11.9", f"the journey counts {times} rail moves")
    return may_rail_kind(g, subject.power, air=g.roster.air[unit], times=times)


def price(g: War, unit: int, place: int) -> int:
    """Rail moves, as for a unit on the map."""
    return max(1, maps_apart(g, g.units.yard[unit], place))


def forwarded(g: War, subject: Railing) -> list[Pair]:
    """Every journey that may be made."""
    if not g.options.factories_in_flames or left(g, subject.power, Activity.RAIL) <= 0:
        return []
    found: list[Pair] = []
    reach: dict[int, Container[int]] = {}  # the stations on the lines from each yard: found once for all that is built there
    for unit in under_way(g, subject.power):
        if _may_leave(g, subject, unit) is not None:
            continue
        yard = g.units.yard[unit]
        if yard not in reach:
            reach[yard] = line_from(g, subject.power, yard).before
        ends = [s for s in places_for(g, unit) if s != yard and s in reach[yard]]
        found += [(unit, s) for s in ends if _may_arrive(g, subject, unit, s) is None]
    return found


def forward(g: War, subject: Railing, pair: Pair) -> None:
    unit, place = pair
    count_rail(g, subject.power, price(g, unit, place), air=g.roster.air[unit])
    g.units[unit].yard, g.units[unit].moved = place, MOVED
    g.say("{} is forwarded to {}", g.units[unit], g.hexes[place], rule="13.6.10")


FORWARD: Act[War, Railing, Pair] = Act(
    "forward", "13.6.10", "{0} to {1}", takes=(Unit, Hex), listed=forwarded, may=may_forward, do=forward, group="Freight"
)
FREIGHT.append(FORWARD)
