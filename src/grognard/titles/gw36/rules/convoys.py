"""Convoy lines (9.11, 1.6): what nations can lose on them, whether they are open, where they are raided and protected.

Raids themselves are raiding.py, the orders of ships sea_orders.py. With option 15.2 Mediterranean trade may go round Africa.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import IS_AIR, IS_NAVAL, IS_SUBMARINE, WITH
from grognard.titles.gw36.powers import BRITAIN, NATIONS, keyed
from grognard.titles.gw36.rules.nations import is_enemy_zone
from grognard.titles.gw36.rules.units import foes
from grognard.titles.gw36.state import ESCORT, War

MEDITERRANEAN, EAST_AFRICAN, WEST_AFRICAN = "mediterranean", "east_african", "west_african"
RIO_RAIDED = -5000  # a number in g.events: the turn in which enemies of the USA last raided the New York-Rio line (table 4-4)
REROUTED = 3  # 15.2: IPP moved to each African line


@rule("9.11", "1.6")
def line_values(g: War, index: int) -> dict[int, int]:
    """What each nation can lose on a line in a calendar turn; nations of the board only, minors through their master."""
    return values_by_line(g)[index]


@derived("nations.master")
def values_by_line(g: War) -> list[dict[int, int]]:
    """`line_values` of every line."""
    every: list[dict[int, int]] = []
    for line in g.board.geo.lines:
        found: dict[int, int] = {}
        for name, value in line.values.items():
            nation = NATIONS.index(name)
            owner = g.nations.master[nation] if g.nations.master[nation] >= 0 else nation
            found[owner] = found.get(owner, 0) + value
        every.append(found)
    return every


@rule("9.11")
def line_closed(g: War, index: int, nation: int) -> bool:
    """A line of a nation is closed while an end of it is held by the nation's enemy; round Africa goes what Suez cannot pass."""
    line = g.board.geo.lines[index]
    if g.options.suez_reroute and nation == BRITAIN and line.id == "east_african":  # 15.2
        return any(is_enemy_zone(g, end, nation) for end in line.ends if g.board.ids[end] != "eastern_egypt")
    return bool([end for end in line.ends if is_enemy_zone(g, end, nation)])


@dataclass(frozen=True)
class Prey:
    """What a nation can still lose on one line."""

    line: int
    nation: int
    left: int


@rule("9.11", "15.2")
def value_on_line(g: War, index: int, nation: int) -> int:
    """The IPP a nation risks on a line each calendar turn; with option 15.2 Mediterranean trade may go round Africa."""
    value = line_values(g, index).get(nation, 0)
    line = g.board.geo.lines[index].id
    if nation == BRITAIN and g.options.suez_reroute and suez_rerouted(g):
        if line == MEDITERRANEAN:
            return 0
        if line in (EAST_AFRICAN, WEST_AFRICAN):
            return value + REROUTED
    return value


@rule("15.2")
def suez_rerouted(g: War) -> bool:
    """Eastern Egypt or Gibraltar is in enemy hands."""
    return any(is_enemy_zone(g, g.board.space(z), BRITAIN) for z in ("eastern_egypt", "gibraltar"))


@rule("9.11")
def prey(g: War, zone: int, nation: int) -> list[Prey]:
    """Open lines of enemies in a sea zone with what is left to lose on them."""
    lines = g.board.geo.lines_at.get(zone, ())
    if not lines:
        return []
    against, values = foes(g, nation, zone), values_by_line(g)
    found = []
    for index in lines:
        for victim in values[index]:
            if not against >> victim & 1 or line_closed(g, index, victim):
                continue
            left = value_on_line(g, index, victim) - g.raided.get(keyed(index, victim), 0)
            if left > 0:
                found.append(Prey(index, victim, left))
    return found


@derived("news", "zones.owner", "raided", "pact")
def raidable(g: War, nation: int) -> frozenset[int]:
    """Sea zones in which an open line of an enemy has something left to lose (9.11, 8.8)."""
    return frozenset([zone for zone in g.board.geo.lines_at if prey(g, zone, nation)])


@derived("news")
def protected(g: War, nation: int) -> frozenset[int]:
    """Sea zones with a line of the nation or of an Aligned one: where escorts are of use (9.11)."""
    friends = g.relations.aligned[nation]
    found: set[int] = set()
    for index, line in enumerate(g.board.geo.lines):
        if any(friends >> owner & 1 for owner in line_values(g, index)):
            found.update(line.zones)
    return frozenset(found)


@rule("9.12")
def enemy_escorts(g: War, zone: int, nation: int) -> bool:
    """Whether an enemy ship is on escort duty there, whomever it guards."""
    against, units = foes(g, nation, zone), g.units
    return any(units.duty[v] == ESCORT and against >> units.nation[v] & 1 for v in g.units.stacks[zone])


@rule("9.11", "9.12", "9.13", "9.14", "15.7")
def may_raid(g: War, u: int, zone: int, *, mines: bool = False) -> No | None:
    """Why a unit cannot raid in a sea zone, wherever it is."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if not g.board.geo.is_sea[zone]:
        return No("9.11", "convoys are raided at sea")
    if not g.board.geo.lines_at.get(zone):
        return No("9.11", "no convoy line runs here")
    found = prey(g, zone, nation)
    if not found:
        return No("9.11", "no open line of an enemy has anything left to lose")
    if mines:
        if not g.options.mine_warfare:
            return No("9.13", "mine warfare is not played")
        return None if kind in WITH["mines"] else No("9.13", "only Submarines, Heavy Cruisers and Seaplanes lay mines")
    if IS_SUBMARINE[kind]:
        return None
    if IS_AIR[kind]:
        if not g.options.air_raiders:
            return No("9.14", "convoy-raiding aircraft are not played")
        return None if kind in WITH["air_raider"] else No("9.14", "only Tactical and Medium Bombers and Seaplanes raid")
    if not IS_NAVAL[kind]:
        return No("9.11", "ships and aircraft raid convoys")
    if not g.options.surface_raiders:
        return No("9.12", "surface raiders are not played")
    if g.values.move[kind] < 3:
        return No("9.12", "a surface raider needs a move of 3")
    if enemy_escorts(g, zone, nation):
        return No("9.12", "surface ships do not raid where escorts are")
    return None
