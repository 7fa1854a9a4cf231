"""Orders of ships and submarines in the Combat Movement Phase (8.4, 8.8-8.11): attack, raid, escort, blockade, screen, sail.

Convoy lines that can be raided are told here (9.11); the raids themselves are raiding.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import (
    IS_AIR,
    IS_NAVAL_FACILITY,
    IS_SUBMARINE,
    IS_WARSHIP,
    KIND,
    TRANSPORTS,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.rules import obstacles, sea_contact
from grognard.titles.gw36.rules.amphibious import crossing_fire
from grognard.titles.gw36.rules.attacks import alike, targets
from grognard.titles.gw36.rules.convoys import protected, raidable
from grognard.titles.gw36.rules.movement import Reach, last_seas, naval_reach, path
from grognard.titles.gw36.rules.nations import relations
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.straits import force
from grognard.titles.gw36.rules.supply import zones_among
from grognard.titles.gw36.rules.units import enemy_units, foes, opposition, own_units, points_left
from grognard.titles.gw36.state import (
    ATTACK,
    BEHIND,
    BLOCKADE,
    ESCORT,
    IDLE,
    MINE,
    PATROL,
    RAID,
    SCREEN,
    War,
    chosen,
)

DESTROYERS, AIRCRAFT_ONLY = WITH["destroyer"], WITH["aircraft_only"]
NO_ESCORT = frozenset(
    KIND[n]
    for n in ("battleship", "fast_battleship", "heavy_battleship", "battlecruiser", "coastal_defense_ship", "heavy_cruiser")
)


# --- where ships have a task ------------------------------------------------------------------------


@derived("news", "zones.owner", "sites.at", "sites.kind")
def blockable(g: War, nation: int) -> frozenset[int]:
    """Sea zones with an enemy naval facility on their shore (8.11)."""
    geo, hostile = geography(g), zones_among(g, relations(g).enemies[nation])
    found: set[int] = set()
    for kind, at in zip(g.sites.kind, g.sites.at):
        if at in hostile and IS_NAVAL_FACILITY[kind]:
            found.update(geo.coast[at])
    return frozenset(found)


@derived("news", "zones.owner", "pact")
def _shores(g: War, nation: int) -> frozenset[int]:
    """Sea zones from which an enemy shore can be assaulted."""
    geo = geography(g)
    return frozenset(s for z in targets(g, nation) for s in geo.coast[z])


@rule("8.2", "8.4")
def is_combat_move(g: War, u: int, zone: int, reach: Reach) -> bool:
    """Whether a ship without a task sails in Combat Movement: transports and submarines, to a shore that can be assaulted, and
    on a way under enemy patrols."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if kind in TRANSPORTS or IS_SUBMARINE[kind] or zone in _shores(g, nation):
        return True
    patrolled = opposition(g, nation).patrolled
    while reach[zone][1] >= 0:
        if zone in patrolled:
            return True
        zone = reach[zone][1]
    return False


