"""The planner's influence: what a flag is worth on every square of the track, and the batches of levels that pay their price.

A flag is reckoned where this turn's drift takes it. A minor that may be aligned is a home country for the count of 13.8, with its
army; one that only drifts there is worth nearly as much while no enemy has points to push it back."""

from __future__ import annotations

from typing import NamedTuple

from grognard.agents import Telling
from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Option
from grognard.titles.aif.agent.courts import INSURANCE, OTHER, PRIZES, VALUE, menaced, minor_id, steps_down
from grognard.titles.aif.facts import HIGHEST, SIDE_POWERS
from grognard.titles.aif.rules.allegiance import factory_count, frozen, level_cost, neutral, position
from grognard.titles.aif.rules.influence import MOST_LEVELS, Courting, Courtship
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import distances
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.rules.units import land_by_hex
from grognard.titles.wif.state import COMPLETE, NOWHERE

HOME = 30.0  # build points that a home country is worth besides the right to enter it
CONTESTED = (0.0, 0.03, 0.08, 0.10, 0.12, 0.20, 0.23, 0.27, 0.40, 0.45, 0.50, 0.70, 0.76, 0.82, 0.90, 0.96, 1.0)  # by square
QUIET = (0.0, 0.03, 0.08, 0.10, 0.12, 0.20, 0.28, 0.36, 0.50, 0.57, 0.64, 0.72, 0.80, 0.86, 0.92, 0.97, 1.0)  # nobody pushes
PAYING, GIVEN = 1.0, 0.45  # what a point must gain, and one that was given before the game
POOR = 8  # factories below which a power leaves courting to its friends
VICINITY, BEARABLE = 5, 1.2  # steps from a capital, and how many more factors the enemy may have there
UNTENABLE = 0.35  # of a home country that would fall as soon as it is aligned
SAVING = 4  # turns for which a power may save for one batch


class Batch(NamedTuple):
    """Levels for a minor: how many, their price, what they gain."""

    levels: int
    price: int
    gain: float

    @property
    def ratio(self) -> float:
        return self.gain / max(self.price, 1)


def drifted(g: America, flag: int) -> int:
    """Where a flag stands once this turn's drift has moved it: squares towards the Allies, negative towards the Axis."""
    here = position(g, flag)
    marked = [s.square for s in g.chancery.track if s.arrow == g.months]
    up = int(bool(marked) and abs(here) >= min(marked, default=0) and not frozen(g, flag))
    return here + (up if here > 0 else -up)


@derived("units.at", "units.power", "units.counter", "turn")
def tenable(g: America, side: int, flag: int) -> bool:
    """Whether a minor that a side aligns would not fall at once: its army and friends near its capital against the enemies there.
    One that stays neutral must be attacked first, which pays its friends."""
    country = g.chancery.minors[flag]
    capital = g.ground.places.get(g.facts.countries[country].capital, NOWHERE)
    if capital < 0:
        return True
    stacks, factors = land_by_hex(g), [0.0, 0.0]
    for space, steps in distances(g, capital).items():
        for unit in stacks.get(space, ()) if steps <= VICINITY else ():
            factors[SIDE_OF_POWER[g.units.power[unit]]] += g.units[unit].sheet.strength
    levy = [g.facts.index[row.counter] for row in g.chancery.armies.get(flag, ()) if row.counter in g.facts.index]
    sheets = [g.facts.counters[number] for number in levy]
    army = sum(sheet.strength for sheet in sheets if sheet.land and sheet.year < g.year)
    return factors[1 - side] <= BEARABLE * (factors[side] + army)


def regard(g: America, flag: int, place: int) -> float:
    """What a flag is worth to the Allies on a square (negative: to the Axis)."""
    holder, name = (1 if place > 0 else 0), minor_id(g, flag)
    rivals = any(g.offices.political[p] for p in SIDE_POWERS[1 - holder] if p in playing(g))
    table = CONTESTED if rivals or name in PRIZES else QUIET
    home = HOME * (1.0 if not neutral(g, flag) or tenable(g, holder, flag) else UNTENABLE)
    worth = (home + VALUE.get(name, OTHER)) * table[abs(place)]
    return worth if place > 0 else -worth


