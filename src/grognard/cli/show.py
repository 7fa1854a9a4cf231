"""`grognard show`: where a game stands."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from grognard.cli.common import Json, SaveFile, console, emit, question_lines
from grognard.kernel.saves import load
from grognard.kernel.sequence import place
from grognard.kernel.session import Session


def position(session: Session, tail: int) -> dict[str, Any]:
    """A game's position as `--json` shows it."""
    g, setting = session.g, session.setting
    return {
        "title": setting.title.code,
        "scenario": setting.scenario,
        "options": setting.options,
        "players": setting.players,
        "answers": session.count,
        "place": [*setting.title.segment_label(g), *place(setting.title.sequence, g)],
        "questions": [
            {
                "seat": seat,
                "prompt": ask.prompt,
                "rule": ask.rule,
                "options": len(ask.options),
                "crumbs": [{"what": c.what, "rule": c.rule} for c in session.play.crumbs],
            }
            for seat, ask in session.pending.items()
        ],
        "outcome": session.outcome,
        "scores": setting.title.scores(g),
        "log": session.log_lines()[-tail:] if tail else [],
        "commitment": setting.commitment,
        "digest": g.digest(),
    }


def show(
    file: SaveFile,
    tail: Annotated[int, typer.Option("--log", help="How many lines of the log to show.")] = 10,
    as_json: Json = False,
) -> None:
    """Show where a game stands: the place in the sequence, the questions, the scores, the end of the log."""
    session = load(file)
    found = position(session, tail)
    if as_json:
        emit(found)
        return
    console.print(
        f"[bold]{session.title.name}[/]: {session.title.scenario(session.setting.scenario).name}, {session.count} answers"
    )
    console.print(" > ".join(found["place"]))
    for line in found["log"]:
        dice = f" {list(line.dice)}" if line.die else ""
        console.print(f"  [dim]{line.step:5}[/] {line.text}{dice}" + (f" [dim]({line.rule})[/]" if line.rule else ""))
    for text in question_lines(session):
        console.print(text)
    for side, score in found["scores"].items():
        console.print(f"  {side}: {msgspec.to_builtins(score):g}")
