"""11.7: strategic bombardment: bombers that get through take production points from the factories of a hex this turn, then its
oil, then what is saved there (options 30, 31). What asterisks destroy is the title's (options 32, 33)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import FACILITIES, WHOLE, Activity
from grognard.titles.wif.rules.air_missions import through
from grognard.titles.wif.rules.anti_aircraft import flak_losses
from grognard.titles.wif.rules.carriers import city_factors, is_carrier
from grognard.titles.wif.rules.control import enemy_hex
from grognard.titles.wif.rules.hq_benefits import led_from_the_ground, pressed
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.missions import BOMBERS_ONLY, HALF, HALVING, Kind, declare
from grognard.titles.wif.rules.naval_air_combat import ATOMIC
from grognard.titles.wif.rules.powers import enemy_countries
from grognard.titles.wif.rules.resources import factories_within_reach, standing, useable_factories
from grognard.titles.wif.rules.special_aircraft import at_night, up_high
from grognard.titles.wif.rules.trade import oil_at, printed_oil
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import NOWHERE, TRACK, War, slot_of


@rule("11.7")
def bombing_targets(g: War, power: int) -> list[int]:
    """Enemy hexes with oil or factories their owner can use that have anything left to lose this turn, or with saved oil and
    build points."""
    found = [s for s in factory_places(g) if any(at_stake(g, s)) and enemy_hex(g, s, power)]
    if any(g.hexes.blue_moved):  # factories that were railed or built
        known = set(found)
        moved = [s for s, n in enumerate(g.hexes.blue_moved) if n > 0 and s not in known]
        found += [s for s in moved if any(at_stake(g, s)) and enemy_hex(g, s, power)]
    if g.options.destruction or g.options.facilities:  # 11.7, 13.6.10: whatever works there or not
        known = set(found)
        standing_there = (s for s in factory_places(g) if s not in known and _stands(g, s))
        found += [s for s in standing_there if enemy_hex(g, s, power)]
    if g.options.factories_in_flames:
        types, busy = g.roster.types, (*units_at(g, TRACK), *units_at(g, slot_of(g.turn + 1)))
        yards = {g.units.yard[u] for u in busy if types[u] not in FACILITIES} - {NOWHERE, *found}
        found += sorted(s for s in yards if enemy_hex(g, s, power))
    if g.options.oil or g.options.saved_build_points or g.options.facilities:
        known = set(found)
        more = zip(g.hexes.saved_oil, g.hexes.saved_points, g.hexes.oil_built)
        new = [s for s, stock in enumerate(more) if any(stock) and s not in known]
        found += [s for s in new if any(at_stake(g, s)) and enemy_hex(g, s, power)]
    if g.options.destruction or g.options.facilities:
        known, enemies, controllers = set(found), enemy_countries(g, power), g.hexes.controller
        found += [s for s in lines_to_break(g) if enemies[controllers[s]] and s not in known]
    return found


@rule("11.7", "13.6.10")
def _stands(g: War, space: int) -> bool:
    """Whether asterisks can destroy something of a hex: a printed factory or oil (option 33), or what was built (32)."""
    red, blue, _ = standing(g, space)
    built = g.hexes.built_blue[space]
    if g.options.destruction and (red or blue > built or printed_oil(g, space) > 0):
        return True
    return bool(g.options.facilities and (built or g.hexes.oil_built[space]))


@rule("11.7")
@derived("hexes.laid", "hexes.rail_gone", lasting=True)
def lines_to_break(g: War) -> list[int]:
    """Hexes with a railway of the board (option 33), or with a road or railway that was built (option 32)."""
    laid, gone, iron, land = g.hexes.laid, g.hexes.rail_gone, g.ground.on_railway, g.ground.land
    printed, built = bool(g.options.destruction), bool(g.options.facilities)
    return [s for s, dry in enumerate(land) if dry and ((printed and iron[s] and not gone[s]) or (built and laid[s]))]


@rule("11.7")
def at_stake(g: War, space: int) -> tuple[int, int, int, int]:
    """What bombers can take from a hex, in the order of loss: production points, oil, saved oil, saved build points."""
    row = g.hexes
    oil = oil_at(g, space)
    works = useable_factories(g, g.powers_by_hex[space], space)  # 13.6.2: nobody loses what he cannot make
    if works and g.settings.idle_works_spared and space not in factories_within_reach(g, SIDE_OF_POWER[g.powers_by_hex[space]]):
        works = 0
    made = 0 if g.options.factories_in_flames else max(works - row.bombed[space], 0)  # 13.6.10
    return made, max(oil, 0), row.saved_oil[space], row.saved_points[space]


@derived(lasting=True)
def factory_places(g: War) -> list[int]:
    """Land hexes with printed factories or oil."""
    return [s for s, n in enumerate(g.ground.factories) if (n or g.ground.oil[s]) and g.ground.land[s]]


@rule("11.7", "14.2")
def has_strategic_factors(g: War, unit: int) -> No | None:
    """Strategic bombardment takes aircraft with strategic factors."""
    if is_carrier(g, unit) and g.settings.carriers_bomb_cities:
        return None
    return None if g.units[unit].sheet.strategic > 0 else No("11.7", "it has no strategic factors")


@rule("11.7", "14.2.3")
def strategic_factors(g: War, unit: int, target: int, *, atomic: bool = False) -> Fraction:
    """A bomber's strategic factors over a hex, or those of an atomic bomb: halved by rain and snow and again at
    night, its own by extended range."""
    return (Fraction(ATOMIC) if atomic else city_factors(g, unit)) * sky_share(g, target)


@rule("11.7", "14.2.3")
def sky_share(g: War, target: int) -> Fraction:
    """What weather and night leave of strategic factors over a hex; taken once anti-aircraft fire is over."""
    found = HALF if weather_at(g, target) in HALVING else Fraction(1)
    return found * HALF if at_night(g, target) else found


@rule("11.7", "13.6.10")
def bomb_factories(g: War, space: int, side: int) -> Flow[None]:
    """A roll on the table takes production points, then oil and what is saved there, no more than the hex can still lose; with
    option 40 bombers against ships and bombers against other units roll apart"""
    units = through(g, space, side)
    atomic = yield from g.title.drop_bombs(g, space, units)
    stopped = g.hexes.stopped[space]
    for group, aimed in (yield from g.title.divide_raid(g, space, units)):
        each = {u: Fraction(ATOMIC) if u in atomic else city_factors(g, u) for u in group}
        parts = [(factors, 2 if led_from_the_ground(g, u, space) else 1) for u, factors in each.items()]
        total = int(pressed(parts, stopped) * sky_share(g, space) + HALF)
        stopped = max(stopped - int(sum(each.values(), HALF)), 0)
        if total > 0:
            yield from _strike(g, space, side, group, total, aimed)


def _strike(g: War, space: int, side: int, units: list[int], total: int, aimed: int) -> Flow[None]:
    """Bombers roll for their factors"""
    chart, added = g.charts.bombardment, bombing_modifier(g, space)
    told = f"Strategic bombardment of {g.board.label(space)}, {total} factors, {added:+d}"
    cell = aim(g, space, units, table="strategic_bombardment", line=chart.label(chart.column(total)), added=added)
    roll = max((yield from cast(g, Stake(told, "11.7", side, side, with_units(g, units), fight=True, aim=cell))) + added, 1)
    result = chart[chart.column(total), roll]
    yield from flak_losses(g, space, side, result.stars)
    yield from take_effect(g, space, side, result.points, aimed)
    g.title.wreck(g, space, result.stars)


@rule("11.7", "13.6.10")
def take_effect(g: War, space: int, side: int, points: int, aimed: int = WHOLE) -> Flow[None]:
    """Points of a bombardment fall on production, with option 40 on what is being built; the rest on oil and what is saved"""
    if g.options.factories_in_flames:
        points = yield from g.title.bomb_tracks(g, space, side, points, aimed)
    lose(g, space, points)


@rule("11.7")
def bombing_modifier(g: War, space: int) -> int:
    """What is added to the roll: one for a low raid by day that nobody met; with option 8 one less at high altitude."""
    if up_high(g, space):
        return -1
    return g.settings.unopposed_bombing if not g.hexes.contested[space] and not at_night(g, space) else 0


@rule("11.7")
def lose(g: War, space: int, points: int) -> None:
    """Points of a bombardment take effect in their order."""
    row, left, taken = g.hexes[space], points, []
    for amount in at_stake(g, space):
        taken.append(min(left, amount))
        left -= taken[-1]
    row.bombed += taken[0]
    if taken[0] or (points and not any(taken) and not g.options.factories_in_flames):
        g.say(f"{{}} loses {taken[0]} production point(s)", row, rule="11.7")
    if taken[1]:
        row.oil_lost += taken[1]
        g.say(f"{{}} loses {taken[1]} oil this turn", row, rule="11.7")
    if taken[2] or taken[3]:
        row.saved_oil -= taken[2]
        row.saved_points -= taken[3]
        g.say(f"{{}} loses {taken[2]} saved oil and {taken[3]} saved build points", row, rule="11.7")


BOMBARDMENT = declare(
    Kind(
        "strategic bombardment",
        "11.7",
        Activity.STRATEGIC_BOMBARDMENT,
        bombing_targets,
        has_strategic_factors,
        bomb_factories,
        mixed=BOMBERS_ONLY,
        load=lambda g, unit: g.title.arm_bomber(g, unit),
    )
)
