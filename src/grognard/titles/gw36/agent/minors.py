"""Minors to win over (4.8, tables 4-4 and 4-5): what one is worth, and what an attempt to Align it by paying promises."""

from __future__ import annotations

from grognard.titles.gw36.agent.threat import front
from grognard.titles.gw36.agent.worth import turns_left, worths
from grognard.titles.gw36.powers import USA
from grognard.titles.gw36.rules.alignment import enemies_near
from grognard.titles.gw36.rules.nations import zones_of
from grognard.titles.gw36.state import War

FORCES = 0.5  # of the price of its units, near the front; less far away
FARTHEST = 12.0
SIDES = 12  # of the die
GERMAN_NUMBER = 2  # Argentina joins Germany on this or less
US_ROUSED = 6.5 * 1.5  # IPP the United States gain by that, and keep


def minor_worth(g: War, nation: int, minor: int) -> float:
    """What a minor brings: its zones for what is left of the war, and its units if they can reach a front."""
    worth, far, units, price = worths(g, nation), front(g, nation), g.units, g.values.price
    total = 0.0
    for z in zones_of(g, minor):
        near = max(0.0, 1.0 - far[z] / FARTHEST)
        forces = sum(price[units.kind[u]] for u in g.units.stacks[z] if units.nation[u] == minor)
        total += worth[z] + FORCES * near * forces
    return total


def chance(g: War, nation: int, minor: int, paid: int) -> float:
    """The chance that an attempt succeeds."""
    return (paid + int(enemies_near(g, minor)) if nation == USA else GERMAN_NUMBER) / SIDES


def influence_worth(g: War, nation: int, minor: int, paid: int) -> float:
    """What paying for an attempt promises beyond its price; nothing when the war is over before it pays."""
    if turns_left(g) <= 1:
        return -1.0
    gain = minor_worth(g, nation, minor) - (US_ROUSED if nation != USA else 0.0)
    return chance(g, nation, minor, paid) * gain - paid


def why(g: War, nation: int, minor: int, paid: int) -> str:
    """The reason for an attempt."""
    label = g.nations[minor].label
    return f"influence {label}: chance {chance(g, nation, minor, paid):.0%} of {minor_worth(g, nation, minor):.0f} IPP"
