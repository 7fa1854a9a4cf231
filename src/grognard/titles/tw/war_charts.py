"""The charts of the sea and of strategic warfare as code reads them (5.1.1, 5.2, 7.8, 7.9.9, 7.10, 7.11, 15.1.2, 25, 29.17)."""

from __future__ import annotations

import re

import msgspec

from grognard.kernel.files import read_csv
from grognard.kernel.tables import Band, Chart
from grognard.titles.tw.charts import TABLES, Nationality


class SeaResult(msgspec.Struct, frozen=True):
    """A result of combat at sea: who suffers, how many ships, sunk or depleted."""

    attacker: bool
    sunk: int = 0
    depleted: int = 0


class Attrition(msgspec.Struct, frozen=True):
    """A result of the U-Boat war or of strategic bombing: units lost and aborted on both sides, and the marks beside them."""

    attackers_lost: int = 0
    attackers_aborted: int = 0
    defenders_lost: int = 0
    defenders_aborted: int = 0
    stars: int = 0  # one: Ambush or critical hit; two: Massacre or firestorm
    raiders_seen: bool = False
    capital_ship: bool = False


def sea_result(text: str) -> SeaResult:
    """Read `DD2`, `A Sunk`."""
    found = re.fullmatch(r"([AD])(D| Sunk)(\d?)", text)
    if found is None:
        raise ValueError("unknown result of combat at sea")
    many = int(found[3] or 1)
    return SeaResult(found[1] == "A", many if "Sunk" in found[2] else 0, many if found[2] == "D" else 0)


def attrition(text: str) -> Attrition:
    """Read `DL1/DA3*!`, `AL5/AA1§`."""
    counts = {"AL": 0, "AA": 0, "DL": 0, "DA": 0}
    codes = re.sub(r"[*!§]", "", text)
    for code in codes.split("/"):
        found = re.fullmatch(r"(AL|AA|DL|DA)(\d)", code)
        if found is None:
            raise ValueError("unknown result of strategic warfare")
        counts[found[1]] = int(found[2])
    return Attrition(counts["AL"], counts["AA"], counts["DL"], counts["DA"], text.count("*"), "§" in text, "!" in text)


def intercepts(text: str) -> bool:
    if text not in ("Intercept", "Miss"):
        raise ValueError("neither Intercept nor Miss")
    return text == "Intercept"


UBOAT_WAR = Chart.read(TABLES / "uboat_war.csv", attrition)
STRATEGIC_BOMBING = Chart.read(TABLES / "strategic_bombing.csv", attrition)
NAVAL_COMBAT = Chart.read(TABLES / "naval_combat.csv", sea_result)
INTERCEPTION = Chart.read(TABLES / "naval_interception.csv", intercepts)
UBOAT_ATTRITION = Chart.read(TABLES / "uboat_attrition.csv", int)
NAVAL_NATIONALITY = {
    (a, r.defender): (r.first, r.second, r.third, r.fourth)[a - 1]
    for r in read_csv(TABLES / "naval_nationality.csv", Nationality)
    for a in (1, 2, 3, 4)
}


class Damage(msgspec.Struct, frozen=True):
    """A row of naval_depletion.csv."""

    roll: str
    fleet: int
    carrier: int


DAMAGE = [(Band.parse(d.roll), d) for d in read_csv(TABLES / "naval_depletion.csv", Damage)]


def naval_damage(roll: int, *, carrier: bool) -> int:
    """Factors of damage by the roll (7.10)."""
    row = next(d for band, d in DAMAGE if roll in band)
    return row.carrier if carrier else row.fleet


class StrategicPrice(msgspec.Struct, frozen=True):
    """A row of strategic_costs.csv."""

    kind: str
    cost: int
    dear: int
    repair: int
    dear_repair: int
    dear_for: tuple[str, ...] = ()


STRATEGIC_PRICES = {p.kind: p for p in read_csv(TABLES / "strategic_costs.csv", StrategicPrice)}


class Rising(msgspec.Struct, frozen=True):
    """A cell of the atrocity table: partisans and SS Legions."""

    partisans: int
    legions: int = 0


class Sabotage(msgspec.Struct, frozen=True):
    """A cell of the partisan war: NARFs lost, whether trains stop, partisans lost."""

    narfs: int
    trains: bool = False
    lost: int = 0


class PartisanRegion(msgspec.Struct, frozen=True):
    """A row of partisan_regions.csv."""

    region: str
    regions: tuple[str, ...]
    sponsor: str
    modifier: int
    counters: str
    created: bool
    countries: tuple[str, ...] = ()
    fixed: str = ""


def rising(text: str) -> Rising:
    """Read `1##`."""
    return Rising(int(text.rstrip("#")), text.count("#"))


def sabotage(text: str) -> Sabotage:
    """Read `4@`, `3**`."""
    return Sabotage(int(text.rstrip("@*")), "@" in text, text.count("*"))


ATROCITIES = Chart.read(TABLES / "atrocities.csv", rising)
PARTISAN_WAR = Chart.read(TABLES / "partisan_war.csv", sabotage)
PARTISAN_REGIONS: tuple[PartisanRegion, ...] = tuple(read_csv(TABLES / "partisan_regions.csv", PartisanRegion))
