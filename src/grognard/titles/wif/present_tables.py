"""The tables that lie beside the map: the impulse track, the powers, the production circle and the pools."""

from __future__ import annotations

from collections import Counter as Tally

from grognard.kernel.present import Panel
from grognard.titles.wif.charts import TURN_NAMES
from grognard.titles.wif.facts import POWER_KEYS, POWERS
from grognard.titles.wif.kinds import Weather, Zone
from grognard.titles.wif.rules.building import HULL, force_pools
from grognard.titles.wif.rules.groundworks import NAMES, groundworks
from grognard.titles.wif.rules.powers import active, at_war, playing, political
from grognard.titles.wif.rules.tracks import is_free
from grognard.titles.wif.rules.units import roster, units_at
from grognard.titles.wif.rules.victory import held
from grognard.titles.wif.rules.weather import ZONE_NAMES
from grognard.titles.wif.state import (
    AIR_RESERVE,
    CONSTRUCTION_POOL,
    LEND_LEASE_POOL,
    LOST_CITY,
    NOWHERE,
    REPAIR_POOL,
    RESERVE_POOL,
    SET_ASIDE,
    TRACK,
    War,
    slot_of,
)

POOLS = (
    ("Under construction", CONSTRUCTION_POOL),
    ("Waiting for repair", REPAIR_POOL),
    ("Reserves", RESERVE_POOL),
    ("Lend-lease", LEND_LEASE_POOL),
    ("Without a pilot", AIR_RESERVE),
    ("Militia of lost cities", LOST_CITY),
    ("Set aside", SET_ASIDE),
)

Rows = list[list[str | int | float]]


def tables(g: War) -> list[Panel]:
    """Every panel but the limits of actions; an empty one is left out."""
    made = (weather(g), impulse_track(g), powers(g), production_circle(g), production_tracks(g), pools(g), force_pool(g))
    return [panel for panel in made if panel.rows]


def impulse_track(g: War) -> Panel:
    """The boxes that are left, with the roll that ends the turn; the marker lies on the first."""
    rows: Rows = [
        [f"{box} (now)" if box == g.box else box, f"{end} or less"] for box, end in g.charts.impulses.items() if box >= g.box
    ]
    return Panel("impulses", "Impulse track", ("Box", "Ends the turn on"), rows, group="turn")


def weather(g: War) -> Panel:
    rows: Rows = [[ZONE_NAMES[zone], Weather(w).label] for zone, w in zip(Zone, g.weather)]
    return Panel("weather", "Weather", ("Zone", "Weather"), rows, group="turn")


def powers(g: War) -> Panel:
    """Wars and money of the powers that play."""
    rows: Rows = []
    for power in playing(g):
        foes = ", ".join(POWERS[other] for other in playing(g) if at_war(g, power, other))
        state = f"at war with {foes}" if foes else "active" if active(g, power) else "neutral"
        known = [g.powers.intelligence[power]] if g.options.intelligence else []
        rows.append([POWERS[power], state, g.powers.build_points[power], *known])
    columns = ("Power", "State", "Build points", *(("Intelligence",) if g.options.intelligence else ()))
    return Panel("powers", "Powers", columns, rows, group="powers")


def production_circle(g: War) -> Panel:
    """What arrives in each of the next six turns, the nearest first."""
    rows: Rows = []
    for ahead in range(6):
        turn = g.turn + ahead
        lying = [u for u, at in enumerate(g.units.at) if at == slot_of(turn)]
        for power, units in _by_power(g, lying):
            rows.append([f"{TURN_NAMES[turn % 6]} {1936 + turn // 6}", POWERS[power], ", ".join(sorted(units))])
    return Panel("circle", "Production circle", ("Turn", "Power", "Units"), rows, group="production")


def production_tracks(g: War) -> Panel:
    """What is being built where, with option 40 (13.6.10)."""
    rows: Rows = []
    for unit in sorted(units_at(g, TRACK), key=lambda u: (g.units.power[u], g.units.yard[u], g.units.stage[u], u)):
        yard = g.units.yard[unit]
        marks = f"{g.units.bombs[unit]} bombs" if g.units.bombs[unit] else "paid" if is_free(g, unit) else ""
        rows.append([POWERS[g.units.power[unit]], g.board.label(yard) if yard >= 0 else "-", g.units.stage[unit],
                     _name(g, unit), marks])  # fmt: skip
    for work in groundworks(g):
        marks = f"{work.marker} more" if work.marker else "" if work.owed else "paid"
        rows.append([POWERS[work.power], g.board.label(work.space), work.box, NAMES[work.what], marks])
    return Panel("tracks", "Production tracks", ("Power", "Place", "Box", "Unit", "Marker"), rows, group="production")


def pools(g: War) -> Panel:
    """Units that are bought or damaged and wait."""
    rows: Rows = []
    for name, pool in POOLS:
        for power, units in _by_power(g, [u for u, at in enumerate(g.units.at) if at == pool]):
            rows.append([name, POWERS[power], ", ".join(sorted(units))])
    return Panel("pools", "Pools", ("Pool", "Power", "Units"), rows, group="production")


def force_pool(g: War) -> Panel:
    """What can still be built: how many counters of each type and price; which one comes is chance."""
    rows: Rows = []
    for power in playing(g):
        for (kind, cost), units in force_pools(g, power).items():
            rows.append([POWERS[power], kind, cost, len(units)])
    return Panel("force_pools", "Force pools", ("Power", "Type", "Cost", "Counters"), rows, group="production")


def figures(g: War) -> dict[str, dict[str, float]]:
    """What the charts follow over time, by power: objectives, armies on the map, convoys."""
    armies, convoys = dict.fromkeys(playing(g), 0.0), dict.fromkeys(playing(g), 0.0)
    known = roster(g)
    for u, at in enumerate(g.units.at):
        power = g.units.power[u]
        if at >= 0 and power in armies:
            if known.land[u]:
                armies[power] += g.units[u].sheet.strength
            elif g.units.counter[u] == NOWHERE:
                convoys[power] += g.units.points[u]
    found = {"Land factors": armies}
    if political(g):
        found = {"Objectives": {p: float(n) for p, n in held(g).items()}, **found, "Convoy points": convoys}
    return {name: {POWER_KEYS[p]: n for p, n in rows.items()} for name, rows in found.items()}


def _by_power(g: War, units: list[int]) -> list[tuple[int, list[str]]]:
    """The powers that own some of these units, each with the units' names; equal ones are counted."""
    owned: dict[int, Tally[str]] = {}
    for unit in units:
        owned.setdefault(g.units.power[unit], Tally())[_name(g, unit)] += 1
    return [(power, [f"{n} {name}" if n > 1 else name for name, n in owned[power].items()]) for power in sorted(owned)]


def _name(g: War, unit: int) -> str:
    row = g.units[unit]
    if row.counter == NOWHERE:
        return f"{row.points} CP"
    kind = roster(g).types[unit].printed
    name = kind if row.sheet.name in ("", kind) else f"{kind} {row.sheet.name}"
    return f"{name} (hull)" if row.cycle == HULL else name
