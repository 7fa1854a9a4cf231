"""Stand-in rules of units and money, clause by clause: 10.2, 10.3, 12.2, 13.1, 13.3, 27.1 to 27.3, 27.6, 27.7, 29.2, 35.9, 36.3,
40.1."""

from __future__ import annotations

import pytest

from grognard.titles.awaw.designs import DESIGNS, Kind, build_cost
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY, RUSSIA, US
from grognard.titles.awaw.rules import shipyards
from grognard.titles.awaw.rules.combat import Plan, may_join
from grognard.titles.awaw.rules.construction import Factory, may_appear, may_buy
from grognard.titles.awaw.rules.control import conquer
from grognard.titles.awaw.rules.grants import Treasury, may_grant
from grognard.titles.awaw.rules.mobilization import Draft, call_up, may_raise
from grognard.titles.awaw.rules.movement import Marcher, can_overrun, marches
from grognard.titles.awaw.rules.operations import may_spend
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import eliminate
from grognard.titles.awaw.rules.yearstart import growth
from grognard.titles.awaw.rules.zones import zones
from grognard.titles.awaw.setup import read_entry
from grognard.titles.awaw.state import FULL, GONE, IN_PLAY, ISOLATED, LATER, PARTIAL, POOL, SPRING, YARD, World

from .kit import campaign, fight, put, space, world


def test_ours_10_21_infantry_attacks_flak_and_replacements_do_not():
    g = world()
    g.stage = 1
    put(g, "russia i 1-3", "eL37")
    plan = Plan(GERMANY, space(g, "eL37"))
    assert may_join(g, plan, put(g, "germany i 3-3", "eL36")) is None
    for what in ("rep", "flak"):
        refusal = may_join(g, plan, put(g, f"germany {what}", "eL36"))
        assert refusal is not None and refusal.rule == "ours 10.23"


def test_ours_10_22_flak_goes_one_hex():
    g = world()
    found = [len(marches(g, put(g, f"germany {what}", "eM35")).costs) for what in ("flak", "rep", "i 3-3")]
    assert found[0] == found[1] < found[2]


def test_ours_10_31_only_supplied_armor_overruns():
    g = world()
    tank, foot = put(g, "germany arm 4-6", "eM36"), put(g, "germany i 3-3", "eM36")
    assert can_overrun(g, Marcher(tank)) is None
    assert can_overrun(g, Marcher(foot)).rule == "ours 13.6"
    g.units[tank].supply = PARTIAL
    assert can_overrun(g, Marcher(tank)).rule == "ours 13.6"


def test_ours_12_2_five_units_while_the_bridgehead_stays():
    """Two units of the line and a special one elsewhere."""
    g = world()
    goal = space(g, "eM36")
    extra = put(g, "germany i 3-3", "eM35")
    g.hexes[goal].bridgehead = AXIS
    for _ in range(5):
        assert room_for(g, extra, goal, AXIS) is None
        put(g, "germany i 1-3", "eM36")
    assert room_for(g, extra, goal, AXIS).rule == "ours 12.2"
    g.hexes[goal].bridgehead = -1
    assert room_for(g, extra, goal, AXIS).rule == "ours 12.1"


def test_ours_13_3_isolated_units_move_one_hex():
    g = world()
    free, cut = put(g, "germany arm 4-6", "eM35"), put(g, "germany arm 4-6", "eM35", supply=ISOLATED)
    far = {u: max(marches(g, u).costs.values()) for u in (free, cut)}
    assert far == {free: 6, cut: 1}


def test_ours_13_1_no_farther_than_the_movement_factor():
    """What was spent is gone."""
    g = world()
    for spent, left in ((0, 3), (2, 1)):
        u = put(g, "germany i 3-3", "eM35", spent=spent)
        assert max(marches(g, u).costs.values()) == left


# --- construction -------------------------------------------------------------------------------------------------------


def pool_unit(g: World, what: str) -> int:
    _, design = read_entry(f"1 {what}")
    return next(u for u in range(len(g.units)) if g.units.design[u] == design and g.units.pool[u] == POOL)


def test_ours_27_1_only_of_the_own_pool_and_when_it_is_due():
    g = campaign("europe", empty=False)
    u = pool_unit(g, "germany i 3-3")
    g.units[u].due = g.turn + 1
    assert may_buy(g, Factory(GERMANY), u).rule == "ours 27.2"
    g.units[u].due = g.turn
    assert may_buy(g, Factory(GERMANY), u) is None
    assert may_buy(g, Factory(ITALY), u).rule == "ours 27.1"


