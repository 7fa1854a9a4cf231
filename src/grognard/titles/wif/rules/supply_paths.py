"""2.4.2: supply paths, over land, by rail and over one stretch of sea.

A unit traces a basic path to a primary source, or to a secondary one (an HQ, a capital) that itself reaches a primary source by a
railway path, or another secondary source by a basic one. One voyage over the sea is allowed in the whole chain. A path is laid
from the unit towards the sources, cheapest hexes first, and ends at the first source: a path has four hexes at most, so few are
looked at. All units of one nationality under one power share a `Supply`, which lasts as long as the position does.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from heapq import heappop, heappush

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, SIDE_OF_POWER, USA, USSR, VICHY
from grognard.titles.wif.ground import ALL_SEA, ALPINE, DRY, LAKE, LAKE_SIDE, NO_PORT, RAIL, ROAD, STRAITS, SUPPLY_HEXES
from grognard.titles.wif.kept import NOBODY
from grognard.titles.wif.kinds import Weather
from grognard.titles.wif.rules.control import hexes_of, nation_at
from grognard.titles.wif.rules.powers import active, at_war, country_powers, home_power, is_stilwell
from grognard.titles.wif.rules.railways import links
from grognard.titles.wif.rules.supply_seas import sea_groups, straits_open
from grognard.titles.wif.rules.supply_sources import ORDINARY, kind_of, primary_sources, secondary_sources
from grognard.titles.wif.rules.units import GROUND_FACTS, armies, land_by_hex, on_the_ground
from grognard.titles.wif.rules.weather import barred, closed_port, frozen_lake, hexside, thawed
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import INDEPENDENT, NOWHERE, War

LIMITS = {Weather.FINE: 4, Weather.SNOW: 3, Weather.RAIN: 2, Weather.STORM: 2, Weather.BLIZZARD: 2}
SEA_PORT = 1  # 2.4.2: the port a path enters from the sea counts one hex, whatever it is
FURTHEST_INLAND = 3  # hexes that are left of the longest path behind a voyage
HARD = ALPINE | LAKE_SIDE | ALL_SEA  # hexsides that may bar a path


class Ways:
    """Where paths of one power may go: hexes that are open to it, and its ports on each group of open seas."""

    __slots__ = ("_ports", "g", "open", "power", "side")

    def __init__(self, g: War, power: int, slips: int = 0) -> None:
        self.g, self.power, self.side = g, power, SIDE_OF_POWER[power]
        self._ports: dict[int, list[int]] = {}
        self.open = self._hexes(slips)  # by space: whether a path may enter, what `may_trace_into` says

    def _hexes(self, slips: int) -> bytearray:
        g, power, side = self.g, self.power, self.side
        shared = [SIDE_OF_POWER[owner] == side and _shares(g, owner, power) for owner in range(len(g.powers))]
        countries = bytearray(NOBODY + 1)
        for country, owner in enumerate(g.countries.power):
            countries[country] = owner >= 0 and shared[owner]
        found = bytearray(g.controllers.translate(countries))
        for space in shared_hexes(g, power):
            found[space] = 1
        zone = None if slips else zones_of_side(g, 1 - side)
        for space in armies(g, 1 - side) if slips else ():  # 22.1.1: through zones, but not through enemies
            found[space] = 0
        if zone is not None:
            outside = int.from_bytes(found, "little") & ~int.from_bytes(zone, "little")
            held = [s for s in armies(g, side) if found[s]]
            found = bytearray(outside.to_bytes(len(found), "little"))
            for space in held:
                found[space] = 1
        for space in lake_hexes(g):
            if not frozen_lake(g, space):
                found[space] = 0
        for space in swedish_hexes(g) if power == GERMANY else ():
            found[space] = zone is None or not zone[space]
        return found

    def __eq__(self, other: object) -> bool:
        """The same hexes: all else follows from the position."""
        return isinstance(other, Ways) and (self.power, self.open) == (other.power, other.open)

    __hash__ = None  # type: ignore[assignment]

    def ports(self, group: int) -> list[int]:
        """Friendly open ports on a group of open seas."""
        found = self._ports.get(group)
        if found is None:
            groups, seas = sea_groups(self.g, self.power), self.g.ground.seas
            found = self._ports[group] = [
                port
                for port in friendly_ports(self.g, self.side)
                if self.open[port] and group in map(groups.get, seas[port])
            ]
        return found


class Supply:
    """Supply of units of one nationality under one power. Secondary sources are looked at when a path comes to them."""

    __slots__ = (
        "_afloat",
        "_chained",
        "_inland",
        "_paths",
        "_waiting",
        "_ways",
        "_weak",
        "beaches",
        "by_land",
        "by_sea",
        "country",
        "g",
        "power",
        "primaries",
        "side",
        "sides",
    )  # fmt: skip

    def __init__(self, g: War, power: int, country: int, slips: int = 0, kind: int = ORDINARY, afloat: int = 1) -> None:
        self.g, self.power, self.country = g, power, country
        self._afloat = afloat  # whether HQs may be fed over a beach (option 11)
        self.beaches: set[int] = set()  # option 11: HQs that are fed over a beach, no port on their way
        self.side = SIDE_OF_POWER[power]
        self.sides = g.sides_by_hex
        self._ways = ways_of(g, power, slips)
        self._paths: dict[int, tuple[int, ...]] = {}
        self._inland: dict[tuple[int, bool, int], tuple[int, tuple[int, ...]] | None] = {}
        self.primaries = frozenset(primary_sources(g, power, country, kind))
        self.by_land: set[int] = set(self.primaries)  # sources that need no voyage
        self.by_sea: set[int] = set()  # secondary sources that have used theirs
        self._waiting = secondary_sources(g, power, country, kind)  # not looked at yet
        self._weak: set[int] = set()  # no railway leads from them to a primary source
        self._chained = False

    def __eq__(self, other: object) -> bool:
        """The same sources: all else follows from the position."""
        if not isinstance(other, Supply):
            return False
        return (self.complete().by_land, self.by_sea) == (other.complete().by_land, other.by_sea)

    __hash__ = None  # type: ignore[assignment]

    def only(self, source: int) -> Supply:
        """Forget every source but one."""
        self.primaries, self.by_land, self.by_sea = frozenset((source,)), {source}, set()
        self._waiting, self._weak, self._chained = {}, set(), True
        return self

    @property
    def secondaries(self) -> set[int]:
        """Secondary sources that reach a primary one, directly or by others."""
        self.complete()
        return (self.by_land | self.by_sea) - self.primaries

    def complete(self) -> Supply:
        """Look at every secondary source: those with a railway to a primary source, then those that reach another."""
        if not self._chained:
            self._chained = True
            for space in list(self._waiting):
                self._by_rail(space)
            more = True
            while more and self._weak:
                more = False
                for space in sorted(self._weak):
                    found = self._trace(space, railway=False, coast=False) or self._next_door(space)
                    if found is not None:
                        self._weak.discard(space)
                        (self.by_sea if found[1] or found[0][-1] in self.by_sea else self.by_land).add(space)
                        more = True
        return self

    def _next_door(self, space: int) -> tuple[tuple[int, ...], bool] | None:
        """The path of an HQ beside another source, which it may always trace to."""
        beside = self._beside(space, self.by_land) or self._beside(space, self.by_sea) if self._has_hq(space) else ()
        return (beside, False) if beside else None

    def _by_rail(self, space: int) -> bool:
        """Whether a railway path leads from a secondary source to a primary one."""
        del self._waiting[space]
        stilwell = [u for u in land_by_hex(self.g).get(space, ()) if self.power == USA and is_stilwell(self.g, u)]
        if any(unit_supply(self.g, u).reaches(space) for u in stilwell):  # 21: he traces to a Nationalist source
            self.by_land.add(space)
            return True
        found = self._for_keeper(space)
        if found is None and self._beside(space, self.primaries) and self._has_hq(space):
            self.by_land.add(space)
            return True
        if found is None:
            self._weak.add(space)
            return False
        (self.by_sea if found[1] else self.by_land).add(space)
        return True

    def _for_keeper(self, space: int) -> tuple[tuple[int, ...], bool] | None:
        """The railway path of a secondary source. An HQ of a friend goes his ways: whether an enemy blocks the sea depends on who
        is at war with him (9.8)."""
        g, own = self.g, self.power
        keepers = {g.units.power[u] for u in land_by_hex(g).get(space, ()) if g.roster.hq[u]}
        if not keepers or own in keepers:
            return self._railway(space)
        ways, inland = self._ways, self._inland
        self.power = min(keepers)
        self._ways, self._inland = ways_of(g, self.power), {}
        found = self._railway(space)
        self.power, self._ways, self._inland = own, ways, inland
        return found

    def _railway(self, space: int) -> tuple[tuple[int, ...], bool] | None:
        """A railway path from a secondary source; with option 11 one over a beach only where none leads over a port."""
        if not self.g.options.limited_overseas_supply or not self._has_hq(space) or self._is_port(space):
            return self._trace(space, railway=True, coast=True)
        found = self._trace(space, railway=True, coast=False)
        if found is None and self._afloat:
            found = self._trace(space, railway=True, coast=True)
            if found is not None:
                self.beaches.add(space)
        return found

    def _is_source(self, space: int, railway: bool, across: bool) -> bool:
        """Whether a path may end in a hex; after a voyage only where none is needed any more."""
        if railway:
            return space in self.primaries
        if space in self._waiting and not self._by_rail(space):
            return False
        return space in self.by_land or (not across and space in self.by_sea)

    def is_open(self, space: int) -> bool:
        """Whether a path may enter a hex."""
        return bool(self._ways.open[space])

    def reaches(self, space: int) -> bool:
        """Whether a unit in a hex is in supply."""
        return bool(self.path(space))

    def path(self, space: int) -> tuple[int, ...]:
        """The hexes from a unit to its first source; none for a unit out of supply."""
        found = self._paths.get(space)
        if found is None:
            traced = self._trace(space, railway=False, coast=True)
            if traced is None and not self._chained and (self._weak or self._waiting):
                self.complete()
                traced = self._trace(space, railway=False, coast=True)
            found = traced[0] if traced is not None else self._beside(space, self.by_land | self.by_sea)
            self._paths[space] = found
        return found

    def _has_hq(self, space: int) -> bool:
        return any(self.g.roster.hq[u] for u in land_by_hex(self.g).get(space, ()))

    def _beside(self, space: int, sources: AbstractSet[int]) -> tuple[int, ...]:
        """A source in the next hex always supplies a unit, however far that counts."""
        if not self.g.settings.adjacent_supply:
            return ()
        for there, bits in self.g.ground.steps[space]:
            if there not in sources or barred(hexside(self.g, space, there)) or not self.is_open(there):
                continue
            if not bits & STRAITS or straits_open(self.g, self.power, space, there):
                return (space, there)
        return ()

    def _trace(self, start: int, *, railway: bool, coast: bool) -> tuple[tuple[int, ...], bool] | None:
        """A path from a hex to a source, and whether it went to sea. `coast`: it may put to sea from the coast it starts on; else
        only from ports."""
        if self._is_source(start, railway, False):
            return (start,), False
        limit = supply_limit(self.g, start)
        return self._spread({start: 0}, limit, railway=railway, across=False, coast=coast)

    def _spread(
        self, starts: dict[int, int], limit: int, *, railway: bool, across: bool, coast: bool
    ) -> tuple[tuple[int, ...], bool] | None:
        """The first source that paths from some hexes come to within a limit, and whether they went to sea."""
        g, ground, is_open = self.g, self.g.ground, self._ways.open
        counts, steps = hex_counts(g), links(g)
        first, second, third = (self.primaries,) * 3 if railway else (self._waiting, self.by_land, self.by_sea)
        cost = dict(starts)
        before: dict[int, int] = {}
        queue = [(spent, s) for s, spent in starts.items()]
        while queue:
            spent, here = heappop(queue)
            if spent > cost[here]:
                continue
            for there, bits in steps[here]:
                free = railway and (bits & (RAIL | ROAD) or (bits & STRAITS and _both_on_rail(g, here, there)))
                total = spent if free else spent + counts[there]
                if total > limit or total >= cost.get(there, 99) or not is_open[there]:
                    continue
                if bits & HARD and barred(hexside(g, here, there)):
                    continue
                if bits & STRAITS and not straits_open(g, self.power, here, there):
                    continue
                cost[there] = total
                before[there] = here
                if (there in first or there in second or there in third) and self._is_source(there, railway, across):
                    return _way(there, before), across
                heappush(queue, (total, there))
            if not across and ground.seas[here] and spent + SEA_PORT <= limit and self._may_sail(here, coast and here in starts):
                voyage = self._voyage(here, limit - spent - SEA_PORT, railway)
                if voyage is not None:
                    return (*_way(here, before), *voyage), True
        return None

    def _may_sail(self, space: int, from_coast: bool) -> bool:
        """Whether a path may leave a hex over the sea: from a friendly open port, or from the coast it starts on unless ice
        closes it (8.2.1)."""
        return (from_coast and not closed_port(self.g, space)) or self._is_port(space)  # WIF-DEC-252

    def _is_port(self, space: int) -> bool:
        return self.g.ground.port[space] != NO_PORT and self.sides[space] == self.side and not closed_port(self.g, space)

    def _voyage(self, space: int, left: int, railway: bool) -> tuple[int, ...] | None:
        """The way from a friendly port over open seas to a source within what is left of the limit."""
        groups = sea_groups(self.g, self.power)
        for group in {groups[area] for area in self.g.ground.seas[space] if area in groups}:
            found = self._landfall(group, railway)
            if found is not None and found[0] <= left:
                return found[1]
        return None

    def _landfall(self, group: int, railway: bool) -> tuple[int, tuple[int, ...]] | None:
        """The least that a path counts from any port on a group of seas to a source, and the path."""
        key = (group, railway, 0 if railway else len(self.by_land))
        if key not in self._inland:
            ports = self._ways.ports(group)
            found: tuple[int, tuple[int, ...]] | None = next(
                ((0, (port,)) for port in ports if self._is_source(port, railway, True)), None
            )
            for limit in range(FURTHEST_INLAND + 1) if found is None and ports else ():
                inland = self._spread(dict.fromkeys(ports, 0), limit, railway=railway, across=True, coast=False)
                if inland is not None:
                    found = (limit, inland[0])
                    break
            self._inland[key] = found
        return self._inland[key]


@rule("2.4.2")
@derived("units.at", *GROUND_FACTS, given=on_the_ground)
def supply_of(g: War, power: int, country: int, slips: int = 0, kind: int = ORDINARY, afloat: int = 1) -> Supply:
    """Supply of the units of one nationality under one power, as long as the position stands."""
    return Supply(g, power, country, slips, kind, afloat)


@rule("2.4.3")
@derived("units.at", *GROUND_FACTS, given=on_the_ground)
def supply_from(g: War, power: int, country: int, source: int) -> Supply:
    """What basic paths lead to from one hex alone, that of an HQ that gives emergency supply."""
    return Supply(g, power, country).only(source)


def unit_supply(g: War, unit: int) -> Supply:
    """The supply of a unit."""
    return supply_of(g, g.units.power[unit], g.units.country[unit], 0, kind_of(g, unit))


@derived("units.at", *GROUND_FACTS, given=on_the_ground)
def ways_of(g: War, power: int, slips: int = 0) -> Ways:
    """Where a power's paths may go, as long as the position stands; `slips`: through zones of control (22.1.1)."""
    return Ways(g, power, slips)


