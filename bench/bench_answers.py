"""What the server's processor does for a first prompt and for each answer, without network and browser: a new game in a fresh
process and again, then random answers with the view of whoever is asked next.

Run from the project root: `python -m bench.bench_answers wif global_war_1939 --answers 200`. Processor time, so that other
work on the machine counts little.
"""

from __future__ import annotations

import argparse
import random
import time

from grognard.kernel.present import view
from grognard.kernel.session import Session
from grognard.kernel.title import title


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("--answers", type=int, default=200)
    given = parser.parse_args()
    now, rng = time.process_time, random.Random(2)
    made = title(given.title)
    for what in ("first", "again"):
        start = now()
        session = Session.new(made, given.scenario, seed=b"x" * 32)
        begun = now()
        view(session, (next(iter(session.pending)),))
        print(f"{what}: game {1000 * (begun - start):.0f} ms, view {1000 * (now() - begun):.0f} ms")
    answers, views = list[float](), list[float]()
    for _ in range(given.answers):
        if not session.pending:
            break
        seat, ask = next(iter(session.pending.items()))
        verb = rng.choice(sorted({option.verb for option in ask.options}))
        text = rng.choice([option for option in ask.options if option.verb == verb]).text
        start = now()
        session.give(seat, text)
        given_at = now()
        if session.pending:
            view(session, (next(iter(session.pending)),), log_from=session.count)
        answers.append(given_at - start)
        views.append(now() - given_at)
    for what, times in (("answer", sorted(answers)), ("view", sorted(views))):
        middle, most = times[len(times) // 2], times[len(times) * 95 // 100]
        print(f"{what}: middle {1000 * middle:.1f} ms, 95th percentile {1000 * most:.1f}, longest {1000 * times[-1]:.0f}")


if __name__ == "__main__":
    main()
