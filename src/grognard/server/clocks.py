"""Clocks: none, per move, or per game. Time is the wall's: it runs while a seat is asked and the game is not paused.

A clock is in the store, so it runs on when the server is restarted. What happens at zero is in hall.py.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from grognard.server.rows import GameRow, SeatRow

_BEGAN = time.time() - time.monotonic()


def now() -> float:
    """The time of the clocks: the wall's when the server began, and from then on nobody sets it forward or back."""
    return _BEGAN + time.monotonic()


def turn(row: GameRow, seats: Mapping[str, SeatRow], now: float) -> None:
    """Stop the clocks of seats no longer asked, start those of seats that are, and note the first that will run out."""
    for seat in seats.values():
        here = bool(seat.person) and not seat.agent
        asked = seat.seat in row.waiting and not row.paused and row.status == "on" and here
        if seat.asked is not None and not asked:
            seat.used = 0.0 if _per_move(row) and not row.paused else seat.used + max(0.0, now - seat.asked)
            seat.asked = None
        elif seat.asked is None and asked:
            seat.asked = now
    ends = [end for seat in seats.values() if (end := runs_out(row, seat)) is not None]
    row.deadline = min(ends, default=None)


def moved(row: GameRow, seat: SeatRow, now: float) -> None:
    """A seat has answered; it may be asked again at once, and each answer has its own time."""
    if seat.asked is not None:
        seat.used = 0.0 if _per_move(row) else seat.used + max(0.0, now - seat.asked)
        seat.asked = now


def _per_move(row: GameRow) -> bool:
    return row.clock is not None and row.clock["kind"] == "move"


def runs_out(row: GameRow, seat: SeatRow) -> float | None:
    """When a seat's time ends, if its clock runs. A seat nobody holds has no clock."""
    if row.clock is None or seat.asked is None or not seat.person:
        return None
    return float(seat.asked + row.clock["seconds"] - seat.used)


def left(row: GameRow, seat: SeatRow, now: float) -> float | None:
    """The seconds a seat has left."""
    if row.clock is None:
        return None
    return float(row.clock["seconds"] - seat.used - (now - seat.asked if seat.asked is not None else 0.0))


def sat_down(seat: SeatRow) -> None:
    """Somebody else holds the seat from now on: their time begins when they are asked."""
    seat.used, seat.asked = 0.0, None


def expired(row: GameRow, seats: Mapping[str, SeatRow], now: float, began: float = 0.0, grace: float = 0.0) -> list[str]:
    """The seats whose time is up. What ran out before the server `began` has a time of grace: it may be the wall's fault."""
    ends = [(seat.seat, end) for seat in seats.values() if (end := runs_out(row, seat)) is not None]
    return [seat for seat, end in ends if end <= now and (end >= began or now >= began + grace)]
