"""11.2: Militia become Infantry, Infantry become Motorized. Paid in the Production Phase, resolved in the Place Units Phase.

15.9: early war fighters converted or scrapped from January 1940 on.
"""

from __future__ import annotations

from functools import partial
from itertools import compress
from typing import Any

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import Upgrade
from grognard.titles.gw36.kinds import KIND, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.chart import FIGHTER, MODERN_FIGHTERS, RETRAIN
from grognard.titles.gw36.rules.supply import overland, supplied
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, desk_of, earn, minds, pay, seat_at
from grognard.titles.gw36.rules.units import of_kinds
from grognard.titles.gw36.state import Entry, Unit, War
from grognard.titles.gw36.subjects import Promotion, Spending

COUNTS = (1, 2, 3, 5)
WAITING = word("wait", "11.2", "Wait")


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
    return sum([o.count for o in chart.chart(g, desk.nation) if o.what == RETRAIN and o.kind == kind and o.turn == g.turn])


@rule("11.2", "1.5")
def upgradable(g: War, desk: Desk, kind: int) -> list[int]:
    """Units that can receive an upgrade: in supply path of a factory of the Home Country."""
    return [u for u in trainable(g, desk.nation, KIND[_row(g, kind).from_unit]) if minds(g, desk, g.units.at[u])]


def receivers(g: War, desk: Desk, kind: int, most: int) -> int:
    """How many units can receive an upgrade, counted up to `most`: those in supply overland first, for they are mostly enough."""
    near = _trainable(g, desk.nation, KIND[_row(g, kind).from_unit], overland(g, desk.nation, False))
    if sum([minds(g, desk, g.units.at[u]) for u in near]) >= most:
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
    return tuple([u for u in of_kinds(g, frozenset((old,))) if nations[u] == nation and ats[u] in reach])


