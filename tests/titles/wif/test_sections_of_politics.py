"""Sections of 9 and 13.7 to 19 under their own numbers: of each a case accepted and one refused."""

from __future__ import annotations

import pytest

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, POWER_INDEX, USSR, VICHY
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import halved, limit
from grognard.titles.wif.rules.declarations import provoke
from grognard.titles.wif.rules.force_pools import fill_force_pools
from grognard.titles.wif.rules.minors import neutral_minor
from grognard.titles.wif.rules.pacts import Diplomat, break_pact, may_break
from grognard.titles.wif.rules.powers import active, pact_key
from grognard.titles.wif.rules.reinforcements import arriving_powers, change_force_pools
from grognard.titles.wif.rules.reorganisation import may_reach, price
from grognard.titles.wif.rules.spheres import note_entry
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.rules.vichy import declare_vichy, install
from grognard.titles.wif.rules.wars import make_peace, make_war
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import DISMISSED, FORCE_POOL, GONE, POOLED, RESERVE_POOL, War, slot_of

from .field import act, align, at, drive, named, put, war
from .kit import CAMPAIGNS
from .test_11_sea import ship
from .test_13_peace import paris
from .test_clauses_of_politics import minor, world


def eastern_pact() -> War:
    """The pact of Germany and the USSR, two turns old: too young to be broken by garrisons."""
    g = world(("Germany", "France"), turn="Jan/Feb 1940")
    g.nazi_soviet = 1
    g.pacts[pact_key(GERMANY, USSR)] = g.turn - 2
    g.provoked.clear()
    return g


# --- 4, 9 ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [0, 1])
def test_4_2_the_side_that_had_the_initiative_places_first_and_only_what_is_due(holder: int) -> None:
    g = war(("Germany", "USSR"))
    for what in ("Germany INF any", "USSR INF any"):
        unit = put(g, what, "Warsaw")
        g.units[unit].at = slot_of(g.turn)
    late = put(g, "Italy INF any", "Rome")
    g.powers[ITALY].plays = 1
    g.units[late].at = slot_of(g.turn + 1)
    g.holder = holder
    assert arriving_powers(g) == [[GERMANY, USSR], [USSR, GERMANY]][holder]


def test_9_1_at_war_with_a_major_power_is_active_at_peace_with_all_neutral() -> None:
    g = world()
    assert not active(g, ITALY)
    make_war(g, ITALY, FRANCE)
    make_war(g, ITALY, COMMONWEALTH)
    assert active(g, ITALY) and active(g, FRANCE)
    make_peace(g, ITALY, FRANCE)
    assert active(g, ITALY) and not active(g, FRANCE)
    make_peace(g, ITALY, COMMONWEALTH)
    assert not active(g, ITALY)


def test_13_7_7_who_is_at_peace_with_all_sends_reserves_and_militia_to_the_reserve_pool() -> None:
    """Those on the map go to the reserve pool, those in the force pools leave the game; other units stay; none of it while
    there is still another war."""
    for wars, dismissed in ((1, True), (2, False)):
        g = world(*[("Italy", "France"), ("Italy", "Commonwealth")][:wars])
        others = [u for u in range(len(g.units)) if g.units.power[u] == ITALY and g.roster.types[u] == Type.MIL]
        militia, pooled = others[:2]
        corps = put(g, "Italy INF any", "Rome")
        g.units[militia].at, g.units[pooled].at = at(g, "Rome"), FORCE_POOL
        make_peace(g, ITALY, FRANCE)
        assert (g.units.at[militia] == RESERVE_POOL) == dismissed
        assert (g.units.at[pooled] == GONE) == dismissed
        assert g.units.at[corps] == at(g, "Rome")


# --- 17 -----------------------------------------------------------------------------------------------------------------------


def test_13_7_4_the_power_in_paris_may_declare_vichy_or_not() -> None:
    for word, made in (("install", True), ("not_now", False)):
        g = paris()
        g.power = GERMANY
        drive(g, declare_vichy(g), [word], dice=[1] * 12)
        assert bool(g.vichy) == made


