"""11.2.3, 11.8.1, 8.3.2: where aircraft fly. Ways lead round neutral land, and round enemy aircraft where the range allows it
(TW-AMB-64); strategic flights keep out of enemy country as well.

The sky is a number with a bit for each hex of the board (ground.py lays the bits out); a flight of so many hexes is a flood of
so many steps over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.nations import ALLIES, AXIS, NEUTRAL
from grognard.titles.tw.rules.status import welcome
from grognard.titles.tw.rules.units import hex_sides, side_bytes
from grognard.titles.tw.state import War

_NEUTRAL_LAND = bytes(int(side == NEUTRAL) for side in range(256))


def _neutral_land(g: War, side: int) -> tuple[bytes, frozenset[int]]:
    return side_bytes(g).translate(_NEUTRAL_LAND), welcome(g, side)


@derived("hexes.holder", "nations.side", "nations.status", "nations.patron", given=_neutral_land)
def sky(g: War, side: int) -> int:
    """The hexes that aircraft of a side may fly over: all but neutral land that does not lean to it (11.2.3, 16.3.2)."""
    return _sky(g, side)


@rule("11.2.3", "16.3.2")
def _sky(g: War, side: int) -> int:
    friends = welcome(g, side)
    return bits(g, [s for s, held in enumerate(hex_sides(g)) if held != NEUTRAL or s in friends])


@derived("hexes.holder", "nations.side", "nations.status", "nations.patron")
def friendly_sky(g: War, side: int) -> int:
    """The hexes for strategic flights of a side: neither neutral land nor enemy country (TW-AMB-76)."""
    return _friendly_sky(g, side)


@rule("8.3.2")
def _friendly_sky(g: War, side: int) -> int:
    shut, friends = (NEUTRAL, 1 - side), welcome(g, side)
    return bits(g, [s for s, held in enumerate(hex_sides(g)) if held not in shut or s in friends])


@derived(sky, given=_neutral_land)
def barriers(g: War, side: int) -> list[int]:
    """By number of hexes up to 16: the hexes within so many of land that is closed to a side, where ways may have to turn."""
    shut = g.ground.whole_sky & ~sky(g, side)
    found = [shut]
    for _ in range(16):
        found.append(flood(g, found[-1], g.ground.whole_sky, 1))
    return found


def bits(g: War, spaces: Iterable[int]) -> int:
    """The bits of spaces; boxes and sea areas have none."""
    found = 0
    table = g.ground.sky_bit
    for s in spaces:
        found |= table[s]
    return found


def flood(g: War, start: int, over: int, steps: int) -> int:
    """Hexes within so many steps of the start over these hexes, the start among them."""
    across = g.ground.sky_width
    seen = start
    for _ in range(steps):
        more = seen | (
            (seen << 1 | seen >> 1 | seen << across | seen >> across | seen << (across - 1) | seen >> (across - 1)) & over
        )
        if more == seen:
            break
        seen = more
    return seen


@rule("11.2.1.2", "11.2.3", "11.8.1")
def in_range(g: War, at: int, target: int, hexes: int) -> bool:
    """Whether aircraft at a base reach a hex with so many hexes, round neutral land if they must."""
    ground = g.ground
    if ground.far(at, target) > hexes:
        return False
    side = flown_by(g, at)
    if not ground.sky_bit[target] & sky(g, side):
        return False
    if not ground.sky_bit[at] & barriers(g, side)[min(hexes, 16)]:
        return True  # no neutral land is near
    return bool(_reach(g, at, hexes, side) & ground.sky_bit[target])


def flown_by(g: War, base: int) -> int:
    """The side whose aircraft fly from a base; from a neutral's, the side it leans to."""
    side = hex_sides(g)[base]
    if side in (AXIS, ALLIES):
        return side
    return ALLIES if base in welcome(g, ALLIES) else AXIS if base in welcome(g, AXIS) else g.side


@derived(sky, given=lambda g, at, hexes, side: _neutral_land(g, side))
def _reach(g: War, at: int, hexes: int, side: int) -> int:
    return flood(g, g.ground.sky_bit[at], sky(g, side), hexes)


def circle(g: War, at: int, hexes: int) -> int:
    """All hexes within a distance."""
    return flood(g, g.ground.sky_bit[at], g.ground.whole_sky, hexes)


@rule("11.8.1")
def exposed_to(
    g: War, at: int, target: int, hexes: int, hunters: Sequence[tuple[int, int, int]], over: int | None = None
) -> list[int]:
    """Of (unit, base, range), the hunters that meet a flight: those that reach the target, and, if no way round them is short
    enough, those that reach the straight way."""
    far = g.ground.far
    found = [u for u, base, reach in hunters if far(base, target) <= reach]
    others = [(u, base, reach) for u, base, reach in hunters if far(base, target) > reach and far(base, at) <= reach + hexes]
    if not others or at == target:
        return found
    danger = 0
    for _, base, reach in others:
        danger |= circle(g, base, reach)
    free = (sky(g, flown_by(g, at)) if over is None else over) & ~danger
    goal = g.ground.sky_bit[target]
    if goal & flood(g, g.ground.sky_bit[at], free | goal, hexes):
        return found
    way = g.board.line(at, target)[1:]
    return found + [u for u, base, reach in others if any(far(base, s) <= reach for s in way)]


@rule("8.3.1", "11.2.1.1")
def hop_bases(g: War, at: int, places: Sequence[int], legs: int | None, leg: int, over: int) -> list[int]:
    """Of these bases, those within so many legs (None: any number) of a base, each of at most so many hexes."""
    table = g.ground.sky_bit
    left = bits(g, places)
    ring = table[at]
    reached = 0
    turn = 0
    while ring and left and (legs is None or turn < legs):
        turn += 1
        ring = flood(g, ring, over, leg) & left
        left &= ~ring
        reached |= ring
    return [s for s in places if reached & table[s] and s != at]
