"""22.9: fortifications on the map (option 32): which hexsides a built fort covers, and what a coastal fort adds. How they are
built and destroyed is facilities.py."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import War

COASTAL = "coastal"


def works_at(g: War, space: int) -> list[int]:
    """Fortifications in a hex."""
    types = g.roster.types
    return [u for u in g.units.stacks.get(space, ()) if types[u] == Type.FORT]


@rule("22.9")
def is_fortified(g: War, start: int, target: int) -> bool:
    """Whether a built fort in a hex covers the hexside towards another."""
    if target not in g.units.stacks:
        return False
    side = next((n for n, (s, _) in enumerate(g.ground.steps[target]) if s == start), None)
    return side is not None and any(g.units.sides[u] >> side & 1 for u in works_at(g, target))


@rule("22.9")
def coastal_value(g: War, space: int, against: int) -> int:
    """What the coastal forts of a hex add against a side; 0 where none stands."""
    forts = [u for u in works_at(g, space) if COASTAL in g.units[u].sheet.marks]
    return max((g.units[u].sheet.strength for u in forts if SIDE_OF_POWER[g.units.power[u]] != against), default=0)
