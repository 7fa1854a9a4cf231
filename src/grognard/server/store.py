"""The store: every table and every query. What is acknowledged is here first.

A game is its row, its seats, its steps and its checkpoints; it is loaded from the newest checkpoint plus the answers since.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.server.bell import Ring
from grognard.server.database import Clerk, Conflict, Connection, DatabaseDown
from grognard.server.postgres import PostgresConnection
from grognard.server.rows import (
    GAME_COLUMNS,
    NOTICE_COLUMNS,
    PERSON_COLUMNS,
    SEAT_COLUMNS,
    Change,
    GameRow,
    Loaded,
    News,
    NoticeRow,
    PersonRow,
    Said,
    SeatRow,
    game_value,
    marks,
    notice_of,
    person_of,
    plain,
    read_game,
    read_news,
    seat_values,
    with_seats,
    write_change,
    write_notices,
)
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
        values = tuple(plain(getattr(person, name)) for name in PersonRow.__struct_fields__)
        sql = f"insert into people ({PERSON_COLUMNS}) values ({marks(values)})"
        await self.write(lambda c: c.run(sql, values))

    async def person(self, *, id: str = "", name: str = "") -> PersonRow | None:
        column, value = ("id", id) if id else ("folded", name.casefold())
        rows = await self.read(lambda c: c.run(f"select {PERSON_COLUMNS} from people where {column} = ?", (value,)))
        return person_of(rows[0]) if rows else None

    async def people(self, ids: Sequence[str]) -> dict[str, str]:
        """Names by id."""
        if not ids:
            return {}
        rows = await self.read(lambda c: c.run(f"select id, name from people where id in ({marks(ids)})", tuple(ids)))
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
        return person_of(rows[0]) if rows else None

    async def drop_login(self, token: str) -> None:
        def work(c: Connection) -> None:
            c.run("delete from logins where token = ? or expires < ?", (token, time.time()))
            self._ring(c, "out", what=token)

        await self.write(work)

    # games

    async def add_game(self, change: Change, watchers: Sequence[str] = ()) -> None:
        game = change.game
        values = tuple(game_value(name, getattr(game, name)) for name in GameRow.__struct_fields__)

        def work(c: Connection) -> None:
            c.run(f"insert into games ({GAME_COLUMNS}) values ({marks(values)})", values)
            rows = [(game.id, n, *seat_values(s)) for n, s in enumerate(change.seats)]
            c.many(f"insert into seats (game, place, {SEAT_COLUMNS}) values ({marks(rows[0])})", rows)
            write_change(c, change)

        await self.write(work)

    async def save(self, change: Change) -> None:
        """One act at a table; returns after it is committed."""

        def work(c: Connection) -> None:
            write_change(c, change)
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
        return await self.read(lambda c: read_news(c, id, stored, given, last))

    async def revisions(self, ids: Sequence[str]) -> dict[str, int]:
        rows = await self.read(lambda c: c.run(f"select id, revision from games where id in ({marks(ids)})", tuple(ids)))
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
        return await self.read(lambda c: read_game(c, id))

    async def games_of(self, person: str) -> list[tuple[GameRow, list[SeatRow]]]:
        """The games a person owns, sits at or watches, newest first."""
        sql = f"""select {GAME_COLUMNS} from games where owner = ? or id in (select game from seats where person = ?)
                  or id in (select game from watchers where person = ?) or id in (select game from seats where offered = ?)
                  order by updated desc limit 500"""
        return await self.read(lambda c: with_seats(c, c.run(sql, (person, person, person, person))))

    async def open_games(self) -> list[tuple[GameRow, list[SeatRow]]]:
        sql = f"select {GAME_COLUMNS} from games where listed = 1 and status = 'on' order by updated desc limit 200"
        return await self.read(lambda c: with_seats(c, c.run(sql)))

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
        sql = f"""select n, name, dest, words, said from chat where game = ? and n >= ? and dest in ({marks(dests)})
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
            write_notices(c, notices)
            for notice in notices:
                self._ring(c, "notice", game=notice.game, person=notice.person, what=notice.id)

        await self.write(work)

    async def notices(self, person: str) -> list[NoticeRow]:
        sql = f"select {NOTICE_COLUMNS} from notices where person = ? order by made desc limit 100"
        return [notice_of(row) for row in await self.read(lambda c: c.run(sql, (person,)))]

    async def notice(self, id: str) -> list[NoticeRow]:
        sql = f"select {NOTICE_COLUMNS} from notices where id = ?"
        return [notice_of(row) for row in await self.read(lambda c: c.run(sql, (id,)))]

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
        return [(notice_of(row[:width]), person_of(row[width:])) for row in await self.read(lambda c: c.run(sql, (now,)))]

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
