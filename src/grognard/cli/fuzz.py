"""`grognard fuzz`: random legal play, everything checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import Progress

from grognard.agents.fuzz import RUNAWAY, Late, Report, tally
from grognard.agents.fuzz import fuzz as fuzz_title
from grognard.agents.hunts import hunts
from grognard.cli.common import (
    Json,
    On,
    OptionPairs,
    RunFolder,
    TitleCode,
    Workers,
    arena,
    console,
    emit,
    pairs,
    progress_console,
)
from grognard.kernel.errors import GrognardError
from grognard.kernel.title import title as find_title


def fuzz(
    title: TitleCode,
    games: Annotated[int, typer.Option(help="How many games; 10 if neither games nor answers are given.")] = 0,
    answers: Annotated[int, typer.Option(help="How many answers in all.")] = 0,
    seed: Annotated[int, typer.Option(help="The number of the first game.")] = 0,
    random_options: Annotated[bool, typer.Option("--random-options", help="Draw the optional rules anew for each game.")] = False,
    scenario: Annotated[str, typer.Option(help="Only this scenario.")] = "",
    option: OptionPairs = None,
    folder: Annotated[Path, typer.Option("--failures", help="Where failing games are written.")] = Path("failures"),
    profile: Annotated[bool, typer.Option("--profile", help="Count the calls of Python functions per answer.")] = False,
    follow: Annotated[
        bool, typer.Option("--progress", help="A JSON line on standard error for every game, and for every doubt as it is met.")
    ] = False,
    sparing: Annotated[
        int,
        typer.Option(
            min=1,
            help="Compare lists with tests, caches, rests, copies and saves n times less often; invariants always.",
        ),
    ] = 1,
    start: Annotated[
        Path | None, typer.Option("--from", exists=True, help="Begin where a saved game ends: a file, or all of a folder.")
    ] = None,
    warm_up: Annotated[
        int, typer.Option(min=0, help="Agents give the first answers of each game, some number up to this one.")
    ] = 0,
    warm_agents: Annotated[
        str, typer.Option(help="Who plays them: one agent, or several by commas (sides or seats).")
    ] = "greedy",
    each: Annotated[int, typer.Option(min=0, help="Leave each game after so many random answers; 0: play it out.")] = 0,
    workers: Workers = 1,
    on: On = "",
    run: RunFolder = None,
    as_json: Json = False,
) -> None:
    """Play at random and look for crashes, dead ends and broken invariants; a failing game is shortened and saved."""
    found_title = find_title(title)
    fixed = dict(found_title.read_options(pairs(option))) if option else {}
    if on or workers > 1 or run is not None:
        if answers or profile or sparing > 1:
            raise GrognardError(
                "many games side by side are counted in games", remedy="leave --answers, --profile and --sparing out"
            )
        if start is not None or warm_up or each:
            raise GrognardError(
                "games side by side are played from set-up to end", remedy="leave --from, --warm-up and --each out"
            )
        count = games or 10
        with arena("Fuzzing", count, run, as_json or follow) as (done, lost):

            def ended(result: Any) -> None:
                if follow and result.report is not None:
                    _tell_now(tally(result.report, seed + result.n, result.report.seconds))
                done(result)

            report = hunts(
                title, count, seed, random_options, scenario, fixed, folder, on=on, workers=workers, run_folder=run, done=ended,
                lost=lost,
            )  # fmt: skip
        _tell(report, profile, as_json)
        return
    with Progress(console=progress_console, transient=True, disable=as_json or follow) as bar:
        task = bar.add_task("Fuzzing", total=answers or None)

        def progress(report: Report) -> None:
            bar.update(task, description=f"game {report.games + 1}", completed=report.answers)

        report = fuzz_title(
            found_title,
            games=games,
            answers=answers,
            seed=seed,
            random_options=random_options,
            scenario=scenario,
            options=fixed,
            folder=folder,
            profile=profile,
            sparing=sparing,
            late=_late(title, start, warm_up, warm_agents, each),
            progress=progress,
            told=_tell_now if follow else None,
        )
    _tell(report, profile, as_json)


def _late(title: str, start: Path | None, warm_up: int, warm_agents: str, each: int) -> Late:
    saves = sorted(start.iterdir()) if start is not None and start.is_dir() else [start] if start is not None else []
    of_title = tuple(path for path in saves if path.suffix in (f".{title}", ".grognard"))
    if start is not None and not of_title:
        raise GrognardError(f"{start} holds no saved game of {title}", remedy=f"name a file that ends in .{title} or .grognard")
    return Late(of_title, warm_up, tuple(warm_agents.split(",")), each or RUNAWAY)


def _tell_now(line: Any) -> None:
    """One JSON line on standard error, at once: a run that is cut off has told what it saw."""
    print(msgspec.json.encode(line).decode(), file=sys.stderr, flush=True)


def _tell(report: Report, profile: bool, as_json: bool) -> None:
    if as_json:
        emit(report)
    else:
        console.print(
            f"{report.games} games, {report.finished} finished, {report.answers} answers, {report.answers_per_s:g} answers/s"
        )
        console.print(
            f"list and test: {report.contradictions} of {report.listed} listed are refused, "
            f"{report.unexplained} of {report.unlisted} others have no reason"
        )
        if profile:
            console.print(f"{report.calls_per_answer:g} calls per answer")
        console.print(f"segments reached {report.segments_reached} of {report.segments_total}; longest list {report.max_options}")
        for failure in report.failures:
            console.print(f"[bold]{failure.kind}[/]: {failure.message}")
            console.print(f"  seed {failure.seed}, {failure.before} answers shortened to {failure.after}: {failure.file}")
            console.print(failure.trace, markup=False)
    if report.failures:
        raise typer.Exit(1)
