"""11.15: land combat. Attacks are declared first, all of them, and resolved one by one in the attacker's order.

Shore bombardment (11.15.2) and ground support (11.15.4) write their factors into the attack between the two; odds are in
land_odds.py, losses, facing and advances in land_results.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import LandResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import ALL_SEA, ALPINE, LAKE_SIDE, STRAITS
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.actions import EXTRA_PRICES, acting_powers, count, may_do, may_do_any, within
from grognard.titles.wif.rules.control import hostile_hex
from grognard.titles.wif.rules.forts import coastal_value
from grognard.titles.wif.rules.fuel import SHIP, burn, may_fuel
from grognard.titles.wif.rules.intelligence import Stake, cast
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, engaged, fight
from grognard.titles.wif.rules.land_results import apply_result, destroy_attackers, lose_landed, walk_ashore
from grognard.titles.wif.rules.land_strength import LADDER
from grognard.titles.wif.rules.loyalty import try_loyalty
from grognard.titles.wif.rules.powers import co_operate, home_power
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.supply import draw_supply, in_supply
from grognard.titles.wif.rules.two_dice import roll_two_dice
from grognard.titles.wif.rules.units import hostile_partisans, land_at, of_side, turn_down
from grognard.titles.wif.rules.weather import hexside
from grognard.titles.wif.state import INVASION, NOWHERE, PARADROP, Attack, Hex, Power, Unit, War

Pair = tuple[int, int]
BEACH = (INVASION, PARADROP)
BEST = {True: LandResult(0, 2, breakthrough=True, stay="*"), False: LandResult(0, 2, shatter=True, stay="*")}


class Declaring(Subject, frozen=True):
    """A major power declares its attacks."""

    power: Annotated[int, Power]


class Resolving(Subject, frozen=True):
    """A side's declared attacks are fought in the order the attacker likes."""

    power: Annotated[int, Power]


class Choosing(Subject, frozen=True):
    """Who chooses the table of an attack."""

    attack: Annotated[int, Attack]
    target: Annotated[int, Hex]
    chooser: Annotated[int, Power]
    odds: str


# declaring


@rule("11.15.1")
def declare_attacks(g: War) -> Flow[None]:
    """Declare all attacks: which unit attacks which hex"""
    subject = Declaring(g.power)
    while True:
        answer, _ = yield from menu(
            g,
            g.seat(g.power),
            "{0}: declare attacks",
            subject,
            DONE,
            ATTACKING,
            WITHDRAWING,
            named=(g.powers[g.power],),
            rests=True,
        )
        if answer.verb == DONE.name:
            return


def attack_on(g: War, target: int) -> int:
    """The declared attack on a hex; NOWHERE for none."""
    return next((n for n, t in enumerate(g.attacks.target) if t == target), NOWHERE)


@rule("11.15.1")
def may_attack(g: War, subject: Declaring, pair: Pair) -> No | None:
    """Whether a unit may attack a hex."""
    unit, target = pair
    no = able_to_attack(g, subject.power, unit)
    if no is not None:
        return no
    label = g.board.label(target)
    power, side = subject.power, SIDE_OF_POWER[subject.power]
    if not g.ground.land[target] or not (hostile_hex(g, target, unit) or hostile_partisans(g, target, side)):
        return No("11.15.1", f"{label} is not an enemy's hex")
    if not of_side(g, land_at(g, target), 1 - side) and g.units.at[unit] != target and not _bars_the_sea(g, unit, target):
        return No("11.15.1", f"no land unit is in {label}")
    no = may_attack_across(g, unit, target)
    if no is not None:
        return no
    company = [u for u, t in enumerate(g.units.target) if t == target]
    if not all(co_operate(g, unit, other) for other in company):
        return No("18.2", "units that do not co-operate do not attack one hex")
    if not any(g.units.power[u] == power for u in company):
        no = may_do(g, power, Activity.LAND_ATTACK)
    if no is not None or units_landed(g, unit):
        return no
    return may_fuel(g, (unit,), SHIP, extra_attack(g, power, target))


@rule("16.5")
def extra_attack(g: War, power: int, target: int) -> Activity | None:
    """LAND_ATTACK if a power's attack on a hex is, or would be, an extra action."""
    if not g.options.offensive_points:
        return None
    attack = attack_on(g, target)
    begun = any(g.units.power[u] == power for u, t in enumerate(g.units.target) if t == target)
    extra = g.attacks.extra[attack] >> power & 1 if begun else not within(g, power, Activity.LAND_ATTACK)
    return Activity.LAND_ATTACK if extra else None


