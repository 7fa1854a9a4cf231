"""What a good player would laugh at, each in a position: attacks that fall short of their plan, troops left unrepaired, tanks
that run out of supply, objectives left empty."""

from __future__ import annotations

import random

from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.agent import TheWarMind, building, draw_up
from grognard.titles.tw.agent.estimate import clash
from grognard.titles.tw.agent.orders import Attack, Orders
from grognard.titles.tw.agent.sketch import reach_of, sketch
from grognard.titles.tw.agent.stations import Stations
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX
from grognard.titles.tw.rules.combat import muster
from grognard.titles.tw.rules.construction import offers
from grognard.titles.tw.rules.control import surrender
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.supply import supply_now
from grognard.titles.tw.state import FORTIFICATION, FULL, NONE, War
from grognard.titles.tw.subjects import Building
from tests.titles.tw.kit import hold, put, space
from tests.titles.tw.test_05_strategic import campaign
from tests.titles.tw.test_agent import east


class Table:
    """A game as the planner sees it at a question."""

    def __init__(self, g: War, orders: Orders) -> None:
        self.g = g
        self.mind = TheWarMind()
        self.mind.plans.write(self, (g.player_turn, g.impulse), orders)  # type: ignore[arg-type]

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
    assert not draw_up(g, in_place=True).attacks


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


def test_tanks_do_not_drive_through_a_line_that_closes_behind_them():
    """Second impulse: the zones of five armies let a corps of tanks through towards a city, and no supply after it: it stays."""
    g = east()
    g.impulse = 2
    hold(g, "germany", "1318", "1319", "1320", "1418")
    tank = put(g, "germany ARM 8-8", "1318")
    put(g, "germany INF 6-5", "1319")
    for at in ("0816", "1117", "1417", "1715", "2016"):
        put(g, "ussr INF 4-5", at)
    g.points[space(g, "1211")] = 3
    beyond = space(g, "1313")
    assert reach_of(g, [tank]).can_end(beyond)
    end = ends(g, draw_up(g))[tank]
    g.units[tank].at = beyond
    assert supply_now(g, tank) == NONE
    g.units[tank].at = end
    assert supply_now(g, tank) == FULL


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
    known = g.roster
    fleet = next(u for u in known.naval if known.nations[u] == netherlands)
    g.units[fleet].at = g.ground.named("rotterdam")
    h = sketch(g)
    surrender(h, netherlands)
    assert h.nations.surrendered[netherlands] and not g.nations.surrendered[netherlands]
    assert h.rolled == g.rolled + 1


# --- numbered positions of the handbook -----------------------------------------------------------------------------------------


def ends(g: War, orders: Orders) -> dict[int, int]:
    """Where every unit stands when the orders have been carried out as drawn up."""
    found = dict(enumerate(g.units.at))
    for move in orders.moves:
        for u in move.stack:
            found[u] = move.legs[-1].space
    return found


def test_2_tanks_do_not_crowd_into_a_town_that_the_enemy_can_storm():
    """Smolensk has just been cleared, the infantry is far behind, four armies stand round it: one corps of tanks at most."""
    g = east()
    g.impulse = 2
    hold(g, "germany", "1215", "1216", "1217", "1316", "1317")
    tanks = [put(g, "germany ARM 8-8", "1216") for _ in range(3)]
    put(g, "germany INF 6-5", "1219")
    for at in ("1115", "1114", "1214", "1314"):
        put(g, "ussr INF 6-5", at)
        g.hexes[space(g, at)].works = FORTIFICATION  # nobody attacks them
    put(g, "ussr TAC 1-5-4", "1113")
    orders = draw_up(g)
    assert not orders.attacks
    where = ends(g, orders)
    assert sum(where[u] == space(g, "1215") for u in tanks) <= 1


def test_3_infantry_holds_the_line_not_tanks():
    """Three armies before three corps of tanks and three of foot: of those who end beside them at most one is a tank corps."""
    g = east()
    hold(g, "germany", "1317", "1318", "1417", "1418", "1319", "1419")
    for at in ("1316", "1416", "1516"):
        put(g, "ussr INF 4-5", at)
    tanks = [put(g, "germany ARM 8-8", at) for at in ("1319", "1418", "1419")]
    foot = [put(g, "germany INF 6-5", at) for at in ("1318", "1318", "1418")]
    orders = draw_up(g)
    busy = {u for attack in orders.attacks.values() for u in attack.force}
    where = ends(g, orders)
    foes = {space(g, at) for at in ("1316", "1416", "1516")}
    idle = [u for u in tanks if u not in busy and any(g.ground.far(where[u], s) == 1 for s in foes)]
    assert len(idle) <= 1 and len(foot) == 3


def test_10_a_winter_attack_of_the_worse_army_at_even_odds_is_left():
    """Three weak corps beside a German one worth eight, nothing behind it to cut."""
    g = east(side=ALLIES)
    g.turn += 1
    hold(g, "germany", "1113", "1114", "1115")
    put(g, "germany MECH 4-8", "1113")
    for what, at in (("ussr CAV 2-6", "1112"), ("ussr INF 4-5", "1112"), ("ussr INF 3-5", "1112")):
        put(g, what, at)
    assert space(g, "1113") not in draw_up(g).attacks


def test_11_the_last_finns_do_not_storm_leningrad():
    g = east()
    g.nations[INDEX["finland"]].side = AXIS
    put(g, "ussr INF 4-5", "leningrad")
    put(g, "ussr FLAK 1-3", "leningrad")
    g.hexes[space(g, "leningrad")].works = FORTIFICATION
    beside = next(s for s in g.ground.steps[space(g, "leningrad")] if g.ground.land[s])
    hold(g, "finland", g.board.ids[beside])
    for _ in range(2):
        put(g, "finland INF 6-5", g.board.ids[beside])
    assert space(g, "leningrad") not in draw_up(g).attacks


def test_12_a_lone_tank_corps_does_not_attack_its_equal():
    g = east()
    g.impulse = 2
    hold(g, "germany", "1717", "1718", "1719")
    put(g, "germany ARM 8-8", "1717")
    put(g, "ussr INF 4-5", "1716")
    put(g, "ussr INF 4-5", "1715")
    assert space(g, "1716") not in draw_up(g).attacks


def test_19_the_maginot_line_is_left_alone():
    """West, the first turn: its three fortress hexes are not attacked."""
    game = Session.new(TITLE, "west", {}, seed=b"\7" * 32)
    orders = draw_up(game.g)
    assert not {space(game.g, at) for at in ("1631", "1730", "1831")} & set(orders.attacks)
