"""Ours 21.2, 21.43, 28.5 and rule 5.28: base changes, sea transport and naval redeployment, between ports or through a box."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, NAVAL, Kind
from grognard.titles.awaw.nations import JAPAN, US
from grognard.titles.awaw.rules.air import on_missions
from grognard.titles.awaw.rules.boxes import (
    SHIPPING,
    US_BOXES,
    cite,
    lift,
    may_leave,
    may_sail_to,
    may_use,
    route_between,
    shipping_of,
)
from grognard.titles.awaw.rules.far_lands import may_operate_from
from grognard.titles.awaw.rules.interception import run_the_gauntlet
from grognard.titles.awaw.rules.lanes import edge_way, lanes_beside, may_cross
from grognard.titles.awaw.rules.operations import may_pay, pay
from grognard.titles.awaw.rules.reinforcement import may_reinforce
from grognard.titles.awaw.rules.ships import (
    SQUADRONS,
    TRANSPORT,
    deck_room,
    destroyers,
    friendly_port,
    fuelled,
    havens,
    havens_of_box,
    load,
    naval_factors,
    port_room,
    sea_hexes,
    sea_way,
)
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.strategic import in_box
from grognard.titles.awaw.rules.supply import EDGES, ready_base
from grognard.titles.awaw.rules.units import (
    KIND,
    MOVE,
    all_at,
    eliminate,
    held_by,
    here,
    is_port,
    navies,
    on_map,
    patron,
    ships,
    unit_sides,
)
from grognard.titles.awaw.rules.weather import frozen_coast
from grognard.titles.awaw.state import ABOARD, FULL, NO_MISSION, SAILING, Hex, Unit, World

MOST_OVER_BEACH = 2
MOVING, REDEPLOYING, FIGHTING = range(3)
BY_SEA, CHANGED_BASE = 4, 8  # bits of `moved`
CAME_FROM = {"europe": 128, "pacific": 256}  # and of the board from which a ship entered the Indian Ocean in movement (5.934B)
SEA_BOXES = ("us_atlantic", "us_pacific", "south_africa", "india_box", "australia_box")
GROUPS, GROUP, US_STEP, US_MOST = 3, 10, 20, 8


class Harbour(Subject, frozen=True):
    """Ships of a power in a port or box that make ready to sail; `phase`: movement, redeployment, combat."""

    power: int
    port: Annotated[int, Hex]
    phase: int


# --- who is aboard ------------------------------------------------------------------------------------------------------


@rule("ours 21.3", "5.934")
def available(g: World, h: Harbour, u: int) -> No | None:
    """A ship of the power in this port or box that has not acted; in redeployment inverted and damaged ones sail as well.
    Submarines are not among them: they move in redeployment alone."""
    units = g.units
    if units.at[u] != h.port or KIND[units.design[u]] not in NAVAL:
        return No("ours 21.3", "no ship in this port")
    if unit_sides(g)[u] != g.side or patron(g, u) != h.power:
        return No("ours 21.3", "it belongs to another power")
    if units.mission[u] != NO_MISSION or units.patrol[u] >= 0:
        return No("ours 21.3", "it is making ready, or on patrol")
    if h.phase == REDEPLOYING:
        return No("ours 28.1", "it has sailed in this phase") if units.moved[u] & BY_SEA else None
    if units.inverted[u] or units.damage[u]:
        return No("ours 21.3", "one activity a turn, by undamaged ships")
    if h.phase == MOVING and units.moved[u] & CHANGED_BASE:
        return No("ours 21.3", "it has changed base")
    return None


def fleet_of(g: World, h: Harbour) -> list[int]:
    """Ships that have been told to sail."""
    return [u for u in ships(g).get(h.port, ()) if g.units.mission[u] == SAILING and patron(g, u) == h.power]


def cargo_of(g: World, h: Harbour) -> list[int]:
    """Who has gone aboard ships of the power, its own units and those of partners."""
    units = g.units
    found = [u for u in all_at(g).get(h.port, ()) if units.mission[u] == ABOARD
             and patron(g, u if units.aboard[u] < 0 else units.aboard[u]) == h.power]  # fmt: skip
    return [*found, *(u for u in on_missions(g).get((ABOARD, -1), ()) if units.at[u] != h.port and units.aboard[u] >= 0
                      and units.at[units.aboard[u]] == h.port and patron(g, units.aboard[u]) == h.power)]  # fmt: skip


@rule("4.732", "4.75", "ours 31.2")
def origin(g: World, h: Harbour) -> int:
    """Where the cargo is taken aboard: the port of the ships, or the beach or island from which they fetch it."""
    return next((g.units.at[u] for u in cargo_of(g, h)), h.port)


def waiting(g: World, h: Harbour) -> list[int]:
    """Ships that could join, one of each sort."""
    seen, found = set(), []
    for u in ships(g).get(h.port, ()):
        sort = g.units.design[u], g.units.damage[u], g.units.inverted[u]
        if sort not in seen and not g.units.force[u] and available(g, h, u) is None:
            seen.add(sort)
            found.append(u)
    return found


def may_take(g: World, h: Harbour, u: int) -> No | None:
    no = available(g, h, u)
    if no is not None:
        return no
    if g.units.force[u]:
        return No("ours 20.162", "it sails with its task force")
    listed = waiting(g, h)
    return None if u in listed else No("ours 21.3", "another of the same sort stands for it")


def take(g: World, h: Harbour, u: int) -> None:
    g.units[u].mission = SAILING


def forces_in(g: World, h: Harbour) -> list[int]:
    """Task forces of the power in a port whose ships can sail."""
    return sorted({g.units.force[u] for u in ships(g).get(h.port, ()) if g.units.force[u] and available(g, h, u) is None})


def take_force(g: World, h: Harbour, number: int) -> None:
    for u in list(ships(g).get(h.port, ())):
        if g.units.force[u] == number and available(g, h, u) is None:
            g.units[u].mission = SAILING


@rule("5.934", "ours 25.35", "ours 25.3", "ours 21.6", "ours 21.553")
def may_call(g: World, h: Harbour, u: int) -> No | None:
    """A ready ship of the shipping lanes beside the port joins the activity, and goes back there afterwards."""
    units = g.units
    if units.at[u] < 0 or KIND[units.design[u]] not in NAVAL or units.at[u] != lanes_beside(g, h.port):
        return No("ours 25.35", "no ship of the shipping lanes beside this port")
    if unit_sides(g)[u] != g.side or patron(g, u) != h.power:
        return No("ours 25.35", "it belongs to another power")
    if units.inverted[u] or units.damage[u] or units.mission[u] != NO_MISSION:
        return No("ours 25.35", "it is not ready")
    if units.moved[u] & ~CAME_FROM[g.ground.theatre[h.port]] & sum(CAME_FROM.values()):
        return No("5.934B", "it entered the Indian Ocean from the other board in this turn")
    twin = callable_ships(g, h, tested=False)
    return None if u in twin else No("ours 25.35", "another of the same sort stands for it")


def callable_ships(g: World, h: Harbour, *, tested: bool = True) -> list[int]:
    seen, found = set(), []
    for u in ships(g).get(lanes_beside(g, h.port), ()):
        came = g.units.moved[u] & sum(CAME_FROM.values())
        sort = g.units.design[u], g.units.damage[u], g.units.inverted[u], g.units.mission[u], patron(g, u), came
        if sort not in seen:
            seen.add(sort)
            if not tested or may_call(g, h, u) is None:
                found.append(u)
    return found


def call_out(g: World, h: Harbour, u: int) -> None:
    row = g.units[u]
    row.home, row.at, row.mission = row.at, h.port, SAILING


@rule("ours 25.35")
def back_to_lanes(g: World) -> None:
    """Ships that were called out of the shipping lanes are there again."""
    for u in range(len(g.units)):
        if g.units.home[u] >= 0:
            row = g.units[u]
            if row.at >= 0:
                row.at = row.home
            row.home = -1


def take_all(g: World, h: Harbour, _: None) -> None:
    for u in list(ships(g).get(h.port, ())):
        if available(g, h, u) is None:
            g.units[u].mission = SAILING


@rule("ours 28.5")
def lift_left(g: World, power: int) -> int:
    """Factors a power may still redeploy by sea this turn: three groups of ten; America one for twenty BRPs of its base."""
    groups = min(US_MOST, g.nations.base[US] // US_STEP) if power == US else GROUPS
    return groups * GROUP - g.nations.shipped[power]


@rule("ours 21.43", "ours 28.5", "9.31", "5.28")
def may_load(g: World, h: Harbour, u: int) -> No | None:
    """A unit in the port that has not moved, within what the destroyers (or the transports of a box) carry."""
    if g.units.at[u] != h.port or unit_sides(g)[u] != g.side or patron(g, u) != h.power:
        return No("ours 21.43", "no unit of this power in the port")
    return fits(g, h, u)


def fits(g: World, h: Harbour, u: int) -> No | None:
    units, what = g.units, KIND[g.units.design[u]]
    if (what not in GROUND and what not in AIR) or what in (Kind.PARTISAN, Kind.TRANSPORT_AIR):
        return No("ours 21.43", "ground and air units are carried")
    if units.mission[u] != NO_MISSION or units.spent[u] or (h.phase != REDEPLOYING and units.inverted[u]):
        return No("ours 21.43", "it has moved or flown")
    if what in GROUND and units.supply[u] != FULL:
        return No("ours 21.43", "it is not supplied")
    if h.phase == REDEPLOYING and (units.moved[u] & BY_SEA or units.fought[u]):
        return No("ours 28.1", "it has redeployed by sea, or attacked")
    if h.phase == FIGHTING and what not in GROUND:
        return No("ours 21.51", "ground units invade")
    if g.ground.box[h.port] and h.phase == REDEPLOYING and units.moved[u]:
        return No(cite(g, h.port, "7C"), "who redeployed into the box stays in it")
    no = may_leave(g, u, "7C")
    if no is not None:
        return no
    wanted = load(g, [*cargo_of(g, h), u])
    if h.phase == REDEPLOYING and wanted > lift_left(g, h.power):
        return No("ours 28.5", f"{lift_left(g, h.power)} factors may still go by sea this turn")
    if h.phase == REDEPLOYING and wanted <= 5 * len(free_transports(g, h.port)):
        return None
    if h.phase == REDEPLOYING and g.ground.box[h.port]:
        return No("ours 28.5", "one transport carries five factors")
    need = wanted * (2 if g.ground.box[h.port] else 1)
    if need > len(destroyers(g, fleet_of(g, h))):
        return No("ours 21.43", f"{need} destroyer factors are needed")
    return None


@rule("ours 25.5", "ours 20.64")
def merchantmen(g: World, shipping: str) -> list[int]:
    """Transports in a box of shipping lanes that carry nothing yet this turn."""
    return [u for u in in_box(g, Kind.TRANSPORT, g.side, shipping) if not g.units.moved[u] & BY_SEA]


def free_transports(g: World, port: int) -> list[int]:
    """Transports that can carry what redeploys between a port or box and another box: of the lanes that have most."""
    return max((merchantmen(g, shipping) for shipping in shipping_of(g, port)), key=len, default=[])


def passengers(g: World, h: Harbour) -> list[int]:
    seen, found = set(), []
    for u in all_at(g).get(h.port, ()):
        sort = g.units.design[u], g.units.supply[u], g.units.inverted[u], g.units.moved[u], g.units.fought[u]
        if sort not in seen and may_load(g, h, u) is None:
            seen.add(sort)
            found.append(u)
    return found


def may_board(g: World, h: Harbour, u: int) -> No | None:
    no = may_load(g, h, u)
    if no is not None:
        return no
    return None if u in passengers(g, h) else No("ours 21.43", "another of the same sort stands for it")


def board(g: World, h: Harbour, u: int) -> None:
    g.units[u].mission = ABOARD


# --- where to -----------------------------------------------------------------------------------------------------------


@rule("ours 21.433A", "ours 21.433B", "ours 28.7", "ours 28.751", "ours 28.752", "ours 28.752D")
@rule("ours 21.224", "ours 21.361", "ours 21.43", "ours 28.511", "ours 28.5", "5.28", "5.38", "5.48", "5.58", "9.31")
def may_sail(g: World, h: Harbour, goal: int) -> No | None:
    """A friendly port in reach with room for ships and cargo; a transport within 20 hexes and paid for."""
    fleet, cargo = fleet_of(g, h), cargo_of(g, h)
    boxed = g.ground.box[h.port] or g.ground.box[goal]
    by_transports = h.phase == REDEPLOYING and boxed and bool(cargo)
    if not fleet and not by_transports:
        return No("ours 21.3", "no ship sails")
    island = held_by(g, goal) == g.side and goal in (g.ground.roadsteads if h.phase == REDEPLOYING else g.ground.landings)
    ashore = friendly_port(g, goal, g.side) or (bool(cargo) and (g.hexes.bridgehead[goal] == g.side or island))
    into = g.ground.box[goal] and (not cargo or g.board.token(goal) in SEA_BOXES)
    start = origin(g, h)
    if goal == start or (goal == h.port and not cargo) or not (ashore or into):
        return No("ours 21.2", "no friendly port")
    if start != h.port and g.ground.box[goal]:
        return No("ours 28.511", "who is fetched from a beach goes to a port of the map")
    no = port_room(g, goal, g.side, naval_factors(g, fleet)) if is_port(g, goal) else None
    if no is None and into:
        no = next((found for found in (may_use(g, u, goal) for u in cargo) if found is not None), None)
    if no is None:
        no = _lands(g, cargo, goal)
    if no is None and cargo and h.phase == REDEPLOYING and g.hexes.bridgehead[goal] == g.side and not is_port(g, goal):
        no = over_the_beach(g, cargo, goal)
    if no is None:
        no = _reaches(g, h, goal, bool(cargo))
    if no is None:
        no = may_reinforce(g, [*fleet, *cargo], h.port, goal)
    if no is None and cargo:
        no = may_operate_from(g, h.port, g.side)
    if no is None and cargo and h.phase == MOVING:
        icy = (frozen_coast(g, s, transport=True) for s in (h.port, goal))
        no = next((found for found in icy if found is not None), None)
        no = ready_base(g, h.port, g.side) if no is None else no
        no = fuelled(g, h.power, h.port, fleet) if no is None else no
        no = may_pay(g, h.power, booked_at(g, h, goal), fleet) if no is None else no
    return no


@rule("9.71", "9.31")
def booked_at(g: World, h: Harbour, goal: int) -> int:
    """The hex whose front a sea transport is paid for: where it ends; into a box that is on no front, where it begins."""
    return goal if g.ground.front[goal] >= 0 else h.port  # AW-DEC-31


@rule("ours 31.2")
def over_the_beach(g: World, cargo: list[int], goal: int) -> No | None:
    """Two units a turn redeploy over a bridgehead."""
    came = sum(bool(g.units.moved[u] & BY_SEA) for u in all_at(g).get(goal, ()))
    return None if came + len(cargo) <= MOST_OVER_BEACH else No("ours 31.2", "two units a turn redeploy over a bridgehead")


def _lands(g: World, cargo: list[int], goal: int) -> No | None:
    for u in cargo:
        no = air_room(g, u, goal, g.side) if KIND[g.units.design[u]] in AIR else room_for(g, u, goal, g.side)
        if no is not None:
            return no
    if cargo and not any(KIND[g.units.design[u]] in AIR for u in cargo):
        line = sum(KIND[g.units.design[u]] in (Kind.INF, Kind.MECH, Kind.ARM) for u in [*cargo, *here(g, goal)])
        if line > 2 and not g.ground.box[goal] and g.hexes.bridgehead[goal] != g.side:
            return No("ours 12.1", "two infantry or armor units fill the hex")
    return None


def _reaches(g: World, h: Harbour, goal: int, laden: bool) -> No | None:
    start, end = g.board.token(h.port), g.board.token(goal)
    if start in SHIPPING and end in SHIPPING:
        no = No("5.935", "between the boxes in redeployment only") if h.phase != REDEPLOYING else None
        return no if no is not None else may_cross_between(g, end)
    if start in SHIPPING or end in SHIPPING:
        box, there = (h.port, goal) if start in SHIPPING else (goal, h.port)
        return No("5.931", "no troops go into an SW box") if laden else may_cross(g, h.power, there, box)
    if g.ground.box[h.port] or g.ground.box[goal]:
        return _laden_by_box(g, h, goal) if laden else _light_by_box(g, h, goal)
    if g.ground.theatre[goal] != g.ground.theatre[h.port]:
        return No("ours 21.2", "another map")
    start = origin(g, h)
    if laden and h.phase == MOVING:
        far = sea_hexes(g, start, goal)
        return None if far <= g.sea_reach(TRANSPORT, europe=g.ground.europe[goal]) else No("ours 21.361", f"{far} hexes by sea")
    return None if goal in havens(g, start, g.side) else No("ours 21.3612", "no chain of ports leads there")


@rule("5.28", "5.38", "5.48", "5.58")
def _laden_by_box(g: World, h: Harbour, goal: int) -> No | None:
    """Cargo between a box and a place that its route names: destroyers in movement, transports in both phases."""
    activity = "escort" if h.phase == REDEPLOYING else "sea_transport"
    box, there = (h.port, goal) if g.ground.box[h.port] else (goal, h.port)
    if g.ground.box[there] and route_between(g, box, there, activity) is None:
        return may_sail_to(g, g.board.token(box), activity, there)
    no = None if g.ground.box[there] else may_sail_to(g, g.board.token(box), activity, there)
    if no is not None:
        return no
    route = route_between(g, box, there, activity)
    assert route is not None
    need, merchants = lift(route, load(g, cargo_of(g, h)))
    part = "E" if h.phase == REDEPLOYING else "C"
    if need > len(destroyers(g, fleet_of(g, h))):
        return No(cite(g, box, f"8{part}"), f"{need} destroyer factors are needed")
    enough = merchants <= len(merchantmen(g, route.shipping))
    return None if enough else No(cite(g, box, f"8{part}"), f"{merchants} transports are needed in the shipping lanes")


@rule("5.28", "5.38", "5.48", "5.58", "5.12")
def _light_by_box(g: World, h: Harbour, goal: int) -> No | None:
    """Ships without cargo: base changes as the box's route names them, in redeployment on by a chain of ports where it may."""
    box, there = (h.port, goal) if g.ground.box[h.port] else (goal, h.port)
    token = g.board.token(box)
    activity = "nr" if h.phase == REDEPLOYING else "base_change"
    if g.ground.box[there]:
        found = route_between(g, box, there, activity)
        return None if found is not None else may_sail_to(g, token, activity, there)
    onward = token in EDGES and not g.ground.europe[there]
    if onward or (token in US_BOXES and h.phase == REDEPLOYING):
        part = "E" if h.phase == REDEPLOYING else "B"
        known = there in havens_of_box(g, box, g.side)
        return None if known else No(cite(g, box, f"8{part}"), "no chain of ports leads there from the box")
    return may_sail_to(g, token, activity, there)


