"""Numbers that the rulebook gives in sentences and in tables of words, read from its text and compared with ours."""

from __future__ import annotations

import re

import pytest

from grognard.titles.tw import TITLE, charts
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, NATIONS, USA, USSR, capacity
from grognard.titles.tw.rules import end
from grognard.titles.tw.rules.mobilisation import MOBILISED
from grognard.titles.tw.rules.north_africa import african_limit
from grognard.titles.tw.rules.reserves import ALLOWED
from grognard.titles.tw.rules.stacking import GAP_LIMIT, LIMITS
from grognard.titles.tw.rules.upgrades import UPGRADES
from grognard.titles.tw.state import turn_of

from .kit import hold, war
from .test_tables import book_lines, needs_book

TIMES = {"doubled": 2, "tripled": 3, "quadrupled": 4, "quintupled": 5, "sextupled": 6}
COUNT = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
KINDS = ("ARM", "MECH", "CAV", "INF", "MOT", "STA", "PARA", "ART")


def prose(first: int, last: int) -> str:
    """The text of these lines as one line."""
    text = re.sub(r"<\|.*?\|>", " ", " ".join(book_lines(first, last)))
    return re.sub(r"\s+", " ", text.replace("\u2013", "-"))


def listed(words: str) -> set[str]:
    return {k for k in re.findall(r"[A-Z]{3,4}", words) if k in KINDS}


# --- terrain (10.6) -----------------------------------------------------------------------------------------------------------


@needs_book
def test_10_6_multipliers_of_terrain():
    def row(situation: str) -> dict[str, int]:
        return {k: charts.multiplier(situation, Kind[k]) for k in KINDS}

    clear = re.search(r"full-strength defending units are (\w+) on defense", prose(5224, 5243))
    assert clear and set(row("clear").values()) == {TIMES[clear[1]]}
    works = re.search(r"Defending units are (\w+) in fortifications \((\w+) if the fortified hex is a beach", prose(5272, 5290))
    assert works and set(row("fortification").values()) == {TIMES[works[1]]}
    assert set(row("fortification river").values()) == {TIMES[works[2]]}
    assert "Treble the combat strength of all ground units" in prose(5314, 5330) and set(row("mountain").values()) == {3}
    river = prose(5434, 5452)
    behind = re.search(r"Defending units are (\w+) behind rivers", river)
    peak = re.search(r"Defending units are (\w+) if defending in a mountain hex behind a river", river)
    assert behind and peak
    assert set(row("river").values()) == {TIMES[behind[1]]} and set(row("mountain river").values()) == {TIMES[peak[1]]}


@needs_book
def test_10_6_6_and_10_6_7_multipliers_by_kind():
    text = prose(5330, 5362)
    fortress: dict[str, int] = {}
    for words, times in re.findall(r"((?:[A-Z]{3,4},? (?:and )?)+)units are (\w+) (?:in|on)", text):
        fortress.update(dict.fromkeys(listed(words), TIMES[times]))
    assert fortress == {k: charts.multiplier("fortress", Kind[k]) for k in fortress} and len(fortress) == 7
    swamp = prose(5362, 5383)
    found = re.search(r"([A-Z, and]+)ground units are (\w+) defending in a swamp", swamp)
    plain = re.search(r"((?:[A-Z]{3,4},? (?:and )?)+)units defend at their printed value in swamps", swamp)
    assert found and plain
    low = listed(plain[1])
    for kind in listed(found[1]) - low:  # artillery stands in both lists (TW-AMB-16)
        assert charts.multiplier("swamp", Kind[kind]) == TIMES[found[2]]
    assert all(charts.multiplier("swamp", Kind[kind]) == 1 for kind in low)


# --- weather (26) -------------------------------------------------------------------------------------------------------------


def winter_paragraphs() -> dict[int, tuple[str, str]]:
    """By level, what the winter table says of the Germans and of the Soviets."""
    text = prose(12013, 12121)
    parts = re.split(r"Germans: ", text)[1:]
    assert len(parts) == 7
    return {n: tuple(part.split("Soviets, Finns, and Swedes: ")) for n, part in enumerate(parts, 1)}  # type: ignore[misc]


def number(pattern: str, text: str, default: int = 0) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else default


