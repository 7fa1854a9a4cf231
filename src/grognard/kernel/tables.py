"""Combat charts that look like the printed chart: rolls down the side, odds or differences or names across.

A chart finds its column, its row and its result, clamps at its ends, and gives exact distributions. Modifiers are itemised with
the rule that grants them. What a result code means is the title's: it passes a parser. Dice are in dice.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, overload

import msgspec

from grognard.kernel.dice import Distribution
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Provenance, Sheet, read_sheet

T = TypeVar("T")
Number = int | Fraction
Columns = Literal["odds", "difference", "band", "label"]
Rounding = Literal["down", "up", "nearest"]
BESIDE_THE_CHART = ("confidence", "notes")

_ODDS = re.compile(r"(\d+)\s*[:-]\s*(\d+)([+-]?)$")


# --- labels ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Band:
    """Numbers from `low` to `high`, both included; None where the band is open."""

    low: int | None
    high: int | None

    @classmethod
    def parse(cls, label: str) -> Band:
        """`5`, `+2`, `2-4`, `-3..-1`, `-3,4` (minus three and minus four), `<=1`, `>=10`, `12+`, `1-` (one or less)."""
        text = label.replace("≤", "<=").replace("≥", ">=").replace("−", "-").replace(" ", "")
        number = r"[+-]?\d+"
        if re.fullmatch(number, text):
            return cls(int(text), int(text))
        if found := re.fullmatch(rf"(<=|>=)({number})", text):
            return cls(None, int(found[2])) if found[1] == "<=" else cls(int(found[2]), None)
        if found := re.fullmatch(rf"({number})([+-])", text):
            return cls(int(found[1]), None) if found[2] == "+" else cls(None, int(found[1]))
        if found := re.fullmatch(r"([+-]?)(\d+),(\d+)", text):
            sign = -1 if found[1] == "-" else 1
            return cls(*sorted((sign * int(found[2]), sign * int(found[3]))))
        if (found := re.fullmatch(rf"({number})(?:-|\.\.)({number})", text)) and int(found[1]) <= int(found[2]):
            return cls(int(found[1]), int(found[2]))
        raise ValueError(f"'{label}' is not a number or a range")

    def __contains__(self, value: Number) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


class Bands:
    """Bands that follow each other without gap or overlap, in any printed order; numbers beyond the ends belong to the ends."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.bands = [Band.parse(label) for label in labels]
        order = sorted(range(len(labels)), key=lambda n: _edge(self.bands[n].low, -1))
        for n, after in pairwise(order):
            high, low = self.bands[n].high, self.bands[after].low
            if high is None or low is None or low != high + 1:
                raise ValueError(f"'{labels[after]}' does not follow '{labels[n]}'")
        self.low, self.high = self.bands[order[0]], self.bands[order[-1]]
        self._place = {value: n for n in order if (band := self.bands[n]).low is not None and band.high is not None
                       for value in range(band.low, band.high + 1)}
        self._first, self._last = order[0], order[-1]

    def place(self, value: int) -> int:
        """Which band a number belongs to, clamped at both ends."""
        found = self._place.get(value)
        if found is not None:
            return found
        low = self.low.high if self.low.high is not None else self.low.low
        return self._first if low is None or value <= low else self._last


