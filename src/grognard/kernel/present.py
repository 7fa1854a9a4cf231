"""What a seat gets to see: pieces, tracks, panels, the question with its options, and the log.

A view is built for a seat on the server; nothing is filtered in the browser. Titles fill a Picture; the rest is made here.
Every struct is the wire form a client reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.kernel.acts import Subject
from grognard.kernel.flow import Ask, Option, Secret, Window
from grognard.kernel.sequence import place
from grognard.kernel.state import Game, Row

if TYPE_CHECKING:
    from grognard.kernel.session import Session


G = TypeVar("G", bound=Game)
T = TypeVar("T")


def shown(make: Callable[[G], T]) -> Callable[[G], T]:
    """A part of the picture that is the same for every seat: made once for each state and shared by all who look at it. It
    reads columns, scalars and lists alone, and nobody changes what it gives."""

    @wraps(make)
    def once(g: G) -> T:
        kept = g.derived.get((shown, make))
        if kept is None or kept[0] != g.writes[0]:
            kept = g.derived[shown, make] = (g.writes[0], make(g))
        value: T = kept[1]
        return value

    return once


def shown_of(source: Callable[[G], object]) -> Callable[[Callable[[G], T]], Callable[[G], T]]:
    """A part of the picture that is made of one kept value alone: as long as the game gives the same object for that value, the
    part is the one shown before."""

    def part(make: Callable[[G], T]) -> Callable[[G], T]:
        @wraps(make)
        def once(g: G) -> T:
            basis = source(g)
            kept = g.derived.get((shown_of, make))
            if kept is None or kept[0] is not basis:
                kept = g.derived[shown_of, make] = (basis, make(g))
            value: T = kept[1]
            return value

        return once

    return part


def counters(g: Game, looks: Mapping[int, tuple[Any, ...]], make: Callable[[int], Piece]) -> list[Piece]:
    """The counters of these units; one that looks as it did is the counter shown before."""
    kept: dict[int, tuple[tuple[Any, ...], Piece]] = g.derived.get((counters, ()), {})
    now = {}
    for unit, look in looks.items():
        before = kept.get(unit)
        now[unit] = before if before is not None and before[0] == look else (look, make(unit))
    g.derived[counters, ()] = now
    return [piece for _, piece in now.values()]


class Side(msgspec.Struct, frozen=True):
    """A party or power as a client shows it: key, name, colour and the colour of writing on it."""

    key: str
    name: str
    colour: str
    ink: str = "#ffffff"


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter. `sidc` is a NATO symbol code, else `glyph` names a drawing; `numbers` are printed along the lower edge."""

    id: str
    at: str
    side: str
    name: str
    glyph: str = ""
    sidc: str = ""
    numbers: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    count: int = 1
    kind: str = ""
    note: str = ""


class Marker(msgspec.Struct, omit_defaults=True):
    """Something that lies on a space and is no piece: a factory, damage, a closed strait."""

    at: str
    kind: str
    text: str = ""
    side: str = ""


class Track(msgspec.Struct, omit_defaults=True):
    """A number that players watch: the turn, money, victory points."""

    key: str
    label: str
    value: float | int | str
    limit: float | int | None = None
    side: str = ""


class Peg(msgspec.Struct, omit_defaults=True):
    """A marker on a drawn track: its words, whose it is, and its tier (-1 above its square, 0 in it, 1 below)."""

    label: str
    side: str = ""
    tier: int = 0
    note: str = ""
    about: tuple[str, ...] = ()


class Square(msgspec.Struct, omit_defaults=True):
    """A square of a drawn track: what is printed in it, whose end of the track it is, what it means. `bar`: "before" or "after",
    where a bar makes the way harder; `sign`: what stands beside it, such as a turn."""

    name: str
    side: str = ""
    note: str = ""
    bar: str = ""
    sign: str = ""
    pegs: list[Peg] = []
    about: tuple[str, ...] = ()


class Panel(msgspec.Struct, omit_defaults=True):
    """A table or a text beside the board. `about` ties rows to spaces and pieces (tokens), one tuple per row. `squares`: a track
    or a row of boxes that is drawn, in its order."""

    key: str
    title: str
    columns: tuple[str, ...] = ()
    rows: list[list[str | int | float]] = []
    about: list[tuple[str, ...]] = []
    text: str = ""
    group: str = ""
    squares: list[Square] = []


class Picture(msgspec.Struct, omit_defaults=True):
    """All that a title shows of a state."""

    pieces: list[Piece] = []
    control: dict[str, str] = {}
    markers: list[Marker] = []
    tracks: list[Track] = []
    panels: list[Panel] = []
    overlays: dict[str, dict[str, str]] = {}


class Label(msgspec.Struct, omit_defaults=True):
    """An option as a client shows it: words for a button or a list, and what it lights up on the board."""

    text: str
    words: str
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    group: str = ""
    hint: str = ""
    final: bool = False
    """It cannot be taken back without the consent of others: a client asks once more."""
    rolls: bool = False
    """Dice are rolled, or something is revealed, as soon as it is given."""
    many: bool = False
    """It acts for every unit of a sort at once."""
    idle: bool = False
    """It leads to nothing: a unit taken into the hand could only stay. A client does not light it."""
    hand: bool = False
    """It takes a unit into the hand: what it does is asked next. Until then the pick can be taken back like any answer."""
    along: bool = False
    """It takes one more unit along with the one in the hand."""
    stays: bool = False
    """The unit in the hand does nothing: a client takes the pick back instead, so that staying is not final."""
    price: int = 0
    """What it costs now, in the money of its question (Question.purse)."""
    item: str = ""
    """What is ordered with it: answers of one item order more or less of the same."""

    @staticmethod
    def of(g: Any, option: Option, words: str = "") -> Label:
        """Read the arguments: rows of the table of spaces light spaces, other rows light pieces."""
        spaces = tuple(a.token for a in option.args if isinstance(a, Row) and a.table.spaces)
        pieces = tuple(a.token for a in option.args if isinstance(a, Row) and not a.table.spaces)
        plain = " ".join([option.verb.replace("_", " ").capitalize(), *(_words(a) for a in option.args)])
        return Label(option.text, words or plain, spaces, pieces, hand=option.verb == "pick" and len(pieces) == 1 and not spaces)


