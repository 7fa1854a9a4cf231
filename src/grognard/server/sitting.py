"""Sitting down: people take, give and leave seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.server import clocks, fairness
from grognard.server.agents import check_agent
from grognard.server.rows import PersonRow, SeatRow
from grognard.server.table import Table
from grognard.server.troubles import Clash, Missing, NotYours

if TYPE_CHECKING:
    from grognard.server.hall import Hall


async def join(hall: Hall, table: Table, person: PersonRow, seat: str, token: str) -> None:
    async with table.lock:
        table.check_sees(person.id, token)
        if not seat:
            await hall.store.add_watcher(table.id, person.id)
            table.watchers.add(person.id)
            return
        row = _known(table, seat)
        if row.person == person.id and not row.agent:
            return
        if row.offered != person.id:
            if row.person or row.agent:
                raise Clash(f"the seat {seat} is taken", remedy="choose an open one, or watch")
            fairness.check_opens(table, seat, person.id)
        fairness.check_sits(table, person.id, seat)
        await hall.act(table, lambda: _give(table, row, person))
    await hall.announce(table, f"{person.name} sits down as {table.seat_names[seat]}")


def _known(table: Table, seat: str) -> SeatRow:
    if seat not in table.seats:
        raise Missing(f"there is no seat {seat}", remedy=f"use one of {', '.join(table.seats)}")
    return table.seats[seat]


def _give(table: Table, row: SeatRow, person: PersonRow | None, agent: str = "") -> None:
    """Put a person (None: nobody) and perhaps an agent on a seat."""
    if row.agent and not agent:
        table.session.stand_by_default(row.seat)
    if row.person != (person.id if person else ""):
        fairness.leave(table, row)
        clocks.sat_down(row)
    row.person = person.id if person else ""
    row.agent, row.offered, row.giver = agent, "", ""
    if person:
        table.names[person.id] = person.name
    table.name_players()
    fairness.settle_dice(table)


def _offer(row: SeatRow, to: str, by: str) -> None:
    row.offered, row.giver = to, by


async def hand_over(hall: Hall, table: Table, person: PersonRow, seat: str, to: str) -> None:
    """Change who plays a seat. Its holder may; the owner of the game may where no other person holds it; whoever it is
    offered to may take it."""
    async with table.lock:
        table.check_sees(person.id)
        row = _known(table, seat)
        asked = row.offered == person.id and to in ("me", "nobody")
        if not asked and row.person != person.id and (row.person or person.id != table.row.owner):
            raise NotYours(f"the seat {seat} is not yours to give", remedy="ask its holder")
        if to == "me":
            if row.person != person.id:
                fairness.check_sits(table, person.id, seat)
            await hall.act(table, lambda: _give(table, row, person))
            words = f"{person.name} plays {table.seat_names[seat]}"
        elif to == "open":
            fairness.check_opens(table, seat)
            await hall.act(table, lambda: _give(table, row, None))
            words = f"the seat {table.seat_names[seat]} is open"
        elif to == "nobody":
            words = f"{person.name} {'declines' if asked else 'no longer offers'} the seat {table.seat_names[seat]}"
            await hall.act(table, lambda: _offer(row, "", ""))
        elif to.startswith("agent:"):
            check_agent(table.session.title, to[6:])
            holder = person if row.person == person.id else None
            await hall.act(table, lambda: _give(table, row, holder, to[6:]))
            words = f"an agent ({to[6:]}) plays {table.seat_names[seat]}"
        elif to.startswith("user:"):
            other = await hall.store.person(name=to[5:])
            if other is None:
                raise Missing(f"there is nobody called {to[5:]!r}", remedy="check the name, or send the invitation")
            if other.id == person.id:
                raise Clash("you cannot offer a seat to yourself", remedy="take it")
            fairness.check_opens(table, seat, other.id)
            fairness.check_sits(table, other.id, seat)
            hall.offering.check(person.id)
            hall.offered.check(other.id)
            table.names[other.id] = other.name
            await hall.act(table, lambda: _offer(row, other.id, person.id))
            await hall.notices.add(other.id, table, "seat", f"{person.name} offers you the seat {table.seat_names[seat]}")
            words = f"{person.name} offers {other.name} the seat {table.seat_names[seat]}"
        else:
            raise Clash(f"a seat cannot go to {to!r}", remedy="use me, open, agent:NAME or user:NAME")
    await hall.announce(table, words)
