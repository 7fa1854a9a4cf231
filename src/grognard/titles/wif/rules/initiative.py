"""6: the initiative. Both sides roll; the winner says which side has the first impulse."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, jointly, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, SIDE_OF_POWER
from grognard.titles.wif.rules.intelligence import Stake, doubt, tamper
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.state import Power, War

TOWARDS = (1, -1)  # where the marker moves when a side loses ground: to the other's end


class Demand(Subject, frozen=True):
    """A major power may demand that both sides roll again."""

    power: Annotated[int, Power]
    axis: int
    allies: int


class FirstSide(Subject, frozen=True):
    """A side that won the initiative says who begins."""

    side: int


@rule("6.1", "2.7")
def determine_initiative(g: War) -> Flow[None]:
    """Both sides roll for the initiative, with the modifier of the track; one re-roll may be demanded"""
    if g.turn == g.first_turn and not g.campaign.frame.initiative.roll_on_first_turn:
        g.first_side = ("Axis", "Allies").index(g.campaign.frame.initiative.first_impulse)
        return
    rolls = yield from _roll(g)
    for side in (g.holder, 1 - g.holder):
        if not g.charts.initiative[g.track].may_reroll(side):
            continue
        for power in [p for p in powers_of(g, side) if active(g, p)]:
            subject = Demand(power, *rolls)
            answer, _ = yield from menu(
                g, g.seat(power), "Axis {0}, Allies {1}: demand a re-roll?", subject, KEEP, DEMAND, named=rolls
            )
            if answer.verb == DEMAND.name:
                rolls = yield from _roll(g)
                break
        else:
            continue
        break  # a re-roll cannot be rolled again (2.7)
    g.holder = winner(rolls[AXIS], rolls[ALLIES], g.holder)
    g.say(f"{g.side_name(g.holder).capitalize()} has the initiative", rule="6.1")
    yield from choose_first_side(g)


@rule("6.1")
def winner(axis: int, allies: int, holder: int) -> int:
    """Who wins with these modified rolls: in a tie the side that had the initiative loses."""
    if axis == allies:
        return 1 - holder
    return AXIS if axis > allies else ALLIES


def _roll(g: War) -> Flow[tuple[int, int]]:
    """Both dice; who has intelligence sees both before he has one of them again (13.6.11)"""
    space = g.charts.initiative[g.track]
    stakes = [Stake(f"Initiative of {g.side_name(side)}", "6.1", side, side) for side in (AXIS, ALLIES)]
    changes, dice = [], []
    for stake in stakes:
        changes.append((yield from tamper(g, stake)))
    for stake in stakes:
        dice.append(g.roll(D10, stake.told, "6.1"))
    for side, stake in enumerate(stakes):
        told = msgspec.structs.replace(stake, told=f"{stake.told} ({dice[AXIS]} and {dice[ALLIES]})")
        mine = [changes[side]]
        dice[side] = sum((yield from doubt(g, told, [dice[side]], lambda: [g.roll(D10, "Initiative, again", "13.6.11")], mine)))
        changes[side] = sum(mine)
    return dice[AXIS] + changes[AXIS] + space.bonus(AXIS), dice[ALLIES] + changes[ALLIES] + space.bonus(ALLIES)


def _give_ground(g: War, subject: Demand, _: None) -> None:
    side = SIDE_OF_POWER[subject.power]
    move_marker(g, side)
    g.say("{} demands a re-roll", g.powers[subject.power], rule="6.1")


@rule("6.1", "12")
def move_marker(g: War, side: int) -> None:
    """Move the initiative marker one space towards the opponent of a side."""
    g.track = min(max(g.track + TOWARDS[side], 1), len(g.charts.initiative))


@rule("6.2", "2.7")
def choose_first_side(g: War) -> Flow[None]:
    """The side with the initiative says which side has the first impulse"""
    seats = list(dict.fromkeys(g.seat(p) for p in powers_of(g, g.holder)))
    yield from jointly(
        g, seats, "Which side has the first impulse?", FirstSide(g.holder), GO_FIRST, GO_SECOND
    )  # reading WIF-DEC-03
    g.say(f"{g.side_name(g.first_side).capitalize()} moves first", rule="6.2")


def _first(g: War, subject: FirstSide, _: None) -> None:
    g.first_side = subject.side


def _second(g: War, subject: FirstSide, _: None) -> None:
    g.first_side = 1 - subject.side


KEEP: Act[War, Demand, None] = Act("keep", "6.1", "Keep the rolls", do=lambda g, s, _: None)
DEMAND: Act[War, Demand, None] = Act("reroll", "6.1", "Demand a re-roll", do=_give_ground, rolls=True)
GO_FIRST: Act[War, FirstSide, None] = Act("go_first", "6.2", "We move first", do=_first, rolls=True)
GO_SECOND: Act[War, FirstSide, None] = Act("go_second", "6.2", "They move first", do=_second)
