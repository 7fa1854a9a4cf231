"""The planner's movement: which hexes are to be struck this turn, who marches beside them, which armor waits to go through.

Made once for a power's movement phase; what no blow needs moves by the worth of places (stations.py).
"""

from __future__ import annotations

from grognard.titles.awaw.agent.view import View, is_tank
from grognard.titles.awaw.designs import ATTACKERS, EXTRA, LINE, Kind
from grognard.titles.awaw.rules.movement import Marcher, Mover, can_march, marches, movable
from grognard.titles.awaw.rules.operations import may_operate
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import KIND, STRENGTH, air_range, factors, ground_units, patron, squadrons_ready, unit_sides
from grognard.titles.awaw.state import World

LEAST = 1.5  # a blow must promise so much
LEAST_CHANCE = 0.6
MOST_BLOWS = 10
WAITING = 3  # armor that waits for a breakthrough
NEAR = 7  # hexes from the enemy within which a unit is thought of
FACTOR = 0.25  # what a factor could do elsewhere
WING, SCARCE_WING = 0.12, 0.5  # an aircraft, and how much dearer it is where blows outnumber them
WINGS_EACH = 8  # aircraft that a blow would like
BEHIND, KEPT_WINGS = 2, 6  # a capital so near behind the line, and the aircraft that wait for it
WANTED, MET, LEAST_WINGS = 3.0, 0.3, 3  # a base in range of a blow that wants aircraft, or has them
AIR_SHARE = 12  # aircraft for one blow


def prizes(g: World, view: View, space: int) -> list[int]:
    """Defended capitals so near behind a hex that armor may come before them when it is broken."""
    return [s for s in g.ground.within(space, BEHIND) if s != space and g.ground.capital[s] and view.stands.get(s) == view.foe]


def wing_price(wings: int, blows: int) -> float:
    """What an aircraft could do elsewhere: little to who has enough for all his blows."""
    return WING + SCARCE_WING * max(0.0, 1.0 - wings / (WINGS_EACH * max(1, blows)))


def foot_first(g: World, units: list[int]) -> list[int]:
    """One armor unit, without which nothing is broken through (ours 16.11); then infantry, which pays the losses; then armor."""
    tanks = [u for u in units if KIND[g.units.design[u]] == Kind.ARM]
    return [*tanks[:1], *(u for u in units if KIND[g.units.design[u]] != Kind.ARM), *tanks[1:]]


