"""13.6.1, 13.6.2: resources on their way to factories, by rail and over the sea, and which factories can use them.

The best routing is found: as much as possible arrives, own convoys before those of friends, short ways before long ones. Goods of
lend lease (13.6.4) and search and seizure come with the campaign; roads count as railways (their limit is option 32).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.goods import Haul, Way, haul
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, CHINA, GERMANY, JAPAN, SIDE_OF_POWER, USA, USSR
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT, RAIL, ROAD, STRAITS
from grognard.titles.wif.kinds import SCS, Weather, Zone
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.gates import gates_by_border, shut_gates
from grognard.titles.wif.rules.hulls import points_in
from grognard.titles.wif.rules.powers import active, at_war, country_sides, home_power, powers_of
from grognard.titles.wif.rules.railways import links
from grognard.titles.wif.rules.supply_seas import supply_blocked
from grognard.titles.wif.rules.trade import oil_at, promised, trade_partners
from grognard.titles.wif.rules.units import GROUND_FACTS, hexes_of_partisans, land_at, of_side, on_the_ground, ships_at
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import ALIGNED, ALL_GOODS, HALF_GOODS, HOME, NO_GOODS, NO_SIDE, NOWHERE, War

MINOR_PORT_TRADE = 5  # 13.6.1: resources a side ships a turn through a minor port
KEEP_OIL = 40  # 13.6.9: oil goes to factories only where nothing else does
OWN_CONVOY, FRIENDLY_CONVOY, BY_SEA = 1, 20, 4  # what routing prefers: land, then few sea areas, then one's own convoys
Place = tuple[str, int]  # a node of the network: what it is, and the hex or sea area


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
    if home_power(g, country) == power:
        return True
    row = g.countries[country]
    return row.status in (ALIGNED, HOME) and row.power == power


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


# --- by rail and road ---------------------------------------------------------------------------------------------------------


class Lines(msgspec.Struct, frozen=True):
    """The railways a power's resources may use. `group`: hexes joined without a strait, by hex. `over`: groups one strait away.
    `ends`: hexes in an enemy zone that a friend holds, where a move ends, with the groups they are joined to."""

    group: dict[int, int]
    over: dict[int, frozenset[int]]
    ends: dict[int, frozenset[int]]


@rule("13.6.1")
def open_to_goods(g: War, power: int) -> list[bool]:
    """Hexes a power's resources may pass: its own, those of active friends, neutral minors; Soviet ones not always."""
    side, sides = SIDE_OF_POWER[power], country_sides(g)
    soviets = power == USSR or SIDE_OF_POWER[power] != SIDE_OF_POWER[USSR] or at_war(g, USSR, GERMANY)
    partners, acts = [*trade_partners(g, power), *lenders_to(g, power), *borrowers_from(g, power)], active(g, power)

    def lets_pass(country: int) -> bool:
        if sides[country] == NO_SIDE:
            return not g.countries.wars[country] >> power & 1
        other = g.countries.power[country]
        shared = other == power or (acts and active(g, other))
        return (sides[country] == side and shared and (other != USSR or soviets)) or other in partners

    by_country = [*(lets_pass(country) for country in range(len(sides))), False]  # nobody's hexes are the last
    return [by_country[controller] for controller in g.hexes.controller]


@derived("hexes.laid", "hexes.rail_gone", lasting=True)
def tracks(g: War) -> list[int]:
    """Hexes with a railway or a road."""
    return [s for s, sides in enumerate(links(g)) if any(bits & (RAIL | ROAD) for _, bits in sides)]


def rails_depend_on(g: War, power: int, *, without: frozenset[str] = frozenset()) -> tuple[object, ...]:
    """All that the railways of a power depend on: what is built changes nothing."""
    return *on_the_ground(g), g.stamp(promised.reads), g.stamp(("units.mission",))


