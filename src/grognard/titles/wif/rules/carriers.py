"""14.4: carriers and their planes. Without carrier plane counters an air component is split for each mission or round; with them
(14.4.1, option 45) the units aboard fly themselves (carrier_planes.py)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import JAPAN
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.state import BOMBER, CLEARED, NOWHERE, War

PLANES_1942, PLANES_1944 = 1942, 1944  # air components grow
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


@rule("14.4", "14.4.1")
def air_component(g: War, unit: int) -> int:
    """A carrier's planes: what is printed, one more from 1942, two from 1944; none if damaged or without planes. With option 45
    the air-to-sea factors of the units aboard that can fly, at least one."""
    if not is_carrier(g, unit) or g.units.damaged[unit] or g.units.no_planes[unit]:
        return 0
    if g.options.carrier_planes:
        able = ready_planes(g, unit)
        return max(sum(g.units[u].sheet.air_to_sea for u in able), 1) if able else 0
    grown = (g.year >= PLANES_1942) + (g.year >= PLANES_1944) if g.settings.carriers_grow else 0
    return g.units[unit].sheet.carrier + grown + g.settings.carrier_planes


@rule("14.4")
def plane_range(g: War, unit: int) -> int:
    """How far a carrier's planes fly: its air component, Japanese two more."""
    if g.options.carrier_planes:
        return max((g.units[u].sheet.range for u in ready_planes(g, unit)), default=0)
    planes = air_component(g, unit)
    return planes + g.settings.japanese_reach if planes and g.units.power[unit] == JAPAN else planes


# --- carrier plane units (option 45) --------------------------------------------------------------------------------------------


def is_carrier_plane(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.CVP


def on_deck(g: War, unit: int) -> bool:
    """Whether a carrier plane unit is aboard a carrier, not the cargo of a transport."""
    return g.roster.types[unit] == Type.CVP and g.units.aboard[unit] != NOWHERE and is_carrier(g, g.units.aboard[unit])


def launched(g: War, unit: int) -> bool:
    """Whether a unit's missions begin on a ship: a carrier's own planes, or a carrier plane unit."""
    return g.roster.deck[unit] or on_deck(g, unit)


def planes_aboard(g: War, ship: int) -> list[int]:
    """The carrier plane units on a ship."""
    if not g.options.carrier_planes or ship not in g.units.aboard:
        return []
    return [u for u, by in enumerate(g.units.aboard) if by == ship and is_carrier_plane(g, u)]


@rule("14.4.1")
def plane_class(g: War, unit: int) -> int:
    """The class of a carrier plane unit this year, by the boxes on its back; one less two years after the last of them."""
    boxes = sorted(g.units[unit].sheet.deck)
    if not boxes:
        return 1
    found = next((size for year, size in reversed(boxes) if year <= g.year), boxes[0][1])
    return max(found - (g.year >= boxes[-1][0] + 2), 1)


@rule("14.4.1")
def ready_planes(g: War, ship: int) -> list[int]:
    """Carrier plane units aboard that can fly from a ship: no class above its air component."""
    return [u for u in planes_aboard(g, ship) if plane_class(g, u) <= g.units[ship].sheet.carrier]


@rule("14.4")
def may_launch(g: War, unit: int) -> No | None:
    """Whether a carrier's planes can fly a mission at all: at sea, face-up, undamaged, with planes."""
    if g.options.carrier_planes and is_carrier(g, unit):
        return No("14.4.1", "its planes are units of their own")
    if is_carrier_plane(g, unit):
        return _may_leave_deck(g, unit)
    if air_component(g, unit) <= 0:
        return No("14.4", "it has no carrier planes that could fly")
    at = g.units.at[unit]
    if at < 0 or g.ground.section[at] < 0:
        return No("14.4", "carrier planes fly missions from a sea-box only")
    if g.units.down[unit] or g.units.aboard[unit] != NOWHERE:
        return No("14.4", "its carrier is face-down")
    return None


@rule("14.4.1", "14.4")
def _may_leave_deck(g: War, unit: int) -> No | None:
    ship = g.units.aboard[unit]
    if not on_deck(g, unit):
        return No("14.4.1", "away from a carrier it only rebases")
    if g.ground.section[g.units.at[ship]] < 0:
        return No("14.4", "carrier planes fly missions from a sea-box only")
    if g.units.damaged[ship] or g.units.down[ship]:
        return No("14.4", "its carrier is damaged or face-down")
    if g.units.down[unit]:
        return No("14.4.1", "only face-up carrier planes fly")
    return None if unit in ready_planes(g, ship) else No("14.4.1", "its class is above the air component of its carrier")


def launch_reach(g: War, unit: int, points: int) -> dict[int, int]:
    """Hexes that a carrier's planes reach from any hexdot of its sea area; where the map has none, from its coasts."""
    ground = g.ground
    area = ground.area[g.units.at[unit]]
    kept = ground.flights.get(("launch", area, points))
    if kept is None:
        starts = dict.fromkeys(ground.dots[area] or ground.shores.get(area, []), 0)
        kept = ground.flights["launch", area, points] = flying_reach(g, starts, points)
    return kept


# --- what they fight with -----------------------------------------------------------------------------------------------------


def is_carrier(g: War, unit: int) -> bool:
    """Carriers, and with option 7 escort carriers and the I-400."""
    return g.roster.deck[unit]


@rule("14.4")
def air_rating(g: War, unit: int) -> int:
    """The air-to-air rating an aircraft fights with over a hex: of a carrier all of it as a fighter, its share as a bomber."""
    if not is_carrier(g, unit):
        return g.units[unit].sheet.air_to_air
    bombing = g.units.mission[unit] in (BOMBER, CLEARED)
    return g.units.wing[unit] if bombing and g.settings.carriers_split else air_component(g, unit)


@rule("14.4")
def sea_factors(g: War, unit: int) -> Fraction:
    """Air-to-sea factors of an aircraft on a mission: of a carrier what it does not keep for air-to-air; half extended."""
    if is_carrier(g, unit):
        return Fraction(air_component(g, unit) - (g.units.wing[unit] if g.settings.carriers_split else 0))
    found = Fraction(g.units[unit].sheet.air_to_sea)
    return found * HALF if g.units.extended[unit] else found


@rule("14.4")
def bomb_factors(g: War, unit: int) -> Fraction:
    """Tactical factors before weather and terrain: of carrier planes half their air-to-sea factors; half extended."""
    if is_carrier(g, unit):
        return sea_factors(g, unit) * HALF
    found = Fraction(g.units[unit].sheet.tactical)
    return found * HALF if g.units.extended[unit] else found


@rule("14.4")
def city_factors(g: War, unit: int) -> Fraction:
    """Strategic factors before weather: of carrier planes a tenth of their air-to-sea factors; half extended."""
    if is_carrier(g, unit):
        return sea_factors(g, unit) * TENTH if g.settings.carriers_bomb_cities else Fraction(0)
    found = Fraction(g.units[unit].sheet.strategic)
    return found * HALF if g.units.extended[unit] else found
