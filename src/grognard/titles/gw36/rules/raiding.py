"""Convoy raiding (9.11) with the options for surface raiders (9.12), mines (9.13), aircraft (9.14) and the Suez re-route (15.2).

Lines, their values and whether they are open are convoys.py. Losses are paid at once; `g.raided` holds what a line has cost a
nation in this calendar turn.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.acts import menu
from grognard.kernel.dice import D6, D12
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of
from grognard.kernel.purposes import aim
from grognard.kernel.rules import rule
from grognard.titles.gw36.kinds import (
    CARRIERS,
    IS_AIR,
    IS_SUBMARINE,
    IS_WARSHIP,
    TECHNOLOGY,
    UNIT_IDS,
    UNIT_NAMES,
)
from grognard.titles.gw36.powers import NAMES, USA, keyed
from grognard.titles.gw36.rules.battle import Battle, seats
from grognard.titles.gw36.rules.bombing import intercept, interception_value, on_duty
from grognard.titles.gw36.rules.casualties import choose, lose, stays_afloat
from grognard.titles.gw36.rules.convoys import RIO_RAIDED, Prey, may_raid, prey
from grognard.titles.gw36.rules.fire import SMALL_TARGETS, hit_number
from grognard.titles.gw36.rules.nations import aligned, allied, at_war
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.rules.treasury import lose as lose_money
from grognard.titles.gw36.rules.units import has_technology
from grognard.titles.gw36.state import ESCORT, IDLE, MINE, PATROL, RAID, War
from grognard.titles.gw36.subjects import Sunk

CONVOY_SHOT = 2  # 7.8 Advanced ASW


@rule("9.11")
def richest(g: War, found: list[Prey]) -> int:
    """The enemy with the most IPP to lose makes the roll."""
    totals: dict[int, int] = {}
    for p in found:
        totals[p.nation] = totals.get(p.nation, 0) + p.left
    return max(totals, key=lambda n: (totals[n], -n))


@rule("9.11", "9.12", "9.13", "9.14")
def raider_modifier(g: War, u: int) -> int:
    """Table 9-8: +2 Submarine, +4 advanced, +1 coastal or aircraft, nothing for mines and surface ships."""
    kind = g.units.kind[u]
    if g.units.duty[u] == MINE:
        row = "mines"
    elif IS_SUBMARINE[kind]:
        row = UNIT_IDS[kind]
    else:
        row = "aircraft" if IS_AIR[kind] else "surface_ship"
    return g.facts.raid_modifiers[row]


@rule("9.11", "7.8")
def convoy_modifier(g: War, zone: int, victim: int) -> int:
    """Table 9-8: +1 for each escort, +2 with aircraft on patrol, +2 Radar (GW36-AMB-13), +1 Advanced ASW."""
    table = g.facts.raid_modifiers
    return (
        table["escort"] * len(escorts(g, zone, victim))
        + table["patrol_aircraft"] * bool(patrols_for(g, zone, victim))
        + table["radar"] * has_technology(g, victim, TECHNOLOGY["radar"])
        + table["advanced_asw"] * has_technology(g, victim, TECHNOLOGY["advanced_asw"])
    )


@rule("9.11")
def escorts(g: War, zone: int, victim: int) -> list[int]:
    """Surface warships on escort duty that protect the nation: its own, or of the alliance it is Aligned with."""
    units = g.units
    return [
        u
        for u in g.units.stacks[zone]
        if units.duty[u] == ESCORT and IS_WARSHIP[units.kind[u]] and guards(g, units.nation[u], victim)
    ]


@rule("9.11")
def guards(g: War, nation: int, victim: int) -> bool:
    return aligned(g, nation, victim) and (nation == victim or allied(g, nation, victim))


@rule("8.7", "9.11")
def patrols_for(g: War, zone: int, victim: int) -> list[int]:
    """Aircraft on patrol over the convoy, those of carriers included."""
    units = g.units
    return [
        u
        for u in g.units.stacks[zone]
        if IS_AIR[units.kind[u]] and guards(g, units.nation[u], victim) and (units.duty[u] == PATROL or on_sound_deck(g, u))
    ]


def on_sound_deck(g: War, u: int) -> bool:
    """Aboard an undamaged carrier: as if on patrol (8.7)."""
    carrier = g.units.carrier[u]
    return carrier >= 0 and g.units.kind[carrier] in CARRIERS and not g.units.hits[carrier]


@rule("9.11")
def raid_zone(g: War, zone: int) -> Flow[None]:
    """Every raider in a sea zone makes its roll; then escorts, patrols and the convoy fire"""
    raiders = on_duty(g, RAID, zone) + on_duty(g, MINE, zone)
    struck: list[tuple[int, int]] = []
    boats: list[tuple[int, int]] = []
    for u in raiders:
        unit = g.units[u]
        if unit.at < 0:
            continue
        if may_raid(g, u, zone, mines=unit.duty == MINE) is None:
            victim = richest(g, prey(g, zone, unit.nation))
            if IS_AIR[unit.kind] and unit.duty == RAID:
                yield from intercept_raider(g, u, zone, victim)
                if unit.at < 0:
                    continue
            yield from raid(g, u, zone, victim)
            if unit.duty == RAID:  # 9.13: mines draw no fire of escorts and patrols
                struck.append((u, victim))
            if IS_SUBMARINE[unit.kind]:
                boats.append((u, victim))
    if struck:
        yield from convoy_fire(g, zone, struck)
    inherent_fire(g, zone, boats)
    for u in raiders:
        unit = g.units[u]
        if unit.at >= 0:
            patrol = IS_AIR[unit.kind]
            unit.duty = PATROL if patrol else IDLE
            unit.spent = 0 if patrol else 1


@rule("9.11")
def raid(g: War, u: int, zone: int, victim: int) -> Flow[None]:
    """Opposed dice; the difference is lost at once"""
    unit = g.units[u]
    if at_war(g, unit.nation, USA) and any(g.board.geo.lines[n].id == "new_york_rio" for n in g.board.geo.lines_at.get(zone, ())):
        g.events[RIO_RAIDED] = g.turn  # table 4-4
    own, other = raider_modifier(g, u), convoy_modifier(g, zone, victim)
    raider = g.roll(D6, f"{unit.label} raids in {g.zones[zone].label}, +{own}", "9.11") + own
    convoy = g.roll(D6, f"{NAMES[victim]} convoy in {g.zones[zone].label}, +{other}", "9.11") + other
    if raider > convoy:
        yield from pay(g, zone, unit.nation, raider - convoy)


@rule("9.11")
def pay(g: War, zone: int, raider: int, damage: int) -> Flow[None]:
    """Damage falls on the richest victim first; where several of its lines meet, it chooses the line"""
    while damage > 0:
        found = prey(g, zone, raider)
        if not found:
            return
        victim = richest(g, found)
        lines = [p for p in found if p.nation == victim]
        chosen = lines[0]
        if len(lines) > 1 and sum([p.left for p in lines]) > damage:
            words = [g.board.geo.lines[p.line].word for p in lines]
            act = one_of("line", "9.11", "", str, words, "no convoy of this nation there has anything left to lose")
            prompt = f"{NAMES[victim]} loses {damage} IPP in {g.zones[zone].label}: on which line?"
            _, line = yield from menu(g, seat_of(g, victim), prompt, Sunk(victim, zone, damage), act)
            chosen = lines[words.index(line)]
        loss = min(damage, chosen.left)
        key = keyed(chosen.line, victim)
        g.raided[key] = g.raided.get(key, 0) + loss
        paid = min(loss, g.nations[victim].cash)  # GW36-AMB-77
        lose_money(g, victim, paid)
        damage -= loss
        g.say("{} loses {} IPP on the {}", g.nations[victim], paid, g.board.geo.lines[chosen.line].name, rule="9.11")


@rule("9.11", "9.14", "9.6")
def convoy_fire(g: War, zone: int, struck: list[tuple[int, int]]) -> Flow[None]:
    """Escorts and patrols roll once each (GW36-AMB-80)"""
    kinds = g.units.kind
    b = Battle(g, zone, [u for u, _ in struck], [])
    victims = dict.fromkeys([victim for _, victim in struck])
    guns = list(dict.fromkeys([u for victim in victims for u in escorts(g, zone, victim)]))
    planes = list(dict.fromkeys([u for victim in victims for u in patrols_for(g, zone, victim)]))
    yield from _hits(g, b, _rolls(g, b, guns), lambda u: True)
    fighting = [u for u in planes if kinds[u] not in SMALL_TARGETS]  # they meet raiding aircraft in interception (9.14)
    if any(not IS_AIR[kinds[u]] for u in b.attackers):
        yield from _hits(g, b, _rolls(g, b, fighting), lambda u: not IS_AIR[kinds[u]])
    if any(IS_SUBMARINE[kinds[u]] for u in b.attackers):
        seaplanes = [u for u in planes if kinds[u] in SMALL_TARGETS]
        yield from _hits(g, b, _rolls(g, b, seaplanes), lambda u: IS_SUBMARINE[kinds[u]])


@rule("7.8", "9.11", "9.13")
def inherent_fire(g: War, zone: int, boats: list[tuple[int, int]]) -> None:
    """A convoy with Advanced ASW rolls at every submarine that has raided it, also at one that laid mines: 9.13 spares it the
    fire of escorts and patrols alone."""
    b = Battle(g, zone, [u for u, _ in boats if g.units.at[u] >= 0], [])
    for u, victim in boats:
        if g.units.at[u] < 0 or not has_technology(g, victim, TECHNOLOGY["advanced_asw"]):
            continue
        what = f"{NAMES[victim]} convoy at {g.units[u].label}, 2 or less"
        if g.roll(D12, what, "7.8", aim=aim(g, zone, most=CONVOY_SHOT)) <= CONVOY_SHOT:
            lose(g, b, u)


def _hits(g: War, b: Battle, hits: int, reached: Callable[[int], bool]) -> Flow[None]:
    """Raiders that are hit, of their owner's choice among those that can be."""
    for _ in range(hits):
        pool = [u for u in b.attackers if g.units.at[u] >= 0 and reached(u)]
        if not pool:
            return
        prompt = f"Escorts in {g.zones[b.zone].label} hit a raider: choose it"
        chosen = yield from choose(g, b, pool, seats(g, pool), prompt, "9.11")
        if not stays_afloat(g, chosen):
            lose(g, b, chosen)


def _rolls(g: War, b: Battle, guns: list[int]) -> int:
    """One roll for each escort and patrol at its normal Defence (GW36-AMB-16)."""
    hits = 0
    by_value: dict[tuple[int, int], int] = {}
    for u in guns:
        value = hit_number(g, b, u, attacking=False)
        by_value[g.units.kind[u], value] = by_value.get((g.units.kind[u], value), 0) + 1
    for (kind, value), count in by_value.items():
        if value:
            what = f"{UNIT_NAMES[kind]} at raiders in {g.zones[b.zone].label}, {value} or less"
            rolls = g.roll_dice(count, D12, what, "9.11", aim=aim(g, b.zone, most=value))
            hits += sum([1 for r in rolls if r <= value])
    return hits


@rule("9.14")
def intercept_raider(g: War, u: int, zone: int, victim: int) -> Flow[None]:
    """Enemy aircraft on patrol may engage a raiding aircraft for one round of interception"""
    hunters = [v for v in patrols_for(g, zone, victim) if interception_value(g, v)]
    if hunters:
        b = Battle(g, zone, [u], hunters)
        yield from intercept(g, b, [u])
