"""5 and the strategic options of 29: U-Boats, bombers, flak, attrition. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules import bombing, uboats
from grognard.titles.tw.rules.air_support import may_fly
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.bombing import Raid, bomb_damage, bombing_modifiers, consequences, heavy_flak
from grognard.titles.tw.rules.bombing_war import (
    allied_raids,
    duties,
    german_raid,
    may_assign,
    may_bomb_britain,
    rockets,
    shot_down,
)
from grognard.titles.tw.rules.raiders import may_raid, raider_damage
from grognard.titles.tw.rules.sea_battle import naval_cards
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.strategic_units import (
    add_flak,
    may_add_flak,
    may_raise,
    may_strike,
    most_this_turn,
    pool_limit,
    raise_unit,
    unit_cost,
    v_sites_lost,
)
from grognard.titles.tw.rules.strategic_war import strategic_building, uboat_war
from grognard.titles.tw.rules.uboats import (
    AMBUSH,
    MASSACRE,
    attrition_loss,
    battle_of_the_atlantic,
    reckon,
    share_losses,
    smp_cut,
    uboat_card,
    uboat_modifiers,
)
from grognard.titles.tw.rules.yard_work import (
    close_naval_training,
    convert,
    may_convert,
    may_recall,
    may_train_navy,
    recall,
    train_navy,
)
from grognard.titles.tw.state import FALL, MLE, SATELLITE, SLE, SPRING, SUMMER, YARD, War, turn_of
from grognard.titles.tw.war_charts import Attrition

from .kit import drive, put, space


def campaign(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- units --------------------------------------------------------------------------------------------------------------------


def test_15_1_2_prices_of_strategic_units():
    g = campaign()
    assert [unit_cost(g, GERMANY, k) for k in ("U_BOAT", "INT", "SAC", "JET_INT", "V1", "V2")] == [2, 2, 6, 5, 1, 3]
    assert [unit_cost(g, BRITAIN, k) for k in ("ASW", "INT", "SAC")] == [3, 2, 4]


def test_15_1_5_3_uboats_and_asw():
    """U-Boats: twice the yards, within the pool; ASW use up a yard each."""
    g = campaign()
    assert most_this_turn(g, GERMANY, "U_BOAT") == 4 and pool_limit(g, GERMANY, "U_BOAT") == 5
    assert may_raise(g, GERMANY, "U_BOAT", 0) is None
    raise_unit(g, GERMANY, "U_BOAT")
    assert g.nations.uboats[GERMANY] == 5 and may_raise(g, GERMANY, "U_BOAT", 1).rule == "15.1.1"
    assert may_raise(g, BRITAIN, "U_BOAT", 0).rule == "5.1"
    assert most_this_turn(g, BRITAIN, "ASW") == 3
    raise_unit(g, BRITAIN, "ASW")
    assert most_this_turn(g, BRITAIN, "ASW") == 2 and g.nations.asw[BRITAIN] == 4


def test_15_1_6_2_german_bombers():
    """Two German SAC a turn."""
    g = campaign()
    g.turn, g.nations[GERMANY].narfs = turn_of(1943, SPRING), 100
    for n in range(2):
        assert may_raise(g, GERMANY, "SAC", n) is None
        raise_unit(g, GERMANY, "SAC")
    assert may_raise(g, GERMANY, "SAC", 2).rule == "15.1.5.3"


def test_5_1_1_no_american_asw_before_fall_1942():
    g = campaign("campaign_1942")
    assert pool_limit(g, USA, "ASW") == 1
    g.turn = turn_of(1942, FALL)
    assert pool_limit(g, USA, "ASW") == 5


def test_11_12_3_heavy_flak():
    """Five light flak and 15 NARFs for a level, one a year; from 1943 Germany may pay 25 instead."""
    g = campaign()
    g.nations[GERMANY].narfs = 100
    for _ in range(5):
        put(g, "germany FLAK 1-3", "essen")
    assert may_add_flak(g, GERMANY, cash=False) is None and may_add_flak(g, GERMANY, cash=True).rule == "11.12.3"
    add_flak(g, GERMANY, cash=False)
    assert g.nations.heavy_flak[GERMANY] == 2 and g.nations.narfs[GERMANY] == 85
    assert may_add_flak(g, GERMANY, cash=False).rule == "11.12.3"
    g.turn = turn_of(1943, SPRING)
    assert may_add_flak(g, GERMANY, cash=True) is None and may_add_flak(g, BRITAIN, cash=True) is not None
    g.nations[GERMANY].heavy_flak = 5
    assert may_add_flak(g, GERMANY, cash=True).rule == "11.12.3"


def test_5_0_who_may_strike():
    """Offensive strategic warfare needs more than a movement effort, and a war."""
    g = campaign()
    g.nations[GERMANY].effort = SLE
    assert may_strike(g, GERMANY) is None
    g.nations[GERMANY].effort = MLE
    assert may_strike(g, GERMANY).rule == "5.0" and may_strike(g, USA).rule == "5.0"


# --- U-Boats ------------------------------------------------------------------------------------------------------------------


def test_5_1_1_odds_and_losses():
    """8 U-Boats against 4 ASW: 2-1; a 2 is DL1/DA3*: three guards fail, one is lost, seven... eight boats sink 4 each."""
    found = battle_of_the_atlantic(8, 4, 2, 0)
    assert found == Attrition(0, 0, 1, 3, 1)
    season = reckon(8, 4, found)
    assert (season.asw_lost, season.uboats_lost, season.shipping, season.narfs) == (1, 0, AMBUSH, 8 * 4)
    bad = reckon(4, 8, battle_of_the_atlantic(4, 8, 10, 0))
    assert (bad.uboats_lost, bad.narfs) == (4, 0)


def test_5_1_1_a():
    """Happy Time, DL2: no ASW is lost but 6, 8 or 10 more American NARFs."""
    for stars, narfs in ((0, 6), (1, 8), (2, 10)):
        season = reckon(1, 6, Attrition(0, 0, 2, 0, stars), happy=True)
        assert (season.asw_lost, season.happy, season.narfs) == (0, narfs, narfs)


def test_5_1_1_no_asw():
    """Without ASW every U-Boat counts and none is lost (TW-AMB-10)."""
    season = reckon(5, 0, battle_of_the_atlantic(5, 0, 9, 0))
    assert (season.uboats_lost, season.narfs) == (0, 15)


def test_5_1_1_happy_time():
    """The first Spring and the first Fall after America's entry in Winter 1941."""
    g = campaign("campaign_1942")
    g.happy_time = turn_of(1941, 3)
    seen = []
    for turn in range(turn_of(1941, 3), turn_of(1943, FALL)):
        g.turn = turn
        if happy_time(g):
            seen.append(turn)
    assert seen == [turn_of(1942, SPRING), turn_of(1942, FALL)]