@rule("22.9")
def _bars_the_sea(g: War, unit: int, target: int) -> bool:
    """Whether a coastal fort without troops must be attacked by a unit that comes over the sea."""
    return bool(
        g.options.facilities
        and coastal_value(g, target, SIDE_OF_POWER[g.units.power[unit]])
        and (g.units.at[unit], target) in g.ground.between
        and hexside(g, g.units.at[unit], target) & (ALL_SEA | STRAITS)
    )


@rule("11.15.1", "2.4.3")
def able_to_attack(g: War, power: int, unit: int) -> No | None:
    """Whether a unit can attack anything this impulse."""
    units = g.units
    if units.power[unit] != power or not g.roster.land[unit] or units.at[unit] < 0 or units.aboard[unit] != NOWHERE:
        return No("11.15.1", "only land units of your own attack")
    if units.down[unit]:
        return No("11.15.1", "it is face-down")
    if units.attacked[unit] or units.target[unit] != NOWHERE or units.bombards[unit] != NOWHERE:
        return No("11.15.1", "a unit attacks once an impulse")
    if units[unit].sheet.strength <= 0 or g.roster.types[unit] == Type.FLAK:
        return No("11.15.1", "it has no combat factors")
    if not in_supply(g, unit):
        return No("2.4.3", "it is out of supply")
    return None if units_landed(g, unit) else may_fuel(g, (unit,))


def units_landed(g: War, unit: int) -> bool:
    """Whether a unit came ashore or down in this impulse, and must attack."""
    return g.units.landed[unit] in BEACH


@rule("11.15.1")
def may_attack_across(g: War, unit: int, target: int) -> No | None:
    """Whether a unit stands so that it can attack a hex: it landed there, or the hexside lets it through."""
    at = g.units.at[unit]
    if g.units.landed[unit] in BEACH:
        return None if at == target else No("11.13", "a unit that landed attacks the hex it landed in")
    if (at, target) not in g.ground.between:
        return No("11.15.1", f"{g.board.label(target)} is not the next hex")
    bits, known = hexside(g, at, target), g.roster
    if bits & ALPINE and not known.mountain[unit]:
        return No("11.15.1", "only mountain troops attack over an alpine hexside")
    if (bits & LAKE_SIDE or (bits & ALL_SEA and not bits & STRAITS)) and not known.marine[unit]:
        return No("11.15.1", "only marines attack over lakes and all-sea hexsides")
    return None


def attacks_open(g: War, subject: Declaring) -> list[Pair]:
    """Every unit with every hex it may attack."""
    power, side = subject.power, SIDE_OF_POWER[subject.power]
    found: list[Pair] = []
    for unit, whose in enumerate(g.units.power):
        if whose != power or g.units.at[unit] < 0 or g.units.down[unit] or not g.roster.land[unit]:
            continue
        here = g.units.at[unit]
        near = (
            [here]
            if g.units.landed[unit] in BEACH
            else [b for b, _ in g.ground.steps[here] if of_side(g, land_at(g, b), 1 - side) or _bars_the_sea(g, unit, b)]
        )
        found += [(unit, b) for b in near if may_attack(g, subject, (unit, b)) is None]
    return found


def _attack(g: War, subject: Declaring, pair: Pair) -> None:
    g.title.ambushed(g, *pair)
    join_attack(g, subject.power, *pair)


def join_attack(g: War, power: int, unit: int, target: int) -> None:
    """A unit attacks a hex: the first of its power counts a land attack, the first of all makes the attack."""
    extra = extra_attack(g, power, target)
    burn(g, (unit,), SHIP, extra)
    if not any(g.units.power[u] == power for u, t in enumerate(g.units.target) if t == target):
        count(g, power, Activity.LAND_ATTACK)
    draw_supply(g, unit)
    g.units[unit].target = target
    if attack_on(g, target) == NOWHERE:
        free = attack_on(g, NOWHERE)
        row = g.attacks[free] if free != NOWHERE else g.attacks.add()
        row.target, row.power = target, power
        row.shore = row.shore_against = row.support = row.support_against = row.no_notional = 0
        row.helpers = row.ships = row.ships_against = row.extra = 0
        row.hq = row.hq_against = row.larder = NOWHERE
    if extra:
        g.attacks[attack_on(g, target)].extra |= 1 << power


def _may_withdraw(g: War, subject: Declaring, unit: int) -> No | None:
    if g.units.target[unit] == NOWHERE or g.units.power[unit] != subject.power:
        return No("11.15.1", "it attacks nothing")
    if g.units.landed[unit] in BEACH:
        return No("11.13", "units that landed must attack")
    return None


