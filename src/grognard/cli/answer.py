"""`grognard answer`: give one or more answers."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.common import Json, SaveFile, SeatOption, console, emit, question_lines, speaking_seat
from grognard.kernel.flow import Option
from grognard.kernel.saves import open_session
from grognard.kernel.session import Session


def answer(
    file: SaveFile,
    option: Annotated[list[str], typer.Argument(help="Answers in order, each as one word in quotes.", show_default=False)],
    seat: SeatOption = "",
    as_json: Json = False,
) -> None:
    """Give answers. Each must be on the list; the first that is not stops the command, those before it stand."""
    session = open_session(file)
    given: list[dict[str, str]] = []
    first_line = sum(len(step.lines) for step in session.steps)
    try:
        for text in _answers(session, option, seat):
            by = speaking_seat(session, seat)
            chosen: Option = session.apply(by, text)
            given.append({"seat": by, "option": chosen.text})
    finally:
        if session.keeper is not None:
            session.keeper.close()
    if as_json:
        emit(
            {
                "given": given,
                "answers": session.count,
                "log": session.log_lines(None, first_line),
                "pending": list(session.pending),
                "outcome": session.outcome,
                "digest": session.g.digest(),
            }
        )
        return
    for line in session.log_lines(None, first_line):
        console.print(
            f"  {line.text}" + (f" {list(line.dice)}" if line.die else "") + (f" [dim]({line.rule})[/]" if line.rule else "")
        )
    for text in question_lines(session):
        console.print(text)


def _answers(session: Session, words: list[str], seat: str) -> list[str]:
    """The answers meant: each word one, or all words together one, if only that is on the list."""
    ask = session.pending.get(speaking_seat(session, seat))
    joined = " ".join(words)
    if ask is not None and len(words) > 1 and ask.find(words[0]) is None and ask.find(joined) is not None:
        return [joined]
    return words
