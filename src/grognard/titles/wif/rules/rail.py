"""11.9: rail movement of land units and aircraft, from station to station over lines of one's own side.

Railing factories is rail_factories.py.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT, RAIL, STRAITS
from grognard.titles.wif.kinds import Action, Activity, Type
from grognard.titles.wif.rules.actions import actions_of, count, left, may_do, payer
from grognard.titles.wif.rules.guests import may_leave_home
from grognard.titles.wif.rules.powers import active
from grognard.titles.wif.rules.railways import links, on_rails, on_railway
from grognard.titles.wif.rules.stacking import enforce_stacking, may_stack
from grognard.titles.wif.rules.supply_paths import swedish_transit
from grognard.titles.wif.rules.supply_seas import straits_open
from grognard.titles.wif.rules.units import land_at, of_side, put, turn_down
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import NOWHERE, Hex, Power, Unit, War

MOVED = int(Activity.RAIL) + 1
MAP_ORDER = "WEAP"
ON_EUROPE = {"A2841": "E"}  # Baku lies on the map of East Europe too (11.9)
AIR_ACTION_ONLY, LAND_ACTION_ONLY = "an air action rails aircraft only", "a land action rails land units only"


class Railing(Subject, frozen=True):
    """A major power's rail movement."""

    power: Annotated[int, Power]


class Lines:
    """Where trains with a unit can go: the hexes reached, and the stations among them."""

    def __init__(self, start: int) -> None:
        self.before: dict[int, int] = {start: NOWHERE}
        self.stations: list[int] = []

    def way(self, space: int) -> list[int]:
        """The hexes of the line to a station, the start first."""
        way = [space]
        while self.before[way[-1]] != NOWHERE:
            way.append(self.before[way[-1]])
        return way[::-1]


class Journey(Subject, frozen=True):
    """A unit aboard a train."""

    power: Annotated[int, Power]
    unit: Annotated[int, Unit]

    @once
    def lines(self, g: War) -> Lines:
        return lines(g, self.unit)


@rule("11.9")
def move_by_rail(g: War) -> Flow[None]:
    """Rail movement: choose a unit at a station, then the station it goes to"""
    subject = Railing(g.power)
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: rail a unit", subject, DONE, ENTRAIN, *FREIGHT, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    yield from enforce_stacking(g)


@rule("11.9")
def may_entrain(g: War, subject: Railing, unit: int) -> No | None:
    """Whether a unit may begin a rail move."""
    units, known = g.units, g.roster
    at = units.at[unit]
    if units.power[unit] != subject.power or (known.naval[unit] and known.types[unit] != Type.FROG):
        return No("11.9", "only land units and aircraft of your own are railed")
    if at < 0 or not g.ground.land[at] or units.aboard[unit] != NOWHERE:
        return No("11.9", "it is not on the map")
    if units.down[unit]:
        return No("11.9", "only face-up units are railed")
    if units.moved[unit] == MOVED:
        return No("11.9", "it has been railed in this step")
    no = may_rail_kind(g, subject.power, air=known.air[unit])
    if no is None:
        no = may_do(g, subject.power, Activity.RAIL)
    if no is not None:
        return no
    if not is_station(g, at, unit):
        return No("11.9", f"{g.board.label(at)} is no station")
    return None if lines(g, unit, enough=1).stations else No("11.9", f"no train leaves {g.board.label(at)} for another station")


@rule("11.9", "16.2")
def may_rail_kind(g: War, power: int, *, air: bool, times: int = 1) -> No | None:
    """Whether a power's actions rail aircraft, or land units and factories; of several actions each has rail moves of its own."""
    actions = actions_of(g, power)
    able = [a for a in actions if a in (Action.AIR if air else Action.LAND, Action.COMBINED)]
    if not able and {Action.AIR, Action.LAND} & set(actions):
        return No("11.9", LAND_ACTION_ONLY if air else AIR_ACTION_ONLY)
    if not g.powers.more[power]:
        return None
    most = sum(g.charts.limit(Activity.RAIL, a, payer(g, power), g.year) for a in able)
    used = g.powers.rail_air[power] if air else g.powers.rail[power] - g.powers.rail_air[power]
    if used + times <= most:
        return None
    return No("16.2", f"its actions rail {most} {'aircraft' if air else 'land units and factories'} in all")


def count_rail(g: War, power: int, times: int, *, air: bool) -> None:
    """Rail moves are counted, those of aircraft apart."""
    count(g, power, Activity.RAIL, times)
    g.powers[power].rail_air += times * air


def at_stations(g: War, subject: Railing) -> list[int]:
    """Units that may begin a rail move."""
    if left(g, subject.power, Activity.RAIL) <= 0:
        return []
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_entrain(g, subject, u) is None]


@rule("11.9")
def is_station(g: War, space: int, unit: int, side: int = NOWHERE) -> bool:
    """A city, a port, a hex with an HQ; for an HQ every rail hex. A factory has no unit, but a side."""
    ground = g.ground
    if not on_railway(g)[space]:
        return False
    if unit != NOWHERE and g.roster.types[unit] == Type.FROG:  # 22.10
        return ground.port[space] != NO_PORT
    if (unit != NOWHERE and (g.roster.hq[unit] or on_rails(g, unit))) or ground.city[space] or ground.port[space] != NO_PORT:
        return True
    side = SIDE_OF_POWER[g.units.power[unit]] if unit != NOWHERE else side
    return space in g.units.stacks and any(g.roster.hq[u] for u in of_side(g, land_at(g, space), side))


