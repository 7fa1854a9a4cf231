"""Stand-in rules read again clause by clause: what was wrong or missing, each with what it allows and refuses."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    EUROPEAN_AXIS,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    MAJORS,
    NEUTRAL,
    RUSSIA,
    US,
    WESTERN,
)
from grognard.titles.awaw.rules import (
    air,
    airlift,
    battle,
    mobilization,
    oil,
    production,
    raiders,
    research,
    surrender,
    tension,
    war,
)
from grognard.titles.awaw.rules.areas import yearly_total
from grognard.titles.awaw.rules.combat import Plan, join, launch
from grognard.titles.awaw.rules.construction import Factory, Order, appear, may_appear, may_buy
from grognard.titles.awaw.rules.exploitation import Raider, may_ride
from grognard.titles.awaw.rules.exploitation import exploitation_factors as ride_factors
from grognard.titles.awaw.rules.movement import Marcher, overrun
from grognard.titles.awaw.rules.operations import may_attrition, may_spend
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, made, may_move_industry, may_spare_trains, may_sr, sr
from grognard.titles.awaw.rules.reinforcement import may_reinforce
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.supply import determine_supply, supply_of
from grognard.titles.awaw.rules.units import eliminate
from grognard.titles.awaw.state import (
    FALL,
    FULL,
    GONE,
    IN_PLAY,
    ISOLATED,
    LATER,
    PARTIAL,
    POOL,
    RGT,
    SPRING,
    SUMMER,
    SUPPORTING,
    USAT,
    USJT,
)

from .kit import campaign, drive, fight, hold, put, puts, space, world


def refused(no: object, rule: str) -> bool:
    return getattr(no, "rule", None) == rule


# --- combat and exploitation ----------------------------------------------------------------------------------------------


def test_ours_16_11_neither_partisans_nor_the_dropped_open_the_way():
    """A breakthrough needs an advance of somebody else: armor or infantry does, partisans and airborne that have just jumped do
    not."""
    g = world()
    tank, jumper = put(g, "germany arm 4-6", "eM35"), put(g, "germany airborne 1-3", "eM35", stage=1)
    rested = put(g, "germany airborne 1-3", "eM35")
    band = put(g, "yugoslavia pw", "eV29")
    assert [battle.opens_the_way(g, u) for u in (tank, rested, jumper, band)] == [True, True, False, False]


def test_ours_16_11_a_breakthrough_with_an_advance_and_none_without():
    """Two armor units break a hex: if nobody advances there is no breakthrough."""
    for advance in (True, False):
        g = world()
        g.stage = 1
        hold(g, "russia", "eM36")
        put(g, "russia i 1-3", "eM36")
        plan = Plan(GERMANY, space(g, "eM36"))
        tanks = puts(g, 2, "germany arm 4-6", "eM35")
        for u in tanks:
            join(g, plan, u)
        drive(g, battle.fight_attack(g, plan.space), [f"advance u{tanks[0]}" if advance else "remain"], dice=[6])
        assert (plan.space in g.breaks) == advance


def test_ours_16_3_japan_rides_out_of_the_jungle():
    """In the Pacific nothing exploits out of rough terrain; Japan does out of jungle, not out of jungle and mountain."""
    g = campaign("pacific", year=1942, season=SUMMER, mover="japan")
    jungle = next(s for s in range(g.board.size) if g.ground.terrain[s] == "jungle" and not g.ground.europe[s])
    steep = next(s for s in range(g.board.size) if g.ground.terrain[s] == "jungle_mountain" and not g.ground.europe[s])
    tank, other = put(g, "japan arm 3-3", "tokyo"), put(g, "us arm 5-6", "tokyo")
    for nation in (JAPAN, US):
        g.nations[nation].ctl = 3
    for u in (tank, other):
        g.units[u].at = jungle
    assert ride_factors(g, tank) == 3
    assert ride_factors(g, other) == 0
    g.units[tank].at = steep
    assert ride_factors(g, tank) == 0


def test_9_63_russian_armor_that_rides_through_mud():
    """Level three moves all of five on dry ground; through mud level two: one less, wherever it set out."""
    g = world(season=SPRING, side=ALLIES, mover="russia")
    g.mud, g.nations[RUSSIA].ctl, g.stage = 1, 3, 2
    dry = next(s for s in g.ground.field_hexes if g.ground.weather[s] != "pact_east" and not g.ground.rough[s]
               and g.ground.europe[s] and any(g.ground.weather[o] == "pact_east" for o, _ in g.ground.ways[s])
               and g.hexes.holder[s] in (GERMANY, RUSSIA))  # fmt: skip
    tank = put(g, "russia arm 4-5", "eL40", exploiting=1)
    g.units[tank].at = dry
    g.hexes[dry].holder = RUSSIA
    assert (ride_factors(g, tank), ride_factors(g, tank, through_mud=True)) == (5, 4)
    raider = Raider(tank)
    way = raider.reach(g)
    wet = [s for s in way.costs if any(g.ground.weather[o] == "pact_east" for o in way.path(s)) and way.can_end(s)]
    near, far = [s for s in wet if way.costs[s] == 4], [s for s in wet if way.costs[s] == 5]
    assert near and far
    assert may_ride(g, raider, near[0]) is None
    assert refused(may_ride(g, raider, far[0]), "9.63C")


def test_9_61_aircraft_against_partisans_do_not_count():
    """Ground support of twelve AAF for an attack on partisans is paid and leaves the attrition open; against infantry it counts,
    and three more factors bar it."""
    for foe, open_ in (("russia partisan_com", True), ("russia i 3-3", False)):
        g = world()
        g.stage = 1
        hold(g, "russia", "eM36")
        put(g, foe, "eM36")
        plan = Plan(GERMANY, space(g, "eM36"))
        for u in puts(g, 2, "germany i 3-3", "eM35"):
            join(g, plan, u)
        puts(g, 5, "germany aaf", "breslau")
        puts(g, 5, "germany aaf", "berlin")
        puts(g, 5, "germany aaf", "warsaw")
        before = g.nations.level[GERMANY]
        drive(g, launch(g, plan, None))
        sortie = air.Sortie(GERMANY, plan.space, SUPPORTING, 99)
        for base in air.hangars(g, sortie)[-1:]:
            air.take_off(g, sortie, base)
        spent = before - g.nations.level[GERMANY]
        assert spent >= 6
        counted = g.cost[EUROPEAN_AXIS * 6 + g.ground.front[plan.space]]
        assert (counted == 0) == open_
        if open_:
            assert may_attrition(g, EUROPEAN_AXIS, g.ground.front[plan.space]) is None


def test_9_61_an_overrun_of_partisans_does_not_count():
    g = world()
    tank = put(g, "germany arm 4-6", "eK36")
    g.hexes[space(g, "eK37")].holder = GERMANY
    put(g, "russia partisan_com", "eK37")
    if g.ground.rough[space(g, "eK37")]:
        pytest.fail("clear terrain is wanted")
    drive(g, overrun(g, Marcher(tank), space(g, "eK37")))
    assert g.nations.level[GERMANY] == 96
    assert sum(g.cost) == 0


def test_ours_15_62_aircraft_pay_half_of_a_loss_and_spare_a_unit():
    """Four factors owed by a 2-3, a 1-3 and three AAF: two by aircraft and the 2-3, so that the 1-3 lives; naval squadrons pay
    nothing."""
    g = world()
    two, one = put(g, "hungary i 2-3", "eM35"), put(g, "germany i 1-3", "eM35")
    planes = puts(g, 3, "germany aaf", "breslau")
    prompts = drive(g, battle.pay_losses(g, GERMANY, space(g, "eM36"), 4, [two, one], planes),
                    [f"lose u{planes[0]}", f"lose u{planes[1]}", f"lose u{two}"])  # fmt: skip
    assert len(prompts) == 3
    assert g.units.at[one] >= 0 and g.units.at[two] < 0
    assert sum(g.units.at[u] < 0 for u in planes) == 2


def test_ours_15_62_who_cannot_pay_loses_all_ground_units():
    """A 1-3 and three AAF cannot pay four (two of it by aircraft): the 1-3 is lost, the aircraft of a lost battle are not."""
    g = world()
    one, planes = put(g, "germany i 1-3", "eM35"), puts(g, 3, "germany aaf", "breslau")
    drive(g, battle.pay_losses(g, GERMANY, space(g, "eM36"), 4, [one], planes))
    assert g.units.at[one] < 0 and all(g.units.at[u] >= 0 for u in planes)  # ours 15.63


def test_ours_15_33_heavy_armor():
    """15.33J: armor of a faction with the result defends with one multiplier more, infantry does not."""
    g = campaign(year=1943, season=SUMMER)
    tank, foot = put(g, "germany arm 4-6", "eM35"), put(g, "germany i 3-3", "eM35")
    plain = [multiplier(g, Battle(space(g, "eM35"), [], [u]), u).total for u in (tank, foot)]
    g.results[research.cell(EUROPEAN_AXIS, "heavy_armor")] = 1
    assert [multiplier(g, Battle(space(g, "eM35"), [], [u]), u).total for u in (tank, foot)] == [plain[0] + 1, plain[1]]


# --- construction, redeployment -------------------------------------------------------------------------------------------


def test_ours_27_2_elite_squadrons_and_airborne_wait_a_turn():
    g = campaign("pacific", year=1942, season=SUMMER)
    elite, plain = put(g, "japan elitenas", "tokyo"), put(g, "japan nas", "tokyo")
    drop, foot = put(g, "japan airborne 1-2", "tokyo"), put(g, "japan i 1-2", "tokyo")
    for u in (elite, plain, drop, foot):
        eliminate(g, u)
    assert [g.units.due[u] - g.turn for u in (elite, plain, drop, foot)] == [1, 0, 1, 0]


def test_ours_27_3_scarce_units():
    """The chart allows one marine a turn; elite squadrons end with the war against America (17.31)."""
    g = campaign("pacific", year=1940, season=SUMMER, mover="japan")
    fight(g, "japan")
    g.nations[JAPAN].level = 99
    for u in range(len(g.units)):
        if g.units.pool[u] == LATER and g.units[u].sheet.nation == JAPAN:
            g.units[u].pool, g.units[u].due = POOL, g.turn
    marines = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.MARINE and g.units[u].sheet.nation == JAPAN
               and g.units.pool[u] == POOL and g.units.at[u] < 0]  # fmt: skip
    factory = Factory(JAPAN)
    assert may_buy(g, factory, marines[0]) is None
    appear(g, Order(JAPAN, marines[0]), space(g, "tokyo"))
    assert refused(may_buy(g, factory, marines[1]), "ours 27.3")
    elite = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.ELITE_NAS and g.units.pool[u] == POOL)
    assert not refused(may_buy(g, factory, elite), "ours 17.31")
    g.nations[US].war = g.turn
    assert refused(may_buy(g, factory, elite), "ours 17.31")


def test_ours_27_48_one_unit_for_a_minor_country_but_not_for_a_dominion():
    """Hungary builds one unit a turn; Canada, whose units are Britain's, more."""
    g = campaign(year=1941, season=SUMMER)
    fight(g, "britain", "germany")
    g.nations[BRITAIN].level = g.nations[GERMANY].level = 90
    g.nations[INDEX["hungary"]].side, g.nations[INDEX["hungary"]].patron = AXIS, GERMANY
    hungarians = [put(g, "hungary i 1-3", "budapest") for _ in range(2)]
    canadians = [put(g, "canada mech 3-4", "us_atlantic") for _ in range(2)]
    for u in (*hungarians, *canadians):
        g.units[u].at, g.units[u].pool, g.units[u].due = -1, POOL, 0
    for power, mine, where, want in ((GERMANY, hungarians, "budapest", "ours 27.48"), (BRITAIN, canadians, "us_atlantic", "")):
        assert not refused(may_buy(g, Factory(power), mine[0]), "ours 27.48")
        appear(g, Order(power, mine[0]), space(g, where))
        found = may_buy(g, Factory(power), mine[1])
        assert refused(found, want) if want else not refused(found, "ours 27.48")


