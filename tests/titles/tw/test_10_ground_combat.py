"""10 and 13: values, odds, modifiers, results, retreat, advance. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.charts import GROUND_COMBAT, ground_result
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import FRANCE, GERMANY, INDEX, USSR
from grognard.titles.tw.rules import results
from grognard.titles.tw.rules.combat import accept, fair_odds, may_attack, muster, targets
from grognard.titles.tw.rules.control import captured_fortress, close_pockets, mark_pockets, note_enemy_supply
from grognard.titles.tw.rules.end import soviet_pressure, worn_units
from grognard.titles.tw.rules.marches import move_stack
from grognard.titles.tw.rules.movement import Steps
from grognard.titles.tw.rules.results import empty_city
from grognard.titles.tw.rules.retreat import retreat_hexes, retreat_unit, source_distance
from grognard.titles.tw.rules.strength import Battle, attack_value, battle_odds, columns, defence_value, factor
from grognard.titles.tw.rules.units import army_rating, deplete, friends_in, governing, hex_sides
from grognard.titles.tw.state import (
    FORTIFICATION,
    FORTRESS,
    LLE,
    LOST_UNSUPPLIED,
    MLE,
    NONE,
    SLE,
    WINTER,
)

from .kit import ALLIES, AXIS, drive, hold, put, space, war


def terrain_hex(g, terrain, *, region="ussr_1939", city=False):
    """A hex of this terrain without river sides."""
    names = ("clear", "desert", "forest", "mountain", "swamp")
    return next(
        g.board.token(s)
        for s in range(g.board.size)
        if g.ground.terrain[s] == names.index(terrain)
        and region in g.ground.regions[s]
        and g.ground.city[s] == city
        and len(g.ground.dry[s]) == 6
    )


def worth(g, what, at, attackers=(), impulse=1, **columns):
    unit = put(g, what, at, **columns)
    return dict(defence_value(g, space(g, at), list(attackers), impulse))[unit]


# --- values --------------------------------------------------------------------------------------------------------------------


def test_10_6_3_a_forest():
    """tw-10.6.3-a: a Soviet 4-5 INF in forest is worth 9."""
    g = war("germany", "ussr")
    assert worth(g, "ussr INF 4-5", terrain_hex(g, "forest")) == 9
    assert worth(g, "ussr ARM 6-8", terrain_hex(g, "forest")) == 12  # tanks gain nothing from trees


def test_10_6_8_a_fortified_moscow():
    """tw-10.6.8-a: a 6-5 INF in a fortified Moscow is worth 19."""
    g = war("germany", "ussr")
    g.hexes[space(g, "moscow")].works = FORTIFICATION
    assert worth(g, "ussr INF 6-5", "moscow") == 19


def test_10_6_14_a_forest_and_fortification():
    """tw-10.6.14-a: 19 as well."""
    g = war("germany", "ussr")
    wood = terrain_hex(g, "forest")
    g.hexes[space(g, wood)].works = FORTIFICATION
    assert worth(g, "ussr INF 6-5", wood) == 19


def test_10_6_6_b_fortress_leningrad():
    """tw-10.6.6-b: a 3-3 STA in a fortress at Leningrad is worth 19, not 28."""
    g = war("germany", "ussr")
    g.hexes[space(g, "leningrad")].works = FORTRESS
    assert worth(g, "ussr STA 3-3", "leningrad") == 19


@pytest.mark.parametrize(("siege", "tanks", "foot", "static"), [(0, 4, 5, 6), (1, 3, 4, 5), (2, 2, 3, 4), (3, 1, 2, 3)])
def test_13_2_3_a_siege(siege, tanks, foot, static):
    """tw-13.2.3-a: each turn of siege takes one from the multipliers."""
    g = war("germany", "ussr")
    here = space(g, "sevastopol")
    g.hexes[here].works, g.hexes[here].siege = FORTRESS, siege
    got = [factor(g, here, kind, 1, river=False, only_air=False) for kind in (Kind.ARM, Kind.INF, Kind.STA)]
    assert got == [tanks, foot, static]


def test_10_2_a_mountain():
    """tw-10.2-a: a 2-5 INF in the mountains counts 6; behind a river 8."""
    g = war("germany", "ussr")
    peak = next(
        g.board.token(s)
        for s in range(g.board.size)
        if g.ground.terrain[s] == 3 and g.ground.ussr_1939[s] and not g.ground.city[s]
    )
    assert worth(g, "ussr INF 2-5", peak) == 6
    assert factor(g, space(g, peak), Kind.INF, 1, river=True, only_air=False) == 4


def test_10_6_1_not_doubled_in_the_open():
    """Foot in the open is not doubled in the second impulse, in the desert never; tanks are."""
    g = war("germany", "ussr")
    plain = terrain_hex(g, "clear")
    assert worth(g, "ussr INF 4-5", plain) == 8
    assert worth(g, "ussr INF 4-5", plain, impulse=2) == 4
    assert worth(g, "ussr ARM 6-8", plain, impulse=2) == 12
    h = war("germany", "italy", "britain", year=1942)
    assert worth(h, "britain STA 2-3", "3821") == 2
    assert worth(h, "britain MOT 3-7", "3821") == 6


def test_10_6_depleted_reserve_and_limited_units_at_face_value():
    g = war("germany", "ussr")
    wood = terrain_hex(g, "forest")
    assert worth(g, "ussr INF 4-5", wood, depleted=1) == 4
    assert worth(g, "ussr ARM 6-8", wood, reserve=1) == 6
    assert worth(g, "ussr INF 6-5", wood, supply=1) == 6


def test_10_6_7_swamp():
    """Foot is tripled in a swamp, tanks stand at face value; frozen swamps are clear."""
    g = war("germany", "ussr")
    marsh = next(
        g.board.token(s)
        for s in range(g.board.size)
        if g.ground.terrain[s] == 4 and g.ground.ussr_1939[s] and not g.ground.city[s]
    )
    assert worth(g, "ussr INF 4-5", marsh) == 12
    assert worth(g, "ussr ARM 6-8", marsh) == 6
    g.turn, g.east, g.east_winter = g.turn - g.turn % 4 + WINTER, 1, 1
    assert worth(g, "ussr INF 2-5", marsh) == 4


def test_10_6_10_a_river():
    """tw-10.6.10-a: tripled if every attacker crosses, doubled if one stands on the near side. The same at Messina."""
    g = war("italy", "britain", "germany", year=1943, side=ALLIES)
    put(g, "italy INF 6-5", "3026")
    swimmers = [put(g, "britain MOT 6-7", "3027")]
    assert space(g, "3027") in g.ground.steps[space(g, "3026")]
    values = dict(defence_value(g, space(g, "3026"), swimmers, 1))
    assert list(values.values()) == [18]
    near = next(b for b in g.ground.dry[space(g, "3026")])
    other = put(g, "britain MOT 6-7", g.board.token(near))
    assert list(dict(defence_value(g, space(g, "3026"), [*swimmers, other], 1)).values()) == [12]


def test_10_6_8_german_cities_against_soviets():
    """Berlin adds 3 to each INF against Soviet attackers, 1 against others; African cities add nothing."""
    g = war("germany", "ussr", "britain", "italy", year=1945, side=ALLIES)
    red, tommy = put(g, "ussr INF 6-5", "1425"), put(g, "britain MOT 6-7", "1427")
    assert worth(g, "germany INF 6-5", "berlin", [red]) == 15
    assert dict(defence_value(g, space(g, "berlin"), [tommy], 1)).popitem()[1] == 13
    assert worth(g, "italy INF 4-5", "tripoli") == 4  # desert: not doubled, no shelter


def test_21_4_no_shelter_on_the_first_day():
    g = war("germany", "ussr")
    assert worth(g, "ussr INF 4-5", "kiev") == 9
    g.nations[USSR].surprised = g.turn
    assert worth(g, "ussr INF 3-5", "kiev") == 6
    assert worth(g, "ussr INF 4-5", "moscow") == 9


def test_13_1_static_units_and_siberians():
    """Static units do not attack; Siberians double in winter against the Axis inside the Soviet Union."""
    g = war("germany", "ussr", "finland", side=ALLIES)
    assert may_attack(g, put(g, "ussr STA 3-3", "moscow")).rule == "13.1"
    siberian = next(d for d, s in enumerate(g.designs) if "siberian" in s.marks and s.kind == Kind.ARM)
    unit = g.units.add(design=siberian, at=space(g, "moscow"), active=1).index
    assert attack_value(g, unit, space(g, "1112")) == 8
    g.turn = g.turn - g.turn % 4 + WINTER
    assert attack_value(g, unit, space(g, "1112")) == 16
    assert attack_value(g, unit, space(g, "warsaw")) == 8
    put(g, "finland INF 6-5", "1112")
    assert attack_value(g, unit, space(g, "1112")) == 8


# --- ratings and modifiers -----------------------------------------------------------------------------------------------------


def test_10_8_5_a_mixed_forces():
    """tw-10.8.5-a: 12 German factors and 4 Romanian count as First Rate: -3 against Third."""
    g = war("germany", "romania", "ussr")
    force = [put(g, "germany INF 6-5", "1421"), put(g, "germany INF 6-5", "1421"), put(g, "romania INF 4-5", "1421")]
    put(g, "ussr INF 4-5", "1420")
    odds = battle_odds(g, Battle(space(g, "1420"), AXIS, 1, force))
    assert odds.modifiers.total == -3
    assert governing([(1, 6), (3, 6)]) == 1  # a tie goes to the better
    assert governing([(1, 4), (3, 8)]) == 3


def test_10_8_4_a_depleted_rating():
    """tw-10.8.4-a: a British 6-7 is Fourth Rate while depleted, Second again when repaired; a German one is Third."""
    g = war("germany", "britain", year=1940, season=0)
    unit = put(g, "britain MOT 6-7", "london", depleted=1)
    assert army_rating(g, unit) == 4
    g.units[unit].depleted = 0
    assert army_rating(g, unit) == 2
    assert army_rating(g, put(g, "germany ARM 8-8", "berlin", depleted=1)) == 3


def test_4_3_b_limited_effort():
    """tw-4.3-b: -1 for every attack of an LLE turn, and one column once, on top of air support."""
    g = war("germany", "ussr")
    force = [put(g, "germany INF 6-5", "1421") for _ in range(2)]
    put(g, "ussr INF 4-5", "1420")
    plain = battle_odds(g, Battle(space(g, "1420"), AXIS, 1, force))
    g.nations[GERMANY].effort = LLE
    planes = put(g, "germany TAC 1-5-4", "lodz")
    shifted = battle_odds(g, Battle(space(g, "1420"), AXIS, 1, force, support=[planes], extra_column=True))
    assert shifted.modifiers.total == plain.modifiers.total - 1
    assert shifted.column == plain.column + 2


def test_10_2_5_a_mixed_stack_spoils_the_schwerpunkt():
    """tw-10.2.5-a: foot at face value, tanks doubled, and no -1."""
    g = war("germany", "ussr")
    plain = terrain_hex(g, "clear")
    beside = g.board.token(g.ground.dry[space(g, plain)][0])
    put(g, "ussr INF 4-5", plain)
    spear = [put(g, "germany ARM 8-8", beside, spearhead=1)]
    battle = Battle(space(g, plain), AXIS, 2, spear)
    assert "schwerpunkt" in str(battle_odds(g, battle).modifiers)
    put(g, "ussr ARM 6-8", plain)
    odds = battle_odds(g, battle)
    assert odds.defence == 4 + 12
    assert "schwerpunkt" not in str(odds.modifiers)


def test_11_12_2_german_flak_and_soviet_casualties():
    """+1 for flak beside other German units against tanks, +1 for any Soviet attack."""
    g = war("germany", "ussr", year=1943, side=ALLIES)
    hold(g, "germany", "1315")
    put(g, "germany INF 6-5", "1315")
    foot, tanks = put(g, "ussr INF 6-5", "1314"), put(g, "ussr ARM 6-8", "1314")
    labels = [m.label for m in battle_odds(g, Battle(space(g, "1315"), ALLIES, 1, [foot, tanks])).modifiers.counted]
    assert labels == ["rating 3 against 1", "Soviet casualties"]
    put(g, "germany FLAK 1-3", "1315")
    labels = [m.label for m in battle_odds(g, Battle(space(g, "1315"), ALLIES, 1, [foot, tanks])).modifiers.counted]
    assert "German flak" in labels
    labels = [m.label for m in battle_odds(g, Battle(space(g, "1315"), ALLIES, 1, [foot])).modifiers.counted]
    assert "German flak" not in labels


def test_29_2_elite_units():
    g = war("germany", "ussr", year=1943, elite_units=True)
    force = [put(g, "germany ARM 10-8", "1316")]
    put(g, "ussr INF 4-5", "1315")
    battle = Battle(space(g, "1315"), AXIS, 1, force)
    assert battle_odds(g, battle).shifts.total == 1
    g.units[force[0]].depleted = 1
    assert battle_odds(g, battle).shifts.total == 0
    h = war("germany", "ussr", year=1943)
    force = [put(h, "germany ARM 10-8", "1316")]
    put(h, "ussr INF 4-5", "1315")
    assert battle_odds(h, Battle(space(h, "1315"), AXIS, 1, force)).shifts.total == 0


# --- who may attack ------------------------------------------------------------------------------------------------------------


def test_10_0_b_odds_worse_than_one_to_four():
    """tw-10.0-b: a 2-5 INF may not attack a German 6-5 in the open: 2-12."""
    g = war("germany", "ussr", side=ALLIES)
    plain = terrain_hex(g, "clear")
    beside = g.board.token(g.ground.dry[space(g, plain)][0])
    hold(g, "germany", plain)
    put(g, "germany INF 6-5", plain)
    weak = put(g, "ussr INF 2-5", beside, supply=NONE, active=0)
    assert may_attack(g, weak) is None  # cut off: no effort needed
    assert not fair_odds(g, space(g, plain), [weak])
    assert space(g, plain) not in targets(g, set())
    strong = put(g, "ussr INF 3-5", beside)
    assert fair_odds(g, space(g, plain), [strong])
    assert space(g, plain) in targets(g, set())


def test_4_4_no_attacks_with_a_movement_effort():
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "1421")
    assert may_attack(g, unit) is None
    g.nations[GERMANY].effort = MLE
    assert may_attack(g, unit).rule == "4.4"


def test_18_1_french_morale():
    g = war("germany", "france", year=1940, season=0, side=ALLIES)
    put(g, "germany INF 6-5", "1530")
    unit = put(g, "france INF 6-5", "1531")
    assert not fair_odds(g, space(g, "1530"), [unit])  # 6 against 12
    more = [unit, put(g, "france INF 6-5", "1531"), put(g, "france INF 6-5", "1531")]
    assert fair_odds(g, space(g, "1530"), more)


# --- results -------------------------------------------------------------------------------------------------------------------


def line(year=1941):
    """Three German INF at 1421 attack two Soviet INF at 1420."""
    g = war("germany", "ussr", year=year)
    hold(g, "germany", "1421", "1422", "1522", "1523")
    hold(g, "ussr", "1420", "1419", "1418", "1320", "1319", "1318", "1520", "1519", "1219", "1119")
    force = [put(g, "germany INF 6-5", "1421") for _ in range(3)]
    g.hexes[space(g, "1420")].works = 0
    return g, force, Battle(space(g, "1420"), AXIS, 1, force)


def apply(g, battle, code, answers=()):
    odds = battle_odds(g, battle)
    drive(g, results.apply(g, battle, odds, ground_result(code)), answers)


def test_10_2_2_attackers_eliminated():
    g, force, battle = line()
    put(g, "ussr INF 4-5", "1420")
    apply(g, battle, "½AE", [f"lose u{force[0]}"])
    assert sum(g.units.at[u] >= 0 for u in force) == 1  # 9 of 18 factors: two units of six
    apply(g, battle, "AE")
    assert all(g.units.at[u] < 0 for u in force)


@pytest.mark.parametrize(("code", "lost"), [("½EX", 1), ("EX", 2), ("EX/PV", 3), ("2xEX", 3)])
def test_10_3_2_exchanges(code, lost):
    """A 4-5 INF at Brest-Litovsk is worth 9: the attackers pay at least 5, 9, 14 or 18 factors in whole units of six."""
    g, force, battle = line()
    unit = put(g, "ussr INF 4-5", "1420")
    assert battle_odds(g, battle).defence == 9
    apply(g, battle, code)
    assert g.units.at[unit] < 0
    assert sum(g.units.at[u] < 0 for u in force) == lost


@pytest.mark.parametrize(("code", "price"), [("EX", 6), ("EX/PV", 9), ("2xEX", 12)])
def test_10_2_b_and_c_mountain_exchange(code, price):
    """tw-10.2-b, tw-10.2-c: a 2-5 INF in the mountains costs the other side 9 in a Pyrrhic exchange, 12 in a double one."""
    g = war("germany", "ussr")
    peak = next(s for s in range(g.board.size) if g.ground.terrain[s] == 3 and g.ground.ussr_1939[s] and g.ground.dry[s])
    beside = g.board.token(g.ground.dry[peak][0])
    put(g, "ussr INF 2-5", g.board.token(peak))
    force = [put(g, "germany INF 1-5", beside) for _ in range(18)]
    apply(g, Battle(peak, AXIS, 1, force), code)
    assert sum(g.units.at[u] < 0 for u in force) == price


def test_10_3_2_the_weaker_attacker_is_lost():
    g, force, battle = line()
    one, two = put(g, "ussr INF 6-5", "1420"), put(g, "ussr INF 6-5", "1420")
    battle.attackers = force[:1]
    apply(g, battle, "EX", [f"lose u{one}"])
    assert g.units.at[force[0]] < 0
    assert (g.units.at[one] < 0, g.units.at[two] < 0) == (True, False)


def test_10_2_2_depletion_and_retreat():
    """DD: one unit depleted, all go two hexes; DD3 on a lone unit is its end; small units are lost, not depleted."""
    g, force, battle = line()
    unit = put(g, "ussr INF 4-5", "1420")
    apply(g, battle, "DD")
    assert g.units.depleted[unit] and g.board.distance(g.units.at[unit], space(g, "1420")) == 2
    g, force, battle = line()
    unit = put(g, "ussr INF 4-5", "1420")
    apply(g, battle, "DD3")
    assert g.units.at[unit] < 0
    g, force, battle = line()
    unit = put(g, "ussr INF 3-5", "1420")
    apply(g, battle, "DD")
    assert g.units.at[unit] < 0


def test_10_2_2_half_the_defenders():
    g, force, battle = line()
    units = [put(g, "ussr INF 4-5", "1420"), put(g, "ussr INF 4-5", "1420")]
    apply(g, battle, "½DE", [f"lose u{units[1]}"])
    assert g.units.at[units[1]] < 0 <= g.units.at[units[0]] != space(g, "1420")


def test_10_3_6_omega():
    """Inside the Soviet Union of 1939 the Axis depletes an attacker; in Poland it does not; nor does a result without Omega."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316")
    force = [put(g, "germany INF 6-5", "1316"), put(g, "germany INF 6-5", "1316")]
    put(g, "ussr INF 4-5", "1315")
    battle = Battle(space(g, "1315"), AXIS, 1, force)
    apply(g, battle, "DEΩ", [f"deplete u{force[1]}"])
    assert [g.units.depleted[u] for u in force] == [0, 1]
    put(g, "ussr INF 4-5", "1315")
    apply(g, battle, "DE")
    assert [g.units.depleted[u] for u in force] == [0, 1]
    g, force, battle = line()
    put(g, "ussr INF 4-5", "1420")
    apply(g, battle, "DEΩ")
    assert not any(g.units.depleted[u] for u in force)


