"""2.4: supply."""

from __future__ import annotations

from grognard.titles.wif.facts import GERMANY, ITALY, POWER_INDEX, USSR
from grognard.titles.wif.ground import OFF_MAP, PACIFIC, RAIL, ROAD
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.rules.supply import in_supply, isolated, supply_told
from grognard.titles.wif.rules.supply_paths import connected, hex_counts, may_trace_into, supply_limit, supply_of
from grognard.titles.wif.rules.supply_seas import sea_groups, supply_blocked
from grognard.titles.wif.rules.supply_sources import primary_sources, secondary_sources
from grognard.titles.wif.state import War
from tests.titles.wif.field import at, hold, named, put, sky, war, without


def east() -> War:
    g = war(("Germany", "USSR"))
    hold(g, "USSR", "Eastern Poland", "Lithuania")
    return g


def test_2_4_2_o_what_a_desert_hex_counts_by_scale() -> None:
    """wif-2.4.2-o: two in Europe, three on the Pacific scale, five off the map."""
    g = war()
    counts, ground = hex_counts(g), g.ground
    dry = [s for s in range(g.board.size) if ground.land[s] and g.board.terrain_name(s) == "desert"]
    assert {counts[s] for s in dry if ground.scale[s] not in (PACIFIC, OFF_MAP)} == {2}
    assert {counts[s] for s in dry if ground.scale[s] == PACIFIC} == {3}
    assert {counts[s] for s in dry if ground.scale[s] == OFF_MAP} <= {5}
    assert counts[at(g, "Minsk")] == 1


def test_2_4_2_the_weather_where_a_path_begins_limits_it() -> None:
    g = war()
    for weather, hexes in ((Weather.FINE, 4), (Weather.SNOW, 3), (Weather.RAIN, 2), (Weather.STORM, 2), (Weather.BLIZZARD, 2)):
        sky(g, weather)
        assert supply_limit(g, at(g, "Minsk")) == hexes


def test_2_4_2_cities_of_the_home_country_are_primary_sources() -> None:
    g = east()
    germany = g.facts.country["germany"]
    sources = primary_sources(g, GERMANY, germany)
    assert at(g, "Berlin") in sources and at(g, "Konigsberg") in sources and at(g, "Moscow") not in sources
    unit = put(g, "Germany INF any", "Konigsberg")
    assert in_supply(g, unit)
    hold(g, "USSR", "Konigsberg")
    assert at(g, "Konigsberg") not in primary_sources(g, GERMANY, germany)


def test_2_4_2_a_city_taken_this_turn_is_no_source() -> None:
    g = east()
    g.hexes[at(g, "Konigsberg")].lost = g.turn
    assert at(g, "Konigsberg") not in primary_sources(g, GERMANY, g.facts.country["germany"])
    g.turn += 1
    assert at(g, "Konigsberg") in primary_sources(g, GERMANY, g.facts.country["germany"])


def deep(g: War) -> None:
    """All the East is German, nothing in it is a source, and no train runs."""
    without(g, RAIL | ROAD)
    for country in ("poland", "lithuania", "latvia", "estonia", "ussr"):
        hold(g, "Germany", country)
    hold(g, "USSR", "Warsaw", "Krakow")


def test_2_4_2_too_far_is_out_of_supply_until_an_hq_comes() -> None:
    g = east()
    deep(g)
    supply = supply_of(g, GERMANY, g.facts.country["germany"])
    near = (*g.ground.homeland["lithuania"], *g.ground.homeland["poland"])
    inland = [s for s in near if not g.ground.seas[s] and 3 <= len(supply.path(s)) <= 5]
    pairs = [(s, b) for s in inland for b, _ in g.ground.steps[s] if not supply.path(b) and not g.ground.seas[b]]
    edge, beyond = pairs[0]
    unit = put(g, "Germany ARM any", g.board.token(beyond))
    assert not in_supply(g, unit)
    told = supply_told(g, unit)
    assert told is not None and told.rule == "2.4.2"
    named(g, "Germany", "Rundstedt", g.board.token(edge))
    assert in_supply(g, unit) and supply_told(g, unit) is None
    assert supply_of(g, GERMANY, g.facts.country["germany"]).path(beyond) == (beyond, edge)


