"""The march on Moscow on built positions: roads of a short campaign, attacks from where attackers are fed, HQs that keep up."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent.assaults import attackers
from grognard.titles.wif.agent.council import MARCHES, cruces
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.rear import _far_behind, reorganise
from grognard.titles.wif.agent.view import View, view_of
from grognard.titles.wif.facts import GERMANY, USSR
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.reorganisation import Reorganising
from grognard.titles.wif.state import War
from tests.titles.wif.field import at, hold, put
from tests.titles.wif.test_agent_blunders import beside, east


def test_a_short_campaign_has_roads_and_each_its_first_place() -> None:
    g: War = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32).g
    assert cruces(g, GERMANY) == [at(g, p) for p in ("Riga", "Minsk", "Kiev")]
    assert cruces(g, USSR) == []
    hold(g, "Germany", "Riga", "Minsk")
    assert cruces(g, GERMANY) == [at(g, p) for p in ("Leningrad", "Smolensk", "Kiev")]


@pytest.mark.parametrize(("steps", "attacked"), [(3, True), (6, False)])
def test_2_4_3_no_attack_is_planned_from_where_the_attackers_would_starve(steps: int, attacked: bool) -> None:
    """Germany once planned Smolensk at 7:1 for four impulses: whoever arrived there was out of supply and attacked nobody. Here
    both corps are fed where they stand; beside the town only with the HQ near enough."""
    g = east("Smolensk")
    hold(g, "Germany", "USSR", "Poland")
    hold(g, "USSR", "Smolensk", "Moscow")
    put(g, "USSR INF 4-3", "Smolensk")
    corps = [put(g, what, beside(g, "Smolensk", 4)) for what in ("Germany MECH 8-6", "Germany ARM 8-6")]
    put(g, "Germany HQ-A any", beside(g, "Smolensk", steps), down=1)  # it stays where it is
    assert set(corps) <= set(attackers(g, GERMANY))
    orders = General(g, GERMANY).draw_up()
    assert (at(g, "Smolensk") in [a.target for a in orders.assaults]) is attacked


def test_hqs_attack_nobody() -> None:
    g = east("Smolensk")
    hold(g, "Germany", "USSR", "Poland")
    put(g, "USSR INF 4-3", "Smolensk")
    corps, staff = (put(g, what, beside(g, "Smolensk")) for what in ("Germany INF 7-4", "Germany HQ-A any"))
    found = attackers(g, GERMANY)
    assert corps in found and staff not in found


@pytest.mark.parametrize("leads_on", [True, False])
def test_an_hq_on_the_march_is_not_turned_face_down_for_a_few(leads_on: bool) -> None:
    """Both great HQs once gave their points in the first impulse and stood at the border while the army starved before Moscow."""
    g: War = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32).g
    g.powers[GERMANY].action = int(Action.LAND)
    staff = next(u for u, p in enumerate(g.units.power) if p == GERMANY and "Bock" in g.units[u].label)
    corps = [u for u, p in enumerate(g.units.power) if p == GERMANY and g.roster.corps[u] and g.units.at[u] >= 0 and u != staff]
    for unit in corps[:3]:
        g.units[unit].at, g.units[unit].down = g.units.at[staff], 1
    if not leads_on:  # the roads are gone to their ends
        hold(g, "Germany", *(place for road in MARCHES["barbarossa_1941"][GERMANY] for place in road))
    ask = Ask("germany", "", [Option("done"), Option("points", g.units[staff])], subject=Reorganising(GERMANY))
    assert (reorganise(g, ask, ask.subject)[0].verb == "done") is leads_on


def test_an_hq_goes_on_foot_to_a_front_that_is_near() -> None:
    """By train it would arrive face-down, and feed nobody farther on until the turn ends (11.9)."""
    g: War = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32).g
    staff = next(u for u, p in enumerate(g.units.power) if p == GERMANY and "Rundstedt" in g.units[u].label)
    assert view_of(g, GERMANY).approach
    assert not _far_behind(g, View(g, GERMANY), staff)
    corps = next(u for u, p in enumerate(g.units.power) if p == GERMANY and g.roster.types[u].name == "ARM")
    g.units[corps].at = at(g, "Berlin")
    assert _far_behind(g, View(g, GERMANY), corps)


def test_every_road_has_an_hq_before_one_has_two() -> None:
    """All German HQs once went for Minsk and Riga, and nobody for Kiev."""
    g: War = Session.new(TITLE, "barbarossa_1941", seed=b"w" * 32).g
    lanes = view_of(g, GERMANY).lanes
    ends = [next(s for s, steps in field.items() if not steps) for field in lanes.values()]
    assert {at(g, p) for p in ("Riga", "Minsk", "Kiev")} == set(ends[:3])
