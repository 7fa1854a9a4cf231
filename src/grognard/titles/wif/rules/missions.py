"""14.1, 14.2: air missions. Who may fly what and how far, the way out, the frame all missions share. The return is homeward.py.

A mission step runs in segments: patrols of the other side, bombers and escorts, interceptors of both sides, then hex by hex
air-to-air combat (air_combat.py), the mission's effect, and the return. A `Kind` of mission says what is special.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.cache import derived
from grognard.kernel.catalogue import spoken
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import FOREST, JUNGLE, NO_PORT, SWAMP
from grognard.titles.wif.kinds import CARRIERS, Action, Activity, Type, Weather
from grognard.titles.wif.rules.actions import count, left, may_do, may_do_any
from grognard.titles.wif.rules.carriers import (
    air_component,
    bomb_factors,
    is_carrier,
    is_carrier_plane,
    launch_reach,
    launched,
    may_launch,
    plane_range,
)
from grognard.titles.wif.rules.control import enemy_hex, hostile_hex
from grognard.titles.wif.rules.flight import flying_reach
from grognard.titles.wif.rules.flying_bombs import fuelled, mothers, release
from grognard.titles.wif.rules.fuel import PLANES, SHIP, burn, may_fuel
from grognard.titles.wif.rules.pacts import harboured
from grognard.titles.wif.rules.powers import (
    active,
    at_war,
    co_operate,
    countries_co_operate,
    country_sides,
    home_power,
    powers_co_operate,
    powers_of,
    units_at_war,
)
from grognard.titles.wif.rules.raids import STRATEGIC, announce, may_fly_so_high
from grognard.titles.wif.rules.standing import RAIDS, flies_no_patrol, lets_bomb, said
from grognard.titles.wif.rules.supply import draw_supply, in_supply
from grognard.titles.wif.rules.surprise import catches, catches_country, is_surprise
from grognard.titles.wif.rules.units import air_at, flying, flying_at, land_at, ships_at
from grognard.titles.wif.rules.weather import weather_at
from grognard.titles.wif.state import (
    BOMBER,
    ESCORT,
    GROUNDED,
    INTERCEPTOR,
    NOWHERE,
    PATROL,
    Hex,
    Power,
    Unit,
    War,
)

FIGHTER_ROLES = frozenset((ESCORT, PATROL, INTERCEPTOR))
NO_FLYING = frozenset((Weather.STORM, Weather.BLIZZARD))
HALVING = frozenset((Weather.RAIN, Weather.SNOW))
COVER = frozenset((FOREST, JUNGLE, SWAMP))  # 14.5
Pair = tuple[int, int]
HALF = Fraction(1, 2)


ANY_COMBAT, BOMBERS_ONLY, SUPPLIED_HEX = range(3)


class Kind(msgspec.Struct, frozen=True):
    """A kind of mission: its name and rule, what counts it, which hexes are its targets, who may bomb, what it does there."""

    name: str
    rule: str
    activity: Activity | None  # None: it counts against no limit
    targets: Callable[[War, int], list[int]]  # hexes a power may fly it to
    may_bomb: Callable[[War, int], No | None]  # whether an aircraft can take part as a bomber
    effect: Callable[[War, int, int], Flow[None]]  # what cleared bombers of a side do in a hex
    defended: bool = False  # ground support: the other side may answer with bombers of its own
    load: Callable[[War, int], Flow[None]] | None = None  # what a bomber takes along once it is sent (11.14)
    own_battle: bool = False  # port attack: the effect begins with searches and holds the air-to-air combat
    carriers: bool = True  # 14.4: whether carrier planes may fly it as bombers
    any_weather: bool = False  # whether it is flown in storm and blizzard too
    mixed: int = 0  # 9.8: who may fight about it: ANY_COMBAT, BOMBERS_ONLY or SUPPLIED_HEX


class Flight(Subject, frozen=True):
    """A power sends aircraft on missions of a kind, in a role."""

    power: Annotated[int, Power]
    kind: str
    role: int
    only: int = NOWHERE  # a way station, the one hex they fly to (option 43)

    @once
    def goals(self, g: War) -> list[int]:
        return [s for s in goals(g, self) if self.only in (NOWHERE, s)]

    @once
    def pairs(self, g: War) -> list[Pair]:
        return flights(g, self)


class Component(Subject, frozen=True):
    """How a carrier's air component is split. `most`: all of it."""

    unit: Annotated[int, Unit]
    most: int


