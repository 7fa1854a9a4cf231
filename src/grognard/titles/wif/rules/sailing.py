"""11.4.1, 11.4.2: how far ships sail: range, movement allowance, and what they pay.

Waters that are shut to them are in gates.py. Who moves is naval_movement.py; what meets them on the way interception.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import CARRIERS, SCS, Type, Weather
from grognard.titles.wif.rules.control import open_hexes
from grognard.titles.wif.rules.gates import gate_between as gate_between
from grognard.titles.wif.rules.gates import gates_by_border, shut_gates
from grognard.titles.wif.rules.gates import may_pass as may_pass
from grognard.titles.wif.rules.guests import may_base
from grognard.titles.wif.rules.hulls import docks_at, is_docked, is_flying_boat, is_raider
from grognard.titles.wif.rules.powers import at_war
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import GROUND_FACTS, ships_at
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NO_SIDE, NOWHERE, War

BLIND = (Weather.STORM, Weather.BLIZZARD)
LIGHT = frozenset((Type.CL, Type.TRS, Type.AMPH, Type.CP, Type.ASW))  # option 18


class Course(NamedTuple):
    """Where a ship can be: what is left of its range and movement, the place before, whether it met rough seas (option 18)."""

    range: int
    move: int
    before: int
    rough: bool = False


# --- the ship -----------------------------------------------------------------------------------------------------------------


def printed_range(g: War, unit: int) -> int:
    return g.settings.convoy_range if g.units.counter[unit] == NOWHERE else g.units[unit].sheet.range


def printed_move(g: War, unit: int) -> int:
    return g.settings.convoy_move if g.units.counter[unit] == NOWHERE else g.units[unit].sheet.move


def is_sub(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.SUB


# --- ways -------------------------------------------------------------------------------------------------------------------


def canal_seas(g: War, port: int) -> list[int]:
    """Sea areas a port reaches through a canal (11.4.2: Kiel, Suez, Panama)."""
    return [b for b, _ in g.board.neighbours[port] if g.ground.sea[b] and gate_between(g, port, b)]


# --- how far (11.4.2) ---------------------------------------------------------------------------------------------------------


@rule("11.4.2")
def surcharge(g: War, unit: int) -> int:
    """Points a ship pays at the start of a move: out of supply, and from a port with ships of another power, those that lie there
    now or, by the edition, those that began the impulse there."""
    at, power = g.units.at[unit], g.units.power[unit]
    there = began_in(g, at) if g.settings.shared_port_at_start else ships_at(g, at)
    crowded = g.ground.land[at] and any(g.units.power[u] != power for u in there)
    return int(not in_supply(g, unit)) + int(crowded)


@derived("units.at", "units.from_")
def _berths(g: War) -> dict[int, list[int]]:
    naval, at, found = g.roster.naval, g.units.at, dict[int, list[int]]()
    for u, began in enumerate(g.units.from_):
        if naval[u] and (began >= 0 or at[u] >= 0):
            found.setdefault(began if began >= 0 else at[u], []).append(u)
    return found


def began_in(g: War, port: int) -> list[int]:
    """Ships that lay in a port when the impulse began."""
    return _berths(g).get(port, [])


@rule("11.4.2", "11.4.4", "13.4")
def courses(g: War, unit: int, *, homeward: bool = False, flight: bool = False) -> dict[int, Course]:
    """Sea areas and ports a ship reaches, with what it has left there. `homeward`: it returns to base and pays no surcharge;
    `flight`: it flees a port that is overrun, with twice its range (11.10.6). Ships alike in one place share the answer."""
    key = _likeness(g, unit)
    twin = next((u for u in ships_at(g, g.units.at[unit]) if _likeness(g, u) == key), unit)
    return _courses(g, twin, homeward, flight, g.title.open_seas(g, twin))


def _likeness(g: War, unit: int) -> tuple[int, ...]:
    """What of a ship decides how far it gets from where it is."""
    units = g.units
    sort = units.power[unit], units.country[unit], g.roster.types[unit], int(is_docked(g, unit))
    if units.counter[unit] == NOWHERE:
        return (*sort, units.points[unit])
    sheet = g.facts.counters[units.counter[unit]]
    return (*sort, sheet.range, sheet.move)


@derived(
    "units.at", "units.mission", "units.rescued", "units.points", "units.from_", "units.country", "powers.surprised_by",
    "free_france", "vichy", "hostile", "units.docked", *GROUND_FACTS, lasting=True,
)  # fmt: skip
def _courses(g: War, unit: int, homeward: bool, flight: bool, open_seas: frozenset[int] | None) -> dict[int, Course]:
    return _flood(g, unit, homeward, flight)  # which reads the open seas itself: here they tell one answer from another


@rule("13.6.10")
def courses_from(g: War, unit: int, port: int) -> dict[int, Course]:
    """Sea areas and ports that a ship which lies in a pool or a box of a port reaches from there, with twice its range."""
    return _flood(g, unit, False, True, origin=port)


def _flood(
    g: War, unit: int, homeward: bool, flight: bool, onward: tuple[int, Course] | None = None, origin: int = NOWHERE
) -> dict[int, Course]:
    """Places a ship reaches from where it is; `onward`: from a sea area it has come to, with what it has left there; `origin`:
    from that port."""
    ground, at, power = g.ground, origin if origin >= 0 else g.units.at[unit], g.units.power[unit]
    far, fast, surface = printed_range(g, unit) * (1 + flight), printed_move(g, unit), not is_sub(g, unit)
    fast *= 1 + (origin >= 0)  # 13.6.10: the movement points too
    area, raider = ground.area[at], is_raider(g, unit)
    watched = frozenset() if homeward or flight or area >= 0 else watched_seas(g, unit)
    rough, shut, foes = rough_seas(g, unit), shut_gates(g, power, surface), enemies_by_sea(g, power)
    best: dict[int, Course] = {}
    queue: list[tuple[int, int, int, int, Course]] = []
    gates, sides, side = gates_by_border(g), g.sides_by_hex, SIDE_OF_POWER[power]
    open_seas, opened = g.title.open_seas(g, unit), open_hexes(g, power)
    narrows = {border for border, gate in gates.items() if gate in shut} if shut else ()
    plain, halts = not rough and not watched and open_seas is None, g.settings.stop_at_allowance

    def offer(place: int, left: Course | None) -> None:
        if left is None:
            return
        known = best.get(place)
        if known is None or (left.range, left.move) > (known.range, known.move):
            best[place] = left
            heappush(queue, (-left.range, -left.move, foes.get(place, 0), place, left))

    def step(here: int, sea: int, left: Course, toll: int) -> None:
        if (here, sea) not in narrows and (open_seas is None or sea in open_seas):
            storm = sea in rough and not left.rough
            offer(sea, _after(g, left, toll + storm, here, extra=int(sea in watched), rough=sea in rough))

    if onward is not None and ground.land[onward[0]]:  # on from a port, by no narrows that are shut to them (11.4.4)
        port, course = onward
        for sea in (*ground.seas[port], *canal_seas(g, port)):
            if sea == course.before or (course.before, sea) not in narrows:
                step(port, sea, course, ground.toll(port, sea))
    elif onward is not None:
        offer(onward[0], onward[1]._replace(before=NOWHERE))
    elif area >= 0 and is_docked(g, unit):  # 22.16: as from a port
        offer(area, Course(far - 1, max(fast - 1, 0), NOWHERE))
    elif area >= 0:
        offer(area, Course(far, max(fast - max(ground.section[at], 0), 0), NOWHERE))
    else:
        extra = 0 if homeward or flight else surcharge(g, unit)
        paid = min(extra, fast)
        if paid < extra and not g.settings.range_pays_surcharges:
            return {}
        start = Course(far - (extra - paid), fast - paid, NOWHERE)
        for sea in (*ground.seas[at], *canal_seas(g, at)):
            step(at, sea, start, ground.toll(at, sea))
    while queue:
        *_, here, left = heappop(queue)
        if best[here] is not left:
            continue
        if not plain:
            for there in ground.waters[here]:
                step(here, there, left, 1)
        elif left.range >= 1 and not (halts and left.move < 1):  # the same without a call: one point for each sea area
            after = Course(left.range - 1, max(left.move - 1, 0), here, left.rough)
            for there in ground.waters[here]:
                known = best.get(there)
                if (known is None or (after.range, after.move) > (known.range, known.move)) and (here, there) not in narrows:
                    best[there] = after
                    heappush(queue, (-after.range, -after.move, foes.get(there, 0), there, after))
    found = dict(best)
    refused: set[int] = set()
    for sea, course in best.items():
        for port, toll in ground.quays.get(sea, ()):
            ours = sides[port] == side or port in opened or (raider and sides[port] == NO_SIDE)
            if port in refused or not ours or (port, sea) in narrows:
                continue
            far, known = course.range - toll, found.get(port)  # `_after` without a call
            if far < 0 or (halts and course.move < toll) or (known is not None and known.range >= far):
                continue
            if known is not None or may_enter(g, unit, port) is None:
                found[port] = Course(far, max(course.move - toll, 0), sea, course.rough)
            else:
                refused.add(port)
    found.pop(onward[0] if onward is not None and ground.land[onward[0]] else at, None)
    return found


@rule("11.4.2")
def _after(g: War, left: Course, toll: int, here: int, *, extra: int = 0, rough: bool = False) -> Course | None:
    """What a ship has left after a step that costs so much; None if it cannot make it. `extra`: points of its movement, or
    of its range once that is used up (option 17)."""
    paid = min(extra, max(left.move - toll, 0))
    far, fast = left.range - toll - (extra - paid), left.move - toll - paid
    if far < 0 or (left.move < toll and g.settings.stop_at_allowance):
        return None
    return Course(far, max(fast, 0), here, left.rough or rough)


def arrival(g: War, course: Course, port: int, sea: int) -> bool:
    """Whether a ship can sail on from a sea area into a port, whoever holds it."""
    return _after(g, course, g.ground.toll(port, sea), sea) is not None


@rule("11.4.2")
def watched_seas(g: War, unit: int) -> frozenset[int]:
    """Option 17: sea areas with warships or aircraft of an unsurprised enemy, where no friend was when the impulse began."""
    if not g.options.presence_of_the_enemy or is_sub(g, unit):
        return frozenset()
    power, area_of, units = g.units.power[unit], g.ground.area, g.units
    foes: set[int] = set()
    for place, there in g.units.stacks.items():
        area = area_of[place] if place >= 0 else NOWHERE
        if area < 0:
            continue
        blind = g.weather_by_space[area] in BLIND
        for u in there:
            fights = at_war(g, power, units.power[u]) and not g.powers.surprised_by[units.power[u]] >> power & 1
            if fights and _commands_respect(g, u, blind):
                foes.add(area)
    friends = {area_of[began] for u, began in enumerate(units.from_) if began >= 0 and _was_there(g, u, began, power, foes)}
    return frozenset(foes - friends)


def _was_there(g: War, unit: int, began: int, power: int, foes: set[int]) -> bool:
    """Whether a friend that began the impulse in one of these sea areas was a warship or aircraft, wherever it is now."""
    area = g.ground.area[began]
    if area not in foes or SIDE_OF_POWER[g.units.power[unit]] != SIDE_OF_POWER[power]:
        return False
    return _commands_respect(g, unit, g.weather_by_space[area] in BLIND)


def _commands_respect(g: War, unit: int, blind: bool) -> bool:
    known = g.roster
    flies = known.types[unit] in CARRIERS or is_flying_boat(g, unit)  # 22.16
    return known.types[unit] in SCS or flies or (known.air[unit] and not blind)


@rule("11.4.2")
def rough_seas(g: War, unit: int) -> frozenset[int]:
    """Option 18: sea areas in storm or blizzard, the first of which costs light ships a point more."""
    if not g.options.rough_seas or g.roster.types[unit] not in LIGHT:
        return frozenset()
    weather = g.weather_by_space
    return frozenset(area for area in g.ground.waters if weather[area] in BLIND)


@derived("units.at", "units.power", "powers.wars", lasting=True)
def enemies_by_sea(g: War, power: int) -> dict[int, int]:
    """How many enemies lie in each sea area: of two equal ways the quiet one is sailed."""
    found: dict[int, int] = {}
    area_of, wars, whose = g.ground.area, g.powers.wars[power], g.units.power
    for place, units in g.units.stacks.items():
        if place >= 0 and area_of[place] >= 0:
            foes = sum(wars >> whose[u] & 1 for u in units)
            if foes:
                found[area_of[place]] = found.get(area_of[place], 0) + foes
    return found


@rule("13.4.2", "8.2.1")
def may_enter(g: War, unit: int, port: int) -> No | None:
    """Whether a ship may end a move in a port."""
    if g.ground.port[port] == NO_PORT:
        return No("13.4.2", f"{g.board.label(port)} is no port")
    no = may_base(g, unit, port)
    if no is not None:
        return no
    if closed_port(g, port) and g.settings.ice_bars_entry:
        return No("8.2.1", f"{g.board.label(port)} is closed by ice")
    return may_stack(g, unit, port)


def way(reach: dict[int, Course], place: int) -> list[int]:
    """The places on the way to one, the start left out."""
    found = [place]
    while reach[found[-1]].before in reach:
        found.append(reach[found[-1]].before)
    return found[::-1]


@rule("11.4.2")
def legs(g: War, unit: int, via: Sequence[int], *, homeward: bool = False) -> list[dict[int, Course]]:
    """What a ship reaches from its start, and from each sea area its owner leads it through, one after the other."""
    found = [courses(g, unit, homeward=homeward)]
    for area in via:
        found.append(_flood(g, unit, homeward, False, (area, found[-1][area])))
    return found


def passage(reach: Sequence[dict[int, Course]], via: Sequence[int], aim: int) -> list[tuple[int, int]]:
    """The places on the way to an aim through chosen sea areas, each with the leg it is on."""
    found: list[tuple[int, int]] = []
    for leg, goal in enumerate((*via, aim)):
        found += [(s, leg) for s in way(reach[leg], goal) if not leg or s != via[leg - 1]]
    return found


@rule("11.4.2")
def next_seas(g: War, place: int, via: Sequence[int], reach: Sequence[dict[int, Course]]) -> list[int]:
    """Sea areas and ports next to where a force is, or is led to, that all of its ships can sail into directly."""
    last = via[-1] if via else g.ground.area[place] if g.ground.area[place] >= 0 else place
    common = set.intersection(*(set(course) for course in reach)) if reach else set()
    return sorted(s for s in common if all(course[s].before == last for course in reach))


def sections_open(reach: Sequence[dict[int, Course]], area: int) -> int:
    """The highest section all ships of a force may enter in a sea area; -1 where one of them does not get there."""
    return min((course[area].move if area in course else -1 for course in reach), default=-1)


def bases(g: War, unit: int) -> list[int]:
    """Ports a ship at sea can return to, and sections with a milchcow (22.16)."""
    reach = courses(g, unit, homeward=True)
    return sorted([*(s for s in reach if g.ground.land[s]), *floating_bases(g, unit, reach)])


@rule("22.16")
def floating_bases(g: War, unit: int, reach: Iterable[int]) -> list[int]:
    """Sections 0 of the sea areas a boat or raider reaches in which a milchcow can take it."""
    if not g.options.convoys_in_flames:
        return []
    boxes = [g.ground.sections[area][0] for area in reach if g.ground.sea[area]]
    return [box for box in boxes if docks_at(g, unit, box)]


@rule("13.4.3")
def ports_in_range(g: War, unit: int) -> list[int]:
    """Ports a ship at sea could sail home to by its range, whoever lies there."""
    gates, shut = gates_by_border(g), shut_gates(g, g.units.power[unit], not is_sub(g, unit))
    narrows = {border for border, gate in gates.items() if gate in shut} if shut else ()
    found: set[int] = set()
    halts = g.settings.stop_at_allowance
    for sea, course in courses(g, unit, homeward=True).items():
        for port, toll in g.ground.quays.get(sea, ()):  # `arrival` without a call
            if port not in found and (port, sea) not in narrows and course.range >= toll and not (halts and course.move < toll):
                found.add(port)
    return sorted(found)
