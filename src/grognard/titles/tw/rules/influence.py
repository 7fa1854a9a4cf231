"""16.1.1, 16.1.2: POPs are bought and placed in secret, chits with them."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow, Together
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import bestow, boon
from grognard.titles.tw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    MAJORS,
    NEUTRAL,
    ORDER,
    USA,
    USSR,
    pair,
    parted,
)
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.espionage import (
    CHIT_WORDS,
    COUNTER,
    ESPIONAGE,
    buy_chit,
    chit_price,
    may_buy_chit,
)
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.status import (
    BLOCS,
    TARGETS,
    bloc,
    may_influence,
)
from grognard.titles.tw.state import FALL, SPRING, Nation, War

LIMITS = {ITALY: 2, FRANCE: 2, USSR: 2, BRITAIN: 3, GERMANY: 4, USA: 2}  # 16.1.2
POP_PRICE, SOVIET_POP_PRICE = 3, 4
BALKANS = tuple([INDEX[k] for k in ("yugoslavia", "greece", "turkey")])  # 28.2.1: where the Little Entente works
RIVAL_FAVOURS = tuple([INDEX[k] for k in ("greece", "yugoslavia")])  # 28.1.1: one roll, in the one or in the other


class Foreign(Subject, frozen=True):
    """16.1.1: a Major Power that places POPs and buys chits, in secret."""

    power: Annotated[int, Nation]


def diplomatic_season(g: War) -> bool:
    """Spring and Fall of the whole war, by the rules of chapter 16."""
    return bool(g.campaign) and g.season in (SPRING, FALL) and not g.options.simple_diplomacy


def pops(g: War, power: int, target: int) -> int:
    """POPs of a power in a country."""
    return g.pops.get(pair(target, power), 0)


def bloc_pops(g: War, alliance: int, target: int) -> int:
    """POPs of an alliance in a country."""
    return sum([pops(g, n, target) for n in BLOCS[alliance]])


def pop_price(power: int) -> int:
    return SOVIET_POP_PRICE if power == USSR else POP_PRICE


@rule("16.1.2")
def pop_limit(g: War, power: int) -> int:
    """POPs a power can buy in a Spring or Fall: fewer for Germany once America is at war, for Britain from the Fall after."""
    if power == USA and g.nations.side[USA] == NEUTRAL:
        return 0
    less = 0
    if g.nations.side[USA] != NEUTRAL and power == GERMANY:
        less = 1
    if g.nations.side[USA] != NEUTRAL and power == BRITAIN:
        entered = max(g.happy_time, 0)
        less = int(g.turn >= entered + (FALL - entered % 4) % 4 + (4 if entered % 4 == FALL else 0))
    return LIMITS[power] - less + boon(g, power, "entente") + boon(g, power, "morepops")


@rule("28.2.1")
def entente_only(g: War, power: int, target: int) -> bool:
    """Whether what is left of a power's POPs is for the Balkans alone, and the target lies elsewhere."""
    more = boon(g, power, "entente")
    if not more or target in BALKANS:
        return False
    placed = [(*parted(key), n) for key, n in g.pops_new.items()]
    elsewhere = sum([n for country, who, n in placed if who == power and country not in BALKANS])
    return bool(elsewhere >= pop_limit(g, power) - more)