KINDS: dict[str, Kind] = {}
AIR_CAVALRY, AIR_ASSAULT = "air cavalry", "air assault"
FLOWN = int(Activity.AIR_TRANSPORT) + 1
AIR_SUPPLY_MISSION = "air supply"
FLEW_SUPPLIES = int(Activity.REORGANISATION) + 1  # 11.17.4: who flew in this step, bombers and fighters, stays face-down


def declare(kind: Kind) -> Kind:
    """Make a kind of mission known by its name."""
    KINDS[kind.name] = kind
    return kind


@rule("22.12")
def activity_of(g: War, kind: str) -> Activity | None:
    """What counts a kind of mission; air cavalry on its way to friends counts nothing in World in Flames."""
    return None if kind == AIR_CAVALRY and not g.settings.cavalry_moves_count else KINDS[kind].activity


@rule("10.2")
def _counted(g: War, subject: Flight) -> Activity | None:
    """What a flight counts as: nothing for fighters that meet others, and in the other side's impulse."""
    return activity_of(g, subject.kind) if subject.role == BOMBER and g.side == SIDE_OF_POWER[subject.power] else None


# who flies, and how far


def printed_range(g: War, unit: int) -> int:
    """The range an aircraft prints; of air cavalry its movement."""
    sheet = g.units[unit].sheet
    if sheet.flying_bomb and (carriers := mothers(g, unit)):
        return g.units[carriers[0]].sheet.range
    return sheet.move if g.roster.types[unit] == Type.ACV else sheet.range


@rule("14.1.1", "14.2")
def outward_range(g: War, unit: int, role: int) -> int:
    """How far an aircraft flies to its target: interceptors half, fighters that bomb half; twice with extended range."""
    printed = plane_range(g, unit) if is_carrier(g, unit) else printed_range(g, unit)
    if role == BOMBER and may_extend(g, unit):
        return 2 * printed
    halved = role == INTERCEPTOR or (role == BOMBER and g.roster.types[unit] == Type.FTR)
    return int(printed * HALF + HALF) if halved else printed  # 2.6: half rounds up


@rule("14.1.1")
def may_extend(g: War, unit: int) -> bool:
    """Whether a bomber may double its range and halve its factors."""
    return not launched(g, unit) and "extended" in g.units[unit].sheet.marks


@rule("14.1.1", "14.4", "11.2")
def mission_reach(g: War, subject: Flight, unit: int) -> dict[int, int]:
    """Hexes an aircraft flies to in a role; carrier planes start from any hexdot of their sea area, and in a port attack they
    always reach the ports on it."""
    points = outward_range(g, unit, subject.role)
    if not launched(g, unit):
        return flying_reach(g, {g.units.at[unit]: 0}, points)
    reach = launch_reach(g, unit, points)
    if KINDS[subject.kind].own_battle and g.settings.planes_reach_own_port:
        ports = [s for s in g.ground.shores.get(g.ground.area[g.units.at[unit]], ()) if g.ground.port[s] != NO_PORT]
        reach = {**reach, **{s: min(reach.get(s, points), points) for s in ports}}
    return reach


@rule("14.2", "14.2.2", "14.2.3", "14.2.5", "14.2.6", "2.4.3")
def may_take_off(g: War, subject: Flight, unit: int) -> No | None:
    """Whether an aircraft may fly in a role at all."""
    units = g.units
    cavalry = g.roster.types[unit] == Type.ACV and subject.kind in (AIR_CAVALRY, AIR_ASSAULT)
    winged = cavalry or is_buzz_bomb(g, subject, unit)
    if units.power[unit] != subject.power or units.at[unit] < 0 or not (g.roster.air[unit] or is_carrier(g, unit) or winged):
        return No("14.2", "only aircraft of your own fly")
    no = may_fuel(g, fuelled(g, unit), PLANES if is_carrier(g, unit) else SHIP, _counted(g, subject))
    if no is not None:
        return no
    if is_carrier(g, unit) or is_carrier_plane(g, unit):
        return _may_launch(g, subject, unit)
    if not g.ground.land[units.at[unit]] or units.mission[unit] != GROUNDED:
        return No("14.2", "it is at sea or in the air")
    if units.down[unit]:
        return No("14.2", "only face-up aircraft fly")
    if units[unit].sheet.flying_bomb and not mothers(g, unit):
        return No("14.7", "it flies only with a face-up G4M or G8M of its hex")
    if subject.role == BOMBER:
        no = KINDS[subject.kind].may_bomb(g, unit)
        if no is not None:
            return no
    elif g.roster.types[unit] != Type.FTR:
        return No("14.2.5", "only fighters patrol, escort and intercept")
    flown = units.moved[unit] == FLOWN and subject.kind == AIR_CAVALRY  # one flight a step (14.2)
    if cavalry and (units.aboard[unit] != NOWHERE or flown):
        return No("22.12", "it is aboard, or has flown")
    unbound = subject.kind == AIR_CAVALRY and cavalry
    return None if unbound or in_supply(g, unit) else No("2.4.3", "out of supply it only rebases")


