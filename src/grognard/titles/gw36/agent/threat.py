"""Threat: what could come against a zone next turn, and how far the fronts are."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.titles.gw36.agent.estimate import Force, defenders
from grognard.titles.gw36.agent.worth import worth_to
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import ATTACK, HITS, IS_AIR, IS_LAND, IS_NAVAL, MOVE, PRICE, TRANSPORTS
from grognard.titles.gw36.rules.nations import PLAYED, alive, relations
from grognard.titles.gw36.state import War

RUMOUR = 0.25
HOME = 0.4  # of a capital's garrison marches out
LIKELY = 0.7  # of what could come, this much will
AIR_STEPS = 2
SEA_STEPS = 2
FAR = 99.0


@derived("news")
def rivals(g: War, nation: int) -> tuple[int, int]:
    """Enemies now, and nations of other alliances that may become enemies, as bits."""
    rel = relations(g)
    now = rel.enemies[nation]
    may = 0
    mine = g.nations.alliance[nation]
    for n in range(PLAYED):
        if alive(g, n) and g.nations.alliance[n] != mine and not rel.aligned[nation] >> n & 1:
            may |= 1 << n
    return now, may & ~now


def threats(g: War, nation: int, *, rumours: bool = True) -> dict[int, Force]:
    """What enemies could bring against each land zone next turn. Kept for a whole phase: enemies do not move in it.
    `rumours`: nations that may become enemies count too, at less."""
    when = (g.turn, g.slot, g.phase, g.news)
    kept = g.derived.get(("threats", nation, rumours))
    if kept is None or kept[0] != when:
        kept = g.derived["threats", nation, rumours] = (when, _threats(g, nation, rumours))
    found: dict[int, Force] = kept[1]
    return found


@derived("news", "units.at", "units.hits", "units.nation", "units.carrier", "units.kind")
def threats_now(g: War, nation: int) -> dict[int, Force]:
    """The same as of this moment: for what is shown."""
    return _threats(g, nation, True)


def _threats(g: War, nation: int, rumours: bool) -> dict[int, Force]:
    geo, units = geography(g), g.units
    now, may = rivals(g, nation)
    found: dict[int, Force] = {}
    lift: dict[int, float] = {}
    for u, (kind, at, owner, hits) in enumerate(zip(units.kind, units.at, units.nation, units.hits)):
        if at < 0 or not (now | may) >> owner & 1:
            continue
        share = 1.0 if now >> owner & 1 else RUMOUR
        if share < 1.0 and not rumours:
            continue
        if IS_LAND[kind]:
            if units.carrier[u] >= 0 or ATTACK[kind] <= 0 or geo.is_sea[at]:
                continue
            if owner < PLAYED and at == g.nations.capital[owner]:
                share *= HOME
            near = {b for b, _ in geo.land[at]}
            if MOVE[kind] > 1:
                near |= {c for b in near for c, _ in geo.land[b]}
        elif IS_AIR[kind] and ATTACK[kind] > 0:
            near = set(_within(geo.air, at, AIR_STEPS))
            share *= 0.6
        elif kind in TRANSPORTS and share == 1.0:
            for sea in _within(geo.sea, at, SEA_STEPS):
                for z in geo.coast[sea]:
                    lift[z] = lift.get(z, 0.0) + 1.0
            continue
        else:
            continue
        for z in near:
            force = found.setdefault(z, Force())
            force.fire += ATTACK[kind] * share
            force.hits += (HITS[kind] - hits) * share
            force.price += PRICE[kind] * share
            force.land += IS_LAND[kind]
    for z, boats in lift.items():
        force = found.setdefault(z, Force())
        force.fire += 2.2 * boats
        force.hits += 1.6 * boats
        force.price += 6 * boats
        force.land += 1
    return found


def sea_threat(g: War, nation: int, zone: int, share: float) -> Force:
    """What enemies could bring against ships in a sea zone next turn, at a share of it."""
    geo, units, now = geography(g), g.units, relations(g).enemies[nation]
    force = Force()
    for z in _within(geo.air, zone, SEA_STEPS):
        for u in g.stacks[z]:
            kind = units.kind[u]
            if now >> units.nation[u] & 1 and ATTACK[kind] > 0 and (IS_AIR[kind] or (IS_NAVAL[kind] and z != zone)):
                force.fire += ATTACK[kind] * share
                force.hits += (HITS[kind] - units.hits[u]) * share
                force.price += PRICE[kind] * share
    return force


def _within(ways: list[tuple[tuple[int, int], ...]], start: int, steps: int) -> list[int]:
    seen = {start}
    ring = [start]
    for _ in range(steps):
        ring = [b for a in ring for b, _ in ways[a] if b not in seen]
        seen.update(ring)
    return list(seen)


def danger(g: War, nation: int, zone: int, garrison: Force) -> float:
    """How likely a zone held by this garrison falls next turn. Smooth, so that every unit more or less counts."""
    return peril(threats(g, nation).get(zone), garrison)


def peril(force: Force | None, garrison: Force) -> float:
    """The same for a given force."""
    if force is None or not force.land:
        return 0.0
    if garrison.hits <= 0 or garrison.land <= 0:
        return 1.0
    ratio = (garrison.fire * garrison.hits) / max(force.fire * force.hits * LIKELY * LIKELY, 0.1)
    return float(1.0 / (1.0 + ratio**1.25))


def garrison(g: War, nation: int, zone: int, without: frozenset[int] | set[int] = frozenset()) -> Force:
    """The friendly units that defend a zone."""
    friends, units = relations(g).aligned[nation], g.units
    here = [u for u in g.stacks[zone] if friends >> units.nation[u] & 1 and u not in without and not IS_NAVAL[units.kind[u]]]
    return defenders(g, here, zone)


@derived("news", "zones.owner", "turn")
def front(g: War, nation: int) -> list[float]:
    """How far each zone is from what the nation wants: enemy zones, nearer if they are worth more. Seas cost more than land."""
    geo = geography(g)
    now, may = rivals(g, nation)
    far = [FAR] * g.board.size
    heap: list[tuple[float, int]] = []
    for z, owner in enumerate(g.zones.owner):
        if owner < 0 or geo.is_sea[z]:
            continue
        if now >> owner & 1:
            cost = max(0.0, 3.0 - worth_to(g, nation, z) / 6.0)
        elif may >> owner & 1:
            cost = 5.0
        else:
            continue
        far[z] = cost
        heappush(heap, (cost, z))
    while heap:
        cost, a = heappop(heap)
        if cost > far[a]:
            continue
        steps = [(b, 1.0) for b, _ in geo.land[a]] if not geo.is_sea[a] else [(b, 0.8) for b, _ in geo.sea[a]]
        steps += [(b, 2.0) for b in geo.coast[a]]
        for b, step in steps:
            owner = g.zones.owner[b]
            if owner >= 0 and not (relations(g).aligned[nation] | now) >> owner & 1:
                step += 3.0
            if cost + step < far[b]:
                far[b] = cost + step
                heappush(heap, (cost + step, b))
    return far
