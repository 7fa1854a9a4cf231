"""Why a unit does not get somewhere (0.8, 1.8-1.17, 8.2, 8.3, 10.1): the first obstacle on a shortest way.

For explanations only. What is lawful is decided by movement.py; here the way is walked again until something stops it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from grognard.kernel.rules import No, rule
from grognard.titles.gw36.geography import Way
from grognard.titles.gw36.kinds import IS_SUBMARINE, WITH
from grognard.titles.gw36.powers import NAMES, USA
from grognard.titles.gw36.rules.air_movement import air_reach, can_land_from, closed_skies, may_overfly
from grognard.titles.gw36.rules.movement import fortified, land_step, may_enter, may_stay_out, naval_reach, us_at_peace
from grognard.titles.gw36.rules.nations import at_war_with_major, first_refusal
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.straits import may_force
from grognard.titles.gw36.rules.terrain import fortified_line, is_city
from grognard.titles.gw36.rules.units import blockers, enemy_units, foes, patrols, points_left
from grognard.titles.gw36.state import War

BLITZ = WITH["blitz"]
MOST_WAYS = 40  # equal ways looked at
Step = Callable[[int, int, int], No | None]  # from, to, points used before


def shortest_ways(links: list[tuple[Way, ...]], start: int, goal: int) -> list[list[int]]:
    """The shortest ways between two zones over some links, with both ends; none if they are not joined."""
    before: dict[int, list[int]] = {start: []}
    ring = [start]
    while ring and goal not in before:
        following: dict[int, list[int]] = {}
        for a in ring:
            for b, _ in links[a]:
                if b not in before:
                    following.setdefault(b, []).append(a)
        before |= following
        ring = list(following)
    return list(_unwind(before, goal, MOST_WAYS)) if goal in before else []


def _unwind(before: dict[int, list[int]], goal: int, most: int) -> Iterator[list[int]]:
    ways = [[goal]]
    while ways and before[ways[0][0]]:
        ways = [[a, *way] for way in ways for a in before[way[0]]][:most]
    yield from ways


def _stopped(ways: Iterable[list[int]], step: Step) -> No | None:
    """The obstacle on the way that leads farthest; None if one of them is open."""
    best: tuple[int, No] | None = None
    for way in ways:
        found = next(((n, no) for n, (a, b) in enumerate(pairwise(way)) if (no := step(a, b, n)) is not None), None)
        if found is None:
            return None
        if best is None or found[0] > best[0]:
            best = found
    return best[1] if best else None


def _too_far(g: War, zone: int, distance: int, left: int) -> No | None:
    if distance <= left:
        return None
    return No("0.8", f"{g.zones[zone].label} is out of reach: {distance} zones away, {left} movement left")


def _walk(g: War, u: int, zone: int, links: list[tuple[Way, ...]], step: Step, left: int) -> No | None:
    ways = shortest_ways(links, g.units.at[u], zone)
    if not ways:
        return No("0.8", f"no way leads to {g.zones[zone].label}")
    return first_refusal(_too_far(g, zone, len(ways[0]) - 1, left), _stopped(ways, step))


# --- land ------------------------------------------------------------------------


@rule("0.8", "1.16", "8.2", "9.5")
def on_land_to_attack(g: War, u: int, zone: int) -> No | None:
    """What keeps a land unit from attacking a zone."""
    kind, nation = g.units.kind[u], g.units.nation[u]

    def step(a: int, b: int, used: int) -> No | None:
        return first_refusal(land_step(g, kind, a, b, used), None if b == zone else _passing(g, kind, nation, a, b))

    return first_refusal(impassable(g, g.units.at[u], zone), _walk(g, u, zone, g.board.geo.land, step, points_left(g, u)))


def _passing(g: War, kind: int, nation: int, a: int, b: int) -> No | None:
    """Why a land unit may not pass a zone on its way to an attack (table 9-3)."""
    owner, name = g.zones.owner[b], g.zones[b].label
    if owner >= 0 and g.relations.hosts[nation] >> owner & 1:
        return land_step(g, kind, a, b, 1)
    if owner >= 0 and not foes(g, nation, b) >> owner & 1:
        return No("0.5", f"{name} belongs to {NAMES[owner]}, neither Aligned nor an enemy")
    if kind not in BLITZ:
        return No("9.5", f"only Medium and Heavy Armor blitzes through {name}")
    if enemy_units(g, b, nation):
        return No("8.2", f"enemy units in {name} stop it")
    if is_city(g, b):
        return No("1.16", f"no blitz out of a city: {name}")
    if fortified_line(g, a, b) or fortified(g, a, b):
        return No("9.5", f"no blitz against the fortification of {name}")
    return land_step(g, kind, a, b, 1)


@rule("1.7", "1.17")
def impassable(g: War, a: int, b: int) -> No | None:
    """The border between two zones if no land unit crosses it."""
    geo = g.board.geo
    if geo.burma_road is not None and {a, b} == set(geo.burma_road):
        return No("1.17", "land units use the Burma Road by strategic rail movement only")
    if g.board.border(a, b) in geo.impassable:
        return No("1.7", "the mountains between them are impassable")
    return None


@rule("0.8", "10.1", "0.5")
def on_land(g: War, u: int, zone: int) -> No | None:
    """What keeps a land unit from a non-combat move."""
    kind, nation = g.units.kind[u], g.units.nation[u]

    def step(a: int, b: int, used: int) -> No | None:
        conquered = No("10.1", f"{g.zones[b].label} was conquered this turn") if g.zones.captured[b] else None
        onward = None if b == zone else land_step(g, kind, a, b, 1)
        return first_refusal(conquered, may_enter(g, b, nation), may_stay_out(g, u, b), land_step(g, kind, a, b, used), onward)

    return first_refusal(impassable(g, g.units.at[u], zone), _walk(g, u, zone, g.board.geo.land, step, points_left(g, u)))


# --- sea ------------------------------------------------------------------------


@rule("0.8", "1.15", "8.2", "8.9", "10.1")
def at_sea(g: War, u: int, zone: int, *, combat: bool) -> No | None:
    """What keeps a ship or submarine from a sea zone."""
    kind, nation, geo = g.units.kind[u], g.units.nation[u], g.board.geo
    if not geo.is_sea[zone]:
        return No("0.8", "ships stay at sea")
    if zone in naval_reach(g, u, combat=combat):
        return None
    peaceful = nation == USA and not at_war_with_major(g, USA)

    def step(a: int, b: int, used: int) -> No | None:
        border = g.board.border(a, b)
        closed = may_pass(g, kind, nation, border, combat=combat) if border is not None else None
        if closed is not None and (not combat or border is None or may_force(g, nation, border) is not None):
            return closed
        if peaceful and us_at_peace(g, b) is not None:
            return us_at_peace(g, b)
        return _met(g, b, nation, IS_SUBMARINE[kind], combat, last=b == zone)

    return _walk(g, u, zone, geo.sea, step, points_left(g, u))


def _met(g: War, zone: int, nation: int, submarine: bool, combat: bool, *, last: bool) -> No | None:
    """Enemies in a sea zone that stop a mover, or close it to a non-combat move."""
    name, ships, planes = g.zones[zone].label, blockers(g, zone, nation), patrols(g, zone, nation)
    if not combat and (ships or planes):
        return No("8.2", f"enemy ships or patrols are in {name}: that is a combat move")
    if last or not combat:
        return None
    if submarine:
        return No("8.9", f"aircraft on patrol in {name} stop a submarine") if planes else None
    return No("8.2", f"enemy ships in {name} stop it") if ships else None


# --- air ------------------------------------------------------------------------


@rule("0.8", "1.15", "8.3", "10.3")
def in_the_air(g: War, u: int, zone: int, *, back: bool) -> No | None:
    """What keeps an aircraft from a zone. `back`: it must keep the points to land."""
    nation, geo = g.units.nation[u], g.board.geo
    closed, left = closed_skies(g, nation), points_left(g, u)
    peaceful = nation == USA and not at_war_with_major(g, USA)

    def step(a: int, b: int, used: int) -> No | None:
        if g.board.border(a, b) in closed:
            return No("1.15", "aircraft do not fly over a neutral canal")
        over = may_overfly(g, b, nation)
        if over is not None and (b != zone or not _open_to(g, b, nation)):
            return over
        return us_at_peace(g, b) if peaceful else None

    reach = air_reach(g, u)
    if zone not in reach:
        return _walk(g, u, zone, geo.air, step, left)
    distance = reach[zone][0]
    if not back or can_land_from(g, u, zone, left - distance):
        return None
    return No("8.3", f"it could not return: {left - distance} movement left in {g.zones[zone].label}")


def _open_to(g: War, zone: int, nation: int) -> bool:
    owner = g.zones.owner[zone]
    return owner < 0 or bool((g.relations.hosts[nation] | foes(g, nation, zone)) >> owner & 1)
