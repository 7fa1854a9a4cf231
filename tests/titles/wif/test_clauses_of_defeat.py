"""Clauses of 13.7, 17 and 22 found wrong by reading the rulebook beside the code: France without a home, surrender, hulls."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, USA, USSR
from grognard.titles.wif.rules.conquest import conquer
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.entry_options import take_over
from grognard.titles.wif.rules.partisans import bands
from grognard.titles.wif.rules.peace import Despair, may_surrender
from grognard.titles.wif.rules.powers import active, at_war
from grognard.titles.wif.rules.return_to_base import Watch, asked, bring_home, may_call_home, stay_or_return
from grognard.titles.wif.rules.supply_sources import primary_sources
from grognard.titles.wif.rules.vichy import install
from grognard.titles.wif.state import COMPLETE, CONSTRUCTION_POOL, INCOMPLETE, NOWHERE, War
from tests.titles.wif.field import align, at, drive, hold, put, war
from tests.titles.wif.test_13_peace import paris
from tests.titles.wif.test_clauses_of_politics import minor, world


def convoy(g: War, power: int, where: int, points: int) -> int:
    return g.units.add(counter=NOWHERE, power=power, country=first_home(g, power), points=points, at=where).index


def test_17_2_a_france_that_every_group_leaves_is_completely_conquered() -> None:
    """No home of 1939 is left to it (13.7.1): it is out of the war. With Algeria it fights on."""
    for rolls, left in (([1] * 20, False), ([10] * 20, True)):
        g = paris()
        for name in ("senegal", "algeria"):
            align(g, name, "France")
        drive(g, install(g, GERMANY), (), rolls)
        assert g.vichy and (g.powers.conquered[FRANCE] == (INCOMPLETE if left else COMPLETE))
        assert at_war(g, FRANCE, GERMANY) == active(g, FRANCE) == left


def test_13_7_6_a_home_is_surrendered_to_enemies_in_supply_there() -> None:
    """Germans in the USSR that starve are no reason: with a supplied army of theirs alone there it may be given up."""
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942")
    ussr = minor(g, "ussr")
    assert may_surrender(g, Despair(USSR), ussr) is not None
    lone = put(g, "Germany INF any", "Gorki")
    assert may_surrender(g, Despair(USSR), ussr) is not None
    g.units[lone].at = at(g, "Leningrad")  # over the Baltic
    assert may_surrender(g, Despair(USSR), ussr) is None
    put(g, "USSR INF any", "Moscow")
    assert may_surrender(g, Despair(USSR), ussr) is not None


def test_13_7_1_a_hull_that_the_commonwealth_keeps_becomes_british() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    canada, england = minor(g, "canada"), minor(g, "united_kingdom")
    hull = put(g, "Commonwealth CL any", "Ottawa")
    g.units[hull].at, g.units[hull].country = CONSTRUCTION_POOL, canada
    hold(g, "Germany", "Ottawa")
    drive(g, conquer(g, canada, GERMANY), (f"exile c{england}", "bequeath p.commonwealth"), [1] * 20)
    assert g.units.power[hull] == COMMONWEALTH and g.units.country[hull] == england


def test_22_15_a_partisan_hq_counts_for_the_rolls_at_home_alone() -> None:
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942", partisan_hqs=True)
    number = next(n for n, c in enumerate(g.facts.counters) if "partisan_hq" in c.marks and g.facts.nation[n] == minor(g, "ussr"))
    zoya = g.units.add(counter=number, at=at(g, "Minsk"), power=USSR, country=minor(g, "ussr")).index
    assert bands(g, [at(g, "Minsk")]) == [zoya]
    g.units[zoya].at = at(g, "Warsaw")
    assert bands(g, [at(g, "Warsaw")]) == []


def test_13_3_2_belfast_feeds_americans_once_northern_ireland_is_theirs() -> None:
    """Option 44: a primary source of the USA; while it is British it feeds no American."""
    g = world(("Germany", "Commonwealth"), ("Germany", "USA"), turn="Jul/Aug 1942")
    usa, ulster, belfast = minor(g, "usa"), minor(g, "northern_ireland"), at(g, "Belfast")
    assert belfast not in primary_sources(g, USA, usa)
    take_over(g, "northern_ireland")
    assert g.countries.power[ulster] == USA and belfast in primary_sources(g, USA, usa)
    assert belfast not in primary_sources(g, COMMONWEALTH, minor(g, "united_kingdom"))
    hold(g, "Germany", "Belfast")
    assert belfast not in primary_sources(g, USA, usa)


def test_13_4_convoys_in_section_0_may_return_to_base() -> None:
    """Five of ten points come home and lie face-down; the others stay. Nothing but convoys, and no part of a lot."""
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1940", ships_in_flames=False)
    g.power, box = COMMONWEALTH, g.ground.sections[g.ground.places["north_atlantic"]][0]
    heap = convoy(g, COMMONWEALTH, box, 10)
    cruiser = put(g, "Commonwealth CL any", "London")
    g.units[cruiser].at = g.ground.sections[g.ground.places["north_atlantic"]][2]
    watch = Watch(COMMONWEALTH)
    g.units[heap].staying = 1
    assert may_call_home(g, watch, (heap, 5)) is None and may_call_home(g, watch, (heap, 10)) is None
    for pair in ((heap, 3), (heap, 15), (cruiser, 1)):
        no = may_call_home(g, watch, pair)
        assert no is not None and no.rule in ("13.4", "11.4.2")
    g.units[heap].staying = 0
    g.units[cruiser].at = at(g, "London")
    drive(g, stay_or_return(g), [f"call_home u{heap} 5", "done"])
    drive(g, bring_home(g))
    assert g.units.points[heap] == 5 and g.units.at[heap] == box
    home = next(u for u in range(len(g.units)) if u != heap and g.units.points[u] == 5 and g.units.power[u] == COMMONWEALTH)
    assert g.units.at[home] >= 0 and g.ground.land[g.units.at[home]] and g.units.down[home]


def test_13_4_in_a_short_scenario_nobody_is_asked_for_convoys_alone() -> None:
    """WIF-DEC-280"""
    for scenario, wanted in (("barbarossa_1941", False), ("global_war_1939", True)):
        g = war(("Germany", "Commonwealth"), turn="Jul/Aug 1941", scenario=scenario)
        g.power = COMMONWEALTH
        heap = convoy(g, COMMONWEALTH, g.ground.sections[g.ground.places["north_sea"]][0], 5)
        hold(g, "Commonwealth", "London")
        g.units[heap].staying = 1
        assert asked(g, Watch(COMMONWEALTH)) == wanted