@derived(lasting=True)
def lake_hexes(g: War) -> list[int]:
    return [s for s, terrain in enumerate(g.ground.terrain) if terrain == LAKE]


@derived("hexes.controller", "countries.power", "weather", lasting=True)
def friendly_ports(g: War, side: int) -> list[int]:
    """Open ports of a side."""
    sides = g.sides_by_hex
    return [s for s in ports(g) if sides[s] == side and not closed_port(g, s)]


def _way(space: int, before: dict[int, int]) -> tuple[int, ...]:
    way = [space]
    while way[-1] in before:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _both_on_rail(g: War, a: int, b: int) -> bool:
    steps = links(g)
    return any(bits & RAIL for _, bits in steps[a]) and any(bits & RAIL for _, bits in steps[b])


@rule("2.4.2")
@derived(lasting=True)
def hex_counts(g: War) -> list[int]:
    """What every hex counts for a path that enters it."""
    ground = g.ground
    return [SUPPLY_HEXES[scale] + (terrain in DRY) for scale, terrain in zip(ground.scale, ground.terrain)]


@rule("2.4.2")
def supply_limit(g: War, space: int) -> int:
    """How many hexes a path may count that begins in a hex."""
    return LIMITS[g.weather_by_space[space]]


@rule("2.4.2")
def may_trace_into(g: War, space: int, power: int) -> No | None:
    """Whether a supply path may enter a hex."""
    ground = g.ground
    side = SIDE_OF_POWER[power]
    label = g.board.label
    if not ground.land[space] or (ground.terrain[space] == LAKE and not frozen_lake(g, space)):
        return No("2.4.2", f"no path over land leads into {label(space)}")
    if power == GERMANY and space in swedish_hexes(g):
        return None if not zones_of_side(g, 1 - side)[space] else No("2.4.2", f"{label(space)} lies in an enemy zone of control")
    if g.sides_by_hex[space] != side:
        return No("2.4.2", f"{label(space)} is not controlled by its side")  # reading WIF-DEC-01
    behind = country_powers(g)[g.hexes.controller[space]]
    if not _shares(g, behind, power) and space not in shared_hexes(g, power):
        return No("2.4.2", f"{g.powers[behind].label} does not share {label(space)} with it yet")
    if zones_of_side(g, 1 - side)[space] and not _held(g, space, side):
        return No("2.4.2", f"{label(space)} lies in an enemy zone of control and nobody holds it")
    return None


