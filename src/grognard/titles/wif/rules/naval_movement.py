"""11.4: ships put to sea, patrol, and come back to port in task forces. Interception on the way is interception.py.

A force is gathered in one port or section, perhaps with ships of a friend, then sent to one place; ships may be split off in sea
areas it passes, and call at ports to fetch units (WIF-DEC-21). Cargo is transport.py; task force markers are option 19.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import actions_of, affordable_extras, count, left, may_do
from grognard.titles.wif.rules.carriers import on_deck
from grognard.titles.wif.rules.convoys import convoy_lot, divide, is_convoy, put_together
from grognard.titles.wif.rules.frogmen import attack, enemy_ports, is_frogman, offer_attack
from grognard.titles.wif.rules.fuel import SHIP, burn, may_fuel
from grognard.titles.wif.rules.hulls import cast_off, is_asw, is_docked, is_raider, sails_as_convoy
from grognard.titles.wif.rules.interception import meet
from grognard.titles.wif.rules.naval_search import note_entry
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.sailing import LIGHT, Course, is_sub, next_seas, passage, printed_move, sections_open
from grognard.titles.wif.rules.sea_wars import moves_singly
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.task_forces import Admiralty, Joining, Pair, Splitting, TaskForce
from grognard.titles.wif.rules.transport import (
    cargo_of,
    embark,
    frogmen_at,
    is_transport,
    land_cargo,
    may_board,
    may_embark_at,
    take_up,
)
from grognard.titles.wif.rules.units import air_at, fleet, land_at, put, ships_at, turn_down
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NO_SIDE, NOWHERE, Hex, Unit, War

MOVED = int(Activity.NAVAL_MOVE) + 1


# --- the step -----------------------------------------------------------------------------------------------------------------


@rule("11.4")
def move_ships(g: War) -> Flow[None]:
    """Naval movement: gather a force, then send it to sea or to port"""
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: move ships", Admiralty(g.power), DONE, GATHER, *MARITIME, named=(g.powers[g.power],),
            rests=True,
        )  # fmt: skip
        if answer.verb == DONE.name:
            break
    put_together(g, g.power)
    yield from enforce_stacking(g)


@rule("11.4.2")
def may_move(g: War, power: int, unit: int) -> No | None:
    """Whether a ship may make a naval move."""
    units = g.units
    if units.power[unit] != power or not g.roster.naval[unit]:
        return No("11.4", "only your own ships make naval moves")
    if units.at[unit] < 0:
        return No("11.4", "it is not on the map")
    if units.down[unit]:
        return No("11.4.1", "only face-up ships move")
    if units.moved[unit] == MOVED:
        return No("11.4.2", "a ship makes one naval move in an impulse")
    if g.ground.land[units.at[unit]] and closed_port(g, units.at[unit]):
        return No("8.2.1", "ice closes its port")
    if g.options.convoys_in_flames and not _lets_raiders_first(g, power, unit):
        return No("22.16", "each naval move takes raiders out of neutral ports first")
    if g.powers.boats[power] and not is_sub(g, unit) and not sails_as_convoy(g, unit):
        return No("16.2", "the naval action is for submarines and convoys alone")
    if is_sub(g, unit) and boats_are_out(g, power, units.at[unit]):
        return None
    return None if free_raid(g, power, unit) else may_do(g, power, Activity.NAVAL_MOVE)


@rule("11.4.1")
def boats_are_out(g: War, power: int, place: int) -> bool:
    """Whether the naval move of a power's submarines is counted: one for all of them, in the older edition one for each port or
    section they leave, wherever they go."""
    if g.settings.subs_move_as_one:
        return bool(g.powers.subs_sailed[power])
    return (power, place) in zip(g.boats_sailed[::2], g.boats_sailed[1::2])


@rule("22.16")
def free_raid(g: War, power: int, unit: int) -> bool:
    """In a combined action one raider sails without counting as a naval move."""
    return is_raider(g, unit) and not g.powers.raided[power] and Action.COMBINED in actions_of(g, power)


@rule("22.16")
def _lets_raiders_first(g: War, power: int, unit: int) -> bool:
    """Whether no face-up raider of a power still lies in a neutral port, or this is one."""
    waiting = [u for u in raiders_abroad(g, power) if not g.units.down[u]]
    return not waiting or unit in waiting


def raiders_abroad(g: War, power: int) -> list[int]:
    """Raiders of a power in ports of neutral minor countries."""
    sides, at, types = g.sides_by_hex, g.units.at, g.roster.types
    mine = [u for u in fleet(g).get(power, ()) if types[u] == Type.CX]
    return [u for u in mine if g.ground.land[at[u]] and sides[at[u]] == NO_SIDE]


def harbours(g: War, subject: Admiralty) -> list[int]:
    """Ports and sections with ships that may move."""
    return sorted({g.units.at[u] for u in fleet(g).get(subject.power, ()) if may_move(g, subject.power, u) is None})


@rule("11.4.1")
def may_gather(g: War, subject: Admiralty, place: int) -> No | None:
    """Whether a force can be gathered somewhere."""
    ships = [u for u in ships_at(g, place) if g.units.power[u] == subject.power]
    if not ships:
        return No("11.4.1", "none of your ships is there")
    found = [may_move(g, subject.power, u) for u in ships]
    return None if any(no is None for no in found) else found[0]


def gather(g: War, subject: Admiralty, place: int) -> Flow[None]:
    """Ships of a port or section form a force and sail"""
    force = TaskForce(subject.power, place)
    while True:
        answer, changed = yield from menu(
            g, g.seat(subject.power), "A task force in {0}", force, BACK, ALL_SURFACE, ALL_SUBS, ADD, DIVIDE, EMBARK, SPLIT, VIA,
            SAIL, named=(g.hexes[place],),
        )  # fmt: skip
        if answer.verb == BACK.name and g.ground.land[place]:
            for ship in force.ships:  # whoever went aboard goes ashore again
                land_cargo(g, ship, down=False)
        if answer.verb in (BACK.name, SAIL.name):
            return
        if answer.verb == EMBARK.name:
            changed = TaskForce(force.power, place, force.ships, force.drops, force.via)
        force = changed


@rule("11.4.1", "11.4.2", "18.2")
def may_add(g: War, force: TaskForce, unit: int) -> No | None:
    """Whether a ship joins the force: not submarines with surface ships, not more than the limit of a neutral."""
    if g.units.at[unit] != force.place or unit in force.ships or not g.roster.naval[unit]:
        return No("11.4.1", "it is not among the other ships there")
    if force.via:
        return No("11.4.1", "the force is on its way")
    power = g.units.power[unit]
    if power != force.power and (SIDE_OF_POWER[power] != SIDE_OF_POWER[force.power] or not force.ships):
        return No("11.4.2", "a force begins with a ship of your own")
    no = may_move(g, power, unit)
    if no is not None:
        return no
    if not all(co_operate(g, unit, u) for u in force.ships):
        return No("18.2", "ships that do not co-operate sail apart")
    if g.options.offensive_points and not _paid_for(g, force, power):
        return No("16.5", "each ship of an extra move costs two offensive points")
    if force.ships and is_docked(g, unit) != is_docked(g, force.ships[0]):
        return No("22.16", "boats based on milchcows sail apart from those at sea")
    if force.ships and not left(g, power, Activity.NAVAL_MOVE) and not is_sub(g, unit):
        return No("22.16", "only one raider sails without a naval move")
    if force.ships and is_sub(g, unit) != is_sub(g, force.ships[0]):
        return No("11.4.1", "submarines and surface ships sail apart")
    if moves_singly(g, force.power) and left(g, force.power, Activity.NAVAL_MOVE) <= len(force.ships):
        return No("11.4.1", "each ship of a neutral power counts as a naval move")
    return None if g.ground.section[force.place] >= 0 else _may_fuel(g, (*force.ships, unit))


@rule("10.3", "16.5")
def _may_fuel(g: War, ships: Sequence[int]) -> No | None:
    """Whether there is oil for ships that sail together."""
    return may_fuel(g, ships, SHIP, _counted(g, ships))


def _counted(g: War, ships: Sequence[int]) -> Activity | None:
    """What a move of ships counts as: none for submarines after the first, and for a raider that sails free."""
    powers = {g.units.power[u] for u in ships}
    if is_sub(g, ships[0]) and all(boats_are_out(g, p, g.units.at[ships[0]]) for p in powers):
        return None
    free = len(ships) == 1 and free_raid(g, g.units.power[ships[0]], ships[0])
    return None if free else Activity.NAVAL_MOVE


@rule("16.5")
def _paid_for(g: War, force: TaskForce, power: int) -> bool:
    """Whether a power may move one more ship in a force: within its moves, or for offensive points for each ship."""
    extra = affordable_extras(g, power, Activity.NAVAL_MOVE)
    if left(g, power, Activity.NAVAL_MOVE) - extra > 0:
        return True
    return sum(g.units.power[u] == power for u in force.ships) < extra


def _others(g: War, force: TaskForce) -> list[int]:
    return [u for u in ships_at(g, force.place) if may_add(g, force, u) is None]


def _whole(g: War, force: TaskForce, *, subs: bool) -> list[int]:
    found = [] if force.ships else [u for u in _others(g, force) if is_sub(g, u) == subs]
    while g.options.oil and found and g.ground.section[force.place] < 0 and _may_fuel(g, found) is not None:
        found.pop()  # 10.3: as many as there is oil for
    return found


@rule("11.4.2")
def join(g: War, force: TaskForce, unit: int) -> Flow[TaskForce]:
    """A ship joins the force; a friend's only if its owner agrees"""
    larger = TaskForce(force.power, force.place, (*force.ships, unit), force.drops)
    power = g.units.power[unit]
    if g.seat(power) == g.seat(force.power):
        return larger
    answer, _ = yield from menu(
        g, g.seat(power), "{0} would sail with a force of {1}", Joining(power, unit), AGREE, REFUSE,
        named=(g.units[unit], g.powers[force.power]),
    )  # fmt: skip
    return larger if answer.verb == AGREE.name else TaskForce(force.power, force.place, force.ships, force.drops)


