"""The rebuilt charts: every cell the rulebooks quote, and the shape that a chart must have between them."""

from __future__ import annotations

import csv
import itertools
import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from grognard.kernel.files import read_sheet
from grognard.titles.wif.charts import LEVELS, TURN_NAMES, UNLIMITED, AntiAirDice, LandResult, NavalResult
from grognard.titles.wif.facts import GERMANY, ITALY, USA
from grognard.titles.wif.kinds import Action, Activity, Weather
from tests.titles.wif.kit import CHARTS, FACTS, FOLDER

with Path(__file__).with_name("quoted_cells.csv").open(encoding="utf-8", newline="") as quotes:
    QUOTES = list(csv.DictReader(quotes))
TABLES = sorted((FOLDER / "tables").glob("*.csv"))


def rows(name: str) -> list[dict[str, str]]:
    sheet = read_sheet(FOLDER / "tables" / name)
    return [dict(zip(sheet.header, row)) for row in sheet.rows]


def economy() -> dict[str, dict[str, str]]:
    """Factories and resources of countries, summed over their places."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(("blue", "red", "resources", "oil"), 0))
    for site in FACTS.economy:
        for column in found[site.country]:
            found[site.country][column] += getattr(site, column)
    names = {"blue": "blue_factories", "red": "red_factories", "resources": "general_resources", "oil": "oil_resources"}
    return {c: {names[k]: str(n) for k, n in cells.items()} for c, cells in found.items()}


def meets(value: str, expected: str) -> bool:
    word, _, rest = expected.partition(":")
    if word == "in":
        return value in rest.split("|")
    if word == "ge":
        return float(value) >= float(rest)
    if word == "le":
        return float(value) <= float(rest)
    if word == "range":
        low, high = rest.split("..")
        return float(low) <= float(value) <= float(high)
    if word == "has":
        return rest in value
    if word == "re":
        return re.fullmatch(rest, value) is not None
    return value == ("" if expected == "(blank)" else expected)


@pytest.mark.parametrize("quote", QUOTES, ids=lambda q: f"{q['book']}-{q['section']}-{q['n']}")
def test_a_cell_is_as_the_rulebook_quotes_it(quote: dict[str, str]) -> None:
    place, _, column = quote["cell"].rpartition("@")
    wanted = dict(part.split("=", 1) for part in place.split(";"))
    if quote["file"] == "economy":
        assert meets(economy()[wanted["country"]][column], quote["expected"])
        return
    hits = [r for r in rows(quote["file"]) if all(r[k] == v for k, v in wanted.items())]
    assert hits
    for hit in hits:
        if quote["expected"].startswith("row:"):
            assert quote["expected"][4:] in {value.rstrip("*") for value in hit.values()}
        else:
            assert meets(hit[column], quote["expected"]), hit[column]


@pytest.mark.parametrize("path", TABLES, ids=lambda p: p.stem)
def test_every_row_has_its_confidence_and_its_own_key(path: Path) -> None:
    sheet = read_sheet(path)
    keys = [k.strip() for k in (sheet.note("keys") or "").split(",")]
    assert keys != [""] and set(keys) <= set(sheet.header)
    seen = set()
    for row in sheet.rows:
        cells = dict(zip(sheet.header, row))
        first, *others = [part.strip() for part in cells["confidence"].split(";")]
        assert first in LEVELS
        for other in others:
            column, _, level = other.rpartition("=")
            assert column in sheet.header and level in LEVELS, other
        key = tuple(cells[k] for k in keys)
        assert key not in seen, key
        seen.add(key)


# land combat


def quality(result: LandResult) -> tuple[float, int, int]:
    """How good a result is for the attacker: own losses, the defender's fate, how many attackers stay face-up."""
    order = ["-", "R", "S", "B", "1", "1R", "1S", "1B", "2", "2S", "2B", "3S"]
    fate = order.index(result.text.partition("/")[2])
    return -(result.attacker + 0.5 * result.extra), min(fate, 9) if fate < 11 else 11, ("", "†", "*").index(result.stay)


def better(a: LandResult, b: LandResult) -> bool:
    return all(x <= y for x, y in zip(quality(a), quality(b)))


