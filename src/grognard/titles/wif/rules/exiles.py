"""19.5.1: Poles who fight on with the Commonwealth: units the USSR interned in East Poland, and the motorised corps of the exile
army. They count as British for all purposes."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import AXIS, COMMONWEALTH, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.powers import at_war, playing, political
from grognard.titles.wif.state import CONQUERED, FORCE_POOL, GONE, Power, Unit, War

MOTOR_CORPS = frozenset((Type.MOT, Type.MECH, Type.ARM))


class Recruiting(Subject, frozen=True):
    """The Commonwealth may take Poles into its force pools."""

    power: Annotated[int, Power]


def raise_corps(g: War) -> None:
    """The motorised Polish counters of this year and before are known to the game, out of it as yet."""
    poland = g.facts.country["poland"]
    known = set(g.units.counter)
    for number, counter in enumerate(g.facts.counters):
        wanted = g.facts.nation[number] == poland and counter.type in MOTOR_CORPS and counter.year <= g.year
        if wanted and number not in known and not (counter.option and not g.options.get(NUMBERS.get(counter.option, ""))):
            g.units.add(counter=number, power=COMMONWEALTH, country=poland, at=GONE)


@rule("19.5.1")
def may_recruit(g: War, subject: Recruiting, unit: int) -> No | None:
    """Whether a Polish unit may join the force pools of the Commonwealth."""
    if subject.power != COMMONWEALTH or g.units.at[unit] != GONE:
        return No("19.5.1", "only Polish units out of the game join the Commonwealth")
    if not at_war(g, USSR, GERMANY):
        return No("19.5.1", "not before Germany and the USSR are at war")
    if unit in g.interned:
        return None
    poland = g.facts.country["poland"]
    if g.units.country[unit] != poland or g.units.counter[unit] < 0 or g.units[unit].sheet.type not in MOTOR_CORPS:
        return No("19.5.1", "only interned units, and Polish MOT, MECH and ARM")
    row = g.countries[poland]
    if not g.east_poland or row.status != CONQUERED or row.power < 0 or SIDE_OF_POWER[row.power] != AXIS:
        return No("19.5.1", "the USSR must have occupied East Poland, and the Axis conquered Poland")
    return None if g.units[unit].sheet.year <= g.year else No("19.5.1", "it is of a later year")


def poles(g: War) -> list[int]:
    """Units out of the game that may be asked for: the Polish ones, and whoever else was interned."""
    poland = g.facts.country["poland"]
    own = [u for u, country in enumerate(g.units.country) if country == poland and g.units.at[u] == GONE]
    return own + [u for u in g.interned if g.units.at[u] == GONE and g.units.country[u] != poland]


def recruiting_powers(g: War) -> list[int]:
    """For the sequence: the Commonwealth in the reinforcement stage, when there are Poles to take."""
    if not political(g) or COMMONWEALTH not in playing(g) or not at_war(g, USSR, GERMANY):
        return []
    if g.east_poland and g.countries.status[g.facts.country["poland"]] == CONQUERED:
        raise_corps(g)
    return [COMMONWEALTH] if any(may_recruit(g, Recruiting(COMMONWEALTH), u) is None for u in poles(g)) else []


@rule("19.5.1")
def recruit_poles(g: War) -> Flow[None]:
    """The Commonwealth may take Polish units into its force pools"""
    subject = Recruiting(COMMONWEALTH)
    while any(may_recruit(g, subject, u) is None for u in poles(g)):
        answer, _ = yield from menu(g, g.seat(COMMONWEALTH), "Poles for the Commonwealth?", subject, NO_POLES, RECRUIT)
        if answer.verb == NO_POLES.name:
            return


def _recruit(g: War, subject: Recruiting, unit: int) -> None:
    row = g.units[unit]
    row.at, row.power, row.country = FORCE_POOL, COMMONWEALTH, g.facts.country[g.facts.empire]
    g.interned = [u for u in g.interned if u != unit]
    g.say("{} joins the force pools of the Commonwealth", row, rule="19.5.1")


NO_POLES: Act[War, Recruiting, None] = Act("no_poles", "19.5.1", "No more", do=lambda g, s, _: None)
RECRUIT: Act[War, Recruiting, int] = Act(
    "recruit", "19.5.1", "{0}", takes=Unit, among=lambda g, s: poles(g), may=may_recruit, do=_recruit
)
