"""The data of Global War 1936-1945: numbers against the rulebook, zones against the board, sums, words and provenance.

Literal numbers below were taken from the text by hand, with the line they stand on. Where the rulebook text lies beside the
project (it is not part of it) the tables are also read from the text itself. Set-ups and minors are in test_set_ups.py.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import msgspec
import pytest

from grognard.kernel.files import read_sheet
from grognard.titles.gw36 import facts
from grognard.titles.gw36.facts import FACTS, NATIONS, UNITS

PROJECT = Path(__file__).parents[3]
RULEBOOK = PROJECT.parent / "shared" / "rulebooks" / "gw36.txt"
TEXT = RULEBOOK.read_text(encoding="utf-8").split("\n") if RULEBOOK.exists() else []
with_text = pytest.mark.skipif(not TEXT, reason="the rulebook text is not part of the project")

_sheet = read_sheet(facts.ROOT / "data" / "board" / "spaces.csv")
BOARD = {row[0]: dict(zip(_sheet.header, row)) for row in _sheet.rows}
LAND = {zone for zone, row in BOARD.items() if row["kind"] == "area"}
SEA = {zone for zone, row in BOARD.items() if row["kind"] == "sea"}
SCENARIOS = list(FACTS.scenarios.values())


def text(line: int, count: int = 1) -> str:
    """Lines of the rulebook, numbered from 1, as one string."""
    return " ".join(part.strip() for part in TEXT[line - 1 : line - 1 + count])


# --- units (12.2, 7.8) ----------------------------------------------------------------------------------------------------------

# id, attack, defence, move, cost, line; None = N/A
UNIT_VALUES = [
    ("militia", 1, 2, 1, "2", 3896),
    ("infantry", 2, 4, 1, "3", 3905),
    ("marine", 2, 4, 1, "4", 3913),
    ("airborne", 2, 2, 1, "3", 3924),
    ("mountain_infantry", 2, 4, 1, "4", 3935),
    ("colonial_infantry", 2, 4, 1, "4", 3943),
    ("cavalry", 3, 2, 2, "3", 3951),
    ("motorized_infantry", 2, 4, 2, "4", 3962),
    ("mechanized_infantry", 3, 4, 2, "4", 3970),
    ("light_armor", 4, 3, 2, "4", 3978),
    ("medium_armor", 6, 5, 2, "6", 3985),
    ("tank_destroyer", 3, 4, 2, "5", 3993),
    ("artillery", 3, 3, 1, "4", 4004),
    ("self_propelled_artillery", 3, 3, 2, "5", 4014),
    ("anti_aircraft_artillery", 3, 3, 1, "4", 4030),
    ("fighter", 6, 6, 4, "10", 4044),
    ("tactical_bomber", 7, 5, 4, "11", 4060),
    ("medium_bomber", 7, 4, 5, "11", 4068),
    ("strategic_bomber", None, 2, 6, "12", 4083),
    ("air_transport", None, None, 6, "8", 4100),
    ("seaplane", 3, 1, 6, "7", 4117),
    ("battleship", 8, 8, 2, "5/5/5", 4126),
    ("fast_battleship", 8, 8, 3, "6/6/6", 4134),
    ("coastal_defense_ship", 6, 6, 1, "", 4145),
    ("fleet_carrier", 1, 2, 3, "5/5/5", 4154),
    ("light_carrier", None, 1, 3, "4/4", 4163),
    ("battlecruiser", 7, 7, 3, "6/6", 4171),
    ("heavy_cruiser", 6, 6, 3, "5/5", 4179),
    ("light_cruiser", 5, 5, 3, "4/4", 4186),
    ("destroyer", 4, 4, 3, "7", 4198),
    ("torpedo_boat_destroyer", 2, 2, 2, "", 4208),
    ("submarine", 3, 3, 3, "6", 4216),
    ("coastal_submarine", 2, 2, 1, "", 4226),
    ("naval_transport", None, None, 2, "7", 4239),
    ("advanced_artillery", 4, 4, 1, "4", 2183),
    ("advanced_self_propelled_artillery", 4, 4, 2, "5", 2192),
    ("advanced_mechanized_infantry", 4, 5, 2, "4", 2217),
    ("heavy_armor", 8, 7, 2, "8", 2231),
    ("jet_fighter", 8, 8, 4, "12", 2243),
    ("heavy_strategic_bomber", None, 3, 6, "13", 2264),
    ("advanced_submarine", 4, 4, 3, "7", 2312),
    ("strategic_rocket", None, None, 1, "6", 2348),
    ("heavy_battleship", 10, 10, 3, "7/7/7", 2423),
    ("heavy_carrier", 0, 2, 3, "6/6/6", 2436),
    ("attack_transport", None, None, 2, "9", 2450),
]
IN_SENTENCES = {"strategic_bomber", "heavy_strategic_bomber", "strategic_rocket"}  # their attack is text, not a number


@pytest.mark.parametrize(("id", "attack", "defence", "move", "cost", "line"), UNIT_VALUES)
def test_12_2_unit_values(id: str, attack: int | None, defence: int | None, move: int, cost: str, line: int) -> None:
    unit = UNITS[id]
    assert (unit.attack, unit.defence, unit.move, unit.cost, unit.line) == (attack, defence, move, cost, line)


def test_12_2_no_unit_is_left_out_or_invented() -> None:
    named_only = {row[0] for row in read_sheet(facts.ROOT / "tables" / "special_units.csv").rows}
    assert set(UNITS) - named_only == {row[0] for row in UNIT_VALUES}


@with_text
@pytest.mark.parametrize("id", [row[0] for row in UNIT_VALUES if row[0] not in IN_SENTENCES])
def test_12_2_unit_values_as_the_text_has_them(id: str) -> None:
    unit = UNITS[id]
    raw = []
    for line in TEXT[unit.line - 1 : unit.line + 8]:
        raw.append(line.strip())
        row = re.sub(r"\((?:intercep-.*?tion: )?\d\)|\d\*", " ", " ".join(raw).replace("N / A", "NA"))
        cells = re.findall(r"\bNA\b|\d+(?:/\d+)*", row)
        if len(cells) >= (3 if id == "militia" else 4):  # the Militia's move stands in brackets
            break
    if id == "militia":
        cells.insert(2, "1")
    values = [None if cell == "NA" else cell for cell in cells]
    expected = [unit.attack, unit.defence, unit.move, unit.cost or None]
    assert values[:4] == [None if value is None else str(value) for value in expected], raw


@with_text
def test_7_8_bombers_and_rockets_as_the_text_has_them() -> None:
    assert re.search(r"2 \(carpet bombing\) +2 \(intercep- +tion: 1\) +6 12", text(4083, 7))
    assert re.search(r"3D6 strategic.*5D12 carpet bombing at .2. +3 \(2\) 6 13", text(2264, 7))
    assert re.search(r"1D6 strategic bombing damage +- 1 \(range: 3\) 6 IPP", text(2348, 4))


def test_abilities_and_targets() -> None:
    def able(word: str) -> set[str]:
        return {id for id, unit in UNITS.items() if word in unit.abilities and id != "tiger"}

    assert able("blitz") == {"medium_armor", "heavy_armor"}  # table 9-3, L3005
    assert able("blitz_pair") == {
        "mechanized_infantry", "self_propelled_artillery", "advanced_self_propelled_artillery",
        "fighter", "jet_fighter", "tactical_bomber",
    }  # fmt: skip
    assert able("capital") == {"battleship", "fast_battleship", "heavy_battleship", "fleet_carrier", "heavy_carrier"}  # L315
    assert able("first_strike") == able("supports") | able("submarine")  # L3997, L3230
    assert able("mines") == able("submarine") | {"heavy_cruiser", "seaplane"}  # L3328; L4222 gives coastal ones all abilities
    assert {id: (u.target, u.target_of) for id, u in UNITS.items() if u.target and id != "tiger"} == {
        "heavy_armor": (1, ("vehicle",)),  # L2227
        "tank_destroyer": (3, ("vehicle",)),  # L3990
        "tactical_bomber": (3, ("land", "naval")),  # L4055
    }
    assert {id: u.hits for id, u in UNITS.items() if u.hits > 1} == {
        "battleship": 2, "fast_battleship": 2, "heavy_battleship": 3, "fleet_carrier": 2, "heavy_carrier": 2,
    }  # fmt: skip
    assert {id: (u.carries, u.capacity) for id, u in UNITS.items() if u.capacity} == {
        "fleet_carrier": ("aircraft", 2), "heavy_carrier": ("aircraft", 3), "light_carrier": ("aircraft", 1),
        "naval_transport": ("troops", 2), "attack_transport": ("troops", 2), "air_transport": ("infantry", 1),
        "strategic_bomber": ("airborne", 1), "heavy_strategic_bomber": ("airborne", 1),
    }  # fmt: skip
    assert {id: u.patrol for id, u in UNITS.items() if u.patrol} == {
        "fighter": 1, "jet_fighter": 1, "tactical_bomber": 1, "medium_bomber": 1, "seaplane": 2,
    }  # fmt: skip
    assert {id: (u.bombing, u.carpet) for id, u in UNITS.items() if u.bombing} == {
        "medium_bomber": (1, 0), "strategic_bomber": (2, 3), "heavy_strategic_bomber": (3, 5), "strategic_rocket": (1, 1),
    }  # fmt: skip
    assert {id: u.raid for id, u in UNITS.items() if u.raid is not None} == {
        "coastal_submarine": 1, "submarine": 2, "advanced_submarine": 4,
    }  # fmt: skip


def test_unit_table_agrees_with_the_small_tables() -> None:
    rows = facts.open_files()
    assert {u.id: u.bombard for u in UNITS.values() if u.bombard} == {
        row.unit: row.value for row in rows.csv("tables/bombardment.csv")
    }
    for row in rows.csv("tables/interception.csv"):
        assert (UNITS[row.unit].interception, UNITS[row.unit].bombing) == (row.value, row.bombing_dice), row.unit
    raiders = {row.id: row.modifier for row in rows.csv("tables/raid_modifiers.csv") if row.side == "raider" and row.id in UNITS}
    assert raiders == {id: u.raid for id, u in UNITS.items() if u.raid is not None}


def test_warships_and_classes() -> None:
    assert not UNITS["light_carrier"].is_warship and UNITS["heavy_carrier"].is_warship  # GW36-AMB-22
    assert not UNITS["submarine"].is_warship and not UNITS["naval_transport"].is_warship
    assert UNITS["cavalry"].unit_class == "vehicle"  # L3861
    assert UNITS["strategic_rocket"].unit_class == "artillery"  # L3869
    assert UNITS["battleship"].payments == (5, 5, 5) and UNITS["battleship"].price == 15
    assert UNITS["coastal_submarine"].payments == ()


def test_damaged_ships() -> None:
    for id in ("battleship", "fast_battleship", "heavy_battleship"):
        for (unit, hits), row in FACTS.damaged.items():
            if unit == id:
                assert row.attack == (UNITS[id].attack or 0) - 2 * hits and row.defence == (UNITS[id].defence or 0) - 2 * hits
                assert row.flying
    assert not FACTS.damaged["fleet_carrier", 1].flying  # L4150


# --- facilities (12.3-12.10) ----------------------------------------------------------------------------------------------------

# id, cost, upgrade cost, max damage, lend-lease limit
FACILITY_VALUES = [
    ("minor_factory", "8", 7, 5, 0),  # L4342, L4347, L4303
    ("medium_factory", "7/7", 6, 10, 0),  # L4342, L4345, L4298
    ("major_factory", "6/6/6", 0, 20, 0),  # L4342, L4292
    ("minor_port", "3", 4, 3, 3),  # L4430, L4431, L4406, L4414
    ("major_port", "3/3", 0, 5, -1),  # L4430, L4410, L4417
    ("minor_shipyard", "3/3", 5, 8, 3),  # L4478, L4479, L4454, L4462
    ("major_shipyard", "5/5", 0, 10, -1),  # L4478, L4458, L4465
    ("minor_dockyard", "2/2", 5, 3, 3),  # L4523, L4524, L4499, L4507
    ("major_dockyard", "4/4", 0, 6, -1),  # L4523, L4503, L4510
    ("seaplane_base", "2", 0, 1, 0),  # L4578, L4541
    ("submarine_base", "2", 0, 3, 0),  # L4578, L4545
    ("air_base", "3/3", 0, 5, 0),  # L4578, L4549
    ("fortification", "5/5", 0, 0, 0),  # L4390
    ("coastal_artillery", "6", 0, 0, 0),  # L4625
    ("railroad", "2", 0, 1, 0),  # L4658, L4660
    ("railroad_rough", "4", 0, 2, 0),  # L4658, L4660
    ("canal", "", 0, 10, 0),  # L5186
]


@pytest.mark.parametrize(("id", "cost", "upgrade", "damage", "lend_lease"), FACILITY_VALUES)
def test_12_3_facility_values(id: str, cost: str, upgrade: int, damage: int, lend_lease: int) -> None:
    row = FACTS.facilities[id]
    assert (row.cost, row.upgrade_cost, row.max_damage, row.lend_lease) == (cost, upgrade, damage, lend_lease)


def test_12_4_output_and_slots() -> None:
    f = FACTS.facilities
    assert len(f) == len(FACILITY_VALUES)
    made = {id: (row.produces, row.produces_improved) for id, row in f.items() if row.produces}
    assert made == {"minor_factory": (1, 2), "medium_factory": (3, 5), "major_factory": (5, 8)}  # L4287, L2379-L2387
    yards = {id: (row.ships, row.ships_improved, row.repairs) for id, row in f.items() if row.ships or row.repairs}
    assert yards == {
        "minor_shipyard": (1, 2, 1), "major_shipyard": (5, 8, 5), "minor_dockyard": (0, 0, 1), "major_dockyard": (0, 0, 5),
        "submarine_base": (2, 2, 0),
    }  # fmt: skip
    assert {id for id, row in f.items() if row.ship_move} == {"major_port", "major_shipyard", "major_dockyard"}
    assert {id: (row.scramble, row.scramble_unit) for id, row in f.items() if row.scramble} == {
        "seaplane_base": (3, "seaplane"), "air_base": (3, "fighter"),
    }  # fmt: skip
    assert {id for id, row in f.items() if row.research} == {"major_factory"}  # L2133
    assert {row.upgrade_to for row in f.values() if row.upgrade_to} <= set(f)


@with_text
def test_12_3_costs_and_damage_as_the_text_has_them() -> None:
    f = FACTS.facilities
    for line, ids in {
        4342: ("major_factory", "medium_factory", "minor_factory"), 4430: ("minor_port", "major_port"),
        4478: ("minor_shipyard", "major_shipyard"), 4523: ("minor_dockyard", "major_dockyard"),
        4578: ("seaplane_base", "submarine_base", "air_base"), 4658: ("railroad", "railroad_rough"),
    }.items():  # fmt: skip
        assert text(line).split() == ["COST", *(f[id].cost for id in ids)]
    for line, id in {
        4292: "major_factory", 4298: "medium_factory", 4303: "minor_factory", 4406: "minor_port", 4410: "major_port",
        4454: "minor_shipyard", 4458: "major_shipyard", 4499: "minor_dockyard", 4503: "major_dockyard",
        4541: "seaplane_base", 4545: "submarine_base", 4549: "air_base",
    }.items():  # fmt: skip
        assert text(line) == str(f[id].max_damage), id
    assert text(4660).split()[-4::2] == [str(f["railroad"].max_damage), str(f["railroad_rough"].max_damage)]
    assert "5/5" in text(4390) and "6 IPP" in text(4625)


@with_text
def test_12_4_output_upgrades_slots_and_limits_as_the_text_has_them() -> None:
    """Table 12-2 and the overviews of ports, shipyards, dockyards and bases, number by number."""
    f = FACTS.facilities

    def numbers(start: int, count: int, pattern: str) -> list[int]:
        return [int(n) for n in re.findall(pattern, text(start, count))]

    factories = [f[id] for id in ("major_factory", "medium_factory", "minor_factory")]
    assert numbers(4287, 1, r"(\d+) units? per turn") == [row.produces for row in factories]
    assert numbers(4288, 1, r"\+(\d+) unit") == [row.produces_improved - row.produces for row in factories]
    assert numbers(4344, 5, r"for (\d+) IPP") == [f["medium_factory"].upgrade_cost, f["minor_factory"].upgrade_cost]
    assert numbers(2377, 11, r"produce (\d+) units") == [row.produces_improved for row in reversed(factories)]
    assert numbers(2377, 11, r"instead of (\d+)") == [row.produces for row in reversed(factories)]
    yards = [f["minor_shipyard"], f["major_shipyard"]]
    assert numbers(4438, 4, r"(\d+) (?:non-capital|of any type)") == [row.ships for row in yards]
    assert numbers(4441, 8, r"Can repair (\d+) hits? per turn") == [row.repairs for row in yards]
    assert numbers(2403, 8, r"produce (\d+) units") == [row.ships_improved for row in yards]
    assert numbers(4494, 2, r"(\d+) hits? per turn") == [f["minor_dockyard"].repairs, f["major_dockyard"].repairs]
    for line, minor in ((4431, "minor_port"), (4479, "minor_shipyard"), (4524, "minor_dockyard")):
        assert numbers(line, 1, r"for (\d+) IPP") == [f[minor].upgrade_cost]
    for start, minor in ((4412, "minor_port"), (4460, "minor_shipyard"), (4505, "minor_dockyard")):
        assert numbers(start, 3, r"Maximum (\d+) IPP") == [f[minor].lend_lease]
        assert f[minor.replace("minor", "major")].lend_lease == -1 and "Unlimited" in text(start, 6)
    for start, major in ((4419, "major_port"), (4467, "major_shipyard"), (4512, "major_dockyard")):
        bonus = numbers(start, 6, r"Movement \+(\d)")
        assert bonus == [f[major].ship_move, f[major].seaplane_move]
    assert numbers(4554, 20, r"Seaplanes \+(\d)") == [f["seaplane_base"].seaplane_move]
    assert numbers(4554, 20, r"Submarines \+(\d)") == [f["submarine_base"].submarine_move]
    assert numbers(4554, 20, r"Aircraft \+(\d)") == [f["air_base"].aircraft_move]
    assert numbers(4580, 10, r"Up to (\d)") == [f["seaplane_base"].scramble, f["air_base"].scramble]
    assert "Up to two Submarines" in text(3679, 2) and f["submarine_base"].ships == 2


@with_text
def test_9_16_interception_and_damage_as_the_text_has_them() -> None:
    values = dict(re.findall(r"((?:Heavy )?[A-Z][a-z]+ ?[A-Z]?[a-z]*): (\d)(?!D)", text(3396, 5)))
    named = {row.name + "s": str(row.interception) for row in UNITS.values()}
    assert values and all(named[name] == value for name, value in values.items())
    damage = dict(re.findall(r"((?:Heavy )?[A-Z][a-z]+ [A-Z][a-z]+): (\d)D6", text(3402, 6)))
    assert {name.removesuffix("s"): int(n) for name, n in damage.items()} == {
        row.name: row.bombing for row in UNITS.values() if row.bombing and row.unit_class == "air"
    }


# --- the other tables -----------------------------------------------------------------------------------------------------------


def test_7_8_technologies() -> None:
    assert len(FACTS.technologies) == 16
    unlocked = {unit for tech in FACTS.technologies.values() for unit in tech.unlocks}
    assert unlocked == {u.id for u in UNITS.values() if u.tech and u.id != "tiger"}
    for tech in FACTS.technologies.values():
        assert all(2 <= low <= high <= 12 for low, high in zip(tech.stages, tech.stages[1:])), tech.id
        for id in tech.unlocks:
            assert UNITS[id].tech == tech.id
    for row in FACTS.technology_start:
        assert row.technology in FACTS.technologies and row.nation in NATIONS and row.scenario in FACTS.scenarios
        assert 1 <= row.stages <= 2  # 7.6: nothing beyond stage II before July 1939


@with_text
@pytest.mark.parametrize("id", list(FACTS.technologies))
def test_7_8_technology_heading(id: str) -> None:
    tech = FACTS.technologies[id]
    assert tech.name.split()[0] in text(tech.line)


def test_2_3_seats() -> None:
    assert len(FACTS.seats) == 12
    for players in range(2, 9):
        assert {row.player(players) for row in FACTS.seats} == set(range(1, players + 1))
    assert {row.nation for row in FACTS.seats} == set(NATIONS) - {"free_france"}


@with_text
def test_2_3_seats_as_the_text_has_them() -> None:
    for row in FACTS.seats:
        assert [int(n) for n in text(row.line).split()[-7:]] == [row.player(n) for n in range(2, 9)], row.nation


@with_text
def test_lists_as_the_text_has_them() -> None:
    files = facts.open_files()
    for row in files.csv("tables/rail_capacity.csv"):
        assert text(row.line).strip() == f"{row.name} {row.capacity}"
    for row in FACTS.strategic_naval.values():
        assert text(row.line).split()[-1].rstrip(".") == str(row.moves) or row.nation.endswith("_evolved")
    for row in files.csv("tables/bombardment.csv"):
        assert text(row.line).split()[-1] == str(row.value)
    for row in FACTS.variable_end:
        assert text(row.line).split()[-1].split("-")[-1] == str(row.ends_on)
    for row in FACTS.vichy_fleet:
        assert text(row.line).startswith(f"{row.low}-{row.high}")
    for row in facts.open_files().csv("tables/raid_modifiers.csv"):
        assert f"+{row.modifier}" in text(row.line), row.id
    for row in FACTS.capital_damage:
        assert text(row.line).startswith(f"{row.low}-{row.high}" if row.low < row.high else str(row.low))
    for row in FACTS.upgrades:
        assert re.search(rf"\b{row.cost} IPP", text(row.line, 2)), row.from_unit
    for row in files.csv("tables/prices.csv"):
        assert re.search(rf"\b{row.amount}\b|\b{['no', 'one', 'two', 'three'][min(row.amount, 3)]}\b", text(row.line, 3)) or (
            row.id == "facility_repair"
        ), row.id


@with_text
def test_every_cited_line_is_about_its_row() -> None:
    """The first word of a row's name stands on the cited line or next to it."""
    sheets = ["passages", "terrain", "phases", "rail_capacity", "technologies"]
    for name in sheets:
        for row in facts.open_files().csv(f"tables/{name}.csv"):
            if name == "terrain" and row.id == "normal":
                continue
            word = row.name.replace("St.", "ST").split()[0].rstrip(".,")[:6].lower()
            assert word in text(row.line - 1, 5).lower(), (name, row.name)
    for row in FACTS.objectives:
        assert row.name.split()[0].upper() in text(row.line - 12, 20).upper(), row.name