# --- convoys and cargo --------------------------------------------------------------------------------------------------------


@rule("11.4.2")
def may_divide(g: War, force: TaskForce, pair: Pair) -> No | None:
    """Whether part of a heap of convoy points sails: lots of five, with option 5 any number."""
    unit, points = pair
    no = may_add(g, force, unit)
    if no is not None:
        return no
    if not is_convoy(g, unit) or g.units.power[unit] != force.power:
        return No("11.4.2", "only convoy points of your own are divided")
    if not 0 < points < g.units.points[unit] or (points % 5 and not g.options.ships_in_flames):
        return No("11.4.2", "convoy points sail by fives, with option 5 in any number")
    return None


def _shares(g: War, force: TaskForce) -> list[Pair]:
    heaps = [u for u in ships_at(g, force.place) if is_convoy(g, u) and g.units.points[u] > 1]
    sizes = (*range(1, 2 * convoy_lot(g)), 10, 15, 20) if g.options.ships_in_flames else (5, 10, 15, 20)
    return [(u, n) for u in heaps for n in sorted(set(sizes)) if n < g.units.points[u]]


def _divide(g: War, force: TaskForce, pair: Pair) -> TaskForce:
    return TaskForce(force.power, force.place, (*force.ships, divide(g, *pair)), force.drops)


