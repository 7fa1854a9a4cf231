"""5.1, 13.3.2, 13.3.3, 13.6.1: what US entry options let powers do, pressure and mines, search and seizure, broken convoys."""

from __future__ import annotations

import pytest

from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, USA, USSR
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.building import Purse, destroyer_gift, may_repair, repair, repairable
from grognard.titles.wif.rules.declarations import Declaring, attack_minor
from grognard.titles.wif.rules.entry import TO_GERMANY, entry, outrage, react
from grognard.titles.wif.rules.entry_options import take_effect
from grognard.titles.wif.rules.gates import may_pass
from grognard.titles.wif.rules.lend_lease import hauliers
from grognard.titles.wif.rules.minors import set_up_minor
from grognard.titles.wif.rules.occupations import Expedition, may_occupy, occupy
from grognard.titles.wif.rules.pressure import Demand, canal_keepers, may_close_canal, may_mine, mine_norway, press
from grognard.titles.wif.rules.production import begin_production
from grognard.titles.wif.rules.reserves import national_guard
from grognard.titles.wif.rules.resources import (
    BURMA_ROAD,
    american_hulls,
    lent_points,
    open_to_goods,
    ore_stopped,
    rail_lines,
    road_closed,
)
from grognard.titles.wif.rules.seizures import Search, may_search, search_convoys
from grognard.titles.wif.rules.spheres import KEPT_POINT, PENDING, note_inroad
from grognard.titles.wif.rules.trade import agreements, failures, points_balance
from grognard.titles.wif.rules.trade_terms import bargain, check_convoys, defaults
from grognard.titles.wif.state import NOWHERE, REPAIR_POOL, RESERVE_POOL, War, slot_of
from tests.titles.wif.field import act, at, drive, hold, put, sky
from tests.titles.wif.test_09_politics import minor, world
from tests.titles.wif.test_11_sea import convoys, ship


def outraged_rows(g: War) -> list[str]:
    return [g.charts.entry_actions[g.outrages[n]].action for n in range(0, len(g.outrages), 4)]


@pytest.mark.parametrize(("action", "die", "more"), [("13", 8, 1), ("13", 9, 0), ("22", 4, -1), ("22", 5, 0)])
def test_13_3_3_half_a_cost_is_rounded_up_also_below_nothing(action: str, die: int, more: int) -> None:
    """2.6: half of 15 is 8, half of -9 is -4."""
    g = world(("Germany", "USSR"), ("France", "Germany"))
    assert g.charts.entry_actions[g.charts.entry_action(action)].value == {"13": 15, "22": -9}[action]
    g.entry_germany = [2, 3]
    had = len(entry(g, TO_GERMANY))
    outrage(g, action, ITALY if action == "13" else COMMONWEALTH, half=True)
    drive(g, react(g), dice=[die, 2 if more < 0 else g.entry_pile[0]])
    assert len(entry(g, TO_GERMANY)) == had + more


# --- options (13.3.2) ---------------------------------------------------------------------------------------------------------


def test_13_3_2_ten_british_ships_are_cheaper_after_the_gift_of_destroyers() -> None:
    g = world(("Germany", "Commonwealth"))
    assert destroyer_gift(g, COMMONWEALTH, Type.CA) == 0
    g.entry_options = [16]
    assert destroyer_gift(g, COMMONWEALTH, Type.CA) == 1 and destroyer_gift(g, COMMONWEALTH, Type.CV) == 0
    assert destroyer_gift(g, FRANCE, Type.CA) == 0
    cruiser = ship(g, "Commonwealth", "CA", "any")
    g.units[cruiser].at, g.units[cruiser].damaged = REPAIR_POOL, 1
    g.powers[COMMONWEALTH].build_points = 10
    repair(g, Purse(COMMONWEALTH, 10), cruiser)
    assert g.powers.build_points[COMMONWEALTH] == 11 - g.units[cruiser].sheet.cost and g.destroyers == 1
    g.destroyers = 10
    assert destroyer_gift(g, COMMONWEALTH, Type.CA) == 0
    g.destroyers = 0
    g.powers[USA].status = 1
    assert destroyer_gift(g, COMMONWEALTH, Type.CA) == 0