def _withdraw(g: War, subject: Declaring, unit: int) -> None:
    target = g.units.target[unit]
    g.units[unit].target = NOWHERE
    others = [u for u, t in enumerate(g.units.target) if t == target]
    attack = g.attacks[attack_on(g, target)]
    if not any(g.units.power[u] == subject.power for u in others):
        if attack.extra >> subject.power & 1:  # 16.5
            g.powers[subject.power].offensive += EXTRA_PRICES[Activity.LAND_ATTACK]
            attack.extra &= ~(1 << subject.power)
        else:
            g.powers[subject.power].attacks -= 1
    if not others:
        attack.target = NOWHERE


def attacking_powers(g: War) -> list[int]:
    """For the sequence: powers of the active side that may attack."""
    return [p for p in acting_powers(g, g.side) if may_do_any(g, p, Activity.LAND_ATTACK)]


# resolving


def resolving_powers(g: War) -> list[int]:
    """For the sequence: powers of the active side that declared attacks."""
    declared = {g.attacks.power[n] for n, t in enumerate(g.attacks.target) if t != NOWHERE}
    return [p for p in acting_powers(g, g.side) if p in declared]


@rule("11.15.5")
def resolve_attacks(g: War) -> Flow[None]:
    """The declared attacks are fought one by one, in the attacker's order"""
    # reading WIF-DEC-10: the power that declared an attack decides for all who joined it
    subject = Resolving(g.power)
    while open_attacks(g, subject):
        yield from menu(
            g, g.seat(g.power), "{0}: which attack is fought next?", subject, FIGHTING, named=(g.powers[g.power],), rests=True
        )
        yield from enforce_stacking(g)


def open_attacks(g: War, subject: Resolving) -> list[int]:
    return [n for n, t in enumerate(g.attacks.target) if t != NOWHERE and g.attacks.power[n] == subject.power]


def _may_fight(g: War, subject: Resolving, attack: int) -> No | None:
    return None if attack in open_attacks(g, subject) else No("11.15", "it is not one of your declared attacks")


@rule("11.15.5")
def resolve(g: War, subject: Resolving, attack: int) -> Flow[None]:
    """One attack: choose the table, find the odds, roll, and apply the result"""
    changed_sides = False
    if g.vichy:
        target, ghost = g.attacks.target[attack], fight(g, attack).notional is not None
        attackers = [u for u, t in enumerate(g.units.target) if t == target]
        changed_sides = yield from try_loyalty(g, target, attackers, notional=ghost)
        g.attacks[attack].no_notional |= int(changed_sides and ghost)
    battle = fight(g, attack)
    target = battle.target
    if battle.attackers and (battle.defenders or battle.notional is not None):
        note_attack_at_home(g, target, g.attacks.power[attack])
    if changed_sides and battle.attackers and battle.notional is None and not g.attacks.no_notional[attack]:  # 17.5
        pending = {t for n, t in enumerate(g.attacks.target) if t != NOWHERE and n != attack}
        yield from apply_result(g, battle, BEST[True], g.attacks.power[attack], pending, blitz=True)
    elif battle.attackers and (battle.defenders or battle.notional is not None):
        chosen = Choosing(attack, target, battle.chooser, battle.odds)
        answer, _ = yield from menu(
            g, g.seat(battle.chooser), "{0}, {1}: which table?", chosen, BLITZKRIEG, ASSAULT, named=(g.hexes[target], battle.odds)
        )
        blitz = answer.verb == BLITZKRIEG.name
        if battle.attack <= 0:
            destroy_attackers(g, battle)
        else:
            result = yield from roll_result(g, battle, blitz, support_of(g, attack))
            pending = {t for n, t in enumerate(g.attacks.target) if t != NOWHERE and n != attack}
            yield from apply_result(g, battle, result, g.attacks.power[attack], pending, blitz=blitz)
            for after in AFTERMATHS:
                yield from after(g, battle)
    elif g.attacks.no_notional[attack] and not battle.defenders and battle.attackers:
        yield from walk_ashore(g, battle)
    else:
        g.say("The attack on {} comes to nothing", g.hexes[target], rule="11.15.5")
        lose_landed(g, battle)
    turn_down(g, *(hq for hq in (g.attacks.hq[attack], g.attacks.hq_against[attack]) if hq != NOWHERE and g.units.at[hq] >= 0))
    for unit, space in enumerate(g.units.bombards):
        if space == target:  # 22.2: guns that fired or bombarded for this combat
            g.units[unit].bombards = NOWHERE
            if g.units.at[unit] >= 0 and g.roster.land[unit]:
                turn_down(g, unit)
    for unit, space in enumerate(g.units.target):
        if space == target:
            row = g.units[unit]
            row.target, row.attacked = NOWHERE, 1
    g.attacks[attack].target = NOWHERE


