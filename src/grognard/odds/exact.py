"""Exact outlooks: the joint distribution of both sides' units, round by round, as a matrix.

A side's losses in a phase depend on the enemy's dice alone, so a phase is two families of small matrices, one per state of the
enemy. Phases of later rounds share them; the sum over rounds ends when almost nothing is left undecided.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.odds.battle import DIE, Battle, Channel, Phase, Shot, Side, strength
from grognard.odds.outlook import HELD, NOBODY, OPEN, RETREATED, WON, Outlook, side_outlook

State = tuple[int, ...]
Hits = tuple[int, ...]
Matrix = NDArray[np.float64]
NEGLIGIBLE = 1e-13


def work(battle: Battle) -> float:
    """About how many multiplications the exact answer takes; a guess from above that costs nothing."""
    states = []
    for side, phases in ((battle.attacker, 0), (battle.defender, 1)):
        channels = {s.channel for p in battle.first + battle.later for s in (p.defence if phases == 0 else p.attack)}
        channels |= {
            s.select_channel for p in battle.first + battle.later for s in (p.defence if phases == 0 else p.attack) if s.select
        }
        total = sum(side.start) + sum(k.count for k in side.kinds if k.becomes >= 0) + 1
        states.append(float(min(total ** max(len(channels), 1), _product(side.start))))
    a, d = states
    return 20.0 * a * a * d * d


def _product(start: State) -> int:
    product = 1
    for n in start:
        product *= n + 1
    return product


@lru_cache(maxsize=4096)
def binomial(n: int, hits: int, faces: int) -> tuple[float, ...]:
    p = hits / faces
    return tuple(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))


def fire(own: State, enemy: State, shots: tuple[Shot, ...], channels: int) -> dict[Hits, float]:
    """Chances of the numbers of hits by channel."""
    chances: dict[Hits, float] = {(0,) * channels: 1.0}
    pools: dict[tuple[int, ...], int] = {}
    for shot in shots:
        units = own[shot.kind]
        if not units:
            continue
        if shot.support and shot.support_value > shot.value:
            pool = pools.get(shot.support, sum(own[k] for k in shot.support))
            paired = min(pool, units)
            pools[shot.support] = pool - paired
            chances = _roll(chances, shot, paired, shot.support_value)
            units -= paired
        dice = units * (min(sum(enemy[k] for k in shot.aimed), shot.dice) if shot.aimed else shot.dice)
        chances = _roll(chances, shot, dice, shot.value)
    return chances


def _roll(chances: dict[Hits, float], shot: Shot, dice: int, value: int) -> dict[Hits, float]:
    if not dice:
        return chances
    select = min(shot.select, value)
    rest, faces = min(value, DIE) - select, DIE - select
    found: dict[Hits, float] = {}
    for chosen, p in enumerate(binomial(dice, select, DIE)) if select else ((0, 1.0),):
        for plain, q in enumerate(binomial(dice - chosen, rest, faces)) if rest else ((0, 1.0),):
            for hits, chance in chances.items():
                more = list(hits)
                if chosen:
                    more[shot.select_channel] += chosen
                more[shot.channel] += plain
                key = tuple(more)
                found[key] = found.get(key, 0.0) + chance * p * q
    return found


def take(side: Side, state: State, hits: Hits) -> State:
    """The units left after these hits."""
    left = list(state)
    owed = list(hits)
    for number in range(len(side.channels) - 1, -1, -1):
        if owed[number]:
            channel = side.channels[number]
            rest = _take(side, left, channel, owed[number])
            if channel.over >= 0:
                owed[channel.over] += rest
    return tuple(left)


def _take(side: Side, left: list[int], channel: Channel, hits: int) -> int:
    lost = 0
    debt = 0
    for k in channel.order:
        doubled = k in channel.doubled
        if not doubled:
            debt = 0
        while left[k] and (hits or (doubled and debt)):
            if k in channel.guarded and _others_left(side, left, channel.guarded):
                break
            if doubled and debt:
                debt = 0
            else:
                hits -= 1
                debt = 1 if doubled else 0
            left[k] -= 1
            lost += k in channel.draggers
            if side.kinds[k].becomes >= 0:
                left[side.kinds[k].becomes] += 1
        if not hits and not debt:
            break
    owed = lost * channel.drag
    for k in channel.drag_order:
        gone = min(owed, left[k])
        left[k] -= gone
        owed -= gone
    return hits


def _others_left(side: Side, left: list[int], guarded: frozenset[int]) -> bool:
    return any(left[j] for j, kind in enumerate(side.kinds) if kind.fights and j not in guarded)


class _States:
    """The states of one side met so far, numbered."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.known: dict[State, int] = {side.start: 0}
        self.list: list[State] = [side.start]
        self.after: dict[tuple[State, Hits], int] = {}

    def number(self, state: State) -> int:
        found = self.known.get(state)
        if found is None:
            found = self.known[state] = len(self.list)
            self.list.append(state)
        return found

    def next(self, state: State, hits: Hits) -> int:
        key = (state, hits)
        found = self.after.get(key)
        if found is None:
            found = self.after[key] = self.number(take(self.side, state, hits))
        return found


