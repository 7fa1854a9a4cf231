"""The general staffs of the two sides: on which coasts a power wants its armies, and the places that decide, by the turn of the
campaign (the order of the designer's notes, 24.1: the Guyanas and the islands, Panama, air bases, Canada, at last the USA)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.titles.aif.agent.treasury import OPENING
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.council import enemies
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import slug
from grognard.titles.wif.rules.control import sides_by_hex

LAST = 99
GUYANAS = ("french_guyana", "dutch_guyana", "british_guyana")
ISLANDS = ("martinique", "guadeloupe", "barbados", "trinidad", "bermuda", "bahamas", "jamaica")
NORTH = ("newfoundland", "canada")


class Coast(NamedTuple):
    """Countries on whose coasts a power wants its armies in some turns of the campaign, and the places that decide there."""

    first: int
    last: int
    countries: tuple[str, ...]
    places: tuple[str, ...]


ATLANTIC = (
    Coast(1, 12, GUYANAS, ("Cayenne", "Paramaribo", "Georgetown")),
    Coast(1, LAST, NORTH, ("St John's", "Montreal", "Ottawa", "Toronto")),
    Coast(6, LAST, ISLANDS, ("Fort-de-France", "Port of Spain", "Hamilton", "Nassau")),
    Coast(14, LAST, ("usa",), ("Boston", "New York", "Washington")),
)
PACIFIC = (
    Coast(1, LAST, ("french_polynesia", "panama", "ecuador"), ("Papeete", "Panama City", "Colon")),
    Coast(6, LAST, ("canada",), ("Prince Rupert", "Vancouver")),
    Coast(14, LAST, ("usa",), ("Seattle", "San Francisco", "Los Angeles")),
)
COASTS: dict[int, tuple[Coast, ...]] = {GERMANY: ATLANTIC, ITALY: ATLANTIC, JAPAN: PACIFIC}
RETAKEN = ("newfoundland", "canada", "usa", "panama")  # what the Allies land to get back


def turn_of_campaign(g: America) -> int:
    return g.turn - OPENING + 1


def coasts_wanted(g: America, power: int) -> tuple[str, ...]:
    """Countries on whose coasts a power wants its armies now: while the enemy holds one of the places that decide there."""
    if g.whole_world:
        return ()
    if power not in COASTS:
        return _lost(g, power)
    return tuple(dict.fromkeys(name for coast in _due(g, power) if _left(g, power, coast) for name in coast.countries))


def goals_of_war(g: America, power: int) -> list[int]:
    """The places that decide now: of each coast the first that an enemy holds."""
    if g.whole_world or power not in COASTS:
        return []
    return [left[0] for coast in _due(g, power) if (left := _left(g, power, coast))]


def _due(g: America, power: int) -> list[Coast]:
    turn = turn_of_campaign(g)
    return [coast for coast in COASTS[power] if coast.first <= turn <= coast.last]


def _left(g: America, power: int, coast: Coast) -> list[int]:
    """The places of a coast that enemies of a power hold."""
    sides, foes = sides_by_hex(g), {SIDE_OF_POWER[p] for p in enemies(g, power)}
    places = [g.ground.places.get(slug(name), -1) for name in coast.places]
    return [s for s in places if s >= 0 and sides[s] in foes]


def _lost(g: America, power: int) -> tuple[str, ...]:
    """Countries of the north, and the canal, in which an enemy holds a city."""
    if power not in (USA, COMMONWEALTH):
        return ()
    sides, enemy = sides_by_hex(g), 1 - SIDE_OF_POWER[power]
    return tuple(n for n in RETAKEN if any(g.ground.city[s] and sides[s] == enemy for s in g.ground.homeland.get(n, ())))
