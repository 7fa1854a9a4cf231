"""The worked battles of 10.8.5 and 11.3.1 replayed with the printed dice."""

from __future__ import annotations

from grognard.titles.tw.charts import GROUND_COMBAT
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.rules.air_combat import air_column, air_modifiers
from grognard.titles.tw.rules.allowance import allowance
from grognard.titles.tw.rules.movement import stack_reach
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.strength import Battle, battle_odds
from grognard.titles.tw.rules.supply import supply_now
from grognard.titles.tw.rules.units import friends_in
from grognard.titles.tw.state import LLE, NONE

from .kit import AXIS, answer, drive, put, session, space, unit, until, war


def test_10_8_5_the_battle_of_el_agheila():
    """The whole example, dice 1 and 6, ends as printed: tw-10.8.5-b, tw-10.8.5-c, tw-10.8.5-e, tw-10.8.5-g, tw-10.8.5-h,
    tw-10.8.5-i, tw-10.8.5-j, tw-10.8.5-k, tw-10.8.5-l, tw-10.8.5-m, tw-10.8.5-o."""
    game = session("north_africa", dice=(1, 6))
    g = game.g
    corps, ariete, trieste = unit(g, "ger_arm_dak"), unit(g, "ita_arm_ariete"), unit(g, "ita_mech_trieste")
    third, fifth, bombers = unit(g, "ita_inf_3"), unit(g, "ita_inf_5"), unit(g, "ger_mdm_1")
    british, static = unit(g, "bri_arm_2_1"), unit(g, "bri_sta_1")
    answer(game, "rle n.italy 1", "rle n.germany 1", "mle n.britain", "place n.italy 3826", "place n.germany 3926")
    assert (g.nations.narfs[0], g.nations.narfs[1]) == (8, 8)  # 4 NARFs each
    assert all(g.units.active[u] for u in (corps, ariete, trieste, third, fifth, bombers))
    assert overstacked(g, space(g, "3925"), friends_in(g, space(g, "3925"), AXIS)) is None  # 4 German factors of 8
    until(game, "First impulse combat")
    answer(game, "attack 3924", "all")
    battle = Battle(space(g, "3924"), AXIS, 1, [corps, ariete, trieste, third, fifth], support=[bombers])
    odds = battle_odds(g, battle)
    assert (odds.attack, odds.defence) == (12, 4)
    assert (GROUND_COMBAT.label(odds.base), GROUND_COMBAT.label(odds.column)) == ("3-1", "5-1")
    assert odds.modifiers.total == 2  # most factors are Italian: Third against Second Rate
    answer(game, "commit", f"support u{bombers} 3924", "accept DE 3")
    assert g.units.at[british] < 0
    answer(game, *(f"advance u{u}" for u in (corps, ariete, trieste, third, fifth)))
    assert len(friends_in(g, space(g, "3924"), AXIS)) == 5  # a Breach holds six
    assert g.hexes.breach[space(g, "3924")] == g.player_turn + 2  # until the end of the Axis Summer turn
    until(game, "Second impulse movement")
    assert (allowance(g, corps, 2), allowance(g, ariete, 2), allowance(g, trieste, 2)) == (7, 5, 5)
    answer(game, f"take u{corps}", "to 3822", "stop", "done", "attack 3721", f"add u{corps}")
    odds = battle_odds(g, Battle(space(g, "3721"), AXIS, 2, [corps], support=[bombers]))
    assert (odds.attack, odds.defence, GROUND_COMBAT.label(odds.column)) == (4, 2, "4-1")
    assert {m.label: m.value for m in odds.modifiers.counted} == {"rating 1 against 2": -1, "schwerpunkt": -1}
    answer(game, "commit")
    if not any(o.verb == "support" for o in game.pending["axis"].options):
        answer(game, "done")  # the Italians do not attack
    answer(game, f"support u{bombers} 3721", "accept ½DEΩ 4")
    assert g.units.at[static] < 0 and not g.units.depleted[corps]  # Omega means nothing outside the Soviet Union
    answer(game, f"advance u{corps}")
    assert g.units.at[corps] == space(g, "3721")


