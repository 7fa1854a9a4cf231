"""The judgement of America in Flames: the armies and fleets of World in Flames' mind, and what is asked here alone: influence
(courts.py), build points (treasury.py), wars on minors, alignments. Nothing here changes the state."""

from __future__ import annotations

import random

from grognard.agents import Telling
from grognard.kernel.flow import Ask, Option
from grognard.kernel.session import Session
from grognard.titles.aif.agent import ambush, embassies, watch
from grognard.titles.aif.agent.courts import court, levels, minor_id
from grognard.titles.aif.agent.cover import AmericanAdmiral, cover, escorted, too_bold
from grognard.titles.aif.agent.treasury import OPENING, invest
from grognard.titles.aif.agent.wings import air_ferries
from grognard.titles.aif.facts import FULL_ALLY
from grognard.titles.aif.rules.allegiance import MOBILISATION
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.deployment import Deploying
from grognard.titles.aif.rules.factories import Wrecking
from grognard.titles.aif.rules.hidden import Hiding, Spot
from grognard.titles.aif.rules.influence import Courting, Courtship
from grognard.titles.aif.rules.minors import Muster
from grognard.titles.aif.rules.peace import Prize, Refuge
from grognard.titles.aif.rules.reversion import Restitution, Returning
from grognard.titles.aif.rules.spoils import Award
from grognard.titles.aif.state import America
from grognard.titles.wif.agent import WorldInFlamesMind, as_if, by_ships_alone, together
from grognard.titles.wif.agent.at_once import FRONT
from grognard.titles.wif.agent.lift import ferries, fetches
from grognard.titles.wif.agent.orders import General
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.sea import Operation
from grognard.titles.wif.agent.view import View
from grognard.titles.wif.facts import AXIS, SIDE_OF_POWER, USA
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.boats import Diving
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import nation_at
from grognard.titles.wif.rules.hq_support import Garrisons
from grognard.titles.wif.rules.lending import Lender
from grognard.titles.wif.rules.partisans import Scarce
from grognard.titles.wif.rules.powers import home_power
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.rules.return_to_base import Watch
from grognard.titles.wif.rules.task_forces import Admiralty
from grognard.titles.wif.rules.v_weapons import Arming, Bombardier
from grognard.titles.wif.state import NOWHERE, War

FRONT_LINE = 2.0  # what order at the front is worth besides what a land action gains
RAIDING = 0.3  # how much of a sortie's worth is trusted
PRIZE_FACTORIES, AMERICAN_FRONT = 3, 14  # factories worth the anger, and the turn of the campaign from which it is borne
BOLD_WAR = 2  # own corps beside a minor that the enemy is about to align


class AmericanMind(WorldInFlamesMind):
    """Values of options and plans of impulses."""

    def plan(self, session: Session, seat: str, ask: Ask, rng: random.Random, level: str) -> tuple[Option, str]:
        found = own_answer(session.g, ask, planning=True) if len(ask.options) > 1 else None
        return found if found is not None else super().plan(session, seat, ask, rng, level)

    def _choose(self, session: Session, ask: Ask, power: int) -> Answer:
        """Where armies stand near the enemy they go first; the fleet serves landings, and fights where nothing is to be gained
        on land. A raid is one raid, however many ports could send it."""
        g: America = session.g
        if g.whole_world:
            return super()._choose(session, ask, power)
        plan = self._plan(session, power)
        general = General(as_if(g, power, Action.LAND), power)
        plan.orders = general.draw_up()
        land = plan.orders.gain + 0.5 * plan.orders.better
        admiral = AmericanAdmiral(g, power)
        sky = cover(g)
        bold = [*admiral.operations(), *ferries(admiral), *air_ferries(admiral, sky), *watch.reliefs(admiral)]
        bold += [o for o in fetches(admiral) if not g.ground.box[o.port]]
        if plan.orders.assaults:
            bold += watch.raiders(admiral)
        ready = [escorted(admiral, sky, o) for o in bold]
        operations = together(g, [o for o in ready if not too_bold(g, sky, o, SIDE_OF_POWER[power])])
        landings = [o for o in operations if o.target != NOWHERE or o.cargo]
        sorties = [o for o in operations if o not in landings]
        strike = admiral.strike_now()
        most = g.charts.limit(Activity.NAVAL_MOVE, Action.COMBINED, power, g.year)
        best = max((o.value for o in sorties), default=0.0)
        share = min(1.0, g.charts.limit(Activity.LAND_MOVE, Action.COMBINED, power, g.year) / max(len(plan.orders.moves), 1))
        values = {
            "land": land + (FRONT_LINE if near_the_enemy(g, general.view, power) else 0.0),
            "combined": (0.2 + 0.6 * share) * land + sum(o.value for o in landings[:most]) + RAIDING * best + 0.8 * strike,
            "naval": 0.9 * (afloat(g, landings) + RAIDING * best) + 0.4 * strike,
        }
        word = max(values, key=lambda w: values[w])
        plan.operations = [] if word == "land" else [*landings, *sorties]
        told = plan.orders.told(g) if word == "land" else "; ".join(o.told for o in plan.operations[:2]) or plan.orders.told(g)
        return ask.find(f"act {word}") or ask.options[0], Telling(f"{word}: {told}")

    def wanted(self, g: War, power: int, target: int) -> bool:
        """An attack on American soil gives the USA half its production again, once a turn: in the first years only for a prize,
        and then with everything."""
        assert isinstance(g, America)
        if g.whole_world or SIDE_OF_POWER[power] != AXIS or g.ground.country[target] != "usa":
            return True
        prize = target in {g.ground.named(name) for name in g.frame.sites} or g.ground.factories[target] >= PRIZE_FACTORIES
        return bool(prize or g.powers.invaded[USA]) or g.turn - OPENING + 1 >= AMERICAN_FRONT

    def at_once(self, session: Session, ask: Ask) -> Answer:
        found = own_answer(session.g, ask) if len(ask.options) > 1 else None
        return found if found is not None else super().at_once(session, ask)


