"""What is worked out between two answers for one person: one thing at a time, and after it a rest as long as it took, in which
the others are served. A flood of questions about odds or dice so takes half of the server's time at most."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from weakref import WeakValueDictionary

MOST = 1000  # people whose rests are remembered before those that are over are forgotten


class Turnstile:
    def __init__(self) -> None:
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.rested: dict[str, float] = {}

    @contextlib.asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait until nothing else is worked out for this person, and until they have rested from the last."""
        lock = self.locks.setdefault(person, asyncio.Lock())
        async with lock:
            wait = self.rested.get(person, 0.0) - time.monotonic()
            if wait > 0:
                await self.sleep(wait)
            yield

    @contextlib.contextmanager
    def work(self, person: str) -> Iterator[None]:
        """The work itself, which nobody interrupts."""
        begun = time.monotonic()
        try:
            yield
        finally:
            now = time.monotonic()
            if len(self.rested) >= MOST:
                self.rested = {one: until for one, until in self.rested.items() if until > now}
            self.rested[person] = 2 * now - begun

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
