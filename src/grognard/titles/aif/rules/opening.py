"""23.7: two influence steps before the game begins."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.aif.rules.influence import buy_and_apply
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import AXIS, POWER_INDEX


def steps(g: America) -> range:
    """For the sequence: the influence steps before the game."""
    return range(1, g.frame.influence.steps + 1)


@rule("23.7", "23.8")
def influence_before_the_game(g: America) -> Flow[None]:
    """Every power gets its political points and courts the minors; the Axis wins ties"""
    for name, points in g.frame.influence.points.items():
        g.offices[POWER_INDEX[name]].political += points
    yield from buy_and_apply(g, first=AXIS)
