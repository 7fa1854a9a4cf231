"""The blunders of the handbook on its model front, and what the planner's movement is made of: blows, cordons, supplied marches.

Model front: Germans in K42 L41 M41 N40 O40, Russians in K43 L42 M42 N41 O41, all clear, Summer 1942.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Ask, Option
from grognard.titles.awaw.agent import MIND
from grognard.titles.awaw.agent.assault import Assaults
from grognard.titles.awaw.agent.blows import Blows
from grognard.titles.awaw.agent.cordon import Cordon
from grognard.titles.awaw.agent.statecraft import counsel
from grognard.titles.awaw.agent.stations import air_station, frost_comes, ground_station, winter_quarters
from grognard.titles.awaw.agent.view import View, is_tank
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY, RUSSIA
from grognard.titles.awaw.rules.attrition import Choice
from grognard.titles.awaw.rules.exploitation import Raider
from grognard.titles.awaw.rules.redeployment import Quarter
from grognard.titles.awaw.rules.research import Laboratory, cell
from grognard.titles.awaw.rules.supply import determine_supply
from grognard.titles.awaw.rules.units import factors
from grognard.titles.awaw.state import FALL, SPRING, SUMMER, WINTER, World, turn_of

from .kit import campaign, hold, put, puts, space, world

GERMANS, RUSSIANS = ("eK42", "eL41", "eM41", "eN40", "eO40"), ("eK43", "eL42", "eM42", "eN41", "eO41")


def front(*, german: str = "germany i 3-3", russian: str = "russia i 2-3", side: int = AXIS) -> World:
    """The model front with two Germans and one Russian in every hex, the land behind each held by its side."""
    g = world("germany", "russia", side=side, mover="germany" if side == AXIS else "russia")
    for row, last in {"J": 42, "K": 42, "L": 41, "M": 41, "N": 40, "O": 40, "P": 39}.items():
        hexes = (f"e{row}{column}" for column in range(34, last + 1))
        hold(g, "germany", *(token for token in hexes if g.board.knows(token) and g.ground.field[space(g, token)]))
    for token in GERMANS:
        if german:
            puts(g, 2, german, token)
    for token in RUSSIANS:
        put(g, russian, token)
    puts(g, 5, "germany aaf", "eK40")
    g.stage = 1
    determine_supply(g, AXIS)
    return g


def attacks(g: World) -> Assaults:
    return Assaults(g, GERMANY, View(g, AXIS))


def test_the_model_front_is_supplied():
    g = front()
    assert all(g.units.supply[u] == 0 for u in range(10))


def test_blunder_2_many_attacks_or_none():
    """Thirty factors against five weak hexes: a full offensive on several hexes, not ten to fourteen BRPs of small attacks."""
    g = front()
    plans = attacks(g).chosen()
    spent = sum(factors(g, a.units) + a.support for a in plans.values())
    assert spent == 0 or spent >= 15


def test_blunder_3_a_full_offensive_uses_its_army():
    """With twenty BRPs left fifteen are paid only for twenty factors or a breakthrough."""
    g = front()
    g.nations[GERMANY].level = 20
    plans = attacks(g).chosen()
    paid = sum(factors(g, a.units) for a in plans.values())
    assert not plans or paid >= 20 or any(is_tank(g, u) for a in plans.values() for u in a.units)


def test_blunder_4_attrition_when_the_purse_is_empty():
    g = front()
    g.nations[GERMANY].level = 4
    ask = Ask("germany", "Attrition", [Option("done")], subject=Choice(GERMANY, EUROPEAN_AXIS))
    grind, rest = (MIND._value(quiet(g), "germany", ask, Option(verb), careful=True) for verb in ("attrition", "done"))
    assert grind > rest


def test_blunder_5_armor_waits_for_the_gap():
    """Infantry and aircraft are enough for a 2-3 in the clear: of six tanks beside it at least one waits."""
    g = front(german="")
    puts(g, 2, "germany i 3-3", "eL41")
    tanks = [u for token in ("eK42", "eM41", "eN40") for u in puts(g, 2, "germany arm 4-6", token)]
    determine_supply(g, AXIS)
    plans = attacks(g).chosen()
    used = {u for a in plans.values() for u in a.units}
    assert plans and len(used & set(tanks)) < len(tanks)


def test_blunder_7_the_line_falls_back_on_cities():
    """On the defence a 3-3 in a free city beats a second one in the clear beside the enemy's armor."""
    g = front(german="germany arm 4-6", side=ALLIES)
    u, _ = puts(g, 2, "russia i 3-3", "eM42")
    view = View(g, ALLIES)
    assert not view.bold
    assert ground_station(view, u, space(g, "kharkov"), True) > ground_station(view, u, space(g, "eM42"), True)


