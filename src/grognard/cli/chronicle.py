"""`grognard chronicle`: a game as one illustrated page, and as a short film."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from grognard.cli.common import Json, SaveFile, console, emit, progress_console
from grognard.kernel.annals import annals
from grognard.kernel.chronicle import chronicle as page
from grognard.kernel.chronicle import summary
from grognard.kernel.film import film as film_of
from grognard.kernel.saves import load


def chronicle(
    file: SaveFile,
    out: Annotated[Path, typer.Option("--out", "-o", help="Where the page goes.")] = Path("chronicle.html"),
    film: Annotated[Path | None, typer.Option(help="Also make a film of the front lines there (GIF).")] = None,
    as_json: Json = False,
) -> None:
    """Write the story of a game as one HTML file: a map for every turn, battles, politics and charts."""
    session = load(file, data=gzip.decompress(file.read_bytes())) if file.suffix == ".gz" else load(file)
    with Progress(console=progress_console, transient=True, disable=as_json) as bar:
        task = bar.add_task("Playing it over", total=None)
        found = annals(session, lambda n, of: bar.update(task, completed=n, total=of))
    text = page(session, found)
    out.write_text(text, encoding="utf-8")
    if film is not None:
        film.write_bytes(film_of(session, found))
    if as_json:
        emit({"file": str(out), "bytes": len(text.encode()), "film": str(film) if film else None, **summary(found)})
        return
    console.print(f"{out}: {len(found.chapters)} turns, {len(text.encode()) // 1024} KB.")
