"""`grognard words`: the sentences of a title, for translators."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.common import Json, TitleCode, emit
from grognard.kernel.catalogue import read_catalogue, sentences, write_catalogue
from grognard.kernel.title import title as find_title


def words(
    title: TitleCode,
    language: Annotated[str, typer.Option(help="The language, as in its file's name: words/de.po in the title's folder.")] = "de",
    as_json: Json = False,
) -> None:
    """Print every sentence of a title as a PO file, with the translations that are there already."""
    folder = find_title(title).folder
    found, known = sentences(folder), read_catalogue(folder / "words" / f"{language}.po")
    if as_json:
        emit({"title": title, "language": language, "sentences": len(found), "translated": sum(text in known for text in found)})
    else:
        typer.echo(write_catalogue(found, known))
