"""13.4.2, 18.2: in whose hexes units may be based: their own, those of active friends, and few in the home of one they do not
work with."""

from __future__ import annotations

from grognard.kernel.cache import derived, rows_by
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, COMMONWEALTH, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import open_hexes
from grognard.titles.wif.rules.hulls import is_raider
from grognard.titles.wif.rules.powers import active, current_home, home_countries, home_power, is_stilwell, powers_co_operate
from grognard.titles.wif.rules.units import hexes_of_partisans, land_at
from grognard.titles.wif.state import HOME, NOWHERE, REFUSED, War


@rule("13.1.3")
def partisans_hold(g: War, unit: int, space: int) -> bool:
    """Whether partisans of a land unit's own nation hold a hex for it: it may debark or be set down there."""
    types = g.roster.types
    if not g.roster.land[unit] or types[unit] == Type.PART:
        return False
    here = [u for u in land_at(g, space) if types[u] == Type.PART and g.units.country[u] == g.units.country[unit]]
    return any(SIDE_OF_POWER[g.units.power[u]] == SIDE_OF_POWER[g.units.power[unit]] for u in here)


@rule("13.1.3", "13.4.2")
def may_base(g: War, unit: int, space: int) -> No | None:
    """Whether a unit may be based in a hex by who controls it: its own power, or an active friend of an active power."""
    power, holder = g.units.power[unit], g.powers_by_hex[space]
    if space in hexes_of_partisans(g, SIDE_OF_POWER[power]):
        return No("13.1.3", "partisans are there")
    if holder == power:
        return None
    if g.roster.land[unit] and partisans_hold(g, unit, space):
        return None
    if holder < 0 and (space in open_hexes(g, power) or (is_raider(g, unit) and neutral_port(g, space, power))):
        return None
    if holder < 0 or SIDE_OF_POWER[holder] != SIDE_OF_POWER[power]:
        return No("13.4.2", f"{g.board.label(space)} is not controlled by its side")
    if not (active(g, power) and active(g, holder)):
        return No("13.4.2", "neutral powers do not share their bases")
    return may_commit_troops(g, unit, space)


@rule("22.16")
def neutral_port(g: War, space: int, power: int) -> bool:
    """A port of a neutral minor country that is not at war with a power: its raiders come and go there."""
    country = g.hexes.controller[space]
    if country < 0 or g.countries.power[country] >= 0:
        return False
    return g.ground.port[space] != NO_PORT and not g.countries.wars[country] >> power & 1


@rows_by("units")
def troops(g: War, unit: int) -> int | None:
    """Land and air units on the map by their country."""
    return g.units.country[unit] if g.units.at[unit] >= 0 and not g.roster.naval[unit] else None


@rule("19.4.3", "19.6.2")
def may_leave_home(g: War, unit: int, there: int = NOWHERE) -> No | None:
    """A minor's land or air unit leaves its home country, for a hex or for the sea, only while at least half of those on the map
    are there: the country that stands for it if its own is conquered."""
    nation = g.units.country[unit]
    if home_power(g, nation) >= 0 or g.roster.naval[unit] or g.roster.types[unit] == Type.PART:
        return None
    home = g.facts.countries[current_home(g, nation)].id
    if g.ground.country[g.units.at[unit]] != home or (there != NOWHERE and g.ground.country[there] == home):
        return None
    places = [g.units.at[u] for u in troops(g).get(nation, ())]
    inside = sum([g.ground.country[at] == home for at in places])
    if g.demands == REFUSED and home in ("hungary", "bulgaria") and len(places) > inside:
        return No("19.6.2", "one of its units at most is ever abroad after Germany denied its claim")
    if g.demands == REFUSED and home == "rumania":
        return None  # 19.6.2: they may all leave
    if 2 * inside < len(places):
        return No("19.4.3", "half of a minor's units must be at home when one leaves")
    return None


@rule("18.2")
def may_commit_troops(g: War, unit: int, space: int) -> No | None:
    """Foreign troops: in the home of a friend it does not work with a unit needs an HQ of its nation there with room."""
    country = g.facts.country.get(g.ground.country[space], NOWHERE)
    power, nation = g.units.power[unit], g.units.country[unit]
    owner = g.facts.home_powers[country]
    if owner < 0:
        guest: No | None = g.title.may_be_guest(g, unit, space)
        return guest
    if owner == power or g.countries.status[country] != HOME or SIDE_OF_POWER[owner] != SIDE_OF_POWER[power]:
        return None
    if home_power(g, nation) == power and powers_co_operate(g, power, owner):
        return None
    return room_for_guest(g, unit, country)


@rule("18.2")
def room_for_guest(g: War, unit: int, country: int) -> No | None:
    """Whether a unit keeps the limit of foreign troops in a country: HQs of its nation there, no more units than their values."""
    power, home = g.units.power[unit], g.facts.countries[country].id
    there = g.ground.country
    if g.units.at[unit] >= 0 and there[g.units.at[unit]] == home:
        return None
    kin, hq = _kin(g, unit), g.roster.hq
    everybody = units_in(g, home)
    guests = [u for u in everybody if g.units.country[u] in kin]
    room = sum(g.units[u].sheet.reorganisation for u in guests if hq[u])
    if power == USA:  # 21
        room += sum(g.units[u].sheet.reorganisation for u in everybody if g.units.power[u] == CHINA and is_stilwell(g, u))
    if hq[unit] or sum(not hq[u] for u in guests) < room:
        return None
    return No("18.2", f"too few of its HQs are in {g.countries[country].label} for more foreign troops")


@derived("units.at", lasting=True)
def units_in(g: War, home: str) -> list[int]:
    """All units in the hexes of a country as printed."""
    stacks = g.units.stacks
    return [u for space in g.ground.homeland.get(home, ()) if space in stacks for u in stacks[space]]


def _kin(g: War, unit: int) -> set[int]:
    """The countries whose units count with a unit: its own, for the Commonwealth all six."""
    nation = g.units.country[unit]
    if home_power(g, nation) != COMMONWEALTH:
        return {nation}
    return set(home_countries(g, COMMONWEALTH))
