"""7.6, 8.2 to 8.3.3, 8.5.1, 8.5.5, 8.7, 8.8: strategic movement by sea and to the boxes: ships change their base, carry units,
go round the Cape; troops leave the Urals, and industry goes there (14.6.1). Grants of NARFs are in grants.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import BRITAIN, NEUTRAL, ORDER, USA, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.grants import GRANTING, LENDING, OPENING_PERSIA, RELAYING, Treasury
from grognard.titles.tw.rules.logistics import crossing_level, powers
from grognard.titles.tw.rules.money import MOVABLE, Industry, industries, pay
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.outposts import may_land_in_azores
from grognard.titles.tw.rules.rail import domains, may_stratmove, smp_price, strategic_ways
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.seas import (
    RANGE,
    SAILING,
    aircraft_aboard,
    controlled,
    free_berths,
    harbours_in_reach,
    patrolled,
    port_spaces,
)
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.task_forces import told
from grognard.titles.tw.rules.travel import smp_left
from grognard.titles.tw.rules.units import hex_sides, patron_of
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import PASS_TURN, SUMMER, Hex, Unit, War, turn_of

POINT = 2  # a point of strategic movement, in halves
STRATEGIC = 8  # bit of Unit.moved, as in rail.py
AMERICAN_TROOPS = turn_of(1942, SUMMER)  # 22.3.3
INDUSTRY_POINTS = 2  # 14.6.1
UNLIMITED = 98
FAR_BOXES = ("south_africa_box", "india_box", "italian_east_africa_box", "azores_box")


class Convoy(Subject, frozen=True):
    """A power that moves by sea: what it has paid for already (8.2.1: ships of one port go to another for one point)."""

    power: int
    paid: tuple[tuple[int, int], ...] = ()


class Passage(Subject, frozen=True):
    """A unit that looks for a passage."""

    unit: Annotated[int, Unit]


# --- points (8.4, 8.5.5, 8.7) ---------------------------------------------------------------------------------------------------


@rule("8.7")
def partners(g: War, nation: int) -> list[int]:
    """Whose points a power can use: Britain and America share once both are at war."""
    if nation in (BRITAIN, USA) and all(g.nations.side[n] != NEUTRAL and not g.nations.surrendered[n] for n in (BRITAIN, USA)):
        return [nation, USA if nation == BRITAIN else BRITAIN]
    return [nation]


def points(g: War, nation: int) -> int:
    return sum([max(smp_left(g, n), 0) for n in partners(g, nation)])


def spend_points(g: War, nation: int, halves: int) -> None:
    """Take points from a power, then from its partner."""
    for n in partners(g, nation):
        part = min(max(smp_left(g, n), 0), halves)
        g.nations[n].smp -= part
        halves -= part


@rule("8.5.5")
def over_the_atlantic(g: War) -> int:
    """Half points left for the way from the US Box: five points and what was added, less what U-Boats took (`crossed` begins a
    turn with that) and what has crossed."""
    return POINT * (crossing_level(g) + boon(g, USA, "crossing")) - g.nations.crossed[USA]


# --- ways (7.6.3, 8.2.3, 8.8) ---------------------------------------------------------------------------------------------------


@derived()
def box_links(g: War) -> dict[int, list[int]]:
    """Spaces that strategic movement joins to a box."""
    bit = g.board.feature_bits.get("stratmove", 0)
    found: dict[int, list[int]] = {}
    for s in range(g.board.size):
        for b, border in g.board.neighbours[s]:
            if g.board.features[border] & bit:
                found.setdefault(s, []).append(b)
    america, cape = g.board.space("us_box"), g.board.space("south_africa_box")
    found.setdefault(america, []).append(cape)  # 8.5.1
    found.setdefault(cape, []).append(america)
    return found


@rule("8.2.1", "8.2.3", "7.6.3", "8.5.1", "8.8.4", "8.8.5", "8.8.6", "8.8.8", "8.8.1")
def sea_roads(g: War, nation: int, origin: int, far: int) -> dict[int, list[int]]:
    """Harbours and boxes that ships of a nation reach from a place in one turn, with the sea areas on the way; none through an
    area the enemy controls."""
    side = g.nations.side[nation]
    if side == NEUTRAL:
        return {}
    roads = all_roads(g, nation, origin, far)
    if not any(bits == 1 << 1 - side for bits in patrolled(g).values()):
        return roads
    return {goal: way for goal, way in roads.items() if not any(controlled(g, a, 1 - side) for a in way)}


@derived(*SAILING)
def all_roads(g: War, nation: int, origin: int, far: int) -> dict[int, list[int]]:
    """The same without a look at patrols."""
    found = dict(harbours_in_reach(g, nation, origin, far)) if not _far_box(g, origin) else {}
    side, links = g.nations.side[nation], box_links(g)
    near = [origin, *[s for s in g.ground.sea_ports[origin] if g.ground.sea[s]]]
    for place in near:
        for b in links.get(place, ()):
            if g.ground.sea[b]:
                for port in g.ground.sea_ports[b]:
                    if hex_sides(g)[port] == side and port != origin:
                        found.setdefault(port, [b])
            elif b != origin and ((b in port_spaces(g) and hex_sides(g)[b] == side) or _east_africa(g, b, nation)):
                found.setdefault(b, [place] if g.ground.sea[place] else [])
    return found


@rule("8.8.6", "23.41")
def _east_africa(g: War, box: int, nation: int) -> bool:
    """Britain reaches Italian East Africa by way of Suez or South Africa though Italy holds it; nobody else does."""
    if g.board.ids[box] == "azores_box":
        return may_land_in_azores(g, g.nations.side[nation])
    return g.board.ids[box] == "italian_east_africa_box" and nation == BRITAIN


def _far_box(g: War, space: int) -> bool:
    """Boxes that no sea area of the map touches."""
    return g.ground.box[space] and g.board.ids[space] in FAR_BOXES


# --- ships change their base (7.6.2, 8.2.1) -------------------------------------------------------------------------------------


@rule("7.6.2", "8.2.1", "12.6.3", "22.3.3")
def may_rebase(g: War, convoy: Convoy, ship: int, goal: int) -> No | None:
    """Whether a ship can change its base; ships of one port bound for the same port go together for one point."""
    if g.roster.kinds[ship] not in NAVAL or g.units.at[ship] < 0 or patron_of(g, ship) != convoy.power:
        return No("8.2.1", "it is no ship of this power in port")
    at = g.units.at[ship]
    if g.ground.sea[at]:
        return No("7.4", "it is on patrol")
    if dry(g, ship):
        return No("24.1", "it has no oil")
    if g.units.moved[ship] & STRATEGIC:
        return No("8.2.1", "it has moved this way")
    if g.roster.sides[ship] != g.side:
        return No("8.1.3", "it is not at war")
    if g.nations.effort[convoy.power] == PASS_TURN:
        return No("4.5", "no strategic movement on a Pass")
    if (at, goal) not in convoy.paid and points(g, convoy.power) < POINT:
        return No("8.4", "no strategic movement points are left")
    carrier = ship in aircraft_aboard(g) or g.roster.kinds[ship] == Kind.FLEET
    if carrier and free_berths(g, goal) < 1:
        return No("7.1", "the port is full")
    roads = sea_roads(g, g.roster.nations[ship], at, UNLIMITED)
    return None if goal in roads else No("8.2.1", "no way leads to that port in one turn")


@rule("8.2.1", "7.6.2")
def rebase(g: War, convoy: Convoy, pair: tuple[int, int]) -> Flow[None]:
    """A ship sails to its new base; it may be met on the way"""
    ship, goal = g.units[pair[0]], pair[1]
    origin = ship.at
    way = sea_roads(g, g.roster.nations[ship.index], origin, UNLIMITED)[goal]
    if (origin, goal) not in convoy.paid:
        spend_points(g, convoy.power, POINT)
    ship.moved = ship.moved | STRATEGIC
    through = True
    if way and not ship.depleted:
        before = ship.missions
        voyage = Voyage(Force(g.side, [ship.index]), origin, way, f"{ship.label} from {g.board.label(origin)}", reach=UNLIMITED)
        through = yield from sail(g, voyage)
        if ship.at >= 0:
            ship.missions = before
    if through and ship.at >= 0 and not g.ground.sea[ship.at]:
        move_ship(g, ship, goal)
        g.say("{} goes to {}", told(g, ship) if ship.task else ship, g.hexes[goal], rule="8.2.1")


def move_ship(g: War, ship: Unit, goal: int) -> None:
    """A ship and the aircraft it carries change their place."""
    for u, cv in enumerate(g.units.aboard):
        if cv == ship.index and g.units.at[u] >= 0:
            g.units[u].at = goal
    ship.at = goal


# --- ships carry units (7.6.1, 8.3.3) -------------------------------------------------------------------------------------------


@rule("8.3.3", "8.1.1", "8.8", "22.3.3", "8.5.5", "22.1")
def may_ferry(g: War, convoy: Convoy, unit: int) -> No | None:
    """Whether a unit can look for a Fleet: by the rules of strategic movement, or out of a box."""
    known = g.roster
    if g.units.at[unit] < 0 or known.kinds[unit] > Kind.JET_TAC or known.patrons[unit] != convoy.power:
        return No("8.3.3", "it is no ground or air unit of this power")
    if known.sides[unit] != g.side:
        return No("8.1.3", "it is not at war")
    at = g.units.at[unit]
    if g.ground.box[at]:
        if g.units.moved[unit] & STRATEGIC:
            return No("8.1", "it has moved this way")
        if g.board.ids[at] == "us_box" and known.ground[unit] and g.turn < AMERICAN_TROOPS:
            return No("22.3.3", "no American troops before Summer 1942")
        if g.board.ids[at] == "us_box" and over_the_atlantic(g) < 2 * POINT:
            return No("8.5.5", "no more can cross the Atlantic this turn")
        if g.board.ids[at] == "urals_box":
            return No("8.8.2", "the Urals are left by land")
    else:
        no = may_stratmove(g, unit)
        if no is not None:
            return no
    if points(g, convoy.power) < fare(g, unit):
        return No("8.4", "too few strategic movement points are left")
    return None if passages(g, unit) else No("8.3.3", "no Fleet and harbour serve it")


def fare(g: War, unit: int) -> int:
    """Half points for a unit and the Fleet that carries it."""
    at = g.units.at[unit]
    return POINT + (smp_price(g, unit, at) if g.ground.land[at] else (1 if g.units.depleted[unit] else POINT))


@derived(
    "units.at", "units.design", "units.flag", "units.depleted", "units.moved", "units.missions", "units.dry", "nations.side",
    "turn", "side",
)  # fmt: skip
def ferries(g: War, side: int) -> list[tuple[int, int]]:
    """Whole Fleets of a side that have done nothing this turn (7.0), with their ports; of one nation in a port the first."""
    known, units = g.roster, g.units
    found: dict[tuple[int, int], int] = {}
    for u in known.naval:
        free = not (units.dry[u] == g.player_turn or units.depleted[u] or units.moved[u] & STRATEGIC or units.missions[u])
        fleet = known.kinds[u] == Kind.FLEET and known.sides[u] == side and units.at[u] >= 0
        if fleet and free and not g.ground.sea[units.at[u]]:
            found.setdefault((units.at[u], known.nations[u]), u)
    return [(u, place) for (place, _), u in found.items()]


@rule("8.3.3", "8.7")
def passages(g: War, unit: int) -> list[tuple[int, int]]:
    """(Fleet, harbour) pairs for a unit: whole Fleets of its side in its port or in one it reaches over land, within 12 areas."""
    known, at = g.roster, g.units.at[unit]
    reach = {at, *strategic_ways(g, unit)} if g.ground.land[at] else {at}
    net = lines(g, g.side).network if g.side < NEUTRAL else None
    found = []
    for fleet, place in ferries(g, known.sides[unit]):
        if place not in reach:
            continue
        roads = [s for s in sea_roads(g, known.nations[fleet], place, RANGE) if s != at]
        dry = [s for s in roads if g.ground.land[s] and net is not None and net.reached[s]]
        room = with_room(g, dry, unit) if known.ground[unit] else [s for s in dry if g.ground.city[s]]
        found += [(fleet, s) for s in roads if s in room or g.ground.box[s]]
    return found


@rule("7.6.1", "8.3.3", "8.2.1")
def ferry(g: War, convoy: Convoy, unit: int) -> Flow[None]:
    """A unit goes aboard a Fleet, and the Fleet sails"""
    passage = Passage(unit)
    yield from menu(g, g.seat(g.side), "{0} goes by sea", passage, STAYING, TAKING, rule="8.3.3", named=(g.units[unit],))


def take_passage(g: War, passage: Passage, pair: tuple[int, int]) -> Flow[None]:
    """The voyage of a Fleet with a unit aboard; both stay where it ends"""
    fleet, goal = g.units[pair[0]], pair[1]
    unit = g.units[passage.unit]
    power = patron_of(g, unit.index)
    price = fare(g, unit.index)
    spend_points(g, power, price)
    if g.board.ids[unit.at] == "us_box":
        g.nations[USA].crossed += price
    origin = fleet.at
    way = sea_roads(g, g.roster.nations[fleet.index], origin, RANGE)[goal]
    home = unit.at
    unit.at, unit.aboard = origin, fleet.index
    unit.moved, fleet.moved = unit.moved | STRATEGIC, fleet.moved | STRATEGIC
    what = f"a convoy from {g.board.label(origin)} to {g.board.label(goal)}"
    voyage = Voyage(Force(g.side, [fleet.index], cargo=True), origin, way, what, [unit.index], reach=UNLIMITED)
    through = (yield from sail(g, voyage)) if way else True
    unit.aboard = -1
    if unit.at >= 0 and through and (not way or unit.index in voyage.aboard):
        unit.at = goal
        g.say("{} arrives at {}", unit, g.hexes[goal], rule="8.3.3")
        if fleet.at == origin and free_berths(g, goal) > 0:
            move_ship(g, fleet, goal)
    elif unit.at >= 0:
        unit.at = home


# --- the Urals (8.8.2, 14.6.1) --------------------------------------------------------------------------------------------------


@rule("8.8.2")
def may_emerge(g: War, unit: int) -> No | None:
    """Whether a Soviet unit can leave the Urals by land."""
    if g.units.at[unit] != g.board.space("urals_box"):
        return No("8.8.2", "it is not in the Urals")
    if g.units.moved[unit] & STRATEGIC:
        return No("8.1", "it has moved this way")
    if smp_left(g, USSR) < POINT:
        return No("8.4", "no strategic movement points are left")
    return None if from_the_urals(g, unit) else No("8.8.2", "no way leads west")


def may_emerge_at(g: War, unit: int, space: int) -> No | None:
    no = may_emerge(g, unit)
    if no is not None:
        return no
    return None if space in from_the_urals(g, unit) else No("8.8.2", "it cannot go there")


def from_the_urals(g: War, unit: int) -> list[int]:
    """Soviet cities that are joined to the eastern edge of the map; aircraft need them too."""
    side, urals = g.nations.side[USSR], g.board.space("urals_box")
    if side == NEUTRAL:
        home = [s for s in g.ground.homeland["ussr"] if g.ground.city[s] and g.hexes.holder[s] == USSR]
    else:
        part, members = domains(g, side, frozenset(), True, False)
        doors = {part[b] for b in box_links(g).get(urals, ()) if part[b]}
        home = list({s for p in doors for s in members[p] if g.ground.city[s]})
    return with_room(g, sorted(home), unit) if g.roster.ground[unit] else sorted(home)


def emerge(g: War, convoy: Convoy, pair: tuple[int, int]) -> None:
    unit = g.units[pair[0]]
    g.nations[USSR].smp -= POINT
    unit.at, unit.moved = pair[1], unit.moved | STRATEGIC
    g.say("{} comes from the Urals to {}", unit, g.hexes[pair[1]], rule="8.8.2")


@rule("14.6.1", "8.8.2")
def may_evacuate(g: War, space: int) -> No | None:
    """Whether the industry of a Soviet city can be moved to the Urals: after a German attack, in supply, for half its value and
    two points."""
    city = next((c for c in industries(g) if c.space == space and c.owner == USSR), None)
    if city is None or city.key not in MOVABLE:
        return No("14.6.1", "no industry there can be moved")
    row = g.nations[USSR]
    if g.barbarossa < 0 or g.soviets_struck:
        return No("14.6.1", "only after a German declaration of war")
    if row.urals >> MOVABLE.index(city.key) & 1:
        return No("14.6.1", "its industry is in the Urals")
    if (
        hex_sides(g)[space] != row.side
        or row.side == NEUTRAL
        or not lines(g, row.side).network.reached[space] & lines(g, row.side).full.get(USSR, 0)
    ):
        return No("14.6.1", "the city is not Soviet and in supply")
    if smp_left(g, USSR) < POINT * INDUSTRY_POINTS:
        return No("14.6.1", "it takes two strategic movement points")
    price = removal_price(g, city)
    return No("14.6.1", f"it costs {price} NARFs") if row.narfs < price else None


@rule("14.6.1", "28.2.3")
def removal_price(g: War, city: Industry) -> int:
    """NARFs for moving the industry of a city: half its value, 2 with a Variant."""
    return 2 if boon(g, USSR, "evacuation") else city.value // 2


@rule("14.6.1")
def evacuate(g: War, space: int) -> None:
    """Machines go east: the city is worth nothing to a conqueror's victim any longer."""
    city = next(c for c in industries(g) if c.space == space)
    row = g.nations[USSR]
    pay(g, USSR, removal_price(g, city))
    row.smp -= POINT * INDUSTRY_POINTS
    row.urals = row.urals | 1 << MOVABLE.index(city.key)
    g.say("the industry of {} goes to the Urals", g.hexes[space], rule="14.6.1")


