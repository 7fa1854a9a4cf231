"""The general staff on built positions: blunders of politics and the long war (numbers of the handbook), aims, builds."""

from __future__ import annotations

import pytest

from grognard.agents.selfplay import seat_agents
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import council, fleets
from grognard.titles.wif.agent.building import missing_convoys
from grognard.titles.wif.agent.council import stakes, victim_due, war_due
from grognard.titles.wif.agent.politics import choose_option
from grognard.titles.wif.agent.sea import Admiral
from grognard.titles.wif.agent.shares import ARMOUR, FOOT, GUARD, GUNS, needs
from grognard.titles.wif.agent.view import distances, view_of
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import TRANSPORTS, Weather
from grognard.titles.wif.rules.entry_options import Chamber
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import NOWHERE, War
from tests.titles.wif.field import at, hold, put, sky


def world(turn: str = "Sep/Oct 1939") -> War:
    """Global War as it is set up, in fine weather, at another date."""
    g: War = Session.new(TITLE, "global_war_1939", seed=b"s" * 32).g
    g.turn = turn_number(turn)
    sky(g, Weather.FINE)
    return g


def test_3_germany_begins_with_poland_and_nobody_else() -> None:
    g = world()
    assert victim_due(g, GERMANY, "poland")
    assert not any(war_due(g, GERMANY, p) for p in (FRANCE, COMMONWEALTH, USSR, USA))
    assert not victim_due(g, GERMANY, "belgium") and not victim_due(g, GERMANY, "switzerland")


def test_4_the_west_wall_is_manned_while_poland_is_attacked() -> None:
    """The planner's first impulse, played: war with Poland alone, and at least four land units within two hexes of France."""
    session = Session.new(TITLE, "fascist_tide_1939", seed=b"s" * 32)
    minds = seat_agents(TITLE, "fascist_tide_1939", {}, ["planner"], 1)
    while not sum(session.g.impulses):
        seat = next(iter(session.pending))
        session.apply(seat, minds[seat].choose(session, seat))
    g: War = session.g
    watch = {s for home in g.ground.homeland["france"] for s, steps in distances(g, home).items() if steps <= 2}
    guards = [u for u, p in enumerate(g.units.power) if p == GERMANY and roster(g).land[u] and g.units.at[u] in watch]
    assert len(guards) >= 4
    assert [c.id for n, c in enumerate(g.facts.countries) if g.countries.wars[n] >> GERMANY & 1] == ["poland"]


def test_2_the_low_countries_are_attacked_in_fine_weather_of_1940_and_not_before_poland_has_fallen() -> None:
    g = world("May/Jun 1940")
    assert not victim_due(g, GERMANY, "belgium")
    hold(g, "Germany", "Warsaw")
    assert victim_due(g, GERMANY, "belgium") and victim_due(g, GERMANY, "netherlands")
    sky(g, Weather.RAIN)
    assert not victim_due(g, GERMANY, "belgium")
    g.turn = turn_number("Jan/Feb 1940")
    sky(g, Weather.FINE)
    assert not victim_due(g, GERMANY, "belgium")


def test_5_italy_stays_out_until_germans_stand_before_paris() -> None:
    g = world("May/Jun 1940")
    make_war(g, GERMANY, FRANCE)
    assert not war_due(g, ITALY, FRANCE) and not war_due(g, ITALY, COMMONWEALTH)
    put(g, "Germany INF any", "Reims")
    beside = next(s for s, _ in g.ground.steps[at(g, "Paris")])
    put(g, "Germany INF any", g.board.token(beside))
    assert war_due(g, ITALY, FRANCE) and war_due(g, ITALY, COMMONWEALTH)


def test_6_the_commonwealth_leaves_a_neutral_italy_and_small_countries_alone() -> None:
    g = world("May/Jun 1940")
    assert not war_due(g, COMMONWEALTH, ITALY)
    assert not any(victim_due(g, COMMONWEALTH, c) for c in ("norway", "belgium", "spain", "iran"))


@pytest.mark.parametrize(
    ("turn", "staffs", "ready"), [("May/Jun 1941", 3, True), ("May/Jun 1941", 1, False), ("Sep/Oct 1941", 3, False)]
)
def test_19_and_20_the_pact_is_broken_with_hqs_at_the_border_and_in_no_autumn(turn: str, staffs: int, ready: bool) -> None:
    g = world(turn)
    hold(g, "Germany", "Warsaw", "Paris")
    for u, power in enumerate(g.units.power):
        if power == GERMANY and roster(g).hq[u] and g.units.at[u] >= 0:
            g.units[u].at = at(g, "Cologne")
    hqs = [u for u, power in enumerate(g.units.power) if power == GERMANY and roster(g).hq[u]]
    for u in hqs[:staffs]:
        g.units[u].at = at(g, "Warsaw")
    assert council.east_is_ready(g) == bool(war_due(g, GERMANY, USSR)) == ready


