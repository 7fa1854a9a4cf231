"""22: America at peace and at war. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.american_entry import entry_events
from grognard.titles.tw.rules.american_peace import (
    american_yards,
    campaign_in_america,
    destroyers_arrive,
    lend_destroyers,
    may_campaign,
    may_lend_destroyers,
    propaganda,
)
from grognard.titles.tw.rules.construction import may_build
from grognard.titles.tw.rules.declarations import declare
from grognard.titles.tw.rules.espionage import may_buy_chit
from grognard.titles.tw.rules.grants import doubled, may_lend, peacetime_aid
from grognard.titles.tw.rules.influence import pop_limit
from grognard.titles.tw.rules.new_year import growth_rate
from grognard.titles.tw.rules.passages import Convoy, may_ferry
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.shipyards import capacity_of, may_build_yard, may_work
from grognard.titles.tw.rules.strategic_units import pool_limit
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.state import FALL, FUTURE, LOST, SPRING, SUMMER, War, turn_of

from .kit import drive, hold, space
from .test_14_money import campaign
from .test_16_diplomacy import refused


def peace(year: int = 1940, season: int = FALL) -> War:
    g = campaign()
    g.turn, g.side = turn_of(year, season), ALLIES
    return g


def american(g: War, *kinds: Kind) -> list[int]:
    """Units of these kinds, all in the force pool."""
    known = g.roster
    found = [u for u, n in enumerate(known.nations) if n == USA and known.kinds[u] in kinds and g.units.pool[u] in (LOST, FUTURE)]
    for u in found:
        g.units[u].pool = LOST
    return found


def test_22_4_1_the_start():
    """50 NARFs and level 0; nothing grows in peace but by the table."""
    g = campaign()
    assert (g.usel, g.nations.base[USA], g.nations.narfs[USA]) == (0, 50, 50)
    g.turn = turn_of(1941, SPRING)
    assert growth_rate(g, USA) == 0
    g.nations[USA].side, g.turn = ALLIES, turn_of(1943, SPRING)
    assert growth_rate(g, USA) > 0


def test_22_1_units_stay_in_the_box_in_peace():
    g = peace()
    unit = american(g, Kind.MOT, Kind.INF, Kind.ARM)[0]
    assert [g.board.ids[s] for s in homes(g, unit)] == ["us_box"]
    g.units[unit].at, g.units[unit].pool = space(g, "us_box"), 0
    assert refused(may_ferry(g, Convoy(USA), unit)) == "8.1.3"
    g.nations[USA].side, g.turn = ALLIES, turn_of(1942, SUMMER)
    g.nations[USA].smp = 20
    no = may_ferry(g, Convoy(USA), unit)
    assert no is None or no.rule not in ("8.1.3", "22.3.3")


@pytest.mark.parametrize(("die", "change"), [(1, 1), (3, 1), (4, 0), (9, 0), (10, -1)])
def test_22_5_1_propaganda(die, change):
    g = peace()
    narfs, level = g.nations[BRITAIN].narfs, g.usel
    drive(g, propaganda(g), ["speak"], dice=[die])
    assert g.usel == level + change
    assert g.nations[BRITAIN].narfs == narfs - 5


def test_22_5_1_a_beaten_france_helps_and_war_ends_it():
    g = peace()
    g.nations[FRANCE].surrendered = 1
    hold(g, "germany", "paris")
    level = g.usel
    g.dice = type(g.dice)(4, 10)
    campaign_in_america(g)
    assert g.usel == level + 1
    campaign_in_america(g)
    assert g.usel == level + 1
    g.nations[USA].side = ALLIES
    assert refused(may_campaign(g)) == "22.5.1"
    assert drive(g, propaganda(g)) == []


def test_22_5_2_destroyers_for_bases():
    g = peace(1941, SPRING)
    g.nations[USA].narfs = 60
    assert refused(may_lend_destroyers(g, USA)) == "22.5.2"
    g.usel = 7
    assert refused(may_lend_destroyers(g, BRITAIN)) == "22.5.2"
    assert may_lend_destroyers(g, USA) is None
    g.dice = type(g.dice)(6)
    lend_destroyers(g)
    assert g.destroyers < 0 and g.nations.narfs[USA] == 55
    assert refused(may_lend_destroyers(g, USA)) == "22.5.2"  # one attempt a turn
    g.turn += 1
    g.dice = type(g.dice)(5)
    lend_destroyers(g)
    asw, limit = g.nations.asw[BRITAIN], pool_limit(g, USA, "ASW")
    g.turn += 1
    destroyers_arrive(g)
    assert g.nations.asw[BRITAIN] == asw
    g.turn += 1
    destroyers_arrive(g)
    assert g.nations.asw[BRITAIN] == asw + 1
    assert pool_limit(g, USA, "ASW") == limit - 1
    assert refused(may_lend_destroyers(g, USA)) == "22.5.2"


def test_22_6_whom_america_may_help():
    g = peace()
    assert peacetime_aid(g, USA, BRITAIN, 5) is None
    assert refused(peacetime_aid(g, USA, USSR, 5)) == "22.6"
    g.nations[USSR].side = ALLIES
    assert peacetime_aid(g, USA, USSR, 5) is None
    drive(g, declare(g, BRITAIN, INDEX["norway"]))
    assert refused(peacetime_aid(g, USA, BRITAIN, 5)) == "22.6"
    assert peacetime_aid(g, USA, USSR, 5) is None
    fleet = next(u for u in g.roster.naval if g.roster.nations[u] == BRITAIN and g.units.at[u] >= 0)
    g.units[fleet].active = 1
    assert refused(may_lend(g, USA, BRITAIN, fleet, 5)) == "22.6"
    g.nations[USA].side = ALLIES
    assert peacetime_aid(g, USA, BRITAIN, 5) is None


def test_22_6_units_cost_double_in_a_turn_of_grants():
    g = peace()
    unit = american(g, Kind.MOT, Kind.INF, Kind.ARM)[0]
    assert doubled(g) == 0
    g.units[unit].built = g.player_turn
    price = unit_price(g, unit)
    assert doubled(g) == price
    g.nations[USA].narfs = price + 4
    assert refused(peacetime_aid(g, USA, BRITAIN, 5)) == "22.6"
    g.nations[USA].lent = 3
    assert doubled(g) == 0


def test_22_7_1_two_units_a_turn_and_no_hurry():
    g = peace()
    g.nations[USA].narfs = 200
    units = american(g, Kind.MOT, Kind.INF, Kind.ARM, Kind.FTR, Kind.TAC, Kind.MDM)
    assert may_build(g, units[0]) is None
    for u in units[:2]:
        g.units[u].built, g.units[u].at, g.units[u].pool = g.player_turn, space(g, "us_box"), 0
    assert refused(may_build(g, units[2])) == "22.7.1"
    g.nations[USA].side = ALLIES
    assert may_build(g, units[2]) is None
    g.nations[USA].side = 2
    assert refused(may_build_yard(g, USA, space(g, "us_box"))) == "22.7.1"
    ship = next(u for u in g.roster.naval if g.roster.nations[u] == USA and g.roster.kinds[u] == Kind.FLEET)
    g.units[ship].at, g.units[ship].pool, g.units[ship].yard = -1, 6, space(g, "us_box")
    assert refused(may_work(g, ship, 2)) == "15.1.5.4"


def test_22_7_1_yards_by_level_two_a_year():
    g = peace(1940, SPRING)
    box = space(g, "us_box")
    american_yards(g)
    assert capacity_of(g, box) == 1
    g.usel = 4
    american_yards(g)
    assert capacity_of(g, box) == 2
    g.usel = 7
    american_yards(g)
    assert capacity_of(g, box) == 3
    g.turn = turn_of(1941, SPRING)
    american_yards(g)
    assert capacity_of(g, box) == 4
    g.usel = 13
    american_yards(g)
    assert capacity_of(g, box) == 4


def test_22_8_italy_as_an_aggressor():
    """A British war on Italy costs two levels, none if Italy has attacked a minor country."""
    g = peace()
    level = g.usel
    drive(g, declare(g, BRITAIN, ITALY))
    assert g.usel == level - 2
    g = peace()
    g.usel_seen |= 1 << 20
    drive(g, declare(g, BRITAIN, ITALY))
    assert g.usel == level


def test_22_8_no_frenchman_in_france():
    g = peace()
    entry_events(g)
    level = g.usel
    home = set(g.ground.homeland["france"])
    for u, at in enumerate(g.units.at):
        if at in home and g.roster.nations[u] == FRANCE:
            g.units[u].at, g.units[u].pool = -1, LOST
    entry_events(g)
    assert g.usel == level + 2
    g.nations[FRANCE].surrendered = 1
    entry_events(g)
    assert g.usel == level + 2


def test_22_8_neither_diplomacy_nor_spies_in_peace():
    g = peace()
    assert pop_limit(g, USA) == 0
    assert refused(may_buy_chit(g, USA, 0)) == "16.1.7.1"
    g.nations[USA].side = ALLIES
    assert pop_limit(g, USA) == 2 and may_buy_chit(g, USA, 0) is None
    assert g.nations.side[GERMANY] == AXIS
