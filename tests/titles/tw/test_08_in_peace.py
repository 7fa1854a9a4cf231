"""8.1, 4.4, 21.4, TW-AMB-194: strategic movement of powers at peace, and into swamps."""

from __future__ import annotations

from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.nations import USSR
from grognard.titles.tw.rules.deployment import border_zone, spare_room
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.rules.peace_movement import may_go, peace_goals, peace_movement
from grognard.titles.tw.rules.rail import domains, strategic_goals
from grognard.titles.tw.state import SPRING, SUMMER, turn_of

from .kit import ALLIES, drive, put, space, war
from .test_06_declarations import refused
from .test_14_money import campaign
from .test_21_soviets import pact


def test_8_1_a_power_at_peace_sends_troops_about_its_own_land():
    """The Soviets in Spring 1940: from Moscow to Odessa for a point and the price of an MLE, once; not into Poland."""
    g = campaign()
    g.turn, g.side = turn_of(1940, SPRING), ALLIES
    g.nations[USSR].narfs = 10
    for u, at in enumerate(g.units.at):
        if at >= 0 and g.roster.nations[u] == USSR:
            g.units[u].at = -1
    refresh(g)
    rifles = [put(g, "ussr INF 4-5", at) for at in ("1013", "1014")]
    before = g.nations.smp[USSR]
    goals = peace_goals(g, rifles[0])
    assert space(g, "odessa") in goals and space(g, "warsaw") not in goals
    drive(
        g, peace_movement(g),
        [f"entrain {g.units[rifles[0]].token}", f"arrive {g.hexes[space(g, 'odessa')].token}",
         f"entrain {g.units[rifles[1]].token}", f"arrive {g.hexes[space(g, 'kiev')].token}"],
    )  # fmt: skip
    assert [g.units.at[u] for u in rifles] == [space(g, "odessa"), space(g, "kiev")]
    assert (before - g.nations.smp[USSR], g.nations.narfs[USSR]) == (4, 8)
    assert refused(may_go(g, rifles[0])) == "8.1"


def test_8_1_in_peace_nothing_moves_without_money_points_or_for_others():
    g = campaign()
    g.turn, g.side = turn_of(1940, SPRING), ALLIES
    refresh(g)
    rifle, german, plane = put(g, "ussr INF 4-5", "1013"), put(g, "germany INF 6-5", "berlin"), put(g, "ussr TAC 1-5-4", "moscow")
    g.nations[USSR].narfs = 1
    assert refused(may_go(g, rifle)) == "4.4"
    g.nations[USSR].narfs, g.nations[USSR].smp = 20, 0
    assert refused(may_go(g, rifle)) == "8.4"
    assert refused(may_go(g, german)) == "9.4.1"
    g.nations[USSR].smp = 8
    assert may_go(g, plane) is None
    g.nations[USSR].side = ALLIES
    assert refused(may_go(g, rifle)) == "9.4.1"  # at war it moves with the others


def test_21_4_troops_at_the_border_do_not_leave_it_in_peace():
    """Summer 1940: who stands at the border goes to the rear only while thirty factors are not there; along the border freely."""
    g = pact(1940, SUMMER)
    refresh(g)
    zone = border_zone(g)
    guard = next(u for u, at in enumerate(g.units.at) if at in zone and g.roster.nations[u] == USSR and g.roster.ground[u])
    while spare_room(g)[0] >= 4:
        put(g, "ussr INF 4-5", "moscow")
    assert set(peace_goals(g, guard)) <= zone or spare_room(g)[0] >= g.roster.strengths[guard]
    assert any(s in zone for s in peace_goals(g, guard))


def test_8_1_3_strategic_movement_ends_in_a_swamp_and_does_not_pass_one():
    """10.6.7: Leningrad lies in a swamp: troops travel into it, and from it; behind it nothing is joined by it."""
    g = war("germany", "ussr", side=ALLIES)
    leningrad = space(g, "leningrad")
    assert g.ground.terrain[leningrad] == SWAMP
    rifle = put(g, "ussr INF 4-5", "moscow")
    g.nations[USSR].smp = 16
    assert leningrad in strategic_goals(g, rifle)
    part, _ = domains(g, ALLIES, frozenset(), True, False)
    assert part[leningrad] == 0
    g.units[rifle].at = leningrad
    assert space(g, "moscow") in strategic_goals(g, rifle)
