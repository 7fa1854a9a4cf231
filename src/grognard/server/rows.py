"""Rows of the store: what they hold, and how a game is written to and read from them. The tables and queries are store.py."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from grognard.kernel.history import Checkpoint, Step
from grognard.kernel.play import Line
from grognard.kernel.state import Game
from grognard.server.database import Conflict, Connection

log = logging.getLogger(__name__)

REASONS_KEPT = 400


class PersonRow(msgspec.Struct):
    """Somebody with an account, or a guest."""

    id: str
    name: str
    folded: str
    password: str
    guest: bool
    created: float
    webhook: str = ""
    mail: str = ""
    delay: int = 60


class GameRow(msgspec.Struct):
    """A game as the store lists it. `status`: on or over. `deadline`: when the first clock runs out. `seeded`: somebody may know
    its dice. `former`: seeds that rolled before. `revision`: how often it was written; a write names the one it was made on."""

    id: str
    title: str
    version: str
    scenario: str
    options: dict[str, bool | str]
    name: str
    owner: str
    status: str
    seed: bytes | None
    seeded: bool
    epoch: int
    created: float
    updated: float
    listed: bool
    invite: str
    clock: dict[str, Any] | None
    paused: bool
    fork_of: str
    fork_at: int
    offers: dict[str, Any]
    outcome: dict[str, Any] | None
    deadline: float | None
    step: int
    waiting: list[str]
    former: list[str] = []
    revision: int = 0


class SeatRow(msgspec.Struct):
    """A seat: its person (empty: open), the agent that plays it, the time it has used and since when it is asked; to whom it is
    offered and by whom; everybody who has left it and knows what it hid."""

    seat: str
    person: str
    agent: str = ""
    used: float = 0.0
    asked: float | None = None
    offered: str = ""
    giver: str = ""
    looked: list[str] = []


class Said(msgspec.Struct):
    """A line of chat. `dest`: all, or the side that may read it."""

    n: int
    name: str
    dest: str
    words: str
    said: float


class ReasonRow(msgspec.Struct):
    """Why an agent gave the answer of a step, and the turn in which it did."""

    step: int
    turn: str
    seat: str
    words: str


class NoticeRow(msgspec.Struct):
    """A notice to a person. `due`: when it goes out by webhook and mail (None: it is out, or it is not wanted)."""

    id: str
    person: str
    game: str
    kind: str
    words: str
    made: float
    seen: bool = False
    due: float | None = None
    tries: int = 0


@dataclass(slots=True)
class Change:
    """All that one act at a table changes, written in one transaction."""

    game: GameRow
    seats: Sequence[SeatRow] = ()
    undone_to: int | None = None
    steps: Sequence[tuple[int, Step]] = ()
    checkpoints: Sequence[Checkpoint] = ()
    superseded: int | None = None
    answered: Sequence[tuple[str, int, str, str]] = ()
    samples: Sequence[tuple[int, str, dict[str, Any]]] = ()
    reasons: Sequence[ReasonRow] = ()
    notices: list[NoticeRow] = field(default_factory=list)


@dataclass(slots=True)
class Loaded:
    """A game as it comes from the store."""

    game: GameRow
    seats: list[SeatRow]
    watchers: set[str]
    steps: list[Step]
    checkpoints: list[Checkpoint]
    answered: dict[str, tuple[int, str, str]]
    sampled: str
    reasons: list[ReasonRow] = field(default_factory=list)
    given: float = -1.0
    """When the newest step was stored; no other step in its place has the same."""


@dataclass(slots=True)
class News:
    """What another server has added to a game."""

    game: GameRow
    seats: list[SeatRow]
    steps: list[Step]
    checkpoints: list[Checkpoint]
    answered: dict[str, tuple[int, str, str]]
    sampled: str
    reasons: list[ReasonRow]
    given: float


GAME_COLUMNS = ", ".join(GameRow.__struct_fields__)
GAME_JSON = {"options", "clock", "offers", "outcome", "waiting", "former"}
SEAT_COLUMNS = ", ".join(SeatRow.__struct_fields__)
PERSON_COLUMNS = ", ".join(PersonRow.__struct_fields__)
NOTICE_COLUMNS = ", ".join(NoticeRow.__struct_fields__)



def marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def plain(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def game_value(name: str, value: Any) -> Any:
    return msgspec.json.encode(value).decode() if name in GAME_JSON else plain(value)


def person_of(row: Sequence[Any]) -> PersonRow:
    id, name, folded, password, guest, *rest = row
    return PersonRow(id, name, folded, password, bool(guest), *rest)


def notice_of(row: Sequence[Any]) -> NoticeRow:
    id, person, game, kind, words, made, seen, due, tries = row
    return NoticeRow(id, person, game, kind, words, made, bool(seen), due, tries)


def seat_values(seat: SeatRow) -> tuple[Any, ...]:
    values = tuple(getattr(seat, name) for name in SeatRow.__struct_fields__[:-1])
    return (*values, msgspec.json.encode(seat.looked).decode())


def _seat(row: Sequence[Any]) -> SeatRow:
    plain: Sequence[Any] = row[:-1]
    found = SeatRow(*plain)
    found.looked = msgspec.json.decode(row[-1])
    return found


def _game(row: Sequence[Any]) -> GameRow:
    values = dict(zip(GameRow.__struct_fields__, row))
    for name in GAME_JSON:
        values[name] = msgspec.json.decode(values[name])
    for name in ("seeded", "listed", "paused"):
        values[name] = bool(values[name])
    if values["seed"] is not None:
        values["seed"] = bytes(values["seed"])
    return GameRow(**values)


CHANGING = (
    "name", "status", "seed", "seeded", "former", "epoch", "updated", "listed", "invite", "clock", "paused",
    "offers", "outcome", "deadline", "step", "waiting", "revision",
)
UPDATE_GAME = f"update games set {', '.join(f'{name} = ?' for name in CHANGING)} where id = ? and revision = ? returning revision"
UPDATE_SEAT = f"update seats set {', '.join(f'{name} = ?' for name in SeatRow.__struct_fields__[1:])} where game = ? and seat = ?"
ADD_STEP = "insert into steps (game, n, seat, option, lines, barrier, epoch, secret, given) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def write_change(c: Connection, change: Change) -> None:
    game = change.game
    now = {**{name: getattr(game, name) for name in CHANGING}, "revision": game.revision + 1}
    if not c.run(UPDATE_GAME, (*(game_value(name, value) for name, value in now.items()), game.id, game.revision)):
        raise Conflict("the game was changed by another server, or is gone")
    if change.undone_to is not None:
        c.run("delete from steps where game = ? and n > ?", (game.id, change.undone_to))
        c.run("delete from checkpoints where game = ? and after > ?", (game.id, change.undone_to))
        c.run("delete from samples where game = ? and step > ?", (game.id, change.undone_to))
        c.run("delete from reasons where game = ? and step > ?", (game.id, change.undone_to))
    for n, step in change.steps:
        lines = msgspec.json.encode(step.lines).decode()
        flags = (int(step.barrier), step.epoch, int(step.secret))
        c.run(ADD_STEP, (game.id, n, step.seat, step.option, lines, *flags, game.updated))
    for token, n, seat, option in change.answered:
        c.run("insert into answered (game, token, step, seat, option) values (?, ?, ?, ?, ?)", (game.id, token, n, seat, option))
    for seat_row in change.seats:
        c.run(UPDATE_SEAT, (*seat_values(seat_row)[1:], game.id, seat_row.seat))
    for point in change.checkpoints:
        columns = "game, after, segment, lines, digest, state"
        sql = f"insert into checkpoints ({columns}) values (?, ?, ?, ?, ?, ?) on conflict do nothing"
        c.run(sql, (game.id, *_encoded(point)))
    if change.superseded is not None:
        c.run("delete from checkpoints where game = ? and after = ?", (game.id, change.superseded))
    for step_at, label, figures in change.samples:
        sql = "insert into samples (game, step, label, figures) values (?, ?, ?, ?) on conflict do nothing"
        c.run(sql, (game.id, step_at, label, msgspec.json.encode(figures).decode()))
    _write_reasons(c, game.id, change.reasons)
    write_notices(c, change.notices)


def _write_reasons(c: Connection, game: str, reasons: Sequence[ReasonRow]) -> None:
    """Add reasons; the oldest give way to them."""
    if not reasons:
        return
    rows = [(game, r.step, r.turn, r.seat, r.words) for r in reasons]
    c.many("insert into reasons (game, step, turn, seat, words) values (?, ?, ?, ?, ?)", rows)
    kept = "select step from reasons where game = ? order by step desc limit ?"
    c.run(f"delete from reasons where game = ? and step not in ({kept})", (game, game, REASONS_KEPT))


def write_notices(c: Connection, notices: Sequence[NoticeRow]) -> None:
    for notice in notices:
        values = tuple(plain(getattr(notice, name)) for name in NoticeRow.__struct_fields__)
        c.run(f"insert into notices ({NOTICE_COLUMNS}) values ({marks(values)})", values)


def with_seats(c: Connection, rows: Sequence[Sequence[Any]]) -> list[tuple[GameRow, list[SeatRow]]]:
    games = []
    for row in rows:
        try:
            games.append(_game(row))
        except (msgspec.MsgspecError, TypeError, ValueError):
            log.exception("the row of game %s cannot be read: it is not listed", row[0])
    seats: dict[str, list[SeatRow]] = {game.id: [] for game in games}
    if games:
        sql = f"select game, {SEAT_COLUMNS} from seats where game in ({marks(games)}) order by game, place"
        for id, *rest in c.run(sql, tuple(seats)):
            seats[id].append(_seat(rest))
    return [(game, seats[game.id]) for game in games]


def read_game(c: Connection, id: str) -> Loaded | None:
    rows = c.run(f"select {GAME_COLUMNS} from games where id = ?", (id,))
    if not rows:
        return None
    watchers = {row[0] for row in c.run("select person from watchers where game = ?", (id,))}
    steps, given = _read_steps(c, id, -1)
    label, answered, reasons = _read_rest(c, id, -1)
    return Loaded(_game(rows[0]), _read_seats(c, id), watchers, steps, _read_points(c, id, -1), answered, label, reasons, given)


def read_news(c: Connection, id: str, stored: int, given: float, last: int) -> News | None:
    same = c.run("select given from steps where game = ? and n = ?", (id, stored))
    rows = c.run(f"select {GAME_COLUMNS} from games where id = ?", (id,))
    if not rows or not same or same[0][0] != given:
        return None
    steps, newest = _read_steps(c, id, stored)
    label, answered, reasons = _read_rest(c, id, stored)
    given = newest if steps else given
    return News(_game(rows[0]), _read_seats(c, id), steps, _read_points(c, id, last), answered, label, reasons, given)


def _read_seats(c: Connection, id: str) -> list[SeatRow]:
    return [_seat(row) for row in c.run(f"select {SEAT_COLUMNS} from seats where game = ? order by place", (id,))]


def _read_steps(c: Connection, id: str, after: int) -> tuple[list[Step], float]:
    """The steps after one, and when the newest was stored."""
    read = msgspec.json.Decoder(list[Line]).decode
    sql = "select seat, option, lines, barrier, epoch, secret, given from steps where game = ? and n > ? order by n"
    rows = c.run(sql, (id, after))
    steps = [
        Step(seat, option, read(lines), bool(barrier), epoch, bool(secret))
        for seat, option, lines, barrier, epoch, secret, _ in rows
    ]
    return steps, rows[-1][-1] if rows else -1.0


def _read_points(c: Connection, id: str, after: int) -> list[Checkpoint]:
    sql = "select after, segment, lines, digest, state from checkpoints where game = ? and after > ? order by after"
    return [Checkpoint(at, segment, lines, bytes(state), digest) for at, segment, lines, digest, state in c.run(sql, (id, after))]


def _read_rest(c: Connection, id: str, after: int) -> tuple[str, dict[str, tuple[int, str, str]], list[ReasonRow]]:
    """The newest sample's label, and the keys of answers and the reasons after a step."""
    sql = "select token, step, seat, option from answered where game = ? and step > ? order by step desc limit 300"
    answered = {row[0]: (row[1], row[2], row[3]) for row in reversed(c.run(sql, (id, after)))}
    label = c.run("select label from samples where game = ? order by step desc limit 1", (id,))
    why = c.run("select step, turn, seat, words from reasons where game = ? and step > ? order by step", (id, after))
    return label[0][0] if label else "", answered, [ReasonRow(*row) for row in why]


def _encoded(point: Checkpoint) -> tuple[int, str, int, str, bytes]:
    """A checkpoint as it is stored."""
    state = point.state.encode() if isinstance(point.state, Game) else point.state
    return point.at, point.segment, point.lines, point.digest, state
