"""A case for each stand-in rule of surrender, countries and victory, 54 to 88 and V: what it allows and what it refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import GameOver
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    INDEX,
    ITALY,
    JAPAN,
    NEUTRAL,
    RUSSIA,
    US,
)
from grognard.titles.awaw.rules import (
    boxes,
    eastern,
    end,
    far_lands,
    influence,
    supply,
    surrender,
    victory,
    war,
)
from grognard.titles.awaw.rules.areas import areas, conquered_majors, drawn
from grognard.titles.awaw.rules.boxes import builds_in, press
from grognard.titles.awaw.rules.dates import historical
from grognard.titles.awaw.rules.trade import Estate, may_hand
from grognard.titles.awaw.sequence import movers, player_turns
from grognard.titles.awaw.state import (
    ASSOCIATE,
    FALL,
    GONE,
    SPRING,
    SUMMER,
    SURVIVES,
    WINTER,
    World,
)

from .kit import campaign, drive, fight, hold, put, puts, space


def refused(no: object, rule: str) -> bool:
    return getattr(no, "rule", None) == rule


def war_in_europe(side: int = ALLIES, mover: str = "britain", year: int = 1943, season: int = SUMMER) -> World:
    g = campaign(year=year, season=season, side=side, mover=mover)
    fight(g, "germany", "italy", "britain", "us")
    return g


def far_east(side: int = AXIS, mover: str = "japan", year: int = 1942) -> World:
    g = campaign("pacific", year=year, season=SUMMER, side=side, mover=mover)
    fight(g, "japan", "us", "britain", "nationalist_china")
    return g


# --- 54 to 61: surrenders -------------------------------------------------------------------------------------------------


def test_ours_54_a_power_gives_up_at_the_resistance_of_the_chart():
    g = war_in_europe()
    assert surrender.least(g, "Germany") == 0
    assert influence.german_resistance(g).total > 0
    drive(g, surrender.surrenders(g))
    assert not g.nations.surrendered[GERMANY]


def test_ours_54_1_in_the_player_turn_that_is_named():
    """Italy is looked at after the Allied turn, not after its own."""
    for side, falls in ((AXIS, False), (ALLIES, True)):
        g = war_in_europe(side)
        hold(g, "us", "rome", "milan", "genoa")
        g.dice = type(g.dice)(*[6] * 40)
        drive(g, surrender.surrenders(g), dice=[6] * 60)
        assert bool(g.nations.surrendered[ITALY]) == falls


def test_ours_54_2_who_is_at_peace_is_not_asked():
    g = campaign(year=1940, season=SPRING, side=ALLIES)
    fight(g, "germany", "britain")
    hold(g, "britain", "rome", "milan", "genoa")
    assert not surrender.fighting(g, ITALY)
    drive(g, surrender.surrenders(g), dice=[6] * 60)
    assert not g.nations.surrendered[ITALY]


def test_ours_54_3_friends_of_a_beaten_power_choose():
    """One to three and a partner: they go on; else they are neutral."""
    for die, patron in ((1, GERMANY), (5, -1)):
        g = war_in_europe()
        row = g.nations[INDEX["bulgaria"]]
        row.side, row.patron = AXIS, ITALY
        mine = [n for n in range(len(g.nations)) if g.nations.patron[n] == ITALY and n != ITALY and g.nations.conquered[n] < 0]
        drive(g, _call(surrender.free_minors, g, ITALY), dice=[die] * len(mine))
        assert row.patron == patron and (row.side == NEUTRAL) == (patron < 0)


def _call(function, *args):  # type: ignore[no-untyped-def]
    """A procedure that asks nothing, as a flow."""
    function(*args)
    return
    yield


def test_ours_54_4_a_surrender_counts_while_it_is_in_force():
    g = war_in_europe()
    assert not surrender.in_surrender(g, BRITAIN)
    g.nations[BRITAIN].surrendered = 1
    assert surrender.in_surrender(g, BRITAIN)
    hold(g, "britain", "london")
    put(g, "us mech 3-4", "london")
    for _ in range(2):
        surrender.britain_returns(g)
    assert not surrender.in_surrender(g, BRITAIN)


def test_ours_56_1_italy_falls_with_three_cities_or_without_will():
    g = war_in_europe()
    assert influence.italian_resistance(g).total > surrender.least(g, "Italy")
    hold(g, "us", "rome", "milan", "genoa")
    drive(g, surrender.surrenders(g), dice=[6] * 60)
    assert g.nations.surrendered[ITALY]


def test_ours_56_2_germany_keeps_what_it_stands_in():
    for guarded, holder in ((True, GERMANY), (False, US)):
        g = war_in_europe()
        put(g, "us mech 3-4", "rome")
        hold(g, "us", "rome")
        if guarded:
            put(g, "germany i 3-3", "milan")
        unit = put(g, "italy i 2-3", "turin")
        drive(g, _call(surrender.fall_of_italy, g, "a test"), dice=[6] * 60)
        assert g.units.pool[unit] == GONE
        assert g.hexes.holder[space(g, "turin")] == holder


def test_ours_57_11_japan_is_looked_at_after_the_allied_turn():
    g = far_east(ALLIES, "us", 1945)
    hold(g, "us", "tokyo", "osaka", "kagoshima", "mukden", "harbin")
    g.side = AXIS
    drive(g, surrender.surrenders(g))
    assert not g.nations.surrendered[JAPAN]
    g.side = ALLIES
    drive(g, surrender.surrenders(g))
    assert g.nations.surrendered[JAPAN]


def test_ours_58_1_britain():
    """Its three cities lost it gives up; units in Britain are removed, dominions go on beside America."""
    g = war_in_europe(AXIS)
    hold(g, "germany", "london", "birmingham")
    guard, canadian = put(g, "britain mech 3-4", "manchester"), put(g, "canada mech 3-4", "us_atlantic")
    drive(g, surrender.surrenders(g))
    before = bool(g.nations.surrendered[BRITAIN])
    hold(g, "germany", "manchester")
    drive(g, surrender.surrenders(g))
    assert not before or influence.british_resistance(g).total <= 0
    assert g.nations.surrendered[BRITAIN]
    assert g.units.pool[guard] == GONE and g.units.at[canadian] >= 0
    assert g.nations.patron[INDEX["canada"]] == US


def test_ours_59_1_france_falls_after_an_axis_turn():
    g = war_in_europe(AXIS, "germany", 1940)
    assert not surrender.france_falls(g)
    hold(g, "germany", "paris")
    put(g, "france i 2-3", "lyon")
    puts(g, 1, "germany i 1-3", "metz")
    assert not surrender.france_falls(g)  # two French factors against one
    hold(g, "germany", "lyon", "marseilles")
    assert surrender.france_falls(g)


def test_ours_59_2_germany_chooses():
    for answer, vichy in (("vichy", True), ("occupy", False)):
        g = war_in_europe(AXIS, "germany", 1940)
        drive(g, surrender.fall_of_france(g), [answer], dice=[1] * 60)
        assert bool(far_lands.vichy_land(g)) == vichy
        assert g.booked.get(505, 0) == int(not vichy)


def test_ours_59_3_french_units_in_europe_are_removed():
    g = war_in_europe(AXIS, "germany", 1940)
    home, colony = put(g, "france i 2-3", "lyon"), put(g, "france i 1-3", "algiers")
    drive(g, surrender.fall_of_france(g), ["vichy"], dice=[6] * 60)
    assert g.units.pool[home] == GONE and g.units.at[colony] >= 0  # Algeria went with the Free French


def test_ours_59_4_what_germany_draws_from_france():
    """Twenty-five while Vichy stands, half of the base without it."""
    g = war_in_europe(AXIS, "germany", 1940)
    drive(g, surrender.fall_of_france(g), ["vichy"], dice=[1] * 60)
    assert conquered_majors(g, GERMANY) == 25
    g.nations[INDEX["vichy"]].side = AXIS
    assert conquered_majors(g, GERMANY) == g.nations.base[FRANCE] // 2


def test_ours_60_4_an_armistice():
    """Russia keeps what it holds and is neutral; its base is the Urals' and that of its centres."""
    g = war_in_europe(ALLIES, "russia", 1942)
    fight(g, "russia")
    hold(g, "germany", "moscow", "leningrad")
    surrender.accept(g, surrender.Terms(GERMANY, RUSSIA), None)
    assert surrender.in_surrender(g, RUSSIA) and not war.enemies(g, RUSSIA, GERMANY)
    assert g.nations.base[RUSSIA] <= 20 + 10 * 7 and g.hexes.holder[space(g, "moscow")] == GERMANY


