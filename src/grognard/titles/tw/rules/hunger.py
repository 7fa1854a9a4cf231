"""The Supply Segment (3.9, 12.6, 13.2.3): who is lost or depleted out of supply, and sieges. Who is in supply: supply.py."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, NEUTRAL
from grognard.titles.tw.rules.airbases import flee
from grognard.titles.tw.rules.seas import RANGE, free_berths, harbours_in_reach, ships_at
from grognard.titles.tw.rules.shipping import move_ship
from grognard.titles.tw.rules.supply import LONGEST, lines, supplied_ports, supply_now
from grognard.titles.tw.rules.units import air_at, deplete, eliminate, ground_at, hex_sides, side_of
from grognard.titles.tw.state import FORTRESS, FULL, NONE, Unit, War


@rule("3.9", "3.9.1", "12.6.3", "12.8", "13.2.3")
def supply_segment(g: War) -> None:
    """Units that began out of supply and still are, are lost; fortresses go hungry"""
    side = g.side
    kinds, sides = g.roster.kinds, g.roster.sides
    besieged: set[int] = set()
    relieved: set[int] = set()
    at, land = g.units.at, g.ground.land
    own = [u for u in range(len(at)) if at[u] >= 0 and sides[u] == side and land[at[u]] and kinds[u] <= Kind.NAC]
    garrisons = {u for u in own if kinds[u] <= Kind.PART and g.hexes.works[at[u]] == FORTRESS}
    for u in garrisons:
        (besieged if starved(g, u) else relieved).add(at[u])
    for u, now in [(u, supply_now(g, u)) for u in own]:
        unit = g.units[u]
        if now != NONE:
            if unit.supply != now:
                unit.supply = now
        elif unit.supply == NONE and u not in garrisons and unit.free_until < g.player_turn:
            if kinds[u] <= Kind.PART:
                eliminate(g, unit, "12.6.3", unsupplied=True)
            else:
                deplete_air(g, unit)
    empty = {s for s, siege in enumerate(g.hexes.siege) if siege and hex_sides(g)[s] == side and s not in besieged}
    for s in sorted((relieved | empty) - besieged):
        g.hexes[s].siege = 0
    for s in sorted(besieged):
        besiege(g, s, side)
    if side == ALLIES:
        stretched_lines(g)


def starved(g: War, unit: int) -> bool:
    """A fortress starves when its units reach no source but the fortress itself (13.2.3 names colonial capitals)."""
    net = lines(g, side_of(g, unit))
    if net.state(g, unit) == FULL:
        return False
    at = g.units.at[unit]
    return all(source == at for source in net.network.by(at))


@rule("13.2.3")
def besiege(g: War, space: int, side: int) -> None:
    """A turn of siege; with the fourth the garrison is lost."""
    hexagon = g.hexes[space]
    if hexagon.siege == 3:
        for u in [u for u in ground_at(g).get(space, ()) if side_of(g, u) == side]:
            eliminate(g, g.units[u], "13.2.3", unsupplied=True)
        hexagon.siege = 0
        return
    hexagon.siege += 1
    g.say("Siege {} at {}", hexagon.siege, hexagon, rule="13.2.3")
    if hexagon.siege == 3:  # nothing is based there any longer
        for u in list(air_at(g).get(space, ())):
            flee(g, u, defended=True)
        for u in list(ships_at(g).get(space, ())):
            near = harbours_in_reach(g, g.roster.nations[u], space, RANGE)
            refuge = next((p for p in near if free_berths(g, p) > 0), None)
            if refuge is not None and side_of(g, u) == side:
                move_ship(g, g.units[u], refuge)
                g.say("{} leaves for {}", g.units[u], g.hexes[refuge], rule="13.2.3")


@rule("12.6.3")
def deplete_air(g: War, unit: Unit) -> None:
    """An air unit that could not fly to a supplied base is depleted."""
    deplete(g, unit, "12.6.3")


@rule("12.2.5")
def stretched_lines(g: War) -> None:
    """In North Africa nobody stays well more than 8 hexes from a supplied port."""
    kinds, sides = g.roster.kinds, g.roster.sides
    africa = g.ground.north_africa
    there = [u for u, at in enumerate(g.units.at) if at >= 0 and africa[at] and kinds[u] <= Kind.NAC and sides[u] != NEUTRAL]
    if not there:
        return
    ports = {side: supplied_ports(g, side) for side in (AXIS, ALLIES)}
    for u in there:
        unit = g.units[u]
        if any(g.ground.far(unit.at, p) <= LONGEST for p in ports[sides[u]]):
            continue
        if unit.depleted and unit.supply == NONE:
            eliminate(g, unit, "12.2.5", unsupplied=True)
        else:
            unit.supply = NONE
            deplete(g, unit, "12.2.5")
