"""11.5.8: what results of the naval chart do to ships: who suffers them, defence rolls, damage, aborts and the repair pool."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.charts import NavalResult
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import CARRIERS, SCS, Type
from grognard.titles.wif.rules.missions import return_to_base
from grognard.titles.wif.rules.sailing import courses, is_sub, way
from grognard.titles.wif.rules.units import destroy, put, roster, turn_down
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, REPAIR_POOL, Hex, Unit, War, slot_of

SUNK, DAMAGED, ABORTED, HALF = "X", "D", "A", "half A"
NEXT_WORSE = {SUNK: DAMAGED, DAMAGED: ABORTED, ABORTED: HALF}
WORDS = {SUNK: "sunk", DAMAGED: "damaged", ABORTED: "aborts", HALF: "shaken"}
TRANSPORT_DEFENCE = 10  # 11.5.8: TRS, AMPH and convoy points


@dataclass
class Toll:
    """What happened in a round: ships that abort at its end, and half aborts."""

    aborting: list[int] = field(default_factory=list)
    halves: dict[int, int] = field(default_factory=dict)


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
    if row.counter == NOWHERE or roster(g).types[unit] in (Type.TRS, Type.AMPH, Type.CP):
        return TRANSPORT_DEFENCE
    return row.sheet.defence + int(bool(row.damaged))


def convoy_lot(g: War) -> int:
    """Convoy points that count as one ship and suffer one result."""
    return 3 if g.options.ships_in_flames else 5


@rule("11.5.8")
def ship_number(g: War, units: list[int]) -> int:
    """Ships for the rows of the chart: naval units, and convoys by the lot."""
    ships = sum(g.units.counter[u] != NOWHERE and roster(g).naval[u] for u in units)
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
    _, unit = yield from menu(g, seat, "Which ship suffers {0}?", Hit(result, tuple(targets)), SUFFER, named=(WORDS[result],))
    found: int = unit
    return found


@rule("11.5.8")
def suffer(g: War, unit: int, result: str, toll: Toll) -> None:
    """A ship suffers a result: a die against its defence, then sunk, damaged, sent home or shaken."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        unit = _split_convoy(g, unit)
        row = g.units[unit]
    value = defence_value(g, unit)
    roll = g.roll(D10, f"{row.label}, {result}: defence {value}", "11.5.8")
    if roll > value:
        result = NEXT_WORSE[result]
    if result == HALF:
        toll.halves[unit] = toll.halves.get(unit, 0) + 1
        if toll.halves[unit] == 2:
            result = ABORTED
    if result == SUNK or (result == DAMAGED and row.damaged):
        sink(g, unit)
    elif result == DAMAGED:
        row.damaged = 1
        g.say("{} is damaged", row, rule="11.5.8")
    elif result == ABORTED:
        toll.aborting.append(unit)
        g.say("{} must abort", row, rule="11.5.8")


def _split_convoy(g: War, unit: int) -> int:
    """As many convoy points as one result strikes, as a heap of their own."""
    row, lot = g.units[unit], convoy_lot(g)
    if row.points <= lot:
        return unit
    row.points -= lot
    return g.units.add(
        counter=NOWHERE, at=row.at, power=row.power, country=row.country, points=lot, down=row.down, moved=row.moved
    ).index


def sink(g: War, unit: int) -> None:
    """A ship is lost with all it carries; its counter goes back to the force pool."""
    row = g.units[unit]
    score = g.campaign.frame.victory.ships.get(roster(g).types[unit].printed, 0)
    for foe in range(len(g.powers)):
        if score and SIDE_OF_POWER[foe] != SIDE_OF_POWER[row.power] and g.powers.plays[foe]:
            g.powers[foe].score += round(10 * score)
            break
    destroy(g, unit, GONE if row.counter == NOWHERE else FORCE_POOL)


@rule("11.5.8")
def abort_ports(g: War, unit: int) -> list[int]:
    """Where an aborted ship may go: any base it reaches; in the older edition the nearest of them."""
    reach = courses(g, unit, homeward=True)
    ports = [s for s in sorted(reach) if g.ground.land[s]]
    if not g.settings.abort_to_nearest or not ports:
        return ports
    least = min(len(way(reach, s)) for s in ports)
    return [s for s in ports if len(way(reach, s)) == least]


# --- going home (13.4) --------------------------------------------------------------------------------------------------------


