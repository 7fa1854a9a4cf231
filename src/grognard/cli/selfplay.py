"""`grognard selfplay`: agents play a whole game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from grognard.agents.selfplay import selfplay as play_game
from grognard.cli.common import Json, OptionPairs, PackFolders, TitleCode, console, emit, open_packs, pairs, progress_console
from grognard.kernel.flow import place
from grognard.kernel.saves import save
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
    as_json: Json = False,
) -> None:
    """Let agents play a game to its end."""
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
