"""Clauses of 13.7, 17 and 22 found wrong by reading the rulebook beside the code: France without a home, surrender, hulls."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.conquest import chase_ships, conquer, conquests
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.displaced import displace_units
from grognard.titles.wif.rules.entry_options import take_over
from grognard.titles.wif.rules.lending import invaded
from grognard.titles.wif.rules.partisans import Choosing, africans, bands, may_name
from grognard.titles.wif.rules.peace import Despair, Treaty, agree, may_surrender
from grognard.titles.wif.rules.powers import active, at_war, home_power, playing
from grognard.titles.wif.rules.return_to_base import Watch, asked, bring_home, may_call_home, stay_or_return
from grognard.titles.wif.rules.supply_sources import primary_sources
from grognard.titles.wif.rules.trade import agreements
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.rules.vichy import install
from grognard.titles.wif.rules.victory import bid, held, objectives, totals
from grognard.titles.wif.rules.wars import make_peace, make_war
from grognard.titles.wif.state import (
    COMPLETE,
    CONQUERED,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    INCOMPLETE,
    NOWHERE,
    REPAIR_POOL,
    RESERVE_POOL,
    War,
    slot_of,
)
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


def test_13_9_a_the_whole_board_of_the_example() -> None:
    """wif-13.9-a: Berlin, Kiel, Munich, Oslo, and a neutral Stockholm that is nearest to Berlin: five for Germany."""
    g = world(("Germany", "USA"), turn="Jul/Aug 1945")
    german = {at(g, name) for name in ("Berlin", "Kiel", "Munich", "Oslo")}
    for space in objectives(g):
        if space != at(g, "Stockholm"):
            hold(g, "Germany" if space in german else "USA", g.board.token(space))
    points = held(g)
    assert points[GERMANY] == 5 and sum(points.values()) == len(objectives(g)) == 70
    assert totals(g)[GERMANY] == 5 - bid(g, GERMANY)
    assert all(points[p] == 0 for p in points if p not in (GERMANY, USA))


def test_13_7_1_what_a_ship_of_a_fallen_country_carries_has_a_fate_of_its_own() -> None:
    """A Dutch transport that never returns takes a British corps to the bottom: it is in the British force pool; a Dutch corps
    aboard a British one is rolled for."""
    for ship, corps, dice, fates in (
        ("Netherlands TRS any", "Commonwealth INF any", (3,), (GONE, FORCE_POOL)),
        ("Commonwealth TRS any", "Netherlands INF any", (9,), (FORCE_POOL, FORCE_POOL)),
        ("Commonwealth TRS any", "Netherlands INF any", (3,), (FORCE_POOL, GONE)),
    ):
        g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1941")
        align(g, "netherlands", "Commonwealth")
        g.countries[minor(g, "netherlands")].fallen = 1
        transport, cargo = put(g, ship, "London"), put(g, corps, "London")
        g.units[cargo].aboard = transport
        g.dice = FixedDice(*dice)
        destroy(g, transport, FORCE_POOL)
        assert (g.units.at[transport], g.units.at[cargo]) == fates and g.units.aboard[cargo] < 0


def test_13_7_1_a_carrier_taken_in_a_port_that_falls_is_a_prize_and_its_planes_are_lost() -> None:
    """As if it had been overrun (11.10.6): on a 1 it serves the captor until it is destroyed, on a 5 it flees."""
    for roll, taken in ((1, True), (5, False)):
        g = world(("Germany", "France"), turn="Jul/Aug 1940", carrier_planes=True)
        ship, plane = put(g, "France CV any", "Toulon", down=1), put(g, "France CVP any", "Toulon")
        g.units[plane].aboard = ship
        hold(g, "Germany", "Toulon")
        drive(g, chase_ships(g), (), [roll])
        assert (g.units.power[ship] == GERMANY and g.units.prize[ship] == FRANCE + 1) == taken
        assert (g.units.at[ship] == REPAIR_POOL and g.units.at[plane] == FORCE_POOL) == taken
        assert g.units.power[plane] == FRANCE


def test_13_7_1_when_a_minor_s_last_home_falls_its_ships_in_the_force_pool_leave_the_game() -> None:
    """The Indies fall: what lies in the pool is gone, the hull on the circle is Japanese, the ship at sea British."""
    g = world(("Japan", "Commonwealth"), ("Germany", "Commonwealth"), turn="Mar/Apr 1942")
    for name in ("netherlands", "nei"):
        align(g, name, "Commonwealth")
    dutch, indies = minor(g, "netherlands"), minor(g, "nei")
    row = g.countries[dutch]
    row.status, row.power, row.home, row.fallen, row.before = CONQUERED, GERMANY, indies, 1, COMMONWEALTH
    pooled, built, afloat = (put(g, f"Netherlands {kind} any", "London") for kind in ("CL", "TRS", "CA"))
    for unit in (pooled, built, afloat):
        g.units[unit].power = COMMONWEALTH
    g.units[pooled].at, g.units[built].at = FORCE_POOL, slot_of(g.turn + 2)
    hold(g, "Japan", "nei")
    drive(g, conquer(g, indies, JAPAN), (), [1] * 30)
    assert g.units.at[pooled] == GONE
    assert (g.units.power[built], g.units.power[afloat]) == (JAPAN, COMMONWEALTH)


def test_13_3_2_when_the_last_other_enemy_falls_the_usa_has_all_options_and_returns_its_markers() -> None:
    """At war with Germany and Japan alone: with Italy out of the war it is at war with every Axis power, before it was not."""
    for fallen in (False, True):
        g = world(("Germany", "USA"), ("Japan", "USA"), ("Italy", "Commonwealth"), turn="Sep/Oct 1943")
        g.entry_japan, g.entry_germany = [1, 2], [3]
        for country in [c for c in range(len(g.countries)) if g.countries.power[c] == ITALY and home_power(g, c) < 0]:
            g.countries[country].power, g.countries[country].status = COMMONWEALTH, CONQUERED
        if fallen:
            hold(g, "Commonwealth", "italy", "libya")
        else:
            hold(g, "Commonwealth", "libya")
        drive(g, conquests(g), (), [10] * 60)
        assert (ITALY in playing(g)) != fallen
        assert (34 in g.entry_options) == fallen and (g.entry_japan == []) == fallen


def test_5_what_counts_is_the_united_kingdom_s_home_of_today() -> None:
    """With the Commonwealth's seat in Canada German London limits no loans, a German Ottawa does."""
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    england = minor(g, "united_kingdom")
    hold(g, "Germany", "London")
    assert invaded(g, COMMONWEALTH)
    g.countries[england].status, g.countries[england].power, g.countries[england].fallen = CONQUERED, GERMANY, 1
    g.countries[england].home = minor(g, "canada")
    assert not invaded(g, COMMONWEALTH)
    hold(g, "Germany", "Ottawa")
    assert invaded(g, COMMONWEALTH)


