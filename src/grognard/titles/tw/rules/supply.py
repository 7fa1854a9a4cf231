"""12: supply. Sources, lines over land and sea, what a check finds, and the explanation of it.

A line is any chain of hexes free of enemy units and enemy zones of control, over neutral land never, over sea where a Fleet of
the side lies in a port of the same waters (12.1.1). Limits of forces in Egypt and Libya are in north_africa.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from grognard.kernel.cache import derived
from grognard.kernel.paths import LAST, OPEN, SHUT, Spread, spread
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import EXPLOITING, Kind
from grognard.titles.tw.nations import ALLIES, BRITAIN, FRANCE, GERMANY, ITALY, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.status import welcome
from grognard.titles.tw.rules.units import fleets_of, ground_at, hex_sides, patron_of, presence, side_bytes, side_of
from grognard.titles.tw.rules.zones import enemy_zone, zone_of, zoned_designs
from grognard.titles.tw.state import FULL, LIMITED, NONE, Nation, War

WESTERN = (BRITAIN, FRANCE, USA)
SUEZ, LENINGRAD, LADOGA, BAKU, MALTA = "suez", "leningrad", "0515", "baku", "malta"


LONGEST = 8  # 12.2.5
RELIEVED = -2  # Unit.free_until of who began Operations out of supply: no free supply for exploiting (10.2.7)


# --- sources (12.2) -----------------------------------------------------------------------------------------------------------


@rule("12.2", "12.2.1", "12.2.2", "21.5")
def full_sources(g: War, nation: int) -> list[int]:
    """The hexes from which a nation's units draw full supply: its capital, or the second city where the rules name one. An enemy
    zone of control over the city itself does not close it (TW-AMB-54)."""
    if g.nations.surrendered[nation]:
        return []
    side, sides = g.nations.side[nation], hex_sides(g)
    if nation == USSR:
        edge = [s for s in g.ground.soviet_edge if sides[s] == side]
        baku = g.ground.named(BAKU)  # over the Caspian to the edge
        return edge + ([baku] if sides[baku] == side and baku not in edge else [])
    if nation == USA:
        return [g.board.space("us_box")]
    sheet = NATIONS[nation]
    found = [g.ground.named(token) for token in (sheet.capital, sheet.alternate) if token]
    held = [s for s in found if sides[s] == side]
    return held[:1]


@rule("12.2.3", "12.2.5", "12.2.6")
def limited_sources(g: War, nation: int) -> list[int]:
    """Capitals of colonies, of conquered minors and of allies of the same Major Power: a limited source."""
    ground, sides = g.ground, hex_sides(g)
    side = g.nations.side[nation]
    power = nation if nation in MAJORS else g.nations.patron[nation]
    own = NATIONS[nation].capital
    found = []
    for s in _capitals(g):
        if sides[s] != side or (own and s == ground.named(own)):
            continue
        owner, holder = ground.owner[s], g.hexes.holder[s]
        patron = holder if holder in MAJORS else g.nations.patron[holder]
        colony = owner == NATIONS[power].key and ground.country[s] != owner
        tripoli = ground.country[s] == "libya" and nation == GERMANY and patron == ITALY
        if colony or tripoli or (patron == power and ground.country[s] != NATIONS[power].key):
            found.append(s)
    return found


@derived()
def _capitals(g: War) -> list[int]:
    return [s for s, yes in enumerate(g.ground.capital) if yes and g.ground.land[s]]


@derived()
def _watched(g: War) -> list[int]:
    """The hexes whose owners matter to supply: capitals, cities that are sources, ports."""
    ground = g.ground
    cities = [token for sheet in NATIONS for token in (sheet.capital, sheet.alternate) if token]
    named = {ground.named(token) for token in (*cities, BAKU, SUEZ, LENINGRAD, LADOGA)}
    ports = {p for sea in ground.seas for p in ground.sea_ports[sea]}
    return sorted({*_capitals(g), *ground.soviet_edge, *named, *ports})


@derived("hexes.holder")
def _holders(g: War) -> list[int]:
    holder = g.hexes.holder
    return [holder[s] for s in _watched(g)]


_ALLIANCES = Nation.side.place, Nation.patron.place, Nation.surrendered.place


def _alliances(g: War) -> list[int]:
    versions = g.nations.versions
    return [versions[place] for place in _ALLIANCES]


class Sources:
    """Where the supply of one side comes from: the hexes, and by nation the bits of those that feed it."""

    def __init__(self, g: War, side: int) -> None:
        self.spaces: list[int] = []
        self.full: dict[int, int] = {}
        self.limited: dict[int, int] = {}
        for nation in range(len(NATIONS)):
            if g.nations.side[nation] == side:
                self.full[nation] = self._bits(full_sources(g, nation))
                self.limited[nation] = self._bits(limited_sources(g, nation))
        suez = g.ground.named(SUEZ)
        self.suez = self._bits([suez]) if side == ALLIES and hex_sides(g)[suez] == ALLIES else 0

    def _bits(self, spaces: list[int]) -> int:
        bits = 0
        for s in spaces:
            if s not in self.spaces:
                self.spaces.append(s)
            bits |= 1 << self.spaces.index(s)
        return bits


@derived(
    "hexes.holder",
    "nations.side",
    "nations.patron",
    "nations.surrendered",
    given=lambda g, side: (_holders(g), _alliances(g)),
    lasting=True,
)
def sources(g: War, side: int) -> Sources:
    """The sources of a side as the board stands."""
    return Sources(g, side)


@rule("12.2.4")
def suez_serves(g: War, unit: int) -> bool:
    """Suez is a full source for Western aircraft and for ground units of strength 4 or less, pieces counted as their parent."""
    if patron_of(g, unit) not in WESTERN:
        return False
    return g.roster.kinds[unit] > Kind.PART or max(g.roster.strengths[unit], g.units.parent[unit]) <= 4


# --- lines (12.1) -------------------------------------------------------------------------------------------------------------


class Lines:
    """The supply of one side: where its lines reach, and which sources feed which nation."""

    def __init__(self, g: War, side: int) -> None:
        found = sources(g, side)
        self.side = side
        self.full, self.limited, self.suez = found.full, found.limited, found.suez
        self.mask = supply_mask(g, side)
        self.network: Spread = spread(
            g.board,
            found.spaces,
            self.mask,
            links=supply_links(g, side),
            rule="12.1.1",
        )

    def state(self, g: War, unit: int) -> int:
        """FULL, LIMITED or NONE for a unit where it stands."""
        at, nation = g.units.at[unit], g.roster.nations[unit]
        if g.roster.kinds[unit] == Kind.PART or g.units.covert[unit]:
            return FULL  # 12.1.1: partisans always are; 2.6
        reached = self.network.reached[at]
        if reached & self.full.get(nation, 0) or (reached & self.suez and suez_serves(g, unit)):
            return FULL
        if nation == USSR and at == g.ground.named(LENINGRAD) and leningrad_sallies(g):
            return FULL
        return LIMITED if reached & self.limited.get(nation, 0) else NONE


def _lines_summary(g: War, side: int) -> object:
    """What lines depend on: the enemy's units and zones, who holds what matters, and the waters that are open."""
    return (
        foes(g, side),
        enemy_zone(g, side),
        _holders(g),
        _alliances(g),
        open_land(g),
        open_seas(g, side),
        open_heads(g),
    )


