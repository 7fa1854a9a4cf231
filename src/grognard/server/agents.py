"""Agents at work: processes of their own, so that the server answers while they think.

A worker gets a position (the newest checkpoint and the answers since, without the seed of the dice), answers for every agent at
the table until a person is asked, dice have fallen or its time is up, and sends the options' texts back. The server checks each.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from grognard.agents import Agent, agent, heard_by, names
from grognard.kernel.dice import seed_from
from grognard.kernel.history import Checkpoint, Setting, Step
from grognard.kernel.session import Session
from grognard.kernel.state import Game
from grognard.kernel.title import Title, title
from grognard.server.settings import Settings
from grognard.server.troubles import Clash, Missing

log = logging.getLogger(__name__)

Progress = Callable[[float, str], None]
Given = tuple[str, str, str]
AT_MOST = 60  # answers at a time, more while a segment lasts: its plan is made once
LONGEST = 2000
GRACE = 5.0


def check_agent(of: Title[Any], name: str) -> None:
    """Whether an agent can play a title."""
    known = names(of)
    if name.partition(":")[0] not in known:
        raise Missing(f"no agent {name!r} plays {of.code}", remedy=f"use one of {', '.join(known)}")
    agent(name)


class Position(msgspec.Struct):
    """A game as a worker gets it: numbered anew, the checkpoint's step is 0."""

    title: str
    scenario: str
    options: dict[str, bool | str]
    players: dict[str, str]
    epoch: int
    number: int
    segment: str
    lines: int
    state: bytes
    steps: list[Step]


class Task(msgspec.Struct):
    """What a worker is to do: answer for the agents in `playing`, the first answer for `seat`."""

    position: Position
    seat: str
    playing: dict[str, str]
    limit: float
    at_most: int = AT_MOST


class Report(msgspec.Struct, omit_defaults=True):
    """What a worker sends: how far it is, and at the end its answers and the reason for the first.

    An answer is a seat, an option and what is worth keeping of its reason (mostly nothing).
    """

    done: bool = False
    fraction: float = 0.0
    words: str = ""
    answers: list[Given] = []
    trouble: str = ""
    late: bool = False


def position(spec: str, session: Session) -> Position:
    """A session cut down to what follows its newest checkpoint."""
    point = session.nearest(session.count)
    state = point.state.encode() if isinstance(point.state, Game) else point.state
    setting = session.setting
    steps = session.steps[point.at : session.count + 1]
    number, where = session.count, (point.segment, point.lines)
    return Position(spec, setting.scenario, setting.options, setting.players, session.epoch, number, *where, state, steps)


def session_at(p: Position) -> Session:
    """The position as a session with dice of its own."""
    found = title(p.title)
    setting = Setting(found, p.scenario, dict(found.read_options(p.options)), dict(p.players))
    mark = hashlib.blake2b(p.state, digest_size=6, salt=b"agent").digest()
    session = Session(setting, seed_from(int.from_bytes(mark, "big") + p.number))
    session.steps = p.steps
    session.checkpoints = [Checkpoint(0, p.segment, p.lines, p.state)]
    session.epoch = p.epoch
    session.restore(len(p.steps) - 1)
    return session


# in the worker's process


