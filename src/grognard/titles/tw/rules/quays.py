"""7.5: a ground unit marches to the port where a Fleet waits for it, goes aboard, and has what is left of its movement where it
lands, less a point for the quay."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.control import pass_through
from grognard.titles.tw.rules.movement import Steps, entry_prices, steps_reach
from grognard.titles.tw.rules.stacking import crowds
from grognard.titles.tw.rules.units import ground_at
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import NONE, Unit, War

QUAY = 1  # 7.5: to disembark
IMPULSES = 3  # bits of Unit.moved: it has marched


@rule("7.5", "9.2")
@derived(
    entry_prices, crowds, ground_at, "units.active", "units.moved", "units.supply", "units.afloat", "units.aboard",
    "units.dropped", "units.dry",
)  # fmt: skip
def marchers(g: War, port: int) -> dict[int, list[int]]:
    """Ground units of the phasing side that reach a port in the first impulse with a point to spare, each with its way."""
    found: dict[int, list[int]] = {}
    known, units = g.roster, g.units
    for u, (at, s) in enumerate(zip(units.at, known.sides)):
        near = at >= 0 and s == g.side and known.ground[u] and at != port and g.ground.land[at]
        if not near or g.ground.far(at, port) > known.moves[u] or units.aboard[u] >= 0 or units.afloat[u]:
            continue
        if units.supply[u] == NONE or may_move(g, u, 1) is not None:
            continue
        mired = g.ground.terrain[at] == SWAMP and not (frozen(g) and g.ground.eastern[at])
        where = steps_reach(Steps(g, [u], in_swamp=mired), allowance(g, u, 1) - QUAY, one_hex=False)
        if port in where.costs:
            found[u] = where.path(port)
    return found


@rule("7.5")
def march_aboard(g: War, unit: Unit, port: int) -> None:
    """A unit marches to a port; what it spends is gone for this impulse."""
    way = marchers(g, port)[unit.index]
    mired = g.ground.terrain[unit.at] == SWAMP and not (frozen(g) and g.ground.eastern[unit.at])
    spent = steps_reach(Steps(g, [unit.index], in_swamp=mired), allowance(g, unit.index, 1) - QUAY, one_hex=False).costs[port]
    unit.at, unit.walked = port, spent
    pass_through(g, unit.index, way[1:])
    g.say("{} marches to {}", unit, g.hexes[port], rule="7.5")
