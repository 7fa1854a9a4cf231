"""13.6.10: separate country production (option 40): aligned minors and Commonwealth home countries build for themselves."""

from __future__ import annotations

from fractions import Fraction

from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, JAPAN, POWER_INDEX
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse, force_pools
from grognard.titles.wif.rules.country_builds import (
    Transfers,
    build_by_country,
    end_building,
    home_of,
    key,
    may_transfer,
    points_of,
    share_points,
    transfer,
)
from grognard.titles.wif.rules.production import multiple, plan_for, rounded
from grognard.titles.wif.rules.separate import MAIN, builder_of, builds, separate
from grognard.titles.wif.rules.track_building import may_begin_convoys, may_continue, under_way
from grognard.titles.wif.state import CONQUERED, FORCE_POOL, GONE, NOWHERE, TRACK, War

from .field import align, at, drive, hold, war

WARS = (("Germany", "Commonwealth"), ("Japan", "Commonwealth"), ("Japan", "China"))


def world(turn: str = "May/Jun 1942", **options: bool) -> War:
    settings = {"factories_in_flames": True, "ships_in_flames": True, **options}
    return war(*WARS, turn=turn, scenario="global_war_1939", **settings)


def minor(g: War, name: str) -> int:
    return g.facts.country[name]


def counter(g: War, country: str, kind: Type) -> int:
    """A counter of a country, in the force pool."""
    used, nation = set(g.units.counter), minor(g, country)
    fits = (n for n, c in enumerate(g.facts.counters) if c.type == kind and g.facts.nation[n] == nation and not c.division)
    number = next(n for n in fits if n not in used)
    power = POWER_INDEX.get(g.facts.counters[number].power, g.countries.power[nation])
    return g.units.add(counter=number, power=power, country=nation, at=FORCE_POOL).index


def test_13_6_10_ac() -> None:
    """wif-13.6.10-ac: India with 2 production points has 3 build points; with no unit in its pool it builds a pilot for 2 and a
    convoy point for 1."""
    g = world("May/Jun 1944", pilots=True)
    india = minor(g, "india")
    briton = counter(g, "united_kingdom", Type.INF)
    for unit in [u for u, c in enumerate(g.units.country) if c == india]:
        g.units[unit].at = GONE
    assert multiple(g, COMMONWEALTH) == Fraction(5, 4) and rounded(2 * multiple(g, COMMONWEALTH)) == 3
    g.country_points[key(COMMONWEALTH, india)] = 3
    g.powers[COMMONWEALTH].build_points, g.power = 0, COMMONWEALTH
    g.producing = india
    assert force_pools(g, COMMONWEALTH) == {} and may_begin_convoys(g, Purse(COMMONWEALTH, 1), 1) is None
    g.producing = NOWHERE
    before = len(g.units)
    prompts = drive(g, build_by_country(g), ["no_transfer", "train", "begin_convoys 1"])
    assert any("send build points" in p for p in prompts)
    assert g.training == [COMMONWEALTH, g.turn + 3]
    heap = before
    assert (g.units.points[heap], g.units.country[heap], g.units.at[heap]) == (1, india, TRACK)
    assert g.ground.country[g.units.yard[heap]] == "india" and g.powers.build_points[COMMONWEALTH] == 0
    assert g.units.at[briton] == FORCE_POOL and g.producing == MAIN
    end_building(g)
    assert g.producing == NOWHERE


