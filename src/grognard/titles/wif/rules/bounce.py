"""14.3.3, option 44: a fighter dives on one enemy instead of a bomber getting through; and jets that get away (option 8).

One home for air battles over hexes (air_combat.py) and at sea (naval_air_combat.py): a `Battle` says who flies and what befalls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import AirResult
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.special_aircraft import blunted, outruns
from grognard.titles.wif.state import NOWHERE, Hex, Unit, War

DIVE = 1  # added to the rating of the fighter that bounces
Pair = tuple[int, int]


class Bounce(Subject, frozen=True):
    """A side may turn a result that clears a bomber into a bounce. `code`: the result; `mine`: its fighters, front first."""

    space: Annotated[int, Hex]
    side: int
    code: str
    mine: tuple[Annotated[int, Unit], ...]
    prey: tuple[Annotated[int, Unit], ...]
    bombers: int = 0  # of one's own that would get through


class Jet(Subject, frozen=True):
    """A jet's choice: to meet a bounce in place of another, or to get through."""

    space: Annotated[int, Hex]
    unit: Annotated[int, Unit]


@dataclass
class Battle:
    """An air battle as a bounce needs it, by unit."""

    space: int
    active: int  # the side that rolls second
    seats: dict[int, str]  # who speaks for a side
    lines: Callable[[int], tuple[list[int], list[int]]]  # fighters and bombers of a side, front first
    rating: Callable[[int], int]  # air-to-air, as a front aircraft
    roll: Callable[[int, int], Flow[int]]  # two dice of a side at a combat value
    strike: Callable[[int, AirResult], Flow[None]]


def front(battle: Battle, side: int) -> int:
    """A side's front fighter."""
    return next(iter(battle.lines(side)[0]), NOWHERE)


@rule("14.3.3")
def prey_of(g: War, battle: Battle, side: int, code: str) -> list[int]:
    """Whom a side may bounce: after AC a fighter, if there are any, else and after DC any; a jet in front always any."""
    fighters, bombers = battle.lines(1 - side)
    free = code == "DC" or outruns(g, front(battle, side), front(battle, 1 - side))
    return fighters if fighters and not free else fighters + bombers


@rule("14.3.3")
def bounce(g: War, battle: Battle, roller: int, result: AirResult) -> Flow[list[int]]:
    """Option 44: the side a result falls on may bounce instead; gives who goes to the rear then, nobody if the result stands"""
    side = 1 - roller
    mine, own_bombers = battle.lines(side)
    prey = prey_of(g, battle, side, result.code)
    if not g.options.bounce_combat or not result.clears or not mine or not prey:
        return []
    subject = Bounce(battle.space, side, result.code, tuple(mine), tuple(prey), len(own_bombers))
    answer, pair = yield from menu(
        g, battle.seats[side], "{0} over {1}: bounce an aircraft?", subject, AS_ROLLED, BOUNCE,
        named=(result.code, g.hexes[battle.space]),
    )  # fmt: skip
    if answer.verb == AS_ROLLED.name:
        return []
    hunter, quarry = pair
    rear, lead = [int(hunter)], front(battle, roller)
    if quarry != lead and outruns(g, lead, front(battle, side)) and (yield from _stands_in(g, battle, roller, lead)):
        quarry = lead
        rear.append(lead)
    yield from duel(g, battle, side, hunter, quarry)
    return rear


def _stands_in(g: War, battle: Battle, side: int, jet: int) -> Flow[bool]:
    """Option 8: a jet in front may meet the bounce in place of whom it was meant for"""
    subject = Jet(battle.space, jet)
    answer, _ = yield from menu(
        g, battle.seats[side], "Bounced: does {0} meet them?", subject, LEAVE_IT, MEET, named=(g.units[jet],)
    )
    return bool(answer.verb == MEET.name)


@rule("14.3.3", "14.3.2")
def duel(g: War, battle: Battle, side: int, hunter: int, quarry: int) -> Flow[None]:
    """One round between two aircraft, one more for who dives; results fall on these two alone"""
    rates = {hunter: battle.rating(hunter) + DIVE, quarry: battle.rating(quarry)}
    fighter = {hunter: True, quarry: quarry in battle.lines(1 - side)[0]}
    pair = {side: hunter, 1 - side: quarry}
    armed = {s: fighter[pair[s]] or rates[pair[s]] > 0 or g.roster.types[pair[s]] == Type.FTR for s in pair}
    for s in (1 - battle.active, battle.active):
        if not armed[s]:
            continue
        own, foe = pair[s], pair[1 - s]
        dice = yield from battle.roll(s, rates[own] - rates[foe])
        chart = g.charts.air_to_air
        rolled = chart[chart.column(rates[own] - rates[foe]), dice]
        result = blunted(g, rolled, own if fighter[own] else NOWHERE, foe if fighter[foe] else NOWHERE, battle.space)
        if result.code != "-" and not (result.clears and fighter[foe]):
            yield from battle.strike(foe, result)


@rule("14.3.3")
def fleeing_jets(g: War, battle: Battle) -> list[int]:
    """Option 8: front bombers that are jets where the enemy's front fighter is none, the active side first."""
    found = []
    for side in (battle.active, 1 - battle.active):
        bombers = battle.lines(side)[1]
        if bombers and outruns(g, bombers[0], front(battle, 1 - side)):
            found.append(bombers[0])
    return found


@rule("14.3.3")
def let_jets_through(g: War, battle: Battle, jets: list[int]) -> Flow[None]:
    """Option 8: those that survived the round may be cleared through at its end"""
    for jet in jets:
        side = next((s for s in (0, 1) if jet in battle.lines(s)[1]), NOWHERE)
        if side != NOWHERE:
            answer, _ = yield from menu(
                g, battle.seats[side], "{0} is faster: through to the target?", Jet(battle.space, jet), RUN, LEAVE_IT,
                named=(g.units[jet],),
            )  # fmt: skip
            if answer.verb == RUN.name:
                yield from battle.strike(jet, AirResult("DC"))


def _may_bounce(g: War, subject: Bounce, pair: Pair) -> No | None:
    if pair[0] not in subject.mine:
        return No("14.3.3", "one of your own fighters bounces")
    return None if pair[1] in subject.prey else No("14.3.3", "after AC a fighter is bounced while the enemy has any")


AS_ROLLED: Act[War, Bounce, None] = Act("as_rolled", "14.3.3", "No: the result stands", do=lambda g, s, _: None, rolls=True)
BOUNCE: Act[War, Bounce, Pair] = Act(
    "bounce", "14.3.3", "{0} bounces {1}", takes=(Unit, Unit), among=lambda g, s: [(a, b) for a in s.mine for b in s.prey],
    may=_may_bounce, do=lambda g, s, pair: pair, rolls=True,
)  # fmt: skip
LEAVE_IT: Act[War, Jet, None] = Act("leave_it", "14.3.3", "No", do=lambda g, s, _: None, rolls=True)
MEET: Act[War, Jet, None] = Act("meet", "14.3.3", "It meets them", do=lambda g, s, _: None, rolls=True)
RUN: Act[War, Jet, None] = Act("run", "14.3.3", "Through", do=lambda g, s, _: None, rolls=True)
