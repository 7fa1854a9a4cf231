"""Stand-in rules 35, 38, 49.8, 50 to 67, 75, 77, 82 to 84 and V: the powers of a campaign, worked examples under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import GameOver
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BORDER,
    BRITAIN,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    MAJORS,
    NEUTRAL,
    RUSSIA,
    RUSSIA_ALONE,
    US,
)
from grognard.titles.awaw.rules import eastern, grants, surrender, tension, war
from grognard.titles.awaw.rules.areas import areas, drawn, ore, quarters, remember, yearly_total
from grognard.titles.awaw.rules.construction import build_limit
from grognard.titles.awaw.rules.control import conquests, take_control
from grognard.titles.awaw.rules.end import begin_turn
from grognard.titles.awaw.rules.influence import (
    british_resistance,
    dp_level,
    german_resistance,
    italian_resistance,
    russian_will,
)
from grognard.titles.awaw.rules.movement import may_enter
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.victory import campaign_over, european_level, global_level, judge, level_of
from grognard.titles.awaw.rules.yearstart import growth, shrinkage, year_start
from grognard.titles.awaw.state import ASSOCIATE, IN_PLAY, POOL, RGT, SPRING, SUMMER, SURVIVES, USAT, USJT, WINTER, turn_of

from .kit import campaign, drive, fight, hold, put, puts, space


def area(name: str) -> int:
    return next(i for i, a in enumerate(areas(TITLE.blank("europe", {}))) if a.name == name)


# --- 35 -----------------------------------------------------------------------------------------------------------------


def test_ours_35_31_growth():
    """AW-OURS-35-a: 24 unspent at the year start of 1941 add 7 to Germany's base; a Russia at peace grows a tenth at most."""
    g = campaign(year=1941, season=SPRING)
    g.nations[GERMANY].level = 24
    assert growth(g, GERMANY) == 7
    g.nations[RUSSIA].level = 90
    assert growth(g, RUSSIA) == 9
    g.nations[US].level = 100
    assert growth(g, US) == 0  # not before a year of war


def test_ours_35_32_deficit():
    """AW-OURS-35-b: a British deficit of 22 at 20 per cent takes 5 off the base and 17 off the new total."""
    g = campaign(year=1941, season=SPRING)
    g.nations[BRITAIN].level = -22
    assert shrinkage(g, BRITAIN) == (5, 17)
    base = g.nations.base[BRITAIN]
    drive(g, year_start(g))
    assert g.nations.base[BRITAIN] == base - 5
    assert g.nations.level[BRITAIN] == yearly_total(g, BRITAIN) - 17


def test_ours_35_6_quarters():
    """AW-OURS-35-c: Poland conquered in Fall 1939 gives 5 a turn, and 20 in the total of 1940; nothing is booked twice."""
    g = campaign()
    hold(g, "germany", "warsaw")
    conquests(g)
    assert g.nations.conquered[INDEX["poland"]] == GERMANY
    assert quarters(g, GERMANY) == 5
    assert quarters(g, BRITAIN) == 0
    remember(g)
    assert quarters(g, GERMANY) == 0
    assert yearly_total(g, GERMANY) == g.nations.base[GERMANY] + 20


def test_ours_35_6_a_loss():
    """AW-OURS-35-d: what an enemy takes costs a quarter of its value a turn; here Egypt, of five: one."""
    g = campaign()
    fight(g, "italy")
    before = quarters(g, BRITAIN)
    hold(g, "italy", "cairo")
    assert quarters(g, BRITAIN) == before - 1
    assert drawn(g, areas(g)[area("Egypt")])[0] == ITALY


def test_ours_35_31_no_hoarding():
    """AW-OURS-35-e: 150 unspent at 20 per cent would be 30, but 15 per cent of the base is the most; the 150 are gone."""
    g = campaign(year=1940, season=SPRING)
    g.nations[GERMANY].level = 150
    drive(g, year_start(g))
    assert (g.nations.base[GERMANY], g.nations.level[GERMANY]) == (172, 172)


