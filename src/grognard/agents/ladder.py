"""The ladder: agents against each other in mirrored games, and many games of one kind for balance.

A mirrored pair is two games with the same dice: in the first the challenger plays one side and the rival all others, in the
second they change places. The challenger wins the pair if that side's margin over the best other was larger in its hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

import msgspec

from grognard.agents.selfplay import Played, selfplay
from grognard.kernel.title import title as find_title


class Game(msgspec.Struct, frozen=True):
    """A game to be played: everything a worker needs to know."""

    title: str
    scenario: str
    options: dict[str, bool | str]
    agents: tuple[str, ...]
    seed: int


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


def play_game(game: Game) -> Played:
    """Play one game; the work of a worker process."""
    return selfplay(find_title(game.title), game.agents, scenario=game.scenario, options=game.options, seed=game.seed)[1]


def play_games(games: Sequence[Game], workers: int, done: Callable[[Played], None] | None = None) -> list[Played]:
    """Play games side by side; the results in the order of the games."""
    results: dict[int, Played] = {}
    if workers == 1:
        for n, game in enumerate(games):
            results[n] = play_game(game)
            if done is not None:
                done(results[n])
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            futures = {pool.submit(play_game, game): n for n, game in enumerate(games)}
            for future in as_completed(futures):
                results[futures[future]] = future.result()
                if done is not None:
                    done(future.result())
    return [results[n] for n in range(len(games))]


def sides_of(code: str, scenario: str, options: Mapping[str, Any]) -> list[str]:
    """The sides of a title, in the order of its seats."""
    title = find_title(code)
    return list(dict.fromkeys(seat.side for seat in title.seats(scenario, title.read_options(options))))


def margin(played: Played, side: str) -> float:
    """How far a side is ahead of the best other."""
    others = [score for key, score in played.scores.items() if key != side]
    return played.scores[side] - max(others)


def mirrored(
    code: str,
    challenger: str,
    rival: str,
    *,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    pairs: int = 20,
    seed: int = 0,
    workers: int = 2,
    done: Callable[[Played], None] | None = None,
) -> Mirrored:
    """Play mirrored pairs, the side in question changing from pair to pair."""
    scenario = scenario or find_title(code).scenarios[0].key
    chosen = dict(options or {})
    sides = sides_of(code, scenario, chosen)
    games = []
    for n in range(pairs):
        at = n % len(sides)
        for mine, theirs in ((challenger, rival), (rival, challenger)):
            lineup = tuple(mine if s == at else theirs for s in range(len(sides)))
            games.append(Game(code, scenario, chosen, lineup, seed + n // len(sides)))
    played = play_games(games, workers, done)
    details = [
        Pair(sides[n % len(sides)], games[2 * n].seed, *(margin(played[2 * n + k], sides[n % len(sides)]) for k in (0, 1)))
        for n in range(pairs)
    ]
    by_side = {
        side: (sum(p.challenger > p.rival for p in details if p.side == side), sum(p.side == side for p in details))
        for side in sides
    }
    return Mirrored(
        code,
        scenario,
        challenger,
        rival,
        pairs,
        sum(p.challenger > p.rival for p in details),
        sum(p.challenger == p.rival for p in details),
        by_side,
        round(sum(p.seconds for p in played), 1),
        details,
    )


def balance(
    code: str,
    agents: str,
    *,
    scenario: str = "",
    options: Mapping[str, bool | str] | None = None,
    games: int = 20,
    seed: int = 0,
    workers: int = 2,
    done: Callable[[Played], None] | None = None,
) -> Balance:
    """Play many games of the same agents and count who wins."""
    scenario = scenario or find_title(code).scenarios[0].key
    chosen = dict(options or {})
    lineup = tuple(agents.split(","))
    played = play_games([Game(code, scenario, chosen, lineup, seed + n) for n in range(games)], workers, done)
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