@rule("11.4.5")
def may_embark(g: War, force: TaskForce, pair: Pair) -> No | None:
    """Whether a transport of the force takes a unit of its hex aboard."""
    cargo, ship = pair
    if ship not in force.ships or not is_transport(g, ship):
        return No("11.4.5", "only transports of the force carry units")
    no = may_board(g, ship, cargo)
    if no is not None:
        return no
    if g.units.at[cargo] != force.place or cargo in force.ships:
        return No("11.4.5", "the unit does not stand where the transport starts")
    return may_embark_at(g, ship, cargo)


def _cargoes(g: War, force: TaskForce) -> list[Pair]:
    ships = [u for u in force.ships if is_transport(g, u)]
    here = [*land_at(g, force.place), *air_at(g, force.place), *(u for u in frogmen_at(g, force.place) if u not in force.ships)]
    return [(u, ship) for ship in ships for u in here]


# --- splitting (11.4.2) -------------------------------------------------------------------------------------------------------


@rule("11.4.2", "11.4.3")
def may_split(g: War, force: TaskForce, unit: int) -> No | None:
    """Whether a ship can be split off on the way: another must sail on, and it is a naval move more (WIF-DEC-156)."""
    if unit not in force.going or len(force.going) < 2:
        return No("11.4.2", "a force of two or more is split")
    if g.ground.section[force.place] >= 0:
        return No("11.4.1", "from a sea-box ships go to one place")
    power = g.units.power[unit]
    if not is_sub(g, unit) and left(g, power, Activity.NAVAL_MOVE) < 1 + moves_of(force, g, power):
        return No("11.4.2", "each split is a naval move more, and none is left")
    return None if split_places(g, force, unit) else No("11.4.2", "it reaches no sea area with the others")


