"""Public figures of a game for charts over time: scores, tracks, spaces held, counters, and what the title counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from grognard.kernel.session import Session
from grognard.kernel.state import Game
from grognard.kernel.title import Title


def turn_label(title: Title[Any], g: Game) -> str:
    """The turn as the charts name it."""
    words = title.segment_label(g)
    turn = g.scalars.get("turn")
    return " ".join(words[:1]) or (f"Turn {turn}" if turn is not None else "")


def sample_label(session: Session) -> str:
    return turn_label(session.title, session.g)


def figures(session: Session) -> dict[str, list[Any]]:
    """What a spectator sees in numbers: scores, tracks, spaces held, counters on the board, and the title's own figures."""
    return figures_of(session.title, session.g)


def figures_of(title: Title[Any], g: Game) -> dict[str, list[Any]]:
    picture = title.picture(g, None)
    found = {f"track:{t.key}:{t.side}": [t.label, t.side, t.value] for t in picture.tracks if isinstance(t.value, int | float)}
    counters: Counter[str] = Counter()
    for piece in picture.pieces:
        counters[piece.side] += piece.count
    held = Counter(picture.control.values())
    counted: dict[str, Mapping[str, float]] = {"Score": title.scores(g), "Spaces held": held, "Counters": counters}
    counted.update(title.figures(g))
    for label, by_side in counted.items():
        for side, value in by_side.items():
            found[f"{label.lower().replace(' ', '_')}:{side}"] = [label, side, value]
    return found
