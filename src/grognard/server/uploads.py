"""Uploads: files of strangers, read in a process of their own with bounded memory and time, so that nobody else waits for them.

What comes back from there has been played: the answers of a mailed file, or a game that loads, keeps its title's invariants and
can be shown to every seat.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import saves
from grognard.kernel.bounds import Bounds
from grognard.kernel.errors import GrognardError
from grognard.kernel.figures import figures, sample_label
from grognard.kernel.present import view
from grognard.kernel.saves import Record
from grognard.kernel.session import Session
from grognard.server.accounts import Limit
from grognard.server.settings import Settings
from grognard.server.table import Sample
from grognard.server.troubles import Clash, Missing

MEMORY = 1024 * 1024 * 1024
SECONDS = 60.0
UNEDITED = "use an unedited copy of the file"


class Upload(msgspec.Struct):
    """A file to read. `mailed`: its answers are wanted, else the whole game."""

    data: bytes
    titles: dict[str, str]
    mailed: bool = False


class Mailed(msgspec.Struct):
    """The answers of a file that came back, and which game and step they were given to."""

    seat: str
    base: int
    commitment: str
    answers: list[tuple[str, str]]


class Report(msgspec.Struct):
    """What came of an upload: the game written anew, or a mailed file's answers, or what is wrong with it."""

    data: bytes = b""
    samples: list[Sample] = []
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
        return read_mail(upload.data) if upload.mailed else read_game(upload.data)
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


def read_game(data: bytes) -> Report:
    """Load a game, look at every position it holds with every pair of eyes, and write it anew."""
    session = saves.load(Path("import"), data=data, bounds=Bounds())
    if session.seed is None:
        raise GrognardError(
            "this is a mailed game: its dice are with its host", remedy="upload it to the game it belongs to"
        )
    session.restore(session.count, checked=True)
    found: dict[str, Sample] = {}
    for at in [*(point.at for point in session.checkpoints[:-1] if point.state), session.count]:
        then = session if at == session.count else session.at(at)
        check_position(then)
        label = sample_label(then)
        found.setdefault(label, (at, label, figures(then)))
    return Report(saves.dump(session), list(found.values()))


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
        self.turn = asyncio.Semaphore(1)
        self.thread = ThreadPoolExecutor(1, "uploads")
        self.process: Any = None
        self.pipe: Connection | None = None

    async def read(self, person: str, data: bytes, *, mailed: bool = False) -> Report:
        """What is in a person's file."""
        self.limit.check(person)
        if person in self.busy:
            raise Clash("another file of yours is being read", remedy="wait for it")
        raw = msgspec.msgpack.encode(Upload(data, self.settings.titles, mailed))
        self.busy.add(person)
        try:
            async with self.turn:
                report = await asyncio.get_running_loop().run_in_executor(self.thread, self._ask, raw)
        finally:
            self.busy.discard(person)
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
