"""Replaying: answers given once more, by the record of a game: one of them, what answers no question, or the whole course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grognard.kernel.dice import NoDice, RecordedDice
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import CONCEDE, DRAW, NEW_DICE, OLD_DICE, STANDING, TABLE_ACTS, Outcome, read_option
from grognard.kernel.play import HIDDEN, Play
from grognard.kernel.sequence import Segment
from grognard.kernel.state import Game
from grognard.kernel.title import Title

if TYPE_CHECKING:
    from grognard.kernel.session import Session


def course(session: Session) -> Iterator[tuple[int, Game, bool]]:
    """The game once more from its start: how many answers were given, the state after them, whether a segment began."""
    g = session.setting.blank()
    play = Play(session.title, g, RecordedDice([roll for step in session.steps for roll in step.rolls()], NoDice()))
    crossed: list[Segment] = []
    play.on_segment = crossed.append
    session.title.setup(g)
    play.start()
    yield 0, g, True
    for n in range(1, len(session.steps)):
        crossed.clear()
        play.journal.lines = []
        give_again(session, play, n, False)
        yield n, g, bool(crossed)


def give_again(session: Session, play: Play, n: int, checked: bool) -> None:
    """Give answer number n again; unless checked, trust that it was legal when it was given."""
    step = session.steps[n]
    if table_act(session.title, play, step.seat, step.option):
        return
    ask = play.pending.get(step.seat)
    if step.option != HIDDEN and (ask is None or (checked and ask.find(step.option) is None)):
        raise GrognardError(
            f"answer {n} ({step.seat}: {step.option}) does not fit: the game waits for {', '.join(play.pending) or 'nobody'}",
            remedy="open the save with the version that wrote it",
        )
    play.answer(step.seat, read_option(play.g, step.option))


def table_act(title: Title[Any], play: Play, seat: str, text: str) -> bool:
    """Do again what answers no question: a standing answer, a concession, a draw. False: the text is an answer."""
    verb, *words = text.split(" ")
    if verb == STANDING:
        play.stand(seat, " ".join(words[:1]), " ".join(words[1:]))
    elif verb == CONCEDE:
        play.end(title.concession(play.g, seat))
    elif verb == DRAW:
        play.end(Outcome((), "drawn by agreement", scores=title.scores(play.g)))
    elif verb in (NEW_DICE, OLD_DICE):
        play.journal.say(f"New dice from here on, sealed as {' '.join(words)}", (), "", ())
    return verb in TABLE_ACTS
