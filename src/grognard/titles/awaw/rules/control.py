"""Ours 29 and 83: who controls a hex, what happens to aircraft in it, and when a country is conquered."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import AIR, Kind
from grognard.titles.awaw.nations import MAJORS
from grognard.titles.awaw.rules.ships import flee_by_sea
from grognard.titles.awaw.rules.stacking import air_room
from grognard.titles.awaw.rules.supply import capitals, network
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    air_units,
    eliminate,
    held_by,
    here,
    masters,
    may_base,
    other,
    patron,
    ships,
    side_on,
    unit_sides,
)
from grognard.titles.awaw.state import NO_WORKS, World

POCKET_TURNS = 4  # ours 29.3
STAGE = {True: 8, False: 6}  # hexes of one stage, Europe and the Pacific (ours 13.7)


@rule("ours 13.5", "ours 29.1")
def take_control(g: World, space: int, nation: int) -> None:
    """A ground unit of a nation has entered: the hex is its patron's, or its own country's again."""
    ground, hexes = g.ground, g.hexes
    if ground.box[space] or not ground.land[space]:
        return
    side = side_on(g, nation, space)
    if held_by(g, space) == side:
        return
    whose = ground.country[space]
    friend = whose >= 0 and side_on(g, whose, space) == side and g.nations.conquered[whose] < 0
    row = hexes[space]
    row.holder = whose if friend else g.nations.patron[nation]
    row.since = g.turn
    if row.airbase >= 0 and side_on(g, row.airbase, space) != side:
        row.airbase = -1
    if row.works != NO_WORKS and not ground.fortress[space]:
        row.works = NO_WORKS
    row.guns = 0
    if row.bridgehead >= 0 and row.bridgehead != side:
        row.bridgehead = -1
    if row.harbour >= 0:  # AW-DEC-29
        row.harbour = -1
    displace_air(g, space, other(side))
    if ground.objective[space]:
        g.say("{} falls to {}", row, g.nations[row.holder], rule="ours 29.1")


@rule("ours 31.1", "4.75")
def place_bridgehead(g: World, space: int) -> None:
    """A hex taken from the sea gets a bridgehead; not where a port is."""
    if not g.ground.port[space] and g.hexes.bridgehead[space] != g.side:
        g.hexes[space].bridgehead = g.side
        g.say("a bridgehead at {}", g.hexes[space], rule="ours 31.1")


@rule("ours 18.16")
def displace_air(g: World, space: int, side: int) -> None:
    """Aircraft of a side flee a lost base to the nearest friendly one within a stage, inverted; else they are lost."""
    sides = unit_sides(g)
    if g.sheet.fleets:
        flee_by_sea(g, space, side)
    for u in [*air_units(g).get(space, ()), *ships(g).get(space, ())]:
        if sides[u] != side:
            continue
        home = refuge(g, u, space, side) if KIND[g.units.design[u]] in AIR else -1
        if home < 0:
            eliminate(g, u)
        else:
            row = g.units[u]
            row.at, row.inverted, row.mission, row.target = home, 1, 0, -1


def refuge(g: World, u: int, space: int, side: int) -> int:
    """The nearest friendly air base with room within one stage."""
    for ring in g.board.rings(space, STAGE[g.ground.europe[space]]):
        for s in ring:
            if s != space and held_by(g, s) == side and may_base(g, u, s) and air_room(g, u, s, side) is None:
                return int(s)
    return -1


@rule("ours 29.3")
def lost_pockets(g: World) -> None:
    """End of a turn: a hex cut off from every source for four own turns goes to an enemy unit that stands beside it."""
    lines: dict[int, frozenset[int]] = {}
    foe, stands = other(g.side), masters(g)
    if foe < 0:
        return
    for s in g.ground.field_hexes:
        holder = g.hexes.holder[s]
        if holder < 0 or side_on(g, holder, s) != g.side:
            continue
        faction = g.faction(holder)
        if faction not in lines:
            lines[faction] = network(g, faction, g.side)
        cut = s not in lines[faction] and stands.get(s) != g.side and not (holder not in MAJORS and g.ground.country[s] == holder)
        now = g.hexes.cut[s] + 1 if cut else 0
        if now != g.hexes.cut[s]:
            g.hexes[s].cut = now
        near = [o for o, _ in g.ground.ways[s] if stands.get(o) == foe]
        if now >= POCKET_TURNS and near:
            u = next(u for u in here(g, near[0]) if unit_sides(g)[u] == foe)
            take_control(g, s, NATION[g.units.design[u]])
            g.hexes[s].cut = 0


@rule("ours 83.1", "ours 83.2", "ours 63.4", "ours 69.1", "ours 76.1")
def conquests(g: World) -> None:
    """End of the combat phase: minor countries whose capitals the moving side holds are conquered at once."""
    for n, minor in g.books.minors.items():
        row = g.nations[n]
        if row.conquered >= 0 or row.side != other(g.side) or n in MAJORS or minor.conquest == "never":
            continue
        seats = capitals(g, n)
        if not seats or any(not seized(g, s) for s in seats):
            continue
        taken = next((s for s in seats if held_by(g, s) == g.side), -1)
        by = g.hexes.holder[taken] if taken >= 0 else patron(g, here(g, seats[0])[0])
        conquer(g, n, by)


@rule("ours 11.6")
def seized(g: World, space: int) -> bool:
    """Held by the moving side, or with a partisan of it alone in it that came there before this turn's construction."""
    if held_by(g, space) == g.side:
        return True
    there = here(g, space)
    bands = [u for u in there if KIND[g.units.design[u]] == Kind.PARTISAN and unit_sides(g)[u] == g.side]
    return bool(bands) and len(bands) == len(there) and all(g.units.built[u] != g.turn for u in bands)


@rule("ours 83.2", "ours 29.2")
def conquer(g: World, country: int, by: int) -> None:
    """Its units are removed, its hexes pass to the conqueror."""
    g.nations[country].conquered = by
    for u in range(len(g.units)):
        if g.units.at[u] >= 0 and NATION[g.units.design[u]] == country and KIND[g.units.design[u]] != Kind.PARTISAN:
            eliminate(g, u, rebuild=False)
            g.units[u].due = g.last_turn + 1
    for s in g.ground.homeland.get(country, ()):
        if g.hexes.holder[s] == country:
            g.hexes[s].holder = by
    g.say("{} is conquered by {}", g.nations[country], g.nations[by], rule="ours 83.1")
