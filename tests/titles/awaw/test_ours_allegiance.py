"""Stand-in rules of friends and enemies: 49.7, 53.3, 57.2, 57.5, 64.2, 67.3, 69, 76, 77, 79, 82.34, 85.5, 88.1, V.8, V.10."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, CHINA, FRANCE, GERMANY, INDEX, ITALY, JAPAN, NEUTRAL, RUSSIA, US
from grognard.titles.awaw.rules import (
    allegiance,
    control,
    diplomacy,
    empire,
    far_lands,
    influence,
    operations,
    surrender,
    tension,
    units,
    victory,
    war,
)
from grognard.titles.awaw.rules.combat import Plan, may_join
from grognard.titles.awaw.rules.movement import marches, may_enter
from grognard.titles.awaw.rules.stacking import apart
from grognard.titles.awaw.state import ALLY, ASSOCIATE, RESERVE, RGT, SPRING, SUMMER, USAT, WINTER

from .kit import campaign, drive, fight, hold, put, puts, space, world

FINLAND, RUMANIA, BULGARIA, GREECE = (INDEX[k] for k in ("finland", "rumania", "bulgaria", "greece"))


def ally(g, key: str, patron: int = GERMANY, status: int = ALLY) -> int:
    row = g.nations[INDEX[key]]
    row.side, row.east, row.patron, row.status, row.war = g.nations.side[patron], g.nations.side[patron], patron, status, g.turn
    return row.index


def test_ours_67_3_finns_stay_near_their_border():
    g = campaign(year=1942, season=SUMMER)
    fight(g, "russia")
    ally(g, "finland", status=ASSOCIATE)
    u = put(g, "finland i 2-3", "helsinki")
    assert allegiance.may_go_abroad(g, u, space(g, "leningrad")) is None
    assert allegiance.may_go_abroad(g, u, space(g, "moscow")).rule == "ours 67.3"
    assert space(g, "moscow") not in marches(g, u).costs


def test_ours_67_3_finland_leaves_the_war():
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="russia")
    fight(g, "russia")
    ally(g, "finland", status=ASSOCIATE)
    u = put(g, "finland i 2-3", "helsinki")
    near = [s for s in g.ground.within(space(g, "helsinki"), 3) if g.ground.country[s] == FINLAND and s != g.units.at[u]]
    for s in near[:3]:
        for o in puts(g, 2, "russia i 3-3", "moscow"):
            g.units[o].at = s
    assert not allegiance.finland_leaves(g)  # eighteen
    extra = put(g, "russia i 3-3", "moscow")
    g.units[extra].at = near[3]
    assert allegiance.finland_leaves(g)
    assert g.nations.side[FINLAND] == NEUTRAL and g.units.pool[u] == RESERVE


def test_ours_69_2_balkan_allies_stay_near_home():
    g = campaign(year=1942, season=SUMMER)
    fight(g, "russia")
    ally(g, "rumania")
    u = put(g, "rumania i 1-3", "bucharest")
    assert allegiance.may_go_abroad(g, u, space(g, "stalingrad")) is None  # the eastern front
    assert allegiance.may_go_abroad(g, u, space(g, "paris")).rule == "ours 69.2"


def test_ours_69_3_bulgaria_does_not_fight_russia():
    g = campaign(year=1942, season=SUMMER)
    fight(g, "russia")
    ally(g, "bulgaria")
    ally(g, "rumania")
    g.stage = 1
    u, friend = put(g, "bulgaria i 1-3", "bucharest"), put(g, "rumania i 1-3", "bucharest")
    target = next(o for o, _ in g.ground.ways[space(g, "bucharest")] if g.ground.country[o] == RUMANIA)
    foe = put(g, "russia i 1-3", "moscow")
    g.units[foe].at = target
    assert may_join(g, Plan(GERMANY, target), u).rule == "ours 69.3"
    assert may_join(g, Plan(GERMANY, target), friend) is None
    assert may_enter(g, u, space(g, "kiev")).rule == "ours 69.3"


def test_ours_69_4_greece_brings_britain_a_point():
    g = campaign(year=1940, season=WINTER)
    fight(g, "italy")
    before = diplomacy.allotment(g, BRITAIN, start=False)
    g.nations[ITALY].level = 50
    drive(g, war.declare(g, war.Cabinet(ITALY), GREECE))
    assert diplomacy.allotment(g, BRITAIN, start=False) == before + 1
    assert diplomacy.allotment(g, BRITAIN, start=False) == before  # once
    g.turn += 1
    late = campaign(year=1941, season=SPRING)
    fight(late, "italy")
    late.nations[ITALY].level = 50
    drive(late, war.declare(late, war.Cabinet(ITALY), GREECE))
    assert war.GREEK_AID not in late.booked


def test_ours_64_2_minors_in_the_east_pay_by_the_unit():
    g = campaign(year=1942, season=SUMMER)
    fight(g, "russia")
    ally(g, "rumania")
    mine, german = put(g, "rumania i 2-3", "bucharest"), put(g, "germany i 3-3", "berlin")
    kiev, sofia = space(g, "kiev"), space(g, "sofia")
    assert operations.cost(g, [mine], kiev) == 1
    assert operations.cost(g, [mine], sofia) == 2  # another front
    assert operations.cost(g, [german], kiev) == 3


def test_ours_53_3_ten_british_factors_in_france():
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="britain")
    paris = space(g, "paris")
    puts(g, 2, "britain mech 3-4", "paris")
    third, fourth = puts(g, 2, "britain mech 3-4", "london")
    assert allegiance.may_join_the_french(g, third, paris) is None  # nine
    g.units[third].at = paris
    assert allegiance.may_join_the_french(g, fourth, paris).rule == "ours 53.3"
    hold(g, "germany", "paris")
    assert allegiance.may_join_the_french(g, fourth, paris) is None


def test_ours_76_1_spain_and_portugal():
    """Spain falls with both capitals; an attacked Portugal is the enemy of its attacker."""
    g = campaign(year=1941, season=SUMMER)
    ally(g, "spain", BRITAIN)
    hold(g, "germany", "madrid")
    control.conquests(g)
    assert g.nations.conquered[INDEX["spain"]] < 0
    hold(g, "germany", "tangier")
    control.conquests(g)
    assert g.nations.conquered[INDEX["spain"]] == GERMANY
    drive(g, war.declare(g, war.Cabinet(GERMANY), INDEX["portugal"]))
    assert g.nations.side[INDEX["portugal"]] == ALLIES


def test_ours_77_3_a_die_for_each_heavy_ship():
    g = campaign(year=1940, season=SUMMER)
    ships = [put(g, "france b", "brest") for _ in range(3)]
    light = put(g, "france dd", "brest")
    g.dice = FixedDice(1, 5, 6)
    surrender.fleet_of_france(g)
    assert g.units.at[ships[1]] == space(g, "portsmouth")
    assert all(g.units.at[u] < 0 for u in (ships[0], ships[2], light))


def vichy(g) -> None:
    g.nations[FRANCE].surrendered = 1
    g.hexes[space(g, "vichy")].holder = INDEX["vichy"]
    for key in ("algeria", "morocco"):
        row = g.nations[INDEX[key]]
        row.side, row.east, row.patron = NEUTRAL, NEUTRAL, -1


def test_ours_77_6_a_vichy_colony_is_not_vichy():
    """Ten BRPs, no tension, no association; Vichy is rolled for (49.7)."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="britain")
    vichy(g)
    tension_before, level = g.tension[USAT], g.nations.level[BRITAIN]
    prompts = drive(g, far_lands.declarations(g), ["declare n.algeria", "done"], dice=[3])
    assert prompts and g.nations.level[BRITAIN] == level - 10 and g.tension[USAT] == tension_before
    assert any("reacts" in line.text for line in g.journal.lines)
    g.turn += 1
    war.associations(g)
    assert g.nations.status[INDEX["algeria"]] != ASSOCIATE


