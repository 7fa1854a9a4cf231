"""11: bases, ranges, air support, counter-air, air combat, flak, landings. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw.charts import AIR_COMBAT
from grognard.titles.tw.ground import CLEAR, DESERT
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX, MAJORS, USSR
from grognard.titles.tw.rules import air_combat, air_support, airbases, counter_air, drops, installations, staging, strength
from grognard.titles.tw.rules.air_support import OAS, may_fly
from grognard.titles.tw.rules.strength import Battle, battle_odds, columns
from grognard.titles.tw.rules.supply import supply_now
from grognard.titles.tw.rules.unit_prices import repair_price, unit_price
from grognard.titles.tw.rules.units import air_rating, hex_sides
from grognard.titles.tw.state import (
    FULL,
    LLE,
    LOST,
    MLE,
    RLE,
    SLE,
)

from .kit import ALLIES, AXIS, drive, hold, put, session, space, war

# --- bases and ranges ----------------------------------------------------------------------------------------------------------


def test_11_1_a_places():
    """A city bases one bomber, an airbase one more; a fighter finds room besides on open ground."""
    g = war("germany", "ussr")
    here = space(g, "berlin")
    first = put(g, "germany TAC 1-5-4", "berlin")
    second = put(g, "germany MDM 1-7-6", "munich")
    assert airbases.may_base(g, here, first) is None
    assert airbases.may_base(g, here, second).rule == "11.1"
    fighter = put(g, "germany FTR 3-3-2", "munich")
    assert airbases.may_base(g, here, fighter) is None
    g.hexes[here].airbase = GERMANY
    assert airbases.may_base(g, here, second) is None


def test_11_1_a_city_with_an_airbase_takes_three_whatever_its_ground():
    """TW-AMB-90: a TAC, a MDM and a FTR; not two FTR beside two bombers, not three bombers."""
    g = war("germany", "ussr")
    cities = [s for s in range(g.board.size) if g.ground.city[s] and not g.ground.beach[s] and not g.ground.island[s]]
    wooded = next(s for s in cities if g.ground.terrain[s] not in (CLEAR, DESERT))
    g.hexes[wooded].holder, g.hexes[wooded].airbase = GERMANY, GERMANY
    for name in ("germany TAC 1-5-4", "germany MDM 1-7-6", "germany FTR 3-3-2"):
        unit = put(g, name, "berlin")
        assert airbases.may_base(g, wooded, unit) is None
        g.units[unit].at = wooded
    for name in ("germany TAC 1-5-4", "germany FTR 3-3-2"):
        assert airbases.may_base(g, wooded, put(g, name, "munich")).rule == "11.1"


def test_11_1_fighters_on_open_ground():
    g = war("germany", "ussr")
    field = "1425"
    assert airbases.may_base(g, space(g, field), put(g, "germany FTR 3-3-2", "berlin")) is None
    assert airbases.may_base(g, space(g, field), put(g, "germany TAC 1-5-4", "munich")).rule == "11.1"
    assert airbases.may_base(g, space(g, "moscow"), put(g, "germany FTR 3-3-2", "kiel")).rule == "11.1"


def test_11_1_1_airbase_limits():
    """Six German airbases, one French; only on supplied friendly hexes."""
    g = war("germany", "france", year=1940)
    for token in ("1425", "1427", "1326", "1327", "1328", "1329"):
        assert installations.may_build_base(g, GERMANY, space(g, token)) is None
        g.hexes[space(g, token)].airbase = GERMANY
    assert installations.may_build_base(g, GERMANY, space(g, "1526")).rule == "11.1.1"
    assert installations.may_build_base(g, INDEX["france"], space(g, "1526")).rule == "11.1.1"


@pytest.mark.parametrize("scenario", ["barbarossa", "west", "north_africa"])
def test_11_1_1_sites_found_in_one_pass_are_those_of_the_single_question(scenario):
    g = session(scenario).g
    for nation in MAJORS:
        each = [s for s in range(g.board.size) if installations.may_build_base(g, nation, s) is None]
        assert installations.base_sites(g, nation) == each


def test_1_2_d_ranges_of_a_tac():
    """tw-1.2-d: five hexes on the offensive, four on interception."""
    g = war("germany", "ussr")
    planes = put(g, "germany TAC 1-5-4", "berlin")
    assert (airbases.offensive_range(g, planes), airbases.defensive_range(g, planes)) == (5, 4)


@pytest.mark.parametrize(("what", "leg"), [("TAC 1-5-4", 10), ("FTR 3-3-2", 6)])
def test_11_2_1_1_staging(what, leg):
    """tw-11.2.1.1-a, tw-11.2.1.1-b: three legs of ten hexes for a TAC, of six for a FTR."""
    g = war("germany", "ussr")
    planes = put(g, f"germany {what}", "berlin")
    assert 2 * airbases.offensive_range(g, planes) == leg
    one = airbases.hops(g, planes, 1, leg)
    assert one and all(g.board.distance(space(g, "berlin"), s) <= leg for s in one)
    far = staging.staging_bases(g, planes)
    assert set(one) <= set(far)


def test_11_1_2_captured_bases():
    """Aircraft on an undefended base flee depleted, on a defended one whole; without a base in reach they are lost."""
    g = war("germany", "ussr")
    planes = put(g, "ussr TAC 1-5-4", "smolensk")
    airbases.flee(g, planes, defended=False)
    assert g.units.depleted[planes] and g.units.at[planes] not in (-1, space(g, "smolensk"))
    planes = put(g, "ussr TAC 1-5-4", "kiev")
    airbases.flee(g, planes, defended=True)
    assert not g.units.depleted[planes] and g.units.at[planes] >= 0
    assert may_fly(g, planes, OAS) is not None
    g = war("germany", "britain")
    alone = put(g, "germany FTR 3-3-2", "tripoli")
    airbases.flee(g, alone, defended=True)
    assert g.units.at[alone] < 0 and g.units.pool[alone] == LOST


# --- support -------------------------------------------------------------------------------------------------------------------


def test_11_3_1_columns():
    """One column for a TAC, two for an MDM, two at most; depleted aircraft together one."""
    g = war("germany", "ussr")
    here = space(g, "1315")
    tac = [put(g, "germany TAC 1-5-4", "berlin") for _ in range(3)]
    mdm = put(g, "germany MDM 1-7-6", "berlin")
    assert columns(g, tac[:1], here, AXIS) == 1
    assert columns(g, tac, here, AXIS) == 2
    assert columns(g, [mdm], here, AXIS) == 2
    for u in tac:
        g.units[u].depleted = 1
    assert columns(g, tac, here, AXIS) == 1


def test_11_4_1_a_romanian_cover():
    """tw-11.4.1-a: a Romanian TAC shifts one column whatever its rating."""
    g = war("germany", "romania", "ussr", year=1943, side=ALLIES)
    hold(g, "germany", "1315")
    put(g, "germany INF 6-5", "1315")
    force = [put(g, "ussr INF 6-5", "1314") for _ in range(4)]
    planes = put(g, "romania TAC 1-5-4", "minsk")
    plain = battle_odds(g, Battle(space(g, "1315"), ALLIES, 1, force))
    covered = battle_odds(g, Battle(space(g, "1315"), ALLIES, 1, force, cover=[planes]))
    assert covered.column == plain.column - 1


def test_10_8_5_o_one_mission_of_a_type_in_an_impulse():
    """tw-10.8.5-o: OAS in the first impulse leaves OAS in the second."""
    g = war("germany", "ussr")
    planes = put(g, "germany MDM 1-7-6", "berlin")
    air_support.log_mission(g, planes, OAS)
    assert may_fly(g, planes, OAS).rule == "11.2.3"
    g.impulse = 2
    assert may_fly(g, planes, OAS) is None


def test_11_2_3_range_and_neutrals():
    """A target beyond range, or behind neutral land, is out of reach."""
    g = war("germany", "france", year=1940)
    planes = put(g, "germany TAC 1-5-4", "frankfurt")
    assert air_support.reaches(g, planes, space(g, "sedan"))
    assert not air_support.reaches(g, planes, space(g, "bordeaux"))
    south = put(g, "germany TAC 1-5-4", "munich")
    assert not air_support.reaches(g, south, space(g, "lyons"))


def test_9_8_a_one_victory_for_each_tac():
    """tw-9.8-a: three TAC can support three automatic victories in an impulse, each one."""
    g = war("germany", "ussr")
    planes = [put(g, "germany TAC 1-5-4", "berlin") for _ in range(3)]
    for n, u in enumerate(planes):
        assert sum(may_fly(g, p, air_support.AV) is None for p in planes) == 3 - n
        air_support.log_mission(g, u, air_support.AV)


def test_11_8_interception_within_range_of_the_way():
    g = war("germany", "britain", "france", year=1940)
    bombers = put(g, "germany TAC 1-5-4", "essen")
    near, far = put(g, "britain FTR 3-3-2", "calais"), put(g, "britain FTR 3-3-2", "london")
    found = air_support.interceptors(g, [bombers], space(g, "sedan"), air_support.DAS)
    assert (near in found, far in found) == (True, False)


def test_21_4_soviet_aircraft_do_not_rise():
    g = war("germany", "ussr")
    bombers = put(g, "germany TAC 1-5-4", "warsaw")
    hold(g, "germany", "warsaw")
    fighters = put(g, "ussr FTR 2-3-2", "brest_litovsk")
    hold(g, "ussr", "brest_litovsk")
    assert fighters in air_support.interceptors(g, [bombers], space(g, "1420"), air_support.DAS)
    g.nations[USSR].surprised = g.turn
    assert fighters not in air_support.interceptors(g, [bombers], space(g, "1420"), air_support.DAS)


# --- combat --------------------------------------------------------------------------------------------------------------------


def test_11_9_modifiers():
    """Fighters count one each, bombers two once; Germans over Britain suffer one."""
    g = war("germany", "britain", year=1940)
    fighters = [put(g, "germany FTR 3-3-2", "calais") for _ in range(2)]
    bombers = put(g, "germany MDM 1-7-6", "calais")
    rivals = [put(g, "britain FTR 3-3-2", "london")]
    assert air_combat.air_modifiers(g, fighters, rivals, space(g, "calais")).total == -2 + 1
    assert air_combat.air_modifiers(g, [*fighters, bombers], rivals, space(g, "calais")).total == -2 + 1 + 2
    assert air_combat.air_modifiers(g, fighters, rivals, space(g, "london")).total == -2 + 1 + 1


def test_11_9_efforts_multiply():
    """A DD doubled by a regional air effort depletes one of two and another, tripled it reaches further."""
    g = war("germany", "ussr")
    mine = [put(g, "germany FTR 3-3-2", "warsaw")]
    theirs = [put(g, "ussr TAC 1-5-4", "minsk") for _ in range(3)]
    g.nations[GERMANY].effort = RLE
    drive(g, air_combat.air_round(g, mine, theirs, space(g, "minsk")), ["effort 2"], dice=[10])
    column = air_combat.air_column(g, mine, theirs)
    assert AIR_COMBAT.label(column) == "1-1"
    assert sum(g.units.depleted[u] for u in theirs) + 2 * sum(g.units.at[u] < 0 for u in theirs) >= 2
    g.nations[GERMANY].effort = LLE
    prompts = drive(g, air_combat.air_round(g, mine, theirs, space(g, "minsk")), dice=[9])
    assert not any("air effort" in p for p in prompts)


def test_11_9_either_side_may_break_off():
    """After a round the defender goes home: his aircraft no longer cover the hex."""
    g = war("germany", "britain", year=1942)
    g.nations[GERMANY].effort = LLE
    mine, theirs = [put(g, "germany FTR 3-3-2", "calais")], [put(g, "britain FTR 3-3-2", "london")]
    drive(g, air_combat.air_battle(g, mine, theirs, space(g, "calais")), ["stay", "leave"], dice=[5])
    assert drive.value == (mine, [])


def test_11_11_5_a_mixed_ratings():
    """tw-11.11.5-a: half First Rate counts as First, two factors to one are 2-1, and the Fourth-Rate unit suffers first."""
    g = war("germany", "britain", year=1942, side=ALLIES)
    g.nations[BRITAIN].effort = LLE
    whole, broken = put(g, "britain TAC 1-5-4", "london"), put(g, "britain TAC 1-5-4", "london", depleted=1)
    rival = put(g, "germany TAC 1-5-4", "calais")
    assert AIR_COMBAT.label(air_combat.air_column(g, [whole, broken], [rival])) == "2-1"
    assert air_combat.air_modifiers(g, [whole, broken], [rival], space(g, "calais")).total == 0
    drive(g, air_combat.air_round(g, [whole, broken], [rival], space(g, "calais")), dice=[9])  # AD
    assert g.units.at[broken] < 0 and not g.units.depleted[whole]


def test_11_11_4_b_depleted_aircraft():
    """tw-11.11.4-b: a depleted British TAC is Fourth Rate, First again when repaired."""
    g = war("germany", "britain", year=1940)
    planes = put(g, "britain TAC 1-5-4", "london", depleted=1)
    assert air_rating(g, planes) == 4
    g.units[planes].depleted = 0
    assert air_rating(g, planes) == 1


# --- counter-air and flak ------------------------------------------------------------------------------------------------------


def british_field():
    g = war("germany", "britain", "france", year=1940)
    hold(g, "germany", "calais", "1333")
    g.nations[GERMANY].effort = LLE
    raf = put(g, "britain FTR 3-3-2", "1233")
    hold(g, "britain", "1233")
    put(g, "britain STA 2-3", "1233")
    germans = put(g, "germany FTR 3-3-2", "calais")
    return g, raf, germans


def test_11_5_1_a_flak_of_a_field():
    """tw-11.5.1-a: a flak unit alone makes column 1 on open ground."""
    g, _, _ = british_field()
    guns = next(d for d, s in enumerate(g.designs) if s.id == "sov_flak_1")
    assert air_combat.flak_factors(g, space(g, "1233")) == 0
    g.nations[USSR].side = ALLIES
    g.units.add(design=guns, at=space(g, "1233"))
    assert air_combat.flak_factors(g, space(g, "1233")) == 1


def test_11_5_1_b_both_depleted_over_britain():
    """tw-11.5.1-b: Fourth against Fourth Rate is even, one FTR each cancel, +1 over Britain; one column better on the ground."""
    g, raf, germans = british_field()
    g.units[raf].depleted = g.units[germans].depleted = 1
    assert air_combat.air_modifiers(g, [germans], [raf], space(g, "1233"), counter_air=True).total == 1
    assert AIR_COMBAT.label(air_combat.air_column(g, [germans], [raf], grounded=True)) == "3-2"


def test_11_5_1_c_nobody_rose():
    """tw-11.5.1-c, tw-11.5.1-d, tw-11.9-c: the RAF holds its ground; a 10 harms no German; all three rounds may be struck."""
    g, raf, germans = british_field()
    prompts = drive(
        g,
        counter_air.counter_air(g),
        [f"strike {g.board.token(space(g, '1233'))}", f"send u{germans}", "hold", "stay", "leave"],
        dice=[10, 10],
    )
    assert not g.units.depleted[germans] and g.units.at[germans] >= 0
    assert any("Round 2" in p for p in prompts)


def test_11_5_1_defender_rises_then_lands():
    g, raf, germans = british_field()
    drive(
        g,
        counter_air.counter_air(g),
        [f"strike {g.board.token(space(g, '1233'))}", f"send u{germans}", f"rise u{raf}", "stay", "land"],
        dice=[4, 2],
    )
    assert g.units.at[raf] < 0  # depleted in the air, caught again on the ground


def test_11_12_2_a_flak_on_an_airbase():
    """tw-11.12.2-a: a light flak unit on an airbase makes 2; a city base with an airbase is 2, a capital 2."""
    g = war("germany", "ussr")
    g.hexes[space(g, "1409")].airbase = USSR
    put(g, "ussr FLAK 1-3", "1408")
    g.units[0].at = space(g, "1410")
    g.hexes[space(g, "1410")].airbase = USSR
    assert air_combat.flak_factors(g, space(g, "1410")) == 2
    assert air_combat.flak_factors(g, space(g, "smolensk")) == 1
    assert air_combat.flak_factors(g, space(g, "moscow")) == 2
    assert air_combat.flak_factors(g, space(g, "smolensk"), units_only=True) == 0


def test_11_12_flak_hits():
    g = war("germany", "ussr")
    planes = [put(g, "germany TAC 1-5-4", "warsaw")]
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[9])
    assert not g.units.depleted[planes[0]]
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[10])
    assert g.units.depleted[planes[0]]


# --- landings ------------------------------------------------------------------------------------------------------------------


def test_11_14_1_who_can_land():
    g = war("germany", "netherlands", "belgium", year=1940, season=0)
    unit = put(g, "germany PARA 2-5", "essen")
    assert drops.may_drop(g, unit) is None
    g.nations[GERMANY].effort = MLE
    assert drops.may_drop(g, unit).rule == "11.14"
    g.nations[GERMANY].effort = SLE
    g.units[unit].at = space(g, "1429")
    assert drops.may_drop(g, unit).rule == "11.14.1"


def test_11_14_2_where():
    g = war("germany", "ussr")
    assert drops.may_land(g, space(g, "1315")) is None
    assert drops.may_land(g, space(g, "1314")).rule == "11.14.2"  # woods
    assert drops.may_land(g, space(g, "stockholm")).rule == "11.14.2"


def test_11_14_5_a_supply_of_landed_units():
    """tw-11.14.5-a: supplied in the turn of the landing and the enemy's next, not longer."""
    g = war("germany", "ussr")
    hold(g, "germany", "minsk")
    unit = put(g, "germany PARA 2-5", "minsk")
    drive(g, drops.airborne_landing(g, g.units[unit]), [f"land u{unit} 1216"])
    assert (g.units.at[unit] == space(g, "1216") and hex_sides(g)[space(g, "1216")] != AXIS) or g.ground.city[space(g, "1216")]
    assert supply_now(g, unit) == FULL
    g.side = ALLIES
    assert supply_now(g, unit) == FULL
    g.turn, g.side = g.turn + 1, AXIS
    assert g.units.free_until[unit] < g.player_turn


