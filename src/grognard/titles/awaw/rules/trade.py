"""Ours 38.1, 53.2 and 83.6: what powers at peace sell each other when a year begins, and what partners hand over."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.nations import AXIS, FACTION, GERMANY, JAPAN, POWER, RUSSIA
from grognard.titles.awaw.rules.eastern import pact_holds
from grognard.titles.awaw.rules.oil import RUSSIAN_OIL
from grognard.titles.awaw.rules.research import JAPANESE_RP, RUSSIAN_RP
from grognard.titles.awaw.rules.tension import tense
from grognard.titles.awaw.rules.units import held_by, side_on
from grognard.titles.awaw.state import RGT, Nation, World


class Market(Subject, frozen=True):
    """A power that may sell, and to whom; `brps`: what was offered."""

    power: int
    partner: int
    brps: int = 0


@rule("ours 38.1")
def may_sell(g: World, market: Market, brps: int) -> No | None:
    """Russia to Germany while the Pact holds: in fives, fifteen at most, and no more than it has."""
    if market.power != RUSSIA or not pact_holds(g):
        return No("ours 38.1", "only a Russia at peace with Germany trades")
    most = g.number("38.1 most BRPs of Russian trade")
    if brps < 0 or brps % 5 or brps > most:
        return No("ours 38.1", f"in fives, {most} at most")
    return None if brps <= g.nations.level[RUSSIA] else No("ours 38.1", "Russia has not so many")


@rule("ours 38.1")
def deal(g: World, brps: int) -> None:
    """BRPs and oil to Germany, research points to Russia, and less tension."""
    g.nations[RUSSIA].level -= brps
    g.nations[GERMANY].level += brps
    g.booked[RUSSIAN_RP] = brps // g.number("38.1 BRPs for a research point")
    g.booked[RUSSIAN_OIL] = g.year
    g.say("Russia sells {} BRPs and oil to Germany", brps, rule="ours 38.1")
    tense(g, RGT, -(brps // 10), "trade between Germany and Russia")


SELL = Act("sell", "ours 38.1", "{0} BRPs", takes=int, among=lambda g, m: (15, 10, 5, 0), may=may_sell, do=lambda g, m, n: n)
BUY: Act[World, Market, None] = Act("accept", "ours 38.1", "Accept", do=lambda g, m, _: True)
DECLINE: Act[World, Market, None] = Act("decline", "ours 38.1", "Decline", do=lambda g, m, _: False)


@rule("ours 38.1", "ours 53.2", "ours 83.6", "8.3")
def yearly_trade(g: World) -> Flow[None]:
    """Year start: Russian trade, what Germany and Japan send each other, conquests that change hands"""
    g.booked[RUSSIAN_RP] = g.booked[JAPANESE_RP] = 0
    if g.seated(RUSSIA) and g.seated(GERMANY) and pact_holds(g):
        market = Market(RUSSIA, GERMANY)
        _, brps = yield from menu(g, g.seat(RUSSIA), "Trade with Germany: how many BRPs?", market, SELL)
        if brps:
            offer = Market(GERMANY, RUSSIA, brps)
            _, yes = yield from menu(g, g.seat(GERMANY), "Russia offers {0} BRPs", offer, BUY, DECLINE, named=(brps,))
            if yes:
                deal(g, brps)
    blockade_runner(g)
    for power in POWER:
        yield from hand_over(g, power)


@rule("ours 53.2")
def blockade_runner(g: World) -> None:
    """Both boards: once a year a ship with plans tries to reach Japan; five or six brings a research point."""
    east = g.nations.east[JAPAN] if g.both_boards else -1
    if east != AXIS or g.nations.side[GERMANY] != AXIS or g.nations.surrendered[GERMANY] or g.nations.surrendered[JAPAN]:
        return
    if g.roll(D6, "a blockade runner to Japan", "ours 53.2") >= g.number("53.2 blockade roll"):
        g.booked[JAPANESE_RP] = 1
        g.say("plans reach Japan", rule="ours 53.2")


class Estate(Subject, frozen=True):
    """A power that may hand a conquest to a partner."""

    power: int


@rule("ours 83.5", "ours 83.6")
def may_hand(g: World, estate: Estate, wanted: tuple[int, int]) -> No | None:
    """A conquered country whose capital the power holds, to another power of its faction on its side."""
    country, partner = wanted
    if country not in g.books.minors or g.nations.conquered[country] != estate.power:
        return No("ours 83.6", "no conquest of this power")
    if partner == estate.power or partner not in POWER or FACTION[partner] != FACTION[estate.power] or not g.seated(partner):
        return No("ours 83.6", "no partner of the faction")
    land = g.ground.homeland.get(country, ())
    if not land or g.nations.surrendered[partner]:
        return No("ours 83.6", "nothing to hand over, or nobody")
    same = side_on(g, partner, land[0]) == side_on(g, estate.power, land[0])
    return None if same else No("ours 83.6", "the partner is not in the war there")


def estates(g: World, estate: Estate) -> list[tuple[int, int]]:
    own = [n for n in g.books.minors if g.nations.conquered[n] == estate.power]
    return [(n, p) for n in own for p in POWER if may_hand(g, estate, (n, p)) is None]


@rule("ours 83.6")
def hand(g: World, estate: Estate, wanted: tuple[int, int]) -> None:
    country, partner = wanted
    g.nations[country].conquered = partner
    for s in g.ground.homeland.get(country, ()):
        if g.hexes.holder[s] == estate.power and held_by(g, s) == side_on(g, partner, s):
            g.hexes[s].holder = partner
    g.say("{} goes to {}", g.nations[country], g.nations[partner], rule="ours 83.6")


HAND = Act("hand_over", "ours 83.6", "{0} to {1}", takes=(Nation, Nation), listed=estates, may=may_hand, do=hand)
KEEP: Act[World, Estate, None] = Act("done", "ours 83.6", "Keep the rest", do=lambda g, e, _: None)


def hand_over(g: World, power: int) -> Flow[None]:
    """Conquests may go to a partner when a year begins"""
    if not g.seated(power) or g.nations.surrendered[power]:
        return
    estate = Estate(power)
    while estates(g, estate):
        choice, _ = yield from menu(g, g.seat(power), "Hand a conquest to a partner?", estate, KEEP, HAND)
        if choice.verb == "done":
            return
