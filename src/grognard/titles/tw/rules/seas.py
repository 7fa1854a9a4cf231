"""7.1 to 7.3, 8.8.7, 12.7.4: ports and what lies there, ways over sea areas, straits, and who controls an area.

A distance is the number of areas entered, the one beside the port first (7.2). Missions are in missions.py, battles in
sea_battle.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, MAJORS, NATIONS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.status import hosts, may_stay
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.weather import frozen
from grognard.titles.tw.state import ASSOCIATE, FORTRESS, SATELLITE, War

RANGE = 12  # 7.2
WATCH = 5  # 7.8
BERTHS = 3  # 7.1
OFF_MAP = 5  # 5.1.2.2: from the boxes of America to the North Atlantic
GIBRALTAR, SUEZ, DARDANELLES = "gibraltar", "suez", "2819"
WESTERN_POWERS = (BRITAIN, FRANCE, USA)
DENMARK, SWEDEN, TURKEY = INDEX["denmark"], INDEX["sweden"], INDEX["turkey"]
STRAITS_AREAS = ("west_baltic", "channel", "straits")
SAILING = (
    "hexes.holder", "nations.side", "nations.patron", "nations.surrendered", "nations.status", "hexes.beachhead", "turn", "side",
    "rock_empty", "azores_taken", "east_winter",
)  # fmt: skip
AMERICA = ("us_box", "canada_box")


# --- ports (7.1) ----------------------------------------------------------------------------------------------------------------


@derived()
def port_spaces(g: War) -> frozenset[int]:
    """Hexes and boxes where ships can lie."""
    return frozenset([s for s, words in enumerate(g.ground.features) if "port" in words])


@derived("hexes.beachhead", "turn", "side")
def beachheads(g: War) -> frozenset[int]:
    """Hexes that serve as ports since a landing (7.7.4)."""
    now = g.player_turn
    return frozenset([s for s, until in enumerate(g.hexes.beachhead) if until >= now])


@rule("7.1", "7.7.4")
def is_port(g: War, space: int) -> bool:
    return space in port_spaces(g) or space in beachheads(g)


def friendly_port(g: War, space: int, side: int) -> bool:
    """Whether ships of a side can lie in a place."""
    return is_port(g, space) and (hex_sides(g)[space] == side or space in welcome_ports(g, side))


@rule("16.3.3")
def welcome_ports(g: War, side: int) -> frozenset[int]:
    """Land of Associates of a side's powers, in whose ports its ships may lie."""
    return frozenset().union(*[ground for power, (_, ground) in hosts(g).items() if g.nations.side[power] == side])


@derived("units.at", "units.design", "units.flag")
def ships_at(g: War) -> dict[int, list[int]]:
    """Fleets and CVs by place: a port, or a sea area where they patrol."""
    found: dict[int, list[int]] = {}
    at = g.units.at
    for u in g.roster.naval:
        if at[u] >= 0:
            found.setdefault(at[u], []).append(u)
    return found


@derived("units.aboard", "units.at")
def aircraft_aboard(g: War) -> dict[int, int]:
    """By CV, the NAC it carries."""
    kinds = g.roster.kinds
    return {cv: u for u, cv in enumerate(g.units.aboard) if cv >= 0 and g.units.at[u] >= 0 and kinds[u] == Kind.NAC}


@rule("7.1")
def berths(g: War, ships: Iterable[int]) -> int:
    """Berths that ships take in a port: a Fleet one, a CV with its NAC one, a CV alone none."""
    kinds, planes = g.roster.kinds, aircraft_aboard(g)
    return sum([1 for u in ships if kinds[u] == Kind.FLEET or u in planes])


@rule("7.1", "13.2.3", "23.35")
def free_berths(g: War, port: int) -> int:
    """Berths left in a port: none in a fortress at its last; boxes and home waters of America hold any number."""
    if g.hexes.works[port] == FORTRESS and g.hexes.siege[port] >= 3:
        return 0
    most = 1 if port == g.ground.city_hex.get("malta") else BERTHS
    return 99 if g.ground.box[port] else most - berths(g, ships_at(g).get(port, ()))


# --- ways (7.2, 7.3) ------------------------------------------------------------------------------------------------------------


def sea(g: War, name: str) -> int:
    return g.board.space(name)


@derived()
def narrow_areas(g: War) -> frozenset[int]:
    """Straits sea areas, where fighters strike ships too (7.4, 7.9.2)."""
    return frozenset([sea(g, name) for name in STRAITS_AREAS])


def _friendly(g: War, nation: int, space: int) -> bool:
    side = g.nations.side[nation]
    return side < NEUTRAL and hex_sides(g)[space] == side


