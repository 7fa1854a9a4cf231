"""11.14: PARA fly with transports into enemy hexes. They drop behind the air-to-air combat and must attack where they land.

With option 8 bombers with a white range circle drop them too (special_aircraft.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import LAKE
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.access import note_trespass
from grognard.titles.wif.rules.actions import count, left
from grognard.titles.wif.rules.air_missions import through
from grognard.titles.wif.rules.airlift import lifts_corps, pair_up
from grognard.titles.wif.rules.control import enemy_hex, powers_by_hex, take_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.guests import partisans_hold
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.missions import Kind, declare, may_extend
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.special_aircraft import carries_units
from grognard.titles.wif.rules.stacking import land_excess, land_limit
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy, hexes_of_partisans, land_at, of_side
from grognard.titles.wif.rules.weather import frozen_lake
from grognard.titles.wif.state import FORCE_POOL, GROUNDED, INVASION, NOWHERE, PARADROP, Hex, Unit, War

DROPPED = int(Activity.PARADROP) + 1


class Loading(Subject, frozen=True):
    """A transport that takes one of several PARA."""

    transport: Annotated[int, Unit]
    paras: Annotated[tuple[int, ...], Unit]


class Wave(Subject, frozen=True):
    """Too many units have landed in a hex."""

    space: Annotated[int, Hex]
    among: Annotated[tuple[int, ...], Unit]


def paras_at(g: War, space: int, transport: int) -> list[int]:
    """Face-up PARA in supply that stand with a transport they co-operate with; air landing divisions once a PARA is in the air to
    the hex the transport flies to."""
    types = g.roster.types
    drops = [u for u in land_at(g, space) if types[u] == Type.PARA or (g.title.flying_corps(g, u) and lifts_corps(g, transport))]
    drops += [u for u in land_at(g, space) if g.units[u].sheet.air_landing and _led_by_para(g, transport)]
    here = [u for u in drops if not g.units.down[u] and not g.units.landed[u]]
    return [u for u in here if _may_share(g, u, transport) and co_operate(g, u, transport) and in_supply(g, u)]


@rule("11.14", "15", "10.2")
def _may_share(g: War, para: int, transport: int) -> bool:
    """A power that works with another drops its PARA too, while that one has land moves left."""
    power, side = g.units.power[para], SIDE_OF_POWER[g.units.power[para]]
    if power == g.units.power[transport]:
        return True
    return side == g.side and left(g, power, Activity.LAND_MOVE) > len(airborne(g, power))


@rule("22.1.1", "11.14")
def _led_by_para(g: War, transport: int) -> bool:
    """Whether a PARA flies where the transport flies, or anywhere while it still stands at its base."""
    units, types = g.units, g.roster.types
    flying = [u for u in airborne(g, units.power[transport]) if types[u] == Type.PARA]
    return any(units.mission[transport] == GROUNDED or units.at[u] == units.at[transport] for u in flying)


def airborne(g: War, power: int) -> list[int]:
    """A power's PARA that are in the air now."""
    units = g.units
    return [
        u for u, by in enumerate(units.aboard)
        if by != NOWHERE and units.power[u] == power and units.mission[by] != GROUNDED and g.roster.land[u]
    ]  # fmt: skip


@rule("11.14", "10.2")
def carries_paras(g: War, unit: int) -> No | None:
    """Only transports that stand with a PARA fly; each PARA is a land move too."""
    power = g.units.power[unit]
    if not carries_units(g, unit, dropping=True):
        return No("11.14", "only transports drop PARA")
    paras = paras_at(g, g.units.at[unit], unit)
    if not paras:
        return No("11.14", "no face-up PARA in supply stands with it")
    owners = {g.units.power[p] for p in paras}
    if SIDE_OF_POWER[power] == g.side and not any(left(g, p, Activity.LAND_MOVE) > len(airborne(g, p)) for p in owners):
        return No("10.2", "its land moves are used up this impulse")  # WIF-DEC-14
    return None


@rule("11.14", "10.2", "8.2.1")
def drop_zones(g: War, power: int) -> list[int]:
    """Enemy hexes that transports of a power with PARA reach; only those attacked already when no land attack is left."""
    units = g.units
    ready = [
        u for u, whose in enumerate(units.power)
        if whose == power and carries_units(g, u, dropping=True) and units.at[u] >= 0 and not units.down[u]
        and (units.mission[u] != GROUNDED or (g.ground.land[units.at[u]] and paras_at(g, units.at[u], u)))
    ]  # fmt: skip
    reach = {
        s
        for u in ready
        if units.mission[u] == GROUNDED
        for s in flying_reach(g, {units.at[u]: 0}, units[u].sheet.range * (1 + may_extend(g, u)))
    }
    owners = {power} | {
        units.power[p] for u in ready if units.mission[u] == GROUNDED for p in paras_at(g, units.at[u], u)
    }  # fmt: skip
    open_to = [may_drop(g, owner) for owner in sorted(owners)]
    zones = [s for s in reach if g.ground.land[s] and any(may(s) for may in open_to)]
    held = hexes_of_partisans(g, 1 - SIDE_OF_POWER[power])  # friendly bands: units are flown in (13.1.3)
    if g.settings.paras_join_partisans:
        held = {s: bands for s, bands in held.items() if not any(partisans_hold(g, p, s) for p in _paras(g, power))}
    return sorted(s for s in zones if s not in held and (g.ground.terrain[s] != LAKE or frozen_lake(g, s)))


