"""What charts say in words and numbers: weather and winter (ours 34), tensions (49.8), partisans (11), resistance (54 to 62).

A pack changes the values; the lines that the title has must stay, for code finds a value by its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import read_csv
from grognard.titles.awaw.nations import FOLDER, INDEX, slug

SEASONS = ("spring", "summer", "fall", "winter")
NEVER_REACHED = 99


class WeatherRow(msgspec.Struct, frozen=True):
    """A row of weather.csv."""

    theatre: str
    area: str
    season: str
    effect: str
    confidence: str = ""


class WinterRow(msgspec.Struct, frozen=True):
    """A row of winter.csv."""

    level: str
    effect: str
    confidence: str = ""


class Stir(msgspec.Struct, frozen=True):
    """A row of tension_events.csv."""

    track: str
    kind: str
    value: str
    event: str
    confidence: str = ""


class Uprising(msgspec.Struct, frozen=True):
    """A row of partisans.csv."""

    country: str
    western: int
    communist: int
    axis: int
    by_production: str = "0"
    condition: str = ""
    confidence: str = ""


class Will(msgspec.Struct, frozen=True):
    """A row of resistance.csv."""

    power: str
    value: str
    item: str
    confidence: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """A row of history.csv."""

    turn: str
    kind: str
    who: str
    what: str = ""
    value: str = ""
    confidence: str = ""


class Multiplier(msgspec.Struct, frozen=True):
    """A row of defense_multipliers.csv."""

    code: str
    modifier: str
    applies_to: str = ""
    waived: str = ""
    confidence: str = ""


class Line(msgspec.Struct, frozen=True):
    """A row of a chart of items and values."""

    item: str
    value: str
    confidence: str = ""


class Sway(msgspec.Struct, frozen=True):
    """A row of diplomacy_modifiers.csv."""

    item: str
    value: str
    targets: str = ""
    confidence: str = ""


class Finder(msgspec.Struct, frozen=True):
    """A row of search.csv."""

    kind: str
    item: str
    value: str
    confidence: str = ""


class Standing(msgspec.Struct, frozen=True):
    """A row of diplomatic_points.csv."""

    power: str
    points: str
    situation: str
    confidence: str = ""


class Bound(msgspec.Struct, frozen=True):
    """A row of tension_effects.csv."""

    track: str
    level: int
    effect: str
    confidence: str = ""


class Bonus(msgspec.Struct, frozen=True):
    """A row of attrition_modifiers.csv."""

    modifier: str
    value: str
    when: str = ""
    confidence: str = ""


class Reach(msgspec.Struct, frozen=True):
    """A row of naval_ranges.csv."""

    activity: str
    europe: str
    pacific: str
    note: str = ""
    confidence: str = ""


class Skill(msgspec.Struct, frozen=True):
    """A row of nationality.csv."""

    service: str
    who: str
    drm: str
    confidence: str = ""


VALUES: dict[str, type[msgspec.Struct]] = {
    "defense_multipliers": Multiplier, "air_defense_level": Line, "raiders": Line, "diplomacy_modifiers": Sway, "search": Finder,
    "diplomatic_points": Standing, "tension_effects": Bound, "attrition_modifiers": Bonus, "naval_ranges": Reach,
    "nationality": Skill,
}  # charts of single numbers  # fmt: skip
ALMANAC: dict[str, type[msgspec.Struct]] = {
    **{f"tables/{name}.csv": row for name, row in VALUES.items()},
    "tables/history.csv": Chapter,
    "tables/weather.csv": WeatherRow,
    "tables/winter.csv": WinterRow,
    "tables/tension_events.csv": Stir,
    "tables/partisans.csv": Uprising,
    "tables/resistance.csv": Will,
}
EAST, BESIDE, WEST, BALTIC = "east of the Pact line", "eastern front west of the Pact line", "western front", "Baltic"
SIBERIA, MAINLAND, NORTH = "Siberia Manchuria Mongolia", "Southeast Asian front mainland", "Aleutians and Kuriles"


class Climate(msgspec.Struct, frozen=True):
    """Weather by area and season, as phrases; winter by what its levels do and from which level on."""

    effects: dict[tuple[str, int], str]
    harsh: dict[tuple[str, int], int]  # what is added to the winter die, by area and season
    mud_most: int
    slower: tuple[int, ...]  # exploitation factors less, by level
    no_overruns: int
    no_works: int
    no_exploitation: int
    weak_foot: int
    weak_air: int
    no_attacks: int
    free_zones: int
    armor_on_foot: int

    def says(self, area: str, season: int, phrase: str) -> bool:
        return phrase in self.effects.get((area, season), "")


def climate(weather: Sequence[WeatherRow], winter: Sequence[WinterRow]) -> Climate:
    """Both charts together."""
    effects = {(r.area, SEASONS.index(r.season)): r.effect for r in weather if r.season in SEASONS}
    mods = {r.effect.rpartition(" +")[0]: int(r.effect.rpartition(" +")[2]) for r in winter if r.level == "mod"}
    zones = {EAST: "Russian winter zone", SIBERIA: "Siberia"}
    harsh = {}
    for (area, season), effect in effects.items():
        if effect.startswith("winter table"):
            phrase = f"{SEASONS[season]} in the {zones[area]}" if area == EAST else f"{SEASONS[season]} in {zones[area]}"
            harsh[area, season] = next((n for text, n in mods.items() if text.startswith(phrase)), 0)
    levels = [(int(r.level), r.effect) for r in winter if r.level.isdigit()]

    def since(phrase: str) -> int:
        return min((level for level, effect in levels if phrase in effect), default=NEVER_REACHED)

    slower = []
    for n in range(max(level for level, _ in levels) + 1):
        found = [int(m[1]) for level, effect in levels if level <= n and (m := re.search(r"movement -(\d+)", effect))]
        slower.append(max(found, default=0))
    cap = re.search(r"at most (\d+)", next((e for e in effects.values() if e.startswith("mud")), ""))
    return Climate(
        effects, harsh, int(cap[1]) if cap else 14, tuple(slower), since("no overruns"), since("no fortification"),
        since("no exploitation"), since("CTL -1"), since("air nationality -1"), since("no ground attacks"),
        since("leaving the ZoC"), since("armor counts as infantry"),
    )  # fmt: skip


# --- tensions -----------------------------------------------------------------------------------------------------------


def whole(text: str) -> tuple[int, ...]:
    """The numbers of a value: `+2`, `+/-1`, `-3 -2 -1...`."""
    return tuple(int(n) for n in re.findall(r"[+-]?\d+", text.replace("+/-", "+")))


def tensions(rows: Sequence[Stir]) -> dict[str, tuple[int, ...]]:
    """Values by track and event."""
    own = read_csv(FOLDER / "tables" / "tension_events.csv", Stir)
    _complete("tension_events", [(r.track, r.event) for r in own], [(r.track, r.event) for r in rows])
    return {f"{r.track} {r.event}": whole(r.value) for r in rows}


# --- partisans ----------------------------------------------------------------------------------------------------------

COLOURS = ("western", "communist", "axis")
LEADERS = {INDEX["egypt"]: INDEX["wafdist"], INDEX["india"]: INDEX["indian_nat_army"]}  # whose counters rise in a country


class Bands(msgspec.Struct, frozen=True):
    """Partisans of a country and colour: how many there are, and how many of these wait for production."""

    count: int
    later: int


def uprisings(rows: Sequence[Uprising]) -> dict[tuple[int, int], Bands]:
    """By nation of the counters and colour: 1 Western, 2 Communist, 3 Axis."""
    found = {}
    for row in rows:
        country = INDEX.get(slug(row.country), -1)
        if country < 0:
            raise GrognardError(f"tables/partisans.csv has no country '{row.country}'", remedy="keep the countries of the chart")
        for n, colour in enumerate(COLOURS):
            later = re.search(rf"(\d+) {colour.capitalize()}", row.by_production)
            count = (row.western, row.communist, row.axis)[n]
            found[LEADERS.get(country, country), n + 1] = Bands(count, min(count, int(later[1]) if later else 0))
    return found


# --- resistance ---------------------------------------------------------------------------------------------------------

BY_VALUE = ("test", "collapse", "never", "level", "DP level")


def wills(rows: Sequence[Will]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Numbers by power and item; those of a test stand under `test`."""
    own = read_csv(FOLDER / "tables" / "resistance.csv", Will)
    _complete("resistance", [_item(r) for r in own], [_item(r) for r in rows])
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for row in rows:
        power, item = _item(row)
        found.setdefault(power, {})[item] = whole(row.item if row.value in BY_VALUE else row.value)
    return found


