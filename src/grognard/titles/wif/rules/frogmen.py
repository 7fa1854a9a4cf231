"""22.10: frogmen (option 51): Italian frogmen, midget submarines and PT boats. They sail like surface ships, are carried like a
land unit, and attack ships in a port or at sea once, where their move ends.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import MAJOR_PORT, NO_PORT
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.carriers import air_component
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.naval_damage import Toll, abort, choose_target, repair, ship_number, suffer, whole_lots_first
from grognard.titles.wif.rules.naval_rounds import buy_columns, chooser, other_chooser, result_of, speaker
from grognard.titles.wif.rules.naval_search import BLIND, Sides, caught_unawares, search_number
from grognard.titles.wif.rules.powers import units_at_war
from grognard.titles.wif.rules.rerolls import defence_roll
from grognard.titles.wif.rules.sailing import Course, arrival
from grognard.titles.wif.rules.stacking import is_anchored
from grognard.titles.wif.rules.units import air_at, destroy, of_side, ships_at, turn_down
from grognard.titles.wif.rules.weather import closed_port
from grognard.titles.wif.state import FORCE_POOL, NOWHERE, Hex, Unit, War

SECTION = {"Frogmen": 6}  # WIF-DEC-202: the number in the violet circle; of minisubs and PT boats MIDGETS
MIDGETS = 5
STOP, BREAK_IN = 4, 4  # surprise points that thwart an attack, or carry it through under enemy aircraft
MINOR, MAJOR = 3, 5  # 11.2: the sections in which ships in port count as being


class Raid(Subject, frozen=True):
    """Frogmen have ended their move where enemy ships are."""

    unit: Annotated[int, Unit]
    space: Annotated[int, Hex]
    prey: Annotated[tuple[int, ...], Unit]
    points: int = 0


def is_frogman(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.FROG


def section_of(g: War, unit: int) -> int:
    """The number in the violet circle."""
    return SECTION.get(g.units[unit].sheet.name, MIDGETS)


@rule("22.10")
def prey_at(g: War, unit: int, space: int) -> list[int]:
    """Enemy ships in a port or in all sections of a sea area that frogmen may attack."""
    places = g.ground.sections.get(space, [space])
    foes = [u for s in places for u in of_side(g, ships_at(g, s), 1 - SIDE_OF_POWER[g.units.power[unit]])]
    return [u for u in foes if units_at_war(g, unit, u) and not is_anchored(g, u)]


@rule("22.10")
def may_attack(g: War, unit: int, space: int, start: int) -> No | None:
    """Whether frogmen that set out from a place may attack ships in a port or sea area."""
    if space in g.frogmen_used:
        return No("22.10", "one frogman attacks a port or sea area in an impulse")
    if g.ground.sea[space] and space not in (g.ground.seas[start] if start >= 0 and g.ground.land[start] else ()):
        return No("22.10", "at sea they attack only next to the port they set out from")
    return None if prey_at(g, unit, space) else No("22.10", "no ships that they are at war with are there")


@rule("22.10", "11.4.2")
def enemy_ports(g: War, unit: int, reach: dict[int, Course]) -> dict[int, int]:
    """Enemy ports that frogmen get into to attack ships there, each with the sea area they come from."""
    found: dict[int, int] = {}
    for sea, course in reach.items():
        if not g.ground.sea[sea]:
            continue
        for port in g.ground.shores.get(sea, ()):
            known = g.ground.port[port] != NO_PORT and port in g.units.stacks and not closed_port(g, port)
            if known and arrival(g, course, port, sea) and may_attack(g, unit, port, NOWHERE) is None:
                found.setdefault(port, sea)
    return found


@rule("22.10")
def offer_attack(g: War, unit: int, space: int, start: int) -> Flow[None]:
    """Frogmen that have ended their move may attack at once"""
    if g.units.at[unit] < 0 or may_attack(g, unit, space, start) is not None:
        return
    subject = Raid(unit, space, tuple(prey_at(g, unit, space)))
    answer, _ = yield from menu(
        g, g.seat(g.units.power[unit]), "{0} in {1}", subject, WAIT, ATTACK, named=(g.units[unit], g.hexes[space])
    )
    if answer.verb == ATTACK.name:
        yield from attack(g, unit, space)


@rule("22.10", "11.2", "11.5.6")
def attack(g: War, unit: int, space: int) -> Flow[None]:
    """Both sides search; surprise points thwart or carry the attack; it strikes like aircraft, the owner picks first"""
    side = SIDE_OF_POWER[g.units.power[unit]]
    g.frogmen_used = [*g.frogmen_used, space]
    ships = prey_at(g, unit, space)
    sides = Sides(space, side)
    sides.included[side], sides.included[1 - side] = [unit], ships
    for roller in (side, 1 - side):
        told = f"Search of {g.side_name(roller)} in {g.board.label(space)}"
        stake = Stake(told, "22.10", roller, 1 - roller, with_units(g, [unit, *ships]), fight=True)
        sides.rolls[roller] = yield from cast(g, stake)
    points = [points_of(g, sides, n, unit) for n in (0, 1)]
    sides.points = [max(points[0] - points[1], 0), max(points[1] - points[0], 0)]
    if (yield from gets_through(g, sides, side, unit)):
        yield from strike(g, sides, side, unit)
    if g.units.at[unit] >= 0:
        destroy(g, unit, FORCE_POOL)


@rule("22.10", "11.2", "15.1")
def points_of(g: War, sides: Sides, side: int, unit: int) -> int:
    """A side's surprise points: its section and the other's roll."""
    own, foes = sides.included[side], sides.included[1 - side]
    if caught_unawares(g, own, foes):
        return 0
    if own == [unit]:
        number = section_of(g, unit)
    elif g.ground.land[sides.area]:
        number = MAJOR if g.ground.port[sides.area] == MAJOR_PORT else MINOR
    else:
        number = search_number(g, own, sides.area, max(g.ground.section[g.units.at[u]] for u in own))
    return number + sides.rolls[1 - side]


@rule("22.10")
def under_watch(g: War, sides: Sides, side: int, unit: int) -> bool:
    """Whether an attack at sea is seen from the air: enemy aircraft, carrier planes among them, in fine weather, rain or snow."""
    if g.ground.land[sides.area] or g.weather_by_space[sides.area] in BLIND:
        return False
    boxes = g.ground.sections[sides.area]
    there = of_side(g, [u for box in boxes for u in (*air_at(g, box), *ships_at(g, box))], 1 - side)
    return any(units_at_war(g, unit, u) and (g.roster.air[u] or air_component(g, u) > 0) for u in there)


@rule("22.10")
def gets_through(g: War, sides: Sides, side: int, unit: int) -> Flow[bool]:
    """Whether an attack is carried out: the search finds, nobody pays four points against it, aircraft cost four"""
    if sides.rolls[side] > section_of(g, unit):
        g.say("{} finds nothing", g.units[unit], rule="22.10")
        return False
    prey = tuple(sides.included[1 - side])
    if sides.points[1 - side] >= STOP:
        subject = Raid(unit, sides.area, prey, sides.points[1 - side])
        answer, _ = yield from menu(g, speaker(g, prey), "{0} attacks", subject, THWART, LET_COME, named=(g.units[unit],))
        if answer.verb == THWART.name:
            g.say("{} is thwarted", g.units[unit], rule="22.10")
            return False
    if not under_watch(g, sides, side, unit):
        return True
    if sides.points[side] < BREAK_IN:
        g.say("{} is seen from the air", g.units[unit], rule="22.10")
        return False
    subject = Raid(unit, sides.area, prey, sides.points[side])
    answer, _ = yield from menu(
        g, g.seat(g.units.power[unit]), "{0} is seen from the air", subject, PRESS_ON, GIVE_UP, named=(g.units[unit],)
    )
    if answer.verb == GIVE_UP.name:
        return False
    sides.points[side] -= BREAK_IN
    return True


@rule("22.10", "11.5.9")
def strike(g: War, sides: Sides, side: int, unit: int) -> Flow[None]:
    """The attack factor on the air-to-sea row; owner and frogmen pick targets in turn, the owner first"""
    bought = yield from buy_columns(g, sides, side)
    against = yield from buy_columns(g, sides, 1 - side)
    toll, port = Toll(), bool(g.ground.land[sides.area])
    factor, shift = g.units[unit].sheet.carrier, bought % 100 - against // 100
    for n, result in enumerate(result_of(g, "air-to-sea", factor, ship_number(g, sides.included[1 - side]), shift)):
        there = toll.everybody(sides.included[1 - side])
        targets = [u for u in there if g.units.at[u] >= 0 and u not in toll.aborting]
        if not targets:
            break
        before = list(sides.points)
        seat = yield from (other_chooser if n % 2 else chooser)(g, sides, side)
        if (n % 2 == 1) == (sides.points != before):  # the owner chooses
            targets = whole_lots_first(g, targets)
        hit = yield from choose_target(g, seat, result, targets)
        suffer(g, hit, result, toll, (yield from defence_roll(g, sides.area, hit, result)), targets)
        if port:  # 11.2: in port an abort only turns a ship face-down
            turn_down(g, *toll.aborting)
    for hit in [] if port else list(toll.aborting):
        yield from abort(g, hit)
    for hit in sides.included[1 - side]:
        if port and g.units.at[hit] == sides.area and g.units.damaged[hit]:
            repair(g, hit)


WAIT: Act[War, Raid, None] = Act("wait", "22.10", "They wait", do=lambda g, s, _: None)
ATTACK: Act[War, Raid, None] = Act("attack", "22.10", "They attack and are lost", do=lambda g, s, _: None, rolls=True)
THWART: Act[War, Raid, None] = Act("thwart", "22.10", "Thwart the attack (4 points)", do=lambda g, s, _: None)
LET_COME: Act[War, Raid, None] = Act("let_come", "22.10", "Let them come", do=lambda g, s, _: None, rolls=True)
PRESS_ON: Act[War, Raid, None] = Act("press_on", "22.10", "Attack all the same (4 points)", do=lambda g, s, _: None, rolls=True)
GIVE_UP: Act[War, Raid, None] = Act("give_up", "22.10", "Give up", do=lambda g, s, _: None)