def test_10_8_5_l_the_breach_closes_after_the_summer_turn():
    """tw-10.8.5-l: two Italian INF may stand in the Breach of Spring 1942 until the end of the Axis Summer turn."""
    from grognard.titles.tw.rules.end import close_gaps

    g = war("germany", "italy", "britain", year=1942, season=0)
    here = space(g, "3924")
    put(g, "italy INF 2-5", "3924")
    put(g, "italy INF 2-5", "3924")
    g.hexes[here].breach, g.hexes[here].gap_side = g.player_turn + 2, AXIS
    stack = friends_in(g, here, AXIS)
    assert overstacked(g, here, stack) is None
    g.turn += 1
    assert overstacked(g, here, stack) is None
    close_gaps(g)
    assert overstacked(g, here, stack) is not None


def test_10_8_5_b_an_lle_has_no_second_impulse():
    """tw-10.8.5-b: an LLE at 3926 activates both German units, but the corps may not move in the second impulse."""
    from grognard.titles.tw.rules.allowance import may_move
    from grognard.titles.tw.rules.logistics import activate

    g = war("germany", "italy", "britain", year=1942, season=0)
    corps = put(g, "germany ARM 4-8", "3925", active=0)
    planes = put(g, "germany MDM 1-7-6", "3926", active=0)
    g.nations[0].effort = LLE
    activate(g, 0, space(g, "3926"), 1)
    assert g.units.active[corps] and g.units.active[planes]
    assert may_move(g, corps, 1) is None
    assert may_move(g, corps, 2).rule == "4.3"


def test_10_8_5_cut_off_in_the_desert():
    """Italian tanks have a zone of control in the desert, Italian foot has none: the ANZAC unit is cut off by the former only."""
    g = war("germany", "italy", "britain", year=1942, season=0)
    for token in ("3723", "3720", "4013", "4014"):
        g.hexes[space(g, token)].holder = 3
    anzac = put(g, "britain MOT 3-7", "4024")
    for token in ("3923", "4123"):
        put(g, "italy INF 2-5", token)
    assert supply_now(g, anzac) != NONE
    put(g, "italy ARM 2-8", "3924")
    put(g, "italy MECH 2-8", "4022")
    put(g, "italy ARM 2-8", "4122")
    assert supply_now(g, anzac) == NONE


def test_11_3_1_c_air_battle_over_france():
    """tw-11.3.1-c: two German TAC against one French: 2-1, a 10 less 3 is 7, DD; then 24-12 with two columns is 4-1."""
    from grognard.titles.tw.rules.air_support import fight_over

    g = war("germany", "france", year=1940, season=0)
    for token in ("1530", "1630"):
        g.hexes[space(g, token)].holder = 0
    tanks = [put(g, "germany ARM 8-8", "1530") for _ in range(3)]
    put(g, "france ARM 6-8", "1531")
    french = put(g, "france TAC 1-5-4", "paris")
    german = [put(g, "germany TAC 1-5-4", "essen"), put(g, "germany TAC 1-5-4", "frankfurt")]
    target = space(g, "1531")
    assert air_column(g, german, [french]) == 5  # the column 2-1
    assert air_modifiers(g, german, [french], target).total == -3
    drive(g, fight_over(g, german, [french], target), ["plain", "stay", "leave"], dice=[10])
    support, cover = drive.value
    assert g.units.depleted[french] and cover == []
    odds = battle_odds(g, Battle(target, AXIS, 1, tanks, support=support, cover=cover))
    assert (odds.attack, odds.defence, GROUND_COMBAT.label(odds.column)) == (24, 12, "4-1")


def test_9_8_e_infantry_after_an_automatic_victory():
    """tw-9.8-e, tw-9.8-g: 2 MPs into 1709, one each to 1708 and 1707; the next hex is in a zone of control and costs two more."""
    g = war("germany", "ussr", year=1942, season=1)
    foot = put(g, "germany INF 6-5", "1710")
    g.hexes[space(g, "1709")].overrun = g.player_turn
    where = stack_reach(g, [foot], 5, in_swamp=False, one_hex=False)
    assert where.costs[space(g, "1709")] == 2
    assert where.costs[space(g, "1708")] == 3
    assert where.costs[space(g, "1707")] == 4
    put(g, "ussr ARM 8-8", "1606")
    where = stack_reach(g, [foot], 5, in_swamp=False, one_hex=False)
    assert space(g, "1607") not in where or where.costs[space(g, "1607")] <= 5
    assert g.designs[g.units.design[foot]].kind == Kind.INF
