"""The ladder: agents against each other in mirrored games, and many games of one kind for balance.

A mirrored pair is two games with the same dice: in the first the challenger plays one side and the rival all others, in the
second they change places. The challenger wins the pair if that side's margin over the best other was larger in its hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from grognard.agents.arena import Game, Result, run
from grognard.agents.ratings import Duel, Rating, bradley_terry
from grognard.agents.results import write
from grognard.agents.selfplay import Played
from grognard.kernel.title import title as find_title


class Pair(msgspec.Struct):
    """A mirrored pair: the side in question, and its margin in each agent's hands."""

    side: str
    seed: int
    challenger: float
    rival: float


class Mirrored(msgspec.Struct):
    """All pairs of a match."""

    title: str
    scenario: str
    challenger: str
    rival: str
    pairs: int
    won: int
    drawn: int
    by_side: dict[str, tuple[int, int]]
    seconds: float
    details: list[Pair]


class Balance(msgspec.Struct):
    """Many games of the same agents: who wins, and by how much."""

    title: str
    scenario: str
    agents: str
    games: int
    wins: dict[str, int]
    draws: int
    mean_scores: dict[str, float]
    reasons: dict[str, int]
    answers: int
    seconds: float


def play_games(
    games: Sequence[Game],
    workers: int = 2,
    done: Callable[[Result], None] | None = None,
    *,
    on: str = "",
    folder: Path | None = None,
    lost: Callable[[int], None] | None = None,
    words: str = "",
    duels: Callable[[list[Played]], list[Duel]] = lambda played: [],
) -> list[Played]:
    """Play games side by side; the results in the order of the games. A run with a folder leaves tables and a page there."""
    results = run(games, on=on, workers=workers, folder=folder, done=done, lost=lost)
    played = [result.played for result in results if result.played is not None]
    if folder is not None:
        write(folder, results, duels(played), words)
    return played


def sides_of(code: str, scenario: str, options: Mapping[str, Any]) -> list[str]:
    """The sides of a title, in the order of its seats."""
    title = find_title(code)
    return list(dict.fromkeys(seat.side for seat in title.seats(scenario, title.read_options(options))))


def margin(played: Played, side: str) -> float:
    """How far a side is ahead of the best other."""
    others = [score for key, score in played.scores.items() if key != side]
    return played.scores[side] - max(others)


class Round(msgspec.Struct):
    """Every agent against every other in mirrored pairs, and the ratings that follow."""

    title: str
    scenario: str
    ratings: list[Rating]
    matches: list[Mirrored]


def pair_games(
    code: str, challenger: str, rival: str, scenario: str, options: dict[str, bool | str], pairs: int, seed: int, keep: bool
) -> list[Game]:
    """The games of mirrored pairs, the side in question changing from pair to pair, each pair with dice of its own: if two pairs
    shared them, agents without chance of their own would play the same games twice."""
    sides = sides_of(code, scenario, options)
    games = []
    for n in range(pairs):
        at = n % len(sides)
        for mine, theirs in ((challenger, rival), (rival, challenger)):
            lineup = tuple(mine if s == at else theirs for s in range(len(sides)))
            games.append(Game(code, scenario, options, lineup, seed + n, keep))
    return games


def match_of(code: str, challenger: str, rival: str, scenario: str, sides: list[str], played: Sequence[Played]) -> Mirrored:
    """What mirrored pairs say."""
    pairs = len(played) // 2
    details = [
        Pair(sides[n % len(sides)], played[2 * n].seed, *(margin(played[2 * n + k], sides[n % len(sides)]) for k in (0, 1)))
        for n in range(pairs)
    ]
    by_side = {
        side: (sum(p.challenger > p.rival for p in details if p.side == side), sum(p.side == side for p in details))
        for side in sides
    }
    won, drawn = sum(p.challenger > p.rival for p in details), sum(p.challenger == p.rival for p in details)
    seconds = round(sum(p.seconds for p in played), 1)
    return Mirrored(code, scenario, challenger, rival, pairs, won, drawn, by_side, seconds, details)


def duels_of(match: Mirrored) -> list[Duel]:
    """Every pair of a match as a duel of its agents."""
    return [
        (match.challenger, match.rival, 0.5 if p.challenger == p.rival else float(p.challenger > p.rival)) for p in match.details
    ]


def everyone(
    code: str,
    agents: Sequence[str],
    *,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    pairs: int = 20,
    seed: int = 0,
    keep: bool = False,
    **how: Any,
) -> Round:
    """Play mirrored pairs between every two agents, `pairs` for each two; `how`: as in play_games."""
    scenario = scenario or find_title(code).scenarios[0].key
    chosen = dict(options or {})
    sides = sides_of(code, scenario, chosen)
    two = list(combinations(agents, 2))
    games = [game for a, b in two for game in pair_games(code, a, b, scenario, chosen, pairs, seed, keep)]

    def matches(played: Sequence[Played]) -> list[Mirrored]:
        parts = [played[2 * pairs * n : 2 * pairs * (n + 1)] for n in range(len(two))]
        return [match_of(code, a, b, scenario, sides, part) for (a, b), part in zip(two, parts)]

    def duels(played: list[Played]) -> list[Duel]:
        return [duel for match in matches(played) for duel in duels_of(match)]

    words = f"{pairs} mirrored pairs between every two of {', '.join(agents)}, seeds from {seed} on"
    played = play_games(games, words=words, duels=duels, **how)
    return Round(code, scenario, bradley_terry(duels(played)), matches(played))


def mirrored(code: str, challenger: str, rival: str, **how: Any) -> Mirrored:
    """Play mirrored pairs of two agents; `how`: as in everyone."""
    return everyone(code, (challenger, rival), **how).matches[0]


def balance(
    code: str,
    agents: str,
    *,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    games: int = 20,
    seed: int = 0,
    keep: bool = False,
    **how: Any,
) -> Balance:
    """Play many games of the same agents and count who wins; `how`: as in play_games."""
    scenario = scenario or find_title(code).scenarios[0].key
    chosen = dict(options or {})
    lineup = tuple(agents.split(","))
    words = f"{games} games of {agents}, seeds from {seed} on"
    played = play_games([Game(code, scenario, chosen, lineup, seed + n, keep) for n in range(games)], words=words, **how)
    sides = sides_of(code, scenario, chosen)
    reasons: dict[str, int] = {}
    for p in played:
        reasons[p.result["reason"]] = reasons.get(p.result["reason"], 0) + 1
    return Balance(
        code,
        scenario,
        agents,
        games,
        {side: sum(p.result["winners"] == [side] or p.result["winners"] == (side,) for p in played) for side in sides},
        sum(len(p.result["winners"]) != 1 for p in played),
        {side: round(sum(p.scores.get(side, 0) for p in played) / games, 2) for side in sides},
        reasons,
        sum(p.answers for p in played),
        round(sum(p.seconds for p in played), 1),
    )