def test_6_1_order_of_nations() -> None:
    assert [slot.nations for slot in FACTS.order] == [
        ("germany",), ("ussr", "ccp"), ("japan",), ("great_britain", "fec", "anzac"), ("france", "free_france"),
        ("italy",), ("usa", "kmt"),
    ]  # fmt: skip
    for slot in FACTS.order:
        for id in slot.nations:
            assert NATIONS[id].slot == slot.slot
    assert list(NATIONS) == [id for slot in FACTS.order for id in slot.nations]


def test_0_9_annexations() -> None:
    by = defaultdict(set)
    for row in FACTS.annexations.values():
        by[row.by].add(row.zone)
    assert by == {
        "germany": {"austria", "bohemia", "slovakia"}, "italy": {"albania"}, "ussr": {"lithuania", "latvia", "estonia"},
    }  # L289-L293, L4880  # fmt: skip
    assert {row.pact for row in FACTS.annexations.values() if row.by == "ussr"} == {True}


def test_options_are_the_sections_they_name() -> None:
    sections = {row.section for row in facts.open_files().csv("sections.csv")}
    for row in FACTS.options.values():
        assert row.section in sections, row.id
    for ground in FACTS.terrain.values():
        assert not ground.option or ground.option in FACTS.options
    for row in facts.open_files().csv("tables/raid_modifiers.csv"):
        assert not row.option or row.option in FACTS.options
    for build in FACTS.builds.values():
        assert not build.switch or build.switch in FACTS.options


