"""Ours 17 to 19 and 23: squadrons, naval air over land, jets, and what flies over ships."""

from __future__ import annotations

from grognard.titles.awaw.nations import ALLIES, BRITAIN, GERMANY
from grognard.titles.awaw.rules.air import Sortie, air_modifiers, air_round, fit, hangars, may_fly, may_fly_naval, take_off_naval
from grognard.titles.awaw.rules.battle import battle_at
from grognard.titles.awaw.rules.operations import pay
from grognard.titles.awaw.rules.units import air_factors, recombine, squadrons
from grognard.titles.awaw.state import COVERING, INTERCEPTING, SUPPORTING

from .kit import hold, put, puts, space, world


def test_ours_17_a_odd_squadrons_stay():
    """AW-OURS-17-a: nine squadrons that lose two are two factors and a squadron."""
    g = world("germany", "britain")
    planes = puts(g, 3, "germany aaf", "berlin")
    assert sum(squadrons(g, u) for u in planes) == 9
    g.units[planes[0]].short = 1
    g.units[planes[1]].short = 1
    recombine(g, planes)
    assert sum(squadrons(g, u) for u in planes if g.units.at[u] >= 0) == 7
    assert sorted(squadrons(g, u) for u in planes) == [1, 3, 3]
    assert air_factors(g, planes) == 2
    g.units[planes[1]].short = 1
    recombine(g, planes)
    assert sum(g.units.at[u] >= 0 for u in planes) == 2  # three lost squadrons are a factor


def test_ours_19_c_two_factors_meet_four_squadrons():
    """AW-OURS-19-c: they roll as six squadrons and lose squadrons; with 7 and 2 the four lose more."""
    g = world("germany", "britain")
    g.nations[GERMANY].air = g.nations[BRITAIN].air = 2
    two, four = puts(g, 2, "germany aaf", "berlin"), puts(g, 4, "britain nas", "london")
    six, small = (g.charts.air_combat[g.charts.air_combat.column(roll), row] for row, roll in ((6, 7), (4, 9)))
    g.dice = type(g.dice)(3, 4, 4, 5)
    air_round(g, space(g, "eM31"), two, four)
    assert sum(g.units.at[u] < 0 for u in four) == min(4, six.lost)
    assert 6 - sum(squadrons(g, u) for u in two if g.units.at[u] >= 0) == small.lost


def test_ours_18_b_naval_air_over_land_costs_a_third_each_phase():
    """AW-OURS-18-b, 9.51C: four squadrons and two of another base cost two BRPs together, a seventh a third; a new phase counts
    anew."""
    g = world("germany", "britain", side=ALLIES, mover="britain")
    hold(g, "britain", "antwerp")
    target = space(g, "eM25")
    hold(g, "germany", "eM25")
    planes = puts(g, 8, "britain nas", "antwerp")
    assert pay(g, BRITAIN, target, planes[:4]) == 2
    assert pay(g, BRITAIN, target, planes[4:6]) == 0
    assert pay(g, BRITAIN, target, planes[6:7]) == 1
    g.new_phase()
    assert pay(g, BRITAIN, target, planes[7:8]) == 1


def test_9_22_naval_air_supports_ground_attacks():
    """9.22D: three land-based squadrons are a factor of ground support; out of their three hexes they do not come."""
    g = world("germany", "britain", side=ALLIES, mover="britain")
    g.stage = 1
    hold(g, "britain", "antwerp")
    target = next(o for o, _ in g.ground.ways[space(g, "antwerp")] if g.ground.country[o] >= 0)
    g.hexes[target].holder = GERMANY
    puts(g, 4, "britain nas", "antwerp")
    sortie = Sortie(BRITAIN, target, SUPPORTING, 99)
    take_off_naval(g, sortie, (space(g, "antwerp"), 3))
    assert battle_at(g, target, ALLIES).support == 1
    refusal = may_fly_naval(g, Sortie(BRITAIN, space(g, "berlin"), SUPPORTING, 99), (space(g, "antwerp"), 1))
    assert refusal is not None
    refusal = may_fly_naval(g, sortie, (space(g, "antwerp"), 2))
    assert refusal is not None and refusal.rule == "ours 17.3"  # one is left


def test_ours_17_5_jets_defend_and_intercept():
    """Jets add one each in air combat, fly cover and interception, and neither support attacks nor strike bases."""
    g = world("germany", "britain")
    jets, plane = puts(g, 2, "germany jet", "berlin"), put(g, "germany aaf", "berlin")
    enemy = put(g, "britain aaf", "london")
    target = space(g, "eM31")
    assert fit(g, Sortie(GERMANY, target, SUPPORTING, 9), [*jets, plane]) == [plane]
    assert fit(g, Sortie(GERMANY, target, INTERCEPTING, 9), [*jets, plane]) == [*jets, plane]
    base = space(g, "berlin")
    assert (base, 3) in hangars(g, Sortie(GERMANY, target, COVERING, 9))
    assert (base, 2) not in hangars(g, Sortie(GERMANY, target, SUPPORTING, 9))
    refusal = may_fly(g, Sortie(GERMANY, target, SUPPORTING, 9), (base, 2))
    assert refusal is not None
    with_jets = air_modifiers(g, [*jets, plane], [enemy], target).total
    assert with_jets == air_modifiers(g, [plane], [enemy], target).total + 2
