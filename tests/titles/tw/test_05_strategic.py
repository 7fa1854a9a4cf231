"""5 and the strategic options of 29: U-Boats, bombers, flak, attrition. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import ALLIES, BRITAIN, GERMANY, INDEX, USA, USSR
from grognard.titles.tw.rules import bombing, uboats
from grognard.titles.tw.rules.bombing import Raid, bomb_damage, bombing_modifiers, consequences, heavy_flak
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
from grognard.titles.tw.rules.uboats import (
    AMBUSH,
    MASSACRE,
    attrition_loss,
    battle_of_the_atlantic,
    happy_time,
    reckon,
    share_losses,
    smp_cut,
    uboat_card,
    uboat_modifiers,
)
from grognard.titles.tw.state import FALL, MLE, SATELLITE, SLE, SPRING, SUMMER, War, turn_of
from grognard.titles.tw.war_charts import Attrition

from .kit import put, space


def campaign(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


# --- units --------------------------------------------------------------------------------------------------------------------


def test_15_1_2_prices_of_strategic_units():
    assert [unit_cost(GERMANY, k) for k in ("U_BOAT", "INT", "SAC", "JET_INT", "V1", "V2")] == [2, 2, 6, 5, 1, 3]
    assert [unit_cost(BRITAIN, k) for k in ("ASW", "INT", "SAC")] == [3, 2, 4]


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
    assert attrition_loss(g, season, 5) == lost
    assert attrition_loss(g, reckon(3, 5, Attrition(0, 0, 0, 0)), 5) == 0


def test_29_17_attrition_by_a_table():
    g = campaign(uboat_attrition=True)
    g.dice = FixedDice(8)
    assert attrition_loss(g, reckon(20, 8, Attrition()), 8) == 4


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
