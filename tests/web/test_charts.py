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


RESULTS = {
    "tw": ("ground_combat", "air_combat", "naval_combat", "light_flak"),
    "wif": ("land_crt_1d10", "land_crt_2d10", "air_to_air"),
    "awaw": ("crt", "air_combat", "attrition"),
}
SILENT = {"", "-", "0", "Miss", "0/0"}


@pytest.mark.parametrize("code", sorted(RESULTS))
def test_results_in_code_are_told_in_words(code: str) -> None:
    """Every result of the tables battles are rolled on says what it does; labels of rows and our own marks say nothing."""
    known = {chart.key: chart for chart in charts_of(title(code))}
    for name in RESULTS[code]:
        chart = known[name]
        first = next((n + 1 for n, label in enumerate(chart.columns) if label in ("roll", "die", "dice", "total")), 1)
        kept = [n for n, label in enumerate(chart.columns) if n >= first and label != "confidence"]
        cells = {row[n] for row in chart.rows for n in kept} - SILENT
        assert cells and not [cell for cell in cells if cell not in chart.does], name
        assert not set(chart.columns) & set(chart.does)


def test_a_land_result_of_world_in_flames_in_words() -> None:
    words = title("wif").cell_words
    assert words("land_crt_1d10", "2/-") == "the attacker loses 2; the attackers turn face-down"
    assert words("land_crt_1d10", "*/1B").startswith("the defender loses 1; the rest are shattered")
    assert words("land_crt_1d10", "roll") == words("weather_chart", "2/-") == ""
    assert title("aif").cell_words("air_to_air", "AX") == "an aircraft is shot down, chosen by the side that rolls"
