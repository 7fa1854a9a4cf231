"""1.20 and 1.21: narrow crossings and the Channel Ports."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import Crossing
from grognard.titles.gw36.kinds import CLASS, COASTAL_ARTILLERY, INFANTRY, IS_WARSHIP
from grognard.titles.gw36.rules.nations import is_enemy_zone
from grognard.titles.gw36.rules.units import patrols
from grognard.titles.gw36.state import War


def crossing_between(g: War, a: int, b: int) -> Crossing | None:
    return next((c for c in g.board.geo.crossings_at.get(a, ()) if b in (c.a, c.b)), None)


@rule("1.20")
def may_cross(g: War, u: int, crossing: Crossing) -> No | None:
    """Why a unit may not use a crossing now: enemy warships, batteries or patrols on it, or the limit is used."""
    nation = g.units.nation[u]
    if g.crossed.get(crossing.border, 0) >= crossing.limit:
        return No("1.20", f"{crossing.limit} units cross {crossing.name} in a turn")
    if g.units.used[u]:
        return No("1.20", "a unit begins on one side and ends on the other")
    enemies, units = g.relations.enemies[nation], g.units
    for sea in crossing.seas:
        if any(IS_WARSHIP[units.kind[v]] and enemies >> units.nation[v] & 1 for v in g.units.stacks[sea]):
            return No("1.20", "enemy warships hold the crossing")
        if patrols(g, sea, nation):
            return No("1.20", "enemy aircraft patrol the crossing")
    for site in g.sites.where(kind=COASTAL_ARTILLERY, built=1):
        if (
            site.at in (crossing.a, crossing.b)
            and is_enemy_zone(g, site.at, nation)
            and (site.border < 0 or site.border in crossing.seas)
        ):
            return No("1.20", "enemy coastal artillery covers the crossing")
    return None


@rule("1.20", "1.21")
def may_ferry(g: War, u: int, crossing: Crossing) -> No | None:
    """Why a unit may not cross in Non-Combat Movement: infantry-class only, except at the Channel Ports."""
    if CLASS[g.units.kind[u]] != INFANTRY and not crossing.channel:
        return No("1.20", "only infantry-class units cross here")
    return may_cross(g, u, crossing)
