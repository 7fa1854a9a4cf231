"""9.7: zones of control. Who has one is in kinds.py; here is where they reach."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.ground import DESERT, MOUNTAIN
from grognard.titles.tw.kinds import Kind, has_zone
from grognard.titles.tw.rules.weather import frozen, zones_frozen
from grognard.titles.tw.state import FORTRESS, LIMITED, Hex, Unit, War

FOOTLOOSE = (Kind.INF, Kind.CAV, Kind.STA)  # no zone in the desert (9.7, 10.6.1)
WHEELED = (Kind.ARM, Kind.MECH, Kind.MOT)  # none into mountains (9.7)


@derived("units.design")
def zoned_designs(g: War) -> list[bool]:
    """By unit, whether its counter has a zone at all."""
    known = [has_zone(d) for d in g.designs]
    return [known[d] for d in g.units.design]


@derived("units.design", "nations.side")
def zoned_units(g: War, side: int) -> list[int]:
    """Units of a side whose counters have a zone."""
    return [u for u, (yes, s) in enumerate(zip(zoned_designs(g), g.roster.sides)) if yes and s == side]


FOOT, WHEELS, OTHER = range(3)
_DESIGN, _DEPLETED, _SUPPLY, _WORKS = Unit.design.place, Unit.depleted.place, Unit.supply.place, Hex.works.place


def _makers_summary(g: War, side: int) -> object:
    at, versions, mine = g.units.at, g.units.versions, zoned_units(g, side)
    return [at[u] for u in mine], mine, versions[_DESIGN], versions[_DEPLETED], versions[_SUPPLY]


@derived("units.at", "units.design", "units.depleted", "units.supply", "nations.side", given=_makers_summary)
def zone_makers(g: War, side: int) -> frozenset[tuple[int, int]]:
    """(hex, kind of zone) of the units of a side that have one."""
    at, depleted, supply, kinds = g.units.at, g.units.depleted, g.units.supply, g.roster.kinds
    return frozenset([
        (at[u], FOOT if kinds[u] in FOOTLOOSE else WHEELS if kinds[u] in WHEELED else OTHER)
        for u in zoned_units(g, side)
        if at[u] >= 0 and not depleted[u] and supply[u] != LIMITED
    ])


def _zone_summary(g: War, side: int) -> object:
    return zone_makers(g, side), g.hexes.versions[_WORKS], frozen(g), zones_frozen(g)


@derived(zone_makers, "hexes.works", "east", "east_winter", "turn", "side", given=_zone_summary)
def zone_of(g: War, side: int) -> bytearray:
    """By space, whether it is in a zone of control of a side."""
    return _zone(g, zone_makers(g, side))


@rule("9.8")
def zone_without(g: War, side: int, gone: int) -> bytearray:
    """Where a side's zones of control would be once its units in a hex are eliminated."""
    return _zone(g, [(at, kind) for at, kind in zone_makers(g, side) if at != gone])


@rule("9.7", "10.6.5")
def _zone(g: War, makers: Iterable[tuple[int, int]]) -> bytearray:
    """Zones reach the neighbours that no river, fortress or, for wheels, mountain guards; none reach from or into the desert
    for foot and horse (TW-AMB-55)."""
    ground = g.ground
    zone = bytearray(g.board.size)
    works, terrain, eastern = g.hexes.works, ground.terrain, ground.eastern
    icy, none_east = frozen(g), zones_frozen(g)
    for at, kind in makers:
        if works[at] == FORTRESS or (kind == FOOT and terrain[at] == DESERT):
            continue
        for b in ground.iced[at] if icy and eastern[at] else ground.dry[at]:
            if works[b] == FORTRESS or (none_east and eastern[b]):
                continue
            if (terrain[b] == MOUNTAIN and kind == WHEELS) or (terrain[b] == DESERT and kind == FOOT):
                continue
            zone[b] = 1
    return zone


def zones(g: War) -> tuple[bytearray, bytearray]:
    """By space, whether it is in a zone of control of the Axis, and of the Allies."""
    return zone_of(g, 0), zone_of(g, 1)


def enemy_zone(g: War, side: int) -> bytearray:
    """Where the other side's zones of control are."""
    return zone_of(g, 1 - side)
