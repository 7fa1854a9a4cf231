"""23.9: the supergame: World in Flames from 1939 on its own maps and the American ones, with research sites, to 1950."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import pytest

from grognard.kernel.dice import FixedDice, seed_from
from grognard.kernel.flow import GameOver
from grognard.kernel.play import Journal
from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.rules import declarations, laboratories, research
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.laboratories import Laboratory
from grognard.titles.aif.scenario import SUPERGAME
from grognard.titles.aif.state import America
from grognard.titles.aif.world import _in_inset, _points
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, COMMONWEALTH, GERMANY, ITALY, JAPAN, POWERS, USA, USSR
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.declarations import Declaring, may_attack_minor
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.impulses import make_war
from grognard.titles.wif.rules.minors import neutral_minor
from grognard.titles.wif.rules.production import multiple
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import COMPLETE

from ..wif.field import drive
from .field import flag_of, stands


@lru_cache(maxsize=1)
def _begun() -> Session:
    return Session.new(TITLE, SUPERGAME, {}, players={}, seed=seed_from(7))


def world() -> America:
    """A supergame as it is set up."""
    g: America = _begun().g.copy()
    g.dice, g.journal = FixedDice(), Journal()
    return g


def at_war_with_all(g: America) -> None:
    for power in (GERMANY, ITALY, JAPAN):
        make_war(g, USA, power)


# --- the board ----------------------------------------------------------------------------------------------------------------


def test_23_9_the_maps_are_one_board() -> None:
    """Washington lies on the American map, Berlin on the European one; nothing is left of the coarse Americas, and no place is
    there twice."""
    g = world()
    named = g.ground.named
    assert [g.board.map[named(p)] for p in ("Washington", "Rio de Janeiro", "Berlin", "Tokyo")] == ["N", "S", "W", "P"]
    assert "M" not in g.board.map and not any(g.ground.box)
    assert [s for s, name in enumerate(g.board.names) if name == "Azores"] == [named("Azores")]
    assert g.board.map[named("Azores")] == "W"


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        ("US East Coast", "North Atlantic", True),
        ("Davis Strait", "Denmark Strait", True),
        ("Clarion", "Hawaiian Islands", True),
        ("Brazilian Coast", "South Atlantic Ocean", True),
        ("Peruvian Coast", "Tierra del Fuego", False),  # the Chilean Coast lies between them here
        ("Hudson Bay", "North Atlantic", False),
    ],
)
def test_23_9_fleets_sail_from_one_set_of_maps_to_the_other(a: str, b: str, joined: bool) -> None:
    g = world()
    assert (g.ground.named(b) in g.ground.waters[g.ground.named(a)]) == joined


def test_1_2_a_from_the_pacific_to_the_american_maps() -> None:
    """aif-1.2-a: from a hexdot at the east edge of the Christmas Island area every hexdot at the west edge of Clarion and of
    Mendocino is 12 points away, and none of them is nearer."""
    g = world()
    ground, board = g.ground, g.board
    east = max(s for s in ground.dots[ground.named("Christmas Island")] if board.map[s] == "P" and s in ground.leaps)
    reach = flying_reach(g, {east: 0}, 12)
    assert all(cost == 12 for s, cost in reach.items() if board.map[s] in ("N", "S"))
    for area in ("Clarion", "Mendocino"):
        rows: dict[float, list[int]] = {}
        for s in ground.dots[ground.named(area)]:
            rows.setdefault(board.y[s], []).append(s)
        west = [min(row, key=lambda s: board.x[s]) for row in rows.values()]
        edge = [s for s in west if s in ground.leaps]
        assert edge and all(reach[s] == 12 for s in edge)
    assert not any(board.map[s] == "N" for s in flying_reach(g, {east: 0}, 11))


def test_23_9_the_drawing_shows_both() -> None:
    """Every hex has its place inside the drawing; the panels of both titles are there."""
    g = world()
    drawn = TITLE.drawing(TITLE.sheet(SUPERGAME))
    assert drawn is not None and TITLE.drawing("") != drawn
    assert b'"us_east_coast"' in drawn and b"japanese_box" not in drawn
    panels = {panel.key for panel in TITLE.picture(g, "usa").panels}
    assert {"track", "research", "us_entry", "pacts"} <= panels


# --- how it begins ------------------------------------------------------------------------------------------------------------


def test_23_9_how_it_begins() -> None:
    """The war of 1939, no research, Panama at 11 for the USA and every other flag at 0."""
    g = world()
    assert g.date == "Sep/Oct 1939" and g.last_turn == turn_number("Nov/Dec 1950")
    assert g.charts.initiative[g.track].bonus(AXIS) == 2
    assert g.research == [0, 0] and stands(g, "Panama") == ("USA", 11)
    assert all(f.level == 0 for f in g.flags if f.index != flag_of(g, "Panama"))
    assert [POWERS[p] for p in range(8) if g.powers.status[p]] == ["Japan", "China"] and not list(TITLE.invariants(g))


def test_23_9_american_minors_have_their_own_politics() -> None:
    """Even a neutral power aligns who favours it enough; no declaration of World in Flames touches a country with a flag, and
    powers that are not on the chart buy no influence."""
    g = world()
    brazil = g.facts.country["brazil"]
    assert not neutral_minor(g, brazil) and may_attack_minor(g, Declaring(GERMANY), brazil) is not None
    assert neutral_minor(g, g.facts.country["denmark"])
    assert declarations.may_align(g, Cabinet(USA), flag_of(g, "Panama")) is None
    assert declarations.may_align(g, Cabinet(USA), flag_of(g, "Brazil")) is not None
    assert research.may_court_anybody(g, Purse(USSR, 9)) is not None and research.may_court_anybody(g, Purse(JAPAN, 9)) is None
    g.side = ALLIES
    assert CHINA not in declarations.cabinets(g) and USA in declarations.cabinets(g)


def test_23_9_the_american_multiple() -> None:
    """Two at most, half a one more in a turn in which the Axis attacks its home; green factories do not count."""
    g = world()
    before = multiple(g, USA)
    g.powers[USA].invaded = 1
    assert multiple(g, USA) - before == 0.5 and not any(g.ground.green)
    g.powers[GERMANY].invaded = 1
    assert multiple(g, GERMANY) == multiple(world(), GERMANY)


# --- research -----------------------------------------------------------------------------------------------------------------


def test_23_9_when_research_begins() -> None:
    """With ten sites of a side, or in Jan/Feb 1945."""
    g = world()
    assert research.may_research(g, Purse(USA, 60)) is not None
    g.laboratories = {g.ground.named("Chicago"): 10}
    assert research.may_research(g, Purse(USA, 60)) is None and research.may_research(g, Purse(GERMANY, 60)) is not None
    g.turn = turn_number("Jan/Feb 1945")
    assert research.may_research(g, Purse(GERMANY, 60)) is None
    g.turn -= 1
    assert research.may_research(g, Purse(GERMANY, 60)) is not None


@pytest.mark.parametrize(("sites", "die", "allied", "axis"), [(0, 25, 25, 30), (4, 21, 21, 26), (20, 5, 10, 10), (30, 5, 10, 10)])
def test_23_9_what_a_die_and_a_site_cost(sites: int, die: int, allied: int, axis: int) -> None:
    g = world()
    g.laboratories = {g.ground.named("Chicago"): sites, g.ground.named("Berlin"): sites}
    for side, price in ((ALLIES, allied), (AXIS, axis)):
        assert research.die_cost(g, side) == die and laboratories.site_price(g, side) == price


def test_23_9_sites_are_built_once_america_is_at_war_with_all() -> None:
    g = world()
    make_war(g, USA, GERMANY)
    assert laboratories.may_found(g, Purse(USA, 60)) is not None
    at_war_with_all(g)
    assert laboratories.may_found(g, Purse(USA, 60)) is None
    assert laboratories.may_give(g, Purse(USA, 60), 25) is None and laboratories.may_give(g, Purse(USA, 60), 26) is not None
    assert laboratories.may_give(g, Purse(USA, 20), 21) is not None


def test_23_9_who_gives_most_has_the_site() -> None:
    """Paid together, it takes three turns and stands in a city of the home of who gave most; nobody gives twice in a turn."""
    g = world()
    at_war_with_all(g)
    g.powers[USA].build_points = g.powers[COMMONWEALTH].build_points = 20
    laboratories.give(g, Purse(COMMONWEALTH, 20), 10)
    assert laboratories.may_found(g, Purse(COMMONWEALTH, 10)) is not None and not g.laboratory_works
    laboratories.give(g, Purse(USA, 20), 15)
    assert g.laboratory_works == [USA, g.turn + 3] and g.powers.build_points[USA] == 5
    assert laboratories.may_found(g, Purse(USA, 5)) is not None
    assert laboratories.founders(g) == []
    g.turn += 3
    assert laboratories.founders(g) == [USA]
    g.power = USA
    subject = Laboratory(USA)
    assert laboratories.may_place(g, subject, g.ground.named("London")) is not None
    drive(g, laboratories.open_laboratories(g), [f"site {g.board.token(g.ground.named('Chicago'))}"])
    assert laboratories.laboratories(g, ALLIES) == 1 and g.laboratory_works == []
    g.hexes[g.ground.named("Chicago")].controller = g.facts.country["germany"]
    assert laboratories.laboratories(g, AXIS) == 1 and laboratories.laboratories(g, ALLIES) == 0


def test_23_9_bombs_find_the_sites_last() -> None:
    """Hits that are left once the factories of a hex are gone destroy research sites."""
    g = world()
    berlin = g.ground.named("Berlin")
    g.laboratories = {berlin: 3}
    assert laboratories.raze_laboratories(g, berlin, 2) == 0 and g.laboratories == {berlin: 1}
    assert laboratories.raze_laboratories(g, berlin, 2) == 1 and g.laboratories == {}


# --- how it ends --------------------------------------------------------------------------------------------------------------


def test_23_9_the_end() -> None:
    """Every major power of the other side completely conquered wins; so does the bomb; after Nov/Dec 1950 it is a draw."""
    g = world()
    for power in (GERMANY, ITALY):
        g.powers[power].conquered = COMPLETE
    laboratories.check_end(g)
    assert TITLE.scores(g)["allies"] == pytest.approx(33.3)
    g.powers[JAPAN].conquered = COMPLETE
    with pytest.raises(GameOver) as won:
        laboratories.check_end(g)
    assert won.value.outcome.winners == ("allies",)
    g = world()
    g.research, g.dice_bought = [0, 249], [0, 1]
    g.dice = FixedDice(1)
    with pytest.raises(GameOver):
        research.roll_research(g)
    g = world()
    g.turn = g.last_turn
    with pytest.raises(GameOver) as drawn:
        laboratories.check_end(g)
    assert drawn.value.outcome.winners == ()


def test_23_9_the_coarse_americas_are_not_painted() -> None:
    """Nothing ashore is drawn where World in Flames has its coarse map; sea-boxes that are still used are."""
    drawing = TITLE.drawing("world")
    assert drawing is not None
    layers: list[dict[str, Any]] = msgspec.json.decode(drawing)["layers"]
    inside = {layer["name"] for layer in layers for f in layer["features"] if any(map(_in_inset, _points(f)))}
    assert "sea_boxes" in inside and not inside & {"land", "coast", "rails", "borders", "symbols"}
