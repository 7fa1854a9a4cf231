"""Clauses of the newer chapters that a reader with the rulebook chose before looking at the code, and found wrong."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.kernel.rules import No
from grognard.titles.tw import TITLE
from grognard.titles.tw.boons import bestow
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.air_support import transfer
from grognard.titles.tw.rules.airbases import bases, french_aircraft_forward, may_base
from grognard.titles.tw.rules.bombing import Raid, bombing_modifiers
from grognard.titles.tw.rules.bombing_war import bombing_war, may_hit_oil, simple_bombing
from grognard.titles.tw.rules.border_wars import ground_worth
from grognard.titles.tw.rules.construction import close_training, extend, may_build, offers
from grognard.titles.tw.rules.control import surrender, take
from grognard.titles.tw.rules.declarations import annex_alsace, declare
from grognard.titles.tw.rules.drops import landing_hexes, may_land_there
from grognard.titles.tw.rules.espionage import may_use_ultra
from grognard.titles.tw.rules.grants import aid_duties
from grognard.titles.tw.rules.invasions import ASSAULT, Armada, consolidate, goals, invade, may_cover
from grognard.titles.tw.rules.missions import dive, may_accompany, may_dive, may_escort_raid, raid_port, transport
from grognard.titles.tw.rules.money import conquered_value, income
from grognard.titles.tw.rules.national import french_border
from grognard.titles.tw.rules.new_year import income_segment
from grognard.titles.tw.rules.partisans import hideouts
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.projects import apply, north_african_corps, raid_harbour, season_of_projects, trust_no_one
from grognard.titles.tw.rules.sea_battle import limp_home
from grognard.titles.tw.rules.sea_movement import may_evacuate
from grognard.titles.tw.rules.seas import distance, route, sea
from grognard.titles.tw.rules.shipyards import SAILED, nearest_yard
from grognard.titles.tw.rules.stacking import surplus
from grognard.titles.tw.rules.strategic_units import may_raise, unit_cost
from grognard.titles.tw.rules.strategic_war import losses, sub_hunt, uboat_war
from grognard.titles.tw.rules.training import train
from grognard.titles.tw.rules.uboats import reckon
from grognard.titles.tw.rules.units import ground_at
from grognard.titles.tw.rules.voyages import homeward
from grognard.titles.tw.state import (
    FALL,
    LOST,
    LOST_UNSUPPLIED,
    MLE,
    SATELLITE,
    SLE,
    SPRING,
    SUMMER,
    WINTER,
    YARD,
    War,
    turn_of,
)
from grognard.titles.tw.subjects import Dropping
from grognard.titles.tw.war_charts import Attrition

from .kit import drive, hold, put, space, unit
from .test_07_sea import carrier, fleet, mediterranean, navy


def campaign(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- 5: strategic warfare -----------------------------------------------------------------------------------------------------


def test_5_1_3_5_no_ultra_in_either_season_of_the_happy_time():
    """America came in in Winter 1941: Spring and Fall 1942 are the Happy Time, Spring 1943 is not."""
    g = campaign("campaign_1942")
    g.happy_time, g.nations[BRITAIN].spies = turn_of(1941, WINTER), 1
    found = {}
    for turn in (turn_of(1942, SPRING), turn_of(1942, FALL), turn_of(1943, SPRING)):
        g.turn = turn
        no = may_use_ultra(g)
        found[turn] = no is None or no.rule
    assert list(found.values()) == ["5.1.3.5", "5.1.3.5", True]


def test_5_2_a_quarter_of_the_base_is_for_both_allies_together():
    """Two raids of forty bombers each, no interceptors: Germany loses a quarter of its base in the turn, not in each raid."""
    g = campaign("campaign_1942")
    g.turn = turn_of(1943, SPRING)
    for power in (BRITAIN, USA):
        g.nations[power].effort, g.nations[power].sac = SLE, 40
    germany = g.nations[GERMANY]
    germany.interceptors = germany.jets = germany.heavy_flak = germany.v1 = 0
    germany.effort = MLE
    base, before = germany.base, germany.narfs
    drive(g, bombing_war(g), ["bomb 40 40", "guard 0 0 0 0"], dice=[5, 5])
    assert before - germany.narfs == base // 4


@pytest.mark.parametrize(("effort", "lost"), [(SLE, 6), (MLE, 0)])
def test_5_0_rockets_need_more_than_a_movement_effort(effort, lost):
    g = campaign("campaign_1942")
    g.turn = turn_of(1944, FALL)
    g.nations[GERMANY].effort, g.nations[GERMANY].v2, g.nations[BRITAIN].sac, g.nations[USA].sac = effort, 1, 0, 0
    g.nations[BRITAIN].narfs = 100
    for s in g.ground.homeland["france"]:
        if g.ground.land[s]:
            g.hexes[s].holder = BRITAIN  # no bombers but rockets
    drive(g, bombing_war(g), ["launch 0 1"] if lost else [], dice=[3])
    assert g.nations.narfs[BRITAIN] == 100 - lost - 5  # and 5 for staying at home (5.2)


@pytest.mark.parametrize(("effort", "lost"), [(SLE, 7), (MLE, 0)])
def test_29_8_simple_bombing_needs_more_than_a_movement_effort(effort, lost):
    g = campaign("campaign_1942", simple_bombing=True)
    g.turn = turn_of(1942, FALL)
    g.nations[BRITAIN].effort, g.nations[BRITAIN].sac = effort, 40
    before = g.nations.narfs[GERMANY]
    g.dice = FixedDice(7)
    simple_bombing(g)
    assert before - g.nations.narfs[GERMANY] == lost


def test_5_1_3_1_bombers_over_the_pens_only_in_the_happy_time():
    """An Ambush costs American bombers a point in the Happy Time, and nothing a year later (TW-AMB-195)."""
    g = campaign("campaign_1942")
    g.happy_time, g.nations[USA].convoy = turn_of(1941, WINTER), 1
    raid = Raid(USA, GERMANY, 4, 2)
    g.turn = turn_of(1942, FALL)
    assert {i.label: i.value for i in bombing_modifiers(g, raid).items}["bombers against U-Boat pens"] == 1
    g.turn = turn_of(1943, FALL)
    assert "bombers against U-Boat pens" not in {i.label for i in bombing_modifiers(g, raid).items}


def test_24_1_america_hits_oil_from_spring_1944():
    """Before that an asterisk is a critical hit (TW-AMB-196); Britain never hits oil."""
    g = campaign("campaign_1942")
    g.turn = turn_of(1943, FALL)
    assert not may_hit_oil(g, Raid(USA, GERMANY, 4, stars=1))
    g.turn = turn_of(1944, SPRING)
    assert may_hit_oil(g, Raid(USA, GERMANY, 4, stars=1)) and not may_hit_oil(g, Raid(BRITAIN, GERMANY, 4, stars=1))


def test_29_14_submarines_hunt_in_the_med_without_u_boats():
    """British submarines attack Italy in a season in which Germany sends nothing to the Atlantic."""
    g = campaign("campaign_1942", med_submarines=True)
    g.turn = turn_of(1942, FALL)
    g.nations[GERMANY].effort, g.nations[BRITAIN].effort = MLE, SLE
    before = g.nations.narfs[ITALY]
    drive(g, uboat_war(g), dice=[1])
    assert g.nations.narfs[ITALY] < before


def test_29_16_boats_that_were_hit_do_not_reach_the_convoys():
    """Two hunters find ten boats and sink one: nine go on, though more are built than were sent."""
    g = campaign("campaign_1942", sub_hunters=True)
    g.nations[GERMANY].uboats = 20
    drive(g, sub_hunt(g, 10, 8), ["hunters 4"], dice=[1, 10])
    hunters, hit = drive.value
    assert hunters == 4 and hit >= 1
    assert g.nations.uboats[GERMANY] >= 20 - hit


def test_5_1_3_losses_can_be_divided_boat_by_boat():
    """Five boats too many are fifteen NARFs; Germany takes six from America and nine from Britain, but not four."""
    g = campaign("campaign_1942")
    g.turn, g.happy_time = turn_of(1943, FALL), turn_of(1941, WINTER)
    for power in (BRITAIN, USA):
        g.nations[power].narfs = 100
    season = reckon(5, 0, Attrition())
    with pytest.raises(AssertionError):
        drive(g, losses(g, season, 0, 0, 0), ["both 4"])
    drive(g, losses(g, season, 0, 0, 0), ["both 6"])
    assert (g.nations.narfs[BRITAIN], g.nations.narfs[USA]) == (91, 94)


def test_28_1_2_research_makes_bombers_cheaper_to_offer_too():
    """With Strategic Bomber Research a SAC costs 4: five NARFs are enough."""
    g = campaign()
    g.nations[GERMANY].narfs, g.nations[GERMANY].more_sac = 5, 1
    assert unit_cost(g, GERMANY, "SAC") == 6 and may_raise(g, GERMANY, "SAC", 0).rule == "15.1.2"
    bestow(g, GERMANY, "saccost", g.turn + 6)
    assert unit_cost(g, GERMANY, "SAC") == 4 and may_raise(g, GERMANY, "SAC", 0) is None


# --- 7: the sea ---------------------------------------------------------------------------------------------------------------


def test_11_7_bombers_attack_a_port_together():
    """Three Fleets in Malta: two TAC attack as one (6 to 3), a fighter comes along; one out of range does not."""
    g = mediterranean()
    for _ in range(3):
        fleet(g, "britain", "malta")
    first, second = (put(g, "germany TAC 1-5-4", "palermo") for _ in range(2))
    fighter, far = put(g, "germany FTR 3-3-2", "palermo"), put(g, "germany TAC 1-5-4", "essen")
    malta = space(g, "malta")
    assert may_escort_raid(g, second, malta) is None and may_escort_raid(g, fighter, malta) is None
    assert may_escort_raid(g, far, malta).rule == "11.7"
    prompts = drive(g, raid_port(g, first, malta), [f"along u{second}", f"along u{fighter}", "leave"], dice=[9, 1, 9, 5])
    assert prompts[0].startswith("Aircraft against ships") and any("2-1" in line.text for line in g.journal.lines)


def test_7_4_fighters_attack_patrols_in_straits():
    """In the Channel two fighters are one Fleet against a patrol; in the open sea they attack none."""
    g = navy("germany", "britain", year=1941)
    ship = fleet(g, "britain", "southampton")
    channel = sea(g, "channel")
    g.units[ship].at, g.units[ship].port = channel, space(g, "southampton")
    hold(g, "germany", "calais")
    one, two = (put(g, "germany FTR 3-3-2", "calais") for _ in range(2))
    assert may_dive(g, one, channel) is None
    drive(g, dive(g, one, channel), [f"along u{two}", "leave"], dice=[9, 9, 5, 5, 5])
    assert g.units.missions[two]
    north = sea(g, "danish_north_sea")
    g.units[ship].at = north
    assert may_dive(g, one, north).rule == "7.4"


def test_7_10_a_carrier_with_depleted_aircraft_goes_to_a_yard():
    """The ship is whole, but its aircraft are not: it lies in a port with a British shipyard."""
    g = mediterranean(side=ALLIES)
    cv = carrier(g, "britain", "gibraltar", depleted=1)
    limp_home(g, [cv], sea(g, "western_med") if "western_med" in g.board.ids else sea(g, "sardinian_sea"))
    assert g.ground.country[g.units.at[cv]] == "britain" and "shipyard" in g.ground.features[g.units.at[cv]]
    assert not g.units.depleted[cv]


def test_7_7_4_more_than_six_units_do_not_stay_on_a_beach():
    """Eight corps win a beach: six stay, the two weakest are back in their port and depleted."""
    g = navy("germany", "britain", "united_states", year=1944, side=ALLIES)
    beach, port = space(g, "1333"), space(g, "southampton")
    hold(g, "britain", "1333")
    wave = [put(g, "united_states ARM 10-8", "1333") for _ in range(6)] + [put(g, "britain MOT 6-7", "1333") for _ in range(2)]
    for u in wave:
        g.units[u].afloat, g.units[u].port = ASSAULT, port
    consolidate(g)
    assert sorted(ground_at(g)[beach]) == sorted(wave[:6])
    assert [g.units.at[u] for u in wave[6:]] == [port, port] and all(g.units.depleted[u] for u in wave[6:])


# --- 14, 15: money and building -----------------------------------------------------------------------------------------------


def test_14_2_minor_countries_have_an_income():
    """In Spring 1940 Spain and Belgium have their yearly NARFs; what was left is lost. Finland without Karelia has 5."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    for s, words in enumerate(g.ground.regions):
        if "karelia" in words:
            g.hexes[s].holder = USSR
    income_segment(g)
    assert [g.nations.narfs[INDEX[k]] for k in ("spain", "belgium", "finland")] == [20, 18, 5]


