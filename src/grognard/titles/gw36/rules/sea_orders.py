"""Orders of ships and submarines in the Combat Movement Phase (8.4, 8.8-8.11): attack, raid, escort, blockade, screen, sail.

Convoy lines that can be raided are told here (9.11); the raids themselves are raiding.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    IS_AIR,
    IS_NAVAL,
    IS_NAVAL_FACILITY,
    IS_SUBMARINE,
    IS_WARSHIP,
    KIND,
    TRANSPORTS,
    UNIT_NAMES,
    WITH,
)
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules import obstacles, sea_contact
from grognard.titles.gw36.rules.amphibious import crossing_fire
from grognard.titles.gw36.rules.attacks import alike, targets
from grognard.titles.gw36.rules.convoys import enemy_escorts, may_raid, protected, raidable
from grognard.titles.gw36.rules.holding import HOLDING, Found, listing, to_zone
from grognard.titles.gw36.rules.movement import Reach, last_seas, naval_reach, path
from grognard.titles.gw36.rules.nations import first_refusal
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.straits import force
from grognard.titles.gw36.rules.supply import zones_among
from grognard.titles.gw36.rules.units import blockers, enemy_units, opposition, own_units, points_left
from grognard.titles.gw36.state import ATTACK, BEHIND, BLOCKADE, ESCORT, IDLE, MINE, PATROL, RAID, SCREEN, War, Zone
from grognard.titles.gw36.subjects import Orders

DESTROYERS, AIRCRAFT_ONLY = WITH["destroyer"], WITH["aircraft_only"]
NO_ESCORT = frozenset([
    KIND[n]
    for n in ("battleship", "fast_battleship", "heavy_battleship", "battlecruiser", "coastal_defense_ship", "heavy_cruiser")
])


# --- where ships have a task ------------------------------------------------------------------------


@derived("news", "zones.owner", "sites.at", "sites.kind")
def blockable(g: War, nation: int) -> frozenset[int]:
    """Sea zones with an enemy naval facility on their shore (8.11)."""
    geo, hostile = g.board.geo, zones_among(g, g.relations.enemies[nation])
    found: set[int] = set()
    for kind, at in zip(g.sites.kind, g.sites.at):
        if at in hostile and IS_NAVAL_FACILITY[kind]:
            found.update(geo.coast[at])
    return frozenset(found)


@derived("news", "zones.owner", "pact")
def _shores(g: War, nation: int) -> frozenset[int]:
    """Sea zones from which an enemy shore can be assaulted."""
    geo = g.board.geo
    return frozenset([s for z in targets(g, nation) for s in geo.coast[z]])


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


def orders_of(g: War, u: int) -> Found:
    """Every order of a ship or submarine, by verb."""
    unit = g.units[u]
    kind, nation, at = unit.kind, unit.nation, unit.at
    submarine, warship, transport = IS_SUBMARINE[kind], IS_WARSHIP[kind], kind in TRANSPORTS
    reach, met = naval_reach(g, u, combat=True), opposition(g, nation)
    shores, ports, raided = _shores(g, nation), blockable(g, nation), raidable(g, nation)
    escorted = protected(g, nation) if not (g.options.advanced_escort and kind in NO_ESCORT) else frozenset()
    swift = bool(g.options.surface_raiders) and not submarine and g.values.move[kind] >= 3
    mines = bool(g.options.mine_warfare) and kind in WITH["mines"]
    watched = {at: False}  # 8.2: a way under enemy patrols is a combat move
    found: Found = {"attack": [], "attack_by": [], "raid": [], "mine": [], "escort": [], "blockade": [], "join": [], "sail": []}
    for z, (_, before) in reach.items():
        hostile = z in met.met and may_attack_at(g, u, z) is None
        blocked = z in met.blocked
        if before >= 0:
            watched[z] = watched[before] or z in met.patrolled
        if hostile and (warship or submarine):
            found["attack"].append(z)
            found["attack_by"] += [(via, z) for via in last_seas(g, u, z, reach)[1:]]  # 0.8: other zones to fall back on
        if warship and not blocked:
            if z in escorted:
                found["escort"].append(z)
            if z in ports:
                found["blockade"].append(z)
        if z in raided and (submarine or (swift and not enemy_escorts(g, z, nation))):
            found["raid"].append(z)
        if mines and z in raided:
            found["mine"].append(z)
        if not (warship or submarine) and hostile and _friends_attack(g, z, nation):
            found["join"].append(z)
        bound = transport or submarine or z in shores or watched[z]
        if z != at and bound and (submarine or not blocked):
            found["sail"].append(z)
    if found["attack"] and len(alike(g, u)) > 1:
        found["all"], found["all_by"] = found["attack"], found["attack_by"]
    if g.options.screening and not met.blocked.isdisjoint(reach):
        _screens(g, u, reach, found)
    return found


def _screens(g: War, u: int, reach: Reach, found: Found) -> None:
    """Screening forces and the forces behind them (8.10)."""
    kind, blocked = g.units.kind[u], opposition(g, g.units.nation[u]).blocked
    screened = [(z, used) for z, (used, _) in reach.items() if z in blocked]
    if IS_WARSHIP[kind] or IS_SUBMARINE[kind]:  # 9.7 (c): a screen may submerge
        found["screen"] = [z for z, _ in screened]
    found["behind"] = []
    for z, used in screened:
        if _may_follow(g, u, z) is None:
            found["behind"].append((z, z))
            found["behind"] += [(z, b) for b, border in g.board.geo.sea[z] if _may_go_on(g, u, b, border, used) is None]


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


@rule("8.2", "9.8")
def _friends_attack(g: War, zone: int, nation: int) -> bool:
    """Whether warships of the nation attack there: its transports may come with them and share their fate (GW36-AMB-47)."""
    units = g.units
    return any(units.duty[v] == ATTACK and units.nation[v] == nation and not IS_AIR[units.kind[v]] for v in g.units.stacks[zone])


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
    planes = sum([1 for v in mine if IS_AIR[kinds[v]] and duty[v] in (ATTACK, PATROL)])
    if not planes:
        return No("9.10", "submarines are attacked only with an aircraft on Maritime Air Patrol there")
    if kind not in DESTROYERS:
        return No("8.9", "only destroyers join aircraft on patrol against submarines")
    if all(kinds[v] in AIRCRAFT_ONLY for v in found):
        return No("7.8", "Advanced Submarines are attacked by aircraft on patrol only")
    paired = sum([1 for v in mine if v != u and kinds[v] in DESTROYERS and duty[v] == ATTACK])
    return None if paired < planes else No("8.9", "each aircraft on patrol takes one destroyer along")


# --- the tests of the orders ------------------------------------------------------------------------


def may_sail(g: War, u: int, zone: int) -> No | None:
    """Why a ship cannot come to a sea zone."""
    if not IS_NAVAL[g.units.kind[u]]:
        return No("8.2", "only ships and submarines sail")
    if zone in naval_reach(g, u, combat=True):
        return None
    no = obstacles.at_sea(g, u, zone, combat=True)
    return No("0.8", f"its movement does not lead to {g.zones[zone].label}") if no is None else no


def _enemies_there(g: War, u: int, zone: int) -> No | None:
    return No("8.2", "enemy ships are there and must be fought") if blockers(g, zone, g.units.nation[u]) else None


@rule("8.2")
def may_attack(g: War, orders: Orders, zone: int) -> No | None:
    """Why a ship does not attack in a zone: its values, the way there, what it finds."""
    u = orders.unit
    kind = g.units.kind[u]
    if not (IS_WARSHIP[kind] or IS_SUBMARINE[kind]):
        return No("8.2", f"a {UNIT_NAMES[kind]} has no Attack value")
    return first_refusal(may_sail(g, u, zone), may_attack_at(g, u, zone))


@rule("8.2")
def may_attack_all(g: War, orders: Orders, zone: int) -> No | None:
    return first_refusal(may_attack(g, orders, zone), has_sisters(g, orders.unit))


def has_sisters(g: War, u: int) -> No | None:
    """Why an order for all of a sort makes no sense."""
    return None if len(alike(g, u)) > 1 else No("8.2", "it is the only one of its sort there")


@rule("0.8", "8.2")
def may_attack_over(g: War, orders: Orders, way: tuple[int, int]) -> No | None:
    """Why a ship does not attack a zone out of another one."""
    via, zone = way
    refusal = may_attack(g, orders, zone)
    if refusal is not None:
        return refusal
    ways = last_seas(g, orders.unit, zone, naval_reach(g, orders.unit, combat=True))
    if via in ways[1:]:
        return None
    if via in ways:
        return No("0.8", "the plain attack goes that way")
    return No("0.8", f"its movement does not lead through {g.zones[via].label} into {g.zones[zone].label}")


@rule("9.11", "9.12", "9.13")
def may_go_raiding(g: War, orders: Orders, zone: int) -> No | None:
    """The raider and the line, then the distance."""
    return first_refusal(may_raid(g, orders.unit, zone), may_sail(g, orders.unit, zone))


@rule("9.13")
def may_lay_mines(g: War, orders: Orders, zone: int) -> No | None:
    return first_refusal(may_raid(g, orders.unit, zone, mines=True), may_sail(g, orders.unit, zone))


@rule("9.11", "15.7")
def may_escort(g: War, orders: Orders, zone: int) -> No | None:
    """Escort duty: surface warships on a line of friends."""
    u = orders.unit
    kind = g.units.kind[u]
    if not IS_WARSHIP[kind]:
        return No("9.11", "only surface warships escort convoys")
    if g.options.advanced_escort and kind in NO_ESCORT:
        return No("15.7", f"{UNIT_NAMES[kind]} provides no escort")
    if zone not in protected(g, g.units.nation[u]):
        return No("9.11", "no convoy line of yours or of an Aligned nation runs there")
    return first_refusal(_enemies_there(g, u, zone), may_sail(g, u, zone))


@rule("8.11")
def may_blockade(g: War, orders: Orders, zone: int) -> No | None:
    """Blockades: surface warships off an enemy's naval facility."""
    u = orders.unit
    if not IS_WARSHIP[g.units.kind[u]]:
        return No("8.11", "only surface warships blockade")
    if zone not in blockable(g, g.units.nation[u]):
        return No("8.11", "no naval facility of an enemy lies on that sea zone")
    return first_refusal(_enemies_there(g, u, zone), may_sail(g, u, zone))


