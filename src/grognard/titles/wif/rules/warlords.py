"""22.6, 22.8: counters that belong to a city, and how far a warlord goes from his. Who raises them when is recruits.py."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import Counter
from grognard.titles.wif.ground import slug
from grognard.titles.wif.state import NOWHERE, War


@derived()
def recruits(g: War) -> dict[str, list[tuple[int, int]]]:
    """Counters with a city, by kind of recruit: number and city; those whose city is not on the board are left out."""
    found: dict[str, list[tuple[int, int]]] = {"warlord": [], "volunteer": []}
    for number, counter in enumerate(g.facts.counters):
        kind = next((mark for mark in found if mark in counter.marks), "")
        city = city_of_recruit(g, counter)
        if kind and city >= 0:
            found[kind].append((number, city))
    return found


def city_of_recruit(g: War, counter: Counter) -> int:
    """The hex of a recruit's city; NOWHERE for a counter without one."""
    return g.ground.places.get(slug(counter.available), NOWHERE) if counter.marks & {"warlord", "volunteer"} else NOWHERE


@derived()
def warlord_lands(g: War) -> dict[int, frozenset[int]]:
    """Hexes within two of each warlord's city, by counter."""
    found: dict[int, frozenset[int]] = {}
    for number, city in recruits(g)["warlord"]:
        ring = {city, *(s for s, _ in g.ground.steps[city])}
        found[number] = frozenset({*ring, *(b for s in ring for b, _ in g.ground.steps[s])})
    return found


@rule("22.6")
def may_warlord_be(g: War, unit: int, space: int) -> No | None:
    """No warlord goes more than two hexes from his city."""
    land = warlord_lands(g).get(g.units.counter[unit])
    return None if land is None or space in land else No("22.6", "a warlord stays within two hexes of his city")