def test_14_5_a_satellite_of_a_spring_costs_its_patron_nothing():
    """Belgium is attacked and conquered in Spring 1940: France has its 18 NARFs and loses them; Germany gains them."""
    g = campaign()
    g.turn = turn_of(1940, SPRING)
    income_segment(g)
    g.nations[GERMANY].narfs = 100
    before = g.nations.narfs[FRANCE], g.nations.narfs[GERMANY]
    drive(g, declare(g, GERMANY, INDEX["belgium"]))
    take(g, space(g, "brussels"), GERMANY, AXIS)
    assert g.nations.surrendered[INDEX["belgium"]]
    assert (g.nations.narfs[FRANCE], g.nations.narfs[GERMANY]) == (before[0], before[1] - 5 + 18)


def test_14_6_1_a_german_city_is_worth_its_value_to_who_retakes_it():
    """Italy takes Breslau back in Fall 1944: the 6 NARFs of the season are Italy's."""
    g = campaign("campaign_1942")
    breslau = space(g, "breslau")
    take(g, breslau, USA, ALLIES)
    g.turn = turn_of(1944, FALL)
    before = g.nations.narfs[ITALY], g.nations.narfs[GERMANY]
    take(g, breslau, ITALY, AXIS)
    assert (g.nations.narfs[ITALY] - before[0], g.nations.narfs[GERMANY] - before[1]) == (6, 0)


