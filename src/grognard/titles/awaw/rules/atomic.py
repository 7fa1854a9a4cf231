"""Ours 43: atomic weapons: plants, the hidden stock of bombs, and what a bomb does to a city or to an army."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import FACTION, MAJORS
from grognard.titles.awaw.rules.battle import ATOMIC_HEX, pay_losses, struck
from grognard.titles.awaw.rules.bombing import Raid, air_battle, defenders, flak_over, spare, stationed, value
from grognard.titles.awaw.rules.influence import ATOMIC_BY, ATOMIC_ON
from grognard.titles.awaw.rules.research import results_of
from grognard.titles.awaw.rules.units import factors, held_by, other, patron, troops
from grognard.titles.awaw.state import World

BOMB_SINCE = 5800  # key of `booked`: the turn of a faction's third result
YEAR = 4


@rule("ours 43.1")
def plants(g: World, faction: int) -> int:
    return results_of(g, faction, "uranium_separation_or_plutonium")


@rule("ours 43.1")
def bombs_due(g: World, faction: int, turn: int) -> int:
    """Bombs that plants finish in a turn: the first a turn after the third result, each plant one in every two."""
    began = g.booked.get(BOMB_SINCE + faction, -1)
    if began < 0:
        return 0
    every = g.number("43.1 turns between bombs of a plant")
    return sum(turn >= began + 1 + n and (turn - began - 1 - n) % every == 0 for n in range(plants(g, faction)))


@rule("ours 43.1", "8.11")
def atomic_production(g: World) -> None:
    """Research phase: the stock grows, seen by nobody else."""
    if len(g.stock) < 4:
        g.stock = [0, 0, 0, 0]
    for faction in range(4):
        if results_of(g, faction, "atomic_bomb") and BOMB_SINCE + faction not in g.booked:
            g.booked[BOMB_SINCE + faction] = g.turn
        made = bombs_due(g, faction, g.turn)
        if made:
            g.stock[faction] += made
            seats = tuple(g.seat(n) for n in MAJORS if FACTION[n] == faction and g.seated(n))
            g.say("an atomic bomb is ready", rule="ours 43.1", only=seats)


def bombs(g: World, faction: int) -> int:
    return g.stock[faction] if len(g.stock) > faction else 0


@rule("ours 43.2")
def may_bomb(g: World, raid: Raid, target: int) -> No | None:
    """A bomb in stock, a bomber on the front, an enemy city in its range."""
    if bombs(g, FACTION[raid.power]) < 1:
        return No("ours 43.2", "no bomb is in stock")
    front = g.ground.front[raid.box]
    if not stationed(g, Kind.BOMBER, g.side, front, raid.power):
        return No("ours 43.2", "no bomber is ready on this front")
    if held_by(g, target) != other(g.side) or not g.ground.city[target]:
        return No("ours 43.2", "no enemy city")
    return None if spare(g, FACTION[raid.power], front, g.side, target) >= 0 else No("ours 17.72", "out of range")


def cities(g: World, raid: Raid) -> list[int]:
    if bombs(g, FACTION[raid.power]) < 1 or not stationed(g, Kind.BOMBER, g.side, g.ground.front[raid.box], raid.power):
        return []
    return [s for s in range(g.board.size) if g.ground.city[s] and may_bomb(g, raid, s) is None]


def through(g: World, raid: Raid, target: int) -> bool:
    """One bomber flies; whether it comes through."""
    g.stock[FACTION[raid.power]] -= 1
    plane = stationed(g, Kind.BOMBER, g.side, g.ground.front[raid.box], raid.power)[:1]
    g.units[plane[0]].inverted = 1
    fighters = defenders(g, Raid(raid.power, raid.box, target, 1))
    if fighters:
        plane = air_battle(g, plane, fighters)
    return bool(plane) and bool(flak_over(g, target, plane))


@rule("ours 43.2", "ours 43.3", "ours 43.5")
def destroy(g: World, raid: Raid, target: int) -> None:
    """A city is destroyed: no BRPs, no base or port for a year, and its country's will is shaken; it does not change hands."""
    if not through(g, raid, target):
        g.say("the bomber does not come through to {}", g.hexes[target], rule="ours 43.2")
        return
    owner = g.nations.patron[g.hexes.holder[target]]
    g.ruins[target] = g.turn + YEAR
    g.nations[owner].level -= value(g, target)
    g.booked[ATOMIC_ON + owner] = g.booked.get(ATOMIC_ON + owner, 0) + 1
    g.booked[ATOMIC_BY + g.side] = g.booked.get(ATOMIC_BY + g.side, 0) + 1
    g.say("an atomic bomb destroys {}", g.hexes[target], rule="ours 43.3")


@rule("ours 43.4")
def may_shatter(g: World, raid: Raid, target: int) -> No | None:
    """A bomb on an army in the field before it is attacked."""
    if bombs(g, FACTION[raid.power]) < 1 or not stationed(g, Kind.BOMBER, g.side, g.ground.front[raid.box], raid.power):
        return No("ours 43.4", "no bomb, or no bomber on this front")
    if not troops(g, target, other(g.side)):
        return No("ours 43.4", "no enemy ground units")
    return (
        None if spare(g, FACTION[raid.power], g.ground.front[raid.box], g.side, target) >= 0 else No("ours 17.72", "out of range")
    )


def armies(g: World, raid: Raid) -> list[int]:
    if bombs(g, FACTION[raid.power]) < 1 or not stationed(g, Kind.BOMBER, g.side, g.ground.front[raid.box], raid.power):
        return []
    return [s for s in g.ground.field_hexes if may_shatter(g, raid, s) is None]


@rule("ours 43.4")
def shatter(g: World, raid: Raid, target: int) -> Flow[None]:
    """Half of the factors in a hex are lost, rounded up; no breakthrough is made there this turn"""
    if through(g, raid, target):
        units = troops(g, target, other(g.side))
        g.booked[ATOMIC_HEX] = struck(g, target)
        g.say("an atomic bomb falls on the army in {}", g.hexes[target], rule="ours 43.4")
        yield from pay_losses(g, patron(g, units[0]), target, -(-factors(g, units) // 2), units, [])
