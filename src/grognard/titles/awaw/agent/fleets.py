"""Judgement at sea: who sails, what is carried where, which beaches are worth a landing, when to fight and when to go home."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.designs import GROUND, LINE, Kind
from grognard.titles.awaw.nations import ALLIES, BRITAIN, US
from grognard.titles.awaw.rules.interception import Passage, hunters_at
from grognard.titles.awaw.rules.landing import Admiralty, enemy_ships
from grognard.titles.awaw.rules.seabattle import Force, Strike
from grognard.titles.awaw.rules.ships import (
    INVASION,
    OPERATION,
    destroyers,
    naval_factors,
    ready_ships,
    ready_squadrons,
    sea_hexes,
)
from grognard.titles.awaw.rules.units import KIND, STRENGTH, factors, held_by, here, other, patron, ships, troops
from grognard.titles.awaw.rules.voyages import FIGHTING, REDEPLOYING, Harbour, cargo_of, fleet_of, free_transports
from grognard.titles.awaw.state import World, turn_of

At_Sea = Harbour | Admiralty | Passage | Force | Strike
AT_SEA = (Harbour, Admiralty, Passage, Force, Strike)
STAGING = {BRITAIN: ("portsmouth", "harwich"), US: ("portsmouth", "plymouth", "liverpool")}
SECOND_FRONT = turn_of(1942, 1)
ESCORT = 6  # destroyers worth moving to a staging port
FEW_SQUADRONS = 3
MISSIONS, TRIPS = 2, 6  # how often a port is looked at in a phase


def at_sea(g: World, view: View, subject: At_Sea, option: Option, visits: dict[int, int]) -> float:
    """What a naval answer is worth."""
    if isinstance(subject, Harbour):
        if option.verb == "cancel" and not fleet_of(g, subject) and not cargo_of(g, subject):
            visits[subject.port] = visits.get(subject.port, 0) + 1
        return _harbour(g, view, subject, option)
    if isinstance(subject, Admiralty):
        if option.verb == "patrol_support":
            return -1.0
        return 0.0 if option.verb == "done" else _mission(g, view, subject.power, option.args[0].index, visits)
    if isinstance(subject, Passage):
        return _meet(g, subject, option)
    if isinstance(subject, Force):
        return _battle(g, subject, option)
    ship, count = option.args[0].index, option.args[1]
    wanted = min(subject.left, STRENGTH[g.units.design[ship]] + 2)
    return float(1.0 + 0.2 * STRENGTH[g.units.design[ship]] - 0.3 * abs(count - wanted))


def staging(g: World, power: int) -> list[int]:
    """Ports where a landing is prepared: America and Britain at war, once a second front can be thought of."""
    if power not in STAGING or g.sheet.theatre == "pacific" or g.nations.side[power] != ALLIES or g.turn < SECOND_FRONT:
        return []
    return [g.ground.named[name] for name in STAGING[power] if held_by(g, g.ground.named[name]) == ALLIES]


def soldiers(g: World, port: int, power: int) -> list[int]:
    """Troops of a power in a port that are worth carrying."""
    return [u for u in here(g, port) if patron(g, u) == power and KIND[g.units.design[u]] in (*LINE, Kind.MARINE)]


def _harbour(g: World, view: View, h: Harbour, option: Option) -> float:
    """All ships, then the troops, then away; whoever has nowhere to go stays."""
    fleet, cargo = fleet_of(g, h), cargo_of(g, h)
    boxed = h.phase == REDEPLOYING and g.ground.box[h.port]
    if option.verb == "cancel":
        return 0.0
    if option.verb == "take_all":
        laden = boxed and bool(cargo)
        return (5.0 if not boxed else 0.9) if not fleet and not laden else -1.0
    if option.verb in ("take", "take_force", "call", "form", "dissolve", "patrol"):
        return -1.0
    if option.verb == "load":
        u = option.args[0].index
        fits = KIND[g.units.design[u]] in LINE or KIND[g.units.design[u]] == Kind.MARINE
        room = len(cargo) < (3 if h.phase == FIGHTING and g.ground.europe[h.port] else 2)
        bound = h.phase == REDEPLOYING and not boxed
        return 30.0 + 0.1 * STRENGTH[g.units.design[u]] if fits and room and not bound else -1.0
    space: int = option.args[0].index
    if option.verb == "invade":
        return 1.0 + shore(g, view, space, factors(g, cargo))
    if option.verb == "strike_port":
        return 0.5 + 0.02 * naval_factors(g, enemy_ships(g, space))
    if not cargo:
        wanted = staging(g, h.power)
        there = len(destroyers(g, ready_ships(g, space, view.side, h.power)))
        return 1.0 - 0.05 * there if space in wanted and h.port not in wanted and h.phase == REDEPLOYING else -1.0
    return 1.0 + landing_place(g, view, h.power, space)


def landing_place(g: World, view: View, power: int, port: int) -> float:
    """A port for reinforcements: a bridgehead or a port near the fighting, or a port from which a landing starts."""
    full = len([u for u in here(g, port) if KIND[g.units.design[u]] in GROUND])
    near = min(view.enemy[port], 20)
    bonus = 3.0 if port in staging(g, power) else 0.0
    return bonus + 2.5 * (g.hexes.bridgehead[port] == view.side) + 0.2 * view.goals[port] - 0.15 * near - 1.5 * full


def shore(g: World, view: View, space: int, strength: int) -> float:
    """What a landing promises: nothing against a held beach unless it is weak; more near what the enemy must keep."""
    foes = troops(g, space, view.foe)
    if foes:
        odds = strength / max(1, factors(g, foes) * (3 + g.ground.dm[space]))
        return worth(g, space) + view.goals[space] * 0.3 if odds >= 1.0 else -5.0
    guards = sum(factors(g, troops(g, o, view.foe)) for o, _ in g.ground.ways[space])
    friends = sum(len(troops(g, o, view.side)) for o, _ in g.ground.ways[space])
    return worth(g, space) + 0.15 * view.goals[space] + 1.0 * friends - 0.2 * max(0, guards - strength) + 1.0


def _mission(g: World, view: View, power: int, port: int, visits: dict[int, int]) -> float:
    """A port is worth opening when troops stand in it that could land somewhere good, or carriers that could strike."""
    if visits.get(port, 0) >= MISSIONS:
        return -1.0
    fleet = ready_ships(g, port, g.side, power)
    army = soldiers(g, port, power)
    if army and destroyers(g, fleet):
        foe, most = other(g.side), INVASION[g.ground.europe[port]]
        lift = len(destroyers(g, fleet))
        for s in g.ground.field_hexes:
            coast = g.ground.beach[s] or g.ground.island[s]
            if coast and held_by(g, s) == foe and sea_hexes(g, port, s) <= most:
                force = min(factors(g, army), lift // (2 if troops(g, s, foe) else 1))
                if force and shore(g, view, s, force) > 0.5:
                    return 2.0
    if len(ready_squadrons(g, port, g.side, power)) >= FEW_SQUADRONS and any(KIND[g.units.design[u]] == Kind.CV for u in fleet):
        prey = [p for p in ships(g) if enemy_ships(g, p) and not g.ground.box[p]]
        if any(sea_hexes(g, port, p) <= OPERATION for p in prey if g.ground.theatre[p] == g.ground.theatre[port]):
            return 1.0
    return -1.0


def wants_ships(g: World, view: View, power: int, port: int, phase: int, visits: dict[int, int]) -> float:
    """Redeployment: troops and destroyers go where a landing is prepared; in movement ships stay where they are."""
    if phase != REDEPLOYING or visits.get(port, 0) >= TRIPS or view.side != ALLIES:
        return -1.0
    if g.ground.box[port] and len(soldiers(g, port, power)) > 1 and free_transports(g, port) and visits.get(port, 0) < TRIPS - 2:
        return 2.0
    wanted = staging(g, power)
    if wanted and port not in wanted and len(destroyers(g, ready_ships(g, port, view.side, power))) >= ESCORT:
        return 1.5
    return -1.0


def _meet(g: World, passage: Passage, option: Option) -> float:
    """Come out against what can be beaten and what matters."""
    if option.verb == "pass":
        return 0.0
    if option.verb == "ambush":
        return 0.5
    hunters = hunters_at(g, passage.power, option.args[0].index)
    decks = [u for u in hunters if KIND[g.units.design[u]] == Kind.CV]
    mine = naval_factors(g, hunters) + 2 * naval_factors(g, decks)  # their squadrons fight too
    weight = 1.0 if passage.activity in ("invasion", "sea transport", "sea escort") else 0.4
    return weight * (mine - 0.9 * passage.factors) / 10.0


def _battle(g: World, force: Force, option: Option) -> float:
    if option.verb == "assign":
        cap, looking = option.args
        third = force.squadrons // 3
        return float(1.0 - 0.2 * abs(cap - third) - 0.2 * abs(looking - min(2, third)))
    sound = sum(not g.units.damage[u] for u in force.ships)
    fit = 2 * sound >= len(force.ships)
    return 1.0 if (option.verb in ("engage", "stay")) == fit else 0.0
