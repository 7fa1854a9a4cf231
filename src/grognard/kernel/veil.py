"""What a seat may not know: the copies of a game that are made for it hold something else in its place.

A copy begins at the newest checkpoint, concealed, and gives the answers since. Rolls and draws for other eyes are made again with
other dice, and answers that are still sealed are replaced. The copy must lead to everything the seat has seen since, or it is
thrown away and another is tried: so it depends on what the seat knows and on nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.kernel.dice import Dice, RecordedDice
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Option, read_option
from grognard.kernel.play import HIDDEN, Line, Play
from grognard.kernel.replaying import table_act
from grognard.kernel.state import Game, Hand, Pile

if TYPE_CHECKING:
    from grognard.kernel.history import Checkpoint, Step
    from grognard.kernel.session import Session
    from grognard.kernel.title import Title

TRIES = 40  # so many guesses at what is hidden, then the copy is given up


def conceal(title: Title[Any], g: Game, seat: str | None) -> None:
    """Take out of a copy what this seat (None: a spectator) may not know; what is left depends on what it knows alone."""
    deal_again(g, seat, None)
    title.conceal(g, seat)


def guess(title: Title[Any], g: Game, seat: str | None, rng: Random) -> None:
    """The same with something possible in its place."""
    deal_again(g, seat, rng)
    title.guess(g, seat, rng)


def deal_again(g: Game, seat: str | None, rng: Random | None) -> None:
    """Deal every pile and the hands this seat does not know from what lies in them together, at random or in order."""
    hands: dict[str, list[str]] = {}
    for name, field in g.fields.items():
        if isinstance(field, Hand) and not field.known_to(g, seat):
            hands.setdefault(field.pile, []).append(name)
    for pile, names in hands.items():
        assert isinstance(g.fields[pile], Pile), f"{pile} is no pile"
        sizes = [len(g.lists[name]) for name in names]
        items = sorted([*g.lists[pile], *(item for name in names for item in g.lists[name])])
        if rng is not None:
            rng.shuffle(items)
        for name, size in zip(names, sizes):
            setattr(g, name, sorted(items[:size]))
            del items[:size]
        setattr(g, pile, sorted(items))


def sealed_steps(session: Session) -> set[int]:
    """The numbers of the answers to the open question that are not to be seen yet."""
    if session.frozen is not None:
        return session.frozen
    found: set[int] = set()
    left, n = session.play.sealed, session.count
    while left and n:
        if session.steps[n].secret:
            found.add(n)
            left -= 1
        n -= 1
    return found


def read_by(seats: Collection[str], line: Line) -> bool:
    """Whether one of these seats may read a line."""
    return not line.only or any(seat in line.only for seat in seats)


def veiled(real: Session, seats: Collection[str], seat: str, seed: bytes, *, blank: bool) -> Session | None:
    """The game as a seat may have it; `seats`: it and what else its player holds. `blank`: for the mail: sealed answers stay
    unknown, and so does all the rest that is hidden if that will do. None if no guess leads to what was seen."""
    point = real.nearest(real.count) if blank else real.newest(real.count)
    sealed = sealed_steps(real)
    known = [_seen(step, seats, n in sealed or 0 < n <= point.at) for n, step in enumerate(real.steps)]
    for trial in range(TRIES):
        rng = Random(f"{seed.hex()} {trial}")
        g = state_at(real, point)
        if blank and trial == 0:
            conceal(real.title, g, seat)
        else:
            guess(real.title, g, seat, rng)
        begun = replace(point, state=g.copy(), digest="")
        made = _replayed(real, g, known, begun, seats, rng, blank)
        if made is not None:
            twin = type(real)(real.setting, None)
            twin.epoch, twin.steps, twin.checkpoints = real.epoch, made[1], [begun]
            twin.base = twin.count
            twin.play = made[0]
            return twin
    return None


def state_at(session: Session, point: Checkpoint) -> Game:
    """A copy of the state a checkpoint holds."""
    if isinstance(point.state, Game):
        return point.state.copy()
    g = session.setting.blank()
    g.decode(point.state, point.segment)
    return g


def _seen(step: Step, seats: Collection[str], sealed: bool) -> Step:
    """A step as these seats may read it. Answers of others are kept only where a copy must give them again."""
    lines = [line if read_by(seats, line) else Line("", "", (), line.only, line.die) for line in step.lines]
    return replace(step, lines=lines, option=HIDDEN if sealed and step.seat not in seats else step.option)


def _replayed(
    real: Session, g: Game, known: list[Step], point: Checkpoint, seats: Collection[str], rng: Random, blank: bool
) -> tuple[Play, list[Step]] | None:
    """Play on from a checkpoint in a copy; None if that does not lead to what was seen."""
    unknown = Dice(rng.randbytes(32))
    play = Play(real.title, g, None)
    steps = known[: point.at]
    try:
        for n, step in enumerate(known[point.at :], point.at):
            play.journal.lines, play.journal.barrier = [], False
            before = step.lines[: point.lines] if n == point.at else []
            lines = step.lines[len(before) :]
            unseen = step.option == HIDDEN and n != point.at  # a checkpoint stands behind the answer before it
            rolls = [] if unseen else [line.dice or None for line in lines if line.die]
            g.dice = RecordedDice(rolls, unknown, unknown)
            option = step.option
            if n == point.at:
                play.resume(point.last, rest=point.rest)
            else:
                if option == HIDDEN and not blank:
                    ask = play.pending.get(step.seat)
                    if ask is None:
                        continue  # it is through with its questions in this copy
                    option = rng.choice(ask.options).text
                if not _given(real, play, step.seat, option):
                    return None
            made = play.journal.lines
            if [line.said for line in _heard(seats, made)] != [line.said for line in _heard(seats, lines)]:
                return None
            steps.append(replace(step, option=option, lines=[*before, *_told(seats, made, lines)]))
    except (GrognardError, AssertionError):  # a guess that the rules cannot play
        return None
    play.journal.lines, play.journal.barrier = [], False
    if not blank and any(seat in real.pending and seat not in play.pending for seat in seats):
        return None  # who is asked something in the game is asked in the copy
    return play, steps


def _heard(seats: Collection[str], lines: Iterable[Line]) -> list[Line]:
    """What the rules said or rolled in front of these seats; who went where and the heads of parts are told by the session."""
    return [line for line in lines if (line.text or line.die) and read_by(seats, line)]


def _told(seats: Collection[str], made: list[Line], lines: list[Line]) -> Iterator[Line]:
    """The lines of a step of the copy: what was said in front of these seats as the game's log has it, with who went where."""
    heard = iter(_heard(seats, lines))
    for line in made:
        if line.text or line.die:
            yield next(heard) if read_by(seats, line) else _for(seats, line)
    yield from (line for line in lines if not (line.text or line.die) and read_by(seats, line))


def _for(seats: Collection[str], line: Line) -> Line:
    """A line of the copy: what is told to others there is told to nobody, but its dice are those it was played with."""
    return line if read_by(seats, line) else Line("", "", (), line.only, line.die, line.dice)


def _given(real: Session, play: Play, seat: str, text: str) -> bool:
    """Give an answer in the copy, if it is possible there."""
    if table_act(real.title, play, seat, text):
        return True
    ask = play.pending.get(seat)
    if text == HIDDEN:
        play.answer(seat, Option(HIDDEN))
    elif ask is None or ask.find(text) is None:
        return False
    else:
        play.answer(seat, read_option(play.g, text))
    return True
