"""Turns nobody at the table takes: those of agents, and what happens when a clock has run out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING

from grognard.kernel.errors import GrognardError
from grognard.server import clocks
from grognard.server.agents import Given
from grognard.server.rows import PersonRow, SeatRow
from grognard.server.table import Table, turn_label
from grognard.server.troubles import Missing, SetAside

if TYPE_CHECKING:
    from grognard.server.hall import Hall


log = logging.getLogger(__name__)


class Turns:
    """Lets agents answer and watches the clocks."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def wake(self, table: Table) -> None:
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
        leased = False
        try:
            while self.hall.tables.get(table.id) is table and (seat := self._agent_turn(table)):
                if not await self.hall.following.may_think(table.id):
                    return  # another server lets them play
                leased = True
                await self._agent_answers(table, seat)
        except Exception as error:
            log.warning("the agents of game %s stopped and begin again: %s", table.id, error)
            self.hall.spawn(self._begin_again(table.id))
        finally:
            if leased:
                self.hall.spawn(self.hall.following.thought(table.id))
            if table.thinker in (None, asyncio.current_task()):
                table.thinker = None
                table.thinking = ""
                for socket in list(table.sockets):
                    socket.think("", 1.0, "")


    async def _begin_again(self, id: str) -> None:
        """Bring a game back whose agents were stopped by a fault, and let them play; less often while it does not go."""
        pause = self.hall.settings.pause
        for tries in range(100):
            await asyncio.sleep(min(60.0, pause * 2 ** min(tries, 6)))
            try:
                self.wake(await self.hall.table(id))
                return
            except (Missing, SetAside):
                return
            except Exception as error:
                log.warning("game %s does not come back yet: %s", id, error)

    async def _agent_answers(self, table: Table, seat: str) -> None:
        """One visit to a worker: it answers for the agents until a person is asked or dice have fallen."""
        count = table.session.count
        name = table.seats[seat].agent
        table.thinking = seat

        def progress(fraction: float, words: str) -> None:
            told = "" if table.session.title.conceals(table.session.g) else words
            for socket in list(table.sockets):
                socket.think(seat, fraction, told)

        progress(0.0, "")
        playing = {s: row.agent for s, row in table.seats.items() if row.agent}
        answers = await self.hall.thinkers.answers(table.row.title, table.session, seat, playing, progress)
        async with table.lock:
            if table.session.count != count or table.held or table.row.paused or table.seats[seat].agent != name:
                return
            await self.hall.act(table, lambda: self._take(table, answers))


    def _take(self, table: Table, answers: list[Given]) -> None:
        """Give an agent's answers as far as they are legal; where the first is not, any legal one takes its place."""
        session = table.session
        for n, (seat, option, kept) in enumerate(answers or [("", "", "")]):
            ask = session.pending.get(seat)
            if ask is None or not table.seats[seat].agent or ask.find(option) is None:
                if n:
                    return
                seat = next(s for s in session.pending if table.seats[s].agent)
                option, kept = secrets.choice(session.pending[seat].options).text, ""
            turn = turn_label(session)
            session.apply(seat, option)
            if kept:
                table.keep_reason(turn, seat, kept)
            if session.steps[-1].barrier:
                return


    def stop(self, table: Table) -> None:
        if table.thinker is not None:
            table.thinker.cancel()
            table.thinker = None
            table.thinking = ""


    async def hold(self, table: Table, person: PersonRow, held: bool) -> None:
        """Stop an agent's thinking, or let it go on. The next answer of a person also lets it go on."""
        table.check_directs(person.id)
        table.held = held
        if held:
            async with table.lock:  # an answer that is being stored is stored first
                self.stop(table)
        else:
            self.wake(table)
        if self.hall.settings.database:
            await self.hall.store.ring("held", game=table.id, number=int(held))
        self.hall.tell_soon(table)

    def held_elsewhere(self, table: Table, held: bool) -> None:
        """Somebody at another server stops the agents, or lets them go on."""
        table.held = held
        if held:
            self.stop(table)
        self.hall.tell_soon(table)


    async def watch_clocks(self) -> None:
        """Look at the clocks, for as long as the server runs. A game that cannot be opened does not stop those of others."""
        while True:
            await asyncio.sleep(self.hall.settings.pause)
            if not await self.hall.following.is_first():
                continue
            for id in await self.hall.store.expired(clocks.now()):
                try:
                    await self._time_is_up(await self.hall.table(id))
                except GrognardError as error:
                    log.debug("the clock of game %s: %s", id, error)
                except Exception:
                    log.exception("the clock of game %s", id)

    async def _time_is_up(self, table: Table) -> None:
        async with table.lock:
            if table.row.clock is None:
                return
            then = table.row.clock["then"]
            for seat in clocks.expired(table.row, table.seats, clocks.now(), self.hall.began, self.hall.settings.grace):
                if table.session.outcome is not None or table.row.paused:
                    return
                row = table.seats[seat]
                words = f"the time of {table.seat_names[seat]} is up: "
                if then == "concede":
                    words += "it concedes"
                    await self.hall.act(table, partial(table.session.concede, seat))
                elif then == "pause":
                    words += "the game is paused"
                    await self.hall.act(table, partial(self._pause, table, row))
                else:
                    words += "an agent plays on"
                    await self.hall.act(table, partial(self._stand_in, table, row, then[6:]))
                    words += "; nobody is left, the game is paused" if table.row.paused else ""
                await self.hall.notices.add(row.person, table, "clock", words)
                await self.hall.announce(table, words)

    def _pause(self, table: Table, row: SeatRow) -> None:
        """Who lets the game go on gives the time anew."""
        table.row.paused, row.used, row.asked = True, 0.0, None
        table.row.offers["paused"] = "the clock"

    def _stand_in(self, table: Table, row: SeatRow, agent: str) -> None:
        """An agent plays on; without a person at the table it does not play for anybody."""
        row.agent = agent
        table.name_players()
        if all(r.agent or not r.person for r in table.seats.values()):
            table.row.paused = True
            table.row.offers["paused"] = "the clock"