def test_13_3_2_american_yards_repair_western_ships_after_option_25() -> None:
    g = world(("Germany", "Commonwealth"))
    cruiser = ship(g, "Commonwealth", "CA", "any")
    g.units[cruiser].at = REPAIR_POOL
    assert cruiser not in repairable(g, USA) and may_repair(g, Purse(USA, 9), cruiser) is not None
    g.entry_options = [25]
    assert may_repair(g, Purse(USA, 9), cruiser) is None and may_repair(g, Purse(ITALY, 9), cruiser) is not None
    g.powers[USA].build_points = 9
    repair(g, Purse(USA, 9), cruiser)
    assert g.units.at[cruiser] == slot_of(g.turn + 2) and g.units.power[cruiser] == COMMONWEALTH


def test_13_3_2_the_azores_wait_for_gibraltar_and_northern_ireland_for_london() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    g.side = 1
    azores, ulster = minor(g, "azores"), minor(g, "northern_ireland")
    subject = Expedition(USA)
    assert may_occupy(g, subject, azores) is not None
    g.entry_options, g.entry_since[18], g.entry_since[44] = [18, 44], g.turn - 1, g.turn - 1
    no = may_occupy(g, subject, azores)
    assert no is not None and "Gibraltar" in no.reason
    hold(g, "Germany", "Gibraltar")
    assert may_occupy(g, subject, azores) is None and may_occupy(g, subject, ulster) is None
    guest = put(g, "Commonwealth INF any", "Belfast")
    drive(g, occupy(g), [f"occupy c{azores}", f"occupy c{ulster}", "refuse"])
    assert g.countries.power[azores] == USA and g.countries.power[ulster] != USA
    drive(g, occupy(g), [f"occupy c{ulster}", "agree"])
    assert g.countries.power[ulster] == USA and g.units.at[guest] == slot_of(g.turn + 2)
    g.countries[ulster].power = COMMONWEALTH
    hold(g, "Germany", "Belfast")
    assert may_occupy(g, subject, ulster) is not None


def test_13_3_2_the_national_guard_comes_without_war() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1941")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.reserve)
    g.units.add(counter=number, power=USA, country=minor(g, "usa"), at=RESERVE_POOL)
    assert national_guard(g) == []
    g.entry_options, g.entry_since[39] = [39], g.turn
    assert national_guard(g) == []  # in a later turn
    g.entry_since[39] = g.turn - 1
    assert national_guard(g) == [USA]


def test_13_3_2_neutral_american_hulls_carry_what_options_allow() -> None:
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    area = at(g, "North Atlantic")
    convoys(g, "USA", "North Atlantic", 5)
    g.lent = [USA, COMMONWEALTH, 3, 0]
    assert american_hulls(g, COMMONWEALTH) == 0 and hauliers(g, USA, COMMONWEALTH)[0] == COMMONWEALTH
    assert lent_points(g, area, COMMONWEALTH, ()) == 0
    g.entry_options = [15, 32]
    assert american_hulls(g, COMMONWEALTH) == 3 and lent_points(g, area, COMMONWEALTH, ()) == 3
    assert USA in hauliers(g, USA, COMMONWEALTH) and american_hulls(g, CHINA) == 0
    g.entry_options = [9]
    assert lent_points(g, area, CHINA, ()) == 5 and USA not in hauliers(g, USA, CHINA)
    g.entry_options = [9, 17]
    assert USA in hauliers(g, USA, CHINA)


def test_13_3_2_lent_goods_pass_the_hexes_of_a_neutral_lender() -> None:
    g = world(("Germany", "Commonwealth"))
    chicago = at(g, "Chicago")
    assert not open_to_goods(g, COMMONWEALTH)[chicago]
    g.lent = [USA, COMMONWEALTH, 2, 0]
    assert open_to_goods(g, COMMONWEALTH)[chicago]


