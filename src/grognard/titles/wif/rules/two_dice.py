"""11.15.6: the land combat table of two dice (option 27): the total of the modifiers, the roll, and the extra loss.

Which row holds which result, and most of the modifiers, are reconstructed (tables/land_crt_2d10.csv, land_modifiers_2d10.csv). An
odds level counts two points, so weather takes two points for each column it takes in 11.15.5.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

import msgspec

from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.wif.charts import LandResult
from grognard.titles.wif.ground import CLEAR, DESERT, FOREST
from grognard.titles.wif.kinds import ARMOUR, Type, Weather
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, engaged
from grognard.titles.wif.rules.land_strength import LADDER, attack_factors, odds_column, weather_shift
from grognard.titles.wif.rules.weather import terrain_by_space, weather_at
from grognard.titles.wif.state import NOWHERE, War

LEAST, MOST = 2, 31  # totals of the first and last row
DOUBLED = 2  # what else counts on one die counts twice on two
LOWEST = Fraction(1, 5)  # the lowest odds this table tells apart
HALF_AGAINST = LADDER.index(Fraction(1, 2))
TANKS = ARMOUR | {Type.MECH}
REPLACED = ("odds below", "more armour", "the defender has more armour")  # said otherwise here
Item = tuple[str, Fraction]


@rule("11.15.6")
def odds_points(g: War, battle: Fight) -> Fraction:
    """What the odds are worth: twice the ratio from 1:1 up; below, a level is worth two points down from nothing at 1:2."""
    if battle.defence <= 0:
        return 2 * LADDER[-1]
    ratio = max(battle.attack / battle.defence, LOWEST)
    level = max(odds_column(battle.attack, battle.defence), LADDER.index(LOWEST))
    if not g.options.fractional_odds:
        ratio = LADDER[level]
    if ratio >= 1:
        return 2 * ratio
    points = Fraction(2 * (level - HALF_AGAINST))
    return points + 2 * (ratio - LADDER[level]) / (LADDER[level + 1] - LADDER[level])


@rule("11.15.6", "11.15.3")
def totals(g: War, battle: Fight, blitz: bool) -> list[Item]:
    """What is added to the two dice, item by item."""
    types, target = g.roster.types, battle.target
    found: list[Item] = [("odds", odds_points(g, battle))]
    shift = weather_shift(g, target, battle.attackers)
    if shift:
        found.append(("weather", Fraction(-DOUBLED * shift)))
    if blitz:
        tanks = sum((_counts(g, u, target) for u in battle.attackers if types[u] in ARMOUR), Fraction(0))
        mechanised = sum((_counts(g, u, target) for u in battle.attackers if types[u] == Type.MECH), Fraction(0))
        found.append(("attacking armour", tanks + mechanised / 2))
    open_ground = terrain_by_space(g)[target] in (CLEAR, DESERT) and not g.ground.city[target]
    if open_ground and weather_at(g, target) == Weather.FINE:
        found.append(("defending armour", Fraction(-sum(types[f] in ARMOUR for f in battle.defenders))))
    for item in die_modifiers(g, battle, blitz).counted:
        if not item.label.startswith(REPLACED):
            found.append((item.label, Fraction(DOUBLED * item.value)))
    found.append(("HQ support", _hq_points(g, target)))
    return [(label, value) for label, value in found if value]


def _counts(g: War, unit: int, target: int) -> Fraction:
    """A unit counts for itself, or for half where its factors are halved."""
    sheet = g.units[unit].sheet
    if g.units.landed[unit] or not sheet.strength:
        return Fraction(1)
    return min(Fraction(1), attack_factors(g, unit, g.units.at[unit], target, False) / sheet.strength)


def _hq_points(g: War, target: int) -> Fraction:
    """Half the difference of the values of the HQs that support the two sides (option 13)."""
    attack = next((n for n, t in enumerate(g.attacks.target) if t == target), NOWHERE)
    if attack == NOWHERE:
        return Fraction(0)
    both = (g.attacks.hq[attack], g.attacks.hq_against[attack])
    mine, theirs = (g.units[hq].sheet.reorganisation if hq != NOWHERE and g.units.at[hq] >= 0 else 0 for hq in both)
    return Fraction(mine - theirs, 2)


@rule("11.15.6", "2.6")
def tenths(g: War, battle: Fight, blitz: bool) -> int:
    """The whole modification in tenths: with option 26 one decimal is kept, rounded down, else a whole number is."""
    total = sum((value for _, value in totals(g, battle, blitz)), Fraction(0))
    return floor(total * 10) if g.options.fractional_odds else 10 * floor(total + Fraction(1, 2))


@rule("11.15.6")
def is_costly(g: War, battle: Fight) -> bool:
    """Whether the sign of an extra loss counts: bad weather, bad ground, or tanks among the defenders (WIF-DEC-100)."""
    bad = weather_at(g, battle.target) != Weather.FINE
    rough = terrain_by_space(g)[battle.target] not in (CLEAR, FOREST, DESERT)
    return bad or rough or any(g.roster.types[f] in TANKS for f in battle.defenders)


def suffered(result: LandResult, costly: bool) -> LandResult:
    """A result with its extra loss made good."""
    return msgspec.structs.replace(result, attacker=result.attacker + costly, extra=False) if result.extra else result


def row_of(total: int) -> int:
    return min(max(total, LEAST), MOST)


@rule("11.15.6")
def roll_two_dice(g: War, battle: Fight, blitz: bool) -> Flow[LandResult]:
    """Two dice and the modifiers on the table; a third die settles the fraction (option 26)."""
    name = "blitzkrieg" if blitz else "assault"
    added, part = divmod(tenths(g, battle, blitz), 10)
    label = g.board.label(battle.target)
    reasons = ", ".join(f"{what} {float(value):+g}" for what, value in totals(g, battle, blitz))
    told = f"{name.capitalize()} of {label}: {reasons}"
    forces = aim(g, battle.target, (*battle.attackers, *battle.defenders), table="land_crt_2d10", line=name, added=added)
    dice = yield from cast(g, Stake(told, "11.15.6", g.side, g.side, engaged(g, battle), fight=True, dice=2, aim=forces))
    fraction = Stake("Fractional odds", "11.15.6", g.side, 1 - g.side, engaged(g, battle), fight=True)
    if part and (yield from cast(g, fraction)) <= part:
        added += 1
    result = suffered(g.charts.two_dice[name, row_of(dice + added)], is_costly(g, battle))
    g.say(f"{name.capitalize()} of {{}}: {dice}{added:+d}: {result.text}", g.hexes[battle.target], rule="11.15.6")
    return result
