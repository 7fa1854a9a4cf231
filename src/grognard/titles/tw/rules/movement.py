"""9.2 to 9.5: ground movement in two impulses, stack by stack. Automatic victory is in automatic_victory.py, stacking in
stacking.py.

A stack moves as far as its slowest unit, in as many stretches as the player likes, and is finished before the next one
starts (9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.paths import Reach, reach
from grognard.kernel.rules import No, rule
from grognard.kernel.state import Row
from grognard.titles.tw.ground import DESERT, SWAMP
from grognard.titles.tw.kinds import EXPLOITING, RUNNING, Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, ITALY, NEUTRAL
from grognard.titles.tw.picks import one_of, unless, word
from grognard.titles.tw.rules import automatic_victory, drops, logistics
from grognard.titles.tw.rules.alliances import closed_to, far_from_port
from grognard.titles.tw.rules.allowance import _stuck, allowance, greatest_loss, may_move
from grognard.titles.tw.rules.control import captured_fortress, pass_through
from grognard.titles.tw.rules.homelands import bounds
from grognard.titles.tw.rules.stacking import crowds, enforce_stacking, overfull
from grognard.titles.tw.rules.status import hosts
from grognard.titles.tw.rules.supply import RELIEVED, african_limit, check_exploiters, foes, open_land
from grognard.titles.tw.rules.units import (
    army_rating,
    deplete,
    ground_at,
    hex_sides,
    presence,
    roster,
    unit_kinds,
    unit_nations,
    unit_sides,
    unit_strengths,
)
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.rules.zones import enemy_zone, zone_of
from grognard.titles.tw.state import FORTRESS, LLE, NO_EFFORT, NONE, PASS_TURN, Hex, Unit, War
from grognard.titles.tw.subjects import Entry, Movers, Stack

SLOW_SWAMP, FAST_SWAMP = 4, 2  # 10.6.7: tanks, mechanised troops and horse wade slowest (TW-AMB-16)
FORCED_MARCH = 2  # 29.1
_LAST_GROUND = int(Kind.PART)
AFRICAN = (GERMANY, ITALY, BRITAIN)  # 12.2.5: limited in North Africa


# --- what a step costs (9.3, 9.4) ---------------------------------------------------------------------------------------------


@rule("16.3.3", "16.3.1")
def hosted(g: War, units: Sequence[int]) -> frozenset[int]:
    """Land of neutrals that all of these units may enter: of Associates of their power."""
    known = hosts(g)
    if not known:
        return frozenset()
    patrons = {roster(g).patrons[u] for u in units}
    return frozenset.intersection(*(known[p][1] if p in known else frozenset() for p in patrons))


class Steps:
    """The price of steps for a stack: it carries what the rules need to know of the units and of the board as it stands."""

    def __init__(self, g: War, units: Sequence[int], *, in_swamp: bool) -> None:
        known = roster(g)
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
        self.standing = ground_at(g)
        british = any(known.nations[u] == BRITAIN for u in units)
        self.crowds = crowds(g)
        self.few = [u for u in units if known.counts[u]]
        self.tied = british and bool(g.campaign) and not g.nations.surrendered[FRANCE]
        self.fits = not british and len(self.few) < 2  # no empty hex is too small for it
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
        units, own, side, stack = self.standing.get(space), self.own, self.side, self.units
        there = [u for u in units if own[u] == side and u not in stack] if units else []
        if there or not self.fits:
            reason = self.crowds.refusal(space, [*there, *stack])
            if reason is not None and (not there or reason.rule != "9.6" or not self._room_to_come(space, there)):
                return reason
        if self.tied and any(far_from_port(self.g, u, space) for u in self.units):
            return No("6.2.1", "British units in France stay within a hex of a port")
        return self._african(space) if self.limits and self.limits[space] else None

    def ends(self, where: Reach) -> list[int]:
        """Every hex where the move may end; most are empty and need no question."""
        standing, limits, end = self.standing, self.limits, self.end
        goals = [s for s in where.costs if s != where.start]
        if not self.fits:
            return [s for s in goals if end(s) is None]
        return [s for s in goals if (s not in standing and not (limits and limits[s])) or end(s) is None]

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
        return len(still) >= excess and sum(may_move(g, u, impulse) is None for u in still) >= excess

    @rule("12.2.5")
    def _african(self, space: int) -> No | None:
        """Units that come to North Africa from elsewhere keep to the limit of their nation there."""
        g = self.g
        nation = unit_nations(g)[self.african[0]]
        limit = african_limit(g, nation)
        strengths, nations = unit_strengths(g), unit_nations(g)
        force = sum(
            strengths[u]
            for u, at in enumerate(g.units.at)
            if at >= 0
            and nations[u] == nation
            and unit_kinds(g)[u] <= Kind.PART
            and (g.ground.north_africa[at] or u in self.units)
        )
        if limit is not None and force > limit[0]:
            return No("12.2.5", f"{force} factors would be in North Africa, {limit[0]} may be")
        return None


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
    return bytes(t == SWAMP and not (icy and eastern) for t, eastern in zip(g.ground.terrain, g.ground.eastern))


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
    kinds, sides = unit_kinds(g), unit_sides(g)
    for u, at in enumerate(g.units.at):
        if at >= 0 and sides[u] == g.side and kinds[u] in (Kind.ARM, Kind.MECH):
            hexagon = g.hexes[at]
            spear = int(hexagon.breach >= g.player_turn and hexagon.gap_side == g.side)
            if g.units.spearhead[u] != spear:
                g.units[u].spearhead = spear


def movers(g: War) -> list[int]:
    """Units of the phasing side that can begin a move; the plain tests come first."""
    sides, kinds, units, impulse, side = unit_sides(g), unit_kinds(g), g.units, g.impulse, g.side
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
        least, moves = greatest_loss(g), roster(g).moves
        return [u for u in ready if moves[u] > least or not _stuck(g, u, impulse)]
    return [u for u in ready if may_move(g, u, impulse) is None]


def any_mover(g: War) -> bool:
    units, side, impulse = g.units, g.side, g.impulse
    return any(
        active and at >= 0 and s == side and not moved & impulse and may_move(g, u, impulse) is None
        for u, (active, at, s, moved) in enumerate(zip(units.active, units.at, unit_sides(g), units.moved))
    )


@rule("9.2", "9.3")
def move_units(g: War) -> Flow[None]:
    """Move stacks one after another, or land from the air"""
    seat = g.seat(g.side)
    while True:
        landings = drops.ready(g)
        if not landings and not any_mover(g):
            break
        choice, _ = yield from menu(
            g, seat, f"Impulse {g.impulse}: choose a unit to move", Movers(g.impulse), *_mover_acts(g, landings), rule="9.2",
            rests=True,
        )  # fmt: skip
        if choice.verb == "done":
            break
        if choice.verb == "drop":
            yield from drops.airborne_landing(g, choice.arg)
        else:
            yield from move_stack(g, choice.arg)
    yield from enforce_stacking(g, g.side)


def _mover_acts(g: War, landings: list[int]) -> tuple[Act[War, Any, Any], ...]:
    """Take a unit, land one from the air, or end; where too many stand, the crowd is thinned out first."""

    @cache
    def able() -> tuple[list[int], bool]:
        ready, thick = movers(g), set(overfull(g, g.side))
        crowd = [u for u in ready if g.units.at[u] in thick]
        return crowd or ready, bool(crowd)

    def early() -> No | None:
        return No("9.6", "too many units stand in a hex: some can still leave it") if able()[1] else None

    return (
        one_of("take", "9.2", "Move {0}", Unit, lambda: able()[0], CROWD_FIRST, why=may_take),
        one_of("drop", "11.14.1", "Drop {0}", Unit, landings, "no parachutist that can land now", why=drops.may_drop),
        unless("done", "9.2", "Done", early),
    )


CROWD_FIRST = "it has moved in this impulse, cannot leave its hex, or must wait until a crowd is thinned out"


def may_take(g: War, unit: int) -> No | None:
    """Whether a unit can be moved in this impulse."""
    if unit_sides(g)[unit] != g.side:
        return No("9.2", "it is not yours")
    return may_move(g, unit, g.impulse)


@rule("9.3", "9.8", "29.1")
def move_stack(g: War, first: Unit) -> Flow[None]:
    """Move one stack"""
    seat, impulse = g.seat(g.side), g.impulse
    stack = [first.index]
    spent = 0
    marched = 0
    forced = 0
    in_swamp = g.ground.terrain[first.at] == SWAMP and not (frozen(g) and g.ground.eastern[first.at])
    begun = went = overran = False
    points = 0
    while True:
        points = points - spent if begun else min(allowance(g, u, impulse) for u in stack) + forced
        spent = 0
        one_hex = not begun and (_passing(g, stack) or (impulse == 2 and any(army_rating(g, u) == 4 for u in stack)))
        steps = Steps(g, stack, in_swamp=in_swamp)
        halted = went and isinstance(steps.stop(g.units.at[first.index]), No)
        left = 0 if halted else points
        where = steps_reach(steps, left, one_hex=one_hex)
        prompt = f"Move {', '.join(g.units[u].label for u in stack)}: {left} points left"
        about = Stack(tuple(stack), g.units.at[stack[0]], left)
        acts = _stack_acts(g, stack, steps, where, begun, left, marched, overran)
        choice, _ = yield from menu(g, seat, prompt, about, *acts, rule="9.3")
        if choice.verb == "stop":
            break
        if choice.verb == "with":
            stack.append(choice.arg.index)
        elif choice.verb == "force":
            marched = 1
            forced, depleting = forced_march(g, first)
            if depleting:
                marched = 2
        elif choice.verb == "overrun":
            target = choice.arg
            victory = yield from automatic_victory.overrun(g, stack, target, [a for a in choice.args[1:] if isinstance(a, Unit)])
            begun, overran = True, overran or victory
            if victory and (yield from _enter(g, target)):
                went = True
                price = Steps(g, stack, in_swamp=in_swamp).cost(g.units.at[first.index], target.index, 0)
                assert isinstance(price, int)
                spent = price
                yield from march(g, stack, [g.units.at[first.index], target.index])
        elif choice.verb == "detach":
            stack.remove(choice.arg.index)
            _finish(g, [choice.arg.index], begun=True)
            first = g.units[stack[0]]
        else:
            space = choice.arg.index
            spent = where.costs[space]
            begun = went = True
            yield from march(g, stack, where.path(space))
    _finish(g, stack, begun=begun)
    if marched == 2 and first.at >= 0:
        deplete(g, first, "29.1")


def _finish(g: War, units: Sequence[int], *, begun: bool) -> None:
    """These units have made their move of the impulse."""
    for u in units:
        g.units[u].moved = g.units.moved[u] | g.impulse
        if begun and g.impulse == 2:
            exploit_supply(g, u)


@rule("4.5")
def _passing(g: War, stack: Sequence[int]) -> bool:
    """On a Pass every ground unit moves one hex, whatever it costs."""
    return any(logistics.effort_of(g, u) == PASS_TURN for u in stack)


@rule("9.8")
def _enter(g: War, target: Hex) -> Flow[bool]:
    """The victors of an overrun need not enter the hex, and then save the extra point"""
    words = (("enter", "Enter {0}"), ("keep_out", "Stay out of {0}"))
    acts = [one_of(verb, "9.8", text, Hex, [target.index], "another hex was overrun") for verb, text in words]
    choice, _ = yield from menu(g, g.seat(g.side), f"Enter {target.label}?", Entry(target.index), *acts)
    entered: bool = choice.verb == "enter"
    return entered


@rule("10.2.7", "12.3")
def exploit_supply(g: War, unit: int) -> None:
    """A unit that moves or fights in the second impulse counts as supplied to the end of the enemy's next turn, provided it began
    Operations in supply."""
    if g.units.supply[unit] != NONE and g.units.free_until[unit] != RELIEVED:
        g.units[unit].free_until = g.player_turn + 1


def _stack_acts(
    g: War, stack: list[int], steps: Steps, where: Reach, begun: bool, left: int, marched: int, overran: bool
) -> tuple[Act[War, Any, Any], ...]:
    """What a stack in the hand can do."""
    start = g.units.at[stack[0]]

    def company() -> list[int]:
        here = () if begun else ground_at(g).get(start, ())
        return [u for u in here if u not in stack and unit_sides(g)[u] == g.side and may_move(g, u, g.impulse) is None]

    def blocked(g: War, space: int) -> No | None:
        no = where.why_not(space)
        return no if no is not None or space == start else steps.end(space)

    def overruns() -> list[tuple[Row, ...]]:
        return [o.args for o in automatic_victory.overruns(g, stack, left)] if left > 0 else []

    def shielded(g: War, rows: Any) -> No | None:
        target = rows[0] if rows else None
        return automatic_victory.why_not(g, stack, target.index, where.budget) if isinstance(target, Hex) else None

    forced = [stack[0]] if not begun and may_force(g, stack, marched) else []
    rests = stack if overran and len(stack) > 1 else []  # 9.8: they need not stay together
    return (
        STOP,
        one_of("detach", "9.8", "Leave behind {0}", Unit, rests, "only after an overrun a stack parts"),
        one_of("with", "9.3", "Take along {0}", Unit, company, "it is elsewhere, or the move has begun", why=may_take),
        one_of("force", "29.1", "Forced march of {0}", Unit, forced, "a lone INF or MOT tries once, before it moves", rolls=True),
        one_of("to", "9.3", "To {0}", Hex, lambda: steps.ends(where), "it stands there", why=blocked),
        one_of("overrun", "9.8", _overrun_words, Row, overruns, "the odds fall short, or need other aircraft", why=shielded),
    )


STOP: Act[War, Any, None] = word("stop", "9.3", "End this move")


def _overrun_words(g: War, stack: Any, rows: Any) -> str:
    return " ".join(["Overrun", *(row.label for row in rows)])


@rule("1.2", "9.4")
def march(g: War, stack: Sequence[int], path: list[int]) -> Flow[None]:
    """Go along a path, taking control on the way"""
    there = path[-1]
    fortresses = [s for s in path[1:] if g.hexes.works[s] == FORTRESS and hex_sides(g)[s] != g.side]
    for u in stack:
        g.units[u].at = there
    pass_through(g, stack[0], path[1:])
    g.say("{} moves to {}", ", ".join(g.units[u].label for u in stack), g.hexes[there], rule="9.3")
    for s in fortresses:
        yield from captured_fortress(g, s, g.side)


# --- forced march (29.1) ------------------------------------------------------------------------------------------------------


def may_force(g: War, stack: list[int], marched: int) -> bool:
    """29.1: a single INF or MOT may try for two more hexes in the first impulse, once."""
    if not g.options.forced_march or g.impulse != 1 or marched or len(stack) > 1:
        return False
    return unit_kinds(g)[stack[0]] in (Kind.INF, Kind.MOT)


@rule("29.1")
def forced_march(g: War, unit: Unit) -> tuple[int, bool]:
    """The extra points, and whether the unit is depleted at the end of its march."""
    hard = g.ground.terrain[unit.at] == DESERT or g.ground.ussr_1939[unit.at]
    roll = g.roll(D10, f"{unit.label}: forced march", "29.1") - int(hard)
    if roll <= 3:
        return FORCED_MARCH, True
    return (FORCED_MARCH, False) if roll <= 7 else (0, False)


def exploits(g: War) -> bool:
    """Whether the phasing side has a second impulse at all: some Major Power of it chose an SLE, RLE or MLE (TW-AMB-41)."""
    own = (effort for effort, side in zip(g.nations.effort, g.nations.side) if side == g.side)
    return any(effort not in (NO_EFFORT, LLE, PASS_TURN) for effort in own)
