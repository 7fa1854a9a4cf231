"""The Combat Phase (9.1): which engagements there are, in which order they are fought, and land battles up to the capture.

Engagements follow from the duties units took in Combat Movement. Naval battles are naval.py, bombing is bombing.py,
raids are raiding.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import derived
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.kinds import IS_AIR, IS_LAND
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules import amphibious, blitz, bombing, naval, raiding, retreat, rounds, war, war_conditions
from grognard.titles.gw36.rules.battle import Battle, bystanders, is_idle, land_defenders
from grognard.titles.gw36.rules.casualties import lose
from grognard.titles.gw36.rules.conquest import capture, check_minor, go_home
from grognard.titles.gw36.rules.modifiers import LANDING
from grognard.titles.gw36.rules.movement import may_go_back
from grognard.titles.gw36.rules.nations import is_friendly, power_of
from grognard.titles.gw36.rules.seats import acting, seat_of_unit
from grognard.titles.gw36.rules.units import foes, on_duty
from grognard.titles.gw36.state import (
    ASSAULT,
    ATTACK,
    ATTRITION,
    BOMB,
    CARPET,
    DROP,
    IDLE,
    MINE,
    RAID,
    SCRAMBLE,
    SCREEN,
    War,
    Zone,
)
from grognard.titles.gw36.subjects import NextBattle


@dataclass(frozen=True)
class Engagement:
    """Something to be resolved: a battle, a raid, a bombing, in a zone."""

    what: str
    zone: int
    seat: str


PROCEDURES: dict[str, Callable[[War, int], Flow[None]]] = {
    "bomb": bombing.bomb_zone,
    "carpet": bombing.carpet_bomb,
    "attrition": bombing.attrition,
    "raid": raiding.raid_zone,
    "sea_battle": naval.naval_battle,
}
BATTLE_WORDS = {
    "bomb": "The bombing of {0}",
    "carpet": "The carpet bombing of {0}",
    "attrition": "Attrition {0}",
    "raid": "The raid in {0}",
    "sea_battle": "The naval battle of {0}",
    "land_battle": "The battle of {0}",
}
WHAT_OF = {BOMB: "bomb", CARPET: "carpet", ATTRITION: "attrition", RAID: "raid", MINE: "raid"}


@rule("9.1")
def engagements(g: War) -> list[Engagement]:
    """Everything still to be resolved by the nations in turn."""
    found: dict[tuple[str, int], Engagement] = {}
    for u, what, zone in _tasks(g):
        if (what, zone) not in found:
            found[what, zone] = Engagement(what, zone, seat_of_unit(g, u))
    return list(found.values())


@derived("news", "slot", "units.duty", "units.at", "units.nation", "units.target", "units.kind", "sites.at")
def _tasks(g: War) -> tuple[tuple[int, str, int], ...]:
    """Units of the nations in turn that have something to resolve: what, and where."""
    units, mine, geo = g.units, set(acting(g)), g.board.geo
    found: list[tuple[int, str, int]] = []
    for u in on_duty(g):
        duty, at = units.duty[u], units.at[u]
        if not duty or at < 0 or units.nation[u] not in mine:
            continue
        if duty in (ATTACK, SCREEN, DROP):
            found.append((u, "sea_battle" if geo.is_sea[at] else "land_battle", at))
        elif duty == ASSAULT:
            found.append((u, "land_battle", units.target[u]))
        elif duty in WHAT_OF:
            found.append((u, WHAT_OF[duty], bombing.zone_under_fire(g, u)))
    return tuple(found)


@rule("9.1", "9.7", "9.8")
def must_wait(g: War, e: Engagement) -> No | None:
    """Why an engagement cannot be resolved yet: a landing waits for the naval battle in its sea zone."""
    if e.what == "land_battle":
        tasks, duties = _tasks(g), g.units.duty
        fought = {zone for _, what, zone in tasks if what == "sea_battle"}
        for u, _, zone in tasks if fought else ():
            if zone == e.zone and duties[u] == ASSAULT and g.units.at[u] in fought:
                return No("9.8", f"the naval battle in {g.zones[g.units.at[u]].label} comes first")
    return None


@rule("9.1")
def combat_phase(g: War) -> Flow[None]:
    """The attacker picks the order of his battles"""
    seat = f"player{g.mover}"
    while True:
        ready = [e for e in engagements(g) if e.seat == seat and must_wait(g, e) is None]
        if not ready:
            break
        e = ready[0]
        if len(ready) > 1:
            prompt, acts = "Combat: choose the next battle", _battles(seat, ready)
            choice, zone = yield from menu(g, seat, prompt, NextBattle(seat), *acts, rule="9.1", rests=True)
            e = next(e for e in ready if (e.what, e.zone) == (choice.verb, zone))
        minors = {n for n in (g.units.nation[u] for u in g.units.stacks[e.zone]) if n >= PLAYED}
        yield from resolve(g, e)
        for minor in sorted(minors):
            check_minor(g, minor)  # 9.24: its last unit may have fallen without the loss of a zone
        for u in [u for u, what, zone in _tasks(g) if (what, zone) == (e.what, e.zone)]:
            g.units[u].duty = IDLE  # it found nothing to do


@rule("9.1", "8.6")
def end_combat(g: War) -> None:
    """Scrambled aircraft and patrols go back."""
    return_scrambled(g)
    naval.return_patrols(g)


def resolve(g: War, e: Engagement) -> Flow[None]:
    return land_battle(g, e.zone) if e.what == "land_battle" else PROCEDURES[e.what](g, e.zone)


def _battles(seat: str, ready: list[Engagement]) -> list[Act[War, NextBattle, int]]:
    """What can be fought next, sort by sort."""
    sorts = dict.fromkeys([e.what for e in ready])
    return [
        one_of(
            what,
            "9.1",
            BATTLE_WORDS[what],
            Zone,
            [e.zone for e in ready if e.what == what],
            "there is nothing to resolve there",
            why=partial(_why_not_now, seat=seat, what=what),
        )
        for what in sorts
    ]


def _why_not_now(g: War, zone: int, seat: str, what: str) -> No | None:
    for e in engagements(g):
        if (e.what, e.zone) == (what, zone):
            return must_wait(g, e) if e.seat == seat else No("9.1", "that is another player's battle")
    return None


@rule("9.5", "9.8", "9.15")
def land_battle(g: War, zone: int) -> Flow[None]:
    """A battle for a land zone, with landings and drops"""
    units, mine = g.units, set(acting(g))
    for u in amphibious.landing_units(g, zone):
        if amphibious.may_land(g, units.at[u], units.nation[u]) is not None:
            amphibious.call_off(g, u)
    landing = amphibious.landing_units(g, zone)
    attackers = [u for u in g.units.stacks[zone] if units.nation[u] in mine and units.duty[u] in (ATTACK, DROP)] + landing
    if not attackers:
        return
    for nation in sorted({units.nation[u] for u in attackers}):
        yield from draw_in(g, zone, nation)
    owner = g.zones.owner[zone]
    if owner >= 0:
        for u in [u for u in attackers if owner != units.nation[u] and not foes(g, units.nation[u], zone) >> owner & 1]:
            call_off_attack(g, u, zone)
            attackers.remove(u)
        if not attackers:
            return
    b = Battle(g, zone, attackers, land_defenders(g, zone, {units.nation[u] for u in attackers}))
    yield from amphibious.prepare_landing(g, b)
    ships = b.unloading + b.bombarding
    g.say("{} attacks {}", g.nations[b.nation], g.zones[zone], rule="9.5")
    if b.defenders:
        end = yield from rounds.fight(g, b)
    else:
        end = yield from walk_in(g, b)
    if end == rounds.WON:
        amphibious.go_ashore(g, b)
        yield from occupy(g, b)
        yield from blitz.blitz(g, b)
    elif end == rounds.OPEN:
        turn_back(g, b)
    stand_down(g, b, attackers)
    amphibious.end_landing(g, b, ships)


@rule("8.1", "4.4")
def call_off_attack(g: War, u: int, zone: int) -> None:
    """The zone has come to a nation that the attacker is not at war with, since he moved: his units go back (GW36-AMB-179)."""
    unit = g.units[u]
    if unit.at != zone:
        amphibious.call_off(g, u)
        return
    unit.duty = IDLE
    if IS_AIR[unit.kind]:
        return
    g.say("{} does not fight for {}", unit, g.zones[zone], rule="8.1")
    if unit.came >= 0 and not g.board.geo.is_sea[unit.came] and may_go_back(g, u, unit.came) is None:
        g.put(u, unit.came)
    else:
        go_home(g, u)


@rule("8.1", "0.5")
def draw_in(g: War, zone: int, nation: int) -> Flow[None]:
    """An attack on a zone is a declaration of war on all who stand in it with its owner"""
    for other in bystanders(g, zone, nation):
        if war_conditions.may_declare(g, power_of(nation), other) is None:
            yield from war.declare_war(g, power_of(nation), other)


@rule("12.7", "12.9", "9.19")
def walk_in(g: War, b: Battle) -> Flow[str]:
    """Nobody defends: forts and coastal artillery fire once, then the zone is entered (GW36-AMB-76)"""
    b.number = 1
    if b.fort or b.maginot or b.unloading:
        yield from rounds.first_strike(g, b)
    b.attackers += b.aboard
    b.aboard = []
    return rounds.WON if b.attackers else rounds.LOST


@rule("9.19")
def occupy(g: War, b: Battle) -> Flow[None]:
    """The winner takes the zone if a land unit of his stands in it."""
    ashore = [u for u in b.attackers if g.units.at[u] == b.zone and IS_LAND[g.units.kind[u]] and not is_idle(g, u)]
    if not ashore:
        return
    nation = max(sorted({g.units.nation[u] for u in ashore}), key=lambda n: sum([1 for u in ashore if g.units.nation[u] == n]))
    if not is_friendly(g, b.zone, nation):
        yield from capture(g, b.zone, nation)


def turn_back(g: War, b: Battle) -> None:
    """A battle that nobody can win ends: attackers go back, those who cannot are lost."""
    for u in list(b.attackers):
        if IS_AIR[g.units.kind[u]]:
            continue
        zones = retreat.retreat_zones(g, b, u)
        if b.way(u).way == LANDING or not zones:
            lose(g, b, u)
        else:
            retreat.go_back(g, b, u, zones[0])


def stand_down(g: War, b: Battle, units: list[int]) -> None:
    """Attackers of a finished land battle move no more, except aircraft and units that blitzed on."""
    for u in units:
        unit = g.units[u]
        if unit.at < 0 or (unit.duty == ATTACK and unit.at != b.zone):
            continue
        if unit.duty in (ATTACK, DROP):
            unit.duty = IDLE
        if IS_LAND[unit.kind] and unit.at == b.zone:
            unit.spent = 1


@rule("8.6")
def return_scrambled(g: War) -> None:
    """Scrambled aircraft go back to their base, or to a friendly zone next to where they fought; else they are lost."""
    units = g.units
    for u in [u for u, duty in enumerate(units.duty) if duty == SCRAMBLE and units.at[u] >= 0]:
        unit = units[u]
        unit.duty = IDLE
        near = [unit.start, *[z for z, _ in g.board.geo.air[unit.at]]]
        homes = [z for z in near if z >= 0 and not g.board.geo.is_sea[z] and may_go_back(g, u, z) is None]
        if homes:
            g.put(u, homes[0])
        else:
            g.say("{} has nowhere to land", unit, rule="8.6")
            g.remove(u)
