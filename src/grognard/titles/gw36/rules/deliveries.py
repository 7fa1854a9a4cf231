"""Lend-lease on its way (11.4): the routes over land and sea, interdiction, arrival and repairs abroad.

Declaring it is lend_lease.py.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from grognard.kernel.acts import menu
from grognard.kernel.cache import derived
from grognard.kernel.dice import D6, D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import INFANTRY_UNIT, IS_AIR, IS_NAVAL, MILITIA, UNIT_IDS, UNIT_NAMES
from grognard.titles.gw36.rules import chart
from grognard.titles.gw36.rules.chart import LOAN, SUPPLIES, UNIT
from grognard.titles.gw36.rules.income import receive
from grognard.titles.gw36.rules.lend_lease import SPAIN
from grognard.titles.gw36.rules.nations import alive, at_war, home_mask
from grognard.titles.gw36.rules.passages import may_pass
from grognard.titles.gw36.rules.placement import spend_slots
from grognard.titles.gw36.rules.places import places
from grognard.titles.gw36.rules.supply import TRANSPORT, flood, home_factories, ports, supply_ways, zones_among
from grognard.titles.gw36.rules.terrain import is_blockaded
from grognard.titles.gw36.rules.treasury import Desk, earn, first, seat_at
from grognard.titles.gw36.rules.units import patrols, submarines, warships
from grognard.titles.gw36.state import CIVIL_WAR, Entry, Unit, War, Zone
from grognard.titles.gw36.subjects import Cargo, Promotion


class Route(NamedTuple):
    """A way for lend-lease: where it arrives, the ports and sea zones it uses, whether it rolls over the Burma Road."""

    arrives: int
    leaves: int = NOWHERE
    lands: int = NOWHERE
    seas: tuple[int, ...] = ()
    road: bool = False


@rule("11.4", "1.5")
def may_cross(g: War, sender: int, receiver: int, zone: int) -> bool:
    """Land that lend-lease may roll through: of the sender, the receiver, and whoever gives either leave (GW36-AMB-101)."""
    owner = g.zones.owner[zone]
    traces = g.relations.traces
    return owner >= 0 and bool((traces[sender] | traces[receiver]) >> owner & 1)


@derived("news", "zones.owner")
def _roads(g: War, sender: int, receiver: int) -> frozenset[int]:
    """All zones that `may_cross` allows outside the receiver's Home Country."""
    traces = g.relations.traces
    return zones_among(g, traces[sender] | traces[receiver]) - home_mask(g)[receiver]


@rule("11.4")
def first_home_zones(g: War, sender: int, receiver: int, starts: list[int]) -> set[int]:
    """Where lend-lease that starts in some zones stops: the first zones of the receiver's Home Country it comes to."""
    home = home_mask(g)[receiver]
    mine = {z for z in starts if z in home and g.zones.owner[z] == receiver}
    ways = supply_ways(g)
    seen = flood([z for z in starts if z not in mine], ways, _roads(g, sender, receiver).__contains__)
    ends = {b for z in seen for b in ways[z] if b in home and g.zones.owner[b] == receiver}
    return mine | ends


@rule("11.4")
def worth(g: War, o: Entry) -> int:
    """The IPP a delivery is worth at minor naval facilities."""
    if o.what == LOAN:
        return o.count
    if o.what == SUPPLIES:
        return g.facts.prices["spanish_support"]
    return g.facts.units[UNIT_IDS[o.kind]].price


@rule("11.4", "8.11")
def may_use_port(g: War, o: Entry, zone: int) -> No | None:
    """Why a naval facility cannot send or receive a delivery."""
    most = ports(g).get(zone)
    if most is None:
        return No("11.4", f"there is no undamaged naval facility in {g.zones[zone].label}")
    if is_blockaded(g, zone, g.zones.owner[zone]):
        return No("11.4", f"{g.zones[zone].label} is blockaded")
    if most >= 0 and worth(g, o) > most:
        return No("11.4", f"{g.zones[zone].label} has a minor facility: at most {most} IPP")
    return None


@rule("11.4")
def routes(g: War, o: Entry) -> list[Route]:
    """Every way a delivery can go: over land, or between two ports by the shortest way at sea (GW36-AMB-109)."""
    sender, receiver = o.nation, o.receiver
    origin = home_factories(g, sender)
    if not origin or (o.what == UNIT and not home_places(g, o)):
        return []
    found: list[Route] = []
    if not IS_NAVAL[o.kind] or o.what != UNIT:
        found = [
            Route(z, road=_by_road(g, sender, receiver, origin, z)) for z in sorted(first_home_zones(g, sender, receiver, origin))
        ]
    home = home_mask(g)[sender]
    inland = flood(origin, supply_ways(g), lambda z: g.zones.owner[z] == sender and z in home)
    quays = [z for z in sorted(inland) if z in home and may_use_port(g, o, z) is None]
    piers: dict[int, set[int]] = {}
    for z in sorted(ports(g)):
        if may_cross(g, sender, receiver, z) and z not in inland and may_use_port(g, o, z) is None:
            ends = first_home_zones(g, sender, receiver, [z])
            if IS_NAVAL[o.kind] and o.what == UNIT:
                ends &= {z}
            if ends:
                piers[z] = ends
    for quay in quays:
        ways = sea_ways(g, sender, quay)
        for pier, ends in piers.items():
            seas = _shortest(g, ways, pier)
            if seas:
                found += [Route(z, quay, pier, seas, _by_road(g, sender, receiver, [pier], z)) for z in sorted(ends)]
    return found


