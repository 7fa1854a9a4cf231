"""Playing: the view, answers, and everything that helps to answer."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Router
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from grognard.agents import names
from grognard.kernel.annals import marks
from grognard.kernel.flow import read_option
from grognard.kernel.foretelling import dice_that_fall
from grognard.kernel.present import LogLine
from grognard.kernel.rules import First, No, Told, Vague
from grognard.kernel.session import Session
from grognard.kernel.veil import conceal
from grognard.server.agents import check_agent
from grognard.server.api.games import seeing
from grognard.server.copies import what_if
from grognard.server.doors import AnyRequest, GameId, get, post
from grognard.server.troubles import Clash
from grognard.server.wire import (
    Answer,
    Answered,
    Explained,
    Foretell,
    Foretold,
    Gesture,
    Mark,
    Reason,
    Seen,
    Suggest,
    Suggested,
    Try,
    Weigh,
)

Position = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]
SeatName = Annotated[str, QueryParameter(max_length=64)]
PAGE = 2000


@get("/games/{game_id:str}/view", summary="What you see; `at` (answers) or `line` (of the log) for an earlier moment")
async def view(request: AnyRequest, game_id: GameId, at: Position = None, line: Position = None, seat: SeatName = "") -> Seen:
    hall, table, person = await seeing(request, game_id)
    async with table.lock:
        audience = table.audience(person.id, seat)
        if line is not None:
            at = table.session.step_of_line(line)
        if at is not None:
            table.check_reaches(at)
            still = table.session.still()
    if at is not None:
        async with hall.heavy(person.id):
            return Seen(0, await asyncio.to_thread(table.past, still, audience, at))
    async with table.lock:
        await table.refresh([audience])
        stream = table.stream(audience)
        return Seen(*stream.newest())


@post("/games/{game_id:str}/answer", status_code=HTTP_200_OK, summary="Answer a question")
async def answer(request: AnyRequest, game_id: GameId, data: JSONBody[Answer]) -> Answered:
    hall, table, person = await seeing(request, game_id)
    return await hall.answer(table, person, data.seat, data.option, data.step, data.key, hold=data.hold, calm=data.calm)


@post("/games/{game_id:str}/explain", status_code=HTTP_200_OK, summary="Why is this not possible?")
async def explain(request: AnyRequest, game_id: GameId, data: JSONBody[Try]) -> Explained:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        table.check_holds(person.id, data.seat)
        with hall.turnstile.work(person.id):
            no = table.session.explain(data.seat, data.option)
    return Explained(True) if no is None else _explained(no)


def _explained(no: No) -> Explained:
    if isinstance(no, Told):
        return Explained(False, no.rule, no.reason, no.way, no.bars)
    return Explained(False, no.rule, no.reason, then=no.then if isinstance(no, First) else (), vague=isinstance(no, Vague))


@post("/games/{game_id:str}/gesture", status_code=HTTP_200_OK, summary="Why does this unit not go there?")
async def gesture(request: AnyRequest, game_id: GameId, data: JSONBody[Gesture]) -> Explained:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        table.check_holds(person.id, data.seat)
        with hall.turnstile.work(person.id):
            return _explained(table.session.why_not(data.seat, data.piece, data.space))


@post("/games/{game_id:str}/odds", status_code=HTTP_200_OK, summary="What to expect of an answer before it is given")
async def odds(request: AnyRequest, game_id: GameId, data: JSONBody[Weigh]) -> Any:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        table.check_holds(person.id, data.seat)
        before = _before(table.session, data)
        if before is None:
            with hall.turnstile.work(person.id):
                return _weighed(table.session, data)
        table.check_reaches(before)
        still = table.session.still()
    async with hall.heavy(person.id):
        return await asyncio.to_thread(lambda: _weighed(still.at(before), data))


def _before(session: Session, data: Weigh) -> int | None:
    """The answers before this one, if it was given already: a request for its odds may be overtaken by the answer itself."""
    if data.step is None or data.step >= session.count:
        return None
    given = session.steps[data.step + 1]
    return data.step if (given.seat, given.option) == (data.seat, data.option) else None


def _weighed(session: Session, data: Weigh) -> Any:
    ask = session.pending.get(data.seat)
    if ask is None or ask.find(data.option) is None:
        raise Clash("odds are given for the answers on the list", remedy="choose one of them")
    g = session.g.copy()
    conceal(session.title, g, data.seat)
    return session.title.odds(g, data.seat, read_option(g, data.option), ask.subject)


@post("/games/{game_id:str}/falls", status_code=HTTP_200_OK, summary="With which of the plain answers dice fall at once")
async def falls(request: AnyRequest, game_id: GameId, data: JSONBody[Foretell]) -> Foretold:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        table.check_holds(person.id, data.seat)
        now = table.session.count
        with hall.turnstile.work(person.id):
            return Foretold(now, dice_that_fall(table.session, data.seat) if data.step == now else {})


@post("/games/{game_id:str}/suggest", status_code=HTTP_200_OK, summary="An agent's suggestion with its reason")
async def suggest(request: AnyRequest, game_id: GameId, data: JSONBody[Suggest]) -> Suggested:
    hall, table, person = await seeing(request, game_id)
    name = data.agent or names(table.session.title)[-1]
    check_agent(table.session.title, name)
    async with table.lock:
        table.check_holds(person.id, data.seat)
        ask = table.session.pending.get(data.seat)
        if ask is None:
            raise Clash(f"{data.seat} is not asked anything now")
        still = table.session.still()
    async with hall.heavy(person.id):
        known = await asyncio.to_thread(what_if, still, (data.seat,))
    if data.seat not in known.pending:
        raise Clash("a suggestion would need what you may not know")
    option, reason = await hall.thinkers.suggestion(table.row.title, known, data.seat, name)
    if ask.find(option) is None:
        raise Clash("the agent has no suggestion that is possible here")
    return Suggested(option, reason)


@get("/games/{game_id:str}/log", summary="The log as you may read it, from a line on")
async def log(
    request: AnyRequest, game_id: GameId, first: Annotated[int, QueryParameter(name="from", ge=0, le=2**31 - 1)] = 0
) -> list[LogLine]:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        with hall.turnstile.work(person.id):
            return table.session.log_lines(table.seats_of(person.id), first)[:PAGE]


@get("/games/{game_id:str}/marks", summary="Where turns, phases and battles begin, to jump to in a replay")
async def places(request: AnyRequest, game_id: GameId) -> list[Mark]:
    hall, table, person = await seeing(request, game_id)
    async with hall.turnstile.turn(person.id), table.lock:
        with hall.turnstile.work(person.id):
            return [Mark(*mark) for mark in marks(table.session.log_lines(table.seats_of(person.id)))]


@get("/games/{game_id:str}/reasons", summary="Why the agents did what they did, as far as it is past")
async def reasons(request: AnyRequest, game_id: GameId) -> list[Reason]:
    _, table, person = await seeing(request, game_id)
    async with table.lock:
        return [Reason(r.step, r.turn, r.seat, r.words) for r in table.reasons_for(person.id)]


ROUTES: list[Any] = [view, answer, explain, gesture, odds, falls, suggest, log, places, reasons]
play_routes = Router("/api/v1", route_handlers=ROUTES, tags=["play"])