def test_blunder_8_an_empty_centre_is_guarded():
    g = front(german="germany arm 4-6", side=ALLIES)
    u = put(g, "russia i 3-3", "eN44")
    view = View(g, ALLIES)
    assert ground_station(view, u, space(g, "kharkov"), True) > ground_station(view, u, space(g, "eN44"), True)


def test_blunder_14_industry_leaves_before_the_tanks_come():
    g = front(german="germany arm 4-6", side=ALLIES)
    view = View(g, ALLIES)
    option = Option("evacuate", g.hexes[space(g, "kharkov")])
    assert MIND._pick(quiet(g), view, Quarter(RUSSIA), option, True) > 0


def test_blunder_23_aircraft_leave_a_base_beside_armor():
    g = front(german="germany arm 4-6", side=ALLIES)
    wing = put(g, "russia aaf", "eL43")
    view = View(g, ALLIES)
    near = next(s for s in g.ground.within(space(g, "eL42"), 1) if view.enemy[s] == 1)
    assert air_station(view, wing, near, True) < air_station(view, wing, space(g, "kharkov"), True)


def test_blunder_24_points_go_together():
    """Ten research points of Germany in 1940: the fifth point goes where four lie already."""
    g = campaign(year=1940, season=SPRING)
    lab = Laboratory(GERMANY, EUROPEAN_AXIS, 5)
    g.points[cell(EUROPEAN_AXIS, "ctl")] = 4
    keys = ("ctl", "air_range", "radar", "torpedoes")
    view = View(g, AXIS)
    assert max(keys, key=lambda key: counsel(g, view, lab, Option("allot", key))) == "ctl"


# --- blows and cordons --------------------------------------------------------------------------------------------------


def test_a_cordon_is_worth_what_it_cuts_off():
    """Armor behind a stack whose only road it bars is worth its factors; far from everything it is worth nothing."""
    g = world("germany", "russia")
    hold(g, "germany", *(g.board.token(o) for o in g.ground.within(space(g, "eM42"), 2) if g.ground.field[o]))
    hold(g, "russia", "eM42", "eM43", "eM44")
    puts(g, 2, "russia i 3-3", "eM42")
    determine_supply(g, ALLIES)
    cordon = Cordon(g, AXIS)
    assert cordon.worth(space(g, "eM43"), True) == 6.0
    assert cordon.worth(space(g, "berlin"), True) == 0.0


def test_blows_bring_the_strongest_beside_the_target():
    """A lone Russian on the front is struck: the units of the plan end beside it and pass two to one."""
    g = world("germany", "russia")
    target = space(g, "eM42")
    hold(g, "germany", *(g.board.token(o) for o in g.ground.within(target, 4) if g.ground.field[o]))
    hold(g, "russia", "eM42", "eM43", "eM44", "eM45", "eM46")
    put(g, "russia i 2-3", "eM42")
    puts(g, 2, "germany i 3-3", "eM40")
    puts(g, 2, "germany arm 4-6", "eM39")
    determine_supply(g, AXIS)
    view = View(g, AXIS)
    blows = Blows(g, GERMANY, view)
    assert blows.targets == [target]
    beside = {o for o, _ in g.ground.ways[target]}
    assert blows.goal and set(blows.goal.values()) <= beside
    for s in set(blows.goal.values()):
        assert sum(goal == s for goal in blows.goal.values()) <= 2


