"""13.8: victory: every home country of both maps, or the hydrogen bomb (research.py)."""

from __future__ import annotations

from grognard.kernel.flow import GameOver, Outcome
from grognard.kernel.rules import rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, SIDES
from grognard.titles.wif.rules.powers import country_sides


def homes_on_the_maps(g: America) -> list[int]:
    """Home countries with a capital on one of the maps."""
    box, places = g.ground.box, g.ground.places
    found = []
    for n, facts in enumerate(g.facts.countries):
        at = places.get(facts.capital, -1) if facts.capital and facts.kind == "home" else -1
        if at >= 0 and not box[at]:
            found.append(n)
    return found


@rule("13.8")
def held(g: America, side: int) -> int:
    """How many home countries of the maps are conquered by, aligned to, or the own home of a side."""
    sides = country_sides(g)
    return sum(sides[n] == side for n in homes_on_the_maps(g))


def scores(g: America) -> dict[str, float]:
    """How far each side is: the mean of its share of the hydrogen bomb and its share of home countries, in percent."""
    homes = len(homes_on_the_maps(g))
    found = {}
    for side in (AXIS, ALLIES):
        found[SIDES[side]] = round(50 * (g.research[side] / g.target + held(g, side) / homes), 1)
    return found


def score_sources(g: America) -> list[tuple[str, str, float]]:
    """What the percents of `scores` are made of: the side, for what, how many."""
    homes = len(homes_on_the_maps(g))
    found = []
    for side in (AXIS, ALLIES):
        found.append((SIDES[side], "The hydrogen bomb", 50 * g.research[side] / g.target))
        found.append((SIDES[side], f"{held(g, side)} of {homes} home countries", 50 * held(g, side) / homes))
    return [line for line in found if line[2]]


@rule("13.8")
def check_victory(g: America) -> None:
    """A side that has conquered or aligned every home country wins; with the last year printed the game is a draw (AIF-DEC-05)"""
    for side in (AXIS, ALLIES):
        if held(g, side) == len(homes_on_the_maps(g)):
            raise GameOver(Outcome((SIDES[side],), "every home country of the Americas", "13.8", scores(g)))
    if g.turn >= g.last_turn:
        raise GameOver(Outcome((), "neither side has won by the end of 1952", "13.8", scores(g)))