def _of_allies(g: War, country: int, majors: tuple[int, ...]) -> bool:
    """Whether a country is controlled by one of these powers: its Satellite, or its capital is theirs."""
    row = g.nations[country]
    if row.side == ALLIES and not row.surrendered:
        return row.patron in majors
    holder = g.hexes.holder[g.ground.named(NATIONS[country].capital)]
    power = holder if holder in majors else g.nations.patron[holder] if holder >= 0 else -1
    return row.surrendered == 1 and power in majors


class Gates(NamedTuple):
    """Sea areas of which 7.3 and 23.22 say who may sail there."""

    straits: int
    channel: int
    west_baltic: int
    kattegat: frozenset[int]
    dardanelles: frozenset[int]
    suez: frozenset[int]


@derived()
def gates(g: War) -> Gates:
    def between(a: str, b: str) -> frozenset[int]:
        return frozenset((sea(g, a), sea(g, b)))

    return Gates(
        sea(g, "straits"), sea(g, "channel"), sea(g, "west_baltic"), between("west_baltic", "danish_north_sea"),
        between("aegean_sea", "black_sea"), between("red_sea", "levant_sea"),
    )  # fmt: skip


@derived()
def swedish_waters(g: War) -> frozenset[int]:
    """Sea areas beside Sweden or Norway, where Swedish ships and aircraft operate (23.50)."""
    north, country = ("sweden", "norway"), g.ground.country
    return frozenset(a for a in g.ground.seas if any(country[s] in north for s in g.ground.shores[a])) | {sea(g, "narvik_sea")}


@derived()
def baltic_areas(g: War) -> frozenset[int]:
    """The sea areas of the Baltic, which freeze for German ships (26.1.1)."""
    return frozenset([s for s in g.ground.seas if "baltic" in g.ground.regions[s]])


@rule("7.3", "23.50", "26.1.1")
def may_enter(g: War, nation: int, area: int) -> No | None:
    """Whether ships of a nation may sail into a sea area at all."""
    if nation == SWEDEN and area not in swedish_waters(g):
        return No("23.50", "Swedish ships keep to the seas of Sweden and Norway")
    if nation == GERMANY and area in baltic_areas(g) and frozen(g):
        return No("26.1.1", "the Baltic is frozen")
    if area != gates(g).west_baltic:
        return None
    western = nation in WESTERN_POWERS or g.nations.patron[nation] in WESTERN_POWERS
    if not western or any(_of_allies(g, n, (*WESTERN_POWERS, USSR)) for n in (DENMARK, SWEDEN)):
        return None
    return No("7.3", "the West Baltic is closed to the Western Allies while neither Denmark nor Sweden is theirs")


@rule("23.22")
def guarded(g: War) -> bool:
    """Whether the Allies bar the Straits to the Axis: a ground unit and a whole ship or air unit in Gibraltar (23.22); looked
    at when a player turn ends."""
    known, rock = g.roster, g.ground.named(GIBRALTAR)
    there = [u for u, at in enumerate(g.units.at) if at == rock and known.sides[u] == ALLIES]
    return any(known.ground[u] for u in there) and any(not known.ground[u] and not g.units.depleted[u] for u in there)


@rule("7.3", "23.22")
def may_leave(g: War, nation: int, area: int, *, first: bool) -> No | None:
    """Whether ships may go on from a sea area they have entered; `first`: it is the one beside their port."""
    shut = g.nations.side[nation] != AXIS or not g.rock_empty
    gate = gates(g)
    if area == gate.straits and not first and shut and not _friendly(g, nation, g.ground.named(GIBRALTAR)):
        return No("7.3", "Gibraltar is not in friendly hands")
    if area == gate.channel and nation == GERMANY and not first:
        coast = g.ground.sea_ports[area]
        if any(g.ground.country[p] == "france" and hex_sides(g)[p] != AXIS for p in coast):
            return No("7.3", "Germany does not hold every French port of the Channel")
    return None


@rule("7.3")
def through_turkey(g: War, nation: int) -> bool:
    """Whether the Dardanelles are open to a nation: its side has conquered Turkey, or Turkey is an Associate or Satellite of a
    power of it, and the enemy does not hold them (TW-AMB-224)."""
    row, side = g.nations[TURKEY], g.nations.side[nation]
    if side == NEUTRAL or hex_sides(g)[g.ground.named(DARDANELLES)] == 1 - side:
        return False
    if row.surrendered:
        return _friendly(g, nation, g.ground.named(NATIONS[TURKEY].capital))
    return row.status in (ASSOCIATE, SATELLITE) and row.patron >= 0 and g.nations.side[row.patron] == side


