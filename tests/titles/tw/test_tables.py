"""The charts of tables/, number by number against the rulebook where its text is at hand."""

import re
from pathlib import Path

import pytest

from grognard.kernel.files import read_sheet
from grognard.titles.tw import TITLE, charts
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, NATIONS, USA, USSR, capacity, effort_price

TABLES = TITLE.folder / "tables"
BOOK = Path(__file__).parents[4] / "shared" / "rulebooks" / "tw.txt"
needs_book = pytest.mark.skipif(not BOOK.exists(), reason="the rulebook's text is not part of the project")


def book_lines(first: int, last: int) -> list[str]:
    return BOOK.read_text(encoding="utf-8").splitlines()[first - 1 : last]


def chart_rows(first: int, last: int, codes: str, width: int) -> dict[str, list[str]]:
    """Rows of a printed chart: a label and `width` codes, spaces inside a code taken out."""
    found = {}
    for line in book_lines(first, last):
        line = re.sub(r"<\|.*?\|>", "", line).replace("½ ", "½").replace("\u2126", "Ω").strip()
        match = re.fullmatch(rf"(-?\d+|\d+ or less) ((?:(?:{codes})\s*){{{width}}})", line)
        if match:
            found[match[1].replace(" or less", "")] = match[2].split()
    return found


@needs_book
@pytest.mark.parametrize(
    ("name", "first", "last", "codes", "width"),
    [
        ("ground_combat", 4805, 4850, r"[½2]?x?(?:A|D|E)[A-Z]?[A-Z/]*\d?Ω?", 8),
        ("air_combat", 6480, 6520, r"[AD][DE]\d?", 8),
        ("light_flak", 6640, 6665, r"Miss|A[DE]\d?", 4),
        ("heavy_flak", 6665, 6695, r"Miss|A[DE]\d?", 5),
    ],
)
def test_charts_are_the_printed_ones(name, first, last, codes, width):
    printed = chart_rows(first, last, codes, width)
    ours = {row[0].removeprefix("<="): row[1:] for row in read_sheet(TABLES / f"{name}.csv").rows}
    assert printed == ours


@needs_book
@pytest.mark.parametrize(("name", "first", "last"), [("ground", 4870, 4885), ("air", 6530, 6545)])
def test_nationality_is_the_printed_matrix(name, first, last):
    words = ("First", "Second", "Third", "Fourth")
    matrix = charts.GROUND_NATIONALITY if name == "ground" else charts.AIR_NATIONALITY
    seen = 0
    for line in book_lines(first, last):
        found = re.match(rf"({'|'.join(words)})-Rate Defender(.*)", line)
        if found:
            defender = words.index(found[1]) + 1
            assert [int(n) for n in found[2].split()] == [matrix[a, defender] for a in (1, 2, 3, 4)]
            seen += 1
    assert seen == 4


@needs_book
def test_efforts_cost_what_section_4_says():
    text = " ".join(" ".join(book_lines(1196, 1332)).split())
    assert "cost the Germans, Soviets, and Italians 8 NARFs" in text and "British and Americans 12 NARFs" in text
    assert "French 16 NARFs" in text and "An MLE costs 2 NARFs" in text
    assert [effort_price("sle", n) for n in (GERMANY, USSR, BRITAIN, USA, FRANCE)] == [8, 8, 12, 12, 16]
    assert [effort_price("rle", n) for n in (GERMANY, USSR, BRITAIN, USA, FRANCE)] == [4, 4, 6, 6, 8]
    assert [effort_price("lle", n) for n in (GERMANY, USSR, BRITAIN, USA, FRANCE)] == [2, 2, 3, 3, 4]


@needs_book
def test_capacities_are_the_printed_ones():
    text = "\n".join(book_lines(3796, 3830)) + "\n".join(book_lines(4158, 4185))
    for name, key in (
        ("Britain", "britain"),
        ("Germany", "germany"),
        ("Soviet Union", "ussr"),
        ("United States", "united_states"),
    ):
        assert f"{name} {capacity(INDEX[key]).smp}" in text
        assert f"{name} {capacity(INDEX[key]).rail}" in text
    assert (capacity(FRANCE).smp, capacity(INDEX["poland"]).smp, capacity(INDEX["poland"]).rail) == (4, 2, 2)


@needs_book
def test_weather_bands_are_the_printed_ones():
    text = "\n".join(book_lines(12000, 12364))
    for level in charts.WINTER_EAST.values():
        band = f"{level.from_:+d}" if level.from_ == level.to else f"{level.from_:+d} to {level.to:+d}"
        assert re.search(rf"^{re.escape(band)}\s*$", text, re.M), band
    for mild in charts.SEASONAL.values():
        low, high = f"{mild.from_:+d}", f"{mild.to:+d}"
        bands = {low} if low == high else {f"{low} to {high}", f"{high} to {low}"}
        assert any(re.search(rf"^{re.escape(b)}\s*$", text, re.M) for b in bands), (mild.table, bands)


