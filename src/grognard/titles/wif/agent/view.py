"""How a side sees the war: where the enemy stands and how hard he can strike, what is worth going to, what must be kept.

Everything is in build points. Made once for an impulse's question; distances between places are kept with the board for good.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from fractions import Fraction
from functools import cached_property
from math import log2

from grognard.kernel.cache import derived, once_per_board
from grognard.titles.wif.agent.council import audacity, cruces, enemies, hindered, in_theatre, not_yet, stakes, victims, weight
from grognard.titles.wif.agent.fronts import DEPTH, FAR, Front, Fronts, marches, wide_water
from grognard.titles.wif.agent.overseas import ways_to_ships
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import CANAL, CHART_TERRAIN, RIVER, STRAITS
from grognard.titles.wif.kinds import Type, Weather
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.land_strength import defence_factors
from grognard.titles.wif.rules.powers import at_war, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.supply_paths import unit_supply
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, land_by_hex, roster
from grognard.titles.wif.rules.weather import terrain_by_space, weather_at
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import GROUNDED, NOWHERE, War

REACH = 24  # steps over which a goal is felt
POINT = 7.0  # build points of a victory point
CLUSTER, STARVING = 5, 3  # steps within which units are one army, and how many of them call for an HQ
PLENTY = 4.0  # times the enemy's factors
MARCHED = 90  # steps of the longest march to a front
FADING, FAINT = 0.86, 0.03
FADED = [FADING**steps for steps in range(REACH + 1)]
RIVER_LIKE = RIVER | CANAL | STRAITS


@once_per_board
def distances(g: War, space: int) -> dict[int, int]:
    """Steps from a place to every hex within reach, over land; the same for every game on a board."""
    found, dry = {space: 0}, marches(g)
    queue = deque([space])
    while queue:
        here = queue.popleft()
        if found[here] >= REACH:
            continue
        for there in dry[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@once_per_board
def rings(g: War, space: int) -> list[list[int]]:
    """The same hexes by their distance."""
    found: list[list[int]] = [[] for _ in range(REACH + 1)]
    for there, steps in distances(g, space).items():
        found[steps].append(there)
    return found


def cost(g: War, unit: int) -> float:
    """What a unit is worth in build points; an HQ half as much again."""
    row = g.units[unit]
    if row.counter == NOWHERE:
        return row.points / 1.0
    price = float(row.sheet.cost + row.sheet.second_cost)
    return price * 1.5 if roster(g).hq[unit] else price


def worth(g: War, space: int) -> float:
    """What holding a hex is worth."""
    found = POINT * stakes(g).get(space, 0.0)
    if g.ground.factories[space]:
        found += 0.6
    return found + (0.4 if g.ground.city[space] else 0.0)


PULL_FACTS = (
    "hexes.controller", "countries.power", "countries.wars", "powers.wars", "powers.conquered", "powers.plays", "vichied", "turn",
    "points",
)  # fmt: skip


@derived(*PULL_FACTS, lasting=True)
def pull(g: War, power: int, holder: int) -> dict[int, float]:
    """By hex the pull of the places that a side holds on a power's armies: of enemies only those it has or will soon have."""
    sides, whose, prizes = sides_by_hex(g), powers_by_hex(g), stakes(g)
    own, foes = SIDE_OF_POWER[power], set(enemies(g, power))
    soon = {g.facts.country[name] for name in victims(g, power)}
    felt = [0.0] * g.board.size
    for space in prizes:
        controller = g.hexes.controller[space]
        if sides[space] != holder:
            if holder == own or controller < 0 or not (g.countries.wars[controller] >> power & 1 or controller in soon):
                continue
        elif holder != own and (whose[space] not in foes or not in_theatre(g, power, space)):
            continue
        value = worth(g, space) * weight(g, power, space)
        for faded, ring in zip(FADED, rings(g, space), strict=True):
            here = value * faded
            if here < FAINT:
                break
            for there in ring:
                felt[there] += here
    return {there: value for there, value in enumerate(felt) if value}


@derived("units.at", "units.down", "units.mission", "nazi_soviet", *PULL_FACTS, *GROUND_FACTS)
def view_of(g: War, power: int) -> View:
    """The view of a power, as long as the position stands."""
    return View(g, power)


