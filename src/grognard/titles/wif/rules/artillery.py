"""22.2: field artillery (option 3) bombards the next hex: as a ground strike, rockets once more at the end of it, or in support
of an attack or a defence. What guns are worth when they attack or are attacked is land_strength; guns that fire at aircraft are
anti_aircraft.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import ALPINE
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.air_missions import SIXTY, strike_targets, support_targets, victims
from grognard.titles.wif.rules.hq_benefits import take_lead
from grognard.titles.wif.rules.intelligence import Stake, cast_each, with_units
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.missions import COVER, HALF, HALVING, NO_FLYING
from grognard.titles.wif.rules.powers import active, co_operate, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.surprise import catches, catches_all
from grognard.titles.wif.rules.units import destroy, land_at, of_side, turn_down
from grognard.titles.wif.rules.weather import hexside, terrain_by_space, weather_at
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, Hex, Power, Unit, War

STRIKE, ROCKETS, SUPPORT = "strike", "rockets", "support"
ROCKET_NAMES = ("Katyusha", "Nebelwerfer")  # 22.2: rockets are motorised artillery
Pair = tuple[int, int]


class Shelling(Subject, frozen=True):
    """A power's artillery bombards the next hexes: `how` is strike, rockets or support."""

    power: Annotated[int, Power]
    how: str


def batteries(g: War, power: int) -> list[int]:
    """A power's face-up field artillery on the map."""
    types = g.roster.types
    return [
        u for u, whose in enumerate(g.units.power)
        if whose == power and types[u] == Type.ART and g.units.at[u] >= 0 and not g.units.down[u] and g.units.aboard[u] == NOWHERE
    ]  # fmt: skip


@rule("22.2", "15.1")
def may_shell(g: War, subject: Shelling, pair: Pair) -> No | None:
    """Whether a gun may bombard a hex."""
    unit, target = pair
    at, units = g.units.at[unit], g.units
    if unit not in batteries(g, subject.power) or not g.ground.land[at]:
        return No("22.2", "only face-up field artillery of your own bombards")
    if subject.how == ROCKETS and units[unit].sheet.name not in ROCKET_NAMES:
        return No("22.2", "only rockets strike at the end of the step")
    if units.target[unit] != NOWHERE or units.bombards[unit] != NOWHERE:
        return No("22.2", "it attacks or bombards already")
    if not in_supply(g, unit):
        return No("22.2", "it is out of supply")
    if (at, target) not in g.ground.between or hexside(g, at, target) & ALPINE:
        return No("22.2", "it bombards the next hex, not over an alpine hexside")
    if weather_at(g, target) in NO_FLYING:
        return No("14.2.3", "not in storm or blizzard")
    if g.powers.surprised_by[subject.power] or g.countries.surprised_by[units.country[unit]]:
        return No("15.1", "surprised artillery does not bombard")
    wanted = support_targets(g, subject.power) if subject.how == SUPPORT else strike_targets(g, subject.power)
    if target not in wanted:
        return No("22.2", f"nothing is to be bombarded in {g.board.label(target)}")
    return _may_support(g, unit, target) if subject.how == SUPPORT else None


def _may_support(g: War, unit: int, target: int) -> No | None:
    """Support: not while its own hex is attacked, and only of troops it works with."""
    side = SIDE_OF_POWER[g.units.power[unit]]
    if side != g.side and g.units.at[unit] in g.attacks.target:
        return No("22.2", "its own hex is attacked")
    friends = (
        [u for u, t in enumerate(g.units.target) if t == target] if side == g.side else of_side(g, land_at(g, target), side)
    )
    if not friends or not all(co_operate(g, unit, u) for u in friends):
        return No("18.2", "it does not work with the troops it would support")
    return None


