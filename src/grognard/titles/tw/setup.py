"""Scenarios: reading their files and putting them on the board (2.7)."""

from __future__ import annotations

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files
from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.campaign import Campaign, read_campaign
from grognard.titles.tw.kinds import Design, Kind
from grognard.titles.tw.nations import INDEX, KEYS, NATIONS, NEUTRAL, SIDE_OF_ALLIANCE, SIDES
from grognard.titles.tw.setup_campaign import lay_out, spaces_of
from grognard.titles.tw.state import DUE, FORTIFICATION, FORTRESS, SEASONS, War, turn_of


class CounterSheet(msgspec.Struct, frozen=True):
    """A row of counters.csv."""

    id: str
    nation: str
    kind: str
    strength: int
    move: int
    name: str
    defence: int = 0
    marks: tuple[str, ...] = ()
    basis: str = "reconstructed"


class NationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation of a scenario."""

    narfs: int = 0
    side: str = ""
    patron: str = ""
    army: int = 0
    air: int = 0
    effort_before: str = "none"
    surprised: bool = False
    free_efforts: int = 0


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hex that counts, and how much."""

    hex: str
    points: int


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Axis wins with `axis` points or more at the end, the Allies if it has `allies` or fewer; `sudden` nations end it
    at once."""

    axis: int
    allies: int
    sudden: tuple[str, ...] = ()


class ScenarioFile(msgspec.Struct, frozen=True):
    """A file of scenarios/."""

    provenance: str
    name: str
    summary: str
    year: int
    season: str
    turns: int
    goal: Goal
    nations: dict[str, NationEntry] = {}
    units: dict[str, list[str]] = {}
    objectives: list[Objective] = []
    setup: str = ""  # a sheet of data/setups that holds nations, units and control instead
    campaign: bool = False  # the whole war, with money, strategic warfare and politics
    naval: bool = False
    barbarossa: str = ""
    due: dict[str, list[str]] = {}
    depleted: list[str] = []
    airbases: dict[str, list[str]] = {}
    fortifications: dict[str, list[str]] = {}
    control: dict[str, list[str]] = {}
    pool: list[str] = []


class Box(msgspec.Struct, frozen=True):
    """What lies in the box beside the board: counters, breakdown counters by their values, scenarios."""

    designs: tuple[Design, ...]
    pieces: dict[tuple[str, Kind, int, int], int]
    scenarios: dict[str, ScenarioFile]
    campaign: Campaign


def open_box(files: Files, keys: list[str]) -> Box:
    """Read counters and scenarios, from packs where they have them."""
    designs = read_designs(files)
    pieces = {(d.nation, d.kind, d.strength, d.move): n for n, d in enumerate(designs) if "piece" in d.marks}
    return Box(designs, pieces, {key: files.toml(f"scenarios/{key}.toml") for key in keys}, read_campaign(files))


def read_designs(files: Files) -> tuple[Design, ...]:
    """All counters, in the order of the file."""
    return tuple([
        Design(c.id, c.nation, Kind[c.kind.upper()], c.strength, c.move, c.name, c.defence, c.marks, c.basis)
        for c in files.csv("data/counters.csv")
    ])


def set_up(g: War, sheet: ScenarioFile) -> None:
    """Put a scenario on the board."""
    g.hexes.fill(g.board.size)
    g.nations.fill(len(KEYS))
    g.turn = turn_of(sheet.year, SEASONS.index(sheet.season))
    g.first_turn, g.last_turn = g.turn, g.turn + sheet.turns - 1
    if sheet.barbarossa:
        season, year = sheet.barbarossa.split()
        g.barbarossa = turn_of(int(year), SEASONS.index(season))
    _nations(g, sheet)
    _control(g, sheet)
    numbers = {d.id: n for n, d in enumerate(g.designs)}

    def number(counter: str) -> int:
        if counter not in numbers:
            raise GrognardError(f"scenario {g.scenario}: no counter '{counter}'", remedy="use an id of data/counters.csv")
        return numbers[counter]

    if sheet.setup:
        lay_out(g, sheet.setup, campaign=sheet.campaign)
        g.campaign, g.naval = int(sheet.campaign), int(sheet.naval)
    for token, counters in sheet.units.items():
        for counter in counters:
            g.units.add(design=number(counter), at=g.ground.named(token), depleted=int(counter in sheet.depleted))
    for when, counters in sheet.due.items():
        season, year = when.split()
        for counter in counters:
            g.units.add(design=number(counter), pool=DUE, due=turn_of(int(year), SEASONS.index(season.capitalize())))
    for nation, tokens in sheet.airbases.items():
        for token in tokens:
            g.hexes[g.ground.named(token)].airbase = INDEX[nation]
    for nation, tokens in sheet.fortifications.items():
        for token in tokens:
            space = g.hexes[g.ground.named(token)]
            space.works, space.builder = FORTIFICATION, INDEX[nation]
    if sheet.objectives:
        g.points = {g.ground.named(o.hex): o.points for o in sheet.objectives}


def _nations(g: War, sheet: ScenarioFile) -> None:
    for n, printed in enumerate(NATIONS):
        row = g.nations[n]
        row.army, row.air, row.navy = printed.army, printed.air, printed.navy
        row.side = NEUTRAL
        row.patron = INDEX[printed.patron] if printed.patron else NOWHERE
    for key, entry in sheet.nations.items():
        printed, row = NATIONS[INDEX[key]], g.nations[INDEX[key]]
        row.side = SIDES.index(entry.side) if entry.side else SIDE_OF_ALLIANCE[printed.alliance]
        row.narfs = entry.narfs
        if entry.patron:
            row.patron = INDEX[entry.patron]
        row.army = entry.army or row.army
        row.air = entry.air or row.air
        row.effort = ("none", "sle", "rle", "lle", "mle", "pass").index(entry.effort_before)
        row.free_efforts = entry.free_efforts
        if entry.surprised:
            row.surprised = g.turn


@rule("1.2", "13.2.1")
def _control(g: War, sheet: ScenarioFile) -> None:
    """Every country holds its own hexes and colonies (1.2), except where the scenario gives them to another nation."""
    ground = g.ground
    for s in range(g.board.size):
        if ground.land[s] and ground.owner[s] in INDEX:
            g.hexes[s].holder = INDEX[ground.owner[s]]
        if "fortress" in ground.features[s]:
            g.hexes[s].works = FORTRESS
            g.hexes[s].builder = g.hexes[s].holder
    for nation, places in sheet.control.items():
        for place in places:
            for s in spaces_of(g, g.board, place):
                g.hexes[s].holder = INDEX[nation]