@rule("22.17")
def is_buzz_bomb(g: War, subject: Flight, unit: int) -> bool:
    """Whether a V-1 flies with the bombers: in strategic bombardment, unless it has moved."""
    if g.roster.types[unit] != Type.VWEAP or subject.kind != STRATEGIC or g.units.moved[unit]:
        return False
    return g.units.aboard[unit] == NOWHERE and g.units[unit].sheet.name == "V-1"


def _may_launch(g: War, subject: Flight, unit: int) -> No | None:
    """Whether carrier planes may fly in a role."""
    if g.units.mission[unit] != GROUNDED:
        return No("14.2", "its planes are in the air")
    no = may_launch(g, unit)
    if no is not None or subject.role != BOMBER:
        return no
    kind = KINDS[subject.kind]
    if not kind.carriers:
        return No("14.4", f"carrier planes fly no {kind.name}")
    return kind.may_bomb(g, unit) if is_carrier_plane(g, unit) else None


def goals(g: War, subject: Flight) -> list[int]:
    """Hexes aircraft of a power may be sent to in a role."""
    kind, power = KINDS[subject.kind], subject.power
    side = SIDE_OF_POWER[power]
    if subject.role == BOMBER:
        return [s for s in kind.targets(g, power) if kind.any_weather or weather_at(g, s) not in NO_FLYING]
    present = sorted(flying(g))
    if subject.role == ESCORT:
        return [s for s in present if any(g.units.mission[u] == BOMBER and _side(g, u) == side for u in flying_at(g, s))]
    if subject.role == INTERCEPTOR:
        return [s for s in present if any(_side(g, u) != side for u in flying_at(g, s)) and not unseen(g, s, power)]
    return sorted({s for p in powers_of(g, 1 - side) for s in kind.targets(g, p) if weather_at(g, s) not in NO_FLYING})


def _side(g: War, unit: int) -> int:
    return SIDE_OF_POWER[g.units.power[unit]]


@rule("15.1")
def unseen(g: War, space: int, power: int) -> bool:
    """Whether nobody of a power's side can stop the enemy aircraft over a hex: they surprise the power itself, or fly against a
    hex and units that they surprise."""
    side = SIDE_OF_POWER[power]
    foes = [u for u in flying_at(g, space) if SIDE_OF_POWER[g.units.power[u]] != side]
    if is_surprise(g, foes, power):
        return True
    here = (*land_at(g, space), *air_at(g, space), *ships_at(g, space))
    victims = [u for u in here if SIDE_OF_POWER[g.units.power[u]] == side]
    if g.settings.surprise_shields_all:
        lands = {g.units.country[u] for u in victims} or {g.hexes.controller[space]}
        return all(n >= 0 and g.countries.surprised_by[n] for n in lands)
    if victims:
        return all(catches(g, foes, victim) for victim in victims)
    holder = g.powers_by_hex[space]
    if holder < 0 or SIDE_OF_POWER[holder] != side:
        return False
    return is_surprise(g, foes, holder) or catches_country(g, foes, g.hexes.controller[space])


@rule("15.1")
def unaware(g: War, subject: Flight, unit: int, target: int) -> bool:
    """Whether an aircraft of a surprised minor would fly against those who surprise it alone, or as a patrol."""
    if not g.countries.surprised_by[g.units.country[unit]] or g.side == SIDE_OF_POWER[subject.power]:
        return False
    if subject.role == PATROL:
        return True
    if subject.role == INTERCEPTOR:
        foes = [u for u in flying_at(g, target) if _side(g, u) == g.side]
    else:
        foes = [u for u, t in enumerate(g.units.target) if t == target]
    return catches_country(g, foes, g.units.country[unit])