@rule("8.4")
def may_join(g: War, orders: Orders, zone: int) -> No | None:
    """Transports that come with an attack (GW36-AMB-47)."""
    u = orders.unit
    if IS_WARSHIP[g.units.kind[u]] or IS_SUBMARINE[g.units.kind[u]]:
        return No("8.4", "it attacks itself: only unarmed ships come with others")
    no = may_sail(g, u, zone)
    if no is None and not joins_attack(g, u, zone):
        no = No("8.4", f"no warships of {NAMES[g.units.nation[u]]} attack there")
    return no


@rule("8.2", "8.9")
def may_sail_on(g: War, orders: Orders, zone: int) -> No | None:
    """Sailing in Combat Movement without a task."""
    u = orders.unit
    if not g.board.geo.is_sea[zone]:
        return No("0.8", "ships stay at sea")
    no = may_sail(g, u, zone)
    if no is None and not IS_SUBMARINE[g.units.kind[u]]:
        no = _enemies_there(g, u, zone)
    if no is not None:
        return no
    if zone != g.units.at[u] and is_combat_move(g, u, zone, naval_reach(g, u, combat=True)):
        return None
    return No("8.2", "that is no combat move: ships without a task move in Non-Combat Movement")


@rule("8.10", "9.7")
def may_screen(g: War, orders: Orders, zone: int) -> No | None:
    """Screens: warships where enemy ships bar the way."""
    kind = g.units.kind[orders.unit]
    if not g.options.screening:
        return No("9.7", "screening forces are not played")
    if not (IS_WARSHIP[kind] or IS_SUBMARINE[kind]):
        return No("8.10", "a screen is made of warships")
    return may_pass_screened(g, orders.unit, zone)