def test_23_5_alsace_is_not_paid_for_twice():
    """France falls in Summer 1940 and Alsace-Lorraine is annexed after: 51 and 3 of the season in all, 4 more in the base."""
    g = campaign()
    g.turn = turn_of(1940, SUMMER)
    for s in g.ground.homeland["france"]:
        g.hexes[s].holder = INDEX["vichy_france"] if "vichy" in g.ground.regions[s] else GERMANY
    before, base = g.nations.narfs[GERMANY], g.nations.base[GERMANY]
    surrender(g, FRANCE)
    annex_alsace(g)
    assert g.nations.narfs[GERMANY] - before == 54 and g.nations.base[GERMANY] == base + 4
    assert conquered_value(g, FRANCE) == 69


def test_23_37_the_indies_outlive_the_netherlands():
    """Germany conquers the Netherlands in 1940: Britain, whose Satellite it was, has the Indies in 1941, and not in 1942."""
    g = campaign()
    row = g.nations[INDEX["netherlands"]]
    row.status, row.patron, row.surrendered = SATELLITE, BRITAIN, 1
    found = {}
    for year in (1941, 1942):
        g.turn = turn_of(year, SPRING)
        found[year] = {i.label: i.value for i in income(g, BRITAIN).items}.get("Dutch East Indies", 0)
    assert found == {1941: 10, 1942: 0}
    assert "Dutch East Indies" not in {i.label for i in income(g, GERMANY).items}


