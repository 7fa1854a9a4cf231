"""9.9: reserves: who may be one, and their commitment against announced attacks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.paths import reach
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import MOUNTAIN
from grognard.titles.tw.kinds import RESERVE
from grognard.titles.tw.nations import MAJORS, USSR
from grognard.titles.tw.rules import air_support
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.control import pass_through
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.national import may_reserve
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import army_rating, friends_in, presence
from grognard.titles.tw.rules.weather import movement_loss, no_building
from grognard.titles.tw.state import FORTIFICATION, PLAIN, RLE, SLE, Hex, Unit, War
from grognard.titles.tw.subjects import Interdiction, Reserves

PRICE = 5  # 9.9.2
READY, SPENT = 1, 2  # values of Unit.reserve; a reserve moves once in the enemy's turn (TW-AMB-69)
ALLOWED = {1: 3, 2: 2, 3: 1, 4: 1}  # 9.9.1, by the army's rating


@rule("9.9", "9.9.1", "9.9.2", "9.9.4", "10.3.5")
def may_be_reserve(g: War, unit: int) -> No | None:
    """Whether a unit can be put in reserve now."""
    known, at = g.roster, g.units.at[unit]
    if at < 0 or known.kinds[unit] not in RESERVE:
        return No("9.9.1", "only ARM, MECH, MOT, motorised flak and CAV")
    if g.units.reserve[unit]:
        return No("9.9.2", "it is one already")
    if dry(g, unit):
        return No("24.1", "it has no oil")
    no = no_reserves(g, known.nations[unit])
    if no is not None:
        return no
    enemy, there = 2 >> known.sides[unit], presence(g)
    if any(there[b] & enemy for b in g.ground.steps[at]):
        return No("9.9.2", "it is beside an enemy unit")
    return None


@rule("9.9.1", "9.9.2", "9.9.6", "18.2", "16.1.7.2")
def no_reserves(g: War, nation: int) -> No | None:
    """Why a nation can put no unit at all in reserve now, if it cannot."""
    row = g.nations[nation]
    if nation not in MAJORS:
        return No("9.9.6", "minor countries keep no reserves")
    if row.effort not in (SLE, RLE):
        return No("9.9.2", "reserves need an SLE or an RLE")
    if not may_reserve(g, nation):
        return No("18.2", "not before the surprise in the West")
    most = ALLOWED[row.army] + int(row.more_reserves == g.turn)
    if row.reserves >= most:
        return No("9.9.1", f"{most} reserves a turn")
    return No("9.9.2", f"a reserve costs {PRICE} NARFs") if row.narfs < PRICE else None


@rule("9.9.6", "9.9.4", "10.3.5")
def reserve_points(g: War, unit: int) -> int:
    """The points of a reserve: as in a second impulse, for motorised foot as well; depleted ones have one."""
    rating = army_rating(g, unit)
    if g.units.depleted[unit] or rating == 4:
        return 1
    return max(g.designs[g.units.design[unit]].move - rating - movement_loss(g, unit), 0)


DONE: Act[War, Any, None] = word("done", "9.9.3", "Done")
LET: Act[War, Any, None] = word("let", "9.9.5", "Let it pass")


@rule("9.9.3", "9.9.6")
def commit(g: War, battles: Sequence[Battle]) -> Flow[None]:
    """The defender commits reserves to attacked hexes or beside them"""
    side = 1 - g.side
    targets = {b.space for b in battles}
    ready = [u for u in range(len(g.units)) if g.units.reserve[u] == READY and g.units.at[u] >= 0 and g.roster.sides[u] == side]
    while True:
        moves = [(u, s) for u in ready for s in commitments(g, u, targets)]
        sites = works_sites(g, targets)
        if not moves and not sites:
            return
        acts = (
            one_of("commit", "9.9.3", "Commit {0} {1}", (Unit, Hex), moves, "no reserve that reaches an attack or beside it"),
            one_of("dig", "9.9.3", "A fortification at {0}", Hex, sites, "no fortification in reserve can be put there"),
            DONE,
        )
        choice, _ = yield from menu(g, g.seat(side), "Commit a reserve", Reserves(side), *acts, rule="9.9.3")
        if choice.verb == "done":
            return
        if choice.verb == "dig":
            choice.arg.works, choice.arg.builder = FORTIFICATION, USSR
            g.nations[USSR].reserve_works = 0
            g.say("a fortification rises at {}", choice.arg, rule="9.9.3")
            continue
        ready.remove(choice.args[0].index)
        yield from send(g, choice.args[0].index, choice.args[1].index)


def works_sites(g: War, targets: set[int]) -> list[int]:
    """9.9.3: a Soviet fortification kept in reserve goes on an attacked hex that is no beach."""
    row = g.nations[USSR]
    if row.side == g.side or not row.reserve_works:
        return []
    return [
        s
        for s in sorted(targets)
        if not g.ground.beach[s]
        and g.hexes.works[s] == PLAIN
        and g.hexes.holder[s] == USSR
        and g.ground.terrain[s] != MOUNTAIN  # 10.6.5
        and not no_building(g, s)  # 10.6.4
    ]


@rule("9.9.3", "9.9.6")
def commitments(g: War, unit: int, targets: set[int]) -> list[int]:
    """Hexes a reserve can reach: attacked ones within stacking limits, or neighbours of attacked ones."""
    side = g.roster.sides[unit]
    steps = Steps(g, [unit], in_swamp=False)
    found = reach(g.board, g.units.at[unit], reserve_points(g, unit), steps.cost, stop=steps.stop)
    near = {b for s in targets for b in g.ground.steps[s]} | targets
    return sorted([
        s
        for s in found.costs
        if s in near and s != g.units.at[unit] and overstacked(g, s, [*friends_in(g, s, side), unit]) is None
    ])


@rule("9.9.5", "9.9.6")
def send(g: War, unit: int, goal: int) -> Flow[None]:
    """A reserve moves hex by hex; enemy aircraft may slow it down"""
    row = g.units[unit]
    steps = Steps(g, [unit], in_swamp=False)
    points = reserve_points(g, unit)
    way = reach(g.board, row.at, points, steps.cost, stop=steps.stop).path(goal)
    for a, b in pairwise(way):
        price = steps.cost(a, b, 0)
        assert isinstance(price, int)
        if price > points:
            break
        row.at = b
        points -= price + (yield from interdict(g, b))
        if points < 0:
            row.at = a  # the hex has become too dear to enter
            break
    row.reserve = SPENT
    pass_through(g, unit, [row.at])
    g.say("{} is committed to {}", row, g.hexes[row.at], rule="9.9.3")


@rule("9.9.5")
def interdict(g: War, space: int) -> Flow[int]:
    """Phasing aircraft add a point each to the hex a reserve has entered"""
    extra = 0
    while True:
        able = air_support.escorts_for(g, space, air_support.INTERDICT)
        if not able:
            return extra
        act = one_of("interdict", "9.9.5", "Interdict with {0}", Unit, able, "it cannot fly there now", rolls=True)
        prompt = f"Interdict the reserve at {g.board.label(space)}?"
        choice, _ = yield from menu(g, g.seat(g.side), prompt, Interdiction(space), LET, act, rule="9.9.5")
        if choice.verb == "let":
            return extra
        left = yield from air_support.support_mission(g, [choice.arg.index], space, air_support.INTERDICT)
        extra += len(left)


@rule("9.9.2")
def stand_down(g: War) -> None:
    """At the end of the enemy's turn the markers come off."""
    for u, flag in enumerate(g.units.reserve):
        if flag and g.roster.sides[u] != g.side:
            g.units[u].reserve = 0
    if g.nations.side[USSR] != g.side and g.nations.reserve_works[USSR]:
        g.nations[USSR].reserve_works = 0
