"""2.3: how many units a hex holds, and what happens to those too many at the end of a step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import CHINA, SIDE_OF_POWER
from grognard.titles.wif.ground import BOX_LIMIT, MAJOR_PORT, MINOR_PORT, NO_PORT, OFF_MAP
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.access import may_be_there
from grognard.titles.wif.rules.powers import co_operate
from grognard.titles.wif.rules.units import destroy
from grognard.titles.wif.state import FORCE_POOL, GROUNDED, NOWHERE, SETTLED, Hex, Unit, War

SQUADRON = "NSU"  # as the counter list calls the service squadrons
ASHORE = (0, SETTLED)


@rule("2.3.1")
def land_limit(g: War, space: int) -> int:
    """Land units a hex holds, divisions beyond them left out."""
    if g.ground.box[space]:
        return BOX_LIMIT
    return 4 if g.ground.scale[space] == OFF_MAP else 2


@rule("2.3.1")
def land_excess(g: War, space: int, units: Iterable[int]) -> int:
    """How many of these land units are too many for a hex; with options 2, 3 and 14 one more division-sized unit fits."""
    own = list(units)
    corps = g.roster.corps
    limit = land_limit(g, space)
    if len(own) > limit and not all(corps[u] for u in own):
        limit += 1
    return max(0, len(own) - limit)


@rule("2.3.1")
def air_limit(g: War, space: int) -> int:
    """Aircraft a hex holds: by city and port, else by terrain; doubled off the map; more with an HQ or engineers."""
    base = g.ground.airfields[space]
    if base == BOX_LIMIT or space not in g.units.stacks:
        return base
    known, aboard = g.roster, g.units.aboard
    armies = [u for u in g.units.stacks[space] if known.land[u] and aboard[u] == NOWHERE]
    if not armies:
        return base
    hqs = sum([known.hq[u] for u in armies])
    builders = sum([known.engineer[u] for u in armies])
    return base + (hqs if g.settings.planes_per_hq else min(hqs, 1)) + builders


@rule("2.3.1")
def air_excess(g: War, space: int, units: list[int]) -> int:
    """How many of these aircraft are too many for a hex. With option 8 a coast holds a flying boat beside the others, and nothing
    else does; an amphibian takes that place or one of the others."""
    limit = air_limit(g, space)
    if not g.options.special_aircraft or limit == BOX_LIMIT:
        return max(0, len(units) - limit)
    boats = [u for u in units if is_flying_boat(g, u)]
    strict = sum("amphibian" not in g.units[u].sheet.marks for u in boats)
    berth = 1 if g.ground.seas[space] else 0
    others = len(units) - strict - min(len(boats) - strict, max(berth - strict, 0))
    return max(0, strict - berth) + max(0, others - limit)


def is_flying_boat(g: War, unit: int) -> bool:
    """Option 8: a counter with a blue stripe."""
    return g.options.special_aircraft and g.units.counter[unit] != NOWHERE and "flying_boat" in g.units[unit].sheet.marks


@rule("2.3.1")
def ship_count(g: War, units: Iterable[int]) -> int:
    """Naval units for stacking: every five convoy points are one, with option 5 every three or part of them."""
    anchored, types, convoy = g.units.anchored, g.roster.types, Type.CP
    ships = convoys = 0
    for u in units:
        if anchored[u] and is_anchored(g, u):
            continue
        if types[u] is convoy:
            convoys += g.units.points[u]
        else:
            ships += 1
    return ships + (-(-convoys // 3) if g.options.ships_in_flames else convoys // 5)


@rule("2.3.1")
def ship_limit(g: War, space: int) -> int:
    """Naval units a port holds; a large number for a major port."""
    port = g.ground.port[space]
    if port != MINOR_PORT:
        return 0 if port == NO_PORT else 1000
    served = [u for u in g.units.stacks.get(space, ()) if is_anchored(g, u)] if g.options.service_squadrons else []
    return (4 if g.options.ships_in_flames else 2) + sum(squadron_value(g, u) for u in served)


def is_squadron(g: War, unit: int) -> bool:
    """22.13: a TRS that is a service squadron."""
    return g.units.counter[unit] != NOWHERE and g.roster.types[unit] == Type.TRS and g.units[unit].sheet.name == SQUADRON


def is_anchored(g: War, unit: int) -> bool:
    """Whether a squadron serves the port it lies in: it needs no room itself."""
    return bool(g.units.anchored[unit]) and g.units.anchored[unit] == g.units.at[unit] + 1


@rule("22.13")
def squadron_value(g: War, unit: int) -> int:
    """Ships a squadron makes room for: 20 that of 1943, 10 the older one (WIF-DEC-79)."""
    return 20 if g.units[unit].sheet.year >= 1943 else 10


def company(g: War, space: int, side: int) -> tuple[list[int], list[int], list[int]]:
    """A side's land units, aircraft that fly no mission and ships in a space, those aboard others left out."""
    units, known = g.units, g.roster
    whose, aboard, mission, land, naval = units.power, units.aboard, units.mission, known.land, known.naval
    armies: list[int] = []
    planes: list[int] = []
    ships: list[int] = []
    for u in units.stacks.get(space, ()):
        if SIDE_OF_POWER[whose[u]] == side and aboard[u] == NOWHERE:
            if land[u]:
                armies.append(u)
            elif naval[u]:
                ships.append(u)
            elif known.air[u] and mission[u] == GROUNDED:
                planes.append(u)
    return armies, planes, ships


