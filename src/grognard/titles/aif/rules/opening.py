"""23.3, 23.5.3, 23.7: what comes before the game: an auction of sides, two influence steps, and ships that put to sea."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.aif.rules.influence import buy_and_apply
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, POWER_INDEX, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.naval_movement import move_ships
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import NOWHERE, Power

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
    yield from buy_and_apply(g, first=AXIS, before=True)


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


# --- ships put to sea (23.5.3) -------------------------------------------------------------------------------------------------


@rule("23.5.3")
def sailing_powers(g: America) -> list[int]:
    """For the sequence: powers with ships in port, in the order of the set-up."""
    order = [POWER_INDEX[name] for name in g.campaign.frame.set_up_order]
    return [p for p in order if any(in_port(g, p))] if g.options.sorties else []


def in_port(g: America, power: int) -> list[int]:
    """Ships of a power in ports."""
    naval, at = roster(g).naval, g.units.at
    return [u for u, whose in enumerate(g.units.power) if whose == power and naval[u] and at[u] >= 0 and g.ground.land[at[u]]]


@rule("23.5.3", "13.4")
def put_to_sea(g: America) -> Flow[None]:
    """After the set-up a power's ships may put to sea as in a naval action of last turn: they are a section lower when the game
    begins. Who could not have stayed out is in port: loaded ships, ships that went no deeper than section 0 or to another port"""
    power = g.power
    g.side, g.powers[power].action = SIDE_OF_POWER[power], int(Action.NAVAL)
    ports = {u: g.units.at[u] for u in in_port(g, power)}
    yield from move_ships(g)
    loaded = set(g.units.aboard)
    for unit, port in ports.items():
        row = g.units[unit]
        if row.at < 0 or row.at == port:
            continue
        section, area = g.ground.section[row.at], g.ground.area[row.at]
        convoy = row.counter == NOWHERE
        out = section >= 0 and unit not in loaded and (section > 0 or convoy)
        g.hexes[max(area, 0)].entered = 0
        row.at = row.from_ = g.ground.sections[area][max(section - 1, 0)] if out else port
        row.down = row.moved = 0
    for cargo, ship in enumerate(g.units.aboard):
        if ship in ports:
            g.units[cargo].at, g.units[cargo].aboard, g.units[cargo].down = g.units.at[ship], NOWHERE, 0
    row_p = g.powers[power]
    row_p.action, row_p.naval, row_p.subs_sailed = int(Action.PASS), 0, 0


PASS: Act[America, Bidding, None] = Act("pass", "23.3", "Bid no more", do=lambda g, s, _: None)
BID: Act[America, Bidding, None] = Act("bid", "23.3", "Bid one more", who=may_bid, do=lambda g, s, _: None)