def _held(g: War, space: int, side: int) -> bool:
    whose = g.units.power
    return any(SIDE_OF_POWER[whose[u]] == side for u in land_by_hex(g).get(space, ()))


@rule("2.4.2")
def _shares(g: War, owner: int, power: int) -> bool:
    """Whether paths of a power may enter all hexes of another on its side: not if one of them is neutral, nor between the USSR
    and its allies before the USSR is at war with Germany."""
    if owner == power:
        return True
    if owner == VICHY or not active(g, power) or not active(g, owner):
        return False
    return USSR not in (owner, power) or at_war(g, USSR, GERMANY)


@rule("2.4.2", "17.4.3")
def shared_hexes(g: War, power: int) -> AbstractSet[int]:
    """Hexes of powers that share nothing else: of the USSR's friends, and its own, in countries where units of a power stand that
    it is at war with; of Vichy for the power that installed it."""
    if g.vichy and power == g.installer:
        return _in_vichy(g)
    if SIDE_OF_POWER[power] != ALLIES or not active(g, power) or not active(g, USSR) or at_war(g, USSR, GERMANY):
        return frozenset()
    return _beside_soviets(g, power)


@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def _beside_soviets(g: War, power: int) -> frozenset[int]:
    whose = g.units.power
    foes = [s for s, units in armies(g, AXIS).items() if any(at_war(g, USSR, whose[u]) for u in units)]  # reading WIF-DEC-250
    lands = {nation_at(g, s) for s in foes}
    owners = g.powers_by_hex
    return frozenset(
        s for land in lands if land >= 0 for s in hexes_of(g, land)
        if owners[s] >= 0 and SIDE_OF_POWER[owners[s]] == ALLIES and active(g, owners[s]) and USSR in (owners[s], power)
    )  # fmt: skip


