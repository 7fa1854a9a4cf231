"""14.4: carriers and their planes without carrier plane counters: an air component that is split for each mission or round."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import JAPAN
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.state import BOMBER, CLEARED, NOWHERE, War

PLANES_1942, PLANES_1944 = 1942, 1944  # air components grow
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


@rule("14.4")
def air_component(g: War, unit: int) -> int:
    """A carrier's planes: what is printed, one more from 1942, two from 1944; none if damaged or without planes."""
    if not is_carrier(g, unit) or g.units.damaged[unit] or g.units.no_planes[unit]:
        return 0
    grown = (g.year >= PLANES_1942) + (g.year >= PLANES_1944) if g.settings.carriers_grow else 0
    return g.units[unit].sheet.carrier + grown + g.settings.carrier_planes


@rule("14.4")
def plane_range(g: War, unit: int) -> int:
    """How far a carrier's planes fly: its air component, Japanese two more."""
    planes = air_component(g, unit)
    return planes + g.settings.japanese_reach if planes and g.units.power[unit] == JAPAN else planes


@rule("14.4")
def may_launch(g: War, unit: int) -> No | None:
    """Whether a carrier's planes can fly a mission at all: at sea, face-up, undamaged, with planes."""
    if air_component(g, unit) <= 0:
        return No("14.4", "it has no carrier planes that could fly")
    at = g.units.at[unit]
    if at < 0 or g.ground.section[at] < 0:
        return No("14.4", "carrier planes fly missions from a sea-box only")
    if g.units.down[unit] or g.units.aboard[unit] != NOWHERE:
        return No("14.4", "its carrier is face-down")
    return None


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