def test_15_1_6_1_units_lost_in_supply_come_first():
    """A corps lost out of supply waits until the one lost in supply is built."""
    g = campaign()
    one, two = g.units[unit(g, "ger_inf_i")], g.units[unit(g, "ger_inf_ii")]
    g.nations[GERMANY].narfs = 100
    for row, pool in ((one, LOST), (two, LOST_UNSUPPLIED)):
        row.at, row.pool, row.fallen = -1, pool, 1
    assert may_build(g, one.index) is None and may_build(g, two.index).rule == "15.1.6.1"
    one.at, one.pool = space(g, "berlin"), 0
    assert may_build(g, two.index) is None


def test_15_2_2_one_british_unit_a_turn_in_suez():
    """A British corps may appear at Suez as well as at home; after one has, no other does that turn."""
    g = campaign()
    g.side = ALLIES
    suez = space(g, "suez")
    corps = [unit(g, "bri_mot_6_1"), unit(g, "bri_mot_6_2")]
    for u in corps:
        g.units[u].at, g.units[u].pool = -1, LOST
    assert suez in homes(g, corps[0]) and space(g, "london") in homes(g, corps[0])
    g.units[corps[0]].at, g.units[corps[0]].pool, g.units[corps[0]].built = suez, 0, g.player_turn
    assert suez not in homes(g, corps[1])
    anzac = g.units[unit(g, "bri_mot_anzac")]
    anzac.at, anzac.pool = -1, LOST
    assert suez not in homes(g, anzac.index)


