"""16.2, 23: what events and the rules of single countries add to diplomatic rolls, and what follows when a status changes.

A difference in value is a line of `country_modifiers`; a difference in kind is a procedure called by `status_changed`."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.rules import rule
from grognard.titles.tw.nations import ALLIES, AXIS, GERMANY, INDEX, ITALY, NEUTRAL, USA
from grognard.titles.tw.rules.status import AXIS_BLOC, BLOCS, SOVIET_BLOC, WEST_BLOC, status_with
from grognard.titles.tw.state import SATELLITE, War

VATICAN = INDEX["vatican"]
FAITHFUL = frozenset(INDEX[k] for k in ("ireland", "spain", "vichy_france", "portugal"))


@rule("16.2")
def universal_modifiers(g: War, alliance: int) -> Iterator[tuple[str, int, str]]:
    """What bears on all rolls of an alliance: America at war and Italy out of it burden the Axis, breaches of neutrality burden
    who committed them (TW-AMB-113)."""
    if alliance == AXIS_BLOC:
        yield "America at war", int(g.nations.side[USA] != NEUTRAL), "16.2"
        yield "Italy out of the war", int(g.nations.surrendered[ITALY] and not g.nations.surrendered[GERMANY]), "16.2"
    for power in BLOCS[alliance]:
        if not g.nations.surrendered[power]:
            yield f"what {g.nations[power].label} did to neutrals", int(g.nations.infamy[power]), "16.2"


@rule("23.56")
def country_modifiers(g: War, alliance: int, target: int) -> Iterator[tuple[str, int, str]]:
    """What the rules of single countries add to a roll of an alliance on a target."""
    if target in FAITHFUL and alliance != SOVIET_BLOC and status_with(g, VATICAN, alliance) == SATELLITE:
        yield "the Vatican", -1, "23.56"
    grudge = g.grudges.get(target * 64 + alliance, 0)
    yield f"what was done to {g.nations[target].label}", int(grudge), "18.7.2"


@rule("23.56")
def polish_partisans(g: War, created: int) -> int:
    """What the Vatican changes in the number of Polish partisans: one fewer where it is with the Axis or none but one where the
    Allies have occupied it, one more where it is with the West or the Axis has occupied it."""
    if g.vatican_taken == ALLIES:
        return min(1 - created, 0)
    more = int(status_with(g, VATICAN, WEST_BLOC) == SATELLITE) - int(status_with(g, VATICAN, AXIS_BLOC) == SATELLITE)
    return more + int(g.vatican_taken == AXIS)


def country_pops(g: War, alliance: int, target: int) -> int:
    """POPs that the rule of a country gives an alliance in a target, in attack and in defence."""
    return 0


def status_changed(g: War, minor: int, patron: int, status: int) -> None:
    """A country's status has changed; `patron` and `status`: what they were before."""
