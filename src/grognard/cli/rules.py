"""`grognard rules`: the ledger."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from grognard.cli.common import Json, TitleCode, console, emit
from grognard.kernel.ledger import ledger
from grognard.kernel.title import title as find_title


def rules(
    title: TitleCode,
    status: Annotated[str, typer.Option(help="Only sections with this status: implemented, no-code, missing, ours.")] = "",
    as_json: Json = False,
) -> None:
    """List every numbered section of the rulebook: where it is kept, which cases test it, which readings it uses."""
    found = ledger(find_title(title))
    if status:
        found.sections = [entry for entry in found.sections if entry.status == status]
        found.ours = [entry for entry in found.ours if entry.status.startswith(status)]
    if as_json:
        emit(found)
        return
    table = Table("Section", "Title", "Status", "Where", "Cases", "Readings")
    for e in found.sections:
        table.add_row(e.section, e.title, e.status, "\n".join(e.where) or e.reason, str(len(e.cases) or ""), " ".join(e.readings))
    console.print(table)
    if found.ours:
        own = Table("Rule of our own", "Title", "Status", "Source", "Where", "Cases")
        for e in found.ours:
            own.add_row(e.section, e.title, e.status, e.source, "\n".join(e.where), str(len(e.cases) or ""))
        console.print(own)
    console.print(", ".join(f"{count} {name}" for name, count in found.totals.items()))
    for problem in found.problems:
        console.print(f"[bold]problem[/]: {problem}")