def test_15_2_2_the_anzac_corps_comes_to_suez_outside_enemy_zones():
    """With a German corps beside Suez it is built nowhere; with Suez lost it is built in South Africa."""
    g = campaign()
    g.side = ALLIES
    suez = space(g, "suez")
    anzac = unit(g, "bri_mot_anzac")
    g.units[anzac].at, g.units[anzac].pool = -1, LOST
    assert homes(g, anzac) == [suez]
    beside = next(s for s in g.ground.dry[suez] if g.ground.land[s])
    put(g, "germany ARM 8-8", g.board.token(beside))
    assert homes(g, anzac) == []
    hold(g, "germany", "suez")
    assert homes(g, anzac) == [space(g, "south_africa_box")]


# --- 8, 10.8: powers at peace -------------------------------------------------------------------------------------------------


def test_10_8_3_the_soviets_train_their_army_in_peace():
    """With Karelia and France out, from Fall 1940 on; five payments make it Second Rate before Germany comes."""
    g = campaign()
    g.turn, g.side = turn_of(1940, FALL), ALLIES
    g.nations[FRANCE].surrendered = 1
    g.nations[USSR].narfs = 200
    assert (USSR, "army") not in offers(g, ALLIES)["train"]
    for s in g.ground.karelia:
        g.hexes[s].holder = USSR
    assert g.nations.side[USSR] == NEUTRAL and (USSR, "army") in offers(g, ALLIES)["train"]
    for _ in range(5):
        train(g, g.nations[USSR], "army")
        close_training(g)
    assert g.nations.army[USSR] == 2 and g.nations.narfs[USSR] == 150


def test_10_8_3_america_trains_from_fall_1941():
    """At peace or at war: 10 NARFs a turn from Fall 1941; in peace they leave the base too (22.7.2)."""
    g = campaign()
    g.side, g.nations[USA].narfs = ALLIES, 100
    g.turn = turn_of(1941, SUMMER)
    assert (USA, "army") not in offers(g, ALLIES)["train"]
    g.turn = turn_of(1941, FALL)
    assert (USA, "army") in offers(g, ALLIES)["train"]
    base = g.nations.base[USA]
    train(g, g.nations[USA], "army")
    assert (g.nations.narfs[USA], g.nations.base[USA]) == (90, base - 10)


