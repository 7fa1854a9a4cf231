"""Copies of a game: what-ifs and their answers, files to keep, files that come in, games by mail.

What a copy holds follows from who may know it (kernel/veil.py). Files from outside are read in uploads.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.kernel import mail, saves
from grognard.kernel.dice import commitment, fresh_seed
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import CONCEDE, NEW_DICE, OLD_DICE, STANDING, TABLE_ACTS
from grognard.kernel.history import Checkpoint, Setting
from grognard.kernel.play import HIDDEN
from grognard.kernel.session import Session
from grognard.server import clocks, fairness
from grognard.server.rows import PersonRow, SeatRow
from grognard.server.table import Sample, Table, new_row
from grognard.server.troubles import Clash, Missing, NotYours, Stale
from grognard.server.uploads import Report
from grognard.server.wire import Applied

if TYPE_CHECKING:
    from grognard.server.hall import Hall


async def fork(hall: Hall, table: Table, person: PersonRow) -> Table:
    """A private copy to try things in, with fresh dice and only what the person may know."""
    async with table.lock:
        seats = table.check_plays(person.id)
        source = table.session.still()
    async with hall.heavy(person.id):
        session = await asyncio.to_thread(what_if, source, seats)
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
        mine = table.check_plays(person.id)
        table.check_running()
        if table.session.count != fork.row.fork_at:
            raise Stale("the game has moved on since the what-if was made", remedy="make a new one")
        return await hall.act(table, lambda: give(table, mine, answers, (STANDING,)))


async def receive_mail(hall: Hall, table: Table, person: PersonRow, data: bytes) -> Applied:
    """Take an answered file of a game by mail."""
    table.check_plays(person.id)
    found = (await hall.uploads.read(person.id, data, mailed=True)).mailed
    assert found is not None
    async with table.lock:
        mine = table.check_plays(person.id)
        table.check_running()
        if found.seat not in mine:
            raise NotYours(f"the file was mailed to {found.seat[:40]}", remedy="upload your own file")
        mail.check_mailed(table.session, found.commitment, found.base, found.answers, found.seat, mine)
        return await hall.act(table, lambda: give(table, mine, found.answers, (STANDING, CONCEDE)))


def give(table: Table, mine: Sequence[str], answers: Sequence[tuple[str, str]], acts: tuple[str, ...]) -> Applied:
    """Give answers that come from elsewhere, for one's own seats, until one is refused or something was seen.

    Acts at the table are not among them but those named: nobody else agreed to anything in a file or a what-if.
    """
    session = table.session
    for n, (seat, option) in enumerate(answers):
        verb = option.partition(" ")[0]
        reason = ""
        if seat not in mine:
            reason = f"the next answer is {seat}'s"
        elif n and session.steps[-1].barrier:
            reason = "dice or secrets were seen: from here the real game may differ"
        elif verb in TABLE_ACTS and verb not in acts:
            reason = f"{verb} is decided at the real table"
        else:
            try:
                session.give(seat, option)
                clocks.moved(table.row, table.seats[seat], clocks.now())
            except GrognardError as refused:
                reason = str(refused)
        if reason:
            return Applied(n, len(answers) - n, reason)
    return Applied(len(answers), 0)


async def import_game(hall: Hall, person: PersonRow, data: bytes) -> Table:
    """A game of one's own from a session file: all seats are the importer's, who may know its dice."""
    report = await hall.uploads.read(person.id, data)
    session = await asyncio.to_thread(lambda: saves.load(Path("import"), data=report.data))
    row = new_row(session.title.code, session, person.id, f"Imported: {session.title.name}"[:60])
    row.seeded = True
    table = await hall.add(row, session, [SeatRow(seat, person.id) for seat in session.seats], person, report.samples)
    if report.left:
        table.unread = report.left
        hall.uploads.checking.add(person.id)
        older = f"{report.left} older positions of the file are still being checked"
        await hall.announce(table, f"{older}: until then one can look back to step {report.first}")
        hall.spawn(_take_past(hall, person.id, table.id, data, report))
    elif report.bare:
        await hall.announce(table, _left_out(report.first, _bare(report)))
    return table


def _left_out(first: int, why: str) -> str:
    return f"All before step {first} was left out: {why}"


def _bare(report: Report) -> str:
    return f"{report.bare} answers without a checkpoint lie before it"


async def _take_past(hall: Hall, person: str, game: str, data: bytes, began: Report) -> None:
    """Look at the older positions of an imported game behind its player's back; those that hold are put in their places."""
    points: list[Checkpoint] = []
    samples: dict[str, Sample] = {}
    known = {label for _, label, _ in began.samples}
    wrong = ""
    try:
        async with hall.uploads.one_past:
            try:
                async for piece in hall.uploads.past(data, began.first):
                    points[:0] = [Checkpoint(p.at, p.segment, p.lines, p.state, p.digest) for p in piece.points]
                    samples.update({sample[1]: sample for sample in piece.samples if sample[1] not in known})
                    (await hall.table(game)).unread = piece.left
            except Missing:
                raise
            except GrognardError as error:
                wrong = error.message
        table = await hall.table(game)
        async with table.lock:
            table.unread = 0
            if points:
                await hall.begin_earlier(table, points, list(samples.values()))
    except Missing:
        return  # the game was deleted meanwhile
    finally:
        hall.uploads.checking.discard(person)
    first = table.session.checkpoints[0].at
    wrong = wrong or (_bare(began) if began.bare else "")
    said = _left_out(first, wrong) if wrong else "All positions of the file are checked"
    await hall.announce(table, said)


