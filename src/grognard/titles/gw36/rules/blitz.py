"""Blitz after a battle (9.5, table 9-3): armor that won within two rounds goes on into a neighbouring enemy zone.

Passing through empty zones during combat movement is movement.py; here the Combat Phase goes on.
"""

from __future__ import annotations

from functools import partial

from grognard.kernel.acts import menu
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import IS_AIR, WITH
from grognard.titles.gw36.rules.air_movement import can_land_from
from grognard.titles.gw36.rules.battle import Battle
from grognard.titles.gw36.rules.movement import fortified, land_step, may_stay_out
from grognard.titles.gw36.rules.nations import first_refusal
from grognard.titles.gw36.rules.seats import seat_of_unit
from grognard.titles.gw36.rules.terrain import fortified_line, is_city, rough_zones
from grognard.titles.gw36.rules.units import foes, points_left
from grognard.titles.gw36.state import ATTACK, Unit, War, Zone
from grognard.titles.gw36.subjects import Onward

BLITZ, PAIR, PAIR_TWO = WITH["blitz"], WITH["blitz_pair"], WITH["blitz_pair_two"]
ROUNDS = 3  # the battle must have lasted fewer


@rule("9.5", "1.16", "1.8", "1.9", "1.10", "1.11")
def may_blitz(g: War, u: int, a: int, z: int) -> No | None:
    """Why a unit cannot blitz from the zone it has won into another."""
    kind, nation = g.units.kind[u], g.units.nation[u]
    if kind not in BLITZ | PAIR | PAIR_TWO:
        return No("9.5", "only armor blitzes, with Mechanized Infantry, Self-Propelled Artillery, Fighters or Tactical Bombers")
    if points_left(g, u) < 1:
        return No("9.5", "no movement left")
    if all(b != z for b, _ in g.board.geo.land[a]):
        return No("0.8", "not adjacent by land")
    owner = g.zones.owner[z]
    if owner >= 0 and not foes(g, nation, z) >> owner & 1:
        return No("8.2", "not an enemy zone")
    if owner < 0 and not IS_AIR[kind]:
        return No("8.2", "nobody to attack there")
    if is_city(g, a):
        return No("1.16", "units cannot blitz out of a city")
    zones, steps = rough_zones(g)
    if a in zones or z in zones or (a, z) in steps:
        return No("9.5", "no blitz into or out of desert, jungle, marsh or mountains")
    if fortified_line(g, a, z) or fortified(g, a, z):
        return No("12.7", "an enemy fortification is on the border")
    slow = None if IS_AIR[kind] or g.units.came[u] < 0 else land_step(g, kind, g.units.came[u], a, 1)
    if slow is not None:  # 1.8: it has used its one point
        return slow
    if IS_AIR[kind]:
        return None if can_land_from(g, u, z, points_left(g, u) - 1) else No("8.3", "it could not land")
    return may_stay_out(g, u, z)


@rule("9.5")
def held_up(b: Battle, u: int) -> No | None:
    """Why a unit cannot blitz out of its battle: it came across a fortified border into it (table 9-3, GW36-AMB-129)."""
    way = b.way(u)
    return No("9.5", "it was subject to enemy fortifications in this battle") if way.fortified or way.maginot else None


@rule("9.5", "7.8")
def room_beside(g: War, sent: dict[int, list[int]], u: int, z: int) -> No | None:
    """Why no armor is free to take a unit along: one paired unit each, two Advanced Mechanized Infantry."""
    kinds = [g.units.kind[v] for v in sent.get(z, ())]
    if g.units.kind[u] in BLITZ:
        return None
    armor = sum([1 for k in kinds if k in BLITZ])
    halves = sum([1 if k in PAIR_TWO else 2 for k in kinds if k not in BLITZ])
    need = 1 if g.units.kind[u] in PAIR_TWO else 2
    return None if halves + need <= armor * 2 else No("9.5", "each blitzing armor takes one unit along")


@rule("9.5")
def blitz(g: War, b: Battle) -> Flow[None]:
    """Units that won quickly may go on and attack again"""
    if b.sea or b.landing or b.number >= ROUNDS:
        return
    ready = [
        u for u in b.attackers if g.units.at[u] == b.zone and g.units.kind[u] in BLITZ | PAIR | PAIR_TWO and held_up(b, u) is None
    ]
    sent: dict[int, list[int]] = {}
    while True:
        ways = [
            (u, z)
            for u in _alike(g, ready)
            for z, _ in g.board.geo.land[b.zone]
            if may_blitz(g, u, b.zone, z) is None and room_beside(g, sent, u, z) is None
        ]
        if not ways:
            return
        acts = (
            word("done", "9.5", "Done"),
            one_of("blitz", "9.5", "The {0} goes on to {1}", (Unit, Zone), ways, ALIKE, why=partial(_why, b=b, sent=sent)),
        )
        prompt = f"Blitz on from {g.zones[b.zone].label}?"
        choice, way = yield from menu(g, seat_of_unit(g, ready[0]), prompt, Onward(b.zone, tuple(ways)), *acts, rule="9.5")
        if choice.verb == "done":
            return
        u, z = way
        ready.remove(u)
        sent.setdefault(z, []).append(u)
        go_on(g, u, z)


ALIKE = "it did not win this battle, or another of its sort stands for it"


def _why(g: War, way: tuple[int, int], b: Battle, sent: dict[int, list[int]]) -> No | None:
    """Why a unit does not go on into a zone."""
    u, z = way
    return first_refusal(held_up(b, u), may_blitz(g, u, b.zone, z), room_beside(g, sent, u, z))


def go_on(g: War, u: int, z: int) -> None:
    """A unit moves on into the next battle."""
    unit = g.units[u]
    unit.came = unit.at
    unit.used += 1
    unit.spent = 0
    unit.duty = ATTACK
    g.put(u, z)
    g.say("{} blitzes into {}", unit, g.zones[z], rule="9.5")


def _alike(g: War, units: list[int]) -> list[int]:
    found: dict[tuple[object, ...], int] = {}
    for u, sort in zip(units, g.units.keys(units)):
        found.setdefault((sort, points_left(g, u)), u)
    return list(found.values())
