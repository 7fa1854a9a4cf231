"""Uploads: files of strangers, read in a process of their own with bounded memory and time, so that nobody else waits for them.

What comes back from there has been played: the answers of a mailed file, or a game that loads, keeps its title's invariants and
can be shown to every seat. Of a long game the newest positions are looked at at once; the others follow in pieces, and none
of them reaches a table before that (copies.py).
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import saves
from grognard.kernel.bounds import Bounds
from grognard.kernel.errors import GrognardError
from grognard.kernel.figures import figures, sample_label
from grognard.kernel.history import Checkpoint
from grognard.kernel.present import view
from grognard.kernel.saves import Record
from grognard.kernel.session import Session
from grognard.kernel.state import Game
from grognard.server.accounts import Limit
from grognard.server.settings import Settings
from grognard.server.table import Sample
from grognard.server.troubles import Clash, Missing

MEMORY = 1024 * 1024 * 1024
SECONDS = 60.0
PIECE = 2.0  # seconds of older positions that are looked at in one go
PAST = 600.0  # seconds for all of them
UNEDITED = "use an unedited copy of the file"


class Upload(msgspec.Struct):
    """A file to read. `mailed`: its answers are wanted, else the whole game. `before`: only its positions before that answer."""

    data: bytes
    titles: dict[str, str]
    mailed: bool = False
    before: int | None = None


class Mailed(msgspec.Struct):
    """The answers of a file that came back, and which game and step they were given to."""

    seat: str
    base: int
    commitment: str
    answers: list[tuple[str, str]]


class Point(msgspec.Struct):
    """A checkpoint that has been looked at."""

    at: int
    segment: str
    lines: int
    state: bytes
    digest: str


class Report(msgspec.Struct):
    """What came of an upload: the game written anew, or a mailed file's answers, or what is wrong with it. `left`: how many older
    positions nobody has looked at; the game then begins at `first`. `bare`: how many answers without a checkpoint lie before the
    oldest that is taken. `points`: those of this piece, oldest first."""

    data: bytes = b""
    samples: list[Sample] = []
    points: list[Point] = []
    first: int = 0
    left: int = 0
    bare: int = 0
    mailed: Mailed | None = None
    trouble: str = ""
    remedy: str = ""
    missing: bool = False


# in the process


def work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    while True:
        try:
            raw = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(msgspec.msgpack.encode(answer(raw)))


def answer(raw: bytes) -> Report:
    """The report on one upload. Whatever goes wrong is the file's fault and is told as such."""
    try:
        upload = msgspec.msgpack.decode(raw, type=Upload)
        _check_title(upload)
        return read_mail(upload.data) if upload.mailed else read_game(upload.data, upload.before)
    except Missing as error:
        return Report(trouble=error.message, remedy=error.remedy or "", missing=True)
    except GrognardError as error:
        where = f"line {error.line}: " if error.line else ""
        return Report(trouble=where + error.message, remedy=error.remedy or UNEDITED)
    except MemoryError:
        return Report(trouble="the file needs too much memory", remedy=UNEDITED)
    except Exception as error:
        return Report(trouble=f"the game in this file cannot be played on: {type(error).__name__}", remedy=UNEDITED)


def _check_title(upload: Upload) -> None:
    """A file names a title of this server, not a module to load."""
    head = upload.data.partition(b"\n")[0]
    try:
        named = msgspec.json.decode(head[: Bounds().line], type=Record).title
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise GrognardError(f"this is not a session file: {error}", remedy=UNEDITED) from None
    if named not in upload.titles and named not in upload.titles.values():
        raise Missing(f"the title {named[:40]!r} is not installed here", remedy="install it and start the server again")


def read_mail(data: bytes) -> Report:
    found = saves.read(Path("mail"), data=data, bounds=Bounds())
    seat, _, base = found.header.mail.partition(" ")
    if not (base.isascii() and base.isdecimal()):
        raise GrognardError("this is a whole session, not a mailed one", remedy="import it as a game of its own")
    answers = [(step.seat, step.option) for step in found.steps[int(base) + 1 :]]
    return Report(mailed=Mailed(seat, int(base), found.setting.commitment, answers))