@rule("7.9")
def home_places(g: War, o: Entry) -> list[int]:
    """Zones of the Home Country with a free slot to produce a lent unit (GW36-AMB-111)."""
    desk = Desk(o.nation, o.half)
    return [z for z in places(g, desk, o.kind) if z in home_mask(g)[o.nation]]


@rule("1.17")
def _by_road(g: War, sender: int, receiver: int, starts: list[int], end: int) -> bool:
    """Whether lend-lease reaches a zone only over the Burma Road."""
    road = g.board.geo.burma_road
    if not road or not g.burma_road or road[1] != end or end in starts:
        return False
    ways = supply_ways(g)
    seen = flood(starts, ways, _roads(g, sender, receiver).__contains__)
    return not any(end in ways[z] for z in seen if z != road[0])


@rule("11.4", "1.15")
def sea_ways(g: War, sender: int, quay: int) -> dict[int, tuple[int, int, int]]:
    """From a port to every sea zone: distance, interdicted zones on the way, the zone before.

    Of equally short ways the sender takes the one with the fewest interdictors (GW36-AMB-110).
    """
    geo = g.board.geo
    best: dict[int, tuple[int, int, int]] = {}
    danger = threatened(g, sender)
    ring = {s: (1, int(s in danger), NOWHERE) for s in geo.coast[quay]}
    while ring:
        best |= ring
        following: dict[int, tuple[int, int, int]] = {}
        for sea, (steps, risk, _) in ring.items():
            for there, border in geo.sea[sea]:
                if there in best:
                    continue
                if border in geo.passage_of and may_pass(g, TRANSPORT, sender, border, combat=False) is not None:
                    continue
                candidate = (steps + 1, risk + int(there in danger), sea)
                if there not in following or candidate < following[there]:
                    following[there] = candidate
        ring = following
    return best


def _shortest(g: War, ways: dict[int, tuple[int, int, int]], pier: int) -> tuple[int, ...]:
    ends = [s for s in g.board.geo.coast[pier] if s in ways]
    if not ends:
        return ()
    sea = min(ends, key=lambda s: ways[s])
    path = []
    while sea >= 0:
        path.append(sea)
        sea = ways[sea][2]
    return tuple(path[::-1])


@derived(
    "news", "units.at", "units.duty", "units.carrier", "units.kind", "units.nation", "units.hits", "zones.owner", "pact", "monroe"
)
def threatened(g: War, sender: int) -> frozenset[int]:
    """Sea zones where lend-lease of a nation can be interdicted."""
    is_sea = g.board.geo.is_sea
    return frozenset([s for s in g.units.stacks if s >= 0 and is_sea[s] and interdictors(g, sender, s)])


@rule("11.4")
def interdictors(g: War, sender: int, sea: int) -> list[int]:
    """Nations at war with the sender that threaten a sea zone: a submarine, a patrol, or three surface warships."""
    nations, enemies = g.units.nation, g.relations.enemies[sender]
    present = {n for n in {nations[u] for u in g.units.stacks[sea]} if enemies >> n & 1}
    if not present:
        return []
    lurking = {nations[u] for u in (*submarines(g, sea, sender), *patrols(g, sea, sender))} & present
    fleets = {n for n in present if len(warships(g, sea, n)) >= 3}
    return sorted(lurking | fleets)


@rule("11.4")
def deliver(g: War, desk: Desk) -> Flow[None]:
    """Deliver the lend-lease in the Place Units box, let it wait, or keep what waited a turn"""
    for o in [o for o in chart.of_desk(g, desk) if o.receiver >= 0 and o.ready]:
        ways = routes(g, o) if alive(g, o.receiver) and not at_war(g, o.nation, o.receiver) else []
        by_rail = {way.arrives: way for way in ways if way.leaves < 0}
        at_sea = {(way.leaves, way.lands, way.arrives): way for way in ways if way.leaves >= 0}
        why = partial(_no_voyage, o=o)
        acts = (
            one_of("rail", "11.4", "By rail to {0}", Zone, by_rail, NO_RAILWAY, group="By rail"),
            one_of("ship", "11.4", VOYAGE, (Zone, Zone, Zone), at_sea, NO_VOYAGE, why=why, group="By sea"),
            word("wait", "11.4", "Wait"),
            unless("keep", "11.4", "Keep", None if o.late else No("11.4", "it has not waited a turn yet")),
        )
        prompt = f"Lend-lease to {g.nations[o.receiver].label}: {chart.label(g, o)}"
        choice, way = yield from menu(g, seat_at(g, desk), prompt, Cargo(o.index), *acts, rule="11.4", first=(o,))
        if choice.verb == "wait":
            o.late = 1
        elif choice.verb == "keep":
            keep(g, desk, o)
        else:
            yield from send(g, o, by_rail[way] if choice.verb == "rail" else at_sea[way])