@pytest.mark.parametrize("name", ["assault", "blitzkrieg"])
def test_11_15_5_a_better_column_or_roll_is_never_worse_for_the_attacker(name: str) -> None:
    chart = getattr(CHARTS, name)
    for results in chart.results:
        assert all(better(a, b) for a, b in itertools.pairwise(results))
    for above, below in itertools.pairwise(chart.results):
        assert all(better(a, b) for a, b in zip(above, below))


def test_11_15_5_columns_of_the_two_tables() -> None:
    assert CHARTS.blitzkrieg.labels[-1] == "7:1"
    assert CHARTS.assault.labels[-1] == "10:1"
    assert CHARTS.assault.code("2:1", 5) == "2/1"
    assert CHARTS.blitzkrieg.code("3:2", 10) == "†/B"


def test_11_15_5_an_assault_costs_more_and_never_retreats() -> None:
    for roll in range(1, 15):
        for label in CHARTS.blitzkrieg.labels:
            blitz, assault = CHARTS.blitzkrieg[label, roll], CHARTS.assault[label, roll]
            assert blitz.attacker <= assault.attacker
            assert not assault.retreat and not assault.breakthrough


def test_11_15_6_two_dice_rise_with_the_total() -> None:
    for name in ("assault", "blitzkrieg"):
        results = [CHARTS.two_dice[name, total] for total in range(2, 32)]
        assert all(better(a, b) for a, b in itertools.pairwise(results))


def test_results_print_as_they_are_read() -> None:
    for chart in (CHARTS.assault, CHARTS.blitzkrieg, CHARTS.two_dice):
        for codes, results in zip(chart.codes, chart.results):
            assert [r.text for r in results] == list(codes)


# naval and air


def column(row: str, factors: int) -> int:
    return CHARTS.naval_columns[row].column(factors)


def naval(row: str, factors: int, ships: int, shift: int = 0) -> str:
    return CHARTS.naval.code(f"c{column(row, factors) + shift}", ships)


def test_11_5_the_quoted_distances_between_columns_hold() -> None:
    assert column("SUB", 8) + 2 == column("SUB", 15) == column("SUB", 19)
    assert column("air-to-sea", 3) + 3 == column("air-to-sea", 6) == column("air-to-sea", 7)
    assert column("ASW", 7) - 1 == column("ASW", 4) == column("ASW", 5)
    assert column("anti-air", 48) + 2 == column("anti-air", 65) == column("anti-air", 80)
    assert column("surface", 0) == 0


def test_11_5_the_quoted_naval_results_hold() -> None:
    assert naval("surface", 7, 3) == "1D 2A"
    assert naval("surface", 10, 3) == naval("surface", 14, 3) == "2D 1A"
    assert naval("surface", 15, 3) == "1X 1A"
    assert naval("ASW", 7, 3) == "2D 1A"
    assert naval("SUB", 8, 4, shift=2) == "1X 1D 3A"
    assert naval("air-to-sea", 3, 4, shift=3) == "1X 1D 1A"


def weight(result: NavalResult) -> int:
    return 7 * result.sunk + 3 * result.damaged + result.aborted


def mean(dice: AntiAirDice) -> Fraction:
    rolls = [sorted(r, reverse=not dice.lowest)[: dice.added] for r in itertools.product(range(1, 11), repeat=dice.dice)]
    return Fraction(sum(map(sum, rolls)), len(rolls))


def test_11_5_more_factors_and_more_targets_never_do_less() -> None:
    grid = [[weight(r) for r in results] for results in CHARTS.naval.results]
    kept: dict[AntiAirDice, Fraction] = {}
    for dice in itertools.chain.from_iterable(CHARTS.anti_air.results):
        if dice not in kept:
            kept[dice] = mean(dice)
    fire = [[kept[d] for d in results] for results in CHARTS.anti_air.results]
    for chart in (grid, fire):
        assert all(row == sorted(row) for row in chart)
        assert all(list(col) == sorted(col) for col in zip(*chart))


def test_14_3_a_better_value_never_gives_a_worse_air_result() -> None:
    order = ["DC", "AC", "-", "DA", "AA", "DX", "AX"]
    for codes in CHARTS.air_to_air.codes:
        places = [order.index(code) for code in codes]
        assert places == sorted(places)
    assert CHARTS.air_to_air.code("+2,3", 18) == "AX"
    assert CHARTS.air_to_air.label(CHARTS.air_to_air.column(5)) == CHARTS.air_to_air.label(CHARTS.air_to_air.column(4)) == "+4,5"


