"""Landings (8.4, 9.8): what transports could bring to which coasts, and the warships that go with them.

A landing costs the transports and ships that enemies near its sea zone are likely to sink; warships come along as long as they
make that less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grognard.kernel.cache import derived
from grognard.titles.gw36.agent.estimate import Force, defenders, guess
from grognard.titles.gw36.agent.threat import sea_threat
from grognard.titles.gw36.agent.worth import price_of
from grognard.titles.gw36.kinds import CLASS, IS_LAND, IS_NAVAL, TRANSPORTS
from grognard.titles.gw36.rules.movement import naval_reach, room_for
from grognard.titles.gw36.rules.units import blockers
from grognard.titles.gw36.state import War

COMMITTED = 0.55  # how much of what could come against transports will come
TROUBLE = 0.8  # what any landing costs a transport in time
SAFE = 0.05  # a chance to lose the transports that needs no escort
COMPANY = 0.2  # what an escort is missed elsewhere
MOST = 6

Sails = dict[int, list[tuple[int, str]]]  # by sea zone: warships that could sail there, with the order


@dataclass
class Landing:
    """A transport that could bring cargo to a target by a sea zone."""

    transport: int
    sea: int
    cargo: list[int]


def landings(g: War, free: list[int]) -> Iterator[tuple[int, int, Landing]]:
    """Enemy coasts that transports with troops aboard or near them reach: nation, coast, landing."""
    geo, units = g.board.geo, g.units
    for t in free:
        if units.kind[t] not in TRANSPORTS or units.spent[t] or units.duty[t]:
            continue
        nation = units.nation[t]
        enemies = g.relations.enemies[nation]
        cargo = _cargo(g, t, free)
        if not cargo:
            continue
        for sea in naval_reach(g, t, combat=True):
            if blockers(g, sea, nation):
                continue
            for z in geo.coast[sea]:
                owner = g.zones.owner[z]
                if owner >= 0 and (sea, z) not in geo.reefs and enemies >> owner & 1:
                    yield nation, z, Landing(t, sea, cargo)


def _cargo(g: War, transport: int, free: list[int]) -> list[int]:
    """What is aboard, or two infantry of the coast, or one and something heavier (12.2)."""
    units, at = g.units, g.units.at[transport]
    aboard = [c for c in g.units.stacks[at] if units.carrier[c] == transport and IS_LAND[units.kind[c]]]
    if aboard:
        return aboard
    attack = g.values.attack
    waiting = [
        u
        for z in g.board.geo.coast[at]
        for u in g.units.stacks[z]
        if units.nation[u] == units.nation[transport]
        and IS_LAND[units.kind[u]]
        and u in free
        and not units.used[u]
        and attack[units.kind[u]] > 0
    ]
    waiting.sort(key=lambda u: (-attack[units.kind[u]], u))
    heavy = [u for u in waiting if CLASS[units.kind[u]] != 0 and room_for(g, transport, units.kind[u]) is None][:1]
    light = [u for u in waiting if CLASS[units.kind[u]] == 0 and room_for(g, transport, units.kind[u]) is None]
    return heavy + light[: 2 - len(heavy)]


@derived("units.at", "units.hits", "news", "turn", "slot")
def _coming(g: War, nation: int, sea: int) -> Force:
    """The enemies that will strike a sea zone."""
    return sea_threat(g, nation, sea, COMMITTED)


def ships_lost(g: War, nation: int, sea: int, transports: list[int], escort: list[int]) -> tuple[float, float]:
    """The chance that enemies sink what lies in a sea zone after a landing, and the IPP that costs."""
    units = g.units
    there = [u for u in g.units.stacks[sea] if units.nation[u] == nation and IS_NAVAL[units.kind[u]]]
    chance = guess(_coming(g, nation, sea), defenders(g, {*there, *transports, *escort}, sea)).won
    return chance, chance * price_of(g, [*transports, *escort])


def escorts_for(g: War, boats: list[Landing], sails: Sails, taken: Iterable[int]) -> list[tuple[int, int, str]]:
    """The warships that go along with a landing: ship, sea zone, order."""
    units, gone = g.units, set(taken)
    found: list[tuple[int, int, str]] = []
    by_sea: dict[int, list[int]] = {}
    defence, price = g.values.defence, g.values.price
    for boat in boats:
        by_sea.setdefault(boat.sea, []).append(boat.transport)
    for sea, transports in by_sea.items():
        nation = units.nation[transports[0]]
        chance, least = ships_lost(g, nation, sea, transports, [])
        ready = [(u, text) for u, text in sails.get(sea, []) if u not in gone and units.nation[u] == nation]
        if chance <= SAFE or not ready:
            continue
        ready.sort(key=lambda pair: (-defence[units.kind[pair[0]]] / max(price[units.kind[pair[0]]], 1), pair[0]))
        best = 0
        for n in range(1, min(len(ready), MOST) + 1):
            cost = ships_lost(g, nation, sea, transports, [u for u, _ in ready[:n]])[1] + COMPANY * n
            if cost < least:
                best, least = n, cost
        found += [(u, sea, text) for u, text in ready[:best]]
        gone.update(u for u, _ in ready[:best])
    return found


def cost_at_sea(g: War, boats: list[Landing], escort: list[tuple[int, int, str]]) -> tuple[float, float]:
    """What a landing costs at sea on the average, and the worst chance to lose its transports."""
    cost = worst = 0.0
    for sea in {boat.sea for boat in boats}:
        transports = [boat.transport for boat in boats if boat.sea == sea]
        nation = g.units.nation[transports[0]]
        chance, lost = ships_lost(g, nation, sea, transports, [u for u, s, _ in escort if s == sea])
        cost += TROUBLE * len(transports) + lost
        worst = max(worst, chance)
    return cost, worst
