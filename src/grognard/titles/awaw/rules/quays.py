"""Ours 20.16 and 21.41: at the quay: ships make ready to sail, form task forces, or go on patrol; patrols act and come home."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import AXIS, JAPAN, US
from grognard.titles.awaw.rules.boats import depth_charges, go_on_patrol, hunted, may_patrol
from grognard.titles.awaw.rules.codes import AMERICAN_MAGIC, may_play, play
from grognard.titles.awaw.rules.embarking import FETCH, OFFER
from grognard.titles.awaw.rules.interception import patrollers, run_the_gauntlet
from grognard.titles.awaw.rules.operations import PARALYSED, may_pay, pay
from grognard.titles.awaw.rules.seabattle import bomb_ships, defense_level, flak
from grognard.titles.awaw.rules.ships import SQUADRONS, burn_oil, deck_room, fuelled, naval_factors, sea_way
from grognard.titles.awaw.rules.strategic import BOATS
from grognard.titles.awaw.rules.supply import ready_base, sea_distance
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    STRENGTH,
    air_range,
    all_at,
    eliminate,
    held_by,
    is_port,
    on_map,
    on_patrol_at,
    other,
    patron,
    ships,
    squadrons_ready,
    unit_sides,
)
from grognard.titles.awaw.rules.voyages import (
    BOARD,
    CALL,
    CANCEL,
    FIGHTING,
    MOVING,
    SAIL,
    TAKE,
    TAKE_ALL,
    TAKE_FORCE,
    Harbour,
    cargo_of,
    fleet_of,
)
from grognard.titles.awaw.rules.want import AIR_FORCE, wants
from grognard.titles.awaw.rules.weather import patrol_range
from grognard.titles.awaw.state import NO_MISSION, SHELLING, Hex, Unit, World

NAVAL_AIR_RANGE = {True: 3, False: 2}


# --- task forces --------------------------------------------------------------------------------------------------------


@rule("ours 20.16", "3.1")
def is_task_force(g: World, fleet: list[int]) -> No | None:
    """Ten to 25 undamaged factors, fast carriers at most half of them."""
    least, most = g.number("20.16 least factors of a task force"), g.number("20.16 most factors of a task force")
    whole = naval_factors(g, fleet)
    if any(g.units.damage[u] for u in fleet):
        return No("ours 20.16", "damaged ships are in no task force")
    if whole < least:
        return No("ours 20.16", f"{least} factors at least")
    if whole > most:
        return No("ours 20.16", f"{most} factors at most")
    carriers = sum(STRENGTH[g.units.design[u]] for u in fleet if KIND[g.units.design[u]] == Kind.CV)
    return No("ours 20.16", "fast carriers are at most half") if 2 * carriers > whole else None


def forces_of(g: World, power: int) -> list[int]:
    """Numbers of the task forces of a power."""
    return sorted({g.units.force[u] for u in on_map(g).get(power, ()) if g.units.force[u]})


@rule("ours 20.16", "ours 20.162")
def may_form(g: World, h: Harbour, _: None = None) -> No | None:
    """The ships told to sail become a task force, if a marker is left; in movement before they move, or in redeployment."""
    if h.phase == FIGHTING or cargo_of(g, h):
        return No("ours 20.162", "in movement or redeployment, without cargo")
    if len(forces_of(g, h.power)) >= g.books.powers[h.power].tf_markers:
        return No("ours 20.16", f"{g.books.powers[h.power].tf_markers} markers are all there are")
    fleet = fleet_of(g, h)
    if any(g.units.force[u] or g.units.home[u] >= 0 for u in fleet):
        return No("ours 20.162", "a ship of another task force or of the lanes is among them")
    return is_task_force(g, fleet)


@rule("ours 20.162")
def form(g: World, h: Harbour, _: None) -> None:
    taken = forces_of(g, h.power)
    number = next(n for n in range(1, 99) if n not in taken)
    for u in fleet_of(g, h):
        g.units[u].force, g.units[u].mission = number, NO_MISSION
    g.say("a task force is formed at {}", g.hexes[h.port], rule="ours 20.162")


def here_forces(g: World, h: Harbour) -> list[int]:
    return sorted({g.units.force[u] for u in ships(g).get(h.port, ()) if g.units.force[u] and patron(g, u) == h.power
                   and g.units.patrol[u] < 0})  # fmt: skip


@rule("ours 20.162", "ours 20.163")
def dissolve(g: World, h: Harbour, number: int) -> None:
    """A task force is dissolved in port; at sea it keeps its marker whatever it lost."""
    for u in ships(g).get(h.port, ()):
        if g.units.force[u] == number and patron(g, u) == h.power:
            g.units[u].force = 0


FORM = Act("form", "ours 20.162", "They form a task force", may=may_form, do=form)
DISSOLVE: Act[World, Harbour, int] = Act("dissolve", "ours 20.162", "Dissolve task force {0}", takes=int, among=here_forces,
    may=lambda g, h, n: None if h.phase != FIGHTING and n in here_forces(g, h) else No("ours 20.162", "not here, or not now"),
    do=dissolve)  # fmt: skip


# --- patrols ------------------------------------------------------------------------------------------------------------


@rule("ours 21.41", "ours 20.4", "9.21")
def may_go(g: World, h: Harbour, space: int) -> No | None:
    """A task force, in movement, to a sea hex within range, paid for."""
    fleet = fleet_of(g, h)
    if h.phase != MOVING or cargo_of(g, h) or not fleet:
        return No("ours 21.41", "ships without cargo go on patrol in movement")
    if any(KIND[g.units.design[u]] == Kind.CVE for u in fleet):
        return No("ours 20.4", "escort carriers do not patrol")
    if len({g.units.force[u] for u in fleet}) != 1 or not g.units.force[fleet[0]]:
        return No("ours 21.41", "only one task force goes on patrol")
    if g.ground.box[h.port] or g.ground.land[space] or g.ground.box[space] or g.ground.theatre[space] != g.ground.theatre[h.port]:
        return No("ours 21.41", "a sea hex of this board")
    no = ready_base(g, h.port, g.side)
    no = fuelled(g, h.power, h.port, fleet) if no is None else no
    if no is not None:
        return no
    most = patrol_range(g, h.port, space)
    if sea_distance(g, h.port, space) > most:
        return No("ours 21.41", f"{most} hexes at most")
    return may_pay(g, h.power, space, fleet)


def waters(g: World, h: Harbour) -> list[int]:
    fleet = fleet_of(g, h)
    if h.phase != MOVING or not fleet or cargo_of(g, h) or g.ground.box[h.port]:
        return []
    near = g.ground.within(h.port, g.number("21.41 patrol range"))
    return [s for s in near if not g.ground.land[s] and may_go(g, h, s) is None]


@rule("ours 21.41", "ours 21.7")
def patrol(g: World, h: Harbour, space: int) -> Flow[None]:
    """The force sails, may be met on its way, and stays in its hex until it is used or its owner's next turn begins"""
    # AW-DEC-15
    fleet = fleet_of(g, h)
    pay(g, h.power, space, fleet)
    burn_oil(g, h.power, h.port, fleet)
    wings = [u for u in all_at(g).get(h.port, ()) if KIND[g.units.design[u]] in SQUADRONS and patron(g, u) == h.power
             and not g.units.inverted[u] and g.units.patrol[u] < 0][: deck_room(g, fleet)]  # fmt: skip
    going = yield from run_the_gauntlet(g, "patrol", sea_way(g, h.port, space), fleet, wings)
    for u in [*fleet, *wings]:
        row = g.units[u]
        if row.at >= 0:
            row.mission = NO_MISSION
            if going and not row.damage:
                row.patrol = space
            else:
                row.inverted = 1
    g.say("a task force goes on patrol", rule="ours 21.41")