@rule("16.1.1", "16.1.2", "16.1.4")
def may_place(g: War, power: int, target: int) -> No | None:
    """Whether a power can buy a POP and place it in a country: within its limit, and half of that at most in one country
    (TW-AMB-110)."""
    no = may_influence(g, power, target)
    if no is not None:
        return no
    row, limit = g.nations[power], pop_limit(g, power)
    if row.pops_bought >= limit:
        return No("16.1.2", f"{limit} POPs a season")
    more = boon(g, power, "morepops")  # 28.1.1: these may all lie in one country
    if g.pops_new.get(pair(target, power), 0) >= -(-(limit - more) // 2) + more:
        return No("16.1.1", "no more than half of its POPs in one country")
    if entente_only(g, power, target):
        return No("28.2.1", "the POPs of the Little Entente are for Yugoslavia, Greece or Turkey")
    price = pop_price(power)
    return No("16.1.1", f"a POP costs {price} NARFs") if row.narfs - row.abroad < price else None


@rule("16.1.1")
def place_pop(g: War, power: int, target: int) -> None:
    """A POP is bought and placed; nobody else is told where."""
    g.nations[power].abroad += pop_price(power)
    g.nations[power].pops_bought += 1
    key = pair(target, power)
    g.pops = {**g.pops, key: g.pops.get(key, 0) + 1}
    g.pops_new = {**g.pops_new, key: g.pops_new.get(key, 0) + 1}
    g.say("{} places a POP in {}", g.nations[power], g.nations[target], rule="16.1.1")


def use_up(g: War, target: int, powers: tuple[int, ...]) -> None:
    """16.1.3: the POPs of these powers in a country are spent."""
    gone = {pair(target, n) for n in powers}
    g.pops = {key: n for key, n in g.pops.items() if key not in gone}
    if g.favours:  # 28.1.1: for one roll
        both = RIVAL_FAVOURS if target in RIVAL_FAVOURS else (target,)
        spent = {pair(one, bloc(n)) for one in both for n in powers}
        g.favours = {key: n for key, n in g.favours.items() if key not in spent}


@rule("16.1.1", "16.1.7.5")
def clear_influence(g: War) -> None:
    """At the end of Fall all POPs and chits are gone."""
    g.pops, g.pops_new = {}, {}
    for n in MAJORS:
        row = g.nations[n]
        row.spies = row.guards = row.pops_bought = row.chits_bought = row.abroad = 0
    for n in TARGETS:
        g.nations[n].courted = 0


@rule("16.0", "16.1", "16.1.1", "16.1.7", "3.3")
def influence(g: War) -> Flow[None]:
    """Both sides buy POPs and chits and place them, each in secret"""
    for n in MAJORS:
        g.nations[n].pops_bought = g.nations[n].chits_bought = g.nations[n].abroad = 0
    for n in TARGETS:
        g.nations[n].watched = g.nations[n].shifted = 0
        if g.season == SPRING:
            g.nations[n].courted = 0
    g.pops_new = {}
    seats = [seat for side in (AXIS, ALLIES) for seat in g.seats_of(side)]
    yield Together({seat: _placing(g, seat) for seat in seats}, secret=True)
    for n in MAJORS:
        if g.boons and boon(g, n, "morepops"):
            bestow(g, n, "morepops", -boon(g, n, "morepops"))
        if g.nations.abroad[n]:
            pay(g, n, g.nations.abroad[n])
            g.say("{} spends {} NARFs abroad", g.nations[n], g.nations.abroad[n], rule="16.1.1")


def _placing(g: War, seat: str) -> Flow[None]:
    side = g.side_of(seat)
    for power in ORDER:
        if (
            power not in MAJORS
            or camp(g, power) != side
            or g.nations.surrendered[power]
            or not (g.plays(seat, power) or not g.division)
        ):
            continue
        office = Foreign(power)
        while any(True for act in (POSTING, HIRING) for _ in act.candidates(g, office)):
            prompt = f"{g.nations[power].label} has {g.nations.narfs[power] - g.nations.abroad[power]} NARFs: influence abroad"
            choice, _ = yield from menu(g, seat, prompt, office, NO_MORE, POSTING, HIRING, rule="16.1.1")
            if choice.verb == "done":
                break


NO_MORE: Act[War, Foreign, None] = Act("done", "16.1.1", "No more", do=lambda g, s, _: None)
POSTING: Act[War, Foreign, int] = Act(
    "pop", "16.1.1", lambda g, s, n: f"A POP in {g.nations[n].label} ({pop_price(s.power)} NARFs)", takes=Nation,
    among=lambda g, s: TARGETS, may=lambda g, s, n: may_place(g, s.power, n), do=lambda g, s, n: place_pop(g, s.power, n),
)  # fmt: skip
HIRING: Act[War, Foreign, int] = Act(
    "hire", "16.1.7.1", lambda g, s, n: f"{CHIT_WORDS[n]} chit ({chit_price(s.power, n)} NARFs)", takes=int,
    among=lambda g, s: (ESPIONAGE, COUNTER), may=lambda g, s, n: may_buy_chit(g, s.power, n),
    do=lambda g, s, n: buy_chit(g, s.power, n),
)  # fmt: skip
