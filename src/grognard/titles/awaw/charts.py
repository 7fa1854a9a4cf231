"""The charts as code reads them. All are stand-ins (ours): the printed charts are not in the text. The numbers are in tables/."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from grognard.kernel.files import Files, read_csv
from grognard.kernel.rules import rule
from grognard.kernel.tables import Band, Chart, Ladder

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


COMBAT = Chart.read(TABLES / "crt.csv", combat_result, columns="odds")
ODDS = Ladder(COMBAT.labels)
ATTRITION = Chart.read(TABLES / "attrition.csv", toll, columns="band")
AIR_COMBAT = Chart.read(TABLES / "air_combat.csv", bite, columns="band")  # rows by firing factors, columns by the dice


class Training(msgspec.Struct, frozen=True):
    """A row of ctl.csv (ours 15.8)."""

    ctl: int
    ground_rounds: int
    naval_rounds: int
    creates_breakthrough: bool
    exploiting_armor_per_breakthrough: int
    exploitation_mf: str
    confidence: str


TRAINING = {row.ctl: row for row in read_csv(TABLES / "ctl.csv", Training)}


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


_TERRAIN = {(row.theatre, row.terrain): row for row in read_csv(TABLES / "terrain.csv", Terrain)}
NAMES = {"swamp": "marsh"}


def terrain(theatre: str, kind: str) -> Terrain:
    return _TERRAIN[theatre, NAMES.get(kind, kind)]


@rule("ours 15.8")
def training(ctl: int) -> Training:
    return TRAINING[max(0, min(4, ctl))]


@rule("ours 15.5")
def odds_column(attack: int, defence: int) -> int:
    """The column of the combat table; the ratio is rounded in the defender's favour."""
    return ODDS.place(attack, defence)


@rule("ours 15.6")
def combat_table(column: int, roll: int, earlier_rounds: int = 0) -> str:
    """One die, plus one for each earlier round of the same attack."""
    return COMBAT[column, min(6, roll + earlier_rounds)]


@rule("ours 14.41")
def attrition_table(factors: int, roll: int) -> Toll:
    if factors <= 0:
        return Toll()
    return ATTRITION[ATTRITION.column(factors), max(0, min(11, roll))]


@rule("ours 19.2")
def air_table(factors: int, roll: int) -> Bite:
    """What so many factors do to the other side; more than twenty would be split."""
    if factors <= 0:
        return Bite()
    return AIR_COMBAT[AIR_COMBAT.column(max(2, min(12, roll))), min(20, factors)]


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


PACKED = {
    "tables/numbers.csv": Figure,
    "tables/sw_modifiers.csv": Item,
    "tables/oil_sources.csv": Source,
    "tables/oil_reserves.csv": Reserve,
    "tables/oil_needs.csv": Need,
    "tables/codebreaking_cards.csv": Card,
    "tables/submarine_attack.csv": Entry,
}


class Charts(msgspec.Struct, frozen=True):
    """Charts read through the packs of a game."""

    numbers: dict[str, int]
    strategic: dict[str, int]
    oil_sources: tuple[Source, ...]
    oil_reserves: tuple[Reserve, ...]
    oil_needs: dict[str, Need]
    cards: tuple[Card, ...]
    submarine_hits: dict[int, int]


def read_charts(files: Files) -> Charts:
    """The charts of a game, from its packs where they have them."""
    rows = {rel: files.csv(rel) for rel in PACKED}
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
    )