def read_game(data: bytes, before: int | None = None) -> Report:
    """Load a game and look at its positions with every pair of eyes, from the newest back for so long as one piece may take.

    The game comes back written anew with the positions looked at; with `before`, only these."""
    session = _loaded(data)
    if session.seed is None:
        raise GrognardError(
            "this is a mailed game: its dice are with its host", remedy="upload it to the game it belongs to"
        )
    found: list[Sample] = []
    if before is None:
        session.restore(session.count, checked=True)
        found.append(looked_at(session))
    newest = session.checkpoints[-1]
    within, bare = _within([point for point in session.checkpoints if point.state], Bounds().since)
    older = [point for point in within if point.at < (newest.at if before is None else before)]
    points: list[Checkpoint] = []
    began = time.monotonic()
    while older and (time.monotonic() - began < PIECE or (before is not None and not points)):
        point = older.pop()
        found.append(looked_at(session.at(point.at)))
        points.append(point)
    points.reverse()
    firsts = {label: (at, label, told) for at, label, told in found}  # a turn is told where it is seen first: the oldest is last
    report = Report(samples=sorted(firsts.values(), key=lambda sample: sample[0]), left=len(older), bare=bare)
    if before is None:
        whole, session.checkpoints = session.checkpoints, [*points, newest]
        report.data, report.first = saves.dump(session), session.checkpoints[0].at
        session.checkpoints = whole
    else:
        report.first = points[0].at if points else before
        report.points = [Point(p.at, p.segment, p.lines, _packed(p), p.digest) for p in points]
    if not older:
        _loaded.cache_clear()
    return report


def _within(points: list[Checkpoint], most: int) -> tuple[list[Checkpoint], int]:
    """The checkpoints from the newest back to where more than so many answers lie between two of them, which nobody is made to
    play again for a look; and how many answers those are."""
    for n in range(len(points) - 1, 0, -1):
        if (bare := points[n].at - points[n - 1].at) > most:
            return points[n:], bare
    return points, 0


@lru_cache(1)
def _loaded(data: bytes) -> Session:
    """The game of a file; kept until all its positions have been looked at, or another file comes."""
    return saves.load(Path("import"), data=data, bounds=Bounds())


def looked_at(session: Session) -> Sample:
    """The public figures of a position that has been looked at."""
    check_position(session)
    return session.count, sample_label(session), figures(session)


def _packed(point: Checkpoint) -> bytes:
    return point.state.encode() if isinstance(point.state, Game) else point.state


def check_position(session: Session) -> None:
    """A position the title itself would call impossible is refused in its words."""
    wrong = next(iter(session.title.invariants(session.g)), None)
    if wrong is not None:
        raise GrognardError(f"the game in this file breaks a rule of its title: {wrong}"[:500], remedy=UNEDITED)
    for seats in ((), *((seat,) for seat in session.seats)):
        msgspec.json.encode(view(session, seats))


# in the server


class Uploads:
    """The process, started when first needed, and who may send it something: one file at a time for each person."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limit = Limit(settings.uploads, 3600)
        self.busy: set[str] = set()
        self.checking: set[str] = set()
        self.one_past = asyncio.Semaphore(1)
        self.turn = asyncio.Semaphore(1)
        self.thread = ThreadPoolExecutor(1, "uploads")
        self.process: Any = None
        self.pipe: Connection | None = None

    async def read(self, person: str, data: bytes, *, mailed: bool = False) -> Report:
        """What is in a person's file."""
        self.limit.check(person)
        if person in self.busy:
            raise Clash("another file of yours is being read", remedy="wait for it")
        if person in self.checking and not mailed:
            raise Clash("the older positions of your last file are still being checked", remedy="wait a little")
        self.busy.add(person)
        try:
            return await self._read(Upload(data, self.settings.titles, mailed))
        finally:
            self.busy.discard(person)

    async def past(self, data: bytes, before: int) -> AsyncIterator[Report]:
        """The older positions of a file that has been read, from the newest back, piece by piece: others' files come between."""
        left, until = 1, time.monotonic() + PAST
        while left:
            if time.monotonic() > until:
                raise GrognardError("its positions took too long to check")
            report = await self._read(Upload(data, self.settings.titles, before=before))
            yield report
            before, left = report.first, report.left

    async def _read(self, upload: Upload) -> Report:
        raw = msgspec.msgpack.encode(upload)
        async with self.turn:
            report = await asyncio.get_running_loop().run_in_executor(self.thread, self._ask, raw)
        if report.missing:
            raise Missing(report.trouble, remedy=report.remedy)
        if report.trouble:
            raise GrognardError(report.trouble, remedy=report.remedy)
        return report

    def _ask(self, raw: bytes) -> Report:
        if self.process is None or not self.process.is_alive():
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=work, args=(theirs,), daemon=True, name="grognard uploads")
            self.process.start()
            theirs.close()
        assert self.pipe is not None
        try:
            self.pipe.send_bytes(raw)
            if self.pipe.poll(SECONDS):
                return msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Report)
        except (EOFError, OSError):
            pass
        self.process.kill()
        self.process.join(timeout=5)
        return Report(trouble="the file took too long or too much memory to read", remedy=UNEDITED)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
        self.thread.shutdown(wait=False, cancel_futures=True)
