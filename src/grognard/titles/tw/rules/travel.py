"""What every journey behind the lines asks (8.1, 8.5.3): enemies beside the way, Moscow, strategic movement points left."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import AXIS, USSR
from grognard.titles.tw.rules.units import ground_at, hex_sides, presence
from grognard.titles.tw.state import FORTRESS, War

SOVIET_WITHOUT_MOSCOW = 6  # 8.5.3, 9.1.2
MOSCOW = "moscow"


@rule("9.1.2", "8.5.3")
def moscow_lost(g: War, side: int) -> bool:
    """Whether the enemy of the Soviets holds Moscow."""
    return side == g.nations.side[USSR] and hex_sides(g)[g.ground.named(MOSCOW)] == AXIS


@derived(presence, "hexes.works")
def watchful(g: War, side: int) -> frozenset[int]:
    """Hexes of enemy ground units that bar those who travel; partisans and garrisons of fortresses do not (8.1.1)."""
    enemy, there, works = 2 >> side, presence(g), g.hexes.works
    kinds, sides, idle = g.roster.kinds, g.roster.sides, (Kind.PART, *GUNLESS)
    return frozenset([
        b
        for b, units in ground_at(g).items()
        if there[b] & enemy and works[b] != FORTRESS and any(sides[u] != side and kinds[u] not in idle for u in units)
    ])


@derived(watchful, given=watchful)
def beside_enemies(g: War, side: int) -> bytearray:
    """By space, whether enemy ground units stand beside it (8.1.1)."""
    found = bytearray(g.board.size)
    for b in watchful(g, side):
        for s in g.ground.steps[b]:
            found[s] = 1
    return found


def beside_enemy(g: War, space: int, side: int) -> bool:
    """Whether enemy ground units stand beside a hex (8.1.1)."""
    return bool(beside_enemies(g, side)[space])


def smp_left(g: War, nation: int) -> int:
    """Points left, in halves: a depleted unit costs half a point (8.1.3)."""
    left = g.nations.smp[nation]
    if nation == USSR and moscow_lost(g, g.nations.side[USSR]):
        left -= 2 * (8 + g.nations.smp_more[USSR] - SOVIET_WITHOUT_MOSCOW)
    return left
