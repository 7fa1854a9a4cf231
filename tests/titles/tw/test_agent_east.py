"""The Soviet Union before its surrender roll (21.1), in positions: what it builds again, who sends it money, and who stands
before Leningrad when the war comes."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import building, transfers, war
from grognard.titles.tw.agent.estimate import surrender_looms
from grognard.titles.tw.agent.ground_view import View
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, INDEX, USA, USSR
from grognard.titles.tw.rules.capitulation import lost_value
from grognard.titles.tw.rules.grants import Treasury
from grognard.titles.tw.rules.logistics import refresh
from grognard.titles.tw.state import LOST, SLE, SPRING, SUMMER, War, turn_of
from tests.titles.tw.kit import hold, put, space
from tests.titles.tw.test_05_strategic import campaign
from tests.titles.tw.test_17_capitulation import lose_worth


def tottering(lost: int, city: str = "leningrad") -> War:
    """Summer 1941: an Axis hand on a city of the roll, and so many NARFs of Soviet units lost."""
    g = campaign()
    g.turn, g.side = turn_of(1941, SUMMER), ALLIES
    g.nations[USSR].side, g.nations[USSR].effort, g.barbarossa = ALLIES, SLE, g.turn
    g.nations[FRANCE].surrendered = 1
    g.nations[USA].side = ALLIES
    for u in range(len(g.units)):
        g.units[u].fallen = 0
        if g.roster.sides[u] == ALLIES:
            g.units[u].at = -1
    if city:
        hold(g, "germany", city)
        put(g, "germany INF 6-5", city)
    lose_worth(g, "ussr", USSR, lost)
    refresh(g)
    return g


def rifles(g: War) -> int:
    """A lost rifle army of six factors."""
    u = put(g, "ussr INF 6-5", "moscow")
    g.units[u].at, g.units[u].pool, g.units[u].fallen = -1, LOST, 1
    return u


@pytest.mark.parametrize(("more", "city", "wanted"), [(0, "leningrad", True), (30, "leningrad", False), (0, "", False)])
def test_what_lowers_the_surrender_roll_is_built_again(more: int, city: str, wanted: bool):
    """Lost units worth a few NARFs over a step of fifty, and 30 NARFs in hand: another army brings the modifier down. Over the
    step by more than there is money for, or with no city taken, there is nothing to gain."""
    g = tottering(97 + more, city)
    lost = rifles(g)
    assert lost_value(g, USSR, ships=False) == 104 + more
    g.nations[USSR].narfs = 30
    assert surrender_looms(g) is bool(city)
    straw = building.last_straw(g, g.units[lost])
    assert (straw >= building.A_POINT) is wanted and (straw == 0.0) is not wanted
    if wanted:
        assert building.worth(g, Option("build", g.units[lost]), Stations(g, ALLIES))[0] >= building.A_POINT


@pytest.mark.parametrize("power", [BRITAIN, USA])
@pytest.mark.parametrize(
    ("city", "narfs", "received", "sent"),
    [("leningrad", 60, 0, 20), ("leningrad", 30, 0, 0), ("leningrad", 60, 20, 0), ("", 60, 0, 0)],
)
def test_twenty_narfs_go_to_a_tottering_ally(power: int, city: str, narfs: int, received: int, sent: int):
    """21.1: twenty NARFs received in the turn are a point less; they are sent when the roll looms and the lender is not poor,
    once."""
    g = tottering(90, city)
    g.nations[power].narfs, g.nations[USSR].narfs = narfs, 100
    g.nations[BRITAIN].aid_sent = g.nations[USA].aid_sent = 40
    g.nations[USSR].received = received
    ship = g.units[put(g, "britain FLEET 1-12-5", "scapa_flow")]
    loans = [Option("lend", g.nations[USSR], ship, n) for n in (5, 10, 20)]
    found = war.choose(g, Ask("allies", "aid?", [*loans, Option("done")], "14.8", subject=Treasury(power)))
    assert found is not None and (found[0].args[2] if found[0].verb == "lend" else 0) == sent


def before_leningrad(finns: int, year: int = 1941) -> tuple[War, transfers.Posts]:
    g = campaign()
    g.turn, g.side = turn_of(year, SPRING), ALLIES
    g.nations[INDEX["finland"]].side = finns
    for s in g.ground.karelia:
        g.hexes[s].holder = USSR
    for u in range(len(g.units)):
        g.units[u].at = -1
    refresh(g)
    return g, transfers.Posts(g, ALLIES, View(g, ALLIES))


def test_corps_without_a_zone_of_control_hold_no_outwork():
    """Tanks run past a weak corps to Leningrad: the ground before it wants a rifle army rather."""
    g, posts = before_leningrad(AXIS)
    assert posts.outworks and posts.outworks <= set(g.ground.steps[space(g, "leningrad")])
    army, corps = put(g, "ussr INF 4-5", "0812"), put(g, "ussr INF 3-5", "0812")
    for s in posts.outworks:
        assert posts.wanted(army, s) > posts.wanted(corps, s)
    behind = next(
        s
        for s in posts.soviet
        if s not in posts.outworks and s not in g.ground.steps[space(g, "leningrad")] and not g.ground.city[s]
    )
    assert posts.wanted(army, behind) == posts.wanted(corps, behind)


@pytest.mark.parametrize(("year", "awaited"), [(1941, True), (1940, False)])
def test_the_finns_are_awaited_before_they_join(year: int, awaited: bool):
    """In the spring of 1941 neutral Finland counts as an enemy to come: the outworks of Leningrad are manned while there is
    time for it; a year before that nobody waits for it."""
    g, posts = before_leningrad(2, year)
    finns = [s for s, holder in enumerate(g.hexes.holder) if holder == INDEX["finland"] and g.ground.land[s]]
    assert set(finns) <= set(transfers.coming(g, ALLIES)) if awaited else not set(finns) & set(transfers.coming(g, ALLIES))
    assert bool(posts.outworks) is awaited