def moved(g: America, place: int, levels: int, side: int) -> int:
    """Where levels of a side take a flag: hurdles cost two on the way down, square 15 is the last."""
    sign = 1 if side else -1
    own = place * sign
    while levels > 0 and own < HIGHEST:
        price = steps_down(g, -own, -own - 1) if own < 0 else 1
        if levels < price:
            break
        levels -= price
        own += 1
    return own * sign


def batch(g: America, power: int, flag: int, points: int, settled: bool) -> Batch:
    """The levels that gain most over their price with so many points; none if nothing pays. `settled`: the drift of the turn is
    over and the points are there; those given before the game are spent more freely."""
    if frozen(g, flag) or buyer(g, SIDE_OF_POWER[power], flag) != power:
        return Batch(0, 0, 0.0)
    side, row = SIDE_OF_POWER[power], g.flags[flag]
    sign, cost = (1 if side else -1), level_cost(g, power, flag)
    thrift = PAYING if not settled or any(g.impulses) else GIVEN
    here = position(g, flag) if settled else drifted(g, flag)
    half = row.side == side and row.favours != power
    best = Batch(0, 0, 0.0)
    for levels in range(1, min(points // cost, MOST_LEVELS) + 1):
        there = moved(g, here, (levels + 1) // 2 if half else levels, side)
        gain = sign * (regard(g, flag, there) - regard(g, flag, here) + _thunder(g, flag, abs(there - here), side))
        gain += _insured(g, power, flag, levels)
        if gain >= thrift * levels * cost and gain - thrift * levels * cost > best.gain - thrift * best.price:
            best = Batch(levels, levels * cost, gain)
        if abs(there) == HIGHEST and there * sign > 0:
            break
    return best


def _insured(g: America, power: int, flag: int, levels: int) -> float:
    """Troops in a minor, or a prize, that the enemy could shut to us next: the first levels are worth their price twice."""
    if g.flags.favours[flag] != power or not menaced(g, power, flag):
        return 0.0
    return 2.0 * level_cost(g, power, flag) * min(levels, INSURANCE)


def _thunder(g: America, flag: int, squares: int, side: int) -> float:
    """What the flags on its back are worth after a move: they go a third as far the other way."""
    third = (2 * squares + 3) // 6
    found = 0.0
    for other in g.chancery.opposite.get(flag, ()) if third else ():
        if not frozen(g, other):
            here = position(g, other)
            found += regard(g, other, moved(g, here, third, 1 - side)) - regard(g, other, here)
    return found


def buyer(g: America, side: int, flag: int) -> int:
    """Who of a side courts a minor: whom it favours already while he has points or factories to pay, else whom it costs least."""
    able = [p for p in SIDE_POWERS[side] if p in playing(g) and g.powers.conquered[p] != COMPLETE]
    row = g.flags[flag]
    if row.side == side and row.favours in able and (g.offices.political[row.favours] or factory_count(g, row.favours) >= POOR):
        return int(row.favours)
    half = 2 if row.side == side else 1
    return min(
        able,
        key=lambda p: (
            not (g.offices.political[p] or factory_count(g, p) >= POOR),
            level_cost(g, p, flag) * (1 if p == row.favours else half),
            -factory_count(g, p),
        ),
    )


def dispatch(g: America, ask: Ask, subject: Courting) -> Answer:
    """The minor whose batch gains most for each point."""
    best: tuple[float, Option, Batch] | None = None
    for option in ask.options:
        if option.verb == "court":
            found = batch(g, subject.power, option.arg.index, subject.points, settled=True)
            if found.levels and (best is None or found.ratio > best[0]):
                best = (found.ratio, option, found)
    if best is None:
        return named(ask, "keep") or ask.options[0], "saved for a greater batch"
    return best[1], Telling(f"{best[1].arg.label}: {best[2].levels} levels are worth {best[2].gain:.0f}")


def order(g: America, ask: Ask, subject: Courtship) -> Answer:
    """As many levels as pay."""
    found = batch(g, subject.power, subject.flag, subject.points, settled=True).levels
    most = max(int(o.args[0]) for o in ask.options)
    chosen = min(max(found, 1), most)
    return ask.find(f"levels {chosen}") or ask.options[0], f"{chosen} levels"


def funds(g: America, power: int, most: int) -> int:
    """Political points that pay this turn, with at most so many: the best batches, also one that takes turns of saving."""
    batches = [batch(g, power, flag, SAVING * most, settled=False) for flag in range(len(g.flags))]
    return min(sum(b.price for b in batches), most)