def test_17_3_1_foreign_troops_in_vichy_s_hexes_come_back_in_two_turns_others_stay() -> None:
    """A British corps and aircraft in Toulouse and a German one in Marseille are on the circle two turns on; in Paris and London
    they stay."""
    g = paris()
    sent = [put(g, f"Commonwealth {kind} any", "Toulouse") for kind in ("INF", "FTR")]
    sent.append(put(g, "Germany INF any", "Marseille"))
    kept = [put(g, "Germany INF any", "Paris"), put(g, "Commonwealth INF any", "London")]
    drive(g, install(g, GERMANY), dice=[1] * 12)
    assert [g.units.at[u] for u in sent] == [slot_of(g.turn + 2)] * 3
    assert [g.units.at[u] for u in kept] == [at(g, "Paris"), at(g, "London")]


def test_17_3_1_foreign_ships_in_vichy_s_ports_go_to_a_friendly_port() -> None:
    g = paris()
    cruiser = ship(g, "Commonwealth", "CL", "any", "Marseille")
    there = ship(g, "Commonwealth", "CL", "any", "Gibraltar")
    drive(g, install(g, GERMANY), dice=[1] * 12)
    found = g.units.at[cruiser]
    assert found >= 0 and g.powers_by_hex[found] == COMMONWEALTH and g.ground.port[found]
    assert g.units.at[there] == at(g, "Gibraltar")


def test_17_6_free_france_has_half_the_limits_of_france() -> None:
    g = paris()
    act(g, "France", Action.COMBINED)
    whole = {a: limit(g, FRANCE, a) for a in Activity}
    assert not halved(g, FRANCE)
    drive(g, install(g, GERMANY), dice=[10] * 10)
    act(g, "France", Action.COMBINED)
    assert halved(g, FRANCE) and not halved(g, COMMONWEALTH)
    counted = [a for a, n in whole.items() if 0 < n < 50]
    assert counted
    for a in counted:
        assert limit(g, FRANCE, a) == (whole[a] + 1) // 2
    g.powers[FRANCE].conquered = 0
    assert halved(g, FRANCE), "for being Free France, whatever else it has lost"
    g.free_france = 0
    assert not halved(g, FRANCE), "once liberated no longer"


# --- 18 -----------------------------------------------------------------------------------------------------------------------


def test_18_3_an_hq_reorganises_those_it_co_operates_with_for_twice_the_price_and_nobody_else() -> None:
    for enemy, works in (("Commonwealth", True), ("USSR", False)):
        g = war(("Germany", "Commonwealth"), ("Germany", "USSR"), ("Germany", "USA"), turn="May/Jun 1944")
        act(g, "USA", Action.LAND)
        hq = named(g, "USA", "Eisenhower", "London")
        unit = put(g, f"{enemy} INF any", "London", down=1)
        act(g, enemy, Action.LAND)
        refused = may_reach(g, hq, unit)
        assert (refused is None) == works
        assert works or (refused is not None and refused.rule == "18.2")
        assert (price(g, unit, False), price(g, unit, True)) == (1, 2)


# --- 19 -----------------------------------------------------------------------------------------------------------------------


def test_19_1_an_independent_minor_is_neutral_an_aligned_one_is_not() -> None:
    g = world(("Germany", "France"))
    assert neutral_minor(g, minor(g, "sweden"))
    align(g, "sweden", "Germany")
    assert not neutral_minor(g, minor(g, "sweden"))


def test_19_4_2_units_of_a_minor_that_was_not_taken_into_the_pools_leave_the_game() -> None:
    for choice, goes in ((POOLED, FORCE_POOL), (DISMISSED, GONE)):
        g = world(("Germany", "France"))
        align(g, "rumania", "Germany")
        g.countries[minor(g, "rumania")].set_up = choice
        unit = put(g, "Rumania INF any", "Bucharest")
        german = put(g, "Germany INF any", "Berlin")
        destroy(g, unit, FORCE_POOL)
        destroy(g, german, FORCE_POOL)
        assert g.units.at[unit] == goes and g.units.at[german] == FORCE_POOL
        before = len(g.units)
        fill_force_pools(g, 1900, g.year)
        rumanians = [u for u in range(before, len(g.units)) if g.units.country[u] == minor(g, "rumania")]
        assert bool(rumanians) == (choice == POOLED)