PATROL = Act("patrol", "ours 21.41", "On patrol to {0}", takes=Hex, listed=waters, may=may_go, do=patrol, rolls=True)


def come_home(g: World, units: list[int], *, used: bool) -> None:
    for u in units:
        row = g.units[u]
        row.patrol = -1
        if used:
            row.inverted = 1


@rule("ours 21.41", "ours 21.418")
def patrols_end(g: World) -> None:
    """A player turn begins: patrols of the moving side are back in port."""
    sides = unit_sides(g)
    come_home(g, [u for u in out_on_patrol(g) if sides[u] == g.side], used=False)


def out_on_patrol(g: World) -> list[int]:
    return sorted(u for there in on_patrol_at(g).values() for u in there)


def patrol_of(g: World, power: int, space: int) -> tuple[list[int], list[int]]:
    """Ships of a power on patrol in a hex, and the squadrons aboard."""
    fleet = patrollers(g, power, g.side, space)
    there = on_patrol_at(g).get(space, ())
    wings = [u for u in there if KIND[g.units.design[u]] in SQUADRONS and patron(g, u) == power]
    return fleet, wings


def patrol_hexes(g: World, power: int) -> list[int]:
    return sorted(p for p in on_patrol_at(g) if patrollers(g, power, g.side, p))