@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def _in_vichy(g: War) -> frozenset[int]:
    """All that a hostile Vichy holds; of an active one what lies outside Vichy France; there only hexes beside the enemy."""
    held = [s for s, power in enumerate(g.powers_by_hex) if power == VICHY]
    if active(g, VICHY) and g.hostile:
        return frozenset(held)
    home, whose = g.facts.country["vichy_france"], g.units.power
    foes = [s for s, units in armies(g, ALLIES).items() if any(at_war(g, g.installer, whose[u]) for u in units)]
    beside = {b for s in foes for b, _ in g.ground.steps[s] if nation_at(g, b) == home}
    return frozenset(s for s in held if s in beside or (active(g, VICHY) and nation_at(g, s) != home))


@rule("19.7")
def sweden_lets_pass(g: War) -> bool:
    """Whether a neutral Sweden lets Germans through: a German unit is in Finland and another in Norway."""
    country = g.facts.country.get("sweden", NOWHERE)
    if country < 0 or g.countries.power[country] >= 0 or g.countries.status[country] != INDEPENDENT:
        return False
    return all(_germans_in(g, name) for name in ("finland", "norway"))


def swedish_hexes(g: War) -> frozenset[int]:
    """The hexes of a Sweden that lets Germans through."""
    return frozenset(g.ground.homeland["sweden"]) if sweden_lets_pass(g) else frozenset()


