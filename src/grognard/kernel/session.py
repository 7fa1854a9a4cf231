"""Session: a game with its history. Apply, undo, rewind, fork, standing answers, checkpoints and the log.

Any earlier moment is the nearest checkpoint before it plus the answers since. Files are kernel/saves.py.
"""

from __future__ import annotations

import os
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any

from grognard.kernel import reasons
from grognard.kernel.cache import check_caches
from grognard.kernel.dice import Dice, DiceAway, HeldDice, NoDice, RecordedDice, commitment, fresh_seed
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.flow import CONCEDE, DRAW, NEW_DICE, OLD_DICE, STANDING, Ask, Option, Outcome
from grognard.kernel.history import Checkpoint, Setting, Step, nearest, thin
from grognard.kernel.play import DeadEnd, Play
from grognard.kernel.present import LogLine
from grognard.kernel.replaying import give_again, table_act
from grognard.kernel.rules import No
from grognard.kernel.sequence import Segment
from grognard.kernel.state import Game
from grognard.kernel.telling import Teller, told
from grognard.kernel.title import Title
from grognard.kernel.veil import conceal, read_by, sealed_steps, veiled

if TYPE_CHECKING:
    from grognard.kernel.saves import Keeper

REST_EVERY = 16  # so many answers lie between two rests that are kept
NEAR = 6  # and a copy that passes a rest so near to its end leaves it behind for the next
MOST_RESTS = 40
MOVES = 2000  # so many rows written are remembered over the start of a segment
DEBUG = bool(os.environ.get("GROGNARD_DEBUG"))  # compare every cache with a rebuild after every answer


class Refused(GrognardError):
    """An answer that is not possible, with the rule and the reason."""

    def __init__(self, no: No, remedy: str | None = None) -> None:
        super().__init__(str(no), remedy=remedy)
        self.no = no


@dataclass(slots=True)
class Reapplied:
    """How far a fork's answers could be applied to the real game, and why they stopped."""

    applied: int
    left: int
    reason: str = ""
    answers: list[tuple[str, str]] = field(default_factory=list)


_at, _lines = attrgetter("at"), attrgetter("lines")


