"""The whole war as data: country cards, force pools by date, the calendar, and set-ups with their dates (3.1, 14, 15.1.1).

What the rulebook leaves to country cards and to a booklet is rebuilt in data/campaign and data/setups, each value with its
confidence. Nothing here changes during a game.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import msgspec

from grognard.kernel.files import Files
from grognard.titles.tw.state import SEASONS, turn_of

Confidence = Literal["text", "recalled", "designed"]
STRATEGIC = ("U_BOAT", "ASW", "SAC", "INT", "JET_INT", "V1", "V2", "SUB")
AWAY = 999  # a pool that no date opens


class CountryValue(msgspec.Struct, frozen=True):
    """A row of countries.csv: one value of one country, colony or region."""

    country: str
    name: str
    kind: str
    section: str
    field: str
    value: str = ""
    confidence: Confidence = "designed"
    date: str = ""
    line: str = ""
    note: str = ""


class PoolEntry(msgspec.Struct, frozen=True):
    """A row of force_pools.csv: counters that enter together."""

    pool: str
    nation: str
    kind: str
    printed: str
    number: int
    enters: str
    mode: str
    counters: tuple[str, ...] = ()
    confidence: Confidence = "designed"
    line: str = ""
    note: str = ""

    @property
    def turn(self) -> int:
        """The turn from which the counters can be built; AWAY where an event or a variant opens the pool."""
        return date_of(self.enters)


class CalendarEntry(msgspec.Struct, frozen=True):
    """A row of schedule.csv."""

    date: str
    record: str
    key: str
    who: str = ""
    value: str = ""
    confidence: Confidence = "designed"
    line: str = ""
    note: str = ""


class VictoryEntry(msgspec.Struct, frozen=True):
    """A row of victory.csv."""

    record: str
    key: str
    who: str = ""
    value: str = ""
    confidence: Confidence = "designed"
    line: str = ""
    note: str = ""


class CardCell(msgspec.Struct, frozen=True):
    """A cell of a matrix of cards (29.6, 29.9, 29.11, 29.13)."""

    rule: str
    row: str
    column: str
    value: int
    confidence: Confidence = "designed"
    line: str = ""
    note: str = ""


class SetupEntry(msgspec.Struct, frozen=True):
    """A row of a set-up: see docs/tw.md for the records."""

    record: str
    nation: str = ""
    unit: str = ""
    where: str = ""
    place: str = ""
    value: str = ""
    when: str = ""
    confidence: Confidence = "designed"
    note: str = ""


SCHEMAS = {
    "data/campaign/countries.csv": CountryValue,
    "data/campaign/force_pools.csv": PoolEntry,
    "data/campaign/schedule.csv": CalendarEntry,
    "data/campaign/victory.csv": VictoryEntry,
    "data/campaign/cards.csv": CardCell,
    "data/setups/*.csv": SetupEntry,
}
SETUPS = ("fall_1939", "spring_1941", "summer_1942", "med_1940")


def date_of(text: str) -> int:
    """The turn of `Spring 1941`; of `Summer 1941 or german dow on ussr` the date; AWAY for events alone."""
    words = text.split()
    if len(words) >= 2 and words[0] in SEASONS and words[1].isdigit() and "turn after" not in text:
        return turn_of(int(words[1]), SEASONS.index(words[0]))
    return AWAY


class Campaign(msgspec.Struct, frozen=True, dict=True):
    """The sheets of the whole war."""

    countries: tuple[CountryValue, ...]
    pools: tuple[PoolEntry, ...]
    calendar: tuple[CalendarEntry, ...]
    victory: tuple[VictoryEntry, ...]
    cards: tuple[CardCell, ...]
    setups: dict[str, tuple[SetupEntry, ...]]

    @cached_property
    def values(self) -> dict[tuple[str, str], int]:
        """Plain numbers by (country, field); where dates differ, the first."""
        found: dict[tuple[str, str], int] = {}
        for row in self.countries:
            if row.value.lstrip("-").isdigit():
                found.setdefault((row.country, row.field), int(row.value))
        return found

    def value(self, country: str, field: str) -> int:
        return self.values.get((country, field), 0)

    @cached_property
    def growths(self) -> dict[str, list[tuple[int, int]]]:
        """By country, (first turn, percent)."""
        found: dict[str, list[tuple[int, int]]] = {}
        for row in self.countries:
            if row.field == "growth_percent" and row.value.isdigit():
                first = date_of(row.date)  # an event (American entry) is looked at by the rule
                found.setdefault(row.country, []).append((0 if first == AWAY else first, int(row.value)))
        return {country: sorted(rows) for country, rows in found.items()}

    @cached_property
    def conquests(self) -> dict[str, int]:
        """What a country, colony or region is worth to who holds it (23.2)."""
        return {row.country: int(row.value) for row in self.countries if row.field == "narf_conquest" and row.value.isdigit()}

    @cached_property
    def industry(self) -> dict[str, int]:
        """What the industry of a city is worth (14.6.1)."""
        return {
            row.field.removeprefix("industry_"): int(row.value) for row in self.countries if row.field.startswith("industry_")
        }

    def limit(self, nation: str, kind: str, turn: int) -> int:
        """How many units of strategic warfare a nation's pool holds at a turn, without events."""
        return sum([
            row.number
            for row in self.pools
            if (row.nation, row.kind) == (nation, kind) and row.mode in ("start", "pool") and row.turn <= turn
        ])

    @cached_property
    def matrices(self) -> dict[str, dict[tuple[str, str], int]]:
        """By section, the value of a card against a card."""
        found: dict[str, dict[tuple[str, str], int]] = {}
        for cell in self.cards:
            found.setdefault(cell.rule, {})[cell.row, cell.column] = cell.value
        return found


def read_campaign(files: Files) -> Campaign:
    """Read the sheets, from packs where they have them."""

    def sheet(name: str) -> Any:
        return tuple(files.csv(f"data/{name}.csv"))

    return Campaign(
        countries=sheet("campaign/countries"),
        pools=sheet("campaign/force_pools"),
        calendar=sheet("campaign/schedule"),
        victory=sheet("campaign/victory"),
        cards=sheet("campaign/cards"),
        setups={name: sheet(f"setups/{name}") for name in SETUPS},
    )
