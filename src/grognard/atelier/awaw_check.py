"""Statements of the rulebook of A World at War about its maps that other boards do not need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _ships(board: Any, a: str, b: str) -> bool:
    return "ships" in (board.side(a, b) or ())


def _front(board: Any, a: str, b: str) -> bool:
    """A space, or every hex of a country, lies on a front."""
    rows = [board.spaces[a]] if a in board.spaces else [r for r in board.spaces.values() if r["country"] == a]
    return bool(rows) and all(r["front"] == b for r in rows)


WORLD_STATEMENTS: dict[str, Callable[[Any, str, str], bool]] = {
    "ships": _ships,
    "closed": lambda f, a, b: "impassable" in (f.side(a, b) or ()),
    "capital_port": lambda f, a, b: {"capital", "port"} <= f.words(a, "features"),
    "arrows": lambda f, a, b: (
        sum("strait" in r["features"].split() and f.spaces[r["a"]]["map"] == a for r in f.borders) == int(b)
    ),
    "group": lambda f, a, b: sum(r["group"] == a for r in f.spaces.values()) == int(b),
    "objectives": lambda f, a, b: (
        sum("objective" in r["features"].split() and r["front"] == a for r in f.spaces.values()) == int(b)
    ),
    "front": _front,
}
