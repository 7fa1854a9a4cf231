"""13.6.1, 13.6.2: resources on their way to factories, by rail and over the sea, and which factories can use them.

The best routing is found: as much as possible arrives, own convoys before those of friends, short ways before long ones. Goods of
lend lease (13.6.4) and search and seizure come with the campaign; railways and roads are freight.py.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.goods import Haul, Way, haul
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, GERMANY, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT
from grognard.titles.wif.kinds import SCS, Weather, Zone
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.freight import (
    ROAD_TRADE,
    Destinations,
    Place,
    Yards,
    crowded_roads,
    is_road,
    lenders_to,
    open_to_goods,
    rail_lines,
)
from grognard.titles.wif.rules.gates import gates_by_border, shut_gates
from grognard.titles.wif.rules.hulls import points_in
from grognard.titles.wif.rules.powers import active, at_war, powers_of
from grognard.titles.wif.rules.trade import oil_at, oil_for, promised, stock_lent, trade_partners
from grognard.titles.wif.rules.units import GROUND_FACTS, NOBODY, hexes_of_partisans, of_side, ships_at, ships_by_space
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import ALIGNED, ALL_GOODS, HALF_GOODS, HOME, NO_GOODS, NOWHERE, War

A_FACTORY = 2  # build points a factory makes at most
MINOR_PORT_TRADE = 5  # 13.6.1: resources a side ships a turn through a minor port
KEEP_OIL = 40  # 13.6.9: oil goes to factories only where nothing else does
OWN_CONVOY, FRIENDLY_CONVOY, BY_SEA = 1, 20, 4  # what routing prefers: land, then few sea areas, then one's own convoys


# --- factories (13.6.2) -------------------------------------------------------------------------------------------------------


@rule("13.6.2")
def useable_factories(g: War, power: int, space: int) -> int:
    """Factories of a hex that a major power can use: red ones it controls, blue ones in its home or an aligned country."""
    red, _, green = standing(g, space)
    coloured = working_blue(g, space) + (green if g.settings.green_factories else 0)
    if lent_to(g, power, space) == ALL_GOODS:
        return red + coloured
    if powers_by_hex(g)[space] != power:
        return 0
    return red + (coloured if blue_serve(g, power, space) else 0)


def standing(g: War, space: int) -> tuple[int, int, int]:
    """Red, blue and green factories of a hex that are not destroyed or gone."""
    ground, row = g.ground, g.hexes
    blue = max(ground.blue[space] + row.blue_moved[space], 0)
    return ground.red[space] - row.red_lost[space], blue, ground.green[space] - row.green_lost[space]


@rule("11.9")
def working_blue(g: War, space: int) -> int:
    """Blue factories of a hex as they stand now, without those that were railed there and are not set up yet."""
    idle = g.idle_factories
    waiting = sum(idle[n] == space and idle[n + 1] > g.turn for n in range(0, len(idle), 2))
    return max(g.ground.blue[space] + g.hexes.blue_moved[space] - waiting, 0)


def lent_to(g: War, power: int, space: int) -> int:
    """What a power uses of the production of a neutral country's hex."""
    controller = g.hexes.controller[space]
    if controller < 0 or g.countries.patron[controller] != power or g.countries.power[controller] >= 0:
        return NO_GOODS
    return int(g.countries.lends[controller])


@rule("13.6.2")
def blue_serve(g: War, power: int, space: int) -> bool:
    """Whether blue factories of a hex work for who controls it: not in a conquered country."""
    country = g.facts.country.get(g.ground.country[space], NOWHERE)
    if country < 0:
        return False
    if g.facts.home_powers[country] == power:
        return True
    return g.countries.power[country] == power and g.countries.status[country] in (ALIGNED, HOME)


@derived(
    "hexes.blue_moved",
    "hexes.red_lost",
    "hexes.green_lost",
    "idle_factories",
    "turn",
    "hexes.controller",
    "countries.power",
    "countries.status",
    "countries.patron",
    "countries.lends",
    lasting=True,
)
def factory_hexes(g: War, power: int) -> dict[int, int]:
    """Hexes with factories a major power can use, and how many."""
    ground = g.ground
    moved = g.hexes.blue_moved
    there = [s for s in range(g.board.size) if ground.red[s] or ground.blue[s] or ground.green[s] or moved[s]]
    found = {s: useable_factories(g, power, s) for s in there}
    return {s: count for s, count in found.items() if count}


# --- resources (13.6.1) -------------------------------------------------------------------------------------------------------


