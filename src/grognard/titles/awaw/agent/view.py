"""How a side sees the war: where the enemy stands, what is worth going to, what must be kept. Made once for a question."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

from grognard.titles.awaw.agent.cordon import Cordon
from grognard.titles.awaw.agent.garrisons import orders
from grognard.titles.awaw.designs import DESIGNS, GROUND, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, FRANCE, INDEX, MAJORS
from grognard.titles.awaw.odds import Forecast, forecast
from grognard.titles.awaw.rules.strength import Battle, attack, defence, modified_value
from grognard.titles.awaw.rules.supply import network
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    STRENGTH,
    air_units,
    factors,
    held_by,
    masters,
    other,
    price_of,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.weather import training_in
from grognard.titles.awaw.state import FULL, POOL, WINTER, World

FAR = 60
EMPTY_PURSE = 15  # BRPs
OIL_FOR_JAPAN = 2.0  # a counter a turn of the southern fields
FLUSH_FROM, SPARE_PURSE = 1942, 40  # the year, and BRPs beyond what the force pool costs
DECIDES, OPENS = 12.0, 5.0  # a capital with which a country falls, and a hex beside it
BEST_ODDS = 6  # more is not looked for
MET_WITHIN, BESIDE = 4, 3  # steps within which armies count as near, and hexes across a boundary of fronts
RUTHLESS_FROM = 1943
DARING_LATER, REBUILT_LATER = 0.8, 0.8
DARING_OF_THE_RICH, REBUILT = 0.95, 1.0  # the balance from which, and what a lost factor counts, where losses come back at once
MUCH_WEAKER = 0.4  # own trained factors for one of the enemy's on a front
COVER, CROWDED = 4, 6  # aircraft over a hex that matters, and our units beside a hex that make it matter
WILL = {"moscow": 8.0, "leningrad": 4.0, "stalingrad": 4.0, "paris": 10.0, "berlin": 8.0, "london": 8.0, "rome": 4.0}
# what their loss does to a power's will to fight (ours 55.1 to 60.1)
COST = {Kind.ARM: 2.2, Kind.INF: 1.0, Kind.MECH: 1.2, Kind.REP: 0.8, Kind.AIRBORNE: 2.0, Kind.AAF: 3.0, Kind.PARTISAN: 0.6}


def worth(g: World, space: int) -> float:
    """What holding a hex is worth in BRPs."""
    ground = g.ground
    found = 0.2
    if ground.objective[space]:
        found += 10.0
    if g.hexes.ic[space]:
        found += 8.0
    if ground.capital[space]:
        found += 6.0
    if ground.city[space]:
        found += 1.0
    if found > 10.0:  # an objective
        found += next((more for city, more in WILL.items() if ground.named[city] == space), 0.0)
    if not ground.europe[space]:  # Japan goes to war for it
        return found + OIL_FOR_JAPAN * ground.oil[space]
    return found + (1.0 if ground.oil[space] else 0.0)


def unit_cost(g: World, u: int) -> float:
    design = DESIGNS[g.units.design[u]]
    return COST.get(design.kind, 1.0) * design.strength


def blood(g: World, units: list[int], lost: float) -> float:
    """What so many factors lost by these units cost, the cheapest first."""
    found = 0.0
    for each, n in sorted((COST.get(KIND[g.units.design[u]], 1.0), STRENGTH[g.units.design[u]]) for u in units):
        took = min(lost, float(n))
        found, lost = found + each * took, lost - took
    return found


def cheapest_loss(g: World, units: Sequence[int], owed: int) -> int:
    """The unit with which the cheapest payment of a loss begins: losses are paid in whole units (ours 15.62)."""
    least: list[tuple[float, tuple[int, ...]]] = [(0.0, ()), *[(float("inf"), ())] * owed]  # by factors paid, as many as are owed
    for u in units:
        price, size = unit_cost(g, u), STRENGTH[g.units.design[u]]
        for n in range(owed, 0, -1):
            before = least[max(0, n - size)]
            least[n] = min(least[n], (before[0] + price, (*before[1], u)))
    paid = least[owed][1]
    return max(paid or units, key=lambda u: (STRENGTH[g.units.design[u]], -unit_cost(g, u), -u))


class View:
    """The ground as one side sees it."""

    def __init__(self, g: World, side: int) -> None:
        self.g, self.side, self.foe = g, side, other(side)
        self.stands = dict(sorted(masters(g).items()))  # the same in a game played and in one loaded

    def _spread(self, starts: list[int]) -> list[int]:
        far = [FAR] * self.g.board.size
        queue = deque(starts)
        for s in starts:
            far[s] = 0
        ways = self.g.ground.ways
        while queue:
            s = queue.popleft()
            if far[s] >= 25:
                continue
            for o, _ in ways[s]:
                if far[o] == FAR:
                    far[o] = far[s] + 1
                    queue.append(o)
        return far

    @cached_property
    def enemy(self) -> list[int]:
        """Steps to the nearest enemy ground unit."""
        return self._spread([s for s, who in self.stands.items() if who == self.foe])

    @cached_property
    def friend(self) -> list[int]:
        return self._spread([s for s, who in self.stands.items() if who == self.side])

    def _pull(self, side: int) -> list[float]:
        """Worth of the places of a side, fading by distance."""
        g = self.g
        found = [0.0] * g.board.size
        for s in [*g.ground.objectives, *g.ground.centres]:
            if held_by(g, s) != side:
                continue
            value = worth(g, s)
            for o, steps in enumerate(self._spread([s])):
                if steps < 16:
                    found[o] += value * 0.8**steps
        return found

    @cached_property
    def goals(self) -> list[float]:
        """Pull of what the enemy holds."""
        return self._pull(self.foe)

    @cached_property
    def keeps(self) -> list[float]:
        """Pull of what is ours, more where the enemy is near."""
        g = self.g
        found = [0.0] * g.board.size
        for s in [*g.ground.objectives, *g.ground.centres]:
            if held_by(g, s) == self.side and self.enemy[s] < 9:
                value = worth(g, s) * (9 - self.enemy[s]) / 9
                for o, steps in enumerate(self._spread([s])):
                    if steps < 8:
                        found[o] += value * 0.7**steps
        return found

    @cached_property
    def supplied(self) -> frozenset[int]:
        g = self.g
        lines: frozenset[int] = frozenset()
        for faction in {g.faction(n) for n in range(len(g.nations)) if g.nations.side[n] == self.side}:
            lines |= network(g, faction, self.side)
        return lines

    def feeds(self, space: int) -> bool:
        """Whether a unit that goes there will probably be supplied."""
        return space in self.supplied or any(o in self.supplied for o, _ in self.g.ground.ways[space])

    @cached_property
    def cordon(self) -> Cordon:
        """The enemy's supply, and what our armor could do to it."""
        return Cordon(self.g, self.side)

    @cached_property
    def beyond(self) -> list[int]:
        """Steps from the nearest supplied hex."""
        return self._spread(sorted(self.supplied))

    @cached_property
    def garrison(self) -> dict[int, int]:
        """Units that stay behind the front, and where."""
        return orders(self.g, self.side, self.enemy)

    @cached_property
    def _met(self) -> tuple[dict[int, tuple[float, float]], tuple[float, float]]:
        """Trained factors of both sides near each other: by front, each on every front where it meets somebody, and in all."""
        g, sides = self.g, unit_sides(self.g)
        fronts: dict[int, tuple[float, float]] = {}
        ours = theirs = 0.0
        met: dict[tuple[int, int], set[int]] = {}
        for u in range(len(g.units)):
            at = g.units.at[u]
            if at < 0 or KIND[g.units.design[u]] not in GROUND or sides[u] not in (self.side, self.foe):
                continue
            own = sides[u] == self.side
            if (self.enemy if own else self.friend)[at] > MET_WITHIN:
                continue
            whose = NATION[g.units.design[u]]
            level = training_in(g, whose, at) if g.sheet.whole else g.nations.ctl[whose]  # not by one frost
            power = STRENGTH[g.units.design[u]] * (1.0 + 0.35 * level)
            ours, theirs = (ours + power, theirs) if own else (ours, theirs + power)
            if (at, own) not in met:
                met[at, own] = {g.ground.front[at], *self._fronts_met(at, self.foe if own else self.side)}
            for front in met[at, own]:
                mine, his = fronts.get(front, (0.0, 0.0))
                fronts[front] = (mine + power, his) if own else (mine, his + power)
        return fronts, (ours, theirs)

    def _fronts_met(self, at: int, whose: int) -> set[int]:
        """Fronts on which units of a side stand near a hex: a boundary of fronts parts no armies."""
        return {self.g.ground.front[s] for s in self.g.ground.within(at, BESIDE) if self.stands.get(s) == whose}

    @property
    def contact(self) -> dict[int, tuple[float, float]]:
        """Trained factors of both sides near each other, by front."""
        return self._met[0]

    @cached_property
    def balance(self) -> float:
        """Own factors near the enemy over his near us."""
        mine, theirs = self._met[1]
        return (1.0 + mine) / (1.0 + theirs)

    @cached_property
    def _daring(self) -> float:
        """The balance from which this side attacks."""
        g = self.g
        least = g.charts.climate.no_exploitation
        frozen = all(g.nations.winter[n] >= least for n in range(len(g.nations)) if g.nations.side[n] == self.side)
        if self.ruthless and not frozen:
            return DARING_OF_THE_RICH if g.year <= RUTHLESS_FROM else DARING_LATER
        return 1.05 if not frozen else 1.6

    @cached_property
    def bold(self) -> bool:
        """Whether this side should attack, taking all fronts together."""
        return self.balance > self._daring

    def bold_at(self, space: int) -> bool:
        """Whether it should attack on the front of a hex: where it is stronger, and where it is not much weaker while it is
        stronger in all; where nobody meets, as everywhere."""
        mine, theirs = self.contact.get(self.g.ground.front[space], (0.0, 0.0))
        if not self.g.sheet.whole or mine + theirs < 10.0:
            return self.bold
        here = (1.0 + mine) / (1.0 + theirs)
        return here > self._daring or (self.bold and here > MUCH_WEAKER)

    def expected_cover(self, space: int) -> int:
        """Enemy aircraft that will fly over a hex when it is attacked: what is near, more where it matters."""
        g, sides = self.g, unit_sides(self.g)
        near = sum(sides[u] == self.foe and not g.units.inverted[u] and KIND[g.units.design[u]] == Kind.AAF
                   for base, units in air_units(g).items() if base in g.ground.within(space, 4) for u in units)  # fmt: skip
        press = sum(self.line(o) for o, _ in g.ground.ways[space])
        most = COVER if worth(g, space) > 5.0 or (g.sheet.whole and press >= CROWDED) else 1
        return min(near, 3 * factors(g, troops(g, space, self.foe)), most)

    def irregulars(self, space: int) -> bool:
        """Nobody but partisans stands there: work for a garrison, not for armor."""
        foes = troops(self.g, space, self.foe)
        return bool(foes) and all(KIND[self.g.units.design[u]] == Kind.PARTISAN for u in foes)

    @cached_property
    def all_or_nothing(self) -> bool:
        """Germany against France: a long war in the west is a lost one. Not in winter, when nothing is exploited (ours 34.5)."""
        g = self.g
        west = g.sheet.whole and g.sheet.theatre != "pacific" and self.side == AXIS and g.season != WINTER
        return west and g.nations.side[FRANCE] == ALLIES and not g.nations.surrendered[FRANCE]

    @cached_property
    def finishing(self) -> bool:
        """Paris is taken and France fights on: it falls when more of ours than of its own stand in it (ours 59.1)."""
        g = self.g
        if not g.sheet.whole or self.side != AXIS or g.sheet.theatre == "pacific" or g.nations.surrendered[FRANCE]:
            return False
        return held_by(g, g.ground.named["paris"]) == AXIS and g.nations.side[FRANCE] == ALLIES

    def waits(self, space: int) -> bool:
        """Germany does not throw itself at the Maginot line: the west waits for the way through the Low Countries."""
        g = self.g
        if not g.sheet.whole or self.side != AXIS or not g.ground.europe[space] or g.nations.surrendered[FRANCE]:
            return False
        return g.nations.attacked[INDEX["belgium"]] < 0 and g.ground.front[space] == FRONT["western"]

    def reckon(self, space: int, units: list[int], support: int, cover: int = 0, exploiting: bool = False) -> Forecast:
        """The prospect of an attack by these units."""
        g = self.g
        foes = troops(g, space, self.foe)
        battle = Battle(space, units, foes, support, cover, exploiting)
        value = modified_value(g, battle)
        less = value - modified_value(g, battle, 1)
        levels = [training_in(g, NATION[g.units.design[u]], g.units.at[u]) for u in units]
        rounds = 1 if exploiting or not levels else max(1, min(levels))
        return forecast(g.charts, factors(g, units), support, factors(g, foes), value, less, cover, rounds)

    def supports(self, space: int, units: list[int], most: int, cover: int = 0, exploiting: bool = False) -> list[int]:
        """Numbers of aircraft worth a thought: none, as many as lift the odds by a whole column, as many as there are."""
        g = self.g
        battle = Battle(space, units, troops(g, space, self.foe), 0, cover, exploiting)
        ground, value = factors(g, units), modified_value(g, battle) + cover
        most = max(0, min(most, 3 * ground))
        return sorted({0, most} | {n for times in range(1, BEST_ODDS + 1) if 0 < (n := times * value - ground) < most})

    def odds(self, space: int, units: list[int], support: int) -> float:
        battle = Battle(space, units, troops(self.g, space, self.foe), support)
        return attack(self.g, battle) / max(1, defence(self.g, battle))

    def gain(self, space: int, prospect: Forecast, price: float, units: list[int] | None = None) -> float:
        """What an attack is worth: ground and enemy losses against our own, which infantry pays before armor."""
        prize = worth(self.g, space) + 0.35 * self.goals[space] + (DECIDES if self.decides(space) else 0.0) + self.opens(space)
        spoils = 1.1 * prospect.defender + prospect.clear * prize
        loss = prospect.attacker if units is None else blood(self.g, units, prospect.attacker)
        return spoils - self.thrift * loss - price

    def decides(self, space: int) -> bool:
        """The capital of a country that is beaten with it: its armies elsewhere are freed at once."""
        g = self.g
        whose = g.ground.country[space]
        beaten = whose not in MAJORS or (whose == FRANCE and not g.nations.surrendered[FRANCE])
        return g.sheet.whole and self.side == AXIS and g.ground.capital[space] and beaten

    def opens(self, space: int) -> float:
        """What breaking a hex is worth because armor comes before a capital that decides."""
        beside, near = self.g.ground.touching[space], self.g.ground.within(space, 2)
        return max((OPENS if s in beside else OPENS / 2 for s in self.decisive if s in near and s != space), default=0.0)

    @cached_property
    def decisive(self) -> tuple[int, ...]:
        """Capitals held by enemy troops with which a country falls."""
        return tuple(s for s, who in self.stands.items() if who == self.foe and self.decides(s))

    @cached_property
    def thrift(self) -> float:
        """What a factor of our own is worth in an attack: more to who must not bleed; unbuilt factors break a power's will."""
        level = 1.3 if not self.g.sheet.whole else 1.0
        weak = self.side == ALLIES and self.balance < level
        if self.ruthless:
            return REBUILT if self.g.year <= RUTHLESS_FROM else REBUILT_LATER
        return 1.15 if not weak else 1.5 if self.flush else 2.2

    @cached_property
    def ruthless(self) -> bool:
        """An Ally of the later war whose losses come back at once: he wears the enemy down."""
        return self.side == ALLIES and self.g.year >= RUTHLESS_FROM and self.flush

    @cached_property
    def flush(self) -> bool:
        """The power that moves has more than it can build with: what it loses comes back."""
        g = self.g
        if not g.sheet.whole or g.year < FLUSH_FROM:
            return False
        unbuilt = sum(price_of(g, u) for u in range(len(g.units)) if g.units.pool[u] == POOL
                      and NATION[g.units.design[u]] == g.mover and KIND[g.units.design[u]] in GROUND)  # fmt: skip
        return g.nations.level[g.mover] >= unbuilt + SPARE_PURSE

    def money(self, power: int) -> float:
        """What a BRP spent on offensives is worth: little to who has more than he can build with, much to who has none."""
        g = self.g
        if not g.sheet.whole:
            return 0.5
        seasons = 4 - g.season  # what is left at the year's end is worth its growth only
        each = g.nations.level[power] / seasons
        if g.nations.level[power] < EMPTY_PURSE:  # a debt, and nothing left to rebuild the army with
            return 1.0
        return 0.15 if each >= 40 else 0.3 if each >= 20 else 0.5

    def line(self, space: int) -> int:
        """Own ground units in a hex."""
        return len(troops(self.g, space, self.side))


def is_tank(g: World, u: int) -> bool:
    return KIND[g.units.design[u]] == Kind.ARM and g.units.supply[u] == FULL
