"""Judgement at sea: who sails, what is carried where, which beaches are worth a landing, when to fight and when to go home."""

from __future__ import annotations

import grognard.titles.awaw.agent.taskforces as taskforces
from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.convoys import ESCORTS, convoy_ships
from grognard.titles.awaw.agent.landings import (
    SHIPS_A_TRIP,
    WINGS_A_TRIP,
    crossing_ships,
    crossing_wings,
    feeds_from,
    gathers,
    has_room,
    landing_place,
    lodgements,
    mission,
    passengers,
    shore,
    soldiers,
    staging,
)
from grognard.titles.awaw.agent.view import View
from grognard.titles.awaw.designs import LINE, Kind
from grognard.titles.awaw.nations import ALLIES, ITALY
from grognard.titles.awaw.rules.embarking import Lift
from grognard.titles.awaw.rules.interception import Passage, hunters_at, ports_of
from grognard.titles.awaw.rules.landing import Admiralty, enemy_ships
from grognard.titles.awaw.rules.seabattle import Force, Strike
from grognard.titles.awaw.rules.ships import destroyers, naval_factors, ready_ships
from grognard.titles.awaw.rules.strategic import ATLANTIC
from grognard.titles.awaw.rules.units import KIND, STRENGTH, factors
from grognard.titles.awaw.rules.voyages import FIGHTING, REDEPLOYING, Harbour, cargo_of, fleet_of, free_transports
from grognard.titles.awaw.state import World

At_Sea = Harbour | Admiralty | Passage | Force | Strike | Lift
AT_SEA = (Harbour, Admiralty, Passage, Force, Strike, Lift)
ESCORT = 6  # destroyers worth moving to a staging port
CARGO = ("invasion", "sea transport", "sea escort")  # activities that carry troops
TRIPS = 6  # how often a port is looked at in a phase


def at_sea(g: World, view: View, subject: At_Sea, option: Option, visits: dict[int, int]) -> float:
    """What a naval answer is worth."""
    if isinstance(subject, Harbour):
        if option.verb == "cancel" and not fleet_of(g, subject) and not cargo_of(g, subject):
            visits[subject.port] = visits.get(subject.port, 0) + 1
        return _harbour(g, view, subject, option)
    if isinstance(subject, Admiralty):
        if option.verb == "patrol_support":
            return -1.0
        return 0.0 if option.verb == "done" else mission(g, view, subject.power, option.args[0].index, visits)
    if isinstance(subject, Lift):
        return 1.0 if option.verb == "accept" else 0.0
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
    boxed = h.phase == REDEPLOYING and g.ground.box[h.port]
    if option.verb == "cancel":
        return 0.0
    if not cargo and g.sheet.theatre != "europe":
        found = taskforces.orders(g, view, h, option)
        if found is not None:
            return found
    if h.phase == REDEPLOYING and not cargo:
        found = _to_the_staging(g, view, h, option, fleet)
        found = _to_the_lanes(g, h, option, fleet) if found is None else found
        if found is not None:
            return found
    if option.verb == "take_all":
        laden = boxed and bool(cargo)
        return (5.0 if not boxed else 0.9) if not fleet and not laden else -1.0
    if option.verb == "call":  # destroyers of the lanes carry the landing, and go back afterwards
        lift = len(destroyers(g, fleet))
        short = h.phase == FIGHTING and bool(fleet) and lift < 2 * factors(g, passengers(g, h.port, h.power)[:3])
        return 31.0 if short and KIND[g.units.design[option.args[0].index]] == Kind.DD and not cargo else -1.0
    if option.verb in ("take", "take_force", "form", "dissolve", "patrol", "fetch"):
        return -1.0
    if option.verb in ("load", "carry"):  # a partner's troops where our own leave room
        u = option.args[0].index
        if boxed and KIND[g.units.design[u]] == Kind.AAF:  # aircraft by themselves, a group at a time
            alone = len(cargo) < WINGS_A_TRIP and all(KIND[g.units.design[o]] == Kind.AAF for o in cargo)
            return 31.0 if option.verb == "load" and alone and crossing_wings(g, h.port, h.power) else -1.0
        if cargo and KIND[g.units.design[cargo[0]]] == Kind.AAF:
            return -1.0
        fits = KIND[g.units.design[u]] in LINE or KIND[g.units.design[u]] == Kind.MARINE
        room = len(cargo) < (3 if h.phase == FIGHTING and g.ground.europe[h.port] else 2)
        bound = h.phase == REDEPLOYING and not boxed and not feeds_from(g, view, h.power, h.port)
        if option.verb == "carry" and (boxed or not fleet or (h.phase != FIGHTING and bound)):
            return -1.0
        eager = 30.0 if option.verb == "load" else 29.0
        return eager + 0.1 * STRENGTH[g.units.design[u]] if fits and room and not bound else -1.0
    space: int = option.args[0].index
    if option.verb == "invade":
        return 1.0 + shore(g, view, space, factors(g, cargo))
    if option.verb == "strike_port":
        return 0.5 + 0.02 * naval_factors(g, enemy_ships(g, space))
    if not cargo:
        wanted = staging(g, h.power)
        goes = space in wanted and h.port not in wanted and h.phase == REDEPLOYING
        return gathers(g, h.power, space, view.side) if goes else -1.0
    if h.phase == REDEPLOYING and not boxed and (space not in lodgements(g, view, h.power) or not has_room(g, view, space)):
        return -1.0  # from home an army goes to a front or stays
    return 1.0 + landing_place(g, view, h.power, space)


