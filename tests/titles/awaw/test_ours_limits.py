"""Limits: naval squadrons, units of the lanes, reactions in the Balkans, Italy without Africa."""

from __future__ import annotations

from grognard.titles.awaw.nations import AXIS, BRITAIN, GERMANY, INDEX, JAPAN, NEUTRAL
from grognard.titles.awaw.rules.construction import Factory, lanes_share, may_buy, squadron_limit
from grognard.titles.awaw.rules.far_lands import reactions
from grognard.titles.awaw.rules.operations import in_africa, may_operate
from grognard.titles.awaw.state import NO_RESULT, POOL, SPRING, SUMMER, World

from .kit import campaign, drive, fight, put, puts, space


def in_pool(g: World, text: str, where: str) -> int:
    """The first counter of a sort in the force pool, which stands for all."""
    sample = put(g, text, where)
    g.units[sample].at, g.units[sample].pool = -1, POOL
    return next(u for u in range(len(g.units)) if g.units.design[u] == g.units.design[sample] and g.units.at[u] < 0
                and g.units.pool[u] == POOL and g.units.due[u] <= g.turn)  # fmt: skip


def built_now(g: World, count: int, text: str, where: str) -> None:
    for u in puts(g, count, text, where):
        g.units[u].built = g.turn


def test_9_93_no_axis_unit_in_africa():
    """9.93A: Italy makes no offensive actions while the Axis has left Africa."""
    g = campaign(year=1942, season=SUMMER, mover="italy")
    fight(g, "italy")
    foot = put(g, "italy i 3-3", "rome")
    target = space(g, "syracuse")
    refusal = may_operate(g, foot, target)
    assert refusal is not None and refusal.rule == "9.93A"
    put(g, "germany i 3-3", "tripoli")
    assert in_africa(g) and may_operate(g, foot, target) is None


def test_ours_17_31_squadrons_by_naval_air_training():
    """Japan has training three: three squadrons a turn at peace, six at war."""
    g = campaign("pacific", year=1941, season=SPRING, mover="japan")
    g.nations[JAPAN].level, g.nations[JAPAN].base = 100, 100
    g.nations[JAPAN].war = -1
    assert squadron_limit(g, JAPAN) == 3
    g.nations[JAPAN].war = g.turn
    assert squadron_limit(g, JAPAN) == 6
    fresh = in_pool(g, "japan nas", "tokyo")
    built_now(g, 5, "japan nas", "tokyo")
    assert may_buy(g, Factory(JAPAN), fresh) is None
    built_now(g, 1, "japan nas", "osaka")
    refusal = may_buy(g, Factory(JAPAN), fresh)
    assert refusal is not None and refusal.rule == "ours 17.31"


def test_ours_27_8_the_lanes_take_half_of_german_construction():
    g = campaign(year=1941, season=SPRING)
    g.nations[GERMANY].level, g.nations[GERMANY].base = 150, 40
    g.nations[BRITAIN].base = 80
    assert (lanes_share(g, GERMANY), lanes_share(g, BRITAIN)) == (10, 10)
    fresh = in_pool(g, "germany sub", "sw_atlantic")
    assert may_buy(g, Factory(GERMANY), fresh) is None
    built_now(g, 10, "germany sub", "sw_atlantic")
    refusal = may_buy(g, Factory(GERMANY), fresh)
    assert refusal is not None and refusal.rule == "ours 27.8"


def test_ours_49_6_neighbours_in_the_balkans_react():
    """War on Yugoslavia: Hungary, Rumania, Bulgaria and Greece are rolled for; war on Denmark moves nobody."""
    g = campaign(year=1941, season=SPRING)
    near = [INDEX[k] for k in ("rumania", "hungary", "bulgaria", "greece")]
    assert all(g.nations.side[n] == NEUTRAL for n in near)
    drive(g, reactions(g, INDEX["denmark"]), dice=[])
    assert all(g.nations.result[n] == NO_RESULT for n in near)
    drive(g, reactions(g, INDEX["yugoslavia"]), dice=[6, 6, 6, 1])
    assert g.nations.result[INDEX["rumania"]] >= 7 or g.nations.side[INDEX["rumania"]] == AXIS