def test_ours_27_46_chinese_units_appear_in_cities():
    g = campaign("pacific", year=1940, season=SUMMER, side=ALLIES, mover="nationalist_china")
    unit = put(g, "nationalist_china i 2-2", "chungking")
    g.units[unit].at, g.units[unit].pool = -1, POOL
    city = space(g, "chungking")
    beside = next(o for o, _ in g.ground.ways[city] if g.ground.country[o] == CHINA and not g.ground.city[o])
    assert may_appear(g, unit, city) is None
    assert refused(may_appear(g, unit, beside), "ours 27.46")


def test_ours_28_6_five_air_factors_are_one_redeployment():
    """Five AAF count as one, the sixth begins another; a ground unit counts by itself."""
    g = world()
    planes = puts(g, 6, "germany aaf", "berlin")
    assert made(g, GERMANY, True) == 0
    for n, u in enumerate(planes, 1):
        assert (can_sr(g, Traveller(u)) is None and may_sr(g, Traveller(u), space(g, "breslau")) is None) or n > 5
        sr(g, Traveller(u), space(g, "breslau" if n < 5 else "leipzig"))
        assert made(g, GERMANY, True) == (1 if n <= 5 else 2)
    g.nations[GERMANY].srs = 8
    foot = put(g, "germany i 3-3", "berlin")
    assert refused(can_sr(g, Traveller(foot)), "ours 28.6")  # ten are made
    more = put(g, "germany aaf", "berlin")
    assert can_sr(g, Traveller(more)) is None  # it joins the second group


