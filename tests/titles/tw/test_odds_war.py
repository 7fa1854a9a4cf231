"""Odds before the dice of the whole war: seasons, meetings at sea and Variants, each compared with its rule."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Option
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY
from grognard.titles.tw.odds_war import bombing_season, meeting, outlook, research, uboat_season
from grognard.titles.tw.rules.bombing_war import Bombers
from grognard.titles.tw.rules.seas import sea
from grognard.titles.tw.rules.strategic_war import Atlantic
from grognard.titles.tw.rules.uboats import battle_of_the_atlantic, reckon, uboat_modifiers
from grognard.titles.tw.rules.voyages import Meeting

from .kit import space
from .test_07_sea import fleet
from .test_14_money import campaign


def test_5_1_1_a_season_of_the_uboat_war():
    """The mean is that of ten rolls on the table; all results together are certain."""
    g = campaign("campaign_1942")
    card = uboat_season(g, 8, 6)
    assert card is not None
    total = uboat_modifiers(g).total
    mean = sum(reckon(8, 6, battle_of_the_atlantic(8, 6, roll, total)).narfs for roll in range(1, 11)) / 10
    assert card.odds.startswith(f"{mean:.1f} NARFs") or g.happy_time >= 0
    assert sum(c.chance for c in card.results) == pytest.approx(1.0)
    assert uboat_season(g, 0, 6) is None
    told = outlook(g, Option("commit", 8), Atlantic(10, 4, 2))
    assert told is not None and told.title == "8 U-Boats against 6 ASW"


def test_5_2_a_bombing_season():
    g = campaign("campaign_1942")
    few, many = (bombing_season(g, Bombers(6, 4, n), 6, 4) for n in (2, 20))
    assert few is not None and many is not None
    assert float(few.odds.split()[0]) > float(many.odds.split()[0])
    assert bombing_season(g, Bombers(6, 4, 2), 0, 0) is None


def test_7_8_a_meeting_at_sea():
    """Ships nearer to the area find a mission more easily; where the ships are hidden nothing is told."""
    g = campaign("campaign_1942")
    prey = fleet(g, "germany", "kiel")
    g.side = AXIS
    about = Meeting(ALLIES, (prey,))
    near = meeting(g, about, space(g, "scapa_flow"), sea(g, "scottish_north_sea"))
    far = meeting(g, about, space(g, "scapa_flow"), sea(g, "danish_north_sea"))
    assert near is not None and far is not None and 1.0 >= near.taken >= far.taken >= 0.1
    option = Option("intercept", g.hexes[space(g, "scapa_flow")], g.hexes[sea(g, "norwegian_sea")])
    assert outlook(g, option, Meeting(ALLIES, ())) is None


def test_28_0_odds_of_a_variant():
    """With the POP alone 40 % twice; a saved modifier helps the first roll."""
    g = campaign()
    assert research(g, GERMANY, 0, "project").taken == pytest.approx(0.16)
    assert research(g, GERMANY, 1, "project").taken == pytest.approx(0.2)
    assert research(g, BRITAIN, 0, "modifier").taken == pytest.approx(0.4)
    assert TITLE.odds(g, "axis", Option("done"), None) is None
