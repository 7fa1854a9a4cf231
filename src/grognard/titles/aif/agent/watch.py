"""What must not be left alone: sea areas over which a front is supplied, and places that fall to the first landing.

Ships stay where an army lives from the sea; a lone cruiser goes where the enemy's does; units are carried to the Guyanas,
Newfoundland and the canal, and new ones arrive in coast cities that stand empty under enemy airfields."""

from __future__ import annotations

from grognard.kernel.flow import Ask
from grognard.titles.aif.agent.cover import AmericanAdmiral
from grognard.titles.aif.agent.treasury import OPENING
from grognard.titles.aif.rules.atomic import may_carry
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.fleets import warships_in
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.sea import Operation
from grognard.titles.wif.agent.view import cost
from grognard.titles.wif.facts import ALLIES, AXIS, SIDE_OF_POWER
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import INFANTRY_CLASS, SCS, TRANSPORTS, Type
from grognard.titles.wif.rules.air_transport import is_bomb
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.return_to_base import Watch
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.transport import may_board, may_embark_at
from grognard.titles.wif.rules.units import air_at, land_at, land_by_hex, mine, of_side, roster
from grognard.titles.wif.state import NOWHERE, War

FRONT = 25.0  # build points of units that live from a sea area, from which a ship is left there
POSTS = {"Cayenne": 2, "Paramaribo": 2, "St John's": 1, "Panama City": 2, "Colon": 2}  # land units the Allies want there
LATER = {"St John's": 2}  # from this turn of the campaign on
GUYANAS = ("Cayenne", "Paramaribo")
LIFT = 4  # German transports that threaten the Guyanas
RELIEF, CUT = 4.0, 0.1  # what a unit at a post is worth, and a cut lifeline for each point of the front
GUARDS = (Type.CA, Type.CL, Type.NAV, Type.BB)


def lifelines(g: War, side: int) -> dict[int, float]:
    """Sea areas on whose shores units of a side stand overseas, with what those cost."""
    found: dict[int, float] = {}
    for space, units in land_by_hex(g).items():
        if not g.ground.land[space] or g.ground.box[space]:
            continue
        worth = sum(cost(g, u) for u in of_side(g, units, side))
        for area in g.ground.seas[space] if worth else ():
            found[area] = found.get(area, 0.0) + worth
    return found


def edges(g: War) -> set[int]:
    """Sea areas on which the boxes off the map open."""
    return {area for s in range(g.board.size) if g.ground.box[s] and g.ground.land[s] for area in g.ground.seas[s]}


def stand_guard(g: America, ask: Ask, subject: Watch) -> Answer:
    """One ship or aircraft stays in every area over which an Axis front is supplied, the cheapest; the others go home."""
    side, types = SIDE_OF_POWER[subject.power], roster(g).types
    fronts = lifelines(g, side) if side == AXIS else {}
    stay = []
    for option in ask.options:
        if option.verb != "stay":
            continue
        unit = option.arg.index
        area = g.ground.area[g.units.at[unit]]
        here = [u for u in warships_in(g, area, side) if g.units.staying[u]]
        if types[unit] in GUARDS and not here and fronts.get(area, 0.0) >= FRONT:
            stay.append((GUARDS.index(types[unit]), cost(g, unit), unit, option))
    if stay:
        chosen = min(stay, key=lambda s: s[:3])[3]
        return chosen, f"{chosen.arg.label} keeps the way open"
    return named(ask, "done") or ask.options[0], "home"


def raiders(admiral: AmericanAdmiral) -> list[Operation]:
    """A cruiser to each unguarded edge area over which an Axis front is supplied."""
    g, side, types = admiral.g, admiral.side, roster(admiral.g).types
    if side == AXIS:
        return []
    fronts = lifelines(g, AXIS)
    open_areas = [a for a in edges(g) if fronts.get(a, 0.0) >= FRONT and not warships_in(g, a, AXIS)]
    found = []
    for port, ships in admiral.ready().items():
        fit = sorted((u for u in ships if types[u] in SCS and types[u] != Type.BB), key=lambda u: (cost(g, u), u))
        for area in open_areas:
            able = next((u for u in fit if area in admiral.courses(u) and admiral.courses(u)[area].move >= 1), NOWHERE)
            if able >= 0:
                section = g.ground.sections[area][min(admiral.courses(able)[area].move, 4)]
                told = f"{g.units[able].label} cuts the way over {g.board.label(area)}"
                found.append(Operation(port, [able], [], section, NOWHERE, CUT * min(fronts[area], 60.0), told))
    return found