def test_5_1_1_modifiers():
    """Biscay until Spring 1943, Norway until Fall 1943, Iceland until it is occupied, Satellites both ways."""
    g = campaign("campaign_1942")
    g.turn = turn_of(1942, FALL)
    found = {i.label: i.value for i in uboat_modifiers(g).items}
    assert found["ports on the Bay of Biscay"] == -2 and found["ports of Norway"] == -1 and found["Iceland not occupied"] == -1
    g.iceland, g.turn = 1, turn_of(1943, FALL)
    found = {i.label: i.value for i in uboat_modifiers(g).items}
    assert "ports on the Bay of Biscay" not in found and found["ports of Norway"] == -1 and "Iceland not occupied" not in found
    row = g.nations[INDEX["portugal"]]
    row.side, row.patron, row.status = ALLIES, BRITAIN, SATELLITE
    assert {i.label: i.value for i in uboat_modifiers(g).items}["Portugal with Britain"] == 1


def test_5_1_3_a():
    """31 NARFs cost two points of strategic movement, an Ambush one more, a Massacre two."""
    assert [smp_cut(31), smp_cut(31, AMBUSH), smp_cut(31, MASSACRE), smp_cut(0)] == [2, 3, 4, 0]


def test_5_1_3_caps():
    """Britain loses 40 in a turn at most."""
    g = campaign()
    assert share_losses(g, 60, 0) == {BRITAIN: 40, USA: 0} and share_losses(g, 60, 30) == {BRITAIN: 30, USA: 30}


