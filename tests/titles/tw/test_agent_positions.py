"""Numbered positions of the strategy handbook: what falls to attrition, winter and crowds, where aircraft fly and land, what a
worn army plans, and who stays out of Africa."""

from __future__ import annotations

import random
from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import TheWarMind, air, draw_up
from grognard.titles.tw.agent.estimate import clash
from grognard.titles.tw.agent.orders import Attack, Orders
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, GERMANY, INDEX, ITALY
from grognard.titles.tw.rules.logistics import plan_effort
from grognard.titles.tw.rules.missions import naval_missions
from grognard.titles.tw.rules.results import attrition
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.state import FALL, RLE, SPRING, War, turn_of
from tests.titles.tw.kit import hold, put, space
from tests.titles.tw.test_05_strategic import campaign
from tests.titles.tw.test_agent import east
from tests.titles.tw.test_agent_blunders import ends


class Table:
    """A game as a planner sees it, without a session."""

    def __init__(self, g: War) -> None:
        self.g = g
        self.mind = TheWarMind()

    def play(self, flow: Any) -> list[Option]:
        """Let the planner answer every question of a procedure."""
        found: list[Option] = []
        try:
            ask = next(flow)
            while True:
                found.append(self.mind.plan(self, ask.seat, ask, random.Random(1), "quick")[0])  # type: ignore[arg-type]
                assert len(found) < 200, [o.text for o in found[-6:]]
                ask = flow.send(found[-1])
        except StopIteration:
            return found


def test_6_attrition_falls_on_the_infantry():
    """An omega result for a tank corps and an infantry corps: the infantry is depleted."""
    g = east()
    hold(g, "germany", "1318")
    tank, foot = put(g, "germany ARM 8-8", "1318"), put(g, "germany INF 6-5", "1318")
    put(g, "ussr INF 4-5", "1317")
    Table(g).play(attrition(g, Battle(space(g, "1317"), AXIS, 1, [tank, foot])))
    assert (g.units.depleted[tank], g.units.depleted[foot]) == (0, 1)


