"""Many battles at once: counts of kinds are rows of small ints, one column a battle, and every step is a vector operation.

The number of hits of n dice is looked up in a table per hit number with one random word.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.odds.battle import DIE, Channel, Contest, Phase, Shot, Side, strength
from grognard.odds.outlook import ENDS, HELD, NOBODY, OPEN, RETREATED, WON, Outlook, side_outlook, standard_error

Counts = NDArray[np.uint8]
CHUNK = 16_384
TABLE_SIZES = (15, 31, 63, 127, 254)
MOST = TABLE_SIZES[-1]
LOOK_BITS = 10
UNSETTLED = 255


class HitTable:
    """Draws how many of n dice hit, for every n up to a bound: the inverse of the binomial distribution, good to 2 ** -32.

    The ten highest bits of a random word look the answer up; where they do not settle it, the whole word is compared.
    """

    def __init__(self, most: int, hits: int, faces: int) -> None:
        p = hits / faces
        bounds = np.full((most + 1, most + 1), 2**32, np.uint64)
        for n in range(1, most + 1):
            total = 0.0
            for k in range(n):
                total += comb(n, k) * p**k * (1 - p) ** (n - k)
                bounds[n, k] = min(int(total * 2**32), 2**32)
        cells = np.arange(1 << LOOK_BITS, dtype=np.uint64) << np.uint64(32 - LOOK_BITS)
        last = cells + np.uint64((1 << (32 - LOOK_BITS)) - 1)
        self.bounds = bounds
        self.table = np.empty(((most + 1) << LOOK_BITS), np.uint8)
        for n in range(most + 1):
            low, high = np.searchsorted(bounds[n], cells, "right"), np.searchsorted(bounds[n], last, "right")
            self.table[n << LOOK_BITS : (n + 1) << LOOK_BITS] = np.where(low == high, low, UNSETTLED)

    def draw(self, dice: NDArray[Any], u: NDArray[np.uint32]) -> Counts:
        """Hits of `dice` dice in each battle from one random word each."""
        at = (dice.astype(np.uint32) << np.uint32(LOOK_BITS)) | (u >> np.uint32(32 - LOOK_BITS))
        found = self.table.take(at.astype(np.intp))
        odd = np.flatnonzero(found == UNSETTLED)
        if len(odd):
            found[odd] = (self.bounds[dice[odd]] <= u[odd, None]).sum(axis=1)
        return found


@lru_cache(maxsize=256)
def hit_table(most: int, hits: int, faces: int) -> HitTable:
    return HitTable(most, hits, faces)


def table_for(most: int, hits: int, faces: int) -> HitTable:
    """A table at least this large; few sizes are made, so that battles share them."""
    return hit_table(next(size for size in TABLE_SIZES if size >= most), hits, faces)


def _any(rows: Counts) -> NDArray[np.bool_]:
    """In which battles any of these kinds has a unit."""
    return np.asarray(rows.any(axis=0), np.bool_)


class _Force:
    """One side of a chunk of battles."""

    def __init__(self, side: Side, n: int) -> None:
        self.side = side
        self.counts: Counts = np.repeat(np.array(side.start, np.uint8)[:, None], n, axis=1)
        total = sum(side.start)
        assert total <= MOST, "a side of more than 254 units"
        self.most = max(total, 1)
        self.fighting = [i for i, k in enumerate(side.kinds) if k.fights]
        self.helpless = [i for i, k in enumerate(side.kinds) if k.helpless]

    def alive(self) -> NDArray[np.bool_]:
        return _any(self.counts[self.fighting])

    def keep(self, columns: NDArray[np.intp]) -> None:
        self.counts = self.counts[:, columns]


def fire(own: _Force, enemy: _Force, shots: tuple[Shot, ...], rng: np.random.Generator) -> dict[int, Counts]:
    """Roll for every shot: the hits by channel of the enemy."""
    hits: dict[int, Counts] = {}
    pools: dict[tuple[int, ...], NDArray[Any]] = {}
    for shot in shots:
        units = own.counts[shot.kind]
        if shot.support and shot.support_value > shot.value:
            pool = pools.get(shot.support)
            if pool is None:
                pool = own.counts[list(shot.support)].sum(axis=0, dtype=np.uint8)
            paired = np.minimum(pool, units)
            pools[shot.support] = pool - paired
            _roll(own, shot, paired, shot.support_value, hits, rng)
            units = units - paired
        dice: NDArray[Any] = units
        if shot.aimed:
            dice = units * np.minimum(enemy.counts[list(shot.aimed)].sum(axis=0, dtype=np.uint8), np.uint8(shot.dice))
        elif shot.dice > 1:
            dice = units * np.uint8(shot.dice)
        _roll(own, shot, dice, shot.value, hits, rng)
    return hits


def _roll(
    own: _Force, shot: Shot, dice: NDArray[Any], value: int, hits: dict[int, Counts], rng: np.random.Generator
) -> None:
    n = dice.shape[0]
    most = own.most * shot.dice
    assert most <= MOST, "more than 254 dice of one kind"
    rest, faces = value, DIE
    if shot.select:
        chosen = table_for(most, min(shot.select, value), faces).draw(dice, _words(rng, n))
        _add(hits, shot.select_channel, chosen)
        dice, rest, faces = dice - chosen, max(value - shot.select, 0), faces - min(shot.select, value)
    if rest:
        plain = table_for(most, min(rest, faces), faces).draw(dice, _words(rng, n))
        _add(hits, shot.channel, plain)
        dice, faces = dice - plain, faces - rest
    if shot.breakdown and faces > 0:
        gone = table_for(most, min(DIE + 1 - shot.breakdown, faces), faces).draw(dice, _words(rng, n))
        own.counts[shot.kind] -= gone
        own.counts[shot.away] += gone


def _words(rng: np.random.Generator, n: int) -> NDArray[np.uint32]:
    """One random word for each battle."""
    words: NDArray[np.uint64] = rng.bit_generator.random_raw((n + 1) // 2)
    return words.view(np.uint32)[:n]


def _add(hits: dict[int, Counts], channel: int, more: Counts) -> None:
    if channel in hits:
        hits[channel] = hits[channel] + more
    else:
        hits[channel] = more


def take(force: _Force, hits: dict[int, Counts]) -> None:
    """Take losses, the highest channel first; what a channel cannot take goes on to its `over`, which is lower."""
    channels = force.side.channels
    for number in range(len(channels) - 1, -1, -1):
        count = hits.get(number)
        if count is None:
            continue
        left = _take(force, channels[number], count)
        if channels[number].over >= 0:
            _add(hits, channels[number].over, left)


def _take(force: _Force, channel: Channel, hits: Counts) -> Counts:
    counts = force.counts
    hits = hits.copy()
    lost: Counts | None = None
    for group, doubled in _groups(channel):
        if doubled:
            owed = np.minimum(hits.astype(np.uint16) * 2, counts[group].sum(axis=0, dtype=np.uint16)).astype(np.uint8)
            hits -= (owed + np.uint8(1)) >> np.uint8(1)
        else:
            owed = hits
        for k in group:
            gone = np.minimum(owed, counts[k])
            if k in channel.guarded:
                gone *= ~_others_left(force, channel.guarded)
            counts[k] -= gone
            if force.side.kinds[k].becomes >= 0:
                counts[force.side.kinds[k].becomes] += gone
            owed = owed - gone
            if k in channel.draggers:
                lost = gone if lost is None else lost + gone
        if not doubled:
            hits = owed
    if lost is not None:
        owed = lost * np.uint8(channel.drag)
        for k in channel.drag_order:
            gone = np.minimum(owed, counts[k])
            counts[k] -= gone
            owed = owed - gone
    return hits


def _groups(channel: Channel) -> list[tuple[list[int], bool]]:
    """Runs of kinds that are doubled, or not."""
    runs: list[tuple[list[int], bool]] = []
    for k in channel.order:
        doubled = k in channel.doubled
        if runs and runs[-1][1] == doubled:
            runs[-1][0].append(k)
        else:
            runs.append(([k], doubled))
    return runs


def _others_left(force: _Force, guarded: frozenset[int]) -> NDArray[np.bool_]:
    others = [k for k in force.fighting if k not in guarded]
    return _any(force.counts[others])


def run_phase(attacker: _Force, defender: _Force, phase: Phase, rng: np.random.Generator) -> None:
    """Both sides roll, then both take their losses."""
    by_attacker = fire(attacker, defender, phase.attack, rng)
    by_defender = fire(defender, attacker, phase.defence, rng)
    take(defender, by_attacker)
    take(attacker, by_defender)


class _Sums:
    """What is added up over all battles."""

    def __init__(self, battle: Contest) -> None:
        self.ends = np.zeros(5, np.int64)
        self.captured = 0
        self.rounds = 0
        self.left = [np.zeros(len(s.kinds), np.int64) for s in (battle.attacker, battle.defender)]
        self.chances = [np.zeros(MOST + 1, np.int64) for _ in range(2)]
        self.swing = 0.0
        self.swing_squared = 0.0

    def book(self, forces: tuple[_Force, _Force], done: NDArray[np.intp], ends: NDArray[Any], number: int) -> None:
        """Enter battles that ended in this round."""
        self.ends += np.bincount(ends, minlength=5)
        self.rounds += number * len(done)
        lost: list[NDArray[Any]] = []
        for n, force in enumerate(forces):
            counts = force.counts[:, done]
            if force.helpless:
                other = WON if n else HELD
                counts[force.helpless] *= ends != other
            self.left[n] += counts.sum(axis=1, dtype=np.int64)
            named = counts[[i for i, k in enumerate(force.side.kinds) if k.name]]
            self.chances[n] += np.bincount(named.sum(axis=0, dtype=np.int64), minlength=MOST + 1)
            lost.append(np.array([k.price for k in force.side.kinds]) @ counts)
            if n == 0:
                holding = [i for i, k in enumerate(force.side.kinds) if k.holds]
                self.captured += int((counts[holding].any(axis=0) & (ends == WON)).sum())
        swing = lost[1] - lost[0]
        self.swing += float(swing.sum())
        self.swing_squared += float((swing**2).sum())


def sample(battle: Contest, samples: int, seed: int = 1) -> Outlook:
    """Fight the battle so many times with dice of this seed."""
    rng = np.random.Generator(np.random.SFC64(seed))
    sums = _Sums(battle)
    fought = 0
    while fought < samples:
        n = min(CHUNK, samples - fought)
        _fight_chunk(battle, n, rng, sums)
        fought += n
    return _answer(battle, sums, samples)


def _fight_chunk(battle: Contest, n: int, rng: np.random.Generator, sums: _Sums) -> None:
    forces = (_Force(battle.attacker, n), _Force(battle.defender, n))
    attacker, defender = forces
    number = 0
    while n:
        number += 1
        for phase in battle.phases(number):
            run_phase(attacker, defender, phase, rng)
        if number == 1:
            for force in forces:
                _join(force)
        ends = _ends(battle, attacker, defender, number)
        if number in (attacker.side.dive_after, defender.side.dive_after):
            fighting = ends < 0
            for force in forces:
                if force.side.dive_after == number:
                    _dive(force, fighting)
            ends = np.where(fighting, _ends(battle, attacker, defender, number), ends)
        done = np.flatnonzero(ends >= 0)
        if len(done):
            sums.book(forces, done, ends[done], number)
            going = np.flatnonzero(ends < 0)
            n = len(going)
            for force in forces:
                force.keep(going)


def _dive(force: _Force, where: NDArray[np.bool_]) -> None:
    for i, away in force.side.dives:
        gone = force.counts[i] * where
        force.counts[away] += gone
        force.counts[i] -= gone


def _join(force: _Force) -> None:
    waiting = [(i, k.joins) for i, k in enumerate(force.side.kinds) if k.joins >= 0]
    if not waiting:
        return
    ashore = force.counts[list(force.side.landed)].any(axis=0)
    for i, k in waiting:
        moved = force.counts[i] * ashore
        force.counts[k] += moved
        force.counts[i] -= moved


def _ends(battle: Contest, attacker: _Force, defender: _Force, number: int) -> NDArray[np.int8]:
    """How each battle has ended, -1 where it goes on."""
    a, d = attacker.alive(), defender.alive()
    ends = np.full(a.shape, -1, np.int8)
    ends[a & ~d] = WON
    ends[~a & d] = HELD
    ends[~a & ~d] = NOBODY
    going = a & d
    away = _retreats(battle, attacker, defender, number)
    if away is not None:
        ends[going & away] = RETREATED
        going = going & ~away
    if number >= battle.limit:
        ends[going] = OPEN
    return ends


def _retreats(battle: Contest, attacker: _Force, defender: _Force, number: int) -> NDArray[np.bool_] | None:
    orders = battle.retreat
    if not (orders.rounds or orders.units or orders.share):
        return None
    away = np.zeros(attacker.counts.shape[1], np.bool_)
    if orders.rounds and number >= orders.rounds:
        away[:] = True
    if orders.units:
        away |= attacker.counts[attacker.fighting].sum(axis=0) <= orders.units
    if orders.share and battle.later:
        mine = np.array(strength(battle.attacker, battle.later[-1].attack)) @ attacker.counts
        theirs = np.array(strength(battle.defender, battle.later[-1].defence)) @ defender.counts
        away |= mine < orders.share * theirs
    stays = [i for i, k in enumerate(battle.attacker.kinds) if k.stays]
    if stays:
        away &= ~attacker.counts[stays].any(axis=0)
    return away


def _answer(battle: Contest, sums: _Sums, samples: int) -> Outlook:
    share = {name: int(count) / samples for name, count in zip(ENDS, sums.ends)}
    sides = [
        side_outlook(
            side,
            [float(x) / samples for x in left],
            {int(i): float(c) / samples for i, c in enumerate(chances) if c},
        )
        for side, left, chances in zip((battle.attacker, battle.defender), sums.left, sums.chances)
    ]
    mean = sums.swing / samples
    variance = max(sums.swing_squared / samples - mean * mean, 0.0)
    return Outlook(
        "sampled",
        samples,
        share["won"],
        share["held"],
        share["nobody"],
        share["retreated"],
        share["open"],
        sums.captured / samples,
        sums.rounds / samples,
        sides[0],
        sides[1],
        standard_error(share["won"], samples),
        float(np.sqrt(variance / samples)),
    )