class Fleet(Subject, frozen=True):
    """A power with forces on patrol."""

    power: int


@rule("ours 23.6", "9.21")
def may_strike(g: World, power: int, wanted: tuple[int, int]) -> No | None:
    """Carriers on patrol within the range of their squadrons of a port with enemy ships."""
    space, port = wanted
    fleet, wings = patrol_of(g, power, space)
    if not fleet or not wings or not any(KIND[g.units.design[u]] == Kind.CV for u in fleet):
        return No("ours 23.6", "no carriers with squadrons are on patrol there")
    if held_by(g, port) != other(g.side) or not is_port(g, port) or not enemy_ships(g, port):
        return No("ours 23.6", "no enemy ships are in port there")
    far = g.board.distance(space, port) or 99
    return None if far <= NAVAL_AIR_RANGE[g.ground.europe[port]] else No("ours 23.6", f"{far} hexes away")


def enemy_ships(g: World, port: int) -> list[int]:
    sides = unit_sides(g)
    return [u for u in ships(g).get(port, ()) if sides[u] == other(g.side) and g.units.patrol[u] < 0]


def strikes(g: World, power: int) -> list[tuple[int, int]]:
    return [
        (s, p)
        for s in patrol_hexes(g, power)
        for p in g.ground.within(s, 3)
        if is_port(g, p) and may_strike(g, power, (s, p)) is None
    ]


@rule("ours 23.6", "ours 23.5", "ours 23.42")
def strike_from_sea(g: World, power: int, wanted: tuple[int, int], *, level: int = 0) -> Flow[None]:
    """Squadrons of a patrol attack ships in port; `level`: surprise"""
    space, port = wanted
    fleet, wings = patrol_of(g, power, space)
    flight = wings[: deck_room(g, fleet)]
    g.say("carriers strike at {}", g.hexes[port], rule="ours 23.6")
    surprised = unprepared(g, power, port)
    if surprised:
        level = first_strike_level(g)
        absent_carriers(g, port)
    yield from harbour_strike(g, power, port, flight, level)
    if surprised and [u for u in flight if g.units.at[u] >= 0] and enemy_ships(g, port):
        prompt, named = "A second strike at {0}?", (g.hexes[port],)
        choice, _ = yield from menu(g, g.seat(power), prompt, Fleet(power), TURN_AWAY, AGAIN, named=named)
        if choice.verb == "again":
            later = g.number("51.4 surprise of the second strike")
            yield from harbour_strike(g, power, port, [u for u in flight if g.units.at[u] >= 0], later)
    at_sea_again(g)
    come_home(g, [*fleet, *[u for u in wings if g.units.at[u] >= 0]], used=True)


AGAIN: Act[World, Fleet, None] = Act("again", "ours 51.4", "Strike again", do=lambda g, f, _: None, rolls=True)
TURN_AWAY: Act[World, Fleet, None] = Act("turn_away", "ours 51.4", "Turn for home", do=lambda g, f, _: None)