@pytest.mark.parametrize(("year", "lost"), [(1941, 2), (1943, 3)])
def test_5_1_3_3(year, lost):
    """tw-5.1.3.3-a and -b: five ASW cost two U-Boats, from Fall 1943 three; without damage none."""
    g = campaign()
    g.turn = turn_of(year, FALL)
    season = reckon(9, 5, Attrition(0, 0, 0, 0))
    assert attrition_loss(g, season, 5, season.narfs) == lost
    assert attrition_loss(g, reckon(3, 5, Attrition(0, 0, 0, 0)), 5, 0) == 0
    assert attrition_loss(g, reckon(3, 5, Attrition(0, 0, 0, 0)), 5, 8) == lost  # what raiders sank counts


def test_29_17_attrition_by_a_table():
    g = campaign(uboat_attrition=True)
    g.dice = FixedDice(8)
    assert attrition_loss(g, reckon(20, 8, Attrition()), 8, 36) == 4


def test_29_6_b():
    """A +1 of the cards is +2 in Spring 1944, a -2 is -4 in Fall 1941; before that both are plain."""
    g = campaign()
    assert uboat_card(g, "Surface Threat", "Long Range Recon") == -2
    g.turn = turn_of(1944, SPRING)
    assert uboat_card(g, "Combined Air-Sea", "Long Range Recon") == 2
    g.turn = turn_of(1941, FALL)
    assert uboat_card(g, "Surface Threat", "Long Range Recon") == -4
    assert uboat_card(g, "Combined Air-Sea", "Long Range Recon") == 1


def test_29_5_simple_dice():
    g = campaign()
    assert uboats.simple_dice(g) == (1, 2)
    g.turn = turn_of(1940, FALL)
    assert uboats.simple_dice(g) == (2, 2)


# --- bombers ------------------------------------------------------------------------------------------------------------------


def test_5_2_b():
    """Heavy flak level 2 fires at each raid on its own column, undivided."""
    g = campaign()
    g.nations[GERMANY].heavy_flak = 2
    g.dice = FixedDice(8, 6)
    british, american = Raid(BRITAIN, GERMANY, 3), Raid(USA, GERMANY, 3)
    heavy_flak(g, british)
    heavy_flak(g, american)
    assert (british.depleted, american.depleted) == (2, 1) and (british.fit, american.fit) == (1, 2)


def test_11_12_flak_modifiers():
    """+1 against four SAC, +2 against six; the Soviets -2."""
    found = [bombing.heavy_flak_modifier(Raid(BRITAIN, GERMANY, n)) for n in (3, 4, 6)]
    assert found == [0, 1, 2] and bombing.heavy_flak_modifier(Raid(GERMANY, USSR, 3)) == -2


def test_5_2_damage():
    """Bombers beyond the interceptors: British 2, American 3 each; more with critical hits; a quarter of the base at most."""
    g = campaign()
    raid = Raid(USA, GERMANY, 6, interceptors=2)
    raid.result = Attrition(0, 0, 1, 1)
    raid.interceptors_lost = 1
    assert bomb_damage(g, raid) == 18
    raid.stars = 1
    assert bomb_damage(g, raid) == 24
    raid.oil = True
    assert bomb_damage(g, raid) == 18
    assert bomb_damage(g, Raid(BRITAIN, GERMANY, 40)) == 42


def test_5_2_modifiers():
    """Mustangs from Spring 1944, an army in France, radar over Britain, unopposed bombers, jets."""
    g = campaign("campaign_1942")
    g.turn = turn_of(1944, FALL)
    found = {i.label: i.value for i in bombing_modifiers(g, Raid(USA, GERMANY, 6, interceptors=2, jets=1)).items}
    assert found == {"Mustangs": -2, "no American army in France": 1, "more bombers than interceptors": -1, "jets": 2}
    found = {i.label: i.value for i in bombing_modifiers(g, Raid(GERMANY, BRITAIN, 2)).items}
    assert found["radar"] == 1 and found["unopposed"] == -2


