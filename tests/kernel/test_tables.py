"""Charts: bands, odds, shifts, modifiers, exact outcomes, explanations."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Files, Pack
from grognard.kernel.tables import Band, Bands, Chart, Ladder, Modifiers

GROUND = """# provenance: rulebook 10.2
# columns: odds
roll,1-2,1-1,3-2,2-1,confidence
<=1,EX,DR,DE,DE,text
2-4,AE,EX,DR,DE,text
5,AE,AE,EX,DR,designed
6+,AE,AE,AE,EX,text
"""
AIR = """# provenance: reconstructed by diagonal
dice,<=-3,"-1,2",0,+1,>=2
1,a,b,c,d,e
2,b,c,d,e,f
"""
D6 = [(face, Fraction(1, 6)) for face in range(1, 7)]


def put(folder: Path, text: str, name: str = "ground.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def ground(tmp_path: Path) -> Chart[str]:
    return Chart.read(put(tmp_path, GROUND))


# --- bands


@pytest.mark.parametrize(("label", "low", "high"), [
    ("5", 5, 5), ("-1", -1, -1), ("+2", 2, 2), ("2-4", 2, 4), ("-3..-1", -3, -1), ("-3--1", -3, -1),
    ("-3,4", -4, -3), ("+2,3", 2, 3),
    ("<=1", None, 1), ("≥10", 10, None), ("143+", 143, None), ("1-", None, 1), ("<= -7", None, -7), ("−2", -2, -2),
])
def test_bands_are_read_as_printed(label: str, low: int | None, high: int | None) -> None:
    assert Band.parse(label) == Band(low, high)


@pytest.mark.parametrize("label", ["", "x", "4-2", "1:2", "two"])
def test_bands_refused(label: str) -> None:
    with pytest.raises(ValueError, match="not a number or a range"):
        Band.parse(label)


def test_a_band_contains_its_numbers() -> None:
    assert [n in Band(2, 4) for n in (1, 2, 4, 5)] == [False, True, True, False]
    assert 99 in Band(2, None)
    assert -99 in Band(None, 2)


@given(st.integers(-30, 30))
def test_every_number_has_a_band_and_the_ends_are_clamped(n: int) -> None:
    bands = Bands(["10", "5-9", "0..4", "-2--1"])
    assert bands.place(n) == (0 if n >= 10 else 1 if n >= 5 else 2 if n >= 0 else 3)
    assert Bands(["<=0", "1-2", ">=3"]).place(n) == (0 if n <= 0 else 1 if n <= 2 else 2)
    assert Bands(["2-4"]).place(n) == 0


@pytest.mark.parametrize("labels", [["1", "3"], ["1-3", "3-4"], ["1+", "2"], ["1", "<=2"], ["1", "1"]])
def test_bands_with_gaps_or_overlaps_are_refused(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="does not follow"):
        Bands(labels)


# --- odds


@pytest.mark.parametrize(("attack", "defence", "odds"), [
    (13, 4, "3-1"), (2, 5, "1-3"), (3, 2, "3-2"), (5, 4, "1-1"), (4, 3, "1-1"), (1, 9, "1-3"), (99, 1, "3-1"),
    (0, 3, "1-3"), (1, 0, "3-1"),
    (Fraction(7, 2), Fraction(5, 2), "1-1"), (1, 1, "1-1"),
])
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    ladder = Ladder(["1-3", "1-2", "1-1", "3-2", "2-1", "3-1"])
    assert ladder.labels[ladder.place(attack, defence)] == odds


def test_other_roundings() -> None:
    ladder = Ladder(["1:1", "2:1", "3:1"])
    assert ladder.place(5, 4, "up") == 1
    assert [ladder.place(attack, 4, "nearest") for attack in (5, 6, 7)] == [0, 1, 1]
    assert ladder.place(2, 1, "up") == 1
    assert ladder.place(9, 1, "up") == 2
    assert ladder.place(1, 9, "up") == 0


def test_odds_below_the_ladder() -> None:
    ladder = Ladder(["1:2", "1:1", "4-1+"])
    assert ladder.below(1, 3)
    assert not ladder.below(1, 2)
    assert not ladder.below(0, 0)


@pytest.mark.parametrize("labels", [["1:2", "x"], ["1:0"], ["2:1", "1:1"], ["1:1", "2:2"]])
def test_bad_ladders_are_refused(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="odds"):
        Ladder(labels)


# --- modifiers


def test_modifiers_add_up_and_name_their_rules() -> None:
    mods = Modifiers().add("river", -1, "10.2").add("nothing", 0).add("armour", 2)
    assert mods.total == int(mods) == 1
    assert str(mods) == "-1 river (10.2), +2 armour"
    assert str(Modifiers()) == "none"


def test_modifiers_are_capped() -> None:
    assert Modifiers(high=2).add("air", 2).add("ships", 3).total == 2
    assert Modifiers(low=-1).add("mud", -4).total == -1
    assert Modifiers(low=-1, high=2).add("air", 1).total == 1


def test_only_the_highest_of_each_sign_counts() -> None:
    mods = Modifiers(mode="highest").add("a", 1).add("b", 3).add("c", -1).add("d", -2).add("e", 3)
    assert mods.total == 1
    assert [item.label for item in mods.counted] == ["b", "d"]
    assert Modifiers(mode="highest").add("c", -1).add("d", -2).total == -2
    assert Modifiers(mode="highest").total == 0


# --- charts


def test_look_up_by_odds_and_roll(ground: Chart[str]) -> None:
    assert (ground.kind, ground.labels) == ("odds", ("1-2", "1-1", "3-2", "2-1"))
    assert str(ground.provenance) == "rulebook 10.2"
    odds = ground.column(7, 4)
    assert ground.label(odds) == "3-2"
    assert [ground[odds, roll] for roll in (-9, 1, 3, 5, 6, 40)] == ["DE", "DE", "DR", "EX", "AE", "AE"]
    assert ground[odds + 1, 5] == "DR"
    assert ground["1-1", 1] == "DR"
    assert ground.row(3) == "2-4"


def test_shifts_are_clamped_at_both_ends(ground: Chart[str]) -> None:
    assert ground[99, 6] == ground["2-1", 6] == "EX"
    assert ground[-5, 1] == ground["1-2", 1] == "EX"
    assert ground.below(1, 3)
    assert not ground.below(1, 2)


def test_look_up_by_difference(tmp_path: Path) -> None:
    chart = Chart.read(put(tmp_path, AIR))
    assert chart.kind == "difference"
    assert [chart.label(chart.column(a, 5)) for a in (0, 2, 3, 4, 5, 6, 9)] == ["<=-3", "<=-3", "-1,2", "-1,2", "0", "+1", ">=2"]
    assert chart[chart.column(6, 5), 2] == "e"
    half = Fraction(1, 2)
    assert [Chart.read(put(tmp_path, AIR), rounding=way).column(half) for way in ("down", "up", "nearest")] == [2, 3, 3]
    with pytest.raises(AssertionError, match="has no odds"):
        chart.below(1, 2)


def test_look_up_by_the_band_of_a_total(tmp_path: Path) -> None:
    chart = Chart.read(put(tmp_path, "# provenance: rulebook 11\n# columns: band\nroll,1-2,3-5,6+\n1,a,b,c\n"))
    assert [chart.column(total) for total in (0, 1, 4, 60)] == [0, 0, 1, 2]


def test_named_columns(tmp_path: Path) -> None:
    chart = Chart.read(put(tmp_path, "# provenance: rulebook 11\nroll,assault,blitz\n1,a,b\n"))
    assert chart.kind == "label"
    assert chart["blitz", 1] == "b"
    with pytest.raises(AssertionError, match="are names"):
        chart.column(1, 2)


def test_one_chart_out_of_a_file_of_several(tmp_path: Path) -> None:
    path = put(tmp_path, "# provenance: reconstructed x\ntable,roll,1:1,2:1,3:1,confidence\nblitz,1,a,b,,d\nassault,1,c,d,e,d\n")
    assert Chart.read(path, select={"table": "blitz"}).labels == ("1:1", "2:1")
    assert Chart.read(path, select={"table": "assault"})["3:1", 1] == "e"
    with pytest.raises(GrognardError, match="has no rows"):
        Chart.read(path, select={"table": "siege"})
    with pytest.raises(GrognardError, match="missing column 'kind'"):
        Chart.read(path, select={"kind": "siege"})


def test_results_are_parsed_once(tmp_path: Path) -> None:
    seen: list[str] = []

    def parse(code: str) -> tuple[str, int]:
        seen.append(code)
        return code[0], len(code)

    chart = Chart.read(put(tmp_path, GROUND), parse)
    assert chart["1-2", 1] == ("E", 2)
    assert chart.code("1-2", 1) == "EX"
    assert sorted(seen) == ["AE", "DE", "DR", "EX"]


def test_outcomes_are_exact(ground: Chart[str]) -> None:
    plain = ground.outcomes("1-1", D6)
    assert dict(plain) == {"DR": Fraction(1, 6), "EX": Fraction(1, 2), "AE": Fraction(1, 3)}
    better = ground.outcomes("1-1", D6, -2)
    assert dict(better) == {"DR": Fraction(1, 2), "EX": Fraction(1, 2)}
    assert sum(chance for _, chance in better) == 1


def test_explanation_of_a_result(ground: Chart[str]) -> None:
    told = ground.explain(7, 4, shifts=Modifiers().add("air", 1, "11.3"), modifiers=Modifiers().add("mud", 1, "26.2"), roll=4)
    assert (told.base, told.column, told.column_clamped) == ("3-2", "2-1", False)
    assert (told.modified, told.row, told.result) == (5, "5", "DR") == (5, "5", ground[told.column, 5])
    assert str(told) == "7:4 is 3-2, +1 air (11.3): 2-1; roll 4 +1 = 5: DR"


def test_explanation_before_the_roll_and_of_a_named_column(ground: Chart[str]) -> None:
    told = ground.explain(column="2-1", shifts=Modifiers().add("air", 2))
    assert (told.column, told.column_clamped, told.result, told.roll) == ("2-1", True, None, None)
    assert str(told) == "2-1, +2 air: 2-1"
    assert str(ground.explain(column=0, roll=6)) == "1-2; roll 6: AE"
    with pytest.raises(AssertionError, match="strengths or a column"):
        ground.explain()


def test_explanation_by_difference(tmp_path: Path) -> None:
    assert str(Chart.read(put(tmp_path, AIR)).explain(4, 3)) == "4 to 3 is +1"


def test_a_chart_prints_like_the_printed_one(ground: Chart[str]) -> None:
    assert str(ground).splitlines()[:2] == ["     1-2  1-1  3-2  2-1", "<=1  EX   DR   DE   DE"]


@pytest.mark.parametrize(("old", "new", "line", "words"), [
    ("# provenance: rulebook 10.2\n", "", 1, "provenance is missing"),
    ("5,AE", "7,AE", 6, "does not follow"),
    ("5,AE", "five,AE", 6, "'five' is not a number or a range"),
    ("1-1,3-2", "3-2,1-1", None, "odds do not rise"),
    ("columns: odds", "columns: shapes", None, "columns 'shapes' are not understood"),
    ("5,AE,AE,EX,DR", "5,AE,AE,??,DR", 6, "column '3-2' has the result '??'"),
])
def test_bad_charts_are_refused_with_their_line(tmp_path: Path, old: str, new: str, line: int | None, words: str) -> None:
    assert old in GROUND
    codes = {"EX": 1, "DR": 2, "DE": 3, "AE": 4}
    with pytest.raises(GrognardError) as caught:
        Chart.read(put(tmp_path, GROUND.replace(old, new)), codes.__getitem__)
    assert words in caught.value.message
    assert caught.value.line == line
    assert caught.value.remedy


def test_the_row_after_a_gap_is_named(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="does not follow") as caught:
        Chart.read(put(tmp_path, "# provenance: rulebook 1\nroll,1:1\n1,a\n2,b\n4,c\n"))
    assert caught.value.line == 5


def test_a_pack_may_bring_a_chart_and_a_bad_one_is_refused(tmp_path: Path) -> None:
    root, own = tmp_path / "tw", tmp_path / "own"
    for folder, text in ((root, GROUND), (own, GROUND.replace("5,AE", "5,EX"))):
        folder.mkdir()
        put(folder, text)
    put(own, 'title = "tw"\nname = "Mine"\nversion = "1"\n', "pack.toml")
    assert Files(root, {"*.csv": Chart.read}).load("ground.csv")["1-2", 5] == "AE"
    assert Files(root, {"*.csv": Chart.read}, [Pack.open(own)]).load("ground.csv")["1-2", 5] == "EX"
    put(own, GROUND.replace("5,AE", "9,AE"))
    with pytest.raises(GrognardError, match="does not follow") as caught:
        Files(root, {"*.csv": Chart.read}, [Pack.open(own)])
    assert (caught.value.file, caught.value.line) == (str(own / "ground.csv"), 6)
