"""11.8, 11.15.4: ground strikes and ground support, and the end of every mission: combat over each hex, effect, return."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.air_combat import bombers, clear, fight_in_the_air, meets
from grognard.titles.wif.rules.anti_aircraft import end_fire, shoot_at_bombers
from grognard.titles.wif.rules.carriers import bomb_factors, is_carrier
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.hq_benefits import led_from_the_ground, pressed
from grognard.titles.wif.rules.intelligence import Stake, cast_each, with_units
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.missions import BOMBERS_ONLY, HALF, KINDS, Kind, declare, ground_share
from grognard.titles.wif.rules.powers import enemy_countries
from grognard.titles.wif.rules.raids import end_raids
from grognard.titles.wif.rules.special_aircraft import busts_tanks
from grognard.titles.wif.rules.surprise import catches, catches_all
from grognard.titles.wif.rules.units import air_at, destroy, flying, flying_at, hexes_of_partisans, land_at, of_side, turn_down
from grognard.titles.wif.state import BOMBER, CLEARED, FORCE_POOL, NOWHERE, Power, Unit, War

SIXTY = 60


class Losing(Subject, frozen=True):
    """One of these bombers does not press a factor home."""

    power: Annotated[int, Power]
    among: tuple[Annotated[int, Unit], ...]


def carry_out(kind: str) -> Callable[[War], Flow[None]]:
    """The segment in which missions of a kind are fought and carried out, hex by hex."""

    @rule("14.2", "14.3")
    def carry_out_missions(g: War) -> Flow[None]:
        """Over each target hex: air-to-air combat, what the bombers do, and the return"""
        for space in sorted(flying(g), key=lambda s: (not bombers(g, s, g.side), s)):  # 11.11: idle patrols wait for the return
            if KINDS[kind].own_battle:
                yield from KINDS[kind].effect(g, space, g.side)
            else:
                yield from _fight_and_bomb(g, KINDS[kind], space)
            for unit in list(flying_at(g, space)):
                yield from return_to_base(g, unit)
        end_fire(g, later=KINDS[kind].defended)
        end_raids(g)

    return carry_out_missions


def _fight_and_bomb(g: War, kind: Kind, space: int) -> Flow[None]:
    """Air-to-air combat, then what the bombers of both sides do"""
    g.hexes[space].contested = int(meets(g, space))
    yield from fight_in_the_air(g, space, strict=kind.mixed == BOMBERS_ONLY)
    for side in (g.side, 1 - g.side):
        clear(g, *bombers(g, space, side))
    for side in (g.side, 1 - g.side):
        yield from shoot_at_bombers(g, space, side, kind.name)
        if any(g.units.mission[u] == CLEARED for u in of_side(g, flying_at(g, space), side)):
            yield from kind.effect(g, space, side)


def anybody_flies(g: War) -> bool:
    """For the sequence: whether any aircraft is on a mission."""
    return any(g.units.mission)


def through(g: War, space: int, side: int) -> list[int]:
    """A side's bombers that got through to a hex."""
    return [u for u in of_side(g, flying_at(g, space), side) if g.units.mission[u] == CLEARED]


@rule("14.2")
def has_tactical_factors(g: War, unit: int) -> No | None:
    """Ground strikes and ground support take aircraft with tactical factors."""
    if is_carrier(g, unit):
        return None
    if g.units[unit].sheet.tactical <= 0 or g.roster.types[unit] == Type.ATR:
        return No("14.2", "it has no tactical factors")
    return None


# ground strike


@rule("11.8")
def strike_targets(g: War, power: int) -> list[int]:
    """Enemy hexes with face-up land or air units, and hexes with enemy partisans."""
    land, controller, enemies = g.ground.land, g.hexes.controller, enemy_countries(g, power)
    bands = hexes_of_partisans(g, SIDE_OF_POWER[power])
    there = [s for s in g.units.stacks if s >= 0 and land[s] and (enemies[controller[s]] or s in bands)]
    return sorted(s for s in there if victims(g, s, power))


def victims(g: War, space: int, power: int) -> list[int]:
    """Face-up land and air units of the other side in an enemy's hex, even if the power is not at war with all of them (9.8)."""
    here = (*land_at(g, space), *air_at(g, space))
    types = g.roster.types
    standing = [u for u in here if not g.units.down[u] or types[u] == Type.VWEAP]  # 22.17
    return [u for u in standing if SIDE_OF_POWER[g.units.power[u]] != SIDE_OF_POWER[power]]


