"""Chapter 1 on land: terrain and border terrain, cities, fortified lines, Maginot, Burma Road, supply paths.

Computations only. Their effect on fire is asked for by chapter 9, on movement by movement.py. Straits and canals are passages.py.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.gw36.geography import ROUGH
from grognard.titles.gw36.kinds import AIR_BASE, IS_NAVAL_FACILITY, IS_WARSHIP
from grognard.titles.gw36.powers import ALLIES, CCP, CHINESE, JAPAN, KMT, POWER
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.nations import is_enemy_zone, is_neutral
from grognard.titles.gw36.state import ESCORT, MINE, RAID, War

BUSY = (ESCORT, RAID, MINE)  # 8.8: one of these actions at a time
SWITCH = {
    "mountain": "mountains",
    "desert": "deserts",
    "jungle": "jungles",
    "marsh": "marshes",
    "river": "rivers",
    "tundra": "tundra",
}


@rule("1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "1.13")
def in_play(g: War, terrain: str) -> bool:
    """Whether the optional rule of a terrain is played."""
    switch = SWITCH.get(terrain)
    return switch is not None and bool(g.options[switch])


@rule("1.7")
def zone_terrain(g: War, zone: int) -> str:
    """The terrain of a whole zone, in all rounds; empty if its rule is not played."""
    word = g.board.geo.zone_terrain[zone]
    return word if in_play(g, word) else ""


@rule("1.7", "1.12")
def border_terrain(g: War, came: int, zone: int) -> tuple[str, ...]:
    """The terrain met on entering a zone from another, in the first round only."""
    return tuple([word for word in g.board.geo.entering.get((came, zone), ()) if in_play(g, word)])


@derived()
def rough_zones(g: War) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    """Zones and crossings of borders that cut the movement of land units to 1 (1.8-1.11)."""
    geo = g.board.geo
    words = {word for word in ROUGH if in_play(g, word)}
    zones = frozenset([z for z, word in enumerate(geo.zone_terrain) if word in words])
    steps = frozenset([step for step, met in geo.entering.items() if words & set(met)])
    return zones, steps


@derived()
def mountain_zones(g: War) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
    """The part of `rough_zones` that cavalry may ignore (1.8)."""
    if not in_play(g, "mountain"):
        return frozenset(), frozenset()
    geo = g.board.geo
    zones = frozenset([z for z, word in enumerate(geo.zone_terrain) if word == "mountain"])
    rest = set(ROUGH) - {"mountain"}
    return zones, frozenset([step for step, met in geo.entering.items() if "mountain" in met and not rest & set(met)])


@rule("1.13", "1.18")
def is_closed_ground(g: War, zone: int) -> bool:
    """Tundra and ice bar land units, and aircraft may not end there, when that option is played."""
    return g.board.geo.zone_terrain[zone] == "tundra" and bool(g.options.tundra)


@rule("1.16")
def is_city(g: War, zone: int) -> bool:
    return g.board.geo.city[zone]


@rule("1.16", "8.11")
def is_surrounded(g: War, zone: int, defender: int) -> bool:
    """A city whose land neighbours are all enemy-possessed, without an undamaged air base or unblockaded naval facility."""
    geo = g.board.geo
    for z, _ in geo.land[zone]:
        owner = g.zones.owner[z]
        if not is_enemy_zone(g, z, defender):
            return False
        if owner >= 0 and is_neutral(g, owner) and owner not in CHINESE and not g.relations.enemies[defender] >> owner & 1:
            return False
    if not geo.land[zone]:
        return False
    for site in g.sites.where(at=zone, damage=0, built=1):
        if site.kind == AIR_BASE:
            return False
        if IS_NAVAL_FACILITY[site.kind] and not is_blockaded(g, zone, defender):
            return False
    return True


@rule("8.11")
def is_blockaded(g: War, zone: int, owner: int) -> bool:
    """Whether three warships at war with its owner lie in a sea zone of a port; one of several is enough (GW36-AMB-177)."""
    return bool([sea for sea in g.board.geo.coast[zone] if blockaded_by(g, sea, owner)])


@rule("8.11", "8.8")
def blockaded_by(g: War, sea: int, owner: int) -> bool:
    """Three or more surface warships of one enemy power in a sea zone, none of them escorting or raiding (GW36-AMB-130)."""
    units, enemies = g.units, g.relations.enemies[owner]
    fleets: dict[int, int] = {}
    for u in g.units.stacks[sea]:
        nation = units.nation[u]
        if enemies >> nation & 1 and IS_WARSHIP[units.kind[u]] and units.duty[u] not in BUSY:
            fleets[POWER[nation]] = fleets.get(POWER[nation], 0) + 1
    return bool(fleets) and max(fleets.values()) >= 3


@rule("1.22")
def fortified_line(g: War, came: int, zone: int) -> str:
    """The id of the printed line that protects a zone while it stands (GW36-AMB-25); `maginot` has its own rules (1.23)."""
    line = g.board.geo.fortified.get((came, zone), "")
    return "" if g.zones.fallen[zone] else line


@rule("1.17")
def burma_road_opens(g: War) -> bool:
    """July 1938 or later, Japan and China at war, Yunnan held by KMT, Burma by the Allies."""
    road = g.board.geo.burma_road
    if road is None or date(g) < "1938-07":
        return False
    burma, yunnan = (g.board.space(name) for name in ("burma", "yunnan"))
    enemies = g.relations.enemies[JAPAN]
    if not (enemies >> KMT & 1 or enemies >> CCP & 1):
        return False
    holder = g.zones.owner[burma]
    return bool(g.zones.owner[yunnan] == KMT and holder >= 0 and g.nations.alliance[holder] == ALLIES)


@rule("1.17")
def check_burma_road(g: War) -> None:
    """At the start of a calendar turn the road opens or stays open while its conditions hold."""
    opens = int(burma_road_opens(g))
    if opens != g.burma_road:
        g.burma_road = opens
        g.say("The Burma Road opens" if opens else "The Burma Road is cut", rule="1.17")
