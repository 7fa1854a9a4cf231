"""2.4: supply. Sources, the paths between them, and for every unit the path or the obstacle.

A unit traces a basic path to a primary source, or to a secondary one (an HQ, a capital) that itself reaches a primary source by a
railway path, or another secondary source by a basic one. One voyage over the sea is allowed in the whole chain. Paths are laid
from the sources outwards: `cost` of a hex is what a unit there counts to the source, its own hex left out, the source counted.
All units of one nationality under one power share a `Supply`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.ground import BARRED, DRY, LAKE, NO_PORT, RAIL, ROAD, STRAITS, SUPPLY_HEXES
from grognard.titles.wif.kinds import CARRIERS, SCS, Type, Weather
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.powers import active, at_war, countries_co_operate, country_powers, home_power, powers_co_operate
from grognard.titles.wif.rules.units import air_at, land_by_hex, roster, ships_at
from grognard.titles.wif.rules.weather import barred, closed_port, frozen_lake, hexside, weather_by_space
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import ALIGNED, CONQUERED, HOME, NOWHERE, War

LONGEST = 4
LIMITS = {Weather.FINE: 4, Weather.SNOW: 3, Weather.RAIN: 2, Weather.STORM: 2, Weather.BLIZZARD: 2}
SEA_PORT = 1  # 2.4.2: the port a path enters from the sea counts one hex, whatever it is
FAR = 99


@dataclass
class Paths:
    """Costs to the nearest source and the next hex towards it; `over_sea`: hexes whose next step is a voyage to that port."""

    cost: dict[int, int] = field(default_factory=dict)
    next: dict[int, int] = field(default_factory=dict)
    over_sea: dict[int, int] = field(default_factory=dict)


@dataclass
class Supply:
    """Where units of one nationality are in supply. `dry`: paths without a voyage; `wet`: with at most one."""

    g: War
    power: int
    country: int
    primaries: frozenset[int]
    secondaries: dict[int, str]  # good ones: hex and what it is
    dry: Paths
    wet: Paths

    def reaches(self, space: int) -> bool:
        """Whether a unit in a hex is in supply."""
        return self.cost(space) <= supply_limit(self.g, space) or (
            self.g.settings.adjacent_supply and self.next_to_source(space) >= 0
        )

    def cost(self, space: int) -> int:
        return min(self.dry.cost.get(space, FAR), self.wet.cost.get(space, FAR))

    def next_to_source(self, space: int) -> int:
        """A source in the hex itself or beside it, however far that counts; NOWHERE for none."""
        sources = (*self.primaries, *self.secondaries)
        if space in sources:
            return space
        for there, _ in self.g.ground.steps[space]:
            if (
                there in sources
                and not barred(hexside(self.g, space, there))
                and may_trace_into(self.g, there, self.power) is None
            ):
                return there
        return NOWHERE

    def path(self, space: int) -> list[int]:
        """The hexes from a unit to its first source."""
        paths = self.dry if self.dry.cost.get(space, FAR) <= self.wet.cost.get(space, FAR) else self.wet
        way = [space]
        while way[-1] not in self.primaries and way[-1] not in self.secondaries:
            here = way[-1]
            step = paths.over_sea.get(here, paths.next.get(here))
            if step is None:
                beside = self.next_to_source(here)
                return [*way, beside] if beside >= 0 else way
            if here in paths.over_sea and paths is self.wet:
                paths = self.dry
            way.append(step)
        return way


@rule("2.4.2")
def supply_limit(g: War, space: int) -> int:
    """How many hexes a path may count that begins in a hex."""
    return LIMITS[weather_by_space(g)[space]]


@rule("2.4.2")
def may_trace_into(g: War, space: int, power: int) -> No | None:
    """Whether a supply path may enter a hex."""
    ground = g.ground
    side = SIDE_OF_POWER[power]
    label = g.board.label
    if not ground.land[space] or (ground.terrain[space] == LAKE and not frozen_lake(g, space)):
        return No("2.4.2", f"no path over land leads into {label(space)}")
    if sides_by_hex(g)[space] != side:
        return No("2.4.2", f"{label(space)} is not controlled by its side")  # reading WIF-DEC-01
    behind = country_powers(g)[g.hexes.controller[space]]
    if behind != power and not _shares(g, behind, power):
        return No("2.4.2", f"{g.powers[behind].label} does not share {label(space)} with it yet")
    if zones_of_side(g, 1 - side)[space] and not _held(g, space, side):
        return No("2.4.2", f"{label(space)} lies in an enemy zone of control and nobody holds it")
    return None


def _held(g: War, space: int, side: int) -> bool:
    whose = g.units.power
    return any(SIDE_OF_POWER[whose[u]] == side for u in land_by_hex(g).get(space, ()))


def _shares(g: War, owner: int, power: int) -> bool:
    """Whether paths of a power may enter the hexes of another on its side: not if it is neutral, nor between the USSR and its
    allies before the USSR is at war with Germany."""
    return active(g, power) and (USSR not in (owner, power) or at_war(g, USSR, GERMANY))


# sources


@rule("2.4.2")
def primary_sources(g: War, power: int, country: int) -> list[int]:
    """Friendly cities in the unit's own unconquered home country and in those of the powers it co-operates with."""
    ground, side = g.ground, SIDE_OF_POWER[power]
    homes = {country} if g.countries.status[country] != CONQUERED else set()
    for other, facts in enumerate(g.facts.countries):
        owner = home_power(g, other)
        if owner < 0 or g.countries.status[other] != HOME:
            continue
        own = owner == power  # a minor's own power co-operates with it; Commonwealth units use all six home countries
        ally = owner != power and home_power(g, country) == power and powers_co_operate(g, power, owner)
        if own and (
            country == other or power != COMMONWEALTH or home_power(g, country) == COMMONWEALTH or facts.id == "united_kingdom"
        ):
            homes.add(other)
        if ally and (owner != COMMONWEALTH or facts.id == "united_kingdom"):
            homes.add(other)
    found = [
        s
        for home in homes
        for s in ground.homeland.get(g.facts.countries[home].id, ())
        if ground.city[s] and sides_by_hex(g)[s] == side
    ]
    found += [s for s in scenario_sources(g, power, country) if sides_by_hex(g)[s] == side]
    return [s for s in dict.fromkeys(found) if not lost_this_turn(g, s)]


