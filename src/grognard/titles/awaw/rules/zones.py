"""Ours 10.34: zones of control, which only fully supplied armor has."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, RUSSIA
from grognard.titles.awaw.rules.units import KIND, NATION, held_by, of_kind, other, troops, unit_sides
from grognard.titles.awaw.rules.weather import winter_at
from grognard.titles.awaw.state import FORTRESS, FULL, World


def surprised(g: World) -> bool:
    """Ours 50.6: the Axis player turn of an attack on a Russia that was not ready."""
    return g.surprise == g.turn and g.side == AXIS


def _armor(g: World, side: int) -> tuple[tuple[int, ...], frozenset[int], bool]:
    """What a side's zones depend on: where its supplied armor stands, and which of those hexes' neighbours have changed."""
    sides, units, surprise = unit_sides(g), g.units, surprised(g) and side == ALLIES
    deep = g.charts.climate.armor_on_foot  # ours 34.41: such armor counts as infantry
    hard = max(g.nations.winter) >= deep or max(g.nations.frost) >= deep
    spots = {
        units.at[u]
        for u in of_kind(g).get(Kind.ARM, ())
        if units.at[u] >= 0
        and sides[u] == side
        and units.supply[u] == FULL
        and not (surprise and NATION[units.design[u]] == RUSSIA)
        and not (hard and winter_at(g, NATION[units.design[u]], units.at[u]) >= deep)
    }
    beside = frozenset(o for s in spots for o in g.ground.touching[s])
    shut = tuple(sorted(o for o in beside if _refuses(g, o, side)))
    return tuple(sorted(spots)), frozenset(shut), surprise


def _refuses(g: World, space: int, side: int) -> bool:
    holder = held_by(g, space)
    if holder not in (side, other(side)):
        return True
    return g.hexes.works[space] == FORTRESS and holder == other(side)


@rule("ours 34.41", "ours 10.341")
def snowed_in(g: World, side: int) -> frozenset[int]:
    """AW-DEC-40: spaces in zones of armor that stands in so hard a winter, all of it, that they are left at no extra cost."""
    least = g.charts.climate.free_zones
    if max(g.nations.winter) < least and max(g.nations.frost) < least:
        return frozenset()
    stuck = {s: _stuck(g, s, side, least) for s in zones(g, side)}
    return frozenset(s for s, found in stuck.items() if found)


def _stuck(g: World, space: int, side: int, least: int) -> bool:
    tanks = [u for o in g.ground.touching[space] for u in troops(g, o, side)
             if KIND[g.units.design[u]] == Kind.ARM and g.units.supply[u] == FULL]  # fmt: skip
    return all(winter_at(g, NATION[g.units.design[u]], g.units.at[u]) >= least for u in tanks)


@derived("units.at", "units.design", "units.supply", "nations.side", "nations.east", "hexes.holder", "hexes.works",
         "surprise", "turn", "side", given=_armor)  # fmt: skip
@rule("ours 10.34")
def zones(g: World, side: int) -> frozenset[int]:
    """Spaces in the zones of control of a side's armor: adjacent, not over water, not neutral, not into an enemy fortress."""
    spots, shut, _ = _armor(g, side)
    return frozenset(o for s in spots for o in g.ground.touching[s] if o not in shut)