def test_10_3_4_a_the_worst_army_pays_first():
    """tw-10.3.4-a: Romanians before Germans, Belgians before French."""
    g = war("germany", "romania", "france", "belgium", "ussr")
    german, romanian = put(g, "germany INF 6-5", "1421"), put(g, "romania INF 4-5", "1421")
    assert results.weakest(g, [german, romanian]) == [romanian]
    french, belgian = put(g, "france INF 6-5", "sedan"), put(g, "belgium INF 3-5", "sedan")
    assert results.weakest(g, [french, belgian]) == [belgian]


def test_10_6_6_a_fortress_need_not_retreat():
    """In a fortress DR becomes DD if the garrison stays."""
    g = war("germany", "ussr")
    here = space(g, "sevastopol")
    g.hexes[here].works = FORTRESS
    unit = put(g, "ussr INF 6-5", "sevastopol")
    attacker = put(g, "germany INF 6-5", g.board.token(g.ground.steps[here][0]))
    battle = Battle(here, AXIS, 1, [attacker])
    apply(g, battle, "DR", ["stay"])
    assert g.units.depleted[unit] and g.units.at[unit] == here


def test_10_2_3_a_worse_result_may_be_taken():
    g = war("germany", "ussr")
    drive(g, accept(g, 7, 9), ["accept ½EX 10"])
    assert drive.value.code == "½EX"
    drive(g, accept(g, 0, 12))
    assert drive.value == GROUND_COMBAT["1-4", 12]


