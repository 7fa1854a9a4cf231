"""Exact outlooks: the joint distribution of both sides' units, round by round, as a matrix.

A side's losses in a phase depend on the enemy's dice alone, so a phase is two families of small matrices, one per state of the
enemy. Phases of later rounds share them; the sum over rounds ends when almost nothing is left undecided.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from grognard.odds.battle import DIE, Channel, Contest, Phase, Shot, Side, strength
from grognard.odds.outlook import HELD, NOBODY, OPEN, RETREATED, WON, Outlook, side_outlook

State = tuple[int, ...]
Hits = tuple[int, ...]
Matrix = NDArray[np.float64]
NEGLIGIBLE = 1e-11
MANY_ROUNDS = 200


def work(battle: Contest) -> float:
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
        self.after: dict[tuple[int, Hits], int] = {}
        self.fights = np.flatnonzero([k.fights for k in side.kinds])

    def number(self, state: State) -> int:
        found = self.known.get(state)
        if found is None:
            found = self.known[state] = len(self.list)
            self.list.append(state)
        return found

    def next(self, i: int, hits: Hits) -> int:
        key = (i, hits)
        found = self.after.get(key)
        if found is None:
            found = self.after[key] = self.number(take(self.side, self.list[i], hits))
        return found

    def counts(self, rows: list[int]) -> NDArray[np.int64]:
        return np.array([self.list[i] for i in rows], np.int64).reshape(len(rows), len(self.side.kinds))

    def alive(self, rows: list[int]) -> NDArray[np.bool_]:
        return np.asarray((self.counts(rows)[:, self.fights] > 0).any(axis=1), np.bool_)


def _losses(own: _States, rows: list[int], foe: _States, columns: list[int], shots: tuple[Shot, ...]) -> tuple[Matrix, list[int]]:
    """For each state of the enemy in `columns` that fires: the matrix from `rows` to the states that follow, and these states."""
    if any(s.aimed for s in shots):
        return _aimed_losses(own, rows, foe, columns, shots)
    chances, vectors = _volleys(foe, columns, own.list[rows[0]], shots, len(own.side.channels))
    after = np.array([[own.next(i, v) for v in vectors] for i in rows]).reshape(len(rows), len(vectors))
    reached = sorted(set(after.ravel().tolist()))
    place = {n: k for k, n in enumerate(reached)}
    to = np.vectorize(place.__getitem__, otypes=[np.intp])(after)
    matrix = np.zeros((len(columns), len(rows), len(reached)))
    here = np.arange(len(rows))
    for v in range(len(vectors)):
        matrix[:, here, to[:, v]] += chances[:, v, None]
    return matrix, reached


def _volleys(
    foe: _States, columns: list[int], seen: State, shots: tuple[Shot, ...], channels: int
) -> tuple[Matrix, list[Hits]]:
    """Chances of every vector of hits for each firing state."""
    found = [fire(foe.list[j], seen, shots, channels) for j in columns]
    vectors = sorted({hits for chances in found for hits in chances})
    place = {hits: k for k, hits in enumerate(vectors)}
    matrix = np.zeros((len(columns), len(vectors)))
    for c, chances in enumerate(found):
        for hits, chance in chances.items():
            matrix[c, place[hits]] = chance
    return matrix, vectors


def _aimed_losses(
    own: _States, rows: list[int], foe: _States, columns: list[int], shots: tuple[Shot, ...]
) -> tuple[Matrix, list[int]]:
    """As `_losses` where the number of dice depends on the target's state: one state of it at a time."""
    parts = [_volleys(foe, columns, own.list[i], shots, len(own.side.channels)) for i in rows]
    after = [[own.next(i, v) for v in vectors] for i, (_, vectors) in zip(rows, parts)]
    reached = sorted({n for line in after for n in line})
    place = {n: k for k, n in enumerate(reached)}
    matrix = np.zeros((len(columns), len(rows), len(reached)))
    for r, (chances, _) in enumerate(parts):
        for v, n in enumerate(after[r]):
            matrix[:, r, place[n]] += chances[:, v]
    return matrix, reached