@rule("ours 51.4", "ours 51.1", "ours 23.7")
def unprepared(g: World, power: int, port: int) -> bool:
    """Japan strikes in the turn in which it found the Allies unprepared."""
    return power == JAPAN and g.booked.get(PARALYSED, -9) == g.turn and g.side == AXIS and not g.ground.europe[port]


@rule("ours 51.4", "ours 48.7")
def first_strike_level(g: World) -> int:
    """Surprise six, seven on a die of six, two less if America plays a strategic or wild card."""
    found = g.number("51.4 surprise of the first strike") + int(g.roll(D6, "surprise", "ours 51.4") == 6)
    if may_play(g, AMERICAN_MAGIC, "strategic") is None:
        play(g, AMERICAN_MAGIC, "strategic")
        found -= 2
    return found


@rule("ours 51.3")
def absent_carriers(g: World, port: int) -> None:
    """A die for each American carrier of the port: on four to six it is at sea."""
    for u in enemy_ships(g, port):
        out = KIND[g.units.design[u]] == Kind.CV and NATION[g.units.design[u]] == US
        if out and g.roll(D6, f"{g.units[u].label} in port?", "ours 51.3") > 3:
            g.units[u].patrol = port


def at_sea_again(g: World) -> None:
    """Carriers that were out come back."""
    for u in out_on_patrol(g):
        if g.ground.port[g.units.patrol[u]] and KIND[g.units.design[u]] == Kind.CV:
            g.units[u].patrol = -1


@rule("ours 23.5", "ours 23.42")
def harbour_strike(g: World, power: int, port: int, flight: list[int], level: int) -> Flow[None]:
    """Air defense of the port, then the ships, which cannot fight back"""
    alive = [u for u in flight if g.units.at[u] >= 0]
    targets = enemy_ships(g, port)
    if alive and targets and level < 7:
        roll = sum(g.roll_dice(2, D6, "air defense of the port", "ours 23.42"))
        hurt = flak(g.charts, defense_level(g, targets, base=port, surprised=level).total, roll)
        for u in alive[: hurt.lost]:
            eliminate(g, u)
        alive = alive[hurt.lost + hurt.aborted :]
    if alive and targets:
        yield from bomb_ships(g, power, port, len(alive), targets, int(level >= 3), in_port=True)


@rule("ours 21.41", "ours 21.52")
def may_support(g: World, power: int, wanted: tuple[int, int]) -> No | None:
    """A patrol bombards an enemy coast within three hexes, in support of an invasion or attack there."""
    space, target = wanted
    if not patrol_of(g, power, space)[0]:
        return No("ours 21.41", "no patrol is there")
    if held_by(g, target) != other(g.side) or not g.ground.lanes[target] or not g.ground.land[target]:
        return No("ours 21.52", "no enemy coast")
    far = g.board.distance(space, target) or 99
    reach = g.number("21.41 reach of a patrol")
    return None if far <= reach else No("ours 21.41", f"more than {reach} hexes away")


def support_from_sea(g: World, power: int, wanted: tuple[int, int]) -> None:
    space, target = wanted
    fleet, wings = patrol_of(g, power, space)
    for u in fleet:
        row = g.units[u]
        row.mission, row.target = SHELLING, target
    come_home(g, [*fleet, *wings], used=True)
    g.say("a patrol bombards {}", g.hexes[target], rule="ours 21.52")


def coasts(g: World, power: int) -> list[tuple[int, int]]:
    reach = g.number("21.41 reach of a patrol")
    return [(s, t) for s in patrol_hexes(g, power) for t in g.ground.within(s, reach) if may_support(g, power, (s, t)) is None]


@rule("ours 21.41")
def stay_for_combat(g: World, power: int) -> Flow[None]:
    """Patrols that stay for the combat phase may be met by eight dice"""
    for space in patrol_hexes(g, power):
        fleet, wings = patrol_of(g, power, space)
        yield from run_the_gauntlet(g, "staying patrol", [space], fleet, wings)


# --- submarines ---------------------------------------------------------------------------------------------------------


class Boat(Subject, frozen=True):
    """A submarine in the hand."""

    power: int
    unit: Annotated[int, Unit]


