"""3.10.3 and 27.2: how the objectives of a scenario are counted, at its end and when a nation is out of the war."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import GameOver
from grognard.titles.tw.nations import FRANCE, INDEX
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.end import score, victory

from .kit import hold, session, space

POLAND = INDEX["poland"]


def outcome(g):
    """What the check of victory says, or nothing."""
    try:
        victory(g)
    except GameOver as over:
        return over.outcome
    return None


def test_3_10_3_points_decide_only_after_the_last_turn():
    """West: 10 points win for the Axis, 5 or fewer for the Allies, in between it is a draw."""
    g = session("west").g
    hold(g, "germany", "paris")
    assert score(g) == {"axis": 10, "allies": 8}
    assert outcome(g) is None
    g.turn = g.last_turn
    assert outcome(g).winners == ("axis",)
    hold(g, "france", "paris")
    assert outcome(g).winners == ("allies",)
    hold(g, "germany", "sedan", "calais")
    assert outcome(g).winners == ()


def test_27_2_3_neutral_objectives_count_for_nobody():
    g = session("west").g
    before = score(g)
    g.nations[INDEX["belgium"]].side = 2
    assert score(g) == {"axis": before["axis"], "allies": before["allies"] - 1}


@pytest.mark.parametrize(
    "taken", [("paris", "sedan"), ("paris", "sedan", "lyons", "marseilles"), ("sedan",)], ids=["paris", "the south", "sedan"]
)
def test_18_3_france_out_of_the_war(taken):
    """The Axis wins at once, with occupied France; Lyons and Marseilles are Vichy's, taken or not (TW-AMB-78)."""
    g = session("west").g
    hold(g, "germany", *taken)
    assert outcome(g) is None  # hard pressed, but in the war
    surrender(g, FRANCE)
    over = outcome(g)
    assert (over.winners, over.rule) == (("axis",), "3.10.3")
    assert over.scores == {"axis": 4 + 10, "allies": 2}  # the Low Countries still stand


def test_23_40_poland_out_of_the_war():
    """Warsaw brings the west of Poland; of the three cities in the east only those that were taken count."""
    g = session("poland").g
    hold(g, "germany", "krakow", "lwow")
    assert outcome(g) is None
    hold(g, "germany", "warsaw")
    surrender(g, POLAND)
    over = outcome(g)
    assert over.winners == ("axis",)
    assert over.scores == {"axis": 4 + 8 + 2, "allies": 0}


def test_3_10_3_other_minors_do_not_end_the_scenario():
    """The Netherlands are no reason to stop in the West."""
    g = session("west").g
    surrender(g, INDEX["netherlands"])
    assert outcome(g) is None
    assert g.hexes.holder[space(g, "the_hague")] == INDEX["netherlands"]
