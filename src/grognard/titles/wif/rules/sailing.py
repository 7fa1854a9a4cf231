"""11.4.1, 11.4.2: how far ships sail: range, movement allowance, and what they pay.

Waters that are shut to them are in gates.py. Who moves is naval_movement.py; what meets them on the way interception.py. In the
presence of the enemy (option 17) and rough seas (option 18) come with the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.gates import gate_between, may_pass
from grognard.titles.wif.rules.powers import active, at_war
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import air_at, of_side, roster, ships_at
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import NOWHERE, War


class Course(NamedTuple):
    """Where a ship can be: what is left of its range and movement, and the place before."""

    range: int
    move: int
    before: int


# --- the ship -----------------------------------------------------------------------------------------------------------------


def printed_range(g: War, unit: int) -> int:
    return g.settings.convoy_range if g.units.counter[unit] == NOWHERE else g.units[unit].sheet.range


def printed_move(g: War, unit: int) -> int:
    return g.settings.convoy_move if g.units.counter[unit] == NOWHERE else g.units[unit].sheet.move


def is_sub(g: War, unit: int) -> bool:
    return roster(g).types[unit] == Type.SUB


# --- ways -------------------------------------------------------------------------------------------------------------------


def canal_seas(g: War, port: int) -> list[int]:
    """Sea areas a port reaches through a canal (11.4.2: Kiel, Suez, Panama)."""
    return [b for b, _ in g.board.neighbours[port] if g.ground.sea[b] and gate_between(g, port, b)]


# --- how far (11.4.2) ---------------------------------------------------------------------------------------------------------


@rule("11.4.2")
def surcharge(g: War, unit: int) -> int:
    """Points a ship pays at the start of a move: out of supply, and from a port with ships of another power."""
    at, power = g.units.at[unit], g.units.power[unit]
    crowded = g.ground.land[at] and any(g.units.power[u] != power for u in ships_at(g, at))
    return int(not in_supply(g, unit)) + int(crowded)


@rule("11.4.2", "11.4.4", "13.4")
def courses(g: War, unit: int, *, homeward: bool = False) -> dict[int, Course]:
    """Sea areas and ports a ship reaches, with what it has left there. `homeward`: it returns to base and pays no surcharge."""
    ground, at, power = g.ground, g.units.at[unit], g.units.power[unit]
    far, fast, surface = printed_range(g, unit), printed_move(g, unit), not is_sub(g, unit)
    area = ground.area[at]
    found: dict[int, Course] = {}
    ring: list[int] = []
    if area >= 0:
        found[area] = Course(far, max(fast - max(ground.section[at], 0), 0), NOWHERE)
        ring.append(area)
    else:
        extra = 0 if homeward else surcharge(g, unit)
        paid = min(extra, fast)
        if paid < extra and not g.settings.range_pays_surcharges:
            return {}
        far, fast = far - (extra - paid), fast - paid
        for sea in (*ground.seas[at], *canal_seas(g, at)):
            left = _after(g, Course(far, fast, NOWHERE), ground.toll(at, sea), at)
            if left and may_pass(g, power, gate_between(g, at, sea), surface=surface) is None and sea not in found:
                found[sea] = left
                ring.append(sea)
    while ring:
        following: list[int] = []
        for here in sorted(ring, key=lambda a: _enemies(g, a, power)):
            next_leg = _after(g, found[here], 1, here)
            if next_leg is None:
                continue
            for there in ground.waters[here]:
                if there in found or may_pass(g, power, gate_between(g, here, there), surface=surface) is not None:
                    continue
                found[there] = next_leg
                following.append(there)
        ring = following
    for sea, course in list(found.items()):
        for port in ground.shores.get(sea, ()):
            if ground.port[port] == NO_PORT or port in found:
                continue
            last_leg = _after(g, course, ground.toll(port, sea), sea)
            if last_leg is not None and may_enter(g, unit, port) is None:
                found[port] = last_leg
    found.pop(at, None)
    return found


@rule("11.4.2")
def _after(g: War, left: Course, toll: int, here: int) -> Course | None:
    """What a ship has left after a step that costs so much; None if it cannot make it."""
    if left.range < toll or (left.move < toll and g.settings.stop_at_allowance):
        return None
    return Course(left.range - toll, max(left.move - toll, 0), here)


def _enemies(g: War, area: int, power: int) -> int:
    """How many enemies lie in a sea area: of two equal ways the quiet one is sailed."""
    boxes = g.ground.sections[area]
    return sum(at_war(g, power, g.units.power[u]) for box in boxes for u in (*ships_at(g, box), *air_at(g, box)))


@rule("13.4.2", "8.2.1")
def may_enter(g: War, unit: int, port: int) -> No | None:
    """Whether a ship may end a move in a port."""
    power = g.units.power[unit]
    keeper = powers_by_hex(g)[port]
    if g.ground.port[port] == NO_PORT:
        return No("13.4.2", f"{g.board.label(port)} is no port")
    if keeper < 0 or SIDE_OF_POWER[keeper] != SIDE_OF_POWER[power]:
        return No("13.4.2", f"{g.board.label(port)} is not controlled by its side")
    if keeper != power and not (active(g, power) and active(g, keeper)):
        return No("13.4.2", "neutral powers do not share their bases")
    if closed_port(g, port) and g.settings.ice_bars_entry:
        return No("8.2.1", f"{g.board.label(port)} is closed by ice")
    return may_stack(g, unit, port)


def way(reach: dict[int, Course], place: int) -> list[int]:
    """The places on the way to one, the start left out."""
    found = [place]
    while reach[found[-1]].before in reach:
        found.append(reach[found[-1]].before)
    return found[::-1]


def sections_open(reach: Sequence[dict[int, Course]], area: int) -> int:
    """The highest section all ships of a force may enter in a sea area; -1 where one of them does not get there."""
    return min((course[area].move if area in course else -1 for course in reach), default=-1)


def bases(g: War, unit: int) -> list[int]:
    """Ports a ship at sea can return to."""
    return sorted(s for s in courses(g, unit, homeward=True) if g.ground.land[s])


def ships_of_side(g: War, area: int, side: int) -> list[int]:
    """A side's ships in all sections of a sea area."""
    return [u for box in g.ground.sections[area] for u in of_side(g, ships_at(g, box), side)]
