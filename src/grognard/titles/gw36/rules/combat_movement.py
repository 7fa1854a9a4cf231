"""Chapter 8: the Combat Movement Phase. A seat picks a unit, then what it does and where, until it is done.

Every option is one unit and one act; identical units of a zone are offered once, `all` moves them together. What is met on the
way at sea is sea_contact.py; where units can go movement.py; wars are declared through war.py. Nothing is fought here.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import filterfalse
from typing import Any, NamedTuple

from grognard.kernel.acts import Act, Menu, menu
from grognard.kernel.cache import derived, rows_by
from grognard.kernel.flow import Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import (
    CARRIERS,
    IS_AIR,
    IS_LAND,
    IS_NAVAL,
    IS_WARSHIP,
    KIND,
    TRANSPORTS,
    WITH,
)
from grognard.titles.gw36.powers import NAMES, USA
from grognard.titles.gw36.rules import (
    amphibious,
    annexation,
    clashes,
    convoys,
    sea_contact,
    war,
)
from grognard.titles.gw36.rules.air_orders import AIR_ORDERS
from grognard.titles.gw36.rules.attacks import alike as alike
from grognard.titles.gw36.rules.attacks import targets
from grognard.titles.gw36.rules.bombers import ROCKET_ORDERS
from grognard.titles.gw36.rules.holding import held_back
from grognard.titles.gw36.rules.land_orders import CARGO_ORDERS, LAND_ORDERS
from grognard.titles.gw36.rules.sea_orders import SHIP_ORDERS
from grognard.titles.gw36.rules.seats import acting, commanded, is_split, roster, seat_at, seat_of_unit
from grognard.titles.gw36.state import BLOCKADE, ESCORT, PATROL, SIGNED, Unit, War
from grognard.titles.gw36.subjects import Movers, Orders, Politics

LASTING = (BLOCKADE, PATROL)  # 9.11: ships on escort duty forfeit Combat Movement (GW36-AMB-141)
BLITZ, PAIRS, TOWS, TOWED = WITH["blitz"], WITH["blitz_pair"] | WITH["blitz_pair_two"], WITH["tows"], WITH["towed"]
PAIRS_TWO = WITH["blitz_pair_two"]
ATTRITION_KINDS, ROCKET, NARROW = WITH["attrition"], KIND["strategic_rocket"], WITH["narrow_attack"]


def begin_combat_movement(g: War) -> None:
    g.phase = 2
    g.held = []


@rule("8.2", "6.2")
def combat_movement_phase(g: War) -> Flow[None]:
    """Move units into combat"""
    mover = Movers(f"player{g.mover}", True)
    prompt = "Combat movement: choose a unit"
    if war.is_reacting(g):
        yield from war.react(g, rests=True)
    while True:
        choice, _ = yield from menu(g, mover.seat, prompt, mover, DONE, POLITICS, PICKING, rule="8.2", rests=True)
        if choice.verb == "done":
            break
    g.phase = 0


@rule("5.5", "8.1")
def politics_menu(g: War, seat: str) -> Flow[None]:
    """Declare war and other political acts of the nation in turn"""
    yield from menu(g, seat, "Politics", Politics(seat), *war.POLITICAL, war.BACK, rule="5.5")


# --- picking ------------------------------------------------------------------------


def aims(g: War, nation: int) -> frozenset[int]:
    """The land zones a nation could attack, annex or fire into."""
    across = (b for zones in clashes.zones(g, nation).values() for b in zones)
    return targets(g, nation).union(annexation.zones(g, nation), across)


@derived(targets, annexation.zones, clashes.zones, given=aims)
def fronts(g: War, nation: int) -> tuple[frozenset[int], frozenset[int]]:
    """Land zones one step, and one or two steps, from a zone the nation could attack."""
    geo, found = g.board.geo, aims(g, nation)
    near = set().union(*[geo.beside[z] for z in found])
    for z in found & geo.crossings_at.keys():
        near |= {c.a if c.b == z else c.b for c in geo.crossings_at[z]}
    return frozenset(near), frozenset(near.union(*[geo.beside[z] for z in near]))


@derived("news", "slot", "pact", "neutrality", "events", "zones.owner", "zones.captured")
def forces(g: War, seat: str) -> tuple[frozenset[int], dict[int, tuple[frozenset[int], frozenset[int]]]]:
    """The nations of a seat that are in turn, and the fronts of those that could fight somebody."""
    enemies, mine = g.relations.enemies, commanded(g, seat)
    fighting = [
        n
        for n in acting(g)
        if n in mine
        and (enemies[n] or (n == USA and g.monroe) or g.pact == SIGNED or annexation.zones(g, n) or clashes.zones(g, n))
    ]
    return mine, {n: fronts(g, n) for n in fighting}


NOT, IF_IT_LANDS, AT_A_QUAY, ALWAYS = range(4)


@rule("8.2", "2.3")
def prospect(g: War, seat: str, kind: int, nation: int, duty: int, at: int, carrier: int) -> int:
    """Whether units like this could make a combat move for a seat while its fronts stand."""
    mine, front = forces(g, seat)
    if nation == USA and is_split(g) and seat != seat_at(g, nation, at):
        return NOT
    if nation not in front:
        return ALWAYS if nation in mine and not IS_LAND[kind] and _watches(g, kind, nation, at, duty) else NOT
    if not IS_LAND[kind]:
        return ALWAYS
    if g.board.geo.is_sea[at]:
        return IF_IT_LANDS if carrier >= 0 else NOT
    if kind == ROCKET:
        return ALWAYS
    near, far = front[nation]
    return ALWAYS if at in (far if g.values.move[kind] > 1 or kind in TOWED else near) else AT_A_QUAY


def _in_turn(g: War, *_: str) -> tuple[int, ...]:
    return roster(g, acting(g))


class Sort(NamedTuple):
    """What makes units the same for a combat move."""

    chance: int
    at: int
    kind: int
    nation: int
    used: int
    hits: int
    duty: int
    start: int
    carrier: int


@rows_by("units", forces, "tech", among=_in_turn)
def sorts(g: War, u: int, seat: str) -> Sort | None:
    """Units by their sort; none for those that have no prospect of a combat move."""
    units = g.units
    at, nation, kind, duty = units.at[u], units.nation[u], units.kind[u], units.duty[u]
    if at < 0 or units.spent[u] or (duty and duty not in LASTING):
        return None
    carrier = units.carrier[u] if kind not in CARRIERS else NOWHERE
    chance = prospect(g, seat, kind, nation, duty, at, carrier)
    if not chance:
        return None
    return Sort(chance, at, kind, nation, units.used[u], units.hits[u], duty, units.start[u], carrier)


@rows_by("units", "news", "slot", among=_in_turn)
def harbours(g: War, u: int) -> int | None:
    """The zone of a transport of the nations in turn."""
    units = g.units
    return units.at[u] if units.kind[u] in TRANSPORTS and units.at[u] >= 0 and units.nation[u] in acting(g) else None


def quays(g: War) -> set[int]:
    """The land zones off which a transport of the nations in turn lies."""
    coast = g.board.geo.coast
    return {z for sea in harbours(g) for z in coast[sea]}


def movers(g: War, seat: str, held: Set[int]) -> list[int]:
    """The first unit of every sort that could make a combat move and is not held back."""
    coast, shores = g.board.geo.coast, quays(g)
    found: list[int] = []
    for sort, units in sorts(g, seat).items():
        if sort.chance == AT_A_QUAY and sort.at not in shores:
            continue
        if sort.chance == IF_IT_LANDS and targets(g, sort.nation).isdisjoint(coast[amphibious.landing_sea(g, units[0])]):
            continue
        first = next(filterfalse(held.__contains__, units), NOWHERE)
        if first >= 0:
            found.append(first)
    return sorted(found)


@rule("8.2", "8.7", "5.5")
def watches(g: War, u: int) -> bool:
    """What a unit of a nation at peace may do: an aircraft goes on patrol, a warship on escort duty (the example of 5.5)."""
    units = g.units
    return _watches(g, units.kind[u], units.nation[u], units.at[u], units.duty[u])


def _watches(g: War, kind: int, nation: int, at: int, duty: int) -> bool:
    geo = g.board.geo
    if IS_AIR[kind]:
        reach = sea_contact.kind_patrols(g, kind, nation)
        near_sea = geo.is_sea[at] or bool(geo.coast[at]) or (reach > 1 and any(geo.coast[b] for b, _ in geo.land[at]))
        return near_sea and duty != PATROL and reach > 0
    return IS_WARSHIP[kind] and bool(convoys.protected(g, nation))


@rule("8.2")
def may_move(g: War, seat: str, u: int) -> No | None:
    """Why a unit makes no combat move for a seat, whatever other units do."""
    unit = g.units[u]
    if unit.at < 0:
        return No("8.2", f"{unit.label} is lost")
    if unit.nation not in acting(g):
        return No("6.1", f"it is not the turn of {NAMES[unit.nation]}")
    if seat_of_unit(g, u) != seat:
        return No("2.3", f"{unit.label} is not yours")
    if unit.duty == ESCORT and not unit.spent:
        return No("9.11", "ships on escort duty make no combat move")
    if unit.spent or (unit.duty and unit.duty not in LASTING):
        return No("8.2", f"{unit.label} has its orders")
    sort = sorts.key(g, u, seat)
    if sort is None:
        peace = unit.nation not in forces(g, seat)[1] and not watches(g, u)
        return No("8.2", f"{NAMES[unit.nation]} is at war with nobody" if peace else f"{unit.label} reaches no enemy")
    if sort[0] == AT_A_QUAY and unit.at not in quays(g):
        return No("8.4", f"{unit.label} reaches no enemy on land, and no transport lies off {g.zones[unit.at].label}")
    if sort[0] == IF_IT_LANDS and targets(g, unit.nation).isdisjoint(g.board.geo.coast[amphibious.landing_sea(g, u)]):
        return No("8.4", f"{unit.label} is aboard, and no enemy shore is near")
    return None


@rule("8.2")
def may_pick(g: War, mover: Movers, u: int) -> No | None:
    """Whether a unit is on the list: one that could move, is not held back, and stands for all that are the same."""
    no = may_move(g, mover.seat, u)
    if no is not None:
        return no
    held = held_back(g)
    if u in held:
        return No("8.2", f"{g.units[u].label} is held back in this phase")
    sort = sorts.key(g, u, mover.seat)
    assert sort is not None
    first = next(v for v in sorts(g, mover.seat)[sort] if v not in held)
    return None if first == u else No("8.2", f"u{first} is the same and stands for it")


# --- acting ------------------------------------------------------------------------


@rule("8.2", "8.4", "8.5", "8.7", "8.8")
def move_unit(g: War, seat: str, u: int) -> Flow[None]:
    """Choose what one unit does and where"""
    prompt = f"{g.units[u].label} in {g.zones[g.units.at[u]].label}"
    acts, others = acts_for(g, u)
    first = (g.units[u],)
    choice, _ = yield from menu(g, seat, prompt, Orders(u, True), *acts, rule="8.2", first=first, others=others)
    if choice.verb != "hold":
        yield from war.moment(g)


Acts = tuple[Act[War, Orders, Any], ...]
LAND, CARGO, ROCKETS, SHIPS, AIR = range(5)
ORDERS: tuple[Acts, ...] = (LAND_ORDERS, CARGO_ORDERS, ROCKET_ORDERS, SHIP_ORDERS, AIR_ORDERS)
OTHERS: tuple[Acts, ...] = tuple([tuple([act for other in ORDERS if other is not mine for act in other]) for mine in ORDERS])


def acts_for(g: War, u: int) -> tuple[Acts, Acts]:
    """What a unit can be ordered to do, and the orders of other units."""
    kind = g.units.kind[u]
    if IS_NAVAL[kind]:
        sort = SHIPS
    elif not IS_LAND[kind]:
        sort = AIR
    else:
        sort = CARGO if g.units.carrier[u] >= 0 else ROCKETS if kind == ROCKET else LAND
    return ORDERS[sort], OTHERS[sort]


def orders_menu(g: War, u: int) -> Menu[War, Orders]:
    """The orders of a unit, outside of a question."""
    acts, others = acts_for(g, u)
    return Menu(g, Orders(u, True), acts, (g.units[u],), others)


def orders_of(g: War, u: int) -> list[Option]:
    """Every combat move of a unit, and `hold`."""
    return orders_menu(g, u).options()


@rule("8.2")
def why_not_order(g: War, u: int, option: Option) -> No | None:
    """Why an order is not on the list of a unit."""
    return orders_menu(g, u).why(option)


# --- the acts ------------------------------------------------------------------------

DONE = Act[War, Movers, None]("done", "8.2", "Done", do=lambda g, mover, _: None)
POLITICS = Act[War, Movers, None](
    "politics", "5.5", "Declarations and pacts", do=lambda g, mover, _: politics_menu(g, mover.seat)
)
PICKING = Act[War, Movers, int](
    "pick",
    "8.2",
    "{0}",
    takes=Unit,
    listed=lambda g, mover: movers(g, mover.seat, held_back(g)),
    may=may_pick,
    do=lambda g, mover, u: move_unit(g, mover.seat, u),
)