# --- the segment ----------------------------------------------------------------------------------------------------------------


@rule("3.8", "8.2", "8.1.4", "14.8")
def sea_movement(g: War) -> Flow[None]:
    """Strategic movement by sea and grants, the poorest power first: units, then ships"""
    own = [n for n in powers(g) if g.nations.side[n] == g.side]
    for power in sorted(own, key=lambda n: (g.nations.narfs[n], ORDER.index(n))):
        convoy = Convoy(power)
        while True:
            choice, _ = yield from menu(
                g, g.seat(g.side), "{0}: strategic movement by sea", convoy, DONE, FERRYING, REBASING, EMERGING, EVACUATING,
                rule="8.2", named=(g.nations[power],),
            )  # fmt: skip
            if choice.verb == "done":
                break
            if choice.verb == "rebase":
                ship = choice.args[0]
                convoy = Convoy(power, (*convoy.paid, (ship.at, choice.args[1].index)))
        treasury = Treasury(power)
        while g.campaign:
            choice, _ = yield from menu(
                g, g.seat(g.side), "{0}: grants of NARFs", treasury, FINISHED, GRANTING, LENDING, RELAYING, OPENING_PERSIA,
                rule="14.8", named=(g.nations[power],),
            )  # fmt: skip
            if choice.verb == "done":
                break


