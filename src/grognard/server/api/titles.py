"""Titles and their boards, the same for everybody and cacheable."""

from __future__ import annotations

import asyncio
import csv
import re
from typing import Any

import msgspec
from litestar import Response, Router
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from grognard.agents import names
from grognard.kernel.board import Board
from grognard.kernel.catalogue import catalogue
from grognard.kernel.ledger import rulebook
from grognard.kernel.present import Side
from grognard.kernel.title import FirstGame, Kit, Scenario, Seat, Switch, Title
from grognard.server.doors import AnyRequest, Body, get, post
from grognard.server.troubles import Missing
from grognard.server.wire import Arrangement


class StandingInfo(msgspec.Struct, omit_defaults=True):
    """A standing answer. `otherwise`: what holds without it, where that is not to be asked always."""

    key: str
    label: str
    otherwise: str = ""


class TitleInfo(msgspec.Struct):
    """A title as the lobby shows it."""

    code: str
    name: str
    stage: str
    version: str
    scenarios: list[Scenario]
    switches: list[Switch]
    sides: list[Side]
    seats: dict[str, list[Seat]]
    agents: list[str]
    standing: dict[str, list[StandingInfo]]
    tour: list[tuple[str, str]]
    theatres: list[tuple[str, list[str]]] = []
    trouble: str = ""  # why it cannot be played: it could not be loaded
    kits: list[Kit] = []  # sets of options under one name
    first: FirstGame | None = None
    hides: bool = False


class SpaceInfo(msgspec.Struct):
    id: str
    name: str
    kind: str
    map: str
    col: int | None
    row: int | None
    x: float
    y: float
    terrain: str
    country: str


class MapInfo(msgspec.Struct):
    id: str
    kind: str
    orientation: str
    layout: str


class BoardInfo(msgspec.Struct):
    """A board: borders are [a, b, features]."""

    name: str
    maps: list[MapInfo]
    spaces: list[SpaceInfo]
    borders: list[tuple[str, str, list[str]]]


def title_info(title: Title[Any]) -> TitleInfo:
    defaults = title.read_options({})
    return TitleInfo(
        title.code,
        title.name,
        title.stage,
        title.version,
        list(title.scenarios),
        list(title.switches),
        list(title.sides),
        {s.key: list(title.seats(s.key, defaults)) for s in title.scenarios},
        names(title),
        {kind: [StandingInfo(s.key, s.label, s.otherwise) for s in of] for kind, of in title.standing.items()},
        list(title.tour()),
        [(name, list(spaces)) for name, spaces in title.theatres()],
        kits=list(title.kits),
        first=title.first_game,
        hides=title.hides,
    )


def board_info(board: Board) -> BoardInfo:
    spaces = [
        SpaceInfo(
            board.ids[s], board.label(s), board.kind[s], board.map[s], board.col[s], board.row[s], board.x[s], board.y[s],
            board.terrain_name(s), board.country[s],
        )
        for s in range(board.size)
    ]
    borders = [(board.ids[a], board.ids[b], board.feature_names(n)) for n, (a, b) in enumerate(board.ends)]
    maps = [MapInfo(m.id, m.kind, m.orientation, m.layout) for m in board.maps.values()]
    return BoardInfo(board.name, maps, spaces, borders)


class Chart(msgspec.Struct):
    """A printed table: what it is called, where it comes from and what its columns mean, its cells, what they do in words."""

    key: str
    title: str
    source: list[str]
    columns: list[str]
    rows: list[list[str]]
    does: dict[str, str] = {}


HEADING = re.compile(r"(?:\d[\d.,A-Z -]*(?:and [\d.A-Z]+ )?)?(\w.*?)(?=:| \(|$)")
NUMBERED = re.compile(r"\d|.*\((?:option )?\d")


def charts_of(title: Title[Any]) -> list[Chart]:
    """Every table of a title, as it lies in its folder or, where it has none, in that of its family."""
    found = []
    files = {path.stem: path for folder in title.chart_folders() for path in folder.glob("*.csv")}
    for stem, path in sorted(files.items()):
        lines = path.read_text(encoding="utf-8").splitlines()
        notes = [line.lstrip("# ") for line in lines if line.startswith("#")]
        table = list(csv.reader(line for line in lines if line and not line.startswith("#")))
        if table:
            does = {cell: said for row in table[1:] for cell in row if (said := title.cell_words(stem, cell))}
            found.append(Chart(stem, _heading(stem, notes), notes, table[0], table[1:], does))
    return sorted(found, key=lambda chart: chart.title)


def _heading(stem: str, notes: list[str]) -> str:
    """What a table is called: the words of the note that names its rule, else those of its file."""
    words = HEADING.match(notes[1]) if len(notes) > 1 and NUMBERED.match(notes[1]) and "_" not in notes[1] else None
    name = words[1] if words and len(words[1]) <= 60 else stem.replace("_", " ")
    return name[:1].upper() + name[1:]


