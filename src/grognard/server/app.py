"""The server as one application: the API, the sockets, the built client, and what they share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import ASGIApp

from grognard.server.accounts import Accounts, Limit
from grognard.server.api.games import game_routes
from grognard.server.api.people import VERSION, people
from grognard.server.api.play import play_routes
from grognard.server.api.titles import title_routes
from grognard.server.doors import AnyRequest, Body, Gate, answer_error
from grognard.server.figures import health, metrics
from grognard.server.hall import Hall
from grognard.server.settings import Settings
from grognard.server.sockets import game_socket
from grognard.server.store import Store
from grognard.server.troubles import Missing

STATIC = Path(__file__).parent / "static"
BODY_LIMIT = 64 * 1024
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".map": "application/json",
}


@lru_cache(maxsize=256)
def _body(path: Path, changed: int) -> Body:
    return Body(path.read_bytes(), KINDS[path.suffix])


def page(request: AnyRequest, name: str) -> Response[bytes]:
    """A file of the built client. Files with a hash in their name never change; the page itself is always asked for."""
    if "\0" in name or len(name) > 200:
        raise Missing("there is no such page")
    path = (STATIC / name).resolve()
    if not path.is_relative_to(STATIC.resolve()) or not path.is_file() or path.suffix not in KINDS:
        raise Missing("there is no such page")
    forever = path.parent.name == "assets"
    return _body(path, path.stat().st_mtime_ns).answer(request, "public, max-age=31536000, immutable" if forever else "no-cache")


@get("/", include_in_schema=False, media_type=MediaType.HTML)
async def front(request: AnyRequest) -> Response[bytes]:
    return page(request, "index.html")


@get("/{name:path}", include_in_schema=False)
async def static(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    return page(request, name.lstrip("/"))


class Document(JsonRenderPlugin):
    """The OpenAPI document. A number may be both an integer and a number, so unions are `anyOf`."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, any_of(openapi_schema))


def any_of(part: Any) -> Any:
    """The same document with every `oneOf` as `anyOf`."""
    if isinstance(part, dict):
        return {"anyOf" if key == "oneOf" else key: any_of(value) for key, value in part.items()}
    return [any_of(item) for item in part] if isinstance(part, list) else part


def make_app(settings: Settings) -> Litestar:
    """The application, ready for uvicorn."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = Store(settings)
        app.state.settings = settings
        app.state.store = store
        app.state.accounts = Accounts(settings, store)
        app.state.creating = Limit(120, 3600)
        app.state.talking = Limit(20, 10)
        app.state.wishing = Limit(30, 60)
        app.state.asking = Limit(settings.requests, 10)
        app.state.hall = Hall(settings, store)
        app.state.hall.accounts_forget = app.state.accounts.forget
        await app.state.hall.open()
        try:
            yield
        finally:
            await app.state.hall.close()

    def gate(app: ASGIApp) -> ASGIApp:
        return Gate(app, settings)

    return Litestar(
        route_handlers=[people, title_routes, game_routes, play_routes, game_socket, health, metrics, front, static],
        lifespan=[running],
        middleware=[gate],
        exception_handlers={Exception: answer_error},
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Grognard", version=VERSION, path="/api/v1/schema", render_plugins=[Document(path="/openapi.json")]
        ),
    )


