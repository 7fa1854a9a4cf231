"""2.5.4: units that a change of control leaves where they may not be leave the map and come back in two turns.

Land units that enter hexes change control by 2.5.3 and drive others off (overrun.py); this is for control that changes without a
fight: conquest, peace, liberation, Vichy, border changes, US entry.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import LAKE
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.powers import active, side_of
from grognard.titles.wif.rules.units import destroy, send_away
from grognard.titles.wif.rules.weather import frozen_lake
from grognard.titles.wif.state import FORCE_POOL, GROUNDED, War


@rule("2.5.4", "13.4.2", "11.10.5")
def may_be_in(g: War, unit: int, space: int) -> No | None:
    """Whether a unit may be in a hex by who controls it now."""
    holder, power = powers_by_hex(g)[space], g.units.power[unit]
    if holder == power:
        return None
    if holder < 0:
        return No("2.5.4", f"{g.board.label(space)} belongs to a neutral")
    if side_of(holder) != side_of(power):
        return No("2.5.4", f"{g.board.label(space)} belongs to {g.powers[holder].label}")
    if not (active(g, power) and active(g, holder)):
        return No("2.5.4", "neutral powers do not share their hexes")
    return None


@rule("2.5.4")
def displace_units(g: War, spaces: Iterable[int]) -> list[int]:
    """Take units that may no longer be in these hexes off the map; they arrive in two turns. Gives them. Partisans are always in
    hexes of their enemies (WIF-DEC-281)."""
    gone: list[int] = []
    types = g.roster.types
    for space in spaces:
        if not g.ground.land[space]:
            continue
        for unit in list(g.units.stacks.get(space, ())):
            grounded = g.units.mission[unit] == GROUNDED and types[unit] != Type.PART
            if grounded and may_be_in(g, unit, space) is not None:
                gone.append(unit)
    for unit in gone:
        send_away(g, unit)
    return gone


@rule("8.2.1")
def leave_thawed_lakes(g: War) -> None:
    """Units on a lake that is no longer frozen leave the map for two turns; in the older edition they are lost"""
    for space in [s for s in g.units.stacks if s >= 0 and g.ground.terrain[s] == LAKE and g.ground.land[s]]:
        if not frozen_lake(g, space):
            for unit in list(g.units.stacks.get(space, ())):
                if g.settings.thaw_destroys:
                    destroy(g, unit, FORCE_POOL)
                else:
                    send_away(g, unit)


def anybody_on_ice(g: War) -> bool:
    """For the sequence: whether any unit stands on a lake."""
    return any(s >= 0 and g.ground.terrain[s] == LAKE and g.ground.land[s] and units for s, units in g.units.stacks.items())
