"""The store: every table and every query. What is acknowledged is here first.

A game is its row, its seats, its steps and its checkpoints; it is loaded from the newest checkpoint plus the answers since.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.play import Line
from grognard.kernel.session import Checkpoint, Step
from grognard.kernel.state import Game
from grognard.server.bell import Ring
from grognard.server.database import Clerk, Conflict, Connection, DatabaseDown
from grognard.server.postgres import PostgresConnection
from grognard.server.settings import Settings
from grognard.server.sqlite import SqliteConnection
from grognard.server.troubles import Outage

log = logging.getLogger(__name__)

T = TypeVar("T")

VERSION = 2
SCHEMA = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists people (
  id text primary key, name text not null, folded text not null unique, password text not null, guest integer not null,
  created real not null, webhook text not null default '', mail text not null default '', delay integer not null default 60);
create table if not exists logins (token text primary key, person text not null, expires real not null);
create index if not exists logins_person on logins (person);
create table if not exists games (
  id text primary key, title text not null, version text not null, scenario text not null, options text not null,
  name text not null,
  owner text not null, status text not null, seed blob, seeded integer not null, epoch integer not null, created real not null,
  updated real not null, listed integer not null, invite text not null, clock text not null, paused integer not null,
  fork_of text not null, fork_at integer not null, offers text not null, outcome text not null, deadline real,
  step integer not null, waiting text not null, former text not null default '[]', revision integer not null default 0);
create index if not exists games_listed on games (listed, status);
create index if not exists games_deadline on games (deadline);
create table if not exists seats (
  game text not null, seat text not null, place integer not null, person text not null, agent text not null,
  used real not null, asked real, offered text not null default '', giver text not null default '',
  looked text not null default '[]', primary key (game, seat));
create index if not exists seats_person on seats (person);
create table if not exists watchers (game text not null, person text not null, primary key (game, person));
create table if not exists archived (person text not null, game text not null, primary key (person, game));
create table if not exists steps (
  game text not null, n integer not null, seat text not null, option text not null, lines text not null,
  barrier integer not null, epoch integer not null, secret integer not null, given real not null, primary key (game, n));
create table if not exists checkpoints (
  game text not null, after integer not null, segment text not null, lines integer not null, digest text not null,
  state blob not null, primary key (game, after));
create table if not exists answered (
  game text not null, token text not null, step integer not null, seat text not null, option text not null,
  primary key (game, token));
create table if not exists chat (
  game text not null, n integer not null, name text not null, dest text not null, words text not null, said real not null,
  primary key (game, n));
create table if not exists notices (
  id text primary key, person text not null, game text not null, kind text not null, words text not null, made real not null,
  seen integer not null, due real, tries integer not null);
create index if not exists notices_person on notices (person, made);
create index if not exists notices_due on notices (due);
create table if not exists samples (
  game text not null, step integer not null, label text not null, figures text not null, primary key (game, step));
create table if not exists leases (name text primary key, holder text not null, until real not null);
create table if not exists reasons (
  game text not null, step integer not null, turn text not null, seat text not null, words text not null,
  primary key (game, step));
"""
MIGRATIONS = {
    1: """
alter table games add column former text not null default '[]';
alter table games add column revision integer not null default 0;
alter table seats add column offered text not null default '';
alter table seats add column giver text not null default '';
alter table seats add column looked text not null default '[]';
""",
}
AFTER = "create index if not exists seats_offered on seats (offered);"
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