def work(pipe: Connection) -> None:
    """The life of a worker: tasks in, reports out, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    read = msgspec.msgpack.Decoder(Task).decode
    while True:
        try:
            raw = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            report = _answers(read(raw), lambda r: pipe.send_bytes(msgspec.msgpack.encode(r)))
        except Exception as error:
            report = Report(True, trouble=f"{type(error).__name__}: {error}")
        pipe.send_bytes(msgspec.msgpack.encode(report))


def _answers(task: Task, tell: Callable[[Report], None]) -> Report:
    session = session_at(task.position)
    number = task.position.number
    agents: dict[str, Agent] = {s: agent(name, number * 100 + n) for n, (s, name) in enumerate(sorted(task.playing.items()))}
    end = time.monotonic() + task.limit
    if task.at_most == 1:
        return _advice(session, task.seat, agents[task.seat], end)
    report = Report(True)
    seat: str | None = task.seat
    while seat is not None:
        with heard_by(lambda fraction, words: tell(Report(False, fraction, words))):
            option = agents[seat].choose(session, seat)
        report.answers.append((seat, option.text, agents[seat].telling[:LONGEST]))
        report.words = report.words or str(agents[seat].reason)
        if time.monotonic() > end:
            break
        segment = session.segment_start
        session.apply(seat, option)
        if session.steps[-1].barrier or (len(report.answers) >= task.at_most and session.segment_start != segment):
            break
        if len(report.answers) % 10 == 0:
            tell(Report(False, min(1.0, len(report.answers) / task.at_most), str(agents[seat].reason)))
        seat = next((s for s in session.pending if s in agents), None)
    return report


def _advice(session: Session, seat: str, mind: Agent, end: float) -> Report:
    """One answer for somebody else. An agent looks at each unit once and puts most down where they stand; to ask it anew each
    time would go in a circle for ever, so what leads back to the same question in the same position is passed over."""
    while True:
        option = mind.choose(session, seat)
        report = Report(True, words=str(mind.reason), answers=[(seat, option.text, mind.telling[:LONGEST])])
        asked, stood = session.pending[seat].prompt, session.g.digest()
        session.apply(seat, option)
        if seat not in session.pending or session.g.digest() != stood or time.monotonic() > end:
            return report
        session.apply(seat, mind.choose(session, seat))
        if seat not in session.pending or session.g.digest() != stood or session.pending[seat].prompt != asked:
            return report


# in the server


class Worker:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="grognard agent")
        self.process.start()
        theirs.close()

    def ask(self, raw: bytes, seconds: float, heard: Callable[[Report], None]) -> Report:
        """Send a task and wait for its end, in a thread."""
        end = time.monotonic() + seconds
        try:
            self.pipe.send_bytes(raw)
            while self.pipe.poll(max(0.0, end - time.monotonic())):
                report = msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Report)
                if report.done:
                    return report
                heard(report)
        except (EOFError, OSError):
            return Report(True, trouble="the worker was stopped")
        return Report(True, trouble=f"no answer within {seconds:.0f} seconds", late=True)

    def kill(self) -> None:
        """End the process. Whoever waits at the pipe sees its end; closing it here would leave them waiting."""
        self.process.kill()
        self.process.join(timeout=5)


class Thinkers:
    """The workers, started when first needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.places = asyncio.Semaphore(max(1, settings.workers))

    async def answers(
        self, code: str, session: Session, seat: str, playing: Mapping[str, str], progress: Progress
    ) -> list[Given]:
        """The answers of the agents from here on; empty where an agent failed or took too long."""
        task = Task(position(self.settings.titles[code], session), seat, dict(playing), self.settings.agent_limit)
        report = await self._send(task, progress)
        if report.trouble:
            log.warning("agent %s: %s", playing.get(seat), report.trouble)
            progress(1.0, "the agent failed; any legal answer is taken")
        return report.answers

    async def suggestion(self, code: str, session: Session, seat: str, name: str) -> tuple[str, str]:
        """One answer with its reason."""
        task = Task(position(self.settings.titles[code], session), seat, {seat: name}, self.settings.agent_limit, 1)
        report = await self._send(task, lambda *_: None)
        if report.trouble:
            raise Clash(f"the agent found no suggestion: {report.trouble}")
        return report.answers[0][1], report.words

    async def _send(self, task: Task, progress: Progress) -> Report:
        raw = msgspec.msgpack.encode(task)
        loop = asyncio.get_running_loop()
        async with self.places:
            worker = self.idle.pop() if self.idle else await asyncio.to_thread(Worker)
            self.busy.add(worker)

            def heard(report: Report) -> None:
                loop.call_soon_threadsafe(progress, report.fraction, report.words)

            asking = loop.run_in_executor(None, worker.ask, raw, task.limit * 2 + GRACE, heard)
            try:
                report = await asyncio.shield(asking)
            except asyncio.CancelledError:
                self._dismiss(worker)
                raise
            self.busy.discard(worker)
            if report.late or not worker.process.is_alive():
                self._dismiss(worker)
            else:
                self.idle.append(worker)
        return report

    def _dismiss(self, worker: Worker) -> None:
        self.busy.discard(worker)
        worker.kill()

    def stop(self) -> None:
        for worker in [*self.idle, *self.busy]:
            worker.kill()
        self.idle.clear()
        self.busy.clear()


