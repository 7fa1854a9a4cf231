"""A zone that could be attacked: by whom, over which border (0.8, 1.23), and which fighters come to its help (8.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent.estimate import Force
from grognard.titles.gw36.agent.landings import Landing, Sails
from grognard.titles.gw36.kinds import AIR_BASE, FIGHTERS, IS_LAND, TECHNOLOGY
from grognard.titles.gw36.odds import last_zone, planned_approach
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import War, chosen

RADAR = TECHNOLOGY["radar"]
MAGINOT, WORKS = 8.0, 4.0  # what a line costs those who cross it, in hindrances of terrain


@dataclass
class Target:
    """A zone that could be attacked, and who could take part."""

    zone: int
    defence: Force
    worth: float
    units: list[int] = field(default_factory=list)
    order: dict[int, str] = field(default_factory=dict)
    boats: list[Landing] = field(default_factory=list)
    sails: Sails = field(default_factory=dict)
    by: dict[int, int] = field(default_factory=dict)  # the zone out of which each unit attacks
    lined: set[int] = field(default_factory=set)  # those who must cross a fortified line
    scrambled: list[int] = field(default_factory=list)
    doubts: int = 0

    def join(self, g: War, first: int, group: list[int], option: Option) -> None:
        """Like units that could attack by an order, over the border that hinders them least."""
        via = chosen(option, 1) if option.verb == "attack_by" else plain_way(g, first, self.zone)
        known = self.by.get(first)
        if known is not None and hindrance(g, first, via, self.zone) >= hindrance(g, first, known, self.zone):
            return
        for u in group:
            if u not in self.order:
                self.units.append(u)
            self.order[u] = option.text.replace(f"u{first}", f"u{u}", 1)
            if via >= 0:
                self.by[u] = via
        if via >= 0:
            (self.lined.update if behind_a_line(g, first, via, self.zone) else self.lined.difference_update)(group)

    def doubt(self) -> bool:
        """The odds were worse than the guess: think more of the defence. False when it has been doubted enough."""
        self.doubts += 1
        self.defence = Force(self.defence.fire * 1.2, self.defence.hits * 1.2, self.defence.price, self.defence.land)
        return self.doubts <= 2


def hindrance(g: War, u: int, via: int, zone: int) -> float:
    """What a border takes from a unit that attacks across it."""
    way = planned_approach(g, u, zone, via)
    return MAGINOT * way.maginot + WORKS * way.fortified + len(way.terrains)


def plain_way(g: War, u: int, zone: int) -> int:
    """The zone out of which a plain order to attack leads; -1 for what does not march."""
    return last_zone(g, u, zone) if IS_LAND[g.units.kind[u]] and not g.board.geo.is_sea[g.units.at[u]] else -1


def behind_a_line(g: War, u: int, via: int, zone: int) -> bool:
    """Whether a unit that attacks out of a zone crosses a fortified line: one such unit brings it into the whole battle."""
    way = planned_approach(g, u, zone, via)
    return way.maginot or way.fortified


def scramblers(g: War, nation: int, zone: int, present: list[int]) -> list[int]:
    """Enemy fighters at undamaged bases beside a zone that may join its defenders."""
    if not present:
        return []
    sites, units, owners = g.sites, g.units, g.zones.owner
    enemies = g.relations.enemies[nation]
    near = {b for b, _ in g.board.geo.air[zone]}
    found: list[int] = []
    whole = (s for s, kind in enumerate(sites.kind) if kind == AIR_BASE and sites.built[s] and not sites.damage[s])
    for at in sorted({sites.at[s] for s in whole}):
        if at not in near or owners[at] < 0 or not enemies >> owners[at] & 1:
            continue
        friends = g.relations.aligned[owners[at]] | 1 << owners[at]
        if not any(friends >> units.nation[v] & 1 for v in present):
            continue
        based = (v for v in units.stacks[at] if units.kind[v] in FIGHTERS and units.carrier[v] < 0)
        ready = [v for v in based if friends >> units.nation[v] & 1]
        most = len(ready) if has_technology(g, owners[at], RADAR) else g.values.facilities[AIR_BASE].scramble
        found += ready[:most]
    return found