class _Table:
    """A joint distribution: chances[i, j] of attacker state rows[i] and defender state columns[j]."""

    def __init__(self, chances: Matrix, rows: list[int], columns: list[int]) -> None:
        self.chances = chances
        self.rows = rows
        self.columns = columns

    def spread(self, rows: list[int], columns: list[int]) -> _Table:
        """The same distribution over more states."""
        wide = np.zeros((len(rows), len(columns)))
        at = {n: k for k, n in enumerate(rows)}, {n: k for k, n in enumerate(columns)}
        wide[np.ix_([at[0][i] for i in self.rows], [at[1][j] for j in self.columns])] = self.chances
        return _Table(wide, rows, columns)


def _matrices(
    attackers: _States, rows: list[int], defenders: _States, columns: list[int], phase: Phase
) -> tuple[Matrix, list[int], Matrix, list[int]]:
    by_defence, to_rows = _losses(attackers, rows, defenders, columns, phase.defence)
    by_attack, to_columns = _losses(defenders, columns, attackers, rows, phase.attack)
    return by_defence, to_rows, by_attack, to_columns


def _advance(table: _Table, found: tuple[Matrix, list[int], Matrix, list[int]]) -> _Table:
    """One phase: by_defence[d, a, a'], by_attack[a, d, d']; the sum over a, d of P[a, d] * by_defence * by_attack."""
    by_defence, rows, by_attack, columns = found
    weighted = table.chances.T[:, :, None] * by_defence
    return _Table(np.matmul(weighted.transpose(1, 2, 0), by_attack).sum(axis=0), rows, columns)


def exact(battle: Contest) -> Outlook:
    """The outlook without sampling error."""
    attackers, defenders = _States(battle.attacker), _States(battle.defender)
    table = _Table(np.ones((1, 1)), [0], [0])
    sums = _Sums(battle, attackers, defenders)
    for phase in battle.phases(1):
        table = _advance(table, _matrices(attackers, table.rows, defenders, table.columns, phase))
    table = _joined(table, attackers, defenders)
    table = sums.close_round(table, 1)
    if table.chances.size and battle.later:
        steps = _closure(attackers, defenders, table, battle.later)
        if battle.by_number or battle.limit < MANY_ROUNDS:
            _fight_on(table, steps, sums)
        else:
            _fight_out(table, steps, sums)
    return sums.answer()


def _fight_on(table: _Table, steps: list[Step], sums: _Sums) -> None:
    """Later rounds one by one, where the number of the round matters."""
    number = 1
    while table.chances.size and table.chances.sum() > NEGLIGIBLE:
        number += 1
        special = dict(sums.battle.special).get(number)
        if special:
            for phase in special:
                table = _advance(table, _matrices(sums.states[0], table.rows, sums.states[1], table.columns, phase))
        else:
            for rows, columns, found in steps:
                table = _advance(table.spread(rows, columns), found)
        table = sums.close_round(table, number)
        if table.chances.size and not (set(table.rows) <= set(steps[0][0]) and set(table.columns) <= set(steps[0][1])):
            steps = _closure(*sums.states, table, sums.battle.later)


def _fight_out(table: _Table, steps: list[Step], sums: _Sums) -> None:
    """Later rounds until all is decided: every round is alike, so what has ended is gathered and booked once."""
    rows, columns = steps[0][0], steps[0][1]
    to_rows, to_columns = steps[-1][2][1], steps[-1][2][3]
    going = sums.going(to_rows, to_columns)
    places = {n: k for k, n in enumerate(to_rows)}, {n: k for k, n in enumerate(to_columns)}
    back_rows = [k for k, n in enumerate(rows) if n in places[0]]
    back_columns = [k for k, n in enumerate(columns) if n in places[1]]
    into = np.ix_(back_rows, back_columns)
    out = np.ix_([places[0][rows[k]] for k in back_rows], [places[1][columns[k]] for k in back_columns])
    at = table.spread(rows, columns)
    gathered = np.zeros(going.shape)
    number, rounds = 1, 0.0
    undecided = float(at.chances.sum())
    while undecided > NEGLIGIBLE and number < MANY_ROUNDS:
        number += 1
        for n, (_, _, found) in enumerate(steps):
            at = _advance(at if n == 0 else at.spread(steps[n][0], steps[n][1]), found)
        open_now = at.chances * going
        left = float(open_now.sum())
        gathered += at.chances - open_now
        rounds += number * (undecided - left)
        undecided = left
        chances = np.zeros((len(rows), len(columns)))
        chances[into] = open_now[out]
        at = _Table(chances, rows, columns)
    sums.rounds += rounds
    sums.book_all(_Table(gathered, to_rows, to_columns))
    sums.ends[OPEN] += undecided if undecided > NEGLIGIBLE else 0.0


