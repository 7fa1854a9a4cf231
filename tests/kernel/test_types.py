"""A typo is an error of types: columns, options, the board, the arguments of an answer; and the paths that are only text."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mypy import api

from grognard.kernel.cache import Derived, RowsBy
from grognard.kernel.sequence import Each, Part
from grognard.kernel.state import Column, Game, Mapping, Numbers, Scalar, TableField
from grognard.kernel.title import Title, titles
from tests.kernel import skirmish
from tests.kernel.skirmish import Field

ROOT = Path(__file__).parents[2]
TITLES: dict[str, Title[Any]] = {**titles(), "skirmish": skirmish.TITLE}

TYPOS = """
from grognard.kernel.flow import Option
from tests.kernel.skirmish import Field, Hex, Unit

def wrong(g: Field, unit: Unit, answer: Option) -> None:
    g.units.att  # a column
    g.units.at.add(3)  # what a column can do
    unit.att  # the cell of a row
    unit.at = "h0003"  # its type
    unit.at.strip()  # what a cell holds
    g.units.add(att=3)  # a column of a new row
    g.units.where(sid=1)  # a column that is searched
    g.unit.at  # a table
    g.trun  # a scalar
    g.options.strom  # an option
    g.options["storms"].real_name  # its type
    g.board.neighbors  # the board
    g.board.label("h0003")  # an argument of the board
    answer.row(Unit).att  # the argument of an answer
    answer.row(Hex).steps  # a row of another kind
    answer.number().at  # a number
    g.roll("D6", 3, rulle="3.1")  # what a roll takes

def right(g: Field, unit: Unit, answer: Option) -> tuple[list[int], int, str, bool]:
    g.units.add(at=3)
    return g.units.at, answer.row(Unit).steps + g.units.where(side=1)[0].at, g.board.label(unit.at), g.options.storms
"""


def test_every_typo_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "typos.py"
    file.write_text(TYPOS)
    out, _, _ = api.run(["--config-file", str(ROOT / "pyproject.toml"), str(file)])
    found = {int(line.split(":")[1]) for line in out.splitlines() if "typos.py" in line and ": error:" in line}
    wanted = {number for number, line in enumerate(TYPOS.splitlines(), 1) if "  # " in line}
    assert found == wanted, out


def modules(title: Title[Any]) -> Iterator[Any]:
    """Every module of a title."""
    package = importlib.import_module(type(title).__module__)
    yield package
    if hasattr(package, "__path__"):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def known_paths(game: type[Game]) -> set[str]:
    """Everything of a state that a path can name."""
    found: set[str] = set()
    for name, field in game.fields.items():
        if isinstance(field, TableField):
            found.update(f"{name}.{col.name}" for col in field.row.layout)
        else:
            assert isinstance(field, Scalar | Numbers | Mapping)
            found.add(name)
    return found


@pytest.mark.parametrize("code", TITLES)
def test_what_derived_values_read_is_there(code: str) -> None:
    title = TITLES[code]
    known, count = known_paths(title.game), 0
    for module in modules(title):
        for one in vars(module).values():
            if isinstance(one, Derived | RowsBy):
                count += 1
                assert set(one.reads) <= known, f"{one.name} reads {sorted(set(one.reads) - known)}"
            if isinstance(one, RowsBy):
                assert isinstance(title.game.fields[one.table], TableField), one.name
    assert count
    assert known >= {f"{name}.{col}" for name, field in title.game.fields.items() if isinstance(field, TableField)
                     for col in field.row.places}  # fmt: skip


@pytest.mark.parametrize("code", TITLES)
def test_loops_of_the_sequence_count_in_a_scalar(code: str) -> None:
    def walk(part: Part) -> None:
        if isinstance(part, Each):
            assert part.scalar in TITLES[code].game.kinds[Scalar], part.name
        for child in part.children:
            if isinstance(child, Part):
                walk(child)

    walk(TITLES[code].sequence)


@pytest.mark.parametrize("code", TITLES)
def test_options_are_declared_as_they_are_switched(code: str) -> None:
    title = TITLES[code]
    game = next(cls for cls in title.game.__mro__ if "options" in cls.__annotations__)
    options = vars(sys.modules[game.__module__])[game.__annotations__["options"]]
    declared = typing.get_type_hints(options)
    switched = {switch.key: str if switch.choices else bool for switch in title.switches}
    fixed = {name for base in options.__mro__[1:] for name in inspect.get_annotations(base)} - set(switched)
    assert {name: kind for name, kind in declared.items() if name not in fixed} == switched
    given = title.read_options({})
    assert all(name in given for name in fixed if declared[name] is bool)  # what an edition does not switch stands fixed


def test_a_path_that_is_not_there_is_found() -> None:
    assert "units.at" in known_paths(Field) and "turn" in known_paths(Field)
    assert not {"units.att", "unit.at", "units"} & known_paths(Field)
    assert isinstance(skirmish.Unit.at, Column)
