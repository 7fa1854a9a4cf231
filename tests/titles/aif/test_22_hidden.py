"""22.10: hidden units; and what the table shows: the track, research, the boxes, hidden units to their owner alone."""

from __future__ import annotations

import pytest

from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules import hidden, influence
from grognard.titles.aif.rules.hidden import Hiding, Spot
from grognard.titles.aif.rules.influence import Courting
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import FRANCE, GERMANY, USA
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules import land_movement, landings
from grognard.titles.wif.rules.land_movement import March
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.landings import Invading
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import SET_ASIDE, slot_of

from ..wif.field import act, at, drive, hold, outcome, put
from .field import america, favour, flag_of


def test_22_10_three_points_each_in_open_hexes() -> None:
    g = america()
    corps, other = put(g, "France INF any", "Cayenne"), put(g, "France INF any", "Cayenne")
    assert hidden.may_hide(g, Hiding(FRANCE, 1), corps) is None
    assert hidden.may_hide(g, Hiding(FRANCE, 0), corps) is not None
    assert hidden.may_hide(g, Hiding(USA, 9), corps) is not None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Papeete")) is None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Chicago")) is not None
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Lima")) is not None
    favour(g, "Peru", "France", 8)
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Lima")) is None
    g.hideouts = {other: at(g, "Papeete")}  # stacking does not count while they are hidden
    assert hidden.may_place(g, Spot(FRANCE, corps), at(g, "Papeete")) is None
    box = next(s for s in range(g.board.size) if g.ground.box[s] and g.ground.land[s])
    refused = hidden.may_place(g, Spot(FRANCE, corps), box)
    assert refused is not None and refused.rule == "22.10"


def test_22_10_paid_in_secret_and_set_aside() -> None:
    g = america(hidden_units=True)
    corps = put(g, "France INF any", "Cayenne")
    g.offices[FRANCE].political = 7
    drive(g, influence.buy_and_apply(g, before=True), ["conceal 1", "keep"])
    assert (g.offices.political[FRANCE], g.offices.paid[FRANCE]) == (4, 1)
    papeete = g.board.token(at(g, "Papeete"))
    drive(g, hidden.hide_units(g), [f"hide u{corps}", f"place {papeete}"])
    assert (g.offices.political[FRANCE], g.offices.paid[FRANCE]) == (4, 0)
    assert g.units.at[corps] == SET_ASIDE and g.hideouts == {corps: at(g, "Papeete")}


def test_22_10_they_are_paid_for_in_the_influence_steps_before_the_set_up() -> None:
    """Not with points that are left later, not without the option, not more than the points give."""
    g = america(hidden_units=True)
    assert influence.may_pay_hidden(g, Courting(FRANCE, 15, before=1), 5) is None
    refused = [
        influence.may_pay_hidden(america(), Courting(FRANCE, 15, before=1), 1),
        influence.may_pay_hidden(g, Courting(FRANCE, 15), 1),
        influence.may_pay_hidden(g, Courting(FRANCE, 15, before=1), 6),
        influence.may_pay_hidden(g, Courting(FRANCE, 15, (influence.HIDDEN, 1), 1), 1),
    ]
    assert {no.rule for no in refused if no is not None} == {"22.10"} and None not in refused
    put(g, "France INF any", "Cayenne")
    g.offices[FRANCE].political = 9
    assert drive(g, hidden.hide_units(g)) == []
    assert drive(g, influence.influence_step(g), ["keep"])[0].startswith("France") and not g.offices.paid[FRANCE]


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


def ambush(strength: str = "any") -> tuple[America, int, int, list[int]]:
    """A German corps in Atlanta, and an American one that lies hidden two hexes away; the hexes from the first to the second."""
    g = america()
    g.power, g.side = GERMANY, 0
    start = at(g, "Atlanta")
    beyond = next(b for b, _ in g.ground.steps[start] if g.ground.land[b])
    away = next(
        c for c, _ in g.ground.steps[beyond] if g.ground.land[c] and c != start and c not in [b for b, _ in g.ground.steps[start]]
    )
    hold(g, "Germany", g.board.token(start))
    enemy = put(g, "Germany INF any", g.board.token(start), fed=1)
    act(g, "Germany", Action.LAND)
    corps = put(g, f"USA INF {strength}", "Chicago")
    g.units[corps].at, g.hideouts = SET_ASIDE, {corps: away}
    return g, enemy, corps, [start, beyond, away]


def test_22_10_whoever_walks_into_it_stops_before_it() -> None:
    """The hidden corps shows itself as soon as the enemy's zone covers its hex; the march is over where it is seen."""
    g, enemy, corps, (start, beyond, away) = ambush()
    way = March(GERMANY, (enemy,), start, (0,), False, True)
    drive(g, land_movement.go(g, way, beyond))
    assert g.hideouts == {} and g.units.at[corps] == away and g.units.at[enemy] == beyond


