"""Combat movement: which zones to attack, with what, weighed against the counter-attack. A plan is a list of orders by unit."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.titles.gw36.agent.estimate import defenders
from grognard.titles.gw36.agent.landings import Sails, landings
from grognard.titles.gw36.agent.raids import duties
from grognard.titles.gw36.agent.sieges import base_bomber, ringed
from grognard.titles.gw36.agent.targets import Target, scramblers
from grognard.titles.gw36.agent.threat import danger, garrison
from grognard.titles.gw36.agent.weighing import WORTH_IT, Attack, Draft, confirmed, valued, weigh
from grognard.titles.gw36.agent.worth import worth_to
from grognard.titles.gw36.kinds import (
    CLASS,
    INFANTRY,
    IS_LAND,
    IS_WARSHIP,
    TRANSPORTS,
)
from grognard.titles.gw36.powers import PLAYED
from grognard.titles.gw36.rules.battle import land_defenders, sea_defenders
from grognard.titles.gw36.rules.combat_movement import alike, movers, orders_of
from grognard.titles.gw36.rules.nations import alive
from grognard.titles.gw36.rules.seats import acting
from grognard.titles.gw36.state import War, Zone, chosen

PRECIOUS = 15.0
SAFE = 0.25
RINGED = 0.4  # of the losses that a ring round a city saves
SHORT = 15.0  # IPP; what promises less than the best by more is not played out
DRAFTS = {"glance": 0, "quick": 2, "normal": 5, "strong": 5}  # openings tried; at a glance, as enemies do in play-outs, none


@dataclass
class Plan:
    """Orders for units, in the order they are to be given, and the reasons."""

    steps: list[tuple[int, str]] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    summary: str = ""
    refused: set[tuple[int, str]] = field(default_factory=set)


@dataclass
class Home:
    """Who stays at home: the last unit of a capital always, the guards of other zones unless a capital is to be taken."""

    sentries: set[int]
    guards: set[int]

    def against(self, capital: bool) -> set[int]:
        return self.sentries if capital else self.sentries | self.guards


def plan_attacks(g: War, seat: str, level: str) -> Plan:
    """The combat moves of a seat in this turn: the best of several drafts, each begun with another attack or without one."""
    free, targets = survey(g, seat)
    return _written(g, free if level != "glance" else [], _drafts(g, free, targets, level)[0][1])


def rival_plans(g: War, seat: str, most: int) -> list[Plan]:
    """The plans of the most promising drafts, the best first; no two attack the same zones with the same units."""
    free, targets = survey(g, seat)
    tried = _drafts(g, free, targets, "strong")
    order = [tried[0], *sorted(tried[1:], key=lambda one: -one[0])]
    found: dict[frozenset[tuple[int, frozenset[int]]], Draft] = {}
    for promise, draft in order:
        if promise < order[0][0] - SHORT:
            break
        mark = frozenset((a.target.zone, frozenset([*a.units, *(c for b in a.boats for c in b.cargo)])) for a in draft.chosen)
        found.setdefault(mark, draft)
    return [_written(g, free, draft) for draft in list(found.values())[:most]]


def _drafts(g: War, free: list[int], targets: dict[int, Target], level: str) -> list[tuple[float, Draft]]:
    """Drafts and what they promise: the chosen one first."""
    kept = Home(sentries(g), guards(g, free))
    draft = _draft(g, targets, kept, level, None, frozenset())
    best = _total(g, draft)
    tried = [(best, draft)]
    if not DRAFTS[level]:
        return tried
    openings = sorted((a for z, t in targets.items() if (a := _first(g, t, kept)) is not None), key=lambda a: -a.value)
    for attack in openings[: DRAFTS[level]]:
        zone = attack.target.zone
        begun = draft.chosen[0].target.zone if draft.chosen else -1
        other = _draft(g, targets, kept, level, zone, frozenset()) if zone != begun else None
        without = _draft(g, targets, kept, level, None, frozenset((zone,))) if zone in draft.gone and level != "quick" else None
        for found in (other, without):
            if found is not None:
                tried.append((_total(g, found), found))
                if tried[-1][0] > best + 0.5:
                    best, draft = tried[-1]
    return [(best, draft), *(one for one in tried if one[1] is not draft)]


def _written(g: War, free: list[int], draft: Draft) -> Plan:
    """The orders of a draft, and what the units it leaves are to do."""
    plan = Plan()
    for attack in draft.chosen:
        _write(g, plan, attack)
        if free and attack.units and ringed(g, g.units.nation[attack.units[0]], attack.target.zone, draft.gone):
            _bomb_base(g, plan, draft, attack, free)
    for u, order, reason in duties(g, free, draft.used):
        plan.steps.append((u, order))
        plan.reasons[u] = reason
    plan.summary = "; ".join(dict.fromkeys(plan.reasons[u] for u, _ in plan.steps if u in plan.reasons)) or "hold everywhere"
    return plan


def _bomb_base(g: War, plan: Plan, draft: Draft, attack: Attack, free: list[int]) -> None:
    """A ring is not closed while an air base is whole (1.16): a bomber that is free, or one of the attack, sees to it."""
    idle = [u for u in free if u not in draft.used]
    found = base_bomber(g, attack.target.zone, [*idle, *attack.units])
    if found is None:
        return
    u, order = found
    draft.used.add(u)
    plan.steps = [step for step in plan.steps if step[0] != u] + [(u, order)]
    plan.reasons[u] = f"bomb the air base of {g.zones[attack.target.zone].label}, which is to be surrounded"


def _first(g: War, target: Target, kept: Home) -> Attack | None:
    return weigh(g, target, Draft(), kept.against(target.zone in _capitals(g)))


def _capitals(g: War) -> set[int]:
    return {g.nations.capital[n] for n in range(PLAYED) if alive(g, n)}


def _draft(g: War, targets: dict[int, Target], kept: Home, level: str, opening: int | None, barred: frozenset[int]) -> Draft:
    """Attack after attack, the best first, until none is worth it. The land war has the first call on aircraft."""
    draft, is_sea, capitals = Draft(), g.board.geo.is_sea, _capitals(g)
    for at_sea in (False, True):
        left = {z: t for z, t in targets.items() if is_sea[z] is at_sea and z not in barred}
        while left:
            wanted = [left[opening]] if opening in left and not draft.chosen else list(left.values())
            found = (weigh(g, t, draft, kept.against(t.zone in capitals)) for t in wanted)
            best = max(found, key=lambda a: a.value if a else -1.0, default=None)
            if best is None or best.value <= WORTH_IT:
                if opening in left and not draft.chosen:
                    return draft
                break
            if not confirmed(g, best, draft, level):
                if not best.target.doubt():
                    del left[best.target.zone]
                continue
            del left[best.target.zone]
            draft.take(best)
    return draft


def _total(g: War, draft: Draft) -> float:
    """What all attacks of a draft promise together: each with the others' units away and the others' targets taken."""
    total = 0.0
    for attack in draft.chosen:
        mine = {*attack.units, *(c for boat in attack.boats for c in boat.cargo)}
        others = Draft([], draft.used - mine, draft.gone - {attack.target.zone})
        total += valued(g, attack, g.board.geo.is_sea[attack.target.zone], others).value
        if attack.units and ringed(g, g.units.nation[attack.units[0]], attack.target.zone, others.gone):
            total += RINGED * attack.outlook.attacker_loss
    return total


def sentries(g: War) -> set[int]:
    """One land unit in each capital of those in turn: no plan leaves it empty."""
    units, kept = g.units, set()
    attack, price = g.values.attack, g.values.price
    for nation in acting(g):
        capital = g.nations.capital[nation]
        if capital >= 0 and g.zones.owner[capital] == nation:
            here = [u for u in g.units.stacks[capital] if units.nation[u] == nation and IS_LAND[units.kind[u]]]
            kept.update(sorted(here, key=lambda u: (attack[units.kind[u]], price[units.kind[u]], u))[:1])
    return kept


def guards(g: War, free: list[int]) -> set[int]:
    """Who stays at home: up to half of the land units of a precious zone that would be in danger without them."""
    geo, units = g.board.geo, g.units
    homes: dict[tuple[int, int], list[int]] = {}
    for u in free:
        if IS_LAND[units.kind[u]] and units.carrier[u] < 0 and not geo.is_sea[units.at[u]]:
            homes.setdefault((units.nation[u], units.at[u]), []).append(u)
    kept: set[int] = set()
    defence, price = g.values.defence, g.values.price
    for (nation, at), here in homes.items():
        if worth_to(g, nation, at) < PRECIOUS:
            continue
        here.sort(key=lambda u: (-defence[units.kind[u]] / max(price[units.kind[u]], 1), u))
        foot = [u for u in here if CLASS[units.kind[u]] == INFANTRY]
        marching = set(foot[(len(foot) + 1) // 2 :])  # guns and tanks do not march without foot
        here.sort(key=lambda u: u in marching)
        stay: set[int] = set()
        for u in here[: (len(here) + 1) // 2]:
            if danger(g, nation, at, garrison(g, nation, at, frozenset(set(here) - stay))) < SAFE:
                break
            stay.add(u)
        kept |= stay
    return kept


def survey(g: War, seat: str) -> tuple[list[int], dict[int, Target]]:
    """Every unit that could move into combat, and every zone that could be attacked."""
    free: list[int] = []
    targets: dict[int, Target] = {}
    sails: Sails = {}
    for first in movers(g, seat, set()):
        group = alike(g, first)
        free.extend(group)
        if g.units.kind[first] in TRANSPORTS:
            continue
        for option in orders_of(g, first):
            if option.verb in ("attack", "annex") and isinstance(option.args[-1], Zone):
                target = _target(g, targets, option.args[-1].index, g.units.nation[first])
                target.join(g, first, group, option)
            elif option.verb == "attack_by" and IS_LAND[g.units.kind[first]]:
                _target(g, targets, chosen(option, 2), g.units.nation[first]).join(g, first, group, option)
            elif option.verb == "sail" and IS_WARSHIP[g.units.kind[first]]:
                ships = sails.setdefault(chosen(option, 1), [])
                ships += [(u, option.text.replace(f"u{first}", f"u{u}", 1)) for u in group]
    for nation, coast, boat in landings(g, free):
        target = _target(g, targets, coast, nation)
        if all(boat.transport != other.transport for other in target.boats):
            target.boats.append(boat)
            target.sails = sails
    return free, targets


def _target(g: War, targets: dict[int, Target], zone: int, nation: int) -> Target:
    if zone not in targets:
        if g.board.geo.is_sea[zone]:
            foes = sea_defenders(g, zone, {nation})
            targets[zone] = Target(zone, defenders(g, foes, zone), 1.0)
        else:
            foes = land_defenders(g, zone, {nation})
            help_for = scramblers(g, nation, zone, foes)
            defence = defenders(g, [*foes, *help_for], zone)
            targets[zone] = Target(zone, defence, worth_to(g, nation, zone), scrambled=help_for)
    return targets[zone]


# --- writing it down ----------------------------------------------------------------------------------------------------


def _write(g: War, plan: Plan, attack: Attack) -> None:
    label = g.zones[attack.target.zone].label
    counter = f", counter-attack {attack.counter:.0%}" if attack.counter >= 0.01 else ""
    escorted = f", {len(attack.escort)} escorts" if attack.escort else ""
    at_sea = f", transports lost {attack.sunk:.0%}{escorted}" if attack.boats and attack.sunk >= 0.01 else escorted
    reason = f"attack {label}: odds {attack.outlook.won:.0%}{counter}{at_sea}"
    for u, _, order in attack.escort:
        plan.steps.append((u, order))
        plan.reasons[u] = f"escort the landing in {label}"
    for boat in attack.boats:
        for c in boat.cargo:
            if g.units.carrier[c] < 0:
                plan.steps.append((c, f"load u{c} u{boat.transport}"))
            plan.reasons[c] = reason
        if g.units.at[boat.transport] != boat.sea:
            plan.steps.append((boat.transport, f"sail u{boat.transport} {g.board.ids[boat.sea]}"))
        plan.reasons[boat.transport] = reason
        for c in boat.cargo:
            plan.steps.append((c, f"assault u{c} {g.board.ids[attack.target.zone]}"))
    for u in attack.units:
        plan.steps.append((u, attack.target.order[u]))
        plan.reasons[u] = reason
