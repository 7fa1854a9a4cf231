"""Where troops are wanted who are far from the enemy: trains, strategic movement, the way out of the Urals, new units in peace.

A post is a hex near the enemy, or near one who will be the enemy soon, a city to be held, a beach an armada can reach. Each
post wants a few units; whoever stands far behind is sent to the post that wants most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.kernel.flow import Ask, Option
from grognard.kernel.paths import ranges
from grognard.titles.tw.agent.estimate import prizes
from grognard.titles.tw.agent.ground_view import View, key
from grognard.titles.tw.agent.landings import coast, held_back
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, FRANCE, INDEX, NEUTRAL, USSR
from grognard.titles.tw.rules.training import holds_karelia
from grognard.titles.tw.rules.units import friends_in, ground_at, hex_sides, presence
from grognard.titles.tw.rules.zones import enemy_zone, zoned_designs
from grognard.titles.tw.state import FALL, War, turn_of

BACK = 5  # hexes from the enemy: whoever is farther behind can be spared
GATHER = turn_of(1940, FALL)  # from here on Germany looks east
DEPTH = {AXIS: (1, 3), ALLIES: (2, 8)}  # hexes from a coming enemy where posts lie
STRONG = 3  # factors of a unit that can guard such a place
CROWD = 2.5  # what each unit in a post takes from what it still wants
GAIN = 1.5  # by how much a post must want a unit more than where it stands
AT_THE_GATES, OUTWORK = 3, 8.0  # hexes from a coming enemy at which the ground before a place that decides the war is held
BLIND = 0.25  # of what the ground before it wants that troops without a zone of control do not give
FINNS = turn_of(1940, FALL)  # from when Finland is taken for an enemy to come
KARELIA = 3  # hexes from which troops march into it (16.5)


def coming(g: War, side: int) -> list[int]:
    """Hexes of a power with which war will come though it is not at war: Germany's neighbours in the east, or the Axis for it."""
    if not g.campaign or g.nations.side[USSR] != NEUTRAL or g.nations.surrendered[USSR]:
        return []
    if side == AXIS:
        ready = g.turn >= GATHER and g.nations.surrendered[FRANCE]
        return [s for s, holder in enumerate(g.hexes.holder) if holder == USSR and g.ground.land[s]] if ready else []
    joins = INDEX["finland"] if g.turn >= FINNS else -1
    return [s for s, held in enumerate(hex_sides(g)) if (held == AXIS or g.hexes.holder[s] == joins) and g.ground.land[s]]


def on_watch(g: War, side: int) -> set[int]:
    """Troops that stand at the border of a coming enemy, and stay there."""
    foes = coming(g, side)
    if not foes:
        return set()
    near = ranges(g.board, foes, DEPTH[side][1], [int(land) for land in g.ground.land])
    sides = g.roster.sides
    return {u for at, units in ground_at(g).items() if at in near for u in units if sides[u] == side}


def coast_guard(g: War, side: int) -> set[int]:
    """The strongest unit on each beach that wants a guard: it stays until the enemy is ashore beside it."""
    sides, strengths, kinds, there, enemy = g.roster.sides, g.roster.strengths, g.roster.kinds, presence(g), 2 >> side
    found = set()
    for s, want in coast(g, side).items():
        guards = [u for u in ground_at(g).get(s, ()) if sides[u] == side and kinds[u] not in GUNLESS]
        ashore = any(there[b] & enemy for b in g.ground.steps[s])
        if guards and want >= GAIN and not ashore:
            found.add(max(guards, key=lambda u: (strengths[u], -u)))
    return found


