"""11.11, 11.17.1: transport aircraft carry units between friendly hexes, and bring supplies to units face-down.

An ATR takes cargo along from its base or picks it up over the target; it unloads there or where it returns to base, where its
enemies may wait for it a second time. With option 8 bombers with a white range circle fly as transports, and large ones carry
more, at twice the cost of their flight.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.kinds import INFANTRY_CLASS, Activity, Type
from grognard.titles.wif.rules.actions import count, left
from grognard.titles.wif.rules.air_combat import bombers, clear, fight_in_the_air
from grognard.titles.wif.rules.air_missions import through
from grognard.titles.wif.rules.airlift import lifts_corps, pair_up
from grognard.titles.wif.rules.anti_aircraft import shoot_at_bombers
from grognard.titles.wif.rules.control import friendly, take_hex
from grognard.titles.wif.rules.flight import FAR, flying_reach
from grognard.titles.wif.rules.guests import may_base, partisans_hold
from grognard.titles.wif.rules.homeward import bases, homeward_range, landing_places, return_to_base
from grognard.titles.wif.rules.missions import (
    AIR_SUPPLY_MISSION,
    DONE,
    FLYING,
    SUPPLIED_HEX,
    WORDS,
    Flight,
    Kind,
    declare,
    fliers,
    flights,
    may_extend,
)
from grognard.titles.wif.rules.powers import active, co_operate, powers_of
from grognard.titles.wif.rules.special_aircraft import carries_units, is_large
from grognard.titles.wif.rules.stacking import may_stack
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.transport import cargo_of, frogmen_at
from grognard.titles.wif.rules.units import flying_at, hexes_of_partisans, land_at, turn_down
from grognard.titles.wif.state import BOMBER, GROUNDED, INTERCEPTOR, NOWHERE, Hex, Unit, War

FLOWN = int(Activity.AIR_TRANSPORT) + 1
SUPPLIED = int(Activity.REORGANISATION) + 1
CARGO = frozenset((Type.PARA, Type.MTN))
SMALL_CARGO = frozenset((Type.INF, Type.GAR, Type.SKI))  # divisions of these (22.1)
NOT_FLOWN = frozenset((Type.MAR, Type.MOT, Type.PART, Type.HQ_I))  # of infantry class, by large transports


class Hold(Subject, frozen=True):
    """A transport that may take one of these units along, or unload what it has."""

    transport: Annotated[int, Unit]
    space: Annotated[int, Hex]
    among: Annotated[tuple[int, ...], Unit] = ()


# --- what rides ---------------------------------------------------------------------------------------------------------------


@rule("11.11", "10.2")
def may_ride(g: War, transport: int, unit: int, space: int) -> No | None:
    """Whether a unit in a hex may be carried by air: a face-up PARA or MTN; it counts as a land move."""
    sheet = g.units[unit].sheet if g.roster.land[unit] else None
    small = sheet is not None and sheet.division and sheet.type in SMALL_CARGO and not sheet.engineer
    plain = g.roster.types[unit] in (*CARGO, Type.FROG) or small or (g.title.flying_corps(g, unit) and lifts_corps(g, transport))
    if is_bomb(g, unit):
        no = may_carry_bomb(g, transport, unit)
        if no is not None:
            return no
    elif not plain or cargo_of(g, transport):
        no = may_load_more(g, transport, unit, plain) if is_large(g, transport) else may_share_load(g, transport, unit)
        if no is not None:
            return no
    if g.units.at[unit] != space or g.units.aboard[unit] != NOWHERE or g.units.down[unit] or g.units.landed[unit]:
        return No("11.11", "only face-up units in that hex are carried")
    if g.units.moved[unit] == FLOWN:
        return No("10.2", "it has moved in this step")
    if not co_operate(g, transport, unit):
        return No("18.2", "the two do not co-operate")
    power = g.units.power[unit]
    if left(g, power, Activity.LAND_MOVE) <= 0:
        return No("10.2", "its land moves are used up this impulse")
    return None


@rule("22.17")
def may_carry_bomb(g: War, transport: int, unit: int) -> No | None:
    """Whether an aircraft carries an atomic bomb: of the same power, able to lift one, with nothing else aboard."""
    if g.units.power[transport] != g.units.power[unit] or cargo_of(g, transport):
        return No("22.17", "only an empty bomber of its power carries one")
    no: No | None = g.title.lifts_bomb(g, transport)
    return no


def is_bomb(g: War, unit: int) -> bool:
    return g.roster.types[unit] == Type.ABOMB


@rule("22.17")
def could_carry_bomb(g: War, unit: int) -> bool:
    """Whether a heavy bomber has an atomic bomb of its power on the map to carry."""
    if not g.options.v_weapons or not g.roster.air[unit] or g.title.lifts_bomb(g, unit) is not None:
        return False
    bombs = [u for u, kind in enumerate(g.roster.types) if kind == Type.ABOMB and g.units.power[u] == g.units.power[unit]]
    return any(g.units.at[u] >= 0 and not g.units.down[u] and g.units.aboard[u] == NOWHERE for u in bombs)


@rule("11.11")
def may_load_more(g: War, transport: int, unit: int, plain: bool) -> No | None:
    """Option 8: a large transport takes two units of those any transport takes, or a corps of infantry class, or a supply unit;
    the flight then costs twice as much."""
    kind, aboard = g.roster.types[unit], [u for u in cargo_of(g, transport) if g.roster.land[u]]
    heavy = kind in INFANTRY_CLASS and kind not in NOT_FLOWN and not g.roster.hq[unit] and g.roster.corps[unit]
    if not plain and not heavy and kind != Type.SUPPLY:
        return No("11.11", "a large transport carries infantry, no HQ, marines, motorised troops or partisans")
    if aboard and not (plain and len(aboard) == 1 and not is_overload(g, transport)):
        return No("11.11", "it carries two units that any transport can carry, or one other")
    row = g.units[transport]
    flown = flying_reach(g, {row.base: 0}, FAR).get(row.at, FAR) if row.base >= 0 else 0
    if 2 * flown > row.sheet.range * (1 + may_extend(g, transport)) and g.units.at[unit] == row.base:
        return No("11.11", "with such a load its flight costs twice as much: out of range")
    return None


@rule("11.11")
def is_overload(g: War, transport: int) -> bool:
    """Option 8: whether a transport carries more than a plain one could: two units, or one of another sort."""
    aboard = [u for u in cargo_of(g, transport) if g.roster.land[u]] if is_large(g, transport) else []
    sheets = [g.units[u].sheet for u in aboard]
    plain = [c.type in CARGO or (c.division and c.type in SMALL_CARGO and not c.engineer) for c in sheets]
    return len(aboard) > 1 or not all(plain)


@rule("11.11", "22.3")
def may_share_load(g: War, transport: int, unit: int) -> No | None:
    """A supply unit takes two transports that fly together: the second of them takes it along."""
    units, types = g.units, g.roster.types
    if types[unit] != Type.SUPPLY:
        return No("11.11", "transports carry one PARA or MTN, or one INF, GAR or ski division")
    mates = [
        u for u in flying_at(g, units.at[transport])
        if u != transport and types[u] == Type.ATR and units.base[u] == units.base[transport] and not cargo_of(g, u)
    ]  # fmt: skip
    return None if mates else No("22.3", "a supply unit takes two transports that flew from one base")


def passengers_at(g: War, transport: int, space: int) -> list[int]:
    return [u for u in (*land_at(g, space), *frogmen_at(g, space)) if may_ride(g, transport, u, space) is None]


def _board(g: War, transport: int, unit: int, space: int) -> None:
    row = g.units[unit]
    row.fed = max(row.fed, int(in_supply(g, unit)))  # WIF-DEC-24: whether it began the move in supply
    pair_up(g, transport, unit)
    row.aboard, row.at, row.moved = transport, space, FLOWN
    count(g, row.power, Activity.LAND_MOVE)


@rule("11.11")
def take_cargo(g: War, transport: int) -> Flow[None]:
    """A transport takes a unit of its base along, or flies empty to pick one up"""
    row = g.units[transport]
    among = passengers_at(g, transport, row.base)
    if among:
        answer, unit = yield from menu(
            g, g.seat(row.power), "{0} carries", Hold(transport, row.base, tuple(among)), EMPTY, CARRY, named=(row,)
        )
        if answer.verb == CARRY.name:
            _board(g, transport, unit, row.at)
            if not is_large(g, transport):
                return
            yield from _take_another(g, transport, row.base)
    among = passengers_at(g, transport, row.at)
    if among:
        answer, unit = yield from menu(
            g, g.seat(row.power), "{0} picks up", Hold(transport, row.at, tuple(among)), EMPTY, CARRY, named=(row,)
        )
        if answer.verb == CARRY.name:
            _board(g, transport, unit, row.at)
            if is_large(g, transport):
                yield from _take_another(g, transport, row.at)


def _take_another(g: War, transport: int, space: int) -> Flow[None]:
    """Option 8: a large transport may take a second unit"""
    among = passengers_at(g, transport, space)
    if among:
        row = g.units[transport]
        answer, unit = yield from menu(
            g, g.seat(row.power), "{0} carries", Hold(transport, space, tuple(among)), EMPTY, CARRY, named=(row,)
        )
        if answer.verb == CARRY.name:
            _board(g, transport, unit, row.at)


# --- the mission --------------------------------------------------------------------------------------------------------------


@rule("11.11", "14.2.2")
def is_transport_aircraft(g: War, unit: int) -> No | None:
    """Only ATRs transport, with option 8 whoever has a white range circle."""
    return None if carries_units(g, unit) or could_carry_bomb(g, unit) else No("11.11", "only transports fly it")


@rule("11.11")
def transport_targets(g: War, power: int) -> list[int]:
    """Friendly hexes with room for an ATR of a power, where it can bring or fetch somebody."""
    types, units, land = g.roster.types, g.units, g.ground.land
    ready = [
        u for u in fliers(g, power)
        if (carries_units(g, u) or could_carry_bomb(g, u)) and units.at[u] >= 0 and land[units.at[u]] and not units.down[u]
        and units.mission[u] == GROUNDED
    ]  # fmt: skip
    if not ready or left(g, power, Activity.LAND_MOVE) <= 0:
        return []
    side = SIDE_OF_POWER[power]
    fetched = CARGO | {Type.ABOMB} | (INFANTRY_CLASS - NOT_FLOWN if any(is_large(g, u) for u in ready) else frozenset())
    waiting = {
        units.at[u] for u, kind in enumerate(types)
        if kind in fetched and units.at[u] >= 0 and not units.down[u] and SIDE_OF_POWER[units.power[u]] == side
    }  # fmt: skip
    found: set[int] = set()
    for u in ready:
        reach = flying_reach(g, {units.at[u]: 0}, units[u].sheet.range * (1 + may_extend(g, u)))
        loaded = bool(passengers_at(g, u, units.at[u]))
        near = [s for s in reach if friendly(g, s, power) and s != units.at[u] and (loaded or s in waiting)]
        found.update(s for s in near if s not in found and may_base(g, u, s) is None and may_stack(g, u, s) is None)
        riders = passengers_at(g, u, units.at[u])
        found.update(s for s in hexes_of_partisans(g, 1 - side) if s in reach and any(partisans_hold(g, r, s) for r in riders))
    return sorted(found)


@rule("11.11")
def deliver(g: War, space: int, side: int) -> Flow[None]:
    """Transports that got through unload if they like, return to base, and may be met there again"""
    for transport in through(g, space, side):
        for unit in [u for u in cargo_of(g, transport) if not g.roster.air[u]]:
            if may_unload(g, Hold(transport, space), unit) is None:
                answer, _ = yield from menu(
                    g, g.seat(g.units.power[transport]), "{0} over {1}", Hold(transport, space, (unit,)), KEEP_ABOARD, UNLOAD,
                    named=(g.units[transport], g.hexes[space]),
                )  # fmt: skip
                if answer.verb == UNLOAD.name:
                    set_down(g, unit, space)
    for transport in through(g, space, side):
        yield from come_back(g, transport)


def may_unload(g: War, hold: Hold, unit: int) -> No | None:
    """Whether a unit can be set down: in a friendly hex in which it may stack."""
    if g.units.aboard[unit] != hold.transport:
        return No("11.11", "the transport does not carry it")
    if g.roster.types[unit] == Type.FROG and g.ground.port[hold.space] == NO_PORT:
        return No("22.10", "frogmen end their journey in a port")
    no = may_base(g, unit, hold.space)
    return no if no is not None else may_stack(g, unit, hold.space)


@rule("11.11", "2.4.3")
def set_down(g: War, unit: int, space: int) -> None:
    """A unit leaves its transport, face-down if it began the impulse out of supply."""
    row = g.units[unit]
    row.aboard, row.at = NOWHERE, space
    if not friendly(g, space, row.power):
        take_hex(g, space, unit)  # 13.1.3: partisans held it for him
    if not row.fed:
        turn_down(g, unit)
    row.fed = 0
    g.say("{} is set down in {}", row, g.hexes[space], rule="11.11")


@rule("11.11")
def come_back(g: War, transport: int) -> Flow[None]:
    """A transport returns to base; with cargo aboard enemies may intercept it there before it unloads"""
    cargo = cargo_of(g, transport)
    row = g.units[transport]
    if not cargo:
        yield from return_to_base(g, transport)
        return
    subject = Return(transport, tuple(_bases_in_reach(g, transport)))
    if not subject.bases:
        yield from return_to_base(g, transport)
        return
    _, base = yield from menu(g, g.seat(row.power), "{0} returns with its cargo", subject, LAND, named=(row,))
    row.at, row.over, row.base, row.mission = base, base, base, BOMBER
    for unit in cargo:
        g.units[unit].at = base
    yield from second_combat(g, base)
    if row.at >= 0 and row.mission != GROUNDED:
        for unit in cargo_of(g, transport):
            set_down(g, unit, base)
        row.mission, row.base, row.extended, row.over = GROUNDED, NOWHERE, 0, NOWHERE
        turn_down(g, transport)


def _bases_in_reach(g: War, transport: int) -> list[int]:
    """Where a transport can take its cargo; with an overload half as far."""
    found = bases(g, transport)
    if not is_overload(g, transport):
        return found
    reach, points = landing_places(g, transport), homeward_range(g, transport)
    return [s for s in found if 2 * reach[s] <= points]


class Return(Subject, frozen=True):
    """A transport on its way home with cargo."""

    unit: Annotated[int, Unit]
    bases: Annotated[tuple[int, ...], Hex]


@rule("11.11")
def second_combat(g: War, base: int) -> Flow[None]:
    """Interceptors of both sides fly to the base of a transport that comes back loaded; patrols there that have not fought join
    them, and guns fire at who gets through"""
    for side in (1 - g.side, g.side):
        for power in [p for p in powers_of(g, side) if active(g, p)]:
            subject = Flight(power, TRANSPORT.name, INTERCEPTOR)
            while any(target == base for _, target in flights(g, subject)):
                answer, _ = yield from menu(
                    g, g.seat(power), "{0}: {1}, {2}", subject, DONE, FLYING,
                    named=(g.powers[power], TRANSPORT.name, WORDS[INTERCEPTOR]),
                )  # fmt: skip
                if answer.verb == DONE.name:
                    break
    yield from fight_in_the_air(g, base)
    clear(g, *bombers(g, base, g.side))
    yield from shoot_at_bombers(g, base, g.side, TRANSPORT.name)
    for unit in [u for u in flying_at(g, base) if g.units.mission[u] == INTERCEPTOR]:
        yield from return_to_base(g, unit)


# --- air supply (11.17.1) -----------------------------------------------------------------------------------------------------


@rule("11.17.1", "14.2.2")
def brings_supplies(g: War, unit: int) -> No | None:
    """Who may supply from the air: transports; in the older edition every aircraft with a white range circle."""
    if g.settings.supply_drops_by_any and g.roster.air[unit] and g.units[unit].sheet.white_circle:
        return None
    return None if carries_units(g, unit) else No("11.17.1", "only transports fly it")


@rule("11.17.1")
def supply_targets(g: War, power: int) -> list[int]:
    """Land hexes with face-down units that a power's points could turn face-up."""
    units = g.units
    ready = [
        u for u in fliers(g, power)
        if brings_supplies(g, u) is None and units.at[u] >= 0 and g.ground.land[units.at[u]] and not units.down[u]
        and units.mission[u] == GROUNDED
    ]  # fmt: skip
    if not ready:
        return []
    hq = g.roster.hq
    side = SIDE_OF_POWER[power]
    needy = {
        units.at[u] for u, down in enumerate(units.down)
        if down and units.at[u] >= 0 and g.ground.land[units.at[u]] and not hq[u] and SIDE_OF_POWER[units.power[u]] == side
        and units.moved[u] != SUPPLIED and units.aboard[u] == NOWHERE and co_operate(g, ready[0], u)
    }  # fmt: skip
    return sorted(needy)


