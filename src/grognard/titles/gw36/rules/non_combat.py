"""Chapter 10: the Non-Combat Movement Phase: ordinary moves, landings, patrols that end, transport.

Strategic rail and strategic naval movement are strategic.py; narrow crossings crossings.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import rows_by
from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE, Row
from grognard.titles.gw36.geography import geography
from grognard.titles.gw36.kinds import CARRIERS, FACILITY, IS_AIR, IS_FACTORY, IS_LAND, IS_NAVAL, KIND, TRANSPORTS, WITH
from grognard.titles.gw36.rules import obstacles, refusals, sightings, strategic, war
from grognard.titles.gw36.rules.amphibious import crossing_fire
from grognard.titles.gw36.rules.attacks import alike
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.crossings import crossing_between, may_ferry
from grognard.titles.gw36.rules.holding import held_back, hold
from grognard.titles.gw36.rules.movement import (
    air_reach,
    boarded_ally,
    bound_to_deck,
    fly_the_hump,
    free_deck,
    land_move_reach,
    landing_places,
    may_enter,
    may_move_to,
    may_stay_out,
    naval_reach,
    path,
    room_for,
    transports_near,
)
from grognard.titles.gw36.rules.nations import (
    PLAYED,
    acting,
    aligned,
    commanded,
    is_split,
    relations,
    roster,
    seat_at,
    seat_of_unit,
)
from grognard.titles.gw36.rules.placement import commit, reliefs
from grognard.titles.gw36.rules.sea_contact import patrol_range, strand_patrols
from grognard.titles.gw36.rules.units import allowance
from grognard.titles.gw36.state import BLOCKADE, ESCORT, IDLE, NAMES, PATROL, USA, Order, Unit, War, Zone, chosen
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


@rows_by("units", commanded, among=_in_turn)
def sorts(g: War, u: int, seat: str) -> tuple[int, ...] | None:
    """What makes units the same for a move: kind, zone, nation, points used, hits, duty, start, carrier."""
    units = g.units
    at, nation = units.at[u], units.nation[u]
    if at < 0 or units.spent[u] or nation not in commanded(g, seat):
        return None
    if nation == USA and is_split(g) and seat_at(g, nation, at) != seat:
        return None
    kind, duty, used, carrier = units.kind[u], units.duty[u], units.used[u], units.carrier[u]
    aboard = carrier >= 0 and geography(g).is_sea[at]
    if used and not IS_AIR[kind] and not aboard and not (IS_NAVAL[kind] and not duty):
        return None  # 10.1: it moved in the Combat Movement Phase
    return (kind, at, nation, used, units.hits[u], duty, units.start[u], carrier if IS_LAND[kind] else int(carrier >= 0))


def movers(g: War, seat: str, held: Set[int]) -> list[int]:
    """The first unit of every sort that can still move and is not held back."""
    found: list[int] = []
    for sort, units in sorts(g, seat).items():
        if sort[0] == _MILITIA and sort[-1] < 0 and may_stay_out(g, units[0], sort[1]) is not None:
            continue
        first = next((u for u in units if u not in held), NOWHERE) if units[0] in held else units[0]
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
    choice = yield Ask(
        seat,
        f"{g.units[u].label} in {g.zones[g.units.at[u]].label}",
        lambda: list(orders_of(g, u)),
        "10.1",
        why=lambda o: why_not_order(g, u, o),
        subject=Orders(u, False),
    )
    if choice.verb == "hold":
        hold(g, alike(g, u))
        return
    for v in alike(g, u) if choice.verb == "all" else [u]:
        carry_out(g, v, choice)
        if choice.verb in ("move", "all") and IS_NAVAL[g.units.kind[v]] and g.units.at[v] >= 0:
            yield from sightings.sighted(g, v)
    at = g.units.at[u]
    if at >= 0 and IS_LAND[g.units.kind[u]] and g.units.carrier[u] < 0 and g.zones.owner[at] < 0:
        yield from capture(g, at, g.units.nation[u])  # 9.22: whoever comes first
    yield from war.moment(g)


def orders_of(g: War, u: int) -> Iterator[Option]:
    """Every non-combat move of a unit, and `hold`."""
    unit = g.units[u]
    yield Option("hold", unit)
    if IS_LAND[unit.kind]:
        if unit.carrier >= 0:
            yield from _unloads(g, u)
        else:
            yield from _land_orders(g, u)
    elif IS_NAVAL[unit.kind]:
        yield from _naval_orders(g, u)
    else:
        yield from _air_orders(g, u)
    yield from strategic.orders_of(g, u)


def _land_orders(g: War, u: int) -> Iterator[Option]:
    unit = g.units[u]
    group = len(alike(g, u)) > 1
    reach = land_move_reach(g, u)
    for z in reach:
        if z != unit.at:
            yield Option("move", unit, g.zones[z])
            if group:
                yield Option("all", unit, g.zones[z])
    for crossing in geography(g).crossings_at.get(unit.at, ()):
        z = crossing.b if crossing.a == unit.at else crossing.a
        if (
            z not in reach
            and may_enter(g, z, unit.nation) is None
            and not g.zones.captured[z]
            and may_ferry(g, u, crossing) is None
            and may_stay_out(g, u, z) is None
        ):
            yield Option("ferry", unit, g.zones[z])
    if unit.kind in TOWS:
        for v in refusals.tows(g, u):
            for z, (used, _) in reach.items():
                if used == 2:
                    yield Option("take", unit, g.units[v], g.zones[z])
    for t in transports_near(g, unit.at, members(g, unit.nation)):
        if may_load(g, u, t) is None:
            yield Option("load", unit, g.units[t])


@rule("8.4")
def members(g: War, nation: int) -> list[int]:
    """Nations whose transports a unit may use: its own and members of its alliance."""
    mask = relations(g).allied[nation]
    return [n for n in range(PLAYED) if mask >> n & 1] if nation < PLAYED else [nation]


@rule("8.4")
def may_load(g: War, u: int, transport: int) -> No | None:
    """Why a unit may not go aboard: room, a transport that has unloaded, an ally that is not of the alliance."""
    if g.units.spent[transport] and g.units.used[transport]:
        return No("8.4", "the transport has unloaded this turn")
    if not relations(g).allied[g.units.nation[u]] >> g.units.nation[transport] & 1:
        return No("8.4", "not a member of the alliance")
    return room_for(g, transport, g.units.kind[u])


def _unloads(g: War, u: int) -> Iterator[Option]:
    unit = g.units[u]
    for z in geography(g).coast[unit.at] if geography(g).is_sea[unit.at] else ():
        if may_unload(g, u, z) is None:
            yield Option("unload", unit, g.zones[z])


@rule("8.4", "10.1", "10.2")
def may_unload(g: War, u: int, zone: int) -> No | None:
    """Why cargo may not go ashore in a zone."""
    unit = g.units[u]
    if zone not in geography(g).coast[unit.at]:
        return No("8.4", "the zone is not on this sea")
    if boarded_ally(g, u):
        return No("8.4", "units on an ally's transport unload in their next turn")
    refusal = may_enter(g, zone, unit.nation)
    if refusal is not None:
        return refusal
    if g.zones.captured[zone] and not _captured_port(g, zone):
        return No("10.1", "conquered this turn")
    return may_stay_out(g, u, zone)


def _captured_port(g: War, zone: int) -> bool:
    majors = {FACILITY["major_port"], FACILITY["major_shipyard"], FACILITY["major_dockyard"]}
    return bool(g.options.captured_bases) and any(site.kind in majors for site in g.sites.where(at=zone, built=1, damage=0))


def _naval_orders(g: War, u: int) -> Iterator[Option]:
    unit = g.units[u]
    group = unit.kind not in TRANSPORTS and unit.kind not in CARRIERS and len(alike(g, u)) > 1
    for z in homeward(g, u, naval_reach(g, u, combat=False)):
        if z != unit.at:
            yield Option("move", unit, g.zones[z])
            if group:
                yield Option("all", unit, g.zones[z])
    yield from strategic.route_orders(g, u)


def _air_orders(g: War, u: int) -> Iterator[Option]:
    unit = g.units[u]
    if unit.carrier >= 0 and g.units.kind[unit.carrier] in TRANSPORTS:
        yield from _unloads(g, u)  # 8.4: cargo goes ashore, it does not fly off
        return
    if unit.carrier >= 0 and g.units.hits[unit.carrier]:
        return  # 12.2: no flying from a damaged carrier
    on_patrol = unit.duty == PATROL
    budget = patrol_range(g, u) if on_patrol else None
    reach = air_reach(g, u, budget)
    for z in carrier_rule(g, u, landing_places(g, u, reach)):
        if z != unit.at or (unit.carrier < 0 and geography(g).is_sea[z]):
            yield Option("fly", unit, g.zones[z])
    for t in transports_near(g, unit.at, members(g, unit.nation)) if not geography(g).is_sea[unit.at] else ():
        if not unit.used and may_load(g, u, t) is None:
            yield Option("load", unit, g.units[t])
    if unit.kind == KIND["air_transport"] and not geography(g).is_sea[unit.at]:
        yield from _airlifts(g, u)
    if g.options.advanced_carriers:
        yield from _swaps(g, u)


@rule("15.3")
def carrier_rule(g: War, u: int, places: list[int]) -> list[int]:
    """With the option, an aircraft that began on a carrier lands on a carrier and nowhere else."""
    return [z for z in places if geography(g).is_sea[z]] if bound_to_deck(g, u) else places


@rule("15.3")
def _swaps(g: War, u: int) -> Iterator[Option]:
    """An aircraft leaves its carrier for the land when another takes its place: one that lands, or one in the Place Units box"""
    unit, units = g.units[u], g.units
    if unit.carrier < 0 or not bound_to_deck(g, u):
        return
    shores = [z for z in landing_places(g, u, air_reach(g, u)) if not geography(g).is_sea[z]]
    if not shores:
        return
    relief: dict[tuple[int, ...], Row] = {}
    for v in roster(g, acting(g)):
        if _can_relieve(g, v, unit.carrier):
            key = (units.kind[v], units.nation[v], units.at[v], units.used[v])
            if key not in relief and unit.at in air_reach(g, v):
                relief[key] = g.units[v]
    for row in (*relief.values(), *(order for order, _ in reliefs(g, unit.carrier))):
        for z in shores:
            yield Option("swap", unit, row, g.zones[z])


@rule("15.3", "12.2")
def _can_relieve(g: War, v: int, ship: int) -> bool:
    """Whether an aircraft that can still move may land on a carrier in another's place: not cargo, not from a damaged deck."""
    units = g.units
    if units.at[v] < 0 or units.kind[v] not in DECK or units.spent[v] or units.duty[v]:
        return False
    from_deck = units.carrier[v]
    if from_deck >= 0 and (from_deck == ship or units.kind[from_deck] not in CARRIERS or units.hits[from_deck]):
        return False
    return aligned(g, units.nation[v], units.nation[ship])