@rule("14.2", "14.2.1")
def may_fly(g: War, subject: Flight, pair: Pair) -> No | None:
    """Whether an aircraft may fly to a hex in a role."""
    unit, target = pair
    no = may_take_off(g, subject, unit)
    if no is not None:
        return no
    if target not in subject.goals(g):
        return No(KINDS[subject.kind].rule, f"{g.board.label(target)} is no hex to fly to now")
    activity = _counted(g, subject)
    if activity is not None:
        no = may_do(g, subject.power, activity)
        if no is not None:
            return no
    if target not in mission_reach(g, subject, unit):
        return No("14.1.1", f"{g.board.label(target)} is out of range")
    return may_take_part(g, subject, unit, target)


def can_fly(g: War, subject: Flight) -> bool:
    """Whether there is any flight: no further aircraft is looked at."""
    if not _flights_left(g, subject):
        return False
    if subject.role in (ESCORT, INTERCEPTOR) and not flying(g):
        return False
    ready = [u for u in fliers(g, subject.power) if may_take_off(g, subject, u) is None]
    wanted = subject.goals(g) if ready else []
    if not wanted:
        return False
    if all_at_war(g) and not g.options.special_aircraft:
        return any(not mission_reach(g, subject, u).keys().isdisjoint(wanted) for u in ready)
    return any(may_take_part(g, subject, u, s) is None for u in ready for s in wanted if s in mission_reach(g, subject, u))


def flights(g: War, subject: Flight) -> list[Pair]:
    """Every aircraft with every hex it may fly to."""
    wanted = subject.goals(g)
    if not wanted or not _flights_left(g, subject):
        return []
    found: list[Pair] = []
    for unit in fliers(g, subject.power):
        if may_take_off(g, subject, unit) is None:
            reach = mission_reach(g, subject, unit)
            found += [(unit, s) for s in wanted if s in reach and may_take_part(g, subject, unit, s) is None]
    return found


@derived("powers.wars", "powers.plays", "powers.conquered", "countries.wars")
def all_at_war(g: War) -> bool:
    """Whether every power of a side is at war with every one of the other, and no minor has a war of its own."""
    return not any(g.countries.wars) and all(at_war(g, a, b) for a in powers_of(g, 0) for b in powers_of(g, 1))


@rule("9.8")
def may_take_part(g: War, subject: Flight, unit: int, target: int) -> No | None:
    """Whether an aircraft may fly to a combat: not for a surprised minor, nor where it is at war with nobody."""
    if unaware(g, subject, unit, target):
        return No("15.1", "its country is surprised")
    if not among_friends(g, subject, unit, target):
        return No("18.2", "units it does not work with are in that combat")
    no = may_fly_so_high(g, unit, target, bombing=subject.role == BOMBER)
    if no is not None:
        return no
    if all_at_war(g) or hostile_hex(g, target, unit) or (subject.only == target and subject.role == ESCORT):
        return None
    side, kind = SIDE_OF_POWER[subject.power], KINDS[subject.kind]
    if subject.role == BOMBER and g.side == side:
        return None  # its targets say whom it may fly against
    raiders = [u for u in flying_at(g, target) if _side(g, u) != side]
    raiders += [u for u, t in enumerate(g.units.target) if t == target and _side(g, u) != side]
    if any(units_at_war(g, unit, v) for v in raiders):
        return None
    if kind.mixed == ANY_COMBAT:
        here = [u for u in (*land_at(g, target), *air_at(g, target), *ships_at(g, target)) if _side(g, u) == side]
        if any(_kin(g, unit, u) for u in here) or _own_soil(g, unit, target):
            return None
        if subject.role == PATROL and not raiders and any(at_war(g, subject.power, p) for p in powers_of(g, 1 - side)):
            return None  # who will come is not known yet
    elif (kind.mixed == SUPPLIED_HEX and enemy_hex(g, target, subject.power)) or (subject.role == PATROL and not raiders):
        return None
    return No("9.8", f"it is at war with nobody who fights over {g.board.label(target)}")


@rule("18.2")
def among_friends(g: War, subject: Flight, unit: int, target: int) -> bool:
    """Whether all of its side who take part over a hex work with an aircraft: who flies there, who attacks, the land units, ships
    or factories that are defended."""
    side, kind = SIDE_OF_POWER[subject.power], KINDS[subject.kind]
    there = [u for u in flying_at(g, target) if _side(g, u) == side]
    if g.side == side:
        there += [u for u, at in enumerate(g.units.target) if at == target and _side(g, u) == side]
    elif kind.mixed == BOMBERS_ONLY:
        owner = g.hexes.controller[target]
        if owner >= 0 and country_sides(g)[owner] == side and not serves(g, unit, owner):
            return False
    else:
        defended = ships_at(g, target) if kind.own_battle else land_at(g, target)
        there += [u for u in defended if _side(g, u) == side]
    return all(co_operate(g, unit, u) for u in there)


