"""Judgement of landings: where armies gather for them, which beaches are worth one, how a foothold is fed until it breaks out.

A first landing is made with a wave of several ports against what the enemy can bring at once; small change ashore only dies.
"""

from __future__ import annotations

from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.designs import GROUND, LINE, Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, INDEX, US, WESTERN
from grognard.titles.awaw.rules.landing import enemy_ships
from grognard.titles.awaw.rules.lanes import lanes_beside
from grognard.titles.awaw.rules.ships import (
    INVASION,
    TRANSPORT,
    destroyers,
    ready_ships,
    ready_squadrons,
    sea_hexes,
)
from grognard.titles.awaw.rules.strategic import ATLANTIC, INDIAN, in_box, submarines
from grognard.titles.awaw.rules.units import (
    KIND,
    STRENGTH,
    factors,
    ground_units,
    held_by,
    here,
    other,
    patron,
    ships,
    squadrons_ready,
    troops,
    unit_sides,
)
from grognard.titles.awaw.state import FALL, WINTER, World, turn_of

STAGING = {BRITAIN: ("harwich", "plymouth", "portsmouth"), US: ("portsmouth", "plymouth", "harwich")}  # all near one coast
ARRIVALS = ("liverpool", "glasgow", "belfast", "great_yarmouth")  # where armies come over the ocean
FIELDS = frozenset(INDEX[key] for key in (
    "france", "belgium", "netherlands", "luxembourg", "germany", "italy", "greece", "libya", "egypt", "tunisia", "algeria",
    "morocco"))  # fmt: skip
SECOND_FRONT = turn_of(1942, 1)
FEW_SQUADRONS = 3
MISSIONS = 2  # how often a port is looked at in a phase
WINGS_OVER, WINGS_A_TRIP = 25, 5  # army air of America that comes to Britain, and how many at a time
LANDING_LIFT, SHIPS_A_TRIP = 30, 8  # destroyers at the ports of a landing
SQUADRON = 12  # destroyers that gather in one port before the next
FIRST_WAVE = 12  # factors that are ready to cross before the first of them does
SAFE = 6  # escorts beyond the submarines seen
LANDS = 3  # factors of a unit that lands on a coast of the enemy
NEAR, RESERVES = 2, 5  # hexes around a beach: who meets the landing at once, who comes in the next turn
FOOTHOLD = 4  # hexes from a beach within which friends count as a foothold
CROWD = 6  # steps to the enemy within which a port over the sea is at the front


def staging(g: World, power: int) -> list[int]:
    """Ports where a landing is prepared: America and Britain at war, once a second front can be thought of."""
    if power not in STAGING or g.sheet.theatre == "pacific" or g.nations.side[power] != ALLIES or g.turn < SECOND_FRONT:
        return []
    return [g.ground.named[name] for name in STAGING[power] if held_by(g, g.ground.named[name]) == ALLIES]


def crossing_wings(g: World, port: int, power: int) -> list[int]:
    """Army air in a box that is wanted over the sea where a landing is prepared."""
    if not g.ground.box[port] or not staging(g, power):
        return []
    wings = [u for u in range(len(g.units)) if KIND[g.units.design[u]] == Kind.AAF and g.units.at[u] >= 0]
    mine = [u for u in wings if patron(g, u) == power]
    over = sum(not g.ground.box[g.units.at[u]] for u in mine)
    return [u for u in mine if g.units.at[u] == port][: max(0, WINGS_OVER - over)]


def crossing_ships(g: World, port: int, power: int) -> list[int]:
    """Destroyers of a box that should come to the ports where a landing is prepared: they carry it (ours 21.51)."""
    wanted = staging(g, power)
    if not g.ground.box[port] or not wanted or g.board.token(port) == INDIAN or (
            g.board.token(port) == ATLANTIC and not lanes_are_safe(g)):  # fmt: skip
        return []
    over = sum(len(destroyers(g, ready_ships(g, p, g.side, power))) for p in wanted)
    return destroyers(g, ready_ships(g, port, g.side, power))[: max(0, LANDING_LIFT - over)]


def gathers(g: World, power: int, port: int, side: int) -> float:
    """What a port of departure is worth to destroyers: one port after the other is filled, so that each can carry a landing."""
    there = len(destroyers(g, ready_ships(g, port, side, power)))
    return 1.0 - 0.1 * staging(g, power).index(port) if there < SQUADRON else 0.5 - 0.02 * there