@rule("11.9")
def lines(g: War, unit: int, enough: int = 10_000) -> Lines:
    """Stations a unit can be railed to, found line by line; no further than `enough` of them."""
    return line_from(g, g.units.power[unit], g.units.at[unit], unit, enough)


def line_from(g: War, power: int, start: int, unit: int = NOWHERE, enough: int = 10_000) -> Lines:
    """Stations that trains of a power reach from a hex, with a unit or with a factory."""
    side = SIDE_OF_POWER[power]
    sides, zone, steps = g.sides_by_hex, zones_of_side(g, 1 - side), links(g)
    owners, at_war_now = g.powers_by_hex, active(g, power)
    transit = unit != NOWHERE and swedish_transit(g, unit)  # 19.7: through, not into
    found = Lines(start)
    before = found.before
    if zone[start] and not _held(g, start, side, unit):
        return found
    ring = [start]
    for here in ring:
        if here != start and zone[here]:
            continue  # it must stop
        for there, bits in steps[here]:
            if there in before or not bits & (RAIL | STRAITS) or not _joined(g, here, there, bits, side):
                continue
            foreign = sides[there] != side
            if not foreign and owners[there] != power and not (at_war_now and active(g, owners[there])):
                continue  # 11.10.4: neutral powers do not share their lines
            if foreign and not (transit and g.ground.country[there] == "sweden"):
                continue
            station = not foreign and is_station(g, there, unit, side)
            if zone[there] and not (station and _held(g, there, side, unit)):
                continue
            before[there] = here
            ring.append(there)
            if station:
                found.stations.append(there)
                if len(found.stations) >= enough:
                    return found
    return found


def _held(g: War, space: int, side: int, unit: int) -> bool:
    """A friendly land unit is there before and after the rail move."""
    return any(u != unit for u in of_side(g, land_at(g, space), side))


@rule("11.9")
def _joined(g: War, here: int, there: int, bits: int, side: int) -> bool:
    """Whether a train runs over a hexside: along a railway, or over a strait between two railways that nobody has used yet."""
    if bits & RAIL and not bits & STRAITS:
        return True
    if not bits & STRAITS or not (on_railway(g)[here] and on_railway(g)[there]):
        return False
    used = g.straits_railed
    if any(used[n : n + 3] in ([side, here, there], [side, there, here]) for n in range(0, len(used), 3)):
        return False
    return straits_open(g, g.power, here, there)


@rule("11.9")
def rail_price(g: War, unit: int, there: int) -> int:
    """Rail moves a journey counts: more over two and three maps."""
    if not g.settings.rail_cost_by_maps:
        return 1
    return max(1, maps_apart(g, g.units.at[unit], there))


@rule("11.9")
def maps_apart(g: War, here: int, there: int) -> int:
    """How many maps two hexes are apart: a hex on two maps counts on the further one."""
    first, last = ([MAP_ORDER.find(name) for name in _maps(g, s) if name in MAP_ORDER] for s in (here, there))
    return max((abs(a - b) for a in first for b in last), default=0)


def _maps(g: War, space: int) -> str:
    """The maps a hex is printed on."""
    code = g.board.ids[space]
    also = (g.board.columns.get("also") or [""] * g.board.size)[space]
    return code[0] + also[:1] + ON_EUROPE.get(code, "")


@rule("11.9")
def may_arrive(g: War, subject: Journey, there: int) -> No | None:
    """Whether a unit may be railed to a station."""
    if there not in subject.lines(g).stations:
        return No("11.9", f"no line of your side leads to a station in {g.board.label(there)}")
    if left(g, subject.power, Activity.RAIL) < rail_price(g, subject.unit, there):
        return No("11.9", f"the journey counts {rail_price(g, subject.unit, there)} rail moves")
    no = may_rail_kind(g, subject.power, air=g.roster.air[subject.unit], times=rail_price(g, subject.unit, there))
    if no is not None:
        return no
    no = may_leave_home(g, subject.unit, there)
    return may_stack(g, subject.unit, there) if no is None else no


def entrain(g: War, subject: Railing, unit: int) -> Flow[None]:
    """A unit is railed to another station"""
    yield from menu(g, g.seat(subject.power), "{0}: where to?", Journey(subject.power, unit), STAY, RIDE, named=(g.units[unit],))


def _ride(g: War, subject: Journey, there: int) -> None:
    unit = subject.unit
    line = subject.lines(g).way(there)
    side = SIDE_OF_POWER[subject.power]
    for a, b in pairwise(line):
        if g.ground.between[a, b] & STRAITS:
            g.straits_railed = [*g.straits_railed, side, a, b]
    count_rail(g, subject.power, rail_price(g, unit, there), air=g.roster.air[unit])
    put(g, unit, there)
    g.units[unit].moved = MOVED
    turn_down(g, unit)
    g.say("{} goes by rail to {}", g.units[unit], g.hexes[there], rule="11.9")


FREIGHT: list[Act[War, Railing, tuple[int, int]]] = []  # rail_factories.py adds how factories go by rail
DONE: Act[War, Railing, None] = Act("done", "11.9", "Rail movement is done", do=lambda g, s, _: None)
ENTRAIN: Act[War, Railing, int] = Act("rail", "11.9", "{0}", takes=Unit, listed=at_stations, may=may_entrain, do=entrain)
STAY: Act[War, Journey, None] = Act("stay", "11.9", "Stay", do=lambda g, s, _: None)
RIDE: Act[War, Journey, int] = Act(
    "ride", "11.9", "To {0}", takes=Hex, among=lambda g, s: s.lines(g).stations, may=may_arrive, do=_ride
)