class Ladder:
    """Printed odds from worst to best: `Ladder(["1:2", "1:1", "3:2", "2:1"])`."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.values: list[Fraction] = []
        for label in labels:
            found = _ODDS.fullmatch(label.replace("−", "-").strip())
            if found is None or int(found[2]) == 0:
                raise ValueError(f"'{label}' is not odds such as 3:1")
            self.values.append(Fraction(int(found[1]), int(found[2])))
        if self.values != sorted(set(self.values)):
            raise ValueError("odds do not rise from left to right")

    def place(self, attack: Number, defence: Number, rounding: Rounding = "down") -> int:
        """The column for a ratio, clamped at both ends. `down` favours the defender, `up` the attacker; the half way goes up with
        `nearest`. No defence is the best odds."""
        if defence <= 0:
            return len(self.values) - 1
        ratio = Fraction(attack) / Fraction(defence)
        below = sum(value <= ratio for value in self.values) - 1
        if below < 0 or below == len(self.values) - 1:
            return max(below, 0)
        low, high = self.values[below], self.values[below + 1]
        if rounding == "down" or low == ratio:
            return below
        return below + 1 if rounding == "up" or high - ratio <= ratio - low else below

    def below(self, attack: Number, defence: Number) -> bool:
        """Whether a ratio is worse than the worst printed odds."""
        return defence > 0 and Fraction(attack) / Fraction(defence) < self.values[0]


# --- modifiers ---------------------------------------------------------------------------------------------------------------


class Modifier(msgspec.Struct, frozen=True):
    """One item of a sum: what it is called, what it is worth, which rule grants it."""

    label: str
    value: int
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label}" + (f" ({self.rule})" if self.rule else "")


@dataclass
class Modifiers:
    """An itemised sum. `mode="highest"`: only the highest bonus and the highest penalty count. `low` and `high` cap the total."""

    items: list[Modifier] = field(default_factory=list)
    mode: Literal["sum", "highest"] = "sum"
    low: int | None = None
    high: int | None = None

    def add(self, label: str, value: int, rule: str = "") -> Modifiers:
        """Add an item; one worth nothing is left out."""
        if value:
            self.items.append(Modifier(label, value, rule))
        return self

    @property
    def counted(self) -> list[Modifier]:
        """The items that count."""
        if self.mode == "sum":
            return list(self.items)
        best = max((item for item in self.items if item.value > 0), key=lambda item: item.value, default=None)
        worst = min((item for item in self.items if item.value < 0), key=lambda item: item.value, default=None)
        return [item for item in self.items if item is best or item is worst]

    @property
    def total(self) -> int:
        total = sum(item.value for item in self.counted)
        if self.high is not None:
            total = min(total, self.high)
        return total if self.low is None else max(total, self.low)

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        return ", ".join(map(str, self.counted)) or "none"


# --- charts ------------------------------------------------------------------------------------------------------------------


class Explanation(msgspec.Struct, frozen=True):
    """How a result was found, for a player to check with a finger on the printed chart."""

    chart: str
    strength: str
    base: str
    shifts: list[Modifier]
    column: str
    column_clamped: bool
    modifiers: list[Modifier]
    modifier: int
    roll: int | None
    modified: int | None
    row: str | None
    result: str | None

    def __str__(self) -> str:
        text = f"{self.strength} is {self.base}" if self.strength else self.base
        if self.shifts:
            text += f", {', '.join(map(str, self.shifts))}: {self.column}"
        if self.roll is not None:
            sum_of = f" {self.modifier:+d} = {self.modified}" if self.modifier else ""
            text += f"; roll {self.roll}{sum_of}: {self.result}"
        return text


@dataclass(frozen=True)
class Chart(Generic[T]):
    """A chart: `chart[column, roll]`. A column is its place from the left (so that shifts add to it) or its printed label."""

    name: str
    provenance: Provenance
    kind: Columns
    labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    codes: tuple[tuple[str, ...], ...]
    results: tuple[tuple[T, ...], ...]
    rows: Bands
    ladder: Ladder | None = None
    bands: Bands | None = None
    rounding: Rounding = "down"

    @overload
    @classmethod
    def read(cls, path: Path, *, columns: Columns | None = ..., rounding: Rounding = ..., select: Mapping[str, str] | None = ...,
             ) -> Chart[str]: ...
    @overload
    @classmethod
    def read(cls, path: Path, parse: Callable[[str], T], *, columns: Columns | None = ..., rounding: Rounding = ...,
             select: Mapping[str, str] | None = ...) -> Chart[T]: ...
    @classmethod
    def read(
        cls, path: Path, parse: Callable[[str], Any] = str, *, columns: Columns | None = None, rounding: Rounding = "down",
        select: Mapping[str, str] | None = None,
    ) -> Chart[Any]:
        """Read a chart from a CSV whose first column is the roll. `select={"table": "assault"}` takes the rows of one chart from
        a file of several. The kind of the columns is told by `columns`, by a note `# columns: odds`, or by the labels."""
        sheet = _selected(read_sheet(path), select or {})
        note = sheet.note("columns")
        if note is not None and note not in ("odds", "difference", "band", "label"):
            raise sheet.error(f"columns '{note}' are not understood", remedy="write odds, difference, band or label")
        return _chart(sheet, parse, columns or note or _guess(sheet.header[1:]), rounding)  # type: ignore[arg-type]

    def column(self, attack: Number, defence: Number = 0) -> int:
        """The column by odds, by difference, or by the band in which a total lies."""
        if self.ladder is not None:
            return self.ladder.place(attack, defence, self.rounding)
        assert self.bands is not None, f"the columns of {self.name} are names"
        difference = Fraction(attack) - Fraction(defence)
        return self.bands.place(_rounded(difference, self.rounding))

    def below(self, attack: Number, defence: Number) -> bool:
        """Whether the odds are worse than the worst column."""
        assert self.ladder is not None, f"{self.name} has no odds"
        return self.ladder.below(attack, defence)

    def at(self, column: int | str) -> int:
        """A column's place, clamped at both ends."""
        if isinstance(column, str):
            return self.labels.index(column)
        return min(max(column, 0), len(self.labels) - 1)

    def label(self, column: int | str) -> str:
        return self.labels[self.at(column)]

    def row(self, roll: int) -> str:
        """The printed label of the row for a roll."""
        return self.row_labels[self.rows.place(roll)]

    def code(self, column: int | str, roll: int) -> str:
        """The result as printed."""
        return self.codes[self.rows.place(roll)][self.at(column)]

    def __getitem__(self, place: tuple[int | str, int]) -> T:
        column, roll = place
        return self.results[self.rows.place(roll)][self.at(column)]

    def outcomes(self, column: int | str, dice: Iterable[tuple[int, Fraction]], modifier: int = 0) -> Distribution[T]:
        """The exact chances of each result for a distribution of the roll."""
        at = self.at(column)
        return Distribution((self.results[self.rows.place(roll + modifier)][at], chance) for roll, chance in dice)

    def explain(
        self, attack: Number | None = None, defence: Number = 0, *, column: int | str | None = None,
        shifts: Modifiers | None = None, modifiers: Modifiers | None = None, roll: int | None = None,
    ) -> Explanation:
        """How a result is found from strengths (or from a column), column shifts, die modifiers and a natural roll."""
        shifts, modifiers = shifts or Modifiers(), modifiers or Modifiers()
        if column is None:
            assert attack is not None, "strengths or a column"
            column = self.column(attack, defence)
        base = self.at(column)
        final = self.at(base + shifts.total)
        modified = None if roll is None else roll + modifiers.total
        strength = "" if attack is None else f"{attack}:{defence}" if self.ladder else f"{attack} to {defence}"
        return Explanation(
            chart=self.name, strength=strength, base=self.labels[base], shifts=shifts.counted, column=self.labels[final],
            column_clamped=final != base + shifts.total, modifiers=modifiers.counted, modifier=modifiers.total, roll=roll,
            modified=modified, row=None if modified is None else self.row(modified),
            result=None if modified is None else self.code(final, modified),
        )

    def __str__(self) -> str:
        """The chart as text, like the printed one."""
        lines = [["", *self.labels], *([label, *codes] for label, codes in zip(self.row_labels, self.codes))]
        widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


