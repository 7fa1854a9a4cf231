"""13.6.10: ships in the construction and repair pools of a port (option 40) are in it when it is attacked (11.2)."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.tracks import in_pools
from grognard.titles.wif.rules.units import units_at
from grognard.titles.wif.state import CONSTRUCTION_POOL, NOWHERE, REPAIR_POOL, War


def ports_with_hulls(g: War) -> dict[int, list[int]]:
    """Ports with ships in their pools."""
    found: dict[int, list[int]] = {}
    for pool in (CONSTRUCTION_POOL, REPAIR_POOL) if g.options.factories_in_flames else ():
        for unit in units_at(g, pool):
            if g.units.yard[unit] != NOWHERE:
                found.setdefault(g.units.yard[unit], []).append(unit)
    return found


@rule("13.6.10")
def lay_open(g: War, port: int, side: int) -> dict[int, int]:
    """An attack on a port finds the ships in its pools there too, those not finished without factors of their own; gives their
    pools."""
    if not g.options.factories_in_flames:
        return {}
    pools = {u: g.units.at[u] for u in in_pools(g, port) if SIDE_OF_POWER[g.units.power[u]] != side}
    for unit, pool in pools.items():
        row = g.units[unit]
        row.at, row.unready = port, int(pool == CONSTRUCTION_POOL)
        row.damaged = int(pool == REPAIR_POOL or row.damaged)
    return pools


@rule("13.6.10")
def put_back(g: War, port: int, pools: dict[int, int]) -> None:
    """Those that were not sunk are in their pools again, a hull damaged perhaps."""
    for unit, pool in pools.items():
        row = g.units[unit]
        row.unready = 0
        if row.at in (port, REPAIR_POOL):
            row.at, row.yard = pool, port
