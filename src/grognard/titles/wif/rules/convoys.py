"""11.5.8, 13.6.1: convoy points: heaps that are divided and put together whenever their owner likes."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.control import first_home
from grognard.titles.wif.rules.powers import home_power, political
from grognard.titles.wif.state import GONE, NOWHERE, REPAIR_POOL, War

REPAIR_LOT = 5  # convoy points that one repair takes (13.6.5)


def is_convoy(g: War, unit: int) -> bool:
    return g.units.counter[unit] == NOWHERE


def convoy_lot(g: War) -> int:
    """Convoy points that count as one ship and suffer one result."""
    return 3 if g.options.ships_in_flames else 5


@rule("11.5.8", "13.6.1")
def divide(g: War, unit: int, points: int) -> int:
    """Take so many points off a heap; gives the heap they make, the same one if there are no more."""
    row = g.units[unit]
    if row.points <= points:
        return unit
    row.points -= points
    idle = next((u for u, at in enumerate(g.units.at) if at == GONE and is_convoy(g, u)), None)
    heap = g.units.add(counter=NOWHERE) if idle is None else g.units[idle]
    heap.at, heap.power, heap.country, heap.points, heap.tanker = row.at, row.power, row.country, points, row.tanker
    heap.down, heap.moved, heap.damaged, heap.from_, heap.staying = row.down, row.moved, row.damaged, row.from_, row.staying
    return heap.index


@rule("19.4.1")
def take_over_convoys(g: War) -> None:
    """Convoy points a minor was set up with are its own in that impulse, afterwards those of the power that controls it; with
    option 7 they stay its own."""
    if g.options.convoys_in_flames or not political(g):
        return
    country, power = g.units.country, g.units.power
    for unit, counter in enumerate(g.units.counter):
        if counter == NOWHERE and g.units.at[unit] != GONE and home_power(g, country[unit]) != power[unit]:
            g.units[unit].country = first_home(g, power[unit])


@rule("13.6.1", "13.6.5")
def gather_damaged(g: War) -> None:
    """Damaged convoy points that wait for repair in one place are put together in lots of five, as many as one repair takes."""
    units, found = g.units, dict[tuple[int, ...], list[int]]()
    for u in g.units.stacks.get(REPAIR_POOL, ()):
        if is_convoy(g, u):
            found.setdefault((units.power[u], units.country[u], units.tanker[u], units.yard[u]), []).append(u)
    for heaps in found.values():
        if sum(units.points[u] < REPAIR_LOT for u in heaps) < 2 and all(units.points[u] <= REPAIR_LOT for u in heaps):
            continue
        first, *others = heaps
        for u in others:
            units[first].points += units.points[u]
            units[u].points, units[u].at, units[u].yard = 0, GONE, NOWHERE
        while units.points[first] > REPAIR_LOT:
            units[divide(g, first, REPAIR_LOT)].yard = units.yard[first]


def put_together(g: War, power: int) -> None:
    """Heaps of a power that differ in nothing become one."""
    first: dict[tuple[int, ...], int] = {}
    units = g.units
    for u, counter in enumerate(units.counter):
        if counter != NOWHERE or units.at[u] < 0 or units.power[u] != power:
            continue
        key = (
            units.at[u], units.country[u], units.down[u], units.moved[u], units.damaged[u], units.from_[u], units.staying[u],
            units.tanker[u],
        )  # fmt: skip
        if key in first:
            units[first[key]].points += units.points[u]
            units[u].points, units[u].at = 0, GONE
        else:
            first[key] = u
