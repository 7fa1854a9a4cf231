"""11.15.5: what a land combat result does: losses, retreat or shattering, advance, facing, the fate of those who landed."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import LandResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import CANAL, RIVER
from grognard.titles.wif.kinds import ARMOUR, GUNS, OVERRUNNING, Type
from grognard.titles.wif.rules.access import note_trespass
from grognard.titles.wif.rules.control import TAKES_NO_HEX, claimant, hostile_hex, new_controller, powers_by_hex, take_hex
from grognard.titles.wif.rules.land_odds import Fight, die_modifiers, ferried
from grognard.titles.wif.rules.land_steps import may_cross, may_enter, shore_price, step_cost
from grognard.titles.wif.rules.land_strength import fort_share, winterised
from grognard.titles.wif.rules.overrun import drive_off, may_overrun, overrun_defenders, overrun_price
from grognard.titles.wif.rules.production import note_loss
from grognard.titles.wif.rules.retreats import retreat, shatter
from grognard.titles.wif.rules.units import destroy, land_at, of_side, put, turn_down
from grognard.titles.wif.rules.weather import hexside
from grognard.titles.wif.state import FORCE_POOL, INVASION, PARADROP, SETTLED, Hex, Power, Unit, War

WET_SIDES = RIVER | CANAL
FOLLOWERS = frozenset((Type.MOT, Type.CAV))  # they go a second hex with armour they were stacked with
REPLACES_ARMOUR = frozenset((Type.MECH, Type.MOT))


class Loss(Subject, frozen=True):
    """A side must lose a unit of a combat."""

    power: Annotated[int, Power]
    among: tuple[Annotated[int, Unit], ...]


class Downgrade(Subject, frozen=True):
    """The attacker may turn a shatter into a retreat."""

    power: Annotated[int, Power]
    target: Annotated[int, Hex]


class Firmness(Subject, frozen=True):
    """A stack with the NKVD that may stand at the price of a unit (22.1.1)."""

    power: Annotated[int, Power]
    target: Annotated[int, Hex]


class Advance(Subject, frozen=True):
    """Attackers may advance into the hex they have cleared, some of them beyond it."""

    power: Annotated[int, Power]
    target: Annotated[int, Hex]
    units: tuple[Annotated[int, Unit], ...]
    second: bool


class Facing(Subject, frozen=True):
    """Half of the attackers stay face-up: which of them is turned down?"""

    power: Annotated[int, Power]
    among: tuple[Annotated[int, Unit], ...]


@rule("11.15.5")
def apply_result(g: War, battle: Fight, result: LandResult, power: int, pending: set[int], *, blitz: bool = True) -> Flow[None]:
    """Losses of the attacker, then of the defender; retreat or shattering; advance; facing"""
    for unit in battle.attackers:
        g.units[unit].stood = g.units.at[unit]
    for unit in battle.defenders:
        g.units[unit].held = g.units.at[unit]
    attackers = yield from _lose(g, list(battle.attackers), result.attacker, power, first_losses(g, battle, blitz))
    foes = list(battle.defenders)
    holder = g.units.power[foes[0]] if foes else power
    survivors = yield from _lose(g, foes, result.defender, holder, ())
    if survivors and (result.retreat or (result.shatter and not result.breakthrough)):
        survivors, result = yield from _stand_fast(g, survivors, result, holder)
    lost, lost_by_attacker = len(foes) - len(survivors), len(battle.attackers) - len(attackers)
    touched = result.defender or result.retreat or result.shatter or result.breakthrough
    breakthrough, retreated = result.breakthrough, bool(result.retreat)
    if result.shatter or result.breakthrough:
        if survivors:
            answer, _ = yield from menu(
                g,
                g.seat(power),
                "{0}: shatter the survivors?",
                Downgrade(power, battle.target),
                SHATTER,
                RETREATING,
                named=(g.hexes[battle.target],),
            )
            if answer.verb == RETREATING.name:
                breakthrough, retreated = False, True
                yield from _retreat_all(g, survivors, power, pending)
            else:
                for unit in survivors:
                    shatter(g, unit)
    elif result.retreat:
        yield from _retreat_all(g, survivors, power, pending)
    if lost > lost_by_attacker or retreated:
        turn_down(g, *(u for u in survivors if g.units.at[u] >= 0))
    cleared = not of_side(g, land_at(g, battle.target), 1 - SIDE_OF_POWER[power]) and (battle.notional is None or bool(touched))
    if cleared:
        yield from advance(g, battle.target, attackers, power, breakthrough)
    else:
        lose_landed(g, battle)
    yield from _face(g, [u for u in attackers if g.units.at[u] >= 0], result, power)


@rule("22.1.1")
def _stand_fast(g: War, survivors: list[int], result: LandResult, power: int) -> Flow[tuple[list[int], LandResult]]:
    """A stack with the NKVD may take one more loss instead of retreating or being shattered"""
    if not any("nkvd" in g.units[u].sheet.marks for u in survivors):
        return survivors, result
    at = g.units.at[survivors[0]]
    answer, _ = yield from menu(
        g, g.seat(power), "{0}: one more loss instead of the retreat?", Firmness(power, at), GIVE_WAY, STAND, named=(g.hexes[at],)
    )
    if answer.verb == GIVE_WAY.name:
        return survivors, result
    left = yield from _lose(g, survivors, 1, power, ())
    return left, msgspec.structs.replace(result, retreat=False, shatter=False)


def _retreat_all(g: War, units: list[int], power: int, pending: set[int]) -> Flow[None]:
    for unit in units:
        yield from retreat(g, unit, power, pending)


@rule("11.15.5")
def first_losses(g: War, battle: Fight, blitz: bool = True) -> tuple[int, ...]:
    """Attackers one of whom is lost first: the armour that changed the die, or the winterised units that saved columns."""
    helpers = builders(g, battle)
    if helpers:
        return helpers
    found: list[int] = []
    if any(item.label.startswith("more armour") for item in die_modifiers(g, battle, blitz).items):
        found += [u for u in battle.attackers if g.roster.types[u] in ARMOUR | REPLACES_ARMOUR]
    if battle.winter_benefit:
        found += [u for u in battle.attackers if winterised(g, u) and u not in found]
    return tuple(found)


@rule("22.1.1")
def builders(g: War, battle: Fight) -> tuple[int, ...]:
    """Engineers that gain anything in an attack: against factories, over a river or a fort hexside, ferrying invaders."""
    found = [u for u in battle.attackers if g.roster.engineer[u]]
    if not found:
        return ()
    if g.ground.factories[battle.target] or ferried(g, battle.target):
        return tuple(found)
    afoot = [u for u in found if not g.units.landed[u] and g.units.at[u] != battle.target]
    return tuple(u for u in afoot if hexside(g, g.units.at[u], battle.target) & WET_SIDES
                 or fort_share(g, g.units.at[u], battle.target) < 1)


def _lose(g: War, units: list[int], losses: int, power: int, first: tuple[int, ...]) -> Flow[list[int]]:
    """An owner destroys so many of these units; gives those that are left."""
    left = list(units)
    for n in range(min(losses, len(units))):
        among = tuple(u for u in first if u in left) if n == 0 and first else tuple(left)
        answer, _ = yield from menu(g, g.seat(power), "Which unit is lost?", Loss(power, among or tuple(left)), LOSE)
        left.remove(answer.arg.index)
    return left


def destroy_attackers(g: War, battle: Fight) -> None:
    """With no attack factors at all the attackers are destroyed"""
    for unit in battle.attackers:
        perish(g, unit)


@rule("11.15.5")
def lose_landed(g: War, battle: Fight) -> None:
    """While a defender is left, even a notional one, those who invaded or dropped are destroyed"""
    for unit in battle.attackers:
        if g.units.landed[unit] in (INVASION, PARADROP) and g.units.at[unit] >= 0:
            perish(g, unit)


@rule("11.15.5", "13.6.3")
def perish(g: War, unit: int) -> None:
    """Land combat destroys a unit: it may be worth a build point to its power."""
    note_loss(g, unit, g.units.at[unit])
    destroy(g, unit, FORCE_POOL)


@rule("11.15.1", "11.12")
def walk_ashore(g: War, battle: Fight) -> Flow[None]:
    """The notional unit is ignored and nobody else is there: who landed occupies the hex as if it debarked"""
    for unit in battle.attackers:
        if g.units.landed[unit] in (INVASION, PARADROP):
            yield from _come_ashore(g, unit, battle.target)


@rule("11.13", "11.14", "11.15.5")
def _come_ashore(g: War, unit: int, space: int) -> Flow[None]:
    """A unit that invaded or dropped has its hex, face-down if that costs more than its movement, whatever the asterisk"""
    yield from _occupy(g, unit, space)
    g.units[unit].landed = SETTLED
    if shore_price(g, unit, space) > g.roster.moves[unit]:
        turn_down(g, unit)


# advance


@rule("11.15.5")
def advance(g: War, target: int, attackers: list[int], power: int, breakthrough: bool) -> Flow[None]:
    """Attackers may advance into the cleared hex; after a breakthrough armour goes a hex further"""
    landed = [u for u in attackers if g.units.landed[u] in (INVASION, PARADROP)]
    for unit in landed:
        yield from _come_ashore(g, unit, target)
    while movers := [u for u in attackers if may_advance(g, Advance(power, target, tuple(attackers), False), u) is None]:
        subject = Advance(power, target, tuple(attackers), False)
        answer, _ = yield from menu(g, g.seat(power), "Advance into {0}?", subject, HALT, ADVANCING, named=(g.hexes[target],))
        if answer.verb == HALT.name:
            break
        assert movers
    share_out(g, target, [u for u in attackers if g.units.at[u] == target])
    if not breakthrough:
        return
    while True:
        subject = Advance(power, target, tuple(attackers), True)
        if not further(g, subject) and not overrunning(g, subject):
            return
        answer, _ = yield from menu(
            g, g.seat(power), "Break through beyond {0}?", subject, HALT, BREAKING, OVERRUNNING_ON, named=(g.hexes[target],)
        )
        if answer.verb == HALT.name:
            return


@rule("11.15.5")
def may_advance(g: War, subject: Advance, unit: int) -> No | None:
    """Whether an attacker may advance into the hex that was attacked."""
    if unit not in subject.units or g.units.at[unit] < 0:
        return No("11.15.5", "only surviving attackers advance")
    if g.units.at[unit] == subject.target:
        return No("11.15.5", "it is there")
    if g.units.at[unit] != g.units.stood[unit]:
        return No("11.15.5", "it has advanced")
    no = may_enter(g, unit, g.units.at[unit], subject.target)
    return None if no is not None and no.rule == "22.9" else no  # a coastal fort does not stop an advance


def _advance(g: War, subject: Advance, unit: int) -> Flow[None]:
    price = step_cost(g, unit, g.units.at[unit], subject.target)
    yield from _occupy(g, unit, subject.target)
    if price > g.roster.moves[unit]:
        turn_down(g, unit)


def share_out(g: War, space: int, units: list[int]) -> None:
    """Of several powers that took a hex together the one with the most factors there gets it (2.5.3)."""
    units = [u for u in units if g.roster.types[u] not in TAKES_NO_HEX]
    if len({g.units.power[u] for u in units}) > 1 and powers_by_hex(g)[space] in {g.units.power[u] for u in units}:
        g.hexes[space].controller = new_controller(g, space, claimant(g, units))


def _occupy(g: War, unit: int, space: int) -> Flow[None]:
    """Enter a hex; what flies or floats there flees, and an enemy hex changes hands"""
    put(g, unit, space)
    note_trespass(g, unit, space)
    if hostile_hex(g, space, unit):
        yield from drive_off(g, space, unit)
        take_hex(g, space, unit)


@rule("11.15.5")
def may_break_through(g: War, subject: Advance, pair: tuple[int, int]) -> No | None:
    """Whether an attacker in the cleared hex may go on into the next one."""
    unit, there = pair
    no = _may_go_further(g, subject, unit, there)
    if no is not None:
        return no
    if not breaks_through(g, unit) and not (_follows(g, unit) and _led(g, subject, unit, there)):
        return No("11.15.5", "only HQ-A, ARM and MECH go a second hex, MOT and CAV with one they were stacked with")
    return may_enter(g, unit, subject.target, there)


@rule("11.15.5", "22.2")
def breaks_through(g: War, unit: int) -> bool:
    """Armour goes a second hex, and so do self-propelled guns."""
    kind = g.roster.types[unit]
    return kind in OVERRUNNING or (kind in GUNS and "self_propelled" in g.units[unit].sheet.marks)


def _follows(g: War, unit: int) -> bool:
    kind = g.roster.types[unit]
    return kind in FOLLOWERS or (kind in GUNS and "motorised" in g.units[unit].sheet.marks)


def _may_go_further(g: War, subject: Advance, unit: int, there: int) -> No | None:
    if unit not in subject.units or g.units.at[unit] != subject.target:
        return No("11.15.5", "only attackers in the cleared hex go on")
    if g.units.landed[unit] or g.units.stood[unit] == subject.target:
        return No("11.15.5", "units that landed stop")
    if (subject.target, there) not in g.ground.between:
        return No("11.15.5", "only the next hex")
    if step_cost(g, unit, g.units.stood[unit], subject.target) > 1:
        return No("11.15.5", "the cleared hex cost more than one point")
    return None


def _led(g: War, subject: Advance, unit: int, there: int) -> bool:
    """Armour it began the advance with has gone there."""
    types, stood = g.roster.types, g.units.stood
    return any(types[u] in OVERRUNNING and stood[u] == stood[unit] and g.units.at[u] == there for u in subject.units if u != unit)


def further(g: War, subject: Advance) -> list[tuple[int, int]]:
    """Attackers with the hexes they may break through to."""
    return [
        (u, there)
        for u in subject.units
        if g.units.at[u] == subject.target
        for there, _ in g.ground.steps[subject.target]
        if may_break_through(g, subject, (u, there)) is None
    ]


def _break(g: War, subject: Advance, pair: tuple[int, int]) -> Flow[None]:
    unit, there = pair
    if g.title.ambushed(g, unit, there):
        return
    price = step_cost(g, unit, subject.target, there)
    yield from _occupy(g, unit, there)
    if price >= 2:
        turn_down(g, unit)


@rule("11.15.5", "11.10.6")
def may_overrun_beyond(g: War, subject: Advance, pair: tuple[int, int]) -> No | None:
    """Whether a unit that broke through, with those it began with, overruns the land units of a second hex (WIF-DEC-23)."""
    unit, there = pair
    no = _may_go_further(g, subject, unit, there)
    if no is not None:
        return no
    if g.roster.types[unit] not in OVERRUNNING:
        return No("11.15.5", "HQ-A, ARM and MECH lead an overrun")
    group = _group(g, subject, unit)
    for u in group:
        no = may_cross(g, u, subject.target, there)
        if no is not None:
            return no
    return may_overrun(g, group, subject.target, there)


def _group(g: War, subject: Advance, leader: int) -> tuple[int, ...]:
    """The leader and those in the cleared hex that it began the advance with and that may go a second hex."""
    types, stood = g.roster.types, g.units.stood
    here = [u for u in subject.units if g.units.at[u] == subject.target and stood[u] == stood[leader]]
    here = [u for u in here if types[u] in OVERRUNNING or _follows(g, u) or breaks_through(g, u)]
    return (leader, *(u for u in here if u != leader and not g.units.down[u]))


def overrunning(g: War, subject: Advance) -> list[tuple[int, int]]:
    """Leaders with the hexes they may overrun."""
    return [
        (u, there)
        for u in subject.units
        if g.units.at[u] == subject.target
        for there, _ in g.ground.steps[subject.target]
        if may_overrun_beyond(g, subject, (u, there)) is None
    ]


def _overrun_beyond(g: War, subject: Advance, pair: tuple[int, int]) -> Flow[None]:
    leader, there = pair
    group = _group(g, subject, leader)
    costly = overrun_price(g, there, SIDE_OF_POWER[g.units.power[leader]])
    prices = {u: step_cost(g, u, subject.target, there, costly) for u in group}
    for unit in of_side(g, land_at(g, there), 1 - SIDE_OF_POWER[g.units.power[leader]]):
        note_loss(g, unit, there)  # 13.6.3: in the land combat step overruns count too
    overrun_defenders(g, there, leader)
    for unit in group:
        yield from _occupy(g, unit, there)
        if prices[unit] >= 2:
            turn_down(g, unit)


# facing


@rule("11.15.5")
def _face(g: War, attackers: list[int], result: LandResult, power: int) -> Flow[None]:
    """All attackers stay face-up with an asterisk, half of them with a dagger, else none"""
    if result.stay == "*":
        return
    up = [u for u in attackers if not g.units.down[u]]
    if result.stay != "†" or not g.settings.daggers:
        turn_down(g, *up)
        return
    for _ in range(len(up) // 2):  # half rounded up stay (WIF-DEC-09)
        among = tuple(u for u in up if not g.units.down[u])
        yield from menu(
            g, g.seat(power), "Half of the attackers stay face-up: which is turned down?", Facing(power, among), TURNING
        )


def _may_lose(g: War, subject: Loss, unit: int) -> No | None:
    return None if unit in subject.among else No("11.15.5", "it is not among those one of whom is lost now")


def _may_turn(g: War, subject: Facing, unit: int) -> No | None:
    return None if unit in subject.among else No("11.15.5", "it is not one of the attackers still face-up")


LOSE: Act[War, Loss, int] = Act(
    "lose", "11.15.5", "Lose {0}", takes=Unit, listed=lambda g, s: list(s.among), may=_may_lose,
    do=lambda g, s, unit: perish(g, unit),
)  # fmt: skip
SHATTER: Act[War, Downgrade, None] = Act("shatter", "11.15.5", "They are shattered", do=lambda g, s, _: None)
RETREATING: Act[War, Downgrade, None] = Act("only_retreat", "11.15.5", "They only retreat", do=lambda g, s, _: None)
GIVE_WAY: Act[War, Firmness, None] = Act("give_way", "22.1.1", "Give way", do=lambda g, s, _: None)
STAND: Act[War, Firmness, None] = Act("stand", "22.1.1", "Stand, and lose another unit", do=lambda g, s, _: None)
HALT: Act[War, Advance, None] = Act("halt", "11.15.5", "No further advance", do=lambda g, s, _: None)
ADVANCING: Act[War, Advance, int] = Act(
    "advance", "11.15.5", "Advance with {0}", takes=Unit, among=lambda g, s: s.units, may=may_advance, do=_advance
)
BREAKING: Act[War, Advance, tuple[int, int]] = Act(
    "break", "11.15.5", "{0} goes on to {1}", takes=(Unit, Hex), listed=further, may=may_break_through, do=_break
)
OVERRUNNING_ON: Act[War, Advance, tuple[int, int]] = Act(
    "overrun", "11.10.6", "{0} and those with it overrun {1}", takes=(Unit, Hex), listed=overrunning, may=may_overrun_beyond,
    do=_overrun_beyond,
)  # fmt: skip
TURNING: Act[War, Facing, int] = Act(
    "turn", "11.15.5", "Turn {0} face-down", takes=Unit, listed=lambda g, s: list(s.among), may=_may_turn,
    do=lambda g, s, unit: turn_down(g, unit),
)  # fmt: skip