# --- reading -----------------------------------------------------------------------------------------------------------------


def _selected(sheet: Sheet, select: Mapping[str, str]) -> Sheet:
    """The rows of one chart; without the columns that select, the remarks, and the columns that are empty in all its rows."""
    for name in select:
        if name not in sheet.header:
            raise sheet.error(f"missing column '{name}'", remedy=f"the columns are {', '.join(sheet.header)}")
    wanted = [(sheet.header.index(name), value) for name, value in select.items()]
    picked = [n for n, row in enumerate(sheet.rows) if all(row[at] == value for at, value in wanted)]
    if not picked:
        raise sheet.error("the chart has no rows", remedy="add rows" if not select else f"add rows for {dict(select)}")
    kept = [at for at, name in enumerate(sheet.header) if name not in select and name not in BESIDE_THE_CHART
            and any(sheet.rows[n][at].strip() for n in picked)]
    return Sheet(sheet.path, sheet.provenance, sheet.notes, tuple(sheet.header[at] for at in kept),
                 [[sheet.rows[n][at].strip() for at in kept] for n in picked], [sheet.lines[n] for n in picked])


def _chart(sheet: Sheet, parse: Callable[[str], T], kind: Columns, rounding: Rounding) -> Chart[T]:
    labels = sheet.header[1:]
    row_labels = tuple(row[0] for row in sheet.rows)
    try:
        rows = Bands(row_labels)
    except ValueError as error:
        remedy = "write every roll once, without gaps"
        raise sheet.error(f"column '{sheet.header[0]}': {error}", _bad_label(row_labels), remedy) from None
    try:
        ladder = Ladder(labels) if kind == "odds" else None
        bands = Bands(labels) if kind in ("difference", "band") else None
    except ValueError as error:
        remedy = "correct the header or the note '# columns:'"
        raise sheet.error(f"the columns are not a row of {kind}: {error}", remedy=remedy) from None
    known: dict[str, T] = {}
    for n, row in enumerate(sheet.rows):
        for label, code in zip(labels, row[1:]):
            if code in known:
                continue
            try:
                known[code] = parse(code)
            except (ValueError, KeyError, IndexError, GrognardError) as error:
                raise sheet.error(f"column '{label}' has the result {code!r}: {error}", n, "correct the result") from None
    return Chart(
        name=sheet.path.stem, provenance=sheet.provenance, kind=kind, labels=labels, row_labels=row_labels,
        codes=tuple(tuple(row[1:]) for row in sheet.rows),
        results=tuple(tuple(known[code] for code in row[1:]) for row in sheet.rows),
        rows=rows, ladder=ladder, bands=bands, rounding=rounding,
    )


def _guess(labels: Sequence[str]) -> Columns:
    """Odds have a colon; numbers are differences; all else is a name. Odds with a hyphen and bands need the note."""
    if all(":" in label for label in labels):
        return "odds"
    try:
        Bands(labels)
    except (ValueError, IndexError):
        return "label"
    return "difference"


def _bad_label(labels: Sequence[str]) -> int:
    """The first row whose label is not a band, or does not fit the rows above it; else the last."""
    for n in range(1, len(labels)):
        try:
            Bands(labels[:n])
        except ValueError:
            return n - 1
    return len(labels) - 1


def _edge(value: int | None, side: int) -> float:
    return float("inf") * side if value is None else float(value)


def _rounded(value: Fraction, rounding: Rounding) -> int:
    if rounding == "down":
        return value.numerator // value.denominator
    if rounding == "up":
        return -(-value.numerator // value.denominator)
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
