"""The hall: all tables. Brings games in from the store, writes every change before it is acknowledged, tells everyone.

One act at a time per table. If a change cannot be stored, the table is forgotten and comes back from the store as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from grognard.kernel import mail, saves
from grognard.kernel.dice import commitment, fresh_seed, seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.play import HIDDEN
from grognard.kernel.session import Session, Setting
from grognard.server import clocks
from grognard.server.agents import Thinkers, check_agent
from grognard.server.database import Conflict
from grognard.server.notices import Notices
from grognard.server.settings import Settings
from grognard.server.store import Change, GameRow, Loaded, PersonRow, Said, SeatRow, Store
from grognard.server.table import Table, figures, game_info, sample_label
from grognard.server.troubles import Clash, Missing, NotYours, Stale, no_game
from grognard.server.wire import Answered, Applied, GameInfo, Games, NewGame, Undone

T = TypeVar("T")


class Hall:
    """Every game of this server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.tables: dict[str, Table] = {}
        self.coming: dict[str, asyncio.Task[Table]] = {}
        self.notices = Notices(settings, store)
        self.thinkers = Thinkers(settings)
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begin: watch the clocks, send notices, and wake agents that were at work when the server stopped."""
        self.spawn(self._watch_clocks())
        self.spawn(self.notices.deliver())
        for id in await self.store.unfinished_with_agents():
            with contextlib.suppress(GrognardError):
                self._wake(await self.table(id))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        for table in self.tables.values():
            if table.thinker is not None:
                table.thinker.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.stop()
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
            coming = self.coming.get(id)
            if coming is None:
                coming = self.coming[id] = asyncio.get_running_loop().create_task(self._fetch(id))
                coming.add_done_callback(lambda _: self.coming.pop(id, None))
            table = await asyncio.shield(coming)
        table.used = time.monotonic()
        return table

    async def _fetch(self, id: str) -> Table:
        loaded = await self.store.load(id)
        if loaded is None:
            raise no_game()
        if loaded.game.title not in self.settings.titles:
            raise Missing(f"the title {loaded.game.title} is not installed here", remedy="install it and start the server again")
        session = restored(self.settings, loaded)
        held = {seat.person for seat in loaded.seats if seat.person} | {loaded.game.owner}
        table = Table(loaded, session, await self.store.people(sorted(held)))
        self.tables[id] = table
        self._make_room()
        return table

    def _make_room(self) -> None:
        """Put away tables nobody looks at, the longest unused first."""
        over = len(self.tables) - self.settings.live_games
        if over <= 0:
            return
        idle = [t for t in self.tables.values() if not t.sockets and not t.lock.locked() and t.thinker is None]
        for table in sorted(idle, key=lambda t: t.used)[:over]:
            self.tables.pop(table.id, None)

    def forget(self, table: Table) -> None:
        """Drop a table whose memory may differ from the store; its clients are told to look again."""
        self.tables.pop(table.id, None)
        for socket in list(table.sockets):
            socket.leave()

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
        result = what()
        change = table.change(undone_to(), keys)
        self._lapse_rollback(table, change)
        fresh = self.notices.turn(table)
        change.notices.extend(fresh)
        try:
            await self.store.save(change)
        except BaseException as error:
            self.forget(table)
            if isinstance(error, Conflict):
                raise Stale("the game has moved on elsewhere", remedy="look again") from None
            raise
        table.stored_now(change)
        self.tell_soon(table)
        self._wake(table)
        return result

    def _lapse_rollback(self, table: Table, change: Change) -> None:
        """A wish to take the game back is over when the game goes on."""
        asked = table.row.offers.get("rollback")
        if asked and (change.steps or change.undone_to is not None):
            table.row.offers.pop("rollback")

    def tell_soon(self, table: Table) -> None:
        """Receipts go first, then the views; changes that come close together are told together."""
        if not table.telling and table.sockets:
            table.telling = True
            self.spawn(self._tell_next(table))

    async def _tell_next(self, table: Table) -> None:
        async with table.lock:
            table.telling = False
            self.tell(table)

    def tell(self, table: Table) -> None:
        """Send every audience what has changed for it, and everybody the head of the game."""
        streams: dict[Any, Any] = {}
        for socket in list(table.sockets):
            socket.show(table, streams)

    # games

    async def create(self, person: PersonRow, wish: NewGame) -> Table:
        if wish.title not in self.settings.titles:
            raise Missing(f"there is no title {wish.title}", remedy=f"use one of {', '.join(self.settings.titles)}")
        title = self.settings.title(wish.title)
        seed = chosen_seed(wish.seed) if wish.seed is not None else fresh_seed()
        session = Session.new(title, wish.scenario, wish.options, seed=seed)
        seats = [self._seat(person, title, seat, wish.seats.get(seat, "open")) for seat in session.seats]
        for seat in wish.seats:
            if seat not in session.seats:
                raise Missing(f"{wish.title} has no seat {seat}", remedy=f"use one of {', '.join(session.seats)}")
        is_open = any(not seat.person and not seat.agent for seat in seats)
        if wish.seed is not None and is_open:
            raise Clash("a game with a chosen seed has known dice: its seats cannot be open", remedy="leave the seed out")
        if wish.clock is not None and wish.clock.then.startswith("agent:"):
            check_agent(title, wish.clock.then[6:])
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

    async def add(self, row: GameRow, session: Session, seats: list[SeatRow], person: PersonRow) -> Table:
        """Put a new game on a table of its own."""
        row.step, row.waiting, row.epoch = session.count, list(session.pending), session.epoch
        clocks.turn(row, {seat.seat: seat for seat in seats}, row.created)
        label = sample_label(session)
        change = Change(row, seats, sample=(session.count, label, figures(session)))
        change.steps = list(enumerate(session.steps))
        point = session.nearest(session.count)
        change.checkpoint = point
        await self.store.add_game(change)
        loaded = Loaded(row, seats, set(), session.steps, [point], {}, 0, label)
        names = {person.id: person.name}
        table = self.tables[row.id] = Table(loaded, session, names)
        self._make_room()
        self._wake(table)
        return table

    async def list_games(self, person: PersonRow | None) -> Games:
        mine = await self.store.games_of(person.id) if person else []
        listed = await self.store.open_games()
        known = {row.id for row, _ in mine}
        listed = [(row, seats) for row, seats in listed if row.id not in known]
        ids = {seat.person for _, seats in (*mine, *listed) for seat in seats if seat.person}
        names = await self.store.people(sorted(ids))
        id = person.id if person else ""
        return Games([self._listed(row, seats, id, names) for row, seats in mine],
                     [self._listed(row, seats, id, names) for row, seats in listed])

    def _listed(self, row: GameRow, seats: list[SeatRow], person: str, names: dict[str, str]) -> GameInfo:
        named: Mapping[str, Any] = {}
        if row.title in self.settings.titles:
            title = self.settings.title(row.title)
            named = {s.key: s for s in title.seats(row.scenario, title.read_options(row.options))}
        info = game_info(
            row, seats, person, names, {k: s.name for k, s in named.items()}, {k: s.side for k, s in named.items()}
        )
        table = self.tables.get(row.id)
        info.thinking = table.thinking if table else ""
        return info

    # people take, give and leave seats

    async def join(self, table: Table, person: PersonRow, seat: str, token: str) -> None:
        async with table.lock:
            table.check_sees(person.id, token)
            if not seat:
                await self.store.add_watcher(table.id, person.id)
                table.watchers.add(person.id)
                return
            row = self._known(table, seat)
            if row.person == person.id and not row.agent:
                return
            if row.person or row.agent:
                raise Clash(f"the seat {seat} is taken", remedy="choose an open one, or watch")
            await self.act(table, lambda: self._give(table, row, person))
        await self.announce(table, f"{person.name} sits down as {table.seat_names[seat]}")

    def _known(self, table: Table, seat: str) -> SeatRow:
        if seat not in table.seats:
            raise Missing(f"there is no seat {seat}", remedy=f"use one of {', '.join(table.seats)}")
        return table.seats[seat]

    def _give(self, table: Table, row: SeatRow, person: PersonRow | None, agent: str = "") -> None:
        """Put a person (None: nobody) and perhaps an agent on a seat."""
        row.person = person.id if person else ""
        row.agent = agent
        if person:
            table.names[person.id] = person.name
        table.name_players()

    async def hand_over(self, table: Table, person: PersonRow, seat: str, to: str) -> None:
        """Change who plays a seat. Its holder may; the owner of the game may where no other person holds it."""
        async with table.lock:
            table.check_sees(person.id)
            row = self._known(table, seat)
            if row.person != person.id and (row.person or person.id != table.row.owner):
                raise NotYours(f"the seat {seat} is not yours to give", remedy="ask its holder")
            if to == "me":
                await self.act(table, lambda: self._give(table, row, person))
                words = f"{person.name} plays {table.seat_names[seat]}"
            elif to == "open":
                await self.act(table, lambda: self._give(table, row, None))
                words = f"the seat {table.seat_names[seat]} is open"
            elif to.startswith("agent:"):
                check_agent(table.session.title, to[6:])
                holder = person if row.person == person.id else None
                await self.act(table, lambda: self._give(table, row, holder, to[6:]))
                words = f"an agent ({to[6:]}) plays {table.seat_names[seat]}"
            elif to.startswith("user:"):
                other = await self.store.person(name=to[5:])
                if other is None:
                    raise Missing(f"there is nobody called {to[5:]!r}", remedy="check the name, or send the invitation")
                await self.act(table, lambda: self._give(table, row, other))
                await self.notices.add(other.id, table, "seat", f"{person.name} has given you the seat {table.seat_names[seat]}")
                words = f"{other.name} plays {table.seat_names[seat]}"
            else:
                raise Clash(f"a seat cannot go to {to!r}", remedy="use me, open, agent:NAME or user:NAME")
        await self.announce(table, words)

    # playing

    async def answer(self, table: Table, person: PersonRow, seat: str, option: str, step: int, key: str) -> Answered:
        async with table.lock:
            table.check_sees(person.id)
            key = f"{person.id}:{key}"
            before = table.repeated(key, seat, option)
            if before is None:
                try:
                    await self.act(table, lambda: table.answer(person.id, seat, option, step), keys=[(key, seat, option)])
                except Stale:
                    before = await self._answered_before(table, key, seat, option)
                else:
                    table.answered_now(key, seat, option)
                    table.held = False
            return table.receipt(person.id, table.session.count if before is None else before)

    async def _answered_before(self, table: Table, key: str, seat: str, option: str) -> int:
        """An old answer tried again: its key is in the store. Anything else stays stale."""
        rows = await self.store.read(
            lambda c: c.run("select step, seat, option from answered where game = ? and token = ?", (table.id, key))
        )
        if not rows or (rows[0][1], rows[0][2]) != (seat, option):
            raise Stale(f"the game has {table.session.count} answers by now", remedy="look again and answer that")
        return int(rows[0][0])

    async def undo(self, table: Table, person: PersonRow, back: int | Literal["segment"]) -> Undone:
        async with table.lock:
            seats = table.check_plays(person.id)
            if table.row.paused:
                raise Clash("the game is paused", remedy="resume it first")
            to = table.session.nearest(table.session.count).at if back == "segment" else back
            if to > table.session.count:
                raise Stale(f"the game has {table.session.count} answers", remedy="look again")
            by = seats[0]
            table.row.offers["rollback"] = {"to": to, "by": by, "agreed": list(seats)}
            missing = table.missing_consent()
            if missing:
                asked = {table.seats[seat].person for seat in missing}
                words = f"{person.name} asks to take the game back to step {to}"
                await self.act(table, lambda: None)
                for other in sorted(asked):
                    await self.notices.add(other, table, "rollback", words)
                return Undone(asked=sorted(missing))
            table.row.offers.pop("rollback")
            await self._take_back(table, to, by)
            return Undone(done=True)

    async def _take_back(self, table: Table, to: int, by: str) -> None:
        self._stop_thinking(table)
        await self.act(table, lambda: table.undo(to, by), undone_to=lambda: to)

    async def agree_rollback(self, table: Table, person: PersonRow, agree: bool) -> Undone:
        async with table.lock:
            seats = table.check_plays(person.id)
            asked = table.row.offers.get("rollback")
            if not asked:
                raise Clash("nobody asks to take the game back now")
            if not agree:
                table.row.offers.pop("rollback")
                await self.act(table, lambda: None)
                done = Undone()
            else:
                asked["agreed"] = sorted({*asked["agreed"], *seats})
                missing = table.missing_consent()
                if missing:
                    await self.act(table, lambda: None)
                    done = Undone(asked=sorted(missing))
                else:
                    await self._take_back(table, asked["to"], asked["by"])
                    done = Undone(done=True)
        if not agree:
            await self.announce(table, f"{person.name} does not agree to take the game back")
        return done

    async def concede(self, table: Table, person: PersonRow, seat: str) -> None:
        async with table.lock:
            table.check_holds(person.id, seat)
            await self.act(table, lambda: table.session.concede(seat))

    async def stand(self, table: Table, person: PersonRow, seat: str, kind: str, condition: str) -> None:
        async with table.lock:
            table.check_holds(person.id, seat)
            table.check_running()
            await self.act(table, lambda: table.session.stand(seat, kind, condition))

    async def draw(self, table: Table, person: PersonRow, agree: bool) -> bool:
        """Offer or accept a draw, or take the offer off the table. True: the game is drawn."""
        async with table.lock:
            seats = table.check_plays(person.id)
            if table.session.outcome is not None:
                raise Clash("the game is over")
            agreed = set(table.row.offers.get("draw", []))
            agreed = agreed | {person.id} if agree else set()
            if agreed >= set(table.people()):
                table.row.offers.pop("draw", None)
                await self.act(table, lambda: table.session.agree_draw([seats[0], *table.seats]))
                return True
            table.row.offers["draw"] = sorted(agreed)
            await self.act(table, lambda: None)
            others = set(table.people()) - agreed
        for other in sorted(others if agree else ()):
            await self.notices.add(other, table, "draw", f"{person.name} offers a draw")
        await self.announce(table, f"{person.name} {'offers' if agree else 'declines'} a draw")
        return False

    async def pause(self, table: Table, person: PersonRow, paused: bool) -> None:
        async with table.lock:
            table.check_plays(person.id)
            if table.session.outcome is not None:
                raise Clash("the game is over")
            if paused:
                self._stop_thinking(table)

            def set_paused() -> None:
                table.row.paused = paused

            await self.act(table, set_paused)
        await self.announce(table, f"{person.name} {'pauses' if paused else 'resumes'} the game")

    async def rename(self, table: Table, person: PersonRow, name: str) -> None:
        async with table.lock:
            table.check_sees(person.id)
            if person.id != table.row.owner:
                raise NotYours("the game is not yours to name")

            def set_name() -> None:
                table.row.name = clean(name) or table.row.name

            await self.act(table, set_name)

    # what if

    async def fork(self, table: Table, person: PersonRow) -> Table:
        """A private copy to try things in, with fresh dice and only what the person may know."""
        async with table.lock:
            seats = table.check_plays(person.id)
            session = what_if(table.session, seats)
            row = new_row(table.row.title, session, person.id, f"What if: {table.row.name}"[:60])
            row.fork_of, row.fork_at = table.id, session.count
            row.listed = False
        return await self.add(row, session, [SeatRow(seat, person.id) for seat in session.seats], person)

    async def apply_fork(self, fork: Table, person: PersonRow) -> Applied:
        """Give the answers of a what-if for one's own seats in the real game, as far as they go."""
        if not fork.row.fork_of or fork.row.owner != person.id:
            raise Clash("this game is not a what-if of yours")
        table = await self.table(fork.row.fork_of)
        answers = [(s.seat, s.option) for s in fork.session.steps[fork.row.fork_at + 1 :]]
        async with table.lock:
            mine = set(table.check_plays(person.id))
            table.check_running()
            if table.session.count != fork.row.fork_at:
                raise Stale("the game has moved on since the what-if was made", remedy="make a new one")
            given, reason = 0, ""

            def give() -> None:
                nonlocal given, reason
                for seat, option in answers:
                    if seat not in mine:
                        reason = f"the next answer is {seat}'s"
                        return
                    barrier = table.session.steps[-1].barrier and given
                    if barrier:
                        reason = "dice or secrets were seen: from here the real game may differ"
                        return
                    try:
                        table.session.give(seat, option)
                    except GrognardError as refused:
                        reason = str(refused)
                        return
                    given += 1

            await self.act(table, give)
        return Applied(given, len(answers) - given, reason)

    # chat

    async def say(self, table: Table, name: str, dest: str, words: str) -> Said:
        said = Said(table.said, name, dest, words, time.time())
        table.said += 1
        await self.store.say(table.id, said)
        for socket in list(table.sockets):
            socket.hear(table, said)
        return said

    async def announce(self, table: Table, words: str) -> None:
        """A line in the chat by the table itself."""
        await self.say(table, "", "all", words)

    # agents

    def _wake(self, table: Table) -> None:
        """Let the agents answer if the game waits for one."""
        if table.thinker is None and self._agent_turn(table):
            table.thinker = asyncio.get_running_loop().create_task(self._think(table))

    def _agent_turn(self, table: Table) -> str | None:
        if table.row.paused or table.held or table.session.outcome is not None:
            return None
        for seat in table.session.pending:
            if table.seats[seat].agent:
                return seat
        return None

    async def _think(self, table: Table) -> None:
        try:
            while self.tables.get(table.id) is table and (seat := self._agent_turn(table)):
                await self._agent_answers(table, seat)
        finally:
            if table.thinker in (None, asyncio.current_task()):
                table.thinker = None
                table.thinking = ""
                for socket in list(table.sockets):
                    socket.think("", 1.0, "")

    async def _agent_answers(self, table: Table, seat: str) -> None:
        """One visit to a worker: it answers for the agents until a person is asked or dice have fallen."""
        count = table.session.count
        name = table.seats[seat].agent
        table.thinking = seat

        def progress(fraction: float, words: str) -> None:
            for socket in list(table.sockets):
                socket.think(seat, fraction, words)

        progress(0.0, "")
        playing = {s: row.agent for s, row in table.seats.items() if row.agent}
        answers = await self.thinkers.answers(table.row.title, table.session, seat, playing, progress)
        async with table.lock:
            if table.session.count != count or table.held or table.row.paused or table.seats[seat].agent != name:
                return
            await self.act(table, lambda: self._take(table, answers))

    def _take(self, table: Table, answers: list[tuple[str, str]]) -> None:
        """Give an agent's answers as far as they are legal; where the first is not, any legal one takes its place."""
        session = table.session
        for n, (seat, option) in enumerate(answers or [("", "")]):
            ask = session.pending.get(seat)
            if ask is None or not table.seats[seat].agent or ask.find(option) is None:
                if n:
                    return
                seat = next(s for s in session.pending if table.seats[s].agent)
                option = secrets.choice(session.pending[seat].options).text
            session.apply(seat, option)
            if session.steps[-1].barrier:
                return

    def _stop_thinking(self, table: Table) -> None:
        if table.thinker is not None:
            table.thinker.cancel()
            table.thinker = None
            table.thinking = ""

    async def hold(self, table: Table, person: PersonRow, held: bool) -> None:
        """Stop an agent's thinking, or let it go on. The next answer of a person also lets it go on."""
        table.check_plays(person.id)
        table.held = held
        if held:
            self._stop_thinking(table)
        else:
            self._wake(table)
        self.tell_soon(table)

    # clocks

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            for id in await self.store.expired(time.time()):
                with contextlib.suppress(GrognardError):
                    await self._time_is_up(await self.table(id))

    async def _time_is_up(self, table: Table) -> None:
        async with table.lock:
            if table.row.clock is None:
                return
            then = table.row.clock["then"]
            for seat in clocks.expired(table.row, table.seats, time.time()):
                if table.session.outcome is not None:
                    return
                row = table.seats[seat]
                if then == "concede":
                    await self.act(table, lambda seat=seat: table.session.concede(seat))  # type: ignore[misc]
                else:
                    agent = then[6:]

                    def give(row: SeatRow = row, agent: str = agent) -> None:
                        row.agent = agent
                        table.name_players()

                    await self.act(table, give)
                follows = "it concedes" if then == "concede" else "an agent plays on"
                words = f"the time of {table.seat_names[seat]} is up: {follows}"
                await self.notices.add(row.person, table, "clock", words)
                await self.announce(table, words)

    # files

    async def receive_mail(self, table: Table, person: PersonRow, data: bytes) -> Applied:
        """Take an answered file of a game by mail."""
        async with table.lock:
            mine = table.check_plays(person.id)
            table.check_running()
            found = saves.read(Path("mail"), data=data)
            addressed = found.header.mail.partition(" ")[0]
            if addressed and addressed not in mine:
                raise NotYours(f"the file was mailed to {addressed}", remedy="upload your own file")
            result = await self.act(table, lambda: mail.receive(table.session, data))
        return Applied(result.applied, result.left, result.reason)

    async def import_game(self, person: PersonRow, data: bytes) -> Table:
        """A game of one's own from a session file: all seats are the importer's."""
        session = saves.load(Path("import"), data=data)
        code = session.title.code
        if code not in self.settings.titles:
            raise Missing(f"the title {code} is not installed here", remedy="install it and start the server again")
        if session.seed is None:
            raise Clash("this is a mailed game: its dice are with its host", remedy="upload it to the game it belongs to")
        row = new_row(code, session, person.id, f"Imported: {session.title.name}"[:60])
        row.seeded = True
        return await self.add(row, session, [SeatRow(seat, person.id) for seat in session.seats], person)

    def export(self, table: Table, person: PersonRow) -> bytes:
        """The session file: whole once the game is over or if no other person plays; else what the person may know."""
        seats = table.seats_of(person.id)
        alone = set(table.people()) <= {person.id} and bool(seats)
        if table.session.outcome is not None or alone:
            return saves.dump(table.session)
        if not seats:
            raise NotYours("the file of a running game is for its players", remedy="wait for its end")
        return mail.for_seat(table.session, seats[0])