_MADE: dict[tuple[str, str], Body | None] = {}
CACHE = "public, no-cache"
JSON = "application/json"
LANGUAGES = ("de",)  # besides English, which is the key


def _title(request: AnyRequest, code: str) -> Title[Any]:
    settings = request.app.state.settings
    if code in settings.broken:
        raise Missing(settings.broken[code], remedy="play another title meanwhile")
    if code not in settings.titles:
        raise Missing(f"there is no title {code[:40]!r}", remedy=f"use one of {', '.join(settings.titles)}")
    found: Title[Any] = settings.title(code)
    return found


@get("/titles", summary="Every title with its scenarios, options, seats and agents")
async def titles(request: AnyRequest) -> list[TitleInfo]:
    settings = request.app.state.settings
    return [title_info(settings.title(code)) for code in settings.titles] + [
        TitleInfo(code, code, "broken", "", [], [], [], {}, [], {}, [], trouble) for code, trouble in settings.broken.items()
    ]


@get("/titles/{code:str}/rules", summary="Every section of the rulebook: our words, cases, readings")
async def rules(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    title = _title(request, code)
    key = (request.app.state.settings.titles[code], "rules")
    if key not in _MADE:
        _MADE[key] = Body(msgspec.json.encode(await asyncio.to_thread(rulebook, title)), JSON)
    made = _MADE[key]
    assert made is not None
    return made.answer(request, CACHE)


@get("/titles/{code:str}/charts", summary="Every printed table of a title")
async def charts(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    title = _title(request, code)
    key = (request.app.state.settings.titles[code], "charts")
    if key not in _MADE:
        _MADE[key] = Body(msgspec.json.encode(charts_of(title)), JSON)
    made = _MADE[key]
    assert made is not None
    return made.answer(request, CACHE)


@get("/titles/{code:str}/words/{language:str}", summary="A title's sentences in another language, from the English ones")
async def words(request: AnyRequest, code: FromPath[str], language: FromPath[str]) -> Response[bytes]:
    title = _title(request, code)
    if language not in LANGUAGES:
        raise Missing(f"there is no catalogue for {language[:20]!r}", remedy=f"use one of {', '.join(LANGUAGES)}")
    key = (request.app.state.settings.titles[code], f"words {language}")
    if key not in _MADE:
        folders = (*([title.builds_on.folder] if title.builds_on else []), title.folder)
        _MADE[key] = Body(msgspec.json.encode(catalogue(folders, language)), JSON)
    made = _MADE[key]
    assert made is not None
    return made.answer(request, CACHE)


@post("/titles/{code:str}/seats", status_code=HTTP_200_OK, summary="The seats of a scenario with these optional rules")
async def seats(request: AnyRequest, code: FromPath[str], data: JSONBody[Arrangement]) -> list[Seat]:
    title = _title(request, code)
    scenario = title.scenario(data.scenario or title.scenarios[0].key)
    return list(title.seats(scenario.key, title.read_options(data.options)))


def _board(title: Title[Any], scenario: str) -> Body | None:
    found = title.blank(scenario, {}).board
    return Body(msgspec.json.encode(board_info(found)), JSON) if isinstance(found, Board) else None


def _drawing(title: Title[Any], sheet: str) -> Body | None:
    found = title.drawing(sheet)
    return Body(found, JSON) if found is not None else None


@get("/titles/{code:str}/board", summary="The board: spaces and borders")
async def board(request: AnyRequest, code: FromPath[str], scenario: FromQuery[str] = "") -> Response[bytes]:
    title = _title(request, code)
    played = title.scenario(scenario).key if scenario else title.scenarios[0].key
    key = (request.app.state.settings.titles[code], f"board {title.sheet(played)}")
    if key not in _MADE:
        _MADE[key] = await asyncio.to_thread(_board, title, played)
    made = _MADE[key]
    if made is None:
        raise Missing(f"{code} has no board")
    return made.answer(request, CACHE)


@get("/titles/{code:str}/drawing", summary="The drawing of the board, where there is one")
async def drawing(request: AnyRequest, code: FromPath[str], scenario: FromQuery[str] = "") -> Response[bytes]:
    title = _title(request, code)
    sheet = title.sheet(title.scenario(scenario).key) if scenario else ""
    key = (request.app.state.settings.titles[code], f"drawing {sheet}")
    if key not in _MADE:
        _MADE[key] = await asyncio.to_thread(_drawing, title, sheet)
    made = _MADE[key]
    if made is None:
        raise Missing(f"{code} has no drawing", remedy="draw the spaces of its board")
    return made.answer(request, CACHE)


ROUTES: list[Any] = [titles, rules, charts, words, seats, board, drawing]
title_routes = Router("/api/v1", route_handlers=ROUTES, tags=["titles"])
