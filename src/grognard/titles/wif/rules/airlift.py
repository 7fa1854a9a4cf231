"""A corps of armour that flies (22.8 of America in Flames): which transports lift it, and how two fly as one."""

from __future__ import annotations

from grognard.titles.wif.kinds import Type
from grognard.titles.wif.state import GROUNDED, NOWHERE, War

LARGE = frozenset(("large_transport", "two_transports"))


def second_transport(g: War, transport: int) -> int:
    """An ATR that stands with a transport and could fly along; NOWHERE if there is none."""
    row, types = g.units[transport], g.roster.types
    base = row.base if row.base >= 0 else row.at
    for u in g.units.stacks.get(base, ()):
        idle = g.units.mission[u] == GROUNDED and not g.units.down[u] and g.units.aboard[u] == NOWHERE
        if u != transport and types[u] == Type.ATR and g.units.power[u] == row.power and idle:
            return u
    return NOWHERE


def lifts_corps(g: War, transport: int) -> bool:
    """Whether a whole corps of armour can fly with a transport: a large one, or with another beside it."""
    return bool(g.units[transport].sheet.marks & LARGE) or second_transport(g, transport) != NOWHERE


def pair_up(g: War, transport: int, unit: int) -> None:
    """A corps that needs two transports: the second flies along and shares the fate of the first."""
    if g.title.flying_corps(g, unit) and not g.units[transport].sheet.marks & LARGE:
        other = second_transport(g, transport)
        g.units[other].aboard, g.units[other].at = transport, g.units.at[transport]
