"""Signing in and out, and notices."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

import grognard
from grognard.server.accounts import COOKIE, DAYS
from grognard.server.doors import AnyRequest, address_of, get, post, put, signed_in, visitor
from grognard.server.notices import check_mail, check_webhook
from grognard.server.rows import PersonRow
from grognard.server.wire import Credentials, Done, Guest, Hello, Me, Notice, Wishes

VERSION = getattr(grognard, "__version__", "0.1.0")


async def _welcome(request: AnyRequest, person: PersonRow) -> Response[Me]:
    """Sign a person in with a fresh token; the token the client came with is no longer good."""
    accounts = request.app.state.accounts
    old = request.cookies.get(COOKIE)
    if old:
        await _sign_out(request, old)
    token = await accounts.log_in(person)
    secure = request.app.state.settings.secure
    cookie = Cookie(key=COOKIE, value=token, max_age=DAYS * 86400, httponly=True, samesite="lax", secure=secure, path="/")
    return Response(Me(person.name, person.guest), cookies=[cookie])


async def _sign_out(request: AnyRequest, token: str) -> None:
    person = await request.app.state.accounts.who(token)
    await request.app.state.accounts.log_out(token)
    if person is not None:
        request.app.state.hall.sign_out(person.id, token)


@get("/hello", summary="What this server offers, and who you are")
async def hello(request: AnyRequest) -> Hello:
    person = await visitor(request)
    me = Me(person.name, person.guest) if person else None
    settings = request.app.state.settings
    return Hello(VERSION, settings.guests, True, me, list(settings.reach))


@get("/me", summary="Who you are")
async def me(request: AnyRequest) -> Me:
    person = await signed_in(request)
    return Me(person.name, person.guest, await request.app.state.store.unseen(person.id))


@post("/guest", status_code=HTTP_200_OK, summary="Play as a guest on a local table")
async def guest(request: AnyRequest, data: JSONBody[Guest]) -> Response[Me]:
    return await _welcome(request, await request.app.state.accounts.guest(data.name, address_of(request)))


@post("/register", status_code=HTTP_200_OK, summary="Make an account")
async def register(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    return await _welcome(request, await request.app.state.accounts.register(data.name, data.password, address_of(request)))


@post("/login", status_code=HTTP_200_OK, summary="Sign in")
async def login(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    return await _welcome(request, await request.app.state.accounts.check_password(data.name, data.password, address_of(request)))


@post("/logout", status_code=HTTP_200_OK, summary="Sign out")
async def logout(request: AnyRequest) -> Response[Done]:
    token = request.cookies.get(COOKIE)
    if token:
        await _sign_out(request, token)
    response: Response[Done] = Response(Done())
    response.delete_cookie(COOKIE, path="/")
    return response


@get("/notices", summary="What has been asked of you")
async def notices(request: AnyRequest) -> list[Notice]:
    person = await signed_in(request)
    rows = await request.app.state.store.notices(person.id)
    return [Notice(n.id, n.kind, n.game, n.words, n.made, n.seen) for n in rows]


@post("/notices/seen", status_code=HTTP_200_OK, summary="You have seen them")
async def notices_seen(request: AnyRequest) -> Done:
    person = await signed_in(request)
    await request.app.state.store.notices_seen(person.id)
    return Done()


@get("/notices/settings", summary="Where notices go besides the page")
async def wishes(request: AnyRequest) -> Wishes:
    person = await signed_in(request)
    fresh = await request.app.state.store.person(id=person.id)
    return Wishes(fresh.webhook, fresh.mail, fresh.delay)


@put("/notices/settings", summary="Say where notices go besides the page")
async def set_wishes(request: AnyRequest, data: JSONBody[Wishes]) -> Wishes:
    person = await signed_in(request)
    request.app.state.wishing.check(person.id)
    await check_webhook(data.webhook, private=request.app.state.settings.private_webhooks)
    check_mail(data.mail)
    await request.app.state.store.set_wishes(person.id, data.webhook, data.mail, data.delay)
    return data


ROUTES: list[Any] = [hello, me, guest, register, login, logout, notices, notices_seen, wishes, set_wishes]
people = Router("/api/v1", route_handlers=ROUTES, tags=["people"])