# --- sections and readings ------------------------------------------------------------------------------------------------------


def test_sections() -> None:
    rows = facts.open_files().csv("sections.csv")
    numbers = [tuple(int(part) for part in row.section.split(".")) for row in rows]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    assert len(rows) == 155
    given = PROJECT.parent / "shared" / "sections" / "gw36.csv"
    if given.exists():
        wanted = {line.split(",")[0] for line in given.read_text().splitlines()[1:]}
        assert wanted <= {row.section for row in rows}


@with_text
def test_sections_stand_on_their_lines() -> None:
    for row in facts.open_files().csv("sections.csv"):
        assert row.section in text(row.line), row.section


def test_readings_are_complete_and_every_cited_one_exists() -> None:
    readings = (facts.ROOT / "READINGS.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ", readings, flags=re.M)[1:]
    ids = [part.split()[0] for part in parts]
    assert len(set(ids)) == len(ids)
    assert [f"GW36-AMB-{n:02d}" for n in range(1, 40)] == ids[:39]
    for part in parts[:39]:
        assert "\nWhere: " in part and "\nReading: " in part and "\nWhy: " in part, part.split("\n")[0]
    for path in facts.ROOT.rglob("*"):
        if path.suffix in (".csv", ".toml"):
            for id in re.findall(r"GW36-AMB-\d\d", path.read_text(encoding="utf-8")):
                assert id in ids, (path.name, id)


