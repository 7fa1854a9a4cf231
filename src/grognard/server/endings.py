"""What is told of a game that is over: its ending, its chronicle, its film; and another game with the seats turned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from grognard.kernel.annals import Annals, annals
from grognard.kernel.chronicle import chronicle
from grognard.kernel.film import film
from grognard.kernel.session import Session
from grognard.server import sitting
from grognard.server.rows import PersonRow, SeatRow
from grognard.server.troubles import Clash
from grognard.server.wire import Clock, Ending, NewGame, Series

if TYPE_CHECKING:
    from grognard.server.hall import Hall
    from grognard.server.table import Table

T = TypeVar("T")
KEPT = 4  # annals of games looked at last; each takes a few seconds to make


class Archive:
    """The annals of finished games, made when first asked for."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], Annals] = {}

    def annals(self, game: str, session: Session) -> Annals:
        key = (game, session.count)
        if key not in self.kept:
            self.kept[key] = annals(session)
            for old in list(self.kept)[:-KEPT]:
                del self.kept[old]
        return self.kept[key]


async def _told(hall: Hall, table: Table, person: PersonRow, tell: Callable[[Session, Annals], T]) -> T:
    """Something made of the annals of a game that is over, beside the games that go on."""
    async with table.lock:
        if table.session.outcome is None:
            raise Clash("this is told when the game is over", remedy="play it to its end, or concede")
        session = table.session.at(table.session.count)
        session.former, session.seed = table.session.former[:], table.session.seed
    async with hall.heavy(person.id):
        return await asyncio.to_thread(lambda: tell(session, hall.archive.annals(table.id, session)))


async def ending(hall: Hall, table: Table, person: PersonRow) -> Ending:
    return await _told(hall, table, person, _ending)


def _ending(session: Session, found: Annals) -> Ending:
    series: dict[str, Series] = {}
    for chapter in (found.opening, *found.chapters):
        for key, (name, side, value) in chapter.figures.items():
            series.setdefault(key, Series(key, name, side, [])).points.append((chapter.last, chapter.label, float(value)))
    turns = [(chapter.label, chapter.first, chapter.last) for chapter in found.chapters]
    return Ending(turns, list(series.values()), found.points, found.losses, found.luck, found.swings, found.seals, found.rolls)


async def chronicle_page(hall: Hall, table: Table, person: PersonRow) -> str:
    return await _told(hall, table, person, lambda session, found: chronicle(session, found))


async def film_of(hall: Hall, table: Table, person: PersonRow) -> bytes:
    return await _told(hall, table, person, film)


def turned(seats: list[SeatRow], sides: dict[str, str]) -> dict[str, SeatRow]:
    """Who sits where next time: the people and agents of each side go on to the next side, in the order of its seats."""
    order = list(dict.fromkeys(sides[row.seat] for row in seats))
    held = {side: [row for row in seats if sides[row.seat] == side] for side in order}
    found = {}
    for n, side in enumerate(order):
        came = held[order[n - 1]]
        for k, row in enumerate(held[side]):
            found[row.seat] = came[k % len(came)]
    return found


async def rematch(hall: Hall, table: Table, person: PersonRow) -> Table:
    """The same game with the seats turned: one's own seats are taken at once, agents play on, other people are asked."""
    if table.session.outcome is None:
        raise Clash("a rematch follows a game that is over", remedy="play it to its end, or concede")
    table.check_plays(person.id)
    to = turned([table.seats[seat] for seat in table.session.seats], table.sides)
    wishes = {}
    for seat, row in to.items():
        wishes[seat] = f"agent:{row.agent}" if row.agent else "me" if row.person == person.id else "open"
    clock = Clock(table.row.clock["kind"], table.row.clock["seconds"], table.row.clock["then"]) if table.row.clock else None
    setting = table.session.setting
    name = table.row.name if table.row.name.endswith(", again") else f"{table.row.name[:53]}, again"
    wish = NewGame(table.row.title, setting.scenario, dict(setting.options), wishes, name, clock=clock, listed=False)
    made = await hall.create(person, wish)
    for seat, row in to.items():
        if row.person and row.person != person.id and not row.agent:
            await sitting.hand_over(hall, made, person, seat, f"user:{table.names[row.person]}")
    return made