# --- actions (13.3.3) ---------------------------------------------------------------------------------------------------------


def test_13_3_3_japan_closes_the_burma_road_and_option_24_opens_it() -> None:
    g = world(("Japan", "China"))
    g.lent = [COMMONWEALTH, CHINA, 2, 0]
    assert not road_closed(g, CHINA)
    drive(g, press(g), ["let_be"])
    assert not g.burma_closed
    drive(g, press(g), ["close_road"])
    assert at(g, "Rangoon") not in rail_lines(g, CHINA, without=BURMA_ROAD).group
    assert road_closed(g, CHINA) and outraged_rows(g) == ["6"] and not road_closed(g, COMMONWEALTH)
    g.powers[COMMONWEALTH].wars |= 1 << JAPAN
    assert not road_closed(g, CHINA)


def test_13_3_3_the_closed_canal_stops_the_axis_at_peace() -> None:
    g = world(("Germany", "Commonwealth"))
    subject = Demand(COMMONWEALTH)
    assert may_pass(g, ITALY, "suez_canal", surface=True) is None
    assert may_close_canal(g, subject) is None and may_close_canal(g, Demand(FRANCE)) is not None
    g.suez_closed = 1
    assert may_pass(g, ITALY, "suez_canal", surface=True) is not None
    assert may_pass(g, FRANCE, "suez_canal", surface=True) is None
    hold(g, "Italy", "Suez")
    assert may_close_canal(g, subject) is not None


def test_13_3_3_the_canal_is_closed_in_any_naval_movement_step() -> None:
    """In those of the Axis too, if a power that could pass sails; not when all of them are at war with the Commonwealth."""
    g = world(("Germany", "Commonwealth"))
    act(g, "Italy", Action.COMBINED)
    assert canal_keepers(g) == [COMMONWEALTH]
    for power in (ITALY, JAPAN):
        g.powers[power].action = int(Action.PASS)
    assert canal_keepers(g) == []
    act(g, "Commonwealth", Action.PASS)
    assert canal_keepers(g) == [COMMONWEALTH]


def test_13_3_2_option_37_hands_every_island_over_that_the_commonwealth_still_has() -> None:
    g = world(("Germany", "Commonwealth"))
    hold(g, "Germany", "bahamas")
    g.countries[g.facts.country["bahamas"]].power = GERMANY
    drive(g, take_effect(g, 37))
    for name in ("bermuda", "jamaica", "newfoundland", "trinidad", "british_guyana"):
        assert g.countries.power[g.facts.country[name]] == USA
    assert g.countries.power[g.facts.country["bahamas"]] == GERMANY


def mining() -> tuple[War, int]:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1940")
    cruiser = ship(g, "Commonwealth", "CA", "any", "Norwegian Sea", 4)
    act(g, "Commonwealth", Action.NAVAL)
    return g, cruiser


def test_13_3_3_mining_needs_a_naval_action_a_ship_and_paris() -> None:
    g, cruiser = mining()
    subject = Demand(COMMONWEALTH)
    assert may_mine(g, subject, cruiser) is None
    act(g, "Commonwealth", Action.COMBINED)
    assert may_mine(g, subject, cruiser) is not None
    act(g, "Commonwealth", Action.NAVAL)
    g.units[cruiser].down = 1
    assert may_mine(g, subject, cruiser) is not None
    g.units[cruiser].down = 0
    hold(g, "Germany", "Paris")
    assert may_mine(g, subject, cruiser) is not None


