"""12.2.5: how many of Germany, Italy and Britain may be in Egypt and Libya, and when that ends."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, BRITAIN, GERMANY, ITALY
from grognard.titles.tw.rules.supply import MALTA
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import FALL, WINTER, War, turn_of

AFRICAN = (GERMANY, ITALY, BRITAIN)  # 12.2.5: limited in North Africa


@rule("12.2.5")
def note_torch(g: War, space: int, side: int) -> None:
    """The Allies have invaded French North Africa: from now on the Axis is not limited in Egypt and Libya."""
    if side == ALLIES and not g.torch and "french_north_africa" in g.ground.regions[space]:
        g.torch = 1


@rule("12.2.5")
def african_room(g: War, units: Sequence[int]) -> No | None:
    """Whether ground units may come to Egypt or Libya together: those of Germany, Italy and Britain up to their limit."""
    known, africa = g.roster, g.ground.north_africa
    for nation in {known.nations[u] for u in units if known.nations[u] in AFRICAN}:
        limit = african_limit(g, nation)
        own = [u for u, n in enumerate(known.nations) if n == nation and known.ground[u]]
        there = {u for u in own if g.units.at[u] >= 0 and africa[g.units.at[u]]}
        coming = {u for u in units if u in own} - there
        if limit is None or not coming:
            continue
        force = sum([known.strengths[u] for u in there | coming])
        if force > limit[0]:
            return No("12.2.5", f"{force} factors would be in North Africa, {limit[0]} may be")
    return None


@rule("12.2.5")
def african_limit(g: War, nation: int) -> tuple[int, int] | None:
    """Ground factors and air units a power may have in Egypt and Libya; None where no limit holds."""
    malta_allied = hex_sides(g)[g.ground.named(MALTA)] == ALLIES
    if nation in (GERMANY, ITALY):
        if g.turn >= turn_of(1942, WINTER) or g.torch:
            return None
        few = {GERMANY: (6, 2), ITALY: (12, 2)} if malta_allied else {GERMANY: (12, 3), ITALY: (24, 3)}
        return few[nation]
    if nation == BRITAIN and g.turn < turn_of(1942, FALL):
        return (18, 2) if malta_allied else (24, 3)
    return None
