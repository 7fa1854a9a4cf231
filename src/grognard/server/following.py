"""Several servers on one store: a table follows what another server wrote, and what must be done once is done by one of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from grognard.server.accounts import sealed
from grognard.server.bell import Bell, Ring
from grognard.server.rows import Loaded, News
from grognard.server.table import Table
from grognard.server.troubles import Missing, Outage, SetAside

if TYPE_CHECKING:
    from grognard.server.hall import Hall

log = logging.getLogger(__name__)

SWEEP = 5.0  # seconds between looks for agents whose server died


class Following:
    """Hears the bell for a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.bell: Bell | None = None
        self.rung: dict[str, int] = {}  # rings for games that are just being brought in
        self.first = not hall.settings.database  # whether this server does what is done once

    def open(self) -> None:
        if self.hall.settings.database:
            self.bell = Bell(self.hall.settings.database, self.hall.store.name, self.heard, self.back)

    async def close(self) -> None:
        """Leave what is done once to the others at once."""
        if self.bell is not None:
            await asyncio.to_thread(self.bell.stop)
            with contextlib.suppress(Outage):
                await self.hall.store.release()

    # what is done once

    async def is_first(self) -> bool:
        """Whether this server watches clocks, carries notices and looks after agents; when it falls silent another one does."""
        if self.hall.settings.database:
            self.first = await self.hall.store.lease("watch", self.hall.settings.lease)
        return self.first

    async def may_think(self, game: str) -> bool:
        """Whether this server lets the agents of a game play; no other one does meanwhile."""
        if not self.hall.settings.database:
            return True
        settings = self.hall.settings
        return await self.hall.store.lease(f"agents {game}", settings.lease + settings.agent_limit)

    async def thought(self, game: str) -> None:
        if self.hall.settings.database:
            await self.hall.store.release(f"agents {game}")

    async def sweep(self) -> None:
        """Look after agents that nobody lets play: at the start, and where their server died."""
        while True:
            if await self.is_first():
                for id in await self.hall.store.waiting_for_agents():
                    try:
                        self.hall.turns.wake(await self.hall.table(id))
                    except (Missing, SetAside):
                        continue
            if self.bell is None:
                return
            await asyncio.sleep(SWEEP if self.first else self.hall.settings.pause)

    # what is heard

    def heard(self, ring: Ring) -> None:
        hall = self.hall
        table = hall.tables.get(ring.game)
        if ring.kind == "out":
            hall.accounts_forget(ring.what)
            for line in [line for lines in hall.lines.values() for line in lines if sealed(line.token) == ring.what]:
                line.leave()
        elif ring.kind == "notice":
            hall.spawn(self._notice(ring))
        elif table is None:
            if ring.kind == "game" and ring.game in hall.coming:
                self.rung[ring.game] = max(ring.number, self.rung.get(ring.game, 0))
        elif ring.kind == "game":
            if ring.number > table.row.revision:
                hall.spawn(self.follow(table, ring.number))
        elif ring.kind == "chat":
            hall.spawn(self._chat(table, ring.number))
        elif ring.kind == "watch":
            table.watchers.add(ring.person)
        elif ring.kind == "held":
            hall.turns.held_elsewhere(table, bool(ring.number))
        elif ring.kind == "gone":
            hall.turns.stop(table)
            hall.forget(table)

    def back(self) -> None:
        """The bell is heard (again): look at every table."""
        self.hall.spawn(self._look_at_all())

    def brought(self, table: Table) -> None:
        """A table has been brought in: had it moved on meanwhile?"""
        number = self.rung.pop(table.id, 0)
        if number > table.row.revision:
            self.hall.spawn(self.follow(table, number))

    async def follow(self, table: Table, revision: int) -> None:
        """Bring a table up to what another server wrote, and tell everybody at it."""
        try:
            async with table.lock:
                if self.hall.tables.get(table.id) is not table or table.row.revision >= revision:
                    return
                await self.catch_up(table)
        except Exception:
            log.exception("game %s could not be followed", table.id)
            self.hall.forget(table)
            return
        self.hall.tell_soon(table)

    async def catch_up(self, table: Table, *, whole: bool = False) -> None:
        """Take over what is in the store. The caller holds the lock. `whole`: the table holds what is not stored."""
        hall = self.hall
        news: News | None = None
        if not whole:
            last = table.points[-1] if table.points else -1
            news = await hall.store.news(table.id, table.stored, table.given, last)
        if news is not None and table.continues(news):
            await asyncio.to_thread(table.go_on, news)
            seats = news.seats
        else:
            loaded: Loaded | None = await hall.store.load(table.id)
            if loaded is None:
                hall.forget(table)
                return
            session = await asyncio.to_thread(hall.restored, loaded)
            table.renew(loaded, session)
            seats = loaded.seats
        unknown = {id for seat in seats for id in (seat.person, seat.offered) if id and id not in table.names}
        if unknown:
            table.names.update(await hall.store.people(sorted(unknown)))
        table.followed()

    async def _look_at_all(self) -> None:
        tables = list(self.hall.tables.values())
        for start in range(0, len(tables), 200):
            some = tables[start : start + 200]
            known = await self.hall.store.revisions([table.id for table in some])
            for table in some:
                if table.id not in known:
                    self.hall.forget(table)
                elif known[table.id] > table.row.revision:
                    await self.follow(table, known[table.id])

    async def _chat(self, table: Table, number: int) -> None:
        for said in await self.hall.store.said(table.id, number):
            for socket in list(table.sockets):
                socket.hear(table, said)

    async def _notice(self, ring: Ring) -> None:
        """Show a notice where its reader is; one who looks at that very game has seen it."""
        lines = self.hall.lines.get(ring.person)
        if not lines:
            return
        table = self.hall.tables.get(ring.game)
        if table is not None and any(line.person == ring.person for line in table.sockets):
            await self.hall.store.notices_seen(ring.person, ring.game)
            return
        for notice in await self.hall.store.notice(ring.what):
            self.hall.notify(notice)
