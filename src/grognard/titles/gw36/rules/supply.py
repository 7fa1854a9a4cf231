"""1.5: supply paths over railways, rivers and the sea; 12.10: what a railway connects. Lend-lease paths are in lend_lease.py.

Aligned nations let each other trace through their zones, bases and passages; others do not (reading GW36-AMB-101).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import rule
from grognard.titles.gw36.geography import Way
from grognard.titles.gw36.kinds import FACILITY, IS_FACTORY, IS_NAVAL_FACILITY, IS_WARSHIP, KIND
from grognard.titles.gw36.rules.nations import home_mask, is_neutral
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.terrain import in_play, is_blockaded
from grognard.titles.gw36.state import War

TRANSPORT = KIND["naval_transport"]
MAJOR_FACTORY = FACILITY["major_factory"]
SEABORNE = ("minor_port", "major_port", "minor_shipyard", "major_shipyard", "minor_dockyard", "major_dockyard")
assert all(IS_NAVAL_FACILITY[FACILITY[name]] for name in SEABORNE)


@derived("rail_damage", "rail_built")
def railways(g: War) -> list[tuple[Way, ...]]:
    """Undamaged railways by zone: printed and built (1.14, 12.10)."""
    geo, damaged = g.board.geo, g.rail_damage
    found = [[way for way in ways if not damaged.get(way[1])] for ways in geo.rail_ways]
    for border in g.rail_built:
        if not damaged.get(border):
            a, b = g.board.ends[border]
            found[a].append((b, border))
            found[b].append((a, border))
    return [tuple(ways) for ways in found]


@derived("canal_damage")
def canal_ways(g: War) -> dict[int, tuple[int, ...]]:
    """Zones that a canal joins like a river (1.15), unless bombing has closed it (15.10)."""
    geo = g.board.geo
    closed = {z for index, points in g.canal_damage.items() if points >= 5 for z in geo.passages[index].holders}
    return {z: joined for z, joined in geo.canal_ways.items() if closed.isdisjoint((z, *joined))}


@derived("rail_damage", "rail_built", "burma_road", "canal_damage")
def supply_ways(g: War) -> list[tuple[int, ...]]:
    """Zones a supply path can step to over land: railways, rivers (1.12), Channel Ports (1.21), the Burma Road (1.17)."""
    geo = g.board.geo
    found = [[b for b, _ in ways] for ways in railways(g)]
    if in_play(g, "river"):
        for zone, ways in enumerate(geo.river_ways):
            found[zone] += ways
    for crossing in geo.crossings:
        if crossing.channel:
            found[crossing.a].append(crossing.b)
            found[crossing.b].append(crossing.a)
    for zone, joined in canal_ways(g).items():  # 1.15: the White Sea canal and the St. Lawrence carry supply like rivers
        found[zone] += joined
    if g.burma_road and geo.burma_road:
        a, b = geo.burma_road
        found[a].append(b)  # from Burma to Yunnan only
    return [tuple(dict.fromkeys(ways)) for ways in found]


@derived("news", "zones.owner")
def river_passages(g: War, friends: int) -> dict[int, tuple[int, ...]]:
    """Friendly zones that a river joins past neutral land, where the other bank is friendly (1.12, GW36-AMB-118)."""
    if not in_play(g, "river"):
        return {}
    geo, owner = g.board.geo, g.zones.owner
    friendly = [o >= 0 and bool(friends >> o & 1) for o in owner]
    neutral = {
        z
        for z, o in enumerate(owner)
        if geo.banks[z] and o >= 0 and not friendly[z] and is_neutral(g, o) and any(friendly[b] for b in geo.banks[z])
    }
    found: dict[int, set[int]] = {}
    for zone in sorted(neutral):
        reached, todo = {zone}, [zone]
        while todo:
            for b in geo.river_ways[todo.pop()]:
                if b not in reached and (b in neutral or friendly[b]):
                    reached.add(b)
                    if b in neutral:
                        todo.append(b)
        ends = reached - neutral
        for end in ends:
            found.setdefault(end, set()).update(ends - {end})
    return {z: tuple(sorted(there)) for z, there in found.items()}


def flood(starts: Iterable[int], ways: list[tuple[int, ...]], open_to: Callable[[int], bool]) -> set[int]:
    """The zones that can be reached over some ways."""
    seen = set(starts)
    todo = list(seen)
    while todo:
        for there in ways[todo.pop()]:
            if there not in seen and open_to(there):
                seen.add(there)
                todo.append(there)
    return seen


@derived("rail_damage", "rail_built")
def rail_links(g: War) -> list[tuple[int, ...]]:
    """Zones that an undamaged railway leads to, by zone."""
    return [tuple([b for b, _ in ways]) for ways in railways(g)]


@derived("zones.owner")
def zones_among(g: War, nations: int) -> frozenset[int]:
    """The land zones that some nations (as bits) possess."""
    return frozenset([z for z, o in enumerate(g.zones.owner) if o >= 0 and nations >> o & 1])


@rule("12.10", "4.4")
def railed(g: War, nation: int, zones: frozenset[int]) -> frozenset[int]:
    """Zones that an undamaged railway joins to some of a nation's over its land and that of Aligned ones that do not deny it."""
    return _railed(g, g.relations.hosts[nation], zones)