def split_places(g: War, force: TaskForce, unit: int) -> list[int]:
    """Sections in which a ship can be left behind: of areas all of the force get to."""
    reach, own = force.reach(g), force.ships.index(unit)
    areas = set.intersection(*(set(course) for course in reach))
    left = {area: reach[own][area].move for area in areas if g.ground.sea[area]}
    for leg, area in enumerate(force.via):
        if g.ground.sea[area]:
            left.setdefault(area, force.legs(g)[own][leg][area].move)
    found: list[int] = []
    for area in sorted(left):
        found += g.ground.sections[area][: (0 if is_asw(g, unit) else min(left[area], 4)) + 1]
    return found


def split(g: War, force: TaskForce, unit: int) -> Flow[TaskForce]:
    """Say where a ship leaves the force"""
    subject = Splitting(force, unit)
    _, box = yield from menu(g, g.seat(force.power), "Where does {0} leave the force?", subject, LEAVE_AT, named=(g.units[unit],))
    return TaskForce(force.power, force.place, force.ships, (*force.drops, (unit, box)), force.via)


def moves_of(force: TaskForce, g: War, power: int) -> int:
    """Naval moves a force counts for a power: one, one more for each place where ships of it are split off."""
    if moves_singly(g, power):
        return sum(g.units.power[u] == power for u in force.ships)
    places = {box for u, box in force.drops if g.units.power[u] == power}
    return len(places) + any(g.units.power[u] == power for u in force.going)


# --- sailing ------------------------------------------------------------------------------------------------------------------


@rule("11.4.1", "11.4.2")
def goals(g: War, force: TaskForce) -> list[int]:
    """Ports and sections the whole force can end its move in."""
    if not force.ships:
        return []
    ground = g.ground
    whole = force.reach(g)
    reach = [course for u, course in zip(force.ships, whole) if u in force.going]
    here = sea_of(g, force)
    highest = 0 if any(is_asw(g, u) for u in force.going) else 4  # 22.16: escorts stay with the convoys
    found: list[int] = []
    common = set.intersection(*(set(course) for course in reach))
    together = _alike(g, force.ships)
    for place in sorted(common | {here} if here >= 0 and not force.via else common - {here}):
        if force.drops and not _passes_all(g, force, place):
            continue
        if not together and place != here and not _way(g, force, place):
            continue
        if ground.land[place]:
            called = any(ground.land[s] for s in force.via)
            found += [place] if place not in force.via and (called or place != force.place) else []
        elif place == here:
            fuelled = _may_fuel(g, force.ships) is None
            found += ground.sections[place][: ground.section[force.place] if fuelled else 0]  # only lower ones (11.4.1 b)
        elif here < 0:
            found += ground.sections[place][: min(sections_open(reach, place), highest) + 1]
    return [s for s in found if ground.land[s] or ground.section[s] >= 0] + sorted(raided_ports(g, force))


@rule("22.10")
def raided_ports(g: War, force: TaskForce) -> dict[int, int]:
    """Option 51: enemy ports that a frogman who sails on alone gets into, with the sea areas they lie on."""
    if len(force.going) != 1 or not is_frogman(g, force.going[0]):
        return {}
    reach = dict(zip(force.ships, force.reach(g)))[force.going[0]]
    here = sea_of(g, force)
    found = {port: sea for port, sea in enemy_ports(g, force.going[0], reach).items() if port not in reach}
    return {port: sea for port, sea in found.items() if sea == here or not force.drops or _passes_all(g, force, sea)}


