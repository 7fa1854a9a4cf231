"""Verifying: a saved game replayed from its start and compared with its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grognard.kernel.dice import NoDice, RecordedDice
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import NEW_DICE, Outcome
from grognard.kernel.history import Checkpoint
from grognard.kernel.saves import Read, read
from grognard.kernel.session import Refused, Session
from grognard.kernel.state import Game


@dataclass
class Verified:
    """What a replay from the start confirmed. Digests are compared where the file has the layout of this version's state."""

    answers: int
    digests: int
    rolls: int
    digest: str
    outcome: Outcome | None


def verify(path: Path, progress: Callable[[int, int], None] | None = None) -> Verified:
    """Replay a file from its start: every answer must be legal, every line and roll the same, and every digest of this layout."""
    found = read(path)
    session = Session(found.setting, found.seeds.get(found.setting.commitment))
    if any(seal not in found.seeds for seal in found.seals):
        session.stream = RecordedDice([roll for step in found.steps for roll in step.rolls()], NoDice())
    session.open()
    _same(found, session, 0)
    points = {point.at: point for point in found.checkpoints} if _of_this_layout(found) else {}
    digests = _same_digest(found, session, points, 0)
    for n in range(1, len(found.steps)):
        step = found.steps[n]
        session.turn_epoch(step.epoch)
        try:
            if step.option.startswith(f"{NEW_DICE} "):
                seal = step.option.partition(" ")[2]
                session.change_dice(seal, found.seeds.get(seal))
            else:
                session.give(step.seat, step.option, session.seats)
        except Refused as refused:
            raise _odd(found, n, f"the rules refuse answer {n} ({step.seat}: {step.option}): {refused.no}") from None
        _same(found, session, n)
        digests += _same_digest(found, session, points, n)
        if progress is not None:
            progress(n, len(found.steps) - 1)
    rolls = sum(len(step.rolls()) for step in found.steps)
    return Verified(session.count, digests, rolls, session.g.digest(), session.outcome)


def _of_this_layout(found: Read) -> bool:
    """Whether digests can be compared: the whole game was played with the state as it is now."""
    if found.header.layout != found.setting.title.layout:
        return False
    states = [(point.state, point.segment) for point in found.checkpoints if isinstance(point.state, bytes) and point.state]
    return all(found.setting.blank().decode(*state) for state in states)


def _odd(found: Read, n: int, message: str) -> GrognardError:
    return GrognardError(
        message, file=found.path, line=found.line_of[n], remedy="the file was edited, or the rules have changed since"
    )


def _same(found: Read, session: Session, n: int) -> None:
    before, now = found.steps[n], session.steps[n]
    told, tells = [line for line in before.lines if line.text], [line for line in now.lines if line.text]
    if [line.said for line in told] == [line.said for line in tells] and before.barrier == now.barrier:
        return
    for old, new in zip(told, tells):
        if old.said != new.said:
            was, gives = f"{old.text!r} {old.dice or ''}", f"{new.text!r} {new.dice or ''}"
            raise _odd(found, n, f"after answer {n} the log said {was}, the rules give {gives}")
    raise _odd(found, n, f"after answer {n} the log had {len(told)} lines, the rules give {len(tells)}")


def _same_digest(found: Read, session: Session, points: dict[int, Checkpoint], n: int) -> int:
    point, now = points.get(n), session.checkpoints[-1]
    if point is None or not point.digest:
        return 0
    states = [now.state]
    if point.state:
        states.append(session.setting.blank())
        states[1].decode(point.state, point.segment)  # type: ignore[arg-type]
    if now.at != n or any(state.digest() != point.digest for state in states if isinstance(state, Game)):
        raise _odd(found, n, f"the state where {point.segment} starts is not the one the file recorded")
    return 1