Step = tuple[list[int], list[int], tuple[Matrix, list[int], Matrix, list[int]]]


def _closure(attackers: _States, defenders: _States, table: _Table, phases: tuple[Phase, ...]) -> list[Step]:
    """The matrices of a later round, over every state that any later round can start from."""
    rows, columns = table.rows, table.columns
    while True:
        steps: list[Step] = []
        a, d = rows, columns
        for phase in phases:
            found = _matrices(attackers, a, defenders, d, phase)
            steps.append((a, d, found))
            a, d = found[1], found[3]
        more_rows = sorted({*rows, *(i for i, alive in zip(a, attackers.alive(a)) if alive)})
        more_columns = sorted({*columns, *(j for j, alive in zip(d, defenders.alive(d)) if alive)})
        if more_rows == rows and more_columns == columns:
            return steps
        rows, columns = more_rows, more_columns


def _joined(table: _Table, attackers: _States, defenders: _States) -> _Table:
    rows = [attackers.number(_join(attackers.side, attackers.list[i])) for i in table.rows]
    columns = [defenders.number(_join(defenders.side, defenders.list[j])) for j in table.columns]
    return _Table(table.chances, rows, columns)


def _dived(table: _Table, attackers: _States, defenders: _States, number: int) -> _Table:
    """After the round in which a side's orders say so, its diving kinds have left; states that become alike are added up."""
    found = table
    for axis, states in enumerate((attackers, defenders)):
        if states.side.dive_after != number:
            continue
        places = found.columns if axis else found.rows
        after = [states.number(_dive(states.side, states.list[i])) for i in places]
        kept = sorted(set(after))
        merge = np.zeros((len(places), len(kept)))
        merge[np.arange(len(places)), [kept.index(n) for n in after]] = 1.0
        found = _Table(found.chances @ merge, found.rows, kept) if axis else _Table(merge.T @ found.chances, kept, found.columns)
    return found


def _dive(side: Side, state: State) -> State:
    left = list(state)
    for i, away in side.dives:
        left[away] += left[i]
        left[i] = 0
    return tuple(left)


def _join(side: Side, state: State) -> State:
    waiting = [(i, k.joins) for i, k in enumerate(side.kinds) if k.joins >= 0]
    if not waiting or not any(state[k] for k in side.landed):
        return state
    left = list(state)
    for i, k in waiting:
        left[k] += left[i]
        left[i] = 0
    return tuple(left)


