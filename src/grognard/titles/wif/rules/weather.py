"""8: weather by zone, what it does to the ground, and the roll that makes it.

What it does to supply, movement, combat and missions stands in those chapters.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.wif.ground import ALL_SEA, ALPINE, LAKE, LAKE_SIDE, RIVER, STRAITS
from grognard.titles.wif.kept import COLD as COLD
from grognard.titles.wif.kinds import Weather, Zone
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.state import War

ZONE_NAMES = {
    Zone.ARCTIC: "Arctic", Zone.N_TEMPERATE: "North Temperate", Zone.MEDITERRANEAN: "Mediterranean",
    Zone.N_MONSOON: "North Monsoon", Zone.S_MONSOON: "South Monsoon", Zone.S_TEMPERATE: "South Temperate",
}  # fmt: skip
WET = frozenset((Weather.RAIN, Weather.STORM, Weather.BLIZZARD))  # land movement costs double (11.10.2)


@rule("8")
def roll_weather(g: War) -> Flow[None]:
    """The first side of a pair of impulses rolls for the weather of both"""
    first = g.turn == g.first_turn and not any(g.impulses) and g.campaign.frame.weather.first_roll
    die = first or (yield from cast(g, Stake("Weather", "8", g.side)))  # a scenario may fix its first roll
    roll = max(die + g.asterisks, 1)
    row = g.charts.weather[g.months, roll]
    g.weather = [int(w) for w in row.zones]
    g.advance, g.asterisks = row.advance, row.asterisks
    bad = [f"{w.label} in the {ZONE_NAMES[zone]}" for zone, w in zip(Zone, row.zones) if w != Weather.FINE]
    g.say(f"Weather {roll}: {', '.join(bad) if bad else 'fine everywhere'}", rule="8")


def weather_by_space(g: War) -> list[Weather]:
    """The weather every space suffers."""
    return g.weather_by_space


def weather_at(g: War, space: int) -> Weather:
    return g.weather_by_space[space]


def terrain_by_space(g: War) -> list[int]:
    """Terrain as the weather leaves it."""
    return g.terrain_by_space


@rule("8.2.1")
def frozen_lake(g: War, space: int) -> bool:
    """A lake hex that bears units."""
    return g.ground.terrain[space] == LAKE and weather_at(g, space) in COLD


@rule("8.2.1")
def hexside(g: War, a: int, b: int) -> int:
    """The hexside between two neighbouring land hexes as the weather leaves it: a lake frozen on both sides is a river."""
    bits = g.ground.between.get((a, b), 0)
    return thawed(bits, g.weather_by_space, a, b) if bits & LAKE_SIDE else bits


def thawed(bits: int, weather: Sequence[Weather], a: int, b: int) -> int:
    """A printed hexside between two hexes as the weather leaves it."""
    if bits & LAKE_SIDE and weather[a] in COLD and weather[b] in COLD:
        return bits & ~LAKE_SIDE | RIVER
    return bits


def barred(bits: int) -> bool:
    """Whether an INF cannot cross a hexside (11.10.2): alpine, open lake, or all sea where there is no strait."""
    return bool(bits & (ALPINE | LAKE_SIDE)) or bool(bits & ALL_SEA and not bits & STRAITS)


@rule("8.2.1")
def closed_port(g: War, space: int) -> bool:
    """An iced-in port in snow or blizzard."""
    return g.ground.iced[space] and weather_at(g, space) in COLD
