"""4.2, 4.3: where reinforcements arrive, militia of lost cities, convoy points abroad, isolated units; 2.5.4 after a treaty."""

from __future__ import annotations

from contextlib import suppress

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, USSR
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.force_pools import CITIES, scuttle_hulls, sort_militia
from grognard.titles.wif.rules.peace import Treaty, agree
from grognard.titles.wif.rules.reinforcements import (
    Arrival,
    change_force_pools,
    give_up_isolated,
    may_arrive,
    outposts,
    place_reinforcements,
)
from grognard.titles.wif.state import CONQUERED, CONSTRUCTION_POOL, FORCE_POOL, LOST_CITY, NOWHERE, REPAIR_POOL, War, slot_of
from tests.titles.wif.field import act, align, at, drive, hold, named, put, war
from tests.titles.wif.test_11_sea import ship


def militia(g: War) -> int:
    return named(g, "USSR", "Kiev", "Moscow")


def test_4_2_1_militia_of_a_lost_city_is_out_until_the_city_is_retaken() -> None:
    g = war(("Germany", "USSR"))
    mil = militia(g)
    for place in (FORCE_POOL, slot_of(g.turn + 1)):
        g.units[mil].at = place
        sort_militia(g)
        assert g.units.at[mil] == place  # Kiev is Soviet
    hold(g, "Germany", "Kiev")
    change_force_pools(g)
    assert g.units.at[mil] == LOST_CITY
    hold(g, "USSR", "Kiev")
    change_force_pools(g)
    assert g.units.at[mil] == FORCE_POOL
    g.units[mil].at = at(g, "Moscow")
    hold(g, "Germany", "Kiev")
    sort_militia(g)
    assert g.units.at[mil] == at(g, "Moscow")  # on the map it fights on


def test_4_2_1_units_arrive_only_in_hexes_of_their_own_power() -> None:
    g = war(("Germany", "USSR"), ("Germany", "Commonwealth"))
    unit = put(g, "USSR INF any", "Moscow")
    g.units[unit].at = slot_of(g.turn)
    assert may_arrive(g, Arrival(USSR, unit), at(g, "Kiev")) is None
    hold(g, "Commonwealth", "Kiev")
    refused = may_arrive(g, Arrival(USSR, unit), at(g, "Kiev"))
    assert refused is not None and refused.rule == "4.2.1"


def test_4_2_1_nobody_arrives_beside_units_of_the_other_side_that_a_peace_left_there() -> None:
    """Random play: a Soviet reserve arrived in Dnepropetrovsk, where Rumanians of a conquered Germany still stood."""
    g = war(("Japan", "USSR"))
    unit = put(g, "USSR INF any", "Moscow")
    g.units[unit].at = slot_of(g.turn)
    put(g, "Germany INF any", "Dnepropetrovsk")
    hold(g, "USSR", "Dnepropetrovsk", "Kiev")
    refused = may_arrive(g, Arrival(USSR, unit), at(g, "Dnepropetrovsk"))
    assert refused is not None and refused.rule == "4.2.1" and may_arrive(g, Arrival(USSR, unit), at(g, "Kiev")) is None


def test_4_2_1_an_overflow_hex_lies_in_no_enemy_zone_even_if_it_is_a_port() -> None:
    g = war(("Germany", "Commonwealth"))
    bremen, port = at(g, "Bremen"), at(g, "Wilhelmshaven")
    unit = put(g, "Germany INF any", "Berlin")
    g.units[unit].at = slot_of(g.turn)
    for s in (s for s in g.ground.homeland["germany"] if g.ground.city[s] and s != bremen):
        g.hexes[s].controller = g.facts.country["united_kingdom"]
    for _ in range(2):
        put(g, "Germany GAR any", "Bremen")
    assert may_arrive(g, Arrival(GERMANY, unit), port) is None
    foe = next(b for b, f in g.ground.steps[port] if b != bremen and g.ground.land[b] and not f)
    put(g, "Commonwealth INF any", g.board.token(foe))
    refused = may_arrive(g, Arrival(GERMANY, unit), port)
    assert refused is not None and "zone of control" in refused.reason


def convoys(g: War, power: int, points: int) -> int:
    country = g.facts.country["united_kingdom"] if power == COMMONWEALTH else g.facts.country["germany"]
    return g.units.add(counter=NOWHERE, power=power, country=country, points=points, at=slot_of(g.turn)).index


def test_4_2_1_one_convoy_point_a_turn_arrives_in_an_aligned_minor() -> None:
    g = war(("Germany", "Commonwealth"))
    align(g, "egypt", "Commonwealth")
    heap = convoys(g, COMMONWEALTH, 3)
    g.power = COMMONWEALTH
    alexandria = at(g, "Alexandria")
    assert alexandria in outposts(g, Arrival(COMMONWEALTH, heap))
    drive(g, place_reinforcements(g), [f"plant {g.board.token(alexandria)}", "arrive W1536"])
    places = {g.units.at[u]: g.units.points[u] for u, c in enumerate(g.units.counter) if c == NOWHERE}
    assert places == {alexandria: 1, at(g, "London"): 2}
    again = convoys(g, COMMONWEALTH, 2)
    assert alexandria not in outposts(g, Arrival(COMMONWEALTH, again))  # one a turn
    change_force_pools(g)
    assert alexandria in outposts(g, Arrival(COMMONWEALTH, again))


