"""Judgement behind the front: oil, spies, trade, bombers, airdrops, submarines on patrol.

Common to all rungs; nothing hidden is read.
"""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.awaw.agent.convoys import reassigned
from grognard.titles.awaw.agent.view import View, worth
from grognard.titles.awaw.nations import BRITAIN, EUROPEAN_AXIS, GERMANY, INDEX, JAPAN, SOVIET, WESTERN
from grognard.titles.awaw.rules.airdrops import Drop
from grognard.titles.awaw.rules.battle import attackers_of
from grognard.titles.awaw.rules.bombing import Raid, target_strength
from grognard.titles.awaw.rules.bombing import value as bombing_value
from grognard.titles.awaw.rules.intelligence import Agency
from grognard.titles.awaw.rules.interception import Rescue
from grognard.titles.awaw.rules.oil import Refinery, partner_short
from grognard.titles.awaw.rules.quays import Boat, Fleet
from grognard.titles.awaw.rules.ships import naval_factors, ready_ships
from grognard.titles.awaw.rules.trade import Estate, Market
from grognard.titles.awaw.rules.units import STRENGTH, factors, held_by, other, ships, stance, troops, unit_sides
from grognard.titles.awaw.state import FALL, World

Bureau = Refinery | Agency | Market | Estate | Raid | Drop | Boat | Fleet | Rescue
BUREAUS = (Refinery, Agency, Market, Estate, Raid, Drop, Boat, Fleet, Rescue)
DISPENSABLE = {"naval": 4.0, "civilian": 3.0, "economic": 2.0, "air": 1.0, "army": 0.0}  # what goes without oil first
ISLANDERS = {"air": 0.5, "naval": 0.0, "army": 1.0}  # Britain and Japan keep their ships
WOOED = {
    EUROPEAN_AXIS: ("spain", "turkey", "rumania", "hungary"),
    WESTERN: ("turkey", "spain", "yugoslavia"),
    SOVIET: ("bulgaria",),
}
PLANS = ("ctl", "air_nationality_drm", "torpedoes", "asw", "radar", "air_range")
BOLD_DROP = 2.0  # odds
OIL_KEPT = 3  # counters Germany keeps before it gives to Italy


LEAST_GROUP = 3  # bombers: one or two only feed the flak
LODGED, STRIKE_REACH = 6, 10  # factors ashore; hexes


def bureau(g: World, view: View, subject: Bureau, option: Option) -> float:
    """What an answer of an office is worth; nought is to do nothing."""
    if isinstance(subject, Refinery):
        return _oil(g, subject, option)
    if option.verb in ("done", "stay", "pass", "turn_away", "decline", "keep"):
        return 0.0
    if isinstance(subject, Agency):
        return _secret(g, subject, option)
    if isinstance(subject, Market):
        return _trade(g, subject, option)
    if isinstance(subject, Raid):
        return _bombs(g, subject, option)
    if isinstance(subject, Drop):
        return _drop(g, view, option)
    if isinstance(subject, Boat):
        return _lurk(g, view, option.args[0].index)
    if isinstance(subject, Rescue):
        return _rescue(g, view, subject, option.args[0].index)
    return 1.0 if isinstance(subject, Fleet) else -1.0


def _oil(g: World, r: Refinery, option: Option) -> float:
    """First the fleet goes without, then civilians; Britain and Japan keep their ships. Partners get what is over."""
    if option.verb == "leave":
        found = DISPENSABLE | (ISLANDERS if r.power in (BRITAIN, JAPAN) else {})
        return found[option.args[0]]
    if option.verb == "draw_on":
        return 1.0 if option.args[0] == "air" and r.left >= 3 else -1.0
    if option.verb == "hand":
        return 0.5 if r.left >= OIL_KEPT and r.power == GERMANY and partner_short(g, GERMANY) else -1.0
    return 0.0 if option.verb == "done" else -1.0  # industry goes on making arms


def _secret(g: World, agency: Agency, option: Option) -> float:
    """Unrest where the enemy has his oil, sabotage, agents where a friend is wanted; plans of what we lack; files last."""
    verb = option.verb
    if verb == "steal":
        return 0.9 if option.args[0] in PLANS else 0.2
    if verb == "sway":
        wanted = WOOED.get(agency.faction, ())
        return 1.2 if option.args[0].index in {INDEX[k] for k in wanted} else -0.5
    return {"partisans": 1.4, "sabotage": 0.8, "police": 1.0, "subvert": 1.0, "scout": 0.3, "spy": 0.1}.get(verb, -0.5)