def scenario_sources(g: War, power: int, country: int) -> list[int]:
    """Places a short scenario names as sources because the home country lies off its map."""
    named = g.campaign.frame.supply
    places = [*named.get(g.facts.countries[country].name, ()), *named.get(g.powers[power].label, ())]
    return [g.ground.named(p) for p in places]


@rule("2.4.2")
def lost_this_turn(g: War, space: int) -> bool:
    """A city the other side controlled at any time this turn is no source."""
    return g.hexes.lost[space] == g.turn


@rule("2.4.2")
def secondary_sources(g: War, power: int, country: int) -> dict[int, str]:
    """HQs that co-operate, and capitals of aligned and conquered countries."""
    found: dict[int, str] = {}
    side, ground = SIDE_OF_POWER[power], g.ground
    known = roster(g)
    for space, units in land_by_hex(g).items():
        for u in units:
            if known.hq[u] and ground.land[space] and _serves(g, u, power, country):
                found[space] = g.units[u].sheet.name
    for other, facts in enumerate(g.facts.countries):
        status, owner = g.countries.status[other], g.countries.power[other]
        if not facts.capital or other == country or status not in (ALIGNED, CONQUERED):
            continue
        mine = owner == power or (status == CONQUERED and owner >= 0 and powers_co_operate(g, power, owner))
        if mine and (status == CONQUERED or countries_co_operate(g, country, other, power)):
            space = ground.places.get(facts.capital, NOWHERE)
            if space >= 0 and sides_by_hex(g)[space] == side and not lost_this_turn(g, space):
                found[space] = facts.name
    return found


def _serves(g: War, hq: int, power: int, country: int) -> bool:
    """Whether an HQ co-operates with units of a nationality under a power (18.1)."""
    whose, nation = g.units.power[hq], g.units.country[hq]
    if whose == power:
        return countries_co_operate(g, nation, country, power)
    return home_power(g, country) == power and home_power(g, nation) == whose and powers_co_operate(g, power, whose)