def test_13_7_7_vichy_that_is_neutral_again_sends_its_militia_to_the_reserve_pool() -> None:
    """Its units are French counters; those of Free France stay where they are."""
    g = world(("Germany", "Commonwealth"), turn="Mar/Apr 1941")
    g.vichy, g.powers[VICHY].plays = 1, 1
    make_war(g, VICHY, COMMONWEALTH)
    militia, free, army = (put(g, f"France {kind} any", "Lyon") for kind in ("MIL", "MIL", "INF"))
    g.units[militia].power = g.units[army].power = VICHY
    make_peace(g, VICHY, COMMONWEALTH)
    assert g.units.at[militia] == RESERVE_POOL and g.units.at[army] == g.units.at[free] == at(g, "Lyon")


def test_13_1_1_south_africa_is_no_african_minor_country() -> None:
    """It is a home country of the Commonwealth: Kenya may be named, the Cape may not."""
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942")
    named = africans(g, Choosing(GERMANY))
    assert minor(g, "kenya") in named and minor(g, "south_africa") not in named
    no = may_name(g, Choosing(GERMANY), minor(g, "south_africa"))
    assert no is not None and no.rule == "13.1.1" and may_name(g, Choosing(GERMANY), minor(g, "kenya")) is None


def test_5_1_the_indies_send_nothing_to_a_japan_at_war_with_who_protects_the_dutch() -> None:
    """At war with France, with which the Netherlands are aligned, Japan is at war with the Netherlands; before it was not."""
    for pairs, goods in (((("Germany", "France"),), 2), ((("Germany", "France"), ("Japan", "France")), 0)):
        g = world(*pairs, turn="Jul/Aug 1940")
        for name in ("netherlands", "nei"):
            align(g, name, "France")
        assert sum(d.resources for d in agreements(g) if d.to == JAPAN and d.country == minor(g, "nei")) == goods


def test_13_1_3_partisans_stay_when_their_country_is_conquered() -> None:
    """Soviet bands behind the German lines, when the USSR falls; its army there is gone."""
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942")
    ussr = minor(g, "ussr")
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and not c.option)
    band = g.units.add(counter=number, at=at(g, "Minsk"), power=USSR, country=ussr).index
    army = put(g, "USSR INF any", "Gorki")
    hold(g, "Germany", "Moscow", "Minsk")
    drive(g, conquer(g, ussr, GERMANY), (), [1] * 60)
    assert g.units.at[band] == at(g, "Minsk") and g.units.at[army] == GONE


def test_13_1_3_partisans_stay_when_france_is_vichied_and_when_a_minor_falls() -> None:
    """French bands in Lille, Greek ones in the mountains."""
    g = paris()
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and not c.option)
    band = g.units.add(counter=number, at=at(g, "Lille"), power=FRANCE, country=minor(g, "france")).index
    hold(g, "Germany", "Lille")
    drive(g, install(g, GERMANY), (), [10] * 20)
    assert g.units.at[band] == at(g, "Lille") and g.units.power[band] == FRANCE
    h = world(("Germany", "Commonwealth"), turn="Jul/Aug 1941")
    align(h, "greece", "Commonwealth")
    band = h.units.add(counter=number, at=at(h, "Salonika"), power=COMMONWEALTH, country=minor(h, "greece")).index
    army = put(h, "Greece INF any", "Patras")
    hold(h, "Germany", "Athens", "Salonika")
    drive(h, conquer(h, minor(h, "greece"), GERMANY), (), [1] * 60)
    assert h.units.at[band] == at(h, "Salonika") and h.units.at[army] == GONE


def test_13_7_3_partisans_do_not_leave_with_a_peace() -> None:
    """WIF-DEC-281: Soviet bands in German Minsk stay, a Soviet corps there comes back in two turns."""
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942")
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART and not c.option)
    band = g.units.add(counter=number, at=at(g, "Minsk"), power=USSR, country=minor(g, "ussr")).index
    army = put(g, "USSR INF any", "Kiev")
    hold(g, "Germany", "Minsk", "Kiev")
    drive(g, agree(g, GERMANY, USSR, Treaty()))
    assert g.units.at[band] == at(g, "Minsk") and g.units.at[army] == slot_of(g.turn + 2)
    displace_units(g, [at(g, "Minsk")])
    assert g.units.at[band] == at(g, "Minsk")