class Blows:
    """Where the units of a power go in this phase: unit to hex."""

    def __init__(self, g: World, power: int, view: View) -> None:
        self.g, self.power, self.view = g, power, view
        self.goal: dict[int, int] = {}
        self.targets: list[int] = []
        self.support: dict[int, int] = {}  # aircraft that each blow would have, and the capital behind it
        self._free = self._movers()
        self._room = self._slots()
        self._wings = sum(len(units) for units in squadrons_ready(g, power).values())
        self._wing, self._all_wings = WING, self._wings
        if self._free:
            self._plan()

    def _movers(self) -> dict[int, dict[int, int]]:
        """Units that can still move, near the enemy, and the hexes each can reach."""
        g, sides = self.g, unit_sides(self.g)
        able = set(movable(g, Mover(self.power)))
        kept: dict[tuple[int, ...], dict[int, int]] = {}
        found = {}
        for at, units in ground_units(g).items():
            if self.view.enemy[at] > NEAR or g.ground.box[at]:
                continue
            for u in units:
                design = g.units.design[u]
                if u in self.view.garrison:
                    continue
                if sides[u] != g.side or patron(g, u) != self.power or KIND[design] not in ATTACKERS or g.units.stopped[u]:
                    continue
                sort = design, at, g.units.spent[u], g.units.supply[u]
                if sort not in kept:
                    fit = u in able and can_march(g, Marcher(u)) is None
                    kept[sort] = dict(marches(g, u).costs) if fit else {at: 0}
                found[u] = kept[sort]
        return found

    def _slots(self) -> dict[int, list[int]]:
        """Units of the side that stand in each hex, as the plan leaves them."""
        g, sides = self.g, unit_sides(self.g)
        return {s: [u for u in units if sides[u] == self.view.side] for s, units in ground_units(g).items()}

    def _has_room(self, u: int, space: int) -> bool:
        kind = KIND[self.g.units.design[u]]
        there = [KIND[self.g.units.design[o]] for o in self._room.get(space, ()) if o != u]
        if kind in LINE:
            return sum(k in LINE for k in there) < 2
        return kind not in EXTRA or not any(k in EXTRA for k in there)

    # --- one blow -----------------------------------------------------------------------------------------------------------

    def _ring(self, space: int) -> list[int]:
        g, view = self.g, self.view
        return [o for o, _ in g.ground.ways[space] if view.stands.get(o) != view.foe and not g.ground.box[o]]

    def _gather(self, space: int) -> list[tuple[int, int]]:
        """Who can stand beside a hex, and where: one armor for the breakthrough, infantry by strength, then the other armor."""
        ring, room = self._ring(space), {}
        for s in ring:
            there = [o for o in self._room.get(s, ()) if o not in self._free or o in self.goal]
            line = sum(KIND[self.g.units.design[o]] in LINE for o in there)
            room[s] = [2 - line, 1 - sum(KIND[self.g.units.design[o]] in EXTRA for o in there)]
        found = []
        design = self.g.units.design
        able = [u for u in self._free if u not in self.goal and any(s in self._free[u] for s in ring)]
        strongest = sorted(able, key=lambda u: (-STRENGTH[design[u]], self.g.units.at[u] not in ring, u))
        for u in foot_first(self.g, strongest):
            kind = 0 if KIND[design[u]] in LINE else 1
            spots = [s for s in ring if s in self._free[u] and room[s][kind] > 0]
            if spots:
                best = min(spots, key=lambda s: (s != self.g.units.at[u], self._free[u][s], s))
                room[best][kind] -= 1
                found.append((u, best))
        return found

    def _blow(self, space: int) -> tuple[float, list[tuple[int, int]], int] | None:
        """Its rank (what it promises less what the units could do elsewhere), who strikes from where, how many aircraft."""
        g, view = self.g, self.view
        able, cover, decisive = self._gather(space), view.expected_cover(space), view.decides(space)
        if view.irregulars(space):
            able = sorted((a for a in able if not is_tank(g, a[0])), key=lambda a: STRENGTH[g.units.design[a[0]]])
        best: tuple[float, list[tuple[int, int]], int] | None = None
        for n in range(1, min(len(able), 7) + 1):
            units = [u for u, _ in able[:n]]
            ground = factors(g, units)
            for support in view.supports(space, units, self._wings if decisive else min(self._wings, AIR_SHARE), cover):
                prospect = view.reckon(space, units, support, cover)
                if prospect.clear < LEAST_CHANCE:
                    continue
                gain = view.gain(space, prospect, 0.0, units)
                rank = gain - (WING if decisive else self._wing) * support - FACTOR * ground
                if gain >= LEAST and (best is None or rank > best[0] + 0.1):
                    best = rank, able[:n], support
        return best

    def _plan(self) -> None:
        """Best blow first; its units and aircraft are gone for the next."""
        view = self.view
        reach = {s for ways in self._free.values() for s in ways}
        hexes = [s for s, who in view.stands.items() if who == view.foe and not self.g.ground.box[s]
                 and any(o in reach for o in self._ring(s)) and self._allowed(s)]  # fmt: skip
        self._wing = wing_price(self._wings, min(MOST_BLOWS, len(hexes)))
        while hexes and len(self.targets) < MOST_BLOWS:
            found = {s: blow for s in hexes if (blow := self._blow(s)) is not None}
            if not found:
                break
            space = max(found, key=lambda s: (found[s][0], -s))
            _, units, support = found[space]
            for u, spot in units:
                self._send(u, spot)
            self._wings -= support
            self.targets.append(space)
            self.support[space] = max(support, LEAST_WINGS) if not view.decides(space) else self._all_wings
            hexes = [s for s in found if s != space]
        for space in sorted(self.targets, key=lambda s: -view.opens(s)):  # first before a capital that decides
            self._wait_beside(space)
            for prize in prizes(self.g, view, space):
                self.support.setdefault(prize, KEPT_WINGS)

    def _allowed(self, space: int) -> bool:
        """Whether the power should and may act against a hex at all (9.91 to 9.93); his footholds are always struck at."""
        g, view = self.g, self.view
        ashore = g.hexes.bridgehead[space] == view.foe or any(g.hexes.bridgehead[o] == view.foe for o, _ in g.ground.ways[space])
        if not (ashore or view.bold or view.bold_at(space)) or view.waits(space):
            return False
        return any(may_operate(self.g, u, space) is None for u in list(self._free)[:3])

    def _send(self, u: int, spot: int) -> None:
        at = self.g.units.at[u]
        self.goal[u] = spot
        if u in self._room.get(at, ()):
            self._room[at].remove(u)
        self._room.setdefault(spot, []).append(u)
        self._make_way(spot)

    def _make_way(self, space: int) -> None:
        """Whoever stands there unneeded goes to the nearest hex with room that it can reach, away from the enemy."""
        g, view = self.g, self.view
        while sum(KIND[g.units.design[o]] in LINE for o in self._room[space]) > 2:
            idle = [o for o in self._room[space] if o in self._free and o not in self.goal and KIND[g.units.design[o]] in LINE]
            if not idle:
                return
            u = min(idle, key=lambda o: (STRENGTH[g.units.design[o]], o))
            spots = [s for s in self._free[u] if s != space and self._has_room(u, s) and view.feeds(s)]
            if not spots:
                return
            spot = max(spots, key=lambda s: (-abs(view.enemy[s] - 1), -self._free[u][s], -s))
            self._room[space].remove(u)
            self.goal[u] = spot
            self._room.setdefault(spot, []).append(u)

    def _wait_beside(self, space: int) -> None:
        """Armor without a blow of its own waits beside the hex that is to be broken."""
        g = self.g
        tanks = [u for u in self._free if u not in self.goal and is_tank(g, u)]
        ring, left = self._ring(space), WAITING
        for u in sorted(tanks, key=lambda u: (-STRENGTH[g.units.design[u]], u)):
            spots = [s for s in ring if s in self._free[u] and self._has_room(u, s)]
            if spots and left:
                self._send(u, min(spots, key=lambda s: (self._free[u][s], s)))
                left -= 1

    # --- answering ----------------------------------------------------------------------------------------------------------

    def calls(self, base: int, u: int) -> float:
        """What a base is worth to an aircraft: the blows in its range that still want one, the first most."""
        near = set(self.g.ground.within(base, air_range(self.g, base)))
        wings = squadrons_ready(self.g, self.power)
        found = 0.0
        for n, (space, wanted) in enumerate(self.support.items()):
            if space in near:
                around = set(self.g.ground.within(space, air_range(self.g, space)))
                others = sum(o != u for s, units in wings.items() if s in around for o in units)
                found += (WANTED if others < wanted else MET) / (1 + n)
        return found

    def haste(self, u: int) -> int:
        """Who marches first: units of the plan whose hex has room, then those that must wait for it, then the others."""
        if u not in self.goal or self.g.units.at[u] == self.goal[u]:
            return 0
        return 2 if room_for(self.g, u, self.goal[u], self.view.side) is None else 1
