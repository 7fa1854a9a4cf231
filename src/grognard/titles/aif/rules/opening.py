"""23.3, 23.7: what comes before the game: an auction of sides, and two influence steps."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.influence import buy_and_apply
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, POWER_INDEX, USA
from grognard.titles.wif.state import Power

SPEAKERS = (GERMANY, USA)  # who bids for a side
MOST = 100


class Bidding(Subject, frozen=True):
    """A side bids for the powers it plays. `bid`: the highest so far."""

    power: Annotated[int, Power]
    bid: int


def steps(g: America) -> range:
    """For the sequence: the influence steps before the game."""
    return range(1, g.frame.influence.steps + 1)


@rule("23.7", "23.8")
def influence_before_the_game(g: America) -> Flow[None]:
    """Every power gets its political points and courts the minors; the Axis wins ties"""
    for name, points in g.frame.influence.points.items():
        g.offices[POWER_INDEX[name]].political += points
    yield from buy_and_apply(g, first=AXIS)


# --- the auction (23.3) -------------------------------------------------------------------------------------------------------


@rule("23.3")
def hold_auction(g: America) -> Flow[None]:
    """Both sides bid, each bid one more than the last; the winner plays what it bid for and the bomb moves away from it by the
    bid (AIF-DEC-08)"""
    bid, holder, side = 0, -1, AXIS
    while holder != side and bid < MOST:
        subject = Bidding(SPEAKERS[side], bid)
        answer, _ = yield from menu(
            g, g.seat(SPEAKERS[side]), "{0}: the bid is {1}", subject, PASS, BID, named=(g.powers[subject.power], bid)
        )
        if answer.verb == BID.name:
            bid, holder = bid + 1, side
        elif holder < 0 and side == ALLIES:
            break
        side = 1 - side
    if holder >= 0:
        g.target += bid if holder == ALLIES else -bid
        g.say("{} bids {}: {} research points make the bomb", g.side_name(holder), bid, g.target, rule="23.3")


def may_bid(g: America, subject: Bidding) -> No | None:
    return None if subject.bid < MOST else No("23.3", "nobody bids more")


PASS: Act[America, Bidding, None] = Act("pass", "23.3", "Bid no more", do=lambda g, s, _: None)
BID: Act[America, Bidding, None] = Act("bid", "23.3", "Bid one more", who=may_bid, do=lambda g, s, _: None)