def test_ours_37_3_industry_takes_two_redeployments():
    g = world(side=ALLIES, mover="russia")
    kharkov, there = space(g, "kharkov"), space(g, "moscow")
    assert may_spare_trains(g, RUSSIA) is None and may_move_industry(g, RUSSIA, kharkov) is None
    assert refused(may_move_industry(g, RUSSIA, space(g, "berlin")), "ours 37.3")
    g.nations[RUSSIA].srs = 99
    assert refused(may_move_industry(g, RUSSIA, there), "ours 37.3")
    assert refused(may_spare_trains(g, RUSSIA), "ours 37.3")


# --- money, supply, research ----------------------------------------------------------------------------------------------


def test_ours_39_22_the_home_base_that_is_left():
    """AW-OURS-39-a: a British base of 80 without Birmingham and Manchester bears a debt of 100 at 40 per cent, not 101."""
    g = campaign(year=1942, season=SUMMER)
    fight(g, "britain", "germany")
    g.nations[BRITAIN].base, g.nations[BRITAIN].level = 80, 0
    assert may_spend(g, BRITAIN, 101) is None
    hold(g, "germany", "birmingham", "manchester")
    assert may_spend(g, BRITAIN, 100) is None
    assert refused(may_spend(g, BRITAIN, 101), "ours 39.22A")


