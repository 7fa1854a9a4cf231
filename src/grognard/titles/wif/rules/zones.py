"""2.2: zones of control. Which units have one, and into which hexes it reaches."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.ground import ALL_SEA, ALPINE, LAKE_SIDE, OFF_MAP, PACIFIC, STRAITS
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.powers import country_sides, enemy_country
from grognard.titles.wif.rules.units import GROUND_FACTS, armies, on_the_ground
from grognard.titles.wif.rules.weather import hexside
from grognard.titles.wif.state import SETTLED, War

ASHORE = (0, SETTLED)  # 11.13, 11.14: those whose hex is not taken yet have no zone even there
SHUT = ALPINE | ALL_SEA | STRAITS | LAKE_SIDE


@rule("2.2")
def has_wide_zone(g: War, unit: int) -> bool:
    """Whether a land unit's zone reaches the next hexes: not that of partisans, divisions, and units that landed this impulse."""
    known = g.roster
    if g.options.surprised_zones and g.countries.surprised_by[g.units.country[unit]]:  # 15.1, option 10
        return False
    return known.corps[unit] and known.types[unit] != Type.PART and not g.units.landed[unit]


@rule("2.2")
@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def zones_of_side(g: War, side: int) -> bytearray:
    """For every space whether it lies in a zone of control of a side's land units."""
    found = bytearray(g.board.size)
    controllers, sides = g.hexes.controller, [*country_sides(g), 2]
    landed, other = g.units.landed, 1 - side
    for space, units in armies(g, side).items():
        own = [u for u in units if landed[u] in ASHORE]
        if not own:
            continue
        found[space] = 1
        wide = [u for u in own if has_wide_zone(g, u)]
        for there in reached(g, space, wide):
            controller = controllers[there]
            if sides[controller] == other and not any(_at_war(g, u, controller) for u in wide):
                continue  # not into the hex of an opponent it is at peace with
            found[there] = 1
    return found


@rule("2.2")
def reached(g: War, space: int, wide: list[int]) -> list[int]:
    """The next hexes into which the zone of units with a wide one reaches: not off the map, not across a closed hexside."""
    scale = g.ground.scale
    if not wide or scale[space] == OFF_MAP:
        return []
    pacific = not g.options.pacific_zones or _strong(g, wide)
    return [
        there
        for there, bits in g.ground.steps[space]
        if scale[there] != OFF_MAP
        and (pacific or scale[there] != PACIFIC)
        and not (bits & SHUT and hexside(g, space, there) & SHUT)
    ]


def _at_war(g: War, unit: int, controller: int) -> bool:
    """Whether a unit is at war with the controller of a hex, by its power or by its own country (9.8)."""
    behind = g.countries.power[controller]
    return enemy_country(g, g.units.power[unit], controller) or bool(
        behind >= 0 and g.countries.wars[g.units.country[unit]] >> behind & 1
    )


def _strong(g: War, units: list[int]) -> bool:
    """Option 9: an HQ or two other corps reach into a Pacific scale hex."""
    return any(g.roster.hq[u] for u in units) or len(units) >= 2


def in_enemy_zone(g: War, space: int, side: int) -> bool:
    """Whether a hex lies in a zone of control of the other side."""
    return bool(zones_of_side(g, 1 - side)[space])
