"""11.2: port attacks: what may be attacked by whom, submarines, surprise points, results in port, and the way home."""

from __future__ import annotations

import csv

import pytest

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY
from grognard.titles.wif.ground import MAJOR_PORT, MINOR_PORT
from grognard.titles.wif.kinds import Action, Activity, Weather
from grognard.titles.wif.rules import port_attack
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.missions import Flight, may_fly, send
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.rules.port_attack import PORT_ATTACK, port_points, port_targets
from grognard.titles.wif.state import BOMBER, FORCE_POOL, REPAIR_POOL, War

from .field import act, at, drive, put, sky, war
from .kit import FOLDER
from .test_11_sea import ship
from .test_14_air import set_values

TARGET = "Kiel"


def raid(**values: int) -> tuple[War, int, int]:
    """A British bomber in London and a German cruiser in Kiel."""
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.AIR)
    cruiser = ship(g, "Germany", "CA", "any", TARGET)
    bomber = put(g, "Commonwealth LND any", "London")
    set_values(g, **{"range": 20, "air_to_sea": 9, "air_to_air": 2, **values})
    return g, bomber, cruiser


def flight() -> Flight:
    return Flight(COMMONWEALTH, PORT_ATTACK.name, BOMBER)


def test_11_2_the_sections_are_those_of_the_table() -> None:
    text = (FOLDER / "tables/port_attack.csv").read_text().splitlines()
    rows = {row["item"]: row["value"] for row in csv.DictReader(line for line in text if not line.startswith("#"))}
    assert rows["section, land-based bombers and escorts"] == str(port_attack.RAIDERS)
    assert rows["section, defender in a minor port"] == str(port_attack.MINOR)
    assert rows["section, defender in a major port"] == str(port_attack.MAJOR)


def test_11_2_who_and_where() -> None:
    g, bomber, _ = raid()
    assert port_targets(g, COMMONWEALTH) == [at(g, TARGET)]
    assert port_targets(g, ITALY) == []
    assert may_fly(g, flight(), (bomber, at(g, TARGET))) is None
    empty = may_fly(g, flight(), (bomber, at(g, "Hamburg")))
    assert empty is not None and empty.rule == "11.2"
    set_values(g, air_to_sea=0)
    refusal = may_fly(g, flight(), (bomber, at(g, TARGET)))
    assert refusal is not None and refusal.rule == "11.2"


def test_11_2_not_in_storm_nor_out_of_range() -> None:
    g, bomber, _ = raid()
    sky(g, Weather.STORM)
    assert may_fly(g, flight(), (bomber, at(g, TARGET))) is not None
    g, bomber, _ = raid(range=3)
    refusal = may_fly(g, flight(), (bomber, at(g, TARGET)))
    assert refusal is not None and refusal.rule == "14.1.1"


def test_11_2_surprise_points() -> None:
    """Raiders count as in section 3, a NAV among them adds 1; ships in a minor port 3, in a major 5; the surprised none."""
    g, bomber, cruiser = raid()
    naval = put(g, "Commonwealth NAV any", "London")
    sides = Sides(at(g, TARGET), 1)
    sides.included, sides.rolls = [[cruiser], [bomber]], [2, 7]
    section = {MAJOR_PORT: 5, MINOR_PORT: 3}[g.ground.port[at(g, TARGET)]]
    assert port_points(g, sides, 1) == 3 + 2
    assert port_points(g, sides, 0) == section + 7
    sides.included[1].append(naval)
    assert port_points(g, sides, 1) == 4 + 2
    minor = next(s for s, kind in enumerate(g.ground.port) if kind == MINOR_PORT)
    sides.area = minor
    assert port_points(g, sides, 0) == 3 + 7
    g.powers[GERMANY].surprised_by = 1 << COMMONWEALTH
    assert port_points(g, sides, 0) == 0


@pytest.mark.parametrize(
    ("factors", "die", "pool", "down"),
    [(20, 1, FORCE_POOL, 0), (20, 10, REPAIR_POOL, 1), (1, 1, REPAIR_POOL, 0), (1, 10, None, 1)],
)
def test_11_2_results_in_port(factors: int, die: int, pool: int | None, down: int) -> None:
    """1X 1D 1A of 20 factors, 1D of one: a missed D is an abort, which only turns it face-down, and it can be hit again."""
    g, bomber, cruiser = raid(air_to_sea=factors)
    before = left(g, COMMONWEALTH, Activity.PORT_ATTACK)
    send(g, flight(), (bomber, at(g, TARGET)))
    assert left(g, COMMONWEALTH, Activity.PORT_ATTACK) == before - 1
    drive(g, carry_out(PORT_ATTACK.name)(g), dice=[5, 5, *[die] * 20])
    assert (g.units.at[cruiser], g.units.down[cruiser]) == (at(g, TARGET) if pool is None else pool, down)
    assert g.units.at[bomber] == at(g, "London") and g.units.down[bomber]


def test_11_2_four_points_avoid_the_attack_but_the_bomber_has_flown() -> None:
    g, bomber, cruiser = raid()
    send(g, flight(), (bomber, at(g, TARGET)))
    drive(g, carry_out(PORT_ATTACK.name)(g), ["avoid"], dice=[10, 1])
    assert g.units.at[cruiser] == at(g, TARGET) and not g.units.down[cruiser] and not g.units.damaged[cruiser]
    assert g.units.down[bomber] and g.ground.land[g.units.at[bomber]] and g.units.at[bomber] != at(g, TARGET)


@pytest.mark.parametrize(
    ("port", "answers", "safe"), [("Kiel", ["shelter"], True), ("Kiel", ["expose"], False), ("Memel", [], False)]
)
def test_11_2_submarines_shelter_in_major_ports_only(port: str, answers: list[str], safe: bool) -> None:
    g = war(("Germany", "Commonwealth"))
    act(g, "Commonwealth", Action.AIR)
    sub = ship(g, "Germany", "SUB", "any", port)
    bomber = put(g, "Commonwealth LND any", "London")
    set_values(g, range=30, air_to_sea=30)
    send(g, flight(), (bomber, at(g, port)))
    prompts = drive(g, carry_out(PORT_ATTACK.name)(g), answers, dice=[5, 5, *[1] * 20])
    assert any("Submarines" in p for p in prompts) == bool(answers)
    assert (g.units.at[sub] == at(g, port)) == safe
    assert g.units.down[bomber]