def test_11_7_more_bombers_and_higher_rolls_never_bomb_less() -> None:
    grid = [[(b.points, b.stars) for b in results] for results in CHARTS.bombardment.results]
    assert all(row == sorted(row) for row in grid)
    assert all(list(col) == sorted(col) for col in zip(*grid))
    assert CHARTS.bombardment.code(CHARTS.bombardment.column(20), 9) == "4*"


# weather, tracks, activities


def test_8_every_roll_of_every_turn_has_weather() -> None:
    severity = {Weather.FINE: 0, Weather.RAIN: 1, Weather.STORM: 2, Weather.SNOW: 2, Weather.BLIZZARD: 3}
    for turn in TURN_NAMES:
        for roll in range(1, 14):
            row = CHARTS.weather[turn, roll]
            assert 1 <= row.advance <= 4 and 0 <= row.asterisks <= 3
            arctic, _, mediterranean, *_ = row.zones
            assert severity[arctic] >= severity[mediterranean]


def turn_length(turn: str) -> float:
    """Mean impulses of a turn, without asterisks carried over."""
    state = {(1, 0): 1.0}
    expected = 0.0
    for _ in range(40):
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (box, stars), chance in state.items():
            for die in range(1, 11):
                row = CHARTS.weather[turn, die + stars]
                left, at = chance / 10, box
                for _ in range(2):
                    expected += left
                    left *= 1 - CHARTS.impulses[at] / 10
                    at = min(at + row.advance, len(CHARTS.impulses))
                after[at, row.asterisks] += left
        state = dict(after)
    return expected


def test_12_summer_turns_are_long_and_winter_turns_short() -> None:
    lengths = {turn: turn_length(turn) for turn in TURN_NAMES}
    assert lengths["Jul/Aug"] > lengths["Sep/Oct"] > lengths["Nov/Dec"] > lengths["Jan/Feb"]
    assert 8.5 <= lengths["Jul/Aug"] <= 10.5
    assert 3.5 <= lengths["Jan/Feb"] <= 6


def test_6_1_the_track_favours_the_side_at_whose_end_the_marker_is() -> None:
    assert [CHARTS.initiative[n].bonus(0) - CHARTS.initiative[n].bonus(1) for n in range(1, 6)] == [2, 1, 0, -1, -2]
    assert CHARTS.initiative[1].may_reroll(0)
    assert not CHARTS.initiative[1].may_reroll(1)


def test_10_2_limits_grow_only_where_the_chart_says() -> None:
    combined = [CHARTS.limit(Activity.PORT_ATTACK, Action.COMBINED, USA, year) for year in (1942, 1943, 1945)]
    assert combined == [7, 8, 9]
    assert CHARTS.limit(Activity.NAVAL_AIR, Action.NAVAL, ITALY, 1940) == 2
    assert CHARTS.limit(Activity.NAVAL_MOVE, Action.COMBINED, GERMANY, 1941) == 1
    assert CHARTS.limit(Activity.LAND_MOVE, Action.LAND, GERMANY, 1941) == UNLIMITED
    assert CHARTS.limit(Activity.LAND_MOVE, Action.NAVAL, GERMANY, 1941) == 0
    assert all(CHARTS.limit(a, Action.PASS, USA, 1941) == 0 for a in Activity)


def test_13_6_3_multiples_never_fall() -> None:
    for power, years in CHARTS.multiples.items():
        values = [years[y] for y in sorted(years)]
        assert values == sorted(values), power
    assert CHARTS.multiples["Germany"][1943] == Fraction(5, 4)


def test_11_10_2_motorised_units_never_pay_less_and_larger_hexes_cost_more() -> None:
    for row in CHARTS.terrain.values():
        for scale in range(3):
            assert row.cost(scale, False) <= row.cost(scale, True)
        assert row.cost(0, False) <= row.cost(1, False) <= row.cost(2, False)
    assert CHARTS.terrain["mountain"].cost(0, True) == 3
