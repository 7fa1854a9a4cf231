"""29.15: simplified diplomacy: two paid rolls instead of POPs, and an Espionage chit once a year."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import AXIS, MAJORS, NEUTRAL, ORDER
from grognard.titles.tw.rules.american_peace import propaganda
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.espionage import ESPIONAGE, chit_price
from grognard.titles.tw.rules.minors import incline
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.status import TARGETS, bloc, may_influence, patron, status_with
from grognard.titles.tw.state import ASSOCIATE, FALL, SATELLITE, SPRING, Nation, War

PRICE = 3
AXIS_ROLL, ALLIED_ROLL = 8, 3  # the Axis needs so much or more, the others so much or less
CHIT = 2  # TW-AMB-127


class Courier(Subject, frozen=True):
    """A Major Power that may roll for a diplomatic target."""

    power: Annotated[int, Nation]


def simple_season(g: War) -> bool:
    """Spring and Fall of the whole war, with the option."""
    return bool(g.campaign) and g.season in (SPRING, FALL) and bool(g.options.simple_diplomacy)


@rule("29.15")
def may_court(g: War, power: int, target: int, spies: bool) -> No | None:
    """Whether a power can roll for a target: once a season, for 3 NARFs; with a chit once a year, for its price."""
    row = g.nations[power]
    no = may_influence(g, power, target)
    if no is not None:
        return no
    if row.pops_bought:
        return No("29.15", "one roll a season")
    if spies and row.spy_year == g.year:
        return No("29.15", "Espionage once a year")
    if status_with(g, target, bloc(power)) >= SATELLITE:
        return No("29.15", "it is a Satellite already")
    price = PRICE + (chit_price(power, ESPIONAGE) if spies else 0)
    return No("29.15", f"it costs {price} NARFs") if row.narfs < price else None


@rule("29.15")
def leaning_bonus(g: War, target: int) -> int:
    """What the status of a target adds to the die: 1 or 2 for an Axis Sympathizer or Associate, less for an Allied one."""
    held, status = patron(g, target), min(g.nations.status[target], ASSOCIATE)
    return 0 if held < 0 else status if camp(g, held) == AXIS else -status


@rule("29.15")
def court(g: War, power: int, target: int, spies: bool) -> None:
    """Two rolls, each paid for; when both succeed the target moves one level."""
    row, axis = g.nations[power], camp(g, power) == AXIS
    row.pops_bought = 1
    if spies:
        pay(g, power, chit_price(power, ESPIONAGE))
        row.spy_year = g.year
    shift = leaning_bonus(g, target) + (CHIT if axis else -CHIT) * int(spies)
    for n in ("first", "second"):
        if row.narfs < PRICE:
            return
        pay(g, power, PRICE)
        roll = g.roll(D10, f"{row.label} courts {g.nations[target].label}, {n} roll, {shift:+}", "29.15") + shift
        if not (roll >= AXIS_ROLL if axis else roll <= ALLIED_ROLL):
            g.say("{} is not moved", g.nations[target], rule="29.15")
            return
    held, status = patron(g, target), g.nations.status[target]
    if held >= 0 and bloc(held) != bloc(power):
        incline(g, target, held, status - 1)
    else:
        incline(g, target, held if held >= 0 else power, status + 1)


@rule("29.15", "3.3")
def simple_diplomacy(g: War) -> Flow[None]:
    """Powers roll for targets, the poorest first"""
    for n in MAJORS:
        g.nations[n].pops_bought = 0
    for power in sorted(MAJORS, key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        if g.nations.surrendered[power] or camp(g, power) == NEUTRAL:
            continue
        courier = Courier(power)
        if any(True for act in (COURTING, SPYING) for _ in act.candidates(g, courier)):
            prompt = f"{g.nations[power].label}: a diplomatic target"
            yield from menu(g, g.seat(camp(g, power)), prompt, courier, NOBODY, COURTING, SPYING, rule="29.15")
    yield from propaganda(g)


NOBODY: Act[War, Courier, None] = Act("done", "29.15", "None", do=lambda g, s, _: None)
COURTING: Act[War, Courier, int] = Act(
    "court", "29.15", lambda g, s, n: f"{g.nations[n].label} ({PRICE} NARFs a roll)", takes=Nation, among=lambda g, s: TARGETS,
    may=lambda g, s, n: may_court(g, s.power, n, False), do=lambda g, s, n: court(g, s.power, n, False), rolls=True,
)  # fmt: skip
SPYING: Act[War, Courier, int] = Act(
    "spies", "29.15", lambda g, s, n: f"{g.nations[n].label}, with Espionage", takes=Nation, among=lambda g, s: TARGETS,
    may=lambda g, s, n: may_court(g, s.power, n, True), do=lambda g, s, n: court(g, s.power, n, True), rolls=True,
)  # fmt: skip