@needs_book
def test_26_1_1_losses_of_the_winter_table():
    for level, (germans, _) in winter_paragraphs().items():
        row = charts.WINTER_EAST[level]
        assert number(r"(\d) (?:full-strength )?(?:German )?6-factor", germans) == row.deplete_inf, level
        assert number(r"(\d) (?:German )?8-8 ?ARM", germans) == row.deplete_arm, level
        assert number(r"(\d) 4-8 MECH", germans) == row.deplete_mech, level
        many = number(r"(\d) of the highest combat factor German Satellite", germans)
        one = int(bool(re.search(r"highest combat-value Satellite INF unit|the strongest German Satellite unit", germans)))
        assert (many or one) == row.deplete_satellite, level


@needs_book
def test_26_1_1_effects_of_the_winter_table():
    """Effects add up from level to level; each row of ours holds the sum."""
    seen = dict.fromkeys(("av", "drop", "fort", "zoc", "ground", "second"), False)
    arm = other = 0
    trains, shift = 9, 2
    for level, (germans, soviets) in winter_paragraphs().items():
        row = charts.WINTER_EAST[level]
        arm = number(r"ARM and MECH units which start their turn.{10,20}?is reduced by (\d)", germans, arm)
        other = number(r"(?:which|that) start their activa ?tion in affected hexes is reduced by (\d)", germans, other)
        trains = number(r"Only (\d) Axis units? may be", germans, trains)
        trains = 0 if "All railmoves and stratmoves prohibited" in germans else trains
        shift = 1 if "may not move combat odds more than one column" in germans else shift
        for word, sign in (
            ("av", "All AV attacks are prohibited"),
            ("drop", "airborne drops are prohibited"),
            ("fort", "No fortifications or fortresses may be built"),
            ("zoc", "all ZOCs are cancelled"),
            ("ground", "All air units are grounded"),
            ("second", "no second impulse ground unit movement"),
        ):
            seen[word] = seen[word] or sign in germans
        assert (row.axis_arm, row.axis_other, row.trains, row.axis_shift) == (arm, other, trains, shift), level
        assert (row.no_av, row.no_drop, row.no_fort, row.no_zoc, row.grounded, row.no_second) == tuple(seen.values()), level
        assert (row.ally_arm, row.ally_inf, row.ally_air, row.ally_shift) == soviet_row(level, soviets), level


SOVIET: dict[int, tuple[int, int, int, int]] = {}


def soviet_row(level: int, text: str) -> tuple[int, int, int, int]:
    """What the Soviet column adds, from the level before."""
    tanks, foot, air, shift = SOVIET.get(level - 1, (0, 0, 0, 2))
    tanks = number(r"ARM and MECH movement allowance is reduced by (\d)MP", text, tanks)
    foot = number(r"INF and CAV movement allowance is reduced by (\d) MP", text, foot)
    totals = [int(n) for n in re.findall(r"for a total of (\d)", text)]
    if totals:
        tanks, foot = totals
    air = number(r"air range for all Soviet (?:air )?units is reduced by (\d)", text.replace("Air range", "air range"), air)
    shift = 1 if "may not shift combat odds" in text else shift
    SOVIET[level] = tanks, foot, air, shift
    return SOVIET[level]


@needs_book
@pytest.mark.parametrize(
    ("table", "first", "last", "marks"),
    [
        ("spring", 12150, 12186, ("Clear and Mild", "Light Mud", "Heavy Mud", "Morass")),
        ("fall", 12206, 12240, ("Clear and Mild", "Light Mud", "Heavy Mud", "Morass")),
        ("west", 12256, 12311, ("Clear and Mild", "Cold Rain", "Snow", "Severe", "Extreme")),
        ("mediterranean", 12336, 12363, ("Clear", "Clouds", "Morass")),
    ],
)
def test_26_seasonal_tables(table, first, last, marks):
    """Each level's sentences, added to those of the milder levels, are its row."""
    bands = r"(?<!\d)[+-]\d(?: to [+-]\d)?\s"
    parts = [p for p in re.split(bands, prose(first, last)) if len(p) > 20 and "TABLE" not in p]
    assert len(parts) == len(marks)
    fast = slow = 0
    second = av = drop = fort = double = False
    shift, air = 2, 9
    for level, text in enumerate(parts, 1):
        row = charts.SEASONAL[table, level]
        fast = number(r"(?:reduced by|lose) (\d)(?: on both| movement factors)", text, fast)
        slow = number(r"[Aa]ll other (?:ground )?unit(?:s| types) lose (\d) MP", text, slow)
        second = second or bool(re.search(r"may not perform Second Impulse Movement|No Second- ?Impulse movement", text))
        av = av or "AV) attacks are prohibited" in text
        drop = drop or bool(re.search(r"[Pp]arachute drops are prohibited", text))
        fort = fort or "No fortifications or fortresses may be built" in text
        shift = 1 if "more than 1 column" in text else shift
        air = -2 if "halved (round up)" in text else air
        double = double or "counts as 2 railmoves" in text
        ours = (row.fast, row.slow, row.no_second, row.no_av, row.no_drop, row.no_fort, row.shift, row.air, row.double)
        assert ours == (fast, slow, second, av, drop, fort, shift, air, double), (table, row.name)
        assert row.name.startswith(marks[level - 1])


