"""`grognard ladder`: agents against each other."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.progress import Progress

from grognard.agents.ladder import balance, mirrored
from grognard.agents.selfplay import Played
from grognard.cli.common import Json, OptionPairs, TitleCode, console, emit, pairs, progress_console


def ladder(
    title: TitleCode,
    agents: Annotated[
        str, typer.Option(help="Challenger and rival for mirrored pairs, or one agent for its balance.")
    ] = "planner,greedy",
    games: Annotated[int, typer.Option(help="How many games; two make a mirrored pair.")] = 40,
    scenario: Annotated[str, typer.Option(help="A scenario's key; the first one if left out.")] = "",
    option: OptionPairs = None,
    seed: Annotated[int, typer.Option(help="The number of the first game.")] = 0,
    workers: Annotated[int, typer.Option(help="Games played side by side.")] = 2,
    as_json: Json = False,
) -> None:
    """Play a match of two agents in mirrored pairs, or many games of one agent to see the balance."""
    names = [name.strip() for name in agents.split(",")]
    chosen = pairs(option)
    result: Any
    with Progress(console=progress_console, transient=True, disable=as_json) as bar:
        task = bar.add_task("Playing", total=games)

        def done(played: Played) -> None:
            bar.advance(task)

        if len(names) == 2:
            match = mirrored(
                title, *names, scenario=scenario, options=chosen, pairs=games // 2, seed=seed, workers=workers, done=done
            )
            result, score = match, f"{match.won} of {match.pairs} mirrored pairs, {match.drawn} drawn"
            text = f"{names[0]} beats {names[1]} in {score}; won and played by side: {match.by_side}"
        else:
            found = balance(
                title, names[0], scenario=scenario, options=chosen, games=games, seed=seed, workers=workers, done=done
            )
            result, text = found, f"{found.games} games: wins {found.wins}, draws {found.draws}, mean scores {found.mean_scores}"
    if as_json:
        emit(result)
    else:
        console.print(text)
