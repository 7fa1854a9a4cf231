"""22.7: which territorials (option 54) there are of a country, and whom they serve."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.titles.wif.facts import FRANCE, POWER_INDEX, POWERS, VICHY
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.force_pools import elsewhere
from grognard.titles.wif.state import GONE, NOWHERE, War


@derived()
def native_counters(g: War) -> dict[int, list[int]]:
    """Territorials by their country, as numbers of counters."""
    found: dict[int, list[int]] = {}
    for number, counter in enumerate(g.facts.counters):
        if counter.type == Type.TERR and g.facts.nation[number] >= 0:
            found.setdefault(g.facts.nation[number], []).append(number)
    return found


def belongs(g: War, number: int, owner: int) -> bool:
    """Whether a counter serves an owner: printed for him, for Vichy as for France, or the minor's own."""
    power = g.facts.counters[number].power
    return power not in POWER_INDEX or power == POWERS[FRANCE if owner == VICHY else owner]


def in_play(g: War, number: int) -> bool:
    return any(c == number and g.units.at[u] != GONE for u, c in enumerate(g.units.counter))


def idle_natives(g: War, country: int, owner: int) -> list[int]:
    """Territorials of a country that an owner could have and that are nowhere yet."""
    absent, counters = elsewhere(g), native_counters(g).get(country, [])
    return [n for n in counters if n not in absent and belongs(g, n, owner) and not in_play(g, n)]


def raise_native(g: War, number: int, country: int, owner: int, at: int) -> int:
    """A territorial comes into the game; gives it."""
    old = next((u for u, c in enumerate(g.units.counter) if c == number), NOWHERE)
    if old == NOWHERE:
        return g.units.add(counter=number, power=owner, country=country, at=at).index
    g.units[old].power, g.units[old].at = owner, at
    return old