@rule("11.5.8", "13.4.2")
def abort(g: War, unit: int) -> Flow[None]:
    """A unit returns to base; a damaged ship goes to the repair pool, its cargo returns next turn; without a base it is lost"""
    row = g.units[unit]
    if row.at < 0:
        return
    if roster(g).air[unit]:
        yield from return_to_base(g, unit)
        return
    ports = abort_ports(g, unit)
    if not ports:
        g.say("{} has no base to return to", row, rule="13.4.2")
        sink(g, unit)
        return
    port = ports[0]
    if len(ports) > 1:
        _, port = yield from menu(
            g, g.seat(row.power), "{0} returns to base", Homecoming(unit, tuple(ports)), RETURN, named=(row,)
        )
    put(g, unit, port)
    turn_down(g, unit)
    for cargo, carrier in enumerate(g.units.aboard):
        if carrier == unit:
            g.units[cargo].aboard = NOWHERE
            turn_down(g, cargo)
            if row.damaged:
                g.units[cargo].at = slot_of(g.turn + 1)
    g.say("{} returns to {}", row, g.hexes[port], rule="13.4")
    if row.damaged or (row.no_planes and not g.settings.empty_carriers_stay):
        repair(g, unit)


@rule("11.5.8")
def repair(g: War, unit: int) -> None:
    """A damaged ship in port goes to the repair pool."""
    g.units[unit].at = REPAIR_POOL


# --- factors ------------------------------------------------------------------------------------------------------------------


@rule("11.5.8")
def surface_factors(g: War, units: list[int]) -> int:
    """Attack factors of ships and submarines; a damaged ship has half of them."""
    found = 0
    for u in units:
        if g.units.counter[u] != NOWHERE and roster(g).naval[u]:
            factors = g.units[u].sheet.attack
            found += (factors + 1) // 2 if g.units.damaged[u] else factors
    return found


ASW_YEARS = (1941, 1943)


@rule("11.5.10")
def asw_factors(g: War, units: list[int], planes: int = 0) -> int:
    """What a side brings against submarines: cruisers and carriers by year, full lots of five convoy points, air-to-sea."""
    if g.settings.flat_asw:
        return flat_asw_factors(g, units) + planes
    era = sum(g.year >= year for year in ASW_YEARS)
    points = sum(g.units.points[u] for u in units if g.units.counter[u] == NOWHERE)
    found = points // 5 + planes
    for u in units:
        kind = roster(g).types[u]
        value = 0
        if kind in CARRIERS:
            value = 1 if g.options.light_cruisers or not g.options.ships_in_flames else 2
        elif kind == Type.CA:
            value = 1 if g.options.light_cruisers else (1, 2, 3)[era] + int(g.options.ships_in_flames)
        elif kind == Type.CL:
            value = (1, 2, 3)[era] if g.options.light_cruisers else (2, 3, 4)[era]
        found += (value + 1) // 2 if g.units.damaged[u] else value
    return found


def flat_asw_factors(g: War, units: list[int]) -> int:
    """The older edition: 2 for a surface combat ship, 1 for a carrier, 2 for five Axis convoy points, 3 for five Allied."""
    found = 0
    for u in units:
        if g.units.counter[u] == NOWHERE:
            found += g.units.points[u] // 5 * (2, 3)[SIDE_OF_POWER[g.units.power[u]]]
            continue
        kind = roster(g).types[u]
        value = 2 if kind in SCS else 1 if kind in CARRIERS else 0
        found += (value + 1) // 2 if g.units.damaged[u] else value
    return found


def sub_factors(g: War, units: list[int]) -> int:
    return surface_factors(g, [u for u in units if is_sub(g, u)])


def is_warship(g: War, unit: int) -> bool:
    kind = roster(g).types[unit]
    return kind in SCS or kind in CARRIERS


SUFFER: Act[War, Hit, int] = Act(
    "suffer", "11.5.8", "{0}", takes=Unit, among=lambda g, s: s.targets, may=may_suffer, do=lambda g, s, unit: unit, rolls=True
)
RETURN: Act[War, Homecoming, int] = Act(
    "return", "13.4.2", "{0}", takes=Hex, among=lambda g, s: s.ports,
    may=lambda g, s, port: None if port in s.ports else No("13.4.2", "no base within its range"), do=lambda g, s, port: port,
)  # fmt: skip
