"""5: the lending stage: resources and build points that active powers give their friends this turn, and what US entry allows."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, JAPAN, SIDE_OF_POWER, USA, USSR, VICHY
from grognard.titles.wif.rules.control import cities_of
from grognard.titles.wif.rules.powers import active, at_war, current_home, home_countries, one_way, playing, political, powers_of
from grognard.titles.wif.rules.trade import stock_lent
from grognard.titles.wif.state import Hex, Power, War

RESOURCES, POINTS = 0, 1
ANY = 99
WEST, CHINA_OPTIONS, SOVIET_OPTIONS, WEST_OPTIONS = (COMMONWEALTH, FRANCE), (9, 17), (19, 30), (15, 27)
FIVE = 5


class Lender(Subject, frozen=True):
    """A power announces what it gives this turn."""

    power: Annotated[int, Power]


def given(g: War, giver: int, to: int, kind: int) -> int:
    """What a power has announced to give another this turn."""
    promised = sum(g.lent[n + 2 + kind] for n in range(0, len(g.lent), 4) if g.lent[n] == giver and g.lent[n + 1] == to)
    return promised + (stock_lent(g, giver, to) if kind == RESOURCES else 0)


def all_given(g: War, giver: int, kind: int) -> int:
    found = sum(g.lent[n + 2 + kind] for n in range(0, len(g.lent), 4) if g.lent[n] == giver)
    return found + (sum(who == giver for who in g.lent_stock[::3]) if kind == RESOURCES else 0)


@rule("5")
def gift_limit(g: War, giver: int, to: int, kind: int) -> int:
    """How much US entry lets an Ally give another: by the options for China, the western Allies and the USSR."""
    if not political(g) or SIDE_OF_POWER[giver] != SIDE_OF_POWER[USA]:
        return ANY
    if to == CHINA:
        return 0 if CHINA_OPTIONS[kind] not in g.entry_options else ANY if at_war(g, giver, JAPAN) else FIVE
    if USSR in (giver, to):
        if SOVIET_OPTIONS[kind] not in g.entry_options or not active(g, USSR) or giver == CHINA:
            return 0  # only the USA, the Commonwealth and France
        if not at_war(g, USSR, GERMANY):
            return 1
        return ANY if at_war(g, USA, GERMANY) else FIVE
    if giver == USA and to in WEST:
        return 0 if WEST_OPTIONS[kind] not in g.entry_options else ANY if at_war(g, USA, GERMANY) else FIVE
    return ANY


@rule("5", "17.4.4")
def may_lend(g: War, subject: Lender, gift: tuple[int, int], kind: int) -> No | None:
    """Whether a power may promise another so many resources or build points."""
    giver, (to, amount) = subject.power, gift
    if to == giver or SIDE_OF_POWER[to] != SIDE_OF_POWER[giver] or to not in playing(g):
        return No("5", "only to another power of your side")
    allowed = gift_limit(g, giver, to, kind)
    neutral_usa = giver == USA and allowed and to in (*WEST, CHINA, USSR)
    if not (active(g, giver) or neutral_usa) or not active(g, to):
        return No("5", "both must be active")
    if VICHY in (giver, to) and not g.hostile:
        return No("17.4.4", "Vichy gives and takes only while it is hostile to an Ally")
    if political(g) and g.powers.estranged[giver] >> to & 1:
        return No("13.3.3", "not with a power it can never work with")
    if given(g, to, giver, kind) and not (kind == POINTS and g.settings.mutual_lend_lease):
        return No("5", "it gives you the same")
    if amount < 1 or given(g, giver, to, kind) + amount > allowed:
        return No("13.3.2", f"US entry allows {allowed}")
    if g.settings.lend_cap_if_invaded and invaded(g, giver) and all_given(g, giver, kind) + amount > 1:
        return No("5", "one at most while an enemy holds a city of your home country")
    return None


@rule("5")
def invaded(g: War, power: int) -> bool:
    """Whether an enemy controls a city of a power's current home country, for the Commonwealth of the United Kingdom."""
    homes = {current_home(g, c) for c in home_countries(g, power)}
    if power == COMMONWEALTH:
        homes = {current_home(g, g.facts.country[g.facts.empire])}
    whose, foe = g.sides_by_hex.__getitem__, 1 - SIDE_OF_POWER[power]
    return any(foe in map(whose, cities_of(g, c)) for c in homes)


def lenders(g: War) -> list[int]:
    """For the sequence: powers that may lend something."""
    if not g.campaign.frame.production.allowed:
        return []
    found = []
    for power in playing(g):
        subject = Lender(power)
        if any(may_lend(g, subject, (p, 1), kind) is None for p in powers_of(g, SIDE_OF_POWER[power]) for kind in (0, 1)):
            found.append(power)
    return found


