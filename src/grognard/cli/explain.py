"""`grognard explain`: why an answer is not possible."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.common import Json, SaveFile, SeatOption, console, emit, speaking_seat
from grognard.kernel.saves import load


def explain(
    file: SaveFile,
    option: Annotated[list[str], typer.Argument(help="The answer a person might try.", show_default=False)],
    seat: SeatOption = "",
    as_json: Json = False,
) -> None:
    """Say whether an answer is possible now, and if not, why not and by which rule."""
    session = load(file)
    by = speaking_seat(session, seat)
    text = " ".join(option)
    no = session.explain(by, text)
    if as_json:
        rule, reason = ("", "") if no is None else (no.rule, no.reason)
        emit({"seat": by, "option": text, "legal": no is None, "rule": rule, "reason": reason})
    elif no is None:
        console.print(f"{by} may answer {text!r}.")
    else:
        console.print(f"No: {no}")
