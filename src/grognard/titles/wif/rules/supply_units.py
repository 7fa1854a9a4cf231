"""22.3: supply units (option 14) expended for HQs. The unit each of them feeds in its own impulse is in supply.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.powers import active, co_operate, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy, land_at
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, Power, Unit, War

Pair = tuple[int, int]


class Stores(Subject, frozen=True):
    """A power may expend supply units for HQs that are cut off."""

    power: Annotated[int, Power]


@rule("22.3", "2.4.2")
def may_expend(g: War, subject: Stores, pair: Pair) -> No | None:
    """Whether a face-up supply unit makes an HQ in its hex a primary source for the rest of the turn."""
    store, hq = pair
    units, types = g.units, g.roster.types
    if types[store] != Type.SUPPLY or units.power[store] != subject.power or units.at[store] < 0 or units.down[store]:
        return No("22.3", "only a face-up supply unit of yours on the map is expended")
    if units.aboard[store] != NOWHERE or not g.ground.land[units.at[store]]:
        return No("22.3", "it is aboard a ship")
    if not g.roster.hq[hq] or units.at[hq] != units.at[store] or units.aboard[hq] != NOWHERE or not co_operate(g, store, hq):
        return No("22.3", "it is expended for an HQ it is stacked with")
    if in_supply(g, hq):
        return No("22.3", "the HQ is in supply")  # WIF-DEC-74
    return None


def issues(g: War, subject: Stores) -> list[Pair]:
    types, units = g.roster.types, g.units
    stores = [u for u, whose in enumerate(units.power) if whose == subject.power and types[u] == Type.SUPPLY and units.at[u] >= 0]
    every = [(u, hq) for u in stores for hq in land_at(g, units.at[u]) if g.roster.hq[hq]]
    return [pair for pair in every if may_expend(g, subject, pair) is None]


def storekeepers(own: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers of the moving side, or of the other, with an HQ that a supply unit could help."""

    def powers(g: War) -> list[int]:
        if not g.options.supply_units:
            return []
        return [p for p in powers_of(g, g.side if own else 1 - g.side) if active(g, p) and issues(g, Stores(p))]

    return powers


@rule("22.3")
def expend(g: War) -> Flow[None]:
    """Supply units are expended for HQs that are out of supply"""
    subject = Stores(g.power)
    while issues(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: expend supply units?", subject, KEEP, EXPEND, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == KEEP.name:
            return


def _expend(g: War, subject: Stores, pair: Pair) -> None:
    store, hq = pair
    g.units[hq].primed = g.turn + 1
    g.say("{} is expended for {}", g.units[store], g.units[hq], rule="22.3")
    destroy(g, store, FORCE_POOL)


KEEP: Act[War, Stores, None] = Act("done", "22.3", "Keep them", do=lambda g, s, _: None)
EXPEND: Act[War, Stores, Pair] = Act(
    "expend", "22.3", "{0} for {1}", takes=(Unit, Unit), listed=issues, may=may_expend, do=_expend
)
