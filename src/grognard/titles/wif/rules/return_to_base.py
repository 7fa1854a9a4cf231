"""13.4: at the end of the turn ships and aircraft come home or stay at sea, a section lower."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER, VICHY
from grognard.titles.wif.rules.carriers import is_carrier
from grognard.titles.wif.rules.control import friendly
from grognard.titles.wif.rules.convoys import divide, is_convoy
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.homeward import bases as airfields
from grognard.titles.wif.rules.homeward import landing_places
from grognard.titles.wif.rules.hulls import dock, docks_at, is_docked, is_milchcow, is_port, sails_as_convoy
from grognard.titles.wif.rules.interception import meet
from grognard.titles.wif.rules.naval_damage import abort, sink
from grognard.titles.wif.rules.powers import active, co_operate, political, powers_of
from grognard.titles.wif.rules.sailing import (
    Course,
    bases,
    courses,
    floating_bases,
    is_sub,
    legs,
    may_enter,
    next_seas,
    passage,
    ports_in_range,
)
from grognard.titles.wif.rules.stacking import air_excess, air_limit, is_flying_boat, ship_count, ship_limit
from grognard.titles.wif.rules.transport import land_cargo
from grognard.titles.wif.rules.units import air_at, of_side, put, ships_at, turn_down
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War


class Watch(Subject, frozen=True):
    """A power's ships and aircraft at sea, of which some may stay."""

    power: Annotated[int, Power]


def afloat(g: War, power: int) -> list[int]:
    """A power's ships and aircraft at sea; not those that are cargo."""
    land, section, units = g.roster.land, g.ground.section, g.units
    mine = [u for u, at in enumerate(units.at) if at >= 0 and section[at] >= 0 and units.power[u] == power and not land[u]]
    return [u for u in mine if units.aboard[u] == NOWHERE and not is_docked(g, u)]


@rule("13.4.1", "13.4.2")
def havens(g: War, unit: int) -> list[int]:
    """Where a ship or an aircraft at sea can return to."""
    return airfields(g, unit) if g.roster.air[unit] else bases(g, unit)


@rule("13.4")
def must_return(g: War, unit: int) -> bool:
    """Units of neutrals, loaded transports and all in section 0 come home; convoys need not."""
    if sails_as_convoy(g, unit):
        return False
    power = g.units.power[unit]
    loaded = unit in g.units.aboard and not is_carrier(g, unit)  # 14.4.1
    if not active(g, power) or loaded or (power == VICHY and not g.hostile):  # 17.4.2
        return True
    return g.ground.section[g.units.at[unit]] == 0 and not is_milchcow(g, unit)


@rule("13.4")
def may_stay(g: War, watch: Watch, unit: int) -> No | None:
    """Whether a ship or aircraft stays at sea another turn."""
    if unit not in afloat(g, watch.power) or g.units.staying[unit]:
        return No("13.4", "it is none of your units at sea that could still return")
    if must_return(g, unit):
        return No("13.4", "neutral units, loaded transports and all in section 0 must return")
    safe = shelters(g, unit) or is_milchcow(g, unit) or floating_bases(g, unit, ports_in_reach(g, unit))
    return None if safe else No("13.4.3", "a unit at sea without a base in reach is lost")


def watching_powers(g: War) -> list[int]:
    """For the sequence: powers with units at sea, the side with the initiative first."""
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if afloat(g, p)]


STAYS, COMES_HOME = 1, 2  # units.staying: convoys that are called home are told apart until all have decided
Pair = tuple[int, int]


@rule("13.4")
def may_call_home(g: War, watch: Watch, pair: Pair) -> No | None:
    """Whether convoys in section 0, or so many points of a heap, return to base: then they carry nothing this turn."""
    unit, points = pair
    if unit not in afloat(g, watch.power) or not sails_as_convoy(g, unit) or g.units.staying[unit] != STAYS:
        return No("13.4", "only convoys of yours that stay at sea are called home")
    whole = g.units.points[unit] if is_convoy(g, unit) else 1
    if not 0 < points <= whole or (points != whole and points % convoy_step(g)):
        return No("11.4.2", "convoy points sail by fives, with option 5 in any number")
    return None if bases(g, unit) else No("13.4.2", "no base is in its reach")