def _stranger(g: War, unit: int, everybody: Iterable[int]) -> int | None:
    """The first of some units with which a unit does not co-operate; units of one power and country always do, but in China."""
    whose, nations = g.units.power, g.units.country
    power, nation = whose[unit], nations[unit]
    for u in everybody:
        if (whose[u] != power or nations[u] != nation or power == CHINA) and u != unit and not co_operate(g, u, unit):
            return u
    return None


@rule("2.3.1", "18.2")
def may_stack(g: War, unit: int, space: int) -> No | None:
    """Whether a unit fits into a hex beside the units of its own side that stand there: room, and co-operation."""
    known = g.roster
    side = SIDE_OF_POWER[g.units.power[unit]]
    if space not in g.units.stacks and (known.land[unit] or (known.air[unit] and air_excess(g, space, [unit]) == 0)):
        guest: No | None = g.title.may_be_guest(g, unit, space)
        return guest
    armies, planes, ships = company(g, space, side)
    if known.land[unit]:
        there = [u for u in armies if u != unit and g.units.landed[u] in ASHORE]
        if land_excess(g, space, [*there, unit]) > 0:
            return No("2.3.1", f"{g.board.label(space)} holds {land_limit(g, space)} land units")
    elif known.air[unit]:
        there = [u for u in planes if u != unit]
        if air_excess(g, space, [*there, unit]):
            return No("2.3.1", f"{g.board.label(space)} holds {air_limit(g, space)} aircraft")
    else:
        there = [u for u in ships if u != unit]
        if ship_count(g, [*there, unit]) > ship_limit(g, space):
            return No("2.3.1", f"{g.board.label(space)} holds {ship_limit(g, space)} naval units")
    no = may_be_there(g, unit, space)
    if no is not None:
        return no
    stranger = _stranger(g, unit, (*armies, *planes, *ships))
    if stranger is not None:
        return No("18.2", f"{g.units[stranger].label} does not co-operate with it")
    return None


def excess(g: War, space: int) -> list[int]:
    """The units of one branch of which too many stand in a hex; the first branch that is too many."""
    for side in (0, 1):
        armies, air, ships = company(g, space, side)
        land = [u for u in armies if g.units.landed[u] in ASHORE]
        if land_excess(g, space, land):
            return land
        if g.ground.land[space] and air_excess(g, space, air):
            return air
        if ships and g.ground.land[space] and ship_count(g, ships) > ship_limit(g, space):
            return ships
    return []


@rule("2.3.1", "18.2")
def strangers(g: War, space: int) -> list[int]:
    """Units in a hex that do not co-operate with another unit of their side there."""
    if not g.ground.land[space]:
        return []
    whose, nations = g.units.power, g.units.country
    for side in (0, 1):
        armies, air, ships = company(g, space, side)
        all_units = [*armies, *air, *ships]
        sorts = {(whose[u], nations[u]): u for u in all_units}
        if len(sorts) > 1:
            odd = [u for u in all_units if _stranger(g, u, all_units) is not None]
            if odd:
                return odd
    return []


class Crowd(Subject, frozen=True):
    """A hex in which too many units stand, or units that do not co-operate."""

    space: Annotated[int, Hex]


@rule("2.3.1")
def enforce_stacking(g: War) -> Flow[None]:
    """At the end of a step the player who controls a hex destroys what is too many in it, face-up units first"""
    for space in crowded(g):
        while crowd := _too_many(g, space):
            holder = g.powers_by_hex[space]
            seat = g.seat(holder if holder >= 0 else g.units.power[crowd[0]])
            yield from menu(g, seat, "Too many units in {0}: destroy one", Crowd(space), DESTROY, named=(g.hexes[space],))


def crowded(g: War) -> list[int]:
    """Hexes in which too many units could stand: a glance that leaves out all where they surely do not."""
    known, units, land, fields, port = g.roster, g.units, g.ground.land, g.ground.airfields, g.ground.port
    boats = g.options.special_aircraft  # flying boats have hexes of their own
    whose, nation = units.power, units.country
    found: list[int] = []
    for place, here in units.stacks.items():
        if place < 0 or not land[place] or not here:
            continue
        first = here[0]
        kin = len(here) == 1 or len({(whose[u], nation[u]) for u in here}) == 1
        armies, planes = sum([known.land[u] for u in here]), sum([known.air[u] for u in here])
        roomy = armies + planes == len(here) or (port[place] == MAJOR_PORT and whose[first] != CHINA)
        if kin and roomy and armies <= 2 and planes <= fields[place] and not (boats and planes):
            continue
        found.append(place)
    return sorted(found)


def _too_many(g: War, space: int) -> list[int]:
    """Of whom one is destroyed: face-up units before face-down ones, of strangers in each nation by itself (WIF-DEC-240)."""
    crowd, down = excess(g, space), g.units.down
    if crowd:
        return [u for u in crowd if not down[u]] or crowd
    odd, whose, nations = strangers(g, space), g.units.power, g.units.country
    fresh = {(whose[u], nations[u]) for u in odd if not down[u]}
    return [u for u in odd if not down[u] or (whose[u], nations[u]) not in fresh]


def _may_destroy(g: War, subject: Crowd, unit: int) -> No | None:
    if g.units.at[unit] != subject.space:
        return No("2.3.1", f"it is not in {g.board.label(subject.space)}")
    if unit not in _too_many(g, subject.space):
        return No("2.3.1", "it is not too many there, or face-up units go first")
    return None


DESTROY: Act[War, Crowd, int] = Act(
    "destroy", "2.3.1", "Destroy {0}", takes=Unit, listed=lambda g, s: _too_many(g, s.space), may=_may_destroy,
    do=lambda g, s, unit: destroy(g, unit, FORCE_POOL),
)  # fmt: skip
