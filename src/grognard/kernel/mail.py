"""A game by mail: the session file without what its reader may not see, and the way an answered file comes back.

The mailed file holds no seed, no secret answer of others, no log line for other eyes, and checkpoints in which the title has
blanked what the seat may not know. The reader answers until dice or other people's secrets are needed; the host goes on.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from grognard.kernel.errors import GrognardError
from grognard.kernel.saves import Read, Record, _body, _header, _segment_record, _step_record, read
from grognard.kernel.session import Reapplied, Refused, Session
from grognard.kernel.veil import veiled


def for_seat(session: Session, seat: str) -> bytes:
    """The file to mail to a seat."""
    if seat not in session.setting.players:
        raise GrognardError(f"there is no seat {seat!r}", remedy=f"use one of {', '.join(session.seats)}")
    mine = {
        s for s, player in session.setting.players.items() if s == seat or (player and player == session.setting.players[seat])
    }
    seed = hashlib.blake2b(f"{session.setting.commitment} {seat}".encode()).digest()
    copy = veiled(session, mine, seat, seed, blank=True)
    if copy is None:
        raise GrognardError(
            f"no copy for {seat} agrees with what it has seen: the rules show something that the title conceals",
            remedy="play on until the next segment of the turn, and report this",
        )
    point = copy.checkpoints[0]
    header = _header(session)
    header.mail = f"{seat} {session.count}"
    out = [header]
    for n, step in enumerate(copy.steps):
        out.append(_step_record(n, step))
        if n == point.at:
            out.append(_segment_record(point))
    lines, last = [], ""
    for record in out:
        line, last = _body(record, last)
        lines.append(line)
    return b"".join(lines)


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