# --- 10.4 retreat, 10.5 advance ------------------------------------------------------------------------------------------------


def test_10_4_retreat_towards_supply():
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1315")
    unit = put(g, "ussr INF 4-5", "smolensk")
    distance = source_distance(g, unit)
    ways, zoned = retreat_hexes(g, unit, {space(g, "smolensk")}, distance)
    assert ways and not zoned
    assert all(distance[b] < distance[space(g, "smolensk")] for b in ways)


def test_10_4_zones_deplete_or_kill():
    """Only hexes in enemy zones are left: a friendly-occupied one depletes, an empty one is death."""
    g = war("germany", "ussr")
    unit = put(g, "ussr INF 4-5", "1409")
    around = g.ground.steps[space(g, "1409")]
    for b in around:
        for c in g.ground.steps[b]:
            if c != space(g, "1409") and c not in around and g.board.distance(c, space(g, "1409")) == 2:
                put(g, "germany ARM 8-8", g.board.token(c))
    drive(g, retreat_unit(g, unit))
    assert g.units.at[unit] < 0
    unit = put(g, "ussr INF 4-5", "1409")
    friend = put(g, "ussr STA 3-3", g.board.token(around[0]))
    ways, zoned = retreat_hexes(g, unit, {space(g, "1409")}, source_distance(g, unit))
    assert zoned and ways == [g.units.at[friend]]
    g.units[unit].depleted = 1
    assert retreat_hexes(g, unit, {space(g, "1409")}, {}) == ([], True)