# paths


@derived("weather")
def passages(g: War) -> list[tuple[tuple[int, int], ...]]:
    """For every land hex the neighbours an INF could step to in this weather, and the hexside between."""
    ground = g.ground
    open_water = [t == LAKE and not frozen_lake(g, s) for s, t in enumerate(ground.terrain)]
    found: list[tuple[tuple[int, int], ...]] = []
    for here, links in enumerate(ground.steps):
        kept = [(there, bits) for there, bits in links if not open_water[there]]
        if any(bits & BARRED for _, bits in kept):
            kept = [(there, bits) for there, bits in kept if not barred(hexside(g, here, there))]
        found.append(tuple(kept))
    return found


@rule("2.4.2")
@derived(
    "units.at", "units.aboard", "units.landed", "units.power", "units.counter", "hexes.controller", "countries.power",
    "countries.wars", "powers.wars", "powers.status", "weather",
)  # fmt: skip
def open_hexes(g: War, power: int) -> bytearray:
    """For every space whether a supply path of a power may enter it: the fast twin of `may_trace_into`."""
    side = SIDE_OF_POWER[power]
    zone = zones_of_side(g, 1 - side)
    land, terrain = g.ground.land, g.ground.terrain
    friends = [
        owner == power or (owner >= 0 and SIDE_OF_POWER[owner] == side and _shares(g, owner, power))
        for owner in g.countries.power
    ]
    friends.append(False)  # hexes nobody controls
    found = bytearray(g.board.size)
    for s, controller in enumerate(g.hexes.controller):
        if friends[controller] and land[s] and (not zone[s] or _held(g, s, side)) and (terrain[s] != LAKE or frozen_lake(g, s)):
            found[s] = 1
    return found


@rule("2.4.2")
@derived()
def hex_counts(g: War) -> list[int]:
    """What every hex counts for a path that enters it."""
    ground = g.ground
    return [SUPPLY_HEXES[scale] + (terrain in DRY) for scale, terrain in zip(ground.scale, ground.terrain)]


def _flood(g: War, seeds: Iterable[int], power: int, railway: bool, costs: dict[int, int] | None = None) -> Paths:
    """Costs from hexes around the sources, no dearer than the longest path. `costs`: what the seeds count already."""
    paths = Paths()
    cost, before = paths.cost, paths.next
    queue: list[tuple[int, int]] = []
    for seed in seeds:
        cost[seed] = 0 if costs is None else costs[seed]
        heappush(queue, (cost[seed], seed))
    counts, ways, is_open = hex_counts(g), passages(g), open_hexes(g, power)
    while queue:
        spent, here = heappop(queue)
        if spent > cost[here] or not is_open[here]:
            continue  # a path from further out would have to enter `here`
        dear = spent + counts[here]
        for there, bits in ways[here]:
            total = spent if railway and (bits & (RAIL | ROAD) or (bits & STRAITS and _both_on_rail(g, here, there))) else dear
            if total <= LONGEST and total < cost.get(there, FAR):
                cost[there] = total
                before[there] = here
                heappush(queue, (total, there))
    return paths


def _both_on_rail(g: War, a: int, b: int) -> bool:
    steps = g.ground.steps
    return any(bits & RAIL for _, bits in steps[a]) and any(bits & RAIL for _, bits in steps[b])


@rule("2.4.2")
def supply_blocked(g: War, area: int, power: int) -> No | None:
    """Whether enemy ships or aircraft keep supply out of a sea area, and nobody opens it."""
    ground = g.ground
    types = roster(g).types
    enemies: list[int] = []
    opened = False
    calm = weather_by_space(g)[area] in (Weather.FINE, Weather.RAIN, Weather.SNOW)
    for box in ground.sections[area]:
        for u in ships_at(g, box):
            whose = g.units.power[u]
            if at_war(g, power, whose):
                if types[u] in SCS or types[u] in CARRIERS:
                    enemies.append(u)
            elif powers_co_operate(g, power, whose) and types[u] != Type.SUB:
                carries = types[u] in (Type.CP, Type.TRS, Type.AMPH)
                opened = opened or carries or not g.options.limited_overseas_supply
        for u in air_at(g, box):
            whose = g.units.power[u]
            if at_war(g, power, whose) and calm and g.units[u].sheet.air_to_sea:
                enemies.append(u)
            elif g.settings.planes_open_the_sea and SIDE_OF_POWER[whose] == SIDE_OF_POWER[power]:
                opened = opened or bool(g.units[u].sheet.air_to_sea)
    if g.options.limited_overseas_supply and not opened:
        return No("2.4.2", f"no convoy or transport of yours is in {g.board.label(area)}")
    if enemies and not opened:
        return No("2.4.2", f"{g.units[enemies[0]].label} blocks {g.board.label(area)}")
    return None


