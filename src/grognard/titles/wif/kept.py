"""What every rule reads and few answers change, kept as attributes of the game: printed facts by unit (`g.roster`), who holds
each hex (`g.sides_by_hex`, `g.powers_by_hex`), weather and the terrain it leaves (`g.weather_by_space`, `g.terrain_by_space`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import CLEAR, DRY, FOREST, LAKE, SWAMP
from grognard.titles.wif.kinds import Type, Weather, Zone

if TYPE_CHECKING:
    from grognard.titles.wif.state import War

NO_SIDE = 2
NOBODY = 255  # NOWHERE as a byte
COLD = frozenset((Weather.SNOW, Weather.BLIZZARD))
DESERT_WEATHER = {  # 8.2.1
    Weather.BLIZZARD: Weather.SNOW, Weather.STORM: Weather.RAIN, Weather.RAIN: Weather.FINE, Weather.SNOW: Weather.FINE,
    Weather.FINE: Weather.FINE,
}  # fmt: skip


class Roster(msgspec.Struct, frozen=True):
    """What never changes about the units in play, as lists by unit."""

    types: list[Type]
    land: list[bool]
    air: list[bool]
    naval: list[bool]
    hq: list[bool]
    corps: list[bool]
    moves: list[int]
    motorised: list[bool]
    marine: list[bool]
    mountain: list[bool]
    engineer: list[bool]
    communist: list[bool]
    deck: list[bool]  # carriers, escort carriers, the I-400 (22.16)


def roster_of(g: War) -> Roster:
    """The printed facts of every unit; NOWHERE, a heap of convoy points, takes the last."""
    sorts = g.facts.sorts
    columns = zip(*[sorts[counter] for counter in g.units.counter])
    return Roster(*map(list, columns)) if g.units.counter else Roster(*([] for _ in Roster.__struct_fields__))


def sides_of_hexes(g: War) -> list[int]:
    """The side that controls each hex; NO_SIDE for neutrals and the sea."""
    sides = [*(SIDE_OF_POWER[p] if p >= 0 else NO_SIDE for p in g.countries.power), NO_SIDE]
    return [sides[c] for c in g.hexes.controller]


def powers_of_hexes(g: War) -> list[int]:
    """The major power behind the controller of each hex."""
    powers = [*g.countries.power, NOWHERE]
    return [powers[c] for c in g.hexes.controller]


def nations_of_hexes(g: War) -> list[int]:
    """The country each hex belongs to: as printed, or what claims and Vichy have made of it (17.2, 19.6)."""
    number = g.facts.country.get
    return [now if now >= 0 else number(printed, NOWHERE) for now, printed in zip(g.hexes.nation, g.ground.country)]


def controllers_of_hexes(g: War) -> bytes:
    """The country that controls each hex as a byte; the last one for nobody."""
    return bytes([country & NOBODY for country in g.hexes.controller])


@rule("8.1", "8.2.1")
def weather_of_spaces(g: War) -> list[Weather]:
    """The weather every space suffers: that of its zone, milder in deserts."""
    ground = g.ground
    zones = [Weather(w) for w in g.weather] or [Weather.FINE] * len(Zone)
    return [DESERT_WEATHER[zones[zone]] if terrain in DRY else zones[zone] for zone, terrain in zip(ground.zone, ground.terrain)]


@rule("8.2.1")
def terrain_of_spaces(g: War) -> list[int]:
    """Terrain as the weather leaves it: swamps are forest in the cold."""
    frozen = {SWAMP: FOREST, LAKE: CLEAR}
    return [frozen.get(t, t) if w in COLD else t for t, w in zip(g.ground.terrain, g.weather_by_space)]
