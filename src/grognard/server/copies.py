"""Copies of a game: what-ifs and their answers, files to keep, files that come in, games by mail.

A file from outside is data of a stranger: which title it names, how large it unfolds and what goes wrong in it is checked.
"""

from __future__ import annotations

import asyncio
import base64
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel import mail, saves
from grognard.kernel.dice import commitment, fresh_seed
from grognard.kernel.errors import GrognardError
from grognard.kernel.play import HIDDEN
from grognard.kernel.session import Session, Setting
from grognard.server.settings import Settings
from grognard.server.store import PersonRow, SeatRow
from grognard.server.table import Table, new_row
from grognard.server.troubles import Clash, Missing, NotYours, Stale
from grognard.server.wire import Applied

if TYPE_CHECKING:
    from grognard.server.hall import Hall

UNFOLDED = 64 * 1024 * 1024


async def fork(hall: Hall, table: Table, person: PersonRow) -> Table:
    """A private copy to try things in, with fresh dice and only what the person may know."""
    async with table.lock:
        seats = table.check_plays(person.id)
        session = await asyncio.to_thread(what_if, table.session, seats)
        row = new_row(table.row.title, session, person.id, f"What if: {table.row.name}"[:60])
        row.fork_of, row.fork_at = table.id, session.count
        row.listed = False
    return await hall.add(row, session, [SeatRow(seat, person.id) for seat in session.seats], person)


async def apply_fork(hall: Hall, fork: Table, person: PersonRow) -> Applied:
    """Give the answers of a what-if for one's own seats in the real game, as far as they go."""
    if not fork.row.fork_of or fork.row.owner != person.id:
        raise Clash("this game is not a what-if of yours")
    table = await hall.table(fork.row.fork_of)
    answers = [(s.seat, s.option) for s in fork.session.steps[fork.row.fork_at + 1 :]]
    async with table.lock:
        mine = set(table.check_plays(person.id))
        table.check_running()
        if table.session.count != fork.row.fork_at:
            raise Stale("the game has moved on since the what-if was made", remedy="make a new one")
        given, reason = 0, ""

        def give() -> None:
            nonlocal given, reason
            for seat, option in answers:
                if seat not in mine:
                    reason = f"the next answer is {seat}'s"
                    return
                barrier = table.session.steps[-1].barrier and given
                if barrier:
                    reason = "dice or secrets were seen: from here the real game may differ"
                    return
                try:
                    table.session.give(seat, option)
                except GrognardError as refused:
                    reason = str(refused)
                    return
                given += 1

        await hall.act(table, give)
    return Applied(given, len(answers) - given, reason)


async def receive_mail(hall: Hall, table: Table, person: PersonRow, data: bytes) -> Applied:
    """Take an answered file of a game by mail."""
    async with table.lock:
        mine = table.check_plays(person.id)
        table.check_running()
        await asyncio.to_thread(check_file, hall.settings, data)
        found = saves.read(Path("mail"), data=data)
        addressed = found.header.mail.partition(" ")[0]
        if addressed and addressed not in mine:
            raise NotYours(f"the file was mailed to {addressed}", remedy="upload your own file")
        result = await hall.act(table, lambda: mail.receive(table.session, data))
    return Applied(result.applied, result.left, result.reason)


async def import_game(hall: Hall, person: PersonRow, data: bytes) -> Table:
    """A game of one's own from a session file: all seats are the importer's."""
    session = await asyncio.to_thread(read_session, hall.settings, data)
    code = session.title.code
    if session.seed is None:
        raise Clash("this is a mailed game: its dice are with its host", remedy="upload it to the game it belongs to")
    row = new_row(code, session, person.id, f"Imported: {session.title.name}"[:60])
    row.seeded = True
    return await hall.add(row, session, [SeatRow(seat, person.id) for seat in session.seats], person)


def export(hall: Hall, table: Table, person: PersonRow) -> bytes:
    """The session file: whole once the game is over or if no other person plays; else what the person may know."""
    seats = table.seats_of(person.id)
    alone = set(table.people()) <= {person.id} and bool(seats)
    if table.session.outcome is not None or alone:
        return saves.dump(table.session)
    if not seats:
        raise NotYours("the file of a running game is for its players", remedy="wait for its end")
    return mail.for_seat(table.session, seats[0])


def what_if(session: Session, seats: tuple[str, ...]) -> Session:
    """A copy with fresh dice in which nothing is left that these seats may not know."""
    seed = fresh_seed()
    if set(seats) == set(session.seats):
        fork = session.fork(seed)
        fork.setting = Setting(
            fork.setting.title, fork.setting.scenario, fork.setting.options, dict(fork.setting.players), (), commitment(seed)
        )
        return fork
    found = saves.read(Path("what-if"), data=mail.for_seat(session, seats[0]))
    last = found.checkpoints[-1].at
    found.steps = [step for n, step in enumerate(found.steps) if n <= last or step.option != HIDDEN]
    found.seed, found.epoch = seed, session.epoch
    found.setting.commitment = commitment(seed)
    try:
        return saves.restored(found)
    except GrognardError:
        point = found.checkpoints[-1]
        found.steps = found.steps[: point.at + 1]
        return saves.restored(found)


def check_file(settings: Settings, data: bytes) -> None:
    """Look at a stranger's file before anything is run: it must name a title of this server and unfold to a sane size."""
    head, _, rest = data.partition(b"\n")
    try:
        named = msgspec.json.decode(head, type=saves.Record).title
        if named not in settings.titles and named not in settings.titles.values():
            raise Missing(f"the title {named[:40]!r} is not installed here", remedy="install it and start the server again")
        for line in rest.split(b"\n"):
            if b'"state":' in line:
                _check_state(msgspec.json.decode(line, type=saves.Record).state)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise GrognardError(f"this is not a session file: {error}", remedy="use an unedited copy of the file") from None


def _check_state(state: str) -> None:
    try:
        unfolding = zlib.decompressobj()
        unfolding.decompress(base64.b64decode(state, validate=True), UNFOLDED)
    except (zlib.error, ValueError) as error:
        raise GrognardError(f"a checkpoint cannot be read: {error}", remedy="use an unedited copy of the file") from None
    if unfolding.unconsumed_tail:
        raise GrognardError("a checkpoint is too large", remedy="use an unedited copy of the file")


def read_session(settings: Settings, data: bytes) -> Session:
    """The session of a stranger's file; whatever is wrong with it is the file's fault and is told, not raised as our own."""
    check_file(settings, data)
    try:
        session = saves.load(Path("import"), data=data)
        session.restore(session.count, checked=True)
        return session
    except GrognardError:
        raise
    except Exception as error:
        words = f"the game in this file cannot be played on: {type(error).__name__}"
        raise GrognardError(words, remedy="use an unedited copy of the file") from None
