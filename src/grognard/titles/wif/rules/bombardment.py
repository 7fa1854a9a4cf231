"""11.7: strategic bombardment: bombers that get through take production points from the factories of a hex this turn.

Oil, night, altitude and the destruction of factories (options 8, 32, 33) are still to come.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules.air_missions import through
from grognard.titles.wif.rules.anti_aircraft import flak_losses
from grognard.titles.wif.rules.carriers import city_factors, is_carrier
from grognard.titles.wif.rules.control import enemy_hex
from grognard.titles.wif.rules.missions import BOMBERS_ONLY, HALF, HALVING, Kind, declare
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import War

ATOMIC = 25  # strategic factors of an atomic bomb


@rule("11.7")
def bombing_targets(g: War, power: int) -> list[int]:
    """Enemy hexes with factories that have points left to lose this turn."""
    factories, bombed = g.ground.factories, g.hexes.bombed
    return [s for s in factory_places(g) if factories[s] > bombed[s] and enemy_hex(g, s, power)]


@derived(lasting=True)
def factory_places(g: War) -> list[int]:
    """Land hexes with printed factories."""
    return [s for s, n in enumerate(g.ground.factories) if n and g.ground.land[s]]


@rule("11.7", "14.2")
def has_strategic_factors(g: War, unit: int) -> No | None:
    """Strategic bombardment takes aircraft with strategic factors."""
    if is_carrier(g, unit) and g.settings.carriers_bomb_cities:
        return None
    return None if g.units[unit].sheet.strategic > 0 else No("11.7", "it has no strategic factors")


@rule("11.7", "14.2.3")
def strategic_factors(g: War, unit: int, target: int, *, atomic: bool = False) -> Fraction:
    """A bomber's strategic factors over a hex, or those of an atomic bomb: halved by rain and snow, its own by extended range."""
    found = Fraction(ATOMIC) if atomic else city_factors(g, unit)
    return found * HALF if weather_at(g, target) in HALVING else found


@rule("11.7")
def bomb_factories(g: War, space: int, side: int) -> Flow[None]:
    """A roll on the table takes production points from the hex, no more than it can still lose"""
    units = through(g, space, side)
    atomic = yield from g.title.drop_bombs(g, space, units)
    total = int(sum((strategic_factors(g, u, space, atomic=u in atomic) for u in units), Fraction(0)) + HALF)
    total -= g.hexes.stopped[space]
    chart = g.charts.bombardment
    if total > 0:
        unopposed = g.settings.unopposed_bombing if not g.hexes.contested[space] else 0
        roll = (
            g.roll(D10, f"Strategic bombardment of {g.board.label(space)}, {total} factors, {unopposed:+d}", "11.7") + unopposed
        )
        result = chart[chart.column(total), roll]
        lost = min(result.points, g.ground.factories[space] - g.hexes.bombed[space])
        flak_losses(g, space, side, result.stars)
        g.hexes[space].bombed += lost
        g.say(f"{{}} loses {lost} production point(s)", g.hexes[space], rule="11.7")
        g.title.wreck(g, space, result.stars)


BOMBARDMENT = declare(
    Kind(
        "strategic bombardment",
        "11.7",
        Activity.STRATEGIC_BOMBARDMENT,
        bombing_targets,
        has_strategic_factors,
        bomb_factories,
        mixed=BOMBERS_ONLY,
    )
)
