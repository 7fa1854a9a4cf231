"""11.4: ships put to sea, patrol, and come back to port in task forces. Interception on the way is interception.py.

A force is gathered in one port or section, then sent to one place. Cargo is taken aboard where the force starts (11.4.5); picking
it up at the end of a move is still to come, as are task force markers (option 19).
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import INVADING_FROM_AMPH, Activity, Type
from grognard.titles.wif.rules.actions import count, left, may_do
from grognard.titles.wif.rules.interception import meet
from grognard.titles.wif.rules.powers import active, co_operate
from grognard.titles.wif.rules.sailing import Course, courses, is_sub, sections_open, way
from grognard.titles.wif.rules.stacking import enforce_stacking
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import air_at, land_at, put, roster, ships_at, turn_down
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.NAVAL_MOVE) + 1
RIDES_AMPH = frozenset((*INVADING_FROM_AMPH, Type.GAR, Type.TERR, Type.MIL))  # 11.4.5


class Admiralty(Subject, frozen=True):
    """A major power's naval movement."""

    power: Annotated[int, Power]


class TaskForce(Subject, frozen=True):
    """Ships gathered in a port or a section."""

    power: Annotated[int, Power]
    place: Annotated[int, Hex]
    ships: Annotated[tuple[int, ...], Unit] = ()

    @once
    def reach(self, g: War) -> list[dict[int, Course]]:
        return [courses(g, u) for u in self.ships]


# --- the step -----------------------------------------------------------------------------------------------------------------


@rule("11.4")
def move_ships(g: War) -> Flow[None]:
    """Naval movement: gather a force, then send it to sea or to port"""
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: move ships", Admiralty(g.power), DONE, GATHER, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    yield from enforce_stacking(g)


@rule("11.4.2")
def may_move(g: War, power: int, unit: int) -> No | None:
    """Whether a ship may make a naval move."""
    units = g.units
    if units.power[unit] != power or not roster(g).naval[unit]:
        return No("11.4", "only your own ships make naval moves")
    if units.at[unit] < 0:
        return No("11.4", "it is not on the map")
    if units.down[unit]:
        return No("11.4.1", "only face-up ships move")
    if units.moved[unit] == MOVED:
        return No("11.4.2", "a ship makes one naval move in an impulse")
    if g.ground.land[units.at[unit]] and closed_port(g, units.at[unit]):
        return No("8.2.1", "ice closes its port")
    if is_sub(g, unit) and g.settings.subs_move_as_one and g.powers.subs_sailed[power]:
        return None
    return may_do(g, power, Activity.NAVAL_MOVE)


def harbours(g: War, subject: Admiralty) -> list[int]:
    """Ports and sections with ships that may move."""
    mine = [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_move(g, subject.power, u) is None]
    return sorted({g.units.at[u] for u in mine})


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
    force: tuple[int, ...] = ()
    while True:
        answer, changed = yield from menu(
            g,
            g.seat(subject.power),
            "A task force in {0}",
            TaskForce(subject.power, place, force),
            BACK,
            ALL_SURFACE,
            ALL_SUBS,
            ADD,
            EMBARK,
            SAIL,
            named=(g.hexes[place],),
        )
        if answer.verb in (BACK.name, SAIL.name):
            return
        if answer.verb != EMBARK.name:
            force = changed


@rule("11.4.1")
def may_add(g: War, force: TaskForce, unit: int) -> No | None:
    """Whether a ship joins the force: not submarines with surface ships, not more than the limit of a neutral."""
    if g.units.at[unit] != force.place or unit in force.ships:
        return No("11.4.1", "it is not among the other ships there")
    no = may_move(g, force.power, unit)
    if no is not None:
        return no
    if force.ships and is_sub(g, unit) != is_sub(g, force.ships[0]):
        return No("11.4.1", "submarines and surface ships sail apart")
    if not active(g, force.power) and left(g, force.power, Activity.NAVAL_MOVE) <= len(force.ships):
        return No("11.4.1", "each ship of a neutral power counts as a naval move")
    return None


def _others(g: War, force: TaskForce) -> list[int]:
    return [u for u in ships_at(g, force.place) if may_add(g, force, u) is None]


def _whole(g: War, force: TaskForce, *, subs: bool) -> list[int]:
    return [] if force.ships else [u for u in _others(g, force) if is_sub(g, u) == subs]


# --- cargo (11.4.5) -----------------------------------------------------------------------------------------------------------


@rule()
def may_embark(g: War, force: TaskForce, pair: tuple[int, int]) -> No | None:
    """Whether a transport of the force takes a unit of its hex aboard."""
    cargo, ship = pair
    units, known = g.units, roster(g)
    if ship not in force.ships or known.types[ship] not in (Type.TRS, Type.AMPH) or units.down[ship]:
        return No("11.4.5", "only face-up transports of the force carry units")
    if ship in units.aboard:
        return No("11.4.5", "it carries a unit already")
    if known.naval[cargo] or units.at[cargo] != force.place or units.aboard[cargo] != NOWHERE:
        return No("11.4.5", "the unit does not stand where the transport starts")
    if units.down[cargo]:
        return No("11.4.5", "only face-up units embark")
    if not co_operate(g, cargo, ship):
        return No("18.1", "the two do not co-operate")
    if known.types[ship] == Type.AMPH and (known.air[cargo] or known.types[cargo] not in RIDES_AMPH):
        return No("11.4.5", "an AMPH carries GAR, TERR, MIL and units that may invade")
    if g.ground.port[force.place] == NO_PORT:
        return No("11.4.5", "units embark in ports")
    return None


