"""2.5: who controls a hex, and what happens when a land unit takes one. Conquest and liberation are of the peace step."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import CHINA, SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.headlines import note_taken
from grognard.titles.wif.rules.powers import country_sides, enemy_countries, enemy_country, faction, home_countries, home_power
from grognard.titles.wif.state import ALIGNED, HOME, NOWHERE, War


def sides_by_hex(g: War) -> list[int]:
    """The side that controls each hex; NO_SIDE for neutrals and the sea."""
    return g.sides_by_hex


def powers_by_hex(g: War) -> list[int]:
    """The major power behind the controller of each hex."""
    return g.powers_by_hex


def friendly(g: War, space: int, power: int) -> bool:
    """Whether a hex is controlled by somebody of a power's side, or by a neutral that lets its units in."""
    if g.sides_by_hex[space] == SIDE_OF_POWER[power]:
        return True
    controller = g.hexes.controller[space]
    return controller >= 0 and g.countries.host[controller] == power


TAKES_NO_HEX = frozenset((Type.PART, Type.SUPPLY))  # 2.5.3
NO_HEXES: frozenset[int] = frozenset()


@derived("hexes.controller", "countries.host", lasting=True)
def open_hexes(g: War, power: int) -> frozenset[int]:
    """The hexes of neutrals that let a power's units in: its ships and aircraft are based there too."""
    hosts = {country for country, guest in enumerate(g.countries.host) if guest == power}
    return frozenset(s for s, country in enumerate(g.hexes.controller) if country in hosts) if hosts else NO_HEXES


def enemy_hex(g: War, space: int, power: int) -> bool:
    """Whether a hex is controlled by a country the power is at war with."""
    return enemy_countries(g, power)[g.hexes.controller[space]]


@rule("9.8")
def hostile_hex(g: War, space: int, unit: int) -> bool:
    """Whether a hex is an enemy's for a unit: its power is at war with who controls it, or its own minor country is."""
    if enemy_hex(g, space, g.units.power[unit]):
        return True
    wars = g.countries.wars[g.units.country[unit]]
    behind = g.powers_by_hex[space]
    return bool(wars) and behind >= 0 and bool(wars >> behind & 1)


@rule("2.5.3")
def new_controller(g: War, space: int, unit: int) -> int:
    """The country that gains a hex a land unit has taken: its own or aligned country gets it back, else the unit's power; a minor
    that fights its enemy alone keeps it."""
    country = nation_at(g, space)
    side = SIDE_OF_POWER[g.units.power[unit]]
    power = g.units.power[unit]
    ours = country >= 0 and country_sides(g)[country] == side and g.countries.status[country] in (ALIGNED, HOME)
    if ours and (g.settings.recapture_for_friends or g.countries.power[country] == power):
        return country
    nation, foe = g.units.country[unit], g.hexes.controller[space]
    alone = home_power(g, nation) != power and country_sides(g)[foe] != side and not enemy_country(g, power, foe)
    return nation if alone or home_power(g, nation) == power else first_home(g, power)


@rule("2.5.3")
def hand_over(g: War, power: int, other: int) -> None:
    """A power comes to war with another: what a minor of its own took from that one is the power's from now on."""
    for space, holder in enumerate(g.hexes.controller):
        if holder < 0 or g.countries.power[holder] != power or home_power(g, holder) >= 0 or nation_at(g, space) == holder:
            continue
        if other in (home_power(g, nation_at(g, space)), g.countries.power[nation_at(g, space)]):
            g.hexes[space].controller = first_home(g, power)


@rule("2.5.3")
def claimant(g: War, units: Sequence[int]) -> int:
    """Of units that enter a hex together, one of the power with the most factors among them; of equals that of the first."""
    strength: dict[int, int] = {}
    for unit in units:
        strength[g.units.power[unit]] = strength.get(g.units.power[unit], 0) + g.units[unit].sheet.strength
    best = max(strength.values())
    return next(u for u in units if strength[g.units.power[u]] == best)


@rule("19.10")
@derived("hexes.nation", lasting=True)
def lands(g: War) -> list[list[int]]:
    """The hexes of each country: as printed, and what claims and Vichy have made of them (17.2, 19.6)."""
    found: list[list[int]] = [list(g.ground.homeland.get(facts.id, ())) for facts in g.facts.countries]
    for space, nation in enumerate(g.hexes.nation):
        if nation >= 0:
            printed = g.facts.country.get(g.ground.country[space], NOWHERE)
            if printed >= 0 and printed != nation:
                found[printed].remove(space)
                found[nation].append(space)
    return found


@derived("hexes.controller", lasting=True)
def hexes_by_controller(g: War) -> dict[int, list[int]]:
    """The hexes each country controls, wherever they lie."""
    found: dict[int, list[int]] = {}
    for space, country in enumerate(g.hexes.controller):
        found.setdefault(country, []).append(space)
    return found


def hexes_of(g: War, country: int) -> list[int]:
    """The hexes of a country."""
    return lands(g)[country]


def cities_of(g: War, country: int) -> list[int]:
    """The cities of a country."""
    return all_cities(g)[country]


@derived("hexes.nation", lasting=True)
def all_cities(g: War) -> list[list[int]]:
    """The cities of each country."""
    city = g.ground.city
    return [[s for s in hexes if city[s]] for hexes in lands(g)]


def nation_at(g: War, space: int) -> int:
    """The country a hex belongs to."""
    return g.nations_by_hex[space]


def first_home(g: War, power: int) -> int:
    """The country in whose name a major power holds hexes: its home, for the Commonwealth the United Kingdom (WIF-DEC-05)."""
    homes = home_countries(g, power)
    held = [country for country in homes if g.countries.power[country] == power]
    if held or g.powers.home[power] < 0:
        return (held or homes)[0]
    return g.powers.home[power]  # 13.7.1: the country that stands for a home that is lost


@rule("20")
def _note_faction(g: War, space: int, unit: int) -> None:
    """An enemy city that Chinese units enter belongs to their faction."""
    if g.units.power[unit] != CHINA or not g.ground.city[space]:
        return
    if faction(g, unit) and space not in g.communist:
        g.communist = sorted([*g.communist, space])
    elif not faction(g, unit) and space in g.communist:
        g.communist = [s for s in g.communist if s != space]


@rule("2.5.3", "11.10.2")
def take_hex(g: War, space: int, unit: int) -> None:
    """A land unit has entered an enemy hex and nobody defends it: control changes, a fort is destroyed; partisans and
    supply units take none."""
    if g.roster.types[unit] in TAKES_NO_HEX:
        return
    row = g.hexes[space]
    before = g.powers_by_hex[space]
    row.lost, row.taken = g.turn, g.turn + 1
    row.controller = new_controller(g, space, unit)
    note_taken(g, space, g.units.power[unit], before)
    _note_faction(g, space, unit)
    if g.ground.fort[space] and not row.fort_gone:
        row.fort_gone = 1
    if g.ground.city[space] or g.ground.port[space]:
        g.say("{} takes {}", g.units[unit], row, rule="2.5.3")
