"""What a nation needs in the next two turns, and what a spending does for that: the front, the seas, ships for armies overseas,
factories. Shares of the mix (economy.py) are weighed by it; what would come too late, or could not be paid on, is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.kernel.cache import derived
from grognard.titles.gw36.agent.raids import expected, prizes
from grognard.titles.gw36.agent.threat import danger, fleets, front, garrison
from grognard.titles.gw36.agent.worth import turns_left, worth_to
from grognard.titles.gw36.kinds import (
    FACILITY,
    IS_AIR,
    IS_FACTORY,
    IS_LAND,
    IS_NAVAL,
    IS_SUBMARINE,
    IS_WARSHIP,
    TRANSPORTS,
    UNIT_IDS,
)
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.building import building_grounds
from grognard.titles.gw36.rules.chart import BUILDING, UNIT, UPGRADE
from grognard.titles.gw36.rules.facilities import output
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import zones_of
from grognard.titles.gw36.rules.treasury import Desk
from grognard.titles.gw36.state import Site, War

KIN = {  # better kinds stand for the plain ones of a mix
    "heavy_armor": "medium_armor",
    "light_armor": "medium_armor",
    "advanced_artillery": "artillery",
    "jet_fighter": "fighter",
    "medium_bomber": "tactical_bomber",
    "advanced_mechanized_infantry": "mechanized_infantry",
    "advanced_submarine": "submarine",
    "attack_transport": "naval_transport",
    "fast_battleship": "battleship",
    "heavy_carrier": "fleet_carrier",
}
EVEN, WON = 0.6, 1.8  # our attack over their defence at the front: an attack is near between these
DRIVE = 0.35  # more of what attacks then
DUG_IN = 0.9  # more of what holds, for an alarm
WOLVES = 0.05  # share of submarines while enemy convoys can be raided for some turns
LONG = 4  # turns a factory or a submarine needs to pay
PLEDGED = 0.5  # of the income may be promised to ships under construction
UNIT_PRICE = 4.5  # IPP of a common unit
NEAR = 5.0  # steps to the front that a new unit walks in two turns
QUIET = 0.25
MINOR_FACTORY = FACILITY["minor_factory"]


@dataclass(frozen=True)
class Needs:
    """A nation's needs, and the words for them."""

    worst: int  # the zone most in danger
    peril: float
    attack: float  # our attack at the front over their defence
    fleet: float  # enemy warships over ours
    raided: float  # enemy submarines that will come to our lines
    convoys: int  # IPP enemies can lose in the richest sea zone
    slots: int  # units the factories make in a turn
    near: int  # those within a march of the front
    wanted: float  # units a turn the money buys


@derived("units.at", "units.hits", "zones.owner", "news", "turn", "sites.at", "sites.kind", "sites.damage")
def needs(g: War, nation: int) -> Needs:
    zones = zones_of(g, nation)
    perils = [(danger(g, nation, z, garrison(g, nation, z)) * worth_to(g, nation, z), z) for z in zones]
    worst = max(perils, default=(0.0, -1))[1]
    rel = g.relations
    far = front(g, nation)
    made = [(output(g, s, nation), at) for s, at in enumerate(g.sites.at) if at >= 0 and g.zones.owner[at] == nation]
    return Needs(
        worst,
        danger(g, nation, worst, garrison(g, nation, worst)) if worst >= 0 else 0.0,
        _at_the_front(g, nation),
        fleets(g, nation),
        sum(expected(g, nation).values()),
        max(prizes(g, rel.enemies[nation]).values(), default=0),
        sum(count for count, _ in made),
        sum(count for count, at in made if far[at] <= NEAR),
        current_income(g, nation) / UNIT_PRICE,
    )


def _at_the_front(g: War, nation: int) -> float:
    """Our attack next to enemies' zones over their defence there."""
    units, geo, owner = g.units, g.board.geo, g.zones.owner
    now, friends = g.relations.enemies[nation], g.relations.aligned[nation]
    facing = {b for z in zones_of(g, nation) for b, _ in geo.land[z] if owner[b] >= 0 and now >> owner[b] & 1}
    behind = {b for z in facing for b, _ in geo.land[z] if owner[b] >= 0 and friends >> owner[b] & 1}
    values = g.values
    ours = sum(max(values.attack[units.kind[u]], 0) for z in behind for u in g.units.stacks[z] if units.nation[u] == nation)
    theirs = sum(
        max(values.defence[units.kind[u]], 0)
        for z in facing
        for u in g.units.stacks[z]
        if now >> units.nation[u] & 1 and not IS_NAVAL[units.kind[u]]
    )
    return ours / theirs if theirs else (WON if facing else 0.0)


