"""9.4, 13.3.2, 13.6.5: clauses of US entry and of building ahead, one by one."""

from __future__ import annotations

from grognard.titles.wif.facts import AXIS, CHINA, COMMONWEALTH, GERMANY, ITALY, JAPAN, USA, VICHY
from grognard.titles.wif.kinds import WEAPONS
from grognard.titles.wif.rules.access import closed
from grognard.titles.wif.rules.american_war import attempt_war, attempts
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.building_ahead import coming, may_build_ahead, sheet_of
from grognard.titles.wif.rules.canals import banks
from grognard.titles.wif.rules.conquest import conquer
from grognard.titles.wif.rules.declarations import Declaring, declare, declare_on_majors, declaring_powers
from grognard.titles.wif.rules.entry_options import pass_option
from grognard.titles.wif.rules.force_pools import replacing
from grognard.titles.wif.rules.headlines import note_taken
from grognard.titles.wif.rules.powers import at_war
from tests.titles.wif.field import align, at, drive, hold, put
from tests.titles.wif.test_09_politics import world

ALLIED = 1 - AXIS


def test_13_3_2_an_attack_on_the_usa_brings_the_options_against_the_attacker() -> None:
    """Options against Japan count as chosen whoever declared the war, those against Germany do not; the pools stay."""
    g = world(("Japan", "China"))
    g.entry_japan, g.entry_germany = [1, 2], [2]
    g.side, g.power = AXIS, JAPAN
    drive(g, declare_on_majors(g), ["declare p.usa", "peace"])
    assert at_war(g, USA, JAPAN)
    assert {1, 9, 26, 40} <= set(g.entry_options) and 11 not in g.entry_options and 34 not in g.entry_options
    assert g.entry_japan == [1, 2] and g.entry_germany == [2]


def test_13_3_1_attacked_by_the_last_of_the_three_the_usa_returns_its_markers() -> None:
    g = world(("Japan", "USA"), ("Italy", "USA"))
    g.entry_japan, g.tension_germany = [1, 2], [2]
    before = len(g.entry_pile)
    g.side, g.power = AXIS, GERMANY
    drive(g, declare_on_majors(g), ["declare p.usa", "peace"])
    assert not g.entry_japan and not g.tension_germany and len(g.entry_pile) == before + 3
    assert {11, 34, 50} <= set(g.entry_options) and not {37, 44} & set(g.entry_options)


def test_13_3_2_the_guarantee_binds_no_usa_that_japan_attacked() -> None:
    """Option 42: Japan attacks the Commonwealth, and then the USA; there is nothing left to try against Japan, and Germany may be
    tried."""
    g = world()
    g.entry_options = [42]
    g.entry_germany, g.tension_germany = [5] * 12, [5] * 8
    declare(g, Declaring(JAPAN), COMMONWEALTH)
    g.side = ALLIED
    assert attempts(g) == [USA]
    declare(g, Declaring(JAPAN), USA)
    assert attempts(g) == [USA]
    drive(g, attempt_war(g), ["wait"])
    assert not at_war(g, USA, GERMANY) and not at_war(g, USA, ITALY)


def test_9_4_the_usa_may_declare_war_on_vichy() -> None:
    """At war with the power that installed it, or with all that fight; without a roll of It's War."""
    g = world(("Germany", "Commonwealth"), ("Germany", "France"))
    g.powers[VICHY].plays = 1
    g.vichy, g.installer, g.side = 1, GERMANY, ALLIED
    assert USA not in declaring_powers(g)
    declare(g, Declaring(GERMANY), USA)
    assert USA in declaring_powers(g)
    g.power = USA
    drive(g, declare_on_majors(g), ["declare p.vichy", "peace"])
    assert at_war(g, USA, VICHY) and not at_war(g, USA, ITALY)
    assert g.charts.entry_action("32") in g.entry_done


def test_13_3_2_a_marker_for_tension_comes_from_a_pool_that_has_one() -> None:
    """An option aimed at nobody: with one pool empty there is no choice."""
    g = world()
    g.entry_japan, g.entry_germany = [], [4]
    assert drive(g, pass_option(g, 25), dice=[1, 4]) == []
    assert g.tension_germany == [4] and not g.entry_germany and g.entry_moved == [25]
    g.entry_japan, g.entry_germany = [3], [4]
    assert len(drive(g, pass_option(g, 28), ["pool japan"], dice=[1, 3])) == 1
    assert g.tension_japan == [3] and g.entry_germany == [4]