class Store:
    """The queries. Reading and writing have a thread each; neither blocks the server."""

    def __init__(self, settings: Settings) -> None:
        def connect() -> Connection:
            if settings.database:
                return PostgresConnection(settings.database)
            return SqliteConnection(settings.data / "grognard.sqlite3")

        self.name = secrets.token_hex(6)  # of this server among those on the store
        first = connect()
        _make_tables(first)
        first.close()
        self.writer = Clerk(connect, writes=True)
        self.reader = Clerk(connect, writes=False)

    def stop(self) -> None:
        self.writer.stop()
        self.reader.stop()

    async def write(self, what: Callable[[Connection], T]) -> T:
        return await self._done(self.writer.do(what))

    async def read(self, what: Callable[[Connection], T]) -> T:
        return await self._done(self.reader.do(what))

    async def _done(self, work: Awaitable[T]) -> T:
        """What a clerk gives back. Why the database failed is for the log, not for players."""
        try:
            return await work
        except (GrognardError, Conflict) as error:
            if not isinstance(error, DatabaseDown):
                raise
            log.error("the store does not answer: %s", error)
        except Exception as error:
            if not _of_database(error):
                raise
            log.error("the store failed", exc_info=error)
        raise Outage("the server cannot reach its store just now", remedy="try again in a moment")

    # people

    async def add_person(self, person: PersonRow) -> None:
        values = tuple(_plain(getattr(person, name)) for name in PersonRow.__struct_fields__)
        sql = f"insert into people ({PERSON_COLUMNS}) values ({_marks(values)})"
        await self.write(lambda c: c.run(sql, values))

    async def person(self, *, id: str = "", name: str = "") -> PersonRow | None:
        column, value = ("id", id) if id else ("folded", name.casefold())
        rows = await self.read(lambda c: c.run(f"select {PERSON_COLUMNS} from people where {column} = ?", (value,)))
        return _person(rows[0]) if rows else None

    async def people(self, ids: Sequence[str]) -> dict[str, str]:
        """Names by id."""
        if not ids:
            return {}
        rows = await self.read(lambda c: c.run(f"select id, name from people where id in ({_marks(ids)})", tuple(ids)))
        return {row[0]: row[1] for row in rows}

    async def set_wishes(self, person: str, webhook: str, mail: str, delay: int) -> None:
        sql = "update people set webhook = ?, mail = ?, delay = ? where id = ?"
        await self.write(lambda c: c.run(sql, (webhook, mail, delay, person)))

    async def add_login(self, token: str, person: str, expires: float) -> None:
        sql = "insert into logins (token, person, expires) values (?, ?, ?)"
        await self.write(lambda c: c.run(sql, (token, person, expires)))

    async def login(self, token: str) -> PersonRow | None:
        named = ", ".join(f"p.{name}" for name in PersonRow.__struct_fields__)
        sql = f"select {named} from logins l join people p on p.id = l.person where l.token = ? and l.expires > ?"
        rows = await self.read(lambda c: c.run(sql, (token, time.time())))
        return _person(rows[0]) if rows else None

    async def drop_login(self, token: str) -> None:
        def work(c: Connection) -> None:
            c.run("delete from logins where token = ? or expires < ?", (token, time.time()))
            self._ring(c, "out", what=token)

        await self.write(work)

    # games

    async def add_game(self, change: Change, watchers: Sequence[str] = ()) -> None:
        game = change.game
        values = tuple(_game_value(name, getattr(game, name)) for name in GameRow.__struct_fields__)

        def work(c: Connection) -> None:
            c.run(f"insert into games ({GAME_COLUMNS}) values ({_marks(values)})", values)
            rows = [(game.id, n, *_seat_values(s)) for n, s in enumerate(change.seats)]
            c.many(f"insert into seats (game, place, {SEAT_COLUMNS}) values ({_marks(rows[0])})", rows)
            _write_change(c, change)

        await self.write(work)

    async def save(self, change: Change) -> None:
        """One act at a table; returns after it is committed."""

        def work(c: Connection) -> None:
            _write_change(c, change)
            self._ring(c, "game", game=change.game.id, number=change.game.revision + 1)
            for notice in change.notices:
                self._ring(c, "notice", game=notice.game, person=notice.person, what=notice.id)

        await self.write(work)

    def _ring(self, c: Connection, kind: Any, **about: Any) -> None:
        c.ring(msgspec.json.encode(Ring(self.name, kind, **about)).decode())

    async def ring(self, kind: str, **about: Any) -> None:
        """Tell the other servers something that is not in the store."""
        await self.write(lambda c: self._ring(c, kind, **about))

    async def news(self, id: str, stored: int, given: float, last: int) -> News | None:
        """What was added after so many steps, if the step with this number is still the one that was stored then."""
        return await self.read(lambda c: _read_news(c, id, stored, given, last))

    async def revisions(self, ids: Sequence[str]) -> dict[str, int]:
        rows = await self.read(lambda c: c.run(f"select id, revision from games where id in ({_marks(ids)})", tuple(ids)))
        return {row[0]: int(row[1]) for row in rows}

    # what one server does for all

    async def lease(self, name: str, seconds: float) -> bool:
        """Take or keep something that one server does at a time; it falls to another when it is not kept for so long."""

        def work(c: Connection) -> bool:
            sql = f"""insert into leases (name, holder, until) values (?, ?, {c.clock} + ?) on conflict (name) do update
                      set holder = excluded.holder, until = excluded.until
                      where leases.until < {c.clock} or leases.holder = excluded.holder returning holder"""
            return bool(c.run(sql, (name, self.name, seconds)))

        return await self.write(work)

    async def release(self, name: str = "") -> None:
        """Give up one lease, or all that this server has."""
        sql = "delete from leases where holder = ? and (name = ? or ? = '')"
        await self.write(lambda c: c.run(sql, (self.name, name, name)))

    async def load(self, id: str) -> Loaded | None:
        return await self.read(lambda c: _read_game(c, id))

    async def games_of(self, person: str) -> list[tuple[GameRow, list[SeatRow]]]:
        """The games a person owns, sits at or watches, newest first."""
        sql = f"""select {GAME_COLUMNS} from games where owner = ? or id in (select game from seats where person = ?)
                  or id in (select game from watchers where person = ?) or id in (select game from seats where offered = ?)
                  order by updated desc limit 500"""
        return await self.read(lambda c: _with_seats(c, c.run(sql, (person, person, person, person))))

    async def open_games(self) -> list[tuple[GameRow, list[SeatRow]]]:
        sql = f"select {GAME_COLUMNS} from games where listed = 1 and status = 'on' order by updated desc limit 200"
        return await self.read(lambda c: _with_seats(c, c.run(sql)))

    async def expired(self, now: float) -> list[str]:
        """Games in which a clock has run out."""
        sql = "select id from games where deadline is not null and deadline < ? and paused = 0 and status = 'on'"
        return [row[0] for row in await self.read(lambda c: c.run(sql, (now,)))]

    async def waiting_for_agents(self) -> list[str]:
        """Games that wait for an agent: looked at once when the server starts."""
        sql = """select g.id, g.waiting, s.seat from games g join seats s on s.game = g.id
                 where g.status = 'on' and g.paused = 0 and s.agent <> ''"""
        rows = await self.read(lambda c: c.run(sql))
        return list(dict.fromkeys(id for id, waiting, seat in rows if seat in msgspec.json.decode(waiting)))

    async def remove_game(self, id: str) -> None:
        """Forget a game and everything about it."""

        def work(c: Connection) -> None:
            for table in ("steps", "checkpoints", "answered", "chat", "samples", "reasons", "notices", "watchers", "archived",
                          "seats"):
                c.run(f"delete from {table} where game = ?", (id,))
            c.run("delete from games where id = ?", (id,))
            self._ring(c, "gone", game=id)

        await self.write(work)

    async def archive(self, game: str, person: str, away: bool) -> None:
        """Put a game away for a person, or take it out again."""
        add = "insert into archived (person, game) values (?, ?) on conflict do nothing"
        sql = add if away else "delete from archived where person = ? and game = ?"
        await self.write(lambda c: c.run(sql, (person, game)))

    async def archived(self, person: str) -> set[str]:
        rows = await self.read(lambda c: c.run("select game from archived where person = ?", (person,)))
        return {row[0] for row in rows}

    async def add_watcher(self, game: str, person: str) -> None:
        sql = "insert into watchers (game, person) values (?, ?) on conflict do nothing"

        def work(c: Connection) -> None:
            c.run(sql, (game, person))
            self._ring(c, "watch", game=game, person=person)

        await self.write(work)

    # chat, samples, notices

    async def say(self, game: str, said: Said) -> None:
        sql = """insert into chat (game, n, name, dest, words, said)
                 select ?, coalesce(max(n), -1) + 1, ?, ?, ?, ? from chat where game = ? returning n"""
        values = (game, said.name, said.dest, said.words, said.said, game)

        def work(c: Connection) -> int:
            number = int(c.run(sql, values)[0][0])
            self._ring(c, "chat", game=game, number=number)
            return number

        for last in (False, False, True):  # another server on this store may take the number first
            try:
                said.n = await self.write(work)
                return
            except Conflict:
                if last:
                    raise

    async def chat(self, game: str, dests: Sequence[str], first: int = 0) -> list[Said]:
        sql = f"""select n, name, dest, words, said from chat where game = ? and n >= ? and dest in ({_marks(dests)})
                  order by n desc limit 500"""
        rows = await self.read(lambda c: c.run(sql, (game, first, *dests)))
        return [Said(*row) for row in reversed(rows)]

    async def said(self, game: str, number: int) -> list[Said]:
        """One line of chat, whoever may read it."""
        sql = "select n, name, dest, words, said from chat where game = ? and n = ?"
        return [Said(*row) for row in await self.read(lambda c: c.run(sql, (game, number)))]

    async def samples(self, game: str) -> list[tuple[int, str, dict[str, Any]]]:
        rows = await self.read(lambda c: c.run("select step, label, figures from samples where game = ? order by step", (game,)))
        return [(row[0], row[1], msgspec.json.decode(row[2])) for row in rows]

    async def add_notices(self, notices: Sequence[NoticeRow]) -> None:
        def work(c: Connection) -> None:
            _write_notices(c, notices)
            for notice in notices:
                self._ring(c, "notice", game=notice.game, person=notice.person, what=notice.id)

        await self.write(work)

    async def notices(self, person: str) -> list[NoticeRow]:
        sql = f"select {NOTICE_COLUMNS} from notices where person = ? order by made desc limit 100"
        return [_notice(row) for row in await self.read(lambda c: c.run(sql, (person,)))]

    async def notice(self, id: str) -> list[NoticeRow]:
        sql = f"select {NOTICE_COLUMNS} from notices where id = ?"
        return [_notice(row) for row in await self.read(lambda c: c.run(sql, (id,)))]

    async def claim_notice(self, notice: NoticeRow, until: float) -> bool:
        """Take a notice to carry it; nobody else does before `until`."""
        sql = "update notices set due = ? where id = ? and due = ? returning id"
        return bool(await self.write(lambda c: c.run(sql, (until, notice.id, notice.due))))

    async def unseen(self, person: str) -> int:
        rows = await self.read(lambda c: c.run("select count(*) from notices where person = ? and seen = 0", (person,)))
        return int(rows[0][0])

    async def notices_seen(self, person: str, game: str = "") -> None:
        """All notices of a person are seen, or those of a game they look at."""
        which, values = (" and game = ?", (person, game)) if game else ("", (person,))
        await self.write(lambda c: c.run(f"update notices set seen = 1, due = null where person = ? and seen = 0{which}", values))

    async def due_notices(self, now: float) -> list[tuple[NoticeRow, PersonRow]]:
        mine = ", ".join(f"n.{name}" for name in NoticeRow.__struct_fields__)
        theirs = ", ".join(f"p.{name}" for name in PersonRow.__struct_fields__)
        sql = f"select {mine}, {theirs} from notices n join people p on p.id = n.person where n.due < ? order by n.due limit 500"
        width = len(NoticeRow.__struct_fields__)
        return [(_notice(row[:width]), _person(row[width:])) for row in await self.read(lambda c: c.run(sql, (now,)))]

    async def settle_notice(self, id: str, due: float | None, tries: int) -> None:
        await self.write(lambda c: c.run("update notices set due = ?, tries = ? where id = ?", (due, tries, id)))

    async def is_asked(self, game: str, person: str) -> bool:
        """Whether a game waits for a person now."""
        sql = """select g.waiting, s.seat from games g join seats s on s.game = g.id
                 where g.id = ? and s.person = ? and s.agent = ''"""
        rows = await self.read(lambda c: c.run(sql, (game, person)))
        return any(seat in msgspec.json.decode(waiting) for waiting, seat in rows)


