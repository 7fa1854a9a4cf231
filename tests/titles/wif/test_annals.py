"""What is looked back at and laid over the map: objectives by year, the year in review, figures for the charts, the network of
goods with what would be lost where it is cut."""

from __future__ import annotations

import pytest

from grognard.kernel.cache import check_caches
from grognard.kernel.flow import Option
from grognard.kernel.play import Journal
from grognard.kernel.session import Session
from grognard.titles.wif import TITLE, present_goods, present_politics
from grognard.titles.wif.facts import ALLIES, COMMONWEALTH, GERMANY
from grognard.titles.wif.rules.annals_of_war import changes, holders_now, note_year, snapshots
from grognard.titles.wif.rules.production import plan_for
from grognard.titles.wif.rules.victory import objectives
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import War
from tests.titles.wif.field import at, hold


def world(scenario: str = "global_war_1939") -> War:
    g: War = Session.new(TITLE, scenario, seed=b"s" * 32).g
    g.journal = Journal()
    return g


def told(g: War) -> list[str]:
    return [line.text for line in g.journal.lines]


def test_a_campaign_begins_with_who_holds_what() -> None:
    g = world()
    (first,) = snapshots(g)
    assert first.year == 1938 and first.holders == holders_now(g) and len(first.holders) == len(objectives(g))
    assert world("barbarossa_1941").years == []


def test_at_the_end_of_a_year_the_log_tells_what_it_brought() -> None:
    g = world()
    hold(g, "Germany", "Warsaw")
    g.turn = turn_number("Nov/Dec 1939")
    note_year(g)
    assert not told(g) and len(snapshots(g)) == 1, "the year is not over"
    g.turn = turn_number("Jan/Feb 1940")
    note_year(g)
    assert told(g)[0].startswith("1939 is over: the Axis holds ") and "Germany took Warsaw" in told(g)
    assert [one.year for one in snapshots(g)] == [1938, 1939]
    hold(g, "Germany", "Paris")
    g.turn = turn_number("Jan/Feb 1941")
    note_year(g)
    assert "Germany took Paris" in told(g) and "France lost Paris" in told(g) and told(g).count("Germany took Warsaw") == 1


def test_a_game_from_before_years_were_kept_begins_at_the_next_new_year() -> None:
    g = world()
    g.years = []
    assert present_politics.review(g).rows == [] and present_politics.by_year(g).rows == []
    g.turn = turn_number("Jan/Feb 1940")
    note_year(g)
    assert not told(g) and [one.year for one in snapshots(g)] == [1939]


def test_the_page_shows_the_last_year_and_this_one_so_far() -> None:
    g = world()
    hold(g, "Germany", "Warsaw")
    g.turn = turn_number("Jan/Feb 1940")
    note_year(g)
    hold(g, "Germany", "Paris")
    rows = [row[:2] + row[3:] for row in present_politics.review(g).rows]
    assert ["1939", "Germany", "Warsaw", "-"] in rows and ["1940 so far", "Germany", "Paris", "-"] in rows
    assert ["1940 so far", "France", "-", "Paris"] in rows
    line = next(row for row in present_politics.by_year(g).rows if row[0] == "Germany")
    numbers = [int(n) for n in line[1:]]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]
    assert changes(g, snapshots(g)[-1].holders, holders_now(g), GERMANY) == ([at(g, "Paris")], [])


def test_charts_follow_objectives_armies_and_convoys() -> None:
    found = TITLE.figures(world())
    assert set(found) == {"Objectives", "Land factors", "Convoy points"}
    assert found["Convoy points"]["commonwealth"] > found["Convoy points"]["germany"] >= 0 < found["Land factors"]["germany"]
    assert set(TITLE.figures(world("barbarossa_1941"))) == {"Land factors"}


def test_18_1_who_works_with_whom_is_a_table_of_its_own() -> None:
    """Beside the wars it was cut off at the edge of the pane."""
    g = world("eve_of_barbarossa_1941")
    assert ["Germany", "Italy"] in present_politics.co_operation(g).rows
    assert not any(row[0] == "USSR" for row in present_politics.co_operation(g).rows), "the USSR works with nobody"
    assert all(len(row) == 3 for row in present_politics.wars(g).rows)
    assert {"wars", "co_operation"} <= {panel.key for panel in present_politics.politics(g, None)}


