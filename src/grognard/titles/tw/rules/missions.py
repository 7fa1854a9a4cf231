"""7.0, 7.4, 7.5, 7.9.6, 11.7: missions at sea in Operations: sea transport, strikes at ships in port and in dockyards, hunts for
patrols. The segment is naval_segment.py; invasions are in invasions.py, the voyage itself, with all who may meet it, in
voyages.py."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from grognard.kernel.acts import Act, Subject
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, unless, word
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import GERMANY
from grognard.titles.tw.rules.air_combat import firing_factors
from grognard.titles.tw.rules.air_support import AGAINST_SEA, counter_intercept, interceptors, log_mission, reaches
from grognard.titles.tw.rules.airbases import may_base
from grognard.titles.tw.rules.allowance import IN_PORT
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.holds import fits
from grognard.titles.tw.rules.interception import OVER_SEA, aircraft_beside, fly_out, search, worn_out
from grognard.titles.tw.rules.logistics import effort_of
from grognard.titles.tw.rules.quays import IMPULSES, march_aboard, marchers
from grognard.titles.tw.rules.sea_battle import air_step, battle_at_sea, sea_flak, shoot
from grognard.titles.tw.rules.sea_fight import (
    HEAVY,
    LIGHT,
    Force,
    air_worth,
    full_carriers,
    naval_aircraft,
    scruples,
    sea_modifiers,
    ship_worth,
    strikers,
)
from grognard.titles.tw.rules.seas import (
    RANGE,
    baltic_areas,
    distance,
    harbours_in_reach,
    narrow_areas,
    patrolled,
    route,
    ships_at,
)
from grognard.titles.tw.rules.shipyards import LAUNCHED, SAILED, damage_ship
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.voyages import Voyage, homeward, sail
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import NONE, PASS_TURN, YARD, Hex, Unit, War
from grognard.titles.tw.subjects import Scramble


class Squadron(Subject, frozen=True):
    """A Fleet that takes units aboard."""

    fleet: Annotated[int, Unit]
    aboard: Annotated[tuple[int, ...], Unit] = ()
    escorts: Annotated[tuple[int, ...], Unit] = ()


class Wing(Subject, frozen=True):
    """Aircraft that attack ships together: where, and which have been chosen."""

    target: Annotated[int, Hex]
    planes: Annotated[tuple[int, ...], Unit] = ()


class Admiralty(Subject, frozen=True):
    """The ships of the phasing side."""

    side: int


# --- who may sail (7.0, 4.0) ----------------------------------------------------------------------------------------------------


@rule("7.0", "7.10", "12.6.3", "15.1.5.2", "26.1.1")
def may_sail(g: War, ship: int) -> No | None:
    """Whether a ship can go on a mission of its own turn: in port, whole, supplied, active, not out or launched this turn."""
    units = g.units
    at = units.at[ship]
    if at < 0 or not g.roster.kinds[ship] >= Kind.FLEET or g.ground.sea[at]:
        return No("7.0", "it is no ship in port")
    if g.roster.sides[ship] != g.side:
        return No("7.0", "it is not yours")
    if units.depleted[ship]:
        return No("7.10", "it is depleted")
    if units.missions[ship] & LAUNCHED:
        return No("15.1.5.2", "it was launched this turn")
    if units.missions[ship] & SAILED:
        return No("7.0", "it has been on a mission this turn")
    if not units.active[ship]:
        return No("4.0", "no effort activates it")
    if effort_of(g, ship) == PASS_TURN:
        return No("4.5", "nothing sails on a Pass")
    if units.supply[ship] == NONE:
        return No("12.6.3", "it is out of supply")
    if frozen(g) and g.roster.nations[ship] == GERMANY and _baltic_port(g, at):
        return No("26.1.1", "the Baltic is frozen")
    return None


def _baltic_port(g: War, port: int) -> bool:
    """Whether a port has no other sea than the Baltic (TW-AMB-226)."""
    seas = [s for s in g.ground.sea_ports[port] if g.ground.sea[s]]
    return bool(seas) and all(s in baltic_areas(g) for s in seas)


# --- sea transport (7.5, 12.7.3) ------------------------------------------------------------------------------------------------


@rule("7.5", "12.7.3")
def may_embark(g: War, fleet: int, unit: int, aboard: tuple[int, ...] = ()) -> No | None:
    """Whether a unit can go aboard a Fleet: ground or air, active, in its port or, on the ground, where it can march there first;
    and the hold has room."""
    known, units = g.roster, g.units
    if units.at[unit] < 0 or known.kinds[unit] > Kind.NAC or unit in aboard:
        return No("7.5", "it does not stand in the port of the Fleet")
    if known.kinds[unit] == Kind.NAC and units.aboard[unit] >= 0:
        return No("7.5", "it is aboard its carrier")
    if known.sides[unit] != known.sides[fleet]:
        return No("7.5", "it is not of this side")
    if not units.active[unit] or units.moved[unit] & IMPULSES or units.afloat[unit]:
        return No("4.0", "it is not active, or has moved")
    if units.supply[unit] == NONE:
        return No("12.7.3", "it is out of supply")
    if units.at[unit] != units.at[fleet] and unit not in marchers(g, units.at[fleet]):
        return No("7.5", "it does not stand in the port of the Fleet, nor can it march there with a point to spare")
    if not fits(g, (*aboard, unit)):
        return No("7.5", "a Fleet carries one whole unit, two depleted ones or three pieces")
    return None


@rule("7.5", "12.7.3")
def landings(g: War, squadron: Squadron) -> dict[int, list[int]]:
    """Harbours where the cargo of a Fleet can go ashore, in supply and with room, and the way there."""
    nation, at = g.roster.nations[squadron.fleet], g.units.at[squadron.fleet]
    found = harbours_in_reach(g, nation, at, RANGE)
    net = lines(g, g.side).network
    room = set(found)
    for u in squadron.aboard:
        ground = [s for s in room if g.ground.land[s] and net.reached[s]]
        room = set(with_room(g, ground, u) if g.roster.ground[u] else [s for s in ground if may_base(g, s, u) is None])
    return {s: way for s, way in found.items() if s in room}


@rule("7.5")
def transport(g: War, fleet: int) -> Flow[None]:
    """A Fleet takes units aboard and lands them in another harbour; they may move on and fight"""
    squadron, seat = Squadron(fleet), g.seat(g.side)
    while True:
        choice, done = yield from menu(
            g, seat, "{0} takes aboard", squadron, STAYING, LOADING, ESCORTING, LANDING, rule="7.5", named=(g.units[fleet],)
        )
        if choice.verb == "stay":
            return
        if choice.verb == "embark":
            squadron = Squadron(fleet, (*squadron.aboard, choice.arg.index), squadron.escorts)
            continue
        if choice.verb == "with":
            squadron = Squadron(fleet, squadron.aboard, (*squadron.escorts, choice.arg.index))
            continue
        return


@rule("7.8", "7.9")
def may_accompany(g: War, fleet: int, ship: int, others: tuple[int, ...] = ()) -> No | None:
    """Whether a ship can sail along with another: out of the same port, free for a mission, and not with it yet
    (TW-AMB-210)."""
    if ship == fleet or ship in others:
        return No("7.8", "it sails with them")
    if g.units.at[ship] != g.units.at[fleet]:
        return No("7.8", "a naval force sails out of one port")
    return may_sail(g, ship)


def carry(g: War, squadron: Squadron, goal: int) -> Flow[None]:
    """The voyage of a transport"""
    fleet, origin = squadron.fleet, g.units.at[squadron.fleet]
    way = landings(g, squadron)[goal]
    for u in squadron.aboard:
        if g.units.at[u] != origin:
            march_aboard(g, g.units[u], origin)
    for u in squadron.aboard:
        g.units[u].aboard = fleet
    what = f"a convoy from {g.board.label(origin)} to {g.board.label(goal)}"
    voyage = Voyage(Force(g.side, [fleet, *squadron.escorts], cargo=True), origin, way, what, list(squadron.aboard))
    through = yield from sail(g, voyage)
    for u in squadron.aboard:
        unit = g.units[u]
        unit.aboard = NOWHERE
        if unit.at >= 0 and through and u in voyage.aboard:
            unit.at, unit.afloat = goal, IN_PORT
            g.say("{} lands at {}", unit, g.hexes[goal], rule="7.5")
        elif unit.walked:
            unit.moved = unit.moved | 1


# --- strikes at ports (11.7, 7.9.6) ---------------------------------------------------------------------------------------------


def ships_in(g: War, port: int, side: int) -> list[int]:
    """Ships of a side that lie in a port."""
    sides = g.roster.sides
    return [u for u in ships_at(g).get(port, ()) if sides[u] == side]


def in_dock(g: War, port: int, side: int) -> list[int]:
    """Ships of a side on the building tracks of a port."""
    sides = g.roster.sides
    return [u for u, pool in enumerate(g.units.pool) if pool == YARD and g.units.yard[u] == port and sides[u] == side]


@rule("11.7", "11.7.1", "11.8.3")
def may_strike_port(g: War, origin: int, target: int) -> No | None:
    """Whether carriers of a port can strike ships in an enemy port: they sail to a sea area beside it."""
    carriers = [u for u in full_carriers(g, ships_in(g, origin, g.side)) if may_sail(g, u) is None]
    if not carriers:
        return No("11.7", "no carrier with whole aircraft can sail from there")
    if hex_sides(g)[target] != 1 - g.side or not (ships_in(g, target, 1 - g.side) or in_dock(g, target, 1 - g.side)):
        return No("11.7", "no enemy ships lie there")
    if _approach(g, carriers[0], target) is None:
        return No("11.8.3", "it is out of their reach")
    return None


def _approach(g: War, ship: int, target: int) -> int | None:
    """The nearest sea area beside a port that a ship reaches."""
    nation, at = g.roster.nations[ship], g.units.at[ship]
    near = [(distance(g, nation, at, s), s) for s in g.ground.sea_ports[target] if g.ground.sea[s]]
    best = min(near, default=(99, -1))
    return best[1] if best[0] <= RANGE else None


@rule("11.7", "11.7.1", "11.7.2", "11.8.3")
def strike_port(g: War, origin: int, target: int) -> Flow[None]:
    """Carriers and their escorts sail; if they come through, their aircraft attack for up to three rounds"""
    ships = [u for u in ships_in(g, origin, g.side) if may_sail(g, u) is None]
    carriers = full_carriers(g, ships)
    area = _approach(g, carriers[0], target)
    assert area is not None
    way = route(g, g.roster.nations[carriers[0]], origin, area)
    voyage = Voyage(Force(g.side, ships), origin, way, f"carriers from {g.board.label(origin)}")
    through = yield from sail(g, voyage)
    force = Force(g.side, full_carriers(g, voyage.force.ships))
    if through and force.ships:
        yield from over_port(g, force, target, area)


@rule("11.7", "7.9.6")
def may_raid_port(g: War, plane: int, target: int) -> No | None:
    """Whether a bomber, or a naval air unit that is based ashore, can attack ships in an enemy port or dockyard in its range."""
    ashore = g.roster.kinds[plane] == Kind.NAC and g.units.aboard[plane] < 0
    if (g.roster.kinds[plane] not in HEAVY and not ashore) or g.units.at[plane] < 0 or g.roster.sides[plane] != g.side:
        return No("11.7", "only TAC, MDM and naval air units of your own attack ships in port")
    if worn_out(g, plane):
        return No("11.11.4", "a depleted naval air unit flies no missions")
    if not g.units.active[plane] or g.units.supply[plane] == NONE:
        return No("4.0", "it is not active and supplied")
    if g.units.missions[plane] & OVER_SEA or g.units.bombed[plane] == g.turn:
        return No("11.2.3", "it has flown over the sea this turn")
    if hex_sides(g)[target] != 1 - g.side or not (ships_in(g, target, 1 - g.side) or in_dock(g, target, 1 - g.side)):
        return No("11.7", "no enemy ships lie there")
    return None if reaches(g, plane, target) else No("11.7", "it is out of range")


@rule("11.7")
def may_escort_raid(g: War, plane: int, target: int) -> No | None:
    """Whether an aircraft can come along to a port: bombers that could attack by themselves, and fighters in range."""
    if g.roster.kinds[plane] not in LIGHT:
        return may_raid_port(g, plane, target)
    if g.units.at[plane] < 0 or g.roster.sides[plane] != g.side:
        return No("11.7", "it is no aircraft of yours")
    if not g.units.active[plane] or g.units.supply[plane] == NONE:
        return No("4.0", "it is not active and supplied")
    if g.units.missions[plane] & OVER_SEA:
        return No("11.2.3", "it has flown over the sea this turn")
    return None if reaches(g, plane, target) else No("11.7", "it is out of range")


def raid_port(g: War, plane: int, target: int) -> Flow[None]:
    """Bombers attack ships in port together, with fighters if they like"""
    able = [u for u in g.roster.air if u != plane and may_escort_raid(g, u, target) is None]
    planes = yield from wing(g, plane, able, target)
    if not planes:
        return
    near = [s for s in g.ground.sea_ports[target] if g.ground.sea[s]]
    yield from over_port(g, Force(g.side, planes=planes), target, near[0] if near else target)


@rule("11.7", "7.4", "7.9.6")
def wing(g: War, plane: int, able: list[int], target: int) -> Flow[list[int]]:
    """Aircraft that fly one mission over the sea together: the first, and those that come along"""
    planes = [plane]
    fly_out(g, plane)
    here = target if g.ground.sea[target] else None

    def bold(force: list[int]) -> No | None:
        return scruples(g, force, air_worth(g, force, here), ship_worth(g, ships_in(g, target, 1 - g.side)))

    while True:
        left = [u for u in able if u not in planes]
        if not left:
            return planes if bold(planes) is None else []
        go = unless("go", "11.7", "Attack with these", lambda: bold(planes), rolls=True)
        acts = go, one_of("along", "11.7", "{0} comes along", Unit, left, "it cannot fly this mission")
        prompt = f"Aircraft against ships in {g.board.label(target)}"
        choice, _ = yield from menu(g, g.seat(g.side), prompt, Wing(target, tuple(planes)), *acts, rule="11.7")
        if choice.verb == "go":
            return planes
        fly_out(g, choice.arg.index)
        planes.append(choice.arg.index)


LET: Act[War, Any, None] = word("let", "11.8.3", "Stay down", rolls=True)


@rule("11.8.3", "11.8.1")
def _rise(g: War, force: Force, cover: list[int], target: int, area: int) -> Flow[None]:
    """Aircraft that reach the port or the flight rise against it; against carriers also those based beside their sea area"""
    while True:
        near = set(interceptors(g, force.planes, target, AGAINST_SEA))
        if force.ships:
            near |= set(aircraft_beside(g, 1 - g.side, area))
        able = sorted([u for u in near if u not in cover])
        if not able:
            return
        acts = LET, one_of("rise", "11.8.3", "{0} rises", Unit, able, "it cannot reach them, or has flown already")
        prompt = f"Aircraft over {g.board.label(target)}: rise?"
        choice, _ = yield from menu(g, g.seat(1 - g.side), prompt, Scramble(target), *acts, rule="11.8.3")
        if choice.verb == "let":
            return
        log_mission(g, choice.arg.index, AGAINST_SEA)
        fly_out(g, choice.arg.index)
        cover.append(choice.arg.index)


@rule("11.7.1", "11.8.3", "11.8.2", "7.9.6")
def over_port(g: War, force: Force, target: int, area: int) -> Flow[None]:
    """Aircraft over a port: the other side may rise against them and be met in turn, then flak, then the ships, or those on the
    slips where none lie in port"""
    other, cover = 1 - g.side, list[int]()
    while True:
        yield from _rise(g, force, cover, target, area)
        guards: list[int] = []
        if not cover or not (yield from counter_intercept(g, [*force.planes, *force.guards], target, guards, cover)):
            break
        force.planes += guards
        force.guards += guards
    ships = ships_in(g, target, other)
    if ships:
        yield from battle_at_sea(g, force, Force(other, ships, cover), area, port=target)
        yield from homeward(g, ships, target)
        return
    yield from bomb_slips(g, force, cover, target, area)


@rule("7.9.6", "15.1.5.6")
def bomb_slips(g: War, force: Force, cover: list[int], target: int, area: int) -> Flow[None]:
    """Flak of the town, then ships being built are attacked; they cannot be sunk, only set back"""
    slips = in_dock(g, target, 1 - g.side)
    if not slips:
        return
    if cover:
        yield from air_step(g, force, Force(1 - g.side, planes=cover), target)
    planes = [*(u for u in strikers(g, force.left(g).planes, None) if u not in force.guards), *naval_aircraft(g, force.ships)]
    yield from sea_flak(g, planes, firing_factors(g, target), area)
    planes = [u for u in planes if g.units.at[u] >= 0]
    worth = air_worth(g, planes, None)
    if not worth:
        return
    choice, _ = yield from menu(g, g.seat(g.side), "Which ship on the slips is bombed?", Admiralty(g.side), _targets(slips))
    modifiers = sea_modifiers(g, force, Force(1 - g.side), attackers=((), planes), defenders=([choice.arg.index], ()))
    result = shoot(g, worth, Fraction(1), modifiers.total, str(modifiers), area)
    if result is not None and not result.attacker:
        for _ in range(result.sunk + result.depleted):
            damage_ship(g, choice.arg, "7.9.6")


def _targets(slips: list[int]) -> Act[War, Admiralty, int]:
    return Act(
        "bomb", "7.9.6", "{0}", takes=Unit, listed=lambda g, s: slips, do=lambda g, s, u: None, rolls=True,
        may=lambda g, s, u: None if u in slips else No("7.9.6", "it is not on the slips there"),
    )  # fmt: skip


# --- patrols hunted (7.4) -------------------------------------------------------------------------------------------------------


@rule("7.4")
def may_hunt(g: War, place: int, area: int) -> No | None:
    """Whether ships of a port can go against an enemy patrol."""
    if not any(may_sail(g, u) is None for u in ships_in(g, place, g.side)):
        return No("7.0", "no ship there can sail")
    if not patrolled(g).get(area, 0) & (1 << 1 - g.side):
        return No("7.4", "no enemy patrol is there")
    ships = [u for u in ships_in(g, place, g.side) if may_sail(g, u) is None]
    no = scruples(g, ships, ship_worth(g, ships), ship_worth(g, ships_in(g, area, 1 - g.side)))
    if no is not None:
        return no
    return None if distance(g, g.roster.nations[ships[0]], place, area) <= 5 else No("7.8", "it is more than five sea areas away")


@rule("7.4", "7.8")
def hunt(g: War, place: int, area: int) -> Flow[None]:
    """Ships roll to find a patrol; if they do, there is a battle"""
    ships = [u for u in ships_in(g, place, g.side) if may_sail(g, u) is None]
    way = route(g, g.roster.nations[ships[0]], place, area)
    voyage = Voyage(Force(g.side, ships), place, way, f"ships from {g.board.label(place)}")
    through = yield from sail(g, voyage)
    patrol = [u for u in ships_at(g).get(area, ()) if g.roster.sides[u] == 1 - g.side]
    if not through or not patrol or not voyage.force.ships:
        return
    foe = Force(1 - g.side, patrol)
    if (yield from search(g, voyage.force.ships, place, area, foe, counter=False)):
        yield from battle_at_sea(g, voyage.force, foe, area)
        yield from homeward(g, [*voyage.force.ships, *patrol], area)


@rule("7.4", "7.8.3")
def may_dive(g: War, plane: int, area: int) -> No | None:
    """Whether a bomber beside a sea area can attack an enemy patrol there."""
    if not patrolled(g).get(area, 0) & (1 << 1 - g.side):
        return No("7.4", "no enemy patrol is there")
    if g.roster.kinds[plane] in LIGHT and area not in narrow_areas(g):
        return No("7.4", "fighters attack patrols in straits alone")
    return None if plane in aircraft_beside(g, g.side, area) else No("7.8.3", "it is not based beside the area, or cannot fly")


def dive(g: War, plane: int, area: int) -> Flow[None]:
    """Aircraft attack a patrol together"""
    able = [u for u in aircraft_beside(g, g.side, area) if u != plane]
    planes = yield from wing(g, plane, able, area)
    if not planes:
        return
    patrol = [u for u in ships_at(g).get(area, ()) if g.roster.sides[u] == 1 - g.side]
    yield from battle_at_sea(g, Force(g.side, planes=planes), Force(1 - g.side, patrol), area)
    yield from homeward(g, patrol, area)


def quay(g: War, port: int) -> list[int]:
    """Units that stand in a port, or can march there."""
    there = [u for u, at in enumerate(g.units.at) if at == port]
    return [*there, *sorted(marchers(g, port))] if g.ground.land[port] else there


STAYING: Act[War, Squadron, None] = Act("stay", "7.5", "Stay in port", do=lambda g, s, _: None)
LOADING: Act[War, Squadron, int] = Act(
    "embark", "7.5", "Take {0} aboard", takes=Unit,
    among=lambda g, s: quay(g, g.units.at[s.fleet]),
    may=lambda g, s, u: may_embark(g, s.fleet, u, s.aboard), do=lambda g, s, u: None,
)  # fmt: skip
ESCORTING: Act[War, Squadron, int] = Act(
    "with", "7.8", "{0} sails along", takes=Unit, among=lambda g, s: ships_at(g).get(g.units.at[s.fleet], ()),
    who=lambda g, s: None if s.aboard else No("7.5", "nobody is aboard"),
    may=lambda g, s, u: may_accompany(g, s.fleet, u, s.escorts), do=lambda g, s, u: None,
)  # fmt: skip
LANDING: Act[War, Squadron, int] = Act(
    "land", "7.5", "Land at {0}", takes=Hex, rolls=True,
    who=lambda g, s: None if s.aboard else No("7.5", "nobody is aboard"), listed=lambda g, s: landings(g, s),
    may=lambda g, s, h: None if h in landings(g, s) else No("7.5", "no supplied harbour with room within twelve sea areas"),
    do=carry,
)  # fmt: skip
