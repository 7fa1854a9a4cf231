"""22.7, 22.8: two German wonders. The Walther boat leaves a battle it does not like; the Hermann Goering corps flies."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.aif.state import America
from grognard.titles.wif.rules.boats import leave_combat
from grognard.titles.wif.rules.naval_search import Sides

BOAT = "N585"  # AIF-DEC-11: the one counter with the mark
CORPS = "LL36"


def is_walther(g: America, unit: int) -> bool:
    return g.options.walther and g.units.counter[unit] >= 0 and g.units[unit].sheet.id == BOAT


@rule("22.7")
def slip_away(g: America, sides: Sides) -> Flow[bool]:
    """The Walther boat may decline a combat to which it was committed: it returns to base face-down; gives whether it did"""
    gone = yield from leave_combat(g, sides, is_walther, "22.7")
    for unit in gone:
        g.units[unit].down = 1
    return bool(gone)


@rule("22.8")
def is_flying_corps(g: America, unit: int) -> bool:
    """Whether a unit is the corps that is carried and dropped like a PARA, by two transports or a large one (AIF-DEC-12)."""
    return g.options.flying_corps and g.units.counter[unit] >= 0 and g.units[unit].sheet.id == CORPS
