"""Ours 34: mud in spring and winter east of the Pact line, and the milder winter elsewhere. What the weather does is read
from weather.csv and winter.csv, so that a pack may correct it.
"""

from __future__ import annotations

from grognard.kernel.dice import D6
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.almanac import BALTIC, BESIDE, EAST, MAINLAND, NORTH, SIBERIA, WEST
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import MAJORS, NEUTRAL, RUSSIA
from grognard.titles.awaw.state import World

AREAS = {"pact_east": EAST, "siberia": SIBERIA, "monsoon": MAINLAND}  # by the word of the board
NORTHERN_ISLANDS = frozenset(("aleutians", "kuriles"))
NO_INVASIONS, HALVED = "no invasions", "patrol range halved"


@rule("ours 34.1", "ours 34.41")
def weather(g: World) -> None:
    """A winter die for each zone of the boards that are played; every power subtracts its preparation."""
    climate = g.charts.climate
    g.mud = int(climate.says(EAST, g.season, "mud"))
    russian = g.sheet.theatre != "pacific" and (EAST, g.season) in climate.harsh
    siberian = g.sheet.theatre != "europe" and (SIBERIA, g.season) in climate.harsh
    west = g.roll(D6, "winter", "ours 34.41") + climate.harsh[EAST, g.season] if russian else 0
    east = g.roll(D6, "winter in Siberia", "ours 34.41") + climate.harsh[SIBERIA, g.season] if siberian else 0
    for n in range(len(g.nations)):
        row = g.nations[n]
        levels = [max(0, found - row.prep) if found and row.side != NEUTRAL else 0 for found in (west, east)]
        if [row.winter, row.frost] != levels:
            row.winter, row.frost = levels
    for played, name, levels in ((russian, "winter effects", g.nations.winter), (siberian, "in Siberia", g.nations.frost)):
        if played:
            told = ", ".join(f"{g.nations[n].label} {levels[n]}" for n in MAJORS if g.nations.side[n] != NEUTRAL)
            g.say("{}: {}", name, told, rule="ours 34.41")



@rule("ours 34.22", "9.63")
def muddy(g: World, space: int) -> bool:
    """Spring, east of the Pact line."""
    return bool(g.mud) and g.ground.weather[space] == "pact_east"


@rule("ours 34.24", "ours 34.31")
def monsoon(g: World, space: int) -> bool:
    """Summer on the mainland of Southeast Asia, in swamp and jungle; no other area has a cap of its own but mud."""
    wet = g.ground.terrain[space].startswith(("jungle", "swamp"))
    return wet and g.ground.weather[space] == "monsoon" and g.charts.climate.says(MAINLAND, g.season, "monsoon")


@rule("ours 34.41")
def winter_at(g: World, nation: int, space: int) -> int:
    """The winter effect on a nation's units in a hex; nothing outside the winter zones."""
    zone = g.ground.weather[space]
    if zone == "pact_east":
        return g.nations.winter[nation]
    return g.nations.frost[nation] if zone == "siberia" else 0


def winter_rolls(g: World, space: int) -> bool:
    """Whether winter effects apply in a hex in this season."""
    return (AREAS.get(g.ground.weather[space], ""), g.season) in g.charts.climate.harsh


@rule("ours 34.5")
def western_winter(g: World, space: int) -> bool:
    """No overruns and no exploitation on the western front, nor on the eastern one west of the Pact line."""
    front = g.ground.front[space]  # AW-DEC-39: no port of the board lies where the rule would close it
    area = WEST if front == FRONT["western"] else BESIDE
    mild = front == FRONT["western"] or (front == FRONT["eastern"] and g.ground.weather[space] != "pact_east")
    return mild and g.charts.climate.says(area, g.season, "no overruns or exploitation")


@rule("ours 34.1", "ours 34.23A")
def frozen_coast(g: World, space: int, *, transport: bool = False) -> No | None:
    """No invasions of the Baltic coast of the eastern front, the Aleutians and the Kuriles in winter; in the Baltic no sea
    transport either."""
    climate = g.charts.climate
    if g.ground.group[space] in NORTHERN_ISLANDS:
        shut = not transport and climate.says(NORTH, g.season, NO_INVASIONS)
        return No("ours 34.1", "no invasions of the northern islands in winter") if shut else None
    icy = space in g.ground.baltic and g.ground.front[space] == FRONT["eastern"]
    shut = icy and climate.says(BALTIC, g.season, "sea transport" if transport else NO_INVASIONS)
    return No("ours 34.1", "the Baltic is frozen") if shut else None


@rule("ours 34.1")
def patrol_range(g: World, base: int, space: int) -> int:
    """Twenty hexes, half of them from or to the Aleutians and Kuriles in winter."""
    most = g.number("21.41 patrol range")
    north = not NORTHERN_ISLANDS.isdisjoint((g.ground.group[base], g.ground.group[space]))
    return most // 2 if north and g.charts.climate.says(NORTH, g.season, HALVED) else most


@rule("ours 16.3", "9.63")
def training_in(g: World, nation: int, space: int) -> int:
    """The combat training level of a nation in a hex: one less under winter 7."""
    return max(0, g.nations.ctl[nation] - int(winter_at(g, nation, space) >= g.charts.climate.weak_foot))


@rule("9.63", "ours 34.221", "ours 41.925")
def exploiting_training(g: World, nation: int, space: int, *, through_mud: bool = False) -> int:
    """Russian armor exploits from mud, and through it, one level lower."""
    return max(0, training_in(g, nation, space) - int((through_mud or muddy(g, space)) and nation == RUSSIA))