@pytest.mark.parametrize(
    ("die", "resource_to", "convoys_to"),
    [(2, COMMONWEALTH, COMMONWEALTH), (5, NOWHERE, NOWHERE), (8, GERMANY, NOWHERE), (9, GERMANY, GERMANY)],
)
def test_13_3_3_norway_reacts_to_mines(die: int, resource_to: int, convoys_to: int) -> None:
    g, cruiser = mining()
    drive(g, mine_norway(g), [f"mine u{cruiser}"], dice=[die])
    assert g.units.down[cruiser] and outraged_rows(g) == ["39"]
    deals = [d.to for d in agreements(g) if d.country == minor(g, "norway")]
    assert deals == ([resource_to] if resource_to >= 0 else [])
    new = [g.units.power[u] for u, n in enumerate(g.units.points) if n == 10 and g.units.at[u] == slot_of(g.turn + 1)]
    assert new == ([convoys_to] if convoys_to >= 0 else [])
    again = may_mine(g, Demand(COMMONWEALTH), cruiser)
    assert again is not None and again.reason == "once a game"


def test_13_3_3_on_a_ten_norway_joins_germany_and_a_carrier_makes_it_nine() -> None:
    g, cruiser = mining()
    drive(g, mine_norway(g), [f"mine u{cruiser}"], dice=[10])
    assert g.countries.power[minor(g, "norway")] == GERMANY
    g, cruiser = mining()
    ship(g, "Commonwealth", "CV", "any", "North Sea", 4)
    drive(g, mine_norway(g), [f"mine u{cruiser}"], dice=[10])
    assert g.countries.power[minor(g, "norway")] < 0 and g.norway_mined == 10


def test_13_3_3_an_undermined_norway_sets_up_a_corps_less() -> None:
    g = world(("Germany", "Commonwealth"), turn="Mar/Apr 1940")
    g.norway_mined = 5
    norway = minor(g, "norway")
    g.countries[norway].power, g.countries[norway].status = COMMONWEALTH, 1
    drive(g, set_up_minor(g, norway), ["leave_it"])
    late = [u for u, c in enumerate(g.units.country) if c == norway and g.units.at[u] == slot_of(g.turn + 1)]
    assert [u for u in late if g.units.counter[u] >= 0 and g.units[u].sheet.land]


def test_13_3_3_oslo_counts_for_the_baltic_and_ore_waits_for_the_thaw() -> None:
    g = world(("Germany", "Commonwealth"), turn="Jan/Feb 1940")
    kiruna = next(s for s in g.ground.homeland["sweden"] if g.ground.resources[s])
    sky(g, Weather.SNOW)
    ship(g, "Commonwealth", "CA", "any", "North Sea", 2)
    assert not ore_stopped(g, GERMANY, kiruna)
    assert may_pass(g, COMMONWEALTH, "skagerrak", surface=True) is not None
    g.norway_mined = 2
    hold(g, "Commonwealth", "Copenhagen")
    assert may_pass(g, COMMONWEALTH, "skagerrak", surface=True) is None
    assert ore_stopped(g, GERMANY, kiruna)
    sky(g, Weather.FINE)
    assert not ore_stopped(g, GERMANY, kiruna)
    sky(g, Weather.SNOW)
    ship(g, "Germany", "CA", "any", "North Sea", 2)
    assert not ore_stopped(g, GERMANY, kiruna)


# --- search and seizure (13.6.1) ----------------------------------------------------------------------------------------------


def test_13_6_1_convoys_of_a_power_at_peace_are_searched_for_its_friend_s_goods() -> None:
    """Japan, at war with China alone, carries for Germany; a British cruiser stops that, and the USA takes note."""
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    area = at(g, "North Sea")
    convoys(g, "Japan", "North Sea", 5)
    subject = Search(COMMONWEALTH)
    no = may_search(g, subject, area)
    assert no is not None and "SCS" in no.reason
    ship(g, "Commonwealth", "CA", "any", "North Sea", 2)
    assert may_search(g, subject, area) is None and lent_points(g, area, GERMANY, (JAPAN,)) == 5
    g.power = COMMONWEALTH
    drive(g, search_convoys(g), ["search north_sea"])
    assert lent_points(g, area, GERMANY, (JAPAN,)) == 0 and outraged_rows(g) == ["36"]
    assert may_search(g, subject, area) is not None
    begin_production(g)
    assert not g.seized
    ship(g, "Germany", "CA", "any", "North Sea", 2)
    guarded = may_search(g, subject, area)
    assert guarded is not None and "guards" in guarded.reason


