"""The build chart, both set-ups and the minors of Global War 1936-1945 against the board, the unit table and the calendar."""

from __future__ import annotations

import csv
import re
from collections import Counter

import pytest

from grognard.kernel.files import read_sheet
from grognard.titles.gw36 import facts
from grognard.titles.gw36.facts import FACTS, NATIONS, UNITS

_sheet = read_sheet(facts.ROOT / "data" / "board" / "spaces.csv")
BOARD = {row[0]: dict(zip(_sheet.header, row)) for row in _sheet.rows}
LAND = {zone for zone, row in BOARD.items() if row["kind"] == "area"}
SEA = {zone for zone, row in BOARD.items() if row["kind"] == "sea"}
SCENARIOS = list(FACTS.scenarios.values())


# --- build chart ----------------------------------------------------------------------------------------------------------------


def test_build_chart() -> None:
    assert set(FACTS.builds) <= set(UNITS) | set(FACTS.facilities)
    can = {id for id, unit in UNITS.items() if unit.cost}
    assert can <= set(FACTS.builds)
    assert not {id for id, unit in UNITS.items() if not unit.cost} & set(FACTS.builds)
    b = FACTS.builds
    assert {n for n in NATIONS if b["colonial_infantry"].since(n) is not None} - {"free_france"} == {
        "great_britain", "fec", "france", "italy",
    }  # L3938  # fmt: skip
    assert {b["strategic_bomber"].since(n) for n in NATIONS} == {"1939-07", None}  # L2048
    assert b["artillery"].since("kmt") == "burma_road" and b["artillery"].since("ccp") is None  # 1.17
    assert b["medium_armor"].since("germany") == "1938-07" and b["medium_armor"].since("usa") == "1940-01"
    for build in b.values():
        for nation in NATIONS:
            assert re.fullmatch(r"|\d{4}-0[17]|burma_road", build.since(nation) or ""), (build.item, nation)


# --- set-ups --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SCENARIOS, ids=lambda s: s.id)
def test_set_up_stands_on_the_board(setup: facts.Setup) -> None:
    for nation, zones in setup.units.items():
        assert nation in NATIONS
        for zone, units in zones.items():
            assert zone in BOARD and units
            afloat = {id for id in units if UNITS[id].unit_class == "naval"}
            if zone in SEA:
                assert not any(UNITS[id].is_land for id in units), (nation, zone)
                decks = sum(UNITS[id].capacity * n for id, n in units.items() if UNITS[id].carries == "aircraft")
                aboard = [id for id in units if UNITS[id].unit_class == "air"]
                assert all("carrier_aircraft" in UNITS[id].abilities for id in aboard)
                assert sum(units[id] for id in aboard) <= decks, (nation, zone)
            else:
                assert not afloat, (nation, zone)
                assert BOARD[zone][f"owner_{setup.id}"] == nation, (nation, zone)
            assert all(count > 0 for count in units.values())
    for order in setup.production:
        assert 0 < order.paid < len(UNITS[order.item].payments), order
        assert FACTS.builds[order.item].since(order.nation) is not None


@pytest.mark.parametrize("setup", SCENARIOS, ids=lambda s: s.id)
def test_set_up_uses_only_what_the_date_allows(setup: facts.Setup) -> None:
    for nation, zones in setup.units.items():
        for units in zones.values():
            for id in units:
                assert not UNITS[id].tech, (nation, id)
                since = FACTS.builds[id].since(nation) if id in FACTS.builds else ""
                if UNITS[id].cost and since and since != "burma_road":
                    assert since <= setup.first_turn, (nation, id)


def test_set_up_wars_and_calendar() -> None:
    one, two = FACTS.scenarios["1936"], FACTS.scenarios["1939"]
    assert (one.first_turn, one.turns) == ("1936-07", 18)  # L960
    assert (two.first_turn, two.turns) == ("1939-07", 12)  # L965
    assert set(one.wars) == {("italy", "abyssinia"), ("nationalist_spain", "republican_spain"), ("kmt", "ccp")}
    assert {("germany", "great_britain"), ("germany", "france"), ("japan", "kmt"), ("japan", "ccp")} <= set(two.wars)  # L966
    assert two.truces == (("kmt", "ccp"),)  # L4733
    for setup in SCENARIOS:
        everyone = set(NATIONS) | set(FACTS.minors)
        for pair in setup.wars + setup.aligned + setup.controlled + setup.truces:
            assert set(pair) <= everyone
        assert set(setup.absent) <= everyone
        assert set(setup.nations) == set(NATIONS)