def convoy_step(g: War) -> int:
    return 1 if g.options.ships_in_flames else 5


def convoys_at_sea(g: War, watch: Watch) -> list[Pair]:
    """Heaps of a power's convoys and escorts at sea, whole and in parts."""
    found = []
    for u in afloat(g, watch.power):
        if sails_as_convoy(g, u):
            whole = g.units.points[u] if is_convoy(g, u) else 1
            found += [(u, n) for n in dict.fromkeys((*range(convoy_step(g), whole, convoy_step(g)), whole))]
    return [pair for pair in found if may_call_home(g, watch, pair) is None]


def _call_home(g: War, watch: Watch, pair: Pair) -> None:
    unit, points = pair
    g.units[divide(g, unit, points) if is_convoy(g, unit) else unit].staying = COMES_HOME


@rule("13.4")
def asked(g: War, watch: Watch) -> bool:
    """Whether a power has something to decide: in campaigns with politics also for convoys alone (WIF-DEC-280)."""
    if any(may_stay(g, watch, u) is None for u in afloat(g, watch.power)):
        return True
    return political(g) and bool(convoys_at_sea(g, watch))


@rule("13.4")
def stay_or_return(g: War) -> Flow[None]:
    """A power says which units stay at sea: they go a section lower, convoys stay where they are unless they are called home"""
    for u in afloat(g, g.power):
        if (sails_as_convoy(g, u) or is_port(g, u)) and not g.units.staying[u]:
            g.units[u].staying = STAYS
    while asked(g, Watch(g.power)):
        answer, _ = yield from menu(
            g,
            g.seat(g.power),
            "{0}: which units stay at sea?",
            Watch(g.power),
            DONE,
            STAY,
            CALL_HOME,
            named=(g.powers[g.power],),
            rests=True,
        )
        if answer.verb == DONE.name:
            return


def _stay(g: War, watch: Watch, unit: int) -> None:
    ground, at = g.ground, g.units.at[unit]
    put(g, unit, ground.sections[ground.area[at]][max(ground.section[at] - 1, 0)])  # 22.16: milchcows stay in section 0
    g.units[unit].staying = 1


class Return(Subject, frozen=True):
    """Ships of one section that come home together. `via`: sea areas they are led through."""

    ships: Annotated[tuple[int, ...], Unit]
    via: tuple[Annotated[int, Hex], ...] = ()

    @once
    def legs(self, g: War) -> list[list[dict[int, Course]]]:
        return [legs(g, u, self.via, homeward=True) for u in self.ships]

    @once
    def ports(self, g: War) -> list[int]:
        """Bases all of them can return to."""
        found = [{s for s in reach[-1] if g.ground.land[s]} for reach in self.legs(g)]
        if len(self.ships) == 1:  # 22.16
            found[0].update(floating_bases(g, self.ships[0], self.legs(g)[0][-1]))
        return sorted(set.intersection(*found)) if found else []

    @once
    def seas(self, g: War) -> list[int]:
        """Sea areas next on the way from which a port is still reached."""
        last = [reach[-1] for reach in self.legs(g)]
        near = [s for s in next_seas(g, g.units.at[self.ships[0]], self.via, last) if g.ground.sea[s] and s not in self.via]
        return [s for s in near if Return(self.ships, (*self.via, s)).ports(g)]