@derived("units.at", "units.power", "units.counter", "powers.wars", "powers.status", "weather")
def sea_groups(g: War, power: int) -> dict[int, int]:
    """Open sea areas by the group of areas a path can go through (gates of 11.4.4 are not closed yet: WIF-DEC-02)."""
    found: dict[int, int] = {}
    for area in g.ground.waters:
        if area in found or supply_blocked(g, area, power) is not None:
            continue
        ring = [area]
        found[area] = area
        while ring:
            here = ring.pop()
            for there in g.ground.waters[here]:
                if there not in found and supply_blocked(g, there, power) is None:
                    found[there] = area
                    ring.append(there)
    return found


def _voyages(g: War, dry: Paths, power: int, side: int, ports_only: bool) -> tuple[dict[int, int], dict[int, int]]:
    """For hexes on open seas the cost of a path over the sea to the best port, and that port."""
    groups = sea_groups(g, power)
    ground, sides = g.ground, sides_by_hex(g)
    best: dict[int, tuple[int, int]] = {}
    for port, cost in dry.cost.items():
        if ground.port[port] == NO_PORT or sides[port] != side or closed_port(g, port):
            continue
        for area in ground.seas[port]:
            group = groups.get(area)
            if group is not None and cost + SEA_PORT < best.get(group, (FAR, 0))[0]:
                best[group] = (cost + SEA_PORT, port)
    costs: dict[int, int] = {}
    ports: dict[int, int] = {}
    for area, group in groups.items():
        if group not in best:
            continue
        cost, port = best[group]
        for s in ground.shores.get(area, ()):
            if ports_only and (ground.port[s] == NO_PORT or sides[s] != side or closed_port(g, s)):
                continue
            if cost <= LONGEST and cost < costs.get(s, FAR) and s != port:
                costs[s], ports[s] = cost, port
    return costs, ports


def _with_voyage(g: War, dry: Paths, power: int, railway: bool, coasts: bool) -> Paths:
    """Paths that use one voyage: from ports overland, and (`coasts`) straight from any coast the path begins on."""
    side = SIDE_OF_POWER[power]
    costs, ports = _voyages(g, dry, power, side, ports_only=True)
    wet = _flood(g, costs, power, railway, costs)
    wet.over_sea = {s: p for s, p in ports.items() if s not in wet.next}
    if coasts:
        direct, to = _voyages(g, dry, power, side, ports_only=False)
        for s, cost in direct.items():
            if cost < wet.cost.get(s, FAR):
                wet.cost[s] = cost
                wet.next.pop(s, None)
                wet.over_sea[s] = to[s]
    return wet


