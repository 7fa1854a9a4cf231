"""Chapter 7: the Production Phase. Purchases, construction, advances on the chart; the other spendings are called from here.

What may be bought and what it costs is chart.py; repair.py, technology.py, upgrades.py and lend_lease.py keep 7.4, 7.6-7.8,
11.2 and 7.9. Peacetime increases (7.5) are income_increases.py, influence (tables 4-4, 4-5) is alignment.py.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    FACILITY,
    FACILITY_IDS,
    FACILITY_NAMES,
    IS_AIR,
    IS_LAND,
    KIND,
    NO_VALUE,
    UNIT_IDS,
    UNIT_NAMES,
)
from grognard.titles.gw36.powers import GERMANY, NATION, NATIONS, PLAYED, USA, USSR
from grognard.titles.gw36.rules import alignment, chart, lend_lease, places, repair, technology, upgrades
from grognard.titles.gw36.rules.building import (
    build,
    foundations,
    ground_surcharge,
    improve,
    improvements,
    may_found,
    may_improve,
)
from grognard.titles.gw36.rules.chart import BUILDING, CAPITAL, UNIT, UPGRADE
from grognard.titles.gw36.rules.facilities import (
    IMPROVED_CONSTRUCTION,
    action_lack,
)
from grognard.titles.gw36.rules.nations import at_war_with_major
from grognard.titles.gw36.rules.places import may_begin, yards
from grognard.titles.gw36.rules.treasury import EAST, WHOLE, Desk, can_pay, cash_of, desk_of, first, minds, pay, seat_at
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import Entry, Nation, Site, War, Zone
from grognard.titles.gw36.subjects import Shipyard, Spending

INFLUENCE = {USA: (1, 2, 3), GERMANY: (2,)}  # what an attempt to Align a minor costs (tables 4-4, 4-5)
COUNTS = (1, 2, 3, 4, 5, 6, 8, 10)  # how many of a kind are offered at once
LOTS = [tuple([(name, n) for n in COUNTS]) for name in UNIT_IDS]


@rule("7.0", "6.2")
def production_phase(g: War) -> Flow[None]:
    """A nation of the turn spends its IPP"""
    return produce(g, Desk.numbered(g.desk))


@rule("7.0")
def produce(g: War, desk: Desk) -> Flow[None]:
    """Spend IPP in any order until done"""
    while True:
        prompt = f"{g.nations[desk.nation].label} produces: {cash_of(g, desk)} IPP"
        choice, _ = yield from menu(g, seat_at(g, desk), prompt, Spending(*desk), *SPENDINGS, rule="7.0", rests=True)
        if choice.verb == "done":
            return


def gifts(g: War, spending: Spending) -> list[int]:
    """Sums that a half of the USA can hand to the other."""
    cash = cash_of(g, desk_of(spending)) if spending.half != WHOLE else 0
    return [n for n in COUNTS if n <= cash]


@rule("2.3")
def may_give(g: War, spending: Spending, amount: int) -> No | None:
    """Why a desk hands no money over."""
    return can_pay(g, desk_of(spending), amount) if spending.half else No("2.3", "only the halves of a split USA exchange money")


def may_deny(g: War, spending: Spending, _: None) -> No | None:
    """Why the Arctic bonus is not denied now."""
    no = may_rule_arctic(g, desk_of(spending))
    return No("9.11", "it is denied") if no is None and g.nations[USSR].arctic_denied else no


def may_allow(g: War, spending: Spending, _: None) -> No | None:
    """Why the Arctic bonus is not allowed now."""
    no = may_rule_arctic(g, desk_of(spending))
    return No("9.11", "it is not denied") if no is None and not g.nations[USSR].arctic_denied else no


@rule("9.11")
def rule_arctic(g: War, denied: int) -> None:
    """The USA denies or allows the Soviet-Arctic bonus, once a turn."""
    g.nations[USSR].arctic_denied = denied
    g.nations[USA].arctic_denied = g.turn + 1


# --- 7.1-7.3 units -----------------------------------------------------------------------------------------------------


@rule("7.1", "7.2", "7.3")
def may_order(g: War, desk: Desk, kind: int, count: int = 1, *, rush: bool = False) -> No | None:
    """Why a desk cannot order some units now."""
    lack = chart.may_buy(g, desk.nation, kind)
    if lack is None and rush:
        lack = chart.may_rush(g, desk.nation, UNIT, kind)
    if lack is not None:
        return lack
    if count > chart.purchase_limit(g, desk.nation, kind):
        return No("7.2", f"at most {g.facts.builds[UNIT_IDS[kind]].max_per_turn} {UNIT_NAMES[kind]} a turn")
    due = chart.payments(g, desk.nation, UNIT, kind, rush=int(rush))
    if rush or len(due) > 1:
        count = 1
    lack = can_pay(g, desk, due[0] * count)
    return may_begin(g, desk, kind) if lack is None else lack


def purchases(g: War, spending: Spending) -> list[tuple[str, int]]:
    """Units a desk can order now, and how many at once."""
    desk, found = desk_of(spending), list[tuple[str, int]]()
    cash, nation = cash_of(g, desk), desk.nation
    shelf = [row for row in chart.shelf(g, nation) if row[1] <= cash]
    ready = places.startables(g, *desk) if shelf else ()
    for kind, price, stages in shelf:
        if kind in ready:
            most = 1 if stages > 1 else min(cash // price, chart.purchase_limit(g, nation, kind))
            found += LOTS[kind][: bisect_right(COUNTS, most)]
    return found


def hurried(g: War, spending: Spending) -> list[str]:
    """Units and facilities a desk can begin with two payments at once (7.8)."""
    desk, found = desk_of(spending), []
    cash, nation = cash_of(g, desk), desk.nation
    if not has_technology(g, nation, IMPROVED_CONSTRUCTION):
        return []
    shelf = [row for row in chart.shelf(g, nation) if row[1] <= cash]
    ready = places.startables(g, *desk) if shelf else ()
    for kind, _, stages in shelf:
        if kind in ready and stages > 1 and _can_rush(g, nation, kind, cash):
            found.append(UNIT_IDS[kind])
    if action_lack(g, nation, "build_facilities") is None:
        for kind, price, stages in chart.building_shelf(g, nation):
            if price <= cash and stages > 1:
                due = chart.payments(g, nation, BUILDING, kind, rush=1)[0] + ground_surcharge(g, desk, kind)
                if due <= cash:
                    found.append(FACILITY_IDS[kind])
    return found


def may_purchase(g: War, spending: Spending, lot: tuple[str, int]) -> No | None:
    """Why a desk cannot order so many units."""
    name, count = lot
    return may_order(g, desk_of(spending), KIND[name], count) if name in KIND else No("7.1", "there is no such unit")


def may_hurry(g: War, spending: Spending, name: str) -> No | None:
    """Why a desk cannot begin something in a hurry."""
    if name in KIND:
        return may_order(g, desk_of(spending), KIND[name], rush=True)
    return may_found(g, spending, name, rush=True)


def hurry(g: War, spending: Spending, name: str) -> Flow[None]:
    """Begin a unit or a facility with two payments."""
    desk = desk_of(spending)
    return buy(g, desk, KIND[name], 1, rush=True) if name in KIND else build(g, desk, FACILITY[name], rush=True)


def _can_rush(g: War, nation: int, kind: int, cash: int) -> bool:
    """`may_order` for the first two payments of a unit that may be ordered otherwise."""
    if chart.may_rush(g, nation, UNIT, kind) is not None or not chart.purchase_limit(g, nation, kind):
        return False
    return chart.payments(g, nation, UNIT, kind, rush=1)[0] <= cash


@rule("7.1", "7.3", "15.8")
def buy(g: War, desk: Desk, kind: int, count: int, *, rush: bool = False) -> Flow[None]:
    """Pay for units and put them on the Production Chart"""
    due = chart.payments(g, desk.nation, UNIT, kind, rush=int(rush))
    at = NOWHERE
    if kind in CAPITAL and g.options.ships_under_construction:
        found = [z for z in yards(g, desk, kind) if minds(g, desk, z)]
        act = one_of("at", "15.8", "In {0}", Zone, found, f"no yard there can lay down the {UNIT_NAMES[kind]} now")
        prompt = f"Lay down the {UNIT_NAMES[kind]} in"
        _, at = yield from menu(g, seat_at(g, desk), prompt, Shipyard(desk.nation, tuple(found)), act)
    pay(g, desk, due[0] * count)
    g.say("{} orders {} {}", g.nations[desk.nation], count, UNIT_NAMES[kind], rule="7.1")
    if len(due) == 1 and not rush:
        for o in chart.of_desk(g, desk):
            if o.what == UNIT and o.kind == kind and o.turn == g.turn and o.ready and o.receiver < 0:
                o.count += count
                return
    chart.enter(g, desk, UNIT, kind, count=count, paid=1, stages=len(due), at=at, rush=int(rush), ready=int(len(due) == 1))


@rule("7.3")
def may_advance(g: War, desk: Desk, o: Entry) -> No | None:
    """Why an order cannot be moved to its next stage."""
    if chart.owner_of(g, o) != desk.nation or o not in chart.of_desk(g, desk):
        return No("7.3", "it is not on your Production Chart")
    if o.ready:
        return No("7.3", "it is in the Place Units box")
    if o.turn == g.turn:
        return No("7.3", "one stage a turn")
    return can_pay(g, desk, chart.next_payment(g, o))


@rule("7.3")
def advance(g: War, desk: Desk, o: Entry) -> None:
    """Pay for the next stage of an order."""
    pay(g, desk, chart.next_payment(g, o))
    o.nation, o.turn = desk.nation, g.turn
    o.paid += 1
    o.ready = int(o.paid >= o.stages)
    if o.what == BUILDING:
        g.sites[o.subject].paid = o.paid
    g.say("{} continues {}", g.nations[desk.nation], chart.label(g, o), rule="7.3")


# --- influence, money between halves -----------------------------------------------------------------------------------


@rule("4.8")
def influences(g: War, spending: Spending) -> list[tuple[int, int]]:
    """Attempts to Align minors by paying (tables 4-4 and 4-5)."""
    desk = desk_of(spending)
    if desk.nation not in (USA, GERMANY) or desk.half not in (WHOLE, EAST):
        return []
    sums = [amount for amount in INFLUENCE[desk.nation] if can_pay(g, desk, amount) is None]
    minors = [minor for minor in range(PLAYED, len(NATIONS)) if sums and alignment.may_influence(g, desk.nation, minor) is None]
    return [(minor, amount) for minor in minors for amount in sums]


@rule("4.8")
def may_try(g: War, spending: Spending, attempt: tuple[int, int]) -> No | None:
    """Why a desk cannot try to Align a minor for a sum."""
    minor, amount = attempt
    if spending.half not in (WHOLE, EAST):
        return No("2.3", "the player of the East speaks for the divided USA")
    return first(alignment.may_influence(g, spending.nation, minor), may_pay_influence(g, desk_of(spending), amount))


@rule("4.8")
def may_pay_influence(g: War, desk: Desk, amount: int) -> No | None:
    """Why an attempt does not cost that much: the USA pays up to 3 IPP, Germany 2."""
    if amount not in INFLUENCE.get(desk.nation, ()):
        return No("4.8", "the USA pays 1 to 3 IPP" if desk.nation == USA else "the attempt costs 2 IPP")
    return can_pay(g, desk, amount)


@rule("9.11")
def may_rule_arctic(g: War, desk: Desk) -> No | None:
    """Why the USA may not deny or allow the Soviet-Arctic bonus now: once a turn, while the USSR could draw it."""
    if desk.nation != USA or desk.half not in (WHOLE, EAST):
        return No("9.11", "the USA decides on the Soviet-Arctic bonus")
    if g.nations[USA].arctic_denied == g.turn + 1:
        return No("9.11", "it is decided for this turn")
    return None if at_war_with_major(g, USSR) else No("9.11", "the USSR draws no wartime bonus")


@rule("2.3")
def give(g: War, desk: Desk, amount: int) -> None:
    """A half of the USA hands money to the other."""
    assert amount <= cash_of(g, desk)
    g.usa_east = min(g.usa_east, g.nations.cash[NATION["usa"]]) + (-amount if desk.half == EAST else amount)


# --- the menu of the phase ---------------------------------------------------------------------------------------------


def _sums(due: tuple[int, ...]) -> str:
    if len(due) == 1:
        return f"{due[0]} IPP"
    same = len(set(due)) == 1
    return f"{due[0]} IPP in each of {len(due)} turns" if same else f"{' + '.join(map(str, due))} IPP, a turn each"


def _sort(kind: int) -> str:
    return "Buy land units" if IS_LAND[kind] else "Buy aircraft" if IS_AIR[kind] else "Buy ships"


def _worth(g: War, spending: Spending, kind: int, rush: int = 0) -> str:
    values = g.values
    attack, defence = (("-" if v == NO_VALUE else str(v)) for v in (values.attack[kind], values.defence[kind]))
    due = chart.payments(g, spending.nation, UNIT, kind, rush=rush)
    return f"{_sums(due)}; attack {attack}, defence {defence}, move {values.move[kind]}"


def _hurried_words(g: War, spending: Spending, name: str) -> str:
    return f"{UNIT_NAMES[KIND[name]]} in a hurry" if name in KIND else FACILITY_NAMES[FACILITY[name]]


def _hurried_hint(g: War, spending: Spending, name: str) -> str:
    if name in KIND:
        return _worth(g, spending, KIND[name], rush=1)
    return _sums(chart.payments(g, spending.nation, BUILDING, FACILITY[name], rush=1))


BUYING = Act[War, Spending, tuple[str, int]](
    "buy",
    "7.1",
    lambda g, spending, lot: f"{lot[1]} {UNIT_NAMES[KIND[lot[0]]]}",
    takes=(str, int),
    listed=purchases,
    may=may_purchase,
    do=lambda g, spending, lot: buy(g, desk_of(spending), KIND[lot[0]], lot[1]),
    group=lambda g, spending, lot: _sort(KIND[lot[0]]),
    hint=lambda g, spending, lot: _worth(g, spending, KIND[lot[0]]),
)
HURRYING = Act[War, Spending, str](
    "rush",
    "7.8",
    _hurried_words,
    takes=str,
    listed=hurried,
    may=may_hurry,
    do=hurry,
    group=lambda g, spending, name: _sort(KIND[name]) if name in KIND else "In a hurry",
    hint=_hurried_hint,
)
FOUNDING = Act[War, Spending, str](
    "build",
    "7.3",
    lambda g, spending, name: FACILITY_NAMES[FACILITY[name]],
    takes=str,
    listed=foundations,
    may=may_found,
    do=lambda g, spending, name: build(g, desk_of(spending), FACILITY[name]),
    group="Build facilities",
    hint=lambda g, spending, name: _sums(chart.payments(g, spending.nation, BUILDING, FACILITY[name])),
)
IMPROVING = Act[War, Spending, int](
    "upgrade",
    "7.3",
    "Upgrade the {0}",
    takes=Site,
    listed=improvements,
    may=lambda g, spending, s: may_improve(g, desk_of(spending), s),
    do=improve,
    group="Upgrade facilities",
    hint=lambda g, spending, s: _sums(chart.payments(g, spending.nation, UPGRADE, g.sites.kind[s])),
)
ADVANCING = Act[War, Spending, int](
    "advance",
    "7.3",
    "Continue the {0}",
    takes=Entry,
    among=lambda g, spending: [o.index for o in chart.of_desk(g, desk_of(spending))],
    may=lambda g, spending, o: may_advance(g, desk_of(spending), g.entries[o]),
    do=lambda g, spending, o: advance(g, desk_of(spending), g.entries[o]),
    group="Continue",
    hint=lambda g, spending, o: f"{chart.next_payment(g, g.entries[o])} IPP",
)
INFLUENCING = Act[War, Spending, tuple[int, int]](
    "influence",
    "4.8",
    "Influence {0} with {1} IPP",
    takes=(Nation, int),
    listed=influences,
    may=may_try,
    do=lambda g, spending, attempt: alignment.influence(g, spending.nation, *attempt),
    rolls=True,
    group="Influence",
)
SPENDINGS: tuple[Act[War, Spending, Any], ...] = (
    ADVANCING,
    *repair.REPAIRS,
    technology.RESEARCHING,
    BUYING,
    HURRYING,
    FOUNDING,
    IMPROVING,
    *upgrades.UPGRADES,
    lend_lease.LENDING,
    INFLUENCING,
    Act[War, Spending, int](
        "give",
        "2.3",
        "Give {0}",
        takes=int,
        listed=gifts,
        may=may_give,
        do=lambda g, spending, amount: give(g, desk_of(spending), amount),
    ),
    Act[War, Spending, None](
        "deny_arctic", "9.11", "Deny the Arctic route", may=may_deny, do=lambda g, spending, _: rule_arctic(g, 1)
    ),
    Act[War, Spending, None](
        "allow_arctic", "9.11", "Allow the Arctic route", may=may_allow, do=lambda g, spending, _: rule_arctic(g, 0)
    ),
    Act[War, Spending, None]("done", "7.0", "Done", do=lambda g, spending, _: None),
)