@rule("18.1")
def serves(g: War, unit: int, country: int) -> bool:
    """Whether a unit works with the units of a country."""
    power, other = g.units.power[unit], g.countries.power[country]
    if power == other:
        return countries_co_operate(g, g.units.country[unit], country, power)
    return home_power(g, g.units.country[unit]) >= 0 <= home_power(g, country) and powers_co_operate(g, power, other)


def _kin(g: War, unit: int, other: int) -> bool:
    """Units of one nationality: of one country, or of one power's home countries."""
    a, b = g.units.country[unit], g.units.country[other]
    return a == b or (g.units.power[unit] == g.units.power[other] and home_power(g, a) >= 0 and home_power(g, b) >= 0)


def _own_soil(g: War, unit: int, target: int) -> bool:
    controller = g.hexes.controller[target]
    nation, power = g.units.country[unit], g.units.power[unit]
    return controller == nation or (home_power(g, nation) == power and home_power(g, controller) == power)


@derived("units.counter", "units.power", lasting=True)
def fliers(g: War, power: int) -> list[int]:
    """A power's aircraft and carriers, wherever they are."""
    known = g.roster
    flies = [known.air[u] or kind in CARRIERS or kind in (Type.ACV, Type.VWEAP) for u, kind in enumerate(known.types)]
    return [u for u, whose in enumerate(g.units.power) if whose == power and flies[u]]


def _flights_left(g: War, subject: Flight) -> bool:
    activity = activity_of(g, subject.kind)
    if subject.role != BOMBER or activity is None or g.side != SIDE_OF_POWER[subject.power]:
        return True
    return left(g, subject.power, activity) > 0


def send(g: War, subject: Flight, pair: Pair) -> int:
    """An aircraft takes off; gives it."""
    unit, target = pair
    row, thirsty = g.units[unit], fuelled(g, unit)
    far = mission_reach(g, subject, unit)[target]
    row.base, row.over, row.mission, row.line, row.wing, row.met = row.at, target, subject.role, 0, 0, 0
    draw_supply(g, unit)
    if subject.kind == AIR_SUPPLY_MISSION:
        row.moved = FLEW_SUPPLIES
    if not launched(g, unit):
        row.extended = int(subject.role == BOMBER and may_extend(g, unit) and far > row.sheet.range)  # WIF-DEC-22
        row.at = target
    activity = _counted(g, subject)
    burn(g, thirsty, PLANES if is_carrier(g, unit) else SHIP, activity)
    if row.sheet.flying_bomb:
        release(g, unit, row.base)
    if activity is not None:
        count(g, subject.power, activity)
    if g.pacts and not launched(g, unit):
        here = (*land_at(g, target), *air_at(g, target), *ships_at(g, target))
        for victim in {g.powers_by_hex[target], *(g.units.power[u] for u in here)} - {NOWHERE}:
            harboured(g, subject.power, row.base, victim)
    return unit


# the segments


def fly(kind: str, role: int) -> Callable[[War], Flow[None]]:
    """The segment in which a power sends its aircraft in a role."""

    @rule("14.2")
    def send_aircraft(g: War) -> Flow[None]:
        """Send aircraft on missions"""
        subject = Flight(g.power, kind, role)
        while can_fly(g, Flight(g.power, kind, role)):
            answer, unit = yield from menu(
                g,
                g.seat(g.power),
                "{0}: {1}, {2}",
                subject,
                DONE,
                FLYING,
                named=(g.powers[g.power], kind, WORDS[role]),
                rests=True,
            )
            if answer.verb == DONE.name:
                return
            load = KINDS[kind].load
            if role == BOMBER and load is not None:
                yield from load(g, unit)
            if role == BOMBER and is_carrier(g, unit) and g.settings.carriers_split:
                yield from split_component(g, unit)
            if role == BOMBER and kind == STRATEGIC:
                yield from announce(g, unit, g.units.over[unit])

    return send_aircraft


