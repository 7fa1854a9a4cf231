"""Cities that can be surrounded (1.16): whether an attack closes the ring, who bombs the air base, which battle comes first."""

from __future__ import annotations

from collections.abc import Iterable, Set

from grognard.kernel.flow import Option
from grognard.titles.gw36.kinds import AIR_BASE, IS_AIR, IS_NAVAL_FACILITY
from grognard.titles.gw36.rules.combat_movement import orders_of
from grognard.titles.gw36.rules.terrain import is_blockaded
from grognard.titles.gw36.state import Site, War, chosen

FIRST = {"bomb": 3.0, "carpet": 2.0}


def ringed(g: War, nation: int, city: int, taken: Set[int]) -> bool:
    """Whether every way out of a city is ours once these zones are taken; ports must be blockaded."""
    geo, owner = g.board.geo, g.zones.owner
    if not geo.city[city] or not geo.land[city]:
        return False
    friends = g.relations.aligned[nation] | 1 << nation
    for b, _ in geo.land[city]:
        if b not in taken and not (owner[b] >= 0 and friends >> owner[b] & 1):
            return False
    ports = any(IS_NAVAL_FACILITY[site.kind] for site in g.sites.where(at=city, damage=0, built=1))
    return not ports or is_blockaded(g, city, owner[city])


def base_bomber(g: War, city: int, free: Iterable[int]) -> tuple[int, str] | None:
    """The aircraft, the first that can, that bombs the whole air base of a city, and the order."""
    if not any(site.kind == AIR_BASE for site in g.sites.where(at=city, damage=0, built=1)):
        return None
    for u in free:
        if not IS_AIR[g.units.kind[u]]:
            continue
        for option in orders_of(g, u):
            goal = option.args[-1]
            if option.verb == "bomb" and isinstance(goal, Site) and goal.at == city and goal.kind == AIR_BASE:
                return u, option.text
    return None


def battle_turn(g: War, option: Option) -> float:
    """Bombs fall first, a city is stormed last: what is taken round it before counts for the ring."""
    zone = chosen(option, 0)
    return FIRST.get(option.verb, 1.0) - 2.0 * (option.verb == "land_battle" and g.board.geo.city[zone])