def test_forces_grow_from_1936_to_1939() -> None:
    """A nation's forces of 1939 are worth more than in 1936, by no more than its income of six turns could pay, plus half."""

    def worth(setup: facts.Setup, nation: str) -> int:
        return sum(UNITS[id].price * n for units in setup.units.get(nation, {}).values() for id, n in units.items())

    for id, nation in NATIONS.items():
        if id in ("free_france", "kmt"):  # KMT takes over the warlords
            continue
        before, after = worth(FACTS.scenarios["1936"], id), worth(FACTS.scenarios["1939"], id)
        earned = 6 * max(nation.start["1936"].income, (nation.start["1936"].income + nation.start["1939"].income) // 2)
        assert before <= after <= before + earned * 3 // 2, (id, before, after, earned)


# --- minors ---------------------------------------------------------------------------------------------------------------------


def test_minor_forces() -> None:
    for row in FACTS.minor_forces:
        assert row.minor in FACTS.minors
        if row.unit in UNITS:
            assert (row.zone in SEA) == (UNITS[row.unit].unit_class == "naval"), row
        else:
            assert row.unit in ("fortification", "coastal_artillery") and row.border
        if row.zone in LAND:
            assert row.zone in FACTS.minors[row.minor].zones, row
    for more in FACTS.minor_reinforcements:
        assert more.zone in FACTS.minors[more.minor].zones and more.unit in UNITS
    armed = {row.minor for row in FACTS.minor_forces}
    zones = {id for id, minor in FACTS.minors.items() if any(int(BOARD[z]["ipp"]) for z in minor.home)}
    assert zones - armed == set(), "a valued minor stands without a unit"


def test_minor_forces_are_those_of_the_chart() -> None:
    """Unit for unit what the public neutral set-up chart has, factories and the Finnish fortified line left to the board."""
    chart = facts.ROOT.parents[4] / "shared" / "data" / "gw36" / "gw36_v43_neutrals_setup.csv"
    ours = Counter[str]()
    for row in FACTS.minor_forces:
        if row.source.startswith("public"):
            ours[row.unit] += row.count
    assert sum(ours.values()) == 196 and ours["infantry"] == 69
    if chart.exists():
        theirs = Counter[str]()
        for place, unit, count in list(csv.reader(chart.read_text(encoding="utf-8").splitlines()))[1:]:
            if unit != "Minor Factory" and not (unit == "Fortification" and "Viipuri" in place):
                theirs[unit.lower().replace(" ", "_")] += int(count)
        assert ours == theirs


def test_pan_american_nations_and_table_4_3() -> None:
    pan = FACTS.alignments["pan_american"].minor
    assert len(pan) == 11 and all(FACTS.minors[id].area == "americas" for id in pan)  # L1621
    for alignment in FACTS.alignments.values():
        assert set(alignment.minor) <= set(FACTS.minors)
        assert set(alignment.to) <= set(NATIONS)
    for row in FACTS.attacked_minors:
        assert row.minor in ("any", "americas") or row.minor in FACTS.minors


def test_vichy() -> None:
    assert FACTS.minors["vichy"].home == ("southern_france", "corsica") and FACTS.minors["vichy"].recruits_on == 2  # L5066
    army = {row.unit: row.count for row in FACTS.minor_forces if row.minor == "vichy"}
    assert army == {"infantry": 3, "fighter": 1, "artillery": 1}  # L4986
    for where in ("board", "production"):
        rolls = [n for row in FACTS.vichy_fleet if row.where == where for n in range(row.low, row.high + 1)]
        assert rolls == list(range(1, 13))
    for row in FACTS.vichy_colonies:
        assert all(BOARD[zone]["country"] == "france" for zone in row.zones)
