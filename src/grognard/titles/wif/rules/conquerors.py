"""13.7.1: when a country or territory is conquered, and by whom: factories, influence, the four conditions for Italy."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.rules import rule
from grognard.titles.wif.facts import ALLIES, ITALY, SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.control import hexes_of
from grognard.titles.wif.rules.garrisons import garrison
from grognard.titles.wif.rules.minors import capital_of
from grognard.titles.wif.rules.powers import powers_of
from grognard.titles.wif.rules.units import mine, of_side, units_at
from grognard.titles.wif.state import NOWHERE, War

ENOUGH = 3  # of the four conditions for Italy


def factory_places(g: War, country: int) -> list[int]:
    """Hexes of a country with printed factories."""
    return [s for s in hexes_of(g, country) if g.ground.red[s] or g.ground.blue[s]]


@rule("13.7.1")
def influence(g: War, country: int, power: int) -> tuple[Fraction, ...]:
    """How much a power counts in a country: ports and cities, garrison, combat factors, who came last to a town, to a hex."""
    own = [s for s, p in ((s, g.powers_by_hex[s]) for s in hexes_of(g, country)) if p == power]
    towns = [s for s in own if g.ground.city[s] or g.ground.port[s] != NO_PORT]
    here = [u for s in hexes_of(g, country) for u in mine(g, units_at(g, s), power)]
    factors = sum(g.units[u].sheet.strength for u in here if g.roster.land[u])
    last = max((g.hexes.taken[s] for s in towns), default=0), max((g.hexes.taken[s] for s in own), default=0)
    return (Fraction(len(towns)), garrison(g, here), Fraction(factors), Fraction(last[0]), Fraction(last[1]))


def most_influential(g: War, country: int, among: list[int]) -> int:
    """The power with the greatest influence; NOWHERE if none has any."""
    counted = {p: influence(g, country, p) for p in among}
    counted = {p: n for p, n in counted.items() if any(n)}
    return max(counted, key=lambda p: (counted[p], -p)) if counted else NOWHERE


@rule("13.7.1")
def conqueror(g: War, country: int) -> int:
    """The power that conquers a country or territory as things stand; NOWHERE for none."""
    row = g.countries[country]
    if row.power < 0 or not hexes_of(g, country):
        return NOWHERE
    other = 1 - SIDE_OF_POWER[row.power]
    if g.facts.countries[country].kind != "home":
        return _conqueror_of_territory(g, country, other)
    if g.facts.countries[country].id == "italy" and other == ALLIES:
        return most_influential(g, country, powers_of(g, ALLIES)) if italy_falls(g) else NOWHERE
    capital, sides = capital_of(g, country), g.sides_by_hex
    if capital < 0 or sides[capital] != other or any(sides[s] != other for s in factory_places(g, country)):
        return NOWHERE
    return g.powers_by_hex[capital]


@rule("13.7.1")
def italy_falls(g: War) -> bool:
    """Three of four: Rome, Tripoli, another factory, the greater garrison in Italy."""
    sides, rome = g.sides_by_hex, g.ground.named("Rome")
    country = g.facts.country["italy"]
    here = [u for s in hexes_of(g, country) for u in units_at(g, s)]
    allied = garrison(g, of_side(g, here, ALLIES))
    italian = garrison(g, [u for u in here if g.units.power[u] == ITALY])
    return sum((
        sides[rome] == ALLIES,
        sides[g.ground.named("Tripoli")] == ALLIES,
        any(sides[s] == ALLIES for s in factory_places(g, country) if s != rome),
        allied > italian,
    )) >= ENOUGH  # fmt: skip


def _conqueror_of_territory(g: War, country: int, other: int) -> int:
    sides, ground = g.sides_by_hex, g.ground
    own = hexes_of(g, country)
    towns = [s for s in own if ground.city[s] or ground.port[s] != NO_PORT]
    seas = {area for s in own for area in ground.seas[s]}
    coast = [s for area in seas for s in ground.shores.get(area, ()) if ground.port[s] != NO_PORT or ground.city[s]]
    taken = (towns and all(sides[s] == other for s in towns)) or all(sides[s] == other for s in own)
    around = bool(coast) and all(sides[s] == other for s in coast)
    if not taken and not around:
        return NOWHERE
    able = powers_of(g, other)
    found = most_influential(g, country, able)
    return found if found >= 0 or not around else g.powers_by_hex[coast[0]]