def _ships(g: War, convoy: Convoy) -> list[tuple[int, int]]:
    """Ships of a power and the ports they could go to; of ships alike in one port the first stands for all."""
    known, seen, found = g.roster, set(), []
    if points(g, convoy.power) < POINT and not convoy.paid:
        return []
    for u in known.naval:
        at = g.units.at[u]
        key = at, known.nations[u], known.kinds[u], g.units.depleted[u], g.units.moved[u] & STRATEGIC
        if at < 0 or known.patrons[u] != convoy.power or known.sides[u] != g.side or g.ground.sea[at] or key in seen:
            continue
        seen.add(key)
        found += [(u, goal) for goal in sea_roads(g, known.nations[u], at, UNLIMITED)]
    return found


def _own(g: War, convoy: Convoy) -> list[int]:
    known = g.roster
    if points(g, convoy.power) < POINT:
        return []
    rows = enumerate(zip(g.units.at, known.patrons, known.sides, known.kinds))
    return [u for u, (at, p, s, k) in rows if at >= 0 and p == convoy.power and s == g.side and k <= Kind.JET_TAC]


DONE: Act[War, Convoy, None] = Act("done", "8.2", "Done", do=lambda g, s, _: None)
FINISHED: Act[War, Treasury, None] = Act("done", "14.8", "No more grants", do=lambda g, s, _: None)
FERRYING: Act[War, Convoy, int] = Act(
    "ferry", "8.3.3", "{0} goes by sea", group="Units go by sea", takes=Unit, among=_own, may=may_ferry, do=ferry
)  # fmt: skip
REBASING: Act[War, Convoy, tuple[int, int]] = Act(
    "rebase", "8.2.1", "{0} goes to {1}", group="Ships change their base", takes=(Unit, Hex), among=_ships, rolls=True,
    may=lambda g, s, c: may_rebase(g, s, *c), do=rebase,
)  # fmt: skip
EMERGING: Act[War, Convoy, tuple[int, int]] = Act(
    "emerge", "8.8.2", "{0} comes from the Urals to {1}", group="Out of the Urals", takes=(Unit, Hex),
    who=lambda g, s: None if s.power == USSR else No("8.8.2", "the Urals are Soviet"),
    among=lambda g, s: [(u, c) for u in _own(g, s) if may_emerge(g, u) is None for c in from_the_urals(g, u)],
    may=lambda g, s, c: may_emerge_at(g, *c),
    do=emerge,
)  # fmt: skip
EVACUATING: Act[War, Convoy, int] = Act(
    "evacuate", "14.6.1", "Move the industry of {0} to the Urals", group="Industry to the Urals", takes=Hex,
    who=lambda g, s: None if s.power == USSR else No("14.6.1", "only the Soviets move industry"),
    among=lambda g, s: [c.space for c in industries(g) if c.owner == USSR],
    may=lambda g, s, h: may_evacuate(g, h), do=lambda g, s, h: evacuate(g, h),
)  # fmt: skip
STAYING: Act[War, Passage, None] = Act("stay", "8.3.3", "Stay", do=lambda g, s, _: None)
TAKING: Act[War, Passage, tuple[int, int]] = Act(
    "passage", "8.3.3", "With {0} to {1}", takes=(Unit, Hex), rolls=True, listed=lambda g, s: passages(g, s.unit),
    may=lambda g, s, c: None if tuple(c) in passages(g, s.unit) else No("8.3.3", "no such Fleet and harbour serve it"),
    do=take_passage,
)  # fmt: skip
