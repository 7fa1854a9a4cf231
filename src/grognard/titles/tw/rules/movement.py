"""9.2 to 9.5: ground movement in two impulses, stack by stack: what a step costs and who may move. The questions are in
marches.py, automatic victory in automatic_victory.py, stacking in stacking.py.

A stack moves as far as its slowest unit, in as many stretches as the player likes, and is finished before the next one
starts (9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.kernel.cache import derived
from grognard.kernel.paths import Reach, reach
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import SWAMP
from grognard.titles.tw.kinds import EXPLOITING, RUNNING, Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, NEUTRAL
from grognard.titles.tw.rules.alliances import closed_to, far_from_port
from grognard.titles.tw.rules.allowance import _stuck, greatest_loss, may_move
from grognard.titles.tw.rules.homelands import bounds
from grognard.titles.tw.rules.north_africa import AFRICAN, african_room
from grognard.titles.tw.rules.stacking import crowds
from grognard.titles.tw.rules.status import hosts
from grognard.titles.tw.rules.supply import RELIEVED, check_exploiters, foes, open_land
from grognard.titles.tw.rules.units import ground_at, hex_sides, presence
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.rules.zones import enemy_zone, zone_of
from grognard.titles.tw.state import LLE, NO_EFFORT, NONE, PASS_TURN, War

SLOW_SWAMP, FAST_SWAMP = 4, 2  # 10.6.7: tanks, mechanised troops and horse wade slowest (TW-AMB-16)
_LAST_GROUND = int(Kind.PART)


# --- what a step costs (9.3, 9.4) ---------------------------------------------------------------------------------------------


@rule("16.3.3", "16.3.1")
def hosted(g: War, units: Sequence[int]) -> frozenset[int]:
    """Land of neutrals that all of these units may enter: of Associates of their power."""
    known = hosts(g)
    if not known:
        return frozenset()
    patrons = {g.roster.patrons[u] for u in units}
    return frozenset.intersection(*[known[p][1] if p in known else frozenset() for p in patrons])


class Steps:
    """The price of steps for a stack: it carries what the rules need to know of the units and of the board as it stands."""

    def __init__(self, g: War, units: Sequence[int], *, in_swamp: bool) -> None:
        known = g.roster
        kinds = known.kinds
        self.g = g
        self.side = known.sides[units[0]]
        self.enemy = 2 >> self.side
        self.zone = enemy_zone(g, self.side)
        self.terrain = g.ground.terrain
        self.land = g.ground.land
        self.steps = g.ground.steps
        self.halts = any(kinds[u] not in RUNNING for u in units)
        self.in_swamp = in_swamp
        self.swamp = SLOW_SWAMP if any(kinds[u] in EXPLOITING for u in units) else FAST_SWAMP
        self.icy = frozen(g)
        self.african = [u for u in units if known.nations[u] in AFRICAN]
        self.units = units
        self.overrun = g.hexes.overrun
        self.bounds = bounds(g, units)
        self.hosted = hosted(g, units)
        self.closed = closed_to(g, units)
        self.nations = [known.nations[u] for u in units]
        self.by_hex = ground_at(g)
        british = any(known.nations[u] == BRITAIN for u in units)
        self.crowds = crowds(g)
        self.few = [u for u in units if known.counts[u]]
        self.tied = british and bool(g.campaign) and not g.nations.surrendered[FRANCE]
        partisans = any(kinds[u] == Kind.PART for u in units)
        self.fits = not british and not partisans and len(self.few) < 2  # no empty hex is too small for it
        self.own = known.sides
        self.limits = None if all(g.ground.north_africa[g.units.at[u]] for u in self.african) else g.ground.north_africa

    @cached_property
    def presence(self) -> bytearray:
        return presence(self.g)

    @cached_property
    def sides(self) -> list[int]:
        return hex_sides(self.g)

    @rule("9.3", "9.4", "9.4.1", "9.4.2", "10.6.7", "10.6.13", "9.8")
    def cost(self, a: int, b: int, border: int) -> int | No:
        """One point a hex, one more to enter and one more to leave an enemy zone of control, more in swamps."""
        if not self.land[b]:
            return No("10.6.11", f"{self.g.board.label(b)} is not for ground units")
        if b not in self.steps[a]:
            return No("10.6.11", "nobody crosses that hexside")
        if self.bounds is not None and b not in self.bounds:
            return No("23.60", f"these troops do not go to {self.g.board.label(b)}")
        if self.sides[b] == NEUTRAL and b not in self.hosted:
            return No("9.4.1", f"{self.g.board.label(b)} is neutral")
        if b in self.closed:
            french = FRANCE in self.nations and self.g.ground.owner[b] == "britain"
            return No("6.2.1" if french else "6.2.2", f"{self.g.board.label(b)} is closed to them by an ally")
        if self.presence[b] & self.enemy:
            return No("9.4", f"an enemy unit stands in {self.g.board.label(b)}")
        price = 1 + self.zone[b] + self.zone[a]
        if self.terrain[b] == SWAMP and self.in_swamp and not self.thawed(b):
            price += self.swamp - 1
        if self.overrun[b] == self.g.player_turn:
            price += 1
        return price

    def thawed(self, space: int) -> bool:
        return self.icy and self.g.ground.eastern[space]

    @rule("9.4", "10.6.7")
    def stop(self, space: int) -> bool | No:
        """Foot stops in an enemy zone of control; everyone stops at the edge of a swamp."""
        if self.halts and self.zone[space]:
            return No("9.4", "foot stops on entering an enemy zone of control")
        if self.terrain[space] == SWAMP and not self.in_swamp and not self.thawed(space):
            return No("10.6.7", "units stop on entering a swamp")
        return False

    def end(self, space: int) -> No | None:
        """Whether the stack may end here: stacking, or units there that can still make room (TW-AMB-63)."""
        units, own, side, stack = self.by_hex.get(space), self.own, self.side, self.units
        there = [u for u in units if own[u] == side and u not in stack] if units else []
        if there or not self.fits:
            reason = self.crowds.refusal(space, [*there, *stack])
            if reason is not None and (not there or reason.rule != "9.6" or not self._room_to_come(space, there)):
                return reason
        if self.tied and any(far_from_port(self.g, u, space) for u in self.units):
            return No("6.2.1", "British units in France stay within a hex of a port")
        return african_room(self.g, self.units) if self.limits and self.limits[space] else None

    def ends(self, where: Reach) -> list[int]:
        """Every hex where the move may end; most are empty and need no question."""
        by_hex, limits, end = self.by_hex, self.limits, self.end
        goals = [s for s in where.costs if s != where.start]
        if not self.fits:
            return [s for s in goals if end(s) is None]
        return [s for s in goals if (s not in by_hex and not (limits and limits[s])) or end(s) is None]

    def _room_to_come(self, space: int, there: list[int]) -> bool:
        """Whether as many units as are too many can still leave the hex."""
        g, counts = self.g, self.crowds.counts
        here = [u for u in there if counts[u]]
        few = [*here, *self.few]
        excess = len(few) - self.crowds.limit(space, few)
        if len(here) < excess:
            return False
        active, moved, impulse = g.units.active, g.units.moved, g.impulse
        still = [u for u in here if active[u] and not moved[u] & impulse]
        return len(still) >= excess and sum([may_move(g, u, impulse) is None for u in still]) >= excess


def stack_reach(g: War, units: Sequence[int], points: int, *, in_swamp: bool, one_hex: bool) -> Reach:
    """Where a stack can go with its points."""
    return steps_reach(Steps(g, units, in_swamp=in_swamp), points, one_hex=one_hex)


def steps_reach(steps: Steps, points: int, *, one_hex: bool) -> Reach:
    """Where a stack can go: what `reach` finds with the price and the halts of the steps, from a list of prices."""
    g = steps.g
    start = g.units.at[steps.units[0]]
    if one_hex:
        return reach(g.board, start, points, steps.cost, stop=steps.stop, end=steps.end, always_one=one_hex, rule="9.3")
    prices, zone, near, mire = entry_prices(g, steps.side), steps.zone, steps.steps, mires(g)
    if steps.hosted or steps.closed:
        prices = bytearray(prices)
        for s in steps.hosted:
            prices[s] = int(g.ground.land[s])
        for s in steps.closed:
            prices[s] = 0
    bound = steps.bounds
    wade, halts, edge = (steps.swamp - 1) * steps.in_swamp, steps.halts, not steps.in_swamp
    costs, before = {start: 0}, {}
    stops: set[int] = set()
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    for spent in range(points):
        for a in sorted(rings[spent]):
            if costs[a] < spent or a in stops:
                continue
            left = spent + zone[a]
            for b in near[a]:
                price = prices[b]
                if not price or (bound is not None and b not in bound):
                    continue
                total = left + price + wade if mire[b] else left + price
                if total > points:
                    continue
                known = costs.get(b)
                if known is None:
                    if (halts and zone[b]) or (edge and mire[b]):
                        stops.add(b)
                elif total >= known:
                    continue
                costs[b] = total
                before[b] = a
                rings[total].append(b)
    return Reach(g.board, start, points, costs, before, stops, steps.cost, steps.stop, steps.end, "9.3")


@derived("hexes.overrun", "turn", "side")
def overrun_now(g: War) -> list[int]:
    """Hexes of automatic victories of this player turn."""
    now = g.player_turn
    return [s for s, turn in enumerate(g.hexes.overrun) if turn == now] if now in g.hexes.overrun else []


@derived(
    presence,
    zone_of,
    hex_sides,
    overrun_now,
    given=lambda g, side: (foes(g, side), enemy_zone(g, side), open_land(g), overrun_now(g)),
)
def entry_prices(g: War, side: int) -> bytearray:
    """By space, what a unit of a side pays to enter it from outside a zone of control, swamps apart; 0: it may not."""
    size = g.board.size
    barred = int.from_bytes(foes(g, side).translate(_WHOLE), "little")
    free = open_land(g) & ~barred
    prices = bytearray((free + (free & int.from_bytes(enemy_zone(g, side), "little"))).to_bytes(size, "little"))
    for s in overrun_now(g):
        if prices[s]:
            prices[s] += 1
    return prices


_WHOLE = bytes([0] + [255] * 255)


@derived("east_winter")
def mires(g: War) -> bytes:
    """By space, whether it is a swamp that is not frozen."""
    icy = frozen(g)
    return bytes([t == SWAMP and not (icy and eastern) for t, eastern in zip(g.ground.terrain, g.ground.eastern)])


# --- the phases ---------------------------------------------------------------------------------------------------------------


@rule("3.6", "9.2", "9.3")
def begin_first_impulse(g: War) -> None:
    """Ground units move in the first impulse."""
    g.impulse = 1


@rule("10.2.4", "9.2", "12.6.2")
def begin_second_impulse(g: War) -> None:
    """Tanks, mechanised troops and horse move again."""
    g.impulse = 2
    check_exploiters(g, g.side)
    mark_spearheads(g)


@rule("10.2.5")
def mark_spearheads(g: War) -> None:
    """Note which tanks and mechanised troops begin the second impulse in a Breach of their side."""
    kinds, sides = g.roster.kinds, g.roster.sides
    for u, at in enumerate(g.units.at):
        if at >= 0 and sides[u] == g.side and kinds[u] in (Kind.ARM, Kind.MECH):
            hexagon = g.hexes[at]
            spear = int(hexagon.breach >= g.player_turn and hexagon.gap_side == g.side)
            if g.units.spearhead[u] != spear:
                g.units[u].spearhead = spear


def movers(g: War) -> list[int]:
    """Units of the phasing side that can begin a move; the plain tests come first."""
    sides, kinds, units, impulse, side = g.roster.sides, g.roster.kinds, g.units, g.impulse, g.side
    at, active, moved, supply, dropped = units.at, units.active, units.moved, units.supply, units.dropped
    afloat, box = units.afloat, g.ground.box
    thirst, now = units.dry, g.player_turn  # 24.1
    ready = [
        u
        for u, (yes, where, s) in enumerate(zip(active, at, sides))
        if yes
        and where >= 0
        and s == side
        and not moved[u] & impulse
        and kinds[u] <= _LAST_GROUND
        and supply[u] != NONE
        and (not dropped[u] or (impulse == 2 and afloat[u]))
        and not box[where]
        and thirst[u] != now
        and (impulse == 1 or kinds[u] in EXPLOITING)
    ]
    if impulse == 1:
        least, moves = greatest_loss(g), g.roster.moves
        return [u for u in ready if moves[u] > least or not _stuck(g, u, impulse)]
    return [u for u in ready if may_move(g, u, impulse) is None]


def any_mover(g: War) -> bool:
    units, side, impulse = g.units, g.side, g.impulse
    return any(
        may_move(g, u, impulse) is None
        for u, (active, at, s, moved) in enumerate(zip(units.active, units.at, g.roster.sides, units.moved))
        if active and at >= 0 and s == side and not moved & impulse
    )


@rule("10.2.7", "12.3")
def exploit_supply(g: War, unit: int) -> None:
    """A unit that moves or fights in the second impulse counts as supplied to the end of the enemy's next turn, provided it began
    Operations in supply."""
    if g.units.supply[unit] != NONE and g.units.free_until[unit] != RELIEVED:
        g.units[unit].free_until = g.player_turn + 1


def exploits(g: War) -> bool:
    """Whether the phasing side has a second impulse at all: some Major Power of it chose an SLE, RLE or MLE (TW-AMB-41)."""
    own = (effort for effort, side in zip(g.nations.effort, g.nations.side) if side == g.side)
    return any(effort not in (NO_EFFORT, LLE, PASS_TURN) for effort in own)
