"""17.4.5: the collapse of Vichy, when its master announces it or Occupied France is liberated."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import AXIS, FRANCE, POWERS, SIDE_OF_POWER, VICHY
from grognard.titles.wif.ground import slug
from grognard.titles.wif.rules.conquest import chase_ships
from grognard.titles.wif.rules.control import first_home, hexes_of, powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.powers import playing, powers_co_operate, powers_of
from grognard.titles.wif.rules.units import destroy_silently
from grognard.titles.wif.rules.vichy import conqueror_there, found_free_france
from grognard.titles.wif.rules.wars import make_peace, make_war
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, FORCE_POOL, GONE, INCOMPLETE, NOWHERE, Power, War


class Master(Subject, frozen=True):
    """The power that installed Vichy may let it collapse."""

    power: Annotated[int, Power]


def masters(g: War) -> list[int]:
    """For the sequence: the power that may let Vichy collapse."""
    return [g.installer] if g.vichy and g.side == AXIS and g.installer in playing(g) else []


@rule("17.4.5")
def end_vichy(g: War) -> Flow[None]:
    """The power that installed Vichy may announce its collapse"""
    answer, _ = yield from menu(g, g.seat(g.power), "Let Vichy collapse?", Master(g.power), UPHOLD, COLLAPSE)
    if answer.verb == COLLAPSE.name:
        yield from collapse(g)


@rule("17.4.5")
def collapse(g: War, *, freed: bool = False) -> Flow[None]:
    """Vichy ceases to exist; its lands, units and ships find new masters. `freed`: because Occupied France is liberated."""
    g.say("Vichy collapses", rule="17.4.5")
    france, vichy = g.facts.country["france"], g.facts.country["vichy_france"]
    installer = g.installer
    occupied = g.countries.status[france] == CONQUERED and not freed
    for foe in playing(g):
        if g.powers.wars[VICHY] >> foe & 1:
            make_peace(g, VICHY, foe)
    keeper = first_home(g, g.countries.power[france]) if occupied else france
    for space in list(hexes_of(g, vichy)):
        if powers_by_hex(g)[space] == VICHY:
            g.hexes[space].controller = keeper
        g.hexes[space].nation = NOWHERE
    master = powers_by_hex(g)[g.ground.named("Vichy")]  # the Axis power that has Vichy France now, if any
    axis_held = master >= 0 and SIDE_OF_POWER[master] == AXIS
    back = g.powers.conquered[FRANCE] == COMPLETE
    if back:
        g.powers[FRANCE].conquered = INCOMPLETE
    for country in [c for c, p in enumerate(g.countries.power) if p == VICHY and c != vichy]:
        _settle(g, country)
    fleet = [u for u, p in enumerate(g.units.power) if p == VICHY and g.roster.naval[u]]
    for unit, owner in enumerate(g.units.power):
        at = g.units.at[unit]
        if owner != VICHY or at == GONE:
            continue
        g.units[unit].power = FRANCE
        if g.roster.naval[unit]:
            if at < 0 and axis_held:
                g.units[unit].power, g.units[unit].country = master, first_home(g, master)
        elif (at >= 0 and g.ground.land[at] and sides_by_hex(g)[at] == AXIS) or (at < 0 and axis_held):
            destroy_silently(g, unit, FORCE_POOL)
    g.vichy, g.installer, g.hostile = 0, NOWHERE, 0
    row = g.powers[VICHY]
    row.plays = row.wars = 0
    if not freed and (back or g.powers.home[FRANCE] < 0):
        if occupied:
            yield from found_free_france(g)
        for foe in [p for p in powers_of(g, AXIS) if p == installer or powers_co_operate(g, p, installer)]:
            if g.powers.conquered[FRANCE] != COMPLETE:
                make_war(g, FRANCE, foe)
    yield from chase_ships(g, fleet)


def _settle(g: War, country: int) -> None:
    """A country of Vichy: conquered by an Axis power that stands in it, else with its master of 1939, else Free French."""
    row = g.countries[country]
    taker = conqueror_there(g, country)
    if taker >= 0:
        row.status, row.power = CONQUERED, taker
        holder = first_home(g, taker)
    else:
        owner = next((n for n, name in enumerate(POWERS) if slug(name) == g.facts.countries[country].controller), FRANCE)
        owner = owner if owner in playing(g) and owner != VICHY else FRANCE
        row.status, row.power = ALIGNED, owner
        holder = country
    for space in hexes_of(g, country):
        if powers_by_hex(g)[space] in (VICHY, row.power) or g.hexes.controller[space] == country:
            g.hexes[space].controller = holder


UPHOLD: Act[War, Master, None] = Act("uphold", "17.4.5", "Vichy stands", do=lambda g, s, _: None)
COLLAPSE: Act[War, Master, None] = Act("collapse", "17.4.5", "Vichy collapses", do=lambda g, s, _: None)
