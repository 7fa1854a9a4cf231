"""11.15.1, 11.15.5: one attack before the die: who fights, factors, the notional unit, which table, odds, modifiers. Computations
only; combat, odds for players and agents read the same sums."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.wif.facts import JAPAN, SIDE_OF_POWER
from grognard.titles.wif.ground import ALL_SEA, CHART_TERRAIN, CLEAR, DESERT, FOREST, FORT, JUNGLE, STRAITS
from grognard.titles.wif.kinds import ARMOUR, Type, Weather
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.forts import coastal_value
from grognard.titles.wif.rules.intelligence import with_units
from grognard.titles.wif.rules.land_strength import (
    LADDER,
    NORTHERN,
    WEATHER_COLUMNS,
    anti_tank,
    attack_factors,
    attack_weakness,
    defence_factors,
    fort_share,
    odds_column,
    weather_shift,
    winterised,
)
from grognard.titles.wif.rules.powers import home_power
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_paths import connected, supply_from, supply_of
from grognard.titles.wif.rules.surprise import catches, catches_garrison
from grognard.titles.wif.rules.units import land_at, of_side
from grognard.titles.wif.rules.weather import hexside, terrain_by_space, weather_at
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import INVASION, NOWHERE, PARADROP, War

SIXTIETH = Fraction(1, 60)
HALF_ODDS = LADDER.index(Fraction(1, 2))
MECH = frozenset((Type.MECH,))
REAR = frozenset((Type.FLAK, Type.SUPPLY, Type.VWEAP, Type.ABOMB))  # 11.15.5: they do not count as defenders abroad
JUNGLE_FIGHTERS = frozenset(("australia", "japan"))


class Fight(msgspec.Struct, frozen=True):
    """An attack as it stands: the units on both sides, their factors, odds and modifiers."""

    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    notional: Fraction | None  # factors of the notional unit, None where there is none
    attack: Fraction
    defence: Fraction
    column: int  # on the ladder of odds, after weather
    spare: int  # tenths of the way to the next column (option 26)
    chooser: int  # the power that chooses the table
    winter_benefit: bool  # winterised attackers saved columns
    holder: int = NOWHERE  # the power that holds the hex before the combat

    @property
    def odds(self) -> str:
        """The final odds in words."""
        ratio = LADDER[self.column]
        return f"{ratio.numerator}:{ratio.denominator}"


def engaged(g: War, battle: Fight) -> int:
    """Bits of the powers that have units in an attack, ships and aircraft of the attacker among them (13.6.11)."""
    helpers = [g.attacks.helpers[n] for n, target in enumerate(g.attacks.target) if target == battle.target]
    return with_units(g, (*battle.attackers, *battle.defenders)) | sum(helpers[:1])


@rule("11.15.1")
def attackers_of(g: War, target: int) -> list[int]:
    """Units that attack a hex and still can: face-up, in supply."""
    return [
        u for u, t in enumerate(g.units.target) if t == target and g.units.at[u] >= 0 and not g.units.down[u] and in_supply(g, u)
    ]


def fight(g: War, attack: int) -> Fight:
    """A declared attack as it would be fought now."""
    row = g.attacks[attack]
    target = row.target
    units = attackers_of(g, target)
    side = SIDE_OF_POWER[row.power]
    foes = of_side(g, land_at(g, target), 1 - side)
    notional = None if row.no_notional else notional_factors(g, target, units, foes)
    ghost = notional is not None and not foes
    surprised = any(catches(g, units, f) for f in foes) or (ghost and catches_garrison(g, units, target))
    single = g.settings.surprise_by_unit and not surprised
    caught = {u: surprised or (single and any(catches(g, (u,), f) for f in foes)) for u in units}
    land = sum((_attack(g, u, target, caught[u]) for u in units), Fraction(0))
    ground = sum((defence_factors(g, f) for f in foes), Fraction(0)) + (notional or 0)
    if g.options.facilities and (foes or notional is not None) and from_the_sea(g, target, units):
        ground += coastal_value(g, target, side)
    strength = land + min(row.shore * SIXTIETH, land) + min(row.support * SIXTIETH, land)
    against = ground + min(row.shore_against * SIXTIETH, ground) + min(row.support_against * SIXTIETH, ground)
    if g.settings.whole_combat_totals:
        strength, against = Fraction(int(strength + Fraction(1, 2))), Fraction(int(against + Fraction(1, 2)))
    column, spare = _column(g, strength, against, target, units)
    saved = WEATHER_COLUMNS[weather_at(g, target)] - weather_shift(g, target, units)
    chooser = row.power if attacker_chooses(g, target, units, foes) else _defending_power(g, target, foes)
    holder = g.powers_by_hex[target]
    return Fight(target, tuple(units), tuple(foes), notional, strength, against, column, spare, chooser, saved > 0, holder)


def _attack(g: War, unit: int, target: int, surprised: bool) -> Fraction:
    """Factors of one attacker: invaders are halved unless they are marines from AMPH, parachutists attack over no hexside."""
    sheet = g.units[unit].sheet
    share = Fraction(2 if g.units.doubled[unit] else 1) * attack_weakness(g, unit)  # 16.3.3
    if g.units.landed[unit] == PARADROP:
        return sheet.strength * share
    if g.units.landed[unit] == INVASION:
        whole = sheet.marine and (g.units.amphibious[unit] or not g.settings.marines_trs_halved)
        whole = whole or bool(g.units.amphibious[unit] and unit in ferried(g, target))
        return sheet.strength * share * (1 if whole else Fraction(1, 2))
    return attack_factors(g, unit, g.units.at[unit], target, surprised)


@rule("22.1.1")
def ferried(g: War, target: int) -> list[int]:
    """Invaders whose transport marine engineers improve: those from TRS that could not invade without them, then the strongest
    from AMPH; as many of one section as the engineers have factors, and all land with them (WIF-DEC-72)."""
    known, units = g.roster, g.units
    waves = [u for u in land_at(g, target) if units.landed[u] == INVASION]
    found: list[int] = []
    for eng in [u for u in waves if known.engineer[u] and known.marine[u]]:
        mates = [u for u in waves if units.shore[u] == units.shore[eng] and u not in found and not known.marine[u]]
        mates.sort(key=lambda u: (bool(units.amphibious[u]) or units[u].sheet.division, -units[u].sheet.strength, u))
        found += mates[: units[eng].sheet.strength]
    return found


@rule("11.15.1")
def notional_factors(g: War, target: int, units: list[int], foes: list[int]) -> Fraction | None:
    """Factors of the notional unit that meets invaders and parachutists, terrain included; None where nobody landed."""
    landed = [u for u in units if g.units.landed[u]]
    if not landed and not (g.options.facilities and not foes and _storms_fort(g, target, units)):
        return None
    landed = landed or units
    side = SIDE_OF_POWER[g.units.power[landed[0]]]
    controller, holder = g.hexes.controller[target], powers_by_hex(g)[target]
    factor = 1 + g.ground.city[target]
    home = g.facts.country.get(g.ground.country[target], NOWHERE)
    factor += home >= 0 and home_power(g, home) == holder
    factor += not foes and bool(zones_of_side(g, 1 - side)[target])
    for u in landed:
        if g.units.landed[u] == INVASION:
            factor += shore_modifier(g, target, g.units.shore[u])
    nation = g.units.country[foes[0]] if foes else controller
    if holder >= 0 and not _is_fed(g, target, holder, nation) and not _larder_open(g, target, holder, nation):
        factor -= 1
    if catches_garrison(g, units, target):
        factor -= 1
    terrain = g.charts.terrain[CHART_TERRAIN[terrain_by_space(g)[target]]]
    return Fraction(max(0, factor)) * terrain.defender_factor


@rule("11.13")
def _is_fed(g: War, target: int, holder: int, nation: int) -> bool:
    """Whether a notional unit is in supply: by a basic path of any length, in the older edition like any unit."""
    if g.settings.notional_any_length:
        return target in connected(g, holder, nation)
    return supply_of(g, holder, nation).reaches(target)


@rule("2.4.3")
def _larder_open(g: War, target: int, holder: int, nation: int) -> bool:
    """Whether an HQ gives the notional unit of a hex emergency supply."""
    hqs = [g.attacks.larder[n] for n, there in enumerate(g.attacks.target) if there == target]
    at = [g.units.at[hq] for hq in hqs if hq != NOWHERE]
    return any(s >= 0 and supply_from(g, holder, nation, s).reaches(target) for s in at)


@rule("11.15.2")
def shore_modifier(g: War, target: int, section: int) -> int:
    """What a sea-box section takes off shore bombardment against a hex, by the weather there; `section` is a space."""
    number = g.ground.section[section] if section >= 0 else 0
    row = g.charts.shore[number]
    worse = weather_at(g, target) in (Weather.RAIN, Weather.SNOW)
    text = row.in_rain_or_snow if worse else row.modifier.rstrip("*")
    return int(text) if text.isdigit() else 0


@rule("22.9")
def from_the_sea(g: War, target: int, units: Iterable[int]) -> bool:
    """Whether any attacker invades, or comes over an all-sea hexside or a strait: then a coastal fort counts."""
    own = [u for u in units if g.units.landed[u] != PARADROP]
    return any(g.units.landed[u] == INVASION or hexside(g, g.units.at[u], target) & (ALL_SEA | STRAITS) for u in own)


def _storms_fort(g: War, target: int, units: list[int]) -> bool:
    """A coastal fort without troops that is attacked over an all-sea hexside defends with a notional unit."""
    value = coastal_value(g, target, SIDE_OF_POWER[g.units.power[units[0]]]) if units else 0
    return value > 0 and from_the_sea(g, target, units)


def _defending_power(g: War, target: int, foes: list[int]) -> int:
    return g.units.power[foes[0]] if foes else powers_by_hex(g)[target]


# table, odds, die


@rule("11.15.5")
def attacker_chooses(g: War, target: int, units: list[int], foes: list[int]) -> bool:
    """Whether the attacker chooses between blitzkrieg and assault: open ground and more armour, forts left out."""
    if terrain_by_space(g)[target] not in (CLEAR, FOREST, DESERT) or g.ground.city[target]:
        return False
    fort = not g.hexes.fort_gone[target]
    free = [u for u in units if g.units.landed[u] or not (fort and hexside(g, g.units.at[u], target) & FORT)]
    free = [u for u in free if g.units.landed[u] or fort_share(g, g.units.at[u], target) == 1]
    if units and not free:
        return False
    mine, theirs = weighed(g, free, ARMOUR), weighed(g, foes, ARMOUR) + anti_tank(g, foes)
    if mine > theirs:
        return True
    return not theirs and weighed(g, free, MECH) > weighed(g, foes, MECH)


def weighed(g: War, units: list[int] | tuple[int, ...], kinds: frozenset[Type]) -> Fraction:
    """How many units of these types: a division counts half."""
    known = g.roster
    return sum((Fraction(1) if known.corps[u] else Fraction(1, 2) for u in units if known.types[u] in kinds), Fraction(0))


def _column(g: War, attack: Fraction, defence: Fraction, target: int, units: list[int]) -> tuple[int, int]:
    """The column of the ladder after weather, and how far it is to the next one, in tenths rounded down (option 26)."""
    if defence <= 0 < attack and not g.settings.no_defence_automatic:
        return LADDER.index(Fraction(10)), 0
    if defence <= 0 or attack <= 0:
        return 0, 0
    column = odds_column(attack, defence)
    spare = 0
    if column + 1 < len(LADDER) and attack / defence >= LADDER[0]:
        way = (attack / defence - LADDER[column]) / (LADDER[column + 1] - LADDER[column])
        spare = int(way * 10)
    return max(0, column - weather_shift(g, target, units) - jungle_shift(g, target, units)), spare


@rule("11.15.5")
def jungle_shift(g: War, target: int, units: list[int]) -> int:
    """The older edition: jungle takes a column off unless every attacker is Japanese."""
    if not g.settings.jungle_shifts_odds or g.ground.terrain[target] != JUNGLE:
        return 0
    return int(not all(g.units.power[u] == JAPAN for u in units))


@rule("11.15.5")
def die_modifiers(g: War, battle: Fight, blitz: bool) -> Modifiers:
    """What is added to the die, item by item."""
    found = Modifiers()
    target, foes, units = battle.target, battle.defenders, battle.attackers
    weather = weather_at(g, target)
    down = sum(g.units.down[f] for f in foes) + (battle.notional is not None)
    found.add("face-down defenders", down, "11.15.5")
    if battle.column < HALF_ODDS:
        found.add("odds below 1:2", battle.column - HALF_ODDS, "11.15.5")
    if not g.settings.many_die_modifiers:
        return found
    open_ground = terrain_by_space(g)[target] in (CLEAR, DESERT) and not g.ground.city[target] and weather == Weather.FINE
    mine, theirs = weighed(g, units, ARMOUR), weighed(g, foes, ARMOUR)
    if open_ground and blitz and mine > theirs + weighed(g, foes, MECH) + anti_tank(g, foes):
        found.add("more armour in the blitzkrieg", 1, "11.15.5")
    if open_ground and theirs > mine:
        found.add("the defender has more armour", -1, "11.15.5")
    if any(g.units.landed[u] == PARADROP for u in units):
        found.add("parachutists", 1, "11.14")
    if g.ground.factories[target]:
        found.add("defenders in a factory hex", -1, "11.15.5")
        engineer = g.roster.engineer
        if any(engineer[u] for u in units):
            found.add("engineers attack factories", 1, "22.1.1")
        if any(engineer[f] for f in foes):
            found.add("engineers defend factories", -1, "22.1.1")
    if abroad(g, units, target):
        found.add("territorials far from home", -1, "22.7")
    if abroad(g, [f for f in foes if g.roster.types[f] not in REAR], target):
        found.add("defended by territorials far from home", 1, "22.7")
    if len({g.units.power[u] for u in units}) + _helpers(g, battle) > 1:
        found.add("attackers of several major powers", -1, "11.15.5")
    if g.ground.terrain[target] == JUNGLE and 2 * sum(_fights_in_jungle(g, u) for u in units) < len(units):
        found.add("jungle", -1, "11.15.5")
    if weather in (Weather.SNOW, Weather.BLIZZARD) and _used_to_winter(g, battle):
        found.add("winterised defenders", -1, "11.15.5")
    return found


@rule("11.15.5", "11.15.1")
def _used_to_winter(g: War, battle: Fight) -> bool:
    """Whether half or more of the defenders are winterised; a notional unit is one of them, of the nation it stands for."""
    cold = [winterised(g, f) for f in battle.defenders]
    if battle.notional is not None:
        nations = {g.units.country[f] for f in battle.defenders} or {g.hexes.controller[battle.target]}
        northern = any(n >= 0 and g.facts.countries[n].id in NORTHERN for n in nations)
        cold.append(northern and not g.settings.winter_by_mountain)
    return bool(cold) and 2 * sum(cold) >= len(cold)


@rule("22.7")
def abroad(g: War, units: Iterable[int], space: int) -> bool:
    """Whether all of some land units are territorials outside their home country."""
    own, country = list(units), g.facts.country.get(g.ground.country[space], NOWHERE)
    return bool(own) and all(g.roster.types[u] == Type.TERR and g.units.country[u] != country for u in own)


def _helpers(g: War, battle: Fight) -> int:
    """Major powers that add only ships or aircraft to an attack."""
    attack = next((n for n, t in enumerate(g.attacks.target) if t == battle.target), NOWHERE)
    bits = g.attacks.helpers[attack] if attack != NOWHERE else 0
    return sum(bits >> p & 1 for p in range(len(g.powers)) if p not in {g.units.power[u] for u in battle.attackers})


def _fights_in_jungle(g: War, unit: int) -> bool:
    """White print, and Australian, Japanese or a marine."""
    sheet = g.units[unit].sheet
    native = g.facts.countries[g.units.country[unit]].id in JUNGLE_FIGHTERS
    return sheet.white and (native or sheet.type == Type.MAR)
