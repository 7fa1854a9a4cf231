"""A game by mail: the session file without what its reader may not see, and the way an answered file comes back.

The mailed file holds no seed, no secret answer of others, no log line for other eyes, and checkpoints in which the title has
blanked what the seat may not know. The reader answers until dice or other people's secrets are needed; the host goes on.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from grognard.kernel.errors import GrognardError
from grognard.kernel.play import HIDDEN, Line
from grognard.kernel.saves import Read, Record, _body, _header, _segment_record, _step_record, read
from grognard.kernel.session import Checkpoint, Reapplied, Refused, Session, Step
from grognard.kernel.state import Game


def for_seat(session: Session, seat: str) -> bytes:
    """The file to mail to a seat."""
    if seat not in session.setting.players:
        raise GrognardError(f"there is no seat {seat!r}", remedy=f"use one of {', '.join(session.seats)}")
    mine = {
        s for s, player in session.setting.players.items() if s == seat or (player and player == session.setting.players[seat])
    }
    point = session.nearest(session.count)
    header = _header(session)
    header.mail = f"{seat} {session.count}"
    out = [header]
    for n, step in enumerate(session.steps):
        out.append(_step_record(n, _for_eyes(session, n, step, mine, n <= point.at)))
        if n == point.at:
            out.append(_segment_record(_concealed(session, point, seat)))
    lines, last = [], ""
    for record in out:
        line, last = _body(record, last)
        lines.append(line)
    return b"".join(lines)


def _for_eyes(session: Session, n: int, step: Step, mine: set[str], closed: bool) -> Step:
    """A step as these seats may read it. Answers of others are kept only where the reader's copy must replay them."""
    lines = [line if not line.only or mine & set(line.only) else Line("", die=line.die, dice=line.dice) for line in step.lines]
    hidden = n > 0 and step.seat not in mine and (closed or (step.secret and n > _last_reveal(session)))
    return replace(step, lines=lines, option=HIDDEN if hidden else step.option)


def _last_reveal(session: Session) -> int:
    """The newest step that closed a secret question: earlier secrets are public."""
    for n in range(session.count, 0, -1):
        if session.steps[n].barrier or not session.steps[n].secret:
            return n
    return 0


def _concealed(session: Session, point: Checkpoint, seat: str) -> Checkpoint:
    if isinstance(point.state, Game):
        g = point.state.copy()
    else:
        g = session.setting.blank()
        g.decode(point.state, point.segment)
    session.title.conceal(g, seat)
    return Checkpoint(point.at, point.segment, point.lines, g)


def receive(session: Session, data: bytes, name: str = "mail") -> Reapplied:
    """Give the answers of a mailed file that came back. A game that has moved on since is a conflict, and says so."""
    found = read(Path(name), data=data)
    seat, base = _address(found, name)
    if found.setting.commitment != session.setting.commitment:
        raise GrognardError("the file belongs to another game", file=name, line=1, remedy="send it to the host of that game")
    if session.count != base:
        done = ", ".join(f"{s.seat}: {s.option}" for s in session.steps[base + 1 :][:3])
        raise GrognardError(
            f"the game has moved on since the file was mailed: it had {base} answers then, {session.count} now ({done})",
            file=name,
            line=1,
            remedy="ask the host for the file as it is now and answer that one",
        )
    answers = [(step.seat, step.option) for step in found.steps[base + 1 :]]
    for n, (by, text) in enumerate(answers):
        if by != seat and session.setting.players.get(by) != session.setting.players.get(seat):
            raise GrognardError(
                f"answer {n + 1} is by {by}, the file was mailed to {seat}", file=name, remedy="answer for your own seat only"
            )
        try:
            session.give(by, text)
        except Refused as refused:
            return Reapplied(n, len(answers) - n, str(refused), answers[n:])
    return Reapplied(len(answers), 0)


def _address(found: Read, name: str) -> tuple[str, int]:
    header: Record = found.header
    seat, _, base = header.mail.partition(" ")
    if not base.isdigit():
        raise GrognardError(
            "this is a whole session, not a mailed one", file=name, line=1, remedy="import it as a game of its own"
        )
    return seat, int(base)