def swedish_transit(g: War, unit: int) -> bool:
    """Whether a German unit may pass through Sweden: others of its nation are in Finland and in Norway."""
    if g.units.power[unit] != GERMANY or home_power(g, g.units.country[unit]) != GERMANY or not sweden_lets_pass(g):
        return False
    return all(_germans_in(g, name, without=unit) for name in ("finland", "norway"))


def _germans_in(g: War, name: str, without: int = NOWHERE) -> bool:
    land = land_by_hex(g)
    here = [u for s in g.ground.homeland.get(name, ()) for u in land.get(s, ()) if g.units.power[u] == GERMANY and u != without]
    return any(home_power(g, g.units.country[u]) == GERMANY for u in here)


class Lands:
    """Stretches of land that a power's paths can go through, by number, and the groups of open seas they have ports on."""

    __slots__ = ("ground", "groups", "landings", "part", "sails")

    def __init__(self, g: War, power: int) -> None:
        ground, is_open = g.ground, ways_of(g, power).open
        self.ground = ground
        self.part = part = [0] * g.board.size  # 0: no path goes through
        steps, parts = ground.steps, 0
        first = is_open.find(1)
        while first >= 0:
            if not part[first]:
                parts += 1
                part[first] = parts
                ring = [first]
                while ring:
                    here = ring.pop()
                    for there, bits in steps[here]:
                        if not is_open[there] or part[there] or (bits & HARD and barred(hexside(g, here, there))):
                            continue
                        if not bits & STRAITS or straits_open(g, power, here, there):
                            part[there] = parts
                            ring.append(there)
            first = is_open.find(1, first + 1)
        self.groups = sea_groups(g, power)
        self.sails: dict[int, set[int]] = {}
        sides, side = g.sides_by_hex, SIDE_OF_POWER[power]
        for port in ports(g):
            if part[port] and sides[port] == side:
                found = {self.groups[area] for area in ground.seas[port] if area in self.groups}
                self.sails.setdefault(part[port], set()).update(found)
        self.landings: dict[int, set[int]] = {}
        for area, group in self.groups.items():
            self.landings.setdefault(group, set()).update([part[s] for s in ground.shores.get(area, ())])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lands) and (self.part, self.groups, self.sails) == (other.part, other.groups, other.sails)

    __hash__ = None  # type: ignore[assignment]


