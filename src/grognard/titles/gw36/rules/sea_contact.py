"""8.6, 8.7, 8.9: what a moving force meets at sea, and the scramble at the end of the Combat Movement Phase.

The mover announces first, then the owners of submarines and patrol aircraft fight or decline (8.10, ordering effects).
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import (
    AIR_BASE,
    CARRIERS,
    FIGHTERS,
    IS_AIR,
    IS_SUBMARINE,
    SEAPLANE,
    SEAPLANE_BASE,
    TECHNOLOGY,
    WITH,
)
from grognard.titles.gw36.rules.air_movement import landing_places
from grognard.titles.gw36.rules.nations import aligned
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.units import blockers, enemy_units, has_technology, patrols, submarines
from grognard.titles.gw36.state import (
    ASSAULT,
    ATTACK,
    BEHIND,
    BOMB,
    CARPET,
    DROP,
    IDLE,
    SCRAMBLE,
    SCREEN,
    Unit,
    War,
    Zone,
)
from grognard.titles.gw36.state import PATROL as ON_PATROL
from grognard.titles.gw36.subjects import Contact, Scrambling

RADAR, LONG_RANGE = TECHNOLOGY["radar"], TECHNOLOGY["long_range_aircraft"]
LONG_RANGE_PATROL = WITH["long_range_patrol"]
DECLINED, FIGHTS, CAUGHT = 1, 2, 3  # CAUGHT: only submarines that wanted to pass are called out, by patrols


@rule("8.7", "7.8")
def patrol_range(g: War, u: int) -> int:
    """Zones an aircraft patrols from where it starts (GW36-AMB-51)."""
    return kind_patrols(g, g.units.kind[u], g.units.nation[u])


@rule("8.7", "7.8")
def kind_patrols(g: War, kind: int, nation: int) -> int:
    """Zones a nation's aircraft of a kind patrol: by kind (GW36-AMB-21) and technology."""
    extra = kind in LONG_RANGE_PATROL and has_technology(g, nation, LONG_RANGE)
    return g.values.patrol[kind] + int(extra)


@rule("8.7", "8.9")
def meet(g: War, u: int, zone: int, verb: str) -> Flow[bool]:
    """A ship enters a sea zone: enemy submarines and patrols may bring it to battle"""
    nation, kind = g.units.nation[u], g.units.kind[u]
    if not g.units.stacks[zone]:
        return False
    hunters = patrols(g, zone, nation)
    if IS_SUBMARINE[kind]:
        if verb in ("raid", "mine"):
            return False  # patrols meet a raider in the raid itself (table 9-7, GW36-AMB-82)
        if not hunters or verb in ("attack", "all", "join"):
            return False  # it declines combat, or attacks by its own order
        return (yield from engage(g, u, zone, hunters, CAUGHT))
    if verb in ("attack", "all", "screen", "join") or blockers(g, zone, nation):
        return False  # the battle is the mover's own
    lurking = submarines(g, zone, nation)
    if any(g.units.duty[v] == ON_PATROL for v in hunters) and carries_aircraft(g, u):
        g.contacts[zone] = FIGHTS  # 8.7: a patrol may decline only if the opponent has no aircraft present
        return True
    if hunters or lurking:
        return (yield from engage(g, u, zone, hunters + lurking))
    return False


@rule("8.7")
def carries_aircraft(g: War, u: int) -> bool:
    """A sound carrier with aircraft aboard."""
    units = g.units
    return units.kind[u] in CARRIERS and not units.hits[u] and any(units.carrier[v] == u for v in g.units.stacks[units.at[u]])


def declined(zone: int, kind: int) -> int:
    """The key of g.contacts under which stands that the patrols and submarines of a zone let a kind of ship pass."""
    return -1 - zone * 128 - kind


@rule("8.7", "8.9")
def engage(g: War, u: int, zone: int, units: list[int], battle: int = FIGHTS) -> Flow[bool]:
    """The owners of patrols and submarines decide whether to fight a mover: once for each kind of ship (GW36-AMB-137)"""
    key = declined(zone, g.units.kind[u])
    if g.contacts.get(zone) in (FIGHTS, CAUGHT):
        g.contacts[zone] = min(g.contacts[zone], battle)  # a surface ship in the same battle makes it a regular one
        return True
    if g.contacts.get(key) == DECLINED:
        return False
    for seat in dict.fromkeys([seat_of_unit(g, v) for v in units]):
        prompt = f"{g.units[u].label} enters {g.zones[zone].label}: fight?"
        choice, _ = yield from menu(g, seat, prompt, Contact(u, zone), LETTING_PASS, FIGHTING)
        if choice.verb == FIGHTING.name:
            g.contacts[zone] = battle
            return True
    g.contacts[key] = DECLINED
    return False


# --- 8.6 scramble ------------------------------------------------------------------------


@rule("8.6", "7.8", "12.5")
def scramble_step(g: War) -> Flow[None]:
    """Defenders send aircraft from bases into adjacent battles"""
    targets = attacked_zones(g)
    if not targets:
        return
    who = set(acting(g))
    enemies = 0
    for n in who:
        enemies |= g.relations.enemies[n]
    used: set[tuple[int, int]] = set()
    sites = g.sites
    for base, kind in enumerate(sites.kind):
        if kind not in (AIR_BASE, SEAPLANE_BASE) or sites.at[base] < 0 or not sites.built[base] or sites.damage[base]:
            continue
        owner = g.zones.owner[sites.at[base]]
        if owner < 0 or not enemies >> owner & 1 or (kind, sites.at[base]) in used:
            continue  # 12.5: two bases in a zone give no more than one
        used.add((kind, sites.at[base]))
        yield from _scramble_from(g, base, owner, targets)