def _of_database(error: Exception) -> bool:
    return isinstance(error, sqlite3.Error) or type(error).__module__.partition(".")[0] == "psycopg"


def _make_tables(c: Connection) -> None:
    c.begin()
    c.alone()
    c.script(SCHEMA)
    c.run("insert into meta (name, value) values ('version', ?) on conflict do nothing", (str(VERSION),))
    found = int(c.run("select value from meta where name = 'version'")[0][0])
    while found in MIGRATIONS:
        c.script(MIGRATIONS[found])
        found += 1
        c.run("update meta set value = ? where name = 'version'", (str(found),))
    if found == VERSION:
        c.script(AFTER)
    c.commit()
    if found != VERSION:
        c.close()
        raise GrognardError(f"the store has version {found}, this server needs {VERSION}", remedy="use the release that wrote it")


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _game_value(name: str, value: Any) -> Any:
    return msgspec.json.encode(value).decode() if name in GAME_JSON else _plain(value)


def _person(row: Sequence[Any]) -> PersonRow:
    id, name, folded, password, guest, *rest = row
    return PersonRow(id, name, folded, password, bool(guest), *rest)


def _notice(row: Sequence[Any]) -> NoticeRow:
    id, person, game, kind, words, made, seen, due, tries = row
    return NoticeRow(id, person, game, kind, words, made, bool(seen), due, tries)