def test_ours_27_2_what_was_lost_may_be_built_again_at_once():
    """Airborne units wait a turn."""
    g = campaign("europe", empty=False)
    g.nations[GERMANY].level = 100
    for what, again in (("germany i 3-3", True), ("germany airborne", False)):
        u = put(g, what, "berlin")
        assert may_buy(g, Factory(GERMANY), u).rule == "ours 27.1"  # it stands there
        for twin in range(len(g.units)):
            if g.units.design[twin] == g.units.design[u] and g.units.pool[twin] == POOL:
                g.units[twin].pool = GONE
        eliminate(g, u)
        assert (g.units.pool[u], g.units.due[u]) == (POOL, g.turn if again else g.turn + 1)
        assert (may_buy(g, Factory(GERMANY), u) is None) == again


@pytest.mark.parametrize(("what", "price"), [("germany i 3-3", 3), ("germany arm 4-6", 8), ("germany aaf", 3)])
def test_ours_27_3_what_a_unit_costs(what, price):
    """One BRP short is too little."""
    g = campaign("europe", empty=False)
    u = pool_unit(g, what)
    g.units[u].due = g.turn
    assert build_cost(g.charts.costs, DESIGNS[g.units.design[u]]) == price
    g.nations[GERMANY].level = price
    assert may_buy(g, Factory(GERMANY), u) is None
    g.nations[GERMANY].level = price - 1
    assert may_buy(g, Factory(GERMANY), u).rule == "ours 27.12"


def test_ours_27_6_no_end_of_destroyers_but_of_battleships():
    """6.82: the last counter of the pool is replaced when it is laid down; a battleship is not."""
    g = campaign("global_war", empty=False)
    g.mover, g.nations[US].level = US, 500
    for what, more in ((Kind.DD, 1), (Kind.CVE, 1), (Kind.BB, 0)):
        pool = (g.units.design[u] for u in range(len(g.units)) if g.units.pool[u] == POOL)
        design = next(d for d in pool if (DESIGNS[d].nation, DESIGNS[d].kind) == (US, what))
        waiting = [u for u in range(len(g.units)) if g.units.design[u] == design and g.units.pool[u] == POOL]
        for u in waiting[1:]:
            g.units[u].pool = IN_PLAY
        before = len(g.units)
        shipyards.lay_down(g, US, waiting[0])
        assert len(g.units) == before + more
        left = [u for u in range(len(g.units)) if g.units.design[u] == design and g.units.pool[u] == POOL]
        assert len(left) == more


def test_ours_27_71_laid_down_at_its_factors_27_72_a_level_a_turn():
    g = campaign("europe", empty=False)
    g.nations[GERMANY].level, g.nations[GERMANY].yard_used = 200, 0
    u = pool_unit(g, "germany cruiser")
    assert shipyards.may_lay_down(g, GERMANY, next(o for o in range(len(g.units)) if g.units.pool[o] == IN_PLAY)) is not None
    shipyards.lay_down(g, GERMANY, u)
    assert (g.units.pool[u], g.units.stage[u]) == (YARD, 2)
    assert shipyards.may_advance(g, GERMANY, u).rule == "ours 27.72"
    g.turn += 1
    assert shipyards.may_advance(g, GERMANY, u) is None


def test_ours_27_73_launched_inverted_in_the_port_of_a_yard():
    """Out of the second level; before it the ship stays on the stocks."""
    g = campaign("europe", empty=False)
    u = pool_unit(g, "germany cruiser")
    g.units[u].pool, g.units[u].stage = YARD, 3
    shipyards.advance(g, GERMANY, u)
    assert (g.units.pool[u], g.units.stage[u], g.units.at[u]) == (YARD, 2, -1)
    shipyards.advance(g, GERMANY, u)
    assert (g.units.pool[u], g.units.inverted[u]) == (IN_PLAY, 1)
    assert g.units.at[u] in {port for port, _ in shipyards.open_yards(g, GERMANY)}


# --- growth -------------------------------------------------------------------------------------------------------------


def test_ours_35_9_america_grows_after_a_year_of_war():
    g = campaign("global_war", year=1943, season=SPRING)
    g.nations[US].level = 40
    for began, found in ((-1, 0), (g.turn - 2, 0), (g.turn - 5, 20)):
        g.nations[US].war = began
        g.nations[US].fought_east = -1
        assert growth(g, US) == found


def test_ours_35_91_a_neutral_grows_by_a_tenth_of_its_base_at_most():
    g = campaign(year=1941, season=SPRING)
    g.nations[RUSSIA].level = 90
    assert growth(g, RUSSIA) == g.nations.base[RUSSIA] // 10
    g.nations[RUSSIA].war = g.turn - 1
    assert growth(g, RUSSIA) == g.nations.base[RUSSIA] * 15 // 100