@rule("13.6.3")
def note_attack_at_home(g: War, target: int, power: int) -> None:
    """A land attack was made in the home country of a power: by its enemies, or in one edition by anybody."""
    owner = home_power(g, g.facts.country.get(g.ground.country[target], NOWHERE))
    if owner >= 0 and (SIDE_OF_POWER[owner] != SIDE_OF_POWER[power] or g.settings.any_attack_at_home):
        g.powers[owner].invaded = 1


AFTERMATHS: list[Callable[[War, Fight], Flow[None]]] = []  # what follows the advance: promotions (22.4)
SUPPORTS: list[Callable[[War, int], int]] = []  # hq_support.py says what HQs add to the die of an attack


def support_of(g: War, attack: int) -> int:
    return sum(found(g, attack) for found in SUPPORTS)


@rule("11.15.5")
def roll_result(g: War, battle: Fight, blitz: bool, support: int = 0) -> Flow[LandResult]:
    """Roll for an attack on the table chosen. `support`: what HQs add (option 13)."""
    name = "blitzkrieg" if blitz else "assault"
    if battle.defence <= 0 and g.settings.no_defence_automatic:
        return BEST[blitz]
    if not battle.defenders and any(g.roster.types[u] == Type.ACV and g.units.landed[u] == PARADROP for u in battle.attackers):
        return BEST[blitz]  # 22.12: air cavalry against a notional unit alone, whoever attacks with it
    if g.options.two_dice:
        return (yield from roll_two_dice(g, battle, blitz))
    column = battle.column
    if g.options.fractional_odds and battle.spare:
        stake = Stake("Fractional odds", "11.15.5", g.side, 1 - g.side, engaged(g, battle), fight=True)
        if (yield from cast(g, stake)) <= battle.spare:
            column = min(column + 1, len(LADDER) - 1)
    chart = g.charts.blitzkrieg if blitz else g.charts.assault
    modifiers = die_modifiers(g, battle, blitz)
    if support:
        modifiers.add("HQ support", support, "11.15.3")
    ratio = LADDER[column]
    told = f"{name.capitalize()} of {g.board.label(battle.target)} at {battle.odds}, {modifiers}"
    place = chart.column(ratio.numerator, ratio.denominator)
    forces = aim(g, battle.target, (*battle.attackers, *battle.defenders), table="land_crt_1d10", line=(name, chart.label(place)),
                 added=modifiers.total)  # fmt: skip
    die = yield from cast(g, Stake(told, "11.15.5", g.side, g.side, engaged(g, battle), fight=True, aim=forces))
    roll = max(1, die + modifiers.total)
    result = chart[place, roll]
    g.say(
        f"{name.capitalize()} of {{}}: {battle.odds}, {die}{modifiers.total:+d}: {result.text}",
        g.hexes[battle.target],
        rule="11.15.5",
    )
    return result


DONE: Act[War, Declaring, None] = Act("done", "11.15.1", "All attacks are declared", do=lambda g, s, _: None)
ATTACKING: Act[War, Declaring, Pair] = Act(
    "attack", "11.15.1", "{0} attacks {1}", takes=(Unit, Hex), listed=attacks_open, may=may_attack, do=_attack
)
WITHDRAWING: Act[War, Declaring, int] = Act(
    "withdraw", "11.15.1", "{0} does not attack", takes=Unit, may=_may_withdraw, do=_withdraw,
    among=lambda g, s: [u for u, t in enumerate(g.units.target) if t != NOWHERE],
)  # fmt: skip
FIGHTING: Act[War, Resolving, int] = Act(
    "fight", "11.15.5", lambda g, s, n: f"{g.board.label(g.attacks.target[n])} at {fight(g, n).odds}",
    takes=Attack, listed=open_attacks, may=_may_fight, do=resolve, rolls=lambda g, s, n: bool(g.vichy),  # 17.5 before the table
)  # fmt: skip
BLITZKRIEG: Act[War, Choosing, None] = Act("blitzkrieg", "11.15.5", "Blitzkrieg", do=lambda g, s, _: None, rolls=True)
ASSAULT: Act[War, Choosing, None] = Act("assault", "11.15.5", "Assault", do=lambda g, s, _: None, rolls=True)
