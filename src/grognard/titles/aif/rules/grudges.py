"""11.7.1, 13.1, 13.7.5: whom a country holds its misery against. Its partisans fight the side that dropped an atomic bomb
on it or would not liberate it, whoever ran them before."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.rules.control import hexes_of
from grognard.titles.wif.rules.partisans import bands, leader
from grognard.titles.wif.state import NO_SIDE


@rule("13.1", "11.7.1")
def oppressor(g: America, country: int) -> int:
    """The side a country's partisans fight; NO_SIDE: they fight who conquered it."""
    return g.grudges.get(country, NO_SIDE)


@rule("13.1", "11.7.1")
def resent(g: America, country: int, side: int) -> None:
    """A country turns against a side: its partisans, and all that rise from now on, serve the other one."""
    g.grudges = {**g.grudges, country: side}
    power = leader(g, g.facts.countries[country].name, red=False)
    for unit in bands(g, hexes_of(g, country)):
        if power >= 0 and SIDE_OF_POWER[g.units.power[unit]] == side:
            g.units[unit].power = power
    g.say("{} holds it against {}", g.countries[country], g.side_name(side), rule="13.1")


def forgive(g: America, country: int) -> None:
    """A liberated country has nothing left to resent."""
    g.grudges = {n: side for n, side in g.grudges.items() if n != country}
