"""13.5: final reorganisation. Reorganisation within an impulse (11.17) joins it here."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.wif.rules.powers import active
from grognard.titles.wif.rules.supply import in_supply, isolated
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import War


@rule("13.5", "8.2.1")
def reorganise_finally(g: War) -> None:
    """Every face-down unit turns face-up, except ships in a port shut by ice"""
    naval = roster(g).naval
    strict = g.options.isolated_reorganisation
    for unit, down in enumerate(g.units.down):
        at = g.units.at[unit]
        if not down or at < 0 or (naval[unit] and closed_port(g, at)):
            continue
        if strict and g.ground.land[at] and active(g, g.units.power[unit]) and not in_supply(g, unit) and isolated(g, unit):
            continue
        g.units[unit].down = 0