def weighed(g: War, nation: int, kind: int, share: float, alarmed: float) -> float:
    """A share of the mix as the needs of the next two turns have it."""
    need, values = needs(g, nation), g.values
    if IS_SUBMARINE[kind]:
        return share + (WOLVES if need.convoys >= 4 and turns_left(g) > LONG else 0.0)
    if kind in TRANSPORTS or share <= 0.0:
        return share
    if IS_WARSHIP[kind] or IS_NAVAL[kind]:
        share *= min(1.6, 0.4 + 0.9 * need.fleet)
        return share * (1.0 + 0.2 * min(need.raided, 3.0)) if UNIT_IDS[kind] == "destroyer" else share
    attacks = values.attack[kind] > values.defence[kind] or IS_AIR[kind] or UNIT_IDS[kind] == "artillery"
    if attacks:
        return share * (1.0 + DRIVE) if EVEN < need.attack < WON else share
    return share * (1.0 + DUG_IN * alarmed)


def in_time(g: War, nation: int, kind: int) -> bool:
    """Whether a unit ordered now comes to fight, and what it still costs can be paid."""
    due = chart.payments(g, nation, UNIT, kind)
    if IS_LAND[kind] or IS_AIR[kind]:
        return turns_left(g) >= 2 or needs(g, nation).peril > 0.05
    if turns_left(g) < len(due) + 2:
        return False
    return len(due) == 1 or pledged(g, nation) + due[1] <= PLEDGED * current_income(g, nation)


@derived("entries.count", "entries.gone", "entries.paid", "turn")
def pledged(g: War, nation: int) -> int:
    """What ships and facilities under construction ask for next turn."""
    return sum(chart.next_payment(g, o) for o in chart.chart(g, nation) if not o.ready and o.what in (UNIT, BUILDING))


# --- factories ---------------------------------------------------------------------------------------------------------


def short_of_factories(g: War, nation: int) -> bool:
    """Whether money would lie idle for want of factories, with time for one more to pay."""
    need = needs(g, nation)
    busy = any(o.what == UPGRADE or o.what == BUILDING for o in chart.chart(g, nation))
    return need.slots < need.wanted and turns_left(g) > LONG and is_quiet(g, nation, g.nations.capital[nation]) and not busy


def upgrade_worth(g: War, nation: int, site: Site) -> float:
    """A factory that makes more, near the front; ports and bases do as they are."""
    if not IS_FACTORY[site.kind] or not short_of_factories(g, nation):
        return -1.0
    return 7.0 - 0.1 * min(front(g, nation)[site.at], 20.0) if is_quiet(g, nation, site.at) else -1.0


def is_quiet(g: War, nation: int, zone: int) -> bool:
    """Whether a zone will be ours next turn, as far as one can tell."""
    return zone >= 0 and danger(g, nation, zone, garrison(g, nation, zone)) < QUIET


def build_worth(g: War, nation: int, facility: int) -> float:
    """A Minor Factory where the front has moved away from the others."""
    need = needs(g, nation)
    if facility != MINOR_FACTORY or turns_left(g) <= LONG or need.near >= min(3.0, need.wanted / 2):
        return -1.0
    if not is_quiet(g, nation, g.nations.capital[nation]):
        return -1.0
    if current_income(g, nation) < 20 or any(o.what in (BUILDING, UPGRADE) for o in chart.chart(g, nation)):
        return -1.0
    best = max((ground_worth(g, nation, z) for z in building_grounds(g, Desk(nation), facility)), default=-1.0)
    return 6.0 if best > 0 else -1.0


def ground_worth(g: War, nation: int, zone: int) -> float:
    """A zone to build a factory in: near the front and safe."""
    unsafe = danger(g, nation, zone, garrison(g, nation, zone))
    return NEAR - front(g, nation)[zone] - 20.0 * max(0.0, unsafe - QUIET / 2)


# --- words -------------------------------------------------------------------------------------------------------------


def why(g: War, nation: int, kind: int) -> str:
    """What a unit is bought for."""
    need = needs(g, nation)
    if IS_SUBMARINE[kind]:
        return f"{need.convoys} IPP of enemy convoys to raid"
    if kind in TRANSPORTS:
        return "troops wait for ships"
    if IS_NAVAL[kind]:
        return f"enemy fleets {need.fleet:.1f} of ours" + (f", {need.raided:.1f} raiders expected" if need.raided >= 0.5 else "")
    if need.peril >= 0.3 and not IS_AIR[kind]:
        return f"{g.zones[need.worst].label} in danger {need.peril:.0%}"
    return f"attack {need.attack:.1f} of their defence at the front"