@derived("units.at", "units.mission", *GROUND_FACTS, promised, given=rails_depend_on, lasting=True)
def rail_lines(g: War, power: int, *, without: frozenset[str] = frozenset()) -> Lines:
    """The railways of a power as they stand now. `without`: countries its goods keep out of."""
    ground, side, steps = g.ground, SIDE_OF_POWER[power], links(g)
    passable = open_to_goods(g, power)
    there_now = [s for s in tracks(g) if passable[s] and ground.country[s] not in without]
    zones = zones_of_side(g, 1 - side)
    hostile = {s for s in there_now if zones[s]}
    free = set(there_now) - hostile
    group: dict[int, int] = {}
    for start in there_now:
        if start in group or start in hostile:
            continue
        group[start] = start
        ring = [start]
        while ring:
            here = ring.pop()
            for there, bits in steps[here]:
                if there in free and there not in group and bits & (RAIL | ROAD) and not bits & STRAITS:
                    group[there] = start
                    ring.append(there)
    boxes = [s for s, off in enumerate(ground.box) if off and passable[s]]
    group |= dict.fromkeys(boxes, min(boxes, default=NOWHERE))  # off-map boxes are joined as if by rail
    over: dict[int, set[int]] = {}
    for here in group:
        for there, bits in steps[here]:
            if bits & STRAITS and there in group and may_cross(g, power, here, there) is None:
                over.setdefault(group[here], set()).add(group[there])
    ends = {}
    for s in hostile:
        if of_side(g, land_at(g, s), side):
            ends[s] = frozenset(
                group[b] for b, bits in steps[s] if b in group and bits & (RAIL | ROAD) and not bits & STRAITS
            )
    return Lines(group, {k: frozenset(v) for k, v in over.items()}, ends)


@rule("13.6.1")
def may_cross(g: War, power: int, here: int, there: int) -> No | None:
    """Whether resources cross a straits hexside: with option 12 only beside waters the enemy does not block."""
    if not g.options.limited_straits:
        return None
    waters = {area for s in (here, there) for area in g.ground.seas[s]}
    if any(supply_blocked(g, area, power) is None for area in waters):
        return None
    return No("13.6.1", "enemies block the waters of the strait")


def _destinations(lines: Lines, start: int, wanted: Iterable[int]) -> list[int]:
    """Those of the wanted hexes that a resource of a hex reaches by rail, over one strait at most."""
    first = {lines.group[start]} if start in lines.group else set(lines.ends.get(start, ()))
    reached = first.union(*(lines.over.get(n, ()) for n in first))
    return [
        s
        for s in wanted
        if s == start or (lines.group[s] in reached if s in lines.group else not reached.isdisjoint(lines.ends.get(s, ())))
    ]


# --- over the sea -------------------------------------------------------------------------------------------------------------


@rule("13.6.1")
def convoy_points(g: War, area: int, powers: Iterable[int], *, oil: bool | None = None) -> int:
    """Convoy points of some powers in a sea area. `oil`: with option 7 only tankers, or only the others (22.16)."""
    mine = set(powers)
    boxes = g.ground.sections[area]
    there = [u for box in boxes for u in ships_at(g, box) if g.units.power[u] in mine]
    if oil is not None and g.options.convoys_in_flames:
        there = [u for u in there if bool(g.units.tanker[u]) == oil]
    return sum(points_in(g, u) or (g.units.points[u] if _carries(g, u) else 0) for u in there)


def _carries(g: War, unit: int) -> bool:
    return bool(g.units.counter[unit] != NOWHERE and g.roster.naval[unit] and g.units[unit].sheet.points)


def lenders_to(g: War, power: int) -> list[int]:
    """Powers that have promised a power something this turn."""
    return [g.lent[n] for n in range(0, len(g.lent), 4) if g.lent[n + 1] == power]