def test_ours_30_21_friends_live_on_a_capital_five_of_them():
    """AW-OURS-30-d: seven Yugoslav units are fully supplied at home, British ones beside them partly, the sixth of them not."""
    g = world("germany", "yugoslavia", "britain")
    g.nations[INDEX["yugoslavia"]].patron = BRITAIN
    own = [put(g, "yugoslavia i 1-3", "eW27") for _ in range(7)]
    friends = [put(g, "britain mech 3-4", "eW28") for _ in range(6)]
    g.side = ALLIES
    determine_supply(g, ALLIES)
    assert {g.units.supply[u] for u in own} == {FULL}
    assert [g.units.supply[u] for u in friends] == [PARTIAL] * 5 + [ISOLATED]
    hold(g, "germany", "belgrade")
    assert supply_of(g, friends[0]) == ISOLATED


def test_ours_41_3_partners_put_five_each_into_a_project():
    """Britain's six and France's three: eight points at most in a project (five and three), nine in two; Germany alone five."""
    g = campaign(year=1939, season=FALL)
    lab = research.Laboratory(BRITAIN, WESTERN, 9)
    for _ in range(8):
        assert research.may_allot(g, lab, "asw") is None
        research.allot(g, lab, "asw")
    assert refused(research.may_allot(g, lab, "asw"), "ours 41.3")
    assert research.may_allot(g, lab, "radar") is None
    g.nations[FRANCE].surrendered = 1
    assert refused(research.may_allot(g, research.Laboratory(BRITAIN, WESTERN, 9), "asw"), "ours 41.3")


