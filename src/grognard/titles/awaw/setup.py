"""Scenarios: reading their files and putting them on the boards (7.2, ours V)."""

from __future__ import annotations

import re
from collections import Counter as Tally

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.kernel.rules import rule
from grognard.titles.awaw.books import Books, read_books
from grognard.titles.awaw.charts import Charts, read_charts
from grognard.titles.awaw.designs import AIR, CODES, COUNTERS, DESIGNS, Kind
from grognard.titles.awaw.ground import Ground
from grognard.titles.awaw.nations import ALLIES, AXIS, INDEX, KEYS, MAJORS, NEUTRAL, SIDES, alone
from grognard.titles.awaw.rules.campaign import dependants, place_counters
from grognard.titles.awaw.rules.reinforcement import remember_the_start
from grognard.titles.awaw.rules.research import prepare
from grognard.titles.awaw.rules.yearstart import prepare_campaign
from grognard.titles.awaw.state import FORTRESS, IN_PLAY, NEVER, POOL, World, turn_named


class NationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation of a scenario."""

    side: str  # axis, allies, neutral; alone: a major power at peace
    east: str = ""  # the side on the Pacific board where both are played
    patron: str = ""
    conquered: str = ""
    income: int = 0
    base: int = 0
    level: int = 0


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    provenance: str
    name: str
    summary: str
    first: str
    last: str
    powers: list[str]
    theatre: str
    victory: str
    nations: dict[str, NationEntry]
    units: dict[str, list[str]] = {}
    fleets: dict[str, list[str]] = {}  # a campaign: in which ports the task forces of a nation begin
    share: dict[str, int] = {}  # and which part of them is on this board: each second, each third ship
    area: list[str] = []
    around: str = ""  # a naval lesson: only so many hexes around a place are fought for
    radius: int = 0
    whole: bool = False
    war: str = "land"  # what is fought: land, or strategic warfare alone
    projects: list[str] = []
    rp_a_year: int = 0
    arrive: dict[str, list[str]] = {}  # where new units of a nation may appear besides its home
    surprise: str = ""
    control: dict[str, list[str]] = {}
    later: dict[str, list[str]] = {}
    airbases: dict[str, list[str]] = {}
    pool: dict[str, list[str]] = {}


class Box(msgspec.Struct, frozen=True):
    """What lies in the box beside the boards: the scenarios and charts, from packs where they have them."""

    scenarios: dict[str, ScenarioFile]
    charts: Charts
    books: Books


def open_box(files: Files, keys: list[str]) -> Box:
    return Box({key: files.toml(f"scenarios/{key}.toml") for key in keys}, read_charts(files), read_books(files))


IMPROVISED = AIR | {Kind.DD, Kind.CA, Kind.CVE}  # 6.82: as many as the scenario wants, whatever the counters
ENTRY = re.compile(r"(\d+) (\w+) (\w+)(?: (\d+)-(\d+))?(?: (.+))?$")


def read_entry(text: str) -> tuple[int, int]:
    """How many of which design: `2 germany arm 4-6`, `5 russia aaf`, `1 germany bc Gneisenau`."""
    found = ENTRY.match(text)
    if found is None or found[2] not in INDEX or found[3] not in CODES:
        raise GrognardError(f"'{text}' names no counters", remedy="write a number, a country, a type and its values")
    nation, kind = INDEX[found[2]], CODES[found[3]]
    for n, d in enumerate(DESIGNS):
        fits = (not found[4] or d.values == f"{found[4]}-{found[5]}") and (not found[6] or d.name == found[6])
        if d.nation == nation and d.kind == kind and fits:
            return int(found[1]), n
    raise GrognardError(f"no counter of '{text}' in data/units.csv", remedy="use values of the counter mix")


@rule("7.224", "ours 18.14")
def airbases(g: World, power: int) -> int:
    """Airbase counters of a power on the boards that are played."""
    row, theatre = g.books.powers[power], g.sheet.theatre
    return (row.airbases_europe if theatre != "pacific" else 0) + (row.airbases_pacific if theatre != "europe" else 0)


@rule("6.1", "6.81", "6.82", "7.31", "7.211", "7.22", "7.221", "7.223", "7.224", "7.24", "7.25")
def set_up(g: World, sheet: ScenarioFile) -> None:
    """Put a scenario on the boards; everything is supplied at the start (7.25)."""
    g.hexes.fill(g.board.size)
    g.nations.fill(len(KEYS))
    g.turn, g.last_turn = turn_named(sheet.first), turn_named(sheet.last)
    g.surprise = turn_named(sheet.surprise) if sheet.surprise else -1
    g.clear_ledger()
    prepare(g)
    _nations(g, sheet)
    if sheet.whole:
        dependants(g)
    _control(g, sheet)
    if sheet.whole:
        place_counters(g)
        prepare_campaign(g)
        remember_the_start(g)
        return
    mix = Tally(c.design for c in COUNTERS)
    for token, entries in sheet.units.items():
        for entry in entries:
            count, design = read_entry(entry)
            for _ in range(count):
                g.units.add(design=design, at=g.ground.space(token), pool=IN_PLAY)
    for when, entries in sheet.pool.items():
        for entry in entries:
            count, design = read_entry(entry)
            for _ in range(count):
                g.units.add(design=design, pool=POOL, due=turn_named(when), built=NEVER)
    used = Tally(g.units.design)
    over = [DESIGNS[d].label for d, n in used.items() if n > mix[d] and DESIGNS[d].kind not in IMPROVISED]
    if over:
        raise GrognardError(f"scenario {g.scenario} uses more counters than there are: {', '.join(over)}", remedy="use fewer")
    for nation, tokens in sheet.airbases.items():
        for token in tokens:
            g.hexes[g.ground.space(token)].airbase = INDEX[nation]
        g.nations[INDEX[nation]].airbases = max(0, airbases(g, INDEX[nation]) - len(tokens))


def _nations(g: World, sheet: ScenarioFile) -> None:
    for n in range(len(KEYS)):
        row, start = g.nations[n], g.books.levels(n)
        row.side, row.ctl, row.air, row.navy, row.prep = (
            NEUTRAL,
            start.ctl,
            start.air_drm,
            start.naval_drm,
            start.winter_preparation,
        )
        row.patron = n if n in MAJORS else -1
    for key, entry in sheet.nations.items():
        row = g.nations[INDEX[key]]
        row.side = _side(key, entry.side, entry.patron)
        row.east = _side(key, entry.east or entry.side, entry.patron)
        row.patron = INDEX[entry.patron or key]
        row.conquered = INDEX[entry.conquered] if entry.conquered else -1
        row.income = entry.income
        row.base = entry.base or (g.books.powers[INDEX[key]].brp_base if INDEX[key] in g.books.powers else 0)
        row.level = entry.level or (g.books.powers[INDEX[key]].start_total if sheet.whole and INDEX[key] in g.books.powers else 0)
        row.airbases = airbases(g, INDEX[key]) if sheet.whole and INDEX[key] in g.books.powers else 0
        row.war = g.turn if row.side in (AXIS, ALLIES) else -1


def _side(key: str, word: str, owner: str = "") -> int:
    power = INDEX[owner] if owner else INDEX[key]
    return alone(power) if word == "alone" else SIDES.index(word)


def _control(g: World, sheet: ScenarioFile) -> None:
    """Ours 29.1: the pre-war owner, except where the scenario gives a country to another. Outside its area nobody plays."""
    ground: Ground = g.ground
    area = {INDEX.get(k, -2) for k in sheet.area}
    given = {INDEX[c]: INDEX[n] for n, countries in sheet.control.items() for c in countries}
    centre = ground.space(sheet.around) if sheet.around else -1
    ports = {ground.space(token) for token in sheet.units}
    for s in range(g.board.size):
        whose = ground.country[s]
        if whose < 0 or (area and whose not in area) or (ground.theatre[s] != sheet.theatre and sheet.theatre != "both"):
            continue
        if centre >= 0 and s not in ports and (g.board.distance(centre, s) or 0) > sheet.radius:
            continue
        g.hexes[s].holder = given.get(whose, whose)
        if ground.fortress[s]:
            g.hexes[s].works = FORTRESS
        g.hexes[s].ic = ground.ic[s]
