"""Exact distributions of opposed rolls, damage dice and single shots, as lists of chances by value; for raids and bombing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb

Chances = dict[int, float]


def certain(value: int) -> Chances:
    return {value: 1.0}


def mean(chances: Mapping[int, float]) -> float:
    return sum(value * p for value, p in chances.items())


def add(a: Mapping[int, float], b: Mapping[int, float]) -> Chances:
    """The sum of two independent numbers."""
    found: Chances = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] = found.get(x + y, 0.0) + p * q
    return found


def mix(parts: Iterable[tuple[float, Mapping[int, float]]]) -> Chances:
    """One of several distributions, each with its chance."""
    found: Chances = {}
    for weight, chances in parts:
        for value, p in chances.items():
            found[value] = found.get(value, 0.0) + weight * p
    return found


def capped(chances: Mapping[int, float], most: int) -> Chances:
    """No more than `most`."""
    return mix((p, certain(min(value, most))) for value, p in chances.items())


@lru_cache(maxsize=256)
def dice(count: int, faces: int) -> Chances:
    """The sum of dice."""
    found = certain(0)
    for _ in range(count):
        found = add(found, dict.fromkeys(range(1, faces + 1), 1 / faces))
    return found


@lru_cache(maxsize=1024)
def hits(count: int, value: int, faces: int = 12) -> Chances:
    """How many of so many dice show `value` or less."""
    p = min(max(value, 0), faces) / faces
    return {k: comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(count + 1)}


def volley(shots: Iterable[tuple[int, int]], faces: int = 12) -> Chances:
    """Hits of several groups of dice: (count, value)."""
    found = certain(0)
    for count, value in shots:
        found = add(found, hits(count, value, faces))
    return found


@lru_cache(maxsize=256)
def opposed(own: int, other: int, faces: int = 6) -> Chances:
    """By how much a die + `own` beats a die + `other`; 0 where it does not."""
    found: Chances = {}
    for a in range(1, faces + 1):
        for b in range(1, faces + 1):
            lead = max(a + own - b - other, 0)
            found[lead] = found.get(lead, 0.0) + 1 / faces**2
    return found