def _seat_values(seat: SeatRow) -> tuple[Any, ...]:
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


def _write_change(c: Connection, change: Change) -> None:
    game = change.game
    now = {**{name: getattr(game, name) for name in CHANGING}, "revision": game.revision + 1}
    if not c.run(UPDATE_GAME, (*(_game_value(name, value) for name, value in now.items()), game.id, game.revision)):
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
        c.run(UPDATE_SEAT, (*_seat_values(seat_row)[1:], game.id, seat_row.seat))
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
    _write_notices(c, change.notices)


def _write_reasons(c: Connection, game: str, reasons: Sequence[ReasonRow]) -> None:
    """Add reasons; the oldest give way to them."""
    if not reasons:
        return
    rows = [(game, r.step, r.turn, r.seat, r.words) for r in reasons]
    c.many("insert into reasons (game, step, turn, seat, words) values (?, ?, ?, ?, ?)", rows)
    kept = "select step from reasons where game = ? order by step desc limit ?"
    c.run(f"delete from reasons where game = ? and step not in ({kept})", (game, game, REASONS_KEPT))


def _write_notices(c: Connection, notices: Sequence[NoticeRow]) -> None:
    for notice in notices:
        values = tuple(_plain(getattr(notice, name)) for name in NoticeRow.__struct_fields__)
        c.run(f"insert into notices ({NOTICE_COLUMNS}) values ({_marks(values)})", values)


