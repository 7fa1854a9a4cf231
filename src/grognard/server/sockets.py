"""Sockets: a client that looks at a game and is told of every change, and may answer over the same line."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.kernel.errors import GrognardError
from grognard.server.accounts import COOKIE
from grognard.server.doors import GameId, same_origin, trouble_of
from grognard.server.rows import NoticeRow, PersonRow, Said
from grognard.server.streams import Audience, Stream
from grognard.server.table import Table
from grognard.server.wire import Answer, Key, Words

if TYPE_CHECKING:
    from grognard.server.hall import Hall

QUEUE = 200
RATE = 40
RESUMES = 10  # in so many seconds
LARGEST = 16_384


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """What a client may say: `resume` (it has seen everything up to `seq`), `answer`, or `ping`."""

    type: Literal["resume", "answer", "ping"]
    seq: int = 0
    seat: Key | None = None
    option: Words | None = None
    step: int | None = None
    key: Key | None = None
    hold: bool = False


class Socket:
    """One open line. Messages wait in a queue; a client that does not read is sent the whole view when it does."""

    def __init__(self, person: str, token: str, wanted: str) -> None:
        self.person = person
        self.token = token
        self.wanted = wanted
        self.audience: Audience | None = None
        self.queue: deque[str] = deque()
        self.ready = asyncio.Event()
        self.seq = 0
        self.gone = False
        self.sent_info = b""

    def put(self, message: bytes) -> None:
        if len(self.queue) >= QUEUE:
            self.queue.clear()
            self.seq = 0
        self.queue.append(message.decode())
        self.ready.set()

    def leave(self) -> None:
        self.gone = True
        self.ready.set()

    def looks(self, table: Table) -> Audience | None:
        """With whose eyes this client looks now; None if it may not look any more."""
        if not table.may_see(self.person):
            return None
        try:
            return table.audience(self.person, self.wanted)
        except GrognardError:
            return table.audience(self.person)

    async def begin(self, table: Table, seq: int) -> None:
        """The first messages: what is missing since `seq`, or the whole view."""
        self.audience = table.audience(self.person, self.wanted)
        await table.refresh([self.audience])
        self._send(table.stream(self.audience), seq)
        self._tell_info(table)

    def _send(self, stream: Stream, seq: int) -> None:
        self.seq = stream.seq
        for message in stream.since(seq):
            self.put(message)

    def show(self, table: Table, streams: dict[Audience, Stream]) -> None:
        """Something has changed: send the change, or the whole view where this client now sees with other eyes."""
        try:
            audience = table.audience(self.person, self.wanted)
        except GrognardError:
            self.wanted = ""
            audience = table.audience(self.person)
        if not table.may_see(self.person):
            self.leave()
            return
        if audience not in streams:
            streams[audience] = table.stream(audience)
        seq = self.seq if audience == self.audience else 0
        self.audience = audience
        self._send(streams[audience], seq)
        self._tell_info(table)

    def _tell_info(self, table: Table) -> None:
        info = table.info(self.person)
        info.step, info.waiting, info.updated = 0, [], 0.0
        mark = msgspec.json.encode(info)
        if mark != self.sent_info:
            self.sent_info = mark
            self.put(msgspec.json.encode({"type": "info", "game": table.info(self.person)}))

    def hear(self, table: Table, said: Said) -> None:
        if said.dest == "all" or said.dest in table.sides_of(self.person):
            line = {"n": said.n, "from": said.name, "to": said.dest, "text": said.words, "at": said.said}
            self.put(msgspec.json.encode({"type": "chat", **line}))

    def notice(self, n: NoticeRow) -> None:
        shown = {"id": n.id, "kind": n.kind, "game": n.game, "text": n.words, "at": n.made}
        self.put(msgspec.json.encode({"type": "notice", **shown}))

    def think(self, seat: str, progress: float, words: str) -> None:
        self.put(msgspec.json.encode({"type": "thinking", "seat": seat, "progress": progress, "text": words}))


@websocket("/api/v1/games/{game_id:str}/ws")
async def game_socket(socket: WebSocket[Any, Any, Any], game_id: GameId) -> None:
    hall: Hall = socket.app.state.hall
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(code=4403, reason="other origin")
        return
    token = socket.cookies.get(COOKIE, "")
    person = await socket.app.state.accounts.who(token)
    try:
        if person is None:
            raise GrognardError("not signed in")
        table = await hall.table(game_id)
        table.check_sees(person.id)
        line = Socket(person.id, token, str(socket.query_params.get("seat", ""))[:64])
        table.audience(person.id, line.wanted)
    except GrognardError:
        await socket.accept()
        await socket.close(code=4404, reason="no such game, or not open to you")
        return
    await socket.accept()
    async with table.lock:
        if hall.tables.get(game_id) is table:
            await line.begin(table, _number(socket.query_params.get("since")))
            hall.connect(table, line)
        else:
            line.leave()
    await hall.store.notices_seen(person.id, game_id)  # whoever looks at a game has seen what calls them to it
    reading = asyncio.create_task(_read(hall, table, socket, line, person))
    try:
        await _write(socket, line)
    finally:
        hall.disconnect(table, line)
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
            await reading


def _number(text: Any) -> int:
    return int(text) if isinstance(text, str) and text.isdigit() and len(text) < 17 else 0


async def _write(socket: WebSocket[Any, Any, Any], line: Socket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, ConnectionError):
        while True:
            while line.queue:
                await socket.send_data(line.queue.popleft(), mode="text")
            if line.gone:
                await socket.close(code=4001, reason="look again")
                return
            line.ready.clear()
            await line.ready.wait()


async def _read(hall: Hall, table: Table, socket: WebSocket[Any, Any, Any], line: Socket, person: PersonRow) -> None:
    """Take what the client says; anything malformed, oversized or too fast ends the line."""
    decode = msgspec.json.Decoder(Message).decode
    times: deque[float] = deque(maxlen=RATE)
    resumed: deque[float] = deque(maxlen=RESUMES)
    try:
        while True:
            raw = await socket.receive_data(mode="text")
            now = time.monotonic()
            if len(times) == RATE and now - times[0] < 1.0:
                raise msgspec.ValidationError("too many messages")
            times.append(now)
            if not isinstance(raw, str) or len(raw) > LARGEST:
                raise msgspec.ValidationError("the message is too large")
            message = decode(raw)
            if message.type == "answer":
                await _answer(hall, table, line, person, message)
            elif message.type == "resume":
                if len(resumed) == RESUMES and now - resumed[0] < RESUMES:
                    raise msgspec.ValidationError("too many messages")
                resumed.append(now)
                async with table.lock:
                    await line.begin(table, message.seq)
            else:
                line.put(b'{"type":"pong"}')
    except msgspec.MsgspecError as error:
        line.put(msgspec.json.encode({"type": "refused", "error": {"message": str(error), "code": "malformed"}}))
        line.leave()
    except (WebSocketDisconnect, RuntimeError, ConnectionError):
        line.leave()


async def _answer(hall: Hall, table: Table, line: Socket, person: PersonRow, message: Message) -> None:
    wish = msgspec.convert(
        {"seat": message.seat, "option": message.option, "step": message.step, "key": message.key, "hold": message.hold}, Answer
    )
    try:
        done = await hall.answer(table, person, wish.seat, wish.option, wish.step, wish.key, hold=wish.hold)
    except GrognardError as error:
        trouble, _ = trouble_of(error)
        line.put(msgspec.json.encode({"type": "refused", "key": wish.key, "error": trouble}))
    else:
        line.put(msgspec.json.encode({"type": "answered", "key": wish.key, "seq": done.seq, "step": done.step}))