def sea_of(g: War, force: TaskForce) -> int:
    """The sea area a force lies in; NOWHERE in a port, and on a milchcow, which is one (22.16)."""
    return NOWHERE if force.ships and is_docked(g, force.ships[0]) else g.ground.area[force.place]


def _passes_all(g: War, force: TaskForce, place: int) -> bool:
    """Whether the way to a place leads through all areas where ships are split off, and these get so far on it."""
    courses = dict(zip(force.ships, force.legs(g)))
    seas = [(s, leg) for s, leg in _way(g, force, place) if g.ground.sea[s]]
    for unit, box in force.drops:
        passed = [s for s, _ in seas]
        if g.ground.area[box] not in passed:
            return False
        if any(s not in courses[unit][leg] for s, leg in seas[: passed.index(g.ground.area[box]) + 1]):
            return False
    return True


def _way(g: War, force: TaskForce, aim: int) -> list[tuple[int, int]]:
    """The places on the way, each with the leg it is on: that of the ship with the least range, else of another, if all of the
    force can sail it; none if they have no way in common."""
    whole = dict(zip(force.ships, force.legs(g)))
    for lead in sorted(force.going, key=lambda u: (whole[u][-1][aim].range, u)):
        found = passage(whole[lead], force.via, aim)
        if all(_follows(g, force, u, whole[u], found) for u in force.ships):
            return found
    return []


def _follows(g: War, force: TaskForce, unit: int, reach: list[dict[int, Course]], places: list[tuple[int, int]]) -> bool:
    """Whether a ship gets to all sea areas on a way, or to the one in which it is split off."""
    end = next((g.ground.area[box] for u, box in force.drops if u == unit), NOWHERE)
    for space, leg in places:
        if (g.ground.sea[space] or space in force.via) and space not in reach[leg]:
            return False
        if space == end:
            return True
    return True


def _alike(g: War, ships: tuple[int, ...]) -> bool:
    """Whether ships have the same waters open to them at the same price, so that the way of the slowest serves all."""
    return len({(g.units.power[u], g.units.country[u], g.roster.types[u] in LIGHT) for u in ships}) <= 1


@rule("11.4.2", "11.4.6")
def may_lead(g: War, force: TaskForce, area: int) -> No | None:
    """Whether the force can be led through the next sea area, whoever waits there."""
    if not force.ships:
        return No("11.4.1", "no ship has joined the force")
    if area in waypoints(g, force):
        return None
    return No("11.4.2", f"not all of the force can sail on into {g.board.label(area)}")


def waypoints(g: War, force: TaskForce) -> list[int]:
    """Sea areas next on the way, and ports in which a transport of the force can take somebody aboard (WIF-DEC-21)."""
    if not force.ships:
        return []
    found = [s for s in next_seas(g, force.place, force.via, force.reach(g)) if s not in force.via]
    return [s for s in found if g.ground.sea[s] or _fetches(g, force, s)]


@rule("11.4.5", "8.2.1")
def _fetches(g: War, force: TaskForce, port: int) -> bool:
    """Whether the force, on its way between two seas, finds somebody in a port whom one of its transports can carry."""
    if g.ground.section[force.place] >= 0 or closed_port(g, port) or port == force.place:
        return False
    ashore = [*land_at(g, port), *air_at(g, port), *frogmen_at(g, port)]
    ships = [u for u in force.going if is_transport(g, u)] if ashore else []
    return any(may_board(g, ship, u) is None and may_embark_at(g, ship, u) is None for ship in ships for u in ashore)


def _lead(g: War, force: TaskForce, area: int) -> TaskForce:
    return TaskForce(force.power, force.place, force.ships, force.drops, (*force.via, area))


@rule("11.4.1")
def may_sail(g: War, force: TaskForce, goal: int) -> No | None:
    """Whether the force can end its move in a port or section."""
    if not force.ships:
        return No("11.4.1", "no ship has joined the force")
    if goal in goals(g, force):
        return None
    ground = g.ground
    if ground.area[force.place] >= 0 and ground.area[goal] >= 0:
        return No("11.4.1", "ships at sea go to a lower section of the same sea-box, or to port")
    return No("11.4.2", f"not all of the force gets to {g.board.label(goal)}")