def test_5_2_1_critical_hit():
    """A critical hit of the Allies costs level and base, two points of strategic movement and a railmove."""
    g = campaign()
    raid = Raid(USA, GERMANY, 4, stars=1, narfs=12)
    before = g.nations.narfs[GERMANY]
    consequences(g, raid)
    row = g.nations[GERMANY]
    assert (row.narfs, row.base, row.smp_lost, row.rail_lost) == (before - 12, 158, 2, 1)
    oil = Raid(USA, GERMANY, 4, stars=2, narfs=9, oil=True)
    consequences(g, oil)
    assert row.oil_hits == 2 and row.base == 158 and row.firestorms == 0


def test_5_2_2_firestorm():
    g = campaign()
    consequences(g, Raid(BRITAIN, GERMANY, 4, stars=2, narfs=16))
    row = g.nations[GERMANY]
    assert (row.firestorms, row.smp_lost, row.rail_lost, row.base) == (1, 2, 2, 154)
    consequences(g, Raid(GERMANY, BRITAIN, 4, stars=2, narfs=16))
    row = g.nations[BRITAIN]
    assert (row.firestorms, row.smp_lost, row.base) == (1, 0, 186)


@pytest.mark.parametrize(("guards", "lost"), [(3, 1), (2, 1), (5, 2), (0, 0)])
def test_5_2_3(guards, lost):
    """tw-5.2.3-a and -b: one bomber for three interceptors, rounded up; none where none were met."""
    assert bombing.bomber_attrition(Raid(BRITAIN, GERMANY, 6, interceptors=guards, narfs=4)) == lost


def test_5_2_3_no_damage_no_attrition():
    assert bombing.bomber_attrition(Raid(BRITAIN, GERMANY, 6, interceptors=3)) == 0
    assert bombing.bomber_attrition(Raid(BRITAIN, GERMANY, 6, interceptors=1, jets=1, narfs=2)) == 1


def test_5_2_4_b():
    """Ten temporary SAC depleted: a whole MDM and a repair; six a whole one; one lost a repair."""
    assert bombing.temporary_bill(0, 10) == 15 + 6 and bombing.temporary_bill(0, 6) == 15
    assert bombing.temporary_bill(1, 0) == 6 and bombing.temporary_bill(4, 0) == 15 and bombing.temporary_bill(0, 1) == 0


def test_22_8_losses_of_an_earlier_turn_are_not_counted_again():
    """25 NARFs were sunk in Fall 1940; in Spring 1941 nothing sails: nothing is left of them for the American entry level."""
    g = campaign()
    g.turn, g.sunk, g.nations[GERMANY].uboats = turn_of(1941, SPRING), 25, 0
    drive(g, uboat_war(g))
    assert g.sunk == 0
    g = campaign(simple_uboats=True)
    g.turn, g.sunk, g.nations[GERMANY].effort = turn_of(1941, SPRING), 25, SLE
    before = g.nations.narfs[BRITAIN]
    drive(g, uboat_war(g), dice=[9] * 4)
    assert g.sunk == before - g.nations.narfs[BRITAIN]


def test_8_4_sunk_and_bombed_narfs_are_rounded_together():
    """One NARF sunk and a few bombed are one part of twenty: they cost one point of strategic movement in all."""
    g = campaign()
    g.turn, g.sunk = turn_of(1941, SPRING), 1
    g.nations[GERMANY].effort, g.nations[GERMANY].sac, g.nations[BRITAIN].interceptors = SLE, 4, 0
    drive(g, german_raid(g), dice=[8] * 20)
    assert 1 < g.sunk <= 20
    assert g.nations.smp_lost[BRITAIN] == 0


def test_5_2_5_v_sites():
    g = campaign("campaign_1942")
    assert not v_sites_lost(g)
    for name in ("calais", "antwerp", "rotterdam", "the_hague"):
        g.hexes[space(g, name)].holder = BRITAIN
    assert v_sites_lost(g)
    g.turn = turn_of(1944, SPRING)
    assert may_raise(g, GERMANY, "V1", 0).rule == "5.2.5"


def test_29_8_simple_dice():
    g = campaign()
    g.turn = turn_of(1942, SUMMER)
    assert bombing.simple_dice(g, BRITAIN) == 1 and bombing.simple_dice(g, USA) == 0
    g.turn = turn_of(1944, FALL)
    assert bombing.simple_dice(g, USA) == 2 and bombing.simple_dice(g, BRITAIN) == 2