def _to_the_lanes(g: World, h: Harbour, option: Option, fleet: list[int]) -> float | None:
    """Escorts of the convoys go aboard one by one, then into the lanes; None where none are wanted."""
    wanted = convoy_ships(g, h.power, h.port)
    guards = bool(fleet) and all(KIND[g.units.design[u]] in ESCORTS for u in fleet)
    if not wanted and not guards:
        return None
    if option.verb == "take":
        return 8.0 if option.args[0].index in wanted and len(fleet) < len(wanted) else -1.0
    if option.verb == "sail" and guards:
        return 7.0 if g.board.token(option.args[0].index) == ATLANTIC else -1.0
    return -1.0


def _to_the_staging(g: World, view: View, h: Harbour, option: Option, fleet: list[int]) -> float | None:
    """Destroyers of a box sail in groups to where a landing is prepared; None where none are wanted."""
    guards = bool(fleet) and all(KIND[g.units.design[u]] == Kind.DD for u in fleet)
    wanted = crossing_ships(g, h.port, h.power)
    if convoy_ships(g, h.power, h.port) or (len(wanted) < ESCORT and not (guards and wanted)):
        return None
    if option.verb == "take":
        return 35.0 if option.args[0].index in wanted and len(fleet) < SHIPS_A_TRIP else -1.0
    if option.verb == "sail" and guards:
        goal: int = option.args[0].index
        return 33.0 + gathers(g, h.power, goal, view.side) if goal in staging(g, h.power) else -1.0
    return None if not guards else -1.0


def wants_ships(g: World, view: View, power: int, port: int, phase: int, visits: dict[int, int]) -> float:
    """Redeployment: troops and destroyers go where a landing is prepared; in movement only task forces of the Pacific sail."""
    if g.sheet.theatre != "europe" and visits.get(port, 0) < TRIPS:
        found = taskforces.calls(g, view, power, port, phase)
        if found > 0:
            return found
    if phase == REDEPLOYING and power == ITALY and visits.get(port, 0) < TRIPS and feeds_from(g, view, power, port):
        return 1.8
    if phase != REDEPLOYING or visits.get(port, 0) >= TRIPS or view.side != ALLIES:
        return -1.0
    if convoy_ships(g, power, port) and not visits.get(port, 0):
        return 2.5
    if g.ground.box[port] and len(soldiers(g, port, power)) > 1 and free_transports(g, port) and visits.get(port, 0) < TRIPS - 2:
        return 2.0
    if len(crossing_ships(g, port, power)) >= ESCORT or len(crossing_wings(g, port, power)) >= WINGS_A_TRIP:
        return 1.9
    if feeds_from(g, view, power, port):
        return 1.8
    wanted = staging(g, power)
    if wanted and port not in wanted and len(destroyers(g, ready_ships(g, port, view.side, power))) >= ESCORT:
        return 1.5
    return -1.0


def _meet(g: World, passage: Passage, option: Option) -> float:
    """Come out against what can be beaten and what matters; search, and play a card, where somebody will come out."""
    if option.verb == "pass":
        return 0.0
    if option.verb == "ambush":
        return 0.5
    if option.verb in ("spot", "strategic_card"):
        best = max((_coming_out(g, passage, port) for port in ports_of(g, passage)), default=0.0)
        if option.verb == "spot":
            return best + 0.1 if best > 0.3 else -1.0
        return best + 0.2 if best > 0.3 and passage.activity in CARGO else -1.0
    return _coming_out(g, passage, option.args[0].index)


def _coming_out(g: World, passage: Passage, port: int) -> float:
    hunters = hunters_at(g, passage.power, port)
    decks = [u for u in hunters if KIND[g.units.design[u]] == Kind.CV]
    mine = naval_factors(g, hunters) + 2 * naval_factors(g, decks)  # their squadrons fight too
    weight = 1.0 if passage.activity in CARGO else 0.4
    return weight * (mine - 0.9 * passage.factors) / 10.0


def _battle(g: World, force: Force, option: Option) -> float:
    if option.verb == "assign":
        cap, looking = option.args
        third = force.squadrons // 3
        return float(1.0 - 0.2 * abs(cap - third) - 0.2 * abs(looking - min(2, third)))
    sound = sum(not g.units.damage[u] for u in force.ships)
    fit = 2 * sound >= len(force.ships)
    return 1.0 if (option.verb in ("engage", "stay")) == fit else 0.0