def test_ours_77_7_germany_ends_vichy():
    g = campaign(year=1942, season=SUMMER)
    assert far_lands.may_occupy_vichy(g, war.Cabinet(GERMANY)).rule == "ours 77.7"
    vichy(g)
    assert far_lands.may_occupy_vichy(g, war.Cabinet(BRITAIN)).rule == "ours 77.7"
    assert far_lands.may_occupy_vichy(g, war.Cabinet(GERMANY)) is None
    level = g.nations.level[GERMANY]
    g.dice = FixedDice(3, 2)
    far_lands.occupy_vichy(g, war.Cabinet(GERMANY), None)
    assert g.hexes.holder[space(g, "vichy")] == GERMANY and g.nations.level[GERMANY] == level - 10
    assert g.nations.side[INDEX["algeria"]] == ALLIES and g.nations.side[INDEX["morocco"]] == NEUTRAL


def test_ours_79_1_an_attack_on_turkey_moves_the_tension():
    g = campaign(year=1941, season=SPRING)
    g.tension[RGT] = 20
    war._tensions_of(g, GERMANY, INDEX["turkey"])
    assert g.tension[RGT] == 23
    war._tensions_of(g, RUSSIA, INDEX["turkey"])
    assert g.tension[RGT] == 20


def test_ours_82_34_a_garrisoned_country_is_associated_at_once():
    g = campaign(year=1941, season=SPRING)
    drive(g, war.declare(g, war.Cabinet(GERMANY), GREECE))
    assert g.nations.status[GREECE] != ASSOCIATE
    other = campaign(year=1941, season=SPRING)
    put(other, "britain mech 3-4", "athens")
    drive(other, war.declare(other, war.Cabinet(GERMANY), GREECE))
    assert other.nations.status[GREECE] == ASSOCIATE