@derived(
    "hexes.controller",
    "countries.power",
    "hexes.oil_lost",
    "hexes.oil_wrecked",
    "hexes.oil_built",
    "countries.patron",
    "countries.lends",
    lasting=True,
)
def resource_hexes(g: War, power: int) -> dict[int, int]:
    """Hexes with resources a major power controls, oil lost to bombers this turn left out (11.7)."""
    ground, whose, built = g.ground, powers_by_hex(g), g.hexes.oil_built
    found = {}
    lent: dict[int, int] = {}  # resources taken so far of countries that lend half
    for s in range(g.board.size):
        if not ground.resources[s] and not ground.oil[s] and not built[s]:
            continue
        part = lent_to(g, power, s)
        if whose[s] == power or part:
            found[s] = ground.resources[s] + oil_at(g, s)
        if part == HALF_GOODS:
            controller = g.hexes.controller[s]
            found[s] = min(found[s], half_of(g, controller) - lent.get(controller, 0))
            lent[controller] = lent.get(controller, 0) + found[s]
    return {s: count for s, count in found.items() if count}


def half_of(g: War, country: int) -> int:
    """Half the resources of a country's own hexes, rounded up (2.6)."""
    ground = g.ground
    own = ground.homeland.get(g.facts.countries[country].id, ())
    return (sum(ground.resources[s] + ground.oil[s] for s in own) + 1) // 2


def goods(g: War, power: int) -> dict[int, int]:
    """A power's resources after trade and loans: its own, less what it has promised, and what others promised it."""
    found = dict(resource_hexes(g, power))
    if g.options.oil:
        whose = powers_by_hex(g)
        for space, freed in enumerate(g.hexes.oil_freed):
            if freed and whose[space] == power:
                found[space] = found.get(space, 0) + freed  # 13.6.9
    for space, change in promised(g).get(power, {}).items():
        found[space] = max(found.get(space, 0) + change, 0)
    return {s: n for s, n in found.items() if n}


# --- over the sea -------------------------------------------------------------------------------------------------------------


@rule("13.6.1")
def convoy_points(g: War, area: int, powers: Iterable[int], *, oil: bool | None = None) -> int:
    """Convoy points of some powers in a sea area. `oil`: with option 7 only tankers, or only the others (22.16)."""
    mine = set(powers)
    fleets, whose = ships_by_space(g), g.units.power
    there = [u for box in g.ground.sections[area] for u in fleets.get(box, NOBODY) if whose[u] in mine]
    if oil is not None and g.options.convoys_in_flames:
        there = [u for u in there if bool(g.units.tanker[u]) == oil]
    return sum(points_in(g, u) or (g.units.points[u] if _carries(g, u) else 0) for u in there)


def _carries(g: War, unit: int) -> bool:
    return bool(g.units.counter[unit] != NOWHERE and g.roster.naval[unit] and g.units[unit].sheet.points)


@rule("13.3.2")
def american_hulls(g: War, power: int) -> int:
    """Convoy points of the neutral USA that carry goods for a power in a sea area: anybody's to China after option 9, what it
    lends itself after option 32 (reading WIF-DEC-105)."""
    if active(g, USA) or power == USA or not g.entry_options:
        return 0
    if power == CHINA and TO_CHINA in g.entry_options:
        return EVERY_HULL
    if WAR_ZONES not in g.entry_options:
        return 0
    lent = sum(g.lent[n + 2] for n in range(0, len(g.lent), 4) if (g.lent[n], g.lent[n + 1]) == (USA, power))
    return lent + stock_lent(g, USA, power)


TO_CHINA, WAR_ZONES = 9, 32  # US entry options
EVERY_HULL = 999


@rule("13.6.1")
def lent_points(g: War, area: int, power: int, friends: Iterable[int], *, oil: bool | None = None) -> int:
    """Convoy points of friends that carry a power's goods in a sea area, without those that an enemy has searched."""
    hunters = [g.seized[n] for n in range(0, len(g.seized), 2) if g.seized[n + 1] == area]
    if any(at_war(g, hunter, power) for hunter in hunters):
        friends = [f for f in friends if any(at_war(g, hunter, f) for hunter in hunters)]
        return convoy_points(g, area, friends, oil=oil)
    hulls = american_hulls(g, power)
    return convoy_points(g, area, friends, oil=oil) + (min(convoy_points(g, area, (USA,), oil=oil), hulls) if hulls else 0)


