"""9.6: how many units stand in a hex, and what happens to those too many."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import BRITAIN, FINLAND, FRANCE
from grognard.titles.tw.rules.units import (
    army_ratings,
    eliminate,
    governing,
    ground_at,
    roster,
    unit_nations,
    unit_sides,
)
from grognard.titles.tw.state import War

LIMITS = {1: 3, 2: 2, 3: 1, 4: 1}
GAP_LIMIT = 6  # 9.6.2: Breach and Bridgehead


def counted(g: War, units: Sequence[int]) -> list[int]:
    """The units that count for stacking."""
    counts = roster(g).counts
    return [u for u in units if counts[u]]


@rule("9.6", "9.6.1", "9.6.2", "9.6.3")
def stack_limit(g: War, space: int, units: Sequence[int]) -> int:
    """How many of these units of one side may stand in a hex; pieces count as units."""
    hexes, known = g.hexes, roster(g)
    if hexes.gap_side[space] == known.sides[units[0]] and max(hexes.breach[space], hexes.bridgehead[space]) >= g.player_turn:
        return GAP_LIMIT
    if g.ground.single[space]:
        return 1
    if space == g.ground.paris and all(known.nations[u] == FRANCE for u in units):
        return 3
    ratings, strengths = army_ratings(g), known.strengths
    first = ratings[units[0]]
    if all(ratings[u] == first for u in units):
        return LIMITS[first]
    return LIMITS[governing((ratings[u], strengths[u]) for u in units)]


@rule("9.6", "9.6.1", "10.8.1")
def overstacked(g: War, space: int, units: Sequence[int]) -> No | None:
    """Why these units may not stand together in a hex, if they may not."""
    nations = unit_nations(g)
    french = space == g.ground.paris or g.ground.maginot[space]
    if french and not g.nations.surrendered[FRANCE] and any(nations[u] == BRITAIN for u in units):
        if space == g.ground.paris:
            return No("9.6.1", "British units do not stand in Paris while France fights")
        return No("9.6.1", "British units do not stand in the Maginot Line")
    if len(units) < 2:
        return None
    few = counted(g, units)
    if len(few) < 2:
        return None
    limit = stack_limit(g, space, few)
    if len(few) > limit:
        return No("9.6", f"{len(few)} units in {g.board.label(space)}, {limit} may stack there")
    if limit < GAP_LIMIT and sum(nations[u] == FINLAND for u in few) > 1:
        return No("10.8.1", "Finnish units do not stack with each other")
    return None


def room_for(g: War, space: int, unit: int) -> bool:
    """Whether one more unit may stand in a hex; an empty hex needs no count."""
    there = ground_at(g).get(space)
    if not there and unit_nations(g)[unit] != BRITAIN:
        return True
    side = unit_sides(g)[unit]
    return overstacked(g, space, [*(u for u in there or () if unit_sides(g)[u] == side), unit]) is None


def overfull(g: War, side: int) -> list[int]:
    """Hexes where a side stands too thick."""
    sides = unit_sides(g)
    found = []
    for space, units in ground_at(g).items():
        if len(units) > 1:
            own = [u for u in units if sides[u] == side]
            if len(own) > 1 and overstacked(g, space, own) is not None:
                found.append(space)
    return found


@rule("9.6", "3.10.3")
def enforce_stacking(g: War, side: int) -> Flow[None]:
    """The owner removes units where too many stand"""
    for space in sorted(overfull(g, side)):
        while True:
            own = [u for u in ground_at(g).get(space, ()) if unit_sides(g)[u] == side]
            reason = overstacked(g, space, own)
            if reason is None:
                break
            barred = [u for u in own if unit_nations(g)[u] == BRITAIN] if reason.rule == "9.6.1" else counted(g, own)
            choice = yield Ask(
                g.seat(side),
                f"{reason.reason}: remove one",
                [Option("remove", g.units[u]) for u in barred],
                "9.6",
            )
            eliminate(g, choice.arg, "9.6")