def salvos(g: War, subject: Shelling) -> list[Pair]:
    """Guns with the hexes they may bombard."""
    every = [(u, s) for u in batteries(g, subject.power) for s, _ in g.ground.steps[g.units.at[u]]]
    return [pair for pair in every if may_shell(g, subject, pair) is None]


@rule("22.2", "14.2.3", "14.5")
def shell_factors(g: War, unit: int, target: int) -> Fraction:
    """A gun's printed factors as tactical factors: halved in rain and snow, and in woods, jungle and swamp."""
    found = Fraction(g.units[unit].sheet.strength)
    if weather_at(g, target) in HALVING:
        found *= HALF
    return found * HALF if terrain_by_space(g)[target] in COVER else found


def shelling_powers(how: str, own: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers of the moving side, or of the other, whose guns can bombard."""

    def powers(g: War) -> list[int]:
        if not g.options.artillery:
            return []
        able = [p for p in powers_of(g, g.side if own else 1 - g.side) if active(g, p)]
        able = [p for p in able if not own or g.powers.action[p] != Action.PASS]
        return [p for p in able if salvos(g, Shelling(p, how))]

    return powers


def shell(how: str) -> Callable[[War], Flow[None]]:
    """The segment in which a power's guns bombard."""

    @rule("22.2", "11.8", "11.15.4")
    def bombard(g: War) -> Flow[None]:
        """Field artillery bombards the next hexes"""
        subject = Shelling(g.power, how)
        while salvos(g, subject):
            answer, _ = yield from menu(
                g, g.seat(g.power), "{0}: artillery", subject, SILENCE, SHELL, named=(g.powers[g.power],), rests=True
            )
            if answer.verb == SILENCE.name:
                return

    return bombard


def _shell(g: War, subject: Shelling, pair: Pair) -> Flow[None]:
    """A salvo: a ground strike at once, or factors added to a land combat, after which the gun is turned face-down"""
    unit, target = pair
    if subject.how == SUPPORT:
        _support(g, unit, target)
        return
    factors = int((2 * shell_factors(g, unit, target) + 1) // 2)
    led = take_lead(g, unit)  # 16.3.3
    for victim in victims(g, target, subject.power):
        dice = 1 + catches(g, (unit,), victim) + led
        told, both = f"{g.units[unit].label} shells {g.units[victim].label}: {factors} or less", with_units(g, (unit, victim))
        side = SIDE_OF_POWER[subject.power]
        shells = aim(g, target, (unit, victim), most=factors)
        rolls = yield from cast_each(g, Stake(told, "22.2", side, 1 - side, both, fight=True, dice=dice, aim=shells))
        if min(rolls) <= factors and g.units.down[victim]:  # 22.17: a launcher
            destroy(g, victim, FORCE_POOL)
        elif min(rolls) <= factors:
            turn_down(g, victim)
            g.say("{} is hit on the ground", g.units[victim], rule="22.2")
    turn_down(g, unit)


def _support(g: War, unit: int, target: int) -> None:
    row, side = g.attacks[attack_on(g, target)], SIDE_OF_POWER[g.units.power[unit]]
    g.units[unit].bombards = target
    amount = int(shell_factors(g, unit, target) * SIXTY) * (1 + take_lead(g, unit))
    if side == g.side:
        foes = of_side(g, land_at(g, target), 1 - side)
        row.support += amount * (2 if catches_all(g, (unit,), target, foes) else 1)
        row.helpers |= 1 << g.units.power[unit]
    else:
        row.support_against += amount
    g.say("{} supports the fight for {}", g.units[unit], g.hexes[target], rule="22.2")


SILENCE: Act[War, Shelling, None] = Act("done", "22.2", "No more", do=lambda g, s, _: None)
SHELL: Act[War, Shelling, Pair] = Act(
    "shell", "22.2", "{0} bombards {1}", takes=(Unit, Hex), listed=salvos, may=may_shell, do=_shell,
    rolls=lambda g, s, pair: s.how != SUPPORT,
)  # fmt: skip
