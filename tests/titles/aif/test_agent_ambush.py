"""Hidden units in the judgement of America in Flames (22.10): who pays, where they lie, when they show themselves."""

from __future__ import annotations

from typing import Any

from grognard.titles.aif import agent
from grognard.titles.aif.rules import hidden, influence
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import FRANCE, GERMANY, JAPAN

from ..wif.field import at, put
from .field import america, favour


def answer(g: America, ask: Any) -> str:
    found = agent.own_answer(g, ask, planning=True)
    assert found is not None
    return str(found[0].text)


def ambushes(step: int = 2) -> America:
    g = america(hidden_units=True)
    g.step = step
    return g


def test_points_that_no_minor_is_worth_pay_for_an_ambush() -> None:
    """France has three points left before the set-up and a free place at Cayenne; with fewer, or with an influence step still to
    come, it keeps them."""
    g = ambushes()
    for points, step, wanted in ((4, 2, "conceal 1"), (2, 2, "keep"), (4, 1, "keep")):
        g.step, g.offices[FRANCE].political = step, points
        for flag in range(len(g.flags)):
            g.flags[flag].level, g.flags[flag].favours = 16, JAPAN  # nobody to court
        assert answer(g, next(influence.choose_levels(g, FRANCE, before=True))) == wanted


def test_a_corps_that_can_be_spared_waits_where_the_first_landing_comes() -> None:
    """Of two in one hex the stronger goes to Cayenne; a corps that stands alone stays, and nobody is hidden."""
    g = ambushes()
    alone = put(g, "France MECH any", "Papeete")
    g.offices[FRANCE].paid = 1
    assert answer(g, next(hidden.choose_hidden(g, FRANCE))) == "done"
    weak, strong = put(g, "France GAR any", "Fort-de-France"), put(g, "France INF any", "Fort-de-France")
    flow = hidden.choose_hidden(g, FRANCE)
    ask = next(flow)
    assert answer(g, ask) == f"hide u{strong}" and weak != alone
    asked = flow.send(ask.find(f"hide u{strong}"))
    assert answer(g, asked) == f"place {g.board.token(at(g, 'Cayenne'))}"


def test_the_axis_hides_in_minors_that_let_it_in_and_marches_in_its_own_impulse() -> None:
    """Japan before Panama: a corps in Colombia shows itself in the Axis impulse, not in an Allied one; Germany without a minor to
    march from pays for nobody."""
    g = ambushes()
    favour(g, "Colombia", "Japan", 8)
    g.offices[JAPAN].political = g.offices[GERMANY].political = 7
    for flag in range(len(g.flags)):
        if g.flags.favours[flag] != JAPAN:
            g.flags[flag].level, g.flags[flag].favours = 16, FRANCE
        else:
            g.flags[flag].level = 15
    assert answer(g, next(influence.choose_levels(g, JAPAN, before=True))) in ("conceal 1", "conceal 2")
    assert answer(g, next(influence.choose_levels(g, GERMANY, before=True))) == "keep"
    corps = put(g, "Japan INF any", "Bogota")
    g.hideouts, g.power = {corps: at(g, "Bogota")}, JAPAN
    g.side = 1
    assert answer(g, next(hidden.show_units(g))) == "lie_low"
    g.side = 0
    assert answer(g, next(hidden.show_units(g))) == f"show u{corps}"
