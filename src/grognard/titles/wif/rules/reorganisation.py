"""11.17, 13.5: reorganisation. HQs and empty transports at sea give points that turn units face-up; at the end of the turn all
turn face-up. Air supply (11.17.1) is an air mission (air_transport.py); its points are spent here."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import STRAITS
from grognard.titles.wif.kinds import TRANSPORTS, Action, Type
from grognard.titles.wif.rules.actions import actions_of
from grognard.titles.wif.rules.carriers import planes_aboard
from grognard.titles.wif.rules.control import enemy_hex
from grognard.titles.wif.rules.hulls import is_port
from grognard.titles.wif.rules.land_steps import hex_price
from grognard.titles.wif.rules.missions import FLEW_SUPPLIES
from grognard.titles.wif.rules.powers import active, co_operate, home_power, powers_of, stilwell_serves
from grognard.titles.wif.rules.special_aircraft import is_large
from grognard.titles.wif.rules.stacking import is_anchored
from grognard.titles.wif.rules.supply import in_supply, isolated
from grognard.titles.wif.rules.supply_paths import unit_supply
from grognard.titles.wif.rules.units import GROUND_FACTS, on_the_ground, turn_down
from grognard.titles.wif.rules.weather import barred, closed_port, hexside
from grognard.titles.wif.rules.zones import SHUT, has_wide_zone
from grognard.titles.wif.state import AIR_OFFENSIVE, LAND_OFFENSIVE, NAVAL_OFFENSIVE, NOWHERE, Power, Unit, War

HALVES = 2  # 16.3: a unit the HQ of an offensive reorganises for one point costs half of it
OWN_ACTION = {Action.LAND: "land", Action.AIR: "air", Action.NAVAL: "naval"}


class Reorganising(Subject, frozen=True):
    """A major power's reorganisation step."""

    power: Annotated[int, Power]


@rule("11.17")
def reorganise(g: War) -> Flow[None]:
    """Reorganisation: HQs and transports give points, points turn units face-up"""
    subject = Reorganising(g.power)
    while any(True for _ in sources(g, subject)) or any(True for _ in units_in_reach(g, subject)):
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: reorganise", subject, DONE, OPEN, TURN_UP, named=(g.powers[g.power],), rests=True
        )
        if answer.verb == DONE.name:
            break
    for unit in givers(g):
        if g.units.power[unit] == g.power:
            row = g.units[unit]
            row.points_left, row.half_left, row.target = 0, 0, NOWHERE


def reorganising_powers(g: War) -> list[int]:
    """For the sequence: powers of the active side that did not pass and have units face-down."""
    down = {g.units.power[u] for u, d in enumerate(g.units.down) if d and g.units.at[u] >= 0}
    return [p for p in powers_of(g, g.side) if p in down and g.powers.action[p] != Action.PASS]


@rule("11.17.2", "11.17.3")
def points_of(g: War, unit: int) -> int:
    """Reorganisation points a unit can give: an HQ its value, an empty transport at sea one."""
    known, at = g.roster, g.units.at[unit]
    if known.hq[unit]:
        return g.units[unit].sheet.reorganisation if g.ground.land[at] and g.units.aboard[unit] == NOWHERE else 0
    if known.types[unit] in TRANSPORTS and not g.ground.land[at] and unit not in g.units.aboard:
        return 1
    return 0


@rule("11.17.2", "11.17.3")
def may_open(g: War, subject: Reorganising, unit: int) -> No | None:
    """Whether a unit may give its points now."""
    if g.units.power[unit] != subject.power or g.units.at[unit] < 0:
        return No("11.17", "only units of your own on the map give points")
    if g.units.down[unit]:
        return No("11.17.2", "it is face-down")
    if points_of(g, unit) <= 0:
        return No("11.17", "only HQs and empty transports at sea give points")
    if not any(may_reach(g, unit, u) is None for u in face_down(g, subject.power)):
        return No("11.17", "no face-down unit is within its range")
    return None