def musters(g: World, power: int, u: int, space: int, side: int) -> float | None:
    """What a place in Britain is worth to a unit that is to cross: a port of departure with room, else the way there. None: it
    is not of that army."""
    at = g.units.at[u]
    ports = staging(g, power)
    london = g.ground.front[g.ground.named["london"]]
    if not ports or STRENGTH[g.units.design[u]] < LANDS or g.ground.country[at] != BRITAIN or g.ground.front[at] != london:
        return None
    if g.ground.country[space] != BRITAIN:
        return -1.0
    if space in ports and STRENGTH[g.units.design[u]] < strongest(g, side)[len(ports) * 2 - 1]:
        return -3.0  # the ports are for those who strike hardest
    mates = sum(o != u for o in troops(g, space, side))
    near = min(g.board.distance(space, p) or 0 for p in ports)
    return 8.0 if space in ports and mates < 2 else -0.5 * near - 0.3 * mates


def strongest(g: World, side: int) -> list[int]:
    """Factors of the army in Britain that could cross, unit by unit, the strongest first; noughts at the end."""
    london = g.ground.front[g.ground.named["london"]]
    army = [STRENGTH[g.units.design[u]] for s, units in ground_units(g).items() for u in units
            if g.ground.country[s] == BRITAIN and g.ground.front[s] == london and KIND[g.units.design[u]] in LINE
            and patron(g, u) in STAGING and unit_sides(g)[u] == side]  # fmt: skip
    return [*sorted(army, reverse=True), *([0] * 2 * len(STAGING[BRITAIN]))]


def lanes_are_safe(g: World) -> bool:
    """The escorts proper suffice against the submarines, so that destroyers may leave the lanes."""
    return len(in_box(g, Kind.ASW, ALLIES)) >= len(submarines(g, AXIS, ATLANTIC)) + SAFE


def soldiers(g: World, port: int, power: int) -> list[int]:
    """Troops of a power in a port that are worth carrying."""
    return [u for u in here(g, port) if patron(g, u) == power and KIND[g.units.design[u]] in (*LINE, Kind.MARINE)]


def passengers(g: World, port: int, power: int) -> list[int]:
    """Troops in a port that ships of a power could carry: its own, and in Europe those of its partners (ours 21.45)."""
    own = soldiers(g, port, power)
    if power not in STAGING or g.ground.box[port] or not g.ground.europe[port]:
        return own
    partners = [p for p in STAGING if p != power and g.seated(p) and g.nations.side[p] == g.nations.side[power]]
    return own + [u for p in partners for u in soldiers(g, port, p)]


def lodgements(g: World, view: View, power: int) -> list[int]:
    """Places over the sea where our troops stand before the enemy: bridgeheads, and ports near him that are not our own land."""
    beaches = [s for s in g.ground.field_hexes if g.hexes.bridgehead[s] == view.side and held_by(g, s) == view.side]
    ports = [p for p in g.ground.ports if held_by(g, p) == view.side and view.enemy[p] <= CROWD and g.ground.country[p] != power
             and troops(g, p, view.side) and worth_an_army(g, power, p)]  # fmt: skip
    return [*beaches, *(p for p in ports if p not in beaches)]


def worth_an_army(g: World, power: int, space: int) -> bool:
    """Whether the Western Allies want an army in a land: on the way to Germany and Italy, not in the north and east."""
    if g.sheet.theatre == "pacific" or g.faction(power) != WESTERN or not g.ground.europe[space]:
        return True
    return g.ground.country[space] in FIELDS and g.ground.front[space] != FRONT["eastern"]


def has_room(g: World, view: View, space: int) -> bool:
    """Whether another unit can come ashore at a lodgement: two units in a hex, five at a bridgehead (ours 12.1, 12.2)."""
    there = sum(KIND[g.units.design[u]] in LINE for u in troops(g, space, view.side))
    return there < (5 if g.hexes.bridgehead[space] == view.side else 2)


def landing_place(g: World, view: View, power: int, port: int) -> float:
    """A port for reinforcements: a bridgehead or a port near the fighting, or a port from which a landing starts."""
    full = len([u for u in here(g, port) if KIND[g.units.design[u]] in GROUND])
    near = min(view.enemy[port], 20)
    bonus = 3.0 if staging(g, power) and port in {g.ground.named[name] for name in (*STAGING[power], *ARRIVALS)} else 0.0
    abroad = near <= CROWD and g.ground.country[port] != power and worth_an_army(g, power, port)
    lodged = 4.0 if g.hexes.bridgehead[port] == view.side else 3.0 if abroad else 0.0
    return bonus + lodged + 0.2 * view.goals[port] - 0.15 * near - (0.6 if lodged else 1.5) * full