@rule("5")
def begin_lending(g: War) -> None:
    """Last turn's loans are over"""
    g.lent, g.lent_stock = [], []
    g.lent_oil.clear()


@rule("5")
def lend(g: War) -> Flow[None]:
    """A power announces the resources and build points it gives this turn"""
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: lend to a friend?", Lender(g.power), NO_LOAN, LEND, LEND_OIL, LEND_STOCK, LEND_POINTS,
            named=(g.powers[g.power],), rests=True,
        )  # fmt: skip
        if answer.verb == NO_LOAN.name:
            return


def _lend(kind: int, *, oil: bool = False):  # type: ignore[no-untyped-def]
    def do(g: War, subject: Lender, gift: tuple[int, int]) -> None:
        to, amount = gift
        goods = [amount, 0] if kind == RESOURCES else [0, amount]
        g.lent = [*g.lent, subject.power, to, *goods]
        if oil:
            key = one_way(subject.power, to)
            g.lent_oil[key] = g.lent_oil.get(key, 0) + amount
        what = "oil" if oil else "resources" if kind == RESOURCES else "build points"
        g.say(f"{{}} promises {{}} {amount} {what}", g.powers[subject.power], g.powers[to], rule="5")

    return do


def gifts(g: War, subject: Lender) -> list[tuple[int, int]]:
    """Offers worth listing: one, two or five at a time."""
    return [(p, n) for p in powers_of(g, SIDE_OF_POWER[subject.power]) if p != subject.power for n in (1, 2, 5)]


@rule("13.6.9", "5")
def may_lend_stock(g: War, subject: Lender, gift: tuple[int, int]) -> No | None:
    """Whether a power lends another an oil it has saved in a hex (option 30)."""
    to, space = gift
    if not g.options.oil or not g.hexes.saved_oil[space] or g.powers_by_hex[space] != subject.power:
        return No("13.6.9", "no saved oil of yours lies there")
    return may_lend(g, subject, (to, 1), RESOURCES)


def stocks(g: War, subject: Lender) -> list[tuple[int, int]]:
    """Friends, and hexes with saved oil."""
    if not g.options.oil:
        return []
    saved, whose = g.hexes.saved_oil, g.powers_by_hex
    there = [s for s, n in enumerate(saved) if n and whose[s] == subject.power]
    friends = [p for p in powers_of(g, SIDE_OF_POWER[subject.power]) if p != subject.power]
    return [(p, s) for p in friends if may_lend(g, subject, (p, 1), RESOURCES) is None for s in there]


def _lend_stock(g: War, subject: Lender, gift: tuple[int, int]) -> None:
    """It leaves its place for the friend's factories or ports."""
    to, space = gift
    g.hexes[space].saved_oil -= 1
    g.lent_stock = [*g.lent_stock, subject.power, to, space]
    g.say("{} promises {} a saved oil of {}", g.powers[subject.power], g.powers[to], g.hexes[space], rule="13.6.9")


NO_LOAN: Act[War, Lender, None] = Act("no_loan", "5", "No more loans", do=lambda g, s, _: None)
LEND: Act[War, Lender, tuple[int, int]] = Act(
    "lend", "5", "{1} resources to {0}", takes=(Power, int), among=gifts,
    may=lambda g, s, gift: may_lend(g, s, gift, RESOURCES), do=_lend(RESOURCES),
)  # fmt: skip
LEND_OIL: Act[War, Lender, tuple[int, int]] = Act(
    "lend_oil", "5", "{1} oil to {0}", takes=(Power, int), among=lambda g, s: gifts(g, s) if g.options.oil else [],
    may=lambda g, s, gift: may_lend(g, s, gift, RESOURCES) if g.options.oil else No("5", "oil is told apart with option 30"),
    do=_lend(RESOURCES, oil=True),
)  # fmt: skip
LEND_STOCK: Act[War, Lender, tuple[int, int]] = Act(
    "lend_stock", "13.6.9", "A saved oil of {1} to {0}", takes=(Power, Hex), among=stocks, may=may_lend_stock, do=_lend_stock,
    group="Saved oil",
)  # fmt: skip
LEND_POINTS: Act[War, Lender, tuple[int, int]] = Act(
    "lend_points", "13.6.4", "{1} build points to {0}", takes=(Power, int), among=gifts,
    may=lambda g, s, gift: may_lend(g, s, gift, POINTS), do=_lend(POINTS),
)  # fmt: skip