def test_22_10_who_tries_to_enter_its_hex_ends_his_move_where_he_was() -> None:
    """Hidden aircraft do not bar the way, a hidden corps does, and shows itself; so it does when its hex is attacked."""
    g, enemy, corps, (start, beyond, away) = ambush()
    g.hideouts = {corps: beyond}
    assert in_enemy_zone(g, beyond, 1)
    way = March(GERMANY, (enemy,), start, (0,), False, True)
    assert outcome(g, land_movement.go(g, way, beyond)) is None
    assert g.units.at[enemy] == start and g.units.at[corps] == beyond and g.hideouts == {}
    plane = put(g, "USA FTR any", "Chicago")
    g.units[plane].at, g.hideouts = SET_ASIDE, {plane: away}
    assert not hidden.ambushed(g, enemy, away) and g.units.at[plane] == away
    friend = put(g, "Germany INF any", "Atlanta")
    g.units[friend].at, g.hideouts = SET_ASIDE, {friend: away}
    assert not hidden.ambushed(g, enemy, away) and g.hideouts == {friend: away}


def test_22_10_an_invasion_meets_it_instead_of_a_notional_unit() -> None:
    g = america()
    act(g, "Germany", Action.LAND)
    miami = at(g, "Miami")
    box = g.ground.sections[g.ground.seas[miami][0]][2]
    boat = put(g, "Germany TRS any", "Havana")
    marine = put(g, "Germany MAR any", "Havana")
    g.units[boat].at = g.units[marine].at = box
    g.units[marine].aboard = boat
    corps = put(g, "USA INF any", "Chicago")
    g.units[corps].at, g.hideouts = SET_ASIDE, {corps: miami}
    landings._invade(g, Invading(GERMANY), (marine, miami))
    assert g.units.at[corps] == miami and corps in fight(g, 0).defenders


def test_22_10_its_owner_may_show_it_in_the_enemy_s_impulse_too() -> None:
    g, _, corps, (_, _, away) = ambush()
    assert hidden.powers_with_hidden(g) == [USA]
    g.power = USA
    drive(g, hidden.show_units(g), [f"show u{corps}"])
    assert g.units.at[corps] == away and hidden.powers_with_hidden(g) == []


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


def test_22_10_the_log_does_not_tell_that_a_unit_went_into_hiding() -> None:
    g = america(hidden_units=True)
    corps = put(g, "USA INF any", "Chicago")
    assert not TITLE.unseen(g, g.units[corps])
    g.units[corps].at, g.hideouts = SET_ASIDE, {corps: at(g, "Miami")}
    assert TITLE.unseen(g, g.units[corps])


@pytest.mark.parametrize("scenario", ["campaign_1945", "star_spangled_banner_1947", "short_game"])
def test_panels_show_the_track_research_and_the_boxes(scenario: str) -> None:
    g = Session.new(TITLE, scenario, seed=b"h" * 32).g
    panels = {p.key: p for p in TITLE.picture(g, None).panels}
    track = panels["track"]
    squares = track.squares
    assert [s.name for s in squares[14:19]] == ["+2", "+1", "0", "+1", "+2"] and len(squares) == 33
    assert squares[0].name == squares[-1].name == "Full ally"
    assert sorted(peg.label for s in squares for peg in s.pegs) == sorted(row.label for row in g.flags if not row.gone)
    assert (squares[7].name, squares[7].sign, squares[7].bar) == ("+9", "Sep/Oct", "")  # 13.6.11
    assert (squares[11].name, squares[11].bar, squares[21].bar) == ("+5", "after", "before")  # the hurdle lies on the side of 0
    assert [s.sign for s in panels["research"].squares if s.sign] == ["atomic bomb", "hydrogen bomb"]
    assert {s.name for s in panels["boxes"].squares} == {"Japanese box", "German box", "Italian box"}
    assert [row[0] for row in panels["boxes"].rows] == ["Japan", "Germany", "Italy"]
    assert panels["research"].rows[1][4] == 5
    assert len(panels["costs"].rows) == 1 + sum(not row.gone for row in g.flags)
    if scenario == "star_spangled_banner_1947":
        where = {peg.label: (n - 16, peg.side, peg.tier) for n, s in enumerate(squares) for peg in s.pegs}
        assert where["Brazil"] == (-16, "germany", 0) and where["Peru"] == (-16, "japan", 1)
        assert where["Cuba"] == (-10, "italy", -1) and where["Ecuador"] == (5, "commonwealth", -1) and "Mexico" not in where
        assert any("\u00d7" in peg.label for s in panels["boxes"].squares for peg in s.pegs)
        assert g.flags.favours[flag_of(g, "Brazil")] == GERMANY