def test_26_japan_strikes_all_at_once_and_not_without_lift() -> None:
    g = world("Nov/Dec 1941")
    assert war_due(g, JAPAN, USA) and war_due(g, JAPAN, COMMONWEALTH) and victim_due(g, JAPAN, "netherlands")
    for u, power in enumerate(g.units.power):
        if power == JAPAN and roster(g).types[u] in TRANSPORTS:
            g.units[u].down = 1
    assert not war_due(g, JAPAN, USA) and not war_due(g, JAPAN, COMMONWEALTH)
    assert not war_due(world("Jul/Aug 1941"), JAPAN, USA)


def test_28_no_entry_option_takes_the_last_marker_of_a_pool() -> None:
    g = world()
    options = list(g.charts.entry_options)[:4]

    class Asked:
        """A question as far as a choice reads it."""

        def __init__(self) -> None:
            made = TITLE.blank("global_war_1939", {})
            self.options = [_option(made, n) for n in options] + [_option(made, 0, "no_more")]
            self.subject = Chamber(USA)

    g.entry_japan, g.entry_germany = [1], [1]
    assert choose_option(g, Asked())[0].verb == "no_more"  # type: ignore[arg-type]
    g.entry_japan, g.entry_germany = [1] * 6, [1] * 6
    assert choose_option(g, Asked())[0].verb == "choose"  # type: ignore[arg-type]


def _option(g: War, number: int, verb: str = "choose") -> object:
    class Given:
        args = (number,)

    Given.verb = verb  # type: ignore[attr-defined]
    return Given()


def test_13_cruisers_go_to_convoys_that_nobody_guards() -> None:
    g = world()
    make_war(g, GERMANY, COMMONWEALTH)
    area = at(g, "Faeroes Gap")
    sent = fleets.guards(Admiral(g, COMMONWEALTH))
    assert any(g.ground.area[o.goal] == area and o.ships for o in sent)
    box = g.ground.sections[area][2]
    cruiser = next(o.ships[0] for o in sent if g.ground.area[o.goal] == area)
    g.units[cruiser].at = box
    assert all(g.ground.area[o.goal] != area for o in fleets.guards(Admiral(g, COMMONWEALTH)))


def test_lost_convoys_are_built_again() -> None:
    g = world()
    assert missing_convoys(g, COMMONWEALTH) <= 0
    for u, counter in enumerate(g.units.counter):
        if counter == NOWHERE and g.units.power[u] == COMMONWEALTH and not g.ground.land[g.units.at[u]]:
            g.units[u].points = 0
    assert missing_convoys(g, COMMONWEALTH) > 0


def test_a_power_builds_what_its_strategy_lacks() -> None:
    g = world()
    germany, britain = needs(g, GERMANY), needs(g, COMMONWEALTH)
    assert germany[ARMOUR] > germany[GUARD] and germany[GUNS] == 0 < britain[GUNS]
    for u, power in enumerate(g.units.power):
        if power == GERMANY and roster(g).types[u].name in ("INF", "MTN", "CAV"):
            g.units[u].at = -2
    assert needs(g, GERMANY)[FOOT] > germany[FOOT]


def test_armies_gather_for_the_next_war() -> None:
    g = world("Jan/Feb 1940")
    assert council.victims(g, GERMANY) == () and USSR not in council.enemies(g, GERMANY)
    hold(g, "Germany", "Warsaw")
    assert set(council.victims(g, GERMANY)) == {"belgium", "netherlands"}
    assert view_of(g, GERMANY).near(at(g, "Dortmund")) < 6
    late = world("Mar/Apr 1941")
    hold(late, "Germany", "Paris")
    assert USSR in council.enemies(late, GERMANY) and GERMANY in council.enemies(late, USSR)


def test_what_the_staff_wants_counts_more() -> None:
    g = world("May/Jun 1940")
    paris, warsaw, plain = at(g, "Paris"), at(g, "Warsaw"), at(g, "Reims")
    assert stakes(g)[paris] > stakes(g)[warsaw] > stakes(g).get(plain, 0.0)
    assert council.weight(g, GERMANY, paris) > council.weight(g, ITALY, paris) == 1.0
    assert "France" in council.told(g, GERMANY)


def test_the_allies_land_on_the_continent_when_they_are_strong() -> None:
    assert not council.may_land(world("Jul/Aug 1940"), USA, at(world(), "Brest"))
    assert council.may_land(world("May/Jun 1943"), USA, at(world(), "Brest"))


def test_a_foothold_counts_more_the_nearer_to_paris_and_with_a_port() -> None:
    g = world("May/Jun 1943")
    hold(g, "Germany", "Paris", "Le Havre", "Bordeaux", "Brest")
    make_war(g, GERMANY, USA)
    admiral = Admiral(g, USA)
    assert admiral.lodgement(at(g, "Le Havre")) > admiral.lodgement(at(g, "Brest")) > 0 == admiral.lodgement(at(g, "Naples"))
    early = world("May/Jun 1941")
    hold(early, "Germany", "Paris", "Le Havre")
    make_war(early, GERMANY, USA)
    assert Admiral(early, USA).lodgement(at(early, "Le Havre")) == 0