def test_10_5_advance_into_a_breach():
    """With an ARM in the attack a Breach opens and tanks beside it may follow; without one only attackers advance."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1416")
    foot, tanks = put(g, "germany INF 6-5", "1316"), put(g, "germany ARM 8-8", "1316")
    other = put(g, "germany ARM 8-8", "1316")
    put(g, "ussr INF 2-5", "1315")
    battle = Battle(space(g, "1315"), AXIS, 1, [foot, tanks])
    odds = battle_odds(g, battle)
    drive(g, results.apply(g, battle, odds, ground_result("DE")), [f"advance u{other}", f"advance u{tanks}", "halt"])
    assert g.hexes.breach[space(g, "1315")] == g.player_turn + 2
    assert hex_sides(g)[space(g, "1315")] == AXIS
    assert {other, tanks} == set(friends_in(g, space(g, "1315"), AXIS))
    h = war("germany", "ussr")
    hold(h, "germany", "1316")
    foot, idle = put(h, "germany INF 6-5", "1316"), put(h, "germany ARM 8-8", "1316")
    battle = Battle(space(h, "1315"), AXIS, 1, [foot])
    assert results.followers(h, battle) == [foot]
    assert idle not in results.followers(h, battle)


def test_10_7_captured_fortresses():
    """The Maginot Line is pulled down; elsewhere the victor may keep a fortification."""
    g = war("germany", "france", "ussr", year=1940)
    for token, answers, works in (
        ("1631", [], 0),
        ("sevastopol", ["keep 2313"], FORTIFICATION),
        ("sevastopol", ["dismantle 2313"], 0),
    ):
        here = space(g, token)
        g.hexes[here].works = FORTRESS
        drive(g, captured_fortress(g, here, AXIS), answers)
        assert g.hexes.works[here] == works


def test_10_2_8_a_pockets():
    """tw-10.2.8-a: hexes cut off in the German turn stay Soviet through the Soviet turn and are German after it."""
    g = war("germany", "ussr")
    island = space(g, "1409")
    far = next(s for s in range(g.board.size) if g.ground.island[s] and g.ground.land[s])
    hold(g, "ussr", g.board.token(far))  # never in supply: no pocket
    note_enemy_supply(g)
    for b in g.ground.steps[island]:
        put(g, "germany ARM 8-8", g.board.token(b))
        hold(g, "germany", g.board.token(b))
    mark_pockets(g)
    assert g.hexes.pocket[island] == AXIS
    assert g.hexes.pocket[far] != AXIS
    assert hex_sides(g)[island] == ALLIES
    g.side = ALLIES
    close_pockets(g)
    assert hex_sides(g)[island] == AXIS


def test_10_2_8_a_unit_holds_its_hex():
    g = war("germany", "ussr")
    island = space(g, "1409")
    put(g, "ussr INF 4-5", "1409")
    note_enemy_supply(g)
    for b in g.ground.steps[island]:
        put(g, "germany ARM 8-8", g.board.token(b))
        hold(g, "germany", g.board.token(b))
    mark_pockets(g)
    g.side = ALLIES
    close_pockets(g)
    assert hex_sides(g)[island] == ALLIES


def test_10_3_6_soviet_effort_wears_the_germans_down():
    """One, two or three depletions for LLE, RLE, SLE; the first of three is an ARM; nothing on an MLE."""
    g = war("germany", "ussr")
    g.barbarossa = g.turn
    hold(g, "germany", "1316")
    foot = [put(g, "germany INF 6-5", "1316") for _ in range(2)]
    tanks = put(g, "germany ARM 8-8", "1316")
    put(g, "ussr INF 4-5", "1315")
    g.nations[USSR].effort = MLE
    drive(g, soviet_pressure(g))
    assert not any(g.units.depleted)
    g.nations[USSR].effort = SLE
    drive(g, soviet_pressure(g), [f"deplete u{tanks}", f"deplete u{foot[0]}", f"deplete u{foot[1]}"])
    assert all(g.units.depleted[u] for u in (*foot, tanks))
    rear = put(g, "germany INF 6-5", "minsk")
    front = put(g, "germany INF 6-5", "1316")
    assert worn_units(g, tanks=False) == [front] and rear not in worn_units(g, tanks=False)


def test_10_2_6_second_depletion_kills():
    g = war("germany", "ussr")
    unit = g.units[put(g, "ussr INF 6-5", "moscow")]
    deplete(g, unit, "10.2.6")
    assert unit.depleted and unit.at >= 0
    deplete(g, unit, "10.2.6")
    assert unit.at < 0


def test_12_6_4_units_lost_out_of_supply_are_kept_apart():
    g = war("germany", "ussr")
    unit = g.units[put(g, "ussr INF 3-5", "moscow", supply=NONE)]
    deplete(g, unit, "10.2.6")
    assert unit.pool == LOST_UNSUPPLIED


def test_18_2_western_surprise():
    """-1 for the Germans, and one more for a landing on Dutch troops; +1 for French attackers."""
    g = war("germany", "france", "netherlands", "britain", year=1940, season=0)
    for n in (FRANCE, INDEX["netherlands"]):
        g.nations[n].surprised = g.turn
    force = [put(g, "germany INF 6-5", "1430")]
    put(g, "france INF 6-5", "1531")
    labels = {m.label: m.value for m in battle_odds(g, Battle(space(g, "1531"), AXIS, 1, force)).modifiers.counted}
    assert labels["surprise in the West"] == -1
    put(g, "britain MOT 6-7", "calais")
    labels = {m.label: m.value for m in battle_odds(g, Battle(space(g, "calais"), AXIS, 1, force)).modifiers.counted}
    assert "surprise in the West" not in labels
    g.side = ALLIES
    put(g, "germany INF 6-5", "1530")
    french = [put(g, "france INF 6-5", "1531")]
    labels = {m.label: m.value for m in battle_odds(g, Battle(space(g, "1530"), ALLIES, 1, french)).modifiers.counted}
    assert labels["surprised in the West"] == 1


def test_10_1_2_a_attackers_stand_beside_their_target():
    g = war("germany", "ussr")
    hold(g, "germany", "1316")
    near, far = put(g, "germany INF 6-5", "1316"), put(g, "germany INF 6-5", "berlin")
    put(g, "ussr INF 2-5", "1315")
    flow = muster(g, space(g, "1315"))
    ask = next(flow)
    assert [o.text for o in ask.options if o.verb == "add"] == [f"add u{near}"]
    assert may_attack(g, far) is None  # it could, elsewhere


def test_10_2_7_a_second_impulse_supply():
    """A unit that moves in the second impulse has free supply to the end of the enemy's turn; one that stands has not."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1317")
    g.impulse = 2
    tanks, idle = put(g, "germany ARM 8-8", "1316"), put(g, "germany ARM 8-8", "1317")
    goal = g.board.token(g.ground.dry[space(g, "1316")][0])
    drive(g, move_stack(g, g.units[tanks]), [f"to {goal}", "stop"])
    assert g.units.free_until[tanks] == g.player_turn + 1
    assert g.units.free_until[idle] < 0