def test_ours_61_1_china():
    """Without Chungking, Kunming, Changsha and Lanchow it surrenders; before that it may be without offensives."""
    g = far_east(AXIS)
    hold(g, "japan", "chungking", "kunming", "changsha")
    drive(g, surrender.surrenders(g))
    assert bool(g.nations.surrendered[CHINA]) == (influence.chinese_resistance(g).total <= -5)
    hold(g, "japan", "lanchow")
    drive(g, surrender.surrenders(g))
    assert g.nations.surrendered[CHINA]


# --- 63 to 88: countries --------------------------------------------------------------------------------------------------


def test_ours_63_11_eastern_europe():
    """Closed to Germany while the Pact holds, and open after war has come."""
    g = campaign(year=1940, season=SUMMER)
    for key in ("eastpoland", "baltics", "bessarabia", "finnish_border"):
        land = next(s for s in g.ground.homeland[INDEX[key]])
        g.hexes[land].holder = RUSSIA
        assert refused(eastern.across_the_pact(g, AXIS, land), "ours 63.3")
        assert eastern.across_the_pact(g, ALLIES, land) is None
    fight(g, "russia")
    assert eastern.across_the_pact(g, AXIS, land) is None


def test_ours_63_4_lists_of_areas_without_a_capital():
    g = campaign(year=1939, season=WINTER, side=ALLIES, mover="russia")
    eastern.open_up(g, eastern.BALTICS)
    hold(g, "russia", "eH39", "eF40")
    eastern.annexations(g)
    assert g.nations.conquered[eastern.BALTICS] < 0
    hold(g, "russia", "eE41")
    eastern.annexations(g)
    assert g.nations.conquered[eastern.BALTICS] == RUSSIA