def attacked_zones(g: War) -> list[int]:
    """Zones where the nations in turn will fight."""
    units = g.units
    found = set()
    for at, duty, target in zip(units.at, units.duty, units.target):
        if at < 0:
            continue
        if duty in (ATTACK, SCREEN, DROP, BOMB, CARPET):
            found.add(at)
        elif duty == ASSAULT or (duty == BEHIND and target >= 0):
            found.add(target)
    return sorted(found)


@rule("8.6")
def _scramble_from(g: War, base: int, owner: int, targets: list[int]) -> Flow[None]:
    """Scramble from one base: three aircraft, any number of fighters with Radar"""
    site = g.sites[base]
    seaplanes = site.kind == SEAPLANE_BASE
    units, geo = g.units, g.board.geo
    limit = 99 if has_technology(g, owner, RADAR) and not seaplanes else g.values.facilities[site.kind].scramble
    near = {b for b, _ in geo.air[site.at]}
    zones = [
        z
        for z in targets
        if z in near
        and (not seaplanes or geo.is_sea[z])
        and any(aligned(g, units.nation[v], owner) and units.carrier[v] < 0 for v in g.units.stacks[z])
    ]
    sent = 0
    while zones and sent < limit:
        ready = [
            v
            for v in g.units.stacks[site.at]
            if units.duty[v] == IDLE
            and units.carrier[v] < 0
            and (units.kind[v] == SEAPLANE if seaplanes else units.kind[v] in FIGHTERS)
            and aligned(g, units.nation[v], owner)
        ]
        if not ready:
            return
        first = {(units.kind[v], units.nation[v]): v for v in reversed(ready)}
        seat = seat_of_unit(g, ready[0])
        subject = Scrambling(base, tuple(first.values()), tuple(zones))
        choice, _ = yield from menu(g, seat, f"Scramble from {site.label}?", subject, NO_MORE, SCRAMBLING)
        if choice.verb == NO_MORE.name:
            return
        sent += 1


@rule("8.7")
def strand_patrols(g: War) -> None:
    """Aircraft on patrol without a landing place in patrol range are lost."""
    units = g.units
    for u, (at, duty, kind) in enumerate(zip(units.at, units.duty, units.kind)):
        if at < 0 or duty != ON_PATROL or not IS_AIR[kind]:
            continue
        if not _can_return(g, u, at, patrol_range(g, u)):
            g.say("{} has no landing place and is lost", g.units[u], rule="8.7")
            g.remove(u)


def _can_return(g: War, u: int, at: int, distance: int) -> bool:
    geo = g.board.geo
    ring, seen = [at], {at}
    for step in range(distance + 1):
        if landing_places(g, u, ring):
            return True
        following = []
        for a in ring:
            if step and enemy_units(g, a, g.units.nation[u]) and _enemy_aircraft(g, a, u):
                continue
            for b, _ in geo.air[a]:
                if b not in seen:
                    seen.add(b)
                    following.append(b)
        ring = following
    return False


def _enemy_aircraft(g: War, zone: int, u: int) -> bool:
    return any(IS_AIR[g.units.kind[v]] for v in enemy_units(g, zone, g.units.nation[u]))


# --- the acts ------------------------------------------------------------------------


def is_met(g: War, contact: Contact, zone: int) -> No | None:
    return None if zone == contact.zone else No("8.9", f"{g.units[contact.unit].label} enters {g.zones[contact.zone].label}")


def may_scramble(g: War, scrambling: Scrambling, way: tuple[int, int]) -> No | None:
    """Why an aircraft does not rise over a zone."""
    u, zone = way
    unit, site = g.units[u], g.sites[scrambling.base]
    if u not in scrambling.free:
        if unit.at != site.at:
            return No("8.6", f"{unit.label} is not at {site.label}")
        return No("8.6", f"{unit.label} cannot rise from there, or another of its sort stands for it")
    return None if zone in scrambling.zones else No("8.6", "aircraft scramble into an adjacent zone where their side is attacked")


def take_off(g: War, scrambling: Scrambling, way: tuple[int, int]) -> None:
    u, zone = way
    g.units[u].start, g.units[u].duty = g.sites[scrambling.base].at, SCRAMBLE
    g.put(u, zone)


LETTING_PASS = Act[War, Contact, None]("decline", "8.9", "Stay out of it", do=lambda g, contact, _: None)
FIGHTING = Act[War, Contact, int](
    "fight", "8.9", "Fight", takes=Zone, listed=lambda g, contact: [contact.zone], may=is_met, do=lambda g, contact, _: None
)
NO_MORE = Act[War, Scrambling, None]("none", "8.6", "None", do=lambda g, scrambling, _: None)
SCRAMBLING = Act[War, Scrambling, tuple[int, int]](
    "scramble",
    "8.6",
    "The {0} rises over {1}",
    takes=(Unit, Zone),
    listed=lambda g, scrambling: [(u, z) for u in scrambling.free for z in scrambling.zones],
    may=may_scramble,
    do=take_off,
)