@pytest.mark.parametrize(
    ("what", "rating"),
    [("germany INF 6-5", 1), ("france INF 6-5", 2), ("britain MOT 6-7", 2), ("italy INF 4-5", 3), ("ussr INF 6-5", 3)],
)
def test_10_8_a_armies_of_1939(what, rating):
    g = war("germany", "france", "britain", "italy", "ussr")
    assert army_rating(g, put(g, what, "berlin")) == rating


def test_10_6_8_b_an_empty_city_resists_parachutists():
    """Half a factor: a 2-5 PARA attacks at 4-1; DR, DD and DE take the city, anything else is the end of the landing."""
    for roll, taken in ((5, True), (9, False)):
        g = war("germany", "ussr")
        unit = put(g, "germany PARA 2-5", "gomel", dropped=1)
        g.dice = FixedDice(roll)
        battle = Battle(space(g, "gomel"), AXIS, 1, [unit], landed=[unit])
        drive(g, empty_city(g, battle), dice=[roll])
        assert (hex_sides(g)[space(g, "gomel")] == AXIS) is taken
        assert (g.units.at[unit] >= 0) is taken


def test_10_6_12_the_depression_and_wasteland():
    """Nobody crosses an impassable side, an all-water side or a wasteland."""
    g = war("germany", "italy", "britain", year=1942)
    waste = next(s for s in range(g.board.size) if g.ground.terrain[s] == 5)
    assert not g.ground.land[waste] and not g.ground.steps[waste]
    steps = Steps(g, [put(g, "italy INF 4-5", "tripoli")], in_swamp=False)
    assert steps.cost(space(g, "tripoli"), waste, 0).rule == "10.6.11"


def test_10_6_a_terrain_is_for_ground_units():
    """tw-10.6-a: a TAC covering a mountain hex shifts one column; tw-10.6.6-c: a fortress on a beach counts as a fortress."""
    g = war("germany", "ussr", side=ALLIES)
    peak = next(s for s in range(g.board.size) if g.ground.terrain[s] == 3 and g.ground.land[s])
    assert columns(g, [put(g, "germany TAC 1-5-4", "warsaw")], peak, AXIS) == 1
    beach = next(s for s in range(g.board.size) if g.ground.beach[s] and g.ground.terrain[s] == 0)
    g.hexes[beach].works = FORTRESS
    assert factor(g, beach, Kind.INF, 1, river=False, only_air=False) == 5
