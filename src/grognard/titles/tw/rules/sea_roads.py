"""7.6.3, 8.2.1, 8.2.3, 8.5.1, 8.7, 8.8: ways of strategic movement by sea and to the boxes."""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.nations import BRITAIN, MAJORS, NEUTRAL, USSR
from grognard.titles.tw.rules.alliances import WEST
from grognard.titles.tw.rules.outposts import may_land_in_azores
from grognard.titles.tw.rules.seas import SAILING, controlled, harbours_in_reach, patrolled, port_spaces
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.state import War

FAR_BOXES = ("south_africa_box", "india_box", "italian_east_africa_box", "azores_box")


@derived()
def box_links(g: War) -> dict[int, list[int]]:
    """Spaces that strategic movement joins to a box."""
    bit = g.board.feature_bits.get("stratmove", 0)
    found: dict[int, list[int]] = {}
    for s in range(g.board.size):
        for b, border in g.board.neighbours[s]:
            if g.board.features[border] & bit:
                found.setdefault(s, []).append(b)
    america, cape = g.board.space("us_box"), g.board.space("south_africa_box")
    found.setdefault(america, []).append(cape)  # 8.5.1
    found.setdefault(cape, []).append(america)
    return found


@rule("8.2.1", "8.2.3", "7.6.3", "8.5.1", "8.8.4", "8.8.5", "8.8.6", "8.8.8", "8.8.1")
def sea_roads(g: War, nation: int, origin: int, far: int) -> dict[int, list[int]]:
    """Harbours and boxes that ships of a nation reach from a place in one turn, with the sea areas on the way; none through an
    area the enemy controls, none of an ally that keeps apart."""
    side = g.nations.side[nation]
    if side == NEUTRAL:
        return {}
    roads = {goal: way for goal, way in all_roads(g, nation, origin, far).items() if goal not in strange_shores(g, nation)}
    if not any(bits == 1 << 1 - side for bits in patrolled(g).values()):
        return roads
    return {goal: way for goal, way in roads.items() if not any(controlled(g, a, 1 - side) for a in way)}


@rule("8.7", "8.1.3", "8.5.1")
@derived("hexes.holder", "nations.patron", "nations.side")
def strange_shores(g: War, nation: int) -> frozenset[int]:
    """Land of an ally where strategic movement of a nation never ends: Soviet land for the West, land of the West for the
    Soviets, each with their Satellites."""
    power = nation if nation in MAJORS else g.nations.patron[nation]
    if power not in (*WEST, USSR):
        return frozenset()
    patrons = [n if n in MAJORS else patron for n, patron in enumerate(g.nations.patron)]
    others = (USSR,) if power in WEST else WEST
    side = g.nations.side[power]
    theirs = {n for n, patron in enumerate(patrons) if patron in others and g.nations.side[n] == side}
    return frozenset([s for s, holder in enumerate(g.hexes.holder) if holder in theirs and g.ground.land[s]])


@derived(*SAILING)
def all_roads(g: War, nation: int, origin: int, far: int) -> dict[int, list[int]]:
    """The same without a look at patrols."""
    found = dict(harbours_in_reach(g, nation, origin, far)) if not _far_box(g, origin) else {}
    side, links = g.nations.side[nation], box_links(g)
    near = [origin, *[s for s in g.ground.sea_ports[origin] if g.ground.sea[s]]]
    for place in near:
        for b in links.get(place, ()):
            if g.ground.sea[b]:
                for port in g.ground.sea_ports[b]:
                    if hex_sides(g)[port] == side and port != origin:
                        found.setdefault(port, [b])
            elif b != origin and ((b in port_spaces(g) and hex_sides(g)[b] == side) or _east_africa(g, b, nation)):
                found.setdefault(b, [place] if g.ground.sea[place] else [])
    return found


@rule("8.8.6", "23.41")
def _east_africa(g: War, box: int, nation: int) -> bool:
    """Britain reaches Italian East Africa by way of Suez or South Africa though Italy holds it; nobody else does."""
    if g.board.ids[box] == "azores_box":
        return may_land_in_azores(g, g.nations.side[nation])
    return g.board.ids[box] == "italian_east_africa_box" and nation == BRITAIN


def _far_box(g: War, space: int) -> bool:
    """Boxes that no sea area of the map touches."""
    return g.ground.box[space] and g.board.ids[space] in FAR_BOXES
