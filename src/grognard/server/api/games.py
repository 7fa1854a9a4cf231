"""Games: the list, making one, taking seats, chat, files, and what is agreed around the board."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from grognard.server import agreements, copies, endings, sitting
from grognard.server.doors import AnyRequest, GameId, delete, get, patch, post, signed_in, visitor
from grognard.server.hall import Hall
from grognard.server.rows import PersonRow, Said
from grognard.server.table import Table
from grognard.server.troubles import Clash, Missing, NotYours
from grognard.server.wire import (
    Agree,
    Applied,
    ChatLine,
    Done,
    Ending,
    ForSeat,
    GameInfo,
    Games,
    HandOver,
    Join,
    NewGame,
    Pause,
    Rename,
    Say,
    Series,
    Stand,
    Stats,
    Undo,
    Undone,
)

FILE_KIND = "application/x-ndjson"
FILE_LIMIT = 32 * 1024 * 1024


async def at_table(request: AnyRequest, game_id: str) -> tuple[Hall, Table, PersonRow]:
    """The table and who asks. A game that is not open to somebody is not there for them."""
    person = await signed_in(request)
    hall: Hall = request.app.state.hall
    table = await hall.table(game_id)
    return hall, table, person


async def seeing(request: AnyRequest, game_id: str) -> tuple[Hall, Table, PersonRow]:
    hall, table, person = await at_table(request, game_id)
    table.check_sees(person.id)
    return hall, table, person


@get("/games", summary="Your games and the open tables, all or those with the words of `q`")
async def list_games(request: AnyRequest, words: Annotated[str, QueryParameter(name="q", max_length=100)] = "") -> Games:
    hall: Hall = request.app.state.hall
    return await hall.lobby.games(await visitor(request), words)


@post("/games", summary="Create a game")
async def create_game(request: AnyRequest, data: JSONBody[NewGame]) -> GameInfo:
    person = await signed_in(request)
    hall: Hall = request.app.state.hall
    request.app.state.creating.check(person.id)
    table = await hall.create(person, data)
    return table.info(person.id)


@get("/games/{game_id:str}", summary="The head of a game")
async def one_game(request: AnyRequest, game_id: GameId) -> GameInfo:
    _, table, person = await seeing(request, game_id)
    return table.info(person.id)


@patch("/games/{game_id:str}", summary="Rename a game, list it or not, put it away for yourself")
async def rename_game(request: AnyRequest, game_id: GameId, data: JSONBody[Rename]) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await hall.rename(table, person, data)
    info = table.info(person.id)
    info.archived = table.id in await hall.store.archived(person.id)
    return info


@delete("/games/{game_id:str}", status_code=HTTP_200_OK, summary="Throw a game away that nobody else sits at")
async def remove_game(request: AnyRequest, game_id: GameId) -> Done:
    hall, table, person = await seeing(request, game_id)
    await hall.remove(table, person)
    return Done()


@post("/games/{game_id:str}/invite", status_code=HTTP_200_OK, summary="A new invitation; the old one is no longer good")
async def new_invitation(request: AnyRequest, game_id: GameId) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await hall.new_invitation(table, person)
    return table.info(person.id)


@post("/games/{game_id:str}/join", status_code=HTTP_200_OK, summary="Sit down, or watch")
async def join_game(request: AnyRequest, game_id: GameId, data: JSONBody[Join]) -> GameInfo:
    hall, table, person = await at_table(request, game_id)
    await sitting.join(hall, table, person, data.seat, data.token)
    return table.info(person.id)


@post("/games/{game_id:str}/seats/{seat:str}", status_code=HTTP_200_OK, summary="Hand a seat over or take it back")
async def hand_over(request: AnyRequest, game_id: GameId, seat: FromPath[str], data: JSONBody[HandOver]) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await sitting.hand_over(hall, table, person, seat, data.to)
    return table.info(person.id)


# agreements


@post("/games/{game_id:str}/undo", status_code=HTTP_200_OK, summary="Take answers back, or ask the others to agree")
async def undo(request: AnyRequest, game_id: GameId, data: JSONBody[Undo]) -> Undone:
    hall, table, person = await seeing(request, game_id)
    return await agreements.undo(hall, table, person, data.to)


@post("/games/{game_id:str}/rollback", status_code=HTTP_200_OK, summary="Agree to a rollback, or not")
async def rollback(request: AnyRequest, game_id: GameId, data: JSONBody[Agree]) -> Undone:
    hall, table, person = await seeing(request, game_id)
    return await agreements.agree_rollback(hall, table, person, data.agree)


@post("/games/{game_id:str}/standing", status_code=HTTP_200_OK, summary="Leave a standing answer, or lift it")
async def standing(request: AnyRequest, game_id: GameId, data: JSONBody[Stand]) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await agreements.stand(hall, table, person, data.seat, data.kind, data.condition)
    return table.info(person.id)


@post("/games/{game_id:str}/concede", status_code=HTTP_200_OK, summary="Resign")
async def concede(request: AnyRequest, game_id: GameId, data: JSONBody[ForSeat]) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await agreements.concede(hall, table, person, data.seat)
    return table.info(person.id)


@post("/games/{game_id:str}/draw", status_code=HTTP_200_OK, summary="Offer, accept or decline a draw")
async def draw(request: AnyRequest, game_id: GameId, data: JSONBody[Agree]) -> Done:
    hall, table, person = await seeing(request, game_id)
    return Done(await agreements.draw(hall, table, person, data.agree))


@post("/games/{game_id:str}/pause", status_code=HTTP_200_OK, summary="Pause or resume")
async def pause(request: AnyRequest, game_id: GameId, data: JSONBody[Pause]) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    await agreements.pause(hall, table, person, data.paused)
    return table.info(person.id)


@post("/games/{game_id:str}/agent/cancel", status_code=HTTP_200_OK, summary="Stop the agent's thinking")
async def agent_cancel(request: AnyRequest, game_id: GameId) -> Done:
    hall, table, person = await seeing(request, game_id)
    await hall.turns.hold(table, person, True)
    return Done()


@post("/games/{game_id:str}/agent/resume", status_code=HTTP_200_OK, summary="Let the agent think on")
async def agent_resume(request: AnyRequest, game_id: GameId) -> Done:
    hall, table, person = await seeing(request, game_id)
    await hall.turns.hold(table, person, False)
    return Done()


# chat


def _line(said: Said) -> ChatLine:
    return ChatLine(said.n, said.name, said.dest, said.words, said.said)


@get("/games/{game_id:str}/chat", summary="What has been said to all and to your side")
async def chat(
    request: AnyRequest, game_id: GameId, first: Annotated[int, QueryParameter(name="from", ge=0, le=2**31 - 1)] = 0
) -> list[ChatLine]:
    hall, table, person = await seeing(request, game_id)
    dests = ["all", *sorted(table.sides_of(person.id))]
    return [_line(said) for said in await hall.store.chat(table.id, dests, first)]


@post("/games/{game_id:str}/chat", status_code=HTTP_200_OK, summary="Say something to all or to your side")
async def say(request: AnyRequest, game_id: GameId, data: JSONBody[Say]) -> list[ChatLine]:
    hall, table, person = await seeing(request, game_id)
    request.app.state.talking.check(person.id)
    words = "".join(ch for ch in data.text if ch.isprintable() or ch == "\n").strip()
    if not words:
        raise Clash("there is nothing to say in this")
    return [_line(await hall.say(table, person.name, _dest(table, person, data.to), words))]


def _dest(table: Table, person: PersonRow, to: str) -> str:
    if to == "all":
        return "all"
    mine = sorted(table.sides_of(person.id))
    named = to.removeprefix("side:") if to.startswith("side:") else ""
    if to == "side" and len(mine) == 1:
        return mine[0]
    if named in mine:
        return named
    if to == "side" and mine:
        raise Clash("you sit on several sides", remedy=f"use {' or '.join(f'side:{s}' for s in mine)}")
    raise NotYours("you do not sit on that side", remedy="speak to all")


# the past, and files


@get("/games/{game_id:str}/stats", summary="Public figures over time")
async def stats(request: AnyRequest, game_id: GameId) -> Stats:
    hall, table, _ = await seeing(request, game_id)
    series: dict[str, Series] = {}
    for step, label, figures in await hall.store.samples(table.id):
        for key, (name, side, value) in figures.items():
            series.setdefault(key, Series(key, name, side, [])).points.append((step, label, float(value)))
    return Stats(list(series.values()))


@get("/games/{game_id:str}/ending", summary="How a finished game went: points, turning points, losses, luck, seeds and rolls")
async def ending(request: AnyRequest, game_id: GameId) -> Ending:
    return await endings.ending(*await seeing(request, game_id))


@get("/games/{game_id:str}/chronicle", summary="A finished game as one illustrated page", media_type="text/html")
async def chronicle(request: AnyRequest, game_id: GameId) -> Response[bytes]:
    hall, table, person = await seeing(request, game_id)
    page = await endings.chronicle_page(hall, table, person)
    headers = {"Content-Disposition": f'attachment; filename="{table.row.title}-chronicle.html"', "Cache-Control": "no-store"}
    return Response(page.encode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/games/{game_id:str}/film", summary="A finished game as a short film of its front lines", media_type="image/gif")
async def film(request: AnyRequest, game_id: GameId) -> Response[bytes]:
    hall, table, person = await seeing(request, game_id)
    made = await endings.film_of(hall, table, person)
    headers = {"Content-Disposition": f'attachment; filename="{table.row.title}-film.gif"', "Cache-Control": "no-store"}
    return Response(made, media_type="image/gif", headers=headers)


@post("/games/{game_id:str}/rematch", summary="The same game once more, with the seats turned")
async def rematch(request: AnyRequest, game_id: GameId) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    request.app.state.creating.check(person.id)
    made = await endings.rematch(hall, table, person)
    return made.info(person.id)


def _file(data: bytes, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type=FILE_KIND, headers=headers)


@get("/games/{game_id:str}/export", summary="The session file", media_type=FILE_KIND)
async def export(request: AnyRequest, game_id: GameId) -> Response[bytes]:
    hall, table, person = await seeing(request, game_id)
    data, count = await copies.export(hall, table, person)
    return _file(data, f"{table.row.title}-{count}.grognard")


@post("/import", request_max_body_size=FILE_LIMIT, summary="A new game from a session file")
async def import_game(request: AnyRequest) -> GameInfo:
    person = await signed_in(request)
    hall: Hall = request.app.state.hall
    request.app.state.creating.check(person.id)
    table = await copies.import_game(hall, person, await request.body())
    return table.info(person.id)


@get("/games/{game_id:str}/mail", summary="The game by mail, for one of your seats", media_type=FILE_KIND)
async def mail_file(request: AnyRequest, game_id: GameId, seat: Annotated[str, QueryParameter(max_length=64)]) -> Response[bytes]:
    hall, table, person = await seeing(request, game_id)
    data, count = await copies.mail_file(hall, table, person, seat)
    return _file(data, f"{table.row.title}-{seat}-{count}.grognard")


@post("/games/{game_id:str}/mail", status_code=HTTP_200_OK, request_max_body_size=FILE_LIMIT, summary="An answered file is back")
async def mail_back(request: AnyRequest, game_id: GameId) -> Applied:
    hall, table, person = await seeing(request, game_id)
    return await copies.receive_mail(hall, table, person, await request.body())


@post("/games/{game_id:str}/fork", summary="A private what-if from here")
async def fork(request: AnyRequest, game_id: GameId) -> GameInfo:
    hall, table, person = await seeing(request, game_id)
    request.app.state.creating.check(person.id)
    made = await copies.fork(hall, table, person)
    return made.info(person.id)


@post("/games/{game_id:str}/apply", status_code=HTTP_200_OK, summary="Give a what-if's answers in the real game")
async def apply_fork(request: AnyRequest, game_id: GameId) -> Applied:
    hall, table, person = await seeing(request, game_id)
    if not table.row.fork_of:
        raise Missing("this game is not a what-if")
    return await copies.apply_fork(hall, table, person)


ROUTES: list[Any] = [
    list_games, create_game, one_game, rename_game, remove_game, new_invitation,
    join_game, hand_over, undo, rollback, standing, concede, draw, pause,
    agent_cancel, agent_resume, chat, say, stats, ending, chronicle, film, rematch,
    export, import_game, mail_file, mail_back, fork, apply_fork,
]
game_routes = Router("/api/v1", route_handlers=ROUTES, tags=["games"])