@rule("11.4.1", "11.4.2", "11.4.6")
def sail(g: War, force: TaskForce, goal: int) -> Flow[None]:
    """The force sails area by area; enemies may intercept it"""
    ground, ships = g.ground, list(force.ships)
    if not (ground.section[force.place] >= 0 and ground.land[goal]):  # 10.3: the way home is free
        burn(g, ships, SHIP, _counted(g, ships))
    _count(g, force)
    aim = ground.area[goal] if ground.area[goal] >= 0 else goal
    start, raid = sea_of(g, force), raided_ports(g, force).get(goal, NOWHERE)
    aim = raid if raid != NOWHERE else aim
    unsupplied = [u for u in ships if not in_supply(g, u)]
    whole = dict(zip(force.ships, force.legs(g)))
    for u in ships:
        g.units[u].moved = MOVED
        cast_off(g, u)
    spent: dict[int, int] = {}  # movement used up in sections from which they fought through
    if aim != start:
        for area, leg in [(s, leg) for s, leg in _way(g, force, aim) if s not in (start, goal)]:
            if ground.land[area]:
                for u in ships:
                    put(g, u, area)
                yield from take_up(g, force.power, ships)
                continue
            reach = {u: whole[u][leg][area] for u in ships}
            ships, halted = yield from meet(g, ships, area, reach, base=start >= 0, spent=spent)
            yield from patrol(g, force, halted, unsupplied)
            dropped = [(u, box) for u, box in force.drops if u in ships and ground.area[box] == area]
            for u, box in dropped:
                put(g, u, ground.sections[area][max(min(ground.section[box], whole[u][leg][area].move - spent.get(u, 0)), 0)])
            ships = [u for u in ships if u not in {d for d, _ in dropped}]
            yield from patrol(g, force, [u for u, _ in dropped], unsupplied)
            if not ships:
                return
    if raid != NOWHERE:
        yield from attack(g, ships[0], goal)
        return
    if ground.land[goal]:
        for u in ships:
            _make_port(g, u, goal, whole[u][-1], spent.get(u, 0), tires=start >= 0 or u in unsupplied, returned=start >= 0)
    else:
        if aim != start:
            deepest = min(whole[u][-1][aim].move - spent.get(u, 0) for u in ships)
            goal = ground.sections[aim][max(min(ground.section[goal], deepest), 0)]
        for u in ships:
            put(g, u, goal)
        yield from patrol(g, force, ships, unsupplied)
    g.say("{} ships sail to {}", len(ships), g.hexes[goal], rule="11.4.1")


def _make_port(g: War, unit: int, port: int, reach: dict[int, Course], fought: int, *, tires: bool, returned: bool) -> None:
    """A ship enters port and turns face-down; with option 16 not after a short voyage from another port, in supply and without
    cargo. `fought`: movement used up in sections from which it fought through."""
    short = 2 * (printed_move(g, unit) - reach[port].move + fought) <= printed_move(g, unit)
    stays_up = g.options.dynamic_naval_movement and not tires and short and not closed_port(g, port)
    stays_up = stays_up and not any(not on_deck(g, u) for u in cargo_of(g, unit))
    put(g, unit, port)
    land_cargo(g, unit, down=returned)
    if not stays_up:
        turn_down(g, unit)


@rule("11.4.2", "11.4.5", "2.4.3")
def patrol(g: War, force: TaskForce, ships: list[int], unsupplied: list[int]) -> Flow[None]:
    """Ships have ended their move in a section: those out of supply turn down, transports take units aboard"""
    if not ships:
        return
    turn_down(g, *(u for u in ships if u in unsupplied))
    area = g.ground.area[g.units.at[ships[0]]]
    into = g.ground.land[force.place] or g.ground.area[force.place] != area
    if not is_sub(g, ships[0]) and (into or g.settings.lower_box_provokes):
        note_entry(g, ships, area)
    for u in [u for u in ships if is_frogman(g, u)]:
        yield from offer_attack(g, u, g.ground.area[g.units.at[u]], force.place)
    yield from take_up(g, force.power, [u for u in ships if g.units.at[u] >= 0])


