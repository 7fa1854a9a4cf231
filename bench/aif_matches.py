"""How agents play America in Flames against each other: mirrored matches over some turns, and whole games.

    python bench/aif_matches.py --pairs 10 [--seed 700] [--turns 6] [--scenario star_spangled_banner_1947]
    python bench/aif_matches.py --games 4 --scenario campaign_1945

A pair is one seed played twice, the planner once as the Axis and once as the Allies, greedy on the other side. What is measured
is the score of victory.py (half the share of the hydrogen bomb, half the share of home countries), Axis less Allies, after the
last turn; the planner wins a pair if its Axis does better against greedy's Allies than greedy's Axis does against its own.
`--games` plays planner against planner to the end.
"""

from __future__ import annotations

import argparse
import time

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.session import Session
from grognard.titles.aif import TITLE

Sides = tuple[str, str]


def play(scenario: str, seed: int, sides: Sides, turns: int = 0) -> tuple[Session, float]:
    """A game of these agents (Axis, Allies), to its end or over some turns, and its processor time."""
    began = time.process_time()
    minds = seat_agents(TITLE, scenario, {}, sides, seed)
    session = Session.new(TITLE, scenario, {}, seed=seed_from(seed))
    last = session.g.turn + turns
    while session.pending and not (turns and session.g.turn >= last):
        seat = next(iter(session.pending))
        session.apply(seat, minds[seat].choose(session, seat))
    return session, time.process_time() - began


def margin(session: Session) -> float:
    scores = TITLE.scores(session.g)
    return scores["axis"] - scores["allies"]


def told(session: Session, seconds: float) -> str:
    g, scores = session.g, TITLE.scores(session.g)
    parts = [
        f"turn {g.turn - g.first_turn + 1}",
        f"{scores['axis']:.1f}:{scores['allies']:.1f}",
        f"research {g.research[0]}:{g.research[1]}",
    ]
    parts += [f"{session.count} answers", f"{seconds:.0f} s"]
    if session.outcome:
        parts.append(f"{', '.join(session.outcome.winners) or 'nobody'} by {session.outcome.reason}")
    return ", ".join(parts)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--scenario", default="star_spangled_banner_1947")
    words.add_argument("--seed", type=int, default=700)
    words.add_argument("--pairs", type=int, default=0)
    words.add_argument("--games", type=int, default=0)
    words.add_argument("--turns", type=int, default=6)
    wish = words.parse_args()
    won = 0
    for seed in range(wish.seed, wish.seed + wish.pairs):
        as_axis, first = play(wish.scenario, seed, ("planner", "greedy"), wish.turns)
        as_allies, second = play(wish.scenario, seed, ("greedy", "planner"), wish.turns)
        better = margin(as_axis) > margin(as_allies)
        won += better
        print(f"{seed}: {'won' if better else 'lost'}", flush=True)
        print(f"    planner's Axis: {told(as_axis, first)}\n    planner's Allies: {told(as_allies, second)}", flush=True)
    if wish.pairs:
        print(f"{won} of {wish.pairs} pairs")
    for seed in range(wish.seed, wish.seed + wish.games):
        session, seconds = play(wish.scenario, seed, ("planner", "planner"))
        print(f"{seed}: {told(session, seconds)}", flush=True)


if __name__ == "__main__":
    main()
