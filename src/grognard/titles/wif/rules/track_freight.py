"""13.6.10: land and air units under construction go by rail from one production track to another (option 40)."""

from __future__ import annotations

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
    row = g.units[unit]
    if row.at != TRACK or row.power != subject.power or row.yard == NOWHERE or g.roster.naval[unit]:
        return No("13.6.10", "only land and air units on your production tracks")
    if row.moved == MOVED:
        return No("11.9", "it has been railed in this step")
    if place == row.yard or place not in places_for(g, unit):
        return No("13.6.10", "it is not built there, or is there")
    no = may_occupy(g, unit, place, row.stage)
    if no is None:
        no = may_do(g, subject.power, Activity.RAIL)
    if no is not None:
        return no
    if left(g, subject.power, Activity.RAIL) < price(g, unit, place):
        return No("11.9", f"the journey counts {price(g, unit, place)} rail moves")
    no = may_rail_kind(g, subject.power, air=g.roster.air[unit], times=price(g, unit, place))
    if no is not None:
        return no
    return None if place in line_from(g, subject.power, row.yard).before else No("11.9", "no line of your side leads there")


def price(g: War, unit: int, place: int) -> int:
    """Rail moves, as for a unit on the map."""
    return max(1, maps_apart(g, g.units.yard[unit], place))


def forwarded(g: War, subject: Railing) -> list[Pair]:
    if not g.options.factories_in_flames or left(g, subject.power, Activity.RAIL) <= 0:
        return []
    return [(u, s) for u in under_way(g, subject.power) if g.units.yard[u] != NOWHERE for s in places_for(g, u)]


def forward(g: War, subject: Railing, pair: Pair) -> None:
    unit, place = pair
    count_rail(g, subject.power, price(g, unit, place), air=g.roster.air[unit])
    g.units[unit].yard, g.units[unit].moved = place, MOVED
    g.say("{} is forwarded to {}", g.units[unit], g.hexes[place], rule="13.6.10")


FORWARD: Act[War, Railing, Pair] = Act(
    "forward", "13.6.10", "{0} to {1}", takes=(Unit, Hex), among=forwarded, may=may_forward, do=forward, group="Freight"
)
FREIGHT.append(FORWARD)