def test_2_4_2_an_hq_that_is_cut_off_supplies_nobody() -> None:
    g = east()
    deep(g)
    unit, hq = put(g, "Germany ARM any", "Smolensk"), named(g, "Germany", "Rundstedt", "Smolensk")
    assert at(g, "Smolensk") in secondary_sources(g, GERMANY, g.facts.country["germany"])
    assert not in_supply(g, hq) and not in_supply(g, unit)


def test_2_4_2_a_railway_leads_an_hq_home_however_far() -> None:
    g = east()
    hold(g, "Germany", "poland", "lithuania", "latvia", "estonia", "ussr")
    hold(g, "USSR", "Warsaw", "Krakow")
    unit, hq = put(g, "Germany ARM any", "Smolensk"), named(g, "Germany", "Rundstedt", "Smolensk")
    assert in_supply(g, hq) and in_supply(g, unit)
    hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, "Smolensk")]))
    assert not in_supply(g, hq) and not in_supply(g, unit)


def test_2_4_2_no_path_into_an_enemy_zone_unless_it_is_held() -> None:
    g = east()
    hold(g, "Germany", "Brest-Litovsk")
    brest = at(g, "Brest-Litovsk")
    assert may_trace_into(g, brest, GERMANY) is None
    beside = next(b for b, _ in g.ground.steps[brest])
    put(g, "USSR INF any", g.board.token(beside))
    refused = may_trace_into(g, brest, GERMANY)
    assert refused is not None and "zone of control" in refused.reason
    put(g, "Germany INF any", "Brest-Litovsk")
    assert may_trace_into(g, brest, GERMANY) is None


def test_2_4_2_no_path_through_hexes_of_neutrals_and_enemies() -> None:
    g = east()
    assert may_trace_into(g, at(g, "Stockholm"), GERMANY) is not None
    assert may_trace_into(g, at(g, "Moscow"), GERMANY) is not None
    assert may_trace_into(g, at(g, "Berlin"), GERMANY) is None


def test_2_4_2_what_a_supply_keeps_as_open_is_the_test() -> None:
    g = east()
    put(g, "USSR INF any", "Brest-Litovsk")
    put(g, "Germany INF any", "Warsaw")
    for power, country in ((GERMANY, "germany"), (USSR, "ussr")):
        supply = supply_of(g, power, g.facts.country[country])
        for s in range(0, g.board.size, 7):
            assert supply.is_open(s) == (may_trace_into(g, s, power) is None), g.board.token(s)


def test_2_4_2_overseas_a_port_stands_for_one_hex_and_enemy_warships_block() -> None:
    g = war(("Germany", "USSR"))
    hold(g, "Germany", "Riga")
    unit = put(g, "Germany INF any", "Riga")
    assert in_supply(g, unit)  # by sea from any German port
    sea = at(g, "Baltic Sea")
    ship = named(g, "USSR", "Marat", "Baltic Sea")
    g.units[ship].at = g.ground.sections[sea][2]
    assert supply_blocked(g, sea, GERMANY) is not None
    assert not in_supply(g, unit)
    own = named(g, "Germany", "Gneisenau", "Baltic Sea")
    g.units[own].at = g.ground.sections[sea][0]
    assert supply_blocked(g, sea, GERMANY) is None and in_supply(g, unit)


def test_2_4_2_option_11_needs_a_convoy_or_a_transport() -> None:
    g = war(("Germany", "USSR"), limited_overseas_supply=True)
    hold(g, "Germany", "Riga")
    unit = put(g, "Germany INF any", "Riga")
    assert not in_supply(g, unit)
    sea = at(g, "Baltic Sea")
    g.units.add(power=POWER_INDEX["Germany"], country=g.facts.country["germany"], points=2, at=g.ground.sections[sea][0])
    assert in_supply(g, unit)


