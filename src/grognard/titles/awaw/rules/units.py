"""Who stands where, whose it is, and who may fight whom: relations every chapter needs (3.11)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived, rows_by
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import AIR, COLOUR, DESIGNS, FLYING, GROUND, NAVAL, Kind, build_cost
from grognard.titles.awaw.nations import (
    ALLIES,
    AXIS,
    BORDER,
    BRITAIN,
    GERMANY,
    INDEX,
    JAPAN,
    NEUTRAL,
    NO_SIDE,
    RUSSIA,
    RUSSIA_ALONE,
    US,
)
from grognard.titles.awaw.state import IN_PLAY, NO_MISSION, POOL, World

INDIAN_ARMY = INDEX["indian_nat_army"]
LOST_TO_JAPAN = 685  # key of `booked`: BRPs of Allied units lost in the Pacific this game turn (ours 57.2)
KIND = [d.kind for d in DESIGNS]
STRENGTH = [d.strength for d in DESIGNS]
NATION = [d.nation for d in DESIGNS]
MOVE = [d.move for d in DESIGNS]
DOUBLE = frozenset((BRITAIN, RUSSIA, US, *(INDEX[k] for k in ("canada", "australia", "india", "south_africa"))))  # 6.11
COLOURED = [d.kind == Kind.PARTISAN and d.colour == COLOUR["px"] for d in DESIGNS]  # partisans of the Axis (ours 11.7)


@rows_by("units")
def ground_units(g: World, u: int) -> int | None:
    """Ground units by space."""
    at = g.units.at[u]
    return at if at >= 0 and KIND[g.units.design[u]] in GROUND else None


@rows_by("units")
def air_units(g: World, u: int) -> int | None:
    """Air units by base."""
    at = g.units.at[u]
    return at if at >= 0 and KIND[g.units.design[u]] in AIR else None


@rows_by("units")
def ships(g: World, u: int) -> int | None:
    """Naval units by port or box."""
    at = g.units.at[u]
    return at if at >= 0 and KIND[g.units.design[u]] in NAVAL else None


@derived("units.design")
def of_design(g: World) -> dict[int, list[int]]:
    """Units by design, in play or not."""
    found: dict[int, list[int]] = {}
    for u, design in enumerate(g.units.design):
        found.setdefault(design, []).append(u)
    return found


@derived("units.design")
def of_kind(g: World) -> dict[int, list[int]]:
    """Units by kind, in play or not."""
    found: dict[int, list[int]] = {}
    for u, design in enumerate(g.units.design):
        found.setdefault(KIND[design], []).append(u)
    return found


@derived("units.design")
def of_nation(g: World) -> dict[int, list[int]]:
    """Units by nation, in play or not."""
    found: dict[int, list[int]] = {}
    for u, design in enumerate(g.units.design):
        found.setdefault(NATION[design], []).append(u)
    return found


@rows_by("units", "nations.patron")
def on_map(g: World, u: int) -> int | None:
    """Units on the boards by the power that moves them."""
    return patron(g, u) if g.units.at[u] >= 0 else None


@rows_by("units", "nations.patron")
def navies(g: World, u: int) -> int | None:
    """Ships in ports and boxes by the power that moves them."""
    return patron(g, u) if g.units.at[u] >= 0 and KIND[g.units.design[u]] in NAVAL else None


@rows_by("units")
def in_pool(g: World, u: int) -> int:
    """Units by the pool they are in."""
    return g.units.pool[u]


@rows_by("units")
def on_patrol_at(g: World, u: int) -> int | None:
    """Units by the hex of their patrol."""
    at = g.units.patrol[u]
    return at if at >= 0 else None


@rows_by("units")
def built_in(g: World, u: int) -> int | None:
    """Units on the boards by the turn in which they were built."""
    return g.units.built[u] if g.units.at[u] >= 0 else None


@rows_by("units")
def all_at(g: World, u: int) -> int | None:
    """Every unit by space."""
    at = g.units.at[u]
    return at if at >= 0 else None


@derived("units.design", "nations.side")
def _sides_by_nation(g: World) -> list[int]:
    side = g.nations.side
    return [AXIS if COLOURED[d] else side[NATION[d]] for d in g.units.design]


@derived("units.design", "units.at", "nations.side", "nations.east")
def _sides_by_map(g: World) -> list[int]:
    west, east, europe = g.nations.side, g.nations.east, g.ground.europe
    return [AXIS if COLOURED[d] else (west if at < 0 or europe[at] else east)[NATION[d]]
            for d, at in zip(g.units.design, g.units.at)]  # fmt: skip


def unit_sides(g: World) -> list[int]:
    """The side of every unit; where both boards are played, on the board where it stands."""
    return _sides_by_map(g) if g.both_boards else _sides_by_nation(g)


def side_on(g: World, nation: int, space: int) -> int:
    """The side of a nation on the board of a space."""
    if g.both_boards and space >= 0 and not g.ground.europe[space]:
        return g.nations.east[nation]
    return g.nations.side[nation]


def price_of(g: World, u: int) -> int:
    """BRPs to construct a unit (ours 27.3)."""
    return build_cost(g.charts.costs, DESIGNS[g.units.design[u]])


@rule("6.1")
def movement_factor(g: World, u: int) -> int:
    """British, Russian and American ground units have a smaller movement factor on the Pacific board: half, two at least."""
    design, at = g.units.design[u], g.units.at[u]
    if at < 0 or g.ground.europe[at] or NATION[design] not in DOUBLE:  # AW-DEC-25
        return MOVE[design]
    return min(MOVE[design], max(2, -(-MOVE[design] // 2)))


def kind(g: World, u: int) -> Kind:
    return KIND[g.units.design[u]]


def strength(g: World, u: int) -> int:
    return STRENGTH[g.units.design[u]]


def nation(g: World, u: int) -> int:
    return NATION[g.units.design[u]]


@rule("ours 53.4")
def patron(g: World, u: int) -> int:
    """The major power that moves and pays for a unit; partisans of the Axis are Germany's, or Japan's in Asia."""
    if COLOURED[g.units.design[u]]:
        return JAPAN if NATION[g.units.design[u]] == INDIAN_ARMY else GERMANY
    return g.nations.patron[NATION[g.units.design[u]]]


def here(g: World, space: int) -> list[int]:
    """Ground units in a space."""
    return ground_units(g).get(space, [])


def troops(g: World, space: int, side: int) -> list[int]:
    """Ground units of a side in a space."""
    sides = unit_sides(g)
    return [u for u in ground_units(g).get(space, ()) if sides[u] == side]


@rule("9.61", "ours 11.5")
def bands_alone(g: World, spaces: Iterable[int], side: int) -> bool:
    """Nobody of a side but partisans stands there: what an attack costs does not count for attrition or mud."""
    there = [u for s in spaces for u in troops(g, s, side)]
    return bool(there) and all(KIND[g.units.design[u]] == Kind.PARTISAN for u in there)


def factors(g: World, units: Iterable[int]) -> int:
    design = g.units.design
    return sum(STRENGTH[design[u]] for u in units)


@rows_by("hexes")
def bridgeheads(g: World, space: int) -> int | None:
    """Hexes with a bridgehead, by its side."""
    side = g.hexes.bridgehead[space]
    return side if side >= 0 and g.ground.field[space] else None


@rows_by("hexes")
def artificial_ports(g: World, space: int) -> int | None:
    """Hexes with a port counter, by the turn to the end of which it lies there."""
    until = g.hexes.harbour[space]
    return until if until >= 0 and g.ground.field[space] else None


def landing_places(g: World, side: int) -> list[int]:
    """Hexes without a port where ships of a side land: its bridgeheads, and port counters."""
    found = {*bridgeheads(g).get(side, ())}
    for until, there in artificial_ports(g).items():
        if until >= g.turn:
            found.update(there)
    return sorted(found)


def held_by(g: World, space: int) -> int:
    """The side that controls a space; neutral where nobody of either side does."""
    holder = g.hexes.holder[space]
    return side_on(g, holder, space) if holder >= 0 else NEUTRAL


FOES = {AXIS: ALLIES, ALLIES: AXIS, RUSSIA_ALONE: BORDER, BORDER: RUSSIA_ALONE}


def other(side: int) -> int:
    """The enemy of a side; nobody for a power at peace."""
    return FOES.get(side, NO_SIDE)


def stance(g: World, power: int) -> int:
    """On which side a power stands in this player turn: that of the movers, or that of their enemies."""
    if g.side == BORDER:
        return BORDER if power == GERMANY else RUSSIA_ALONE
    if g.side == RUSSIA_ALONE:
        return RUSSIA_ALONE if power == RUSSIA else BORDER
    mine = (g.nations.side[power], g.nations.east[power]) if g.both_boards else (g.nations.side[power],)
    return g.side if g.side in mine else other(g.side) if other(g.side) in mine else mine[0]


def plays(g: World, u: int) -> bool:
    """Whether somebody moves this unit: it stands on a board and its country is no neutral minor."""
    return g.units.at[u] >= 0 and unit_sides(g)[u] != NEUTRAL


@derived("units.at", "units.design", "nations.side", "nations.east")
def masters(g: World) -> dict[int, int]:
    """The side whose ground units stand in a space (partisans alone do not hold it)."""
    sides = unit_sides(g)
    found: dict[int, int] = {}
    for space, units in ground_units(g).items():
        for u in units:
            if KIND[g.units.design[u]] != Kind.PARTISAN:
                found[space] = sides[u]
                break
        else:
            found.setdefault(space, sides[units[0]])
    return found


NAVAL_AIR = (Kind.NAS, Kind.ELITE_NAS)


@rule("ours 12.4", "ours 17.2", "3.1")
def squadrons(g: World, u: int) -> int:
    """Naval air is a squadron; an army air factor or jet is three, less what it has lost."""
    return 1 if KIND[g.units.design[u]] in NAVAL_AIR else 3 - g.units.short[u]


@rule("ours 17.2", "ours 15.41")
def air_factors(g: World, units: Iterable[int]) -> int:
    """What aircraft are worth together over land: three squadrons are a factor."""
    return sum(squadrons(g, u) for u in units) // 3


@rule("ours 19.2")
def lose_squadrons(g: World, units: list[int], lost: int) -> None:
    """So many squadrons are gone: whole factors first, the odd ones from one factor."""
    for u in units:  # AW-DEC-26
        if lost <= 0:
            return
        part = min(lost, squadrons(g, u))
        lost -= part
        if part >= squadrons(g, u):
            eliminate(g, u)
        else:
            g.units[u].short += part


@rule("ours 19.2", "ours 17.2")
def recombine(g: World, units: Iterable[int]) -> None:
    """Squadrons of one base and country form factors again; what is left over stays as it is."""
    groups: dict[tuple[int, int], list[int]] = {}
    for u in units:
        if g.units.at[u] >= 0 and g.units.short[u]:
            groups.setdefault((g.units.at[u], g.units.design[u]), []).append(u)
    for broken in groups.values():
        lost = sum(g.units.short[u] for u in broken)
        for u in broken:
            part = min(3, lost)
            lost -= part
            g.units[u].short = part % 3
            if part == 3:
                eliminate(g, u)


def flyers(g: World, base: int, side: int) -> list[int]:
    """Army air and jets of a side at a base that are free to fly: uninverted, no mission."""
    sides, units = unit_sides(g), g.units
    return [u for u in air_units(g).get(base, ()) if sides[u] == side and KIND[units.design[u]] in FLYING
            and not units.inverted[u] and units.mission[u] == NO_MISSION]  # fmt: skip


@derived("units.at", "units.design", "units.inverted", "units.mission", "nations.side", "nations.east", "nations.patron", "side")
def squadrons_ready(g: World, power: int) -> dict[int, list[int]]:
    """Army air and jets of a power that are free to fly, by base."""
    units, patrons, sides = g.units, g.nations.patron, unit_sides(g)
    fighting = g.side, other(g.side)
    found: dict[int, list[int]] = {}
    for base, there in air_units(g).items():
        for u in there:
            design = units.design[u]
            mine = KIND[design] in FLYING and patrons[NATION[design]] == power and sides[u] in fighting
            if mine and not units.inverted[u] and units.mission[u] == NO_MISSION:
                found.setdefault(base, []).append(u)
    return found


@derived("units.at", "units.design", "units.inverted", "units.mission", "units.patrol", "nations.side", "nations.east",
         "nations.patron", "side")  # fmt: skip
def naval_air_ready(g: World, power: int) -> dict[int, list[int]]:
    """Naval air of a power ashore that is free to fly, by base."""
    units, patrons, sides = g.units, g.nations.patron, unit_sides(g)
    fighting = g.side, other(g.side)
    found: dict[int, list[int]] = {}
    for base, there in air_units(g).items():
        for u in there:
            mine = KIND[units.design[u]] in NAVAL_AIR and patrons[NATION[units.design[u]]] == power and sides[u] in fighting
            if mine and not units.inverted[u] and units.mission[u] == NO_MISSION and units.patrol[u] < 0:
                found.setdefault(base, []).append(u)
    return found


@rule("ours 31.5", "ours 21.12")
def is_port(g: World, space: int) -> bool:
    """A port of the board, a port counter, or an artificial port."""
    return g.ground.port[space] or g.hexes.harbour[space] >= g.turn


@rule("3.1", "ours 31.5")
def is_air_base(g: World, space: int) -> bool:
    """Any city, port or airbase counter, and boxes."""
    if g.ruins and g.ruins.get(space, -1) >= g.turn:
        return False
    return g.ground.airbase[space] or g.hexes.airbase[space] >= 0 or g.hexes.harbour[space] >= g.turn


@rule("4.731")
def may_base(g: World, u: int, space: int) -> bool:
    """An air unit's base: any for all, a one-hex island without one for naval air (AW-DEC-35)."""
    return is_air_base(g, space) or (g.ground.island[space] and KIND[g.units.design[u]] in NAVAL_AIR)


