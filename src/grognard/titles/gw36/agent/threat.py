"""Threat: what could come against a zone next turn, from where and by whom, and how far the fronts are."""

from __future__ import annotations

from collections.abc import Set
from heapq import heappop, heappush
from math import log

from grognard.kernel.cache import derived, remembered
from grognard.titles.gw36.agent.estimate import Force, defenders
from grognard.titles.gw36.agent.worth import is_last_turn, prey, turns_left, worths
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, IS_NAVAL, IS_NAVAL_FACILITY, IS_WARSHIP, TRANSPORTS
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules.nations import alive
from grognard.titles.gw36.rules.seats import SLOT_OF
from grognard.titles.gw36.state import War

RUMOUR, CERTAIN, LATE = 0.35, 0.9, 9  # a rival at peace is expected to come, more so in these last turns
HOME = 0.4  # of a capital's garrison marches out
LIKELY = 0.75  # of what could come, this much will
AIR_STEPS = 2
SEA_STEPS = 2
FAR = 99.0
SECOND = 0.35  # what other attackers add to the strongest: they come in turns of their own
DEAREST = 7.0  # steps from a prize of nothing
STEPS_FOR_WORTH = 1.6
SAILED = 0.4  # a sea zone, in marches
PRIZE = 8.0  # worth of an enemy zone that keeps an army busy
WATCHED, FACED = 3.0, 0.8  # steps more to a rival's zone in war and in peace

Part = tuple[int, tuple[int, ...], int, Force]  # where from, over which zones, in whose turn, what


@derived("news")
def rivals(g: War, nation: int) -> tuple[int, int]:
    """Enemies now, and nations of other alliances that may become enemies, as bits."""
    rel = g.relations
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
    return _kept(g, nation, rumours)[1]


@remembered(lambda g: (g.turn, g.slot, g.phase, g.news))
def _kept(g: War, nation: int, rumours: bool) -> tuple[dict[int, list[Part]], dict[int, Force]]:
    parts = _parts(g, nation, rumours)
    return parts, {z: _joined(found) for z, found in parts.items()}


def _enemies(g: War, nation: int, *, rumours: bool = True) -> object:
    """Where the enemies of a nation stand, and what they are: its own moves change nothing of it."""
    now, may = rivals(g, nation)
    units = g.units
    columns = zip(units.nation, units.at, units.kind, units.hits, units.carrier)
    there = [one for one in columns if (now | may) >> one[0] & 1 and one[1] >= 0]
    return now, may, g.turn, g.slot, g.last, tuple(g.nations.capital), there


@derived(
    "news", "units.at", "units.hits", "units.nation", "units.carrier", "units.kind", "nations.capital", "turn", "slot", "last",
    given=_enemies,
)  # fmt: skip
def threats_now(g: War, nation: int, *, rumours: bool = True) -> dict[int, Force]:
    """The same as of this moment: for what is shown."""
    return {z: _joined(found) for z, found in _parts(g, nation, rumours).items()}


def threat_without(g: War, nation: int, zone: int, gone: Set[int], *, rumours: bool = True) -> Force | None:
    """The threat to a zone if the enemy held these zones no more: nothing comes from them, nothing goes through them."""
    parts, whole = _kept(g, nation, rumours)
    found = parts.get(zone)
    if found is None:
        return None
    left = [part for part in found if part[0] not in gone and not (part[1] and all(over in gone for over in part[1]))]
    return whole[zone] if len(left) == len(found) else _joined(left) if left else None


def _joined(parts: list[Part]) -> Force:
    """The strongest turn's force, and a share of the others'."""
    by_slot: dict[int, Force] = {}
    for _, _, slot, force in parts:
        by_slot[slot] = by_slot[slot].plus(force) if slot in by_slot else force
    order = sorted(by_slot.values(), key=lambda f: -f.fire * f.hits)
    total = order[0]
    for force in order[1:]:
        total = total.plus(Force(force.fire * SECOND, force.hits * SECOND, force.price * SECOND, force.land))
    return total