class Quiet:
    """As much of a session as a judgement reads."""

    def __init__(self, g: World) -> None:
        self.g, self.count = g, 0


def quiet(g: World) -> Any:
    return Quiet(g)


# --- blunders 6, 12, 21, 22 ---------------------------------------------------------------------------------------------


def test_blunder_6_exploiters_keep_their_chain():
    """A way that lies open in the zone of Russian armor is worth less than the same way with a friend on it."""
    g = front(german="")
    gap, ahead = space(g, "eL42"), space(g, "eL44")
    for u in range(len(g.units)):
        if g.units.at[u] == gap:
            g.units[u].at = -1
    puts(g, 2, "russia arm 4-5", "eN42")
    puts(g, 2, "russia arm 4-5", "eK44")
    u, *_ = puts(g, 3, "germany arm 4-6", "eL42")
    hold(g, "germany", "eL42", "eL43")
    determine_supply(g, AXIS)
    determine_supply(g, ALLIES)
    subject = Raider(u)
    assert ahead in subject.reach(g).costs
    assert MIND._chain_cut(g, View(g, AXIS), subject, ahead)
    for s in subject.reach(g).path(ahead)[1:-1]:
        put(g, "germany i 3-3", g.board.token(s))
    assert not MIND._chain_cut(g, View(g, AXIS), Raider(u), ahead)
    assert not MIND._chain_cut(g, View(g, AXIS), subject, gap)


def test_blunder_12_armor_leaves_the_line_before_the_frost():
    """Fall 1941 without winter preparation: a tank in contact goes a hex back, infantry into a city; in summer both stay."""
    g = front(german="")
    tank = put(g, "germany arm 4-6", "eM41")
    foot = put(g, "germany i 3-3", "eM40")
    determine_supply(g, AXIS)
    assert not frost_comes(g, tank)
    g.turn = turn_of(1941, FALL)
    assert frost_comes(g, tank)
    view = View(g, AXIS)
    assert winter_quarters(view, tank, space(g, "eM41")) < winter_quarters(view, tank, space(g, "eM39"))
    assert winter_quarters(view, foot, space(g, "eK40")) > winter_quarters(view, foot, space(g, "eM40"))
    g.nations[GERMANY].prep = 4
    assert not frost_comes(g, tank)


def test_blunder_21_winter_money_is_built_with():
    """Winter 1940, 120 BRPs and a pool: infantry is built although nobody attacks; battleships wait for who is rich."""
    g = campaign(year=1940, season=WINTER)
    g.nations[GERMANY].level = 120
    view = View(g, AXIS)
    foot = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.INF and g.units[u].sheet.nation == GERMANY)
    hull = next(u for u in range(len(g.units)) if g.units[u].sheet.kind == Kind.BB and g.units[u].sheet.nation == GERMANY)
    assert MIND._build(g, view, Option("build", g.units[foot]), True) > 0
    g.nations[GERMANY].level = 16
    assert MIND._build(g, view, Option("build", g.units[foot]), True) > 0
    assert MIND._build(g, view, Option("lay_down", g.units[hull]), True) < 0


def test_blunder_22_no_offensive_into_debt_for_nothing():
    """Russia with ten BRPs: the attack must bring what it costs; with sixty a third of it is enough."""
    g = campaign(year=1942, season=SUMMER, side=ALLIES, mover="russia")
    view = View(g, ALLIES)
    g.nations[RUSSIA].level = 10
    poor = view.money(RUSSIA)
    g.nations[RUSSIA].level = 60
    assert poor == 1.0 and view.money(RUSSIA) < 0.5