@rule("2.4.2")
@derived(
    "units.at", "units.aboard", "units.landed", "units.power", "units.counter", "hexes.controller", "hexes.lost",
    "countries.power", "countries.status", "countries.wars", "powers.wars", "powers.status", "weather", "turn",
)  # fmt: skip
def supply_of(g: War, power: int, country: int) -> Supply:
    """Supply of the units of one nationality under one power."""
    primaries = primary_sources(g, power, country)
    candidates = secondary_sources(g, power, country)
    rail_dry = _flood(g, primaries, power, True)
    rail_wet = _with_voyage(g, rail_dry, power, True, coasts=True)
    good_dry: dict[int, str] = {}
    good_wet: dict[int, str] = {}
    for space, name in candidates.items():
        limit = supply_limit(g, space)
        if rail_dry.cost.get(space, FAR) <= limit:
            good_dry[space] = name
        elif rail_wet.cost.get(space, FAR) <= limit:
            good_wet[space] = name
    while True:
        dry = _flood(g, [*primaries, *good_dry], power, False)
        ports = _with_voyage(g, dry, power, False, coasts=False)
        more = _flood(g, [*good_wet], power, False)
        found = False
        for space, name in candidates.items():
            if space in good_dry:
                continue
            limit = supply_limit(g, space)
            if dry.cost.get(space, FAR) <= limit:
                good_dry[space] = name
                good_wet.pop(space, None)
                found = True
            elif space not in good_wet and min(ports.cost.get(space, FAR), more.cost.get(space, FAR)) <= limit:
                good_wet[space] = name
                found = True
        if not found:
            break
    wet = _with_voyage(g, dry, power, False, coasts=True)
    for s, cost in more.cost.items():
        if cost < wet.cost.get(s, FAR):
            wet.cost[s] = cost
            wet.over_sea.pop(s, None)
            wet.next.pop(s, None)
            if s in more.next:
                wet.next[s] = more.next[s]
    return Supply(g, power, country, frozenset(primaries), good_dry | good_wet, dry, wet)


# units


@rule("2.4.1", "2.4.3")
def in_supply(g: War, unit: int) -> bool:
    """Whether a unit is in supply: at sea always, this impulse's invaders and parachutists too."""
    space = g.units.at[unit]
    if space < 0:
        return False
    if not g.ground.land[space] or g.units.landed[unit]:
        return True
    return supply_of(g, g.units.power[unit], g.units.country[unit]).reaches(space)


@rule("2.4.2")
def supply_told(g: War, unit: int) -> No | None:
    """None for a unit in supply; else the obstacle nearest to it."""
    if in_supply(g, unit):
        return None
    space, power, country = g.units.at[unit], g.units.power[unit], g.units.country[unit]
    supply = supply_of(g, power, country)
    limit, cost = supply_limit(g, space), supply.cost(space)
    label = g.board.label(space)
    if cost < FAR:
        return No("2.4.2", f"the nearest source counts {cost} hexes from {label}, and {limit} are allowed in this weather")
    near = [may_trace_into(g, there, power) for there, _ in g.ground.steps[space]]
    shut = [no for no in near if no is not None]
    if near and len(shut) == len(near):
        return shut[0]
    weak = [s for s in secondary_sources(g, power, country) if s not in supply.secondaries]
    if weak:
        return No("2.4.2", f"no source within {limit} hexes; the one in {g.board.label(weak[0])} is itself cut off")
    return No("2.4.2", f"no source lies within {limit} hexes of {label}")


@rule("4.3", "13.5")
def isolated(g: War, unit: int) -> bool:
    """Whether a unit has no basic path of any length to a primary source of its own, over land or open seas."""
    space = g.units.at[unit]
    if space < 0 or not g.ground.land[space]:
        return False
    return space not in connected(g, g.units.power[unit], g.units.country[unit])


@derived(
    "units.at", "units.aboard", "units.landed", "units.power", "units.counter", "hexes.controller", "hexes.lost",
    "countries.power", "countries.status", "countries.wars", "powers.wars", "powers.status", "weather", "turn",
)  # fmt: skip
def connected(g: War, power: int, country: int) -> frozenset[int]:
    """Hexes joined to a primary source by a basic path of any length."""
    ground, side = g.ground, SIDE_OF_POWER[power]
    is_open, ways = open_hexes(g, power), passages(g)
    ring = primary_sources(g, power, country)
    found = set(ring)
    groups = sea_groups(g, power)
    sailed: set[int] = set()
    while ring:
        here = ring.pop()
        if not is_open[here]:
            continue
        for there, _ in ways[here]:
            if there not in found:
                found.add(there)
                ring.append(there)
        if ground.port[here] != NO_PORT and sides_by_hex(g)[here] == side:
            for area in ground.seas[here]:
                group = groups.get(area)
                if group is not None and group not in sailed:
                    sailed.add(group)
                    shores = [s for a, b in groups.items() if b == group for s in ground.shores.get(a, ())]
                    fresh = [s for s in shores if s not in found]
                    found.update(fresh)
                    ring += fresh
    return frozenset(found)
