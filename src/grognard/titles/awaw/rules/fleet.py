"""Ours 20.5 and 22.5: hits on ships, and fleet combat between two groups. Search, strikes and interception are still to come."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.kernel.tables import Modifiers
from grognard.titles.awaw.charts import Charts, band
from grognard.titles.awaw.designs import CAPITAL, Kind
from grognard.titles.awaw.nations import JAPAN, US
from grognard.titles.awaw.rules.units import KIND, NATION, STRENGTH, eliminate, patron
from grognard.titles.awaw.rules.want import NAVY, wants
from grognard.titles.awaw.state import YARD, Hex, Unit, World

SOUND, DAMAGED, SUNK = range(3)
SURPRISED, RAISING = 7, 2
LIGHT = frozenset((Kind.DD, Kind.CA, Kind.CVE, Kind.TRANSPORT))
FIRST_DICE, LAST_DICE = 2, 12


def _column(roll: int) -> int:
    return max(FIRST_DICE, min(LAST_DICE, roll)) - FIRST_DICE


@rule("ours 20.51")
def fleet_hits(charts: Charts, factors: int, roll: int) -> int:
    """Hits of so many fleet factors at a modified roll of two dice."""
    if factors < 1:
        return 0
    row = next((r for r in charts.salvos if band(r.fleet, factors)), charts.salvos[-1])
    return row.hits[_column(roll)]


@rule("ours 20.51", "ours 23.32")
def squadron_hits(charts: Charts, squadrons: int, roll: int) -> int:
    """Hits of so many air squadrons."""
    if squadrons < 1:
        return 0
    row = next((r for r in charts.salvos if r.squadrons == squadrons), charts.salvos[-1])
    return row.hits[_column(roll)]


@rule("ours 20.52")
def effect(kind: Kind, factors: int, damaged: bool, hits: int) -> int:
    """What hits of one round do to a ship; destroyers and transports lose a factor a hit and are counted apart."""
    damage, sink = {Kind.CA: (2, 3), Kind.CVE: (1, 2)}.get(kind, (factors, 2 * factors))
    if kind in (Kind.DD, Kind.TRANSPORT):
        return SUNK if hits >= 1 else SOUND
    if damaged:
        return SUNK if hits >= damage else DAMAGED
    return SUNK if hits >= sink else DAMAGED if hits >= damage else SOUND


@rule("ours 22.5", "ours 20.53")
def fleet_factors(g: World, ships: list[int]) -> int:
    """Factors in fleet combat: carriers one, damaged ships half, rounded up."""
    found = 0
    for u in ships:
        strength = 1 if KIND[g.units.design[u]] in (Kind.CV, Kind.CVE) else STRENGTH[g.units.design[u]]
        found += -(-strength // 2) if g.units.damage[u] else strength
    return found


@rule("ours 22.5", "ours 23.32")
def ship_drm(g: World, u: int) -> int:
    """How hard a ship is to hit from the air: its navy, battleships of five factors better, carriers worse."""
    design = g.units[u].sheet
    found = g.nations.navy[design.nation]
    if design.kind in (Kind.BB, Kind.BC) and design.strength >= 5:
        found += g.value("nationality naval 5-factor battleship")
    soft = design.strength == 3 or (design.strength == 2 and design.nation in (JAPAN, US))
    if design.kind == Kind.CVE or (design.kind == Kind.CV and soft):
        return found + g.value("nationality naval Japanese and US CVL; all CV and CVE")
    if design.kind == Kind.CV:
        found += g.value("nationality naval German Italian British CVL; all CVB")
    return found


@rule("ours 22.5", "ours 53.5", "ours 33.4")
def fleet_modifiers(g: World, mine: list[int], theirs: list[int]) -> Modifiers:
    """The better navy adds the difference, the worse subtracts it; the lowest of a mixed force counts."""

    def drm(ships: list[int]) -> int:
        lowest = min((g.nations.navy[NATION[g.units.design[u]]] for u in ships), default=0)
        return lowest - int(any(wants(g, NATION[g.units.design[u]], NAVY) for u in ships))

    return Modifiers().add("naval nationality", drm(mine) - drm(theirs), "ours 22.5")


# --- a round ------------------------------------------------------------------------------------------------------------


class Broadside(Subject, frozen=True):
    """Hits to be put on enemy ships."""

    power: int
    space: Annotated[int, Hex]
    hits: int
    ships: Annotated[tuple[int, ...], Unit]


AIM: Act[World, Broadside, int] = Act(
    "aim", "ours 20.523", "At {0}", takes=Unit, among=lambda g, b: b.ships, do=lambda g, b, u: None, rolls=True,
    may=lambda g, b, u: None if u in b.ships else No("ours 20.523", "it takes no part in this battle"),
)  # fmt: skip


def lot(g: World, u: int, hits: int) -> int:
    """Ours 20.523: hits go on a target in lots of at most twice its factors and one."""
    return min(hits, 2 * STRENGTH[g.units.design[u]] + 1)


@rule("ours 22.5", "ours 20.523")
def fleet_round(g: World, space: int, one: list[int], other: list[int]) -> Flow[None]:
    """Both groups fire at once; each firing side puts its hits on ships, a third of them on light ones"""
    dealt: dict[int, int] = {}
    for mine, theirs in ((one, other), (other, one)):
        power = patron(g, mine[0])
        who = g.nations[power].label
        roll = sum(g.roll_dice(2, D6, f"fleet combat, {who}", "ours 20.51", aim=aim(g, space, (*mine, *theirs))))
        hits = fleet_hits(g.charts, fleet_factors(g, mine), roll + fleet_modifiers(g, mine, theirs).total)
        g.say("{}: {} hits", g.nations[power], hits, rule="ours 20.51")
        light = [u for u in theirs if KIND[g.units.design[u]] in LIGHT]
        quota = -(-hits // 3) if light else 0
        for u in light:  # the owner takes them on his light ships, the first first
            if quota <= 0:
                break
            part = lot(g, u, quota)
            dealt[u] = dealt.get(u, 0) + part
            quota, hits = quota - part, hits - part
        aimed: set[int] = set()
        while hits > 0 and len(aimed) < len(theirs):
            state = Broadside(power, space, hits, tuple(u for u in theirs if u not in aimed))
            choice, _ = yield from menu(g, g.seat(power), "{0} hits: at which ship?", state, AIM, named=(hits,))
            u = choice.args[0].index
            aimed.add(u)
            part = lot(g, u, hits)
            dealt[u] = dealt.get(u, 0) + part
            hits -= part
    for u, hits in dealt.items():
        suffer(g, u, hits)


@rule("ours 20.524")
def critical(g: World, u: int, hits: int, surprise: int = 0) -> int:
    """Under surprise 7, or at hits of exactly its factors, a die for a named ship: six sinks it, five puts it out for twice the
    repair; else what the hits do."""
    what, factors = KIND[g.units.design[u]], STRENGTH[g.units.design[u]]
    plain = effect(what, factors, bool(g.units.damage[u]), hits)
    named = what in CAPITAL or what == Kind.CV
    if not named or plain == SUNK or not hits or not (hits == factors or surprise >= SURPRISED):
        return plain
    roll = g.roll(D6, f"a critical hit on {g.units[u].label}", "ours 20.524")
    if roll == 5:
        g.units[u].damage, g.units[u].stage = 1, factors  # so many turns of repair more
        g.say("{} is out of action", g.units[u], rule="ours 20.524")
        return DAMAGED
    return SUNK if roll == 6 else plain


@rule("ours 20.52", "ours 20.53", "ours 27.75")
def suffer(g: World, u: int, hits: int, *, in_port: bool = False, surprise: int = 0) -> None:
    found = critical(g, u, hits, surprise)
    if found == SUNK and in_port and KIND[g.units.design[u]] not in (Kind.DD, Kind.TRANSPORT):
        row = g.units[u]
        g.say("{} is sunk in port", row, rule="ours 27.75")
        eliminate(g, u)
        row.pool, row.stage = YARD, STRENGTH[row.design] + RAISING  # it can be raised
    elif found == SUNK:
        g.say("{} is sunk", g.units[u], rule="ours 20.52")
        eliminate(g, u)
        g.units[u].due = g.last_turn + 1
    elif found == DAMAGED and not g.units.damage[u]:
        g.say("{} is damaged", g.units[u], rule="ours 20.52")
        g.units[u].damage = 1


def is_raider(g: World, u: int) -> bool:
    """Ours 20.24, 21.53: cruisers and capital ships raid."""
    return KIND[g.units.design[u]] in CAPITAL or KIND[g.units.design[u]] == Kind.CA
