"""Who stands where, whose it is, and who may fight whom: relations every chapter needs (3.11)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived, rows_by
from grognard.kernel.rules import rule
from grognard.titles.awaw.designs import AIR, DESIGNS, FLYING, GROUND, NAVAL, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, NEUTRAL
from grognard.titles.awaw.state import IN_PLAY, NO_MISSION, POOL, World

KIND = [d.kind for d in DESIGNS]
STRENGTH = [d.strength for d in DESIGNS]
NATION = [d.nation for d in DESIGNS]
MOVE = [d.move for d in DESIGNS]


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
def unit_nations(g: World) -> list[int]:
    return [NATION[d] for d in g.units.design]


@derived("units.design", "nations.side")
def unit_sides(g: World) -> list[int]:
    """The side of every unit."""
    side = g.nations.side
    return [side[NATION[d]] for d in g.units.design]


def kind(g: World, u: int) -> Kind:
    return KIND[g.units.design[u]]


def strength(g: World, u: int) -> int:
    return STRENGTH[g.units.design[u]]


def nation(g: World, u: int) -> int:
    return NATION[g.units.design[u]]


def patron(g: World, u: int) -> int:
    """The major power that moves and pays for a unit."""
    return g.nations.patron[NATION[g.units.design[u]]]


def here(g: World, space: int) -> list[int]:
    """Ground units in a space."""
    return ground_units(g).get(space, [])


def troops(g: World, space: int, side: int) -> list[int]:
    """Ground units of a side in a space."""
    sides = unit_sides(g)
    return [u for u in ground_units(g).get(space, ()) if sides[u] == side]


def factors(g: World, units: Iterable[int]) -> int:
    design = g.units.design
    return sum(STRENGTH[design[u]] for u in units)


def held_by(g: World, space: int) -> int:
    """The side that controls a space; neutral where nobody of either side does."""
    holder = g.hexes.holder[space]
    return g.nations.side[holder] if holder >= 0 else NEUTRAL


def other(side: int) -> int:
    return ALLIES if side == AXIS else AXIS


@derived("units.at", "units.design", "nations.side")
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


def enemies_next_to(g: World, space: int, side: int) -> list[int]:
    """Spaces with enemy ground units that units of a side in a space can fight: adjacent, or across an arrow (4.63)."""
    foe, stands = other(side), masters(g)
    return [o for o, _ in g.ground.ways[space] if stands.get(o) == foe]


def flyers(g: World, base: int, side: int) -> list[int]:
    """Army air and jets of a side at a base that are free to fly: uninverted, no mission."""
    sides, units = unit_sides(g), g.units
    return [u for u in air_units(g).get(base, ()) if sides[u] == side and KIND[units.design[u]] in FLYING
            and not units.inverted[u] and units.mission[u] == NO_MISSION]  # fmt: skip


@derived("units.at", "units.design", "units.inverted", "units.mission", "nations.side", "nations.patron")
def squadrons_ready(g: World, power: int) -> dict[int, list[int]]:
    """Army air and jets of a power that are free to fly, by base."""
    units, patrons, sides = g.units, g.nations.patron, g.nations.side
    found: dict[int, list[int]] = {}
    for base, there in air_units(g).items():
        for u in there:
            design = units.design[u]
            mine = KIND[design] in FLYING and patrons[NATION[design]] == power and sides[NATION[design]] < NEUTRAL
            if mine and not units.inverted[u] and units.mission[u] == NO_MISSION:
                found.setdefault(base, []).append(u)
    return found


@rule("3.1")
def is_air_base(g: World, space: int) -> bool:
    """Any city, port or airbase counter, and boxes."""
    return g.ground.airbase[space] or g.hexes.airbase[space] >= 0


@rule("ours 17.2", "ours 18.3")
def air_range(g: World, space: int) -> int:
    """Hexes from base to target: four in Europe, three in the Pacific."""
    return 4 if g.ground.europe[space] else 3


def eliminate(g: World, u: int, *, rebuild: bool = True) -> None:
    """Ours 27.2: a lost unit returns to the force pool; what may not be rebuilt at once waits a turn."""
    row = g.units[u]
    row.at, row.pool = -1, POOL
    late = not rebuild or KIND[row.design] == Kind.AIRBORNE or KIND[row.design] in NAVAL
    row.due = g.turn + 1 if late else g.turn
    row.mission, row.target, row.exploiting, row.inverted, row.spent, row.stopped = NO_MISSION, -1, 0, 0, 0, 0


def in_play(g: World, u: int) -> bool:
    return g.units.pool[u] == IN_PLAY and g.units.at[u] >= 0