def may_cross_between(g: World, box: str) -> No | None:
    """5.935: every box of the boards that are played."""
    boards = {"europe": ("sw_atlantic", "sw_indian"), "pacific": ("sw_pacific", "sw_indian")}.get(g.sheet.theatre, SHIPPING)
    return None if g.sheet.whole and box in boards else No("5.935", "not on the boards that are played")


def goals(g: World, h: Harbour) -> list[int]:
    if not fleet_of(g, h) and not cargo_of(g, h):
        return []
    boxes = [g.board.space(token) for token in (*SEA_BOXES, *SHIPPING)]
    near = boxes if g.ground.box[h.port] else [*havens(g, h.port, g.side), *boxes]
    ports = [p for p in g.ground.ports if held_by(g, p) == g.side] if g.ground.box[h.port] else []
    home = [h.port] if origin(g, h) != h.port else []
    return [s for s in [*home, *ports, *near] if may_sail(g, h, s) is None]


# --- under way ----------------------------------------------------------------------------------------------------------


@rule("ours 21.43", "ours 21.224", "ours 22.8", "ours 28.5", "9.31")
def sail(g: World, h: Harbour, goal: int) -> Flow[None]:
    """The ships sail, may be met, and arrive with what they still carry"""
    fleet, cargo = fleet_of(g, h), cargo_of(g, h)
    if cargo and h.phase == MOVING:
        pay(g, h.power, booked_at(g, h, goal), fleet)
    transports = []
    route = route_between(g, h.port, goal, "escort" if h.phase == REDEPLOYING else "sea_transport") if cargo else None
    if route is not None:
        transports = merchantmen(g, route.shipping)[: lift(route, load(g, cargo))[1]]
        for u in transports:
            g.units[u].moved |= BY_SEA
    wings = [u for u in range(len(g.units)) if g.units.at[u] == h.port and KIND[g.units.design[u]] in SQUADRONS
             and g.units.mission[u] == NO_MISSION and patron(g, u) == h.power][: deck_room(g, fleet)]  # fmt: skip
    activity = ("sea escort" if h.phase == REDEPLOYING else "sea transport") if cargo else "base change"
    start = origin(g, h)
    way = [*way_of(g, h.power, h.port, start)[:-1], *way_of(g, h.power, start, goal)]
    going = yield from run_the_gauntlet(g, activity, way, fleet, wings)
    if not going and start != h.port:  # nobody was fetched
        for u in cargo:
            g.units[u].mission, g.units[u].aboard = NO_MISSION, -1
        cargo = []
    arrive(g, h, goal if going or not fleet else h.port, fleet, cargo, wings)
    if cargo and h.phase == REDEPLOYING:
        g.nations[h.power].shipped += load(g, [u for u in cargo if g.units.at[u] >= 0])


