"""4.1.3: replacement ships (option 5): a later design of a ship takes its place in the pools when its owner likes."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import POWER_INDEX
from grognard.titles.wif.kinds import CARRIERS
from grognard.titles.wif.rules.building import HULL
from grognard.titles.wif.rules.powers import playing
from grognard.titles.wif.state import CIRCLE, CONSTRUCTION_POOL, FORCE_POOL, GONE, NOWHERE, REPAIR_POOL, TRACK, Power, Unit, War


class Yard(Subject, frozen=True):
    """A power may scrap ships for their replacements."""

    power: Annotated[int, Power]


@derived()
def successors(g: War) -> dict[int, int]:
    """The later counter of a ship of the same name and power as another type: a carrier made of a cruiser or a battleship."""
    first = {(c.power, c.name): n for n, c in enumerate(g.facts.counters) if c.naval and c.name and c.type not in CARRIERS}
    found: dict[int, int] = {}
    for number, c in enumerate(g.facts.counters):
        old = first.get((c.power, c.name), NOWHERE)
        if c.naval and c.type in CARRIERS and old >= 0 and c.year > g.facts.counters[old].year and c.power in POWER_INDEX:
            found[old] = number
    return found


@rule("4.1.3")
def may_convert(g: War, subject: Yard, unit: int) -> No | None:
    """Whether a ship makes way for its replacement: from the year the new one prints."""
    number = successors(g).get(g.units.counter[unit], NOWHERE)
    if number == NOWHERE or g.units.power[unit] != subject.power or g.units.at[unit] == GONE:
        return No("4.1.3", "no replacement of that ship is at hand")
    if number in g.units.counter:
        return No("4.1.3", "its replacement is in the game")
    year = g.facts.enters(g.facts.counters[number])
    return None if year <= g.year else No("4.1.3", f"its replacement comes in {year}")


def convertible(g: War, subject: Yard) -> list[int]:
    later = successors(g)
    return [u for u, c in enumerate(g.units.counter) if c in later and may_convert(g, subject, u) is None]


def yards(g: War) -> list[int]:
    """For the sequence: powers with a ship that can be replaced."""
    if not g.options.ships_in_flames or not g.campaign.frame.production.allowed:
        return []
    return [p for p in playing(g) if convertible(g, Yard(p))]


@rule("4.1.3")
def new_pool(g: War, unit: int) -> int:
    """Where the replacement begins: by where the ship is that makes way for it."""
    at = g.units.at[unit]
    if at >= 0:
        return REPAIR_POOL
    hull = (CIRCLE - 5 <= at <= CIRCLE or at == TRACK) and g.units.cycle[unit] == HULL
    return FORCE_POOL if at == FORCE_POOL or hull else CONSTRUCTION_POOL


@rule("4.1.3")
def convert_ships(g: War) -> Flow[None]:
    """A power may scrap ships for the replacements of a later year"""
    subject = Yard(g.power)
    while convertible(g, subject):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: replace ships?", subject, KEEP, CONVERT, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == KEEP.name:
            return


def _convert(g: War, subject: Yard, unit: int) -> None:
    number, pool, row = successors(g)[g.units.counter[unit]], new_pool(g, unit), g.units[unit]
    yard = NOWHERE if pool == FORCE_POOL else row.at if row.at >= 0 else row.yard  # 13.6.10
    new = g.units.add(counter=number, power=row.power, country=row.country, at=pool, yard=yard, prize=row.prize)
    for cargo, ship in enumerate(g.units.aboard):
        if ship == unit:
            g.units[cargo].aboard = NOWHERE
    row.at, row.aboard, row.down, row.damaged, row.yard = GONE, NOWHERE, 0, 0, NOWHERE
    g.say("{} is replaced by {}", row, new, rule="4.1.3")


KEEP: Act[War, Yard, None] = Act("done", "4.1.3", "Keep them", do=lambda g, s, _: None)
CONVERT: Act[War, Yard, int] = Act(
    "convert", "4.1.3", "Replace {0}", takes=Unit, listed=convertible, may=may_convert, do=_convert
)