def could_crumble(g: War, units: list[int]) -> bool:
    """Whether two depletions of winter would give the Third-Rate factors of a stack the upper hand."""
    strengths = g.roster.strengths
    first = sorted((strengths[u] for u in units if army_rating(g, u) == 1), reverse=True)
    third = sum(strengths[u] for u in units if army_rating(g, u) > 1) + sum(-(-s // 2) for s in first[:2])
    return len(units) > 1 and third >= sum(first[2:]) and any(army_rating(g, u) > 1 for u in units)


def test_7_romanians_do_not_winter_in_a_german_stack():
    """Fall 1941 in the Ukraine: two German corps and a Romanian army in one hex, two friendly hexes beside: they part."""
    g = east()
    g.turn = turn_of(1941, FALL)
    g.nations[INDEX["romania"]].side = AXIS
    hold(g, "germany", "1617", "1618", "1717", "1718")
    stack = [put(g, "germany INF 6-5", "1617"), put(g, "germany INF 6-5", "1617"), put(g, "romania INF 4-5", "1617")]
    put(g, "ussr INF 6-5", "1615")
    assert could_crumble(g, stack)
    where = ends(g, draw_up(g))
    for s in set(where.values()):
        assert not could_crumble(g, [u for u in stack if where[u] == s])


def test_8_a_breach_that_closes_is_not_left_crowded():
    """Six corps in a Breach that ends this turn: three at most are left in it."""
    g = east()
    g.impulse = 2
    hold(g, "germany", "1616", "1617", "1618", "1717", "1716")
    kiev = space(g, "1616")
    row = g.hexes[kiev]
    row.gap_side, row.breach = AXIS, g.player_turn
    corps = [put(g, "germany ARM 8-8" if n < 4 else "germany MECH 4-8", "1616") for n in range(6)]
    put(g, "ussr INF 6-5", "1614")
    where = ends(g, draw_up(g))
    assert sum(where[u] == kiev for u in corps) <= 3


def test_13_the_bomber_flies_to_the_closer_battle():
    """Attacks at 5-1 and at 2-1 and one bomber in range of both: it flies to the second."""
    g = east()
    hold(g, "germany", "1318", "1319", "1518", "1519", "1418")
    put(g, "ussr INF 2-5", "1317")
    put(g, "ussr INF 4-5", "1517")
    strong = [put(g, "germany INF 6-5", "1318") for _ in range(3)]
    even = [put(g, "germany INF 6-5", "1518"), put(g, "germany INF 6-5", "1518")]
    bomber = put(g, "germany MDM 1-7-6", "1418")
    attacks = {}
    for at, force in (("1317", strong), ("1517", even)):
        seen = clash(g, Battle(space(g, at), AXIS, 1, force))
        attacks[space(g, at)] = Attack(force, 5.0, at, column=seen.column)
    flights = [Option("support", g.units[bomber], g.hexes[s]) for s in attacks]
    ask = Ask("axis", "support", [*flights, Option("done")], "11.3")
    found = air.support(g, ask, Orders(attacks=attacks))
    assert found is not None and found[0].verb == "support" and found[0].args[1] == g.hexes[space(g, "1517")]


def test_14_bombers_are_based_behind_their_fighters():
    """A base within reach of an enemy fighter and without an own one, or one under cover two hexes behind: the second."""
    g = east()
    hold(g, "germany", "1318", "1320", "1420")
    put(g, "ussr FTR 2-3-2", "1316")
    put(g, "ussr INF 4-5", "1316")
    put(g, "germany FTR 3-3-2", "1320")
    bomber = put(g, "germany TAC 1-5-4", "1420")
    landings = [Option("land", g.hexes[space(g, at)]) for at in ("1318", "1320")]
    found = air.land(g, Ask("axis", "where?", landings, "11.2"), bomber)
    assert found is not None and found[0].arg == g.hexes[space(g, "1320")]


def test_17_a_worn_army_attacks_on_one_sector_and_mends():
    """Fall 1941, nothing that decides the war near, eight of ten corps depleted, 40 NARFs: no SLE, three attacks at most."""
    g = east()
    g.nations[GERMANY].narfs, g.nations[GERMANY].effort = 40, 0
    front = ("1316", "1416", "1516", "1217", "1117")
    back = ("1317", "1417", "1517", "1218", "1118")
    hold(g, "germany", *back, "1318", "1418", "1219")
    for at in front:
        put(g, "ussr INF 4-5", at)
    for n, at in enumerate(back):
        put(g, "germany INF 6-5", at, depleted=int(n > 0))
        put(g, "germany ARM 8-8", at, depleted=int(n > 0))
    plan = Table(g).play(plan_effort(g, GERMANY))
    assert plan[0].verb in ("lle", "rle", "mle") and (plan[0].verb != "rle" or int(plan[0].args[-1]) <= 2)
    assert len(draw_up(g).attacks) <= 3


def africa() -> tuple[War, int]:
    """Spring 1941: Malta is British, six German factors stand in Libya, tanks and a Fleet wait in Naples."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SPRING), AXIS
    for u in range(len(g.units.at)):
        g.units[u].at = -1
    for power in (GERMANY, ITALY):
        g.nations[power].side, g.nations[power].effort = AXIS, RLE
    for s, country in enumerate(g.ground.country):
        if country in ("morocco", "algeria", "tunisia") and g.ground.land[s]:
            g.hexes[s].holder = INDEX["vichy_france"]
    put(g, "britain MOT 3-7", "malta")
    for at in ("alexandria", "suez"):
        put(g, "britain MOT 3-7", at)
    put(g, "germany INF 6-5", "tripoli")
    put(g, "italy FLEET 1-12-5", "naples")
    return g, put(g, "germany ARM 8-8", "naples")


def test_23_no_tanks_sail_for_an_africa_that_cannot_feed_them():
    g, tanks = africa()
    Table(g).play(naval_missions(g))
    assert g.units.at[tanks] == space(g, "naples")


def test_23_troops_in_africa_stay_near_a_port_that_feeds_them():
    """The corps in Tripoli may march; it does not end more than eight hexes from the port."""
    g, _ = africa()
    corps = next(u for u, at in enumerate(g.units.at) if at == space(g, "tripoli") and g.roster.kinds[u] == Kind.INF)
    for _ in range(3):
        orders = draw_up(g)
        g.units[corps].at = ends(g, orders)[corps]
    ports = [s for s in range(g.board.size) if g.ground.port[s] and g.ground.country[s] == "libya"]
    assert min(g.ground.far(g.units.at[corps], s) for s in ports) <= 8