def _with_seats(c: Connection, rows: Sequence[Sequence[Any]]) -> list[tuple[GameRow, list[SeatRow]]]:
    games = []
    for row in rows:
        try:
            games.append(_game(row))
        except (msgspec.MsgspecError, TypeError, ValueError):
            log.exception("the row of game %s cannot be read: it is not listed", row[0])
    seats: dict[str, list[SeatRow]] = {game.id: [] for game in games}
    if games:
        sql = f"select game, {SEAT_COLUMNS} from seats where game in ({_marks(games)}) order by game, place"
        for id, *rest in c.run(sql, tuple(seats)):
            seats[id].append(_seat(rest))
    return [(game, seats[game.id]) for game in games]


def _read_game(c: Connection, id: str) -> Loaded | None:
    rows = c.run(f"select {GAME_COLUMNS} from games where id = ?", (id,))
    if not rows:
        return None
    watchers = {row[0] for row in c.run("select person from watchers where game = ?", (id,))}
    steps, given = _read_steps(c, id, -1)
    label, answered, reasons = _read_rest(c, id, -1)
    return Loaded(_game(rows[0]), _read_seats(c, id), watchers, steps, _read_points(c, id, -1), answered, label, reasons, given)


def _read_news(c: Connection, id: str, stored: int, given: float, last: int) -> News | None:
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
