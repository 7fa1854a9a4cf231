"""What one player of Global War 1936-1945 is asked: plays games with planners in all seats and counts the questions of each seat.

    python bench/gw36_questions.py --games 2 --scenario 1939 [--seed 0] [--agents planner] [--list] [--json]

Per calendar turn, in the seat's own national turns and out of them; political windows among the latter; questions with a single
answer. Each seat is a person's in a game of its own, with the standing answers a person begins with (`--standing none`: without),
and answered by its planner. `--list` names the questions: the procedure that asks and its rule.
"""

from __future__ import annotations

import argparse
from collections import Counter

import msgspec

from grognard.agents.selfplay import seat_agents
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import PASS, Window
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.rules.seats import acting, voice_of


class Asked(msgspec.Struct):
    """The questions put to one seat in all games."""

    side: str
    turns: int = 0
    own: Counter[str] = msgspec.field(default_factory=Counter)
    other: Counter[str] = msgspec.field(default_factory=Counter)
    windows: int = 0  # political windows out of turn
    acted: int = 0  # and those in which something was done
    single: Counter[str] = msgspec.field(default_factory=Counter)  # one legal answer


def watch(scenario: str, agents: str, seed: int, person: str, standing: bool, here: Asked) -> None:
    """Play one game and count what one seat is asked."""
    minds = seat_agents(TITLE, scenario, {}, agents.split(","), seed)
    session = Session.new(TITLE, scenario, {}, seed=seed_from(seed))
    if standing:
        session.stand_by_default(person)
    turn = -1
    while session.pending:
        g, question = session.g, session.play.question
        here.turns += g.turn != turn
        turn = g.turn
        seat = next(iter(session.pending))
        ask = session.pending[seat]
        option = minds[seat].choose(session, seat)
        if seat == person:
            window = isinstance(question, Window)
            what = f"{question.kind} window" if isinstance(question, Window) else session.play.crumbs[-1].what
            mine = any(voice_of(g, n) == seat for n in acting(g))
            (here.own if mine else here.other)[f"{what} ({ask.rule})"] += 1
            here.single[f"{what} ({ask.rule})"] += len(ask.options) == 1
            here.windows += window and not mine
            here.acted += window and not mine and option.verb != PASS
        session.apply(seat, option)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--scenario", default="1939", choices=("1936", "1939"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agents", default="planner")
    parser.add_argument("--standing", default="usual", choices=("usual", "none"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {seat.key: Asked(seat.side) for seat in TITLE.seats(args.scenario, TITLE.read_options({}))}
    for seat, here in found.items():
        for n in range(args.games):
            watch(args.scenario, args.agents, args.seed + n, seat, args.standing == "usual", here)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    what = f"July {args.scenario}, {args.games} games of {args.agents}, seed {args.seed} on, standing answers: {args.standing}"
    print(f"| {what}; questions a calendar turn | own turns | out of turn | political windows, acted in | one answer |")
    print("|---|---|---|---|---|")
    for here in found.values():
        own, other, single = (sum(counts.values()) / here.turns for counts in (here.own, here.other, here.single))
        windows = f"{here.windows / here.turns:.1f}, {here.acted} of {here.windows}"
        print(f"| {here.side} | {own:.1f} | {other:.1f} | {windows} | {single:.1f} |")
    for here in found.values() if args.list else ():
        print(f"\n{here.side}")
        for place, counts in (("own turn", here.own), ("out of turn", here.other)):
            for name, count in counts.most_common():
                print(f"  {place:11} {count / here.turns:6.1f}  {name}, one answer {here.single[name]} of {count}")


if __name__ == "__main__":
    main()
