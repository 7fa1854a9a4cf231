"""Fuzzed games side by side: each is a job of the arena, and one report adds them up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from grognard.agents.arena import Hunt, Result, run
from grognard.agents.fuzz import Report
from grognard.agents.results import write
from grognard.kernel.sequence import segments
from grognard.kernel.title import title as find_title

ADDED = (
    "games", "finished", "answers", "crashes", "dead_ends", "invariant_failures", "rests", "listed", "contradictions", "unlisted",
    "unexplained", "seconds",
)  # fmt: skip


def hunts(
    code: str,
    games: int,
    seed: int,
    random_options: bool,
    scenario: str,
    options: dict[str, bool | str],
    failures: Path,
    *,
    on: str = "",
    workers: int = 2,
    run_folder: Path | None = None,
    done: Callable[[Result], None] | None = None,
    lost: Callable[[int], None] | None = None,
) -> Report:
    """Fuzz so many games; those that fail are written to a folder, wherever they were played."""
    jobs = [Hunt(code, scenario, options, random_options, seed + n) for n in range(games)]

    def keep(result: Result) -> None:
        for name, data in result.files.items():
            failures.mkdir(parents=True, exist_ok=True)
            (failures / name).write_bytes(data)
        if done is not None:
            done(result)

    results = run(jobs, on=on, workers=workers, folder=run_folder, done=keep, lost=lost)
    if run_folder is not None:
        write(run_folder, results, (), f"{games} fuzzed games, seeds from {seed} on")
    return added(code, [result.report for result in results if result.report is not None])


def added(code: str, reports: Sequence[Report]) -> Report:
    """Many reports as one."""
    title = find_title(code)
    total = Report(title.code, segments_total=len(segments(title.sequence)))
    missed = {s.name for s in segments(title.sequence)}
    spent = 0.0
    for report in reports:
        for name in ADDED:
            setattr(total, name, round(getattr(total, name) + getattr(report, name), 2))
        spent += report.answers / report.answers_per_s if report.answers_per_s else 0.0
        total.max_options = max(total.max_options, report.max_options)
        for counted, more in ((total.verbs, report.verbs), (total.doubts, report.doubts)):
            for key, count in more.items():
                counted[key] = counted.get(key, 0) + count
        missed &= set(report.missed_segments)
        total.failures += report.failures
    total.missed_segments = [s.name for s in segments(title.sequence) if s.name in missed]
    total.segments_reached = total.segments_total - len(total.missed_segments)
    total.answers_per_s = round(total.answers / spent, 1) if spent else 0.0
    return total
