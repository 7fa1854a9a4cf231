"""Session files: one JSON document per line, appended answer by answer, never rewritten under a reader.

Header, seed, opening; then a line per answer with what followed from it, a digest where each segment starts, and checkpoints.
Every line carries a sum over itself and the line before, so that a changed or lost line is found and named. An answer is on
disk before it is acknowledged. Loading takes the newest checkpoint and the answers since; `verify` replays everything.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.bounds import Bounds
from grognard.kernel.dice import commitment
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack, find_packs
from grognard.kernel.flow import NEW_DICE
from grognard.kernel.history import Checkpoint, Setting, Step
from grognard.kernel.play import Line
from grognard.kernel.session import Session
from grognard.kernel.state import Game
from grognard.kernel.title import Title, title

FORMAT = 1
SLACK = 1 << 20
SUM = ',"sum":"'
TAIL = len(SUM) + 8 + 2


class PackName(msgspec.Struct, frozen=True):
    """A data pack as a header names it."""

    name: str
    version: str
    digest: str


class Record(msgspec.Struct, omit_defaults=True):
    """One line of a session file; the fields that are there say which kind."""

    # the header
    grognard: int = 0
    title: str = ""
    version: str = ""
    layout: str = ""
    scenario: str = ""
    options: dict[str, bool | str] = {}
    players: dict[str, str] = {}
    commitment: str = ""
    packs: list[PackName] = []
    mail: str = ""
    # the seed
    seed: str = ""
    # the opening and the answers
    opening: bool = False
    seat: str = ""
    option: str = ""
    lines: list[Line] = []
    barrier: bool = False
    secret: bool = False
    # a segment's start
    segment: str = ""
    at: int = 0
    skip: int = 0
    digest: str = ""
    state: str = ""
    # taking back
    undo: int | None = None
    by: str = ""
    agreed: list[str] = []
    epoch: int = 0
    # every line
    sum: str = ""


_decode = msgspec.json.Decoder(Record).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class Read:
    """A session file as it stands: the setting, the history after all undoing, and where each thing was found."""

    path: str
    header: Record
    setting: Setting
    seeds: dict[str, bytes] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    line_of: list[int] = field(default_factory=list)
    epoch: int = 0
    last_sum: str = ""
    size: int = 0
    torn: int = 0

    @property
    def seals(self) -> list[str]:
        """The commitments to every seed the game rolled with, the one in force last."""
        changed = [step.option.partition(" ")[2] for step in self.steps if step.option.startswith(f"{NEW_DICE} ")]
        return [self.setting.commitment, *changed]

    @property
    def seed(self) -> bytes | None:
        """The seed in force, where the file holds it."""
        return self.seeds.get(self.seals[-1])


# writing


def _body(record: Record, last: str) -> tuple[bytes, str]:
    """A line and its sum."""
    body = _encode(record)
    mark = hashlib.blake2b(last.encode() + body, digest_size=4).hexdigest()
    return body[:-1] + (f'{SUM}{mark}"}}\n').encode(), mark


def _header(session: Session) -> Record:
    s = session.setting
    code = s.title.code
    return Record(
        grognard=FORMAT,
        title=s.title.spec or code,
        version=s.title.version,
        layout=s.title.layout if s.layout is None else s.layout,
        scenario=s.scenario,
        options=s.options,
        players=s.players,
        commitment=s.commitment,
        packs=[PackName(p.name, p.version, p.digest) for p in s.packs],
        mail=s.mail,
        epoch=session.epoch,
    )


def _step_record(n: int, step: Step) -> Record:
    return Record(
        opening=n == 0,
        seat=step.seat,
        option=step.option,
        lines=step.lines,
        barrier=step.barrier,
        secret=step.secret,
        epoch=step.epoch,
    )


def _segment_record(point: Checkpoint, *, with_state: bool = True) -> Record:
    if isinstance(point.state, Game):
        point.digest = point.digest or point.state.digest()
    record = Record(segment=point.segment or "?", at=point.at, skip=point.lines, digest=point.digest)
    if with_state:
        data = point.state.encode() if isinstance(point.state, Game) else point.state
        record.state = base64.b64encode(data).decode()
    return record


def records(session: Session, *, lean: bool = False) -> Iterator[Record]:
    """A whole session, line by line, with every checkpoint it still holds. `lean`: of those between the first and the last the
    digests alone, so that a long game is small and its replay compares as much."""
    yield _header(session)
    seeds = {commitment(seed): seed for seed in (*session.former, session.seed) if seed is not None}
    if session.setting.commitment in seeds:
        yield Record(seed=seeds[session.setting.commitment].hex())
    points = {point.at: point for point in session.checkpoints}
    whole = {min(points), max(points)}
    for n, step in enumerate(session.steps):
        yield _step_record(n, step)
        if step.option.startswith(f"{NEW_DICE} ") and (seed := seeds.get(step.option.partition(" ")[2])):
            yield Record(seed=seed.hex())
        if n in points:
            point = points[n]
            yield _segment_record(point, with_state=n in whole or not (lean or isinstance(point.state, Game)))


def dump(session: Session, *, lean: bool = False) -> bytes:
    """The session as the bytes of a file."""
    out, last = [], ""
    for record in records(session, lean=lean):
        line, last = _body(record, last)
        out.append(line)
    return b"".join(out)


def save(session: Session, path: Path) -> None:
    """Write the whole session to a file, atomically: the old file stays until the new one is complete on disk."""
    os.close(_replace(path, dump(session)))


def _replace(path: Path, data: bytes) -> int:
    """Put data in place of a file; gives the locked descriptor of the new one back."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise GrognardError(
            f"cannot write here: {error.strerror}", file=path, remedy="choose a folder you may write to"
        ) from None
    try:
        _write(handle, data)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.replace(name, path)
    except BaseException:
        os.close(handle)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return handle


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
    os.fsync(handle)


