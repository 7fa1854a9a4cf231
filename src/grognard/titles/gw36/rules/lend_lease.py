"""7.9: lend-lease declared in the Production Phase; 13.1 and 14.4.3: help for Spain and Vichy.

Who may send to whom is tables/lend_lease.csv. One delivery per lender and turn (GW36-AMB-15); delivering is deliveries.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import once_per_board
from grognard.kernel.flow import Flow
from grognard.kernel.picks import word
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import LendLease
from grognard.titles.gw36.kinds import INFANTRY_UNIT, KIND, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.powers import ACTIVE, JAPAN, NATION, NATIONS, PLAYED, POWER, USSR, keyed
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.chart import LOAN, SUPPLIES, UNIT
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import at_war, at_war_with_major, is_major, zone_income
from grognard.titles.gw36.rules.places import NO_FACTORY, may_begin, startables
from grognard.titles.gw36.rules.supply import home_factories
from grognard.titles.gw36.rules.treasury import Desk, can_pay, cash_of, desk_of, pay, seat_at
from grognard.titles.gw36.state import CIVIL_WAR, SIGNED, Nation, War
from grognard.titles.gw36.subjects import Lending, Spending

SPAIN = (NATION["nationalist_spain"], NATION["republican_spain"])
AMOUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)  # round sums, for who plans a loan; the rules allow every sum


@rule("7.9", "13.1", "14.3", "14.4")
def terms(g: War, sender: int, receiver: int) -> LendLease | No:
    """The row of the table under which a nation may send to another, or why it may not."""
    if not is_major(g, sender):
        return No("7.9", "only Major Powers send lend-lease")
    if g.nations.status[receiver] != ACTIVE or POWER[sender] == POWER[receiver]:
        return No("7.9", "a nation does not lend to itself or to Aligned minors")  # GW36-AMB-108
    if at_war(g, sender, receiver):
        return No("7.9", f"{g.nations[receiver].label} is an enemy")
    if g.neutrality == SIGNED and sender in (JAPAN, USSR) and at_war(g, receiver, JAPAN + USSR - sender):
        return No("14.3", "the Japanese-Soviet pact forbids it")
    best = No("7.9", f"{g.nations[sender].label} sends nothing to {g.nations[receiver].label}")
    for row in rows_of(g).get(NATIONS[sender], ()):
        if _covers(g, row, receiver):
            if row.income and not at_war_with_major(g, sender) and current_income(g, sender) < row.income:
                best = No("7.9", f"{g.nations[sender].label} at peace lends from an income of {row.income}")
            elif row.limit == "militia_upgrade" and _supplies_sent(g):
                best = No("13.1", "one Allied power a turn supplies Spain")
            else:
                return row
    return best


@once_per_board
def rows_of(g: War) -> dict[str, list[LendLease]]:
    """The rows of the table by sender."""
    found: dict[str, list[LendLease]] = {}
    for row in g.facts.lend_lease:
        found.setdefault(row.sender, []).append(row)
    return found


@once_per_board
def possible_receivers(g: War) -> dict[str, list[int]]:
    """Nations that some row of the table names for a sender, in order; `terms` decides."""
    found = {}
    for sender, rows in rows_of(g).items():
        words = {row.receiver for row in rows}
        played = "at_war_with_major" in words
        found[sender] = [n for n, name in enumerate(NATIONS) if name in words or (played and n < PLAYED)]
    return found


def _covers(g: War, row: LendLease, receiver: int) -> bool:
    if row.receiver != "at_war_with_major":
        return row.receiver == NATIONS[receiver] and (receiver not in SPAIN or g.spain == CIVIL_WAR)
    return receiver < PLAYED and at_war_with_major(g, receiver)


def _supplies_sent(g: War) -> bool:
    return any(o.what == SUPPLIES and o.turn == g.turn and not o.gone for o in g.entries) or bool(g.events.get(_sent_key(g)))


def _sent_key(g: War) -> int:
    return -1 - g.turn


@rule("7.9", "2.3")
def may_lend(g: War, desk: Desk, receiver: int) -> No | None:
    """Why a desk cannot declare lend-lease to a nation now."""
    if g.nations.lent[POWER[desk.nation]]:
        return No("7.9", "one lend-lease a turn")
    row = terms(g, desk.nation, receiver)
    if isinstance(row, No):
        return row
    if not home_factories(g, desk.nation):
        return No("11.4", "there is no factory in the Home Country to send it from")
    if g.nations.status[receiver] != ACTIVE or not is_major(g, desk.nation):
        return No("7.9", "Major Powers lend, and to nations that fight on")
    return None if _can_lend(g, desk, receiver) else No("7.9", "nothing that it may receive can be paid for now")


@rule("7.9")
def may_send_money(g: War, lending: Lending, amount: int) -> No | None:
    """Why a declared lend-lease cannot be this sum."""
    row = terms(g, lending.nation, lending.receiver)
    if isinstance(row, No):
        return row
    most = loan_limit(g, lending.receiver, row)
    if amount > most:
        return No("7.9", f"at most {most} IPP: half of the receiver's income, or the repairs of a Spanish faction")
    return can_pay(g, desk_of(lending), amount)


@rule("13.1")
def may_send_supplies(g: War, lending: Lending, nothing: None = None) -> No | None:
    """Why a declared lend-lease cannot be supplies for a Spanish Militia."""
    row = terms(g, lending.nation, lending.receiver)
    if isinstance(row, No):
        return row
    if row.limit != "militia_upgrade":
        return No("13.1", "units or IPP")
    return can_pay(g, desk_of(lending), g.facts.prices["spanish_support"])


@rule("7.9")
def may_send_unit(g: War, lending: Lending, name: str) -> No | None:
    """Why a declared lend-lease cannot be this unit."""
    row, desk = terms(g, lending.nation, lending.receiver), desk_of(lending)
    if isinstance(row, No):
        return row
    if name not in KIND:
        return No("7.9", "there is no such unit")
    if row.limit == "militia_upgrade":
        return No("13.1", "the Allies send supplies for a Militia only")
    kind = KIND[name]
    if kind in NO_FACTORY:
        return No("7.9", "a lent unit is produced at a factory")
    lack = chart.may_buy(g, desk.nation, kind)
    if lack is None:
        lack = can_pay(g, desk, chart.payments(g, desk.nation, UNIT, kind)[0])
    return may_begin(g, desk, kind) if lack is None else lack


@rule("7.9", "13.1", "0.2")
def loan_limit(g: War, receiver: int, row: LendLease) -> int:
    """IPP that may be lent: half of the receiver's income without bonus, rounded up; to Spain what its repairs cost."""
    if row.limit == "unit_or_repair":
        return sum([damage for at, damage in zip(g.sites.at, g.sites.damage) if at >= 0 and g.zones.owner[at] == receiver])
    if row.limit == "militia_upgrade":
        return 0
    income = current_income(g, receiver) if receiver < PLAYED else zone_income(g)[receiver]
    return (income + 1) // 2