def test_8_4_1_america_at_peace_raises_its_shipping_for_fifty():
    g = campaign()
    g.turn, g.side, g.nations[USA].narfs = turn_of(1941, SPRING), ALLIES, 60
    assert USA in offers(g, ALLIES)["extend"]
    base = g.nations.base[USA]
    extend(g, USA)
    assert (g.nations.narfs[USA], g.nations.base[USA], g.nations.smp_more[USA]) == (10, base - 50, 1)
    assert USA not in offers(g, ALLIES)["extend"]


# --- 18, 23: France and the minor countries -----------------------------------------------------------------------------------


def test_18_2_french_aircraft_stand_at_the_border():
    """At the end of Winter 1939 they fly to the borders of Germany and Belgium; in Spring 1940 they have no other base."""
    g = campaign()
    g.turn, g.side = turn_of(1939, WINTER), ALLIES
    border = french_border(g.ground)
    planes = [u for u in g.roster.air if g.roster.nations[u] == FRANCE and g.units.at[u] >= 0]
    assert planes and any(g.units.at[u] not in border for u in planes)
    french_aircraft_forward(g)
    assert all(g.units.at[u] in border for u in planes)
    g.turn = turn_of(1940, SPRING)
    lyons = space(g, "lyons")
    assert may_base(g, lyons, planes[0]).rule == "18.2" and set(bases(g, planes[0])) <= border
    g.turn = turn_of(1940, SUMMER)
    assert may_base(g, lyons, planes[0]) is None


def test_23_50_swedish_ships_keep_to_the_north():
    """With Britain, a Swedish Fleet reaches the Norwegian Sea and the Baltic, not the Channel; a British one does."""
    g = navy("britain", "germany", "sweden", year=1942)
    hold(g, "britain", "copenhagen")
    g.nations[INDEX["denmark"]].surrendered = 1
    sweden, port = INDEX["sweden"], space(g, "stockholm")
    assert distance(g, sweden, port, sea(g, "west_baltic")) < 99 and distance(g, sweden, port, sea(g, "norwegian_sea")) < 99
    assert distance(g, sweden, port, sea(g, "channel")) == 99 and distance(g, BRITAIN, port, sea(g, "channel")) < 99


def test_23_21_finns_lose_their_advantage_with_six_factors():
    """In a border war the Finns count double until they have lost six factors; the Romanians always do."""
    g = campaign()
    finland, romania = INDEX["finland"], INDEX["romania"]
    assert ground_worth(g, finland) == 2
    g.border_losses = 5
    assert ground_worth(g, finland) == 2
    g.border_losses = 6
    assert ground_worth(g, finland) == 1 and ground_worth(g, romania) == 2


def test_7_10_damaged_ships_may_be_met_on_their_way_to_the_yard():
    """A British Fleet is damaged off Sardinia; an Italian force that has done nothing yet meets it before Gibraltar. One that has
    been on a mission does not."""
    g = mediterranean(side=AXIS)
    hurt = fleet(g, "britain", "gibraltar", depleted=1)
    genoa = fleet(g, "italy", "genoa")
    order = f"intercept {g.board.ids[space(g, 'genoa')]} {g.board.ids[_next_area(g)]}"
    prompts = drive(g, homeward(g, [hurt], sea(g, "sardinian_sea")), [order], dice=[1, 9, 9, 9, 9])
    assert prompts and prompts[0].startswith("damaged ships for") and g.units.missions[genoa]
    g = mediterranean(side=AXIS)
    hurt = fleet(g, "britain", "gibraltar", depleted=1)
    fleet(g, "italy", "genoa", missions=SAILED)
    assert drive(g, homeward(g, [hurt], sea(g, "sardinian_sea"))) == [] and g.units.pool[hurt] == YARD


def _next_area(g: War) -> int:
    """The sea area after the Sardinian Sea on the way to Britain."""
    yard = nearest_yard(g, 0, sea(g, "sardinian_sea"))
    goal = next(s for s in g.ground.sea_ports[yard] if g.ground.sea[s])
    return route(g, BRITAIN, sea(g, "sardinian_sea"), goal)[1]


