"""Blunder positions of the handbook that the planner's own judgement of America in Flames decides; the others are in
test_agent.py."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.titles.aif.agent import MIND, courts, embassies, own_answer, treasury
from grognard.titles.aif.rules import declarations, influence
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, USA
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


# --- what the planner buys -----------------------------------------------------------------------------------------------------


def test_a_flag_that_nobody_pushes_drifts_by_itself() -> None:
    """Blunder 20 for the planner: no further levels for a second-rank minor at 9 while the enemy has no points; with an enemy who
    has some, the levels that make it an ally pay."""
    g = america()
    g.impulses = [1, 1]
    chile = favour(g, "Chile", "Germany", 9)
    g.offices[GERMANY].political = 30
    assert embassies.batch(g, GERMANY, chile, 30, settled=True).levels == 0
    g.offices[USA].political = 30
    assert embassies.batch(g, GERMANY, chile, 30, settled=True).levels >= 2


def test_points_given_before_the_game_are_spent() -> None:
    """Forty German points go to Argentina before the game, though secondary moves make it dear; in play they would wait."""
    g = america()
    argentina = favour(g, "Argentina", "Germany", 0)
    g.offices[GERMANY].political = 40
    assert embassies.batch(g, GERMANY, argentina, 40, settled=True).levels >= 8
    g.impulses = [1, 1]
    assert embassies.batch(g, GERMANY, argentina, 40, settled=True).levels < 8


def test_hurdles_and_halves_are_counted() -> None:
    """Levels bring Germany's 6 down over a hurdle; square 15 is the last; a second power buys nothing while the first can."""
    g = america()
    assert embassies.moved(g, -6, 2, 1) == -5 and embassies.moved(g, -6, 3, 1) == -4 and embassies.moved(g, -5, 1, 1) == -5
    assert embassies.moved(g, 14, 9, 1) == 15 and embassies.moved(g, -1, 3, 1) == 2
    ecuador = favour(g, "Ecuador", "Commonwealth", 5)
    g.offices[COMMONWEALTH].political, g.offices[USA].political = 10, 20
    assert embassies.buyer(g, 1, ecuador) == COMMONWEALTH and embassies.batch(g, USA, ecuador, 20, settled=True).levels == 0


def test_a_minor_beside_the_enemy_is_not_aligned_to_be_overrun() -> None:
    """Honduras is a full ally of the USA: with two Japanese corps in Tegucigalpa's neighbourhood it stays neutral, which an enemy
    must attack at a price; alone, or with Americans beside it, it is called to arms."""
    g = america()
    g.power = USA
    honduras = favour(g, "Honduras", "USA", 16)
    capital = at(g, "Tegucigalpa")
    assert planned(g, declarations.declare(g)) == f"align f{honduras}"
    beside = next(b for b, _ in g.ground.steps[capital] if g.ground.land[b])
    for _ in range(2):
        put(g, "Japan INF any", g.board.token(beside))
    assert planned(g, declarations.declare(g)) == "done" and not embassies.tenable(g, 1, honduras)
    for _ in range(2):
        put(g, "USA ARM any", g.board.token(beside))
    assert planned(g, declarations.declare(g)) == f"align f{honduras}"