def trainings(g: War, spending: Spending) -> list[tuple[str, int]]:
    """Upgrades a desk can pay for: the new kind of unit, and how many."""
    desk, found = desk_of(spending), []
    cash = cash_of(g, desk)
    for row in g.facts.upgrades:
        kind = KIND[row.to_unit]
        if cash >= row.cost and may_train(g, desk, kind) is None:
            most = receivers(g, desk, kind, min(cash // row.cost, row.max_per_turn or 99, COUNTS[-1]))
            found += [(row.to_unit, n) for n in COUNTS if n <= most]
    return found


def may_train_so(g: War, spending: Spending, training: tuple[str, int]) -> No | None:
    """Why a desk cannot pay for so many upgrades."""
    name, count = training
    return may_retrain(g, desk_of(spending), KIND[name], count) if name in KIND else No("11.2", "there is no such unit")


def early_ones(g: War, spending: Spending) -> list[int]:
    """Early war fighters that a desk may replace."""
    if not g.options.early_fighters or date(g) < MODERN_FIGHTERS:
        return []
    desk = desk_of(spending)
    return [u for u in early_fighters(g) if may_scrap(g, desk, u) is None]


@derived("units.old")
def early_fighters(g: War) -> tuple[int, ...]:
    """Early war fighters, dead ones included."""
    return tuple(compress(range(len(g.units)), g.units.old))


@rule("15.9")
def may_scrap(g: War, desk: Desk, u: int) -> No | None:
    """Why an early war fighter cannot be replaced yet."""
    units = g.units
    if units.nation[u] != desk.nation or not units.old[u] or units.kind[u] != FIGHTER or units.at[u] < 0:
        return No("15.9", "it is not your early war fighter")
    if date(g) < MODERN_FIGHTERS:
        return No("15.9", "modern fighters come in January 1940")
    return None if minds(g, desk, units.at[u]) else No("2.3", "it is the other half's of the divided USA")


@rule("15.9")
def may_convert(g: War, desk: Desk, u: int) -> No | None:
    """Why an early war fighter cannot be converted."""
    lack = may_scrap(g, desk, u)
    return can_pay(g, desk, g.facts.prices["fighter_conversion"]) if lack is None else lack


@rule("11.2")
def retrain(g: War, spending: Spending, training: tuple[str, int]) -> None:
    """Pay for upgrades."""
    name, count = training
    desk, kind = desk_of(spending), KIND[name]
    pay(g, desk, _row(g, kind).cost * count)
    chart.enter(g, desk, RETRAIN, kind, count=count, paid=1, ready=1)
    g.say("{} pays {} upgrade(s) to {}", g.nations[desk.nation], count, UNIT_NAMES[kind], rule="11.2")


@rule("15.9")
def convert(g: War, spending: Spending, u: int) -> None:
    """An early fighter is modernised at once."""
    pay(g, desk_of(spending), g.facts.prices["fighter_conversion"])
    g.units[u].old = 0
    g.say("{} is modernised", g.units[u], rule="15.9")


@rule("15.9")
def scrap(g: War, spending: Spending, u: int) -> None:
    """An early fighter is scrapped for IPP."""
    g.say("{} is scrapped", g.units[u], rule="15.9")
    g.remove(u)
    earn(g, spending.nation, g.facts.prices["fighter_conversion"], spending.half)


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
            offered = _distinct(g, found)
            why = partial(_why_not_promote, found=found, paid=o)
            pairs = [(u, o.index) for u in offered]
            act = one_of("promote", "11.2", "The {0}", (Unit, Entry), pairs, "another of its zone stands for it", why=why)
            prompt = f"Upgrade to {UNIT_NAMES[o.kind]}: {o.count} paid"
            choice, _ = yield from menu(g, seat_at(g, desk), prompt, Promotion(desk.nation, tuple(offered)), act, WAITING)
            if choice.verb == "wait":
                break
            promote(g, choice.row(Unit), o)
            done[o.kind] = done.get(o.kind, 0) + 1


def _distinct(g: War, units: list[int]) -> list[int]:
    """One unit of each zone: equal units need not be told apart."""
    return list({(g.units.at[u], g.units.carrier[u]): u for u in units}.values())


def _why_not_promote(g: War, pair: tuple[int, int], found: list[int], paid: Entry) -> No | None:
    u, order = pair
    if order != paid.index:
        return No("11.2", f"the upgrade to {UNIT_NAMES[paid.kind]} is resolved now")
    return None if u in found else No("11.2", "it has no supply path from a factory in the Home Country")


@rule("11.2")
def promote(g: War, unit: Unit, o: Entry) -> None:
    """A unit becomes what was paid for, wherever it has moved or fought."""
    unit.kind = o.kind
    chart.take_from(g, o, 1)
    g.say("A unit in {} becomes {}", g.zones[unit.at], UNIT_NAMES[o.kind], rule="11.2")


def _trained(g: War, spending: Spending, training: tuple[str, int]) -> str:
    row = _row(g, KIND[training[0]])
    return f"{training[1]} {UNIT_NAMES[KIND[row.from_unit]]} to {UNIT_NAMES[KIND[row.to_unit]]}"


UPGRADES: tuple[Act[War, Spending, Any], ...] = (
    Act[War, Spending, tuple[str, int]](
        "retrain",
        "11.2",
        _trained,
        takes=(str, int),
        listed=trainings,
        may=may_train_so,
        do=retrain,
        group="Upgrade units",
        hint=lambda g, spending, training: f"{_row(g, KIND[training[0]]).cost} IPP each",
    ),
    Act[War, Spending, int](
        "convert",
        "15.9",
        "Convert the {0}",
        takes=Unit,
        among=early_ones,
        may=lambda g, spending, u: may_convert(g, desk_of(spending), u),
        do=convert,
    ),
    Act[War, Spending, int](
        "scrap",
        "15.9",
        "Scrap the {0}",
        takes=Unit,
        listed=early_ones,
        may=lambda g, spending, u: may_scrap(g, desk_of(spending), u),
        do=scrap,
    ),
)