@pytest.mark.parametrize("what", ["germany FLAK 1-3", "germany TAC 1-5-4", "germany INF 6-5"])
def test_25_2_partisans_rise_in_no_hex_with_an_enemy_unit(what):
    """Not beside flak or an air unit either (found by random play)."""
    g = campaign("campaign_1942")
    band = next(u for u, d in enumerate(g.units.design) if g.designs[d].id.startswith("part_poland"))
    g.units[band].at, g.units[band].pool = -1, LOST
    lodz = space(g, "lodz")
    for u, at in enumerate(g.units.at):
        if at == lodz:
            g.units[u].at, g.units[u].pool = -1, LOST
    assert lodz in hideouts(g, band)
    put(g, what, "lodz")
    assert lodz not in hideouts(g, band)


@pytest.mark.parametrize(("base", "asked"), [("", True), ("london", False)])
def test_8_8_8_flights_to_narvik_are_met_on_the_map_alone(base, asked):
    """A German TAC flies from Bergen to Narvik, off the map; a British fighter beside Bergen may meet it, one in London is too
    far away to meet it anywhere (found by random play)."""
    g = navy("germany", "britain", year=1942)
    g.hexes[space(g, "narvik_box")].holder = GERMANY
    hold(g, "germany", "bergen")
    base = base or g.board.ids[next(s for s in g.ground.steps[space(g, "bergen")] if g.ground.land[s])]
    hold(g, "britain", base)
    tac = put(g, "germany TAC 1-5-4", "bergen")
    put(g, "britain FTR 3-3-2", base)
    prompts = drive(g, transfer(g, tac, space(g, "narvik_box"), None, 10), ["let"] if asked else [])
    assert drive.value is True and bool(prompts) == asked


def test_7_7_3_ships_without_troops_sail_with_an_invasion():
    """A Fleet and a carrier escort the one that carries a corps: all three are met together. A depleted one stays."""
    g = navy("germany", "britain", year=1943, side=ALLIES)
    for s, country in enumerate(g.ground.country):
        if country == "france" and g.ground.land[s]:
            g.hexes[s].holder = GERMANY
    port = space(g, "southampton")
    laden, guard, worn = (fleet(g, "britain", "southampton", depleted=n) for n in (0, 0, 1))
    cv = carrier(g, "britain", "southampton")
    corps = put(g, "britain MOT 6-7", "southampton")
    armada = Armada(port, ((laden, corps),))
    assert may_cover(g, armada, guard) is None and may_cover(g, armada, cv) is None
    assert may_cover(g, armada, worn).rule == "7.7.3" and may_cover(g, armada, laden).rule == "7.7.3"
    beach = g.board.ids[min(goals(g, port, laden))]
    drive(g, invade(g, port), [f"load u{laden} u{corps}", f"with u{guard}", f"with u{cv}", f"sail {beach}"])
    assert all(g.units.missions[u] & SAILED for u in (laden, guard, cv)) and not g.units.missions[worn]


def test_7_5_a_transport_has_escorts():
    """Another Fleet of the port sails along; a ship of another port does not."""
    g = mediterranean()
    laden, guard, away = fleet(g, "italy", "naples"), fleet(g, "italy", "naples"), fleet(g, "italy", "genoa")
    put(g, "italy INF 6-5", "naples")
    assert may_accompany(g, laden, guard) is None and may_accompany(g, laden, away).rule == "7.8"
    corps = next(u for u in ground_at(g)[space(g, "naples")])
    drive(g, transport(g, laden), [f"embark u{corps}", f"with u{guard}", f"land {g.board.ids[space(g, 'tripoli')]}"])
    assert g.units.missions[guard] & SAILED and g.units.at[corps] == space(g, "tripoli")


# --- 14, 28: what the beginner of a war is owed, and Variants -------------------------------------------------------------------