# --- the segments -------------------------------------------------------------------------------------------------------------


def season(**options: bool) -> War:
    """Fall 1942 of the 1942 set-up, every power with an SLE."""
    g = campaign("campaign_1942", **options)
    g.turn = turn_of(1942, FALL)
    for n in range(6):
        g.nations[n].effort = SLE
    return g


def test_3_5_building_of_strategic_units():
    """Each power in turn builds what its pool and purse allow."""
    g = season()
    before = g.nations.uboats[GERMANY]
    drive(g, strategic_building(g), ["raise U_BOAT", "done", "done", "done"])
    assert g.nations.uboats[GERMANY] == before + 1


def test_5_1_a_season_of_the_submarine_war():
    """Both sides commit in secret; one roll; NARFs, ASW and U-Boats are taken off."""
    g = season()
    g.nations[GERMANY].uboats, g.nations[BRITAIN].asw, g.nations[USA].asw = 8, 4, 0
    g.happy_time = -1
    britain, answers = g.nations.narfs[BRITAIN], []
    if any(may_raid(g, u) is None for u in range(len(g.units))):
        answers = ["done"]
    drive(g, uboat_war(g), ["commit 0", "escort 0 0", *answers, "commit 8", "escort 4 0", "british"], dice=[6])
    # 2-1; the Bay of Biscay, Norway and Iceland (unless occupied) make the 6 a 3 or less: DL1/DA3 or better
    assert g.nations.asw[BRITAIN] == 3 and g.nations.narfs[BRITAIN] < britain
    assert g.nations.smp_lost[BRITAIN] >= 1 and g.nations.uboats[GERMANY] == 8 - 2


def test_5_0_no_submarine_war_with_a_movement_effort():
    g = season()
    g.nations[GERMANY].effort = MLE
    before = list(g.nations.narfs)
    drive(g, uboat_war(g))
    assert g.nations.narfs == before


def test_5_2_a_season_of_bombing():
    """British bombers against German interceptors: flak, table, damage, attrition; duties for who stays at home."""
    g = season()
    row = g.nations[GERMANY]
    g.nations[BRITAIN].sac, g.nations[BRITAIN].sac_worn, g.nations[USA].sac = 5, 0, 0
    g.nations[BRITAIN].interceptors, row.interceptors, row.jets, row.heavy_flak, row.sac, row.uboats = 2, 2, 0, 1, 0, 0
    for u, k in enumerate(g.roster.kinds):
        if k == Kind.MDM:
            g.units[u].at = -1
    narfs = row.narfs
    drive(g, allied_raids(g), ["bomb 5 0", "guard 2 0 0 0"], dice=[1, 4])
    # 5-2 is 2-1, a 4 less one for three bombers more: DL1/DA2, so five bombers at 2 NARFs; one bomber lost to attrition
    assert row.narfs == narfs - 10 and row.interceptors == 1 and g.nations.sac[BRITAIN] == 4 and row.smp_lost == 1


def test_5_2_duties():
    """From Spring 1942 Britain loses 5 NARFs with fewer than two SAC over Germany, from Fall 1943 America 10 with none."""
    g = season()
    before = g.nations.narfs[BRITAIN], g.nations.narfs[USA]
    duties(g, 1, 0)
    assert (g.nations.narfs[BRITAIN], g.nations.narfs[USA]) == (before[0] - 5, before[1])
    g.turn = turn_of(1943, FALL)
    duties(g, 2, 0)
    assert (g.nations.narfs[BRITAIN], g.nations.narfs[USA]) == (before[0] - 5, before[1] - 10)


def test_5_2_4_may_bomb_britain():
    """Only with a city in France; an MDM that bombs does nothing else."""
    g = campaign("campaign_1939")
    g.nations[GERMANY].effort = SLE
    assert may_bomb_britain(g).rule == "5.2.4"
    g.hexes[space(g, "calais")].holder = GERMANY
    assert may_bomb_britain(g) is None
    plane = next(u for u, k in enumerate(g.roster.kinds) if k == Kind.MDM and g.units.at[u] >= 0)
    assert may_assign(g, plane) is None
    g.units[plane].bombed = g.turn
    assert may_assign(g, plane).rule == "5.2.4" and may_fly(g, plane, 1).rule == "5.2.4"