def test_ours_42_what_waits_for_a_result():
    """Bombers after a bomber result, jets after theirs, advanced submarines after the third of torpedoes; none of them comes by
    mobilization."""
    g = campaign(year=1944, season=SPRING, empty=False)
    assert refused(research.may_make(g, BRITAIN, 5, "strategic_bombers"), "ours 42.1")
    g.results[research.cell(WESTERN, "strategic_bombers")] = 1
    assert not refused(research.may_make(g, BRITAIN, 5, "strategic_bombers"), "ours 42.1") or not production.stock(
        g, BRITAIN, (Kind.BOMBER,)
    )
    jets = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.JET and g.units[u].sheet.nation == GERMANY]
    assert jets and {g.units.pool[u] for u in jets} == {LATER}
    assert refused(mobilization.may_raise(g, mobilization.Draft(GERMANY, "air", 9), jets[0]), "ours 36.3")
    g.results[research.cell(EUROPEAN_AXIS, "jets")] = 1
    research.take_effect(g, GERMANY, "jets")
    assert {g.units.pool[u] for u in jets} == {POOL}
    boats = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.ADVANCED_SUB]
    for results, pool in ((2, LATER), (3, POOL)):
        g.results[research.cell(EUROPEAN_AXIS, "torpedoes")] = results
        research.take_effect(g, GERMANY, "torpedoes")
        assert {g.units.pool[u] for u in boats} == {pool}


def test_ours_42_armor_conversion():
    """After heavy armor two four-factor units become 5-6, of the pool first; before it, and in 1941, they do not."""
    g = campaign(year=1942, season=SPRING, empty=False)
    assert refused(research.may_make(g, GERMANY, 5, "armor_conversion"), "ours 42.1")
    g.results[research.cell(EUROPEAN_AXIS, "heavy_armor")] = 1
    assert research.may_make(g, GERMANY, 5, "armor_conversion") is None
    assert refused(research.may_make(g, GERMANY, 1, "armor_conversion"), "ours 42.1")  # two points

    def armor(factors: int) -> int:
        return sum(g.units[u].sheet.kind == Kind.ARM and g.units[u].sheet.strength == factors
                   and g.units[u].sheet.nation == GERMANY and g.units.pool[u] in (POOL, IN_PLAY)
                   for u in range(len(g.units)))  # fmt: skip

    before = armor(4), armor(5)
    production.produce(g, GERMANY, "armor_conversion")
    assert (armor(4), armor(5)) == (before[0] - 2, before[1] + 2)
    g.turn -= 4
    assert refused(research.may_make(g, GERMANY, 5, "armor_conversion"), "ours 42.1")


def test_ours_42_oil_plants():
    """A plant costs three points and ten BRPs, once a year, and makes a counter a turn; Italy builds none."""
    from_start = campaign(year=1940, season=SPRING)
    g = campaign(year=1940, season=SPRING)
    g.nations[GERMANY].level = 9
    assert refused(research.may_make(g, GERMANY, 5, "oil_plant"), "ours 42.1")
    g.nations[GERMANY].level = 50
    assert research.may_make(g, GERMANY, 3, "oil_plant") is None
    assert refused(research.may_make(g, ITALY, 5, "oil_plant"), "ours 42.1")
    assert production.produce(g, GERMANY, "oil_plant") == 3
    assert g.nations.level[GERMANY] == 40
    assert refused(research.may_make(g, GERMANY, 5, "oil_plant"), "ours 42.1")  # one a year
    assert oil.produced(g, GERMANY)["Germany"] == oil.produced(from_start, GERMANY)["Germany"] + 1


def test_ours_42_partners_counters():
    """With America the senior partner production still brings the transports of the West, which are Britain's counters."""
    g = campaign(year=1942, season=SPRING, empty=False)
    found = production.stock(g, US, (Kind.TRANSPORT,))
    assert found and {g.units[u].sheet.nation for u in found} == {BRITAIN}
    assert {g.units[u].sheet.nation for u in production.stock(g, US, (Kind.INF, Kind.MECH))} == {US}


# --- wars and surrenders --------------------------------------------------------------------------------------------------


def test_9_91_only_the_axis_is_bound_in_fall_1939():
    """Germany declares no war on Belgium in Fall 1939; Britain may on Norway, for ten BRPs."""
    g = campaign()
    assert refused(war.may_declare(g, war.Cabinet(GERMANY), INDEX["belgium"]), "9.91")
    assert war.may_declare(g, war.Cabinet(BRITAIN), INDEX["norway"]) is None