def test_ours_35_10_nothing_is_spent_that_the_base_cannot_bear():
    """39.22A: a debt times the coming rate, 30 per cent in 1941, is no more than the base of 150."""
    g = campaign(year=1940)
    row = g.nations[GERMANY]
    row.base, row.level = 150, 10
    assert may_spend(g, GERMANY, 10) is None and may_spend(g, GERMANY, 510) is None
    assert may_spend(g, GERMANY, 511).rule == "ours 39.22A"


def test_ours_10_342_nothing_new_in_an_enemy_zone():
    """Unless a friend stands there."""
    g = world()
    u, goal = put(g, "germany i 3-3", "eM35"), space(g, "konigsberg")
    g.units[u].at, g.units[u].pool = -1, POOL
    assert may_appear(g, u, goal) is None
    beside = next(o for o in g.ground.touching[goal] if g.ground.field[o])
    g.hexes[beside].holder = RUSSIA
    g.units.add(design=read_entry("1 russia arm 3-5")[1], at=beside, pool=IN_PLAY, supply=FULL)
    assert goal in zones(g, ALLIES) and may_appear(g, u, goal).rule == "ours 10.342"
    put(g, "germany i 1-3", "konigsberg")
    assert may_appear(g, u, goal) is None


def test_ours_36_3_ground_forces_of_a_mobilization_come_next_turn_aircraft_in_four():
    g = campaign("europe", empty=False)
    for sort, kind, wait in (("ground", Kind.INF, 1), ("air", Kind.AAF, 4)):
        sorts = (g.units.design[u] for u in range(len(g.units)) if g.units.pool[u] == LATER)
        design = next(d for d in sorts if (DESIGNS[d].nation, DESIGNS[d].kind) == (GERMANY, kind))
        u = next(u for u in range(len(g.units)) if g.units.pool[u] == LATER and g.units.design[u] == design)
        assert may_raise(g, Draft(GERMANY, sort, 0), u).rule == "ours 36.3"
        assert may_raise(g, Draft(ITALY, sort, 9), u).rule == "ours 36.3"
        draft = Draft(GERMANY, sort, 9)
        assert may_raise(g, draft, u) is None
        call_up(g, draft, u)
        assert (g.units.pool[u], g.units.due[u]) == (POOL, g.turn + wait)


def test_ours_29_2_hexes_of_a_conquered_country():
    """They are the conqueror's; what another had taken before stays his."""
    g = campaign()
    poland = INDEX["poland"]
    first, *rest = g.ground.homeland[poland]
    g.hexes[first].holder = RUSSIA
    conquer(g, poland, GERMANY)
    assert g.hexes.holder[first] == RUSSIA and {g.hexes.holder[s] for s in rest} == {GERMANY}


def test_ours_83_2_the_army_of_a_conquered_country_is_gone():
    """For good; partisans and the armies of others stay."""
    g = campaign()
    u, mine, band = put(g, "poland i", "warsaw"), put(g, "germany i 3-3", "berlin"), put(g, "poland pw", "eM35")
    conquer(g, INDEX["poland"], GERMANY)
    assert g.units.at[u] == -1 and g.units.due[u] > g.last_turn
    assert g.units.at[mine] >= 0 and g.units.at[band] >= 0


def test_ours_40_1_grants_within_a_faction_both_at_war():
    """In fives, a tenth of the base a turn, nobody gives and receives."""
    g = campaign(year=1941, season=SPRING)
    fight(g, "italy", "russia")
    giver = Treasury(GERMANY)
    g.nations[GERMANY].base, g.nations[GERMANY].level = 150, 100
    assert may_grant(g, giver, (ITALY, 15)) is None
    for wanted in ((ITALY, 20), (ITALY, 7), (RUSSIA, 5), (GERMANY, 5)):
        assert may_grant(g, giver, wanted).rule == "ours 40.1"
    g.nations[ITALY].gave = 5
    assert may_grant(g, giver, (ITALY, 5)).rule == "ours 40.1"


def test_ours_40_2_a_transport_for_five_brps_over_sea():
    g = campaign(year=1942, season=SPRING, side=ALLIES, mover="us")
    fight(g, "us")
    g.nations[US].base, g.nations[US].level = 300, 100
    assert may_grant(g, Treasury(US), (BRITAIN, 10)).rule == "ours 40.2"
    put(g, "britain tr", "sw_atlantic")
    put(g, "britain tr", "sw_atlantic")
    assert may_grant(g, Treasury(US), (BRITAIN, 10)) is None
    assert may_grant(g, Treasury(US), (BRITAIN, 15)).rule == "ours 40.2"
