"""Ours 34: mud in spring and winter east of the Pact line, and the milder winter elsewhere."""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import rule
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import MAJORS, NEUTRAL, RUSSIA
from grognard.titles.awaw.state import FALL, SPRING, SUMMER, WINTER, World

EAST_WINTER, SIBERIAN_FALL = 5, 2
NO_OVERRUNS, NO_EXPLOITATION, WEAK_FOOT, WEAK_AIR, NO_ATTACKS = 3, 6, 7, 8, 9


@rule("ours 34.1", "ours 34.41")
def weather(g: World) -> None:
    """One winter die for the player turn; every power subtracts its preparation."""
    g.mud = int(g.season == SPRING)
    winter = g.season == WINTER and any(w == "pact_east" for w in g.ground.weather)
    roll = g.roll(D6, "winter", "ours 34.41") if winter else 0
    for n in range(len(g.nations)):
        row = g.nations[n]
        level = roll + EAST_WINTER - row.prep if winter and row.side != NEUTRAL else 0
        if row.winter != max(0, level):
            row.winter = max(0, level)
    if winter:
        told = ", ".join(f"{g.nations[n].label} {g.nations.winter[n]}" for n in MAJORS if g.nations.side[n] != NEUTRAL)
        g.say("winter effects: {}", told, rule="ours 34.41")


@rule("ours 34.22", "9.63")
def muddy(g: World, space: int) -> bool:
    """Spring, east of the Pact line."""
    return bool(g.mud) and g.ground.weather[space] == "pact_east"


@rule("ours 34.24", "ours 34.31")
def monsoon(g: World, space: int) -> bool:
    """Summer on the mainland of Southeast Asia, in swamp and jungle; no other area has a cap of its own but mud."""
    wet = g.ground.terrain[space].startswith(("jungle", "swamp"))
    return g.season == SUMMER and g.ground.weather[space] == "monsoon" and wet


@rule("ours 34.41")
def winter_at(g: World, nation: int, space: int) -> int:
    """The winter effect on a nation's units in a hex; nothing outside the winter zones."""
    if g.ground.weather[space] == "pact_east" and g.season == WINTER:
        return g.nations.winter[nation]
    if g.ground.weather[space] == "siberia" and g.season in (FALL, WINTER):
        return max(0, g.nations.winter[nation] - (EAST_WINTER - SIBERIAN_FALL if g.season == FALL else 0))
    return 0


@rule("ours 34.5")
def western_winter(g: World, space: int) -> bool:
    """No overruns and no exploitation on the western front, nor on the eastern one west of the Pact line."""
    front = g.ground.front[space]
    mild = front == FRONT["western"] or (front == FRONT["eastern"] and g.ground.weather[space] != "pact_east")
    return g.season == WINTER and mild


@rule("ours 16.3", "9.63")
def training_in(g: World, nation: int, space: int) -> int:
    """The combat training level of a nation in a hex: one less under winter 7."""
    return max(0, g.nations.ctl[nation] - int(winter_at(g, nation, space) >= WEAK_FOOT))


@rule("9.63", "ours 34.221", "ours 41.925")
def exploiting_training(g: World, nation: int, space: int) -> int:
    """Russian armor exploits from mud one level lower."""
    return max(0, training_in(g, nation, space) - int(muddy(g, space) and nation == RUSSIA))