def borrowers_from(g: War, power: int) -> list[int]:
    return [g.lent[n + 1] for n in range(0, len(g.lent), 4) if g.lent[n] == power]


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
    return sum(g.lent[n + 2] for n in range(0, len(g.lent), 4) if (g.lent[n], g.lent[n + 1]) == (USA, power))


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
        """What goes through sea areas (`sea`, `ally`; in tankers OIL before it) or ports (`out`, `in`), or leaves a hex."""
        kinds = (what, OIL + what) if what in ("resource", "out", "in") else (what,)
        found: dict[int, int] = {}
        for kind, n in self.haul.names:
            amount = self.haul.through((kind, n)) if kind in kinds else 0
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
) -> Routing:
    """Bring resources to factories: by rail, or by rail to a port, over a chain of sea areas with convoys, and by rail again.

    `spent`: what others of the side have used already of ports and convoys. `shut`: sea areas the player keeps his goods out of.
    `sources` and `wanted`: other goods on the same ways, build points for a friend (13.6.4), in convoys of `hauliers`; `oil`:
    they are saved oil. With option 7 oil goes over the sea in tankers and nothing else does (22.16).
    """
    used = dict(spent or {})
    infested = hexes_of_partisans(g, SIDE_OF_POWER[power])  # 13.1.3: nothing there is used
    factories = {s: n for s, n in (factory_hexes(g, power) if wanted is None else wanted).items() if s not in infested}
    resources = {s: n for s, n in (goods(g, power) if sources is None else sources).items() if s not in infested}
    if sources is None and g.powers.oil_kept[power]:
        resources = without_kept(g, power, resources)
    layers = {OIL if oil and g.options.convoys_in_flames else "": resources}
    if sources is None and g.options.convoys_in_flames:
        drums = {s: min(n, oil_at(g, s) + g.hexes.oil_freed[s]) for s, n in resources.items()}
        layers = {"": {s: n - drums[s] for s, n in resources.items()}, OIL: drums}
    wants = {("factory", s): n for s, n in factories.items()}
    while True:
        ways: list[Way[Place]] = []
        most: dict[Place, int] = {}
        given: dict[Place, int] = {}
        for layer, there in layers.items():
            load = {s: n for s, n in there.items() if n}
            given |= {(layer + "resource", s): n for s, n in load.items()}
            _lay_ways(g, power, layer, load, factories, used, shut, hauliers if sources is not None else None, ways, most)
        plan = Routing(power, factories, resources, haul(given, wants, ways, most))
        laden = [(kind, s, n) for kind in ("out", "in") for s, n in plan.used(kind).items()]
        full = [(kind, s) for kind, s, n in laden if _too_much(g, used, kind, s, n)]
        if not full or len(layers) == 1:
            return plan
        for kind, s in full:  # goods and oil share a minor port: what oil has too much goes another way
            used[OIL + kind, s] = used.get((kind, s), 0) + plan.haul.through((kind, s))


OIL = "oil "  # before the kind of a place: the way of oil in tankers
SHIPPED = ("out", "in", "ally", "sea", OIL + "ally", OIL + "sea")  # kinds of places in g.shipped


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
    ports = [s for s in harbours(g) if passable[s] and not closed_port(g, s)]
    own_goods = hauliers is None

    def node(kind: str, place: int) -> Place:
        return layer + kind, place

    def room(kind: str, port: int) -> int:
        return max(MINOR_PORT_TRADE - used.get(node(kind, port), used.get((kind, port), 0)), 0)

    quays_used: set[int] = set()
    for start in resources:
        dear = KEEP_OIL if g.options.oil and own_goods and ground.oil[start] and not ground.resources[start] else 0
        ways += [Way(node("resource", start), ("factory", s), price=dear) for s in _destinations(lines, start, factories)]
        if ore_stopped(g, power, start):
            continue
        quays = set(_destinations(lines, start, ports))
        if ground.seas[start] and ground.port[start] == NO_PORT:
            quays.add(start)  # from the coast as from a minor port
        ways += [Way(node("resource", start), node("out", s), price=1 + dear) for s in quays]
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
    inland = lines if not road_closed(g, power) else rail_lines(g, power, without=BURMA_ROAD)
    for s in ports if quays_used else ():
        ends = _destinations(inland, s, factories)
        if not ends:
            continue
        if ground.port[s] != MAJOR_PORT:
            most[node("in", s)] = room("in", s)
        ways += [Way(node("past", area), node("in", s)) for area in ground.seas[s]]
        ways += [Way(node("in", s), ("factory", end), price=1) for end in ends]


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
