"""13.6.10, separate country production (option 40): which countries build for themselves, and what is theirs to build.

`g.producing` says whose build points are being spent: a country's number, MAIN for a power's own, NOWHERE for everything at once.
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.wif.facts import COMMONWEALTH
from grognard.titles.wif.rules.powers import current_home, home_countries, home_power
from grognard.titles.wif.state import ALIGNED, HOME, NOWHERE, War

MAIN = -2


@rule("13.6.10")
@derived("countries.power", "countries.status", "countries.home", lasting=True)
def separate(g: War, power: int) -> tuple[int, ...]:
    """The aligned minor countries of a power, and the Commonwealth's home countries but the one the United Kingdom has now."""
    if not g.options.factories_in_flames:
        return ()
    found = [
        c for c, whose in enumerate(g.countries.power)
        if whose == power and g.countries.status[c] == ALIGNED and g.facts.countries[c].kind == "home"
    ]  # fmt: skip
    if power == COMMONWEALTH:
        main = current_home(g, g.facts.country["united_kingdom"])
        found += [c for c in home_countries(g, power) if g.countries.status[c] == HOME and c != main]
    return tuple(sorted(c for c in found if c != g.powers.home[power]))


@rule("13.6.10")
def builder_of(g: War, unit: int) -> int:
    """The country whose force pool a unit is in: its own, or the one that stands for it; MAIN for the power's own."""
    country, power = g.units.country[unit], g.units.power[unit]
    own = separate(g, power)
    if country in own:
        return country
    exile = current_home(g, country)
    return exile if home_power(g, country) < 0 and exile in own else MAIN


def builds(g: War, unit: int) -> bool:
    """Whether whoever spends build points now may build a unit."""
    return g.producing == NOWHERE or builder_of(g, unit) == g.producing
