"""Non-combat movement, landing and placement: every move is worth what it adds to safety and takes from the way to the front."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.estimate import Force, defenders, garrison_of, guess
from grognard.titles.gw36.agent.raids import escort_worth, hunting
from grognard.titles.gw36.agent.threat import danger, front, garrison, rivals, sea_threat, threats
from grognard.titles.gw36.agent.worth import worth_to
from grognard.titles.gw36.kinds import CARRIERS, IS_AIR, IS_LAND, IS_NAVAL, IS_SUBMARINE, IS_WARSHIP, KIND, TRANSPORTS
from grognard.titles.gw36.rules.combat_movement import alike
from grognard.titles.gw36.state import ESCORT, Unit, War, Zone

STAYS = 0.2  # IPP an escort must save to stay on duty
ESCORTED = 2.6  # for peril to transports that a warship joins
REPLY = 0.7  # how much of what could come against a fleet will come
LOST = 0.3  # for an IPP of a ship that will be sunk
WATCHED = 0.25  # for an IPP of ours behind a narrow crossing that a warship shuts
MARINE = KIND["marine"]
ADVANCE = 0.6  # worth of one step towards the front
FOLLOWS = 0.5
NEVER = -1000.0  # to leave a capital empty
SEAT = 30.0  # to the first land unit in an empty capital
GATE = (15.0, 5.0)  # to the first and the second in a zone beside the capital that an enemy can come to


def move_value(g: War, option: Option) -> float:
    """The worth of a non-combat order."""
    if not option.args or not isinstance(option.args[0], Unit):
        return 0.0
    unit = option.args[0]
    u, kind = unit.index, unit.kind
    goal = option.args[-1]
    if option.verb == "hold":
        return 0.0
    if option.verb == "load":
        return load_value(g, u)
    if not isinstance(goal, Zone):
        return -1.0
    if IS_LAND[kind]:
        return _land_value(g, u, goal.index, len(alike(g, u)) if option.verb == "all" else 1)
    if IS_AIR[kind]:
        return air_value(g, u, goal.index)
    return naval_value(g, u, goal.index)


def _land_value(g: War, u: int, to: int, count: int) -> float:
    """A step of land units: towards the prize, out of danger, to where they are needed, never out of where they are."""
    units, geo = g.units, g.board.geo
    nation, at, kind = units.nation[u], units.at[u], units.kind[u]
    far = front(g, nation)
    value = ADVANCE * min(far[at] - far[to], 6.0) * count
    more = garrison_of(g, kind, count)
    there = garrison(g, nation, to)
    after = danger(g, nation, to, there.plus(more))
    value += worth_to(g, nation, to) * (danger(g, nation, to, there) - after)
    value -= danger(g, nation, to, there.plus(more).plus(_to_follow(g, nation, to))) * more.price * 0.6
    if not geo.is_sea[at] and units.carrier[u] < 0:
        here = garrison(g, nation, at)
        rest = Force(here.fire - more.fire, here.hits - more.hits, here.price - more.price, here.land - count)
        worth = worth_to(g, nation, at)
        value -= worth * max(0.0, danger(g, nation, at, rest) - danger(g, nation, at, here))
        if worth < 8.0:
            value += danger(g, nation, at, here) * more.price * 0.3
        if rest.land <= 0 and at == g.nations.capital[nation]:
            return NEVER
        value -= sum(gate_worth(g, nation, at, max(n, 0)) for n in range(rest.land, here.land))
        if rest.land <= 0 and walked_into(g, nation, at):
            value -= 2.0 + 0.5 * worth
    else:
        value += 1.5 * count
    if there.land <= 0 and to == g.nations.capital[nation]:
        value += SEAT
    return value + sum(gate_worth(g, nation, to, n) for n in range(there.land, there.land + count))


def gate_worth(g: War, nation: int, zone: int, already: int) -> float:
    """What one more land unit in a zone beside the capital is worth, where so many stand already and an enemy can come: who
    walks in there is at the gates."""
    capital = g.nations.capital[nation]
    if already >= len(GATE) or capital < 0 or g.zones.owner[zone] != nation or g.zones.owner[capital] != nation:
        return 0.0
    beside = any(b == capital for b, _ in g.board.geo.land[zone])
    coming = threats(g, nation).get(zone)
    return GATE[already] if beside and coming is not None and coming.land else 0.0


@derived("units.at", "units.spent", "units.used", "units.kind", "units.nation", "units.carrier", "phase", "slot")
def _marching(g: War, nation: int) -> dict[int, Force]:
    """What could still move out of each zone in this phase."""
    units, values = g.units, g.values
    defence, staying, price = values.defence, values.hits, values.price
    found: dict[int, Force] = {}
    for u, (at, n, kind, spent, used) in enumerate(zip(units.at, units.nation, units.kind, units.spent, units.used)):
        if n == nation and at >= 0 and IS_LAND[kind] and not spent and not used and units.carrier[u] < 0:
            force = found.setdefault(at, Force())
            force.fire += max(defence[kind], 0)
            force.hits += staying[kind]
            force.price += price[kind]
            force.land += 1
    return found


def _to_follow(g: War, nation: int, to: int) -> Force:
    """Half of what stands next to a zone and can follow: a stack is not built by one unit."""
    total = Force()
    marching, far = _marching(g, nation), front(g, nation)
    for b, _ in g.board.geo.land[to]:
        if b in marching and far[b] >= far[to] - 0.5:
            force = marching[b]
            total.fire += force.fire * FOLLOWS
            total.hits += force.hits * FOLLOWS
            total.land += force.land
    return total


def walked_into(g: War, nation: int, zone: int) -> bool:
    """Whether an enemy, or one who may become one, could walk in."""
    now, may = rivals(g, nation)
    owner = g.zones.owner
    return zone in threats(g, nation) or any(owner[b] >= 0 and (now | may) >> owner[b] & 1 for b, _ in g.board.geo.land[zone])


def air_value(g: War, u: int, to: int) -> float:
    units = g.units
    nation = units.nation[u]
    far = front(g, nation)
    there = garrison(g, nation, to)
    value = 3.0 - 0.6 * far[to]
    if not g.board.geo.is_sea[to]:
        value -= danger(g, nation, to, there) * g.values.price[units.kind[u]]
        value += 0.5 if there.land else -2.0
    else:
        value -= 2.0
    if units.at[u] == to:
        value += 0.3
    return value - (3.0 - 0.6 * far[units.at[u]] if not g.board.geo.is_sea[units.at[u]] else 0.0)


def naval_value(g: War, u: int, to: int) -> float:
    """Fleets keep together and near the front; transports go where troops wait."""
    units = g.units
    nation, at, kind = units.nation[u], units.at[u], units.kind[u]
    if kind in TRANSPORTS:
        laden = any(units.carrier[c] == u for c in g.units.stacks[at])
        far = front(g, nation)
        if laden:
            return 1.6 * (far[at] - far[to]) - _peril(g, nation, to)
        way = errands(g, nation)
        return 0.7 * (way[at] - way[to]) - _peril(g, nation, to) + _peril(g, nation, at)
    far = front(g, nation)
    if IS_SUBMARINE[kind]:
        lurk, safer = hunting(g, nation), _peril(g, nation, at) - _peril(g, nation, to)
        return 0.2 * (far[at] - far[to]) + lurk.get(to, 0.0) - lurk.get(at, 0.0) + safer - 0.1
    if units.duty[u] == ESCORT and escort_worth(g, nation, at, already=True) > STAYS:
        return -1.0
    price = g.values.price
    friends = sum(price[units.kind[v]] for v in g.units.stacks[to] if units.nation[v] == nation and IS_NAVAL[units.kind[v]])
    value = 0.5 * (far[at] - far[to]) + 0.02 * min(friends, 60)
    if kind in CARRIERS:
        value -= _peril(g, nation, to)
    elif g.values.defence[kind] > 0 and any(units.kind[v] in TRANSPORTS and units.nation[v] == nation for v in units.stacks[to]):
        value += ESCORTED * min(_peril(g, nation, to), 0.8)
    value += LOST * price[kind] * (reply(g, nation, at, ()) - reply(g, nation, to, (u,)))
    value += _watch(g, nation, to, u) - _watch(g, nation, at, u)
    return value - 2.0 * _peril(g, nation, to) + 2.0 * _peril(g, nation, at) - 0.1


def reply(g: War, nation: int, sea: int, more: tuple[int, ...]) -> float:
    """The chance that the warships in a sea zone, with these more, are beaten next turn."""
    units = g.units
    ours = [v for v in units.stacks[sea] if units.nation[v] == nation and IS_WARSHIP[units.kind[v]]]
    return guess(sea_threat(g, nation, sea, REPLY), defenders(g, [*ours, *more], sea)).won


def _watch(g: War, nation: int, sea: int, u: int) -> float:
    """What a warship is worth that alone shuts a narrow crossing (1.20) against Marines."""
    units = g.units
    if any(v != u and units.nation[v] == nation and IS_WARSHIP[units.kind[v]] for v in units.stacks[sea]):
        return 0.0
    return watches(g, nation).get(sea, 0.0)


@derived("units.at", "units.nation", "units.kind", "news", "zones.owner", "turn")
def watches(g: War, nation: int) -> dict[int, float]:
    """The sea zones across which enemy Marines could come, and what they would come for."""
    units, owner = g.units, g.zones.owner
    enemies, _ = rivals(g, nation)
    found: dict[int, float] = {}
    for crossing in g.board.geo.crossings:
        for here, there in ((crossing.a, crossing.b), (crossing.b, crossing.a)):
            foes = [v for v in units.stacks[there] if units.kind[v] == MARINE and enemies >> units.nation[v] & 1]
            for sea in crossing.seas if foes and owner[here] == nation else ():
                found[sea] = max(found.get(sea, 0.0), WATCHED * worth_to(g, nation, here))
    return found


def _peril(g: War, nation: int, sea: int) -> float:
    """Enemy warships and aircraft near a sea zone, in the price of a ship."""
    geo, units = g.board.geo, g.units
    attack, defence = g.values.attack, g.values.defence
    now, _ = rivals(g, nation)
    found = 0.0
    for z in [sea, *(b for b, _ in geo.sea[sea])]:
        for v in g.units.stacks[z]:
            if now >> units.nation[v] & 1 and attack[units.kind[v]] > 0 and not IS_LAND[units.kind[v]]:
                found += 0.4
    guard = sum(
        0.4 for v in g.units.stacks[sea] if units.nation[v] == nation and defence[units.kind[v]] > 0 and IS_NAVAL[units.kind[v]]
    )
    return max(0.0, found - guard)


def _waiting(g: War, nation: int, sea: int) -> float:
    """Troops on the coast of a sea zone that are far from any front by land."""
    geo, units = g.board.geo, g.units
    far = front(g, nation)
    return sum(
        min(0.25 * far[z], 2.0)
        for z in geo.coast[sea]
        for v in g.units.stacks[z][:6]
        if units.nation[v] == nation and IS_LAND[units.kind[v]] and far[z] >= 4.0
    )


@derived("units.at", "units.carrier", "units.kind", "units.nation", "news", "zones.owner", "turn", "sites.at", "sites.built")
def errands(g: War, nation: int) -> list[float]:
    """How far each sea zone is from troops that wait for a ship: nearer the more they are."""
    geo = g.board.geo
    far = [40.0] * g.board.size
    heap: list[tuple[float, int]] = []
    for sea in range(g.board.size):
        if geo.is_sea[sea]:
            waiting = _waiting(g, nation, sea)
            if waiting >= 0.8:
                far[sea] = max(0.0, 4.0 - waiting)
                heap.append((far[sea], sea))
    heap.sort()
    while heap:
        cost, a = heappop(heap)
        if cost > far[a]:
            continue
        for b, _ in geo.sea[a]:
            if cost + 1.0 < far[b]:
                far[b] = cost + 1.0
                heappush(heap, (cost + 1.0, b))
    return far


def load_value(g: War, u: int) -> float:
    """Going aboard in peace: only from where no front can be reached on foot."""
    units = g.units
    nation, at = units.nation[u], units.at[u]
    here = garrison(g, nation, at)
    if here.land <= 1 and (at == g.nations.capital[nation] or walked_into(g, nation, at)):
        return -1.0
    return 1.2 if IS_LAND[units.kind[u]] and front(g, nation)[at] >= 5.0 else -1.0


def place_value(g: War, kind: int, nation: int, zone: int) -> float:
    """Where a new unit does most: in danger first, then near the front."""
    if g.board.geo.is_sea[zone] or IS_NAVAL[kind]:
        return -0.5 * front(g, nation)[zone] - 2.0 * _peril(g, nation, zone)
    there = garrison(g, nation, zone)
    more = garrison_of(g, kind)
    before, after = danger(g, nation, zone, there), danger(g, nation, zone, there.plus(more))
    capital = 10.0 if zone == g.nations.capital[nation] else 0.0
    if capital and there.land <= 0 and IS_LAND[kind]:
        return SEAT
    gate = gate_worth(g, nation, zone, there.land) if IS_LAND[kind] else 0.0
    value = (worth_to(g, nation, zone) + capital) * (before - after) * 3 - 0.5 * front(g, nation)[zone] - after * more.price
    return value + gate


def seat_value(g: War, zone: int) -> float:
    """Where a government flees to (9.23): where the army is and the enemy not."""
    nation = g.zones.owner[zone]
    there = garrison(g, nation, zone)
    return 1.0 + there.hits * (1.0 - danger(g, nation, zone, there))
