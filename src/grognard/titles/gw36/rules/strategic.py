"""10.4 to 10.6, 1.15, 1.17, 1.19: strategic rail with capacity and gauge, strategic naval movement, the special routes.

Strategic naval movement is 10.6 wherever the text cites 15.10 (GW36-AMB-12).
"""

from __future__ import annotations

from grognard.kernel.cache import once_per_board
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import FACTS
from grognard.titles.gw36.kinds import (
    FACILITY,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_NAVAL_FACILITY,
    IS_SUBMARINE,
    IS_WARSHIP,
    KIND,
    SUBMARINE_BASE,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.powers import CCP, KMT, NATIONS, USA, USSR, rail_key
from grognard.titles.gw36.rules.amphibious import crossing_fire
from grognard.titles.gw36.rules.movement import may_stay_out, us_at_peace
from grognard.titles.gw36.rules.nations import at_war_with_major, first_refusal, is_friendly, may_share, power_of, strangers
from grognard.titles.gw36.rules.passages import licensed, may_pass
from grognard.titles.gw36.rules.supply import canal_ways, railways, river_passages
from grognard.titles.gw36.rules.units import cargo_of, foes, patrols, sites_in
from grognard.titles.gw36.state import War

REGIONS = tuple(FACTS.rail_capacity)
MAJOR_PORTS = frozenset([FACILITY[n] for n in ("major_port", "major_shipyard", "major_dockyard")])
RAILED = WITH["railed"]
ROAD = 15  # stands among the regions of a way that leads over the Burma Road
NO_RAIL, THE_ROAD = -1, -2  # borders of a way without a railway
assert len(REGIONS) < ROAD
SHIPPED = 16  # 10.6: the movement used by a ship in strategic naval movement is SHIPPED and the zones it has sailed
Rails = dict[int, frozenset[int]]  # zone -> regions used on the way


# --- rail ------------------------------------------------------------------------


@rule("0.7")
def region_of(g: War, zone: int) -> int:
    """The region of a land zone (GW36-AMB-28)."""
    return regions(g)[zone]


@once_per_board
def regions(g: War) -> list[int]:
    """The regions of all zones."""
    return [REGIONS.index(name) if name in REGIONS else 0 for name in g.board.column("region")]


def region_name(g: War, zone: int) -> str:
    return REGIONS[region_of(g, zone)].replace("_", " ").title().replace("Ussr", "the USSR")


@rule("10.4")
def capacity_left(g: War, nation: int, region: int) -> int:
    """Units a player can still rail in a region this turn; the Commonwealth counts as one (2.3)."""
    return g.facts.rail_capacity[REGIONS[region]] - g.rail_used.get(rail_key(power_of(nation), region), 0)


@once_per_board
def gauges(g: War) -> list[str]:
    """The gauge of each zone's printed railways: where all of them change it on the border, the other than their neighbours'."""
    geo = g.board.geo
    found = ["".join({geo.rail[border] for _, border in ways} - {"break"}) for ways in geo.rail_ways]
    other = {"regular": "broad", "broad": "regular"}
    return [mine or next((other[found[b]] for b, _ in ways if found[b]), "") for mine, ways in zip(found, geo.rail_ways)]


@rule("10.5")
def changes_gauge(g: War, a: int, b: int, border: int) -> bool:
    """Whether a step leads to the other gauge: over a printed change, or by river, road or a new railway to such a net."""
    printed = g.board.geo.rail.get(border)
    if printed is not None:
        return printed == "break"
    here, there = gauges(g)[a], gauges(g)[b]
    return bool(here and there and here != there)  # GW36-AMB-182


@rule("10.4", "10.5", "1.12", "1.14", "1.15", "1.17")
def rail_reach(g: War, nation: int, start: int) -> Rails:
    """Zones that rail, river, canal and Burma Road lead to from a zone, with the regions whose capacity the way uses."""
    geo, owner, captured, held = g.board.geo, g.zones.owner, g.zones.captured, g.zones.held
    friends = g.relations.hosts[nation]
    region_by_zone, damage, gauge = regions(g), g.rail_damage, bool(g.options.gauge)
    first = region_by_zone[start]
    if capacity_left(g, nation, first) <= 0 or captured[start]:
        return {}
    found: Rails = {}
    passed: dict[int, list[frozenset[int]]] = {}  # where the train may go on, by the regions used so far
    rivers = bool(g.options.rivers)
    past_neutrals, canals = river_passages(g, friends), canal_ways(g)
    ring, beyond = [(start, frozenset((first,)), False)], []
    while ring:  # the ways through fewest regions first; `beyond` are those that come to one more
        for a, used, stops in ring:
            if a in passed and any(before <= used for before in passed[a]):
                continue
            found.setdefault(a, used)
            if stops:
                continue
            passed.setdefault(a, []).append(used)
            ways = [way for way in geo.rail_ways[a] if not damage.get(way[1])]
            if g.rail_built:
                ways += [(b, n) for b, n in railways(g)[a] if n in g.rail_built and n not in geo.rail]
            if rivers:
                ways += [(b, NO_RAIL) for b in geo.river_ways[a]]
                ways += [(b, NO_RAIL) for b in past_neutrals.get(a, ())]
            if a in canals:
                ways += [(b, NO_RAIL) for b in canals[a]]
            if g.burma_road and geo.burma_road and a == geo.burma_road[0] and not g.arctic_sailed & 4:
                ways.append((geo.burma_road[1], THE_ROAD))
            for b, border in ways:
                if (b in passed and passed[b][0] <= used) or captured[b] or owner[b] < 0 or not friends >> owner[b] & 1:
                    continue
                if held[b] >= 0 and not friends >> held[b] & 1:
                    continue  # not possessed since the beginning of the turn
                region, change = region_by_zone[b], gauge and changes_gauge(g, a, b, border)
                if region in used and border != THE_ROAD:
                    ring.append((b, used, change))
                elif region in used or capacity_left(g, nation, region) > 0:
                    beyond.append((b, used | {region, ROAD} if border == THE_ROAD else used | {region}, change))
        least = min([len(used) for _, used, _ in beyond], default=0)
        ring = [step for step in beyond if len(step[1]) == least]
        beyond = [step for step in beyond if len(step[1]) > least]
    return found


@rule("10.4", "1.17")
def may_rail(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not go somewhere by strategic rail."""
    unit = g.units[u]
    if not (IS_LAND[unit.kind] or IS_AIR[unit.kind]):
        return No("10.4", "land and air units move by rail")
    if unit.used or unit.spent or unit.duty or unit.carrier >= 0 or g.board.geo.is_sea[unit.at]:
        return No("10.4", "it has moved this turn, or is not on land")
    if zone == unit.at:
        return No("10.4", f"it stands in {g.zones[zone].label}")
    if g.zones.captured[zone] or g.zones.captured[unit.at]:
        return No("10.4", "a zone taken this turn is not open to rail movement")
    if capacity_left(g, unit.nation, region_of(g, unit.at)) <= 0:
        return No("10.4", f"the rail capacity of {region_name(g, unit.at)} is used")
    if zone not in rail_reach(g, unit.nation, unit.at):
        return No("10.4", "no open railway of yours leads there, or the region's capacity is used")
    return first_refusal(may_share(g, zone, unit.nation), may_stay_out(g, u, zone))


def rail_goals(g: War, u: int) -> list[int]:
    """Where a unit can go by rail."""
    unit = g.units[u]
    if unit.spent or unit.duty or unit.used or unit.carrier >= 0 or g.board.geo.is_sea[unit.at]:
        return []
    return [
        z
        for z in rail_reach(g, unit.nation, unit.at)
        if z != unit.at and may_stay_out(g, u, z) is None and not strangers(g, z, unit.nation)
    ]


def is_bound(g: War, u: int) -> bool:
    """Whether a ship has moved or has orders, and is not between two ports of a strategic move."""
    unit = g.units[u]
    return bool(unit.spent or unit.duty or (unit.used and not is_shipping(g, u)))


@rule("10.4")
def railed_submarine(g: War, u: int) -> list[tuple[int, int, int]]:
    """A Coastal Submarine goes by rail from one port or submarine base to another."""
    unit, geo = g.units[u], g.board.geo
    if unit.kind not in RAILED or is_bound(g, u):
        return []
    seen, found = {unit.at}, []
    for start in [z for z in geo.coast[unit.at] if _naval_base(g, z, unit.nation)]:
        for z in rail_reach(g, unit.nation, start):
            if z != start and _naval_base(g, z, unit.nation):
                for sea in geo.coast[z]:
                    if sea not in seen:
                        seen.add(sea)
                        found.append((start, z, sea))
    return found


def _naval_base(g: War, zone: int, nation: int) -> bool:
    if not is_friendly(g, zone, nation):
        return False
    return any(s.kind in MAJOR_PORTS or s.kind == SUBMARINE_BASE for s in sites_in(g, zone) if not s.damage)


# --- strategic naval ------------------------------------------------------------------------


@rule("10.6", "2.3", "13.3.1", "13.3.2")
def naval_moves_left(g: War, nation: int) -> int:
    """Strategic naval moves a power has left this turn."""
    power = power_of(nation)
    name = NATIONS[power]
    if power in (KMT, CCP) and g.nations.evolved[power]:
        name += "_evolved"
    row = g.facts.strategic_naval.get(name)
    return (row.moves if row else 0) - g.nations.naval[power]


@rule("10.6")
def naval_range(g: War, nation: int) -> int:
    """How many sea zones a strategic naval move may lead."""
    row = g.facts.strategic_naval.get(NATIONS[power_of(nation)])
    return row.range if row else 0


@rule("10.6")
def is_shipping(g: War, u: int) -> bool:
    """Whether a transport is under way by strategic naval movement and may call at another port."""
    return g.units.kind[u] in TRANSPORTS and g.units.used[u] >= SHIPPED


@rule("10.6")
def naval_cost(g: War, u: int) -> int:
    """Each land, air or naval unit moved counts one; of a transport that has called at a port, what it took aboard there."""
    fresh = [c for c in cargo_of(g, u) if g.units.used[c] < SHIPPED]
    return int(g.units.used[u] < SHIPPED) + len(fresh)


def ports(g: War, u: int) -> list[int]:
    """Where a ship can go by strategic naval movement."""
    unit = g.units[u]
    submarine = IS_SUBMARINE[unit.kind]  # GW36-AMB-06
    if not g.options.strategic_naval or is_bound(g, u) or not (submarine or (unit.kind in TRANSPORTS and cargo_of(g, u))):
        return []
    if naval_cost(g, u) > naval_moves_left(g, unit.nation) or not _harbour(g, unit.at, unit.nation, submarine):
        return []
    return [z for z in naval_lanes(g, u) if z != unit.at and _harbour(g, z, unit.nation, submarine)]


@rule("10.6")
def may_ship(g: War, u: int, zone: int) -> No | None:
    """Why a ship may not go somewhere by strategic naval movement."""
    if not IS_NAVAL[g.units.kind[u]]:
        return No("10.6", "only ships and submarines")
    unit, submarine = g.units[u], IS_SUBMARINE[g.units.kind[u]]
    if not g.options.strategic_naval:
        return No("10.6", "strategic naval movement is not played")
    if not submarine and unit.kind not in TRANSPORTS:
        return No("10.6", "only loaded transports, and submarines between their bases, move so")
    if not submarine and not cargo_of(g, u):
        return No("10.6", "the transport is empty")
    if is_bound(g, u):
        return No("10.6", "it has moved this turn")
    if zone == unit.at:
        return No("10.6", f"it is in {g.zones[zone].label}")
    if naval_cost(g, u) > naval_moves_left(g, unit.nation):
        return No("10.6", f"it takes {naval_cost(g, u)} moves, and {max(naval_moves_left(g, unit.nation), 0)} are left")
    for sea in (unit.at, zone):
        if not _harbour(g, sea, unit.nation, submarine):
            return No("10.6", f"no friendly port, yard or dock lies on {g.zones[sea].label}")
    if zone not in naval_lanes(g, u):
        return No("10.6", "no open way of five sea zones leads there")
    return None


@rule("10.4")
def may_rail_submarine(g: War, u: int, start: int, end: int, sea: int) -> No | None:
    """Why a submarine does not go by rail from one base to another and out to a sea zone."""
    unit = g.units[u]
    if unit.kind not in RAILED:
        return No("10.4", "only Coastal Submarines go by rail")
    if not any(_naval_base(g, z, unit.nation) for z in g.board.geo.coast[unit.at]):
        return No("10.4", "no friendly Major Port, Shipyard, Dockyard or Submarine Base lies on its sea zone")
    if (start, end, sea) in railed_submarine(g, u):
        return None
    return No("10.4", "no open railway leads to a friendly base there, or the region's capacity is used")


@rule("10.6")
def naval_lanes(g: War, u: int) -> dict[int, int]:
    """Sea zones within five steps that no closed strait or enemy warship, submarine or patrol bars."""
    units, geo = g.units, g.board.geo
    kind, nation, at = units.kind[u], units.nation[u], units.at[u]
    enemies = g.relations.enemies[nation]
    peaceful = nation == USA and not at_war_with_major(g, USA)
    sailed = max(units.used[u] - SHIPPED, 0)
    found = {at: sailed}
    ring = [at]
    for step in range(sailed + 1, naval_range(g, nation) + 1):
        following = []
        for a in ring:
            for b, border in geo.sea[a]:
                if b in found or may_pass(g, kind, nation, border, combat=False) is not None:
                    continue
                if enemies and any(
                    enemies >> units.nation[v] & 1 and (IS_WARSHIP[units.kind[v]] or IS_SUBMARINE[units.kind[v]])
                    for v in g.units.stacks[b]
                ):
                    continue
                if patrols(g, b, nation) or (peaceful and us_at_peace(g, b) is not None):
                    continue
                found[b] = step
                following.append(b)
        ring = following
    return found


def _lane(g: War, u: int, zone: int) -> list[int]:
    """A shortest way of a strategic naval move, the start left out."""
    found, geo = naval_lanes(g, u), g.board.geo
    kind, nation = g.units.kind[u], g.units.nation[u]
    way = [zone]
    while found[way[-1]] > found[g.units.at[u]] + 1:
        here = way[-1]
        way.append(
            next(
                a
                for a, border in geo.sea[here]
                if found.get(a) == found[here] - 1 and may_pass(g, kind, nation, border, combat=False) is None
            )
        )
    return way[::-1]


def _harbour(g: War, sea: int, nation: int, submarine: bool) -> bool:
    """A friendly port, yard or dock on the shore; for submarines also a submarine base."""
    for z in g.board.geo.coast[sea]:
        mine = is_friendly(g, z, nation)
        for site in sites_in(g, z):
            if site.damage or not (mine or (site.kind == SUBMARINE_BASE and site.nation == nation)):  # 14.2: Basis Nord
                continue
            if (mine and IS_NAVAL_FACILITY[site.kind]) or (submarine and site.kind == SUBMARINE_BASE):
                return True
    return False


# --- special routes ------------------------------------------------------------------------


@rule("1.15", "1.19", "14.2")
def route_goals(g: War, u: int) -> list[int]:
    """The Northern Sea Route and the Baltic-White Sea Canal, both in Non-Combat Movement (GW36-AMB-172)."""
    at, found = g.units.at[u], []
    for name in ROUTE_BITS:
        ends = g.board.geo.route.get(name)
        if ends and at in ends and may_route(g, u, name) is None:
            found.append(ends[1] if at == ends[0] else ends[0])
    return found


@rule("1.15", "1.19")
def may_route_to(g: War, u: int, zone: int) -> No | None:
    """Why a ship does not take a Soviet route to a zone."""
    at = g.units.at[u]
    name = next((n for n, ends in g.board.geo.route.items() if at in ends and zone in ends and zone != at), "")
    if not name or not IS_NAVAL[g.units.kind[u]]:
        return No("1.19", "the route is for ships that begin at one of its ends")
    return may_route(g, u, name)


ROUTE_BITS = {"northern_sea_route": 1, "baltic_white_sea": 2}  # in g.arctic_sailed: taken in this turn


@rule("1.15", "1.19", "14.2")
def may_route(g: War, u: int, name: str) -> No | None:
    """Why a ship may not take one of the Soviet routes: no leave of the USSR; submarines only in the canal."""
    unit = g.units[u]
    if unit.used or unit.spent:
        return No("1.19", "it takes the whole movement of the unit")
    if g.arctic_sailed & ROUTE_BITS[name]:
        return No("1.19", "one naval unit takes it in a turn")
    index = next(n for n, p in enumerate(g.board.geo.passages) if p.id == name)
    if g.canal_damage.get(index, 0) >= 5:
        return No("15.10", "the canal is closed by bombing")
    if not licensed(g, name, unit.nation):
        return No("1.19", "the USSR has not given leave")
    if name == "baltic_white_sea":
        if unit.kind not in (KIND["submarine"], KIND["coastal_submarine"], KIND["advanced_submarine"]):
            return No("1.15", "the canal is too shallow for other ships than submarines")
        if any(g.zones.owner[g.board.space(z)] != USSR for z in ("leningrad",)):
            return No("1.15", "the USSR does not hold the canal")
    ends = g.board.geo.route[name]
    other = ends[1] if unit.at == ends[0] else ends[0]
    against, units = foes(g, unit.nation, other), g.units
    if any(against >> units.nation[v] & 1 and not IS_SUBMARINE[units.kind[v]] for v in g.units.stacks[other]):
        return No("10.1", "enemy units are at the other end")
    return None


def go_by_rail(g: War, u: int, zone: int) -> None:
    """A unit goes by strategic rail."""
    unit = g.units[u]
    _use_rail(g, unit.nation, rail_reach(g, unit.nation, unit.at)[zone])
    _arrive(g, u, zone)


def rail_submarine(g: War, u: int, start: int, end: int, sea: int) -> None:
    """A submarine goes by rail from one base to another."""
    _use_rail(g, g.units.nation[u], rail_reach(g, g.units.nation[u], start)[end])
    _arrive(g, u, sea)


def go_by_sea(g: War, u: int, zone: int) -> None:
    """A ship goes by strategic naval movement, under the fire of batteries on its way."""
    unit = g.units[u]
    g.nations[power_of(unit.nation)].naval += naval_cost(g, u)
    way, sailed = _lane(g, u, zone), naval_lanes(g, u)[zone]
    unit.used = SHIPPED + sailed
    for c in cargo_of(g, u):
        g.units[c].used = SHIPPED
    for sea in way:
        crossing_fire(g, u, sea)  # 12.9
        if unit.at < 0:
            return
    g.put(u, zone)


def take_route(g: War, u: int, zone: int) -> None:
    """A ship takes a Soviet route."""
    ends = g.board.geo.route["northern_sea_route"]
    g.arctic_sailed |= 1 if {g.units.at[u], zone} == set(ends) else 2
    _arrive(g, u, zone)


def _arrive(g: War, u: int, zone: int) -> None:
    g.put(u, zone)
    g.units[u].used = 9
    g.units[u].spent = 1


def _use_rail(g: War, nation: int, regions: frozenset[int]) -> None:
    if ROAD in regions:
        g.arctic_sailed |= 4  # 1.17: one unit a turn
    for region in regions - {ROAD}:
        key = rail_key(power_of(nation), region)
        g.rail_used[key] = g.rail_used.get(key, 0) + 1
