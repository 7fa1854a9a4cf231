"""4.1.1: which counters enter the force pools, at the start and each January."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import AXIS, CHINA, POWER_INDEX, SIDE_OF_POWER, Counter
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import CARRIERS, CONVOYS, MARKERS, REPUBLIC, Type
from grognard.titles.wif.options import NUMBERS
from grognard.titles.wif.rules.control import first_home, hexes_of, powers_by_hex
from grognard.titles.wif.rules.powers import current_home
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import (
    CIRCLE,
    COMPLETE,
    CONSTRUCTION_POOL,
    FORCE_POOL,
    GONE,
    LEND_LEASE_POOL,
    LOST_CITY,
    NOWHERE,
    POOLED,
    REPAIR_POOL,
    REPUBLICAN,
    TRACK,
    War,
)

SPECIAL = frozenset(("guards", "warlord", "volunteer", "partisan_hq", "heavy_weapons"))  # they come by rules of their own (22)


@rule("4.1.1", "19.4.2")
def fill_force_pools(g: War, after: int, year: int) -> None:
    """Counters dated after one year and up to another that lie in no other place: those of the powers, and of minors whose units
    were taken into the force pools."""
    known, later = set(g.units.counter) | elsewhere(g), replacing(g)
    for number, counter in enumerate(g.facts.counters):
        if number in known or counter.type in CONVOYS or counter.type in MARKERS or counter.type == Type.PART:
            continue
        if g.options.ships_in_flames and number in later:  # 4.1.3: replacements.py
            continue
        if counter.reserve or counter.marks & SPECIAL or counter.type == Type.TERR:  # territorials.py
            continue
        if not after < g.facts.enters(counter) <= year or (counter.option and not g.options.get(NUMBERS.get(counter.option, ""))):
            continue
        power = _owner(g, number, counter)
        if power >= 0 and g.powers.plays[power] and g.powers.conquered[power] != COMPLETE:
            country = g.facts.nation[number]
            pool = LEND_LEASE_POOL if counter.lend_lease else FORCE_POOL
            g.units.add(counter=number, power=power, country=country if country >= 0 else first_home(g, power), at=pool)


@rule("4.2.1", "13.7.7")
def sort_militia(g: War) -> None:
    """Militia in the pools or on the circle whose city its power has lost is taken out, and comes back when the city does"""
    if not g.settings.militia_lose_city:
        return
    holders, types = powers_by_hex(g), g.roster.types
    for unit, at in enumerate(g.units.at):
        waits = at in (FORCE_POOL, TRACK) or CIRCLE - 6 < at <= CIRCLE
        if (not waits and at != LOST_CITY) or types[unit] != Type.MIL:
            continue
        city = g.ground.places.get(city_of(g, unit), NOWHERE)
        held = city < 0 or holders[city] == g.units.power[unit]
        if waits and not held and g.units.power[unit] != CHINA:  # 4.2.1: of China's factions it may stay
            g.units[unit].at, g.units[unit].cycle = LOST_CITY, 0
            g.say("{} has lost its city", g.units[unit], rule="4.2.1")
        elif at == LOST_CITY and held:
            g.units[unit].at = FORCE_POOL


@rule("13.6.5")
def scuttle_hulls(g: War) -> None:
    """Ships on the circle, under construction and in repair are destroyed when their home country has no port left to them"""
    if not g.settings.hulls_need_ports:
        return
    holders, naval, ports = powers_by_hex(g), g.roster.naval, g.ground.port
    for unit, at in enumerate(g.units.at):
        if not naval[unit] or not (CIRCLE - 6 < at <= CIRCLE or at in (CONSTRUCTION_POOL, REPAIR_POOL, TRACK)):
            continue
        power = g.units.power[unit]
        harbours = [s for s in hexes_of(g, current_home(g, g.units.country[unit])) if ports[s] != NO_PORT]
        if harbours and not any(holders[s] == power for s in harbours):
            destroy(g, unit, GONE if g.units.counter[unit] == NOWHERE else FORCE_POOL)
            g.units[unit].cycle = 0


CITIES = {  # names on counters that the board spells otherwise
    "ascuncion": "asuncion", "göteberg": "goteborg", "kiev_(ukraine)": "kiev", "la": "los_angeles", "lan_chow": "lanchow",
    "marseilles": "marseille", "mex_city": "mexico_city", "nanking_army": "nanking", "napoli": "naples", "panama_c": "panama",
    "rio": "rio_de_janeiro",
}  # fmt: skip


def city_of(g: War, unit: int) -> str:
    """The key of the city a militia is named after; some are named after none (WIF-DEC-171)."""
    key = g.units[unit].sheet.name.lower().replace(" ", "_").replace(".", "")
    return CITIES.get(key, key)


@derived()
def replacing(g: War) -> frozenset[int]:
    """Ships that replace another of their name and power (4.1.3): carriers made of cruisers and battleships."""
    older = {(c.power, c.name): c.year for c in g.facts.counters if c.naval and c.name and c.type not in CARRIERS}
    carriers = [(n, c) for n, c in enumerate(g.facts.counters) if c.type in CARRIERS]
    return frozenset(n for n, c in carriers if c.year > older.get((c.power, c.name), c.year))


def _owner(g: War, number: int, counter: Counter) -> int:
    """The power into whose force pools a counter goes; NOWHERE for nobody."""
    if counter.power in POWER_INDEX:
        return POWER_INDEX[counter.power]
    country = g.facts.nation[number]
    if country >= 0 and g.facts.countries[country].id == "ethiopia" and SIDE_OF_POWER[g.countries.power[country]] == AXIS:
        return NOWHERE  # 19.8: Ethiopians fight for no Axis power
    wanted = REPUBLICAN if counter.home == REPUBLIC else POOLED  # 19.8: the Republic has units of its own, and no others
    return g.countries.power[country] if country >= 0 and g.countries.set_up[country] == wanted else NOWHERE


def elsewhere(g: War) -> set[int]:
    """Counters that stand on the half of the world a scenario leaves out: in the set-up it inherits from, not in its own."""
    whole = g.title.box(g.board).campaigns.get(g.campaign.frame.inherits)
    if whole is None or whole.frame.maps == g.campaign.frame.maps:
        return set()
    return {g.facts.index[row.counter] for row in whole.units if row.counter}
