"""13.6.1: the railways and roads that goods may use: which hexes they join, and with option 32 how little a road carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from grognard.kernel.cache import derived
from grognard.kernel.goods import Way
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import GERMANY, SIDE_OF_POWER, USSR
from grognard.titles.wif.ground import RAIL, ROAD, STRAITS
from grognard.titles.wif.rules.powers import active, at_war, country_sides
from grognard.titles.wif.rules.railways import links, on_railway
from grognard.titles.wif.rules.supply_seas import straits_open
from grognard.titles.wif.rules.trade import promised, trade_partners
from grognard.titles.wif.rules.units import GROUND_FACTS, land_at, of_side, on_the_ground
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import NO_SIDE, NOWHERE, War

ROAD_TRADE = 5  # 13.6.1: goods along a road hex in a turn
ROADS = "road "  # before the kind of a place: a hex with a road and no railway
Place = tuple[str, int]  # a node of the network: what it is, and the hex or sea area


class Lines(msgspec.Struct, frozen=True):
    """The railways a power's resources may use. `group`: hexes joined without a strait, by hex. `over`: groups one strait away.
    `ends`: hexes in an enemy zone that a friend holds, where a move ends, with the groups they are joined to. Where roads carry
    only so much (option 32): `roads`, groups a road away, and `narrow`, hexes with a road alone, each a group of its own."""

    group: dict[int, int]
    over: dict[int, frozenset[int]]
    ends: dict[int, frozenset[int]]
    roads: dict[int, frozenset[int]]
    narrow: frozenset[int]


@rule("13.6.1")
def open_to_goods(g: War, power: int) -> list[bool]:
    """Hexes a power's resources may pass: its own, those of active friends, neutral minors; Soviet ones not always."""
    side, sides = SIDE_OF_POWER[power], country_sides(g)
    soviets = power == USSR or SIDE_OF_POWER[power] != SIDE_OF_POWER[USSR] or at_war(g, USSR, GERMANY)
    partners, acts = [*trade_partners(g, power), *lenders_to(g, power), *borrowers_from(g, power)], active(g, power)

    def lets_pass(country: int) -> bool:
        if sides[country] == NO_SIDE:
            return not g.countries.wars[country] >> power & 1
        other = g.countries.power[country]
        shared = other == power or (acts and active(g, other))
        return (sides[country] == side and shared and (other != USSR or soviets)) or other in partners

    by_country = [*(lets_pass(country) for country in range(len(sides))), False]  # nobody's hexes are the last
    return [by_country[controller] for controller in g.hexes.controller]


@derived("hexes.laid", "hexes.rail_gone", lasting=True)
def tracks(g: War) -> list[int]:
    """Hexes with a railway or a road."""
    return [s for s, sides in enumerate(links(g)) if any(bits & (RAIL | ROAD) for _, bits in sides)]


def rails_depend_on(g: War, power: int, *, without: frozenset[str] = frozenset()) -> tuple[object, ...]:
    """All that the railways of a power depend on: what is built changes nothing."""
    return *on_the_ground(g), g.stamp(promised.reads), g.stamp(("units.mission",))


@derived("units.at", "units.mission", *GROUND_FACTS, promised, given=rails_depend_on, lasting=True)
def rail_lines(g: War, power: int, *, without: frozenset[str] = frozenset()) -> Lines:
    """The railways of a power as they stand now. `without`: countries its goods keep out of."""
    ground, side, steps = g.ground, SIDE_OF_POWER[power], links(g)
    passable = open_to_goods(g, power)
    there_now = [s for s in tracks(g) if passable[s] and ground.country[s] not in without]
    zones = zones_of_side(g, 1 - side)
    hostile = {s for s in there_now if zones[s]}
    joins = RAIL if g.options.facilities else RAIL | ROAD
    free = set(there_now) - hostile
    group: dict[int, int] = {}
    for start in there_now:
        if start in group or start in hostile:
            continue
        group[start] = start
        ring = [start]
        while ring:
            here = ring.pop()
            for there, bits in steps[here]:
                if there in free and there not in group and bits & joins and not bits & STRAITS:
                    group[there] = start
                    ring.append(there)
    roads: dict[int, set[int]] = {}
    for here in group if g.options.facilities else ():
        for there, bits in steps[here]:
            if there in group and bits & ROAD and not bits & STRAITS and group[there] != group[here]:
                roads.setdefault(group[here], set()).add(group[there])
    iron = on_railway(g)
    narrow = frozenset(s for s in group if not iron[s]) if g.options.facilities else frozenset()
    boxes = [s for s, off in enumerate(ground.box) if off and passable[s]]
    group |= dict.fromkeys(boxes, min(boxes, default=NOWHERE))  # off-map boxes are joined as if by rail
    over: dict[int, set[int]] = {}
    for here in group:
        for there, bits in steps[here]:
            if bits & STRAITS and there in group and may_cross(g, power, here, there) is None:
                over.setdefault(group[here], set()).add(group[there])
    ends = {}
    for s in hostile:
        if of_side(g, land_at(g, s), side):
            ends[s] = frozenset(group[b] for b, bits in steps[s] if b in group and bits & (RAIL | ROAD) and not bits & STRAITS)
    return Lines(
        group, {k: frozenset(v) for k, v in over.items()}, ends, {k: frozenset(v) for k, v in roads.items()}, narrow
    )  # fmt: skip


