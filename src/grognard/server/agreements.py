"""What is agreed around the board: taking back, rollbacks, draws, resigning, standing answers, pausing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grognard.server.store import PersonRow
from grognard.server.table import Table
from grognard.server.troubles import Clash, Stale
from grognard.server.wire import Undone

if TYPE_CHECKING:
    from grognard.server.hall import Hall


async def undo(hall: Hall, table: Table, person: PersonRow, back: int | Literal["segment"]) -> Undone:
    async with table.lock:
        seats = table.check_plays(person.id)
        if table.row.paused:
            raise Clash("the game is paused", remedy="resume it first")
        to = table.session.nearest(table.session.count).at if back == "segment" else back
        to = max(to, table.session.opening)
        if to > table.session.count:
            raise Stale(f"the game has {table.session.count} answers", remedy="look again")
        by = seats[0]
        table.row.offers["rollback"] = {"to": to, "by": by, "agreed": list(seats)}
        missing = table.missing_consent()
        if missing:
            asked = {table.seats[seat].person for seat in missing}
            words = f"{person.name} asks to take the game back to step {to}"
            await hall.act(table, lambda: None)
            for other in sorted(asked):
                await hall.notices.add(other, table, "rollback", words)
            return Undone(asked=sorted(missing))
        table.row.offers.pop("rollback")
        await _take_back(hall, table, to, by)
        return Undone(done=True)


async def _take_back(hall: Hall, table: Table, to: int, by: str) -> None:
    hall.turns.stop(table)
    await hall.act(table, lambda: table.undo(to, by), undone_to=lambda: to)


async def agree_rollback(hall: Hall, table: Table, person: PersonRow, agree: bool) -> Undone:
    async with table.lock:
        seats = table.check_plays(person.id)
        asked = table.row.offers.get("rollback")
        if not asked:
            raise Clash("nobody asks to take the game back now")
        if not agree:
            table.row.offers.pop("rollback")
            await hall.act(table, lambda: None)
            done = Undone()
        else:
            asked["agreed"] = sorted({*asked["agreed"], *seats})
            missing = table.missing_consent()
            if missing:
                await hall.act(table, lambda: None)
                done = Undone(asked=sorted(missing))
            else:
                await _take_back(hall, table, asked["to"], asked["by"])
                done = Undone(done=True)
    if not agree:
        await hall.announce(table, f"{person.name} does not agree to take the game back")
    return done


async def concede(hall: Hall, table: Table, person: PersonRow, seat: str) -> None:
    async with table.lock:
        table.check_holds(person.id, seat)
        await hall.act(table, lambda: table.session.concede(seat))


async def stand(hall: Hall, table: Table, person: PersonRow, seat: str, kind: str, condition: str) -> None:
    async with table.lock:
        table.check_holds(person.id, seat)
        table.check_running()
        await hall.act(table, lambda: table.session.stand(seat, kind, condition))


async def draw(hall: Hall, table: Table, person: PersonRow, agree: bool) -> bool:
    """Offer or accept a draw, or take the offer off the table. True: the game is drawn."""
    async with table.lock:
        seats = table.check_plays(person.id)
        if table.session.outcome is not None:
            raise Clash("the game is over")
        agreed = set(table.row.offers.get("draw", []))
        agreed = agreed | {person.id} if agree else set()
        if agreed >= set(table.people()):
            table.row.offers.pop("draw", None)
            await hall.act(table, lambda: table.session.agree_draw([seats[0], *table.seats]))
            return True
        table.row.offers["draw"] = sorted(agreed)
        await hall.act(table, lambda: None)
        others = set(table.people()) - agreed
    for other in sorted(others if agree else ()):
        await hall.notices.add(other, table, "draw", f"{person.name} offers a draw")
    await hall.announce(table, f"{person.name} {'offers' if agree else 'declines'} a draw")
    return False


async def pause(hall: Hall, table: Table, person: PersonRow, paused: bool) -> None:
    async with table.lock:
        table.check_directs(person.id)
        if table.session.outcome is not None:
            raise Clash("the game is over")
        if paused:
            hall.turns.stop(table)

        def set_paused() -> None:
            table.row.paused = paused

        await hall.act(table, set_paused)
    await hall.announce(table, f"{person.name} {'pauses' if paused else 'resumes'} the game")