def borrowers(g: War, spending: Spending) -> list[int]:
    """Nations a desk can lend to now."""
    desk = desk_of(spending)
    if not cash_of(g, desk) or g.nations.lent[POWER[desk.nation]] or not is_major(g, desk.nation):
        return []
    if not home_factories(g, desk.nation):
        return []
    named = possible_receivers(g).get(NATIONS[desk.nation], ())
    return [receiver for receiver in named if g.nations.status[receiver] == ACTIVE and _can_lend(g, desk, receiver)]


def _sums(g: War, lending: Lending) -> Sequence[int]:
    """7.9: every sum up to half of the receiver's income."""
    row = terms(g, lending.nation, lending.receiver)
    if isinstance(row, No):
        return ()
    return range(1, min(loan_limit(g, lending.receiver, row), cash_of(g, desk_of(lending))) + 1)


def _lendable(g: War, lending: Lending) -> list[str]:
    """The units a desk can begin for a receiver."""
    row, desk = terms(g, lending.nation, lending.receiver), desk_of(lending)
    if isinstance(row, No) or row.limit == "militia_upgrade":
        return []
    cash = cash_of(g, desk)
    kinds = [kind for kind, price, _ in chart.shelf(g, desk.nation) if price <= cash and kind not in NO_FACTORY]
    ready = startables(g, *desk) if kinds else ()
    return [UNIT_IDS[kind] for kind in kinds if kind in ready]


