"""Clauses of 13.7, 14.6, 16, 17.3 and 22 for options, found wrong by reading the rulebook beside the code."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, USA, USSR
from grognard.titles.wif.kinds import Action, Type
from grognard.titles.wif.rules.conquest import conquer
from grognard.titles.wif.rules.factions import settle_factions
from grognard.titles.wif.rules.hq_benefits import leader_of, within_range
from grognard.titles.wif.rules.land_odds import Fight
from grognard.titles.wif.rules.pilots import man_aircraft, manning_powers
from grognard.titles.wif.rules.powers import faction
from grognard.titles.wif.rules.promotions import merit
from grognard.titles.wif.rules.recruits import place_warlords
from grognard.titles.wif.rules.stocks import disband
from grognard.titles.wif.rules.vichy import _bring_home, _clear_markers
from grognard.titles.wif.state import (
    AIR_RESERVE,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    LAND_OFFENSIVE,
    NOWHERE,
    War,
    slot_of,
)

from .field import act, at, drive, hold, named, put
from .test_22_divisions import corps
from .test_clauses_of_politics import minor, world


def test_22_4_losses_of_friends_are_not_the_guards_own() -> None:
    """A German army lost against a Soviet corps lost is nothing; against a Mongolian friend's corps lost it is three."""
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942", guards_banner=True)
    friend, own = put(g, "USA INF any", "Kiev"), corps(g, "L881", "Kiev")
    foe = put(g, "Germany INF any", "Warsaw")
    battle = Fight(at(g, "Kiev"), (foe,), (friend, own), None, Fraction(1), Fraction(1), 6, 0, GERMANY, False)
    g.units[foe].at = g.units[friend].at = FORCE_POOL
    assert merit(g, battle, USSR) == 3 and merit(g, battle, USA) == 0


def test_22_6_a_warlord_is_of_the_faction_that_holds_his_city_and_leaves_with_it() -> None:
    g = world(("Japan", "China"), turn="Sep/Oct 1939", warlords=True)
    g.communist = [s for s in g.ground.region["communist_china"] if g.ground.city[s]]
    place_warlords(g)
    found = {g.units[u].sheet.available.lower(): u for u in range(len(g.units)) if "warlord" in g.units[u].sheet.marks}
    assert faction(g, found["lanchow"]) and not faction(g, found["chungking"])
    g.units[found["lanchow"]].at = at(g, "Chungking")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "China" and c.type == Type.INF and not c.communist)
    g.units.add(counter=number, power=CHINA, country=minor(g, "china"), at=at(g, "Lanchow"))
    g.units[found["chungking"]].at = at(g, "Chungking")
    settle_factions(g)
    assert at(g, "Lanchow") not in g.communist and g.units.at[found["lanchow"]] == GONE


def volunteer(g: War, power: int, where: str) -> int:
    number = next(n for n, c in enumerate(g.facts.counters) if "volunteer" in c.marks and c.power == g.powers[power].label)
    country = minor(g, "germany" if power == GERMANY else "france")
    return g.units.add(counter=number, power=power, country=country, at=at(g, where)).index


def test_22_8_volunteers_fight_on_when_their_country_has_fallen() -> None:
    for option, left in ((True, True), (False, False)):
        g = world(("Germany", "USSR"), ("Germany", "Commonwealth"), turn="May/Jun 1945", volunteers=option)
        band, army = volunteer(g, GERMANY, "Berlin"), put(g, "Germany INF any", "Berlin")
        hold(g, "USSR", "Moscow")
        drive(g, conquer(g, minor(g, "germany"), USSR), (), [10] * 60)
        assert (g.units.at[band] >= 0) == left and g.units.at[army] == GONE


def test_13_7_1_pilots_are_lost_with_the_home_country() -> None:
    """France loses its free pilots and those in training, the Commonwealth with Australia none."""
    g = world(("Germany", "France"), ("Japan", "Commonwealth"), turn="Jul/Aug 1940", pilots=True)
    for power in (FRANCE, COMMONWEALTH):
        g.powers[power].pilots = 3
    g.training = [FRANCE, g.turn + 2, COMMONWEALTH, g.turn + 1]
    hold(g, "Germany", "Paris")
    drive(g, conquer(g, minor(g, "france"), GERMANY), (), [10] * 60)
    assert g.powers.pilots[FRANCE] == 0 and g.training == [COMMONWEALTH, g.turn + 1]
    hold(g, "Japan", "Canberra")
    drive(g, conquer(g, minor(g, "australia"), 2), (), [10] * 60)
    assert g.powers.pilots[COMMONWEALTH] == 3


