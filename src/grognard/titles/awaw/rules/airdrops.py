"""Ours 10.5: airdrops: airborne units jump from air transports, onto enemies whom they must attack or into an empty hex."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import MAJORS
from grognard.titles.awaw.rules.air import fight, flying, gather, land_all
from grognard.titles.awaw.rules.control import take_control
from grognard.titles.awaw.rules.operations import may_pay, pay, payers
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    air_range,
    air_units,
    eliminate,
    held_by,
    masters,
    other,
    patron,
    stance,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.weather import winter_at
from grognard.titles.awaw.state import ATTACKING, COVERING, FORTRESS, FULL, INTERCEPTING, NO_MISSION, Hex, Unit, World

LOADING, NEAR_FRIENDS = 2, 6


class Drop(Subject, frozen=True):
    """A power that may drop airborne units."""

    power: int


@rule("ours 10.5", "ours 10.51")
def transport_for(g: World, u: int) -> int:
    """A ready air transport of the power based within two hexes of an airborne unit, or -1."""
    at = g.units.at[u]
    for s in g.ground.within(at, LOADING):
        for t in air_units(g).get(s, ()):
            ready = not g.units.inverted[t] and g.units.mission[t] == NO_MISSION
            if KIND[g.units.design[t]] == Kind.TRANSPORT_AIR and ready and patron(g, t) == patron(g, u):
                return t
    return -1


@rule("ours 10.51", "ours 10.52", "ours 10.53", "ours 10.54", "9.22")
def may_drop(g: World, drop: Drop, wanted: tuple[int, int]) -> No | None:
    """A rested, supplied airborne unit with a transport; an enemy hex in range that is open, not fortified, near friends."""
    u, space = wanted
    units = g.units
    if units.at[u] < 0 or KIND[units.design[u]] != Kind.AIRBORNE or patron(g, u) != drop.power or unit_sides(g)[u] != g.side:
        return No("ours 10.5", "no airborne unit of this power")
    if (
        units.mission[u] != NO_MISSION
        or units.fought[u]
        or units.spent[u]
        or units.supply[u] != FULL
        or g.ground.box[units.at[u]]
    ):
        return No("ours 10.51", "it has moved or fought, or is not supplied")
    plane = transport_for(g, u)
    if plane < 0:
        return No("ours 10.51", "no air transport is ready within two hexes")
    base = units.at[plane]
    if not operational(g, base, g.side):
        return No("ours 18.42", "the base is not operational")
    if g.ground.theatre[space] != g.ground.theatre[base] or (g.board.distance(base, space) or 0) > air_range(g, base):
        return No("ours 10.52", f"more than {air_range(g, base)} hexes from the transport's base")
    if not g.ground.field[space] or held_by(g, space) != other(g.side):
        return No("ours 10.53", "no enemy hex")
    deep = winter_at(g, NATION[units.design[u]], space) >= g.charts.climate.no_overruns
    if g.ground.rough[space] or g.hexes.works[space] == FORTRESS or deep:
        return No("ours 10.54", "not into rough terrain, a fortress or deep winter")
    alone = g.ground.island[space]
    near = any(units.supply[o] == FULL for s in g.ground.within(space, NEAR_FRIENDS) for o in troops(g, s, g.side) if o != u)
    if not alone and not near:
        return No("ours 10.54", "more than six hexes from a supplied friendly unit")
    defended = masters(g).get(space) == other(g.side)
    if not defended and room_for(g, u, space, g.side) is not None:
        return room_for(g, u, space, g.side)
    if defended and g.hexes.attacked[space]:
        return No("ours 15.23", "it was attacked")
    return may_pay(g, drop.power, space, payers(g, "airdrop", [plane], [u], defended=defended))


def drops(g: World, drop: Drop) -> list[tuple[int, int]]:
    seen, found = set(), []
    for u in range(len(g.units)):
        if g.units.at[u] < 0 or KIND[g.units.design[u]] != Kind.AIRBORNE or patron(g, u) != drop.power:
            continue
        sort = g.units.design[u], g.units.at[u]
        if sort in seen or g.ground.box[g.units.at[u]]:
            continue
        seen.add(sort)
        reach = g.ground.within(g.units.at[u], air_range(g, g.units.at[u]) + LOADING)
        found += [(u, s) for s in reach if may_jump(g, drop, (u, s)) is None]
    return found


def may_jump(g: World, drop: Drop, wanted: tuple[int, int]) -> No | None:
    no = may_drop(g, drop, wanted)
    if no is not None:
        return no
    u = wanted[0]
    twin = next(o for o in range(u + 1) if g.units.at[o] == g.units.at[u] and g.units.design[o] == g.units.design[u])
    return None if twin == u or may_drop(g, drop, (twin, wanted[1])) is not None else No("ours 10.5", f"the same as u{twin}")


@rule("ours 10.53", "ours 10.55", "ours 18.62", "ours 18.622", "9.54")
def jump(g: World, drop: Drop, wanted: tuple[int, int]) -> Flow[None]:
    """The transport flies, may be met; the airborne unit attacks what it lands on, or takes an empty hex"""
    u, space = wanted
    plane, side = transport_for(g, u), g.side
    defended = masters(g).get(space) == other(side)
    pay(g, drop.power, space, payers(g, "airdrop", [plane], [u], defended=defended))
    g.units[plane].inverted = 1
    for enemy in MAJORS:
        if stance(g, enemy) == other(side):
            yield from gather(g, enemy, space, COVERING, 5, "Meet an airdrop on {0}")
    foes = flying(g, space, COVERING, other(side))
    if foes:
        yield from gather(g, drop.power, space, INTERCEPTING, 5, "Fight those who wait over {0}")
        mine = flying(g, space, INTERCEPTING, side)
        if mine:
            _, foes = yield from fight(g, space, mine, foes)
        land_all(g, INTERCEPTING, target=space)
    if foes:
        g.say("the transports are shot down over {}", g.hexes[space], rule="ours 18.62")
        eliminate(g, plane)
        eliminate(g, u)
        return
    row = g.units[u]
    row.fought = 1
    if defended:
        row.mission, row.target, row.stage = ATTACKING, space, 1
    else:
        row.at, row.supply = space, FULL
        take_control(g, space, NATION[row.design])
    g.say("{} jumps over {}", row, g.hexes[space], rule="ours 10.53")


JUMP = Act("drop", "ours 10.53", "{0} jumps over {1}", takes=(Unit, Hex), listed=drops, may=may_jump, do=jump, rolls=True)
NO_MORE: Act[World, Drop, None] = Act("done", "ours 10.53", "No more drops", do=lambda g, d, _: None)


@rule("ours 10.53", "ours 15.11", "9.22")
def airdrops(g: World) -> Flow[None]:
    """Airdrops, after attacks are announced and before they are fought"""
    drop = Drop(g.mover)
    while drops(g, drop):
        choice, _ = yield from menu(g, g.seat(g.mover), "Airdrops", drop, NO_MORE, JUMP)
        if choice.verb == "done":
            return
