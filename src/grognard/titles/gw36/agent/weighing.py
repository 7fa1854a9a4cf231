"""What an attack on a zone is worth: who is sent, the odds, what it gains and what the counter-attack takes (see attacks.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.odds import outlook
from grognard.titles.gw36.agent.estimate import Force, Guess, attackers, defenders, guess
from grognard.titles.gw36.agent.landings import Landing, cost_at_sea, escorts_for
from grognard.titles.gw36.agent.targets import Target
from grognard.titles.gw36.agent.threat import danger, fleets, garrison, sea_threat, threat_without, threats
from grognard.titles.gw36.agent.worth import OPENS, is_last_turn, price_of, worth_to, worths
from grognard.titles.gw36.kinds import (
    CLASS,
    INFANTRY,
    IS_LAND,
    IS_NAVAL,
    WITH,
)
from grognard.titles.gw36.odds import Outlook, battle_odds, land_battle, lots, planned_approach
from grognard.titles.gw36.rules.battle import ground, land_defenders
from grognard.titles.gw36.rules.modifiers import LANDING, Approach
from grognard.titles.gw36.rules.terrain import border_terrain
from grognard.titles.gw36.rules.units import points_left
from grognard.titles.gw36.state import War

BLITZERS = WITH["blitz"]
GOALS = (0.6, 0.8, 0.95, 0.995, 2.0)  # the last: so that the conquest stands
LOST_AGAIN = 0.9  # of a conquest's worth goes with it when it is lost next turn
STANDS = 0.2  # a counter-attack of this chance is borne
ENOUGH = 0.98  # then aircraft are not needed
COMMITTED = 0.55  # how much of what could come against a conquest will come
AT_SEA = 0.7  # the same at sea
BORNE = 0.5  # a counter-attack at sea of a greater chance ends the fleet
BEING = 1.0  # for an IPP of a weaker fleet that would be gone: it holds its own waters by being there
FAIR = 0.6  # the least odds worth an attack, and those of the last turn
LONG_SHOT = 0.2
WORTH_IT = 0.5
SAMPLES = {"glance": 250, "quick": 250, "normal": 1200, "strong": 1200}


@dataclass
class Attack:
    """A chosen attack."""

    target: Target
    units: list[int]
    boats: list[Landing]
    outlook: Guess
    value: float
    counter: float = 0.0
    escort: list[tuple[int, int, str]] = field(default_factory=list)  # ship, sea zone, order
    sunk: float = 0.0  # the chance to lose the transports


@dataclass
class Draft:
    """A plan being made: the attacks chosen, the units they use, the zones they take."""

    chosen: list[Attack] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)

    def take(self, attack: Attack) -> None:
        self.chosen.append(attack)
        self.used.update(attack.units, *(boat.cargo for boat in attack.boats), (boat.transport for boat in attack.boats))
        self.used.update(u for u, _, _ in attack.escort)
        self.gone.add(attack.target.zone)


def enemy_of(g: War, nation: int, owner: int) -> bool:
    return bool(g.relations.enemies[nation] >> owner & 1)


def weigh(g: War, target: Target, draft: Draft, kept: set[int]) -> Attack | None:
    """The best way to attack a target with what a draft leaves; `kept` stay at home."""
    sea = g.board.geo.is_sea[target.zone]
    used = draft.used
    ready = [u for u in target.units if u not in used and u not in kept]
    boats = [b for b in target.boats if b.transport not in used and used.isdisjoint(b.cargo) and kept.isdisjoint(b.cargo)]
    if not ready and not boats:
        return None
    best: Attack | None = None
    around = [u for u in ready if u not in target.lined]
    for able in [around, ready] if len(around) < len(ready) else [ready]:
        for goal in GOALS:
            attack = _gather(g, target, able, boats, goal, sea, draft)
            if attack is not None and (best is None or attack.value > best.value):
                best = attack
            if target.defence.hits <= 0:
                break
        if best is not None and best.value > WORTH_IT:
            break  # nobody need cross the line, which one unit brings into the whole battle (1.23)
    return best


def _gather(
    g: War, target: Target, ready: list[int], boats: list[Landing], goal: float, sea: bool, draft: Draft
) -> Attack | None:
    """Add units, those whose absence hurts least first, until the chance is good enough."""
    units, zone = g.units, target.zone
    fire, price = g.values.attack, g.values.price
    order = sorted(ready, key=lambda u: (_cost_of_leaving(g, u), -fire[units.kind[u]] / max(price[units.kind[u]], 1), u))
    if not sea:
        order.sort(key=lambda u: not IS_LAND[units.kind[u]])
        order = _foot_first(g, order)
    picked: list[int] = []
    landed: list[Landing] = []
    outlook = Guess(0.0, 0.0, 0.0, 0.0)
    for u in order:
        if target.defence.hits <= 0 and picked:
            break
        if not sea and not IS_LAND[units.kind[u]] and (target.defence.hits <= 0 or (goal > 1.0 and outlook.won > ENOUGH)):
            continue
        picked.append(u)
        outlook = guess(attackers(g, picked, zone, by=target.by), target.defence)
        if outlook.won >= goal and (sea or any(IS_LAND[units.kind[v]] for v in picked)):
            break
        if goal > 1.0 and outlook.won > ENOUGH and _counter(g, picked, zone, outlook, draft.gone)[0] < STANDS:
            break
    for boat in boats:
        if outlook.won >= goal and (sea or any(IS_LAND[units.kind[v]] for v in picked)):
            break
        if any(set(boat.cargo) & set(other.cargo) for other in landed):
            continue
        landed.append(boat)
        outlook = guess(_together(g, picked, landed, target), target.defence)
    if not sea and not landed and not any(IS_LAND[units.kind[v]] for v in picked):
        return None
    if outlook.won < (LONG_SHOT if is_last_turn(g) else FAIR):
        return None
    ashore = sum(len(boat.cargo) for boat in landed) + sum(IS_LAND[units.kind[v]] for v in picked)
    if landed and ashore < 0.6 * target.defence.land:
        return None  # aircraft alone do not hold a beach
    escort = escorts_for(g, landed, target.sails, [*draft.used, *picked]) if landed else []
    return valued(g, Attack(target, picked, landed, outlook, 0.0, escort=escort), sea, draft)


def _foot_first(g: War, order: list[int]) -> list[int]:
    """The same units with one of foot before every dearer one of the land, as long as there is foot: it takes the losses."""
    kind, price = g.units.kind, g.values.price
    foot = [u for u in order if CLASS[kind[u]] == INFANTRY]
    others = [u for u in order if IS_LAND[kind[u]] and CLASS[kind[u]] != INFANTRY]
    cheap = iter(sorted(foot, key=lambda u: price[kind[u]]))
    mixed: list[int] = []
    for u in others:
        mixed += [v for v in (next(cheap, None), u) if v is not None]
    return [*mixed, *cheap, *(u for u in order if not IS_LAND[kind[u]])]


def _together(g: War, picked: list[int], landed: list[Landing], target: Target) -> Force:
    force = attackers(g, picked, target.zone, by=target.by)
    for boat in landed:
        force = force.plus(attackers(g, boat.cargo, target.zone, landing=True))
    return force


def _counter(g: War, fighters: list[int], zone: int, outlook: Guess, gone: set[int]) -> tuple[float, float]:
    """How likely the conquest is lost next turn, and the price of what would be lost with it."""
    units = g.units
    stay = [u for u in fighters if IS_LAND[units.kind[u]]]
    left = outlook.left
    defence, staying = g.values.defence, g.values.hits
    fire, hits = sum(max(defence[units.kind[u]], 0) for u in stay), sum(staying[units.kind[u]] for u in stay)
    force = Force(fire * left, hits * left, price_of(g, stay) * left)
    coming = threat_without(g, units.nation[fighters[0]], zone, gone | {zone}, rumours=False)
    if coming is None or not coming.land:
        return 0.0, 0.0
    coming = Force(coming.fire * COMMITTED, coming.hits * COMMITTED, coming.price, coming.land)
    return guess(coming, force).won, force.price


def _opens(g: War, nation: int, zone: int) -> float:
    """The best enemy zone that lies behind a zone and out of our reach so far."""
    geo, owner, worth = g.board.geo, g.zones.owner, worths(g, nation)
    friends = g.relations.aligned[nation]
    best = 0.0
    for b, _ in geo.land[zone]:
        near = any(owner[c] >= 0 and friends >> owner[c] & 1 for c, _ in geo.land[b])
        if not near and owner[b] >= 0 and enemy_of(g, nation, owner[b]):
            best = max(best, worth[b])
    return best


def valued(g: War, attack: Attack, sea: bool, draft: Draft) -> Attack:
    """What an attack promises: the prize, the exchange, and what a counter-attack and bared zones cost."""
    units, zone, outlook = g.units, attack.target.zone, attack.outlook
    fighters = [*attack.units, *(c for boat in attack.boats for c in boat.cargo)]
    nation = units.nation[fighters[0]]
    last = is_last_turn(g)
    stakes = 0.05 if last else 1.0  # of units, against the points of the last turn
    prize = attack.target.worth
    if not sea and not last:
        prize += OPENS * _opens(g, nation, zone)
    value = outlook.won * prize + stakes * (0.9 * outlook.defender_loss - outlook.attacker_loss)
    gone = draft.gone | {zone}
    if not sea:
        attack.counter, exposed = _counter(g, fighters, zone, outlook, draft.gone)
        value -= attack.counter * (0.5 * stakes * exposed + (1.0 if last else LOST_AGAIN) * prize)
        cost, attack.sunk = cost_at_sea(g, attack.boats, attack.escort)
        value -= stakes * cost
    else:
        ships = [u for u in fighters if IS_NAVAL[units.kind[u]]]
        if ships:
            force = defenders(g, ships, zone)
            force = Force(force.fire * outlook.left, force.hits * outlook.left, force.price * outlook.left)
            attack.counter = guess(sea_threat(g, nation, zone, AT_SEA), force).won
            value -= stakes * attack.counter * (force.price + 0.3 * outlook.defender_loss)
            if attack.counter > BORNE and fleets(g, nation) > 1.0:
                value -= stakes * BEING * sum(g.values.price[units.kind[u]] for u in ships)
    leaving: dict[int, list[int]] = {}
    for u in fighters:
        if IS_LAND[units.kind[u]] and units.carrier[u] < 0:
            leaving.setdefault(units.at[u], []).append(u)
    for origin, left in leaving.items():
        if g.board.geo.is_sea[origin]:
            continue
        before = danger(g, nation, origin, garrison(g, nation, origin, draft.used), draft.gone)
        after = danger(g, nation, origin, garrison(g, nation, origin, draft.used.union(left)), gone)
        bared = 0.3 if after == 1.0 > before else 0.0
        value -= (max(0.0, after - before) + bared) * (1 - 0.25 * outlook.won) * worth_to(g, nation, origin)
    attack.value = value
    return attack


def blitz_value(g: War, u: int, zone: int) -> float:
    """What going on into a zone is worth: with all who could go, against those who stand there."""
    units = g.units
    nation, at = units.nation[u], units.at[u]
    sent = [v for v in g.units.stacks[zone] if units.nation[v] == nation and units.duty[v]]
    mates = [v for v in g.units.stacks[at] if units.nation[v] == nation and units.kind[v] in BLITZERS and points_left(g, v) >= 1]
    force = list(dict.fromkeys([u, *mates, *sent]))
    foes = land_defenders(g, zone, {nation})
    target = Target(zone, defenders(g, foes, zone), worth_to(g, nation, zone))
    outlook = guess(attackers(g, force, zone), target.defence)
    if outlook.won < 0.85:
        return -1.0
    return valued(g, Attack(target, [u, *sent] if not foes else force, [], outlook, 0.0), False, Draft()).value - 1.0


def _cost_of_leaving(g: War, u: int) -> int:
    """Units in quiet zones go first, aircraft and ships are always free to go."""
    if not IS_LAND[g.units.kind[u]] or g.units.carrier[u] >= 0:
        return 1
    return 0 if g.units.at[u] not in threats(g, g.units.nation[u]) else 2


def confirmed(g: War, attack: Attack, draft: Draft, level: str) -> bool:
    """Exact or sampled odds for what the guess has chosen."""
    if attack.target.defence.hits <= 0:
        return True
    samples = SAMPLES[level]
    if attack.boats:
        found = _landing_odds(g, attack, samples)
    else:
        aim = attack.target
        found = battle_odds(g, aim.zone, attack.units, samples=samples, method="sampled", ways=aim.by, scrambled=aim.scrambled)
    if found is None:
        return True
    real = Guess(found.won, found.attacker.value_lost, found.defender.value_lost, attack.outlook.left)
    attack.outlook = real
    if real.won < (LONG_SHOT if is_last_turn(g) else FAIR):
        return False
    return valued(g, attack, g.board.geo.is_sea[attack.target.zone], draft).value > 0.0


def _landing_odds(g: War, attack: Attack, samples: int) -> Outlook | None:
    """Odds of an assault from the sea that is not under way yet (9.8)."""
    zone = attack.target.zone
    ways = {u: planned_approach(g, u, zone, attack.target.by.get(u, -1)) for u in attack.units}
    for boat in attack.boats:
        ways.update(dict.fromkeys(boat.cargo, Approach(LANDING, frozenset(border_terrain(g, boat.sea, zone)))))
    foes = land_defenders(g, zone, {g.units.nation[u] for u in ways})
    if not foes:
        return None
    theirs = lots(g, [*foes, *attack.target.scrambled])
    battle = land_battle(lots(g, ways, ways), theirs, ground(g, zone, g.units.nation[foes[0]]), facts=g.facts)
    return outlook(battle, samples=samples, method="sampled")
