"""2.4: supply."""

from __future__ import annotations

import pytest

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, POWER_INDEX, USSR, VICHY
from grognard.titles.wif.ground import OFF_MAP, PACIFIC, RAIL, ROAD, STRAITS
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.rules.supply import in_supply, isolated, supply_told
from grognard.titles.wif.rules.supply_paths import connected, hex_counts, may_trace_into, supply_limit, supply_of, ways_of
from grognard.titles.wif.rules.supply_seas import sea_groups, supply_blocked
from grognard.titles.wif.rules.supply_sources import primary_sources, secondary_sources
from grognard.titles.wif.state import CONQUERED, War
from tests.titles.wif.field import align, at, hold, named, put, sky, war, without


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


@pytest.mark.parametrize(("enemies", "narrow", "convoys", "crosses"), [
    (False, True, False, True), (True, False, False, True), (True, True, False, False), (False, True, True, True),
])  # fmt: skip
def test_2_4_2_option_12_a_strait_needs_waters_no_enemy_closes(enemies: bool, narrow: bool, convoys: bool, crosses: bool) -> None:
    """From Messina over the strait to Italy: British battleships in the seas around close it with option 12; where no enemy is it
    needs no convoy even with option 11."""
    g = war(("Italy", "Commonwealth"), limited_straits=narrow, limited_overseas_supply=convoys)
    messina = at(g, "Messina")
    there = next(b for b, bits in g.ground.steps[messina] if bits & STRAITS)
    for name in ("Italian Coast", "Western Mediterranean", "Eastern Mediterranean") if enemies else ():
        g.units[put(g, "Commonwealth BB any", "London")].at = g.ground.sections[at(g, name)][2]
    path = supply_of(g, POWER_INDEX["Italy"], g.facts.country["italy"])
    path.only(there)
    assert path.reaches(messina) == crosses


def test_2_4_2_no_path_through_the_hexes_of_a_neutral_friend() -> None:
    """A Commonwealth path does not enter the hexes of a neutral USA, and does once it is at war."""
    g = war(("Germany", "Commonwealth"))
    assert may_trace_into(g, at(g, "Boston"), COMMONWEALTH) is not None
    g = war(("Germany", "Commonwealth"), ("Germany", "USA"))
    assert may_trace_into(g, at(g, "Boston"), COMMONWEALTH) is None


def test_2_4_2_n_or_an_enemy_of_the_ussr_stands_in_that_country() -> None:
    """wif-2.4.2-n: at war with Japan and not with Germany, Soviet paths go through an Iran in which Japanese stand."""
    g = war(("Japan", "Commonwealth"), ("Japan", "USSR"))
    align(g, "iran", "Commonwealth")
    assert may_trace_into(g, at(g, "Tehran"), USSR) is not None
    japanese = put(g, "Japan INF any", "Bushehr" if "bushehr" in g.ground.places else "Tabriz")
    assert g.ground.country[g.units.at[japanese]] == "iran"
    assert may_trace_into(g, at(g, "Tehran"), USSR) is None
    assert ways_of(g, USSR).open[at(g, "Tehran")]
    assert may_trace_into(g, at(g, "Calcutta"), USSR) is not None


def test_2_4_2_italy_does_not_trace_through_vichy_france() -> None:
    """17.4.3: only the power that installed Vichy, and while it is neutral only beside enemy units."""
    g = war(("Italy", "Commonwealth"), ("Germany", "Commonwealth"))
    g.vichy, g.installer, g.powers[VICHY].plays = 1, GERMANY, 1
    vichy = g.facts.country["vichy_france"]
    g.countries[vichy].power = VICHY
    hexes = [s for s in g.ground.homeland["france"] if g.ground.country[s] == "france"]
    for s in hexes:
        g.hexes[s].controller = g.hexes[s].nation = vichy
    lyon = at(g, "Lyon")
    assert may_trace_into(g, lyon, ITALY) is not None and may_trace_into(g, lyon, GERMANY) is not None
    british = put(g, "Commonwealth INF any", "Lyon")
    g.units[british].at = next(b for b, _ in g.ground.steps[lyon] if g.ground.land[b])
    put(g, "Germany INF any", "Lyon")
    assert may_trace_into(g, lyon, GERMANY) is None and may_trace_into(g, lyon, ITALY) is not None


def test_22_7_a_territorial_traces_to_its_home_after_a_conquest() -> None:
    """22.7, 2.4.2: a friendly city of a Burma that Japan has conquered feeds its territorial beside it, and no other unit."""
    g = war(("Japan", "Commonwealth"), territorials=True, scenario="global_war_1939")
    row = g.countries[g.facts.country["burma"]]
    row.status, row.power = CONQUERED, POWER_INDEX["Japan"]
    city = at(g, "Rangoon")
    beside = next(b for b, _ in g.ground.steps[city] if not g.ground.city[b])
    hold(g, "Commonwealth", "Rangoon", g.board.token(beside))
    for s in g.ground.homeland["united_kingdom"]:
        g.hexes[s].lost = g.turn
    native, infantry = (put(g, f"Commonwealth {kind} any", "Rangoon") for kind in ("TERR", "INF"))
    for u in (native, infantry):
        g.units[u].country, g.units[u].at = g.facts.country["burma"], beside
    assert in_supply(g, native) and not in_supply(g, infantry)


def test_8_2_1_no_path_puts_to_sea_from_a_closed_port() -> None:
    """A port that ice closes lets no overseas path out, not even that of a unit in it."""
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"))
    port, code = at(g, "Tallinn"), "E2449"
    hold(g, "Germany", code)
    for b, _ in g.ground.steps[port]:
        hold(g, "USSR", g.board.token(b))
    unit = put(g, "Germany INF any", code)
    sky(g, Weather.RAIN)
    assert in_supply(g, unit)
    sky(g, Weather.SNOW)
    assert not in_supply(g, unit)