def test_11_14_1_intercepted_alone_is_lost():
    g = war("germany", "britain", "netherlands", "belgium", year=1940, season=0)
    unit = put(g, "germany PARA 2-5", "essen")
    fighter = put(g, "britain FTR 3-3-2", "1332")
    hold(g, "britain", "1332")
    drive(g, drops.airborne_landing(g, g.units[unit]), [f"land u{unit} 1432", f"intercept u{fighter}"])
    assert g.units.at[unit] < 0


def test_11_14_3_failed_landing():
    g = war("germany", "ussr")
    unit = put(g, "germany PARA 2-5", "1315", dropped=1)
    put(g, "ussr INF 4-5", "1315")
    drops.failed_landings(g)
    assert g.units.at[unit] < 0


# --- prices --------------------------------------------------------------------------------------------------------------------


def test_15_1_1_a_price_of_a_fighter():
    """tw-15.1.1-a: a 3-3-2 FTR costs 15."""
    g = war("germany", "britain")
    planes = put(g, "britain FTR 3-3-2", "london")
    assert unit_price(g, planes) == 15
    assert repair_price(g, planes) == 6
    g.units[planes].missions = 1
    assert repair_price(g, planes) == 12


def test_11_2_2_landing_elsewhere():
    """After a mission aircraft may land at another friendly base within range of the target; a fighter driven off may not."""
    g = war("germany", "ussr")
    hold(g, "germany", "minsk")
    planes = put(g, "germany TAC 1-5-4", "warsaw")
    target = space(g, "1316")
    drive(
        g,
        air_support.return_to_base(g, AXIS, {planes: target}),
        [f"divert u{planes}", "land " + g.board.token(space(g, "minsk"))],
    )
    assert g.units.at[planes] == space(g, "minsk")
    g.units[planes].missions = airbases.DRIVEN_OFF
    assert drive(g, air_support.return_to_base(g, AXIS, {planes: target})) == []


