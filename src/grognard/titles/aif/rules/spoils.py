"""13.7.1: ships of a conquered power. Those in yards are kept, scuttled or taken by a roll, and who disposes of one says whose it
becomes; the fleet of a power that is completely conquered goes to the friend it chooses."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rows import Row
from grognard.kernel.rules import No, rule
from grognard.titles.aif.facts import COURTIERS, SIDE_POWERS
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.state import COMPLETE, GONE, NOWHERE, Power

LOSER_NAMES, LEFT_THE_GAME = 2, 5  # rolls up to which the loser disposes of a ship, and up to which a unit is lost


class Award(Subject, frozen=True):
    """A power says to whom something goes."""

    power: Annotated[int, Power]
    among: Annotated[tuple[int, ...], Power]


def fighting(g: America) -> list[int]:
    """Major powers that are not completely conquered."""
    return [p for p in playing(g) if p in COURTIERS and g.powers.conquered[p] != COMPLETE]


def award(g: America, power: int, among: list[int], prompt: str, what: Row) -> Flow[int]:
    """One of several powers, as another says; the first on the list without a choice."""
    if len(among) == 1:
        return among[0]
    _, chosen = yield from menu(g, g.seat(power), prompt, Award(power, tuple(among)), TO, named=(what,))
    return int(chosen)


@rule("13.7.1")
def deal_ship(g: America, unit: int, loser: int, conqueror: int) -> Flow[None]:
    """The fate of a ship in a yard: the loser names its new owner, it is scuttled, or the conqueror names him"""
    row = g.units[unit]
    roll = g.roll(D10, f"Fate of {row.label}", "13.7.1")
    if LOSER_NAMES < roll <= LEFT_THE_GAME:
        row.at, row.aboard, row.down = GONE, NOWHERE, 0
        return
    names = loser if roll <= LOSER_NAMES else conqueror
    others = [p for p in fighting(g) if p != names]
    taker = yield from award(g, names, [names, *others], "Whose is {0} now?", row)
    if taker != loser:
        row.power, row.country = taker, first_home(g, taker)


@rule("13.7.1")
def choose_heir(g: America, loser: int) -> Flow[int]:
    """Which friend gets the fleet of a power that is completely conquered; NOWHERE if it has none left."""
    friends = [p for p in SIDE_POWERS[SIDE_OF_POWER[loser]] if p != loser and p in fighting(g)]
    if not friends:
        return NOWHERE
    return (yield from award(g, loser, friends, "{0}: who gets the fleet?", g.powers[loser]))


def _may(g: America, subject: Award, power: int) -> No | None:
    return None if power in subject.among else No("13.7.1", "it is not among those who can get it")


TO: Act[America, Award, int] = Act(
    "to", "13.7.1", "{0}", takes=Power, among=lambda g, s: s.among, may=_may, do=lambda g, s, power: power
)
