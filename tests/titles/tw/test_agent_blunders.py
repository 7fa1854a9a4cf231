"""What a good player would laugh at, each in a position: attacks that fall short of their plan, troops left unrepaired, tanks
that run out of supply, objectives left empty."""

from __future__ import annotations

import random

from grognard.kernel.flow import Ask, Option
from grognard.titles.tw.agent import TheWarMind, building, draw_up
from grognard.titles.tw.agent.estimate import clash
from grognard.titles.tw.agent.orders import Attack, Orders
from grognard.titles.tw.agent.sketch import sketch
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX
from grognard.titles.tw.rules.combat import muster
from grognard.titles.tw.rules.construction import offers
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import roster
from grognard.titles.tw.state import FORTIFICATION, War
from grognard.titles.tw.subjects import Building
from tests.titles.tw.kit import hold, put, space
from tests.titles.tw.test_05_strategic import campaign
from tests.titles.tw.test_agent import east


class Table:
    """A game as the planner sees it at a question."""

    def __init__(self, g: War, orders: Orders) -> None:
        self.g = g
        self.mind = TheWarMind()
        self.mind.plans[self] = ((g.player_turn, g.impulse), orders)  # type: ignore[index]

    def muster(self, at: str) -> Battle | None:
        """The attack on a hex as the planner musters it; None when it calls it off."""
        flow = muster(self.g, space(self.g, at))
        try:
            ask = next(flow)
            while True:
                assert isinstance(ask, Ask)
                ask = flow.send(self.mind.plan(self, ask.seat, ask, random.Random(1), "quick")[0])  # type: ignore[arg-type]
        except StopIteration as stop:
            found: Battle | None = stop.value
            return found


def before_1317(*extra: str) -> tuple[War, Orders, list[int]]:
    """A corps at 1317, a plan to attack it with three corps out of 1318; further corps at 1417."""
    g = east()
    hold(g, "germany", "1318", "1319", "1417", "1418")
    put(g, "ussr INF 4-5", "1317")
    force = [put(g, what, "1318") for what in ("germany ARM 8-8", "germany INF 6-5", "germany INF 6-5")]
    target = space(g, "1317")
    promised = clash(g, Battle(target, AXIS, g.impulse, force)).column
    orders = Orders(attacks={target: Attack(force, 9.0, "as planned", column=promised)})
    for what in extra:
        put(g, what, "1417")
    return g, orders, force


def test_an_attack_goes_in_as_planned():
    g, orders, force = before_1317()
    battle = Table(g, orders).muster("1317")
    assert battle is not None and sorted(battle.attackers) == sorted(force)


def test_an_attack_is_called_off_when_too_few_came():
    g, orders, force = before_1317()
    for u in force[:2]:
        g.units[u].at = space(g, "1319")  # the way was barred
    g.units[force[2]].depleted = 1
    table = Table(g, orders)
    assert table.muster("1317") is None
    assert space(g, "1317") not in orders.attacks  # and it is not announced again


def test_an_attack_is_made_up_from_units_that_stand_beside():
    g, orders, force = before_1317("germany INF 6-5", "germany INF 6-5", "germany INF 6-5")
    for u in force[:2]:
        g.units[u].at = space(g, "1319")
    battle = Table(g, orders).muster("1317")
    assert battle is not None
    assert force[2] in battle.attackers and len(battle.attackers) >= 3


def test_once_the_moves_are_over_only_those_beside_a_hex_are_counted_on():
    g = east()
    hold(g, "germany", "1318", "1319", "1320")
    put(g, "ussr INF 2-5", "1317")
    g.hexes[space(g, "1317")].works = FORTIFICATION
    for _ in range(3):
        put(g, "germany ARM 8-8", "1319")
    assert space(g, "1317") in draw_up(g).attacks
    assert not draw_up(g, standing=True).attacks


def test_depleted_corps_are_repaired_when_there_is_money():
    """Fall 1941, 90 NARFs, seven depleted units that did not move: five repairs at least."""
    g = east()
    g.last_turn = g.turn + 6
    g.nations[GERMANY].narfs = 90
    hold(g, "germany", "1320", "1321", "1420", "1421")
    for n, at in enumerate(("1320", "1320", "1321", "1420", "1420", "1421", "1421")):
        put(g, "germany ARM 8-8" if n == 0 else "germany INF 6-5", at, depleted=1)
    put(g, "ussr INF 4-5", "1316")
    repaired = 0
    while True:
        listed = [Option("repair", g.units[u]) for u in offers(g, AXIS)["repair"]]
        ask = Ask("axis", "Build Segment", [*listed, Option("done")], "3.7", subject=Building(AXIS))
        found = building.choose(g, ask, Stations(g, AXIS))
        if found is None or found[0].verb != "repair":
            break
        u = found[0].arg.index
        g.nations[GERMANY].narfs -= building.repair_price(g, u)
        g.units[u].depleted = 0
        repaired += 1
    assert repaired >= 5


def test_tanks_do_not_stop_out_of_supply():
    """The ground beyond the river can be entered but not supplied: a corps of tanks is worth more than the ground."""
    g = east()
    g.impulse = 2
    hold(g, "germany", "1318", "1319", "1320")
    tank = put(g, "germany ARM 8-8", "1318")
    put(g, "ussr INF 4-5", "1216")
    stations = Stations(g, AXIS)
    fed = space(g, "1318")
    assert stations.view.fed[fed]
    here = stations.value(tank, fed)
    stations.view.fed = [False] * g.board.size
    assert here - stations.value(tank, fed) >= 0.6 * stations.view.worth(tank)


def test_an_own_objective_does_not_stay_empty_within_reach_of_cavalry():
    """Odessa in German hands and empty, a cavalry corps near: one of the corps beside goes in."""
    g = east()
    hold(g, "germany", "odessa", "2116", "2216", "2117", "2217")
    g.points[space(g, "odessa")] = 2
    beside = [put(g, "germany INF 6-5", "2116"), put(g, "germany INF 6-5", "2216")]
    put(g, "ussr CAV 2-6", "2113")
    ends = {u: move.legs[-1].space for move in draw_up(g).moves for u in move.stack}
    assert space(g, "odessa") in {ends.get(u) for u in beside}


def test_a_capital_taken_in_thought_rolls_dice_of_its_own() -> None:
    """23.37: the fall of the Netherlands rolls for its fleet; a planner that thinks of it touches neither game nor dice."""
    g = campaign("campaign_1939")
    netherlands = INDEX["netherlands"]
    g.nations[netherlands].side = ALLIES
    known = roster(g)
    fleet = next(u for u in known.naval if known.nations[u] == netherlands)
    g.units[fleet].at = g.ground.named("rotterdam")
    h = sketch(g)
    surrender(h, netherlands)
    assert h.nations.surrendered[netherlands] and not g.nations.surrendered[netherlands]
    assert h.rolled == g.rolled + 1