@derived("zones.owner", "rail_damage", "rail_built")
def _railed(g: War, friends: int, zones: frozenset[int]) -> frozenset[int]:
    return frozenset(flood(zones, rail_links(g), zones_among(g, friends).__contains__))


@derived("sites.at", "sites.built", "sites.damage", "sites.kind")
def ports(g: War) -> dict[int, int]:
    """Zones with an undamaged Port, Shipyard or Dockyard, and the most IPP of lend-lease it takes (-1: any amount)."""
    found: dict[int, int] = {}
    facts = g.facts.facilities
    most = {FACILITY[name]: facts[name].lend_lease for name in SEABORNE}
    for kind, at, built, damage in zip(g.sites.kind, g.sites.at, g.sites.built, g.sites.damage):
        if kind in most and at >= 0 and built and not damage:
            before = found.get(at, 0)
            found[at] = -1 if before < 0 or most[kind] < 0 else max(before, most[kind])
    return found


def home_factories(g: War, nation: int, *, major: bool = False) -> list[int]:
    """Zones of the Home Country with a possessed factory that works."""
    home, kinds, damage = home_mask(g)[nation], g.sites.kind, g.sites.damage
    return sorted(
        {at for s, at in factories(g).get(nation, ()) if at in home and (kinds[s] == MAJOR_FACTORY or not (major or damage[s]))}
    )


@derived("sites.at", "sites.kind", "sites.built", "zones.owner")
def factories(g: War) -> dict[int, tuple[tuple[int, int], ...]]:
    """Finished factories by possessor, each with its zone."""
    found: dict[int, list[tuple[int, int]]] = {}
    for s, (kind, at, built) in enumerate(zip(g.sites.kind, g.sites.at, g.sites.built)):
        if built and at >= 0 and IS_FACTORY[kind]:
            found.setdefault(g.zones.owner[at], []).append((s, at))
    return {nation: tuple(sites) for nation, sites in found.items()}


def supplied(g: War, nation: int, major: bool) -> frozenset[int]:
    """Land zones in supply path of a (Major) Factory in the nation's Home Country: overland, one sea leg, overland again."""
    return _supplied(g, nation, major, blockaded_ports(g))


