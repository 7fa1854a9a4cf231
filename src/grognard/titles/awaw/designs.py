"""Counters as printed (6): kinds, combat factors, movement, and what each costs to use and to build.

Denominations of air, transport, destroyer, cruiser and submarine counters are broken down (6.4): one row is one factor, a cruiser
two. Where a counter stands is in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path

import msgspec

from grognard.kernel.files import read_csv
from grognard.kernel.rules import rule
from grognard.titles.awaw.nations import INDEX, KEYS, slug

FOLDER = Path(__file__).parent


class Kind(IntEnum):
    """Types of rule 3.11, unit."""

    INF = 0
    MECH = 1
    ARM = 2
    REP = 3
    AIRBORNE = 4
    MARINE = 5
    COMMANDO = 6
    CHINDIT = 7
    FLAK = 8
    PARTISAN = 9
    AAF = 10
    JET = 11
    TRANSPORT_AIR = 12
    NAS = 13
    ELITE_NAS = 14
    DD = 15
    CA = 16
    BB = 17
    BC = 18
    PB = 19
    CV = 20
    CVE = 21
    SUB = 22
    ADVANCED_SUB = 23
    ASW = 24
    TRANSPORT = 25
    BOMBER = 26
    INTERCEPTOR = 27


CODES = {
    "i": Kind.INF, "mech": Kind.MECH, "arm": Kind.ARM, "rep": Kind.REP, "airborne": Kind.AIRBORNE, "marine": Kind.MARINE,
    "commando": Kind.COMMANDO, "chindit": Kind.CHINDIT, "flak": Kind.FLAK, "pw": Kind.PARTISAN, "px": Kind.PARTISAN,
    "partisan_com": Kind.PARTISAN, "aaf": Kind.AAF, "avg": Kind.AAF, "jet": Kind.JET, "at": Kind.TRANSPORT_AIR,
    "nas": Kind.NAS, "elitenas": Kind.ELITE_NAS, "dd": Kind.DD, "cruiser": Kind.CA, "b": Kind.BB, "bc": Kind.BC,
    "pb": Kind.PB, "cv": Kind.CV, "cve": Kind.CVE, "sub": Kind.SUB, "advsub": Kind.ADVANCED_SUB, "asw": Kind.ASW,
    "tr": Kind.TRANSPORT, "bomber": Kind.BOMBER, "interceptor": Kind.INTERCEPTOR,
}  # fmt: skip
COLOUR = {"pw": 1, "partisan_com": 2, "px": 3}  # partisans: Western, Communist, Axis
GROUND = frozenset(range(Kind.INF, Kind.PARTISAN + 1))
AIR = frozenset(range(Kind.AAF, Kind.ELITE_NAS + 1))
FLYING = frozenset((Kind.AAF, Kind.JET))  # what fights by factors over land
NAVAL = frozenset(range(Kind.DD, Kind.CVE + 1))
CAPITAL = frozenset((Kind.BB, Kind.BC, Kind.PB))
STRATEGIC = frozenset(range(Kind.SUB, Kind.INTERCEPTOR + 1))
LINE = frozenset((Kind.INF, Kind.MECH, Kind.ARM))  # ours 12.1: two of these in a hex
EXTRA = frozenset((Kind.REP, Kind.AIRBORNE, Kind.MARINE, Kind.COMMANDO, Kind.CHINDIT))  # and one of these
FOOT = frozenset((Kind.INF, Kind.MECH, Kind.REP))  # 4.612, 15.33: infantry and replacements
CREEPERS = frozenset((Kind.REP, Kind.FLAK))  # 6.11: no movement factor is printed, they have one of one
CREEPING = 1
LEAST_BATTLESHIP = 3  # factors; a smaller capital ship is a battlecruiser (3.11)
ATTACKERS = GROUND - CREEPERS
COUNTED = ATTACKERS - {Kind.PARTISAN}  # ours 14.2
SINGLE = frozenset((Kind.AAF, Kind.JET, Kind.TRANSPORT_AIR, Kind.NAS, Kind.ELITE_NAS, Kind.DD, Kind.CVE, Kind.FLAK)) | STRATEGIC
WORDS = {
    Kind.INF: "infantry", Kind.MECH: "mechanised", Kind.ARM: "armor", Kind.REP: "replacement", Kind.AIRBORNE: "airborne",
    Kind.MARINE: "marine", Kind.COMMANDO: "commando", Kind.CHINDIT: "Chindit", Kind.FLAK: "flak", Kind.PARTISAN: "partisan",
    Kind.AAF: "AAF", Kind.JET: "jet", Kind.TRANSPORT_AIR: "air transport", Kind.NAS: "NAS", Kind.ELITE_NAS: "elite NAS",
    Kind.DD: "DD", Kind.CA: "CA", Kind.BB: "BB", Kind.BC: "BC", Kind.PB: "PB", Kind.CV: "carrier", Kind.CVE: "CVE",
    Kind.SUB: "submarine", Kind.ADVANCED_SUB: "advanced submarine", Kind.ASW: "ASW", Kind.TRANSPORT: "transport",
    Kind.BOMBER: "bomber", Kind.INTERCEPTOR: "interceptor",
}  # fmt: skip


class CounterRow(msgspec.Struct, frozen=True):
    """A row of units.csv."""

    country: str
    type: str
    name: str = ""
    strength: int = 0
    movement_or_range: int = 0
    location: str = ""
    map: str = ""
    hex: str = ""
    forcepool_group: str = ""
    slow: str = ""


class Design(msgspec.Struct, frozen=True):
    """A printed counter."""

    nation: int
    kind: Kind
    strength: int
    move: int
    name: str
    colour: int = 0
    slow: bool = False

    @property
    def values(self) -> str:
        """Combat and movement of a ground unit, factors of another."""
        return f"{self.strength}-{self.move}" if self.kind in GROUND else str(self.strength)

    @property
    def label(self) -> str:
        whose = KEYS[self.nation].replace("_", " ").title()
        named = f" {self.name}" if self.name and self.kind in NAVAL else ""
        return f"{whose} {self.values} {WORDS[self.kind]}{named}"


@rule("9.51", "9.56")
def operation_cost(design: Design) -> int:
    """BRPs to use a unit in offensive operations, naval air apart (three squadrons cost one)."""
    kind = design.kind
    if kind in STRATEGIC:  # 9.56
        return 0
    if kind in GROUND:
        return design.strength
    if kind in (Kind.CA, Kind.BB, Kind.BC, Kind.PB, Kind.CV):
        return 1
    return design.strength


@rule("9.51")
def squadrons_cost(squadrons: int) -> int:
    """Land-based naval air: one BRP for every three squadrons used in a phase, or part of three."""
    return -(-squadrons // 3)


COST_ROWS = {
    Kind.INF: "infantry", Kind.MECH: "mechanised infantry (3-4)", Kind.REP: "replacement", Kind.ARM: "armor",
    Kind.AIRBORNE: "airborne", Kind.MARINE: "marine", Kind.COMMANDO: "commando", Kind.CHINDIT: "chindit", Kind.FLAK: "flak",
    Kind.PARTISAN: "partisan", Kind.AAF: "army air", Kind.JET: "jet", Kind.TRANSPORT_AIR: "air transport",
    Kind.NAS: "naval air", Kind.ELITE_NAS: "elite naval air (Japan)", Kind.BOMBER: "strategic bomber",
    Kind.INTERCEPTOR: "interceptor", Kind.SUB: "submarine", Kind.ADVANCED_SUB: "advanced submarine", Kind.ASW: "ASW",
    Kind.TRANSPORT: "transport", Kind.DD: "destroyer", Kind.CA: "cruiser", Kind.CVE: "CVE", Kind.BB: "capital ship",
    Kind.BC: "capital ship", Kind.PB: "capital ship", Kind.CV: "fast carrier",
}  # rows of unit_costs.csv (ours 0.9)  # fmt: skip


@rule("ours 27.3")
def build_cost(costs: Mapping[str, int], design: Design) -> int:
    """BRPs to construct a unit."""
    per = costs[COST_ROWS[design.kind]]
    return per * design.strength // 2 if design.kind == Kind.CA else per * design.strength


class Counter(msgspec.Struct, frozen=True):
    """One counter of the mix: its design, its pool group, and where one group of players set it up in Fall 1939."""

    design: int
    group: str
    location: str
    map: str
    hex: str


@rule("3.1", "6.1", "ours 10.1", "ours 10.22", "ours 17.1", "ours 17.9", "ours 20.9", "ours 20.11", "ours 20.23", "ours 20.24",
      "ours 20.25")  # fmt: skip
def read_counters(*paths: Path) -> tuple[tuple[Design, ...], tuple[Counter, ...]]:
    """Every design once, and every counter broken down to the rows of a game."""
    designs: dict[tuple[object, ...], int] = {}
    kept: list[Design] = []
    counters: list[Counter] = []
    for row in (row for path in paths for row in read_csv(path, CounterRow)):
        code = row.type.lower()
        if code not in CODES or row.location == "0":
            continue
        kind = CODES[code]
        kind = Kind.BC if kind == Kind.BB and row.strength < LEAST_BATTLESHIP else kind
        each = 1 if kind in SINGLE else 2 if kind == Kind.CA else row.strength
        count = max(1, row.strength // each) if each else 0
        named = row.name if kind in NAVAL and kind not in (Kind.DD, Kind.CA, Kind.CVE) else ""
        move = CREEPING if kind in CREEPERS else row.movement_or_range
        design = Design(INDEX[slug(row.country)], kind, each, move, named, COLOUR.get(code, 0), bool(row.slow))
        key = (design.nation, kind, each, design.move, named, design.colour)
        if key not in designs:
            designs[key] = len(kept)
            kept.append(design)
        for _ in range(count):
            counters.append(Counter(designs[key], row.forcepool_group, row.location, row.map, row.hex))
    return tuple(kept), tuple(counters)


DESIGNS, COUNTERS = read_counters(FOLDER / "data" / "units.csv", FOLDER / "data" / "volunteers.csv")
VOLUNTEER = next(n for n, d in enumerate(DESIGNS) if (d.nation, d.kind, d.strength) == (INDEX["germany"], Kind.INF, 2))