class Keeper:
    """Keeps a session's file: every answer is written and flushed before the session acknowledges it."""

    def __init__(self, path: Path, session: Session, handle: int, last: str, size: int) -> None:
        self.path = path
        self.session = session
        self.handle = handle
        self.last = last
        self.size = size
        self.slack = 0
        self.newest = session.checkpoints[-1].at if session.checkpoints else -1
        self.newest_size = 0
        session.keeper = self

    @classmethod
    def create(cls, path: Path, session: Session) -> Keeper:
        """Write a new file for the session and keep it from now on; an existing file is refused."""
        if path.exists():
            raise GrognardError("the file exists already", file=path, remedy="choose another name, or remove it first")
        data = dump(session)
        handle = _replace(path, data)
        os.lseek(handle, 0, os.SEEK_END)
        return cls(path, session, handle, _last_sum(data), len(data))

    def answered(self) -> None:
        """Write the newest step, and the checkpoint of the segment it led to."""
        n = self.session.count
        lines = [_step_record(n, self.session.steps[n])]
        if self.session.steps[n].option.startswith(NEW_DICE) and self.session.seed is not None:
            lines.append(Record(seed=self.session.seed.hex()))
        point = self.session.checkpoints[-1]
        if point.at == n and self.newest != n:
            lines.append(_segment_record(point))
        self._append(lines)
        if lines[-1].state:
            self.slack += self.newest_size
            self.newest, self.newest_size = n, len(lines[-1].state)
            if self.slack > max(SLACK, self.size // 2):
                self.compact()

    def undone(self, to: int, by: str, agreed: list[str]) -> None:
        """Write that answers were taken back."""
        self._append([Record(undo=to, by=by, agreed=agreed, epoch=self.session.epoch)])
        self.newest = self.session.checkpoints[-1].at

    def compact(self) -> None:
        """Write the file anew without checkpoints that newer ones have replaced."""
        data = dump(self.session)
        handle = _replace(self.path, data)
        os.lseek(handle, 0, os.SEEK_END)
        os.close(self.handle)
        self.handle, self.last, self.size, self.slack = handle, _last_sum(data), len(data), 0

    def close(self) -> None:
        os.close(self.handle)
        self.session.keeper = None

    def _append(self, lines: list[Record]) -> None:
        out, last = [], self.last
        for record in lines:
            line, last = _body(record, last)
            out.append(line)
        data = b"".join(out)
        try:
            _write(self.handle, data)
        except OSError as error:
            os.ftruncate(self.handle, self.size)
            raise GrognardError(
                f"the answer could not be written: {error.strerror}", file=self.path, remedy="make room"
            ) from None
        self.last = last
        self.size += len(data)


def _last_sum(data: bytes) -> str:
    return data[-11:-3].decode()


# reading


def read(path: Path, *, recover: bool = False, data: bytes | None = None, bounds: Bounds | None = None) -> Read:
    """Read a session file without running the game. `recover`: drop a torn last line instead of refusing it. `bounds`: for a
    file of a stranger."""
    if data is None:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise GrognardError(f"cannot read it: {error.strerror}", file=path, remedy="check the name") from None
    lines = data.split(b"\n")
    torn = lines.pop()
    if torn and not recover:
        raise GrognardError(
            "the last line is incomplete: a write was cut off",
            file=path,
            line=len(lines) + 1,
            remedy=f"`grognard verify --repair {path}` drops that one line; every acknowledged answer before it is kept",
        )
    if not lines:
        raise GrognardError(
            "this is not a Grognard session: it has no header", file=path, line=1, remedy="use a file made by `grognard new`"
        )
    header = _line(path, 1, lines[0], "", bounds)
    setting = _setting(path, header)
    found = Read(str(path), header, setting, last_sum=header.sum, size=len(data) - len(torn), torn=len(torn))
    found.epoch = header.epoch
    for number, raw in enumerate(lines[1:], 2):
        record = _line(path, number, raw, found.last_sum, bounds)
        found.last_sum = record.sum
        _take(found, record, number)
    if bounds is not None:
        bounds.check_end(len(lines))
    if not found.steps or not found.checkpoints:
        raise GrognardError("the file stops before the game begins", file=path, line=len(lines), remedy="use an earlier copy")
    return found


def _line(path: Path, number: int, raw: bytes, last: str, bounds: Bounds | None = None) -> Record:
    if bounds is not None:
        bounds.check_line(raw, number)
    try:
        record = _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        what = "this is not a Grognard session" if number == 1 else "the line cannot be read"
        raise GrognardError(f"{what}: {error}", file=path, line=number, remedy="use an unedited copy of the file") from None
    if number == 1:
        if not record.grognard:
            raise GrognardError("this is not a Grognard session", file=path, line=1, remedy="use a file made by `grognard new`")
        if record.grognard > FORMAT:
            raise GrognardError(
                f"the file has format {record.grognard}, this version reads up to {FORMAT}",
                file=path,
                line=1,
                remedy="update Grognard",
            )
    if hashlib.blake2b(last.encode() + raw[:-TAIL] + b"}", digest_size=4).hexdigest() != record.sum:
        raise GrognardError(
            "the line was changed after it was written, or a line before it is missing",
            file=path,
            line=number,
            remedy="use an unedited copy of the file",
        )
    if bounds is not None:
        bounds.check(record, number)
    return record


def _setting(path: Path, header: Record) -> Setting:
    try:
        found: Title[Any] = title(header.title)
        options = found.read_options(header.options)
        found.scenario(header.scenario)
        packs = _packs(found, header)
    except GrognardError as error:
        raise GrognardError(error.message, file=path, line=1, remedy=error.remedy) from None
    ours, theirs = found.version, header.version
    if ours.isdigit() and theirs.isdigit() and int(theirs) > int(ours):
        raise GrognardError(
            f"the game was saved by version {theirs} of {found.code}, this is version {ours}",
            file=path,
            line=1,
            remedy="update Grognard",
        )
    return Setting(found, header.scenario, dict(options), header.players, packs, header.commitment, header.mail, header.layout)


def _packs(of: Title[Any], header: Record) -> tuple[Pack, ...]:
    if not header.packs:
        return ()
    known = {pack.digest: pack for pack in find_packs(of.code)}
    for pack in header.packs:
        if pack.digest not in known:
            raise GrognardError(
                f"the game was started with the data pack {pack.name} {pack.version}, which is not installed as it was then",
                remedy="put the pack into a folder named by GROGNARD_PACKS",
            )
    return tuple(known[pack.digest] for pack in header.packs)


def _take(found: Read, record: Record, number: int) -> None:
    """Let one line act on the history."""
    if record.seed:
        seal = commitment(_bytes(found, number, record.seed, bytes.fromhex))
        if seal not in found.seals:
            raise GrognardError(
                "the seed is not the one the header commits to", file=found.path, line=number, remedy="use an unedited copy"
            )
        found.seeds[seal] = bytes.fromhex(record.seed)
    elif record.opening or record.option:
        epoch = record.epoch
        found.steps.append(Step(record.seat, record.option, record.lines, record.barrier, epoch, record.secret))
        found.epoch = max(found.epoch, epoch)
        found.line_of.append(number)
    elif record.segment:
        state = _bytes(found, number, record.state, base64.b64decode)
        if record.at != len(found.steps) - 1:
            raise GrognardError("a segment is at the wrong answer", file=found.path, line=number, remedy="use an unedited copy")
        found.checkpoints.append(Checkpoint(record.at, record.segment, record.skip, state, record.digest))
    elif record.undo is not None:
        del found.steps[record.undo + 1 :]
        del found.line_of[record.undo + 1 :]
        found.checkpoints = [point for point in found.checkpoints if point.at <= record.undo]
        found.epoch = max(found.epoch, record.epoch)
    else:
        raise GrognardError("the line says nothing this version knows", file=found.path, line=number, remedy="update Grognard")


def _bytes(found: Read, number: int, text: str, decode: Callable[[str], bytes]) -> bytes:
    try:
        return decode(text)
    except ValueError:
        raise GrognardError("the line cannot be read", file=found.path, line=number, remedy="use an unedited copy") from None


def load(path: Path, *, recover: bool = False, data: bytes | None = None, bounds: Bounds | None = None) -> Session:
    """The session a file holds, ready to look at or to play on in memory."""
    return restored(read(path, recover=recover, data=data, bounds=bounds))


def restored(found: Read) -> Session:
    """Run a file that has been read up to its last answer."""
    session = Session(found.setting, found.seed)
    session.steps = found.steps
    session.former = [found.seeds[seal] for seal in found.seals[:-1] if seal in found.seeds]
    session.epoch = found.epoch
    session.checkpoints = [point for point in found.checkpoints if point.state]
    checked = found.header.version != found.setting.title.version
    try:
        session.restore(len(found.steps) - 1, checked=checked)
    except GrognardError as error:
        point = session.nearest(session.count)
        line = found.line_of[min(point.at + 1, session.count)]
        raise GrognardError(error.message, file=found.path, line=line, remedy=error.remedy) from None
    return session


def open_session(path: Path) -> Session:
    """Load a file and keep it: answers given from now on are written to it. One process at a time."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND)
    except OSError as error:
        raise GrognardError(f"cannot open it: {error.strerror}", file=path, remedy="check the name") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise GrognardError("another program has this game open", file=path, remedy="close it there first") from None
    try:
        found = read(path)
        session = restored(found)
    except BaseException:
        os.close(handle)
        raise
    Keeper(path, session, handle, found.last_sum, found.size)
    return session


def repair(path: Path) -> int:
    """Cut a torn last line off a file; gives the number of bytes dropped."""
    found = read(path, recover=True)
    restored(found)
    if found.torn:
        with path.open("r+b") as handle:
            handle.truncate(found.size)
            handle.flush()
            os.fsync(handle.fileno())
    return found.torn
