"""`grognard bench`: run the benchmarks of the source tree."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.cli.common import Json, console, emit
from grognard.kernel.errors import GrognardError

FOLDER = Path(__file__).resolve().parents[3] / "bench"


def bench(
    name: Annotated[str, typer.Argument(help="Only this benchmark, e.g. kernel.")] = "",
    as_json: Json = False,
) -> None:
    """Run the benchmarks and print their figures; bench/results.md holds the recorded ones."""
    files = sorted(FOLDER.glob(f"bench_{name or '*'}.py"))
    if not files:
        raise GrognardError(f"there is no benchmark {name or 'here'}", remedy="run it in a source tree: bench/bench_*.py")
    sys.path.insert(0, str(FOLDER.parent))
    results: dict[str, Any] = {}
    for file in files:
        found = runpy.run_path(str(file))["main"]()
        results[file.stem.removeprefix("bench_")] = found
        if not as_json:
            console.print(f"[bold]{file.stem}[/]")
            for key, value in (found or {}).items():
                console.print(f"  {key}: {value}")
    if as_json:
        emit(results)
