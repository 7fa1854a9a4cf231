"""9.6: how many units stand in a hex, and what happens to those too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.boons import boons
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import BRITAIN, FINLAND, FRANCE, INDEX
from grognard.titles.tw.rules.alliances import far_from_port, mixed
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.homelands import bounds
from grognard.titles.tw.rules.north_africa import african_room
from grognard.titles.tw.rules.units import army_ratings, eliminate, governing, ground_at
from grognard.titles.tw.state import FORTRESS, Unit, War
from grognard.titles.tw.subjects import Crowd

LIMITS = {1: 3, 2: 2, 3: 1, 4: 1}
RIVALS = ((INDEX["greece"], INDEX["turkey"]), (INDEX["hungary"], INDEX["romania"]))  # 23.23, 23.24, 23.43, 23.54
GARRISON = (Kind.INF, Kind.MOT, Kind.STA)  # 23.22
SMALL = (Kind.ART, Kind.CDO, *GUNLESS)  # 1.2: not counted on an island of one hex, where parachutists are
GAP_LIMIT = 6  # 9.6.2: Breach and Bridgehead


def counted(g: War, units: Sequence[int]) -> list[int]:
    """The units that count for stacking."""
    counts = g.roster.counts
    return [u for u in units if counts[u]]


@derived("hexes.gap_side", "hexes.breach", "hexes.bridgehead", "turn", "side")
def gaps(g: War) -> dict[int, int]:
    """Hexes of Breaches and Bridgeheads that are open now, with the side whose they are."""
    now, hexes = g.player_turn, g.hexes
    rows = enumerate(zip(hexes.gap_side, hexes.breach, hexes.bridgehead))
    return {s: side for s, (side, breach, head) in rows if side >= 0 and (breach >= now or head >= now)}


@rule("23.22")
def ground_places(g: War) -> tuple[int, int]:
    """Gibraltar, and the one hex from which it is reached, where two units have room."""
    rock = g.ground.city_hex.get("gibraltar", NOWHERE)
    return rock, g.ground.city_hex.get("cordoba", NOWHERE)


class Crowds:
    """What stacking asks of units and hexes, looked up once for many questions."""

    def __init__(self, g: War) -> None:
        known = g.roster
        self.g, self.gaps, self.ratings = g, gaps(g), army_ratings(g)
        self.counts, self.nations, self.sides, self.strengths = known.counts, known.nations, known.sides, known.strengths
        self.finns = FINLAND in known.nations
        self.kinds, self.there = known.kinds, frozenset(known.nations)
        self.gibraltar, self.cordoba = ground_places(g)
        self.lone = {self.gibraltar: "23.22", g.ground.city_hex.get("malta", NOWHERE): "23.35"}
        self.campaign = bool(g.campaign)
        self.fighting_france = not g.nations.surrendered[FRANCE] and not boons(g, "accord")
        self.crowded = cache(self._crowded)

    @rule("9.6", "9.6.1", "9.6.2", "9.6.3")
    def limit(self, space: int, units: Sequence[int]) -> int:
        """How many of these units of one side may stand in a hex; pieces count as units."""
        ground, nations, ratings = self.g.ground, self.nations, self.ratings
        if self.gaps.get(space) == self.sides[units[0]]:
            return GAP_LIMIT
        if ground.single[space]:
            return 1
        if space == self.cordoba:
            return min(2, LIMITS[governing((ratings[u], self.strengths[u]) for u in units)])  # 23.22
        if space == ground.paris and all(nations[u] == FRANCE for u in units):
            return 3
        first = ratings[units[0]]
        for u in units:
            if ratings[u] != first:
                return LIMITS[governing((ratings[u], self.strengths[u]) for u in units)]
        return LIMITS[first]

    @rule("9.6", "9.6.1", "10.8.1", "23.22", "23.23", "23.24", "23.35", "23.43", "23.54")
    def refusal(self, space: int, units: Sequence[int]) -> No | None:
        """Why these units may not stand together in a hex, if they may not."""
        ground, nations, counts = self.g.ground, self.nations, self.counts
        french = self.fighting_france and (space == ground.paris or ground.maginot[space])
        if french and any(nations[u] == BRITAIN for u in units):
            if space == ground.paris:
                return No("9.6.1", "British units do not stand in Paris while France fights")
            return No("9.6.1", "British units do not stand in the Maginot Line")
        if space == self.gibraltar and any(self.kinds[u] not in GARRISON and self.kinds[u] not in GUNLESS for u in units):
            return No("23.22", "Gibraltar is held by an INF, MOT or STA unit")
        if self.g.hexes.works[space] == FORTRESS and any(self.kinds[u] == Kind.PART for u in units):
            return No("13.0", "partisans do not occupy fortresses")
        if len(units) < 2:
            return None
        if ground.single[space] and space not in self.lone and sum([self.kinds[u] not in SMALL for u in units]) > 1:
            return No("1.2", "one ground unit stands on an island of one hex")
        if space in self.lone and sum([self.kinds[u] not in GUNLESS for u in units]) > 1:
            return No(self.lone[space], "one ground combat unit of any type has room there")  # TW-AMB-171
        for one, other in RIVALS:
            if one in self.there and {one, other} <= {nations[u] for u in units}:
                return No("23.60", "these nations do not stand together")
        if self.campaign and not ground.box[space] and self.gaps.get(space) is None:
            apart = mixed(self.g, units)
            if apart is not None:
                return apart
        few = [u for u in units if counts[u]]
        if len(few) < 2 or ground.box[space]:
            return None
        limit = self.limit(space, few)
        if len(few) > limit:
            return No("9.6", f"{len(few)} units in {self.g.board.label(space)}, {limit} may stack there")
        if self.finns and limit < GAP_LIMIT and sum([nations[u] == FINLAND for u in few]) > 1:
            return No("10.8.1", "Finnish units do not stack with each other")
        return None

    def _crowded(self, space: int, units: tuple[int, ...]) -> bool:
        """Whether these units stand too thick in a hex; each crowd is looked at once."""
        return self.refusal(space, units) is not None


@derived(gaps, army_ratings, "nations.side", "nations.surrendered", "nations.patron", "hexes.works", "boons")
def crowds(g: War) -> Crowds:
    """The questions of stacking as things stand."""
    return Crowds(g)


def stack_limit(g: War, space: int, units: Sequence[int]) -> int:
    """How many of these units of one side may stand in a hex."""
    return crowds(g).limit(space, units)


def overstacked(g: War, space: int, units: Sequence[int]) -> No | None:
    """Why these units may not stand together in a hex, if they may not."""
    return crowds(g).refusal(space, units)


def with_room(g: War, spaces: Iterable[int], unit: int, *, limited: bool = True) -> list[int]:
    """Those of some hexes where one more unit may stand, as far as its country lets it go (23.60); the British in France keep
    near a port (6.2.1), and few go to North Africa (12.2.5)."""
    by_hex, known = ground_at(g), crowds(g)
    sides, refusal, british = known.sides, known.refusal, known.nations[unit] == BRITAIN
    side, bound = sides[unit], bounds(g, [unit])
    partisan = g.roster.kinds[unit] == Kind.PART
    africa = g.ground.north_africa if limited and african_room(g, [unit]) is not None else None
    tied = british and bool(g.campaign) and known.fighting_france
    found = []
    for s in spaces:
        if (africa is not None and africa[s]) or (tied and far_from_port(g, unit, s)):
            continue
        there = by_hex.get(s, ())
        if bound is not None and s not in bound and not g.ground.box[s]:
            continue
        empty = not (there or british or partisan or s == known.gibraltar)
        if empty or refusal(s, [*[u for u in there if sides[u] == side], unit]) is None:
            found.append(s)
    return found


@rule("9.6", "7.7.4")
def storming(g: War, unit: int) -> bool:
    """Whether a unit of the first wave has landed and its assault is not decided: what finds no room then goes back to port."""
    return bool(g.units.afloat[unit]) and g.units.port[unit] >= 0 and g.roster.ground[unit]


def overfull(g: War, side: int) -> list[int]:
    """Hexes where a side stands too thick; a beach that is stormed holds any number until the fight is over (9.6), and troops
    aboard ships do not crowd their port (9.6.3)."""
    known, aboard = crowds(g), g.units.aboard
    sides, crowded = known.sides, known.crowded
    found = []
    for space, units in ground_at(g).items():
        if len(units) > 1:
            own = tuple([u for u in units if sides[u] == side and aboard[u] < 0])
            if len(own) > 1 and crowded(space, own) and not any(storming(g, u) for u in own):
                found.append(space)
    return found


def surplus(g: War, reason: No, own: Sequence[int]) -> list[int]:
    """Of the units that stand too thick in a hex, those that may be removed."""
    kinds = g.roster.kinds
    if reason.rule == "9.6.1":
        return [u for u in own if g.roster.nations[u] == BRITAIN]
    if reason.rule in ("23.22", "23.35"):
        armed = [u for u in own if kinds[u] not in GUNLESS]
        return [u for u in armed if reason.rule == "23.22" and kinds[u] not in GARRISON] or armed
    return counted(g, own) or list(own)  # 6.2.2: those who do not count for stacking are strangers all the same


@rule("9.6", "3.10.3")
def enforce_stacking(g: War, side: int) -> Flow[None]:
    """The owner removes units where too many stand"""
    for space in sorted(overfull(g, side)):
        while True:
            own = [u for u in ground_at(g).get(space, ()) if g.roster.sides[u] == side and g.units.aboard[u] < 0]
            reason = overstacked(g, space, own)
            if reason is None:
                break
            barred = surplus(g, reason, own)
            act = one_of("remove", "9.6", "Remove {0}", Unit, barred, "it does not stand too thick in this hex")
            choice, _ = yield from menu(g, g.seat(side), f"{reason.reason}: remove one", Crowd(space), act, rule="9.6")
            eliminate(g, choice.arg, "9.6")
