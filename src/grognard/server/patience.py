"""Patience: how long the server waits for a client to say what it wants. A request that is not whole in time is closed."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
BODY = 60.0


class PatientProtocol(H11Protocol):
    """HTTP with a deadline for the head of each request and one for its body."""

    head, body = HEAD, BODY
    deadline: asyncio.TimerHandle | None = None
    begun: Any = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(self.head)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            if self.deadline is None:
                self._wait(self.head)
        elif self.conn.their_state is h11.SEND_BODY:
            if self.begun is not self.cycle:
                self.begun = self.cycle
                self._wait(self.body)
        else:
            self._done()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._done()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._done()
        self.deadline = self.loop.call_later(seconds, self._too_slow)

    def _done(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _too_slow(self) -> None:
        self.deadline = None
        self.transport.abort()