def test_4_2_1_with_option_5_the_commonwealth_also_has_one_in_a_dominion() -> None:
    for ships in (True, False):
        g = war(("Germany", "Commonwealth"), ships_in_flames=ships)
        heap = convoys(g, COMMONWEALTH, 3)
        assert (at(g, "Melbourne") in outposts(g, Arrival(COMMONWEALTH, heap))) == ships
    tanks = put(g, "Commonwealth ARM any", "London")
    assert outposts(g, Arrival(COMMONWEALTH, tanks)) == []


def test_4_3_pilots_of_aircraft_that_are_given_up_come_home() -> None:
    g = war(("Germany", "USSR"), pilots=True)
    act(g, "Germany", Action.LAND)
    hold(g, "Germany", "E1834")
    plane = put(g, "Germany FTR any", "E1834")
    before = g.powers.pilots[GERMANY]
    drive(g, give_up_isolated(g), [f"give_up u{plane}"])
    assert g.units.at[plane] == FORCE_POOL and g.powers.pilots[GERMANY] == before + 1


def test_2_5_4_a_treaty_sends_units_of_third_powers_away_too() -> None:
    g = war(("Italy", "USSR"), ("Germany", "USSR"))
    hold(g, "Italy", "E1017")
    guest = put(g, "Germany INF any", "E1017")
    own = put(g, "Italy INF any", "Rome")
    drive(g, agree(g, ITALY, USSR, Treaty(hexes=(at(g, "E1017"),))))
    assert g.units.at[guest] == slot_of(g.turn + 2) and g.units.at[own] == at(g, "Rome")
    assert g.countries.power[g.hexes.controller[at(g, "E1017")]] == USSR


def test_13_7_3_an_army_is_set_up_when_those_who_must_leave_are_gone() -> None:
    """Germany gives Poland to France, which takes it as aligned: the Italians in Danzig leave before Poles are set up there."""
    g = war(("Germany", "France"), ("Italy", "Commonwealth"), turn="Mar/Apr 1940", scenario="global_war_1939")
    poland = g.facts.country["poland"]
    g.countries[poland].status, g.countries[poland].power, g.countries[poland].conqueror = CONQUERED, GERMANY, GERMANY
    hold(g, "Germany", "poland")
    guest = put(g, "Italy CAV any", "Danzig")
    flow, wanted = agree(g, GERMANY, FRANCE, Treaty(lands=(poland,))), ("as_aligned", f"set_up {g.board.token(at(g, 'Danzig'))}")
    with suppress(StopIteration):
        ask = next(flow)
        while True:
            ask = flow.send(next((o for o in ask.options if o.text in wanted), ask.options[0]))
            here = g.units.stacks.get(at(g, "Danzig"), ())
            assert guest not in here or not any(g.units.country[u] == poland for u in here)
    assert g.units.at[guest] == slot_of(g.turn + 2)
    assert any(g.units.country[u] == poland and g.roster.land[u] for u in g.units.stacks[at(g, "Danzig")])


def test_13_6_5_hulls_are_lost_with_the_last_port_of_their_home() -> None:
    g = war(("Germany", "USSR"))
    pools = (CONSTRUCTION_POOL, REPAIR_POOL, slot_of(g.turn + 1))
    hulls = [ship(g, "USSR", "CA", "any") for _ in pools]
    for unit, pool in zip(hulls, pools):
        g.units[unit].at = pool
    at_sea = ship(g, "USSR", "CL", "any", "Baltic Sea", 1)
    scuttle_hulls(g)
    assert [g.units.at[u] for u in hulls] == list(pools)
    ports = [s for s in g.ground.homeland["ussr"] if g.ground.port[s]]
    for s in ports[1:]:
        g.hexes[s].controller = g.facts.country["germany"]
    scuttle_hulls(g)
    assert [g.units.at[u] for u in hulls] == list(pools)  # one port is enough
    g.hexes[ports[0]].controller = g.facts.country["germany"]
    scuttle_hulls(g)
    assert all(g.units.at[u] == FORCE_POOL for u in hulls) and g.units.at[at_sea] >= 0


def test_4_2_1_every_militia_has_a_city_to_come_to() -> None:
    """Counters spell some cities otherwise than the board (Marseilles, Napoli, LA): their militia never arrived."""
    g = war(("Germany", "USSR"))
    nameless = {
        c.name for c in g.facts.counters
        if c.type == Type.MIL and CITIES.get(key := c.name.lower().replace(" ", "_").replace(".", ""), key) not in g.ground.places
    }  # fmt: skip
    assert nameless == {"Kyoto", "INA", "Ost SS", "Frank SS"}  # WIF-DEC-171
    mil = named(g, "Italy", "Napoli", "Rome")
    assert may_arrive(g, Arrival(ITALY, mil), at(g, "Naples")) is None
    assert may_arrive(g, Arrival(ITALY, mil), at(g, "Rome")) is not None
