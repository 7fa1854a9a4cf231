"""Ratings of agents from games against each other, by Bradley and Terry, with their error bars; and intervals of win rates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

ELO = 400 / math.log(10)  # points for each unit of the logistic scale
SPREAD = 3.0  # how far strengths are believed to spread before anything is played: it keeps those who always win finite
SURE = 1.959964  # 95 %

Duel = tuple[str, str, float]  # two agents and what the first one scored: 1, 0.5 or 0


class Rating(msgspec.Struct, frozen=True):
    """An agent's strength in Elo points around the mean of all, and how far it may be off with 95 % certainty."""

    agent: str
    points: float
    error: float
    duels: int
    scored: float


def bradley_terry(duels: Sequence[Duel]) -> list[Rating]:
    """The strengths that make the results most likely, the strongest first. Half a point each is a draw."""
    agents = sorted({name for a, b, _ in duels for name in (a, b)})
    at = {name: n for n, name in enumerate(agents)}
    count = len(agents)
    strength = np.zeros(count)
    curvature = np.eye(count) / SPREAD**2
    for _ in range(100):
        slope = -strength / SPREAD**2
        curvature = np.eye(count) / SPREAD**2
        for a, b, score in duels:
            i, j = at[a], at[b]
            chance = 1 / (1 + math.exp(strength[j] - strength[i]))
            slope[i] += score - chance
            slope[j] -= score - chance
            weight = chance * (1 - chance)
            curvature[i, i] += weight
            curvature[j, j] += weight
            curvature[i, j] -= weight
            curvature[j, i] -= weight
        step = np.linalg.solve(curvature, slope)
        strength += step
        if float(np.abs(step).max(initial=0.0)) < 1e-10:
            break
    centre = np.eye(count) - 1 / max(count, 1)
    spread = centre @ np.linalg.inv(curvature) @ centre
    strength = strength - strength.mean()
    found = [
        Rating(
            name,
            round(float(strength[n]) * ELO, 1),
            round(SURE * math.sqrt(max(0.0, float(spread[n, n]))) * ELO, 1),
            sum(name in (a, b) for a, b, _ in duels),
            sum(score if name == a else 1 - score for a, b, score in duels if name in (a, b)),
        )
        for n, name in enumerate(agents)
    ]
    return sorted(found, key=lambda rating: -rating.points)


def interval(scored: float, of: int) -> tuple[float, float]:
    """Between what a share lies with 95 % certainty, by Wilson."""
    if not of:
        return 0.0, 1.0
    share, z = scored / of, SURE
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)
