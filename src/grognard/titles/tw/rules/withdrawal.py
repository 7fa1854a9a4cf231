"""16.3.3, 18.5.7: units that must leave a country: they go to the nearest place of their own, or are lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import AIR, NAVAL
from grognard.titles.tw.nations import KEYS, MAJORS, NEUTRAL
from grognard.titles.tw.rules.airbases import bases
from grognard.titles.tw.rules.seas import free_berths, is_port
from grognard.titles.tw.rules.stacking import with_room
from grognard.titles.tw.rules.status import may_stay
from grognard.titles.tw.rules.units import eliminate
from grognard.titles.tw.state import War


@rule("18.5.7")
def withdraw(g: War, units: Iterable[int], places: Sequence[int], rule_: str) -> None:
    """Units go to the nearest of these places that has room for them: aircraft to a base, ships to a port. Who finds none is
    lost."""
    known = g.roster
    for u in sorted(units, key=lambda u: (known.kinds[u] in NAVAL, u)):
        unit = g.units[u]
        if unit.at < 0 or unit.aboard >= 0:
            continue
        near = sorted(places, key=lambda s: (g.ground.far(unit.at, s), s))
        if known.kinds[u] in NAVAL:
            goal = next((s for s in near if is_port(g, s) and free_berths(g, s) > 0), NOWHERE)
        elif known.kinds[u] in AIR:
            fields = set(bases(g, u))
            goal = next((s for s in near if s in fields), NOWHERE)
        else:
            goal = next((s for s in near if g.ground.land[s] and with_room(g, [s], u)), NOWHERE)
        if goal == NOWHERE:
            eliminate(g, unit, rule_)
            continue
        for carried, ship in enumerate(g.units.aboard):
            if ship == u and g.units.at[carried] >= 0:
                g.units[carried].at = goal
        unit.at = goal
        g.say("{} leaves for {}", unit, g.hexes[goal], rule=rule_)


def held_by(g: War, power: int) -> list[int]:
    """Places that a power holds itself."""
    return [s for s, holder in enumerate(g.hexes.holder) if holder == power]


@rule("16.3.3")
def guests_leave(g: War) -> None:
    """By the end of their player turn troops of a former patron have left a country that is no Associate of theirs any more."""
    known = g.roster
    for n, until in enumerate(g.nations.guests_until):
        row = g.nations[n]
        if until < 0 or g.player_turn < until:
            continue
        row.guests_until = NOWHERE
        if row.side != NEUTRAL:
            continue
        land = {s for s, holder in enumerate(g.hexes.holder) if holder == n}
        for u, at in enumerate(g.units.at):
            power = known.patrons[u]
            if at in land and known.nations[u] != n and power in MAJORS and not may_stay(g, power, at):
                withdraw(g, [u], held_by(g, power), "16.3.3")
        g.say("foreign troops have left {}", KEYS[n].replace("_", " ").title(), rule="16.3.3")
