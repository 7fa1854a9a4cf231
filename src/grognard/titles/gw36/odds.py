"""Odds from a game: what an attack, a raid or a bombing promises before it is committed. Computed by grognard.odds.

`battle_odds(g, zone, ...)` reads the units that are to fight there, and those it is asked to add; `option_odds` answers for an
option of a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from grognard.kernel.flow import Option
from grognard.kernel.state import NOWHERE
from grognard.odds import Contest, Outlook, outlook
from grognard.titles.gw36.kinds import FIGHTERS, FORTIFICATION, IS_AIR, IS_LAND, TECHNOLOGY, UNIT_IDS, WITH
from grognard.titles.gw36.odds_battles import carpet_battle, land_battle, sea_battle
from grognard.titles.gw36.odds_forces import Conduct, Lot, loss_key, pick_key
from grognard.titles.gw36.odds_raids import BombingOutlook, RaidOutlook, bombing_outlook, raid_outlook
from grognard.titles.gw36.rules.amphibious import landing_units, may_bombard
from grognard.titles.gw36.rules.attacks import alike
from grognard.titles.gw36.rules.battle import (
    ATTACK_TRANSPORTS,
    approach,
    coastal_batteries,
    forts_met,
    ground,
    land_defenders,
    sea_attackers,
    sea_defenders,
    works,
)
from grognard.titles.gw36.rules.bombing import has_anti_aircraft, most_rail_damage, on_duty
from grognard.titles.gw36.rules.convoys import prey
from grognard.titles.gw36.rules.modifiers import FLYING, LANDING, OVER_LAND, OVERLAND, Approach
from grognard.titles.gw36.rules.movement import land_attack_reach
from grognard.titles.gw36.rules.naval import sub_hunters
from grognard.titles.gw36.rules.raiding import escorts, patrols_for, richest
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.terrain import border_terrain, fortified_line, zone_terrain
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import ATTACK, BOMB, BOMB_ESCORT, CARPET, DROP, RAID, Site, Unit, War, Zone, chosen

__all__ = [
    "BombingOutlook",
    "Conduct",
    "Lot",
    "Outlook",
    "RaidOutlook",
    "battle_odds",
    "bombing_odds",
    "carpet_battle",
    "land_battle",
    "loss_key",
    "option_odds",
    "pick_key",
    "raid_odds",
    "sea_battle",
]

SAMPLES = 20_000


BATTLES = ("attack", "all", "attack_by", "all_by", "assault", "screen", "take", "blitz")


def battle_odds(
    g: War,
    zone: int,
    extra: Iterable[int] = (),
    *,
    conduct: Conduct | None = None,
    samples: int = SAMPLES,
    method: str = "",
    begun: bool = False,
    over: int = NOWHERE,
    ways: Mapping[int, int] = MappingProxyType({}),
    scrambled: Iterable[int] = (),
) -> Outlook | None:
    """The outlook of the battle for a zone: all units with orders to fight there, and the extra ones as if they had come too.

    begun: a round has been fought; what is left fights on. over: the zone out of which the extra units attack; ways: the
    same unit by unit. scrambled: fighters that come to the help of the defenders on land.
    """
    more = list(extra)
    if g.board.geo.is_sea[zone]:
        attackers = [*sea_attackers(g, zone), *[u for u in more if not IS_LAND[g.units.kind[u]]]]
        defenders = sea_defenders(g, zone, {g.units.nation[u] for u in attackers})
        attackers = sub_hunters(g, attackers, defenders)
        if not attackers or not defenders:
            return None
        asw = any(has_technology(g, g.units.nation[u], TECHNOLOGY["advanced_asw"]) for u in defenders)
        battle = sea_battle(lots(g, attackers), lots(g, defenders), asw=asw, conduct=conduct, begun=begun, facts=g.facts)
        return outlook(battle, samples=samples, method=method)
    found = _land_battle(g, zone, more, conduct, begun, over, ways, scrambled)
    return outlook(found, samples=samples, method=method) if found else None


def _land_battle(
    g: War,
    zone: int,
    more: list[int],
    conduct: Conduct | None,
    begun: bool,
    over: int = NOWHERE,
    by: Mapping[int, int] = MappingProxyType({}),
    scrambled: Iterable[int] = (),
) -> Contest | None:
    units, mine = g.units, set(acting(g))
    here = [u for u in g.units.stacks[zone] if units.nation[u] in mine and units.duty[u] in (ATTACK, DROP)]
    landing = landing_units(g, zone)
    attackers = list(dict.fromkeys([*here, *landing, *more]))
    if not attackers:
        return None
    defenders = land_defenders(g, zone, {units.nation[u] for u in attackers})
    defenders += [u for u in scrambled if u not in defenders]
    marching = [u for u in attackers if u not in here and u not in landing]
    coming = {u: by[u] if u in by else last_zone(g, u, zone) if over < 0 else over for u in marching}
    ways = {u: planned_approach(g, u, zone, coming[u]) if u in coming else approach(g, u, zone) for u in attackers}
    seas = {units.at[u] for u in attackers if ways[u].way == LANDING}
    landers = sum([way.way == LANDING for way in ways.values()])
    ships = [u for sea in seas for u in g.units.stacks[sea] if may_bombard(g, u) is None][:landers]
    carriers = list(dict.fromkeys([units.carrier[u] for u in attackers if ways[u].way == LANDING and units.carrier[u] >= 0]))
    batteries = sum([count for border, count in coastal_batteries(g, zone).items() if border in (*seas, -1)])
    owner = units.nation[defenders[0]] if defenders else g.zones.owner[zone]
    borders = {coming.get(u, units.came[u] if u in here else units.at[u]) for u, way in ways.items() if way.fortified}
    return land_battle(
        lots(g, attackers, ways),
        lots(g, defenders),
        ground(g, zone, owner),
        bombard=lots(g, ships + carriers) if (ships or batteries) and not begun else (),
        coastal=batteries,
        forts=forts_met(g, borders, zone),
        conduct=conduct,
        begun=begun,
        facts=g.facts,
    )


def last_zone(g: War, u: int, zone: int) -> int:
    """The zone out of which a unit that has not moved yet attacks another, by its nearest way; its own where there is none."""
    units, geo = g.units, g.board.geo
    at, kind = units.at[u], units.kind[u]
    if not IS_LAND[kind] or geo.is_sea[at]:
        return at
    reach = land_attack_reach(g, u, blitz=kind in WITH["blitz"])
    return reach[zone][1] if zone in reach and zone != at else at


def planned_approach(g: War, u: int, zone: int, at: int = NOWHERE) -> Approach:
    """How a unit comes that has not moved yet and attacks out of a zone: over its border; open ground where it has none."""
    geo = g.board.geo
    if IS_AIR[g.units.kind[u]]:
        return Approach(FLYING)
    at = last_zone(g, u, zone) if at < 0 else at
    landing = geo.is_sea[at]
    if not landing and all(b != zone for b, _ in geo.land[at]):
        return OVER_LAND
    line = fortified_line(g, at, zone)
    maginot = line == "maginot"
    fortified = not maginot and bool(line or works(g, FORTIFICATION, at, zone))
    way = LANDING if landing else OVERLAND
    return Approach(way, frozenset(border_terrain(g, at, zone)), fortified=fortified, maginot=maginot)


def lots(g: War, units: Iterable[int], ways: dict[int, Approach] | None = None) -> list[Lot]:
    """Units as lots: like units together."""
    columns = g.units
    found: dict[tuple[str, int, Approach, bool, bool], int] = {}
    for u in units:
        carrier = columns.carrier[u]
        landing_craft = carrier >= 0 and columns.kind[carrier] in ATTACK_TRANSPORTS
        way = ways[u] if ways else OVER_LAND
        key = (UNIT_IDS[columns.kind[u]], columns.hits[u], way, landing_craft, bool(columns.old[u]))
        found[key] = found.get(key, 0) + 1
    return [Lot(name, count, hits, way, craft, early) for (name, hits, way, craft, early), count in found.items()]


def raid_odds(g: War, zone: int, extra: Iterable[int] = ()) -> RaidOutlook | None:
    """The outlook of the raids in a sea zone."""
    raiders = [*on_duty(g, RAID, zone), *extra]
    if not raiders:
        return None
    found = prey(g, zone, g.units.nation[raiders[0]])
    if not found:
        return None
    victim = richest(g, found)
    guards = escorts(g, zone, victim) + patrols_for(g, zone, victim)
    return raid_outlook(
        lots(g, raiders),
        lots(g, guards),
        left=sum([p.left for p in found]),
        radar=has_technology(g, victim, TECHNOLOGY["radar"]),
        asw=has_technology(g, victim, TECHNOLOGY["advanced_asw"]),
        facts=g.facts,
    )


def bombing_odds(g: War, target: int, extra: Iterable[int] = ()) -> BombingOutlook | None:
    """The outlook of bombing a facility (a site, or -2 - border for a railway), all fighters there rising against it."""
    zone = g.sites.at[target] if target >= 0 else g.board.ends[-2 - target][0]
    bombers = [*[u for u in on_duty(g, BOMB, zone) if g.units.target[u] == target], *extra]
    if not bombers:
        return None
    nation = g.units.nation[bombers[0]]
    rising = [u for u in land_defenders(g, zone, {nation}) if g.units.kind[u] in FIGHTERS]
    if target >= 0:
        room = max(g.values.max_damage[g.sites.kind[target]] - g.sites.damage[target], 0)
    else:
        room = most_rail_damage(g, -2 - target) - g.rail_damage.get(-2 - target, 0)
    radar = TECHNOLOGY["radar"]
    return bombing_outlook(
        lots(g, bombers),
        lots(g, on_duty(g, BOMB_ESCORT, zone)),
        lots(g, rising),
        left=room,
        guns=has_anti_aircraft(g, target),
        attacker_radar=has_technology(g, nation, radar),
        defender_radar=any(has_technology(g, g.units.nation[u], radar) for u in rising),
        facts=g.facts,
    )


def carpet_odds(g: War, zone: int, extra: Iterable[int] = ()) -> Outlook | None:
    """The outlook of carpet bombing the units of a zone."""
    bombers = [*on_duty(g, CARPET, zone), *extra]
    if not bombers:
        return None
    defenders = land_defenders(g, zone, {g.units.nation[bombers[0]]})
    jungle = zone_terrain(g, zone) == "jungle"
    escort = on_duty(g, BOMB_ESCORT, zone)
    radar = any(has_technology(g, g.units.nation[u], TECHNOLOGY["radar"]) for u in defenders if g.units.kind[u] in FIGHTERS)
    found = carpet_battle(lots(g, bombers), lots(g, escort), lots(g, defenders), jungle=jungle, radar=radar, facts=g.facts)
    return outlook(found)


def option_odds(g: War, seat: str, option: Option) -> Any:
    """What to expect of an option of Combat Movement or the Combat Phase; None where nothing is at stake."""
    args = option.args
    if option.verb in ("land_battle", "sea_battle", "press") and args and isinstance(args[0], Zone):
        return battle_odds(g, args[0].index, begun=option.verb == "press")
    if len(args) < 2 or not isinstance(args[0], Unit):
        return None
    unit, goal = args[0], args[1]
    if option.verb in BATTLES and isinstance(args[-1], Zone):
        whole = option.verb in ("all", "all_by")
        group = alike(g, unit.index) if whole else [a.index for a in args[:-1] if isinstance(a, Unit)]
        over = chosen(option, 1) if option.verb in ("attack_by", "all_by") else NOWHERE
        return battle_odds(g, args[-1].index, group, over=over)
    if option.verb == "raid" and isinstance(goal, Zone):
        return raid_odds(g, goal.index, [unit.index])
    if option.verb == "bomb" and isinstance(goal, Site):
        return bombing_odds(g, goal.index, [unit.index])
    if option.verb == "carpet" and isinstance(goal, Zone):
        return carpet_odds(g, goal.index, [unit.index])
    return None
