"""22.5, 22.7.1: America before it is at war: British propaganda, destroyers for bases, how many yards are at work. The
entry level is in american_entry.py, Lend-Lease in grants.py."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.american_entry import change_level
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import holder_power, pay
from grognard.titles.tw.state import War

CAMPAIGN_PRICE, WON, TOO_MUCH = 5, 3, 10  # 22.5.1
LOAN_PRICE, LOAN_LEVEL, LOAN_ROLL, OVERHAUL = 5, 7, 5, 2  # 22.5.2
YARD_LEVELS = (4, 6, 7)  # 22.8: levels with which a yard more is at work
YARDS_A_YEAR = 2


class PublicOpinion(Subject, frozen=True):
    """Britain before the American public: the entry level."""

    level: int


@rule("22.5", "22.5.1")
def may_campaign(g: War) -> No | None:
    """Whether Britain can try to win the American public."""
    if g.nations.side[USA] != NEUTRAL or g.nations.side[BRITAIN] != ALLIES or g.nations.surrendered[BRITAIN]:
        return No("22.5.1", "Britain at war speaks to an America at peace")
    return None if g.nations.narfs[BRITAIN] >= CAMPAIGN_PRICE else No("22.5.1", f"it costs {CAMPAIGN_PRICE} NARFs")


def beaten_power(g: War) -> bool:
    """Whether an Axis power holds the capital of a France or Soviet Union that has surrendered."""
    capitals = ((FRANCE, "paris"), (USSR, "moscow"))
    return any(
        g.nations.surrendered[n] and (p := holder_power(g, g.ground.named(c))) >= 0 and g.nations.side[p] == AXIS
        for n, c in capitals
    )


@rule("22.5.1")
def campaign_in_america(g: War) -> None:
    """5 NARFs and a roll: 3 or less raises the entry level, a 10 lowers it."""
    pay(g, BRITAIN, CAMPAIGN_PRICE)
    roll = g.roll(D10, "British propaganda in America", "22.5.1")
    roll -= int(beaten_power(g))
    if roll <= WON:
        change_level(g, 1, "British propaganda")
    elif roll >= TOO_MUCH:
        change_level(g, -1, "British propaganda was too much")
    else:
        g.say("America is not moved", rule="22.5.1")


@rule("22.5.1")
def propaganda(g: War) -> Flow[None]:
    """After the diplomatic rolls Britain may speak to the American public"""
    if may_campaign(g) is None:
        prompt = f"American entry level {g.usel}: propaganda in America?"
        yield from menu(g, g.seat(ALLIES), prompt, PublicOpinion(g.usel), SILENT, SPEAKING, rule="22.5.1")


SILENT: Act[War, PublicOpinion, None] = Act("silent", "22.5.1", "No propaganda", do=lambda g, s, _: None)
SPEAKING: Act[War, PublicOpinion, None] = Act(
    "speak", "22.5.1", f"Propaganda ({CAMPAIGN_PRICE} NARFs)", may=lambda g, s, _: may_campaign(g),
    do=lambda g, s, _: campaign_in_america(g), rolls=True,
)  # fmt: skip


# --- destroyers for bases (22.5.2) ------------------------------------------------------------------------------------------


@rule("22.5.2")
def may_lend_destroyers(g: War, power: int) -> No | None:
    """Whether America at peace can try to lend Britain an ASW unit."""
    if power != USA or g.nations.side[USA] != NEUTRAL or g.nations.side[BRITAIN] != ALLIES or g.nations.surrendered[BRITAIN]:
        return No("22.5.2", "America at peace lends escorts to Britain at war")
    if g.usel < LOAN_LEVEL:
        return No("22.5.2", f"not before entry level {LOAN_LEVEL}")
    if g.destroyers >= 0 or g.destroyers_tried == g.turn:
        return No("22.5.2", "one loan, and one attempt in a turn")
    return None if g.nations.narfs[USA] >= LOAN_PRICE else No("22.5.2", f"it costs {LOAN_PRICE} NARFs")


@rule("22.5.2")
def lend_destroyers(g: War) -> None:
    """5 NARFs and a 5 or less: the unit is ready two turns later."""
    pay(g, USA, LOAN_PRICE)
    g.destroyers_tried = g.turn
    if g.roll(D10, "destroyers for bases", "22.5.2") <= LOAN_ROLL:
        g.destroyers = g.turn + OVERHAUL
        g.say("destroyers will sail for Britain", rule="22.5.2")


@rule("22.5.2")
def destroyers_arrive(g: War) -> None:
    """The unit leaves the American pool and is British."""
    if g.destroyers >= 0 and g.turn == g.destroyers:
        g.nations[USA].more_asw -= 1
        g.nations[USA].asw = max(g.nations.asw[USA] - 1, 0)
        g.nations[BRITAIN].more_asw += 1
        g.nations[BRITAIN].asw += 1
        g.say("American destroyers reach Britain", rule="22.5.2")


@rule("22.7.1")
def american_yards(g: War) -> None:
    """Yards at work by the entry level, four with the first, no more than two new ones in a year."""
    wanted = sum([max(g.usel, g.usel_best) >= level for level in YARD_LEVELS])
    if g.nations.side[USA] != NEUTRAL and g.turn != g.first_turn:
        return
    while g.us_yards < wanted:
        this_year = g.us_yards_year % 4 if g.us_yards_year // 4 == g.year else 0
        if this_year >= YARDS_A_YEAR and g.turn != g.first_turn:
            return
        g.us_yards += 1
        g.us_yards_year = g.year * 4 + this_year + 1 if g.turn != g.first_turn else 0
