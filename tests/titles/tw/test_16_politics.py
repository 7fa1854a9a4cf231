"""Cases of single sections of 6, 16, 18, 21 and 22 that no other file has. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.control import take
from grognard.titles.tw.rules.declarations import declare, may_declare
from grognard.titles.tw.rules.diplomacy import name_target
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, chits
from grognard.titles.tw.rules.flight import sky
from grognard.titles.tw.rules.influence import diplomatic_season, influence
from grognard.titles.tw.rules.money import city_value, income, industries
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.new_year import growth_rate
from grognard.titles.tw.rules.partisans import partisan_modifiers
from grognard.titles.tw.rules.sea_movement import evacuate
from grognard.titles.tw.rules.status import AXIS_BLOC, WEST_BLOC, level
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.state import ASSOCIATE, FALL, SATELLITE, SPRING, SUMMER, SYMPATHIZER, WINTER, turn_of

from .kit import drive, put, space
from .test_14_money import campaign
from .test_16_diplomacy import SPAIN, SWEDEN, example_1, give, lean, refused, spring
from .test_18_vichy import VICHY, defeat, fall, vichy_units


def test_6_0_two_camps_and_the_neutrals():
    """At the start Germany is at war with Poland, Britain and France, the other powers are neutral."""
    g = campaign()
    sides = [g.nations.side[n] for n in (GERMANY, FRANCE, BRITAIN, INDEX["poland"], ITALY, USSR, USA)]
    assert sides == [AXIS, ALLIES, ALLIES, ALLIES, NEUTRAL, NEUTRAL, NEUTRAL]
    assert refused(may_declare(g, GERMANY, FRANCE)) == "6.4.1"


def test_6_1_belligerents_stay_out_of_neutral_land_and_air():
    g = campaign()
    dutch, start = next(
        (b, s)
        for b in range(g.board.size)
        if g.hexes.holder[b] == INDEX["netherlands"] and g.ground.land[b]
        for s in g.ground.steps[b]
        if g.ground.country[s] == "germany"
    )
    unit = put(g, "germany INF 6-5", g.board.token(start))
    assert refused(Steps(g, [unit], in_swamp=False).cost(start, dutch, 0)) == "9.4.1"
    assert not sky(g, AXIS) & g.ground.sky_bit[dutch]
    assert refused(may_declare(g, GERMANY, INDEX["danzig"])) == "23.16"


def test_6_2_italy_comes_in_as_an_ally_of_germany():
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    drive(g, declare(g, ITALY, FRANCE))
    assert g.nations.side[ITALY] == g.nations.side[GERMANY] == AXIS
    assert refused(may_declare(g, ITALY, GERMANY)) == "6.3"


def test_6_5_a_country_won_by_diplomacy_goes_to_war():
    g = spring()
    lean(g, SPAIN, GERMANY, ASSOCIATE)
    give(g, SPAIN, germany=4)
    drive(g, name_target(g, GERMANY, SPAIN, WEST_BLOC), dice=[1])
    assert g.nations.status[SPAIN] == SATELLITE and g.nations.side[SPAIN] == AXIS
    assert refused(may_declare(g, BRITAIN, SPAIN)) == "6.4.1"


def test_16_0_diplomacy_in_spring_and_fall_of_the_whole_war():
    g = spring()
    assert diplomatic_season(g)
    for season, yes in ((SUMMER, False), (FALL, True), (WINTER, False)):
        g.turn = turn_of(1940, season)
        assert diplomatic_season(g) == yes
    short = TITLE.blank("west", {})
    TITLE.setup(short)
    assert not diplomatic_season(short)


def test_16_1_7_chits_are_no_better_than_their_season():
    """Bought with the POPs, one of each; another season brings another."""
    g = spring()
    drive(g, influence(g), ["done", "hire 0", "hire 1", "done"])
    assert (chits(g, GERMANY, ESPIONAGE), chits(g, GERMANY, COUNTER)) == (1, 1)
    g.turn = turn_of(1940, FALL)
    drive(g, influence(g), ["done", "hire 0", "done"])
    assert chits(g, GERMANY, ESPIONAGE) == 2


def test_16_1_7_6_chits_and_partisans():
    """Two for a chit either way."""
    g = spring(1942)
    plain = partisan_modifiers(g, WEST_BLOC, hunted=False, helped=False).total
    assert partisan_modifiers(g, WEST_BLOC, hunted=True, helped=False).total == plain + 2
    assert partisan_modifiers(g, WEST_BLOC, hunted=False, helped=True).total == plain - 2
    assert partisan_modifiers(g, AXIS_BLOC, hunted=True, helped=False).total == plain - 2


def test_16_1_7_7_without_the_option_no_cards_are_played():
    g = example_1()
    g.nations[ITALY].spies = g.nations[USSR].guards = 1
    prompts = drive(g, name_target(g, ITALY, SPAIN, 2), ["chit n.italy", "chit n.ussr"], dice=[10])
    assert not any("card" in p for p in prompts)


def test_16_3_1_a_neutral_lets_nobody_in():
    g = spring()
    swede = space(g, "stockholm")
    unit = put(g, "germany INF 6-5", g.board.token(g.ground.steps[swede][0]))
    assert level(g, SWEDEN) == 0
    assert refused(Steps(g, [unit], in_swamp=False).cost(g.units.at[unit], swede, 0)) == "9.4.1"
    take(g, swede, GERMANY, AXIS)
    assert g.hexes.holder[swede] == SWEDEN


def test_18_5_who_lost_is_out_and_who_won_holds_paris():
    g = defeat()
    narfs = g.nations[GERMANY].narfs
    fall(g)
    assert g.nations.surrendered[FRANCE] and g.nations[GERMANY].narfs > narfs
    assert refused(may_declare(g, GERMANY, FRANCE)) == "6.4.1"


@pytest.mark.parametrize(("season", "loss"), [(SPRING, 12), (SUMMER, 9), (FALL, 6), (WINTER, 3)])
def test_18_6_paris_lost_by_the_season(season, loss):
    g = campaign()
    g.turn = turn_of(1940, season)
    paris = space(g, "paris")
    for u, at in enumerate(g.units.at):
        if at == paris:
            g.units[u].at, g.units[u].pool = -1, 5
    france, germany = g.nations[FRANCE].narfs, g.nations[GERMANY].narfs
    take(g, paris, GERMANY, AXIS)
    assert g.nations[FRANCE].narfs == france - loss
    assert g.nations[GERMANY].narfs == germany + loss // 2


def test_18_7_vichy_is_a_neutral_sympathizer_of_germany():
    g = defeat()
    fall(g)
    assert (g.nations.side[VICHY], g.nations.status[VICHY], g.nations.patron[VICHY]) == (NEUTRAL, SYMPATHIZER, GERMANY)
    assert g.nations.narfs[VICHY] == 9  # 12, three quarters in Summer
    assert level(g, VICHY) == -1


def test_18_7_6_vichy_is_third_rate_and_the_free_french_as_the_british():
    g = defeat(WINTER)
    fall(g, dice=[1, 9, 9, 9])
    foot = [u for u in vichy_units(g) if g.roster.ground[u]]
    assert foot and all(army_rating(g, u) == 3 for u in foot)
    levant = next(u for u, at in enumerate(g.units.at) if at == space(g, "damascus"))
    assert army_rating(g, levant) == g.nations.army[BRITAIN] == 2


def test_21_2_b_machines_go_to_the_urals():
    """tw-21.2-b: moving the industry of Moscow costs 6 NARFs, that of Kiev 3; then the cities are no loss and no gain."""
    g = campaign("campaign_1942")
    g.nations[USSR].urals = 0
    for name, price in (("moscow", 6), ("kiev", 3)):
        city = next(c for c in industries(g) if c.key == name)
        narfs = g.nations[USSR].narfs
        evacuate(g, city.space)
        assert g.nations[USSR].narfs == narfs - price
        g.hexes[city.space].holder = GERMANY
        assert city_value(g, city, USSR) == 0


def test_21_2_a_city_that_was_not_moved_is_a_loss():
    g = campaign("campaign_1942")
    g.nations[USSR].urals = 0
    city = next(c for c in industries(g) if c.key == "moscow")
    g.hexes[city.space].holder = GERMANY
    assert (city_value(g, city, USSR), city_value(g, city, GERMANY)) == (-12, 6)


def test_22_4_america_grows_by_its_own_table():
    g = campaign()
    assert income(g, USA).total == 50
    g.turn = turn_of(1941, SPRING)
    assert growth_rate(g, USA) == 0 and growth_rate(g, BRITAIN) > 0
