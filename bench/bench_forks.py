"""How long a copy of a game takes: forks at points of long random games. `python -m bench.bench_forks gw36 tw --answers 4000`.

At a point a fork is made four times, for whoever copies a game copies it again soon: the first may have answers to give again,
the others find what it left behind, and the quickest of them counts, for the machine has other work too. The garbage collector
waits meanwhile. Processor time in milliseconds; the budget is 0.5 at a rest and 5 at every other point.
"""

from __future__ import annotations

import gc
import random
import time
from collections import defaultdict
from typing import Annotated

import typer

from grognard.agents.fuzz import seed_from
from grognard.kernel.session import Session
from grognard.kernel.title import title as find_title

AT_REST, ELSEWHERE = 0.5, 5.0


def main(
    titles: Annotated[list[str], typer.Argument(help="Codes of titles.")],
    answers: int = 4000,
    every: int = 4,
    seed: int = 0,
    scenario: str = "",
) -> None:
    for code in titles:
        title = find_title(code)
        times: dict[tuple[bool, int], list[tuple[float, str]]] = defaultdict(list)
        given = games = 0
        while given < answers:
            rng = random.Random(seed + games)
            session = Session.new(title, scenario or rng.choice(title.scenarios).key, seed=seed_from(seed + games))
            games += 1
            while given < answers and (pending := session.pending):
                seat = rng.choice(list(pending))
                session.apply(seat, rng.choice(pending[seat].options))
                given += 1
                if given % every == 0 and session.pending:
                    resting = session.play.rests
                    spent = []
                    gc.disable()
                    for _ in range(4):
                        began = time.process_time()
                        session.fork(seed_from(given))
                        spent.append((time.process_time() - began) * 1000)
                    gc.enable()
                    crumbs = " / ".join(crumb.what for crumb in session.play.crumbs)
                    times[resting, 1].append((spent[0], crumbs))
                    times[resting, 2].append((min(spent[1:]), crumbs))
        print(f"{code}: {given} answers of {games} games")
        for resting, n in sorted(times):
            found = sorted(times[resting, n])
            budget = AT_REST if resting else ELSEWHERE
            over = sum(1 for spent, _ in found if spent > budget)
            place = {p: found[min(len(found) - 1, int(len(found) * p / 100))][0] for p in (50, 95, 99)}
            kind = "at a rest" if resting else "elsewhere"
            figures = ", ".join(f"{p} % {ms:.2f}" for p, ms in place.items())
            print(f"  {kind}, fork {n}: {len(found)} points, {figures}, worst {found[-1][0]:.2f}, {over} over {budget} ms")
            by: dict[str, list[float]] = defaultdict(list)
            for spent, crumbs in found:
                if spent > budget:
                    by[crumbs].append(spent)
            for where, some in sorted(by.items(), key=lambda kv: -len(kv[1]))[:6]:
                print(f"    {len(some)} x, worst {max(some):.1f}: {where}")


if __name__ == "__main__":
    typer.run(main)