def foes(g: War, side: int) -> bytearray:
    """By space, whether enemies of a side bar the way: a bit of presence()."""
    return presence(g).translate(_OF_SIDE[1 - side])


_OF_SIDE = tuple([bytes(bits & bit for bits in range(256)) for bit in (1, 2)])  # of presence(): one side's units


@derived(
    zone_of,
    "hexes.holder",
    "hexes.cut_side",
    "hexes.cut_until",
    "hexes.beachhead",
    "nations.surrendered",
    "nations.patron",
    given=_lines_summary,
    lasting=True,
)
def lines(g: War, side: int) -> Lines:
    """The supply lines of a side as the board stands."""
    return Lines(g, side)


@rule("12.1.1", "12.1.2")
def line_of(g: War, net: Lines, unit: int) -> list[int]:
    """The line a unit's supply is traced along, from a source of its own nation; empty where there is none to draw."""
    nation = g.roster.nations[unit]
    bits = net.full.get(nation, 0) | (net.suez if suez_serves(g, unit) else 0)
    if net.state(g, unit) == LIMITED:
        bits = net.limited.get(nation, 0)
    return line(g, net, g.units.at[unit], [s for n, s in enumerate(net.network.sources) if bits >> n & 1])


def line(g: War, net: Lines, to: int, sources: Iterable[int]) -> list[int]:
    """The shortest line from one of the sources to a space, over land where that is possible; empty where there is none."""
    starts = list(sources)
    return _line(net, to, starts, g.ground.land) or _line(net, to, starts, net.network.mask)


def _line(net: Lines, to: int, sources: Iterable[int], over: Sequence[int]) -> list[int]:
    mask, links = net.network.mask, net.network.links
    before: dict[int, int] = {s: s for s in sources if mask[s]}
    wave = list(before)
    while wave and to not in before:
        ring = []
        for a in wave:
            for b in links[a]:
                if b not in before and (b == to if mask[b] != OPEN else over[b]):
                    before[b] = a
                    ring.append(b)
        wave = ring
    if to not in before:
        return []
    way = [to]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


