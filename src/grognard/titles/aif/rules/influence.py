"""13.6.11: the minor influence step. Drift, then every power buys levels in secret, then all of them are applied together."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.allegiance import (
    apply_levels,
    drift,
    enforce_rights,
    factory_count,
    frozen,
    level_cost,
    place_name,
)
from grognard.titles.aif.state import America, Flag
from grognard.titles.wif.facts import AXIS, SIDE_OF_POWER
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.state import COMPLETE, NOWHERE, Power

HIDDEN, HIDDEN_PRICE = NOWHERE, 3  # in orders, the place of a flag: hidden units, and what one costs (22.10)
MOST_LEVELS = 36  # from full distance on one side to square 15 on the other, hurdles included


class Courting(Subject, frozen=True):
    """A power's political points and what it has ordered so far, as flag, levels, flag, levels."""

    power: Annotated[int, Power]
    points: int
    ordered: tuple[int, ...] = ()
    before: int = 0  # 22.10: the set-up is still to come, so hidden units can be paid for


class Courtship(Subject, frozen=True):
    """A minor a power spends points on."""

    power: Annotated[int, Power]
    points: int
    flag: Annotated[int, Flag]
    cost: int


class Batch(NamedTuple):
    """Levels one power bought for one minor."""

    levels: int
    power: int
    flag: int
    spent: int


@rule("13.6.11")
def influence_step(g: America) -> Flow[None]:
    """Flags drift; political points become levels, bought in secret and applied together"""
    drift(g)
    yield from buy_and_apply(g, first=g.holder)


@rule("13.6.11", "23.7")
def buy_and_apply(g: America, first: int = AXIS, *, before: bool = False) -> Flow[None]:
    """Every power with points chooses in secret; then the batches are applied, the highest first."""
    buyers = [p for p in playing(g) if g.offices.political[p] > 0 and g.powers.conquered[p] != COMPLETE]
    if buyers:
        flows = {g.seat(p): choose_levels(g, p, before=before) for p in buyers}
        chosen: dict[str, tuple[int, ...]] = yield Together(flows, secret=True)
        settle(g, {p: chosen[g.seat(p)] for p in buyers}, first)
    enforce_rights(g)


def choose_levels(g: America, power: int, *, before: bool = False) -> Flow[tuple[int, ...]]:
    """Levels for minors, one after the other, before the set-up hidden units too; points that are left are kept"""
    ordered: tuple[int, ...] = ()
    points = g.offices.political[power]
    while True:
        subject = Courting(power, points, ordered, int(before))
        answer, flag = yield from menu(
            g, g.seat(power), "{0}: {1} political points", subject, KEEP, COURT, HIDE, named=(g.powers[power], points)
        )
        if answer.verb == KEEP.name:
            return ordered
        if answer.verb == HIDE.name:
            ordered, points = (*ordered, HIDDEN, flag), points - flag * HIDDEN_PRICE
            continue
        cost = level_cost(g, power, flag)
        _, levels = yield from menu(
            g, g.seat(power), "{0}, now {1}: how many levels, {2} points each?", Courtship(power, points, flag, cost), LEVELS,
            named=(g.flags[flag], place_name(g, flag), cost),
        )  # fmt: skip
        points -= levels * cost
        ordered = (*ordered, flag, levels)


@rule("13.6.11")
def may_court(g: America, subject: Courting, flag: int) -> No | None:
    """Whether a power may buy levels for a minor."""
    if frozen(g, flag):
        return No("9.8", "its flag does not move any more")
    if flag in subject.ordered[::2]:
        return No("13.6.11", "you have bought levels for it already")
    cost = level_cost(g, subject.power, flag)
    if cost > subject.points:
        return No("13.6.11", f"a level costs {cost} political points and you have {subject.points}")
    return None


@rule("22.10")
def may_pay_hidden(g: America, subject: Courting, units: int) -> No | None:
    """Whether a power pays for so many hidden units: with the option, in an influence step before the set-up, once in each."""
    if not g.options.hidden_units or not subject.before:
        return No("22.10", "hidden units are paid for before the set-up, with an option")
    if HIDDEN in subject.ordered[::2]:
        return No("22.10", "you have paid for hidden units in this step")
    if units < 1 or units * HIDDEN_PRICE > subject.points:
        return No("22.10", f"a hidden unit costs {HIDDEN_PRICE} political points and you have {subject.points}")
    return None


def concealable(g: America, subject: Courting) -> range:
    """Numbers of hidden units that can be paid for."""
    open_now = g.options.hidden_units and subject.before and HIDDEN not in subject.ordered[::2]
    return range(1, subject.points // HIDDEN_PRICE + 1) if open_now else range(0)


def may_level(g: America, subject: Courtship, levels: int) -> No | None:
    """Whether so many levels can be paid."""
    if levels < 1 or levels > MOST_LEVELS:
        return No("13.6.11", "so many levels lead nowhere")
    if levels * subject.cost > subject.points:
        return No("13.6.11", f"they cost {levels * subject.cost} political points and you have {subject.points}")
    return None


@rule("13.6.11")
def settle(g: America, chosen: dict[int, tuple[int, ...]], first: int) -> None:
    """Pay for all levels and apply them, the highest batch first; `first`: the side that wins ties."""
    batches: list[Batch] = []
    for power, ordered in chosen.items():
        for flag, levels in zip(ordered[::2], ordered[1::2]):
            if flag == HIDDEN:  # 22.10: these points are lost
                g.offices[power].paid += levels
                g.offices[power].political -= levels * HIDDEN_PRICE
                continue
            batches.append(Batch(levels, power, flag, levels * level_cost(g, power, flag)))
    for batch in batches:
        g.offices[batch.power].political -= batch.spent
    for batch in order(g, batches, first):
        g.say("{} buys {} levels for {}", g.powers[batch.power], batch.levels, g.flags[batch.flag], rule="13.6.11")
        apply_levels(g, batch.flag, batch.power, batch.levels)


@rule("13.6.11")
def order(g: America, batches: list[Batch], first: int) -> list[Batch]:
    """The highest number of levels first; ties: the side with the initiative, then most points on the minor, most on all minors,
    most factories."""
    total = {b.power: sum(c.spent for c in batches if c.power == b.power) for b in batches}
    return sorted(
        batches,
        key=lambda b: (
            -b.levels,
            SIDE_OF_POWER[b.power] != first,
            -b.spent,
            -total[b.power],
            -factory_count(g, b.power),
            b.flag,
        ),
    )


KEEP: Act[America, Courting, None] = Act("keep", "13.6.11", "Keep the rest", do=lambda g, s, _: None)
COURT: Act[America, Courting, int] = Act(
    "court", "13.6.11", lambda g, s, flag: f"{g.flags[flag].label}: {level_cost(g, s.power, flag)} a level", takes=Flag,
    among=lambda g, s: range(len(g.flags)), may=may_court, do=lambda g, s, flag: flag,
)  # fmt: skip
LEVELS: Act[America, Courtship, int] = Act(
    "levels", "13.6.11", "{0}", takes=int, among=lambda g, s: range(1, min(s.points // s.cost, MOST_LEVELS) + 1), may=may_level,
    do=lambda g, s, levels: levels,
)  # fmt: skip
HIDE: Act[America, Courting, int] = Act(
    "conceal", "22.10", "{0} hidden units", takes=int, among=concealable, may=may_pay_hidden, do=lambda g, s, units: units
)