def test_13_6_5_china_builds_no_aircraft_ahead_before_option_1() -> None:
    g = world(("Japan", "China"), turn="Jan/Feb 1942")
    g.options["building_ahead"] = g.options["carrier_planes"] = True
    purse = Purse(CHINA, 99)
    plane = next(key for key, items in sorted(coming(g, CHINA).items()) if sheet_of(g, items[0]).air)
    no = may_build_ahead(g, purse, plane)
    assert no is not None and "option 1" in no.reason
    g.entry_options = [1]
    assert may_build_ahead(g, purse, plane) is None


def test_13_6_5_no_replacement_and_no_weapon_is_built_ahead() -> None:
    g = world(("Japan", "USA"), ("Germany", "USA"), turn="Jan/Feb 1940")
    for name in ("building_ahead", "ships_in_flames", "v_weapons"):
        assert name in g.options
        g.options[name] = True
    for power in (USA, JAPAN, GERMANY, COMMONWEALTH):
        items = [item for found in coming(g, power).values() for item in found]
        assert items and not [i for i in items if i < 0 and ~i in replacing(g)]
        assert not [i for i in items if sheet_of(g, i).type in WEAPONS]


def test_13_3_2_option_36_keeps_the_islands_of_the_commonwealth_closed_too() -> None:
    """Malaya, Hong Kong and Commonwealth territories on the Pacific map; the Axis in one of them opens all; Australia is none."""
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    corps, ship = put(g, "Commonwealth INF any", "Delhi"), put(g, "Commonwealth CA any", "Sydney")
    shut = [at(g, "Singapore"), at(g, "Rabaul"), at(g, "Port Moresby"), g.ground.homeland["gilbert_is"][0]]
    assert all(closed(g, corps, s) is not None for s in shut)
    assert closed(g, corps, at(g, "Sydney")) is None and closed(g, corps, at(g, "Delhi")) is None
    assert all(closed(g, ship, s) is None for s in shut)
    hold(g, "Japan", "Hong Kong")
    assert all(closed(g, corps, s) is None for s in shut)
    g = world(("Japan", "Commonwealth"))
    assert all(closed(g, put(g, "Commonwealth INF any", "Delhi"), s) is None for s in shut)


def test_13_3_2_a_war_in_europe_does_not_send_the_fleet_to_pearl_harbor() -> None:
    """Option 26 has no exception for the USA at war with others than Japan."""
    g = world(("Germany", "USA"), ("Italy", "USA"))
    cruiser, transport = put(g, "USA CA any", "San Diego"), put(g, "USA TRS any", "San Diego")
    pearl = g.ground.named("Pearl Harbor")
    assert closed(g, cruiser, pearl) is not None and closed(g, transport, pearl) is None
    g.entry_options = [26]
    assert closed(g, cruiser, pearl) is None
    g = world(("Japan", "USA"))
    assert closed(g, put(g, "USA CA any", "San Diego"), pearl) is None


def test_13_3_3_the_conquest_of_china_is_as_many_occupied_cities_as_it_brings() -> None:
    """Action 10 for each city gained; none for those Japan held before, and none after a surrender."""
    for surrendered in (False, True):
        g = world(("Japan", "China"))
        hold(g, "Japan", "Nanking")
        row, china = g.charts.entry_action("10"), g.facts.country["china"]
        cities = [s for s in g.ground.homeland["china"] if g.ground.city[s] and g.powers_by_hex[s] == CHINA]
        assert len(cities) > 2 and at(g, "Nanking") not in cities
        drive(g, conquer(g, china, JAPAN, surrendered=surrendered), dice=[1] * 60)
        gained = [s for s in cities if g.powers_by_hex[s] == JAPAN]
        assert gained and g.entry_done.get(row, 0) == (0 if surrendered else len(gained))


def test_13_3_3_the_suez_canal_is_lost_with_the_first_hex_on_it() -> None:
    g = world(("Italy", "Commonwealth"))
    row, (first, second, *_) = g.charts.entry_action("18"), banks(g, "suez_canal")
    align(g, "egypt", "Commonwealth")
    for space in (first, second):
        note_taken(g, space, ITALY, COMMONWEALTH)
        g.hexes[space].controller = g.facts.country["italy"]
        assert g.entry_done[row] == 1
