"""The judgement of America in Flames: positions in which a beginner goes wrong, and what the agents do there."""

from __future__ import annotations

from typing import Any

from grognard.titles.aif import agent
from grognard.titles.aif.rules import declarations, influence, minors
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.rules.minors import Muster
from grognard.titles.aif.rules.research import PURCHASES
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, JAPAN, USA
from grognard.titles.wif.rules import building
from grognard.titles.wif.rules.building import Purse

from ..wif.field import at, put
from .field import america, favour, flag_of


def question(flow: Any) -> Any:
    return next(flow)


def answer(g: America, ask: Any) -> str:
    found = agent.own_answer(g, ask)
    assert found is not None
    return str(found[0].text)


def test_the_usa_pays_two_research_dice_before_all_else() -> None:
    """Never no dice: the bomb is what the Allies win by."""
    g = america()
    g.powers[USA].build_points, g.offices[USA].political = 41, 0
    ask = question(building.spend(g, USA))
    assert isinstance(ask.subject, Purse) and PURCHASES
    assert answer(g, ask) == "research"
    g.dice_bought = [0, 2]
    assert agent.own_answer(g, question(building.spend(g, USA))) is None
    g.turn += 10
    assert answer(g, question(building.spend(g, USA))) == "research"


def test_the_axis_buys_politics_early_and_never_research() -> None:
    g = america()
    g.powers[GERMANY].build_points = 38
    assert answer(g, question(building.spend(g, GERMANY))) == "politics 5"
    g.turn += 14
    assert agent.own_answer(g, question(building.spend(g, GERMANY))) is None


def test_panama_comes_first_and_in_one_great_batch() -> None:
    """A batch that is smaller than the enemy's comes second; overbuying past 15 is lost."""
    g = america()
    g.offices[USA].political = 50
    ask = question(influence.choose_levels(g, USA))
    assert isinstance(ask.subject, Courting)
    panama = flag_of(g, "Panama")
    assert answer(g, ask) == f"court f{panama}"
    cost = g.chancery.costs[panama].cost(USA)
    value, wanted = agent.wish(g, USA, panama)
    assert wanted <= 15 and value > 0
    favour(g, "Panama", "USA", 15)
    assert agent.wish(g, USA, panama) == (0.0, 0)
    assert Courtship(USA, 50, panama, cost).points == 50


def test_second_rank_minors_are_left_to_the_drift() -> None:
    g = america()
    chile = favour(g, "Chile", "Japan", 9)
    assert agent.wish(g, JAPAN, chile)[1] == 0
    favour(g, "Chile", "Japan", 6)
    assert agent.wish(g, JAPAN, chile)[1] == 3


def test_small_sums_are_saved() -> None:
    g = america()
    g.offices[USA].political = 1
    ask = question(influence.choose_levels(g, USA))
    assert answer(g, ask) == "keep"


def test_no_war_on_a_neutral_that_nobody_has() -> None:
    """A war feeds every enemy's politics; a minor about to join him beside one's own corps is another matter."""
    g = america()
    g.power = USA
    ask = question(declarations.declare(g))
    assert isinstance(ask.subject, Cabinet) and answer(g, ask) == "done"
    mexico = favour(g, "Mexico", "Japan", 12)
    assert not agent.ripe(g, USA, mexico)
    border = next(s for s in g.ground.homeland["usa"] if any(g.ground.country[b] == "mexico" for b, _ in g.ground.steps[s]))
    for _ in range(2):
        put(g, "USA INF any", g.board.token(border))
    assert answer(g, question(declarations.declare(g))) == f"declare_war f{mexico}"


def test_whoever_is_ready_is_aligned() -> None:
    g = america()
    g.power = JAPAN
    peru = favour(g, "Peru", "Japan", 11)
    assert answer(g, question(declarations.declare(g))) == f"align f{peru}"


def test_a_new_ally_holds_its_capital() -> None:
    g = america()
    flow = minors.raise_army(g, favour(g, "Peru", "Japan", 11), JAPAN)
    ask = question(flow)
    while not isinstance(ask.subject, Muster):
        ask = flow.send(ask.options[0])
    land = [o for o in ask.options if o.arg.index == at(g, "Lima")]
    assert not land or answer(g, ask) == land[0].text