@rule("13.6.1")
def carriers_for(g: War, power: int) -> list[int]:
    """Other powers whose convoys may carry a power's resources: active ones of its side, if it is active itself."""
    partners = trade_partners(g, power)  # 5.1, reading WIF-DEC-68
    if not active(g, power):
        return partners
    return [*partners, *(p for p in powers_of(g, SIDE_OF_POWER[power]) if p != power and active(g, p))]


@rule("11.7")
@derived(
    "units.at", "units.points", "hexes.oil_lost", "hexes.oil_wrecked", "hexes.oil_built", "hexes.blue_moved", "hexes.red_lost",
    "hexes.green_lost", "idle_factories", "countries.patron", "countries.lends", *GROUND_FACTS, promised,
)  # fmt: skip
def factories_within_reach(g: War, side: int) -> frozenset[int]:
    """Factory hexes of a side to which it could bring a resource now: by rail from any of its own, else over the sea."""
    powers = [p for p in powers_of(g, side) if active(g, p)]
    works = {s for p in powers for s in factory_hexes(g, p)}
    found: set[int] = set()
    for p in powers:
        by_rail = Destinations(rail_lines(g, p), works)
        for start in goods(g, p):
            found.update(by_rail.from_(start))
    for p in powers:
        found.update(s for s in works - found if routing(g, p, wanted={s: 1}).points)
    return frozenset(found)


class Routing(msgspec.Struct, frozen=True, dict=True):
    """How a power's resources go to its factories."""

    power: int
    factories: dict[int, int]
    resources: dict[int, int]
    haul: Haul[Place]

    @property
    def points(self) -> int:
        """Production points (13.6.2): a resource to each factory."""
        return self.haul.amount

    def used(self, what: str) -> dict[int, int]:
        """What goes through sea areas (`sea`, `ally`; in tankers OIL before it), ports (`out`, `in`), roads, or leaves a hex."""
        kinds = (what, OIL + what) if what in ("resource", "out", "in") else (what,)
        found: dict[int, int] = {}
        for kind, n in self.haul.names:
            amount = self.haul.through((kind, n)) if kind in kinds or (what == BY_ROAD and is_road(kind)) else 0
            if amount:
                found[n] = found.get(n, 0) + amount
        return found


@rule("13.6.1", "13.6.2")
def routing(
    g: War,
    power: int,
    spent: Mapping[Place, int] | None = None,
    shut: frozenset[int] = frozenset(),
    *,
    sources: dict[int, int] | None = None,
    wanted: dict[int, int] | None = None,
    hauliers: tuple[int, ...] = (),
    oil: bool = False,
    most: int | None = None,
    made: int | None = None,
    stocks: dict[int, int] | None = None,
) -> Routing:
    """Bring resources to factories: by rail, or by rail to a port, over a chain of sea areas with convoys, and by rail again.

    `spent`: what others of the side have used already of ports and convoys. `shut`: sea areas the player keeps his goods out of.
    `sources` and `wanted`: other goods on the same ways, build points for a friend (13.6.4), in convoys of `hauliers`; `oil`:
    they are saved oil; `most`: how many of them are sent in all, from wherever they get through, `made` of them at most from the
    sources, the rest from `stocks`, what is saved in other hexes. With option 7 oil goes over the sea in
    tankers and nothing else does (22.16).
    """
    used = dict(spent or {})
    infested = hexes_of_partisans(g, SIDE_OF_POWER[power])  # 13.1.3: nothing there is used
    factories = {s: n for s, n in (factory_hexes(g, power) if wanted is None else wanted).items() if s not in infested}
    resources = {s: n for s, n in (goods(g, power) if sources is None else sources).items() if s not in infested}
    if sources is None and g.powers.oil_kept[power]:
        resources = without_kept(g, power, resources)
    layers = {OIL if oil and g.options.convoys_in_flames else "": resources}
    if sources is None and g.options.convoys_in_flames:
        drums = {s: min(n, oil_for(g, power, s)) for s, n in resources.items()}
        layers = {"": {s: n - drums[s] for s, n in resources.items()}, OIL: drums}
    wants = {("factory", s): n for s, n in factories.items()}
    roads: dict[Place, int] = {}  # what roads may carry that were crowded

    def road_room(space: int) -> int:
        return max(ROAD_TRADE - used.get((BY_ROAD, space), 0), 0)

    while True:
        ways: list[Way[Place]] = []
        limits: dict[Place, int] = {}
        given: dict[Place, int] = {}
        for layer, there in layers.items():
            load = {s: n for s, n in there.items() if n}
            if most is None:
                given |= {(layer + "resource", s): n for s, n in load.items()}
            else:
                given[DEPOT] = most
                ways.append(Way(DEPOT, MAKERS, most=made))
                ways += [Way(MAKERS, (layer + "resource", s), most=n) for s, n in load.items()]
                load = _open_stocks(stocks or {}, load, infested, ways)
            _lay_ways(g, power, layer, load, factories, used, shut, hauliers if sources is not None else None, ways, limits)
        limits |= {place: n for place, n in roads.items() if place in limits}
        plan = Routing(power, factories, resources, haul(given, wants, ways, limits))
        laden = [(kind, s, n) for kind in ("out", "in") for s, n in plan.used(kind).items()] if len(layers) > 1 else []
        full = [(kind, s) for kind, s, n in laden if _too_much(g, used, kind, s, n)]
        tight = crowded_roads({p: plan.haul.through(p) for p in plan.haul.names if is_road(p[0])}, road_room)
        if not full and not tight:
            return plan
        roads |= tight
        for kind, s in full:  # goods and oil share a minor port: what oil has too much goes another way
            used[OIL + kind, s] = used.get((kind, s), 0) + plan.haul.through((kind, s))


