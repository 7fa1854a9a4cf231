"""What a game keeps of its past: its answers with what followed, and the states from which earlier moments are reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.kernel.files import Pack
from grognard.kernel.play import Line
from grognard.kernel.state import Game
from grognard.kernel.title import Title

LIVE_CHECKPOINTS = 12
KEEP_EVERY = 250


@dataclass(slots=True)
class Step:
    """One answer and what followed from it. Step 0 is the opening: what happened before the first question."""

    seat: str
    option: str
    lines: list[Line]
    barrier: bool
    epoch: int
    secret: bool = False

    def rolls(self) -> list[list[int]]:
        return [line.dice for line in self.lines if line.die]


@dataclass(slots=True)
class Checkpoint:
    """The state where a segment starts, or rests: after `at` answers, `lines` lines of that step already written."""

    at: int
    segment: str
    lines: int
    state: Game | bytes
    digest: str = ""
    rest: bool = False
    start: int = -1
    """For a rest: the number of answers where its segment started."""
    last: tuple[str, str] | None = None
    """For a rest: the newest answer in its segment."""


@dataclass(slots=True)
class Setting:
    """What a game is created with and never changes."""

    title: Title[Any]
    scenario: str
    options: dict[str, bool | str]
    players: dict[str, str]
    packs: tuple[Pack, ...] = ()
    commitment: str = ""
    mail: str = ""
    """For a mailed copy: the seat it was mailed to and the number of answers it had then."""
    layout: str | None = None
    """The layout of the state the game was begun with; None: that of today. A game carried over has no digests to compare."""

    def blank(self) -> Game:
        g: Game = self.title.blank(self.scenario, self.options, self.packs)
        return g


def nearest(points: list[Checkpoint], count: int) -> Checkpoint:
    """The newest of them from which the position after `count` answers can be reached."""
    for point in reversed(points):
        if point.at <= count:
            return point
    raise AssertionError("a session always has the checkpoint of its first segment")


def thin(points: list[Checkpoint]) -> None:
    """Keep the newest checkpoints as they are, older ones compressed and only every so many answers."""
    old = len(points) - LIVE_CHECKPOINTS
    if old <= 0:
        return
    point = points[old - 1]
    if isinstance(point.state, Game):
        if old >= 2 and point.at - points[old - 2].at < KEEP_EVERY:
            del points[old - 1]
        else:
            point.digest = point.digest or point.state.digest()
            point.state = point.state.encode()
