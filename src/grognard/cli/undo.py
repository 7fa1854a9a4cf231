"""`grognard undo`: take answers back."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.common import Json, SaveFile, SeatOption, console, emit, question_lines
from grognard.kernel.saves import open_session


def undo(
    file: SaveFile,
    count: Annotated[int, typer.Argument(help="How many answers.")] = 1,
    seat: SeatOption = "",
    agreed: Annotated[list[str] | None, typer.Option("--agreed", help="A seat that agrees; may be repeated.")] = None,
    as_json: Json = False,
) -> None:
    """Take back the last answers. Past dice, in a game with other people, they must agree."""
    session = open_session(file)
    try:
        session.undo(session.count - count, seat or session.steps[-1].seat or session.seats[0], agreed or ())
    finally:
        if session.keeper is not None:
            session.keeper.close()
    if as_json:
        emit({"undone": count, "answers": session.count, "pending": list(session.pending), "digest": session.g.digest()})
        return
    for line in question_lines(session):
        console.print(line)
