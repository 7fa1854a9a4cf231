"""The charts as code reads them. All are stand-ins (ours): the printed charts are not in the text. The numbers are in tables/."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files, read_sheet
from grognard.kernel.rules import rule
from grognard.kernel.tables import Band, Chart, Ladder
from grognard.titles.awaw.almanac import ALMANAC, Bands, Chapter, Climate, climate, tensions, uprisings, values, wills
from grognard.titles.awaw.designs import COST_ROWS

COSTED = (*COST_ROWS.values(), "oil plant", "fortification", "beach defense", "port counter", "railhead", "ship repair")
LIMITED = ("replacement", "air transport", "marine", "commando", "chindit", "flak", "jet", "elite naval air (Japan)",
           "beach defense", "transport Britain", "transport US", "transport US later", "transport US from", "transport Japan",
           "transport others")  # fmt: skip
TABLES = Path(__file__).parent / "tables"
RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")


def combat_result(text: str) -> str:
    if text not in RESULTS:
        raise ValueError("unknown result of ground combat")
    return text


class Toll(msgspec.Struct, frozen=True):
    """A result of attrition: counters lost and hexes taken."""

    counters: int = 0
    hexes: int = 0

    def __str__(self) -> str:
        return f"{self.counters}C/{self.hexes}H"


def toll(text: str) -> Toll:
    """Read `3C/2H`, `2C`, `-`."""
    counters, hexes = re.search(r"(\d+)C", text), re.search(r"(\d+)H", text)
    return Toll(int(counters[1]) if counters else 0, int(hexes[1]) if hexes else 0)


class Bite(msgspec.Struct, frozen=True):
    """A result with a slash: what is eliminated, and what is aborted (or lost in the second place)."""

    lost: int = 0
    aborted: int = 0


def bite(text: str) -> Bite:
    lost, _, aborted = text.partition("/")
    return Bite(int(lost or 0), int(aborted or 0))


class Training(msgspec.Struct, frozen=True):
    """A row of ctl.csv (ours 15.8)."""

    ctl: int
    ground_rounds: int
    naval_rounds: int
    creates_breakthrough: bool
    exploiting_armor_per_breakthrough: int
    exploitation_mf: str
    confidence: str


class Terrain(msgspec.Struct, frozen=True):
    """A row of terrain.csv (4.84, ours 13.41, 14.62, 15.33)."""

    theatre: str
    terrain: str
    enter_mf: str = ""
    dm: str = ""
    attrition_hexes_needed: str = ""
    exploit_from: str = ""
    air_base_factors: str = ""
    attack_allowed: str = ""
    confidence: str = ""


NAMES = {"swamp": "marsh"}


class Objective(msgspec.Struct, frozen=True):
    """A row of objectives.csv."""

    map: str
    front: str
    name: str
    hex: str
    confidence: str


def band(text: str, value: int) -> bool:
    """Whether a number lies in `4`, `2-4` or `12+`."""
    return value in Band.parse(text)


# --- charts that a pack may replace -------------------------------------------------------------------------------------


class Figure(msgspec.Struct, frozen=True):
    """A row of numbers.csv: a number of a stand-in rule."""

    rule: str
    item: str
    value: int
    confidence: str


class Item(msgspec.Struct, frozen=True):
    """A row of a chart of modifiers."""

    kind: str
    item: str
    value: str = ""
    confidence: str = ""


class Source(msgspec.Struct, frozen=True):
    """A row of oil_sources.csv."""

    place: str
    map: str
    hex: str
    counters: str
    confidence: str


class Reserve(msgspec.Struct, frozen=True):
    """A row of oil_reserves.csv."""

    area: str
    faction: str
    capacity: int
    start: int
    confidence: str


class Need(msgspec.Struct, frozen=True):
    """A row of oil_needs.csv."""

    faction: str
    army: str = ""
    air: str = ""
    naval: str = ""
    economic: str = ""
    civilian: str = ""
    confidence: str = ""


class Card(msgspec.Struct, frozen=True):
    """A row of codebreaking_cards.csv."""

    deck: str
    holder: str
    card: str
    number: int
    confidence: str


class Entry(msgspec.Struct, frozen=True):
    """A row of submarine_attack.csv."""

    item: str
    value: str
    confidence: str


class Range(msgspec.Struct, frozen=True):
    """A row of air_range.csv."""

    results: int
    bombers_europe: int
    interceptors_europe: int
    bombers_pacific: int
    interceptors_pacific: int
    sw_and_raiders: str = ""
    confidence: str = ""


class Levy(msgspec.Struct, frozen=True):
    """A row of mobilization.csv."""

    power: str
    number: str
    when: str = ""
    brp: str = ""
    choose: str = ""
    confidence: str = ""


class Mobilization(msgspec.Struct, frozen=True):
    """What the mobilizations of a power bring, and when they are due: BRPs and choices of the first and of later ones, factors
    of each sort, dates (year and season), tensions, the most it makes."""

    first: int
    later: int
    choices_first: int
    choices: int
    ground: int
    air: int
    naval: int
    dates: tuple[tuple[int, int], ...] = ()
    levels: tuple[int, ...] = ()
    most: int = 99


SEASON_WORDS = ("Spring", "Summer", "Fall", "Winter")


def _numbers(pattern: str, text: str) -> tuple[int, ...]:
    found = re.search(pattern, text)
    return tuple(int(n) for n in re.findall(r"\d+", found[1])) if found else ()


def _mobilizations(rows: list[Levy]) -> dict[str, Mobilization]:
    """The rows of each power together; `two of the same` are the amounts of its first row."""
    found = {}
    for power in dict.fromkeys(r.power for r in rows if r.choose):
        mine = [r for r in rows if r.power == power]
        first, later, when = mine[0], mine[min(1, len(mine) - 1)], "; ".join(r.when for r in mine)
        dates = [(int(year), SEASON_WORDS.index(season)) for season, years in
                 re.findall(r"(Spring|Summer|Fall|Winter) (\d{4}(?:, \d{4})*)", when) for year in years.split(", ")]  # fmt: skip
        brps = [sum(_numbers(r"(\d+)\D*$", r.brp)) for r in (first, later)]
        two = [2 if r.choose.startswith("two") else 1 for r in (first, later)]
        ground, air, naval = (sum(_numbers(rf"(\d+) {sort}", first.choose)[:1]) for sort in ("ground", "air", "naval"))
        most = _numbers(r"max (\d+)", when)
        found[power.lower()] = Mobilization(
            brps[0], brps[1], two[0], two[1], ground, air, naval,
            tuple(dates), _numbers(r"USJT ([\d, ]+)", when), most[0] if most else 99,
        )  # fmt: skip
    return found


class Cost(msgspec.Struct, frozen=True):
    """A row of unit_costs.csv."""

    unit: str
    brp: str
    per: str = ""
    also_needs: str = ""
    limit_per_turn: str = ""
    confidence: str = ""


class Salvo(msgspec.Struct, frozen=True):
    """A row of the naval attack table: squadrons, fleet factors, hits by the dice."""

    squadrons: int
    fleet: str
    hits: tuple[int, ...]


PACKED = {
    **ALMANAC,
    "tables/numbers.csv": Figure,
    "tables/sw_modifiers.csv": Item,
    "tables/oil_sources.csv": Source,
    "tables/oil_reserves.csv": Reserve,
    "tables/oil_needs.csv": Need,
    "tables/codebreaking_cards.csv": Card,
    "tables/submarine_attack.csv": Entry,
    "tables/ctl.csv": Training,
    "tables/air_range.csv": Range,
    "tables/naval_interception.csv": Item,
    "tables/mobilization.csv": Levy,
    "tables/unit_costs.csv": Cost,
}
ACTIVITIES = {
    "base change": "base change", "patrol": "base change, patrol", "carrier mission": "fast carrier mission",
    "redeployment": "NR of ships", "displaced": "displaced ships", "return": "ships returning", "raid": "raiders to or from",
    "sea transport": "sea transport", "sea escort": "sea escort", "invasion": "invasion", "bombardment": "shore bombardment",
    "sea supply": "sea supply", "counter": "counter-interception", "staying patrol": "patrol that stays",
}  # fmt: skip


class Charts(msgspec.Struct, frozen=True, eq=False):
    """Charts read through the packs of a game."""

    numbers: dict[str, int]
    strategic: dict[str, int]
    oil_sources: tuple[Source, ...]
    oil_reserves: tuple[Reserve, ...]
    oil_needs: dict[str, Need]
    cards: tuple[Card, ...]
    submarine_hits: dict[int, int]
    combat: Chart[str]
    odds: Ladder
    attrition: Chart[Toll]
    air_combat: Chart[Bite]  # rows by firing factors, columns by the dice
    warfare: Chart[Bite]
    training: dict[int, Training]
    ranges: dict[int, Range]
    interception: dict[str, int]  # dice by activity
    salvos: tuple[Salvo, ...]
    air_defense: dict[int, tuple[Bite, ...]]
    mobilization: dict[str, Mobilization]
    costs: dict[str, int]  # BRPs by the row of unit_costs.csv
    a_turn: dict[str, int]  # units a turn, by the row of unit_costs.csv; transports by power (`transport Britain`)
    history: tuple[Chapter, ...]
    values: dict[str, int]  # numbers of charts of single numbers, by chart and words
    climate: Climate
    tensions: dict[str, tuple[int, ...]]
    uprisings: dict[tuple[int, int], Bands]
    wills: dict[str, dict[str, tuple[int, ...]]]


def _interception(rows: list[Item]) -> dict[str, int]:
    """Dice of each naval activity; an activity whose line is gone is an error of the pack."""
    found = {}
    for activity, phrase in ACTIVITIES.items():
        row = next((r for r in rows if r.kind == "dice" and phrase in r.item), None)
        if row is None:
            remedy = "keep the items of the chart and change the values"
            raise GrognardError(f"tables/naval_interception.csv has no dice for '{phrase}'", remedy=remedy)
        found[activity] = int(row.value)
    return found


def _costs(rows: list[Cost]) -> dict[str, int]:
    found = {r.unit: int(r.brp) for r in rows if r.brp.isdigit()}
    lost = next((unit for unit in COSTED if unit not in found), None)
    if lost is not None:
        raise GrognardError(f"tables/unit_costs.csv has no price of '{lost}'", remedy="keep the lines of the chart")
    return found


def _a_turn(rows: list[Cost]) -> dict[str, int]:
    """Limits of the chart: `2 a turn`; of transports `Britain 4 a turn; US 5 (8 from 1943); others 1`."""
    found = {r.unit: int(n[1]) for r in rows if (n := re.match(r"(\d+) a turn", r.limit_per_turn))}
    text = next((r.limit_per_turn for r in rows if r.unit == "transport"), "")
    found.update({f"transport {who}": int(n) for who, n in re.findall(r"(Britain|US|Japan|others) (\d+)", text)})
    later = re.search(r"\((\d+) from (\d{4})\)", text)
    if later:
        found.update({"transport US later": int(later[1]), "transport US from": int(later[2])})
    lost = next((word for word in LIMITED if word not in found), None)
    if lost is not None:
        raise GrognardError(f"tables/unit_costs.csv has no limit of '{lost}'", remedy="keep the lines of the chart")
    return found


def read_charts(files: Files) -> Charts:
    """The charts of a game, from its packs where they have them."""
    rows = {rel: files.csv(rel) for rel in PACKED}
    combat = Chart.read(files.path("tables/crt.csv"), combat_result, columns="odds")
    guns, defence = (read_sheet(files.path(f"tables/{name}.csv")) for name in ("naval_attack", "air_defense"))
    torpedoes = [r for r in rows["tables/submarine_attack.csv"] if r.item.startswith("roll ")]
    hits = {int(r.item.split()[1].rstrip("+")): r.value for r in torpedoes}
    return Charts(
        {f"{r.rule} {r.item}": r.value for r in rows["tables/numbers.csv"]},
        {f"{r.kind} {r.item}": int(r.value) for r in rows["tables/sw_modifiers.csv"] if re.fullmatch(r"[+-]?\d+", r.value)},
        tuple(rows["tables/oil_sources.csv"]),
        tuple(rows["tables/oil_reserves.csv"]),
        {r.faction: r for r in rows["tables/oil_needs.csv"]},
        tuple(rows["tables/codebreaking_cards.csv"]),
        {roll: -1 if not word.isdigit() else int(word) for roll, word in hits.items()},
        combat,
        Ladder(combat.labels),
        Chart.read(files.path("tables/attrition.csv"), toll, columns="band"),
        Chart.read(files.path("tables/air_combat.csv"), bite, columns="band"),
        Chart.read(files.path("tables/sw_combat.csv"), bite, columns="band"),
        {r.ctl: r for r in rows["tables/ctl.csv"]},
        {r.results: r for r in rows["tables/air_range.csv"]},
        _interception(rows["tables/naval_interception.csv"]),
        tuple(Salvo(int(cells[0] or 0), cells[1], tuple(int(c) for c in cells[2:13])) for cells in guns.rows),
        {int(cells[0]): tuple(bite(c) for c in cells[1:12]) for cells in defence.rows},
        _mobilizations(rows["tables/mobilization.csv"]),
        _costs(rows["tables/unit_costs.csv"]),
        _a_turn(rows["tables/unit_costs.csv"]),
        tuple(rows["tables/history.csv"]),
        values(rows),
        climate(rows["tables/weather.csv"], rows["tables/winter.csv"]),
        tensions(rows["tables/tension_events.csv"]),
        uprisings(rows["tables/partisans.csv"]),
        wills(rows["tables/resistance.csv"]),
    )


@rule("ours 15.8")
def training(charts: Charts, ctl: int) -> Training:
    return charts.training[max(0, min(4, ctl))]


@rule("ours 15.5")
def odds_column(charts: Charts, attack: int, defence: int) -> int:
    """The column of the combat table; the ratio is rounded in the defender's favour."""
    return charts.odds.place(attack, defence)


@rule("ours 15.6")
def combat_table(charts: Charts, column: int, roll: int, earlier_rounds: int = 0) -> str:
    """One die, plus one for each earlier round of the same attack."""
    return charts.combat[column, min(6, roll + earlier_rounds)]


@rule("ours 14.41")
def attrition_table(charts: Charts, factors: int, roll: int) -> Toll:
    if factors <= 0:
        return Toll()
    return charts.attrition[charts.attrition.column(factors), max(0, min(11, roll))]


@rule("ours 19.2")
def air_table(charts: Charts, factors: int, roll: int) -> Bite:
    """What so many factors do to the other side; more than twenty would be split."""
    if factors <= 0:
        return Bite()
    return charts.air_combat[charts.air_combat.column(max(2, min(12, roll))), min(20, factors)]
