"""`grognard options`: every legal answer."""

from __future__ import annotations

from grognard.cli.common import Json, SaveFile, console, emit, question_lines
from grognard.kernel.saves import load


def options(file: SaveFile, as_json: Json = False) -> None:
    """List every legal answer to the open questions."""
    session = load(file)
    if as_json:
        questions = [
            {"seat": seat, "prompt": ask.prompt, "rule": ask.rule, "options": [o.text for o in ask.options]}
            for seat, ask in session.pending.items()
        ]
        emit({"questions": questions, "outcome": session.outcome})
        return
    for line in question_lines(session):
        console.print(line)
    for seat, ask in session.pending.items():
        for option in ask.options:
            words = session.title.label(session.g, ask, option).words
            console.print(f"  {seat}  [bold]{option.text}[/]  [dim]{words}[/]")