async def export(hall: Hall, table: Table, person: PersonRow) -> tuple[bytes, int]:
    """The session file: whole once the game is over or if nobody else can be at it; else what the person may know.

    Whoever takes the whole file of a running game knows its dice and has looked at every seat.
    """
    async with table.lock:
        seats = table.seats_of(person.id)
        others = [row for seat, row in table.seats.items() if seat not in seats]
        alone = bool(seats) and all(row.agent and not row.person and not row.offered for row in others)
        whole = table.session.outcome is not None or alone
        if not whole and not seats:
            raise NotYours("the file of a running game is for its players", remedy="wait for its end")
        if alone and table.session.outcome is None:

            def known() -> None:
                table.row.seeded = True
                fairness.look(table, person.id, others)

            await hall.act(table, known)
        source = table.session.still()
    async with hall.heavy(person.id):
        if whole:
            return await asyncio.to_thread(saves.dump, source), source.count
        return await asyncio.to_thread(mail.for_seats, source, seats), source.count


async def mail_file(hall: Hall, table: Table, person: PersonRow, seat: str) -> tuple[bytes, int]:
    """The file of a game by mail, for one of a person's seats."""
    async with table.lock:
        mine = table.seats_of(person.id)
        if seat not in mine:
            raise NotYours(f"the seat {seat} is not yours", remedy="use one of your own seats")
        source = table.session.still()
    eyes = [seat, *(s for s in mine if s != seat)]
    async with hall.heavy(person.id):
        return await asyncio.to_thread(mail.for_seats, source, eyes), source.count


def what_if(session: Session, seats: Sequence[str]) -> Session:
    """A copy with fresh dice in which nothing is left that these seats may not know (kernel/veil.py)."""
    seed, of = fresh_seed(), session.setting
    setting = Setting(of.title, of.scenario, of.options, dict(of.players), of.packs, commitment(seed))
    copy = session if set(seats) == set(session.seats) else mail.copy_for(session, seats)
    point = copy.nearest(copy.count)
    at = point.at
    known = [step for n, step in enumerate(copy.steps) if n <= at or step.option != HIDDEN]
    for steps in (known, known[: at + 1]):  # without the secrets of others it may go back to where the segment starts
        fork = Session(setting, seed)
        fork.steps = [replace(s, option=s.option.replace(NEW_DICE, OLD_DICE, 1)) if not s.seat else s for s in steps]
        fork.checkpoints, fork.epoch, fork.base = [point], session.epoch, len(steps) - 1
        try:
            fork.restore(len(steps) - 1)
            break
        except GrognardError:
            if len(steps) == at + 1:
                raise
    return fork