@rule("15.3")
def _swap(g: War, u: int, relief: Row, zone: int) -> None:
    """An aircraft lands ashore and its relief takes the deck, at once or when units are placed."""
    unit = g.units[u]
    deck, sea = unit.carrier, unit.at
    _land(g, u, zone)
    if isinstance(relief, Order):
        commit(g, relief, dict(reliefs(g, deck))[relief], deck)
    else:
        g.put(relief.index, sea)
        g.units[relief.index].carrier, g.units[relief.index].spent = deck, 1


@rule("15.3")
def homeward(g: War, u: int, reach: Iterable[int]) -> list[int]:
    """With the option, a carrier without aircraft goes only to zones nearer to its nation's nearest factory."""
    unit = g.units[u]
    units = g.units
    if not g.options.advanced_carriers or unit.kind not in CARRIERS or any(units.carrier[v] == u for v in units.stacks[unit.at]):
        return list(reach)
    distance = factory_distance(g, unit.nation)
    here = distance.get(unit.at, 99)
    return [z for z in reach if distance.get(z, 99) < here]


def factory_distance(g: War, nation: int) -> dict[int, int]:
    """Sea steps from each sea zone to the nearest shore with a factory of the nation."""
    geo = geography(g)
    ring = [
        s
        for kind, at in zip(g.sites.kind, g.sites.at)
        if at >= 0 and IS_FACTORY[kind] and g.zones.owner[at] == nation
        for s in geo.coast[at]
    ]
    found = dict.fromkeys(ring, 0)
    steps = 0
    while ring:
        steps += 1
        ring = [b for a in ring for b, _ in geo.sea[a] if found.setdefault(b, steps) == steps and b not in ring]
        ring = list(dict.fromkeys(ring))
    return found