def _parts(g: War, nation: int, rumours: bool) -> dict[int, list[Part]]:
    geo, units, values = g.board.geo, g.units, g.values
    attack, staying, price, move = values.attack, values.hits, values.price, values.move
    now, may = rivals(g, nation)
    suspicion = CERTAIN if turns_left(g) <= LATE else RUMOUR
    late = is_last_turn(g)
    walking: dict[tuple[int, int], Force] = {}
    riding: dict[tuple[int, int], Force] = {}
    flying: dict[tuple[int, int], Force] = {}
    boats: dict[tuple[int, int], int] = {}
    for u, (kind, at, owner, hits) in enumerate(zip(units.kind, units.at, units.nation, units.hits)):
        if at < 0 or not (now | may) >> owner & 1:
            continue
        slot = SLOT_OF.get(owner, 0)
        if late and slot <= g.slot:
            continue  # it has moved for the last time
        share = 1.0 if now >> owner & 1 else suspicion
        if share < 1.0 and not rumours:
            continue
        if IS_LAND[kind]:
            if units.carrier[u] >= 0 or attack[kind] <= 0 or geo.is_sea[at]:
                continue
            if owner < PLAYED and at == g.nations.capital[owner]:
                share *= HOME
            pool = riding if move[kind] > 1 else walking
        elif IS_AIR[kind] and attack[kind] > 0:
            share *= 0.6
            pool = flying
        elif kind in TRANSPORTS and share == 1.0:
            boats[at, slot] = boats.get((at, slot), 0) + 1
            continue
        else:
            continue
        force = pool.setdefault((at, slot), Force())
        force.fire += attack[kind] * share
        force.hits += (staying[kind] - hits) * share
        force.price += price[kind] * share
        force.land += IS_LAND[kind]
    found: dict[int, list[Part]] = {}
    for (at, slot), force in (*walking.items(), *riding.items()):
        for z, _ in geo.land[at]:
            found.setdefault(z, []).append((at, (), slot, force))
    for (at, slot), force in riding.items():
        near = {b for b, _ in geo.land[at]}
        ways: dict[int, list[int]] = {}
        for b in near:
            for c, _ in geo.land[b]:
                if c != at and c not in near:
                    ways.setdefault(c, []).append(b)
        for z, over in ways.items():
            found.setdefault(z, []).append((at, tuple(over), slot, force))
    for (at, slot), force in flying.items():
        for z in within(geo.air, at, AIR_STEPS):
            if not geo.is_sea[z]:
                found.setdefault(z, []).append((at, (), slot, force))
    for (at, slot), count in boats.items():
        landing = Force(2.2 * count, 1.6 * count, 6.0 * count, 1)
        for z in {z for sea in within(geo.sea, at, SEA_STEPS) for z in geo.coast[sea]}:
            found.setdefault(z, []).append((at, (), slot, landing))
    return found


def sea_threat(g: War, nation: int, zone: int, share: float) -> Force:
    """What enemies could bring against ships in a sea zone next turn, at a share of it."""
    geo, units, now = g.board.geo, g.units, g.relations.enemies[nation]
    attack, staying, price = g.values.attack, g.values.hits, g.values.price
    force = Force()
    late = is_last_turn(g)
    for z in within(geo.air, zone, SEA_STEPS):
        for u in g.units.stacks[z]:
            kind = units.kind[u]
            if now >> units.nation[u] & 1 and attack[kind] > 0 and (IS_AIR[kind] or (IS_NAVAL[kind] and z != zone)):
                if late and SLOT_OF.get(units.nation[u], 0) <= g.slot:
                    continue
                force.fire += attack[kind] * share
                force.hits += (staying[kind] - units.hits[u]) * share
                force.price += price[kind] * share
    return force


@derived("units.at", "units.hits", "units.kind", "units.nation", "news")
def fleets(g: War, nation: int) -> float:
    """The strength of enemy warships over ours and our friends'; rivals at peace count half."""
    units, values = g.units, g.values
    now, may = rivals(g, nation)
    friends = g.relations.aligned[nation] | 1 << nation
    ours = theirs = 0.0
    for kind, owner, at in zip(units.kind, units.nation, units.at):
        if at >= 0 and IS_WARSHIP[kind]:
            strength = max(values.attack[kind], 0) + max(values.defence[kind], 0)
            if friends >> owner & 1:
                ours += strength
            elif now >> owner & 1:
                theirs += strength
            elif may >> owner & 1:
                theirs += 0.5 * strength
    return theirs / (ours + 10.0)