@rule("11.8", "15.1")
def strike_ground(g: War, space: int, side: int) -> Flow[None]:
    """Each bomber attacks each face-up unit: a roll within its tactical factors turns the unit face-down"""
    lost = yield from _stop_factors(g, space, side)
    for unit in through(g, space, side):
        left = max(bomb_factors(g, unit) - lost.count(unit), Fraction(0))
        factors = int(left * ground_share(g, space) + HALF)  # 2.6: half rounds up
        for victim in victims(g, space, g.units.power[unit]):
            told = f"{g.units[unit].label} strikes {g.units[victim].label}: {factors} or less"
            both, dice = with_units(g, (unit, victim)), strike_dice(g, unit, victim, space)
            bombs = aim(g, space, (unit, victim), most=factors)
            rolls = yield from cast_each(g, Stake(told, "11.8", side, 1 - side, both, fight=True, dice=dice, aim=bombs))
            if min(rolls) <= factors and g.units.down[victim]:
                destroy(g, victim, FORCE_POOL)  # 22.17: launchers are very vulnerable
            elif min(rolls) <= factors:
                turn_down(g, victim)
                g.say("{} is hit on the ground", g.units[victim], rule="11.8")


@rule("22.2", "11.5.9")
def _stop_factors(g: War, space: int, side: int) -> Flow[list[int]]:
    """Factors that anti-aircraft fire stopped, before weather and terrain: their owner says whose each of them is; gives the
    aircraft, once for each"""
    lost: list[int] = []
    for _ in range(g.hexes.stopped[space]):
        able = tuple(u for u in through(g, space, side) if bomb_factors(g, u) > lost.count(u))
        if not able:
            break
        unit = able[0]
        if len(able) > 1:
            losing = Losing(g.units.power[unit], able)
            _, unit = yield from menu(g, g.seat(losing.power), "Anti-aircraft fire stops a factor of", losing, BLUNT)
        lost.append(unit)
    return lost


@rule("11.8", "15.1", "16.3.2")
def strike_dice(g: War, unit: int, victim: int, space: int) -> int:
    """Dice of a bomber against a unit: one, and one each for surprise, an HQ's offensive, and a tank buster over armour."""
    return 1 + catches(g, (unit,), victim) + led_from_the_ground(g, unit, space) + busts_tanks(g, unit, (victim,))


# ground support


@rule("11.15.4")
def support_targets(g: War, power: int) -> list[int]:
    """Hexes of declared attacks; not, for the defender, where everybody is surprised (15.1)."""
    found = [t for t in g.attacks.target if t != NOWHERE]
    if SIDE_OF_POWER[power] == g.side:
        return sorted(found)
    return sorted(t for t in found if not _all_surprised(g, t))


def _all_surprised(g: War, target: int) -> bool:
    """Whether all land units of an attacked hex are surprised by all who attack it, on land and from the air."""
    foes = of_side(g, land_at(g, target), 1 - g.side)
    units = [u for u, t in enumerate(g.units.target) if t == target]
    units += [u for u in of_side(g, flying_at(g, target), g.side) if g.units.mission[u] in (BOMBER, CLEARED)]
    return catches_all(g, units, target, foes)


@rule("11.15.4", "16.3.2")
def times_over(g: War, unit: int, space: int) -> int:
    """How many times its factors a bomber supports with: twice under an HQ's offensive, twice as a tank buster over armour."""
    raiders = [u for u, t in enumerate(g.units.target) if t == space]
    side = SIDE_OF_POWER[g.units.power[unit]]
    foes = [u for u in (*land_at(g, space), *raiders) if SIDE_OF_POWER[g.units.power[u]] != side]
    alone = g.settings.surprise_by_unit and side == g.side and catches_all(g, (unit,), space, foes)
    return (2 if led_from_the_ground(g, unit, space) else 1) * (2 if busts_tanks(g, unit, foes) else 1) * (2 if alone else 1)


@rule("11.15.4", "15.1")
def support_ground(g: War, space: int, side: int) -> Flow[None]:
    """Bombers that got through add their tactical factors to the land combat, doubled against the surprised"""
    attack = attack_on(g, space)
    parts = [(bomb_factors(g, u), times_over(g, u, space)) for u in through(g, space, side)]
    total = pressed(parts, g.hexes.stopped[space]) * ground_share(g, space)
    if side == g.side and not g.settings.surprise_by_unit and _all_surprised(g, space):
        total *= 2
    row = g.attacks[attack]
    if side == g.side:
        row.support += int(total * SIXTY)
        for u in through(g, space, side):
            row.helpers |= 1 << g.units.power[u]
    else:
        row.support_against += int(total * SIXTY)
    yield from ()


GROUND_STRIKE = declare(
    Kind("ground strike", "11.8", Activity.GROUND_STRIKE, strike_targets, has_tactical_factors, strike_ground)
)
GROUND_SUPPORT = declare(
    Kind("ground support", "11.15.4", None, support_targets, has_tactical_factors, support_ground, defended=True)
)
BLUNT: Act[War, Losing, int] = Act(
    "blunt", "22.2", "{0}", takes=Unit, listed=lambda g, s: list(s.among), do=lambda g, s, unit: unit, rolls=True,
    may=lambda g, s, unit: None if unit in s.among else No("22.2", "it has no factor left to lose"),
)  # fmt: skip
