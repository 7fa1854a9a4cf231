"""Examples of the rulebook that the list of numbered ones passes over, section by section."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY
from grognard.titles.wif.kinds import Action, Activity, Type, Weather
from grognard.titles.wif.rules.actions import left
from grognard.titles.wif.rules.conquest import INCOMPLETE
from grognard.titles.wif.rules.minors import start_of
from grognard.titles.wif.rules.peace import surrender
from grognard.titles.wif.rules.reorganisation import hq_range
from grognard.titles.wif.rules.return_to_base import end_watch, shelters
from grognard.titles.wif.rules.supply_sources import primary_sources, secondary_sources
from grognard.titles.wif.state import GONE, War

from .field import act, align, at, drive, hold, named, put, sky, war


def test_2_4_2_the_cities_of_poland_and_britain_feed_poles_and_warsaw_the_british() -> None:
    g = war(("Germany", "Commonwealth"), scenario="global_war_1939", turn="Sep/Oct 1939")
    align(g, "poland", "Commonwealth")
    poland, britain = g.facts.country["poland"], g.facts.country["united_kingdom"]
    warsaw, london = at(g, "Warsaw"), at(g, "London")
    assert {warsaw, london} <= set(primary_sources(g, COMMONWEALTH, poland))
    assert warsaw not in primary_sources(g, COMMONWEALTH, britain)
    assert warsaw in secondary_sources(g, COMMONWEALTH, britain)


def test_10_2_two_air_missions_of_an_italian_naval_action() -> None:
    """Missions over the sea and bombers count, fighters that go along or meet others do not."""
    g = war(("Italy", "Commonwealth"), ("Italy", "France"), scenario="global_war_1939", turn="Jul/Aug 1940")
    act(g, "Italy", Action.NAVAL)
    assert left(g, ITALY, Activity.NAVAL_AIR) == 2 == left(g, ITALY, Activity.STRATEGIC_BOMBARDMENT)
    g.powers[ITALY].air = 1
    assert left(g, ITALY, Activity.STRATEGIC_BOMBARDMENT) == 1


def test_11_17_2_manstein_in_kerch_reaches_krasnodar_in_fine_weather_alone() -> None:
    g = war(("Germany", "USSR"), scenario="global_war_1939", turn="May/Jun 1942")
    hold(g, "Germany", "Kerch", "E1027", "E0927", "E0827", "Krasnodar")
    manstein = named(g, "Germany", "Manstein", "Kerch")
    near, far = at(g, "E0927"), at(g, "Krasnodar")
    assert {near, far} <= hq_range(g, manstein)
    sky(g, Weather.RAIN)
    assert near in hq_range(g, manstein) and far not in hq_range(g, manstein)


def test_13_4_3_the_owner_of_the_one_base_says_which_aircraft_is_lost() -> None:
    """An Italian and a German fighter in section 2 of the Eastern Mediterranean, one Italian hex in range: Italy gives the German
    one up."""
    g = war(("Italy", "Commonwealth"), ("Germany", "Commonwealth"), scenario="global_war_1939", turn="May/Jun 1944")
    for power in ("italy", "germany"):
        hold(g, "Commonwealth", power)
    for country in ("libya", "albania", "dodecanese"):
        hold(g, "Commonwealth", country)
    hold(g, "Italy", "W0311")
    box = g.ground.sections[at(g, "Eastern Mediterranean")][2]
    own, german = put(g, "Italy FTR any", "Rome"), put(g, "Germany FTR any", "Rome")
    for unit in (own, german):
        number = next(
            n for n, c in enumerate(g.facts.counters)
            if (c.power, c.type, c.range) == (("Italy", "Germany")[unit == german], Type.FTR, 4) and n not in g.units.counter
        )  # fmt: skip
        g.units[unit].counter, g.units[unit].at = number, box
    base = at(g, "W0311")
    assert shelters(g, own) == shelters(g, german) == [base]
    asked = next(end_watch(g))
    assert asked.seat == g.seat(ITALY)
    drive(g, end_watch(g), [f"lost u{german}"])
    assert g.units.at[own] == box and g.units.at[german] < 0


def test_13_7_6_france_surrenders_and_is_incompletely_conquered() -> None:
    g = war(("Germany", "France"), scenario="global_war_1939", turn="Jul/Aug 1940")
    hold(g, "Germany", "Paris")
    g.power = FRANCE
    france = g.facts.country["france"]
    drive(g, surrender(g), [f"surrender c{france}"], dice=[1] * 60)
    assert g.powers.conquered[FRANCE] == INCOMPLETE and g.countries.power[france] == GERMANY


def test_19_4_1_the_espana_was_sunk_before_the_war() -> None:
    """Spain at war in 1940 sets up ships of 1938 and earlier, but none that was sunk."""
    g: War = war(("Germany", "Commonwealth"), scenario="global_war_1939", turn="Mar/Apr 1940")
    ships = [c for c in g.facts.counters if c.power == "Spain" and c.type in (Type.BB, Type.CA, Type.CL)]
    sunk = next(c for c in ships if c.name == "España")
    others = [c for c in ships if c.year <= 1938 and not c.sunk]
    assert start_of(g, sunk) == GONE
    assert others and all(start_of(g, c) != GONE for c in others)
