"""11.15.1, 11.15.5: combat factors of land units, odds and their columns, for overruns (11.10.6) and land combat alike."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA, USSR
from grognard.titles.wif.ground import (
    ALL_SEA,
    ALPINE,
    CANAL,
    DESERT_MOUNTAIN,
    FOREST,
    FORT,
    JUNGLE,
    LAKE_SIDE,
    MOUNTAIN,
    RIVER,
    STRAITS,
    SWAMP,
)
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import hexside, terrain_by_space, weather_at
from grognard.titles.wif.state import War

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LADDER = (*(Fraction(1, n) for n in (5, 4, 3, 2)), Fraction(1), Fraction(3, 2), *(Fraction(n) for n in range(2, 31)))
WEATHER_COLUMNS = {Weather.FINE: 0, Weather.RAIN: 1, Weather.STORM: 2, Weather.SNOW: 2, Weather.BLIZZARD: 3}
WINTER_COLUMNS = {Weather.SNOW: 0, Weather.BLIZZARD: 1}
NORTHERN = frozenset(("sweden", "finland", "norway"))


@rule("11.10.2")
def winterised(g: War, unit: int) -> bool:
    """MTN and ski troops, Swedes, Finns, Norwegians, and Soviets printed in white."""
    sheet = g.units[unit].sheet
    if sheet.type in (Type.MTN, Type.SKI) or g.facts.countries[g.units.country[unit]].id in NORTHERN:
        return True
    return g.units.power[unit] == USSR and sheet.white


@rule("11.15.1")
def hexside_share(g: War, unit: int, start: int, target: int, surprised: bool = False) -> Fraction:
    """What part of its factors a unit keeps when it attacks over a hexside."""
    bits = hexside(g, start, target)
    kind = roster(g).types[unit]
    share = Fraction(1)
    if bits & (RIVER | CANAL) and not surprised:  # 15: surprised defenders are not shielded by rivers
        share *= HALF
    if bits & STRAITS and kind != Type.MAR:
        share *= HALF
    if (bits & LAKE_SIDE or (bits & ALL_SEA and not bits & STRAITS)) and kind == Type.MAR:
        share *= HALF
    if bits & ALPINE and kind == Type.MTN:
        share *= HALF
    if bits & FORT and g.ground.fort[target] and not g.hexes.fort_gone[target]:
        share *= THIRD
    if g.units.power[unit] == CHINA and not g.units[unit].sheet.communist:
        share *= HALF
    return share


@rule("11.15.1")
def attack_factors(g: War, unit: int, start: int, target: int, surprised: bool = False) -> Fraction:
    """The factors a unit attacks with over the hexside between two hexes."""
    return g.units[unit].sheet.strength * hexside_share(g, unit, start, target, surprised)


@rule("2.4.3", "11.15.1")
def defence_factors(g: War, unit: int) -> Fraction:
    """The factors a land unit defends its hex with: less out of supply and face-down, more in mountains and swamps."""
    sheet = g.units[unit].sheet
    factors = Fraction(sheet.strength)
    if g.units.down[unit] and not in_supply(g, unit):
        factors = Fraction(3 if sheet.white and not sheet.division else 1)
    terrain = terrain_by_space(g)[g.units.at[unit]]
    if sheet.type == Type.PART and terrain in (FOREST, JUNGLE):  # 13.1.3
        return factors + 1
    if terrain in (MOUNTAIN, DESERT_MOUNTAIN):
        return factors * (3 if sheet.type == Type.MTN else 2)
    return factors * 2 if terrain == SWAMP else factors


@rule("11.15.5")
def odds_column(attack: Fraction, defence: Fraction) -> int:
    """The place on the ladder of odds, rounded down in the defender's favour."""
    assert defence > 0
    ratio = attack / defence
    return max(0, sum(step <= ratio for step in LADDER) - 1)


@rule("11.15.5")
def weather_shift(g: War, target: int, attackers: Iterable[int]) -> int:
    """Columns lost to the weather in the defender's hex."""
    weather = weather_at(g, target)
    own = list(attackers)
    if weather in WINTER_COLUMNS and own and 2 * sum(winterised(g, u) for u in own) >= len(own):
        return WINTER_COLUMNS[weather]
    return WEATHER_COLUMNS[weather]


@rule("11.15.5")
def final_odds(g: War, attack: Fraction, defence: Fraction, target: int, attackers: Iterable[int]) -> Fraction:
    """Odds after rounding down and weather."""
    return LADDER[max(0, odds_column(attack, defence) - weather_shift(g, target, attackers))]
