"""`grognard data`: every data file with its provenance, and what the board holds."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from grognard.atelier.check import TITLES, BoardFiles, board_report
from grognard.atelier.errata import errata
from grognard.cli.common import Json, PackFolders, TitleCode, console, emit, open_packs
from grognard.kernel.title import title as find_title


def data(
    title: TitleCode,
    pack: PackFolders = None,
    board: Annotated[bool, typer.Option("--board", help="Check and summarise the board.")] = False,
    as_json: Json = False,
) -> None:
    """List a title's data files: where each comes from, and which pack supplies it."""
    if board:
        _board(title, as_json)
        return
    found = find_title(title)
    files = found.files(open_packs(pack))
    listing = files.listing()
    problems = [str(error) for error in files.check()]
    if as_json:
        rows = [
            {"path": e.path, "provenance": str(e.provenance), "pack": str(e.pack) if e.pack else None, "digest": e.digest}
            for e in listing
        ]
        emit({"title": found.code, "files": rows, "problems": problems})
    else:
        table = Table("File", "Provenance", "Pack")
        for e in listing:
            table.add_row(e.path, str(e.provenance), str(e.pack or ""))
        console.print(table)
        for problem in problems:
            console.print(f"[bold]problem[/]: {problem}")
    if problems:
        raise typer.Exit(1)


def _board(code: str, as_json: bool) -> None:
    if not (TITLES / code / "data" / "board" / "board.toml").exists():  # a board may be there before its title's rules
        code = find_title(code).code
    report = board_report(code) | {"errata": errata(BoardFiles(TITLES / code / "data" / "board"))}
    if as_json:
        emit(report)
        return
    for key, value in report.items():
        console.print(f"[bold]{key}[/]: {value}")