def test_5_2_5_rockets():
    """A V-2 costs 6 NARFs unless its die is a 10; V-1s pass interceptors and flak first."""
    g = season()
    row = g.nations[GERMANY]
    row.v1, row.v2, g.nations[BRITAIN].interceptors, g.nations[BRITAIN].heavy_flak = 0, 2, 0, 0
    before = g.nations.narfs[BRITAIN]
    drive(g, rockets(g), ["launch 0 2"], dice=[9, 10])
    assert g.nations.narfs[BRITAIN] == before - 6 and row.v2 == 0
    g.nations[BRITAIN].interceptors, g.nations[BRITAIN].heavy_flak = 2, 1
    g.dice = FixedDice(10, 7)
    assert shot_down(g, 4, 2) >= 1


def test_5_1_3_4_a():
    """After an Ambush a British Fleet goes to space 5 of a yard and an ASW joins the pool; without one it may not."""
    g = season()
    ship = next(u for u, at in enumerate(g.units.at) if at >= 0 and g.designs[g.units.design[u]].id.startswith("bri_fleet"))
    assert may_convert(g, ship).rule == "5.1.3.4"
    g.nations[BRITAIN].convoy = 1
    before = pool_limit(g, BRITAIN, "ASW")
    assert may_convert(g, ship) is None
    convert(g, ship)
    assert g.units.track[ship] == 5 and g.units.pool[ship] == YARD and pool_limit(g, BRITAIN, "ASW") == before + 1


def test_5_3_2_fighters_become_interceptors():
    g = season()
    fighter = put(g, "germany FTR 3-3-2", "essen")
    assert may_recall(g, fighter).rule == "5.3.2"
    g.nations[GERMANY].firestorms = 1
    before = g.nations.interceptors[GERMANY]
    g.at_home = [fighter]
    assert may_recall(g, fighter) is None
    recall(g, fighter)
    assert g.nations.interceptors[GERMANY] == before + 1 and g.units.at[fighter] < 0


def test_7_11_2_navies_are_trained():
    """Italy at war pays 10 a turn for five turns; Germany has nothing to learn."""
    g = season()
    g.nations[ITALY].narfs = 100
    assert may_train_navy(g, ITALY) is None and may_train_navy(g, GERMANY).rule == "7.11.3"
    g.side = 0
    for _ in range(5):
        train_navy(g, ITALY)
        close_naval_training(g)
    assert g.nations.navy[ITALY] == 2 and g.nations.narfs[ITALY] == 50


def test_5_1_2_1_raiders():
    """Whole German ships in the ports named raid; others do not; they sink 8 NARFs, 4 when depleted."""
    g = season()
    ship = put(g, "germany FLEET 1-12-5", "kiel")
    assert may_raid(g, ship) is None and raider_damage(g, [ship]) == 8
    g.units[ship].depleted = 1
    assert may_raid(g, ship).rule == "5.1.2.1" and raider_damage(g, [ship]) == 4
    other = put(g, "germany FLEET 1-12-5", "stettin")
    assert may_raid(g, other).rule == "5.1.2.1"


def test_29_13_carriers_need_carriers():
    """The Carriers card is in the hand only of a force with whole carriers."""
    g = season(naval_cards=True)
    mine = put(g, "germany FLEET 1-12-5", "kiel")
    theirs = put(g, "britain FLEET 1-12-5", "scapa_flow")
    flow = naval_cards(g, Force(0, [mine]), Force(1, [theirs]))
    asked = next(flow)
    assert all("Carriers" not in o.text for ask in asked.asks.values() for o in ask.options)


def test_29_5_the_simplified_war():
    g = season(simple_uboats=True)
    g.happy_time = -1
    g.nations[GERMANY].uboats = pool_limit(g, GERMANY, "U_BOAT")
    before = g.nations.narfs[BRITAIN]
    drive(g, uboat_war(g), dice=[4, 5])
    assert g.nations.narfs[BRITAIN] == before - 9
