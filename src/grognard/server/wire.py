"""The wire: what the API takes and gives. Views are the kernel's own (kernel/present.py)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.kernel.annals import Loss, Luck, Roll, Seal, Swing
from grognard.kernel.present import Points, View

Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Words = Annotated[str, Meta(max_length=400)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """The base of every request: an unknown field is an error."""


# answers


class Trouble(msgspec.Struct, omit_defaults=True):
    """Why not. `code`: a word for programs; `rule`: the rule that forbids it."""

    message: str
    code: str = ""
    rule: str = ""
    remedy: str = ""


class Failure(msgspec.Struct):
    error: Trouble


class Done(msgspec.Struct):
    done: bool = True


class Me(msgspec.Struct):
    """The person who asks. `unseen`: notices not yet looked at."""

    name: str
    guest: bool
    unseen: int = 0


class Hello(msgspec.Struct):
    """What a client should know before anybody has signed in."""

    version: str
    guests: bool
    registration: bool
    me: Me | None = None
    reach: list[str] = []


class SeatInfo(msgspec.Struct):
    """A seat: its person, the agent that plays it, whether it is yours; to whom it is offered, and whether that is you."""

    name: str
    side: str
    player: str = ""
    agent: str = ""
    you: bool = False
    offered: str = ""
    asked: bool = False


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """A clock: `move` gives each answer that long, `game` each seat that long in all. `then`: what happens at zero."""

    kind: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=1, le=366 * 86400)]
    then: Annotated[str, Meta(max_length=40, pattern=r"^(pause|concede|agent:[a-z0-9_:]+)$")] = "pause"


class ClockInfo(msgspec.Struct):
    """A clock with the seconds each seat has left, and the seats whose time runs now."""

    kind: str
    seconds: int
    then: str
    left: dict[str, float]
    running: list[str]


class Wish(msgspec.Struct):
    """What somebody asks of the others (rollback to an answer, draw), and the seats that have still to agree or have agreed.

    Of a rollback: how many answers of each seat would go, and whether dice or secrets were seen since; `view?at=` shows the
    position it leads to.
    """

    kind: str
    by: str
    waiting: list[str]
    to: int | None = None
    agreed: list[str] = []
    answers: dict[str, int] = {}
    seen: bool = False


class Settled(msgspec.Struct):
    """What became of the last wish: agreed, refused or withdrawn, and by whom."""

    kind: str
    how: str
    by: str


class GameInfo(msgspec.Struct):
    """A game as lists and the head of the page show it. `status`: on, over, paused or aside (`trouble`: why it cannot be
    opened). `reasoned`: the newest step whose reason you may read."""

    id: str
    title: str
    scenario: str
    name: str
    status: str
    seats: dict[str, SeatInfo]
    waiting: list[str]
    step: int
    clock: ClockInfo | None
    created: float
    updated: float
    options: dict[str, bool | str]
    paused: bool = False
    paused_by: str = ""
    owner: bool = False
    listed: bool = False
    seeded: bool = False
    commitment: str = ""
    invite: str | None = None
    fork_of: str | None = None
    outcome: dict[str, Any] | None = None
    requests: list[Wish] = []
    settled: Settled | None = None
    archived: bool = False
    thinking: str = ""
    held: bool = False
    standing: list[tuple[str, str, str]] = []
    reasoned: int = 0
    trouble: str = ""


class Games(msgspec.Struct):
    mine: list[GameInfo]
    open: list[GameInfo]


class Seen(msgspec.Struct):
    """A view and its place in the stream of changes."""

    seq: int
    view: View


class Answered(msgspec.Struct):
    """The answer is in the store. `step`: how many answers the game has with it."""

    seq: int
    step: int


class Explained(msgspec.Struct):
    """`way` and `bars`: spaces of a way to draw, and those that bar one. `then`: answers that lead to what is meant.
    `vague`: no rule was found that forbids it, the words only tell what could be answered instead."""

    legal: bool
    rule: str = ""
    reason: str = ""
    way: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    vague: bool = False


class Foretold(msgspec.Struct):
    """Of the answers that were tried at this step: whether dice fall with them at once."""

    step: int
    falls: dict[str, bool]


class Suggested(msgspec.Struct):
    option: str
    reason: str = ""


class Undone(msgspec.Struct, omit_defaults=True):
    done: bool = False
    asked: list[str] = []


class Applied(msgspec.Struct):
    applied: int
    left: int
    reason: str = ""


class Reason(msgspec.Struct):
    """Why an agent gave the answer of a step: its turn in words, its seat."""

    step: int
    turn: str
    seat: str
    text: str


class Series(msgspec.Struct):
    """A figure over time: points are [step, label, value]."""

    key: str
    label: str
    side: str
    points: list[tuple[int, str, float]]


class Stats(msgspec.Struct):
    series: list[Series]


class Mark(msgspec.Struct, array_like=True):
    """A place in a game to jump to: the number of answers, turn, phase or battle, and its words."""

    step: int
    kind: str
    words: str


class Ending(msgspec.Struct):
    """How a game went, once it is over: what scored, where the score turned, losses, luck, and the seeds with every roll."""

    turns: list[tuple[str, int, int]]
    series: list[Series]
    points: list[Points]
    losses: list[Loss]
    luck: list[Luck]
    swings: list[Swing]
    seals: list[Seal]
    rolls: list[Roll]


class ChatLine(msgspec.Struct, rename={"by": "from"}):
    n: int
    by: str
    to: str
    text: str
    at: float


class Notice(msgspec.Struct):
    id: str
    kind: str
    game: str
    text: str
    at: float
    seen: bool


# requests


class Guest(Request):
    name: Name | None = None


class Credentials(Request):
    name: Name
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewGame(Request):
    """A game to create. A seat is `me`, `open` or `agent:NAME`; one that is not named is open."""

    title: Key
    scenario: Annotated[str, Meta(max_length=64)] = ""
    options: dict[str, bool | str] = {}
    seats: dict[str, Annotated[str, Meta(max_length=64)]] = {}
    name: Annotated[str, Meta(max_length=60)] = ""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)] | None = None
    clock: Clock | None = None
    listed: bool | None = None


class Arrangement(Request):
    """A scenario and optional rules, before a game is made of them."""

    scenario: Annotated[str, Meta(max_length=64)] = ""
    options: dict[str, bool | str] = {}


class Join(Request):
    """Sit down (`seat`), or watch (no seat). A game that is not listed wants the token of its invitation."""

    seat: Annotated[str, Meta(max_length=64)] = ""
    token: Annotated[str, Meta(max_length=64)] = ""


class HandOver(Request):
    """Who holds a seat from now on: `me` (also to accept one that is offered), `open`, `agent:NAME`, `user:NAME` (who is asked
    first), or `nobody`: the offer is declined or withdrawn."""

    to: Annotated[str, Meta(min_length=2, max_length=64)]


class Answer(Request):
    """`step`: the view's when the question was seen; `key`: the same for every try of one answer. `hold`: if the turn is
    over with it, agents wait until they are told to go on (agent/resume), so that it can still be taken back. `calm`: nothing
    is done if dice fall with it that it did not announce (428, `rolls`)."""

    seat: Key
    option: Words
    step: Count
    key: Key
    hold: bool = False
    calm: bool = False


class Try(Request):
    seat: Key
    option: Words


class Weigh(Try):
    """`step`: the view's when the answer was seen; where that very answer has come first its odds are those from before it."""

    step: Count | None = None


