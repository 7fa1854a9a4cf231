"""9.1, 18: sides, wars and co-operation. Relations only; declaring war and aligning minors is politics."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, FRANCE, GERMANY, ITALY, POWER_KEYS, SIDE_OF_POWER, USA, VICHY
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import ACTIVE, COMPLETE, NO_SIDE, NOWHERE, War


def side_of(power: int) -> int:
    """The side a major power is on; NO_SIDE for nobody."""
    return SIDE_OF_POWER[power] if power >= 0 else NO_SIDE


@derived("powers.plays", "powers.conquered", lasting=True)
def playing(g: War) -> tuple[int, ...]:
    """The major powers of the scenario that are in the war; one that is completely conquered is not."""
    return tuple(p for p, plays in enumerate(g.powers.plays) if plays and g.powers.conquered[p] != COMPLETE)


def powers_of(g: War, side: int) -> list[int]:
    """The major powers of a side in this scenario."""
    return [p for p in playing(g) if SIDE_OF_POWER[p] == side]


def at_war(g: War, a: int, b: int) -> bool:
    """Whether two major powers are at war."""
    return a >= 0 and b >= 0 and bool(g.powers.wars[a] >> b & 1)


def political(g: War) -> bool:
    """Whether a scenario has the politics of World in Flames: the short ones have not, America in Flames has its own."""
    return g.campaign.frame.us_entry is not None


def one_way(power: int, other: int) -> int:
    """The key of one power towards another: who may break a pact, who lends to whom."""
    return power * 16 + other


def pact_key(a: int, b: int) -> int:
    """The key of a pair of powers, whichever comes first."""
    return one_way(min(a, b), max(a, b))


@rule("9.1")
def active(g: War, power: int) -> bool:
    """Whether a major power is at war with another one."""
    return g.powers.status[power] == ACTIVE


@rule("9.6")
def at_war_with_unit(g: War, power: int, unit: int) -> bool:
    """Whether a power is at war with a unit: with the power that controls it, or with its own country alone."""
    return at_war(g, power, g.units.power[unit]) or bool(g.countries.wars[g.units.country[unit]] >> power & 1)


@rule("9.6")
def foes_among(g: War, power: int, units: Iterable[int]) -> list[int]:
    """Those of some units that a power is at war with: `at_war_with_unit` of each, without its calls."""
    whose, nations, wars, foes = g.units.power, g.units.country, g.countries.wars, g.powers.wars[power]
    return [u for u in units if foes >> whose[u] & 1 or wars[nations[u]] >> power & 1]


@rule("9.6", "9.8")
def units_at_war(g: War, u: int, v: int) -> bool:
    """Whether two units are at war: their powers, or a minor's unit and the power that attacked its country."""
    units, wars = g.units, g.countries.wars
    a, b = units.power[u], units.power[v]
    return at_war(g, a, b) or bool(wars[units.country[v]] >> a & 1) or bool(wars[units.country[u]] >> b & 1)


@derived("countries.power", lasting=True)
def country_powers(g: War) -> list[int]:
    """The major power behind each country: itself, its controller, or nobody."""
    return list(g.countries.power)


@derived("countries.power", lasting=True)
def country_sides(g: War) -> list[int]:
    """The side of each country; NO_SIDE for a neutral."""
    return [side_of(p) for p in g.countries.power]


def enemy_country(g: War, power: int, country: int) -> bool:
    """Whether a major power is at war with a country, or with the power that controls it."""
    if country < 0:
        return False
    behind = g.countries.power[country]
    return bool(g.countries.wars[country] >> power & 1) or at_war(g, power, behind)


@derived("countries.wars", "countries.power", "powers.wars", lasting=True)
def enemy_countries(g: War, power: int) -> list[bool]:
    """Of each country whether a major power is at war with it, or with the power that controls it; at the end no for nobody."""
    return [*(enemy_country(g, power, country) for country in range(len(g.countries))), False]


def current_home(g: War, country: int) -> int:
    """The country that stands for a country: itself, or the one it chose after an incomplete conquest (13.7.1)."""
    return g.countries.home[country] if country >= 0 and g.countries.home[country] >= 0 else country


def home_power(g: War, country: int) -> int:
    """The major power whose home country it is (2.5.2); NOWHERE for minors and territories."""
    return g.facts.home_powers[country]


def home_countries(g: War, power: int) -> list[int]:
    """The home countries of a major power, six of the Commonwealth (2.5.2)."""
    return g.facts.home_countries.get(power, [])


