"""13.4: at the end of the turn ships and aircraft come home or stay at sea, a section lower."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import VICHY
from grognard.titles.wif.rules.interception import meet
from grognard.titles.wif.rules.missions import bases as airfields
from grognard.titles.wif.rules.naval_damage import abort, sink
from grognard.titles.wif.rules.powers import active, powers_of
from grognard.titles.wif.rules.sailing import Course, bases, legs, may_enter, next_seas, passage
from grognard.titles.wif.rules.transport import land_cargo
from grognard.titles.wif.rules.units import put, roster, turn_down
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War


class Watch(Subject, frozen=True):
    """A power's ships and aircraft at sea, of which some may stay."""

    power: Annotated[int, Power]


def afloat(g: War, power: int) -> list[int]:
    """A power's ships and aircraft at sea; not those that are cargo."""
    land, section, units = roster(g).land, g.ground.section, g.units
    mine = [u for u, at in enumerate(units.at) if at >= 0 and section[at] >= 0 and units.power[u] == power and not land[u]]
    return [u for u in mine if units.aboard[u] == NOWHERE]


@rule("13.4.1", "13.4.2")
def havens(g: War, unit: int) -> list[int]:
    """Where a ship or an aircraft at sea can return to."""
    return airfields(g, unit) if roster(g).air[unit] else bases(g, unit)


@rule("13.4")
def must_return(g: War, unit: int) -> bool:
    """Units of neutrals, loaded transports and all in section 0 come home; convoys need not."""
    if g.units.counter[unit] == NOWHERE:
        return False
    power = g.units.power[unit]
    if not active(g, power) or unit in g.units.aboard or (power == VICHY and not g.hostile):  # 17.4.2
        return True
    return g.ground.section[g.units.at[unit]] == 0


@rule("13.4")
def may_stay(g: War, watch: Watch, unit: int) -> No | None:
    """Whether a ship or aircraft stays at sea another turn."""
    if unit not in afloat(g, watch.power) or g.units.staying[unit]:
        return No("13.4", "it is none of your units at sea that could still return")
    if must_return(g, unit):
        return No("13.4", "neutral units, loaded transports and all in section 0 must return")
    return None if havens(g, unit) else No("13.4.3", "a unit at sea without a base in reach is lost")


def watching_powers(g: War) -> list[int]:
    """For the sequence: powers with units at sea, the side with the initiative first."""
    return [p for side in (g.holder, 1 - g.holder) for p in powers_of(g, side) if afloat(g, p)]


@rule("13.4")
def stay_or_return(g: War) -> Flow[None]:
    """A power says which units stay at sea: they go a section lower, convoys stay where they are"""
    for u in afloat(g, g.power):
        if g.units.counter[u] == NOWHERE and not g.units.staying[u]:
            g.units[u].staying = 1
    while any(may_stay(g, Watch(g.power), u) is None for u in afloat(g, g.power)):
        answer, _ = yield from menu(
            g,
            g.seat(g.power),
            "{0}: which units stay at sea?",
            Watch(g.power),
            DONE,
            STAY,
            named=(g.powers[g.power],),
            rests=True,
        )
        if answer.verb == DONE.name:
            return


def _stay(g: War, watch: Watch, unit: int) -> None:
    ground, at = g.ground, g.units.at[unit]
    put(g, unit, ground.sections[ground.area[at]][ground.section[at] - 1])
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
        return sorted(set.intersection(*found)) if found else []

    @once
    def seas(self, g: War) -> list[int]:
        """Sea areas next on the way from which a port is still reached."""
        last = [reach[-1] for reach in self.legs(g)]
        near = [s for s in next_seas(g, g.units.at[self.ships[0]], self.via, last) if s not in self.via]
        return [s for s in near if Return(self.ships, (*self.via, s)).ports(g)]


@rule("13.4", "13.4.2")
def bring_home(g: War) -> Flow[None]:
    """The others return to base, the ships of a section together where they can; ships staying at sea may intercept them"""
    for u in [u for u in afloat(g, g.power) if roster(g).air[u] and not g.units.staying[u]]:
        yield from abort(g, u)
    while True:
        ships = [u for u in afloat(g, g.power) if not g.units.staying[u] and roster(g).naval[u]]
        if not ships:
            return
        box = g.units.at[ships[0]]
        group = tuple(u for u in ships if g.units.at[u] == box)
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
            g, g.seat(g.power), "{0} and {1} more return to base", force, HOME, LEAD, named=(g.units[first], len(force.ships) - 1)
        )
        if answer.verb == HOME.name:
            break
        force = Return(force.ships, (*force.via, port))
    area, left = g.ground.area[g.units.at[first]], list(force.ships)
    for sea in [s for s, _ in passage(force.legs(g)[0], force.via, port) if g.ground.sea[s] and s != area]:
        left, _ = yield from meet(g, left, sea, {}, base=True, end_of_turn=True)
        if not left:
            return
    for u in left:
        if may_enter(g, u, port) is None:
            put(g, u, port)
            land_cargo(g, u, down=True)
            turn_down(g, u)
        else:
            yield from abort(g, u)


@rule("13.4.2")
def may_come_home(g: War, force: Return, port: int) -> No | None:
    return None if port in force.ports(g) else No("13.4.2", "not all of them can return to that base")


def _may_lead(g: War, force: Return, area: int) -> No | None:
    return None if area in force.seas(g) else No("13.4", "from there not all of them reach a base")


@rule("13.4.3")
def end_watch(g: War) -> None:
    """Ships and aircraft at sea without a base in reach are lost"""
    for power in powers_of(g, 0) + powers_of(g, 1):
        for u in afloat(g, power):
            if g.units.counter[u] != NOWHERE and not havens(g, u):
                sink(g, u)
            g.units[u].staying = g.units[u].called = 0


DONE: Act[War, Watch, None] = Act("done", "13.4", "The others return to base", do=lambda g, s, _: None)
HOME: Act[War, Return, int] = Act(
    "home", "13.4.2", "{0}", takes=Hex, listed=lambda g, s: s.ports(g), may=may_come_home, do=lambda g, s, port: port, rolls=True
)
LEAD: Act[War, Return, int] = Act(
    "via", "13.4", "By way of {0}", takes=Hex, listed=lambda g, s: s.seas(g), may=_may_lead, do=lambda g, s, area: area,
    group="The way",
)  # fmt: skip
STAY: Act[War, Watch, int] = Act("stay", "13.4", "{0}", takes=Unit, among=lambda g, s: afloat(g, s.power), may=may_stay, do=_stay)
