"""Lend-lease (7.9, 11.4): whom to help, with what, and by which way.

An IPP goes where it is needed more. A nation's need grows with the danger to its capital and what it lives on, and with how near
the war is; a friend's counts by the chance that the cargo gets through. A nation of another alliance is helped only against a
third one that leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from grognard.kernel.cache import derived
from grognard.kernel.flow import Option
from grognard.kernel.rules import No
from grognard.titles.gw36.agent.economy import alarm
from grognard.titles.gw36.agent.threat import danger, front, garrison
from grognard.titles.gw36.agent.worth import turns_left, worth_to
from grognard.titles.gw36.kinds import IS_NAVAL, KIND, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.chart import LOAN
from grognard.titles.gw36.rules.deliveries import interdictors, routes
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.lend_lease import AMOUNTS, loan_limit, terms
from grognard.titles.gw36.rules.nations import zones_of
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.victory import points
from grognard.titles.gw36.state import Entry, War, Zone, chosen

CALM, ALARMED, CLOSE, WIDE = 0.5, 1.6, 0.5, 10.0  # need: of anybody, for an alarm, for a war at the gates, how wide those are
THROUGH = 21 / 36  # a cargo gets past an interdictor (11.4)
LEAD, RIVAL = 3, 0.4  # points a third alliance must lead by, and what a rival's need then counts
SATED, STRAINED = 0.4, 1.4  # how fast more help to one is worth less, and more from one costs more
GAIN = 0.8  # IPP a loan must be better than what the lender would do with them
RISKY = 0.3  # a cargo of a smaller chance waits
SMALL, LARGE = 3, 10  # IPP that pass a minor port, and that do not (11.4)
PLAIN_FIRE = 2.0  # attack and defence an IPP buys in infantry
FIRST = 30.0  # among spendings: before units, after research and repairs
LENT = tuple(KIND[name] for name in ("infantry", "artillery", "medium_armor", "light_armor", "fighter"))


@dataclass(frozen=True)
class Parcel:
    """A loan not yet declared, as its way is looked for."""

    nation: int
    receiver: int
    count: int
    what: int = LOAN
    kind: int = 0
    half: int = 0


@dataclass(frozen=True)
class Loan:
    """What could be lent: IPP, or a unit of a kind; what that is worth beyond its price, and its chance to arrive."""

    text: str
    worth: float
    chance: float


def need(g: War, nation: int) -> float:
    """What an IPP is worth to a nation now."""
    capital = g.nations.capital[nation]
    near = max(0.0, 1.0 - front(g, nation)[capital] / WIDE) if capital >= 0 and g.relations.enemies[nation] else 0.0
    return CALM + ALARMED * alarm(g, nation) + CLOSE * near


def share(g: War, sender: int, receiver: int) -> float:
    """How much of a nation's need is the sender's own."""
    mine, theirs = g.nations.alliance[sender], g.nations.alliance[receiver]
    if mine == theirs:
        return 1.0
    score = points(g)
    leader = max(range(1, len(score)), key=lambda n: score[n])
    if leader in (mine, theirs) or score[leader] - max(score[mine], score[theirs]) < LEAD:
        return 0.0
    enemies = g.relations.enemies[receiver]
    return RIVAL if any(enemies >> n & 1 and g.nations.alliance[n] == leader for n in range(PLAYED)) else 0.0


@derived("news", "units.at", "units.duty", "zones.owner", "sites.at", "sites.damage", "rail_damage", "burma_road", "monroe")
def passage(g: War, sender: int, receiver: int, ipp: int) -> tuple[float, int]:
    """The best chance that lend-lease of so many IPP arrives, and where."""
    found = [
        (chance_of(g, sender, way.seas), worth_to(g, receiver, way.arrives) * _danger(g, receiver, way.arrives), way.arrives)
        for way in routes(g, cast(Entry, Parcel(sender, receiver, ipp)))
    ]
    best = max(found, default=(0.0, 0.0, -1))
    return best[0], best[2]


def chance_of(g: War, sender: int, seas: tuple[int, ...]) -> float:
    """The chance to pass all interdicted sea zones of a way."""
    return float(THROUGH ** sum(1 for sea in seas if interdictors(g, sender, sea)))


def _danger(g: War, nation: int, zone: int) -> float:
    return danger(g, nation, zone, garrison(g, nation, zone))


def best_loan(g: War, sender: int, receiver: int) -> Loan | None:
    """The best of what could be lent to a nation, if any is better than keeping it."""
    left = turns_left(g)
    part = share(g, sender, receiver) if left > 1 else 0.0
    ours = need(g, sender)
    if part * need(g, receiver) <= ours or isinstance(terms(g, sender, receiver), No):
        return None
    found = [loan for option in _offers(g, sender, receiver) if (loan := loan_of(g, sender, receiver, option)) is not None]
    return max(found, key=lambda loan: loan.worth, default=None)


def _offers(g: War, sender: int, receiver: int) -> list[Option]:
    row = terms(g, sender, receiver)
    if isinstance(row, No):
        return []
    cash = g.nations.cash[sender]
    most = min(loan_limit(g, receiver, row), cash)
    shelf = {kind for kind, price, stages in chart.shelf(g, sender) if price <= cash and stages == 1}
    units = [Option("unit", UNIT_IDS[k]) for k in LENT if k in shelf and row.limit != "militia_upgrade"]
    return [*(Option("money", n) for n in AMOUNTS if n <= most), *units]


def loan_of(g: War, sender: int, receiver: int, option: Option) -> Loan | None:
    """An offer of the declaration, weighed; None when it is not worth its price."""
    if option.verb == "money":
        ipp, use, when = int(option.args[0]), 1.0, 2
    elif option.verb == "unit" and KIND[str(option.args[0])] in LENT:
        kind, values = KIND[str(option.args[0])], g.values
        ipp, when = values.price[kind], 1
        use = min(1.2, 0.4 + 0.6 * (max(values.attack[kind], 0) + max(values.defence[kind], 0)) / max(ipp, 1) / PLAIN_FIRE)
    else:
        return None
    if turns_left(g) <= when:
        return None
    chance, arrives = passage(g, sender, receiver, SMALL if ipp <= SMALL else LARGE)
    if chance < RISKY:
        return None
    if when == 1:
        use *= 1.0 + 0.3 * _danger(g, receiver, arrives)  # it stands there at once
    income, cash = max(current_income(g, receiver), 4), max(g.nations.cash[sender], 1)
    gain = share(g, sender, receiver) * chance * need(g, receiver) * use * ipp * (1.0 - SATED * ipp / (income + ipp))
    cost = need(g, sender) * ipp * (1.0 + STRAINED * ipp / cash)
    if gain - cost < GAIN:
        return None
    what = f"{ipp} IPP" if option.verb == "money" else UNIT_NAMES[KIND[str(option.args[0])]]
    return Loan(f"lend {what} to {g.nations[receiver].label}: {plight(g, receiver)}", gain - cost, chance)


def plight(g: War, nation: int) -> str:
    """Why a nation needs help: its zone most in danger."""
    zones = zones_of(g, nation)
    worst = max(zones, key=lambda z: _danger(g, nation, z) * worth_to(g, nation, z), default=-1)
    found = _danger(g, nation, worst) if worst >= 0 else 0.0
    return f"{g.zones[worst].label} in danger {found:.0%}" if found >= 0.05 else "nearer the war"


def lend_value(g: War, sender: int, receiver: int) -> float:
    """The worth of declaring lend-lease to a nation."""
    loan = best_loan(g, sender, receiver)
    return FIRST + min(loan.worth, 9.0) if loan is not None else -1.0


def offer(g: War, receiver: int, option: Option) -> Loan | None:
    """What an answer to the declaration lends; None for `back` and what is not worth lending."""
    found = [loan for n in acting(g) if n < PLAYED and (loan := loan_of(g, n, receiver, option)) is not None]
    return max(found, key=lambda loan: loan.worth, default=None)


def way_value(g: War, option: Option) -> float:
    """The worth of a way for a cargo, against waiting a turn or keeping it."""
    order = option.args[0]
    if not isinstance(order, Entry):
        return 0.0
    receiver = order.receiver
    if option.verb in ("wait", "keep"):
        return RISKY + (0.01 if option.verb == "keep" else 0.0)
    if not isinstance(option.args[-1], Zone):
        return -1.0
    end = chosen(option, len(option.args) - 1)
    chance = _arrival(g, option, order)
    if order.what != LOAN and not IS_NAVAL[order.kind]:
        chance *= 1.0 + 0.1 * _danger(g, receiver, end) - 0.004 * min(front(g, receiver)[end], 20.0)
    return chance


def _arrival(g: War, option: Option, order: Entry) -> float:
    """The chance that a cargo arrives by a way that is offered."""
    if option.verb != "ship":
        return 1.0
    ways = _ways(g, order.nation, order.receiver, order.what, order.kind, order.count)
    return ways.get((chosen(option, 1), chosen(option, 2), chosen(option, 3)), 0.0)


@derived("news", "units.at", "units.duty", "zones.owner", "sites.at", "sites.damage", "rail_damage", "burma_road", "monroe")
def _ways(g: War, sender: int, receiver: int, what: int, kind: int, count: int) -> dict[tuple[int, int, int], float]:
    """The chance of every way of a cargo at sea."""
    cargo = cast(Entry, Parcel(sender, receiver, count, what, kind))
    return {(w.leaves, w.lands, w.arrives): chance_of(g, sender, w.seas) for w in routes(g, cargo)}


def way_reason(g: War, option: Option) -> str:
    """How a cargo goes."""
    order = option.args[0]
    if option.verb in ("wait", "keep") or not isinstance(order, Entry):
        return f"{option.verb}: no way is safe enough"
    end = g.zones[chosen(option, len(option.args) - 1)].label
    return f"{option.verb} to {end}: gets through {_arrival(g, option, order):.0%}"
