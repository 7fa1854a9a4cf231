"""`grognard verify`: replay a game from its start and compare everything."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import Progress

from grognard.cli.common import Json, SaveFile, console, emit, progress_console
from grognard.kernel.saves import repair
from grognard.kernel.verifying import verify as verify_file


def verify(
    file: SaveFile,
    mend: Annotated[bool, typer.Option("--repair", help="First drop a last line that a crash left incomplete.")] = False,
    as_json: Json = False,
) -> None:
    """Replay a session from its start: every answer legal, every roll, log line and digest as recorded."""
    dropped = repair(file) if mend else 0
    with Progress(console=progress_console, transient=True, disable=as_json) as bar:
        task = bar.add_task("Replaying", total=None)
        found = verify_file(file, lambda n, of: bar.update(task, completed=n, total=of))
    if as_json:
        emit(
            {
                "file": str(file),
                "ok": True,
                "answers": found.answers,
                "digests": found.digests,
                "rolls": found.rolls,
                "digest": found.digest,
                "dropped_bytes": dropped,
            }
        )
        return
    console.print(f"{file}: {found.answers} answers, {found.rolls} rolls and {found.digests} digests are as recorded.")
