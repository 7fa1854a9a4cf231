"""What is agreed around the board: taking back, rollbacks, draws, resigning, standing answers, pausing.

Everybody who holds a seat is asked, also while an agent plays it for them. Nothing here is decided by a file or a what-if.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from grognard.server.rows import PersonRow
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
        table.check_reaches(to)
        wish = {"to": to, "by": seats[0], "agreed": [person.id]}
        missing = table.missing_consent(wish)
        if not missing:
            words = await _take_back(hall, table, to, seats[0])
        else:
            await hall.act(table, lambda: table.row.offers.update(rollback=wish))
            for other in sorted({table.seats[seat].person for seat in missing}):
                await hall.notices.add(other, table, "rollback", f"{person.name} asks to take the game back to step {to}")
    if missing:
        return Undone(asked=sorted(missing))
    if words:
        await hall.announce(table, f"{person.name} {words}")
    return Undone(done=True)


def _settle(table: Table, kind: str, how: str, name: str) -> None:
    """Note what became of a wish, for everybody to see until the game goes on."""
    table.row.offers.pop(kind, None)
    table.row.offers["settled"] = [kind, how, name]


async def _take_back(hall: Hall, table: Table, to: int, by: str, agreed: str = "") -> str:
    """Go back; what to tell the table where dice or secrets were seen."""
    undone = table.session.steps[to + 1 :]
    hall.turns.stop(table)
    table.held = False

    def back() -> None:
        table.undo(to, by)
        if agreed:
            _settle(table, "rollback", "agreed", agreed)

    await hall.act(table, back, undone_to=lambda: to)
    seen = any(step.barrier for step in undone)
    return f"takes the game back by {len(undone)} answers past what was seen; dice fall anew" if seen else ""


async def agree_rollback(hall: Hall, table: Table, person: PersonRow, agree: bool) -> Undone:
    async with table.lock:
        table.check_concerned(person.id)
        asked: dict[str, Any] | None = table.row.offers.get("rollback")
        if not asked:
            raise Clash("nobody asks to take the game back now")
        wish = {**asked, "agreed": sorted({*asked["agreed"], person.id})}
        missing = table.missing_consent(wish)
        if not agree:
            mine = asked["by"] in table.seats_of(person.id)
            words, done = f"{'no longer asks' if mine else 'does not agree'} to take the game back", Undone()
            await hall.act(table, lambda: _settle(table, "rollback", "withdrawn" if mine else "refused", person.name))
        elif missing:
            words, done = "agrees to take the game back", Undone(asked=sorted(missing))
            await hall.act(table, lambda: table.row.offers.update(rollback=wish))
        else:
            words, done = "agrees to take the game back", Undone(done=True)
            await _take_back(hall, table, asked["to"], asked["by"], person.name)
    await hall.announce(table, f"{person.name} {words}")
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
        seats = table.check_concerned(person.id)
        if table.session.outcome is not None:
            raise Clash("the game is over")
        agreed = {*table.row.offers.get("draw", []), person.id} if agree else set()
        others = set(table.people()) - agreed
        if agree and not others:

            def end() -> None:
                table.row.offers.pop("draw", None)
                table.session.agree_draw([seats[0], *table.seats])

            await hall.act(table, end)
            return True
        offered = table.row.offers.get("draw", [])

        def note() -> None:
            table.row.offers["draw"] = sorted(agreed)
            if not agree and offered:
                _settle(table, "draw", "withdrawn" if person.id in offered else "refused", person.name)

        await hall.act(table, note)
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
            table.row.offers["paused"] = person.name if paused else ""

        await hall.act(table, set_paused)
    await hall.announce(table, f"{person.name} {'pauses' if paused else 'resumes'} the game")
