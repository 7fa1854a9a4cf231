"""The printed tables of every title: called by their names, those of its family among them, and every table a roll names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.kernel.title import title
from grognard.server.api.titles import charts_of

TABLE = re.compile(r'table="(\w+)"')
CODES = ("gw36", "tw", "wif", "awaw", "aif")


@pytest.mark.parametrize("code", CODES)
def test_charts_are_called_by_their_names(code: str) -> None:
    charts = charts_of(title(code))
    names = [chart.title for chart in charts]
    assert names == sorted(names) and len(set(names)) == len(names) >= 20
    assert not [name for name in names if "_" in name or "crt" in name.lower().split()]


def test_a_member_of_a_family_shows_its_tables() -> None:
    """America in Flames fights on the tables of World in Flames, where it has none of its own."""
    world, america = ({chart.key: chart for chart in charts_of(title(code))} for code in ("wif", "aif"))
    assert set(world) < set(america) and america["land_crt_1d10"].rows == world["land_crt_1d10"].rows
    assert america["partisan_table"].rows != world["partisan_table"].rows


@pytest.mark.parametrize("code", CODES)
def test_a_roll_names_a_table_that_is_there(code: str) -> None:
    known = {chart.key for chart in charts_of(title(code))}
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(title(code).folder, "rules").glob("*.py")))
    named = set(TABLE.findall(source))
    assert named <= known
    assert named or code in ("gw36", "aif")  # gw36 counts hits without a table; aif rolls by the rules of wif