def test_ours_64_and_64_1_war_in_the_east():
    g = campaign(year=1941, season=SUMMER)
    assert not war.enemies(g, GERMANY, RUSSIA)
    drive(g, war.declare(g, war.Cabinet(GERMANY), RUSSIA), dice=[3])
    assert war.enemies(g, GERMANY, RUSSIA)


def test_ours_64_1_by_a_declaration():
    g = campaign(year=1939, season=WINTER)
    assert refused(war.may_declare(g, war.Cabinet(GERMANY), RUSSIA), "ours 50.3")
    g = campaign(year=1941, season=SUMMER)
    assert war.may_declare(g, war.Cabinet(GERMANY), RUSSIA) is None


def test_ours_66_2_a_border_war_ends():
    """Rumania moves with the Axis; the war ends after two turns, without association."""
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="russia")
    rumania = eastern.RUMANIA
    level = g.nations.level[RUSSIA]
    drive(g, eastern.border_war(g, rumania))
    assert g.nations.level[RUSSIA] == level and g.nations.patron[rumania] == GERMANY
    eastern.end_border_wars(g)
    assert g.nations.side[rumania] != NEUTRAL
    g.turn += 2
    eastern.end_border_wars(g)
    assert g.nations.side[rumania] == NEUTRAL


def test_ours_67_2_a_border_war_with_finland():
    """Three turns; Russia has the border if it holds all of it."""
    g = campaign(year=1939, season=WINTER, side=ALLIES, mover="russia")
    finland = eastern.FINLAND
    drive(g, eastern.border_war(g, finland))
    for s in g.ground.homeland[eastern.BORDER_HEXES]:
        g.hexes[s].holder = RUSSIA
    eastern.end_border_wars(g)
    assert g.nations.side[finland] == NEUTRAL
    assert {g.hexes.holder[s] for s in g.ground.homeland[eastern.BORDER_HEXES]} == {RUSSIA}


