"""Border clashes between Japan and the USSR (14.3 names them; the sheets that rule them are absent).

One round across the border of Manchuria, no conquest, no Militia attacking, no war, unless the two have their pact (GW36-AMB-46,
public v4.3 rulebook 10.5.2).
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, MILITIA
from grognard.titles.gw36.powers import JAPAN, USSR
from grognard.titles.gw36.rules.battle import Battle
from grognard.titles.gw36.rules.nations import alive, at_war
from grognard.titles.gw36.rules.rounds import fight_round
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.state import CLASH, IDLE, SIGNED, War

MANCHURIA = ("western_manchuria", "eastern_manchuria", "northern_manchuria", "rehe", "korea")


@derived("news", "zones.owner", "neutrality")
def zones(g: War, nation: int) -> dict[int, tuple[int, ...]]:
    """For Japan and the USSR: zones of their own from which a clash is possible, and the zones across the border."""
    if nation not in (JAPAN, USSR) or g.neutrality == SIGNED or at_war(g, JAPAN, USSR):
        return {}
    if not alive(g, JAPAN) or not alive(g, USSR):
        return {}
    other = USSR if nation == JAPAN else JAPAN
    owner, geo = g.zones.owner, g.board.geo
    found: dict[int, tuple[int, ...]] = {}
    for name in MANCHURIA:
        zone = g.board.space(name)
        for b, _ in geo.land[zone]:
            pair = (zone, b) if nation == JAPAN else (b, zone)
            if owner[pair[0]] == nation and owner[pair[1]] == other:
                found[pair[0]] = (*found.get(pair[0], ()), pair[1])
    return found


@rule("14.3")
def may_clash(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not clash over a border."""
    unit = g.units[u]
    if g.neutrality == SIGNED:
        return No("14.3", "the Japanese-Soviet pact forbids border clashes")
    if unit.kind == MILITIA or not IS_LAND[unit.kind]:
        return No("14.3", "land units other than Militia clash")
    if zone not in zones(g, unit.nation).get(unit.at, ()):
        return No("14.3", "no border of Manchuria with the other power")
    if not defenders(g, zone):
        return No("14.3", "nobody stands there")
    return None


def defenders(g: War, zone: int) -> list[int]:
    owner, units = g.zones.owner[zone], g.units
    return [v for v in g.units.stacks[zone] if units.nation[v] == owner and (IS_LAND[units.kind[v]] or IS_AIR[units.kind[v]])]


@rule("14.3")
def resolve(g: War) -> Flow[None]:
    """Fight one round over each border where units clash; nobody moves"""
    who = set(acting(g))
    units = g.units
    clashing = [u for u, (at, d, n) in enumerate(zip(units.at, units.duty, units.nation)) if at >= 0 and d == CLASH and n in who]
    for zone in sorted({units.target[u] for u in clashing}):
        attackers = [u for u in clashing if units.target[u] == zone]
        for u in attackers:
            units[u].came = units.at[u]
        against = defenders(g, zone)
        if attackers and against:
            g.say("A border clash in {}", g.zones[zone], rule="14.3")
            yield from fight_round(g, Battle(g, zone, attackers, against))
        for u in attackers:
            if units.at[u] >= 0:
                units[u].duty, units[u].target, units[u].spent = IDLE, NOWHERE, 1
