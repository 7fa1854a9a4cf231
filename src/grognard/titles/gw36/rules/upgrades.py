"""11.2: Militia become Infantry, Infantry become Motorized. Paid in the Production Phase, resolved in the Place Units Phase.

15.9: early war fighters converted or scrapped from January 1940 on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import compress
from typing import Any

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import Upgrade
from grognard.titles.gw36.kinds import KIND, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.chart import FIGHTER, MODERN_FIGHTERS, RETRAIN
from grognard.titles.gw36.rules.supply import overland, supplied
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, earn, minds, pay, seat_at
from grognard.titles.gw36.rules.units import of_kinds
from grognard.titles.gw36.state import Order, Unit, War

VERBS = ("retrain", "convert", "scrap")
COUNTS = (1, 2, 3, 5)
RETRAIN_TO = {(kind, n): Option("retrain", name, n) for kind, name in enumerate(UNIT_IDS) for n in COUNTS}


def _row(g: War, kind: int) -> Upgrade:
    """The upgrade that makes a kind of unit."""
    return next(row for row in g.facts.upgrades if row.to_unit == UNIT_IDS[kind])


@rule("11.2")
def may_retrain(g: War, desk: Desk, kind: int, count: int = 1) -> No | None:
    """Why a desk cannot pay for upgrades to a kind of unit."""
    lack = may_train(g, desk, kind, count)
    if lack is not None:
        return lack
    row = _row(g, kind)
    if not upgradable(g, desk, kind):
        return No("11.2", f"no {UNIT_NAMES[KIND[row.from_unit]]} has a supply path from a factory in the Home Country")
    return can_pay(g, desk, row.cost * count)


@rule("11.2")
def may_train(g: War, desk: Desk, kind: int, count: int = 1) -> No | None:
    """Why a desk orders no upgrades to a kind of unit, whoever could receive them."""
    row = next((row for row in g.facts.upgrades if row.to_unit == UNIT_IDS[kind]), None)
    if row is None:
        return No("11.2", f"no unit is upgraded to {UNIT_NAMES[kind]}")
    if row.to_unit == "motorized_infantry" and not g.options.motorized_upgrade:
        return No("11.2", "the motorized upgrade is not played")
    lack = chart.may_buy(g, desk.nation, kind)
    if lack is None and row.max_per_turn and count + _ordered(g, desk, kind) > row.max_per_turn:
        lack = No("11.2", "one Militia upgrade a turn")
    return lack


def _ordered(g: War, desk: Desk, kind: int) -> int:
    return sum(o.count for o in chart.chart(g, desk.nation) if o.what == RETRAIN and o.kind == kind and o.turn == g.turn)


@rule("11.2", "1.5")
def upgradable(g: War, desk: Desk, kind: int) -> list[int]:
    """Units that can receive an upgrade: in supply path of a factory of the Home Country."""
    return [u for u in trainable(g, desk.nation, KIND[_row(g, kind).from_unit]) if minds(g, desk, g.units.at[u])]


def receivers(g: War, desk: Desk, kind: int, most: int) -> int:
    """How many units can receive an upgrade, counted up to `most`: those in supply overland first, for they are mostly enough."""
    near = _trainable(g, desk.nation, KIND[_row(g, kind).from_unit], overland(g, desk.nation, False))
    if sum(minds(g, desk, g.units.at[u]) for u in near) >= most:
        return most
    return min(most, len(upgradable(g, desk, kind)))


def trainable(g: War, nation: int, old: int) -> tuple[int, ...]:
    """Units of a kind that a supply path reaches."""
    units = g.units
    if not any(units.nation[u] == nation and units.at[u] >= 0 for u in of_kinds(g, frozenset((old,)))):
        return ()
    return _trainable(g, nation, old, supplied(g, nation, False))


@derived("units.at", "units.kind", "units.nation")
def _trainable(g: War, nation: int, old: int, reach: frozenset[int]) -> tuple[int, ...]:
    nations, ats = g.units.nation, g.units.at
    return tuple(u for u in of_kinds(g, frozenset((old,))) if nations[u] == nation and ats[u] in reach)


def spendings(g: War, desk: Desk) -> Iterator[Option]:
    """Upgrades a desk can pay for."""
    cash = cash_of(g, desk)
    for row in g.facts.upgrades:
        kind = KIND[row.to_unit]
        if cash >= row.cost and may_train(g, desk, kind) is None:
            most = receivers(g, desk, kind, min(cash // row.cost, row.max_per_turn or 99, COUNTS[-1]))
            yield from (RETRAIN_TO[kind, n] for n in COUNTS if n <= most)
    if g.options.early_fighters and date(g) >= MODERN_FIGHTERS:
        for u in early_fighters(g):
            at = g.units.at[u]
            if at >= 0 and g.units.nation[u] == desk.nation and minds(g, desk, at):
                if may_convert(g, desk, u) is None:
                    yield Option("convert", g.units[u])
                yield Option("scrap", g.units[u])


@derived("units.old")
def early_fighters(g: War) -> tuple[int, ...]:
    """Early war fighters, dead ones included."""
    return tuple(compress(range(len(g.units)), g.units.old))


@rule("15.9")
def may_scrap(g: War, desk: Desk, u: int) -> No | None:
    """Why an early war fighter cannot be replaced yet."""
    if g.units.nation[u] != desk.nation or not g.units.old[u] or g.units.kind[u] != FIGHTER:
        return No("15.9", "it is not your early war fighter")
    if date(g) < MODERN_FIGHTERS:
        return No("15.9", "modern fighters come in January 1940")
    return None


@rule("15.9")
def may_convert(g: War, desk: Desk, u: int) -> No | None:
    """Why an early war fighter cannot be converted."""
    lack = may_scrap(g, desk, u)
    return can_pay(g, desk, g.facts.prices["fighter_conversion"]) if lack is None else lack


def why_not(g: War, desk: Desk, option: Option) -> No | None:
    args = option.args
    if option.verb == "retrain" and args and args[0] in KIND:
        return may_retrain(g, desk, KIND[str(args[0])], int(args[1]) if len(args) > 1 and isinstance(args[1], int) else 1)
    if option.verb in ("convert", "scrap") and args and isinstance(args[0], Unit):
        return (may_convert if option.verb == "convert" else may_scrap)(g, desk, args[0].index)
    return None


@rule("11.2", "15.9")
def order_upgrade(g: War, desk: Desk, choice: Option) -> None:
    """Pay for an upgrade, or convert or scrap an early fighter at once."""
    price = g.facts.prices["fighter_conversion"]
    args: tuple[Any, ...] = choice.args
    if choice.verb == "retrain":
        name, count = args
        kind = KIND[name]
        pay(g, desk, _row(g, kind).cost * count)
        chart.enter(g, desk, RETRAIN, kind, count=count, paid=1, ready=1)
        g.say("{} pays {} upgrade(s) to {}", g.nations[desk.nation], count, UNIT_NAMES[kind], rule="11.2")
    elif choice.verb == "convert":
        pay(g, desk, price)
        choice.arg.old = 0
        g.say("{} is modernised", choice.arg, rule="15.9")
    else:
        g.say("{} is scrapped", choice.arg, rule="15.9")
        g.remove(choice.arg.index)
        earn(g, desk.nation, price, desk.half)


@rule("11.2")
def resolve_upgrades(g: War, desk: Desk) -> Flow[None]:
    """Choose the units that receive paid upgrades; an upgrade that reaches nobody, or is over the turn's limit, waits"""
    done: dict[int, int] = {}
    for o in [o for o in chart.of_desk(g, desk) if o.what == RETRAIN]:
        while not o.gone:
            most = _row(g, o.kind).max_per_turn
            found = upgradable(g, desk, o.kind)
            if not found or (most and done.get(o.kind, 0) >= most):
                break
            choice = yield Ask(
                seat_at(g, desk),
                f"Upgrade to {UNIT_NAMES[o.kind]}: {o.count} paid",
                [*(Option("promote", g.units[u], o) for u in _distinct(g, found)), Option("wait")],
                "11.2",
                partial(_why_not_promote, found, _distinct(g, found), o),
            )
            if choice.verb == "wait":
                break
            promote(g, choice.arg, o)
            done[o.kind] = done.get(o.kind, 0) + 1


def _distinct(g: War, units: list[int]) -> list[int]:
    """One unit of each zone: equal units need not be told apart."""
    return list({(g.units.at[u], g.units.carrier[u]): u for u in units}.values())


def _why_not_promote(found: list[int], offered: list[int], paid: Order, option: Option) -> No | None:
    if option.verb != "promote" or not isinstance(option.arg, Unit):
        return None
    if option.args[1:] != (paid,):
        return No("11.2", f"the upgrade to {UNIT_NAMES[paid.kind]} is resolved now")
    if option.arg.index not in found:
        return No("11.2", "it has no supply path from a factory in the Home Country")
    return None if option.arg.index in offered else No("11.2", "another of its zone stands for it")


@rule("11.2")
def promote(g: War, unit: Unit, o: Order) -> None:
    """A unit becomes what was paid for, wherever it has moved or fought."""
    unit.kind = o.kind
    chart.take_from(g, o, 1)
    g.say("A unit in {} becomes {}", g.zones[unit.at], UNIT_NAMES[o.kind], rule="11.2")