def may_pass_screened(g: War, u: int, zone: int) -> No | None:
    if not blockers(g, zone, g.units.nation[u]):
        return No("8.10", "no enemy ships bar that sea zone")
    return may_sail(g, u, zone)


@rule("8.10", "9.7")
def may_stay_behind(g: War, orders: Orders, way: tuple[int, int]) -> No | None:
    """Why a ship does not sail behind a screen in one sea zone, to go on to another when the screen has won."""
    u, (zone, goal) = orders.unit, way
    if not g.options.screening:
        return No("9.7", "screening forces are not played")
    no = first_refusal(may_pass_screened(g, u, zone), _may_follow(g, u, zone))
    if no is not None or goal == zone:
        return no
    border = next((n for b, n in g.board.geo.sea[zone] if b == goal), None)
    if border is None:
        return No("8.10", "the next sea zone is not adjacent to the screened one")
    return _may_go_on(g, u, goal, border, naval_reach(g, u, combat=True)[zone][0])


# --- carrying out ------------------------------------------------------------------------


@rule("8.8", "8.9", "8.10")
def send(g: War, ships: Iterable[int], zone: int, verb: str, duty: int, over: int = NOWHERE) -> Flow[None]:
    """Ships sail to a zone with a task, meeting what lies on the way"""
    for ship in ships:
        unit = g.units[ship]
        unit.duty = IDLE
        stopped = yield from sail(g, ship, zone, verb, over)
        if stopped:
            continue
        unit.duty = duty
        if duty == ATTACK and g.contacts.get(zone) == sea_contact.CAUGHT:
            g.contacts[zone] = sea_contact.FIGHTS  # 8.9: who attacks is met by all


