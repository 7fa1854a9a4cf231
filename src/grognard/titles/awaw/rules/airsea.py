"""Ours 21.55, 23.13 and 23.5: land-based aircraft against ships in port, and carriers over the land: ground support, and against
defensive air.

Carriers against ports are in landing.py, patrols in quays.py, aircraft in naval battles in seabattle.py.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import CAPITAL, Kind
from grognard.titles.awaw.rules.air import (
    INTERCEPT_AT,
    NO_MORE,
    SCRAMBLE,
    Scramble,
    Sky,
    Sortie,
    air_round,
    any_hangar,
    covered,
    fight,
    flyers,
    flying,
    gather,
    land_all,
    may_intercept,
)
from grognard.titles.awaw.rules.interception import run_the_gauntlet
from grognard.titles.awaw.rules.operations import may_pay, pay
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.seabattle import bomb_ships, defense_level, flak
from grognard.titles.awaw.rules.ships import (
    CARRIERS,
    SQUADRONS,
    burn_oil,
    deck_room,
    fuelled,
    ready_ships,
    ready_squadrons,
    sea_hexes,
    sea_way,
)
from grognard.titles.awaw.rules.supply import ready_base
from grognard.titles.awaw.rules.units import (
    KIND,
    air_units,
    held_by,
    is_port,
    lose_squadrons,
    masters,
    naval_air_range,
    other,
    patron,
    recombine,
    ships,
    squadrons,
    stance,
    unit_sides,
)
from grognard.titles.awaw.rules.voyages import Harbour, cargo_of, fleet_of
from grognard.titles.awaw.state import COVERING, INTERCEPTING, NO_MISSION, STRIKING, SUPPORTING, Hex, World


def in_port(g: World, port: int) -> list[int]:
    """Enemy ships in a port."""
    sides = unit_sides(g)
    return [u for u in ships(g).get(port, ()) if sides[u] == other(g.side) and g.units.patrol[u] < 0]


# --- land-based air against naval bases ---------------------------------------------------------------------------------


@rule("ours 23.5", "ours 23.13", "9.22")
def may_bomb_port(g: World, power: int, port: int) -> No | None:
    """Enemy ships in a port within range of army air or naval air ashore."""
    if not is_port(g, port) or held_by(g, port) != other(g.side) or not in_port(g, port):
        return No("ours 23.5", "no enemy ships are in port there")
    ready = any_hangar(g, Sortie(power, port, STRIKING, 99))
    return None if ready else No("ours 23.5", "no aircraft in range are free")


def bombable(g: World, power: int) -> list[int]:
    return [p for p in sorted(ships(g)) if not g.ground.box[p] and may_bomb_port(g, power, p) is None]


@rule("ours 23.5", "ours 23.13", "ours 23.42", "ours 17.22", "9.22")
def bomb_port(g: World, power: int, port: int) -> Flow[None]:
    """Aircraft attack ships in port as squadrons: who scrambles, air defense, then the ships, which cannot fight back"""
    side = stance(g, power)
    if not (yield from gather(g, power, port, STRIKING, 99, "Aircraft against the ships in {0}")):
        return
    wings = flying(g, port, STRIKING, side)
    risers = flyers(g, port, other(side))
    if risers:
        owner = patron(g, risers[0])
        yield from menu(g, g.seat(owner), "{0} is attacked from the air", Scramble(owner, port), SCRAMBLE, named=(g.hexes[port],))
        risen = flying(g, port, COVERING, other(side))
        if risen:
            wings, _ = air_round(g, port, wings, risen)
    targets, over = in_port(g, port), sum(squadrons(g, u) for u in wings)
    if over and targets:
        roll = sum(g.roll_dice(2, D6, "air defense of the port", "ours 23.42"))
        hurt = flak(g.charts, defense_level(g, targets, base=port).total, roll)
        lose_squadrons(g, wings, hurt.lost)
        recombine(g, wings)
        left = max(0, over - hurt.lost - hurt.aborted)
        if left:
            yield from bomb_ships(g, power, port, left, targets, 0, in_port=True)
    land_all(g, STRIKING, COVERING, target=port)


# --- harbor attacks -----------------------------------------------------------------------------------------------------


MADE = 2144  # key of `booked`, and the faction: harbor attacks made


@rule("ours 21.44")
def may_attack_harbor(g: World, power: int, port: int) -> No | None:
    """One attack for each result of research, on a port with capital ships within 20 hexes by sea of an own port."""
    faction = g.faction(power)
    if results_of(g, faction, "harbor_attack") <= g.booked.get(MADE + faction, 0):
        return No("ours 21.44", "it takes a result of research, and each serves once")
    if held_by(g, port) != other(g.side) or not capital_ships(g, port):
        return No("ours 21.44", "no enemy capital ships are in port there")
    most = g.number("21.44 range of a harbor attack")
    own = [p for p in g.ground.ports if g.hexes.holder[p] == power and g.ground.theatre[p] == g.ground.theatre[port]]
    near = any(sea_hexes(g, p, port) <= most for p in own)
    return None if near else No("ours 21.44", f"no port of this power within {most} hexes")


def capital_ships(g: World, port: int) -> list[int]:
    return [u for u in in_port(g, port) if KIND[g.units.design[u]] in CAPITAL and not g.units.damage[u]]


def harbors(g: World, power: int) -> list[int]:
    if not g.results or results_of(g, g.faction(power), "harbor_attack") <= g.booked.get(MADE + g.faction(power), 0):
        return []
    return [p for p in sorted(ships(g)) if not g.ground.box[p] and may_attack_harbor(g, power, p) is None]


@rule("ours 21.44")
def attack_harbor(g: World, power: int, port: int) -> None:
    """Nine on two dice: half a die of capital ships are damaged."""
    g.booked[MADE + g.faction(power)] = g.booked.get(MADE + g.faction(power), 0) + 1
    roll = sum(g.roll_dice(2, D6, f"harbor attack on {g.board.label(port)}", "ours 21.44"))
    if roll < g.number("21.44 roll of a harbor attack"):
        g.say("the harbor attack on {} fails", g.hexes[port], rule="ours 21.44")
        return
    hurt = -(-g.roll(D6, "ships damaged", "ours 21.44") // 2)
    for u in sorted(capital_ships(g, port), key=lambda u: -g.units[u].sheet.strength)[:hurt]:
        g.units[u].damage = 1
        g.say("{} is damaged in port", g.units[u], rule="ours 21.44")


# --- carriers over the land ---------------------------------------------------------------------------------------------


def decks(g: World, fleet: list[int], *, fast: bool) -> bool:
    sorts = (Kind.CV,) if fast else (Kind.CV, Kind.CVE)
    return any(KIND[g.units.design[u]] in sorts and not g.units.damage[u] for u in fleet)


def launch_point(g: World, port: int, target: int) -> int:
    """The nearest sea hex within 20 hexes of a port from which squadrons reach a target; -1 where there is none."""
    if g.ground.theatre[port] != g.ground.theatre[target] or g.ground.box[port]:
        return -1
    near = [s for s in g.ground.within(target, naval_air_range(g, target)) if g.ground.lanes[s] and not g.ground.box[s]]
    far = [(sea_hexes(g, port, s), s) for s in near]
    return min(far)[1] if far and min(far)[0] <= g.sea_reach(CARRIERS, europe=g.ground.europe[min(far)[1]]) else -1


@rule("9.32", "ours 21.55", "9.55", "5.931")
def may_support_land(g: World, h: Harbour, space: int) -> No | None:
    """Carriers with squadrons against a hex with enemy ground units within reach of them."""
    fleet = fleet_of(g, h)
    if not decks(g, fleet, fast=False) or not ready_squadrons(g, h.port, g.side, h.power):
        return No("9.32E", "only carriers with squadrons give ground support")
    if cargo_of(g, h):
        return No("ours 21.3", "one activity at a time")
    if any(g.units.home[u] >= 0 for u in fleet):
        return No("5.931D", "ships of the lanes fly missions only with a landing out of a box")
    if masters(g).get(space) != other(g.side):
        return No("ours 21.55", "no enemy ground unit stands there")
    no = ready_base(g, h.port, g.side)
    no = fuelled(g, h.power, h.port, fleet) if no is None else no
    if no is not None:
        return no
    if launch_point(g, h.port, space) < 0:
        return No("ours 21.55", "out of reach")
    return may_pay(g, h.power, space, [u for u in fleet if KIND[g.units.design[u]] not in SQUADRONS])


def supported_hexes(g: World, h: Harbour) -> list[int]:
    if not decks(g, fleet_of(g, h), fast=False) or cargo_of(g, h):
        return []
    return [s for s, who in sorted(masters(g).items()) if who == other(g.side) and may_support_land(g, h, s) is None]


@rule("9.32", "ours 21.55", "9.55", "9.58")
def support_land(g: World, h: Harbour, space: int) -> Flow[None]:
    """Carriers sail, may be met, and their squadrons support the attack on a hex, three for a factor"""
    wings = yield from sortie_from(g, h.power, h.port, space, fleet_of(g, h))
    for u in wings:
        row = g.units[u]
        row.mission, row.target = SUPPORTING, space


def sortie_from(g: World, power: int, port: int, space: int, fleet: list[int]) -> Flow[list[int]]:
    """Paid for, carriers sail to where their squadrons reach a hex; the squadrons that get there. The ships have acted."""
    wings = ready_squadrons(g, port, g.side, power)[: deck_room(g, fleet)]
    pay(g, power, space, fleet)
    burn_oil(g, power, port, fleet)
    way = sea_way(g, port, launch_point(g, port, space))
    g.say("carriers sail for {}", g.hexes[space], rule="ours 21.55")
    going = yield from run_the_gauntlet(g, "carrier mission", way, fleet, wings)
    alive = [u for u in wings if g.units.at[u] >= 0]
    for u in [*fleet, *alive]:
        row = g.units[u]
        if row.at >= 0:
            row.mission, row.target, row.inverted = NO_MISSION, -1, 1
    return alive if going else []


@rule("9.32", "ours 18.56", "ours 21.55")
def may_intercept_from_decks(g: World, sky: Sky, wanted: tuple[int, int]) -> No | None:
    """Fast carriers of a port against defensive air over a hex within reach of their squadrons."""
    port, space = wanted
    side = stance(g, sky.power)
    if space not in covered(g, other(side)):
        return No("ours 18.56", "no defensive air flies there")
    fleet = carriers_at(g, sky.power, port)
    if not fleet or not ready_squadrons(g, port, side, sky.power):
        return No("9.32F", "only fast carriers with squadrons intercept")
    no = ready_base(g, port, side)
    no = fuelled(g, sky.power, port, fleet) if no is None else no
    if no is not None:
        return no
    if launch_point(g, port, space) < 0:
        return No("ours 21.55", "out of reach")
    return may_pay(g, sky.power, space, fleet)


def carriers_at(g: World, power: int, port: int) -> list[int]:
    return [u for u in ready_ships(g, port, g.side, power) if KIND[g.units.design[u]] == Kind.CV] if is_port(g, port) else []


def flat_tops(g: World, sky: Sky) -> list[tuple[int, int]]:
    over = covered(g, other(stance(g, sky.power))) if g.sheet.fleets else []
    return [(p, s) for p in sorted(air_units(g)) if over and carriers_at(g, sky.power, p) for s in over
            if may_intercept_from_decks(g, sky, (p, s)) is None]  # fmt: skip


@rule("9.32", "ours 18.56")
def intercept_from_decks(g: World, sky: Sky, wanted: tuple[int, int]) -> Flow[None]:
    """Squadrons of fast carriers fight the defensive air over a hex"""
    port, space = wanted
    side = stance(g, sky.power)
    wings = yield from sortie_from(g, sky.power, port, space, carriers_at(g, sky.power, port))
    for u in wings:
        row = g.units[u]
        row.mission, row.target = INTERCEPTING, space
    if wings:
        yield from fight(g, space, wings, flying(g, space, COVERING, other(side)))
        land_all(g, INTERCEPTING, target=space)


FROM_DECKS = Act("carriers", "9.32F", "Carriers of {0} against the air over {1}", takes=(Hex, Hex), listed=flat_tops,
                 may=may_intercept_from_decks, do=intercept_from_decks, rolls=True)  # fmt: skip
SUPPORT_LAND = Act("carrier_support", "9.32E", "Carriers support the attack on {0}", takes=Hex, listed=supported_hexes,
                   may=may_support_land, do=support_land, rolls=True)  # fmt: skip


@rule("ours 18.56", "9.58", "9.32")
def interception(g: World) -> Flow[None]:
    """The attacker may intercept defensive air, from bases and from fast carriers"""
    sky = Sky(g.mover)
    while any(may_intercept(g, sky, s) is None for s in covered(g, other(g.side))) or flat_tops(g, sky):
        choice, _ = yield from menu(g, g.seat(g.mover), "Intercept defensive air: choose a hex", sky, NO_MORE, INTERCEPT_AT,
                                    FROM_DECKS)  # fmt: skip
        if choice.verb == "done":
            break
