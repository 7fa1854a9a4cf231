"""18.2: foreign troop commitments at the end of a step. Who came in it to a hex that the enemy held in the home of a friend it
does not work with is lost there, but for as many units as the HQs of its nation there allow. Hexes that the friend holds are not
entered at all (WIF-DEC-07, access.py)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.access import guests, shuns, troop_nation, works_with_host
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.powers import home_power, playing, political
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import FORCE_POOL, HOME, Country, Unit, War


class Surplus(Subject, frozen=True):
    """Foreign troops in a country, of whom one is lost."""

    country: Annotated[int, Country]
    units: Annotated[tuple[int, ...], Unit]


@rule("18.2")
def strangers(g: War) -> list[int]:
    """Land units in the unconquered home of a friendly major power that they do not work with, a minor's in another minor's."""
    if not political(g):
        return []
    status, land, types, known = g.countries.status, g.roster.land, g.roster.types, set(playing(g))
    found = []
    for unit, at in enumerate(g.units.at):
        if at < 0 or not land[unit] or types[unit] == Type.PART or not g.ground.land[at]:
            continue
        nation, power = nation_at(g, at), g.units.power[unit]
        host = home_power(g, nation)
        friendly = host >= 0 and host != power and host in known and SIDE_OF_POWER[host] == SIDE_OF_POWER[power]
        if (friendly and status[nation] == HOME and not works_with_host(g, unit, host)) or shuns(g, unit, nation):
            found.append(unit)
    return found


def anybody_abroad(g: War) -> bool:
    """For the sequence: whether the list of a step's first guests is worth a look."""
    return bool(g.sojourners or strangers(g))


@rule("18.2")
def note_guests(g: War) -> None:
    """Who is abroad when a step begins may stay; not who has just landed there"""
    g.sojourners = [u for u in strangers(g) if not g.units.landed[u]]


@rule("18.2")
def surplus(g: War) -> list[Surplus]:
    """Newcomers of each nation in each country where there are more units than the values of their HQs."""
    new: dict[tuple[int, int], list[int]] = {}
    for unit in strangers(g):
        if unit not in g.sojourners:
            new.setdefault((nation_at(g, g.units.at[unit]), troop_nation(g, unit)), []).append(unit)
    found = []
    for (country, nation), units in new.items():
        values, others = guests(g, country).get(nation, (0, 0))
        if not values or others > values:
            found.append(Surplus(country, tuple(units)))
    return found


@rule("18.2")
def dismiss_guests(g: War) -> Flow[None]:
    """Foreign troops beyond the limit are lost at the end of the step; their owner says which"""
    while left := surplus(g):
        subject = left[0]
        power = g.units.power[subject.units[0]]
        unit = subject.units[0]
        if len(subject.units) > 1:
            prompt, row = "Too many foreign troops in {0}: who is lost?", g.countries[subject.country]
            _, unit = yield from menu(g, g.seat(power), prompt, subject, LOSE, named=(row,))
        g.say("{} is lost: too few of its HQs are in {}", g.units[unit], g.countries[subject.country], rule="18.2")
        destroy(g, unit, FORCE_POOL)
    g.sojourners = []


LOSE: Act[War, Surplus, int] = Act(
    "lose_guest", "18.2", "{0}", takes=Unit, listed=lambda g, s: list(s.units), do=lambda g, s, unit: unit,
    may=lambda g, s, unit: None if unit in s.units else No("18.2", "it is no guest who came in this step"),
)  # fmt: skip
