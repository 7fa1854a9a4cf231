"""Statements a rulebook makes about an area board, by the kinds of `anchors.csv`; check.py asks them beside its own.

Passages, facilities, incomes, homes, coasts and border terrain are here; places and plain adjacency are in check.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.atelier.check import BoardFiles

ONE_FORTIFICATION = ("gibraltar", "panama", "british_malaya", "crimea")  # gw36 12.8 (c) to (f)


def _value(board: BoardFiles, zone: str, column: str) -> str:
    return board.spaces[zone][column]


def _row_of(board: BoardFiles, table: str, name: str) -> dict[str, str]:
    return next((row for row in board.rows(table) if row["id"] == name), {})


def _words(board: BoardFiles, a: str, b: str) -> set[str]:
    return board.side(a, b) or set()


def entering(board: BoardFiles, a: str, b: str) -> list[str]:
    """Border terrain met on entering b from a."""
    for row in board.borders:
        if (row["a"], row["b"]) == (a, b):
            return row["terrain_ab"].split()
        if (row["a"], row["b"]) == (b, a):
            return row["terrain_ba"].split()
    return []


def income(board: BoardFiles, nation: str, scenario: int) -> int:
    """The value of the zones a nation holds when a scenario starts."""
    return sum(int(row["ipp"] or 0) for row in board.spaces.values() if row[f"owner_{scenario}"] == nation)


def joined(board: BoardFiles, start: str, feature: str) -> set[str]:
    """Every space joined to the first by borders with a feature."""
    seen, queue = {start}, deque([start])
    while queue:
        for there, words in board.around[queue.popleft()]:
            if feature in words and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def _coasts(board: BoardFiles, zone: str) -> int:
    return sum("coast" in words for _, words in board.around[zone])


def _zones_of(board: BoardFiles, nation: str) -> int:
    return sum(row["country"] == nation and bool(row["home"]) for row in board.spaces.values())


AREA_STATEMENTS: dict[str, Callable[[BoardFiles, str, str], bool]] = {
    "entering": lambda f, a, b: b.split()[1] in entering(f, a, b.split()[0]),
    "not_entering": lambda f, a, b: f.side(a, b.split()[0]) is not None and b.split()[1] not in entering(f, a, b.split()[0]),
    "passage": lambda f, a, b: _row_of(f, "passages.csv", a).get("holder") == b,
    "facility": lambda f, a, b: b in _value(f, a, "facilities").split(),
    "ipp": lambda f, a, b: _value(f, a, "ipp") == b,
    "holds_1936": lambda f, a, b: _value(f, a, "owner_1936") == b,
    "home": lambda f, a, b: b in _value(f, a, "home").split(),
    "city": lambda f, a, b: _value(f, a, "city") == "1",
    "objective": lambda f, a, b: _value(f, a, "victory_city") == "1",
    "special": lambda f, a, b: a in ONE_FORTIFICATION and a in f.spaces,
    "crossing": lambda f, a, b: {"narrow", "channel_port"} <= _words(f, a, b),
    "fortified": lambda f, a, b: "fortified_line" in _words(f, a, b) and _row_of(f, "passages.csv", "maginot").get("holder") == b,
    "impassable": lambda f, a, b: "impassable" in _words(f, a, b),
    "rail": lambda f, a, b: b in joined(f, a, "rail"),
    "rail_border": lambda f, a, b: "rail" in _words(f, a, b),
    "zones_of": lambda f, a, b: _zones_of(f, a) == int(b),
    "coasts": lambda f, a, b: _coasts(f, a) >= int(b),
    "number": lambda f, a, b: int(_value(f, a, "number")) < int(b),
    "convoy": lambda f, a, b: b in _row_of(f, "convoys.csv", a).get("ends", "").split(),
    "income": lambda f, a, b: income(f, a, 1936) == int(b),
    "income_1939": lambda f, a, b: income(f, a, 1939) == int(b),
}