def test_ours_71_15_australians_are_built_in_their_box():
    g = far_east(ALLIES, "britain")
    assert builds_in(g, INDEX["australia"], space(g, "australia_box"))
    assert not builds_in(g, INDEX["australia"], space(g, "us_pacific"))


def test_ours_71_42_japanese_beside_australia():
    """Twelve against five cost seven, twenty-five ten."""
    g = far_east()
    box = g.board.space("australia_box")
    door = next(o for o, _ in g.ground.ways[box])
    for u in puts(g, 12, "japan i 1-2", "tokyo"):
        g.units[u].at = door
    for u in puts(g, 5, "australia i 1-3", "australia_box"):
        assert g.units.at[u] == box
    assert press(g, "australia_box") == 7
    for u in puts(g, 13, "japan i 1-2", "tokyo"):
        g.units[u].at = door
    assert press(g, "australia_box") == 10


def test_ours_72_12_what_india_builds():
    for year, most in ((1941, 5), (1942, 8)):
        g = campaign("pacific", year=year, season=SUMMER, side=ALLIES, mover="britain")
        assert far_lands.dominion_limit(g, INDEX["india"]) == most


def test_ours_72_16_indians_are_built_in_their_box():
    g = far_east(ALLIES, "britain")
    assert builds_in(g, INDEX["india"], space(g, "india_box")) and not builds_in(g, INDEX["india"], space(g, "australia_box"))


def test_ours_72_321_bombs_on_india():
    g = far_east()
    assert far_lands.bombed_factors(g, INDEX["india"]) == 0
    g.booked[70000 + g.board.space("india_box")] = 7
    assert far_lands.bombed_factors(g, INDEX["india"]) == 2
    assert far_lands.bombed_factors(g, INDEX["australia"]) == 0


def test_ours_72_42_enemies_beside_india():
    """Each factor more than in the box costs a BRP, ten at most; once India has surrendered nothing."""
    g = far_east()
    box = g.board.space("india_box")
    door = next(o for o, _ in g.ground.ways[box])
    for u in puts(g, 4, "japan i 1-2", "tokyo"):
        g.units[u].at = door
    assert press(g, "india_box") == 4
    g.booked[511] = 1
    assert press(g, "india_box") == 0


def test_ours_72_5_india_surrenders():
    """Its cities lost and twenty factors too many for two turns; a turn is not enough."""
    g = far_east()
    hold(g, "japan", "calcutta", "dacca", "madras", "new_delhi")
    door = next(o for o, _ in g.ground.ways[g.board.space("india_box")])
    for u in puts(g, 20, "japan i 1-2", "tokyo"):
        g.units[u].at = door
    far_lands.dominions(g)
    assert not boxes.surrendered(g, "india_box")
    far_lands.dominions(g)
    assert boxes.surrendered(g, "india_box")
    assert refused(boxes.may_be_in(g, ALLIES, g.board.space("india_box")), "5.43")


def test_ours_73_and_73_1_south_africa():
    """Its box is the West's for good, and its units are built there."""
    g = war_in_europe()
    box = g.board.space("south_africa")
    assert boxes.may_be_in(g, ALLIES, box) is None and refused(boxes.may_be_in(g, AXIS, box), "5.33")
    assert boxes.brp_value(g, "south_africa") == 10


