"""Orders of land units in the Combat Movement Phase (8.2, 8.4, 9.5, 9.15, 12.2): attack, take along, clash, annex, board, land.

Where they can go is movement.py; ships are sea_orders.py, aircraft and rockets air_orders.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND, KIND, WITH
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules import amphibious, annexation, clashes, obstacles
from grognard.titles.gw36.rules.attacks import alike, is_target, joins
from grognard.titles.gw36.rules.bombers import no_target, shelling
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.crossings import crossing_between, may_cross
from grognard.titles.gw36.rules.holding import HOLDING, Found, listing, to_zone
from grognard.titles.gw36.rules.movement import (
    boarded_ally,
    land_advance,
    land_attack_reach,
    may_stay_out,
    path,
    room_for,
    transports_near,
    way_over,
)
from grognard.titles.gw36.rules.nations import first_refusal
from grognard.titles.gw36.rules.sea_orders import has_sisters
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.rules.units import enemy_units
from grognard.titles.gw36.state import ASSAULT, ATTACK, CLASH, Unit, War, Zone
from grognard.titles.gw36.subjects import Orders

BLITZ, PAIRS, TOWS, TOWED = WITH["blitz"], WITH["blitz_pair"] | WITH["blitz_pair_two"], WITH["tows"], WITH["towed"]
PAIRS_TWO = WITH["blitz_pair_two"]
ATTRITION_KINDS, ROCKET, NARROW = WITH["attrition"], KIND["strategic_rocket"], WITH["narrow_attack"]


# --- what can be ordered ------------------------------------------------------------------------


def orders_of(g: War, u: int) -> Found:
    """Every order of a land unit ashore, by verb."""
    unit, units = g.units[u], g.units
    kind, nation, at = unit.kind, unit.nation, unit.at
    found: Found = {"attack": [], "attack_by": []}
    for z, ways in sorted(land_advance(g, u, blitz=kind in BLITZ).into.items()):
        if is_target(g, nation, z) and joins(g, nation, z) is None:
            found["attack"].append(z)
            found["attack_by"] += [(via, z) for _, via in ways[1:]]  # 0.8: other borders, other zones to fall back on
    if found["attack"] and len(alike(g, u)) > 1:
        found["all"], found["all_by"] = list(found["attack"]), found["attack_by"]
    for crossing in g.board.geo.crossings_at.get(at, ()):
        z = crossing.b if crossing.a == at else crossing.a
        if z not in found["attack"] and may_attack_over(g, u, z) is None:
            found["attack"].append(z)
    found["annex"] = [z for z in annexation.zones(g, nation) if any(b == z for b, _ in g.board.geo.land[at])]
    found["clash"] = [z for z in clashes.zones(g, nation).get(at, ()) if clashes.may_clash(g, u, z) is None]
    _partner_orders(g, u, found)
    if kind in ATTRITION_KINDS:
        found["shell"] = [z for z, _ in g.board.geo.land[at] if enemy_units(g, z, nation)]
    found["load"] = [
        t for t in transports_near(g, at, acting(g)) if not units.spent[t] and not units.duty[t] and room_for(g, t, kind) is None
    ]
    return found


@rule("12.2", "9.5", "7.8")
def _partner_orders(g: War, u: int, found: Found) -> None:
    """A Motorized unit takes a towed one two zones; armor takes a paired unit through an empty enemy zone."""
    partners = _partners(g, u)
    if not partners:
        return
    zones = _far_targets(g, u)
    found["take"] = [(v, z) for z in zones for v in partners]
    pair = _pair(g, u)
    if pair:
        found["take_two"] = [(*pair, z) for z in zones]


def _partners(g: War, u: int) -> list[int]:
    """Whom a unit may take along: the first of each kind."""
    kind = g.units.kind[u]
    if kind not in TOWS and kind not in BLITZ:
        return []
    found: dict[int, int] = {}
    for v in _beside(g, u, TOWED if kind in TOWS else PAIRS):
        found.setdefault(g.units.kind[v], v)
    return list(found.values())


def _pair(g: War, u: int) -> tuple[int, ...]:
    """7.8: two units that go along with one."""
    found = _beside(g, u, PAIRS_TWO)[:2] if g.units.kind[u] in BLITZ else []
    return tuple(found) if len(found) == 2 else ()


def _far_targets(g: War, u: int) -> list[int]:
    """The zones two steps away that a unit can attack."""
    nation, at = g.units.nation[u], g.units.at[u]
    reach = land_attack_reach(g, u, blitz=g.units.kind[u] in BLITZ)
    return [
        z
        for z, (used, _) in sorted(reach.items())
        if z != at and used == 2 and is_target(g, nation, z) and joins(g, nation, z) is None
    ]


def _beside(g: War, u: int, wanted: frozenset[int]) -> list[int]:
    """Land units of some kinds that can go along with a unit."""
    units, nation = g.units, g.units.nation[u]
    return [
        v
        for v in g.units.stacks[units.at[u]]
        if units.kind[v] in wanted
        and units.nation[v] == nation
        and not (units.used[v] or units.spent[v] or units.duty[v])
        and units.carrier[v] < 0
        and not IS_AIR[units.kind[v]]
    ]


def landings(g: War, u: int) -> Found:
    """Cargo at sea goes ashore against an enemy (8.4, 9.8)."""
    shores = g.board.geo.coast[amphibious.landing_sea(g, u)]
    return {"assault": [z for z in shores if may_assault(g, u, z) is None]}


# --- the tests ------------------------------------------------------------------------


@rule("1.20")
def may_attack_over(g: War, u: int, zone: int) -> No | None:
    """Why a unit may not combat move over a narrow crossing: Marines only, no enemy ships, batteries or patrols, the limit."""
    if g.units.kind[u] not in NARROW:
        return No("1.20", "only Marines combat move over a narrow crossing")
    crossing = crossing_between(g, g.units.at[u], zone)
    if crossing is None:
        return No("1.20", "no narrow crossing there")
    if not is_target(g, g.units.nation[u], zone):
        return No("1.20", "no enemy zone")
    return first_refusal(may_cross(g, u, crossing), joins(g, g.units.nation[u], zone))


@rule("8.2", "8.1")
def may_attack(g: War, orders: Orders, zone: int) -> No | None:
    """Why a land unit does not attack a zone: no war, the way, what it may attack."""
    u = orders.unit
    unit = g.units[u]
    no = first_refusal(no_target(g, unit.nation, zone), joins(g, unit.nation, zone), may_stay_out(g, u, zone))
    if no is not None:
        return no
    if unit.carrier >= 0:
        return No("8.4", "it is aboard a transport: it goes ashore in an amphibious assault")
    if unit.kind == ROCKET:
        return No("7.8", "a rocket is fired, it does not attack")
    if not is_target(g, unit.nation, zone):
        return No("8.2", "land units attack land zones")
    if zone in land_advance(g, u, blitz=unit.kind in BLITZ).into:
        return None
    if any(zone in (c.a, c.b) for c in g.board.geo.crossings_at.get(unit.at, ())):
        return may_attack_over(g, u, zone)
    no = obstacles.on_land_to_attack(g, u, zone)
    return No("0.8", f"its movement does not lead into {g.zones[zone].label}") if no is None else no


@rule("8.2")
def may_attack_all(g: War, orders: Orders, zone: int) -> No | None:
    """Why all of a sort do not attack together: there is one, or a narrow crossing takes them one by one."""
    no = first_refusal(may_attack(g, orders, zone), has_sisters(g, orders.unit))
    if no is not None or zone in land_advance(g, orders.unit, blitz=g.units.kind[orders.unit] in BLITZ).into:
        return no
    return No("1.20", "units go over a narrow crossing one by one")


@rule("0.8", "8.2")
def may_attack_by(g: War, orders: Orders, way: tuple[int, int]) -> No | None:
    """Why a unit does not attack a zone out of another one."""
    via, zone = way
    u = orders.unit
    refusal = may_attack(g, orders, zone)
    if refusal is not None:
        return refusal
    ways = land_advance(g, u, blitz=g.units.kind[u] in BLITZ).into.get(zone, ())
    if any(over == via for _, over in ways[1:]):
        return None
    if any(over == via for _, over in ways):
        return No("0.8", "the plain attack goes that way, or another over the same border is shorter")
    return No("0.8", f"its movement does not lead through {g.zones[via].label} into {g.zones[zone].label}")


@rule("12.2", "9.5")
def may_take(g: War, orders: Orders, take: tuple[int, int]) -> No | None:
    """Why a unit does not take another along: who tows or blitzes, whom, and how far."""
    u, (v, zone) = orders.unit, take
    kind = g.units.kind[u]
    if kind not in TOWS and kind not in BLITZ:
        return No("12.2", "only Motorized Infantry tows, and only Medium and Heavy Armor blitzes with another")
    if v not in _partners(g, u):
        return No("12.2", "it takes a fresh unit of its zone and nation along that can go with it: the first of each kind")
    return may_go_far(g, orders, zone)


def may_go_far(g: War, orders: Orders, zone: int) -> No | None:
    """Why a pair does not attack a zone: it goes two zones far."""
    no = may_attack(g, orders, zone)
    if no is not None or zone in _far_targets(g, orders.unit):
        return no
    return No("12.2", "units are taken along two zones far; where it is one zone they go by themselves")


@rule("7.8")
def may_take_two(g: War, orders: Orders, take: tuple[int, int, int]) -> No | None:
    """Why a unit does not take two along."""
    u, (a, b, zone) = orders.unit, take
    if g.units.kind[u] not in BLITZ:
        return No("7.8", "only Medium and Heavy Armor blitzes with others")
    if (a, b) != _pair(g, u):
        return No("7.8", "the first two fresh units of its zone and nation that may pair go along")
    return may_go_far(g, orders, zone)


@rule("0.9")
def may_annex(g: War, orders: Orders, zone: int) -> No | None:
    """Why a unit does not annex a zone."""
    u = orders.unit
    nation, label = g.units.nation[u], g.zones[zone].label
    if not IS_LAND[g.units.kind[u]] or g.units.carrier[u] >= 0:
        return No("0.9", "land units annex, overland")
    if zone not in annexation.zones(g, nation):
        return No("0.9", f"{NAMES[nation]} may not annex {label} now")
    return None if any(b == zone for b, _ in g.board.geo.land[g.units.at[u]]) else No("0.9", f"{label} is not adjacent")


@rule("8.4", "9.7", "9.8")
def may_assault(g: War, u: int, zone: int) -> No | None:
    """Why cargo may not land in a zone to attack it."""
    unit = g.units[u]
    if unit.carrier < 0 or not IS_LAND[unit.kind]:
        return No("8.4", "it is not aboard a transport")
    geo, sea = g.board.geo, amphibious.landing_sea(g, u)
    if zone not in geo.coast[sea]:
        return No("8.4", "the zone is not on this sea")
    if (sea, zone) in geo.reefs:
        return No("9.8", "no amphibious assault over the reef")
    if not is_target(g, unit.nation, zone):
        return No("9.8", "no enemy zone")
    if boarded_ally(g, u):
        return No("8.4", "units on an ally's transport unload in their next turn")
    return first_refusal(amphibious.may_start_from(g, u), may_stay_out(g, u, zone), joins(g, unit.nation, zone))


@rule("8.4")
def may_board(g: War, u: int, transport: int) -> No | None:
    """Why a land unit may not go aboard a transport in Combat Movement."""
    if not IS_LAND[g.units.kind[u]] or g.units.carrier[u] >= 0:
        return No("8.4", "land units ashore go aboard in Combat Movement")
    if transport not in transports_near(g, g.units.at[u], acting(g)):
        return No("8.4", "no transport of the nations in turn lies there off this shore")
    if g.units.spent[transport] or g.units.duty[transport]:
        return No("8.4", "the transport has unloaded or has its orders")
    return room_for(g, transport, g.units.kind[u])


# --- carrying out ------------------------------------------------------------------------


@rule("8.4")
def load(g: War, u: int, transport: int) -> None:
    """A land unit goes aboard a transport on the shore."""
    unit = g.units[u]
    unit.came = unit.at
    g.put(u, g.units.at[transport])
    unit.carrier = transport
    unit.used = max(unit.used, 1)


def march(g: War, soldiers: Iterable[int], zone: int, *, over: int = NOWHERE) -> Flow[None]:
    """Land units move into combat one after another"""
    for u in soldiers:
        yield from advance(g, u, zone, over=over)


def advance(g: War, u: int, zone: int, *, over: int = NOWHERE) -> Flow[None]:
    """A land unit or aircraft moves into combat, out of a named zone or by its nearest way; armor takes the empty zones it
    passes (8.2)"""
    unit = g.units[u]
    reach = land_attack_reach(g, u, blitz=unit.kind in BLITZ)
    if over >= 0:
        way, cost = way_over(g, u, over, zone, blitz=unit.kind in BLITZ)
        if not way:
            return  # others of its sort have used that way up
    elif zone not in reach:  # a narrow crossing
        crossing_border = g.board.border(unit.at, zone)
        assert crossing_border is not None
        g.crossed[crossing_border] = g.crossed.get(crossing_border, 0) + 1
        way, cost = [zone], 1
    else:
        way, cost = path(reach, zone), reach[zone][0]
    for step in way:
        unit.came = unit.at
        g.put(u, step)
        if step != zone and is_target(g, unit.nation, step):
            yield from capture(g, step, unit.nation)
    unit.used = cost
    unit.duty = ATTACK


@rule("12.2", "9.5")
def _take(g: War, u: int, partners: list[int], zone: int) -> Flow[None]:
    """Units move together"""
    way = path(land_attack_reach(g, u, blitz=g.units.kind[u] in BLITZ), zone)
    yield from advance(g, u, zone)
    for partner in partners:
        other = g.units[partner]
        other.came = way[-2] if len(way) > 1 else other.at
        g.put(partner, zone)
        other.used, other.duty = max(2, len(way)), ATTACK


def assail(g: War, orders: Orders, zone: int) -> None:
    """Cargo is told to land in a zone."""
    unit = g.units[orders.unit]
    unit.duty, unit.target = ASSAULT, zone
    if amphibious.landing_sea(g, orders.unit) == unit.at:
        g.units[unit.carrier].spent = 1  # 8.4: it may not sail on


def clash(g: War, orders: Orders, zone: int) -> None:
    g.units[orders.unit].duty, g.units[orders.unit].target = CLASH, zone


# --- the acts ------------------------------------------------------------------------

LAND_ORDERS: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        orders_of,
        "attack",
        "8.2",
        "Attack {0}",
        may=may_attack,
        do=lambda g, orders, zone: march(g, [orders.unit], zone),
    ),
    to_zone(
        orders_of,
        "all",
        "8.2",
        "All of this sort to {0}",
        may=may_attack_all,
        do=lambda g, orders, zone: march(g, alike(g, orders.unit), zone),
    ),
    Act[War, Orders, tuple[int, int]](
        "attack_by",
        "0.8",
        "Attack {1} out of {0}",
        takes=(Zone, Zone),
        listed=listing(orders_of, "attack_by"),
        may=may_attack_by,
        do=lambda g, orders, way: march(g, [orders.unit], way[1], over=way[0]),
    ),
    Act[War, Orders, tuple[int, int]](
        "all_by",
        "0.8",
        "All of this sort to {1} out of {0}",
        takes=(Zone, Zone),
        listed=listing(orders_of, "all_by"),
        may=lambda g, orders, way: first_refusal(may_attack_by(g, orders, way), has_sisters(g, orders.unit)),
        do=lambda g, orders, way: march(g, alike(g, orders.unit), way[1], over=way[0]),
    ),
    to_zone(
        orders_of,
        "annex",
        "0.9",
        "Annex {0}",
        may=may_annex,
        do=lambda g, orders, zone: annexation.annex(g, orders.unit, zone),
    ),
    Act[War, Orders, tuple[int, int]](
        "take",
        "12.2",
        "To {1} with the {0}",
        takes=(Unit, Zone),
        listed=listing(orders_of, "take"),
        may=may_take,
        do=lambda g, orders, take: _take(g, orders.unit, [take[0]], take[1]),
    ),
    Act[War, Orders, tuple[int, int, int]](
        "take_two",
        "7.8",
        "To {2} with the {0} and the {1}",
        takes=(Unit, Unit, Zone),
        listed=listing(orders_of, "take_two"),
        may=may_take_two,
        do=lambda g, orders, take: _take(g, orders.unit, [take[0], take[1]], take[2]),
    ),
    to_zone(
        orders_of,
        "clash",
        "14.3",
        "Border clash in {0}",
        may=lambda g, orders, zone: clashes.may_clash(g, orders.unit, zone),
        do=clash,
    ),
    shelling(orders_of),
    Act[War, Orders, int](
        "load",
        "8.4",
        "Aboard the {0}",
        takes=Unit,
        listed=listing(orders_of, "load"),
        may=lambda g, orders, transport: may_board(g, orders.unit, transport),
        do=lambda g, orders, transport: load(g, orders.unit, transport),
    ),
)
CARGO_ORDERS: tuple[Act[War, Orders, Any], ...] = (
    HOLDING,
    to_zone(
        landings,
        "assault",
        "8.4",
        "Land in {0}",
        may=lambda g, orders, zone: may_assault(g, orders.unit, zone),
        do=assail,
    ),
)