class Foretell(Request):
    seat: Key
    step: Count


class Gesture(Request):
    """A unit towards a space; either may be missing."""

    seat: Key
    piece: Annotated[str, Meta(max_length=64)] = ""
    space: Annotated[str, Meta(max_length=64)] = ""


class ForSeat(Request):
    seat: Key


class Suggest(Request):
    seat: Key
    agent: Annotated[str, Meta(max_length=40)] = ""


class Undo(Request):
    """Back to where `to` answers had been given, or to the start of the segment."""

    to: Count | Literal["segment"]


class Agree(Request):
    agree: bool


class Pause(Request):
    paused: bool


class Stand(Request):
    seat: Key
    kind: Annotated[str, Meta(min_length=1, max_length=64)]
    condition: Annotated[str, Meta(max_length=64)] = ""


class Say(Request):
    """`to`: all, side (your own; with seats on several sides: side:KEY)."""

    to: Annotated[str, Meta(max_length=64)]
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Wishes(Request):
    """Where notices go besides the page; empty: nowhere. `delay`: seconds a turn may wait before a message is sent."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    mail: Annotated[str, Meta(max_length=200)] = ""
    delay: Annotated[int, Meta(ge=0, le=7 * 86400)] = 60


class Rename(Request):
    """What is to change of a game's head: its name and whether it is listed (its owner says), whether you have put it away."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    listed: bool | None = None
    archived: bool | None = None
