"""22.15: partisan HQs (option 60): Zoya K. and Tito rise where two partisans stand together."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import hexes_of
from grognard.titles.wif.rules.units import destroy_silently, land_at
from grognard.titles.wif.state import FORCE_POOL, GONE, NOWHERE, Hex, Power, War


class Leader(Subject, frozen=True):
    """Two partisans may become an HQ. `counter`: which."""

    power: Annotated[int, Power]
    counter: int
    places: tuple[Annotated[int, Hex], ...]


def leaders(g: War) -> list[tuple[int, int]]:
    """Counters of partisan HQs that are not in play, with their country."""
    found = [(n, g.facts.nation[n]) for n, c in enumerate(g.facts.counters) if "partisan_hq" in c.marks]
    busy = {c for u, c in enumerate(g.units.counter) if g.units.at[u] != GONE}
    return [(n, country) for n, country in found if n not in busy and country >= 0]


@rule("22.15")
def gatherings(g: War, country: int) -> list[int]:
    """Hexes of a country in which two partisans of it stand together."""
    types = g.roster.types
    return [s for s in hexes_of(g, country) if s in g.units.stacks and sum(types[u] == Type.PART for u in land_at(g, s)) >= 2]


@rule("22.15")
def raise_leaders(g: War) -> Flow[None]:
    """Where two partisans stand together their HQ may take their place"""
    for number, country in leaders(g):
        places = gatherings(g, country)
        if places:
            power = next(g.units.power[u] for u in land_at(g, places[0]) if g.roster.types[u] == Type.PART)
            subject = Leader(power, number, tuple(places))
            yield from menu(g, g.seat(power), "Partisan HQ {0}?", subject, NOT_YET, LEAD, named=(g.facts.counters[number].name,))


def _lead(g: War, subject: Leader, space: int) -> None:
    bands = [u for u in land_at(g, space) if g.roster.types[u] == Type.PART]
    country = g.units.country[bands[0]]
    leader = g.facts.counters[subject.counter].name.split()[0]
    for unit in [u for u in bands if g.units[u].sheet.name == leader] or bands[:2]:  # its own band alone, else two
        destroy_silently(g, unit, FORCE_POOL)
    old = next((u for u, c in enumerate(g.units.counter) if c == subject.counter), NOWHERE)
    unit = old if old != NOWHERE else g.units.add(counter=subject.counter).index
    row = g.units[unit]
    row.power, row.country, row.at, row.from_, row.down = subject.power, country, space, space, 0
    g.say("{} leads the partisans in {}", row, g.hexes[space], rule="22.15")


NOT_YET: Act[War, Leader, None] = Act("not_yet", "22.15", "Not yet", do=lambda g, s, _: None)
LEAD: Act[War, Leader, int] = Act(
    "lead", "22.15", "In {0}", takes=Hex, listed=lambda g, s: list(s.places), do=_lead,
    may=lambda g, s, space: None if space in s.places else No("22.15", "two partisans stand together there"),
)  # fmt: skip
