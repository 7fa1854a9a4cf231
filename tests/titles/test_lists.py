"""DESIGN 11.1, 11.8: the list of a question is its test, in every title. Random play with random options: every listed option is
asked for its own legality, others for a reason; every rest is started again, caches are compared, views are looked into."""

from __future__ import annotations

import pytest

from grognard.agents.fuzz import fuzz
from grognard.kernel.title import title

GAMES = [  # title, scenario (empty: drawn), answers, number of the game
    ("gw36", "", 1500, 7),
    ("tw", "barbarossa", 600, 11),
    ("tw", "campaign_1941", 500, 12),
    ("wif", "barbarossa_1941", 350, 13),
    ("wif", "global_war_1939", 250, 14),
    ("awaw", "europe", 700, 5),
    ("awaw", "barbarossa", 300, 15),
    ("aif", "campaign_1945", 300, 16),
]


@pytest.mark.parametrize(("code", "scenario", "answers", "number"), GAMES, ids=[f"{g[0]}-{g[1] or 'any'}" for g in GAMES])
def test_lists_are_their_tests(code: str, scenario: str, answers: int, number: int) -> None:
    report = fuzz(title(code), answers=answers, seed=number, random_options=True, scenario=scenario)
    assert not report.failures, [failure.message for failure in report.failures]
    assert (report.contradictions, report.unexplained) == (0, 0), report.doubts
    assert report.listed > 5 * answers and report.unlisted > answers // 4 and report.rests > 20
