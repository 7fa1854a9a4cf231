"""3.4: the national objectives, read from data/objectives.csv."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.gw36.state import War


@rule("3.4")
def scored(g: War, nation: int) -> int:
    """Victory points of a nation's objectives now."""
    return 0
