"""13.6.4, option 37: aircraft are handed over on the map. One that rebases into a home country of a friend becomes his striped
counter of the same designation. No list of ours has striped ships, so none changes hands.
"""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import AXIS, CHINA, COMMONWEALTH, FRANCE, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.lend_lease import source_of
from grognard.titles.wif.rules.powers import active, at_war, home_power, powers_of
from grognard.titles.wif.rules.stacking import air_excess
from grognard.titles.wif.rules.units import air_at, of_side, units_at
from grognard.titles.wif.state import AIR_RESERVE, LEND_LEASE_POOL, NOWHERE, War

LEND_LEASE = {CHINA: 17, COMMONWEALTH: 27, FRANCE: 27, USSR: 30}  # US entry options that let a neutral USA lend to a power


@rule("13.6.4")
def versions(g: War, unit: int) -> list[int]:
    """Striped counters of the lend lease pool that an aircraft can become: its own designation, sourced by its power."""
    sheet, power = g.units[unit].sheet, g.units.power[unit]
    pool = [u for u in units_at(g, LEND_LEASE_POOL) if g.units.counter[u] >= 0 and source_of(g.units[u].sheet) == power]
    first = sheet.name.split()[:1]
    return [u for u in pool if g.units[u].sheet.name.split()[:1] == first and g.units[u].sheet.type == sheet.type]


@rule("13.6.4", "13.3.2")
def may_deal(g: War, giver: int, receiver: int) -> No | None:
    """Whether a power may hand units over to another: both active; a neutral USA by its lend lease options, to one at war with a
    major power of the Axis."""
    if SIDE_OF_POWER[giver] != SIDE_OF_POWER[receiver] or not active(g, receiver):
        return No("13.6.4", "only active powers of a side lend units to each other")
    if active(g, giver):
        return None
    at_war_with_axis = any(at_war(g, receiver, foe) for foe in powers_of(g, AXIS))
    if giver == USA and LEND_LEASE.get(receiver, 0) in g.entry_options and at_war_with_axis:
        return None
    return No("13.6.4", "a neutral USA lends by its lend lease options alone")


@rule("13.6.4")
def may_hand_over(g: War, unit: int, space: int) -> No | None:
    """Whether an aircraft may be handed over in a hex: of the receiver's home, held by him, with room for his version of it."""
    if not g.options.foreign_aircraft:
        return No("13.6.4", "units are handed over with option 37")
    receiver = g.powers_by_hex[space]
    nation = nation_at(g, space)
    if receiver < 0 or receiver == g.units.power[unit] or home_power(g, nation) != receiver or not g.ground.land[space]:
        return No("13.6.4", "it is handed over in a hex of the receiver's home countries")
    no = may_deal(g, g.units.power[unit], receiver)
    if no is not None:
        return no
    if not any(g.units.power[v] == receiver for v in versions(g, unit)):
        return No("13.6.4", "the receiver has no striped counter of that designation in the lend lease pool")
    there = of_side(g, air_at(g, space), SIDE_OF_POWER[receiver])
    return No("2.3.1", "no room for it there") if air_excess(g, space, [*there, unit]) else None


@rule("13.6.4", "14.6.3")
def hand_over(g: War, unit: int, space: int) -> int:
    """The giver's counter goes to the lend lease pool, the receiver's stands in its place; with pilots it needs one of his."""
    giver, receiver = g.units.power[unit], g.powers_by_hex[space]
    striped = next(v for v in versions(g, unit) if g.units.power[v] == receiver)
    row, new = g.units[unit], g.units[striped]
    row.at, row.aboard, row.down = LEND_LEASE_POOL, NOWHERE, 0
    new.at, new.down, new.moved = space, 0, row.moved
    if g.options.pilots:
        g.powers[giver].pilots += 1
        if g.powers.pilots[receiver]:
            g.powers[receiver].pilots -= 1
        else:
            new.at = AIR_RESERVE
    g.say("{} hands {} over to {}", g.powers[giver], new, g.powers[receiver], rule="13.6.4")
    return striped