@rule("11.17.1", "11.17.4")
def drop_supplies(g: War, space: int, side: int) -> Flow[None]:
    """Each ATR that got through gives a reorganisation point to a unit of the hex"""
    for transport in through(g, space, side):
        row = g.units[transport]
        row.points_left, row.target, row.moved = supply_points(g, transport, space), space, SUPPLIED
        g.say("{} brings supplies to {}", row, g.hexes[space], rule="11.17.1")
    yield from ()


@rule("11.17.1")
def supply_points(g: War, transport: int, space: int) -> int:
    """One point, two of a large transport within half its range."""
    row = g.units[transport]
    flown = flying_reach(g, {row.base: 0}, FAR).get(space, FAR) if row.base >= 0 else FAR
    return 2 if is_large(g, transport) and 2 * flown <= row.sheet.range else 1


TRANSPORT = declare(
    Kind(
        "air transport",
        "11.11",
        Activity.AIR_TRANSPORT,
        transport_targets,
        is_transport_aircraft,
        deliver,
        load=take_cargo,
        carriers=False,
    )
)
AIR_SUPPLY = declare(
    Kind(
        AIR_SUPPLY_MISSION,
        "11.17.1",
        Activity.AIR_TRANSPORT,
        supply_targets,
        brings_supplies,
        drop_supplies,
        carriers=False,
        mixed=SUPPLIED_HEX,
    )
)
EMPTY: Act[War, Hold, None] = Act("empty", "11.11", "Nobody", do=lambda g, s, _: None)
CARRY: Act[War, Hold, int] = Act(
    "carry", "11.11", "{0}", takes=Unit, among=lambda g, s: s.among, do=lambda g, s, unit: unit,
    may=lambda g, s, unit: may_ride(g, s.transport, unit, s.space),
)  # fmt: skip
KEEP_ABOARD: Act[War, Hold, None] = Act("keep_aboard", "11.11", "Keep it aboard", do=lambda g, s, _: None)
UNLOAD: Act[War, Hold, int] = Act(
    "unload", "11.11", "Unload {0}", takes=Unit, among=lambda g, s: s.among, may=may_unload, do=lambda g, s, unit: unit
)
LAND: Act[War, Return, int] = Act(
    "land", "14.2.4", "In {0}", takes=Hex, among=lambda g, s: s.bases, do=lambda g, s, space: space,
    may=lambda g, s, space: None if space in s.bases else No("14.2.4", "a friendly hex with room within its range"),
)  # fmt: skip
