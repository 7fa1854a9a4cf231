"""The hall: all tables. Brings games in from the store, writes every change before it is acknowledged, tells everyone.

One act at a time per table; what takes long (setting up, loading, looking back) is done in a thread. If a change cannot be
stored, the table is forgotten and comes back from the store as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec

from grognard.kernel.dice import commitment, fresh_seed, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.figures import figures, sample_label
from grognard.kernel.history import Checkpoint, Setting
from grognard.kernel.session import Session
from grognard.server import clocks
from grognard.server.accounts import Limit
from grognard.server.agents import Thinkers, check_agent
from grognard.server.database import Conflict
from grognard.server.endings import Archive
from grognard.server.figures import Figures
from grognard.server.following import Following
from grognard.server.lobby import Lobby
from grognard.server.notices import Notices
from grognard.server.rows import Change, GameRow, Loaded, NoticeRow, PersonRow, Said, SeatRow
from grognard.server.settings import Settings
from grognard.server.store import Store
from grognard.server.table import Sample, Table, new_row
from grognard.server.troubles import Clash, Missing, MovedOn, NotYours, SetAside, Stale, TooMany, no_game
from grognard.server.turns import Turns
from grognard.server.turnstile import Turnstile
from grognard.server.uploads import Uploads
from grognard.server.wire import Answered, NewGame, Rename

if TYPE_CHECKING:
    from grognard.server.sockets import Socket

log = logging.getLogger(__name__)

T = TypeVar("T")
ASIDE = 600.0  # seconds until a game that could not be opened is tried again
WAITING = 4  # pieces of heavy work one person may wait for
JUST_USED = 5.0  # seconds in which a table is not put away: somebody is about to do something at it
LINES = 24  # open lines of one person
OFFERS = 30  # seats offered by one person, and to one person, in an hour


class Hall:
    """Every game of this server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.began = clocks.now()
        self.tables: dict[str, Table] = {}
        self.coming: dict[str, asyncio.Task[Table]] = {}
        self.lines: dict[str, dict[Socket, None]] = {}
        self.working: dict[str, int] = {}
        self.heavy_work = asyncio.Semaphore(2)
        self.turnstile = Turnstile()
        self.notices = Notices(settings, store, self.notify)
        self.thinkers = Thinkers(settings)
        self.turns = Turns(self)
        self.following = Following(self)
        self.notices.first = lambda: self.following.first
        self.accounts_forget: Callable[[str], None] = lambda seal: None
        self.figures = Figures()
        self.archive = Archive()
        self.uploads = Uploads(settings)
        self.lobby = Lobby(self)
        self.aside: dict[str, tuple[float, str]] = {}
        self.offering = Limit(OFFERS, 3600)
        self.offered = Limit(OFFERS, 3600)
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begin: watch the clocks, send notices, and wake agents that were at work when the server stopped."""
        self.spawn(self._kept("clocks", self.turns.watch_clocks))
        self.spawn(self._kept("notices", self.notices.deliver))
        self.spawn(self._kept("agents", self.following.sweep, once=True))
        self.following.open()

    async def _kept(self, name: str, work: Callable[[], Awaitable[None]], *, once: bool = False) -> None:
        """Keep something going for as long as the server runs: what fails is logged and begun again."""
        while True:
            try:
                await work()
                if once:
                    return
            except Exception:
                log.exception("%s stopped and begin again", name)
            await asyncio.sleep(self.settings.pause)

    async def close(self) -> None:
        thinking = [table.thinker for table in self.tables.values() if table.thinker is not None]
        for task in (ending := [*self.tasks, *thinking]):
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await self.following.close()
        self.thinkers.stop()
        self.uploads.stop()
        self.store.stop()

    def spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # tables come and go

    async def table(self, id: str) -> Table:
        """The live table of a game."""
        table = self.tables.get(id)
        if table is None:
            if id in self.aside:
                if time.monotonic() < self.aside[id][0]:
                    raise self._is_aside(id)
                del self.aside[id]
            coming = self.coming.get(id)
            if coming is None:
                coming = self.coming[id] = asyncio.get_running_loop().create_task(self._fetch(id))
                coming.add_done_callback(lambda _: self.coming.pop(id, None))
            table = await asyncio.shield(coming)
        table.used = time.monotonic()
        return table

    async def _fetch(self, id: str) -> Table:
        try:
            loaded = await self.store.load(id)
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            self._set_aside(id, error)
        if loaded is None:
            raise no_game()
        if loaded.game.title not in self.settings.titles:
            raise Missing(f"the title {loaded.game.title} is not installed here", remedy="install it and start the server again")
        held = {id for seat in loaded.seats for id in (seat.person, seat.offered) if id} | {loaded.game.owner}
        names = await self.store.people(sorted(held))
        try:
            session = await asyncio.to_thread(self.restored, loaded)
            table = Table(loaded, session, names)
        except Exception as error:
            self._set_aside(id, error)
        self.tables[id] = table
        self._make_room()
        self.turns.wake(table)
        self.following.brought(table)
        return table

    def restored(self, loaded: Loaded) -> Session:
        return restored(self.settings, loaded)

    def _set_aside(self, id: str, error: Exception) -> NoReturn:
        """A game that cannot be opened is not tried again for a while; its people are told so."""
        log.error("game %s cannot be opened and is set aside", id, exc_info=error)
        why = error.message if isinstance(error, GrognardError) else type(error).__name__
        self.aside[id] = (time.monotonic() + ASIDE, why)
        raise self._is_aside(id)

    def _is_aside(self, id: str) -> SetAside:
        words = f"this game cannot be opened and is set aside; nothing of it is lost ({self.aside[id][1]})"
        return SetAside(words, remedy="tell the host of this server, and try again later")

    def _make_room(self) -> None:
        """Put away tables nobody looks at, the longest unused first."""
        over = len(self.tables) - self.settings.live_games
        if over <= 0:
            return
        lately = time.monotonic() - JUST_USED
        free = [t for t in self.tables.values() if not t.sockets and not t.lock.locked() and t.thinker is None]
        idle = [t for t in free if t.used < lately]
        for table in sorted(idle, key=lambda t: t.used)[:over]:
            self.tables.pop(table.id, None)

    def forget(self, table: Table) -> None:
        """Drop a table whose memory may differ from the store; its clients are told to look again."""
        self.tables.pop(table.id, None)
        for socket in list(table.sockets):
            socket.leave()

    # open lines

    def connect(self, table: Table, line: Socket) -> None:
        """Another line of a person; the one opened first makes room where there are too many."""
        table.sockets.add(line)
        mine = self.lines.setdefault(line.person, {})
        mine[line] = None
        if len(mine) > LINES:
            next(iter(mine)).leave()

    def disconnect(self, table: Table, line: Socket) -> None:
        table.sockets.discard(line)
        mine = self.lines.get(line.person, {})
        mine.pop(line, None)
        if not mine:
            self.lines.pop(line.person, None)

    def sign_out(self, person: str, token: str) -> None:
        """End every line that was opened with a token that is no longer good."""
        for line in list(self.lines.get(person, ())):
            if line.token == token:
                line.leave()

    def notify(self, notice: NoticeRow) -> None:
        """Show a notice at once wherever its reader looks at a game."""
        for line in self.lines.get(notice.person, ()):
            line.notice(notice)

    @contextlib.asynccontextmanager
    async def heavy(self, person: str) -> AsyncIterator[None]:
        """Work that takes long (the past, files, what-ifs): two pieces at a time for all, few waiting for one person."""
        if self.working.get(person, 0) >= WAITING:
            raise TooMany("too much at the same time", remedy="wait for what you have asked for", after=2)
        self.working[person] = self.working.get(person, 0) + 1
        try:
            async with self.heavy_work:
                yield
        finally:
            self.working[person] -= 1
            if not self.working[person]:
                del self.working[person]

    # one act

    async def act(
        self,
        table: Table,
        what: Callable[[], T],
        *,
        undone_to: Callable[[], int | None] = lambda: None,
        keys: Iterable[tuple[str, str, str]] = (),
    ) -> T:
        """Do something at a table, store it, and tell everyone. The caller holds the lock."""
        if self.tables.get(table.id) is not table:
            raise Stale("the game was put away meanwhile", remedy="look again")
        before = table.mark()
        try:
            result = what()
            change = table.change(undone_to(), keys, await table.samples())
            self._lapse_rollback(table, change)
            fresh = self.notices.turn(table)
            change.notices.extend(fresh)
        except BaseException:
            if table.mark() != before:  # half done: the table comes back as the store has it
                self.forget(table)
            raise
        try:
            await self.store.save(change)
        except Conflict:
            await self._moved_on(table)
            raise MovedOn("the game has moved on elsewhere", remedy="look again") from None
        except BaseException:
            self.forget(table)
            raise
        table.stored_now(change)
        for notice in fresh:
            self.notify(notice)
        self.tell_soon(table)
        self.turns.wake(table)
        return result

    async def _moved_on(self, table: Table) -> None:
        """Another server was first: the table follows it, and so do those who look at it."""
        try:
            await self.following.catch_up(table, whole=True)
        except BaseException:
            self.forget(table)
            raise
        self.tell_soon(table)

    def _lapse_rollback(self, table: Table, change: Change) -> None:
        """A wish to take the game back is over when the game goes on, and so is what became of the last."""
        if change.steps or change.undone_to is not None:
            table.row.offers.pop("rollback", None)
            if change.undone_to is None:
                table.row.offers.pop("settled", None)

    def tell_soon(self, table: Table) -> None:
        """Receipts go first, then the views; changes that come close together are told together."""
        if not table.telling and table.sockets:
            table.telling = True
            self.spawn(self._tell_next(table))

    async def _tell_next(self, table: Table) -> None:
        async with table.lock:
            table.telling = False
            await table.refresh({audience for s in table.sockets if (audience := s.looks(table)) is not None})
            self.tell(table)

    def tell(self, table: Table) -> None:
        """Send every audience what has changed for it, and everybody the head of the game."""
        streams: dict[Any, Any] = {}
        for socket in list(table.sockets):
            socket.show(table, streams)

    # games

    async def create(self, person: PersonRow, wish: NewGame) -> Table:
        if wish.title in self.settings.broken:
            raise Missing(self.settings.broken[wish.title], remedy="play another title meanwhile")
        if wish.title not in self.settings.titles:
            raise Missing(f"there is no title {wish.title}", remedy=f"use one of {', '.join(self.settings.titles)}")
        title = self.settings.title(wish.title)
        seed = chosen_seed(wish.seed) if wish.seed is not None else fresh_seed()
        async with self.heavy(person.id):
            session = await asyncio.to_thread(Session.new, title, wish.scenario, wish.options, seed=seed)
        seats = [self._seat(person, title, seat, wish.seats.get(seat, "open")) for seat in session.seats]
        for seat in wish.seats:
            if seat not in session.seats:
                raise Missing(f"{wish.title} has no seat {seat}", remedy=f"use one of {', '.join(session.seats)}")
        is_open = any(not seat.person and not seat.agent for seat in seats)
        if wish.seed is not None and is_open:
            raise Clash("a game with a chosen seed has known dice: its seats cannot be open", remedy="leave the seed out")
        if wish.clock is not None and wish.clock.then.startswith("agent:"):
            check_agent(title, wish.clock.then[6:])
        for taken in seats:
            if not taken.agent:
                session.stand_by_default(taken.seat)
        row = new_row(wish.title, session, person.id, clean(wish.name) or title.name)
        row.seeded = wish.seed is not None
        row.clock = {"kind": wish.clock.kind, "seconds": wish.clock.seconds, "then": wish.clock.then} if wish.clock else None
        row.listed = is_open if wish.listed is None else wish.listed
        return await self.add(row, session, seats, person)

    def _seat(self, person: PersonRow, title: Any, seat: str, wish: str) -> SeatRow:
        if wish == "me":
            return SeatRow(seat, person.id)
        if wish == "open":
            return SeatRow(seat, "")
        if wish.startswith("agent:"):
            check_agent(title, wish[6:])
            return SeatRow(seat, "", wish[6:])
        raise Clash(f"a seat cannot be {wish!r}", remedy="use me, open or agent:NAME")

    async def add(
        self, row: GameRow, session: Session, seats: list[SeatRow], person: PersonRow, sampled: list[Sample] | None = None
    ) -> Table:
        """Put a new game on a table of its own."""
        row.step, row.waiting, row.epoch = session.count, list(session.pending), session.epoch
        clocks.turn(row, {seat.seat: seat for seat in seats}, clocks.now())
        label = sample_label(session)
        change = Change(row, seats)
        change.steps = list(enumerate(session.steps))
        points = [point for point in session.checkpoints if point.state]
        change.checkpoints = points
        change.samples = [(session.count, label, figures(session))] if sampled is None else sampled
        await self.store.add_game(change)
        row.revision += 1
        loaded = Loaded(row, seats, set(), session.steps, points, {}, label, given=row.updated)
        names = {person.id: person.name}
        table = self.tables[row.id] = Table(loaded, session, names)
        self._make_room()
        self.turns.wake(table)
        return table

    async def begin_earlier(self, table: Table, points: list[Checkpoint], samples: list[Sample]) -> None:
        """Put positions before the first one of a game from a file. The caller holds the lock."""
        for last in (False, False, True):
            try:
                await self.store.save(Change(table.row, checkpoints=points, samples=samples))
                break
            except Conflict:
                if last:
                    raise
                await self._moved_on(table)
        table.row.revision += 1
        table.session.checkpoints[:0] = points
        table.points[:0] = [point.at for point in points]

    # playing

    async def answer(
        self,
        table: Table,
        person: PersonRow,
        seat: str,
        option: str,
        step: int,
        key: str,
        *,
        hold: bool = False,
        calm: bool = False,
    ) -> Answered:
        async with table.lock:
            table.check_sees(person.id)
            key = f"{person.id}:{key}"
            if step > table.session.count:  # it was given to what another server has shown
                await self.following.catch_up(table)
            began = time.perf_counter()
            for last in (False, False, True):
                before = table.repeated(key, seat, option)
                if before is not None:
                    break
                try:
                    give = partial(table.answer, person.id, seat, option, step, hold, calm)
                    await self.act(table, give, keys=[(key, seat, option)])
                except MovedOn:  # another seat answered elsewhere: the table has caught up, and the question may still be open
                    if last:
                        raise
                except Stale:
                    before = await self._answered_before(table, key, seat, option)
                    break
                else:
                    table.answered_now(key, seat, option)
                    self.figures.answered(time.perf_counter() - began)
                    break
            return table.receipt(person.id, table.session.count if before is None else before)

    async def _answered_before(self, table: Table, key: str, seat: str, option: str) -> int:
        """An old answer tried again: its key is in the store. Anything else stays stale."""
        rows = await self.store.read(
            lambda c: c.run("select step, seat, option from answered where game = ? and token = ?", (table.id, key))
        )
        if not rows or (rows[0][1], rows[0][2]) != (seat, option):
            raise Stale(f"the game has {table.session.count} answers by now", remedy="look again and answer that")
        return int(rows[0][0])

    async def new_invitation(self, table: Table, person: PersonRow) -> None:
        """Make the old invitation worthless."""
        async with table.lock:
            table.check_sees(person.id)
            if person.id != table.row.owner:
                raise NotYours("the game is not yours to invite to")

            def renew() -> None:
                table.row.invite = secrets.token_urlsafe(12)

            await self.act(table, renew)

    async def remove(self, table: Table, person: PersonRow) -> None:
        """Throw a game away: its owner may, while nobody else sits at it."""
        async with table.lock:
            table.check_sees(person.id)
            if person.id != table.row.owner:
                raise NotYours("the game is not yours to remove")
            if any(seat.person not in ("", person.id) for seat in table.seats.values()):
                raise Clash("other people sit at this game", remedy="resign, or agree on a draw")
            self.turns.stop(table)
            await self.store.remove_game(table.id)
            self.forget(table)

    async def rename(self, table: Table, person: PersonRow, wish: Rename) -> None:
        """Change the head of a game; putting it away is everybody's own business."""
        if wish.archived is not None:
            await self.store.archive(table.id, person.id, wish.archived)
        if wish.name is None and wish.listed is None:
            return
        async with table.lock:
            table.check_sees(person.id)
            if person.id != table.row.owner:
                raise NotYours("the game is not yours to name or list")
            if wish.listed and table.row.fork_of:
                raise Clash("a what-if is your own", remedy="keep it private")

            def change() -> None:
                table.row.name = clean(wish.name or "") or table.row.name
                table.row.listed = table.row.listed if wish.listed is None else wish.listed

            await self.act(table, change)

    # chat

    async def say(self, table: Table, name: str, dest: str, words: str) -> Said:
        said = Said(0, name, dest, words, time.time())
        await self.store.say(table.id, said)
        for socket in list(table.sockets):
            socket.hear(table, said)
        return said

    async def announce(self, table: Table, words: str) -> None:
        """A line in the chat by the table itself."""
        await self.say(table, "", "all", words)


def restored(settings: Settings, loaded: Loaded) -> Session:
    """The session of a game from the store."""
    row = loaded.game
    title = settings.title(row.title)
    players = {seat.seat: "" for seat in loaded.seats}
    first = bytes.fromhex(row.former[0]) if row.former else row.seed
    seal = commitment(first) if first else ""
    session = Session(Setting(title, row.scenario, dict(title.read_options(row.options)), players, (), seal), row.seed)
    session.steps, session.checkpoints, session.epoch = loaded.steps, loaded.checkpoints, row.epoch
    session.former = [bytes.fromhex(seed) for seed in row.former]
    session.restore(len(loaded.steps) - 1, checked=row.version != title.version)
    return session


def chosen_seed(seed: int | str) -> bytes:
    """The seed a number or a word stands for."""
    number = int(seed) if str(seed).isdecimal() else int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:6], "big")
    return seed_from(number)


def clean(text: str) -> str:
    """A name in one line: no control characters, no doubled spaces."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