def test_ours_73_1_units_of_south_africa():
    g = war_in_europe()
    assert builds_in(g, INDEX["south_africa"], g.board.space("south_africa"))
    assert not builds_in(g, BRITAIN, g.board.space("south_africa"))


def test_ours_75_1_belgium_with_luxembourg():
    """One declaration and ten BRPs for both; the Netherlands another."""
    g = campaign(year=1940, season=SPRING)
    cabinet, level = war.Cabinet(GERMANY), g.nations.level[GERMANY]
    assert refused(war.may_declare(g, cabinet, INDEX["luxembourg"]), "ours 75.1")
    drive(g, war.declare(g, cabinet, INDEX["belgium"]))
    assert {g.nations.side[INDEX[k]] for k in ("belgium", "luxembourg")} == {ALLIES}
    assert g.nations.level[GERMANY] == level - 10 and g.nations.side[INDEX["netherlands"]] == NEUTRAL


def test_ours_76_gibraltar_and_spain():
    """The strait is shut only where rock and mainland are in one hand."""
    g = war_in_europe()
    assert not supply.shut_straits(g, ALLIES).iberian
    hold(g, "germany", "madrid")
    assert not supply.shut_straits(g, ALLIES).iberian
    hold(g, "germany", "gibraltar")
    assert supply.shut_straits(g, ALLIES).iberian


def test_ours_77_1_the_land_of_vichy():
    g = war_in_europe(AXIS, "germany", 1940)
    drive(g, surrender.fall_of_france(g), ["vichy"], dice=[1] * 60)
    land = {g.board.token(s) for s in far_lands.vichy_land(g)}
    assert {"eR20", "eU18"} <= land and "eO22" not in land


def test_ours_79_the_straits_of_turkey():
    """Shut to all warships while it is neutral, open to whose ally it is."""
    g = war_in_europe()
    assert supply.shut_straits(g, ALLIES).turkish and supply.shut_straits(g, AXIS).turkish
    hold(g, "germany", "istanbul")
    assert not supply.shut_straits(g, AXIS).turkish and supply.shut_straits(g, ALLIES).turkish


def test_ours_80_2_chinese_replacements():
    g = campaign("pacific", empty=False)
    mine = [u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.REP and g.units[u].sheet.nation == CHINA]
    assert mine and sum(g.units[u].sheet.strength for u in mine) >= 1
    assert all(g.units[u].sheet.move == 1 for u in mine)


def test_ours_81_2_japan_and_russia_by_declaration():
    g = campaign("pacific", year=1939, season=WINTER, mover="japan")
    assert refused(war.may_declare(g, war.Cabinet(JAPAN), RUSSIA), "ours 50.3")
    g = campaign("pacific", year=1940, season=SUMMER, mover="japan")
    assert war.may_declare(g, war.Cabinet(JAPAN), RUSSIA) is None
    assert war.price_of_war(g, JAPAN, RUSSIA) == 35


def test_ours_82_81_a_survivor_moves_with_the_other_side():
    g = campaign(year=1941, season=SPRING)
    yugoslavia = INDEX["yugoslavia"]
    drive(g, war.attack_minor(g, GERMANY, yugoslavia))
    assert (g.nations.side[yugoslavia], g.nations.patron[yugoslavia], g.nations.status[yugoslavia]) == (ALLIES, BRITAIN, SURVIVES)
    g.side = ALLIES
    assert BRITAIN in movers(g) and ALLIES in player_turns(g)


def test_ours_83_3_brps_by_quarters_and_83_4_colonies():
    g = far_east()
    hong_kong = next(a for a in areas(g) if a.name == "Hong Kong")
    assert drawn(g, hong_kong)[0] == BRITAIN
    hold(g, "japan", "hong_kong")
    assert drawn(g, hong_kong)[0] == JAPAN