def _trade(g: World, market: Market, option: Option) -> float:
    """Russia sells in 1940 for what it learns and stops when Germany is at its border; Germany buys."""
    if option.verb == "accept":
        return 1.0
    brps = int(option.args[0])
    wanted = 10 if g.year <= 1940 else 5 if g.year == 1941 else 0
    return 1.0 - 0.1 * abs(brps - wanted)


def _bombs(g: World, raid: Raid, option: Option) -> float:
    """All bombers together on what is worth most and guarded least; interceptors rise when they are not hopelessly few."""
    if option.verb == "rise":
        count = int(option.args[0])
        return float(count) if 2 * count >= raid.bombers else -float(count)
    if option.verb in ("atom", "atom_army"):
        space: int = option.args[0].index
        return 50.0 + worth(g, space) if option.verb == "atom" else 40.0 + factors(g, troops(g, space, other(g.side)))
    if option.verb == "escort":
        return float(option.args[0])
    if option.verb == "assist":
        return -float(option.args[0])  # army air has attacks to support
    if option.verb == "aim_at":
        return {"oil": 1.0, "ships": 0.5}.get(str(option.args[0]), 0.2)
    if option.verb == "destroy":
        return -1.0
    if option.verb == "fire":
        return worth(g, option.args[0].index)
    target, count = option.args[0].index, int(option.args[1])
    if count < LEAST_GROUP:
        return -0.5
    return count * (0.4 + 0.15 * bombing_value(g, target)) - 0.25 * target_strength(g, target)


def _drop(g: World, view: View, option: Option) -> float:
    """Behind an attack that is on, onto an empty place worth having, or onto few at good odds."""
    u, space = option.args[0].index, option.args[1].index
    foes = troops(g, space, view.foe)
    if not foes:
        safe = view.feeds(space) or g.ground.island[space]
        return worth(g, space) - 2.0 if safe and worth(g, space) > 3 else -1.0
    friends = [o for o in attackers_of(g, space) if unit_sides(g)[o] == view.side]
    odds = view.odds(space, [*friends, u], 0)
    if friends:
        return 0.5 if odds < 3 else -0.5
    return worth(g, space) - 2.0 if odds >= BOLD_DROP else -1.0


def _lurk(g: World, view: View, space: int) -> float:
    """A submarine waits where enemy ships must pass: near their ports, away from many others of ours."""
    sides = unit_sides(g)
    prey = sum(
        STRENGTH[g.units.design[u]] for p in g.ground.within(space, 3) for u in ships(g).get(p, ()) if sides[u] == view.foe
    )
    mates = sum(g.units.patrol[u] == space and sides[u] == view.side for u in range(len(g.units)))
    return 0.2 + 0.05 * prey - 0.3 * mates


def _rescue(g: World, view: View, rescue: Rescue, port: int) -> float:
    """Who can come in strength comes; a handful of ships stays."""
    mine = naval_factors(g, ready_ships(g, port, stance(g, rescue.power), rescue.power))
    return 0.5 if mine >= 6 else -0.5


def offices(g: World, view: View, option: Option) -> float:
    """Movement of what is not an army: aircraft hunt the submarines they see, carriers strike from the sea."""
    if option.verb == "hunt":
        return 0.9
    if option.verb == "station":
        return reassigned(g, option.args[0].index, option.args[1].index)
    if option.verb == "patrol_strike":
        prey = [u for u in ships(g).get(option.args[1].index, ()) if unit_sides(g)[u] == view.foe]
        return 1.0 + 0.05 * naval_factors(g, prey) if naval_factors(g, prey) >= 4 else -1.0
    if option.verb == "tow":
        return harbour_at_the_front(g, view, option.args[0].index)
    return -1.0


def harbour_at_the_front(g: World, view: View, beach: int) -> float:
    """An artificial port while it lasts: where an army stands ashore before the enemy, early in the year (ours 31.5)."""
    ashore = factors(g, [u for s in g.ground.within(beach, 2) for u in troops(g, s, view.side)])
    return 1.0 + 0.1 * ashore if ashore >= LODGED and view.enemy[beach] <= 3 and g.season < FALL else -1.0


def island_port(g: World, view: View, space: int) -> float:
    """A port counter goes to an island from which places of the enemy can be reached (ours 21.12)."""
    if g.ground.europe[space] or not (g.ground.island[space] or g.ground.group[space]):
        return -1.0
    foes = [s for s in g.ground.objectives if held_by(g, s) == view.foe and not g.ground.europe[s]]
    near = sum(0.1 * worth(g, s) for s in foes if (g.board.distance(space, s) or 0) <= STRIKE_REACH)
    return near if near >= 1.0 else -1.0
