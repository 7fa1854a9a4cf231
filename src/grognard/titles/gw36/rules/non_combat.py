"""Chapter 10: the Non-Combat Movement Phase: ordinary moves, landings, patrols that end, transport.

Strategic rail and strategic naval movement are strategic.py; narrow crossings crossings.py.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import filterfalse
from typing import Any, NamedTuple

from grognard.kernel.acts import Act, Menu, menu
from grognard.kernel.cache import rows_by
from grognard.kernel.flow import Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import CARRIERS, IS_AIR, IS_LAND, IS_NAVAL, KIND, TRANSPORTS, WITH
from grognard.titles.gw36.powers import MAJORS, NAMES, USA
from grognard.titles.gw36.rules import obstacles, war
from grognard.titles.gw36.rules.air_movement import air_reach, bound_to_deck, landing_places
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.flights import AIR_MOVES, carrier_rule, land
from grognard.titles.gw36.rules.holding import held_back
from grognard.titles.gw36.rules.movement import may_stay_out, naval_reach
from grognard.titles.gw36.rules.moves import CARGO_MOVES, LAND_MOVES, SHIP_MOVES, factory_distance, homeward, sail
from grognard.titles.gw36.rules.nations import home_mask
from grognard.titles.gw36.rules.sea_contact import strand_patrols
from grognard.titles.gw36.rules.seats import acting, commanded, is_split, roster, seat_at, seat_of_unit
from grognard.titles.gw36.state import BLOCKADE, ESCORT, IDLE, PATROL, Unit, War, Zone
from grognard.titles.gw36.subjects import Landing, Movers, Orders

LASTING = (ESCORT, BLOCKADE)
TOWS, TOWED = WITH["tows"], WITH["towed"]
DECK = WITH["carrier_aircraft"]


def begin_non_combat(g: War) -> None:
    g.phase = 4
    end_combat_duties(g)


def forget_held(g: War) -> None:
    g.held = []


@rule("10.1", "6.2")
def non_combat_phase(g: War) -> Flow[None]:
    """Move units that did not fight"""
    mover = Movers(f"player{g.mover}", False)
    prompt = "Non-combat movement: choose a unit"
    while True:
        choice, _ = yield from menu(g, mover.seat, prompt, mover, DONE, PICKING, rule="10.1", rests=True)
        if choice.verb == "done":
            break


@rule("10.1")
def end_non_combat(g: War) -> Flow[None]:
    """Aircraft that are still in the air land, lent ships go home"""
    yield from land_the_rest(g)
    send_carriers_home(g)
    strand_patrols(g)
    g.phase = 0


@rule("10.1")
def end_combat_duties(g: War) -> None:
    """After the Combat Phase land units and ships that made a combat move stay; aircraft keep their remaining points."""
    who = set(acting(g))
    units = g.units
    for u, (nation, at, duty, kind, used) in enumerate(zip(units.nation, units.at, units.duty, units.kind, units.used)):
        if at < 0 or nation not in who:
            continue
        if not IS_AIR[kind] and (used or (duty and duty not in LASTING)):
            g.units[u].spent = 1
        if duty and duty not in LASTING and duty != PATROL:
            g.units[u].duty = IDLE
            g.units[u].target = NOWHERE


# --- picking ------------------------------------------------------------------------


def _in_turn(g: War, *_: str) -> tuple[int, ...]:
    return roster(g, acting(g))


class Sort(NamedTuple):
    """What makes units the same for a move. `carrier`: the ship of a land unit; of others only whether they are aboard."""

    kind: int
    at: int
    nation: int
    used: int
    hits: int
    duty: int
    start: int
    carrier: int


@rows_by("units", commanded, among=_in_turn)
def sorts(g: War, u: int, seat: str) -> Sort | None:
    """Units by their sort; none for those that cannot move."""
    units = g.units
    at, nation = units.at[u], units.nation[u]
    if at < 0 or units.spent[u] or nation not in commanded(g, seat):
        return None
    if nation == USA and is_split(g) and seat_at(g, nation, at) != seat:
        return None
    kind, duty, used, carrier = units.kind[u], units.duty[u], units.used[u], units.carrier[u]
    aboard = carrier >= 0 and g.board.geo.is_sea[at]
    if used and not IS_AIR[kind] and not aboard and not (IS_NAVAL[kind] and not duty):
        return None  # 10.1: it moved in the Combat Movement Phase
    return Sort(kind, at, nation, used, units.hits[u], duty, units.start[u], carrier if IS_LAND[kind] else int(carrier >= 0))


def movers(g: War, seat: str, held: Set[int]) -> list[int]:
    """The first unit of every sort that can still move and is not held back."""
    found: list[int] = []
    home = home_mask(g)
    for sort, units in sorts(g, seat).items():
        outside = sort.nation not in MAJORS or sort.at not in home[sort.nation]
        abroad = sort.kind == _MILITIA and sort.carrier < 0 and outside  # 12.2
        if abroad and may_stay_out(g, units[0], sort.at) is not None:
            continue
        first = next(filterfalse(held.__contains__, units), NOWHERE)
        if first >= 0:
            found.append(first)
    return sorted(found)


_MILITIA = KIND["militia"]


@rule("10.1")
def may_pick(g: War, mover: Movers, u: int) -> No | None:
    """Whether a unit is on the list: one that can still move, is not held back, and stands for all that are the same."""
    unit = g.units[u]
    if unit.at < 0:
        return No("10.1", f"{unit.label} is lost")
    if unit.nation not in acting(g):
        return No("6.1", f"it is not the turn of {NAMES[unit.nation]}")
    if seat_of_unit(g, u) != mover.seat:
        return No("2.3", f"{unit.label} is not yours")
    sort = sorts.key(g, u, mover.seat)
    if sort is None:
        return No("10.1", f"{unit.label} has moved in the Combat Movement Phase or is done")
    if unit.kind == _MILITIA and unit.carrier < 0:
        out = may_stay_out(g, u, unit.at)
        if out is not None:
            return out
    held = held_back(g)
    if u in held:
        return No("10.1", f"{unit.label} is held back in this phase")
    first = next(v for v in sorts(g, mover.seat)[sort] if v not in held)
    return None if first == u else No("10.1", f"u{first} is the same and stands for it")


# --- moving ------------------------------------------------------------------------


@rule("10.1", "10.3", "8.4")
def move_unit(g: War, seat: str, u: int) -> Flow[None]:
    """Choose where one unit goes"""
    prompt = f"{g.units[u].label} in {g.zones[g.units.at[u]].label}"
    acts, others = acts_for(g, u)
    first = (g.units[u],)
    choice, _ = yield from menu(g, seat, prompt, Orders(u, False), *acts, rule="10.1", first=first, others=others)
    if choice.verb == "hold":
        return
    at = g.units.at[u]
    if at >= 0 and IS_LAND[g.units.kind[u]] and g.units.carrier[u] < 0 and g.zones.owner[at] < 0:
        yield from capture(g, at, g.units.nation[u])  # 9.22: whoever comes first
    yield from war.moment(g)


Acts = tuple[Act[War, Orders, Any], ...]
LAND, CARGO, SHIPS, AIR = range(4)
ORDERS: tuple[Acts, ...] = (LAND_MOVES, CARGO_MOVES, SHIP_MOVES, AIR_MOVES)
OTHERS: tuple[Acts, ...] = tuple([tuple([act for other in ORDERS if other is not mine for act in other]) for mine in ORDERS])


def acts_for(g: War, u: int) -> tuple[Acts, Acts]:
    """How a unit can move, and the moves of other units."""
    kind, carrier = g.units.kind[u], g.units.carrier[u]
    if IS_NAVAL[kind]:
        sort = SHIPS
    elif carrier >= 0 and (IS_LAND[kind] or g.units.kind[carrier] in TRANSPORTS):
        sort = CARGO
    else:
        sort = LAND if IS_LAND[kind] else AIR
    return ORDERS[sort], OTHERS[sort]


def orders_menu(g: War, u: int) -> Menu[War, Orders]:
    """The moves of a unit, outside of a question."""
    acts, others = acts_for(g, u)
    return Menu(g, Orders(u, False), acts, (g.units[u],), others)


def orders_of(g: War, u: int) -> list[Option]:
    """Every non-combat move of a unit, and `hold`."""
    return orders_menu(g, u).options()


@rule("10.1")
def why_not_order(g: War, u: int, option: Option) -> No | None:
    """Why a move is not on the list of a unit."""
    return orders_menu(g, u).why(option)


@rule("15.3")
def send_carriers_home(g: War) -> None:
    """With the option a carrier without aircraft that has not moved goes as near to a factory as it can."""
    if not g.options.advanced_carriers:
        return
    units = g.units
    for u in roster(g, acting(g)):
        if units.at[u] < 0 or units.kind[u] not in CARRIERS or units.spent[u] or units.used[u]:
            continue
        if any(units.carrier[v] == u for v in g.units.stacks[units.at[u]]):
            continue
        distance = factory_distance(g, units.nation[u])
        zones = homeward(g, u, naval_reach(g, u, combat=False))
        if zones:
            zone = min(zones, key=lambda z: (distance.get(z, 99), z))
            g.say("{} without aircraft makes for a factory", g.units[u], rule="15.3")
            sail(g, u, zone)


@rule("10.3")
def land_the_rest(g: War) -> Flow[None]:
    """Aircraft that are still in the air must land; without a place in reach they are lost"""
    who = set(acting(g))
    for u, (nation, at, kind) in enumerate(zip(g.units.nation, list(g.units.at), g.units.kind)):
        if at < 0 or nation not in who or not IS_AIR[kind] or g.units.at[u] < 0 or g.units.duty[u] == PATROL:
            continue
        at_home = landing_places(g, u, [at]) and not g.board.geo.is_sea[at]
        if g.units.carrier[u] >= 0 or (at_home and (not bound_to_deck(g, u) or g.units.spent[u])):
            continue
        places = carrier_rule(g, u, landing_places(g, u, air_reach(g, u)))
        if not places:
            g.say("{} finds no landing place and is lost", g.units[u], rule="10.3")
            g.remove(u)
            continue
        zone = places[0]
        if len(places) > 1:
            _, zone = yield from menu(g, seat_of_unit(g, u), f"Land {g.units[u].label}", Landing(u, tuple(places)), LANDING)
        land(g, u, zone)


def may_land(g: War, landing: Landing, way: tuple[int, int]) -> No | None:
    """Why an aircraft does not land in a zone."""
    u, zone = way
    if u != landing.unit:
        return No("10.3", f"{g.units[landing.unit].label} lands now")
    if zone in landing.zones:
        return None
    no = obstacles.in_the_air(g, u, zone, back=False)
    return No("10.3", f"{g.units[u].label} cannot land in {g.zones[zone].label}") if no is None else no


# --- the acts ------------------------------------------------------------------------

DONE = Act[War, Movers, None]("done", "10.1", "Done", do=lambda g, mover, _: None)
PICKING = Act[War, Movers, int](
    "pick",
    "10.1",
    "{0}",
    takes=Unit,
    listed=lambda g, mover: movers(g, mover.seat, held_back(g)),
    may=may_pick,
    do=lambda g, mover, u: move_unit(g, mover.seat, u),
)
LANDING = Act[War, Landing, tuple[int, int]](
    "fly",
    "10.3",
    "Fly to {1}",
    takes=(Unit, Zone),
    listed=lambda g, landing: [(landing.unit, zone) for zone in landing.zones],
    may=may_land,
    do=lambda g, landing, way: way[1],
)