@rule("5.28", "5.38", "5.48", "5.58", "5.932", "ours 25.33")
def way_of(g: World, power: int, start: int, goal: int) -> list[int]:
    """The hexes of a voyage on the map, where it may be met; out of a box or into one by its edge, between boxes none. Japan's
    ports lie beside the Pacific box: its ships are met where they come in."""
    boxed = g.ground.box[start], g.ground.box[goal]
    if boxed == (False, False):
        return sea_way(g, start, goal)
    if boxed == (True, True):
        return []
    box, port = (start, goal) if boxed[0] else (goal, start)
    if power == JAPAN and g.board.token(box) == "sw_pacific":
        return [port] if boxed[0] else []
    way = edge_way(g, port, box)
    return way[::-1] if boxed[0] else way


@rule("5.934", "5.935", "ours 22.8", "ours 21.7", "ours 25.372")
def arrive(g: World, h: Harbour, goal: int, fleet: list[int], cargo: list[int], wings: list[int]) -> None:
    """What floats is in port; cargo without a destroyer left is lost; who carried or was sent back has acted."""
    alive = [u for u in fleet if g.units.at[u] >= 0]
    boxed = g.ground.box[h.port] or g.ground.box[goal]
    if cargo and fleet and not (boxed and h.phase == REDEPLOYING):
        each = 2 if boxed else 1
        while cargo and load(g, cargo) * each > len(destroyers(g, alive)):
            eliminate(g, cargo.pop())
    dock = goal if is_port(g, goal) or g.ground.box[goal] else h.port
    for u in alive:
        row = g.units[u]
        row.at, row.mission = dock, NO_MISSION
        row.moved |= BY_SEA if h.phase == REDEPLOYING else CHANGED_BASE
        apart = g.ground.theatre[goal] != g.ground.theatre[h.port]  # ours 21.224: between theatres
        if h.phase == MOVING and (cargo or goal == h.port or apart or g.board.token(h.port) in SHIPPING):
            row.inverted = 1
        elif h.phase == REDEPLOYING and g.board.token(h.port) in SHIPPING:
            # 5.935: ready in another box, whatever it did; 5.934B: in port inverted until after the next enemy turn
            row.inverted = 0 if g.board.token(dock) in SHIPPING else 2
        if h.phase == MOVING and g.board.token(dock) == "sw_indian":
            row.moved |= CAME_FROM[g.ground.theatre[h.port]]
    for u in cargo:
        row = g.units[u]
        row.at, row.mission, row.aboard, row.spent = goal, NO_MISSION, -1, max(1, MOVE[row.design])
        row.moved |= BY_SEA
        if KIND[row.design] in AIR:
            row.inverted = 1
    for u in wings:
        if g.units.at[u] >= 0:
            g.units[u].at = dock
    back_to_lanes(g)


