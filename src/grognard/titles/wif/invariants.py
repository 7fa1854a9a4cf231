"""What must hold after every answer, whatever happened."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.units import land_by_hex, roster
from grognard.titles.wif.state import CIRCLE, GONE, LOST_CITY, NOWHERE, SETTLED, TRACK, War


def invariants(g: War) -> Iterable[str]:
    """Whatever is wrong with this state."""
    known = roster(g)
    places = {GONE, TRACK, *range(LOST_CITY, GONE), *range(CIRCLE - 5, CIRCLE + 1)}
    for unit, at in enumerate(g.units.at):
        if at < 0:
            if at not in places:
                yield f"u{unit} is in no pool: {at}"
            continue
        if g.units.aboard[unit] != NOWHERE and g.units.at[g.units.aboard[unit]] != at:
            yield f"u{unit} is not where its carrier is"
        if known.land[unit] and g.units.aboard[unit] == NOWHERE and not g.ground.land[at]:
            yield f"land unit u{unit} stands in {g.board.token(at)}"
    for space, units in land_by_hex(g).items():
        sides = {SIDE_OF_POWER[g.units.power[u]] for u in units if g.units.landed[u] in (0, SETTLED)}
        if len(sides) > 1:
            yield f"land units of both sides stand in {g.board.token(space)}"
    if not 1 <= g.track <= len(g.charts.initiative) or not 1 <= g.box <= len(g.charts.impulses):
        yield f"a marker has left its track: {g.track}, {g.box}"