# --- charts of single numbers -------------------------------------------------------------------------------------------


def entries(row: object) -> list[tuple[str, str]]:
    """The numbers of a row, each under its words."""
    match row:
        case Multiplier():
            return [(row.code, row.modifier)]
        case Line() | Sway():
            return [(row.item, row.value)]
        case Finder():
            return [(f"{row.kind} {row.item}", row.value)]
        case Standing():
            return [(f"{row.power} {row.situation}", row.points)]
        case Bound():
            return [(f"{row.track} {row.effect}", str(row.level))]
        case Bonus():
            return [(row.modifier, row.value)]
        case Reach():
            return [(f"{row.activity} in Europe", row.europe), (f"{row.activity} in the Pacific", row.pacific)]
        case Skill():
            return [(f"{row.service} {row.who}", row.drm)]
    return []


def values(charts: Mapping[str, Sequence[object]]) -> dict[str, int]:
    """The first number of every row, by chart and words: `raiders always`; rows without a number are left out."""
    found = {}
    for name, row in VALUES.items():
        rows = charts[f"tables/{name}.csv"]
        own = [key for r in read_csv(FOLDER / "tables" / f"{name}.csv", row) for key, _ in entries(r)]
        _complete(name, [("", key) for key in own], [("", key) for r in rows for key, _ in entries(r)])
        for key, text in (pair for r in rows for pair in entries(r)):
            if numbers := whole(text):
                found[f"{name} {key}"] = numbers[0]
    return found


def _item(row: Will) -> tuple[str, str]:
    return row.power, row.value if row.value in BY_VALUE else row.item


def _complete(name: str, wanted: Sequence[tuple[str, str]], found: Sequence[tuple[str, str]]) -> None:
    lost = [" ".join(key) for key in wanted if key not in set(found)]
    if lost:
        raise GrognardError(f"tables/{name}.csv lacks '{lost[0]}'", remedy="keep the lines of the chart and change the values")
