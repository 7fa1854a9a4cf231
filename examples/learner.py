"""A learner that improves: policy gradient (REINFORCE) on the desert scenario of The War, against random play.

    pip install 'grognard[pettingzoo]'
    python examples/learner.py --games 1200 --seed 1 --csv curve.csv

The policy is linear: an option's weight is the sum of a few learnt numbers, looked up by what it is about (its verb, its verb
with the kind of its first argument, its verb with the place it names), and the choice is a softmax over the open list. After each
game every number moves along the gradient of the chosen options, times how much better than usual the game went.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np

from grognard.pettingzoo import Against

FEATURES = 4096


def features(options: Any) -> Any:
    """For each option the places of its learnt numbers: three of them, hashed from what it is about."""
    o = options.astype(np.int64)
    verb, kind, place = o[:, 0], o[:, 1], o[:, 1:].sum(axis=1) * 31 + o[:, 2] * 7 + o[:, 4]
    return np.stack([verb % 1009, (verb * 17 + kind * 101) % 1013 + 1009, (verb * 13 + place) % 2039 + 2022], axis=1) % FEATURES


def play(env: Any, weights: Any, rng: Any, seed: int, learn: bool) -> tuple[float, Any]:
    """One game: the margin it ended with, and the gradient of what was chosen."""
    seen, info = env.reset(seed=seed)
    gradient = np.zeros(FEATURES)
    over = False
    while not over:
        count = int(seen["action_mask"].sum())
        found = features(seen["options"][:count])
        worth = weights[found].sum(axis=1)
        chance = np.exp(worth - worth.max())
        chance /= chance.sum()
        action = int(rng.choice(count, p=chance)) if count > 1 else 0
        if learn and count > 1:
            np.add.at(gradient, found[action], 1.0)
            np.add.at(gradient, found.ravel(), -np.repeat(chance, 3))
        seen, _, ended, cut, info = env.step(action)
        over = ended or cut
    return float(info["margin"]), gradient


def evaluate(env: Any, weights: Any, games: int, first: int = 10_000_000) -> tuple[float, float]:
    """The mean margin over games that are not learnt from, always the same seeds, and its standard error."""
    margins = [play(env, weights, np.random.default_rng(first + n), first + n, False)[0] for n in range(games)]
    return float(np.mean(margins)), float(np.std(margins, ddof=1) / np.sqrt(games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="tw")
    parser.add_argument("--scenario", default="north_africa")
    parser.add_argument("--side", default="axis")
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--every", type=int, default=200, help="games between two looks at how it plays")
    parser.add_argument("--test", type=int, default=100, help="games of a look")
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", type=Path)
    given = parser.parse_args()
    env = Against(given.title, given.side, "random", scenario=given.scenario, most=3000)
    weights, rng = np.zeros(FEATURES), np.random.default_rng(given.seed)
    usual, spread, curve, began = 0.0, 1.0, [], time.perf_counter()
    for n in range(given.games + 1):
        if n % given.every == 0:
            mean, error = evaluate(env, weights, given.test)
            curve.append((n, round(mean, 3), round(error, 3), round(time.perf_counter() - began, 1)))
            print(f"{n:6d} games learnt from: margin {mean:+.2f} ± {error:.2f}   {curve[-1][3]} s", flush=True)
        margin, gradient = play(env, weights, rng, given.seed * 100_000 + n, True)
        usual = margin if n == 0 else usual + 0.05 * (margin - usual)
        spread += 0.05 * (abs(margin - usual) - spread)
        weights += given.rate * (margin - usual) / max(spread, 0.5) * gradient / max(1.0, np.abs(gradient).max())
    if given.csv:
        with given.csv.open("w", newline="") as file:
            csv.writer(file).writerows([("games", "margin", "standard_error", "seconds"), *curve])


if __name__ == "__main__":
    main()
