"""Answers that need no plan: who is lost, where the beaten go, who advances, which table, how aircraft fight. Greedy and planner
share them: they follow from exact odds or from what a unit costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent import spies
from grognard.titles.wif.agent.council import stakes
from grognard.titles.wif.agent.view import FAR, View, cost, distances, view_of, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.odds_air import falls_on, line_strength, lines_over
from grognard.titles.wif.odds_land import likely_table, reckon
from grognard.titles.wif.rules import air_combat, bounce, naval_damage
from grognard.titles.wif.rules.boats import Diving, Salvo
from grognard.titles.wif.rules.carriers import air_rating
from grognard.titles.wif.rules.control import sides_by_hex
from grognard.titles.wif.rules.homeward import Landing
from grognard.titles.wif.rules.initiative import Demand, FirstSide
from grognard.titles.wif.rules.intelligence import Doubting, Effort, Tampering
from grognard.titles.wif.rules.land_attack import Choosing, Resolving
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.land_results import Advance, Downgrade, Facing, Loss
from grognard.titles.wif.rules.naval_rounds import First
from grognard.titles.wif.rules.overrun import Fleeing
from grognard.titles.wif.rules.paradrops import Loading
from grognard.titles.wif.rules.port_attack import Pens
from grognard.titles.wif.rules.production import Convoys
from grognard.titles.wif.rules.reinforcements import Remnants
from grognard.titles.wif.rules.retreats import Retreat
from grognard.titles.wif.rules.shore_bombardment import Gunnery, gun_factor
from grognard.titles.wif.rules.stacking import Crowd, strangers
from grognard.titles.wif.rules.supply_paths import unit_supply
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.state import War

Answer = tuple[Option, str]
GIVE_UP_AT = -4  # a combat value at which an air battle is broken off


def react(g: War, ask: Ask) -> Answer | None:
    """The answer to a question that needs no plan, None for the others."""
    make = REACTIONS.get(type(ask.subject))
    return make(g, ask, ask.subject) if make is not None else None


def named(ask: Ask, *verbs: str) -> Option | None:
    """The first of these answers that is open."""
    for verb in verbs:
        for option in ask.options:
            if option.verb == verb:
                return option
    return None


def best(ask: Ask, key: Callable[[Option], Any]) -> Option:
    return max(ask.options, key=key)


# --- land ---------------------------------------------------------------------------------------------------------------------


def price_of_loss(g: War, unit: int) -> tuple[float, int]:
    """What losing a unit would cost: its price, more while it is face-up."""
    return cost(g, unit) * (1.15 if not g.units.down[unit] else 1.0), unit


def _loss(g: War, ask: Ask, _: object) -> Answer:
    option = min(ask.options, key=lambda o: price_of_loss(g, o.arg.index))
    return option, "the cheapest loss"


def _downgrade(g: War, ask: Ask, _: object) -> Answer:
    return named(ask, "shatter") or ask.options[0], "out of the line until next turn"


def _retreat(g: War, ask: Ask, subject: Retreat) -> Answer:
    """The attacker drives the beaten where they are fed least and far from what they hold."""
    side = SIDE_OF_POWER[g.units.power[subject.unit]]
    supply = unit_supply(g, subject.unit)
    sides = sides_by_hex(g)
    places = [s for s in stakes(g) if sides[s] == side]

    def badness(option: Option) -> tuple[float, int]:
        s = option.arg.index
        far = min((distances(g, p).get(s, FAR) for p in places), default=0)
        return (0.0 if supply.reaches(s) else 4.0) + 0.3 * min(far, 20) - (2.0 if g.ground.city[s] else 0.0), -s

    return best(ask, badness), "where it can do least"


def _table(g: War, ask: Ask, subject: Choosing) -> Answer:
    battle = fight(g, subject.attack)
    blitz = likely_table(g, battle, g.attacks.power[subject.attack])
    found = reckon(g, battle, blitz)
    option = named(ask, "blitzkrieg" if blitz else "assault") or ask.options[0]
    losses = f"{found.attackers_lost:.1f} against {found.defenders_lost:.1f} lost"
    return option, f"{subject.odds}: cleared {found.clear:.0%}, {losses}"


def _next_attack(g: War, ask: Ask, subject: Resolving) -> Answer:
    """The surest first: its advance may cut the others off."""

    def sureness(option: Option) -> tuple[float, int]:
        battle = fight(g, option.arg.index)
        if not battle.attackers:
            return -1.0, 0
        found = reckon(g, battle, likely_table(g, battle, subject.power))
        return found.clear + 0.3 * found.breakthrough, -option.arg.index

    option = best(ask, sureness)
    return option, Telling(f"the surest attack first: {g.board.label(g.attacks.target[option.arg.index])}")


def _advance(g: War, ask: Ask, subject: Advance) -> Answer:
    """Into the cleared hex with what holds it, on with armour towards what is worth it; places of our own stay held."""
    view = view_of(g, subject.power)
    halt = named(ask, "halt") or ask.options[0]
    if subject.second:
        found = [(view.goals.get(o.args[1].index, 0.0) * 0.2 + _prize(g, view, o.args[1].index), n, o)
                 for n, o in enumerate(ask.options) if o.verb == "break"]  # fmt: skip
        here = 0.2 * view.goals.get(subject.target, 0.0)
        top = max(found, default=None)
        if top is not None and top[0] > here + 0.3 and view.feeds(top[2].args[0].index, subject.target):
            return top[2], "through the gap"
        return halt, "far enough"
    there = view.held(subject.target)
    movers = [o for o in ask.options if o.verb == "advance"]

    def eagerness(option: Option) -> float:
        u = option.arg.index
        here = g.units.at[u]
        kind = roster(g).types[u]
        found = 0.14 * (view.goals.get(subject.target, 0.0) - view.goals.get(here, 0.0))
        found += 0.5 if view.bold_at(subject.target) else -0.3
        if there == 0:
            found += 1.0 + 0.5 * worth(g, subject.target)
        elif there == 1:
            found += 0.3 + 0.2 * worth(g, subject.target)
        else:
            return -9.0
        if here in stakes(g) and sides_by_hex(g)[here] == view.side and view.held(here) <= 1 and view.threat(here) > 0:
            found -= 0.6 * worth(g, here)
        if roster(g).hq[u] and there == 0:
            found -= 3.0
        return found + (0.2 if kind in (Type.ARM, Type.MECH) else 0.0) - 1.2 * view.risk(u, subject.target)

    scored = sorted(((eagerness(o), n, o) for n, o in enumerate(movers)), key=lambda p: (-p[0], p[1]))
    if scored and scored[0][0] > 0.1:
        return scored[0][2], f"into {g.board.label(subject.target)}"
    return halt, "the others stay"


def _prize(g: War, view: View, space: int) -> float:
    return worth(g, space) if space in stakes(g) and sides_by_hex(g)[space] == view.foe else 0.0


def _facing(g: War, ask: Ask, _: object) -> Answer:
    option = min(ask.options, key=lambda o: (cost(g, o.arg.index), o.arg.index))
    return option, "the others are needed more"


def _crowd(g: War, ask: Ask, subject: Crowd) -> Answer:
    """The cheapest; of those who do not work together first the nation that has least to lose there."""
    whose, nations = g.units.power, g.units.country
    odd = strangers(g, subject.space)

    def stake(unit: int) -> float:
        return sum(cost(g, u) for u in odd if (whose[u], nations[u]) == (whose[unit], nations[unit]))

    option = min(ask.options, key=lambda o: (stake(o.arg.index), cost(g, o.arg.index), o.arg.index))
    return option, "too many"


# --- air ----------------------------------------------------------------------------------------------------------------------


def _air_hit(g: War, ask: Ask, subject: air_combat.Hit) -> Answer:
    side = SIDE_OF_POWER[g.units.power[subject.among[0]]]
    hit = falls_on(subject.what, *lines_over(g, g.units.at[subject.among[0]])[side])
    chosen = next((o for o in ask.options if hit is not None and o.arg.index == hit.unit), ask.options[0])
    return chosen, "it matters most" if subject.what.startswith("A") else "it matters least"


def _air_break(g: War, ask: Ask, subject: air_combat.Break) -> Answer:
    side = SIDE_OF_POWER[subject.power]
    lines = lines_over(g, subject.space)
    value = line_strength(g.settings, *lines[side]) - line_strength(g.settings, *lines[1 - side])
    if value <= GIVE_UP_AT:
        return named(ask, "abort") or ask.options[0], f"{float(value):+.1f} is too little"
    return named(ask, "fight_on") or ask.options[0], f"{float(value):+.1f}: on"


def _bounce(g: War, ask: Ask, subject: bounce.Bounce) -> Answer:
    """Dive where the ratings are in our favour, or where no bomber of ours would get through anyway."""
    dives = [o for o in ask.options if o.verb == "bounce"]

    def gain(option: Option) -> tuple[int, int]:
        hunter, quarry = (arg.index for arg in option.args)
        return air_rating(g, hunter) - air_rating(g, quarry), -hunter

    top = max(dives, key=gain, default=None)
    if top is not None and gain(top)[0] >= (1 if subject.bombers else 0):
        return top, "down on them"
    return named(ask, "as_rolled") or ask.options[0], "the result serves us"


def _landing(g: War, ask: Ask, subject: Landing) -> Answer:
    """Back where it came from, unless the enemy stands beside it."""
    view = view_of(g, g.units.power[subject.unit])
    order = {o.arg.index: n for n, o in enumerate(ask.options)}
    option = min(ask.options[:40], key=lambda o: (view.near(o.arg.index) <= 1) * 100 + order[o.arg.index])
    return option, "home"


def _first(words: str) -> Callable[[War, Ask, Any], Answer]:
    return lambda g, ask, subject: (ask.options[0], words)


def _verb(verb: str, words: str) -> Callable[[War, Ask, Any], Answer]:
    return lambda g, ask, subject: (named(ask, verb) or ask.options[0], words)


# --- the sea ------------------------------------------------------------------------------------------------------------------


def _ship_hit(g: War, ask: Ask, subject: naval_damage.Hit) -> Answer:
    """One's own: what costs least; the enemy's: what costs most."""
    mine = {g.seat(g.units.power[u]) for u in subject.targets} == {ask.seat}
    pick = min if mine else max
    option = pick(ask.options, key=lambda o: (cost(g, o.arg.index) * _defence(g, o.arg.index), o.arg.index))
    return option, "it costs least" if mine else "it costs most"


def _defence(g: War, unit: int) -> float:
    return naval_damage.defence_value(g, unit) / 10


def _gunnery(g: War, ask: Ask, subject: Gunnery) -> Answer:
    """Every gun that adds something, the heaviest first."""
    salvoes = [o for o in ask.options if o.verb == "bombard"]
    heavy = max(salvoes, key=lambda o: (gun_factor(g, o.args[0].index, g.attacks.target[o.args[1].index]), -o.args[0].index))
    if gun_factor(g, heavy.args[0].index, g.attacks.target[heavy.args[1].index]) > 0:
        return heavy, "the guns help"
    return named(ask, "done") or ask.options[0], "too far off shore"


REACTIONS: dict[type, Callable[[War, Ask, Any], Answer]] = {
    Loss: _loss,
    Downgrade: _downgrade,
    Retreat: _retreat,
    Choosing: _table,
    Resolving: _next_attack,
    Advance: _advance,
    Facing: _facing,
    Crowd: _crowd,
    air_combat.Line: _verb("ready", "in order"),
    air_combat.Hit: _air_hit,
    air_combat.Break: _air_break,
    bounce.Bounce: _bounce,
    bounce.Jet: _first("it is faster"),
    Landing: _landing,
    Fleeing: _first("away from here"),
    Loading: _first("any of them"),
    Pens: _verb("shelter", "safe in their pens"),
    naval_damage.Hit: _ship_hit,
    Gunnery: _gunnery,
    Remnants: _verb("done", "they hold out"),
    Convoys: _verb("send", "by the best ways"),
    Demand: _verb("keep", "the marker is worth more than a roll"),
    FirstSide: _verb("go_first", "the first impulse is ours"),
    First: _verb("all_fire", "before they strike"),
    Salvo: _verb("fire", "any target"),
    Diving: _verb("fight", "it came to fight"),
    Effort: spies.effort,
    Tampering: spies.tamper,
    Doubting: spies.doubt,
}
