"""4.7: islands and island groups: what may be invaded, who controls a group."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.rules.units import held_by, here
from grognard.titles.awaw.state import World


@rule("4.72", "4.73", "4.51")
def may_be_invaded(g: World, space: int) -> No | None:
    """Every one-hex island; larger lands only at beach hexes."""
    if not g.ground.land[space]:
        return No("4.51", "no land")
    if g.ground.island[space] or g.ground.beach[space]:
        return None
    return No("4.72", "neither a one-hex island nor a beach")


@rule("4.74", "4.741", "ours 29.71")
def group_side(g: World, group: str) -> int | None:
    """The side that controls a group: it holds all islands with a unit, port or airbase; None where both sides do."""
    islands = [s for s in range(g.board.size) if g.ground.group[s] == group]
    marked = [s for s in islands if here(g, s) or g.ground.port[s] or g.hexes.airbase[s] >= 0] or islands
    sides = {held_by(g, s) for s in marked}
    return sides.pop() if len(sides) == 1 else None
