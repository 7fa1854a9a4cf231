"""A whole game looked back at: turn by turn what was held, lost and told, where the score swung, and whom the dice favoured.

Everything is seen with a spectator's eyes. What a title adds are `Title.points`, `throw`, `politics`, `scores` and `figures`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

import msgspec

from grognard.kernel.dice import commitment
from grognard.kernel.figures import figures_of, turn_label
from grognard.kernel.flow import NEW_DICE
from grognard.kernel.play import Line
from grognard.kernel.present import LogLine, Picture, Points
from grognard.kernel.replaying import course
from grognard.kernel.session import Session
from grognard.kernel.state import Game

SWINGS = 3
CALM = 3


class Loss(msgspec.Struct):
    """Units of a side that left the board, where: struck down, withdrawn, or made into something else."""

    side: str
    what: str
    count: int
    at: str = ""


class Chapter(msgspec.Struct):
    """A turn: its first and last answer, what a spectator saw at its end, and what happened in it."""

    label: str
    first: int
    last: int = 0
    control: dict[str, str] = {}
    counters: dict[str, dict[str, int]] = {}
    figures: dict[str, Any] = {}
    losses: list[Loss] = []
    told: list[tuple[str, str]] = []
    rolls: int = 0


class Luck(msgspec.Struct):
    """The dice of a side. Where it was known what they needed: hits and how many were to be expected; of the others the mean of
    what they showed, as a share of the highest face. `off`: how many standard deviations the hits lie from their expectation."""

    side: str
    dice: int = 0
    needed: int = 0
    hits: int = 0
    expected: float = 0.0
    spread: float = 0.0
    shown: float = 0.0
    mean: float = 0.0

    @property
    def off(self) -> float:
        return (self.hits - self.expected) / sqrt(self.spread) if self.spread else 0.0


class Swing(msgspec.Struct):
    """A turn in which the scores moved most: by how much for each side, and what changed hands."""

    label: str
    first: int
    last: int
    by: dict[str, float]
    taken: list[tuple[str, str, str]]


class Seal(msgspec.Struct):
    """A seed that rolled, and what was said of it beforehand."""

    commitment: str
    seed: str


class Roll(msgspec.Struct, array_like=True):
    """One roll, for whoever checks it: which seed, epoch and number, how many faces, and what was shown."""

    seed: int
    epoch: int
    number: int
    die: str
    dice: list[int]


class Annals(msgspec.Struct):
    """All of it."""

    opening: Chapter
    chapters: list[Chapter]
    points: list[Points] = []
    losses: list[Loss] = []
    luck: list[Luck] = []
    swings: list[Swing] = []
    seals: list[Seal] = []
    rolls: list[Roll] = []


def annals(session: Session, progress: Callable[[int, int], None] | None = None) -> Annals:
    """Play a game over once more and write down what a chronicle needs."""
    title, pieces = session.title, session.title.pieces
    luck: dict[str, Luck] = {}
    chapters: list[Chapter] = []
    before: list[int] = []
    version: object = None
    g: Any = None
    opening = Chapter("", 0)
    for n, g, began in course(session):
        if progress is not None and n % 200 == 0:
            progress(n, session.count)
        if n == 0:
            _close(opening, session, g, 0)
        if began and (label := turn_label(title, g)) and (not chapters or chapters[-1].label != label):
            if chapters:
                _close(chapters[-1], session, g, n)
            chapters.append(Chapter(label, n, losses=[], told=[]))
        if not chapters:
            chapters.append(Chapter(turn_label(title, g), n, losses=[], told=[]))
        step = session.steps[n]
        for line in step.lines:
            _write(session, g, chapters[-1], step.seat, line, luck)
        if pieces and g.version(f"{pieces}.at") != version:
            version, table = g.version(f"{pieces}.at"), g.tables[pieces]
            now = list(table.at)
            gone = [u for u, at in enumerate(before) if at >= 0 and (u >= len(now) or now[u] < 0)]
            for (side, what, at), count in Counter((*title.sort(g, table[u]), before[u]) for u in gone).items():
                chapters[-1].losses.append(Loss(side, what, count, g.board.token(at)))
            before = now
    _close(chapters[-1], session, g, session.count)
    if not pieces:
        _losses_by_turn([opening, *chapters])
    found = Annals(
        opening, chapters, list(title.points(g)), _sum(chapters), sorted(luck.values(), key=lambda one: -one.dice)
    )
    found.swings = swings([opening, *chapters])
    found.seals, found.rolls = _dice(session)
    return found


def _write(session: Session, g: Game, chapter: Chapter, seat: str, line: Line, luck: dict[str, Luck]) -> None:
    if line.die:
        chapter.rolls += 1
        sides = line.die[1:]
        thrown = session.title.throw(g, seat, line.text, line.aim) if line.die[0] == "D" and sides.isdecimal() else None
        if thrown is not None:
            _count(luck.setdefault(thrown.side, Luck(thrown.side)), line.dice, int(sides), thrown.good)
    elif line.text and not line.only and line.deed is None and line.rule.startswith(session.title.politics or ""):
        chapter.told.append((line.text, line.rule))


def _count(luck: Luck, dice: Sequence[int], faces: int, good: int) -> None:
    """`good` above nothing: that many of the low faces are hits; below: that many of the high ones."""
    luck.dice += len(dice)
    luck.shown += sum(dice) / faces
    luck.mean += len(dice) * (faces + 1) / 2 / faces
    if good:
        chance = min(abs(good), faces) / faces
        luck.needed += len(dice)
        luck.hits += sum(1 for die in dice if (die <= good if good > 0 else die > faces + good))
        luck.expected += len(dice) * chance
        luck.spread += len(dice) * chance * (1 - chance)


def _close(chapter: Chapter, session: Session, g: Game, last: int) -> None:
    picture: Picture = session.title.picture(g, None)
    chapter.last, chapter.control = last, dict(picture.control)
    chapter.counters = {}
    for piece in picture.pieces:
        held = chapter.counters.setdefault(piece.at, {})
        held[piece.side] = held.get(piece.side, 0) + piece.count
    chapter.figures = figures_of(session.title, g)


def _losses_by_turn(chapters: list[Chapter]) -> None:
    """Where the title does not name its units: how many counters of a side fewer lie on the board than a turn before."""
    for was, now in pairwise(chapters):
        had, has = (_counters(chapter) for chapter in (was, now))
        now.losses = [Loss(side, "", had[side] - has[side]) for side in had if had[side] > has[side]]


def _counters(chapter: Chapter) -> Counter[str]:
    found: Counter[str] = Counter()
    for held in chapter.counters.values():
        found.update(held)
    return found


def _sum(chapters: list[Chapter]) -> list[Loss]:
    found: Counter[tuple[str, str]] = Counter()
    for chapter in chapters:
        for loss in chapter.losses:
            found[loss.side, loss.what] += loss.count
    return [Loss(side, what, count) for (side, what), count in found.most_common()]


def scores(chapter: Chapter) -> dict[str, float]:
    return {side: float(value) for key, (_, side, value) in chapter.figures.items() if key.startswith("score:")}


def swings(chapters: list[Chapter]) -> list[Swing]:
    """The turns in which the score moved most, in their order; what changed hands in them, the last holder second."""
    found = []
    for was, now in pairwise(chapters):
        old, new = scores(was), scores(now)
        by = {side: round(value - old.get(side, 0.0), 2) for side, value in new.items()}
        size = max((abs(value) for value in by.values()), default=0.0)
        taken = [
            (space, was.control.get(space, ""), side) for space, side in now.control.items() if was.control.get(space) != side
        ]
        if size:
            moved = {side: value for side, value in by.items() if value}
            found.append((size, Swing(now.label, now.first, now.last, moved, taken)))
    largest = sorted(found, key=lambda one: (-one[0], one[1].first))[:SWINGS]
    return sorted((swing for _, swing in largest), key=lambda swing: swing.first)


def _dice(session: Session) -> tuple[list[Seal], list[Roll]]:
    """The seeds in the order in which they rolled, and every roll with the seed it came from."""
    seeds = [seed for seed in (*session.former, session.seed) if seed is not None]
    known = {commitment(seed): n for n, seed in enumerate(seeds)}
    rolls: list[Roll] = []
    now = known.get(session.setting.commitment, 0)
    for step in session.steps:
        for line in step.lines:
            if line.die:
                rolls.append(Roll(now, step.epoch, len(rolls), line.die, list(line.dice)))
        if step.option.startswith(f"{NEW_DICE} "):
            now = known.get(step.option.partition(" ")[2], -1)
    return [Seal(commitment(seed), seed.hex()) for seed in seeds], rolls


def marks(lines: Iterable[LogLine]) -> Iterator[tuple[int, str, str]]:
    """Where turns, phases and battles begin in a log: the number of answers, which of them, and words. Rolls that follow one
    another with less than `CALM` answers between belong to one battle."""
    turn, phase, last = "", "", -CALM
    for line in lines:
        if line.head:
            now = line.head[0]
            if now != turn:
                turn, phase, last = now, "", -CALM
                yield line.step, "turn", turn
            words = ", ".join(line.head[1:])
            if words and words != phase:
                phase, last = words, -CALM
                yield line.step, "phase", phase
        elif line.die:
            if line.step - last >= CALM:
                yield line.step, "battle", line.text
            last = line.step
