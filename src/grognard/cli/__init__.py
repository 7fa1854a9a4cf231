"""The `grognard` command: one module per command, each with `--json`."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from grognard.kernel.errors import GrognardError
from grognard.kernel.session import Refused

COMMANDS = (
    "play",
    "serve",
    "titles",
    "new",
    "show",
    "options",
    "answer",
    "explain",
    "undo",
    "verify",
    "chronicle",
    "selfplay",
    "ladder",
    "fuzz",
    "rules",
    "words",
    "data",
    "odds",
    "bench",
)


class Commands(TyperGroup):
    """The commands by name: a command is loaded when it is called, so that none waits for what another needs."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(cmd_name)(getattr(import_module(f"grognard.cli.{cmd_name}"), cmd_name))
        return typer.main.get_command(alone)


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def grognard() -> None:
    """Play the monster strategy board games of the Second World War by their full rules."""


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
