"""A game by mail: the session file without what its reader may not see, and the way an answered file comes back.

What the mailed file holds is what its reader may know (kernel/veil.py), and no seed. The reader answers until dice or other
people's secrets are needed; the host goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import CONCEDE, STANDING, TABLE_ACTS
from grognard.kernel.saves import Read, Record, _body, _header, _segment_record, _step_record, read
from grognard.kernel.session import Reapplied, Session
from grognard.kernel.veil import veiled


def for_seat(session: Session, seat: str) -> bytes:
    """The file to mail to a seat, for whoever plays it."""
    if seat not in session.setting.players:
        raise GrognardError(f"there is no seat {seat!r}", remedy=f"use one of {', '.join(session.seats)}")
    return for_seats(session, session.seats_with(seat))


def copy_for(session: Session, seats: Sequence[str]) -> Session:
    """The game as somebody who holds these seats may know it, seen from the first and its side: what every copy is made of."""
    sides = {s.key: s.side for s in session.title.seats(session.setting.scenario, session.setting.options)}
    seats = [seat for seat in seats if sides.get(seat) == sides.get(seats[0])]
    seed = hashlib.blake2b(f"{session.setting.commitment} {seats[0]}".encode()).digest()
    copy = veiled(session, seats, seats[0], seed, blank=True)
    if copy is None:
        raise GrognardError(
            f"no copy for {seats[0]} agrees with what it has seen: the rules show something that the title conceals",
            remedy="play on until the next segment of the turn, and report this",
        )
    return copy


def for_seats(session: Session, seats: Sequence[str]) -> bytes:
    """The file for somebody who holds these seats; it is mailed to the first."""
    copy = copy_for(session, seats)
    point = copy.checkpoints[0]
    header = _header(session)
    header.mail = f"{seats[0]} {session.count}"
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


def receive(session: Session, data: bytes, name: str = "mail", seats: Sequence[str] | None = None) -> Reapplied:
    """Give the answers of a mailed file that came back. A game that has moved on since is a conflict, and says so.

    `seats`: those of whoever brings the file (None: of whoever it was mailed to).
    """
    found = read(Path(name), data=data)
    seat, base = _address(found, name)
    answers = [(step.seat, step.option) for step in found.steps[base + 1 :]]
    mine = session.seats_with(seat) if seats is None else seats
    check_mailed(session, found.setting.commitment, base, answers, seat, mine, name)
    for n, (by, text) in enumerate(answers):
        try:
            session.give(by, text)
        except GrognardError as refused:
            return Reapplied(n, len(answers) - n, str(refused), answers[n:])
    return Reapplied(len(answers), 0)


def check_mailed(
    session: Session,
    seal: str,
    base: int,
    answers: Sequence[tuple[str, str]],
    seat: str,
    mine: Sequence[str],
    name: str = "mail",
) -> None:
    """Whether the answers of a file fit the game as it stands; everything is looked at before one is given."""
    if seal != session.setting.commitment:
        raise GrognardError("the file belongs to another game", file=name, line=1, remedy="send it to the host of that game")
    if session.count != base:
        raise GrognardError(
            f"the game has moved on since the file was mailed: it had {base} answers then, {session.count} now",
            file=name,
            line=1,
            remedy="ask the host for the file as it is now and answer that one",
        )
    for n, (by, text) in enumerate(answers):
        if by not in mine:
            raise GrognardError(
                f"answer {n + 1} is by {by[:40]}, the file was mailed to {seat}", file=name, remedy="answer for your own seats"
            )
        if text.partition(" ")[0] in TABLE_ACTS and text.partition(" ")[0] not in (STANDING, CONCEDE):
            raise GrognardError(
                f"answer {n + 1} is {text[:40]!r}, which a file cannot decide", file=name, remedy="agree on it at the table"
            )


def _address(found: Read, name: str) -> tuple[str, int]:
    header: Record = found.header
    seat, _, base = header.mail.partition(" ")
    if not base.isdecimal() or not base.isascii() or len(base) > 9:
        raise GrognardError(
            "this is a whole session, not a mailed one", file=name, line=1, remedy="import it as a game of its own"
        )
    return seat, int(base)
