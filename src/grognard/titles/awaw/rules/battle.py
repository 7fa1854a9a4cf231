"""Ours 15.6 to 15.9: how one attack is fought: rounds, losses, advance, breakthrough."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.charts import combat_table, training
from grognard.titles.awaw.designs import CAPITAL, GROUND, Kind
from grognard.titles.awaw.nations import SENIOR
from grognard.titles.awaw.rules.air import flying, land_all, on_missions
from grognard.titles.awaw.rules.control import place_bridgehead, take_control
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.strength import Battle, attack, battle_training, column, defence, modified_value, too_weak
from grognard.titles.awaw.rules.units import (
    KIND,
    NATION,
    NAVAL_AIR,
    STRENGTH,
    air_factors,
    eliminate,
    factors,
    other,
    patron,
    troops,
    unit_sides,
)
from grognard.titles.awaw.rules.want import ARMY, wants
from grognard.titles.awaw.rules.weather import western_winter, winter_at
from grognard.titles.awaw.state import ATTACKING, COVERING, FULL, NO_MISSION, SHELLING, SUPPORTING, Hex, Unit, World

REGULAR, EXPLOITING = 1, 2
RANK = [n for powers in SENIOR.values() for n in powers]  # senior partners first (3.11)
TURNS = 1000  # more than a war has
ATOMIC_HEX = 5810  # key of `booked`: the hex struck by an atomic bomb and the turn, as `struck` has them (ours 43.4)


class Toll(Subject, frozen=True):
    """Losses to be paid by a power: so many factors, out of these units; aircraft pay at most half of a loss."""

    power: int
    space: Annotated[int, Hex]
    owed: int
    units: Annotated[tuple[int, ...], Unit]
    air: int = 0


class Pause(Subject, frozen=True):
    """Between two rounds of an attack."""

    power: int
    space: Annotated[int, Hex]
    rounds: int


class Advance(Subject, frozen=True):
    """An empty hex and those who may enter it."""

    power: int
    space: Annotated[int, Hex]
    units: Annotated[tuple[int, ...], Unit]


def attackers_of(g: World, space: int) -> list[int]:
    """Ground units that have announced an attack on a hex."""
    return list(on_missions(g).get((ATTACKING, space), ()))


@rule("ours 15.44", "9.73")
def fields_of(g: World, space: int) -> list[int]:
    """The hex of an attack, and those attacked together with it."""
    return [space, *(s for s in g.breadth if g.hexes.joined[s] == space)]


def battle_at(g: World, space: int, side: int) -> Battle:
    """The attack on a hex as it stands now, with the hexes attacked together with it."""
    mine = attackers_of(g, space)
    support = air_factors(g, flying(g, space, SUPPORTING, side))
    fields = fields_of(g, space)
    cover = air_factors(g, [u for s in fields for u in flying(g, s, COVERING, other(side))])
    foes = [u for s in fields for u in troops(g, s, other(side))]
    by_sea = bool(mine) and all(g.units.aboard[u] >= 0 for u in mine)
    return Battle(
        space, mine, foes, support, cover, g.stage == EXPLOITING, by_sea, shelling_of(g, space)
    )


@rule("ours 21.52")
def shelling_of(g: World, space: int) -> int:
    """Undamaged cruiser and capital ship factors that bombard a hex."""
    heavy = (*CAPITAL, Kind.CA)
    return sum(STRENGTH[g.units.design[u]] for u in on_missions(g).get((SHELLING, space), ())
               if KIND[g.units.design[u]] in heavy and not g.units.damage[u])  # fmt: skip


@rule("ours 53.5", "ours 29.4", "3.1")
def leader(g: World, units: list[int]) -> int:
    """The power with most factors decides; a tie goes to the senior partner."""
    by: dict[int, int] = {}  # AW-DEC-04
    for u in units:
        by[patron(g, u)] = by.get(patron(g, u), 0) + STRENGTH[g.units.design[u]]
    return max(by, key=lambda p: (by[p], -RANK.index(p))) if by else g.mover


# --- losses -------------------------------------------------------------------------------------------------------------


def may_lose(g: World, toll: Toll, u: int) -> No | None:
    if u not in toll.units:
        return No("ours 15.62", "it takes no part in this")
    if KIND[g.units.design[u]] not in GROUND and toll.air < 1:
        return No("ours 15.62", "aircraft pay at most half of the loss")
    return None


LOSE = Act("lose", "ours 15.62", "Lose {0}", takes=Unit, among=lambda g, t: t.units, may=may_lose,
           do=lambda g, t, u: eliminate(g, u))  # fmt: skip


@rule("ours 15.62")
def pay_losses(g: World, power: int, space: int, owed: int, units: list[int], aircraft: list[int]) -> Flow[int]:
    """Losses in whole units, chosen by their owner; who cannot pay loses every ground unit, but no aircraft (15.63)"""
    paid, by_air = 0, 0
    units, aircraft = list(units), [u for u in aircraft if KIND[g.units.design[u]] not in NAVAL_AIR]
    while owed > paid and units:
        air = max(0, min(len(aircraft), owed // 2 - by_air))
        pick = (*units, *aircraft[:1]) if air else tuple(units)
        if len({g.units.design[u] for u in pick}) == 1 or air + sum(STRENGTH[g.units.design[u]] for u in units) <= owed - paid:
            u = units[0]
            eliminate(g, u)
        else:
            toll = Toll(power, space, owed - paid, pick, air)
            named = (g.hexes[space], owed - paid)
            choice, _ = yield from menu(g, g.seat(power), "Losses at {0}: {1} factors", toll, LOSE, named=named)
            u = choice.args[0].index
        paid += STRENGTH[g.units.design[u]]
        if u in units:
            units.remove(u)
        else:
            aircraft.remove(u)
            by_air += 1
    return paid


@rule("ours 15.61", "3.1")
def defender_halves(g: World, battle: Battle) -> Flow[None]:
    """Half of the defending factors, rounded up, are lost"""
    owed = -(-factors(g, battle.defenders) // 2)
    yield from pay_losses(g, patron(g, battle.defenders[0]), battle.space, owed, battle.defenders, [])


# --- rounds -------------------------------------------------------------------------------------------------------------


GO_ON: Act[World, Pause, None] = Act("go_on", "ours 15.7", "Another round", do=lambda g, s, _: None, rolls=True)
STOP: Act[World, Pause, None] = Act("stop", "ours 15.7", "Break off", do=lambda g, s, _: None)


@rule("ours 15.6", "ours 15.7")
def fight_attack(g: World, space: int) -> Flow[None]:
    """One attack, round by round"""
    side = g.side
    first = battle_at(g, space, side)
    level = battle_training(g, first)
    power, rounds = leader(g, first.attackers), 0
    tanks: list[int] = []
    limit = 1 if g.stage == EXPLOITING else max(1, training(g.charts, level).ground_rounds)
    fields = fields_of(g, space)
    for s in fields:
        g.hexes[s].attacked = 1
    everyone = list(first.attackers)
    for u in everyone:
        g.units[u].fought = 1
    while True:
        battle = battle_at(g, space, side)
        if not battle.attackers or not battle.defenders or (rounds and too_weak(g, battle)):
            break
        tanks = [u for u in battle.attackers if KIND[g.units.design[u]] == Kind.ARM and g.units.supply[u] == FULL]
        hurt = yield from fight_round(g, battle, power, rounds)
        if hurt:
            for u in everyone:
                g.units[u].losses = 1
        rounds += 1
        battle = battle_at(g, space, side)
        if not battle.defenders:
            break
        if rounds >= limit or not battle.attackers or too_weak(g, battle):
            break
        choice, _ = yield from menu(g, g.seat(power), "The attack on {0} after {1} rounds", Pause(power, space, rounds), STOP,
                                    GO_ON, named=(g.hexes[space], rounds))  # fmt: skip
        if choice.verb == "stop":
            break
    battle = battle_at(g, space, side)
    for s in fields:  # ours 15.44: every hex that is empty now
        if rounds and battle.attackers and not troops(g, s, other(side)):
            yield from after_victory(g, battle, s, power, level, bool(tanks))
    finish(g, space)


@rule("ours 15.6", "ours 15.61")
def fight_round(g: World, battle: Battle, power: int, rounds: int) -> Flow[bool]:
    """A roll on the combat table and what follows; whether the attackers lost something"""
    at = column(g, battle)
    parties = (*battle.attackers, *battle.defenders)
    forces = aim(g, battle.space, parties, table="crt", line=g.charts.odds.labels[at], added=rounds)
    roll = g.roll(D6, f"attack on {g.board.label(battle.space)}", "ours 15.6", aim=forces)
    result = combat_table(g.charts, at, roll, rounds)
    told = g.hexes[battle.space], attack(g, battle), defence(g, battle), g.charts.odds.labels[at], roll
    g.say("{}: {} against {}, {}, die {}{}: {}", *told, f" +{rounds}" if rounds else "", result, rule="ours 15.61")
    if result == "d":
        yield from defender_halves(g, battle)
        return False
    owed = attacker_losses(g, battle, result)
    if result in ("D", "Ex", "Ex-1", "Ex-2"):
        for u in battle.defenders:
            eliminate(g, u)
    if owed:
        aircraft = flying(g, battle.space, SUPPORTING, g.side)
        yield from pay_losses(g, power, battle.space, owed, battle.attackers, aircraft)
    return owed > 0


@rule("ours 15.61", "3.1")
def attacker_losses(g: World, battle: Battle, result: str) -> int:
    """Factors the attacker owes: A all of the defenders' modified value, a half of it, exchanges as their number says."""
    if result in ("D", "d"):
        return 0
    value = modified_value(g, battle, {"Ex-1": 1, "Ex-2": 2}.get(result, 0))
    return -(-value // 2) if result == "a" else value


# --- advance and breakthrough -------------------------------------------------------------------------------------------


def may_advance(g: World, a: Advance, u: int) -> No | None:
    if u not in a.units or g.units.at[u] < 0 or g.units.at[u] == a.space:
        return No("ours 15.9", "it did not win this attack")
    return room_for(g, u, a.space, unit_sides(g)[u])


def enter(g: World, a: Advance, u: int) -> None:
    g.units[u].at = a.space
    if KIND[g.units.design[u]] == Kind.PARTISAN:
        return
    take_control(g, a.space, NATION[g.units.design[u]])


ADVANCE = Act("advance", "ours 15.9", "{0} advances", takes=Unit, among=lambda g, a: a.units, may=may_advance, do=enter)
REMAIN: Act[World, Advance, None] = Act("remain", "ours 15.9", "No one else", do=lambda g, a, _: None)


@rule("ours 15.9", "ours 16.11")
def after_victory(g: World, battle: Battle, space: int, power: int, level: int, tanks: bool) -> Flow[None]:
    """The hex is empty: advance, and a breakthrough if armor had part in it"""
    survivors = tuple(u for u in battle.attackers if not g.units.free[u] and g.units.at[u] not in fields_of(g, battle.space))
    state = Advance(power, space, survivors)
    entered = 0
    while any(may_advance(g, state, u) is None for u in survivors):
        choice, _ = yield from menu(g, g.seat(power), "{0} is empty: who advances?", state, REMAIN, ADVANCE,
                                    named=(g.hexes[space],))  # fmt: skip
        if choice.verb == "remain":
            break
        entered += opens_the_way(g, choice.args[0].index)
    if entered and tanks and breaks_through(g, space, level):
        g.hexes[space].broken = level + 1
        g.breaks.append(space)
        g.say("breakthrough at {}", g.hexes[space], rule="ours 16.11")


def struck(g: World, space: int) -> int:
    """What `booked` says of a hex that is struck by an atomic bomb this turn."""
    return space * TURNS + g.turn


@rule("ours 16.11")
def opens_the_way(g: World, u: int) -> bool:
    """Whether a unit that advances makes a breakthrough: no partisan, nor airborne that has just jumped."""
    row = g.units[u]
    return KIND[row.design] != Kind.PARTISAN and not (KIND[row.design] == Kind.AIRBORNE and row.stage)


@rule("ours 16.11", "ours 16.13")
def breaks_through(g: World, space: int, level: int) -> bool:
    """Not in exploitation, not under winter 6, not in a western winter; some training is needed."""
    if wants(g, g.mover, ARMY, space) or g.booked.get(ATOMIC_HEX, -1) == struck(g, space):
        return False
    if g.stage != REGULAR or not training(g.charts, level).creates_breakthrough or western_winter(g, space):
        return False
    return winter_at(g, g.mover, space) < g.charts.climate.no_exploitation


@rule("9.82", "ours 10.53", "ours 15.63")
def finish(g: World, space: int) -> None:
    """The attack is over: aircraft land, isolated units that attacked for nothing are lost."""
    for u in attackers_of(g, space):
        row = g.units[u]
        row.mission, row.target = NO_MISSION, -1
        if row.stage and KIND[row.design] == Kind.AIRBORNE:  # ours 10.53: who jumped stands in the hex or is lost
            row.stage = 0
            if row.at != space:
                eliminate(g, u)
        if row.aboard >= 0:
            row.aboard = -1
            if row.at == space:
                place_bridgehead(g, space)
        if row.free:
            eliminate(g, u)
    for s in fields_of(g, space):
        land_all(g, SUPPORTING, COVERING, target=s)
        if g.hexes.joined[s] >= 0:
            g.hexes[s].joined = -1
    g.breadth = [s for s in g.breadth if g.hexes.joined[s] >= 0]
