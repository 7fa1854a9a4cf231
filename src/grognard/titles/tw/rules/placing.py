"""15.2: where new units appear, and which side builds whose."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FINLAND, MAJORS, NATIONS, NEUTRAL, USSR
from grognard.titles.tw.rules.airbases import bases, may_base
from grognard.titles.tw.rules.deployment import may_stand
from grognard.titles.tw.rules.italy import legion_sites, legionary
from grognard.titles.tw.rules.money import camp
from grognard.titles.tw.rules.partisans import hideouts, recruiting
from grognard.titles.tw.rules.shipyards import yards
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import ground_at, hex_sides, presence
from grognard.titles.tw.rules.zones import enemy_zone, zoned_designs
from grognard.titles.tw.state import (
    DUE,
    NO_STATUS,
    War,
)

OVERSEAS = {"ind": "india_box", "saf": "south_africa_box", "can": "canada_box", "anzac": "suez"}  # 15.2.2, by counter


@rule("15.2.2", "15.2.3", "8.8.3", "8.8.5", "8.8.9", "23.11", "23.26")
def abroad(g: War, unit: int) -> list[int] | None:
    """Where units of the wide world appear: those of America, Canada, India and South Africa in their boxes, one British or
    ANZAC unit a turn in Suez, outside enemy zones, naval aircraft in a shipyard; None for all others."""
    sheet, named = g.designs[g.units.design[unit]], g.ground.named
    if g.units.pool[unit] == DUE and g.units.post[unit] >= 0:
        return [g.units.post[unit]]
    if sheet.nation == "united_states":
        return [named("us_box")]
    if sheet.kind == Kind.NAC and g.naval:
        return [s for s, yard in yards(g).items() if yard == g.roster.nations[unit]]
    box = next((box for word, box in OVERSEAS.items() if word in sheet.id.split("_")), None)
    if box == "suez" and hex_sides(g)[named(box)] != g.side:
        box = "south_africa_box"
    elif box == "suez" and enemy_zone(g, g.side)[named(box)]:
        return []
    return [named(box)] if box else None


@rule("15.2.2")
def suez_used(g: War) -> bool:
    """Whether Britain has built its one unit of the turn in Suez."""
    suez, nations, now = g.ground.named("suez"), g.roster.nations, g.player_turn
    return any(when == now and g.units.at[u] == suez and nations[u] == BRITAIN for u, when in enumerate(g.units.built))


@rule("15.2", "15.2.2", "15.2.3", "15.1.4")
def homes(g: War, unit: int) -> list[int]:
    """Supplied home hexes where a new unit can stand; aircraft need a base."""
    if g.salo and legionary(g, unit):
        return with_room(g, legion_sites(g), unit)
    nation, side = g.roster.nations[unit], g.roster.sides[unit]
    if g.roster.kinds[unit] == Kind.PART:
        return hideouts(g, unit)
    if recruiting(g, unit) is not None:
        return _recruited(g, unit)
    if g.naval:
        far = abroad(g, unit)
        if far is not None:
            full = g.ground.named("suez") if suez_used(g) else -1
            return [s for s in far if s != full and (g.ground.box[s] or with_room(g, [s], unit))]
    if side == NEUTRAL:
        home = [s for s in g.ground.homeland.get(NATIONS[nation].key, ()) if g.hexes.holder[s] == nation and g.ground.land[s]]
        fit = [s for s in home if may_base(g, s, unit) is None] if g.roster.kinds[unit] > Kind.PART else with_room(g, home, unit)
        return [s for s in fit if may_stand(g, unit, s) is None]  # 21.4
    net, sides, country = lines(g, side), hex_sides(g), g.ground.country
    fed, key = net.full.get(nation, 0), NATIONS[nation].key
    if g.roster.kinds[unit] > Kind.PART:
        return [s for s in bases(g, unit) if country[s] == key and net.network.reached[s] & fed]
    zone, there, reached, land = enemy_zone(g, side), presence(g), net.network.reached, g.ground.land
    found = [
        s
        for s in g.ground.homeland.get(key, ())
        if sides[s] == side
        and land[s]
        and reached[s] & fed
        and (not zone[s] or (nation == USSR and _finnish_zone(g, s)))
        and not there[s] & (2 >> side)
    ]
    suez = g.ground.named("suez")
    if g.naval and nation == BRITAIN and sides[suez] == side and not zone[suez] and not there[suez] & (2 >> side):
        found += [suez] if not suez_used(g) else []
    if "free_french" in g.designs[g.units.design[unit]].marks:  # 18.7.5
        found += [s for s in range(g.board.size) if g.ground.city[s] and "french_north_africa" in g.ground.regions[s]
                  and sides[s] == side and not zone[s] and not there[s] & (2 >> side)]  # fmt: skip
    return with_room(g, found, unit)


@rule("25.2")
def _recruited(g: War, unit: int) -> list[int]:
    """Where an SS Legion can be raised: supplied hexes of its home that Germany holds, outside enemy zones."""
    home, side = recruiting(g, unit), g.roster.sides[unit]
    net, sides, zone, there = lines(g, side), hex_sides(g), enemy_zone(g, side), presence(g)
    fed = net.full.get(g.roster.nations[unit], 0)
    found = [s for s in sorted(home or ()) if g.ground.land[s] and sides[s] == side and net.network.reached[s] & fed]
    return with_room(g, [s for s in found if not zone[s] and not there[s] & (2 >> side)], unit)


@rule("15.2.2")
def _finnish_zone(g: War, space: int) -> bool:
    """Whether an enemy zone over a hex is of Finns alone, beside whom Soviet units may still be built."""
    zoned, nations = zoned_designs(g), g.roster.nations
    near = [u for b in g.ground.steps[space] for u in ground_at(g).get(b, ()) if g.roster.sides[u] == AXIS and zoned[u]]
    return all(nations[u] == FINLAND for u in near)


@rule("15.4")
def builder(g: War, nation: int) -> int:
    """The side that builds a nation's units: its own; of a country at peace that leans to a power, the power's (TW-AMB-142)."""
    known, patron = g.nations, g.nations.patron[nation]
    leans = nation not in MAJORS and known.side[nation] == NEUTRAL and patron >= 0 and known.status[nation] > NO_STATUS
    return camp(g, patron) if leans and g.campaign and not known.surrendered[nation] else camp(g, nation)


@derived("nations.side", "nations.patron", "nations.status", "nations.surrendered", "campaign")
def builders(g: War) -> list[int]:
    """The side that builds its units, by nation."""
    return [builder(g, n) for n in range(len(g.nations))]