def _open_stocks(
    stocks: dict[int, int], load: dict[int, int], infested: Container[int], ways: list[Way[Place]]
) -> dict[int, int]:
    """What is saved goes the same ways, after what is new; gives all hexes that goods start from."""
    there = {s: n for s, n in stocks.items() if n and s not in infested}
    for s, n in there.items():
        ways.append(Way(DEPOT, (STOCK, s), most=n, price=1))
        ways.append(Way((STOCK, s), ("resource", s)))
    return {**there, **load}


DEPOT: Place = ("depot", NOWHERE)  # where goods start of which only so many are sent
MAKERS: Place = ("makers", NOWHERE)
STOCK = "stock"  # the kind of a place: build points saved in a hex
OIL = "oil "  # before the kind of a place: the way of oil in tankers
BY_ROAD = "road"
SEAWAYS = ("ally", "sea", OIL + "ally", OIL + "sea")
TAKEN = "taken"  # the kind of a place: build points that a hex has received this turn (13.6.4)
MADE = "made"  # the kind of a place: production points that the factories of a hex have made this turn (13.6.4)
SHIPPED = ("out", "in", *SEAWAYS, BY_ROAD, TAKEN, MADE)  # kinds of places in g.shipped


def _too_much(g: War, used: Mapping[Place, int], kind: str, port: int, amount: int) -> bool:
    return g.ground.port[port] != MAJOR_PORT and amount > max(MINOR_PORT_TRADE - used.get((kind, port), 0), 0)


