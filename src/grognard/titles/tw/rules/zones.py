"""9.7: zones of control. Who has one is in kinds.py; here is where they reach."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.ground import DESERT, MOUNTAIN
from grognard.titles.tw.kinds import Kind, has_zone
from grognard.titles.tw.rules.units import unit_kinds, unit_sides
from grognard.titles.tw.rules.weather import frozen, zones_frozen
from grognard.titles.tw.state import FORTRESS, LIMITED, War

FOOTLOOSE = (Kind.INF, Kind.CAV, Kind.STA)  # no zone in the desert (9.7, 10.6.1)
WHEELED = (Kind.ARM, Kind.MECH, Kind.MOT)  # none into mountains (9.7)


@derived("units.design")
def zoned_designs(g: War) -> list[bool]:
    """By unit, whether its counter has a zone at all."""
    known = [has_zone(d) for d in g.designs]
    return [known[d] for d in g.units.design]


@derived(
    "units.at",
    "units.design",
    "units.depleted",
    "units.supply",
    "hexes.works",
    "nations.side",
    "east",
    "east_winter",
    "turn",
    "side",
)
def zones(g: War) -> tuple[bytearray, bytearray]:
    """By space, whether it is in a zone of control of the Axis, and of the Allies."""
    return _zones(g)


@rule("9.7", "10.6.5")
def _zones(g: War) -> tuple[bytearray, bytearray]:
    """Zones reach the neighbours that no river, fortress or, for wheels, mountain guards; none reach from or into the desert
    for foot and horse (TW-AMB-55)."""
    ground = g.ground
    size = g.board.size
    both = (bytearray(size), bytearray(size))
    zoned, kinds, sides = zoned_designs(g), unit_kinds(g), unit_sides(g)
    units, works, terrain = g.units, g.hexes.works, ground.terrain
    depleted, supply = units.depleted, units.supply
    icy, none_east = frozen(g), zones_frozen(g)
    eastern = ground.eastern
    for u, at in enumerate(units.at):
        if at < 0 or not zoned[u] or depleted[u] or supply[u] == LIMITED or works[at] == FORTRESS or sides[u] > 1:
            continue
        kind = kinds[u]
        if kind in FOOTLOOSE and terrain[at] == DESERT:
            continue
        zone = both[sides[u]]
        for b in ground.steps[at] if icy and eastern[at] else ground.dry[at]:
            if works[b] == FORTRESS or (none_east and eastern[b]):
                continue
            if terrain[b] == MOUNTAIN and kind in WHEELED:
                continue
            if terrain[b] == DESERT and kind in FOOTLOOSE:
                continue
            zone[b] = 1
    return both


def enemy_zone(g: War, side: int) -> bytearray:
    """Where the other side's zones of control are."""
    return zones(g)[1 - side]