@derived(lines)
def leningrad_sallies(g: War) -> bool:
    return _sally(g)


@rule("12.1.1")
def _sally(g: War) -> bool:
    """Leningrad may draw its line through zones of control where friendly units with a zone stand."""
    side, city = g.nations.side[USSR], g.ground.named(LENINGRAD)
    net = lines(g, side)
    if hex_sides(g)[city] != side or net.network.reached[city] & net.full[USSR]:
        return False
    mask = bytearray(net.mask)
    kinds_ok = zoned_designs(g)
    for at, there in ground_at(g).items():
        if mask[at] == LAST and any(kinds_ok[u] and not g.units.depleted[u] and side_of(g, u) == side for u in there):
            mask[at] = OPEN
    return bool(spread(g.board, net.network.sources, mask, links=net.network.links).reached[city] & net.full[USSR])


@derived("hexes.holder", "nations.side")
def open_land(g: War) -> int:
    """Land that is not neutral: a number with a byte of 1 for each such space, the first lowest."""
    land = int.from_bytes(bytes(g.ground.land), "little")
    return land & int.from_bytes(side_bytes(g).translate(_NOT_NEUTRAL), "little")


_NOT_NEUTRAL = bytes(OPEN if side != NEUTRAL else SHUT for side in range(256))


@rule("12.1.1", "12.4", "12.7.4")
def supply_mask(g: War, side: int) -> bytearray:
    """By space: OPEN, LAST in an enemy zone of control (entered, never passed), SHUT for enemies, neutrals and water."""
    size, land = g.board.size, open_land(g)
    for s in welcome(g, side):
        land |= 1 << 8 * s  # 16.3.2
    land += land & int.from_bytes(enemy_zone(g, side), "little")  # OPEN and one more is LAST
    barred = int.from_bytes(presence(g).translate(_BARRED[1 - side]), "little")
    mask = bytearray((land & ~barred).to_bytes(size, "little"))
    for s in open_seas(g, side):
        mask[s] = OPEN
    for token in ("us_box", "canada_box"):
        mask[g.board.space(token)] = OPEN
    return mask


_BARRED = tuple([bytes(255 if bits & bit else 0 for bits in range(256)) for bit in (1, 2)])


