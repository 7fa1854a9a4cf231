"""11.2: port attacks: bombers with air-to-sea factors against ships in port, a single round of naval air combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.wif.ground import MAJOR_PORT
from grognard.titles.wif.kinds import Activity, Type
from grognard.titles.wif.rules.carriers import air_rating, is_carrier, launched, plane_range, sea_factors
from grognard.titles.wif.rules.dockyards import lay_open, ports_with_hulls, put_back
from grognard.titles.wif.rules.intelligence import Stake, cast, with_units
from grognard.titles.wif.rules.missions import FIGHTER_ROLES, Kind, declare, unseen
from grognard.titles.wif.rules.naval_air_combat import Plane, air_attacks
from grognard.titles.wif.rules.naval_combat import avoided, speaker
from grognard.titles.wif.rules.naval_damage import Toll, repair
from grognard.titles.wif.rules.naval_search import FAR, Sides, caught_unawares
from grognard.titles.wif.rules.powers import foes_among, units_at_war
from grognard.titles.wif.rules.sailing import is_sub
from grognard.titles.wif.rules.stacking import is_anchored
from grognard.titles.wif.rules.units import flying_at, of_side, ships_at, ships_by_space
from grognard.titles.wif.state import GROUNDED, PATROL, Hex, War

RAIDERS, MINOR, MAJOR = 3, 3, 5  # the sections in which the sides count as being


class Pens(Subject, frozen=True):
    """Submarines in a major port under attack."""

    port: Annotated[int, Hex]


@rule("11.2")
def port_targets(g: War, power: int) -> list[int]:
    """Ports with ships a power is at war with."""
    land = g.ground.land
    fleets = [(s, ships) for s, ships in ships_by_space(g).items() if land[s]]
    fleets += list(ports_with_hulls(g).items())
    return sorted({s for s, ships in fleets if foes_among(g, power, ships)})


@rule("11.2", "14.2.2", "22.17")
def has_sea_factors(g: War, unit: int) -> No | None:
    """Port attacks take land-based aircraft with air-to-sea factors, or with an atomic bomb at hand."""
    if is_carrier(g, unit):
        return None
    if g.units[unit].sheet.air_to_sea > 0 or g.title.has_bomb(g, unit):
        return None
    return No("11.2", "it has no air-to-sea factors")


@rule("11.2")
def targets(g: War, port: int, side: int) -> list[int]:
    """Ships in a port that somebody among the raiders of a side is at war with."""
    raiders = of_side(g, flying_at(g, port), side)
    ships = [u for u in of_side(g, ships_at(g, port), 1 - side) if not is_anchored(g, u)]
    return [u for u in ships if any(units_at_war(g, u, v) for v in raiders)]


@rule("11.2", "11.5.6", "15.1")
def port_points(g: War, sides: Sides, side: int) -> int:
    """A side's surprise points: its search number and the other's roll; none if a power of it is surprised."""
    own = sides.included[side]
    if caught_unawares(g, own, sides.included[1 - side]):
        return 0
    return max(_section(g, sides, u, side) for u in own) + sides.rolls[1 - side]


@rule("11.2", "11.5.5")
def _section(g: War, sides: Sides, unit: int, side: int) -> int:
    """The modified search number a unit has: land-based aircraft in section 3, carrier planes in their ship's, ships by port."""
    if not g.roster.air[unit] and g.units.mission[unit] == GROUNDED:
        return MAJOR if g.ground.port[sides.area] == MAJOR_PORT else MINOR
    if launched(g, unit):
        far = plane_range(g, unit) if is_carrier(g, unit) else g.units[unit].sheet.range
        near = int(far >= g.settings.near_planes)
        return g.ground.section[g.units.at[unit]] + (g.settings.far_planes_search if far >= FAR else near)
    base = RAIDERS if side == sides.active else MAJOR if g.ground.port[sides.area] == MAJOR_PORT else MINOR
    return base + (g.roster.types[unit] == Type.NAV)


def planes_over(g: War, port: int, side: int) -> list[Plane]:
    """A side's aircraft over a port in the roles they flew in."""
    found = []
    for u in of_side(g, flying_at(g, port), side):
        if g.units.mission[u] == PATROL and unseen(g, port, g.units.power[u]):
            continue  # 15.1: a surprised patrol does not fight
        fighter = g.units.mission[u] in FIGHTER_ROLES
        found.append(Plane(u, air_rating(g, u), Fraction(0) if fighter else sea_factors(g, u), fighter, launched(g, u)))
    return found


@rule("11.2")
def attack_port(g: War, port: int, side: int) -> Flow[None]:
    """Submarines, searches, surprise points, then one round of naval air combat; ships in the pools of the port are in it"""
    pools = lay_open(g, port, side)
    yield from _attack(g, port, side)
    put_back(g, port, pools)


def _attack(g: War, port: int, side: int) -> Flow[None]:
    """Submarines, searches, surprise points, then one round of naval air combat"""
    raiders, ships = of_side(g, flying_at(g, port), side), targets(g, port, side)
    subs = [u for u in ships if is_sub(g, u)]
    if subs and g.ground.port[port] == MAJOR_PORT:
        answer, _ = yield from menu(g, speaker(g, subs), "Submarines in {0}", Pens(port), SHELTER, EXPOSE, named=(g.hexes[port],))
        if answer.verb == SHELTER.name:
            ships = [u for u in ships if u not in subs]
    if not raiders or not ships:
        return
    sides = Sides(port, side)
    sides.included[side] = raiders
    sides.included[1 - side] = [*of_side(g, flying_at(g, port), 1 - side), *ships]
    for roller in (side, 1 - side):
        told = f"Search of {g.side_name(roller)} in {g.board.label(port)}"
        units = [*sides.included[0], *sides.included[1]]
        stake = Stake(told, "11.2", roller, 1 - roller, with_units(g, units), fight=True, aim=aim(g, port, units))
        sides.rolls[roller] = yield from cast(g, stake)
    points = [port_points(g, sides, n) for n in (0, 1)]
    sides.points = [max(points[0] - points[1], 0), max(points[1] - points[0], 0)]
    if (yield from avoided(g, sides)):
        return
    seats = [speaker(g, sides.included[n]) for n in (0, 1)]
    yield from air_attacks(g, sides, [planes_over(g, port, n) for n in (0, 1)], Toll(), seats)
    for u in ships:
        if g.units.at[u] == port and g.units.damaged[u]:
            repair(g, u)


PORT_ATTACK = declare(
    Kind(
        "port attack",
        "11.2",
        Activity.PORT_ATTACK,
        port_targets,
        has_sea_factors,
        attack_port,
        own_battle=True,
        load=lambda g, unit: g.title.arm_bomber(g, unit),
    )
)
SHELTER: Act[War, Pens, None] = Act("shelter", "11.2", "In their pens", do=lambda g, s, _: None, rolls=True)
EXPOSE: Act[War, Pens, None] = Act("expose", "11.2", "In the combat", do=lambda g, s, _: None, rolls=True)
