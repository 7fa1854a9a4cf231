"""Dice: a seeded, counted, recorded stream, and exact distributions of what it can show.

Roll number n of a game depends on the seed, the epoch and n alone. The header of a save commits to the seed by a hash;
the seed is revealed at the end and anyone can check every roll. An agreed rewind past dice starts a new epoch, so that
nobody replays a turn knowing its rolls.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Generic, TypeVar

from grognard.kernel.errors import GrognardError

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Die:
    """A die with `sides` faces, numbered from `first` upward."""

    sides: int
    first: int = 1

    def __repr__(self) -> str:
        return f"D{self.sides}"

    @property
    def faces(self) -> range:
        return range(self.first, self.first + self.sides)


D6 = Die(6)
D10 = Die(10)
D12 = Die(12)


class DiceAway(GrognardError):
    """A roll is due in a copy of the game that does not hold the seed (a mailed game): its host must roll."""


class Unannounced(GrognardError):
    """Dice would fall with an answer that did not say so, and its player wants to know before."""


class Dice:
    """The counter-based stream of one seed and epoch."""

    def __init__(self, seed: bytes, epoch: int = 0) -> None:
        self.seed = seed
        self.epoch = epoch

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        """The values of roll `number`: `count` dice, each face equally likely."""
        values: list[int] = []
        block = 0
        limit = 256 - 256 % die.sides if die.sides <= 256 else 0
        assert limit, f"no die has {die.sides} sides"
        while len(values) < count:
            label = b"%d.%d.%d" % (self.epoch, number, block)
            for byte in hashlib.blake2b(label, key=self.seed[:64]).digest():
                if byte < limit:
                    values.append(die.first + byte % die.sides)
                    if len(values) == count:
                        break
            block += 1
        return values

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        """Draw `number` of the stream: `count` of these in the order drawn, none put back, each equally likely."""
        left = list(among)
        assert 0 <= count <= len(left), f"{count} cannot be drawn from {len(left)}"
        return [left.pop(self._below(len(left), b"%d.%d.draw.%d" % (self.epoch, number, n))) for n in range(count)]

    def _below(self, limit: int, label: bytes) -> int:
        """A number from 0 to below the limit, each equally likely."""
        bound = (1 << 64) - (1 << 64) % limit
        block = 0
        while True:
            digest = hashlib.blake2b(b"%b.%d" % (label, block), key=self.seed[:64], digest_size=8).digest()
            value = int.from_bytes(digest, "big")
            if value < bound:
                return value % limit
            block += 1


class RecordedDice:
    """Plays back recorded rolls and draws in order, then goes on with another stream; what replays and forks roll with.

    A roll that its reader may not know is recorded as None: `unknown` rolls in its place.
    """

    def __init__(self, recorded: Iterable[list[int] | None], then: Any, unknown: Any = None) -> None:
        self.recorded = iter(recorded)
        self.then = then
        self.unknown = unknown

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        values, stream = self._next()
        if values is None:
            return list(stream.roll(number, count, die))
        if len(values) != count or any(v not in die.faces for v in values):
            raise GrognardError(
                f"recorded roll {number} is {values}, but the rules now roll {count} x {die}",
                remedy="open the save with the version that wrote it",
            )
        return list(values)

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        values, stream = self._next()
        if values is None:
            return list(stream.draw(number, among, count))
        if len(values) != count or Counter(values) - Counter(among):
            raise GrognardError(
                f"recorded draw {number} is {values}, but the rules now draw {count} of {sorted(among)}",
                remedy="open the save with the version that wrote it",
            )
        return list(values)

    def _next(self) -> tuple[list[int] | None, Any]:
        for values in self.recorded:
            return values, self.unknown
        return None, self.then


class NoDice:
    """Stands in for the stream where the seed is not known."""

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        raise DiceAway("the piles are with the host of this game", remedy="send the file back to the host, who draws")

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        raise DiceAway("the dice are with the host of this game", remedy="send the file back to the host, who rolls")


class HeldDice:
    """Stands in for the stream while an answer is tried that has not said that dice fall with it."""

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        raise Unannounced("something is drawn with this answer", remedy="give it once more if that is meant")

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        raise Unannounced("dice fall with this answer", remedy="give it once more if that is meant")


class FixedDice:
    """Gives the values a worked example prints, in order; for tests and for replaying printed battles."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        assert len(self.values) >= count, f"the fixed dice ran out at roll {number}"
        taken, self.values = self.values[:count], self.values[count:]
        assert all(v in die.faces for v in taken), f"{taken} cannot show on {die}"
        return taken

    def draw(self, number: int, among: Sequence[int], count: int) -> list[int]:
        assert len(self.values) >= count, f"the fixed draws ran out at {number}"
        taken, self.values = self.values[:count], self.values[count:]
        assert not Counter(taken) - Counter(among), f"{taken} cannot be drawn from {list(among)}"
        return taken