def _cargoes(g: War, force: TaskForce) -> list[tuple[int, int]]:
    ships = [u for u in force.ships if roster(g).types[u] in (Type.TRS, Type.AMPH)]
    return [(u, ship) for ship in ships for u in (*land_at(g, force.place), *air_at(g, force.place))]


def embark(g: War, force: TaskForce, pair: tuple[int, int]) -> None:
    """A unit goes aboard; out of supply it is turned face-down."""
    cargo, ship = pair
    if not in_supply(g, cargo):
        turn_down(g, cargo)
    g.units[cargo].aboard = ship
    g.say("{} embarks on {}", g.units[cargo], g.units[ship], rule="11.4.5")


@rule()
def land_cargo(g: War, ship: int, *, down: bool) -> None:
    """Cargo goes ashore in port; face-down when its ship returned to base."""
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == ship:
            g.units[cargo].aboard = NOWHERE
            if down and not g.settings.cargo_stays_up:
                turn_down(g, cargo)


# --- sailing ------------------------------------------------------------------------------------------------------------------


@rule("11.4.1", "11.4.2")
def goals(g: War, force: TaskForce) -> list[int]:
    """Ports and sections the whole force can end its move in."""
    if not force.ships:
        return []
    ground, reach = g.ground, force.reach(g)
    here = ground.area[force.place]
    found: list[int] = []
    for place in sorted(set.intersection(*(set(course) for course in reach)) | ({here} if here >= 0 else set())):
        if ground.land[place]:
            found.append(place)
        elif place == here:
            found += ground.sections[place][: ground.section[force.place]]  # only lower sections (11.4.1 b)
        elif here < 0:
            found += ground.sections[place][: min(sections_open(reach, place), 4) + 1]
    return [s for s in found if ground.land[s] or ground.section[s] >= 0]


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


@rule("11.4.1", "11.4.2")
def sail(g: War, force: TaskForce, goal: int) -> Flow[None]:
    """The force sails area by area; enemies may intercept it"""
    ground, ships = g.ground, list(force.ships)
    _count(g, force)
    aim = ground.area[goal] if ground.area[goal] >= 0 else goal
    at_sea = ground.area[force.place] >= 0
    unsupplied = [u for u in ships if not in_supply(g, u)]
    for u in ships:
        g.units[u].moved = MOVED
    if not (at_sea and aim == ground.area[force.place]):
        reach = force.reach(g)
        slowest = min(range(len(ships)), key=lambda n: reach[n][aim].range)
        for area in [s for s in way(reach[slowest], aim) if ground.sea[s]]:
            ships = yield from meet(g, ships, area, {u: reach[n][area] for n, u in enumerate(force.ships)}, base=at_sea)
            if not ships:
                return
    for u in ships:
        put(g, u, goal)
        if ground.land[goal]:
            land_cargo(g, u, down=at_sea)
            turn_down(g, u)
        elif u in unsupplied:
            turn_down(g, u)
    if not ground.land[goal] and not is_sub(g, ships[0]):
        row = g.hexes[aim]
        row.entered |= 1 << SIDE_OF_POWER[force.power]
    g.say("{} ships sail to {}", len(ships), g.hexes[goal], rule="11.4.1")


def _count(g: War, force: TaskForce) -> None:
    """Count the move: all submarines of an impulse are one, each ship of a neutral counts."""
    row = g.powers[force.power]
    if is_sub(g, force.ships[0]) and g.settings.subs_move_as_one:
        if not row.subs_sailed:
            row.subs_sailed = 1
            count(g, force.power, Activity.NAVAL_MOVE)
        return
    count(g, force.power, Activity.NAVAL_MOVE, 1 if active(g, force.power) else len(force.ships))


DONE: Act[War, Admiralty, None] = Act("done", "11.4", "Naval movement is done", do=lambda g, s, _: None)
GATHER: Act[War, Admiralty, int] = Act("gather", "11.4.1", "{0}", takes=Hex, listed=harbours, may=may_gather, do=gather)
BACK: Act[War, TaskForce, None] = Act("back", "11.4.1", "Stay", do=lambda g, s, _: None)
ALL_SURFACE: Act[War, TaskForce, None] = Act(
    "all_surface", "11.4.1", "All surface ships",
    who=lambda g, s: None if len(_whole(g, s, subs=False)) > 1 else No("11.4.1", "fewer than two surface ships can move there"),
    do=lambda g, s, _: tuple(_whole(g, s, subs=False)),
)  # fmt: skip
ALL_SUBS: Act[War, TaskForce, None] = Act(
    "all_subs", "11.4.1", "All submarines",
    who=lambda g, s: None if len(_whole(g, s, subs=True)) > 1 else No("11.4.1", "fewer than two submarines can move there"),
    do=lambda g, s, _: tuple(_whole(g, s, subs=True)),
)  # fmt: skip
ADD: Act[War, TaskForce, int] = Act(
    "join", "11.4.1", "{0}", takes=Unit, among=_others, may=may_add, do=lambda g, s, unit: (*s.ships, unit), group="Ships"
)
EMBARK: Act[War, TaskForce, tuple[int, int]] = Act(
    "embark", "11.4.5", "{0} aboard {1}", takes=(Unit, Unit), among=_cargoes, may=may_embark, do=embark, group="Cargo"
)
SAIL: Act[War, TaskForce, int] = Act("sail", "11.4.1", "{0}", takes=Hex, listed=goals, may=may_sail, do=sail, rolls=True)