def test_ours_35_7_key_areas():
    """A lost economic area costs its owner a quarter a turn and its value at the year start; the captor gains nothing."""
    g = campaign()
    total = yearly_total(g, FRANCE)
    hold(g, "germany", "paris")
    assert quarters(g, FRANCE) == -(25 // 4)
    assert yearly_total(g, FRANCE) == total - 25
    assert quarters(g, GERMANY) == 0


def test_ours_38_2_swedish_ore():
    """AW-OURS-38-b: Sweden on the Allied side costs Germany ten a year; a neutral Sweden nothing."""
    g = campaign()
    assert ore(g) == 0
    g.nations[INDEX["sweden"]].side = ALLIES
    assert ore(g) == 10


# --- 49.8, 50 -----------------------------------------------------------------------------------------------------------


def test_ours_49_85_effective_level():
    """AW-OURS-49-c, AW-OURS-51-b: the die moves the level by up to two: 38 and a six give 40, and a two 37."""
    g = campaign()
    g.tension[USAT] = 38
    g.dice = type(g.dice)(6)
    assert tension.roll_effective(g, USAT) == 40
    g.dice = type(g.dice)(2)
    assert tension.roll_effective(g, USAT) == 37


def test_ours_49_81_turn_changes():
    """The Atlantic: one a turn, one more when France has fallen, when Britain stands alone, for three submarines."""
    g = campaign()
    assert tension.turn_changes(g, USAT) == 1
    g.nations[FRANCE].surrendered = 1
    puts(g, 3, "germany sub", "sw_atlantic")
    assert tension.turn_changes(g, USAT) == 4
    g.nations[US].war = g.turn
    tension.tense(g, USAT, 5, "not recorded in war")
    assert g.tension[USAT] == 0


def test_ours_50_1_costs():
    """AW-OURS-50-a, AW-OURS-75-a: war on Belgium (with Luxembourg) 10, on the Netherlands another 10."""
    g = campaign(year=1940, season=SPRING)
    cabinet = war.Cabinet(GERMANY)
    level = g.nations.level[GERMANY]
    for name in ("belgium", "netherlands"):
        assert war.may_declare(g, cabinet, INDEX[name]) is None
        drive(g, war.declare(g, cabinet, INDEX[name]))
    assert g.nations.level[GERMANY] == level - 20
    assert g.nations.side[INDEX["luxembourg"]] == ALLIES
    assert g.tension[USAT] == 4
    assert war.may_declare(g, cabinet, INDEX["luxembourg"]) is not None


def test_ours_50_3_limits():
    """Nobody in Fall 1939; Italy from Spring 1940; Russia and America at tension 50; a neutral attacks nobody."""
    g = campaign()
    assert war.may_declare(g, war.Cabinet(GERMANY), INDEX["belgium"]).rule == "9.91"
    g.turn = turn_of(1939, WINTER)
    assert war.may_declare(g, war.Cabinet(ITALY), FRANCE).rule == "ours 50.3"
    g.turn = turn_of(1940, SPRING)
    assert war.may_declare(g, war.Cabinet(ITALY), FRANCE) is None
    assert war.may_declare(g, war.Cabinet(ITALY), INDEX["greece"]).rule == "ours 52.1"
    for power, target, track in ((RUSSIA, GERMANY, RGT), (US, GERMANY, USAT)):
        assert war.may_declare(g, war.Cabinet(power), target).rule == "ours 50.3"
        g.tension[track] = g.effective[track] = 50
        assert war.may_declare(g, war.Cabinet(power), target) is None
    g.nations[GERMANY].level = 9
    assert war.may_declare(g, war.Cabinet(GERMANY), INDEX["norway"]).rule == "ours 50.1"


def test_ours_50_6_surprise():
    """AW-OURS-50-b: an attack at tension 22 surprises Russia: a 3-3 in the clear has a multiplier of 1; at 30 it has 2."""
    for level, worth in ((22, 1), (30, 2)):
        g = campaign(year=1941, season=SUMMER)
        g.tension[RGT] = level
        u = put(g, "russia i 3-3", "eJ41")
        drive(g, war.declare(g, war.Cabinet(GERMANY), RUSSIA), dice=[3])
        assert g.nations.side[RUSSIA] == ALLIES
        assert multiplier(g, Battle(g.units.at[u], [], [u]), u).total == worth + g.ground.dm[g.units.at[u]]


def test_ours_52_1_neutral_construction():
    """AW-OURS-52-a: a neutral Russia with a base of 90 builds 22 a turn; after its first mobilization, at 100, 50."""
    g = campaign()
    assert build_limit(g, RUSSIA) == 22
    g.nations[RUSSIA].base, g.nations[RUSSIA].mobilized = 100, 1
    assert build_limit(g, RUSSIA) == 50
    assert build_limit(g, GERMANY) == 75


def test_ours_52_2_italy_joins():
    """Italy's declaration costs 35 and brings its colonies along."""
    g = campaign(year=1940, season=SPRING)
    level = g.nations.level[ITALY]
    drive(g, war.declare(g, war.Cabinet(ITALY), FRANCE))
    assert g.nations.level[ITALY] == level - 35
    assert g.nations.side[ITALY] == g.nations.side[INDEX["libya"]] == AXIS


# --- 54 to 60 -----------------------------------------------------------------------------------------------------------


def test_ours_55_german_resistance():
    """AW-OURS-55-a: Berlin, Essen and Cologne lost, Americans in France, one firestorm: -1, Germany gives up. AW-OURS-55-b: with
    Berlin 3."""
    g = campaign(year=1945, season=SPRING, side=ALLIES)
    fight(g, "us", "russia")
    g.nations[FRANCE].surrendered = 1
    g.nations[ITALY].surrendered = 1
    put(g, "us mech 3-4", "paris")
    for name in ("warsaw", "berlin", "essen", "cologne"):
        hold(g, "us", name)
    puts(g, 1, "us mech 3-4", "essen")
    puts(g, 1, "us mech 3-4", "cologne")
    g.booked[600 + GERMANY] = 1
    assert dp_level(g, GERMANY).total == -3
    assert german_resistance(g).total == -1
    hold(g, "germany", "berlin")
    assert german_resistance(g).total == 3


def test_ours_55_1_surrender_ends_the_war():
    """Nought or less at the end of an Allied turn ends it; Spring 1945 is a clear Allied victory."""
    g = campaign(year=1945, season=SPRING, side=ALLIES)
    fight(g, "us")
    for name in ("berlin", "essen", "cologne", "leipzig", "breslau"):
        hold(g, "us", name)
    drive(g, surrender.surrenders(g))
    assert g.nations.surrendered[GERMANY]
    with pytest.raises(GameOver) as over:
        judge(g)
    assert over.value.outcome.winners == ("allies",) and "clear" in over.value.outcome.reason


def test_ours_56_italian_resistance():
    """AW-OURS-56-a: Libya and Sicily lost, the mainland invaded, ten German factors: 3."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES)
    fight(g, "italy", "us")
    hold(g, "britain", "tripoli", "bengazi", "tobruk", "messina", "syracuse")
    for at in ("taranto", "brindisi"):
        hold(g, "britain", at)
        put(g, "britain mech 3-4", at)
    puts(g, 2, "germany arm 4-6", "milan")
    puts(g, 1, "germany i 3-3", "florence")
    assert italian_resistance(g).total == 3
    hold(g, "britain", "rome", "milan", "genoa")
    drive(g, surrender.surrenders(g), dice=[6] * 10)
    assert g.nations.surrendered[ITALY]


def test_ours_58_british_resistance():
    """AW-OURS-58-a: London lost, 20 unbuilt factors, 18 transports: 2; with Birmingham lost as well 0: surrender."""
    g = campaign(year=1940, season=SUMMER)
    hold(g, "germany", "london", "warsaw")
    puts(g, 18, "britain tr", "sw_atlantic")
    for _ in range(20):
        u = put(g, "britain i 1-3", "glasgow")
        g.units[u].at, g.units[u].pool = -1, POOL
    assert british_resistance(g).total == 2
    hold(g, "germany", "birmingham")
    assert british_resistance(g).total == 0
    drive(g, surrender.surrenders(g))
    assert g.nations.surrendered[BRITAIN] and surrender.in_surrender(g, BRITAIN)


def test_ours_59_fall_of_france():
    """AW-OURS-59-a: with Paris lost and fewer French than Axis factors France falls, with more not yet; Lyon and Marseilles lost
    bring it down too."""
    g = campaign(year=1940, season=SUMMER)
    for at in ("lyon", "eQ20", "eQ21", "eQ22", "eP20"):
        put(g, "france i 2-3", at)
    hold(g, "germany", "paris")
    assert not surrender.france_falls(g)
    for at in ("eN22", "eN23", "eO22"):
        puts(g, 2, "germany arm 4-6", at)
    assert surrender.france_falls(g)
    drive(g, surrender.surrenders(g), ["vichy"], dice=[5, 4, 4, 5])
    assert g.nations.surrendered[FRANCE]
    assert g.hexes.holder[space(g, "vichy")] == INDEX["vichy"]
    assert g.nations.side[INDEX["vichy"]] == NEUTRAL


def test_ours_77_2_colonies():
    """AW-OURS-77-a: Algeria with a five stays with Vichy (4), Lebanon with a five goes to the Free French."""
    g = campaign(year=1940, season=SUMMER)
    hold(g, "germany", "paris", "lyon", "marseilles")
    drive(g, surrender.surrenders(g), ["vichy"], dice=[5, 5, 5, 5])
    assert g.nations.side[INDEX["algeria"]] == NEUTRAL
    assert g.nations.patron[INDEX["lebanon"]] == BRITAIN and g.nations.side[INDEX["lebanon"]] == ALLIES


def test_ours_60_russian_resistance():
    """AW-OURS-60-a: three cities lost, four centres, 30 unbuilt: -5, an offer; AW-OURS-60-b: 20 unbuilt and nothing lost: 3."""
    g = campaign(year=1942, season=SPRING, side=ALLIES)
    fight(g, "us", "russia")
    g.nations[FRANCE].surrendered = 1

    def lose(count: int) -> None:
        for _ in range(count):
            u = put(g, "russia i 1-3", "kazan")
            g.units[u].at, g.units[u].pool = -1, POOL

    lose(20)
    assert russian_will(g).total == 3
    lose(10)
    hold(g, "germany", "moscow", "leningrad", "stalingrad")
    assert russian_will(g).total == -5
    drive(g, surrender.surrenders(g), ["accept"])
    assert g.nations.side[RUSSIA] == RUSSIA_ALONE and surrender.in_surrender(g, RUSSIA)


# --- 63 to 67 -----------------------------------------------------------------------------------------------------------


def test_ours_63_2_eastern_poland():
    """AW-OURS-63-a: once Warsaw has fallen Russia enters eastern Poland; its three hexes give 2 a quarter. Germany keeps out."""
    g = campaign(side=RUSSIA_ALONE, mover="russia")
    u = put(g, "russia i 3-3", "minsk")
    soldier = put(g, "germany i 3-3", "eN35")
    target = space(g, "eN36")
    assert may_enter(g, u, target) is not None
    hold(g, "germany", "warsaw")
    conquests_by_germany(g)
    eastern.partition(g)
    assert may_enter(g, u, target) is None
    assert may_enter(g, soldier, target).rule == "ours 63.3"
    for token in ("eJ39", "eN36", "eP35"):
        take_control(g, space(g, token), RUSSIA)
    eastern.annexations(g)
    assert g.nations.conquered[INDEX["eastpoland"]] == RUSSIA
    assert quarters(g, RUSSIA) == 2


def test_ours_63_3_what_russia_leaves_is_germanys():
    """Eastern Poland that Russia has not taken when Spring 1940 begins is Germany's, whose units then may go there."""
    g = campaign(side=RUSSIA_ALONE, mover="russia")
    hold(g, "germany", "warsaw")
    conquests_by_germany(g)
    eastern.partition(g)
    take_control(g, space(g, "eN36"), RUSSIA)
    g.side, g.mover = AXIS, INDEX["germany"]
    soldier, left = put(g, "germany i 3-3", "eJ38"), space(g, "eJ39")
    begin_turn(g)
    assert may_enter(g, soldier, left).rule == "ours 63.3"
    g.turn = turn_of(1940, SPRING)
    begin_turn(g)
    assert may_enter(g, soldier, left) is None
    assert may_enter(g, soldier, space(g, "eN36")).rule == "ours 63.3"
    eastern.annexations(g)
    assert g.nations.conquered[INDEX["eastpoland"]] < 0


def conquests_by_germany(g) -> None:
    g.side = AXIS
    conquests(g)
    g.side = RUSSIA_ALONE


def test_ours_83_1_lists():
    """AW-OURS-83-b: Riga and Talinn without Parnu do not make the Baltic States Russian; AW-OURS-83-a: Madrid without Tangier
    is not Spain."""
    g = campaign(season=WINTER, side=RUSSIA_ALONE, mover="russia")
    eastern.partition(g)
    for token in ("eH39", "eE41"):
        take_control(g, space(g, token), RUSSIA)
    eastern.annexations(g)
    assert g.nations.conquered[INDEX["baltics"]] < 0
    take_control(g, space(g, "eF40"), RUSSIA)
    eastern.annexations(g)
    assert g.nations.conquered[INDEX["baltics"]] == RUSSIA
    g = campaign(year=1940, season=SPRING)
    g.nations[INDEX["spain"]].side = ALLIES
    hold(g, "germany", "madrid")
    conquests(g)
    assert g.nations.conquered[INDEX["spain"]] < 0
    hold(g, "germany", "tangier")
    conquests(g)
    assert g.nations.conquered[INDEX["spain"]] == GERMANY


def test_ours_65_1_poland():
    """AW-OURS-65-a: Poland sets up seven 1-3, three 2-3 and two AAF: 13 factors."""
    g = campaign(empty=False)
    mine = [g.units[u].sheet for u in range(len(g.units)) if g.units.at[u] >= 0 and g.units[u].sheet.nation == INDEX["poland"]]
    assert sorted(d.values for d in mine) == sorted(["1-3"] * 7 + ["2-3"] * 3 + ["1"] * 2)


def test_ours_66_1_bessarabia():
    """AW-OURS-66-a: Paris Axis, Russia in eastern Poland and the Baltics, die 1: 3, Germany decides; without both 1: ceded."""
    g = campaign(year=1940, season=SUMMER, side=RUSSIA_ALONE, mover="russia")
    rumania = INDEX["rumania"]
    demand = eastern.Demand(RUSSIA)
    assert eastern.may_demand(g, demand, rumania) is None
    assert eastern.demand_modifier(g, rumania) == 0
    hold(g, "germany", "paris")
    for land in ("eastpoland", "baltics"):
        g.nations[INDEX[land]].conquered = RUSSIA
    assert eastern.demand_modifier(g, rumania) == 2
    prompts = drive(g, eastern.make_demand(g, demand, rumania), ["give_way"], dice=[1])
    assert len(prompts) == 1
    assert g.hexes.holder[space(g, "kishinev")] == RUSSIA
    assert eastern.may_demand(g, demand, rumania) is not None


def test_ours_67_12_finland():
    """AW-OURS-67-a: start +1, die 4, eastern Poland and the Baltics +1: 6: Germany decides; a border war and its end."""
    g = campaign(year=1939, season=WINTER, side=RUSSIA_ALONE, mover="russia")
    finland = INDEX["finland"]
    for land in ("eastpoland", "baltics"):
        g.nations[INDEX[land]].conquered = RUSSIA
    drive(g, eastern.make_demand(g, eastern.Demand(RUSSIA), finland), ["resist"], dice=[4])
    assert g.nations.side[finland] == BORDER and g.nations.patron[finland] == GERMANY
    assert any(g.units[u].sheet.nation == finland and g.units.at[u] >= 0 for u in range(len(g.units)))
    for s in g.ground.homeland[INDEX["finnish_border"]]:
        g.hexes[s].holder = RUSSIA
    eastern.end_border_wars(g)
    assert g.nations.side[finland] == NEUTRAL
    assert g.nations.conquered[INDEX["finnish_border"]] == RUSSIA


# --- 82 to 84 -----------------------------------------------------------------------------------------------------------


def test_ours_82_2_set_up():
    """AW-OURS-82-a, AW-OURS-84-a: Yugoslavia attacked by Germany is set up by Britain and, if Belgrade holds, becomes its
    associate."""
    g = campaign(year=1941, season=SPRING)
    country = INDEX["yugoslavia"]
    asked = drive(g, war.declare(g, war.Cabinet(GERMANY), country))
    mine = [
        g.units[u].sheet.values for u in range(len(g.units)) if g.units[u].sheet.nation == country and g.units.pool[u] == IN_PLAY
    ]
    assert sorted(mine) == sorted(["1-3"] * 6 + ["2-3"] + ["1"])
    assert len(asked) == 8
    assert (g.nations.status[country], g.nations.patron[country]) == (SURVIVES, BRITAIN)
    war.associations(g)
    assert g.nations.status[country] == SURVIVES
    g.turn += 1
    war.associations(g)
    assert g.nations.status[country] == ASSOCIATE


def test_ours_82_4_stays_in_its_country():
    g = campaign(year=1941, season=SPRING)
    drive(g, war.declare(g, war.Cabinet(GERMANY), INDEX["yugoslavia"]))
    u = put(g, "yugoslavia i 2-3", "belgrade")
    hold(g, "britain", "eDD28")
    greek = space(g, "athens")
    g.hexes[greek].holder = BRITAIN
    assert may_enter(g, u, greek).rule == "ours 82.4"


# --- V ------------------------------------------------------------------------------------------------------------------


def test_ours_v_levels():
    """AW-OURS-V-a: Germany in Fall 1945 is a draw, Japan in Summer 1945 Allied 1: together an Allied marginal victory."""
    g = campaign()
    assert (level_of(turn_of(1945, 2)), level_of(turn_of(1945, 1)), level_of(-1)) == (0, -1, 3)
    for power, when in ((GERMANY, turn_of(1945, 2)), (JAPAN, turn_of(1945, 1))):
        g.nations[power].surrendered = 1
        g.booked[surrender.COLLAPSED + MAJORS.index(power)] = when
    assert european_level(g) == 0
    assert global_level(g) == -1
    assert campaign_over(g)


@pytest.mark.parametrize("italy", [-1, turn_of(1944, 2)])
def test_ours_v_2_the_turn_of_germany_decides(italy):
    """AW-DEC-46: Italy falling before Germany does not better the level, and one still at war gives up with Germany."""
    g = campaign(year=1945, season=SPRING, side=ALLIES)
    fight(g, "us", "italy")
    hold(g, "italy", "rome", "milan", "genoa")
    if italy >= 0:
        g.nations[ITALY].surrendered = 1
        g.booked[surrender.COLLAPSED + MAJORS.index(ITALY)] = italy
        assert not campaign_over(g)
    hold(g, "us", "berlin", "essen", "cologne", "leipzig", "breslau")
    assert european_level(g) == 3
    drive(g, surrender.surrenders(g), dice=[6] * 10)
    assert g.nations.surrendered[ITALY] and campaign_over(g)
    assert european_level(g) == level_of(turn_of(1945, 0)) == -2


def test_ours_55_1_a_neutral_italy_stays_what_it_is():
    """Germany's surrender asks nothing of an Italy outside the war, and the level is Germany's."""
    g = campaign(year=1945, season=SPRING, side=ALLIES)
    fight(g, "us")
    hold(g, "us", "berlin", "essen", "cologne", "leipzig", "breslau")
    drive(g, surrender.surrenders(g))
    assert not g.nations.surrendered[ITALY] and campaign_over(g) and european_level(g) == -2


def test_tracks_exist():
    g = campaign()
    assert len(g.tension) == 3 and USJT == 1
    assert not tension.recorded(g, USJT)


def test_ours_53_1_russia_and_the_west_stay_apart():
    """AW-OURS-53-b: where a Russian unit stands no Western unit enters, nor do Western aircraft base in Russian hexes."""
    g = campaign(year=1945, season=SPRING, side=ALLIES)
    fight(g, "us", "russia")
    hold(g, "russia", "berlin")
    put(g, "russia i 3-3", "berlin")
    soldier, plane = put(g, "us mech 3-4", "paris"), put(g, "us aaf", "paris")
    assert room_for(g, soldier, space(g, "berlin"), ALLIES).rule == "ours 53.1"
    assert air_room(g, plane, space(g, "moscow"), ALLIES).rule == "ours 53.1"
    hold(g, "us", "cologne")
    assert room_for(g, soldier, space(g, "cologne"), ALLIES) is None


def test_ours_40_grants():
    """America at war gives Russia by Murmansk, in fives, a tenth of its base; a neutral one by tension; nobody gives and gets."""
    g = campaign(year=1942, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us", "russia")
    puts(g, 6, "britain tr", "sw_atlantic")
    treasury = grants.Treasury(US)
    assert grants.may_grant(g, treasury, (RUSSIA, 15)) is None
    assert grants.may_grant(g, treasury, (RUSSIA, 20)).rule == "ours 40.1"
    level = g.nations.level[RUSSIA]
    drive(g, grants.grant(g, treasury, (RUSSIA, 15)), ["accept"])
    assert g.nations.level[RUSSIA] == level + 15
    assert len(grants.free(g, "sw_atlantic")) == 3
    assert grants.may_grant(g, grants.Treasury(RUSSIA), (US, 5)).rule == "ours 40.1"
    g = campaign(year=1940, season=SUMMER, side=ALLIES, mover="us")
    puts(g, 6, "britain tr", "sw_atlantic")
    assert grants.may_grant(g, grants.Treasury(US), (BRITAIN, 5)).rule == "ours 40.1"
    g.effective[USAT] = 15
    assert grants.may_grant(g, grants.Treasury(US), (BRITAIN, 5)) is None
    assert grants.may_grant(g, grants.Treasury(US), (BRITAIN, 10)).rule == "ours 40.1"


def test_ours_40_85_the_hump():
    """AW-OURS-40-a: three air transports over the Hump carry six BRPs."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="us")
    fight(g, "japan", "britain", "us")
    puts(g, 3, "us at", "ledo")
    assert grants.hump(g) == 6
    hold(g, "japan", "kunming")
    assert grants.hump(g) == 0