class Session:
    """One game from its set-up to now."""

    def __init__(self, setting: Setting, seed: bytes | None) -> None:
        self.setting = setting
        self.title = setting.title
        self.seed = seed
        self.former: list[bytes] = []
        """Seeds that rolled before the one in force, for whoever checks the game when it is over."""
        self.epoch = 0
        self.steps: list[Step] = []
        self.checkpoints: list[Checkpoint] = []
        self.rests: list[Checkpoint] = []  # in the newest segment, apart from its checkpoint: forks begin there
        self.base = 0
        self.reached: set[int] = set()
        self.keeper: Keeper | None = None
        self.stream: Any = None
        self.away = False
        self.played = True  # a still copy is not: it has no open question
        self.frozen: set[int] | None = None
        self.doing = ""  # the verb of the answer being given
        self.teller = Teller(setting.title)
        self._starts = [0]
        self._counted: Step | None = None
        self.play: Play

    @classmethod
    def new(
        cls,
        title: Title[Any],
        scenario: str = "",
        options: Mapping[str, bool | str] | None = None,
        *,
        players: Mapping[str, str] | None = None,
        seed: bytes | None = None,
        packs: Sequence[Pack] = (),
    ) -> Session:
        """Set up a game and run it to its first question."""
        scenario = scenario or title.scenarios[0].key
        read = title.read_options(options or {})
        title.scenario(scenario)
        seats = [seat.key for seat in title.seats(scenario, read)]
        for seat in players or {}:
            if seat not in seats:
                raise GrognardError(f"{title.code} has no seat {seat!r}", remedy=f"use one of {', '.join(seats)}")
        seed = seed or fresh_seed()
        named = {seat: (players or {}).get(seat, "") for seat in seats}
        setting = Setting(title, scenario, dict(read), named, tuple(packs), commitment(seed))
        session = cls(setting, seed)
        session.open()
        return session

    def open(self) -> None:
        """Set the scenario up and run to the first question."""
        g = self.setting.blank()
        self.play = Play(self.title, g, self._stream(), self._checkpoint)
        self.play.on_rest = self._rest
        self.title.setup(g)
        self.teller.stand_now(self.g)
        self.play.start()
        self._record("", "")

    # what is asked, and what has happened

    @property
    def g(self) -> Any:
        """The state now."""
        return self.play.g

    @property
    def count(self) -> int:
        """How many answers have been given."""
        return len(self.steps) - 1

    @property
    def pending(self) -> dict[str, Ask]:
        """The open questions by seat; empty when the game is over or its dice are elsewhere."""
        question = self.play.question
        if isinstance(question, Ask) and not self.away:
            return {question.seat: question}
        return {} if self.away else self.play.pending

    @property
    def outcome(self) -> Outcome | None:
        return self.play.outcome

    @property
    def seats(self) -> list[str]:
        return list(self.setting.players)

    def log_lines(self, seats: Sequence[str] | None = None, first: int = 0) -> list[LogLine]:
        """The log as these seats may read it (None: all of it), from line number `first` on."""
        found: list[LogLine] = []
        starts = self.line_starts
        begin = max(0, bisect_right(starts, first) - 1)
        number = starts[begin]
        for n, step in enumerate(self.steps[begin:], begin):
            for line in step.lines:
                if number >= first and (seats is None or read_by(seats, line)):
                    found.append(told(self.g.board, number, n, step.seat, line))
                number += 1
        return found

    @property
    def line_starts(self) -> list[int]:
        """The number of the first line of each step, and at the end how many lines there are; counted on from last time."""
        starts, steps = self._starts, self.steps
        if len(starts) > len(steps) + 1 or (len(starts) > 1 and steps[len(starts) - 2] is not self._counted):
            del starts[1:]
        for step in steps[len(starts) - 1 :]:
            starts.append(starts[-1] + len(step.lines))
            self._counted = step
        return starts

    # answers

    def apply(self, seat: str, answer: str | Option, *, calm: bool = False) -> Option:
        """Give an answer. It is accepted only if it is on the list of the question that seat is asked. `calm`: if dice would fall
        that the answer did not announce, nothing happens (`Unannounced`); not where that would betray a secret."""
        question = self.play.question
        if isinstance(question, Ask) and question.seat == seat and not self.away:
            ask: Ask | None = question
        else:
            ask = self.pending.get(seat)
        if ask is None:
            raise Refused(reasons.not_asked(self, seat))
        listed = ask.options
        if not listed:
            raise DeadEnd(f"no legal answer to {ask.prompt!r} ({ask.rule})")
        if isinstance(answer, Option):
            option = answer if any(map(is_, listed, repeat(answer))) else ask.find(answer.text)
        else:
            option = ask.find(answer)
        if option is None:
            no = self.explain(seat, str(answer))
            assert no is not None
            raise Refused(no)
        held = calm and not self.title.final(self.g, ask, option) and not (self.title.conceals(self.g) and self.others(seat))
        if held:
            self.g.dice = HeldDice()
        self._act(seat, option.text, self.play.answer, (seat, option), ask is not question and self.play.is_secret)
        if held:
            self.g.dice = self._stream()
        return option

    def stand(self, seat: str, kind: str, condition: str) -> None:
        """Leave a standing answer for a kind of window, or lift it (an empty condition)."""
        self._known_seat(seat)
        known = [s.key for s in self.title.standing.get(kind, ())]
        if not known or (condition and condition not in known):
            choices = ", ".join(f"{k} {s.key}" for k, of in self.title.standing.items() for s in of)
            raise Refused(No("", f"there is no standing answer {kind} {condition}".rstrip()), remedy=f"use one of {choices}")
        text = f"{STANDING} {kind} {condition}".rstrip()
        self._act(seat, text, self.play.stand, (seat, kind, condition))

    @property
    def opening(self) -> int:
        """How many standing answers and changes of dice the game begins with: taking back stops behind them."""
        others = (n for n, step in enumerate(self.steps) if n and not step.option.startswith((STANDING, NEW_DICE, OLD_DICE)))
        return next(others, len(self.steps)) - 1

    def stand_by_default(self, seat: str) -> None:
        """Leave the title's usual standing answers for a person who sits down, where the seat has none."""
        for kind, known in self.title.standing.items():
            for standing in known:
                if standing.default and f"{seat} {kind}" not in self.g.standing and not self.outcome:
                    self.stand(seat, kind, standing.key)

    def concede(self, seat: str) -> None:
        """Give up."""
        self._known_seat(seat)
        self._act(seat, CONCEDE, self._give_up, (seat,))

    def _give_up(self, seat: str) -> None:
        self.play.end(self.title.concession(self.g, seat))

    def agree_draw(self, agreed: Iterable[str]) -> None:
        """End the game as a draw that every person at the table has agreed to."""
        willing = list(agreed)
        by = willing[0] if willing else ""
        self._known_seat(by)
        missing = self.others(by) - set(willing)
        if missing:
            raise Refused(No("", f"a draw needs the consent of {', '.join(sorted(missing))}"))
        self._act(by, DRAW, self._end_drawn)

    def _end_drawn(self) -> None:
        self.play.end(Outcome((), "drawn by agreement", scores=self.title.scores(self.g)))

    @property
    def commitment(self) -> str:
        """What is said beforehand of the seed in force: the header's, or that of the newest dice."""
        if self.seed is not None:
            return commitment(self.seed)
        for step in reversed(self.steps):
            if step.option.startswith(f"{NEW_DICE} "):
                return step.option.partition(" ")[2]
        return self.setting.commitment

    def renew_dice(self, seed: bytes | None = None) -> None:
        """Roll with another seed from here on, because somebody may know the old one; the log commits to it."""
        fresh = seed or fresh_seed()
        self.change_dice(commitment(fresh), fresh)

    def change_dice(self, seal: str, seed: bytes | None) -> None:
        """`seed`: None where it is not known (a file without its seeds)."""
        before = self.seed, self.former[:]
        try:
            self._act("", f"{NEW_DICE} {seal}".rstrip(), self._take_dice, (seal, seed))
        except BaseException:
            self.seed, self.former = before
            self.g.dice = self._stream()
            raise

    def _take_dice(self, seal: str, seed: bytes | None) -> None:
        table_act(self.title, self.play, "", f"{NEW_DICE} {seal}")
        self.play.journal.barrier = True
        if self.seed is not None:
            self.former.append(self.seed)
        self.seed = seed
        self.g.dice = self._stream()

    def _act(self, seat: str, text: str, act: Callable[..., None], args: tuple[object, ...] = (), secret: bool = False) -> None:
        if self.play.g.outcome:
            assert self.outcome is not None
            raise Refused(No("", f"the game is over: {self.outcome.reason}"))
        before, kept = len(self.steps) - 1, list(self.checkpoints)
        self.doing = text.partition(" ")[0]
        try:
            act(*args)
            self._record(seat, text, secret)
            if DEBUG:
                check_caches(self.g)
            if self.keeper is not None:
                self.keeper.answered()
        except DiceAway:
            self._go_back(before, kept)
            self._record(seat, text, secret)
            self.away = True
        except BaseException:
            self._go_back(before, kept)
            raise

    def _go_back(self, count: int, checkpoints: list[Checkpoint]) -> None:
        self.checkpoints = checkpoints
        self.rests = self._rests_until(count)
        del self.steps[count + 1 :]
        self.restore(count)

    def _record(self, seat: str, text: str, secret: bool = False) -> None:
        play = self.play
        journal = play.journal
        spoken = len(journal.lines)
        self.teller.deeds(play.g, journal.lines, self.doing, bool(self.steps))
        if secret and self.play.is_secret:  # what a seat does in secret is told to it alone
            for line in journal.lines[spoken:]:
                line.only = (seat,)
        self.steps.append(Step(seat, text, journal.lines, journal.barrier, self.epoch, secret))
        journal.lines, journal.barrier = [], False

    def explain(self, seat: str, text: str) -> No | None:
        """Why an answer is not possible; None if it is."""
        return reasons.explain(self, seat, text)

    def why_not(self, seat: str, piece: str, space: str) -> No:
        """Why a unit does not go to a space, or cannot be chosen: the question behind the gesture, also while another is open."""
        return reasons.why_not(self, seat, piece, space)

    def _known_seat(self, seat: str) -> None:
        if seat not in self.setting.players:
            raise Refused(reasons.not_asked(self, seat))

    # undo, rewind, fork

    def consent_needed(self, to: int, by: str) -> set[str]:
        """The seats that must agree before `by` takes the game back to `to` answers: none where nothing was learnt."""
        undone = self.steps[to + 1 :]
        mine = self.seats_with(by) if self.setting.players.get(by) else [s for s, p in self.setting.players.items() if not p]
        if not any(step.barrier or step.seat not in mine for step in undone):
            return set()
        return self.others(by)

    def seats_with(self, seat: str) -> list[str]:
        """The seats of whoever plays a seat, that one first. Seats without a name, and agents, are each alone."""
        players = self.setting.players
        name = players.get(seat, "")
        same = [s for s, player in players.items() if s != seat and name and player == name and not name.startswith("agent:")]
        return [seat, *same]

    def last_decision(self, seats: Iterable[str]) -> int:
        """The number of answers before the newest one of these seats; -1 where they gave none that can be taken back."""
        mine = set(seats)
        for n in range(self.count, self.opening, -1):
            if self.steps[n].seat in mine and not self.steps[n].option.startswith(f"{STANDING} "):
                return n - 1
        return -1

    def others(self, by: str) -> set[str]:
        """The seats of other people. Agents agree to everything."""
        players = self.setting.players
        return {s for s, player in players.items() if player != players.get(by) and not player.startswith("agent:")}

    def undo(self, to: int, by: str, agreed: Iterable[str] = ()) -> None:
        """Take the game back to where `to` answers had been given."""
        if not 0 <= to <= self.count:
            raise Refused(No("", f"the game has {self.count} answers, it cannot go back to {to}"))
        self._known_seat(by)
        missing = self.consent_needed(to, by) - set(agreed)
        if missing:
            names = ", ".join(sorted(missing))
            raise Refused(No("", f"dice or secrets have been seen since, or others have answered: {names} must agree"))
        undone = self.steps[to + 1 :]
        if any(step.barrier for step in undone):
            self.epoch += 1
        self.checkpoints = [c for c in self.checkpoints if c.at <= to]
        self.rests = self._rests_until(to)
        self.restore(to)
        del self.steps[to + 1 :]
        self.away = False
        if self.keeper is not None:
            self.keeper.undone(to, by, sorted(agreed))
        if any(step.option.startswith(NEW_DICE) for step in undone):
            self.renew_dice()  # the seed before them may be known

    def step_of_line(self, number: int) -> int:
        """The number of answers given when a log line was written."""
        starts = self.line_starts
        if not 0 <= number < starts[-1]:
            raise Refused(No("", "the log has no such line"))
        return bisect_right(starts, number) - 1

    def at(self, count: int) -> Session:
        """The game as it was after `count` answers, to look at: a fork that shares nothing with this one."""
        if not 0 <= count <= self.count:
            raise Refused(No("", f"the game has {self.count} answers, there is no position {count}"))
        return self._twin(count, None)

    def still(self) -> Session:
        """The game as it stands, to be copied or looked back at elsewhere while this one goes on. It is not played."""
        twin = Session(self.setting, self.seed)
        twin.played = False
        twin.former, twin.epoch, twin.frozen = self.former[:], self.epoch, sealed_steps(self)
        twin.steps = self.steps[:]
        twin.checkpoints = [replace(point) for point in self.checkpoints]
        return twin

    def veils(self, seat: str) -> bool:
        """Whether something is hidden from a seat now: a sealed answer, or what the title conceals."""
        return self.title.conceals(self.g) and (self.play.sealed > 0 or self.title.veils(self.g, seat))

    def fork(self, seed: bytes | None = None, seat: str | None = None) -> Session:
        """A copy to try things in, with fresh dice from here on: the real ones stay unknown. `seat`: and so does whatever that
        seat may not know; what is hidden from it is dealt again (kernel/veil.py)."""
        seed = seed or fresh_seed()
        if seat is not None and self.veils(seat):
            twin = veiled(self, (seat,), seat, seed, blank=False)
            if twin is not None:
                twin.seed = seed
                twin.play.on_segment, twin.play.on_rest = twin._checkpoint, twin._rest
                twin.g.dice = twin._stream()
                return twin
        twin = self._twin(self.count, seed)
        if seat is not None:
            conceal(self.title, twin.g, seat)
        return twin

    def _twin(self, count: int, seed: bytes | None) -> Session:
        if count == self.count and self.played and self.play.rests and not self.away and not self._has_rest(count):
            self._keep_rest(self._rested(count, len(self.steps[count].lines)))  # nothing is played again
        twin = Session(self.setting, seed)
        twin.epoch = self.epoch
        twin.steps = self.steps[: count + 1]
        twin.checkpoints = [replace(self.nearest(count))]
        twin.rests = self._rests_until(count)[-1:]
        twin.base = count
        twin.restore(count, like=self.g if count == self.count and self.played else None)
        if twin.rests and twin.rests[-1].at > self.checkpoints[-1].at:
            self._keep_rest(twin.rests[-1])  # the next fork near here costs a copy
        return twin

    @property
    def answers(self) -> list[tuple[str, str]]:
        """The answers given since this session was forked (since the start, if it was not)."""
        return [(step.seat, step.option) for step in self.steps[self.base + 1 :]]

    def reapply(self, fork: Session) -> Reapplied:
        """Give the fork's answers here, as far as they are still possible."""
        answers = fork.answers
        for n, (seat, text) in enumerate(answers):
            try:
                self.give(seat, text)
            except Refused as refused:
                return Reapplied(n, len(answers) - n, str(refused), answers[n:])
        return Reapplied(len(answers), 0)

    def give(self, seat: str, text: str, agreed: Iterable[str] = ()) -> None:
        """Give any answer by its text, standing answers and acts at the table included. `agreed`: who agrees to a draw."""
        verb, *words = text.split(" ")
        if verb == STANDING:
            self.stand(seat, " ".join(words[:1]), " ".join(words[1:]))
        elif verb == CONCEDE:
            self.concede(seat)
        elif verb == DRAW:
            self.agree_draw([seat, *agreed])
        elif verb in (NEW_DICE, OLD_DICE):
            raise Refused(No("", "nobody at the table changes the dice"))
        else:
            self.apply(seat, text)

    # checkpoints

    def turn_epoch(self, epoch: int) -> None:
        """Roll from another epoch of the stream from now on."""
        if epoch != self.epoch:
            self.epoch = epoch
            self.g.dice = self._stream()

    def _stream(self) -> Any:
        if self.stream is not None:
            return self.stream
        return NoDice() if self.seed is None else Dice(self.seed, self.epoch)

    def _checkpoint(self, segment: Segment) -> None:
        """Called where a segment starts, inside the step being made."""
        self.reached.add(id(segment))
        self.rests = []
        self.teller.deeds(self.g, self.play.journal.lines, self.doing, bool(self.steps))
        self.doing = ""
        if self.title.pieces:
            self.teller.head(self.g, self.play.journal.lines, segment, map(_lines, reversed(self.steps)))
        at = len(self.steps)
        points = self.checkpoints
        before = points[-1].state if points else None
        if points and points[-1].at == at:
            points.pop()
        like = before if isinstance(before, Game) else None  # checkpoints are copied again before they are played on
        _forget(before)
        points.append(Checkpoint(at, segment.name, len(self.play.journal.lines), self.g.copy(like)))
        for table in self.g.tables.values():
            table.forget(MOVES)
        self.g.tidy(self.title.values_kept)
        thin(points)

    @property
    def segment_start(self) -> int:
        """The number of answers where the present segment started: plans for a segment are kept under it."""
        point = self.checkpoints[-1]
        return point.start if point.rest else point.at

    def _rest(self) -> None:
        """Called where a procedure asks at a rest, inside the step being made."""
        at = len(self.steps)
        before = self.rests[-1] if self.rests else self.checkpoints[-1]
        if at - before.at >= REST_EVERY:
            self._keep_rest(self._rested(at, len(self.play.journal.lines)))

    def _rested(self, at: int, lines: int) -> Checkpoint:
        """The rest at which the game stands; columns not written since the segment's start are shared with its checkpoint."""
        point, last = self.checkpoints[-1], self.play.last
        state = self.g.copy(point.state if isinstance(point.state, Game) else None)
        given = None if last is None else (last[0], last[1].text)
        return Checkpoint(at, point.segment, lines, state, "", True, self.segment_start, given)

    def _has_rest(self, at: int) -> bool:
        return any(kept.at == at for kept in self.rests)

    def _keep_rest(self, point: Checkpoint) -> None:
        if self._has_rest(point.at):
            return
        if self.rests and self.rests[-1].at < point.at:
            _forget(self.rests[-1].state)
        insort(self.rests, point, key=_at)
        if len(self.rests) > MOST_RESTS:
            del self.rests[: MOST_RESTS // 2 : 2]

    def _rests_until(self, count: int) -> list[Checkpoint]:
        """The rests of the newest segment up to so many answers."""
        start = self.checkpoints[-1].at if self.checkpoints else 0
        return [point for point in self.rests if start <= point.at <= count]

    def nearest(self, count: int) -> Checkpoint:
        """The newest checkpoint from which the position after `count` answers can be reached."""
        return nearest(self.checkpoints, count)

    def newest(self, count: int) -> Checkpoint:
        """The same, rests included: the shortest way to a position."""
        rests = [point for point in self.rests if point.at <= count]
        point = self.nearest(count)
        return rests[-1] if rests and rests[-1].at > point.at else point

    def restore(self, count: int, *, checked: bool = False, like: Game | None = None) -> None:
        """Stand again where `count` answers had been given. `checked`: look every answer up on its list. `like`: a game that
        stands there already; what has been computed of it is good here too, and on the way as far as nothing it reads differs."""
        point = self.newest(count)
        if isinstance(point.state, Game):
            g = point.state.copy()
        else:
            g = self.setting.blank()
            same = g.decode(point.state, point.segment)
            if not same:
                self.setting.layout = ""
            elif point.digest and g.digest() != point.digest:
                raise GrognardError("the checkpoint is not the state its digest names", remedy="use an unedited copy of the file")
        recorded = [line.dice for line in self.steps[point.at].lines[point.lines :] if line.die]
        for step in self.steps[point.at + 1 : count + 1]:
            recorded.extend(step.rolls())
        if like is not None and isinstance(point.state, Game):  # its columns have been counted from the same start
            g.lasting.update(like.lasting)
        play = Play(self.title, g, RecordedDice(recorded, self._stream()))
        crossed: list[Segment] = []
        play.on_segment = crossed.append
        play.resume(point.last, rest=point.rest)
        self.play = play
        for n in range(point.at + 1, count + 1):
            give_again(self, play, n, checked)
            if n > count - NEAR and not crossed and play.rests:
                self._keep_rest(self._rested(n, len(self.steps[n].lines)))
        if like is not None and isinstance(point.state, Game) and g.writes == like.writes:
            g.lasting.update(like.lasting)
        g.dice = self._stream()
        play.journal.lines, play.journal.barrier = [], False
        play.on_segment, play.on_rest = self._checkpoint, self._rest
        self.teller.stand_now(self.g)


def _forget(state: object) -> None:
    """Copies are seldom made of an older position: what was computed for it need not be kept."""
    if isinstance(state, Game):
        state.lasting = {}