def wave(g: World, view: View, space: int) -> int:
    """Factors of the side that wait in ports within reach of a beach, as far as destroyers carry them."""
    most = g.sea_reach(INVASION, europe=g.ground.europe[space])
    army_all, lift = 0, lanes_lift(g, view.side)
    for port in ships(g):
        if g.ground.box[port] or g.ground.theatre[port] != g.ground.theatre[space] or sea_hexes(g, port, space) > most:
            continue
        army = [u for u in troops(g, port, view.side) if KIND[g.units.design[u]] in (*LINE, Kind.MARINE)]
        army_all += factors(g, army)
        lift += len(destroyers(g, ready_ships(g, port, view.side)))
    return min(army_all, lift)


def lanes_lift(g: World, side: int) -> int:
    """Destroyers of the Atlantic lanes, which may be called out for a landing (ours 25.35)."""
    return len(in_box(g, Kind.DD, side)) if g.sheet.whole and g.sheet.theatre != "pacific" else 0


def footing(g: World, view: View, space: int) -> bool:
    """Friends stand near a beach on the same shore, so that a landing there widens a foothold."""
    return view.friend[space] <= FOOTHOLD


def meets(g: World, view: View, space: int, reach: int) -> int:
    """Enemy factors that stand so near to a beach."""
    near = (s for s in g.ground.within(space, reach) if view.stands.get(s) == view.foe)
    return sum(factors(g, troops(g, s, view.foe)) for s in near)


def shore(g: World, view: View, space: int, strength: int) -> float:
    """What a landing promises: nothing against a held beach unless it is weak; more near what the enemy must keep."""
    foes = troops(g, space, view.foe)
    ahead = worth(g, space) + 0.15 * view.goals[space] + 1.0
    if foes:
        air = sum(len(units) for base, units in squadrons_ready(g, g.mover).items() if base in g.ground.within(space, 4))
        value = factors(g, foes) * (3 + g.ground.dm[space] + g.hexes.works[space])
        odds = (strength + min(air, 3 * strength)) / max(1, value)
        if odds < 2.0:
            return -5.0
        ahead += 0.15 * view.goals[space]
    if g.ground.europe[space] and not g.ground.island[space] and not footing(g, view, space):
        ready = wave(g, view, space)
        late = g.season in (FALL, WINTER) and space not in g.ground.inner_sea
        if ready < FIRST_WAVE or late:
            return -5.0
        if meets(g, view, space, NEAR) > strength + ready // 2 or meets(g, view, space, RESERVES) > 2 * ready:
            return -5.0
    guards = meets(g, view, space, 1) - factors(g, foes)
    friends = sum(len(troops(g, o, view.side)) for o, _ in g.ground.ways[space])
    return ahead + 1.0 * friends - 0.2 * max(0, guards - strength)


def mission(g: World, view: View, power: int, port: int, visits: dict[int, int]) -> float:
    """A port is worth opening when troops stand in it that could land somewhere good, or carriers that could strike."""
    if visits.get(port, 0) >= MISSIONS:
        return -1.0
    fleet = ready_ships(g, port, g.side, power)
    army = passengers(g, port, power)
    if army and fleet:
        foe, most = other(g.side), g.sea_reach(INVASION, europe=g.ground.europe[port])
        lift = len(destroyers(g, fleet)) + (lanes_lift(g, g.side) if lanes_beside(g, port) >= 0 else 0)
        for s in g.ground.field_hexes:
            coast = g.ground.beach[s] or g.ground.island[s]
            if coast and held_by(g, s) == foe and sea_hexes(g, port, s) <= most:
                force = min(factors(g, army), lift // (2 if troops(g, s, foe) else 1))
                if force and shore(g, view, s, force) > 0.5:
                    return 2.0
    if len(ready_squadrons(g, port, g.side, power)) >= FEW_SQUADRONS and any(KIND[g.units.design[u]] == Kind.CV for u in fleet):
        prey = [p for p in ships(g) if enemy_ships(g, p) and not g.ground.box[p]]
        most = g.sea_reach(TRANSPORT, europe=g.ground.europe[port])
        if any(sea_hexes(g, port, p) <= most for p in prey if g.ground.theatre[p] == g.ground.theatre[port]):
            return 1.0
    return -1.0


def feeds_from(g: World, view: View, power: int, port: int) -> bool:
    """Troops in a port and destroyers for them, while a lodgement over the sea has room."""
    army = passengers(g, port, power)
    if not army or view.enemy[port] <= 2 or g.ground.box[port]:
        return False
    fleet = [u for u in ships(g).get(port, ()) if patron(g, u) == power and not g.units.damage[u]]
    if len(destroyers(g, fleet)) < min(factors(g, [u]) for u in army):
        return False
    return any(has_room(g, view, s) for s in lodgements(g, view, power) if s != port)