@rule("8.4")
def joins_attack(g: War, u: int, zone: int) -> bool:
    """Whether an unarmed ship may come with warships of its nation that attack a zone (GW36-AMB-47)."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if IS_WARSHIP[kind] or IS_SUBMARINE[kind] or zone not in opposition(g, nation).met:
        return False
    return may_attack_at(g, u, zone) is None and bool(_friends_attack(g, zone, nation))


# --- orders ------------------------------------------------------------------------


def orders_of(g: War, u: int) -> Iterator[Option]:
    """Every order of a ship or submarine."""
    unit, zones = g.units[u], g.zones
    kind, nation, at = unit.kind, unit.nation, unit.at
    submarine, warship, transport = IS_SUBMARINE[kind], IS_WARSHIP[kind], kind in TRANSPORTS
    reach, met = naval_reach(g, u, combat=True), opposition(g, nation)
    shores, ports, raided = _shores(g, nation), blockable(g, nation), raidable(g, nation)
    escorted = protected(g, nation) if not (g.options.advanced_escort and kind in NO_ESCORT) else frozenset()
    group = _sisters(g, u) if not transport else 1
    swift = bool(g.options.surface_raiders) and not submarine and g.values.move[kind] >= 3
    mines = bool(g.options.mine_warfare) and kind in WITH["mines"]
    watched = {at: False}  # 8.2: a way under enemy patrols is a combat move
    for z, (_, before) in reach.items():
        hostile = z in met.met and may_attack_at(g, u, z) is None
        blocked = z in met.blocked
        if before >= 0:
            watched[z] = watched[before] or z in met.patrolled
        if hostile and (warship or submarine):
            yield Option("attack", unit, zones[z])
            if group > 1:
                yield Option("all", unit, zones[z])
            for via in last_seas(g, u, z, reach)[1:]:  # 0.8: other waters on the way, other zones to fall back on
                yield Option("attack_by", unit, zones[via], zones[z])
                if group > 1:
                    yield Option("all_by", unit, zones[via], zones[z])
        if submarine and z in raided:
            yield Option("raid", unit, zones[z])
        elif warship and not blocked:
            if z in escorted:
                yield Option("escort", unit, zones[z])
            if z in ports:
                yield Option("blockade", unit, zones[z])
        if swift and z in raided and not enemy_escorts(g, z, nation):
            yield Option("raid", unit, zones[z])
        if mines and z in raided:
            yield Option("mine", unit, zones[z])
        if not (warship or submarine) and hostile and _friends_attack(g, z, nation):
            yield Option("join", unit, zones[z])
        bound = transport or submarine or z in shores or watched[z]
        if z != at and bound and (submarine or not blocked):
            yield Option("sail", unit, zones[z])
    if g.options.screening and not met.blocked.isdisjoint(reach):
        yield from _screens(g, u, reach)


def _screens(g: War, u: int, reach: Reach) -> Iterator[Option]:
    """Screening forces and the forces behind them (8.10)."""
    unit, zones = g.units[u], g.zones
    blocked = opposition(g, unit.nation).blocked
    for z, (used, _) in reach.items():
        if z not in blocked:
            continue
        if IS_WARSHIP[unit.kind] or IS_SUBMARINE[unit.kind]:  # 9.7 (c): a screen may submerge
            yield Option("screen", unit, zones[z])
        if _may_follow(g, u, z) is None:
            yield Option("behind", unit, zones[z], zones[z])
            for b, border in geography(g).sea[z]:
                if _may_go_on(g, u, b, border, used) is None:
                    yield Option("behind", unit, zones[z], zones[b])


@rule("8.10", "9.7")
def may_stay_behind(g: War, u: int, zone: int, goal: int) -> No | None:
    """Why a ship does not sail behind a screen in one sea zone, to go on to another when the screen has won."""
    reach = naval_reach(g, u, combat=True)
    no = _may_follow(g, u, zone)
    if no is not None or goal == zone:
        return no
    border = next((n for b, n in geography(g).sea[zone] if b == goal), None)
    if border is None:
        return No("8.10", "the next sea zone is not adjacent to the screened one")
    if zone not in reach:
        return No("0.8", "its movement does not reach the screen")
    return _may_go_on(g, u, goal, border, reach[zone][0])


def _may_follow(g: War, u: int, zone: int) -> No | None:
    unit, units = g.units[u], g.units
    if IS_SUBMARINE[unit.kind]:
        return No("8.10", "submarines do not sail behind a screen")
    if not any(units.duty[v] == SCREEN and units.nation[v] == unit.nation for v in units.stacks[zone]):
        return No("8.10", "name the screening force first")
    return None


def _may_go_on(g: War, u: int, goal: int, border: int, used: int) -> No | None:
    if goal == g.units.at[u]:
        return No("8.10", "it is the sea zone the force comes from")
    if points_left(g, u) <= used:
        return No("8.10", "the next sea zone is not within its movement")
    return may_pass(g, g.units.kind[u], g.units.nation[u], border, combat=True)


def _sisters(g: War, u: int) -> int:
    return len(alike(g, u))


@rule("8.2", "9.8")
def _friends_attack(g: War, zone: int, nation: int) -> bool:
    """Whether warships of the nation attack there: its transports may come with them and share their fate (GW36-AMB-47)."""
    units = g.units
    return any(units.duty[v] == ATTACK and units.nation[v] == nation and not IS_AIR[units.kind[v]] for v in g.units.stacks[zone])


@rule("9.12")
def enemy_escorts(g: War, zone: int, nation: int) -> bool:
    """Whether an enemy ship is on escort duty there, whomever it guards."""
    against, units = foes(g, nation, zone), g.units
    return any(units.duty[v] == ESCORT and against >> units.nation[v] & 1 for v in g.units.stacks[zone])


@rule("8.9", "9.10", "7.8", "12.2")
def may_attack_at(g: War, u: int, zone: int) -> No | None:
    """Why a ship finds nothing to attack: against submarines alone only destroyers do, each beside an aircraft on patrol."""
    nation, kind = g.units.nation[u], g.units.kind[u]
    found = enemy_units(g, zone, nation)
    if not found:
        return No("8.2", "no enemy units are there")
    kinds, duty = g.units.kind, g.units.duty
    if any(not IS_SUBMARINE[kinds[v]] and not IS_AIR[kinds[v]] for v in found):
        return None
    if IS_SUBMARINE[kind]:
        return None if any(not IS_AIR[kinds[v]] for v in found) else No("9.10", "submarines never hit aircraft")
    if any(IS_AIR[kinds[v]] for v in found):
        return None
    mine = own_units(g, zone, nation)
    planes = sum(1 for v in mine if IS_AIR[kinds[v]] and duty[v] in (ATTACK, PATROL))
    if not planes:
        return No("9.10", "submarines are attacked only with an aircraft on Maritime Air Patrol there")
    if kind not in DESTROYERS:
        return No("8.9", "only destroyers join aircraft on patrol against submarines")
    if all(kinds[v] in AIRCRAFT_ONLY for v in found):
        return No("7.8", "Advanced Submarines are attacked by aircraft on patrol only")
    paired = sum(1 for v in mine if v != u and kinds[v] in DESTROYERS and duty[v] == ATTACK)
    return None if paired < planes else No("8.9", "each aircraft on patrol takes one destroyer along")


@rule("0.8", "8.2")
def why_not_over(g: War, u: int, via: int, zone: int) -> No | None:
    """Why a ship does not attack a zone out of another one."""
    refusal = why_not_attack(g, u, zone)
    if refusal is not None or via in last_seas(g, u, zone, naval_reach(g, u, combat=True)):
        return refusal
    return No("0.8", f"its movement does not lead through {g.zones[via].label} into {g.zones[zone].label}")


@rule("8.2")
def why_not_attack(g: War, u: int, zone: int) -> No | None:
    """Why a ship does not attack in a zone: its values, the way there, what it finds."""
    kind = g.units.kind[u]
    if not (IS_WARSHIP[kind] or IS_SUBMARINE[kind]):
        return No("8.2", f"a {UNIT_NAMES[kind]} has no Attack value")
    if zone not in naval_reach(g, u, combat=True):
        return obstacles.at_sea(g, u, zone, combat=True)
    return may_attack_at(g, u, zone)


# --- carrying out ------------------------------------------------------------------------

DUTY = {
    "attack": ATTACK,
    "all": ATTACK,
    "attack_by": ATTACK,
    "all_by": ATTACK,
    "join": ATTACK,
    "raid": RAID,
    "mine": MINE,
    "escort": ESCORT,
    "blockade": BLOCKADE,
    "screen": SCREEN,
    "behind": BEHIND,
    "sail": IDLE,
}


@rule("8.8", "8.9", "8.10")
def carry_out(g: War, u: int, choice: Option) -> Flow[None]:
    """Ships sail to a zone with a task, meeting what lies on the way"""
    by = choice.verb in ("attack_by", "all_by")
    zone = chosen(choice, 2 if by else 1)
    for ship in alike(g, u) if choice.verb in ("all", "all_by") else [u]:
        unit = g.units[ship]
        unit.duty = IDLE
        stopped = yield from sail(g, ship, zone, "attack" if by else choice.verb, chosen(choice, 1) if by else NOWHERE)
        if stopped:
            continue
        unit.duty = DUTY[choice.verb]
        if unit.duty == ATTACK and g.contacts.get(zone) == sea_contact.CAUGHT:
            g.contacts[zone] = sea_contact.FIGHTS  # 8.9: who attacks is met by all
        if choice.verb == "behind":
            unit.target = chosen(choice, 2)


def sail(g: War, u: int, zone: int, verb: str, over: int = NOWHERE) -> Flow[bool]:
    """A ship moves zone by zone, by its quietest way or out of a named zone; true when it is brought to battle on the way"""
    unit = g.units[u]
    reach = naval_reach(g, u, combat=True)
    start = unit.used
    if over >= 0:
        reach[zone] = (reach[over][0] + 1, over)
    for step in path(reach, zone):
        border = g.board.border(unit.at, step)
        if (
            g.options.forcing_straits
            and border is not None
            and may_pass(g, unit.kind, unit.nation, border, combat=True) is not None
        ):
            yield from force(g, u, border)
            if unit.at < 0:
                return True
        unit.came = unit.at
        g.put(u, step)
        unit.used = start + reach[step][0]
        crossing_fire(g, u, step)
        if unit.at < 0:
            return True
        if not relations(g).enemies[unit.nation]:
            continue
        last = step == zone
        fights = yield from sea_contact.meet(g, u, step, verb if last else "pass")
        if fights:
            unit.duty = ATTACK
            return True
    return False
