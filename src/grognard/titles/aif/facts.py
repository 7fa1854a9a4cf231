"""What is printed for America in Flames alone (political costs, the track, lightning flags), and how the counters and charts of
World in Flames, read from its folder, are used here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

import grognard.titles.wif.board as wif_board
from grognard.kernel.board import Board
from grognard.kernel.files import Files
from grognard.kernel.tables import Chart
from grognard.titles.aif.scenario import SCHEMAS as SCENARIOS
from grognard.titles.aif.scenario import MinorUnit, PoolRow, open_all, open_supergame
from grognard.titles.aif.world import Seam, join
from grognard.titles.wif import charts as shared_charts
from grognard.titles.wif import facts as shared_facts
from grognard.titles.wif import scenario as shared_scenario
from grognard.titles.wif.chart_rows import PartisanNumber
from grognard.titles.wif.charts import Charts, anti_air_dice
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, POWER_KEYS, USA, Facts
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.setup import Box

SHARED_FOLDER = Path(wif_board.__file__).parent
HOMES = {
    "usa": USA,
    "canada": COMMONWEALTH,
    "french_guyana": FRANCE,
    "germany": GERMANY,
    "italy": ITALY,
    "japan": JAPAN,
}  # fmt: skip  (23.6, 23.7)
EXILES = {
    "united_kingdom": "canada",
    "india": "canada",
    "australia": "canada",
    "new_zealand": "canada",
    "south_africa": "canada",
    "france": "french_guyana",
    "netherlands": "dutch_guyana",
    "rumania": "germany",
    "portugal": "germany",
    "spain": "italy",
}  # fmt: skip  (23.7: Canada is home to every Commonwealth country; the allies off the map: AIF-DEC-02)
FULL_ALLY = 16
HIGHEST = 15  # 13.6.11: levels buy no more
AIR_ACTIVITIES = (Activity.PORT_ATTACK, Activity.NAVAL_AIR, Activity.AIR_REBASE, Activity.GROUND_STRIKE)
AMERICAN_SAILINGS = 2  # 10.2: naval moves of an American combined action


class CostRow(msgspec.Struct, frozen=True):
    """A row of political_costs.csv."""

    minor: str
    germany: int
    italy: int
    japan: int
    usa: int
    commonwealth: int
    france: int
    confidence: str

    def cost(self, power: int) -> int:
        return int(getattr(self, POWER_KEYS[power]))


class Square(msgspec.Struct, frozen=True):
    """A row of political_track.csv."""

    square: int
    right: str
    hurdle_below: bool
    confidence: str
    arrow: str = ""


class Lightning(msgspec.Struct, frozen=True):
    """A row of lightning.csv."""

    flag: str
    opposite: tuple[str, ...]
    confidence: str


class OpeningRow(msgspec.Struct, frozen=True):
    """A row of opening.csv."""

    step: int
    power: str
    item: str
    levels: int
    confidence: str


class PartisanRow(msgspec.Struct, frozen=True):
    """A row of partisan_table.csv."""

    roll: int
    n1: str
    n2: str
    n3: str
    n4: str
    n5: str
    confidence: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.n1, self.n2, self.n3, self.n4, self.n5)


SCHEMAS = {
    **shared_facts.SCHEMAS,
    **SCENARIOS,
    "tables/political_costs.csv": CostRow,
    "tables/political_track.csv": Square,
    "tables/lightning.csv": Lightning,
    "tables/opening.csv": OpeningRow,
    "tables/partisan_table.csv": PartisanRow,
    "tables/partisan_numbers.csv": PartisanNumber,
    "data/seams.csv": Seam,
}


class Chancery(msgspec.Struct, frozen=True):
    """The charts of politics. A flag's number is its row in the political cost chart."""

    costs: tuple[CostRow, ...]
    minors: tuple[int, ...]  # the country of each flag
    flag_of: Mapping[int, int]  # the flag of a country
    track: tuple[Square, ...]
    opposite: Mapping[int, tuple[int, ...]]  # lightning flags: whom they move the other way
    opening: tuple[OpeningRow, ...]
    pools: tuple[PoolRow, ...]
    armies: Mapping[int, tuple[MinorUnit, ...]]  # by flag
    replaces: Mapping[int, int]  # heavy counters and those they replace (4.1.2)
    city_units: Mapping[int, str]  # militia counters with a city on their back


class AmericanBox(Box, frozen=True):
    """What lies in the box beside the board, politics included."""

    chancery: Chancery


SIDE_POWERS = {AXIS: (GERMANY, ITALY, JAPAN), ALLIES: (USA, COMMONWEALTH, FRANCE)}


COURTIERS = frozenset(p for powers in SIDE_POWERS.values() for p in powers)  # who stands on the political cost chart