def fresh_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(32)


def seed_from(number: int) -> bytes:
    """A seed from a small number, for games that must be repeatable."""
    return hashlib.blake2b(b"grognard seed %d" % number, digest_size=32).digest()


def commitment(seed: bytes) -> str:
    """What the header says of the seed before the game: its hash."""
    return hashlib.sha256(b"grognard commitment " + seed).hexdigest()


class Distribution(Generic[T]):
    """Exact probabilities of finitely many values."""

    __slots__ = ("weights",)

    def __init__(self, weights: Iterable[tuple[T, Fraction]]) -> None:
        gathered: dict[T, Fraction] = {}
        for value, weight in weights:
            if weight:
                gathered[value] = gathered.get(value, Fraction(0)) + weight
        self.weights = gathered

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return iter(self.weights.items())

    def __getitem__(self, value: T) -> Fraction:
        return self.weights.get(value, Fraction(0))

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.weights == other.weights

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{v}: {w}" for v, w in self) + "}"

    def map(self, f: Callable[[T], U]) -> Distribution[U]:
        """The distribution of f of the value."""
        return Distribution((f(v), w) for v, w in self)

    def then(self, f: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """The distribution of a second chance that depends on the first."""
        return Distribution((u, w * x) for v, w in self for u, x in f(v))

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """The probability that the value passes the test."""
        return sum((w for v, w in self if test(v)), Fraction(0))

    def mean(self, f: Callable[[T], float] = lambda v: float(v)) -> float:  # type: ignore[arg-type]
        """The expected value of f."""
        return float(sum(Fraction(f(v)) * w for v, w in self))


def certain(value: T) -> Distribution[T]:
    """The distribution of a sure thing."""
    return Distribution([(value, Fraction(1))])


def one(die: Die) -> Distribution[int]:
    """One die."""
    return Distribution((face, Fraction(1, die.sides)) for face in die.faces)


@lru_cache(maxsize=256)
def total(count: int, die: Die) -> Distribution[int]:
    """The sum of `count` dice."""
    result = certain(0)
    for _ in range(count):
        result = result.then(lambda a: one(die).map(lambda b: a + b))
    return result


@lru_cache(maxsize=1024)
def pool(count: int, die: Die, target: int) -> Distribution[int]:
    """How many of `count` dice show `target` or less."""
    hits = sum(1 for face in die.faces if face <= target)
    p = Fraction(hits, die.sides)
    return Distribution((k, comb(count, k) * p**k * (1 - p) ** (count - k)) for k in range(count + 1))


@lru_cache(maxsize=256)
def best(count: int, die: Die, keep: int = 1, highest: bool = True) -> Distribution[int]:
    """The sum of the `keep` best (highest or lowest) of `count` dice."""
    rolls: Distribution[tuple[int, ...]] = certain(())
    for _ in range(count):
        rolls = rolls.then(lambda kept: one(die).map(lambda face: tuple(sorted((*kept, face), reverse=highest)[:keep])))
    return rolls.map(sum)
