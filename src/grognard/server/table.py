"""A table: one live game with its people, seats, clocks and audiences.

It decides who may do what and keeps the game in memory; hall.py brings tables in from the store and writes what they change.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.kernel.dice import Unannounced
from grognard.kernel.figures import figures, sample_label
from grognard.kernel.flow import Ask
from grognard.kernel.present import View, view
from grognard.kernel.session import Session
from grognard.server import clocks
from grognard.server.rows import REASONS_KEPT, Change, GameRow, Loaded, News, ReasonRow, SeatRow
from grognard.server.streams import LOG_TAIL, Audience, Known, Stream
from grognard.server.troubles import Clash, NotYours, Rolls, Stale, no_game
from grognard.server.wire import Answered, ClockInfo, GameInfo, SeatInfo, Settled, Wish

if TYPE_CHECKING:
    from grognard.server.sockets import Socket

CHECKPOINTS = 4
FAR = 250
KEYS_KEPT = 400
Sample = tuple[int, str, dict[str, Any]]
AT_ONCE = 0.004  # seconds of views that are built on the loop


class Table:
    """One game and everybody at it."""

    def __init__(self, loaded: Loaded, session: Session, names: dict[str, str]) -> None:
        self.session: Session
        self.row: GameRow
        self.names = names
        self.renew(loaded, session)
        self.lock = asyncio.Lock()
        self.streams: dict[Audience, Stream] = {}
        self.sockets: set[Socket] = set()
        self.questions: dict[str, tuple[Ask, int]] = {}
        self.thinking = ""
        self.held = False
        self.unread = 0  # older positions of the file it came from that nobody has looked at yet
        self.thinker: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.telling = False
        self.heft = AT_ONCE * 1.01  # seconds that the views of a change took lately
        self.sides = {s.key: s.side for s in session.title.seats(session.setting.scenario, session.setting.options)}
        self.seat_names = {s.key: s.name for s in session.title.seats(session.setting.scenario, session.setting.options)}
        self.name_players()
        self.note_questions()

    @property
    def id(self) -> str:
        return self.row.id

    # what the store holds

    def renew(self, loaded: Loaded, session: Session) -> None:
        """Take a game over as it comes from the store; who looks at the table stays."""
        self.row, self.session = loaded.game, session
        self.seats: dict[str, SeatRow] = {seat.seat: seat for seat in loaded.seats}
        self.watchers = loaded.watchers
        self.answered: OrderedDict[str, tuple[int, str, str]] = OrderedDict(loaded.answered)
        self.sampled = loaded.sampled
        self.reasons = loaded.reasons
        self.reasoned = loaded.reasons[-1].step if loaded.reasons else 0
        self.stored = session.count
        self.given = loaded.given
        self.points = [point.at for point in loaded.checkpoints]

    def continues(self, news: News) -> bool:
        """Whether what another server added can be played on here: the same dice, and nothing of ours that is not stored."""
        dice = (news.game.seed, news.game.former, news.game.epoch)
        return dice == (self.row.seed, self.row.former, self.row.epoch) and self.session.count == self.stored

    def go_on(self, news: News) -> None:
        """Play on what another server added."""
        session = self.session
        if news.checkpoints:
            session.rests = []
        session.checkpoints.extend(news.checkpoints)
        session.steps.extend(news.steps)
        if news.steps:
            session.restore(session.count)
        self.row, self.seats = news.game, {seat.seat: seat for seat in news.seats}
        for key, answer in news.answered.items():
            self.answered[key] = answer
        while len(self.answered) > KEYS_KEPT:
            self.answered.popitem(last=False)
        self.sampled = news.sampled
        self.reasons = [*self.reasons, *news.reasons][-REASONS_KEPT:]
        self.reasoned = self.reasons[-1].step if self.reasons else 0
        self.stored, self.given = session.count, news.given
        self.points.extend(point.at for point in news.checkpoints)

    def followed(self) -> None:
        """The table stands as another server left it: a question that was open before is still the same one."""
        before = self.questions
        self.name_players()
        self.note_questions()
        for seat, (ask, since) in self.questions.items():
            old = before.get(seat)
            if old is None or old[1] > since or any(step.seat == seat for step in self.session.steps[old[1] + 1 :]):
                continue
            if (old[0].prompt, old[0].rule) == (ask.prompt, ask.rule) and _texts(old[0]) == _texts(ask):
                self.questions[seat] = (ask, old[1])

    # people

    def name_players(self) -> None:
        """Tell the session who plays: it decides whose consent an undo needs."""
        for seat, row in self.seats.items():
            held = self.names.get(row.person, row.person)
            self.session.setting.players[seat] = held or (f"agent:{row.agent}" if row.agent else "")

    def seats_of(self, person: str) -> tuple[str, ...]:
        return tuple(seat for seat, row in self.seats.items() if person and row.person == person)

    def people(self) -> dict[str, list[str]]:
        """Everybody who holds a seat, with their seats; also those for whom an agent plays for a time."""
        found: dict[str, list[str]] = {}
        for seat, row in self.seats.items():
            if row.person:
                found.setdefault(row.person, []).append(seat)
        return found

    def may_see(self, person: str, token: str = "") -> bool:
        if self.row.listed or (token and token == self.row.invite):
            return True
        return person == self.row.owner or person in self.watchers or any(
            person and person in (row.person, row.offered) for row in self.seats.values()
        )

    def check_sees(self, person: str, token: str = "") -> None:
        if not self.may_see(person, token):
            raise no_game()

    def check_holds(self, person: str, seat: str) -> SeatRow:
        """The seat, if this person plays it."""
        self.check_sees(person)
        row = self.seats.get(seat)
        if row is None or row.person != person:
            raise NotYours(f"the seat {seat} is not yours", remedy="answer for your own seats")
        if row.agent:
            raise NotYours(f"an agent plays {seat} for you", remedy="take the seat back first")
        return row

    def check_concerned(self, person: str) -> tuple[str, ...]:
        """The seats of a person who is asked what is agreed, also while an agent plays for them."""
        self.check_sees(person)
        seats = self.seats_of(person)
        if not seats:
            raise NotYours("you hold no seat in this game", remedy="join it first")
        return seats

    def check_plays(self, person: str) -> tuple[str, ...]:
        """The seats of a person who must have one."""
        self.check_sees(person)
        seats = tuple(seat for seat in self.seats_of(person) if not self.seats[seat].agent)
        if not seats:
            raise NotYours("you hold no seat in this game", remedy="join it first")
        return seats

    def check_directs(self, person: str) -> None:
        """Players direct a game; so does its owner, who may have given every seat away."""
        if person != self.row.owner:
            self.check_plays(person)

    def check_running(self) -> None:
        if self.session.outcome is not None:
            raise Clash("the game is over")
        if self.row.paused:
            raise Clash("the game is paused", remedy="resume it first")

    def sides_of(self, person: str) -> set[str]:
        return {self.sides[seat] for seat in self.seats_of(person)}

    # what people see

    def audience(self, person: str, wanted: str = "") -> Audience:
        """Whose view a person gets: of the wanted seat, else of all their seats."""
        seats = self.seats_of(person)
        if wanted:
            if wanted not in seats:
                raise NotYours(f"the seat {wanted} is not yours", remedy="look from your own seats")
            seats = (wanted,)
        return Audience(seats, tuple(s for s in seats if not self.seats[s].agent))

    def view(self, audience: Audience) -> View:
        """What an audience sees now; the picture is that of its first seat that is asked."""
        seats = audience.seats
        if len(seats) > 1:
            pending = self.session.pending
            seats = (*(s for s in seats if s in pending), *(s for s in seats if s not in pending))
        shown = view(self.session, seats, log_from=max(0, self.session.line_starts[-1] - LOG_TAIL))
        if len(audience.asked) != len(audience.seats) or self.row.paused:
            shown.questions = [q for q in shown.questions if q.seat in audience.asked and not self.row.paused]
        return shown

    def stream(self, audience: Audience, known: Known | None = None) -> Stream:
        """The stream of an audience, up to date."""
        stream = self.streams.get(audience)
        if stream is None:
            stream = self.streams[audience] = Stream(audience)
        now = self._moment()
        if stream.made != now:
            stream.advance(self.view(audience), known)
            stream.made = now
        return stream

    def _moment(self) -> tuple[Any, ...]:
        return self.row.revision, self.session.count, self.row.paused

    async def refresh(self, audiences: Collection[Audience]) -> None:
        """Bring the streams of these audiences up to date; where that takes long, beside the loop. The caller holds the lock."""
        now = self._moment()
        old = [a for a in audiences if (stream := self.streams.get(a)) is None or stream.made != now]
        if old and self.heft > AT_ONCE:
            await asyncio.to_thread(self._make, old)
        elif old:
            self._make(old)

    def _make(self, audiences: Collection[Audience]) -> None:
        """Build views one after the other: what they share is made and compared once."""
        known: Known = {}
        start = time.thread_time()
        for audience in audiences:
            self.stream(audience, known)
        self.heft = max(time.thread_time() - start, self.heft * 0.98)

    def past(self, still: Session, audience: Audience, at: int) -> View:
        """The view as it was after `at` answers, with nothing to answer; made beside the game, which goes on."""
        then = still.at(at)
        shown = view(then, audience.seats, log_from=max(0, then.line_starts[-1] - LOG_TAIL))
        shown.questions = []
        shown.can_undo = False
        return shown

    def info(self, person: str) -> GameInfo:
        row, session = self.row, self.session
        info = game_info(row, self.seats.values(), person, self.names, self.seat_names, self.sides)
        info.requests = self.requests()
        settled = row.offers.get("settled")
        info.settled = Settled(*settled) if settled else None
        info.thinking = self.thinking
        info.held = self.held
        info.reasoned = max((reason.step for reason in self.reasons_for(person)), default=0)
        info.commitment = session.commitment
        for key, condition in session.g.standing.items():
            seat, _, kind = key.partition(" ")
            if self.seats[seat].person == person:
                info.standing.append((seat, kind, condition))
        return info

    # why agents did what they did

    def keep_reason(self, turn: str, seat: str, words: str) -> None:
        """Keep why an agent gave the newest answer: what it has not told in this turn already (a plan may be made again while it
        is carried out). Answers in secret stay without words."""
        session = self.session
        earlier = [r.words for r in self.reasons if (r.turn, r.seat) == (turn, seat)]
        told = {part.partition(": ")[0] for said in earlier for part in said.split("; ")}
        new = "; ".join(part for part in words.split("; ") if part.partition(": ")[0] not in told)
        if new and not session.steps[-1].secret:
            self.reasons.append(ReasonRow(session.count, turn, seat, new))

    def reasons_for(self, person: str) -> list[ReasonRow]:
        """The reasons a person may read: those of past turns, and of a seat of their own at once.

        Agents see the whole board: where anything is hidden, nobody reads their reasons before the game is over.
        """
        if self.session.outcome is not None:
            return self.reasons
        if self.session.title.conceals(self.session.g):
            return []
        now = turn_label(self.session)
        return [reason for reason in self.reasons if reason.turn != now or (person and self.seats[reason.seat].person == person)]

    # answers

    def note_questions(self) -> None:
        """Remember since which step each open question stands: two seats may answer one question at the same time."""
        count = self.session.count
        self.questions = {
            seat: self.questions[seat] if seat in self.questions and self.questions[seat][0] is ask else (ask, count)
            for seat, ask in self.session.pending.items()
        }

    def repeated(self, key: str, seat: str, option: str) -> int | None:
        """The step at which this very answer was taken already."""
        known = self.answered.get(key)
        if known is None:
            return None
        if known[1:] != (seat, option):
            raise Clash("this key was used for another answer", remedy="use a new key for every answer")
        return known[0]

    def answer(self, person: str, seat: str, option: str, step: int, hold: bool = False, calm: bool = False) -> None:
        """Give an answer. `hold`: where the turn is over with it and agents follow, they wait for word to go on. `calm`: not if
        unannounced dice fall with it."""
        self.check_holds(person, seat)
        self.check_running()
        known = self.questions.get(seat)
        if not (known[1] if known else self.session.count) <= step <= self.session.count:
            raise Stale(
                f"the game has {self.session.count} answers, this one was given to step {step}", remedy="look again"
            )
        turn, own = turn_label(self.session), isinstance(self.session.play.question, Ask)
        try:
            self.session.apply(seat, option, calm=calm)
        except Unannounced as error:
            raise Rolls(error.message, remedy=error.remedy) from None
        follow = self.session.pending
        over = hold and own and turn_label(self.session) != turn and not self.session.steps[-1].barrier
        self.held = over and bool(follow) and all(self.seats[s].agent for s in follow)
        clocks.moved(self.row, self.seats[seat], clocks.now())

    def answered_now(self, key: str, seat: str, option: str) -> None:
        self.answered[key] = (self.session.count, seat, option)
        if len(self.answered) > KEYS_KEPT:
            self.answered.popitem(last=False)

    def receipt(self, person: str, step: int) -> Answered:
        """What an answer gets back: its step, and the number the change will have in the stream of who answered."""
        stream = self.streams.get(self.audience(person))
        if stream is None or stream.view is None:
            return Answered(0, step)
        return Answered(stream.seq + (stream.view.step != self.session.count), step)

    # agreements

    def missing_consent(self, wish: Mapping[str, Any] | None = None) -> set[str]:
        """The seats whose people have still to agree to a rollback (None: to the one that is asked for)."""
        asked = wish or self.row.offers.get("rollback")
        if not asked or asked["to"] > self.session.count:
            return set()
        needed = self.session.consent_needed(asked["to"], asked["by"])
        return {seat for seat in needed if (person := self.seats[seat].person) and person not in asked["agreed"]}

    def requests(self) -> list[Wish]:
        """What is asked of people now."""
        found = []
        rollback, draw = self.row.offers.get("rollback"), self.row.offers.get("draw")
        if rollback:
            undone = self.session.steps[rollback["to"] + 1 :]
            agreed = sorted(seat for seat, row in self.seats.items() if row.person in rollback["agreed"])
            answers = dict(Counter(step.seat for step in undone if step.seat))
            seen = any(step.barrier for step in undone)
            wish = Wish("rollback", rollback["by"], sorted(self.missing_consent()), rollback["to"], agreed, answers, seen)
            found.append(wish)
        if draw:
            waiting = [seat for person, seats in self.people().items() if person not in draw for seat in seats]
            by = next((seat for person, seats in self.people().items() if person in draw for seat in seats), "")
            agreed = sorted(seat for seat, row in self.seats.items() if row.person in draw)
            found.append(Wish("draw", by, waiting, agreed=agreed))
        return found

    def check_reaches(self, at: int) -> None:
        """A what-if, or a game from a file, may hold nothing from before its first checkpoint."""
        first = self.session.checkpoints[0].at
        if at < first and self.unread:
            raise Clash(f"what was before step {first} is still being checked: {self.unread} positions", remedy="look again soon")
        if at < first:
            raise Clash(f"this copy begins at step {first}", remedy="look at the real game for what was before")

    def undo(self, to: int, by: str) -> None:
        self.check_reaches(to)
        self.session.undo(to, by, self.seats)

    # what is to be stored

    def mark(self) -> tuple[Any, ...]:
        """By which one sees whether anything at the table has changed."""
        session, dice = self.session, (self.session.epoch, self.session.seed)
        return session.count, session.steps[-1], *dice, msgspec.json.encode((self.row, list(self.seats.values())))

    def change(
        self, undone_to: int | None = None, keys: Iterable[tuple[str, str, str]] = (), samples: Sequence[Sample] = ()
    ) -> Change:
        """Everything that differs from the store since the last time."""
        session, row, now = self.session, self.row, time.time()
        first = self.stored + 1 if undone_to is None else undone_to + 1
        outcome = session.outcome
        row.updated, row.epoch, row.step = now, session.epoch, session.count
        row.seed, row.former = session.seed, [seed.hex() for seed in session.former]
        row.status = "over" if outcome else "on"
        row.outcome = msgspec.to_builtins(outcome) if outcome else None
        row.waiting = list(session.pending)
        clocks.turn(row, self.seats, clocks.now())
        change = Change(row, list(self.seats.values()), undone_to)
        change.steps = [(n, session.steps[n]) for n in range(first, session.count + 1)]
        change.answered = [(key, session.count, seat, option) for key, seat, option in keys]
        point = session.checkpoints[-1]
        if undone_to is not None:
            self.points = [at for at in self.points if at <= undone_to]
            self.reasons = [reason for reason in self.reasons if reason.step <= undone_to]
            self.reasoned = min(self.reasoned, undone_to)
        if not self.points or point.at > self.points[-1]:
            change.checkpoints = [point]
            if len(self.points) > CHECKPOINTS and self.points[-CHECKPOINTS] - self.points[-CHECKPOINTS - 1] < FAR:
                change.superseded = self.points[-CHECKPOINTS]
        change.samples = samples
        change.reasons = [reason for reason in self.reasons if reason.step > self.reasoned]
        return change

    def stored_now(self, change: Change) -> None:
        """The change is committed."""
        self.row.revision += 1
        self.stored = self.session.count
        if change.steps:
            self.given = self.row.updated
        elif change.undone_to is not None:
            self.given = -1.0
        self.points.extend(point.at for point in change.checkpoints)
        if change.superseded is not None:
            self.points.remove(change.superseded)
        if change.samples:
            self.sampled = change.samples[-1][1]
        if change.reasons:
            self.reasoned = change.reasons[-1].step
            del self.reasons[:-REASONS_KEPT]
        self.note_questions()

    async def samples(self) -> list[Sample]:
        """Public figures for the charts, taken when the place in the sequence of play has new first words (a new turn)."""
        label = sample_label(self.session)
        if label == self.sampled:
            return []
        slow = self.heft > AT_ONCE
        return [(self.session.count, label, await asyncio.to_thread(figures, self.session) if slow else figures(self.session))]


def _texts(ask: Ask) -> list[str]:
    return [option.text for option in ask.options]


def new_row(title: str, session: Session, owner: str, name: str) -> GameRow:
    """The row of a game that is new to the store."""
    now, setting = time.time(), session.setting
    id, invite = secrets.token_urlsafe(12), secrets.token_urlsafe(12)
    head = (id, title, setting.title.version, setting.scenario, dict(setting.options), name, owner, "on")
    dice = (session.seed, False, session.epoch)
    former = [seed.hex() for seed in session.former]
    return GameRow(*head, *dice, now, now, False, invite, None, False, "", 0, {}, None, None, session.count, [], former)


def turn_label(session: Session) -> str:
    """The turn as reasons name it: every word the title has for it, with the power in turn."""
    return ", ".join(session.title.segment_label(session.g)) or sample_label(session)


def game_info(
    row: GameRow,
    seats: Iterable[SeatRow],
    person: str,
    names: dict[str, str],
    seat_names: dict[str, str],
    sides: dict[str, str],
) -> GameInfo:
    """What a person may know of a game's head. The invitation is for those who sit at the table or own it."""
    shown = {}
    inside = person == row.owner
    clock = ClockInfo(row.clock["kind"], row.clock["seconds"], row.clock["then"], {}, []) if row.clock else None
    for seat in seats:
        left = clocks.left(row, seat, clocks.now())
        if clock and left is not None:
            clock.left[seat.seat] = round(left, 1)
            clock.running.extend([seat.seat] if seat.asked is not None else [])
        yours = bool(person) and seat.person == person
        inside = inside or yours
        shown[seat.seat] = SeatInfo(
            seat_names.get(seat.seat, seat.seat), sides.get(seat.seat, ""), names.get(seat.person, ""), seat.agent, yours,
            names.get(seat.offered, "") if seat.offered else "", bool(person) and seat.offered == person,
        )
    return GameInfo(
        row.id,
        row.title,
        row.scenario,
        row.name,
        "over" if row.status == "over" else "paused" if row.paused else "on",
        shown,
        row.waiting,
        row.step,
        clock,
        row.created,
        row.updated,
        row.options,
        paused=row.paused,
        paused_by=str(row.offers.get("paused", "")) if row.paused else "",
        owner=person == row.owner,
        listed=row.listed,
        seeded=row.seeded,
        invite=row.invite if inside else None,
        fork_of=row.fork_of or None,
        outcome=row.outcome,
    )
