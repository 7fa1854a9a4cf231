"""The printed charts as code reads them (10.2.2, 11.9, 11.12, 15.1.2, 26). The numbers are in tables/."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from grognard.kernel.files import read_csv
from grognard.kernel.tables import Chart, Ladder
from grognard.titles.tw.kinds import Kind

TABLES = Path(__file__).parent / "tables"


class Result(msgspec.Struct, frozen=True):
    """A result of ground combat: its code, the share of losses, depletions, and whether Omega is printed beside it."""

    code: str
    omega: bool = False
    depletions: int = 0

    @property
    def text(self) -> str:
        return self.code + ("Ω" if self.omega else "")


class AirResult(msgspec.Struct, frozen=True):
    """A result of air combat or flak: who suffers, how many units, lost or depleted."""

    attacker: bool
    lost: int = 0
    depleted: int = 0


def ground_result(text: str) -> Result:
    """Read `DD2Ω`, `½EX`, `EX/PV`."""
    omega = text.endswith("Ω")
    code = text.removesuffix("Ω")
    if code not in ("AE", "½AE", "½EX", "EX", "EX/PV", "2xEX", "DR", "DD", "DD2", "DD3", "½DE", "DE"):
        raise ValueError("unknown result of ground combat")
    depletions = int(code[2:] or 1) if code.startswith("DD") else 0
    return Result(code, omega, depletions)


def air_result(text: str) -> AirResult:
    """Read `AD2`, `DE`, `Miss`."""
    if text == "Miss":
        return AirResult(True)
    found = re.fullmatch(r"([AD])([DE])(\d?)", text)
    if found is None:
        raise ValueError("unknown result of air combat")
    many = int(found[3] or 1)
    return AirResult(found[1] == "A", many if found[2] == "E" else 0, many if found[2] == "D" else 0)


GROUND_COMBAT = Chart.read(TABLES / "ground_combat.csv", ground_result)
AIR_COMBAT = Chart.read(TABLES / "air_combat.csv", air_result)
LIGHT_FLAK = Chart.read(TABLES / "light_flak.csv", air_result)
HEAVY_FLAK = Chart.read(TABLES / "heavy_flak.csv", air_result)
ODDS = Ladder((*GROUND_COMBAT.labels, "6-1"))
VICTORY_COLUMN = len(GROUND_COMBAT.labels)  # 6-1 and better
BEST_COLUMN = VICTORY_COLUMN - 1


class Nationality(msgspec.Struct, frozen=True):
    """A row of a nationality matrix: modifiers by the rating of the attacker."""

    defender: int
    first: int
    second: int
    third: int
    fourth: int


def _matrix(name: str) -> dict[tuple[int, int], int]:
    rows = read_csv(TABLES / name, Nationality)
    return {(a, r.defender): (r.first, r.second, r.third, r.fourth)[a - 1] for r in rows for a in (1, 2, 3, 4)}


GROUND_NATIONALITY = _matrix("ground_nationality.csv")  # (attacker, defender)
AIR_NATIONALITY = _matrix("air_nationality.csv")


class Price(msgspec.Struct, frozen=True):
    """A row of unit_costs.csv."""

    kind: str
    cost: int
    dear: int
    cadre: int
    per_factor: bool
    dear_for: tuple[str, ...] = ()


PRICES = {Kind[p.kind]: p for p in read_csv(TABLES / "unit_costs.csv", Price)}


class Situation(msgspec.Struct, frozen=True):
    """A row of terrain.csv: multipliers by kind of unit."""

    situation: str
    ARM: int
    MECH: int
    CAV: int
    INF: int
    MOT: int
    STA: int
    PARA: int
    ART: int
    add: int


SITUATIONS = {s.situation: s for s in read_csv(TABLES / "terrain.csv", Situation)}


def multiplier(situation: str, kind: Kind) -> int:
    """The printed multiplier of defence."""
    found: int = getattr(SITUATIONS[situation], kind.name, 1)
    return found


class Breakdown(msgspec.Struct, frozen=True):
    """A row of breakdown.csv."""

    nation: str
    kind: str
    strength: int
    move: int
    pieces: tuple[int, ...]
    basis: str


BREAKDOWNS = {(b.nation, Kind[b.kind], b.strength, b.move): b for b in read_csv(TABLES / "breakdown.csv", Breakdown)}


class WinterLevel(msgspec.Struct, frozen=True):
    """A row of eastern_winter.csv."""

    level: int
    name: str
    from_: int = msgspec.field(name="from")
    to: int
    axis_arm: int
    axis_other: int
    deplete_inf: int
    deplete_arm: int
    deplete_mech: int
    deplete_satellite: int
    no_av: bool
    no_drop: bool
    axis_air: int
    axis_shift: int
    no_fort: bool
    trains: int
    no_zoc: bool
    grounded: bool
    no_second: bool
    ally_arm: int
    ally_inf: int
    ally_air: int
    ally_shift: int


class WeatherLevel(msgspec.Struct, frozen=True):
    """A row of seasonal_weather.csv."""

    table: str
    level: int
    name: str
    from_: int = msgspec.field(name="from")
    to: int
    fast: int
    slow: int
    no_second: bool
    no_av: bool
    no_drop: bool
    shift: int
    no_fort: bool
    air: int
    double: bool


WINTER_EAST = {w.level: w for w in read_csv(TABLES / "eastern_winter.csv", WinterLevel)}
SEASONAL = {(w.table, w.level): w for w in read_csv(TABLES / "seasonal_weather.csv", WeatherLevel)}
