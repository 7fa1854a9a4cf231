"""The printed values of units and facilities in one game, as columns by kind: the title's own, or those of its data packs.

Rules read `g.values.move[kind]`; kinds.py holds what a pack cannot change (ids, classes, abilities). `Chart` is the schema of a
table whose rows the rules know by name: a pack may change the numbers, not the names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.kernel.files import Sheet, read_sheet, typed_rows
from grognard.titles.gw36.charts import Facility, Unit

NO_VALUE = -1  # "N/A" of the unit tables


@dataclass(frozen=True)
class Values:
    """Columns by kind, in the order of kinds.py."""

    units: tuple[Unit, ...]
    facilities: tuple[Facility, ...]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    move: tuple[int, ...]
    hits: tuple[int, ...]
    patrol: tuple[int, ...]
    raid: tuple[int, ...]
    price: tuple[int, ...]
    capacity: tuple[int, ...]
    max_damage: tuple[int, ...]
    anti_aircraft: tuple[bool, ...]
    moves_ships: frozenset[int]
    moves_submarines: frozenset[int]
    moves_aircraft: frozenset[int]
    moves_seaplanes: frozenset[int]

    @classmethod
    def of(cls, units: Sequence[Unit], facilities: Sequence[Facility]) -> Values:
        def bases(column: str) -> frozenset[int]:
            return frozenset([k for k, row in enumerate(facilities) if getattr(row, column)])

        return cls(
            tuple(units),
            tuple(facilities),
            attack=tuple([NO_VALUE if row.attack is None else row.attack for row in units]),
            defence=tuple([NO_VALUE if row.defence is None else row.defence for row in units]),
            move=tuple([row.move for row in units]),
            hits=tuple([row.hits for row in units]),
            patrol=tuple([row.patrol for row in units]),
            raid=tuple([NO_VALUE if row.raid is None else row.raid for row in units]),
            price=tuple([row.price for row in units]),
            capacity=tuple([row.capacity for row in units]),
            max_damage=tuple([row.max_damage for row in facilities]),
            anti_aircraft=tuple([row.anti_aircraft for row in facilities]),
            moves_ships=bases("ship_move"),
            moves_submarines=bases("submarine_move"),
            moves_aircraft=bases("aircraft_move"),
            moves_seaplanes=bases("seaplane_move"),
        )


@dataclass(frozen=True)
class Chart:
    """A table of rows the rules know by name. `fixed`: columns whose words the rules read; `blank`: columns whose cells stay
    empty or filled, as the title has them (N/A is a rule, a number is not)."""

    own: Path
    row: type[Any]
    key: str = "id"
    fixed: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    elsewhere: tuple[str, str] = ("", "")  # a column that repeats numbers of another file, and that file

    def __call__(self, path: Path) -> list[Any]:
        """The rows of a file in the order of the title's own."""
        sheet = read_sheet(path)
        rows = typed_rows(sheet, self.row)
        if path == self.own:
            return rows
        own = read_sheet(self.own)
        places = self._places(sheet)
        known = self._places(own)
        for name, at in places.items():
            if name not in known:
                raise sheet.error(f"unknown {self.key} '{name}'", at, remedy=f"use one of {', '.join(known)}")
            self._compare(sheet, at, own, known[name])
        for name in known:
            if name not in places:
                remedy = f"copy the row '{name}' from the title's file"
                raise sheet.error(f"the row '{name}' is missing", len(sheet.rows) - 1 if sheet.rows else None, remedy)
        return [rows[places[name]] for name in known]

    def _places(self, sheet: Sheet) -> dict[str, int]:
        column = sheet.header.index(self.key)
        found: dict[str, int] = {}
        for at, cells in enumerate(sheet.rows):
            name = cells[column].strip()
            if name in found:
                raise sheet.error(f"'{name}' stands here a second time", at, remedy="keep one of the rows")
            found[name] = at
        return found

    def _compare(self, sheet: Sheet, at: int, own: Sheet, there: int) -> None:
        for column in (*self.fixed, *self.blank, self.elsewhere[0]):
            mine, title = _cell(sheet, at, column), _cell(own, there, column)
            if column == self.elsewhere[0] and mine != title:
                remedy = f"write {title or 'nothing'} here and change the number in {self.elsewhere[1]}, where it is read"
                raise sheet.error(f"column '{column}' says '{mine}'", at, remedy)
            if column in self.fixed and sorted(mine.split()) != sorted(title.split()):
                remedy = f"write '{title}' as the title has it: a pack changes numbers, what a word does is in the rules"
                raise sheet.error(f"column '{column}' says '{mine}'", at, remedy)
            if column in self.blank and bool(mine) != bool(title):
                remedy = "fill the cell with a number" if title else "leave the cell empty"
                raise sheet.error(f"column '{column}' is {'filled' if mine else 'empty'}", at, remedy)


def _cell(sheet: Sheet, at: int, column: str) -> str:
    return sheet.rows[at][sheet.header.index(column)].strip() if column in sheet.header else ""
