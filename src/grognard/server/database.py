"""What the store needs of a database: connections that take the same SQL, and a thread that commits in groups.

SQLite is sqlite.py, PostgreSQL postgres.py. The tables and queries are store.py.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from grognard.kernel.errors import GrognardError
from grognard.server.troubles import Malformed

log = logging.getLogger(__name__)

T = TypeVar("T")
Rows = list[tuple[Any, ...]]


class Conflict(Exception):
    """A row with this key is there already, or is not there as it was."""


class DatabaseDown(GrognardError):
    """The database cannot be reached. The message may name its address: it is for the host, not for players."""


def checked(values: Sequence[Any]) -> Sequence[Any]:
    """The values of a statement, if every text among them can be stored."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or (not value.isascii() and SURROGATE.search(value))):
            raise Malformed("there are characters in this that no text has", remedy="leave them out")
    return values


SURROGATE = re.compile("[\ud800-\udfff]")


class Connection(Protocol):
    """One connection, used by one thread. Placeholders are `?`; every statement returns its rows."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> Rows: ...
    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None: ...
    def script(self, sql: str) -> None: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def ring(self, note: str) -> None:
        """Tell the other servers on this store, when this transaction is committed."""

    def alone(self) -> None:
        """Let no other server make tables until this transaction ends."""

    clock: str
    """The database's own time in seconds, as an expression."""

    def close(self) -> None: ...


class Work:
    """One piece of work for a thread, and where its result goes."""

    __slots__ = ("error", "future", "loop", "result", "what")

    def __init__(self, what: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.what = what
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def tell(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Clerk:
    """A thread with its own connection. Whatever waits when it is free goes into one transaction: many answers, one commit.

    A result is told only after its commit. If one piece of a group fails, each piece is tried again on its own.
    """

    def __init__(self, connect: Callable[[], Connection], *, writes: bool, group: int = 128) -> None:
        self.connect = connect
        self.writes = writes
        self.group = group
        self.waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._serve, daemon=True, name="store writer" if writes else "store reader")
        self.thread.start()

    async def do(self, what: Callable[[Connection], T]) -> T:
        work = Work(what, asyncio.get_running_loop())
        self.waiting.put(work)
        result: T = await work.future
        return result

    def stop(self) -> None:
        self.waiting.put(None)
        self.thread.join(timeout=10)

    def _serve(self) -> None:
        connection: Connection | None = None
        last = False
        while not last:
            first = self.waiting.get()
            if first is None:
                break
            group, last = self._gather(first)
            try:
                connection = connection or self.connect()
                self._do(connection, group)
            except BaseException as error:  # no connection: whoever waits is told, the next is tried anew
                for work in group:
                    work.error = error
            _tell(group)
        if connection is not None:
            connection.close()

    def _gather(self, first: Work) -> tuple[list[Work], bool]:
        group = [first]
        while len(group) < self.group:
            try:
                work = self.waiting.get_nowait()
            except queue.Empty:
                break
            if work is None:
                return group, True
            group.append(work)
        return group, False

    def _do(self, connection: Connection, group: list[Work]) -> None:
        try:
            self._together(connection, group)
        except Exception:
            for work in group:
                try:
                    self._together(connection, [work])
                except Exception as error:
                    work.error = error

    def _together(self, connection: Connection, group: list[Work]) -> None:
        connection.begin()
        try:
            for work in group:
                work.result = work.what(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


def _tell(group: list[Work]) -> None:
    def tell() -> None:
        for work in group:
            work.tell()

    loop = group[0].loop
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell)