# --- provenance and words -------------------------------------------------------------------------------------------------------


def test_every_file_loads_and_says_where_it_comes_from() -> None:
    files = facts.open_files()
    assert files.check() == []
    assert all(entry.provenance.detail for entry in files.listing())
    for name in files.names():
        if not name.startswith("data/board/"):
            assert files.schema(name) is not None, name


def sources(thing: object) -> list[str]:
    if isinstance(thing, msgspec.Struct):
        found = [thing.source] if hasattr(thing, "source") else []
        return found + [s for name in thing.__struct_fields__ for s in sources(getattr(thing, name))]
    if isinstance(thing, dict):
        return [s for value in thing.values() for s in sources(value)]
    if isinstance(thing, (tuple, list)):
        return [s for value in thing for s in sources(value)]
    return []


def test_every_value_of_a_sheet_names_its_source() -> None:
    things: list[object] = [NATIONS, FACTS.builds, FACTS.minors, FACTS.minor_forces, FACTS.lend_lease, FACTS.income_actions]
    found = [s for thing in things for s in sources(thing)]
    assert len(found) > 350
    for source in found:
        assert source.startswith(("rulebook", "public", "reconstructed")), source


def test_words_of_the_sheets_are_explained() -> None:
    used = {word for unit in UNITS.values() for word in unit.abilities}
    assert used == set(facts.ABILITIES)
    for nation in NATIONS.values():
        assert nation.surrender.kind in facts.SURRENDERS
        for increase in nation.increases:
            assert increase.event in facts.EVENTS
            assert re.fullmatch(r"\d+|\d+d\d+|full", increase.amount)
        for bonus in nation.bonuses:
            assert bonus.kind in facts.BONUSES and bonus.when in ("war", "peace", "always") and bonus.amount > 0
        for rule in nation.war:
            assert {condition.kind for condition in rule.require} <= set(facts.CONDITIONS)
            assert rule.against in facts.AGAINST or rule.against in FACTS.minors
        if nation.war:
            assert nation.war[-1].against == "any"
        for start in nation.start.values():
            assert start.income <= start.wartime
    assert {row.kind for row in FACTS.objectives} == set(facts.OBJECTIVE_KINDS)
    kinds = {c.kind for n in NATIONS.values() for r in n.war for c in r.require}
    assert kinds | {"date_from", "target_lent_to_enemy"} == set(facts.CONDITIONS)  # for the sheet of a pack
    assert {i.event for n in NATIONS.values() for i in n.increases} == set(facts.EVENTS)
    assert {b.kind for n in NATIONS.values() for b in n.bonuses} == set(facts.BONUSES)


