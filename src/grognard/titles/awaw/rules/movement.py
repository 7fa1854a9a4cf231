"""Ours 13: ground movement, overruns, staging and airbase counters; the movement phase of 8.24."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.board import Border
from grognard.kernel.flow import Flow
from grognard.kernel.paths import Reach, reach
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import AIR, GROUND, Kind
from grognard.titles.awaw.ground import ARROW
from grognard.titles.awaw.rules.air import COUNTERAIR, Sky, bases_in_reach, flying, gather, intercept, land_all, may_stage
from grognard.titles.awaw.rules.airlift import (
    Flight,
    air_drops,
    can_fly,
    may_supply_by_air,
    may_transport,
    supply_by_air,
    transport_by_air,
    transportable,
)
from grognard.titles.awaw.rules.allegiance import may_be_there
from grognard.titles.awaw.rules.boxes import may_leave, may_step, may_use
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.eastern import across_the_pact
from grognard.titles.awaw.rules.engineers import bases_a_turn, lift, may_lift, own_bases
from grognard.titles.awaw.rules.far_lands import may_leave_siberia
from grognard.titles.awaw.rules.lanes import BERTH, REMAIN, Berth, first_berths, may_leave_berth
from grognard.titles.awaw.rules.operations import may_pay, pay, price
from grognard.titles.awaw.rules.quays import (
    at_the_quay,
    hunt,
    idle_boats,
    may_hunt,
    may_pick_boat,
    may_strike,
    prey,
    send_boat,
    strike_from_sea,
    strikes,
)
from grognard.titles.awaw.rules.reinforcement import may_reinforce
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.strength import SUPPORT_LIMIT, Battle, attack, defence
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    air_factors,
    all_at,
    bands_alone,
    eliminate,
    factors,
    held_by,
    masters,
    movement_factor,
    on_map,
    other,
    patron,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.voyages import MOVING, harbours, may_open
from grognard.titles.awaw.rules.want import ARMY, wants
from grognard.titles.awaw.rules.weather import monsoon, western_winter, winter_at
from grognard.titles.awaw.rules.zones import snowed_in, zones
from grognard.titles.awaw.state import (
    COVERING,
    FULL,
    ISOLATED,
    NO_MISSION,
    SUPPORTING,
    Hex,
    Unit,
    World,
)

OVERRUN_ODDS = 6


class Mover(Subject, frozen=True):
    """A power in its movement phase."""

    power: int


class Marcher(Subject, frozen=True):
    """A unit in the hand."""

    unit: Annotated[int, Unit]

    @once
    def reach(self, g: World) -> Reach:
        return marches(g, self.unit)


# --- ground movement ----------------------------------------------------------------------------------------------------


@rule("ours 13.1", "ours 13.2", "ours 13.3", "ours 13.41", "ours 10.341", "ours 11.3", "ours 33.4")
def marches(g: World, u: int, budget: int | None = None) -> Reach:
    """Where a ground unit can go: terrain, one more for an arrow and for leaving an enemy zone of control."""
    side, whose = unit_sides(g)[u], NATION[g.units.design[u]]
    foe = other(side)
    zone, stands, crossing, enter = zones(g, foe), masters(g), g.ground.crossing, g.ground.cost
    frozen = snowed_in(g, foe)
    isolated = g.units.supply[u] == ISOLATED
    partisan = KIND[g.units.design[u]] == Kind.PARTISAN
    dry = int(KIND[g.units.design[u]] == Kind.ARM and wants(g, whose, ARMY, g.units.at[u]))  # ours 33.61
    left = (1 if isolated else movement_factor(g, u) - dry) - g.units.spent[u] if budget is None else budget

    def step(a: int, b: int, border: Border) -> int | No:
        over = crossing.get((a, b))
        if over is None:
            return No("4.51", "no land joins the two hexes")
        if stands.get(b) == foe:
            return No("ours 13.5", "enemy ground units stand there")
        no = may_enter(g, u, b)
        no = may_step(g, a, b) if no is None else no
        no = may_reinforce(g, [u], a, b) if no is None else no
        if no is not None:
            return no
        if partisan and g.ground.country[b] != whose:
            return No("ours 11.3", "partisans move inside their country only")
        return enter[b] + (1 if over == ARROW else 0) + (1 if a in zone and a not in frozen else 0)

    def end(s: int) -> No | None:
        return room_for(g, u, s, side)

    fresh = g.units.spent[u] == 0 and budget is None
    return reach(g.board, g.units.at[u], max(0, left), step, end=end, always_one=fresh, rule="ours 13.41")


@rule("ours 13.5", "5.12")
def may_enter(g: World, u: int, space: int) -> No | None:
    """Land at war or friendly; boxes of the own side only."""
    side = unit_sides(g)[u]
    if g.ground.box[space]:
        no = may_leave_siberia(g, u) if g.board.token(space) == "urals" else None
        return no if no is not None else may_use(g, u, space)
    if g.sheet.whole:
        no = across_the_pact(g, side, space)
        no = may_be_there(g, u, space) if no is None else no
        if no is not None:
            return no
    holder = g.hexes.holder[space]
    if holder < 0 or held_by(g, space) not in (side, other(side)):
        return No("ours 13.5", "neutral land")
    return None


def can_march(g: World, m: Marcher) -> No | None:
    u = m.unit
    if KIND[g.units.design[u]] not in GROUND:
        return No("ours 13.1", "only ground units march")
    if g.units.stopped[u]:
        return No("ours 13.61", "it must attack what it did not overrun")
    return may_leave(g, u)


def may_march(g: World, m: Marcher, space: int) -> No | None:
    if space == g.units.at[m.unit]:
        return No("ours 13.1", "it stands there")
    return m.reach(g).why_not(space)


def march(g: World, m: Marcher, space: int) -> None:
    """Move along the cheapest way and take control of every hex entered."""
    way = m.reach(g)
    spent = way.costs[space]
    row = g.units[m.unit]
    if KIND[row.design] != Kind.PARTISAN:  # ours 11.4: partisans bar a hex, they do not hold it
        for s in way.path(space)[1:]:
            take_control(g, s, NATION[row.design])
    row.at = space
    row.spent += spent


MARCH = Act("march", "ours 13.1", "To {0}", takes=Hex, who=can_march, listed=lambda g, m: m.reach(g).ends(), may=may_march,
            do=march)  # fmt: skip
STAY: Act[World, Marcher, None] = Act("stay", "ours 13.1", "Stay", do=lambda g, m, _: None)


# --- overruns -----------------------------------------------------------------------------------------------------------


def partners(g: World, u: int) -> list[int]:
    """The armor that overruns: the unit, and another of its hex that can still pay."""
    at, side, price = g.units.at[u], unit_sides(g)[u], 2
    mates = [o for o in troops(g, at, side) if o != u and _tank(g, o) and movement_factor(g, o) - g.units.spent[o] >= price
             and patron(g, o) == patron(g, u) and not g.units.stopped[o]]  # fmt: skip
    return [u, *sorted(mates, key=lambda o: -g.units[o].sheet.strength)[:1]]


def _tank(g: World, u: int) -> bool:
    return KIND[g.units.design[u]] == Kind.ARM and g.units.supply[u] == FULL


@rule("ours 13.6", "ours 33.4", "ours 10.31")
def can_overrun(g: World, m: Marcher) -> No | None:
    """One or two fully supplied armor units of one hex, not in winter."""
    u = m.unit
    if not _tank(g, u):
        return No("ours 13.6", "only fully supplied armor overruns")
    if g.units.stopped[u]:
        return No("ours 13.61", "it must attack what it did not overrun")
    at = g.units.at[u]
    if wants(g, NATION[g.units.design[u]], ARMY, at):
        return No("ours 33.61", "no oil: no overruns")
    if monsoon(g, at):
        return No("ours 34.24", "monsoon: no overruns")
    if winter_at(g, NATION[g.units.design[u]], at) >= g.charts.climate.no_overruns or western_winter(g, at):
        return No("ours 34.41", "winter: no overruns")
    return None


@rule("ours 13.6")
def may_overrun(g: World, m: Marcher, space: int) -> No | None:
    """Clear terrain, no fortification, and six to one within reach of armor and aircraft."""
    u = m.unit
    side, at = unit_sides(g)[u], g.units.at[u]
    over = g.ground.crossing.get((at, space))
    if over is None or over == ARROW:
        return No("ours 13.6", "the target must be adjacent over land")
    if masters(g).get(space) != other(side):
        return No("ours 13.6", "no enemy ground unit stands there")
    if g.ground.rough[space] or g.hexes.works[space]:
        return No("ours 13.6", "only clear terrain without fortification is overrun")
    if movement_factor(g, u) - g.units.spent[u] < g.ground.cost[space] + 1:
        return No("ours 13.6", "an overrun costs one more movement factor than the hex")
    tanks = partners(g, u)
    battle = Battle(space, tanks, troops(g, space, other(side)), support=99)
    if attack(g, battle) < OVERRUN_ODDS * defence(g, battle):
        return No("ours 13.6", "not six to one even with all the air support allowed")
    return may_pay(g, patron(g, u), space, tanks, partisans=bands_alone(g, [space], other(side)))


@rule("ours 13.6", "ours 13.61", "9.41")
def overrun(g: World, m: Marcher, space: int) -> Flow[None]:
    """An overrun: armor and ground support against defensive air, six to one or nothing"""
    u = m.unit
    side, power, tanks = unit_sides(g)[u], patron(g, u), partners(g, u)
    foes = troops(g, space, other(side))
    pay(g, power, space, tanks, partisans=bands_alone(g, [space], other(side)))
    yield from gather(g, power, space, SUPPORTING, SUPPORT_LIMIT * factors(g, tanks), "Ground support for the overrun of {0}")
    defender = patron(g, foes[0])
    yield from gather(g, defender, space, COVERING, 3 * factors(g, foes), "Defensive air against the overrun of {0}")
    if flying(g, space, COVERING, other(side)):
        yield from intercept(g, Sky(power), space)
    support = air_factors(g, flying(g, space, SUPPORTING, side))
    cover = air_factors(g, flying(g, space, COVERING, other(side)))
    battle = Battle(space, tanks, foes, support, cover)
    won = attack(g, battle) >= OVERRUN_ODDS * defence(g, battle)
    needed = OVERRUN_ODDS * defence(g, battle)
    g.say("{} against {}, where {} overrun: {} is {}overrun", attack(g, battle), defence(g, battle), needed, g.hexes[space],
          "" if won else "not ", rule="ours 13.61")  # fmt: skip
    land_all(g, SUPPORTING, COVERING, target=space)
    for tank in tanks:
        row = g.units[tank]
        row.spent += g.ground.cost[space] + 1
        if not won:
            row.stopped = 1
    if won:
        for foe in foes:
            eliminate(g, foe)
        for tank in tanks:
            if room_for(g, tank, space, side) is None:
                g.units[tank].at = space
        take_control(g, space, NATION[g.units.design[u]])


def overrun_sums(g: World, m: Marcher, space: int) -> str:
    """What armor alone brings, what aircraft could add, what overruns as long as no defensive air comes, and the price."""
    side, tanks = unit_sides(g)[m.unit], partners(g, m.unit)
    foes = troops(g, space, other(side))
    alone, most = (attack(g, Battle(space, tanks, foes, support=n)) for n in (0, 99))
    needed = OVERRUN_ODDS * defence(g, Battle(space, tanks, foes))
    due = price(g, patron(g, m.unit), space, tanks)
    return f"armor {alone}, aircraft add up to {most - alone}; {needed} overrun it if no defensive air comes; {due} BRPs"


OVERRUN = Act("overrun", "ours 13.6", "Overrun {0}", takes=Hex, who=can_overrun, may=may_overrun, do=overrun, rolls=True,
              hint=overrun_sums, among=lambda g, m: [o for o, _ in g.ground.ways[g.units.at[m.unit]]])  # fmt: skip


# --- aircraft and counters ----------------------------------------------------------------------------------------------


def can_stage(g: World, m: Marcher) -> No | None:
    u = m.unit
    if KIND[g.units.design[u]] not in AIR:
        return No("ours 13.7", "only air units stage")
    if g.units.inverted[u] or g.units.spent[u] or g.units.mission[u] != NO_MISSION:
        return No("ours 13.7", "one stage a turn, by uninverted units")
    return None


def stage(g: World, m: Marcher, base: int) -> None:
    row = g.units[m.unit]
    row.at, row.spent = base, 1


STAGE_TO = Act("stage", "ours 13.7", "Stage to {0}", takes=Hex, who=can_stage,
               listed=lambda g, m: bases_in_reach(g, m.unit), may=lambda g, m, s: may_stage(g, m.unit, s), do=stage)  # fmt: skip


AIRLIFT: Act[World, Marcher, int] = Act("airlift", "ours 18.54", "By air to {0}", takes=Hex, rolls=True,
            who=lambda g, m: can_fly(g, Flight(m.unit)), listed=lambda g, m: transportable(g, Flight(m.unit)),
            may=lambda g, m, s: may_transport(g, Flight(m.unit), s),
            do=lambda g, m, s: transport_by_air(g, Flight(m.unit), s))  # fmt: skip


def may_found(g: World, mover: Mover, space: int) -> No | None:
    """Ours 18.14: one counter a turn, in a friendly, supplied hex without one."""
    row = g.nations[mover.power]
    if row.airbases < 1 or row.bases_placed >= bases_a_turn(g, mover.power):
        return No("ours 18.14", "no airbase counter is left this turn")
    if g.hexes.airbase[space] >= 0:
        return No("ours 18.14", "an airbase counter lies there")
    mine = [u for u in troops(g, space, row.side) if patron(g, u) == mover.power and g.units.supply[u] == FULL]
    if not mine or held_by(g, space) != row.side:
        return No("ours 18.14", "a supplied ground unit must stand there")
    return None


def camps(g: World, mover: Mover) -> list[int]:
    row = g.nations[mover.power]
    if row.airbases < 1 or row.bases_placed >= bases_a_turn(g, mover.power):
        return []
    return [s for s, who in sorted(masters(g).items()) if who == row.side and not g.ground.box[s]]


def found_base(g: World, mover: Mover, space: int) -> None:
    row = g.nations[mover.power]
    row.airbases -= 1
    row.bases_placed += 1
    g.hexes[space].airbase = mover.power


FOUND = Act("airbase", "ours 18.14", "Airbase counter in {0}", takes=Hex, among=camps, may=may_found, do=found_base)


LIFT: Act[World, Mover, int] = Act("lift_base", "ours 18.14", "Pick up the airbase counter in {0}", takes=Hex,
            among=lambda g, m: own_bases(g, m.power), may=lambda g, m, s: may_lift(g, m.power, s),
            do=lambda g, m, s: lift(g, m.power, s))  # fmt: skip
SUPPLY: Act[World, Mover, int] = Act("air_supply", "ours 18.53", "Supply {0} by air", takes=Hex,
            listed=lambda g, m: air_drops(g, m.power), may=lambda g, m, s: may_supply_by_air(g, m.power, s),
            do=lambda g, m, s: supply_by_air(g, m.power, s))  # fmt: skip


# --- the phase ----------------------------------------------------------------------------------------------------------


def may_pick(g: World, mover: Mover, u: int) -> No | None:
    """A unit of the power that can still do something."""
    if g.units.at[u] < 0 or unit_sides(g)[u] != g.side or patron(g, u) != mover.power:
        return No("8.24", "no unit of this power")
    what = KIND[g.units.design[u]]
    if what in GROUND:
        if g.units.stopped[u]:
            return No("ours 13.61", "it must attack what it did not overrun")
        if g.units.spent[u] >= movement_factor(g, u):
            return No("ours 13.1", "it has no movement left")
        twin = _twin(g, u)
        return None if twin == u else No("ours 13.1", f"the same as u{twin}, which stands for it")
    if what in AIR:
        if g.units.inverted[u] or g.units.spent[u] or g.units.mission[u] != NO_MISSION:
            return No("ours 13.7", "it has staged or flown")
        twin = _twin(g, u)
        return None if twin == u else No("ours 13.7", f"the same as u{twin}, which stands for it")
    return No("8.24", "ships sail from their port")


def _twin(g: World, u: int) -> int:
    """The first of all units that are alike for the mover."""
    units = g.units
    mine = (
        units.design[u],
        units.at[u],
        units.spent[u],
        units.supply[u],
        units.inverted[u],
        units.mission[u],
        units.stopped[u],
    )
    for o in all_at(g)[mine[1]]:
        if o < u and units.design[o] == mine[0] and (
            units.design[o], units.at[o], units.spent[o], units.supply[o], units.inverted[o], units.mission[o], units.stopped[o]
        ) == mine:  # fmt: skip
            return o
    return u


def movable(g: World, mover: Mover) -> list[int]:
    """Units that can still act, one of each sort in a hex."""
    units, sides = g.units, unit_sides(g)
    found = []
    for u in on_map(g).get(mover.power, ()):
        if sides[u] != g.side or units.stopped[u]:
            continue
        what = KIND[units.design[u]]
        if what in GROUND:
            if units.spent[u] >= movement_factor(g, u):
                continue
        elif what in AIR:
            if units.inverted[u] or units.spent[u] or units.mission[u]:
                continue
        else:
            continue
        found.append(u)
    return g.units.firsts(found, "at", "spent", "supply", "inverted", "mission")


def in_hand(g: World, mover: Mover, u: int) -> Flow[object]:
    return menu(g, g.seat(mover.power), "{0} in {1}", Marcher(u), STAY, MARCH, OVERRUN, STAGE_TO, AIRLIFT,
                named=(g.units[u], g.hexes[g.units.at[u]]), rule="ours 13.1")  # fmt: skip


PICK = Act("pick", "8.24", "{0}", takes=Unit, listed=movable, may=may_pick, do=in_hand)
STRIKE: Act[World, Mover, int] = Act("counterair", "ours 18.52", "Counterair against {0}", takes=Hex, rolls=True,
             among=lambda g, mover: COUNTERAIR.candidates(g, Sky(mover.power)),
             may=lambda g, mover, s: COUNTERAIR.why(g, Sky(mover.power), s),
             do=lambda g, mover, s: COUNTERAIR.do(g, Sky(mover.power), s))  # fmt: skip
FLEET: Act[World, Mover, int] = Act("fleet", "ours 21.3", "Ships in {0}", takes=Hex,
             among=lambda g, m: harbours(g, m.power, MOVING) if g.sheet.fleets else [],
             may=lambda g, m, s: may_open(g, m.power, MOVING, s),
             do=lambda g, m, s: at_the_quay(g, m.power, MOVING, s))  # fmt: skip
BOAT: Act[World, Mover, int] = Act("submarine", "ours 21.418", "{0} goes out", takes=Unit,
             listed=lambda g, m: idle_boats(g, m.power) if g.sheet.whole else [],
             may=lambda g, m, u: may_pick_boat(g, m.power, u) if g.sheet.whole else No("ours 21.418", "not in this scenario"),
             do=lambda g, m, u: send_boat(g, m.power, u))  # fmt: skip
HUNT: Act[World, Mover, int] = Act("hunt", "ours 21.4184C", "Aircraft against {0}", takes=Unit, rolls=True,
             listed=lambda g, m: prey(g, m.power), may=lambda g, m, u: may_hunt(g, m.power, u),
             do=lambda g, m, u: hunt(g, m.power, u))  # fmt: skip
FROM_SEA: Act[World, Mover, tuple[int, int]] = Act("patrol_strike", "ours 23.6", "The patrol at {0} strikes {1}",
             takes=(Hex, Hex), rolls=True, listed=lambda g, m: strikes(g, m.power),
             may=lambda g, m, w: may_strike(g, m.power, w), do=lambda g, m, w: strike_from_sea(g, m.power, w))  # fmt: skip
DONE: Act[World, Mover, None] = Act("done", "8.24", "End of movement", do=lambda g, m, _: None)

REBASE: Act[World, Mover, int] = Act("rebase", "5.934", "{0} changes base", takes=Unit, group="Strategic warfare",
              among=lambda g, m: first_berths(g, m.power), may=lambda g, m, u: may_leave_berth(g, m.power, u),
              do=lambda g, m, u: menu(g, g.seat(m.power), "{0} changes base", Berth(m.power, u), REMAIN, BERTH,
                                      named=(g.units[u],)))  # fmt: skip


@rule("8.24", "9.21")
def movement(g: World) -> Flow[None]:
    """Movement: units move one at a time, aircraft stage, armor overruns"""
    mover = Mover(g.mover)
    while True:
        acts = (DONE, PICK, FOUND, LIFT, SUPPLY, STRIKE, FLEET, BOAT, HUNT, FROM_SEA, REBASE)
        choice, _ = yield from menu(g, g.seat(g.mover), "Movement: choose a unit", mover, *acts, rests=True)
        if choice.verb == "done":
            return