def test_11_3_2_a_parachutists_alone():
    """OAS shifts an attack of parachutists alone by one column at most."""
    g = war("germany", "ussr")
    unit = put(g, "germany PARA 2-5", "1315", dropped=1)
    put(g, "ussr STA 2-3", "1315")
    planes = [put(g, "germany MDM 1-7-6", "warsaw")]
    battle = Battle(space(g, "1315"), AXIS, 1, [unit], support=planes, landed=[unit])
    odds = battle_odds(g, battle)
    assert odds.shifts.total == 1
    assert odds.defence == 2  # 10.6.1: static troops are not doubled against them


def test_11_4_2_a_depleted_cover():
    g = war("germany", "ussr", side=ALLIES)
    planes = [put(g, "germany MDM 1-7-6", "warsaw", depleted=1), put(g, "germany MDM 1-7-6", "warsaw", depleted=1)]
    assert strength.columns(g, planes, space(g, "1420"), AXIS) == 1


def test_11_13_a_jets():
    """Two for each jet instead of a fighter's one."""
    g = war("germany", "britain", year=1945, season=0)
    jet, rival = put(g, "germany JET_FTR 3-2-1", "berlin"), put(g, "britain FTR 3-3-2", "london")
    assert air_combat.air_modifiers(g, [jet], [rival], space(g, "berlin")).total == -2 + 1
    assert strength.columns(g, [jet], space(g, "berlin"), AXIS) == 0


def test_11_12_1_a_flak_without_nationality():
    """11.12.5: flak rolls know no rating; +2 against depleted aircraft."""
    g = war("germany", "ussr")
    planes = [put(g, "germany TAC 1-5-4", "warsaw", depleted=1)]
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[7])
    assert g.units.at[planes[0]] >= 0
    drive(g, air_combat.flak(g, planes, space(g, "smolensk")), dice=[8])
    assert g.units.at[planes[0]] < 0


def test_11_8_2_a_aircraft_lost_before_the_answer():
    """A bomber shot down while it hunted a reserve no longer supports its attack."""
    g = war("germany", "ussr")
    target = space(g, "1315")
    bomber = put(g, "germany TAC 1-5-4", "minsk")
    put(g, "ussr INF 4-5", "1315")
    put(g, "ussr FTR 2-3-2", "bryansk")
    g.units[bomber].at, g.units[bomber].pool = -1, LOST
    sent = {target: [bomber]}
    drive(g, air_support.answer_support(g, [target], sent))
    assert sent == {target: []}
