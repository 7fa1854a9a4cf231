"""Judgement at sea: who sails, what is carried where, which beaches are worth a landing, when to fight and when to go home."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.designs import GROUND, Kind
from grognard.titles.awaw.nations import ALLIES, BRITAIN, US
from grognard.titles.awaw.rules.interception import Passage, hunters_at
from grognard.titles.awaw.rules.landing import Admiralty
from grognard.titles.awaw.rules.seabattle import Force, Strike
from grognard.titles.awaw.rules.ships import naval_factors, sea_hexes
from grognard.titles.awaw.rules.units import KIND, STRENGTH, factors, held_by, here, masters, other, patron, troops
from grognard.titles.awaw.rules.voyages import FIGHTING, REDEPLOYING, Harbour, cargo_of, fleet_of, free_transports
from grognard.titles.awaw.state import World, turn_of

At_Sea = Harbour | Admiralty | Passage | Force | Strike
AT_SEA = (Harbour, Admiralty, Passage, Force, Strike)
STRONG = 6  # ground factors that make a landing worth while
INVASION_YEAR = turn_of(1943, 0)


def at_sea(g: World, view: View, subject: At_Sea, option: Option, seen: set[int]) -> float:
    """What a naval answer is worth."""
    if isinstance(subject, Harbour):
        return _harbour(g, view, subject, option)
    if isinstance(subject, Admiralty):
        return 0.0 if option.verb == "done" else _mission(g, view, subject.power, option.args[0].index, seen)
    if isinstance(subject, Passage):
        return _meet(g, subject, option)
    if isinstance(subject, Force):
        return _battle(g, subject, option)
    ship, count = option.args[0].index, option.args[1]
    wanted = min(subject.left, STRENGTH[g.units.design[ship]] + 2)
    return float(1.0 + 0.2 * STRENGTH[g.units.design[ship]] - 0.3 * abs(count - wanted))


def _harbour(g: World, view: View, h: Harbour, option: Option) -> float:
    """All ships, then the troops, then away; whoever has nowhere to go stays."""
    fleet, cargo = fleet_of(g, h), cargo_of(g, h)
    if option.verb == "cancel":
        return 0.0
    if option.verb == "take_all":
        boxed = h.phase == REDEPLOYING and g.ground.box[h.port]
        return 5.0 if not fleet and not boxed else -1.0
    if option.verb == "take":
        return -1.0
    if option.verb == "load":
        u = option.args[0].index
        fits = KIND[g.units.design[u]] in GROUND and KIND[g.units.design[u]] not in (Kind.REP, Kind.FLAK)
        room = len(cargo) < (3 if h.phase == FIGHTING else 2)
        return 3.0 + 0.1 * STRENGTH[g.units.design[u]] if fits and room else -1.0
    space: int = option.args[0].index
    if option.verb == "invade":
        return 1.0 + shore(g, view, space, factors(g, cargo))
    if option.verb == "strike_port":
        return 0.5
    if not cargo:
        return -1.0
    return 1.0 + landing_place(g, view, space)


def landing_place(g: World, view: View, port: int) -> float:
    """A port for reinforcements: near the fighting, not full, and ours."""
    full = len([u for u in here(g, port) if KIND[g.units.design[u]] in GROUND])
    near = view.enemy[port]
    return view.goals[port] + 0.4 * view.keeps[port] - 0.15 * min(near, 30) - 1.5 * full


def shore(g: World, view: View, space: int, strength: int) -> float:
    """What a landing promises: nothing against a held beach unless it is weak; more near what the enemy must keep."""
    foes = troops(g, space, view.foe)
    if foes:
        odds = strength / max(1, factors(g, foes) * (3 + g.ground.dm[space]))
        return worth(g, space) + view.goals[space] * 0.3 if odds >= 1.0 else -5.0
    guards = sum(factors(g, troops(g, o, view.foe)) for o, _ in g.ground.ways[space])
    return worth(g, space) + 0.3 * view.goals[space] - 0.25 * max(0, guards - strength) + 1.0


def _mission(g: World, view: View, power: int, port: int, seen: set[int]) -> float:
    """A port is worth opening when troops stand in it that could land somewhere good."""
    if port in seen or (g.turn < INVASION_YEAR and power in (BRITAIN, US)):
        return -1.0
    seen.add(port)
    army = [u for u in here(g, port) if patron(g, u) == power and KIND[g.units.design[u]] in GROUND]
    if factors(g, army) < STRONG:
        return -1.0
    foe = other(g.side)
    for s in g.ground.field_hexes:
        if g.ground.beach[s] and held_by(g, s) == foe and masters(g).get(s) != foe and sea_hexes(g, port, s) <= 10:
            return 2.0
    return -1.0


def wants_ships(g: World, view: View, power: int, port: int, phase: int, seen: set[int]) -> float:
    """Redeployment: troops in a box at war are shipped where they are wanted; in movement ships stay where they are."""
    if phase != REDEPLOYING or port in seen or not g.ground.box[port] or view.side != ALLIES:
        return -1.0
    seen.add(port)
    army = [u for u in here(g, port) if patron(g, u) == power]
    return 2.0 if len(army) > 1 and free_transports(g, port) else -1.0


def _meet(g: World, passage: Passage, option: Option) -> float:
    """Come out against what can be beaten and what matters."""
    if option.verb == "pass":
        return 0.0
    mine = naval_factors(g, hunters_at(g, passage.power, option.args[0].index))
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
