"""19.12: Ukraine (option 50)."""

from __future__ import annotations

from grognard.titles.wif.facts import GERMANY, USSR
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import hexes_of, nation_at, powers_by_hex
from grognard.titles.wif.rules.minors import capital_of, neutral_minor
from grognard.titles.wif.rules.partisans import area, leader
from grognard.titles.wif.rules.resources import standing
from grognard.titles.wif.rules.ukraine import (
    Founding,
    create,
    decide_ukraine,
    founders,
    is_lost_militia,
    may_found,
    may_prepare,
    prepare,
)
from grognard.titles.wif.state import ALIGNED, FORCE_POOL, GONE, War, slot_of

from .field import at, drive, hold, put, war
from .test_22_divisions import corps


def world(turn: str = "Jul/Aug 1944") -> War:
    return war(("Germany", "USSR"), turn=turn, scenario="global_war_1939", ukraine=True)


def test_19_12_a() -> None:
    """wif-19.12-a: the Soviets hold Kiev, pay fifteen in one turn and create Ukraine in the next; partisans there vanish, and new
    ones are theirs, behind German lines."""
    g = world("May/Jun 1944")
    hold(g, "Germany", "Odessa")
    assert may_prepare(g, Purse(USSR, 15)) is None
    assert may_prepare(g, Purse(USSR, 14)) is not None and may_prepare(g, Purse(GERMANY, 99)) is not None
    g.powers[USSR].build_points = 15
    prepare(g, Purse(USSR, 15), None)
    assert g.powers.build_points[USSR] == 0 and may_prepare(g, Purse(USSR, 15)) is not None
    g.turn += 1
    band = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    rebels = g.units.add(counter=band, at=at(g, "Odessa"), power=USSR, country=g.facts.country["ussr"]).index
    g.power, g.side = USSR, 1
    assert founders(g) == [USSR]
    drive(g, decide_ukraine(g), ["found_ukraine"])
    assert g.units.at[rebels] == FORCE_POOL and founders(g) == []
    assert leader(g, "Ukraine", red=False) == USSR and at(g, "Odessa") in area(g, "Ukraine")


def test_19_12_a_country_of_its_own() -> None:
    """Its hexes are its own, the other side keeps what it holds; blue factories turn red; the militia of Kiev comes next turn."""
    g = world()
    hold(g, "Germany", "Odessa")
    kiev, odessa = at(g, "Kiev"), at(g, "Odessa")
    factories = sum(standing(g, kiev)[:2])
    assert not neutral_minor(g, g.facts.country["ukraine"]) and nation_at(g, kiev) == g.facts.country["ussr"]
    create(g, USSR)
    country = g.facts.country["ukraine"]
    assert g.countries.status[country] == ALIGNED and g.countries.power[country] == USSR
    assert nation_at(g, kiev) == nation_at(g, odessa) == country and capital_of(g, country) == kiev
    assert g.hexes.controller[kiev] == country and powers_by_hex(g)[odessa] == GERMANY
    assert standing(g, kiev)[:2] == (factories, 0) and at(g, "Moscow") not in hexes_of(g, country)
    army = {g.units[u].sheet.type: g.units.at[u] for u, c in enumerate(g.units.country) if c == country}
    assert army[Type.MIL] == slot_of(g.turn + 1) and army[Type.INF] == army[Type.CAV] == FORCE_POOL


def test_19_12_an_axis_ukraine_costs_the_ss() -> None:
    g = world("Jul/Aug 1942")
    hold(g, "Germany", "Kiev")
    panzer, foot, spare = corps(g, "L309", "Berlin"), corps(g, "L385", "Berlin"), corps(g, "L427", None)
    other = put(g, "Germany INF any", "Munich")
    g.power, g.side = GERMANY, 0
    assert may_found(g, Founding(GERMANY)) is not None
    g.ukraine_paid = 1 << GERMANY
    drive(g, decide_ukraine(g), ["wait"])
    assert not g.ukraine and g.units.at[panzer] >= 0
    drive(g, decide_ukraine(g), ["found_ukraine"])
    assert g.ukraine == GERMANY + 1
    assert g.units.at[panzer] == g.units.at[foot] == FORCE_POOL and g.units.at[spare] == GONE
    assert g.units.at[other] >= 0 and leader(g, "Ukraine", red=False) == GERMANY


def test_19_12_soviet_militia_of_its_cities() -> None:
    """Off the map they leave the game; those of Moscow do not."""
    g = world()
    city = next(c for c in g.facts.counters if c.power == "USSR" and c.type == Type.MIL and c.name == "Kiev")
    moscow = next(c for c in g.facts.counters if c.power == "USSR" and c.type == Type.MIL and c.name == "Moscow")
    ours, theirs = corps(g, city.id, None), corps(g, moscow.id, None)
    assert not is_lost_militia(g, ours)
    create(g, USSR)
    assert is_lost_militia(g, ours) and not is_lost_militia(g, theirs)
    assert g.units.at[ours] == GONE and g.units.at[theirs] == FORCE_POOL