# --- the board ------------------------------------------------------------------------------------------------------------------


def zones_in(thing: object) -> set[str]:
    if isinstance(thing, msgspec.Struct):
        own: set[str] = set()
        for name in ("zones", "home", "colonies", "claims", "capital_moves"):
            own |= set(getattr(thing, name, ()))
        for name in ("capital", "zone", "city"):
            own |= {getattr(thing, name)} if getattr(thing, name, "") else set()
        return own.union(*(zones_in(getattr(thing, name)) for name in thing.__struct_fields__))
    if isinstance(thing, dict):
        return set().union(*(zones_in(value) for value in thing.values()))
    if isinstance(thing, (tuple, list)):
        return set().union(*(zones_in(value) for value in thing))
    return set()


def test_every_zone_named_in_the_data_is_on_the_board() -> None:
    named = zones_in([
        NATIONS, FACTS.minors, FACTS.minor_forces, FACTS.minor_reinforcements, FACTS.objectives, FACTS.objective_cities,
        FACTS.passages, FACTS.warlords, FACTS.vichy_colonies, FACTS.annexations,
    ])  # fmt: skip
    named -= {"great_britain"}  # the FEC surrenders with this nation
    assert named - set(BOARD) == set()
    grouped = {zone for row in FACTS.objectives for group in row.zone_groups for zone in group}
    assert grouped and grouped <= LAND


