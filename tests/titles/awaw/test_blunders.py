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
from grognard.titles.awaw.agent.stations import air_station, ground_station
from grognard.titles.awaw.agent.view import View, is_tank
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY, RUSSIA
from grognard.titles.awaw.rules.attrition import Choice
from grognard.titles.awaw.rules.redeployment import Quarter
from grognard.titles.awaw.rules.research import Laboratory, cell
from grognard.titles.awaw.rules.supply import determine_supply
from grognard.titles.awaw.rules.units import factors
from grognard.titles.awaw.state import SPRING, World

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
