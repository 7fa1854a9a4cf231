"""The `grognard` command: one module per command, each with `--json`."""

from __future__ import annotations

import json
import sys
from typing import Any

import typer

from grognard.cli.answer import answer
from grognard.cli.bench import bench
from grognard.cli.chronicle import chronicle
from grognard.cli.data import data
from grognard.cli.explain import explain
from grognard.cli.fuzz import fuzz
from grognard.cli.ladder import ladder
from grognard.cli.new import new
from grognard.cli.odds import odds
from grognard.cli.options import options
from grognard.cli.play import play
from grognard.cli.rules import rules
from grognard.cli.selfplay import selfplay
from grognard.cli.serve import serve
from grognard.cli.show import show
from grognard.cli.titles import titles
from grognard.cli.undo import undo
from grognard.cli.verify import verify
from grognard.cli.words import words
from grognard.kernel.errors import GrognardError
from grognard.kernel.session import Refused

app = typer.Typer(
    help="Play the monster strategy board games of the Second World War by their full rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    play,
    serve,
    titles,
    new,
    show,
    options,
    answer,
    explain,
    undo,
    verify,
    chronicle,
    selfplay,
    ladder,
    fuzz,
    rules,
    words,
    data,
    odds,
    bench,
):
    app.command()(command)


def error_object(error: GrognardError) -> dict[str, Any]:
    """An error as `--json` prints it."""
    found: dict[str, Any] = {"message": error.message}
    if isinstance(error, Refused):
        found = {"message": error.no.reason, "rule": error.no.rule}
    for key in ("file", "line", "remedy"):
        value = getattr(error, key)
        if value is not None:
            found[key] = str(value) if key == "file" else value
    return {"error": found}


def main() -> None:
    """Run a command; an error from outside ends it with one clear message and status 1."""
    try:
        app()
    except GrognardError as error:
        if "--json" in sys.argv:
            print(json.dumps(error_object(error)))
        else:
            print(f"grognard: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
