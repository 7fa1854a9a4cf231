"""11.5.8: what results of the naval chart do to ships: who suffers them, defence rolls, damage, aborts and the repair pool."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import NavalResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, SCS, TRANSPORTS, Type, Weather
from grognard.titles.wif.rules.carriers import air_component, on_deck, planes_aboard
from grognard.titles.wif.rules.convoys import convoy_lot as convoy_lot
from grognard.titles.wif.rules.convoys import divide
from grognard.titles.wif.rules.homeward import return_to_base
from grognard.titles.wif.rules.hulls import dock, docks_at, is_asw, points_in
from grognard.titles.wif.rules.sailing import courses, enemies_by_sea, floating_bases, is_sub, may_enter, way
from grognard.titles.wif.rules.units import destroy, put, turn_down
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, REPAIR_POOL, Hex, Unit, War, slot_of

SUNK, DAMAGED, ABORTED, HALF = "X", "D", "A", "half A"
NEXT_WORSE = {SUNK: DAMAGED, DAMAGED: ABORTED, ABORTED: HALF}
ASKED = {
    SUNK: "Which ship is sunk?",
    DAMAGED: "Which ship is damaged?",
    ABORTED: "Which ship turns back?",
    HALF: "Which ship is shaken?",
}
# How ships on their way home meet enemies: interception.py, which needs naval combat, which needs this.
HOMEWARD: list[Callable[[War, list[int], int], Flow[list[int]]]] = []
DEFENCE_BY_MOVE = {3: 8, 4: 6, 5: 5, 6: 4}  # option 21: the defence of transports
TRANSPORT_DEFENCE = 10  # 11.5.8: TRS, AMPH and convoy points


@dataclass
class Toll:
    """What happened in a round: ships that abort at its end, half aborts, and convoy points taken off a heap, with that heap."""

    aborting: list[int] = field(default_factory=list)
    halves: dict[int, int] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)

    def everybody(self, units: Collection[int]) -> list[int]:
        """Units with the convoy points that results took off heaps among them: these are still there to suffer more."""
        return [*units, *(part for part, heap in self.taken.items() if heap in units and part not in units)]


class Hit(Subject, frozen=True):
    """A result that a ship of these must suffer."""

    result: str
    targets: Annotated[tuple[int, ...], Unit]


class Homecoming(Subject, frozen=True):
    """A ship that leaves a sea for a port."""

    unit: Annotated[int, Unit]
    ports: Annotated[tuple[int, ...], Hex]


@rule("11.5.8")
def defence_value(g: War, unit: int) -> int:
    """The number a ship must not roll above to suffer a result in full; one more when it is damaged."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        return g.settings.convoy_defence
    if g.options.transport_defence and g.roster.types[unit] in TRANSPORTS:
        return DEFENCE_BY_MOVE.get(row.sheet.move, TRANSPORT_DEFENCE) + int(bool(row.damaged))
    if g.roster.types[unit] in (Type.TRS, Type.AMPH, Type.CP) and g.settings.frail_transports:
        return TRANSPORT_DEFENCE
    return row.sheet.defence + int(bool(row.damaged)) + UNREADY * row.unready


UNREADY = 2  # 13.6.10: what the defence of a ship under construction is higher


