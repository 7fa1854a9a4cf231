"""`grognard ladder`: agents against each other."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from grognard.agents.ladder import balance, everyone
from grognard.cli.common import Json, Keep, On, OptionPairs, RunFolder, TitleCode, Workers, arena, console, emit, pairs


def ladder(
    title: TitleCode,
    agents: Annotated[
        str, typer.Option(help="Two agents or more for mirrored pairs, or one agent for its balance.")
    ] = "planner,greedy",
    games: Annotated[int, typer.Option(help="How many games (of every two agents); two make a mirrored pair.")] = 40,
    scenario: Annotated[str, typer.Option(help="A scenario's key; the first one if left out.")] = "",
    option: OptionPairs = None,
    seed: Annotated[int, typer.Option(help="The number of the first game.")] = 0,
    workers: Workers = 2,
    on: On = "",
    run: RunFolder = None,
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """Play a match of agents in mirrored pairs, or many games of one agent to see the balance."""
    names = [name.strip() for name in agents.split(",")]
    matches = len(names) * (len(names) - 1) // 2
    what: dict[str, Any] = {"scenario": scenario, "options": pairs(option), "seed": seed, "keep": keep}
    how: dict[str, Any] = {"workers": workers, "on": on, "folder": run}
    result: Any
    with arena("Playing", games // 2 * 2 * matches if matches else games, run, as_json) as (done, lost):
        how.update(done=done, lost=lost)
        if matches:
            found = everyone(title, names, pairs=games // 2, **what, **how)
            result = found if matches > 1 else found.matches[0]
            lines = [f"{m.challenger} beats {m.rival} in {m.won} of {m.pairs} mirrored pairs, {m.drawn} drawn; "
                     f"won and played by side: {m.by_side}" for m in found.matches]
            lines += [f"  {r.agent}: {r.points:+.0f} ± {r.error:.0f} Elo" for r in found.ratings]
        else:
            result = count = balance(title, names[0], games=games, **what, **how)
            lines = [f"{count.games} games: wins {count.wins}, draws {count.draws}, mean scores {count.mean_scores}"]
    if as_json:
        emit(result)
        return
    for line in lines:
        console.print(line)
    if run is not None:
        console.print(f"{run}/report.html, games.csv, curves.csv")