@rule("13.4", "13.4.2")
def bring_home(g: War) -> Flow[None]:
    """The others return to base, the ships of a section together where they can; ships staying at sea may intercept them"""
    for u, staying in enumerate(g.units.staying):
        if staying == COMES_HOME:
            g.units[u].staying = 0
    for u in [u for u in afloat(g, g.power) if g.roster.air[u] and not g.units.staying[u]]:
        yield from abort(g, u)
    while True:
        ships = [u for u in afloat(g, g.power) if not g.units.staying[u] and g.roster.naval[u]]
        if not ships:
            return
        box = g.units.at[ships[0]]
        group = tuple(u for u in ships if g.units.at[u] == box and is_sub(g, u) == is_sub(g, ships[0]))
        if not bases(g, group[0]):
            yield from abort(g, group[0])
            continue
        while not Return(group).ports(g):
            group = group[:-1]
        yield from come_home(g, Return(group))


def come_home(g: War, force: Return) -> Flow[None]:
    """A group sails to a port of its choice"""
    first = force.ships[0]
    while True:
        answer, port = yield from menu(
            g, g.seat(g.power), "{0} and {1} more return to base", force, HOME, LEAD, APART,
            named=(g.units[first], len(force.ships) - 1),
        )  # fmt: skip
        if answer.verb == HOME.name:
            break
        if answer.verb == APART.name:
            force = Return(tuple(u for u in force.ships if u != port), force.via)
            first = force.ships[0]
        else:
            force = Return(force.ships, (*force.via, port))
    area, left = g.ground.area[g.units.at[first]], list(force.ships)
    aim = port if g.ground.land[port] else g.ground.area[port]
    for sea in [s for s, _ in passage(force.legs(g)[0], force.via, aim) if g.ground.sea[s] and s != area]:
        left, _ = yield from meet(g, left, sea, {}, base=True, end_of_turn=True)
        if not left:
            return
    for u in left:
        if not g.ground.land[port]:
            put(g, u, port)
            turn_down(g, u)
            dock(g, u, docks_at(g, u, port)[0])
        elif may_enter(g, u, port) is None:
            put(g, u, port)
            land_cargo(g, u, down=not g.settings.cargo_stays_up)
            turn_down(g, u)
        else:
            yield from abort(g, u)


@rule("13.4.2")
def may_come_home(g: War, force: Return, port: int) -> No | None:
    return None if port in force.ports(g) else No("13.4.2", "not all of them can return to that base")


def _may_lead(g: War, force: Return, area: int) -> No | None:
    return None if area in force.seas(g) else No("13.4", "from there not all of them reach a base")


def _may_part(g: War, force: Return, unit: int) -> No | None:
    if unit in force.ships and len(force.ships) > 1:
        return None
    return No("13.4", "of several ships some may sail home by themselves")


# --- who stays at sea (13.4.3) ------------------------------------------------------------------------------------------------


class Shipwrecks(Subject, frozen=True):
    """Units at sea for which there are too few berths; the owner of the bases says who is lost."""

    units: Annotated[tuple[int, ...], Unit]


def ports_in_reach(g: War, unit: int) -> list[int]:
    """Sea areas and ports a ship at sea reaches on its way home; none for an aircraft."""
    return list(courses(g, unit, homeward=True)) if g.roster.naval[unit] else []


@rule("13.4.3")
def shelters(g: War, unit: int) -> list[int]:
    """Bases a unit at sea could return to, whoever lies there now."""
    power, known = g.units.power[unit], g.roster
    holds = air_limit if known.air[unit] else ship_limit
    near = landing_places(g, unit) if known.air[unit] else ports_in_range(g, unit)
    if known.air[unit] and is_flying_boat(g, unit):
        return [s for s in near if friendly(g, s, power) and air_excess(g, s, [unit]) == 0 and may_base(g, unit, s) is None]
    sides, side = g.sides_by_hex, SIDE_OF_POWER[power]
    ours = [s for s in near if sides[s] == side or friendly(g, s, power)]
    return [s for s in ours if holds(g, s) and may_base(g, unit, s) is None]


def _berths(g: War, unit: int, base: int) -> int:
    """Room in a base beside those there whom a unit works with."""
    air = g.roster.air[unit]
    there = of_side(g, air_at(g, base) if air else ships_at(g, base), SIDE_OF_POWER[g.units.power[unit]])
    mates = [u for u in there if co_operate(g, u, unit)]
    if air and is_flying_boat(g, unit):
        return int(air_excess(g, base, [*mates, unit]) == 0)
    return air_limit(g, base) - len(mates) if air else ship_limit(g, base) - ship_count(g, mates)