@needs_book
def test_26_countries_under_each_sky():
    """The lists of 26.1.1, 26.2 and 26.3 against the board; Sweden stands in two (TW-AMB-62)."""
    ground = war("germany").ground
    sky: dict[str, set[str]] = {}
    for country, words in zip(ground.country, ground.weather):
        if country:
            sky.setdefault(country, set()).update(words)
    west = re.search(r"applies to all hexes in ([^.]*)\.", prose(12242, 12256))
    south = re.search(r"weather conditions are: ([^.]*)\.", prose(12319, 12336))
    assert west and south
    names = {n.name.lower(): n.key for n in NATIONS}

    def keys(text: str) -> set[str]:
        words = [w.strip().lower().removeprefix("and ").removeprefix("the ") for w in text.split(",")]
        return {names.get(w, w.replace(" ", "_")) for w in words}

    for country in (keys(west[1]) & set(sky)) - {"sweden"}:
        assert "western" in sky[country], country
    for country in keys(south[1]) & set(sky):
        assert "mediterranean" in sky[country], country
    for country in ("finland", "estonia", "latvia", "lithuania", "sweden", "ussr"):
        assert "eastern" in sky[country], country
    assert len(keys(west[1]) & set(sky)) >= 9 and len(keys(south[1]) & set(sky)) >= 11


# --- prices, capacities, limits -----------------------------------------------------------------------------------------------


@needs_book
def test_15_1_2_prices():
    """The cost table, line by line."""
    text = prose(7920, 8070)
    foot = re.search(
        r"INF \(including German Volkssturm INF\), STA, and CAV (\d) NARF \((\d) NARFs for French/Spanish\) \+ (\d) for", text
    )
    mech = re.search(r"MECH (\d) NARF \+(\d) for cadre", text)
    mot = re.search(r"MOT (\d) NARF \((\d) for British\) \+ (\d) for cadre", text)
    tanks = re.search(r"ARM, ART, and PARA (\d) NARFs \((\d) NARFs for French/British/Italian\) \+ (\d) for cadre", text)
    flak = re.search(r"Light Flak\) (\d) NARFs \(no cadre\)", text)
    air = re.search(r"Build TAC, MDM, or FTR (\d+) NARFs \+ (\d) for cadre", text)
    jets = re.search(r"Jet TAC or Jet FTR \(Germany only\) (\d+) NARFs \+ (\d) for cadre", text)
    assert foot and mech and mot and tanks and flak and air and jets

    def row(kind: Kind) -> tuple[int, int, int]:
        price = charts.PRICES[kind]
        return price.cost, price.dear, price.cadre

    one, dear, cadre = (int(n) for n in foot.groups())
    assert row(Kind.INF) == row(Kind.CAV) == (one, dear, cadre) and row(Kind.STA) == (one, dear, 0)
    assert row(Kind.MECH)[::2] == tuple(int(n) for n in mech.groups())
    assert row(Kind.MOT) == tuple(int(n) for n in mot.groups())
    assert row(Kind.ARM) == row(Kind.ART) == row(Kind.PARA) == tuple(int(n) for n in tanks.groups())
    assert row(Kind.FLAK)[0] == int(flak[1])
    assert {row(k)[::2] for k in (Kind.TAC, Kind.MDM, Kind.FTR)} == {tuple(int(n) for n in air.groups())}
    assert {row(k)[::2] for k in (Kind.JET_TAC, Kind.JET_FTR)} == {tuple(int(n) for n in jets.groups())}
    assert set(charts.PRICES[Kind.INF].dear_for) == {"france", "spain"}
    assert set(charts.PRICES[Kind.ARM].dear_for) == {"france", "britain", "italy"}