@rule("8.4", "12.2")
def _airlifts(g: War, u: int) -> Iterator[Option]:
    """An Air Transport takes one infantry-class unit to a friendly zone"""
    unit, units = g.units[u], g.units
    rider = next(
        (v for v in g.units.stacks[unit.at] if room_for(g, u, units.kind[v]) is None and units.nation[v] == unit.nation
         and IS_LAND[units.kind[v]] and not units.used[v] and not units.spent[v] and units.carrier[v] < 0), None)  # fmt: skip
    if rider is None:
        return
    for z in landing_places(g, u, air_reach(g, u)):
        if z != unit.at and not geography(g).is_sea[z] and may_stay_out(g, rider, z) is None and not g.zones.captured[z]:
            yield Option("airlift", unit, g.units[rider], g.zones[z])


@rule("10.1")
def why_not_order(g: War, u: int, option: Option) -> No | None:
    """Why a move is not on the list of a unit."""
    if option.args and isinstance(option.arg, Unit) and option.arg.index != u:
        return No("10.1", f"the question is about {g.units[u].label} u{u}")
    zone = next((a.index for a in option.args if getattr(getattr(a, "table", None), "spaces", False)), -1)
    if zone < 0:
        return why_not_aboard(g, u, chosen(option, 1)) if option.verb == "load" and len(option.args) == 2 else None
    unit = g.units[u]
    if option.verb == "unload":
        return may_unload(g, u, zone)
    if option.verb == "swap":
        return why_not_swap(g, u, option)
    if option.verb in refusals.STRATEGIC:
        return refusals.strategic_order(g, u, option, zone)
    if zone == unit.at and option.verb in ("move", "all", "fly") and not (unit.carrier < 0 and geography(g).is_sea[zone]):
        return No("10.1", f"{unit.label} is in {g.zones[zone].label}")
    if option.verb == "all" and len(alike(g, u)) == 1:
        return No("10.1", "it is the only one of its sort there")
    if option.verb in ("move", "all", "ferry") and IS_LAND[unit.kind]:
        return why_not_march(g, u, zone, ferry=option.verb == "ferry")
    if option.verb in ("move", "all") and IS_NAVAL[unit.kind]:
        no = obstacles.at_sea(g, u, zone, combat=False)
        if no is None and not homeward(g, u, [zone]):
            no = No("15.3", "a carrier without aircraft sails nearer to a factory")
        return no
    return why_not_fly(g, u, zone) if IS_AIR[unit.kind] else None