def afloat(g: America, landings: list[Operation]) -> float:
    """What voyages with troops are worth in a naval action: nobody goes ashore before the next impulse (11.13)."""
    return sum(by_ships_alone(g, o) for o in landings)


def near_the_enemy(g: America, view: View, power: int) -> bool:
    """Whether a power has troops within a few steps of the enemy."""
    return any(view.near(s) <= FRONT for s, units in view.mine.items() if any(g.units.power[u] == power for u in units))


def own_answer(g: America, ask: Ask, planning: bool = False) -> Answer | None:
    """Answers to what only this title asks; None for the rest. `planning`: with the planner's budget."""
    subject = ask.subject
    match subject:
        case Courting():
            answer = embassies.dispatch(g, ask, subject) if planning else court(g, ask, subject)
            return (ambush.pay(g, ask, subject) or answer) if answer[0].verb == "keep" else answer
        case Courtship():
            return embassies.order(g, ask, subject) if planning else levels(g, ask, subject)
        case Cabinet():
            return counsel(g, ask, subject, planning)
        case Purse():
            return invest(g, ask, subject, planning)
        case Muster():
            return muster(g, ask)
        case Deploying():
            return named(ask, "set") or ask.options[0], "the staff chose the places"
        case Scarce():
            return named(ask, "no_partisans") or ask.options[0], "they serve where they stand"
        case Hiding() if any(o.verb == "quiet" for o in ask.options):
            return ambush.reveal(g, ask, subject)
        case Hiding():
            return ambush.hide(g, ask, subject)
        case Spot():
            return ambush.place(g, ask, subject)
        case Refuge():
            return ask.options[0], "a roof over the government"
        case Admiralty() if not any(g.impulses):
            return named(ask, "done") or ask.options[0], "the fleet waits in port for the first impulse"
        case Lender():
            return named(ask, "no_loan") or ask.options[0], "every power needs its own"
        case Returning() | Restitution():
            return named(ask, "return", "restore") or ask.options[0], "a friend's land makes a friend"
        case Wrecking():
            return scorch(g, ask, subject)
        case Arming():
            return drop_or_not(g, ask, g.units.over[subject.unit])
        case Bombardier():
            return drop_or_not(g, ask, subject.space)
        case Garrisons():
            return named(ask, "keep") or ask.options[0], "whoever fights on our soil wakes our factories"
        case Diving():
            return named(ask, "fight") or ask.options[0], "the boat is built to fight"
        case Award():
            return ask.options[0], "ours, or the nearest friend's"
        case Watch() if planning:
            return watch.stand_guard(g, ask, subject)
        case Arrival() if planning:
            return watch.arrive(g, ask, subject)
        case Prize():
            return named(ask, "liberate", "fight_on") or ask.options[0], "friends are worth more than subjects"
    return None


# --- wars and alignments ------------------------------------------------------------------------------------------------------


def counsel(g: America, ask: Ask, subject: Cabinet, planning: bool = False) -> Answer:
    """Align whoever is ready, a planner only whom it can hold; make war on a minor only where it is the enemy's already and one's
    own troops stand beside it."""
    for option in ask.options:
        if option.verb == "align" and (not planning or embassies.tenable(g, SIDE_OF_POWER[subject.power], option.arg.index)):
            return option, f"{option.arg.label} marches with us"
    for option in ask.options:
        if option.verb == "declare_war" and ripe(g, subject.power, option.arg.index):
            return option, f"{option.arg.label} is theirs already"
    return named(ask, "done") or ask.options[0], "wars on minors feed the enemy's politics"


def ripe(g: America, power: int, flag: int) -> bool:
    """A minor that the other side is about to align, with two own corps on its border: never one that leans our way, nor one that
    points can still win."""
    row, side = g.flags[flag], SIDE_OF_POWER[power]
    if row.side != 1 - side or not MOBILISATION <= row.level < FULL_ALLY:
        return False
    home = set(g.ground.homeland.get(minor_id(g, flag), ()))
    beside = {b for s in home for b, _ in g.ground.steps[s]} - home
    return sum(at in beside and whose == power for at, whose in zip(g.units.at, g.units.power)) >= BOLD_WAR


def scorch(g: America, ask: Ask, subject: Wrecking) -> Answer:
    """Factories of enemies at home are destroyed, never one's own or a friend's."""
    for option in ask.options:
        if option.verb == "wreck":
            owner = home_power(g, nation_at(g, option.arg.index))
            if owner >= 0 and SIDE_OF_POWER[owner] != SIDE_OF_POWER[subject.power]:
                return option, "what they cannot use they cannot win back"
    return named(ask, "spare") or ask.options[0], "they may serve us"


def drop_or_not(g: America, ask: Ask, space: int) -> Answer:
    """An atomic bomb on a major power at home costs no friend; on a minor it makes an enemy."""
    if space >= 0 and nation_at(g, space) in g.chancery.flag_of:
        return named(ask, "plain", "conventional") or ask.options[0], "it would make them full allies of the enemy"
    return named(ask, "arm", "drop") or ask.options[0], "their factories will not recover"


def muster(g: America, ask: Ask) -> Answer:
    """New allies stand in their capital, their other cities and ports, then anywhere."""
    ground = g.ground
    option = max(
        ask.options,
        key=lambda o: (
            "capital" in ground.roles[o.arg.index],
            ground.city[o.arg.index],
            ground.port[o.arg.index] > 0,
            -o.arg.index,
        ),
    )
    return option, "the cities first"


MIND = AmericanMind()
