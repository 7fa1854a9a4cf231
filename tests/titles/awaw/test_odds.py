"""What an attack promises: the table of the stand-ins played out, and the outlook a player sees."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Option
from grognard.titles.awaw.nations import GERMANY, RUSSIA
from grognard.titles.awaw.odds import forecast, outlook
from grognard.titles.awaw.rules.combat import Plan, Staff
from grognard.titles.awaw.rules.construction import Factory, may_buy
from grognard.titles.awaw.rules.movement import Marcher, may_march
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.state import ATTACKING, POOL

from .kit import CHARTS, hold, put, puts, space, world


@pytest.mark.parametrize(("rounds", "odds", "clear"), [(1, 2, 0.67), (1, 3, 0.83), (2, 3, 1.0), (2, 2, 0.92)])
def test_chances_to_clear_three_factors(rounds, odds, clear):
    """The figures of the handbook: three factors in the clear at these odds, d taken as a win only when nothing is left."""
    found = forecast(CHARTS, 6 * odds, 0, 3, 6, 3, 0, rounds)
    assert found.clear == pytest.approx(clear, abs=0.18)
    assert found.attacker >= 0


def test_the_outlook_of_an_attack():
    """Item by item: two 4-6 and four AAF against a 2-3 in the swamp."""
    g = world()
    g.stage = 1
    tanks = puts(g, 2, "germany arm 4-6", "eM36", mission=ATTACKING)
    for u in tanks:
        g.units[u].target = space(g, "eM37")
    put(g, "russia i 2-3", "eM37")
    seen = outlook(g, Plan(GERMANY, space(g, "eM37")), Option("launch"))
    assert seen is not None
    assert (seen.odds, seen.price) == ("1:1", 8)
    assert [i.value for i in seen.defence] == [6]
    assert "swamp" in seen.defence[0].label
    assert sum(c.chance for c in seen.results) == pytest.approx(1.0)
    listed = outlook(g, Staff(GERMANY), Option("attack", g.hexes[space(g, "eM37")]))
    assert listed is not None and listed.odds == "1:1"
    assert outlook(g, Staff(GERMANY), Option("done")) is None


def test_ours_11_3_partisans_stay_at_home_and_hold_nothing():
    g = world()
    hold(g, "germany", "eK41", "eK42", "eL41")
    band = put(g, "russia partisan_com 1-3", "eK41")
    assert may_march(g, Marcher(band), space(g, "eK42")) is None
    refusal = may_march(g, Marcher(put(g, "russia partisan_com 1-3", "eK39")), space(g, "eK38"))
    assert refusal is not None and refusal.rule == "ours 11.3"  # eastern Poland is not Russia
    assert space(g, "eK41") not in network(g, 0, 0)  # ours 11.4: they bar supply


def test_ours_11_2_one_a_turn():
    g = world(mover="russia")
    hold(g, "germany", "eK41", "eK42", "eL42", "eM42")
    first, second = put(g, "russia partisan_com 1-3", "eK41", built=g.turn), put(g, "russia partisan_com 1-3", "eM45")
    g.units[second].at, g.units[second].pool = -1, POOL
    refusal = may_buy(g, Factory(RUSSIA), second)
    assert refusal is not None and refusal.rule == "ours 11.2"
    g.units[first].built = -1
    assert may_buy(g, Factory(RUSSIA), second) is None
