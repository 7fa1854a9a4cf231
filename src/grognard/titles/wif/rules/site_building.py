"""13.6.10 (options 32 and 40): facilities are begun on the map like units on a track, paid for step by step, and arrive where
they were begun. Counters (forts, plants) lie on the track of their hex, the others in groundworks.py."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.building import Purse, affordable
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.facilities import FACTORY_COST, FACTORY_TURNS, MOST_BLUE, Site, may_place, places_for, plans
from grognard.titles.wif.rules.gearing import CLASSES, count_built, may_gear
from grognard.titles.wif.rules.groundworks import FACTORY, NAMES, WELL, Groundwork, begun_at, groundworks, keep
from grognard.titles.wif.rules.railways import A_RAILWAY, A_ROAD, road_cost
from grognard.titles.wif.rules.roads import LONGEST, SHORTEST, Roadwork, may_place_road, roadsides, wells
from grognard.titles.wif.rules.track_building import fed_by_factories, lay_down, tracked
from grognard.titles.wif.rules.tracks import first_box, most_at_first
from grognard.titles.wif.rules.zones import in_enemy_zone
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War

FACILITY = CLASSES.index("facility")


class Plot(Subject, frozen=True):
    """Where a facility is begun. `unit`: its counter, or NOWHERE; `turns`: of a road."""

    power: Annotated[int, Power]
    unit: int = NOWHERE
    turns: int = 0


class Groundbreaking(Subject, frozen=True):
    """A facility without a counter is begun: how much is paid now."""

    power: Annotated[int, Power]
    space: Annotated[int, Hex]
    cost: int
    turns: int
    points: int


def by_steps(g: War) -> bool:
    return tracked(g) and bool(g.options.facilities)


# --- beginning ----------------------------------------------------------------------------------------------------------------


@rule("13.6.10")
def may_break_ground(g: War, power: int, space: int) -> No | None:
    """Whether a facility can be begun in a hex as far as enemies and the way of the build points are concerned."""
    if powers_by_hex(g)[space] != power:
        return No("4.2.2", "only hexes you control")
    if in_enemy_zone(g, space, SIDE_OF_POWER[power]):
        return No("13.6.10", "construction does not begin in an enemy zone of control")
    fed = fed_by_factories(g, power, g.producing)
    return None if space in fed else No("13.6.10", "no path of supply leads there from the factories that make the build points")


def _may_begin(g: War, purse: Purse) -> No | None:
    if not by_steps(g):
        return No("13.6.10", "facilities are built step by step with options 32 and 40 together")
    no = may_gear(g, purse.power, FACILITY)
    return affordable(purse, 1) if no is None else no


def plots(g: War, plot: Plot) -> list[int]:
    """Hexes a fort or a plant can be begun in."""
    return [s for s in places_for(g, Site(plot.power, plot.unit)) if may_plot(g, plot, s) is None]


@rule("13.6.10", "4.2.2")
def may_plot(g: War, plot: Plot, space: int) -> No | None:
    no = may_place(g, Site(plot.power, plot.unit), space)
    return may_break_ground(g, plot.power, space) if no is None else no


def may_begin_facility(g: War, purse: Purse, unit: int) -> No | None:
    """Whether a fort or a plant of the force pool is begun somewhere."""
    if unit not in plans(g, purse):
        return No("13.6.6", "it is no facility in your force pool")
    no = _may_begin(g, purse)
    if no is None and not plots(g, Plot(purse.power, unit)):
        return No("4.2.2", "there is no place for it")
    return no


@rule("13.6.10")
def begin_facility(g: War, purse: Purse, unit: int) -> Flow[None]:
    """Where a fort or a plant is built, and what is paid for it now"""
    plot = Plot(purse.power, unit)
    _, space = yield from menu(g, g.seat(purse.power), "Where is {0} built?", plot, PLOT, named=(g.units[unit],))
    count_built(g, purse.power, FACILITY)
    g.units[unit].cycle, g.units[unit].yard = 0, space
    yield from lay_down(g, purse, unit, space)


@rule("13.6.10")
def may_begin_factory(g: War, purse: Purse, space: int) -> No | None:
    """Whether a factory is begun in a hex: those under construction count among its blue ones."""
    no = _may_begin(g, purse)
    if no is None:
        no = may_place(g, Site(purse.power), space)
    if no is None and g.ground.blue[space] + g.hexes.blue_moved[space] + begun_at(g, space, FACTORY) >= MOST_BLUE:
        return No("4.2.2", "two blue factories in a hex at most")
    return may_break_ground(g, purse.power, space) if no is None else no


def factory_plots(g: War, purse: Purse) -> list[int]:
    return places_for(g, Site(purse.power)) if by_steps(g) else []


@rule("13.6.10")
def may_begin_well(g: War, purse: Purse, space: int) -> No | None:
    """Whether the oil facility of a hex is begun."""
    if space not in wells(g):
        return No("13.6.6", "no facility belongs into that hex")
    if g.hexes.oil_built[space] or begun_at(g, space, WELL):
        return No("4.2.2", "one of each in a hex")
    no = _may_begin(g, purse)
    return may_break_ground(g, purse.power, space) if no is None else no


def may_plan_road(g: War, purse: Purse, turns: int) -> No | None:
    """Whether a road that takes so many turns is begun somewhere."""
    if not SHORTEST <= turns <= LONGEST:
        return No("13.6.6", f"a road takes {SHORTEST} to {LONGEST} turns")
    return _may_begin(g, purse)


def road_plots(g: War, plot: Plot, *, rails: bool) -> list[int]:
    spots = roadsides(g, Roadwork(plot.power, plot.turns), rails=rails)
    return [s for s in spots if may_plot_road(g, plot, s, rails=rails) is None]


@rule("13.6.10")
def may_plot_road(g: War, plot: Plot, space: int, *, rails: bool) -> No | None:
    """Whether a road or a railway is begun in a hex."""
    no = may_place_road(g, Roadwork(plot.power, plot.turns), space, rails=rails)
    if no is None and (begun_at(g, space, A_ROAD) or begun_at(g, space, A_RAILWAY)):
        return No("4.2.2", "one is being built there already")
    return may_break_ground(g, plot.power, space) if no is None else no


@rule("13.6.10")
def plan_road(g: War, purse: Purse, turns: int) -> Flow[None]:
    """Where the road lies, and what is paid for it now"""
    plot = Plot(purse.power, turns=turns)
    answer, space = yield from menu(g, g.seat(purse.power), "Where does the road of {0} turns lie?", plot, NO_ROAD, ROAD_PLOT,
                                    RAIL_PLOT, named=(turns,))  # fmt: skip
    if answer.verb != NO_ROAD.name:
        kind = A_RAILWAY if answer.verb == RAIL_PLOT.name else A_ROAD
        yield from _break_ground(g, purse, kind, space, road_cost(turns), turns)


def begin_factory(g: War, purse: Purse, space: int) -> Flow[None]:
    """A factory is begun"""
    yield from _break_ground(g, purse, FACTORY, space, FACTORY_COST, FACTORY_TURNS)


def begin_well(g: War, purse: Purse, space: int) -> Flow[None]:
    """A well is begun"""
    cost, turns, _ = wells(g)[space]
    yield from _break_ground(g, purse, WELL, space, cost, turns)


@rule("13.6.10")
def _break_ground(g: War, purse: Purse, what: int, space: int, cost: int, turns: int) -> Flow[None]:
    """The first payment says in which box a facility begins"""
    g.powers[purse.power].begun = 1
    subject = Groundbreaking(purse.power, space, cost, turns, purse.points)
    sums, paid = first_sums(g, subject), 0
    paid = sums[0]
    if len(sums) > 1:
        _, paid = yield from menu(
            g, g.seat(purse.power), "{0}: how much is spent on it now?", subject, PAY_NOW, named=(g.hexes[space],)
        )
    count_built(g, purse.power, FACILITY)
    g.powers[purse.power].build_points -= paid
    box, marker = first_box(cost, turns, paid)
    keep(g, [*groundworks(g), Groundwork(purse.power, what, space, box, cost - paid - marker, marker, g.turn + 1)])
    g.say(f"A {NAMES[what]} is begun in {{}}", g.hexes[space], rule="13.6.10")


def first_sums(g: War, subject: Groundbreaking) -> list[int]:
    return list(range(1, min(most_at_first(subject.cost, subject.turns), subject.points) + 1))


# --- continuing ---------------------------------------------------------------------------------------------------------------


@rule("13.6.10")
def may_go_on_building(g: War, purse: Purse, number: int) -> No | None:
    """Whether a facility without a counter comes a step nearer: once a turn, before anything new is begun."""
    works = groundworks(g)
    if number not in range(len(works)) or works[number].power != purse.power:
        return No("13.6.10", "no facility of yours is being built there")
    work = works[number]
    if work.worked == g.turn + 1 or work.box <= 1:
        return No("13.6.10", "it has moved on this turn")
    if g.powers.begun[purse.power]:
        return No("13.6.10", "construction is continued before new units are begun")
    if powers_by_hex(g)[work.space] != purse.power:
        return No("13.6.10", "the place is not yours")
    if work.space not in fed_by_factories(g, purse.power, g.producing):
        return No("13.6.10", "no path of supply leads there from the factories that make the build points")
    return affordable(purse, work.step)


def go_on_building(g: War, purse: Purse, number: int) -> None:
    """A step is paid for"""
    works = groundworks(g)
    work = works[number]
    g.powers[purse.power].build_points -= work.step
    owed = max(work.owed - 1, 0)
    works[number] = msgspec.structs.replace(work, box=work.box - 1, owed=owed, marker=0, worked=g.turn + 1)
    keep(g, works)
    g.say(f"The {NAMES[work.what]} in {{}} goes on", g.hexes[work.space], rule="13.6.10")


def go_on_everywhere(g: War, purse: Purse, _: None) -> None:
    """Every facility that can be continued."""
    for number in range(len(groundworks(g))):
        now = Purse(purse.power, g.powers.build_points[purse.power])
        if may_go_on_building(g, now, number) is None:
            go_on_building(g, now, number)


def _own(g: War, purse: Purse) -> list[int]:
    return [n for n, work in enumerate(groundworks(g)) if work.power == purse.power]


def _told(g: War, purse: Purse, number: int) -> str:
    work = groundworks(g)[number]
    return f"The {NAMES[work.what]} in {g.board.label(work.space)}: {work.step}"


PLOT: Act[War, Plot, int] = Act("build_in", "13.6.10", "{0}", takes=Hex, listed=plots, may=may_plot, do=lambda g, s, n: n)
NO_ROAD: Act[War, Plot, None] = Act("no_road", "13.6.10", "No road after all", do=lambda g, s, _: NOWHERE)
ROAD_PLOT: Act[War, Plot, int] = Act(
    "road", "13.6.10", "A road in {0}", takes=Hex, among=lambda g, s: road_plots(g, s, rails=False), do=lambda g, s, n: n,
    may=lambda g, s, n: may_plot_road(g, s, n, rails=False),
)  # fmt: skip
RAIL_PLOT: Act[War, Plot, int] = Act(
    "rails", "13.6.10", "A railway in {0}", takes=Hex, among=lambda g, s: road_plots(g, s, rails=True), do=lambda g, s, n: n,
    may=lambda g, s, n: may_plot_road(g, s, n, rails=True),
)  # fmt: skip
PAY_NOW: Act[War, Groundbreaking, int] = Act(
    "spend", "13.6.10", "{0}", takes=int, among=first_sums, do=lambda g, s, n: n,
    may=lambda g, s, n: None if n in first_sums(g, s) else No("13.6.10", "at least one, and no more than its cost less its time"),
)  # fmt: skip
BEGIN_FACILITY: Act[War, Purse, int] = Act(
    "begin_facility", "13.6.10", lambda g, s, u: f"{g.units[u].label}: {g.units[u].sheet.cost} in all", takes=Unit,
    among=lambda g, s: plans(g, s) if by_steps(g) else [], may=may_begin_facility, do=begin_facility, group="Facilities",
)  # fmt: skip
BEGIN_FACTORY: Act[War, Purse, int] = Act(
    "begin_factory", "13.6.10", "A factory in {0}", takes=Hex, among=factory_plots, may=may_begin_factory, do=begin_factory,
    group="Facilities",
)  # fmt: skip
BEGIN_ROAD: Act[War, Purse, int] = Act(
    "plan_road", "13.6.10", lambda g, s, n: f"A road of {n} turns: {road_cost(n)} in all", takes=int, may=may_plan_road,
    do=plan_road, among=lambda g, s: range(SHORTEST, LONGEST + 1) if by_steps(g) else (), group="Facilities",
)  # fmt: skip
BEGIN_WELL: Act[War, Purse, int] = Act(
    "begin_well", "13.6.10", "Oil in {0}", takes=Hex, may=may_begin_well, do=begin_well, group="Facilities",
    among=lambda g, s: list(wells(g)) if by_steps(g) else [],
)  # fmt: skip
GO_ON_BUILDING: Act[War, Purse, int] = Act(
    "go_on_building", "13.6.10", _told, takes=int, among=_own, may=may_go_on_building, do=go_on_building, group="Continue",
)  # fmt: skip
GO_ON_EVERYWHERE: Act[War, Purse, None] = Act(
    "go_on_everywhere", "13.6.10", "Continue all facilities", do=go_on_everywhere, group="Continue",
    who=lambda g, s: None if any(may_go_on_building(g, s, n) is None for n in _own(g, s)) else No(
        "13.6.10", "no facility can be continued"),
)  # fmt: skip
SITE_ACTS = (BEGIN_FACILITY, BEGIN_FACTORY, BEGIN_ROAD, BEGIN_WELL, GO_ON_BUILDING, GO_ON_EVERYWHERE)