@pytest.mark.parametrize(
    ("what", "country", "breaker", "reason"),
    [
        ("Germany INF any", "lithuania", USSR, True),
        ("Germany INF any", "estonia", USSR, True),
        ("Germany INF any", "latvia", USSR, True),
        ("Germany INF any", "turkey", USSR, True),
        ("Germany INF any", "sweden", USSR, False),
        ("USSR INF any", "denmark", GERMANY, True),
        ("USSR INF any", "greece", GERMANY, True),
        ("USSR INF any", "hungary", GERMANY, True),
        ("USSR INF any", "norway", GERMANY, True),
        ("USSR INF any", "sweden", GERMANY, True),
        ("USSR INF any", "yugoslavia", GERMANY, True),
        ("USSR INF any", "turkey", GERMANY, False),
        ("USSR INF any", "rumania", GERMANY, False),
    ],
)
def test_19_5_3_a_unit_in_the_other_s_sphere_is_a_reason_to_break_the_pact(
    what: str, country: str, breaker: int, reason: bool
) -> None:
    g = eastern_pact()
    other = USSR if breaker == GERMANY else GERMANY
    assert may_break(g, Diplomat(breaker), other) is not None
    note_entry(g, put(g, what, "Warsaw"), g.ground.homeland[country][0])
    assert (may_break(g, Diplomat(breaker), other) is None) == reason
    assert may_break(g, Diplomat(other), breaker) is not None, "only the one who was provoked may"
    if reason:
        break_pact(g, Diplomat(breaker), other)
        assert pact_key(GERMANY, USSR) not in g.pacts


def test_19_5_3_a_german_declaration_of_war_on_turkey_is_a_reason_one_on_sweden_is_not() -> None:
    for country, reason in (("sweden", False), ("turkey", True), ("latvia", True)):
        g = eastern_pact()
        provoke(g, minor(g, country))
        assert (may_break(g, Diplomat(USSR), GERMANY) is None) == reason


def test_19_5_3_units_of_the_countries_themselves_are_no_reason() -> None:
    g = eastern_pact()
    align(g, "turkey", "Germany")
    note_entry(g, put(g, "Turkey INF any", "Warsaw"), g.ground.homeland["latvia"][0])
    assert may_break(g, Diplomat(USSR), GERMANY) is not None


def test_19_12_any_axis_unit_in_ukraine_is_a_reason() -> None:
    g = eastern_pact()
    kiev = g.ground.named("Kiev")
    note_entry(g, put(g, "Italy INF any", "Warsaw"), kiev)
    assert may_break(g, Diplomat(USSR), GERMANY) is not None
    g.hexes[kiev].nation = minor(g, "ukraine")
    note_entry(g, put(g, "Italy INF any", "Warsaw"), kiev)
    assert may_break(g, Diplomat(USSR), GERMANY) is None


@pytest.mark.parametrize("key", sorted(CAMPAIGNS))
def test_19_5_the_pact_is_in_place_in_campaigns_that_start_between_august_1939_and_july_1941(key: str) -> None:
    frame = CAMPAIGNS[key].frame
    start = turn_number(frame.first_turn)
    in_time = turn_number("Jul/Aug 1939") < start < turn_number("Jul/Aug 1941")
    begun = [(POWER_INDEX[a], POWER_INDEX[b]) for a, b in frame.pacts.neutrality]
    assert frame.pacts.nazi_soviet == (in_time and key != "barbarossa_1941"), "that one begins with the invasion"
    assert ((GERMANY, USSR) in begun or (USSR, GERMANY) in begun) == frame.pacts.nazi_soviet


def test_17_3_a_french_ship_in_a_vichy_port_is_vichy_s_one_in_a_free_french_port_is_free() -> None:
    """Algeria stays with Vichy on a 1 and goes to Free France on a 10: with it the ship in Algiers; Marseille is Vichy's."""
    for roll, owner in ((1, VICHY), (10, FRANCE)):
        g = paris()
        home, abroad = ship(g, "France", "CL", "any", "Marseille"), ship(g, "France", "CL", "any", "Algiers")
        drive(g, install(g, GERMANY), dice=[roll] * 14)
        assert g.units.power[home] == VICHY and g.units.power[abroad] == owner


def test_4_1_new_counters_come_into_the_pools_with_their_year_and_not_before() -> None:
    """In Jan/Feb 1942 the German counters of 1942 enter the force pools; those of 1943 do not, and none come in March."""
    for now, comes in (("Jan/Feb 1942", True), ("Mar/Apr 1942", False)):
        g = world(("Germany", "France"), turn=now)
        before = len(g.units)
        change_force_pools(g)
        new = [u for u in range(before, len(g.units)) if g.units.power[u] == GERMANY and g.units.counter[u] >= 0]
        years = {g.facts.enters(g.facts.counters[g.units.counter[u]]) for u in new}
        assert years == ({1942} if comes else set())
        assert all(g.units.at[u] == FORCE_POOL for u in new)