@rule("10.1", "1.20", "1.21", "8.4")
def why_not_march(g: War, u: int, zone: int, *, ferry: bool) -> No | None:
    """Why a land unit does not go to a zone: who holds it, a narrow crossing, an obstacle on the way."""
    unit = g.units[u]
    if unit.carrier >= 0:
        return No("8.4", "it is aboard a transport")
    no = may_move_to(g, u, zone)
    crossing = crossing_between(g, unit.at, zone)
    if ferry and crossing is None:
        return No("1.20", "no narrow crossing leads there")
    if no is None or no.rule != "0.8":
        return no
    if crossing is not None:
        return may_ferry(g, u, crossing) if ferry else No("1.20", "it takes the narrow crossing: a ferry, no march")
    way = obstacles.on_land(g, u, zone)
    return no if way is None else way


@rule("10.3", "8.7")
def why_not_fly(g: War, u: int, zone: int) -> No | None:
    """Why an aircraft does not land in a zone."""
    unit = g.units[u]
    if unit.carrier >= 0 and g.units.hits[unit.carrier]:
        return No("12.2", "no aircraft takes off from a damaged carrier")
    if not landing_places(g, u, [zone]):
        return No("10.3", "no landing place")
    if bound_to_deck(g, u) and not geography(g).is_sea[zone] and zone in air_reach(g, u):
        return No("15.3", "it returns to a carrier unless another aircraft lands on its deck or is committed to it")
    if unit.duty == PATROL and zone not in air_reach(g, u, patrol_range(g, u)):
        return No("8.7", f"a patrol ends within its range of {patrol_range(g, u)}")
    return obstacles.in_the_air(g, u, zone, back=False)


