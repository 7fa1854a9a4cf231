"""What the commands share: the arguments they all take, and how they print."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.session import Session

console = Console(highlight=False)
progress_console = Console(stderr=True, highlight=False)
COLUMNS = (
    TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"),
    TimeRemainingColumn(),
)  # fmt: skip

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
SaveFile = Annotated[Path, typer.Argument(help="A session file.", show_default=False)]
TitleCode = Annotated[str, typer.Argument(help="A title's code, or package.module:ATTRIBUTE.", show_default=False)]
SeatOption = Annotated[str, typer.Option("--seat", help="The seat that speaks; needed only where several are asked.")]
OptionPairs = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, as key=value; may be repeated.")]
On = Annotated[str, typer.Option("--on", help="Where games are played: ray, or ray://HOST for a cluster; left out: processes.")]
RunFolder = Annotated[
    Path | None, typer.Option("--run", help="A folder that keeps the run: begun again it goes on; tables and a page come there.")
]
Workers = Annotated[int, typer.Option(help="Games played side by side in processes.")]
Keep = Annotated[bool, typer.Option("--keep", help="Keep the file of every game in the folder of the run.")]
PackFolders = Annotated[list[Path] | None, typer.Option("--pack", help="A data pack's folder; may be repeated.")]


Ears = tuple[Callable[[Any], None], Callable[[int], None]]  # what hears of games done, and of games lost


@contextlib.contextmanager
def arena(words: str, games: int, folder: Path | None, quiet: bool) -> Iterator[Ears]:
    """A bar that counts games as they are done, and those whose worker was lost. An interrupted run says how to go on."""
    seen = {"done": 0, "lost": 0}
    with Progress(*COLUMNS, console=progress_console, transient=True, disable=quiet) as bar:
        task = bar.add_task(words, total=games)

        def done(result: Any) -> None:
            seen["done"] += 1
            bar.advance(task)

        def lost(n: int) -> None:
            seen["lost"] += 1
            bar.update(task, description=f"{words} ({seen['lost']} played again)")

        try:
            yield done, lost
        except KeyboardInterrupt:
            go_on = f"; the same command goes on from {folder}" if folder else "; with --run FOLDER it could go on"
            progress_console.print(f"interrupted after {seen['done']} of {games} games{go_on}")
            raise typer.Exit(130) from None
    if seen["lost"]:
        progress_console.print(f"{seen['lost']} games lost their worker and were played again")


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