def test_17_3_2_machines_on_the_circle_need_pilots_and_markers_are_lost() -> None:
    """Two fighters on the circle and one pilot in training: one comes to Vichy France. Chits and points are gone."""
    g = world(("Germany", "France"), ("Germany", "Commonwealth"), turn="Jul/Aug 1940", pilots=True, offensive_points=True)
    for unit in range(len(g.units)):
        g.units[unit].at = GONE
    planes = [put(g, "France FTR any", "Lyon") for _ in range(2)]
    for plane in planes:
        g.units[plane].at = slot_of(g.turn + 1)
    spare = put(g, "France FTR any", "Lyon")
    g.units[spare].at = AIR_RESERVE
    g.training, g.chits, g.powers[FRANCE].offensive = [FRANCE, g.turn + 2], [FRANCE, g.turn + 1, 5], 7
    drive(g, _bring_home(g, GERMANY))
    assert sorted(g.units.at[p] >= 0 for p in planes) == [False, True]
    _clear_markers(g)
    assert g.units.at[spare] == FORCE_POOL
    assert not g.training and not g.chits and not g.powers.offensive[FRANCE]


def test_14_6_1_a_machine_can_wait_in_the_pool_where_no_other_is_ready() -> None:
    """Without a machine in the pool a power may still take one off the map, from a city at home alone."""
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942", pilots=True)
    plane = put(g, "Germany FTR any", "Warsaw")
    hold(g, "Germany", "Warsaw")
    assert manning_powers(g) == []
    g.units[plane].at = at(g, "Berlin")
    assert manning_powers(g) == [GERMANY]
    g.power = GERMANY
    drive(g, man_aircraft(g), [f"rest u{plane}", "enough"])
    assert g.units.at[plane] == AIR_RESERVE and g.powers.pilots[GERMANY] == 1


def test_16_3_an_hq_out_of_supply_or_at_sea_leads_nobody() -> None:
    g = world(("Germany", "USSR"), turn="Jul/Aug 1942", offensive_points=True)
    act(g, "Germany", Action.LAND)
    hq = named(g, "Germany", "Rundstedt", "Berlin")
    row = g.powers[GERMANY]
    row.leader, row.offence = hq + 1, LAND_OFFENSIVE
    assert leader_of(g, GERMANY, LAND_OFFENSIVE) == hq
    ship = put(g, "Germany TRS any", "Kiel")
    g.units[hq].aboard = ship
    assert leader_of(g, GERMANY, LAND_OFFENSIVE) == NOWHERE
    g.units[hq].aboard, g.units[hq].at = NOWHERE, at(g, "Moscow")
    assert leader_of(g, GERMANY, LAND_OFFENSIVE) == NOWHERE


def test_16_3_a_hex_off_the_map_counts_four() -> None:
    """From a hex off the map another one is out of range of a value of three and within one of four."""
    g = world(("Germany", "Commonwealth"), turn="Jul/Aug 1942", offensive_points=True)
    far = [s for s, scale in enumerate(g.ground.scale) if scale == 2 and g.ground.land[s]]
    start = next(s for s in far if any(b in far for b, _ in g.board.neighbours[s]))
    other = next(b for b, _ in g.board.neighbours[start] if b in far)
    hqs = [u for u, c in enumerate(g.facts.counters) if c.power == "Commonwealth" and c.reorganisation in (3, 4)]
    for number in hqs:
        value = g.facts.counters[number].reorganisation
        hq = g.units.add(counter=number, power=COMMONWEALTH, country=minor(g, "united_kingdom"), at=start).index
        assert within_range(g, hq, other) == (value >= 4)




def test_4_3_a_carrier_that_is_disbanded_puts_its_planes_ashore() -> None:
    g = world(("Japan", "China"), turn="May/Jun 1940", saved_build_points=True, carrier_planes=True)
    ship = put(g, "Japan CV any", "Tokyo")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Japan" and c.type == Type.CVP)
    plane = g.units.add(counter=number, power=2, country=minor(g, "japan"), at=at(g, "Tokyo"), aboard=ship).index
    g.power = 2
    drive(g, disband(g), [f"disband u{ship}"])
    assert g.units.at[ship] == CONSTRUCTION_POOL
    assert (g.units.at[plane], g.units.aboard[plane]) == (at(g, "Tokyo"), NOWHERE)
