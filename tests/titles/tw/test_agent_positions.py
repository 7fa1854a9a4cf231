"""Numbered positions of the strategy handbook: what falls to attrition, winter and crowds, where aircraft fly and land, what a
worn army plans, and who stays out of Africa."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import TheWarMind, air, draw_up, efforts
from grognard.titles.tw.agent import war as plans
from grognard.titles.tw.agent.estimate import clash
from grognard.titles.tw.agent.ground_view import garrisons
from grognard.titles.tw.agent.orders import Attack, Orders
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY
from grognard.titles.tw.rules.logistics import plan_effort
from grognard.titles.tw.rules.naval_segment import naval_missions
from grognard.titles.tw.rules.passages import Convoy
from grognard.titles.tw.rules.results import attrition
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.state import FALL, FORTIFICATION, RLE, SLE, SPRING, SUMMER, War, turn_of
from tests.titles.tw.kit import hold, put, space, war
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


@pytest.mark.parametrize("works", [0, FORTIFICATION])
def test_7_romanians_do_not_winter_in_a_german_stack(works: int):
    """Fall 1941 in the Ukraine: two German corps and a Romanian army in one hex, two friendly hexes beside: they part, to attack
    or, before a fortified line, without one."""
    g = east()
    g.turn = turn_of(1941, FALL)
    g.nations[INDEX["romania"]].side = AXIS
    hold(g, "germany", "1617", "1618", "1717", "1718")
    stack = [put(g, "germany INF 6-5", "1617"), put(g, "germany INF 6-5", "1617"), put(g, "romania INF 4-5", "1617")]
    put(g, "ussr INF 6-5", "1615")
    g.hexes[space(g, "1615")].works = works
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


def long_front() -> War:
    """Fall 1941: twenty-four German stacks within three hexes of a Soviet line, two Finnish corps far in the north, 60 NARFs, and
    an SLE last turn."""
    g = war("germany", "ussr", "finland", year=1941, season=2)
    g.last_turn, g.barbarossa = g.turn + 2, g.turn - 1
    row = g.nations[GERMANY]
    row.narfs, row.effort, row.effort_before = 60, 0, SLE
    line = [f"{x:02}{y}" for x in range(8, 20) for y in (15,)]
    for at in line:
        hold(g, "ussr", at)
        put(g, "ussr INF 4-5", at)
    for n, x in enumerate(range(8, 20)):
        for y in (17, 18):
            at = f"{x:02}{y}"
            if g.ground.land[space(g, at)]:
                hold(g, "germany", at)
                put(g, "germany ARM 8-8" if n % 4 == 0 else "germany INF 6-5", at, active=0)
    put(g, "finland INF 6-5", "helsinki", active=0)
    return g


def test_15_and_16_markers_cover_the_front_and_nothing_else():
    """Markers of an RLE reach four fifths of the factors at the front, and none lies where hardly anybody is."""
    g = long_front()
    plan = Table(g).play(plan_effort(g, GERMANY))[0]
    assert plan.verb in ("rle", "sle")
    count = int(plan.args[1]) if plan.verb == "rle" else 12
    markers = efforts.cover(g, GERMANY, "rle", count)
    strengths, kinds = g.roster.strengths, g.roster.kinds
    army = [u for u, kind in enumerate(kinds) if kind <= Kind.PART and g.units[u].sheet.nation == "germany"]
    germans = {u: g.units.at[u] for u in army if g.units.at[u] >= 0}
    total = sum(strengths[u] for u in germans)
    reached = {u for u, at in germans.items() if any(g.ground.far(at, s) <= 4 for s, _ in markers)}
    assert sum(strengths[u] for u in reached) >= 0.8 * total
    for s, _ in markers:
        assert sum(strengths[u] for u, at in germans.items() if g.ground.far(at, s) <= 4) >= 0.1 * total


@pytest.mark.parametrize("rock", ["malta", "gibraltar"])
def test_24_the_rocks_are_not_left_empty(rock):
    """The only unit in Malta or Gibraltar is not sent away, by rail, by sea or on foot; it counts as a garrison."""
    g = campaign()
    g.turn, g.side = turn_of(1940, FALL), ALLIES
    g.nations[ITALY].side = AXIS
    for u, at in enumerate(g.units.at):
        if at == space(g, rock):
            g.units[u].at = -1
    guard = put(g, "britain MOT 3-7", rock)
    assert guard in garrisons(g, ALLIES)
    moved = {u for move in draw_up(g).moves for u in move.stack}
    assert guard not in moved
    convoy = Ask("allies", "by sea?", [Option("ferry", g.units[guard]), Option("done")], "8.2", subject=Convoy(BRITAIN))
    found = plans.choose(g, convoy)
    assert found is not None and found[0].verb == "done"


def test_25_no_landing_under_the_guns_of_a_fleet():
    """Summer 1940, four German Fleets and three corps in Channel ports: with a British Fleet in the port that is the beach, or
    three corps on it, nothing sails."""
    g = campaign()
    g.turn, g.side = turn_of(1940, SUMMER), AXIS
    for u in range(len(g.units.at)):
        g.units[u].at = -1
    g.nations[FRANCE].surrendered = 1
    for s, country in enumerate(g.ground.country):
        if country in ("france", "belgium", "netherlands") and g.ground.land[s]:
            g.hexes[s].holder = GERMANY
    g.nations[GERMANY].effort = RLE
    for _ in range(3):
        put(g, "germany FLEET 1-12-5", "calais")
        put(g, "germany INF 6-5", "calais")
    for s in range(g.board.size):
        if g.ground.beach[s] and g.ground.country[s] == "britain":
            for _ in range(2):
                put(g, "britain MOT 6-7", g.board.ids[s])
    assert "sail" not in [o.verb for o in Table(g).play(naval_missions(g))]