@rule("7.3")
def may_cross(g: War, nation: int, a: int, b: int) -> No | None:
    """Whether ships may sail from one sea area into the next."""
    pair, gate = {a, b}, gates(g)
    if pair == gate.dardanelles and not through_turkey(g, nation):
        return No("7.3", "Turkey bars the Dardanelles")
    if pair == gate.suez and not _friendly(g, nation, g.ground.named(SUEZ)):
        return No("7.3", "Suez is not in friendly hands")
    soviet = nation == USSR or g.nations.patron[nation] == USSR
    if pair == gate.kattegat and soviet and not any(_of_allies(g, n, (USSR,)) for n in (DENMARK, SWEDEN)):
        return No("7.3", "the Soviets hold neither Denmark nor Sweden")
    return may_enter(g, nation, b)


@derived(*SAILING)
def ways(g: War, nation: int, port: int) -> dict[int, tuple[int, int]]:
    """Sea areas that ships of a nation reach from a port: the distance, and the area before it (-1 for the first). From a sea
    area (a patrol) the area itself is the first."""
    ground = g.ground
    if ground.sea[port]:
        todo = [port]
    elif g.board.ids[port] in AMERICA:
        found = {sea(g, "north_atlantic"): (OFF_MAP, -1)}
        todo = list(found)
        return _spread(g, nation, found, todo, first=False)
    else:
        todo = [s for s in _waters(g, port) if may_enter(g, nation, s) is None]
    return _spread(g, nation, dict.fromkeys(todo, (1, -1)), todo, first=True)


def _waters(g: War, port: int) -> list[int]:
    """The sea areas beside a port or beachhead."""
    direct = [s for s in g.ground.sea_ports[port] if g.ground.sea[s]]
    return direct if port in port_spaces(g) else [s for s in g.ground.seas if port in g.ground.shores[s]]


def _spread(
    g: War, nation: int, found: dict[int, tuple[int, int]], todo: list[int], *, first: bool
) -> dict[int, tuple[int, int]]:
    start = set(todo)
    for a in todo:
        if may_leave(g, nation, a, first=first and a in start) is not None:
            continue
        for b in g.ground.sea_links[a]:
            if b not in found and may_cross(g, nation, a, b) is None:
                found[b] = (found[a][0] + 1, a)
                todo.append(b)
    return found


@rule("7.2", "7.8")
def distance(g: War, nation: int, port: int, area: int) -> int:
    """Sea areas from a port to an area, the one beside the port counted; 99 where no way leads."""
    return ways(g, nation, port).get(area, (99, -1))[0]


def route(g: War, nation: int, port: int, area: int) -> list[int]:
    """The areas from the one beside the port to the goal."""
    found, path = ways(g, nation, port), [area]
    while found[path[-1]][1] >= 0:
        path.append(found[path[-1]][1])
    return path[::-1]


@derived(*SAILING)
def harbours_in_reach(g: War, nation: int, port: int, far: int) -> dict[int, list[int]]:
    return _harbours_in_reach(g, nation, port, far)


@rule("7.2")
def _harbours_in_reach(g: War, nation: int, port: int, far: int) -> dict[int, list[int]]:
    """Places with a harbour that ships reach within a number of areas, each with its shortest route."""
    found: dict[int, list[int]] = {}
    side = g.nations.side[nation]
    power = nation if nation in MAJORS else g.nations.patron[nation]
    for area, (steps, _) in sorted(ways(g, nation, port).items(), key=lambda item: item[1][0]):
        if steps <= far:
            for harbour in harbours_of(g, area):
                if harbour != port and harbour not in found and (hex_sides(g)[harbour] == side or may_stay(g, power, harbour)):
                    found[harbour] = route(g, nation, port, area)
    return found


def harbours_of(g: War, area: int) -> list[int]:
    """Ports and beachheads of a sea area."""
    heads = beachheads(g)
    more = [s for s in g.ground.shores[area] if s in heads and s not in g.ground.sea_ports[area]] if heads else []
    return [*g.ground.sea_ports[area], *more]


# --- who controls an area (7.4, 12.7.4) -----------------------------------------------------------------------------------------


@derived("units.at", "units.design", "units.flag", "nations.side")
def patrolled(g: War) -> dict[int, int]:
    """By sea area, bits of the sides whose ships are there."""
    sides = g.roster.sides
    found: dict[int, int] = {}
    for place, ships in ships_at(g).items():
        if g.ground.sea[place]:
            for u in ships:
                if sides[u] < 2:
                    found[place] = found.get(place, 0) | 1 << sides[u]
    return found


@rule("12.7.2", "12.7.4", "8.1.1")
def controlled(g: War, area: int, side: int) -> bool:
    """Whether only ships of a side are in an area; disputed areas are nobody's."""
    return patrolled(g).get(area, 0) == 1 << side


@rule("7.4", "7.8.3", "11.2.1.1")
def bases_beside(g: War, area: int) -> frozenset[int]:
    """Coastal hexes of a sea area; Murmansk and Narvik count as the shore of theirs (8.8.7)."""
    return g.ground.shores[area] | frozenset([p for p in g.ground.sea_ports[area] if g.ground.box[p]])
