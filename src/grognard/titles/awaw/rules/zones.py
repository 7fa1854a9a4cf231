"""Ours 10.34: zones of control, which only fully supplied armor has."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, RUSSIA
from grognard.titles.awaw.rules.units import NATION, held_by, of_kind, other, unit_sides
from grognard.titles.awaw.state import FORTRESS, FULL, World


def surprised(g: World) -> bool:
    """Ours 50.6: the Axis player turn of an attack on a Russia that was not ready."""
    return g.surprise == g.turn and g.side == AXIS


def _armor(g: World, side: int) -> tuple[tuple[int, ...], frozenset[int], bool]:
    """What a side's zones depend on: where its supplied armor stands, and which of those hexes' neighbours have changed."""
    sides, units, surprise = unit_sides(g), g.units, surprised(g) and side == ALLIES
    spots = {
        units.at[u]
        for u in of_kind(g).get(Kind.ARM, ())
        if units.at[u] >= 0
        and sides[u] == side
        and units.supply[u] == FULL
        and not (surprise and NATION[units.design[u]] == RUSSIA)
    }
    beside = frozenset(o for s in spots for o in g.ground.touching[s])
    shut = tuple(sorted(o for o in beside if _refuses(g, o, side)))
    return tuple(sorted(spots)), frozenset(shut), surprise


def _refuses(g: World, space: int, side: int) -> bool:
    holder = held_by(g, space)
    if holder not in (side, other(side)):
        return True
    return g.hexes.works[space] == FORTRESS and holder == other(side)


@derived("units.at", "units.design", "units.supply", "nations.side", "nations.east", "hexes.holder", "hexes.works",
         "surprise", "turn", "side", given=_armor)  # fmt: skip
@rule("ours 10.34")
def zones(g: World, side: int) -> frozenset[int]:
    """Spaces in the zones of control of a side's armor: adjacent, not over water, not neutral, not into an enemy fortress."""
    spots, shut, _ = _armor(g, side)
    return frozenset(o for s in spots for o in g.ground.touching[s] if o not in shut)