def sources(g: War, subject: Reorganising) -> list[int]:
    """Units that may give points."""
    return [u for u, whose in enumerate(g.units.power) if whose == subject.power and may_open(g, subject, u) is None]


def open_source(g: War, subject: Reorganising, unit: int) -> None:
    """A unit gives its points and turns face-down."""
    g.units[unit].points_left = points_of(g, unit)
    turn_down(g, unit)


def givers(g: War) -> list[int]:
    """Units that have points left to give, or half a point (16.3)."""
    return [u for u, (points, half) in enumerate(zip(g.units.points_left, g.units.half_left)) if points or half]


@rule("11.17.4")
def face_down(g: War, power: int) -> list[int]:
    """Units that can be reorganised: face-down, no HQs, no ships and aircraft at sea, no ships in a frozen port."""
    known = g.roster
    side = SIDE_OF_POWER[power]
    afloat = g.powers.offence[power] == NAVAL_OFFENSIVE  # 16.3.1
    return [
        u
        for u, down in enumerate(g.units.down)
        if down
        and SIDE_OF_POWER[g.units.power[u]] == side
        and g.units.at[u] >= 0
        and (g.ground.land[g.units.at[u]] or (known.naval[u] and afloat))
        and not known.hq[u]
        and g.units.points_left[u] == 0
        and not (known.air[u] and g.units.moved[u] == FLEW_SUPPLIES)
        and not (known.naval[u] and g.settings.ice_stops_work and closed_port(g, g.units.at[u]))
    ]


@rule("11.17.2", "11.17.3", "18.3")
def may_reach(g: War, source: int, unit: int) -> No | None:
    """Whether a source's points can go to a unit."""
    if not co_operate(g, source, unit):
        return No("18.2", "they do not co-operate")
    at = g.units.at[source]
    if g.roster.air[source]:  # 11.17.1: what an ATR brought lies in the hex it flew to
        near = g.units.at[unit] == g.units.target[source]
        return None if near else No("11.17.1", "air supply serves the units of one hex")
    if not g.ground.land[at]:
        on_coast = g.ground.area[at] in g.ground.seas[g.units.at[unit]]
        return None if on_coast else No("11.17.3", "it is not on a coast of that sea area")
    if g.ground.section[g.units.at[unit]] >= 0:  # 16.3.1
        near = leads(g, source, unit) and g.ground.area[g.units.at[unit]] in g.ground.seas[at]
        return None if near else No("11.17.4", "ships at sea are not reorganised")
    if g.units.at[unit] in hq_range(g, source):
        return None
    return No("11.17.2", f"it is out of range of {g.units[source].label}")


@rule("11.17.2", "2.2")
def own_zone(g: War, hq: int) -> set[int]:
    """The older edition: an HQ reaches as far as its zone of control, whatever the enemy's."""
    start, side = g.units.at[hq], SIDE_OF_POWER[g.units.power[hq]]
    if not has_wide_zone(g, hq):
        return {start}
    near = [s for s, bits in g.ground.steps[start] if not (bits & SHUT and hexside(g, start, s) & SHUT)]
    return {start, *(s for s in near if g.sides_by_hex[s] != 1 - side or enemy_hex(g, s, g.units.power[hq]))}


def range_depends_on(g: War, hq: int) -> tuple[object, ...]:
    """Where an HQ is and all that supply paths depend on."""
    return g.units.at[hq], g.units.country[hq], *on_the_ground(g)


@rule("11.17.2")
@derived("units.at", "units.country", *GROUND_FACTS, given=range_depends_on, lasting=True)
def hq_range(g: War, hq: int) -> set[int]:
    """Hexes from which a unit is within an HQ's reorganisation value in motorised movement points, and the hexes beside it."""
    if not g.settings.hq_reach_by_value:
        return own_zone(g, hq)
    start = g.units.at[hq]
    beside = {there for there, _ in g.ground.steps[start] if not barred(hexside(g, start, there))}
    most = g.units[hq].sheet.reorganisation
    supply = unit_supply(g, hq)
    cost = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > cost[here] or (here != start and not supply.is_open(here)):
            continue
        price_here = spent + hex_price(g, here, True)  # the path runs from the unit to the HQ and enters `here`
        for there, bits in g.ground.steps[here]:
            total = price_here + bool(bits & STRAITS)  # reading WIF-DEC-261
            if total <= most and total < cost.get(there, 99) and not barred(hexside(g, here, there)):
                cost[there] = total
                heappush(queue, (total, there))
    return set(cost) | beside