@needs_book
def test_11_1_1_airbases_and_11_2_1_1_ranges():
    found = re.search(
        r"construction: Germany, (\d); Italy, (\d); Soviets, (\d); British, (\d); Americans, (\d); and French, (\d)",
        prose(5800, 5812),
    )
    assert found
    assert [int(n) for n in found.groups()] == [capacity(n).airbases for n in (GERMANY, ITALY, USSR, BRITAIN, USA, FRANCE)]
    text = prose(5862, 5885)
    for name, kind in (("FTR", Kind.FTR), ("Jet FTR", Kind.JET_FTR), (r"TAC \(and Jet TAC\)", Kind.TAC), ("MDM", Kind.MDM)):
        line = re.search(rf"• {name} - Offensive (?:range )?= (\d) hex(?:es)?; defensive (?:range ?)?= ?(\d) hex", text)
        assert line, name
        plain = [d for d in TITLE.designs if d.kind == kind and d.move < 9]  # 2.6: long-range fighters are printed with 9
        assert {(d.move, d.defence) for d in plain} <= {(int(line[1]), int(line[2]))}, name


@needs_book
def test_10_3_6_attrition_and_9_6_9_9_limits():
    text = prose(5126, 5151)
    found = re.search(r"Depletes (\w+) German.{20,40}? Soviet LLE turn, (\w+) on a Soviet RLE turn, and (\w+) \(", text)
    assert found and [COUNT[w] for w in found.groups()] == [end.ATTRITION[e] for e in (3, 2, 1)]
    stack = prose(4264, 4345)
    assert re.search(r"First-Rate armies.{0,3} units may stack 3 units to a hex", stack) and LIMITS[1] == 3
    assert re.search(r"may stack 2 units per hex and one unit .{7,9}respectively", stack) and (LIMITS[2], LIMITS[3]) == (2, 1)
    assert f"no more than {GAP_LIMIT} ground combat" in stack
    for rate, word in ((1, "First"), (2, "Second"), (3, "Third")):
        line = re.search(rf"{word}-Rate Major Power armies (?:may|can) create (\d) Reserve", prose(4584, 4600))
        assert line and int(line[1]) == ALLOWED[rate]


@needs_book
def test_12_2_5_limits_in_north_africa():
    text = prose(6998, 7045)
    germans = [
        tuple(int(n) for n in m)
        for m in re.findall(
            r"Germans? (?:may have no more than|player may place) (\d+) ground combat factors.{0,40}?(\d) air units", text
        )
    ]
    italians = [
        tuple(int(n) for n in m)
        for m in re.findall(
            r"Italians? (?:may have no more than|player may place) (\d+) (?:ground )?combat factors and (\d) air units", text
        )
    ]
    assert germans == [(6, 2), (12, 3)] and italians == [(12, 2), (24, 3)]
    g = war("germany", "italy", "britain", year=1941)
    assert (african_limit(g, GERMANY), african_limit(g, ITALY)) == (germans[0], italians[0])
    hold(g, "italy", "malta")
    assert (african_limit(g, GERMANY), african_limit(g, ITALY)) == (germans[1], italians[1])
    assert "more than 18 ground combat factors and two air units" in text
    hold(g, "britain", "malta")
    assert african_limit(g, BRITAIN) == (18, 2)


@needs_book
def test_21_7_1_mobilisation_and_upgrades():
    text = prose(10120, 10140)
    gains = [int(n) for n in re.findall(r"(\d+) NARFs (?:in the Production|the following|the next turn)", text)]
    assert gains[:3] == [15, 15, 15] and "20 NARFs each of the next two turns" in text and sum(MOBILISED) == 100
    assert list(MOBILISED) == [15, 15, 15, 15, 20, 20]
    prices = {(n, old, new): price for n, _, old, _, new, price, _, _ in UPGRADES}
    assert re.search(r"8 NARFs to upgrade a 2-8 to a 6-8, and 6 NARFs to upgrade a 1-8 to a 4-8", prose(10175, 10200))
    assert (prices["ussr", 2, 6], prices["ussr", 1, 4]) == (8, 6)
    assert "paying the difference in costs (4 NARFs)" in prose(9825, 9850) and prices["germany", 8, 10] == 4
    assert UPGRADES[3][6] == turn_of(1943, 2) and INDEX["ussr"] == KEYS.index("ussr")