@rule("18.1")
def powers_co_operate(g: War, a: int, b: int) -> bool:
    """Whether the units of two major powers work together."""
    if a == b:
        return True
    if g.powers.estranged[a] >> b & 1:
        return False
    if g.powers.liberators[a] >> b & 1:
        return active(g, a) and active(g, b)
    pair = {a, b}
    if pair in ({USA, COMMONWEALTH}, {GERMANY, ITALY}):
        return active(g, a) and active(g, b)
    if pair == {COMMONWEALTH, FRANCE}:
        return free_france(g) and active(g, a) and active(g, b)
    if pair == {USA, FRANCE}:
        if not g.powers.plays[GERMANY]:  # a scenario without Germany: as in the war it is taken from
            return active(g, USA) and active(g, FRANCE)
        return at_war(g, USA, GERMANY) and at_war(g, FRANCE, GERMANY)
    return False


def free_france(g: War) -> bool:
    """Whether the French in play are Free French: after Vichy (17.1), and in scenarios that begin after the fall of France
    (WIF-DEC-04)."""
    return bool(g.free_france) or g.first_turn >= FALL_OF_FRANCE


FALL_OF_FRANCE = (1940 - 1936) * 6 + 4  # Sep/Oct 1940


@rule("20")
def faction(g: War, unit: int) -> bool:
    """Whether a Chinese unit is Communist: a warlord and volunteers of a city are of the faction that holds it, partisans are."""
    if g.units.counter[unit] < 0:
        return False
    counter = g.facts.counters[g.units.counter[unit]]
    if counter.type == Type.PART:  # 13.1.2
        return g.units.power[unit] == CHINA
    if counter.marks & CITY_UNITS:
        return g.ground.places.get(slug(counter.available), NOWHERE) in g.communist
    return counter.communist


CITY_UNITS = frozenset(("warlord", "volunteer"))  # 22.6, 22.8


@rule("18.1", "20")
def co_operate(g: War, a: int, b: int) -> bool:
    """Whether two units work together: of one power, of a minor and its power, of two minors of one power since 1939."""
    units, types = g.units, g.roster.types
    power, other = units.power[a], units.power[b]
    if types[a] == Type.PART or types[b] == Type.PART:  # 13.1.3: only with their own countrymen
        return units.country[a] == units.country[b] and not (power == other == CHINA and faction(g, a) != faction(g, b))
    if power != other:
        if USA in (power, other) and (stilwell_serves(g, a, b) or stilwell_serves(g, b, a)):
            return True
        homes = g.facts.home_powers
        own_a, own_b = homes[units.country[a]], homes[units.country[b]]
        return own_a >= 0 and own_b >= 0 and powers_co_operate(g, power, other)
    if power == CHINA and faction(g, a) != faction(g, b):
        return False
    return countries_co_operate(g, units.country[a], units.country[b], power)


STILWELL = "Stilwell"


def is_stilwell(g: War, unit: int) -> bool:
    """The Chinese HQ that counts as American too."""
    counter = g.units.counter[unit]
    return g.units.power[unit] == CHINA and counter >= 0 and g.facts.counters[counter].name == STILWELL


@rule("21")
def stilwell_serves(g: War, hq: int, unit: int) -> bool:
    """Whether Stilwell works with a unit as an American HQ: with the USA's own units in China."""
    if g.units.power[unit] != USA or not is_stilwell(g, hq):
        return False
    return home_power(g, g.units.country[unit]) == USA and in_china(g, unit)


def in_china(g: War, unit: int) -> bool:
    at = g.units.at[unit]
    return at >= 0 and g.ground.country[at] == "china"


def countries_co_operate(g: War, a: int, b: int, power: int) -> bool:
    """Whether units of two nationalities under one power work together (18.1, 1 to 4)."""
    homes = g.facts.home_powers
    if a == b or homes[a] == power or homes[b] == power:
        return True
    if belongs_to(g, a, b) or belongs_to(g, b, a):
        return True
    lord = FRANCE if power == VICHY else power  # what France had in 1939 may be Vichy's now
    return g.settings.minors_of_1939_join and aligned_in_1939(g, a) == aligned_in_1939(g, b) == lord


def belongs_to(g: War, minor: int, lord: int) -> bool:
    """Whether a minor country is one that another minor controls (18.1, 3)."""
    return g.facts.countries[minor].controller == g.facts.countries[lord].id


def aligned_in_1939(g: War, country: int) -> int:
    """The major power to which a minor was aligned in September 1939, by number; NOWHERE for none."""
    controller = g.facts.countries[country].controller
    return POWER_KEYS.index(controller) if controller in POWER_KEYS else NOWHERE