@rule("11.17.4")
def price(g: War, unit: int, foreign: bool, *, mixed: bool = False, by_armour: bool = False) -> int:
    """Points it takes to turn a unit face-up: one in an action of its own kind, else two; doubled with points of a friend, and
    again where SS and other units are mixed (`mixed`)."""
    known = g.roster
    branch = "land" if known.land[unit] else "air" if known.air[unit] else "naval"
    found = 1 if any(OWN_ACTION.get(action) == branch for action in actions_of(g, g.units.power[unit])) else 2
    if branch == "naval" and g.powers.boats[g.units.power[unit]] and known.types[unit] not in (Type.SUB, Type.CP):
        found = 2  # 16.2
    large = 2 if is_large(g, unit) else 1  # option 8
    return found * large * (2 if foreign else 1) * (2 if mixed else 1) * (2 if hard_to_reform(g, unit, by_armour) else 1)


@rule("11.17.4")
def hard_to_reform(g: War, unit: int, by_armour: bool) -> bool:
    """Option 29: bombers and transports of three turns and more cost double, and ARM and MECH without a point of an HQ-A."""
    if not g.options.variable_reorganisation:
        return False
    kind = g.roster.types[unit]
    if kind in (Type.LND, Type.NAV, Type.ATR):
        return g.units[unit].sheet.turns >= SLOW_TO_BUILD and not is_large(g, unit)
    return kind in (Type.ARM, Type.MECH) and not by_armour


SLOW_TO_BUILD = 3


@rule("16.3.1", "16.3.2", "16.3.3")
def leads(g: War, source: int, unit: int) -> bool:
    """Whether an HQ leads an offensive of a unit's branch: units it reorganises cost half."""
    if not g.options.offensive_points or g.powers.leader[g.units.power[source]] != source + 1:
        return False
    known, kind = g.roster, g.powers.offence[g.units.power[source]]
    branches = {LAND_OFFENSIVE: known.land, AIR_OFFENSIVE: known.air, NAVAL_OFFENSIVE: known.naval}
    return kind in branches and branches[kind][unit]


def is_mixed(g: War, source: int, unit: int) -> bool:
    """An SS land unit under another HQ, or another unit under one of the SS, with the option of America in Flames (22.9)."""
    if not g.options.get("ss_reorganisation") or not g.roster.land[unit] or not g.roster.hq[source]:
        return False
    return ("ss" in g.units[source].sheet.marks) != ("ss" in g.units[unit].sheet.marks)


@rule("11.17.4")
def same_country(g: War, source: int, unit: int) -> bool:
    """Whether points of a source cost a unit nothing more: they are of one minor country, or of one major power itself, whose
    territorials count as its own."""
    units, power = g.units, g.units.power[unit]

    def own(u: int) -> bool:
        return units.power[u] == power and (home_power(g, units.country[u]) == power or g.roster.types[u] == Type.TERR)

    return units.country[source] == units.country[unit] or (own(source) and own(unit))


