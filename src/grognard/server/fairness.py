"""What is fair around a table: who is asked, who may sit where, when the dice must change. docs/server.md tells it to players.

Whoever holds a seat is a person at the table, also while an agent plays it for them. Whoever has seen what a side hides does not
play against it. Dice that somebody may know do not roll for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.server.rows import SeatRow
from grognard.server.troubles import Clash

if TYPE_CHECKING:
    from grognard.server.table import Table


def other_people(table: Table, person: str) -> set[str]:
    """Everybody else who holds a seat, whether they play it themselves or an agent does so for them."""
    return {row.person for row in table.seats.values() if row.person} - {person}


def sides_known(table: Table, person: str) -> set[str]:
    """The sides a person plays or, where sides hide things, has looked at."""
    hides = table.session.title.conceals(table.session.g)
    return {table.sides[s] for s, row in table.seats.items() if row.person == person or (hides and person in row.looked)}


def check_sits(table: Table, person: str, seat: str) -> None:
    """Among people, nobody sits down on a side while they play another or have looked at its secrets."""
    known = sides_known(table, person) - {table.sides[seat]}
    if known and other_people(table, person):
        names = ", ".join(sorted(known))
        raise Clash(f"you play or have seen another side ({names}): you cannot play {seat} against the others",
                    remedy="sit with your own side, or watch")


def check_opens(table: Table, seat: str, to: str = "") -> None:
    """A seat goes to nobody else (`to`: a person, empty: anybody) while somebody who has seen its secrets plays against it."""
    row = table.seats[seat]
    if not table.session.title.conceals(table.session.g):
        return
    seen = set(row.looked) | ({row.person} if row.person and has_secrets(table) else set())
    against = {r.person for s, r in table.seats.items() if r.person and table.sides[s] != table.sides[seat]}
    if (seen & against) - {to}:
        raise Clash(f"somebody who plays against {seat} has seen what it hides",
                    remedy="give up the other seats first, let an agent play it, or begin a new game")


def has_secrets(table: Table) -> bool:
    """Whether there can be anything to know that a stranger to the seat does not: an answer was given or dice have fallen."""
    session = table.session
    return session.count > session.opening or any(line.die for line in session.steps[0].lines)


def leave(table: Table, row: SeatRow) -> None:
    """Somebody gets up: what they have seen from there they have seen."""
    if row.person and has_secrets(table):
        look(table, row.person, [row])


def look(table: Table, person: str, rows: list[SeatRow]) -> None:
    for row in rows:
        if person not in row.looked:
            row.looked.append(person)


def settle_dice(table: Table) -> None:
    """Once there are several people, dice that somebody may know are changed for new ones."""
    people = {row.person for row in table.seats.values() if row.person}
    if table.row.seeded and len(people) > 1 and table.session.outcome is None:
        table.session.renew_dice()
        table.row.seeded = False