def new_row(title: str, session: Session, owner: str, name: str) -> GameRow:
    now = time.time()
    setting = session.setting
    return GameRow(
        secrets.token_urlsafe(12), title, setting.scenario, dict(setting.options), name, owner, "on", session.seed, False,
        session.epoch, now, now, False, secrets.token_urlsafe(12), None, False, "", 0, {}, None, None, session.count, [],
    )


def restored(settings: Settings, loaded: Loaded) -> Session:
    """The session of a game from the store."""
    row = loaded.game
    title = settings.title(row.title)
    players = {seat.seat: "" for seat in loaded.seats}
    seal = commitment(row.seed) if row.seed else ""
    session = Session(Setting(title, row.scenario, dict(title.read_options(row.options)), players, (), seal), row.seed)
    session.steps, session.checkpoints, session.epoch = loaded.steps, loaded.checkpoints, row.epoch
    session.restore(len(loaded.steps) - 1)
    return session


def what_if(session: Session, seats: tuple[str, ...]) -> Session:
    """A copy with fresh dice in which nothing is left that these seats may not know."""
    seed = fresh_seed()
    if set(seats) == set(session.seats):
        fork = session.fork(seed)
        fork.setting = Setting(
            fork.setting.title, fork.setting.scenario, fork.setting.options, dict(fork.setting.players), (), commitment(seed)
        )
        return fork
    found = saves.read(Path("what-if"), data=mail.for_seat(session, seats[0]))
    last = found.checkpoints[-1].at
    found.steps = [step for n, step in enumerate(found.steps) if n <= last or step.option != HIDDEN]
    found.seed, found.epoch = seed, session.epoch
    found.setting.commitment = commitment(seed)
    try:
        return saves.restored(found)
    except GrognardError:
        point = found.checkpoints[-1]
        found.steps = found.steps[: point.at + 1]
        return saves.restored(found)


def chosen_seed(seed: int | str) -> bytes:
    """The seed a number or a word stands for."""
    number = int(seed) if str(seed).isdecimal() else int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:6], "big")
    return seed_from(number)


def clean(text: str) -> str:
    """A name in one line: no control characters, no doubled spaces."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
