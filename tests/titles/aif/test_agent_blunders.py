"""Blunder positions of the handbook that the planner's own judgement of America in Flames decides; the others are in
test_agent.py."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.titles.aif.agent import MIND, courts, own_answer, treasury
from grognard.titles.aif.rules import influence
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, JAPAN, USA
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules import building
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.state import FORCE_POOL, slot_of

from ..wif.field import at, put
from .field import america, favour


def planned(g: America, flow: Any) -> str:
    """What the planner answers first, empty where the armies decide."""
    found = own_answer(g, next(flow), planning=True)
    return str(found[0].text) if found is not None else ""


def test_02_panama_is_raised_while_the_enemy_can_shut_it() -> None:
    """Blunder 2: at 12 Japan's 10 points and the 10 it may buy pay the way down to 7, so the USA buys; a poor Japan is no danger
    and the flag is at its aim already for a minor of the second rank."""
    g = america()
    panama = favour(g, "Panama", "USA", 12)
    put(g, "USA INF any", "Panama City")
    g.offices[JAPAN].political, g.offices[USA].political = 40, 10
    assert courts.menaced(g, USA, panama) and courts.wish(g, USA, panama)[1] >= courts.INSURANCE
    assert planned(g, influence.choose_levels(g, USA)) == f"court f{panama}"
    g.offices[JAPAN].political = 0
    assert not courts.menaced(g, USA, panama)


@pytest.mark.parametrize(("points", "levels"), [(30, 2), (0, 0)])
def test_27_troops_in_a_minor_are_insured(points: int, levels: int) -> None:
    """Blunder 27: German troops in Chile, which favours Germany at 9: two levels more, if the USA can pay to throw them out."""
    g = america()
    chile = favour(g, "Chile", "Germany", 9)
    put(g, "Germany INF any", "Santiago")
    g.offices[USA].political = points
    assert courts.wish(g, GERMANY, chile)[1] == levels


def test_27_steps_down_count_hurdles() -> None:
    """From 15 to 7 are 11 levels, from 11 six, from 8 two."""
    g = america()
    assert [courts.steps_down(g, level, 7) for level in (15, 11, 8)] == [11, 6, 2]


@pytest.mark.parametrize(
    ("turn", "place", "attacked", "wanted"),
    [
        ("May/Jun 1946", "Portland (Maine)", False, False),
        ("May/Jun 1946", "Chicago", False, True),
        ("May/Jun 1946", "Portland (Maine)", True, True),
        ("Nov/Dec 1947", "Portland (Maine)", False, True),
        ("May/Jun 1946", "Halifax", False, True),
    ],
)
def test_04_05_no_early_attack_on_american_soil(turn: str, place: str, attacked: bool, wanted: bool) -> None:
    """Blunders 4 and 5: before the fourteenth turn only for a site or three factories; once the USA is angry, everything.
    Canada is another matter."""
    g = america(turn=turn)
    g.powers[USA].invaded = int(attacked)
    assert MIND.wanted(g, GERMANY, at(g, place)) == wanted
    assert MIND.wanted(g, USA, at(g, place))


def transports(g: America, count: int, place: int) -> None:
    sheet = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type == Type.TRS)
    for _ in range(count):
        g.units.add(counter=sheet, power=GERMANY, country=g.facts.country["germany"], at=place)


@pytest.mark.parametrize(
    ("turn", "afloat", "first"), [("Jan/Feb 1946", 4, True), ("Jan/Feb 1946", 12, False), ("May/Jun 1948", 4, False)]
)
def test_23_24_lift_before_fighters_and_none_too_late(turn: str, afloat: int, first: bool) -> None:
    """Blunders 23 and 24: with too few transports Germany builds those first; from the eighteenth turn no new hulls."""
    g = america(turn=turn)
    transports(g, afloat, at(g, "German box"))
    transports(g, 1, FORCE_POOL)
    put(g, "Germany FTR any", "German box")
    g.powers[GERMANY].build_points, g.dice_bought = 20, [9, 9]
    g.offices[GERMANY].political = 200
    answer = planned(g, building.spend(g, GERMANY))
    assert answer.startswith("build TRS") == first
    transports(g, 12, slot_of(g.turn + 2))
    ask: Any = next(building.spend(g, GERMANY))
    assert treasury.lift_first(g, ask, Purse(GERMANY, 20)) is None


def test_03_the_planner_counts_turns_from_1945() -> None:
    """Blunder 3 in the scenario of 1947: three dice from its first turn on; greedy still begins with two."""
    g = america(turn="Jan/Feb 1947", scenario="star_spangled_banner_1947")
    assert treasury.dice_wanted(g, USA, planning=True) == 3 and treasury.dice_wanted(g, USA) == 2
