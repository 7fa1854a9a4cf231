"""What the commands share: the arguments they all take, and how they print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.session import Session

console = Console(highlight=False)
progress_console = Console(stderr=True, highlight=False)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
SaveFile = Annotated[Path, typer.Argument(help="A session file.", show_default=False)]
TitleCode = Annotated[str, typer.Argument(help="A title's code, or package.module:ATTRIBUTE.", show_default=False)]
SeatOption = Annotated[str, typer.Option("--seat", help="The seat that speaks; needed only where several are asked.")]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, as key=value; may be repeated.")]
PackFolders = Annotated[list[Path] | None, typer.Option("--pack", help="A data pack's folder; may be repeated.")]


def emit(value: Any) -> None:
    """Print a result as one JSON object."""
    print(json.dumps(msgspec.to_builtins(value, str_keys=True)))


def pairs(given: Sequence[str] | None) -> dict[str, bool | str]:
    """`key=value` arguments as a dict."""
    found: dict[str, bool | str] = {}
    for pair in given or ():
        key, equals, value = pair.partition("=")
        if not equals:
            raise GrognardError(f"{pair!r} is not of the form key=value", remedy="write for example --option storms=on")
        found[key] = value
    return found


def open_packs(folders: Sequence[Path] | None) -> list[Pack]:
    return [Pack.open(folder) for folder in folders or ()]


def speaking_seat(session: Session, seat: str) -> str:
    """The seat a command speaks for: the one named, or the only one asked."""
    if seat:
        return seat
    asked = list(session.pending)
    if len(asked) > 1:
        raise GrognardError(f"{', '.join(asked)} are all asked now", remedy="name one with --seat")
    return asked[0] if asked else next(iter(session.seats), "")


def question_lines(session: Session) -> list[str]:
    """The open questions in words."""
    if session.outcome:
        won = ", ".join(session.outcome.winners) or "nobody"
        return [f"The game is over: {session.outcome.reason}. Winner: {won}."]
    lines = []
    for seat, ask in session.pending.items():
        rule = f" ({ask.rule})" if ask.rule else ""
        lines.append(f"{seat}: {ask.prompt}{rule}: {len(ask.options)} options")
    return lines