@rule("14.4")
def split_component(g: War, unit: int) -> Flow[None]:
    """A carrier's planes that bomb keep part of their component for air-to-air combat"""
    subject = Component(unit, air_component(g, unit))
    yield from menu(g, g.seat(g.units.power[unit]), "The planes of {0}", subject, KEEPING, named=(g.units[unit],))


def _keep(g: War, subject: Component, share: int) -> None:
    g.units[subject.unit].wing = share


def flyers(kind: str, role: int, active_side: bool) -> Callable[[War], list[int]]:
    """For the sequence: powers of a side that can send aircraft in a role now."""

    def powers(g: War) -> list[int]:
        side = g.side if active_side else 1 - g.side
        if role == PATROL and not (_answered(g, kind) if active_side else _expected(g, kind)):
            return []
        able = [p for p in powers_of(g, side) if active(g, p) and (not active_side or g.powers.action[p] != Action.PASS)]
        able = [p for p in able if active_side or not stays_down(g, Flight(p, kind, role))]
        return [p for p in able if can_fly(g, Flight(p, kind, role))]

    return powers


@rule("14.2.1")
def stays_down(g: War, subject: Flight) -> bool:
    """Whether a power of the other side has said in advance that it sends nobody now."""
    seat = g.seat(subject.power)
    if subject.role == PATROL:
        return flies_no_patrol(g, seat)
    if subject.role != INTERCEPTOR or not said(g, seat, RAIDS):
        return False
    ready = [u for u in fliers(g, subject.power) if g.roster.types[u] == Type.FTR and may_take_off(g, subject, u) is None]
    foes = [u for s in subject.goals(g) for u in flying_at(g, s) if _side(g, u) == g.side and g.units.mission[u] in FIGHTER_ROLES]
    return lets_bomb(g, seat, ready, foes)


def _expected(g: War, kind: str) -> bool:
    """Whether anybody of the active side could fly such a mission now."""
    activity = activity_of(g, kind)
    able = [p for p in powers_of(g, g.side) if activity is None or may_do_any(g, p, activity)]
    return any(can_fly(g, Flight(p, kind, BOMBER)) for p in able)


@rule("11.15.4")
def _answered(g: War, kind: str) -> bool:
    """Whether anybody of the other side could send bombers in defence."""
    return any(active(g, p) and can_fly(g, Flight(p, kind, BOMBER)) for p in powers_of(g, 1 - g.side))


# factors


@rule("14.2.3", "14.5")
def tactical_factors(g: War, unit: int, target: int) -> Fraction:
    """An aircraft's tactical factors over a hex, after weather and terrain."""
    return bomb_factors(g, unit) * ground_share(g, target)


@rule("14.2.3", "14.5")
def ground_share(g: War, target: int) -> Fraction:
    """What weather and terrain leave of tactical factors over a hex; taken once anti-aircraft fire is over."""
    found = HALF if weather_at(g, target) in HALVING else Fraction(1)
    return found * HALF if g.terrain_by_space[target] in COVER else found


def last_flight(g: War, subject: Flight, pair: Pair) -> bool:
    """Whether nobody flies in this role after this aircraft: then the dice of the mission may follow at once."""
    others = {u for u, _ in subject.pairs(g)} - {pair[0]}
    activity = activity_of(g, subject.kind)
    limited = subject.role == BOMBER and activity is not None and g.side == SIDE_OF_POWER[subject.power]
    return not others or (limited and activity is not None and left(g, subject.power, activity) <= 1)


WORDS = {BOMBER: spoken("bombers"), ESCORT: spoken("escorts"), PATROL: "combat air patrol", INTERCEPTOR: spoken("interceptors")}
DONE: Act[War, Flight, None] = Act("done", "14.2", "No more", do=lambda g, s, _: None, rolls=lambda g, s, _: bool(flying(g)))
FLYING: Act[War, Flight, Pair] = Act(
    "fly", "14.2", "{0} to {1}", takes=(Unit, Hex), listed=lambda g, s: s.pairs(g), may=may_fly, do=send, rolls=last_flight,
    group=lambda g, s, pair: str(g.board.label(pair[1])),
)  # fmt: skip
KEEPING: Act[War, Component, int] = Act(
    "keep", "14.4", lambda g, s, n: f"{n} air-to-air, {s.most - n} air-to-sea", takes=int, do=_keep,
    among=lambda g, s: range(s.most),
    may=lambda g, s, n: None if 0 <= n < s.most else No("14.4", "bombers keep an air-to-sea factor"),
)  # fmt: skip