def test_home_countries_and_owners_agree_with_the_board() -> None:
    home = defaultdict(set)
    for zone, row in BOARD.items():
        for id in row["home"].split():
            home[id].add(zone)
    for id, nation in NATIONS.items():
        assert set(nation.home) == home[id], id
    for minor in FACTS.minors.values():
        for zone in minor.zones:
            assert BOARD[zone]["country"] in (minor.id, "spain", "france"), zone
    owners = {row[f"owner_{s.id}"] for row in BOARD.values() for s in SCENARIOS if row["kind"] == "area"}
    assert owners <= set(NATIONS) | set(FACTS.minors)


def test_objective_cities() -> None:
    assert len(FACTS.objective_cities) == 10
    assert {zone for zone, row in BOARD.items() if row["victory_city"] == "1"} <= {row.city for row in FACTS.objective_cities}
    assert all(BOARD[row.city]["city"] == "1" for row in FACTS.objective_cities)


# --- money ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["1936", "1939"])
def test_incomes_add_up(scenario: str) -> None:
    """The wartime income of a sheet is the value of the zones on the board (5.2); money of sheet and set-up agree."""
    value: Counter[str] = Counter()
    for row in BOARD.values():
        if row["kind"] == "area":
            value[row[f"owner_{scenario}"]] += int(row["ipp"])
    if scenario == "1939":
        value["japan"] += int(BOARD["siam"]["ipp"])  # aligns in the first Japanese Production Phase (table 4-5)
    for id, nation in NATIONS.items():
        start = nation.start[scenario]
        assert start.wartime == value[id], id
        setup = FACTS.scenarios[scenario].nations[id]
        assert (setup.cash, setup.income) == (start.cash, start.income), id
        if nation.full_income_at_peace:
            assert start.income == start.wartime or id == "free_france"