def payment(g: War, subject: Reorganising, unit: int) -> dict[int, int] | None:
    """From which open sources the points come, in half points: own ones first, friends only if those do not suffice; None if all
    do not."""
    given = [u for u in givers(g) if may_reach(g, u, unit) is None]
    own = [u for u in given if same_country(g, u, unit) or stilwell_serves(g, u, unit)]
    alike = [u for u in own if not is_mixed(g, u, unit)]
    friends = [u for u in given if not is_mixed(g, u, unit)]
    ways = [(alike, False, False), (own, False, True), (friends, True, False), (given, True, True)]
    for among, foreign, mixed in ways:
        armoured = any(g.roster.types[u] == Type.HQ_A for u in among)
        need = HALVES * price(g, unit, foreign, mixed=mixed and any(is_mixed(g, u, unit) for u in among), by_armour=armoured)
        found = {}
        first = armoured and hard_to_reform(g, unit, False)  # option 29: a point of an HQ-A is among them
        for source in sorted(among, key=lambda u: (first and g.roster.types[u] != Type.HQ_A, g.units.points_left[u])):
            times = 2 if leads(g, source, unit) else 1  # 16.3: half the cost
            take = min(need // times, HALVES * g.units.points_left[source] + g.units.half_left[source])
            if take:
                found[source] = take
                need -= take * times
        if need == 0:
            return found
    return None


@rule("11.17.4")
def may_turn_up(g: War, subject: Reorganising, unit: int) -> No | None:
    """Whether a unit can be turned face-up with the points at hand."""
    if unit not in face_down(g, subject.power):
        return No("11.17.4", "only face-down units on land are reorganised, and no HQs")
    if payment(g, subject, unit) is None:
        return No("11.17.4", f"it takes {price(g, unit, False)} point(s) of sources within range")
    return None


def units_in_reach(g: War, subject: Reorganising) -> list[int]:
    """Units that can be turned face-up with the points at hand."""
    if not givers(g):
        return []
    return [u for u in face_down(g, subject.power) if payment(g, subject, u) is not None]


def _turn_up(g: War, subject: Reorganising, unit: int) -> None:
    paid = payment(g, subject, unit)
    assert paid is not None
    for source, halves in paid.items():
        giver = g.units[source]
        giver.points_left, giver.half_left = divmod(HALVES * giver.points_left + giver.half_left - halves, HALVES)
    for row in [g.units[u] for u in (unit, *planes_aboard(g, unit))]:  # 14.4.1: a carrier's planes for nothing
        row.down = 0
    g.say("{} is reorganised", g.units[unit], rule="11.17.4")


@rule("13.5", "8.2.1")
def reorganise_finally(g: War) -> None:
    """Every face-down unit turns face-up, except ships in a port shut by ice"""
    naval, icy = g.roster.naval, g.settings.ice_stops_work
    strict = g.options.isolated_reorganisation
    served = kept_ready(g) if strict and g.options.supply_units else set()
    for unit, down in enumerate(g.units.down):
        at = g.units.at[unit]
        if unit in served:
            g.units[unit].down = 0
            continue
        if not down or at < 0 or (naval[unit] and ((icy and closed_port(g, at)) or is_anchored(g, unit) or is_port(g, unit))):
            continue
        if strict and g.ground.land[at] and active(g, g.units.power[unit]) and not in_supply(g, unit) and isolated(g, unit):
            continue
        g.units[unit].down = 0


@rule("13.5", "22.3")
def kept_ready(g: War) -> set[int]:
    """With option 35: supply units, and with each the strongest face-down unit of its hex."""
    types, units = g.roster.types, g.units
    found: set[int] = set()
    for store in [u for u, kind in enumerate(types) if kind == Type.SUPPLY and units.at[u] >= 0]:
        side = SIDE_OF_POWER[units.power[store]]
        here = [
            u for u in units.stacks[units.at[store]]
            if u != store and units.down[u] and u not in found and SIDE_OF_POWER[units.power[u]] == side and units.counter[u] >= 0
        ]  # fmt: skip
        found |= {store, *sorted(here, key=lambda u: (-units[u].sheet.strength, u))[:1]}
    return found


DONE: Act[War, Reorganising, None] = Act("done", "11.17", "Reorganisation is done", do=lambda g, s, _: None, rolls=True)
OPEN: Act[War, Reorganising, int] = Act(
    "points",
    "11.17",
    lambda g, s, unit: f"{g.units[unit].label} gives {points_of(g, unit)}",
    takes=Unit,
    listed=sources,
    may=may_open,
    do=open_source,
)
TURN_UP: Act[War, Reorganising, int] = Act(
    "reorganise", "11.17.4", "Turn {0} face-up", takes=Unit, listed=units_in_reach, may=may_turn_up, do=_turn_up
)