@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def lands_of(g: War, power: int) -> Lands:
    """How the hexes that are open to a power's paths hang together."""
    return Lands(g, power)


class Connected:
    """Hexes joined to some sources by a basic path of any length."""

    __slots__ = ("frozen", "lands", "parts", "seas", "sources")

    def __init__(self, g: War, power: int, sources: list[int]) -> None:
        self.lands = lands_of(g, power)
        self.sources = frozenset(sources)
        self.frozen = g.weather_by_space
        self.parts, self.seas = {self.lands.part[s] for s in sources} - {0}, set[int]()
        ring = list(self.parts)
        while ring:
            for group in self.lands.sails.get(ring.pop(), set()) - self.seas:
                self.seas.add(group)
                fresh = self.lands.landings[group] - self.parts - {0}
                self.parts |= fresh
                ring += fresh

    def __contains__(self, space: int) -> bool:
        lands = self.lands
        part, groups, ground = lands.part, lands.groups, lands.ground
        if space in self.sources or part[space] in self.parts or any(groups.get(a) in self.seas for a in ground.seas[space]):
            return True
        near = [(there, bits) for there, bits in ground.steps[space] if part[there] in self.parts]
        return any(not (bits & HARD and barred(thawed(bits, self.frozen, space, there))) for there, bits in near)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Connected):
            return False
        return (self.sources, self.parts, self.seas) == (other.sources, other.parts, other.seas)

    __hash__ = None  # type: ignore[assignment]


@rule("4.3")
@derived("units.at", *GROUND_FACTS, given=on_the_ground, lasting=True)
def connected(g: War, power: int, country: int, kind: int = ORDINARY) -> Connected:
    """Hexes joined to a primary source by a basic path of any length."""
    return Connected(g, power, primary_sources(g, power, country, kind))


@derived(lasting=True)
def ports(g: War) -> list[int]:
    """Every port of the map."""
    return [s for s, port in enumerate(g.ground.port) if port != NO_PORT]
