"""The arena: many games at once, on processes or on a Ray cluster (agents/on_ray.py), in a folder that remembers.

A job is a whole game and depends on nothing but itself: it is the same game wherever it is played. Whoever plays it may die:
it is played again. What is done is written down at once, and the same run begun again goes on from there.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import msgspec

from grognard.agents.fuzz import Report, fuzz
from grognard.agents.on_ray import Lost, on_ray
from grognard.agents.selfplay import Played, selfplay
from grognard.kernel.errors import GrognardError
from grognard.kernel.figures import figures, sample_label
from grognard.kernel.saves import dump
from grognard.kernel.session import Session
from grognard.kernel.title import title as find_title

TRIES = 5  # a game whose worker dies so often kills its workers itself
CHARTED = ("Score", "Counters", "Spaces held")

Point = tuple[str, list[tuple[str, str, float]]]  # a turn, and by what they count and whose they are its figures


class Game(msgspec.Struct, frozen=True, tag="game"):
    """A game between agents: everything a worker needs to know. `keep`: send its file back."""

    title: str
    scenario: str
    options: dict[str, bool | str]
    agents: tuple[str, ...]
    seed: int
    keep: bool = False


class Hunt(msgspec.Struct, frozen=True, tag="hunt"):
    """A fuzzed game."""

    title: str
    scenario: str
    options: dict[str, bool | str]
    random_options: bool
    seed: int


Job = Game | Hunt


class Result(msgspec.Struct, omit_defaults=True):
    """What came of a job. `game`: a digest of the game's file, the same wherever it was played; `by_side`: who played a side."""

    n: int
    version: str
    node: str = ""
    played: Played | None = None
    by_side: dict[str, str] = {}
    game: str = ""
    curve: list[Point] = []
    report: Report | None = None
    files: dict[str, bytes] = {}


class Plan(msgspec.Struct):
    """The head of a run's folder: how many jobs, a digest of them all, and the version that plays them."""

    jobs: int
    digest: str
    version: str


def version() -> str:
    try:
        return version_of("grognard")
    except PackageNotFoundError:
        return "source"


# in the worker


def work(raw: bytes, paths: Sequence[str] = ()) -> bytes:
    """Do one job; all that a worker runs. `paths`: where titles under development are found."""
    sys.path.extend(path for path in paths if path not in sys.path)
    n, job = msgspec.json.decode(raw, type=tuple[int, Job])
    return msgspec.json.encode(_hunted(n, job) if isinstance(job, Hunt) else _played(n, job))


def _played(n: int, job: Game) -> Result:
    title = find_title(job.title)
    curve: dict[str, list[tuple[str, str, float]]] = {}

    def look(session: Session) -> None:
        label = sample_label(session)
        if label not in curve:
            curve[label] = charted(session)

    session, played = selfplay(title, job.agents, scenario=job.scenario, options=job.options, seed=job.seed, progress=look)
    curve["end"] = charted(session)
    file = dump(session)
    by_side: dict[str, str] = {}
    seats = title.seats(session.setting.scenario, session.setting.options)
    for seat in seats:
        name = _agent_of(job.agents, [s.key for s in seats], [s.side for s in seats], seat.key, seat.side)
        by_side[seat.side] = name if by_side.get(seat.side, name) == name else f"{by_side[seat.side]}+{name}"
    digest = hashlib.sha256(file).hexdigest()
    files = {f"{n:05d}.grognard": file} if job.keep else {}
    return Result(n, version(), platform.node(), played, by_side, digest, list(curve.items()), files=files)


def _agent_of(names: Sequence[str], seats: list[str], sides: list[str], seat: str, side: str) -> str:
    if len(names) == 1:
        return names[0]
    order = list(dict.fromkeys(sides))
    return names[seats.index(seat)] if len(names) == len(seats) else names[order.index(side)]


def charted(session: Session) -> list[tuple[str, str, float]]:
    """The figures of a position that the report draws: what they count, whose they are, how much."""
    own = set(session.title.figures(session.g))
    found = figures(session)
    return [(label, side, value) for label, side, value in found.values() if label in CHARTED or label in own]


def _hunted(n: int, job: Hunt) -> Result:
    with tempfile.TemporaryDirectory(prefix="grognard-fuzz-") as folder:
        report = fuzz(
            find_title(job.title), games=1, seed=job.seed, random_options=job.random_options, scenario=job.scenario,
            options=job.options, folder=Path(folder),
        )  # fmt: skip
        files = {}
        for failure in report.failures:
            if failure.file:
                files[Path(failure.file).name] = Path(failure.file).read_bytes()
                failure.file = Path(failure.file).name
    return Result(n, version(), platform.node(), report=report, files=files)


