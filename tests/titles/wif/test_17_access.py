"""17.4, 17.5, 18, 19.9, 20: who works with whom, whose units may be where, loyalty of Vichy, the two Chinas."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, USA, VICHY
from grognard.titles.wif.rules.access import closed, commitment, may_be_there, note_trespass
from grognard.titles.wif.rules.factions import faction_cities, open_to, settle_factions
from grognard.titles.wif.rules.loyalty import loyalty_modifier, try_loyalty
from grognard.titles.wif.rules.powers import co_operate, powers_co_operate
from grognard.titles.wif.rules.vichy import install
from grognard.titles.wif.state import GONE, War
from tests.titles.wif.field import align, at, drive, hold, named, outcome, put
from tests.titles.wif.test_09_politics import minor, world
from tests.titles.wif.test_13_peace import paris


def test_18_1_who_never_gave_the_land_back_never_works_with_the_liberated() -> None:
    g = world(("Germany", "France"), ("Germany", "USA"), ("Germany", "Commonwealth"))
    assert powers_co_operate(g, USA, COMMONWEALTH) and not powers_co_operate(g, COMMONWEALTH, FRANCE)
    g.powers[COMMONWEALTH].liberators |= 1 << FRANCE
    assert powers_co_operate(g, COMMONWEALTH, FRANCE)
    g.powers[USA].estranged |= 1 << COMMONWEALTH
    assert not powers_co_operate(g, USA, COMMONWEALTH)


def test_18_1_b_a_power_does_not_work_with_another_s_minor() -> None:
    """wif-18.1-b"""
    g = world(("Germany", "France"), ("Germany", "Commonwealth"))
    align(g, "belgium", "France")
    assert not co_operate(g, put(g, "Commonwealth INF any", "London"), put(g, "Belgium INF any", "Brussels"))


def test_18_2_d_gort_makes_room_for_two() -> None:
    """wif-18.2-d: with Gort (2) and a fighter in France there is room for one land unit more."""
    g = world(("Germany", "France"), ("Germany", "Commonwealth"))
    first = put(g, "Commonwealth INF any", "Antwerp")
    assert commitment(g, first, minor(g, "france")) is not None
    gort = named(g, "Commonwealth", "Gort", "Calais")
    assert g.units[gort].sheet.reorganisation == 2
    put(g, "Commonwealth FTR any", "Calais")
    assert may_be_there(g, first, at(g, "Lille")) is None
    g.units[first].at = at(g, "Lille")
    second = put(g, "Commonwealth MOT any", "Antwerp")
    assert may_be_there(g, second, at(g, "Lille")) is not None
    assert may_be_there(g, first, at(g, "Calais")) is None  # it is in France already


def test_19_9_and_13_3_2_the_pacific_stays_closed_until_options_or_war() -> None:
    g = world(("Germany", "Commonwealth"), ("Japan", "China"))
    for name in ("netherlands", "nei"):
        align(g, name, "Commonwealth")
    corps, dutch = put(g, "Commonwealth INF any", "Delhi"), put(g, "Netherlands INF any", "Delhi")
    assert closed(g, corps, at(g, "Batavia")) is not None and closed(g, dutch, at(g, "Batavia")) is None
    assert closed(g, corps, at(g, "Singapore")) is not None
    g.entry_options = [36, 43]
    assert closed(g, corps, at(g, "Batavia")) is None and closed(g, corps, at(g, "Singapore")) is None
    american = put(g, "USA INF any", "Los Angeles")
    island = g.board.token(g.ground.homeland["guam"][0])
    assert closed(g, american, at(g, "Manila")) is not None and closed(g, american, at(g, island)) is not None
    g.entry_options = [40, 41]
    assert closed(g, american, at(g, "Manila")) is None


def vichy() -> War:
    g = paris()
    drive(g, install(g, GERMANY), dice=[1] * 12)
    return g


def test_17_4_3_only_the_installer_enters_and_only_beside_the_enemy() -> None:
    """wif-17.4.3-b: once the enemy has left, the hexes of Vichy are closed again."""
    g = vichy()
    german, italian = put(g, "Germany INF any", "Paris"), put(g, "Italy INF any", "Turin")
    frontier = at(g, "Toulouse")
    assert may_be_there(g, german, frontier) is not None and may_be_there(g, italian, frontier) is not None
    beside = next(b for b, _ in g.ground.steps[frontier])
    enemy = put(g, "Commonwealth INF any", g.board.token(beside))
    assert may_be_there(g, german, frontier) is None
    g.units[enemy].at = GONE
    assert may_be_there(g, german, frontier) is not None
    assert g.installer != ITALY


def test_17_4_2_vichy_units_keep_to_vichy() -> None:
    g = vichy()
    unit = put(g, "France INF any", "Marseille")
    g.units[unit].power = VICHY
    assert may_be_there(g, unit, at(g, "Toulon")) is None and may_be_there(g, unit, at(g, "Paris")) is not None


def test_17_4_1_entering_vichy_france_makes_it_hostile() -> None:
    g = vichy()
    unit = put(g, "USA INF any", "London")
    note_trespass(g, unit, at(g, "Brest"))
    assert not g.hostile
    note_trespass(g, unit, at(g, "Marseille"))
    assert g.hostile == 1 << USA


@pytest.mark.parametrize(("roll", "lost"), [(5, True), (6, False)])
def test_17_5_a_two_americans_and_a_briton_win_a_vichy_corps_over_with_a_five(roll: int, lost: bool) -> None:
    """wif-17.5-a"""
    g = vichy()
    corps = put(g, "France INF any", "Marseille")
    g.units[corps].power = VICHY
    attackers = [put(g, "USA INF any", "Nice"), put(g, "USA INF any", "Nice"), put(g, "Commonwealth INF any", "Nice")]
    assert loyalty_modifier(g, attackers) == -1
    g.dice = FixedDice(roll, 10)
    outcome(g, try_loyalty(g, at(g, "Marseille"), attackers))
    assert (g.units.at[corps] < 0) == lost


def test_17_5_hostile_vichy_units_are_not_tested() -> None:
    g = vichy()
    corps = put(g, "France INF any", "Marseille")
    g.units[corps].power, g.hostile = VICHY, 1 << USA
    outcome(g, try_loyalty(g, at(g, "Marseille"), [put(g, "USA INF any", "Nice")]))
    assert g.units.at[corps] >= 0


def china() -> War:
    g = world(("Japan", "China"))
    g.communist = [at(g, "Lanchow"), at(g, "Sian")]
    return g


def chinese(g: War, place: str, *, communist: bool) -> int:
    used = set(g.units.counter)
    number = next(
        n for n, c in enumerate(g.facts.counters)
        if c.power == "China" and c.type.name == "INF" and c.communist == communist and n not in used and not c.division
    )  # fmt: skip
    return g.units.add(counter=number, at=at(g, place), power=CHINA, country=minor(g, "china")).index


def test_20_the_two_chinas_do_not_work_together() -> None:
    g = china()
    red, blue = chinese(g, "Lanchow", communist=True), chinese(g, "Chungking", communist=False)
    assert not co_operate(g, red, blue) and co_operate(g, red, red)
    assert open_to(g, red, at(g, "Lanchow")) and not open_to(g, blue, at(g, "Lanchow"))


def test_20_d_a_faction_without_a_city_leaves_the_war() -> None:
    """wif-20-d: Japan takes Sian, the Nationalists stand in Lanchow."""
    g = china()
    red, blue = chinese(g, "Chungking", communist=True), chinese(g, "Lanchow", communist=False)
    g.units[red].at = at(g, "Yenan" if "yenan" in g.ground.places else "Chengtu" if "chengtu" in g.ground.places else "Kunming")
    settle_factions(g)
    assert at(g, "Lanchow") not in g.communist and faction_cities(g, communist=True)
    hold(g, "Japan", "Sian")
    g.units[red].at = next(s for s in g.ground.homeland["china"] if not g.ground.city[s])
    g.communist = [s for s in g.communist if s == at(g, "Sian")]
    settle_factions(g)
    assert g.units.at[red] == GONE and g.units.at[blue] >= 0


def test_18_2_nobody_is_a_guest_in_the_land_of_an_enemy() -> None:
    """Only the home of a friend counts guests: what Germany has taken of France is open to Germans, and to Italians."""
    g = world(("Germany", "France"), ("Germany", "Commonwealth"), ("Italy", "France"))
    hold(g, "Germany", "Sedan")
    corps = put(g, "Germany INF any", "Liege")
    assert may_be_there(g, corps, at(g, "Sedan")) is None
    assert may_be_there(g, put(g, "Italy INF any", "Milan"), at(g, "Sedan")) is None
    british = put(g, "Commonwealth INF any", "Antwerp")
    assert may_be_there(g, british, at(g, "Lille")) is not None  # France is a friend, and no HQ of his is there