@rule("15.3")
def why_not_swap(g: War, u: int, option: Option) -> No | None:
    """Why an aircraft does not leave its deck to another."""
    if not g.options.advanced_carriers or g.units.carrier[u] < 0 or not bound_to_deck(g, u):
        return No("15.3", "only an aircraft that is bound to a deck is relieved there")
    if option in list(_swaps(g, u)):
        return None
    return No("15.3", "it lands ashore within its reach, and another that can fly or be placed there takes its deck")


@rule("8.4")
def why_not_aboard(g: War, u: int, transport: int) -> No | None:
    """Why a unit does not go aboard a transport."""
    near = transports_near(g, g.units.at[u], members(g, g.units.nation[u]))
    return may_load(g, u, transport) if transport in near else No("8.4", "no such transport of the alliance lies off this shore")


def carry_out(g: War, u: int, choice: Option) -> None:
    """Carry out one non-combat order."""
    unit, verb = g.units[u], choice.verb
    last = choice.args[-1]
    zone = last.index if getattr(getattr(last, "table", None), "spaces", False) else -1
    if strategic.carry_out(g, u, choice):
        return
    if verb in ("move", "all"):
        if IS_NAVAL[unit.kind]:
            reach = naval_reach(g, u, combat=False)
            unit.used += reach[zone][0]
            unit.duty = IDLE
            if not runs_batteries(g, u, path(reach, zone)):
                return
        else:
            unit.used = max(1, allowance(g, u))
        g.put(u, zone)
        unit.spent = int(not IS_NAVAL[unit.kind] or unit.used >= allowance(g, u))
    elif verb == "ferry":
        border = g.board.border(unit.at, zone)
        assert border is not None
        g.crossed[border] = g.crossed.get(border, 0) + 1
        g.put(u, zone)
        unit.used = unit.spent = 1
    elif verb == "take":
        for v in (u, chosen(choice, 1)):
            g.put(v, zone)
            g.units[v].used, g.units[v].spent = 2, 1
    elif verb == "load":
        g.put(u, g.units.at[last.index])
        unit.carrier, unit.used = last.index, max(unit.used, 1)
    elif verb == "unload":
        g.units[unit.carrier].spent = 1
        g.units[unit.carrier].used = max(1, g.units[unit.carrier].used)
        unit.carrier = NOWHERE
        g.put(u, zone)
        unit.used = unit.spent = 1
    elif verb == "airlift":
        rider = choice.args[1]
        _land(g, u, zone)
        g.put(rider.index, zone)
        rider.used = rider.spent = 1
    elif verb == "fly":
        _land(g, u, zone)
    elif verb == "swap":
        _swap(g, u, choice.args[1], zone)


@rule("12.9")
def runs_batteries(g: War, u: int, way: list[int]) -> bool:
    """Coastal artillery at the narrow crossings a ship passes fires at it; whether it arrives (GW36-AMB-81)."""
    for sea in way:
        crossing_fire(g, u, sea)
        if g.units.at[u] < 0:
            return False
    return True


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
            carry_out(g, u, Option("move", g.units[u], g.zones[zone]))


@rule("10.3", "8.7")
def _land(g: War, u: int, zone: int) -> None:
    """An aircraft lands: on land, or on a free deck."""
    unit = g.units[u]
    if g.options.himalayan_hump:
        reach = air_reach(g, u)
        if zone in reach and not fly_the_hump(g, u, [unit.at, *path(reach, zone)]):
            return
    unit.duty = IDLE
    unit.carrier = NOWHERE
    g.put(u, zone)
    if geography(g).is_sea[zone]:
        unit.carrier = free_deck(g, zone, unit.nation, u)
    unit.spent = 1


@rule("10.3")
def land_the_rest(g: War) -> Flow[None]:
    """Aircraft that are still in the air must land; without a place in reach they are lost"""
    who = set(acting(g))
    for u, (nation, at, kind) in enumerate(zip(g.units.nation, list(g.units.at), g.units.kind)):
        if at < 0 or nation not in who or not IS_AIR[kind] or g.units.at[u] < 0 or g.units.duty[u] == PATROL:
            continue
        at_home = landing_places(g, u, [at]) and not geography(g).is_sea[at]
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
        _land(g, u, zone)


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