class View:
    """The war as a power sees it: its side, and the enemies it has or will soon have."""

    def __init__(self, g: War, power: int) -> None:
        side = SIDE_OF_POWER[power]
        self.g, self.power, self.side, self.foe = g, power, side, 1 - side
        whose, nation = g.units.power, g.units.country
        self.enemies = set(enemies(g, power))
        at_odds = [bool(wars >> power & 1) for wars in g.countries.wars]
        self.mine: dict[int, list[int]] = {}
        self.theirs: dict[int, list[int]] = {}
        for space, units in land_by_hex(g).items():
            own = [u for u in units if SIDE_OF_POWER[whose[u]] == side]
            if own:
                self.mine[space] = own
            if len(own) < len(units):
                foes = [u for u in units if SIDE_OF_POWER[whose[u]] != side and (whose[u] in self.enemies or at_odds[nation[u]])]
                if foes:
                    self.theirs[space] = foes
        self.powers = powers_of(g, side)
        self._boldness: dict[int, bool] = {}

    def _spread(self, starts: list[int], most: int = REACH) -> dict[int, int]:
        found = dict.fromkeys(starts, 0)
        queue = deque(starts)
        dry = marches(self.g)
        while queue:
            here = queue.popleft()
            beyond = found[here] + 1
            if beyond > most:
                break  # the others are as far
            for there in dry[here]:
                if there not in found:
                    found[there] = beyond
                    queue.append(there)
        return found

    @cached_property
    def to_enemy(self) -> dict[int, int]:
        """Steps to the nearest enemy land unit in the power's theatre."""
        soon = [s for name in victims(self.g, self.power) for s in self.g.ground.homeland[name] if self.g.ground.city[s]]
        return self._spread([*(s for s in self.armies if in_theatre(self.g, self.power, s)), *soon])

    @cached_property
    def roads(self) -> dict[int, int]:
        """The same however far away the enemy is: the way that armies march who have none in reach."""
        return self._spread([s for s in self.armies if in_theatre(self.g, self.power, s)], MARCHED)

    @cached_property
    def armies(self) -> dict[int, list[int]]:
        """Enemy land units that make a front: partisans are hunted by who is near, no army marches against them (13.1)."""
        types = roster(self.g).types
        found = {s: [u for u in units if types[u] != Type.PART] for s, units in self.theirs.items()}
        return {s: units for s, units in found.items() if units}

    def beside_enemy(self, space: int) -> bool:
        """Whether an enemy, a partisan too, stands next to a hex."""
        return any(there in self.theirs for there, _ in self.g.ground.steps[space])

    @cached_property
    def to_friend(self) -> dict[int, int]:
        return self._spread(list(self.mine))

    def near(self, space: int) -> int:
        return self.to_enemy.get(space, FAR)

    @cached_property
    def goals(self) -> dict[int, float]:
        """Pull of the places the enemy holds, fading by distance."""
        return pull(self.g, self.power, self.foe)

    @cached_property
    def homes(self) -> dict[int, float]:
        """Pull of the places that are ours."""
        return pull(self.g, self.power, self.side)

    @cached_property
    def approach(self) -> dict[int, int]:
        """Steps to the nearest place that the staff wants now, wherever one is felt; empty without any."""
        found: dict[int, int] = {}
        for place in cruces(self.g, self.power):
            for space, steps in distances(self.g, place).items():
                if steps < found.get(space, REACH + 1):
                    found[space] = steps
        return found

    @cached_property
    def lanes(self) -> dict[int, dict[int, int]]:
        """By HQ the steps to the place it leads to: every road gets its nearest HQ before one gets a second."""
        g, known = self.g, roster(self.g)
        fields = [distances(g, place) for place in cruces(g, self.power)]
        whose, at = g.units.power, g.units.at
        left = {u for units in self.mine.values() for u in units if known.hq[u] and whose[u] == self.power}
        found: dict[int, dict[int, int]] = {}
        while True:
            before, roads = len(found), set(range(len(fields)))
            while pairs := [(fields[n][at[u]], u, n) for n in roads for u in left if at[u] in fields[n]]:
                _, unit, road = min(pairs)
                found[unit] = fields[road]
                left.remove(unit)
                roads.remove(road)
            if len(found) == before:
                return found

    @cached_property
    def relief(self) -> dict[int, dict[int, int]]:
        """HQs that go to armies of theirs that starve, with the steps to those: each has another HQ beside it that stays."""
        g, known, whose = self.g, roster(self.g), self.g.units.power
        own = {s: [u for u in units if whose[u] == self.power] for s, units in self.mine.items()}
        staffs = [u for units in own.values() for u in units if known.hq[u]]
        hungry = {s for s, units in own.items() if self.near(s) <= DEPTH and any(not in_supply(g, u) for u in units)}
        found: dict[int, dict[int, int]] = {}
        while hungry:
            start = min(hungry)
            cluster = {s for s in hungry if distances(g, start).get(s, FAR) <= CLUSTER}
            hungry -= cluster
            if sum(len(own[s]) for s in cluster) < STARVING:
                continue
            field = self._spread(sorted(cluster), MARCHED)
            spare = [u for u in staffs if u not in found and g.units.at[u] in field and self._beside_another(u, staffs, found)]
            if spare:
                found[min(spare, key=lambda u: (field[g.units.at[u]], u))] = field
        return found

    def _beside_another(self, staff: int, staffs: list[int], leaving: Collection[int]) -> bool:
        """Whether another HQ that stays is near one."""
        at = self.g.units.at
        near = distances(self.g, at[staff])
        return any(u != staff and u not in leaving and near.get(at[u], FAR) <= CLUSTER for u in staffs)

    @cached_property
    def embarking(self) -> dict[int, int]:
        """Steps to a quay with room, for a power that goes to war over the sea; empty for the others."""
        return ways_to_ships(self.g, self.power)

    def feeds(self, unit: int, space: int) -> bool:
        """Whether the unit would be in supply in a hex as things stand."""
        g = self.g
        return unit_supply(g, unit).reaches(space)

    # --- danger ---------------------------------------------------------------------------------------------------------------

    @cached_property
    def strikers(self) -> list[tuple[int, int, int]]:
        """Enemy land units that can attack: where, with what, how far they come."""
        g, known = self.g, roster(self.g)
        found = []
        for space, units in self.theirs.items():
            for u in units:
                power = g.units[u].sheet.strength
                if not g.units.down[u] and power > 0:
                    found.append((space, power, max(1, known.moves[u] - 1)))
        return found

    @cached_property
    def strikes(self) -> dict[int, list[int]]:
        """Hexes with the factors of every enemy that could attack them next; our lines and their zones stop him (11.11.1)."""
        found: dict[int, list[int]] = {}
        slow = 2 if self.foul else 1
        known: dict[tuple[int, int], set[int]] = {}
        for space, power, far in self.strikers:
            key = (space, max(1, far // slow))
            if key not in known:
                known[key] = self._assailable(*key)
            for there in known[key]:
                found.setdefault(there, []).append(power)
        return found

    def _assailable(self, space: int, far: int) -> set[int]:
        """Hexes beside which an enemy could stand after so many steps."""
        steps, zones = self.g.ground.steps, zones_of_side(self.g, self.side)
        reached, edge = {space}, [space]
        found = {there for there, bits in steps[space] if not wide_water(bits)}
        for _ in range(far):
            beyond: list[int] = []
            for here in edge:
                for there, bits in steps[here]:
                    if there in reached or there in self.mine or wide_water(bits):
                        continue
                    reached.add(there)
                    found.update(next_to for next_to, sides in steps[there] if not wide_water(sides))
                    if not zones[there]:
                        beyond.append(there)
            edge = beyond
        found.discard(space)
        return found

    @cached_property
    def foul(self) -> bool:
        """Whether the weather over most of the line slows movement."""
        return self._wet([s for s in self.mine if self.near(s) <= 2] or list(self.mine))

    def _wet(self, line: list[int]) -> bool:
        g = self.g
        return 2 * sum(weather_at(g, s) != Weather.FINE for s in line) > len(line)

    def threat(self, space: int) -> float:
        """The most factors the enemy could bring against a hex next: two units from each side that is open to him."""
        found = self.strikes.get(space)
        if not found:
            return 0.0
        open_sides = sum(there not in self.mine for there, _ in self.g.ground.steps[space])
        return float(sum(sorted(found, reverse=True)[: 2 * max(open_sides, 1)])) * self._air

    @cached_property
    def _air(self) -> float:
        """What enemy bombers may add."""
        g, known = self.g, roster(self.g)
        tactical = sum(
            g.units[u].sheet.tactical for u, at in enumerate(g.units.at)
            if at >= 0 and known.air[u] and not g.units.down[u] and SIDE_OF_POWER[g.units.power[u]] == self.foe
        )  # fmt: skip
        return 1.0 + min(0.4, tactical / 100)

    def shelter(self, unit: int, space: int) -> float:
        """Factors a unit would defend a hex with: terrain as the rules value it, rivers and cities as they hinder attackers."""
        g = self.g
        here = g.units[unit].sheet.strength
        terrain = terrain_by_space(g)[space]
        row = g.charts.terrain.get(CHART_TERRAIN[terrain])
        factor = float(row.defender_factor) if row is not None else 1.0
        wet = sum(bool(bits & RIVER_LIKE) for _, bits in g.ground.steps[space])
        town = 1.35 if g.ground.city[space] or g.ground.factories[space] else 1.0
        return max(here, 1) * factor * town * (1.0 + 0.12 * wet)

    def risk(self, unit: int, space: int, company: float = 0.0) -> float:
        """The chance that a unit is lost or thrown back if it ends its move in a hex beside so many factors of friends."""
        hostile = self.threat(space)
        if hostile <= 0:
            return 0.0
        ratio = hostile / (self.shelter(unit, space) + company)
        return min(0.85, max(0.0, (log2(max(ratio, 0.01)) - 0.2) / 2.8))

    # --- balance --------------------------------------------------------------------------------------------------------------

    @cached_property
    def fronts(self) -> Fronts:
        """Own face-up factors near the enemy and his near us, front by front."""
        found = Fronts(self.g, self.to_enemy, self.to_friend)
        whose = self.g.units.power
        for s, units in self.mine.items():
            if self.near(s) <= DEPTH:
                known = [(u, self._power(u)) for u in units if self._counts(u)]
                found.count_mine(s, sum(f for _, f in known), sum(f for u, f in known if whose[u] == self.power))
        for s, units in self.armies.items():
            if self.to_friend.get(s, FAR) <= DEPTH:
                found.count_theirs(s, sum(self._power(u) for u in units), self.g.ground.country[s])
        return found

    def _counts(self, unit: int) -> bool:
        """Whether a friend fights on this power's front: in a campaign those who are at war with the same enemies."""
        whose = self.g.units.power[unit]
        return whose == self.power or any(at_war(self.g, whose, foe) for foe in self.enemies)

    def _power(self, unit: int) -> float:
        g = self.g
        return g.units[unit].sheet.strength * (0.4 if g.units.down[unit] else 1.0) * (1.0 if in_supply(g, unit) else 0.6)

    @cached_property
    def bold(self) -> bool:
        """Whether this power should go for what the enemy holds, on its main front."""
        return self._goes_forward(self.fronts.main)

    def bold_at(self, space: int) -> bool:
        """The same on the front that a hex belongs to; behind no front as on the main one."""
        front = self.fronts.at(space)
        return self.bold if front is None else self._goes_forward(front)

    def idle_at(self, space: int) -> bool:
        """Whether there are many more than are needed on the front that a hex belongs to: they may serve elsewhere."""
        front = self.fronts.at(space)
        return front is not None and front.mine > PLENTY * front.theirs

    def _goes_forward(self, front: Front | None) -> bool:
        if front is None:
            return True
        if front.where and not_yet(self.g, self.power, max(front.where, key=lambda c: front.where[c])):
            return False
        key = id(front)
        if key not in self._boldness:
            wet = self._wet([s for s in front.line if self.near(s) <= 2])
            dared = audacity(self.g, self.power) * (hindered(self.power) if wet else 1.0)
            self._boldness[key] = front.balance > dared
        return self._boldness[key]

    def defence(self, space: int) -> Fraction:
        """Factors that hold a hex now."""
        return sum((defence_factors(self.g, u) for u in self.theirs.get(space, ())), Fraction(0))

    def planes(self, power: int) -> list[int]:
        """A power's face-up aircraft on land."""
        g, air = self.g, roster(self.g).air
        return [
            u for u, whose in enumerate(g.units.power)
            if whose == power and air[u] and g.units.at[u] >= 0 and not g.units.down[u] and g.units.mission[u] == GROUNDED
            and g.ground.land[g.units.at[u]]
        ]  # fmt: skip

    def held(self, space: int) -> int:
        """Own land units in a hex."""
        return len(self.mine.get(space, ()))


def defenders(g: War, space: int, side: int) -> list[int]:
    return [u for u in land_at(g, space) if SIDE_OF_POWER[g.units.power[u]] == side]