def test_ours_83_4_to_whoever_holds_the_capital():
    g = war_in_europe(AXIS, "italy")
    egypt = next(a for a in areas(g) if a.name == "Egypt")
    assert drawn(g, egypt)[0] == BRITAIN
    hold(g, "italy", "cairo")
    assert drawn(g, egypt)[0] == ITALY


def test_ours_83_5_a_conquest_may_go_to_a_partner():
    g = war_in_europe(AXIS, "germany")
    g.nations[INDEX["greece"]].conquered = GERMANY
    assert may_hand(g, Estate(GERMANY), (INDEX["greece"], ITALY)) is None
    assert refused(may_hand(g, Estate(GERMANY), (INDEX["greece"], BRITAIN)), "ours 83.6")
    assert refused(may_hand(g, Estate(ITALY), (INDEX["greece"], GERMANY)), "ours 83.6")


def test_ours_84_1_and_84_2_association_after_the_first_turn():
    g = campaign(year=1941, season=SPRING)
    yugoslavia = INDEX["yugoslavia"]
    drive(g, war.attack_minor(g, GERMANY, yugoslavia))
    war.associations(g)
    assert g.nations.status[yugoslavia] == SURVIVES
    g.turn += 1
    war.associations(g)
    assert g.nations.status[yugoslavia] == ASSOCIATE


def test_ours_84_2_from_the_next_diplomatic_phase():
    g = campaign(year=1941, season=SPRING)
    drive(g, war.attack_minor(g, GERMANY, INDEX["yugoslavia"]))
    g.nations[INDEX["yugoslavia"]].conquered = GERMANY
    g.turn += 1
    war.associations(g)
    assert g.nations.status[INDEX["yugoslavia"]] == SURVIVES  # a conquered country does not associate


def test_ours_88_37c_no_operations_from_suez_without_ethiopia():
    g = war_in_europe(AXIS, "italy")
    hold(g, "italy", "suez", "port_said")
    suez = space(g, "suez")
    assert far_lands.may_operate_from(g, suez, AXIS) is None
    g.booked[6013] = 1  # Ethiopia is conquered
    assert refused(far_lands.may_operate_from(g, suez, AXIS), "ours 88.37B")


def test_ours_88_4_and_88_41_ethiopia_is_italian_at_the_start():
    g = campaign(empty=False)
    there = [u for u in range(len(g.units)) if g.units.at[u] == g.board.space("ethiopia")]
    assert there and {g.units[u].sheet.nation for u in there} == {ITALY}


def test_ours_88_41_its_garrison():
    """AW-DEC-16: the three 1-3 of the recovered list."""
    g = campaign(empty=False)
    there = [g.units[u].sheet.values for u in range(len(g.units)) if g.units.at[u] == g.board.space("ethiopia")]
    assert there == ["1-3"] * 3


def test_ours_88_421_from_the_south_of_egypt():
    g = war_in_europe(ALLIES, "britain")
    south, north = put(g, "britain mech 3-4", "eNN28"), put(g, "britain mech 3-4", "cairo")
    box = g.board.space("ethiopia")
    assert far_lands.may_trek(g, BRITAIN, south, box) is None
    assert refused(far_lands.may_trek(g, BRITAIN, north, box), "ours 88.421")


def test_ours_88_422c_from_south_africa_for_the_west_alone():
    g = war_in_europe(ALLIES, "britain")
    unit, box = put(g, "south_africa mech 3-4", "south_africa"), g.board.space("ethiopia")
    assert far_lands.may_trek(g, BRITAIN, unit, box) is None
    g.side = AXIS
    italian = put(g, "italy i 1-3", "ethiopia")
    assert refused(far_lands.may_trek(g, ITALY, italian, g.board.space("south_africa")), "ours 88.422C")


# --- V --------------------------------------------------------------------------------------------------------------------


