"""DESIGN 11.1: the list of a question is its test. Random play with every option asked for its own legality."""

from __future__ import annotations

import pytest

from grognard.agents.fuzz import fuzz
from grognard.kernel.title import title
from grognard.titles.gw36.rules import combat_movement
from grognard.titles.gw36.rules.convoys import prey, raidable
from grognard.titles.gw36.state import GERMANY
from tests.titles.gw36.workshop import game, put, war


@pytest.mark.parametrize("seed", [7, 8])
def test_no_listed_option_is_refused_by_its_own_test(seed: int) -> None:
    report = fuzz(title("gw36"), answers=1500, seed=seed, random_options=True)
    assert report.contradictions == 0, report.doubts
    assert report.listed > 10_000
    assert report.unexplained * 500 < report.unlisted, report.doubts
    assert not report.failures


def test_9_11_a_raid_is_listed_only_where_something_is_left_to_lose() -> None:
    g = game("germany")
    war(g, "germany", "great_britain")
    boat = put(g, "germany", "sz_25", "submarine")
    raid = f"raid {boat.token} sz_25"
    assert raid in [o.text for o in combat_movement.orders_of(g, boat.index)]
    for found in prey(g, boat.at, GERMANY):
        g.raided[found.line * 128 + found.nation] = found.left
    assert boat.at not in raidable(g, GERMANY)
    assert raid not in [o.text for o in combat_movement.orders_of(g, boat.index)]