def test_14_8_2_nothing_is_owed_to_soviets_who_began_the_war():
    """Britain that sends nothing in Fall 1941 loses 10 NARFs if Germany attacked, none if the Soviets did; nor do these move
    their industry (14.6.1)."""
    for struck, lost in ((0, 10), (1, 0)):
        g = campaign("campaign_1942")
        g.turn, g.soviets_struck, g.side = turn_of(1942, FALL), struck, ALLIES
        g.nations[USSR].narfs, g.nations[USSR].smp = 50, 16
        before = g.nations.narfs[BRITAIN]
        aid_duties(g)
        assert before - g.nations.narfs[BRITAIN] == lost
        no = may_evacuate(g, space(g, "moscow"))
        assert (no is None) == (not struck)


def test_28_2_3_evacuation_planning_makes_it_cheap():
    """With the Variant Moscow's industry goes for 2 NARFs: three are enough."""
    g = campaign("campaign_1942")
    g.side, g.nations[USSR].narfs, g.nations[USSR].smp = ALLIES, 3, 16
    moscow = space(g, "moscow")
    assert may_evacuate(g, moscow).rule == "14.6.1"
    bestow(g, USSR, "evacuation", 1)
    assert may_evacuate(g, moscow) is None


def test_28_1_2_a_sneak_attack_does_the_greatest_damage_there_is():
    """Seven factors: the Fleet lies on space 2 of a British yard (7.10)."""
    g = campaign()
    drive(g, raid_harbour(g, GERMANY))
    hit = [u for u in g.roster.naval if g.units.depleted[u] and g.roster.nations[u] == BRITAIN]
    assert len(hit) == 1 and (g.units.pool[hit[0]], g.units.track[hit[0]]) == (YARD, 2)


def test_28_2_3_trust_no_one_pays_soviet_prices():
    """A POP at 4, Espionage at 3 and Counter-Espionage at 2 (16.1.1, 16.1.7.1)."""
    g = campaign()
    before = g.nations.narfs[BRITAIN], g.nations.narfs[USSR]
    drive(g, trust_no_one(g, USSR), [f"pick {g.nations[BRITAIN].token}"])
    assert (g.nations.narfs[BRITAIN] - before[0], g.nations.narfs[USSR] - before[1]) == (-9, 9)


def test_28_2_2_de_gaulle_brings_a_fleet_at_once_and_a_corps_with_africa():
    """The Fleet lies in a British port; the corps joins the pool when Britain holds a city of French North Africa."""
    g = campaign()
    for _ in apply(g, BRITAIN, 4, "freefrench"):
        pass
    ship = unit(g, "bri_fleet_ff")
    assert g.ground.country[g.units.at[ship]] == "britain"
    assert not any(g.designs[d].id == "bri_ff_mot" for d in g.units.design)
    hold(g, "britain", "algiers")
    north_african_corps(g)
    assert g.units.pool[unit(g, "bri_ff_mot")] == LOST


def test_28_2_4_mobilised_industry_raises_the_base():
    """Twenty a turn for the base; the level of the turn is not named."""
    g = campaign()
    bestow(g, USA, "boom", 5)
    before = g.nations.base[USA], g.nations.narfs[USA]
    season_of_projects(g)
    assert (g.nations.base[USA] - before[0], g.nations.narfs[USA] - before[1]) == (20, 0)


def test_6_2_2_western_parachutists_land_in_no_soviet_hex_and_none_is_stuck_there():
    """A British airborne corps beside Stalingrad may not land in it; if one stands there with Soviet flak, either can be taken
    off, though neither counts for stacking (found by random play)."""
    g = campaign("campaign_1942")
    stalingrad = space(g, "stalingrad")
    hold(g, "germany", "stalingrad")
    para = put(g, "britain PARA 2-7", "stalingrad")
    near = next(s for s in g.ground.steps[stalingrad] if g.ground.land[s])
    g.units[para].at, g.side = near, ALLIES
    assert may_land_there(g, Dropping(para), stalingrad).rule == "6.2.2" and stalingrad not in landing_hexes(g, para)
    flak = put(g, "ussr FLAK 1-3", "stalingrad")
    assert surplus(g, No("6.2.2", "strangers"), [para, flak]) == [para, flak]