@rule("11.14", "10.2")
def may_drop(g: War, power: int) -> Callable[[int], bool]:
    """Whether PARA of a power may attack a hex from the air: an enemy's, or with enemy partisans, and with a land attack left
    unless one on it is begun."""
    units = g.units
    airborne_to = {units.at[u] for u in airborne(g, power)}
    attacked = {t for u, t in enumerate(units.target) if units.power[u] == power}
    free = left(g, power, Activity.LAND_ATTACK) > len(airborne_to - attacked)
    bands = hexes_of_partisans(g, SIDE_OF_POWER[power])
    return lambda s: (free or s in airborne_to or s in attacked) and (s in bands or enemy_hex(g, s, power))


def _paras(g: War, power: int) -> list[int]:
    """A power's PARA on the map or in the air."""
    types, at = g.roster.types, g.units.at
    return [u for u, whose in enumerate(g.units.power) if whose == power and types[u] == Type.PARA and at[u] >= 0]


@rule("11.14")
def take_paras(g: War, transport: int) -> Flow[None]:
    """A transport takes a PARA of its base along"""
    row = g.units[transport]
    paras = [p for p in paras_at(g, row.base, transport) if may_drop(g, g.units.power[p])(row.at)]
    if not paras:  # an air landing division stays: no PARA flies there
        return
    para = paras[0]
    if len(paras) > 1:
        _, para = yield from menu(g, g.seat(row.power), "{0} carries", Loading(transport, tuple(paras)), CARRY, named=(row,))
    pair_up(g, transport, para)
    g.units[para].aboard, g.units[para].at = transport, row.at


@rule("11.14", "2.3.1")
def drop(g: War, space: int, side: int) -> Flow[None]:
    """PARA of the transports that got through drop; too many for the hex are lost"""
    landing = [u for u, by in enumerate(g.units.aboard) if by != NOWHERE and g.roster.land[u] and g.units[u].sheet.air_landing]
    last = {g.units.aboard[u] for u in landing}
    for transport in sorted(through(g, space, side), key=lambda u: (u in last, u)):
        for para in [u for u, by in enumerate(g.units.aboard) if by == transport and g.roster.land[u]]:
            row = g.units[para]
            if row.sheet.air_landing and not any(g.units.landed[u] == PARADROP for u in land_at(g, space)):
                continue  # 22.1.1: no PARA has come down to cover it
            row.aboard, row.brought = NOWHERE, g.units.power[transport] + 1
            row.at, row.moved = space, DROPPED
            count(g, row.power, Activity.LAND_MOVE)
            note_trespass(g, para, space)
            if g.settings.paras_join_partisans and partisans_hold(g, para, space):
                row.fed = 1
                take_hex(g, space, para)
                g.say("{} drops beside the partisans in {}", row, g.hexes[space], rule="13.1.3")
                continue
            row.landed = PARADROP
            g.title.ambushed(g, para, space)
            join_attack(g, row.power, para, space)
            g.say("{} drops on {}", row, g.hexes[space], rule="11.14")
    while crowd := crowded_waves(g, space, side):
        holder = powers_by_hex(g)[space]
        yield from menu(
            g, g.seat(holder), "Too many have landed in {0}", Wave(space, tuple(crowd)), CULL, named=(g.hexes[space],)
        )


@rule("2.3.1")
def crowded_waves(g: War, space: int, side: int) -> list[int]:
    """Of invaders and parachutists together those too many for a hex, one of whom its controller destroys: corps before others
    while there are too many of them."""
    waves = [u for u in of_side(g, land_at(g, space), side) if g.units.landed[u] in (INVASION, PARADROP)]
    if not land_excess(g, space, waves):
        return []
    corps = [u for u in waves if g.roster.corps[u]]
    return corps if len(corps) > land_limit(g, space) else waves


PARADROPS = declare(
    Kind("paradrop", "11.14", Activity.PARADROP, drop_zones, carries_paras, drop, load=take_paras, carriers=False)
)
CARRY: Act[War, Loading, int] = Act(
    "carry", "11.14", "{0}", takes=Unit, among=lambda g, s: s.paras, do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in s.paras else No("11.14", "it does not stand with the transport"),
)  # fmt: skip
CULL: Act[War, Wave, int] = Act(
    "destroy", "2.3.1", "Destroy {0}", takes=Unit, among=lambda g, s: s.among, do=lambda g, s, unit: destroy(g, unit, FORCE_POOL),
    may=lambda g, s, unit: None if unit in s.among else No("2.3.1", "it is not one of those too many"),
)  # fmt: skip