def idle_boats(g: World, power: int) -> list[int]:
    """Submarines in port that may go on patrol, one of each sort in a place."""
    boats = [u for u in on_map(g).get(power, ()) if KIND[g.units.design[u]] in BOATS and may_leave_port(g, power, u) is None]
    return g.units.firsts(boats, "at")


def may_leave_port(g: World, power: int, u: int) -> No | None:
    if g.units.at[u] < 0 or KIND[g.units.design[u]] not in BOATS or patron(g, u) != power or unit_sides(g)[u] != g.side:
        return No("ours 21.418", "no submarine of this power")
    at = g.units.at[u]
    if g.ground.box[at] or not is_port(g, at) or g.units.patrol[u] >= 0 or g.units.inverted[u]:
        return No("ours 21.418", "not a ready submarine in port")
    return None


def may_pick_boat(g: World, power: int, u: int) -> No | None:
    no = may_leave_port(g, power, u)
    if no is not None:
        return no
    return None if u in idle_boats(g, power) else No("ours 21.418", "another of the same sort stands for it")


BOAT_PATROL: Act[World, Boat, int] = Act("patrol", "ours 21.418", "On patrol to {0}", takes=Hex,
    listed=lambda g, b: [s for s in g.ground.within(g.units.at[b.unit], g.number("21.41 patrol range"))
                         if may_patrol(g, b.power, b.unit, s) is None],
    may=lambda g, b, s: may_patrol(g, b.power, b.unit, s), do=lambda g, b, s: go_on_patrol(g, b.unit, s))  # fmt: skip
REMAIN: Act[World, Boat, None] = Act("stay", "ours 21.418", "Stay in port", do=lambda g, b, _: None)


def send_boat(g: World, power: int, u: int) -> Flow[object]:
    return menu(g, g.seat(power), "{0} in {1}", Boat(power, u), REMAIN, BOAT_PATROL, named=(g.units[u], g.hexes[g.units.at[u]]))


@rule("ours 21.4184C", "9.21", "9.11")
def may_hunt(g: World, power: int, u: int) -> No | None:
    """An enemy submarine on patrol within range of a ready army air factor that can be paid."""
    if g.units.at[u] < 0 or KIND[g.units.design[u]] not in BOATS or g.units.patrol[u] < 0 or unit_sides(g)[u] != other(g.side):
        return No("ours 21.4184C", "no enemy submarine on patrol")
    plane = hunter(g, power, u)
    if plane < 0:
        return No("ours 21.4184C", "no army air factor in range is ready")
    return may_pay(g, power, g.units.patrol[u], [plane])


def hunter(g: World, power: int, boat: int) -> int:
    """An air factor that can fly against a patrol, or -1."""
    for base, planes in sorted(squadrons_ready(g, power).items()):
        if g.ground.box[base] or ready_base(g, base, g.side) is not None or wants(g, power, AIR_FORCE, base):
            continue
        if boat in hunted(g, g.side, base, air_range(g, base)):
            return planes[0]
    return -1


def hunt(g: World, power: int, boat: int) -> None:
    plane = hunter(g, power, boat)
    pay(g, power, g.units.patrol[boat], [plane])
    g.units[plane].inverted = 1
    depth_charges(g, plane, boat)


def prey(g: World, power: int) -> list[int]:
    return [u for u in out_on_patrol(g) if may_hunt(g, power, u) is None]


# --- the quay -----------------------------------------------------------------------------------------------------------


def at_the_quay(g: World, power: int, phase: int, port: int) -> Flow[None]:
    """Ships make ready: who sails, what they carry, where to"""
    h = Harbour(power, port, phase)
    acts = (CANCEL, SAIL, TAKE_ALL, TAKE, TAKE_FORCE, CALL, BOARD, FETCH, OFFER, FORM, DISSOLVE, PATROL)
    while True:
        choice, _ = yield from menu(g, g.seat(power), "Ships in {0}", h, *acts, named=(g.hexes[port],))
        if choice.verb in ("sail", "cancel", "form", "patrol"):
            return