def _words(argument: int | str | Row) -> str:
    return argument.label if isinstance(argument, Row) else str(argument).replace("_", " ")


class Points(msgspec.Struct, omit_defaults=True):
    """What a side has points for: a place it holds, an objective, a loss (below nothing)."""

    side: str
    what: str
    points: float
    rule: str = ""


class Throw(msgspec.Struct, frozen=True):
    """For whom dice were thrown, and how many faces of a die were what that side wanted; 0: more than a number decides."""

    side: str
    good: int = 0


class Purse(msgspec.Struct):
    """What there is to spend on the answers of a question, and in which money. `whose`: where several have purses, each."""

    have: int
    unit: str
    whose: str = ""


class Question(msgspec.Struct, omit_defaults=True):
    """What a seat is asked, with every legal answer. `kind`: ask, secret or window."""

    seat: str
    kind: str
    prompt: str
    rule: str
    options: list[Label]
    crumbs: list[tuple[str, str]]
    window: str = ""
    subject: dict[str, Any] = {}
    """What is asked about: `kind`, and the declared fields of the title's subject, rows by their tokens."""
    purse: Purse | None = None


class LogLine(msgspec.Struct, omit_defaults=True):
    """A line of the log: `step` is the number of answers given when it was written; `dice` are the faces of a roll; `deed` tells
    who went where (Deed); `by` is the seat whose answer it followed from; `head` names the turn and segment that begins.

    What a client must know besides the words is in codes, so that the words may be in any language: `fate` of the units of a
    deed that left the board (lost) or came to it (came), the faces that are a success (`good`, from the one to the other), the
    table that was read, the labels of its line and the roll with all that was added to it (`cell`), where the dice fell (`at`)
    and who has a part in it (`who`)."""

    number: int
    step: int
    text: str
    rule: str = ""
    about: tuple[str, ...] = ()
    die: str = ""
    dice: tuple[int, ...] = ()
    deed: Any = None
    by: str = ""
    head: tuple[str, ...] = ()
    fate: str = ""
    good: tuple[int, int] | None = None
    cell: tuple[str, tuple[str, ...], int] | None = None
    at: str = ""
    who: tuple[str, ...] = ()


class Back(msgspec.Struct, omit_defaults=True):
    """Where Undo leads: the number of answers before one's own last decision, how many answers go, whether dice were rolled or
    something was revealed since, and the seats that must agree."""

    to: int
    answers: int
    rolled: bool = False
    asks: list[str] = []


class View(msgspec.Struct, omit_defaults=True):
    """Everything a client needs to show a game to one seat."""

    title: str
    scenario: str
    seat: str | None
    step: int
    place: tuple[str, ...]
    picture: Picture
    questions: list[Question]
    waiting: list[str]
    log: list[LogLine]
    outcome: dict[str, Any] | None = None
    can_undo: bool = False
    back: Back | None = None


def question_view(session: Session, ask: Ask) -> Question:
    """One open question, ready to show."""
    g = session.g
    asked = session.play.question
    kind = "secret" if session.play.is_secret else "window" if isinstance(asked, Window) else "ask"
    labels = []
    company = bool(session.others(ask.seat))
    for option in ask.options:
        label = session.title.label(g, ask, option)
        label.rolls = isinstance(asked, Secret) or session.title.final(g, ask, option)
        label.final = company and label.rolls
        labels.append(label)
    return Question(
        ask.seat,
        kind,
        ask.prompt,
        ask.rule,
        labels,
        [(c.what, c.rule) for c in session.play.crumbs_of(ask.seat)],
        asked.kind if isinstance(asked, Window) else "",
        ask.subject.public(g) if isinstance(ask.subject, Subject) else {},
        session.title.purse(g, ask),
    )


def view(session: Session, seats: tuple[str, ...], *, log_from: int = 0) -> View:
    """What a person at these seats sees (no seat: a spectator)."""
    g = session.g
    seat = seats[0] if seats else None
    pending = session.pending
    outcome = session.outcome
    return View(
        session.title.code,
        g.scenario,
        seat,
        session.count,
        (*session.title.segment_label(g), *place(session.title.sequence, g)),
        session.title.picture(g, seat),
        [question_view(session, ask) for ask in pending.values() if ask.seat in seats],
        list(pending),
        session.log_lines(seats, log_from),
        msgspec.to_builtins(outcome) if outcome else None,
        bool(seats) and session.count > 0 and not session.consent_needed(session.count - 1, seats[0]),
        back(session, seats),
    )


def back(session: Session, seats: tuple[str, ...]) -> Back | None:
    """Where Undo leads a person at these seats."""
    to = session.last_decision(seats)
    if to < 0:
        return None
    rolled = any(step.barrier for step in session.steps[to + 1 :])
    return Back(to, session.count - to, rolled, sorted(session.consent_needed(to, session.steps[to + 1].seat)))
