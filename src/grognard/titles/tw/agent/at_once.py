"""This title's judgement: what an option is worth at once. Nothing here changes the state.

Posture comes from the objectives: a side marches on those it does not hold and stands on those it does. Attacks are valued by
exact odds. This is the whole of `greedy`; the planner falls back on it where it has no better idea.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.cache import derived
from grognard.kernel.dice import D10, one
from grognard.kernel.flow import Ask, Option
from grognard.kernel.paths import ranges
from grognard.kernel.session import Session
from grognard.titles.tw.agent import envoys
from grognard.titles.tw.charts import GROUND_COMBAT
from grognard.titles.tw.kinds import BOMBERS, EXPLOITING, Kind
from grognard.titles.tw.odds import CLEARING
from grognard.titles.tw.rules.combat import able
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.stacking import overfull
from grognard.titles.tw.rules.strength import Battle, battle_odds, defence_value
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.unit_prices import repair_price, unit_price
from grognard.titles.tw.rules.units import enemies_in, friends_in, ground_at, hex_sides, patron_of, presence
from grognard.titles.tw.state import DUE, LLE, Hex, Nation, Unit, War
from grognard.titles.tw.subjects import Stack

ATTACK_BAR = 0.15  # an attack must promise this much more than it costs
QUIET = frozenset(("done", "stop", "stay", "go", "let", "halt", "plain", "hold", "spare", "commit", "forgo", "stand"))


# --- the map as a side sees it ------------------------------------------------------------------------------------------------


@derived("hexes.holder", "nations.side")
def march(g: War, side: int) -> dict[int, int]:
    """Steps over land to the nearest objective the side does not hold; to its own where it holds all."""
    sides = hex_sides(g)
    wanted = [s for s in g.points if sides[s] == 1 - side] or list(g.points)
    return ranges(g.board, wanted, None, [int(land and held != 2) for land, held in zip(g.ground.land, sides)])


@derived("units.at", "units.design", "nations.side")
def danger(g: War, side: int) -> dict[int, int]:
    """Steps over land from the nearest enemy ground unit."""
    there = [s for s, bits in enumerate(presence(g)) if bits & (2 >> side)]
    return ranges(g.board, there, 12, [int(land) for land in g.ground.land])


def attack_outlook(g: War, space: int, force: list[int]) -> float:
    """Enemy factors lost less own factors lost, on average, with something for the hex; by the table alone."""
    battle = Battle(space, g.side, g.impulse, force)
    battle.landed = [u for u in force if g.units.at[u] == space]
    odds = battle_odds(g, battle)
    if odds.defence == 0:
        return 5.0
    strengths = g.roster.strengths
    mine, theirs = sum(strengths[u] for u in force), sum(strengths[u] for u in enemies_in(g, space, g.side))
    value = 0.0
    for result, chance in GROUND_COMBAT.outcomes(odds.column, one(D10), odds.modifiers.total):
        value += float(chance) * _worth(result.code, mine, theirs, odds.attack, odds.defence, g.points.get(space, 0))
    return value / max(theirs, 4)


def _worth(code: str, mine: int, theirs: int, attack: int, defence: int, points: int) -> float:
    hexagon = 2.0 + 3.0 * points
    if code == "AE":
        return -mine
    if code == "½AE":
        return -mine / 2
    if code in ("EX", "EX/PV", "2xEX"):
        price = {"EX": 1.0, "EX/PV": 1.5, "2xEX": 2.0}[code] * min(attack, defence)
        return theirs + hexagon - min(price, mine) if defence <= attack else -mine + min(price, theirs)
    if code == "½EX":
        return theirs + hexagon - min(defence / 2, mine)
    if code in CLEARING:
        lost = {"DE": 1.0, "½DE": 0.6, "DR": 0.1, "DD": 0.4, "DD2": 0.6, "DD3": 0.8}[code]
        return lost * theirs + hexagon
    return 0.0


# --- the judgement ------------------------------------------------------------------------------------------------------------


Judge = Callable[[Any, War, int, Ask, Option], float]


class AtOnce:
    """Values of options for The War, each taken by itself."""

    def value(self, session: Session, seat: str, ask: Ask, option: Option) -> float:
        """What an option is worth at once."""
        g: War = session.g
        wish = envoys.choose(g, ask)
        if wish is not None:
            return 1.0 if option.text == wish[0].text else 0.0
        judge: Judge | None = vars(AtOnce).get(f"_{option.verb}")  # a planner's own methods are no judges
        if judge is not None:
            return judge(self, g, g.side_of(seat), ask, option)
        return 0.0 if option.verb in QUIET else -0.5

    # efforts

    def _sle(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 6.0 if option.args[0].narfs >= 24 and _front(g, option.args[0]) > 8 else 1.0

    def _rle(self, g: War, side: int, ask: Ask, option: Option) -> float:
        row, count = option.args[0], int(option.args[1])
        assert isinstance(row, Nation)
        return 3.0 + min(count, 1 + _front(g, row) // 6) - 0.6 * count if row.narfs >= 8 * count else 0.5

    def _lle(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 0.4

    def _mle(self, g: War, side: int, ask: Ask, option: Option) -> float:
        row = option.args[0]
        assert isinstance(row, Nation)
        return 4.5 if _front(g, row) == 0 else 1.5

    def _place(self, g: War, side: int, ask: Ask, option: Option) -> float:
        row, where = option.args[0], option.args[1]
        assert isinstance(row, Nation) and isinstance(where, Hex)
        near = set(g.board.within(where.index, 1 if row.effort == LLE else 4))
        strengths, foe = g.roster.strengths, danger(g, side)
        return sum(
            strengths[u] / (1 + foe.get(at, 12))
            for u, at in enumerate(g.units.at)
            if at in near and not g.units.active[u] and patron_of(g, u) == row.index
        )

    # movement

    def _take(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        kind = g.roster.kinds[unit.index]
        if kind in (Kind.STA, Kind.FLAK) or (unit.at in g.points and len(ground_at(g)[unit.at]) == 1):
            return -1.0
        return 1.0 + 0.1 * unit.sheet.strength + (0.5 if kind in EXPLOITING else 0.0)

    def _with(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return -99.0

    def _to(self, g: War, side: int, ask: Ask, option: Option) -> float:
        where = option.args[0]
        assert isinstance(where, Hex)
        crowd = len(friends_in(g, where.index, side)) >= 3
        return self.place_value(g, side, where.index) - 3.0 * crowd

    def _stop(self, g: War, side: int, ask: Ask, option: Option) -> float:
        here = _standing(ask)
        if here in overfull(g, side):
            return -60.0  # make room
        return 0.05 + (self.place_value(g, side, here) if here >= 0 else -99.0)

    def place_value(self, g: War, side: int, space: int) -> float:
        """A hex to stand in: near to what is wanted, beside what can be beaten, in supply."""
        value = -0.4 * march(g, side).get(space, 40)
        if not lines(g, side).network.reached[space]:
            value -= 6.0
        sides = hex_sides(g)
        if space in g.points and sides[space] == 1 - side:
            value += 4.0 * g.points[space]
        if sides[space] == 1 - side:
            value += 0.3
        strengths, there, foe = g.roster.strengths, presence(g), 2 >> side
        for b in g.ground.steps[space]:
            if there[b] & foe:
                mine = sum(strengths[u] for c in g.ground.steps[b] for u in ground_at(g).get(c, ()) if g.roster.sides[u] == side)
                theirs = sum(v for _, v in defence_value(g, b, [], g.impulse)) or 1
                value += min(mine / theirs, 3.0) * 0.5
        return value

    def _overrun(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 9.0

    def _drop(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return -1.0

    # combat

    def _attack(self, g: War, side: int, ask: Ask, option: Option) -> float:
        where = option.args[0]
        assert isinstance(where, Hex)
        return attack_outlook(g, where.index, able(g, where.index)) - ATTACK_BAR + _air_hope(g, where.index)

    def _all(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 1.0

    def _commit(self, g: War, side: int, ask: Ask, option: Option) -> float:
        if len(option.args) == 2:  # a reserve
            return 1.0 if isinstance(option.args[1], Hex) and presence(g)[option.args[1].index] else 0.2
        return 2.0 if not any(o.verb in ("all", "add") for o in ask.options) else 0.5

    def _add(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 0.8

    def _shift(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 3.0

    def _cancel(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return -2.0

    def _accept(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return -float(int(option.args[1]))

    def _advance(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        return 1.0 if g.roster.kinds[unit.index] in EXPLOITING else 0.4

    def _lose(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        return -float(unit_price(g, unit.index)) + (3.0 if unit.depleted else 0.0)

    def _deplete(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        return -float(repair_price(g, unit.index)) - (50.0 if unit.depleted else 0.0)

    _freeze = _deplete
    _remove = _lose

    # air

    def _support(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 1.0

    def _cover(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        return 0.6 if g.roster.kinds[unit.index] in BOMBERS and not unit.depleted else 0.2

    def _effort(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 0.1

    def _cut(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 1.0

    _run = _cut
    _unveil = _cut
    _intercept = _cut

    # building

    def _repair(self, g: War, side: int, ask: Ask, option: Option) -> float:
        return 2.0

    def _build(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        purse = g.nations[patron_of(g, unit.index)].narfs
        return 1.5 if purse - unit_price(g, unit.index) >= 24 or unit.pool == DUE else -0.1

    def _at(self, g: War, side: int, ask: Ask, option: Option) -> float:
        where = option.args[0]
        assert isinstance(where, Hex)
        near = danger(g, side).get(where.index, 13)
        return 1.0 - 0.1 * abs(near - 3) + 0.5 * g.points.get(where.index, 0)

    def _reserve(self, g: War, side: int, ask: Ask, option: Option) -> float:
        unit = option.args[0]
        assert isinstance(unit, Unit)
        return 0.5 if g.nations[patron_of(g, unit.index)].narfs >= 20 and danger(g, side).get(unit.at, 13) <= 4 else -0.2

    def _fortify(self, g: War, side: int, ask: Ask, option: Option) -> float:
        where = option.args[1]
        assert isinstance(where, Hex)
        purse = g.nations[patron_of(g, ground_at(g)[where.index][0])].narfs
        return 0.8 if purse >= 30 and where.index in g.points and danger(g, side).get(where.index, 13) <= 2 else -0.2


def _front(g: War, row: Nation) -> int:
    """Units of a power within two hexes of the enemy."""
    foe = danger(g, row.side)
    return sum(1 for u, at in enumerate(g.units.at) if at >= 0 and patron_of(g, u) == row.index and foe.get(at, 12) <= 2)


def _standing(ask: Ask) -> int:
    """Where the stack stands that a movement question is about."""
    return ask.subject.at if isinstance(ask.subject, Stack) else -1


def _air_hope(g: War, space: int) -> float:
    """A little more courage where bombers can help."""
    kinds, sides = g.roster.kinds, g.roster.sides
    near = [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0
        and kinds[u] in BOMBERS
        and sides[u] == g.side
        and g.units.active[u]
        and g.ground.far(at, space) <= 5
        and effort_of(g, u)
    ]
    return 0.2 * min(len(near), 2)
