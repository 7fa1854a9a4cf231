"""2.4.2: what feeds units of one nationality under one power: primary and secondary sources. Paths are in supply_paths.py."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import cities_of
from grognard.titles.wif.rules.powers import (
    countries_co_operate,
    current_home,
    faction,
    home_countries,
    home_power,
    in_china,
    is_stilwell,
    political,
    powers_co_operate,
)
from grognard.titles.wif.rules.units import hqs_by_hex, land_by_hex
from grognard.titles.wif.state import ALIGNED, CONQUERED, HOME, NOWHERE, War

# kinds of units of one nationality that have sources of their own (20, 21, 22.7)
ORDINARY, COMMUNIST, WITH_STILWELL, TERRITORIAL = range(4)
BELFAST = "belfast"


def kind_of(g: War, unit: int) -> int:
    """Which sources a unit has beside others of its nationality: Communists in China their own, Americans there Stilwell,
    territorials the cities of their home."""
    power = g.units.power[unit]
    if g.roster.types[unit] == Type.TERR:
        return TERRITORIAL
    if power == CHINA and faction(g, unit):
        return COMMUNIST
    return WITH_STILWELL if power == USA and in_china(g, unit) and home_power(g, g.units.country[unit]) == USA else ORDINARY


@rule("2.4.2", "22.7")
def primary_sources(g: War, power: int, country: int, kind: int = ORDINARY) -> list[int]:
    """Friendly cities in the unit's own unconquered home country and in those of the powers it co-operates with."""
    side = SIDE_OF_POWER[power]
    stands = current_home(g, country)
    homes = {stands} if g.countries.status[stands] != CONQUERED else set()
    if kind == TERRITORIAL:
        homes.add(country)
    for other, owner in g.facts.homelands:
        if g.countries.status[other] != HOME:
            continue
        facts = g.facts.countries[other]
        own = owner == power  # a minor's own power co-operates with it; Commonwealth units use all six home countries
        ally = owner != power and home_power(g, country) == power and powers_co_operate(g, power, owner)
        if own and (
            country == other or power != COMMONWEALTH or home_power(g, country) == COMMONWEALTH or facts.id == g.facts.empire
        ):
            homes.add(other)
        if ally and (owner != COMMONWEALTH or facts.id == g.facts.empire):
            homes.add(other)
    sides = g.sides_by_hex
    found = [s for home in homes for s in cities_of(g, home) if sides[s] == side]
    found += [s for s in scenario_sources(g, power, country) if g.sides_by_hex[s] == side]
    if power == USA and political(g):
        found += american_ulster(g)
    if power == CHINA and political(g):
        found = [s for s in found if _feeds(g, s, kind == COMMUNIST)]
    if g.options.supply_units:
        found += primed_hqs(g, power, country)
    return [s for s in dict.fromkeys(found) if not lost_this_turn(g, s)]


@rule("20")
def _feeds(g: War, city: int, communist: bool) -> bool:
    """Whether a Chinese city feeds a faction: it is its own, and no land unit of the other one stands in it."""
    if (city in g.communist) != communist:
        return False
    return all(faction(g, u) == communist for u in land_by_hex(g).get(city, ()) if g.units.power[u] == CHINA)


@rule("22.3", "2.4.2")
def primed_hqs(g: War, power: int, country: int) -> list[int]:
    """Hexes of HQs for which a supply unit was expended this turn."""
    units = g.units
    hqs = [u for u, turn in enumerate(units.primed) if turn == g.turn + 1 and units.at[u] >= 0 and units.aboard[u] == NOWHERE]
    return [units.at[u] for u in hqs if g.ground.land[units.at[u]] and serves(g, u, power, country)]


def scenario_sources(g: War, power: int, country: int) -> list[int]:
    """Places a short scenario names as sources because the home country lies off its map."""
    named = g.campaign.frame.supply
    places = [*named.get(g.facts.countries[country].name, ()), *named.get(g.powers[power].label, ())]
    return [g.ground.named(p) for p in places]


@rule("13.3.2")
def american_ulster(g: War) -> list[int]:
    """US entry option 44: Belfast, once Northern Ireland is American."""
    place = g.ground.places.get(BELFAST, NOWHERE)
    country = g.facts.country.get(g.ground.country[place], NOWHERE) if place >= 0 else NOWHERE
    return [place] if country >= 0 and g.countries.power[country] == g.powers_by_hex[place] == USA else []


@rule("2.4.2")
def lost_this_turn(g: War, space: int) -> bool:
    """A city the other side controlled at any time this turn is no source."""
    return g.hexes.lost[space] == g.turn


@rule("2.4.2")
def secondary_sources(g: War, power: int, country: int, kind: int = ORDINARY) -> dict[int, str]:
    """HQs that co-operate, capitals of aligned and conquered countries, cities of the Commonwealth outside the United Kingdom."""
    found: dict[int, str] = {}
    side, ground, sides = SIDE_OF_POWER[power], g.ground, g.sides_by_hex
    for space, hqs in sorted(hqs_by_hex(g).items()):
        for u in hqs if ground.land[space] else ():
            if power == CHINA and political(g) and faction(g, u) != (kind == COMMUNIST):
                continue  # 20
            if serves(g, u, power, country) or (kind == WITH_STILWELL and is_stilwell(g, u) and in_china(g, u)):
                found[space] = g.units[u].sheet.name
    status, owners, own = g.countries.status, g.countries.power, home_power(g, country) == power
    for other in with_capitals(g):
        if other == country or status[other] not in (ALIGNED, CONQUERED):
            continue
        owner = owners[other]
        ally = status[other] == CONQUERED and owner >= 0 and own and powers_co_operate(g, power, owner)
        mine = owner == power or ally
        if mine and (status[other] == CONQUERED or countries_co_operate(g, country, other, power)):
            facts = g.facts.countries[other]
            space = ground.places.get(facts.capital, NOWHERE)
            if space >= 0 and sides[space] == side and not lost_this_turn(g, space):
                found[space] = facts.name
    if _works_with_dominions(g, power, country):
        for other in dominions(g):
            facts = g.facts.countries[other]
            if status[other] == HOME:
                cities = cities_of(g, other)
                found.update({s: facts.name for s in cities if sides[s] == side and not lost_this_turn(g, s)})
    return found


@derived(lasting=True)
def with_capitals(g: War) -> list[int]:
    """Countries that have a capital."""
    return [n for n, facts in enumerate(g.facts.countries) if facts.capital]


@derived(lasting=True)
def dominions(g: War) -> list[int]:
    """Home countries of the Commonwealth beside the United Kingdom."""
    return [n for n in home_countries(g, COMMONWEALTH) if g.facts.countries[n].id != g.facts.empire]


def _works_with_dominions(g: War, power: int, country: int) -> bool:
    """Units with secondary sources in the dominions: those of the Commonwealth's minors, and of powers it works with."""
    if power == COMMONWEALTH:
        return home_power(g, country) != COMMONWEALTH
    return home_power(g, country) == power and powers_co_operate(g, power, COMMONWEALTH)


def serves(g: War, hq: int, power: int, country: int) -> bool:
    """Whether an HQ co-operates with units of a nationality under a power (18.1)."""
    whose, nation = g.units.power[hq], g.units.country[hq]
    if whose == power:
        return countries_co_operate(g, nation, country, power)
    return home_power(g, country) == power and home_power(g, nation) == whose and powers_co_operate(g, power, whose)