def test_13_6_10_ad() -> None:
    """wif-13.6.10-ad: Manchukuo lends Japan a build point if convoy points can carry it there."""
    g = world()
    manchukuo, japan = minor(g, "manchukuo"), home_of(g, JAPAN)
    assert manchukuo in separate(g, JAPAN) and japan == minor(g, "japan")
    g.country_points[key(JAPAN, manchukuo)], g.powers[JAPAN].build_points = 2, 5
    assert may_transfer(g, Transfers(JAPAN), (manchukuo, japan)) is not None
    g.units.add(power=JAPAN, country=japan, points=1, at=g.ground.sections[at(g, "Sea of Japan")][0])
    assert may_transfer(g, Transfers(JAPAN), (manchukuo, japan)) is None
    transfer(g, Transfers(JAPAN), (manchukuo, japan))
    assert points_of(g, JAPAN, manchukuo) == 1 and points_of(g, JAPAN, japan) == 6
    assert may_transfer(g, Transfers(JAPAN), (manchukuo, japan)) is not None  # the convoy points are used
    assert may_transfer(g, Transfers(JAPAN), (japan, manchukuo)) is not None  # 5: not both ways


def test_13_6_10_who_builds_for_himself() -> None:
    """Aligned minors and the Commonwealth's other home countries, with option 40 alone; not what is conquered."""
    g = world()
    align(g, "rumania", "Germany")
    row = g.countries[minor(g, "poland")]
    row.status, row.power = CONQUERED, GERMANY
    assert minor(g, "rumania") in separate(g, GERMANY) and minor(g, "poland") not in separate(g, GERMANY)
    assert minor(g, "canada") in separate(g, COMMONWEALTH) and minor(g, "united_kingdom") not in separate(g, COMMONWEALTH)
    assert separate(war(*WARS, scenario="global_war_1939"), COMMONWEALTH) == ()


def test_13_6_10_a_country_builds_its_own_units_alone() -> None:
    g = world()
    canadian, briton = counter(g, "canada", Type.INF), counter(g, "united_kingdom", Type.INF)
    assert builder_of(g, canadian) == minor(g, "canada") and builder_of(g, briton) == MAIN
    g.producing = minor(g, "canada")
    assert builds(g, canadian) and not builds(g, briton)
    row = g.units[briton]
    row.at, row.yard, row.stage, row.paid = TRACK, at(g, "London"), 4, 1
    assert may_continue(g, Purse(COMMONWEALTH, 5), briton) is not None and under_way(g, COMMONWEALTH) == []
    g.producing = MAIN
    assert may_continue(g, Purse(COMMONWEALTH, 5), briton) is None


def test_13_6_10_nothing_is_built_where_the_build_points_cannot_come() -> None:
    """A German corps under construction in Konigsberg, shut in and without a factory, waits; in Berlin it goes on."""
    g = world("May/Jun 1944")
    align(g, "finland", "Germany")
    unit = counter(g, "germany", Type.INF)
    row = g.units[unit]
    row.at, row.stage, row.paid = TRACK, 3, 1
    row.yard = at(g, "Berlin")
    assert may_continue(g, Purse(GERMANY, 5), unit) is None
    row.yard = at(g, "Munich")
    assert may_continue(g, Purse(GERMANY, 5), unit) is None
    for s in g.ground.homeland["germany"]:
        if s != row.yard:
            g.hexes[s].controller = minor(g, "united_kingdom")
    hold(g, "Commonwealth", *(g.board.token(s) for s, _ in g.ground.steps[row.yard]))
    hold(g, "Germany", "Berlin")
    idle = at(g, "Munich")
    g.hexes[idle].blue_moved -= g.ground.blue[idle]
    g.hexes[idle].red_lost = g.ground.red[idle]
    no = may_continue(g, Purse(GERMANY, 5), unit)
    assert no is not None and no.rule == "13.6.10"


def test_13_6_10_points_are_counted_where_resources_meet_factories() -> None:
    """A Canadian resource in a Canadian factory is Canada's point."""
    g = world()
    hold(g, "Commonwealth", "canada")
    plan = plan_for(g, COMMONWEALTH)
    shares = share_points(g, COMMONWEALTH, plan)
    assert shares.get(minor(g, "canada"), 0) > 0 and sum(shares.values()) <= plan.points
    assert minor(g, "united_kingdom") not in shares