def _sheltered(g: War, units: list[int], near: dict[int, list[int]]) -> int:
    """How many units at sea can have a berth at the same time."""
    taken: dict[tuple[int, bool], list[int]] = {}
    air = g.roster.air

    def place(unit: int, tried: set[int]) -> bool:
        for base in near[unit]:
            if base in tried:
                continue
            tried.add(base)
            guests = taken.setdefault((base, air[unit]), [])
            if len(guests) < _berths(g, unit, base):
                guests.append(unit)
                return True
            for n, other in enumerate(guests):
                if place(other, tried):
                    guests[n] = unit
                    return True
        return False

    return sum(place(u, set()) for u in units)


@rule("13.4.3")
def too_many_at_sea(g: War, units: list[int]) -> list[int]:
    """Units at sea of which one is lost because the bases in reach have too few berths."""
    near = {u: shelters(g, u) for u in units}
    saved = _sheltered(g, units, near)
    if saved == len(units):
        return []
    return [u for u in units if _sheltered(g, [other for other in units if other != u], near) == saved]


@rule("13.4.3")
def end_watch(g: War) -> Flow[None]:
    """Ships and aircraft at sea without a base in reach are lost; where there are too few berths the owner of the base decides"""
    # reading WIF-DEC-123
    for side in (g.holder, 1 - g.holder):
        waiting = [u for p in powers_of(g, side) for u in afloat(g, p) if not sails_as_convoy(g, u) and not is_milchcow(g, u)]
        waiting = [u for u in waiting if shelters(g, u) or not floating_bases(g, u, ports_in_reach(g, u))]
        for u in [u for u in waiting if not shelters(g, u)]:
            sink(g, u)
            waiting.remove(u)
        while lost := too_many_at_sea(g, waiting):
            owner = g.powers_by_hex[shelters(g, lost[0])[0]]
            _, unit = yield from menu(
                g, g.seat(owner), "Too few berths for those at sea: who is lost?", Shipwrecks(tuple(lost)), GIVE_UP
            )
            sink(g, unit)
            waiting.remove(unit)
    for u, staying in enumerate(g.units.staying):
        if staying or g.units.called[u]:
            g.units[u].staying = g.units[u].called = 0


DONE: Act[War, Watch, None] = Act("done", "13.4", "The others return to base", do=lambda g, s, _: None)
HOME: Act[War, Return, int] = Act(
    "home", "13.4.2", "{0}", takes=Hex, listed=lambda g, s: s.ports(g), may=may_come_home, do=lambda g, s, port: port, rolls=True
)
LEAD: Act[War, Return, int] = Act(
    "via", "13.4", "By way of {0}", takes=Hex, listed=lambda g, s: s.seas(g), may=_may_lead, do=lambda g, s, area: area,
    group="The way",
)  # fmt: skip
APART: Act[War, Return, int] = Act(
    "later", "13.4", "{0} sails by itself", takes=Unit, among=lambda g, s: s.ships, may=_may_part, do=lambda g, s, unit: unit,
    group="Others",
)  # fmt: skip
STAY: Act[War, Watch, int] = Act("stay", "13.4", "{0}", takes=Unit, among=lambda g, s: afloat(g, s.power), may=may_stay, do=_stay)
CALL_HOME: Act[War, Watch, Pair] = Act(
    "call_home", "13.4", "{0}: {1} points return to base", takes=(Unit, int), listed=convoys_at_sea, may=may_call_home,
    do=_call_home, group="Convoys",
)  # fmt: skip
GIVE_UP: Act[War, Shipwrecks, int] = Act(
    "lost", "13.4.3", "{0}", takes=Unit, listed=lambda g, s: s.units, do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in s.units else No("13.4.3", "it has a berth, or is not at sea"),
)  # fmt: skip