# --- posts ----------------------------------------------------------------------------------------------------------------------


def bare_posts(g: War, side: int) -> dict[int, int]:
    """Posts of the Allies that want units, and how many: those their side holds or may enter."""
    if side != ALLIES:
        return {}
    types, sides, stacks = roster(g).types, sides_by_hex(g), land_by_hex(g)
    lift = sum(
        types[u] in TRANSPORTS and at >= 0 and SIDE_OF_POWER[g.units.power[u]] == AXIS
        for u, at in enumerate(g.units.at) if g.units.counter[u] != NOWHERE
    )  # fmt: skip
    found = {}
    for name, wanted in POSTS.items():
        space = g.ground.places.get(slug(name), NOWHERE)
        if space < 0 or g.turn - OPENING + 1 < LATER.get(name, 0) or (name in GUYANAS and lift < LIFT):
            continue
        host = g.countries.host[g.hexes.controller[space]] if g.hexes.controller[space] >= 0 else NOWHERE
        open_to_us = sides[space] == side or (host >= 0 and SIDE_OF_POWER[host] == side)
        lacking = wanted - len(of_side(g, stacks.get(space, ()), side))
        if open_to_us and lacking > 0:
            found[space] = lacking
    return found


def reliefs(admiral: AmericanAdmiral) -> list[Operation]:
    """Infantry that can be spared is carried to posts that want it."""
    g, power, types = admiral.g, admiral.power, roster(admiral.g).types
    posts = bare_posts(g, admiral.side)
    found = []
    for port, ships in admiral.ready().items() if posts else ():
        lift = [u for u in ships if types[u] in TRANSPORTS]
        here = [u for u in mine(g, land_at(g, port), power) if types[u] in INFANTRY_CLASS and not g.units.down[u]]
        if port in posts or not lift or len(land_at(g, port)) < 2 or not here:
            continue
        for post in posts:
            for ship in lift[:2]:
                troops = [u for u in here if may_board(g, ship, u) is None and may_embark_at(g, ship, u) is None]
                if troops and post in admiral.courses(ship) and len(land_at(g, post)) < land_limit(g, post):
                    unit = min(troops, key=lambda u: (cost(g, u), u))
                    told = f"{g.units[unit].label} goes to {g.board.label(post)}"
                    found.append(Operation(port, [ship], [(unit, ship)], post, NOWHERE, RELIEF, told))
                    break
    return found


def arrive(g: America, ask: Ask, subject: Arrival) -> Answer | None:
    """A new land unit first where a coast city with factories stands empty under an enemy airfield; else as everywhere."""
    if is_bomb(g, subject.unit):  # to an aircraft that can carry it
        ready = [o for o in ask.options if o.verb == "arrive" and _carriers(g, o.arg.index, subject.power)]
        return (ready[0], f"to the bombers in {ready[0].arg.label}") if ready else None
    side = SIDE_OF_POWER[subject.power]
    if side != ALLIES or not roster(g).land[subject.unit]:
        return None
    menaced = airfields(g, 1 - side)
    bare = [
        o for o in ask.options
        if o.verb == "arrive" and g.ground.factories[o.arg.index] and not land_at(g, o.arg.index)
        and menaced & set(g.ground.seas[o.arg.index])
    ]  # fmt: skip
    if not bare:
        return None
    option = max(bare, key=lambda o: (g.ground.factories[o.arg.index], -o.arg.index))
    return option, f"{option.arg.label} must not stand empty"


def _carriers(g: America, space: int, power: int) -> list[int]:
    return [u for u in mine(g, air_at(g, space), power) if may_carry(g, u) is None]


def airfields(g: America, side: int) -> set[int]:
    """Sea areas on which aircraft of a side are based."""
    found: set[int] = set()
    for s in g.units.stacks:
        if s >= 0 and g.ground.land[s] and not g.ground.box[s] and of_side(g, air_at(g, s), side):
            found.update(g.ground.seas[s])
    return found
