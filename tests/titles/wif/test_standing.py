"""11.4.6, 14.2.1: what a seat has said in advance is not asked again: ships that sail past, raids, patrols."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import seed_from
from grognard.kernel.session import Refused, Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import GERMANY, USSR
from grognard.titles.wif.rules import naval_movement
from grognard.titles.wif.rules.missions import Flight, flyers, stays_down
from grognard.titles.wif.rules.task_forces import TaskForce
from grognard.titles.wif.state import BOMBER, ESCORT, INTERCEPTOR, PATROL
from tests.titles.wif.field import at, beside, drive, hold, put
from tests.titles.wif.test_11_sea import NORTH_SEA, north_sea, ship
from tests.titles.wif.test_14_air import STRIKE, plane, sky_war


@pytest.mark.parametrize(
    ("condition", "asked"), [("", True), ("chance", True), ("cargo", False), ("never", False)]
)
def test_11_4_6_ships_are_met_or_pass_as_was_said(condition: str, asked: bool) -> None:
    """Bismarck and a cruiser sail past two battleships, two cruisers and a submarine."""
    g, _, fleet = north_sea()
    if condition:
        g.standing["commonwealth sea"] = condition
    goal = g.ground.sections[at(g, NORTH_SEA)][1]
    prompts = drive(g, naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), fleet), goal), dice=[10] * 20)
    assert any("intercept" in prompt for prompt in prompts) is asked
    assert {g.units.at[u] for u in fleet} == {goal}


@pytest.mark.parametrize(
    ("condition", "cargo", "asked"), [("chance", False, False), ("cargo", True, True), ("cargo", False, False)]
)
def test_11_4_6_a_cruiser_alone_asks_only_where_it_matters(condition: str, cargo: bool, asked: bool) -> None:
    g, watch, fleet = north_sea()
    for name, unit in watch.items():
        if name != "Ceres":
            g.units[unit].at = -2
    force = (*fleet, ship(g, "Germany", "TRS", "any", "Kiel")) if cargo else fleet
    g.standing["commonwealth sea"] = condition
    goal = g.ground.sections[at(g, NORTH_SEA)][1]
    prompts = drive(g, naval_movement.sail(g, TaskForce(GERMANY, at(g, "Kiel"), force), goal), dice=[10] * 20)
    assert any("intercept" in prompt for prompt in prompts) is asked


def test_14_2_1_no_patrol_is_asked_for_where_that_was_said() -> None:
    g = sky_war()
    put(g, "USSR FTR any", "Minsk")
    near = beside(g, "Minsk")
    hold(g, "Germany", near)
    put(g, "Germany LND any", near, fed=1)
    assert flyers(STRIKE, PATROL, False)(g) == [USSR]
    g.standing["ussr patrols"] = "never"
    assert flyers(STRIKE, PATROL, False)(g) == []
    plane(g, "Germany LND any", "Minsk", BOMBER)
    assert flyers(STRIKE, INTERCEPTOR, False)(g) == [USSR], "interceptors rise all the same"


@pytest.mark.parametrize(
    ("condition", "escorts", "asked"), [("", 3, True), ("chance", 0, True), ("chance", 3, False), ("never", 0, False)]
)
def test_14_2_1_raids_are_met_or_pass_as_was_said(condition: str, escorts: int, asked: bool) -> None:
    g = sky_war()
    put(g, "USSR FTR any", "Minsk")
    plane(g, "Germany LND any", "Minsk", BOMBER)
    for _ in range(escorts):
        plane(g, "Germany FTR any", "Minsk", ESCORT)
    if condition:
        g.standing["ussr raids"] = condition
    assert bool(flyers(STRIKE, INTERCEPTOR, False)(g)) is asked
    assert not stays_down(g, Flight(USSR, STRIKE, BOMBER)), "support of one's own is always asked for"


def test_11_4_6_who_sits_down_is_asked_where_it_matters() -> None:
    """The usual answers stand for a person from the start, agents are asked everything; an unknown answer is refused."""
    game = Session.new(TITLE, "barbarossa_1941", {}, seed=seed_from(1), players={"germany": "ann", "ussr": "bob"})
    assert game.g.standing == {}
    game.stand_by_default("ussr")
    assert game.g.standing == {"ussr sea": "chance", "ussr patrols": "never", "ussr raids": "chance", "ussr idle": "pass"}
    game.stand("ussr", "patrols", "")
    assert "ussr patrols" not in game.g.standing
    with pytest.raises(Refused, match="there is no standing answer"):
        game.stand("ussr", "raids", "sometimes")