def test_13_6_1_american_escorts_keep_the_axis_from_searching() -> None:
    g = world(("Germany", "Commonwealth"))
    coast = at(g, "US East Coast")
    g.entry_options, g.lent = [32], [USA, COMMONWEALTH, 3, 0]
    g.powers[USA].status = 1  # at war with somebody else
    convoys(g, "USA", "US East Coast", 5)
    ship(g, "Germany", "SUB", "any", "US East Coast", 3)
    assert may_search(g, Search(GERMANY), coast) is None
    g.entry_options = [32, 11]
    ship(g, "USA", "CA", "any", "US East Coast", 0)
    no = may_search(g, Search(GERMANY), coast)
    assert no is not None and "American" in no.reason


# --- trade (5.1) --------------------------------------------------------------------------------------------------------------


def pacific_line(g: War, *, american: bool, japanese: bool) -> None:
    if american:
        for name in ("US West Coast", "Mendocino", "Hawaiian Islands", "Central Pacific"):
            convoys(g, "USA", name, 5)
    if japanese:
        convoys(g, "Japan", "Japanese Coast", 5)


@pytest.mark.parametrize(("american", "japanese"), [(True, True), (False, True), (True, False), (False, False)])
def test_5_1_who_breaks_the_line_between_the_usa_and_japan_pays(american: bool, japanese: bool) -> None:
    g = world(("Japan", "China"))
    g.powers[ITALY].status = 1  # no trade with Italy
    g.entry_japan = [1, 1, 1]
    pacific_line(g, american=american, japanese=japanese)
    assert defaults(g, JAPAN) == (not american, not japanese)
    drive(g, _flow(g), dice=[1, 1])
    deal = next(d for d in agreements(g) if (d.giver, d.to) == (USA, JAPAN))
    assert failures(g, deal) == (not american, not japanese)
    markers = 1 if not american and japanese else 5 if american and not japanese else 3
    assert len(g.entry_japan) == markers
    assert points_balance(g, JAPAN) == (0 if not american and japanese else -1)
    assert points_balance(g, USA) == int(american and japanese)


def _flow(g: War):  # type: ignore[no-untyped-def]
    check_convoys(g)
    yield from ()


def test_5_1_if_italy_does_not_cover_its_waters_both_keep_their_goods() -> None:
    g = world(("Japan", "China"))
    g.entry_germany = [1]
    drive(g, _flow(g))
    deal = next(d for d in agreements(g) if (d.giver, d.to) == (USA, ITALY))
    assert failures(g, deal)[1] and points_balance(g, ITALY) == 0 and g.entry_germany == [1]


def test_5_1_germany_chooses_once_after_each_soviet_inroad() -> None:
    g = world(("Germany", "France"))
    g.nazi_soviet = 1
    note_inroad(g, "spain")
    assert not g.trade_gifts
    attack_minor(g, Declaring(USSR), minor(g, "turkey"))
    assert g.trade_gifts[minor(g, "turkey")] == PENDING and points_balance(g, USSR) == 2
    drive(g, bargain(g), ["keep_point"])
    assert g.trade_gifts[minor(g, "turkey")] == KEPT_POINT and points_balance(g, USSR) == 1
    note_inroad(g, "turkey")
    assert g.trade_gifts[minor(g, "turkey")] == KEPT_POINT
    note_inroad(g, "greece")
    goods = next(d.resources for d in agreements(g) if d.giver == USSR)
    drive(g, bargain(g), ["ask_goods"])
    assert next(d.resources for d in agreements(g) if d.giver == USSR) == goods + 1
