"""4.7: islands and island groups: what may be invaded, where units base and are supplied, who controls a group."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.rules.units import KIND, held_by, here
from grognard.titles.awaw.state import World


@rule("4.72", "4.73", "4.51")
def may_be_invaded(g: World, space: int) -> No | None:
    """Every one-hex island; larger lands only at beach hexes."""
    if not g.ground.land[space]:
        return No("4.51", "no land")
    if g.ground.island[space] or g.ground.beach[space]:
        return None
    return No("4.72", "neither a one-hex island nor a beach")


@rule("4.75")
def acts_as_port(g: World, space: int) -> bool:
    """Ports, and the beaches of New Ireland, Palawan and Halmahera for supply, transport, invasion and NR; not for basing."""
    return g.ground.port[space] or "landing" in g.ground.features[space]


@rule("4.732", "4.75")
def supplied_by_sea(g: World, space: int) -> bool:
    """One-hex islands need no port for supply and NR."""
    return acts_as_port(g, space) or g.ground.island[space]


@rule("4.731")
def may_base_ships(g: World, space: int) -> No | None:
    """A port; a one-hex island only with a port (counter)."""
    if g.ground.port[space] or g.ground.box[space]:
        return None
    return No("4.731" if g.ground.island[space] else "4.614", "ships base in ports only")


@rule("4.731")
def extra_squadron(g: World, u: int, space: int) -> bool:
    """One naval air squadron may base on a one-hex island beside whatever else is there."""
    naval = (Kind.NAS, Kind.ELITE_NAS)
    others = sum(KIND[g.units.design[o]] in naval and g.units.at[o] == space for o in range(len(g.units)) if o != u)
    return g.ground.island[space] and KIND[g.units.design[u]] in naval and others == 0


@rule("4.74", "4.741", "ours 29.71")
def group_side(g: World, group: str) -> int | None:
    """The side that controls a group: it holds all islands with a unit, port or airbase; None where both sides do."""
    islands = [s for s in range(g.board.size) if g.ground.group[s] == group]
    marked = [s for s in islands if here(g, s) or g.ground.port[s] or g.hexes.airbase[s] >= 0] or islands
    sides = {held_by(g, s) for s in marked}
    return sides.pop() if len(sides) == 1 else None
