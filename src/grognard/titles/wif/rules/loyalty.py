"""17.5: Vichy units that fight Allies they are not hostile to may defect before the combat."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, USA, VICHY
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.units import destroy, land_at, of_side
from grognard.titles.wif.state import FORCE_POOL, War

DEFECTS = 4  # modified rolls up to this


@rule("17.5")
def loyalty_modifier(g: War, allies: list[int]) -> int:
    """What the Allied units in a combat add to the roll: Free French and Americans win men over, the British do not."""
    powers = [g.units.power[u] for u in allies]
    return sum(p == COMMONWEALTH for p in powers) - sum(p in (FRANCE, USA) for p in powers)


@rule("17.5")
def try_loyalty(g: War, target: int, attackers: list[int], *, notional: bool = False) -> Flow[bool]:
    """Each Vichy land unit in a combat with Allies it is not hostile to is rolled for, `notional`: or the notional unit of its
    hex; who defects is lost. Gives whether nobody of the Axis is left"""
    fighting = [*attackers, *land_at(g, target)]
    allies = of_side(g, fighting, ALLIES)
    vichy = [u for u in of_side(g, fighting, AXIS) if g.units.power[u] == VICHY]
    ghost = notional and not vichy and g.powers_by_hex[target] == VICHY
    if g.trespassed or not (vichy or ghost) or not allies or any(g.hostile >> g.units.power[u] & 1 for u in allies):
        return False
    change = loyalty_modifier(g, allies)
    if ghost:
        stake = Stake("Loyalty of the notional unit", "17.5", AXIS, AXIS, with_units(g, allies))
        return bool((yield from cast(g, stake)) + change <= DEFECTS)
    for unit in vichy:
        stake = Stake(f"Loyalty of {g.units[unit].label}", "17.5", AXIS, AXIS, with_units(g, fighting))
        if (yield from cast(g, stake)) + change <= DEFECTS:
            g.units[unit].power = FRANCE
            destroy(g, unit, FORCE_POOL)
    return not of_side(g, [u for u in fighting if g.units.at[u] >= 0], AXIS)
