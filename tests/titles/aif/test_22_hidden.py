"""22.10: hidden units; and what the table shows: the track, research, the boxes, hidden units to their owner alone."""

from __future__ import annotations

import pytest

from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules import hidden
from grognard.titles.aif.rules.hidden import Hiding, Spot
from grognard.titles.wif.facts import FRANCE, GERMANY, USA
from grognard.titles.wif.state import SET_ASIDE, slot_of

from ..wif.field import at, drive, hold, put
from .field import america, favour, flag_of


def test_22_10_three_points_each_in_open_hexes() -> None:
    g = america()
    corps, other = put(g, "France INF any", "Cayenne"), put(g, "France INF any", "Cayenne")
    assert hidden.may_hide(g, Hiding(FRANCE, 3), corps) is None
    assert hidden.may_hide(g, Hiding(FRANCE, 2), corps) is not None
    assert hidden.may_hide(g, Hiding(USA, 9), corps) is not None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Papeete")) is None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Chicago")) is not None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Lima")) is not None
    favour(g, "Peru", "France", 8)
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Lima")) is None
    g.hideouts = {other: at(g, "Papeete")}
    refused = hidden.may_place(g, Spot(FRANCE, corps), at(g, "Papeete"))
    assert refused is not None and "stack" in refused.reason


def test_22_10_paid_in_secret_and_set_aside() -> None:
    g = america(hidden_units=True)
    corps = put(g, "France INF any", "Cayenne")
    g.offices[FRANCE].political = 4
    papeete = g.board.token(at(g, "Papeete"))
    drive(g, hidden.hide_units(g), [f"hide u{corps}", f"place {papeete}"])
    assert g.offices.political[FRANCE] == 1
    assert g.units.at[corps] == SET_ASIDE and g.hideouts == {corps: at(g, "Papeete")}


def test_22_10_it_must_show_itself_beside_the_enemy() -> None:
    g = america()
    corps = put(g, "USA INF any", "Chicago")
    g.units[corps].at, g.hideouts = SET_ASIDE, {corps: at(g, "Miami")}
    hidden.reveal_hidden(g)
    assert g.units.at[corps] == SET_ASIDE
    near = next(s for s, _ in g.ground.steps[at(g, "Miami")])
    hold(g, "Germany", g.board.token(near))
    put(g, "Germany INF 6-3", g.board.token(near))
    hidden.reveal_hidden(g)
    assert g.units.at[corps] == at(g, "Miami") and g.hideouts == {}


def test_22_10_lost_influence_sends_it_home() -> None:
    g = america()
    favour(g, "Peru", "Germany", 9)
    corps = put(g, "Germany INF 6-3", "German box")
    g.units[corps].at, g.hideouts = SET_ASIDE, {corps: at(g, "Lima")}
    favour(g, "Peru", "Germany", 7)
    hidden.reveal_hidden(g)
    assert g.units.at[corps] == slot_of(g.turn + 1)


def test_22_10_only_its_owner_sees_it() -> None:
    session = Session.new(TITLE, "star_spangled_banner_1947", seed=b"h" * 32)
    g = session.g
    unit = next(u for u, p in enumerate(g.units.power) if p == USA and g.units.at[u] >= 0 and g.units.counter[u] >= 0)
    g.hideouts = {unit: at(g, "Denver")}
    g.units[unit].at = SET_ASIDE
    mine = {p.id: p.state for p in TITLE.picture(g, "usa").pieces}
    assert mine[f"u{unit}"] == ("hidden",)
    assert f"u{unit}" not in {p.id for p in TITLE.picture(g, "germany").pieces}
    hidden.conceal(g, "germany")
    assert g.hideouts == {}


@pytest.mark.parametrize("scenario", ["campaign_1945", "star_spangled_banner_1947", "short_game"])
def test_panels_show_the_track_research_and_the_boxes(scenario: str) -> None:
    g = Session.new(TITLE, scenario, seed=b"h" * 32).g
    panels = {p.key: p for p in TITLE.picture(g, None).panels}
    track = panels["track"]
    assert len(track.rows) == 17 and len(track.about) == 17
    told = " ".join(str(cell) for row in track.rows for cell in row)
    assert all(row.label in told for row in g.flags if not row.gone)
    assert [row[0] for row in panels["boxes"].rows] == ["Japan", "Germany", "Italy"]
    assert panels["research"].rows[1][4] == 5
    assert len(panels["costs"].rows) == 1 + sum(not row.gone for row in g.flags)
    if scenario == "star_spangled_banner_1947":
        assert "Brazil (Ge)" in str(track.rows[0][0]) and g.flags.gone[flag_of(g, "Mexico")]
        assert g.flags.favours[flag_of(g, "Brazil")] == GERMANY