def cancel(g: World, h: Harbour, _: None) -> None:
    cargo = cargo_of(g, h)
    for u in [*fleet_of(g, h), *cargo]:
        g.units[u].mission = NO_MISSION
    for u in cargo:
        g.units[u].aboard = -1
    back_to_lanes(g)


TAKE = Act("take", "ours 21.3", "{0} sails", takes=Unit, listed=waiting, may=may_take, do=take)
TAKE_ALL = Act("take_all", "ours 21.3", "All ships sail", do=take_all,
               may=lambda g, h, _: None if waiting(g, h) else No("ours 21.3", "no ship is ready"))  # fmt: skip
TAKE_FORCE: Act[World, Harbour, int] = Act("take_force", "ours 20.16", "Task force {0} sails", takes=int, listed=forces_in,
                 may=lambda g, h, n: None if n in forces_in(g, h) else No("ours 20.16", "no such task force is here"),
                 do=take_force)  # fmt: skip
CALL = Act("call", "ours 25.35", "{0} joins out of the lanes", takes=Unit, listed=callable_ships, may=may_call, do=call_out)
BOARD = Act("load", "ours 21.43", "{0} goes aboard", takes=Unit, listed=passengers, may=may_board, do=board)
SAIL = Act("sail", "ours 21.2", "To {0}", takes=Hex, listed=goals, may=may_sail, do=sail, rolls=True)
CANCEL = Act("cancel", "ours 21.3", "Nobody sails", do=cancel)


