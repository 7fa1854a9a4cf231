"""The bell: what one server writes, the others on the same PostgreSQL hear of (LISTEN/NOTIFY).

A ring is part of the transaction it tells of: it is heard after the commit, or never. It says what has changed and not how;
whoever needs that reads the store. SQLite has one server and no bell.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

log = logging.getLogger(__name__)

CHANNEL = "grognard"
BEAT = 10.0  # seconds between looks whether the line still stands


class Ring(msgspec.Struct, omit_defaults=True):
    """What has changed: a game (its `number` is its revision), a line of chat (its number), a notice (its id is `what`), who
    watches, whether agents are held (`number`), a sealed login that ended (`what`), or a game that is gone."""

    by: str
    kind: Literal["game", "chat", "notice", "watch", "held", "out", "gone"]
    game: str = ""
    number: int = 0
    person: str = ""
    what: str = ""


class Bell:
    """Listens in a thread of its own. `heard` gets every ring of others, `back` is called whenever the line stands (again):
    whatever happened before was not heard."""

    def __init__(self, address: str, name: str, heard: Callable[[Ring], None], back: Callable[[], None]) -> None:
        self.address, self.name, self.heard, self.back = address, name, heard, back
        self.loop = asyncio.get_running_loop()
        self.up = False
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="bell", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join(timeout=5)

    def _run(self) -> None:
        import psycopg

        while not self.stopped.is_set():
            try:
                with psycopg.connect(self.address, autocommit=True, connect_timeout=5) as line:
                    line.execute(f"listen {CHANNEL}")
                    self._tell(self.back)
                    self.up = True
                    self._listen(line)
            except psycopg.Error as error:
                log.warning("the bell is not heard: %s", error)
            finally:
                self.up = False
            self.stopped.wait(1.0)

    def _listen(self, line: Any) -> None:
        read = msgspec.json.Decoder(Ring).decode
        beat = time.monotonic() + BEAT
        while not self.stopped.is_set():
            for note in line.notifies(timeout=0.25):
                ring = read(note.payload)
                if ring.by != self.name:
                    self._tell(self.heard, ring)
                if self.stopped.is_set():
                    return
            if time.monotonic() > beat:
                line.execute("select 1")
                beat = time.monotonic() + BEAT

    def _tell(self, whom: Callable[..., None], *what: Any) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(whom, *what)
