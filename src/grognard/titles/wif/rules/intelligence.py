"""13.6.11: intelligence (option 41). Points are won with rolls in the production step and change dice: by one before they are
rolled, or by having them rolled again.

Every roll that a point may change goes through `cast`. Outside it is the fate of a lost unit whose country has fallen (13.7.1);
docs/wif.md says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow, Together
from grognard.kernel.purposes import Aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import COMMONWEALTH, POWERS, SIDE_OF_POWER
from grognard.titles.wif.rules.powers import active, playing, powers_of
from grognard.titles.wif.state import NO_SIDE, Power, War

ROLL_PRICE = 3  # build points for another roll
BLETCHLEY_FROM, BLETCHLEY_MOST = 1939, 6  # one roll in 1940, two in 1941, at most six a year
AGAIN = {True: 3, False: 5}  # by whether it is a search or combat roll
CHANGE = {True: 1, False: 2}
ABROAD = 1  # more where the search or combat has none of one's units


class Stake(msgspec.Struct, frozen=True):
    """A roll that intelligence may change. `side`: who rolls it; `high`: the side a high roll helps; `powers`: bits of those
    whose units are in the search or combat, or whom it concerns; `fight`: a search or combat roll; `aim`: what it is for in
    codes."""

    told: str
    rule: str
    side: int = NO_SIDE
    high: int = NO_SIDE
    powers: int = 0
    fight: bool = False
    dice: int = 1
    aim: Aim | None = None


class Tampering(Subject, frozen=True):
    """A power may change a roll by one before it is made."""

    power: Annotated[int, Power]
    points: int
    cost: int
    dice: int
    side: int
    high: int


class Doubting(Subject, frozen=True):
    """A power may have a roll made again. `roll`: what it was, the sum of several dice."""

    power: Annotated[int, Power]
    points: int
    cost: int
    dice: int
    side: int
    high: int
    roll: int


class Effort(Subject, frozen=True):
    """A power buys intelligence rolls in secret. `free`: those it has already, `bletchley`: those it may still take this year."""

    power: Annotated[int, Power]
    points: int
    free: int
    bletchley: int


# --- spending -----------------------------------------------------------------------------------------------------------------


def watched(g: War) -> bool:
    """Whether anybody has intelligence to spend."""
    return bool(g.options.intelligence) and any(g.powers.intelligence)


def with_units(g: War, units: Iterable[int]) -> int:
    """Bits of the powers that have these units."""
    found = 0
    for unit in units:
        found |= 1 << g.units.power[unit]
    return found


@rule("13.6.11")
def price(stake: Stake, power: int, *, again: bool) -> int:
    """Points for a change or a re-roll: a search or combat is cheaper, dearer again where one has no units in it."""
    cost = (AGAIN if again else CHANGE)[stake.fight]
    return cost + (ABROAD if stake.fight and not stake.powers >> power & 1 else 0)


def _askable(g: War, stake: Stake, *, again: bool) -> list[int]:
    """Powers that can pay, those of the side that rolls first."""
    first = stake.side if stake.side != NO_SIDE else g.side
    order = [*powers_of(g, first), *powers_of(g, 1 - first)]
    return [p for p in order if g.powers.intelligence[p] >= price(stake, p, again=again)]


@rule("13.6.11", "2.7")
def tamper(g: War, stake: Stake) -> Flow[int]:
    """Before a roll the side that makes it, else the other, may change it by one; gives the change"""
    if not watched(g):
        return 0
    for power in _askable(g, stake, again=False):
        cost = price(stake, power, again=False)
        subject = Tampering(power, g.powers.intelligence[power], cost, stake.dice, stake.side, stake.high)
        _, change = yield from menu(
            g, g.seat(power), "{0}, intelligence: {1}", subject, LEAVE, RAISE, LOWER, named=(g.powers[power], stake.told)
        )
        if change:
            g.powers[power].intelligence -= cost
            g.say(f"{{}} has intelligence: {change:+d}", g.powers[power], rule="13.6.11")
            found: int = change
            return found
    return 0


@rule("13.6.11", "2.7")
def doubt(
    g: War, stake: Stake, values: list[int], roll: Callable[[], list[int]], changes: list[int] | None = None
) -> Flow[list[int]]:
    """After a roll anybody who can pay may have it again, saying if it will be higher or lower; the other side gains if not.
    `changes`: what was added to the roll; one that nobody has changed may be before it is made again (2.7)"""
    while watched(g):
        for power in _askable(g, stake, again=True):
            cost, before = price(stake, power, again=True), sum(values)
            subject = Doubting(power, g.powers.intelligence[power], cost, stake.dice, stake.side, stake.high, before)
            _, way = yield from menu(
                g, g.seat(power), "{0}, intelligence: {1} was {2}", subject, STANDS, HIGHER, LOWER_AGAIN,
                named=(g.powers[power], stake.told, before),
            )  # fmt: skip
            if way:
                g.powers[power].intelligence -= cost
                if changes is not None and not any(changes):
                    changes.append((yield from tamper(g, stake)))
                values = roll()
                if (sum(values) - before) * way <= 0:
                    compromise(g, stake, power)
                break
        else:
            break
    return values


@rule("13.6.11")
def compromise(g: War, stake: Stake, power: int) -> None:
    """Who was wrong about a re-roll gives a point to the enemies it was directed at, or to every active one of them."""
    foes = powers_of(g, 1 - SIDE_OF_POWER[power])
    gaining = [p for p in foes if stake.powers >> p & 1] or [p for p in foes if active(g, p)]
    for foe in gaining:
        g.powers[foe].intelligence += 1
    if gaining:
        names = " and ".join(g.powers[p].label for p in gaining)
        g.say(f"The intelligence of {{}} is compromised: a point for {names}", g.powers[power], rule="13.6.11")


@rule("13.6.11")
def cast(g: War, stake: Stake, *, between: Callable[[int], Flow[int]] | None = None) -> Flow[int]:
    """A roll, summed, with what intelligence makes of it; `between`: re-rolls of other rules, which come first (2.7)"""
    change = yield from tamper(g, stake)
    rolled = sum(_throw(g, stake))
    if between is not None:
        rolled = yield from between(rolled)
    changes = [change]
    values = yield from doubt(g, stake, [rolled], lambda: [sum(_throw(g, stake))], changes)
    return values[0] + sum(changes)


@rule("13.6.11")
def cast_each(g: War, stake: Stake) -> Flow[list[int]]:
    """Dice that count one by one: a change is made to each, a re-roll is of all"""
    change = yield from tamper(g, stake)
    changes = [change]
    values = yield from doubt(g, stake, _throw(g, stake), lambda: _throw(g, stake), changes)
    return [v + sum(changes) for v in values]


def _throw(g: War, stake: Stake) -> list[int]:
    return list(g.roll_dice(stake.dice, D10, stake.told, stake.rule, aim=stake.aim))


# --- the effort ---------------------------------------------------------------------------------------------------------------


@rule("13.6.11")
def bletchley(g: War) -> int:
    """Free rolls the Commonwealth may still take this year."""
    return max(min(g.year - BLETCHLEY_FROM, BLETCHLEY_MOST) - g.bletchley_used, 0)


@rule("13.6.11")
def richest(g: War, side: int) -> int:
    """The active power of a side with the most build points, by a die if several have as many; -1 if there is none."""
    mine = [p for p in powers_of(g, side) if active(g, p)]
    most = max((g.powers.build_points[p] for p in mine), default=0)
    best = [p for p in mine if g.powers.build_points[p] == most]
    if len(best) > 1:
        return g.pick(best, 1, "The free intelligence roll", "13.6.11")[0]
    return best[0] if best else -1


@rule("13.6.11")
def make_effort(g: War) -> Flow[None]:
    """Old points are lost; the richest of each side has a roll, more are bought in secret, and all are rolled at once"""
    for power in playing(g):
        g.powers[power].intelligence = 0
    if g.turn % 6 == 0:
        g.bletchley_used = 0
    able = [p for p in playing(g) if active(g, p)]
    before = {p: g.powers.build_points[p] for p in able}
    free = {richest(g, side) for side in (0, 1)}
    seats: dict[str, list[int]] = {}
    for power in able:
        if _offers(g, power):
            seats.setdefault(g.seat(power), []).append(power)
    chosen: dict[str, dict[int, tuple[int, int]]] = {}
    if seats:
        chosen = yield Together({seat: _choose(g, powers, free) for seat, powers in seats.items()}, secret=True)
    orders = {p: pair for one in chosen.values() for p, pair in one.items()}
    rolls: dict[int, list[int]] = {}
    for power in able:
        bought, decoded = orders.get(power, (0, 0))
        g.powers[power].build_points -= bought * ROLL_PRICE
        g.bletchley_used += decoded
        number = (power in free) + bought + decoded
        if number:
            g.say(f"{{}} makes {number} intelligence rolls ({bought} bought)", g.powers[power], rule="13.6.11")
            rolls[power] = list(g.roll_dice(number, D10, f"Intelligence of {POWERS[power]}", "13.6.11"))
    for power, points in gains(rolls, before).items():
        g.powers[power].intelligence += points
        g.say(f"{{}} has {points} intelligence points", g.powers[power], rule="13.6.11")


def _offers(g: War, power: int) -> bool:
    return g.powers.build_points[power] >= ROLL_PRICE or (power == COMMONWEALTH and bletchley(g) > 0)


def _choose(g: War, powers: list[int], free: set[int]) -> Flow[dict[int, tuple[int, int]]]:
    """A player says for each of his powers how many rolls it buys, and how many of Bletchley Park it takes"""
    found: dict[int, tuple[int, int]] = {}
    for power in powers:
        subject = Effort(power, g.powers.build_points[power], int(power in free), bletchley(g) if power == COMMONWEALTH else 0)
        bought = decoded = 0
        if subject.points >= ROLL_PRICE:
            _, bought = yield from menu(
                g, g.seat(power), "{0}: how many intelligence rolls for {1} build points each?", subject, BUY,
                named=(g.powers[power], ROLL_PRICE),
            )  # fmt: skip
        if subject.bletchley:
            _, decoded = yield from menu(g, g.seat(power), "Bletchley Park: how many rolls now?", subject, DECODE)
        found[power] = bought, decoded
    return found


@rule("13.6.11")
def gains(rolls: dict[int, list[int]], points: dict[int, int]) -> dict[int, int]:
    """Intelligence points by power: its best roll less the best of the other side; equal best rolls give one to whoever of them
    has more build points (reading WIF-DEC-180)."""
    best = {p: max(each) for p, each in rolls.items()}
    top = {side: max((n for p, n in best.items() if SIDE_OF_POWER[p] == side), default=0) for side in (0, 1)}
    if top[0] == top[1]:
        tied = [p for p, n in best.items() if n == top[0]]
        most = max((points[p] for p in tied), default=0)
        first = [p for p in tied if points[p] == most]
        return {first[0]: 1} if len(first) == 1 else {}
    return {p: n - top[1 - SIDE_OF_POWER[p]] for p, n in best.items() if n > top[1 - SIDE_OF_POWER[p]]}


@rule("13.6.11")
def may_buy(g: War, subject: Effort, number: int) -> No | None:
    """Whether so many rolls can be bought."""
    if number < 0 or number * ROLL_PRICE > subject.points:
        return No("13.6.11", f"each costs {ROLL_PRICE} build points and you have {subject.points}")
    return None


@rule("13.6.11")
def may_decode(g: War, subject: Effort, number: int) -> No | None:
    """Whether so many free rolls of the year are taken now."""
    return None if 0 <= number <= subject.bletchley else No("13.6.11", f"{subject.bletchley} are left this year")


LEAVE: Act[War, Tampering, None] = Act("leave", "13.6.11", "Leave it alone", do=lambda g, s, _: 0)
RAISE: Act[War, Tampering, None] = Act("raise", "13.6.11", "Add 1", do=lambda g, s, _: 1, rolls=True)
LOWER: Act[War, Tampering, None] = Act("lower", "13.6.11", "Subtract 1", do=lambda g, s, _: -1, rolls=True)
STANDS: Act[War, Doubting, None] = Act("stands", "13.6.11", "Let it stand", do=lambda g, s, _: 0)
HIGHER: Act[War, Doubting, None] = Act("higher", "13.6.11", "Again: it will be higher", do=lambda g, s, _: 1, rolls=True)
LOWER_AGAIN: Act[War, Doubting, None] = Act("lower", "13.6.11", "Again: it will be lower", do=lambda g, s, _: -1, rolls=True)
BUY: Act[War, Effort, int] = Act(
    "buy", "13.6.11", "{0}", takes=int, among=lambda g, s: range(s.points // ROLL_PRICE + 1), may=may_buy, do=lambda g, s, n: n
)
DECODE: Act[War, Effort, int] = Act(
    "decode", "13.6.11", "{0}", takes=int, among=lambda g, s: range(s.bletchley + 1), may=may_decode, do=lambda g, s, n: n
)
