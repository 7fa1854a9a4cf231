"""The judgement of America in Flames: positions in which a beginner goes wrong, and what the agents do there."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.titles.aif import TITLE, agent
from grognard.titles.aif.agent import courts, treasury
from grognard.titles.aif.rules import atomic, declarations, influence, minors
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.rules.minors import Muster
from grognard.titles.aif.rules.research import PURCHASES
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import GERMANY, ITALY, JAPAN, USA
from grognard.titles.wif.rules import building
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, SET_ASIDE

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


def test_the_axis_races_for_the_bomb_and_buys_politics_early() -> None:
    """Germany pays two dice and Japan the third while the race is open; a race that is lost costs nothing more."""
    g = america()
    g.powers[GERMANY].build_points = 38
    assert answer(g, question(building.spend(g, GERMANY))) == "research"
    g.dice_bought = [2, 0]
    assert answer(g, question(building.spend(g, GERMANY))) == "politics 5"
    assert treasury.dice_wanted(g, JAPAN) == 3 and treasury.dice_wanted(g, ITALY) == 0
    g.research = [30, 200]
    assert treasury.dice_wanted(g, GERMANY) == 0
    g.turn += 14
    assert agent.own_answer(g, question(building.spend(g, GERMANY))) is None


def test_on_the_home_stretch_every_die_counts() -> None:
    g = america()
    before = treasury.dice_wanted(g, USA)
    g.research = [200, 232]
    assert treasury.dice_wanted(g, USA) == before + 1


def test_a_second_power_does_not_buy_where_the_first_can() -> None:
    """Blunder 19: half of its levels would be lost."""
    g = america()
    chile = favour(g, "Chile", "Japan", 5)
    g.offices[JAPAN].political, g.offices[GERMANY].political = 6, 20
    assert courts.wish(g, GERMANY, chile) == (0.0, 0) and courts.wish(g, JAPAN, chile)[1] > 0
    g.offices[JAPAN].political = 0
    assert courts.wish(g, GERMANY, chile)[1] > 0


def test_panama_is_taken_to_the_top_before_the_arrow() -> None:
    """Blunders 1 and 20: from 9 to 14 the USA buys Panama to 15; nobody buys past it, nor more for a second-rank minor at 9."""
    g = america()
    panama = favour(g, "Panama", "USA", 11)
    g.offices[USA].political = 12
    ask = question(influence.choose_levels(g, USA))
    assert answer(g, ask) == f"court f{panama}"
    assert courts.wish(g, USA, panama)[1] == 4
    assert courts.wish(g, USA, favour(g, "Honduras", "USA", 9))[1] == 0


@pytest.mark.parametrize(("power", "level"), [("Germany", 3), ("nobody", 0), ("USA", 9)])
def test_no_war_on_mexico_while_points_can_win_it(power: str, level: int) -> None:
    """Blunders 15, 17 and 18: between a little Axis and fully ours the USA spends points, not corps, however many stand ready."""
    g = america()
    g.power = USA
    mexico = favour(g, "Mexico", power if level else "USA", level)
    border = next(s for s in g.ground.homeland["usa"] if any(g.ground.country[b] == "mexico" for b, _ in g.ground.steps[s]))
    for _ in range(3):
        put(g, "USA INF any", g.board.token(border))
    assert not agent.ripe(g, USA, mexico) and answer(g, question(declarations.declare(g))) == "done"


def test_mexico_of_the_axis_is_invaded() -> None:
    """Blunder 16: at 11 and more for the Axis with corps beside it."""
    g = america()
    g.power = USA
    mexico = favour(g, "Mexico", "Germany", 11)
    border = next(s for s in g.ground.homeland["usa"] if any(g.ground.country[b] == "mexico" for b, _ in g.ground.steps[s]))
    for _ in range(2):
        put(g, "USA INF any", g.board.token(border))
    assert answer(g, question(declarations.declare(g))) == f"declare_war f{mexico}"


def test_a_heavy_corps_comes_when_it_costs_nothing() -> None:
    """From the pool at once; a corps in the field is not taken out of the line."""
    g = america(turn="Jan/Feb 1946")
    usa = g.facts.country["usa"]
    old = g.units.add(counter=g.facts.index["L711"], power=USA, country=usa, at=FORCE_POOL).index
    new = g.units.add(counter=g.facts.index["LL1"], power=USA, country=usa, at=SET_ASIDE).index
    g.powers[USA].build_points, g.dice_bought = 9, [0, 4]
    assert answer(g, question(building.spend(g, USA))) == f"replace u{new}"
    g.units[old].at = at(g, "Chicago")
    assert agent.own_answer(g, question(building.spend(g, USA))) is None


def test_no_atomic_bomb_on_a_minor() -> None:
    g = america(atomic_bombs=True)
    unit = next(n for n, c in enumerate(g.facts.counters) if c.power == "Germany" and c.type.printed == "LND" and c.turns == 4)
    bomber = g.units.add(counter=unit, power=GERMANY, country=g.facts.country["germany"], at=at(g, "Miami")).index
    bomb = g.units.add(counter=atomic.printed_bomb(g), power=GERMANY, country=g.facts.country["germany"], at=at(g, "Miami")).index
    g.units[bomber].base = at(g, "Miami")
    for place, words in (("Rio de Janeiro", ("plain", "conventional")), ("Chicago", ("arm", "drop"))):
        g.units[bomber].over, g.units[bomb].aboard = at(g, place), NOWHERE
        assert answer(g, question(TITLE.arm_bomber(g, bomber))) == words[0]
        g.units[bomb].aboard = bomber
        assert answer(g, question(atomic.drop_bombs(g, at(g, place), [bomber]))) == words[1]


def test_a_bomb_is_built_for_a_bomber_at_home() -> None:
    """11.7.1: with fifty research points, the option and an aircraft of four turns in a city of the USA; no second one for it."""
    g = america(atomic_bombs=True)
    g.research = [30, 60]
    heavy = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.type.printed == "LND" and c.turns >= 4)
    bomber = g.units.add(counter=heavy, power=USA, country=g.facts.country["usa"], at=at(g, "Dallas")).index
    assert treasury.bombs_wanted(g, USA) == 1
    g.powers[USA].build_points = 3
    assert answer(g, question(building.spend(g, USA))) == "bomb"
    atomic.build_bomb(g, Purse(USA, 3), None)
    assert treasury.bombs_wanted(g, USA) == 0
    g.units[bomber].at = at(g, "Nassau")  # where no bomb arrives
    assert treasury.bombs_wanted(g, USA) < 0


def test_panama_comes_first_and_in_one_great_batch() -> None:
    """A batch that is smaller than the enemy's comes second; overbuying past 15 is lost."""
    g = america()
    g.offices[USA].political = 50
    ask = question(influence.choose_levels(g, USA))
    assert isinstance(ask.subject, Courting)
    panama = flag_of(g, "Panama")
    assert answer(g, ask) == f"court f{panama}"
    cost = g.chancery.costs[panama].cost(USA)
    value, wanted = courts.wish(g, USA, panama)
    assert wanted <= 15 and value > 0
    favour(g, "Panama", "USA", 15)
    assert courts.wish(g, USA, panama) == (0.0, 0)
    assert Courtship(USA, 50, panama, cost).points == 50


def test_second_rank_minors_are_left_to_the_drift() -> None:
    g = america()
    chile = favour(g, "Chile", "Japan", 9)
    assert courts.wish(g, JAPAN, chile)[1] == 0
    favour(g, "Chile", "Japan", 6)
    assert courts.wish(g, JAPAN, chile)[1] == 3


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
