"""11.15.1, 11.15.5: combat factors of land units, odds and their columns, for overruns (11.10.6) and land combat alike."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA, SIDE_OF_POWER, USSR
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
from grognard.titles.wif.kinds import GUNS, OVERRUNNING, Type, Weather
from grognard.titles.wif.rules.forts import is_fortified
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import land_at
from grognard.titles.wif.rules.weather import hexside, terrain_by_space, weather_at
from grognard.titles.wif.state import War

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LADDER = (*(Fraction(1, n) for n in range(30, 1, -1)), Fraction(1), Fraction(3, 2), *(Fraction(n) for n in range(2, 31)))
WEATHER_COLUMNS = {Weather.FINE: 0, Weather.RAIN: 1, Weather.STORM: 2, Weather.SNOW: 2, Weather.BLIZZARD: 3}
WINTER_COLUMNS = {Weather.SNOW: 0, Weather.BLIZZARD: 1}
NORTHERN = frozenset(("sweden", "finland", "norway"))


@rule("11.10.2")
def winterised(g: War, unit: int) -> bool:
    """MTN and ski troops, Swedes, Finns, Norwegians, and Soviets printed in white."""
    sheet = g.units[unit].sheet
    if sheet.type == Type.PART:  # 13.1.3
        return False
    if sheet.mountain or g.settings.winter_by_mountain:
        return bool(sheet.mountain)
    if sheet.type == Type.SKI or g.facts.countries[g.units.country[unit]].id in NORTHERN:
        return True
    return g.units.power[unit] == USSR and sheet.white


@rule("11.15.1")
def hexside_share(g: War, unit: int, start: int, target: int, surprised: bool = False) -> Fraction:
    """What part of its factors a unit keeps when it attacks over a hexside."""
    bits, known = hexside(g, start, target), g.roster
    share = Fraction(1)
    wall = fort_share(g, start, target)
    helped = bool(wall < 1 or bits & (RIVER | CANAL)) and engineered(g, unit, start, target)
    if bits & (RIVER | CANAL) and not surprised and (not helped or wall < 1):  # 15: surprised defenders are not shielded
        share *= HALF
    if bits & STRAITS and not known.marine[unit]:
        share *= HALF
    if (bits & LAKE_SIDE or (bits & ALL_SEA and not bits & STRAITS)) and known.marine[unit]:
        share *= HALF
    if bits & ALPINE and known.mountain[unit]:
        share *= HALF
    if not helped:
        share *= wall
    return share * attack_weakness(g, unit)


@rule("11.15.1")
def attack_weakness(g: War, unit: int) -> Fraction:
    """Nationalist Chinese attack with half their factors, however they come."""
    return HALF if g.units.power[unit] == CHINA and not g.units[unit].sheet.communist else Fraction(1)


@rule("11.15.1", "22.9")
def fort_share(g: War, start: int, target: int) -> Fraction:
    """What a fort leaves of an attack over a hexside: a third behind a printed one, a half behind one that was built."""
    if hexside(g, start, target) & FORT and g.ground.fort[target] and not g.hexes.fort_gone[target]:
        return THIRD
    return HALF if g.options.facilities and is_fortified(g, start, target) else Fraction(1)


@rule("22.1.1")
def engineered(g: War, unit: int, start: int, target: int) -> bool:
    """Whether engineers help a unit over a river or a fort hexside: they themselves, and as many of those they attack with from
    one hex as they have factors, the strongest first (WIF-DEC-72)."""
    known, units = g.roster, g.units
    if not any(known.engineer[u] for u in units.stacks.get(start, ())):
        return False
    here = [u for u in land_at(g, start) if units.target[u] == units.target[unit] and not units.down[u]]
    builders = [u for u in here if known.engineer[u]]
    others = sorted((u for u in here if u not in builders), key=lambda u: (-units[u].sheet.strength, u))
    return unit in builders or unit in others[: sum(units[u].sheet.strength for u in builders)]


@rule("11.15.1", "22.2")
def attack_factors(g: War, unit: int, start: int, target: int, surprised: bool = False) -> Fraction:
    """The factors a unit attacks with over the hexside between two hexes."""
    times = 2 if g.units.doubled[unit] else 1  # 16.3.3
    return times * land_factors(g, unit, target) * hexside_share(g, unit, start, target, surprised)


@rule("22.2")
def land_factors(g: War, unit: int, target: int) -> int:
    """Printed factors in land combat; guns on their own feet have one unless they stand with other troops, and guns in a red
    circle have twice theirs when they attack armour."""
    sheet, known = g.units[unit].sheet, g.roster
    if sheet.type not in GUNS:
        return sheet.strength
    if sheet.type == Type.FLAK:
        return 0
    if "self_propelled" not in sheet.marks and not escorted(g, unit):
        return 1
    foes = [u for u in land_at(g, target) if SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[g.units.power[unit]]]
    return sheet.strength * (2 if "red" in sheet.marks and any(known.types[f] in OVERRUNNING for f in foes) else 1)


def escorted(g: War, unit: int) -> bool:
    """Whether a gun stands with a land unit of its side that is no gun."""
    known, side = g.roster, SIDE_OF_POWER[g.units.power[unit]]
    return any(known.types[u] not in GUNS and SIDE_OF_POWER[g.units.power[u]] == side for u in land_at(g, g.units.at[unit]))


@rule("22.2")
def anti_tank(g: War, units: Iterable[int]) -> Fraction:
    """As how many armoured corps the anti-tank and anti-aircraft guns of a defender count."""
    types = g.roster.types
    return Fraction(sum(types[u] in (Type.AT, Type.AA) for u in units))


@rule("22.2")
def guns_at_bay(g: War, unit: int) -> int:
    """Factors of a gun that is attacked: one where it stands alone or starves, twice its own in a circle against armour."""
    sheet, known, at = g.units[unit].sheet, g.roster, g.units.at[unit]
    if sheet.type == Type.FLAK:
        return 0
    starved = bool(g.units.down[unit]) and not in_supply(g, unit)
    if starved or ("self_propelled" not in sheet.marks and not escorted(g, unit)):
        return 1
    tanks = any(t == at and known.types[u] in OVERRUNNING for u, t in enumerate(g.units.target))
    return sheet.strength * (2 if tanks and sheet.marks & {"red", "pink"} else 1)


@rule("2.4.3", "11.15.1")
def defence_factors(g: War, unit: int) -> Fraction:
    """The factors a land unit defends its hex with: less out of supply and face-down, more in mountains and swamps."""
    sheet = g.units[unit].sheet
    factors = Fraction(guns_at_bay(g, unit) if sheet.type in GUNS else sheet.strength)
    if sheet.strength and sheet.type not in GUNS and g.units.down[unit] and not in_supply(g, unit):
        factors = Fraction(3 if sheet.white and not sheet.division else 1)
    terrain = terrain_by_space(g)[g.units.at[unit]]
    if sheet.type == Type.PART and terrain in (FOREST, JUNGLE):  # 13.1.3
        return factors + 1
    if terrain in (MOUNTAIN, DESERT_MOUNTAIN):
        return factors * (3 if sheet.mountain else 2)
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
    """Odds after rounding down and weather; the older edition rounds both totals first."""
    if g.settings.whole_combat_totals:
        attack, defence = Fraction(floor(attack + HALF)), max(Fraction(floor(defence + HALF)), Fraction(1))
    return LADDER[max(0, odds_column(attack, defence) - weather_shift(g, target, attackers))]