def test_ours_85_5_a_threatened_ally_changes_sides():
    g = campaign(year=1944, season=SUMMER, side=ALLIES, mover="russia")
    fight(g, "russia")
    ally(g, "rumania")
    far = put(g, "rumania i 1-3", "budapest")
    home = put(g, "rumania i 2-3", "bucharest")
    near = [o for o, _ in g.ground.ways[space(g, "bucharest")] if g.ground.field[o]]
    for s in near[:3]:
        for o in puts(g, 2, "russia i 3-3", "moscow"):
            g.units[o].at = s
    assert not allegiance.wavers(g, RUMANIA)  # eighteen factors
    extra = put(g, "russia i 3-3", "moscow")
    g.units[extra].at = near[3]
    assert allegiance.wavers(g, RUMANIA)
    guard = puts(g, 3, "germany i 3-3", "bucharest")
    assert not allegiance.wavers(g, RUMANIA)  # eleven friendly factors
    for u in guard:
        g.units[u].at = -1
    g.dice = FixedDice(4)
    allegiance.turncoats(g)
    assert g.nations.side[RUMANIA] == AXIS
    g.dice = FixedDice(5)
    allegiance.turncoats(g)
    assert g.nations.side[RUMANIA] == ALLIES and g.nations.patron[RUMANIA] == RUSSIA
    assert g.units.at[far] < 0 and g.units.at[home] == space(g, "bucharest")


def test_ours_88_1_persia_opens_with_the_russian_war():
    g = campaign(year=1941, season=SUMMER, side=ALLIES, mover="russia")
    u = put(g, "russia i 3-3", "moscow")
    tehran = space(g, "tehran")
    hold(g, "britain", "tehran")
    fight(g, "russia")
    assert apart(g, u, tehran) is None
    g.turn -= 4
    assert apart(g, u, tehran).rule == "ours 53.1"


# --- Japan --------------------------------------------------------------------------------------------------------------


def test_ours_57_2_what_japan_remembers():
    g = campaign("pacific", year=1942, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain")
    empire.remember_japan(g)
    groups = g.booked[influence.ISLAND_GROUPS]
    assert groups > 0
    hold(g, "japan", "rangoon", "calcutta", "dacca")
    empire.remember_japan(g)
    assert g.booked[influence.ONCE_JAPAN] == 1
    hold(g, "britain", "rangoon")
    empire.remember_japan(g)
    assert g.booked[influence.ONCE_JAPAN] == 1  # stays, and counts once
    u = put(g, "us mech 3-4", "tokyo")
    empire.remember_japan(g)
    assert g.booked[influence.INVADED_JAPAN] == 1
    units.eliminate(g, u)
    g.booked[units.LOST_TO_JAPAN] = 50
    empire.remember_japan(g)
    assert g.booked[influence.ONCE_JAPAN] == 3


def test_ours_57_5_the_end_of_the_empire():
    g = campaign("pacific", year=1945, season=SUMMER, side=ALLIES, mover="us")
    fight(g, "us", "britain")
    thailand = ally(g, "thailand", JAPAN)
    hold(g, "japan", "canton", "seoul", "manila")
    empire.end_of_empire(g)
    assert g.nations.side[thailand] == NEUTRAL
    assert g.hexes.holder[space(g, "seoul")] == CHINA
    assert g.hexes.holder[space(g, "manila")] == INDEX["philipines"]
    assert g.hexes.holder[space(g, "tokyo")] == JAPAN
    hold(g, "japan", "seoul")
    put(g, "russia i 3-3", "harbin")
    empire.end_of_empire(g)
    assert g.hexes.holder[space(g, "seoul")] == RUSSIA


def test_ours_v_8_the_pacific_alone():
    g = campaign("pacific", year=1941, season=SUMMER)
    before = tension.turn_changes(g, 1)
    g.turn += 2
    assert tension.turn_changes(g, 1) == before + 1
    assert g.nations.base[BRITAIN] == 40 and not tension.recorded(g, USAT)


def test_ours_v_10_own_aims():
    g = campaign(year=1945, season=SUMMER)
    assert victory.own_line(g, FRANCE)
    hold(g, "germany", "paris")
    assert not victory.own_line(g, FRANCE)
    assert not victory.own_line(g, GERMANY)  # too few objectives
    for s in g.ground.objectives:
        if g.ground.europe[s]:
            g.hexes[s].holder = GERMANY
    assert victory.own_line(g, GERMANY)
    assert not victory.own_line(g, US)
    assert not victory.own_line(g, RUSSIA)
    hold(g, "russia", "berlin")
    assert victory.own_line(g, RUSSIA)


def test_the_old_kit_has_no_allegiance_to_ask_for():
    """Short scenarios have neither neutral lands nor Paris: nothing of this is asked."""
    g = world()
    u = put(g, "germany i 3-3", "eM36")
    assert allegiance.may_go_abroad(g, u, space(g, "moscow")) is None
