"""7.6.1, 8.3.3, 8.5.5, 8.7, 22.3.3: units that go by sea in strategic movement: who may, with which Fleet, who sails along, and
how they travel on once they are ashore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import NEUTRAL, USA
from grognard.titles.tw.rules.air_support import transfer
from grognard.titles.tw.rules.airbases import hops, may_base, offensive_range, slots
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.holds import fits
from grognard.titles.tw.rules.homelands import at_home
from grognard.titles.tw.rules.oil import dry
from grognard.titles.tw.rules.rail import goal_price, land_ways, may_stratmove, smp_price, strategic_ways
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.sea_roads import sea_roads, strange_shores
from grognard.titles.tw.rules.seas import RANGE, free_berths, ships_at
from grognard.titles.tw.rules.shipping import (
    GO,
    POINT,
    Flotilla,
    flies_over,
    gather,
    move_ship,
    needs_berth,
    partners,
    points,
    purse,
    spend_from,
    spend_points,
)
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED
from grognard.titles.tw.rules.stacking import overstacked, with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.travel import beside_enemies
from grognard.titles.tw.rules.units import air_at, friends_in, hex_sides, patron_of
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import FORTRESS, NONE, PASS_TURN, SUMMER, Hex, Unit, War, turn_of

STRATEGIC = 8  # bit of Unit.moved, as in rail.py
AMERICAN_TROOPS = turn_of(1942, SUMMER)  # 22.3.3
UNLIMITED = 98


class Convoy(Subject, frozen=True):
    """A power that moves by sea: what it has paid for already (8.2.1: ships of one port go to another for one point)."""

    power: int
    paid: tuple[tuple[int, int], ...] = ()


class Passage(Subject, frozen=True):
    """A unit that looks for a passage."""

    unit: Annotated[int, Unit]


class Onward(Subject, frozen=True):
    """A unit that has come ashore and may travel on."""

    unit: Annotated[int, Unit]


STAY: Act[War, Any, None] = word("stay", "8.3.3", "It stays there")


@rule("8.3.3", "8.5.5")
def may_ferry(g: War, convoy: Convoy, unit: int) -> No | None:
    """Whether a unit can look for a Fleet, and who pays."""
    no = may_go_aboard(g, convoy, unit)
    if no is not None:
        return no
    at = g.units.at[unit]
    if purse(g, convoy.power, at, flies=flies_over(g, unit)) < fare(g, unit):
        return No("8.5.5" if at == g.board.space("us_box") else "8.4", "too few strategic movement points are left")
    return None if passages(g, unit) else No("8.3.3", "no Fleet and harbour serve it")


@rule("8.3.3", "8.1.1", "8.8", "22.3.3", "22.1")
def may_go_aboard(g: War, convoy: Convoy, unit: int) -> No | None:
    """Whether a unit can travel by sea at all: by the rules of strategic movement, or out of a box."""
    known = g.roster
    if g.units.at[unit] < 0 or known.kinds[unit] > Kind.NAC or known.patrons[unit] != convoy.power:
        return No("8.3.3", "it is no ground or air unit of this power")
    if g.units.aboard[unit] >= 0:
        return No("8.3.3", "it travels with its carrier")
    if known.sides[unit] != g.side:
        return No("8.1.3", "it is not at war")
    at = g.units.at[unit]
    if g.ground.box[at]:
        if g.nations.effort[convoy.power] == PASS_TURN:
            return No("4.5", "no strategic movement on a Pass")
        if not g.units.active[unit]:
            return No("4.0", "no effort activates it")
        if g.units.moved[unit] & STRATEGIC:
            return No("8.1", "it has moved this way")
        if g.board.ids[at] == "us_box" and known.ground[unit] and g.turn < AMERICAN_TROOPS:
            return No("22.3.3", "no American troops before Summer 1942")
        if g.board.ids[at] == "urals_box":
            return No("8.8.2", "the Urals are left by land")
    else:
        return may_stratmove(g, unit)
    return None


def fare(g: War, unit: int) -> int:
    """Half points for a unit and the Fleet that carries it."""
    at = g.units.at[unit]
    return POINT + (smp_price(g, unit, at) if g.ground.land[at] else (1 if g.units.depleted[unit] else POINT))


@rule("4.0", "7.0", "24.1")
@derived(
    "units.at", "units.design", "units.flag", "units.depleted", "units.moved", "units.missions", "units.dry", "units.active",
    "nations.side", "turn", "side",
)  # fmt: skip
def ferries(g: War, side: int) -> list[tuple[int, int]]:
    """Whole, active Fleets of a side that have done nothing this turn, with their ports; of one nation in a port the first."""
    known, units = g.roster, g.units
    found: dict[tuple[int, int], int] = {}
    for u in known.naval:
        free = not (units.dry[u] == g.player_turn or units.depleted[u] or units.moved[u] & STRATEGIC or units.missions[u])
        fleet = known.kinds[u] == Kind.FLEET and known.sides[u] == side and units.at[u] >= 0
        if fleet and free and units.active[u] and not g.ground.sea[units.at[u]]:
            found.setdefault((units.at[u], known.nations[u]), u)
    return [(u, place) for (place, _), u in found.items()]


@rule("8.3.3", "8.7", "8.1.1", "7.6.1")
def passages(g: War, unit: int) -> list[tuple[int, int]]:
    """(Fleet, harbour) pairs for a unit: whole Fleets of its side in its port, in one it reaches over land, for aircraft in one
    they can fly to; within 12 areas, to harbours away from enemy units."""
    known, at = g.roster, g.units.at[unit]
    reach = {at} if g.ground.box[at] else {at, *strategic_ways(g, unit), *_flights(g, unit)}
    net = lines(g, g.side).network if g.side < NEUTRAL else None
    beside, works = beside_enemies(g, known.sides[unit]), g.hexes.works
    strange = strange_shores(g, known.nations[unit])
    found = []
    for fleet, place in ferries(g, known.sides[unit]):
        if place not in reach:
            continue
        roads = [s for s in sea_roads(g, known.nations[fleet], place, RANGE) if s != at and s not in strange]
        dry = [s for s in roads if g.ground.land[s] and net is not None and net.reached[s]]
        if known.ground[unit]:
            room = with_room(g, [s for s in dry if works[s] == FORTRESS or not beside[s]], unit)
        else:
            room = [s for s in dry if may_base(g, s, unit) is None]
        found += [(fleet, s) for s in roads if s in room or g.ground.box[s]]
    return found


@rule("8.3.3", "8.3.1")
def _flights(g: War, unit: int) -> list[int]:
    """Ports that an aircraft can fly to before it goes aboard."""
    if g.roster.kinds[unit] <= Kind.PART:
        return []
    return [s for s in hops(g, unit, None, 2 * offensive_range(g, unit)) if g.ground.port[s]]


@rule("7.6.1", "8.3.3", "8.2.1")
def ferry(g: War, convoy: Convoy, unit: int) -> Flow[None]:
    """A unit goes aboard a Fleet, and the Fleet sails"""
    passage = Passage(unit)
    yield from menu(g, g.seat(g.side), "{0} goes by sea", passage, STAYING, TAKING, rule="8.3.3", named=(g.units[unit],))


@rule("8.3.3", "7.8")
def may_guard(g: War, power: int, fleet: int, ship: int, spent: int) -> No | None:
    """Whether a ship sails along with a Fleet that carries units or aid: out of the same port, whole, active and idle, for a
    point of strategic movement."""
    units, known = g.units, g.roster
    if ship == fleet or units.at[ship] != units.at[fleet] or known.kinds[ship] not in NAVAL or known.sides[ship] != g.side:
        return No("7.8", "a naval force sails out of one port")
    if patron_of(g, ship) not in partners(g, power):
        return No("8.7", "it belongs to another power")
    if units.depleted[ship] or units.supply[ship] == NONE or dry(g, ship):
        return No("7.10", "it is depleted, out of supply or without oil")
    if not units.active[ship] or units.moved[ship] & STRATEGIC or units.missions[ship] & (SAILED | LAUNCHED):
        return No("7.0", "it is not active, or has sailed this turn")
    return None if purse(g, power, units.at[fleet]) >= spent + POINT else No("8.4", "no strategic movement points are left")


def convoy_of(g: War, power: int, fleet: int, what: str) -> Flow[list[int]]:
    """The Fleet that carries something, and the ships that sail along, each for a point"""
    origin = g.units.at[fleet]

    def able(force: list[int]) -> list[int]:
        spent = POINT * (len(force) - 1)
        return [u for u in ships_at(g).get(origin, ()) if u not in force and may_guard(g, power, fleet, u, spent) is None]

    force = yield from gather(g, g.seat(g.side), what, [fleet], able, "8.3.3")
    spend_from(g, power, origin, POINT * (len(force) - 1))
    for u in force:
        g.units[u].moved = g.units.moved[u] | STRATEGIC
    return force


@rule("8.3.3", "1.2")
def may_board(g: War, power: int, unit: int, fleet: int, goal: int, aboard: list[int]) -> No | None:
    """Whether one more unit goes along in the hold of a Fleet: a depleted one or a piece, beside others of these in its port,
    for the points of a unit."""
    if unit in aboard or g.units.at[unit] != g.units.at[fleet]:
        return No("8.3.3", "it does not stand in the port of the Fleet")
    if not fits(g, (*aboard, unit)):
        return No("8.3.3", "a Fleet carries one whole unit, two depleted ones or three pieces")
    no = may_go_aboard(g, Convoy(power), unit)
    if no is not None:
        return no
    if purse(g, power, g.units.at[unit], flies=flies_over(g, unit)) < fare(g, unit) - POINT:
        return No("8.4", "too few strategic movement points are left")
    if g.ground.land[goal] and g.roster.ground[unit]:
        no = None if inland(g, goal, unit) else _crowd(g, goal, [*(u for u in aboard if g.roster.ground[u]), unit])
    elif g.ground.land[goal]:
        flown = sum([1 for u in aboard if not g.roster.ground[u]])
        if flown + len(air_at(g).get(goal, ())) >= sum(slots(g, goal)):
            no = No("11.1", "the airfields there have no room for it as well")
    if no is not None:
        return no
    return None if (fleet, goal) in passages(g, unit) else No("8.3.3", "it finds no harbour with room there")


def _crowd(g: War, goal: int, units: Sequence[int]) -> No | None:
    """Why units cannot stand in a hex together with those that are there."""
    there = [u for u in friends_in(g, goal, g.roster.sides[units[0]]) if g.units.aboard[u] < 0 and u not in units]
    return overstacked(g, goal, [*there, *units])


def inland(g: War, port: int, unit: int) -> list[int]:
    """Hexes beside a port where a unit that finds it full can travel on to."""
    side, sides, beside = g.roster.sides[unit], hex_sides(g), beside_enemies(g, g.roster.sides[unit])
    near = [s for s in g.ground.steps[port] if sides[s] == side and not beside[s] and g.ground.terrain[s] != SWAMP]
    return [s for s in with_room(g, near, unit) if at_home(g, s, unit)]


def board(g: War, unit: Unit, fleet: Unit, fleet_points: int) -> None:
    """A unit pays, with so many points for the Fleet, and goes aboard."""
    power = patron_of(g, unit.index)
    price = fare(g, unit.index) - POINT + fleet_points
    spend_from(g, power, unit.at, price, flies=flies_over(g, unit.index))
    unit.moved = unit.moved | STRATEGIC


def take_passage(g: War, passage: Passage, pair: tuple[int, int]) -> Flow[None]:
    """The voyage of a Fleet with a unit aboard, or with several depleted ones or pieces; all stay where it ends, but the units
    may travel on over land"""
    fleet, goal = g.units[pair[0]], pair[1]
    unit = g.units[passage.unit]
    power, paid = patron_of(g, unit.index), {unit.index: fare(g, unit.index) - POINT}
    board(g, unit, fleet, POINT)
    origin, home = fleet.at, unit.at
    way = sea_roads(g, g.roster.nations[fleet.index], origin, RANGE)[goal]
    if not g.roster.ground[unit.index] and home != origin and not (yield from _flies_to(g, unit, origin)):
        return
    unit.at, unit.aboard = origin, fleet.index
    company = yield from embark(g, power, fleet, goal, [unit.index], paid)
    what = f"a convoy from {g.board.label(origin)} to {g.board.label(goal)}"
    force = (yield from convoy_of(g, power, fleet.index, what)) if way else [fleet.index]
    fleet.moved = fleet.moved | STRATEGIC
    voyage = Voyage(Force(g.side, list(force), cargo=True), origin, way, what, list(company), reach=UNLIMITED)
    through = (yield from sail(g, voyage)) if way else True
    arrived = [u for u in company if g.units.at[u] >= 0 and through and (not way or u in voyage.aboard)]
    for u in voyage.force.ships if arrived else ():
        if g.units.at[u] == origin and free_berths(g, goal) >= int(needs_berth(g, u)):
            move_ship(g, g.units[u], goal)
    for u in company:
        row = g.units[u]
        row.aboard = -1
        if u in arrived:
            row.at = goal
            g.say("{} arrives at {}", row, g.hexes[goal], rule="8.3.3")
            crowded = g.ground.land[goal] and g.roster.ground[u] and _crowd(g, goal, [u]) is not None
            yield from travel_on(g, row, paid[u], crowded=crowded)
        elif row.at >= 0 and row.at == origin:
            row.at = home if u == unit.index else origin


def _why_aboard(power: int, fleet: int, goal: int, company: list[int], g: War, unit: int) -> No | None:
    return may_board(g, power, unit, fleet, goal, company)


@rule("8.3.3")
def embark(g: War, power: int, fleet: Unit, goal: int, company: list[int], paid: dict[int, int]) -> Flow[list[int]]:
    """More depleted units or pieces of the port go aboard the same Fleet; what each has paid"""
    while True:
        there = [u for u, at in enumerate(g.units.at) if at == fleet.at and g.roster.patrons[u] == power]
        able = [u for u in there if may_board(g, power, u, fleet.index, goal, company) is None]
        if not able:
            return company
        along = one_of(
            "with", "8.3.3", "{0} goes aboard too", Unit, able, "it is not in the port of the Fleet, or has no room",
            why=partial(_why_aboard, power, fleet.index, goal, company),
        )  # fmt: skip
        words = f"More aboard {fleet.label}?"
        choice, _ = yield from menu(g, g.seat(g.side), words, Flotilla((fleet.index, *company)), GO, along, rule="8.3.3")
        if choice.verb == "go":
            return company
        row = choice.arg
        paid[row.index] = fare(g, row.index) - POINT
        board(g, row, fleet, 0)
        row.aboard = fleet.index
        company = [*company, row.index]


@rule("8.3.3", "8.3.2")
def _flies_to(g: War, unit: Unit, port: int) -> Flow[bool]:
    """An aircraft flies to the port of its Fleet; it may be met on the way"""
    arrives = yield from transfer(g, unit.index, port, None, 2 * offensive_range(g, unit.index))
    return arrives and g.units.at[unit.index] >= 0


@rule("7.6.1", "8.3.3", "8.1.1", "8.5.2", "8.5.3")
def onward(g: War, unit: int, paid: int) -> list[int]:
    """Where a unit that has landed can travel on to, by the rules of strategic movement over land; aircraft to a city or an
    airbase. What it has paid counts: dear country costs the rest."""
    at = g.units.at[unit]
    if not g.ground.land[at]:
        return []
    ways, power = land_ways(g, unit), patron_of(g, unit)
    goals = [s for s in ways if s != at]
    if g.roster.ground[unit]:
        goals = [s for s in with_room(g, goals, unit) if at_home(g, s, unit)]
    else:
        goals = [s for s in goals if (g.ground.city[s] or g.hexes.airbase[s] >= 0) and may_base(g, s, unit) is None]
    left = points(g, power) + paid
    return [s for s in goals if goal_price(g, unit, s, ways) <= left]


@rule("7.6.1", "8.3.3")
def travel_on(g: War, unit: Unit, paid: int, *, crowded: bool = False) -> Flow[None]:
    """Once ashore the unit may travel on; where it finds the harbour full it must"""
    goals = onward(g, unit.index, paid)
    if not goals:
        return
    act = one_of("onward", "8.3.3", "On to {0}", Hex, goals, "no way leads there, no room is there, or it costs too many points")
    acts = (act,) if crowded else (STAY, act)
    choice, _ = yield from menu(g, g.seat(g.side), "{0} travels on", Onward(unit.index), *acts, rule="8.3.3", named=(unit,))
    if choice.verb == "onward":
        space = choice.arg.index
        price = goal_price(g, unit.index, space, land_ways(g, unit.index))
        spend_points(g, patron_of(g, unit.index), max(price - paid, 0))
        unit.at = space
        g.say("{} travels on to {}", unit, choice.arg, rule="8.3.3")


def travellers(g: War, convoy: Convoy) -> list[int]:
    """Ground and air units of a power on the board, while it has points."""
    known = g.roster
    if points(g, convoy.power) < POINT and convoy.power != USA:
        return []
    rows = enumerate(zip(g.units.at, known.patrons, known.sides, known.kinds))
    return [u for u, (at, p, s, k) in rows if at >= 0 and p == convoy.power and s == g.side and k <= Kind.NAC]


STAYING: Act[War, Passage, None] = Act("stay", "8.3.3", "Stay", do=lambda g, s, _: None)
TAKING: Act[War, Passage, tuple[int, int]] = Act(
    "passage", "8.3.3", "With {0} to {1}", takes=(Unit, Hex), rolls=True, listed=lambda g, s: passages(g, s.unit),
    may=lambda g, s, c: None if tuple(c) in passages(g, s.unit) else No("8.3.3", "no such Fleet and harbour serve it"),
    do=take_passage,
)  # fmt: skip
FERRYING: Act[War, Convoy, int] = Act(
    "ferry", "8.3.3", "{0} goes by sea", group="Units go by sea", takes=Unit, among=travellers, may=may_ferry, do=ferry
)  # fmt: skip