def reach_of(g: War, sea: int, steps: int) -> list[int]:
    """Sea zones within some steps of a sea zone."""
    return within(g.board.geo.sea, sea, steps)


def within(ways: list[tuple[tuple[int, int], ...]], start: int, steps: int) -> list[int]:
    seen = {start}
    ring = [start]
    for _ in range(steps):
        ring = [b for a in ring for b, _ in ways[a] if b not in seen]
        seen.update(ring)
    return list(seen)


def danger(g: War, nation: int, zone: int, garrison: Force, gone: Set[int] = frozenset()) -> float:
    """How likely a zone held by this garrison falls next turn. Smooth, so that every unit more or less counts.
    `gone`: zones that the enemy will not hold by then."""
    coming = threat_without(g, nation, zone, gone) if gone else threats(g, nation).get(zone)
    return peril(coming, garrison)


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
    friends, units = g.relations.aligned[nation], g.units
    here = [u for u in units.stacks[zone] if friends >> units.nation[u] & 1 and u not in without and not IS_NAVAL[units.kind[u]]]
    return defenders(g, here, zone)


@derived("news", "zones.owner", "turn", "sites.at", "sites.built")
def front(g: War, nation: int) -> list[float]:
    """How far each zone is from what the nation wants: enemy zones and those of its prey, nearer if they are worth more, by
    land and by sea from ports. Rivals it is at peace with count by land only: from afar while there are enemies to march on,
    else nearly as much."""
    geo, worth, owner = g.board.geo, worths(g, nation), g.zones.owner
    now, may = rivals(g, nation)
    now |= prey(g, nation)
    friends = g.relations.aligned[nation]
    own = [z for z, o in enumerate(owner) if o == nation]
    engaged = any(
        owner[b] >= 0 and now >> owner[b] & 1 and worth[b] >= PRIZE for z in own for b, _ in geo.land[z] if not geo.is_sea[b]
    )
    peace = WATCHED if engaged else FACED
    far = [FAR] * g.board.size
    for mask, extra, by_sea in ((now, 0.0, True), (may, peace, False)):
        heap: list[tuple[float, int]] = []
        for z, o in enumerate(owner):
            if o >= 0 and not geo.is_sea[z] and mask >> o & 1:
                cost = max(0.0, DEAREST - STEPS_FOR_WORTH * log(max(worth[z], 1.0))) + extra
                if cost < far[z]:
                    far[z] = cost
                    heappush(heap, (cost, z))
        _spread(g, far, heap, friends | now, by_sea)
    return far


def _spread(g: War, far: list[float], heap: list[tuple[float, int]], open_to_us: int, by_sea: bool) -> None:
    """Carry distances on from zone to zone; out to sea only from ports, ashore anywhere."""
    geo, owner, ports = g.board.geo, g.zones.owner, harbours(g)
    while heap:
        cost, a = heappop(heap)
        if cost > far[a]:
            continue
        if geo.is_sea[a]:
            steps = [(b, SAILED) for b, _ in geo.sea[a]] + [(b, 2.0) for b in geo.coast[a] if b in ports]
        else:
            steps = [(b, 1.0) for b, _ in geo.land[a]] + ([(b, 2.0) for b in geo.coast[a]] if by_sea else [])
        for b, step in steps:
            o = owner[b]
            if o >= 0 and not open_to_us >> o & 1:
                step += 3.0
            if cost + step < far[b]:
                far[b] = cost + step
                heappush(heap, (cost + step, b))


@derived("sites.at", "sites.built", "sites.kind")
def harbours(g: War) -> frozenset[int]:
    """Zones with a naval facility."""
    return frozenset(at for kind, at, built in zip(g.sites.kind, g.sites.at, g.sites.built) if built and IS_NAVAL_FACILITY[kind])