def test_2_4_2_n_soviets_and_their_allies_do_not_share_paths_in_peace() -> None:
    """wif-2.4.2-n in kind: Soviet paths enter Allied hexes only once the USSR is at war with Germany."""
    g = war(("Germany", "Commonwealth"))
    assert may_trace_into(g, at(g, "London"), USSR) is not None
    g = war(("Germany", "Commonwealth"), ("Germany", "USSR"))
    assert may_trace_into(g, at(g, "London"), USSR) is None


def test_4_3_isolated_is_without_a_path_of_any_length() -> None:
    g = east()
    for country in ("poland", "lithuania", "latvia", "estonia", "ussr"):
        hold(g, "Germany", country)
    unit = put(g, "Germany INF any", "Smolensk")
    assert not isolated(g, unit)
    hold(g, "USSR", *(g.board.token(b) for b, _ in g.ground.steps[at(g, "Smolensk")]))
    assert isolated(g, unit)
    assert at(g, "Berlin") in connected(g, GERMANY, g.facts.country["germany"])


def test_2_4_2_m_supply_does_not_pass_narrows_an_enemy_holds() -> None:
    """wif-2.4.2-m: no Axis path between the Western Mediterranean and Cape St. Vincent while an enemy holds Gibraltar."""
    g = war(("Italy", "Commonwealth"))
    west, cape = at(g, "Western Mediterranean"), at(g, "Cape St Vincent")
    italy, britain = POWER_INDEX["Italy"], POWER_INDEX["Commonwealth"]
    assert sea_groups(g, italy)[west] != sea_groups(g, italy)[cape]
    assert sea_groups(g, britain)[west] == sea_groups(g, britain)[cape]
    hold(g, "Italy", "Gibraltar")
    assert sea_groups(g, italy)[west] == sea_groups(g, italy)[cape]


def test_2_4_2_a_friend_opens_the_sea_only_against_its_own_enemies() -> None:
    g = war(("Germany", "Commonwealth"), ("Italy", "Commonwealth"), ("Germany", "USA"))
    sea = at(g, "North Sea")
    boxes = g.ground.sections[sea]
    put(g, "Italy CA any", g.board.token(boxes[1]))
    put(g, "Commonwealth CA any", g.board.token(boxes[1]))
    assert supply_blocked(g, sea, GERMANY) is None
    put(g, "USA CA any", g.board.token(boxes[1]))  # Italy is not at war with it
    assert supply_blocked(g, sea, GERMANY) is not None
    put(g, "Germany CA any", g.board.token(boxes[1]))
    assert supply_blocked(g, sea, GERMANY) is None


def test_2_4_2_an_hq_beside_a_city_hands_its_supply_on_however_far_the_city_counts() -> None:
    """In a storm over the desert a path has two hexes and Hami counts three; from two hexes away nothing reaches it."""
    g = war(("Japan", "China"))
    hold(g, "Japan", "china")
    hold(g, "China", "Hami", "A1241", "A1240", "A1340", "A1341")
    without(g, RAIL | ROAD)
    sky(g, Weather.STORM)
    unit = put(g, "China INF any", "A1340")
    assert not in_supply(g, unit)
    hq = named(g, "China", "Chiang", "A1241")
    assert in_supply(g, hq) and in_supply(g, unit)
    g.units[hq].at = at(g, "A1240")
    assert not in_supply(g, hq) and not in_supply(g, unit)


def test_2_4_1_the_red_sea_flotilla_is_in_supply_in_every_italian_port() -> None:
    """Cut off in Massawa the flotilla is in supply, another boat is not; nor is the flotilla in a port of somebody else."""
    g = war(("Italy", "Commonwealth"))
    hold(g, "Italy", "Massawa")
    flotilla = next(n for n, c in enumerate(g.facts.counters) if c.red_sea_flotilla)
    boat = g.units.add(counter=flotilla, at=at(g, "Massawa"), power=ITALY, country=g.facts.nation[flotilla]).index
    other = put(g, "Italy SUB any", "Massawa")
    put(g, "Commonwealth CA any", "red_sea_3")
    assert g.facts.counters[g.units.counter[other]].id != "N711"
    assert in_supply(g, boat) and not in_supply(g, other)
    hold(g, "Commonwealth", "Massawa")
    assert not in_supply(g, boat)
