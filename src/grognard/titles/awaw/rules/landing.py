"""Ours 21.5: naval missions of the combat phase: invasions from the sea with shore bombardment, carriers against naval bases."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.ground import FRONT
from grognard.titles.awaw.rules.airsea import (
    SUPPORT_LAND,
    attack_harbor,
    bomb_port,
    bombable,
    harbors,
    may_attack_harbor,
    may_bomb_port,
)
from grognard.titles.awaw.rules.battle import breaks_through
from grognard.titles.awaw.rules.boxes import cite, lift, may_sail_to, route_between, route_to
from grognard.titles.awaw.rules.control import place_bridgehead, take_control
from grognard.titles.awaw.rules.embarking import FETCH, OFFER
from grognard.titles.awaw.rules.far_lands import may_operate_from
from grognard.titles.awaw.rules.interception import run_the_gauntlet
from grognard.titles.awaw.rules.islands import may_be_invaded
from grognard.titles.awaw.rules.operations import may_pay, pay, payers
from grognard.titles.awaw.rules.quays import coasts, may_support, stay_for_combat, support_from_sea
from grognard.titles.awaw.rules.seabattle import bomb_ships, defense_level, flak
from grognard.titles.awaw.rules.ships import (
    CARRIERS,
    INVASION,
    burn_oil,
    deck_room,
    destroyers,
    fuelled,
    load,
    ready_squadrons,
    sea_hexes,
    sea_way,
)
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.supply import ready_base
from grognard.titles.awaw.rules.units import KIND, NATION, eliminate, held_by, masters, other, patron, ships, unit_sides
from grognard.titles.awaw.rules.voyages import (
    BOARD,
    BY_SEA,
    CALL,
    CANCEL,
    FIGHTING,
    TAKE,
    TAKE_ALL,
    TAKE_FORCE,
    Harbour,
    back_to_lanes,
    cancel,
    cargo_of,
    fleet_of,
    harbours,
    may_open,
    merchantmen,
    origin,
    way_of,
)
from grognard.titles.awaw.rules.weather import frozen_coast, training_in
from grognard.titles.awaw.state import ATTACKING, NO_MISSION, SHELLING, WINTER, Hex, World

MOST_INVADERS, ISLAND_INVADERS = 3, 2
NAVAL_AIR_RANGE = {True: 3, False: 2}


class Admiralty(Subject, frozen=True):
    """A power that sends out its naval missions."""

    power: int


@rule("ours 21.51", "ours 21.512", "ours 34.23A", "4.62", "9.32", "5.28")
def may_invade(g: World, h: Harbour, space: int) -> No | None:
    """A beach or one-hex island of the enemy in range, with destroyers enough, a paid force and no western winter."""
    cargo, fleet = cargo_of(g, h), fleet_of(g, h)
    if not cargo:
        return No("ours 21.51", "no troops are aboard")
    no = may_be_invaded(g, space)
    if no is not None:
        return no
    if held_by(g, space) != other(g.side):
        return No("ours 21.51", "not held by the enemy")
    if g.hexes.attacked[space] or any(g.units.target[u] == space and g.units.mission[u] == ATTACKING and g.units.aboard[u] >= 0
                                      for u in range(len(g.units))):  # fmt: skip
        return No("ours 15.23", "it is attacked already")
    most = ISLAND_INVADERS if g.ground.island[space] else MOST_INVADERS
    if len(cargo) > most:
        return No("ours 21.512", f"{most} units invade a hex")
    if g.season == WINTER and through_western_waters(g, h.port, space):
        return No("ours 34.23A", "no invasions through western waters in winter")
    defended = masters(g).get(space) == other(g.side)
    no = frozen_coast(g, space)
    no = may_operate_from(g, h.port, g.side) if no is None else no
    no = ready_base(g, h.port, g.side) if no is None else no
    no = fuelled(g, h.power, h.port, fleet) if no is None else no
    no = _in_reach(g, h, space) if no is None else no
    if no is not None:
        return no
    need = load(g, cargo) * ((2 if g.ground.box[h.port] else 1) + int(defended))
    if need > len(destroyers(g, fleet)):
        return No("ours 21.51", f"{need} destroyer factors are needed")
    for power, mine in by_power(g, cargo).items() if defended else ():
        no = may_pay(g, power, space, mine) if power != h.power else None
        if no is not None:
            return no
    own = by_power(g, cargo).get(h.power, [])
    return may_pay(g, h.power, space, payers(g, "invasion", fleet, own, defended=defended))


@rule("ours 21.45", "9.53")
def by_power(g: World, units: list[int]) -> dict[int, list[int]]:
    """Units by the power that pays for them."""
    found: dict[int, list[int]] = {}
    for u in units:
        found.setdefault(patron(g, u), []).append(u)
    return found


@rule("9.72", "ours 34.23A")
def through_western_waters(g: World, port: int, space: int) -> bool:
    """The front of the waters through which ships move decides, not that of the beach."""
    way = [] if g.ground.box[port] else sea_way(g, port, space)[1:-1]
    waters = [s for s in way if not g.ground.land[s]]
    outer = [s for s in waters or [space] if s not in g.ground.inner_sea]
    return any(g.ground.front[s] == FRONT["western"] for s in outer)


def _in_reach(g: World, h: Harbour, space: int) -> No | None:
    if g.ground.box[h.port]:
        no = may_sail_to(g, g.board.token(h.port), "invasion", space)
        route = route_to(g, g.board.token(h.port), "invasion", space)
        if no is not None or route is None:
            return no
        enough = len(merchantmen(g, route.shipping)) * 5 >= load(g, cargo_of(g, h))
        return None if enough else No(cite(g, h.port, "8D"), "one transport for five factors")
    if g.ground.theatre[space] != g.ground.theatre[h.port]:
        return No("ours 21.512", "another map")
    far = max(sea_hexes(g, s, space) for s in (h.port, origin(g, h)))
    most = g.sea_reach(INVASION, europe=g.ground.europe[space])
    return None if far <= most else No("ours 21.512", f"{far} hexes by sea, {most} at most")


def shores(g: World, h: Harbour) -> list[int]:
    if not cargo_of(g, h):
        return []
    foe = other(g.side)
    coast = [s for s in g.ground.field_hexes if (g.ground.beach[s] or g.ground.island[s]) and held_by(g, s) == foe]
    return [s for s in coast if may_invade(g, h, s) is None]


@rule("ours 21.51", "ours 21.512", "ours 31.1", "9.53", "9.55", "5.931")
def invade(g: World, h: Harbour, space: int) -> Flow[None]:
    """The fleet sails for the beach; what comes through attacks, or lands where nobody is"""
    cargo, fleet = cargo_of(g, h), fleet_of(g, h)
    defended = masters(g).get(space) == other(g.side)
    pay(g, h.power, space, payers(g, "invasion", fleet, cargo))  # 9.53: the troops when they land
    wings = ready_squadrons(g, h.port, g.side, h.power)[: deck_room(g, fleet)]
    start = origin(g, h)
    way = [*way_of(g, h.power, h.port, start)[:-1], *way_of(g, h.power, start, space)]
    route = route_between(g, h.port, space, "invasion")
    g.say("an invasion fleet sails for {}", g.hexes[space], rule="ours 21.51")
    if route is not None:
        for u in merchantmen(g, route.shipping)[: lift(route, load(g, cargo))[1]]:
            g.units[u].moved |= BY_SEA
    going = yield from run_the_gauntlet(g, "invasion", way, fleet, wings)
    alive, from_box = [u for u in fleet if g.units.at[u] >= 0], g.ground.box[h.port]
    each = (2 if from_box else 1) + int(defended)
    while cargo and load(g, cargo) * each > len(destroyers(g, alive)):
        eliminate(g, cargo.pop())
    for u in alive:
        row = g.units[u]
        shells = going and (row.home < 0 or from_box)  # 5.931D: ships of the lanes bombard only for landings out of the boxes
        row.mission, row.target, row.inverted = (SHELLING, space, 1) if shells else (NO_MISSION, -1, 1)
    for u in cargo:
        row = g.units[u]
        row.mission, row.target, row.aboard = NO_MISSION, -1, -1
    if going and cargo:
        for power, mine in by_power(g, cargo).items() if defended else ():
            pay(g, power, space, mine)
        go_ashore(g, cargo, space, alive)


def go_ashore(g: World, cargo: list[int], space: int, fleet: list[int]) -> None:
    """Troops attack a defended hex in the attacks to come, and take an empty one at once."""
    defended = masters(g).get(space) == other(g.side)
    for u in cargo:
        row = g.units[u]
        if defended:
            row.mission, row.target, row.aboard = ATTACKING, space, fleet[0] if fleet else u
        elif room_for(g, u, space, g.side) is None:
            row.at, row.fought = space, 1
            take_control(g, space, NATION[row.design])
            place_bridgehead(g, space)
    if not defended:
        break_from_beach(g, [u for u in cargo if g.units.at[u] == space], space)


@rule("ours 16.14")
def break_from_beach(g: World, landed: list[int], space: int) -> None:
    """An undefended hex is broken through only by an invasion of more than one armor unit."""
    tanks = [u for u in landed if KIND[g.units.design[u]] == Kind.ARM]
    level = min((training_in(g, NATION[g.units.design[u]], space) for u in tanks), default=0)
    if len(tanks) > 1 and breaks_through(g, space, level) and space not in g.breaks:
        g.hexes[space].broken = level + 1
        g.breaks.append(space)
        g.say("breakthrough at {}", g.hexes[space], rule="ours 16.14")


# --- attacks on bases ---------------------------------------------------------------------------------------------------


@rule("ours 23.5", "ours 21.55", "9.22", "9.32", "5.931")
def may_raid_port(g: World, h: Harbour, space: int) -> No | None:
    """Carriers with squadrons against enemy ships in a port, within 20 hexes and the range of the squadrons."""
    fleet = fleet_of(g, h)
    wings = ready_squadrons(g, h.port, g.side, h.power)
    if not any(KIND[g.units.design[u]] == Kind.CV for u in fleet) or not wings:
        return No("9.32", "only fast carriers with squadrons attack a base")
    if cargo_of(g, h):
        return No("ours 21.3", "one activity at a time")
    if any(g.units.home[u] >= 0 for u in fleet):
        return No("5.931D", "ships of the lanes fly missions only with a landing out of a box")
    closed = may_operate_from(g, h.port, g.side)
    closed = ready_base(g, h.port, g.side) if closed is None else closed
    closed = fuelled(g, h.power, h.port, fleet) if closed is None else closed
    if closed is not None:
        return closed
    if not enemy_ships(g, space) or held_by(g, space) != other(g.side):
        return No("ours 23.5", "no enemy ships are in port there")
    if g.ground.box[h.port] or g.ground.theatre[space] != g.ground.theatre[h.port]:
        return No("ours 21.55", "out of reach")
    far = sea_hexes(g, h.port, space)
    if far > g.sea_reach(CARRIERS, europe=g.ground.europe[space]) + NAVAL_AIR_RANGE[g.ground.europe[space]]:
        return No("ours 21.55", f"{far} hexes by sea")
    return may_pay(g, h.power, space, [u for u in fleet if KIND[g.units.design[u]] != Kind.NAS])


def enemy_ships(g: World, port: int) -> list[int]:
    sides = unit_sides(g)
    return [u for u in ships(g).get(port, ()) if sides[u] == other(g.side)]


def enemy_ports(g: World, h: Harbour) -> list[int]:
    if not fleet_of(g, h):
        return []
    return [p for p in sorted(ships(g)) if may_raid_port(g, h, p) is None]


@rule("ours 23.5", "ours 23.42", "ours 23.44", "ours 21.55")
def raid_port(g: World, h: Harbour, space: int) -> Flow[None]:
    """Carriers strike ships in port: scrambling squadrons, air defense, then the ships, which cannot fight back"""
    fleet = fleet_of(g, h)
    wings = ready_squadrons(g, h.port, g.side, h.power)[: deck_room(g, fleet)]
    pay(g, h.power, space, fleet)
    burn_oil(g, h.power, h.port, fleet)
    way = sea_way(g, h.port, space)[: -NAVAL_AIR_RANGE[g.ground.europe[space]] or None]
    g.say("carriers strike at {}", g.hexes[space], rule="ours 23.5")
    going = yield from run_the_gauntlet(g, "carrier mission", way, fleet, wings)
    alive = [u for u in wings if g.units.at[u] >= 0]
    targets = enemy_ships(g, space)
    if going and alive and targets:
        roll = sum(g.roll_dice(2, D6, "air defense of the port", "ours 23.42"))
        hurt = flak(g.charts, defense_level(g, targets, base=space).total, roll)
        for u in alive[: hurt.lost]:
            eliminate(g, u)
        alive = alive[hurt.lost + hurt.aborted :]
        yield from bomb_ships(g, h.power, space, len(alive), targets, 0, in_port=True)
    for u in [*fleet, *wings]:
        row = g.units[u]
        if row.at >= 0:
            row.mission, row.target, row.inverted = NO_MISSION, -1, 1
    back_to_lanes(g)


INVADE = Act("invade", "ours 21.51", "Invade {0}", takes=Hex, listed=shores, may=may_invade, do=invade, rolls=True)
RAID_PORT = Act("strike_port", "ours 23.5", "Carriers strike {0}", takes=Hex, listed=enemy_ports, may=may_raid_port, do=raid_port,
                rolls=True)  # fmt: skip


def at_the_quay(g: World, admiralty: Admiralty, port: int) -> Flow[None]:
    """Ships make ready for a mission: who sails, what they carry, against what"""
    h = Harbour(admiralty.power, port, FIGHTING)
    while True:
        choice, _ = yield from menu(g, g.seat(h.power), "Naval mission from {0}", h, CANCEL, INVADE, RAID_PORT, SUPPORT_LAND,
                                    TAKE_ALL, TAKE, TAKE_FORCE, CALL, BOARD, FETCH, OFFER, named=(g.hexes[port],))  # fmt: skip
        if choice.verb in ("invade", "strike_port", "carrier_support", "cancel"):
            cancel(g, h, None)
            return


FLEET: Act[World, Admiralty, int] = Act("fleet", "ours 21.5", "Ships in {0}", takes=Hex, do=at_the_quay,
             among=lambda g, a: harbours(g, a.power, FIGHTING),
             may=lambda g, a, s: may_open(g, a.power, FIGHTING, s))  # fmt: skip
SUPPORT: Act[World, Admiralty, tuple[int, int]] = Act("patrol_support", "ours 21.41", "The patrol at {0} bombards {1}",
             takes=(Hex, Hex),
             listed=lambda g, a: coasts(g, a.power), may=lambda g, a, w: may_support(g, a.power, w),
             do=lambda g, a, w: support_from_sea(g, a.power, w))  # fmt: skip
BOMB: Act[World, Admiralty, int] = Act("bomb_port", "ours 23.5", "Aircraft against the ships in {0}", takes=Hex, rolls=True,
             listed=lambda g, a: bombable(g, a.power), may=lambda g, a, s: may_bomb_port(g, a.power, s),
             do=lambda g, a, s: bomb_port(g, a.power, s))  # fmt: skip
HARBOR: Act[World, Admiralty, int] = Act("harbor_attack", "ours 21.44", "Harbor attack on {0}", takes=Hex, rolls=True,
             listed=lambda g, a: harbors(g, a.power), may=lambda g, a, s: may_attack_harbor(g, a.power, s),
             do=lambda g, a, s: attack_harbor(g, a.power, s))  # fmt: skip
NO_MORE: Act[World, Admiralty, None] = Act("done", "ours 21.5", "No more naval missions", do=lambda g, a, _: None)


@rule("9.32", "ours 21.51")
def naval_missions(g: World) -> Flow[None]:
    """Naval missions of the combat phase, before the defender commits his aircraft"""
    if not g.sheet.fleets:
        return
    admiralty = Admiralty(g.mover)
    yield from stay_for_combat(g, g.mover)
    while harbours(g, g.mover, FIGHTING) or coasts(g, g.mover) or bombable(g, g.mover) or harbors(g, g.mover):
        choice, _ = yield from menu(g, g.seat(g.mover), "Naval missions", admiralty, NO_MORE, FLEET, SUPPORT, BOMB, HARBOR,
                                    rests=True)  # fmt: skip
        if choice.verb == "done":
            return


@rule("ours 15.13", "ours 21.7")
def ships_return(g: World) -> None:
    """After the attacks the ships off the coasts go home."""
    for u in range(len(g.units)):
        if g.units.mission[u] == SHELLING:
            row = g.units[u]
            row.mission, row.target = NO_MISSION, -1
    back_to_lanes(g)
