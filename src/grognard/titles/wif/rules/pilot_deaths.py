"""14.6.4: which pilots get home when their machine is shot down (option 46); in every other loss of a machine they die."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.state import War


@rule("14.6.4")
def pilot_survives(g: War, unit: int, space: int, code: str) -> bool:
    """Whether the pilot of a machine that is shot down gets home: not from a red result, from an orange one only over land that
    no enemy controls. Which is which: reading WIF-DEC-110."""
    if code != ORANGE or not g.ground.land[space]:
        return False
    return sides_by_hex(g)[space] != 1 - SIDE_OF_POWER[g.units.power[unit]]


ORANGE = "DX"


@rule("14.6.3", "14.6.4")
def note_pilot(g: War, unit: int, space: int, code: str) -> None:
    """A machine is shot down: its pilot is free again, if he lives."""
    if g.options.pilots and g.roster.air[unit] and pilot_survives(g, unit, space, code):
        g.powers[g.units.power[unit]].pilots += 1
        g.say("The pilot of {} survives", g.units[unit], rule="14.6.4")