@rule("ours 17.2", "ours 18.3")
def air_range(g: World, space: int) -> int:
    """Hexes from base to target: four in Europe, three in the Pacific."""
    return 4 if g.ground.europe[space] else 3


@rule("ours 17.3")
def naval_air_range(g: World, space: int) -> int:
    """Three hexes in Europe, two in the Pacific."""
    return 3 if g.ground.europe[space] else 2


def eliminate(g: World, u: int, *, rebuild: bool = True) -> None:
    """Ours 27.2: a lost unit returns to the force pool; what may not be rebuilt at once waits a turn."""
    row = g.units[u]
    if row.at >= 0 and not g.ground.europe[row.at] and g.nations.side[JAPAN] == AXIS and unit_sides(g)[u] == ALLIES:
        g.booked[LOST_TO_JAPAN] = g.booked.get(LOST_TO_JAPAN, 0) + build_cost(g.charts.costs, DESIGNS[row.design])
    row.at, row.pool = -1, POOL
    late = not rebuild or KIND[row.design] in (Kind.AIRBORNE, Kind.ELITE_NAS) or KIND[row.design] in NAVAL
    row.due = g.turn + 1 if late else g.turn
    row.mission, row.target, row.exploiting, row.inverted, row.spent, row.stopped = NO_MISSION, -1, 0, 0, 0, 0
    row.home, row.patrol, row.force, row.short, row.aboard = -1, -1, 0, 0, -1
    if row.free:  # 9.82: lost in an attack for nothing, by the dice or after it
        row.double, row.free = 1, 0


def in_play(g: World, u: int) -> bool:
    return g.units.pool[u] == IN_PLAY and g.units.at[u] >= 0