@rule("13.6.1")
def may_cross(g: War, power: int, here: int, there: int) -> No | None:
    """Whether resources cross a straits hexside: with option 12 only beside waters the enemy does not block."""
    return None if straits_open(g, power, here, there) else No("13.6.1", "enemies block the waters of the strait")


class Destinations:
    """Those of the wanted hexes that resources reach by rail, over one strait at most: the same from all hexes of one railway."""

    def __init__(self, lines: Lines, wanted: Iterable[int]) -> None:
        self.lines, self.wanted = lines, dict.fromkeys(wanted)
        self._known: dict[frozenset[int], list[int]] = {}

    def from_(self, start: int) -> list[int]:
        """In the order in which they are wanted; the hex itself among them if it is."""
        group, ends, over = self.lines.group, self.lines.ends, self.lines.over
        first = frozenset([group[start]]) if start in group else ends.get(start, frozenset())
        found = self._known.get(first)
        if found is None:
            reached = first.union(*(over.get(n, ()) for n in first))
            found = self._known[first] = [
                s for s in self.wanted if (group[s] in reached if s in group else not reached.isdisjoint(ends.get(s, ())))
            ]
        if start in self.wanted and start not in found:
            return [s for s in self.wanted if s == start or s in found]
        return found


def lenders_to(g: War, power: int) -> list[int]:
    """Powers that have promised a power something this turn."""
    return [g.lent[n] for n in range(0, len(g.lent), 4) if g.lent[n + 1] == power]


def borrowers_from(g: War, power: int) -> list[int]:
    return [g.lent[n + 1] for n in range(0, len(g.lent), 4) if g.lent[n] == power]


# --- roads that carry only so much (option 32) --------------------------------------------------------------------------------


class Yards:
    """The lines as places of the network: a group of hexes before and after the one strait a resource may cross. `name` keeps
    apart goods that go out, that come in from the sea, and oil."""

    def __init__(self, lines: Lines, name: str, room: Callable[[int], int]) -> None:
        self.lines, self.name = lines, name
        self.ways: list[Way[Place]] = []
        self.most: dict[Place, int] = {}
        self.exits: set[tuple[int, Place]] = set()
        for here, others in lines.roads.items():
            for there in others:
                limit = ROAD_TRADE if here not in lines.narrow and there not in lines.narrow else None
                self.ways += [Way(self.at(over, here), self.at(over, there), most=limit) for over in (0, 1)]
        for here, others in lines.over.items():
            self.ways += [Way(self.at(0, here), self.at(1, there)) for there in others]
        for space in lines.narrow:
            self.most |= {self.at(over, space): room(space) for over in (0, 1)}

    def at(self, over: int, group: int) -> Place:
        return f"{self.name}{ROADS if group in self.lines.narrow else ''}yard {over}", group

    def groups(self, space: int) -> Iterable[int]:
        lines = self.lines
        return (lines.group[space],) if space in lines.group else lines.ends.get(space, ())

    def carry(
        self, place: Place, space: int, goals: Iterable[int], goal: Callable[[int], Place], *, price: int = 0, more: int = 0
    ) -> list[int]:
        """Goods of a place in a hex go by rail and road to other hexes, for `price` and `more`; gives those that lie on lines."""
        self.ways += [way for way in self._into(place, space, price) if way not in self.ways[-8:]]
        found = [s for s in goals if s == space or self.groups(s)]
        for s in found:
            if s == space:
                self.ways.append(Way(place, goal(s), price=price + more))
            elif (s, goal(s)) not in self.exits:
                self.exits.add((s, goal(s)))
                self.ways += [Way(self.at(over, n), goal(s), price=more) for n in self.groups(s) for over in (0, 1)]
        return found

    def _into(self, place: Place, space: int, price: int) -> list[Way[Place]]:
        return [Way(place, self.at(0, group), price=price) for group in self.groups(space)]


def is_road(kind: str) -> bool:
    return ROADS in kind


@rule("13.6.1")
def crowded_roads(through: Mapping[Place, int], room: Callable[[int], int]) -> dict[Place, int]:
    """Places of roads that carry more than five together, over a strait and not, out and in: what each of them may carry."""
    by_hex: dict[int, list[Place]] = {}
    for place, amount in through.items():
        if amount and is_road(place[0]):
            by_hex.setdefault(place[1], []).append(place)
    found: dict[Place, int] = {}
    for space, places in by_hex.items():
        left = room(space)
        if sum(through[p] for p in places) > left:
            for place in places:
                found[place] = min(through[place], left)
                left -= found[place]
    return found
