"""Attacks in preparation (6.1, 8.2): who attacks where, who may join, which zones are targets, which units are alike."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import NAMES
from grognard.titles.gw36.rules import war_conditions
from grognard.titles.gw36.rules.battle import bystanders
from grognard.titles.gw36.rules.nations import may_attack_together, power_of
from grognard.titles.gw36.rules.units import on_duty
from grognard.titles.gw36.rules.units import targets as targets
from grognard.titles.gw36.state import ASSAULT, ATTACK, DROP, War


def alike(g: War, u: int) -> list[int]:
    """Units that are the same as this one for every purpose of the phase, itself first."""
    units, carriers = g.units, g.units.carrier
    here, free = units.stacks[units.at[u]], carriers[u] < 0
    return units.twins(u, [v for v in here if (carriers[v] < 0) == free], "used", "duty", "spent", "start")


@rule("6.1")
def joins(g: War, nation: int, zone: int) -> No | None:
    """Why a nation may not join an attack: nations of one turn that may not attack together."""
    for other in attacks(g).get(zone, ()):
        if not may_attack_together(g, nation, other):
            return No("6.1", f"{NAMES[nation]} and {NAMES[other]} may not attack together")
    for other in bystanders(g, zone, nation):
        if war_conditions.may_declare(g, power_of(nation), other) is not None:
            return No("8.1", f"{NAMES[other]} stands there too, and {NAMES[nation]} cannot declare war on it")
    return None


@derived("units.duty", "units.at", "units.target", "units.nation")
def attacks(g: War) -> dict[int, set[int]]:
    """The nations attacking each zone."""
    units = g.units
    found: dict[int, set[int]] = {}
    for u in on_duty(g):
        duty, at, nation = units.duty[u], units.at[u], units.nation[u]
        if at >= 0:
            if duty in (ATTACK, DROP):
                found.setdefault(at, set()).add(nation)
            elif duty == ASSAULT:
                found.setdefault(units.target[u], set()).add(nation)
    return found


def is_target(g: War, nation: int, zone: int) -> bool:
    return zone in targets(g, nation)
