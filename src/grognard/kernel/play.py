"""Play: one running game. It drives the live procedure from question to question and segment to segment.

It keeps no history: checkpoints, undo and files are the session's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import msgspec

from grognard.kernel.dice import DiceAway
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import PASS, Ask, GameOver, Option, Outcome, Question, Secret, Together, Whoever, Window, read_option
from grognard.kernel.purposes import Aim
from grognard.kernel.rules import Crumb, crumbs
from grognard.kernel.sequence import Segment, current_segment, next_segment
from grognard.kernel.state import Game, Row

IDLE = "idle"  # the kind of standing answer that passes a seat's own questions in which nothing is to be decided
HIDDEN = "?"  # what a mailed game holds in place of another seat's secret answer


class Deed(msgspec.Struct, array_like=True, frozen=True):
    """Units that went from one space to another: `how` in words ("by rail"), the spaces' tokens (empty: off the board), and for
    each sort its side, its name and how many."""

    how: str
    came: str
    went: str
    units: tuple[tuple[str, str, int], ...]


class Line(msgspec.Struct, array_like=True, omit_defaults=True):
    """A line of the log as a save holds it. A roll is a line with a die. A line without text is told by its deed alone, or
    is the head of what follows: the turn and the segment that begins."""

    text: str
    rule: str = ""
    about: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    die: str = ""
    dice: list[int] = []
    deed: Deed | None = None
    head: tuple[str, ...] = ()
    aim: Aim | None = None

    @property
    def said(self) -> tuple[object, ...]:
        """What a rule said or rolled: all but the deed, which is seen from the state, and the codes beside a roll."""
        return (self.text, self.rule, self.about, self.only, self.die, self.dice)


class Journal:
    """What happened since the last answer: lines, rolls, and whether it can be taken back freely."""

    __slots__ = ("barrier", "lines", "only")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.barrier = False
        self.only: tuple[str, ...] = ()  # while a seat plans in secret, what it does is told to it alone

    def say(self, text: str, about: tuple[object, ...], rule: str, only: tuple[str, ...]) -> None:
        words = [a.label if isinstance(a, Row) else str(a) for a in about]
        tokens = tuple([a.token for a in about if isinstance(a, Row)])
        self.lines.append(Line(text.format(*words) if words else text, rule, tokens, self.only or only))

    def roll(
        self, purpose: str, die: object, values: list[int], rule: str, only: tuple[str, ...] = (), aim: Aim | None = None
    ) -> None:
        self.lines.append(Line(purpose, rule, (), self.only or only, repr(die), values, aim=aim))
        self.barrier = True

    def reveal(self) -> None:
        self.barrier = True

    def rolls(self) -> int:
        """How many rolls stand in the journal."""
        return sum(1 for line in self.lines if line.die)


class DeadEnd(AssertionError):
    """A question without a legal answer: a bug in the title."""


class Play:
    """A game in motion: the state, the live procedure, the open question and the answers to it that are in."""

    def __init__(self, title: Any, g: Game, dice: Any, on_segment: Callable[[Segment], None] | None = None) -> None:
        self.title = title
        self.g = g
        self.journal = Journal()
        self.on_segment = on_segment
        self.on_rest: Callable[[], None] | None = None
        self.procedure: Generator[Question, Any, None] | None = None
        self.question: Question | None = None
        self.heard: dict[str, Option] = {}
        self.answered = False  # whether a seat has answered the open question of several
        self.last: tuple[str, Option] | None = None  # the newest answer to a question of one seat in this segment
        g.dice = dice
        g.journal = self.journal

    def start(self) -> None:
        """Begin with the first segment."""
        self._run(None)

    def resume(self, last: tuple[str, str] | None = None, *, rest: bool = False) -> None:
        """Begin the segment the cursor stands in: the state is one taken where that segment starts, or where it `rest`s.

        At a rest the procedure comes to its question again, which no standing answer passes; `last` was answered before it.
        """
        if self.g.outcome:
            return
        segment = current_segment(self.title.sequence, self.g)
        assert segment is not None
        if not rest:
            self._run(None, segment)
            return
        self.procedure = segment.procedure(self.g)
        assert self.procedure is not None
        self.question = next(self.procedure, None)
        assert self.rests, f"{segment.name} does not come to its rest again"
        self.last = None if last is None else (last[0], read_option(self.g, last[1]))
        self._stand_aside()

    @property
    def rests(self) -> bool:
        """Whether the procedure can be started again here and comes to the same question, to which nobody has answered yet."""
        question = self.question
        return isinstance(question, Ask | Window) and question.rests and (isinstance(question, Ask) or not self.answered)

    @property
    def pending(self) -> dict[str, Ask]:
        """The open questions by seat."""
        question = self.question
        if question is None:
            return {}
        if isinstance(question, Ask):
            return {question.seat: question}
        return {seat: ask for seat, ask in question.asks.items() if seat not in self.heard}

    @property
    def is_secret(self) -> bool:
        """Whether answers to the open question are hidden from other seats until all are in."""
        question = self.question
        return isinstance(question, Secret) or (isinstance(question, Together) and question.secret)

    @property
    def sealed(self) -> int:
        """How many answers to the open question are in and hidden."""
        if not self.is_secret:
            return 0
        return len(self.question.heard) if isinstance(self.question, Together) else len(self.heard)

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The live procedures, outermost first."""
        segment = current_segment(self.title.sequence, self.g)
        head = (Crumb(segment.name, segment.rule),) if segment else ()
        return head + crumbs(self.procedure)

    def crumbs_of(self, seat: str) -> tuple[Crumb, ...]:
        """The live procedures on the way to the question of one seat."""
        together = self.question if isinstance(self.question, Together) else None
        return self.crumbs + (crumbs(together.flows.get(seat)) if together is not None else ())

    @property
    def outcome(self) -> Outcome | None:
        text = self.g.outcome
        return msgspec.json.decode(text, type=Outcome) if text else None

    def answer(self, seat: str, option: Option) -> None:
        """Send an answer that is known to be legal, and run to the next question."""
        if isinstance(self.question, Ask):
            self.last = (seat, option)
            self._run(option)
        elif isinstance(self.question, Together):
            self._go_together(self.question, seat, option)
        else:
            self.heard[seat] = option
            self.answered = True
            settled, answer = self._settle()
            if settled:
                self._run(answer)

    def stand(self, seat: str, kind: str, condition: str) -> None:
        """Take a standing answer, and let it act at once if its window is open."""
        key = f"{seat} {kind}"
        if condition:
            self.g.standing[key] = condition
        else:
            self.g.standing.pop(key, None)
        if isinstance(self.question, Window) and self.question.kind == kind:
            self.answered = True  # whoever stands aside now was asked before
            self._stand_aside()
            settled, answer = self._settle()
            if settled:
                self._run(answer)
        elif isinstance(self.question, Ask) and kind == IDLE:
            passed = self._passed(self.question)
            if passed is not None:
                self._run(passed)

    def _go_together(self, question: Together, seat: str, option: Option) -> None:
        try:
            question.hear(self.g, seat, None if option.verb == HIDDEN else option)
        except GameOver as over:
            self.end(over.outcome)
            return
        if not question.waits:
            self._run(self._together(question))

    def _together(self, question: Together) -> dict[str, Any]:
        """What all flows returned; answers that are not known here are with the host."""
        if len(question.values) < len(question.flows):
            raise DiceAway("the other answers are with the host of this game", remedy="send the file back to the host")
        if question.secret:
            self.journal.reveal()
        return question.end(self.g)

    def end(self, outcome: Outcome) -> None:
        """End the game now."""
        self.g.outcome = msgspec.json.encode(outcome, order="deterministic").decode()
        if isinstance(self.question, Together):
            self.question.close()
        if self.procedure is not None:
            self.procedure.close()
        self.procedure = self.question = None
        self.heard = {}

    def _run(self, answer: Any, segment: Segment | None = None) -> None:
        self.question = None
        self.heard, self.answered = {}, False
        try:
            while True:
                if self.procedure is None:
                    segment = segment or self._next()
                    self.procedure, segment = segment.start(self.g), None
                    answer = self.last = None
                    continue
                try:
                    self.question = self.procedure.send(answer)
                except StopIteration:
                    self.procedure = None
                    continue
                answer = None
                if isinstance(self.question, Ask):
                    answer = self._passed(self.question)
                    if answer is None:
                        if self.question.rests and self.on_rest is not None:
                            self.on_rest()
                        return
                    continue
                if isinstance(self.question, Together):
                    self.question.begin(self.g)
                    if self.question.waits:
                        return
                    answer = self._together(self.question)
                    continue
                self._stand_aside()
                settled, answer = self._settle()
                if not settled:
                    if self.rests and self.on_rest is not None:
                        self.on_rest()
                    return
        except GameOver as over:
            self.end(over.outcome)

    def _next(self) -> Segment:
        segment = next_segment(self.title.sequence, self.g)
        if segment is None:
            raise GameOver(Outcome((), "the sequence of play is over", scores=self.title.scores(self.g)))
        if self.on_segment is not None:
            self.on_segment(segment)
        return segment

    def _stand_aside(self) -> None:
        """Seats with a standing answer pass without being asked."""
        question = self.question
        if isinstance(question, Window):
            for seat in question.asks:
                condition = self.g.standing.get(f"{seat} {question.kind}")
                if condition and seat not in self.heard and self._passes(question.kind, condition, seat):
                    self.heard[seat] = Option(PASS)

    def _passed(self, ask: Ask) -> Option | None:
        """The answer of a seat that need not be asked: it has said so, and nothing is to be decided.

        After an act of its own it is asked all the same: it may want to take that back before the segment ends.
        """
        seat = ask.seat
        condition = self.g.standing.get(f"{seat} {IDLE}")
        if not condition or (self.last is not None and self.last[0] == seat and self.last[1].args):
            return None
        option: Option | None = self.title.idle(self.g, ask) if self._passes(IDLE, condition, seat) else None
        if option is not None and self.last is not None and self.last[0] == seat and self.last[1] != option:
            return None
        if option is not None:
            self.last = (seat, option)
            segment = current_segment(self.title.sequence, self.g)
            who = self.title.asked(self.g, ask)
            self.journal.say(f"{who}: {segment.name if segment else ask.prompt} passed, nothing to decide", (), ask.rule, ())
        return option

    def _passes(self, kind: str, condition: str, seat: str) -> bool:
        for standing in self.title.standing.get(kind, ()):
            if standing.key == condition:
                return bool(standing.passes(self.g, seat))
        raise GrognardError(f"there is no standing answer {kind} {condition}", remedy="use the version that wrote this save")

    def _settle(self) -> tuple[bool, Any]:
        """Whether the open question of several seats is answered, and with what."""
        question = self.question
        assert isinstance(question, Secret | Window | Whoever)
        if isinstance(question, Whoever):
            return bool(self.heard), next(iter(self.heard.items()), None)
        if isinstance(question, Secret):
            if len(self.heard) < len(question.asks):
                return False, None
            if any(option.verb == HIDDEN for option in self.heard.values()):
                raise DiceAway("the other answers are with the host of this game", remedy="send the file back to the host")
            self.journal.reveal()
            return True, {seat: self.heard[seat] for seat in question.asks}
        for seat in question.asks:
            if seat not in self.heard:
                return False, None
            if self.heard[seat].verb != PASS:
                return True, (seat, self.heard[seat])
        return True, None