def sails(g: World, h: Harbour) -> bool:
    """Whether a ship or a task force here can sail."""
    return any(available(g, h, u) is None for u in ships(g).get(h.port, ()))


def harbours(g: World, power: int, phase: int) -> list[int]:
    """Ports of a power with ships that could sail, or boxes with troops that transports could take."""
    ports = sorted({g.units.at[u] for u in navies(g).get(power, ())})
    found = [p for p in ports if sails(g, Harbour(power, p, phase))]
    if phase == REDEPLOYING:
        free = {shipping for shipping in SHIPPING if merchantmen(g, shipping)}
        crowds = sorted({g.units.at[u] for u in on_map(g).get(power, ())}.difference(found))
        found += [p for p in crowds if not free.isdisjoint(shipping_of(g, p)) and passengers(g, Harbour(power, p, phase))]
    return found


def may_open(g: World, power: int, phase: int, port: int) -> No | None:
    return None if sails_from(g, power, phase, port) else No("ours 21.3", "nothing of this power can sail from there")


def sails_from(g: World, power: int, phase: int, port: int) -> bool:
    h = Harbour(power, port, phase)
    if sails(g, h):
        return True
    return phase == REDEPLOYING and bool(shipping_of(g, port)) and bool(free_transports(g, port)) and bool(passengers(g, h))