def test_incomes_the_text_gives() -> None:
    at = {(id, s): NATIONS[id].start[s] for id in NATIONS for s in ("1936", "1939")}
    assert (at["usa", "1936"].cash, at["usa", "1936"].income, at["usa", "1936"].wartime) == (6, 6, 63)  # L1746
    assert (at["usa", "1939"].cash, at["usa", "1939"].income, at["usa", "1939"].wartime) == (16, 16, 63)  # L1749
    assert at["great_britain", "1936"].income == 11 and at["great_britain", "1939"].wartime == 25  # L1701, L1704
    assert at["germany", "1939"].income == 24 and at["italy", "1939"].income == 10  # L1267
    roll = next(i for i in NATIONS["great_britain"].increases if i.event == "turn_roll")
    assert (roll.amount, roll.since) == ("1d12", "1939-07")  # L1703
    assert FACTS.prices["pact_bonus_germany"] == 5 and FACTS.prices["pact_bonus_ussr"] == 3  # L4908
    assert FACTS.prices["allied_declaration"] == 10 and FACTS.prices["usa_income_loss"] == 8  # L1899, L1905


# --- objectives -----------------------------------------------------------------------------------------------------------------


def test_3_4_objectives_add_up_to_eighteen() -> None:
    best: dict[tuple[str, str], int] = {}
    alliance: dict[str, str] = {}
    for row in FACTS.objectives:
        best[row.nation, row.id] = row.max_points
        alliance[row.nation] = row.alliance
        assert NATIONS[row.nation].alliance == row.alliance
    totals: Counter[str] = Counter()
    for (nation, _), points in best.items():
        totals[nation] += points
    assert totals == {
        "usa": 6, "great_britain": 4, "fec": 1, "anzac": 1, "france": 3, "kmt": 3, "germany": 7, "italy": 4, "japan": 7,
        "ussr": 15, "ccp": 3,
    }  # fmt: skip
    sums: Counter[str] = Counter()
    for nation, points in totals.items():
        sums[alliance[nation]] += points
    assert sums == {"axis": 18, "allies": 18, "comintern": 18}