@rule("11.5.8")
def ship_number(g: War, units: list[int]) -> int:
    """Ships for the rows of the chart: naval units, and convoys by the lot."""
    ships = sum(g.units.counter[u] != NOWHERE and g.roster.naval[u] for u in units)
    points = sum(g.units.points[u] for u in units if g.units.counter[u] == NOWHERE)
    lot = convoy_lot(g)
    return ships + (-(-points // lot) if g.options.ships_in_flames else points // lot)


def results(result: NavalResult) -> list[str]:
    """The results in the order in which they are suffered."""
    return [SUNK] * result.sunk + [DAMAGED] * result.damaged + [ABORTED] * result.aborted


# --- suffering ----------------------------------------------------------------------------------------------------------------


@rule("11.5.8")
def may_suffer(g: War, hit: Hit, unit: int) -> No | None:
    return None if unit in hit.targets else No("11.5.8", "it takes no part, is sunk, or aborts already")


@rule("11.5.8")
def choose_target(g: War, seat: str, result: str, targets: list[int]) -> Flow[int]:
    """Who chooses names the ship that suffers a result"""
    if len(targets) == 1:
        return targets[0]
    _, unit = yield from menu(g, seat, ASKED[result], Hit(result, tuple(targets)), SUFFER)
    found: int = unit
    return found


@rule("11.5.8")
def suffer(g: War, unit: int, result: str, toll: Toll, roll: int = 0, among: Collection[int] = ()) -> None:
    """A ship suffers a result: a die against its defence (`roll`: if it is rolled), then sunk, damaged, sent home or shaken. A
    result strikes a lot of convoy points; where a heap has fewer, others `among` the targets make it up."""
    parts = _lot(g, unit, toll, among) if g.units.counter[unit] == NOWHERE else [unit]
    row, value = g.units[parts[0]], defence_value(g, unit)
    at = g.ground.area[row.at] if row.at >= 0 and g.ground.section[row.at] >= 0 else row.at
    roll = roll or g.roll(D10, f"{row.label}, {result}: defence {value}", "11.5.8", aim=aim(g, at, (parts[0],)))
    if roll > value:
        result = NEXT_WORSE[result]
    for part in parts:
        _bear(g, part, result, toll)


def _lot(g: War, unit: int, toll: Toll, among: Collection[int]) -> list[int]:
    """As many convoy points as one result strikes, of the heap that was named and of others in the same state."""
    units, need, found = g.units, convoy_lot(g), []
    heaps = [u for u in among if u != unit and units.counter[u] == NOWHERE and units.at[u] >= 0]
    heaps = [u for u in heaps if units.damaged[u] == units.damaged[unit] and u not in toll.aborting]
    for heap in (unit, *heaps):
        if need > 0:
            part = divide(g, heap, need)
            toll.taken[part] = heap
            need -= units.points[part]
            found.append(part)
    return found


def _bear(g: War, unit: int, result: str, toll: Toll) -> None:
    row = g.units[unit]
    if result == HALF:
        toll.halves[unit] = toll.halves.get(unit, 0) + 1
        if toll.halves[unit] == 2:
            result = ABORTED
    if result == SUNK or (result == DAMAGED and row.damaged):
        sink(g, unit)
    elif result == DAMAGED:
        row.damaged = 1
        if not g.settings.empty_carriers_stay:
            row.no_planes = 0  # 14.4 of the older edition: the one marker takes the place of the other
        g.say("{} is damaged", row, rule="11.5.8")
    elif result == ABORTED:
        toll.aborting.append(unit)
        g.say("{} must abort", row, rule="11.5.8")


def sink(g: War, unit: int) -> None:
    """A ship is lost with all it carries; its counter goes back to the force pool."""
    row = g.units[unit]
    score = g.campaign.frame.victory.ships.get(g.roster.types[unit].printed, 0)
    for foe in range(len(g.powers)):
        if score and SIDE_OF_POWER[foe] != SIDE_OF_POWER[row.power] and g.powers.plays[foe]:
            g.powers[foe].score += round(10 * score)
            break
    destroy(g, unit, GONE if row.counter == NOWHERE else FORCE_POOL)


@rule("11.5.8")
def abort_ports(g: War, unit: int, *, hit: bool = True) -> list[int]:
    """Where an aborted ship may go: any base it reaches; in the older edition the nearest of them if it was hit."""
    reach = courses(g, unit, homeward=True)
    ports = [s for s in sorted(reach) if g.ground.land[s]] + floating_bases(g, unit, reach)
    if not g.settings.abort_to_nearest or not hit or not ports:
        return ports
    least = min(len(way(reach, s)) for s in ports)
    return [s for s in ports if len(way(reach, s)) == least]


# --- going home (13.4) --------------------------------------------------------------------------------------------------------


def abort(g: War, unit: int, *, hit: bool = False) -> Flow[None]:
    """A unit returns to base by itself"""
    yield from abort_all(g, [unit], hit=hit)


@rule("11.5.8", "13.4.2")
def abort_all(g: War, units: Iterable[int], *, hit: bool = False) -> Flow[None]:
    """Units return to base, each to a port of its choice; those bound for the same port sail there together or one by one.
    `hit`: by a combat result"""
    bound: dict[tuple[int, int, int, bool], list[int]] = {}
    for unit in units:
        row = g.units[unit]
        if row.at >= 0 and g.roster.air[unit]:
            yield from return_to_base(g, unit)
        elif row.at >= 0:
            port = yield from _refuge(g, unit, hit)
            if port != NOWHERE:
                bound.setdefault((port, row.at, row.power, is_sub(g, unit)), []).append(unit)
    for (port, _, power, _), group in bound.items():
        parties = [group]
        if len(group) > 1 and any(s in enemies_by_sea(g, power) for s in _way_home(g, group[0], port)):
            subject = Homecoming(group[0], (port,))
            answer, _ = yield from menu(
                g, g.seat(power), "{1} ships return to {0}", subject, TOGETHER, APART, named=(g.hexes[port], len(group))
            )
            parties = [group] if answer.verb == TOGETHER.name else [[u] for u in group]
        for party in parties:
            yield from _sail_home(g, party, port)


def _refuge(g: War, unit: int, hit: bool) -> Flow[int]:
    """The base a ship chooses; without one it is lost"""
    row, ports = g.units[unit], abort_ports(g, unit, hit=hit)
    if not ports:
        g.say("{} has no base to return to", row, rule="13.4.2")
        sink(g, unit)
        return NOWHERE
    if len(ports) == 1:
        return ports[0]
    _, port = yield from menu(g, g.seat(row.power), "{0} returns to base", Homecoming(unit, tuple(ports)), RETURN, named=(row,))
    found: int = port
    return found


def _way_home(g: War, unit: int, port: int) -> list[int]:
    """The sea areas a ship sails through to a base, its own left out."""
    course, start = courses(g, unit, homeward=True), g.ground.area[g.units.at[unit]]
    aim = port if g.ground.land[port] else g.ground.area[port]
    return [s for s in (way(course, aim) if aim in course else ()) if g.ground.sea[s] and s != start]


def _sail_home(g: War, ships: list[int], port: int) -> Flow[None]:
    """Ships sail to a base; enemies on the way may intercept them. A damaged one goes to the repair pool, its cargo returns next
    turn; who finds the port full by then looks for another"""
    for area in _way_home(g, ships[0], port):
        for meet in HOMEWARD:
            ships = yield from meet(g, ships, area)
            if not ships:
                return
    for unit in ships:
        if g.ground.land[port] and may_enter(g, unit, port) is not None:
            yield from abort(g, unit)
        else:
            _make_port(g, unit, port)


def _make_port(g: War, unit: int, port: int) -> None:
    row = g.units[unit]
    put(g, unit, port)
    turn_down(g, unit)
    for cow in docks_at(g, unit, port)[:1] if not g.ground.land[port] else ():
        dock(g, unit, cow)
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            turn_down(g, cargo)
            if row.damaged or not on_deck(g, cargo):
                g.units[cargo].aboard = NOWHERE
            if row.damaged:
                g.units[cargo].at = slot_of(g.turn + 1)
    g.say("{} returns to {}", row, g.hexes[port], rule="13.4")
    if row.damaged or (row.no_planes and not g.settings.empty_carriers_stay):
        repair(g, unit)


@rule("11.5.8")
def repair(g: War, unit: int) -> None:
    """A damaged ship in port goes to the repair pool; with option 40 to that of the port (13.6.10). Carrier planes aboard
    return next turn (14.4.1)."""
    for plane in planes_aboard(g, unit):
        g.units[plane].aboard, g.units[plane].at = NOWHERE, slot_of(g.turn + 1)
    if g.options.factories_in_flames:
        g.units[unit].yard = g.units.at[unit]
    g.units[unit].at = REPAIR_POOL


# --- factors ------------------------------------------------------------------------------------------------------------------


@rule("11.5.8")
def surface_factors(g: War, units: list[int], enemy_subs: int = 0) -> int:
    """Attack factors of ships and submarines; a damaged ship has half of them. With option 6 a ship for each enemy submarine
    fires with its factors against submarines where they are more."""
    found, gains = Fraction(0), []
    for u in units:
        if g.units.counter[u] != NOWHERE and g.roster.naval[u] and not g.units.unready[u]:
            share = Fraction(1, 2) if g.units.damaged[u] else Fraction(1)
            attack = 0 if is_asw(g, u) and not enemy_subs else g.units[u].sheet.attack  # 22.16
            found += attack * share
            gains.append((asw_value(g, u) - attack) * share)
    if g.options.light_cruisers:
        found += sum((gain for gain in sorted(gains, reverse=True)[:enemy_subs] if gain > 0), Fraction(0))
    return floor(found + Fraction(1, 2))


ASW_YEARS = (1941, 1943)


@rule("11.5.10", "22.14")
def asw_value(g: War, unit: int) -> int:
    """What one ship brings against submarines, undamaged: cruisers and carriers, by year."""
    era = sum(g.year >= year for year in ASW_YEARS)
    if g.options.convoys_in_flames:  # 22.16: the ASW units do the rest
        era = min(era, 1)
    kind = g.roster.types[unit]
    if kind == Type.ASW:
        return g.units[unit].sheet.attack
    if kind in CARRIERS:
        return 1 if g.options.light_cruisers or not g.options.ships_in_flames else 2
    if kind == Type.CA:
        return 1 if g.options.light_cruisers else (1, 2, 3)[era] + int(g.options.ships_in_flames)
    if kind == Type.CL:
        return (1, 2, 3)[era] if g.options.light_cruisers else (2, 3, 4)[era]
    return 0


@rule("11.5.10")
def asw_factors(g: War, units: list[int], planes: Fraction | int = 0, fired: Collection[int] = ()) -> int:
    """What a side brings against submarines: its ships, full lots of five convoy points, air-to-sea factors. `fired`: ASW units
    that have fired first (22.16)."""
    if g.settings.flat_asw:
        return floor(flat_asw_factors(g, units) + planes + Fraction(1, 2))
    points = sum(points_in(g, u) for u in units)
    found = Fraction(points // 5 + planes)
    for u in [u for u in units if u not in fired]:
        found += asw_value(g, u) * (Fraction(1, 2) if g.units.damaged[u] else 1)
    return floor(found + Fraction(1, 2))


@rule("22.16")
def first_factors(g: War, area: int, units: list[int]) -> int:
    """What ASW units fire first with: their factors and the planes of the escort carriers among them."""
    found = planes_against_subs(g, area, units)
    for u in units:
        found += g.units[u].sheet.attack * (Fraction(1, 2) if g.units.damaged[u] else 1)
    return floor(found + Fraction(1, 2))


def flat_asw_factors(g: War, units: list[int]) -> Fraction:
    """The older edition: 2 for a surface combat ship, 1 for a carrier, half if damaged (11.5.8), 2 for five Axis convoy points, 3
    for five Allied. The sum is rounded with the planes' factors (2.6)."""
    found = Fraction(0)
    for u in units:
        if g.units.counter[u] == NOWHERE:
            found += g.units.points[u] // 5 * (2, 3)[SIDE_OF_POWER[g.units.power[u]]]
            continue
        kind = g.roster.types[u]
        value = 2 if kind in SCS else 1 if kind in CARRIERS else 0
        found += Fraction(value, 2) if g.units.damaged[u] else value
    return found


def sub_factors(g: War, units: list[int]) -> int:
    return surface_factors(g, [u for u in units if is_sub(g, u)])


@rule("11.5.10", "14.2.3")
def planes_against_subs(g: War, area: int, units: list[int]) -> Fraction:
    """Air-to-sea factors that help against submarines, carriers' too: none in storm or blizzard, half in rain and snow."""
    weather = g.weather_by_space[area]
    if weather in (Weather.STORM, Weather.BLIZZARD):
        return Fraction(0)
    found = Fraction(0)
    for u in units:
        if g.roster.air[u]:
            found += Fraction(g.units[u].sheet.air_to_sea) / (2 if g.units.extended[u] else 1)
        else:
            own = planes_aboard(g, u) if g.options.carrier_planes and air_component(g, u) else []
            found += sum(g.units[p].sheet.air_to_sea for p in own) if g.options.carrier_planes else air_component(g, u)
    return found / 2 if weather in (Weather.RAIN, Weather.SNOW) else found


@rule("11.5.8")
def whole_lots_first(g: War, targets: list[int]) -> list[int]:
    """Option 5: an owner does not choose a last heap of fewer than three convoy points while another ship can take a result."""
    points = sum(g.units.points[u] for u in targets if g.units.counter[u] == NOWHERE)
    others = [u for u in targets if g.units.counter[u] != NOWHERE]
    return others if g.options.ships_in_flames and points < convoy_lot(g) and others else targets


def is_warship(g: War, unit: int) -> bool:
    kind = g.roster.types[unit]
    return kind in SCS or kind in CARRIERS


SUFFER: Act[War, Hit, int] = Act(
    "suffer", "11.5.8", "{0}", takes=Unit, among=lambda g, s: s.targets, may=may_suffer, do=lambda g, s, unit: unit, rolls=True
)
RETURN: Act[War, Homecoming, int] = Act(
    "return", "13.4.2", "{0}", takes=Hex, among=lambda g, s: s.ports,
    may=lambda g, s, port: None if port in s.ports else No("13.4.2", "no base within its range"), do=lambda g, s, port: port,
)  # fmt: skip
TOGETHER: Act[War, Homecoming, None] = Act("together", "11.5.8", "Together", do=lambda g, s, _: None, rolls=True)
APART: Act[War, Homecoming, None] = Act("one_by_one", "11.5.8", "One by one", do=lambda g, s, _: None, rolls=True)
