"""7.23: what the Western Allies may have on the Pacific board before the war with Japan, and when that limit is lifted."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, NAVAL
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, JAPAN, US
from grognard.titles.awaw.rules.tension import level_for
from grognard.titles.awaw.rules.units import KIND, STRENGTH, all_at, patron, squadrons
from grognard.titles.awaw.state import USJT, World

AT_START = 72300  # key of `booked`, and the sort: factors (of aircraft: squadrons) on the Pacific board at the start
SORTS = (GROUND, AIR, NAVAL)
LIFTED = "USJT Western Allies may reinforce the Pacific above the deployment limits"
WEST = (BRITAIN, FRANCE, US)


def strength_of(g: World, u: int) -> tuple[int, int]:
    """The sort of a unit and what it counts; -1 for what is not limited."""
    what = KIND[g.units.design[u]]
    sort = next((n for n, kinds in enumerate(SORTS) if what in kinds), -1)
    return sort, squadrons(g, u) if what in AIR else STRENGTH[g.units.design[u]]


def in_the_east(g: World) -> list[int]:
    """Factors of the Western Allies on hexes of the Pacific board, by sort."""
    found = [0] * len(SORTS)
    for space, there in all_at(g).items():
        if not g.ground.europe[space] and not g.ground.box[space]:
            for u in there:
                sort, factors = strength_of(g, u)
                if sort >= 0 and patron(g, u) in WEST:
                    found[sort] += factors
    return found


def remember_the_start(g: World) -> None:
    for sort, factors in enumerate(in_the_east(g)):
        g.booked[AT_START + sort] = factors


@rule("7.23")
def lifted(g: World) -> bool:
    """At war with Japan, or at the tension of the chart."""
    east = g.nations.east if g.both_boards else g.nations.side
    war = east[JAPAN] == AXIS and any(east[n] == ALLIES and g.seated(n) for n in (BRITAIN, US))
    return war or (len(g.tension) > USJT and g.tension[USJT] >= level_for(g, LIFTED))


@rule("7.23")
def may_reinforce(g: World, units: Iterable[int], start: int, goal: int) -> No | None:
    """Western units come out of a box onto the Pacific board only up to what was there at the start, sort by sort."""
    # AW-DEC-64
    if not g.ground.box[start] or g.ground.box[goal] or g.ground.europe[goal] or AT_START not in g.booked or lifted(g):
        return None
    there = in_the_east(g)
    for u in units:
        sort, factors = strength_of(g, u)
        if sort >= 0 and patron(g, u) in WEST:
            there[sort] += factors
            if there[sort] > g.booked[AT_START + sort]:
                return No("7.23", "the Western Allies may not reinforce the Pacific yet")
    return None