def open_box(files: Files) -> AmericanBox:
    """Read counters, charts, politics and scenarios."""
    shared = Files(SHARED_FOLDER, {**shared_facts.SCHEMAS, **shared_charts.SCHEMAS}, ())
    facts = open_facts(files, shared)
    return AmericanBox(facts, open_charts(files, shared), open_all(files), open_chancery(files, facts))


def open_world(files: Files) -> tuple[Board, AmericanBox]:
    """23.9: the joined board and what lies beside it: charts and units of World in Flames, the politics of the Americas."""
    shared = Files(SHARED_FOLDER, {**shared_facts.SCHEMAS, **shared_charts.SCHEMAS, **shared_scenario.SCHEMAS}, ())
    board = join(Board.load(shared), Board.load(files), files.csv("data/seams.csv"))
    base = shared_facts.open_facts(shared)
    flagged = {slug(row.minor) for row in files.csv("tables/political_costs.csv")}
    own = tuple(files.csv("data/board/countries.csv"))
    known = {c.id for c in base.countries}
    replaced = {c.id: c for c in own if c.id in flagged}
    facts = msgspec.structs.replace(
        base,
        counters=(*base.counters, *shared_facts.read_counters(files)),
        countries=(*(replaced.get(c.id, c) for c in base.countries), *(c for c in own if c.id not in known)),
        apart=frozenset(flagged),
    )
    charts = shared_charts.open_charts(shared)
    return board, AmericanBox(facts, charts, open_supergame(files, shared), open_chancery(files, facts))


def open_facts(files: Files, shared: Files) -> Facts:
    """Counters of both boxes on the countries of the American maps."""
    base = shared_facts.open_facts(shared)
    regions: dict[str, tuple[str, ...]] = {}
    for row in files.csv("data/set_up_regions.csv"):
        regions[row.region] = (*regions.get(row.region, ()), row.member)
    return Facts(
        counters=(*base.counters, *shared_facts.read_counters(files)),
        countries=tuple(files.csv("data/board/countries.csv")),
        places=base.places,
        regions=regions,
        economy=(),
        objectives=(),
        exceptions=base.exceptions,
        homes=HOMES,
        empire="canada",
        exiles=EXILES,
    )


def open_charts(files: Files, shared: Files) -> Charts:
    """The charts of World in Flames with this edition's cells: one of weather (8), anti-air fire (11.5.9), limits (10.2)."""
    base = shared_charts.open_charts(shared)
    cell = ("Jul/Aug", 10)
    weather = {**base.weather, cell: msgspec.structs.replace(base.weather[cell], arctic="rain")}
    limits = dict(base.limits)
    airy = {base.allowed[activity, action] for activity in AIR_ACTIVITIES for action in Action} - {"", "tick"}
    for letter in airy:
        for power in SIDE_POWERS[AXIS]:
            first, second, third = limits[letter, power]
            limits[letter, power] = (first + 1, second + 1, third + 1)
    sailing = base.allowed[Activity.NAVAL_MOVE, Action.COMBINED]
    limits[sailing, USA] = (AMERICAN_SAILINGS,) * 3
    flak = Chart.read(files.path("tables/aa_results.csv"), anti_air_dice, columns="label")
    return msgspec.structs.replace(
        base,
        weather=weather,
        limits=limits,
        anti_air=flak,
        partisan_table={int(row.roll): row.names for row in files.csv("tables/partisan_table.csv")},
        partisan_numbers={row.country: row.number for row in files.csv("tables/partisan_numbers.csv")},
    )


def open_chancery(files: Files, facts: Facts) -> Chancery:
    costs = tuple(files.csv("tables/political_costs.csv"))
    minors = tuple(facts.country[slug(row.minor)] for row in costs)
    flag_of = {country: flag for flag, country in enumerate(minors)}
    by_name = {facts.countries[country].id: flag for flag, country in enumerate(minors)}
    armies: dict[int, list[MinorUnit]] = {}
    for unit in files.csv("data/minor_units.csv"):
        armies.setdefault(by_name[slug(unit.country)], []).append(unit)
    pools = tuple(files.csv("data/force_pools.csv"))
    known = [row for row in pools if row.counter in facts.index]
    militia = [row for row in known if row.type == "MIL" and not facts.counters[facts.index[row.counter]].available]
    return Chancery(
        costs,
        minors,
        flag_of,
        tuple(files.csv("tables/political_track.csv")),
        {by_name[slug(row.flag)]: tuple(by_name[name] for name in row.opposite) for row in files.csv("tables/lightning.csv")},
        tuple(files.csv("tables/opening.csv")),
        pools,
        {flag: tuple(units) for flag, units in armies.items()},
        {facts.index[row.counter]: facts.index[row.replaces] for row in known if row.replaces in facts.index},
        {facts.index[row.counter]: slug(row.name) for row in militia},
    )
