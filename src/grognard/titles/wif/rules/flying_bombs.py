"""14.7: flying bombs (option 47): what carries an Ohka, and that none of them comes back."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import MOTHERLESS
from grognard.titles.wif.rules.units import air_at, destroy, turn_down
from grognard.titles.wif.state import FORCE_POOL, War


@rule("14.7")
def mothers(g: War, unit: int) -> list[int]:
    """Aircraft that can carry a flying bomb to its target, those with most range first: itself, or for an Ohka a face-up G4M or
    G8M of its hex."""
    sheet = g.units[unit].sheet
    if not sheet.name.startswith(MOTHERLESS):
        return [unit]
    there = [u for u in air_at(g, g.units.at[unit]) if g.units.power[u] == g.units.power[unit] and not g.units.down[u]]
    ready = [u for u in there if g.units[u].sheet.name.startswith(("G4M", "G8M"))]
    return sorted(ready, key=lambda u: (-g.units[u].sheet.range, u))


@rule("10.3", "14.7")
def fuelled(g: War, unit: int) -> tuple[int, ...]:
    """Who needs oil for a flight: the aircraft, and for an Ohka the one that carries it."""
    mother = mothers(g, unit)[:1] if g.options.oil and g.units[unit].sheet.flying_bomb else []
    return tuple(dict.fromkeys((unit, *mother)))


@rule("14.7")
def release(g: War, unit: int, base: int) -> None:
    """The aircraft that carried a flying bomb to its target is home again, face-down."""
    if g.units[unit].sheet.name.startswith(MOTHERLESS):
        there = [u for u in air_at(g, base) if g.units.power[u] == g.units.power[unit] and not g.units.down[u]]
        ready = [u for u in there if g.units[u].sheet.name.startswith(("G4M", "G8M"))]
        turn_down(g, *sorted(ready, key=lambda u: (-g.units[u].sheet.range, u))[:1])


@rule("14.7")
def spent(g: War, unit: int) -> bool:
    """Whether an aircraft is a flying bomb that has flown its mission: it is destroyed; the pilot of an Ohka with it."""
    sheet = g.units[unit].sheet
    if not sheet.flying_bomb:
        return False
    if g.options.pilots and not sheet.name.startswith(MOTHERLESS):
        g.powers[g.units.power[unit]].pilots += 1
    destroy(g, unit, FORCE_POOL)
    return True