def test_weather_tables_cover_every_difference_once():
    for name in ("spring", "fall", "west", "mediterranean"):
        hits = [d for d in range(-9, 10) for (t, _), w in charts.SEASONAL.items() if t == name and w.from_ <= d <= w.to]
        assert sorted(hits) == list(range(-9, 10))
    hits = [d for d in range(-9, 10) for w in charts.WINTER_EAST.values() if w.from_ <= d <= w.to]
    assert sorted(hits) == list(range(-9, 10))


def test_breakdowns_lose_one_factor():
    """3.9.3: the pieces have one factor less than the whole, German parachutists lose none."""
    for (nation, kind, strength, _), row in charts.BREAKDOWNS.items():
        assert sum(row.pieces) == strength - (0 if (nation, kind) == ("germany", Kind.PARA) else 1)
    assert charts.BREAKDOWNS["united_states", Kind.ARM, 10, 8].pieces == (4, 3, 2)
    assert charts.BREAKDOWNS["britain", Kind.MOT, 6, 7].pieces == (2, 2, 1)


def test_ratings_of_1939():
    """10.8.1 to 10.8.3 and 11.11."""
    army = {n.key: n.army for n in NATIONS}
    air = {n.key: n.air for n in NATIONS}
    assert {k for k, r in army.items() if r == 1} == {"germany", "finland", "switzerland", "sweden"}
    assert {k for k, r in army.items() if r == 2} == {"britain", "france", "greece"}
    assert {k for k, r in air.items() if r == 1} == {"germany", "britain", "united_states"}
    assert {k for k, r in air.items() if r == 2} == {"switzerland", "sweden"}


# --- the sea and strategic warfare ---------------------------------------------------------------------------------------------


def printed_cells(first: int, last: int, cell: str, width: int) -> dict[str, list[str]]:
    found = {}
    for line in book_lines(first, last):
        line = re.sub(r"([AD]) Sunk", r"\1_Sunk", re.sub(r"<\|.*?\|>", "", line)).strip()
        match = re.fullmatch(rf"(-?\d+\+?|-1 or less) ((?:{cell}\s*){{{width}}})", line)
        if match:
            found[match[1].replace("-1 or less", "<=-1").replace("12+", ">=12")] = match[2].split()
    return found


MENDED = {  # TW-AMB-80, TW-AMB-81: printed, ours
    "uboat_war": {("-2", 6): "DL2DA5**", ("8", 7): "DL/DA2§", ("5", 0): "AL5§/AA1"},
    "strategic_bombing": {("0", 4): "DL2DA3**", ("5", 0): "AL2§", ("7", 1): "AL2/AM1"},
}


@needs_book
@pytest.mark.parametrize(("name", "first", "last", "width"), [("uboat_war", 1484, 1545, 8), ("strategic_bombing", 1850, 1910, 6)])
def test_strategic_tables_are_the_printed_ones(name, first, last, width):
    """Cell by cell; marks may stand in another order, and the misprints are those of the readings."""
    printed = printed_cells(first, last, r"\S*[AD][LA]\S*", width)
    ours = {row[0]: row[1:] for row in read_sheet(TABLES / f"{name}.csv").rows}
    assert printed.keys() == ours.keys()
    for label, cells in ours.items():
        for n, cell in enumerate(cells):
            meant = MENDED[name].get((label, n))
            if meant:
                assert printed[label][n] == meant
            else:
                assert sorted(printed[label][n]) == sorted(cell), (label, n)


@needs_book
def test_naval_table_is_the_printed_one():
    printed = {}
    for line in book_lines(3195, 3240):
        match = re.fullmatch(r"(-?\d+) (.*)", re.sub(r"([AD]) Sunk", r"\1Sunk", line).strip())
        if match and len(match[2].split()) == 9 and re.match(r"[AD][DS]", match[2]):
            printed[match[1]] = [cell.replace("Sunk", " Sunk") for cell in match[2].split()]
    assert printed == {row[0]: row[1:] for row in read_sheet(TABLES / "naval_combat.csv").rows}


@needs_book
def test_naval_interception_is_the_printed_table():
    words = {"5 or less": "<=5", "6 or 7": "6-7", "8 or 9": "8-9", "10": "10", "11 or more": ">=11"}
    printed = {}
    for line in book_lines(2736, 2760):
        match = re.fullmatch(r"(5 or less|6 or 7|8 or 9|10|11 or more) ((?:(?:Intercept|Miss)\s*){4})", line.strip())
        if match:
            printed[words[match[1]]] = match[2].split()
    assert printed == {row[0]: row[1:] for row in read_sheet(TABLES / "naval_interception.csv").rows}


@needs_book
def test_uboat_attrition_is_the_printed_table():
    printed = {}
    for line in book_lines(13550, 13640):
        match = re.fullmatch(r"(\d+(?:-\d+)?) (\d \d \d \d \d)", line.strip())
        if match:
            printed[match[1]] = match[2].split()
    assert printed == {row[0]: row[1:] for row in read_sheet(TABLES / "uboat_attrition.csv").rows}