def _lay_ways(
    g: War,
    power: int,
    layer: str,
    resources: dict[int, int],
    factories: dict[int, int],
    used: Mapping[Place, int],
    shut: frozenset[int],
    hauliers: tuple[int, ...] | None,
    ways: list[Way[Place]],
    most: dict[Place, int],
) -> None:
    """The ways of goods, or of oil where it has its own hulls: rails to factories and quays, seas with convoys, rails again."""
    gates, closed, ground = gates_by_border(g), shut_gates(g, power, True), g.ground
    oil = None if not g.options.convoys_in_flames else layer == OIL
    lines, passable = rail_lines(g, power), open_to_goods(g, power)
    inland = lines if not road_closed(g, power) else rail_lines(g, power, without=BURMA_ROAD)
    ports = [s for s in harbours(g) if passable[s] and not closed_port(g, s)]
    own_goods = hauliers is None
    by_rail, to_ports, from_ports = Destinations(lines, factories), Destinations(lines, ports), Destinations(inland, factories)

    def node(kind: str, place: int) -> Place:
        return layer + kind, place

    def room(kind: str, port: int) -> int:
        return max(MINOR_PORT_TRADE - used.get(node(kind, port), used.get((kind, port), 0)), 0)

    def road_room(space: int) -> int:
        return max(ROAD_TRADE - used.get((BY_ROAD, space), 0), 0)

    def factory(space: int) -> Place:
        return "factory", space

    quays_used: set[int] = set()
    narrow = bool(lines.roads)  # option 32
    yards, landed, mined = (
        Yards(where, layer + word, road_room) if narrow else None
        for where, word in ((lines, ""), (inland, "landed "), (lines, "mined "))
    )
    for start in resources:
        dear = KEEP_OIL if g.options.oil and own_goods and ground.oil[start] and not ground.resources[start] else 0
        stopped, here = ore_stopped(g, power, start), node("resource", start)
        on_the_coast = ground.seas[start] and ground.port[start] == NO_PORT  # as from a minor port
        if yards is not None and mined is not None:
            (mined if stopped else yards).carry(here, start, factories, factory, price=dear)
            if stopped:
                continue
            quays = set(yards.carry(here, start, ports, lambda s: node("out", s), price=dear, more=1))
            if on_the_coast:
                ways.append(Way(here, node("out", start), price=1 + dear))
                quays.add(start)
        else:
            ways += [Way(here, factory(s), price=dear) for s in by_rail.from_(start)]
            if stopped:
                continue
            quays = set(to_ports.from_(start))
            if on_the_coast:
                quays.add(start)
            ways += [Way(here, node("out", s), price=1 + dear) for s in quays]
        quays_used |= quays
    for s in quays_used:
        if ground.port[s] != MAJOR_PORT:
            most[node("out", s)] = room("out", s)
        ways += [Way(node("out", s), node("water", area)) for area in ground.seas[s] if area not in shut]
    friends = carriers_for(g, power)
    for area in ground.waters if quays_used else ():
        own = convoy_points(g, area, (power,), oil=oil) - used.get(node("sea", area), 0) if own_goods else 0
        lent = lent_points(g, area, power, friends, oil=oil) if hauliers is None else convoy_points(g, area, hauliers, oil=oil)
        lent -= used.get(node("ally", area), 0)
        for kind, points, price in (("sea", own, OWN_CONVOY), ("ally", lent, FRIENDLY_CONVOY)):
            if points > 0 and area not in shut:
                most[node(kind, area)] = points
                ways.append(Way(node("water", area), node(kind, area), price=price + BY_SEA))
                ways.append(Way(node(kind, area), node("past", area)))
        onward = [there for there in ground.waters[area] if there not in shut and gates.get((area, there)) not in closed]
        ways += [Way(node("past", area), node("water", there)) for there in onward]
    for s in ports if quays_used else ():
        if landed is not None:
            ends = landed.carry(node("in", s), s, factories, factory, price=1)
        else:
            ends = from_ports.from_(s)
        if not ends:
            continue
        if ground.port[s] != MAJOR_PORT:
            most[node("in", s)] = room("in", s)
        ways += [Way(node("past", area), node("in", s)) for area in ground.seas[s]]
        ways += [Way(node("in", s), factory(end), price=1) for end in ends] if landed is None else []
    for each in (yards, landed, mined):
        if each is not None:
            ways += each.ways
            most |= each.most


@rule("13.6.9")
def without_kept(g: War, power: int, resources: dict[int, int]) -> dict[int, int]:
    """Resources less the oil a power keeps from its factories: of hexes with most oil first."""
    kept, found = g.powers.oil_kept[power], dict(resources)
    for s in sorted(found, key=lambda s: (-g.ground.oil[s] - g.hexes.oil_built[s], s)):
        less = min(kept, found[s], oil_at(g, s))
        found[s] -= less
        kept -= less
    return {s: n for s, n in found.items() if n}


@rule("13.3.3")
def road_closed(g: War, power: int) -> bool:
    """Action 6: goods that Allies at peace with Japan send to China do not come through Burma or Indo-China."""
    if power != CHINA or not g.burma_closed:
        return False
    return not any(at_war(g, giver, JAPAN) for giver in lenders_to(g, CHINA))


BURMA_ROAD = frozenset(("burma", "indo_china"))


@rule("13.3.3")
def ore_stopped(g: War, power: int, start: int) -> bool:
    """Action 39: after a turn that ended in Arctic snow, Swedish resources for Germany cross the Baltic only if the Axis holds
    Oslo or has as many SCS in the North Sea as the Allies."""
    if power != GERMANY or not g.norway_mined or g.ground.country[start] != "sweden":
        return False
    if Weather(g.weather[Zone.ARCTIC]) not in (Weather.SNOW, Weather.BLIZZARD):
        return False
    if sides_by_hex(g)[g.ground.named("Oslo")] == AXIS:
        return False
    types = g.roster.types
    there = [u for box in g.ground.sections[g.ground.named("North Sea")] for u in ships_at(g, box) if types[u] in SCS]
    return len(of_side(g, there, AXIS)) < len(of_side(g, there, ALLIES))


@derived(lasting=True)
def harbours(g: War) -> list[int]:
    """All ports on a sea."""
    return [s for s, port in enumerate(g.ground.port) if port != NO_PORT and g.ground.seas[s]]