def _losses(own: _States, rows: list[int], foe: _States, columns: list[int], shots: tuple[Shot, ...]) -> tuple[Matrix, list[int]]:
    """For each state of the enemy in `columns` that fires: the matrix from `rows` to the states that follow, and these states."""
    channels = len(own.side.channels)
    aimed = any(s.aimed for s in shots)
    cells: list[tuple[int, int, int, float]] = []
    memo: dict[tuple[State, State], dict[Hits, float]] = {}
    for c, j in enumerate(columns):
        for r, i in enumerate(rows):
            seen = own.list[i] if aimed else ()
            key = (foe.list[j], seen)
            chances = memo.get(key)
            if chances is None:
                chances = memo[key] = fire(foe.list[j], own.list[i], shots, channels)
            for hits, chance in chances.items():
                cells.append((c, r, own.next(own.list[i], hits), chance))
    reached = sorted({cell[2] for cell in cells})
    place = {n: k for k, n in enumerate(reached)}
    matrix = np.zeros((len(columns), len(rows), len(reached)))
    np.add.at(
        matrix,
        (
            np.array([c[0] for c in cells]),
            np.array([c[1] for c in cells]),
            np.array([place[c[2]] for c in cells]),
        ),
        np.array([c[3] for c in cells]),
    )
    return matrix, reached


class _Table:
    """A joint distribution: chances[i, j] of attacker state rows[i] and defender state columns[j]."""

    def __init__(self, chances: Matrix, rows: list[int], columns: list[int]) -> None:
        self.chances = chances
        self.rows = rows
        self.columns = columns


def _run_phase(table: _Table, attackers: _States, defenders: _States, phase: Phase, memo: dict[Any, Any]) -> _Table:
    key = (id(phase), tuple(table.rows), tuple(table.columns))
    if key not in memo:
        memo[key] = (
            _losses(attackers, table.rows, defenders, table.columns, phase.defence),
            _losses(defenders, table.columns, attackers, table.rows, phase.attack),
        )
    (by_defence, rows), (by_attack, columns) = memo[key]
    # by_defence[d, a, a'], by_attack[a, d, d']: sum over a, d of P[a, d] * by_defence * by_attack
    weighted = table.chances.T[:, :, None] * by_defence
    joint = np.matmul(weighted.transpose(1, 2, 0), by_attack).sum(axis=0)
    return _Table(joint, rows, columns)


def exact(battle: Battle) -> Outlook:
    """The outlook without sampling error."""
    attackers, defenders = _States(battle.attacker), _States(battle.defender)
    table = _Table(np.ones((1, 1)), [0], [0])
    sums = _Sums(battle)
    memo: dict[Any, Any] = {}
    number = 0
    while table.chances.size and table.chances.sum() > NEGLIGIBLE:
        number += 1
        for phase in battle.first if number == 1 else battle.later:
            table = _run_phase(table, attackers, defenders, phase, memo)
        if number == 1:
            table = _joined(table, attackers, defenders)
        table = _settle(battle, table, attackers, defenders, number, sums)
    return sums.answer(number)


def _joined(table: _Table, attackers: _States, defenders: _States) -> _Table:
    rows = [attackers.number(_join(attackers.side, attackers.list[i])) for i in table.rows]
    columns = [defenders.number(_join(defenders.side, defenders.list[j])) for j in table.columns]
    return _Table(table.chances, rows, columns)


