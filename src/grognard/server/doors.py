"""The doors of the server: who may come in from where, how errors look from outside, which headers every answer carries."""

from __future__ import annotations

import gzip
import hashlib
import logging
from functools import partial
from typing import Annotated, Any

import litestar
import msgspec
from litestar import MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.kernel.errors import GrognardError
from grognard.kernel.session import Refused
from grognard.server.accounts import COOKIE, Accounts
from grognard.server.rows import PersonRow
from grognard.server.settings import Settings
from grognard.server.troubles import NotSignedIn, ServerRefusal
from grognard.server.wire import Failure, Trouble

log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, Any]
GameId = Annotated[str, PathParameter(max_length=64)]
CSRF_HEADER = "x-grognard"
OPEN = ("/health", "/metrics")  # asked for by machines, under any name
PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; font-src 'self' data:; connect-src 'self' ws: wss:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", PAGE_POLICY.encode()),
]


# errors


def trouble_of(error: Exception) -> tuple[Trouble, int]:
    """What a client is told of an error, and the HTTP status."""
    if isinstance(error, Refused):
        return Trouble(error.no.reason, "not_possible", error.no.rule, error.remedy or ""), 422
    if isinstance(error, ServerRefusal):
        return Trouble(error.message, error.code, remedy=error.remedy or ""), error.status
    if isinstance(error, GrognardError):
        where = f"line {error.line}: " if error.line else ""
        return Trouble(where + error.message, "bad_input", remedy=error.remedy or ""), 422
    if isinstance(error, ValidationException):
        return Trouble(_validation_words(error), "malformed"), 400
    if isinstance(error, UnicodeError):
        return Trouble("this cannot be read as text", "malformed"), 400
    if isinstance(error, HTTPException):
        return Trouble(error.detail, _code(error.status_code)), error.status_code
    log.error("a request failed", exc_info=error)
    return Trouble("something went wrong on the server", "fault", remedy="try again; the fault is in the server's log"), 500


def _code(status: int) -> str:
    return {404: "missing", 405: "method", 413: "too_large", 400: "malformed"}.get(status, "refused")


def _validation_words(error: ValidationException) -> str:
    found = error.extra if isinstance(error.extra, list) else []
    parts = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in found if isinstance(item, dict)]
    return "; ".join(parts) or error.detail


def answer_error(request: AnyRequest, error: Exception) -> Response[Failure]:
    trouble, status = trouble_of(error)
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, ServerRefusal) and error.after:
        headers["Retry-After"] = str(error.after)
    if isinstance(error, HTTPException) and error.headers:
        headers.update(error.headers)
    return Response(Failure(trouble), status_code=status, headers=headers, media_type=MediaType.JSON)


def _troubles() -> dict[int, ResponseSpec]:
    words = {
        400: "malformed",
        401: "not signed in",
        403: "not yours, or not from our own page",
        404: "not there, or not open to you",
        409: "stale, or it does not fit what is there",
        413: "too large",
        422: "not possible by the rules, or bad input",
        429: "too many tries",
        503: "the store does not answer",
    }
    return {status: ResponseSpec(Failure, generate_examples=False, description=text) for status, text in words.items()}


TROUBLES = _troubles()
get = partial(litestar.get, responses=TROUBLES)
post = partial(litestar.post, responses=TROUBLES)
put = partial(litestar.put, responses=TROUBLES)
patch = partial(litestar.patch, responses=TROUBLES)
delete = partial(litestar.delete, responses=TROUBLES)


# bodies that do not change


class Body:
    """A body that is sent often: compressed once, with a tag by which a client knows that it has it."""

    def __init__(self, data: bytes, media_type: str) -> None:
        self.data = data
        self.media_type = media_type
        self.packed = gzip.compress(data, 6, mtime=0)
        self.tag = f'"{hashlib.blake2b(data, digest_size=12).hexdigest()}"'

    def answer(self, request: AnyRequest, cache: str) -> Response[bytes]:
        headers = {"ETag": self.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        if "gzip" in request.headers.get("accept-encoding", "") and len(self.packed) < len(self.data):
            return Response(self.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.media_type)
        return Response(self.data, headers=headers, media_type=self.media_type)


# who comes in


def same_origin(origin: str | None, host: str | None) -> bool:
    """A browser names the origin of a page that calls; anything but our own is refused."""
    return origin is None or origin.partition("://")[2] == (host or "")


class Gate:
    """Checks every request before it is looked at: a known host, no foreign page, the header no foreign form can send."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._known(host) and scope["path"] not in OPEN:
            await self._refuse(scope, receive, send, 421, f"this server is not {host[:80]!r}", "use its own address")
            return
        if scope["type"] == ScopeType.HTTP and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            if headers.get(CSRF_HEADER.encode()) != "1":
                await self._refuse(scope, receive, send, 403, "the header X-Grognard: 1 is missing", "send it with every change")
                return
            if not same_origin(headers.get(b"origin"), host):
                await self._refuse(scope, receive, send, 403, "the request comes from another site", "use our own page")
                return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = list(message["headers"])
                private = [] if any(name == b"cache-control" for name, _ in sent) else [(b"cache-control", b"no-store")]
                message["headers"] = [*sent, *private, *HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _known(self, host: str) -> bool:
        if "*" in self.settings.hosts:
            return True
        name = host[: host.rindex("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
        return name in self.settings.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, message: str, remedy: str) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 4403, "reason": message})
            return
        body = msgspec.json.encode(Failure(Trouble(message, "gate", remedy=remedy)))
        start: Any = {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS],
        }
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})


def address_of(request: AnyRequest) -> str:
    """Where a request comes from; if it comes from a proxy of ours, what the proxy says."""
    settings: Settings = request.app.state.settings
    here = request.client.host if request.client else ""
    if here in settings.proxies and (forwarded := request.headers.get("x-forwarded-for")):
        return forwarded.rpartition(",")[2].strip()[:64]
    return here


async def visitor(request: AnyRequest) -> PersonRow | None:
    """Whoever asks, signed in or not."""
    accounts: Accounts = request.app.state.accounts
    return await accounts.who(request.cookies.get(COOKIE))


async def signed_in(request: AnyRequest) -> PersonRow:
    """The person who asks."""
    person = await visitor(request)
    if person is None:
        raise NotSignedIn("you are not signed in", remedy="log in, or play as a guest where that is possible")
    request.app.state.asking.check(person.id)
    return person
