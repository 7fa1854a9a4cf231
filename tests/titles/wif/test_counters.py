"""Counters (chart 28), the values the text quotes, and the force pools by year (4.1)."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from grognard.titles.wif.facts import POWERS, Quoted
from grognard.titles.wif.kinds import AIR, LAND, MARKERS, NAVAL, WEAPONS, Type
from tests.titles.wif.kit import FACTS, FILES

QUOTED: list[Quoted] = FILES.csv("data/units_quoted.csv")
LISTED = {row.id: row for name in ("land", "air", "naval") for row in FILES.csv(f"data/units_{name}.csv")}
BY_ID = {c.id: c for c in FACTS.counters}


@pytest.mark.parametrize("quoted", QUOTED, ids=lambda q: f"{q.section}-{q.name}-{q.field}")
def test_a_counter_has_the_value_the_text_quotes(quoted: Quoted) -> None:
    counter = FACTS.counter(quoted.counter)
    assert getattr(counter, quoted.field) == quoted.value
    assert getattr(LISTED[quoted.counter], quoted.field) == quoted.listed
    assert quoted.name.split()[0].lower() in counter.name.lower() or quoted.name.split()[-1] == counter.type.printed


def test_most_quoted_values_stand_in_the_list_already() -> None:
    assert (len(QUOTED), sum(q.value == q.listed for q in QUOTED)) == (53, 40)


def test_every_counter_is_read_once_with_its_branch() -> None:
    assert len(FACTS.counters) == len(BY_ID)
    listed = Tally(c.id[0] for c in FACTS.counters)
    assert (listed["L"], listed["A"], listed["N"]) == (959, 1343, 1355), "the public lists: 3,657 counters"
    assert listed["X"] == len(FILES.csv("data/units_options.csv")) > 100, "those of optional kits that no list has"
    for c in FACTS.counters:
        branch = {"L": LAND, "A": AIR | WEAPONS, "N": NAVAL, "X": LAND, "Y": NAVAL}[c.id[0]]
        assert c.type in branch or c.type in MARKERS, c
        assert c.land + c.air + c.naval == (c.type not in MARKERS)


def test_base_game_land_units_have_what_the_rules_read() -> None:
    for c in FACTS.counters:
        if c.land and c.option == 0 and c.power:
            assert c.move > 0 or c.type == Type.GAR, c
            assert c.cost > 0 and 1 <= c.turns <= 6, c
            assert (c.reorganisation > 0) == (c.type in (Type.HQ_A, Type.HQ_I)), c


def test_the_cost_chart_and_the_counters_agree() -> None:
    """13.6.5: an ARM costs 6 points and 4 turns, an HQ-I 5 and 3, an HQ-A 8 and 4, a CP point 1."""
    for type_, cost, turns in ((Type.ARM, 6, 4), (Type.HQ_I, 5, 3), (Type.HQ_A, 8, 4)):
        mine = [c for c in FACTS.counters if c.type == type_ and not c.division and c.power in POWERS and not c.option]
        assert mine and {(c.cost, c.turns) for c in mine if c.cost} == {(cost, turns)}


def test_options_add_their_counters() -> None:
    """22: divisions with option 2, artillery with 3, planes with 4, light cruisers with 6, escorts with 7 and so on."""
    by_option = Tally(c.option for c in FACTS.counters)
    assert set(by_option) == {0, 2, 3, 4, 6, 7, 14, 24, 32, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 59, 60}
    for c in FACTS.counters:
        if c.kit == "WiFC" and c.type not in MARKERS and "volunteer" not in c.marks and c.type != Type.TERR:
            assert c.option == 0 or c.division or c.flying_bomb, c
    assert all(c.division for c in FACTS.counters if c.option in (2, 3))
    assert all(c.type == Type.CVP for c in FACTS.counters if c.option == 45)


def test_an_unknown_counter_is_refused_by_name() -> None:
    with pytest.raises(Exception, match="no counter 'L9999'"):
        FACTS.counter("L9999")
