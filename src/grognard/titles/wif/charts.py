"""The printed charts as code reads them. The numbers are in tables/, each cell with its confidence; packs may replace any file.

Combat charts (11.5, 11.7, 11.15, 14.3), weather and tracks (6, 8, 12), activities (10.2), terrain (11.10.2), production (13.6.3).
Tables that only say in words what the rules do (stacking, search, conquest ...) stay in tables/ as the player's reference.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.kernel.files import Files
from grognard.kernel.tables import Bands, Chart
from grognard.titles.wif.chart_rows import (
    AllowedRow,
    ConvoyRow,
    EntryAction,
    EntryOption,
    HexFacility,
    ImpulseBox,
    LimitRow,
    MarkerYear,
    OffensiveRow,
    OilRow,
    PartisanNumber,
    Shipyard,
    ShoreRow,
    Speciality,
    StockRow,
    TerrainRow,
    TrackSpace,
    TypeRow,
    VichyGroup,
    WeatherRow,
)
from grognard.titles.wif.facts import POWERS
from grognard.titles.wif.kinds import Action, Activity

LEVELS = ("text", "recalled", "designed")
TURN_NAMES = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")


ACTIVITY_NAMES = {
    Activity.PORT_ATTACK: "port attack",
    Activity.NAVAL_AIR: "naval air",
    Activity.NAVAL_MOVE: "naval movement",
    Activity.NAVAL_COMBAT: "naval combat",
    Activity.STRATEGIC_BOMBARDMENT: "strategic bombardment",
    Activity.GROUND_STRIKE: "ground strike",
    Activity.RAIL: "rail movement",
    Activity.LAND_MOVE: "land movement",
    Activity.AIR_TRANSPORT: "air transport",
    Activity.DEBARK: "debark at sea",
    Activity.INVASION: "invasions",
    Activity.PARADROP: "paradrops",
    Activity.LAND_ATTACK: "land combat",
    Activity.AIR_REBASE: "air rebases",
    Activity.REORGANISATION: "reorganisation",
}
UNLIMITED = 1000  # a tick on the activities chart


# results


class LandResult(msgspec.Struct, frozen=True):
    """A result of land combat: losses of both sides, what else befalls the defender, which attackers stay face-up."""

    attacker: int
    defender: int
    retreat: bool = False
    shatter: bool = False
    breakthrough: bool = False
    stay: str = ""  # "*" all attackers stay face-up, "†" half of them
    extra: bool = False  # "#" of the two-dice table

    @property
    def text(self) -> str:
        attacker = self.stay + (str(self.attacker) if self.attacker else "") + ("#" if self.extra else "")
        letters = ("R" if self.retreat else "") + ("S" if self.shatter else "") + ("B" if self.breakthrough else "")
        defender = (str(self.defender) if self.defender else "") + letters
        return f"{attacker or '-'}/{defender or '-'}"


def land_result(text: str) -> LandResult:
    """Read `2/1`, `†/B`, `*/1B`, `-/-`, `1#/2S`."""
    attacker, slash, defender = text.partition("/")
    if not slash or not set(attacker) <= set("0123456789-*†#") or not set(defender) <= set("0123456789-RSB"):
        raise ValueError("not a result such as 2/1 or */2B")
    stay = "*" if "*" in attacker else "†" if "†" in attacker else ""
    return LandResult(
        _number(attacker), _number(defender), "R" in defender, "S" in defender, "B" in defender, stay, "#" in attacker
    )


class NavalResult(msgspec.Struct, frozen=True):
    """Sunk, damaged and aborted ships of a naval result (11.5.8)."""

    sunk: int = 0
    damaged: int = 0
    aborted: int = 0

    @property
    def text(self) -> str:
        parts = ((self.sunk, "X"), (self.damaged, "D"), (self.aborted, "A"))
        return " ".join(f"{n}{letter}" for n, letter in parts if n) or "-"


def naval_result(text: str) -> NavalResult:
    """Read `1X 2D 1A` or `-`."""
    found = {"X": 0, "D": 0, "A": 0}
    for word in text.split() if text != "-" else ():
        found[word[-1]] += int(word[:-1])
    return NavalResult(found["X"], found["D"], found["A"])


class AntiAirDice(msgspec.Struct, frozen=True):
    """How anti-air fire is rolled: so many dice, of which the highest or lowest few are added (11.5.9)."""

    dice: int = 0
    added: int = 0
    lowest: bool = False


def anti_air_dice(text: str) -> AntiAirDice:
    """Read `2/3`, `-1/2` or `-`."""
    if text == "-":
        return AntiAirDice()
    added, _, dice = text.lstrip("-").partition("/")
    return AntiAirDice(int(dice), int(added), text.startswith("-"))


class AirResult(msgspec.Struct, frozen=True):
    """A result of air-to-air combat: who chooses (the roller or the other side), and what happens (14.3.3)."""

    code: str

    @property
    def chosen_by_roller(self) -> bool:
        return self.code.startswith("A")

    @property
    def destroys(self) -> bool:
        return self.code.endswith("X")

    @property
    def aborts(self) -> bool:
        return len(self.code) == 2 and self.code.endswith("A")

    @property
    def clears(self) -> bool:
        return self.code.endswith("C")


def air_result(text: str) -> AirResult:
    if text not in ("DC", "AC", "-", "DA", "AA", "DX", "AX"):
        raise ValueError("not a result of air-to-air combat")
    return AirResult(text)


class Bombing(msgspec.Struct, frozen=True):
    """Production points lost, and asterisks (11.7)."""

    points: int = 0
    stars: int = 0


def bombing(text: str) -> Bombing:
    """Read `4*` or `-`."""
    return Bombing(_number(text), text.count("*"))


def _number(text: str) -> int:
    digits = "".join(c for c in text if c.isdigit())
    return int(digits) if digits else 0


# rows








































SCHEMAS = {
    "tables/us_entry_options.csv": EntryOption,
    "tables/us_entry_actions.csv": EntryAction,
    "tables/entry_markers.csv": MarkerYear,
    "tables/minor_convoys.csv": ConvoyRow,
    "tables/shipyards.csv": Shipyard,
    "tables/factory_specialities.csv": Speciality,
    "tables/hex_facilities.csv": HexFacility,
    "tables/partisan_numbers.csv": PartisanNumber,
    "tables/vichy_groups.csv": VichyGroup,
    "tables/weather_chart.csv": WeatherRow,
    "tables/initiative_track.csv": TrackSpace,
    "tables/impulse_track.csv": ImpulseBox,
    "tables/activities_allowed.csv": AllowedRow,
    "tables/activity_limits.csv": LimitRow,
    "tables/terrain_effects.csv": TerrainRow,
    "tables/shore_bombardment_modifiers.csv": ShoreRow,
    "tables/unit_costs.csv": TypeRow,
    "tables/oil_costs.csv": OilRow,
    "tables/saved_oil.csv": StockRow,
    "tables/offensive_points.csv": OffensiveRow,
}

LIMIT_POWERS = {"cw": "Commonwealth", "ussr": "USSR", "usa": "USA"}


class NavalColumns(msgspec.Struct, frozen=True):
    """Which column of the naval chart a total of factors selects, for one row of its top part."""

    bands: Bands
    first: int

    def column(self, factors: int) -> int:
        """The column, counted from 1; 0 where there are no factors."""
        return 0 if factors <= 0 else self.first + self.bands.place(factors)


class Charts(msgspec.Struct, frozen=True):
    """Every chart a rule looks something up in."""

    assault: Chart[LandResult]
    blitzkrieg: Chart[LandResult]
    two_dice: Chart[LandResult]
    air_to_air: Chart[AirResult]
    naval: Chart[NavalResult]
    anti_air: Chart[AntiAirDice]
    naval_columns: dict[str, NavalColumns]
    bombardment: Chart[Bombing]
    weather: dict[tuple[str, int], WeatherRow]
    initiative: dict[int, TrackSpace]
    impulses: dict[int, int]
    allowed: dict[tuple[Activity, Action], str]
    limits: dict[tuple[str, int], tuple[int, int, int]]
    terrain: dict[str, TerrainRow]
    multiples: dict[str, dict[int, Fraction]]
    shore: dict[int, ShoreRow]
    types: dict[str, TypeRow]
    entry_options: dict[int, EntryOption]
    war_tension: int  # what a declaration of war by the USA costs (13.3.2, last option)
    entry_actions: tuple[EntryAction, ...]
    entry_markers: dict[int, MarkerYear]
    its_war: tuple[tuple[int, ...], ...]  # war numbers by entry level and tension level
    its_war_bounds: tuple[tuple[int, ...], tuple[int, ...]]  # the lowest level of each row and each column
    convoys: dict[str, ConvoyRow]
    partisan_table: dict[int, tuple[str, ...]]
    partisan_numbers: dict[str, int]
    vichy_groups: dict[str, int]
    oil: dict[int, OilRow]
    shipyards: dict[int, tuple[tuple[str, str], ...]]
    specialities: dict[int, tuple[tuple[str, str], ...]]
    hex_facilities: dict[str, tuple[int, int, int]]
    saved_oil: dict[int, int]
    offensive: dict[tuple[Action, int], int]  # 16.2
    all_hqs: dict[int, int]  # 16.4

    def oil_cost(self, power: int, action: Action, year: int) -> int:
        """10.3: tenths of oil an action costs."""
        return self.oil[power].cost(action, year) if power in self.oil else 0

    def war_number(self, entry: int, tension: int) -> int:
        """9.4: the roll with which the USA goes to war."""
        rows, columns = self.its_war_bounds
        row = max(n for n, least in enumerate(rows) if entry >= least or n == 0)
        column = max(n for n, least in enumerate(columns) if tension >= least or n == 0)
        return self.its_war[row][column]

    def entry_action(self, name: str) -> int:
        """The number of a row of the US entry actions."""
        return next(n for n, row in enumerate(self.entry_actions) if row.action == name)

    def limit(self, activity: Activity, action: Action, power: int, year: int) -> int:
        """10.2: how often a major power may do something in an impulse; UNLIMITED for a tick, 0 for a blank."""
        letter = self.allowed[activity, action]
        if letter in ("", "tick"):
            return UNLIMITED if letter else 0
        return self.limits[letter, power][0 if year <= 1942 else 1 if year <= 1944 else 2]

    def letter(self, activity: Activity, action: Action) -> str:
        """The column of the limits that an activity shares with others: all air missions of an action have one."""
        return self.allowed[activity, action]


def _shipyards(files: Files) -> dict[int, tuple[tuple[str, str], ...]]:
    """By power the places with a shipyard and the sort of ships it is for (13.6.10)."""
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    for row in files.csv("tables/shipyards.csv"):
        power = POWERS.index(row.power)
        found[power] = (*found.get(power, ()), (row.place, row.sort))
    return found


def _specialities(files: Files) -> dict[int, tuple[tuple[str, str], ...]]:
    """By power the places with a specialised factory and the class of units it is for (13.6.10)."""
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    for row in files.csv("tables/factory_specialities.csv"):
        power = POWERS.index(row.power)
        found[power] = (*found.get(power, ()), (row.place, row.class_))
    return found


def open_charts(files: Files) -> Charts:
    """Read the charts, from packs where they have them."""

    def chart(name: str) -> str:
        return f"tables/{name}.csv"

    return Charts(
        assault=Chart.read(files.path(chart("land_crt_1d10")), land_result, columns="odds", select={"table": "assault"}),
        blitzkrieg=Chart.read(files.path(chart("land_crt_1d10")), land_result, columns="odds", select={"table": "blitzkrieg"}),
        two_dice=Chart.read(files.path(chart("land_crt_2d10")), land_result, columns="label"),
        air_to_air=Chart.read(files.path(chart("air_to_air")), air_result, columns="difference", rounding="nearest"),
        naval=Chart.read(files.path(chart("naval_results")), naval_result, columns="label"),
        anti_air=Chart.read(files.path(chart("aa_results")), anti_air_dice, columns="label"),
        naval_columns=_naval_columns(files),
        bombardment=Chart.read(files.path(chart("strategic_bombardment")), bombing, columns="band"),
        weather={(r.turn, r.roll): r for r in files.csv(chart("weather_chart"))},
        initiative={r.space: r for r in files.csv(chart("initiative_track"))},
        impulses={r.box: r.end_number for r in files.csv(chart("impulse_track"))},
        allowed=_allowed(files),
        limits={
            (r.column, POWERS.index(LIMIT_POWERS.get(r.power, r.power.capitalize()))): (r.to_1942, r.from_1943, r.from_1945)
            for r in files.csv(chart("activity_limits"))
        },
        terrain={r.terrain: r for r in files.csv(chart("terrain_effects"))},
        multiples=_multiples(files),
        shore={r.section: r for r in files.csv(chart("shore_bombardment_modifiers"))},
        types={r.type: r for r in files.csv(chart("unit_costs"))},
        entry_options={int(r.option): r for r in files.csv(chart("us_entry_options")) if r.option.isdigit()},
        war_tension=next(r.tension for r in files.csv(chart("us_entry_options")) if not r.option.isdigit()),
        entry_actions=tuple(files.csv(chart("us_entry_actions"))),
        entry_markers={r.year: r for r in files.csv(chart("entry_markers"))},
        its_war=tuple(tuple(int(cell) for cell in row[1:-1]) for row in files.load(chart("its_war")).rows),
        its_war_bounds=_war_bounds(files),
        convoys={r.country: r for r in files.csv(chart("minor_convoys"))},
        partisan_table={int(row[0]): tuple(row[1:-1]) for row in files.load(chart("partisan_table")).rows},
        partisan_numbers={r.country: r.number for r in files.csv(chart("partisan_numbers"))},
        vichy_groups={r.group: r.least for r in files.csv(chart("vichy_groups"))},
        oil={POWERS.index(r.power): r for r in files.csv(chart("oil_costs"))},
        offensive={
            (action, power): int(price)
            for action in (Action.AIR, Action.NAVAL, Action.LAND)
            for r in files.csv(chart("offensive_points"))
            if r.item.startswith(f"multiple action, {action.name.lower()}")
            for power, price in enumerate(r.by_power)
        },
        all_hqs={
            power: int(price)
            for r in files.csv(chart("offensive_points"))
            if r.item == "turn all HQs face-up"
            for power, price in enumerate(r.by_power)
        },
        shipyards=_shipyards(files),
        specialities=_specialities(files),
        hex_facilities={r.hex: (r.cost, r.turns, r.oil) for r in files.csv(chart("hex_facilities"))},
        saved_oil={POWERS.index(r.power): r.oil for r in files.csv(chart("saved_oil"))},
    )


def _war_bounds(files: Files) -> tuple[tuple[int, ...], tuple[int, ...]]:
    sheet = files.load("tables/its_war.csv")

    def least(text: str) -> int:
        return int(text.rstrip("+").partition("-")[0])

    return tuple(least(row[0]) for row in sheet.rows), tuple(least(h) for h in sheet.header[1:-1])


def _allowed(files: Files) -> dict[tuple[Activity, Action], str]:
    rows = {r.activity: r for r in files.csv("tables/activities_allowed.csv")}
    found = {}
    for activity, name in ACTIVITY_NAMES.items():
        row = rows[name]
        for action, letter in zip(Action, (row.pass_, row.naval, row.air, row.land, row.combined)):
            found[activity, action] = letter
    return found


def _multiples(files: Files) -> dict[str, dict[int, Fraction]]:
    sheet = files.load("tables/production_multiples.csv")
    years = [int(h) for h in sheet.header if h.isdigit()]
    return {row[0]: {year: Fraction(row[sheet.header.index(str(year))]) for year in years} for row in sheet.rows}


def _naval_columns(files: Files) -> dict[str, NavalColumns]:
    sheet = files.load("tables/naval_columns.csv")
    columns = [n for n, h in enumerate(sheet.header) if h.startswith("c") and h[1:].isdigit()]
    found = {}
    for row in sheet.rows:
        used = [n for n in columns if row[n].strip()]
        found[row[0]] = NavalColumns(Bands([row[n] for n in used]), used[0] - columns[0] + 1)
    return found
