"""5.1: what changes trade agreements besides war: Germany's choice after Soviet inroads, and who pays for a broken convoy line.

The agreements themselves are trade.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.rules.entry import TO_GERMANY, TO_JAPAN, draw_entry, entry_runs, lose_entry, owe
from grognard.titles.wif.rules.powers import playing, political
from grognard.titles.wif.rules.resources import convoy_points
from grognard.titles.wif.rules.spheres import KEPT_POINT, MORE_GOODS, PENDING
from grognard.titles.wif.rules.trade import Deal, agreements
from grognard.titles.wif.state import Country, Power, War

ITALIAN_WATERS = ("western_mediterranean", "italian_coast")
JAPANESE_WATERS = ("japanese_coast",)
PENALTY = {ITALY: 1, JAPAN: 2}  # entry markers


class Inroad(Subject, frozen=True):
    """Germany answers a Soviet inroad."""

    power: Annotated[int, Power]
    country: Annotated[int, Country]


def pending(g: War) -> list[int]:
    return [country for country, choice in g.trade_gifts.items() if choice == PENDING]


def bargaining_powers(g: War) -> list[int]:
    """For the sequence: Germany, when it has a choice to make."""
    return [GERMANY] if political(g) and g.nazi_soviet and pending(g) and GERMANY in playing(g) else []


@rule("5.1")
def bargain(g: War) -> Flow[None]:
    """Germany keeps a build point each turn, or gets a resource more"""
    for country in pending(g):
        yield from menu(
            g, g.seat(GERMANY), "The USSR has entered {0}: Germany asks for", Inroad(GERMANY, country), KEEP_POINT, ASK_GOODS,
            named=(g.countries[country],),
        )  # fmt: skip


def _choose(choice: int):  # type: ignore[no-untyped-def]
    def do(g: War, subject: Inroad, _: None) -> None:
        g.trade_gifts[subject.country] = choice

    return do


# --- the convoys between the USA, Italy and Japan -----------------------------------------------------------------------------


def american_deal(g: War, power: int) -> Deal | None:
    """The agreement between the USA and Italy or Japan, while it is in force."""
    return next((d for d in agreements(g) if d.giver == USA and d.to == power), None)


@rule("5.1")
def covers(g: War, power: int, need: int) -> bool:
    """Whether Italy or Japan has the convoy points in its own waters."""
    names = ITALIAN_WATERS if power == ITALY else JAPANESE_WATERS
    return all(convoy_points(g, g.board.space(name), (power,)) >= need for name in names)


@rule("5.1")
def reaches(g: War, power: int, need: int) -> bool:
    """Whether the USA has a chain of convoy points from its shores to a sea area beside the first one the other must cover."""
    ground = g.ground
    goal = g.board.space((ITALIAN_WATERS if power == ITALY else JAPANESE_WATERS)[0])
    have = {area for area in ground.waters if convoy_points(g, area, (USA,)) >= need}
    home = {area for s in ground.homeland["usa"] for area in ground.seas[s]}
    ring = sorted(home & have)
    seen = set(ring)
    while ring:
        here = ring.pop()
        if goal in ground.waters[here]:
            return True
        fresh = [there for there in ground.waters[here] if there in have and there not in seen]
        seen.update(fresh)
        ring += fresh
    return False


@rule("5.1")
def defaults(g: War, power: int) -> tuple[bool, bool]:
    """Whether the USA, and whether the other, has failed to cover its part of the way."""
    deal = american_deal(g, power)
    if deal is None:
        return False, False
    need = max(deal.resources, deal.points_back)  # reading WIF-DEC-106
    return not reaches(g, power, need), not covers(g, power, need)


@rule("5.1")
def check_convoys(g: War) -> None:
    """Who broke the line of convoys between the USA and Italy or Japan pays for it"""
    g.broken_trade = []
    for power in (ITALY, JAPAN):
        if power not in playing(g) or american_deal(g, power) is None:
            continue
        american, other = defaults(g, power)
        if not american and not other:
            continue
        pool = TO_GERMANY if power == ITALY else TO_JAPAN
        g.broken_trade = [*g.broken_trade, power, int(american), int(other)]
        if power == ITALY and other:
            g.say("Italy does not cover its part of the way: both keep their goods", rule="5.1")
        elif american and not other and entry_runs(g):
            g.say("The USA does not cover its part of the way to {}", g.powers[power], rule="5.1")
            owe(g, lose_entry(g, pool, PENALTY[power], "convoys that did not sail"), USA)
        elif other and not american and entry_runs(g):
            g.say("{} does not cover its part of the way", g.powers[power], rule="5.1")
            draw_entry(g, pool, PENALTY[power], "convoys that did not sail")


KEEP_POINT: Act[War, Inroad, None] = Act("keep_point", "5.1", "Keep a build point each turn", do=_choose(KEPT_POINT))
ASK_GOODS: Act[War, Inroad, None] = Act("ask_goods", "5.1", "A resource more each turn", do=_choose(MORE_GOODS))