def _join(side: Side, state: State) -> State:
    waiting = [(i, k.joins) for i, k in enumerate(side.kinds) if k.joins >= 0]
    if not waiting or not any(state[k] for k in side.landed):
        return state
    left = list(state)
    for i, k in waiting:
        left[k] += left[i]
        left[i] = 0
    return tuple(left)


def _settle(battle: Battle, table: _Table, attackers: _States, defenders: _States, number: int, sums: _Sums) -> _Table:
    """Book what has ended; what goes on keeps its place in a table of undecided states."""
    alive_a = np.array([_alive(attackers.side, attackers.list[i]) for i in table.rows])
    alive_d = np.array([_alive(defenders.side, defenders.list[j]) for j in table.columns])
    ends = np.full(table.chances.shape, -1)
    ends[alive_a[:, None] & ~alive_d[None, :]] = WON
    ends[~alive_a[:, None] & alive_d[None, :]] = HELD
    ends[~alive_a[:, None] & ~alive_d[None, :]] = NOBODY
    for i, a in enumerate(table.rows):
        for j, d in enumerate(table.columns):
            if ends[i, j] < 0 and _retreats(battle, attackers.list[a], defenders.list[d], number):
                ends[i, j] = RETREATED
    if number >= battle.limit:
        ends[ends < 0] = OPEN
    for i, j in zip(*np.nonzero((ends >= 0) & (table.chances > 0))):
        a, d = attackers.list[table.rows[i]], defenders.list[table.columns[j]]
        sums.book(a, d, int(ends[i, j]), float(table.chances[i, j]), number)
    chances = np.where(ends < 0, table.chances, 0.0)
    live_rows, live_columns = np.flatnonzero(chances.any(axis=1)), np.flatnonzero(chances.any(axis=0))
    return _Table(
        chances[np.ix_(live_rows, live_columns)],
        [table.rows[i] for i in live_rows],
        [table.columns[j] for j in live_columns],
    )


def _alive(side: Side, state: State) -> bool:
    return any(n and k.fights for n, k in zip(state, side.kinds))


def _retreats(battle: Battle, a: State, d: State, number: int) -> bool:
    orders = battle.retreat
    if any(n and k.stays for n, k in zip(a, battle.attacker.kinds)):
        return False
    if orders.rounds and number >= orders.rounds:
        return True
    if orders.units and sum(n for n, k in zip(a, battle.attacker.kinds) if k.fights) <= orders.units:
        return True
    if orders.share and battle.later:
        mine = sum(n * w for n, w in zip(a, strength(battle.attacker, battle.later[-1].attack)))
        theirs = sum(n * w for n, w in zip(d, strength(battle.defender, battle.later[-1].defence)))
        return mine < orders.share * theirs
    return False


class _Sums:
    """Chances booked by end, and means."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.ends = [0.0] * 5
        self.captured = 0.0
        self.rounds = 0.0
        self.left: list[list[float]] = [[0.0] * len(s.kinds) for s in (battle.attacker, battle.defender)]
        self.chances: list[dict[int, float]] = [{}, {}]

    def book(self, a: State, d: State, end: int, chance: float, number: int) -> None:
        self.ends[end] += chance
        self.rounds += chance * number
        for n, (state, side) in enumerate(((a, self.battle.attacker), (d, self.battle.defender))):
            drop = end == (WON if n else HELD)
            kept = [0 if (drop and k.helpless) or not k.name else c for c, k in zip(state, side.kinds)]
            for i, c in enumerate(kept):
                self.left[n][i] += chance * c
            self.chances[n][sum(kept)] = self.chances[n].get(sum(kept), 0.0) + chance
        if end == WON and any(c and k.holds for c, k in zip(a, self.battle.attacker.kinds)):
            self.captured += chance

    def answer(self, number: int) -> Outlook:
        sides = [
            side_outlook(side, left, chances)
            for side, left, chances in zip((self.battle.attacker, self.battle.defender), self.left, self.chances)
        ]
        won, held, nobody, retreated, open_ = self.ends
        return Outlook("exact", 0, won, held, nobody, retreated, open_, self.captured, self.rounds, sides[0], sides[1])