class Posts:
    """What each hex wants of a side, in factors of foot; used up as units are sent."""

    def __init__(self, g: War, side: int, view: View) -> None:
        self.g, self.side, self.view = g, side, view
        self.want: dict[int, float] = {}
        self.outworks: set[int] = set()  # the ground before a place that decides the war
        self.soviet: dict[int, float] = {}  # of a neutral Soviet Union, whose units go nowhere else
        foes = coming(g, side)
        self.looming = ranges(g.board, foes, 10, [int(land) for land in g.ground.land]) if foes else {}
        self._front()
        self._frontier()
        self._coast()
        for s in (*self.want, *self.soviet):
            crowd = CROWD * sum(g.roster.kinds[u] not in GUNLESS for u in ground_at(g).get(s, ()))
            for table in (self.want, self.soviet):
                if s in table:
                    table[s] -= crowd

    def _front(self) -> None:
        """Behind the line: near the enemy, in front of what must be held or of what can be taken."""
        g, view = self.g, self.view
        zone = enemy_zone(g, self.side)
        for s, near in view.near.items():
            if not 2 <= near <= 4 or view.sides[s] != self.side or zone[s] or not view.fed[s]:
                continue
            self.want[s] = 1.0 + 1.5 * view.shield.get(s, 0.0) + view.bold * max(view.advance.get(s, 0.0) + 3.0, 0.0)
        for s, points in prizes(g).items():
            if view.sides[s] == self.side and view.near.get(s, 99) <= 10 and view.fed[s]:
                held = sum(view.defence(u, s) for u in friends_in(g, s, self.side))
                self.want[s] = self.want.get(s, 0.0) + 8.0 * points * (0.3 + view.fall(s, held))

    def _frontier(self) -> None:
        """On the border of a coming enemy: the Axis close to it, the Soviets in depth, in cities and before Karelia."""
        g, (low, high) = self.g, DEPTH[self.side]
        table = self.want if self.side == AXIS else self.soviet
        for s, near in self.looming.items():
            own = self.view.sides[s] == AXIS if self.side == AXIS else g.hexes.holder[s] == USSR
            if own and low <= near <= high and g.ground.land[s]:
                table[s] = table.get(s, 0.0) + 5.0 - 0.2 * abs(near - (low if self.side == AXIS else low + 1))
        if table is self.soviet and self.looming:
            for s, points in prizes(g).items():
                if g.hexes.holder[s] == USSR:
                    near = self.looming.get(s, 99)
                    table[s] = table.get(s, 0.0) + (5.0 if near < 99 else 2.0) * points + (2.0 if g.ground.city[s] else 0.0)
                    for b in g.ground.steps[s] if near <= AT_THE_GATES and key(g, s) else ():
                        round_it = self.looming.get(b, 99) - near  # who comes round the place stands there too
                        if g.hexes.holder[b] == USSR and round_it <= 1:
                            self.outworks.add(b)
                            table[b] = table.get(b, 0.0) + (OUTWORK if round_it <= 0 else OUTWORK / 4)
            if not holds_karelia(g):
                for s in {s for k in g.ground.karelia for s in g.board.within(k, KARELIA)}:
                    if g.hexes.holder[s] == USSR and g.ground.land[s]:
                        table[s] = table.get(s, 0.0) + 3.0

    def _coast(self) -> None:
        """Beaches that an armada can reach, by what it could land and what lies behind them."""
        for s, want in coast(self.g, self.side).items():
            self.want[s] = self.want.get(s, 0.0) + want

    def table(self, unit: int) -> dict[int, float]:
        """The posts of a unit: a neutral Soviet Union has its own."""
        return self.soviet if self.g.roster.nations[unit] == USSR and self.g.nations.side[USSR] == NEUTRAL else self.want

    def wanted(self, unit: int, space: int) -> float:
        """How much a post wants this unit: a weak one is no guard for a place that decides the war, and one without a zone of
        control lets tanks run past it to such a place."""
        want = self.table(unit).get(space, 0.0)
        if want > 0 and space in self.outworks and not zoned_designs(self.g)[unit]:
            return want - OUTWORK * BLIND
        share = min(1.0, self.g.roster.strengths[unit] / STRONG)
        return want * share if want > 0 and key(self.g, space) else want

    def best(self, unit: int, goals: Iterable[int]) -> tuple[float, int] | None:
        """The post that wants a unit most among its goals."""
        table = self.table(unit)
        found = [(self.wanted(unit, s), s) for s in goals if s in table]
        return max(found, key=lambda pair: (pair[0], -pair[1]), default=None)

    def sent(self, unit: int, space: int) -> None:
        self.table(unit)[space] = self.table(unit).get(space, 0.0) - CROWD


def idle(g: War, unit: int, posts: Posts) -> bool:
    """Whether a unit stands where it is not needed."""
    at, kind = g.units.at[unit], g.roster.kinds[unit]
    if kind in GUNLESS or kind == Kind.STA or kind > Kind.PART or g.units.depleted[unit]:
        return False
    if posts.view.near.get(at, 99) <= BACK:
        return False
    if at in prizes(g) and len([u for u in ground_at(g).get(at, ()) if g.roster.kinds[u] not in GUNLESS]) == 1:
        return posts.view.near.get(at, 99) > 11 and not key(g, at)
    return True


def to_the_border(g: War, ask: Ask) -> tuple[Option, str]:
    """21.4: who leaves the rear: units that guard no place of worth, the guards of lesser places before those of greater."""
    calls = [o for o in ask.options if o.verb == "call"]
    if not calls:
        return ask.options[0], "the staff knows"
    strengths, worth = g.roster.strengths, prizes(g)
    return min(calls, key=lambda o: (worth.get(o.arg.at, 0), strengths[o.arg.index], o.arg.index)), "it guards nothing"


def at_the_border(g: War, ask: Ask) -> tuple[Option, str]:
    """Behind the border rather than on it: in cities, one beside the other, the third line first."""
    near = ranges(g.board, coming(g, ALLIES), 4, [int(land) for land in g.ground.land])
    kinds = g.roster.kinds

    def value(option: Option) -> tuple[float, int]:
        s = option.arg.index
        crowd = sum(kinds[u] not in GUNLESS for u in ground_at(g).get(s, ()))
        return near.get(s, 3) + 2.0 * g.ground.city[s] + prizes(g).get(s, 0) - 2.0 * crowd, -s

    return max((o for o in ask.options if o.verb == "post"), key=value), "in depth"


def plan(g: War, units: Sequence[int], goals: Callable[[int], list[int]], view: View) -> dict[int, int]:
    """Who travels where, the strongest first; of powers at peace only the Soviets, who know whom they wait for."""
    posts, kept = Posts(g, g.side, view), held_back(g) | coast_guard(g, g.side)
    strengths, found = g.roster.strengths, dict[int, int]()
    for u in sorted(units, key=lambda u: (-strengths[u], u)):
        table, at = posts.table(u), g.units.at[u]
        peace = table is posts.soviet
        stays = key(g, at) or g.roster.kinds[u] in GUNLESS if peace else g.roster.sides[u] != g.side or not idle(g, u, posts)
        if u in kept or not table or stays or g.roster.kinds[u] > Kind.PART:
            continue
        here = posts.wanted(u, at) + CROWD
        taken = set(found.values()) if peace else set()  # one to a hex
        best = posts.best(u, (s for s in goals(u) if s not in taken))
        if best is not None and best[0] > max(here, 0.0) + GAIN:
            found[u] = best[1]
            posts.sent(u, best[1])
            if at in table:
                table[at] += CROWD
    return found