class _Sums:
    """Chances booked by end, and means."""

    def __init__(self, battle: Contest, attackers: _States, defenders: _States) -> None:
        self.battle = battle
        self.states = (attackers, defenders)
        self.ends = [0.0] * 5
        self.captured = 0.0
        self.rounds = 0.0
        self.left = [np.zeros(len(s.side.kinds)) for s in self.states]
        self.chances = [np.zeros(sum(s.side.start) + 1) for s in self.states]
        self.named = [np.array([bool(k.name) for k in s.side.kinds]) for s in self.states]
        self.helpless = [np.array([k.helpless for k in s.side.kinds]) for s in self.states]

    def close_round(self, table: _Table, number: int) -> _Table:
        """Book what has ended; where both sides fight on, kinds with orders to dive leave."""
        table = self.settle(table, number)
        if table.chances.size and number in (self.states[0].side.dive_after, self.states[1].side.dive_after):
            table = self.settle(_dived(table, *self.states, number), number)
        return table

    def settle(self, table: _Table, number: int) -> _Table:
        """Book what has ended; what goes on stays in the table."""
        attackers, defenders = self.states
        a, d = attackers.alive(table.rows), defenders.alive(table.columns)
        going = a[:, None] & d[None, :]
        self._book(table, a[:, None] & ~d[None, :], WON, number)
        self._book(table, ~a[:, None] & d[None, :], HELD, number)
        self._book(table, ~a[:, None] & ~d[None, :], NOBODY, number)
        away = going & _retreats(self.battle, attackers.counts(table.rows), defenders.counts(table.columns), number)
        self._book(table, away, RETREATED, number)
        going &= ~away
        if number >= self.battle.limit:
            self._book(table, going, OPEN, number)
            going[:] = False
        chances = np.where(going, table.chances, 0.0)
        rows, columns = np.flatnonzero(chances.any(axis=1)), np.flatnonzero(chances.any(axis=0))
        return _Table(chances[np.ix_(rows, columns)], [table.rows[i] for i in rows], [table.columns[j] for j in columns])

    def going(self, rows: list[int], columns: list[int]) -> NDArray[np.bool_]:
        """Where both sides fight on and the attacker's orders do not break off."""
        attackers, defenders = self.states
        both = attackers.alive(rows)[:, None] & defenders.alive(columns)[None, :]
        return both & ~_retreats(self.battle, attackers.counts(rows), defenders.counts(columns), 0)

    def book_all(self, table: _Table) -> None:
        """Book states that have ended, whenever that was; their rounds are counted elsewhere."""
        attackers, defenders = self.states
        a, d = attackers.alive(table.rows), defenders.alive(table.columns)
        for mask, end in (
            (a[:, None] & ~d[None, :], WON),
            (~a[:, None] & d[None, :], HELD),
            (~a[:, None] & ~d[None, :], NOBODY),
            (a[:, None] & d[None, :], RETREATED),
        ):
            self._book(table, mask, end, 0)

    def _book(self, table: _Table, where: NDArray[np.bool_], end: int, number: int) -> None:
        ended = np.where(where, table.chances, 0.0)
        share = float(ended.sum())
        if not share:
            return
        self.ends[end] += share
        self.rounds += share * number
        for n, (states, places, weights) in enumerate(
            ((self.states[0], table.rows, ended.sum(axis=1)), (self.states[1], table.columns, ended.sum(axis=0)))
        ):
            counts = states.counts(places)
            if end == (WON if n else HELD):
                counts = counts * ~self.helpless[n]
            self.left[n] += weights @ counts
            self.chances[n] += np.bincount(counts[:, self.named[n]].sum(axis=1), weights, minlength=len(self.chances[n]))
            if n == 0 and end == WON:
                holding = np.array([k.holds for k in states.side.kinds])
                self.captured += float(weights[(counts[:, holding] > 0).any(axis=1)].sum())

    def answer(self) -> Outlook:
        sides = [
            side_outlook(states.side, [float(x) for x in left], {n: float(c) for n, c in enumerate(chances) if c})
            for states, left, chances in zip(self.states, self.left, self.chances)
        ]
        won, held, nobody, retreated, open_ = self.ends
        return Outlook("exact", 0, won, held, nobody, retreated, open_, self.captured, self.rounds, sides[0], sides[1])


def _retreats(battle: Contest, a: NDArray[np.int64], d: NDArray[np.int64], number: int) -> NDArray[np.bool_]:
    """In which states the attacker's orders say to break off."""
    orders = battle.retreat
    away = np.zeros((len(a), len(d)), np.bool_)
    if orders.rounds and number >= orders.rounds:
        away[:] = True
    if orders.units:
        fighting = np.array([k.fights for k in battle.attacker.kinds])
        away |= (a[:, fighting].sum(axis=1) <= orders.units)[:, None]
    if orders.share and battle.later:
        mine = a @ np.array(strength(battle.attacker, battle.later[-1].attack))
        theirs = d @ np.array(strength(battle.defender, battle.later[-1].defence))
        away |= mine[:, None] < orders.share * theirs[None, :]
    stays = np.array([k.stays for k in battle.attacker.kinds])
    held = np.asarray((a[:, stays] > 0).any(axis=1), np.bool_)
    return away & ~held[:, None]