# --- the network of goods -------------------------------------------------------------------------------------------------------


def goods(g: War, side: str, place: int) -> tuple[str, tuple[str, ...]]:
    found = present_goods.explain(g, Option("goods", side, g.hexes[place]))
    assert found is not None
    return found.reason, getattr(found, "way", ())


def test_13_6_1_the_network_says_what_works_and_what_carries() -> None:
    g = world()
    plan = plan_for(g, COMMONWEALTH)
    found = present_goods.network(g, ALLIES)
    busy = {area for kind in ("sea", "ally") for area in plan.used(kind)}
    assert busy and all(found[area] == present_goods.CARRIES for area in busy)
    fed = [s for (_, s), n in plan.haul.arrived.items() if n == plan.factories[s]]
    starved = [s for (_, s), n in plan.haul.arrived.items() if n < plan.factories[s]]
    assert all(found[s] in (present_goods.WORKS, present_goods.IDLE, present_goods.LOST) for s in fed)
    assert all(found[s] in (present_goods.IDLE, present_goods.LOST) for s in starved)
    check_caches(g)


def test_13_6_1_a_cut_sea_says_what_it_costs() -> None:
    g = world()
    plan = plan_for(g, COMMONWEALTH)
    costs = {area: plan.points - plan_for(g, COMMONWEALTH, frozenset((area,))).points for area in plan.used("sea")}
    area = max(costs, key=lambda a: costs[a])
    assert costs[area] > 0
    reason, way = goods(g, "allies", area)
    assert f"cut here it loses {costs[area]} of {plan.points} points" in reason
    assert g.board.token(area) in way and len(way) >= 3
    heaps = [u for u, c in enumerate(g.units.counter) if c < 0 and g.units.at[u] in g.ground.sections[area]]
    for unit in heaps:
        g.units[unit].at = -2
    assert plan_for(g, COMMONWEALTH).points == plan.points - costs[area], "what it said comes true"
    assert present_goods.network(g, ALLIES).get(area) != present_goods.CARRIES


def test_13_6_1_a_resource_and_a_factory_tell_of_themselves() -> None:
    g = world()
    plan = plan_for(g, GERMANY)
    ways = plan.haul.routes()
    start, end = ways[0].places[0][1], ways[0].places[-1][1]
    assert f"of {plan.resources[start]} resources reach a factory" in goods(g, "axis", start)[0]
    assert f"of {plan.factories[end]} factories have a resource" in goods(g, "axis", end)[0]
    desert = at(g, "Tobruk")
    assert goods(g, "axis", desert) == ("no goods begin, end or pass there", ())
    assert present_goods.explain(g, Option("supply", "axis", g.hexes[desert])) is None
    assert goods(g, "axis", g.board.space("E2512"))[0].endswith("point at the boxes of one"), "a hex of open water"
    north = at(g, "North Atlantic")
    assert goods(g, "allies", g.ground.sections[north][2]) == goods(g, "allies", north)


def test_words_of_the_network_have_colours_far_apart() -> None:
    """As the client makes them of a word (overlayColour): two shades of purple were convoys with goods and without."""

    def hue(word: str) -> int:
        found = 0
        for letter in word:
            found = (found * 31 + ord(letter)) % 360
        return found

    hues = sorted(hue(word) for word in present_goods.RANK)
    assert min(b - a for a, b in zip(hues, [*hues[1:], hues[0] + 360])) > 40


@pytest.mark.parametrize(("segment", "shown"), [("Naval movement", True), ("Land movement", False)])
def test_the_network_is_laid_over_the_map_while_ships_or_production_are_dealt_with(
    segment: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    g = world()
    monkeypatch.setattr(present_goods, "place", lambda sequence, g: ("Turn", "Impulse", segment))
    assert set(present_goods.networks(g)) == ({"goods axis", "goods allies"} if shown else set())
