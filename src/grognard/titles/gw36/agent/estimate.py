"""A quick guess at battles: who wins and what it costs, from sums of fighting values. For search; odds confirm what is chosen.

Strength grows with the square root of fire times staying power (Lanchester's square law); chance flattens with the square root of
the number of hits. Modifiers that matter most are in the values; the rest is left to grognard.titles.gw36.odds. Values are those
of the game in hand (`g.values`), whatever data packs it is played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import erf, log, sqrt
from types import MappingProxyType

from grognard.titles.gw36.kinds import CLASS, INFANTRY, IS_LAND, VEHICLE
from grognard.titles.gw36.state import War

SHARPNESS = 1.15
LINE = 0.7  # what is left of a force that attacks across a fortified line


@dataclass(slots=True)
class Force:
    """A force as sums: fire (hits a dozen rounds would give), hits it can take, price."""

    fire: float = 0.0
    hits: float = 0.0
    price: float = 0.0
    land: int = 0

    def plus(self, other: Force) -> Force:
        return Force(self.fire + other.fire, self.hits + other.hits, self.price + other.price, self.land + other.land)


def attackers(
    g: War, units: Iterable[int], zone: int, *, landing: bool = False, by: Mapping[int, int] = MappingProxyType({})
) -> Force:
    """A force that attacks a zone; by: the zones out of which units attack that do not stand beside it."""
    columns, geo, values = g.units, g.board.geo, g.values
    attack, staying, price = values.attack, values.hits, values.price
    rough = geo.zone_terrain[zone] in ("mountain", "marsh", "jungle") or geo.city[zone]
    force = Force()
    guns = foot = 0
    for u in units:
        kind = columns.kind[u]
        value = max(attack[kind], 0)
        if value and rough and CLASS[kind] == VEHICLE:
            value -= 1
        guns += CLASS[kind] == 2
        foot += CLASS[kind] == INFANTRY
        line = LINE if IS_LAND[kind] and geo.fortified.get((by.get(u, columns.at[u]), zone)) and not g.zones.fallen[zone] else 1.0
        force.fire += value * line
        force.hits += (staying[kind] - columns.hits[u]) * line
        force.price += price[kind]
        force.land += IS_LAND[kind]
    force.fire += min(guns, foot)
    if landing:
        force.fire *= 0.75
    return force


def defenders(g: War, units: Iterable[int], zone: int) -> Force:
    """A force that defends a zone."""
    columns, values = g.units, g.values
    defence, staying, price = values.defence, values.hits, values.price
    city = g.board.geo.city[zone]
    force = Force()
    for u in units:
        kind = columns.kind[u]
        value = max(defence[kind], 0) + (city and CLASS[kind] == INFANTRY)
        force.fire += value
        force.hits += staying[kind] - columns.hits[u]
        force.price += price[kind]
        force.land += IS_LAND[kind]
    return force


def garrison_of(g: War, kind: int, count: int = 1) -> Force:
    """So many new units of a kind, to defend."""
    values = g.values
    fire, hits, price = max(values.defence[kind], 0), values.hits[kind], values.price[kind]
    return Force(fire * count, hits * count, price * count, count if IS_LAND[kind] else 0)


@dataclass(slots=True)
class Guess:
    """The chance that the attacker wins, and what each side loses on the average."""

    won: float
    attacker_loss: float
    defender_loss: float
    left: float


def guess(a: Force, d: Force) -> Guess:
    """The outlook of a fight to the end."""
    if d.hits <= 0:
        return Guess(1.0 if a.hits > 0 else 0.0, 0.0, 0.0, 1.0)
    if a.hits <= 0 or a.fire <= 0:
        return Guess(0.0, a.price, 0.0, 0.0)
    sa, sd = sqrt(a.fire * a.hits), sqrt(max(d.fire, 0.3) * d.hits)
    won = 0.5 * (1 + erf(SHARPNESS * log(sa / sd) * sqrt(a.hits + d.hits) / sqrt(2)))
    if sa >= sd:
        left = sqrt(max(0.0, 1 - (sd / sa) ** 2))
        return Guess(won, a.price * (1 - left * won), d.price * (won + (1 - won) * 0.6), left)
    left = sqrt(max(0.0, 1 - (sa / sd) ** 2))
    return Guess(won, a.price * (1 - won * 0.3), d.price * (won + (1 - won) * (1 - left)), 0.3)