def test_ours_v_1_a_global_war_adds_both_theatres():
    g = campaign("global_war", year=1945, season=FALL)
    assert victory.global_level(g) == 3  # nobody has surrendered
    g.nations[GERMANY].surrendered = g.nations[ITALY].surrendered = 1
    surrender.capitulate(g, GERMANY, US, "a test", "ours 55.1")
    surrender.capitulate(g, JAPAN, US, "a test", "ours 57.11")
    assert victory.global_level(g) == 0  # Fall 1945 twice: two draws


def test_ours_v_2_by_the_turn_of_germanys_surrender():
    for year, season, level in ((1944, WINTER, -3), (1945, SPRING, -2), (1945, SUMMER, -1), (1945, FALL, 0), (1945, WINTER, 1)):
        g = campaign(year=year, season=season)
        fight(g, "germany", "italy")
        surrender.capitulate(g, GERMANY, US, "a test", "ours 55.1")
        surrender.peace_in_europe(g)
        assert victory.european_level(g) == level
    g = campaign(year=1946, season=WINTER)
    assert victory.european_level(g) == 3


def test_ours_v_3_by_the_turn_of_japans():
    assert [victory.level_of(t) for t in (-1, 23, 24, 25, 26, 27, 31, 32)] == [3, -3, -2, -1, 0, 1, 2, 3]
    g = far_east()
    assert not victory.axis_triumph(g)
    g.turn += 1 + (3 - (g.season + 1)) % 4
    g.booked[511] = g.booked[512] = 1
    g.nations[CHINA].surrendered = 1
    assert victory.axis_triumph(g) == (g.season == WINTER)


def test_ours_v_4_north_africa():
    g: World = TITLE.blank("north_africa", {})
    TITLE.setup(g)
    hold(g, "germany", "tobruk", "bengazi", "tripoli")
    hold(g, "britain", "malta", "alexandria", "suez")
    assert end.desert_level(g) == 0
    for taken, level in (("malta", 1), ("alexandria", 2), ("suez", 3)):
        hold(g, "germany", taken)
        assert end.desert_level(g) == level
    hold(g, "britain", "alexandria", "bengazi")
    assert end.desert_level(g) == -1
    hold(g, "britain", "tripoli")
    assert end.desert_level(g) == -2


def test_ours_v_5_barbarossa():
    g: World = TITLE.blank("barbarossa", {})
    TITLE.setup(g)
    g.turn = g.last_turn
    with pytest.raises(GameOver) as over:
        drive(g, _call(end.victory, g))
    assert over.value.outcome.rule == "ours V.5"


def test_ours_v_6_the_atlantic():
    g: World = TITLE.blank("atlantic", {})
    TITLE.setup(g)
    g.turn = g.last_turn
    g.tonnage, g.drowned = 60, 10
    with pytest.raises(GameOver) as over:
        drive(g, _call(end.victory, g))
    assert "clear" in over.value.outcome.reason  # forty


def test_ours_v_7_midway():
    g: World = TITLE.blank("midway", {})
    TITLE.setup(g)
    assert end.midway_points(g) == {"axis": 0.0, "allies": 3.0}
    hold(g, "japan", "midway")
    assert end.midway_points(g)["axis"] == 6.0
    assert "clear" in end.midway_outcome(g).reason


def test_ours_v_8_the_pacific_alone():
    """Five powers, and no tension with Germany."""
    g = campaign("pacific")
    assert not g.seated(GERMANY) and g.seated(CHINA)
    assert len(g.sheet.powers) == 5


def test_ours_v_9_the_historical_versions():
    free = campaign()
    g: World = TITLE.blank("europe", {"historical": True})
    assert historical(g) and not historical(free)
    with pytest.raises((GrognardError, KeyError, ValueError, TypeError)):
        TITLE.blank("europe", {"no such switch": True})


def test_ours_v_10_own_aims():
    g = war_in_europe()
    assert not victory.own_line(g, RUSSIA)
    hold(g, "russia", "berlin")
    assert victory.own_line(g, RUSSIA)
    assert victory.own_line(g, BRITAIN) == victory.own_line(g, US)