@rule("11.4.1", "11.4.2")
def _count(g: War, force: TaskForce) -> None:
    """Count the move for every power in it: all submarines of an impulse, or a place, are one, each ship of a neutral counts."""
    for power in sorted({g.units.power[u] for u in force.ships}):
        row = g.powers[power]
        if is_sub(g, force.ships[0]) and not moves_singly(g, power):
            if not boats_are_out(g, power, force.place):
                row.subs_sailed = 1
                g.boats_sailed = [*g.boats_sailed, power, force.place] if not g.settings.subs_move_as_one else []
                count(g, power, Activity.NAVAL_MOVE)
            continue
        ships = sum(g.units.power[u] == power for u in force.ships)
        if len(force.ships) == 1 and free_raid(g, power, force.ships[0]):
            row.raided = 1
            continue
        count(g, power, Activity.NAVAL_MOVE, moves_of(force, g, power), ships=ships)


MARITIME: list[Act[War, Admiralty, Pair]] = []  # tows.py
DONE: Act[War, Admiralty, None] = Act("done", "11.4", "Naval movement is done", do=lambda g, s, _: None)
GATHER: Act[War, Admiralty, int] = Act("gather", "11.4.1", "{0}", takes=Hex, listed=harbours, may=may_gather, do=gather)
BACK: Act[War, TaskForce, None] = Act("back", "11.4.1", "Stay", do=lambda g, s, _: None)
ALL_SURFACE: Act[War, TaskForce, None] = Act(
    "all_surface", "11.4.1", "All surface ships",
    who=lambda g, s: None if len(_whole(g, s, subs=False)) > 1 else No("11.4.1", "fewer than two surface ships can move there"),
    do=lambda g, s, _: TaskForce(s.power, s.place, tuple(_whole(g, s, subs=False))),
)  # fmt: skip
ALL_SUBS: Act[War, TaskForce, None] = Act(
    "all_subs", "11.4.1", "All submarines",
    who=lambda g, s: None if len(_whole(g, s, subs=True)) > 1 else No("11.4.1", "fewer than two submarines can move there"),
    do=lambda g, s, _: TaskForce(s.power, s.place, tuple(_whole(g, s, subs=True))),
)  # fmt: skip
ADD: Act[War, TaskForce, int] = Act(
    "join", "11.4.1", "{0}", takes=Unit, among=lambda g, s: ships_at(g, s.place), may=may_add, do=join, group="Ships"
)
DIVIDE: Act[War, TaskForce, Pair] = Act(
    "part", "11.4.2", "{1} points of {0}", takes=(Unit, int), among=_shares, may=may_divide, do=_divide, group="Convoys"
)
EMBARK: Act[War, TaskForce, Pair] = Act(
    "embark", "11.4.5", "{0} aboard {1}", takes=(Unit, Unit), among=_cargoes, may=may_embark,
    do=lambda g, s, pair: embark(g, pair), group="Cargo",
)  # fmt: skip
SPLIT: Act[War, TaskForce, int] = Act(
    "split", "11.4.2", "{0} on the way", takes=Unit, among=lambda g, s: s.going, may=may_split, do=split, group="Split off"
)
LEAVE_AT: Act[War, Splitting, int] = Act(
    "at", "11.4.2", "{0}", takes=Hex, among=lambda g, s: split_places(g, s.force, s.unit), do=lambda g, s, box: box,
    may=lambda g, s, box: None if box in split_places(g, s.force, s.unit) else No("11.4.2", "the force does not get there"),
)  # fmt: skip
AGREE: Act[War, Joining, None] = Act("agree", "11.4.2", "It sails with them", do=lambda g, s, _: None)
REFUSE: Act[War, Joining, None] = Act("refuse", "11.4.2", "It stays", do=lambda g, s, _: None)
VIA: Act[War, TaskForce, int] = Act(
    "via", "11.4.2", "By way of {0}", takes=Hex, listed=waypoints, may=may_lead, do=_lead, group="The way"
)
SAIL: Act[War, TaskForce, int] = Act("sail", "11.4.1", "{0}", takes=Hex, listed=goals, may=may_sail, do=sail, rolls=True)
