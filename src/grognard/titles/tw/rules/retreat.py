"""10.4: retreat, two hexes towards supply, farther where there is no room."""

from __future__ import annotations

from operator import and_

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.paths import ranges
from grognard.kernel.picks import one_of
from grognard.kernel.rules import rule
from grognard.titles.tw.nations import NEUTRAL
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.homelands import at_home
from grognard.titles.tw.rules.stacking import overstacked
from grognard.titles.tw.rules.supply import full_sources
from grognard.titles.tw.rules.units import deplete, eliminate, friends_in, hex_sides, presence
from grognard.titles.tw.rules.zones import enemy_zone
from grognard.titles.tw.state import Hex, War
from grognard.titles.tw.subjects import Retreating

LENGTH = 2
TOO_FAR = 12


@rule("10.4")
def retreat(g: War, space: int, side: int) -> Flow[None]:
    """The defender retreats his units one by one"""
    for u in friends_in(g, space, side):
        yield from retreat_unit(g, u)


@rule("10.4", "8.8.8")
def retreat_unit(g: War, unit: int) -> Flow[None]:
    """One unit goes two hexes towards its source of supply, and on while it would stand too thick"""
    row = g.units[unit]
    side = g.roster.sides[unit]
    seat = g.seat(side)
    walked = {row.at}
    steps = 0
    distance = source_distance(g, unit)
    while steps < LENGTH or _crowded(g, unit):
        ways, zoned = retreat_hexes(g, unit, walked, distance)
        if not ways or steps > TOO_FAR:
            eliminate(g, row, "10.4")
            return
        to = ways[0]
        if len(ways) > 1:
            act = one_of("retreat", "10.4", "Retreat to {0}", Hex, ways, "it retreats towards its supply, out of enemy zones")
            choice, _ = yield from menu(g, seat, f"Retreat {row.label}", Retreating(unit), act, rule="10.4", first=(row,))
            to = choice.args[1].index
        row.at = to
        walked.add(to)
        steps += 1
        if zoned:
            deplete(g, row, "10.4")
            if row.at < 0:
                return
    g.say("{} retreats to {}", row, g.hexes[row.at], rule="10.4")


_FREE = {enemy: bytes(int(not there & enemy) for there in range(256)) for enemy in (1, 2)}  # by the enemy's bit of presence()


def source_distance(g: War, unit: int) -> dict[int, int]:
    """Steps over land that no enemy holds with units, from the nearest source of supply of the unit's nation. The same for all
    units that retreat while the enemy stands still, so the last answer is kept by what it depends on."""
    return _from_sources(g, g.roster.sides[unit], g.roster.nations[unit])


def _open_land(g: War, side: int, nation: int) -> tuple[bytes, list[int]]:
    """The land without enemy units, and a nation's sources."""
    return bytes(map(and_, g.ground.land, presence(g).translate(_FREE[2 >> side]))), full_sources(g, nation)


@derived(presence, "hexes.holder", "nations.surrendered", given=_open_land)
def _from_sources(g: War, side: int, nation: int) -> dict[int, int]:
    open_land, sources = _open_land(g, side, nation)
    return ranges(g.board, sources, None, open_land)


def _crowded(g: War, unit: int) -> bool:
    at = g.units.at[unit]
    return overstacked(g, at, friends_in(g, at, g.roster.sides[unit])) is not None


@rule("10.4")
def retreat_hexes(g: War, unit: int, walked: set[int], distance: dict[int, int]) -> tuple[list[int], bool]:
    """The hexes a retreating unit may enter next, and whether they lie in an enemy zone of control. Hexes nearer to supply come
    first, then others without a zone, friendly-held ones before the enemy's, last friendly-occupied ones inside a zone
    (TW-AMB-67)."""
    at, side = g.units.at[unit], g.roster.sides[unit]
    there, sides, zone = presence(g), hex_sides(g), enemy_zone(g, side)
    enemy = 2 >> side
    ways = [b for b in g.ground.steps[at] if b not in walked and not there[b] & enemy and sides[b] != NEUTRAL]
    ways = [b for b in ways if at_home(g, b, unit)]
    free = [b for b in ways if not zone[b]]
    free = [b for b in free if sides[b] == side] or free
    far = distance.get(at, 10**6)
    nearer = [b for b in free if distance.get(b, 10**6) < far]
    if nearer:
        return sorted(nearer), False
    if free:
        return sorted(free), False
    if g.units.depleted[unit]:
        return [], True
    held = [b for b in ways if any(u != unit for u in friends_in(g, b, side))]
    return sorted(held), True
