"""Ours 15.44, 15.45 and 9.57, 9.73, 9.75: one attack on several hexes, also on two fronts."""

from __future__ import annotations

from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import EUROPEAN_AXIS, GERMANY
from grognard.titles.awaw.rules.battle import battle_at, fight_attack
from grognard.titles.awaw.rules.combat import Plan, Staff, call_off, join, launch, may_attack, may_join, may_widen, widen, wider
from grognard.titles.awaw.rules.operations import full_offensive, may_attrition
from grognard.titles.awaw.rules.strength import defence
from grognard.titles.awaw.state import World, ledger_place

from .kit import drive, put, puts, world


def two_fronts() -> tuple[World, int, int, int]:
    """A German hex that touches an enemy hex of the western front and one of the eastern."""
    g = world("germany", "russia")
    g.stage = 1
    front, field = g.ground.front, g.ground.field
    for s in g.ground.field_hexes:
        near = [o for o, _ in g.ground.ways[s] if field[o] and not g.ground.rough[o]]
        west = next((o for o in near if front[o] == FRONT["western"]), -1)
        east = next((o for o in near if front[o] == FRONT["eastern"]), -1)
        if west >= 0 and east >= 0 and g.ground.europe[s]:
            break
    g.hexes[s].holder = GERMANY
    for foe in (west, east):
        u = put(g, "russia i 1-3", "moscow")
        g.units[u].at = foe
    return g, s, west, east


def test_ours_15_44_strengths_are_added():
    """Two hexes with a 1-3 each defend with four; a unit that touches only one of them may not join."""
    g, here, west, east = two_fronts()
    tank = put(g, "germany arm 4-6", "berlin")
    g.units[tank].at = here
    plan = Plan(GERMANY, west)
    refusal = may_widen(g, plan, east)
    assert refusal is not None and refusal.rule == "ours 15.44"  # nobody has joined yet
    join(g, plan, tank)
    assert wider(g, plan) == [east]
    widen(g, plan, east)
    multipliers = sum(2 + g.ground.dm[s] for s in (west, east))
    assert defence(g, battle_at(g, west, g.side)) >= multipliers
    assert len(battle_at(g, west, g.side).defenders) == 2
    far = next(o for o, _ in g.ground.ways[west] if o not in (here, east) and east not in [n for n, _ in g.ground.ways[o]])
    other = put(g, "germany arm 4-6", "berlin")
    g.units[other].at = far
    refusal = may_join(g, plan, other)
    assert refusal is not None and refusal.rule == "ours 15.21"
    refusal = may_attack(g, Staff(GERMANY), east)
    assert refusal is not None and refusal.rule == "ours 15.44"
    call_off(g, plan, None)
    assert g.breadth == [] and g.hexes.joined[east] < 0


def test_ours_15_45_paid_once_and_counted_on_both_fronts():
    """9.75: sixteen factors are paid on the front of the first hex, fifteen in all; neither front allows attrition then, and only
    the first is a full offensive."""
    g, here, west, east = two_fronts()
    tanks = puts(g, 4, "germany arm 4-6", "berlin")
    plan = Plan(GERMANY, west)
    for u in tanks:
        g.units[u].at = here
        join(g, plan, u)
    widen(g, plan, east)
    drive(g, launch(g, plan, None))
    assert g.nations.level[GERMANY] == 85
    fronts = FRONT["western"], FRONT["eastern"]
    assert [g.spent[ledger_place(GERMANY, f)] for f in fronts] == [15, 0]
    assert [full_offensive(g, GERMANY, f) for f in fronts] == [True, False]
    for f in fronts:
        refusal = may_attrition(g, EUROPEAN_AXIS, f)
        assert refusal is not None and refusal.rule == "9.61"
    drive(g, fight_attack(g, west), dice=[6] * 9)
    assert g.hexes.attacked[west] and g.hexes.attacked[east] and not g.breadth


def test_9_75_one_front_alone_leaves_the_other_open():
    """The same attack on one hex alone counts there alone."""
    g, here, west, _ = two_fronts()
    plan = Plan(GERMANY, west)
    for u in puts(g, 4, "germany arm 4-6", "berlin"):
        g.units[u].at = here
        join(g, plan, u)
    drive(g, launch(g, plan, None))
    assert may_attrition(g, EUROPEAN_AXIS, FRONT["western"]) is not None
    assert may_attrition(g, EUROPEAN_AXIS, FRONT["eastern"]) is None


def test_ours_15_44_both_hexes_are_entered():
    """D on both: survivors advance into each empty hex."""
    g, here, west, east = two_fronts()
    plan = Plan(GERMANY, west)
    tanks = puts(g, 6, "germany arm 4-6", "berlin")
    for u in tanks:
        g.units[u].at = here
        join(g, plan, u)
    widen(g, plan, east)
    drive(g, launch(g, plan, None))
    answers = [f"advance u{tanks[0]}", "remain", f"advance u{tanks[1]}", "remain"]
    drive(g, fight_attack(g, west), answers, dice=[6] * 3)
    assert {g.units.at[tanks[0]], g.units.at[tanks[1]]} == {west, east}