def _seas_summary(g: War, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """The ports of a side where a Fleet lies, and the waters closed to it."""
    sides, at = hex_sides(g), g.units.at
    whose, until, now = g.hexes.cut_side, g.hexes.cut_until, g.player_turn
    ports = frozenset([at[u] for u in fleets_of(g, side) if sides[at[u]] in (side, -1)])
    shut = frozenset([s for s in g.ground.seas if whose[s] == side and until[s] >= now])
    return ports, shut | enemy_waters(g, side) if g.naval else shut


@rule("12.7", "12.7.2", "12.7.4")
def enemy_waters(g: War, side: int) -> frozenset[int]:
    """Sea areas where only enemy ships are; disputed ones let supply pass."""
    known, at, seas = g.roster, g.units.at, g.ground.sea
    here: dict[int, set[int]] = {}
    for u in known.naval:
        if at[u] >= 0 and seas[at[u]]:
            here.setdefault(at[u], set()).add(known.sides[u])
    return frozenset([s for s, sides in here.items() if 1 - side in sides and side not in sides])


@derived(
    "units.at",
    "units.design",
    "units.depleted",
    "nations.side",
    "hexes.holder",
    "hexes.cut_side",
    "hexes.cut_until",
    "hexes.beachhead",
    "turn",
    "side",
    given=_seas_summary,
)
def open_seas(g: War, side: int) -> set[int]:
    return _open_seas(g, side)


@rule("12.1.1", "12.7", "12.7.1")
def _open_seas(g: War, side: int) -> set[int]:
    """Sea areas over which a side can draw supply: those joined to a port of its own where an undepleted Fleet lies."""
    ground = g.ground
    ports, cut = _seas_summary(g, side)
    todo = [sea for port in ports for sea in ground.sea_ports[port] if sea not in cut]
    seen = set(todo)
    while todo:
        for b in ground.sea_links[todo.pop()]:
            if b not in seen and ground.sea[b] and b not in cut:
                seen.add(b)
                todo.append(b)
    return seen


@derived("hexes.beachhead", "turn", "side")
def open_heads(g: War) -> tuple[int, ...]:
    """Beaches that serve as ports now."""
    now = g.player_turn
    return tuple([s for s, until in enumerate(g.hexes.beachhead) if until >= now])


def supply_links(g: War, side: int) -> list[tuple[int, ...]]:
    """The neighbours that lines use: land steps, ports of the side to their seas, and Lake Ladoga for Leningrad."""
    ground, sides = g.ground, hex_sides(g)
    links = list(ground.steps)
    seas = open_seas(g, side)
    for sea in sorted(seas):
        harbours = tuple([p for p in ground.sea_ports[sea] if sides[p] == side or not ground.land[p]])
        if g.naval:
            harbours += tuple([s for s in open_heads(g) if s in ground.shores[sea] and sides[s] == side])  # 7.7.4
        links[sea] = harbours + tuple([b for b in ground.sea_links[sea] if b in seas])
        for port in harbours:
            links[port] = (*links[port], sea)
    atlantic, america = g.board.space("north_atlantic"), g.board.space("us_box")
    if g.naval and atlantic in seas and side == g.nations.side[USA]:  # 12.2.2: over the Atlantic
        links[atlantic] = (*links[atlantic], america)
        links[america] = (*links[america], atlantic)
    if side == g.nations.side[USSR]:
        city, shore = ground.named(LENINGRAD), ground.named(LADOGA)  # 12.2.2
        if sides[shore] == side and shore not in links[city]:
            links[city] = (*links[city], shore)
            links[shore] = (*links[shore], city)
    return links


def why_shut(g: War, side: int, space: int) -> No:
    """Why supply does not pass a space."""
    label = g.board.label(space)
    if presence(g)[space] & (2 >> side):
        return No("12.1.1", f"an enemy unit stands in {label}")
    if enemy_zone(g, side)[space]:
        return No("12.1.1", f"{label} is in an enemy zone of control")
    if g.ground.sea[space]:
        return No("12.7.1", f"no Fleet of the side opens {label}")
    if hex_sides(g)[space] == NEUTRAL:
        return No("12.1.1", f"{label} is neutral")
    return No("10.6.13", f"nothing passes {label}")


def supply_now(g: War, unit: int) -> int:
    """FULL, LIMITED or NONE by the lines as they are, and by the grace of 12.3."""
    if g.units.free_until[unit] >= g.player_turn or side_of(g, unit) == NEUTRAL:
        return FULL
    return lines(g, side_of(g, unit)).state(g, unit)


def supply_path(g: War, unit: int) -> list[int]:
    """The hexes from a source to a unit that is in supply; empty where there are none."""
    found = lines(g, side_of(g, unit)).network
    at = g.units.at[unit]
    return found.path(at) if at >= 0 and at in found else []


def why_unsupplied(g: War, unit: int) -> No | None:
    """The obstacle on the best line to a unit; None if it is supplied."""
    side = side_of(g, unit)
    net = lines(g, side)
    if net.state(g, unit) == FULL:
        return None
    nation = g.roster.nations[unit]
    if not net.full.get(nation, 0):
        return No("12.2.2", f"{NATIONS[nation].name} holds no source of supply")
    found = net.network.why_not(g.units.at[unit], partial(why_shut, g, side))
    return No("12.2.1", f"no line leads to a source of {NATIONS[nation].name}") if found is None else found


# --- checks (12.0, 12.6) ------------------------------------------------------------------------------------------------------


@rule("12.0", "12.6", "12.6.2")
def check_supply(g: War, side: int) -> None:
    """At the start of Operations: note the supply of every unit of the side."""
    sides, at = g.roster.sides, g.units.at
    own = [u for u in range(len(at)) if at[u] >= 0 and sides[u] == side and g.ground.land[at[u]]]
    for u, now in [(u, supply_now(g, u)) for u in own]:
        if g.units.free_until[u] == RELIEVED:
            g.units[u].free_until = NOWHERE
        if now != g.units.supply[u]:
            g.units[u].supply = now
            if now == NONE:
                g.say("{} is out of supply", g.units[u], rule="12.6.2")


@rule("12.6.2", "12.3")
def check_exploiters(g: War, side: int) -> None:
    """Before the second impulse: tanks, mechanised troops and horse that were cut off may have been relieved."""
    kinds, sides = g.roster.kinds, g.roster.sides
    own = [u for u, at in enumerate(g.units.at) if at >= 0 and sides[u] == side and kinds[u] in EXPLOITING and g.units.supply[u]]
    for u, now in [(u, supply_now(g, u)) for u in own]:
        if now < g.units.supply[u]:
            if g.units.supply[u] == NONE:
                g.units[u].free_until = RELIEVED
            g.units[u].supply = now
            g.say("{} is in supply again", g.units[u], rule="12.6.2")


def supplied_ports(g: War, side: int) -> list[int]:
    """Ports of a side that its lines reach."""
    ground, net, sides = g.ground, lines(g, side).network, hex_sides(g)
    return [s for s, port in enumerate(ground.port) if port and ground.land[s] and sides[s] == side and s in net]
