"""`grognard selfplay`: agents play a whole game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from grognard.agents.ladder import balance
from grognard.agents.selfplay import selfplay as play_game
from grognard.cli.common import (
    Json,
    Keep,
    On,
    OptionPairs,
    PackFolders,
    RunFolder,
    TitleCode,
    Workers,
    arena,
    console,
    emit,
    open_packs,
    pairs,
    progress_console,
)
from grognard.kernel.errors import GrognardError
from grognard.kernel.saves import save
from grognard.kernel.sequence import place
from grognard.kernel.session import Session
from grognard.kernel.title import title as find_title


def selfplay(
    title: TitleCode,
    agents: Annotated[
        str, typer.Option(help="One agent for every seat, or one for each side or seat, separated by commas.")
    ] = "random",
    scenario: Annotated[str, typer.Option(help="A scenario's key; the first one if left out.")] = "",
    option: OptionPairs = None,
    seed: Annotated[int, typer.Option(help="A number: the same number, the same game.")] = 0,
    file: Annotated[Path | None, typer.Option("-o", "--output", help="Where to save the game.")] = None,
    pack: PackFolders = None,
    games: Annotated[int, typer.Option(help="How many games, with this seed and those that follow it.")] = 1,
    workers: Workers = 2,
    on: On = "",
    run: RunFolder = None,
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """Let agents play a game to its end, or many."""
    if games > 1 or on or run is not None:
        if file is not None or pack:
            raise GrognardError("-o and --pack are for a single game here", remedy="use --run FOLDER --keep for many")
        names = ",".join(name.strip() for name in agents.split(","))
        with arena("Playing", games, run, as_json) as (done, lost):
            found = balance(
                title, names, games=games, scenario=scenario, options=pairs(option), seed=seed, keep=keep, workers=workers, on=on,
                folder=run, done=done, lost=lost,
            )  # fmt: skip
        if as_json:
            emit(found)
            return
        console.print(f"{found.games} games: wins {found.wins}, draws {found.draws}, mean scores {found.mean_scores}")
        if run is not None:
            console.print(f"{run}/report.html, games.csv, curves.csv")
        return
    with Progress(console=progress_console, transient=True, disable=as_json) as bar:
        task = bar.add_task("Playing", total=None)

        def progress(session: Session) -> None:
            if session.count % 50 == 0:
                where = " > ".join((*session.title.segment_label(session.g), *place(session.title.sequence, session.g)))
                bar.update(task, description=f"{session.count} answers, {where}")

        session, played = play_game(
            find_title(title),
            [name.strip() for name in agents.split(",")],
            scenario=scenario,
            options=pairs(option),
            seed=seed,
            packs=open_packs(pack),
            progress=progress,
        )
    if file is not None:
        save(session, file)
        played.file = str(file)
    if as_json:
        emit(played)
        return
    won = ", ".join(played.result["winners"]) or "nobody"
    console.print(
        f"{played.title} {played.scenario}: {won} wins: {played.result['reason']} ({played.answers} answers, {played.seconds} s)"
    )
    for side, score in played.scores.items():
        console.print(f"  {side}: {score:g}")
