"""Points by source: in every scenario of every title that tells them they add up to its scores."""

from __future__ import annotations

import pytest

from grognard.kernel.session import Session
from grognard.kernel.title import title

CASES = [(code, one.key) for code in ("tw", "wif", "aif", "awaw") for one in title(code).scenarios]


@pytest.mark.parametrize(("code", "scenario"), CASES)
def test_points_add_up_to_the_scores(code: str, scenario: str) -> None:
    session = Session.new(title(code), scenario, seed=bytes(16))
    scores, points = session.title.scores(session.g), session.title.points(session.g)
    for side, score in scores.items():
        assert sum(one.points for one in points if one.side == side) == pytest.approx(score, abs=0.11), side
    assert all(one.what and one.points for one in points)