def test_ours_54_3_germany_leaves_a_global_war():
    """Germany surrenders while Japan fights on: its army is gone, its land is its enemies', its ally is neutral again, France
    gets its hexes back; in a European campaign the game ends, and nothing is moved."""
    for scenario, gone in (("global_war", True), ("europe", False)):
        g = campaign(scenario, year=1944, season=SUMMER, side=ALLIES, mover="us")
        fight(g, "us", "britain", "germany")
        unit = put(g, "germany i 3-3", "berlin")
        put(g, "us mech 3-4", "munich")
        hold(g, "germany", "oslo", "paris")
        hungary = INDEX["hungary"]
        g.nations[hungary].side, g.nations[hungary].patron = AXIS, GERMANY
        surrender.capitulate(g, GERMANY, US, "resistance 0", "ours 55.1")
        g.dice = type(g.dice)(*[1] * 30)
        surrender.lay_down_arms(g, GERMANY)
        assert (g.units.pool[unit] == GONE) == gone
        assert (g.hexes.holder[space(g, "berlin")] == US) == gone
        assert (g.hexes.holder[space(g, "paris")] == FRANCE) == gone
        assert (g.nations.side[hungary] == NEUTRAL) == gone


def test_ours_54_3_japan_leaves_a_global_war():
    """Japan surrenders while Germany fights on: no Japanese unit is left, its home is the victor's, Manchuria is China's."""
    g = campaign("global_war", year=1945, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain", "germany")
    war.take_side(g, JAPAN, AXIS, pacific=True)
    war.take_side(g, US, ALLIES, pacific=True)
    unit = put(g, "japan i 1-2", "tokyo")
    surrender.capitulate(g, JAPAN, US, "resistance 0", "ours 57.11")
    g.dice = type(g.dice)(*[1] * 30)
    surrender.lay_down_arms(g, JAPAN)
    assert g.units.pool[unit] == GONE and not any(
        g.units.at[u] >= 0 and g.units[u].sheet.nation == JAPAN for u in range(len(g.units))
    )
    assert g.hexes.holder[space(g, "tokyo")] == US
    assert g.hexes.holder[space(g, "harbin")] == CHINA
    assert not g.nations.surrendered[GERMANY]


# --- limits of deployment -------------------------------------------------------------------------------------------------


def test_7_23_the_west_does_not_reinforce_the_pacific_before_the_war():
    """In 1940 units come out of the India box only up to what was there at the start; at tension 35, or at war with Japan, as
    they like."""
    g = campaign("pacific", year=1940, season=SUMMER, side=ALLIES, mover="britain", empty=False)
    box, rangoon = space(g, "india_box"), space(g, "rangoon")
    unit = put(g, "india i 1-3", "india_box")
    assert refused(may_reinforce(g, [unit], box, rangoon), "7.23")
    leaver = next(u for u in range(len(g.units)) if g.units.at[u] >= 0 and not g.ground.box[g.units.at[u]]
                  and g.nations.patron[g.units[u].sheet.nation] == BRITAIN and g.units[u].sheet.kind == Kind.INF)  # fmt: skip
    g.units[leaver].at = box  # room is made for as many factors
    assert may_reinforce(g, [unit], box, rangoon) is None
    g.units[leaver].at = rangoon
    g.tension[USJT] = 34
    assert refused(may_reinforce(g, [unit], box, rangoon), "7.23")
    g.tension[USJT] = 35
    assert may_reinforce(g, [unit], box, rangoon) is None
    g.tension[USJT] = 0
    fight(g, "japan", "britain")
    assert may_reinforce(g, [unit], box, rangoon) is None


def test_ours_50_7_forty_russian_factors_near_the_line():
    """Until tension ten no more than forty within three hexes; who stands there may move, and a German is not asked."""
    g = campaign(year=1940, season=SUMMER, side=ALLIES, mover="russia")
    belt = sorted(tension.pact_belt(g))
    first, last = belt[0], belt[-1]
    for _ in range(13):
        g.units[put(g, "russia i 3-3", "moscow")].at = last
    newcomer, small = put(g, "russia i 3-3", "moscow"), put(g, "russia i 1-3", "moscow")
    assert tension.may_mass(g, small, first) is None  # forty
    assert refused(tension.may_mass(g, newcomer, first), "ours 50.7")
    g.units[newcomer].at = last
    assert tension.may_mass(g, newcomer, first) is None
    g.units[newcomer].at = space(g, "moscow")
    g.tension[RGT] = 10
    assert tension.may_mass(g, newcomer, first) is None


def test_ours_49_85_destroyers_for_britain_once():
    """At tension nineteen none come, at twenty five, and no more a turn later."""
    g = campaign(year=1940, season=FALL)
    fight(g, "britain", "germany")

    def afloat() -> int:
        return sum(g.units.at[u] >= 0 and g.units[u].sheet.kind == Kind.DD and g.units[u].sheet.nation == BRITAIN
                   for u in range(len(g.units)))  # fmt: skip

    for level, ships in ((19, 0), (20, 5), (25, 5)):
        g.tension[USAT] = level
        tension.destroyers_for_bases(g)
        assert afloat() == ships


def test_7_221_levels_at_the_start_are_what_a_year_brings():
    """Base and sources of every power, in all three campaigns; in Europe the colonies of the other board count, in the Pacific
    Britain's are within its forty."""
    for scenario in ("europe", "pacific", "global_war"):
        g = campaign(scenario)
        for power in (n for n in MAJORS if g.seated(n)):
            assert g.nations.level[power] == yearly_total(g, power), g.nations[power].label
    g = campaign("pacific")
    hold(g, "japan", "singapore")
    assert yearly_total(g, BRITAIN) == 35


# --- raiders --------------------------------------------------------------------------------------------------------------


def test_5_931_raiders_of_the_west_and_in_the_indian_ocean():
    """Americans raid Japan's convoys from Pearl Harbor, not from Noumea (5.932B); Japan raids the Indian Ocean, where ready ships
    of the India box may come (5.48F)."""
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain", "japan")
    near = put(g, "us cruiser", "pearl_harbor")
    cruise = raiders.Cruise(US, 0, "sw_pacific")
    assert raiders.may_sail(g, cruise, near) is None
    assert refused(raiders.way_out(g, cruise, space(g, "noumea")), "ours 25.31B")
    assert drive(g, raiders.raiding(g)) == []  # no Japanese transport is there
    prey = put(g, "japan tr", "sw_pacific")
    drive(g, raiders.raiding(g), [f"sail u{near}", "raid"], dice=[1, 6, 6])
    assert g.units.at[prey] < 0
    assert g.nations.level[US] == campaign("pacific").nations.level[US] - 1
    g.side = AXIS
    japanese, guard = put(g, "japan cruiser", "singapore"), put(g, "britain dd", "india_box")
    hold(g, "japan", "singapore")
    assert raiders.may_sail(g, raiders.Cruise(JAPAN, 0, "sw_indian"), japanese) is None
    assert refused(raiders.way_out(g, raiders.Cruise(JAPAN, 0, "sw_indian"), space(g, "truk")), "ours 21.361")
    assert raiders.guard(g, "sw_indian") == [guard]
    g.units[guard].inverted = 1
    assert raiders.guard(g, "sw_indian") == []


def test_ours_18_62_an_air_factor_that_is_carried_does_not_fight_on_the_way():
    """Met on its flight an AAF aboard does not drive the enemy off; it arrives, or is lost with the transport."""
    for wait, arrives in ((False, True), (True, False)):
        g = world()
        plane = put(g, "germany aaf", "breslau")
        put(g, "germany at", "breslau")
        hold(g, "russia", "leipzig")
        if wait:
            put(g, "russia aaf", "leipzig")
        asked = drive(g, airlift.fly(g, airlift.Flight(plane), space(g, "dresden")),
                      [f"fly {g.board.token(space(g, 'leipzig'))} 1"] if wait else [])  # fmt: skip
        assert not [prompt for prompt in asked if "Fight those who wait" in prompt]
        assert (g.units.at[plane] == space(g, "dresden")) == arrives
        assert g.units.mission[plane] == 0 and (g.units.at[plane] >= 0) == (g.units.pool[plane] == IN_PLAY)
