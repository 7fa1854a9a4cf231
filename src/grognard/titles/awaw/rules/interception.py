"""Ours 22.1 and 22.2: enemy ships come out of port to meet a naval activity on its way."""

from __future__ import annotations

from typing import Annotated

import msgspec

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.files import read_csv
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import TABLES
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import MAJORS
from grognard.titles.awaw.rules.boxes import may_intercept_from
from grognard.titles.awaw.rules.seabattle import naval_battle
from grognard.titles.awaw.rules.ships import deck_room, naval_factors, ready_ships, ready_squadrons, slow
from grognard.titles.awaw.rules.supply import operational
from grognard.titles.awaw.rules.units import KIND, other, ships, unit_sides
from grognard.titles.awaw.state import Hex, World

SMALL = 10


class InterceptionRow(msgspec.Struct, frozen=True):
    """A row of naval_interception.csv."""

    kind: str
    item: str
    value: str = ""
    confidence: str = ""


ROWS = tuple(read_csv(TABLES / "naval_interception.csv", InterceptionRow))
DICE = {
    "base change": 2, "patrol": 2, "carrier mission": 2, "redeployment": 2, "displaced": 2, "return": 2,
    "sea transport": 4, "sea escort": 4, "invasion": 4, "bombardment": 4, "sea supply": 4, "raid": 1, "counter": 1,
    "staying patrol": 8,
}  # fmt: skip


class Passage(Subject, frozen=True):
    """A naval activity under way: may it be met?"""

    power: int
    activity: str
    way: Annotated[tuple[int, ...], Hex]
    factors: int
    tried: Annotated[tuple[int, ...], Hex] = ()


@rule("ours 22.2")
def modifiers(g: World, hunters: list[int], port: int, passage: Passage) -> Modifiers:
    """What helps or hinders those who come out."""
    found = Modifiers()
    fast_carrier = any(KIND[g.units.design[u]] == Kind.CV and not g.units.damage[u] for u in hunters)
    found.add("slow ships and no fast carrier", -int(any(slow(g, u) for u in hunters) and not fast_carrier), "ours 22.2")
    if hunters:
        found.add("port not operational", -2 * int(not operational(g, port, unit_sides(g)[hunters[0]])), "ours 22.2")
    found.add("a small force", -int(passage.factors < SMALL), "ours 22.2")
    return found.add("invasion hex", int(passage.activity == "invasion"), "ours 22.2")


@rule("ours 22.2")
def nearest(g: World, port: int, way: tuple[int, ...]) -> tuple[int, int]:
    """The hex of the way that is nearest to a port, and how far it is."""
    best, far = -1, 999
    for s in way:
        if g.ground.theatre[s] == g.ground.theatre[port] and not g.ground.box[s]:
            distance = g.board.distance(port, s)
            if distance is not None and distance < far:
                best, far = s, distance
    return best, far


@rule("ours 22.11", "ours 22.24")
def may_meet(g: World, passage: Passage, port: int) -> No | None:
    """Ready ships of the power, not from the boxes that forbid it, once a port, near enough for the dice."""
    if port in passage.tried:
        return No("ours 22.24", "each port tries once")
    if g.ground.box[port]:
        no = may_intercept_from(g, g.board.token(port))
        return no if no is not None else No("ours 22.11", "no interception from this box")
    hunters = hunters_at(g, passage.power, port)
    if not hunters:
        return No("ours 22.11", "no ready ships of this power are there")
    _, far = nearest(g, port, passage.way)
    most = 6 * DICE[passage.activity] + modifiers(g, hunters, port, passage).total
    return None if far <= most else No("ours 22.2", f"{far} hexes away")


def hunters_at(g: World, power: int, port: int) -> list[int]:
    """Ships that would sail: all that are ready, escort carriers apart."""
    found = ready_ships(g, port, other(g.side), power)
    return [u for u in found if KIND[g.units.design[u]] not in (Kind.CVE, Kind.TRANSPORT)]


def ports_of(g: World, passage: Passage) -> list[int]:
    return [p for p in sorted(ships(g)) if may_meet(g, passage, p) is None]


MEET = Act("intercept", "ours 22.11", "Intercept from {0}", takes=Hex, listed=ports_of, may=may_meet, do=lambda g, p, h: None,
           rolls=True)  # fmt: skip
LET_PASS: Act[World, Passage, None] = Act("pass", "ours 22.11", "Let them pass", do=lambda g, p, _: None)


@rule("ours 22.2", "ours 22.24", "ours 22.12")
def run_the_gauntlet(g: World, activity: str, way: list[int], force: list[int], wings: list[int]) -> Flow[bool]:
    """Every enemy power may try to meet an activity; whether it goes on"""
    if not force or not way:
        return True
    for power in MAJORS:
        tried: tuple[int, ...] = ()
        while True:
            alive = [u for u in force if g.units.at[u] >= 0]
            if not alive:
                return False
            passage = Passage(power, activity, tuple(way), naval_factors(g, alive), tried)
            if not ports_of(g, passage):
                break
            choice, _ = yield from menu(g, g.seat(power), "An enemy {0} is at sea", passage, LET_PASS, MEET, named=(activity,))
            if choice.verb == "pass":
                break
            port = choice.args[0].index
            tried += (port,)
            going = yield from attempt(g, passage, port, alive, [u for u in wings if g.units.at[u] >= 0])
            if not going:
                return False
    return any(g.units.at[u] >= 0 for u in force)


@rule("ours 22.2", "ours 22.24", "ours 21.7")
def attempt(g: World, passage: Passage, port: int, force: list[int], wings: list[int]) -> Flow[bool]:
    """Dice against the distance; a battle if they are enough"""
    hunters = hunters_at(g, passage.power, port)
    space, far = nearest(g, port, passage.way)
    dice = g.roll_dice(DICE[passage.activity], D6, "interception", "ours 22.2")
    total = sum(dice) + modifiers(g, hunters, port, passage).total
    g.say("interception from {}: {} against {} hexes", g.hexes[port], total, far, rule="ours 22.2")
    if total < far:
        return True
    aboard = ready_squadrons(g, port, other(g.side), passage.power)[: deck_room(g, hunters)]
    going = yield from naval_battle(g, space, force, wings, hunters, aboard)
    for u in hunters:
        if g.units.at[u] >= 0:
            g.units[u].inverted = 1
    return going