# the run


def run(
    jobs: Sequence[Job],
    *,
    on: str = "",
    workers: int = 2,
    folder: Path | None = None,
    done: Callable[[Result], None] | None = None,
    lost: Callable[[int], None] | None = None,
) -> list[Result]:
    """Do all jobs; the results in their order. `on`: nothing for processes, `ray` or `ray://HOST`. `folder`: where the run is
    kept; what it holds already is not done again. `lost`: told the number of a job whose worker died."""
    results: dict[int, Result] = {}
    book = Book(folder, jobs) if folder is not None else None
    if book is not None:
        for result in book.read():
            results[result.n] = result
            if done is not None:
                done(result)
    left = [(n, msgspec.json.encode((n, job))) for n, job in enumerate(jobs) if n not in results]
    try:
        for raw in _done(left, on, workers, lost):
            result = msgspec.json.decode(raw, type=Result)
            if result.version != version():
                words = f"{result.node} plays version {result.version}, this is {version()}"
                raise GrognardError(words, remedy="install the same version everywhere")
            results[result.n] = result
            if done is not None:
                done(result)
            if book is not None:
                book.write(result)
    finally:
        if book is not None:
            book.close()
    return [results[n] for n in range(len(jobs))]


def _done(left: list[tuple[int, bytes]], on: str, workers: int, lost: Callable[[int], None] | None) -> Iterator[bytes]:
    deaths: dict[int, int] = {}

    def died(n: int) -> None:
        deaths[n] = deaths.get(n, 0) + 1
        if lost is not None:
            lost(n)
        if deaths[n] >= TRIES:
            raise GrognardError(f"game {n} was lost {TRIES} times", remedy="it may want more memory than its worker has")

    if not left:
        return iter(())
    if on == "ray" or on.startswith("ray://"):
        return on_ray(work, left, on.removeprefix("ray").removeprefix("://"), [str(Path.cwd())], died)
    if on:
        raise GrognardError(f"games cannot be played on {on!r}", remedy="use ray, ray://HOST, or leave it out for processes")
    if workers == 1:
        return (work(raw) for _, raw in left)
    return on_processes(left, workers, died)


def on_processes(left: Iterable[tuple[int, bytes]], workers: int, died: Lost) -> Iterator[bytes]:
    """Do jobs in processes of this machine. When one is killed its pool is broken: whatever was under way is done again."""
    waiting = dict(left)
    while waiting:
        pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        ahead = iter(list(waiting.items()))
        flying: dict[Future[bytes], int] = {}
        try:
            while True:
                for n, raw in ahead:
                    flying[pool.submit(work, raw)] = n
                    if len(flying) >= 2 * workers:
                        break
                if not flying:
                    break
                for future in wait(flying, return_when=FIRST_COMPLETED).done:
                    n = flying[future]
                    raw = future.result()
                    del flying[future], waiting[n]
                    yield raw
        except BrokenProcessPool:
            for n in list(flying.values())[:workers]:
                died(n)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# the folder


class Book:
    """The folder of a run: `run.json` says what is played, `results.jsonl` has a line for each job that is done."""

    def __init__(self, folder: Path, jobs: Sequence[Job]) -> None:
        plan = Plan(len(jobs), hashlib.sha256(msgspec.json.encode(list(jobs))).hexdigest(), version())
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.path = folder, folder / "results.jsonl"
        head = folder / "run.json"
        if head.exists():
            if msgspec.json.decode(head.read_bytes(), type=Plan) != plan:
                raise GrognardError("the folder holds another run", file=head, remedy="begin this one in a folder of its own")
        else:
            head.write_bytes(msgspec.json.encode(plan))
        self.file: Any = None

    def read(self) -> Iterator[Result]:
        """What is done already. A line that was being written when the run stopped is dropped, and its job done again."""
        whole = 0
        raw = self.path.read_bytes() if self.path.exists() else b""
        for line in raw.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            try:
                yield msgspec.json.decode(line, type=Result)
            except msgspec.MsgspecError as error:
                raise GrognardError(f"a result cannot be read: {error}", file=self.path, remedy="remove that line") from None
            whole += len(line)
        self.file = self.path.open("r+b" if self.path.exists() else "w+b")
        self.file.truncate(whole)
        self.file.seek(whole)

    def write(self, result: Result) -> None:
        games = self.folder / "games"
        for name, data in result.files.items():
            games.mkdir(exist_ok=True)
            (games / name).write_bytes(data)
        result.files = {}
        self.file.write(msgspec.json.encode(result) + b"\n")
        self.file.flush()

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