def _can_lend(g: War, desk: Desk, receiver: int) -> bool:
    """Whether there is anything that a desk can lend a nation now."""
    lending = Lending(desk.nation, desk.half, receiver)
    return bool(_sums(g, lending)) or may_send_supplies(g, lending) is None or bool(_lendable(g, lending))


@rule("7.9")
def declare(g: War, spending: Spending, borrower: int) -> Flow[None]:
    """Declare lend-lease: IPP or one unit for another nation, paid now"""
    lending, prompt = Lending(spending.nation, spending.half, borrower), f"Lend-lease to {g.nations[borrower].label}"
    yield from menu(g, seat_at(g, desk_of(lending)), prompt, lending, MONEY, AID, UNITS, BACK, rule="7.9")


def _note(g: War, lending: Lending) -> tuple[Desk, Nation, Nation]:
    """A lend-lease is declared: the lender has lent this turn, and whose enemies it has helped is noted (5.5)."""
    desk, receiver = desk_of(lending), g.nations[lending.receiver]
    g.nations[POWER[desk.nation]].lent = 1
    note_lender(g, desk.nation, receiver.index)
    return desk, g.nations[desk.nation], receiver


@rule("7.9")
def lend_money(g: War, lending: Lending, amount: int) -> None:
    """IPP for another nation."""
    desk, lender, receiver = _note(g, lending)
    pay(g, desk, amount)
    chart.enter(g, desk, LOAN, 0, count=amount, paid=1, ready=1, receiver=receiver.index)
    g.say("{} lends {} IPP to {}", lender, amount, receiver, rule="7.9")


@rule("13.1")
def send_supplies(g: War, lending: Lending, nothing: None) -> None:
    """Supplies that make an Infantry of a Spanish Militia."""
    desk, lender, receiver = _note(g, lending)
    pay(g, desk, g.facts.prices["spanish_support"])
    chart.enter(g, desk, SUPPLIES, INFANTRY_UNIT, paid=1, ready=1, receiver=receiver.index)
    g.events[_sent_key(g)] = 1
    g.say("{} sends supplies to {}", lender, receiver, rule="13.1")


@rule("7.9")
def lend_unit(g: War, lending: Lending, name: str) -> None:
    """One unit is begun for another nation."""
    desk, lender, receiver = _note(g, lending)
    kind = KIND[name]
    due = chart.payments(g, desk.nation, UNIT, kind)
    pay(g, desk, due[0])
    chart.enter(g, desk, UNIT, kind, paid=1, stages=len(due), ready=int(len(due) == 1), receiver=receiver.index)
    g.say("{} builds a {} for {}", lender, UNIT_NAMES[kind], receiver, rule="7.9")


@rule("5.5")
def note_lender(g: War, sender: int, receiver: int) -> None:
    """Whose enemies a nation has helped: a condition of war on some sheets."""
    for other in range(PLAYED):
        if g.relations.enemies[receiver] >> other & 1:
            g.lent_to[keyed(sender, other)] = 1


MONEY = Act[War, Lending, int]("money", "7.9", "{0} IPP", takes=int, listed=_sums, may=may_send_money, do=lend_money)
AID = Act[War, Lending, None]("supplies", "13.1", "Supplies", may=may_send_supplies, do=send_supplies)
UNITS = Act[War, Lending, str](
    "unit",
    "7.9",
    lambda g, lending, name: name.replace("_", " "),
    takes=str,
    listed=_lendable,
    may=may_send_unit,
    do=lend_unit,
)
BACK = word("back", "7.9", "Back")


LENDING = Act[War, Spending, int](
    "lend",
    "7.9",
    "Lend-lease to {0}",
    takes=Nation,
    listed=borrowers,
    may=lambda g, spending, receiver: may_lend(g, desk_of(spending), receiver),
    do=declare,
    group="Lend-lease",
)
