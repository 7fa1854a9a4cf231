"""14.6: pilots, option 46. Machines wait in a pool of their own until a pilot flies them; pilots are trained, and retrained.
How they die is pilot_deaths.py. The number of free pilots is open to all; carriers have their own. Chinese pilots are all
Nationalists (WIF-DEC-210)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.powers import current_home, playing, powers_of
from grognard.titles.wif.rules.reinforcements import ARRIVE, Arrival, may_arrive
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import AIR_RESERVE, CIRCLE, NOWHERE, Power, Unit, War

TRAINING, HURRIED = (2, 3), (3, 2)  # build points, turns


class Airfields(Subject, frozen=True):
    """A power puts machines on the map or takes them off. `resting`: it has begun to take them off."""

    power: Annotated[int, Power]
    resting: bool = False


def machines(g: War, power: int) -> list[int]:
    """Aircraft that wait for a pilot."""
    return [u for u in units_at(g, AIR_RESERVE) if g.units.power[u] == power]


@rule("4.2.1", "14.6.3")
def crew(g: War, unit: int) -> int:
    """Pilots that put an aircraft on the map: one, of a machine built ahead of its year two (reading WIF-DEC-216)."""
    return 1 + (g.facts.enters(g.units[unit].sheet) > g.year)


@rule("14.6.1", "14.6.3")
def may_man(g: War, subject: Airfields, unit: int) -> No | None:
    """Whether an aircraft of the reserve pool can be put on the map: a pilot is free, and there is a place."""
    if g.units.at[unit] != AIR_RESERVE or g.units.power[unit] != subject.power:
        return No("14.6.1", "it is not in your pool of machines")
    if subject.resting:
        return No("14.6.1", "machines are put away after the new ones are on the map")
    if g.powers.pilots[subject.power] < crew(g, unit):
        return No("14.6.1", "no pilot is free" if crew(g, unit) == 1 else "a machine of a later year takes two pilots")
    arrival = Arrival(subject.power, unit)
    if any(may_arrive(g, arrival, s) is None for s in arrival.candidates(g)):
        return None
    return No("4.2.1", "there is no place where it could arrive")


@rule("14.6.1")
def may_rest(g: War, subject: Airfields, unit: int) -> No | None:
    """Whether an aircraft can be taken into the pool: face-up in a city of its home country."""
    at = g.units.at[unit]
    if g.units.power[unit] != subject.power or not g.roster.air[unit] or at < 0 or not g.ground.land[at]:
        return No("14.6.1", "only aircraft of your own on the map")
    if g.units.down[unit]:
        return No("14.6.1", "only face-up aircraft")
    if not g.ground.city[at] or nation_at(g, at) != current_home(g, g.units.country[unit]):
        return No("14.6.1", "only in a city of its home country")
    return may_leave_home(g, unit)  # 19.4.3


def resting(g: War, subject: Airfields) -> list[int]:
    known = g.roster
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and known.air[u] and g.units.at[u] >= 0]


def manning_powers(g: War) -> list[int]:
    """For the sequence: powers with a machine and a pilot for it, or with one that could wait in the pool."""
    if not g.options.pilots:
        return []
    order = [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side)]
    return [p for p in order if _busy(g, Airfields(p))]


def _busy(g: War, subject: Airfields) -> bool:
    """Whether a machine can be put on the map or taken off it."""
    if any(may_man(g, subject, u) is None for u in machines(g, subject.power)):
        return True
    return any(may_rest(g, subject, u) is None for u in resting(g, subject))


@rule("14.6.1")
def man_aircraft(g: War) -> Flow[None]:
    """Pilots take machines out of the reserve pool; face-up aircraft at home may be put there"""
    power, subject = g.power, Airfields(g.power)
    while True:  # that machines are being put away is kept here alone: the procedure rests no more then
        answer, unit = yield from menu(
            g, g.seat(power), "{0}: {1} pilots are free", subject, ENOUGH, MAN, REST,
            named=(g.powers[power], g.powers.pilots[power]), rests=not subject.resting,
        )  # fmt: skip
        if answer.verb == ENOUGH.name:
            return
        if answer.verb == MAN.name:
            g.powers[power].pilots -= crew(g, unit)
            yield from menu(g, g.seat(power), "Where does {0} arrive?", Arrival(power, unit), ARRIVE, named=(g.units[unit],))
        else:
            subject = Airfields(power, resting=True)


def _rest(g: War, subject: Airfields, unit: int) -> int:
    g.units[unit].at, g.units[unit].aboard = AIR_RESERVE, NOWHERE  # off its carrier too (14.4.1)
    g.powers[subject.power].pilots += 1
    g.say("{} waits in the reserve pool", g.units[unit], rule="14.6.1")
    return unit


# --- training (14.6.2, 14.6.5) ------------------------------------------------------------------------------------------------


@rule("14.6.2")
def may_train(g: War, purse: Purse, cost: int) -> No | None:
    """Whether a power can train a pilot for so many build points."""
    if not g.options.pilots:
        return No("14.6", "pilots are an option")
    return None if purse.points >= cost else No("14.6.2", f"a pilot costs {cost} build points and you have {purse.points}")


def train(g: War, purse: Purse, way: tuple[int, int]) -> None:
    """A pilot begins his training."""
    cost, turns = way
    g.powers[purse.power].build_points -= cost
    g.training = [*g.training, purse.power, g.turn + turns]
    g.say("{} trains a pilot", g.powers[purse.power], rule="14.6.2")


@rule("14.6.5")
def may_retrain(g: War, purse: Purse) -> No | None:
    """Whether a free pilot can be turned into a build point."""
    if not g.options.pilots:
        return No("14.6", "pilots are an option")
    return None if g.powers.pilots[purse.power] else No("14.6.5", "no pilot is free")


def _retrain(g: War, purse: Purse, _: None) -> None:
    row = g.powers[purse.power]
    row.pilots -= 1
    row.build_points += 1
    g.say("{} retrains a pilot", row, rule="14.6.5")


@rule("14.6.2", "14.6.3")
def graduate(g: War) -> None:
    """Pilots whose training is over are free"""
    left: list[int] = []
    for n in range(0, len(g.training), 2):
        power, turn = g.training[n : n + 2]
        if turn <= g.turn:
            g.powers[power].pilots += 1
        else:
            left += [power, turn]
    g.training = left


@rule("14.6")
def first_pilots(g: War) -> None:
    """At the start a power has a pilot for each aircraft on its production circle (reading WIF-DEC-111)"""
    known = g.roster
    for unit, at in enumerate(g.units.at):
        if at <= CIRCLE and known.air[unit] and g.units.power[unit] in playing(g):
            g.powers[g.units.power[unit]].pilots += 1


ENOUGH: Act[War, Airfields, None] = Act("enough", "14.6.1", "No more", do=lambda g, s, _: None)
MAN: Act[War, Airfields, int] = Act(
    "man", "14.6.1", "{0}", takes=Unit, among=lambda g, s: machines(g, s.power), may=may_man, do=lambda g, s, u: u,
    group="On the map",
)  # fmt: skip
REST: Act[War, Airfields, int] = Act(
    "rest", "14.6.1", "{0}", takes=Unit, among=resting, may=may_rest, do=_rest, group="Into the reserve pool"
)


def _training(name: str, words: str, way: tuple[int, int]) -> Act[War, Purse, None]:
    return Act(
        name, "14.6.2", words, who=lambda g, s: may_train(g, s, way[0]), do=lambda g, s, _: train(g, s, way), group="Pilots"
    )


TRAIN = _training("train", "Train a pilot: 2 points, 3 turns", TRAINING)
HURRY = _training("hurry", "Train a pilot quickly: 3 points, 2 turns", HURRIED)
RETRAIN: Act[War, Purse, None] = Act(
    "retrain", "14.6.5", "A pilot becomes a build point", who=may_retrain, do=_retrain, group="Pilots"
)