def follow(g: War, orders: Orders, way: tuple[int, int]) -> Flow[None]:
    """A ship sails behind a screen"""
    zone, goal = way
    yield from send(g, [orders.unit], zone, "behind", BEHIND)
    if g.units.duty[orders.unit] == BEHIND:
        g.units[orders.unit].target = goal


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
        if not g.relations.enemies[unit.nation]:
            continue
        last = step == zone
        fights = yield from sea_contact.meet(g, u, step, verb if last else "pass")
        if fights:
            unit.duty = ATTACK
            return True
    return False


# --- the acts ------------------------------------------------------------------------


def _task(verb: str, section: str, words: str, duty: int, may: Callable[[War, Orders, int], No | None]) -> Act[War, Orders, int]:
    """An order of one ship to a sea zone."""
    return to_zone(orders_of, verb, section, words, may=may, do=lambda g, orders, zone: send(g, [orders.unit], zone, verb, duty))


SHIP_ORDERS: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    _task("attack", "8.2", "Attack {0}", ATTACK, may_attack),
    to_zone(
        orders_of,
        "all",
        "8.2",
        "All of this sort to {0}",
        may=may_attack_all,
        do=lambda g, orders, zone: send(g, alike(g, orders.unit), zone, "all", ATTACK),
    ),
    Act[War, Orders, tuple[int, int]](
        "attack_by",
        "0.8",
        "Attack {1} out of {0}",
        takes=(Zone, Zone),
        listed=listing(orders_of, "attack_by"),
        may=may_attack_over,
        do=lambda g, orders, way: send(g, [orders.unit], way[1], "attack", ATTACK, way[0]),
    ),
    Act[War, Orders, tuple[int, int]](
        "all_by",
        "0.8",
        "All of this sort to {1} out of {0}",
        takes=(Zone, Zone),
        listed=listing(orders_of, "all_by"),
        may=lambda g, orders, way: first_refusal(may_attack_over(g, orders, way), has_sisters(g, orders.unit)),
        do=lambda g, orders, way: send(g, alike(g, orders.unit), way[1], "attack", ATTACK, way[0]),
    ),
    _task("raid", "9.11", "Raid convoys in {0}", RAID, may_go_raiding),
    _task("escort", "9.11", "Escort convoys in {0}", ESCORT, may_escort),
    _task("blockade", "8.11", "Blockade {0}", BLOCKADE, may_blockade),
    _task("mine", "9.13", "Lay mines in {0}", MINE, may_lay_mines),
    _task("join", "8.4", "Join the ships in {0}", ATTACK, may_join),
    _task("sail", "8.2", "Sail to {0}", IDLE, may_sail_on),
    _task("screen", "8.10", "Screen in {0}", SCREEN, may_screen),
    Act[War, Orders, tuple[int, int]](
        "behind",
        "8.10",
        "Behind the screen in {0}, on to {1}",
        takes=(Zone, Zone),
        listed=listing(orders_of, "behind"),
        may=may_stay_behind,
        do=follow,
    ),
)