NO_RAILWAY = "no undamaged railway or river over your land leads there first"
VOYAGE = "By sea from {0} by way of {1} to {2}"
NO_VOYAGE = "no way at sea leads there"


def _no_voyage(g: War, voyage: tuple[int, int, int], o: Entry) -> No | None:
    """Why lend-lease does not sail from a quay to a pier."""
    quay, pier, _ = voyage
    if quay not in home_mask(g)[o.nation]:
        return No("11.4", "it leaves from a naval facility in your Home Country")
    return first(may_use_port(g, o, quay), may_use_port(g, o, pier))


@rule("11.4", "1.24")
def send(g: War, o: Entry, way: Route) -> Flow[None]:
    """Lend-lease travels its way and may be interdicted in each sea zone"""
    if o.what == UNIT:
        spend_slots(g, o.nation, o.kind, home_places(g, o)[0], 1)
    for sea in way.seas:
        foes = interdictors(g, o.nation, sea)
        if foes and interdicted(g, o, sea, foes[0]):
            chart.strike(g, o)
            return
    hump = way.road and o.what == UNIT and IS_AIR[o.kind] and g.options.himalayan_hump
    if hump and g.roll(D12, "over the Hump: lost on 11 or 12", "1.24") >= 11:
        g.say("The {} is lost over the Himalaya", UNIT_NAMES[o.kind], rule="1.24")
        chart.strike(g, o)
        return
    yield from arrive(g, o, way)


@rule("11.4")
def interdicted(g: War, o: Entry, sea: int, foe: int) -> bool:
    """One D6 each, no modifiers: the cargo is lost if the interdictor rolls higher."""
    attack = g.roll(D6, f"{g.nations[foe].label} interdicts lend-lease in {g.zones[sea].label}", "11.4")
    defence = g.roll(D6, f"lend-lease of {g.nations[o.nation].label} gets through", "11.4")
    if attack > defence:
        g.say("Lend-lease for {} is sunk in {}", g.nations[o.receiver], g.zones[sea], rule="11.4")
    return attack > defence


@rule("11.4", "13.1")
def arrive(g: War, o: Entry, way: Route) -> Flow[None]:
    """What was lent is the receiver's"""
    receiver, zone = o.receiver, way.arrives
    g.say("Lend-lease reaches {}: {}", g.zones[zone], chart.label(g, o), rule="11.4")
    if o.what == LOAN:
        if receiver in SPAIN and g.spain == CIVIL_WAR:
            repair_for(g, receiver, o.count)
        elif receiver == chart.VICHY:
            earn(g, receiver, o.count)
            chart.finish_vichy_ships(g)
        else:
            yield from _receive(g, receiver, o.count)
    elif o.what == SUPPLIES:
        found = [
            u
            for u, (k, n, at) in enumerate(zip(g.units.kind, g.units.nation, g.units.at))
            if k == MILITIA and n == receiver and at >= 0
        ]
        if found:
            act = one_of("promote", "13.1", "The {0}", Unit, found, "it is no Militia of the receiver")
            prompt = "Which Militia becomes Infantry?"
            _, u = yield from menu(g, seat_at(g, Desk(o.nation)), prompt, Promotion(receiver, tuple(found)), act)
            g.units[u].kind = INFANTRY_UNIT
    else:
        sea = way.seas[-1] if way.seas else NOWHERE
        at = sea if IS_NAVAL[o.kind] else zone
        g.raise_unit(o.kind, receiver, at, spent=1)
    chart.strike(g, o)


def _receive(g: War, receiver: int, amount: int) -> Flow[None]:
    yield from receive(g, receiver, amount)


@rule("13.1")
def repair_for(g: War, receiver: int, points: int) -> None:
    """IPP for a Spanish faction mend its facilities, the most damaged first."""
    sites = [
        s
        for s, (at, damage) in enumerate(zip(g.sites.at, g.sites.damage))
        if damage and at >= 0 and g.zones.owner[at] == receiver
    ]
    for s in sorted(sites, key=lambda s: -g.sites.damage[s]):
        mended = min(points, g.sites.damage[s])
        g.sites[s].damage -= mended
        points -= mended


@rule("11.4")
def keep(g: War, desk: Desk, o: Entry) -> None:
    """Lend-lease that could not be delivered goes to the nation that built it: units in its next Place Units Phase."""
    if o.what == UNIT:
        o.receiver, o.late = NOWHERE, 0
        return
    amount = o.count if o.what == LOAN else g.facts.prices["spanish_support"]
    chart.strike(g, o)
    earn(g, desk.nation, amount, desk.half)