@derived(
    "news", "zones.owner", "sites.at", "sites.built", "sites.damage", "sites.kind",
    "units.at", "units.kind", "units.nation", "units.duty",
)  # fmt: skip
def blockaded_ports(g: War) -> frozenset[int]:
    """Ports that enemies of their owner blockade (8.11)."""
    coast, owner, stacks, kinds = g.board.geo.coast, g.zones.owner, g.units.stacks, g.units.kind
    fleets = {s for s in basins(g).at if len(stacks[s]) >= 3 and sum([IS_WARSHIP[kinds[u]] for u in stacks[s]]) >= 3}
    return frozenset([z for z in ports(g) if not fleets.isdisjoint(coast[z]) and owner[z] >= 0 and is_blockaded(g, z, owner[z])])


@derived(
    "news", "zones.owner", "zones.captured", "rail_damage", "rail_built", "burma_road",
    "sites.at", "sites.built", "sites.damage", "sites.kind", "canal_damage", "shut", "pact",
)  # fmt: skip
def _supplied(g: War, nation: int, major: bool, blockaded: frozenset[int]) -> frozenset[int]:
    friendly, ways = zones_among(g, g.relations.traces[nation]), ways_of(g, nation)
    near = overland(g, nation, major)
    quays = [z for z in ports(g) if z in friendly and z not in blockaded]
    shores = basins(g).shores
    waters = reachable_basins(g, nation, {basin for z in quays if z in near for basin in shores[z]})
    landed = [z for z in quays if z not in near and not waters.isdisjoint(shores[z])]
    return near | flood(landed, ways, friendly.__contains__)


@derived(
    "news", "zones.owner", "rail_damage", "rail_built", "burma_road", "canal_damage",
    "sites.at", "sites.built", "sites.damage", "sites.kind",
)  # fmt: skip
def overland(g: War, nation: int, major: bool) -> frozenset[int]:
    """Land zones in supply path of a (Major) Factory in the nation's Home Country without a sea leg."""
    friendly = zones_among(g, g.relations.traces[nation])
    return frozenset(flood(home_factories(g, nation, major=major), ways_of(g, nation), friendly.__contains__))


def ways_of(g: War, nation: int) -> list[tuple[int, ...]]:
    """The supply ways of a nation: `supply_ways`, and the rivers that lead it past neutral land."""
    ways, passing = supply_ways(g), river_passages(g, g.relations.traces[nation])
    if passing:
        ways = ways.copy()
        for z, there in passing.items():
            ways[z] += there
    return ways


class Basins(NamedTuple):
    """Waters that no strait or canal divides: the basin of each sea zone, those of each coast, and the passages out of each."""

    at: dict[int, int]
    shores: list[frozenset[int]]
    ways: dict[int, list[Way]]


@once_per_board
def basins(g: War) -> Basins:
    """The basins of the map, each named after its first sea zone."""
    geo = g.board.geo
    at: dict[int, int] = {}
    for sea in (z for z in range(g.board.size) if geo.is_sea[z]):
        todo = [sea] if sea not in at else []
        while todo:
            here = todo.pop()
            at[here] = sea
            todo += [b for b, border in geo.sea[here] if b not in at and border not in geo.passage_of]
    ways: dict[int, list[Way]] = {basin: [] for basin in at.values()}
    for sea, basin in at.items():
        ways[basin] += [(at[b], border) for b, border in geo.sea[sea] if border in geo.passage_of]
    return Basins(at, [frozenset([at[s] for s in seas if s in at]) for seas in geo.coast], ways)


@rule("1.5", "1.15")
def reachable_basins(g: War, nation: int, starts: Iterable[int]) -> set[int]:
    """Waters a supply path of the nation can reach; only closed straits and canals stop it."""
    ways = basins(g).ways
    seen = set(starts)
    todo = list(seen)
    while todo:
        for there, border in ways[todo.pop()]:
            if there not in seen and may_pass(g, TRANSPORT, nation, border, combat=False) is None:
                seen.add(there)
                todo.append(there)
    return seen


@rule("1.5")
def has_supply_path(g: War, nation: int, zone: int, *, major: bool = False) -> bool:
    """Whether a supply path leads from a factory (a Major Factory) of the Home Country to a zone."""
    return zone in supplied(g, nation, major)
